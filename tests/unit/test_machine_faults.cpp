// The checks of the PTX machine: kernels without a fault are silent, and faults that are planted in them are named at
// the right line (tests/machine/faults/README.md).
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "core/base/message.h"
#include "core/machine/checks/checker.h"
#include "core/machine/checks/waits.h"
#include "doctest/doctest.h"
#include "tests/unit/machine_faults.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

struct Checked {
  std::vector<Finding> findings;
  std::set<std::string> kinds;
  std::string text;
  bool named = false;
};

Checked checked(const PlantedFault& fault, std::vector<ElementMap> tensors = {}) {
  Checked out;
  const auto program = read_ptx(fault.ptx);
  if (!program) {
    out.text = english(program.error().message);
    return out;
  }
  const auto kernel = find_kernel(*program, "");
  REQUIRE(kernel);
  Launch launch = fault.launch;
  Checker checker(*program, launch, std::move(tensors));
  launch.observer = &checker;
  launch.steps = 1 << 24;
  const auto done = execute(*program, **kernel, launch);
  if (!done && !checker.stopped()) out.text += english(done.error().message) + "\n";
  const FindingContext context = {&*program, launch.block};
  for (const Finding& one : checker.findings()) {
    out.text += finding_text(one, context, Catalog());
    out.named = out.named || names(fault, one);
  }
  out.findings = checker.findings();
  return out;
}

// A kernel with an mbarrier `m`.
std::string barrier_kernel(const std::string& body) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b32 %r<4>;\n.reg .pred %p<4>;\n"
         ".shared .align 8 .b8 m[8];\n" +
         body + "ret;\n}\n";
}

}  // namespace

TEST_CASE("machine: planted faults are named at their lines, and kernels without one are silent") {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/machine/faults")) {
    if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::size_t faults = 0;
  std::size_t named = 0;
  // STRIDESCOPE_FAULTS=1 prints what the checks report of each.
  const bool verbose = std::getenv("STRIDESCOPE_FAULTS") != nullptr;
  for (const std::filesystem::path& file : files) {
    const std::vector<PlantedFault> all = planted_faults(file);
    const Checked silent = checked(all[0]);
    CHECK_MESSAGE(silent.findings.empty(), all[0].name, ": ", silent.text);
    CHECK_MESSAGE(silent.text.empty(), all[0].name, ": ", silent.text);
    for (std::size_t i = 1; i < all.size(); ++i) {
      const Checked one = checked(all[i]);
      if (verbose) MESSAGE(all[i].name, one.named ? "" : " NOT NAMED", "\n", one.text);
      ++faults;
      named += one.named ? 1 : 0;
      if (!one.named && !verbose) MESSAGE(all[i].name, ": not named\n", one.text);
    }
  }
  MESSAGE(named, " of ", faults, " faults in ", files.size(), " kernels are named");
  CHECK(files.size() == 21);
  // The counts of tests/machine/faults/README.md.
  CHECK(faults == 274);
  CHECK(named == 269);
}

TEST_CASE("machine: a shadow keeps its memory, also for bytes that are far apart") {
  Shadow shadow(1000);
  std::size_t visited = 0;
  for (std::uint64_t i = 0; i < 100; ++i)
    shadow.visit(
        i << 12, 1, 1, [&](Cell&, std::uint64_t, std::uint64_t) { ++visited; }, [](Cell&, std::uint32_t) {});
  CHECK(shadow.full());
  CHECK(visited == 4);
}

TEST_CASE("machine: a deadlock at the barrier of a large cluster counts its threads") {
  PlantedFault fault;
  fault.ptx = barrier_kernel(R"(mov.u32 %r1, %tid.x;
mov.u32 %r2, %cluster_ctarank;
mov.u32 %r3, m;
setp.gt.u32 %p1, %r1, 31;
setp.ne.u32 %p2, %r2, 0;
or.pred %p1, %p1, %p2;
@%p1 bra MEET;
setp.eq.u32 %p3, %r1, 0;
@%p3 mbarrier.init.shared.b64 [%r3], 1;
bar.warp.sync -1;
AGAIN: mbarrier.try_wait.parity.shared.b64 %p3, [%r3], 0;
@!%p3 bra AGAIN;
MEET: barrier.cluster.arrive;
barrier.cluster.wait;
)");
  fault.launch.grid[0] = fault.launch.cluster[0] = 16;
  fault.launch.block[0] = 1024;
  const Checked done = checked(fault);
  REQUIRE(done.findings.size() == 1);
  CHECK(done.findings[0].kind == FindingKind::deadlock);
  CHECK_MESSAGE(
      done.text.find("waits at the barrier of the cluster, which has 16352 of 16384 arrivals") != std::string::npos,
      done.text);
}

TEST_CASE("machine: what stops a run names its instruction, its thread, and what the kernel has there") {
  // Thread 0 makes an mbarrier for 32 of the 64 threads.
  const auto text = [](const std::string& body) {
    PlantedFault fault;
    fault.ptx =
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 to) {\n.reg .b32 %r<16>;\n"
        ".reg .b64 %rd<4>;\n.reg .pred %p<4>;\n.shared .align 16 .b8 s[256];\n.shared .align 8 .b8 m[16];\n"
        "ld.param.u64 %rd1, [to];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, s;\nmov.u32 %r3, m;\n"
        "setp.eq.u32 %p1, %r1, 0;\n@%p1 mbarrier.init.shared.b64 [%r3], 32;\nbar.sync 0;\n" +
        body + "ret;\n}\n";
    fault.launch.block[0] = 64;
    fault.launch.arguments.push_back({std::string(256, '\0'), true});
    ElementMap whole;
    whole.element_bytes = 4;
    whole.extents = {64};
    for (std::uint32_t i = 0; i < 64; ++i) whole.coordinates.push_back(i + 1);
    return checked(fault, {whole}).text;
  };
  const std::string wait = "WAIT:\nmbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0;\n@!%p2 bra WAIT;\n";
  const std::pair<std::string, std::vector<std::string>> cases[] = {
      {"st.global.u32 [%rd1+272], %r1;\n",
       {"out of bounds: an access of 4 bytes at address 68719477008 is outside of every allocation",
        "line 17, st.global.u32: thread (0,0,0) of block 0 writes it",
        "argument 0 has 256 bytes; the access begins 16 after their end"}},
      {"ld.global.u32 %r4, [%rd1+253];\n", {"misaligned: ", "it is in global memory at 68719476989, element (63) of "}},
      {"ld.global.v4.u32 {%r4,%r5,%r6,%r7}, [%rd1+8];\n",
       {"misaligned: address 68719476744 is not a multiple of 16 bytes",
        "line 17, ld.global.v4.u32: thread (0,0,0) of block 0 reads it"}},
      {"setp.gt.u32 %p2, %r1, 7;\n@%p2 bar.sync 0;\n",
       {"divergent barrier: 24 of 32 lanes of the warp reach the barrier",
        "line 18, bar.sync: thread (8,0,0) of block 0 executes it"}},
      {"mbarrier.arrive.shared.b64 _, [%r3+8];\n",
       {"arrivals: 1 thread arrives at the mbarrier at ", "thread (0,0,0) of block 0 executes it",
        "expected mbarrier.init before this instruction"}},
      {"mbarrier.arrive.shared.b64 _, [%r3];\nmbarrier.arrive.shared.b64 _, [%r3];\n" + wait,
       {"deadlock: ", "phase 2 has the same parity and is already over; the warp did not wait for it in time"}},
      {"@%p1 mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r3], 16;\n@%p1 mbarrier.arrive.shared.b64 _, "
       "[%r3], 32;\n" +
           wait,
       {"deadlock: 2 warps wait; no running thread can release them",
        "the phase lacks 0 of 32 arrivals and has 16 bytes more than it expects"}},
      {"mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 1;\nxor.b32 %r4, %r1, 32;\nmad.lo.u32 %r4, %r4, 4, %r2;\n"
       "mad.lo.u32 %r5, %r1, 4, %r2;\nst.shared.u32 [%r5], %r1;\nld.shared.u32 %r5, [%r4];\n",
       {"race: ",
        "line 17, mbarrier.try_wait.parity.shared.b64: the wait for parity 1 passed before any phase was "
        "over"}},
      {"setp.gt.u32 %p2, %r1, 31;\n@%p2 bra SECOND;\nbar.sync 1, 64;\nbra.uni END;\nSECOND:\nbar.sync 1, 32;\nEND:\n",
       {"barrier count: 32 threads at barrier 1, but another instruction expects 64",
        "line 22, bar.sync: thread (32,0,0) of block 0 executes it", "line 19, bar.sync: the other instruction"}},
  };
  for (const auto& [body, expected] : cases) {
    const std::string found = text(body);
    for (const std::string& one : expected) CHECK_MESSAGE(found.find(one) != std::string::npos, one, "\n", found);
  }
}

TEST_CASE("machine: mbarriers that are made again and again are silent") {
  PlantedFault fault;
  fault.ptx = barrier_kernel(R"(mov.u32 %r1, m;
mov.u32 %r2, 0;
AGAIN: mbarrier.init.shared.b64 [%r1], 1;
mbarrier.arrive.shared.b64 _, [%r1];
mbarrier.try_wait.parity.shared.b64 %p1, [%r1], 0;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p2, %r2, 5000;
@%p2 bra AGAIN;
)");
  const Checked done = checked(fault);
  CHECK(done.findings.empty());
  CHECK_MESSAGE(done.text.empty(), done.text);
}

TEST_CASE("machine: a write after reads of a wider access is a race with each reader") {
  // Both warps read 16 bytes; thread 0 then writes one of them.
  const std::string ptx =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<9>;\n.reg .pred %p1;\n"
      ".shared .align 16 .b8 s[16];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, s;\nsetp.ne.u32 %p1, %r1, 0;\n"
      "@!%p1 st.shared.v4.u32 [%r2], {%r1,%r1,%r1,%r1};\nbar.sync 0;\nld.shared.v4.u32 {%r3,%r4,%r5,%r6}, [%r2];\n"
      "@!%p1 st.shared.u8 [%r2+5], 7;\nret;\n}\n";
  PlantedFault fault;
  fault.ptx = ptx;
  fault.launch.block[0] = 64;
  fault.kinds = {"race"};
  fault.lines = {14};
  const Checked found = checked(fault);
  CHECK(found.named);
  // The write after the reads of its own warp, and the reads of the other warp after the write.
  REQUIRE(found.findings.size() == 2);
  for (const Finding& one : found.findings) CHECK(one.address % 16 == 5);
}

TEST_CASE("machine: rows of matrices stay in the tile that is described, and off its padding") {
  // Rows of 16 bytes at a pitch of 48 in a tile of 8 x 16 halves; 32 threads write all of it.
  const auto run = [](const std::string& instruction) {
    PlantedFault fault;
    fault.ptx =
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n.reg .b32 %r<9>;\n"
        ".shared .align 16 .b8 s[512];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, s;\nmad.lo.u32 %r3, %r1, 16, %r2;\n"
        "mov.u32 %r4, 0;\nst.shared.v4.u32 [%r3], {%r4,%r4,%r4,%r4};\nbar.warp.sync -1;\nand.b32 %r5, %r1, 7;\n"
        "mad.lo.u32 %r6, %r5, 48, %r2;\n" +
        instruction + "\nret;\n}\n";
    fault.launch.block[0] = 32;
    ElementMap tile;
    tile.variable = "s";
    tile.element_bytes = 2;
    tile.extents = {8, 16};
    tile.coordinates.resize(7 * 24 + 16);
    for (std::uint32_t row = 0; row < 8; ++row) {
      for (std::uint32_t column = 0; column < 16; ++column) tile.coordinates[row * 24 + column] = row + 8 * column + 1;
    }
    return checked(fault, {tile});
  };
  // All threads write zeros, also to the padding.
  CHECK(run("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r7}, [%r6+16];").findings.size() == 1);
  const Checked padding = run("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r7}, [%r6+32];");
  REQUIRE(padding.findings.size() == 3);
  CHECK_MESSAGE(padding.text.find("offset 16 of tile s is not an offset of its layout") != std::string::npos,
                padding.text);
  const Checked behind = run("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r6+48], {%r4};");
  REQUIRE(behind.findings.size() == 2);
  CHECK_MESSAGE(behind.text.find("row 7 of matrix 0 is at 1408 of shared memory; most rows of the matrix are in tile "
                                 "s, from 1024 to 1391") != std::string::npos,
                behind.text);
  CHECK(behind.text.find("row 0 of the matrix is element (1,0) of tile s") != std::string::npos);
}

TEST_CASE("machine: registers of a product are not used before its group is over") {
  // Two products of 64x8x16 with A in registers; the first group is waited for before its accumulator is read.
  const auto kernel = [](const std::string& between, const std::string& wait, const std::string& after) {
    return ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 to) {\n"
           ".reg .b32 %r<16>;\n.reg .b64 %rd<4>;\n.reg .f32 %f<16>;\n.reg .pred %p<4>;\n"
           ".shared .align 128 .b8 s[256];\nld.param.u64 %rd1, [to];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, s;\n"
           "mad.lo.u32 %r3, %r1, 2, %r2;\nmov.u16 %r4, 0;\nst.shared.u16 [%r3], %r4;\nfence.proxy.async;\n"
           "bar.sync 0;\nshr.u32 %r5, %r2, 4;\ncvt.u64.u32 %rd2, %r5;\nor.b64 %rd2, %rd2, 34359803904;\n"
           "setp.ne.u32 %p1, %r1, 5000;\nmov.u32 %r6, 0;\nmov.u32 %r7, 0;\nmov.u32 %r8, 0;\nmov.u32 %r9, 0;\n"
           "wgmma.fence.sync.aligned;\n"
           "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, {%r6, %r7, %r8, %r9}, %rd2, %p1, "
           "1, "
           "1, 0;\nwgmma.commit_group.sync.aligned;\n" +
           between +
           "wgmma.fence.sync.aligned;\nwgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f5, %f6, %f7, %f8}, {%r6, "
           "%r7, %r8, %r9}, %rd2, %p1, "
           "1, "
           "1, 0;\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned " +
           wait + ";\n" + after +
           "wgmma.wait_group.sync.aligned 0;\nst.global.f32 [%rd1], %f5;\nst.global.f32 [%rd1], %f1;\nret;\n}\n";
  };
  struct Case {
    std::string between, wait, after, expected;
  };
  const Case cases[] = {
      {"", "1", "add.f32 %f9, %f1, %f2;\n", ""},
      {"", "1", "add.f32 %f9, %f1, %f5;\n", "%f5 of the accumulator is read"},
      {"", "1", "mov.f32 %f5, %f9;\n", "%f5 of the accumulator is written"},
      {"", "1", "mov.u32 %r7, 1;\n", "%r7, a part of A, is written"},
      {"", "0", "mov.u32 %r7, 1;\n", ""},
      {"mov.u32 %r6, 1;\n", "1", "", "%r6, a part of A, is written"},
      {"add.u32 %r10, %r6, 1;\n", "1", "", ""},
      {"st.global.f32 [%rd1], %f4;\n", "1", "", "%f4 of the accumulator is read"},
  };
  for (const Case& one : cases) {
    PlantedFault fault;
    fault.ptx = kernel(one.between, one.wait, one.after);
    fault.launch.block[0] = 128;
    fault.launch.arguments.push_back({std::string(512, '\0'), true});
    const Checked done = checked(fault);
    CAPTURE(one.after);
    CAPTURE(one.between);
    CAPTURE(done.text);
    if (one.expected.empty()) {
      CHECK(done.text.empty());
    } else {
      REQUIRE(done.findings.size() == 1);
      CHECK(done.findings[0].kind == FindingKind::in_flight);
      CHECK(done.text.find(one.expected) != std::string::npos);
    }
  }
}

TEST_CASE(
    "machine: products of several shapes with an accumulator need a fence between them, those of one shape do not") {
  const auto findings = [](const std::string& between, const std::string& shape) {
    PlantedFault fault;
    fault.ptx =
        ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 to) {\n.reg .b32 %r<9>;\n"
        ".reg .b64 %rd<4>;\n.reg .f32 %f<9>;\n.reg .pred %p<4>;\n.shared .align 128 .b8 s[1024];\n"
        "ld.param.u64 %rd1, [to];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, s;\nmad.lo.u32 %r3, %r1, 8, %r2;\n"
        "mov.u64 %rd3, 0;\nst.shared.u64 [%r3], %rd3;\nfence.proxy.async;\nbar.sync 0;\nshr.u32 %r5, %r2, 4;\n"
        "cvt.u64.u32 %rd2, %r5;\nor.b64 %rd2, %rd2, 34359803904;\nsetp.ne.u32 %p1, %r1, 5000;\n"
        "mov.u32 %r6, 0;\nwgmma.fence.sync.aligned;\n"
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, {%r6, %r6, %r6, %r6}, %rd2, %p1, 1, "
        "1, 0;\n" +
        between + "wgmma.mma_async.sync.aligned." + shape +
        "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nst.global.f32 [%rd1], %f1;\nret;\n}\n";
    fault.launch.block[0] = 128;
    fault.launch.arguments.push_back({std::string(512, '\0'), true});
    const Checked done = checked(fault);
    CAPTURE(done.text);
    for (const Finding& one : done.findings) CHECK(one.kind == FindingKind::missing_wgmma_fence);
    return done.findings.size();
  };
  const std::string same = "m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, {%r6, %r6, %r6, %r6}, %rd2, %p1, 1, 1, 0;\n";
  const std::string other = "m64n8k8.f32.tf32.tf32 {%f1, %f2, %f3, %f4}, {%r6, %r6, %r6, %r6}, %rd2, %p1, 1, 1;\n";
  CHECK(findings("", same) == 0);
  CHECK(findings("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nadd.f32 %f5, %f1, %f2;\n",
                 same) == 1);
  CHECK(findings("", other) == 1);
  CHECK(findings("wgmma.fence.sync.aligned;\n", other) == 0);
  // A copy is a write if its source is written after the fence; constants and reads elsewhere are not.
  const std::string wait = "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";
  CHECK(findings(wait + "mov.f32 %f8, 0f00000000;\n", same) == 0);
  CHECK(findings(wait + "mov.f32 %f8, 0f00000000;\nmov.f32 %f1, %f8;\n", same) == 1);
  CHECK(findings(wait + "add.f32 %f7, %f8, %f8;\nmov.f32 %f1, %f8;\n", same) == 0);
  CHECK(findings(wait + "mov.f32 %f1, 0f00000000;\n", same) == 1);
}
