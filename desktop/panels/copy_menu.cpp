// Copies a value in another form to the clipboard, or saves its picture as a file.
#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/files.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

void draw_copy_menu(App& app, Card& card) {
  const std::string& key = card.binding.key;
  if (button("copy:" + key, "\xE2\x8B\xAF", ButtonKind::quiet, tr("Copy or save"))) ImGui::OpenPopup("copy");
  if (!ImGui::BeginPopup("copy")) return;
  draw_copy_entries(app, card);
  ImGui::EndPopup();
}

void draw_copy_entries(App& app, Card& card) {
  const std::string& key = card.binding.key;
  static const std::vector<door::TextForm> forms = door::text_forms();
  muted(tr("Copy the value"));
  if (ImGui::MenuItem(tr("In CuTe's notation"))) app.copy(card.binding.cute, card.binding.cute);
  const auto entry = [&](const door::TextForm& f) {
    if (!desktop::entry(cat("copy:", key, "/", f.format), tr(f.title))) return;
    app.session.emit(card, std::string(f.format), [&app, title = f.title](const Result<std::string>& text) {
      if (text)
        app.copy(*text, tr(title));
      else
        app.session.say(shown(text.error().message));
    });
  };
  const auto entries = [&](bool picture) {
    for (const auto& f : forms) {
      if (f.picture == picture) entry(f);
    }
  };
  entries(false);
  if (!card.binding.views.empty()) {
    ImGui::Separator();
    muted(tr("Copy the picture"));
    entries(true);
    ImGui::Separator();
    const bool save = desktop::entry("copy:" + key + "/save", "Save the picture\xE2\x80\xA6");
    const std::string& name = card.binding.name;
    if (save) ask_file(app, {FileWish::Kind::picture, (name.empty() ? std::string("layout") : name) + ".png", key, {}});
  }
}

}  // namespace stridescope::desktop
