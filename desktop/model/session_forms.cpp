// Forms of the core: what may be chosen of a kernel, and questions to thread-value layouts.
#include <utility>

#include "core/app/kernel_form.h"
#include "desktop/model/session.h"
#include "desktop/model/session_actions.h"

namespace stridescope::desktop {

void Session::kernel_form(const Card& card, std::function<void(std::vector<app::FormField>)> done) {
  core_.post(in_order, [this, serial = serial(), binding = card.data.id, done = std::move(done)]() -> Worker::Done {
    if (told_serial_ != serial) return {};
    return [done, fields = app::kernel_fields(app_.workspace(), binding)] { done(fields); };
  });
}

void Session::set_field(const Card& card, std::string id, std::string value) {
  app::Action action = action_on(card, app::ActionKind::set_field);
  action.view = std::move(id);
  action.text = std::move(value);
  act(in_order, std::move(action));
}

// The form is of the report that is there; only what it asks is evaluated, beside the program.
void Session::question(std::string question, std::vector<app::FieldValue> values,
                       std::function<void(app::QuestionForm, app::Answers)> done) {
  core_.post(questions,
             [this, serial = serial(), question = std::move(question), values = std::move(values),
              done = std::move(done)]() -> Worker::Done {
               if (told_serial_ != serial) return {};
               const Workspace& workspace = app_.workspace();
               app::QuestionForm form = app::question_form(workspace.report(), question, values);
               return [this, form = std::move(form), program = workspace.program(), mode = workspace.report().mode,
                       done = std::move(done)] { answer(form, program, mode, done); };
             });
}

void Session::answer(const app::QuestionForm& form, const std::string& program, IntegerMode asked_mode,
                     const std::function<void(app::QuestionForm, app::Answers)>& done) {
  side_.post(questions, [form, program, asked_mode, catalog = catalog_, done]() -> Worker::Done {
    Workspace workspace;
    return [done, form, answers = app::answers_of(workspace, program, asked_mode, form, *catalog)] {
      done(form, answers);
    };
  });
}

}  // namespace stridescope::desktop
