// The window's own widgets over ImGui's. An observer gets their positions by name.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace stridescope::desktop {

// Receives what is drawn. The driver of the tests uses it to find widgets by name; the window has none.
class Observer {
 public:
  virtual void begin_frame() = 0;
  virtual void place(std::string_view name, ImVec2 min, ImVec2 max) = 0;
  // A place that a pane must not clip.
  virtual void widget(std::string_view name, ImVec2 min, ImVec2 max) = 0;
  // The last item is a text.
  virtual void text(std::string_view text) = 0;

 protected:
  ~Observer() = default;
};
extern Observer* observer;
// Notes the last item under a name.
void note_item(std::string_view name);
void note_rect(std::string_view name, ImVec2 min, ImVec2 max);
// Notes the current ImGui window, up to its frame.
void note_window(std::string_view name);
// Notes a container: its contents must not exceed it.
void note_frame(std::string_view name, ImVec2 min, ImVec2 max);

// Begins an ImGui window without a frame that fills the screen's window, below all others.
void begin_filling(const char* name);

// A part of the window with a ground, and padding in units of the design.
void begin_pane(const char* name, ImVec2 size, ImU32 fill, ImVec2 padding, ImGuiWindowFlags flags = 0);
void end_pane();

enum class ButtonKind { plain, primary, quiet, on };
// `name` is for scripts; the label is shown in the current language.
bool button(std::string_view name, std::string_view label, ButtonKind kind = ButtonKind::plain,
            const char* tip = nullptr);
// One of several adjacent options.
bool segment(std::string_view name, std::string_view label, bool on);
// The same with a name of the user's, which has no translation.
bool name_segment(std::string_view name, const std::string& shown, bool on);
float segment_width(std::string_view label);
bool checkbox(std::string_view name, const char* label, bool& on);
void tooltip(const char* text);
// True after a key until the mouse moves: a resting pointer opens nothing over the text that is typed.
bool typing();
void follow_typing();  // once a frame

// A muted word; the next item is drawn at its right.
void label(std::string_view word);
// An entry of a menu with its name for scripts; `keys` trigger it, too.
bool entry(std::string_view name, std::string_view title, const char* keys = nullptr, bool on = false,
           bool enabled = true);

// Draws muted text.
void muted(std::string_view text);
void wrapped(std::string_view text, ImU32 color);
void code(std::string_view text, ImU32 color);
void wrapped_code(std::string_view text, ImU32 color);
void bold(std::string_view text, ImU32 color);
bool wrapped_link(std::string_view name, std::string_view text);  // true if it was clicked
void small(std::string_view text);                                // muted
void plain(std::string_view text, ImU32 color, float most = 0);   // with `most`, wrapped at that width
// A pill with a text; true if it was clicked.
// With `most`, a text that needs more width is wrapped.
bool pill(std::string_view name, std::string_view text, ImU32 color, ImU32 fill, float most = 0);
// Pairs of a muted name and a value, as many on a line as the width allows.
class Flow {
 public:
  explicit Flow(float width, float gap = 14) : width_(width), gap_(gap), left_(ImGui::GetCursorPosX()) {}
  // Places an item of that width: on this line, at least `gap` after the previous item, or on the next line.
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
// Cut to a width, with an ellipsis: code, and text in the current font.
std::string fitted(std::string_view text, float width);
std::string fitted_words(std::string_view text, float width);

}  // namespace stridescope::desktop
