// Kernel values as CUDA C++. Every layout is a compile-time constant, and a comment or name gives the mode of each part
// of an address. The text needs no header: nvcc and NVRTC compile it unchanged.
//
//   extern "C" __global__ void stridescope_copy(const Element* src, Element* dst)
//   extern "C" __global__ void stridescope_fill(Element* to, long long count, unsigned seed)
//   extern "C" __global__ void stridescope_poison(unsigned char* to, long long count)
//   extern "C" __global__ void stridescope_check(const Element* src, const Element* dst, unsigned long long* wrong)
//
// fill writes a code of x at element x. check addresses both tensors by their own layouts, never by the partition.
// wrong[0] counts the wrong elements; wrong[1 ...] are 1-D coordinates of some of them, in no order, at most
// max_wrong_listed. pre: wrong[0] is 0. An Element is an unsigned integer or a vector of them as wide as the type, or a
// byte of several elements; src and dst point to the elements of offset 0. With TMA the descriptors follow as
// parameters: src, then dst.
#pragma once

#include <string>
#include <vector>

#include "core/kernels/copy/copy_plan.h"
#include "core/kernels/kernel_text.h"

namespace stridescope {

inline constexpr int max_wrong_listed = 64;
inline constexpr int check_threads = 256;  // per block of fill, poison and check: one element each, grid-stride

// A kernel's text with its launch configuration: blocks, threads, and dynamic shared memory in bytes. `name` is the
// function to launch.
struct KernelText : MarkedText {
  std::string name = "stridescope_copy";
  std::int64_t blocks = 0;
  std::int64_t threads = 0;
  std::int64_t shared_bytes = 0;  // dynamic
  std::int64_t cluster = 1;       // blocks per cluster
  bool persistent = false;        // as many blocks as fit on the GPU, at most `blocks`
  // Bytes of workspace in global memory, passed as the last argument, aligned to 128. It is zero before the first
  // launch, and each launch restores the zeros. A kernel with workspace runs exactly `blocks` blocks at the same time,
  // since they wait for each other.
  std::int64_t work_bytes = 0;
  std::string needs;  // minimum architecture, "sm80"; "sm90a": only that one; empty: any GPU
};

// The kernel of a plan. Deterministic: the same plan gives the same text. Accesses are inline assembly, so the compiler
// neither joins nor splits them, and the counters measure this partition.
KernelText cuda_text(const CopyPlan& plan);

// Two traced kernels, never timed, and a third that reads their clock; append the text to that of cuda_text. The last
// two parameters of the traced ones are (unsigned long long* trace, unsigned trace_tile).
//   stridescope_trace_tiles      trace[4 b ...] = multiprocessor, begin and end in ns, cycles of tile b
//   stridescope_trace_accesses   for tile trace_tile: trace[(side * warps + warp) * accesses + access] = begin << 32 |
//                                cycles; 0: no such access. Omitted if shape.accesses is 0.
//   stridescope_timer(unsigned long long* out)   the smallest step of the clock in ns
std::string trace_text(const CopyPlan& plan);
// The order of a trace of accesses: four sides (reads src, writes smem, reads smem, writes dst), each of warps and
// accesses.
struct TraceShape {
  std::int64_t warps = 0;
  std::int64_t accesses = 0;  // accesses per warp of the side with the most
  // The name of each of the four sides, with the event that ends its cycles; an empty text: absent. Empty for a
  // pipeline of stages, whose accesses overlap.
  std::vector<std::string> sides;
};
TraceShape trace_shape(const CopyPlan& plan);
// fill, poison and check, compiled with the kernel or alone (kernel_check.cpp).
std::string check_text(const CopyPlan& plan, bool with_element_type);
// The code that stridescope_fill writes at element x, in the low bits: the CPU's reference. A hash (splitmix64) of x
// and seed; an element keeps the low bits. Neighbors get different codes, and so do different seeds.
std::uint64_t element_code(std::uint64_t x, std::uint32_t seed);
// One file for nvcc that runs, checks and times the kernel against cudaMemcpy (kernel_check.cpp).
std::string standalone_text(const CopyPlan& plan);

}  // namespace stridescope
