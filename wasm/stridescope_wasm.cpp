// The core over WebAssembly: strings in through one buffer, JSON or text out through another, arrays by pointer. The
// page copies what it reads before the next call. One workspace: a page is one program.
#include <algorithm>
#include <cstdint>
#include <string>

#include "core/app/run_report.h"
#include "core/base/integers.h"
#include "core/base/json.h"
#include "core/base/utf.h"
#include "core/workspace/edit.h"
#include "core/workspace/late_texts.h"
#include "core/workspace/overlay.h"
#include "core/workspace/workspace.h"

#define EXPORT extern "C" __attribute__((visibility("default"), used))

namespace {

using namespace stridescope;

std::string input;
std::string output;
Scene last_scene;
// What last_scene shows, in the report that there is; nothing: -1.
int last_binding = -1;
std::string last_view;

Workspace& workspace() {
  static Workspace instance;
  return instance;
}

std::string_view argument(int bytes) {
  return std::string_view(input).substr(0, bytes < 0 ? 0 : static_cast<std::size_t>(bytes));
}

int answer(std::string text) {
  output = std::move(text);
  return static_cast<int>(output.size());
}

// Makes last_scene that of the view, if it is not.
Result<View> show(int binding, std::string_view text) {
  auto view = workspace().view(binding, text);
  if (!view || (binding == last_binding && text == last_view)) return view;
  auto scene = workspace().scene(binding, *view);
  if (!scene) return failure(std::move(scene.error()));
  last_scene = std::move(*scene);
  last_binding = binding;
  last_view = text;
  return view;
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

// Failures of a call, as {"error": {...}}: the page shows them where the picture would be.
int answer_error(const Error& error) {
  std::string text;
  JsonWriter json(text);
  json.open_object();
  json.key("error");
  json.open_object();
  json.field("code", code_name(error.code));
  json.field("message", error.message);
  json.field("hint", error.hint);
  json.close_object();
  json.close_object();
  return answer(std::move(text));
}

}  // namespace

EXPORT char* ss_input(int bytes) {
  input.resize(bytes < 0 ? 0 : static_cast<std::size_t>(bytes) + 1);
  return input.data();
}
EXPORT const char* ss_output() { return output.data(); }
EXPORT int ss_version() { return answer(std::string(stridescope::version)); }
EXPORT int ss_functions() { return answer(functions_json()); }
EXPORT int ss_gallery() { return answer(gallery_json()); }

// Input: the id of an entry. The picture that stands for it, as SVG; the report stays.
EXPORT int ss_gallery_picture(int id_bytes) {
  auto picture = gallery_picture(argument(id_bytes), {}, IntegerMode::teaching);
  return picture ? answer(std::move(*picture)) : answer_error(picture.error());
}

// limit: how many bindings, and how many diagnostics, the answer holds at most.
EXPORT int ss_evaluate(int program_bytes, int mode, int limit) {
  last_binding = -1;
  workspace().evaluate(argument(program_bytes), mode == 0 ? IntegerMode::cute : IntegerMode::teaching);
  return answer(report_json(workspace(), static_cast<std::size_t>(limit < 0 ? 0 : limit)));
}

EXPORT int ss_scene(int binding, int view_bytes) {
  const auto view = show(binding, argument(view_bytes));
  return view ? answer(scene_header_json(last_scene)) : answer_error(view.error());
}

// Input: a view, the window (row, rows, col, cols), the rows with a head, the columns with a head; a line each.
EXPORT int ss_excerpt(int binding, int bytes) {
  std::string_view request = argument(bytes);
  const auto view = show(binding, take_line(request));
  if (!view) return answer_error(view.error());
  std::vector<std::int64_t> seen = integers_in(take_line(request));
  seen.resize(4, 0);
  SceneWindow window = {seen[0], seen[1], seen[2], seen[3]};
  window.row_heads = integers_in(take_line(request));
  window.col_heads = integers_in(take_line(request));
  const auto excerpt = workspace().excerpt(binding, *view, last_scene, window);
  return excerpt ? answer(excerpt_json(*excerpt)) : answer_error(excerpt.error());
}

// 0: offsets (int64), 1: ids (int64), 2: colour classes (int32)
EXPORT const void* ss_array(int which) {
  if (which == 2) return last_scene.colors.data();
  return which == 0 ? last_scene.offsets.data() : last_scene.ids.data();
}
EXPORT int ss_array_length(int which) {
  return static_cast<int>(which == 2   ? last_scene.colors.size()
                          : which == 0 ? last_scene.offsets.size()
                                       : last_scene.ids.size());
}

// Input: format '\n' view.
EXPORT int ss_emit(int binding, int bytes) {
  const std::string_view request = argument(bytes);
  const std::size_t line = request.find('\n');
  const std::string_view format = request.substr(0, line);
  const auto view =
      workspace().view(binding, line == std::string_view::npos ? std::string_view() : request.substr(line + 1));
  if (!view) return answer_error(view.error());
  auto text = workspace().emit(binding, format, *view);
  return text ? answer(std::move(*text)) : answer_error(text.error());
}

EXPORT int ss_describe(int binding, double cell) {
  const auto described = workspace().describe(binding, static_cast<std::int64_t>(cell));
  return described ? answer(described_json(*described)) : answer_error(described.error());
}

EXPORT int ss_linked(int binding, double cell) {
  const auto linked = workspace().linked(binding, static_cast<std::int64_t>(cell));
  return linked ? answer(linked_json(*linked)) : answer_error(linked.error());
}

// The change of the program that drags an arrow of a diagram to the target, a cell too, or to the base point -1.
EXPORT int ss_move_arrow(int binding, double cell, double target) {
  const auto edit = workspace().move_arrow(binding, static_cast<std::int64_t>(cell), static_cast<std::int64_t>(target));
  return edit ? answer(edit_json(*edit, workspace().program())) : answer_error(edit.error());
}

// Input: the type of an element, or nothing.
EXPORT int ss_analyze(int binding, int type_bytes) {
  const std::string_view type = argument(type_bytes);
  const auto analysis = type.empty() ? workspace().analyze(binding) : workspace().analyze(binding, type);
  return analysis ? answer(analysis_json(*analysis)) : answer_error(analysis.error());
}

// Input: the view that the cell is seen in.
EXPORT int ss_kin(int binding, double cell, int view_bytes) {
  const auto view = workspace().view(binding, argument(view_bytes));
  if (!view) return answer_error(view.error());
  const auto kin = workspace().kin(binding, *view, static_cast<std::int64_t>(cell));
  if (!kin) return answer_error(kin.error());
  std::string text;
  JsonWriter json(text);
  json.open_array();
  for (const std::int64_t id : *kin) json.number(id);
  json.close_array();
  return answer(std::move(text));
}

// Input: a runner's result, as it came, or nothing: what it says of the binding's kernel, or what the model does before
// it has run. A binding that is no kernel's, or -1: what the result says by itself.
EXPORT int ss_run_report(int binding, int bytes) {
  const std::string_view result = argument(bytes);
  const KernelFacts kernel = kernel_facts(workspace(), binding);
  return answer(run_report_json(result.empty() ? predicted_report(kernel) : run_report(result, kernel)));
}

// Input: a runner's result. The pictures that it has data for.
EXPORT int ss_overlays(int bytes) { return answer(overlays_json(argument(bytes))); }

// Input: the name of a picture, and a runner's result from the next line on.
EXPORT int ss_overlay(int binding, int bytes) {
  std::string_view request = argument(bytes);
  const std::string_view name = take_line(request);
  const auto overlay = overlay_named(name);
  if (!overlay) return answer_error({ErrorCode::unknown_name, "there is no such picture of a measurement", {}, {}, {}});
  auto picture = overlay_json(workspace(), binding, request, *overlay);
  return picture ? answer(std::move(*picture)) : answer_error(picture.error());
}

// Input: a file of measurements. What it holds of the binding's kernel, as a runner's result.
EXPORT int ss_recorded(int binding, int bytes) {
  auto result = recorded_result(workspace(), binding, argument(bytes));
  return result ? answer(std::move(*result)) : answer_error(result.error());
}

EXPORT int ss_swizzles(int binding) {
  const auto trials = workspace().swizzle_trials(binding);
  return trials ? answer(swizzle_trials_json(*trials, workspace())) : answer_error(trials.error());
}

EXPORT int ss_format(int program_bytes) { return answer(format_program(argument(program_bytes))); }

// Input: the bytes of a program and of lines that fill holes, in a line; then both, and a text that was written
// elsewhere. The lines that add it to the program.
EXPORT int ss_pasted(int bytes) {
  std::string_view request = argument(bytes);
  std::vector<std::int64_t> sizes = integers_in(take_line(request));
  sizes.resize(2, 0);
  const auto take = [&](std::int64_t size) {
    const std::string_view part = request.substr(0, static_cast<std::size_t>(size));
    request.remove_prefix(part.size());
    return part;
  };
  const std::string_view program = take(sizes[0]);
  const std::string_view fills = take(sizes[1]);
  return answer(pasted_lines(program, fills, request));
}

// The program with a name for its last value, so that it can be run.
EXPORT int ss_named(int program_bytes) { return answer(with_named_value(argument(program_bytes), "K")); }

// Input: a word a line.
EXPORT int ss_atoms(int bytes) {
  std::string_view request = argument(bytes);
  std::vector<std::string> words;
  while (!request.empty()) {
    const std::string_view word = take_line(request);
    if (!word.empty()) words.emplace_back(word);
  }
  const auto atoms = atoms_json(words);
  return atoms ? answer(*atoms) : answer_error(atoms.error());
}

// Input: a view, and a program from the next line on. Its report, the picture of its last value that has one, and what
// that value is: of a program that somebody thinks about, while the page's own stays.
EXPORT int ss_sketch(int bytes, int mode) {
  std::string_view request = argument(bytes);
  const std::string view_text(take_line(request));
  Workspace sketch;
  const Report& report = sketch.evaluate(request, mode == 0 ? IntegerMode::cute : IntegerMode::teaching);
  std::string picture;
  std::string analysis = "null";
  constexpr std::size_t most = 50;
  for (std::size_t i = std::min(report.bindings.size(), most); i-- > 0;) {
    const int binding = static_cast<int>(i);
    const auto offered = sketch.views(binding);
    if (!offered || offered->empty()) continue;
    const auto view = sketch.view(binding, view_text);
    auto drawn = view ? sketch.emit(binding, "svg", *view) : Result<std::string>();
    if (view && drawn) picture = std::move(*drawn);
    if (const auto known = sketch.analyze(binding)) analysis = analysis_json(*known);
    break;
  }
  std::string text = "{\"report\":";
  text += report_json(sketch, most);
  text += ",\"analysis\":" + analysis + ",\"svg\":";
  JsonWriter(text).string(picture);
  text.push_back('}');
  return answer(std::move(text));
}

EXPORT int ss_explain(int binding) {
  const auto step = workspace().explain(binding);
  return step ? answer(explain_json(*step)) : answer_error(step.error());
}

EXPORT int ss_verdict(int binding) {
  const auto verdicts = workspace().verdict(binding);
  return verdicts ? answer(verdict_json(*verdicts, workspace().program())) : answer_error(verdicts.error());
}

EXPORT int ss_complete(int program_bytes, int position) {
  const std::string_view program = argument(program_bytes);
  const TextMap text(program);
  const auto completions =
      workspace().complete(program, text.to_byte(position < 0 ? 0 : static_cast<std::uint32_t>(position)));
  return answer(completions_json(completions, program));
}

// For wasm/split.mjs alone. Null past the last one.
EXPORT const void* ss_late_text(unsigned which) {
  return which < late_texts().size() ? late_texts()[which].data() : nullptr;
}
EXPORT int ss_late_text_length(unsigned which) {
  return which < late_texts().size() ? static_cast<int>(late_texts()[which].size()) : 0;
}
