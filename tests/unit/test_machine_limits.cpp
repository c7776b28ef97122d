// Errors of the PTX machine, and the limits of a run.
#include "core/machine/checks/waits.h"
#include "core/machine/warp.h"
#include "tests/unit/machine_runs.h"

using namespace stridescope;
using namespace stridescope::machine;

TEST_CASE("machine: a wait that counts its tests ends, one that does not hangs") {
  const auto error_of = [](const std::string& rest) {
    Launch launch = ptx_launch(64, 256);
    launch.steps = 1 << 26;
    const auto done = run_ptx(ptx_kernel(".shared .align 8 .b8 m[8];\nmov.u32 %r2, m;\nsetp.ne.u32 %p1, %r1, 0;\n"
                                         "@!%p1 mbarrier.init.shared.b64 [%r2], 1;\nbar.sync 0;\nmov.u32 %r3, 0;\n"
                                         "L: mbarrier.test_wait.parity.shared.b64 %p2, [%r2], 0;\n" +
                                         rest),
                              launch);
    return done ? "" : english(done.error().message);
  };
  const auto counts_to = [](const char* count) {
    return cat("add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p3, %r3, ", count, ";\n@%p3 bra L;\n");
  };
  CHECK(error_of(counts_to("100")) == "");
  CHECK(error_of(counts_to("500")) == "");
  CHECK(error_of(counts_to("5000")) == "");
  const char* const hang = "block (0,0,0) hangs: all its warps wait";
  CHECK(error_of("@!%p2 bra L;\n") == hang);
  CHECK(error_of("mov.u32 %r4, 77;\n@!%p2 bra L;\n") == hang);
  // A count up to a bound that takes minutes.
  CHECK(error_of(counts_to("500000000")) == hang);
}

TEST_CASE("machine: errors name the line, the block, the thread and the address") {
  CHECK(ptx_error(ptx_kernel("st.global.u32 [%rd3+8], %r1;\n"))
            .find("thread (30,0,0): an access of 4 bytes at address") != std::string::npos);
  CHECK(ptx_error(ptx_kernel("st.global.u32 [%rd3+2], %r1;\n")).find("is not a multiple of 4 bytes") !=
        std::string::npos);
  CHECK(ptx_error(ptx_kernel("ld.shared.u32 %r2, [0];\n")).find("outside of shared memory") != std::string::npos);
  CHECK(ptx_error(ptx_kernel("L: bra L;\n")).find("did not end within") != std::string::npos);
  CHECK(ptx_error(ptx_kernel("setp.eq.u32 %p1, %r1, 0;\n@%p1 bra X;\nbar.sync 0;\nX:\n")).find("reach the barrier") !=
        std::string::npos);
  CHECK(ptx_error(ptx_kernel("setp.gt.u32 %p1, %r1, 31;\n@%p1 bra X;\nbar.sync 0, 64;\nX:\n"), 64, 256).find("hangs") !=
        std::string::npos);
  CHECK(ptx_error(ptx_kernel("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1}];\n"))
            .find("tex.1d.v4.f32.s32 is not supported") != std::string::npos);
  CHECK(ptx_error(ptx_kernel("add.u32 %r2, %r1;\n")).find("has 2 operands; expected 3") != std::string::npos);
  for (const char* operand : {"{%r1}", "{%r1,%r1,%r1,%r1}", "%r1"})
    CHECK(ptx_error(ptx_kernel(cat("st.global.v2.u32 [%rd3], ", operand, ";\n"))).find("expected 2") !=
          std::string::npos);
  CHECK(ptx_error(ptx_kernel("atom.global.v2.f32.add {%f1,%f2}, [%rd3], {%f1};\n")).find("has 1 element; expected 2") !=
        std::string::npos);
  for (const char* operand : {"{}", "{%r1,}", "{,%r1}"})
    CHECK(ptx_error(ptx_kernel(cat("st.global.u32 [%rd3], ", operand, ";\n"))).find("expected an operand") !=
          std::string::npos);
  CHECK(ptx_error(ptx_kernel("add.u32 %r2, %r1, %nowhere9;\n")).find("line") != std::string::npos);
  CHECK(ptx_error(ptx_kernel("bra NOWHERE;\n")).find("'NOWHERE' is not a declared register, variable or label") !=
        std::string::npos);
  // A table of labels is an operand, a label an operand or an element of one.
  for (const char* operand : {"{TABLE}", "{{A}, A}", "{{%r1}, {A}}"})
    CHECK(ptx_error(ptx_kernel(cat("TABLE: .branchtargets A, A, A;\nbrx.idx %r1, ", operand, ";\nA: ret;\n")))
              .find("is not a declared register, variable or label") != std::string::npos);
  CHECK(ptx_error(ptx_kernel(".local .b8 s[2000000000];\n")).find("'s' is larger than 268435456 bytes") !=
        std::string::npos);
  CHECK(ptx_error(ptx_kernel(".shared .b8 s[200000000];\nst.shared.u32 [s], %r1;\n")).find("bytes of shared memory") !=
        std::string::npos);
  CHECK(ptx_error("{").find("expected a directive") != std::string::npos);
  CHECK(ptx_error(ptx_kernel("add.u32 %r2, %r1, 1")).find("line") != std::string::npos);
}

TEST_CASE("machine: an mbarrier is in shared memory, and its counts are in PTX's range") {
  // Bits 24 to 31 of an address in global memory are not the rank of a block.
  CHECK(ptx_error(ptx_kernel("mbarrier.init.b64 [%rd1], 1;\n")).find("is not in shared memory") != std::string::npos);
  const std::string shared = ".shared .align 8 .b8 m[8];\n";
  const std::string init = "mov.u32 %r2, m;\nmbarrier.init.shared.b64 [%r2], 1;\n";
  for (const char* count : {"0", "1048576"}) {
    CHECK(ptx_error(ptx_kernel(shared + "mov.u32 %r2, m;\nmbarrier.init.shared.b64 [%r2], " + count + ";\n"))
              .find("expected 1 to 1048575") != std::string::npos);
  }
  for (const char* step : {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r2], 1048576;\n",
                           "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r2], 1048576;\n",
                           "mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 4194304;\n"}) {
    const std::string message = ptx_error(ptx_kernel(shared + init + step), 1);
    CHECK_MESSAGE(message.find("expected -1048575 to 1048575") != std::string::npos, message);
  }
}

TEST_CASE("machine: products and copies are charged to the limit by their work") {
  const auto loop = [](const std::string& body) {
    return "mov.u32 %r3, 0;\nLOOP: " + body + "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 300;\n@%p1 bra LOOP;\n";
  };
  const auto ends_as = [](const std::string& ptx, std::int64_t threads, std::size_t bytes) {
    const auto done = run_ptx(ptx, ptx_launch(threads, bytes));
    return done ? std::string("ends") : std::string(code_name(done.error().code));
  };
  const std::string m =
      ".shared .align 16 .b8 s[65536];\n.shared .align 8 .b8 m[8];\nmov.u32 %r2, s;\nmov.u32 %r4, m;\n"
      "mbarrier.init.shared.b64 [%r4], 1;\n";
  const auto copies = [&](const std::string& bytes) {
    return ptx_kernel(m + loop("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r4], " + bytes +
                               ";\ncp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd1], " +
                               bytes + ", [%r4];\n"));
  };
  CHECK(ends_as(copies("64"), 1, 65536) == "ends");
  CHECK(ends_as(copies("65536"), 1, 65536) == "too_large");
  const auto products = [&](int n) {
    std::string d = "{";
    for (int i = 0; i < n / 2; ++i) d += (i == 0 ? "%d" : ", %d") + std::to_string(i);
    return ptx_kernel(m + ".reg .f32 %d<128>;\nsetp.ne.u32 %p2, 0, 0;\nmov.b64 %rd4, 0x100010040;\n" +
                      loop("wgmma.mma_async.sync.aligned.m64n" + std::to_string(n) + "k16.f32.f16.f16 " + d +
                           "}, %rd4, %rd4, %p2, 1, 1, 0, 0;\n"));
  };
  CHECK(ends_as(products(8), 128, 512) == "ends");
  CHECK(ends_as(products(256), 128, 512) == "too_large");
  // A block costs its shared memory, which is cleared before it runs.
  Launch many = ptx_launch(1, 4);
  many.grid[0] = 1 << 13;
  CHECK(run_ptx(ptx_kernel(""), many));
  many.shared_bytes = 1 << 16;
  const auto done = run_ptx(ptx_kernel(""), many);
  REQUIRE(!done);
  CHECK(done.error().code == ErrorCode::too_large);
  // An observer looks at each byte of an access.
  Launch observed = ptx_launch(32, 128);
  observed.steps = 100000;
  const std::string loads = ptx_kernel(loop("ld.global.u32 %r5, [%rd3];\n"));
  CHECK(run_ptx(loads, observed));
  WaitRecorder recorder(observed);
  observed.observer = &recorder;
  const auto watched = run_ptx(loads, observed);
  REQUIRE(!watched);
  CHECK(watched.error().code == ErrorCode::too_large);
}

TEST_CASE("machine: a run keeps its limit of memory") {
  Launch launch = ptx_launch(32, 1 << 16);
  launch.bytes = 1 << 20;
  CHECK(run_ptx(ptx_kernel(""), launch));
  launch.shared_bytes = 1 << 20;
  auto done = run_ptx(ptx_kernel(""), launch);
  REQUIRE(!done);
  CHECK(done.error().code == ErrorCode::too_large);
  launch.shared_bytes = 0;
  launch.bytes = 1 << 15;
  done = run_ptx(ptx_kernel(""), launch);
  REQUIRE(!done);
  CHECK(done.error().code == ErrorCode::too_large);
}

TEST_CASE("machine: alignments are powers of two, and parameters have the room that ptxas gives them") {
  const auto with = [](const std::string& variable) {
    return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a, .param " + variable +
           " p[8])\n{\nret;\n}\n";
  };
  CHECK(ptx_error(with(".align 3 .b8")) == "line 4 of the PTX: an alignment is 3; expected a power of two");
  CHECK(ptx_error(with(".align 0 .b8")) == "line 4 of the PTX: an alignment is 0; expected a power of two");
  CHECK(
      run_ptx(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .align 4294967296 .b8 "
              "p[8])\n{\nret;\n}\n",
              ptx_launch(32, 128)));
  Launch launch = ptx_launch(32, 128);
  launch.arguments.push_back({"", false});
  const auto done = run_ptx(with(".align 1073741824 .b8"), launch);
  REQUIRE(!done);
  CHECK(english(done.error().message) == "the parameters take 1073741832 bytes; expected at most 32764");
}

TEST_CASE("machine: a kernel that requires another block or grid does not run") {
  Launch clusters = ptx_launch(32, 128);
  clusters.grid[0] = clusters.cluster[0] = 17;
  const auto refused = run_ptx(ptx_kernel(""), clusters);
  REQUIRE(!refused);
  CHECK(english(refused.error().message) == "the cluster is (17,1,1); expected positive extents and at most 16 blocks");
  Launch wrong = ptx_launch(32, 128);
  wrong.block = {1024, 2, 1};
  CHECK(english(run_ptx(ptx_kernel(""), wrong).error().message) ==
        "the block is (1024,2,1); expected positive extents and at most 1024 threads");
  wrong.grid = {2, 0, 1};
  CHECK(english(run_ptx(ptx_kernel(""), wrong).error().message) ==
        "the grid is (2,0,1); expected positive extents and at most 2147483648 blocks");

  const auto with = [](const std::string& directive) {
    std::string text = ptx_kernel("st.global.u32 [%rd3], %r1;\n");
    return text.insert(text.find("\n{") + 1, directive + "\n");
  };
  CHECK(ptx_error(with(".reqntid 64, 1, 1")) == "the block is (32,1,1); the kernel requires (64,1,1)");
  CHECK(ptx_results(with(".reqntid 32"), 32)[31] == 31);
  CHECK(ptx_error(with(".reqnctapercluster 2")) == "the grid (1,1,1) is not a multiple of the cluster (2,1,1)");
}

TEST_CASE("machine: a text that is cut off anywhere is an error or a program") {
  const std::string whole =
      ptx_kernel(".shared .align 4 .b8 s[64];\n{ .reg .b32 t; mov.u32 t, 1; }\nst.global.u32 [%rd3], %r1;\n",
                 ".const .b32 c[2] = {1, 0f3F800000};\n");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto done = run_ptx(whole.substr(0, size), ptx_launch(32, 128));
    if (done) CHECK(size > whole.size() - 4);
  }
}

TEST_CASE("machine: parts of a buffer behind its bytes are made when they are accessed, and repeat the bytes") {
  Memory memory;
  std::string bytes;
  for (int i = 0; i < 100; ++i) bytes += static_cast<char>(i);
  const std::uint64_t base = memory.allocate(bytes, 1, 1 << 20);
  CHECK(memory.at(base + 100, 0) != nullptr);
  REQUIRE(memory.at(base + 4000, 8) != nullptr);
  CHECK(*memory.at(base + 4000, 8) == 4000 % 100);
  *memory.at(base + 4007, 1) = 77;
  // An access across two parts, of which the first exists: they become one part.
  const char* const both = memory.at(base + 4004, 600);
  REQUIRE(both != nullptr);
  CHECK(both[3] == 77);
  CHECK(both[599] == 4603 % 100);
  CHECK(memory.at(base + 3500, 2000)[507] == 77);
  CHECK(memory.allocations()[0].behind.size() == 1);
  CHECK(memory.at(base + (1 << 20) - 4, 4) != nullptr);
  CHECK(memory.at(base + (1 << 20) - 3, 4) == nullptr);
  CHECK(memory.at(base + 96, 8) == nullptr);
  // At most 16 MB in sum.
  Memory small;
  const std::uint64_t other = small.allocate(bytes, 1, std::uint64_t{1} << 30);
  CHECK(small.at(other + 512, std::uint64_t{15} << 20) != nullptr);
  CHECK(small.at(other + (std::uint64_t{20} << 20), std::uint64_t{2} << 20) == nullptr);
  CHECK(small.at(other + (std::uint64_t{20} << 20), 512) != nullptr);
}
