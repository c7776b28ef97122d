// Makes reports of stored runs outside of frames: facts about the kernel are evaluated once for all of them.
#include "desktop/model/kernel_runs.h"

#include <algorithm>

#include "core/runs/kept_report.h"

namespace stridescope::desktop {

void KernelRuns::follow(const RunWish& kernel, const RunTable& table) {
  if (printed_ == kernel.printed && mode_ == kernel.mode && version_ == table.version() + 1) return;
  if (printed_ != kernel.printed || mode_ != kernel.mode) kept_.clear();
  printed_ = kernel.printed;
  mode_ = kernel.mode;
  version_ = table.version() + 1;
  std::vector<std::pair<int, KeptRun>> found;
  const std::vector<KeptRun>& runs = table.runs();
  for (std::size_t i = runs.size(); i-- > 0 && found.size() < max_kernel_runs && !printed_.empty();) {
    const KeptRun& run = runs[i];
    if (run.on_gpu && !run.recorded && run.value == printed_ && run.mode == mode_)
      found.emplace_back(table.number_of(run.id), run);
  }
  std::reverse(found.begin(), found.end());
  if (found.empty()) {
    kept_.clear();
    return;
  }
  worker_.post(0, [this, kernel, version = version_, found = std::move(found)]() -> Worker::Done {
    const KernelFacts facts = facts_of(kernel);
    std::vector<Kept> made;
    for (const auto& [number, run] : found) made.push_back({number, run.id, kept_report(run, facts)});
    return [this, kernel, version, made = std::move(made)]() mutable {
      if (version_ == version && printed_ == kernel.printed) kept_ = std::move(made);
    };
  });
}

const KernelRuns::Kept* KernelRuns::kept(std::string_view id) const {
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.id == id; });
  return found == kept_.end() ? nullptr : &*found;
}

ShownRun KernelRuns::shown(const Runs& runs, std::string_view chosen) const {
  const auto of = [](const Kept& one) { return ShownRun{one.number, one.id, &one.report, true, true}; };
  if (const Kept* one = kept(chosen); one != nullptr && !chosen.empty()) return of(*one);
  const RunRecord* last = runs.last ? &*runs.last : nullptr;
  const bool current = last != nullptr && !printed_.empty() && last->wish.printed == printed_;
  if (last != nullptr && (kept_.empty() || (current && last->outcome.on_gpu)))
    return {last->number, last->id, &last->outcome, false, current};
  return kept_.empty() ? ShownRun() : of(kept_.back());
}

}  // namespace stridescope::desktop
