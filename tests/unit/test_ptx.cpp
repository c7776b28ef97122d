// PTX with a call before each memory instruction: the instructions found in compilers' texts, and that all other text
// stays.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/base/text.h"
#include "tests/gpu/ptx_tracer/ptx.h"

namespace stridescope {
namespace {

constexpr std::string_view head = ".version 8.7\n.target sm_90a\n.address_size 64\n\n";

std::string kernel(std::string_view body, std::string_view parameters = "") {
  return cat(head, ".visible .entry k(", parameters, ")\n{\n", body, "\tret;\n}\n");
}

TracedPtx traced(std::string_view ptx, std::string_view name = "") {
  auto out = traced_ptx(ptx, name);
  REQUIRE_MESSAGE(out.has_value(), (out ? std::string() : english(out.error().message)));
  return *out;
}

// The text without the insertions.
std::string taken_back(std::string text) {
  const std::size_t declared = text.find("\n.extern .func stridescope_record");
  text.erase(declared, text.find('\n', declared + 1) - declared);
  for (std::size_t at = 0; (at = text.find("{\n.reg .b64 %stridescope_a", at)) != std::string::npos;)
    text.erase(at, text.find(");\n}\n", at) + 5 - at);
  return text;
}

}  // namespace

TEST_CASE("ptx: instructions as nvcc, people and Triton write them") {
  struct Written {
    const char* text;
    PtxRecord record;
    int bytes;
    std::uint32_t flags;
    bool generic = false;
    int matrices = 0;
  };
  constexpr Written all[] = {
      {"ld.global.nc.f32 %f1, [%rd1+4];", PtxRecord::global_access, 4, ptx_reads},
      {"@%p1 ld.global.v4.b32 { %r1, %r2, %r3, %r4 }, [ %rd1 + 0 ];", PtxRecord::global_access, 16, ptx_reads},
      {"ld.global.L1::evict_last.L2::cache_hint.v2.u64 {%rd2, %rd3}, [%rd1], %rd4;", PtxRecord::global_access, 16,
       ptx_reads},
      {"st.global.v2.f64 [%rd1+-16], {%fd1, %fd2};", PtxRecord::global_access, 16, ptx_writes},
      {"st.shared.u8 [tile+3], %rs1;", PtxRecord::shared_access, 1, ptx_writes},
      {"ld.shared::cta.b16 %rs1, [%r1];", PtxRecord::shared_access, 2, ptx_reads},
      {"ld.shared::cluster.b32 %r2, [%r1];", PtxRecord::remote_access, 4, ptx_reads},
      {"ld.volatile.u32 %r1, [%rd1];", PtxRecord::global_access, 4, ptx_reads, true},
      {"st.local.b128 [%rd1], %q1;", PtxRecord::local_access, 16, ptx_writes},
      {"atom.global.add.f32 %f1, [%rd1], %f2;", PtxRecord::global_access, 4, ptx_reads | ptx_writes},
      {"red.shared.add.u32 [%r1], 1;", PtxRecord::shared_access, 4, ptx_reads | ptx_writes},
      {"atom.global.add.noftz.f16x2 %r1, [%rd1], %r2;", PtxRecord::global_access, 4, ptx_reads | ptx_writes},
      {"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r1,%r2,%r3,%r4}, [%r5];", PtxRecord::matrix_access, 16,
       ptx_reads, false, 4},
      {"stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r5], {%r1,%r2};", PtxRecord::matrix_access, 16, ptx_writes, false,
       2},
      {"cp.async.cg.shared.global [%r1], [%rd1+32], 16;", PtxRecord::async_copy, 16, ptx_reads},
      {"cp.async.ca.shared.global [ %r1 + 0 ], [ %rd1 + 0 ], 0x4, %r2;", PtxRecord::async_copy, 4, ptx_reads},
      {"bar.sync \t0;", PtxRecord::barrier, 0, 0},
      {"barrier.sync.aligned 1, 64;", PtxRecord::other_wait, 0, 0},
      {"cp.async.wait_group 0;", PtxRecord::other_wait, 0, 0},
  };
  const std::string registers =
      "\t.reg .pred %p<3>;\n\t.reg .b32 %r<9>;\n\t.reg .b64 \t%rd<9>;\n\t.reg .b16 %rs<3>;\n\t.shared .align 4 .b8 "
      "tile[64];\n";
  for (const Written& one : all) {
    CAPTURE(one.text);
    const std::string text = kernel(cat(registers, "\t", one.text, "\n"));
    const TracedPtx out = traced(text);
    REQUIRE(out.instructions.size() == 1);
    const PtxInstruction& i = out.instructions[0];
    CHECK(i.record == one.record);
    CHECK(i.bytes == one.bytes);
    CHECK(i.flags == one.flags);
    CHECK(i.generic == one.generic);
    CHECK(i.matrices == one.matrices);
    CHECK(taken_back(out.text) == text);
    const bool guarded = std::string_view(one.text).starts_with("@%p1");
    CHECK((out.text.find("@%p1 call stridescope_record") != std::string::npos) == guarded);
  }
}

TEST_CASE("ptx: what is no access to memory that others see stays as it is") {
  for (const char* text : {"ld.param.u64 %rd1, [k_param_0];", "ld.const.f32 %f1, [c];", "mov.u32 %r1, %tid.x;",
                           "bar.warp.sync 0xffffffff;", "cp.async.commit_group;", "prefetch.global.L2 [%rd1];",
                           "call.uni (r), f, (p);", "// ld.global.f32 %f1, [%rd1];", "/* st.shared.f32 [%r1], %f1; */",
                           "cvta.to.global.u64 %rd1, %rd2;", "$L1:", "@%p1 bra $L1;"}) {
    CAPTURE(text);
    const TracedPtx out = traced(kernel(cat("\t", text, "\n")));
    CHECK(out.instructions.empty());
    CHECK(out.unrecorded.empty());
  }
  const TracedPtx bulk =
      traced(kernel("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 64, [%r2];\n"));
  CHECK(bulk.instructions.empty());
  CHECK(bulk.unrecorded ==
        std::vector<std::string>{"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"});
}

TEST_CASE("ptx: lines of the source, scopes, labels and several instructions on a line") {
  const std::string text = cat(kernel("\t.reg .b64 %rd<4>;\n\t.loc\t1 12 5\n"
                                      "$again:\n\tld.global.f32 %f1, [%rd1]; st.global.f32 [%rd2], %f1;\n"
                                      "\t.loc 2 7 1, function_name $L__info, inlined_at 1 13 2\n"
                                      "\t// begin inline asm\n\t{\n\t.reg .b32 here;\n\tmov.b32 here, 4;\n"
                                      "\tld.shared.u32 %r1,\n\t\t[here];\n\t}\n\t// end inline asm\n"),
                               ".file 1 \"/tmp/k.cu\"\n.file\t2 \"/tmp/k.h\", 1700000000, 900\n");
  const TracedPtx out = traced(text);
  REQUIRE(out.instructions.size() == 3);
  CHECK(out.instructions[1].text == "st.global.f32 [%rd2], %f1");
  CHECK(out.instructions[1].file == "/tmp/k.cu");
  CHECK(out.instructions[1].line == 12);
  CHECK(out.instructions[2].text == "ld.shared.u32 %r1, [here]");
  CHECK(out.instructions[2].file == "/tmp/k.h");
  CHECK(out.instructions[2].line == 7);
  CHECK(out.text.find("cvt.u64.u32 %stridescope_a, here;") != std::string::npos);
  CHECK(taken_back(out.text) == text);
}

TEST_CASE("ptx: kernels by the names that people give, and their parameters") {
  const std::string text =
      cat(head,
          ".visible .func helper()\n{\nret;\n}\n"
          ".visible .entry _Z9transposePKfPfi(\n\t.param .u64 .ptr .align 1 a,\n\t.param .u64 b,\n"
          "\t.param .u32 n,\n\t.param .align 64 .b8 map[128]\n)\n.maxntid 256, 1, 1\n.minnctapersm 2\n{\nret;\n}\n"
          ".entry _ZN2ns4copyIfEEvPf(.param .u64 a){ret;}\n");
  const TracedPtx out = traced(text, "transpose");
  CHECK(out.kernel == "_Z9transposePKfPfi");
  CHECK(out.target == "sm_90a");
  CHECK(out.parameters == std::vector<PtxParameter>{{"a", 8, 8}, {"b", 8, 8}, {"n", 4, 4}, {"map", 128, 64}});
  CHECK(traced(text, "copy").kernel == "_ZN2ns4copyIfEEvPf");
  CHECK_FALSE(traced_ptx(text, "").has_value());
  const auto unknown = traced_ptx(text, "gemm");
  REQUIRE_FALSE(unknown.has_value());
  CHECK(english(unknown.error().hint) == "name one of _Z9transposePKfPfi, _ZN2ns4copyIfEEvPf");
}

TEST_CASE("ptx: what is cut off or none is refused, wherever it ends") {
  CHECK_FALSE(traced_ptx("", "").has_value());
  CHECK_FALSE(traced_ptx("__global__ void k() {}", "").has_value());
  const std::string whole = kernel("\t.reg .b64 %rd<4>;\n\tst.global.v2.f32 [%rd1], {%f1, %f2};\n", ".param .u64 a");
  for (std::size_t size = 0; size + 2 < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(traced_ptx(std::string_view(whole).substr(0, size), "").has_value());
  }
}

}  // namespace stridescope
