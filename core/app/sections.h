// The sections of a card: what there is to say of its value that costs more than its text, and is asked of it alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/app/records.h"
#include "core/app/verdict_line.h"

namespace stridescope::app {

enum class SectionKind : std::uint8_t {
#define SECTION(name, about) name,
#include "core/app/sections.def"
#undef SECTION
};
inline constexpr std::string_view section_names[] = {
#define SECTION(name, about) #name,
#include "core/app/sections.def"
#undef SECTION
};

// Those worth a line of a verdict, the outermost call first; or the answer of the section's kind.
using SectionAnswer = std::variant<std::vector<VerdictLine>, door::Swizzles, Step, Analysis>;

// A section that is open.
struct Section {
  SectionKind kind = SectionKind::verdict;
  bool pending = true;  // the answer is that of an older value, or is still to come
  // Null until the first, and where it is refused.
  std::shared_ptr<const SectionAnswer> answer = nullptr;
  Message refused = {};
};

// In the order in which a card shows them.
std::vector<SectionKind> offered_sections(const door::Binding& binding);
// Asks it of a value of the workspace's report. `element`: what the elements of an analysis are, by the name of
// CUTLASS; empty: not said.
Section answered(const Workspace& workspace, SectionKind kind, int binding, const std::string& element);
// What elements may be; the first one: not said.
std::span<const std::string_view> element_types();

}  // namespace stridescope::app
