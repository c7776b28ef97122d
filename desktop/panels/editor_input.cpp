// The keys of the program's editor, and their completions.

#include <imgui_internal.h>

#include <algorithm>

#include "desktop/panels/app.h"
#include "desktop/panels/editor.h"
#include "desktop/panels/files.h"
#include "desktop/platform/keys.h"

namespace stridescope::desktop {
namespace {

void ask_completions(App& app) {
  EditorState& state = app.editor;
  state.list_pending = true;
  state.list_version = app.session.text.version();
  app.session.complete(app.session.text.caret(), [&app](const Completions& found) {
    EditorState& editor = app.editor;
    editor.list_pending = false;
    const bool current = editor.list_version == app.session.text.version();
    editor.completions = found;
    // A completely typed name needs no list.
    const bool alone = found.items.size() == 1 && found.items[0].label.size() == found.to - found.from;
    editor.list_open = current && !found.items.empty() && !alone;
    editor.list_row = 0;
  });
}

void accept_completion(App& app) {
  EditorState& state = app.editor;
  const auto chosen = static_cast<std::size_t>(state.list_row);
  if (chosen >= state.completions.items.size()) return;
  const Completion& item = state.completions.items[chosen];
  const bool call = item.kind == Completion::Kind::function;
  const std::string& program = app.session.text.text();
  const bool has_bracket = state.completions.to < program.size() &&
                           (program[state.completions.to] == '(' || program[state.completions.to] == '<');
  app.session.text.replace({state.completions.from, state.completions.to},
                           item.label + (call && !has_bracket ? "(" : ""));
  state.list_open = false;
}

bool word_before_caret(const TextBuffer& text) {
  std::size_t count = 0;
  for (std::size_t i = text.caret(); i > 0; --i, ++count) {
    const char c = text.text()[i - 1];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && !(c >= '0' && c <= '9')) break;
  }
  return count >= 2;
}

}  // namespace

void edit_by_keys(App& app, std::size_t page, const std::function<SoftWrap&()>& wrap) {
  TextBuffer& text = app.session.text;
  EditorState& state = app.editor;
  ImGuiIO& io = ImGui::GetIO();
  const bool ctrl = io.KeyCtrl || io.KeySuper;
  const bool shift = io.KeyShift;
  const std::uint64_t before = text.version();
  const std::size_t caret = text.caret();
  using Move = TextBuffer::Move;
  if (!state.list_open && pressed(Key::escape)) state.call_hidden = true;
  if (state.list_open) {
    const int last = static_cast<int>(state.completions.items.size()) - 1;
    if (pressed(Key::escape)) {
      state.list_open = false;
      return;
    }
    if (pressed(Key::down)) {
      state.list_row = std::min(state.list_row + 1, last);
      return;
    }
    if (pressed(Key::up)) {
      state.list_row = std::max(state.list_row - 1, 0);
      return;
    }
    if ((pressed(Key::tab) || pressed(Key::enter)) && !ctrl) {
      accept_completion(app);
      state.reveal = true;
      return;
    }
  }
  if (!io.KeyAlt || shift) {
    if (pressed(Key::left)) text.move(ctrl ? Move::word_left : Move::left, shift);
    if (pressed(Key::right)) text.move(ctrl ? Move::word_right : Move::right, shift);
    if (pressed(Key::up) && !ctrl) wrap().move_rows(text, -1, shift);
    if (pressed(Key::down) && !ctrl) wrap().move_rows(text, 1, shift);
    if (pressed(Key::home)) ctrl ? text.move(Move::start, shift) : wrap().move_start(text, shift);
    if (pressed(Key::end)) ctrl ? text.move(Move::end, shift) : wrap().move_end(text, shift);
    if (pressed(Key::page_up)) wrap().move_rows(text, -static_cast<std::ptrdiff_t>(page), shift);
    if (pressed(Key::page_down)) wrap().move_rows(text, static_cast<std::ptrdiff_t>(page), shift);
    if (pressed(Key::enter) && !ctrl) text.newline();
    if (pressed(Key::backspace)) text.backspace(ctrl);
    if (pressed(Key::erase)) text.erase(ctrl);
    if (pressed(Key::tab) && !ctrl) text.indent(shift);
  }
  if (ctrl) {
    if (chord(key('a'), true)) text.select_all();
    if (chord(key('c'), true) && text.has_selection()) ImGui::SetClipboardText(std::string(text.selected()).c_str());
    if (chord(key('x'), true) && text.has_selection()) {
      ImGui::SetClipboardText(std::string(text.selected()).c_str());
      text.insert("");
    }
    if (chord(key('v'), true, false, false, true)) paste_clipboard(app, text);
    if (chord(key('z'), true, false, false, true)) text.undo();
    if (chord(key('z'), true, true, false, true) || chord(key('y'), true, false, false, true)) text.redo();
    if (chord(Key::slash, true)) text.toggle_comment();
    if (chord(Key::space, true)) ask_completions(app);
  }
  bool typed = false;
  if (!ctrl) {
    for (const ImWchar c : io.InputQueueCharacters) {
      if (c < 32 || c == 127) continue;
      char bytes[5];
      ImTextCharToUtf8(bytes, c);
      text.insert(bytes);
      typed = true;
    }
    io.InputQueueCharacters.resize(0);
  }
  if (text.version() != before || text.caret() != caret) {
    state.moved_at = ImGui::GetTime();
    state.reveal = true;
    const bool changed = text.version() != before;
    if ((typed || (changed && state.list_open)) && word_before_caret(text)) {
      ask_completions(app);
    } else {
      state.list_open = false;
    }
  }
}

}  // namespace stridescope::desktop
