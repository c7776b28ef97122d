// Draws the values of the program as cards, rows and chips, and enlarged on the stage; and the parts of a card.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "desktop/model/session.h"

namespace stridescope::desktop {

struct App;

struct CardLayout {
  float height = 0;  // height in the last frame
  float y = 0;
  // On the stage: the heights above the picture, of the picture, of its parts below, and of the rest.
  float above = 0;
  float picture = 0;
  float under = 0;
  float after = 0;
  bool legend_beside = false;
  bool all_lines = false;  // shows all lines of the printed form, whose room may be lower
};

// Cards walked and moved by the keyboard (card_walk.cpp).
struct CardWalk {
  struct Place {
    std::string key;
    ImVec2 min, max;
  };
  std::string key;            // key of the current card; empty: the keyboard walks no cards
  bool reveal = false;        // scroll to the current card
  std::vector<Place> places;  // positions of the cards in this frame
};

struct CardsState {
  std::map<std::string, CardLayout> layouts;
  CardWalk walk;
  std::vector<std::string> stage;  // enlarged cards, side by side
  std::string scroll_to;           // a card to bring into sight
  bool reveal_cell = false;        // scroll to the selected cell in its picture
};

void draw_cards(App& app, ImVec2 size);
void draw_stage(App& app, ImVec2 size);
// Goes to a position of the program, and brings its card to the stage.
void go_to(App& app, Span place);
// True for the card of the caret's line.
bool is_current(const App& app, const Card& card);
// Drawn if no line has a value.
void draw_troubles(App& app, float room);
// The words of a button: the fix replaces the span.
std::string fix_text(std::string_view fix, Span span);
// Draws cards without a picture (card_rows.cpp) from a position on; returns the next position. Numbers as chips in a
// row; the others one per line; and a program of numbers alone.
float draw_chips(App& app, const std::vector<Card*>& chips, ImVec2 at, float room);
float draw_rows(App& app, const std::vector<Card*>& rows, ImVec2 at, float room);
float draw_numbers(App& app, ImVec2 at, float room);

// --- The walk
// Records the position of a drawn card.
void note_card(App& app, const Card& card, ImVec2 min, ImVec2 max);
// Walks and moves the cards by keyboard; false if no walk is active.
bool walk_cards(App& app);
void choose_cards(App& app);  // begins the walk
// After all cards: draws a frame around the current one, and scrolls it into sight.
void draw_walked_card(App& app);

// --- Parts of a card
// Draws the picture of a card and its parts; used by the cards and by the stage.
void draw_card_picture(App& app, Card& card, float width, float height, bool fill);
void draw_view_switch(App& app, Card& card, float width);
void draw_copy_menu(App& app, Card& card);
void draw_copy_entries(App& app, Card& card);
// Draws the tools for larger and smaller cells, all cells, and another cell by its coordinate, in a row of the given
// width.
void draw_zoom(App& app, Card& card, bool fill, float width);
// Draws the core's description of the selected cell, for this card.
void draw_readout(App& app, const Card& card, float width);
// True if the text fits after the tools of the picture on the stage.
bool readout_in_tools(const Card& card, float width);
void draw_card_details(App& app, Card& card, float width);
// A muted name and a value; draws nothing for an empty value.
void draw_fact(std::string_view name, std::string_view value, bool as_code);
// The steps of a derivation; substeps are indented.
void draw_derivation(const Step& step);
void draw_verdicts(App& app, Card& card, float width);
void draw_legend(App& app, const Card& card, float width);
// The width of a legend next to its picture: two columns of short entries.
float side_legend(const Picture& picture);
float legend_height(const Card& card, float width);
void draw_scene_legend(const Scene& scene, float width);
// Draws a kernel's measurements or predictions in place of its picture.
void draw_overlays(App& app, Card& card, float width);
// The main measured number of a kernel, in one line.
void draw_headline(App& app, const Card& card, float width);
void draw_analysis(const Analysis& analysis, float width);
// A value as text: as sentences in the user's language, otherwise as printed.
std::string answer_text(const std::string& text, const std::vector<AnalysisRow>& rows, const Message& brief);
inline std::string answer_text(const door::Binding& value) { return answer_text(value.text, value.rows, value.brief); }

}  // namespace stridescope::desktop
