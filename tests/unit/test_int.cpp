// Integers: which results stay static, what overflows, what is refused.
#include "core/base/checked.h"
#include "core/foreign/evaluate.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

using Binary = Int (Arith::*)(Int, Int);

std::string result(const Binary& operation, const char* a, const char* b) {
  return CUTE((m.*operation)(integer(a), integer(b)));
}

}  // namespace

TEST_CASE("arith: a mixed result is dynamic, but for what its value cannot depend on") {
  struct Case {
    Binary operation;
    const char* a;
    const char* b;
    std::string result;
  };
  const Case cases[] = {
      {&Arith::add, "_3", "_4", "_7"},    {&Arith::add, "_3", "4", "7"},
      {&Arith::add, "3", "_4", "7"},      {&Arith::add, "3", "4", "7"},
      {&Arith::add, "_0", "4", "4"},      {&Arith::add, "4", "_0", "4"},
      {&Arith::sub, "_3", "_4", "_-1"},   {&Arith::sub, "4", "_0", "4"},
      {&Arith::sub, "_4", "4", "0"},      {&Arith::mul, "_3", "_4", "_12"},
      {&Arith::mul, "_3", "4", "12"},     {&Arith::mul, "_0", "4", "_0"},
      {&Arith::mul, "4", "_0", "_0"},     {&Arith::mul, "0", "_4", "0"},
      {&Arith::mul, "_1", "4", "4"},      {&Arith::div, "_12", "_4", "_3"},
      {&Arith::div, "12", "_4", "3"},     {&Arith::div, "_12", "4", "3"},
      {&Arith::div, "_0", "4", "_0"},     {&Arith::div, "4", "_1", "4"},
      {&Arith::div, "_-7", "_2", "_-3"},  // truncates
      {&Arith::mod, "_7", "_4", "_3"},    {&Arith::mod, "7", "_4", "3"},
      {&Arith::mod, "_7", "4", "3"},      {&Arith::mod, "_0", "4", "_0"},
      {&Arith::mod, "7", "_1", "_0"},     {&Arith::mod, "7", "_-1", "_0"},
      {&Arith::mod, "_7", "1", "0"},      {&Arith::mod, "_-7", "_4", "_-3"},
      {&Arith::min, "_3", "_4", "_3"},    {&Arith::min, "_3", "4", "3"},
      {&Arith::max, "_3", "4", "4"},      {&Arith::max, "_3", "_4", "_4"},
      {&Arith::gcd, "_12", "_18", "_6"},  {&Arith::gcd, "_12", "18", "6"},
      {&Arith::gcd, "_1", "18", "1"},     {&Arith::gcd, "_0", "_18", "_18"},
      {&Arith::gcd, "_18", "_0", "_18"},  {&Arith::lcm, "_4", "_6", "_12"},
      {&Arith::lcm, "4", "_6", "12"},     {&Arith::bit_and, "_6", "_3", "_2"},
      {&Arith::bit_and, "6", "_3", "2"},  {&Arith::bit_and, "_0", "3", "_0"},
      {&Arith::bit_and, "3", "_0", "_0"}, {&Arith::bit_or, "_6", "3", "7"},
      {&Arith::bit_or, "_0", "3", "3"},   {&Arith::bit_xor, "_6", "_3", "_5"},
      {&Arith::bit_xor, "_6", "3", "5"},  {&Arith::ceil_div, "_7", "_2", "_4"},
      {&Arith::ceil_div, "7", "_2", "4"}, {&Arith::ceil_div, "_8", "_2", "_4"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.a));
    CAPTURE(std::string(c.b));
    CHECK(result(c.operation, c.a, c.b) == c.result);
  }
  CHECK(CUTE(m.abs(integer("_-4"))) == "_4");
  CHECK(CUTE(m.abs(integer("-4"))) == "4");
  CHECK(CUTE(m.signum(integer("_-4"))) == "_-1");
  CHECK(CUTE(m.signum(integer("0"))) == "0");
  CHECK(CUTE(m.negate(integer("4"))) == "-4");
  CHECK(CUTE(m.shift_right(integer("_12"), 2)) == "_3");
  CHECK(CUTE(m.shift_right(integer("_-1"), 70)) == "_-1");
  CHECK(CUTE(m.shift_right(integer("3"), -2)) == "12");
  CHECK(CUTE(m.less(integer("_3"), integer("_4"))) == "C<true>");
  CHECK(CUTE(m.less(integer("3"), integer("_4"))) == "true");
  CHECK(CUTE(m.equal(integer("_3"), integer("3"))) == "true");
  CHECK(CUTE(m.equal(integer("_3"), integer("_4"))) == "C<false>");
  CHECK(CUTE(m.equal(integer("_1@0"), integer("_1@1"))) == "C<false>");
}

TEST_CASE("arith: scaled bases") {
  CHECK(result(&Arith::mul, "_5", "_1@1") == "_5@1");
  CHECK(result(&Arith::mul, "5", "_1@1") == "5@1");
  CHECK(result(&Arith::mul, "_2@1@0", "_5") == "_10@1@0");
  CHECK(result(&Arith::mul, "_0", "3@1") == "_0@1");
  CHECK(result(&Arith::add, "_0", "_3@1") == "_3@1");
  CHECK(result(&Arith::add, "_3@1", "_0") == "_3@1");
  CHECK(result(&Arith::div, "_6@1", "_2") == "_3@1");
  CHECK(result(&Arith::ceil_div, "_7@1", "_2") == "_4@1");
  for (const Binary operation : {&Arith::add, &Arith::sub, &Arith::mod, &Arith::min, &Arith::max, &Arith::gcd,
                                 &Arith::bit_and, &Arith::bit_or, &Arith::bit_xor}) {
    CHECK(result(operation, "_1", "_2@1") == "refused: basis");
  }
  CHECK(result(&Arith::mul, "_2@0", "_2@1") == "refused: basis");
  CHECK(result(&Arith::div, "_2", "_2@1") == "refused: basis");
  CHECK(CUTE(m.less(integer("_1"), integer("_1@0"))) == "refused: basis");
}

TEST_CASE("arith: overflow is an error, never a wrapped value") {
  const auto of = [](const Binary& operation, std::int64_t a, std::int64_t b) {
    return CUTE((m.*operation)(dynamic_int(a), static_int(b)));
  };
  const std::string refused = "refused: overflow";
  CHECK(of(&Arith::add, largest, 1) == refused);
  CHECK(of(&Arith::add, largest, 0) == "9223372036854775807");
  CHECK(of(&Arith::add, smallest, -1) == refused);
  CHECK(of(&Arith::sub, smallest, 1) == refused);
  CHECK(of(&Arith::sub, -1, largest) == "-9223372036854775808");
  CHECK(of(&Arith::sub, 0, smallest) == refused);
  CHECK(of(&Arith::mul, std::int64_t{1} << 32, std::int64_t{1} << 31) == refused);
  CHECK(of(&Arith::mul, std::int64_t{1} << 31, std::int64_t{1} << 31) == "4611686018427387904");
  CHECK(of(&Arith::mul, smallest, -1) == refused);
  CHECK(of(&Arith::mul, -2147483648, -2147483648) == "4611686018427387904");
  CHECK(of(&Arith::mul, 3037000500, 3037000500) == refused);
  CHECK(of(&Arith::mul, 3037000499, 3037000499) == "9223372030926249001");
  CHECK(of(&Arith::div, smallest, -1) == refused);
  CHECK(of(&Arith::div, smallest, 1) == "-9223372036854775808");
  CHECK(of(&Arith::mod, smallest, -1) == "_0");
  CHECK(of(&Arith::ceil_div, largest, 2) == "4611686018427387904");
  CHECK(of(&Arith::lcm, largest, largest - 1) == refused);
  CHECK(of(&Arith::gcd, smallest, -1) != "");
  CHECK(of(&Arith::div, 1, 0) == "refused: division_by_zero");
  CHECK(of(&Arith::mod, 1, 0) == "refused: division_by_zero");
  CHECK(of(&Arith::ceil_div, 1, 0) == "refused: division_by_zero");
  CHECK(CUTE(m.abs(dynamic_int(smallest))) == refused);
  CHECK(CUTE(m.negate(static_int(smallest))) == refused);
  CHECK(CUTE(m.shift_right(static_int(1), -63)) == refused);
  CHECK(CUTE(m.shift_right(static_int(1), -1000)) == refused);
}

TEST_CASE("checked.h agrees with the built-ins around every 32-bit edge") {
  const std::int64_t edges[] = {0,           1,           -1,         2147483647,  2147483648,
                                -2147483648, -2147483649, 4294967295, 4294967296,  3037000499,
                                3037000500,  largest,     smallest,   largest - 1, smallest + 1};
  for (const std::int64_t a : edges) {
    for (const std::int64_t b : edges) {
      std::int64_t is = 0;
      std::int64_t should = 0;
      const bool is_over = mul_overflows(a, b, is);
      const bool should_over = __builtin_mul_overflow(a, b, &should);
      CHECK(is_over == should_over);
      if (!should_over) CHECK(is == should);
    }
  }
  CHECK(div_overflows(smallest, -1));
  CHECK_FALSE(div_overflows(smallest, 1));
  CHECK_FALSE(div_overflows(largest, -1));
}

TEST_CASE("arith: the first fault is kept, with its numbers, and later ones change nothing") {
  Arith m;
  CHECK(m.ok());
  m.add(static_int(largest), static_int(1));
  REQUIRE(m.failed());
  m.div(static_int(1), static_int(0));
  const Int placeholder = m.add(static_int(1), static_int(1));
  CHECK(placeholder == static_int(2));
  const auto error = m.error();
  CHECK(error.value().code == ErrorCode::overflow);
  CHECK(english(error.value().message).find("9223372036854775807") != std::string::npos);
  CHECK(error.value().hint != "");
  Arith good;
  CHECK(good.finish(3).value() == 3);
}

TEST_CASE("the smallest integer is written as it is printed, and has no quotient by -1") {
  CHECK(CUTE(shape_div(m, tuple("_-9223372036854775808"), tuple("_-1"))) == "refused: overflow");
  CHECK(CUTE(shape_div(m, tuple("_-9223372036854775808"), tuple("_-2"))) == "refused: overflow");
  CHECK(CUTE(shape_div(m, tuple("_-1"), tuple("_-9223372036854775808"))) != "");
  const Layout block = {tuple("_-1"), tuple("_1")};
  CHECK(CUTE(tile_to_shape(m, LayoutRef(block), tuple("_-9223372036854775808"), nullptr)) == "refused: overflow");
  for (const std::string_view text : {"-9223372036854775808", "_-9223372036854775808", "_-9223372036854775808@1"}) {
    const Evaluation read = evaluate(text, IntegerMode::cute);
    REQUIRE(read.bindings.size() == 1);
    CHECK(to_text(read.bindings[0].value) == text);
  }
  CHECK(evaluate("-9223372036854775809", IntegerMode::cute).errors.at(0).hint ==
        "the smallest integer is -9223372036854775808");
}

TEST_CASE("layouts whose sizes or offsets overflow are refused") {
  CHECK(CUTE(size(m, layout("(4611686018427387904,4):(1,1)"))) == "refused: overflow");
  CHECK(CUTE(make_layout(m, tuple("(4611686018427387904,2,2)"))) == "refused: overflow");
  CHECK(CUTE(make_layout(m, tuple("(2,2,4611686018427387904)"), Major::right)) == "refused: overflow");
  CHECK(CUTE(cosize(m, layout("(4,4):(4611686018427387904,1)"))) == "refused: overflow");
  CHECK(CUTE(apply(m, layout("4:4611686018427387904"), tuple("3"))) == "refused: overflow");
  CHECK(CUTE(coalesce(m, layout("(_4611686018427387904,_4):(_1,_4611686018427387904)"))) == "refused: overflow");
  CHECK(CUTE(composition(m, LayoutRef(layout("8:4611686018427387904")), LayoutRef(layout("4:2")))) ==
        "refused: overflow");
  CHECK(CUTE(logical_product(m, layout("_4611686018427387904:_1"), tiler("_4:_1"))) == "refused: overflow");
  CHECK(CUTE(cosize(m, layout("4:-9223372036854775808"))) == "refused: overflow");
  CHECK(CUTE(downcast(m, layout("_4611686018427387904:_1"), 4)) == "refused: overflow");
  CHECK(CUTE(upcast(m, layout("_4:_-9223372036854775808"), 2)) != "");
}

TEST_CASE("booleans: a static operand that decides keeps the result static") {
  const Bool yes = {true, true};
  const Bool no = {false, true};
  const Bool maybe_yes = {true, false};
  const Bool maybe_no = {false, false};
  CHECK(both(no, maybe_yes) == no);
  CHECK(both(maybe_yes, no) == no);
  CHECK(both(yes, maybe_yes) == maybe_yes);
  CHECK(both(maybe_no, yes) == maybe_no);
  CHECK(both(yes, yes) == yes);
  CHECK(either(yes, maybe_no) == yes);
  CHECK(either(maybe_no, yes) == yes);
  CHECK(either(no, maybe_yes) == maybe_yes);
  CHECK(either(no, no) == no);
  CHECK(negation(yes) == no);
  CHECK(negation(maybe_no) == maybe_yes);
}

}  // namespace stridescope
