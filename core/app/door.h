// The door: everything that is asked of Stridescope from outside goes through one list (door.def) of methods with
// typed requests and answers. The page's module, the C ABI and `stridescope call` pass a method's name and JSON;
// nothing else crosses.
// A method is a row of door.def, its function below (in door_*.cpp) and, where its request or answer is a record of its
// own, that record with its description. Nothing else: the module's exports, the C ABI, TypeScript's types and the
// reference page follow. What each member means stands in its description (records_*.cpp), as the reference prints it.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/app.h"
#include "core/app/atom_form.h"
#include "core/app/course.h"
#include "core/app/kernel_listing.h"
#include "core/app/library.h"
#include "core/app/playback.h"
#include "core/app/questions.h"
#include "core/app/records.h"
#include "core/app/records_app.h"
#include "core/app/records_xray.h"
#include "core/app/roofline.h"
#include "core/app/tuner.h"

namespace stridescope::door {

// --- Requests --------------------------------------------------------------------------------------------------------

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

// Of a method that needs nothing, or answers nothing.
struct Nothing {};
// To be evaluated.
struct Program {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;  // how plain integers are read
  std::size_t limit = 200;                   // of bindings and of diagnostics in the report
};
// Texts of a file of core/data/languages.
struct Language {
  std::map<std::string, std::string> sentences;  // by their ids; without any it is English
};
// A value of the report.
struct BindingRequest {
  int binding = 0;  // its index; index_range for one that there is not
};
// A step of a value's derivation.
struct PlayRequest {
  int binding = 0;      // index in the report
  std::int64_t at = 0;  // the step, from 0, in the order in which they play
};
// A picture of a value.
struct PictureRequest {
  int binding = 0;   // index in the report
  std::string view;  // words of a view (core/scene/view.h)
};
// A value as text.
struct EmitRequest {
  int binding = 0;     // index in the report
  std::string format;  // one of those that door.def names
  std::string view;    // of a format that is a picture
};
// A part of a painted picture.
struct RasterRequest {
  int binding = 0;         // index in the report
  std::string view;        // words of a view
  app::Viewport viewport;  // in pixels
};
// What is written in a part of a picture.
struct ExcerptRequest {
  int binding = 0;     // index in the report
  std::string view;    // words of a view
  SceneWindow window;  // rows and columns of cells
};
// A cell of a value.
struct CellRequest {
  int binding = 0;        // index in the report
  std::int64_t cell = 0;  // 1-D coordinate of the value's domain
};
// A cell as a picture shows it.
struct PictureCellRequest {
  int binding = 0;        // index in the report
  std::int64_t cell = 0;  // 1-D coordinate of the value's domain
  std::string view;       // words of a view
};
// An arrow of a morphism's diagram that is dragged.
struct ArrowRequest {
  int binding = 0;          // index in the report
  std::int64_t cell = 0;    // the entry that it begins at
  std::int64_t target = 0;  // the entry that it is to end at; -1: the base point
};
// A value as a function, and what it costs.
struct AnalyzeRequest {
  int binding = 0;   // index in the report
  std::string type;  // of an element, by CUTLASS's name; empty: not said
};
// A place in a program that is not kept.
struct PositionRequest {
  std::string program;
  std::uint32_t position = 0;  // bytes from its begin
};
// A text that is read, or an answer that is one.
struct Source {
  std::string program;
};
// A text that was written elsewhere.
struct PasteRequest {
  std::string program;  // to which it is added
  std::string fills;    // lines that give the integers which it does not tell
  std::string text;
};
// Another program, beside the one that is kept.
struct SketchRequest {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::string view;  // words of a view of its last value
};
// A question to thread-value layouts.
struct QuestionRequest {
  std::string question;  // one of those that there are; else the first
  std::vector<app::FieldValue> values;
};
// The form that builds a tiling.
struct AtomFormRequest {
  app::AtomKind kind = app::AtomKind::mma;  // MMA or copy
  ListedAtom atom;                          // as `atoms` lists it
  std::vector<app::FieldValue> values;      // what is filled in
};
// A lesson as it lies in core/data/lessons.
struct LessonText {
  std::string text;  // Markdown with a front matter
};
// A page of the reference.
struct PageRequest {
  std::string name;      // of a function, a notation or an atom
  std::string example;   // a reader's, in place of the page's own; or empty
  app::Library library;  // what the surface has of the course
};
// A search over the reference.
struct SearchRequest {
  std::string query;     // words that are all to be found
  app::Library library;  // what the surface has of the course
};
// Where a reader of the course is, and what is solved.
struct WayRequest {
  std::string text;                 // of the lesson
  std::string step;                 // its id
  std::vector<std::string> course;  // ids of the lessons in their order
  std::vector<std::string> solved;  // ids of this lesson's exercises that are solved
};
// A step of a lesson.
struct StepRequest {
  std::string text;  // of the lesson
  std::string step;  // its id
};
// A question of a lesson.
struct ExerciseRequest {
  std::string text;        // of the lesson
  app::ExerciseName name;  // its step, place and instance
};
// An answer to a question of a lesson.
struct AnswerRequest {
  std::string text;         // of the lesson
  app::ExerciseName name;   // its step, place and instance
  std::string answer;       // as it was typed
  std::uint32_t wrong = 0;  // answers before it: hints grow with them
};
// A program of the gallery.
struct EntryRequest {
  std::string id;  // GROUP/ID
};
// A runner's result, or none yet.
struct RunRequest {
  int binding = -1;    // the kernel, by its index; -1: none
  std::string result;  // JSON as it came; empty: before it runs
};
// A runner's result.
struct ResultRequest {
  std::string result;  // JSON as it came
};
// A picture of what was measured.
struct OverlayRequest {
  int binding = 0;     // the kernel, by its index
  std::string kind;    // one of `overlays`
  std::string result;  // JSON as it came
};
// A run that a runner has answered.
struct RunAnswered {
  RanKernel ran;       // what was asked of it
  int binding = -1;    // the kernel, by its index; -1: gone
  std::string result;  // JSON as it came
};
// Runs for the table; what is empty adds nothing.
struct TakeRuns {
  std::string lines;               // kept runs, a line each
  std::string measurements;        // a file of them
  std::optional<RunAnswered> run;  // the newest
  std::string remove;              // the run that leaves the table, by its number
};
// The runs that are seen, as a file.
struct PrintRuns {
  RunView view;                       // filter, order, baseline
  RunFormat format = RunFormat::csv;  // of the file
};
// What a file of measurements has of a kernel.
struct RecordedRequest {
  int binding = 0;           // the kernel, by its index
  std::string measurements;  // JSON of the file
};

struct TuneRequest {
  int binding = 0;
  std::string gpu;
  std::size_t count = default_tuned;
  double budget = 0;  // seconds; 0: no end
  std::string kept;   // lines of earlier `take_tuned`
};
struct TunedRequest {
  std::size_t number = 0;
  std::string result;
  double spent = 0;  // seconds since measuring began
};

// --- Answers that are of the door alone ------------------------------------------------------------------------------

// Lists have a name so that an answer is always an object, to which a member can be added.
struct Version {
  std::string_view version;  // "MAJOR.MINOR.PATCH"
};
struct Text {
  std::string text;
};
// A drawing.
struct Svg {
  std::string svg;  // empty: there is none
};
// Cells of one value.
struct Cells {
  std::vector<std::int64_t> cells;  // 1-D coordinates of its domain
};
// What each call of a statement is judged.
struct Verdicts {
  std::vector<OperationVerdict> calls;  // in the order in which they were made
};
struct Functions {
  std::vector<Function> functions;
};
struct PictureQuestions {
  std::vector<PictureQuestion> pictures;
};
struct TextForms {
  std::vector<TextForm> forms;
};
// What a search has found.
struct FoundPlaces {
  std::vector<app::Found> found;  // the best first
};
// What elements are called.
struct Elements {
  std::vector<std::string_view> types;  // the first, empty, for "not said"
};
// What may be chosen of a kernel.
struct KernelFields {
  std::vector<app::FormField> fields;
};
struct Gallery {
  std::vector<Entry> entries;
};
// What a search for atoms has found.
struct Atoms {
  std::vector<ListedAtom> atoms;
  Message note;                                 // how many more there are, or empty
  std::vector<app::FieldOption> architectures;  // that the search may be narrowed to
};
// A program beside the one that is kept.
struct Sketch {
  Report report;
  std::optional<Analysis> analysis;  // of its last value
  std::string svg;                   // of its last value; empty: it has no picture
};
// A question, and its answers.
struct QuestionShown {
  app::QuestionForm form;
  std::vector<app::Answer> answers;
  std::string svg;  // of the last answer that has a picture; else empty
};
// A picture of a result that may be asked for.
struct OfferedOverlay {
  std::string_view kind;  // for `overlay`
  Message title;          // for a switch
};
// Two runs, by id.
struct RunPair {
  std::string before;
  std::string after;
};
struct Overlays {
  std::vector<OfferedOverlay> overlays;
};
// What has become of the runs.
struct TakenRuns {
  std::string lines;  // all that are kept, a line each
  Message refused;    // why some were not taken, or empty
};
// Of two kernels that a value compares.
struct CodeDifference {
  std::vector<std::string> lines;  // those that only one of both texts has, with - and +
};
// What a runner measured, beside what the model predicts.
struct OverlayPicture {
  Message title;
  Message note;  // what is left out, or empty
  std::string svg;
};

// --- The door --------------------------------------------------------------------------------------------------------

// One program at a time; not for two threads at once.
class Door {
 public:
  // The answer to a method's request as JSON. An error is {"error": Refusal}; the program and its report stay then.
  // An empty request is that of a method that needs none. Valid until the next call.
  const std::string& call(std::string_view method, std::string_view request);
  // Binary arrays of the last answer, in which they stand as {"array": index}. Without `binary` they are lists there.
  std::span<const NumberArray> arrays() const { return arrays_; }
  bool binary = false;
  // The language of messages in answers, and of words in pictures.
  const Catalog& catalog() const { return catalog_; }
  void speak(Catalog catalog);

  // What a method means where it speaks of a binding: the report of the last `evaluate` or `act`.
  Workspace& workspace() { return app_.workspace(); }
  // An action, which may be another evaluation.
  app::Changes act(const app::Action& action);
  const app::App& app() const { return app_; }
  // Evaluates; what was kept of the report before is gone.
  void evaluate(std::string_view program, IntegerMode mode);
  // The picture that the words of a view ask for: that of the card where it is the same, else it is kept until another
  // one is asked for.
  struct Shown {
    View view;
    const Scene* scene;
  };
  Result<Shown> show(int binding, std::string_view words);
  // The part of such a picture; kept until another one is asked for.
  Result<const app::Raster*> paint(int binding, std::string_view words, const app::Viewport& viewport);
  RunTable& runs() { return runs_; }
  // Of the recorded runs in the table, those that a kernel of that kind is seen among: made once.
  const std::vector<RecordedReport>& recorded(const RunReport& kernel);
  // The last one that was asked for; it stays as it is when another program is evaluated.
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

#define METHOD(name, request, answer, about) Result<answer> name(Door& door, request& asked);
#include "core/app/door.def"
#undef METHOD

// A method as it is listed, for the reference: its records are walked by an archive.
struct Method {
  std::string_view name;
  std::string_view about;
  void (*request)(Archive& archive);
  void (*answer)(Archive& archive);
};
std::span<const Method> methods();

}  // namespace stridescope::door
