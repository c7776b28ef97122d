// The table of notation.def, and its search by name.
#include "core/app/notation.h"

namespace stridescope {
namespace {

constexpr Notation all[] = {
#define NOTATION(name, form, meaning, example) {#name, form, term(meaning), example},
#include "core/app/notation.def"
#undef NOTATION
};

}  // namespace

std::span<const Notation> notations() { return all; }

const Notation* find_notation(std::string_view name) {
  for (const Notation& one : all) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

}  // namespace stridescope
