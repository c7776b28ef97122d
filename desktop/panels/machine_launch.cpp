// The start of the machine's dialog: which PTX to open, and the launch of one of its kernels.
#include "desktop/panels/machine_launch.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>

#include "core/base/text.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/files.h"
#include "desktop/platform/keys.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

constexpr float name_width = 226;  // name width of the fields

// A row of the launch: its name; the next item is its value.
void field(std::string_view word, float width) {
  label(page_word(word));
  ImGui::SameLine(px(name_width));
  ImGui::SetNextItemWidth(px(width));
}

// The ways to other PTX.
void other_text(MachineRun& run) {
  if (button("machine/edit", page_word("machine.edit"))) run.edit();
  ImGui::SameLine();
  if (!button("machine/other", page_word("machine.other"))) return;
  run.name.clear();
  run.problem.clear();
}

// The contents of a buffer.
void fills(std::size_t i, std::string& fill) {
  ImGui::SameLine();
  ImGui::SetNextItemWidth(px(96));
  const std::string name = cat("machine/fill:", i);
  if (!ImGui::BeginCombo(cat("##", name).c_str(), page_word(cat("machine.", fill)))) return note_item(name);
  for (const char* const one : {"iota", "random", "zeros"}) {
    if (ImGui::Selectable(page_word(cat("machine.", one)), fill == one)) fill = one;
    note_item(cat(name, ':', one));
  }
  ImGui::EndCombo();
}

// A parameter of 8 bytes is a buffer or a number.
void kinds(std::size_t i, debugger::ParameterForm& parameter) {
  for (const bool buffer : {true, false}) {
    const char* const word = buffer ? "machine.isBuffer" : "machine.isNumber";
    const bool chosen = segment(cat("machine/kind:", i, ':', buffer ? "buffer" : "number"), page_word(word),
                                parameter.buffer == buffer);
    ImGui::SameLine();
    if (!chosen || parameter.buffer == buffer) continue;
    parameter.buffer = buffer;
    parameter.type = buffer ? "f32" : "i64";
    if (parameter.layout.empty()) parameter.layout = "1024";
    if (parameter.fill.empty()) parameter.fill = "iota";
    if (parameter.value.empty()) parameter.value = "0";
  }
}

void extents(App& app, const char* name, std::string_view word, std::vector<std::int64_t>& values) {
  values.resize(3, 1);
  int numbers[3] = {static_cast<int>(values[0]), static_cast<int>(values[1]), static_cast<int>(values[2])};
  field(word, 260);
  focus_first(app);
  if (ImGui::InputInt3((std::string("##") + name).c_str(), numbers))
    values.assign(std::begin(numbers), std::end(numbers));
  note_item(name);
}

}  // namespace

void machine_opening(App& app, MachineRun& run) {
  if (run.cuda.empty()) {
    wrapped(page_word("machine.about"), theme().muted);
  } else {
    wrapped(page_word("machine.wanted", {{"name", run.wanted}}), theme().muted);
    wrapped_code(page_word("machine.ptxCommands", {{"name", "kernel.cu"}}), theme().text);
    if (button("machine/save", page_word("machine.save")))
      ask_file(app, {FileWish::Kind::text, "kernel.cu", {}, run.cuda});
    ImGui::SameLine();
  }
  if (button("machine/clipboard", "Paste", ButtonKind::primary)) {
    const char* const text = ImGui::GetClipboardText();
    if (text == nullptr || !debugger::looks_like_ptx(text))
      run.problem = Message::verbatim(page_word("machine.notPtx"));
    else
      app.machine = MachineRun::open(app.session.side(), "PTX", text);
  }
  if (app.machine.get() != &run || run.problem.empty()) return;
  wrapped(shown(run.problem), theme().bad);
  note_item("machine/refused");
}

void machine_launch(App& app, MachineRun& run) {
  if (!run.read && run.waiting > 0) return muted(page_word("machine.running"));
  if (!run.read) return other_text(run);
  debugger::LaunchForm& form = run.form;
  wrapped(run.shape ? page_word("machine.formKnown") : page_word("machine.formHint", {{"target", run.read->target}}),
          theme().muted);
  for (const Message& note : run.read->notes) wrapped(shown(note), theme().warn);
  if (run.read->kernels.size() > 1) {
    const float width = ImGui::GetContentRegionAvail().x;
    Flow flow(width, 4);
    for (const debugger::KernelRead& kernel : run.read->kernels) {
      const std::string name = fitted_words(kernel.name, width - px(14));
      flow.next(text_width(name) + px(14));
      if (name_segment("machine/kernel:" + kernel.name, name, kernel.form.kernel == form.kernel)) form = kernel.form;
    }
  }
  extents(app, "machine/grid", "machine.grid", form.grid);
  extents(app, "machine/block", "machine.blockSize", form.block);
  if (std::any_of(form.grid.begin(), form.grid.end(), [](std::int64_t extent) { return extent > 1; })) {
    int number = static_cast<int>(form.at);
    field("machine.which", 120);
    if (ImGui::InputInt("##machine/at", &number)) form.at = std::max(number, 0);
  }
  if (form.dynamic_shared) {
    int bytes = static_cast<int>(form.shared);
    field("machine.dynamic", 160);
    if (ImGui::InputInt("##machine/dynamic", &bytes, 1024)) form.shared = std::max(bytes, 0);
  }
  for (std::size_t i = 0; i < form.parameters.size(); ++i) {
    debugger::ParameterForm& parameter = form.parameters[i];
    ImGui::PushID(static_cast<int>(i));
    ImGui::AlignTextToFramePadding();
    code(fitted(parameter.name, px(name_width - 10)), theme().text);
    ImGui::SameLine(px(name_width));
    if (parameter.opaque) {
      muted(page_word("machine.opaque", {{"bytes", std::to_string(parameter.bytes)}}));
    } else {
      if (parameter.bytes == 8) kinds(i, parameter);
      ImGui::SetNextItemWidth(px(64));
      ImGui::InputText("##type", &parameter.type);
      ImGui::SameLine();
      // The contents and the note have room at the right.
      const bool map = parameter.buffer && parameter.bytes == static_cast<std::int64_t>(machine::tensor_map_bytes);
      const float room = std::max(px(160), ImGui::GetContentRegionAvail().x - px(parameter.buffer ? 230 : 0));
      ImGui::SetNextItemWidth(std::min(px(220), map ? room / 2 : room));
      ImGui::InputText("##layout", parameter.buffer ? &parameter.layout : &parameter.value);
      if (map) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(std::min(px(200), room / 2));
        ImGui::InputText("##map", &parameter.map);
      }
      if (parameter.buffer) fills(i, parameter.fill);
      if (parameter.buffer && (parameter.read || parameter.written)) {
        ImGui::SameLine();
        muted(page_word(!parameter.written ? "machine.read"
                        : parameter.read   ? "machine.readWritten"
                                           : "machine.written"));
      }
    }
    ImGui::PopID();
  }
  if (std::any_of(form.parameters.begin(), form.parameters.end(), [](const debugger::ParameterForm& one) {
        return one.buffer && one.fill == "iota" && (one.type == "f16" || one.type == "bf16");
      }))
    wrapped(page_word("machine.counting"), theme().muted);
  ImGui::Dummy({0, px(2)});
  (void)checkbox("machine/checks", page_word("machine.checks"), form.checks);
  if (!form.order.empty()) {
    field("machine.order", 420);
    ImGui::InputText("##machine/order", &form.order);
  }
  for (std::size_t i = 0; i <= form.tiles.size(); ++i) {
    // The last field is for another one.
    std::string tile = i < form.tiles.size() ? form.tiles[i] : std::string();
    label(i == 0 ? page_word("machine.tiles") : std::string_view());
    ImGui::SameLine(px(name_width));
    ImGui::SetNextItemWidth(px(420));
    if (!ImGui::InputText(cat("##machine/tile", i).c_str(), &tile)) continue;
    if (i == form.tiles.size())
      form.tiles.push_back(tile);
    else
      form.tiles[i] = tile;
  }
  std::erase(form.tiles, std::string());
  if (!run.read->missing.empty()) plain(page_word("machine.missing"), theme().bad);
  for (const debugger::MissingForm& one : run.read->missing) plain(cat(one.line, ": ", one.opcode), theme().bad);
  if (run.waiting > 0)
    muted(page_word("machine.running"));
  else if (button("machine/begin", page_word("machine.begin"), ButtonKind::primary) || chord(Key::enter, false))
    run.begin(app.session.side());
  ImGui::SameLine();
  other_text(run);
}

}  // namespace stridescope::desktop
