// A function of the language as a row, and a call of it. core/functions has the rows.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/value/roles.h"
#include "core/value/value.h"

namespace stridescope {

// One call: its arguments, and the accessors that report an argument of the wrong kind. An accessor that fails leaves a
// fault in `arith` and returns a harmless placeholder.
class Call {
 public:
  Call(Arith& a, std::string_view function, std::span<const std::int64_t> t, std::span<const Value> values)
      : arith(a), name(function), template_args(t), args(values) {}

  Arith& arith;
  std::string_view name;
  std::span<const std::int64_t> template_args;
  std::span<const Value> args;
  std::vector<Message>* notes = nullptr;   // collects the assumptions of a function; null if no caller reads them
  std::vector<Error>* warnings = nullptr;  // collects facts about the value that a caller may not expect; null as above

  std::size_t count() const { return args.size(); }
  // Takes work beyond the share for the size of the arguments from the program's budget (core/base/budget.h), before it
  // is done: steps, one for each examined coordinate or similar, and bytes of text. False, with the fault reported, if
  // the budget is too small.
  [[nodiscard]] bool charge(std::uint64_t steps, std::uint64_t bytes = 0) const { return arith.spend(steps, bytes); }
  // The same for work that is already done: takes at most the rest of the budget.
  void charge_done(std::uint64_t steps) const {
    if (!arith.spend(steps)) arith.budget()->spend(steps);
  }
  bool is_layout(std::size_t i) const { return args[i].is<Layout>() || args[i].is<ComposedLayout>(); }

  // pre: i < count(). The result refers to the arguments of the call.
  TupleRef tuple(std::size_t i) const;  // an integer, a tuple or a coordinate
  Int integer(std::size_t i) const;
  std::string_view text(std::size_t i) const;
  const Layout& layout(std::size_t i) const;
  AnyLayout any_layout(std::size_t i) const;
  const Tensor& tensor(std::size_t i) const;
  Tiler tiler(std::size_t i) const;
  TupleRef shape(std::size_t i) const;  // shape of a tuple, a layout or a tensor
  // Follows the path of modes in <...> into a tuple.
  TupleRef at_path(TupleRef t) const { return get(arith, t, template_args.data(), template_args.size()); }
  LayoutRef at_path(LayoutRef a) const { return {at_path(a.shape), at_path(a.stride)}; }

  // Adds a note if a caller reads notes; ignores an empty message.
  void note(Message message) const {
    if (notes != nullptr && !message.empty()) notes->push_back(std::move(message));
  }

  // Adds a warning where somebody reads it (core/functions/outside.h).
  void warn(Message message, Message hint = {}, ErrorCode code = ErrorCode::index_range) const {
    if (warnings != nullptr) warnings->push_back({code, std::move(message), std::move(hint), {}, {}});
  }

  // Applies a layout operation to a layout, a composed layout or a tensor, and keeps the swizzle, offset or iterator
  // around it.
  template <class Operation>
  Value on_layout(std::size_t i, Operation&& operation) const {
    if (const auto* t = args[i].as<Tensor>()) return Tensor{t->data, on_domain(t->layout, operation)};
    return to_value(on_domain(any_layout(i), operation));
  }

  // Reports a fault, and returns the placeholder.
  Value fail(ErrorCode code, Message message, Message hint = {}) const;
  Value fail(const Error& error) const { return fail(error.code, error.message, error.hint); }
  // Reports an argument i of the wrong kind.
  Value wrong(std::size_t i, const Message& expected) const;
  Value wrong(std::size_t i, Term expected) const;
};

// A function. The evaluator checks the number of arguments before it calls `run_builtin`.
struct Builtin {
  std::string_view name;
  std::uint8_t min_template_args;
  std::uint8_t max_template_args;
  std::uint8_t min_args;
  std::uint8_t max_args;
  Value (*run)(const Call&);
  BuiltinRoles roles = {};
};

// The only way to call the function. If its row has `extents`, an argument with another extent is a fault, and the
// function is not run.
Value run_builtin(const Builtin& builtin, const Call& call);

// Null if no function has that name. pre: rows are sorted by name.
const Builtin* find_builtin(std::span<const Builtin> rows, std::string_view name);
// Finds tract.NAME by its name alone. Null if absent.
const Builtin* find_tract_builtin(std::span<const Builtin> rows, std::string_view name);
// The overload of `builtin` for these arguments: tract.NAME if one of them is a morphism or a span.
const Builtin& builtin_for(std::span<const Builtin> rows, const Builtin& builtin, std::span<const Value> args);

}  // namespace stridescope
