// Findings about layouts in source files: CuTe in C++ and Python, MLIR of CuTe DSL, TTGIR, TileLang, PTX. Every finding
// has a coordinate or a count that the core computed; text that has no value has no finding. Needs no GPU.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/sources/source_values.h"
#include "core/workspace/workspace.h"

namespace stridescope::lint {

using stridescope::Severity;
inline constexpr std::string_view severity_names[] = {"error", "warning"};

enum class Rule : std::uint8_t {
#define RULE(name, id, severity, summary) name,
#include "core/lint/rules.def"
#undef RULE
};
struct RuleRow {
  std::string_view id;
  Severity severity;
  std::string_view summary;
};
inline constexpr RuleRow rules[] = {
#define RULE(name, id, severity, summary) {id, Severity::severity, summary},
#include "core/lint/rules.def"
#undef RULE
};
constexpr const RuleRow& row_of(Rule rule) { return rules[static_cast<std::size_t>(rule)]; }

// A change of one line that makes the finding go away: bytes from `begin` up to `end` of the line, from 1.
struct FindingEdit {
  std::uint32_t line = 1;
  std::uint32_t begin = 1;
  std::uint32_t end = 1;
  std::string text;
};

// A declaration that a finding depends on: the layout of the tensor that an access reads, the number of its rows.
struct FindingPlace {
  // From 1, as those of a finding.
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  // `'m' is 5100 here`
  Message what;
  // The line, and its file, as those of a finding.
  std::string source = {};
  std::string file = {};
};
inline constexpr std::size_t most_related = 4;

struct Finding {
  Rule rule = Rule::law;
  // From 1. The column counts bytes.
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  // The failed condition with its coordinate or count; in English, unless it is also a note of the core.
  Message what;
  // May be empty.
  Message fix;
  // A program of the language with a value that shows it; may be empty.
  std::string program;
  // The line without the blanks at its ends, at most 200 bytes.
  std::string source = {};
  // The included file in which it is, as the reader of included files names it; empty for the source itself.
  std::string file = {};
  // Only for a fix that was computed.
  std::optional<FindingEdit> edit = std::nullopt;
  // The nearest first, at most most_related, on other lines than the finding.
  std::vector<FindingPlace> related = {};
  // The source through which an included file was read; reports show it.
  std::string through = {};
};

struct Linted {
  // By line.
  std::vector<Finding> findings;
  // Findings that a comment excludes: `stridescope: ignore` or `stridescope: ignore(rule, rule)` on the line or alone
  // on the line before, `stridescope: ignore-file(rule)` anywhere.
  std::size_t suppressed = 0;
  // Layouts, tensors, copies and MMAs with a value, and those without: these have no findings. The name that most of
  // them wait for, which a comment `stride:` can bind; may be empty.
  std::size_t values = 0;
  std::size_t open = 0;
  std::string open_name = {};
};

// True for the names of files whose text can have findings, by their ends.
bool is_source_name(std::string_view name);

// A comment `stride: bM = 128, bN = 64` gives names that the text leaves open their values; threadIdx and blockIdx are
// 0. Any text has an answer: parts that are not read have no findings. too_large as for xray_of.
Result<Linted> lint(std::string_view text, const IncludeReader& include = {});
// The same, for a source that was evaluated before; is_read_as_source: not a module, PTX, or a text without layouts.
bool is_read_as_source(std::string_view text);
Linted lint_source(const SourceValues& seen, std::string_view text);

}  // namespace stridescope::lint
