// Questions about thread-value layouts: the core's form on the left, its answers and their picture next to it.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/dock.h"
#include "desktop/view/fonts.h"
#include "desktop/view/form_field.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// Lights the cell that the question is about, in the picture of its value.
void light(App& app) {
  const app::QuestionForm& form = app.question.form;
  if (form.cell.empty()) return;
  // After an error, the cell of the last answer is not valid.
  if (!app.question.answers.answers.front().problem.empty()) return app.session.let_go();
  for (const Card& card : app.session.cards) {
    if (card.stale || card.binding.name != form.cell_of || !card.picture) continue;
    app.session.seek(card, form.cell, [&app](bool found) { app.cards.reveal_cell = found; });
  }
}

// Asks again if the program, the question or a field changes.
void ask(App& app) {
  Question& question = app.question;
  if (question.program != app.session.opened()) {
    question.program = app.session.opened();
    question.values.clear();
    question.lights = false;
  }
  std::string request = cat(app.session.serial(), ' ', question.choice);
  for (const app::FieldValue& value : question.values) {
    append_all(request, ' ', value.id);
    for (const std::string& one : value.values) append_all(request, ',', one);
  }
  if (question.request == request) return;
  question.request = request;
  question.waiting = true;
  app.session.question(question.choice, question.values,
                       [&app, &question, request](app::QuestionForm form, app::Answers answers) {
                         if (question.request != request) return;
                         question.waiting = false;
                         question.form = std::move(form);
                         question.answers = std::move(answers);
                         if (std::exchange(question.lights, false)) light(app);
                       });
}

void draw_questions(Question& question) {
  Flow flow(ImGui::GetContentRegionAvail().x, 2);
  for (const app::FieldOption& one : question.form.questions) {
    flow.next(text_width(tr(one.label)) + px(14));
    if (segment("ask/" + one.value, tr(one.label), one.value == question.form.question)) question.choice = one.value;
  }
  ImGui::Spacing();
}

void draw_form(App& app) {
  Question& question = app.question;
  bool changed = false;
  ImGui::PushID(static_cast<int>(question.program));  // a typed text belongs to one program
  for (app::FormField& field : question.form.fields) changed = draw_field("ask/", field) || changed;
  ImGui::PopID();
  if (changed) {
    question.lights = true;
    question.values.clear();
    for (const app::FormField& field : question.form.fields) question.values.push_back({field.id, field.values});
  }
  if (!question.form.note.empty()) wrapped(tr(question.form.note), theme().muted);
  if (question.form.kept.empty() || !button("ask/keep", page_word("paste.add"), ButtonKind::primary)) return;
  const std::string name = app.session.fresh_name(question.form.wish);
  app.session.append(cat(name, " = ", question.form.kept));
  if (!question.form.view.empty()) app.session.choose(name, question.form.view);
  app.cards.scroll_to = name;
}

void draw_answers(const Question& question) {
  const Theme& t = theme();
  for (const app::Answer& answer : question.answers.answers) {
    if (!answer.title.empty()) muted(tr(answer.title));
    ImGui::PushFont(fonts().code);
    // Visible part of the pane, which scrolls in both directions.
    const float width = ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize - px(6) - ImGui::GetCursorPosX();
    const bool good = answer.problem.empty();
    plain(good ? answer_text(answer.text, answer.rows, answer.brief) : tr(answer.problem), good ? t.text : t.bad,
          width);
    if (!answer.hint.empty()) plain(tr(answer.hint), t.muted, width);
    ImGui::PopFont();
    note_item(cat("answer:", english(answer.title)));
  }
  if (question.waiting) muted("\xE2\x80\xA6");
}

void draw_answered_picture(App& app) {
  const std::shared_ptr<const Picture>& picture = app.question.answers.picture;
  if (!picture->refused.empty()) {
    wrapped(tr(picture->refused), theme().muted);
    return;
  }
  wrapped(tr(picture->scene.note), theme().text);
  note_item("differ");
  const ImVec2 room = ImGui::GetContentRegionAvail();
  draw_scene_legend(picture->scene, room.x);
  PictureFrame frame;
  frame.width = room.x;
  frame.height = std::max(px(80), ImGui::GetContentRegionAvail().y - px(4));
  frame.fill = true;
  draw_picture("compared", app.pictures["compared"], picture, frame, {});
  note_item("compared");
}

}  // namespace

void draw_threads(App& app) {
  ask(app);
  const Question& question = app.question;
  if (question.form.questions.empty()) {
    if (question.form.note.empty()) return;  // the first answer is pending
    wrapped(tr(question.form.note), theme().muted);
    if (button("threads/example", "Add one"))
      app.session.append(cat(app.session.fresh_name(question.form.wish), " = ", question.form.example));
    return;
  }
  draw_questions(app.question);
  const float height = ImGui::GetContentRegionAvail().y;
  ImGui::BeginChild("threads/what", {px(290), height});
  draw_form(app);
  ImGui::EndChild();
  ImGui::SameLine(0, px(14));
  const float width = ImGui::GetContentRegionAvail().x;
  const bool pictured = question.answers.picture != nullptr;
  ImGui::BeginChild("threads/answer", {pictured ? width * 0.4F : width, height}, false,
                    ImGuiWindowFlags_HorizontalScrollbar);
  draw_answers(question);
  ImGui::EndChild();
  if (!pictured) return;
  ImGui::SameLine(0, px(14));
  ImGui::BeginChild("threads/pictures", {0, height});
  draw_answered_picture(app);
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
