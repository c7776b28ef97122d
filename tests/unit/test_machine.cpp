// The PTX machine: forms of instructions against an H200, control flow, memory, barriers, products, and its errors.
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include "core/base/bit_cast.h"
#include "core/base/message.h"
#include "core/base/text.h"
#include "core/machine/checks/waits.h"
#include "core/machine/execution.h"
#include "doctest/doctest.h"
#include "tests/unit/machine_forms.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

std::string text_of(const char* file) {
  std::ifstream in(file, std::ios::binary);
  REQUIRE_MESSAGE(in, file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string kernel(const std::string& body, const std::string& before = "") {
  return ".version 8.0\n.target sm_90\n.address_size 64\n" + before +
         ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<20>;\n.reg .b64 %rd<20>;\n.reg .pred %p<9>;\n.reg .f32 "
         "%f<9>;\n"
         "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n" +
         body + "ret;\n}\n";
}

Result<Outcome> run(const std::string& ptx, Launch launch) {
  const auto program = read_ptx(ptx);
  if (!program) return failure(program.error());
  const auto found = find_kernel(*program, "");
  if (!found) return failure(found.error());
  return execute(*program, **found, launch);
}
Launch launch_of(std::int64_t threads, std::size_t bytes) {
  Launch out;
  out.block[0] = threads;
  out.arguments = {{std::string(bytes, '\0'), true}};
  out.recorded = {0};
  out.steps = 1 << 20;
  return out;
}
std::vector<std::uint32_t> words(const std::string& bytes) {
  std::vector<std::uint32_t> out(bytes.size() / 4);
  std::memcpy(out.data(), bytes.data(), out.size() * 4);
  return out;
}
std::vector<std::uint32_t> results(const std::string& ptx, std::int64_t threads) {
  const auto done = run(ptx, launch_of(threads, static_cast<std::size_t>(threads) * 4));
  const std::string message = done ? "" : english(done.error().message);
  REQUIRE_MESSAGE(done, message);
  return words(done->buffers[0]);
}
std::string error_of(const std::string& ptx, std::int64_t threads = 32, std::size_t bytes = 128) {
  const auto done = run(ptx, launch_of(threads, bytes));
  REQUIRE(!done);
  return english(done.error().message);
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
    const auto done = run(form.ptx, launch_of(form_threads, form_threads * form_results * 8));
    const std::string message = done ? "" : english(done.error().message);
    REQUIRE_MESSAGE(done, message);
    CHECK(buffer_hash(done->buffers[0]) == hash->second);
    compared += 1;
  }
  CHECK(compared == expected.size());
  CHECK(compared > 1000);
}

TEST_CASE("machine: PTX without a kernel") {
  const auto made = run(".version 8.0\n.target sm_90\n.address_size 64\n.func f()\n{\nret;\n}\n", launch_of(32, 128));
  REQUIRE(!made);
  CHECK(english(made.error().message) == "the PTX has no kernel");
  CHECK(english(made.error().hint) == "expected a function that begins with .entry");
}

TEST_CASE("machine: lanes that part at a branch meet again behind it") {
  // Odd threads count to their number, the others take another way; the vote behind it has all lanes.
  const std::vector<std::uint32_t> got =
      results(kernel("mov.u32 %r2, 0;\nand.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra EVEN;\n"
                     "LOOP: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p2, %r2, %r1;\n@%p2 bra LOOP;\nbra MEET;\n"
                     "EVEN: mov.u32 %r2, 1000;\n"
                     "MEET: activemask.b32 %r4;\npopc.b32 %r4, %r4;\nadd.u32 %r2, %r2, %r4;\n"
                     "st.global.u32 [%rd3], %r2;\n"),
              32);
  for (std::uint32_t i = 0; i < 32; ++i) CHECK(got[i] == (i % 2 == 0 ? 1000 : i) + 32);
}

TEST_CASE("machine: lanes that end early do not come back") {
  const std::vector<std::uint32_t> got = results(
      kernel("setp.gt.u32 %p1, %r1, 9;\n@%p1 exit;\nvote.sync.ballot.b32 %r2, 1, -1;\nst.global.u32 [%rd3], %r2;\n"),
      32);
  for (std::uint32_t i = 0; i < 32; ++i) CHECK(got[i] == (i > 9 ? 0U : 0x3ffU));
}

TEST_CASE("machine: a branch table and a function with a result") {
  const std::string before =
      ".func (.param .b32 r) square(.param .b32 x)\n{\n.reg .b32 %a;\nld.param.u32 %a, [x];\nmul.lo.u32 %a, %a, "
      "%a;\nst.param.b32 [r], %a;\nret;\n}\n";
  const std::vector<std::uint32_t> got =
      results(kernel("and.b32 %r2, %r1, 3;\nTABLE: .branchtargets A, B, C, D;\nbrx.idx %r2, TABLE;\nA: mov.u32 %r3, "
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
  const auto done =
      run(kernel(".shared .align 4 .b8 s[512];\nmov.u32 %r2, s;\nshl.b32 %r3, %r1, 2;\nadd.u32 %r4, %r2, %r3;\n"
                 "st.shared.u32 [%r4], %r1;\nbar.sync 0;\nsub.u32 %r5, 127, %r1;\nshl.b32 %r5, %r5, 2;\nadd.u32 %r5, "
                 "%r2, %r5;\n"
                 "ld.shared.u32 %r6, [%r5];\nst.global.u32 [%rd3], %r6;\n"),
          launch_of(128, 512));
  REQUIRE(done);
  const std::vector<std::uint32_t> got = words(done->buffers[0]);
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
  const std::vector<std::uint32_t> got =
      results(kernel(".shared .align 16 .b8 s[128];\n.shared .align 8 .b8 m[8];\nmov.u32 %r2, s;\nmov.u32 %r9, "
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

TEST_CASE("machine: mma multiplies by the layouts of its atom") {
  // A is ones, B is ones: each element of C is 16, plus the thread's own C.
  const std::vector<std::uint32_t> got =
      results(kernel("mov.b32 %r2, 0x3c003c00;\ncvt.rn.f32.u32 %f0, "
                     "%r1;\nmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r2,%r2,%r2,%r2}, "
                     "{%r2,%r2}, {%f0,%f0,%f0,%f0};\ncvt.rzi.u32.f32 %r3, %f3;\nst.global.u32 [%rd3], %r3;\n"),
              32);
  for (std::uint32_t i = 0; i < 32; ++i) CHECK(got[i] == 16 + i);
}

TEST_CASE("machine: errors name the line, the block, the thread and the address") {
  CHECK(error_of(kernel("st.global.u32 [%rd3+8], %r1;\n")).find("thread (30,0,0): an access of 4 bytes at address") !=
        std::string::npos);
  CHECK(error_of(kernel("st.global.u32 [%rd3+2], %r1;\n")).find("is not a multiple of 4 bytes") != std::string::npos);
  CHECK(error_of(kernel("ld.shared.u32 %r2, [0];\n")).find("outside of shared memory") != std::string::npos);
  CHECK(error_of(kernel("L: bra L;\n")).find("did not end within") != std::string::npos);
  CHECK(error_of(kernel("setp.eq.u32 %p1, %r1, 0;\n@%p1 bra X;\nbar.sync 0;\nX:\n")).find("reach the barrier") !=
        std::string::npos);
  CHECK(error_of(kernel("setp.gt.u32 %p1, %r1, 31;\n@%p1 bra X;\nbar.sync 0, 64;\nX:\n"), 64, 256).find("hangs") !=
        std::string::npos);
  CHECK(error_of(kernel("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1}];\n"))
            .find("tex.1d.v4.f32.s32 is not supported") != std::string::npos);
  CHECK(error_of(kernel("add.u32 %r2, %r1;\n")).find("has 2 operands; expected 3") != std::string::npos);
  CHECK(error_of(kernel("add.u32 %r2, %r1, %nowhere9;\n")).find("line") != std::string::npos);
  CHECK(error_of(kernel("bra NOWHERE;\n")).find("'NOWHERE' is not a declared register, variable or label") !=
        std::string::npos);
  CHECK(error_of(kernel(".local .b8 s[2000000000];\n")).find("'s' is larger than 268435456 bytes") !=
        std::string::npos);
  CHECK(error_of(kernel(".shared .b8 s[200000000];\nst.shared.u32 [s], %r1;\n")).find("bytes of shared memory") !=
        std::string::npos);
  CHECK(error_of("{").find("expected a directive") != std::string::npos);
  CHECK(error_of(kernel("add.u32 %r2, %r1, 1")).find("line") != std::string::npos);
}

TEST_CASE("machine: an mbarrier is in shared memory, and its counts are in PTX's range") {
  // Bits 24 to 31 of an address in global memory are not the rank of a block.
  CHECK(error_of(kernel("mbarrier.init.b64 [%rd1], 1;\n")).find("is not in shared memory") != std::string::npos);
  const std::string shared = ".shared .align 8 .b8 m[8];\n";
  const std::string init = "mov.u32 %r2, m;\nmbarrier.init.shared.b64 [%r2], 1;\n";
  for (const char* count : {"0", "1048576"}) {
    CHECK(error_of(kernel(shared + "mov.u32 %r2, m;\nmbarrier.init.shared.b64 [%r2], " + count + ";\n"))
              .find("expected 1 to 1048575") != std::string::npos);
  }
  for (const char* step : {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r2], 1048576;\n",
                           "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r2], 1048576;\n",
                           "mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 4194304;\n"}) {
    const std::string message = error_of(kernel(shared + init + step), 1);
    CHECK_MESSAGE(message.find("expected -1048575 to 1048575") != std::string::npos, message);
  }
}

TEST_CASE("machine: products and copies are charged to the limit by their work") {
  const auto loop = [](const std::string& body) {
    return "mov.u32 %r3, 0;\nLOOP: " + body + "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 300;\n@%p1 bra LOOP;\n";
  };
  const auto ends_as = [](const std::string& ptx, std::int64_t threads, std::size_t bytes) {
    const auto done = run(ptx, launch_of(threads, bytes));
    return done ? std::string("ends") : std::string(code_name(done.error().code));
  };
  const std::string m =
      ".shared .align 16 .b8 s[65536];\n.shared .align 8 .b8 m[8];\nmov.u32 %r2, s;\nmov.u32 %r4, m;\n"
      "mbarrier.init.shared.b64 [%r4], 1;\n";
  const auto copies = [&](const std::string& bytes) {
    return kernel(m + loop("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r4], " + bytes +
                           ";\ncp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd1], " +
                           bytes + ", [%r4];\n"));
  };
  CHECK(ends_as(copies("64"), 1, 65536) == "ends");
  CHECK(ends_as(copies("65536"), 1, 65536) == "too_large");
  const auto products = [&](int n) {
    std::string d = "{";
    for (int i = 0; i < n / 2; ++i) d += (i == 0 ? "%d" : ", %d") + std::to_string(i);
    return kernel(m + ".reg .f32 %d<128>;\nsetp.ne.u32 %p2, 0, 0;\nmov.b64 %rd4, 0x100010040;\n" +
                  loop("wgmma.mma_async.sync.aligned.m64n" + std::to_string(n) + "k16.f32.f16.f16 " + d +
                       "}, %rd4, %rd4, %p2, 1, 1, 0, 0;\n"));
  };
  CHECK(ends_as(products(8), 128, 512) == "ends");
  CHECK(ends_as(products(256), 128, 512) == "too_large");
  // A block costs its shared memory, which is cleared before it runs.
  Launch many = launch_of(1, 4);
  many.grid[0] = 1 << 13;
  CHECK(run(kernel(""), many));
  many.shared_bytes = 1 << 16;
  const auto done = run(kernel(""), many);
  REQUIRE(!done);
  CHECK(done.error().code == ErrorCode::too_large);
  // An observer looks at each byte of an access.
  Launch observed = launch_of(32, 128);
  observed.steps = 100000;
  const std::string loads = kernel(loop("ld.global.u32 %r5, [%rd3];\n"));
  CHECK(run(loads, observed));
  WaitRecorder recorder(observed);
  observed.observer = &recorder;
  const auto watched = run(loads, observed);
  REQUIRE(!watched);
  CHECK(watched.error().code == ErrorCode::too_large);
}

TEST_CASE("machine: a run keeps its limit of memory") {
  Launch launch = launch_of(32, 1 << 16);
  launch.bytes = 1 << 20;
  CHECK(run(kernel(""), launch));
  launch.shared_bytes = 1 << 20;
  auto done = run(kernel(""), launch);
  REQUIRE(!done);
  CHECK(done.error().code == ErrorCode::too_large);
  launch.shared_bytes = 0;
  launch.bytes = 1 << 15;
  done = run(kernel(""), launch);
  REQUIRE(!done);
  CHECK(done.error().code == ErrorCode::too_large);
}

TEST_CASE("machine: a kernel that requires another block or grid does not run") {
  Launch clusters = launch_of(32, 128);
  clusters.grid[0] = clusters.cluster[0] = 17;
  const auto refused = run(kernel(""), clusters);
  REQUIRE(!refused);
  CHECK(english(refused.error().message) == "the cluster is (17,1,1); expected positive extents and at most 16 blocks");
  Launch wrong = launch_of(32, 128);
  wrong.block = {1024, 2, 1};
  CHECK(english(run(kernel(""), wrong).error().message) ==
        "the block is (1024,2,1); expected positive extents and at most 1024 threads");
  wrong.grid = {2, 0, 1};
  CHECK(english(run(kernel(""), wrong).error().message) ==
        "the grid is (2,0,1); expected positive extents and at most 2147483648 blocks");

  const auto with = [](const std::string& directive) {
    std::string text = kernel("st.global.u32 [%rd3], %r1;\n");
    return text.insert(text.find("\n{") + 1, directive + "\n");
  };
  CHECK(error_of(with(".reqntid 64, 1, 1")) == "the block is (32,1,1); the kernel requires (64,1,1)");
  CHECK(results(with(".reqntid 32"), 32)[31] == 31);
  CHECK(error_of(with(".reqnctapercluster 2")) == "the grid (1,1,1) is not a multiple of the cluster (2,1,1)");
}

TEST_CASE("machine: a run goes on instruction by instruction") {
  const std::string text = kernel("add.u32 %r2, %r1, 7;\nbar.sync 0;\nst.global.u32 [%rd3], %r2;\n");
  const auto program = read_ptx(text);
  REQUIRE(program);
  auto run = Execution::start(*program, program->functions.front(), launch_of(64, 256));
  REQUIRE(run);
  REQUIRE(run->warps().size() == 2);
  // The first warp alone comes to the barrier, and waits there.
  for (int n = 0; n < 100 && run->warps()[0].state == WarpPlace::State::ready; ++n) run->step(0);
  CHECK(run->warps()[0].state == WarpPlace::State::waits);
  REQUIRE(run->warps()[0].next != nullptr);
  CHECK(run->warps()[0].next->opcode == "bar.sync");
  run->step(0);
  CHECK(run->warps()[0].state == WarpPlace::State::waits);
  for (int n = 0; n < 100 && run->warps()[0].state == WarpPlace::State::waits; ++n) run->step(1);
  CHECK(run->warps()[0].next->opcode != "bar.sync");
  run->run();
  CHECK(run->ended());
  CHECK(!run->error());
  const auto numbers = words(run->outcome().buffers.front());
  for (std::uint32_t i = 0; i < 64; ++i) CHECK(numbers[i] == i + 7);
}

TEST_CASE("machine: the blocks of a cluster run together") {
  // Each thread writes its block's rank in the cluster, and the cluster's number.
  const std::string text = kernel(
      "mov.u32 %r2, %cluster_ctarank;\nmov.u32 %r3, %clusterid.x;\nshl.b32 %r3, %r3, 8;\n"
      "or.b32 %r2, %r2, %r3;\nst.global.u32 [%rd3], %r2;\n");
  const auto program = read_ptx(text);
  REQUIRE(program);
  Launch launch = launch_of(32, 128);
  launch.grid[0] = 8;
  launch.cluster[0] = 4;
  launch.recorded = {6};
  launch.others = false;
  auto run = Execution::start(*program, program->functions.front(), launch);
  REQUIRE(run);
  CHECK(run->warps().size() == 4);
  CHECK(run->warps()[0].block == 4);
  run->run();
  REQUIRE(!run->error());
  const Outcome outcome = run->outcome();
  REQUIRE(outcome.trace.blocks.size() == 1);
  CHECK(outcome.trace.blocks[0].block == 6);
  // Cluster 1 ran alone, and its last block wrote last.
  CHECK(words(outcome.buffers.front())[0] == 256 + 3);
}

TEST_CASE("machine: coverage lists what is not supported, with its places") {
  const auto program =
      read_ptx(kernel("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1}];\nadd.u32 %r2, %r1, 1;\ntex.1d.v4.f32.s32 "
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
  Launch launch = launch_of(1, 4);
  Argument structure;
  structure.members = {{std::string("\x05\0\0\0", 4)}, {std::string("\x07\0\0\0", 4), true}};
  launch.arguments.insert(launch.arguments.begin(), structure);
  const auto done = run(ptx, launch);
  REQUIRE(done);
  // The bytes behind its members are zeros.
  CHECK(words(done->buffers[1]) == std::vector<std::uint32_t>{12});
  launch.arguments[0].members.push_back({std::string(16, '\0')});
  const auto longer = run(ptx, launch);
  REQUIRE(!longer);
  CHECK(english(longer.error().message) == "parameter 0 has 24 bytes, but its argument has 32");
}

TEST_CASE("machine: printf writes text to the result, and an assertion ends the run") {
  const auto text = [](const std::string& name, const std::string& value) {
    std::string out = cat(".global .align 1 .b8 ", name, '[', value.size() + 1, "] = {");
    for (const char one : value) append_all(out, static_cast<int>(one), ", ");
    return out + "0};\n";
  };
  const auto generic = [](const std::string& to, const std::string& name) {
    return cat("mov.u64 ", to, ", ", name, ";\ncvta.global.u64 ", to, ", ", to, ";\n");
  };
  const std::string declared = ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n";
  const std::string format = "%d %5.2f|%-4u|%s %c %llx %% %q\n";
  const std::string body =
      ".local .align 8 .b8 buffer[48];\nmov.u64 %rd4, buffer;\ncvta.local.u64 %rd4, %rd4;\nst.u32 [%rd4], %r1;\n"
      "mov.f64 %rd5, 0d3FF8000000000000;\nst.u64 [%rd4+8], %rd5;\nmov.u32 %r2, 7;\nst.u32 [%rd4+16], %r2;\n" +
      generic("%rd6", "word") +
      "st.u64 [%rd4+24], %rd6;\nmov.u32 %r3, 65;\nst.u32 [%rd4+32], %r3;\nmov.u64 %rd7, 0x123456789a;\nst.u64 "
      "[%rd4+40], %rd7;\n" +
      generic("%rd8", "format") +
      "{ .param .b64 p0; st.param.b64 [p0], %rd8; .param .b64 p1; st.param.b64 [p1], %rd4; .param .b32 r0;\ncall.uni "
      "(r0), vprintf, (p0, p1);\nld.param.b32 %r5, [r0]; }\nst.global.u32 [%rd3], %r5;\n";
  const auto done = run(kernel(body, declared + text("word", "row") + text("format", format)), launch_of(2, 8));
  REQUIRE(done);
  CHECK(done->printed == "0  1.50|7   |row A 123456789a % %q\n1  1.50|7   |row A 123456789a % %q\n");
  CHECK(words(done->buffers[0]) == std::vector<std::uint32_t>{6, 6});

  // A line is as long as its widths.
  const auto wide = [&](const std::string& of) {
    const auto printed = run(kernel("mov.u32 %r2, 3000;\n.local .align 8 .b8 buffer[8];\nmov.u64 %rd4, buffer;\n"
                                    "cvta.local.u64 %rd4, %rd4;\nst.u32 [%rd4], %r2;\nst.u32 [%rd4+4], %r2;\n" +
                                        generic("%rd8", "format") +
                                        "{ .param .b64 p0; st.param.b64 [p0], %rd8; .param .b64 p1; st.param.b64 [p1], "
                                        "%rd4; .param .b32 r0;\ncall.uni (r0), vprintf, (p0, p1); }\n",
                                    declared + text("format", of)),
                             launch_of(1, 4));
    REQUIRE(printed);
    return printed->printed;
  };
  CHECK(wide("%2000d") == std::string(1996, ' ') + "3000");
  CHECK(wide("%.*d") == std::string(2996, '0') + "3000");
  CHECK(wide("%99999999d").size() == max_printed_bytes);

  // At most 1 MB is kept.
  const std::string loop =
      "mov.u32 %r6, 0;\n" + generic("%rd8", "word") +
      "LOOP: { .param .b64 p0; st.param.b64 [p0], %rd8; .param .b64 p1; st.param.b64 [p1], %rd8; .param "
      ".b32 r0;\ncall.uni (r0), vprintf, (p0, p1); }\nadd.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, "
      "600;\n@%p1 bra LOOP;\n";
  Launch longer = launch_of(1, 4);
  longer.steps = 1 << 26;
  const auto much = run(kernel(loop, declared + text("word", std::string(3000, 'x'))), longer);
  REQUIRE(much);
  CHECK(much->printed.size() == max_printed_bytes);

  const std::string assertion = generic("%rd6", "word") +
                                "{ .param .b64 p0; st.param.b64 [p0], %rd6; .param .b64 p1; st.param.b64 [p1], %rd6; "
                                ".param .b32 p2; st.param.b32 "
                                "[p2], 12; .param .b64 p3; st.param.b64 [p3], %rd6; .param .b64 p4; st.param.b64 [p4], "
                                "1;\ncall.uni __assertfail, "
                                "(p0, p1, p2, p3, p4); }\n";
  CHECK(error_of(
            kernel(assertion, text("word", "row") +
                                  ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 "
                                  "d, .param .b64 e);\n"))
            .find("assertion 'row' of row fails in row, line 12") != std::string::npos);
  CHECK(error_of(kernel("{ .param .b64 p0; .param .b64 r0; call.uni (r0), malloc, (p0); }\n",
                        ".extern .func (.param .b64 r) malloc(.param .b64 s);\n"))
            .find("call.uni is not supported") != std::string::npos);
}

namespace {

// A small integer in the bits of a type.
std::uint32_t encoded(std::string_view type, int value) {
  const auto magnitude = static_cast<std::uint32_t>(std::abs(value));
  if (type == "s8") return static_cast<std::uint32_t>(value) & 255;
  if (type == "s4") return static_cast<std::uint32_t>(value) & 15;
  const std::uint32_t sign = value < 0 ? 1 : 0;
  if (type == "f16") return std::array<std::uint32_t, 3>{0, 0x3c00, 0x4000}[magnitude] | sign << 15;
  if (type == "bf16") return std::array<std::uint32_t, 3>{0, 0x3f80, 0x4000}[magnitude] | sign << 15;
  if (type == "e4m3") return std::array<std::uint32_t, 3>{0, 0x38, 0x40}[magnitude] | sign << 7;
  return std::array<std::uint32_t, 3>{0, 0x3f800000, 0x40000000}[magnitude] | sign << 31;
}

struct SparseForm {
  const char* type;
  int bits;
  int k;
  int chunk;      // elements of a row, of which half are stored
  int selectors;  // that are allowed
};

// Numbers that differ from call to call.
std::uint32_t next_number(std::uint32_t& state) {
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

}  // namespace

TEST_CASE("machine: mma.sp moves the stored elements to the columns of their metadata") {
  // PTX ISA 9.0, 9.7.14.6.2: fragments by lane, and by whom the metadata of which chunks is given.
  constexpr SparseForm forms[] = {{"f16", 16, 16, 4, 4},  {"f16", 16, 32, 4, 2}, {"bf16", 16, 16, 4, 4},
                                  {"bf16", 16, 32, 4, 2}, {"tf32", 32, 8, 2, 4}, {"tf32", 32, 16, 2, 2},
                                  {"s8", 8, 32, 4, 2},    {"s8", 8, 64, 4, 1},   {"s4", 4, 64, 8, 2},
                                  {"s4", 4, 128, 8, 1},   {"e4m3", 8, 64, 4, 1}};
  std::uint32_t state = 1;
  for (const SparseForm& form : forms) {
    for (int selector = 0; selector < form.selectors; ++selector) {
      CAPTURE(form.type);
      CAPTURE(form.k);
      CAPTURE(selector);
      const int per = 32 / form.bits;
      const int a_registers = form.k / 2 / (4 * per) * 2;
      const int b_registers = form.k / (4 * per);
      const bool integers = form.type[0] == 's';
      // Each nibble of metadata has two indices in order.
      constexpr std::uint32_t nibbles[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
      std::vector<std::uint32_t> a(32 * 4), b(32 * 4), metadata(32);
      std::vector<std::vector<int>> dense(16, std::vector<int>(static_cast<std::size_t>(form.k)));
      std::vector<std::vector<int>> right(8, std::vector<int>(static_cast<std::size_t>(form.k)));
      // By row and chunk.
      std::vector<std::vector<std::uint32_t>> chosen(
          16, std::vector<std::uint32_t>(static_cast<std::size_t>(form.k / form.chunk)));
      for (int lane = 0; lane < 32; ++lane) {
        for (int i = 0; i < 8; ++i) {
          const std::uint32_t nibble =
              form.chunk == 2 ? (next_number(state) % 2 != 0 ? 0xe : 0x4) : nibbles[next_number(state) % 6];
          metadata[static_cast<std::size_t>(lane)] |= nibble << (4 * i);
          // Threads of the four that give metadata: one, two from an even one on, or all.
          const int threads = 4 / form.selectors;
          const int thread = lane % 4 - selector * threads;
          if (thread < 0 || thread >= threads) continue;
          const bool wide = form.bits >= 16;
          const int row = lane / 4 + 8 * (wide ? i / 4 : thread % 2);
          const int chunk = wide ? 4 * thread + i % 4 : 8 * (thread / 2) + i;
          chosen[static_cast<std::size_t>(row)][static_cast<std::size_t>(chunk)] = nibble;
        }
      }
      for (int lane = 0; lane < 32; ++lane) {
        for (int r = 0; r < a_registers; ++r) {
          const int row = lane / 4 + 8 * (r % 2);
          const int first_column = lane % 4 * 2 * per + r / 2 * 8 * per;
          for (int i = 0; i < per; ++i) {
            const int value = static_cast<int>(next_number(state) % 5) - 2;
            a[static_cast<std::size_t>(lane * 4 + r)] |= encoded(form.type, value) << (i * form.bits);
            const int kept = form.chunk / 2;
            const int chunk = first_column / form.chunk + i / kept;
            const std::uint32_t nibble = chosen[static_cast<std::size_t>(row)][static_cast<std::size_t>(chunk)];
            const int column = form.chunk == 2   ? (nibble == 0xe ? 1 : 0)
                               : form.chunk == 4 ? static_cast<int>(nibble >> (2 * (i % 2)) & 3)
                                                 : static_cast<int>(2 * (nibble >> (2 * (i % 4 / 2)) & 3)) + i % 2;
            dense[static_cast<std::size_t>(row)][static_cast<std::size_t>(chunk * form.chunk + column)] = value;
          }
        }
        for (int r = 0; r < b_registers; ++r) {
          for (int i = 0; i < per; ++i) {
            const int value = static_cast<int>(next_number(state) % 5) - 2;
            b[static_cast<std::size_t>(lane * 4 + r)] |= encoded(form.type, value) << (i * form.bits);
            right[static_cast<std::size_t>(lane / 4)][static_cast<std::size_t>(r * 4 * per + lane % 4 * per + i)] =
                value;
          }
        }
      }
      const auto registers = [](const char* name, int first, int count) {
        std::string out = "{";
        for (int i = 0; i < count; ++i) append_all(out, i == 0 ? "" : ", ", name, first + i);
        return out + "}";
      };
      const std::string d_type = integers ? "s32" : "f32";
      const std::string sums = registers(integers ? "%r" : "%f", 0, 4);
      const std::string ptx =
          cat(".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u64 b, .param "
              ".u64 e, .param "
              ".u64 d)\n{\n.reg .b32 %r<20>;\n.reg .f32 %f<4>;\n.reg .b64 %rd<8>;\nmov.u32 %r4, %tid.x;\nmul.wide.u32 "
              "%rd1, %r4, "
              "16;\nmul.wide.u32 %rd2, %r4, 4;\nld.param.u64 %rd3, [a];\nadd.u64 %rd3, %rd3, %rd1;\nld.global.v4.u32 "
              "{%r5, %r6, %r7, "
              "%r8}, [%rd3];\nld.param.u64 %rd3, [b];\nadd.u64 %rd3, %rd3, %rd1;\nld.global.v4.u32 {%r9, %r10, %r11, "
              "%r12}, "
              "[%rd3];\nld.param.u64 %rd3, [e];\nadd.u64 %rd3, %rd3, %rd2;\nld.global.u32 %r13, "
              "[%rd3];\nmma.sp::ordered_metadata"
              ".sync.aligned.m16n8k",
              form.k, ".row.col.", d_type, '.', form.type, '.', form.type, '.', d_type, ' ', sums, ", ",
              registers("%r", 5, a_registers), ", ", registers("%r", 9, b_registers), ", ", sums, ", %r13, ", selector,
              ";\nld.param.u64 %rd3, [d];\nadd.u64 %rd3, %rd3, %rd1;\nst.global.v4.", d_type, " [%rd3], ", sums,
              ";\nret;\n}\n");
      const auto bytes = [](const std::vector<std::uint32_t>& of) {
        return std::string(reinterpret_cast<const char*>(of.data()), of.size() * 4);
      };
      Launch launch = launch_of(32, 512);
      launch.arguments = {{bytes(a), true}, {bytes(b), true}, {bytes(metadata), true}, {std::string(512, '\0'), true}};
      const auto done = run(ptx, launch);
      const std::string message = done ? "" : english(done.error().message);
      REQUIRE_MESSAGE(done, message);
      const std::vector<std::uint32_t> got = words(done->buffers[3]);
      int different = 0;
      for (int lane = 0; lane < 32; ++lane) {
        for (int i = 0; i < 4; ++i) {
          const int row = lane / 4 + 8 * (i / 2);
          const int column = lane % 4 * 2 + i % 2;
          int sum = 0;
          for (int k = 0; k < form.k; ++k)
            sum += dense[static_cast<std::size_t>(row)][static_cast<std::size_t>(k)] *
                   right[static_cast<std::size_t>(column)][static_cast<std::size_t>(k)];
          const std::uint32_t bits = got[static_cast<std::size_t>(lane * 4 + i)];
          const int result = integers ? static_cast<int>(bits) : static_cast<int>(bit_cast<float>(bits));
          different += result == sum ? 0 : 1;
        }
      }
      CHECK(different == 0);
    }
  }
  const std::string beyond = kernel(
      "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r1, %r2, %r3, %r4}, {%r1, %r2, "
      "%r3, %r4}, "
      "{%f0, %f1, %f2, %f3}, %r5, 2;\n");
  CHECK(error_of(beyond).find(
            "operand 5 of mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 is 2; expected a selector below 2") !=
        std::string::npos);
}

TEST_CASE("machine: a text that is cut off anywhere is an error or a program") {
  const std::string whole =
      kernel(".shared .align 4 .b8 s[64];\n{ .reg .b32 t; mov.u32 t, 1; }\nst.global.u32 [%rd3], %r1;\n",
             ".const .b32 c[2] = {1, 0f3F800000};\n");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto done = run(whole.substr(0, size), launch_of(32, 128));
    if (done) CHECK(size > whole.size() - 4);
  }
}
