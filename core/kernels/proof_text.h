// Text that the proofs of all kernels share, and the frame of the files for nvcc. Internal to core/kernels.
#pragma once

#include <string>
#include <string_view>

#include "core/kernels/copy/copy_plan.h"
#include "core/kernels/template.h"

namespace stridescope {

// element_code(x, seed), equal to the CPU's (kernel.h).
MarkedText element_code_text();
// stridescope_poison(to, count)
MarkedText poison_text();
// long long NAME_offset(INDEX c): the offset of a 1-D coordinate of a tensor, by its own layout.
MarkedText offset_text(const TensorIndex& tensor, std::string_view name, std::string_view index);
// `p[x]` as a number in the low bits: element x of memory with packed elements of `bits` bits.
std::string element_read_text(int bits, std::string_view array, std::string_view x);

// The build command of the file NAME.cu, and its includes; with the driver's header if descriptors are encoded.
MarkedText standalone_begin(std::string_view name, std::string_view needs, bool driver);
// CHECK(call)
MarkedText standalone_check();
// For main; takes `threads` and `shared_bytes`: the number of blocks of stridescope_NAME per multiprocessor.
MarkedText standalone_occupancy(std::string_view name);
// For main: allocates A and B with `a_bytes` and `b_bytes`, and declares C.
MarkedText standalone_matrices();
// For main: runs `launch`, the check, and exits if elements are wrong.
MarkedText standalone_verdict(std::string_view launch);
// For main: median(once), the time of once(i) in ms, with i cycling through `turns`.
MarkedText standalone_median(std::string_view turns);

}  // namespace stridescope
