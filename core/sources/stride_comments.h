// Comments `stride: NAME = VALUE, NAME = VALUE` of a source: values of parameters that its text leaves open.
//
//   // stride: kBlockM = 128, Element = half_t, Traits = Flash_traits<64, 128>
//
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace stridescope {

struct StrideComment {
  std::string_view name;   // a word, or words joined by dots: params.seqlen
  std::string_view value;  // an integer, or the text of a type
  Span place = {};         // place of the name
};

// In the order of the text; at most 256. A comment begins with `//` or `#`. Parts of another form are left out.
std::vector<StrideComment> stride_comments(std::string_view text);

// Lines `name = value` for the integers among them, and 0 for threadIdx and blockIdx where the text names them: a
// prefix of the text for readers of programs. Empty if it would be too long with the text.
std::string bound_names(std::string_view text);

}  // namespace stridescope
