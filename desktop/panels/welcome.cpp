// The first minute: one sentence about the program, its entry points, a tour of six steps on the stage itself, and a
// hint that cells are linked, shown once. The words are the page's.
#include "desktop/panels/welcome.h"

#include <imgui.h>

#include <algorithm>
#include <limits>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/programs.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr double hinted_for = 7;  // seconds
constexpr std::int64_t toured_cell = 6;

struct Step {
  const char* word;
  const char* at;  // the explained widget; % is the key of the card on the stage
};
constexpr Step steps[] = {{"tour.program", "editor"}, {"tour.stage", "card:%"},     {"tour.operands", "tour/operands"},
                          {"tour.cell", "picture:%"}, {"tour.views", "tour/views"}, {"tour.more", "tour/more"}};
constexpr int step_count = static_cast<int>(std::size(steps));

Card* staged(App& app) {
  for (Card& card : app.session.cards) {
    if (card.place == app::Place::stage) return &card;
  }
  return nullptr;
}

void go_to_step(App& app, int step) {
  app.session.let_go();
  app.welcome.step = step;
  if (step < 0 || step >= step_count) {
    app.welcome.step = -1;
    return;
  }
  Card* card = staged(app);
  if (card != nullptr && std::string_view(steps[step].word) == "tour.cell") app.session.toggle(*card, toured_cell);
}

// A note over everything else, in the middle of the bottom edge or at another edge: where it covers least of the
// explained widget.
bool begin_note(const char* name, const ImVec4& about) {
  static float height = px(100);  // height in the last frame
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float foot = display.y - px(72);
  const float head = px(54);
  ImVec4 best;
  float least = std::numeric_limits<float>::max();
  for (const float wish : {px(560), px(410)}) {
    const float width = std::min(wish, display.x - px(20));
    const float left = px(10);
    const float right = display.x - px(10) - width;
    const float middle = (display.x - width) / 2;
    for (const ImVec2 at : {ImVec2{middle, foot - height}, ImVec2{left, foot - height}, ImVec2{right, foot - height},
                            ImVec2{left, head}, ImVec2{right, head}}) {
      const float wide = std::min(at.x + width, about.z) - std::max(at.x, about.x);
      const float high = std::min(at.y + height, about.w) - std::max(at.y, about.y);
      const float covered = wide > 0 && high > 0 ? wide * high : 0;
      if (covered >= least) continue;
      least = covered;
      best = {at.x, at.y, width, 0};
    }
  }
  ImGui::SetNextWindowPos({best.x, best.y});
  ImGui::SetNextWindowSize({best.z, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(16), px(12)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, vec(theme().panel));
  const bool open =
      ImGui::Begin(name, nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  height = ImGui::GetWindowHeight();
  return open;
}

void end_note() {
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

void draw_tour(App& app) {
  const int at = app.welcome.step;
  const Card* card = staged(app);
  std::string name = steps[at].at;
  if (const std::size_t hole = name.find('%'); hole != std::string::npos)
    name.replace(hole, 1, card == nullptr ? "" : card->binding.key);
  ImVec4 r;
  if (const auto found = probe().rects.find(name); found != probe().rects.end()) {
    r = found->second;
    ImGui::GetForegroundDrawList()->AddRect({r.x - px(3), r.y - px(3)}, {r.z + px(3), r.w + px(3)}, theme().accent,
                                            px(8), 0, px(3));
  }
  if (begin_note("##tour", r)) {
    wrapped(cat(at + 1, "/", step_count, "  ", page_word(steps[at].word)), theme().text);
    note_item("tour/text");
    note_window("tour/note");
    ImGui::Spacing();
    if (at > 0) {
      if (button("tour/back", page_word("tour.back"))) go_to_step(app, at - 1);
      ImGui::SameLine(0, px(8));
    }
    const bool last = at + 1 == step_count;
    if (button("tour/next", page_word(last ? "gallery" : "tour.next"), ButtonKind::primary)) {
      go_to_step(app, last ? -1 : at + 1);
      if (last) show_dialog(app, Dialog::gallery);
    }
    ImGui::SameLine(0, px(8));
    if (button("tour/end", page_word("tour.close"), ButtonKind::quiet)) go_to_step(app, -1);
  }
  end_note();
}

}  // namespace

void start_tour(App& app) {
  app.welcome.open = false;
  app.cards.stage.clear();
  open_beside(app, app::first_program(), app.session.mode, {});
  go_to_step(app, 0);
}

float draw_welcome(App& app, ImVec2 at, float room) {
  if (!app.welcome.open) return at.y;
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorPos({at.x + px(14), at.y + px(10)});
  const ImVec2 corner = {ImGui::GetCursorScreenPos().x - px(14), ImGui::GetCursorScreenPos().y - px(10)};
  ImGui::BeginGroup();
  const float left = ImGui::GetCursorPosX();
  ImGui::PushTextWrapPos(left + room - px(28));
  plain(page_word("welcome.text"), t.text);
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
  Flow flow(room - px(28), 6);
  const auto door = [&](const char* name, const char* word, ButtonKind kind) {
    flow.next(text_width(page_word(word)) + px(22));
    return button(name, page_word(word), kind);
  };
  if (door("welcome/learn", "learn", ButtonKind::primary)) open_page(app, "#learn");
  if (door("welcome/tour", "welcome.tour", ButtonKind::plain)) start_tour(app);
  if (door("welcome/paste", "welcome.paste", ButtonKind::plain)) show_dialog(app, Dialog::paste);
  if (door("welcome/gallery", "gallery", ButtonKind::plain)) show_dialog(app, Dialog::gallery);
  if (door("welcome/close", "welcome.close", ButtonKind::quiet)) app.welcome.open = false;
  ImGui::EndGroup();
  const float height = ImGui::GetItemRectSize().y + px(20);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(corner, {corner.x + room, corner.y + height}, t.panel, px(8));
  list.AddRect(corner, {corner.x + room, corner.y + height}, t.line, px(8));
  list.ChannelsMerge();
  // The user typed another program: the welcome is not needed.
  if (!app.session.text.text().empty() && app.session.text.text() != app::first_program()) app.welcome.open = false;
  return at.y + height + px(12);
}

void draw_first_minute(App& app) {
  WelcomeState& state = app.welcome;
  if (state.step >= 0) return draw_tour(app);
  // When the pointer rests on a cell for the first time, a hint explains linked cells.
  if (!app.settings.hinted && app.session.inspection && !app.folder.empty()) {
    app.settings.hinted = true;
    state.hint_until = ImGui::GetTime() + hinted_for;
  }
  if (ImGui::GetTime() > state.hint_until || app.dialog.now != Dialog::none) return;
  if (begin_note("##linked", {})) {
    wrapped(page_word("hint.linked"), theme().text);
    note_item("hint/linked");
  }
  end_note();
}

}  // namespace stridescope::desktop
