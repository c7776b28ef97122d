// Converts between layouts and morphisms: the layouts that a morphism encodes (tractable ones, checked by sorting their
// modes), the standard representation of a layout, and its realization as a function.
#include "core/category/tractable.h"

#include <algorithm>
#include <numeric>

#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

struct Mode {
  Int shape;
  Int stride;
};

std::vector<Mode> modes_of(LayoutRef a) {
  std::vector<Mode> out;
  out.reserve(a.shape.node_count());
  for (std::uint32_t i = 0; i < a.shape.node_count(); ++i) {
    if (a.shape.nodes()[i].kind != NodeKind::tuple)
      out.push_back({a.shape.nodes()[i].integer, a.stride.nodes()[i].integer});
  }
  return out;
}

// Positions from 0 in the order of precedes; equal modes keep their order.
std::vector<std::size_t> sorted_places(const std::vector<Mode>& modes) {
  std::vector<std::size_t> out(modes.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  sort_stable(std::span(out), [&](std::size_t a, std::size_t b) {
    const Mode& x = modes[a];
    const Mode& y = modes[b];
    if (x.stride.value != y.stride.value) return x.stride.value < y.stride.value;
    return x.shape.value != y.shape.value ? x.shape.value < y.shape.value : a < b;
  });
  return out;
}

std::string text_of(const Mode& mode) { return cat(mode.shape.value, ':', mode.stride.value); }

// Sets an error for layouts that are not tractable.
bool check(Arith& arith, LayoutRef a) {
  const std::optional<TractabilityGap> gap = tractability_gap(a);
  if (!gap) return true;
  arith.fail(
      gap->second == 0 ? ErrorCode::unsupported : ErrorCode::divisibility,
      say("the layout {} is not tractable: {}", to_text(Layout{IntTuple(a.shape), IntTuple(a.stride)}), gap->why));
  return false;
}

}  // namespace

bool precedes(Int shape, Int stride, Int other_shape, Int other_stride) {
  return stride.value != other_stride.value ? stride.value < other_stride.value : shape.value <= other_shape.value;
}

std::optional<TractabilityGap> tractability_gap(LayoutRef a) {
  if (a.stride.has_basis()) return TractabilityGap{0, 0, say("its strides are coordinates")};
  const std::vector<Mode> modes = modes_of(a);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (modes[i].shape.value < 1 || modes[i].stride.value < 0) {
      return TractabilityGap{
          static_cast<int>(i) + 1, 0,
          say("mode {} is {}; expected a positive extent and a stride of 0 or more", i + 1, text_of(modes[i]))};
    }
  }
  const std::vector<std::size_t> order = sorted_places(modes);
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    const Mode& x = modes[order[k]];
    const Mode& y = modes[order[k + 1]];
    if (x.stride.value == 0) continue;
    std::int64_t step = 0;
    const bool overflows = mul_overflows(x.shape.value, x.stride.value, step);
    if (!overflows && y.stride.value % step == 0) continue;
    const Message product = overflows ? say("{} * {}", x.shape.value, x.stride.value)
                                      : say("{} * {} = {}", x.shape.value, x.stride.value, step);
    Message why = say("mode {}, {}, comes before mode {}, {}, but {} does not divide {}", order[k] + 1, text_of(x),
                      order[k + 1] + 1, text_of(y), product, y.stride.value);
    return TractabilityGap{static_cast<int>(order[k]) + 1, static_cast<int>(order[k + 1]) + 1, std::move(why)};
  }
  return std::nullopt;
}

Layout encoded_layout(Arith& arith, const Morphism& f) {
  const std::vector<Int> s = entries(f.domain);
  const std::vector<Int> t = entries(f.codomain);
  // Only up to the last used entry: later products may not fit 64 bits.
  const int last = f.map.empty() ? 0 : *std::max_element(f.map.begin(), f.map.end());
  std::vector<Int> before;
  before.reserve(t.size() + 1);
  before.push_back(static_int(1));
  for (int j = 0; j + 1 < last; ++j) before.push_back(arith.mul(before.back(), t[static_cast<std::size_t>(j)]));
  std::vector<Int> strides;
  strides.reserve(s.size());
  for (std::size_t i = 0; i < s.size(); ++i) {
    Int stride = f.map[i] == 0 ? static_int(0) : before[static_cast<std::size_t>(f.map[i] - 1)];
    stride.is_static = stride.is_static && s[i].is_static;
    strides.push_back(stride);
  }
  return arith.intact(Layout{f.domain, substitute(arith, f.domain, strides)});
}

Morphism standard_representation(Arith& arith, LayoutRef a, bool flat) {
  if (!check(arith, a)) return {};
  const std::vector<Mode> modes = modes_of(a);
  std::vector<Int> codomain;
  codomain.reserve(2 * modes.size());
  std::vector<int> map(modes.size(), 0);
  Int reached = static_int(1);  // product of the codomain so far
  for (const std::size_t i : sorted_places(modes)) {
    if (modes[i].stride.value == 0) continue;
    const Int factor = arith.div(modes[i].stride, reached);
    if (factor.value != 1) codomain.push_back(factor);
    codomain.push_back(modes[i].shape);
    map[i] = static_cast<int>(codomain.size());
    reached = arith.mul(modes[i].stride, modes[i].shape);
  }
  const IntTuple domain = flat ? flat_tuple(arith, entries(a.shape)) : IntTuple(a.shape);
  return arith.intact(Morphism{domain, flat_tuple(arith, codomain), std::move(map)});
}

bool is_nondegenerate(LayoutRef a) {
  const std::vector<Mode> modes = modes_of(a);
  return std::all_of(modes.begin(), modes.end(),
                     [](const Mode& m) { return m.shape.value != 1 || m.stride.value == 0; });
}

Layout make_nondegenerate(Arith& arith, LayoutRef a) {
  std::vector<Int> strides;
  for (const Mode& mode : modes_of(a)) {
    strides.push_back(mode.shape.value != 1 ? mode.stride : Int{0, {}, mode.stride.is_static});
  }
  return arith.intact(Layout{IntTuple(a.shape), substitute(arith, a.stride, strides)});
}

Layout sort_flat_layout(Arith& arith, LayoutRef a) {
  const std::vector<Mode> modes = modes_of(a);
  std::vector<Int> shape;
  std::vector<Int> stride;
  for (const std::size_t i : sorted_places(modes)) {
    shape.push_back(modes[i].shape);
    stride.push_back(modes[i].stride);
  }
  return arith.intact(Layout{flat_tuple(arith, shape), flat_tuple(arith, stride)});
}

Int complement_size(Arith& arith, LayoutRef a) {
  if (!check(arith, a)) return static_int(1);
  Int out = static_int(1);
  int place = 0;
  for (const Mode& mode : modes_of(a)) {
    ++place;
    if (mode.shape.value == 1) continue;
    if (mode.stride.value == 0) {
      arith.fail(ErrorCode::not_injective,
                 say("no complement: mode {} is {} and repeats the same offset", place, text_of(mode)));
      return static_int(1);
    }
    const Int end = arith.mul(mode.shape, mode.stride);
    if (end.value > out.value) out = end;
  }
  return out;
}

Int realize(Arith& arith, const Morphism& f, Int x) {
  const Layout layout = encoded_layout(arith, f);
  const std::vector<Int> coordinate = entries(colex_inverse(arith, f.domain, x));
  const std::vector<Int> strides = entries(layout.stride);
  if (arith.failed()) return static_int(0);
  Int out = static_int(0);
  for (std::size_t i = 0; i < strides.size(); ++i) out = arith.add(out, arith.mul(coordinate[i], strides[i]));
  return out;
}

std::vector<Int> realization(Arith& arith, const Morphism& f) {
  const std::vector<Int> extents = entries(f.domain);
  const std::vector<Int> strides = entries(encoded_layout(arith, f).stride);
  std::vector<Int> out = {Int{0, {}, size_of(arith, extents).is_static}};
  if (arith.failed()) return out;
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const std::size_t block = out.size();
    for (std::int64_t k = 1; k < extents[i].value; ++k) {
      for (std::size_t j = 0; j < block; ++j) out.push_back(arith.add(out[out.size() - block], strides[i]));
    }
  }
  return out;
}

}  // namespace stridescope
