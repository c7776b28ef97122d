// The bar at the top: everything that can be opened, and the switches. Entries that do not fit are in a menu.
#include <array>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "desktop/panels/app.h"
#include "desktop/panels/commands.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/files.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float frame_x = 9;
constexpr float edge = 14;
constexpr float gap = 8;
constexpr float between = 2;  // two segments of a switch

struct Entry {
  const char* name;
  const char* label;
  const char* keys;
  void (*run)(App& app);
};
constexpr std::array<Entry, 8> entries = {
    {{"learn", "Learn", nullptr, [](App& app) { open_page(app, "#learn"); }},
     {"reference", "Reference", "F1", [](App& app) { look_up(app, {}); }},
     {"gallery", "Gallery", nullptr, [](App& app) { show_dialog(app, Dialog::gallery); }},
     {"atoms", "Atoms", nullptr, [](App& app) { show_dialog(app, Dialog::atoms); }},
     {"paste", "Paste", "Ctrl Shift V", [](App& app) { show_dialog(app, Dialog::paste); }},
     {"open", "Open\xE2\x80\xA6", "Ctrl O", [](App& app) { ask_file(app, {}); }},
     {"save", "Save", "Ctrl S", [](App& app) { save_program(app); }},
     {"share", "Copy a link", nullptr, [](App& app) { copy_link(app); }}}};

// Possible parts of the bar: an entry by its number, and these. Parts leave in the order of `leaves`.
enum Part { brand = entries.size(), integers, mode, languages, part_count };
constexpr int leaves[] = {integers, brand, 1, 7, 6, 5, languages, mode, 4, 3, 2};

// Its code if no font has the glyphs of its name.
std::string label_of(const LanguageName& language) {
  const bool wide = columns_of(language.label) > 3;
  return wide && !fonts().has_wide() ? std::string(language.code) : language.label;
}

float button_width(const char* label) { return text_width(tr(label)) + px(2 * frame_x); }

const char* theme_sign(const App& app) { return app.settings.dark ? "\xE2\x97\x90" : "\xE2\x97\x91"; }

std::array<float, part_count> widths() {
  std::array<float, part_count> out = {};
  for (std::size_t i = 0; i < entries.size(); ++i) out[i] = button_width(entries[i].label) + px(gap);
  ImGui::PushFont(fonts().bold);
  out[brand] = text_width("Stridescope") + px(edge);
  ImGui::PopFont();
  out[integers] = text_width(tr("Integers")) + px(4);
  out[mode] = segment_width("teaching") + px(between) + segment_width("CuTe") + px(12);
  for (const LanguageName& one : language_names()) out[languages] += segment_width(label_of(one)) + px(between);
  out[languages] += px(12);
  return out;
}

// The parts that fit.
std::array<bool, part_count> fitting(const App& app, float room) {
  const std::array<float, part_count> wide = widths();
  std::array<bool, part_count> out = {};
  out.fill(true);
  room -= px(2 * edge + 12) + button_width(theme_sign(app)) + px(gap) + button_width("Ctrl K");
  float all = 0;
  for (const float width : wide) all += width;
  bool menu = false;
  for (const int part : leaves) {
    if (all + (menu ? button_width("More") + px(gap) : 0) <= room) break;
    out[static_cast<std::size_t>(part)] = false;
    all -= wide[static_cast<std::size_t>(part)];
    menu = menu || (part != integers && part != brand);
  }
  return out;
}

// Draws the parts that do not fit in the bar.
void draw_more(App& app, const std::array<bool, part_count>& shown) {
  if (!ImGui::BeginPopup("bar/more")) return;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (shown[i]) continue;
    if (entry(entries[i].name, entries[i].label, entries[i].keys)) entries[i].run(app);
  }
  if (!shown[mode]) {
    ImGui::Separator();
    muted(tr("Integers"));
    const IntegerMode now = app.session.mode;
    if (entry("mode/teaching", "teaching", nullptr, now == IntegerMode::teaching))
      app.session.set_mode(IntegerMode::teaching);
    if (entry("mode/cute", "CuTe", nullptr, now == IntegerMode::cute)) app.session.set_mode(IntegerMode::cute);
  }
  if (!shown[languages]) {
    ImGui::Separator();
    for (const LanguageName& one : language_names()) {
      if (entry(cat("language/", one.code), label_of(one), nullptr, language() == one.code)) speak(one.code);
    }
  }
  ImGui::EndPopup();
}

void draw_switches(App& app, const std::array<bool, part_count>& shown) {
  if (shown[integers] && shown[mode]) {
    ImGui::AlignTextToFramePadding();
    muted(tr("Integers"));
    ImGui::SameLine(0, px(4));
  }
  if (shown[mode]) {
    if (segment("mode/teaching", "teaching", app.session.mode == IntegerMode::teaching))
      app.session.set_mode(IntegerMode::teaching);
    tooltip(tr("Every integer is static: 4 and _4 mean the same"));
    ImGui::SameLine(0, px(between));
    if (segment("mode/cute", "CuTe", app.session.mode == IntegerMode::cute)) app.session.set_mode(IntegerMode::cute);
    tooltip(tr("As in CuTe: _4 is static, 4 is dynamic"));
    ImGui::SameLine(0, px(12));
  }
  if (shown[languages]) {
    for (const LanguageName& one : language_names()) {
      if (segment(cat("language/", one.code), label_of(one), language() == one.code)) speak(one.code);
      ImGui::SameLine(0, px(between));
    }
    ImGui::SameLine(0, px(12));
  }
  if (button("theme", theme_sign(app), ButtonKind::plain, tr(app.settings.dark ? "Switch to light" : "Switch to dark")))
    app.settings.dark = !app.settings.dark;
  ImGui::SameLine(0, px(gap));
  if (button("palette", "Ctrl K", ButtonKind::plain, tr("Commands"))) show_dialog(app, Dialog::palette);
}

}  // namespace

void draw_top_bar(App& app) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(frame_x), px(4)});
  const float all = ImGui::GetWindowWidth();
  const std::array<bool, part_count> shown = fitting(app, all);
  ImGui::SetCursorPos({px(edge), px(9)});
  // In a narrow window, only the title has the name.
  if (shown[brand]) {
    ImGui::PushFont(fonts().bold);
    ImGui::AlignTextToFramePadding();
    plain("Stridescope", theme().text);
    ImGui::PopFont();
    ImGui::SameLine(0, px(edge));
  }
  bool menu = !shown[mode] || !shown[languages];
  for (std::size_t i = 0; i < entries.size(); ++i) {
    menu = menu || !shown[i];
    if (!shown[i]) continue;
    if (button(entries[i].name, entries[i].label, ButtonKind::plain, entries[i].keys)) entries[i].run(app);
    ImGui::SameLine(0, px(gap));
  }
  if (menu) {
    if (button("bar/more", "More", ButtonKind::plain, tr("Hidden: the window is too narrow")))
      ImGui::OpenPopup("bar/more");
    draw_more(app, shown);
    ImGui::SameLine(0, px(gap));
  }
  const std::array<float, part_count> wide = widths();
  float right = button_width(theme_sign(app)) + px(gap) + button_width("Ctrl K");
  if (shown[mode]) right += wide[mode] + (shown[integers] ? wide[integers] : 0);
  if (shown[languages]) right += wide[languages];
  ImGui::SetCursorPosX(all - px(edge) - right);
  draw_switches(app, shown);
  ImGui::PopStyleVar();
}

}  // namespace stridescope::desktop
