// The stored GPU runs of one kernel value as reports, so that counters have values before the kernel has run in this
// session, or without a GPU.
#pragma once

#include <string>
#include <vector>

#include "core/runs/run_table.h"
#include "desktop/model/runs.h"
#include "desktop/model/worker.h"

namespace stridescope::desktop {

// A run for display.
struct ShownRun {
  int number = 0;  // number in the table
  std::string id;
  const RunReport* report = nullptr;
  bool kept = false;     // from an earlier session, or selected in the table
  bool current = false;  // belongs to the current kernel
};

class KernelRuns {
 public:
  explicit KernelRuns(Worker& worker) : worker_(worker) {}

  // Sets the current kernel and all runs. Cheap if neither has changed; reports arrive later.
  void follow(const RunWish& kernel, const RunTable& table);
  // The run to show: the selected run, if it belongs to this kernel; else this session's last GPU run; else the newest
  // stored run; else the last run of any kind. Null without one.
  ShownRun shown(const Runs& runs, std::string_view chosen) const;

 private:
  struct Kept {
    int number;
    std::string id;
    RunReport report;
  };
  const Kept* kept(std::string_view id) const;

  Worker& worker_;
  std::string printed_;
  IntegerMode mode_ = IntegerMode::teaching;
  std::uint64_t version_ = 0;
  std::vector<Kept> kept_;  // newest last
};

// The limit of runs in a picture.
inline constexpr std::size_t max_kernel_runs = 200;

}  // namespace stridescope::desktop
