// A box for text from other programs: CuTe's prints, C++, compiler errors, links. It shows how the core reads the text,
// asks for integers that the text does not give, and adds the values to the program.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/workspace/edit.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/programs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr std::size_t most_pasted = 65536;

// Inserts the clipboard, most likely the wanted text. Typed text stays in the field until it is added, or until
// something else is copied.
void read_clipboard(PasteState& paste) {
  const char* clip = ImGui::GetClipboardText();
  std::string copied = clip == nullptr ? "" : clip;
  if (!trimmed(paste.text).empty() && copied == paste.clipboard) return;
  paste.text = copied.size() < most_pasted ? clean_text(copied) : std::string();
  paste.clipboard = std::move(copied);
  paste.holes.clear();
}

void close_paste(App& app) {
  app.paste.text.clear();
  app.dialog.now = Dialog::none;
}

}  // namespace

void draw_paste(App& app) {
  const Theme& t = theme();
  PasteState& paste = app.paste;
  if (app.dialog.before != Dialog::paste) {
    paste.sketch = {};
    paste.sketch_text.clear();
    read_clipboard(paste);
  }
  muted(tr("Printed output, a type, C++, Python, a mangled name"));
  ImGui::PushFont(fonts().code);
  focus_first(app);
  // Another text has other missing integers.
  if (ImGui::InputTextMultiline("##pasted", &paste.text, {-1, px(150)})) paste.holes.clear();
  ImGui::PopFont();
  note_item("paste/text");
  const bool blank = trimmed(paste.text).empty();
  if (looks_like_link(paste.text)) {
    const auto link = open_link(paste.text);
    if (link && button("paste/open", "Open the link", ButtonKind::primary)) {
      open_beside(app, link->program, link->mode, link->choices);
      close_paste(app);
    }
    if (!link) wrapped(tr(link.error().message), t.bad);
    return;
  }
  if (debugger::looks_like_ptx(paste.text)) {
    muted(page_word("paste.ptx"));
    if (!button("paste/machine", page_word("machine.offer"), ButtonKind::primary)) return;
    app.machine = MachineRun::open(app.session.side(), "PTX", paste.text);
    close_paste(app);
    return show_dialog(app, Dialog::machine);
  }
  std::string program;
  for (const auto& [name, value] : paste.holes) {
    if (value > 0) append_all(program, name, " = ", value, "\n");
  }
  const std::size_t given = program.size();
  program += paste.text;
  if (program != paste.sketch_text && !blank) {
    paste.sketch_text = program;
    app.session.sketch(63, program, "", [&app, program](const Sketch& sketch) {
      if (app.paste.sketch_text == program) app.paste.sketch = sketch;
    });
  }
  const Sketch& sketch = paste.sketch;
  if (blank || !sketch.made) {
    muted(tr("Nothing recognized yet."));
    return;
  }
  for (const door::Problem& d : sketch.report.diagnostics) {
    if (d.hole.empty()) continue;
    paste.holes.emplace(d.hole, std::atoi(d.example.c_str()));
  }
  for (auto& [name, value] : paste.holes) {
    ImGui::AlignTextToFramePadding();
    muted(tr("{name}: the text does not give this integer", "name", name));
    ImGui::SameLine(0, px(8));
    ImGui::SetNextItemWidth(px(90));
    ImGui::InputInt(("##" + name).c_str(), &value, 0, 0);
    note_item("hole:" + name);
    value = std::max(0, value);
  }
  std::vector<const door::Binding*> values;
  for (const door::Binding& card : sketch.report.bindings) {
    if (card.span.begin >= std::min<std::size_t>(given, sketch.program.size() - paste.text.size()))
      values.push_back(&card);
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(values.size(), 6); ++i) {
    plain((values[i]->name.empty() ? values[i]->kind : values[i]->name), t.accent);
    ImGui::SameLine(0, px(8));
    wrapped_code(values[i]->text.substr(0, 1500), t.text);
    note_item("recognised:" + std::to_string(i));
  }
  if (!sketch.report.left_out.empty()) wrapped(tr(sketch.report.left_out), t.muted);
  int told = 0;
  for (const door::Problem& d : sketch.report.diagnostics) {
    if (!d.hole.empty() || ++told > 2) continue;
    wrapped(std::string(tr(d.message)) + (d.hint.empty() ? std::string() : ": " + std::string(tr(d.hint))), t.bad);
  }
  const auto add = [&](bool replace) {
    const std::string fills = program.substr(0, given);
    const std::string lines = pasted_lines(replace ? "" : app.session.text.text(), fills, paste.text);
    if (replace)
      open_program(app, lines + "\n", app.session.mode, {});
    else
      app.session.append(lines);
    close_paste(app);
  };
  if (!values.empty()) {
    if (button("paste/add", "Add to the program", ButtonKind::primary)) add(false);
    ImGui::SameLine();
    if (button("paste/replace", "Replace the program")) add(true);
    ImGui::SameLine();
  }
  if (button("paste/list", "List all of its contents")) {
    app.session.take_file(tr("Paste"), paste.text, true);
    app.opened_file.open = true;
    app.dialog.now = Dialog::none;
  }
  if (sketch.picture && sketch.picture->refused.empty()) {
    PictureFrame frame;
    frame.width = ImGui::GetContentRegionAvail().x;
    frame.height = std::max(px(120), ImGui::GetContentRegionAvail().y - px(6));
    draw_picture("pasted", app.pictures["pasted"], sketch.picture, frame, {});
  }
}

}  // namespace stridescope::desktop
