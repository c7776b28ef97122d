// Launch forms of PTX that comes without its launch: memory that a trial sizes, and tensors that are only written.
#include "core/debugger/session.h"
#include "core/machine/program.h"
#include "doctest/doctest.h"

using namespace stridescope;
using namespace stridescope::debugger;

namespace {

LaunchForm proposed(const std::string& body) {
  const auto program = machine::read_ptx(".version 8.6\n.target sm_90a\n.address_size 64\n" + body);
  REQUIRE(program);
  return launch_form(*program, program->functions.front());
}

}  // namespace

TEST_CASE("launch form: a trial sizes dynamic shared memory, mbarriers in it, and what is accessed behind") {
  // A store of a thread is at most 640 bytes behind the beginning; the mbarrier of 8 bytes is at 1024.
  const LaunchForm form = proposed(
      ".extern .shared .align 16 .b8 all[];\n.visible .entry k(.param .u64 out) .reqntid 128\n{\n"
      ".reg .b32 %r<9>; .reg .b64 %rd<9>;\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, all;\n"
      "mbarrier.init.shared.b64 [%r2+1024], 1;\nmad.lo.u32 %r3, %r1, 4, %r2;\nst.shared.u32 [%r3+128], %r1;\n"
      "bar.sync 0;\nld.shared.u32 %r4, [%r3+128];\nmul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
      "st.global.u32 [%rd3], %r4;\nret;\n}\n");
  CHECK(form.dynamic_shared);
  CHECK(form.shared == 1032);
  REQUIRE(form.parameters.size() == 1);
  CHECK(form.parameters[0].layout == "128");
}

TEST_CASE("launch form: a tensor map that is only stored to has zeros, and is written") {
  const LaunchForm form = proposed(
      ".visible .entry k(.param .align 64 .b8 from[128], .param .align 64 .b8 to[128])\n{\n"
      ".reg .b32 %r<9>; .reg .b64 %rd<9>;\n.shared .align 128 .b8 s[8192]; .shared .align 8 .b8 m[8];\n"
      "mov.b64 %rd1, from; cvta.param.u64 %rd2, %rd1; mov.b64 %rd3, to; cvta.param.u64 %rd4, %rd3;\n"
      "prefetch.tensormap [%rd4];\nmov.u32 %r1, s; mov.u32 %r2, m;\n"
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd2, {0, 0}], [%r2];\n"
      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd4, {0, 0}], [%r1];\nret;\n}\n");
  REQUIRE(form.parameters.size() == 2);
  CHECK(form.parameters[0].read);
  CHECK_FALSE(form.parameters[0].written);
  CHECK(form.parameters[0].fill == "iota");
  CHECK_FALSE(form.parameters[1].read);
  CHECK(form.parameters[1].written);
  CHECK(form.parameters[1].fill == "zeros");
}
