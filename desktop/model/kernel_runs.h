// The kept GPU runs of one kernel value, as reports: counters have numbers even before the kernel has run in this
// session, or without a GPU.
#pragma once

#include <string>
#include <vector>

#include "core/runs/run_table.h"
#include "desktop/model/runs.h"
#include "desktop/model/worker.h"

namespace stridescope::desktop {

// A run as panels show it.
struct ShownRun {
  int number = 0;  // in the table
  std::string id;
  const RunReport* report = nullptr;
  bool kept = false;     // of an earlier session, or chosen in the table
  bool current = false;  // of the kernel that is there now
};

class KernelRuns {
 public:
  explicit KernelRuns(Worker& worker) : worker_(worker) {}

  // The kernel that is looked at now, and all runs. Cheap where neither has changed; reports come later.
  void follow(const RunWish& kernel, const RunTable& table);
  // The run to show: the chosen run, if it is of this kernel; else this session's last GPU run; else the newest kept
  // run; else the last run of any kind. Null without one.
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
  std::vector<Kept> kept_;  // the newest last
};

// No picture of runs has more.
inline constexpr std::size_t max_kernel_runs = 200;

}  // namespace stridescope::desktop
