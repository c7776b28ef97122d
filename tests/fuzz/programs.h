// Shared parts of the targets that evaluate programs.
#pragma once

#include "core/facts/offsets.h"
#include "core/foreign/evaluate.h"
#include "core/workspace/workspace.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {

// Most inputs may do the work of about a millisecond, which the caps of every size obey as the whole ones do; one in
// 64, and all that are kept, may do all of it.
inline ReportBudget budget_of(std::string_view program) {
  if (chosen(program, 64)) return {};
  return {{100'000, 1 << 16}, {1 << 12, 0}};
}

// True if the language has a literal for the value: CuTe computes negative extents, and takes basis elements as
// extents, which the literal of a layout cannot write.
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

// For the tally: the program has values, and no error.
inline bool is_clean(const Evaluation& evaluation) { return evaluation.errors.empty() && !evaluation.bindings.empty(); }

}  // namespace stridescope::fuzz
