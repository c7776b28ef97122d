// Arguments of a kernel as words: a buffer by the type and the layout of its elements, or a number. The command line
// and a debugging session read them.
//
//   f32:(64,64):(64,1)=random   a buffer with the elements of a layout: zeros, iota (0 1 2 ..., the default), random
//   i32=64                      a number
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace stridescope {

struct ElementType {
  std::string_view name;
  int bytes = 0;
  bool floating = false;
  bool sign = false;
};
// nullptr for an unknown name.
const ElementType* element_type_named(std::string_view name);
// "i8, u8, ..."
std::string element_type_list();

// The bytes of a number, or the description of a buffer.
struct KernelArgument {
  // Elements of a buffer: zeros; 0 1 2 ..., which repeats after the integers that a type has exactly (2048 in f16, 256
  // in bf16, 2^24 in f32, the width of an integer); or pseudo-random. Random floats are integers below 64, so that sums
  // are exact.
  enum class Fill : std::uint8_t { zeros, iota, random };

  std::string scalar;
  std::int64_t buffer_bytes = 0;  // if not 0: a pointer to a buffer of this size
  Fill fill = Fill::iota;
  const ElementType* type = nullptr;
  std::string layout;  // text of a buffer's layout
};
inline constexpr std::string_view fill_names[] = {"zeros", "iota", "random"};

// The number of elements that the layout of this text reaches; an error if it is not a layout.
using ReachOf = std::function<Result<std::int64_t>(const std::string& layout)>;

// arguments: the word is not an argument; too_large: a buffer of more than 16 GiB.
Result<KernelArgument> kernel_argument(const std::string& word, const ReachOf& reach_of);
// The contents of a buffer before the kernel runs.
std::string filled(const KernelArgument& argument);

}  // namespace stridescope
