// All offsets at once, and the facts derived from them, against the reference.
#include <set>

#include "core/facts/function.h"
#include "core/facts/offsets.h"
#include "tests/unit/families.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope::laws {

TEST_CASE("law: fill_offsets gives the offsets of the first coordinates, however many") {
  Tally tally;
  const auto judge = [&](const Layout& a) {
    const Offsets should = Function(a).image();
    const auto size = static_cast<std::int64_t>(should.size());
    for (const std::int64_t count : {size, size / 2, size - 1, std::int64_t{1}, std::int64_t{0}}) {
      Offsets is(static_cast<std::size_t>(size) + 1, -77);
      fill_offsets(a, is.data(), count);
      bool right = is[static_cast<std::size_t>(count)] == -77;  // writes nothing beyond
      for (std::int64_t i = 0; i < count; ++i)
        right &= is[static_cast<std::size_t>(i)] == should[static_cast<std::size_t>(i)];
      tally.add(right ? "" : "differs", [&] { return cat(count, " offsets of ", to_text(a)); });
    }
  };
  every_static(3, judge);
  every_nesting(2, judge);
  CHECK_HELD(tally, 20000);
}

TEST_CASE("law: the facts of a layout: injective and contiguous") {
  Tally tally;
  every_static(3, [&](const Layout& a) {
    const Offsets offsets = Function(a).image();
    const std::set<std::int64_t> distinct(offsets.begin(), offsets.end());
    const bool injective = distinct.size() == offsets.size();
    const bool contiguous = *distinct.rbegin() - *distinct.begin() + 1 == static_cast<std::int64_t>(distinct.size());
    const FunctionAnalysis facts = analyze_function(Value(a));
    const bool right = facts.injective == std::optional(injective) && facts.contiguous == std::optional(contiguous);
    tally.add(right ? "" : "wrong", [&] { return to_text(a); });
  });
  CHECK_HELD(tally, 3000);
}

TEST_CASE("law: offsets of swizzled layouts and counting tensors") {
  for (const int shift : {-3, -2, 2, 3}) {
    const Layout b = layout("(_8,(_2,_8)):(_8,(_64,_1))");
    const AnyLayout swizzled = compose(Swizzle{2, 1, shift}, dynamic_int(5), b);
    const auto function = offset_function(Tensor{{Iterator::Kind::counting, dynamic_int(1000)}, swizzled});
    REQUIRE(function.has_value());
    Offsets is(128);
    function->fill(is.data(), 128);
    for (std::int64_t i = 0; i < 128; ++i) {
      CHECK(is[static_cast<std::size_t>(i)] == 1000 + offset_of(swizzled, IntTuple(dynamic_int(i))));
    }
  }
  CHECK_FALSE(offset_function(Value(layout("(4,4):(_1@0,_1@1)"))).has_value());
  CHECK_FALSE(offset_function(Value(layout("(4,4):(4611686018427387904,1)"))).has_value());
  CHECK_FALSE(offset_function(Value(Swizzle{1, 0, 1})).has_value());
  CHECK(domain_size(Value(layout("(4,(2,3)):(1,(4,8))"))) == std::optional<std::int64_t>(24));
  CHECK_FALSE(domain_size(Value(layout("(4611686018427387904,4):(0,0)"))).has_value());
}

}  // namespace stridescope::laws
