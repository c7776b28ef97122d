// The printed forms: exactly cute::print's text in CuTe mode, the same without underscores in teaching mode.
#pragma once

#include <string>

#include "core/value/value.h"

namespace stridescope {

// cute: `4` is dynamic and `_4` static. teaching: every integer is static, and none prints an underscore.
enum class IntegerMode { cute, teaching };

// All of them append, so that a caller keeps one string.
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
void print(std::string& out, const Value& value, IntegerMode mode = IntegerMode::cute);

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
