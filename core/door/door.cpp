// Converts a method's name and JSON to a call, and its answer to JSON.
#include "core/door/door.h"

#include "core/base/archive_json.h"
#include "core/base/suggest.h"
#include "core/base/text.h"

namespace stridescope::door {

// --- Requests and answers as records ---------------------------------------------------------------------------------

namespace {

constexpr About mode_about =
    "How plain integers are read: teaching: all are static; cute: all without an underscore are dynamic.";
constexpr About binding_about = "Index of the value in the report.";
constexpr About program_about = "The text of the program.";
constexpr About view_about = "Words of a view: kind=tv label=coord color=thread slice=0,1 whole=1.";
constexpr About lesson_about = "The text of the lesson, in the format of core/data/lessons.";
constexpr About cell_about = "1-D coordinate of the value's domain.";

}  // namespace

static void members(Archive& a, Nothing&) { a.record("Nothing", "No members."); }
static void members(Archive& a, Program& r) {
  if (!a.record("Program", "A program to evaluate.")) return;
  a.member("program", r.program, program_about);
  a.word("mode", r.mode, integer_mode_names, mode_about, true);
  a.choice("limit", r.limit, "The maximum number of bindings, and of diagnostics, in the answer.");
}
static void members(Archive& a, Language& r) {
  if (!a.record("Language", "The sentences of a language.")) return;
  a.choice("sentences", r.sentences, "By id, as in core/data/languages; empty: English.");
}
static void members(Archive& a, BindingRequest& r) {
  if (!a.record("BindingRequest", "A value.")) return;
  a.member("binding", r.binding, binding_about);
}
static void members(Archive& a, PlayRequest& r) {
  if (!a.record("PlayRequest", "A step of the player of a derivation.")) return;
  a.member("binding", r.binding, binding_about);
  a.member("at", r.at, "The number of the step, from 0.");
}
static void members(Archive& a, PictureRequest& r) {
  if (!a.record("PictureRequest", "A picture of a value.")) return;
  a.member("binding", r.binding, binding_about);
  a.choice("view", r.view, view_about);
}
static void members(Archive& a, EmitRequest& r) {
  if (!a.record("EmitRequest", "A value in a format.")) return;
  a.member("binding", r.binding, binding_about);
  a.member("format", r.format, "The name of the format.");
  a.choice("view", r.view, view_about);
  a.choice("strict", r.strict, "Refuses words of a view that do not exist or that the value does not offer.");
}
static void members(Archive& a, RasterRequest& r) {
  if (!a.record("RasterRequest", "A part of a painted picture.")) return;
  a.member("binding", r.binding, binding_about);
  a.choice("view", r.view, view_about);
  a.member("viewport", r.viewport, "The visible part.");
}
static void members(Archive& a, CellRequest& r) {
  if (!a.record("CellRequest", "A cell of a value.")) return;
  a.member("binding", r.binding, binding_about);
  a.member("cell", r.cell, cell_about);
}
static void members(Archive& a, ArrowRequest& r) {
  if (!a.record("ArrowRequest", "An arrow of a diagram, and its new target.")) return;
  a.member("binding", r.binding, binding_about);
  a.member("cell", r.cell, "The cell where it begins.");
  a.member("target", r.target, "A cell of the codomain, or the base point -1.");
}
static void members(Archive& a, AnalyzeRequest& r) {
  if (!a.record("AnalyzeRequest", "A value, and the type of its elements.")) return;
  a.member("binding", r.binding, binding_about);
  a.choice("type", r.type, "The name of the type in CUTLASS, or its number of bits; empty: not given.");
}
static void members(Archive& a, PositionRequest& r) {
  if (!a.record("PositionRequest", "A position in a program.")) return;
  a.member("program", r.program, program_about);
  a.member("position", r.position, "In UTF-16 code units, like all positions.");
}
static void members(Archive& a, Source& r) {
  if (!a.record("Source", "The text of a program.")) return;
  a.member("program", r.program, program_about);
}
static void members(Archive& a, PasteRequest& r) {
  if (!a.record("PasteRequest", "A text from another program, and the program to which it is added.")) return;
  a.member("program", r.program, program_about);
  a.choice("fills", r.fills, "Lines `n1 = 128` for the holes of the text.");
  a.member("text", r.text, "The copied text.");
}
static void members(Archive& a, SketchRequest& r) {
  if (!a.record("SketchRequest", "A program that is not opened.")) return;
  a.member("program", r.program, program_about);
  a.word("mode", r.mode, integer_mode_names, mode_about, true);
  a.choice("view", r.view, view_about);
}
static void members(Archive& a, QuestionRequest& r) {
  if (!a.record("QuestionRequest", "A question to thread-value layouts.")) return;
  a.choice("question", r.question, "The word of a question; otherwise the first question.");
  a.choice("values", r.values, "The values of the fields that differ from their defaults.");
}
static void members(Archive& a, AtomFormRequest& r) {
  if (!a.record("AtomFormRequest", "An atom, and the values of its form.")) return;
  a.word("kind", r.kind, app::atom_kind_names, "The kind of the atom.");
  a.member("atom", r.atom, "The name of the atom, as listed.");
  a.choice("values", r.values, "The values of the fields that differ from their defaults.");
}
static void members(Archive& a, LessonText& r) {
  if (!a.record("LessonText", "A lesson.")) return;
  a.member("text", r.text, lesson_about);
}
static void members(Archive& a, PageRequest& r) {
  if (!a.record("PageRequest", "A page of the reference.")) return;
  a.member("name", r.name, "The name of a function, a notation or an atom.");
  a.choice("example", r.example, "A program of the user that replaces the example of the page.");
  a.choice("library", r.library, "The course, as the caller has loaded it.");
}
static void members(Archive& a, SearchRequest& r) {
  if (!a.record("SearchRequest", "A search.")) return;
  a.member("query", r.query, "Words; empty: all notations, functions and glossary terms.");
  a.choice("library", r.library, "The course, as the caller has loaded it.");
}
static void members(Archive& a, WayRequest& r) {
  if (!a.record("WayRequest", "The current step of a user of the course, and the solved exercises.")) return;
  a.member("text", r.text, lesson_about);
  a.member("step", r.step, "Its id.");
  a.member("course", r.course, "The ids of the lessons, in order.");
  a.member("solved", r.solved, "The ids of the solved exercises of this lesson.");
}
static void members(Archive& a, StepRequest& r) {
  if (!a.record("StepRequest", "A step of a lesson.")) return;
  a.member("text", r.text, lesson_about);
  a.member("step", r.step, "The id of the step.");
}
static void members(Archive& a, ExerciseRequest& r) {
  if (!a.record("ExerciseRequest", "An exercise of a lesson.")) return;
  a.member("text", r.text, lesson_about);
  a.member("name", r.name, "The exercise.");
}
static void members(Archive& a, AnswerRequest& r) {
  if (!a.record("AnswerRequest", "An answer to an exercise.")) return;
  a.member("text", r.text, lesson_about);
  a.member("name", r.name, "The exercise.");
  a.member("answer", r.answer, "The answer as typed.");
  a.choice("wrong", r.wrong, "The number of earlier wrong answers.");
}
static void members(Archive& a, EntryRequest& r) {
  if (!a.record("EntryRequest", "An entry of the gallery.")) return;
  a.member("id", r.id, "ID or GROUP/ID.");
}
static void members(Archive& a, RunRequest& r) {
  if (!a.record("RunRequest", "The answer of a runner, and its kernel.")) return;
  a.choice("binding", r.binding, "The kernel; -1 if it is not in the stored report: only the result is used.");
  a.choice("result", r.result, "The unchanged JSON of the answer; empty: the kernel has not run.");
}
static void members(Archive& a, ResultRequest& r) {
  if (!a.record("ResultRequest", "The answer of a runner.")) return;
  a.member("result", r.result, "The unchanged JSON of the answer.");
}
static void members(Archive& a, OverlayRequest& r) {
  if (!a.record("OverlayRequest", "A picture of a measurement.")) return;
  a.member("binding", r.binding, "The kernel.");
  a.member("kind", r.kind, "The word of the picture.");
  a.member("result", r.result, "The result of a runner, as JSON.");
}
static void members(Archive& a, RecordedRequest& r) {
  if (!a.record("RecordedRequest", "A kernel, and a file with its measurements.")) return;
  a.member("binding", r.binding, "The kernel.");
  a.member("measurements", r.measurements,
           "The text of a file of measurements; empty: use the user's newest run on a GPU.");
}
static void members(Archive& a, TuneRequest& r) {
  if (!a.record("TuneRequest", "A kernel to tune.")) return;
  a.member("binding", r.binding, "The kernel.");
  a.choice("gpu", r.gpu, "A name from the table of GPUs, or the driver's name of a GPU; empty: the GPU of the model.");
  a.choice("count", r.count, "The number of candidates, at most 200.");
  a.choice("budget", r.budget, "The time in seconds after which no new measurement begins; 0: unlimited.");
  a.choice("kept", r.kept,
           "Lines from earlier calls of `take_tuned`: their measurements of this GPU and kernel are reused.");
}
static void members(Archive& a, TunedRequest& r) {
  if (!a.record("TunedRequest", "A kernel of the current tuning.")) return;
  a.member("number", r.number, "The number of its row.");
  a.member("result", r.result, "The unchanged JSON of the runner's answer.");
  a.choice("spent", r.spent, "The seconds of the budget used by measurements so far.");
}
static void members(Archive& a, RunAnswered& r) {
  if (!a.record("RunAnswered", "A run, and the answer of the runner.")) return;
  a.member("ran", r.ran, "The kernel that ran.");
  a.choice("binding", r.binding, "The kernel; -1 if it is not in the stored report.");
  a.member("result", r.result, "The unchanged JSON of the answer.");
}
static void members(Archive& a, TakeRuns& r) {
  if (!a.record("TakeRuns", "Runs to add to the table.")) return;
  a.choice("lines", r.lines, "Lines of stored runs.");
  a.choice("measurements", r.measurements, "The text of a file of measurements.");
  a.member("run", r.run, "A new run.");
  a.choice("remove", r.remove, "The id of a run to remove from the table; empty: none.");
}
static void members(Archive& a, MeasurementsRequest& r) {
  if (!a.record("MeasurementsRequest", "A file of measurements.")) return;
  a.member("measurements", r.measurements, "Its text.");
}

static void members(Archive& a, RunChoice& r) {
  if (!a.record("RunChoice", "A run of the table.")) return;
  a.member("id", r.id, "The id of the run.");
}

static void members(Archive& a, ListedRuns& r) {
  if (!a.record("ListedRuns", "Runs.")) return;
  a.member("runs", r.runs, "In the order of the file.");
}

static void members(Archive& a, RunPair& r) {
  if (!a.record("RunPair", "Two runs of the table.")) return;
  a.member("before", r.before, "The id of the first run.");
  a.member("after", r.after, "The id of the second run.");
}
static void members(Archive& a, PrintRuns& r) {
  if (!a.record("PrintRuns", "Runs to export.")) return;
  a.member("view", r.view, "The visible runs and their order.");
  a.word("format", r.format, run_format_names, "The output format.");
}

static void members(Archive& a, FoundPlaces& r) {
  if (!a.record("FoundPlaces", "The results of a search.")) return;
  a.member("found", r.found, "The best result first.");
}
static void members(Archive& a, Version& r) {
  if (!a.record("Version", "The version of the core.")) return;
  a.member("version", r.version, "MAJOR.MINOR.PATCH.");
}
static void members(Archive& a, Text& r) {
  if (!a.record("Text", "A text.")) return;
  a.member("text", r.text, "The text in the requested format.");
}
static void members(Archive& a, Svg& r) {
  if (!a.record("Svg", "A drawing.")) return;
  a.member("svg", r.svg, "A complete SVG.");
}
static void members(Archive& a, Offsets& r) {
  if (!a.record("Offsets", "The offsets of a layout or tensor.")) return;
  a.member("extents", r.extents, "The number of coordinates of each mode.");
  a.member("offsets", r.offsets, "By 1-D coordinate: the first mode is the fastest.");
}
static void members(Archive& a, Verdicts& r) {
  if (!a.record("Verdicts", "The verdicts on a statement.")) return;
  a.member("calls", r.calls, "In the order of the calls; empty if no function has laws.");
}
static void members(Archive& a, Functions& r) {
  if (!a.record("Functions", "The functions of the language.")) return;
  a.member("functions", r.functions, "By name.");
}
static void members(Archive& a, PictureQuestions& r) {
  if (!a.record("Pictures", "The kinds of pictures.")) return;
  a.member("pictures", r.pictures, "In the order of core/scene/pictures.def.");
}
static void members(Archive& a, TextForms& r) {
  if (!a.record("TextForms", "The forms in which a value is copied.")) return;
  a.member("forms", r.forms, "In the order of a menu: first the forms of the value.");
}
static void members(Archive& a, Elements& r) {
  if (!a.record("Elements", "Types of elements.")) return;
  a.member("types", r.types, "Names of types in CUTLASS; the first is empty: not given.");
}
static void members(Archive& a, KernelFields& r) {
  if (!a.record("KernelFields", "The options of a kernel.")) return;
  a.member("fields", r.fields, "In display order; empty if its statement is not a call of a kernel function.");
}
static void members(Archive& a, Gallery& r) {
  if (!a.record("Gallery", "Programs to start from.")) return;
  a.member("entries", r.entries, "In the order of the gallery.");
}
static void members(Archive& a, Atoms& r) {
  if (!a.record("Atoms", "Atoms by their names in CUTLASS.")) return;
  a.member("atoms", r.atoms,
           "In the order of the tables; if more than 200 match: families, whose members differ only in N.");
  a.member("note", r.note, "If no atom matches: the reason, and the architectures that have such atoms.");
  a.member("instead", r.instead, "For no atom: a search with these words that finds some.");
  a.member("architectures", r.architectures, "The architectures to choose from.");
}
static void members(Archive& a, Sketch& r) {
  if (!a.record("Sketch", "A program other than the stored one.")) return;
  a.member("report", r.report, "The report of the program.");
  a.member("analysis", r.analysis, "The analysis of its last value that has a picture.");
  a.member("svg", r.svg, "The picture of that value, or empty.");
}
static void members(Archive& a, Annotated& r) {
  if (!a.record("Annotated", "A code block with the answers to its comments `^?`.")) return;
  a.member("text", r.text, "The block: each comment has the value above it, or its error.");
  a.member("pictures", r.pictures, "The pictures that the comments ask for.");
  a.member("errors", r.errors, "The number of comments that have an error.");
}
static void members(Archive& a, QuestionShown& r) {
  if (!a.record("QuestionShown", "A question, and its answers.")) return;
  a.member("questions", r.form.questions, "The available questions; empty if the program has no value to ask about.");
  a.member("question", r.form.question, "The word of the current question.");
  a.member("fields", r.form.fields, "In display order.");
  a.member_if(!r.form.note.empty(), "note", r.form.note,
              "The meaning of the fields, or the values that a question needs.");
  a.member_if(!r.form.example.empty(), "example", r.form.example,
              "An example of a value to ask about, if the program has none.");
  a.member_if(!r.form.kept.empty(), "kept", r.form.kept, "An expression to add as a card.");
  a.member_if(!r.form.view.empty(), "view", r.form.view, "The view of that card.");
  a.member_if(!r.form.wish.empty(), "wish", r.form.wish, "A name for the example or the card.");
  a.member("answers", r.answers, "In display order.");
  a.member("svg", r.svg, "The picture of the last answer that has one, or empty.");
}
static void members(Archive& a, OfferedOverlay& r) {
  if (!a.record("OfferedOverlay", "A picture of a measurement by a runner.")) return;
  a.member("kind", r.kind, "The word of the picture.");
  a.member("title", r.title, "The text on a switch.");
}
static void members(Archive& a, Overlays& r) {
  if (!a.record("Overlays", "The pictures that a result has data for.")) return;
  a.member("overlays", r.overlays, "In display order.");
}
static void members(Archive& a, TakenRuns& r) {
  if (!a.record("TakenRuns", "The runs to store.")) return;
  a.member("lines", r.lines, "The lines of all runs to store; they replace earlier ones.");
  a.member("refused", r.refused, "The reason why some lines could not be read; empty: all were read.");
}
static void members(Archive& a, CodeDifference& r) {
  if (!a.record("CodeDifference", "How the texts of two kernels differ.")) return;
  a.member("lines", r.lines,
           "Lines that only one text has: a minus marks lines of the first, a plus lines of the second.");
}
static void members(Archive& a, OverlayPicture& r) {
  if (!a.record("OverlayPicture", "A picture that states what is measured, where and when, and what is predicted."))
    return;
  a.member("title", r.title, "The subject of the picture.");
  a.member("note", r.note, "How to read it, and what it omits; or empty.");
  a.member("svg", r.svg, "The picture with its legend.");
}

// --- Calls -----------------------------------------------------------------------------------------------------------

namespace {

void refuse(std::string& out, const Catalog& catalog, const Error& error) {
  Refusal refusal = {code_name(error.code), error.message, error.hint};
  out = cat("{\"error\":", to_json(refusal, nullptr, catalog), '}');
}

// The text to which the positions of an answer refer.
std::string_view text_of(Door& door, const Completions&, const PositionRequest& asked) {
  (void)door;
  return asked.program;
}
std::string_view text_of(Door&, const Sketch&, const SketchRequest& asked) { return asked.program; }
template <class Answer, class Request>
std::string_view text_of(Door& door, const Answer&, const Request&) {
  return door.workspace().program();
}

struct Output {
  std::string& text;
  std::vector<NumberArray>* arrays;
};

template <class Request, class Answer, Result<Answer> (*method)(Door&, Request&)>
void answer(Door& door, std::string_view request, Output out) {
  const auto json = JsonValue::parse(request.empty() ? "{}" : request);
  if (!json)
    return refuse(out.text, door.catalog(), {ErrorCode::arguments, say("the request is not JSON"), {}, {}, {}});
  Request asked;
  ReadArchive reader(*json);
  reader.visit(asked);
  if (!reader.problem().empty())
    return refuse(out.text, door.catalog(), {ErrorCode::arguments, reader.problem(), {}, {}, {}});
  Result<Answer> made = method(door, asked);
  if (!made) return refuse(out.text, door.catalog(), made.error());
  const TextMap map(text_of(door, *made, asked));
  JsonArchive writer(out.text, &map, out.arrays, door.catalog());
  writer.visit(*made);
}

struct Row {
  std::string_view name;
  void (*answer)(Door& door, std::string_view request, Output out);
};

constexpr Row rows[] = {
#define METHOD(name, request, response, about) {#name, answer<request, response, name>},
#include "core/door/door.def"
#undef METHOD
};

template <class T>
void walk(Archive& archive) {
  T record;
  archive.visit(record);
}

}  // namespace

namespace {

void call_listed(Door& door, std::string_view method, std::string_view request, const Output& out) {
  for (const Row& row : rows) {
    if (row.name == method) return row.answer(door, request, out);
  }
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(row.name);
  const std::string_view near = suggest(method, names);
  refuse(out.text, door.catalog(),
         {ErrorCode::unknown_name,
          say("unknown method '{}'", method),
          near.empty() ? Message() : say("did you mean {}?", near),
          {},
          {}});
}

}  // namespace

const std::string& Door::call(std::string_view method, std::string_view request) {
  answer_.clear();
  arrays_.clear();
  const Output out = {answer_, binary ? &arrays_ : nullptr};
  if (method == "act")
    answer<ActionRecord, ChangesRecord, door::act>(*this, request, out);
  else
    call_listed(*this, method, request, out);
  return answer_;
}

// Separate from the calls, so that a program without a reference, such as the page's module, does not link it.
std::span<const Method> methods() {
  static constexpr Method all[] = {
#define METHOD(name, request, response, about) {#name, about, walk<request>, walk<response>},
#include "core/door/door.def"
#undef METHOD
  };
  return all;
}

}  // namespace stridescope::door
