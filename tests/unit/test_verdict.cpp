// Verdicts: they agree with the laws of laws.h over families of small layouts, catch wrong results, and name causes.
#include "core/facts/linear.h"
#include "core/functions/builtin.h"
#include "core/verdicts/verdict.h"
#include "core/workspace/workspace.h"
#include "tests/unit/families.h"
#include "tests/unit/laws.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

using Arguments = std::vector<Value>;

Verdict judge(std::string_view function, const Arguments& args, const Value& result,
              const std::vector<std::int64_t>& t = {}) {
  return check_law({function, find_builtin(function)->roles, t, args}, result);
}

// The verdict is `satisfied` exactly where the counterexample is empty.
Counterexample agrees(const Verdict& verdict, const Counterexample& found) {
  if (verdict.status == LawStatus::not_checked) return english(verdict.text);
  if ((verdict.status == LawStatus::satisfied) == found.empty()) return {};
  return cat("the verdict is '", english(verdict.text), "', laws.h says '", found, "'");
}

// A satisfied verdict implies the law.
Counterexample implies(const Verdict& verdict, const Counterexample& found) {
  if (verdict.status == LawStatus::not_checked) return english(verdict.text);
  return verdict.status == LawStatus::satisfied ? found : Counterexample();
}

// The layout with one leaf's stride, or extent, one more.
Layout changed(const Layout& a, int leaf, bool stride) {
  Arith arith;
  LayoutBuilder out(arith);
  int at = 0;
  const auto visit = [&](auto& self, LayoutRef x) -> void {
    if (!x.shape.is_tuple()) {
      Int s = x.shape.integer();
      Int d = x.stride.integer();
      if (at++ == leaf) ++(stride ? d : s).value;
      out.mode(s, d);
      return;
    }
    out.open();
    for (int i = 0; i < x.rank(); ++i) self(self, x[i]);
    out.close();
  };
  visit(visit, a);
  return out.take();
}

bool has_negative_extent(const Layout& a) {
  const Function f(a);
  for (int leaf = 0; leaf < f.leaves(); ++leaf) {
    if (f.leaf(leaf).extent < 0) return true;
  }
  return false;
}

struct Mutants {
  Tally tally;

  // For a result that is the only right function: every change that changes the function is caught.
  void add(std::string_view function, const Arguments& args, const Value& result,
           const std::vector<std::int64_t>& t = {}) {
    const auto* r = result.as<Layout>();
    if (r == nullptr || judge(function, args, result, t).status != LawStatus::satisfied) return;
    const Function f(*r);
    for (int leaf = 0; leaf < f.leaves(); ++leaf) {
      for (const bool stride : {true, false}) {
        if (stride && f.leaf(leaf).extent == 1) continue;
        const Layout wrong = changed(*r, leaf, stride);
        const Verdict verdict = judge(function, args, wrong, t);
        const auto describe = [&] { return cat(function, " of ", to_text(args[0]), ": ", to_text(wrong)); };
        tally.add(verdict.status == LawStatus::violated ? "" : english(verdict.text), describe);
      }
    }
  }
};

std::vector<OperationVerdict> judged(std::string_view program, IntegerMode mode = IntegerMode::cute) {
  Workspace w;
  w.evaluate(program, mode);
  REQUIRE_MESSAGE(w.report().diagnostics.empty(), program);
  auto out = w.verdict(static_cast<int>(w.report().bindings.size()) - 1);
  REQUIRE(out.has_value());
  return *out;
}

Verdict verdict(std::string_view program) {
  const auto all = judged(program);
  REQUIRE_FALSE(all.empty());
  return all.back().verdict;
}

}  // namespace

TEST_CASE("law: the verdict on composition agrees with the law, and changed results are violated") {
  Tally tally;
  Mutants mutants;
  long violated = 0;
  every_varied(2, [&](const Layout& a) {
    for (int modes = 1; modes <= 2; ++modes) {
      for_each_vector(modes, {1, 2, 3, 4}, [&](const Integers& extents) {
        for_each_vector(modes, modes == 1 ? Integers{-3, 0, 1, 2, 3, 6} : Integers{1, 3}, [&](const Integers& strides) {
          const Layout b = make(flat_profile(modes), extents, strides, a.is_static() ? all_static(modes) : 0);
          Arith arith;
          const Layout r = composition(arith, LayoutRef(a), LayoutRef(b));
          if (arith.failed()) return tally.refuse();
          const Arguments args = {a, b};
          const Verdict found = judge("composition", args, r);
          violated += found.status == LawStatus::violated;
          tally.add(agrees(found, composition(a, b, r)), [&] { return cat(to_text(a), " o ", to_text(b)); });
          if (found.status == LawStatus::violated) CHECK(found.cause != Cause::other);
          if (modes == 1 && a.is_static()) mutants.add("composition", args, r);
        });
      });
    }
  });
  CHECK_HELD(tally, 100000);
  CHECK_HELD(mutants.tally, 1000);
  CHECK(violated > 1000);
}

TEST_CASE("law: the verdict on complement agrees with the law") {
  Tally tally;
  every_stride([&](const Layout& a) {
    for (const std::int64_t target : {1, 6, 24, 40}) {
      Arith arith;
      const Layout r = complement(arith, a, IntTuple(static_int(target)));
      if (arith.failed()) {
        tally.refuse();
        continue;
      }
      const Arguments args = {a, Value(static_int(target))};
      const auto describe = [&] { return cat("complement(", to_text(a), ',', target, ") = ", to_text(r)); };
      tally.add(implies(judge("complement", args, r), complement(a, r)), describe);
      // Changed results: what breaks the law is violated.
      for (int leaf = 0; leaf < Function(r).leaves(); ++leaf) {
        const Layout wrong = changed(r, leaf, true);
        if (complement(a, wrong).empty()) continue;
        tally.add(judge("complement", args, wrong).status == LawStatus::violated ? "" : "not caught", describe);
      }
    }
  });
  CHECK_HELD(tally, 10000);
  CHECK(verdict("complement((_2,_2):(_1,_6), _24)").status == LawStatus::satisfied);
  CHECK(verdict("complement(_2:_3, _8)").cause == Cause::gap_bound);
  CHECK(verdict("complement((_2,_2):(_1,_3), _12)").text ==
        "violated at 7: got 10, should be at least 11 (the last coordinate of (A,R); its cosize is 11, should be at "
        "least 12)");
  CHECK(verdict("complement((6,1):(_1,_1))").cause == Cause::size_one_kept);
  CHECK(verdict("complement(_3:_1, (_2,_4))").cause == Cause::tuple_cotarget);
}

TEST_CASE("law: the verdicts on coalesce, filter, inverses and casts agree with the laws") {
  Tally tally;
  Mutants mutants;
  every_varied(3, [&](const Layout& a) {
    const auto describe = [&] { return to_text(a); };
    const Arguments args = {a};
    Arith arith;
    const Layout merged = coalesce(arith, a);
    tally.add(agrees(judge("coalesce", args, merged), coalesce(a, merged)), describe);
    const Layout filtered = filter(arith, a);
    tally.add(agrees(judge("filter", args, filtered), filter(a, filtered)), describe);
    const Layout right = right_inverse(arith, a);
    tally.add(agrees(judge("right_inverse", args, right), right_inverse(a, right)), describe);
    const Layout null = nullspace(arith, a);
    tally.add(agrees(judge("nullspace", args, null), nullspace(a, null)), describe);
    if (a.is_static()) {
      mutants.add("coalesce", args, merged);
      mutants.add("filter", args, filtered);
      // If A is injective, only one coordinate has each offset.
      bool zero = false;
      for (int leaf = 0; leaf < Function(a).leaves(); ++leaf) zero |= Function(a).leaf(leaf).stride == 0;
      if (!zero) mutants.add("right_inverse", args, right);
    }
    Arith left_arith;
    const Layout left = left_inverse(left_arith, a);
    const bool layout = left_arith.ok() && !has_negative_extent(left);
    if (layout) tally.add(agrees(judge("left_inverse", args, left), left_inverse(a, left)), describe);
    if (mode_facts(a).negative) return;
    for (const std::int64_t n : {2, 3, 4}) {
      Arith up_arith;
      const Layout up = upcast(up_arith, a, n);
      if (up_arith.ok()) {
        tally.add(implies(judge("upcast", args, up, {n}), upcast(a, n, up)), describe);
        if (a.is_static()) mutants.add("upcast", args, up, {n});
      }
      Arith down_arith;
      const Layout down = downcast(down_arith, a, n);
      if (down_arith.ok()) {
        tally.add(implies(judge("downcast", args, down, {n}), downcast(a, n, down)), describe);
        if (a.is_static()) mutants.add("downcast", args, down, {n});
      }
    }
  });
  CHECK_HELD(tally, 100000);
  CHECK_HELD(mutants.tally, 1000);
}

TEST_CASE("law: the verdicts on divide and product agree with the laws, and changed results are violated") {
  Tally tally;
  Mutants mutants;
  every_static_compact(2, [&](const Layout& a) {
    for_each_vector(1, {1, 2, 3, 4, 6}, [&](const Integers& extents) {
      for_each_vector(1, {1, 2, 3, 4, 6}, [&](const Integers& strides) {
        const Layout b = make(IntTuple(static_int(0)), extents, strides, all_static(1));
        const auto describe = [&] { return cat(to_text(a), " by ", to_text(b)); };
        const Arguments args = {a, b};
        Arith arith;
        const Layout zipped = zipped_divide(arith, a, b);
        if (arith.ok()) {
          const Verdict found = judge("zipped_divide", args, zipped);
          if (Function(zipped).size() == Function(a).size())
            tally.add(implies(found, divide_rearranges(a, zipped)), describe);
          mutants.add("zipped_divide", args, zipped);
          mutants.add("logical_divide", args, logical_divide(arith, a, b));
        }
        Arith times;
        const Layout product = logical_product(times, a, b);
        if (times.failed()) return;
        tally.add(implies(judge("logical_product", args, product), logical_product(a, b, product)), describe);
        mutants.add("logical_product", args, product);
        const Layout blocked = blocked_product(times, a, b);
        const Layout raked = raked_product(times, a, b);
        if (times.failed()) return;
        tally.add(implies(judge("blocked_product", args, blocked), blocked_product(a, b, blocked)), describe);
        tally.add(implies(judge("raked_product", args, raked), raked_product(a, b, raked)), describe);
        mutants.add("blocked_product", args, blocked);
        mutants.add("raked_product", args, raked);
      });
    });
  });
  CHECK_HELD(tally, 1000);
  CHECK_HELD(mutants.tally, 1000);
}

TEST_CASE("verdicts: known examples, each with its cause") {
  struct Case {
    const char* program;
    const char* text;
    Cause cause;
  };
  const Case cases[] = {
      {"(6,2):(1,7) o (3,2):(2,3)", "violated at 5: got 7, should be 8", Cause::carry},
      {"(_6,_2):(_1,_7) o (_3,_2):(_2,_3)", "violated at 5: got 7, should be 8", Cause::carry},
      {"(4,6,8):(2,3,5) o 6:3", "violated at 2: got 3, should be 7", Cause::uneven_step},
      {"composition((8,8):(1,8),(4,4):(3,12))", "violated at 3: got 8, should be 9 (the size is 12, should be 16)",
       Cause::shape_divisibility},
      {"composition((6,2):(8,2),(5,3):(3,1))",
       "violated at 12: got no coordinate, should be 18 (the size is 12, should be 15)", Cause::shape_divisibility},
      {"composition((4,8):(1,100), 2:6)", "violated at 1: got 200, should be 102", Cause::stride_divisibility},
      {"(_2,_1):(_-1,_1) o _2:_-3", "violated at 1: got -2, should be 0", Cause::negative_stride},
      {"composition((_16,_8):(_8,_1),Sw<1,2,5>)", "violated at 1: got 40, should be 8", Cause::swizzle_bits},
      {"upcast<2>((2,4):(1,2))",
       "violated at 1: got 0, should be no coordinate (the mode 2:1 has 2 wide coordinates; expected 1)",
       Cause::dynamic_extent},
      {"upcast<2>(_4:3)", "violated at 2: got 2, should be 3", Cause::truncated_stride},
      {"downcast<8>((_4,_1):(_1,_-1))",
       "violated at 32: got -1, should be no coordinate (the size is 256, should be 32)", Cause::several_units},
      {"tile_to_shape((_16):(_1),(65))",
       "violated at 65: got 65, should be no coordinate (the mode 0 has 80 coordinates; expected 65)",
       Cause::tile_does_not_divide},
      {"zipped_divide((2,64):(_64,_1),<(8,16):(_8,_4)>)",
       "violated at 0: got no tile, should be one tile (the coordinate 0 of mode 0 of A is in none of them)",
       Cause::overlap},
      {"composition((4,8):(1,4), <2,4>)", "satisfied", Cause::none},
      {"composition(make_identity_layout((4,6)), <2,3>)", "satisfied", Cause::none},
      {"composition((4,6):(1,4), (2,3):(1@1,1@0))", "satisfied", Cause::none},
      {"zipped_divide(make_identity_layout((8,6)), <4,3>)", "satisfied", Cause::none},
      {"Sw<3,4,3> o (8,64):(64,1)", "satisfied", Cause::none},
      {"composition(Sw<3,4,3>, Sw<2,4,3>)", "satisfied", Cause::none},
      {"composition(Sw<3,4,3> o 0 o (8,64):(64,1), <4,8>)", "satisfied", Cause::none},
      {"composition(Sw<2,0,3>, 5, (8,8):(8,1))", "satisfied", Cause::none},
      {"right_inverse(Sw<2,0,3> o _0 o (_8,_8):(_8,_1))", "satisfied", Cause::none},
      {"left_inverse((_4,_2):(_1,_16))", "satisfied", Cause::none},
      {"logical_divide((_9,(_4,_8)):(_59,(_13,_1)), <_3:_3, (_2,_4):(_1,_8)>)", "satisfied", Cause::none},
      {"logical_product((_2,_5):(_5,_1), <_3:_5, _4:_6>)", "satisfied", Cause::none},
      {"logical_product((_2,_2,_3,_2):(_50,_5,_10,_1), _4:_1)", "violated: the copies at 0 and 4 overlap in 5",
       Cause::uneven_gap},
      {"logical_product((_2,_2,_3,_2):(_50,_5,_10,_1), _2:_1)", "satisfied", Cause::none},
      {"raked_product((_2,_5):(_5,_1), (_3,_4):(_1,_3))", "satisfied", Cause::none},
      {"tile_to_shape(Sw<3,4,3> o _0 o (_8,_64):(_64,_1), (_16,_128))", "satisfied", Cause::none},
      {"max_common_vector((_4,_8):(_1,_4), (_4,_8):(_1,_16))", "satisfied", Cause::none},
      {"max_common_layout((_4,_8):(_1,_4), (_4,_8):(_1,_16))", "satisfied", Cause::none},
      {"recast<16,32>((_4,_8):(_8,_1))", "satisfied", Cause::none},
      {"upcast<4>(Sw<3,4,3> o _0 o (_8,_64):(_64,_1))", "satisfied", Cause::none},
      {"nullspace((_2,_4,_3):(_0,_1,_0))", "satisfied", Cause::none},
      {"with_shape((_4,_8):(_8,_1), (_2,_16))", "satisfied", Cause::none},
      {"filter((_2,_4):(_0,_1))", "satisfied", Cause::none},
      {"composition(make_tensor(counting_iter(5), (4,8):(1,4)), <2,4>)", "satisfied", Cause::none},
  };
  for (const Case& c : cases) {
    CAPTURE(c.program);
    const Verdict found = verdict(c.program);
    CHECK(found.text == c.text);
    CHECK(name_of(found.cause) == name_of(c.cause));
  }
  const Verdict natural = verdict("(6,2):(1,7) o (3,2):(2,3)");
  CHECK(natural.at == 5);
  CHECK(natural.natural == "(2,1)");
  CHECK(natural.got == "7");
  CHECK(natural.should_be == "8");
  CHECK(verdict("coalesce((2,12):(1,2))").checked == "all 24 coordinates");
}

TEST_CASE("verdicts: every operation of a statement, with the static and the dynamic form") {
  const auto nested = judged("A = (6,2):(1,7)\nB = coalesce(composition(A, (3,2):(2,3)))");
  REQUIRE(nested.size() == 2);
  CHECK(nested[0].function == "composition");
  CHECK(nested[0].source == "composition(A, (3,2):(2,3))");
  CHECK(nested[0].verdict.status == LawStatus::violated);
  CHECK(nested[1].verdict.status == LawStatus::satisfied);

  const auto sizes = judged("composition((6,2):(8,2),(4,3):(3,1))");
  REQUIRE(sizes[0].forms.has_value());
  CHECK(sizes[0].forms->static_form == "((_2,_2),_3):((_24,_2),_8)");
  CHECK(sizes[0].forms->dynamic_form == "((2,2),(3,1)):((24,2),(8,2))");
  CHECK(sizes[0].forms->same_function == true);
  CHECK(sizes[0].forms->why == "a static mode of size 1 is dropped, a dynamic one stays");

  const auto refused = judged("composition((6,2):(8,2),(5,3):(3,1))");
  REQUIRE(refused[0].forms.has_value());
  CHECK(english(refused[0].forms->static_form).starts_with("refused: "));
  CHECK(refused[0].forms->why == "divisibility is checked only if both integers are static");

  CHECK(judged("composition((8,8):(1,8),(4,4):(3,12))")[0].forms->same_function == false);
  CHECK_FALSE(judged("coalesce((_4,_8):(_1,_8))")[0].forms.has_value());
  CHECK(judged("right_inverse((4,8):(1,4))")[0].forms->why == "a dynamic stride is skipped");
  CHECK(english(judged("complement((_2,_2):(_1,_6), _24)")[0].forms->dynamic_form).starts_with("refused: "));
  CHECK(judged("(4,8):(1,4)").empty());
  Workspace w;
  w.evaluate("4:1", IntegerMode::cute);
  CHECK_FALSE(w.verdict(1).has_value());

  // A failed statement leaves no operations for the next one.
  w.evaluate("A = size(composition(4:1, 2:1), 7)\nB = coalesce((2,4):(1,2))", IntegerMode::cute);
  REQUIRE(w.report().bindings.size() == 1);
  CHECK(w.verdict(0)->size() == 1);
}

TEST_CASE("verdicts: past 2^20 coordinates a sample and the structure decide") {
  const Verdict good = verdict("composition((_1048576,_1024):(_1,_1048576),(_1024,_1048576):(_1048576,_1))");
  CHECK(good.status == LawStatus::satisfied);
  CHECK(good.checked == "sample of 65536 of 1073741824 coordinates plus symbolic conditions");
  // One wrong stride far from every sampled coordinate: the structure finds the first place.
  const Layout a = layout("(_1048576,_1024):(_1,_1048576)");
  const Layout b = layout("(_32768,_4,_8192):(_1,_33554432,_32768)");
  Arith arith;
  const Layout r = composition(arith, LayoutRef(a), LayoutRef(b));
  REQUIRE(arith.ok());
  CHECK(judge("composition", {a, b}, r).status != LawStatus::violated);
  const Verdict wrong = judge("coalesce", {a}, layout("(_1048575,_1024):(_1,_1048576)"));
  CHECK(wrong.status == LawStatus::violated);
  const Verdict swizzled = verdict("composition(Sw<3,4,3> o 0 o (_4096,_1024):(_1024,_1), <_2048,_512>)");
  CHECK(swizzled.status == LawStatus::satisfied);
  // Claims nothing if neither decides.
  const Verdict open = verdict("right_inverse(Sw<3,4,3> o _0 o (_2048,_1024):(_1,_2048))");
  CHECK(open.status == LawStatus::not_checked);
  CHECK(english(open.text).starts_with("not checked: no violation in a sample of 65536 of 2097152 coordinates"));
  // Offsets beyond 62 bits.
  CHECK(verdict("coalesce((4611686018427387904,2):(1,0))").status == LawStatus::not_checked);
}

TEST_CASE("law: what the structure decides is what every coordinate says") {
  using namespace verdicts;
  Random random(20);
  long decided = 0;
  long different = 0;
  for (int round = 0; round < 200000; ++round) {
    const auto modes = [&](int most, const Integers& strides) {
      LinearModes out;
      const std::int64_t n = 1 + random.below(most);
      for (std::int64_t i = 0; i < n; ++i)
        out.push_back({1 + random.below(4),
                       strides[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(strides.size())))]});
      return out;
    };
    verdicts::Term got = {modes(3, {0, 1, 2, 3, 4, 6, 8, 12}), {}};
    if (random.chance(30)) {
      for (LinearMode& mode : got.index) mode.divisor = 1 + random.below(3);
    }
    if (random.chance(70)) got.steps.push_back(layout_step(modes(3, {1, 2, 4, 5, 7, 16})));
    if (random.chance(20)) got.steps.push_back({verdicts::Step::Kind::divide, 1 + random.below(4), {}, {}});
    std::int64_t size = 1;
    for (const LinearMode& mode : got.index) size *= mode.extent;
    Sum should;
    const auto form = linear_form({got});
    if (form && random.chance(60)) {
      should = {{form->modes, {}}};
      if (random.chance(50) && !should[0].index.empty()) should[0].index[0].stride += random.below(2);
    } else {
      LinearModes other;
      other.push_back({size, random.below(3)});
      should = {{other, {}}};
    }
    const auto first = first_difference({got}, should);
    if (!first) continue;
    ++decided;
    std::int64_t brute = -1;
    for (std::int64_t i = size; i-- > 0;) {
      if (value_at({got}, i) != value_at(should, i)) brute = i;
    }
    different += brute >= 0;
    REQUIRE(*first == brute);
    const Comparison tried = compare({got}, should, size);
    REQUIRE((tried.outcome == Comparison::Outcome::different) == (brute >= 0));
    if (brute >= 0) REQUIRE(tried.at == brute);
  }
  CHECK(decided > 50000);
  CHECK(different > 10000);
}

}  // namespace stridescope::laws
