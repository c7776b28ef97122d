// The sections of a card: facts of its value that cost more than its text, and are computed on demand. A section is a
// question to the workspace (core/workspace/workspace.h) whose answer is stored on the card; when the value changes,
// the old answer stays until the new one is ready.
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

// A row of sections.def each, in the order in which a card shows them.
enum class SectionKind : std::uint8_t {
#define SECTION(name, about) name,
#include "core/records/sections.def"
#undef SECTION
};
// Their words in actions and records, in the order of SectionKind.
inline constexpr std::string_view section_names[] = {
#define SECTION(name, about) #name,
#include "core/records/sections.def"
#undef SECTION
};

// By kind: of `verdict` the calls worth a line (verdict_line.h); of `swizzles` what each would cost; of `derivation`
// the root of the steps; of `analysis` its sections and numbers.
using SectionAnswer = std::variant<std::vector<VerdictLine>, door::Swizzles, Step, Analysis>;

// A section that is open.
struct Section {
  SectionKind kind = SectionKind::verdict;
  bool pending = true;  // the answer is that of an older value, or is still to come
  // Null until the first, and where it is refused. post: it holds the alternative of `kind`.
  std::shared_ptr<const SectionAnswer> answer = nullptr;
  // The reason why the answer is missing, in one sentence with a fix; empty with an answer or a pending one.
  Message refused = {};
};

// In the order in which a card shows them. Every value has all of them but swizzles, which is for an access of shared
// memory: one that has the picture `lanes`.
std::vector<SectionKind> offered_sections(const door::Binding& binding);
// Asks it of a value of the workspace's report. `element`: what the elements of an analysis are, by the name of
// CUTLASS; empty: not said. Never fails: an error of the workspace is in `refused`. post: not pending. Costs what the
// question costs, for a search of swizzles up to half a second.
Section answered(const Workspace& workspace, SectionKind kind, int binding, const std::string& element);
// The element types, by their names in CUTLASS: "half_t", "float", ...; the first one, empty: not given. Lives as long
// as the program.
std::span<const std::string_view> element_types();

}  // namespace stridescope::app
