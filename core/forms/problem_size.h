// The size of a kernel's problem as a choice: the layouts of its tensors, where they are written out in the program,
// with other extents. The nesting stays, the outermost integer of each mode grows, and the strides follow so that the
// elements lie in the same order, with the same gaps.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/result.h"

namespace stridescope {

// `layout` is text such as ((8,128),(8,128)):((1,64),(8,8192)); `sizes` one for each mode. The error says why it cannot
// be: it is computed, elements share an offset, a mode's inner tile does not divide the size.
Result<std::string> resized_layout(std::string_view layout, const std::vector<std::int64_t>& sizes);
// Sizes of the modes, or the same errors.
Result<std::vector<std::int64_t>> layout_sizes(std::string_view layout);

struct SizeChoice {
  std::string name;   // "256", by which scripts click it
  std::string label;  // "256 × 256"
  bool now = false;
  std::string program;  // with that size
};
struct SizeOffer {
  std::string now;  // label of the size that it has
  std::vector<SizeChoice> choices;
  Message refused;  // why no size is offered; else empty
};
// A value of the program that an argument may name.
struct NamedSource {
  std::string name;
  Span span;           // of its statement
  std::string source;  // the text after its `=`
};
// The span of the statement that makes the kernel.
SizeOffer offer_sizes(const std::string& program, Span statement, const std::vector<NamedSource>& names);

}  // namespace stridescope
