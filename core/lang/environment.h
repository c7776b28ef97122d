// Services that the language needs from the layers above, as pure functions: its functions as rows, and the atoms and
// types of hardware. With an empty Environment it has integers, tuples, layouts, operators, names and application.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/lang/call.h"

namespace stridescope {

class ForeignProgram;

// The text of a value as a part of a type, Copy_Atom<UniversalCopy<uint128_t>,half_t>; empty if a type cannot contain
// it.
struct TypeText {
  std::string text;
  bool element = false;  // an element type, not an atom
};

struct Environment {
  // Rows sorted by name.
  std::span<const Builtin> functions = {};
  // The spelling of a function, for hints: "append(t, x) or append<N>(t, x)".
  Message (*signature)(const Builtin&) = [](const Builtin& f) { return Message::verbatim(f.name); };
  // An example of argument i of a call with `count` arguments, for a name without a value.
  std::string_view (*example)(const Builtin&, std::size_t i, std::size_t count, std::string_view name) =
      [](const Builtin&, std::size_t, std::size_t, std::string_view) { return std::string_view("128"); };
  // The names of the arguments of a function, in order.
  std::span<const std::string_view> (*options)(std::string_view function) = [](std::string_view) {
    return std::span<const std::string_view>();
  };
  // An element type by its name.
  std::optional<Value> (*type)(std::string_view word) = [](std::string_view) { return std::optional<Value>(); };
  // An atom or a type by its name and its template arguments.
  Result<Value> (*atom)(std::string_view text) = [](std::string_view text) {
    return Result<Value>(failure(ErrorCode::unknown_name, say("unknown name '{}'", text)));
  };
  // Other texts that may have been meant by an atom or a type that `atom` refuses with a replacement.
  std::vector<std::string> (*other_fixes)(std::string_view text) = [](std::string_view) {
    return std::vector<std::string>();
  };
  // The nearest atom for a misspelled name; empty if none is near.
  std::string (*nearest_atom)(std::string_view name) = [](std::string_view) { return std::string(); };
  // A note on a value that a statement makes, or an empty message.
  Message (*note)(const Value&) = [](const Value&) { return Message(); };
  // The words to write instead of a word of another library, or an empty message; only_keyword: of its keywords alone.
  Message (*other_word)(std::string_view word, bool only_keyword) = [](std::string_view, bool) { return Message(); };
  // The order of modes with this name in other libraries.
  std::optional<Major> (*other_order)(std::string_view word) = [](std::string_view) { return std::optional<Major>(); };
  // The text of a value's type.
  TypeText (*type_text)(const Value&) = [](const Value&) { return TypeText(); };

  // The reader of a program with foreign text (core/lang/foreign_program.h); null if absent.
  std::unique_ptr<ForeignProgram> (*foreign)() = nullptr;

  const Builtin* function(std::string_view name) const { return find_builtin(functions, name); }
};

}  // namespace stridescope
