// What the core said of one program, copied out: panels read it for as long as they like while the next is made.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/render/drawing.h"
#include "core/workspace/workspace.h"
#include "desktop/model/choice.h"

namespace stridescope::desktop {

// One picture of a value.
struct Picture {
  std::string choice;  // the choice that asked for it, printed
  View view;
  Scene scene;
  Drawing drawing;      // where the picture is drawn cell by cell
  bool drawn = false;   // else it is painted: a cell is a place of the scene's matrix
  std::string refused;  // why there is none
};

struct OfferedWords {
  std::string kind;
  std::string title;
  std::vector<std::string> labels;
  std::vector<std::string> colors;
};

struct CardData {
  int binding = -1;
  std::string key;
  std::string name;
  Span span;
  std::uint32_t last_line = 0;  // from 1: the result stands at its end
  std::string source;
  std::string kind;
  std::string text;  // printed in the report's mode
  std::string cute;  // the clipboard form
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<OfferedWords> views;
  std::string no_picture;  // why there are none, or empty
  std::vector<int> uses;
  bool kernel = false;
  std::shared_ptr<const Picture> picture;  // null until it is made
};

struct Snapshot {
  std::uint64_t serial = 0;
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::vector<CardData> cards;
  std::vector<Diagnostic> diagnostics;
  std::string left_out;  // the core's line on what is not about layouts, or empty
  std::size_t omitted_cards = 0;
  double milliseconds = 0;  // parse and evaluate, without pictures
};

// Caps of what is shown: more cards, or more errors, nobody reads.
inline constexpr std::size_t max_cards = 200;
inline constexpr std::size_t max_shown_diagnostics = 200;
// Pictures that are nothing but their cells are painted from this many cells on.
inline constexpr std::int64_t max_drawn_cells = 1024;

// Runs on the worker. Pictures beyond `picture_budget` milliseconds are left out.
std::shared_ptr<Snapshot> take_snapshot(Workspace& workspace, const std::string& program, IntegerMode mode,
                                        const Choices& choices, double picture_budget);
std::shared_ptr<const Picture> make_picture(const Workspace& workspace, int binding, const ViewChoice& choice);
double now_ms();

}  // namespace stridescope::desktop
