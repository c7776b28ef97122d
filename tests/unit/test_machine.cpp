// The PTX machine: forms of instructions against an H200, control flow, memory, barriers and products.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "core/machine/checks/checker.h"
#include "core/machine/execution.h"
#include "tests/unit/machine_forms.h"
#include "tests/unit/machine_runs.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

std::string text_of(const char* file) {
  std::ifstream in(file, std::ios::binary);
  REQUIRE_MESSAGE(in, file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("machine: each form of an instruction has the results of an H200") {
  std::map<std::string, std::string> expected;
  const std::string recorded = text_of("tests/machine/forms_h200.txt");
  for (std::size_t at = 0; at < recorded.size();) {
    const std::size_t end = recorded.find('\n', at);
    const std::string line = recorded.substr(at, end - at);
    at = end + 1;
    if (line.empty() || line[0] == '#') continue;
    const std::size_t blank = line.find(' ');
    expected[line.substr(blank + 1)] = line.substr(0, blank);
  }
  std::size_t compared = 0;
  // For tests/gpu/forms.py.
  std::ofstream written;
  if (const char* file = std::getenv("STRIDESCOPE_FORMS")) written.open(file, std::ios::binary);
  for (const MachineForm& form : machine_forms(text_of("tests/machine/forms.txt"))) {
    if (written.is_open()) written << "=== " << form.name << '\n' << form.ptx;
    const auto hash = expected.find(form.name);
    // The assembler of CUDA 13.0 refuses some forms.
    if (hash == expected.end()) continue;
    CAPTURE(form.name);
    const auto done = run_ptx(form.ptx, ptx_launch(form_threads, form_threads * form_results * 8));
    const std::string message = done ? "" : english(done.error().message);
    REQUIRE_MESSAGE(done, message);
    CHECK(buffer_hash(done->buffers[0]) == hash->second);
    compared += 1;
  }
  CHECK(compared == expected.size());
  CHECK(compared > 1000);
}

TEST_CASE("machine: .ftz makes zero of what is below the smallest normal in the precision of its format") {
  struct Case {
    const char* opcode;  // of three operands at most
    std::uint32_t a, b, c, expected;
  };
  const Case cases[] = {
      // (1 - 2^-11) 2^-14 has 11 bits; subnormals have a coarser grid, which rounds it up.
      {"fma.rn.f16x2", 0x3bffbbff, 0x04000400, 0x80008000, 0x04008400},
      {"fma.rn.ftz.f16x2", 0x3bffbbff, 0x04000400, 0x80008000, 0x00008000},
      {"mul.rn.ftz.f16x2", 0x3bffbbff, 0x04000400, 0, 0x00008000},
      // (1 - 2^-20) 2^-14 is rounded to 2^-14.
      {"mul.rn.ftz.f16x2", 0x20012001, 0x1ffe9ffe, 0, 0x04008400},
      // 2^-14 - 2^-26 is in the middle between it and its lower neighbor; the next is below.
      {"fma.rn.ftz.f16x2", 0x08000801, 0x88008800, 0x04000400, 0x04000000},
      {"add.rn.ftz.f16x2", 0x08010401, 0x84038001, 0, 0x00000401},
      {"mul.rn.f32", 0x3f7fffff, 0x00800000, 0, 0x00800000},
      {"mul.rn.ftz.f32", 0x3f7fffff, 0x00800000, 0, 0},
      {"mul.rn.ftz.f32", 0xbf7fffff, 0x00800000, 0, 0x80000000},
      {"fma.rn.ftz.f32", 0x3f7fffff, 0x00800000, 0x80000000, 0},
      {"mul.rn.ftz.f32", 0x20000001, 0x1ffffffe, 0, 0x00800000},
      {"mul.rp.ftz.f32", 0x20000001, 0x1ffffffe, 0, 0x00800000},
      {"mul.rp.ftz.f32", 0x3f7fffff, 0x00800000, 0, 0},
      {"mul.rz.ftz.f32", 0x20000001, 0x1ffffffe, 0, 0},
      {"mul.rm.ftz.f32", 0x20000001, 0x9ffffffe, 0, 0x80800000},
      {"fma.rp.ftz.f32", 0x20000001, 0x9ffffffe, 0x80000000, 0x80000000},
      // Without .ftz bf16 keeps subnormals.
      {"mul.rn.bf16x2", 0x3f7f3f80, 0x00800040, 0, 0x00800040},
  };
  for (const Case& one : cases) {
    CAPTURE(one.opcode);
    const std::string fma = std::string(one.opcode).starts_with("fma") ? ", %r4" : "";
    const auto set = [](int i, std::uint32_t value) {
      return "mov.b32 %r" + std::to_string(i) + ", " + std::to_string(value) + ";\n";
    };
    CHECK(ptx_results(ptx_kernel(set(2, one.a) + set(3, one.b) + set(4, one.c) + one.opcode + " %r5, %r2, %r3" + fma +
                                 ";\nst.global.u32 [%rd3], %r5;\n"),
                      1)[0] == one.expected);
  }
  // (1 - 2^-24) 2^-126 and (1 - 2^-26) 2^-126.
  for (const auto& [bits, expected] : std::vector<std::pair<std::uint64_t, std::uint32_t>>{
           {0x380fffffe0000000, 0}, {0x380ffffff8000000, 0x00800000}}) {
    CHECK(ptx_results(ptx_kernel("mov.b64 %rd4, " + std::to_string(bits) +
                                 ";\ncvt.rn.ftz.f32.f64 %f1, %rd4;\nst.global.f32 [%rd3], %f1;\n"),
                      1)[0] == expected);
  }
}

TEST_CASE("machine: offsets of copies can be negative") {
  // Word 4 of the buffer goes to shared memory by cp.async, and from there to word 0 by a bulk copy.
  const std::vector<std::uint32_t> got = ptx_results(
      ptx_kernel(".shared .align 16 .b8 s[32];\nmov.u32 %r2, s;\nadd.u32 %r2, %r2, 16;\nadd.s64 %rd4, %rd1, 16;\n"
                 "st.global.v4.u32 [%rd1+16], {7, 8, 9, 10};\ncp.async.cg.shared.global [%r2+-16], [%rd4], 16;\n"
                 "cp.async.wait_all;\ncp.async.bulk.global.shared::cta.bulk_group [%rd4+-16], [%r2+-16], 16;\n"),
      8);
  CHECK(got == std::vector<std::uint32_t>{7, 8, 9, 10, 7, 8, 9, 10});
}

TEST_CASE("machine: textures and surfaces are refused by their instructions before anything runs") {
  const std::string instructions[] = {
      "tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1,%r1}];",
      "tex.1d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [colors, sampler, {%f1}];",
      "tld4.r.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f1,%f2}];",
      "txq.width.b32 %r2, [%rd1];",
      "suld.b.2d.v4.b32.trap {%r1,%r2,%r3,%r4}, [pixels, {%r1,%r2}];",
      "sust.b.2d.v2.b32.clamp [%rd1, {%r1,%r2}], {%r3,%r4};",
      "sured.b.add.2d.u32.clamp [%rd1, {%r1,%r2}], %r3;",
      "suq.width.b32 %r2, [pixels];",
  };
  const std::string before =
      ".global .texref colors;\n.global .surfref pixels;\n.global .samplerref sampler = { addr_mode_0 = "
      "clamp_to_edge, filter_mode = nearest };\n";
  std::string all;
  for (const std::string& one : instructions) {
    CHECK(ptx_error(ptx_kernel("st.global.u32 [%rd3], %r1;\n" + one + "\n", before)) ==
          "line 18 of the PTX: " + one.substr(0, one.find(' ')) + " is not supported");
    all += one + "\n";
  }
  const auto program = read_ptx(ptx_kernel(all, before));
  REQUIRE(program);
  const Coverage coverage = coverage_of(*program);
  CHECK(coverage.missing.size() == 8);
  for (const Missing& one : coverage.missing) CHECK(one.line >= 17);
}

TEST_CASE("machine: PTX without a kernel") {
  const auto made =
      run_ptx(".version 8.0\n.target sm_90\n.address_size 64\n.func f()\n{\nret;\n}\n", ptx_launch(32, 128));
  REQUIRE(!made);
  CHECK(english(made.error().message) == "the PTX has no kernel");
  CHECK(english(made.error().hint) == "expected a function that begins with .entry");
  CHECK(read_ptx("\xEF\xBB\xBF" + ptx_kernel("")));
}

TEST_CASE("machine: lanes that part at a branch meet again behind it") {
  // Odd threads count to their number, the others take another way; the vote after it has all lanes.
  const std::vector<std::uint32_t> got =
      ptx_results(ptx_kernel("mov.u32 %r2, 0;\nand.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra EVEN;\n"
                             "LOOP: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p2, %r2, %r1;\n@%p2 bra LOOP;\nbra MEET;\n"
                             "EVEN: mov.u32 %r2, 1000;\n"
                             "MEET: activemask.b32 %r4;\npopc.b32 %r4, %r4;\nadd.u32 %r2, %r2, %r4;\n"
                             "st.global.u32 [%rd3], %r2;\n"),
                  32);
  for (std::uint32_t i = 0; i < 32; ++i) CHECK(got[i] == (i % 2 == 0 ? 1000 : i) + 32);
}

TEST_CASE("machine: lanes that end early do not come back") {
  const std::vector<std::uint32_t> got = ptx_results(
      ptx_kernel(
          "setp.gt.u32 %p1, %r1, 9;\n@%p1 exit;\nvote.sync.ballot.b32 %r2, 1, -1;\nst.global.u32 [%rd3], %r2;\n"),
      32);
  for (std::uint32_t i = 0; i < 32; ++i) CHECK(got[i] == (i > 9 ? 0U : 0x3ffU));
}

TEST_CASE("machine: a branch table and a function with a result") {
  const std::string before =
      ".func (.param .b32 r) square(.param .b32 x)\n{\n.reg .b32 %a;\nld.param.u32 %a, [x];\nmul.lo.u32 %a, %a, "
      "%a;\nst.param.b32 [r], %a;\nret;\n}\n";
  const std::vector<std::uint32_t> got = ptx_results(
      ptx_kernel("and.b32 %r2, %r1, 3;\nTABLE: .branchtargets A, B, C, D;\nbrx.idx %r2, TABLE;\nA: mov.u32 %r3, "
                 "10;\nbra E;\nB: mov.u32 %r3, 20;\nbra E;\n"
                 "C: mov.u32 %r3, 30;\nbra E;\nD: mov.u32 %r3, 40;\nE:\n{ .param .b32 in; .param .b32 "
                 "back;\nst.param.b32 [in], %r1;\n"
                 "call.uni (back), square, (in);\nld.param.b32 %r4, [back]; }\nadd.u32 %r3, %r3, "
                 "%r4;\nst.global.u32 [%rd3], %r3;\n",
                 before),
      32);
  for (std::uint32_t i = 0; i < 32; ++i) CHECK(got[i] == 10 * (i % 4 + 1) + i * i);
}

TEST_CASE("machine: threads exchange values by shared memory and a barrier") {
  const auto done = run_ptx(
      ptx_kernel(".shared .align 4 .b8 s[512];\nmov.u32 %r2, s;\nshl.b32 %r3, %r1, 2;\nadd.u32 %r4, %r2, %r3;\n"
                 "st.shared.u32 [%r4], %r1;\nbar.sync 0;\nsub.u32 %r5, 127, %r1;\nshl.b32 %r5, %r5, 2;\nadd.u32 %r5, "
                 "%r2, %r5;\n"
                 "ld.shared.u32 %r6, [%r5];\nst.global.u32 [%rd3], %r6;\n"),
      ptx_launch(128, 512));
  REQUIRE(done);
  const std::vector<std::uint32_t> got = ptx_words(done->buffers[0]);
  for (std::uint32_t i = 0; i < 128; ++i) CHECK(got[i] == 127 - i);
  // The trace has what a GPU records: the store, the barrier, the load and the store of each warp.
  const TracedLaunch& trace = done->trace;
  REQUIRE(trace.instructions.size() == 4);
  CHECK(trace.instructions[0].kind == AccessKind::shared_store);
  CHECK(trace.instructions[1].kind == AccessKind::barrier);
  CHECK(trace.instructions[2].sass == "ld.shared.u32 %r6, [%r5]");
  REQUIRE(trace.blocks.size() == 1);
  CHECK(trace.blocks[0].requests.size() == 16);
  CHECK(trace.blocks[0].numbers[1] - trace.blocks[0].numbers[0] == 4);
  CHECK(trace.blocks[0].numbers[0] == trace.shared_base);
}

TEST_CASE("machine: an mbarrier, cp.async and the matrices of ldmatrix") {
  // Thread t writes row t of one 8x8 matrix; ldmatrix gives lane l the elements 2 (l % 4) and the next of row l / 4.
  const std::vector<std::uint32_t> got = ptx_results(
      ptx_kernel(".shared .align 16 .b8 s[128];\n.shared .align 8 .b8 m[8];\nmov.u32 %r2, s;\nmov.u32 %r9, "
                 "m;\nsetp.eq.u32 %p1, %r1, 0;\n"
                 "@%p1 mbarrier.init.shared.b64 [%r9], 32;\nbar.sync 0;\nshl.b32 %r3, %r1, 2;\nadd.u32 %r4, %r2, "
                 "%r3;\nst.shared.u32 [%r4], %r1;\n"
                 "mbarrier.arrive.shared.b64 %rd5, [%r9];\nWAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r9], "
                 "0;\n@!%p2 bra WAIT;\n"
                 "and.b32 %r5, %r1, 7;\nshl.b32 %r5, %r5, 4;\nadd.u32 %r5, %r2, "
                 "%r5;\nldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r6}, [%r5];\n"
                 "st.global.u32 [%rd3], %r6;\n"),
      32);
  // Word w of the matrix is thread w's number.
  for (std::uint32_t i = 0; i < 32; ++i) CHECK(got[i] == i);
}

TEST_CASE("machine: a row of ldmatrix needs the lane that has its address") {
  const std::string text = ptx_kernel(
      ".shared .align 16 .b8 s[512];\nmov.u32 %r2, s;\nshl.b32 %r3, %r1, 4;\nadd.u32 %r4, %r2, %r3;\n"
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r5,%r6,%r7,%r8}, [%r4];\nst.global.u32 [%rd3], %r5;\n");
  CHECK(run_ptx(text, ptx_launch(32, 128)));
  // A checker names a thread that the block has.
  const auto program = read_ptx(text);
  REQUIRE(program);
  Launch launch = ptx_launch(16, 64);
  Checker checker(*program, launch);
  launch.observer = &checker;
  const auto done = execute(*program, program->functions.front(), launch);
  REQUIRE(!done);
  CHECK(english(done.error().message).find("16 of the 32 lanes that give row addresses") != std::string::npos);
  REQUIRE(!checker.findings().empty());
  CHECK(checker.findings()[0].here.thread == 0);
}

TEST_CASE("machine: mma multiplies by the layouts of its atom") {
  // A is ones, B is ones: each element of C is 16, plus the thread's own C.
  const std::vector<std::uint32_t> got = ptx_results(
      ptx_kernel("mov.b32 %r2, 0x3c003c00;\ncvt.rn.f32.u32 %f0, "
                 "%r1;\nmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r2,%r2,%r2,%r2}, "
                 "{%r2,%r2}, {%f0,%f0,%f0,%f0};\ncvt.rzi.u32.f32 %r3, %f3;\nst.global.u32 [%rd3], %r3;\n"),
      32);
  for (std::uint32_t i = 0; i < 32; ++i) CHECK(got[i] == 16 + i);
}

TEST_CASE("machine: a run goes on instruction by instruction") {
  const std::string text = ptx_kernel("add.u32 %r2, %r1, 7;\nbar.sync 0;\nst.global.u32 [%rd3], %r2;\n");
  const auto program = read_ptx(text);
  REQUIRE(program);
  auto run = Execution::start(*program, program->functions.front(), ptx_launch(64, 256));
  REQUIRE(run);
  REQUIRE(run->warp_count() == 2);
  // The first warp alone comes to the barrier, and waits there.
  for (int n = 0; n < 100 && run->place(0).state == WarpPlace::State::ready; ++n) run->step(0);
  CHECK(run->place(0).state == WarpPlace::State::waits);
  REQUIRE(run->place(0).next != nullptr);
  CHECK(run->place(0).next->opcode == "bar.sync");
  run->step(0);
  CHECK(run->place(0).state == WarpPlace::State::waits);
  for (int n = 0; n < 100 && run->place(0).state == WarpPlace::State::waits; ++n) run->step(1);
  CHECK(run->place(0).next->opcode != "bar.sync");
  run->run();
  CHECK(run->ended());
  CHECK(!run->error());
  const auto numbers = ptx_words(run->outcome().buffers.front());
  for (std::uint32_t i = 0; i < 64; ++i) CHECK(numbers[i] == i + 7);
}

TEST_CASE("machine: the blocks of a cluster run together") {
  // Each thread writes its block's rank in the cluster, and the cluster's number.
  const std::string text = ptx_kernel(
      "mov.u32 %r2, %cluster_ctarank;\nmov.u32 %r3, %clusterid.x;\nshl.b32 %r3, %r3, 8;\n"
      "or.b32 %r2, %r2, %r3;\nst.global.u32 [%rd3], %r2;\n");
  const auto program = read_ptx(text);
  REQUIRE(program);
  Launch launch = ptx_launch(32, 128);
  launch.grid[0] = 8;
  launch.cluster[0] = 4;
  launch.recorded = {6};
  launch.others = false;
  auto run = Execution::start(*program, program->functions.front(), launch);
  REQUIRE(run);
  CHECK(run->warp_count() == 4);
  CHECK(run->place(0).block == 4);
  run->run();
  REQUIRE(!run->error());
  const Outcome outcome = run->outcome();
  REQUIRE(outcome.trace.blocks.size() == 1);
  CHECK(outcome.trace.blocks[0].block == 6);
  // Cluster 1 ran alone, and its last block wrote last.
  CHECK(ptx_words(outcome.buffers.front())[0] == 256 + 3);
}

TEST_CASE("machine: coverage lists what is not supported, with its places") {
  const auto program = read_ptx(
      ptx_kernel("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1}];\nadd.u32 %r2, %r1, 1;\ntex.1d.v4.f32.s32 "
                 "{%f1,%f2,%f3,%f4}, [%rd1, {%r1}];\n"));
  REQUIRE(program);
  const Coverage coverage = coverage_of(*program);
  CHECK(coverage.instructions == 8);
  REQUIRE(coverage.missing.size() == 1);
  CHECK(coverage.missing[0].opcode == "tex.1d.v4.f32.s32");
  CHECK(coverage.missing[0].count == 2);
}

TEST_CASE("machine: a structure is an argument by value") {
  const std::string ptx =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .align 8 .b8 s[24], .param .u64 "
      "out)\n{\n"
      ".reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.u32 %r1, [s];\nld.param.u64 %rd1, [s+8];\nld.param.u32 %r2, "
      "[s+16];\nld.global.u32 %r3, [%rd1];\nadd.u32 %r1, %r1, %r3;\nadd.u32 %r1, %r1, %r2;\nld.param.u64 %rd2, [out];\n"
      "st.global.u32 [%rd2], %r1;\nret;\n}\n";
  Launch launch = ptx_launch(1, 4);
  Argument structure;
  structure.members = {{std::string("\x05\0\0\0", 4)}, {std::string("\x07\0\0\0", 4), true}};
  launch.arguments.insert(launch.arguments.begin(), structure);
  const auto done = run_ptx(ptx, launch);
  REQUIRE(done);
  // The bytes after its members are zeros.
  CHECK(ptx_words(done->buffers[1]) == std::vector<std::uint32_t>{12});
  launch.arguments[0].members.push_back({std::string(16, '\0')});
  const auto longer = run_ptx(ptx, launch);
  REQUIRE(!longer);
  CHECK(english(longer.error().message) == "parameter 0 has 24 bytes, but its argument has 32");
}
