// Building blocks of the laws in verdict_*.cpp. Internal to core/verdicts.
#pragma once

#include <utility>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/value/print.h"
#include "core/verdicts/verdict.h"

namespace stridescope::verdicts {

// --- operands as functions ---

// A layout, a swizzled layout, or a tensor's layout: the domain's layout, then steps. A swizzle and a composed function
// have no domain.
struct Operand {
  const Layout* domain = nullptr;
  std::vector<Step> steps = {};
};
// Empty for other values, for composed layouts of basis strides, and for very long compositions. Refers to the value,
// which must outlive it.
std::optional<Operand> operand(const Value& value);
std::optional<Operand> operand(Value&&) = delete;

// One leaf of a map to coordinates: digit c of 0 ... extent-1 moves by stride*c in the mode of the path; the path of a
// plain integer is empty.
struct Leaf {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  BasisPath path = {};
};
using Leaves = std::vector<Leaf>;

// Appends the leaves of a layout, below a path; false if the path would be deeper than a basis element can be.
bool append_leaves(Leaves& out, LayoutRef layout, BasisPath below = {});
bool append_path(BasisPath& path, int mode);
// Appends the coordinates of a shape in order: compact strides, first mode fastest.
void append_identity(Leaves& out, TupleRef shape, BasisPath below = {});
std::int64_t count(const Leaves& leaves);
// The linear map of the leaves with this path.
LinearModes part(const Leaves& leaves, BasisPath path);
LinearModes modes_of(LayoutRef layout, BasisPath path = {});
LinearModes identity(std::int64_t size);
// The different paths of nonzero strides.
std::vector<BasisPath> paths_of(const Leaves& leaves);
bool is_plain(LayoutRef layout);
// The same as operand if the domain, if any, has integer strides; otherwise empty, for the reason `no_integers`.
std::optional<Operand> plain_operand(const Value& value);
std::optional<Operand> plain_operand(Value&&) = delete;
// True if a layout, or a swizzle, is among the steps: in the chain to the left of the domain's layout.
bool has_layout_step(const Operand& o);
bool has_swizzle_step(const Operand& o);
inline constexpr stridescope::Term no_integers = term("basis strides, or a value that is not a layout");
// The product of the extents; empty beyond 64 bits.
std::optional<std::int64_t> size_of(TupleRef shape);
// One more than the largest |offset| of the strides; 0 without coordinates, empty beyond 64 bits.
std::optional<std::int64_t> cosize_of(const Leaves& leaves);
// True if every coordinate of `coarse` is a coordinate of `fine`, too: CuTe's `compatible`.
bool refines(TupleRef coarse, TupleRef fine);
// The mode of a layout with that path, or empty.
std::optional<LayoutRef> at_path(LayoutRef layout, BasisPath path);
// The shape of a value, as functions of the language use it: that of a tuple, a layout or a tensor.
std::optional<IntTuple> shape_of(const Value& value);
// True if, sorted by |stride|, each stride exceeds the span of the faster modes: different coordinates then have
// different offsets. Modes of stride 0 or extent 1 are ignored.
bool is_staircase(LinearModes modes);
// True if a mode with more than one element has a negative stride.
bool any_negative(const LinearModes& modes);

// The first operand and the result, if they are layouts and the first maps to coordinates; otherwise null.
std::pair<const Layout*, const Layout*> into_coordinates(const Operation& operation, const Value& result);

// --- verdicts ---

// Common data of a check: the law as text, and the number of coordinates to try.
struct Context {
  stridescope::Term law;
  std::int64_t most;
};

// The four results of a check. violated_at: a coordinate shows the violation, with R's value there and the value that
// the law requires. violated: no single coordinate shows it, for example a domain of another size.
Verdict satisfied(const Context& context, std::int64_t size);
Verdict violated(const Context& context, Message what, Cause cause, Message explanation = {});
Verdict violated_at(const Context& context, std::int64_t at, TupleRef domain, Message got, Message should_be,
                    Cause cause, Message explanation = {});
Verdict not_checked(const Context& context, Message why);

// got(c) = should(c) for each output coordinate; `path` is that of the output's basis elements, empty for integers.
struct Equation {
  BasisPath path;
  Sum got;
  Sum should;
};
// The explanation of a violation: its cause, and a text.
struct Explained {
  Cause cause = Cause::other;
  Message text = {};
};
// R and the law have different domains. `at`: the first coordinate that only one of them has: the law if R lacks it
// (missing), otherwise R. `note`: the error in the domain. Without equations, or if their values do not fit 64 bits,
// the verdict is only the note.
struct Misfit {
  std::int64_t at = 0;
  bool missing = false;
  Message note = {};
};
Verdict misfits(const Context& context, const std::vector<Equation>& equations, const Misfit& misfit, std::int64_t size,
                TupleRef domain, Explained why);
// The same if R has `got` coordinates instead of `should`.
Verdict wrong_size(const Context& context, const std::vector<Equation>& equations, std::int64_t got,
                   std::int64_t should, Explained why);
template <class Explain>
Verdict judge(const Context& context, const std::vector<Equation>& equations, std::int64_t size, TupleRef domain,
              Explain&& explain);
Verdict judge_equations(const Context& context, const std::vector<Equation>& equations, std::int64_t size,
                        TupleRef domain);

template <class Explain>
Verdict judge(const Context& context, const std::vector<Equation>& equations, std::int64_t size, TupleRef domain,
              Explain&& explain) {
  Verdict out = judge_equations(context, equations, size, domain);
  if (out.status == LawStatus::violated) {
    Explained why = explain();
    out.cause = why.cause;
    out.explanation = std::move(why.text);
  }
  return out;
}

// The cause of a wrong composition: by the rules that CuTe checks, or should check, for each leaf of B in A.
Explained explain_composition(LayoutRef a, const Leaves& b);

// The cause of a wrong complement: from the modes of A, sorted by stride.
Explained explain_complement(LayoutRef a);

// --- the laws, by topic ---

// Layouts into coordinates (verdict_coordinates.cpp): a, b, r are the operands and the result of a call.
Verdict check_inverse_of_coordinates(LayoutRef a, LayoutRef r, bool right, std::int64_t most);
Verdict check_complement_of_coordinates(LayoutRef a, LayoutRef r, std::int64_t most);
Verdict check_product_of_coordinates(LayoutRef a, LayoutRef b, LayoutRef r, std::int64_t most);

#define STRIDESCOPE_LAW(name) Verdict check_##name(const Operation&, const Value& result, std::int64_t most);
#include "core/value/laws.def"

}  // namespace stridescope::verdicts
