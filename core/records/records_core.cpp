// Describes the core's own structs and a program's report as records of the door.
#include <algorithm>

#include "core/analysis/compared.h"
#include "core/analysis/memory_value.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/category/morphism.h"
#include "core/functions/builtin.h"
#include "core/kernels/kernel_plan.h"
#include "core/records/records.h"
#include "core/records/shown.h"
#include "core/records/swizzle_words.h"
#include "core/tune/tuning.h"
#include "core/workspace/no_picture.h"

namespace stridescope {

void members(Archive& a, Property& r) {
  if (!a.record("Row", "A named value.")) return;
  a.member("name", r.name, "The name of the value.");
  a.member("value", r.value, "The printed value.");
}

void members(Archive& a, Described& r) {
  if (!a.record("Described", "The description of a cell.")) return;
  a.member("text", r.text, "The description in one line.");
  a.member("rows", r.rows, "The same as a table: coordinates, offset, owner.");
}

void members(Archive& a, ProgramEdit& r) {
  if (!a.record("ProgramEdit", "An edit of the program.")) return;
  a.member("span", r.span, "The span to replace.");
  a.member("text", r.text, "The new text.");
  a.member("adds_lines", r.adds_lines,
           "True: the edit adds lines at the end of the program; the UI shows them and moves the caret to their end.");
}

void members(Archive& a, Linked::Cell& r) {
  if (!a.record("CellRef", "A cell by the 1-D coordinate of its binding's domain, the same in every picture.")) return;
  a.member("binding", r.binding, "Index of the value in the report.");
  a.member("cell", r.cell, "1-D coordinate of its domain.");
}

void members(Archive& a, Linked& r) {
  if (!a.record("Linked", "The cells of all bindings that a cell comes from or feeds.")) return;
  a.member("sentence", r.sentence, "The path as a sentence.");
  a.member("cells", r.cells, "The cell itself comes first.");
}

void members(Archive& a, Completion& r) {
  static constexpr std::string_view kinds[] = {"function", "binding", "keyword"};
  if (!a.record("Completion", "A word that fits at a position.")) return;
  a.member("label", r.label, "The word.");
  a.word("kind", r.kind, kinds, "What the word names.");
  a.member("detail", r.detail, "Signatures, one per line, or the printed value.");
  a.member("info", r.info, "The meaning of a function or a keyword; empty for a value.");
}

void members(Archive& a, Completions& r) {
  if (!a.record("Completions", "The words that fit at a position of a program.")) return;
  Span word = {r.from, r.to};
  a.member("span", word, "The word to replace.");
  a.member("items", r.items, "The best word first.");
}

void members(Archive& a, Step& r) {
  if (!a.record("Step", "A step of a derivation: a rule, its equation, and its substeps.")) {
    return;
  }
  a.member("rule", r.rule, "The title of the rule.");
  a.member("statement", r.statement, "The rule in a sentence.");
  a.member("expression", r.expression, "An expression of the language: its evaluation gives `value`.");
  a.member("value", r.value, "The printed value.");
  a.member("why", r.why, "The rule with the numbers of this step; can be empty.");
  a.member("exact", r.exact, "True: expression and value are complete.");
  a.member("cut", r.cut, "True: some steps are omitted.");
  a.unless_empty("operands", r.operands, "For a root: the derivations of the operations among its operands.");
  a.member("steps", r.steps, "In order.");
}

void members(Archive& a, IntegerForms& r) {
  if (!a.record("IntegerForms", "A result with all integers static and with all integers dynamic, if the two differ."))
    return;
  a.member("static", r.static_form, "With static integers, or `refused: reason`.");
  a.member("dynamic", r.dynamic_form, "With dynamic integers, or `refused: reason`.");
  a.member("sameFunction", r.same_function, "True: both are the same function of a coordinate.");
  a.member("why", r.why, "The rules of CuTe that cause the difference.");
}

namespace {

struct Counterexample {
  std::int64_t at = 0;
  std::string natural;
  Message got;
  Message should_be;
};
void members(Archive& a, Counterexample& r) {
  if (!a.record("Counterexample", "The first coordinate at which a law fails.")) return;
  a.member("at", r.at, "1-D.");
  a.member("natural", r.natural, "The same coordinate in the nesting of the domain.");
  a.member("got", r.got, "The value of the result at this coordinate.");
  a.member("shouldBe", r.should_be, "The value that the law requires.");
}

struct CauseOf {
  std::string_view name;
  Message meaning;
  Message here;
};
void members(Archive& a, CauseOf& r) {
  if (!a.record("Cause", "The cause of a violation.")) return;
  a.member("name", r.name, "A fixed word, for programs.");
  a.member("meaning", r.meaning, "The meaning in one or two sentences.");
  a.member("here", r.here, "The numbers of this call; can be empty.");
}

}  // namespace

void members(Archive& a, OperationVerdict& r) {
  if (!a.record("Verdict", "The verdict on a call: whether its result satisfies the laws of the function.")) return;
  std::optional<Counterexample> counterexample;
  std::optional<CauseOf> cause;
  if (r.verdict.at) counterexample = {*r.verdict.at, r.verdict.natural, r.verdict.got, r.verdict.should_be};
  if (r.verdict.cause != Cause::none) {
    cause = {name_of(r.verdict.cause), meaning_of(r.verdict.cause), r.verdict.explanation};
  }
  a.member("function", r.function, "The name of the function.");
  a.member("source", r.source, "The call, with its white space collapsed.");
  a.member("span", r.span, "The position of the call.");
  a.member("result", r.result, "The result, printed in the mode of the report.");
  a.word("status", r.verdict.status, law_status_names, "The result of the check.");
  Message law = r.verdict.law;
  a.member("law", law, "The law in the notation of the field, in one line.");
  a.member("text", r.verdict.text, "The result of the check, as a sentence.");
  a.member("checked", r.verdict.checked,
           "For a satisfied law: the evidence, which is the number of coordinates or the conditions; otherwise empty.");
  a.member("counterexample", counterexample, "The first counterexample, if a coordinate is one.");
  a.member("cause", cause, "The cause of a violation; `other` if no rule explains it.");
  a.member("forms", r.forms, "Only if the result depends on which integers are static.");
}

void members(Archive& a, Scene::Slice& r) {
  if (!a.record("Slice", "The coordinate of a mode beyond the second, or the step of a played picture.")) return;
  a.member("mode", r.mode, "The mode, from 2.");
  a.member("title", r.title, "The text of a slider.");
  a.member("size", r.size, "The number of coordinates or steps.");
  a.member("value", r.value, "The current one.");
}

void members(Archive& a, Scene::LegendEntry& r) {
  if (!a.record("LegendEntry", "The meaning of a color or a mark in a picture.")) return;
  std::int32_t color = color_entry(r.color);
  a.member("color", color, "The class of the color in a palette; -1: the mark has the meaning.");
  a.member("label", r.label, "The meaning in words.");
  a.member(
      "mark", r.mark,
      "cell: the color of the class; an arrow (step, carry); or a state of a cell (image, gap, dimmed, lit, crossed).");
}

void members(Archive& a, SwizzleSearch::Padding& r) {
  if (!a.record("Padding", "A padding after each row of a tile, as an alternative to a swizzle.")) return;
  a.member("elements", r.elements, "The elements added after each row.");
  a.member("row", r.row_elements, "The elements of a row.");
  a.member("bytes", r.bytes_added, "The bytes added to the tile.");
  a.member("wavefronts", r.wavefronts, "The wavefronts of all accesses to the padded tile.");
}

namespace door {

void members(Archive& a, OfferedWord& r) {
  if (!a.record("OfferedWord", "A word that a view can have.")) return;
  a.member("word", r.word, "The word in a view.");
  a.member("title", r.title, "The displayed text.");
}

void members(Archive& a, OfferedPicture& r) {
  if (!a.record("OfferedView", "A picture that a value can have; the first entry of each list is the default.")) return;
  a.member("kind", r.kind, "The word of the picture.");
  a.member("title", r.title, "The text on a switch.");
  a.member("labels", r.labels, "The possible texts in a cell.");
  a.member("colors", r.colors, "The properties that can color a cell.");
  a.unless_empty("like", r.like, "Another offered picture of the same subject: this picture is a choice within it.");
  a.member_if(r.more, "more", r.more, "True: a switch does not show it at first.");
}

void members(Archive& a, Binding& r) {
  if (!a.record("Binding", "A value of the program.")) return;
  a.member("id", r.id, "The index in the report.");
  a.member("key", r.key,
           "Stays the same when the program is edited: the name, `NAME#1` for the next value of that name; `#0`, `#1`, "
           "... without a name.");
  a.member("name", r.name, "The name; empty for an expression without a name.");
  a.member("span", r.span, "The span of the statement.");
  a.member("line", r.line, "The line, from 1, on which the statement ends and its result is shown.");
  a.member("source", r.source, "The right-hand side as typed, with its white space collapsed.");
  a.member("kind", r.kind, "The kind of the value.");
  a.unless_empty("kernel", r.kernel,
                 "The kind of a kernel that a runner can run: a word of core/kernels/kernel_kinds.def.");
  a.member("text", r.text, "The value, printed in the integer mode of the report.");
  a.unless_empty("brief", r.brief, "A short form, if the text is long.");
  a.unless_empty("rows", r.rows, "The text in the language of the user, if it consists of sentences.");
  a.member("cute", r.cute, "The value as CuTe prints it.");
  a.member("properties", r.properties, "Size, rank, cosize, ...");
  a.member("views", r.views, "The pictures of the value, the default first; empty if it has none.");
  a.unless_empty("noPicture", r.no_picture,
                 "The reason why it has no picture, if the printed form does not show the whole value.");
  a.member("uses", r.uses, "The ids of the earlier bindings that it uses.");
  a.unless_empty("usedIn", r.used_in, "The ids of the later named bindings that use it.");
  a.unless_empty("arrows", r.arrows, "The picture whose arrows can be moved.");
  a.member_if(r.tunable, "tunable", r.tunable, "For a kernel: equivalent kernels may exist, for `tune`.");
  a.member_if(r.product, "product", r.product, "For a kernel: it multiplies matrices.");
  a.member_if(r.compares_kernels, "comparesKernels", r.compares_kernels,
              "True: it compares two kernels, whose code can be compared.");
}

std::vector<std::string> Problem::fixes() const {
  std::vector<std::string> out = alternatives;
  if (!replacement.empty()) out.insert(out.begin(), replacement);
  return out;
}

void members(Archive& a, Problem& r) {
  static constexpr std::string_view severities[] = {"error", "warning"};
  if (!a.record("Diagnostic", "A problem at a position of the program.")) return;
  a.word("severity", r.severity, severities, "The severity.");
  a.member("code", r.code, "A fixed word, for programs.");
  a.member("span", r.span, "The position of the problem.");
  a.member("line", r.line, "The line, from 1.");
  a.member("column", r.column, "The column, from 1, in code points.");
  a.member("message", r.message, "The violated condition, with its numbers.");
  a.member("hint", r.hint, "A fix; can be empty.");
  a.member("replacement", r.replacement, "Text that fixes the span, or empty.");
  a.unless_empty("alternatives", r.alternatives, "Further texts that fix the span otherwise.");
  a.unless_empty(
      "hole", r.hole,
      "The name of an integer that the text does not give: a line such as `n1 = 128` before it gives its value.");
  a.unless_empty("example", r.example, "The value used for that integer as an example, if any.");
  bool consequent = app::is_consequent(r);
  a.member_if(consequent, "consequent", consequent, "True: it follows from another error.");
}

void members(Archive& a, SkippedPart& r) {
  if (!a.record("SkippedPart", "A part of a pasted text that does not give a value.")) return;
  a.member("span", r.span, "The position of the part.");
  a.member("reason", r.reason, "The kind of text.");
}

void members(Archive& a, Omitted& r) {
  if (!a.record("Omitted", "The numbers of items beyond the requested limit.")) return;
  a.member("bindings", r.bindings, "The number of values.");
  a.member("diagnostics", r.diagnostics, "The number of errors and warnings.");
}

void members(Archive& a, Report& r) {
  if (!a.record("Report", "The result of evaluating a program.")) return;
  int version = 1;
  a.member("version", version, "The version of this record.");
  a.word("mode", r.mode, integer_mode_names, "How integers print.");
  a.member("bindings", r.bindings, "The values, in the order of the program; a statement with an error has none.");
  a.member("diagnostics", r.diagnostics, "In the order of the program.");
  a.member("left_out", r.left_out, "One line about pasted text that is not about layouts, or empty.");
  a.member("skipped", r.skipped, "The skipped text, part by part.");
  a.member("omitted", r.omitted, "The number of items beyond the limit.");
}

Report report_of(const Workspace& workspace, std::size_t limit) {
  const stridescope::Report& report = workspace.report();
  const TextMap map(workspace.program());
  Report out;
  out.mode = report.mode;
  out.left_out = report.left_out;
  const std::size_t bindings = std::min(report.bindings.size(), limit);
  const std::size_t diagnostics = std::min(report.diagnostics.size(), limit);
  out.omitted = {report.bindings.size() - bindings, report.diagnostics.size() - diagnostics};
  std::map<std::string_view, int> seen;
  for (std::size_t i = 0; i < bindings; ++i) {
    const ReportBinding& b = report.bindings[i];
    Binding& to = out.bindings.emplace_back();
    to.id = static_cast<int>(i);
    const int count = seen[b.name]++;
    to.key = count > 0 || b.name.empty() ? cat(b.name, '#', count) : b.name;
    to.name = b.name;
    to.span = b.span;
    to.line = map.place(b.span.end).line;
    to.source = b.source;
    to.kind = kind_name(b.value);
    to.number = b.value.is<IntTuple>() || b.value.is<Bool>();
    to.kernel = kernel_kind(b.value);
    to.text = b.text;
    if (b.value.is<Object>()) {
      to.rows = rows_of(b.value);
      if (const auto* tuning = b.value.as<Tuning>()) to.rows = rows_of(*tuning);
      const bool sentence = !to.rows.empty() && to.rows.front().name.empty();
      for (AnalysisRow& row : to.rows) row.detail = sentence && !row.name.empty();
      to.brief = brief_of(b.value);
      if (to.brief.empty() && !to.rows.empty()) to.brief = to.rows.front().value;
    }
    to.cute = to_text(b.value);
    to.uses = b.uses;
    for (const int id : b.uses) {
      if (!b.name.empty() && id < to.id) out.bindings[static_cast<std::size_t>(id)].used_in.push_back(to.id);
    }
    if (b.value.is<Object>()) {
      if (b.value.as<Morphism>() != nullptr) to.arrows = name_of(Picture::diagram);
      if (const auto* both = b.value.as<Compared>()) to.compares_kernels = is_kernel(both->a) && is_kernel(both->b);
      to.tunable = has_candidates(b.value);
      to.product = b.value.as<GemmKernel>() != nullptr || b.value.as<MmaKernel>() != nullptr;
    }
    if (auto properties = workspace.properties(to.id)) to.properties = std::move(*properties);
    if (const auto views = workspace.views(to.id)) {
      std::size_t apart = 0;
      for (const OfferedView& view : *views) {
        OfferedPicture& offered =
            to.views.emplace_back(OfferedPicture{std::string(name_of(view.picture)), view.title, {}, {}});
        const Picture like = stridescope::like(view.picture);
        if (like != view.picture)
          offered.like = name_of(like);
        else
          offered.more = ++apart > max_shown_pictures;
        for (const Label label : view.labels) offered.labels.push_back({std::string(name_of(label)), title_of(label)});
        for (const ColorBy color : view.colors)
          offered.colors.push_back({std::string(name_of(color)), title_of(color)});
      }
      if (to.views.empty()) to.no_picture = no_picture(workspace, to.id);
    }
  }
  for (std::size_t i = 0; i < diagnostics; ++i) {
    const Diagnostic& d = report.diagnostics[i];
    const TextMap::Place place = map.place(d.span.begin);
    out.diagnostics.push_back({d.severity, code_name(d.code), d.span, place.line, place.column, d.message, d.hint,
                               d.replacement, d.hole, d.example, d.alternatives});
  }
  for (const Remainder& one : report.remainders) {
    if (out.skipped.size() == limit) break;
    if (remainder_note(one.kind) != RemainderNote::quiet) out.skipped.push_back({one.span, remainder_reason(one.kind)});
  }
  return out;
}

void members(Archive& a, SceneHeader& r) {
  if (!a.record("Scene", "A picture: cells with an identity and a color class, and the texts around them.")) return;
  static const Scene none;
  Scene& s = const_cast<Scene&>(r.scene != nullptr ? *r.scene : none);  // an archive only writes it
  std::string_view kind = name_of(s.picture);
  bool drawn = s.labelled() || s.rows * s.cols == 0;
  bool played = is_played(s.picture);
  std::optional<NumberArray> ids;
  std::optional<NumberArray> colors;
  if (r.with_cells) {
    ids = NumberArray(s.ids);
    if (r.with_colors) colors = NumberArray(s.colors);
  }
  a.member("kind", kind, "The word of the picture.");
  a.member("title", s.title, "The meaning of the colors, or the subject of the picture.");
  a.member("rows", s.rows, "Rows of the matrix of cells.");
  a.member("cols", s.cols, "Columns of the matrix of cells.");
  a.member("rowHeads", s.row_heads, "One list per level, outermost first; empty if there are too many.");
  a.member("colHeads", s.col_heads, "One list per level, outermost first; empty if there are too many.");
  a.member("slices", s.slices, "One for each fixed mode or step; empty if the whole value is shown.");
  a.member("played", played, "True: the slices are steps, for a player.");
  a.member("legend", s.legend, "The meaning of the colors and marks.");
  a.member("note", s.note,
           "A note about the whole picture: how to read it, what it omits, which other slice is shown; or empty.");
  a.member("svg", drawn, "True: it is small enough for an SVG of the core.");
  a.member("ids", ids,
           "By row * cols + column: the 1-D coordinate of the value, or the index of another item, such as a sector; "
           "-1: none.");
  a.member("colors", colors, "The color class by row * cols + column; -1: none, -2: nothing is drawn.");
}

void members(Archive& a, SwizzleChoice& r) {
  if (!a.record("SwizzleCandidate", "A swizzle of a tile, with its cost.")) return;
  a.member("name", r.name, "Sw<B,M,S>; empty: none.");
  a.member("prefix", r.prefix, "The text before the layout of the tile.");
  a.member("wavefronts", r.wavefronts, "The wavefronts of all accesses to the tile.");
  a.member("hardware", r.hardware, "True: TMA and wgmma support it.");
  a.member("current", r.current, "True: it is the current swizzle of the tile.");
}

void members(Archive& a, Swizzles& r) {
  if (!a.record("SwizzleTrials",
                "The swizzles of a tile in shared memory, and the edit that inserts one into the program.")) {
    return;
  }
  Message told = r.candidates.empty() ? Message() : app::swizzles_summary(r);
  Message padding = app::padding_summary(r);
  a.member("told", told, "The tried swizzles and the result; empty if none was tried.");
  a.unless_empty("paddingTold", padding, "The effect of a padding instead of a swizzle.");
  a.member("span", r.span, "The span to replace with the prefix of the candidate and `rest`.");
  a.member("accesses", r.accesses, "The bindings whose wavefronts are counted.");
  a.member("wavefronts", r.wavefronts, "The wavefronts of the current program.");
  a.member("ideal", r.ideal, "The wavefronts without bank conflicts.");
  a.member("tried", r.tried, "The number of tried swizzles and paddings.");
  a.member("rest", r.rest, "The text for the layout of the tile.");
  a.member("candidates", r.candidates, "The best first; includes the current swizzle of the tile, and no swizzle.");
  a.member("padding", r.padding, "The smallest padding among those with the fewest wavefronts.");
}

Swizzles swizzles_of(const SwizzleTrials& trials, IntegerMode mode) {
  const std::string_view zero = mode == IntegerMode::cute ? "_0" : "0";
  Swizzles out;
  out.span = trials.span;
  out.accesses = trials.accesses;
  out.wavefronts = trials.wavefronts;
  out.ideal = trials.ideal_wavefronts;
  out.tried = trials.tried;
  out.rest = trials.rest;
  out.padding = trials.padding;
  for (const auto& candidate : trials.candidates) {
    const Swizzle& s = candidate.swizzle;
    SwizzleChoice& to = out.candidates.emplace_back();
    if (s.bits != 0) {
      to.name = cat("Sw<", s.bits, ',', s.base, ',', s.shift, '>');
      to.prefix = cat(to.name, " o ", zero, " o ");
    }
    to.wavefronts = candidate.wavefronts;
    to.hardware = candidate.hardware;
    to.current = s == trials.swizzle || (s.bits == 0 && trials.swizzle.bits == 0);
  }
  return out;
}

Message sentence_of(const Error& error) {
  return error.hint.empty() ? error.message : say("{}: {}", error.message, error.hint);
}

void members(Archive& a, Refusal& r) {
  if (!a.record("Refusal", "The reason why there is no answer.")) return;
  a.member("code", r.code, "A fixed word, for programs.");
  a.member("message", r.message, "The wrong value, and the expected one.");
  a.member("hint", r.hint, "A fix; can be empty.");
}

}  // namespace door
}  // namespace stridescope
