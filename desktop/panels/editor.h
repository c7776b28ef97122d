// Draws the program with its results and errors, handles the keyboard while it has the focus, and finds and replaces
// text.
#pragma once

#include <imgui.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/app/typed_call.h"
#include "core/workspace/workspace.h"
#include "desktop/model/soft_wrap.h"

namespace stridescope::desktop {

struct App;

struct EditorState {
  bool focused = true;
  bool want_focus = true;
  double moved_at = 0;     // time of the last move of the caret, for its blinking
  double reported_at = 0;  // time of the last move that the cards know
  bool selecting = false;
  bool reveal = false;  // scroll to the caret
  SoftWrap wrap;        // the rows of its lines in the last frame
  Completions completions;
  bool list_open = false;
  bool list_pending = false;
  int list_row = 0;
  std::uint64_t list_version = 0;
  std::vector<bool> in_comment;  // lines that begin inside a comment
  std::uint64_t in_comment_version = 0;
  std::map<std::string, std::string, std::less<>> functions;  // name -> signature and meaning
  std::optional<app::TypedCall> call;                         // the call at the caret, while the user types it
  bool call_hidden = false;                                   // hidden by Escape
  // Text, caret and report of that call.
  struct CallPlace {
    std::uint64_t version = 0;
    std::size_t caret = 0;
    std::uint64_t serial = 0;
    bool operator==(const CallPlace&) const = default;
  } call_place;
};

void draw_editor(App& app, ImVec2 size);
// Applies the keys and characters of this frame. page: number of visible rows; wrap: the rows of the current text.
void edit_by_keys(App& app, std::size_t page, const std::function<SoftWrap&()>& wrap);

// Search word in a text, and its replacement.
struct FindState {
  bool open = false;
  bool replacing = false;
  bool want_focus = false;
  bool want_with = false;  // the focus goes to the replacement
  std::string word;
  std::string with;
};

// Opens the bar above the program, with the selected word.
void look_for(App& app, bool replacing);
void draw_find_bar(App& app, float width);
float find_bar_height(const App& app);  // 0 if closed

}  // namespace stridescope::desktop
