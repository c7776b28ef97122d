// Draws flags, choices and numbers of a form.
#include "desktop/view/form_field.h"

#include <algorithm>

#include "core/base/text.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

bool draw_options(const std::string& name, const std::vector<app::FieldOption>& all, std::string& value, float width) {
  if (all.empty()) return false;
  const app::FieldOption* now = &all.front();
  float widest = 0;
  for (const app::FieldOption& one : all) {
    if (one.value == value) now = &one;
    widest = std::max(widest, text_width(tr(one.label)));
  }
  ImGui::SetNextItemWidth(width > 0 ? width : widest + px(42));
  bool changed = false;
  if (ImGui::BeginCombo(cat("##", name).c_str(), tr(now->label), ImGuiComboFlags_HeightLarge)) {
    for (const app::FieldOption& one : all) {
      const bool on = &one == now;
      if (ImGui::Selectable(cat(tr(one.label), "##", one.value).c_str(), on) && !on) {
        value = one.value;
        changed = true;
      }
      note_item(cat(name, "/", one.value));
      if (on) ImGui::SetItemDefaultFocus();
    }
    // ImGui closes a menu by Escape only if its own keyboard navigation is on.
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) ImGui::CloseCurrentPopup();
    ImGui::EndCombo();
  }
  note_item(name);
  return changed;
}

bool draw_field(const std::string& prefix, app::FormField& field) {
  const std::string name = prefix + field.id;
  if (field.kind == app::FieldKind::flag) {
    bool on = !field.values[0].empty();
    const bool changed = checkbox(name, tr(field.title), on);
    field.values[0] = on ? "on" : "";
    return changed;
  }
  label(tr(field.title));
  if (field.kind == app::FieldKind::choice) return draw_options(name, field.options, field.values[0]);
  bool changed = false;
  for (std::size_t i = 0; i < field.values.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, px(6));
    ImGui::SetNextItemWidth(px(46));
    char text[8] = {};
    field.values[i].copy(text, sizeof text - 1);
    if (ImGui::InputText(cat("##", name, i).c_str(), text, sizeof text, ImGuiInputTextFlags_CharsDecimal)) {
      field.values[i] = text;
      changed = true;
    }
    note_item(cat(name, '/', i));
  }
  return changed;
}

}  // namespace stridescope::desktop
