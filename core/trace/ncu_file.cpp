// A report of Nsight Compute: "NVR\0", then blocks. A block is a header and the entries of its payload, each a message
// of protocol buffers after its size in four bytes, little-endian. Names of metrics are indices in the concatenated
// string tables of all blocks.
// Source: Nsight Compute 2025.3, extras/FileFormat. Field numbers are those of reports of 2025.3.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/bit_cast.h"
#include "core/trace/ncu.h"
#include "core/trace/protobuf.h"

namespace stridescope {
namespace {

constexpr std::string_view magic = std::string_view("NVR\0", 4);

// Field numbers.
enum Header : std::uint64_t { sources_count = 1, results_count = 2, string_table = 4, payload_bytes = 5 };
enum KernelResult : std::uint64_t { short_name = 6, full_name = 7, grid_size = 10, block_size = 11, metric = 13 };
enum Metric : std::uint64_t { name_number = 1, metric_value = 2, instance = 3 };
enum Instance : std::uint64_t { instance_key = 1, instance_value = 2 };
enum FieldKind : std::uint64_t { text_value = 1, float_value = 2, double_value = 3, number32 = 4, number64 = 5 };

constexpr std::size_t most_names = std::size_t{1} << 20;

// The kind of an instruction, by the bits of its metrics.
constexpr std::uint64_t global_bit = 4, shared_bit = 16, load_bit = 2, store_bit = 4;

tl::unexpected<Error> cut_off() { return failure(no_ncu(say("it is cut off"))); }

// Reads a size in four bytes, then as many bytes.
bool next_sized(std::string_view& rest, std::string_view& out) {
  if (rest.size() < 4) return false;
  std::size_t size = 0;
  for (std::size_t i = 4; i-- > 0;) size = size << 8 | static_cast<std::uint8_t>(rest[i]);
  if (size > rest.size() - 4) return false;
  out = rest.substr(4, size);
  rest.remove_prefix(4 + size);
  return true;
}

struct Scalar {
  std::int64_t number = not_counted;
  std::string_view text;
};

Scalar scalar(std::string_view message) {
  Scalar out;
  WireReader in(message);
  for (WireField f; in.next(f);) {
    switch (f.number) {
      case text_value:
        out.text = f.bytes;
        break;
      case float_value:
      case double_value: {
        const double value = f.type == WireField::Type::fixed64
                                 ? bit_cast<double>(f.value)
                                 : static_cast<double>(bit_cast<float>(static_cast<std::uint32_t>(f.value)));
        if (value >= 0 && value < 9e15 && value == std::floor(value)) out.number = static_cast<std::int64_t>(value);
        break;
      }
      case number32:
      case number64:
        if (f.value >> 62 == 0) out.number = static_cast<std::int64_t>(f.value);
        break;
      default:
        break;
    }
  }
  return out;
}

std::array<std::int64_t, 3> extents(std::string_view message) {
  std::array<std::int64_t, 3> out = {};
  WireReader in(message);
  for (WireField f; in.next(f);) {
    if (f.number >= 1 && f.number <= 3 && f.value < std::uint64_t{1} << 32)
      out[static_cast<std::size_t>(f.number - 1)] = static_cast<std::int64_t>(f.value);
  }
  return out[0] > 0 && out[1] > 0 && out[2] > 0 ? out : std::array<std::int64_t, 3>{};
}

// The meaning of a metric by its name.
enum class Role : std::uint8_t { none, counter, type, access, size, begin, device, major, minor };
struct Known {
  Role role = Role::none;
  std::size_t counter = 0;
};

Known known(std::string_view name) {
  for (std::size_t i = 0; i < ncu_counter_count; ++i) {
    if (name == ncu_counters[i].metric) return {Role::counter, i};
  }
  if (name == "memory_type") return {Role::type, 0};
  if (name == "memory_access_type") return {Role::access, 0};
  if (name == "memory_access_size_type") return {Role::size, 0};
  if (name == "launch__function_pcs") return {Role::begin, 0};
  if (name == "device__attribute_display_name") return {Role::device, 0};
  if (name == "device__attribute_compute_capability_major") return {Role::major, 0};
  if (name == "device__attribute_compute_capability_minor") return {Role::minor, 0};
  return {};
}

struct Parts {
  std::vector<Known> names;
  std::vector<std::string_view> results;
};

// The result messages, and the meaning of each metric name.
Result<Parts> parts_of(std::string_view bytes) {
  if (!bytes.starts_with(magic)) return failure(no_ncu(say("it does not begin like a report")));
  std::string_view rest = bytes.substr(magic.size());
  std::string_view header;
  if (!next_sized(rest, header)) return cut_off();
  Parts out;
  while (!rest.empty()) {
    if (!next_sized(rest, header)) return cut_off();
    std::uint64_t sources = 0;
    std::uint64_t results = 0;
    std::uint64_t size = 0;
    WireReader in(header);
    for (WireField f; in.next(f);) {
      if (f.number == sources_count) sources = f.value;
      if (f.number == results_count) results = f.value;
      if (f.number == payload_bytes) size = f.value;
      if (f.number != string_table) continue;
      WireReader table(f.bytes);
      for (WireField name; table.next(name);) {
        if (name.number != 1) continue;
        if (out.names.size() >= most_names) return failure(no_ncu(say("it names more than {} metrics", most_names)));
        out.names.push_back(known(name.bytes));
      }
      if (table.bad()) return failure(no_ncu(say("a table of names is damaged")));
    }
    if (in.bad()) return failure(no_ncu(say("the header of a block is damaged")));
    if (size > rest.size()) return cut_off();
    std::string_view payload = rest.substr(0, static_cast<std::size_t>(size));
    rest.remove_prefix(static_cast<std::size_t>(size));
    std::string_view entry;
    for (std::uint64_t i = 0; i < sources; ++i) {
      if (!next_sized(payload, entry)) return cut_off();
    }
    for (std::uint64_t i = 0; i < results; ++i) {
      if (!next_sized(payload, entry)) return cut_off();
      out.results.push_back(entry);
    }
  }
  return out;
}

// One kernel's result. False if it has more than `room` instructions.
bool read_result(std::string_view message, const std::vector<Known>& names, NcuReport& report, std::size_t& room) {
  NcuKernel kernel;
  std::map<std::int64_t, NcuInstruction> at;
  std::int64_t begin = not_counted;
  std::int64_t lowest = INT64_MAX;
  WireReader in(message);
  for (WireField f; in.next(f);) {
    if (f.number == full_name || (f.number == short_name && kernel.name.empty())) kernel.name = f.bytes;
    if (f.number == grid_size) kernel.grid = extents(f.bytes);
    if (f.number == block_size) kernel.block = extents(f.bytes);
    if (f.number != metric) continue;
    Known what;
    Scalar value;
    WireReader parts(f.bytes);
    for (WireField part; parts.next(part);) {
      if (part.number == name_number && part.value < names.size()) what = names[static_cast<std::size_t>(part.value)];
      if (part.number == metric_value) value = scalar(part.bytes);
      if (part.number != instance || what.role == Role::none) continue;
      std::int64_t key = not_counted;
      Scalar of;
      WireReader pair(part.bytes);
      for (WireField side; pair.next(side);) {
        if (side.number == instance_key) key = scalar(side.bytes).number;
        if (side.number == instance_value) of = scalar(side.bytes);
      }
      if (key == not_counted || of.number == not_counted) continue;
      if (what.role == Role::begin && key == 0) begin = of.number;
      if (what.role == Role::counter || what.role == Role::type || what.role == Role::access ||
          what.role == Role::size) {
        auto found = at.find(key);
        if (found == at.end()) {
          if (room == 0) return false;
          --room;
          found = at.try_emplace(key).first;
        }
        NcuInstruction& one = found->second;
        const auto bits = static_cast<std::uint64_t>(of.number);
        if (what.role == Role::counter) {
          one.counts[what.counter] = of.number;
          const auto counter = static_cast<NcuCounter>(what.counter);
          one.shared = one.shared || counter == NcuCounter::wavefronts;
          one.global = one.global || counter == NcuCounter::sectors;
          if (counter == NcuCounter::executed) lowest = std::min(lowest, key);
        } else if (what.role == Role::type) {
          one.shared = one.shared || (bits & shared_bit) != 0;
          one.global = one.global || (bits & global_bit) != 0;
        } else if (what.role == Role::access) {
          one.loads = (bits & load_bit) != 0;
          one.stores = (bits & store_bit) != 0;
        } else if (bits >= 8 && bits <= 256 && bits % 8 == 0) {
          one.bytes = static_cast<int>(bits / 8);
        }
      }
    }
    if (what.role == Role::begin && begin == not_counted) begin = value.number;
    if (what.role == Role::device && report.device.empty()) report.device = value.text;
    if (what.role == Role::major && value.number > 0 && value.number < 1000)
      report.architecture = value.number * 10 + report.architecture % 10;
    if (what.role == Role::minor && value.number >= 0 && value.number < 10)
      report.architecture = report.architecture / 10 * 10 + value.number;
  }
  if (begin < 0 || begin > lowest) begin = lowest;
  for (auto& [address, one] : at) {
    if ((!one.shared && !one.global) || address < begin) continue;
    one.pc = address - begin;
    kernel.instructions.push_back(std::move(one));
  }
  report.kernels.push_back(std::move(kernel));
  return true;
}

}  // namespace

bool is_ncu_file(std::string_view bytes) { return bytes.starts_with(magic); }

Result<NcuReport> read_ncu_file(std::string_view bytes) {
  const auto parts = parts_of(bytes);
  if (!parts) return failure(parts.error());
  NcuReport out;
  std::size_t room = max_ncu_instructions;
  for (const std::string_view result : parts->results) {
    if (out.kernels.size() >= max_ncu_kernels) {
      ++out.left_out;
      continue;
    }
    if (!read_result(result, parts->names, out, room))
      return failure(ErrorCode::too_large, say("the report has more than {} instructions", max_ncu_instructions),
                     say("export fewer kernels: ncu --kernel-name, or --launch-count"));
  }
  const bool any = std::any_of(out.kernels.begin(), out.kernels.end(),
                               [](const NcuKernel& kernel) { return !kernel.instructions.empty(); });
  if (out.kernels.empty()) return failure(no_ncu(say("it has no kernel")));
  if (!any)
    return failure(
        no_ncu(say("none of its instructions was counted; collect the section SourceCounters, or --set full")));
  return out;
}

}  // namespace stridescope
