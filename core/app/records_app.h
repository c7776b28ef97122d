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

struct RasterRecord {
  const Raster* raster = nullptr;
};
void members(Archive& a, RasterRecord& r);

// Wider than this no page shows a painted picture of its own accord.
inline constexpr double widest_painted = 2048 + 46;

// A picture with its numbers; its drawing where it is drawn.
struct PictureRecord {
  const CardPicture* picture = nullptr;
};
void members(Archive& a, PictureRecord& r);

// A card as far as it has changed.
struct CardRecord {
  const Card* card = nullptr;
  bool with_binding = false;
  bool with_picture = false;
  bool with_sections = false;
};
void members(Archive& a, CardRecord& r);

void members(Archive& a, Section& r);

void members(Archive& a, PlayedStep& r);

void members(Archive& a, LessonOutline& r);
void members(Archive& a, Library& r);
void members(Archive& a, ReferencePage& r);
void members(Archive& a, Found& r);
void members(Archive& a, BeginAt& r);
void members(Archive& a, ShownStep& r);
void members(Archive& a, ExerciseName& r);
void members(Archive& a, ShownExercise& r);
void members(Archive& a, MarkedAnswer& r);

void members(Archive& a, AtomSearch& r);
void members(Archive& a, FieldOption& r);
void members(Archive& a, FormField& r);
void members(Archive& a, FieldValue& r);
void members(Archive& a, Form& r);

struct ReportRecord {
  const State* state = nullptr;
  bool timed = true;
};
void members(Archive& a, ReportRecord& r);

struct LookedRecord {
  struct Cells {
    int binding = 0;
    std::vector<std::int64_t> cells;
    Described described;
  };
  std::string key;
  std::int64_t cell = -1;
  bool pinned = false;
  Message sentence;
  std::vector<Cells> linked;
  std::vector<std::int64_t> group;
};
void members(Archive& a, LookedRecord& r);

// What a surface is told after an action, or of the whole state.
struct ChangesRecord {
  std::uint64_t serial = 0;
  bool evaluated = false;
  ReportRecord report;
  std::vector<CardRecord> cards;
  std::vector<View> views;
  bool views_changed = false;
  bool looked_changed = false;
  bool typed_changed = false;
  std::optional<TypedCall> typed;
  std::optional<std::string> element;
  std::optional<LookedRecord> looked;
  std::optional<ProgramEdit> edit;
  Message refused;
};
void members(Archive& a, TypedCall& r);
void members(Archive& a, ChangesRecord& r);

ChangesRecord changes_of(const App& app, const Changes& changes);

// The state as text that two surfaces can be compared by.
struct StateRecord {
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::optional<ShownFile> file;
  ChangesRecord all;
};
void members(Archive& a, StateRecord& r);
StateRecord state_of(const App& app);
// As JSON, in the language that the application speaks; positions in the program are UTF-16 code units, as on the page.
std::string state_json(const App& app);

}  // namespace stridescope::app
