// The facade's analysis: of a binding, with its element type and the tile that another statement gives it as context;
// and its text for a terminal.
#include "core/analysis/analysis.h"

#include <algorithm>

#include "core/analysis/memory_value.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/value/kind_word.h"
#include "core/workspace/conversion_section.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

void append_lines(std::string& out, std::string_view text) {
  while (!text.empty()) append_all(out, "  ", take_line(text), '\n');
}

}  // namespace

Result<Analysis> Workspace::analyze(int binding) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("there is no value {}", binding));
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  const Origin& origin = origins_[static_cast<std::size_t>(binding)];
  // The answer is one bit, or one line: what it is about is the two functions.
  if (origin.roles.compares && origin.args.size() == 2) return analyze_two(origin.args[0], origin.args[1]);
  Analysis out = analyze_value(value, report_.mode);
  add_thread_section(out, binding);
  add_memory_sections(out, value, 0);
  add_conversion_section(out, value);
  if (out.sections.empty()) {
    return failure(ErrorCode::unsupported, say("there is nothing to analyse in {}", a_kind(value)),
                   say("give a layout, a tensor, a swizzle, a shape, an access of memory or a tiling"));
  }
  return out;
}

std::string analysis_text(const Analysis& analysis, const Catalog& catalog) {
  const auto words = [&](const Message& message) { return render(message, catalog); };
  std::size_t names = 0;
  for (const AnalysisSection& section : analysis.sections) {
    for (const AnalysisRow& row : section.rows) names = std::max(names, columns_of(words(row.name)));
  }
  std::string out;
  for (const AnalysisSection& section : analysis.sections) {
    append_all(out, out.empty() ? "" : "\n", words(section.title), '\n');
    for (const AnalysisRow& row : section.rows) {
      const std::string name = words(row.name);
      const Message text = row.explanation.empty() ? row.value : say("{}: {}", row.value, row.explanation);
      append_all(out, "  ", name, std::string(names + 2 - columns_of(name), ' '), words(text), '\n');
    }
    if (!section.rows.empty() && !section.text.empty()) out.push_back('\n');
    append_lines(out, section.text);
  }
  return out;
}

}  // namespace stridescope
