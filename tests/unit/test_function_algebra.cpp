// Permutations, F2 matrices, equality as functions and tables of coordinates, against their definitions.
#include <map>
#include <set>

#include "core/algebra/algebra.h"
#include "core/facts/coordinates.h"
#include "core/facts/equality.h"
#include "core/facts/f2.h"
#include "core/facts/function.h"
#include "core/facts/permutation.h"
#include "tests/unit/families.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {
namespace {

template <class Analysis>
std::string reason(const Analysis& analysis) {
  return english(analysis.unchecked ? say("not checked: {}", analysis.why) : analysis.why);
}

std::string to_text(const FunctionComparison& comparison) { return english(to_message(comparison)); }

Offsets offsets_of(const AnyLayout& layout) {
  Offsets out;
  const std::int64_t count = size_of(domain_layout(layout).shape);
  for (std::int64_t i = 0; i < count; ++i) out.push_back(offset_of(layout, IntTuple(dynamic_int(i))));
  return out;
}

// A layout of power-of-two extents and arbitrary strides, mostly compact, perhaps under swizzles with offsets.
AnyLayout random_binary(Random& random) {
  const int leaves = 1 + static_cast<int>(random.below(4));
  Integers extents;
  Integers strides;
  std::int64_t next = 1;
  for (int i = 0; i < leaves; ++i) {
    extents.push_back(std::int64_t{1} << random.below(4));
    strides.push_back(random.chance(70) ? next : random.below(12) - (random.chance(10) ? 8 : 0));
    next *= extents.back();
  }
  for (std::size_t i = strides.size(); i-- > 1;) {
    const auto j = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i) + 1));
    std::swap(strides[i], strides[j]);
    std::swap(extents[i], extents[j]);
  }
  const Layout b = make(flat_profile(leaves), extents, strides, all_static(leaves));
  AnyLayout out = b;
  for (std::int64_t i = random.below(3); i > 0; --i) {
    const int bits = 1 + static_cast<int>(random.below(2));
    const Swizzle swizzle{bits, static_cast<int>(random.below(3)), random.chance(60) ? bits : -bits};
    out = compose(swizzle, static_int(random.chance(60) ? 0 : random.below(40)), out);
  }
  return out;
}

}  // namespace

TEST_CASE("law: permutations by walking each element") {
  Tally tally;
  const auto judge = [&](const AnyLayout& a) {
    const Offsets to = offsets_of(a);
    const auto n = static_cast<std::int64_t>(to.size());
    std::vector<bool> hit(to.size());
    bool bijective = true;
    for (const std::int64_t x : to) {
      bijective = bijective && x >= 0 && x < n && !hit[static_cast<std::size_t>(x)];
      if (bijective) hit[static_cast<std::size_t>(x)] = true;
    }
    const PermutationAnalysis analysis = analyze_permutation(to_value(a));
    std::string fault;
    if (analysis.permutation.has_value() != bijective || analysis.why.empty() != bijective) fault = "is it one?";
    if (bijective && fault.empty()) {
      const Permutation& p = *analysis.permutation;
      // The order of each element is the length of its cycle; their least common multiple is that of the permutation.
      std::map<std::int64_t, std::int64_t> elements;
      std::int64_t fixed = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        std::int64_t length = 1;
        for (std::int64_t at = to[static_cast<std::size_t>(i)]; at != i; at = to[static_cast<std::size_t>(at)])
          ++length;
        ++elements[length];
        fixed += length == 1;
      }
      std::vector<Permutation::CycleClass> type;
      type.reserve(elements.size());
      for (const auto& [length, count] : elements) type.push_back({length, count / length});
      if (!(p.cycle_type == type)) fault = "cycle type";
      if (p.fixed_points.elements != fixed) fault = "fixed points";
      int inversions = 0;
      for (std::size_t i = 0; i < to.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) inversions += to[j] > to[i];
      }
      if (p.odd != (inversions % 2 == 1)) fault = "parity";
      Offsets power(to.size());
      for (std::size_t i = 0; i < to.size(); ++i) power[i] = static_cast<std::int64_t>(i);
      const auto apply_once = [&] {
        for (std::int64_t& x : power) x = to[static_cast<std::size_t>(x)];
      };
      std::int64_t order = 0;
      bool identity = false;
      while (!identity) {
        apply_once();
        ++order;
        identity = true;
        for (std::size_t i = 0; i < to.size(); ++i) identity &= power[i] == static_cast<std::int64_t>(i);
      }
      if (p.order != order) fault = "order";
      std::int64_t stored = 0;
      for (const auto& cycle : p.cycles) {
        for (std::size_t i = 0; i < cycle.size(); ++i) {
          if (to[static_cast<std::size_t>(cycle[i])] != cycle[(i + 1) % cycle.size()]) fault = "cycle";
          if (cycle[i] < cycle[0]) fault = "begins elsewhere";
        }
        stored += static_cast<std::int64_t>(cycle.size());
      }
      if (!p.all_cycles || stored != n - fixed) fault = "cycles left out";
    }
    tally.add(fault, [&] { return to_text(a); });
  };
  every_static(3, judge);
  every_nesting(2, judge);
  Random random(5);
  for (int round = 0; round < 2000; ++round) judge(random_binary(random));
  CHECK_HELD(tally, 5000);
}

TEST_CASE("permutations: text, and sizes beyond the cap") {
  const auto cycles = [](const char* text) {
    const auto analysis = analyze_permutation(Value(layout(text)));
    return analysis.permutation ? cycles_text(*analysis.permutation) : reason(analysis);
  };
  CHECK(cycles("(2,4):(4,1)") == "(1 4 2)(3 5 6)");
  CHECK(cycles("8:1") == "()");
  CHECK(cycles("8:2") == "it is not onto [0,8)");
  CHECK(cycles("(2,2):(1,1)") == "it is not injective: 1 and 2 both map to 1");
  CHECK(cycles("1099511627776:1") == "()");
  CHECK(cycles("(1048576,2):(2,1)") == "not checked: 2097152 elements exceed the limit of 1048576");
  CHECK(cycles("(1000,1000):(1000,1)").ends_with(" ..."));
  CHECK(cycles("(2147483648,2147483648,8):(1,1,1)") == "its size does not fit 64 bits");
  const auto large = analyze_permutation(Value(layout("(1024,1024):(1024,1)")));
  REQUIRE(large.permutation);
  CHECK(large.permutation->order == 2);
  CHECK(large.permutation->fixed_points.elements == 1024);
  CHECK_FALSE(large.permutation->all_cycles);
}

TEST_CASE("law: the F2 map is the function, and there is one exactly if the function is affine") {
  Tally tally;
  Random random(3);
  const auto judge = [&](const AnyLayout& a) {
    const Offsets is = offsets_of(a);
    const F2Analysis analysis = f2_map(to_value(a));
    bool affine = (is.size() & (is.size() - 1)) == 0;
    for (std::size_t i = 0; i < is.size() && affine; ++i) {
      affine = is[i] >= 0;
      for (std::size_t bit = 1; bit < is.size() && affine; bit *= 2)
        affine = (is[i] ^ is[i ^ bit]) == (is[0] ^ is[bit]);
    }
    std::string fault;
    if (analysis.affine != affine || analysis.map.has_value() != affine || analysis.why.empty() != affine)
      fault = "affine?";
    if (affine && fault.empty()) {
      const F2Map& map = *analysis.map;
      std::set<std::uint64_t> image;
      std::int64_t in_kernel = 0;
      for (std::size_t i = 0; i < is.size(); ++i) {
        std::uint64_t x = map.constant;
        for (int j = 0; j < map.inputs; ++j) x ^= (i >> j & 1) != 0 ? map.columns[static_cast<std::size_t>(j)] : 0;
        if (x != static_cast<std::uint64_t>(is[i])) fault = "value";
        if (x >> map.outputs != 0) fault = "outputs";
        image.insert(x);
        in_kernel += is[i] == is[0];
      }
      const auto kernel = map.kernel();
      for (const std::uint64_t k : kernel) {
        if (is[static_cast<std::size_t>(k)] != is[0] || k == 0) fault = "kernel";
      }
      if (image.size() != std::size_t{1} << map.rank()) fault = "rank";
      if (in_kernel != std::int64_t{1} << kernel.size()) fault = "dimension of the kernel";
      if (map.rank() + static_cast<int>(kernel.size()) != map.inputs) fault = "rank-nullity";
    }
    tally.add(fault, [&] { return to_text(a); });
  };
  every_static(3, judge);
  for (int round = 0; round < 6000; ++round) judge(random_binary(random));
  CHECK_HELD(tally, 9000);
}

TEST_CASE("F2 matrices as text, and why there is none") {
  const auto shown = [](const Value& value) {
    const auto analysis = f2_map(value);
    return analysis.map ? to_text(*analysis.map, domain_of(value)->shape) : reason(analysis);
  };
  CHECK(shown(Value(layout("(8,4):(4,1)"))) ==
        "              mode 0  mode 1\n"
        "               0 1 2   0 1\n"
        "offset bit 0   0 0 0   1 0\n"
        "offset bit 1   0 0 0   0 1\n"
        "offset bit 2   1 0 0   0 0\n"
        "offset bit 3   0 1 0   0 0\n"
        "offset bit 4   0 0 1   0 0\n");
  CHECK(shown(to_value(compose(Swizzle{1, 0, 1}, static_int(4), layout("(_2,(_2,_1)):(_1,(_2,_0))")))) ==
        "              mode 0  mode (1,0)  L(0)\n"
        "               0       0\n"
        "offset bit 0   1       1           0\n"
        "offset bit 1   0       1           0\n"
        "offset bit 2   0       0           1\n");
  CHECK(shown(Value(layout("6:1"))) == "the size 6 is not a power of two");
  CHECK(shown(Value(layout("(2,2):(1,1)"))) == "L(3) = 2, but L(1) ^ L(2) = 0");
  CHECK(shown(Value(layout("4:-1"))) == "L(1) = -1: a negative offset has no bits");
  CHECK(shown(to_value(compose(Swizzle{1, 0, 1}, static_int(1), layout("_4:_1")))) ==
        "L(3) = 4, but with L(0) = 1 an affine map gives 0");
  CHECK(shown(Value(static_int(4))) == "it is not a function of coordinates but an integer");
  const auto huge =
      f2_map(to_value(compose(Swizzle{3, 4, 3}, static_int(0), layout("(_1048576,_1048576):(_1048576,_1)"))));
  REQUIRE(huge.map);
  CHECK(huge.map->rank() == 40);
  CHECK(f2_map(Value(layout("(1048576,1048576):(1,3)"))).why == "L(1048577) = 4, but L(1) ^ L(1048576) = 2");
  CHECK(shown(to_value(compose(Swizzle{3, 4, 3}, static_int(1), layout("_2097152:_1")))).starts_with("not checked: "));
}

TEST_CASE("law: equality as functions and the first difference") {
  Tally tally;
  Random random(9);
  // Few small layouts, so that many pairs are equal.
  std::vector<AnyLayout> all;
  every_static(2, [&](const Layout& a) { all.emplace_back(a); });
  every_nesting(2, [&](const Layout& a) { all.emplace_back(a); });
  for (int i = 0; i < 300; ++i) all.push_back(random_binary(random));
  for (const int offset : {0, 3}) {
    for (const char* text : {"(_2,_2,_3):(_1,_2,_4)", "_12:_1", "(_2,_6):(_0,_1)"}) {
      all.push_back(compose(layout("(_3,_4):(_4,_1)"), static_int(offset), layout(text)));
    }
  }
  const auto judge = [&](const AnyLayout& a, const AnyLayout& b) {
    const Offsets x = offsets_of(a);
    const Offsets y = offsets_of(b);
    const FunctionComparison is = compare_functions(to_value(a), to_value(b));
    std::optional<std::int64_t> at;
    for (std::size_t i = 0; i < std::min(x.size(), y.size()) && !at; ++i) {
      if (x[i] != y[i]) at = static_cast<std::int64_t>(i);
    }
    bool right = (is.outcome == FunctionComparison::Outcome::equal) == (x == y) &&
                 is.outcome != FunctionComparison::Outcome::not_checked;
    right = right && is.at == at && is.size_a == static_cast<std::int64_t>(x.size()) &&
            is.size_b == static_cast<std::int64_t>(y.size());
    if (at)
      right = right && is.a.integer().value == x[static_cast<std::size_t>(*at)] &&
              is.b.integer().value == y[static_cast<std::size_t>(*at)];
    tally.add(right ? "" : "wrong", [&] { return cat(to_text(a), " and ", to_text(b)); });
  };
  for (int round = 0; round < 60000; ++round) {
    const auto pick = [&]() -> const AnyLayout& {
      return all[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(all.size())))];
    };
    const AnyLayout& a = pick();
    judge(a, pick());
    if (round % 10 == 0) judge(a, a);
  }
  CHECK_HELD(tally, 60000);
}

TEST_CASE("equality as functions: named cases") {
  const auto compared = [](const char* a, const char* b) {
    return to_text(compare_functions(Value(layout(a)), Value(layout(b))));
  };
  CHECK(compared("(4,8):(1,4)", "_32:_1") == "equal");
  CHECK(compared("(4,8):(1,4)", "(4,8):(8,1)") == "different: at 1 the first gives 1, the second 8");
  CHECK(compared("24:1", "32:1") == "different: 24 and 32 coordinates, the common ones agree");
  CHECK(compared("(4,6):(1,5)", "32:1") == "different: 24 and 32 coordinates; at 4 the first gives 5, the second 4");
  CHECK(compared("(1048576,1048576):(1,1048576)", "1099511627776:1") == "equal");
  CHECK(compared("(1048576,1048576):(1,1048576)", "(1048576,1048576):(1,1048577)") ==
        "different: at 1048576 the first gives 1048576, the second 1048577");
  CHECK(compared("(4,4):(1@0,1@1)", "(4,4):(_1@0,_1@1)") == "equal");
  CHECK(compared("(4,4):(1@0,1@1)", "(4,4):(1@1,1@0)") == "different: at 1 the first gives (1,0), the second (0,1)");
  CHECK(compared("(4,4):(1@0,1@1)", "(4,4):(1,4)") == "different: at 0 the first gives (0,0), the second 0");
  CHECK(compared("0:1", "(0,3):(1,1)") == "equal");
  const auto swizzled = [](int bits, const char* text) {
    return to_value(compose(Swizzle{bits, 4, 3}, static_int(0), layout(text)));
  };
  CHECK(to_text(compare_functions(swizzled(3, "(_1048576,_1048576):(_1,_1048576)"),
                                  swizzled(3, "_1099511627776:_1"))) == "equal");
  CHECK(to_text(compare_functions(swizzled(3, "_1099511627776:_1"), swizzled(2, "_1099511627776:_1"))) ==
        "different: at 512 the first gives 576, the second 512");
  CHECK(to_text(compare_functions(swizzled(3, "_3145728:_1"), Value(layout("(128,24576):(1,128)")))) ==
        "different: at 128 the first gives 144, the second 128");
  Arith arith;
  CHECK(to_text(compare_functions(Value(Tensor{{Iterator::Kind::counting, dynamic_int(5)}, layout("4:1")}),
                                  Value(layout("4:1")))) == "different: at 0 the first gives 5, the second 0");
  CHECK(to_text(compare_functions(Value(static_int(4)), Value(layout("4:1")))) ==
        "not checked: the first: it is not a function of coordinates but an integer");
}

TEST_CASE("tables of coordinates") {
  const auto table = [](const Value& value, std::int64_t rows) {
    Arith arith;
    const CoordinateTable out = coordinate_table(arith, value, rows);
    return arith.failed() ? std::string(code_name(arith.error().value().code)) : to_text(out);
  };
  CHECK(table(Value(layout("(3,(2,3)):(3,(12,1))")), 4) ==
        "1-D    2-D    natural  offset\n"
        "  0  (0,0)  (0,(0,0))       0\n"
        "  1  (1,0)  (1,(0,0))       3\n"
        "  2  (2,0)  (2,(0,0))       6\n"
        "  3  (0,1)  (0,(1,0))      12\n"
        "... 14 more\n");
  CHECK(table(Value(tuple("(2,2)")), 9) == "1-D  natural\n  0    (0,0)\n  1    (1,0)\n  2    (0,1)\n  3    (1,1)\n");
  CHECK(table(Value(layout("3:2")), 9) == "1-D  offset\n  0       0\n  1       2\n  2       4\n");
  CHECK(table(Value(layout("(2,2):(1@1,1@0)")), 2) ==
        "1-D  natural  offset\n  0    (0,0)   (0,0)\n  1    (1,0)   (0,1)\n... 2 more\n");
  CHECK(table(Value(layout("(4611686018427387904,4):(0,0)")), 2) == "overflow");
  CHECK(table(Value(tuple("(2,_)")), 2) == "arguments");
  CHECK(table(Value(layout("1099511627776:1")), 1) == "1-D  offset\n  0       0\n... 1099511627775 more\n");
}

TEST_CASE("number lines") {
  const auto line = [](const char* text) {
    Arith arith;
    const std::string out = number_line(arith, Value(layout(text)));
    return arith.failed() ? std::string(code_name(arith.error().value().code)) : out;
  };
  CHECK(line("4:2") == " logical  0     1     2     3\nphysical  0  1  2  3  4  5  6\n");
  CHECK(line("3:-1") == " logical   2   1  0\nphysical  -2  -1  0\n");
  CHECK(line("8:0") == " logical  0,1,2,...\nphysical          0\n");
  CHECK(line("200:1") == "too_large");
  CHECK(line("2:1@0") == "arguments");
}

}  // namespace stridescope::laws
