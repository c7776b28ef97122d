#include "desktop/view/theme.h"

namespace stridescope::desktop {
namespace {

constexpr ImU32 rgb(std::uint32_t hex, std::uint32_t alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

const Theme light_theme = {
    false,
    rgb(0xf3f5f9),
    rgb(0xffffff),
    rgb(0xfbfcfe),
    rgb(0xf1f3f8),
    rgb(0x151b2b),
    rgb(0x596176),
    rgb(0x6c7488),
    rgb(0xdfe3ec),
    rgb(0x2b50d4),
    rgb(0xffffff),
    rgb(0xeaeffc),
    rgb(0xcfdafb),
    rgb(0x0b6e54),
    rgb(0xe6f5f0),
    rgb(0xb3261e),
    rgb(0xfbeceb),
    rgb(0x8a5800),
    rgb(0xfcf3e1),
    rgb(0xd3145a),
    rgb(0xffffff, 199),
    rgb(0x667085),
    rgb(0x0b6e54),
    rgb(0x8a4b00),
    rgb(0x8b2fa8),
    {rgb(0x5fcbae), rgb(0xfde68a), rgb(0xb6abf8), rgb(0xfdbd74), rgb(0x9fdcfb), rgb(0xf6988d), rgb(0xccdcae),
     rgb(0xe09bd6), rgb(0xa2f1ec), rgb(0xc6b65c), rgb(0xafc3fc), rgb(0xbdf5c6), rgb(0xf3f7fc), rgb(0xdde9f6),
     rgb(0xc5daf0), rgb(0xaacae8), rgb(0x8db9e0), rgb(0xe8c67a), rgb(0xf0a765), rgb(0xf28b6b)},
    rgb(0xc9ced8),
    rgb(0xc2185b),
    rgb(0x2b50d4),
    rgb(0xeef1f6),
    rgb(0x171c2b),
    rgb(0xc41a12)};

const Theme dark_theme = {
    true,
    rgb(0x0d1017),
    rgb(0x151922),
    rgb(0x11141c),
    rgb(0x1f2430),
    rgb(0xe7eaf3),
    rgb(0x98a1b6),
    rgb(0x7c859a),
    rgb(0x282e3b),
    rgb(0x8fa6ff),
    rgb(0x0d1220),
    rgb(0x1a2032),
    rgb(0x2d3a66),
    rgb(0x6fd0ae),
    rgb(0x15292a),
    rgb(0xff8a80),
    rgb(0x2b191d),
    rgb(0xf3bd62),
    rgb(0x2a2217),
    rgb(0xff9cc7),
    rgb(0x151922, 204),
    rgb(0x858fa5),
    rgb(0x6fd0ae),
    rgb(0xf0b671),
    rgb(0xd39bea),
    {rgb(0x0a4d36), rgb(0x9a5b06), rgb(0x6661b3), rgb(0x8b3252), rgb(0x24508f), rgb(0x742312), rgb(0x6a6f42),
     rgb(0x621f57), rgb(0x146680), rgb(0x605110), rgb(0x442d78), rgb(0x0c796d), rgb(0x1b2230), rgb(0x1f2d45),
     rgb(0x213a5e), rgb(0x21497a), rgb(0x1f5a98), rgb(0x7d5a12), rgb(0x91471a), rgb(0xa23423)},
    rgb(0x4a5263),
    rgb(0xff8fb3),
    rgb(0x8fa6ff),
    rgb(0x232936),
    rgb(0xf4f6fc),
    rgb(0xff5a4f)};

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

ImU32 class_fill(std::int32_t color) {
  const bool heat = color >= palette_size && color < palette_size + heat_levels;
  return current->classes[static_cast<std::size_t>(heat ? color : color % palette_size)];
}

ImU32 cell_fill(std::int32_t color, CellState state) {
  const Theme& t = theme();
  if (color >= 0 && (state == CellState::element || state == CellState::lit)) {
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
  style.TabRounding = 6;
  style.WindowBorderSize = 1;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.TabBorderSize = 0;
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
  set(ImGuiCol_TitleBgCollapsed, t.panel);
  set(ImGuiCol_MenuBarBg, t.panel);
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
  set(ImGuiCol_ResizeGrip, with_alpha(t.line, 0));
  set(ImGuiCol_ResizeGripHovered, t.accent);
  set(ImGuiCol_ResizeGripActive, t.accent);
  set(ImGuiCol_Tab, t.panel);
  set(ImGuiCol_TabHovered, t.active);
  set(ImGuiCol_TabActive, t.active);
  set(ImGuiCol_TabUnfocused, t.panel);
  set(ImGuiCol_TabUnfocusedActive, t.active);
  set(ImGuiCol_PlotLines, t.accent);
  set(ImGuiCol_PlotHistogram, t.accent);
  set(ImGuiCol_TableHeaderBg, t.raised);
  set(ImGuiCol_TableBorderStrong, t.line);
  set(ImGuiCol_TableBorderLight, t.line);
  set(ImGuiCol_TableRowBg, with_alpha(t.panel, 0));
  set(ImGuiCol_TableRowBgAlt, with_alpha(t.raised, 0.5F));
  set(ImGuiCol_TextSelectedBg, t.selection);
  set(ImGuiCol_DragDropTarget, t.accent);
  set(ImGuiCol_NavHighlight, t.accent);
  set(ImGuiCol_NavWindowingHighlight, t.accent);
  set(ImGuiCol_ModalWindowDimBg, rgb(0x0a0e18, dark ? 150 : 90));
  ImGui::GetStyle() = style;
}

}  // namespace stridescope::desktop
