// All orders of the warps: proofs, and bad orders of kernels whose usual order has no finding.
#include "tests/unit/machine_orders.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

// Some instructions of a warp, in which others go ahead.
const std::string some_additions = [] {
  std::string out;
  for (int i = 0; i < 40; ++i) out += "add.u32 %r5, %r5, 1;\n";
  return out;
}();

// Checks a kernel whose usual order has no finding, but another order has.
Ordered bad_order(const std::string& ptx, std::int64_t warps, FindingKind kind) {
  Ordered done = ordered(ptx, warps_launch(warps));
  CAPTURE(done.text);
  REQUIRE(done.report.verdict == OrderVerdict::bad);
  CHECK(!done.report.order.empty());
  REQUIRE(!done.report.findings.empty());
  CHECK(done.report.findings[0].kind == kind);
  return done;
}

}  // namespace

TEST_CASE("machine: unharmed kernels cannot hang in any order") {
  std::size_t proofs = 0;
  std::size_t kernels = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/machine/faults")) {
    if (entry.path().extension() != ".ptx") continue;
    const PlantedFault whole = planted_faults(entry.path())[0];
    InterleavingLimits limits;
    limits.states = 2000;
    const Ordered done = ordered(whole.ptx, whole.launch, limits);
    CHECK_MESSAGE(done.report.verdict != OrderVerdict::bad, whole.name, ": ", done.text);
    ++kernels;
    proofs += done.report.verdict == OrderVerdict::proved ? 1 : 0;
  }
  CHECK(kernels == 21);
  CHECK(proofs == 21);
}

TEST_CASE("machine: orders that are visited one by one agree with the proof") {
  for (const char* const name : {"ring", "relay", "pipeline", "bulk_load", "reduce", "named"}) {
    const PlantedFault whole = planted_faults(std::string("tests/machine/faults/") + name + ".ptx")[0];
    InterleavingLimits limits;
    limits.states = 3000;
    limits.checked = 16;
    limits.proves = false;
    const Ordered done = ordered(whole.ptx, whole.launch, limits);
    CAPTURE(done.text);
    CAPTURE(name);
    CHECK(done.report.doubts.empty());
    CHECK(done.report.verdict != OrderVerdict::bad);
    CHECK(done.report.states > 1);
  }
}

TEST_CASE("machine: faults that whole turns of warps hide are named by other orders") {
  // Those that the checks of one run do not name (tests/machine/faults/README.md).
  const std::set<std::string> hidden = {"bulk_load.ptx:41", "flag.ptx:22", "flag.ptx:24", "flag.ptx:43",
                                        "relay.ptx:37"};
  std::size_t seen = 0;
  for (const char* const name : {"bulk_load", "flag", "relay"}) {
    for (const PlantedFault& fault : planted_faults(std::string("tests/machine/faults/") + name + ".ptx")) {
      if (!hidden.contains(fault.name.substr(0, fault.name.find(' ')))) continue;
      ++seen;
      const Ordered done = ordered(fault.ptx, fault.launch);
      CAPTURE(done.text);
      CAPTURE(fault.name);
      CHECK(done.report.verdict == OrderVerdict::bad);
      bool named = false;
      for (const Finding& one : done.report.findings) named = named || names(fault, one);
      // The test whose loop is gone.
      for (const OrderDoubt& one : done.report.doubts) named = named || fault.lines.contains(one.instruction->line);
      CHECK(named);
    }
  }
  CHECK(seen == hidden.size());
}

TEST_CASE("machine: updates of one operation commute, those of two do not") {
  const auto doubts = [](const std::string& other) {
    const std::string ptx = warps_kernel(
        "@%p1 bra FIRST;\nred.shared." + other + ".u32 [%r3], 5;\nbra.uni END;\nFIRST:\nred.shared.add.u32 [%r3], 1;\n",
        "1");
    return ordered(ptx, warps_launch(2)).report.doubts.size();
  };
  CHECK(doubts("add") == 0);
  CHECK(doubts("max") == 1);
}

TEST_CASE("machine: a hang that only another order shows: a phase that a slow warp misses") {
  // Warp 0 arrives twice; warp 1 waits for phase 0, which it misses if both phases are over before it looks.
  const std::string ptx = warps_kernel(
      "@%p1 bra PRODUCE;\nWAIT:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0;\n@!%p3 bra WAIT;\nbra.uni END;\n"
      "PRODUCE:\nmbarrier.arrive.shared.b64 %rd1, [%r2];\nadd.u32 %r5, %r5, 1;\nadd.u32 %r5, %r5, 1;\n"
      "mbarrier.arrive.shared.b64 %rd1, [%r2];\n",
      "1");
  bad_order(ptx, 2, FindingKind::deadlock);
}

TEST_CASE("machine: a hang that only another order shows: two waiters, one arrival for each phase") {
  // Warps 1 and 2 wait for phase 0 of the first mbarrier, and each ends a phase of the second one. Warp 0 waits for
  // both phases one after the other: it misses them if both are over before it looks.
  const std::string ptx = warps_kernel(
      "@%p1 bra PRODUCE;\nWAIT:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0;\n@!%p3 bra WAIT;\n"
      "@%p2 bra ARRIVE;\n" +
          some_additions +
          "ARRIVE:\nmbarrier.arrive.shared.b64 %rd1, [%r2+8];\nbra.uni END;\n"
          "PRODUCE:\nmbarrier.arrive.shared.b64 %rd1, [%r2];\n"
          "FIRST:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2+8], 0;\n@!%p3 bra FIRST;\n"
          "SECOND:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2+8], 1;\n@!%p3 bra SECOND;\n",
      "1 1");
  bad_order(ptx, 3, FindingKind::deadlock);
}

TEST_CASE("machine: a hang that only another order shows: a copy does not order what its thread does later") {
  // Warp 0 issues a copy and waits for phase 0 of the second mbarrier. Warp 1 ends phase 1 when the copy is complete,
  // which may be before warp 0 looks.
  const std::string ptx = warps_kernel(
      "@%p2 bra COPIED;\nld.param.u64 %rd2, [to];\nmbarrier.arrive.shared.b64 %rd1, [%r2+8];\n"
      "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r2], 16;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2+32], [%rd2], 16, [%r2];\n"
      "WAIT:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2+8], 0;\n@!%p3 bra WAIT;\nbra.uni END;\n"
      "COPIED:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0;\n@!%p3 bra COPIED;\n"
      "mbarrier.arrive.shared.b64 %rd1, [%r2+8];\n",
      "1 1");
  bad_order(ptx, 2, FindingKind::deadlock);
}

// A pipeline of one stage between two warps, with a loop of `iterations`; then each takes a ticket, and uses it.
std::string ticket_kernel(int iterations, const std::string& end) {
  return warps_kernel(
      "mov.u32 %r5, 0;\nLOOP:\nand.b32 %r6, %r5, 1;\nxor.b32 %r7, %r6, 1;\n@%p2 bra CONSUME;\n"
      "EMPTY:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2+8], %r7;\n@!%p3 bra EMPTY;\n"
      "st.shared.u32 [%r3+4], %r5;\nmbarrier.arrive.shared.b64 %rd1, [%r2];\nbra.uni NEXT;\n"
      "CONSUME:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2], %r6;\n@!%p3 bra CONSUME;\n"
      "ld.shared.u32 %r4, [%r3+4];\nmbarrier.arrive.shared.b64 %rd1, [%r2+8];\n"
      "NEXT:\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p4, %r5, " +
          std::to_string(iterations) +
          ";\n@%p4 bra LOOP;\natom.shared.add.u32 %r6, [%r3], 1;\nsetp.eq.u32 %p5, %r6, 0;\n"
          "@%p5 red.shared.add.u32 [%r3+8], 1;\n" +
          end,
      "1 1 1");
}

TEST_CASE("machine: orders are visited from the instant on at which they can differ, behind a loop of any length") {
  const auto visited = [](int iterations, bool proves) {
    InterleavingLimits limits;
    limits.proves = proves;
    const Ordered done = ordered(ticket_kernel(iterations, ""), warps_launch(2), limits);
    CAPTURE(done.text);
    CHECK(done.report.verdict == OrderVerdict::proved);
    CHECK(!done.report.doubts.empty());
    return done.report.states;
  };
  const std::uint64_t few = visited(4, true);
  CHECK(few < 12);
  CHECK(visited(40, true) == few);
  CHECK(visited(40, false) > visited(4, false) + 36);
}

namespace {

// A loop whose iterations all warps end together.
std::string meeting_loop(const std::string& body, int iterations, bool with_barrier) {
  return warps_kernel("mov.u32 %r5, 0;\nLOOP:\nand.b32 %r6, %r5, 1;\nxor.b32 %r7, %r6, 1;\n" + body +
                          (with_barrier ? "NEXT:\nbar.sync 0;\n" : "NEXT:\n") +
                          "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p4, %r5, " + std::to_string(iterations) +
                          ";\n@%p4 bra LOOP;\n",
                      "1 1");
}

}  // namespace

TEST_CASE("machine: a loop with a place where orders differ in each iteration keeps the states of one iteration") {
  // The last of the warps to come counts; and a consumer looks once at the phase before it waits, as CUTLASS does.
  const std::string ticket =
      "atom.shared.add.u32 %r4, [%r3], 1;\nand.b32 %r4, %r4, 1;\nsetp.eq.u32 %p3, %r4, 1;\n"
      "@%p3 red.shared.add.u32 [%r3+4], 1;\n";
  const std::string peek =
      "@%p2 bra CONSUME;\nEMPTY:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2+8], %r7;\n@!%p3 bra EMPTY;\n"
      "st.shared.u32 [%r3+4], %r5;\nmbarrier.arrive.shared.b64 %rd1, [%r2];\nbra.uni NEXT;\n"
      "CONSUME:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2], %r6;\nselp.u32 %r4, 1, 0, %p3;\n"
      "setp.ne.u32 %p5, %r4, 0;\n@%p5 bra DONE;\n"
      "WAIT:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2], %r6;\n@!%p3 bra WAIT;\n"
      "DONE:\nld.shared.u32 %r4, [%r3+4];\nmbarrier.arrive.shared.b64 %rd1, [%r2+8];\n";
  InterleavingLimits limits;
  limits.states = 16;
  for (const auto& [body, with_barrier] : {std::pair(ticket, true), std::pair(peek, false)}) {
    const auto visited = [&, &loop = body, meets = with_barrier](int iterations) {
      const Ordered done = ordered(meeting_loop(loop, iterations, meets), warps_launch(2), limits);
      CAPTURE(done.text);
      CHECK(done.report.verdict == OrderVerdict::proved);
      CHECK(!done.report.doubts.empty());
      CHECK(done.report.states > static_cast<std::uint64_t>(iterations));
      return done.report;
    };
    const InterleavingReport few = visited(4);
    const InterleavingReport more = visited(40);
    CHECK(more.orders == few.orders);
    CHECK(more.states < 12 * few.states);
    // A race in one of the orders of an iteration is found: nothing orders the write of the first.
    std::string raced = body;
    const std::string use = with_barrier ? "@%p3 red.shared.add.u32 [%r3+4], 1;\n" : "DONE:\n";
    raced.insert(raced.find(use) + use.size(), with_barrier ? "@!%p3 st.shared.u32 [%r3+8], %r5;\n@%p3 ld.shared.u32 "
                                                              "%r4, [%r3+8];\n"
                                                            : "st.shared.u32 [%r3+8], %r5;\n");
    if (!with_barrier) raced.insert(raced.find("EMPTY:"), "ld.shared.u32 %r4, [%r3+8];\n");
    const Ordered found = ordered(meeting_loop(raced, 40, with_barrier), warps_launch(2), limits);
    CAPTURE(found.text);
    CHECK(found.report.verdict == OrderVerdict::bad);
  }
}

TEST_CASE("machine: an atom whose old value no instruction reads is an update") {
  const auto doubts = [](const std::string& use) {
    return ordered(warps_kernel("atom.shared.add.u32 %r5, [%r3], 1;\n" + use, "1"), warps_launch(2))
        .report.doubts.size();
  };
  CHECK(doubts("") == 0);
  CHECK(doubts("mov.u32 %r5, 1;\nadd.u32 %r6, %r5, %r5;\n") == 0);
  CHECK(doubts("@%p1 mov.u32 %r5, 1;\nadd.u32 %r6, %r5, %r5;\n") == 1);
  CHECK(doubts("add.u32 %r6, %r5, %r5;\n") == 1);
}

TEST_CASE("machine: the reported hang has the fewest turns of all orders") {
  // Only the second warp to come arrives, and the first one waits for it, unless it is warp 1.
  const std::string end =
      "setp.eq.u32 %p4, %r6, 0;\n@!%p4 bra END;\n@%p1 mbarrier.arrive.shared.b64 %rd1, [%r2+16];\n"
      "LAST:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2+16], 0;\n@!%p3 bra LAST;\n";
  const std::string kernels[] = {
      ticket_kernel(3, end),
      warps_kernel("atom.shared.add.u32 %r5, [%r3], 1;\n@%p1 bra SECOND;\nsetp.eq.u32 %p4, %r5, 0;\n"
                   "@%p4 mbarrier.arrive.shared.b64 %rd1, [%r2];\nbra.uni END;\n"
                   "SECOND:\nWAIT:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0;\n@!%p3 bra WAIT;\n",
                   "1")};
  for (const std::string& ptx : kernels) {
    const Ordered done = ordered(ptx, warps_launch(2));
    CAPTURE(done.text);
    REQUIRE(done.report.verdict == OrderVerdict::bad);
    CHECK(done.report.findings[0].kind == FindingKind::deadlock);
    InterleavingLimits limits;
    limits.proves = false;
    const Ordered all = ordered(ptx, warps_launch(2), limits);
    REQUIRE(all.report.verdict == OrderVerdict::bad);
    CHECK(!done.report.order.empty());
    CHECK(done.report.order.size() <= all.report.order.size());
  }
}

TEST_CASE("machine: a hang that only another order shows: an arrival that depends on who comes first") {
  // Warp 1 arrives only if it comes before warp 0, which waits for it.
  const std::string ptx = warps_kernel(
      "atom.shared.add.u32 %r5, [%r3], 1;\n@%p1 bra SECOND;\nsetp.eq.u32 %p4, %r5, 0;\n"
      "@%p4 mbarrier.arrive.shared.b64 %rd1, [%r2];\nbra.uni END;\n"
      "SECOND:\nWAIT:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0;\n@!%p3 bra WAIT;\n",
      "1");
  const Ordered done = bad_order(ptx, 2, FindingKind::deadlock);
  // The order is played again from its text.
  const auto turns = read_turns(turns_text(done.report.order, 2), 2);
  REQUIRE(turns);
  CHECK(turns->size() == done.report.order.size());
  CHECK(!read_turns("0*3 7*1", 2));
  CHECK(!read_turns("0*x", 2));
  std::string many;
  for (std::size_t i = 0; i <= most_turns; ++i) many += "+0 ";
  const auto refused = read_turns(many, 2);
  REQUIRE(!refused);
  CHECK(english(refused.error().message) == "the order has more than 1048576 turns");
}

TEST_CASE("machine: a test of an mbarrier that is not repeated reads early when the copy is late") {
  const std::string ptx = warps_kernel(
      "@%p2 bra END;\nld.param.u64 %rd2, [to];\n"
      "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r2], 16;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2+32], [%rd2], 16, [%r2];\n"
      "mbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0;\nld.shared.u32 %r6, [%r2+32];\n",
      "1");
  bad_order(ptx, 2, FindingKind::early_access);
}

TEST_CASE("machine: a flag is proved by visiting all states, and the bound is said") {
  const std::string ptx = warps_kernel(
      "@%p1 bra PRODUCE;\nWAIT:\nld.acquire.cta.shared.u32 %r5, [%r3];\nsetp.eq.u32 %p3, %r5, 0;\n@%p3 bra WAIT;\n"
      "ld.shared.u32 %r6, [%r3+4];\nbra.uni END;\n"
      "PRODUCE:\nst.shared.u32 [%r3+4], 7;\nst.release.cta.shared.u32 [%r3], 1;\n",
      "1");
  const Ordered done = ordered(ptx, warps_launch(2));
  CAPTURE(done.text);
  CHECK(done.report.verdict == OrderVerdict::proved);
  CHECK(done.report.states > 2);
  CHECK(done.report.exhausted);
  InterleavingLimits limits;
  limits.states = 1;
  const Ordered bounded = ordered(ptx, warps_launch(2), limits);
  CHECK(bounded.report.verdict == OrderVerdict::open);
  CHECK(bounded.text.find("1 state visited after the last one common to all orders") != std::string::npos);
  // All states are visited, but one order is not checked.
  limits = {};
  limits.checked = done.report.orders - 1;
  const Ordered unchecked = ordered(ptx, warps_launch(2), limits);
  CHECK(unchecked.report.exhausted);
  CHECK(unchecked.report.verdict == OrderVerdict::open);
  CHECK(unchecked.text.find("no order hangs, but at most ") != std::string::npos);
  // Without the write of the flag no order ends.
  std::string hung = ptx;
  hung.replace(hung.find("st.release.cta.shared.u32 [%r3], 1;"), 35, "st.release.cta.shared.u32 [%r3], 0;");
  const Ordered never_ends = ordered(hung, warps_launch(2));
  CHECK(never_ends.report.verdict == OrderVerdict::bad);
}

TEST_CASE("machine: a wait that gives up by the clock neither hangs nor is proved") {
  // At its head the loop has the same registers in each round.
  const std::string ptx = warps_kernel(
      "@%p1 bra END;\nWAIT:\nld.acquire.cta.shared.u32 %r5, [%r3];\nsetp.ne.u32 %p3, %r5, 0;\n@%p3 bra END;\n"
      "mov.u32 %r5, %clock;\nsetp.lt.u32 %p4, %r5, 3000;\nmov.u32 %r5, 0;\n@%p4 bra WAIT;\n",
      "1");
  const Ordered done = ordered(ptx, warps_launch(2));
  CAPTURE(done.text);
  CHECK(done.report.verdict == OrderVerdict::open);
  CHECK(done.report.exhausted);
  CHECK(english(done.report.limit).find("reads a clock") != std::string::npos);
}

TEST_CASE("machine: orders that reach the limit of instructions are not proved") {
  const std::string ptx = warps_kernel(
      "mov.u32 %r5, 0;\nLOOP:\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p3, %r5, 1000;\n"
      "@%p3 bra LOOP;\nst.release.cta.shared.u32 [%r3], %r5;\n",
      "1");
  Launch launch = warps_launch(2);
  for (const std::uint64_t steps : {200U, 2000U}) {
    launch.steps = steps;
    const Ordered done = ordered(ptx, launch);
    CAPTURE(done.text);
    CHECK(done.report.verdict == OrderVerdict::open);
    CHECK(english(done.report.limit) ==
          "the kernel did not end within " + std::to_string(steps) + " instructions of threads");
  }
}

TEST_CASE("machine: a loop that initializes an mbarrier again and again is followed up to a limit") {
  const std::string ptx = warps_kernel(
      "@!%p1 bra END;\nmov.u32 %r5, 0;\nLOOP:\nmbarrier.init.shared.b64 [%r2+8], 1;\n"
      "mbarrier.arrive.shared.b64 %rd1, [%r2+8];\nWAIT:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2+8], 0;\n"
      "@!%p3 bra WAIT;\nmbarrier.inval.shared.b64 [%r2+8];\nadd.u32 %r5, %r5, 1;\n"
      "setp.lt.u32 %p4, %r5, 10000;\n@%p4 bra LOOP;\n",
      "1");
  InterleavingLimits limits;
  limits.states = 1;
  const Ordered done = ordered(ptx, warps_launch(1), limits);
  CHECK(done.text.find("there are more than 4096 barriers") != std::string::npos);
}

TEST_CASE("machine: a copy that no thread waits for may write when the block has ended") {
  const auto answer = [](const std::string& wait) {
    return ordered(
        warps_kernel(
            "@%p2 bra END;\nld.param.u64 %rd2, [to];\n"
            "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r2], 16;\n"
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2+32], [%rd2], 16, [%r2];\n" +
                wait,
            "1"),
        warps_launch(2));
  };
  const Ordered ends = answer("");
  CAPTURE(ends.text);
  REQUIRE(ends.report.verdict == OrderVerdict::bad);
  CHECK(ends.report.findings[0].kind == FindingKind::unawaited);
  CHECK(answer("WAIT:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r2], 0;\n@!%p3 bra WAIT;\n").report.verdict ==
        OrderVerdict::proved);
}

TEST_CASE("machine: a wait for products orders the warps of a warpgroup by their products, not by their waits") {
  // Thread 0 raises a flag, which all warps expect after the wait.
  const auto answer = [](const std::string& before, const std::string& behind) {
    return ordered(
        ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 to) {\n.reg .b32 %r<12>;\n"
        ".reg .b64 %rd<4>;\n.reg .f32 %f<5>;\n.reg .pred %p<4>;\n.shared .align 128 .b8 s[256];\n"
        ".shared .align 4 .b8 v[4];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, s;\nmov.u32 %r10, v;\n"
        "mad.lo.u32 %r3, %r1, 2, %r2;\nmov.u16 %r4, 0;\nst.shared.u16 [%r3], %r4;\nfence.proxy.async;\n"
        "shr.u32 %r5, %r2, 4;\ncvt.u64.u32 %rd2, %r5;\nor.b64 %rd2, %rd2, 34359803904;\n"
        "mov.u32 %r6, 0;\nmov.u32 %r7, 0;\nmov.u32 %r8, 0;\nmov.u32 %r9, 0;\nsetp.ne.u32 %p3, %r6, 0;\n"
        "setp.ne.u32 %p1, %r1, 0;\n@!%p1 st.shared.u32 [%r10], 0;\nbar.sync 0;\nwgmma.fence.sync.aligned;\n" +
            before +
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1,%f2,%f3,%f4}, {%r6,%r7,%r8,%r9}, %rd2, %p3, 1, 1, "
            "0;\nwgmma.commit_group.sync.aligned;\n" +
            behind +
            "wgmma.wait_group.sync.aligned 0;\nld.acquire.cta.shared.u32 %r3, [%r10];\nsetp.eq.u32 %p2, %r3, 0;\n"
            "@%p2 trap;\nret;\n}\n",
        warps_launch(4));
  };
  const std::string raise = "@!%p1 st.release.cta.shared.u32 [%r10], 1;\n";
  const Ordered first = answer(raise, "");
  CAPTURE(first.text);
  CHECK(first.report.doubts.empty());
  const Ordered late = answer("", raise);
  CAPTURE(late.text);
  CHECK(late.report.verdict == OrderVerdict::bad);
}

TEST_CASE("machine: strong accesses of several widths to the same bytes are not ordered") {
  const std::string ptx = warps_kernel(
      "@%p2 bra READ;\nmov.u64 %rd1, 1;\nst.release.cta.shared.u64 [%r2+32], %rd1;\nbra.uni END;\n"
      "READ:\nld.acquire.cta.shared.u32 %r5, [%r2+36];\n",
      "1");
  const Ordered done = ordered(ptx, warps_launch(2));
  CHECK(done.text.find("nothing orders two strong accesses to address ") != std::string::npos);
}
