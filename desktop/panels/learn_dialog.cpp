// The course: its lessons in order, what is solved of each, and where the reader was.
#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/dialogs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

std::string size_of(const Course& course, const app::LessonOutline& lesson) {
  std::size_t exercises = 0;
  for (const app::LessonOutline::Step& step : lesson.steps) exercises += step.exercises.size();
  const std::string minutes =
      tr("{minutes} minutes · {solved} of {count} exercises solved", "minutes", std::to_string(lesson.minutes));
  const std::string solved = tr(minutes, "solved", std::to_string(course.solved_of(lesson.id)));
  return tr(solved, "count", std::to_string(exercises));
}

void draw_doors(App& app) {
  Course& course = app.course;
  const auto& all = course.lessons();
  const auto& last = course.last();
  const Course::Listed* left = last ? course.listed(last->lesson) : nullptr;
  Flow flow(ImGui::GetContentRegionAvail().x, 8);
  const auto door = [&](const char* name, const std::string& label, ButtonKind kind, const LessonPlace& place) {
    flow.next(text_width(label) + px(20));
    if (button(name, label, kind)) app.open_lesson(place);
  };
  if (left != nullptr)
    door("learn/continue", tr("Continue: {title}", "title", left->outline.title), ButtonKind::primary, *last);
  else if (!all.empty())
    door("learn/start", tr("Start with the first lesson"), ButtonKind::primary, {all.front().outline.id, {}});
  door("learn/placement", tr("Where should I begin? Six questions"), ButtonKind::plain, {"placement", {}});
  door("learn/final", tr("Twenty questions at the end"), ButtonKind::plain, {"final", {}});
  flow.next(text_width(page_word("exercises")) + px(20));
  if (button("learn/exercises", page_word("exercises"))) app.show(Dialog::exercises);
  flow.next(text_width(page_word("reference.term")) + px(20));
  if (button("learn/glossary", page_word("reference.term"))) {
    app.glossary_wanted = true;
    app.look_up({});
  }
}

}  // namespace

void draw_learn(App& app) {
  const Theme& t = theme();
  Course& course = app.course;
  wrapped(tr("Layouts by touching them: each step is a program beside its pictures. Change it, point at cells, answer. "
             "What you solve stays on this machine."),
          t.muted);
  ImGui::Spacing();
  draw_doors(app);
  ImGui::Spacing();
  ImGui::BeginChild("lessons", {0, 0});
  const float width = ImGui::GetContentRegionAvail().x;
  std::size_t number = 0;
  for (const Course::Listed& lesson : course.lessons()) {
    if (!lesson.file->numbered()) continue;
    ++number;
    const app::LessonOutline& outline = lesson.outline;
    const float wrap = width - px(60);
    const float about = fonts().ui->CalcTextSizeA(fonts().ui->FontSize, 1e9F, wrap, outline.about.c_str()).y;
    const float height = fonts().bold->FontSize + about + fonts().small_ui->FontSize + px(22);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton(outline.id.c_str(), {width, height});
    note_item("learn/" + outline.id);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered())
      list.AddRectFilled(corner, {corner.x + width, corner.y + height - px(4)}, t.active, px(6));
    auto line = [&, y = corner.y + px(6)](ImFont* font, ImU32 ink, const std::string& text, float high) mutable {
      list.AddText(font, font->FontSize, {corner.x + px(44), y}, ink, text.c_str(), nullptr, wrap);
      y += high + px(3);
    };
    list.AddText(fonts().bold, fonts().bold->FontSize, {corner.x + px(10), corner.y + px(6)}, t.faint,
                 std::to_string(number).c_str());
    line(fonts().bold, t.text, outline.title, fonts().bold->FontSize);
    line(fonts().ui, t.text, outline.about, about);
    line(fonts().small_ui, t.muted, size_of(course, outline), fonts().small_ui->FontSize);
    if (clicked) {
      // Where the reader was in it.
      const auto& last = course.last();
      app.open_lesson(last && last->lesson == outline.id ? *last : LessonPlace{outline.id, {}});
      break;
    }
  }
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
