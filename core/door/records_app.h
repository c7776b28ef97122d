// The application's records at the door: actions, their changes, and the whole state. Structs of the application that
// are answers themselves (View, Section, ...) are described here. If an answer is a part of such a struct, or
// is composed, a record below represents it. Most of these records hold pointers. pre: the targets live until the
// record is written; the records are never read, and a null pointer is written as an empty record.
// Usage: send an Action, receive a ChangesRecord, and replace the parts that it names: the report, each card with its
// binding, picture and sections, the selected cell. Parts missing in the answer are unchanged. A new caller, or one
// that missed an answer (`serial`), requests the StateRecord, which has all parts in the same form. Positions in the
// program are bytes in these structs and UTF-16 code units in JSON.
#pragma once

#include <cstdint>
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
// "LitCells" and "LessonArrow": highlighted cells of a lesson's step, and arrows between cells of two values.
void members(Archive& a, LessonProgram::Light& r);
void members(Archive& a, LessonProgram::Arrow& r);
}  // namespace stridescope

namespace stridescope::app {

// The words of the actions, one row of actions.def each.
enum class ActionKind : std::uint8_t {
#define ACTION(name, ...) name,
#include "core/app/actions.def"
#undef ACTION
};
// "CardView" and "Action": all members that an action may have, flat; `do` is the word of the action; only this member
// is required. actions.def names the members that each action reads.
void members(Archive& a, View& r);
struct ActionRecord {
  ActionKind kind = ActionKind::edit;
  std::string program = {};
  std::int64_t caret = -1;
  std::optional<IntegerMode> mode = {};
  std::vector<View> views = {};
  std::string key = {};
  std::string view = {};
  SectionKind section = SectionKind::verdict;
  bool on = false;
  std::int64_t cell = -1;
  std::int64_t target = -1;
  int by = 0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  Viewport viewport = {};
  std::string text = {};
  std::string wish = {};
  int budget = picture_budget;

  // The action of these members, which are moved out of the record.
  Action take();
};
void members(Archive& a, ActionRecord& r);
// Converts the caret of an action from UTF-16 code units to bytes, in the text of the action or in the current program.
// pre: the action has a caret.
void caret_to_bytes(ActionRecord& action, std::string_view program);

// The requested part of a painted picture, and its texts (raster.h).
void members(Archive& a, HeadRoom& r);
// Every member of a Viewport is optional; "RasterText" and "RasterHead" are texts with their positions on the sheet in
// pixels.
void members(Archive& a, Viewport& r);
void members(Archive& a, RasterText& r);
void members(Archive& a, RasterHead& r);

// "Raster": a part of a painted picture. Its pixels cross as in memory: 32 bits each, row by row, width * height of
// them.
struct RasterRecord {
  const Raster* raster = nullptr;
};
void members(Archive& a, RasterRecord& r);

// The maximum width in pixels of a painted picture on a page: the side of the largest square scene with one pixel per
// cell (max_scene_side), plus the minimum space of its heads. CardPicture's `width` is the part of the picture.
inline constexpr double widest_painted = 2048 + 46;

// A small image of the whole tensor of a kernel (miniature.h).
void members(Archive& a, Miniature& r);

// "CardPicture": a picture with the ids of its cells. If it is drawn cell by cell it has the drawing as SVG, otherwise
// its preferred width and, if available, the pixels of the previously visible part.
struct PictureRecord {
  const CardPicture* picture = nullptr;
};
void members(Archive& a, PictureRecord& r);

// "CardChange": the changed parts of a card. Its key, place, flags and view are always included.
struct CardRecord {
  const Card* card = nullptr;
  // The value and the offered sections are included; otherwise they are unchanged.
  bool with_binding = false;
  bool with_picture = false;   // otherwise the picture is unchanged
  bool with_sections = false;  // otherwise the sections are unchanged
};
void members(Archive& a, CardRecord& r);

void members(Archive& a, VerdictLine& r);
// "CardSection": has only the answer's member of its kind. While it waits, the answer is that of an older value, or
// missing.
void members(Archive& a, Section& r);

// "PlayedStep": a scene of a derivation, with its pictures as SVG.
void members(Archive& a, PlayedStep& r);

// "LessonOutline", "LessonWay", "LessonStep", "ExerciseName", "Exercise" and "MarkedAnswer" belong to the course
// (course.h), "Library", "ReferencePage" and "FoundPlace" to the reference (library.h). The core has no lessons: a
// caller sends a lesson's text or its Library with each request; answers are self-contained.
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

// "AtomSearch", "FormField", "FieldValue", "Form" and "Answer": a caller shows the fields, and sends FieldValues of the
// changed ones (form.h). A field has only the members of its kind: options for a choice, `least` and `most` for
// numbers.
void members(Archive& a, AtomSearch& r);
void members(Archive& a, FieldOption& r);
void members(Archive& a, FormField& r);
void members(Archive& a, FieldValue& r);
void members(Archive& a, Form& r);
void members(Archive& a, Answer& r);

// "ReportChange": the report without its values, which are on the cards: their order by key, the diagnostics, skipped
// and omitted parts. A changed card includes its value; the other values are unchanged.
struct ReportRecord {
  const State* state = nullptr;
  // True: with times in microseconds, which differ from run to run. False: zeros, so that two states can be compared.
  bool timed = true;
};
void members(Archive& a, ReportRecord& r);

// "Looked": the selected cell, and the cells that are highlighted with it.
struct LookedRecord {
  // Cells of one value.
  struct Cells {
    int binding = 0;  // index in the report
    // 1-D coordinates, ascending.
    std::vector<std::int64_t> cells;
    // One of them in words: the first on the path from the selected cell; for the cell's own value the selected cell.
    Described described;
  };
  std::string key;         // key of the card
  std::int64_t cell = -1;  // 1-D coordinate
  bool pinned = false;     // the selection stays when the pointer leaves
  // The path in words: "C(1,0) = C(1) → B(1) = 2 → A(2) = A(2,0) = 16"; empty if no cell is linked.
  Message sentence;
  // For all values by their index in the report, including the value of the cell.
  std::vector<Cells> linked;
  // Cells of the same picture in the same group: the thread, the wavefront; empty if the picture has no groups.
  std::vector<std::int64_t> group;
};
void members(Archive& a, LookedRecord& r);

// "Changes": the answer to an action, or the whole state.
struct ChangesRecord {
  // Number of the evaluation: 1, 2, ... If it is neither the last number nor the next one, the caller missed an answer.
  std::uint64_t serial = 0;
  // The report and the order of the cards are new; every card that is not stale is included with its binding.
  bool evaluated = false;
  // Included if `evaluated`.
  ReportRecord report;
  // The changed cards; if `evaluated`, all cards in order.
  std::vector<CardRecord> cards;
  // The cards' part of a link; included if `views_changed`.
  std::vector<View> views;
  bool views_changed = false;  // otherwise `views` is omitted
  // True: `looked` has changed; if it is missing, the selection ended. False: unchanged. The same for `typed_changed`.
  bool looked_changed = false;
  bool typed_changed = false;      // otherwise `typed` is unchanged
  std::optional<TypedCall> typed;  // the call at the caret
  // The element type of the analyses, if it has changed; an empty text: unknown.
  std::optional<std::string> element;
  // The open file, or its visible rows, have changed.
  bool file_changed = false;
  // The selected cell; empty if no cell is selected, or nothing has changed.
  std::optional<LookedRecord> looked;
  // The edit of the program's text for the caller, who then sends the action `edit` with the whole text.
  std::optional<ProgramEdit> edit;
  Message refused;  // the reason why nothing was done, or empty
};
// "TypedCall" has `span` and `held`; `closed` is omitted.
void members(Archive& a, TypedCall& r);
void members(Archive& a, ChangesRecord& r);

// The record of `changes`, which `app` has just returned. It points into the state, so the next action invalidates it.
ChangesRecord changes_of(const App& app, const Changes& changes);

// "State": the whole visible state, as text for comparisons.
struct StateRecord {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  // The open file next to the program, with its first hundred visible rows.
  std::optional<ShownFile> file;
  // All parts marked as changed, without the time of the evaluation.
  ChangesRecord all;
};
void members(Archive& a, StateRecord& r);
// Valid until the next action, like changes_of.
StateRecord state_of(const App& app);
// JSON in the application's language; positions in the program are UTF-16 code units, as on the page.
std::string state_json(const App& app);

}  // namespace stridescope::app
