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
#include "core/records/swizzle_words.h"
#include "core/tune/tuning.h"
#include "core/workspace/no_picture.h"

namespace stridescope {

void members(Archive& a, Property& r) {
  if (!a.record("Row", "A named value.")) return;
  a.member("name", r.name, "What it is.");
  a.member("value", r.value, "Printed.");
}

void members(Archive& a, Described& r) {
  if (!a.record("Described", "What a cell is.")) return;
  a.member("text", r.text, "In one line.");
  a.member("rows", r.rows, "The same as a table: coordinates, offset, owner.");
}

void members(Archive& a, ProgramEdit& r) {
  if (!a.record("ProgramEdit", "A change of the program.")) return;
  a.member("span", r.span, "What goes.");
  a.member("text", r.text, "What comes there.");
  a.member("adds_lines", r.adds_lines,
           "Lines at the program's end: they are shown, and the caret goes to the last one's end.");
}

void members(Archive& a, Linked::Cell& r) {
  if (!a.record("CellRef", "A cell by the 1-D coordinate of its binding's domain, the same in every picture.")) return;
  a.member("binding", r.binding, "Index of the value in the report.");
  a.member("cell", r.cell, "1-D coordinate of its domain.");
}

void members(Archive& a, Linked& r) {
  if (!a.record("Linked", "The cells, over all bindings, that one cell comes from or feeds.")) return;
  a.member("sentence", r.sentence, "The path in words.");
  a.member("cells", r.cells, "The cell itself first.");
}

void members(Archive& a, Completion& r) {
  static constexpr std::string_view kinds[] = {"function", "binding", "keyword"};
  if (!a.record("Completion", "A word that may stand there.")) return;
  a.member("label", r.label, "The word.");
  a.word("kind", r.kind, kinds, "What it names.");
  a.member("detail", r.detail, "Signatures, a line each, or the printed value.");
  a.member("info", r.info, "What a function or a keyword means; empty of a value.");
}

void members(Archive& a, Completions& r) {
  if (!a.record("Completions", "What may stand at a position of a program.")) return;
  Span word = {r.from, r.to};
  a.member("span", word, "The word that would be replaced.");
  a.member("items", r.items, "The best first.");
}

void members(Archive& a, Step& r) {
  if (!a.record("Step",
                "A step of a derivation: a rule, the equation that it gives here, and the steps that it takes.")) {
    return;
  }
  a.member("rule", r.rule, "Its title.");
  a.member("statement", r.statement, "The rule in a sentence.");
  a.member("expression", r.expression, "In the language: evaluating it gives `value`.");
  a.member("value", r.value, "Printed.");
  a.member("why", r.why, "The rule with the numbers of this step; may be empty.");
  a.member("exact", r.exact, "Expression and value stand here in full.");
  a.member("cut", r.cut, "There are more steps than are given.");
  a.unless_empty("operands", r.operands, "Of a root: the derivations of the operations among its operands.");
  a.member("steps", r.steps, "In their order.");
}

void members(Archive& a, IntegerForms& r) {
  if (!a.record("IntegerForms", "A result with all integers static and with all dynamic, where the two differ."))
    return;
  a.member("static", r.static_form, "All static, or `refused: why`.");
  a.member("dynamic", r.dynamic_form, "All dynamic, or `refused: why`.");
  a.member("sameFunction", r.same_function, "Are they the same function of a coordinate?");
  a.member("why", r.why, "The rules of CuTe by which they differ.");
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
  a.member("natural", r.natural, "The same in the nesting of the domain.");
  a.member("got", r.got, "What the result has there.");
  a.member("shouldBe", r.should_be, "What the law asks for.");
}

struct CauseOf {
  std::string_view name;
  Message meaning;
  Message here;
};
void members(Archive& a, CauseOf& r) {
  if (!a.record("Cause", "Why a law is violated.")) return;
  a.member("name", r.name, "Stable, for programs.");
  a.member("meaning", r.meaning, "In a sentence or two.");
  a.member("here", r.here, "In the numbers of this call; may be empty.");
}

}  // namespace

void members(Archive& a, OperationVerdict& r) {
  if (!a.record("Verdict", "Does the result of a call keep the laws of its function?")) return;
  std::optional<Counterexample> counterexample;
  std::optional<CauseOf> cause;
  if (r.verdict.at) counterexample = {*r.verdict.at, r.verdict.natural, r.verdict.got, r.verdict.should_be};
  if (r.verdict.cause != Cause::none) {
    cause = {name_of(r.verdict.cause), meaning_of(r.verdict.cause), r.verdict.explanation};
  }
  a.member("function", r.function, "By its name.");
  a.member("source", r.source, "The call, its white space collapsed.");
  a.member("span", r.span, "Where it stands.");
  a.member("result", r.result, "Printed in the report's mode.");
  a.word("status", r.verdict.status, law_status_names, "What was found.");
  Message law = r.verdict.law;
  a.member("law", law, "In the field's notation, one line.");
  a.member("text", r.verdict.text, "What was found, in a sentence.");
  a.member("checked", r.verdict.checked,
           "Of a satisfied law: what that rests on, so many coordinates or conditions; else empty.");
  a.member("counterexample", counterexample, "Where one coordinate is one.");
  a.member("cause", cause, "Of a violation; `other` where no rule explains it.");
  a.member("forms", r.forms, "Only where the result differs when its integers are static or dynamic.");
}

void members(Archive& a, SceneWindow& r) {
  if (!a.record("PictureWindow", "The part of a picture that is seen.")) return;
  a.member("row", r.row, "The first one.");
  a.member("rows", r.rows, "How many.");
  a.member("col", r.col, "The first one.");
  a.member("cols", r.cols, "How many.");
  a.member("rowHeads", r.row_heads, "The rows that have a head there.");
  a.member("colHeads", r.col_heads, "The columns that have a head there.");
}

void members(Archive& a, SceneExcerpt& r) {
  if (!a.record("Excerpt", "What is written in a part of a picture.")) return;
  a.member("rows", r.rows, "As many as the picture has of the window's.");
  a.member("cols", r.cols, "As many as the picture has of the window's.");
  a.member("labels", r.labels, "Row by row; empty where there is no element.");
  a.member("rowHeads", r.row_heads, "As many as were asked for.");
  a.member("colHeads", r.col_heads, "As many as were asked for.");
}

void members(Archive& a, Scene::Slice& r) {
  if (!a.record("Slice",
                "Which coordinate of a mode beyond the second a picture shows, or which step of one that is played."))
    return;
  a.member("mode", r.mode, "From 2.");
  a.member("title", r.title, "For a slider.");
  a.member("size", r.size, "How many there are.");
  a.member("value", r.value, "The one that is shown.");
}

void members(Archive& a, Scene::LegendEntry& r) {
  if (!a.record("LegendEntry", "What a colour or a mark of a picture means.")) return;
  std::int32_t color = r.color < palette_size + heat_levels ? r.color : r.color % palette_size;
  a.member("color", color, "Class, as a palette has it; -1: the mark tells.");
  a.member("label", r.label, "In words.");
  a.member("mark", r.mark,
           "cell: the class's colour; an arrow (step, carry); or a cell's state (image, gap, dimmed, lit, crossed).");
}

void members(Archive& a, SwizzleSearch::Padding& r) {
  if (!a.record("Padding", "Elements after each row of a tile, as another way to no conflicts.")) return;
  a.member("elements", r.elements, "After each row.");
  a.member("row", r.row_elements, "Elements of a row.");
  a.member("bytes", r.bytes_added, "To the tile.");
  a.member("wavefronts", r.wavefronts, "Of all accesses of the tile then.");
}

namespace door {

void members(Archive& a, OfferedWord& r) {
  if (!a.record("OfferedWord", "A word of a view that may be chosen.")) return;
  a.member("word", r.word, "As a view has it.");
  a.member("title", r.title, "As a reader sees it.");
}

void members(Archive& a, OfferedPicture& r) {
  if (!a.record("OfferedView", "A picture that a value may have; the default of each list is its first.")) return;
  a.member("kind", r.kind, "By its name.");
  a.member("title", r.title, "For a switch.");
  a.member("labels", r.labels, "What may be written in a cell.");
  a.member("colors", r.colors, "What may colour a cell.");
  a.unless_empty("like", r.like, "Another one of those offered, which shows the same: a choice within it.");
  a.member_if(r.more, "more", r.more, "It is not among those that a switch shows at once.");
}

void members(Archive& a, Binding& r) {
  if (!a.record("Binding", "A value of the program.")) return;
  a.member("id", r.id, "Its index in the report.");
  a.member("key", r.key,
           "Outlives an edit: its name, of the next value of that name `NAME#1`; `#0`, `#1`, ... without one.");
  a.member("name", r.name, "Empty for a bare expression.");
  a.member("span", r.span, "The statement.");
  a.member("line", r.line, "From 1: the one on which the statement ends, where its result is shown.");
  a.member("source", r.source, "The right-hand side as typed, white space collapsed.");
  a.member("kind", r.kind, "What the value is.");
  a.unless_empty("kernel", r.kernel,
                 "Of a kernel, which a runner can run, its kind: a word of core/kernels/kernel_kinds.def.");
  a.member("text", r.text, "Printed in the report's integer mode.");
  a.unless_empty("brief", r.brief, "The same in a few words, where the text is long.");
  a.unless_empty("rows", r.rows, "The same in the reader's words, where the text is sentences.");
  a.member("cute", r.cute, "Printed as CuTe prints it.");
  a.member("properties", r.properties, "Size, rank, cosize, ...");
  a.member("views", r.views, "The pictures that it has, the default first; empty where it has none.");
  a.unless_empty("noPicture", r.no_picture, "Why there are none, where the printed form is not all there is to see.");
  a.member("uses", r.uses, "Ids of the earlier bindings named in it.");
  a.unless_empty("usedIn", r.used_in, "Ids of the later bindings with a name of their own that name it.");
  a.unless_empty("arrows", r.arrows, "The kind of picture whose arrows can be moved.");
  a.member_if(r.tunable, "tunable", r.tunable, "Of a kernel: there may be others that do the same, for `tune`.");
  a.member_if(r.product, "product", r.product, "Of a kernel: it multiplies matrices.");
  a.member_if(r.compares_kernels, "comparesKernels", r.compares_kernels,
              "It holds two kernels, whose code can be compared.");
}

void members(Archive& a, Problem& r) {
  static constexpr std::string_view severities[] = {"error", "warning"};
  if (!a.record("Diagnostic", "What is wrong with a place of the program.")) return;
  a.word("severity", r.severity, severities, "How bad.");
  a.member("code", r.code, "Stable, for programs.");
  a.member("span", r.span, "Where.");
  a.member("line", r.line, "From 1.");
  a.member("column", r.column, "From 1, in code points.");
  a.member("message", r.message, "What was violated, with its numbers.");
  a.member("hint", r.hint, "How to mend it; may be empty.");
  a.member("replacement", r.replacement, "Text that would mend the span, or empty.");
  a.unless_empty("hole", r.hole,
                 "The name of an integer that the text does not tell: a line `n1 = 128` before it would.");
  a.unless_empty("example", r.example, "What is taken for that integer as an example, if anything is.");
}

void members(Archive& a, SkippedPart& r) {
  if (!a.record("SkippedPart", "A part of a pasted text that no value is made of.")) return;
  a.member("span", r.span, "Its place.");
  a.member("reason", r.reason, "The kind of text that it is.");
}

void members(Archive& a, Omitted& r) {
  if (!a.record("Omitted", "How many there are beyond those asked for.")) return;
  a.member("bindings", r.bindings, "Values.");
  a.member("diagnostics", r.diagnostics, "Errors and warnings.");
}

void members(Archive& a, Report& r) {
  if (!a.record("Report", "What a program means.")) return;
  int version = 1;
  a.member("version", version, "Of this record.");
  a.word("mode", r.mode, integer_mode_names, "How integers print.");
  a.member("bindings", r.bindings, "The values, in the order of the program; a statement in error has none.");
  a.member("diagnostics", r.diagnostics, "In the order of the program.");
  a.member("left_out", r.left_out, "One line on what was pasted and is not about layouts, or empty.");
  a.member("skipped", r.skipped, "The same by their places.");
  a.member("omitted", r.omitted, "Beyond the limit.");
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
                               d.replacement, d.hole, d.example});
  }
  for (const Remainder& one : report.remainders) {
    if (out.skipped.size() == limit) break;
    if (remainder_note(one.kind) != RemainderNote::quiet) out.skipped.push_back({one.span, remainder_reason(one.kind)});
  }
  return out;
}

void members(Archive& a, SceneHeader& r) {
  if (!a.record("Scene", "A picture: cells with an identity and a colour class, and what stands beside them.")) return;
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
  a.member("kind", kind, "By its name.");
  a.member("title", s.title, "What its colours mean, or what it shows.");
  a.member("rows", s.rows, "Of the matrix of cells.");
  a.member("cols", s.cols, "Of the matrix of cells.");
  a.member("rowHeads", s.row_heads, "One list a level, outermost first; empty when there are too many.");
  a.member("colHeads", s.col_heads, "One list a level, outermost first; empty when there are too many.");
  a.member("slices", s.slices, "One for each mode or step that is held; empty where all is shown.");
  a.member("played", played, "The slices are steps, for a player.");
  a.member("legend", s.legend, "What its colours and marks mean.");
  a.member("note", s.note,
           "What is to be said of all of it: how it is read, what is left out, which other slice is shown; or empty.");
  a.member("svg", drawn, "Small enough for the core's SVG.");
  a.member("ids", ids,
           "By row * cols + column: 1-D coordinate of the value, or what the picture counts besides, such as sectors; "
           "-1: none.");
  a.member("colors", colors, "Colour class by row * cols + column; -1: none, -2: nothing is drawn there.");
}

void members(Archive& a, SwizzleChoice& r) {
  if (!a.record("SwizzleCandidate", "A swizzle of a tile, with what it costs.")) return;
  a.member("name", r.name, "Sw<B,M,S>; empty: none.");
  a.member("prefix", r.prefix, "What is written before the tile's layout.");
  a.member("wavefronts", r.wavefronts, "Of all accesses of the tile.");
  a.member("hardware", r.hardware, "TMA and wgmma know it.");
  a.member("current", r.current, "The tile has it.");
}

void members(Archive& a, Swizzles& r) {
  if (!a.record("SwizzleTrials", "The swizzles of a tile in shared memory, and how to write the program with one.")) {
    return;
  }
  Message told = r.candidates.empty() ? Message() : app::swizzles_told(r);
  Message padding = app::padding_told(r);
  a.member("told", told, "What was tried, and what it came to; empty where nothing was.");
  a.unless_empty("paddingTold", padding, "What a padding would do in the place of a swizzle.");
  a.member("span", r.span, "What becomes the candidate's prefix and `rest`.");
  a.member("accesses", r.accesses, "Bindings whose wavefronts are counted.");
  a.member("wavefronts", r.wavefronts, "As the program is.");
  a.member("ideal", r.ideal, "Without any conflict.");
  a.member("tried", r.tried, "Swizzles and paddings.");
  a.member("rest", r.rest, "The tile's layout as it is to be written.");
  a.member("candidates", r.candidates, "The best first, among them the one that the tile has, and none at all.");
  a.member("padding", r.padding, "The smallest of those with the fewest wavefronts.");
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
  if (!a.record("Refusal", "Why there is no answer.")) return;
  a.member("code", r.code, "Stable, for programs.");
  a.member("message", r.message, "What is not as it should be.");
  a.member("hint", r.hint, "How to mend it; may be empty.");
}

}  // namespace door
}  // namespace stridescope
