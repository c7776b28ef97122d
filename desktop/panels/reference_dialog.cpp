// The reference: a search over notations, functions, atoms, lessons, the glossary and programs of the gallery, and
// beside what it finds the page of one of them, whose example can be changed and taken over.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/text.h"
#include "desktop/panels/dialogs.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

using Kind = app::Found::Kind;

constexpr float narrow = 700;  // dialogs show the list or the page
constexpr float list_width = 300;
constexpr float tallest_picture = 320;
constexpr std::size_t most_lines = 12;  // of the example's field

// In the order of Found::Kind; words of the page.
constexpr const char* headings[] = {"reference.notation", "reference.function", "reference.atom",
                                    "reference.lesson",   "reference.example",  "reference.term"};

void heading(const char* word) {
  ImGui::Dummy({1, px(2)});
  bold(page_word(word), theme().text);
}

void open(App& app, const app::Found& found) {
  if (found.kind == Kind::lesson || found.kind == Kind::term) {
    const std::size_t slash = found.place.find('/');
    app.open_lesson({found.place.substr(0, slash), slash == std::string::npos ? "" : found.place.substr(slash + 1)});
    app.dialog = Dialog::none;
  } else if (found.kind == Kind::example) {
    for (const GalleryEntry& entry : gallery()) {
      if (cat(entry.group, '/', entry.id) == found.place) open_entry(app, entry);
    }
    app.dialog = Dialog::none;
  } else {
    app.reference.open(found.place);
  }
}

// A line of the list; true when it was clicked. A step may introduce several terms.
bool draw_found(const app::Found& found, bool on) {
  const Theme& t = theme();
  const bool named = found.kind == Kind::lesson || found.kind == Kind::example || found.kind == Kind::term;
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = fonts().ui->FontSize + px(3);
  const float height = line + (found.about.empty() ? 0 : line) + px(6);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::string name =
      cat("found:", app::found_kind_names[static_cast<std::size_t>(found.kind)], ":",
          found.kind == Kind::term ? found.title.substr(0, found.title.find(" \xC2\xB7")) : found.place);
  const bool clicked = ImGui::InvisibleButton(name.c_str(), {width, height});
  note_item(name);
  if (!ImGui::IsItemVisible()) return clicked;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (on || ImGui::IsItemHovered())
    list.AddRectFilled(corner, {corner.x + width, corner.y + height - px(1)}, on ? t.selection : t.active, px(5));
  ImFont* font = named ? fonts().bold : fonts().code;
  ImGui::PushFont(font);
  const std::string title = fitted_words(found.title, width - px(16));
  ImGui::PopFont();
  list.AddText(font, font->FontSize, {corner.x + px(8), corner.y + px(3)}, t.text, title.c_str());
  if (!found.about.empty())
    list.AddText({corner.x + px(8), corner.y + px(3) + line}, t.muted,
                 fitted_words(found.about, width - px(16)).c_str());
  return clicked;
}

// By kind, that of the best first; the arrow keys go through it, Enter opens.
void draw_list(App& app, float width, bool from_top) {
  Reference& reference = app.reference;
  const auto& found = reference.found();
  std::vector<const app::Found*> shown;
  for (const app::Found& first : found) {
    if (std::any_of(shown.begin(), shown.end(), [&](const auto* one) { return one->kind == first.kind; })) continue;
    for (const app::Found& one : found) {
      if (one.kind == first.kind) shown.push_back(&one);
    }
  }
  const int last = static_cast<int>(shown.size()) - 1;
  int& chosen = app.form.chosen;
  bool moved = false;
  // The keys of a text that is typed are its own.
  const bool typing = ImGui::GetIO().WantTextInput && !app.form.searching;
  if (!typing && pressed(Key::down)) chosen = std::min(chosen + 1, last), moved = true;
  if (!typing && pressed(Key::up)) chosen = std::max(chosen - 1, 0), moved = true;
  const bool take = app.form.searching && pressed(Key::enter, false) && last >= 0;
  static std::string in_sight;
  const bool jumped = app.opened != app.dialog || (in_sight != reference.name() && !reference.name().empty());
  ImGui::BeginChild("found", {width, 0});
  if (from_top) ImGui::SetScrollY(0);
  const app::Found* wanted = nullptr;
  for (int i = 0; i <= last; ++i) {
    const app::Found& one = *shown[static_cast<std::size_t>(i)];
    if (i == 0 || shown[static_cast<std::size_t>(i) - 1]->kind != one.kind) {
      if (one.kind == Kind::term && std::exchange(app.glossary_wanted, false)) ImGui::SetScrollHereY(0);
      heading(headings[static_cast<std::size_t>(one.kind)]);
    }
    const bool page = one.kind != Kind::lesson && one.kind != Kind::term && one.place == reference.name();
    if (draw_found(one, page || (i == chosen && app.form.searching)) || (take && i == chosen)) wanted = &one;
    if ((moved && i == chosen) || (page && jumped)) {
      const float top = ImGui::GetItemRectMin().y;
      const bool seen = top > ImGui::GetWindowPos().y &&
                        ImGui::GetItemRectMax().y < ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
      if (!seen) ImGui::SetScrollHereY(0.4F);
      if (page) in_sight = reference.name();
    }
  }
  if (reference.searched() && found.empty()) muted(page_word("reference.nothing"));
  ImGui::EndChild();
  if (wanted != nullptr) open(app, app::Found(*wanted));
}

void draw_outcomes(const app::ReferencePage& page) {
  const Theme& t = theme();
  for (const app::ReferencePage::Outcome& one : page.outcomes) {
    if (page.outcomes.size() > 1) {
      muted(page_word(one.mode == IntegerMode::cute ? "mode.cute" : "mode.teaching"));
      ImGui::SameLine(0, px(8));
    }
    if (!one.refused.empty()) {
      wrapped(tr(one.refused), t.bad);
      continue;
    }
    wrapped_code(one.text, t.text);
  }
}

void draw_example(App& app, const app::ReferencePage& page) {
  Reference& reference = app.reference;
  heading("reference.theExample");
  const auto lines = static_cast<std::size_t>(std::count(reference.example.begin(), reference.example.end(), '\n')) + 1;
  ImGui::PushFont(fonts().code);
  const float height = flt(std::min(lines, most_lines)) * ImGui::GetFontSize() + px(14);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(8), px(7)});
  if (ImGui::InputTextMultiline("##reference/example", &reference.example, {-1, height})) reference.edited();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  note_item("reference/example");
  draw_outcomes(page);
  if (page.forms) {
    draw_fact(page_word("verdict.static"), tr(page.forms->static_form), true);
    draw_fact(page_word("verdict.dynamic"), tr(page.forms->dynamic_form), true);
    draw_fact(page_word("verdict.differ"), tr(page.forms->why), false);
  }
  draw_fact(page_word("verdict.law"), tr(page.law), true);
  if (reference.picture()) {
    ImGui::Dummy({1, px(2)});
    draw_still("reference/picture", app.pictures["reference"], reference.picture(),
               {ImGui::GetContentRegionAvail().x, px(tallest_picture)});
    note_item("reference/picture");
  }
  ImGui::Dummy({1, px(2)});
  Flow flow(ImGui::GetContentRegionAvail().x, 8);
  const auto door = [&](const char* name, const char* label, ButtonKind kind) {
    flow.next(text_width(tr(label)) + px(24));
    return button(name, label, kind);
  };
  const std::string program = reference.example;
  if (door("reference/open", page_word("reference.open"), ButtonKind::primary)) {
    app.open_beside(program + "\n", app.session.mode, {});
    app.dialog = Dialog::none;
  }
  if (door("reference/add", "Add to the program", ButtonKind::plain)) {
    app.session.append(program);
    app.dialog = Dialog::none;
  }
  if (reference.changed() && door("reference/restore", page_word("reference.restore"), ButtonKind::quiet))
    reference.restore();
}

void draw_taught(App& app, const app::ReferencePage& page) {
  if (page.taught.empty()) return;
  heading("reference.taught");
  for (const app::ReferencePage::Taught& one : page.taught) {
    const std::string label = cat(one.lesson_title, ": ", one.step_title);
    if (button(cat("reference/taught/", one.lesson, "/", one.step),
               fitted_words(label, ImGui::GetContentRegionAvail().x - px(24)), ButtonKind::quiet)) {
      app.open_lesson({one.lesson, one.step});
      app.dialog = Dialog::none;
    }
  }
}

void draw_page(App& app, bool alone) {
  const Theme& t = theme();
  Reference& reference = app.reference;
  if (alone && button("reference/all", cat("\xE2\x86\x90 ", page_word("reference.all")), ButtonKind::quiet)) {
    reference.open({});
    return;
  }
  const app::ReferencePage* page = reference.page();
  if (page == nullptr) {
    wrapped(reference.trouble().empty() ? "\xE2\x80\xA6" : shown(reference.trouble()), t.muted);
    return;
  }
  ImGui::PushFont(fonts().mono(px(20)));
  wrapped(page->title, t.accent);
  ImGui::PopFont();
  if (page->signature != page->title) {
    wrapped_code(page->signature, t.muted);
  }
  ImGui::Dummy({1, px(1)});
  wrapped(tr(page->documentation), t.text);
  draw_example(app, *page);
  // What was clicked may have changed it.
  page = reference.page();
  if (page == nullptr) return;
  if (page->derivation) {
    heading("derivation");
    draw_derivation(*page->derivation);
  }
  draw_taught(app, *page);
}

}  // namespace

void draw_reference(App& app) {
  // The glossary's words are in two scripts, whatever the language.
  if (app.opened != app.dialog) fonts().want(glossary_file());
  Reference& reference = app.reference;
  const bool alone = ImGui::GetContentRegionAvail().x < px(narrow);
  const bool asked = search_field(app, "reference/search", app.form.search, page_word("reference.search"));
  if (asked) {
    app.form.chosen = 0;
    if (alone) reference.open({});
  }
  app.form.searching = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  reference.search(app.form.search);
  ImGui::Dummy({1, px(2)});
  const bool page = !reference.name().empty();
  if (!alone || !page) draw_list(app, page ? px(list_width) : 0, asked);
  if (!page) return;
  if (!alone) ImGui::SameLine(0, px(16));
  // Another page begins at its top.
  ImGui::BeginChild(cat("page/", reference.name()).c_str(), {0, 0});
  draw_page(app, alone);
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
