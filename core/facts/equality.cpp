// Compares two layouts as functions, by the cheapest method that decides: the merged modes of plain layouts, F2
// matrices of large swizzled layouts, otherwise coordinate by coordinate. Each method must find the first coordinate of
// difference, which is part of the result.
#include "core/facts/equality.h"

#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/facts/coordinates.h"
#include "core/facts/f2.h"
#include "core/facts/function.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

using Outcome = FunctionComparison::Outcome;

// Equal numbers, or equal coordinates, where trailing zeros may be omitted.
bool same_value(TupleRef a, TupleRef b) {
  if (!a.is_tuple() || !b.is_tuple()) {
    return a.is_tuple() == b.is_tuple() && a.integer().value == b.integer().value &&
           a.integer().basis() == b.integer().basis();
  }
  const auto zero = [](const auto& self, TupleRef t) -> bool {
    if (!t.is_tuple()) return t.integer().value == 0;
    for (const TupleRef mode : t) {
      if (!self(self, mode)) return false;
    }
    return true;
  };
  for (int i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i >= a.size() ? !zero(zero, b[i]) : i >= b.size() ? !zero(zero, a[i]) : !same_value(a[i], b[i])) return false;
  }
  return true;
}

// The leaves of extent > 1, merged if the function stays the same; strides can be basis elements. pre: positive
// extents.
struct Mode {
  std::int64_t extent;
  Int stride;
};
using Modes = InlineVector<Mode, 16>;

bool same_stride(const Int& a, const Int& b) { return a.value == b.value && (a.value == 0 || a.basis() == b.basis()); }

Modes modes_of(Arith& arith, const Layout& layout) {
  Modes out;
  for (std::uint32_t i = 0; i < layout.shape.ref().node_count(); ++i) {
    const Node& shape = layout.shape.ref().nodes()[i];
    if (shape.kind == NodeKind::tuple || shape.integer.value == 1) continue;
    const Mode mode = {shape.integer.value, layout.stride.ref().nodes()[i].integer};
    const bool first = out.empty();
    std::int64_t joined = 0;
    if (!first && same_stride(arith.mul(out.back().stride, static_int(out.back().extent)), mode.stride) &&
        !mul_overflows(out.back().extent, mode.extent, joined)) {
      out.back().extent = joined;
    } else {
      out.push_back(mode);
    }
  }
  return out;
}

// The first coordinate of both domains at which two layouts differ. After equal modes, different strides give a
// difference at the first step of this mode. Different extents give one at the end of the shorter mode, where its
// layout enters its next mode while the longer mode continues; the domain may end there instead.
std::optional<std::int64_t> first_difference(const Modes& a, const Modes& b) {
  std::int64_t step = 1;
  for (std::uint32_t k = 0; k < a.size() && k < b.size(); ++k) {
    if (!same_stride(a[k].stride, b[k].stride)) return step;
    const std::int64_t end = step * std::min(a[k].extent, b[k].extent);
    if (a[k].extent != b[k].extent) {
      const Modes& shorter = a[k].extent < b[k].extent ? a : b;
      return k + 1 < shorter.size() ? std::optional(end) : std::nullopt;
    }
    step = end;
  }
  return std::nullopt;
}

const AnyLayout* layout_of(const Value& value, AnyLayout& held) {
  if (const auto* tensor = value.as<Tensor>()) return &tensor->layout;
  if (const auto* layout = value.as<Layout>()) held = *layout;
  if (const auto* composed = value.as<ComposedLayout>()) held = *composed;
  return &held;
}

// True if both apply the same functions to the offsets of their domain's layout, and all are bijections.
bool same_bijections(const AnyLayout& a, const AnyLayout& b) {
  const auto* x = std::get_if<ComposedLayout>(&a);
  const auto* y = std::get_if<ComposedLayout>(&b);
  if (x == nullptr || y == nullptr) return x == y;
  const auto same = [](const ComposedLayout::Stage& s, const ComposedLayout::Stage& t) {
    return std::holds_alternative<Swizzle>(s.function) && s.function == t.function &&
           to_integer(s.offset).value == to_integer(t.offset).value;
  };
  return same({x->a, x->offset}, {y->a, y->offset}) &&
         std::equal(x->outer.begin(), x->outer.end(), y->outer.begin(), y->outer.end(), same);
}

bool has_offsets(const Value& value, const Message& name, Message& why) {
  Message reason;
  numbered_function(value, reason);
  // Other functions can be compared if their coordinates can be counted.
  if (domain_of(value) != nullptr && domain_size(value) && *domain_size(value) >= 0) return true;
  why = say("{}: {}", name, reason);
  return false;
}

class Comparison {
 public:
  Comparison(const Value& a, const Value& b) : a_(a), b_(b) {}

  FunctionComparison run() {
    if (!has_offsets(a_, say("the first"), out_.why) || !has_offsets(b_, say("the second"), out_.why))
      return std::move(out_);
    out_.size_a = *domain_size(a_);
    out_.size_b = *domain_size(b_);
    out_.outcome = out_.size_a == out_.size_b ? Outcome::equal : Outcome::different;
    common_ = std::min(out_.size_a, out_.size_b);
    if (common_ > 0 && !by_structure() && !by_bits()) by_enumeration();
    return std::move(out_);
  }

 private:
  IntTuple at(const Value& value, std::int64_t i) {
    Arith arith;
    return as_arithmetic_tuple(arith, value_at(arith, value, IntTuple(dynamic_int(i))));
  }
  void differ(std::int64_t i) {
    out_.outcome = Outcome::different;
    out_.at = i;
    out_.a = at(a_, i);
    out_.b = at(b_, i);
  }

  // Compares plain layouts, or plain layouts inside the same swizzles.
  bool by_structure() {
    AnyLayout held_a;
    AnyLayout held_b;
    if (!same_bijections(*layout_of(a_, held_a), *layout_of(b_, held_b))) return false;
    Message why;
    const Layout& x = *domain_of(a_);
    const Layout& y = *domain_of(b_);
    if (x.stride.ref().has_basis() != y.stride.ref().has_basis() || !numbered_function(a_, why) ||
        !numbered_function(b_, why))
      return false;
    // With different starts, the first elements already differ.
    if (!same_value(at(a_, 0), at(b_, 0))) {
      differ(0);
      return true;
    }
    Arith arith;
    const Modes modes_a = modes_of(arith, x);
    const Modes modes_b = modes_of(arith, y);
    if (arith.failed()) return false;
    if (const auto difference = first_difference(modes_a, modes_b)) differ(*difference);
    return true;
  }

  // Affine maps over F2 first differ at 0 if their constants differ, otherwise at a power of two whose columns differ.
  bool by_bits() {
    if (common_ <= max_enumerated) return false;
    const F2Analysis x = f2_map(a_);
    const F2Analysis y = f2_map(b_);
    if (!x.map || !y.map || domain_of(a_)->stride.ref().has_basis() || domain_of(b_)->stride.ref().has_basis())
      return false;
    if (x.map->constant != y.map->constant) {
      differ(0);
      return true;
    }
    for (int j = 0; j < std::min(x.map->inputs, y.map->inputs); ++j) {
      if (x.map->columns[static_cast<std::size_t>(j)] == y.map->columns[static_cast<std::size_t>(j)]) continue;
      differ(std::int64_t{1} << j);
      return true;
    }
    return true;
  }

  void by_enumeration() {
    const std::int64_t count = std::min(common_, max_enumerated);
    const auto f = offset_function(a_);
    const auto g = offset_function(b_);
    if (f && g) {
      std::vector<std::int64_t> x(static_cast<std::size_t>(count));
      std::vector<std::int64_t> y(static_cast<std::size_t>(count));
      f->fill(x.data(), count);
      g->fill(y.data(), count);
      const auto at = std::mismatch(x.begin(), x.end(), y.begin()).first - x.begin();
      if (at < count) return differ(at);
    } else {
      for (std::int64_t i = 0; i < count; ++i) {
        Arith arith;
        const IntTuple coord = dynamic_int(i);
        const IntTuple x = as_arithmetic_tuple(arith, value_at(arith, a_, coord));
        const IntTuple y = as_arithmetic_tuple(arith, value_at(arith, b_, coord));
        if (arith.failed()) return not_checked(say("at {}: {}", i, english(arith.error().value().message)));
        if (!same_value(x, y)) return differ(i);
      }
    }
    if (count < common_)
      not_checked(say("the first {} of {} {coordinate|coordinates} agree, and no more are enumerated", count, common_));
  }

  void not_checked(Message why) {
    if (out_.outcome == Outcome::different) return;  // decided by the sizes
    out_.outcome = Outcome::not_checked;
    out_.why = std::move(why);
  }

  const Value& a_;
  const Value& b_;
  std::int64_t common_ = 0;
  FunctionComparison out_;
};

}  // namespace

FunctionComparison compare_functions(const Value& a, const Value& b) { return Comparison(a, b).run(); }

Message to_message(const FunctionComparison& c) {
  if (c.outcome == Outcome::not_checked) return say("not checked: {}", c.why);
  if (c.outcome == Outcome::equal) return say("equal");
  const auto text = [](const IntTuple& offset) { return to_text(offset, IntegerMode::teaching); };
  const bool sizes = c.size_a != c.size_b;
  if (c.at && sizes) {
    return say("different: {} and {} {coordinate|coordinates}; at {} the first gives {}, the second {}", c.size_a,
               c.size_b, *c.at, text(c.a), text(c.b));
  }
  if (c.at) return say("different: at {} the first gives {}, the second {}", *c.at, text(c.a), text(c.b));
  return say("different: {} and {} {coordinate|coordinates}, the common ones agree", c.size_a, c.size_b);
}

}  // namespace stridescope
