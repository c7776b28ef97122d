// The app: the session and what only the window knows. Panels are functions on it; each reads what there is and changes
// the session through its functions.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "desktop/model/session.h"
#include "desktop/platform/window.h"
#include "desktop/view/picture_view.h"

namespace stridescope::desktop {

struct EditorState {
  bool focused = true;
  bool want_focus = true;
  double moved_at = 0;  // of the caret, for its blinking
  bool selecting = false;
  bool reveal = false;  // scroll to the caret
  Completions completions;
  bool list_open = false;
  bool list_asked = false;
  int chosen = 0;
  std::uint64_t list_version = 0;
  std::map<std::string, std::string, std::less<>> functions;  // name -> signature and meaning
};

struct CardLayout {
  float height = 0;  // of the last frame
  float y = 0;
};

enum class Dialog { none, gallery, atoms, paste, palette, shortcuts, files, build, ask };

struct App {
  explicit App(std::function<void()> wake);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  Session session;
  Window* window = nullptr;
  bool dark = false;
  bool quit = false;

  EditorState editor;
  std::map<std::string, PictureState> pictures;  // by card and place
  std::map<std::string, CardLayout> layouts;
  std::vector<std::string> stage;  // cards that stand enlarged side by side
  std::string scroll_to;           // a card to bring into sight
  float editor_width = 430;
  float dock_height = 230;
  bool dock_open = false;
  Dialog dialog = Dialog::none;
  Dialog opened = Dialog::none;  // that had its first frame
  // Frame times of late, milliseconds.
  std::vector<float> frame_times;

  void frame();  // draws all panels
  void show(Dialog which) { dialog = which; }
  void copy(std::string_view text, std::string_view what);
  void open_program(const std::string& program, IntegerMode mode, const Choices& choices);
};

// Panels.
void draw_top_bar(App& app);
void draw_editor(App& app, ImVec2 size);
void draw_cards(App& app, ImVec2 size);
void draw_stage(App& app, ImVec2 size);
void draw_status(App& app);
void draw_dialogs(App& app);

// A card's picture with what belongs to it; used by the cards and by the stage.
void draw_card_picture(App& app, Card& card, float width, float height, bool fill);
void draw_view_switch(App& app, Card& card, float width);
void draw_copy_menu(App& app, Card& card);
void draw_card_details(App& app, Card& card, float width);
void draw_verdicts(App& app, Card& card, float width);
void draw_legend(App& app, const Card& card, float width);
void draw_analysis(const Analysis& analysis, float width);
// The first of these programs is shown when there is nothing else.
extern const char* const first_program;

}  // namespace stridescope::desktop
