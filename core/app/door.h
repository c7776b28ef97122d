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
#include "core/app/library.h"
#include "core/app/playback.h"
#include "core/app/records.h"
#include "core/app/records_app.h"
#include "core/app/records_xray.h"
#include "core/app/tuner.h"

namespace stridescope::door {

// --- Requests --------------------------------------------------------------------------------------------------------

using app::Action;
using app::AtomSearch;
using app::BeginAt;
using app::ChangesRecord;
using app::FileWindow;
using app::Form;
using app::LessonOutline;
using app::MarkedAnswer;
using app::PlayedStep;
using app::RasterRecord;
using app::ReferencePage;
using app::ShownExercise;
using app::ShownFile;
using app::ShownStep;
using app::StateRecord;

struct Nothing {};
struct Program {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::size_t limit = 200;
};
struct Language {
  std::map<std::string, std::string> sentences;
};
struct BindingRequest {
  int binding = 0;
};
struct PlayRequest {
  int binding = 0;
  std::int64_t at = 0;
};
struct PictureRequest {
  int binding = 0;
  std::string view;
};
struct EmitRequest {
  int binding = 0;
  std::string format;
  std::string view;
};
struct RasterRequest {
  int binding = 0;
  std::string view;
  app::Viewport viewport;
};
struct ExcerptRequest {
  int binding = 0;
  std::string view;
  SceneWindow window;
};
struct CellRequest {
  int binding = 0;
  std::int64_t cell = 0;
};
struct PictureCellRequest {
  int binding = 0;
  std::int64_t cell = 0;
  std::string view;
};
struct ArrowRequest {
  int binding = 0;
  std::int64_t cell = 0;
  std::int64_t target = 0;
};
struct AnalyzeRequest {
  int binding = 0;
  std::string type;
};
struct PositionRequest {
  std::string program;
  std::uint32_t position = 0;
};
struct Source {
  std::string program;
};
struct PasteRequest {
  std::string program;
  std::string fills;
  std::string text;
};
struct SketchRequest {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::string view;
};
struct AtomFormRequest {
  app::AtomKind kind = app::AtomKind::mma;
  ListedAtom atom;
  std::vector<app::FieldValue> values;
};
struct LessonText {
  std::string text;
};
struct PageRequest {
  std::string name;
  std::string example;
  app::Library library;
};
struct SearchRequest {
  std::string query;
  app::Library library;
};
struct QuizRequest {
  std::string text;
  std::vector<std::string> solved;
};
struct StepRequest {
  std::string text;
  std::string step;
};
struct ExerciseRequest {
  std::string text;
  app::ExerciseName name;
};
struct AnswerRequest {
  std::string text;
  app::ExerciseName name;
  std::string answer;
  std::uint32_t wrong = 0;
};
struct EntryRequest {
  std::string id;
};
struct RunRequest {
  int binding = -1;
  std::string result;
};
struct ResultRequest {
  std::string result;
};
struct OverlayRequest {
  int binding = 0;
  std::string kind;
  std::string result;
};
struct RunAnswered {
  RanKernel ran;
  int binding = -1;
  std::string result;
};
struct TakeRuns {
  std::string lines;
  std::string measurements;
  std::optional<RunAnswered> run;
  std::string remove;
};
struct PrintRuns {
  RunView view;
  RunFormat format = RunFormat::csv;
};
struct RecordedRequest {
  int binding = 0;
  std::string measurements;
};

struct TuneRequest {
  int binding = 0;
  std::string gpu;
  std::size_t count = default_tuned;
};
struct TunedRequest {
  std::size_t number = 0;
  std::string result;
};

// --- Answers that are of the door alone ------------------------------------------------------------------------------

// Lists have a name so that an answer is always an object, to which a member can be added.
struct Version {
  std::string_view version;
};
struct Text {
  std::string text;
};
struct Svg {
  std::string svg;
};
struct Cells {
  std::vector<std::int64_t> cells;
};
struct Verdicts {
  std::vector<OperationVerdict> calls;
};
struct Functions {
  std::vector<Function> functions;
};
struct PictureQuestions {
  std::vector<PictureQuestion> pictures;
};
struct FoundPlaces {
  std::vector<app::Found> found;
};
struct Elements {
  std::vector<std::string_view> types;
};
struct Gallery {
  std::vector<Entry> entries;
};
struct Atoms {
  std::vector<ListedAtom> atoms;
  Message note;
  std::vector<app::FieldOption> architectures;
};
struct Sketch {
  Report report;
  std::optional<Analysis> analysis;
  std::string svg;
};
struct OfferedOverlay {
  std::string_view kind;
  Message title;
};
struct Overlays {
  std::vector<OfferedOverlay> overlays;
};
struct TakenRuns {
  std::string lines;
  Message refused;
};
struct OverlayPicture {
  Message title;
  Message note;
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
  // The last one that was asked for; it stays as it is when another program is evaluated.
  std::optional<Tuning>& tuning() { return tuning_; }

 private:
  Catalog catalog_;
  app::App app_;
  RunTable runs_;
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
