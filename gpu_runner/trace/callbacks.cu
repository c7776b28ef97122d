// GPU code that runs at each traced instruction: the active lanes of a warp write their addresses into the launch's
// records. The program's own memory and registers do not change. Built as a patch for the Compute Sanitizer API, which
// calls these functions; prototypes are those of sanitizer_patching.h.
//   nvcc -O3 --compile-as-tools-patch -fatbin -I ROOT callbacks.cu
#include "gpu_runner/trace/record.cuh"

using namespace stridescope::spool;

namespace {

__device__ __forceinline__ void put(void* data, uint64_t pc, Kind kind, uint32_t bytes, uint32_t flags,
                                    uint32_t numbers, uint64_t a = 0, uint64_t b = 0, uint64_t c = 0,
                                    bool one = false) {
  Head* head = static_cast<Head*>(data);
  uint32_t slot = 0;
  if (traced(head, slot)) record(head, slot, {pc, kind, bytes, flags, numbers, a, b, c, __activemask(), one});
}

// Converts a cluster's shared address to an address in its block.
__device__ __forceinline__ uint64_t own(uint32_t address) { return address & 0xffffff; }

}  // namespace

// SANITIZER_PATCH_SUCCESS
#define CALLBACK extern "C" __device__ __noinline__ int

CALLBACK stridescope_global(void* data, uint64_t pc, void* address, uint32_t bytes, uint32_t flags, const void*) {
  put(data, pc, global_access, bytes, flags, 1, reinterpret_cast<uint64_t>(address));
  return 0;
}
CALLBACK stridescope_shared(void* data, uint64_t pc, void* address, uint32_t bytes, uint32_t flags, const void*) {
  put(data, pc, shared_access, bytes, flags, 1, reinterpret_cast<uint64_t>(address));
  return 0;
}
CALLBACK stridescope_local(void* data, uint64_t pc, void* address, uint32_t bytes, uint32_t flags, const void*) {
  put(data, pc, local_access, bytes, flags, 1, reinterpret_cast<uint64_t>(address));
  return 0;
}
CALLBACK stridescope_remote(void* data, uint64_t pc, void* address, uint32_t bytes, uint32_t flags, const void*) {
  put(data, pc, remote_access, bytes, flags, 1, reinterpret_cast<uint64_t>(address) & 0xffffff);
  return 0;
}
CALLBACK stridescope_matrix(void* data, uint64_t pc, uint32_t address, uint32_t bytes, uint32_t flags, uint32_t count,
                            const void*) {
  put(data, pc, matrix_access, bytes, (flags & 3) | count << 8, 1, address);
  return 0;
}
CALLBACK stridescope_async(void* data, uint64_t pc, void* from, uint32_t to, uint32_t bytes) {
  // A copy without a source fills with zeros.
  if (from != nullptr) put(data, pc, async_copy, bytes, reads, 2, reinterpret_cast<uint64_t>(from), to);
  return 0;
}
CALLBACK stridescope_bulk_load(void* data, uint64_t pc, uint64_t from, uint32_t to, uint32_t, uint32_t size, uint32_t) {
  put(data, pc, bulk_load, 0, reads, 3, from, own(to), 16 * (size & 0xffff), true);
  return 0;
}
CALLBACK stridescope_bulk_store(void* data, uint64_t pc, uint64_t to, uint32_t from, uint32_t blocks) {
  put(data, pc, bulk_store, 0, writes, 3, own(from), to, 16 * static_cast<uint64_t>(blocks), true);
  return 0;
}
CALLBACK stridescope_tensor_load(void* data, uint64_t pc, uint64_t, uint32_t to, uint32_t, int, int, int, int, int,
                                 uint32_t, uint32_t, uint32_t, uint32_t) {
  put(data, pc, tensor_load, 0, reads, 1, own(to), 0, 0, true);
  return 0;
}
CALLBACK stridescope_product(void* data, uint64_t pc, uint32_t a, uint32_t a_bytes, uint32_t b, uint32_t, uint32_t,
                             uint32_t warp_mask) {
  if (warp_mask == 0) return 0;
  if (a_bytes != 0) put(data, pc, matrix_product, 0, reads, 1, own(a), 0, 0, true);
  put(data, pc, matrix_product, 0, reads | 4, 1, own(b), 0, 0, true);
  return 0;
}
CALLBACK stridescope_barrier(void* data, uint64_t pc, uint32_t, uint32_t threads, uint32_t) {
  // A barrier of only some threads is not a barrier of the block.
  const uint32_t all = blockDim.x * blockDim.y * blockDim.z;
  put(data, pc, threads == 0 || threads >= all ? barrier : other_wait, 0, 0, 0);
  return 0;
}
CALLBACK stridescope_wait(void* data, uint64_t pc) {
  put(data, pc, other_wait, 0, 0, 0);
  return 0;
}
CALLBACK stridescope_wait_groups(void* data, uint64_t pc, uint32_t) {
  put(data, pc, other_wait, 0, 0, 0);
  return 0;
}
CALLBACK stridescope_wait_product(void* data, uint64_t pc, uint32_t, uint32_t) {
  put(data, pc, other_wait, 0, 0, 0);
  return 0;
}
CALLBACK stridescope_cuda_barrier(void* data, uint64_t pc, void*, uint32_t, uint32_t) {
  put(data, pc, other_wait, 0, 0, 0);
  return 0;
}
