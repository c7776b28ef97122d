// The program that tests of kernels run: a transpose of 64 by 64 elements through tiles of 32 by 32.
#pragma once

namespace stridescope {

inline constexpr const char* transpose =
    "copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))";
// The same, bound to K, on a line of its own.
inline constexpr const char* transpose_line =
    "K = copy_kernel((64,64):(64,1), (64,64):(1,64), (_64,_16):(_16,_1), tile=(32,32))\n";

}  // namespace stridescope
