// Whether a program is still being typed: an open bracket, an open comment, or an operator at its end. The prompt then
// goes on to another line instead of reporting an error.
#include <algorithm>

#include "core/foreign/cpp/source_text.h"
#include "core/lang/token.h"
#include "core/workspace/workspace.h"

namespace stridescope {

bool is_unfinished(std::string_view program) {
  std::vector<Error> errors;
  int open = 0;
  TokenKind last = TokenKind::end;
  const SourceText source = without_comments(program, errors);
  if (!errors.empty()) return true;  // a comment that is never closed
  if (!source.text.empty()) program = source.text;
  for (const Token& token : tokenize(program, errors)) {
    switch (token.kind) {
      case TokenKind::end:
        break;
      case TokenKind::newline:
        if (!token.forced) break;
        open = 0;
        last = TokenKind::newline;
        break;
      case TokenKind::open_paren:
      case TokenKind::open_angle:
        ++open;
        last = token.kind;
        break;
      case TokenKind::close_paren:
      case TokenKind::close_angle:
        open = std::max(open - 1, 0);
        last = token.kind;
        break;
      default:
        last = token.kind;
    }
  }
  if (open > 0) return true;
  return last == TokenKind::comma || last == TokenKind::colon || last == TokenKind::equals || joins_values(last);
}

}  // namespace stridescope
