// What the GPU does before each memory instruction of a kernel whose PTX was rewritten (core/trace/ptx.h): the active lanes
// of a warp write their addresses into the launch's records, as callbacks.cu does for programs that are patched. Carried
// as PTX, which the driver links with the kernel's: the target stridescope_trace_recorder writes recorder.ptx.
#include "gpu_runner/trace/spool.h"

using namespace stridescope::spool;

// Where the launch's records are; the host sets it.
extern "C" {
__device__ Head* stridescope_head = nullptr;
}

// `what`: what it is, how many addresses from bit 8 on, from bit 16 on whether the first is a generic one.
extern "C" __device__ __noinline__ void stridescope_record(uint32_t place, uint32_t what, uint32_t bytes, uint32_t flags,
                                                           uint64_t a, uint64_t b) {
  Head* head = stridescope_head;
  if (head == nullptr) return;
  const uint32_t block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  uint32_t slot = 0;
  while (slot < head->blocks && head->block[slot] != block) ++slot;
  if (slot == head->blocks) return;
  uint32_t kind = what & 0xff;
  const uint32_t numbers = what >> 8 & 0xff;
  if (what >> 16 != 0) {
    const void* address = reinterpret_cast<const void*>(a);
    if (__isShared(address)) {
      kind = shared_access;
      a = __cvta_generic_to_shared(address);
    } else if (__isLocal(address)) {
      kind = local_access;
      a = __cvta_generic_to_local(address);
    }
  }
  const uint32_t thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const uint32_t lane = thread % 32;
  // Of lanes that wrote to one memory: a generic access is an access to each.
  const uint32_t active = __match_any_sync(__activemask(), kind);
  const uint32_t leader = __ffs(active) - 1;
  const uint32_t records = numbers > 1 ? numbers : 1;
  uint32_t at = 0;
  if (lane == leader) {
    at = atomicAdd(&head->records, records);
    atomicAdd(&head->wanted[slot], 1u);
    if (at + records <= head->capacity) atomicAdd(&head->kept[slot], 1u);
    uint32_t shared = 0;
    asm volatile("mov.u32 %0, %%total_smem_size;" : "=r"(shared));
    head->shared_bytes = shared;
    asm volatile("mov.u32 %0, %%reserved_smem_offset_end;" : "=r"(shared));
    head->shared_base = shared;
  }
  at = __shfl_sync(active, at, leader);
  if (at + records > head->capacity || at + records < at) return;
  Record* record = reinterpret_cast<Record*>(head + 1) + at;
  for (uint32_t i = 0; i < records; ++i) {
    if (lane == leader) {
      record[i].pc = place;
      record[i].kind = kind;
      record[i].slot = slot;
      record[i].warp = thread / 32;
      record[i].active = active;
      record[i].bytes = bytes;
      record[i].flags = flags;
    }
    record[i].number[lane] = i == 0 ? a : b;
  }
}
