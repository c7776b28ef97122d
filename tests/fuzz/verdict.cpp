// Checks verdicts and analyses of small layouts by brute force: a law reported as satisfied holds at every coordinate,
// one reported as violated does not, and every statement about a function is true.
#include "core/verdicts/verdict.h"

#include <algorithm>

#include "core/analysis/analysis.h"
#include "tests/fuzz/programs.h"
#include "tests/unit/laws.h"
#include "tests/unit/reference.h"

namespace stridescope::fuzz {
namespace {

constexpr std::int64_t most = 512;  // limit of a layout's coordinates and strides

bool small(LayoutRef a) {
  std::int64_t size = 1;
  int leaves = 0;
  for (std::uint32_t i = 0; i < a.shape.node_count(); ++i) {
    const Node& extent = a.shape.nodes()[i];
    const Node& stride = a.stride.nodes()[i];
    if (extent.kind == NodeKind::tuple) continue;
    if (extent.kind != NodeKind::integer || stride.kind != NodeKind::integer || !stride.integer.is_plain())
      return false;
    const std::int64_t d = stride.integer.value;  // the smallest integer has no magnitude
    if (extent.integer.value < 1 || extent.integer.value > most || d > most * most || d < -most * most) return false;
    size *= extent.integer.value;
    if (size > most || ++leaves > 16) return false;
  }
  return true;
}

// The verdict by brute force; empty for operations that it does not cover. `exact`: the law is the whole meaning of the
// verdict.
std::optional<laws::Counterexample> by_force(const RecordedOperation& op, bool& exact) {
  const auto layout = [&](std::size_t i) -> const Layout* {
    const auto* out = i < op.args.size() ? op.args[i].as<Layout>() : nullptr;
    return out != nullptr && small(*out) ? out : nullptr;
  };
  const Layout* a = layout(0);
  const Layout* b = layout(1);
  const auto* r = op.result.as<Layout>();
  if (a == nullptr || r == nullptr || !small(*r)) return {};
  exact = op.args.size() == 1;
  const bool one = exact;
  if (op.function == "coalesce" && one) return laws::coalesce(*a, *r);
  if (op.function == "filter" && one) return laws::filter(*a, *r);
  if (op.function == "right_inverse") return laws::right_inverse(*a, *r);
  if (op.function == "left_inverse") return laws::left_inverse(*a, *r);
  if (op.function == "nullspace") return laws::nullspace(*a, *r);
  exact = false;
  const std::int64_t n = op.template_args.size() == 1 ? op.template_args[0] : 0;
  if (op.function == "upcast" && n > 0 && n <= most) return laws::upcast(*a, n, *r);
  if (op.function == "downcast" && n > 0 && n <= most) return laws::downcast(*a, n, *r);
  if (b == nullptr || op.args.size() != 2) return {};
  exact = op.function == "composition";
  if (exact) return laws::composition(*a, *b, *r);
  if (op.function == "logical_product" && r->rank() == 2) return laws::logical_product(*a, *b, *r);
  return {};
}

void judge(const RecordedOperation& op) {
  const Verdict verdict = check_law({op.function, op.roles, op.template_args, op.args}, op.result, 4 * most);
  bool exact = false;
  const auto found = by_force(op, exact);
  if (!found) return;
  if (verdict.status == LawStatus::satisfied)
    require(found->empty(), "a law that is called kept is", english(verdict.text), *found);
  if (exact && verdict.status == LawStatus::violated) {
    require(!found->empty(), "a law that is called broken is", english(verdict.text), english(verdict.explanation));
  }
}

void look_at(const Value& value) {
  const Analysis analysis = analyze_value(value, IntegerMode::cute);
  const auto* layout = value.as<Layout>();
  if (layout == nullptr || !small(*layout) || !analysis.function) return;
  const FunctionAnalysis& f = *analysis.function;
  laws::Offsets image = laws::Function(*layout).image();
  const std::size_t size = image.size();
  std::sort(image.begin(), image.end());
  image.erase(std::unique(image.begin(), image.end()), image.end());
  const auto different = static_cast<std::int64_t>(image.size());
  const std::string text = to_text(value);
  if (f.injective) require(*f.injective == (image.size() == size), "injective", text);
  if (f.image_size) require(*f.image_size == different, "how many offsets", text);
  if (f.contiguous) require(*f.contiguous == (image.back() - image.front() + 1 == different), "contiguous", text);
}

void run(std::string_view program) {
  const IntegerMode mode = program.size() % 2 == 0 ? IntegerMode::cute : IntegerMode::teaching;
  std::vector<RecordedOperation> operations;
  Budget budget = budget_of(program).program;
  const Evaluation evaluation = evaluate(program, mode, operations, budget);
  tally.taken += is_clean(evaluation) ? 1 : 0;
  for (const RecordedOperation& op : operations) judge(op);
  for (const Binding& binding : evaluation.bindings) {
    const auto size = domain_size(binding.value);
    if (all_checks || (size && *size <= most)) look_at(binding.value);
  }
}

const Target target("verdict", Input::operation, run);

}  // namespace
}  // namespace stridescope::fuzz
