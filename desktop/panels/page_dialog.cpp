// Opens the page in the user's browser at a given place; after a failure, a dialog has a link to copy.
#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dialogs.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

using State = PageServer::State;

void draw_to_copy(App& app, const char* name, std::string_view text) {
  if (button(name, "Copy")) app.copy(text, text);
  ImGui::SameLine(0, px(10));
  ImGui::AlignTextToFramePadding();
  code(fitted(text, ImGui::GetContentRegionAvail().x), theme().accent);
  ImGui::Spacing();
}

}  // namespace

void open_page(App& app, const std::string& place) {
  app.page.port = app.settings.page_port;
  app.page.open(place);
  app.session.say(tr("Opening the page\xE2\x80\xA6"));
}

bool follow_page(App& app) {
  PageServer& page = app.page;
  if (!page.update()) return false;
  app.settings.page_port = page.port;
  if (page.state == State::opened)
    app.session.say(cat(tr("Opened in the browser"), ": ", page.link));
  else
    show_dialog(app, Dialog::page);
  return true;
}

void draw_page(App& app) {
  const Theme& t = theme();
  const PageServer& page = app.page;
  if (page.state == State::no_browser) {
    wrapped(tr("The page is served, but no browser opened it. Open this link:"), t.text);
  } else {
    wrapped(tr(page.state == State::no_server ? "The runner does not serve the page."
                                              : "This program was installed without the page."),
            t.text);
    ImGui::Spacing();
    wrapped(tr("This command, in the checkout, builds and serves it:"), t.muted);
    draw_to_copy(app, "page/command", page_command);
    wrapped(tr("The page is then at this link:"), t.muted);
  }
  draw_to_copy(app, "page/link", page.link.empty() ? page_address : std::string_view(page.link));
  if (page.state != State::no_page && !page.why.empty()) wrapped(tr(page.why), t.muted);
}

}  // namespace stridescope::desktop
