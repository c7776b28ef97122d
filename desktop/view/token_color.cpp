// Maps each kind of token to a color of the theme.
#include "desktop/view/token_color.h"

#include "desktop/view/theme.h"

namespace stridescope::desktop {

ImU32 color_of(app::TokenKind kind) {
  using app::TokenKind;
  const Theme& t = theme();
  switch (kind) {
    case TokenKind::comment:
      return t.code_comment;
    case TokenKind::number:
      return t.code_number;
    case TokenKind::fixed:
      return t.code_static;
    case TokenKind::keyword:
    case TokenKind::basis:
    case TokenKind::operation:
      return t.code_keyword;
    case TokenKind::function:
      return t.accent;
    case TokenKind::text:
      return t.good;
    case TokenKind::punctuation:
      return t.muted;
    default:
      return t.text;
  }
}

}  // namespace stridescope::desktop
