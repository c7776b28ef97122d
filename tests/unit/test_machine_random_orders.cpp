// The search of all orders on random kernels, and with folded loops.
#include "core/machine/checks/folded_loops.h"
#include "tests/unit/machine_orders.h"

using namespace stridescope;
using namespace stridescope::machine;

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
  // Data that decides elsewhere: read after the loop.
  const Ordered read_later = locked(2, "400", "ld.shared.u32 %r6, [%r3+4];\nsetp.eq.u32 %p5, %r6, 1;\n@%p5 bra END;\n");
  CAPTURE(read_later.text);
  CHECK(read_later.report.verdict == OrderVerdict::open);
  // Bounds that the launch gives, that each thread computes, and that data gives.
  CHECK(locked(2, "%r12", "").report.verdict == OrderVerdict::proved);
  CHECK(locked(2, "%r13", "").report.verdict == OrderVerdict::open);
  CHECK(locked(2, "%r14", "ld.shared.u32 %r14, [%r3+8];\nadd.u32 %r14, %r14, 64;\n").report.verdict ==
        OrderVerdict::open);
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
