// Reads a text, collects the findings of all checks, and drops those that a comment excludes.
#include "core/lint/lint.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/characters.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/base/words.h"
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

// False for most files of a repository, which are then skipped.
bool may_have_layouts(std::string_view text) {
  static constexpr std::array<std::string_view, 12> words = {"cute",        "make_layout",  "make_tensor", "Layout<",
                                                             "Layout(",     "alloc_shared", "#ttg",        "ttg.",
                                                             "triton_gpu.", "tt.func",      ".target sm_", "Swizzle<"};
  return text.size() < 4096 || std::any_of(words.begin(), words.end(), [&](std::string_view word) {
           return text.find(word) != std::string_view::npos;
         });
}

// True for a module that tests a compiler and names the passes that it runs: its layouts are those before the passes,
// and cost nothing. The layouts of a source in CuTe are final, in a test, too.
bool is_compiler_test(std::string_view text) { return text.find("// RUN:") != std::string_view::npos; }

bool is_cost(Rule rule) { return rule == Rule::narrow || rule == Rule::sectors || rule == Rule::conflicts; }

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

// The lines of one file.
struct FileLines {
  std::string_view text;
  std::vector<std::string_view> lines;
  Excluded everywhere = 0;

  explicit FileLines(std::string_view whole) : text(whole) {
    for (std::string_view rest = whole; !rest.empty();) lines.push_back(cut_line(rest));
    for (const std::string_view line : lines) everywhere |= excluded_by(line, "stridescope: ignore-file");
  }
  // 1 for the first byte.
  std::uint32_t line_of(std::size_t at) const {
    const auto next = std::upper_bound(lines.begin(), lines.end(), at, [&](std::size_t place, std::string_view line) {
      return place < static_cast<std::size_t>(line.data() - text.data());
    });
    return static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(next - lines.begin(), 1));
  }
  std::size_t begin_of(std::uint32_t line) const {
    return line <= lines.size() ? static_cast<std::size_t>(lines[line - 1].data() - text.data()) : 0;
  }
  bool excludes(const Finding& one) const {
    const std::size_t line = std::min<std::size_t>(one.line, lines.size());
    Excluded all = everywhere | (line > 0 ? excluded_by(lines[line - 1], "stridescope: ignore") : 0);
    if (line > 1 && is_comment(lines[line - 2])) all |= excluded_by(lines[line - 2], "stridescope: ignore");
    return (all >> static_cast<unsigned>(one.rule) & 1U) != 0;
  }
};

// The source and the files that it includes, one after the other.
class Places {
 public:
  Places(std::string_view text, const std::vector<IncludedFile>& files) : files_(files) {
    lines_.emplace_back(text);
    for (const IncludedFile& one : files) lines_.emplace_back(one.text);
  }
  // The file with a position of the whole, and the position in it.
  std::pair<std::size_t, std::size_t> at(std::size_t position) const {
    std::size_t file = 0;
    while (file < files_.size() && files_[file].begin <= position) ++file;
    return {file, file == 0 ? position : position - files_[file - 1].begin};
  }
  const FileLines& lines(std::size_t file) const { return lines_[file]; }
  std::string_view name(std::size_t file) const { return file == 0 ? std::string_view() : files_[file - 1].name; }

 private:
  const std::vector<IncludedFile>& files_;
  std::vector<FileLines> lines_;
};

FindingPlace place_at(std::uint32_t position, Message what, const Places& places, bool whole_line) {
  const auto [file, at] = places.at(position);
  const FileLines& lines = places.lines(file);
  FindingPlace out;
  out.line = lines.line_of(at);
  out.column = static_cast<std::uint32_t>(at - lines.begin_of(out.line) + 1);
  out.what = std::move(what);
  const std::string_view text = out.line <= lines.lines.size() ? lines.lines[out.line - 1] : std::string_view();
  const std::size_t first = text.find_first_not_of(" \t");
  if (whole_line) out.column = static_cast<std::uint32_t>(first == std::string_view::npos ? 1 : first + 1);
  out.source = trimmed(text).substr(0, 200);
  out.file = places.name(file);
  return out;
}

Finding finding_of(Draft one, const Places& places, bool whole_line) {
  FindingPlace own = place_at(one.at, std::move(one.what), places, whole_line);
  Finding out = {one.rule, own.line, own.column, std::move(own.what), std::move(one.fix), std::move(one.program)};
  out.source = std::move(own.source);
  out.file = std::move(own.file);
  for (DraftPlace& related : one.related)
    out.related.push_back(place_at(related.at, std::move(related.what), places, false));
  if (!one.changed.empty()) {
    const FindingPlace change = place_at(one.changed.begin, {}, places, false);
    const std::uint32_t end = change.column + one.changed.end - one.changed.begin;
    if (change.file == out.file) out.edit = {change.line, change.column, end, std::move(one.change)};
  }
  return out;
}

// Sorts the findings and drops those that a comment excludes.
void finish(Linted& out, const Places& places, std::size_t files) {
  sort_stable(std::span(out.findings), [](const Finding& a, const Finding& b) {
    if (a.file != b.file) return a.file < b.file;
    return a.line != b.line ? a.line < b.line : a.rule < b.rule;
  });
  // Keeps one finding per rule and line: several calls of a function, or several stages of a tile, share one fault.
  const auto same = [](const Finding& a, const Finding& b) {
    return a.file == b.file && a.line == b.line && a.rule == b.rule;
  };
  out.findings.erase(std::unique(out.findings.begin(), out.findings.end(), same), out.findings.end());
  const std::size_t all = out.findings.size();
  std::erase_if(out.findings, [&](const Finding& one) {
    for (std::size_t i = 0; i <= files; ++i) {
      if (places.name(i) == one.file) return places.lines(i).excludes(one);
    }
    return false;
  });
  out.suppressed = all - out.findings.size();
  if (out.findings.size() > most_findings) out.findings.resize(most_findings);
}

// The checks of copies and MMAs on the values of a source.
void check_source(const SourceValues& seen, const Places& places, Linted& out) {
  // Parts have their number as their line: the checks only carry it.
  std::vector<std::uint32_t> numbers(seen.made.bindings.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint32_t>(i);
  std::map<std::string_view, std::size_t> waiting;
  for (const Declaration& one : seen.declarations) {
    if (one.kind >= DeclarationKind::shape) continue;
    ++(one.value ? out.values : out.open);
    if (!one.open_name.empty()) ++waiting[one.open_name];
  }
  const auto most = std::max_element(waiting.begin(), waiting.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != waiting.end()) out.open_name = most->first;
  for (XrayFinding& one : check_bindings(seen.made.bindings, numbers)) {
    const auto rule = rule_of(one.rule);
    const auto part = static_cast<std::size_t>(std::max(one.part, 0));
    if (!rule || one.part < 0 || seen.made.bindings[part].span.empty()) continue;
    const Binding& binding = seen.made.bindings[part];
    const bool of_access = *rule == Rule::width || *rule == Rule::sectors || *rule == Rule::conflicts;
    if (of_access && is_moved_alone(seen.text, binding)) continue;
    std::string program = std::move(one.program);
    if (program.empty())
      program = cat(binding.name, binding.name.empty() ? "" : " = ", to_text(binding.value, IntegerMode::teaching));
    Draft draft = {*rule, binding.span.begin, std::move(one.what), std::move(one.fix), std::move(program)};
    draft.needs = seen.needs[part];
    add_causes(seen, draft);
    out.findings.push_back(finding_of(std::move(draft), places, true));
  }
}

// The definitions of the attributes that a line of a module names: `#blocked = #ttg.blocked<...>`.
std::vector<DraftPlace> attributes_of(std::string_view line, const FileLines& file) {
  std::vector<DraftPlace> out;
  std::vector<std::string_view> names;
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    const std::string_view name = line.substr(at, word_end(line, at + 1) - at);
    if (std::find(names.begin(), names.end(), name) != names.end() || names.size() >= most_related) continue;
    names.push_back(name);
    // Not the places of a source, `#loc1 = loc("k.py":1:1)`.
    const auto defines = [&](std::string_view one) {
      return trimmed(one).starts_with(cat(name, " =")) && one.find('{') != std::string_view::npos;
    };
    const auto defined = std::find_if(file.lines.begin(), file.lines.end(), defines);
    if (name.size() < 2 || defined == file.lines.end()) continue;
    const std::size_t blanks = defined->find('#');
    out.push_back(
        {static_cast<std::uint32_t>(defined->data() - file.text.data() + blanks), say("'{}' is defined here", name)});
  }
  return out;
}

}  // namespace

bool is_source_name(std::string_view name) {
  static constexpr std::array<std::string_view, 14> ends = {
      ".cu", ".cuh", ".cpp", ".hpp", ".h", ".cc", ".cxx", ".py", ".mlir", ".ttir", ".ttgir", ".ptx", ".inl", ".stride"};
  return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return name.ends_with(end); });
}

bool is_read_as_source(std::string_view text) {
  return may_have_layouts(text) && !is_ptx(text) && reader_of(text) == TextReader::source;
}

Linted lint_source(const SourceValues& seen, std::string_view text) {
  Linted out;
  const Places places(text, seen.files);
  check_source(seen, places, out);
  std::vector<Draft> drafts;
  check_values(seen, seen.text, drafts);
  check_buffers(seen, seen.text, drafts);
  check_atoms(seen, text, drafts);
  for (Draft& one : drafts) {
    add_causes(seen, one);
    out.findings.push_back(finding_of(std::move(one), places, false));
  }
  finish(out, places, seen.files.size());
  return out;
}

Result<Linted> lint(std::string_view text, const IncludeReader& include) {
  Linted out;
  if (!may_have_layouts(text)) return out;
  const bool ptx = is_ptx(text);
  if (is_read_as_source(text)) {
    Budget budget = max_program_budget;
    auto seen = values_of(text, budget, include);
    if (!seen) return failure(std::move(seen.error()));
    return lint_source(*seen, text);
  }
  std::vector<Draft> drafts;
  const std::vector<IncludedFile> none;
  const Places places(text, none);
  if (ptx) {
    check_ptx(text, drafts);
  } else {
    auto seen = xray_of(text);
    if (!seen) return failure(std::move(seen.error()));
    out.values = seen->parts.size();
    const bool of_compiler = is_compiler_test(text);
    for (XrayFinding& one : seen->findings) {
      const auto rule = rule_of(one.rule);
      if (!rule || (of_compiler && is_cost(*rule))) continue;
      std::string program = std::move(one.program);
      if (program.empty() && one.part >= 0) program = seen->parts[static_cast<std::size_t>(one.part)].program;
      const auto begin = static_cast<std::uint32_t>(places.lines(0).begin_of(one.line));
      Draft draft = {*rule, begin, std::move(one.what), std::move(one.fix), std::move(program)};
      const FileLines& lines = places.lines(0);
      if (one.line >= 1 && one.line <= lines.lines.size())
        draft.related = attributes_of(lines.lines[one.line - 1], lines);
      out.findings.push_back(finding_of(std::move(draft), places, true));
    }
    check_module(text, drafts);
  }
  for (Draft& one : drafts) out.findings.push_back(finding_of(std::move(one), places, false));
  finish(out, places, 0);
  return out;
}

}  // namespace stridescope::lint
