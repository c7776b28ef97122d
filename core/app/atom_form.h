// The browser of atoms: which there are by words, and the form that builds a tiling of one. A form states its fields
// and the program text that they stand for; a surface draws the fields, and what it shows of the text is what the core
// says of that.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/form.h"
#include "core/app/records.h"

namespace stridescope::app {

// --- Which there are -------------------------------------------------------------------------------------------------

enum class AtomKind : std::uint8_t { mma, copy };
inline constexpr std::string_view atom_kind_names[] = {"mma", "copy"};

struct AtomSearch {
  AtomKind kind = AtomKind::mma;
  std::string architecture;  // one of atom_architectures(); empty: of all
  std::string text;          // words between blanks
};
// What a search may be for: those that have atoms, the newest first.
std::vector<FieldOption> offered_architectures();

struct AtomsFound {
  std::vector<door::ListedAtom> atoms;  // by name; of more than 200 families
  Message note;                         // where there are none: why, and which architectures have them
};
// Never fails: words that cannot be looked for are told in the note.
AtomsFound find_atoms(const AtomSearch& search);

// --- The form --------------------------------------------------------------------------------------------------------

struct Form {
  std::string name;  // of what it builds from
  std::vector<FormField> fields;
  std::string text;  // of the program
  std::string wish;  // a name for the value
};
// `given`: values that are to be others than those a form begins with. Of no such field, outside a field's range, or
// of another form: not looked at.
Form atom_form(AtomKind kind, const door::ListedAtom& atom, const std::vector<FieldValue>& given);

}  // namespace stridescope::app
