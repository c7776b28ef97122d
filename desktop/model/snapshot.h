// What the core said of one program, copied out: panels read it for as long as they like while the next is made.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/app/records.h"
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

struct CardData : door::Binding {
  std::shared_ptr<const Picture> picture;  // null until it is made
};

struct Snapshot {
  std::uint64_t serial = 0;
  std::string program;
  IntegerMode mode = IntegerMode::teaching;
  std::vector<CardData> cards;
  std::vector<door::Problem> diagnostics;
  std::string left_out;  // the core's line on what is not about layouts, or empty
  door::Omitted omitted;
  double milliseconds = 0;  // parse and evaluate, without pictures
};

// More cards, or more errors, nobody reads.
inline constexpr std::size_t max_cards = 200;
// Pictures that are nothing but their cells are painted from this many cells on.
inline constexpr std::int64_t max_drawn_cells = 1024;

// Runs on the worker. Pictures beyond `picture_budget` milliseconds are left out.
std::shared_ptr<Snapshot> take_snapshot(Workspace& workspace, const std::string& program, IntegerMode mode,
                                        const Choices& choices, double picture_budget);
std::shared_ptr<const Picture> make_picture(const Workspace& workspace, int binding, const ViewChoice& choice);
double now_ms();

}  // namespace stridescope::desktop
