// Computes all offsets of a layout, mode by mode in runs instead of coordinate by coordinate: a million cells take less
// than a millisecond. Pictures, verdicts and counts depend on this speed. Compiled for speed even in the page's module.
#include "core/facts/offsets.h"

#include <algorithm>
#include <cstdlib>

#include "core/algebra/algebra.h"
#include "core/base/strides.h"

namespace stridescope {
namespace {

// The offset of x in a layout whose last leaf is unbounded; divisions truncate, as in CuTe.
std::int64_t offset_at(LayoutRef layout, std::int64_t x) {
  std::int64_t out = 0;
  const std::uint32_t count = layout.shape.node_count();
  std::uint32_t last = count - 1;
  while (last > 0 && layout.shape.nodes()[last].kind == NodeKind::tuple) --last;  // empty tuples
  for (std::uint32_t i = 0; i <= last; ++i) {
    const Node& shape = layout.shape.nodes()[i];
    if (shape.kind == NodeKind::tuple) continue;
    const std::int64_t stride = layout.stride.nodes()[i].integer.value;
    if (i == last) return out + x * stride;
    out += x % shape.integer.value * stride;
    x /= shape.integer.value;
  }
  return out;
}

bool positive_extents(TupleRef shape) {
  for (std::uint32_t i = 0; i < shape.node_count(); ++i) {
    if (shape.nodes()[i].kind != NodeKind::tuple && shape.nodes()[i].integer.value <= 0) return false;
  }
  return true;
}

}  // namespace

FlatModes flat_modes(LayoutRef layout) {
  FlatModes modes;
  for (std::uint32_t i = 0; i < layout.shape.node_count(); ++i) {
    const Node& shape = layout.shape.nodes()[i];
    if (shape.kind == NodeKind::tuple) continue;
    const FlatMode mode = {shape.integer.value, layout.stride.nodes()[i].integer.value};
    if (mode.extent == 1) continue;
    if (modes.empty() || !takes_in(modes.back().extent, modes.back().stride, mode.extent, mode.stride))
      modes.push_back(mode);
  }
  return modes;
}

void fill_offsets(LayoutRef layout, std::int64_t* out, std::int64_t count) {
  if (count <= 0) return;
  const auto modes = flat_modes(layout);
  out[0] = 0;
  std::int64_t done = 1;
  // Each mode repeats the offsets written so far, shifted by its stride.
  for (const FlatMode& mode : modes) {
    const std::int64_t block = done;
    if (block == 1) {
      const std::int64_t reach = std::min(mode.extent, count);
      for (std::int64_t i = 1; i < reach; ++i) out[i] = i * mode.stride;
      done = reach;
    } else {
      for (std::int64_t k = 1; k < mode.extent && done < count; ++k) {
        const std::int64_t reach = std::min(block, count - done);
        const std::int64_t shift = k * mode.stride;
        for (std::int64_t i = 0; i < reach; ++i) out[done + i] = out[i] + shift;
        done += reach;
      }
    }
    if (done >= count) return;
  }
}

void OffsetFunction::fill(std::int64_t* out, std::int64_t count) const {
  fill_offsets(layout, out, count);
  finish(out, count);
}

void OffsetFunction::finish(std::int64_t* offsets, std::int64_t count) const {
  for (std::size_t s = stages.size(); s-- > 0;) {
    const std::int64_t shift = to_integer(stages[s].offset).value;
    if (const auto* left = std::get_if<Layout>(&stages[s].function)) {
      for (std::int64_t i = 0; i < count; ++i) offsets[i] = offset_at(*left, offsets[i] + shift);
      continue;
    }
    const auto& swizzle = std::get<Swizzle>(stages[s].function);
    const std::int64_t mask = swizzle.yyy();
    const int distance = std::abs(swizzle.shift);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t x = offsets[i] + shift;
      offsets[i] = x ^ (swizzle.shift >= 0 ? (x & mask) >> distance : (x & mask) << distance);
    }
  }
  if (start != origin) {
    for (std::int64_t i = 0; i < count; ++i) offsets[i] += start - origin;
  }
}

const Layout* domain_of(const Value& value) {
  if (const auto* layout = value.as<Layout>()) return layout;
  if (const auto* composed = value.as<ComposedLayout>()) return &composed->b;
  if (const auto* tensor = value.as<Tensor>()) return &domain_layout(tensor->layout);
  return nullptr;
}

namespace {

bool has_negative_extent(const Layout& layout) {
  const TupleRef shape = layout.shape;
  return std::any_of(shape.nodes(), shape.nodes() + shape.node_count(),
                     [](const Node& node) { return node.integer.value < 0; });
}

}  // namespace

std::optional<std::int64_t> domain_size(const Value& value) {
  const Layout* layout = domain_of(value);
  if (layout == nullptr || has_negative_extent(*layout)) return std::nullopt;
  Arith arith;
  const Int count = size(arith, *layout);
  if (arith.failed()) return std::nullopt;
  return count.value;
}

std::optional<OffsetFunction> offset_function(const Value& value) {
  const Layout* domain = domain_of(value);
  if (domain == nullptr || domain->stride.ref().has_basis()) return std::nullopt;
  if (has_negative_extent(*domain)) return std::nullopt;
  OffsetFunction out = {*domain, {}, 0};
  const AnyLayout* any = nullptr;
  AnyLayout held;
  if (const auto* composed = value.as<ComposedLayout>()) {
    held = *composed;
    any = &held;
  } else if (const auto* tensor = value.as<Tensor>()) {
    if (!tensor->data.position.is_integer() || !tensor->data.position.integer().is_plain()) return std::nullopt;
    if (tensor->data.pointer.swizzled) {
      Arith arith;
      held = offset_layout(arith, *tensor);
      if (arith.failed()) return std::nullopt;
      out.origin = swizzle_phase(*tensor);
      any = &held;
    } else {
      out.start = tensor->data.position.integer().value;
      any = &tensor->layout;
    }
  }
  // All results, including intermediate ones, stay inside 2^62.
  Arith arith;
  Int reach = cosize(arith, *domain);
  reach = arith.add(reach, arith.abs(static_int(out.start)));
  reach = arith.add(reach, arith.abs(static_int(out.origin)));
  if (any != nullptr && std::holds_alternative<ComposedLayout>(*any)) {
    const auto& composed = std::get<ComposedLayout>(*any);
    if (has_coordinate_offset(composed)) return std::nullopt;
    out.stages = composed.outer;
    out.stages.push_back({composed.a, composed.offset});
    for (std::size_t s = out.stages.size(); s-- > 0;) {
      auto& stage = out.stages[s];
      reach = arith.add(reach, arith.abs(to_integer(stage.offset)));
      if (const auto* swizzle = std::get_if<Swizzle>(&stage.function)) {
        reach = arith.add(reach, static_int(2 * std::max(swizzle->yyy(), swizzle->zzz())));
        continue;
      }
      const auto& left = std::get<Layout>(stage.function);
      if (left.stride.ref().has_basis() || !positive_extents(left.shape)) return std::nullopt;
      Int steepest = static_int(0);
      for (std::uint32_t i = 0; i < left.stride.ref().node_count(); ++i) {
        const Node& stride = left.stride.ref().nodes()[i];
        if (stride.kind != NodeKind::tuple) steepest = arith.max(steepest, arith.abs(stride.integer));
      }
      const Int farthest = arith.mul(reach, steepest);
      reach = arith.add(cosize(arith, left), farthest);
    }
  }
  if (arith.failed() || reach.value > (std::int64_t{1} << 62)) return std::nullopt;
  return out;
}

std::optional<OffsetFunction> memory_function(const Value& value) {
  const auto* composed = value.as<ComposedLayout>();
  if (composed == nullptr || !waits_for_pointer(*composed)) return offset_function(value);
  Arith arith;
  const Value there = to_value(in_memory(arith, *composed));
  return arith.failed() ? std::nullopt : offset_function(there);
}

}  // namespace stridescope
