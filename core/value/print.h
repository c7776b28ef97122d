// The printed forms: exactly the text of cute::print in CuTe mode, without underscores in teaching mode. The text of a
// tuple, layout or tensor is an expression of the language that evaluates to the same value. Source: the print
// functions of CUTLASS include/cute, which the golden data is compared with.
#pragma once

#include <string>

#include "core/value/value.h"

namespace stridescope {

// cute: `4` is dynamic and `_4` static. teaching: every integer is static, and none is printed with an underscore. The
// mode belongs to a program: values have their static flags in both.
//
//   cute       make_layout((_4,8)) prints (_4,8):(_1,_4)
//   teaching   make_layout((4,8))  prints (4,8):(1,4)
enum class IntegerMode { cute, teaching };

// Each function appends, so that a caller reuses one string. Linear in the text; none can fail.
//
//   Int, TupleRef      _4   4   _1@0   (4,(_2,8))   _
//   Layout             (4,8):(_1,4)
//   SwizzleOffset      _0   M_1|(2&6)=3   smem_ptr[16b](unset)   (_0,1)
//   ComposedLayout     Sw<3,4,3> o _0 o (_8,_64):(_64,_1)
//   Iterator, Tensor   counting_iter(0)   ArithTuple(_0,_0)   smem_ptr[16b](?+64) o (4,8):(8,1)
void print(std::string& out, Int value, IntegerMode mode = IntegerMode::cute);
void print(std::string& out, TupleRef tuple, IntegerMode mode = IntegerMode::cute);
inline void print(std::string& out, const IntTuple& tuple, IntegerMode mode = IntegerMode::cute) {
  print(out, tuple.ref(), mode);
}
void print(std::string& out, const Layout& layout, IntegerMode mode = IntegerMode::cute);
void print(std::string& out, const Swizzle& swizzle);
void print(std::string& out, const SwizzleOffset& offset, IntegerMode mode = IntegerMode::cute);
void print(std::string& out, const ComposedLayout& layout, IntegerMode mode = IntegerMode::cute);
void print(std::string& out, const AnyLayout& layout, IntegerMode mode = IntegerMode::cute);
void print(std::string& out, const Iterator& iterator, IntegerMode mode = IntegerMode::cute);
void print(std::string& out, const Tensor& tensor, IntegerMode mode = IntegerMode::cute);
// Any value by its kind; booleans are `true` and `false`, orders LayoutLeft and LayoutRight, and a Text is verbatim.
void print(std::string& out, const Value& value, IntegerMode mode = IntegerMode::cute);

// The printed form as a string. A Swizzle has the same form in both modes.
template <class T>
std::string to_text(const T& value, IntegerMode mode = IntegerMode::cute) {
  std::string out;
  if constexpr (std::is_same_v<T, Swizzle>) {
    print(out, value);
  } else {
    print(out, value, mode);
  }
  return out;
}

}  // namespace stridescope
