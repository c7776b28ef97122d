// Computes the refinement order of shapes: compares every pair; a pair is a cover if no third shape lies between the
// two. Cubic in the number of shapes, at most 256.
#include "core/facts/compatibility.h"

#include <algorithm>
#include <span>

#include "core/algebra/algebra.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

void too_many(Arith& arith, std::string_view function) {
  arith.fail(ErrorCode::too_large, say("{}: more than {} shapes", function, max_order_shapes),
             say("give fewer shapes, or shapes with fewer modes"));
}

}  // namespace

CompatibilityOrder compatibility_order(Arith& arith, const std::vector<IntTuple>& shapes) {
  CompatibilityOrder out;
  if (shapes.size() > max_order_shapes) {
    too_many(arith, "compatibility_order");
    return out;
  }
  for (const IntTuple& shape : shapes) {
    const auto same = std::find_if(out.elements.begin(), out.elements.end(),
                                   [&](const auto& e) { return equal(arith, e.shape, shape).value; });
    out.element_of.push_back(static_cast<int>(same - out.elements.begin()));
    if (same == out.elements.end()) out.elements.push_back({shape, 0});
  }
  const std::size_t n = out.elements.size();
  std::vector<std::vector<bool>> below(n, std::vector<bool>(n));  // below[b][a]: a < b
  std::vector<std::size_t> order(n);                              // coarser shapes first
  std::vector<std::size_t> smaller(n);
  for (std::size_t b = 0; b < n; ++b) {
    order[b] = b;
    for (std::size_t a = 0; a < n && arith.ok(); ++a) {
      below[b][a] = a != b && compatible(arith, out.elements[a].shape, out.elements[b].shape).value;
      smaller[b] += below[b][a];
    }
  }
  if (arith.failed()) return {};
  // Every shape below a shape is also below all shapes above it, so the number of shapes below gives a linear
  // extension.
  sort_stable(std::span(order), [&](std::size_t a, std::size_t b) { return smaller[a] < smaller[b]; });
  for (const std::size_t b : order) {
    for (std::size_t a = 0; a < n; ++a) {
      if (!below[b][a]) continue;
      out.elements[b].level = std::max(out.elements[b].level, out.elements[a].level + 1);
      bool between = false;
      for (std::size_t c = 0; c < n && !between; ++c) between = below[b][c] && below[c][a];
      if (!between) out.covers.push_back({static_cast<int>(a), static_cast<int>(b)});
    }
  }
  sort_stable(std::span(out.covers), [](const auto& x, const auto& y) {
    return x.coarse != y.coarse ? x.coarse < y.coarse : x.fine < y.fine;
  });
  return out;
}

std::vector<IntTuple> coarsenings(Arith& arith, TupleRef shape) {
  std::vector<IntTuple> out = {product(arith, shape)};
  if (!shape.is_tuple()) return out;
  // All choices of one coarsening per mode; the first mode changes fastest.
  std::vector<std::vector<IntTuple>> choices;
  std::size_t count = 1;
  for (const TupleRef mode : shape) {
    choices.push_back(coarsenings(arith, mode));
    count *= choices.back().size();
    if (arith.failed() || count > max_order_shapes) break;
  }
  if (count + 1 > max_order_shapes) too_many(arith, "coarsenings");
  for (std::size_t i = 0; i < count && arith.ok(); ++i) {
    TupleBuilder builder(arith);
    builder.open();
    std::size_t rest = i;
    for (const auto& mode : choices) {
      builder.copy(mode[rest % mode.size()]);
      rest /= mode.size();
    }
    builder.close();
    out.push_back(builder.take());
  }
  return out;
}

Bool weakly_compatible(Arith& arith, TupleRef a, TupleRef b) {
  if (!a.is_tuple()) return arith.equal(arith.mod(product(arith, b), a.integer_or_zero()), static_int(0));
  if (!b.is_tuple() || a.size() != b.size()) return {false, true};
  Bool out = {true, true};
  for (int i = 0; i < a.size(); ++i) out = both(out, weakly_compatible(arith, a[i], b[i]));
  return out;
}

std::string to_text(const CompatibilityOrder& order, IntegerMode mode) {
  std::string out;
  const auto line = [&](auto&&... parts) { append_all(out, out.empty() ? "" : "\n", parts...); };
  const auto shape = [&](int i) { return to_text(order.elements[static_cast<std::size_t>(i)].shape, mode); };
  std::vector<bool> comparable(order.elements.size());
  for (const auto& cover : order.covers) {
    line(shape(cover.coarse), " <= ", shape(cover.fine));
    comparable[static_cast<std::size_t>(cover.coarse)] = comparable[static_cast<std::size_t>(cover.fine)] = true;
  }
  for (std::size_t i = 0; i < comparable.size(); ++i) {
    if (!comparable[i]) line(shape(static_cast<int>(i)));
  }
  return out;
}

}  // namespace stridescope
