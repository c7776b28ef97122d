// A program to trace: its command line, which of its launches, where the trace goes; what it prints while it is traced,
// and why there is no trace where there is none. The dialog may be closed meanwhile.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <cstdio>

#include "desktop/panels/dialogs.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr const char* usual_blocks = "first,middle";
constexpr const char* usual_command =
    "./program --size 1024      kernel.cu --grid 64,64 --block 32,8 --arg f32:(64,64):(64,1)";

void label(const char* word, float column) {
  ImGui::AlignTextToFramePadding();
  muted(tr(word));
  ImGui::SameLine(column);
}

void field(const char* name, std::string& text, const char* hint, float width) {
  ImGui::PushFont(fonts().code);
  ImGui::SetNextItemWidth(width);
  ImGui::InputTextWithHint((std::string("##") + name).c_str(), hint, &text);
  note_item(name);
  ImGui::PopFont();
}

void draw_fields(App& app) {
  TraceSettings& what = app.settings.trace;
  const char* words[] = {"Command line", "Working folder", "Kernels", "Trace file"};
  float column = 0;
  for (const char* word : words) column = std::max(column, text_width(tr(word)));
  column += ImGui::GetCursorPosX() + px(12);
  const float wide = ImGui::GetContentRegionMax().x - column;
  label(words[0], column);
  if (app.opened != app.dialog) ImGui::SetKeyboardFocusHere();
  field("trace/command", what.command, usual_command, wide);
  label(words[1], column);
  field("trace/folder", what.folder, tr("where this window was started"), wide);
  label(words[2], column);
  // The other two stand behind it, or below.
  const float others = text_width(tr("Launch")) + text_width(tr("Blocks")) + px(48);
  const bool roomy = wide - others - px(64) > px(260);
  const float half = roomy ? (wide - others - px(64)) / 2 : wide;
  field("trace/kernel", what.kernel, tr("all; or a regular expression"), half);
  if (roomy)
    ImGui::SameLine(0, px(16));
  else
    ImGui::SetCursorPosX(column);
  ImGui::AlignTextToFramePadding();
  muted(tr("Launch"));
  ImGui::SameLine(0, px(8));
  ImGui::SetNextItemWidth(px(64));
  ImGui::InputScalar("##trace/launch", ImGuiDataType_S64, &what.launch);
  note_item("trace/launch");
  what.launch = std::max<std::int64_t>(0, what.launch);
  ImGui::SameLine(0, px(16));
  ImGui::AlignTextToFramePadding();
  muted(tr("Blocks"));
  ImGui::SameLine(0, px(8));
  field("trace/blocks", what.blocks, usual_blocks, ImGui::GetContentRegionAvail().x);
  label(words[3], column);
  field("trace/file", what.file, "kernel.trace", wide);
  checkbox("trace/again", "again at each save of", what.again);
  ImGui::SameLine(0, px(8));
  const std::string source = gpu::traced_source(what);
  field("trace/watched", what.watched, source.empty() ? tr("a file of the program") : source.c_str(),
        ImGui::GetContentRegionAvail().x);
}

void draw_state(App& app, float room) {
  const Theme& t = theme();
  const Tracing& tracing = app.tracing;
  if (tracing.running) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.0f s", (now_ms() - tracing.running_since) / 1000);
    muted(tr("tracing, {time}", "time", seconds));
  } else if (!tracing.trouble.empty()) {
    wrapped(tr(tracing.trouble), t.bad);
    if (!tracing.hint.empty()) wrapped(tr(tracing.hint), t.muted);
  } else if (tracing.traced > 0) {
    muted(tr("The trace is open: What is in the open file"));
  } else {
    wrapped(tr("The program runs as it is; of the chosen blocks each access to memory is recorded. It needs an NVIDIA "
               "GPU and the CUDA Toolkit on this machine."),
            t.muted);
  }
  note_item("trace/state");
  if (tracing.said.empty()) return;
  ImGui::Spacing();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(10), px(8)});
  ImGui::BeginChild("said", {room, 0}, true);
  for (const std::string& line : tracing.said) wrapped_code(line, t.text);
  // The last line stays in sight where it is.
  if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - px(4)) ImGui::SetScrollHereY(1);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace

void App::trace_program() {
  session.notice.clear();
  tracing.trace(settings.trace, language());
}

void App::take_trace(const std::string& path, bool again) {
  if (!again) {
    const Dialog before = dialog;
    if (!open_path(path)) {
      tracing.trouble = Message::verbatim(session.notice);
      dialog = before;
      return;
    }
    // Who does something else by now is told.
    if (before == Dialog::none || before == Dialog::trace) return;
    dialog = before;
    session.say(tr("The trace is open: What is in the open file"));
    return;
  }
  auto text = read_file(path, max_foreign_bytes);
  if (text) text = taken_text(std::move(*text));
  if (!text) {
    tracing.trouble = text.error().message;
    return;
  }
  session.take_file(path.substr(path.find_last_of('/') + 1), std::move(*text), true);
  session.say(tr("Traced again"));
}

void draw_trace(App& app) {
  const bool enter = chord(Key::enter, false);
  draw_fields(app);
  ImGui::Spacing();
  if (app.tracing.running) {
    if (button("trace/cancel", "Cancel")) app.tracing.cancel();
  } else if ((button("trace/go", "Trace", ButtonKind::primary) || enter) && !app.settings.trace.command.empty()) {
    app.trace_program();
  }
  if (app.session.file && app.session.file->file->trace) {
    ImGui::SameLine(0, px(8));
    if (button("trace/open", "What is in the open file")) app.show(Dialog::opened_file);
  }
  draw_state(app, ImGui::GetContentRegionAvail().x);
}

}  // namespace stridescope::desktop
