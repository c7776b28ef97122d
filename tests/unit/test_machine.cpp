// The PTX machine: forms of instructions against an H200, control flow, memory, barriers, products, and its errors.
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include "core/base/message.h"
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
  CHECK(english(refused.error().message) == "a cluster has 17 blocks; expected at most 16");

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

TEST_CASE("machine: a text that is cut off anywhere is an error or a program") {
  const std::string whole =
      kernel(".shared .align 4 .b8 s[64];\n{ .reg .b32 t; mov.u32 t, 1; }\nst.global.u32 [%rd3], %r1;\n",
             ".const .b32 c[2] = {1, 0f3F800000};\n");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto done = run(whole.substr(0, size), launch_of(32, 128));
    if (done) CHECK(size > whole.size() - 4);
  }
}
