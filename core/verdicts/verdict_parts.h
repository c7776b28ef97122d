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
// Nothing for other values, for composed layouts of basis strides, and for very long compositions. It refers to the
// value, which therefore is none that ends with the call.
std::optional<Operand> operand(const Value& value);
std::optional<Operand> operand(Value&&) = delete;

// One leaf of a map into coordinates: digit c of 0 ... extent-1 moves by stride*c in the mode that the path names; the
// path of a plain integer is empty.
struct Leaf {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
  BasisPath path = {};
};
using Leaves = std::vector<Leaf>;

// The leaves of a layout, below a path; false where the path would be deeper than a basis element can be.
bool append_leaves(Leaves& out, LayoutRef layout, BasisPath below = {});
bool append_path(BasisPath& path, int mode);
// The coordinates of a shape in order: compact strides, first mode fastest.
void append_identity(Leaves& out, TupleRef shape, BasisPath below = {});
std::int64_t count(const Leaves& leaves);
// The linear map of the part that has this path.
LinearModes part(const Leaves& leaves, BasisPath path);
LinearModes modes_of(LayoutRef layout, BasisPath path = {});
LinearModes identity(std::int64_t size);
// Distinct paths of strides that are not 0.
std::vector<BasisPath> paths_of(const Leaves& leaves);
bool is_plain(const Leaves& leaves);
bool is_plain(LayoutRef layout);
// The same as operand if an existing domain has integers as strides; otherwise empty, because of `no_integers`.
std::optional<Operand> plain_operand(const Value& value);
std::optional<Operand> plain_operand(Value&&) = delete;
// True if a layout, or a swizzle, is among the steps: in the chain to the left of the domain's layout.
bool has_layout_step(const Operand& o);
bool has_swizzle_step(const Operand& o);
inline constexpr stridescope::Term no_integers = term("basis strides, or a value that is not a layout");
// The product of the extents, or nothing beyond 64 bits.
std::optional<std::int64_t> size_of(TupleRef shape);
// One more than the largest |offset| that the strides reach; 0 without coordinates, nothing beyond 64 bits.
std::optional<std::int64_t> cosize_of(const Leaves& leaves);
// Every coordinate of `coarse` is one of `fine` too: CuTe's `compatible`.
bool refines(TupleRef coarse, TupleRef fine);
// The mode of a layout that a path names, or nothing.
std::optional<LayoutRef> at_path(LayoutRef layout, BasisPath path);
// The shape of a value as the functions of the language take it: a tuple's, a layout's or a tensor's.
std::optional<IntTuple> shape_of(const Value& value);
// Sorted by |stride|, each beyond what the faster ones span: no two coordinates have the same offset. Modes of stride 0
// or extent 1 count nothing.
bool is_staircase(LinearModes modes);
// A stride below 0 that moves something.
bool any_negative(const LinearModes& modes);

// --- verdicts ---

// Common data of the verdicts of one judgement: the law as text, and the number of coordinates to try.
struct Context {
  stridescope::Term law;
  std::int64_t most;
};

// The four ends of a judgement. violated_at: a coordinate shows it, with what the result gives there and what the law
// asks; violated: no one coordinate does, such as a domain of another size.
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
// The domain is that of 1-D coordinates; `cause` explains a violation.
struct Explained {
  Cause cause = Cause::other;
  Message text = {};
};
// R and the law have different domains; `at` is the first coordinate that only one of them has: the law's if R lacks it
// (missing), or R's. `note` describes the fault of the domain. Without equations, or if their values do not fit 64
// bits, the verdict is the note alone.
struct Misfit {
  std::int64_t at = 0;
  bool missing = false;
  Message note = {};
};
Verdict misfits(const Context& context, const std::vector<Equation>& equations, const Misfit& misfit, std::int64_t size,
                TupleRef domain, Explained why);
// The same where R has `got` coordinates and should have `should`.
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

// The cause of a wrong composition: by the rules that CuTe checks, or would check, for each leaf of B on its way
// through A.
Explained explain_composition(LayoutRef a, const Leaves& b);

// The cause of a wrong complement: by the modes of A in the order of their strides.
Explained explain_complement(LayoutRef a);

// --- the laws, by topic ---

#define STRIDESCOPE_LAW(name) Verdict check_##name(const Operation&, const Value& result, std::int64_t most);
#include "core/value/laws.def"

}  // namespace stridescope::verdicts
