// GPU code that runs before each memory instruction of a kernel whose PTX was rewritten (ptx.h): the active lanes of a
// warp write their addresses into the launch's records, like callbacks.cu for patched programs. It is kept as PTX,
// which the driver links with the kernel's: the target stridescope_trace_recorder writes recorder.ptx.
#include "gpu_runner/trace/record.cuh"

using namespace stridescope::spool;

// The launch's records; the host sets it.
extern "C" {
__device__ Head* stridescope_head = nullptr;
}

// `what`: the kind in bits 0 to 7, the number of addresses in bits 8 to 15, and from bit 16 on whether the first
// address is generic.
extern "C" __device__ __noinline__ void stridescope_record(uint32_t place, uint32_t what, uint32_t bytes, uint32_t flags,
                                                           uint64_t a, uint64_t b) {
  Head* head = stridescope_head;
  uint32_t slot = 0;
  if (!traced(head, slot)) return;
  uint32_t kind = what & 0xff;
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
  // The lanes that execute the same instruction on the same memory: a generic access is split by memory, and lanes that
  // have parted can meet here from several instructions.
  const uint32_t active = __match_any_sync(__activemask(), uint64_t{place} << 8 | kind);
  record(head, slot, {place, kind, bytes, flags, what >> 8 & 0xff, a, b, 0, active});
}
