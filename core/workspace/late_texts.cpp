#include "core/workspace/late_texts.h"

#include "core/data/embedded.h"
#include "core/lang/builtin.h"

namespace stridescope {

std::array<std::string_view, 2> late_texts() { return {builtin_documentation(), embedded_gallery}; }

}  // namespace stridescope
