// Products: R(a, b) = A(a) + A*(B(b)), where A* is the complement of A: copies of A in the order of B, without overlap.
// Applied mode by mode for a by-mode tiler.
#include <algorithm>

#include "core/base/checked.h"
#include "core/verdicts/verdict_parts.h"

namespace stridescope::verdicts {
namespace {

// One product: the leaves of the block in their order in the domain, and the term that moves a copy.
struct Product {
  explicit Product(Arith& m, bool in_place) : arith(m), interleaved(in_place) {}

  Arith& arith;
  bool interleaved;  // logical_product keeps block and repetitions of a mode together
  Leaves blocks;     // offsets of A; the path names the factor of the leaf
  Leaves rests;
  struct Factor {
    Leaves block;
    Leaves tiler;  // offsets of B
    std::vector<Step> tiler_steps;
    Layout rest;  // A*
  };
  std::vector<Factor> factors = {};
  Message unknown = {};

  Leaves& after() { return interleaved ? blocks : rests; }
};

constexpr int block_mark = BasisPath::max_mode;  // a separate path for the offsets of blocks

BasisPath mark(int number) {
  BasisPath path;
  append_path(path, number);
  return path;
}

void append_marked(Leaves& out, const Leaves& leaves, int number) {
  for (Leaf leaf : leaves) {
    leaf.path = mark(number);
    out.push_back(leaf);
  }
}

void multiply_by_layout(Product& product, LayoutRef a, LayoutRef tiler, std::vector<Step> steps) {
  Arith& arith = product.arith;
  if (!is_plain(a) || !is_plain(tiler)) {
    product.unknown = say("A or B maps to coordinates");
    return;
  }
  if (product.factors.size() + 1 >= static_cast<std::size_t>(block_mark)) {
    product.unknown = say("too many modes");
    return;
  }
  Product::Factor factor;
  append_leaves(factor.block, a);
  append_leaves(factor.tiler, tiler);
  factor.tiler_steps = std::move(steps);
  const Int count = size(arith, a);
  factor.rest = complement(arith, a, IntTuple(arith.mul(count, cosize(arith, tiler))));
  if (arith.failed()) {
    product.unknown = say("the complement of A is not defined");
    return;
  }
  append_marked(product.blocks, factor.block, block_mark);
  append_marked(product.after(), factor.tiler, static_cast<int>(product.factors.size()));
  product.factors.push_back(std::move(factor));
}

bool multiply(Product& product, LayoutRef a, const Value& tiler);

bool multiply_modes(Product& product, LayoutRef a, const std::vector<Value>& modes) {
  const int tiled = static_cast<int>(modes.size());
  for (int i = 0; i < tiled; ++i) {
    if (i >= a.rank() || !multiply(product, a[i], modes[static_cast<std::size_t>(i)])) return false;
  }
  for (int i = tiled; i < a.rank(); ++i) {
    Leaves mode;
    append_leaves(mode, a[i]);
    append_marked(product.after(), mode, block_mark);
  }
  return true;
}

bool multiply(Product& product, LayoutRef a, const Value& tiler) {
  if (const auto* layout = tiler.as<Layout>()) {
    multiply_by_layout(product, a, *layout, {});
    return product.unknown.empty();
  }
  if (tiler.is<ComposedLayout>()) {
    const auto found = operand(tiler);
    if (!found) return false;
    multiply_by_layout(product, a, *found->domain, found->steps);
    return product.unknown.empty();
  }
  if (const auto* modes = tiler.as<ValueTuple>()) return multiply_modes(product, a, modes->modes);
  const auto* tuple = tiler.as<IntTuple>();
  if (tuple == nullptr) return false;
  if (tuple->is_tuple()) {
    std::vector<Value> modes;
    for (const TupleRef entry : tuple->ref()) modes.emplace_back(IntTuple(entry));
    return multiply_modes(product, a, modes);
  }
  if (!tuple->ref().is_any()) {
    const Layout line = make_layout(product.arith, *tuple);
    multiply_by_layout(product, a, line, {});
    return product.unknown.empty();
  }
  if (!is_plain(a)) return false;
  Leaves mode;
  if (product.interleaved || !a.shape.is_tuple() || a.rank() != 2) {
    if (!product.interleaved) return false;
    append_leaves(mode, a);
    append_marked(product.blocks, mode, block_mark);
    return true;
  }
  append_leaves(mode, a[0]);
  append_marked(product.blocks, mode, block_mark);
  mode.clear();
  append_leaves(mode, a[1]);
  append_marked(product.rests, mode, block_mark);
  return true;
}

// The last coordinate of A* that B uses, and the size of A*. Beyond its size, A* continues with its last mode, possibly
// to offsets of A. Empty if B has negative strides, or if numbers do not fit.
struct Use {
  std::int64_t last = 0;
  std::int64_t size = 0;
};
std::optional<Use> use_of_rest(const Product::Factor& factor) {
  Use out;
  for (const Leaf& leaf : factor.tiler) {
    std::int64_t last = 0;
    if (leaf.extent < 1 || leaf.stride < 0 || mul_overflows(leaf.extent - 1, leaf.stride, last)) return std::nullopt;
    if (add_overflows(out.last, last, out.last)) return std::nullopt;
  }
  const auto size = size_of(factor.rest.shape);
  if (!size || !factor.tiler_steps.empty()) return std::nullopt;
  out.size = *size;
  return out;
}

// The reason why the copies of a factor overlap, or an empty text.
Message overlap(const Product::Factor& factor, bool& decided) {
  LinearModes block = merge_modes(part(factor.block, {}));
  LinearModes together = block;
  for (const LinearMode& mode : merge_modes(modes_of(factor.rest))) together.push_back(mode);
  const auto use = use_of_rest(factor);
  if (use && use->last < use->size && is_staircase(together)) return {};
  const std::int64_t in_block = count(factor.block);
  const std::int64_t copies = count(factor.tiler);
  if (in_block < 0 || copies < 0 || in_block > max_tried || copies > max_tried || in_block * copies > max_tried) {
    decided = false;
    return {};
  }
  const Sum a = {{part(factor.block, {}), {}}};
  Term term = {part(factor.tiler, {}), factor.tiler_steps};
  term.steps.push_back({Step::Kind::layout, 0, {}, modes_of(factor.rest)});
  const Sum moves = {term};
  // Offsets with the copy that has them: two copies at the same offset count as one.
  std::vector<std::pair<std::int64_t, std::int64_t>> taken;
  for (std::int64_t b = 0; b < copies; ++b) {
    const std::int64_t move = value_at(moves, b);
    for (std::int64_t i = 0; i < in_block; ++i) taken.emplace_back(value_at(a, i) + move, move);
  }
  std::sort(taken.begin(), taken.end());
  for (std::size_t i = 1; i < taken.size(); ++i) {
    if (taken[i].first == taken[i - 1].first && taken[i].second != taken[i - 1].second) {
      return say("the copies at {} and {} overlap in {}", taken[i - 1].second, taken[i].second, taken[i].first);
    }
  }
  return {};
}

Explained explain_factors(Product& product) {
  for (const Product::Factor& factor : product.factors) {
    Explained why = explain_composition(factor.rest, factor.tiler);
    if (why.cause != Cause::other) return why;
  }
  return {};
}

// The first mode of R whose number of coordinates differs from that of the law.
struct ModeMisfit {
  Misfit where = {};
  bool found = false;
  std::int64_t size = 0;  // size of the domain that has the coordinate
  IntTuple domain = {};
  Explained why = {};

  // Compares the numbers of coordinates of each mode.
  void find(Arith& arith, const std::vector<std::int64_t>& got, const std::vector<std::int64_t>& should) {
    for (std::size_t i = 0; i < got.size() && !found; ++i) {
      if (got[i] == should[i]) continue;
      found = true;
      where.missing = got[i] < should[i];
      const std::vector<std::int64_t>& larger = where.missing ? should : got;
      where.at = std::min(got[i], should[i]);
      where.note = say("the mode {} has {} {coordinate|coordinates}; expected {}", i, got[i], should[i]);
      TupleBuilder shape(arith);
      shape.open();
      size = 1;
      for (std::size_t j = 0; j < larger.size(); ++j) {
        if (j < i && mul_overflows(where.at, larger[j], where.at)) where.at = 0;
        if (mul_overflows(size, larger[j], size)) size = 0;
        shape.integer(static_int(larger[j]));
      }
      shape.close();
      domain = shape.take();
    }
  }
};

// Checks the law itself, for the domain of the leaves in `all`.
Verdict judge_product(const Context& context, Product& product, const Leaves& all, const Operand& r,
                      const ModeMisfit& misfit = {}) {
  if (!is_plain(*r.domain)) return not_checked(context, say("A or B maps to coordinates"));
  const std::int64_t size = count(all);
  const auto got = size_of(r.domain->shape);
  if (size < 0 || !got) return not_checked(context, say("sizes do not fit 64 bits"));
  const auto explain = [&] { return explain_factors(product); };
  Sum should = {{part(all, mark(block_mark)), {}}};
  for (std::size_t i = 0; i < product.factors.size(); ++i) {
    const Product::Factor& factor = product.factors[i];
    Term term = {part(all, mark(static_cast<int>(i))), factor.tiler_steps};
    term.steps.push_back({Step::Kind::layout, 0, {}, modes_of(factor.rest)});
    should.push_back(std::move(term));
  }
  const std::vector<Equation> equations = {{{}, {{modes_of(*r.domain), r.steps}}, should}};
  if (misfit.found) {
    Explained why = misfit.why.cause != Cause::other ? misfit.why : explain();
    return misfits(context, equations, misfit.where, misfit.size, misfit.domain, std::move(why));
  }
  if (*got != size) return wrong_size(context, equations, *got, size, explain());
  Verdict verdict = judge(context, equations, size, r.domain->shape, explain);
  if (verdict.status != LawStatus::satisfied) return verdict;
  for (const Product::Factor& factor : product.factors) {
    bool decided = true;
    const Message found = overlap(factor, decided);
    if (!decided) return not_checked(context, say("too many coordinates to decide whether copies overlap"));
    if (!found.empty()) {
      Explained why = explain();
      for (const Leaf& leaf : factor.block) {
        if (leaf.stride < 0) why = {Cause::negative_stride, say("A has the stride {}", leaf.stride)};
      }
      for (const Leaf& leaf : factor.tiler) {
        if (leaf.stride < 0) why = {Cause::negative_stride, say("B has the stride {}", leaf.stride)};
      }
      if (!factor.tiler_steps.empty() && why.cause == Cause::other) why.cause = Cause::swizzle_bits;
      if (why.cause == Cause::other || why.cause == Cause::carry) {
        why = {Cause::overlap, {}};
        const auto use = use_of_rest(factor);
        if (use && use->last >= use->size) {
          why = {Cause::uneven_gap, say("B names coordinate {} of A*, which has only {}", use->last, use->size)};
        }
      }
      return violated(context, found, why.cause, why.text);
    }
  }
  return verdict;
}

const Layout& unit() {
  static const Layout layout = {static_int(1), static_int(0)};
  return layout;
}

}  // namespace

Verdict check_product(const Operation& operation, const Value& result, std::int64_t most) {
  const bool logical = operation.roles.form == roles::Form::logical;
  const Context context = {
      term("R(a, b) = A(a) + A*(B(b)), A* = complement(A, size(A)*cosize(B)); copies do not overlap"), most};
  const auto [from, to] = into_coordinates(operation, result);
  if (const auto* tiler = operation.args[1].as<Layout>(); from != nullptr && tiler != nullptr)
    return check_product_of_coordinates(*from, *tiler, *to, most);
  const auto a = operand(operation.args[0]);
  auto r = operand(result);
  if (!a || !r || a->domain == nullptr || r->domain == nullptr)
    return not_checked(context, say("basis strides next to a swizzle, or a value that is not a layout"));
  // A swizzle of A stays around the result; a swizzle of B becomes one of the result.
  if (!operation.args[1].is<ComposedLayout>()) {
    if (a->steps != r->steps) return violated(context, say("the swizzle has changed"), Cause::other);
    r->steps.clear();
  }
  Arith arith;
  Product product(arith, logical);
  if (!multiply(product, *a->domain, operation.args[1])) {
    return not_checked(context, product.unknown.empty() ? say("the tiler does not fit A") : product.unknown);
  }
  Leaves all = product.blocks;
  all.insert(all.end(), product.rests.begin(), product.rests.end());
  Verdict verdict = judge_product(context, product, all, *r);
  if (verdict.status != LawStatus::satisfied) return verdict;
  const bool whole = operation.args[1].is<Layout>() || operation.args[1].is<ComposedLayout>() ||
                     operation.args[1].integer() != nullptr;
  const Layout& domain = *r->domain;
  if (whole && operation.roles.form != roles::Form::flat) {
    if (domain.rank() < 2 || size_of(domain.shape[0]) != size_of(a->domain->shape))
      return violated(context, say("mode 0 is not A"), Cause::other);
    const auto* tiler = operation.args[1].as<Layout>();
    if (logical && tiler != nullptr && (domain.rank() != 2 || !refines(tiler->shape, domain.shape[1]))) {
      return violated(context,
                      say("mode 1, {}, is not compatible with B", to_text(domain.shape[1], IntegerMode::teaching)),
                      Cause::other);
    }
  }
  return verdict;
}

Verdict check_ranked_product(const Operation& operation, const Value& result, std::int64_t most) {
  const bool blocked = operation.roles.form == roles::Form::blocked;
  const Context context = {
      blocked
          ? term("R((a,b)...) = A(a...) + A*(B(b...)), A* = complement(A, size(A)*cosize(B)); copies do not overlap")
          : term("R((b,a)...) = A(a...) + A*(B(b...)), A* = complement(A, size(A)*cosize(B)); copies do not overlap"),
      most};
  const auto a = operand(operation.args[0]);
  auto r = operand(result);
  const auto* b = operation.args[1].as<Layout>();
  if (!a || !r || b == nullptr || a->domain == nullptr || r->domain == nullptr)
    return not_checked(context, say("basis strides next to a swizzle, or a value that is not a layout"));
  if (a->steps != r->steps) return violated(context, say("the swizzle has changed"), Cause::other);
  r->steps.clear();
  Arith arith;
  Product product(arith, true);
  multiply_by_layout(product, *a->domain, *b, {});
  if (!product.unknown.empty()) return not_checked(context, product.unknown);
  const int rank = std::max(a->domain->rank(), b->rank());
  if (r->domain->rank() != rank)
    return violated(context, say("the rank is {}, should be {}", r->domain->rank(), rank), Cause::other);
  Leaves all;
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> wanted;
  for (int i = 0; i < rank; ++i) {
    Leaves block;
    Leaves tiler;
    append_leaves(block, i < a->domain->rank() ? LayoutRef(*a->domain)[i] : LayoutRef(unit()));
    append_leaves(tiler, i < b->rank() ? LayoutRef(*b)[i] : LayoutRef(unit()));
    const auto got = size_of(r->domain->shape[i]);
    std::int64_t should = 0;
    if (!got || mul_overflows(count(block), count(tiler), should))
      return not_checked(context, say("sizes do not fit 64 bits"));
    extents.push_back(*got);
    wanted.push_back(should);
    if (blocked) append_marked(all, block, block_mark);
    append_marked(all, tiler, 0);
    if (!blocked) append_marked(all, block, block_mark);
  }
  ModeMisfit misfit;
  misfit.find(arith, extents, wanted);
  return judge_product(context, product, all, *r, misfit);
}

Verdict check_tile_to_shape(const Operation& operation, const Value& result, std::int64_t most) {
  const Context context = {term("R(c) = A(c mod A) + A*(T(c div A)), T the order of the copies; compatible(shape, R)"),
                           most};
  const auto a = operand(operation.args[0]);
  auto r = operand(result);
  const auto shape = shape_of(operation.args[1]);
  if (!a || !r || !shape || a->domain == nullptr || r->domain == nullptr)
    return not_checked(context, say("basis strides next to a swizzle, or a value that is not a layout"));
  if (a->steps != r->steps) return violated(context, say("the swizzle has changed"), Cause::other);
  r->steps.clear();
  const int rank = shape->rank();
  if (r->domain->rank() != rank || a->domain->rank() > rank)
    return violated(context, say("the rank is {}, should be {}", r->domain->rank(), rank), Cause::other);
  Arith arith;
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> wanted;
  ModeMisfit misfit;
  TupleBuilder counts(arith);
  counts.open();
  for (int i = 0; i < rank; ++i) {
    const auto block = i < a->domain->rank() ? size_of(a->domain->shape[i]) : 1;
    const auto want = size_of((*shape)[i]);
    const auto got = size_of(r->domain->shape[i]);
    if (!block || !want || !got || *block == 0 || div_overflows(*want, *block))
      return not_checked(context, say("the block is empty, or sizes do not fit 64 bits"));
    if (*got != *want && *want % *block != 0 && misfit.why.cause == Cause::other)
      misfit.why = {Cause::tile_does_not_divide, say("{} % {} is not 0", *want, *block)};
    extents.push_back(*got);
    wanted.push_back(*want);
    counts.integer(static_int(*want / *block + (*want % *block != 0 ? 1 : 0)));
  }
  counts.close();
  const IntTuple tiles = counts.take();
  const Value* order = operation.args.size() == 3 ? &operation.args[2] : nullptr;
  Layout tiler;
  if (order == nullptr || order->is<Major>()) {
    tiler = make_layout(arith, tiles, order != nullptr ? *order->as<Major>() : Major::left);
  } else if (const auto* tuple = order->as<IntTuple>()) {
    tiler = make_ordered_layout(arith, tiles, *tuple);
  }
  Product product(arith, true);
  multiply_by_layout(product, *a->domain, tiler, {});
  if (arith.failed() || !product.unknown.empty())
    return not_checked(context, product.unknown.empty() ? say("the order is not defined") : product.unknown);
  Leaves all;
  for (int i = 0; i < rank; ++i) {
    Leaves block;
    Leaves copies;
    append_leaves(block, i < a->domain->rank() ? LayoutRef(*a->domain)[i] : LayoutRef(unit()));
    append_leaves(copies, LayoutRef(tiler)[i]);
    append_marked(all, block, block_mark);
    append_marked(all, copies, 0);
  }
  misfit.find(arith, extents, wanted);
  return judge_product(context, product, all, *r, misfit);
}

}  // namespace stridescope::verdicts
