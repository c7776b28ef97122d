// The application's records at the door: actions, their changes, and the whole state. The application's own structs are
// described if they are the answer (View, Action, Section, ...). If an answer is only a part of one, or is composed, a
// record below represents it. Most of these hold pointers: pre: their targets live until the record is written; none is
// ever read, and a null one is written as a record of nothing. Usage: send an Action, receive a ChangesRecord, and
// replace the named parts, the report, each card with its binding, picture and sections, the inspected cell. Parts
// missing in the answer are unchanged. A new caller, or one that missed an answer (`serial`), asks for the StateRecord,
// which has all of it in the same form. Positions in the program are bytes in these structs and UTF-16 code units in
// JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/app.h"
#include "core/app/course.h"
#include "core/app/library.h"
#include "core/forms/atom_form.h"
#include "core/forms/questions.h"
#include "core/pictures/playback.h"

namespace stridescope {
// "ShownView": the picture on a card, and the words of its labels and of its colors.
void members(Archive& a, ViewChoice& r);
// "LitCells" and "LessonArrow": cells that a step of a lesson speaks of, and arrows between cells of two values.
void members(Archive& a, LessonProgram::Light& r);
void members(Archive& a, LessonProgram::Arrow& r);
}  // namespace stridescope

namespace stridescope::app {

// "CardView" and "Action"; `do` is the action's word, and only it is required.
void members(Archive& a, View& r);
void members(Archive& a, Action& r);
// Converts the caret of an action from UTF-16 code units to bytes: of the text in the action, or of the current
// program. pre: there is a caret.
void caret_to_bytes(Action& action, std::string_view program);

// The part of a painted picture that is wanted, and the texts on it (raster.h).
void members(Archive& a, HeadRoom& r);
// All of a Viewport may be left out; "RasterText" and "RasterHead" are texts with their places on the sheet in
// pixels.
void members(Archive& a, Viewport& r);
void members(Archive& a, RasterText& r);
void members(Archive& a, RasterHead& r);

// "Raster": a part of a painted picture. Its pixels cross as they are in memory, 32 bits each, row by row, of width *
// height.
struct RasterRecord {
  const Raster* raster = nullptr;
};
void members(Archive& a, RasterRecord& r);

// Pixels: maximum width of a painted picture on a page. It is the side of the largest square scene at a pixel per cell
// (max_scene_side), with the least room of its heads; CardPicture's `width` is the picture's part of it.
inline constexpr double widest_painted = 2048 + 46;

// The whole tensor of a kernel, small (miniature.h).
void members(Archive& a, Miniature& r);

// "CardPicture": a picture with the ids of its cells; its drawing as SVG if it is drawn cell by cell, otherwise its
// preferred width, and the pixels of the previously visible part if any.
struct PictureRecord {
  const CardPicture* picture = nullptr;
};
void members(Archive& a, PictureRecord& r);

// "CardChange": a card, as far as it has changed. Its key, its place, its flags and what it shows are always told.
struct CardRecord {
  const Card* card = nullptr;
  // Its value and its sections are included; otherwise they are unchanged.
  bool with_binding = false;
  bool with_picture = false;   // else its picture is as before
  bool with_sections = false;  // else its sections are as before
};
void members(Archive& a, CardRecord& r);

void members(Archive& a, VerdictLine& r);
// "CardSection": of its answer only the member that its kind has. While it waits, the answer of an older value or none.
void members(Archive& a, Section& r);

// "PlayedStep": a scene of a derivation that is played, with its pictures as SVG.
void members(Archive& a, PlayedStep& r);

// "LessonOutline", "LessonWay", "LessonStep", "ExerciseName", "Exercise" and "MarkedAnswer" belong to the course
// (course.h), "Library", "ReferencePage" and "FoundPlace" to the reference (library.h). A caller sends a lesson's text
// or its Library, which the core does not have, with each question; answers are self-contained.
void members(Archive& a, LessonOutline& r);
void members(Archive& a, Library& r);
void members(Archive& a, ReferencePage& r);
void members(Archive& a, Found& r);
void members(Archive& a, LessonName& r);
void members(Archive& a, LessonWay& r);
void members(Archive& a, ShownStep& r);
void members(Archive& a, ExerciseName& r);
void members(Archive& a, ShownExercise& r);
void members(Archive& a, MarkedAnswer& r);

// "AtomSearch", "FormField", "FieldValue", "Form" and "Answer": a caller shows the fields, and sends FieldValues of
// changed ones (form.h). A field contains only the members of its kind: options of a choice, `least` and `most` of
// numbers.
void members(Archive& a, AtomSearch& r);
void members(Archive& a, FieldOption& r);
void members(Archive& a, FormField& r);
void members(Archive& a, FieldValue& r);
void members(Archive& a, Form& r);
void members(Archive& a, Answer& r);

// "ReportChange": the report without its values, which are on the cards: their order by key, the diagnostics, skipped
// and omitted parts. Values are not repeated here: a changed card has its own, and the others keep theirs.
struct ReportRecord {
  const State* state = nullptr;
  // With the microseconds, which differ from run to run; otherwise 0, so that two states can be compared.
  bool timed = true;
};
void members(Archive& a, ReportRecord& r);

// "Looked": the cell that is looked at, and what is lit for it.
struct LookedRecord {
  // Cells of one value.
  struct Cells {
    int binding = 0;  // index in the report
    // 1-D coordinates, ascending.
    std::vector<std::int64_t> cells;
    // One of them in words: the first on the path from the cell looked at, and of its own value that cell itself.
    Described described;
  };
  std::string key;         // of the card
  std::int64_t cell = -1;  // 1-D coordinate
  bool pinned = false;     // it stays when the pointer leaves
  // The path in words: "C(1,0) = C(1) → B(1) = 2 → A(2) = A(2,0) = 16"; empty where nothing is linked.
  Message sentence;
  // Over all values, the cell's own among them, by their index in the report.
  std::vector<Cells> linked;
  // Cells of the same picture that belong together with it: its thread, its wavefront; empty where the picture knows
  // none.
  std::vector<std::int64_t> group;
};
void members(Archive& a, LookedRecord& r);

// "Changes": the answer to an action, or the whole state.
struct ChangesRecord {
  // Number of the evaluation: 1, 2, ... A number that is neither the last one nor the next means that an answer was
  // missed.
  std::uint64_t serial = 0;
  // The report and the order of the cards are new; every card that is not stale is included with its binding.
  bool evaluated = false;
  // Told where `evaluated`.
  ReportRecord report;
  // Those that have changed; all of them, in their order, where `evaluated`.
  std::vector<CardRecord> cards;
  // The cards' part of a link; included if `views_changed`.
  std::vector<View> views;
  bool views_changed = false;  // else `views` is not told
  // `looked` is another, or gone where it is missing; else it is as before. `typed_changed` likewise.
  bool looked_changed = false;
  bool typed_changed = false;      // else `typed` is as before
  std::optional<TypedCall> typed;  // the call at the caret
  // The element type in the analyses, if it has changed; empty text: not given.
  std::optional<std::string> element;
  // The open file is another one, or other rows of it are seen.
  bool file_changed = false;
  // The cell that is looked at; none where none is, or nothing has changed.
  std::optional<LookedRecord> looked;
  // The edit of the program's text for the caller, who then sends the action `edit` with the whole of it.
  std::optional<ProgramEdit> edit;
  Message refused;  // why nothing was done, or empty
};
// "TypedCall" has `span` and `held`; whether it is closed is not told.
void members(Archive& a, TypedCall& r);
void members(Archive& a, ChangesRecord& r);

// The record of `changes`, which `app` has just made: it points into the state, so the next action makes it invalid.
ChangesRecord changes_of(const App& app, const Changes& changes);

// "State": the whole visible state, as text for comparisons.
struct StateRecord {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  // The opened file next to the program, with its first hundred visible rows.
  std::optional<ShownFile> file;
  // As if everything had changed, without the time that the evaluation took.
  ChangesRecord all;
};
void members(Archive& a, StateRecord& r);
// Valid until the next action, as changes_of.
StateRecord state_of(const App& app);
// As JSON, in the language that the application speaks; positions in the program are UTF-16 code units, as on the page.
std::string state_json(const App& app);

}  // namespace stridescope::app
