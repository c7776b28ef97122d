// Distributes keys, characters and mouse events over frames, in order of arrival. ImGui before 1.87 sees one state per
// frame: of all events during a frame it would keep the last state of each key and all characters, and panels handle
// keys before characters. Events that must not share a frame wait for the next one.
#pragma once

#include <deque>
#include <set>
#include <vector>

namespace stridescope::desktop {

// The effect of a key when it goes down.
enum class KeyRole {
  text,      // types, if a text has the focus; else it has an action
  shift,     // modifies other keys, without a character
  modifier,  // Ctrl, Alt and Super
  edit,      // edits or moves in the text: arrows, Backspace, Delete
  line,      // Enter and Tab: edit the program; elsewhere a command
  command,   // may change the target of later keys: Esc, F1, keys with a modifier
};

struct InputEvent {
  enum class Kind { key, character, button, position, scroll, focus, enter };
  Kind kind = Kind::key;
  int code = 0;       // key, button or character
  int scancode = 0;   // scan code of a key
  bool down = false;  // for buttons and keys: pressed; for focus: gained; for the pointer: entered
  int modifiers = 0;
  KeyRole role = KeyRole::text;
  double x = 0;  // position or scroll
  double y = 0;
  bool operator==(const InputEvent&) const = default;
};

// The target of typing.
enum class Typing { nothing, program, field };

class InputQueue {
 public:
  void push(const InputEvent& event) { waiting_.push_back(event); }
  // The events of the next frame, from the front: at most one key with an action, no character before it, no key or
  // button twice. After a command no key goes down and nothing is typed for `settling` frames, until the new target has
  // the focus. Terminates: each call takes an event, or is one of these frames.
  std::vector<InputEvent> next_frame(Typing typing);
  // True if another frame must follow.
  bool more() const { return !waiting_.empty(); }

  static constexpr int settling = 2;

 private:
  std::deque<InputEvent> waiting_;
  int resting_ = 0;
};

}  // namespace stridescope::desktop
