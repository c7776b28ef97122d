// Code that the targets for programs share.
#pragma once

#include "core/facts/offsets.h"
#include "core/foreign/evaluate.h"
#include "core/workspace/workspace.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {

// Most inputs get a budget of about a millisecond, since small and full budgets take the same paths; one in 64, and
// every stored input, gets the full budget.
inline ReportBudget budget_of(std::string_view program) {
  if (chosen(program, 64)) return {};
  return {{100'000, 1 << 16}, {1 << 12, 0}};
}

// True if the language has a literal for the value: CuTe computes negative extents and basis elements as extents, which
// the literal of a layout cannot express.
inline bool has_text_form(const Value& value) {
  if (const Layout* domain = domain_of(value)) {
    const TupleRef shape = domain->shape;
    for (std::uint32_t i = 0; i < shape.node_count(); ++i) {
      const Node& node = shape.nodes()[i];
      if (node.kind == NodeKind::integer && (node.integer.value < 0 || !node.integer.is_plain())) return false;
    }
  }
  return value.is<IntTuple>() || value.is<Layout>() || value.is<ComposedLayout>() || value.is<Swizzle>();
}

// For the tally: the program has values and no errors.
inline bool is_clean(const Evaluation& evaluation) { return evaluation.errors.empty() && !evaluation.bindings.empty(); }

}  // namespace stridescope::fuzz
