// Finds the relation of two layouts: by the functions of their modes, by merged modes, and last offset by offset.
#include "core/facts/relation.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/algebra/leaves.h"
#include "core/base/at.h"
#include "core/base/checked.h"
#include "core/base/text.h"
#include "core/facts/equality.h"
#include "core/facts/offsets.h"
#include "core/facts/refine.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

using Kind = RelationKind;
using Numbers = InlineVector<std::int64_t, 8>;

// Limit of the modes that are paired with each other.
constexpr int max_paired = 8;

// A digit that both layouts have: the same extent with a stride of each.
struct SharedDigit {
  std::int64_t extent;
  std::int64_t a;
  std::int64_t b;
};
using SharedDigits = InlineVector<SharedDigit, 16>;

// "(4,8)", and "4" for one number.
std::string tuple_text(const Numbers& numbers) {
  std::string out;
  for (const std::int64_t n : numbers) append_all(out, out.empty() ? "" : ",", n);
  return numbers.size() == 1 ? out : cat('(', out, ')');
}

// The first n coordinates of a mode; empty unless they end between digits or inside one of them.
std::optional<FlatModes> first_of(const FlatModes& modes, std::int64_t n) {
  FlatModes out;
  for (const FlatMode& mode : modes) {
    if (n == 1) break;
    if (mode.extent <= n && n % mode.extent != 0) return std::nullopt;
    out.push_back({std::min(mode.extent, n), mode.stride});
    n = mode.extent >= n ? 1 : n / mode.extent;
  }
  return n == 1 ? std::optional(out) : std::nullopt;
}

// The extents at which both change their digits; nothing if they have no common ones.
std::optional<SharedDigits> shared_digits(const FlatModes& a, const FlatModes& b) {
  SharedDigits out;
  const bool fits = refine(a, b, [&](std::int64_t extent, std::int64_t x, std::int64_t y) {
    out.push_back({extent, x, y});
  });
  return fits ? std::optional(out) : std::nullopt;
}

// The order that make_ordered_layout takes for these strides: of each the number of smaller ones. Empty unless they are
// compact.
std::optional<Numbers> order_of(const SharedDigits& digits, std::int64_t SharedDigit::*stride) {
  Numbers out;
  for (const SharedDigit& digit : digits) {
    std::int64_t smaller = 0;
    std::int64_t equal = 0;
    std::int64_t below = 1;
    for (const SharedDigit& other : digits) {
      if (other.*stride == digit.*stride) ++equal;
      if (other.*stride >= digit.*stride) continue;
      ++smaller;
      below *= other.extent;
    }
    if (digit.*stride != below || equal > 1) return std::nullopt;
    out.push_back(smaller);
  }
  return out;
}

// The path of the leaf at that node: "2", "(0,1)".
std::string leaf_path(TupleRef shape, std::uint32_t node) {
  Numbers path;
  const Node* first = shape.nodes();
  while (node > 0) {
    std::int64_t mode = 0;
    std::uint32_t at = 1;
    for (; at + first[at].span <= node; at += first[at].span) ++mode;
    path.push_back(mode);
    first += at;
    node -= at;
  }
  return path.empty() ? std::string("0") : tuple_text(path);
}

Message swizzle_text(const Value& layout) {
  const auto* composed = layout.as<ComposedLayout>();
  if (composed == nullptr) return say("no swizzle");
  const auto* swizzle = std::get_if<Swizzle>(&composed->a);
  if (swizzle == nullptr || !composed->outer.empty()) return say("another function");
  const std::int64_t offset = to_integer(composed->offset).value;
  return Message::verbatim(cat(to_text(*swizzle, IntegerMode::teaching), offset != 0 ? cat(" o ", offset) : ""));
}

// The 1-D coordinates at which the modes of a layout end, without modes of one element.
Numbers ends_of(TupleRef shape) {
  Numbers out;
  std::int64_t size = 1;
  for (std::uint32_t i = 0; i < shape.node_count(); ++i) {
    const Node& node = shape.nodes()[i];
    if (node.kind == NodeKind::tuple || node.integer.value == 1) continue;
    size *= node.integer.value;
    out.push_back(size);
  }
  return out;
}

Message other_modes(const Layout& a, const Layout& b) {
  Arith arith;
  const Layout flat_a = flatten(arith, a);
  const Layout flat_b = flatten(arith, b);
  const Numbers ends_a = ends_of(a.shape);
  const Numbers ends_b = ends_of(b.shape);
  if (equal(arith, flat_a.shape, flat_b.shape).value) return say("the same function: the modes have other brackets");
  if (ends_a == ends_b) return say("the same function: only modes of extent 1 differ");
  if (std::includes(ends_a.begin(), ends_a.end(), ends_b.begin(), ends_b.end()))
    return say("the same function: B merges modes of A");
  if (std::includes(ends_b.begin(), ends_b.end(), ends_a.begin(), ends_a.end()))
    return say("the same function: B splits modes of A");
  return say("the same function: the modes end at other places");
}

bool same_stages(const Value& a, const Value& b) {
  const auto* x = a.as<ComposedLayout>();
  const auto* y = b.as<ComposedLayout>();
  if (x == nullptr || y == nullptr) return x == y;
  const auto same = [](const ComposedLayout::Stage& s, const ComposedLayout::Stage& t) {
    return s.function == t.function && to_integer(s.offset).value == to_integer(t.offset).value;
  };
  return !has_coordinate_offset(*x) && !has_coordinate_offset(*y) && same({x->a, x->offset}, {y->a, y->offset}) &&
         std::equal(x->outer.begin(), x->outer.end(), y->outer.begin(), y->outer.end(), same);
}

// Empty for values without integer offsets, and above the limit.
std::vector<std::int64_t> offsets_of(const Value& layout, std::int64_t count) {
  std::vector<std::int64_t> out;
  const auto function = offset_function(layout);
  if (!function || count > max_related) return out;
  out.resize(at(count));
  function->fill(out.data(), count);
  return out;
}

bool equal_functions(const Value& a, const Value& b) {
  return compare_functions(a, b).outcome == FunctionComparison::Outcome::equal;
}

Value mode_of(const Layout& layout, int k) { return Layout{IntTuple(layout.shape[k]), IntTuple(layout.stride[k])}; }

class RelationSearch {
 public:
  Relation run(const Value& a, const Value& b) {
    Arith arith;
    const auto* s = a.as<Tensor>();
    const auto* t = b.as<Tensor>();
    const bool counts = s != nullptr && t != nullptr && s->data.kind != Iterator::Kind::pointer;
    if (counts && s->data != t->data) return {};
    const auto x = layout_of(arith, a);
    const auto y = layout_of(arith, b);
    if (!x || !y || arith.failed()) return {};
    a_ = to_value(*x);
    b_ = to_value(*y);
    n_ = domain_size(a_).value_or(0);
    m_ = domain_size(b_).value_or(0);
    if (n_ < 1 || m_ < 1) return {};
    if (same_stages(a_, b_)) {
      by_modes();
    } else if (n_ == m_ && equal_functions(a_, b_)) {
      found(Kind::modes, say("the same function"));
    } else if (!moves() && !recasts(false) && !recasts(true) && !swizzles()) {
      by_offsets();
    }
    return std::move(out_);
  }

 private:
  static std::optional<AnyLayout> layout_of(Arith& arith, const Value& value) {
    if (const auto* layout = value.as<Layout>()) return *layout;
    if (const auto* composed = value.as<ComposedLayout>()) return in_memory(arith, AnyLayout(*composed));
    if (const auto* tensor = value.as<Tensor>()) return in_memory(arith, offset_layout(arith, *tensor));
    return std::nullopt;
  }

  bool found(Kind kind, Message words, std::initializer_list<std::int64_t> numbers = {}) {
    out_.kind = kind;
    out_.words = std::move(words);
    out_.numbers.append(numbers.begin(), static_cast<std::uint32_t>(numbers.size()));
    return true;
  }
  // For relations of strides, which a swizzle around both hides.
  bool found_below(Kind kind, const Message& words, std::initializer_list<std::int64_t> numbers = {}) {
    return found(kind, a_.is<Layout>() ? words : say("under the same function: {}", words), numbers);
  }
  const char* subject() const { return out_.reversed ? "A" : "B"; }
  const char* object() const { return out_.reversed ? "B" : "A"; }

  // --- of layouts under the same swizzle, or under none ---

  bool by_modes() {
    const Layout& x = *domain_of(a_);
    const Layout& y = *domain_of(b_);
    Arith arith;
    same_shape_ = equal(arith, x.shape, y.shape).value;
    const bool same_strides = equal(arith, x.stride, y.stride).value;
    if (same_shape_ && same_strides) return found(Kind::same, {});
    if (n_ == m_ && equal_functions(a_, b_)) return found(Kind::modes, other_modes(x, y));
    if (n_ == m_ && permutes(x, y)) return true;
    if (!offset_function(x) || !offset_function(y)) return false;
    const FlatModes flat_a = flat_modes(x);
    const FlatModes flat_b = flat_modes(y);
    digits_ = n_ == m_ ? shared_digits(flat_a, flat_b) : std::nullopt;
    if (scales() || repeats(x, y, false) || repeats(y, x, true) || cuts(x, y, false) || cuts(y, x, true)) return true;
    if (recasts(false) || recasts(true) || swaps(x, y)) return true;
    if (same_shape_ && digits_ && (is_ordered() || has_other_strides(x, y))) return true;
    if (is_inverse() || is_ordered() || (digits_ && has_other_strides(x, y)) || by_offsets()) return true;
    return same_strides && found_below(Kind::extents, say("the same strides, other extents"));
  }

  bool permutes(const Layout& x, const Layout& y) {
    const int rank = x.rank();
    if (rank < 2 || rank != y.rank() || rank > max_paired) return false;
    std::uint32_t used = 0;
    Numbers order;
    for (int k = 0; k < rank; ++k) {
      int from = -1;
      for (int j = 0; j < rank && from < 0; ++j) {
        if ((used >> j & 1) == 0 && equal_functions(mode_of(x, j), mode_of(y, k))) from = j;
      }
      if (from < 0) return false;
      used |= 1U << from;
      order.push_back(from);
    }
    if (rank == 2) return found(Kind::transposed, say("B is A transposed: B(i,j) = A(j,i)"));
    found(Kind::permuted, say("B is A with its modes in the order {}", tuple_text(order)));
    out_.numbers = order;
    return true;
  }

  bool scales() {
    if (!digits_) return false;
    std::int64_t p = 0;
    std::int64_t q = 0;
    for (const SharedDigit& digit : *digits_) {
      std::int64_t left = 0;
      std::int64_t right = 0;
      if ((digit.a == 0) != (digit.b == 0)) return false;
      if (digit.a != 0 && q == 0) {
        const std::int64_t divisor = std::gcd(digit.a, digit.b);
        q = digit.a / divisor;
        p = digit.b / divisor;
      }
      if (mul_overflows(digit.a, p, left) || mul_overflows(digit.b, q, right) || left != right) return false;
    }
    if (q == 0) return false;
    if (q < 0) p = -p, q = -q;
    if (q != 1 && p != 1)
      return found_below(Kind::factor, say("the offsets of B are {}/{} of those of A", p, q), {p, q});
    out_.reversed = q != 1;
    const std::int64_t times = out_.reversed ? q : p;
    const Message words = say("{} is {} with all strides multiplied by {}", subject(), object(), times);
    // A descriptor counts units of 16 bytes.
    const bool unit = times >= 4 && times <= 32 && 128 % times == 0;
    found_below(
        Kind::factor,
        unit ? say("{} ({} {element|elements} of {} {bit|bits} are a unit of 16 bytes)", words, times, 128 / times)
             : words,
        {p, q});
    out_.reversed = false;
    return true;
  }

  // Is `whole` some copies of `part` next to each other?
  bool repeats(const Layout& part, const Layout& whole, bool reversed) {
    const int rank = part.rank();
    int mode = -1;
    FlatMode copies = {1, 0};
    if (whole.rank() < rank || whole.rank() > rank + 1) return false;
    for (int k = 0; k < whole.rank(); ++k) {
      const FlatModes of_part = k < rank ? flat_modes(LayoutRef(part)[k]) : FlatModes();
      FlatModes of_whole = flat_modes(LayoutRef(whole)[k]);
      if (of_part == of_whole) continue;
      if (mode >= 0 || of_whole.size() != of_part.size() + 1) return false;
      mode = k;
      copies = of_whole.back();
      of_whole.truncate(of_part.size());
      if (of_whole != of_part) return false;
    }
    if (mode < 0) return false;
    out_.reversed = reversed;
    const Message words = say("{} is {} repeated along mode {}: factor {}, distance {}", subject(), object(), mode,
                              copies.extent, copies.stride);
    // Mode 0 of a layout of threads and values.
    Arith arith;
    const std::int64_t threads = rank == 2 && mode == 0 ? product(arith, part.shape[0]).value : 0;
    return found_below(Kind::repeated,
                       threads == 128  ? say("{}: {} {warpgroup|warpgroups} side by side", words, copies.extent)
                       : threads == 32 ? say("{}: {} {warp|warps} side by side", words, copies.extent)
                                       : words,
                       {copies.extent, mode, copies.stride});
  }

  bool cuts(const Layout& whole, const Layout& part, bool reversed) {
    if (whole.rank() != part.rank()) return false;
    Arith arith;
    Numbers extents;
    for (int k = 0; k < whole.rank(); ++k) {
      const std::int64_t extent = product(arith, part.shape[k]).value;
      if (first_of(flat_modes(LayoutRef(whole)[k]), extent) != flat_modes(LayoutRef(part)[k])) return false;
      extents.push_back(extent);
    }
    out_.reversed = reversed;
    found(Kind::cut, say("{} is {} cut to its first {}", subject(), object(), tuple_text(extents)));
    out_.numbers = extents;
    return true;
  }

  bool recasts(bool reversed) {
    const Value& wide = reversed ? b_ : a_;
    const Value& narrow = reversed ? a_ : b_;
    const std::int64_t parts = std::max(n_, m_) / std::min(n_, m_);
    if ((reversed ? m_ : n_) > (reversed ? n_ : m_) || parts < 2 || parts > 32 || (parts & (parts - 1)) != 0)
      return false;
    if (domain_of(wide)->stride.ref().has_basis()) return false;
    Arith arith;
    Layout domain = with_static_integers(arith, *domain_of(wide));  // as casts need it
    const auto* composed = wide.as<ComposedLayout>();
    const AnyLayout whole =
        composed != nullptr ? with_domain(*composed, std::move(domain)) : AnyLayout(std::move(domain));
    const Value made = std::visit([&](const auto& layout) { return Value(downcast(arith, layout, parts)); }, whole);
    if (arith.failed() || !equal_functions(made, narrow)) return false;
    out_.reversed = reversed;
    return found(Kind::recast, say("{} is {} in elements of 1/{} of the width", subject(), object(), parts), {parts});
  }

  bool swaps(const Layout& x, const Layout& y) {
    int mode = -1;
    for (int k = 0; k < x.rank() && x.rank() == y.rank(); ++k) {
      if (flat_modes(LayoutRef(x)[k]) == flat_modes(LayoutRef(y)[k])) continue;
      if (mode >= 0) return false;
      mode = k;
    }
    if (mode < 0) return false;
    const Value a = mode_of(x, mode);
    const Value b = mode_of(y, mode);
    const std::int64_t size = domain_size(a).value_or(0);
    if (domain_size(b) != size) return false;
    const std::vector<std::int64_t> f = offsets_of(a, size);
    const std::vector<std::int64_t> g = offsets_of(b, size);
    if (f.empty()) return false;
    const auto first = std::mismatch(f.begin(), f.end(), g.begin()).first - f.begin();
    const auto second = std::find(f.begin() + first, f.end(), g[at(first)]) - f.begin();
    if (second == size) return false;
    std::int64_t length = 0;
    while (first + length < second && second + length < size && f[at(first + length)] == g[at(second + length)] &&
           f[at(second + length)] == g[at(first + length)])
      ++length;
    for (std::int64_t i = 0; i < size; ++i) {
      const bool moves = (i >= first && i < first + length) || (i >= second && i < second + length);
      if (!moves && f[at(i)] != g[at(i)]) return false;
    }
    return found(Kind::swapped,
                 length == 1 ? say("coordinates {} and {} of mode {} are exchanged", first, second, mode)
                             : say("{} to {} and {} to {} of mode {} are exchanged", first, first + length - 1, second,
                                   second + length - 1, mode),
                 {mode, first, second, length});
  }

  bool is_ordered() {
    if (!digits_) return false;
    const auto a = order_of(*digits_, &SharedDigit::a);
    const auto b = order_of(*digits_, &SharedDigit::b);
    if (!a || !b) return false;
    const std::string shape = digits_text(&SharedDigit::extent);
    if (a->size() > 2)
      return found_below(Kind::ordered, say("both are compact: A is make_ordered_layout({}, {}), B has the order {}",
                                            shape, tuple_text(*a), tuple_text(*b)));
    const bool columns = (*a)[0] == 0;
    return found_below(Kind::ordered, columns ? say("as {}, A is column-major and B is row-major", shape)
                                              : say("as {}, A is row-major and B is column-major", shape));
  }

  bool has_other_strides(const Layout& x, const Layout& y) {
    const bool same = std::any_of(digits_->begin(), digits_->end(), [](const SharedDigit& d) { return d.a == d.b; });
    if (!same) return false;
    Message words;
    for (std::uint32_t i = 0; same_shape_ && i < x.shape.ref().node_count(); ++i) {
      const std::int64_t a = x.stride.ref().nodes()[i].integer.value;
      const std::int64_t b = y.stride.ref().nodes()[i].integer.value;
      const Node& extent = x.shape.ref().nodes()[i];
      if (extent.kind == NodeKind::tuple || extent.integer.value == 1 || a == b) continue;
      const Message one = say("the stride of mode {} is {} in A and {} in B", leaf_path(x.shape, i), a, b);
      words = words.empty() ? one : say("{}; {}", words, one);
      out_.numbers.push_back(i);
    }
    return found_below(Kind::strides, same_shape_ ? words
                                                  : say("as {}, the strides are {} in A and {} in B",
                                                        digits_text(&SharedDigit::extent), digits_text(&SharedDigit::a),
                                                        digits_text(&SharedDigit::b)));
  }
  std::string digits_text(std::int64_t SharedDigit::*part) const {
    Numbers out;
    for (const SharedDigit& digit : *digits_) out.push_back(digit.*part);
    return tuple_text(out);
  }

  bool is_inverse() {
    if (!list_offsets()) return false;
    for (std::int64_t i = 0; i < n_; ++i) {
      const std::int64_t j = f_[at(i)];
      if (j < 0 || j >= m_ || g_[at(j)] != i) return false;
    }
    return found(Kind::inverse, say("each is the inverse of the other: B(A(i)) = i"));
  }

  // --- of any functions ---

  bool swizzles() {
    return n_ == m_ && equal_functions(*domain_of(a_), *domain_of(b_)) &&
           found(Kind::swizzled, say("the same layout under {} in A and {} in B", swizzle_text(a_), swizzle_text(b_)));
  }

  bool moves() {
    if (!list_offsets()) return false;
    const std::int64_t distance = g_[0] - f_[0];
    for (std::int64_t i = 1; i < n_; ++i) {
      if (g_[at(i)] - f_[at(i)] != distance) return false;
    }
    return found(Kind::moved, say("B is A moved by {}", distance), {distance});
  }

  // The last one: it sorts the lists.
  bool by_offsets() {
    if (!list_offsets()) return false;
    std::sort(f_.begin(), f_.end());
    std::sort(g_.begin(), g_.end());
    return f_ == g_ && found(Kind::offsets, say("the same offsets in another order"));
  }

  // Fills both lists; false unless they have the same length.
  bool list_offsets() {
    if (n_ != m_) return false;
    if (f_.empty()) f_ = offsets_of(a_, n_);
    if (g_.empty()) g_ = offsets_of(b_, m_);
    return !f_.empty() && !g_.empty();
  }

  Value a_;  // a Layout or a ComposedLayout
  Value b_;
  std::int64_t n_ = 0;
  std::int64_t m_ = 0;
  std::vector<std::int64_t> f_;  // offsets, if list_offsets needs them
  std::vector<std::int64_t> g_;
  bool same_shape_ = false;
  std::optional<SharedDigits> digits_;  // common digits of two plain domains of one size
  Relation out_;
};

}  // namespace

Relation relate(const Value& a, const Value& b) { return RelationSearch().run(a, b); }

}  // namespace stridescope
