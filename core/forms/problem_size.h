// The size of a kernel's problem as a choice: the layouts of its tensors, as they are written in the program, with
// other extents. The nesting stays, the outermost integer of each mode changes, and the strides are recomputed so that
// the elements keep their order and their gaps.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/result.h"

namespace stridescope {

// `layout` is text such as ((8,128),(8,128)):((1,64),(8,8192)); `sizes` has one size per mode. Fails with the reason if
// the layout is computed, if elements share an offset, or if a mode's inner tile does not divide the size.
Result<std::string> resized_layout(std::string_view layout, const std::vector<std::int64_t>& sizes);
// The sizes of the modes; fails for the same reasons.
Result<std::vector<std::int64_t>> layout_sizes(std::string_view layout);

struct SizeChoice {
  std::string name;   // "256"; scripts click it by this name
  std::string label;  // "256 × 256"
  bool now = false;
  std::string program;  // the program with that size
};
struct SizeOffer {
  std::string now;  // label of the current size
  std::vector<SizeChoice> choices;
  Message refused;  // the reason why sizes are not offered; otherwise empty
};
// A value of the program whose name an argument can be.
struct NamedSource {
  std::string name;
  Span span;           // span of its statement
  std::string source;  // the text after its `=`
};
// The sizes for the kernel that the statement at this span makes.
SizeOffer offer_sizes(const std::string& program, Span statement, const std::vector<NamedSource>& names);

}  // namespace stridescope
