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

void Session::question(std::string question, std::vector<app::FieldValue> values,
                       std::function<void(app::QuestionForm, app::Answers)> done) {
  side_.post(questions,
             [program = text.text(), mode = mode, question = std::move(question), values = std::move(values),
              catalog = catalog_, done = std::move(done)]() -> Worker::Done {
               Workspace workspace;
               workspace.evaluate(program, mode);
               app::QuestionForm form = app::question_form(workspace.report(), question, values);
               app::Answers answers = app::answers_of(workspace, program, mode, form, *catalog);
               return [done, form = std::move(form), answers = std::move(answers)] { done(form, answers); };
             });
}

}  // namespace stridescope::desktop
