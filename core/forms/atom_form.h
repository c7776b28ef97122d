// The browser of atoms: search by words, and the form that builds a tiling of an atom. A form states its fields and
// their program text; the page and the window draw the fields, and show the core's analysis of the text. An atom is one
// instruction of the GPU under CUTLASS's name: an MMA (mma.sync, wgmma, tcgen05, ...) or a copy (ldmatrix, cp.async,
// TMA, ...), with its thread-value layouts. A tiling repeats it over more threads and values: make_tiled_mma,
// make_tiled_copy.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/forms/form.h"
#include "core/records/records.h"

namespace stridescope::app {

// --- Which there are -------------------------------------------------------------------------------------------------

enum class AtomKind : std::uint8_t { mma, copy };
inline constexpr std::string_view atom_kind_names[] = {"mma", "copy"};

struct AtomSearch {
  AtomKind kind = AtomKind::mma;
  std::string architecture;  // one of atom_architectures(); empty: of all
  // Words separated by blanks, all of which an atom must contain: parts of its name ("F16", "16x8x16") or of a mnemonic
  // ("ldmatrix"), case-insensitive. With kind and architecture eight count, the others are ignored.
  std::string text;
};
// Search scopes: "any architecture" (empty) first, then those that have atoms, the newest first. "any" finds atoms that
// every GPU has.
std::vector<FieldOption> offered_architectures();

struct AtomsFound {
  // In the order of the tables; of more than 200 families, which differ in N alone.
  std::vector<door::ListedAtom> atoms;
  // For an empty result: the reason, and the architectures, or the kind, that have matches: "No MMA atom matches these
  // words; some copy atoms do."
  Message note;
};
// Never fails: invalid words are reported in the note. Scans all names, and for an empty result again for each
// architecture.
AtomsFound find_atoms(const AtomSearch& search);

// --- The form --------------------------------------------------------------------------------------------------------

// A form with what it comes to.
struct Form {
  // The builder's input: the atom, for a family with its N in place.
  std::string name;
  // In the order to show. What one field says may decide which others there are.
  std::vector<FormField> fields;
  // An expression of the language. It may be refused when it is evaluated: the form knows ranges, not every
  // condition.
  std::string text;
  // A name for the value, to be made free: "mma", "copy", or "atom" of one that is not tiled.
  std::string wish;
};
// `given`: values that are to be others than those a form begins with. Of no such field, outside a field's range, or
// of another form: not looked at, or held to the range.
// For example SM80_16x8x16_F32F16F16F32_TN with {tiled: on} is make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,
// (_2,_2,_1):(_1,_2,_4)), and fields for the atoms in M, N, K, the order of warps and the tile.
Form atom_form(AtomKind kind, const door::ListedAtom& atom, const std::vector<FieldValue>& given);

}  // namespace stridescope::app
