// For those who teach: the exercises of the course by lesson, each with a right answer behind a click.
#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/lesson_exercise.h"
#include "desktop/view/fonts.h"
#include "desktop/view/prose_view.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float tallest_picture = 240;

void draw_code(std::string_view text, ImU32 ink, float width) {
  ImGui::PushFont(fonts().code);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  wrapped(text, ink);
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

void draw_entry(App& app, const ExerciseSheet::Entry& entry, float width) {
  const Theme& t = theme();
  ImGui::PushID(entry.id.c_str());
  ImGui::Dummy({1, px(4)});
  ImGui::PushFont(fonts().bold);
  ImGui::AlignTextToFramePadding();
  plain(title_of(entry.asked.kind), t.accent);
  ImGui::PopFont();
  ImGui::SameLine(0, px(10));
  if (button(cat("exercises/step/", entry.id), page_word("exercises.step"), ButtonKind::quiet)) {
    app.open_lesson({app.sheet.lesson(), entry.step});
    ImGui::PopID();
    return;
  }
  draw_prose("question/" + entry.id, entry.prose, width, {});
  for (const app::NamedPicture& shown : entry.pictures) {
    const std::string name = entry.id + "/" + shown.name;
    draw_still("picture/" + name, app.lesson_pictures["sheet/" + name], shown.picture, {width, px(tallest_picture)});
  }
  if (!entry.asked.program.empty()) draw_code(entry.asked.program, t.text, width);
  if (!entry.solution.empty()) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::Indent(px(12));
    draw_code(entry.solution, t.good, width - px(12));
    note_item("exercises/shown/" + entry.id);
    ImGui::Unindent(px(12));
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + px(3), ImGui::GetItemRectMax().y}, t.good);
  } else if (button("exercises/solution/" + entry.id, page_word("exercises.solution"))) {
    app.sheet.solve({entry.step, entry.id, 0});
  }
  ImGui::Dummy({1, px(4)});
  ImGui::PopID();
}

}  // namespace

void draw_exercises(App& app) {
  const Theme& t = theme();
  wrapped(page_word("exercises.about"), t.muted);
  ImGui::Spacing();
  ImGui::BeginChild("sheet", {0, 0});
  note_window("exercises");
  const float width = ImGui::GetContentRegionAvail().x - px(8);
  std::string wanted = app.sheet.lesson();
  for (const Course::Listed& lesson : app.course.lessons()) {
    const app::LessonOutline& outline = lesson.outline;
    std::size_t count = 0;
    for (const app::LessonOutline::Step& step : outline.steps) count += step.exercises.size();
    const bool open = app.sheet.lesson() == outline.id;
    ImGui::SetNextItemOpen(open);
    ImGui::PushFont(fonts().bold);
    const std::string tail = "  " + tr(page_word("exercises.count"), "count", std::to_string(count));
    const std::string label = fitted_words(outline.title, width - text_width(tail) - px(30)) + tail;
    ImGui::PushStyleColor(ImGuiCol_Header, ImVec4());
    const bool shown = ImGui::CollapsingHeader(cat(label, "###", outline.id).c_str());
    ImGui::PopStyleColor();
    ImGui::PopFont();
    note_item("exercises/" + outline.id);
    if (ImGui::IsItemToggledOpen()) wanted = open ? std::string() : outline.id;
    if (!shown || !open) continue;
    ImGui::Indent(px(14));
    for (const ExerciseSheet::Entry& entry : app.sheet.entries()) {
      if (app.dialog == Dialog::exercises) draw_entry(app, entry, width - px(14));
    }
    ImGui::Unindent(px(14));
  }
  ImGui::EndChild();
  if (wanted != app.sheet.lesson()) app.sheet.open(wanted);
}

}  // namespace stridescope::desktop
