// The door: all outside calls of Stridescope go through one list (door.def) of methods with typed requests and answers.
// The page's module, the C ABI and `stridescope call` pass a method's name and JSON; nothing else crosses. A method is
// a row of door.def, its function below (in door_*.cpp) and, if its request or answer is a record of its own, that
// record with its description. The module's exports, the C ABI, TypeScript's types and the reference page follow from
// these. The description (records_*.cpp) explains each member, and the reference prints it. Example calls:
//   evaluate {"program":"L = (4,8):(8,1)"}  a Report, which is stored for later calls
//   describe {"binding":0,"cell":5}         {"text":"L(1,1) = 9", ...}
//   describe {"binding":7,"cell":0}         {"error":{"code":"index_range","message":"there is no value 7","hint":""}}
//   describe {"cell":0}                     {"error":{"code":"arguments","message":"'binding' is missing","hint":""}}
// Rules of all methods:
//   requests   A JSON object. A member without a default is required; an unknown member is an error (arguments).
//   bindings   Indices into the report of the last `evaluate` or `act`; index_range if the report does not have it.
//   cells      1-D coordinates of the value's domain, from 0, the same in every picture of the value.
//   spans      Bytes of the program here; UTF-16 code units in JSON, as in the page's strings.
//   errors     The method had no effect: the stored program, its report, the runs and the tuning are unchanged.
//   words      Messages are in the language of the last `speak`; codes and words of enumerations never change.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/app.h"
#include "core/app/course.h"
#include "core/app/library.h"
#include "core/app/tuner.h"
#include "core/door/records_app.h"
#include "core/forms/atom_form.h"
#include "core/forms/questions.h"
#include "core/pictures/playback.h"
#include "core/records/records.h"
#include "core/records/records_xray.h"
#include "core/runs/kernel_listing.h"
#include "core/runs/roofline.h"

namespace stridescope::door {

// --- Requests --------------------------------------------------------------------------------------------------------

// Requests and answers that are records of the application; records_app.h and related files describe them.
using app::ActionRecord;
using app::AtomSearch;
using app::ChangesRecord;
using app::FileWindow;
using app::Form;
using app::LessonOutline;
using app::LessonWay;
using app::MarkedAnswer;
using app::PlayedStep;
using app::RasterRecord;
using app::ReferencePage;
using app::ShownExercise;
using app::ShownFile;
using app::ShownStep;
using app::StateRecord;

// For a method without input or output: the request of version, state, elements, file_picture, pictures, functions and
// gallery, whose text can also be empty; the answer of speak.
struct Nothing {};
// The request of `evaluate`; the answer is a Report. Evaluation never fails as a whole: a program without any value has
// a report, too. The previous program's cards, picture and open sections are discarded; the runs and the tuning stay.
struct Program {
  // Any text is valid: errors become diagnostics of the report.
  std::string program;
  // The meaning of plain integers: in teaching mode all are static; in cute mode those without an underscore are
  // dynamic.
  IntegerMode mode = IntegerMode::teaching;
  // Limit of the report's bindings, and of its diagnostics; Report::omitted counts the others.
  std::size_t limit = 200;
};
// The request of `speak`: the texts of a file of core/data/languages.
struct Language {
  // By their ids, which are the English sentences with placeholders (core/base/message.h). A missing sentence is shown
  // in English; with an empty catalog all of them are.
  std::map<std::string, std::string> sentences;
};
// A value of the report: the request of `explain`, `verdict`, `swizzles`, `kernel_form`, `roofline` and `compare_code`.
// If the value does not meet a method's requirements: unsupported, with the reason and a fix.
struct BindingRequest {
  // Its index. For `roofline`, -1 means the kernel on the stage, or else the last kernel.
  int binding = 0;
};
// The request of `played_step`. A player requests 0, 1, ... below PlayedStep::count; each answer is self-contained.
struct PlayRequest {
  int binding = 0;  // index in the report
  // The index of the step, from 0, in the order of play.
  std::int64_t at = 0;
};
// The request of `scene`. The answer is a SceneHeader: heads, legend and slices of the scene, and ids and colors of its
// cells as arrays. too_large beyond the limits of core/scene/scene.h.
struct PictureRequest {
  int binding = 0;  // index in the report
  // Words of a view (core/scene/view.h); empty: the default picture. Words that the value does not offer are replaced
  // by its defaults without an error.
  std::string view;
};
// The request of `emit`.
struct EmitRequest {
  int binding = 0;  // index in the report
  // A format that door.def names; unsupported, with the reason, if the value does not have this form.
  std::string format;
  // For a format that is a picture (svg, figure, latex, text, json): words of a view. Other formats ignore it.
  std::string view;
  // Refuses words that do not exist or that the value does not offer. Without it they are ignored, as in old links.
  bool strict = false;
};
// The request of `raster`: a part of a picture as pixels. When the view moves, pass the last answer's `rowRoom` and
// `colRoom` in the viewport, so that the heads keep their space.
struct RasterRequest {
  int binding = 0;   // index in the report
  std::string view;  // words of a view
  // The visible part, in pixels of the screen (raster.h). All numbers are accepted; too_large beyond max_raster_pixels.
  app::Viewport viewport;
};
// The request of `describe` and `linked`. index_range for a cell that the value does not have.
struct CellRequest {
  int binding = 0;        // index in the report
  std::int64_t cell = 0;  // 1-D coordinate of the value's domain
};
// The request of `move_arrow`: the user drags an arrow of a morphism's diagram.
struct ArrowRequest {
  int binding = 0;  // index in the report
  // The arrow's start, an entry of the domain.
  std::int64_t cell = 0;
  // The arrow's new end, an entry of the codomain; -1: the base point, to which a morphism of pointed sets maps the
  // entries that it drops.
  std::int64_t target = 0;
};
// The request of `analyze`: a value as a function and, with a type, the cost of its memory accesses.
struct AnalyzeRequest {
  int binding = 0;  // index in the report
  // The element type: CUTLASS's name (half_t, or half), or its bits (16); empty: unknown. unknown_name for any other
  // word.
  std::string type;
};
// The request of `complete`: a position in a program that is not stored; names are those of the stored report.
struct PositionRequest {
  std::string program;
  // UTF-16 code units from the start, as the page counts the caret. Positions after the end mean the end.
  std::uint32_t position = 0;
};
// A program's text that `format`, `pasted`, `named` and `xray` receive or return; it is not stored.
struct Source {
  std::string program;
};
// The request of `pasted`: a text from elsewhere. The answer has only the lines to append to the program: verbatim,
// with fresh names for unnamed values. For the program "A = 4:1" the text "(2,2):(1,2)" becomes "L = (2,2):(1,2)".
struct PasteRequest {
  // The program that the lines are for; its names are taken. May be empty.
  std::string program;
  // Lines such as `n1 = 128` for the integers that the text leaves open (Problem::hole names them).
  std::string fills;
  // The copied text: a compiler's message, a kernel's output, C++ or Python.
  std::string text;
};
// The request of `sketch`: another program, next to the stored one, for a preview. The stored report stays.
struct SketchRequest {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  // Words of a view for its last value that has a picture.
  std::string view;
};
// The request of `question`: a question on the thread-value layouts of the stored program (questions.h). Its answers
// are values of a copy of the program, followed by the asked expressions, in the mode of the stored report.
struct QuestionRequest {
  // An id of questions.def, such as `who`; any other word means the first question.
  std::string question;
  // The changed fields; values that no field accepts are ignored.
  std::vector<app::FieldValue> values;
};
// The request of `atom_form`: the form that builds a tiling (atom_form.h).
struct AtomFormRequest {
  app::AtomKind kind = app::AtomKind::mma;  // MMA or copy
  // As `atoms` lists it; for a family, the form has a field for N.
  ListedAtom atom;
  // The filled-in fields, as in QuestionRequest.
  std::vector<app::FieldValue> values;
};
// The request of `lesson`: a lesson as in core/data/lessons.
struct LessonText {
  // Markdown with a front matter, at most max_lesson_bytes. syntax or too_large, with the place, if it is not a lesson.
  std::string text;
};
// The request of `page_on`. The answer is a ReferencePage (library.h) with its example evaluated, drawn and derived.
struct PageRequest {
  // The name of a function, a notation or an atom: "coalesce", "SM80_16x8x16_F32F16F16F32_TN"; unknown_name for any
  // other name.
  std::string name;
  // The user's program instead of the page's own; or empty.
  std::string example;
  // The caller's lessons; the page lists their steps that teach it.
  app::Library library;
};
// The request of `search` in the reference, the course and the gallery.
struct SearchRequest {
  // Words that a result must all contain, case-insensitive; empty: all notations, functions and terms of the glossary.
  std::string query;
  // The caller's lessons, which are searched, too.
  app::Library library;
};
// The request of `lesson_way`: the user's position in the course, and the solved exercises.
struct WayRequest {
  std::string text;  // text of the lesson
  std::string step;  // its id
  // The lessons in order.
  std::vector<app::LessonName> course;
  // Ids of the solved exercises of this lesson; others are ignored.
  std::vector<std::string> solved;
};
// The request of `lesson_step`. The step's program is evaluated separately from the stored one.
struct StepRequest {
  std::string text;  // text of the lesson
  // Its id, the same in every language; unknown_name if the lesson does not have the step.
  std::string step;
};
// The request of `exercise` and `solution`.
struct ExerciseRequest {
  std::string text;        // text of the lesson
  app::ExerciseName name;  // its step, place and instance
};
// The request of `mark_answer`.
struct AnswerRequest {
  std::string text;        // text of the lesson
  app::ExerciseName name;  // its step, place and instance
  // As the user typed it; more than max_answer_bytes count as wrong.
  std::string answer;
  // The number of wrong answers before this one: hints become more explicit with each.
  std::uint32_t wrong = 0;
};
// The request of `gallery_picture`.
struct EntryRequest {
  // GROUP/ID, or ID alone; unknown_name if the gallery does not have it.
  std::string id;
};
// The request of `run_report` and `listing`: the result of a runner, or none yet. For a malformed result, `run_report`
// returns a report with that error (malformed_answer), and `listing` fails with arguments.
struct RunRequest {
  // The index of the kernel; -1 if it is not in the stored report: then the report has no predictions.
  int binding = -1;
  // JSON, verbatim (core/runs/run_result.h describes it); empty: before the run.
  std::string result;
};
// The request of `overlays`.
struct ResultRequest {
  std::string result;  // JSON, verbatim
};
// The request of `overlay`: a picture of a measurement. The predictions are those of the binding's kernel, or those in
// the result. arguments: the result is not a JSON object; unsupported: it has no data for that picture.
struct OverlayRequest {
  int binding = 0;  // the kernel, by its index
  // A word from `overlays`: counters, bandwidth, timeline or cycles; unknown_name for any other word.
  std::string kind;
  std::string result;  // JSON, verbatim
};
// A run with the runner's answer.
struct RunAnswered {
  // The request of the run, from the caller; the table shows it.
  RanKernel ran;
  // The index of the kernel in the stored report; -1: it no longer exists, so counters have no prediction.
  int binding = -1;
  std::string result;  // JSON, verbatim
};
// The request of `take_runs`: runs for the table. Members are applied in this order; empty ones add nothing. The answer
// has all lines to store: they replace the caller's lines.
struct TakeRuns {
  // Stored runs, one per line (kept_run.h). Unreadable lines are reported in the answer and do not affect others.
  std::string lines;
  // A file of measurements, as in core/data: each timed kernel becomes a recorded run.
  std::string measurements;
  // The newest run. A result that is an error or was cancelled adds nothing.
  std::optional<RunAnswered> run;
  // The id of a run to remove; ignored if unknown.
  std::string remove;
};
// The request of `recorded_runs`. arguments: the text is not such a file.
struct MeasurementsRequest {
  std::string measurements;  // JSON of the file, as in core/data
};
// The request of `kept_run`; unknown_name if the table does not have the run.
struct RunChoice {
  std::string id;
};
// The request of `print_runs`: the selected runs, as a file.
struct PrintRuns {
  // Filter, order, baseline and pinned counters. csv and json use only filter and order.
  RunView view;
  RunFormat format = RunFormat::csv;  // format of the file
};
// The request of `recorded`: the measurements of a kernel in a file. The answer has the form of a runner's result, so
// that it is shown like any run. unknown_name if the file does not have the kernel.
struct RecordedRequest {
  int binding = 0;  // the kernel, by its index
  // JSON of the file; empty: the newest of the user's own runs of this kernel on a GPU, from the table.
  std::string measurements;
};

// The request of `tune`: kernels equivalent to a given one. The answer is a TuningShown (tuner.h), whose `next` is the
// kernel to run first. The tuning is stored for `take_tuned`; after a failure the previous one stays.
struct TuneRequest {
  // The kernel; unsupported, with the reason, if it has no candidates.
  int binding = 0;
  // The GPU: a name of the table of GPUs (H100), or the name that a driver reports; empty: the GPU of the model's
  // constants. These also serve for an unknown GPU; the title names them. Stored lines use the driver's name.
  std::string gpu;
  // Number of candidates in addition to the kernel itself, clamped to 1 .. max_tuned.
  std::size_t count = default_tuned;
  // Seconds after which no new measurement begins. 0: no limit.
  double budget = 0;
  // Lines from earlier `take_tuned` calls: provides their times of this kernel on a device with exactly the name `gpu`.
  std::string kept;
};
// The request of `take_tuned`; arguments if no tuning is stored.
struct TunedRequest {
  // The number of the kernel; an unknown one is ignored.
  std::size_t number = 0;
  // The runner's answer: JSON, verbatim.
  std::string result;
  // Seconds since measuring began, which count against TuneRequest::budget: the caller has the clock.
  double spent = 0;
};

// --- Answers that only the door has ----------------------------------------------------------------------------------

// Lists are members with a name, so that an answer is always an object that can get more members.
struct Version {
  std::string_view version;  // "MAJOR.MINOR.PATCH"
};
// A text in the requested format; for `recorded` a result as JSON, or empty if the kernel was not measured.
struct Text {
  std::string text;
};
// A standalone drawing, with its own style.
struct Svg {
  std::string svg;  // empty: none
};
// The offsets of a value, the first mode the fastest (core/workspace/offset_table.h).
struct Offsets {
  std::vector<std::int64_t> extents;
  NumberArray offsets;
};
// The verdict on each call of a statement: does its result satisfy the laws of its function?
struct Verdicts {
  // In the order of evaluation, so the outermost call is last; empty if the functions of the statement have no laws.
  std::vector<OperationVerdict> calls;
};
// The answer of `functions`; completion and the reference show them.
struct Functions {
  // Sorted by name.
  std::vector<Function> functions;
};
// The answer of `pictures`: the question that each kind of picture answers, in the order of pictures.def.
struct PictureQuestions {
  std::vector<PictureQuestion> pictures;
};
struct TextForms {
  std::vector<TextForm> forms;
};
// The result of a search.
struct FoundPlaces {
  std::vector<app::Found> found;  // the best first
};
// Names of element types for a choice.
struct Elements {
  // Names in CUTLASS; the first is empty: no type is given.
  std::vector<std::string_view> types;
};
// Choices of a kernel without typing: its element type and the size of its problem.
struct KernelFields {
  // In display order; empty if the value's statement is not a call of a kernel. A field without options has a note.
  std::vector<app::FormField> fields;
};
// The answer of `gallery`: programs to start with, each with the best pictures of its values.
struct Gallery {
  // In the order of the gallery, group by group.
  std::vector<Entry> entries;
};
// The result of a search for atoms. Never an error: the note explains an empty result.
struct Atoms {
  // In the order of the tables; families instead of their members if there are more than 200.
  std::vector<ListedAtom> atoms;
  // For an empty result: the reason, and the architectures that have matches; otherwise empty.
  Message note;
  std::optional<app::AtomSearch> instead;  // finds some atoms with these words
  // Architectures to narrow the search: "any architecture", then the newest first.
  std::vector<app::FieldOption> architectures;
};
// A program next to the stored one. Spans of its report refer to its own text.
struct Sketch {
  Report report;
  // For its last value with a picture; empty if no value has one.
  std::optional<Analysis> analysis;
  // The picture of that value, standalone; empty if no value has one.
  std::string svg;
};
// A code block with the answers to its comments `// ^?` and `# ^?`; the block is the stored program.
struct Annotated {
  // The block. Each comment has the value of the statement above it, or its error.
  std::string text;
  // One for each comment that goes on, by `picture` or by the words of a view.
  std::vector<PictureRequest> pictures;
  // Comments that have an error.
  std::size_t errors = 0;
};
// A question, and its answers.
struct QuestionShown {
  app::QuestionForm form;
  // One for each expression of the form, in display order.
  std::vector<app::Answer> answers;
  // The picture of the last answer that has one, standalone; otherwise empty.
  std::string svg;
};
// An available picture of a result.
struct OfferedOverlay {
  std::string_view kind;  // for `overlay`
  Message title;          // shown on a switch
};
// The request of `compare_runs`: two runs of the table, by id; unknown_name if one is missing.
struct RunPair {
  std::string before;
  std::string after;
};
struct Overlays {
  // The pictures with data in the result; empty if the text is not a result.
  std::vector<OfferedOverlay> overlays;
};
// Runs in the order of their file.
struct ListedRuns {
  std::vector<KeptRun> runs;
};
// The state of the runs.
struct TakenRuns {
  // All lines to store, oldest first: they replace the caller's lines.
  std::string lines;
  // The reason why the first unreadable stored line was refused; or empty.
  Message refused;
};
// Line differences between the CUDA texts of the two kernels that a value compares; unsupported if it does not compare
// kernels.
struct CodeDifference {
  // Lines that only one kernel has: "− " before those of the first, "+ " before those of the second; at most
  // max_different_lines, then "…".
  std::vector<std::string> lines;
};
// A picture of measurements next to the model's predictions, both labeled.
struct OverlayPicture {
  Message title;
  // An explanation: the meaning of rows and columns, averaging, omissions; may be empty.
  Message note;
  // With its legend.
  std::string svg;
};

// --- The door --------------------------------------------------------------------------------------------------------

// One session: one program at a time, its report, the application, the runs and a tuning. Not thread-safe.
class Door {
 public:
  // Calls a method and returns its answer as JSON. Never fails: an error is {"error": Refusal}; for an unknown method
  // it is unknown_name, with the nearest name as its hint. Methods without input accept an empty request. Valid until
  // the next call.
  const std::string& call(std::string_view method, std::string_view request);
  // Binary arrays of the last answer, which refers to them as {"array": index}: ids and colors of a scene, pixels. They
  // point into the door's state, so copy them before the next call. Empty without `binary`.
  std::span<const NumberArray> arrays() const { return arrays_; }
  // True: arrays are returned by arrays(). False: they are lists of numbers in the answer.
  bool binary = false;
  // The language of messages in answers, and of words in pictures.
  const Catalog& catalog() const { return catalog_; }
  // Sets the language, including that of existing pictures. The door owns the catalog.
  void speak(Catalog catalog);

  // The report that binding indices refer to: that of the last `evaluate` or `act`. Valid as long as the door.
  Workspace& workspace() { return app_.workspace(); }
  // Applies an action, which can evaluate a program. Here the caret is in bytes (the method `act` converts it).
  app::Changes act(ActionRecord& action);
  const app::App& app() const { return app_; }
  // Evaluates without cards; discards the cards and pictures of the previous report.
  void evaluate(std::string_view program, IntegerMode mode);
  // A picture of the report. `scene` is never null; it is valid until another show, action or evaluation.
  struct Shown {
    View view;
    const Scene* scene;
  };
  // The picture for the words of a view: that of the card if it is the same, otherwise a new one, which is cached until
  // another one is requested. Errors index_range, unsupported and too_large as for Workspace::scene.
  Result<Shown> show(int binding, std::string_view words);
  // A part of such a picture; cached until another one is requested. Errors of show() and of make_raster().
  Result<const app::Raster*> paint(int binding, std::string_view words, const app::Viewport& viewport);
  // The table of runs. It stays when another program is evaluated.
  RunTable& runs() { return runs_; }
  // The recorded runs in the table for the comparison with a kernel of that kind. This evaluates their programs, so
  // they are cached until the kind, the GPU or the number of recorded runs changes. Valid until then.
  const std::vector<RecordedReport>& recorded(const RunReport& kernel);
  // The last requested tuning; it stays unchanged when another program is evaluated. Empty before the first one.
  std::optional<Tuning>& tuning() { return tuning_; }
  // The last requested offsets.
  std::vector<std::int64_t>& offsets() { return offsets_; }

 private:
  Catalog catalog_;
  app::App app_;
  RunTable runs_;
  std::vector<RecordedReport> recorded_;
  std::string recorded_for_;
  std::optional<Tuning> tuning_;
  Scene scene_;  // scene that the members below describe
  int scene_binding_ = -1;
  std::string scene_view_;
  app::Raster raster_;
  std::vector<std::int64_t> offsets_;
  std::string answer_;
  std::vector<NumberArray> arrays_;
};

// The methods, one function each; door.def describes them. A method may move texts out of its request.
#define METHOD(name, request, answer, about) Result<answer> name(Door& door, request& asked);
#include "core/door/door.def"
#undef METHOD

// A method in the list for the reference: `request` and `answer` pass a record of that type to an archive.
struct Method {
  std::string_view name;
  std::string_view about;
  void (*request)(Archive& archive);
  void (*answer)(Archive& archive);
};
// All methods of door.def, in its order.
std::span<const Method> methods();

}  // namespace stridescope::door
