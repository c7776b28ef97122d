// A kernel value as CUDA C++: every layout a compile-time constant, and a comment or a name for the mode that each part
// of an address comes from. The text needs no header: nvcc and NVRTC compile it as it is.
//
//   extern "C" __global__ void stridescope_copy(const Element* src, Element* dst)
//   extern "C" __global__ void stridescope_fill(Element* to, long long count, unsigned seed)
//   extern "C" __global__ void stridescope_poison(unsigned char* to, long long count)
//   extern "C" __global__ void stridescope_check(const Element* src, const Element* dst, unsigned long long* wrong)
//
// fill writes a code of x at element x. The checker addresses both tensors by their own layouts, never by the
// partition. wrong[0] counts the elements that are not what they should be, wrong[1 ...] are the 1-D coordinates of the
// first that were met, in no order, at most max_wrong_listed. pre: wrong[0] is 0. An Element is an unsigned integer or
// a vector of them as wide as the type, or a byte of several elements; src and dst point to the elements of offset 0.
// With TMA the descriptors follow as parameters: that of src, then that of dst.
#pragma once

#include <string>
#include <vector>

#include "core/kernels/copy/copy_plan.h"
#include "core/kernels/kernel_text.h"

namespace stridescope {

inline constexpr int max_wrong_listed = 64;
inline constexpr int check_threads = 256;  // of a block of fill, poison and check: one element each, grid-stride

// A text with how it is launched: blocks of threads, and dynamic shared memory in bytes. `name` is the function to
// launch.
struct KernelText : MarkedText {
  std::string name = "stridescope_copy";
  std::int64_t blocks = 0;
  std::int64_t threads = 0;
  std::int64_t shared_bytes = 0;  // dynamic
  std::int64_t cluster = 1;       // blocks of a cluster
  bool persistent = false;        // as many blocks as fit on the GPU, at most `blocks`
  // Workspace in global memory, passed as its last argument, aligned to 128 bytes: zeros before the first launch, and
  // each launch restores the zeros. With it exactly `blocks` run, all at a time, since they wait for each other.
  std::int64_t work_bytes = 0;
  std::string needs;  // "sm80", "sm90a" for instructions of that architecture alone; empty: any GPU
};

// The kernel of a plan. Deterministic: the same plan gives the same text. Accesses are assembly, so that no compiler
// joins or splits them and the counters see this partition.
KernelText cuda_text(const CopyPlan& plan);

// Two kernels that are traced, never timed, and a third that reads their clock; their text goes behind that of
// cuda_text. The last two parameters of the traced ones are (unsigned long long* trace, unsigned trace_tile).
//   stridescope_trace_tiles      trace[4 b ...] = multiprocessor, begin and end in ns, cycles of tile b
//   stridescope_trace_accesses   of tile trace_tile: trace[(side * warps + warp) * accesses + access] = begin << 32 |
//                                cycles; 0: no such access. None when shape.accesses is 0.
//   stridescope_timer(unsigned long long* out)   the smallest step of the clock in ns
std::string trace_text(const CopyPlan& plan);
// The order of the trace of accesses: four sides, (reads src, writes smem, reads smem, writes dst), each of warps and
// accesses.
struct TraceShape {
  std::int64_t warps = 0;
  std::int64_t accesses = 0;  // of a warp on the side that has most
  // The name of each of the four, and the end of its cycles; empty text: absent. A pipeline of stages has no sides,
  // because its accesses overlap.
  std::vector<std::string> sides;
};
TraceShape trace_shape(const CopyPlan& plan);
// fill, poison and check, to be compiled with the kernel or alone. (kernel_check.cpp)
std::string check_text(const CopyPlan& plan, bool with_element_type);
// The value that stridescope_fill writes at element x, in the low bits: the CPU's reference. A hash (splitmix64's) of x
// and seed, of which an element keeps its low bits: neighbors differ, as do seeds.
std::uint64_t element_code(std::uint64_t x, std::uint32_t seed);
// One file that nvcc builds: runs, checks and times the kernel next to cudaMemcpy. (kernel_check.cpp)
std::string standalone_text(const CopyPlan& plan);

}  // namespace stridescope
