// Writes derivations: a function for each operation adds the calls that make its result, as steps.
#pragma once

#include "core/explain/explain.h"
#include "core/functions/builtin.h"

namespace stridescope {

// The rule of a step; title and statement are in rules.def.
enum class Rule {
#define STRIDESCOPE_RULE(name, ...) name,
#include "core/explain/rules.def"
#undef STRIDESCOPE_RULE
};

using Values = std::vector<Value>;
using Templates = std::vector<std::int64_t>;

// Runs calls and records them as steps. A failed call ends only the derivation that it is part of: its steps are
// dropped, and the equation above them remains (failed() is true until then). Budget and limits are those of explain.h.
class DerivationBuilder {
 public:
  explicit DerivationBuilder(IntegerMode mode) : mode_(mode) {}

  // The whole derivation, as from the function in explain.h. Call it once per builder, which counts steps and budget
  // for it.
  Step explain(const Explained& what);

  // Adds the call as a step of `parent`, and returns its value; if the call fails or exceeds a limit, a placeholder,
  // and failed() is true. With Rule::function the call itself is derived, under the rule of its function.
  Value call(Step& parent, Rule rule, std::string_view function, const Values& args, Message why = {},
             const Templates& t = {});
  Value derive(Step& parent, std::string_view function, const Values& args, Message why = {}, const Templates& t = {}) {
    return call(parent, Rule::function, function, args, std::move(why), t);
  }
  // The last step, with a derivation written by `expand`; or only the value if it has no derivation.
  template <class Expand>
  Value with_steps(Step& parent, Rule rule, std::string_view function, const Values& args, Expand&& expand) {
    Step step;
    Value value = run(step, rule, function, args, {});
    if (!failed_ && open(step)) {
      expand(step, value);
      close(step);
    }
    parent.steps.push_back(std::move(step));
    return value;
  }
  // A call without a step, for a value that steps mention and whose origin the user need not see. It counts against the
  // budget like the others.
  Value silent(std::string_view function, Values args, Templates t = {});
  // Adds make_layout of the parts as the last step.
  void concatenate(Step& parent, const Values& parts, Rule rule = Rule::concatenate) {
    if (!parts.empty()) call(parent, rule, "make_layout", parts);
  }

  bool failed() const { return failed_; }
  // The layout in the value; a placeholder, and failed(), if it has none.
  Layout layout(const Value& value);
  // The tuple in the value, likewise; valid as long as the value.
  TupleRef tuple(const Value& value);
  // Printed in the integer mode of the derivation.
  std::string text(const Value& value) const { return to_text(value, mode_); }
  Arith& arith() { return arith_; }

 private:
  Value run(Step& step, Rule rule, std::string_view function, const Values& args, const Templates& t);
  void expand(Step& step, std::string_view function, const Values& args, const Templates& t, const Value& value);
  bool open(Step& step);
  void close(Step& step);
  void set_text(Step& step, std::string expression, const Value& value) const;
  std::string expression(std::string_view function, const Values& args, const Templates& t) const;

  IntegerMode mode_;
  Arith arith_;
  int steps_ = 0;
  int depth_ = 0;
  Budget budget_ = {max_explain_work, max_explain_text};
  bool failed_ = false;  // a call of the current derivation failed: its steps are dropped
};

// The call that is derived, with its result.
struct Operation {
  std::string_view function;
  BuiltinRoles roles;
  const Templates& template_args;
  const Values& args;
  const Value& value;
};

// Mode i of a layout, 0 <= i < rank; and a layout of one mode.
inline Layout mode_of(const Layout& a, int i) { return {IntTuple(a.shape[i]), IntTuple(a.stride[i])}; }
inline Layout one_mode(const Int& s, const Int& d) { return {s, d}; }
// Mode i of a tiler as a value: a tuple of integers, or of tilers.
Value tiler_mode(const Value& tiler, int i);
// Number of modes of a by-mode tiler; -1 for a layout, an integer or `_`.
int tiler_modes(const Value& tiler);

// One for each derivation of core/value/derivations.def; it adds to step.steps. They are in coalesce.cpp,
// composition.cpp, complement.cpp, tile.cpp, inverse.cpp, coordinate.cpp and category.cpp.
#define STRIDESCOPE_DERIVATION(name, function, ...) \
  void explain_##function(DerivationBuilder&, Step&, const Operation&);
#include "core/value/derivations.def"

}  // namespace stridescope
