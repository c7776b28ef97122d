// Forms of the core: options of a kernel, and queries of thread-value layouts.
#include <utility>

#include "core/forms/kernel_form.h"
#include "desktop/model/session.h"
#include "desktop/model/session_actions.h"

namespace stridescope::desktop {

void Session::kernel_form(const Card& card, std::function<void(std::vector<app::FormField>)> done) {
  ask(
      card, [](const Workspace& workspace, int binding) { return app::kernel_fields(workspace, binding); },
      std::move(done));
}

void Session::set_field(const Card& card, std::string id, std::string value) {
  act(in_order, app::action::SetField{card.binding.key, std::move(id), std::move(value)});
}

// The form belongs to the current report; only its answers are evaluated outside of the program.
void Session::question(std::string question, std::vector<app::FieldValue> values,
                       std::function<void(app::QuestionForm, app::Answers)> done) {
  core_.post(questions,
             [this, serial = serial(), question = std::move(question), values = std::move(values),
              done = std::move(done)]() -> Worker::Done {
               const auto in = evaluator_;
               if (in->serial != serial) return {};
               const Workspace& workspace = in->app.workspace();
               app::QuestionForm form =
                   app::question_form(workspace.report(), question, values, app::staged_name(in->app.state().cards));
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
