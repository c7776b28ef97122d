// The probe of shared memory: which lanes of a warp share a wavefront (phase_probe.h). Repeated accesses have addresses
// that the compiler cannot tell from new ones, and what is read is summed: nothing may be left out. Nothing else touches
// shared memory, whose content does not matter.
#define DIGITS 4          // patterns of a launch
#define BASE 64           // pattern d is read BASE^d times
#define WIDTH 16          // bytes of an access
#define MEMORY 4096       // bytes
#define VARIABLES x, y, z, w
#define VECTOR "v4.u32"
#define NUMBERS "{%0, %1, %2, %3}"
#define FROM "4"
#define OUTPUTS "=r"(x), "=r"(y), "=r"(z), "=r"(w)
#define SUM x ^ y ^ z ^ w
#define STORED "{%1, %1, %1, %1}"

// @text head
// A probe, written by Stridescope: which lanes of a warp share a wavefront of shared memory.
// The table has 32 addresses for each of DIGITS patterns, in bytes; a lane beyond the memory is off. Pattern d is read BASE^d times
// and written as often: in base BASE the digits of a launch's count are the patterns' wavefronts. step is 0.
// @end

// @text kernel

extern "C" __global__ void __launch_bounds__(32)
stridescope_phases_WIDTH(const unsigned* table, unsigned step, unsigned* sums) {
  const int t = threadIdx.x;
  __shared__ __align__(1024) unsigned char memory[MEMORY];
  const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(memory));
  unsigned sum = 0;
  int repetitions = 1;
  for (int d = 0; d < DIGITS; ++d) {
    const unsigned offset = table[32 * d + t];
    if (offset < MEMORY) {
      unsigned at = base + offset;
      for (int i = 0; i < repetitions; ++i) {
        unsigned VARIABLES;
        asm volatile("ld.shared." VECTOR " " NUMBERS ", [%" FROM "];" : OUTPUTS : "r"(at) : "memory");
        sum += SUM;
        at += step;
      }
      for (int i = 0; i < repetitions; ++i) {
        asm volatile("st.shared." VECTOR " [%0], " STORED ";" ::"r"(at), "r"(sum) : "memory");
        at += step;
      }
    }
    __syncwarp();
    repetitions *= BASE;
  }
  sums[t] = sum;
}
// @end
