// Converts offsets that are coordinates to integers: a layout of basis strides becomes one of integer strides, by the
// numbers of the coordinates in the box that they span.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/facts/function.h"
#include "core/value/kind_word.h"

namespace stridescope {
namespace {

// One component of the coordinates.
struct Component {
  BasisPath path;
  Int width = static_int(1);   // extent of its values
  Int weight = static_int(1);  // weight of one step
};

bool lexically_less(BasisPath a, BasisPath b) {
  for (int i = 0; i < std::min(a.rank(), b.rank()); ++i) {
    if (a[i] != b[i]) return a[i] < b[i];
  }
  return a.rank() < b.rank();
}

bool is_prefix(BasisPath a, BasisPath b) {
  for (int i = 0; i < a.rank(); ++i) {
    if (i >= b.rank() || a[i] != b[i]) return false;
  }
  return true;
}

// Visits the leaves that change the offset.
template <class Visit>
void for_each_moving_leaf(const Layout& layout, Visit&& visit) {
  for (std::uint32_t i = 0; i < layout.shape.ref().node_count(); ++i) {
    const Node& shape = layout.shape.ref().nodes()[i];
    const Int& stride = layout.stride.ref().nodes()[i].integer;
    if (shape.kind != NodeKind::tuple && shape.integer.value > 1 && stride.value != 0) visit(shape.integer, stride);
  }
}

IntTuple with_weights(Arith& arith, TupleRef stride, const std::vector<Component>& components) {
  if (!stride.is_tuple()) {
    Int step = stride.integer();
    const auto found =
        std::find_if(components.begin(), components.end(), [&](const auto& c) { return c.path == step.basis(); });
    step.set_basis({});
    return found == components.end() ? static_int(0) : arith.mul(step, found->weight);
  }
  TupleBuilder out(arith);
  out.open();
  for (const TupleRef mode : stride) out.copy(with_weights(arith, mode, components));
  out.close();
  return out.take();
}

std::optional<Layout> number_coordinates(Arith& arith, const Layout& layout, Message& why) {
  std::vector<Component> components;
  for_each_moving_leaf(layout, [&](const Int& extent, const Int& stride) {
    const BasisPath path = stride.basis();
    auto at = std::find_if(components.begin(), components.end(),
                           [&](const auto& c) { return !lexically_less(c.path, path); });
    if (at == components.end() || !(at->path == path)) at = components.insert(at, Component{path});
    const Int step = static_int(stride.value);
    const Int steps =
        arith.mul(arith.sub(extent, static_int(1)), stride.value < 0 ? arith.sub(static_int(0), step) : step);
    at->width = arith.add(at->width, steps);
  });
  for (std::size_t i = 0; i < components.size(); ++i) {
    // In this order, a path comes directly before the paths that it is a prefix of.
    if (i > 0 && is_prefix(components[i - 1].path, components[i].path)) {
      why = say("its strides mix integers and basis elements, or basis elements of different depth");
      return std::nullopt;
    }
    if (i > 0) components[i].weight = arith.mul(components[i - 1].weight, components[i - 1].width);
  }
  return arith.intact(Layout{layout.shape, with_weights(arith, layout.stride, components)});
}

}  // namespace

std::optional<OffsetFunction> numbered_function(const Value& value, Message& why) {
  const Layout* domain = domain_of(value);
  if (domain == nullptr) {
    why = say("it is not a function of coordinates but {}", a_kind(value));
    return std::nullopt;
  }
  if (!domain_size(value)) {
    why = say("its size does not fit 64 bits");
    return std::nullopt;
  }
  for (std::uint32_t i = 0; i < domain->shape.ref().node_count(); ++i) {
    const Node& extent = domain->shape.ref().nodes()[i];
    if (extent.kind == NodeKind::any || (extent.kind == NodeKind::integer && extent.integer.value < 0)) {
      why = say("its shape has extents that are not numbers of elements");
      return std::nullopt;
    }
  }
  std::optional<OffsetFunction> out;
  if (!domain->stride.ref().has_basis()) {
    out = offset_function(value);
  } else {
    const auto* tensor = value.as<Tensor>();
    if (value.is<ComposedLayout>() || (tensor != nullptr && std::holds_alternative<ComposedLayout>(tensor->layout))) {
      why = say("it composes a function with a layout of basis strides");
      return std::nullopt;
    }
    Arith arith;
    const auto layout = number_coordinates(arith, *domain, why);
    if (!why.empty()) return std::nullopt;
    if (arith.ok()) out = offset_function(*layout);
  }
  if (!out) why = say("its offsets are not integers, or may not fit 62 bits");
  return out;
}

}  // namespace stridescope
