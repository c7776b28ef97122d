// Skips parts of a module's text: quoted words, comments, brackets.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/foreign/modules/module.h"

namespace stridescope::ir {

std::size_t past_quote(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

std::size_t past_unread(std::string_view text, std::size_t at) {
  if (text[at] == '"') return past_quote(text, at);
  return text.substr(at, 2) == "//" ? std::min(text.find('\n', at), text.size()) : at;
}

std::size_t closing_bracket(std::string_view text, std::size_t open) {
  return past_bracket(text, open, {.angles = true, .quotes = Quotes::whole});
}

}  // namespace stridescope::ir
