// The window's own widgets over ImGui's, and where they were drawn: scripts click them by name.
#pragma once

#include <imgui.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::desktop {

// A widget or a text with what it is drawn in.
struct Drawn {
  std::string name;
  ImVec4 rect;
  ImVec4 clip;
  const void* window = nullptr;  // the innermost
  bool scrolls_x = false;        // the window does
  bool scrolls_y = false;
  int layer = 0;  // of its draw list: what floats over the rest has another
};
// Widgets and cells of this frame by name.
struct Probe {
  std::map<std::string, ImVec4> rects;  // x0, y0, x1, y1
  std::vector<Drawn> drawn;             // kept where `layout` is set (layout_check.h)
  bool layout = false;
};
Probe& probe();
// Notes the last item under a name.
void note_item(std::string_view name);
void note_rect(std::string_view name, ImVec2 min, ImVec2 max);
// The ImGui window that is drawn, as far as its frame.
void note_window(std::string_view name);
// The same of what holds others: none of them may stick out of it.
void note_frame(std::string_view name, ImVec2 min, ImVec2 max);

// Begins an ImGui window without a frame, below all others, that fills the window of the screen.
void begin_filling(const char* name);

enum class ButtonKind { plain, primary, quiet, on };
// `name` is what scripts click; the label is shown in the language in force.
bool button(std::string_view name, std::string_view label, ButtonKind kind = ButtonKind::plain,
            const char* tip = nullptr);
// One of several side by side.
bool segment(std::string_view name, std::string_view label, bool on);
float segment_width(std::string_view label);
bool checkbox(std::string_view name, const char* label, bool& on);
void tooltip(const char* text);

// A muted word, and what is drawn next at its right.
void label(std::string_view word);
// An entry of a menu that scripts find by its name; `keys` do it, too.
bool entry(std::string_view name, std::string_view title, const char* keys = nullptr, bool on = false,
           bool enabled = true);

// Text.
void muted(std::string_view text);
void wrapped(std::string_view text, ImU32 color);
void code(std::string_view text, ImU32 color);
void wrapped_code(std::string_view text, ImU32 color);
void bold(std::string_view text, ImU32 color);
void small(std::string_view text);  // muted
void plain(std::string_view text, ImU32 color);
// A pill with a text; true when clicked.
bool pill(std::string_view name, std::string_view text, ImU32 color, ImU32 fill);
// Pairs of a muted name and a value, as many on a line as fit into the width.
class Flow {
 public:
  explicit Flow(float width, float gap = 14) : width_(width), gap_(gap), left_(ImGui::GetCursorPosX()) {}
  // Makes room for an item of that width: on this line, not nearer than `gap` to the item before, or on the next.
  void next(float width, float gap = 0);
  void pair(std::string_view name, std::string_view value);

 private:
  float width_;
  float gap_;
  float left_;
  float used_ = 0;
  bool first_ = true;
};

float text_width(std::string_view text);
float code_width(std::string_view text);
// Cut to a width, with an ellipsis: code, and words in the font in force.
std::string fitted(std::string_view text, float width);
std::string fitted_words(std::string_view text, float width);

}  // namespace stridescope::desktop
