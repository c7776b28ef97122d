// What goes in and out of the application through the door.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/app.h"
#include "core/app/atom_form.h"
#include "core/app/course.h"
#include "core/app/library.h"
#include "core/app/playback.h"
#include "core/app/questions.h"

namespace stridescope {
void members(Archive& a, ViewChoice& r);
void members(Archive& a, LessonProgram::Light& r);
void members(Archive& a, LessonProgram::Arrow& r);
}  // namespace stridescope

namespace stridescope::app {

void members(Archive& a, View& r);
void members(Archive& a, Action& r);

void members(Archive& a, HeadRoom& r);
void members(Archive& a, Viewport& r);
void members(Archive& a, RasterText& r);
void members(Archive& a, RasterHead& r);

// A part of a painted picture; its pixels cross as they are.
struct RasterRecord {
  const Raster* raster = nullptr;
};
void members(Archive& a, RasterRecord& r);

// Wider than this no page shows a painted picture of its own accord.
inline constexpr double widest_painted = 2048 + 46;

void members(Archive& a, Miniature& r);

// A picture with its numbers; its drawing where it is drawn.
struct PictureRecord {
  const CardPicture* picture = nullptr;
};
void members(Archive& a, PictureRecord& r);

// A card as far as it has changed.
struct CardRecord {
  const Card* card = nullptr;
  bool with_binding = false;   // else its value is as before
  bool with_picture = false;   // else its picture is as before
  bool with_sections = false;  // else its sections are as before
};
void members(Archive& a, CardRecord& r);

void members(Archive& a, VerdictLine& r);
void members(Archive& a, Section& r);

void members(Archive& a, PlayedStep& r);

void members(Archive& a, LessonOutline& r);
void members(Archive& a, Library& r);
void members(Archive& a, ReferencePage& r);
void members(Archive& a, Found& r);
void members(Archive& a, LessonWay& r);
void members(Archive& a, ShownStep& r);
void members(Archive& a, ExerciseName& r);
void members(Archive& a, ShownExercise& r);
void members(Archive& a, MarkedAnswer& r);

void members(Archive& a, AtomSearch& r);
void members(Archive& a, FieldOption& r);
void members(Archive& a, FormField& r);
void members(Archive& a, FieldValue& r);
void members(Archive& a, Form& r);
void members(Archive& a, Answer& r);

// The report without its values: those stand on the cards.
struct ReportRecord {
  const State* state = nullptr;
  bool timed = true;  // with the microseconds, which differ from run to run
};
void members(Archive& a, ReportRecord& r);

// The cell that is looked at, and what is lit for it.
struct LookedRecord {
  struct Cells {
    int binding = 0;  // index in the report
    std::vector<std::int64_t> cells;
    Described described;  // the first of them in words
  };
  std::string key;                  // of the card
  std::int64_t cell = -1;           // 1-D coordinate
  bool pinned = false;              // it stays when the pointer leaves
  Message sentence;                 // where it comes from
  std::vector<Cells> linked;        // the cell itself first
  std::vector<std::int64_t> group;  // of its picture: its thread, its wavefront
};
void members(Archive& a, LookedRecord& r);

// What a surface is told after an action, or of the whole state.
struct ChangesRecord {
  std::uint64_t serial = 0;  // of the evaluation
  bool evaluated = false;    // the report and the order of the cards are new
  ReportRecord report;
  std::vector<CardRecord> cards;       // those that have changed
  std::vector<View> views;             // what a link says of the cards
  bool views_changed = false;          // else `views` is not told
  bool looked_changed = false;         // else `looked` is as before
  bool typed_changed = false;          // else `typed` is as before
  std::optional<TypedCall> typed;      // the call at the caret
  std::optional<std::string> element;  // what elements are, where it has changed
  std::optional<LookedRecord> looked;
  std::optional<ProgramEdit> edit;  // that the surface is to make
  Message refused;                  // why nothing was done, or empty
};
void members(Archive& a, TypedCall& r);
void members(Archive& a, ChangesRecord& r);

ChangesRecord changes_of(const App& app, const Changes& changes);

// The state as text that two surfaces can be compared by.
struct StateRecord {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::optional<ShownFile> file;  // that is open beside the program
  ChangesRecord all;              // as if everything had changed
};
void members(Archive& a, StateRecord& r);
StateRecord state_of(const App& app);
// As JSON, in the language that the application speaks; positions in the program are UTF-16 code units, as on the page.
std::string state_json(const App& app);

}  // namespace stridescope::app
