// Builtins for layouts as functions, and for the order of shapes.
#include <algorithm>
#include <unordered_map>

#include "core/algebra/leaves.h"
#include "core/analysis/compared.h"
#include "core/analysis/told.h"
#include "core/base/text.h"
#include "core/facts/compatibility.h"
#include "core/facts/coordinates.h"
#include "core/facts/equality.h"
#include "core/facts/f2.h"
#include "core/facts/function.h"
#include "core/facts/function_pair.h"
#include "core/facts/permutation.h"
#include "core/foreign/systems/table.h"
#include "core/functions/builtin.h"
#include "core/kernels/kernel_plan.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// The shape of argument i; only plain integers can be compared.
IntTuple plain_shape(const Call& c, std::size_t i) {
  const TupleRef shape = c.shape(i);
  if (!shape.has_any() && !shape.has_basis()) return IntTuple(shape);
  c.wrong(i, term("a shape of plain integers"));
  return static_int(1);
}

}  // namespace

Value builtin_weakly_compatible(const Call& c) {
  const IntTuple a = plain_shape(c, 0);
  return weakly_compatible(c.arith, a, plain_shape(c, 1));
}

Value builtin_coarsenings(const Call& c) {
  TupleBuilder out(c.arith);
  out.open();
  for (const IntTuple& shape : coarsenings(c.arith, plain_shape(c, 0))) out.copy(shape);
  out.close();
  return out.take();
}

Value builtin_compatibility_order(const Call& c) {
  std::vector<IntTuple> shapes;
  if (c.count() == 1) shapes = coarsenings(c.arith, plain_shape(c, 0));
  for (std::size_t i = 0; c.count() > 1 && i < c.count(); ++i) shapes.push_back(plain_shape(c, i));
  if (c.arith.failed()) return static_int(0);
  const CompatibilityOrder order = compatibility_order(c.arith, shapes);
  return Text{to_text(order, IntegerMode::teaching)};
}

// --- properties ---

namespace {

// Charges for examining every offset, in steps for each; if a swizzle hides the strides, offsets are sorted.
[[nodiscard]] bool charge_enumeration(const Call& c, const Value& value, std::uint64_t steps = 4) {
  const std::int64_t size = domain_size(value).value_or(0);
  if (!value.is<Layout>()) steps = std::max<std::uint64_t>(steps, 12);
  return c.charge(steps * static_cast<std::uint64_t>(std::clamp<std::int64_t>(size, 0, max_enumerated)));
}

Value not_checked(const Call& c, const Message& why) {
  return c.fail(ErrorCode::too_large, say("{}: not checked: {}", c.name, why));
}

// The first argument as a function to enumerate; empty if it is not one.
std::optional<Value> subject_of(const Call& c) {
  Value subject = as_function(c.args[0]);
  if (domain_of(subject) == nullptr) {
    c.wrong(0, term("a layout or a tensor"));
    return std::nullopt;
  }
  if (!charge_enumeration(c, subject)) return std::nullopt;
  return subject;
}

FunctionAnalysis analyzed(const Call& c) {
  const auto subject = subject_of(c);
  if (!subject) return {};
  FunctionAnalysis out = analyze_function(*subject);
  if (!out.is_function)
    c.arith.fail(ErrorCode::arguments, say("{}: {}: {}", c.name, to_text(c.args[0]), out.unchecked));
  return out;
}

// A fact about a function as a boolean, which is static if the layout is.
Value fact(const Call& c, const std::optional<bool>& known, const Message& why) {
  if (c.arith.failed()) return static_int(0);
  if (!known) return not_checked(c, why);
  const Layout* domain = domain_of(c.args[0]);
  return Bool{*known, domain == nullptr || domain->is_static()};
}

Value set_text(const Call& c, const FunctionAnalysis& analysis, const std::optional<IntervalSet>& set) {
  if (c.arith.failed()) return static_int(0);
  if (analysis.has_coordinates) return c.wrong(0, term("a layout whose offsets are integers"));
  if (!set) return not_checked(c, analysis.unchecked);
  return Text{to_text(*set)};
}

std::optional<Permutation> permuted(const Call& c) {
  const auto subject = subject_of(c);
  // Following cycles jumps through memory.
  if (!subject || !charge_enumeration(c, *subject, 12)) return std::nullopt;
  PermutationAnalysis analysis = analyze_permutation(*subject);
  if (!analysis.permutation) {
    c.arith.fail(analysis.unchecked ? ErrorCode::too_large : ErrorCode::arguments,
                 analysis.unchecked
                     ? say("{}: {} is not a permutation: not checked: {}", c.name, to_text(c.args[0]), analysis.why)
                     : say("{}: {} is not a permutation: {}", c.name, to_text(c.args[0]), analysis.why),
                 say("it must be a bijection of [0, size)"));
  }
  return std::move(analysis.permutation);
}

std::optional<F2Map> f2_of(const Call& c) {
  const auto subject = subject_of(c);
  if (!subject) return std::nullopt;
  F2Analysis analysis = f2_map(*subject);
  if (!analysis.map)
    c.arith.fail(ErrorCode::unsupported,
                 analysis.unchecked
                     ? say("{}: {} is not linear over F2: not checked: {}", c.name, to_text(c.args[0]), analysis.why)
                     : say("{}: {} is not linear over F2: {}", c.name, to_text(c.args[0]), analysis.why));
  return std::move(analysis.map);
}

}  // namespace

Value builtin_is_injective(const Call& c) {
  const FunctionAnalysis a = analyzed(c);
  return fact(c, a.injective, a.unchecked);
}
Value builtin_is_surjective(const Call& c) {
  const FunctionAnalysis a = analyzed(c);
  return fact(c, a.surjective, a.unchecked);
}
Value builtin_is_contiguous(const Call& c) {
  const FunctionAnalysis a = analyzed(c);
  return fact(c, a.contiguous, a.unchecked);
}
Value builtin_is_compact(const Call& c) {
  const FunctionAnalysis a = analyzed(c);
  return fact(c, a.compact(), a.unchecked);
}
Value builtin_is_permutation(const Call& c) {
  const FunctionAnalysis a = analyzed(c);
  return fact(c, a.permutation(), a.unchecked);
}

namespace {

Value majority(const Call& c, Major major) {
  const Value subject = as_function(c.args[0]);
  if (domain_of(subject) == nullptr) return c.wrong(0, term("a layout or a tensor"));
  if (!charge_enumeration(c, subject)) return static_int(0);
  return fact(c, is_major(subject, major), say("the size does not fit 64 bits, or there are too many coordinates"));
}

}  // namespace

Value builtin_is_row_major(const Call& c) { return majority(c, Major::right); }
Value builtin_is_column_major(const Call& c) { return majority(c, Major::left); }

// --- sets ---

Value builtin_image(const Call& c) {
  const FunctionAnalysis a = analyzed(c);
  return set_text(c, a, a.image);
}
Value builtin_gaps(const Call& c) {
  const FunctionAnalysis a = analyzed(c);
  return set_text(c, a, a.gaps);
}

// --- permutations ---

Value builtin_cycles(const Call& c) {
  const auto p = permuted(c);
  return p ? Value(Text{cycles_text(*p)}) : static_int(0);
}
Value builtin_fixed_points(const Call& c) {
  const auto p = permuted(c);
  return p ? Value(Text{to_text(p->fixed_points)}) : static_int(0);
}
Value builtin_permutation_order(const Call& c) {
  const auto p = permuted(c);
  if (!p) return static_int(0);
  if (!p->order) c.arith.fail(ErrorCode::overflow, say("permutation_order: the order does not fit 64 bits"));
  return static_int(p->order.value_or(0));
}
Value builtin_parity(const Call& c) {
  const auto p = permuted(c);
  return p ? Value(Text{p->odd ? "odd" : "even"}) : static_int(0);
}

// --- over F2 ---

Value builtin_f2_matrix(const Call& c) {
  const auto map = f2_of(c);
  if (!map) return static_int(0);
  const Value function = as_function(c.args[0]);
  return Text{to_text(*map, domain_of(function)->shape)};
}
Value builtin_f2_rank(const Call& c) {
  const auto map = f2_of(c);
  return static_int(map ? map->rank() : 0);
}
Value builtin_f2_kernel(const Call& c) {
  const auto map = f2_of(c);
  if (!map) return static_int(0);
  TupleBuilder out(c.arith);
  out.open();
  for (const std::uint64_t k : map->kernel()) out.integer(static_int(static_cast<std::int64_t>(k)));
  out.close();
  return out.take();
}

// --- comparing and listing ---

namespace {

// The maximum cost of predicting the counters of one launch: both plans have few accesses of a kind.
constexpr std::uint64_t predicting_work = 1 << 22;

// The resources of two kernels on a GPU by their plans, the predicted counters, and the lengths of their texts; empty
// for other values.
std::vector<ComparedField> planned_fields(const Call& c, const Value& a, const Value& b) {
  if (!is_kernel(a) || !is_kernel(b)) return {};
  const auto plan_a = plan_kernel(a);
  const auto plan_b = plan_kernel(b);
  if (!plan_a || !plan_b) return {};
  std::vector<ComparedField> out;
  const auto add = [&](const Message& name, std::optional<std::int64_t> of_a, std::optional<std::int64_t> of_b) {
    if (of_a.value_or(0) == 0 && of_b.value_or(0) == 0) return;
    const auto text = [](std::optional<std::int64_t> n) { return n ? std::optional(cat(*n)) : std::nullopt; };
    out.push_back({english(name), text(of_a), text(of_b), false, name});
  };
  const auto x = work_of(*plan_a);
  const auto y = work_of(*plan_b);
  if (x && y) {
    add(say("blocks"), x->blocks, y->blocks);
    add(say("threads of a block"), x->threads, y->threads);
    add(say("shared memory per block, bytes"), x->shared_bytes, y->shared_bytes);
    add(say("bytes moved"), x->bytes, y->bytes);
    add(say("operations"), x->operations, y->operations);
  }
  // The comparison is useful without them.
  if (Budget* budget = c.arith.budget(); budget != nullptr && !budget->take(predicting_work)) return out;
  const auto counts_a = predict(*plan_a);
  const auto counts_b = predict(*plan_b);
  const auto count_of = [](const std::optional<CopyPrediction>& in, std::string_view counter) {
    std::optional<std::int64_t> found;
    if (in) {
      for (const PredictedCount& one : in->counts) found = one.counter == counter ? one.count : found;
    }
    return found;
  };
  if (counts_a) {
    for (const PredictedCount& one : counts_a->counts)
      add(say("{}, predicted", one.meaning), one.count, count_of(counts_b, one.counter));
  }
  if (counts_b) {
    for (const PredictedCount& one : counts_b->counts) {
      if (!count_of(counts_a, one.counter)) add(say("{}, predicted", one.meaning), std::nullopt, one.count);
    }
  }
  const auto lines = [](const KernelPlan& plan) {
    const std::string text = refusal(plan).why.empty() ? cuda_text(plan).text : std::string();
    return static_cast<std::int64_t>(std::count(text.begin(), text.end(), '\n'));
  };
  add(say("lines of CUDA"), lines(*plan_a), lines(*plan_b));
  return out;
}

FunctionComparison compared(const Call& c) {
  const auto [a, b] = as_functions(c.args[0], c.args[1]);
  for (std::size_t i = 0; i < 2; ++i) {
    if (domain_of(i == 0 ? a : b) == nullptr) c.wrong(i, term("a layout or a tensor"));
  }
  if (c.arith.failed()) return {};
  if (!charge_enumeration(c, a) || !charge_enumeration(c, b)) return {};
  return compare_functions(a, b);
}

}  // namespace

Value builtin_equal_as_functions(const Call& c) {
  const FunctionComparison comparison = compared(c);
  if (c.arith.failed()) return static_int(0);
  if (comparison.outcome == FunctionComparison::Outcome::not_checked) return not_checked(c, comparison.why);
  return Bool{comparison.outcome == FunctionComparison::Outcome::equal, false};
}

// The result as a sentence, with the picture of both values if they are small.
static Value beside(const Call& c, const FunctionComparison& comparison) {
  Told out = sentence_report(to_message(comparison));
  std::int64_t largest = 0;
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    const auto size = domain_of(c.args[i]) == nullptr ? std::nullopt : domain_size(c.args[i]);
    if (!size || *size < 1 || *size > max_table) return Object::make(std::move(out));
    largest = std::max(largest, *size);
  }
  if (!c.charge(64 * static_cast<std::uint64_t>(largest))) return static_int(0);
  const auto [a, b] = as_functions(c.args[0], c.args[1]);
  Compared compared = compare_values(c.arith, a, b);
  if (c.arith.failed()) return static_int(0);
  out.pictured = Object::make(std::move(compared));
  return Object::make(std::move(out));
}

Value builtin_first_difference(const Call& c) {
  const FunctionComparison comparison = compared(c);
  if (c.arith.failed()) return static_int(0);
  return beside(c, comparison);
}
// True if both have a table of values, whose cost is charged.
static bool are_tables(const Call& c, std::optional<std::int64_t> a, std::optional<std::int64_t> b) {
  return a && b && std::min(*a, *b) > 0 && std::max(*a, *b) <= max_table && c.charge(*a + *b);
}
// P with B(i) = A(P(i)) as a layout, from the values of both; of several coordinates it uses the smallest.
static std::optional<Value> map_of_values(const Call& c, const Value& a, const Value& b, Message& why, Message& fix) {
  const Layout* domain = domain_of(b);
  const auto size = domain_size(b);
  const auto size_a = domain_size(a);
  if (domain == nullptr || !are_tables(c, size_a, size)) return std::nullopt;
  Arith arith(c.arith.budget());
  const std::vector<std::int64_t> of_a = values_of(arith, a);
  std::vector<std::int64_t> of_b = values_of(arith, b);
  if (arith.failed()) return std::nullopt;
  std::unordered_map<std::int64_t, std::int64_t> index;
  for (std::size_t i = 0; i < of_a.size(); ++i) index.try_emplace(of_a[i], static_cast<std::int64_t>(i));
  std::vector<std::int64_t> extents;
  const IntTuple modes = product_each(arith, domain->shape);
  for (int d = 0; d < modes.rank(); ++d)
    extents.push_back(modes.is_tuple() ? modes[d].integer().value : modes.integer().value);
  for (std::size_t i = 0; i < of_b.size(); ++i) {
    const auto found = index.find(of_b[i]);
    if (found == index.end()) {
      why = say("no P with B = A o P: B({}) = {}, which is not an offset of A",
                coordinate_text(static_cast<std::int64_t>(i), extents), of_b[i]);
      fix = say("each offset of B must be an offset of A");
      return std::nullopt;
    }
    of_b[i] = found->second;
  }
  AnyLayout map = layout_of_table(arith, extents, of_b);
  if (arith.failed()) why = say("no P with B = A o P was found: {}", arith.error().value().message);
  return arith.failed() ? std::nullopt : std::optional(to_value(std::move(map)));
}

Value builtin_compare(const Call& c) {
  const auto [a, b] = as_functions(c.args[0], c.args[1]);
  const std::optional<TupleRef> tile = c.count() > 2 ? std::optional(c.shape(2)) : std::nullopt;
  if (c.arith.failed()) return static_int(0);
  for (int walk = 0; walk < 4; ++walk) {
    if (!charge_enumeration(c, a) || !charge_enumeration(c, b)) return static_int(0);
  }
  Compared out = compare_values(c.arith, a, b, tile ? &*tile : nullptr);
  if (c.arith.failed()) return static_int(0);
  const bool functions = domain_of(a) != nullptr && domain_of(b) != nullptr && offset_function(a) && offset_function(b);
  Message fix;
  if (functions && !out.map && out.cells && out.differ > 0 && domain_size(a) == domain_size(b))
    out.map = map_of_values(c, a, b, out.no_map, fix);
  for (ComparedField& field : planned_fields(c, a, b)) out.fields.push_back(std::move(field));
  return Object::make(std::move(out));
}
// X with B(i) = X(A(i)) as a layout. X is undetermined at offsets that A lacks: the result is B o left_inverse(A).
static std::optional<Value> outer_of_values(const Call& c, const Value& a, const Value& b, Message& why, Message& fix) {
  const auto size = domain_size(a);
  if (!are_tables(c, size, domain_size(b))) return std::nullopt;
  if (size != domain_size(b)) {
    why = say("no X with B = X o A: A has {} {element|elements}, B has {}", *size, *domain_size(b));
    return std::nullopt;
  }
  Arith arith(c.arith.budget());
  const std::vector<std::int64_t> of_a = values_of(arith, a);
  const std::vector<std::int64_t> of_b = values_of(arith, b);
  if (arith.failed()) return std::nullopt;
  const auto [low, high] = std::minmax_element(of_a.begin(), of_a.end());
  if (*low < 0 || *high >= max_table) {
    why = say("offset {} of A; expected offsets of 0 to {}", *low < 0 ? *low : *high, max_table - 1);
    return std::nullopt;
  }
  std::vector<std::int64_t> table(static_cast<std::size_t>(*high + 1));
  std::vector<std::int64_t> index(table.size(), -1);
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    const auto at = static_cast<std::size_t>(of_a[i]);
    if (index[at] >= 0 && table[at] != of_b[i]) {
      why = say("no X with B = X o A: A({}) = A({}) = {}, but B({}) = {} and B({}) = {}", index[at], i, of_a[i],
                index[at], table[at], i, of_b[i]);
      fix = say("A must be injective, or B must be equal wherever A is equal");
      return std::nullopt;
    }
    if (index[at] < 0) index[at] = static_cast<std::int64_t>(i);
    table[at] = of_b[i];
  }
  const auto open = std::count(index.begin(), index.end(), -1);
  if (open == 0) {
    AnyLayout out = layout_of_table(arith, {*high + 1}, table);
    if (arith.failed()) why = say("no X with B = X o A was found: {}", arith.error().value().message);
    return arith.failed() ? std::nullopt : std::optional(to_value(std::move(out)));
  }
  const auto* layout = a.as<Layout>();
  const auto* target = b.as<Layout>();
  why = say("no X with B = X o A was found: {} of {} {offset is|offsets are} not offsets of A", open, table.size());
  if (layout == nullptr) return std::nullopt;
  const std::vector<Value> operands = {target != nullptr ? Value(with_static_integers(arith, *target)) : b,
                                       left_inverse(arith, with_static_integers(arith, *layout))};
  Value out = static_int(0);
  if (arith.ok()) out = find_builtin("composition")->run(Call(arith, "composition", {}, operands));
  if (arith.failed() || domain_of(out) == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    const IntTuple at = value_at(arith, out, IntTuple(dynamic_int(of_a[i])));
    if (arith.failed() || at.ref().integer_or_zero().value != of_b[i]) return std::nullopt;
  }
  c.note(say("one of several X with B = X o A: {} of {} {offset is|offsets are} not offsets of A, the first {}", open,
             table.size(), std::find(index.begin(), index.end(), -1) - index.begin()));
  return out;
}
// solve_composition(A, B): A o ? = B; solve_composition(_, A, B): ? o A = B.
Value builtin_solve_composition(const Call& c) {
  const std::size_t first = c.count() - 2;
  const auto* unknown = c.args[0].as<IntTuple>();
  if (first == 1 && (unknown == nullptr || !unknown->ref().is_any())) return c.wrong(0, term("_, the unknown"));
  const auto [a, b] = as_functions(c.args[first], c.args[first + 1]);
  for (std::size_t i = 0; i < 2; ++i) {
    const Value& one = i == 0 ? a : b;
    if (domain_of(one) == nullptr || !offset_function(one)) {
      c.wrong(first + i, term("a layout whose offsets are integers"));
    }
  }
  if (c.arith.failed()) return static_int(0);
  Message why = say("expected layouts of 1 to {} {element|elements}", max_table);
  Message fix;
  std::optional<Value> out = first == 1 ? outer_of_values(c, a, b, why, fix) : map_of_values(c, a, b, why, fix);
  if (!out && c.arith.ok()) c.arith.fail(ErrorCode::arguments, say("{}: {}", c.name, why), fix);
  return out ? *std::move(out) : Value(static_int(0));
}
Value builtin_coordinate_table(const Call& c) {
  const Int count = c.count() > 1 ? c.integer(1) : static_int(64);
  if (count.value < 0 || count.value > max_table_rows) {
    c.arith.fail(ErrorCode::too_large,
                 say("coordinate_table: {} {row|rows}; expected 0 to {}", count.value, max_table_rows));
  }
  if (c.arith.failed()) return static_int(0);
  if (!c.charge(64 * static_cast<std::uint64_t>(count.value))) return static_int(0);
  return Text{to_text(coordinate_table(c.arith, c.args[0], count.value))};
}
Value builtin_number_line(const Call& c) {
  const Value subject = as_function(c.args[0]);
  if (domain_of(subject) == nullptr) return c.wrong(0, term("a layout or a tensor"));
  if (!charge_enumeration(c, subject)) return static_int(0);
  return Text{number_line(c.arith, subject)};
}

}  // namespace stridescope
