// Turns a request into a result: evaluates the program, plans the kernel, runs it on the requested device, and adds the
// predictions to the measurements.
#include "gpu_runner/runner.h"

#include <algorithm>
#include <ctime>
#include <tuple>

#include "gpu_runner/faults.h"

namespace stridescope::gpu {
namespace {

// The program's kernel as a plan, or the error to answer with.
struct Planned {
  std::optional<KernelPlan> plan;
  std::string name;
  RunResult error;
};

Planned plan(const RunRequest& request) {
  Workspace workspace;
  const Report& report =
      workspace.evaluate(request.program, request.teaching ? IntegerMode::teaching : IntegerMode::cute);
  const auto binding = kernel_binding(workspace, request.kernel);
  if (!binding) {
    // An error of the program explains the failure better.
    for (const Diagnostic& d : report.diagnostics) {
      if (d.severity == Severity::error) return {{}, {}, error_result(code_name(d.code), d.message, d.hint)};
    }
    return {{}, {}, error_result(binding.error())};
  }
  auto made = kernel_plan(workspace, *binding);
  if (!made) return {{}, {}, error_result(made.error())};
  const ReportBinding& b = report.bindings[static_cast<std::size_t>(*binding)];
  return {std::move(*made), b.name.empty() ? b.source : b.name, {}};
}

}  // namespace

void add_counts(RunPrediction& predicted, const CopyPrediction& prediction) {
  for (const PredictedCount& c : prediction.counts) {
    predicted.counters.emplace_back(c.counter, c.count);
    if (c.bound != CountBound::exact)
      predicted.bounds.emplace_back(c.counter, RunBound{c.bound, std::string(c.beside)});
  }
  predicted.not_predicted = prediction.missing;
}

RunPrediction predictions(const GemmPlan& plan) {
  RunPrediction out;
  out.flops = plan.flops();
  add_counts(out, predict(plan));
  return out;
}

RunPrediction predictions(const CopyPlan& plan) {
  RunPrediction out;
  out.bytes = plan.bytes_moved();
  add_counts(out, predict(plan));
  return out;
}

std::vector<WrongElement> wrong_examples(const CopyPlan& plan, const std::vector<std::int64_t>& coordinates) {
  std::vector<WrongElement> out;
  for (const std::int64_t c : coordinates) {
    if (out.size() == max_wrong_examples) break;
    const CopyOwners owners = copy_owners(plan, c);
    const auto pairs = [](const std::vector<TvPair>& from) {
      std::vector<ElementHolder> list;
      for (const TvPair& p : from) {
        if (list.size() == 4) break;
        list.push_back({static_cast<std::uint64_t>(p.thread), static_cast<std::uint64_t>(p.value)});
      }
      return list;
    };
    out.push_back({owners.coordinate, owners.tile, pairs(owners.load), pairs(owners.store)});
  }
  return out;
}

void add_elements(RunVerify& verify, const std::vector<std::int64_t>& extents,
                  const std::vector<std::int64_t>& coordinates, ProductOrigins origins) {
  WrongElements& out = verify.elements.emplace();
  out.extents.assign(extents.begin(), extents.end());
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const bool known = i < origins.from.size();
    out.add(coordinates[i], known ? origins.from[i] : WrongElements::unknown);
    if (known && i < verify.examples.size()) verify.examples[i].origin = out.coordinate(origins.from[i]);
  }
  verify.cause = std::move(origins.cause);
  out.rest += *verify.wrong - coordinates.size();
}

void add_elements(RunVerify& verify, const CopyPlan& plan, const std::vector<std::int64_t>& wrong,
                  const std::vector<std::int64_t>& candidates, const CopiedElements& elements) {
  // The number of an element's tile, without the tile's own order.
  const auto tile_of = [&](std::int64_t c) {
    std::int64_t out = 0;
    for (std::size_t m = 0; m < plan.extents.size(); ++m) {
      out = out * (plan.extents[m] / plan.tile[m] + 1) + c % plan.extents[m] / plan.tile[m];
      c /= plan.extents[m];
    }
    return out;
  };
  struct Known {
    std::int64_t tile, element;
    std::uint64_t bits;
    bool operator<(const Known& o) const { return std::tie(tile, bits, element) < std::tie(o.tile, o.bits, o.element); }
  };
  std::vector<Known> known;
  for (const std::int64_t c : candidates) known.push_back({tile_of(c), c, elements.source(c)});
  std::sort(known.begin(), known.end());
  WrongElements& out = verify.elements.emplace();
  out.extents.assign(plan.extents.begin(), plan.extents.end());
  verify.examples = wrong_examples(plan, wrong);
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    std::int64_t from = WrongElements::nothing;
    if (elements.written(wrong[i])) {
      from = WrongElements::unknown;
      const Known wanted = {tile_of(wrong[i]), -1, elements.destination(wrong[i])};
      const auto at = std::upper_bound(known.begin(), known.end(), wanted);
      const auto fits = [&](auto one) {
        return one != known.end() && one->tile == wanted.tile && one->bits == wanted.bits;
      };
      if (fits(at) && !fits(at + 1)) from = at->element;
    }
    out.add(wrong[i], from);
    if (i < verify.examples.size() && from >= 0) verify.examples[i].origin = out.coordinate(from);
  }
  out.rest += *verify.wrong - wrong.size();
}

RunDevice reference_device() {
  RunDevice out;
  out.kind = "reference";
  out.name = english(say("the CPU, thread by thread: it verifies results but measures no times"));
  return out;
}

RunResult begun(RunDevice device) {
  RunResult out;
  out.device = std::move(device);
  return out;
}

RunVerify verified_by(std::string_view by, std::int64_t checked, std::int64_t wrong) {
  RunVerify out;
  out.by = by;
  out.checked = static_cast<std::uint64_t>(checked);
  out.wrong = static_cast<std::uint64_t>(wrong);
  return out;
}

Outcome run_reference(const KernelPlan& plan, const RunRequest& request, const RunContext& context) {
  return plan.visit([&](const auto& one) { return run_reference(one, request, context); });
}

Outcome serve(const RunRequest& request, const RunContext& context) {
  context.event("evaluate", "evaluating the program");
  Planned planned = plan(request);
  if (!planned.plan) return {std::move(planned.error), false};
  std::vector<Message> missing;
  CudaDevice* device = request.device == "reference" ? nullptr : cuda_device(missing);
  if (device == nullptr && request.device == "gpu") {
    RunResult error =
        error_result("no_gpu", say("this runner found no usable GPU"), say("device=reference verifies it on the CPU"));
    error.missing = std::move(missing);
    return {std::move(error), false};
  }
  if (context.cancelled()) return {cancelled_result(), false};
  if (auto ended = faults::begin(request, device != nullptr)) return std::move(*ended);
  Outcome out = device != nullptr ? run_cuda(*device, *planned.plan, request, context)
                                  : run_reference(*planned.plan, request, context);
  RunResult& result = out.result;
  if (device == nullptr && result.ran()) {
    if (request.counters) result.counters_missing = say("the reference device has no counters; they need a GPU");
    if (request.trace)
      result.trace.emplace().missing = say("the reference device does not measure times; that needs a GPU");
    if (request.device == "auto") {
      result.missing = std::move(missing);
      KernelText kernel = cuda_text(*planned.plan);
      if (request.trace) kernel.text += trace_text(*planned.plan);
      result.compiled = compile_only(kernel, request);
    }
  }
  if (result.ran()) result.verified = verified_of(result);
  if (request.trace && result.status == RunStatus::ok && !result.trace)
    result.trace.emplace().missing = say("only copies and matrix products are traced; this kernel has no tiles");
  if (request.text) result.cuda = cuda_text(*planned.plan).text;
  result.kernel = planned.name;
  result.date = in_utc(std::time(nullptr));
  return out;
}

RunResult capabilities() {
  RunResult out;
  CudaDevice* device = cuda_device(out.missing);
  out.protocol = protocol_version;
  out.version = version;
  out.reference = true;
  if (device != nullptr) out.gpu = describe(*device);
  return out;
}

}  // namespace stridescope::gpu
