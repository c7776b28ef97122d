// Draws the parts of a picture: the switch of views, the legend, slices and the player.
#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/context_menu.h"
#include "desktop/view/fonts.h"
#include "desktop/view/form_field.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr double step_pause = 0.9;  // seconds of the player

// The question that such a picture answers.
Message question_of(std::string_view kind) {
  static const std::vector<door::PictureQuestion> all = door::picture_questions();
  for (const door::PictureQuestion& one : all) {
    if (one.kind == kind) return one.question;
  }
  return {};
}

constexpr float slider_width = 150;
constexpr float narrow_slider = 80;  // in a narrow card
constexpr float legend_gap = 10;
constexpr float least_side = 186;  // width of a legend next to its picture
constexpr float most_side = 220;

void draw_slices(App& app, Card& card, float width) {
  const auto& slices = card.picture->scene.slices;
  Flow flow(width);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const Scene::Slice& slice = slices[i];
    if (slice.size < 2) continue;
    const float title = text_width(tr(slice.title)) + px(6);
    const float slider = std::clamp(width - title, px(narrow_slider), px(slider_width));
    flow.next(title + slider);
    ImGui::BeginGroup();
    label(tr(slice.title));
    ImGui::SetNextItemWidth(slider);
    auto value = slice.value;
    const std::int64_t low = 0;
    const std::int64_t high = slice.size - 1;
    const std::string id = "##slice" + std::to_string(i);
    const std::string format = "%lld / " + std::to_string(slice.size);
    if (ImGui::SliderScalar(id.c_str(), ImGuiDataType_S64, &value, &low, &high, format.c_str(),
                            ImGuiSliderFlags_AlwaysClamp) &&
        value != slice.value) {
      std::string words = "slice=";
      for (std::size_t j = 0; j < slices.size(); ++j)
        append_all(words, j > 0 ? "," : "", j == i ? value : slices[j].value);
      app.session.choose(card, words);
    }
    note_item("slice:" + card.binding.key + "/" + std::to_string(i));
    ImGui::EndGroup();
  }
}

void draw_player(App& app, Card& card) {
  const auto& slices = card.picture->scene.slices;
  const auto long_slice = [](const Scene::Slice& s) { return s.size > 1; };
  if (std::none_of(slices.begin(), slices.end(), long_slice)) return;
  const auto at_end = [&] {
    return std::all_of(slices.begin(), slices.end(), [](const Scene::Slice& s) { return s.value + 1 >= s.size; });
  };
  const std::string& key = card.binding.key;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(2)});
  if (button("first:" + key, "\xE2\x97\x80\xE2\x97\x80", ButtonKind::plain, tr("To the first step")))
    app.session.step(card, 0);
  ImGui::SameLine(0, px(3));
  if (button("back:" + key, "\xE2\x97\x80", ButtonKind::plain, tr("Previous step"))) app.session.step(card, -1);
  ImGui::SameLine(0, px(3));
  if (button("play:" + key, card.playing ? "\xE2\x96\xAE\xE2\x96\xAE" : "\xE2\x96\xB6",
             card.playing ? ButtonKind::on : ButtonKind::plain, tr("Play"))) {
    // At its end it starts again.
    if (!card.playing && at_end()) app.session.step(card, 0);
    card.playing = !card.playing;
    card.played_at = ImGui::GetTime();
  }
  ImGui::SameLine(0, px(3));
  if (button("next:" + key, "\xE2\x96\xB6\xE2\x96\xAE", ButtonKind::plain, tr("Next step"))) app.session.step(card, 1);
  ImGui::PopStyleVar();
  if (card.playing && !card.pending && ImGui::GetTime() - card.played_at > step_pause) {
    card.played_at = ImGui::GetTime();
    if (at_end())
      card.playing = false;
    else
      app.session.step(card, 1);
  }
}

}  // namespace

void draw_view_switch(App& app, Card& card, float width) {
  const ViewChoice choice = app.session.choice_of(card);
  const door::OfferedPicture* view = offered_picture(choice, card.binding.views);
  if (view == nullptr) return;
  const std::string& key = card.binding.key;
  const float start = ImGui::GetCursorPosX();
  // Similar pictures share a title, and a few are visible; the others are in a menu.
  const std::string& shown = view->like.empty() ? view->kind : view->like;
  std::vector<const door::OfferedPicture*> tabs;
  std::vector<const door::OfferedPicture*> others;
  std::vector<const door::OfferedPicture*> alike;
  for (const door::OfferedPicture& one : card.binding.views) {
    if (one.like.empty()) (one.more ? others : tabs).push_back(&one);
    if (one.kind == shown || one.like == shown) alike.push_back(&one);
  }
  const auto choose = [&](const door::OfferedPicture& one) {
    if (one.kind != view->kind) app.session.choose(card, "kind=" + one.kind);
  };
  const auto menu_width = [](const std::vector<const door::OfferedPicture*>& all) {
    float widest = text_width(tr("more"));
    for (const door::OfferedPicture* one : all) widest = std::max(widest, text_width(tr(one->title)));
    return widest + px(42);
  };
  // Entries of a menu; its title is the chosen entry, if any.
  const auto menu = [&](const char* name, const std::vector<const door::OfferedPicture*>& all,
                        const std::string& chosen) {
    const auto now = std::find_if(all.begin(), all.end(), [&](const auto* one) { return one->kind == chosen; });
    ImGui::SetNextItemWidth(menu_width(all));
    const bool open =
        ImGui::BeginCombo(cat("##", name, ":", key).c_str(), now == all.end() ? tr("more") : tr((*now)->title));
    if (!open) {
      note_item(cat(name, ":", key));
      if (now != all.end()) tooltip(tr(question_of((*now)->kind)));
      return;
    }
    for (const door::OfferedPicture* one : all) {
      if (ImGui::Selectable(tr(one->title), one->kind == chosen)) choose(*one);
      note_item(cat("view:", key, "/", one->kind));
      tooltip(tr(question_of(one->kind)));
    }
    ImGui::EndCombo();
  };
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(7), px(3)});
  float wide = others.empty() ? 0 : menu_width(others) + px(4);
  for (const door::OfferedPicture* one : tabs) wide += text_width(tr(one->title)) + px(16);
  const bool side_by_side = wide <= width;
  const bool several = tabs.size() + others.size() > 1;
  // The first word, not its frame, is aligned with the text above.
  ImGui::SetCursorPosX(several && side_by_side ? start - px(7) : start);
  Flow flow(width, side_by_side && several ? 2 : 12);
  if (several && side_by_side) {
    for (const door::OfferedPicture* one : tabs) {
      flow.next(text_width(tr(one->title)) + px(14));
      if (segment("view:" + key + "/" + one->kind, tr(one->title), one->kind == shown)) choose(*one);
      tooltip(tr(question_of(one->kind)));
    }
    if (!others.empty()) {
      flow.next(menu_width(others), 4);
      menu("more", others, shown);
    }
  } else if (several) {
    std::vector<const door::OfferedPicture*> all = tabs;
    all.insert(all.end(), others.begin(), others.end());
    flow.next(menu_width(all));
    menu("views", all, shown);
  }
  if (alike.size() > 1) {
    flow.next(menu_width(alike), 12);
    menu("as", alike, view->kind);
  }
  ImGui::PopStyleVar();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(7), px(3)});
  using Words = std::vector<door::OfferedWord>;
  const auto room = [](const char* title, const Words& options) {
    if (options.size() < 2) return 0.0F;
    float widest = 0;
    for (const door::OfferedWord& one : options) widest = std::max(widest, text_width(tr(one.title)));
    return text_width(tr(title)) + widest + px(56);
  };
  // They are side by side if they fit, below the titles if necessary.
  const float labels = room("label", view->labels);
  const float colours = room("color", view->colors);
  if (labels + colours > 0) flow.next(labels + colours + (labels > 0 && colours > 0 ? px(12) : 0), 12);
  Flow choices(width, 12);
  const auto words = [&](const char* title, const Words& options, const std::string& chosen, const char* what) {
    if (options.size() < 2) return;
    choices.next(room(title, options));
    ImGui::BeginGroup();
    label(title);
    std::vector<app::FieldOption> offered;
    for (const door::OfferedWord& one : options) offered.push_back({one.word, one.title});
    std::string word = chosen;
    if (draw_options(cat(what, ":", key), offered, word)) app.session.choose(card, cat(what, "=", word));
    ImGui::EndGroup();
  };
  words("label", view->labels, choice.label, "label");
  words("color", view->colors, choice.color, "color");
  ImGui::PopStyleVar();
  if (!card.picture || !card.picture->refused.empty()) return;
  const bool played = is_played(card.picture->view.picture);
  if (!card.picture->scene.slices.empty()) {
    const float end = ImGui::GetCursorPosX() + width;
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(7), px(3)});
    if (played) {
      draw_player(app, card);
      ImGui::SameLine(0, px(12));
    }
    draw_slices(app, card, end - ImGui::GetCursorPosX());
    ImGui::PopStyleVar();
    ImGui::EndGroup();
  }
}

void draw_zoom(App& app, Card& card, bool fill, float width) {
  const std::string& key = card.binding.key;
  if (!card.picture || !card.picture->refused.empty()) return;
  PictureState& state = app.pictures[(fill ? "stage:" : "card:") + key];
  const float start = ImGui::GetCursorPosX();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(7), px(1)});
  const auto tool = [&](const char* name, const char* sign, const char* tip) {
    const bool clicked = button(cat(name, ":", key), sign, ButtonKind::quiet, tr(tip));
    ImGui::SameLine(0, px(1));
    return clicked;
  };
  if (tool("smaller", "\xE2\x88\x92", "Smaller cells")) zoom_picture(state, -1);
  if (tool("larger", "+", "Larger cells")) zoom_picture(state, 1);
  if (tool("fit", "\xE2\x96\xA3", "All cells")) zoom_picture(state, 0);
  if (tool("seek", "(i,j)", "Go to a cell\xE2\x80\xA6 (Ctrl L)")) ask_cell(app, key);
  ImGui::SameLine(0, px(12));
  ImGui::AlignTextToFramePadding();
  ImGui::PopStyleVar();
  const float left = width - (ImGui::GetCursorPosX() - start);
  const bool told = !fill && readout_in_tools(card, width) && app.session.inspection &&
                    app.session.inspection->described.contains(card.binding.id);
  if (told)
    draw_readout(app, card, left);
  else if (!card.picture->drawn && state.scale < 1)
    muted(fitted_words(tr("Each pixel averages several cells: enlarge, or drag and Ctrl + wheel."), left));
  else
    ImGui::NewLine();
}

namespace {

// The whole tensor with the tile of the drawn threads; a click enlarges it.
void draw_miniature(App& app, const Card& card, const app::Miniature& m, float width) {
  const auto pixels = [](double length) { return px(static_cast<float>(length)); };
  const ImVec2 size = {pixels(m.width), pixels(m.height)};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, class_fill(0));
  const ImU32 between = theme().panel;
  const auto line = [&](ImVec2 from, ImVec2 to) { list.AddLine(from, to, between, pixels(m.gap)); };
  for (std::int64_t i = 1; m.gap > 0 && i < m.cols; ++i) {
    const float x = corner.x + pixels(m.tile * static_cast<double>(i));
    line({x, corner.y}, {x, corner.y + size.y});
  }
  for (std::int64_t i = 1; m.gap > 0 && i < m.rows; ++i) {
    const float y = corner.y + pixels(m.tile * static_cast<double>(i));
    line({corner.x, y}, {corner.x + size.x, y});
  }
  list.AddRect({corner.x - px(1), corner.y - px(1)}, {corner.x + pixels(m.mark), corner.y + pixels(m.mark)},
               theme().lit, px(2), 0, px(2));
  ImGui::PushFont(fonts().small_ui);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  ImGui::Dummy(size);
  const bool clicked_picture = ImGui::IsItemClicked();
  note_rect("miniature:" + card.binding.key, corner, {corner.x + size.x, corner.y + size.y});
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(tr(question_of(m.kind)));
  }
  if (size.x + px(8) + px(100) <= width) ImGui::SameLine(0, px(8));
  muted(tr("the first tile inside the whole tensor"));
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  if (clicked_picture) app.session.choose(card, "kind=" + m.kind);
}

}  // namespace

void draw_legend(App& app, const Card& card, float width) {
  if (!card.picture) return;
  draw_scene_legend(card.picture->scene, width);
  if (const app::Miniature& m = card.picture->miniature; m.rows > 0 && card.place == app::Place::stage)
    draw_miniature(app, card, m, width);
}

namespace {

// Positions of the title and the entries of a legend within a width, relative to its corner.
struct LegendPlaces {
  std::vector<ImVec2> entries;
  float side = 0;    // side of the square of an entry
  float height = 0;  // with the gap below
};

// pre: the font of the legend is active.
LegendPlaces legend_places(const Scene& scene, float width) {
  LegendPlaces out;
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  out.side = ImGui::GetFontSize() - px(1);
  const float before = out.side + px(6);
  if (!scene.title.empty()) out.height = ImGui::CalcTextSize(tr(scene.title), nullptr, false, width).y + gap;
  float line = 0;  // height of the entries on the same line
  float used = 0;
  for (const Scene::LegendEntry& entry : scene.legend) {
    const ImVec2 label = ImGui::CalcTextSize(tr(entry.label), nullptr, false, width - before);
    const float wide = before + label.x;
    const bool same_line = used > 0 && used + px(legend_gap) + wide <= width;
    if (!same_line && used > 0) out.height += line + gap;
    const float left = same_line ? used + px(legend_gap) : 0;
    line = same_line ? std::max(line, label.y) : label.y;
    used = left + wide;
    out.entries.push_back({left, out.height});
  }
  if (used > 0) out.height += line + gap;
  return out;
}

// The square before the label, from corner to corner.
void draw_legend_mark(const Scene::LegendEntry& entry, ImVec2 a, ImVec2 b) {
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (entry.mark == "step" || entry.mark == "carry") {
    const ImU32 color = entry.mark == "step" ? t.step : t.carry;
    list.AddLine({a.x, (a.y + b.y) / 2}, {b.x, (a.y + b.y) / 2}, color, 2);
    list.AddTriangleFilled({b.x + px(1), (a.y + b.y) / 2}, {b.x - px(5), a.y + px(3)}, {b.x - px(5), b.y - px(3)},
                           color);
    return;
  }
  if (entry.mark == "gap" || entry.mark == "dimmed") {
    if (entry.mark == "dimmed") list.AddRectFilled(a, b, t.blank, px(2));
    list.AddRect(a, b, t.line, px(2));
    return;
  }
  const ImU32 fill = entry.mark == "image" ? t.image : entry.color >= 0 ? class_fill(entry.color) : t.blank;
  list.AddRectFilled(a, b, fill, px(2));
  if (entry.mark == "lit") list.AddRect(a, b, t.text, px(2), 0, 2);
  if (entry.mark == "crossed") {
    list.AddLine(a, b, with_alpha(t.step, 0.7F), 1.5F);
    list.AddLine({b.x, a.y}, {a.x, b.y}, with_alpha(t.step, 0.7F), 1.5F);
  }
}

}  // namespace

float side_legend(const Picture& picture) {
  ImGui::PushFont(fonts().small_ui);
  float widest = 0;
  for (const Scene::LegendEntry& entry : picture.scene.legend) {
    const float wide = ImGui::GetFontSize() + px(6) + text_width(tr(entry.label));
    if (2 * wide + px(legend_gap) <= px(most_side)) widest = std::max(widest, wide);
  }
  ImGui::PopFont();
  return std::clamp(2 * widest + px(legend_gap) + 1, px(least_side), px(most_side));
}

float legend_height(const Card& card, float width) {
  if (!card.picture) return 0;
  ImGui::PushFont(fonts().small_ui);
  const float out = legend_places(card.picture->scene, width).height;
  ImGui::PopFont();
  const app::Miniature& m = card.picture->miniature;
  const bool below = m.rows > 0 && card.place == app::Place::stage;
  return below ? out + px(static_cast<float>(m.height)) + ImGui::GetStyle().ItemSpacing.y : out;
}

void draw_scene_legend(const Scene& scene, float width) {
  if (scene.title.empty() && scene.legend.empty()) return;
  ImGui::PushFont(fonts().small_ui);
  const LegendPlaces places = legend_places(scene, width);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float left = ImGui::GetCursorPosX();
  ImGui::PushTextWrapPos(left + width);
  if (!scene.title.empty()) muted(tr(scene.title));
  for (std::size_t i = 0; i < scene.legend.size(); ++i) {
    const ImVec2 at = {corner.x + places.entries[i].x, corner.y + places.entries[i].y};
    draw_legend_mark(scene.legend[i], {at.x, at.y + px(1)}, {at.x + places.side, at.y + px(1) + places.side});
    ImGui::SetCursorScreenPos({at.x + places.side + px(6), at.y});
    muted(tr(scene.legend[i].label));
  }
  ImGui::PopTextWrapPos();
  ImGui::SetCursorScreenPos({corner.x, corner.y + places.height - ImGui::GetStyle().ItemSpacing.y});
  ImGui::Dummy({0, 0});
  ImGui::PopFont();
}

}  // namespace stridescope::desktop
