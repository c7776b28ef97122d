// The user's actions: a struct each, with the members that the action reads. actions.def has the effects.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/files/open_file.h"
#include "core/pictures/raster.h"
#include "core/records/sections.h"

namespace stridescope::app {

// The choices on a card, as a link stores them.
struct View {
  // The card's key. The card need not exist yet: the choice waits for it.
  std::string name;
  // Words of print_choice (choice.h): those of a view, `pin=1` and `at=N`.
  std::string view;
};

// Milliseconds for the pictures after an evaluation; the remaining pictures stay pending. Negative: draw all.
inline constexpr int picture_budget = 60;

// `key` is that of a card, and `cell` one of its cells.
namespace action {

struct Open {
  std::string program = {};              // any text is valid: errors become diagnostics
  std::int64_t caret = -1;               // in bytes of the program; -1: not moved yet
  std::optional<IntegerMode> mode = {};  // empty: unchanged
  std::vector<View> views = {};          // earlier choices on the cards of that program
  int budget = picture_budget;
};
struct Edit {
  std::string program = {};
  std::int64_t caret = -1;               // -1: unchanged
  std::optional<IntegerMode> mode = {};  // empty: unchanged
  int budget = picture_budget;
};
struct Move {
  std::int64_t caret = -1;
};
struct ShowMore {
  int budget = picture_budget;
};
struct Choose {
  std::string key = {};
  std::string view = {};  // words of a view
};
struct Step {
  std::string key = {};
  int by = 0;  // 1 the next slices, -1 the previous ones, 0 the first
};
struct Pin {
  std::string key = {};
  bool on = false;
};
struct Arrange {
  std::string key = {};
  int by = 0;  // places to move within its group; negative: towards the front; 0: after all others
};
struct ArrangeNextTo {
  std::string key = {};
  std::string other = {};  // the key of another card
  bool behind = false;
};
struct Expand {
  std::string key = {};
  bool on = false;
};
struct Draw {
  std::string key = {};
};
struct Unfold {
  std::string key = {};
  SectionKind section = SectionKind::verdict;
  bool on = false;
};
struct Answer {};
struct Element {
  std::string type = {};  // by its name in CUTLASS; empty: unknown
};
struct See {
  std::string key = {};
  // The viewport counts only while the picture has this size.
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  Viewport viewport = {};
};
struct Hover {
  std::string key = {};
  std::int64_t cell = -1;
};
struct Leave {};
struct Walk {
  std::string key = {};
  std::int64_t cell = -1;
};
struct Toggle {
  std::string key = {};
  std::int64_t cell = -1;
};
struct Seek {
  std::string key = {};
  std::string place = {};  // a coordinate, an index or =OFFSET
};
struct LetGo {};
struct Compare {
  std::string key = {};
};
struct Append {
  std::string lines = {};
  std::string name = {};  // proposed for the value, with a number if it is taken; empty: no name
  std::string view = {};  // words of the value's view
};
struct Paste {
  std::string text = {};
  std::string fills = {};  // lines such as `n1 = 128` for the integers that the text leaves open
};
struct MoveArrow {
  std::string key = {};
  std::int64_t cell = -1;
  std::int64_t target = -1;  // a cell of the codomain; -1: the base point
};
struct Tell {};
struct SetField {
  std::string key = {};
  std::string field = {};  // its id
  std::string value = {};
};
struct Format {};
struct TakeFile {
  std::string name = {};
  std::string content = {};  // empty: closes the file
  bool beside = false;       // opens it next to the program, whatever its content
};
struct ListFile {
  FileChoice choice = {};
};
struct Bring {
  std::int64_t row = -1;  // index in its list; -1: all visible rows
};

}  // namespace action

using Action =
    std::variant<action::Open, action::Edit, action::Move, action::ShowMore, action::Choose, action::Step, action::Pin,
                 action::Arrange, action::ArrangeNextTo, action::Expand, action::Draw, action::Unfold, action::Answer,
                 action::Element, action::See, action::Hover, action::Leave, action::Walk, action::Toggle, action::Seek,
                 action::LetGo, action::Compare, action::Append, action::Paste, action::MoveArrow, action::Tell,
                 action::SetField, action::Format, action::TakeFile, action::ListFile, action::Bring>;

}  // namespace stridescope::app
