// Cards in as many columns as there is room for, each in the one that ends first. A page is made once for each
// language, beside the program.
#include "desktop/panels/trouble_pages.h"

#include <imgui.h>

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "core/app/library.h"
#include "core/app/troubles.h"
#include "core/base/text.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float narrowest = 340;  // a card
constexpr float gap = 12;
constexpr float padding = 14;
constexpr float tallest_picture = 260;

struct Page {
  app::ReferencePage page;
  std::shared_ptr<const CardPicture> picture;
  bool made = false;
};

std::map<std::string, Page> pages;  // by language and name
std::map<std::string, PictureState> states;

std::string id_of(const std::string& name) { return cat(language(), " ", name); }

const Page& page_of(App& app, const std::string& name) {
  const std::string id = id_of(name);
  const auto [at, fresh] = pages.try_emplace(id);
  if (fresh) {
    app.session.side().post(0, [id, name, &words = catalog()]() -> Worker::Done {
      auto made = app::reference_page(name, {}, words);
      if (!made) return {};
      auto picture = app::page_picture(*made, words);
      return [id, page = std::move(*made), picture = std::move(picture)] { pages[id] = {page, picture, true}; };
    });
  }
  return at->second;
}

void draw_page(const Page& shown, const std::string& name, float width) {
  const Theme& t = theme();
  const app::ReferencePage& page = shown.page;
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  code(page.signature, t.accent);
  plain(tr(page.documentation), t.text);
  ImGui::Dummy({1, px(2)});
  ImGui::PushFont(fonts().code);
  plain(page.example, t.text);
  if (!page.outcomes.empty() && !page.outcomes[0].text.empty())
    plain(cat("\xE2\x86\x92 ", page.outcomes[0].text), t.muted);
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  if (!shown.picture || !shown.picture->refused.empty()) return;
  ImGui::Dummy({1, px(2)});
  draw_still("trouble/picture/" + name, states[name], shown.picture, {width, px(tallest_picture)}, true);
}

// How high it was.
float draw_card(App& app, const Page& shown, const std::string& name, ImVec2 at, float width) {
  const Theme& t = theme();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorPos({at.x + px(padding), at.y + px(padding) - px(2)});
  const ImVec2 corner = {ImGui::GetCursorScreenPos().x - px(padding), ImGui::GetCursorScreenPos().y - px(padding)};
  ImGui::BeginGroup();
  draw_page(shown, name, width - px(2 * padding));
  ImGui::EndGroup();
  const float height = ImGui::GetItemRectSize().y + px(2 * padding);
  const ImVec2 end = {corner.x + width, corner.y + height};
  const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(corner, end);
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(corner, end, t.panel, px(8));
  list.AddRect(corner, end, over ? t.accent : t.line, px(8));
  list.ChannelsMerge();
  note_rect(cat("trouble/page:", name), corner, end);
  if (over) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  // A drag over it selects its text.
  if (over && ImGui::IsMouseReleased(0) && ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 16) app.look_up(name);
  return height;
}

}  // namespace

void draw_trouble_pages(App& app, ImVec2 at, float width) {
  static Made<std::uint64_t, std::vector<std::string>> made;
  const std::vector<std::string>& names =
      made.of(app.session.serial(), [&] { return app::troubled_pages(app.session.snapshot->program); });
  ImGui::SetCursorPos(at);
  bold(tr("What these lines use"), theme().text);
  ImGui::SetCursorPosX(at.x);
  ImGui::Spacing();
  const float top = ImGui::GetCursorPosY();
  const auto columns = std::max<std::size_t>(1, static_cast<std::size_t>((width + px(gap)) / px(narrowest + gap)));
  // Two below each other rather than many beside each other: their pictures have more room then.
  const std::size_t used = std::min(columns, std::max<std::size_t>(1, (names.size() + 1) / 2));
  const float each = (width - px(gap) * static_cast<float>(used - 1)) / static_cast<float>(used);
  std::vector<float> ends(used, top);
  for (const std::string& name : names) {
    const Page& shown = page_of(app, name);
    if (!shown.made) continue;
    const auto next = std::min_element(ends.begin(), ends.end());
    const float left = at.x + static_cast<float>(next - ends.begin()) * (each + px(gap));
    *next += draw_card(app, shown, name, {left, *next}, each) + px(gap);
  }
  ImGui::SetCursorPos({at.x, *std::max_element(ends.begin(), ends.end())});
}

}  // namespace stridescope::desktop
