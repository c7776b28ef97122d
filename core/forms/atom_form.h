// The browser of atoms: search by words, and the form that builds a tiling of an atom. A form gives its fields and
// their program text; the page and the window draw the fields, and show the core's analysis of the text. An atom is one
// instruction of the GPU, with CUTLASS's name: an MMA (mma.sync, wgmma, tcgen05, ...) or a copy (ldmatrix, cp.async,
// TMA, ...), with its thread-value layouts. A tiling repeats it over more threads and values: make_tiled_mma,
// make_tiled_copy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/forms/form.h"
#include "core/records/records.h"

namespace stridescope::app {

// --- The search ------------------------------------------------------------------------------------------------------

enum class AtomKind : std::uint8_t { mma, copy };
inline constexpr std::string_view atom_kind_names[] = {"mma", "copy"};

struct AtomSearch {
  AtomKind kind = AtomKind::mma;
  std::string architecture;  // one of atom_architectures(); empty: all
  // Words separated by blanks, all of which an atom must contain: parts of its name ("F16", "16x8x16") or of a mnemonic
  // ("ldmatrix"), case-insensitive. At most eight words count, including kind and architecture; the others are ignored.
  std::string text;
};
// The architectures to search: "any architecture" (empty) first, then those that have atoms, the newest first. "any"
// finds the atoms that every GPU has.
std::vector<FieldOption> offered_architectures();

struct AtomsFound {
  // In the order of the tables. More than 200 matches are listed as families, which differ only in N.
  std::vector<door::ListedAtom> atoms;
  // For an empty result: the reason, and the architectures, or the kind, that have matches: "No MMA atom matches these
  // words; some copy atoms do."
  Message note;
  // A search with these words that finds some: of another architecture, or of the other kind.
  std::optional<AtomSearch> instead;
};
// Never fails: `note` reports invalid words. Scans all names; for an empty result once more for each architecture.
AtomsFound find_atoms(const AtomSearch& search);

// --- The form --------------------------------------------------------------------------------------------------------

// A form with its program text.
struct Form {
  // The atom to build from; for a family, with N filled in.
  std::string name;
  // In display order. The value of one field can decide which other fields exist.
  std::vector<FormField> fields;
  // An expression of the language. Its evaluation can fail: the form checks ranges, not every condition.
  std::string text;
  // A proposed name for the value, which a number makes unique: "mma", "copy", or "atom" if it is not tiled.
  std::string wish;
};
// Makes the form of an atom. `given`: values that replace the initial ones. Unknown fields are ignored; a value outside
// its field's range is clamped.
// For example, SM80_16x8x16_F32F16F16F32_TN with {tiled: on} gives make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN,
// (_2,_2,_1):(_1,_2,_4)), and fields for the atoms in M, N, K, the order of warps and the tile.
Form atom_form(AtomKind kind, const door::ListedAtom& atom, const std::vector<FieldValue>& given);

}  // namespace stridescope::app
