// The window's colors from core/data/colors.def, light and dark; ImGui's style from these colors; and lengths scaled to
// the display.
#include "desktop/view/theme.h"

namespace stridescope::desktop {
namespace {

constexpr ImU32 rgb(std::uint32_t hex, std::uint32_t alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

Theme make_theme(bool dark) {
  Theme t;
  t.dark = dark;
  std::size_t next = 0;
#define STRIDESCOPE_COLOR(name, light, dark_color) t.name = rgb(dark ? 0x##dark_color : 0x##light);
#define STRIDESCOPE_MARK(name, light, dark_color) STRIDESCOPE_COLOR(name, light, dark_color)
#define STRIDESCOPE_VEIL(name, light, light_percent, dark_color, dark_percent) \
  t.name = rgb(dark ? 0x##dark_color : 0x##light, (dark ? dark_percent : light_percent) * 255 / 100);
#define STRIDESCOPE_CLASS(light, dark_color) t.classes[next++] = rgb(dark ? 0x##dark_color : 0x##light);
#define STRIDESCOPE_HEAT(light, dark_color) STRIDESCOPE_CLASS(light, dark_color)
#include "core/data/colors.def"
#undef STRIDESCOPE_COLOR
#undef STRIDESCOPE_MARK
#undef STRIDESCOPE_VEIL
#undef STRIDESCOPE_CLASS
#undef STRIDESCOPE_HEAT
  return t;
}

const Theme light_theme = make_theme(false);
const Theme dark_theme = make_theme(true);

const Theme* current = &light_theme;
float current_scale = 1;

}  // namespace

const Theme& theme(bool dark) { return dark ? dark_theme : light_theme; }
const Theme& theme() { return *current; }
float px(float length) { return length * current_scale; }
float ui_scale() { return current_scale; }

ImU32 with_alpha(ImU32 color, float alpha) {
  const auto a = static_cast<ImU32>(alpha * static_cast<float>(color >> IM_COL32_A_SHIFT));
  return (color & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

ImU32 class_fill(std::int32_t color) { return current->classes[static_cast<std::size_t>(color_entry(color))]; }

ImU32 cell_fill(std::int32_t color, CellState state) {
  const Theme& t = theme();
  if (color >= 0 && (state == CellState::element || state == CellState::lit || state == CellState::crossed)) {
    return class_fill(color);
  }
  return state == CellState::image ? t.image : t.blank;
}

void apply_theme(bool dark, float scale) {
  current = dark ? &dark_theme : &light_theme;
  current_scale = scale;
  const Theme& t = *current;
  ImGuiStyle style;
  style.WindowPadding = {12, 10};
  style.FramePadding = {9, 5};
  style.ItemSpacing = {8, 6};
  style.ItemInnerSpacing = {6, 4};
  style.ScrollbarSize = 12;
  style.GrabMinSize = 12;
  style.WindowRounding = 8;
  style.ChildRounding = 0;
  style.PopupRounding = 8;
  style.FrameRounding = 6;
  style.ScrollbarRounding = 6;
  style.GrabRounding = 6;
  style.WindowBorderSize = 1;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.WindowTitleAlign = {0, 0.5F};
  style.ScaleAllSizes(scale);
  style.WindowBorderSize = 1;
  style.PopupBorderSize = 1;
  const auto set = [&](int which, ImU32 color) { style.Colors[which] = vec(color); };
  set(ImGuiCol_Text, t.text);
  set(ImGuiCol_TextDisabled, t.muted);
  set(ImGuiCol_WindowBg, t.panel);
  set(ImGuiCol_ChildBg, with_alpha(t.panel, 0));
  set(ImGuiCol_PopupBg, t.panel);
  set(ImGuiCol_Border, t.line);
  set(ImGuiCol_BorderShadow, with_alpha(t.line, 0));
  set(ImGuiCol_FrameBg, t.raised);
  set(ImGuiCol_FrameBgHovered, t.active);
  set(ImGuiCol_FrameBgActive, t.active);
  set(ImGuiCol_TitleBg, t.panel);
  set(ImGuiCol_TitleBgActive, t.panel);
  set(ImGuiCol_ScrollbarBg, with_alpha(t.bg, 0));
  set(ImGuiCol_ScrollbarGrab, t.line);
  set(ImGuiCol_ScrollbarGrabHovered, t.faint);
  set(ImGuiCol_ScrollbarGrabActive, t.muted);
  set(ImGuiCol_CheckMark, t.accent);
  set(ImGuiCol_SliderGrab, t.accent);
  set(ImGuiCol_SliderGrabActive, t.accent);
  set(ImGuiCol_Button, t.raised);
  set(ImGuiCol_ButtonHovered, t.active);
  set(ImGuiCol_ButtonActive, t.selection);
  set(ImGuiCol_Header, t.active);
  set(ImGuiCol_HeaderHovered, t.active);
  set(ImGuiCol_HeaderActive, t.selection);
  set(ImGuiCol_Separator, t.line);
  set(ImGuiCol_SeparatorHovered, t.accent);
  set(ImGuiCol_SeparatorActive, t.accent);
  set(ImGuiCol_TableHeaderBg, t.raised);
  set(ImGuiCol_TableBorderStrong, t.line);
  set(ImGuiCol_TableBorderLight, t.line);
  set(ImGuiCol_TableRowBg, with_alpha(t.panel, 0));
  set(ImGuiCol_TableRowBgAlt, with_alpha(t.raised, 0.5F));
  set(ImGuiCol_TextSelectedBg, t.selection);
  set(ImGuiCol_DragDropTarget, t.accent);
  set(ImGuiCol_NavHighlight, t.accent);
  set(ImGuiCol_ModalWindowDimBg, rgb(0x0a0e18, dark ? 150 : 90));
  ImGui::GetStyle() = style;
}

}  // namespace stridescope::desktop
