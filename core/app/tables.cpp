// Prints the facts of hardware that was not measured here.
#include "core/app/tables.h"

#include "core/base/text.h"
#include "core/base/wrap.h"
#include "core/memory/shared_memory.h"
#include "core/tiled/atom.h"

namespace stridescope::app {
namespace {

constexpr std::string_view head = R"man(
DESCRIPTION
    The facts about AMD's, Intel's and Apple's hardware come from tables:
    nothing of it was measured here, and each answer says so. A row has two
    sources that do not copy from each other and agree, or it says that it
    has one. What one maker says twice is one source.
)man";

constexpr std::string_view banks = R"man(
BANKS AND PHASES OF AMD'S LDS
    For bank_conflicts(P, "gfx942 ds_read_b128") and the picture of banks.

)man";

constexpr std::string_view gaps = R"man(
WITHOUT A ROW
    What was looked for and is not known.

)man";

constexpr std::string_view atoms = R"man(
MATRIX INSTRUCTIONS
    Each is an atom: v_mfma_f32_32x32x8_f16 draws it, make_tiled_mma tiles
    it.

)man";

constexpr std::string_view from_tables = "from tables, not measured here: ";

// For example 0-3+20-23, 4-7+16-19.
std::string lanes_text(const LdsRule& rule) {
  std::string out;
  for (const std::uint32_t phase : rule.phases) {
    if (phase == 0) continue;
    std::string one;
    for (int lane = 0; lane < 32; ++lane) {
      if ((phase >> lane & 1) == 0) continue;
      const int first = lane;
      while (lane < 31 && (phase >> (lane + 1) & 1) != 0) ++lane;
      one += cat(one.empty() ? "" : "+", first, '-', lane);
    }
    out += cat(out.empty() ? "" : ", ", one);
  }
  return out;
}

void paragraph(std::string& out, std::string_view text) { append_wrapped(out, text, 4, 76, 2); }

}  // namespace

std::string tables_text() {
  std::string out(head);
  out += banks;
  for (const LdsRule& rule : lds_rules()) {
    paragraph(out, cat(rule.name, ": ", rule.banks, " banks, together lanes ", lanes_text(rule), "; ",
                       rule.independent == 1 ? "one source: " : cat(rule.independent, " sources: "), rule.sources));
  }
  out += gaps;
  for (const LdsGap& gap : lds_gaps()) paragraph(out, cat(gap.name, ": ", gap.why));
  out += atoms;
  std::string_view source;
  for (const std::string& name : atom_names()) {
    const auto atom = find_mma(name);
    if (!atom || !atom->source.starts_with(from_tables)) continue;
    if (atom->source != source) {
      source = atom->source;
      paragraph(out, cat(source.substr(from_tables.size()), ':'));
    }
    out += cat("      ", name, '\n');
  }
  return out;
}

}  // namespace stridescope::app
