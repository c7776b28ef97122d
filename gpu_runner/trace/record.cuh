// How the GPU writes a request of a warp down, in a program that is patched (callbacks.cu) as in a kernel whose PTX was
// rewritten (recorder.cu).
#pragma once

#include "gpu_runner/trace/spool.h"

namespace stridescope::spool {

struct Request {
  uint64_t pc;
  uint32_t kind;
  uint32_t bytes;
  uint32_t flags;
  uint32_t numbers;       // addresses of a lane, at most three
  uint64_t a, b, c;         // numbers of this lane
  uint32_t active;        // the lanes that make it, all of which are here
  bool one_lane = false;  // what a whole warp does is one lane's
};

// True if this block is traced; `slot` is its index among the traced blocks. Checked first: most blocks are not traced.
__device__ __forceinline__ bool traced(const Head* head, uint32_t& slot) {
  if (head == nullptr) return false;
  const uint32_t block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  for (slot = 0; slot < head->blocks; ++slot) {
    if (head->block[slot] == block) return true;
  }
  return false;
}

// Into the launch's records.
__device__ __forceinline__ void record(Head* head, uint32_t slot, const Request& request) {
  const uint32_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const uint32_t lane = thread % 32;
  const uint32_t leader = __ffs(request.active) - 1;
  const uint32_t records = request.numbers > 1 ? request.numbers : 1;
  uint32_t at = 0;
  if (lane == leader) {
    at = atomicAdd(&head->records, records);
    atomicAdd(&head->wanted[slot], 1u);
    if (at + records <= head->capacity) atomicAdd(&head->kept[slot], 1u);
    uint32_t shared = 0;
    asm("mov.u32 %0, %%total_smem_size;" : "=r"(shared));
    head->shared_bytes = shared;
#if __CUDA_ARCH__ >= 800
    asm("mov.u32 %0, %%reserved_smem_offset_end;" : "=r"(shared));
    head->shared_base = shared;
#endif
  }
  at = __shfl_sync(request.active, at, leader);
  if (at + records > head->capacity || at + records < at) return;
  Record* out = reinterpret_cast<Record*>(head + 1) + at;
  for (uint32_t i = 0; i < records; ++i) {
    if (lane == leader) {
      out[i].pc = request.pc;
      out[i].kind = request.kind;
      out[i].slot = slot;
      out[i].warp = thread / 32;
      out[i].active = request.one_lane ? 1u << leader : request.active;
      out[i].bytes = request.bytes;
      out[i].flags = request.flags;
    }
    out[i].number[lane] = i == 0 ? request.a : i == 1 ? request.b : request.c;
  }
}

}  // namespace stridescope::spool
