// Reads types of Triton whose encoding is written out, and matrix descriptors as CUTLASS prints them.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/hexadecimal.h"
#include "core/base/text.h"
#include "core/foreign/paste/paste.h"

namespace stridescope {

std::vector<Span> read_inline_types(std::string_view program, ForeignTree& calls) {
  constexpr std::size_t most = 16;
  constexpr std::size_t longest = 1 << 12;
  std::vector<Span> found;
  for (std::size_t at = program.find(", #tt"); at != std::string_view::npos && found.size() < most;
       at = program.find(", #tt", at + 1)) {
    // The text before it: 64x64xf16, or 64x64x!tt.ptr<f16>.
    const std::size_t element = at > 0 && program[at - 1] == '>' ? program.rfind('<', at) : at;
    if (element == 0 || element == std::string_view::npos) continue;
    std::size_t begin = program.find_last_of("< \n", element - 1);
    if (begin == std::string_view::npos || program[begin] != '<') continue;
    const std::size_t angle = begin;
    while (begin > 0 && (is_word(program[begin - 1]) || program[begin - 1] == '.' || program[begin - 1] == '!'))
      --begin;
    const std::string_view type = program.substr(begin, angle - begin);
    if (type != "tensor" && type != "!ttg.memdesc" && type != "!tt.memdesc") continue;
    const std::size_t end = past_bracket(program, angle, {.angles = true, .longest = longest});
    if (end == std::string_view::npos) continue;
    const std::size_t line = program.rfind('\n', begin) + 1;
    const bool read = std::any_of(calls.statements.begin(), calls.statements.end(), [&](const Statement& one) {
      return one.span.begin <= begin && begin < one.span.end;  // in a dump of TLX
    });
    if (read || program.substr(line, begin - line).find_first_of("#\"(") != std::string_view::npos) continue;
    found.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    add_text_call(calls, {}, {}, found.back(), "triton", std::string(program.substr(begin, end - begin)));
  }
  return found;
}

std::size_t read_descriptor(std::string_view program, std::size_t begin, ForeignTree& tree) {
  const std::string_view rest = program.substr(begin);
  const bool umma = rest.starts_with("UMMA::SmemDescriptor: 0x");
  if (!umma && !rest.starts_with("GmmaDescriptor: 0x")) return begin;
  const std::size_t word = begin + rest.find("0x");
  std::size_t end = word + 2;
  while (end < program.size() && hex_digit(program[end]) >= 0) ++end;
  const std::string text(program.substr(word, end - word));
  // Adds the lines with fields, such as "  start_addr :  0x0040".
  while (program.substr(end).starts_with("\n  ")) {
    const std::size_t next = line_end(program, end + 1);
    if (program.substr(end, next - end).find(":  ") == std::string_view::npos) break;
    end = next;
  }
  add_text_call(tree, {}, {}, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, "decode_descriptor",
                text);
  const std::uint32_t root = tree.statements.back().root;
  const Span span = tree.nodes[root].span;
  if (umma) {
    const std::uint32_t arch = tree.add({.kind = Syntax::integer, .span = span, .integer = static_int(100)});
    tree.nodes[root].children.push_back(arch);
  }
  return end;
}

}  // namespace stridescope
