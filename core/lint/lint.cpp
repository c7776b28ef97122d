// Reads a text, collects the findings of all checks, and drops those that a comment excludes.
#include "core/lint/lint.h"

#include <algorithm>
#include <array>

#include "core/base/characters.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/foreign/marks.h"
#include "core/foreign/modules/xray.h"
#include "core/lint/lint_parts.h"
#include "core/sources/source_values.h"

namespace stridescope::lint {
namespace {

constexpr std::size_t most_findings = 1000;

std::optional<Rule> rule_of(XrayRule rule) {
  switch (rule) {
    case XrayRule::note:
    // Operands of an MMA in registers have an owner in each warp that needs them.
    case XrayRule::shared:
      return std::nullopt;
    case XrayRule::uncovered:
      return Rule::uncovered;
    case XrayRule::atom:
      return Rule::atom;
    case XrayRule::width:
      return Rule::width;
    case XrayRule::narrow:
      return Rule::narrow;
    case XrayRule::alignment:
      return Rule::alignment;
    case XrayRule::sectors:
      return Rule::sectors;
    case XrayRule::conflicts:
      return Rule::conflicts;
    case XrayRule::swizzle:
      return Rule::swizzle;
  }
  return std::nullopt;
}

// False for most files of a repository, which are not read.
bool may_have_layouts(std::string_view text) {
  static constexpr std::array<std::string_view, 12> words = {"cute",        "make_layout",  "make_tensor", "Layout<",
                                                             "Layout(",     "alloc_shared", "#ttg",        "ttg.",
                                                             "triton_gpu.", "tt.func",      ".target sm_", "Swizzle<"};
  return text.size() < 4096 || std::any_of(words.begin(), words.end(), [&](std::string_view word) {
           return text.find(word) != std::string_view::npos;
         });
}

// The rules that a comment of the line excludes: bits by rule; all without a list, none without a comment.
using Excluded = std::uint32_t;
static_assert(std::size(rules) < 32);
Excluded excluded_by(std::string_view line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  if (at == std::string_view::npos) return 0;
  std::string_view rest = line.substr(at + mark.size());
  if (!rest.starts_with("(")) return rest.empty() || !(is_word(rest[0]) || rest[0] == '-') ? ~Excluded{0} : 0;
  rest = rest.substr(1, rest.find(')') - 1);
  Excluded out = 0;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    for (std::size_t i = 0; i < std::size(rules); ++i) {
      if (rules[i].id == trimmed(one)) out |= Excluded{1} << i;
    }
  }
  return out;
}

bool is_comment(std::string_view line) {
  line = trimmed(line);
  return line.starts_with("//") || line.starts_with("#");
}

void drop_excluded(const std::vector<std::string_view>& lines, Linted& out) {
  Excluded everywhere = 0;
  for (const std::string_view line : lines) everywhere |= excluded_by(line, "stridescope: ignore-file");
  const auto excluded = [&](const Finding& one) {
    const std::size_t line = std::min<std::size_t>(one.line, lines.size());
    Excluded all = everywhere | (line > 0 ? excluded_by(lines[line - 1], "stridescope: ignore") : 0);
    if (line > 1 && is_comment(lines[line - 2])) all |= excluded_by(lines[line - 2], "stridescope: ignore");
    return (all >> static_cast<unsigned>(one.rule) & 1U) != 0;
  };
  const auto kept = std::remove_if(out.findings.begin(), out.findings.end(), excluded);
  out.suppressed = static_cast<std::size_t>(out.findings.end() - kept);
  out.findings.erase(kept, out.findings.end());
}

// The checks of copies and MMAs on the values of a source.
void check_source(const SourceValues& seen, std::string_view text, Linted& out) {
  std::vector<std::uint32_t> lines;
  std::size_t at = 0;
  std::uint32_t line = 1;
  std::vector<std::size_t> order(seen.made.bindings.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto begin_of = [&](std::size_t i) { return seen.made.bindings[i].span.begin; };
  sort_stable(std::span(order), [&](std::size_t a, std::size_t b) { return begin_of(a) < begin_of(b); });
  lines.resize(order.size());
  for (const std::size_t i : order) {
    for (; at < begin_of(i); ++at) line += text[at] == '\n' ? 1 : 0;
    lines[i] = line;
  }
  for (const Declaration& one : seen.declarations) out.values += one.value && one.kind < DeclarationKind::shape ? 1 : 0;
  for (XrayFinding& one : check_bindings(seen.made.bindings, lines)) {
    const auto rule = rule_of(one.rule);
    const auto part = static_cast<std::size_t>(std::max(one.part, 0));
    if (!rule || one.part < 0 || seen.made.bindings[part].span.empty()) continue;
    const Binding& binding = seen.made.bindings[part];
    const bool of_access = *rule == Rule::width || *rule == Rule::sectors || *rule == Rule::conflicts;
    if (of_access && is_moved_alone(text, binding)) continue;
    std::string program = std::move(one.program);
    if (program.empty())
      program = cat(binding.name, binding.name.empty() ? "" : " = ", to_text(binding.value, IntegerMode::teaching));
    out.findings.push_back({*rule, one.line, 0, std::move(one.what), std::move(one.fix), std::move(program)});
  }
}

}  // namespace

bool is_source_name(std::string_view name) {
  static constexpr std::array<std::string_view, 14> ends = {
      ".cu", ".cuh", ".cpp", ".hpp", ".h", ".cc", ".cxx", ".py", ".mlir", ".ttir", ".ttgir", ".ptx", ".inl", ".stride"};
  return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return name.ends_with(end); });
}

Result<Linted> lint(std::string_view text, const IncludeReader& include) {
  Linted out;
  if (!may_have_layouts(text)) return out;
  std::vector<Draft> drafts;
  if (is_ptx(text)) {
    check_ptx(text, drafts);
  } else if (reader_of(text) == TextReader::source) {
    Budget budget = max_program_budget;
    auto seen = values_of(text, budget, include);
    if (!seen) return failure(std::move(seen.error()));
    check_source(*seen, text, out);
    check_values(*seen, text, drafts);
    check_buffers(*seen, text, drafts);
    check_atoms(*seen, text, drafts);
  } else {
    auto seen = xray_of(text);
    if (!seen) return failure(std::move(seen.error()));
    out.values = seen->parts.size();
    for (XrayFinding& one : seen->findings) {
      const auto rule = rule_of(one.rule);
      if (!rule) continue;
      std::string program = std::move(one.program);
      if (program.empty() && one.part >= 0) program = seen->parts[static_cast<std::size_t>(one.part)].program;
      out.findings.push_back({*rule, one.line, 0, std::move(one.what), std::move(one.fix), std::move(program)});
    }
    check_module(text, drafts);
  }
  std::vector<std::string_view> lines;
  for (std::string_view rest = text; !rest.empty();) lines.push_back(cut_line(rest));
  for (Draft& one : drafts) {
    const char* const at = text.data() + one.at;
    const auto next = std::upper_bound(lines.begin(), lines.end(), at, [](const char* place, std::string_view line) {
      return std::less<>()(place, line.data());
    });
    const auto line = static_cast<std::uint32_t>(next - lines.begin());
    const auto column = static_cast<std::uint32_t>(at - next[-1].data() + 1);
    out.findings.push_back({one.rule, line, column, std::move(one.what), std::move(one.fix), std::move(one.program)});
  }
  for (Finding& one : out.findings) {
    const std::string_view line = one.line <= lines.size() ? lines[one.line - 1] : std::string_view();
    one.source = trimmed(line).substr(0, 200);
    if (one.column > 0) continue;
    const std::size_t first = line.find_first_not_of(" \t");
    one.column = static_cast<std::uint32_t>(first == std::string_view::npos ? 1 : first + 1);
  }
  sort_stable(std::span(out.findings),
              [](const Finding& a, const Finding& b) { return a.line != b.line ? a.line < b.line : a.rule < b.rule; });
  // One finding of a rule a line: several calls of a function, and several stages of a tile, have one fault.
  const auto same = [](const Finding& a, const Finding& b) { return a.line == b.line && a.rule == b.rule; };
  out.findings.erase(std::unique(out.findings.begin(), out.findings.end(), same), out.findings.end());
  drop_excluded(lines, out);
  if (out.findings.size() > most_findings) out.findings.resize(most_findings);
  return out;
}

}  // namespace stridescope::lint
