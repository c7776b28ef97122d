// The sections of a card: facts of its value that cost more than its text, and are computed on demand. A section is a
// query of the workspace (core/workspace/workspace.h) whose answer is stored on the card; when the value changes, the
// old answer stays until the new one is ready.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/records/records.h"
#include "core/records/verdict_line.h"

namespace stridescope::app {

// One for each row of sections.def, in the order on a card.
enum class SectionKind : std::uint8_t {
#define SECTION(name, about) name,
#include "core/records/sections.def"
#undef SECTION
};
// The words for them in actions and records, in the order of SectionKind.
inline constexpr std::string_view section_names[] = {
#define SECTION(name, about) #name,
#include "core/records/sections.def"
#undef SECTION
};

// By kind. `verdict`: the calls that get a line (verdict_line.h). `swizzles`: the cost of each. `derivation`: the root
// of the steps. `analysis`: its sections and numbers.
using SectionAnswer = std::variant<std::vector<VerdictLine>, door::Swizzles, Step, Analysis>;

// An open section.
struct Section {
  SectionKind kind = SectionKind::verdict;
  bool pending = true;  // the answer is that of an older value, or is not computed yet
  // Null before the first answer, and if it is refused. post: it holds the alternative of `kind`.
  std::shared_ptr<const SectionAnswer> answer = nullptr;
  // The reason for a missing answer, in one sentence with a fix; empty if an answer exists or is pending.
  Message refused = {};
};

// In the order on a card. Every value has all sections except swizzles, which only an access of shared memory has: a
// value with the picture `lanes`.
std::vector<SectionKind> offered_sections(const door::Binding& binding);
// Queries the workspace for a section of a value. `element`: the element type of an analysis, by its name in CUTLASS;
// empty: unknown. Never fails: an error of the workspace is in `refused`. post: not pending. Costs as much as the
// query: up to half a second for a search of swizzles.
Section answered(const Workspace& workspace, SectionKind kind, int binding, const std::string& element);
// The names of element types in CUTLASS: "half_t", "float", ...; the first is empty: no type is given. Static memory.
std::span<const std::string_view> element_types();

}  // namespace stridescope::app
