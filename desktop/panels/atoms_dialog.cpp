// The atoms by name, and the forms that build a tiling of an atom. A form writes program text; the displayed values are
// the core's results for this text.
#include <algorithm>

#include "core/base/text.h"
#include "desktop/panels/app.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/dialogs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/form_field.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr std::size_t most_troubles = 3;

// A picked atom starts with its own form.
void pick(AtomsState& state, const std::string& name) {
  if (state.atom == name) return;
  state.atom = name;
  state.fields.clear();
}

void list_atoms(App& app) {
  AtomsState& state = app.atoms;
  app::AtomSearch& search = state.search;
  search.text = app.dialog.search;
  std::string key = cat(static_cast<int>(search.kind), ' ', search.architecture, ' ', search.text);
  if (key == state.request) return;
  state.request = key;
  app.session.atoms(search, [&app, key](const app::AtomsFound& found) {
    AtomsState& now = app.atoms;
    if (now.request != key) return;
    now.found = found;
    // Selects the first listed atom if the previous one is missing.
    const bool there = std::any_of(found.atoms.begin(), found.atoms.end(),
                                   [&](const door::ListedAtom& atom) { return atom.name == now.atom; });
    if (!there) pick(now, found.atoms.empty() ? std::string() : found.atoms.front().name);
  });
}

void draw_atom(App& app) {
  const Theme& t = theme();
  AtomsState& state = app.atoms;
  const auto& atoms = state.found.atoms;
  const auto picked = std::find_if(atoms.begin(), atoms.end(), [&](const auto& a) { return a.name == state.atom; });
  if (picked == atoms.end()) {
    muted(tr("Choose an atom to see which thread holds which element."));
    return;
  }
  const app::AtomKind kind = state.search.kind;
  const bool another =
      state.form_kind != kind || state.form_atom.name != picked->name || state.form_atom.n != picked->n;
  const auto build = [&] {
    state.form = app::atom_form(kind, *picked, state.fields);
    state.form_kind = kind;
    state.form_atom = *picked;
  };
  if (another) build();
  bool changed = false;
  for (app::FormField& field : state.form.fields) changed = draw_field("atoms/", field) || changed;
  if (changed) {
    state.fields.clear();
    for (app::FormField& field : state.form.fields) state.fields.push_back({field.id, field.values});
    build();
  }
  const std::string text = state.form.text;
  if (text != state.sketch_text) {
    state.sketch_text = text;
    app.session.sketch(62, text, "kind=threads", [&app, text](const Sketch& sketch) {
      if (app.atoms.sketch_text == text) app.atoms.sketch = sketch;
    });
  }
  wrapped_code(text, t.text);
  const Sketch& sketch = state.sketch;
  const bool good = sketch.program == text && sketch.made && sketch.report.diagnostics.empty();
  if (button("atoms/insert", "Add to the program", good ? ButtonKind::primary : ButtonKind::plain) && good) {
    app.session.append(app.session.fresh_name(state.form.wish) + " = " + text);
    app.dialog.now = Dialog::none;
  }
  if (!sketch.made) return;
  std::size_t told = 0;
  for (const door::Problem& d : sketch.report.diagnostics) {
    if (++told > most_troubles) break;
    wrapped(std::string(tr(d.message)) + (d.hint.empty() ? std::string() : ": " + std::string(tr(d.hint))), t.bad);
  }
  if (!sketch.report.bindings.empty()) {
    Flow flow(ImGui::GetContentRegionAvail().x, 12);
    for (const Property& p : sketch.report.bindings.back().properties) flow.pair(tr(p.name), tr(p.value));
  }
  if (sketch.picture) {
    PictureFrame frame;
    frame.width = ImGui::GetContentRegionAvail().x;
    frame.height = std::max(px(260), ImGui::GetContentRegionAvail().y - px(10));
    frame.fill = true;  // the whole picture: a corner of a TiledMMA is blank
    if (!sketch.picture->refused.empty())
      wrapped(tr(sketch.picture->refused), t.muted);
    else
      draw_picture("sketch", app.pictures["sketch"], sketch.picture, frame, {});
  }
  if (sketch.analysis) draw_analysis(*sketch.analysis, ImGui::GetContentRegionAvail().x);
}

}  // namespace

void draw_atoms(App& app) {
  const Theme& t = theme();
  AtomsState& state = app.atoms;
  app::AtomSearch& search = state.search;
  if (segment("atoms/mma", "MMA", search.kind == app::AtomKind::mma)) search.kind = app::AtomKind::mma;
  ImGui::SameLine(0, 2);
  if (segment("atoms/copy", "copy", search.kind == app::AtomKind::copy)) search.kind = app::AtomKind::copy;
  ImGui::SameLine(0, px(12));
  static const std::vector<app::FieldOption> architectures = app::offered_architectures();
  draw_options("atoms/architecture", architectures, search.architecture);
  ImGui::SameLine(0, px(12));
  search_field(app, "atoms/search", app.dialog.search, "Words: F16, ldmatrix, 16x8x16");
  list_atoms(app);
  ImGui::BeginChild("names", {px(330), 0});
  // A row reaches half way to its neighbors, but not beyond its sides or above the first one.
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ImGui::GetStyle().ItemSpacing.y});
  ImGui::SetCursorPosY(ImGui::GetStyle().ItemSpacing.y / 2);
  for (const door::ListedAtom& atom : state.found.atoms) {
    ImGui::PushFont(fonts().code);
    const std::string words = fitted(atom.name, ImGui::GetContentRegionAvail().x);
    if (ImGui::Selectable(cat(words, "##", atom.name).c_str(), atom.name == state.atom)) pick(state, atom.name);
    ImGui::PopFont();
    if (words != atom.name) tooltip(atom.name.c_str());
    note_item("atom:" + atom.name);
  }
  ImGui::PopStyleVar();
  if (state.found.instead) {
    if (wrapped_link("atoms/instead", tr(state.found.note))) {
      search.kind = state.found.instead->kind;
      search.architecture = state.found.instead->architecture;
    }
  } else if (!state.found.note.empty()) {
    wrapped(tr(state.found.note), t.muted);
  }
  ImGui::EndChild();
  ImGui::SameLine(0, px(14));
  ImGui::BeginChild("atom", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  draw_atom(app);
  ImGui::EndChild();
}

}  // namespace stridescope::desktop
