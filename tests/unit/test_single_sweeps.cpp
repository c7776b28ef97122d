// The laws of operations on one layout, over every small layout (families.h).
#include "core/value/print.h"
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

// One tally per law, all in the same pass over a family.
struct Sweep {
  bool strides_differ = true;  // false: a compact family, where only the order of the modes matters
  Tally coalesced, filtered, sized, complements, rights, lefts, nulls;

  template <class Operation, class Law>
  static void judge(Tally& tally, const Layout& a, Operation&& operation, Law&& law) {
    Arith arith;
    const Layout r = operation(arith);
    if (arith.failed()) {
      tally.refuse();
    } else {
      tally.add(law(r), [&] { return to_text(a); });
    }
  }

  void operator()(const Layout& a) {
    const ModeFacts facts = mode_facts(a);
    judge(
        coalesced, a, [&](Arith& m) { return coalesce(m, a); }, [&](const Layout& r) { return coalesce(a, r); });
    judge(
        rights, a, [&](Arith& m) { return right_inverse(m, a); }, [&](const Layout& r) { return right_inverse(a, r); });
    if (strides_differ) {
      judge(
          filtered, a, [&](Arith& m) { return filter(m, a); }, [&](const Layout& r) { return filter(a, r); });
      judge(
          nulls, a, [&](Arith& m) { return nullspace(m, a); }, [&](const Layout& r) { return nullspace(a, r); });
      sized.add(cosize(a), [&] { return to_text(a); });
    }
    if (facts.negative || facts.overlap) {
      complements.except();
      lefts.except();
      return;
    }
    judge(
        complements, a, [&](Arith& m) { return complement(m, a); }, [&](const Layout& r) { return complement(a, r); });
    // If two modes share a stride (one of them a dynamic 1), the ratio of their strides is lost.
    if (facts.repeats) {
      lefts.except();
    } else {
      judge(
          lefts, a, [&](Arith& m) { return left_inverse(m, a); }, [&](const Layout& r) { return left_inverse(a, r); });
    }
  }

  void check() const {
    CHECK_HELD(coalesced, 50000);
    CHECK_HELD(filtered, strides_differ ? 50000 : 0);
    CHECK_HELD(rights, 50000);
    CHECK_HELD(sized, strides_differ ? 50000 : 0);
    CHECK_HELD(nulls, strides_differ ? 50000 : 0);
    CHECK_HELD(complements, 10000);
    CHECK_HELD(lefts, 10000);
    CHECK(coalesced.refused() + filtered.refused() + rights.refused() + nulls.refused() == 0);
  }
};

}  // namespace

TEST_CASE("laws: one layout, every mask of every compact one of up to 4 leaves") {
  Sweep sweep;
  sweep.strides_differ = false;
  every_compact(std::ref(sweep));
  sweep.check();
}
TEST_CASE("laws: one layout, zeros, gaps and negative strides") {
  Sweep sweep;
  every_varied(4, std::ref(sweep));
  sweep.check();
}
TEST_CASE("laws: one layout, any strides") {
  Sweep sweep;
  every_stride(std::ref(sweep));
  sweep.check();
}
TEST_CASE("laws: one layout, every nesting") {
  Sweep sweep;
  every_nesting(3, std::ref(sweep));
  sweep.check();
}

TEST_CASE("law: complement reaches the cotarget") {
  Tally tally;
  Tally admission;
  const auto judge = [&](const Layout& a) {
    const ModeFacts facts = mode_facts(a);
    if (facts.negative) return;
    for (const std::int64_t target : {1, 2, 5, 8, 12, 24, 77}) {
      Arith arith;
      const Layout r = complement(arith, a, IntTuple(static_int(target)));
      // Only static overlaps are refused.
      if (a.is_static()) admission.add(arith.ok() == facts.overlap ? "wrongly so" : "", [&] { return to_text(a); });
      if (arith.failed()) {
        tally.refuse();
      } else if (facts.divides && !facts.overlap) {
        tally.add(complement_reach(a, target, r), [&] { return cat("complement(", to_text(a), ',', target, ')'); });
      } else {
        tally.except();
      }
    }
  };
  every_varied(3, judge);
  every_stride(judge);
  CHECK_HELD(tally, 100000);
  CHECK_HELD(admission, 100000);
}

TEST_CASE("law: coalesce_unbounded") {
  Tally tally;
  const IntTuple whole = static_int(0);
  every_varied(3, [&](const Layout& a) {
    Arith arith;
    tally.add(coalesce_unbounded(a, coalesce_unbounded(arith, a, whole)), [&] { return to_text(a); });
  });
  CHECK_HELD(tally, 200000);
}

TEST_CASE("law: coalesce by profile") {
  Tally tally;
  every_nesting(3, [&](const Layout& a) {
    for (const IntTuple& profile : {flat_profile(1), flat_profile(2), flat_profile(3)}) {
      if (profile.rank() > a.rank() || !a.shape.is_tuple()) continue;
      Arith arith;
      const Layout r = coalesce(arith, a, profile);
      tally.add(coalesce_by_profile(a, profile, r), [&] { return cat(to_text(a), " by ", to_text(profile)); });
    }
  });
  CHECK_HELD(tally, 100000);
}

TEST_CASE("law: max_alignment") {
  Tally tally;
  const auto judge = [&](const Layout& a) {
    Arith arith;
    const Int n = max_alignment(arith, a);
    if (arith.failed()) return tally.refuse();
    tally.add(max_alignment(a, n.value), [&] { return cat(to_text(a), " by ", n.value); });
  };
  every_static(4, judge);
  every_stride([&](const Layout& a) {
    if (a.is_static()) judge(a);
  });
  CHECK(tally.refused() == 0);
  CHECK_HELD(tally, 30000);
}

TEST_CASE("law: max_common_layout") {
  Tally tally;
  every_static(2, [&](const Layout& a) {
    every_static_compact(3, [&](const Layout& b) {
      Arith arith;
      const Layout r = max_common_layout(arith, a, b);
      if (arith.failed()) return tally.refuse();
      Arith again;
      const Int n = max_common_vector(again, a, b);
      const auto describe = [&] { return cat(to_text(a), " and ", to_text(b)); };
      tally.add(max_common_layout(a, b, r), describe);
      tally.add(n.value == size_of(r.shape.ref()) ? "" : cat("the vector has ", n.value), describe);
    });
  });
  CHECK_HELD(tally, 30000);
}

}  // namespace stridescope::laws
