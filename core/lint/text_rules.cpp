// Rules for texts without values: PTX, and the attributes of a module of Triton. Source: PTX ISA 9.0, sections
// "Addressable variables" (alignment of vectors), cp.async, ldmatrix, mbarrier, tcgen05.alloc.
#include <algorithm>
#include <bit>
#include <limits>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/hardware/occupancy.h"
#include "core/lint/lint_parts.h"
#include "core/tiled/tensor_memory.h"

namespace stridescope::lint {
namespace {

constexpr std::size_t most_variables = 1024;
constexpr std::int64_t most_columns = 512;
constexpr std::int64_t no_number = -1;

// The digits that a text begins with; -1 without one, at most 2^40.
std::int64_t number_at(std::string_view text) {
  std::int64_t out = no_number;
  for (std::size_t i = 0; i < text.size() && is_digit(text[i]); ++i)
    out = std::min<std::int64_t>(10 * std::max<std::int64_t>(out, 0) + (text[i] - '0'), std::int64_t{1} << 40);
  return out;
}

// Bytes of a type in an opcode or a declaration: of .b8, .u32, .f64, .b128; 0 without one.
std::int64_t type_bytes(std::string_view part) {
  if (part.size() < 2 || std::string_view("busf").find(part[0]) == std::string_view::npos) return 0;
  const std::int64_t bits = number_at(part.substr(1));
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 ? bits / 8 : 0;
}

struct Variable {
  std::string_view name;
  std::int64_t alignment = 1;
  std::int64_t bytes = 0;
  std::uint32_t at = 0;
};

// .shared .align 16 .b8 name[1024]
std::optional<Variable> declared(std::string_view statement) {
  const std::size_t at = statement.find(".shared");
  if (at == std::string_view::npos || statement.find('[') == std::string_view::npos) return std::nullopt;
  Variable out;
  std::int64_t element = 0;
  std::string_view rest = statement.substr(at + 7);
  while (!(rest = trimmed(rest)).empty()) {
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t["));
    rest.remove_prefix(std::max<std::size_t>(word.size(), 1));
    if (word == ".align") {
      out.alignment = std::max<std::int64_t>(number_at(trimmed(rest)), 1);
      rest = trimmed(rest);
      rest.remove_prefix(std::min(rest.find_first_of(" \t"), rest.size()));
    } else if (word.starts_with('.')) {
      element = std::max(element, type_bytes(word.substr(1)));
    } else if (!word.empty()) {
      out.name = word;
      const std::size_t open = rest.starts_with('[') ? 1 : 0;
      out.bytes = element * std::max<std::int64_t>(number_at(trimmed(rest.substr(open))), 0);
      out.alignment = std::max(out.alignment, element);
      break;
    }
  }
  if (out.name.empty() || element == 0 || !std::has_single_bit(static_cast<std::uint64_t>(out.alignment)))
    return std::nullopt;
  return out;
}

// Bytes of one access of an instruction to shared memory, which its address must be a multiple of; 0 for any other.
std::int64_t access_bytes(std::string_view opcode, std::string_view operands) {
  if (opcode.starts_with("ldmatrix") || opcode.starts_with("stmatrix") || opcode.starts_with("cp.async.bulk"))
    return 16;
  if (opcode.starts_with("mbarrier.")) return 8;
  if (opcode.starts_with("cp.async.c")) {
    const std::size_t comma = operands.rfind("],");
    return comma == std::string_view::npos ? 0
                                           : std::max<std::int64_t>(number_at(trimmed(operands.substr(comma + 2))), 0);
  }
  if (opcode.find(".shared") == std::string_view::npos) return 0;
  if (!opcode.starts_with("ld") && !opcode.starts_with("st") && !opcode.starts_with("atom") &&
      !opcode.starts_with("red"))
    return 0;
  std::int64_t lanes = 1;
  std::int64_t element = 0;
  for (std::string_view rest = opcode; !rest.empty();) {
    const std::string_view part = rest.substr(0, rest.find('.'));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    if (part == "v2" || part == "v4" || part == "v8") lanes = part[1] - '0';
    element = std::max(element, type_bytes(part));
  }
  return lanes * element;
}

class PtxReader {
 public:
  explicit PtxReader(std::vector<Draft>& out) : out_(out) {}

  void read(std::string_view statement, std::uint32_t at) {
    if (auto variable = declared(statement)) {
      variable->at = at;
      if (variables_.size() < most_variables) variables_.push_back(*variable);
      if (variable->bytes > default_shared_bytes) {
        out_.push_back({Rule::capacity, at,
                        say("{} has {} {byte|bytes} of static shared memory; a kernel has at most {}", variable->name,
                            variable->bytes, default_shared_bytes),
                        say("declare it as .extern .shared, and request its size at the launch")});
      }
      return;
    }
    if (statement.starts_with('@'))
      statement = trimmed(statement.substr(std::min(statement.find(' '), statement.size())));
    const std::string_view opcode = statement.substr(0, statement.find_first_of(" \t"));
    const std::string_view operands = statement.substr(opcode.size());
    if (opcode.starts_with("tcgen05.alloc")) return check_columns(operands, at);
    const std::int64_t bytes = access_bytes(opcode, operands);
    if (bytes < 2 || !std::has_single_bit(static_cast<std::uint64_t>(bytes))) return;
    for (std::size_t open = operands.find('['); open != std::string_view::npos; open = operands.find('[', open + 1))
      check_address(operands.substr(open + 1, operands.find_first_of("],", open) - open - 1), opcode, bytes, at);
  }

 private:
  void check_columns(std::string_view operands, std::uint32_t at) {
    const std::size_t comma = operands.rfind(',');
    const std::int64_t columns =
        comma == std::string_view::npos ? no_number : number_at(trimmed(operands.substr(comma + 1)));
    if (columns < 0) return;
    if (columns >= 32 && columns <= most_columns && std::has_single_bit(static_cast<std::uint64_t>(columns))) return;
    out_.push_back(
        {Rule::capacity, at,
         say("tcgen05.alloc of {} {column|columns}; expected a power of two from 32 to {}", columns, most_columns)});
  }

  void check_address(std::string_view address, std::string_view opcode, std::int64_t bytes, std::uint32_t at) {
    const std::size_t plus = address.find('+');
    const std::string_view name = trimmed(address.substr(0, plus));
    const std::int64_t offset = plus == std::string_view::npos ? 0 : number_at(trimmed(address.substr(plus + 1)));
    const auto variable =
        std::find_if(variables_.rbegin(), variables_.rend(), [&](const Variable& one) { return one.name == name; });
    if (offset < 0 || variable == variables_.rend()) return;
    const std::size_t before = out_.size();
    if (offset % std::min(bytes, variable->alignment) != 0) {
      out_.push_back({Rule::alignment, at,
                      say("{} of {} {byte|bytes} at {}+{} is {} {byte|bytes} past a multiple of {}", opcode, bytes,
                          name, offset, offset % bytes, bytes)});
    }
    if (variable->bytes > 0 && offset + bytes > variable->bytes) {
      out_.push_back({Rule::outside, at,
                      say("{} accesses bytes {} to {} of {}, which has {}", opcode, offset, offset + bytes - 1, name,
                          variable->bytes)});
    }
    for (std::size_t i = before; i < out_.size(); ++i)
      out_[i].related.push_back({variable->at, say("'{}' is declared here", variable->name)});
  }

  std::vector<Draft>& out_;
  std::vector<Variable> variables_;
};

// The number of an attribute: of `ttg.shared = 65536 : i32`, with its position; -1 without one.
std::pair<std::int64_t, std::size_t> attribute(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return {no_number, 0};
  std::string_view rest = text.substr(at + name.size());
  if (rest.starts_with('"')) rest.remove_prefix(1);
  rest = trimmed(rest.substr(0, 64));
  return rest.starts_with('=') ? std::pair{number_at(trimmed(rest.substr(1))), at} : std::pair{no_number, at};
}

}  // namespace

bool is_ptx(std::string_view text) {
  const std::size_t version = text.substr(0, 1 << 14).find(".version ");
  return version != std::string_view::npos && text.find(".target sm_", version) != std::string_view::npos &&
         text.size() < std::numeric_limits<std::uint32_t>::max();
}

void check_ptx(std::string_view text, std::vector<Draft>& out) {
  PtxReader reader(out);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = line_end(text, at);
    std::string_view line = text.substr(at, end - at);
    line = line.substr(0, line.find("//"));
    for (std::size_t begin = 0; begin < line.size();) {
      const std::size_t close = std::min(line.find(';', begin), line.size());
      const std::size_t first = line.find_first_not_of(" \t\r{}", begin);
      if (first != std::string_view::npos && first < close)
        reader.read(trimmed(line.substr(first, close - first)), static_cast<std::uint32_t>(at + first));
      begin = close + 1;
    }
    at = end + 1;
  }
}

void check_module(std::string_view text, std::vector<Draft>& out) {
  const auto [bytes, where] = attribute(text, "ttg.shared");
  const std::size_t target = text.find("\"cuda:");
  if (bytes > 0 && target != std::string_view::npos) {
    const std::string_view number = text.substr(target + 6, text.find('"', target + 6) - target - 6);
    const Architecture* architecture = find_architecture(number);
    if (architecture != nullptr && bytes > architecture->block_shared_bytes) {
      out.push_back({Rule::capacity, static_cast<std::uint32_t>(where),
                     say("the kernel needs {} {byte|bytes} of shared memory; a block of {} has at most {}", bytes,
                         architecture->name, architecture->block_shared_bytes),
                     say("use fewer stages or a smaller tile")});
    }
  }
  const auto [columns, place] = attribute(text, "ttg.tensor_memory_size");
  const std::int64_t most = target == std::string_view::npos
                                ? most_columns
                                : tmem_columns(static_cast<int>(number_at(text.substr(target + 6))));
  if (columns > most) {
    out.push_back({Rule::capacity, static_cast<std::uint32_t>(place),
                   say("the kernel needs {} {column|columns} of tensor memory; a multiprocessor has {}", columns, most),
                   say("use a smaller tile")});
  }
}

}  // namespace stridescope::lint
