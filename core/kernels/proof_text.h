// The text that the proofs of all kernels have in common, and the files that nvcc builds. Internal to core/kernels.
#pragma once

#include <string>
#include <string_view>

#include "core/kernels/copy/copy_plan.h"
#include "core/kernels/template.h"

namespace stridescope {

// element_code(x, seed), as the CPU has it (kernel.h).
MarkedText element_code_text();
// stridescope_poison(to, count)
MarkedText poison_text();
// long long NAME_offset(INDEX c): the offset of the 1-D coordinate of a tensor, by its own layout.
MarkedText offset_text(const TensorIndex& tensor, std::string_view name, std::string_view index);
// `p[x]` as a number of its low bits: element x of memory where elements of `bits` bits are packed.
std::string element_read_text(int bits, std::string_view array, std::string_view x);

// The build command of the file NAME.cu, and its headers; with those of the driver if descriptors are encoded.
MarkedText standalone_begin(std::string_view name, std::string_view needs, bool driver);
// CHECK(call)
MarkedText standalone_check();
// Within main, of `threads` and `shared_bytes`: how many blocks of stridescope_NAME are on a multiprocessor at a time.
MarkedText standalone_occupancy(std::string_view name);
// Within main: A and B of `a_bytes` and `b_bytes`, and C, which is still to be allocated.
MarkedText standalone_matrices();
// Within main: runs `launch`, which proves, and ends the program where elements are wrong.
MarkedText standalone_verdict(std::string_view launch);
// Within main: median(once), the time of once(i) in ms, i of `turns` in turn.
MarkedText standalone_median(std::string_view turns);

}  // namespace stridescope
