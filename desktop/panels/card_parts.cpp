// What belongs to a picture: the switch of views, the legend, slices and the player.
#include <algorithm>

#include "desktop/panels/app.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr double step_pause = 0.9;  // seconds of the player

const door::OfferedPicture* offered(const Card& card, const ViewChoice& choice) {
  for (const door::OfferedPicture& view : card.data.views) {
    if (view.kind == choice.kind) return &view;
  }
  return card.data.views.empty() ? nullptr : &card.data.views.front();
}

// The values of the next step, the last slice first to move; false past the end.
bool next_step(const std::vector<Scene::Slice>& slices, int direction, std::vector<std::int64_t>& values) {
  values.clear();
  for (const Scene::Slice& s : slices) values.push_back(s.value);
  for (std::size_t at = slices.size(); at-- > 0;) {
    values[at] += direction;
    if (values[at] >= 0 && values[at] < slices[at].size) return true;
    values[at] = direction > 0 ? 0 : slices[at].size - 1;
  }
  return false;
}

void draw_slices(App& app, Card& card) {
  const auto& slices = card.data.picture->scene.slices;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    const Scene::Slice& slice = slices[i];
    if (slice.size < 2) continue;
    ImGui::AlignTextToFramePadding();
    muted(tr(slice.title));
    ImGui::SameLine(0, px(6));
    ImGui::SetNextItemWidth(px(150));
    auto value = slice.value;
    const std::int64_t low = 0;
    const std::int64_t high = slice.size - 1;
    const std::string id = "##slice" + std::to_string(i);
    const std::string format = "%lld / " + std::to_string(slice.size);
    if (ImGui::SliderScalar(id.c_str(), ImGuiDataType_S64, &value, &low, &high, format.c_str(),
                            ImGuiSliderFlags_AlwaysClamp) &&
        value != slice.value) {
      ViewChoice choice = app.session.choice_of(card);
      choice.slice.clear();
      for (const Scene::Slice& s : slices) choice.slice.push_back(s.value);
      choice.slice[i] = value;
      app.session.choose(card, choice);
    }
    note_item("slice:" + card.data.key + "/" + std::to_string(i));
    if (i + 1 < slices.size()) ImGui::SameLine(0, px(14));
  }
}

void draw_player(App& app, Card& card) {
  const auto& slices = card.data.picture->scene.slices;
  const auto long_slice = [](const Scene::Slice& s) { return s.size > 1; };
  if (std::none_of(slices.begin(), slices.end(), long_slice)) return;
  const auto choose = [&](const std::vector<std::int64_t>& values) {
    ViewChoice choice = app.session.choice_of(card);
    choice.slice = values;
    app.session.choose(card, choice);
  };
  std::vector<std::int64_t> values;
  const std::string& key = card.data.key;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(2)});
  if (button("first:" + key, "\xE2\x97\x80\xE2\x97\x80", ButtonKind::plain, tr("To the first step")))
    choose(std::vector<std::int64_t>(slices.size(), 0));
  ImGui::SameLine(0, px(3));
  if (button("back:" + key, "\xE2\x97\x80", ButtonKind::plain, tr("One step back")) && next_step(slices, -1, values))
    choose(values);
  ImGui::SameLine(0, px(3));
  if (button("play:" + key, card.playing ? "\xE2\x96\xAE\xE2\x96\xAE" : "\xE2\x96\xB6",
             card.playing ? ButtonKind::on : ButtonKind::plain, tr("Play"))) {
    // At the end it begins again.
    if (!card.playing && !next_step(slices, 1, values)) choose(std::vector<std::int64_t>(slices.size(), 0));
    card.playing = !card.playing;
    card.played_at = ImGui::GetTime();
  }
  ImGui::SameLine(0, px(3));
  if (button("next:" + key, "\xE2\x96\xB6\xE2\x96\xAE", ButtonKind::plain, tr("One step on")) &&
      next_step(slices, 1, values))
    choose(values);
  ImGui::PopStyleVar();
  if (card.playing && !card.pending && ImGui::GetTime() - card.played_at > step_pause) {
    card.played_at = ImGui::GetTime();
    if (next_step(slices, 1, values))
      choose(values);
    else
      card.playing = false;
  }
}

}  // namespace

void draw_view_switch(App& app, Card& card, float width) {
  ViewChoice choice = app.session.choice_of(card);
  const door::OfferedPicture* view = offered(card, choice);
  if (view == nullptr) return;
  const std::string& key = card.data.key;
  const float start = ImGui::GetCursorPosX();
  // Beside each other where there is room, else in a menu.
  float wide = 0;
  for (const door::OfferedPicture& one : card.data.views) wide += text_width(tr(one.title)) + px(16);
  // The word of the first, not its frame, stands below the text above.
  ImGui::SetCursorPosX(card.data.views.size() > 1 && wide <= width ? start - px(7) : start);
  Flow flow(width, wide > width || card.data.views.size() < 2 ? 12 : 2);
  if (wide > width) {
    std::vector<std::string> titles;
    int index = 0;
    for (const door::OfferedPicture& one : card.data.views) {
      if (&one == view) index = static_cast<int>(titles.size());
      titles.push_back(one.title);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(7), px(3)});
    float widest = 0;
    for (const std::string& one : titles) widest = std::max(widest, text_width(tr(one)));
    flow.next(widest + px(42));
    if (stridescope::desktop::choice("views:" + key, "", titles, index)) {
      choice.kind = card.data.views[static_cast<std::size_t>(index)].kind;
      choice.slice.clear();
      app.session.choose(card, choice);
    }
    ImGui::PopStyleVar();
  } else if (card.data.views.size() > 1) {
    for (const door::OfferedPicture& one : card.data.views) {
      flow.next(text_width(tr(one.title)) + px(14));
      if (segment("view:" + key + "/" + one.kind, one.title, &one == view) && &one != view) {
        choice.kind = one.kind;
        choice.slice.clear();
        app.session.choose(card, choice);
      }
    }
  }
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(7), px(3)});
  const auto room = [](const char* title, const std::vector<std::string>& options) {
    if (options.size() < 2) return 0.0F;
    float widest = 0;
    for (const std::string& one : options) widest = std::max(widest, text_width(tr(one)));
    return text_width(tr(title)) + widest + px(56);
  };
  // They stay side by side where they fit, below the titles if need be.
  const float labels = room("label", view->labels);
  const float colours = room("colour", view->colors);
  if (labels + colours > 0) flow.next(labels + colours + (labels > 0 && colours > 0 ? px(12) : 0), 12);
  Flow choices(width, 12);
  const auto words = [&](const char* title, const std::vector<std::string>& options, std::string& chosen,
                         const char* what) {
    if (options.size() < 2) return;
    const auto at = std::find(options.begin(), options.end(), chosen);
    int index = at == options.end() ? 0 : static_cast<int>(at - options.begin());
    choices.next(room(title, options));
    ImGui::BeginGroup();
    if (choice.kind.empty()) choice.kind = view->kind;
    if (stridescope::desktop::choice(std::string(what) + ":" + key, title, options, index)) {
      chosen = options[static_cast<std::size_t>(index)];
      app.session.choose(card, choice);
    }
    ImGui::EndGroup();
  };
  words("label", view->labels, choice.label, "label");
  words("colour", view->colors, choice.color, "color");
  ImGui::PopStyleVar();
  if (!card.data.picture || !card.data.picture->refused.empty()) return;
  const std::string_view kind = name_of(card.data.picture->view.picture);
  const bool played = kind == "banks" || kind == "sectors" || kind == "lanes";
  if (!card.data.picture->scene.slices.empty()) {
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(7), px(3)});
    if (played) {
      draw_player(app, card);
      ImGui::SameLine(0, px(12));
    }
    draw_slices(app, card);
    ImGui::PopStyleVar();
    ImGui::EndGroup();
  }
}

void draw_legend(App&, const Card& card, float width) {
  if (card.data.picture) draw_scene_legend(card.data.picture->scene, width);
}

void draw_scene_legend(const Scene& scene, float width) {
  const Theme& t = theme();
  if (scene.title.empty() && scene.legend.empty()) return;
  ImGui::PushFont(fonts().small_ui);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  if (!scene.title.empty()) muted(tr(scene.title));
  ImGui::PopTextWrapPos();
  Flow flow(width, 12);
  for (const Scene::LegendEntry& entry : scene.legend) {
    const char* label = tr(entry.label);
    const float side = ImGui::GetFontSize() - px(1);
    const std::string shown = text_width(label) + side + px(6) > width ? fitted(label, width - side - px(6)) : label;
    flow.next(side + px(6) + text_width(shown));
    ImGui::BeginGroup();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 a = {corner.x, corner.y + px(1)};
    const ImVec2 b = {a.x + side, a.y + side};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (entry.mark == "step" || entry.mark == "carry") {
      const ImU32 color = entry.mark == "step" ? t.step : t.carry;
      list.AddLine({a.x, (a.y + b.y) / 2}, {b.x, (a.y + b.y) / 2}, color, 2);
      list.AddTriangleFilled({b.x + px(1), (a.y + b.y) / 2}, {b.x - px(5), a.y + px(3)}, {b.x - px(5), b.y - px(3)},
                             color);
    } else if (entry.mark == "gap" || entry.mark == "dimmed") {
      list.AddRect(a, b, t.line, px(2));
    } else {
      list.AddRectFilled(a, b,
                         entry.mark == "image" ? t.image
                         : entry.color >= 0    ? class_fill(entry.color)
                                               : t.blank,
                         px(2));
      if (entry.mark == "lit") list.AddRect(a, b, t.text, px(2), 0, 2);
      if (entry.mark == "crossed") {
        list.AddLine(a, b, with_alpha(t.step, 0.7F), 1.5F);
        list.AddLine({b.x, a.y}, {a.x, b.y}, with_alpha(t.step, 0.7F), 1.5F);
      }
    }
    ImGui::Dummy({side, side});
    ImGui::SameLine(0, px(6));
    muted(shown);
    ImGui::EndGroup();
  }
  ImGui::PopFont();
}

}  // namespace stridescope::desktop
