// The printed forms: exactly cute::print's text in CuTe mode, the same without underscores in teaching mode. What is
// printed of a tuple, a layout or a tensor is an expression of the language and reads back as the same value. Source:
// the print functions of CUTLASS include/cute, with which golden data is compared.
#pragma once

#include <string>

#include "core/value/value.h"

namespace stridescope {

// cute: `4` is dynamic and `_4` static. teaching: every integer is static, and none prints an underscore. The mode is
// the reader's, of one program: a value has its static flags in either.
//
//   cute       make_layout((_4,8)) prints (_4,8):(_1,_4)
//   teaching   make_layout((4,8))  prints (4,8):(1,4)
enum class IntegerMode { cute, teaching };

// All of them append, so that a caller keeps one string. Linear in the text; none can fail.
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
// Any value by its kind; booleans are `true` and `false`, orders LayoutLeft and LayoutRight, a Text is printed
// verbatim.
void print(std::string& out, const Value& value, IntegerMode mode = IntegerMode::cute);

// The same as a string of its own. A Swizzle has one form in both modes.
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
