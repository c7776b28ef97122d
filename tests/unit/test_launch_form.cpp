// Launch forms of PTX that comes without its launch: memory that a trial sizes, and tensors that are only written.
#include "core/base/text.h"
#include "core/debugger/session.h"
#include "core/debugger/value_text.h"
#include "core/machine/program.h"
#include "core/trace/kernel_argument.h"
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
  // A store of a thread is at most 640 bytes after the beginning; the mbarrier of 8 bytes is at 1024.
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

TEST_CASE("launch form: members of a structure are arguments of their own") {
  // As CuTe DSL passes a tensor: a pointer, its extents, its stride.
  const std::string name = "kernel_cutlass_scale_tensorptrf32_gmem_o_1_0";
  const std::string text = cat(
      ".version 8.8\n.target sm_90a\n.address_size 64\n.visible .entry ", name, "(\n\t.param .align 8 .b8 ", name,
      "_param_0[40],\n\t.param .b32 ", name, "_param_1,\n\t.param .align 4 .b8 ", name,
      "_param_2[12]\n)\n.reqntid 64, 1, 1\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<2>;\n",
      "ld.param.b64 %rd1, [", name, "_param_0];\nld.param.v2.b32 {%r1, %r2}, [", name,
      "_param_0+8];\nld.param.b64 %rd2, [", name, "_param_0+24];\nld.param.b32 %r3, [", name,
      "_param_1];\nmov.u32 %r4, %tid.x;\nsetp.ge.s32 %p1, %r4, %r2;\n@%p1 bra $end;\ncvt.u64.u32 %rd3, %r4;\n"
      "mad.lo.s64 %rd4, %rd3, %rd2, 0;\nshl.b64 %rd4, %rd4, 2;\nadd.s64 %rd5, %rd1, %rd4;\nld.global.f32 %r5, [%rd5];\n"
      "st.global.f32 [%rd5], %r3;\n$end:\nret;\n}\n");
  const auto program = machine::read_ptx(text);
  REQUIRE(program);
  LaunchForm form = launch_form(*program, program->functions.front());
  std::string names;
  for (const ParameterForm& one : form.parameters)
    names += cat(one.name, ' ', one.buffer ? "buffer " : "", one.type, ' ');
  CHECK(names == "param_0 buffer f32 param_0+8 i32 param_0+12 i32 param_0+24 i64 param_1 i32 param_2  ");
  CHECK(form.parameters[5].opaque);
  CHECK(form.parameters[0].read);
  CHECK(form.parameters[0].written);
  form.parameters[2].value = "48";
  form.parameters[3].value = "2";
  form.parameters[0].layout = "128";
  form.parameters[0].fill = "zeros";
  form.parameters[4].value = "7";
  const auto shared_program = std::make_shared<const machine::Program>(std::move(*machine::read_ptx(text)));
  auto session = Session::start(shared_program, form);
  REQUIRE_MESSAGE(session, english(session.error().message));
  (*session)->go_to((*session)->length());
  std::string written;
  const std::string_view bytes = (*session)->execution().buffer(0);
  for (std::size_t i = 0; i < bytes.size(); i += 4) written += bytes[i] == 7 ? '7' : '.';
  CHECK(written == [] {
    std::string out;
    for (int i = 0; i < 128; ++i) out += i % 2 == 0 && i < 96 ? '7' : '.';
    return out;
  }());
  form.parameters[1].offset = 4;
  const auto wrong = Session::start(shared_program, form);
  REQUIRE_FALSE(wrong);
  CHECK(english(wrong.error().message) == "param_0+8: offset 4 overlaps the member before it");
}

TEST_CASE("launch form: findings name the elements of each buffer of a structure") {
  const auto program = std::make_shared<const machine::Program>(std::move(*machine::read_ptx(
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .align 8 .b8 k_param_0[16])\n"
      ".maxntid 32, 1, 1\n{\n.reg .b32 %r<4>; .reg .b64 %rd<4>;\nld.param.b64 %rd1, [k_param_0];\n"
      "ld.param.b64 %rd2, [k_param_0+8];\nld.global.f32 %r1, [%rd1];\nst.global.f32 [%rd1], %r1;\n"
      "ld.global.f32 %r1, [%rd2+20];\nst.global.f32 [%rd2+20], %r1;\nret;\n}\n")));
  LaunchForm form = launch_form(*program, program->functions.front());
  REQUIRE(form.parameters.size() == 2);
  form.parameters[1].layout = "(4,2)";
  form.parameters[1].fill = "zeros";
  form.checks = true;
  const auto session = Session::start(program, form);
  REQUIRE(session);
  std::string all;
  for (const FindingRow& row : (*session)->findings()) all += english(row.title) + '\n';
  CHECK_MESSAGE(all.find("element (0) of argument 0\n") != std::string::npos, all);
  CHECK_MESSAGE(all.find("element (1,1) of argument 0+8\n") != std::string::npos, all);
}

TEST_CASE("launch form: a tensor map in a structure is found by the copies that use it") {
  const LaunchForm form = proposed(
      ".visible .entry k(.param .align 64 .b8 k_param_0[256])\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
      ".shared .align 128 .b8 s[8192]; .shared .align 8 .b8 m[8];\n"
      "mov.b64 %rd1, k_param_0; cvta.param.u64 %rd2, %rd1; add.s64 %rd3, %rd2, 64;\nmov.u32 %r1, s; mov.u32 %r2, m;\n"
      "ld.param.b32 %r3, [k_param_0+192];\n"
      "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd3, {0, 0, 0}], [%r2];\n"
      "ret;\n}\n");
  REQUIRE(form.parameters.size() == 2);
  CHECK(form.parameters[0].name == "param_0+64");
  CHECK(form.parameters[0].map == "box(64,64,1)");
  CHECK(form.parameters[0].read);
  CHECK(form.parameters[1].name == "param_0+192");
  const auto launch = launch_of(form);
  REQUIRE(launch);
  REQUIRE(launch->arguments.size() == 1);
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

TEST_CASE("launch form: the type of a buffer follows from the instructions that consume its values") {
  const auto types = [](const std::string& body) {
    const LaunchForm form = proposed(
        ".visible .entry k(.param .u64 a, .param .u64 b)\n{\n.reg .b16 %rs<9>; .reg .b32 %r<20>; .reg .b64 %rd<9>;\n"
        ".shared .align 16 .b8 s[4096];\nld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; mov.u32 %r9, s;\n" +
        body + "ret;\n}\n");
    return form.parameters[0].type + " " + form.parameters[1].type;
  };
  const std::string matrix =
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, %r4}, [%r9];\n"
      "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r5, %r6}, [%r9];\n"
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%r10, %r11, %r12, %r13}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, "
      "{%r10, %r11, %r12, %r13};\n";
  CHECK(types("ld.global.v2.b32 {%r1, %r2}, [%rd1];\nmov.b32 {%rs1, %rs2}, %r2;\ncvt.f32.f16 %r3, %rs2;\n"
              "st.global.b32 [%rd2], %r3;\n") == "f16 f32");
  CHECK(types("ld.global.b16 %rs1, [%rd1];\nst.shared.b16 [%r9], %rs1;\n" + matrix +
              "st.global.v4.b32 [%rd2], {%r10, %r11, %r12, %r13};\n") == "bf16 f32");
  CHECK(types("cp.async.cg.shared.global [%r9], [%rd1], 16;\n" + matrix +
              "cvt.rn.bf16x2.f32 %r7, %r10, %r11;\nst.global.b32 [%rd2], %r7;\n") == "bf16 bf16");
  CHECK(types("ld.global.u32 %r1, [%rd1];\nadd.f16x2 %r2, %r1, %r1;\nst.global.u32 [%rd2], %r2;\n") == "f16 f16");
  // Two types are loaded from shared memory: the value of neither follows from the other.
  CHECK(types("st.shared.f32 [%r9], %r1;\nst.shared.f64 [%r9], %rd7;\nld.shared.b32 %r2, [%r9];\n"
              "st.global.b32 [%rd1], %r2;\nld.global.b16 %rs1, [%rd2];\n") == "i32 i16");
  CHECK(types("ld.global.s32 %r1, [%rd1];\nst.global.u8 [%rd2], %rs1;\n") == "i32 u8");
}

TEST_CASE("launch form: a proposed number fits its parameter") {
  const LaunchForm form = proposed(
      ".visible .entry k(.param .b8 a, .param .align 1 .b8 b[1], .param .u16 c, .param .align 8 .b8 d[8]) .maxntid "
      "1024\n"
      "{\nret;\n}\n");
  const auto launch = launch_of(form);
  REQUIRE_MESSAGE(launch, english(launch.error().message));
  CHECK(form.parameters[3].type == "i64");
}

TEST_CASE("launch form: 0 1 2 ... counts as far as a type is exact, and begins again") {
  const auto element = [](const char* type, std::size_t index, const char* fill) {
    const auto argument =
        kernel_argument(cat(type, ":5000=", fill), [](const std::string&) { return Result<std::int64_t>(5000); });
    REQUIRE(argument);
    const auto width = static_cast<std::size_t>(argument->type->bytes);
    return value_text(std::string_view(filled(*argument)).substr(index * width, width), type);
  };
  CHECK(element("f16", 3, "iota") == "3");
  CHECK(element("f16", 2047, "iota") == "2047");
  CHECK(element("f16", 2049, "iota") == "1");
  CHECK(element("bf16", 255, "iota") == "255");
  CHECK(element("bf16", 256, "iota") == "0");
  CHECK(element("f32", 4999, "iota") == "4999");
  CHECK(element("f64", 4999, "iota") == "4999");
  CHECK(element("i8", 130, "iota") == "-126");
  for (std::size_t i = 0; i < 99; ++i) {
    CHECK(element("f16", i, "random") == element("f32", i, "random"));
    CHECK(element("bf16", i, "random") == element("f64", i, "random"));
  }
}
