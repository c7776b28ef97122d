// The door: everything asked of Stridescope from outside goes through one list (door.def) of methods with typed
// requests and answers. The page's module, the C ABI and `stridescope call` pass a method's name and JSON; nothing else
// crosses. A method is a row of door.def, its function below (in door_*.cpp) and, if its request or answer is a record
// of its own, that record with its description. Nothing else: the module's exports, the C ABI, TypeScript's types and
// the reference page follow. The description (records_*.cpp) explains each member, and the reference prints it. An
// exchange:
//   evaluate {"program":"L = (4,8):(8,1)"}  a Report; it is kept for what follows
//   describe {"binding":0,"cell":5}         {"text":"L(1,1) = 9", ...}
//   describe {"binding":7,"cell":0}         {"error":{"code":"index_range","message":"there is no value 7","hint":""}}
//   describe {"cell":0}                     {"error":{"code":"arguments","message":"'binding' is missing","hint":""}}
// Common to all methods:
//   requests   A JSON object. A member without a default is required, one that is not known is an error (arguments).
//   bindings   Indices into the report of the last `evaluate` or `act`; index_range for one that it has not.
//   cells      1-D coordinates of the value's domain, from 0, the same in every picture of it.
//   spans      Bytes of the program here, UTF-16 code units in JSON, as the page's strings count.
//   errors     The method did nothing; the kept program, its report, the runs and the tuning are as they were.
//   words      Messages are in the language that `speak` was last given; codes and words of enumerations never change.
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

// Requests and answers that are the application's own records, described in records_app.h and related files.
using app::Action;
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

// For a method without input or output. The request of version, state, elements, file_picture, pictures, functions and
// gallery, which can be an empty text; the answer of speak.
struct Nothing {};
// The request of `evaluate`. Answered with a Report. It never fails as a whole: a program without a single value has
// one, too. What was kept of the program before, cards, picture and open sections, is gone; the runs and the tuning
// stay.
struct Program {
  // Any text is right: what does not parse becomes diagnostics of the report.
  std::string program;
  // The meaning of plain integers: teaching, all static; cute, dynamic except those with an underscore.
  IntegerMode mode = IntegerMode::teaching;
  // Bindings, and diagnostics, that the report holds at most; Report::omitted counts the others.
  std::size_t limit = 200;
};
// The request of `speak`: the texts of a file of core/data/languages.
struct Language {
  // By their ids, which are the English sentences with holes (core/base/message.h). A missing sentence is shown in
  // English; an empty catalog shows all of them in English.
  std::map<std::string, std::string> sentences;
};
// A value of the report: the request of `explain`, `verdict`, `swizzles`, `kernel_form`, `roofline` and `compare_code`.
// Their errors give their requirements: unsupported, with the reason and a fix.
struct BindingRequest {
  // Its index. For `roofline` -1 means the kernel on the stage, else the last one.
  int binding = 0;
};
// The request of `played_step`. A player asks for 0, 1, ... until PlayedStep::count; each answer is self-contained.
struct PlayRequest {
  int binding = 0;  // index in the report
  // The step, from 0, in the order in which they play; below PlayedStep::count.
  std::int64_t at = 0;
};
// The request of `scene`. Answered with a SceneHeader: the scene's heads, legend and slices, and ids and colors of its
// cells as arrays. too_large beyond the limits of core/scene/scene.h.
struct PictureRequest {
  int binding = 0;  // index in the report
  // Words of a view (core/scene/view.h); empty: the default picture. Words that the value does not offer fall back to
  // its own, silently.
  std::string view;
};
// The request of `emit`.
struct EmitRequest {
  int binding = 0;  // index in the report
  // One of those that door.def names; unsupported, with the reason, where the value has no such form.
  std::string format;
  // For a format that is a picture (svg, figure, latex, text, json): words of a view. Other formats ignore it.
  std::string view;
};
// The request of `raster`: a part of a picture as pixels. Who moves on hands the last answer's `rowRoom` and
// `colRoom` back in the viewport, so that heads keep their room.
struct RasterRequest {
  int binding = 0;   // index in the report
  std::string view;  // words of a view
  // The visible part, in pixels of the screen (raster.h). Any numbers are accepted; too_large beyond max_raster_pixels.
  app::Viewport viewport;
};
// The request of `excerpt`: what is written in a part of a picture that is too large to have all its labels.
struct ExcerptRequest {
  int binding = 0;   // index in the report
  std::string view;  // words of a view
  // Rows and columns of cells; cut to what the picture has. too_large for more than max_labelled_cells.
  SceneWindow window;
};
// The request of `describe` and `linked`. index_range for a cell that the value has not.
struct CellRequest {
  int binding = 0;        // index in the report
  std::int64_t cell = 0;  // 1-D coordinate of the value's domain
};
// The request of `cell_group`: which cells belong together depends on the picture, lanes of a wavefront or values of
// a thread.
struct PictureCellRequest {
  int binding = 0;        // index in the report
  std::int64_t cell = 0;  // 1-D coordinate of the value's domain
  std::string view;       // words of a view
};
// The request of `move_arrow`: an arrow of a morphism's diagram that is dragged.
struct ArrowRequest {
  int binding = 0;  // index in the report
  // The entry of the domain that it begins at.
  std::int64_t cell = 0;
  // The entry of the codomain that it is to end at; -1: the base point, to which a morphism of pointed sets sends
  // what it forgets.
  std::int64_t target = 0;
};
// The request of `analyze`: a value as a function, and with a type what its accesses cost in memory.
struct AnalyzeRequest {
  int binding = 0;  // index in the report
  // The element type: CUTLASS's name (half_t, or half), or its bits (16); empty: not given. unknown_name for any other
  // word.
  std::string type;
};
// The request of `complete`: a place in a program that is not kept; names are those of the kept report.
struct PositionRequest {
  std::string program;
  // UTF-16 code units from its begin, as the page's caret counts. One behind the end is the end.
  std::uint32_t position = 0;
};
// A program's text that `format`, `pasted`, `named` and `xray` take or give; it is not kept.
struct Source {
  std::string program;
};
// The request of `pasted`: a text that was written elsewhere. Answered with the lines alone, which the caller appends
// to the program: verbatim, with fresh names for unnamed values. For the program "A = 4:1" the text "(2,2):(1,2)"
// becomes "L = (2,2):(1,2)".
struct PasteRequest {
  // To which it is added; its names are taken. It may be empty.
  std::string program;
  // Lines `n1 = 128` for the integers that the text does not give (Problem::hole names them).
  std::string fills;
  // As it was copied: a compiler's message, a kernel's output, C++ or Python.
  std::string text;
};
// The request of `sketch`: another program, next to the stored one, for a preview. The stored report stays.
struct SketchRequest {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  // Words of a view for its last value that has a picture.
  std::string view;
};
// The request of `question`: what is asked of the thread-value layouts of the kept program (questions.h).
// Its answers are values of a copy of the program with the asked expressions behind it, in the mode of the kept
// report.
struct QuestionRequest {
  // An id of questions.def, such as `who`; any other word means the first of them.
  std::string question;
  // The changed fields; values that no field accepts are ignored.
  std::vector<app::FieldValue> values;
};
// The request of `atom_form`: the form that builds a tiling (atom_form.h).
struct AtomFormRequest {
  app::AtomKind kind = app::AtomKind::mma;  // MMA or copy
  // As `atoms` lists it; of a family the form asks for N.
  ListedAtom atom;
  // The filled-in fields, as in QuestionRequest.
  std::vector<app::FieldValue> values;
};
// The request of `lesson`: a lesson as it lies in core/data/lessons.
struct LessonText {
  // Markdown with a front matter, at most max_lesson_bytes. syntax or too_large, with the place, if it is not a lesson.
  std::string text;
};
// The request of `page_on`. Answered with a ReferencePage (library.h), its example evaluated, drawn and derived.
struct PageRequest {
  // The name of a function, a notation or an atom: "coalesce", "SM80_16x8x16_F32F16F16F32_TN"; unknown_name for any
  // other.
  std::string name;
  // A reader's program, in place of the page's own; or empty.
  std::string example;
  // The caller's lessons, from which the page takes the steps that teach it.
  app::Library library;
};
// The request of `search`, over the reference, the course and the gallery.
struct SearchRequest {
  // Words that are all to be found, in either case; none: all notations, functions and terms of the glossary.
  std::string query;
  // The caller's lessons, which are searched, too.
  app::Library library;
};
// The request of `lesson_way`: where a reader of the course is, and what is solved.
struct WayRequest {
  std::string text;  // of the lesson
  std::string step;  // its id
  // The lessons in their order.
  std::vector<app::LessonName> course;
  // Ids of this lesson's exercises that are solved; others are passed over.
  std::vector<std::string> solved;
};
// The request of `lesson_step`. The step's program is evaluated separately from the stored one.
struct StepRequest {
  std::string text;  // of the lesson
  // Its id, the same in every language; unknown_name where the lesson has no such step.
  std::string step;
};
// The request of `exercise` and `solution`.
struct ExerciseRequest {
  std::string text;        // of the lesson
  app::ExerciseName name;  // its step, place and instance
};
// The request of `mark_answer`.
struct AnswerRequest {
  std::string text;        // of the lesson
  app::ExerciseName name;  // its step, place and instance
  // As it was typed; at most max_answer_bytes, else it is wrong.
  std::string answer;
  // Wrong answers before this one: hints say more with each of them.
  std::uint32_t wrong = 0;
};
// The request of `gallery_picture`.
struct EntryRequest {
  // GROUP/ID, or ID alone; unknown_name if the gallery does not have it.
  std::string id;
};
// The request of `run_report` and `listing`: a runner's result, or none yet. A malformed result gives a report that
// says so (malformed_answer) from `run_report`, and an error (arguments) from `listing`.
struct RunRequest {
  // The kernel, by its index; -1 where it is not of the kept report: the result speaks for itself, without
  // predictions.
  int binding = -1;
  // JSON, verbatim (core/runs/run_result.h has its shape); empty: before it runs.
  std::string result;
};
// The request of `overlays`.
struct ResultRequest {
  std::string result;  // JSON verbatim
};
// The request of `overlay`: a picture of a measurement. The predictions are those of the binding's kernel, or those in
// the result. arguments: the result is not a JSON object; unsupported: it has no data for that picture.
struct OverlayRequest {
  int binding = 0;  // the kernel, by its index
  // A word that `overlays` gave: counters, bandwidth, timeline or cycles; unknown_name for any other.
  std::string kind;
  std::string result;  // JSON verbatim
};
// A run that a runner has answered.
struct RunAnswered {
  // The request of the run, from its caller: the table shows it.
  RanKernel ran;
  // The kernel, by its index in the kept report; -1: it is gone, and counters have no prediction.
  int binding = -1;
  std::string result;  // JSON verbatim
};
// The request of `take_runs`: runs for the table. Members are applied in this order; empty ones add nothing. The answer
// has all lines that are to be stored from then on: the caller replaces the old ones.
struct TakeRuns {
  // Stored runs, a line each (kept_run.h). Unreadable lines are reported in the answer and do not affect others.
  std::string lines;
  // A file of measurements, as core/data has them: each timed kernel becomes a recorded run.
  std::string measurements;
  // The newest. A result that is an error or was cancelled adds nothing.
  std::optional<RunAnswered> run;
  // The id of a run to remove; ignored if unknown.
  std::string remove;
};
// The request of `recorded_runs`; arguments: the text is not such a file.
struct MeasurementsRequest {
  std::string measurements;  // JSON of the file, as core/data has them
};
// The request of `kept_run`; unknown_name where the table does not have the run.
struct RunChoice {
  std::string id;
};
// The request of `print_runs`: the runs that are seen, as a file.
struct PrintRuns {
  // Filter, order, baseline and pinned counters. Of csv and json only filter and order count.
  RunView view;
  RunFormat format = RunFormat::csv;  // of the file
};
// The request of `recorded`: what a file of measurements has of a kernel. Answered with a runner's result, so that it
// is shown as any run is. unknown_name where the file has nothing of the kernel.
struct RecordedRequest {
  int binding = 0;  // the kernel, by its index
  // JSON of the file; empty: the user's own runs in the table, of which the newest of this kernel on a GPU is taken.
  std::string measurements;
};

// The request of `tune`: kernels equivalent to one. Answered with a TuningShown (tuner.h), whose `next` is the kernel
// to run first. The tuning is stored for `take_tuned`; after a failure the previous one stays.
struct TuneRequest {
  // The kernel; unsupported, with the reason, for one that has no candidates.
  int binding = 0;
  // The GPU: a name of the table of GPUs (H100) or that of a driver; empty: the one of the model's constants. An
  // unknown one is predicted by those constants, too; the title names them. Stored lines use the driver's name.
  std::string gpu;
  // Candidates in addition to the kernel itself, clamped to 1 .. max_tuned.
  std::size_t count = default_tuned;
  // Seconds; no new measurement begins after them. 0: no end.
  double budget = 0;
  // Lines that earlier `take_tuned` gave: their times of this kernel on a device called exactly `gpu` are taken.
  std::string kept;
};
// The request of `take_tuned`; arguments where nothing is tuned.
struct TunedRequest {
  // Its row; an unknown one is ignored.
  std::size_t number = 0;
  // The runner's answer, JSON verbatim.
  std::string result;
  // Seconds since measuring began, counted against TuneRequest::budget: the caller has the clock.
  double spent = 0;
};

// --- Answers that are of the door alone ------------------------------------------------------------------------------

// Lists have a name so that an answer is always an object, to which a member can be added.
struct Version {
  std::string_view version;  // "MAJOR.MINOR.PATCH"
};
// A text in the format that was asked for; of `recorded` a result as JSON, empty where nothing was measured.
struct Text {
  std::string text;
};
// A standalone drawing, with its own style.
struct Svg {
  std::string svg;  // empty: none
};
// Cells of one value.
struct Cells {
  std::vector<std::int64_t> cells;  // 1-D coordinates of its domain
};
// The verdict on each call of a statement: does its result satisfy the laws of its function?
struct Verdicts {
  // In the order in which they were made, so the outermost last; empty when no function of the statement has laws.
  std::vector<OperationVerdict> calls;
};
// The answer of `functions`, as completion and the reference show them.
struct Functions {
  // By name.
  std::vector<Function> functions;
};
// The answer of `pictures`: of each kind, in the order of pictures.def, which question it answers.
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
  // By their names in CUTLASS; the first is empty, for "not said".
  std::vector<std::string_view> types;
};
// Choices of a kernel without typing: its element type and the size of its problem.
struct KernelFields {
  // In display order; empty if the value's statement is not a call of a kernel. A field without options has a note.
  std::vector<app::FormField> fields;
};
// The answer of `gallery`: programs to start from, each with the pictures in which its values are best seen.
struct Gallery {
  // In the order of the gallery, group by group.
  std::vector<Entry> entries;
};
// The result of a search for atoms. Never an error: the note explains an empty result.
struct Atoms {
  // In the order of the tables; families in place of their members if there are more than 200.
  std::vector<ListedAtom> atoms;
  // For an empty result: the reason, and the architectures that have matches; otherwise empty.
  Message note;
  // Scopes to narrow the search, the newest first after "any architecture".
  std::vector<app::FieldOption> architectures;
};
// A program next to the stored one. Spans of its report refer to its own text.
struct Sketch {
  Report report;
  // For its last value with a picture; empty if there is nothing to analyze.
  std::optional<Analysis> analysis;
  // For that value, standalone; empty: it has no picture.
  std::string svg;
};
// A question, and its answers.
struct QuestionShown {
  app::QuestionForm form;
  // One for each expression that the form asks, in the order to show.
  std::vector<app::Answer> answers;
  // For the last answer with a picture, standalone; otherwise empty.
  std::string svg;
};
// A picture of a result that may be asked for.
struct OfferedOverlay {
  std::string_view kind;  // for `overlay`
  Message title;          // for a switch
};
// The request of `compare_runs`: two runs of the table, by id; unknown_name where it has not both.
struct RunPair {
  std::string before;
  std::string after;
};
struct Overlays {
  // Those with data in the result; empty for a text that is not a result.
  std::vector<OfferedOverlay> overlays;
};
// Runs in the order of their file.
struct ListedRuns {
  std::vector<KeptRun> runs;
};
// The state of the runs.
struct TakenRuns {
  // All lines to be stored, oldest first: they replace the caller's.
  std::string lines;
  // The reason for the first unreadable stored line; or empty.
  Message refused;
};
// Line differences of the CUDA texts of two kernels that a value compares; unsupported if it does not compare kernels.
struct CodeDifference {
  // Lines that only one of both has: "− " before those of the first, "+ " before those of the second; at most
  // max_different_lines, then "…".
  std::vector<std::string> lines;
};
// A picture of measurements, next to the model's predictions, with both labeled.
struct OverlayPicture {
  Message title;
  // Reading aid: the meaning of rows and columns, averaging, omissions; may be empty.
  Message note;
  // With its legend.
  std::string svg;
};

// --- The door --------------------------------------------------------------------------------------------------------

// One session: one program at a time, its report, the application, the runs and a tuning. Not for two threads at
// once.
class Door {
 public:
  // The answer to a method's request as JSON. Always answers: an error is {"error": Refusal}, which is unknown_name for
  // an unknown method, with the nearest name as its hint. An empty request is accepted by methods without input. Valid
  // until the next call.
  const std::string& call(std::string_view method, std::string_view request);
  // Binary arrays of the last answer, which contains them as {"array": index}: ids and colors of a scene, pixels. They
  // point into the door's state, so copy them before the next call. Empty without `binary`.
  std::span<const NumberArray> arrays() const { return arrays_; }
  // True if arrays are handed over; otherwise they are lists of numbers in the answer.
  bool binary = false;
  // The language of messages in answers, and of words in pictures.
  const Catalog& catalog() const { return catalog_; }
  // From now on, also for pictures that are there. The door owns it.
  void speak(Catalog catalog);

  // The report that binding indices refer to: that of the last `evaluate` or `act`. Valid as long as the door.
  Workspace& workspace() { return app_.workspace(); }
  // An action, which may be another evaluation. The caret is in bytes here (the method `act` translates it).
  app::Changes act(const app::Action& action);
  const app::App& app() const { return app_; }
  // Evaluates without cards; what was kept of the report before, cards and the picture below, is gone.
  void evaluate(std::string_view program, IntegerMode mode);
  // A picture of the report: `scene` is never null, and valid until another one is shown, acted or evaluated.
  struct Shown {
    View view;
    const Scene* scene;
  };
  // The picture that the words of a view ask for: that of the card where it is the same, else it is made, and kept
  // until another one is asked for. index_range, unsupported and too_large as Workspace::scene.
  Result<Shown> show(int binding, std::string_view words);
  // The part of such a picture; kept until another one is asked for. Errors of show() and of make_raster().
  Result<const app::Raster*> paint(int binding, std::string_view words, const app::Viewport& viewport);
  // The table of runs. It stays when another program is evaluated.
  RunTable& runs() { return runs_; }
  // The recorded runs in the table that a kernel of that kind is compared with: their programs are evaluated for it, so
  // they are cached until the kind, the GPU or the number of recorded runs changes. Valid until then.
  const std::vector<RecordedReport>& recorded(const RunReport& kernel);
  // The last tuning that was asked for; it stays as it is when another program is evaluated. None before the first.
  std::optional<Tuning>& tuning() { return tuning_; }

 private:
  Catalog catalog_;
  app::App app_;
  RunTable runs_;
  std::vector<RecordedReport> recorded_;
  std::string recorded_for_;
  std::optional<Tuning> tuning_;
  Scene scene_;  // of what is named below
  int scene_binding_ = -1;
  std::string scene_view_;
  app::Raster raster_;
  std::string answer_;
  std::vector<NumberArray> arrays_;
};

// The methods, a function each; door.def describes them. The request is consumed: its texts may be moved away.
#define METHOD(name, request, answer, about) Result<answer> name(Door& door, request& asked);
#include "core/door/door.def"
#undef METHOD

// A method as it is listed, for the reference: `request` and `answer` walk an archive through a record of that type.
struct Method {
  std::string_view name;
  std::string_view about;
  void (*request)(Archive& archive);
  void (*answer)(Archive& archive);
};
// All of door.def, in its order.
std::span<const Method> methods();

}  // namespace stridescope::door
