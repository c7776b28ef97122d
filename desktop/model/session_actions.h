// Connects the parts of the session with the application on its worker.
#pragma once

#include <utility>

#include "core/app/app.h"
#include "desktop/model/session.h"

namespace stridescope::desktop {

// Waiting jobs with the same slot replace each other.
enum Slot : int {
  in_order = 0,
  evaluation = 1,
  hovering = 2,
  completion = 3,
  excerpts = 4,
  answers = 5,
  carets = 7,
  listing = 6,
  questions = 60,  // on the second worker
  pictures = 100
};

template <class Question, class Done>
void Session::ask(const Card& card, Question question, Done done, int slot) {
  core_.post(slot,
             [this, serial = serial(), binding = card.binding.id, question = std::move(question),
              done = std::move(done)]() -> Worker::Done {
               const auto in = evaluator_;
               if (in->serial != serial) return {};
               return [done, answer = question(in->app.workspace(), binding)] { done(answer); };
             });
}

}  // namespace stridescope::desktop
