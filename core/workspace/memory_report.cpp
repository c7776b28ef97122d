#include "core/workspace/memory_report.h"

#include <charconv>

#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/tiled/atom.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

void write_global(JsonWriter& json, const GlobalMemory& m) {
  json.key("global");
  json.open_object();
  json.field("accessBytes", m.access_bytes);
  json.field("requests", m.requests);
  json.field("requestsPerWarp", m.requests_per_warp);
  json.field("sectors", m.sectors);
  json.field("idealSectors", m.ideal_sectors);
  json.field("differentSectors", m.different_sectors);
  json.field("cacheLines", m.cache_lines);
  json.field("bytesUsed", m.bytes_used);
  json.field("fewestSectorsPerRequest", m.fewest_sectors);
  json.field("mostSectorsPerRequest", m.most_sectors);
  json.field("worstWarp", m.worst_warp);
  json.field("worstAccess", m.worst_instruction);
  json.key("sectorsOfWarps");
  json.open_array();
  for (const auto& warp : m.warps) json.number(warp.sectors);
  json.close_array();
  json.close_object();
}

void write_shared(JsonWriter& json, const SharedMemory& m) {
  json.key("shared");
  json.open_object();
  json.field("operation", name_of(m.operation));
  json.field("accessBytes", m.access_bytes);
  json.field("requests", m.requests);
  json.field("requestsPerWarp", m.requests_per_warp);
  json.field("wavefronts", m.wavefronts);
  json.field("idealWavefronts", m.ideal_wavefronts);
  json.field("excessWavefronts", m.excess_wavefronts());
  json.field("conflictWays", m.conflict_ways);
  json.field("conflictingRequests", m.conflicting_requests);
  json.field("fewestWavefrontsPerRequest", m.fewest_wavefronts);
  json.field("mostWavefrontsPerRequest", m.most_wavefronts);
  json.field("worstWarp", m.worst_warp);
  json.field("worstAccess", m.worst_instruction);
  json.key("wavefrontsOfWarps");
  json.open_array();
  for (const std::int64_t count : m.warp_wavefronts) json.number(count);
  json.close_array();
  json.close_object();
}

// "half", "half_t", "cutlass::half_t" or "16".
Result<int> bits_of_type(std::string_view name) {
  int bits = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), bits);
  if (error == std::errc() && end == name.data() + name.size()) {
    if (bits >= 1 && bits <= 128 && (bits & (bits - 1)) == 0) return bits;
    return failure(ErrorCode::arguments, cat("no element has ", name, " bits"), "1, 2, 4, 8, 16, 32, 64 or 128");
  }
  auto type = find_type(name);
  if (!type) {
    if (auto longer = find_type(cat(name, "_t"))) type = std::move(longer);
  }
  if (!type) return failure(type.error());
  return type->bits;
}

}  // namespace

void write_memory(JsonWriter& json, const Analysis& analysis) {
  if (analysis.global) write_global(json, *analysis.global);
  if (analysis.shared) write_shared(json, *analysis.shared);
}

Result<Analysis> Workspace::analyze(int binding, std::string_view dtype) const {
  const auto bits = bits_of_type(dtype);
  if (!bits) return failure(bits.error());
  auto out = analyze(binding);
  if (!out) return out;
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  const auto context = tile_context(binding);
  if (context && context->memory) {
    add_tile_sections(*out, *context->memory, *value.as<Layout>(), *bits, context->of);
  } else if (domain_of(value) != nullptr) {
    add_memory_sections(*out, value, *bits);
  }
  return out;
}

}  // namespace stridescope
