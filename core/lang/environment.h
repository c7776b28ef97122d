// The language's needs from the layers above, as pure functions: its functions as rows, and the atoms and types of
// hardware. With an empty one it has integers, tuples, layouts, operators, names and application.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/lang/call.h"

namespace stridescope {

class ForeignProgram;

// A value as a part of a type's text, Copy_Atom<UniversalCopy<uint128_t>,half_t>; empty where it cannot be one.
struct TypeText {
  std::string text;
  bool element = false;  // an element type, and no atom
};

struct Environment {
  // Sorted by name.
  std::span<const Builtin> functions = {};
  // The spelling of a function, for hints: "append(t, x) or append<N>(t, x)".
  Message (*signature)(const Builtin&) = [](const Builtin& f) { return Message::verbatim(f.name); };
  // An example of argument i of a call of `count` arguments, for a name that has no value there.
  std::string_view (*example)(const Builtin&, std::size_t i, std::size_t count, std::string_view name) =
      [](const Builtin&, std::size_t, std::size_t, std::string_view) { return std::string_view("128"); };
  // The names of a function's arguments, in their order.
  std::span<const std::string_view> (*options)(std::string_view function) = [](std::string_view) {
    return std::span<const std::string_view>();
  };
  // An element type by its name alone.
  std::optional<Value> (*type)(std::string_view word) = [](std::string_view) { return std::optional<Value>(); };
  // An atom or a type by its name with its template arguments.
  Result<Value> (*atom)(std::string_view text) = [](std::string_view text) {
    return Result<Value>(failure(ErrorCode::unknown_name, say("unknown name '{}'", text)));
  };
  // The nearest atom to a misspelled name; empty if none is near.
  std::string (*nearest_atom)(std::string_view name) = [](std::string_view) { return std::string(); };
  // The text of a value's type.
  TypeText (*type_text)(const Value&) = [](const Value&) { return TypeText(); };

  // The reader of a program with foreign text (core/lang/foreign_program.h); null if absent.
  std::unique_ptr<ForeignProgram> (*foreign)() = nullptr;

  const Builtin* function(std::string_view name) const { return find_builtin(functions, name); }
};

}  // namespace stridescope
