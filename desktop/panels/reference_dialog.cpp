// F1 on a name: its signature and an example. The page's reference has the rest.
#include "core/app/library.h"
#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dialogs.h"
#include "desktop/platform/keys.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

void look_up(App& app, std::string_view name) {
  if (!app::reference_head(name)) return open_page(app, "#reference");
  app.dialog.reference = name;
  show_dialog(app, Dialog::reference);
}

void draw_reference(App& app) {
  const Theme& t = theme();
  const auto head = app::reference_head(app.dialog.reference);
  if (!head) return;
  wrapped_code(head->signature, t.accent);
  ImGui::Spacing();
  bold(page_word("reference.theExample"), t.text);
  wrapped_code(head->example, t.text);
  ImGui::Spacing();
  if (button("reference/page", "Open it on the page", ButtonKind::primary) || pressed(Key::enter, false)) {
    app.dialog.now = Dialog::none;
    open_page(app, cat("#reference=", app.dialog.reference));
  }
}

}  // namespace stridescope::desktop
