// Analyzes a value whose elements have a given type.
#include <charconv>

#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/tiled/atom.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// Accepts "half", "half_t", "cutlass::half_t" or "16".
Result<int> bits_of_type(std::string_view name) {
  int bits = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), bits);
  if (error == std::errc() && end == name.data() + name.size()) {
    if (bits >= 1 && bits <= 128 && (bits & (bits - 1)) == 0) return bits;
    return failure(ErrorCode::arguments, say("no element has {} {bit|bits}", name),
                   say("1, 2, 4, 8, 16, 32, 64 or 128"));
  }
  auto type = find_type(name);
  if (!type) {
    if (auto longer = find_type(cat(name, "_t"))) type = std::move(longer);
  }
  if (!type) return failure(type.error());
  return type->bits;
}

}  // namespace

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
