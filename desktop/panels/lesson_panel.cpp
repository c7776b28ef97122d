// The lesson that is open, above its program: its text, whose words light up cells, its pictures and derivations, and
// the way through its steps. Its arrows lie over the cards.
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/lesson_exercise.h"
#include "desktop/view/fonts.h"
#include "desktop/view/prose_view.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// `cell:A:2,10` is the card and its cells.
struct Target {
  std::string kind, name;
  std::set<std::int64_t> cells;
};

Target read_target(std::string_view text) {
  Target out;
  const std::size_t colon = std::min(text.find(':'), text.size());
  out.kind = text.substr(0, colon);
  text.remove_prefix(std::min(colon + 1, text.size()));
  const std::size_t second = out.kind == "cell" ? std::min(text.find(':'), text.size()) : text.size();
  out.name = text.substr(0, second);
  text.remove_prefix(std::min(second + 1, text.size()));
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    out.cells.insert(std::strtoll(std::string(text.substr(0, comma)).c_str(), nullptr, 10));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return out;
}

Marks lights_of(const app::ShownStep& step) {
  Marks out;
  for (const auto& [name, cells] : step.lights) out[name] = {cells.begin(), cells.end()};
  return out;
}

void draw_head(App& app, float width) {
  const Theme& t = theme();
  Course& course = app.course;
  const LessonPlace& place = *course.place();
  const Course::Listed* lesson = course.listed(place.lesson);
  const float close = text_width("\xC3\x97") + px(14);
  ImGui::AlignTextToFramePadding();
  if (const std::size_t number = course.number_of(place.lesson); number > 0) {
    muted(tr(tr("Lesson {number} of {count}", "number", std::to_string(number)), "count",
             std::to_string(course.numbered())));
    ImGui::SameLine(0, px(8));
    ImGui::AlignTextToFramePadding();
  }
  ImGui::PushFont(fonts().bold);
  const std::string title = lesson != nullptr ? lesson->outline.title : place.lesson;
  plain(fitted_words(title, width - close - ImGui::GetCursorPosX()), t.text);
  ImGui::PopFont();
  if (lesson != nullptr) tooltip((title + "\n" + lesson->outline.about).c_str());
  ImGui::SameLine();
  ImGui::SetCursorPosX(width - close + px(12));
  if (button("lesson/close", "\xC3\x97", ButtonKind::quiet, tr("Close the lesson"))) return app.close_lesson();
  if (lesson == nullptr) return;
  Flow flow(width, 3);
  int number = 0;
  for (const app::LessonOutline::Step& step : lesson->outline.steps) {
    const std::string label = std::to_string(++number);
    flow.next(text_width(label) + px(14));
    if (segment("lesson/step/" + step.id, label, step.id == place.step)) {
      app.open_lesson({place.lesson, step.id});
      return;
    }
    tooltip(step.title.c_str());
  }
  flow.next(text_width(tr("Present")) + px(18), 14);
  if (button("lesson/present", "Present", app.presenting ? ButtonKind::on : ButtonKind::plain,
             page_word("course.present")))
    app.present(!app.presenting);
}

void follow(App& app, const Target& target) {
  if (target.kind == "cell") {
    app.scroll_to = target.name;
  } else if (target.kind == "builtin") {
    app.look_up(target.name);
  } else if (target.kind == "lesson") {
    const std::size_t mark = target.name.find('#');
    app.open_lesson({target.name.substr(0, mark), mark == std::string::npos ? "" : target.name.substr(mark + 1)});
  }
}

void draw_text(App& app, const app::ShownStep& step, float width) {
  Session& session = app.session;
  ProseLook look;
  look.lit = [&](const std::string& link) {
    const Target target = read_target(link);
    const Card* card = target.kind == "cell" ? session.card(target.name) : nullptr;
    if (card == nullptr || !session.inspection) return false;
    const auto lit = session.inspection->lit.find(card->binding.id);
    return lit != session.inspection->lit.end() &&
           std::any_of(target.cells.begin(), target.cells.end(), [&](auto cell) { return lit->second.contains(cell); });
  };
  look.tip = [&](const std::string& link) -> std::string {
    const Target target = read_target(link);
    const auto function = app.editor.functions.find(target.name);
    return target.kind == "builtin" && function != app.editor.functions.end() ? tr(function->second) : "";
  };
  const ProseInput input = draw_prose("lesson/text", app.course.prose(), width, look);
  static std::string pointed;
  if (const Target target = read_target(input.hovered); target.kind == "cell") {
    session.let_go();
    app.marks = {{target.name, target.cells}};
    pointed = input.hovered;
  } else if (!pointed.empty()) {
    pointed.clear();
    app.marks = lights_of(step);
  }
  if (!input.clicked.empty()) follow(app, read_target(input.clicked));
}

void draw_pictures(App& app, const app::ShownStep& step, float width) {
  if (step.pictures.size() < 2) return;
  Flow flow(width, 6);
  flow.next(text_width(tr("Pictures")));
  muted(tr("Pictures"));
  for (const auto& [name, view, title] : step.pictures) {
    const std::string label = tr(title);
    flow.next(text_width(label) + px(18));
    if (button(cat("lesson/picture/", name, " ", view), label) && app.session.card(name) != nullptr) {
      app.session.choose(name, view);
      app.scroll_to = name;
    }
  }
}

void draw_foot(App& app, float width) {
  ImGui::Spacing();
  // Copies: a press makes them anew.
  const app::LessonWay way = app.course.way();
  const std::string before = "\xE2\x86\x90 " + shown(way.before_title);
  if (way.before && button("lesson/before", fitted_words(before, width), ButtonKind::quiet))
    return app.open_lesson(*way.before);
  const std::string next = fitted_words(shown(way.next_title), width - px(40)) + " \xE2\x86\x92";
  if (way.next && button("lesson/next", next, ButtonKind::primary)) app.open_lesson(*way.next);
}

void draw_step(App& app, const app::ShownStep& step, float width) {
  ImGui::PushFont(fonts().bold);
  wrapped(step.title, theme().text);
  ImGui::PopFont();
  ImGui::Spacing();
  draw_text(app, step, width);
  ImGui::Spacing();
  draw_pictures(app, step, width);
  for (const std::string& name : step.plays) {
    const std::string label = std::string("\xE2\x96\xB6 ") + tr("How {name} comes about, step by step", "name", name);
    if (button("lesson/play/" + name, label)) app.play(name);
  }
  if (app.session.text.text() != step.program && button("lesson/back", "Back to the program of the lesson"))
    app.open_step(step);
  for (OpenExercise& exercise : app.course.exercises()) draw_exercise(app, exercise, width);
  draw_foot(app, width);
}

// --- Arrows

struct Box {
  ImVec2 middle, half;
};

bool box_of(const App& app, const std::string& name, std::int64_t cell, Box& out) {
  const auto found = app.pictures.find("card:" + name);
  return found != app.pictures.end() && cell_on_screen(found->second, cell, out.middle, &out.half);
}

// Where the way from the middle of a box to a place crosses its side.
ImVec2 side(const Box& box, ImVec2 towards) {
  const float dx = towards.x - box.middle.x;
  const float dy = towards.y - box.middle.y;
  const float part =
      std::min({1.0F, box.half.x / std::max(std::abs(dx), 1e-6F), box.half.y / std::max(std::abs(dy), 1e-6F)});
  return {box.middle.x + dx * part, box.middle.y + dy * part};
}

// From the side of a cell to that of another, bent, so that what is written in them stays legible.
void draw_arrow(ImDrawList& list, const Box& from, const Box& to) {
  constexpr float bend = 0.16F;
  const float dx = to.middle.x - from.middle.x;
  const float dy = to.middle.y - from.middle.y;
  const float length = std::max(1.0F, std::hypot(dx, dy));
  const float aside = std::min(px(60), length * bend);
  const ImVec2 control = {(from.middle.x + to.middle.x) / 2 - dy / length * aside,
                          (from.middle.y + to.middle.y) / 2 + dx / length * aside};
  const ImVec2 begin = side(from, control);
  const ImVec2 tip = side(to, control);
  const float last = std::max(1.0F, std::hypot(tip.x - control.x, tip.y - control.y));
  const ImVec2 way = {(tip.x - control.x) / last, (tip.y - control.y) / last};
  const ImVec2 neck = {tip.x - way.x * px(9), tip.y - way.y * px(9)};
  const ImU32 ink = theme().lit;
  const ImU32 halo = theme().panel;
  for (const bool under : {true, false})
    list.AddBezierQuadratic(begin, control, neck, under ? halo : ink, px(under ? 5 : 2));
  list.AddCircleFilled(begin, px(3.5F), ink);
  list.AddTriangleFilled(tip, {neck.x - way.y * px(5), neck.y + way.x * px(5)},
                         {neck.x + way.y * px(5), neck.y - way.x * px(5)}, ink);
  note_rect("lesson/arrow", begin, tip);
}

}  // namespace

void App::open_lesson(const LessonPlace& place) {
  course.open(place.lesson, place.step);
  dialog = Dialog::none;
}

void App::close_lesson() {
  presenting = false;
  course.close();
  marks.clear();
  editor.want_focus = true;
}

void App::present(bool on) {
  presenting = on && course.is_open();
  editor.focused = false;
  editor.want_focus = false;
}

void App::open_step(const app::ShownStep& step) {
  Choices choices;
  for (const app::View& view : step.views) choices[view.name] = read_choice(view.view);
  play({});
  // One's own program stays where it is.
  const bool here = tabs[tab].of_lesson || session.text.text() == step.program;
  if (here)
    open_program(step.program, step.mode, choices);
  else
    open_beside(step.program, step.mode, choices);
  tabs[tab].of_lesson = true;
  marks = lights_of(step);
}

void App::play(const std::string& key) {
  player = {};
  player.key = key;
  player.running = !key.empty();
  if (Card* card = session.card(key)) {
    if (!card->unfolded.contains(app::SectionKind::derivation))
      session.unfold(*card, app::SectionKind::derivation, true);
    scroll_to = key;
  }
}

void draw_lesson_arrows(App& app) {
  const app::ShownStep* step = app.course.step();
  if (step == nullptr || app.session.text.text() != step->program) return;
  for (const LessonProgram::Arrow& arrow : step->arrows) {
    Box from;
    Box to;
    if (box_of(app, arrow.from, arrow.from_cell, from) && box_of(app, arrow.to, arrow.to_cell, to))
      draw_arrow(*ImGui::GetWindowDrawList(), from, to);
  }
}

// Where the pointer is, and when it is pressed, for those who look on.
void draw_pointer_echo() {
  if (!ImGui::IsMousePosValid()) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 at = ImGui::GetMousePos();
  if (ImGui::IsMouseDown(0)) {
    list.AddCircleFilled(at, px(10), theme().lit);
  } else {
    list.AddCircle(at, px(15), theme().lit, 0, px(3));
  }
  note_rect("lesson/pointer", at, at);
}

void draw_lesson(App& app, ImVec2 size) {
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme().panel);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(3)});
  ImGui::BeginChild("lesson", size, false, ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoNav);
  const float width = ImGui::GetContentRegionAvail().x;
  draw_head(app, width);
  if (app.course.is_open()) {
    const app::ShownStep* step = app.course.step();
    const std::string name = step != nullptr ? app.course.place()->lesson + "/" + step->id : "";
    if (!name.empty() && name != app.lesson_top) {
      app.lesson_top = name;
      ImGui::SetScrollY(0);
    }
    if (!app.course.trouble.empty())
      wrapped(tr(app.course.trouble), theme().bad);
    else if (step != nullptr)
      draw_step(app, *step, width);
    else
      muted("\xE2\x80\xA6");
  }
  note_window("lesson");
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
}

}  // namespace stridescope::desktop
