// The state of an execution. Internal to the folder.
#pragma once

#include "core/machine/execution.h"
#include "core/machine/flow.h"
#include "core/machine/warp.h"

namespace stridescope::machine {

struct Execution::State {
  State(const Program& of_program, const Function& of_kernel, Launch of_launch)
      : kernel(of_kernel), launch(std::move(of_launch)), m(of_program, code, launch) {}

  // Allocates the buffers and lays the parameters out.
  std::optional<Error> pass_arguments();
  Result<std::uint64_t> buffer_of(std::size_t index, const Argument& argument, std::string contents);
  // The bytes of an argument, or of a member of it.
  Result<std::string> value_of(std::size_t index, Argument& argument);
  // Makes the next cluster that has to run; without one the run has ended.
  void next_cluster();
  // Ends the cluster whose warps have all ended.
  void keep_records();
  bool cluster_ended() const;
  // The warp of this number in all blocks that run.
  Warp& warp(std::size_t index) const;
  // Ends a run that has executed too much.
  bool over_limit();
  const Liveness::Set& dead_rows(const Warp& warp);
  Outcome heading() const;
  const std::string& contents(std::uint64_t buffer) const;

  const Function& kernel;
  Launch launch;
  Code code;
  Machine m;
  std::vector<std::uint64_t> bases;  // base of each argument's buffer, or 0
  std::vector<std::uint64_t> buffers;
  std::vector<TracedAllocation> allocations;
  std::vector<std::uint64_t> clusters;  // clusters that run, if not all of the grid do
  std::uint64_t next = 0;               // cluster
  std::vector<TracedBlock> records;     // records of the blocks that run
  std::vector<TracedBlock> finished;
  std::optional<Liveness> live;  // liveness of the kernel, for hash(): once it is called
  Liveness::Set dead, scratch;
  bool over = false;  // the last cluster has ended; its blocks stay
};

}  // namespace stridescope::machine
