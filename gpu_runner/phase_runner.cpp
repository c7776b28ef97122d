// The phases of shared memory: every pair of lanes of a warp, counted on the GPU, beside the model's.
#include "gpu_runner/phase_runner.h"

#include <algorithm>
#include <array>

#include "gpu_runner/counters.h"
#include "gpu_runner/cuda_device.h"

namespace stridescope::gpu {
namespace {

constexpr double default_seconds = 30;  // of counting, at most; a request that names more than its default says
constexpr std::size_t max_pairs_told = 16;

constexpr std::array<SharedOperation, 2> operations = {SharedOperation::load, SharedOperation::store};
const std::vector<std::string>& wavefront_counters() {
  static const std::vector<std::string> names = {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                                                 "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"};
  return names;
}
const std::vector<std::string>& access_counters() {
  static const std::vector<std::string> names = {"smsp__inst_executed_op_shared_ld_pred_on_any.sum",
                                                 "smsp__inst_executed_op_shared_st_pred_on_any.sum"};
  return names;
}

// Wavefronts of every pattern, by width and operation; -1 where they were not counted.
using PhaseCounts = std::array<std::array<std::vector<int>, 2>, 2>;

PhaseCounts uncounted() {
  PhaseCounts out;
  for (auto& width : out) width.fill(std::vector<int>(static_cast<std::size_t>(phase_patterns), -1));
  return out;
}

std::string whole(double count) { return std::to_string(static_cast<long long>(count)); }

struct Tally {
  std::int64_t checked = 0;
  std::int64_t wrong = 0;
  std::int64_t left_out = 0;
};

// One width, operation and company of lanes: what the model says, and what was counted where something was.
Json relation_json(int bytes, SharedOperation operation, bool crowd, const std::vector<int>* counted, Tally& sum) {
  const std::vector<int> predicted = predicted_phases(bytes, operation);
  Json out = {{"operation", name_of(operation)},
              {"bytes", bytes},
              {"others", crowd ? "on one address" : "off"},
              {"predicted", phase_relation(predicted, crowd)}};
  if (counted == nullptr) return out;
  out["measured"] = phase_relation(*counted, crowd);
  const int first = crowd ? 1 : 0;
  const int last = crowd ? 2 : 0;
  Json pairs = Json::array();
  Tally tally;
  for (int number = 0; number < phase_pairs; ++number) {
    Json expected = Json::array();
    Json got = Json::array();
    bool known = true;
    bool same = true;
    for (int pattern = first; pattern <= last; ++pattern) {
      const std::size_t at = 3 * static_cast<std::size_t>(number) + static_cast<std::size_t>(pattern);
      expected.push_back(predicted[at]);
      got.push_back((*counted)[at]);
      known = known && (*counted)[at] >= 0;
      same = same && (*counted)[at] == predicted[at];
    }
    if (!known) {
      ++tally.left_out;
      continue;
    }
    tally.checked += last - first + 1;
    if (same) continue;
    ++tally.wrong;
    const LanePair pair = phase_pair(number);
    if (pairs.size() < max_pairs_told)
      pairs.push_back({{"lanes", {pair.i, pair.j}}, {"predicted", expected}, {"measured", got}});
  }
  out["verdict"] = tally.wrong > 0 ? "contradicted" : tally.left_out > 0 ? "unfinished" : "confirmed";
  out["wrong_pairs"] = tally.wrong;
  if (tally.left_out > 0) out["left_out_pairs"] = tally.left_out;
  if (!pairs.empty()) out["pairs"] = std::move(pairs);
  sum.checked += tally.checked;
  sum.wrong += tally.wrong;
  sum.left_out += tally.left_out;
  return out;
}

Json phases_json(const ProbePlan& plan, const PhaseCounts* counted, const Message& reason) {
  Json relations = Json::array();
  Tally tally;
  for (const bool crowd : {false, true}) {
    for (std::size_t o = 0; o < operations.size(); ++o) {
      for (std::size_t w = 0; w < phase_widths.size(); ++w) {
        const std::vector<int>* of = counted != nullptr ? &(*counted)[w][o] : nullptr;
        relations.push_back(relation_json(phase_widths[w], operations[o], crowd, of, tally));
      }
    }
  }
  Json out = {{"atom", plan.name}};
  out["verdict"] = counted == nullptr   ? "not runnable here"
                   : tally.wrong > 0    ? "contradicted"
                   : tally.left_out > 0 ? "unfinished"
                                        : "confirmed";
  if (!reason.empty()) put(out, "reason", reason);
  out["by"] = counted != nullptr ? "counters" : "model";
  if (counted != nullptr) {
    out["checked"] = tally.checked;
    out["wrong"] = tally.wrong;
  }
  out["relations"] = std::move(relations);
  return out;
}

class PhaseRun : CudaRun {
 public:
  PhaseRun(CudaDevice& device, const ProbePlan& plan, const RunRequest& request, const RunContext& context)
      : CudaRun(device, request, context), plan_(plan) {}

  Outcome run() {
    const auto begin = Clock::now();
    result_ = {{"status", "ok"}, {"device", describe(device_)}};
    const KernelText kernel = phase_probe_text();
    if (!(load(with_fault(kernel.text), kernel.name.c_str(), kernels_[0], 1, 32, 0, false) &&
          function(kernels_[1], "stridescope_phases_16") && upload() && once() && accesses() && count())) {
      return {std::move(failure_), lost_};
    }
    result_["probe"] = phases_json(plan_, why_.empty() ? &counted_ : nullptr, why_.empty() ? reason_ : why_);
    if (result_["probe"]["verdict"] == "contradicted") result_["status"] = "wrong";
    result_["total_ms"] = milliseconds_since(begin);
    return {std::move(result_), false};
  }

 private:
  bool upload() {
    std::array<std::vector<std::uint32_t>, 2> tables;
    for (std::size_t w = 0; w < tables.size(); ++w) tables[w] = phase_table(phase_widths[w]);
    const std::size_t bytes = 4 * tables[0].size();
    const CuDevicePtr base = device_.arena(2 * bytes + 128);
    if (base == 0) return fail("memory", say("there is no memory left on the GPU"));
    tables_ = {base, base + bytes};
    sums_ = base + 2 * bytes;
    for (std::size_t w = 0; w < tables.size(); ++w) {
      if (!check(cu_.cuMemcpyHtoD_v2(tables_[w], tables[w].data(), bytes), "writing the table")) return false;
    }
    return true;
  }

  bool launch_one(std::size_t w, int number) {
    CuDevicePtr table = tables_[w] + static_cast<CuDevicePtr>(4 * phase_table_words * number);
    unsigned step = 0;
    void* arguments[] = {&table, &step, &sums_};
    return launch(kernels_[w], 1, 32, 0, arguments, "launching the probe");
  }

  // Without a profiler around it, which would hide a fault.
  bool once() { return launch_one(0, 0) && launch_one(1, 0) && wait("the probe"); }

  // The counters of one launch; where they cannot be read why_ says so, and the rest is left out.
  bool read(std::size_t w, int number, const std::vector<std::string>& counters, std::array<double, 2>& out) {
    std::vector<std::string> unknown;
    bool launched = true;
    const auto launch = [&] {
      launched = launch_one(w, number);
      return launched;
    };
    const auto counted = read_counters(device_.context, counters, launch, why_, &unknown);
    if (!launched || !wait("counting")) return false;
    if (counted && !unknown.empty()) why_ = say("this GPU has no counter {}", unknown.front());
    if (!counted && why_.empty()) why_ = say("the counters cannot be read");
    if (!why_.empty()) return true;
    for (std::size_t o = 0; o < out.size(); ++o) out[o] = counted->at(counters[o]);
    return true;
  }

  // Whether the kernels do the accesses that their text says, no more and no less: else a count has no digits.
  bool accesses() {
    for (std::size_t w = 0; w < phase_widths.size() && why_.empty(); ++w) {
      std::array<double, 2> counts = {};
      if (!read(w, 0, access_counters(), counts)) return false;
      for (const double count : counts) {
        if (why_.empty() && count != static_cast<double>(phase_accesses(0)))
          why_ = say("the kernel made {} {access|accesses}, not {}", whole(count), phase_accesses(0));
      }
    }
    return true;
  }

  bool count() {
    if (!why_.empty()) return true;
    const double limit = request_.seconds > RunRequest{}.seconds ? request_.seconds : default_seconds;
    const auto begin = Clock::now();
    auto told = begin - std::chrono::seconds(1);
    for (int number = 0; number < phase_launches; ++number) {
      if (milliseconds_since(told) > 500) {
        told = Clock::now();
        context_.event("count", "pairs of lanes, " + std::to_string(number * phase_digits / 3) + " of " +
                                    std::to_string(phase_pairs));
      }
      if (milliseconds_since(begin) > 1000 * limit) {
        reason_ = say("it stopped after {} of {} {launch|launches}, at its limit of time", number, phase_launches);
        return true;
      }
      for (std::size_t w = 0; w < phase_widths.size(); ++w) {
        if (cancelled()) return false;
        std::array<double, 2> counts = {};
        if (!read(w, number, wavefront_counters(), counts)) return false;
        for (std::size_t o = 0; o < operations.size() && why_.empty(); ++o) {
          if (counts[o] < 0 || !read_phase_count(static_cast<std::uint64_t>(counts[o]), number, counted_[w][o]))
            why_ = say("a launch counted {} {wavefront|wavefronts}, which is no sum of its patterns", whole(counts[o]));
        }
        if (!why_.empty()) return true;
      }
    }
    return true;
  }

  const ProbePlan& plan_;
  std::array<CuHandle, 2> kernels_ = {};  // by width
  std::array<CuDevicePtr, 2> tables_ = {};
  CuDevicePtr sums_ = 0;
  PhaseCounts counted_ = uncounted();
  Message why_;     // nothing was measured; empty: it was
  Message reason_;  // not all was
};

}  // namespace

Outcome run_phases(CudaDevice& device, const ProbePlan& plan, const RunRequest& request, const RunContext& context) {
  return PhaseRun(device, plan, request, context).run();
}

Json predicted_phases_json(const ProbePlan& plan, const Message& reason) { return phases_json(plan, nullptr, reason); }

}  // namespace stridescope::gpu
