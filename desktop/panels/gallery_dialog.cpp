// The dialog of gallery programs: a search by words, and a thumbnail of each program, drawn when it becomes visible.
#include <algorithm>

#include "core/base/search.h"
#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/programs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/lines.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// Thumbnails, drawn by the core when they become visible.
std::map<std::string, std::shared_ptr<const Picture>> thumbnails;
std::map<std::string, PictureState> states;

std::string thumbnail_id(const GalleryEntry& entry) { return cat(language(), " ", entry.group, "/", entry.id); }

void ask_thumbnail(App& app, const GalleryEntry& entry) {
  const std::string id = thumbnail_id(entry);
  if (thumbnails.count(id) > 0) return;
  thumbnails[id] = nullptr;
  const std::string name(entry.views.empty() ? "" : entry.views[0].name);
  const std::string view(entry.views.empty() ? "" : entry.views[0].view);
  app.session.side().post(0,
                          [program = std::string(entry.program), name, view, id, &words = catalog()]() -> Worker::Done {
                            Workspace workspace;
                            const Report& report = workspace.evaluate(program, IntegerMode::teaching);
                            std::shared_ptr<const Picture> picture;
                            for (std::size_t i = report.bindings.size(); i-- > 0 && !picture;) {
                              if (name.empty() || report.bindings[i].name == name)
                                picture = make_picture(workspace, static_cast<int>(i), view, words);
                            }
                            return [id, picture] { thumbnails[id] = picture; };
                          });
}

// The text in two lines of the current font; longer text gets an ellipsis.
std::string in_two_lines(std::string_view text, float width) {
  const std::string broken = in_lines(text, width);
  const char* begin = broken.c_str();
  const char* end = begin + std::min(broken.find('\n'), broken.size());
  const char* wrap = ImGui::GetFont()->CalcWordWrapPositionA(1, begin, end, width);
  std::string rest(wrap + (*wrap == '\n' || *wrap == ' ' ? 1 : 0));
  rest.erase(std::remove(rest.begin(), rest.end(), '\n'), rest.end());
  return rest.empty()
             ? broken
             : cat(std::string_view(begin, static_cast<std::size_t>(wrap - begin)), "\n", fitted_words(rest, width));
}

}  // namespace

void open_entry(App& app, const GalleryEntry& entry) {
  Choices choices;
  for (const auto& view : entry.views) choices[std::string(view.name)] = read_choice(view.view);
  open_beside(app, std::string(entry.program), app.session.mode, choices);
}

bool draw_entry(App& app, const GalleryEntry& entry, ImVec2 size) {
  const Theme& t = theme();
  const std::string id = std::string(entry.group) + "/" + std::string(entry.id);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id.c_str(), size);
  note_item("gallery/" + id);
  tooltip(tr(entry.about));
  if (!ImGui::IsItemVisible()) return clicked;
  ask_thumbnail(app, entry);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end = {corner.x + size.x, corner.y + size.y};
  list.AddRectFilled(corner, end, ImGui::IsItemHovered() ? t.active : t.raised, px(6));
  list.AddText(fonts().ui, fonts().ui->FontSize, {corner.x + px(10), corner.y + px(8)}, t.text,
               fitted_words(tr(entry.title), size.x - px(20)).c_str());
  const float wrap = size.x - px(20);
  ImGui::PushFont(fonts().small_ui);
  list.AddText({corner.x + px(10), corner.y + px(28)}, t.muted, in_two_lines(tr(entry.about), wrap).c_str());
  ImGui::PopFont();
  const auto& picture = thumbnails[thumbnail_id(entry)];
  if (picture && picture->refused.empty()) {
    const ImVec2 low = {corner.x + px(10), corner.y + px(68)};
    const ImVec2 high = {end.x - px(10), end.y - px(8)};
    list.PushClipRect(low, high, true);
    if (picture->drawn) {
      DrawingFrame frame;
      const float fit = std::min((high.x - low.x) / flt(std::max<std::int64_t>(1, picture->drawing.width)),
                                 (high.y - low.y) / flt(std::max<std::int64_t>(1, picture->drawing.height)));
      frame.zoom = std::clamp(fit, 0.16F, 0.9F * ui_scale());
      frame.origin = low;
      frame.clip_min = low;
      frame.clip_max = high;
      paint_drawing(list, picture->drawing, frame, {});
    } else {
      const ImVec2 cursor = ImGui::GetCursorPos();
      ImGui::SetCursorScreenPos(low);
      PictureFrame frame;
      frame.width = high.x - low.x;
      frame.height = high.y - low.y;
      frame.interactive = false;
      draw_picture(("thumbnail " + id).c_str(), states[id], picture, frame, {});
      ImGui::SetCursorPos(cursor);
    }
    list.PopClipRect();
  }
  return clicked;
}

void draw_gallery(App& app) {
  const Theme& t = theme();
  search_field(app, "gallery/search", app.dialog.search, "Search");
  ImGui::BeginChild("entries", {0, 0});
  const float room = ImGui::GetContentRegionAvail().x;
  const int columns = std::max(1, static_cast<int>(room / px(entry_width)));
  const float width = (room - px(12) * flt(columns - 1)) / flt(columns);
  const float height = px(entry_height);
  const TextFilter filter(app.dialog.search);
  std::string_view group;
  int column = 0;
  bool any = false;
  for (const GalleryEntry& entry : gallery()) {
    if (!filter.passes(cat(entry.title, ' ', entry.about, ' ', group_title(entry.group), ' ', entry.program, ' ',
                           tr(entry.title), ' ', tr(entry.about))))
      continue;
    any = true;
    if (entry.group != group) {
      group = entry.group;
      column = 0;
      ImGui::Spacing();
      bold(tr(group_title(group)), t.text);
    }
    if (column > 0) ImGui::SameLine(0, px(12));
    column = (column + 1) % columns;
    const bool clicked = draw_entry(app, entry, {width, height});
    if (!clicked) continue;
    open_entry(app, entry);
    app.dialog.now = Dialog::none;
  }
  if (!any) muted(tr("No gallery entry matches these words."));
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
