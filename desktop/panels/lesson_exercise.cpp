// The question, the hole and the answer. Whether it is right is the core's to say (model/course.h).
#include "desktop/panels/lesson_exercise.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "core/base/text.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/prose_view.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// The program as code, with a field where the answer belongs; true when Enter was pressed in it.
bool draw_hole(OpenExercise& exercise, float width) {
  std::string_view before = exercise.asked->before;
  std::string_view after = exercise.asked->after;
  const std::size_t line = before.rfind('\n');
  ImGui::PushFont(fonts().code);
  if (line != std::string_view::npos) {
    plain(before.substr(0, line), theme().text);
    before.remove_prefix(line + 1);
  }
  ImGui::AlignTextToFramePadding();
  const std::size_t end = std::min(after.find('\n'), after.size());
  const float beside = code_width(before) + code_width(after.substr(0, end)) + px(12);
  if (!before.empty()) {
    plain(before, theme().text);
    ImGui::SameLine(0, 0);
  }
  const float letter = code_width("0");
  const float wanted = letter * flt(std::max<std::size_t>(8, exercise.answer.size() + 2)) + px(16);
  ImGui::SetNextItemWidth(std::clamp(wanted, px(50), std::max(px(60), width - beside)));
  const bool enter = ImGui::InputText(("##answer/" + exercise.listed.id).c_str(), &exercise.answer,
                                      ImGuiInputTextFlags_EnterReturnsTrue);
  note_item("answer/" + exercise.listed.id);
  if (ImGui::IsItemEdited()) exercise.said.reset();
  if (!after.substr(0, end).empty()) {
    ImGui::SameLine(0, 0);
    ImGui::AlignTextToFramePadding();
    plain(after.substr(0, end), theme().text);
  }
  if (end < after.size()) plain(after.substr(end + 1), theme().text);
  ImGui::PopFont();
  return enter;
}

void draw_said(App& app, OpenExercise& exercise, float width) {
  const Theme& t = theme();
  const app::MarkedAnswer& said = *exercise.said;
  const std::string& id = exercise.listed.id;
  if (said.right) {
    wrapped(std::string("\xE2\x9C\x93 ") + tr("Right."), t.good);
  } else {
    wrapped(tr(said.why), t.bad);
    if (!exercise.hint.empty()) {
      const auto count = exercise.asked->hints;
      const auto number = std::min<std::int64_t>(exercise.wrong, count);
      bold(tr(tr("Hint {number} of {count}", "number", std::to_string(number)), "count", std::to_string(count)),
           t.warn);
      draw_prose("hint/" + id, exercise.hint, width, {});
    }
  }
  note_item("said/" + id);
  if (said.program.empty() || !button("try/" + id, "See it as a program", ButtonKind::quiet)) return;
  app.open_program(said.program, exercise.asked->mode, {});
  app.marks.clear();
}

}  // namespace

const char* title_of(ExerciseKind kind) {
  return page_word(cat("course.", exercise_kind_names[static_cast<std::size_t>(kind)]));
}

void draw_exercise(App& app, OpenExercise& exercise, float width) {
  if (!exercise.asked) return;
  const Theme& t = theme();
  const std::string id = exercise.listed.id;
  ImGui::PushID(id.c_str());
  ImGui::Dummy({1, px(6)});
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(corner, {corner.x + width, corner.y}, t.line);
  ImGui::Dummy({1, px(6)});
  bold(title_of(exercise.asked->kind), t.accent);
  if (app.course.is_solved(app.course.place()->lesson, id)) {
    ImGui::SameLine(0, px(8));
    plain(std::string("\xE2\x9C\x93 ") + tr("Solved"), t.good);
  }
  draw_prose("question/" + id, exercise.prose, width, {});
  for (const app::NamedPicture& shown : exercise.pictures) {
    const std::string name = id + "/" + shown.name;
    draw_still("picture/" + name, app.lesson_pictures[name], shown.picture, {width, px(240)});
  }
  ImGui::Spacing();
  bool check = draw_hole(exercise, width);
  check = button("check/" + id, "Check", ButtonKind::primary) || check;
  if (exercise.asked->varies) {
    ImGui::SameLine();
    if (button("another/" + id, "Another one")) app.course.another(exercise);
  }
  if (check) app.course.check(exercise);
  if (exercise.said) draw_said(app, exercise, width);
  ImGui::PopID();
}

}  // namespace stridescope::desktop
