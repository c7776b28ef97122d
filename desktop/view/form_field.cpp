// Flags, choices and numbers of a form.
#include "desktop/view/form_field.h"

#include "core/base/text.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

bool draw_options(const std::string& name, const std::vector<app::FieldOption>& all, std::string& value, float width) {
  std::vector<std::string> labels;
  std::vector<std::string> values;
  int chosen = 0;
  for (const app::FieldOption& one : all) {
    if (one.value == value) chosen = static_cast<int>(values.size());
    labels.emplace_back(tr(one.label));
    values.push_back(one.value);
  }
  if (!combo(name, labels, values, chosen, width)) return false;
  value = values[static_cast<std::size_t>(chosen)];
  return true;
}

bool draw_field(const std::string& prefix, app::FormField& field) {
  const std::string name = prefix + field.id;
  if (field.kind == app::FieldKind::flag) {
    bool on = !field.values[0].empty();
    const bool changed = checkbox(name, tr(field.title), on);
    field.values[0] = on ? "on" : "";
    return changed;
  }
  ImGui::AlignTextToFramePadding();
  muted(tr(field.title));
  if (field.kind == app::FieldKind::choice) {
    ImGui::SameLine(0, px(6));
    return draw_options(name, field.options, field.values[0]);
  }
  bool changed = false;
  for (std::size_t i = 0; i < field.values.size(); ++i) {
    ImGui::SameLine(0, px(6));
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
