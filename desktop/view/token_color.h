// The colours of highlighted text.
#pragma once

#include <imgui.h>

#include "desktop/model/highlight.h"

namespace stridescope::desktop {

ImU32 color_of(TokenKind kind);

}  // namespace stridescope::desktop
