// Keys, characters and the mouse in the order in which they came, a frame's worth at a time. ImGui before 1.87 sees one
// state a frame: of all that comes while a frame is drawn it would keep the last state of each key and all characters,
// and panels act on keys before characters. What must not share a frame waits for the next one.
#pragma once

#include <deque>
#include <set>
#include <vector>

namespace stridescope::desktop {

// Effect of a key when it goes down.
enum class KeyRole {
  text,      // it types, while something is typed into; else it acts
  shift,     // it changes what others do, and no character
  modifier,  // Ctrl, Alt and Super
  edit,      // it acts on what is there: arrows, Backspace, Delete
  line,      // Enter and Tab: an edit of the program, elsewhere a command
  command,   // it may open or close what the keys after it are for: Esc, F1, whatever is held with a modifier
};

struct InputEvent {
  enum class Kind { key, character, button, position, scroll, focus, enter };
  Kind kind = Kind::key;
  int code = 0;       // of the key or the button; the character
  int scancode = 0;   // of a key
  bool down = false;  // or focused, or entered
  int modifiers = 0;
  KeyRole role = KeyRole::text;
  double x = 0;  // position or scroll
  double y = 0;
  bool operator==(const InputEvent&) const = default;
};

// Target of typing.
enum class Typing { nothing, program, field };

class InputQueue {
 public:
  void push(const InputEvent& event) { waiting_.push_back(event); }
  // The events of the next frame, from the front: at most one key that acts, no character before it, no key and no
  // button twice. After a command no key goes down and nothing is typed for `settling` frames: what it opened has the
  // focus then. Ends: each call takes an event, or is one of those frames.
  std::vector<InputEvent> next_frame(Typing typing);
  // Another frame is to follow.
  bool more() const { return !waiting_.empty(); }

  static constexpr int settling = 2;

 private:
  std::deque<InputEvent> waiting_;
  int resting_ = 0;
};

}  // namespace stridescope::desktop
