// Selects the waiting events that may share a frame: at most one change of each key, and no character after a command
// that it must follow. The rest waits, in order.
#include "desktop/model/input_queue.h"

namespace stridescope::desktop {
namespace {

// The contents of the frame so far.
struct Taken {
  bool acted = false;     // a key with an action went down
  bool acts_too = false;  // and its own character may follow
  bool text = false;
  bool buttons = false;
  bool scrolled = false;
  std::set<int> keys;   // changed keys with an action, and modifiers
  std::set<int> which;  // changed buttons
};

bool acts(const InputEvent& event, Typing typing) {
  switch (event.role) {
    case KeyRole::text:
      return typing == Typing::nothing;
    case KeyRole::shift:
    case KeyRole::modifier:
      return false;
    default:
      return true;
  }
}

bool is_command(const InputEvent& event, Typing typing) {
  return event.role == KeyRole::command || (event.role == KeyRole::line && typing != Typing::program);
}

bool key_fits(const InputEvent& event, const Taken& taken, bool resting, Typing typing) {
  if (taken.keys.count(event.code) != 0) return false;
  if (event.role == KeyRole::shift) return !taken.acted && !taken.buttons && !taken.scrolled;
  // A character together with Ctrl would be lost.
  if (event.role == KeyRole::modifier) return !taken.acted && !taken.text && !taken.buttons && !taken.scrolled;
  if (!event.down) return true;
  if (resting || taken.acted || taken.buttons || taken.scrolled) return false;
  return !acts(event, typing) || !taken.text;
}

bool fits(const InputEvent& event, const Taken& taken, bool resting, Typing typing) {
  switch (event.kind) {
    case InputEvent::Kind::key:
      return key_fits(event, taken, resting, typing);
    case InputEvent::Kind::character:
      return !resting && (!taken.acted || taken.acts_too) && !taken.buttons;
    case InputEvent::Kind::button:
      return !taken.acted && !taken.text && !taken.scrolled && taken.which.count(event.code) == 0;
    case InputEvent::Kind::position:
      return !taken.buttons && !taken.scrolled;
    case InputEvent::Kind::scroll:
      return !taken.acted && !taken.text && !taken.buttons;
    case InputEvent::Kind::focus:
    case InputEvent::Kind::enter:
      return !taken.acted && !taken.text && !taken.buttons && !taken.scrolled;
  }
  return true;
}

void take(const InputEvent& event, Taken& taken, Typing typing) {
  switch (event.kind) {
    case InputEvent::Kind::key:
      if (event.down && acts(event, typing)) {
        taken.acted = true;
        taken.acts_too = event.role == KeyRole::text;
      }
      // Keys that only type are ignored: press and release may share a frame.
      if (event.role != KeyRole::text || acts(event, typing)) taken.keys.insert(event.code);
      break;
    case InputEvent::Kind::character:
      taken.text = true;
      taken.acts_too = false;
      break;
    case InputEvent::Kind::button:
      taken.buttons = true;
      taken.which.insert(event.code);
      break;
    case InputEvent::Kind::scroll:
      taken.scrolled = true;
      break;
    case InputEvent::Kind::position:
    case InputEvent::Kind::focus:
    case InputEvent::Kind::enter:
      break;
  }
}

}  // namespace

std::vector<InputEvent> InputQueue::next_frame(Typing typing) {
  std::vector<InputEvent> out;
  Taken taken;
  const bool resting = resting_ > 0;
  if (resting) --resting_;
  while (!waiting_.empty() && fits(waiting_.front(), taken, resting, typing)) {
    const InputEvent event = waiting_.front();
    waiting_.pop_front();
    take(event, taken, typing);
    const bool key = event.kind == InputEvent::Kind::key && event.down && is_command(event, typing);
    // A click takes effect when the button is released.
    const bool click = event.kind == InputEvent::Kind::button && !event.down;
    if (key || click) resting_ = settling;
    out.push_back(event);
  }
  return out;
}

}  // namespace stridescope::desktop
