// Joins the functions of builtins.def and core/tiled's atoms to an environment.
#include "core/functions/environment.h"

#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/functions/other_words.h"
#include "core/lang/atom_name.h"
#include "core/tiled/atom.h"
#include "core/tiled/units.h"

namespace stridescope {
namespace {

std::optional<Value> type_of(std::string_view word) {
  auto type = type_named(word);
  return type ? std::optional<Value>(Object::make(std::move(*type))) : std::nullopt;
}

Result<Value> atom_of(std::string_view text) {
  const std::string_view head = text.substr(0, text.find_first_of("< "));
  if (head.ends_with("::Major::K") || head.ends_with("::Major::MN")) return Value(Text{std::string(text)});
  if (is_atom_name(head)) return find_atom(text);
  auto type = find_type(text);
  if (!type) return failure(type.error());
  return Value(Object::make(std::move(*type)));
}

TypeText type_text(const Value& value) {
  if (const auto* type = value.as<DataType>()) return {type->name, true};
  if (const auto* mma = value.as<MmaAtom>()) return {mma->name};
  if (const auto* copy = value.as<CopyAtom>())
    return {copy->value_type ? cat("Copy_Atom<", copy->name, ',', copy->value_type->name, '>') : copy->name};
  return {};
}

}  // namespace

const Environment& function_environment() {
  static const Environment environment = [] {
    Environment out;
    out.functions = builtins();
    out.signature = &signature_words;
    out.example = &example_argument;
    out.type = &type_of;
    out.atom = &atom_of;
    out.other_fixes = &other_mma_fixes;
    out.nearest_atom = &nearest_atom;
    out.type_text = &type_text;
    out.other_word = &other_word;
    out.other_order = &other_order;
    out.note = &units_note;
    return out;
  }();
  return environment;
}

}  // namespace stridescope
