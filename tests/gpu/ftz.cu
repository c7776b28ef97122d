// Measures what a GPU makes of results of .ftz just below the smallest normal number.
// Usage: nvcc -O1 -Xptxas -O0 -arch=sm_90 -o ftz ftz.cu && ./ftz
//
// Prints a line for each instruction: the results where three rules differ, and how many of them each rule explains.
// For an exact result x:
//   before   zero if |x| is below the smallest normal
//   after    zero if x, rounded to the precision with an unbounded exponent, is below it: the rule of the PTX machine
//   grid     zero if x, rounded to the grid of subnormals, is below it
//
// On an NVIDIA H200 (driver 580.159.04, 2026-11-30) "after" explains all results of all fifteen instructions.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

struct Case {
  uint64_t a, b, c;
  double exact;
};

#define KERNEL(name, body)                                                              \
  __global__ void name(const Case* in, uint32_t* out, int n) {                          \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;                                \
    if (i >= n) return;                                                                 \
    const uint32_t a = uint32_t(in[i].a), b = uint32_t(in[i].b), c = uint32_t(in[i].c); \
    uint32_t d = 0;                                                                     \
    body;                                                                               \
    (void)a;                                                                            \
    (void)b;                                                                            \
    (void)c;                                                                            \
    out[i] = d;                                                                         \
  }
// An operation has its operands in its text: three, or two. Both halves of a pair are the same case; the low one is
// compared.
#define PAIR(name, op) \
  KERNEL(name, asm volatile(op : "=r"(d) : "r"(a | a << 16), "r"(b | b << 16), "r"(c | c << 16)); d &= 0xffff)
#define HALF(name, op)                                                                                            \
  KERNEL(name, asm volatile("{.reg .b16 x, y, z, w; cvt.u16.u32 x, %1; cvt.u16.u32 y, %2; cvt.u16.u32 z, %3; " op \
                            "; cvt.u32.u16 %0, w;}"                                                               \
                            : "=r"(d)                                                                             \
                            : "r"(a), "r"(b), "r"(c)))
#define FLOAT(name, op)                                                                                             \
  KERNEL(name,                                                                                                      \
         asm volatile("{.reg .f32 x, y, z, w; mov.b32 x, %1; mov.b32 y, %2; mov.b32 z, %3; " op "; mov.b32 %0, w;}" \
                      : "=r"(d)                                                                                     \
                      : "r"(a), "r"(b), "r"(c)))
PAIR(h2fma, "fma.rn.ftz.f16x2 %0, %1, %2, %3;")
PAIR(h2mul, "mul.rn.ftz.f16x2 %0, %1, %2;")
PAIR(h2add, "add.rn.ftz.f16x2 %0, %1, %2;")
HALF(hfma, "fma.rn.ftz.f16 w, x, y, z")
HALF(hmul, "mul.rn.ftz.f16 w, x, y")
FLOAT(fma_rn, "fma.rn.ftz.f32 w, x, y, z")
FLOAT(fma_rz, "fma.rz.ftz.f32 w, x, y, z")
FLOAT(fma_rp, "fma.rp.ftz.f32 w, x, y, z")
FLOAT(fma_rm, "fma.rm.ftz.f32 w, x, y, z")
FLOAT(mul_rn, "mul.rn.ftz.f32 w, x, y")
FLOAT(mul_rz, "mul.rz.ftz.f32 w, x, y")
FLOAT(mul_rp, "mul.rp.ftz.f32 w, x, y")
FLOAT(mul_rm, "mul.rm.ftz.f32 w, x, y")
FLOAT(add_rn, "add.rn.ftz.f32 w, x, y")
__global__ void cvt_rn(const Case* in, uint32_t* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float f;
  asm volatile("cvt.rn.ftz.f32.f64 %0, %1;" : "=f"(f) : "d"(__longlong_as_double((long long)in[i].a)));
  out[i] = __float_as_uint(f);
}

struct Type {
  int mantissa, least;
};  // explicit bits; exponent of the smallest normal
const Type f16 = {10, -14}, f32 = {23, -126};

uint64_t bits_of(const Type& t, double v) {  // v is a normal number of the type
  int e;
  const double m = std::frexp(std::fabs(v), &e);  // [1/2, 1)
  const uint64_t s = v < 0 ? 1 : 0;
  const int width = t.mantissa == 10 ? 15 : 31;
  return s << width | uint64_t(e - t.least) << t.mantissa |
         (uint64_t(std::ldexp(m, t.mantissa + 1)) & ((uint64_t(1) << t.mantissa) - 1));
}
// x rounded to multiples of 2^unit; mode n, z, p, m
double rounded(double x, int unit, char mode) {
  const double y = std::ldexp(x, -unit);
  const double z = mode == 'n'   ? std::nearbyint(y)
                   : mode == 'z' ? std::trunc(y)
                   : mode == 'p' ? std::ceil(y)
                                 : std::floor(y);
  return std::ldexp(z, unit);
}
uint64_t rng = 88172645463325252ull;
uint64_t next() {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return rng;
}

std::vector<Case> cases(const Type& t, char op) {
  std::vector<Case> out;
  const int m = t.mantissa;
  const double normal = std::ldexp(1.0, t.least), one = std::ldexp(1.0, m);
  const auto add = [&](double a, double b, double c, double exact) {
    out.push_back({bits_of(t, a), bits_of(t, b), c == 0 ? 0 : bits_of(t, c), exact});
    // For the negated product, the zero of c has the sign of the product.
    out.push_back({bits_of(t, -a), bits_of(t, op == '+' ? -b : b),
                   c == 0 ? uint64_t(1) << (m == 10 ? 15 : 31) : bits_of(t, -c), -exact});
  };
  const int half = t.least / 2;
  if (op == '*' || op == 'f') {
    for (int n = 0; n < (m == 10 ? 1023 : 20000); ++n) {
      const uint64_t i = m == 10 ? n + 1 : next() % ((1 << 23) - 2) + 1;
      const uint64_t x = (uint64_t(1) << m) + i;
      const uint64_t y0 = (uint64_t(2) << (2 * m)) / x;
      for (uint64_t k = 0; k < 3; ++k) {
        const uint64_t y = y0 - k;
        if (y < (uint64_t(1) << m) || y >= (uint64_t(2) << m) || x * y >= uint64_t(2) << (2 * m)) continue;
        const double a = std::ldexp(x / one, half), b = std::ldexp(y / one, t.least - 1 - half);
        add(a, b, 0, a * b);
      }
    }
    const double below = 1 - std::ldexp(1.0, -m - 1);  // of the format: exact product below the smallest normal
    add(below, normal, 0, below * normal);
  }
  if (op == 'f') {  // the smallest normal minus a product, at all distances of up to two of its lower neighbors
    for (int e = m == 10 ? -14 : -30; e < -m + 1; ++e) {
      for (int n = 0; n < (m == 10 ? 1024 : 2000); ++n) {
        const uint64_t i = m == 10 ? n : n < 4 ? n : next() % (1 << 23);
        const int part = (t.least + e) / 2;
        const double a = -std::ldexp(1 + i / one, part), b = std::ldexp(1.0, t.least + e - part);
        if (std::fabs(b) < normal || a * b + normal <= 0) continue;
        add(a, b, normal, a * b + normal);
      }
    }
  }
  if (op == '+') {  // exact: all rules agree
    for (int n = 0; n < 1000; ++n) {
      const double a = normal * (1 + (n + 1) / 1024.0), b = -normal * (1 + (n % 37) / 1024.0);
      if (a + b != 0) add(a, b, 0, a + b);
    }
  }
  if (op == 'c') {
    for (int n = 0; n < 4096; ++n) {
      const double x = normal * (1 - (n + 1) * std::ldexp(1.0, -m - 8));
      for (const double s : {x, -x}) {
        Case c = {};
        std::memcpy(&c.a, &s, 8);
        c.exact = s;
        out.push_back(c);
      }
    }
  }
  return out;
}

typedef void (*Kernel)(const Case*, uint32_t*, int);
void run(const char* name, Kernel kernel, const Type& t, char op, char mode) {
  const std::vector<Case> in = cases(t, op);
  const int n = int(in.size());
  Case* device;
  uint32_t* results;
  cudaMalloc(&device, n * sizeof(Case));
  cudaMalloc(&results, n * 4);
  cudaMemcpy(device, in.data(), n * sizeof(Case), cudaMemcpyHostToDevice);
  kernel<<<(n + 127) / 128, 128>>>(device, results, n);
  std::vector<uint32_t> got(n);
  const cudaError_t error = cudaMemcpy(got.data(), results, n * 4, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s: %s\n", name, cudaGetErrorString(error));
    return;
  }
  const double normal = std::ldexp(1.0, t.least);
  const char* const rules[] = {"before", "after", "grid"};
  int differ = 0, right[3] = {}, all[3] = {}, shown = 0;
  for (int i = 0; i < n; ++i) {
    const double x = in[i].exact;
    int e;
    std::frexp(x, &e);
    const double unbounded = rounded(x, e - t.mantissa - 1, mode), grid = rounded(x, t.least - t.mantissa, mode);
    const double tested[3] = {x, unbounded, grid};
    uint32_t expected[3];
    for (int r = 0; r < 3; ++r) {
      const uint32_t sign = std::signbit(x) ? (t.mantissa == 10 ? 0x8000u : 0x80000000u) : 0;
      expected[r] = std::fabs(tested[r]) < normal
                        ? sign
                        : uint32_t(bits_of(t, std::fabs(grid) < normal ? std::copysign(normal, x) : grid));
      all[r] += got[i] == expected[r];
    }
    if (got[i] != expected[1] && shown++ < 2)
      std::printf("  %s: %llx %llx %llx, exact %a: %x; before %x, after %x, grid %x\n", name,
                  (unsigned long long)in[i].a, (unsigned long long)in[i].b, (unsigned long long)in[i].c, x, got[i],
                  expected[0], expected[1], expected[2]);
    if (expected[0] == expected[1] && expected[1] == expected[2]) continue;
    ++differ;
    for (int r = 0; r < 3; ++r) right[r] += got[i] == expected[r];
  }
  std::printf("%-18s %7d cases, rules differ in %6d:", name, n, differ);
  for (int r = 0; r < 3; ++r) std::printf("  %s %d%s", rules[r], right[r], all[r] == n ? " (all cases)" : "");
  std::printf("\n");
  cudaFree(device);
  cudaFree(results);
}

int main() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  std::printf("%s, sm_%d%d\n", p.name, p.major, p.minor);
  run("fma.rn.ftz.f16x2", h2fma, f16, 'f', 'n');
  run("mul.rn.ftz.f16x2", h2mul, f16, '*', 'n');
  run("add.rn.ftz.f16x2", h2add, f16, '+', 'n');
  run("fma.rn.ftz.f16", hfma, f16, 'f', 'n');
  run("mul.rn.ftz.f16", hmul, f16, '*', 'n');
  run("fma.rn.ftz.f32", fma_rn, f32, 'f', 'n');
  run("fma.rz.ftz.f32", fma_rz, f32, 'f', 'z');
  run("fma.rp.ftz.f32", fma_rp, f32, 'f', 'p');
  run("fma.rm.ftz.f32", fma_rm, f32, 'f', 'm');
  run("mul.rn.ftz.f32", mul_rn, f32, '*', 'n');
  run("mul.rz.ftz.f32", mul_rz, f32, '*', 'z');
  run("mul.rp.ftz.f32", mul_rp, f32, '*', 'p');
  run("mul.rm.ftz.f32", mul_rm, f32, '*', 'm');
  run("add.rn.ftz.f32", add_rn, f32, '+', 'n');
  run("cvt.rn.ftz.f32.f64", cvt_rn, f32, 'c', 'n');
}
