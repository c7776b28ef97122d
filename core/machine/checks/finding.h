// Faults that the checks of a run find, as values.
#pragma once

#include <array>
#include <vector>

#include "core/base/json.h"
#include "core/base/message.h"
#include "core/machine/observer.h"

namespace stridescope::machine {

enum class FindingKind : std::uint8_t {
#define STRIDESCOPE_FINDING(name) name,
#include "core/machine/checks/findings.def"
#undef STRIDESCOPE_FINDING
};
// "race"
std::string_view name_of(FindingKind kind);

// One of the two accesses of a finding, or the instruction where it shows.
struct Party {
  const Instruction* instruction = nullptr;  // nullptr: none
  std::uint32_t block = 0;
  std::uint32_t thread = 0;  // in the block
  Touch touch = Touch::read;
  bool asynchronous = false;  // a copy or a product that the thread issued
};

struct Finding {
  FindingKind kind = FindingKind::race;
  Party here;   // the later one
  Party other;  // the earlier one
  Space space = Space::generic;
  std::uint32_t block = 0;    // block whose shared memory it is
  std::uint64_t address = 0;  // the first
  std::uint64_t bytes = 0;    // bytes of the first access
  std::uint64_t times = 1;    // accesses of the same instructions
  std::string element;        // "(3,5)": of the argument, where its layout is known
  std::string argument;       // "0", "0+8" of a structure
  std::string tile;           // the variable of a tile in shared memory, instead of an argument
  Message what;               // the message of a fault without two accesses
  // More places that explain it, each with its instruction.
  struct Note {
    Message text;
    const Instruction* instruction = nullptr;
  };
  std::vector<Note> notes;

  // True if its parties are threads; for other kinds the notes name the warps.
  bool names_threads() const {
    return kind != FindingKind::deadlock && kind != FindingKind::unfinished_phase && kind != FindingKind::in_flight &&
           kind != FindingKind::missing_wgmma_fence;
  }
};

// "line 12, st.shared.u32 (k.cu:7)"
Message line_of(const Instruction& instruction, const Program& program);
// The source file, if .loc names one.
std::string_view file_of(const Instruction& instruction, const Program& program);

struct FindingContext {
  const Program* program = nullptr;
  std::array<std::int64_t, 3> block = {1, 1, 1};  // extents
};
Message to_message(const Finding& finding);
// "thread (1,0,0) of block 0 writes it"
Message to_message(const Party& party, FindingKind kind, const FindingContext& context);
// The sentence, and a line for each party and each note.
std::string finding_text(const Finding& finding, const FindingContext& context, const Catalog& catalog);
void write_finding(JsonWriter& out, const Finding& finding, const FindingContext& context);

}  // namespace stridescope::machine
