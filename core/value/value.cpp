// The names of values in messages, and the comparison of tuples of values.
#include "core/value/value.h"

#include <algorithm>

namespace stridescope {

SwizzleOffset::SwizzleOffset(const SwizzleOffset&) = default;
SwizzleOffset::SwizzleOffset(SwizzleOffset&&) noexcept = default;
SwizzleOffset& SwizzleOffset::operator=(const SwizzleOffset&) = default;
SwizzleOffset& SwizzleOffset::operator=(SwizzleOffset&&) noexcept = default;
SwizzleOffset::~SwizzleOffset() = default;

StageFunction::StageFunction(const StageFunction&) = default;
StageFunction::StageFunction(StageFunction&&) noexcept = default;
StageFunction& StageFunction::operator=(const StageFunction&) = default;
StageFunction& StageFunction::operator=(StageFunction&&) noexcept = default;
StageFunction::~StageFunction() = default;

AnyLayout::AnyLayout(const AnyLayout&) = default;
AnyLayout::AnyLayout(AnyLayout&&) noexcept = default;
AnyLayout& AnyLayout::operator=(const AnyLayout&) = default;
AnyLayout& AnyLayout::operator=(AnyLayout&&) noexcept = default;
AnyLayout::~AnyLayout() = default;

Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

// Written explicitly: clang 14 crashes on a defaulted comparison of a type that contains itself.
bool ValueTuple::operator==(const ValueTuple& other) const { return modes == other.modes; }

bool has_coordinate_offset(const ComposedLayout& layout) {
  const auto at_coordinate = [](const SwizzleOffset& offset) {
    return std::holds_alternative<OffsetCoordinate>(offset);
  };
  return at_coordinate(layout.offset) ||
         std::any_of(layout.outer.begin(), layout.outer.end(),
                     [&](const ComposedLayout::Stage& stage) { return at_coordinate(stage.offset); });
}

Value to_value(AnyLayout layout) {
  if (auto* plain = std::get_if<Layout>(&layout)) return std::move(*plain);
  return std::get<ComposedLayout>(std::move(layout));
}

const char* kind_name(const Value& value) {
  struct Namer {
    const char* operator()(const IntTuple& v) const {
      return v.is_tuple() ? "tuple" : v.ref().is_any() ? "slice" : "integer";
    }
    const char* operator()(const Bool&) const { return "boolean"; }
    const char* operator()(const Layout&) const { return "layout"; }
    const char* operator()(const ComposedLayout&) const { return "composed layout"; }
    const char* operator()(const Swizzle&) const { return "swizzle"; }
    const char* operator()(const Tensor&) const { return "tensor"; }
    const char* operator()(const Iterator&) const { return "iterator"; }
    const char* operator()(const Major&) const { return "order"; }
    const char* operator()(const ValueTuple&) const { return "tiler"; }
    const char* operator()(const Text&) const { return "text"; }
    const char* operator()(const Object& v) const { return v.kind().name; }
  };
  return std::visit(Namer{}, static_cast<const Value::variant&>(value));
}

}  // namespace stridescope
