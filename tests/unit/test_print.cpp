// The printed forms, in both integer modes.
#include "core/value/value.h"
#include "tests/unit/notation.h"
#include "tests/unit/tally.h"

namespace stridescope {

TEST_CASE("print: what is read is printed again") {
  for (const char* text : {"_4", "4", "-4", "_-4", "_", "()", "(4)", "((4))", "(_4,(2,_3),_)", "_1@0", "-3@1@0",
                           "_0@2@1@0", "9223372036854775807", "-9223372036854775808"}) {
    CHECK(to_text(tuple(text)) == text);
  }
  CHECK(to_text(layout("(_4,(2,_3)):(_1,(4,_0))")) == "(_4,(2,_3)):(_1,(4,_0))");
}

TEST_CASE("print: teaching mode has no underscores") {
  const IntegerMode mode = IntegerMode::teaching;
  CHECK(to_text(tuple("(_4,(2,_-3),_)"), mode) == "(4,(2,-3),_)");
  CHECK(to_text(layout("(_4,2):(_1,_4)"), mode) == "(4,2):(1,4)");
  CHECK(to_text(layout("(4,2):(_1@0,_1@1)"), mode) == "(4,2):(1@0,1@1)");
  const AnyLayout swizzled = ComposedLayout{Swizzle{3, 4, 3}, static_int(0), layout("(_8,_8):(_8,_1)")};
  CHECK(to_text(swizzled, mode) == "Sw<3,4,3> o 0 o (8,8):(8,1)");
  CHECK(to_text(swizzled) == "Sw<3,4,3> o _0 o (_8,_8):(_8,_1)");
}

TEST_CASE("print: every kind of value") {
  const auto text = [](const Value& value) { return to_text(value); };
  CHECK(text(Value(IntTuple(static_int(4)))) == "_4");
  CHECK(text(Bool{true, true}) == "true");
  CHECK(text(Bool{false, false}) == "false");
  CHECK(text(layout("_4:_1")) == "_4:_1");
  CHECK(text(Swizzle{3, 4, -3}) == "Sw<3,4,-3>");
  CHECK(text(Major::left) == "LayoutLeft");
  CHECK(text(Major::right) == "LayoutRight");
  CHECK(text(Text{"a\nb"}) == "a\nb");
  CHECK(text(Iterator{Iterator::Kind::counting, dynamic_int(42)}) == "counting_iter(42)");
  CHECK(text(Iterator{Iterator::Kind::coordinate, tuple("(_0,1)")}) == "ArithTuple(_0,1)");
  CHECK(text(Tensor{{Iterator::Kind::counting, dynamic_int(5)}, layout("(4,5):(_1,4)")}) ==
        "counting_iter(5) o (4,5):(_1,4)");
  CHECK(text(ValueTuple{{Value(layout("_4:_1")), Value(IntTuple::any()), Value(IntTuple(dynamic_int(3)))}}) ==
        "(_4:_1,_,3)");
  const ComposedLayout mixed = {Swizzle{2, 1, 3}, MixedBits{0, 32, 32}, layout("(_4,_8):(_8,_1)")};
  CHECK(text(mixed) == "Sw<2,1,3> o M_0|(32&32)=32 o (_4,_8):(_8,_1)");
  const ComposedLayout left = {layout("(_4,_2):(_1,_8)"), dynamic_int(3), layout("_8:_1")};
  CHECK(text(left) == "(_4,_2):(_1,_8) o 3 o _8:_1");
}

}  // namespace stridescope
