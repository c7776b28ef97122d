// The inspected cell: under the pointer, reached with the arrow keys, pinned, or found by its coordinate.
#include <utility>

#include "desktop/model/session.h"
#include "desktop/model/session_actions.h"

namespace stridescope::desktop {

void Session::hover(const Card& card, std::int64_t cell) {
  if (pinned || (target_key == card.binding.key && target_cell == cell)) return;
  target_key = card.binding.key;
  target_cell = cell;
  act(hovering, app::action::Hover{card.binding.key, cell}, true);
}

void Session::leave() {
  if (pinned || target_key.empty()) return;
  forget_cell();
  act(hovering, app::action::Leave{}, true);
}

void Session::walk(const Card& card, std::int64_t cell) {
  target_key = card.binding.key;
  target_cell = cell;
  act(in_order, app::action::Walk{card.binding.key, cell}, true);
}

void Session::toggle(const Card& card, std::int64_t cell) {
  if (pinned && target_key == card.binding.key && target_cell == cell) {
    forget_cell();
  } else {
    pinned = true;
    target_key = card.binding.key;
    target_cell = cell;
  }
  act(in_order, app::action::Toggle{card.binding.key, cell}, true);
}

void Session::seek(const Card& card, std::string where, std::function<void(bool)> done) {
  const app::Action action = app::action::Seek{card.binding.key, std::move(where)};
  core_.post(in_order, [this, opened = opened_, action, done = std::move(done)]() -> Worker::Done {
    const auto in = evaluator_;
    if (in->program != opened) return {};
    return [this, opened, next = told(*in, action), done]() mutable {
      if (opened != opened_) return;
      const bool found = next.changes.refused.empty() && next.looked && next.looked->pinned;
      if (found) {
        pinned = true;
        target_key = next.looked->key;
        target_cell = next.looked->cell;
      }
      take(std::move(next));
      done(found);
    };
  });
}

void Session::let_go() {
  if (target_key.empty()) return;
  forget_cell();
  act(in_order, app::action::LetGo{}, true);
}

void Session::forget_cell() {
  pinned = false;
  target_key.clear();
  target_cell = -1;
  inspection.reset();
}

}  // namespace stridescope::desktop
