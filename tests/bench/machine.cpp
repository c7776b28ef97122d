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
      ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<40>;\n.reg .f32 "
      "%f<64>;\n.reg .b64 %rd<9>;\n.reg .pred %p<3>;\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, 0;\n",
      body, "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd1, %rd1, %rd2;\nst.global.f32 [%rd1], %f5;\nret;\n}\n");
}
std::string loop(int times, const std::string& body) {
  return cat("LOOP:\n", body, "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, ", times, ";\n@%p1 bra LOOP;\n");
}
std::string accumulators(int count, bool braces) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += braces ? cat(i == 0 ? "{" : ", ", "%f", i, i + 1 == count ? "}" : "") : cat("mov.f32 %f", i, ", 0f00000000;\n");
  return out;
}

std::string scalar_loop() {
  return kernel("mov.f32 %f5, 0f00000000;\nmov.u32 %r3, 0;\n" +
                loop(1000,
                     "add.u32 %r3, %r3, %r1;\nxor.b32 %r3, %r3, %r2;\nmad.lo.u32 %r4, %r3, 5, %r1;\nfma.rn.f32 %f5, %f5, "
                     "0f3F7FFFFF, 0f3F800000;\nshl.b32 %r5, %r4, 2;\n"));
}

// Each product of a warp's 64 x 32 tile reads two operands from shared memory, as in a GEMM.
std::string mma_loop() {
  std::string body =
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r20];\n"
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r14, %r15, %r16, %r17}, [%r20];\n";
  for (int i = 0; i < 4; ++i)
    append_all(body, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f", 4 * i, ", %f", 4 * i + 1, ", %f", 4 * i + 2,
               ", %f", 4 * i + 3, "}, {%r10, %r11, %r12, %r13}, {%r14, %r15}, {%f", 4 * i, ", %f", 4 * i + 1, ", %f",
               4 * i + 2, ", %f", 4 * i + 3, "};\nadd.u32 %r21, %r20, %r2;\nxor.b32 %r22, %r21, 64;\nand.b32 %r22, %r22, 127;\n");
  return kernel(cat(".shared .align 16 .b8 s[1024];\nmov.u32 %r20, s;\nand.b32 %r3, %r1, 31;\nshl.b32 %r3, %r3, 4;\nadd.u32 "
                    "%r20, %r20, %r3;\n",
                    accumulators(16, false), loop(50, body)));
}

// One tile of 128 x 128 x 64 by two warpgroups.
std::string wgmma_tile() {
  std::string products = "wgmma.fence.sync.aligned;\n";
  for (int k = 0; k < 4; ++k)
    append_all(products, "add.s64 %rd3, %rd5, ", 2 * k, ";\nadd.s64 %rd4, %rd6, ", 2 * k,
               ";\nwgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 ", accumulators(64, true),
               ", %rd3, %rd4, %p2, 1, 1, 0, 0;\n");
  // SW128, 1024 bytes from 8 rows to the next 8.
  return kernel(cat(".shared .align 1024 .b8 s[32768];\nmov.u32 %r3, s;\nshr.u32 %r3, %r3, 4;\ncvt.u64.u32 %rd5, %r3;\nadd.s64 "
                    "%rd5, %rd5, 0x4000004000010000;\nadd.s64 %rd6, %rd5, 1024;\nshr.u32 %r4, %r1, 7;\nmul.wide.u32 %rd7, %r4, "
                    "512;\nadd.s64 %rd5, %rd5, %rd7;\nsetp.eq.u32 %p2, 0, 0;\n",
                    accumulators(64, false), products,
                    "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"));
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
  run_kernel(suite, "machine: mma", mma_loop(), 0);
  run_kernel(suite, "machine: wgmma 128x128x64", wgmma_tile(), 150e6);
}

}  // namespace stridescope::bench
