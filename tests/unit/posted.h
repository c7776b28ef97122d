// Problems that were posted in public, as the gallery has them.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/data/gallery.h"
#include "core/records/verdict_line.h"
#include "core/workspace/workspace.h"

namespace stridescope {

struct Posted {
  const char* thread;
  std::vector<const char*> said;  // parts of what the program's user reads
  const char* answer;             // part of the sentence in the gallery
};

// Values, errors with their hints, notes, and the verdicts on the last value.
inline std::string said_of(std::string_view program, IntegerMode mode = IntegerMode::teaching) {
  Workspace w;
  const Report& report = w.evaluate(program, mode);
  std::string out;
  for (const ReportBinding& b : report.bindings) append_all(out, b.name, " = ", b.text, "\n");
  for (const Diagnostic& d : report.diagnostics) append_all(out, english(d.message), " | ", english(d.hint), "\n");
  append_all(out, english(report.left_out), "\n");
  const int last = static_cast<int>(report.bindings.size()) - 1;
  if (last < 0) return out;
  if (const auto calls = w.verdict(last)) {
    for (const app::VerdictLine& line : app::verdict_lines(*calls, mode)) {
      append_all(out, english(line.text), "\n");
      for (const app::VerdictLine::Fact& fact : line.facts)
        append_all(out, english(fact.name), ": ", english(fact.value), "\n");
    }
  }
  if (const auto analysis = w.analyze(last)) {
    for (const AnalysisSection& section : analysis->sections) {
      for (const AnalysisRow& row : section.rows)
        append_all(out, english(row.name), ": ", english(row.value), ": ", english(row.explanation), "\n");
    }
  }
  return out;
}

inline void check_posted(const std::vector<Posted>& problems) {
  for (const Posted& one : problems) {
    CAPTURE(one.thread);
    const GalleryEntry* entry = find_entry(cat("problems/", one.thread));
    REQUIRE(entry != nullptr);
    const std::string all = said_of(entry->program);
    CAPTURE(all);
    for (const char* part : one.said) {
      CAPTURE(part);
      CHECK(all.find(part) != std::string::npos);
    }
    CHECK(entry->about.find(one.answer) != std::string_view::npos);
  }
}

}  // namespace stridescope
