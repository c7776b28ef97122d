// Kernels of warps for tests of all orders, and the answer of the search with its words.
#pragma once

#include <memory>
#include <string>

#include "core/base/message.h"
#include "core/machine/checks/interleavings.h"
#include "core/machine/execution.h"
#include "doctest/doctest.h"
#include "tests/unit/machine_faults.h"

namespace stridescope::machine {

struct Ordered {
  std::shared_ptr<const Program> program;  // of the findings
  InterleavingReport report;
  std::string text;
};

inline Ordered ordered(const std::string& ptx, const Launch& launch, const InterleavingLimits& limits = {}) {
  Ordered out;
  auto read = read_ptx(ptx);
  REQUIRE_MESSAGE(read, (read ? "" : english(read.error().message)));
  const auto program = std::make_shared<const Program>(std::move(*read));
  out.program = program;
  const auto kernel = find_kernel(*program, "");
  REQUIRE(kernel);
  const auto report = interleavings(*program, **kernel, launch, {}, limits);
  REQUIRE_MESSAGE(report, (report ? "" : english(report.error().message)));
  out.report = *report;
  out.text = english(to_message(*report)) + "\n";
  for (const OrderDoubt& one : report->doubts) {
    out.text += english(one.what);
    if (one.instruction != nullptr) out.text += ": line " + std::to_string(one.instruction->line);
    out.text += "\n";
  }
  const FindingContext context = {program.get(), launch.block};
  for (const Finding& one : report->findings) out.text += finding_text(one, context, Catalog());
  return out;
}

// A kernel of two or three warps with mbarriers m (8 bytes each); only lane 0 of each warp executes the body, which
// finds its warp in %r1.
inline std::string warps_kernel(const std::string& body, const std::string& counts) {
  std::string out =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 to) {\n.reg .b32 %r<16>;\n"
      ".reg .b64 %rd<8>;\n.reg .pred %p<12>;\n.shared .align 16 .b8 m[64];\n.shared .align 4 .b8 v[16];\n"
      "mov.u32 %r9, %tid.x;\nshr.u32 %r1, %r9, 5;\nand.b32 %r8, %r9, 31;\nmov.u32 %r2, m;\nmov.u32 %r3, v;\n"
      "setp.ne.u32 %p7, %r8, 0;\nsetp.ne.u32 %p6, %r9, 0;\n@%p6 bra READY;\n";
  std::size_t at = 0;
  for (const std::string& count : split_at(counts, ' '))
    out += "mbarrier.init.shared.b64 [%r2+" + std::to_string(8 * at++) + "], " + count + ";\n";
  return out +
         "st.shared.u32 [%r3], 0;\nst.shared.u32 [%r3+4], 0; st.shared.u32 [%r3+8], 0;\nREADY:\nbar.sync 0;\n@%p7 "
         "exit;\nsetp.eq.u32 %p1, "
         "%r1, 0;\n" +
         "setp.eq.u32 %p2, %r1, 1;\n" + body + "END:\nret;\n}\n";
}

inline Launch warps_launch(std::int64_t warps) {
  Launch out;
  out.block[0] = 32 * warps;
  out.arguments.push_back({std::string(64, '\0'), true});
  return out;
}

}  // namespace stridescope::machine
