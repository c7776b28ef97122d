// Kernels as text, each a loop long enough that decoding does not count.
#include "tests/bench/machine.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/base/text.h"
#include "core/machine/machine.h"

namespace stridescope::bench {
namespace {

using machine::Launch;

#if defined(__EMSCRIPTEN__)
constexpr double ns_of_instruction = 20;
#else
constexpr double ns_of_instruction = 10;
#endif

std::string kernel(const std::string& body) {
  return cat(
      ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<40>;\n.reg "
      ".f32 "
      "%f<64>;\n.reg .b64 %rd<9>;\n.reg .pred %p<3>;\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, "
      "0;\n",
      body, "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd1, %rd1, %rd2;\nst.global.f32 [%rd1], %f5;\nret;\n}\n");
}
std::string loop(int times, const std::string& body) {
  return cat("LOOP:\n", body, "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, ", times, ";\n@%p1 bra LOOP;\n");
}
std::string zero_sums(int count) {
  std::string out;
  for (int i = 0; i < count; ++i) append_all(out, "mov.f32 %f", i, ", 0f00000000;\n");
  return out;
}
// "{%f4, %f5}"
std::string vector_of(const std::string& name, int first, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) append_all(out, i == 0 ? "{" : ", ", name, first + i);
  return out + "}";
}

std::string scalar_loop() {
  return kernel(
      "mov.f32 %f5, 0f00000000;\nmov.u32 %r3, 0;\n" +
      loop(1000,
           "add.u32 %r3, %r3, %r1;\nxor.b32 %r3, %r3, %r2;\nmad.lo.u32 %r4, %r3, 5, %r1;\nfma.rn.f32 %f5, %f5, "
           "0f3F7FFFFF, 0f3F800000;\nshl.b32 %r5, %r4, 2;\n"));
}

// Copies within global and shared memory, by 4 and 16 bytes.
std::string memory_loop() {
  return kernel(
      ".shared .align 16 .b8 s[4096];\nmov.u32 %r20, s;\nshl.b32 %r3, %r1, 4;\nadd.u32 %r20, %r20, %r3;\n"
      "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\nmov.f32 %f5, 0f00000000;\n" +
      loop(500,
           "ld.global.f32 %f0, [%rd3];\nadd.f32 %f0, %f0, 0f3F800000;\nst.shared.f32 [%r20], %f0;\n"
           "ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r20];\nst.shared.v4.f32 [%r20], {%f4, %f1, %f2, %f3};\n"
           "add.f32 %f5, %f5, %f2;\nst.global.f32 [%rd3], %f5;\n"));
}

// Exchanges, conversions, quotients and approximations, as in a softmax.
std::string softmax_loop() {
  return kernel(
      "cvt.rn.f32.u32 %f5, %r1;\n" +
      loop(500,
           "mov.b32 %r4, %f5;\nshfl.sync.bfly.b32 %r5, %r4, 1, 31, -1;\nmov.b32 %f1, %r5;\nmax.f32 %f1, %f1, %f5;\n"
           "sub.f32 %f2, %f5, %f1;\nex2.approx.ftz.f32 %f3, %f2;\nadd.f32 %f3, %f3, 0f3F800000;\n"
           "div.rn.f32 %f4, %f1, %f3;\ncvt.rn.f16x2.f32 %r6, %f4, %f3;\nand.b32 %r6, %r6, 0x7fff;\nadd.u32 %r7, %r7, "
           "%r6;\nadd.f32 %f5, %f4, 0f3F000000;\n"));
}

// Each product of a warp's 64 x 32 tile reads two operands from shared memory, as in a GEMM. sums: registers that a
// product adds to, the first of which is `name` `first`.
std::string mma_loop(const std::string& opcode, const std::string& name, int first, int sums) {
  std::string body =
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r20];\n"
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r14, %r15, %r16, %r17}, [%r20];\n";
  for (int i = 0; i < 4; ++i) {
    const std::string d = vector_of(name, first + sums * i, sums);
    append_all(body, "mma.sync.aligned.", opcode, ' ', d, ", {%r10, %r11, %r12, %r13}, {%r14, %r15}, ", d,
               ";\nadd.u32 %r21, %r20, %r2;\nxor.b32 %r22, %r21, 64;\nand.b32 %r22, %r22, 127;\n");
  }
  return kernel(
      cat(".shared .align 16 .b8 s[1024];\nmov.u32 %r20, s;\nand.b32 %r3, %r1, 31;\nshl.b32 %r3, %r3, 4;\nadd.u32 "
          "%r20, %r20, %r3;\n",
          zero_sums(16), loop(50, body)));
}

// One tile of 128 x 128 x 64 by two warpgroups.
std::string wgmma_tile() {
  std::string products = "wgmma.fence.sync.aligned;\n";
  for (int k = 0; k < 4; ++k)
    append_all(products, "add.s64 %rd3, %rd5, ", 2 * k, ";\nadd.s64 %rd4, %rd6, ", 2 * k,
               ";\nwgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 ", vector_of("%f", 0, 64),
               ", %rd3, %rd4, %p2, 1, 1, 0, 0;\n");
  // SW128, 1024 bytes from 8 rows to the next 8.
  return kernel(
      cat(".shared .align 1024 .b8 s[32768];\nmov.u32 %r3, s;\nshr.u32 %r3, %r3, 4;\ncvt.u64.u32 %rd5, %r3;\nadd.s64 "
          "%rd5, %rd5, 0x4000004000010000;\nadd.s64 %rd6, %rd5, 1024;\nshr.u32 %r4, %r1, 7;\nmul.wide.u32 %rd7, %r4, "
          "512;\nadd.s64 %rd5, %rd5, %rd7;\nsetp.eq.u32 %p2, 0, 0;\n",
          zero_sums(64), products, "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"));
}

void run_kernel(Suite& suite, const std::string& name, const std::string& ptx, double limit) {
  const auto program = machine::read_ptx(ptx);
  Launch launch;
  launch.block[0] = 256;
  launch.arguments = {{std::string(1024, '\0'), true}};
  const auto first = program ? machine::execute(*program, program->functions[0], launch)
                             : stridescope::Result<machine::Outcome>(failure(program.error()));
  if (!first) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), english(first.error().message).c_str());
    std::exit(1);
  }
  suite.run(cat(name, ", ", first->steps, " instructions of lanes"),
            limit > 0 ? limit : static_cast<double>(first->steps) * ns_of_instruction,
            [&] { keep(machine::execute(*program, program->functions[0], launch)); });
}

}  // namespace

void run_machine(Suite& suite) {
  run_kernel(suite, "machine: scalar loop", scalar_loop(), 0);
  run_kernel(suite, "machine: loads and stores", memory_loop(), 0);
  run_kernel(suite, "machine: exchanges and conversions", softmax_loop(), 0);
  run_kernel(suite, "machine: mma", mma_loop("m16n8k16.row.col.f32.f16.f16.f32", "%f", 0, 4), 0);
  run_kernel(suite, "machine: mma, sums in f16", mma_loop("m16n8k16.row.col.f16.f16.f16.f16", "%r", 23, 2), 0);
  run_kernel(suite, "machine: mma of bytes", mma_loop("m16n8k32.row.col.s32.s8.s8.s32", "%r", 23, 4), 0);
  run_kernel(suite, "machine: wgmma 128x128x64", wgmma_tile(), 150e6);
}

}  // namespace stridescope::bench
