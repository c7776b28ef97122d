// Parts that all proofs share: codes that fill elements, poisoned memory, offsets of elements by their own layout, and
// the numbers that bits represent.
#define NAME number
#define INDEX long long
#define DIGIT
#define QUOTIENT c / 8LL % 4LL
#define STRIDE 16LL
#define SWIZZLE
#define OFFSET 0LL
#define BITS 56LL
#define SHIFT >> 3
#define INTEGER 0
#define SIGNED 1
#define MASK 255ull
#define SIGN 15
#define DOUBLE 0
#define FLOAT 0
#define SHORTER 0    // the upper half of a float
#define HALF 0
#define MANTISSA 10
#define MANTISSAS 1023
#define MANTISSA_BITS 1023ull
#define EXPONENTS 31
#define ONE_NAN 0
#define BIAS 998     // added to an exponent: bias of double, minus bias of the type, minus its mantissa bits
#define IMPLICIT 1024
#define LEAST 12     // smallest exponent of the inputs: 1/8
#define ZEROS 0

// Equal to the CPU's (kernel.h).
// @text element_code
// What element x of an input is made of: mixed, so that neighbours differ in every bit.
__device__ unsigned long long element_code(unsigned long long x, unsigned seed) {
  unsigned long long k = x + 0x9E3779B97F4A7C15ull * (seed + 1ull);
  k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9ull;
  k = (k ^ (k >> 27)) * 0x94D049BB133111EBull;
  return k ^ (k >> 31);
}
// @end

// @text poison
extern "C" __global__ void stridescope_poison(unsigned char* to, long long count) {
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x; x < count; x += step) to[x] = 0xA5 ^ (x & 0x5A);
}
// @end

// @text offset
__device__ long long NAME_offset(INDEX c) {
  long long x = 0;
  // @for DIGIT
  x += (long long)(QUOTIENT) * (STRIDE);
  // @next
  // @for SWIZZLE
  x += OFFSET;
  x ^= (x & BITS) SHIFT;
  // @next
  return x;
}
// @end

// Bits as a number, and the code of element x as bits that are a number.
// @text value
__device__ double NAME(unsigned long long bits) {
#if INTEGER
  const unsigned long long v = bits & MASK;
#if SIGNED
  if (v >> SIGN) return -(double)(long long)(MASK - v + 1);
#endif
  return (double)(long long)v;
#elif DOUBLE
  return __longlong_as_double((long long)bits);
#elif FLOAT
  return __int_as_float((int)bits);
#elif SHORTER
  return __int_as_float((int)bits << 16);
#elif HALF
  float x;
  asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((unsigned short)bits));
  return x;
#else
  const int e = (int)(bits >> MANTISSA & EXPONENTS), m = (int)(bits & MANTISSAS);
#if ONE_NAN
  if ((bits & 127) == 127) return __longlong_as_double(-1);
#else
  if (e == EXPONENTS) return __longlong_as_double(-1);
#endif
  const double scale = __longlong_as_double((long long)((e == 0 ? 1 : e) + BIAS) << 52);
  const double v = scale * (e == 0 ? m : m + IMPLICIT);
  return bits >> SIGN & 1 ? -v : v;
#endif
}
__device__ unsigned long long NAME_code(unsigned long long x, unsigned seed) {
  const unsigned long long h = element_code(x, seed);
#if INTEGER
  return h & MASK;
#else
  return (h >> 63 << SIGN | ((h & 3) + LEAST) << MANTISSA | (h >> 8 & MANTISSA_BITS)) << ZEROS;
#endif
}
// @end
