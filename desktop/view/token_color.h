// Token colors: the theme color of each class of highlighted text.
#pragma once

#include <imgui.h>

#include "core/app/highlight.h"

namespace stridescope::desktop {

ImU32 color_of(app::TokenKind kind);

}  // namespace stridescope::desktop
