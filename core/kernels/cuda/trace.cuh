// Clock functions of the traced kernels.
#define FIRST threadIdx.x  // 0: the recording thread

// @text clock
// For the traced kernels only. Of tile b: its multiprocessor, begin, end and cycles.
__device__ __forceinline__ unsigned long long nanoseconds() {
  unsigned long long out;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(out)::"memory");
  return out;
}
__device__ __forceinline__ unsigned tick() {
  unsigned out;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(out)::"memory");
  return out;
}
__device__ __forceinline__ void trace_begin(unsigned long long* trace, unsigned b) {
  if (FIRST != 0) return;
  unsigned processor;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
  trace[4ull * b] = processor;
  trace[4ull * b + 3] = tick();
  trace[4ull * b + 1] = nanoseconds();
}
__device__ __forceinline__ void trace_end(unsigned long long* trace, unsigned b) {
  if (FIRST != 0) return;
  trace[4ull * b + 2] = nanoseconds();
  trace[4ull * b + 3] = tick() - static_cast<unsigned>(trace[4ull * b + 3]);
}
// @end

// @text timer
// The smallest step of the clock.
extern "C" __global__ void stridescope_timer(unsigned long long* out) {
  unsigned long long least = ~0ull;
  for (int i = 0; i < 200; ++i) {
    const unsigned long long begin = nanoseconds();
    unsigned long long end = begin;
    for (int k = 0; k < 10000 && end == begin; ++k) end = nanoseconds();
    if (end > begin && end - begin < least) least = end - begin;
  }
  *out = least;
}
// @end
