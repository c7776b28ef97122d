// All orders of the warps: proofs, and bad orders of kernels whose usual order is good.
#include <memory>

#include "core/base/message.h"
#include "core/machine/checks/folded_loops.h"
#include "core/machine/checks/interleavings.h"
#include "core/machine/execution.h"
#include "doctest/doctest.h"
#include "tests/unit/machine_faults.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

struct Ordered {
  std::shared_ptr<const Program> program;  // of the findings
  InterleavingReport report;
  std::string text;
};

Ordered ordered(const std::string& ptx, const Launch& launch, const InterleavingLimits& limits = {}) {
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
std::string warps_kernel(const std::string& body, const std::string& counts) {
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

// Some instructions of a warp, in which others go ahead.
const std::string some_additions = [] {
  std::string out;
  for (int i = 0; i < 40; ++i) out += "add.u32 %r5, %r5, 1;\n";
  return out;
}();

Launch warps_launch(std::int64_t warps) {
  Launch out;
  out.block[0] = 32 * warps;
  out.arguments.push_back({std::string(64, '\0'), true});
  return out;
}

// A kernel whose usual order is good, and one that is not.
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

TEST_CASE("machine: a counted loop whose warps do not meet costs the states of one turn") {
  // A lock around data that all warps change.
  const auto locked = [](int warps, const std::string& turns, const std::string& data) {
    InterleavingLimits limits;
    limits.states = 600;
    limits.folded = folded_states;
    return ordered(warps_kernel("mov.u32 %r11, 0;\nmov.u32 %r10, %ntid.x;\nmul.lo.u32 %r12, %r10, 2;\n"
                                "add.u32 %r13, %r8, 128;\nAGAIN:\n"
                                "LOCK:\natom.acquire.cta.shared.cas.b32 %r4, [%r3], 0, 1;\nsetp.ne.u32 %p3, %r4, 0;\n"
                                "@%p3 bra LOCK;\nld.shared.u32 %r5, [%r3+4];\nadd.u32 %r5, %r5, 3;\n"
                                "st.shared.u32 [%r3+4], %r5;\n" +
                                    data +
                                    "st.release.cta.shared.u32 [%r3], 0;\nadd.u32 %r11, %r11, 1;\n"
                                    "setp.lt.u32 %p0, %r11, " +
                                    turns + ";\n@%p0 bra AGAIN;\n",
                                "1"),
                   warps_launch(warps), limits);
  };
  for (const int warps : {2, 3}) {
    const Ordered few = locked(warps, "40", "");
    const Ordered many = locked(warps, "400", "");
    CAPTURE(few.text);
    CAPTURE(many.text);
    CHECK(few.report.verdict == OrderVerdict::proved);
    CHECK(many.report.verdict == OrderVerdict::proved);
    CHECK(few.report.folded_states > 0);
    CHECK(few.report.folded_states < 100);
    CHECK(many.report.folded_states == few.report.folded_states);
    CHECK(many.text.find("states with folded loops, all visited") != std::string::npos);
  }
  // A branch by the data: the loop is not folded.
  const Ordered branched = locked(2, "400", "setp.eq.u32 %p5, %r5, 300;\n@%p5 st.shared.u32 [%r3+8], 1;\n");
  CAPTURE(branched.text);
  CHECK(branched.report.verdict == OrderVerdict::open);
  CHECK(branched.report.folded_states == 0);
  // Data that decides elsewhere: read behind the loop.
  const Ordered read_later = locked(2, "400", "ld.shared.u32 %r6, [%r3+4];\nsetp.eq.u32 %p5, %r6, 1;\n@%p5 bra END;\n");
  CAPTURE(read_later.text);
  CHECK(read_later.report.verdict == OrderVerdict::open);
  // A bound that the launch gives, one that each thread computes, and one that the data gives.
  CHECK(locked(2, "%r12", "").report.verdict == OrderVerdict::proved);
  CHECK(locked(2, "%r13", "").report.verdict == OrderVerdict::open);
  CHECK(locked(2, "%r14", "ld.shared.u32 %r14, [%r3+8];\nadd.u32 %r14, %r14, 64;\n").report.verdict ==
        OrderVerdict::open);
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
  CHECK(bounded.text.find("1 state was visited since all orders had one in common") != std::string::npos);
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
  // Thread 0 raises a flag, which all warps expect behind the wait.
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

namespace {

// Random bodies of warps: operations on three mbarriers, a flag and a ticket. All warps end each of several rounds at a
// barrier; or each repeats its body in turns of its own.
std::string random_warps(std::uint32_t seed, int warps, int rounds, int turns) {
  const auto next = [&](std::uint32_t n) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
  };
  std::string out = rounds > 1 ? "mov.u32 %r10, 0;\nAGAIN:\n" : "";
  const std::string leave = rounds > 1 ? "bra.uni MEET;\n" : "bra.uni END;\n";
  int label = 0;
  for (int warp = 0; warp < warps; ++warp) {
    const std::string end = "W" + std::to_string(warp);
    out += "setp.ne.u32 %p4, %r1, " + std::to_string(warp) + ";\n@%p4 bra " + end + ";\n";
    const std::uint32_t count = 1 + next(turns > 1 ? 3 : 4);
    const std::string turn = "T" + std::to_string(warp);
    const std::string counter = "%r" + std::to_string(11 + warp);
    const std::string again = "%p" + std::to_string(8 + warp);
    if (turns > 1) out += "mov.u32 " + counter + ", 0;\n" + turn + ":\n";
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string barrier = "[%r2+" + std::to_string(8 * next(3)) + "]";
      const std::string arrive = "mbarrier.arrive.shared.b64 %rd1, " + barrier + ";\n";
      const std::string loop = "L" + std::to_string(label++);
      const std::uint32_t kind = next(8);
      if (kind < 3) {
        out += arrive;
      } else if (kind < 5) {
        out += loop + ":\nmbarrier.try_wait.parity.shared.b64 %p3, " + barrier + ", " + std::to_string(next(2)) +
               ";\n@!%p3 bra " + loop + ";\n";
      } else if (kind == 5) {
        out += "atom.shared.add.u32 %r5, [%r3], 1;\nsetp.eq.u32 %p5, %r5, " + std::to_string(next(2)) + ";\n@%p5 " +
               arrive;
      } else if (kind == 6) {
        out += next(2) == 0 ? "st.release.cta.shared.u32 [%r3+4], 1;\n"
                            : "ld.acquire.cta.shared.u32 %r5, [%r3+4];\nsetp.eq.u32 %p5, %r5, 1;\n@%p5 " + arrive;
      } else {
        out += "ld.param.u64 %rd2, [to];\nmbarrier.arrive.expect_tx.shared.b64 %rd1, " + barrier +
               ", 16;\ncp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2+32], [%rd2], 16, " +
               barrier + ";\n";
      }
    }
    if (turns > 1)
      out += "add.u32 " + counter + ", " + counter + ", 1;\nsetp.lt.u32 " + again + ", " + counter + ", " +
             std::to_string(turns) + ";\n@" + again + " bra " + turn + ";\n";
    out += leave + end + ":\n";
  }
  if (rounds > 1)
    out += "MEET:\nbar.sync 0;\nadd.u32 %r10, %r10, 1;\nsetp.lt.u32 %p4, %r10, " + std::to_string(rounds) +
           ";\n@%p4 bra AGAIN;\n";
  return out;
}

// The orders that are visited agree with all orders, and no other hang is shorter. Returns the states saved.
std::uint64_t compare_orders(std::uint32_t seed, int turns = 1, std::uint64_t* folded = nullptr) {
  const int warps = 2 + static_cast<int>(seed % 2);
  const char* const counts[] = {"1 1 1", "1 2 1", "2 1 1"};
  const std::string ptx = warps_kernel(
      random_warps(seed, warps, turns > 1 ? 1 : 1 + static_cast<int>(seed / 6 % 3), turns), counts[seed % 3]);
  CAPTURE(seed);
  InterleavingLimits limits;
  limits.checked = 100000;
  if (turns > 1) limits.states = 1 << 13;
  const Ordered some = ordered(ptx, warps_launch(warps), limits);
  limits.proves = false;
  const Ordered all = ordered(ptx, warps_launch(warps), limits);
  CAPTURE(some.text);
  CAPTURE(all.text);
  const auto kind_of = [](const Ordered& one) {
    return one.report.findings.empty() ? FindingKind::unfinished_phase : one.report.findings[0].kind;
  };
  // The visit of all orders of loops may end at its bound.
  if (turns == 1 || all.report.verdict != OrderVerdict::open) CHECK(some.report.verdict == all.report.verdict);
  if (kind_of(all) == FindingKind::deadlock && kind_of(some) == FindingKind::deadlock)
    CHECK(some.report.order.size() <= all.report.order.size());
  if (folded != nullptr) {
    Launch launch = warps_launch(warps);
    launch.recorded = {0};
    launch.others = false;
    const auto states = folded_states(*all.program, all.program->functions[0], launch, limits);
    CHECK((!states || all.report.verdict != OrderVerdict::bad || kind_of(all) != FindingKind::deadlock));
    if (states) ++*folded;
  }
  return all.report.states - std::min(all.report.states, some.report.states);
}

}  // namespace

TEST_CASE("machine: orders from where they differ agree with all orders of random kernels") {
  std::uint64_t saved = 0;
  for (std::uint32_t seed = 1900; seed < 2100; ++seed) saved += compare_orders(seed);
  CHECK(saved > 200);
}

TEST_CASE("machine: orders from where they differ agree with all orders of loops whose warps do not meet") {
  std::uint64_t saved = 0;
  for (std::uint32_t seed = 30000; seed < 30060; ++seed)
    saved += compare_orders(seed, 2 + static_cast<int>(seed / 6 % 2));
  CHECK(saved > 100);
}

TEST_CASE("long: machine: orders from where they differ agree with all orders of random kernels") {
  for (std::uint32_t seed = 10000; seed < 30000; ++seed) (void)compare_orders(seed);
  std::uint64_t folded = 0;
  for (std::uint32_t seed = 30000; seed < 50000; ++seed)
    (void)compare_orders(seed, 2 + static_cast<int>(seed / 6 % 2), &folded);
  CHECK(folded > 1000);
}
