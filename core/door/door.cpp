// Converts a method's name and JSON to a call, and its answer to JSON.
#include "core/door/door.h"

#include "core/base/archive_json.h"
#include "core/base/suggest.h"
#include "core/base/text.h"

namespace stridescope::door {

// --- Requests and answers as records ---------------------------------------------------------------------------------

namespace {

constexpr About mode_about =
    "How plain integers are read: teaching, all static; cute, dynamic but for those with an underscore.";
constexpr About binding_about = "Index of the value in the report.";
constexpr About program_about = "Its text.";
constexpr About view_about = "Words of a view: kind=tv label=coord color=thread slice=0,1 whole=1.";
constexpr About lesson_about = "The text of the lesson, as core/data/lessons has it.";
constexpr About cell_about = "1-D coordinate of the value's domain.";

}  // namespace

static void members(Archive& a, Nothing&) { a.record("Nothing", "No members."); }
static void members(Archive& a, Program& r) {
  if (!a.record("Program", "A program to evaluate.")) return;
  a.member("program", r.program, program_about);
  a.word("mode", r.mode, integer_mode_names, mode_about, true);
  a.choice("limit", r.limit, "How many bindings, and how many diagnostics, the answer holds at most.");
}
static void members(Archive& a, Language& r) {
  if (!a.record("Language", "The sentences of a language.")) return;
  a.choice("sentences", r.sentences, "By their ids, as core/data/languages has them; none: English.");
}
static void members(Archive& a, BindingRequest& r) {
  if (!a.record("BindingRequest", "A value.")) return;
  a.member("binding", r.binding, binding_about);
}
static void members(Archive& a, PlayRequest& r) {
  if (!a.record("PlayRequest", "A step of a derivation that is played.")) return;
  a.member("binding", r.binding, binding_about);
  a.member("at", r.at, "From 0.");
}
static void members(Archive& a, PictureRequest& r) {
  if (!a.record("PictureRequest", "A picture of a value.")) return;
  a.member("binding", r.binding, binding_about);
  a.choice("view", r.view, view_about);
}
static void members(Archive& a, EmitRequest& r) {
  if (!a.record("EmitRequest", "A value in a format.")) return;
  a.member("binding", r.binding, binding_about);
  a.member("format", r.format, "By its name.");
  a.choice("view", r.view, view_about);
}
static void members(Archive& a, RasterRequest& r) {
  if (!a.record("RasterRequest", "A part of a painted picture.")) return;
  a.member("binding", r.binding, binding_about);
  a.choice("view", r.view, view_about);
  a.member("viewport", r.viewport, "What is to be seen.");
}
static void members(Archive& a, ExcerptRequest& r) {
  if (!a.record("ExcerptRequest", "A part of a picture.")) return;
  a.member("binding", r.binding, binding_about);
  a.choice("view", r.view, view_about);
  a.member("window", r.window, "Which part.");
}
static void members(Archive& a, CellRequest& r) {
  if (!a.record("CellRequest", "A cell of a value.")) return;
  a.member("binding", r.binding, binding_about);
  a.member("cell", r.cell, cell_about);
}
static void members(Archive& a, PictureCellRequest& r) {
  if (!a.record("PictureCellRequest", "A cell of a picture.")) return;
  a.member("binding", r.binding, binding_about);
  a.member("cell", r.cell, cell_about);
  a.choice("view", r.view, view_about);
}
static void members(Archive& a, ArrowRequest& r) {
  if (!a.record("ArrowRequest", "An arrow of a diagram, and where it is to go.")) return;
  a.member("binding", r.binding, binding_about);
  a.member("cell", r.cell, "Where it begins.");
  a.member("target", r.target, "A cell of the codomain, or the base point -1.");
}
static void members(Archive& a, AnalyzeRequest& r) {
  if (!a.record("AnalyzeRequest", "A value, and what its elements are.")) return;
  a.member("binding", r.binding, binding_about);
  a.choice("type", r.type, "By its name in CUTLASS or its bits; empty: not said.");
}
static void members(Archive& a, PositionRequest& r) {
  if (!a.record("PositionRequest", "A place of a program.")) return;
  a.member("program", r.program, program_about);
  a.member("position", r.position, "In UTF-16 code units, as all positions.");
}
static void members(Archive& a, Source& r) {
  if (!a.record("Source", "A program's text.")) return;
  a.member("program", r.program, program_about);
}
static void members(Archive& a, PasteRequest& r) {
  if (!a.record("PasteRequest", "A text from elsewhere, and the program that it is to join.")) return;
  a.member("program", r.program, program_about);
  a.choice("fills", r.fills, "Lines `n1 = 128` for the holes of the text.");
  a.member("text", r.text, "As it was copied.");
}
static void members(Archive& a, SketchRequest& r) {
  if (!a.record("SketchRequest", "A program that somebody thinks about.")) return;
  a.member("program", r.program, program_about);
  a.word("mode", r.mode, integer_mode_names, mode_about, true);
  a.choice("view", r.view, view_about);
}
static void members(Archive& a, QuestionRequest& r) {
  if (!a.record("QuestionRequest", "A question to thread-value layouts.")) return;
  a.choice("question", r.question, "One of those that there are; else the first.");
  a.choice("values", r.values, "Of the fields that are to say other than they begin with.");
}
static void members(Archive& a, AtomFormRequest& r) {
  if (!a.record("AtomFormRequest", "An atom, and what its form is to say.")) return;
  a.word("kind", r.kind, app::atom_kind_names, "Of the atom.");
  a.member("atom", r.atom, "As it is listed.");
  a.choice("values", r.values, "Of the fields that are to say other than they begin with.");
}
static void members(Archive& a, LessonText& r) {
  if (!a.record("LessonText", "A lesson.")) return;
  a.member("text", r.text, lesson_about);
}
static void members(Archive& a, PageRequest& r) {
  if (!a.record("PageRequest", "A page of the reference.")) return;
  a.member("name", r.name, "Of a function, a notation or an atom.");
  a.choice("example", r.example, "A program of the reader's in place of the page's own.");
  a.choice("library", r.library, "What the asker has of the course.");
}
static void members(Archive& a, SearchRequest& r) {
  if (!a.record("SearchRequest", "What is searched for.")) return;
  a.member("query", r.query, "Words; none: all notations, functions and terms of the glossary.");
  a.choice("library", r.library, "What the asker has of the course.");
}
static void members(Archive& a, WayRequest& r) {
  if (!a.record("WayRequest", "Where a reader of the course is, and what is solved.")) return;
  a.member("text", r.text, lesson_about);
  a.member("step", r.step, "Its id.");
  a.member("course", r.course, "Ids of the lessons in their order.");
  a.member("solved", r.solved, "Ids of this lesson's exercises that are solved.");
}
static void members(Archive& a, StepRequest& r) {
  if (!a.record("StepRequest", "A step of a lesson.")) return;
  a.member("text", r.text, lesson_about);
  a.member("step", r.step, "By its id.");
}
static void members(Archive& a, ExerciseRequest& r) {
  if (!a.record("ExerciseRequest", "An exercise of a lesson.")) return;
  a.member("text", r.text, lesson_about);
  a.member("name", r.name, "Which.");
}
static void members(Archive& a, AnswerRequest& r) {
  if (!a.record("AnswerRequest", "An answer to an exercise.")) return;
  a.member("text", r.text, lesson_about);
  a.member("name", r.name, "Of the exercise.");
  a.member("answer", r.answer, "As it was typed.");
  a.choice("wrong", r.wrong, "How many wrong answers there were before.");
}
static void members(Archive& a, EntryRequest& r) {
  if (!a.record("EntryRequest", "An entry of the gallery.")) return;
  a.member("id", r.id, "ID or GROUP/ID.");
}
static void members(Archive& a, RunRequest& r) {
  if (!a.record("RunRequest", "What a runner answered, and the kernel that it ran.")) return;
  a.choice("binding", r.binding, "The kernel; -1 where it is not of the kept report: the result speaks for itself.");
  a.choice("result", r.result, "As it came, JSON; empty: it has not run.");
}
static void members(Archive& a, ResultRequest& r) {
  if (!a.record("ResultRequest", "What a runner answered.")) return;
  a.member("result", r.result, "As it came, JSON.");
}
static void members(Archive& a, OverlayRequest& r) {
  if (!a.record("OverlayRequest", "A picture of a measurement.")) return;
  a.member("binding", r.binding, "The kernel.");
  a.member("kind", r.kind, "By its name.");
  a.member("result", r.result, "A runner's, JSON.");
}
static void members(Archive& a, RecordedRequest& r) {
  if (!a.record("RecordedRequest", "A kernel, and what may have been measured of it.")) return;
  a.member("binding", r.binding, "The kernel.");
  a.member("measurements", r.measurements,
           "The text of a file of measurements; empty: the newest of the reader's own runs on a GPU is taken.");
}
static void members(Archive& a, TuneRequest& r) {
  if (!a.record("TuneRequest", "A kernel to be tuned.")) return;
  a.member("binding", r.binding, "The kernel.");
  a.choice("gpu", r.gpu, "On which GPU: a name of the table of GPUs or that of a driver; empty: the model's own.");
  a.choice("count", r.count, "How many candidates, at most 200.");
  a.choice("budget", r.budget, "No new measurement begins after so many seconds; 0: there is no end.");
  a.choice("kept", r.kept, "Lines that `take_tuned` gave before: what they have of this GPU and kernel is taken.");
}
static void members(Archive& a, TunedRequest& r) {
  if (!a.record("TunedRequest", "A kernel of the tuning that has run.")) return;
  a.member("number", r.number, "Of its row.");
  a.member("result", r.result, "What the runner answered, as it came, JSON.");
  a.choice("spent", r.spent, "Seconds that measuring has taken so far, of the budget.");
}
static void members(Archive& a, RunAnswered& r) {
  if (!a.record("RunAnswered", "A run, and what the runner answered.")) return;
  a.member("ran", r.ran, "What ran.");
  a.choice("binding", r.binding, "The kernel; -1 where it is not of the kept report.");
  a.member("result", r.result, "As it came, JSON.");
}
static void members(Archive& a, TakeRuns& r) {
  if (!a.record("TakeRuns", "Runs for the table.")) return;
  a.choice("lines", r.lines, "That were kept.");
  a.choice("measurements", r.measurements, "The text of a file of measurements.");
  a.member("run", r.run, "A new one.");
  a.choice("remove", r.remove, "Id of a run that leaves the table; empty: none does.");
}
static void members(Archive& a, MeasurementsRequest& r) {
  if (!a.record("MeasurementsRequest", "A file of measurements.")) return;
  a.member("measurements", r.measurements, "Its text.");
}

static void members(Archive& a, RunChoice& r) {
  if (!a.record("RunChoice", "A run of the table.")) return;
  a.member("id", r.id, "Of the run.");
}

static void members(Archive& a, ListedRuns& r) {
  if (!a.record("ListedRuns", "Runs.")) return;
  a.member("runs", r.runs, "In the order of their file.");
}

static void members(Archive& a, RunPair& r) {
  if (!a.record("RunPair", "Two runs of the table.")) return;
  a.member("before", r.before, "Id of the first.");
  a.member("after", r.after, "Id of the second.");
}
static void members(Archive& a, PrintRuns& r) {
  if (!a.record("PrintRuns", "Runs for others.")) return;
  a.member("view", r.view, "Which of them, in which order.");
  a.word("format", r.format, run_format_names, "How they are written.");
}

static void members(Archive& a, FoundPlaces& r) {
  if (!a.record("FoundPlaces", "What a search has found.")) return;
  a.member("found", r.found, "The best first.");
}
static void members(Archive& a, Version& r) {
  if (!a.record("Version", "Of the core.")) return;
  a.member("version", r.version, "MAJOR.MINOR.PATCH.");
}
static void members(Archive& a, Text& r) {
  if (!a.record("Text", "A text.")) return;
  a.member("text", r.text, "In the format that was asked for.");
}
static void members(Archive& a, Svg& r) {
  if (!a.record("Svg", "A drawing.")) return;
  a.member("svg", r.svg, "To stand alone.");
}
static void members(Archive& a, Cells& r) {
  if (!a.record("Cells", "Cells of one value.")) return;
  a.member("cells", r.cells, "1-D coordinates of its domain.");
}
static void members(Archive& a, Verdicts& r) {
  if (!a.record("Verdicts", "The verdicts on a statement.")) return;
  a.member("calls", r.calls, "In the order in which they were made; empty when no function has laws.");
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
  a.member("forms", r.forms, "In the order of a menu, those of the value first.");
}
static void members(Archive& a, Elements& r) {
  if (!a.record("Elements", "Types of elements.")) return;
  a.member("types", r.types, "By their names in CUTLASS; the first is empty: not said.");
}
static void members(Archive& a, KernelFields& r) {
  if (!a.record("KernelFields", "What may be chosen of a kernel.")) return;
  a.member("fields", r.fields, "In the order to show; none where its statement is no call of a kernel.");
}
static void members(Archive& a, Gallery& r) {
  if (!a.record("Gallery", "Programs to start from.")) return;
  a.member("entries", r.entries, "In the order of the gallery.");
}
static void members(Archive& a, Atoms& r) {
  if (!a.record("Atoms", "Atoms by their names in CUTLASS.")) return;
  a.member("atoms", r.atoms, "In the order of the tables; of more than 200 families, which differ in N alone.");
  a.member("note", r.note, "Where there are none: why, and which architectures have them.");
  a.member("architectures", r.architectures, "What a search may be for.");
}
static void members(Archive& a, Sketch& r) {
  if (!a.record("Sketch", "A program that is not the kept one.")) return;
  a.member("report", r.report, "Of it.");
  a.member("analysis", r.analysis, "Of its last value that has a picture.");
  a.member("svg", r.svg, "Of that value, or empty.");
}
static void members(Archive& a, QuestionShown& r) {
  if (!a.record("QuestionShown", "A question, and its answers.")) return;
  a.member("questions", r.form.questions, "That there are; none where nothing in the program can be asked about.");
  a.member("question", r.form.question, "Which of them.");
  a.member("fields", r.form.fields, "In the order to show.");
  a.member_if(!r.form.note.empty(), "note", r.form.note, "What the fields are, or what there must be to ask about.");
  a.member_if(!r.form.example.empty(), "example", r.form.example, "A value to ask about, where there is none.");
  a.member_if(!r.form.kept.empty(), "kept", r.form.kept, "The expression that is worth a card of its own.");
  a.member_if(!r.form.view.empty(), "view", r.form.view, "Words of its picture there.");
  a.member_if(!r.form.wish.empty(), "wish", r.form.wish, "A name for the example or the card.");
  a.member("answers", r.answers, "In the order to show.");
  a.member("svg", r.svg, "Of the last answer that has a picture, or empty.");
}
static void members(Archive& a, OfferedOverlay& r) {
  if (!a.record("OfferedOverlay", "A picture of what a runner measured.")) return;
  a.member("kind", r.kind, "By its name.");
  a.member("title", r.title, "For a switch.");
}
static void members(Archive& a, Overlays& r) {
  if (!a.record("Overlays", "The pictures that a result has data for.")) return;
  a.member("overlays", r.overlays, "In their order.");
}
static void members(Archive& a, TakenRuns& r) {
  if (!a.record("TakenRuns", "What is to be kept of the runs.")) return;
  a.member("lines", r.lines, "All of them that may be kept, in place of those before.");
  a.member("refused", r.refused, "Why some could not be read; empty: all could.");
}
static void members(Archive& a, CodeDifference& r) {
  if (!a.record("CodeDifference", "How the texts of two kernels differ.")) return;
  a.member("lines", r.lines, "Lines that only one of both has: of the first with a minus, of the second with a plus.");
}
static void members(Archive& a, OverlayPicture& r) {
  if (!a.record("OverlayPicture", "It says itself what is measured, where and when, and what is predicted.")) return;
  a.member("title", r.title, "What it shows.");
  a.member("note", r.note, "How it is to be read, and what is left out; or empty.");
  a.member("svg", r.svg, "With its legend.");
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
