// Finds the function and the arguments that give a call a value: tries each that converts.
#include "core/lang/argument_fixes.h"

#include <utility>

namespace stridescope {
namespace {

std::optional<Value> value_of(std::span<const Builtin> rows, const Builtin& builtin,
                              std::span<const std::int64_t> template_args, std::span<const Value> args,
                              Budget& budget) {
  Arith arith(&budget);
  const Builtin& meant = builtin_for(rows, builtin, args);
  if (args.size() < meant.min_args || args.size() > meant.max_args) return std::nullopt;
  Value value = run_builtin(meant, Call(arith, meant.name, template_args, args));
  return arith.ok() ? std::optional<Value>(std::move(value)) : std::nullopt;
}

bool same_kind(const Value& a, const Value& b) {
  const auto* object = std::get_if<Object>(&a);
  const auto* other = std::get_if<Object>(&b);
  return object != nullptr && other != nullptr ? &object->kind() == &other->kind() : a.index() == b.index();
}

}  // namespace

bool has_value(std::span<const Builtin> rows, const Builtin& called, std::span<const std::int64_t> template_args,
               std::span<const Value> args, Budget& budget) {
  return value_of(rows, called, template_args, args, budget).has_value();
}

std::optional<ArgumentFix> fix_arguments(std::span<const Builtin> rows, const Builtin& called,
                                         std::span<const std::int64_t> template_args, std::span<const Value> args,
                                         Budget& budget) {
  const auto fixes = [&](const std::vector<Value>& fixed) {
    return has_value(rows, called, template_args, fixed, budget);
  };
  const std::vector<Value> given(args.begin(), args.end());
  for (const Builtin& function : rows) {
    if (!function.roles.converts || &function == &called) continue;
    std::vector<Value> all = given;
    ArgumentFix fix = {&function, {}};
    for (std::size_t i = 0; i < given.size(); ++i) {
      auto converted = value_of(rows, function, {}, {&given[i], 1}, budget);
      if (!converted || same_kind(*converted, given[i])) continue;
      std::vector<Value> one = given;
      one[i] = *converted;
      if (fixes(one)) return ArgumentFix{&function, {i}};
      all[i] = std::move(*converted);
      fix.arguments.push_back(i);
    }
    if (fix.arguments.size() > 1 && fixes(all)) return fix;
    if (!budget.has(1)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace stridescope
