// Reads prints of TLX's dump_layout, which are comments in our language: each block becomes a call of the function that
// reads it, named by the kernel line that requested it.
#include <unordered_set>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_code.h"

namespace stridescope {

std::vector<Span> read_tlx_dumps(std::string_view program, ForeignTree& tree) {
  constexpr std::string_view begins = "// tlx.dump_layout @";
  constexpr std::size_t most = 256;
  std::vector<Span> out;
  std::unordered_set<std::string> names;
  for (std::size_t at = program.find(begins); at != std::string_view::npos && out.size() < most;
       at = program.find(begins, at + begins.size())) {
    std::size_t end = line_end(program, at);
    const std::string_view head = program.substr(at, end - at);
    while (end + 1 < program.size() && program.substr(end + 1).starts_with("//   ")) end = line_end(program, end + 1);
    // A layout that CuTe cannot express follows in Triton's form: " - register=1 -> (0, 1)".
    while (end + 1 < program.size() &&
           (program.substr(end + 1).starts_with(" - ") || program.substr(end + 1).starts_with("   ") ||
            program.substr(end + 1).starts_with("where out dims are")))
      end = line_end(program, end + 1);
    const std::string_view text = program.substr(at, end - at);
    if (text.find("//   type:") == std::string_view::npos || text.size() > (1 << 14)) continue;
    const Span span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    // loc("kernel.py":12:8)
    std::string name = "dump";
    if (const std::size_t quote = head.find("\":"); quote != std::string_view::npos) {
      std::size_t digit = quote + 2;
      std::string line;
      while (digit < head.size() && is_digit(head[digit]) && line.size() < 9) line.push_back(head[digit++]);
      if (!line.empty()) append_all(name, '_', line);
    }
    const std::string plain = name;
    for (int i = 2; !names.insert(name).second; ++i) name = cat(plain, '_', i);
    tree.texts.push_back(std::make_unique<std::string>(name));
    add_text_call(tree, *tree.texts.back(), {span.begin, span.begin}, span, "tlx", std::string(text));
    out.push_back(span);
  }
  return out;
}

}  // namespace stridescope
