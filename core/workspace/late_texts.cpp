#include "core/workspace/late_texts.h"

#include "core/data/embedded.h"
#include "core/explain/explain.h"
#include "core/lang/builtin.h"

namespace stridescope {

std::array<std::string_view, 3> late_texts() {
  return {builtin_documentation(), embedded_gallery, explanation_texts()};
}

}  // namespace stridescope
