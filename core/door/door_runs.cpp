// The methods of a runner's results, which come from another process, perhaps on another machine.
#include <algorithm>

#include "core/analysis/compared.h"
#include "core/base/archive_json.h"
#include "core/base/text.h"
#include "core/door/door.h"
#include "core/render/render.h"
#include "core/runs/kept_report.h"
#include "core/runs/line_difference.h"
#include "core/runs/overlay.h"
#include "core/workspace/kernel.h"

namespace stridescope::door {

Result<RunReport> run_report(Door& door, RunRequest& asked) {
  const KernelFacts kernel = kernel_facts(door.workspace(), asked.binding);
  if (asked.result.empty()) return predicted_report(kernel);
  RunReport report = stridescope::run_report(asked.result, kernel);
  if (report.wrong_elements) report.wrong_cells = wrong_cells(door.workspace(), asked.binding, *report.wrong_elements);
  return report;
}

Result<KernelListing> listing(Door& door, RunRequest& asked) {
  if (asked.result.empty()) return kernel_listing(door.workspace(), asked.binding, nullptr);
  const auto result = read_run_result(asked.result);
  if (!result) return failure(result.error());
  return kernel_listing(door.workspace(), asked.binding, &*result);
}

Result<Overlays> overlays(Door&, ResultRequest& asked) {
  Overlays out;
  const auto result = read_run_result(asked.result);
  if (!result) return out;
  for (const Overlay overlay : stridescope::overlays(*result)) {
    out.overlays.push_back({name_of(overlay), title_of(overlay)});
  }
  return out;
}

static Result<OverlayPicture> drawn(const Door& door, const Result<Scene>& scene) {
  if (!scene) return failure(scene.error());
  const auto drawing = paint(*scene, {.legend = true, .catalog = &door.catalog()});
  if (!drawing) return failure(drawing.error());
  return OverlayPicture{scene->title, scene->note, svg(*drawing, render(scene->title, door.catalog()))};
}

Result<OverlayPicture> overlay(Door& door, OverlayRequest& asked) {
  const auto kind = overlay_named(asked.kind);
  if (!kind) return failure(ErrorCode::unknown_name, say("unknown picture of a measurement"));
  const auto result = read_run_result(asked.result);
  if (!result) return failure(result.error());
  return drawn(door, overlay_scene(door.workspace(), asked.binding, *result, *kind));
}

Result<OverlayPicture> file_picture(Door& door, Nothing&) {
  const auto& open = door.app().file();
  if (!open) return failure(ErrorCode::arguments, say("no file is open"));
  return drawn(door, app::file_picture(*open, door.catalog()));
}

// The newest of the user's own runs of this kernel on a GPU; or empty.
static std::string newest_kept(Door& door, int binding) {
  const auto bound = door.workspace().bound(binding);
  if (!bound) return {};
  const std::string& printed = (*bound)->text;
  const std::vector<KeptRun>& runs = door.runs().runs();
  const auto newest = std::find_if(runs.rbegin(), runs.rend(), [&](const KeptRun& run) {
    return run.on_gpu && !run.recorded && run.value == printed;
  });
  return newest == runs.rend() ? std::string() : to_json(kept_result(*newest));
}

Result<Text> recorded(Door& door, RecordedRequest& asked) {
  if (asked.measurements.empty()) return Text{newest_kept(door, asked.binding)};
  const auto file = read_measurements(asked.measurements);
  if (!file) return failure(file.error());
  const auto result = recorded_result(door.workspace(), asked.binding, *file);
  if (!result) return failure(result.error());
  return Text{to_json(*result)};
}

Result<TakenRuns> take_runs(Door& door, TakeRuns& asked) {
  TakenRuns out;
  out.refused = door.runs().read(asked.lines).why;
  if (!asked.measurements.empty()) {
    const auto file = read_measurements(asked.measurements);
    if (!file) return failure(file.error());
    for (KeptRun& run : stridescope::recorded_runs(*file)) door.runs().add(std::move(run));
  }
  if (asked.run) {
    const KernelFacts kernel = kernel_facts(door.workspace(), asked.run->binding);
    const RunReport report = stridescope::run_report(asked.run->result, kernel);
    if (report.status == RunReport::Status::ok || report.status == RunReport::Status::wrong)
      door.runs().add(stridescope::kept_run(asked.run->ran, report));
  }
  door.runs().remove(asked.remove);
  out.lines = kept_lines(door.runs().runs());
  return out;
}

Result<ListedRuns> recorded_runs(Door&, MeasurementsRequest& asked) {
  const auto file = read_measurements(asked.measurements);
  if (!file) return failure(file.error());
  return ListedRuns{stridescope::recorded_runs(*file)};
}

Result<KeptRun> kept_run(Door& door, RunChoice& asked) {
  const std::vector<KeptRun>& runs = door.runs().runs();
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const KeptRun& run) { return run.id == asked.id; });
  if (found == runs.end()) return failure(ErrorCode::unknown_name, say("the table does not contain that run"));
  return *found;
}

Result<RunTableShown> run_table(Door& door, RunView& asked) { return door.runs().show(asked); }

const std::vector<RecordedReport>& Door::recorded(const RunReport& kernel) {
  const std::vector<KeptRun>& runs = runs_.runs();
  const auto count = std::count_if(runs.begin(), runs.end(), [](const KeptRun& run) { return run.recorded; });
  const std::string wanted = cat(recorded_for(kernel), ' ', count);
  if (recorded_for_ != wanted) {
    recorded_ = recorded_reports(runs, kernel);
    recorded_for_ = wanted;
  }
  return recorded_;
}

// The kernel on the stage, or else the last one; -1 without any.
static int worked_kernel(const Door& door) {
  int out = -1;
  for (const app::Card& card : door.app().state().cards) {
    if (card.stale || card.binding.kernel.empty()) continue;
    out = card.binding.id;
    if (card.place == app::Place::stage) break;
  }
  return out;
}

Result<RooflineShown> roofline(Door& door, BindingRequest& asked) {
  if (asked.binding == -1) asked.binding = worked_kernel(door);
  if (asked.binding == -1) return RooflineShown();
  const auto bound = door.workspace().bound(asked.binding);
  if (!bound) return failure(bound.error());
  const KernelFacts facts = kernel_facts(door.workspace(), asked.binding);
  const std::string& printed = (*bound)->text;
  std::vector<std::pair<int, RunReport>> own;
  for (const KeptRun& run : door.runs().runs()) {
    if (run.on_gpu && !run.recorded && run.value == printed)
      own.emplace_back(door.runs().number_of(run.id), kept_report(run, facts));
  }
  std::vector<RooflineRun> history;
  for (const auto& [number, report] : own) history.push_back({number, &report});
  const RunReport model = predicted_report(facts);
  const RooflineRun newest = history.empty() ? RooflineRun{0, &model} : history.back();
  RooflineShown out = shown(
      stridescope::roofline(history, newest, history.empty() ? door.recorded(model) : std::vector<RecordedReport>()));
  out.kernel = (*bound)->name;
  return out;
}

Result<ProgramDifference> compare_runs(Door& door, RunPair& asked) {
  return door.runs().difference(asked.before, asked.after);
}

Result<CodeDifference> compare_code(Door& door, BindingRequest& asked) {
  const auto bound = door.workspace().bound(asked.binding);
  if (!bound) return failure(bound.error());
  const auto* both = (*bound)->value.as<Compared>();
  if (both == nullptr || !is_kernel(both->a) || !is_kernel(both->b))
    return failure(ErrorCode::unsupported, say("this value does not compare two kernels"));
  auto before = kernel_text(both->a, "cuda");
  auto after = kernel_text(both->b, "cuda");
  if (!before) return failure(std::move(before.error()));
  if (!after) return failure(std::move(after.error()));
  return CodeDifference{line_difference(*before, *after, max_different_lines)};
}

Result<Text> print_runs(Door& door, PrintRuns& asked) {
  return Text{door.runs().print(asked.view, asked.format, door.catalog())};
}

Result<TuningShown> tune(Door& door, TuneRequest& asked) {
  const TuneOptions options = {std::min(std::max<std::size_t>(asked.count, 1), max_tuned), false};
  auto tuning = tuning_of(door.workspace(), asked.binding, asked.gpu, options);
  // For an unknown GPU, uses the default constants: the table names their GPU.
  if (!tuning && tuning.error().code == ErrorCode::unknown_name)
    tuning = tuning_of(door.workspace(), asked.binding, {}, options);
  if (!tuning) return failure(std::move(tuning.error()));
  tuning->budget_s = asked.budget > 0 ? asked.budget : -1;
  add_kept(*tuning, asked.gpu.empty() ? tuning->gpu : asked.gpu, asked.kept);
  door.tuning() = std::move(*tuning);
  return shown(*door.tuning());
}

Result<TuningShown> take_tuned(Door& door, TunedRequest& asked) {
  if (!door.tuning()) return failure(ErrorCode::arguments, say("no kernel is being tuned"));
  const RunReport report = stridescope::run_report(asked.result);
  add_measured(*door.tuning(), asked.number, report);
  door.tuning()->spent_s = asked.spent;
  TuningShown out = shown(*door.tuning());
  out.kept = tuned_line(*door.tuning(), asked.number, report.device, report.date);
  return out;
}

}  // namespace stridescope::door
