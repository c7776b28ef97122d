// Reads the arguments of functions: each reader reports a wrong kind with the number of the argument, and returns a
// harmless placeholder. Rows are found by name.
#include "core/lang/call.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/category/operad.h"
#include "core/value/kind_word.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

const IntTuple& no_tuple() {
  static const IntTuple tuple = static_int(1);
  return tuple;
}

const Layout& no_layout() {
  static const Layout layout = {};
  return layout;
}

constexpr Term ordinals[] = {term("first"), term("second"),  term("third"),  term("fourth"), term("fifth"),
                             term("sixth"), term("seventh"), term("eighth"), term("ninth")};

Tiler to_tiler(const Call& call, std::size_t i, const Value& value) {
  if (const auto* tuple = value.as<IntTuple>()) return Tiler::from(*tuple);
  if (const auto* layout = value.as<Layout>()) return *layout;
  if (const auto* modes = value.as<ValueTuple>()) {
    std::vector<Tiler> out;
    for (const Value& mode : modes->modes) out.push_back(to_tiler(call, i, mode));
    return out;
  }
  call.wrong(i, term("a tiler (an integer, a layout or a tuple of them)"));
  return IntTuple(static_int(1));
}

// The first extent of a shape below `least`.
std::optional<std::int64_t> extent_below(TupleRef shape, std::int64_t least) {
  for (std::uint32_t i = 0; i < shape.node_count(); ++i) {
    const Node& node = shape.nodes()[i];
    if (node.kind == NodeKind::integer && node.integer.value < least) return node.integer.value;
  }
  return std::nullopt;
}

// The same for the layouts of a value, and for the value itself if it is a shape.
std::optional<std::int64_t> extent_below(const Value& value, std::int64_t least, bool is_shape) {
  if (const auto* tuple = value.as<IntTuple>()) return is_shape ? extent_below(tuple->ref(), least) : std::nullopt;
  if (const auto* layout = value.as<Layout>()) return extent_below(layout->shape.ref(), least);
  if (const auto* composed = value.as<ComposedLayout>()) return extent_below(composed->b.shape.ref(), least);
  if (const auto* tensor = value.as<Tensor>()) return extent_below(domain_layout(tensor->layout).shape.ref(), least);
  if (const auto* modes = value.as<ValueTuple>()) {
    for (const Value& mode : modes->modes) {
      if (const auto found = extent_below(mode, least, is_shape)) return found;
    }
  }
  return std::nullopt;
}

}  // namespace

Value run_builtin(const Builtin& builtin, const Call& call) {
  if (builtin.roles.extents != roles::Extents::any) {
    const std::int64_t least = builtin.roles.extents == roles::Extents::positive ? 1 : 0;
    for (std::size_t i = 0; i < call.count(); ++i) {
      const bool is_shape = i < 8 && (builtin.roles.shapes >> i & 1) != 0;
      const auto extent = extent_below(call.args[i], least, is_shape);
      if (!extent) continue;
      call.arith.fail_argument(
          i, ErrorCode::arguments,
          say("{}: {} has an extent of {}; expected at least {}", call.name, to_text(call.args[i]), *extent, least));
      return static_int(0);
    }
  }
  return builtin.run(call);
}

const Builtin* find_builtin(std::span<const Builtin> rows, std::string_view name) {
  const auto found =
      std::lower_bound(rows.begin(), rows.end(), name, [](const Builtin& b, std::string_view n) { return b.name < n; });
  return found != rows.end() && found->name == name ? &*found : nullptr;
}

const Builtin* find_tract_builtin(std::span<const Builtin> rows, std::string_view name) {
  return find_builtin(rows, cat("tract.", name));
}

const Builtin& builtin_for(std::span<const Builtin> rows, const Builtin& builtin, std::span<const Value> args) {
  const bool ours = std::any_of(args.begin(), args.end(), [](const Value& v) {
    return v.is<Morphism>() || v.is<DivisibilityMorphism>() || v.is<TupleSpan>();
  });
  const Builtin* other = ours ? find_tract_builtin(rows, builtin.name) : nullptr;
  return other != nullptr ? *other : builtin;
}

Value Call::fail(ErrorCode code, Message message, Message hint) const {
  arith.fail(code, std::move(message), std::move(hint));
  return static_int(0);
}

Value Call::wrong(std::size_t i, Term expected) const { return wrong(i, Message(expected)); }

Value Call::wrong(std::size_t i, const Message& expected) const {
  const std::string text = to_text(args[i]);
  // Atoms and tilings have many lines.
  const bool short_text = text.find('\n') == std::string::npos;
  const Message given = short_text ? say("{} {}", kind_word(args[i]), text) : kind_word(args[i]);
  arith.fail_argument(i, ErrorCode::arguments,
                      say("{}: the {} argument must be {}, not the {}", name,
                          ordinals[std::min(i, std::size(ordinals) - 1)], expected, given));
  return static_int(0);
}

TupleRef Call::tuple(std::size_t i) const {
  if (const auto* tuple = args[i].as<IntTuple>()) return *tuple;
  wrong(i, term("an integer or a tuple of integers"));
  return no_tuple();
}

std::string_view Call::text(std::size_t i) const {
  if (const auto* given = args[i].as<Text>()) return given->text;
  wrong(i, term("a text in \"...\""));
  return {};
}

Int Call::integer(std::size_t i) const {
  if (const Int* value = args[i].integer()) return *value;
  wrong(i, term("an integer"));
  return static_int(1);
}

const Layout& Call::layout(std::size_t i) const {
  if (const auto* layout = args[i].as<Layout>()) return *layout;
  wrong(i, args[i].is<ComposedLayout>() ? term("a layout without a swizzle") : term("a layout"));
  return no_layout();
}

AnyLayout Call::any_layout(std::size_t i) const {
  if (const auto* layout = args[i].as<Layout>()) return *layout;
  if (const auto* composed = args[i].as<ComposedLayout>()) return *composed;
  wrong(i, term("a layout"));
  return no_layout();
}

const Tensor& Call::tensor(std::size_t i) const {
  if (const auto* tensor = args[i].as<Tensor>()) return *tensor;
  wrong(i, term("a tensor, such as make_tensor(counting_iter(0), layout)"));
  static const Tensor none = {};
  return none;
}

Tiler Call::tiler(std::size_t i) const { return to_tiler(*this, i, args[i]); }

TupleRef Call::shape(std::size_t i) const {
  const Value& value = args[i];
  if (const auto* tuple = value.as<IntTuple>()) return *tuple;
  if (const auto* layout = value.as<Layout>()) return layout->shape;
  if (const auto* composed = value.as<ComposedLayout>()) return composed->b.shape;
  if (const auto* tensor = value.as<Tensor>()) return domain_layout(tensor->layout).shape;
  wrong(i, term("a shape, a layout or a tensor"));
  return no_tuple();
}

}  // namespace stridescope
