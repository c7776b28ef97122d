// The stable names of error codes, from their one list.
#include "core/base/error.h"

#include <array>

namespace stridescope {

std::string_view code_name(ErrorCode code) {
  static constexpr std::array names = {
#define STRIDESCOPE_ERROR(name, text) std::string_view(#name),
#include "core/base/error_codes.def"
#undef STRIDESCOPE_ERROR
  };
  return names[static_cast<std::size_t>(code)];
}

}  // namespace stridescope
