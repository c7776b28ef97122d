// F1 on a name: its syntax and an example. All else about it is in the page's reference.
#include "core/app/library.h"
#include "core/base/text.h"
#include "desktop/panels/dialogs.h"
#include "desktop/platform/keys.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

void App::look_up(std::string_view name) {
  if (!app::reference_head(name)) return open_page("#reference");
  form.looked_up = name;
  show(Dialog::reference);
}

void draw_reference(App& app) {
  const Theme& t = theme();
  const auto head = app::reference_head(app.form.looked_up);
  if (!head) return;
  wrapped_code(head->signature, t.accent);
  ImGui::Spacing();
  bold(page_word("reference.theExample"), t.text);
  wrapped_code(head->example, t.text);
  ImGui::Spacing();
  if (button("reference/page", "Open it on the page", ButtonKind::primary) || pressed(Key::enter, false)) {
    app.dialog = Dialog::none;
    app.open_page(cat("#reference=", app.form.looked_up));
  }
}

}  // namespace stridescope::desktop
