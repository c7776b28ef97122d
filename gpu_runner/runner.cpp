// From a request to a result: evaluate the program, plan the kernel, run it on the device that was asked for, and put
// predictions beside what was measured.
#include "gpu_runner/runner.h"

#include <ctime>

#include "core/workspace/run_result.h"
#include "gpu_runner/faults.h"

namespace stridescope::gpu {
namespace {

std::string now() {
  const std::time_t t = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&t, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

// The program's kernel as a plan, or the error that is the answer.
struct Planned {
  std::optional<KernelPlan> plan;
  std::string name;
  Json error;
};

Planned plan(const RunRequest& request) {
  Workspace workspace;
  const Report& report =
      workspace.evaluate(request.program, request.teaching ? IntegerMode::teaching : IntegerMode::cute);
  const auto binding = kernel_binding(workspace, request.kernel);
  if (!binding) {
    // What is wrong with the program explains it better.
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

void add_counts(Json& predicted, const CopyPrediction& prediction) {
  for (const PredictedCount& c : prediction.counts) {
    predicted["counters"][std::string(c.counter)] = c.count;
    if (c.bound == CountBound::exact) continue;
    predicted["bounds"][std::string(c.counter)] = {{"as", name_of(c.bound)}, {"counter", c.beside}};
  }
  if (!prediction.missing.empty()) put(predicted, "not_predicted", prediction.missing);
}

Json predictions(const GemmPlan& plan) {
  Json out = {{"flops", plan.flops()}};
  add_counts(out, predict(plan));
  return out;
}

Json predictions(const CopyPlan& plan) {
  Json out = {{"bytes", plan.bytes_moved()}};
  add_counts(out, predict(plan));
  return out;
}

Json wrong_examples(const CopyPlan& plan, const std::vector<std::int64_t>& coordinates) {
  Json out = Json::array();
  for (const std::int64_t c : coordinates) {
    if (out.size() == max_wrong_told) break;
    const CopyOwners owners = copy_owners(plan, c);
    Json one = {{"coordinate", owners.coordinate}, {"tile", owners.tile}};
    const auto pairs = [](const std::vector<TvPair>& from) {
      Json list = Json::array();
      for (const TvPair& p : from) {
        if (list.size() == 4) break;
        list.push_back({{"thread", p.thread}, {"value", p.value}});
      }
      return list;
    };
    one["loaded_by"] = pairs(owners.load);
    one["stored_by"] = pairs(owners.store);
    out.push_back(std::move(one));
  }
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
    Json error = error_result("no_gpu", say("there is no GPU that this runner can use"),
                              say("device=reference proves it on the CPU"));
    put(error, "missing", missing);
    return {std::move(error), false};
  }
  if (context.cancelled()) return {cancelled_result(), false};
  if (auto ended = faults::begin(request, device != nullptr)) return std::move(*ended);
  Outcome out = device != nullptr ? run_cuda(*device, *planned.plan, request, context)
                                  : run_reference(*planned.plan, request, context);
  if (device == nullptr && out.result["status"] != "cancelled" && out.result["status"] != "error") {
    if (request.counters) put(out.result, "counters_missing", say("the reference device has none; they need a GPU"));
    if (request.trace) put(out.result["trace"], "missing", say("the reference device tells no time; it needs a GPU"));
    if (request.device == "auto") {
      put(out.result, "missing", missing);
      KernelText kernel = cuda_text(*planned.plan);
      if (request.trace) kernel.text += trace_text(*planned.plan);
      if (auto compiled = compile_only(kernel, request)) out.result["compiled"] = std::move(*compiled);
    }
  }
  const std::string status = fields::text(out.result, "status").value_or("");
  if (status == "ok" || status == "wrong") {
    // The same word that whoever reads it comes to.
    Json known = {{"status", status}, {"verify", fields::part(out.result, "verify")}};
    known["verify"].erase("examples");
    if (fields::has(out.result, "probe"))
      known["probe"] = {{"verdict", fields::words(fields::part(out.result, "probe"), "verdict")}};
    if (known["verify"].empty()) known.erase("verify");
    if (const auto value = JsonValue::parse(fields::printed(known))) out.result["verified"] = verified_word(*value);
  }
  if (request.trace && status == "ok" && !out.result.contains("trace")) {
    put(out.result["trace"], "missing", say("copies and products of matrices are traced; this kernel has no tiles"));
  }
  if (request.text) out.result["cuda"] = cuda_text(*planned.plan).text;
  out.result["kernel"] = planned.name;
  out.result["date"] = now();
  return out;
}

Json capabilities() {
  std::vector<Message> missing;
  CudaDevice* device = cuda_device(missing);
  Json out = {{"status", "ok"}, {"protocol", protocol_version}, {"version", version}, {"reference", true}};
  if (device != nullptr) out["gpu"] = describe(*device);
  put(out, "missing", missing);
  return out;
}

}  // namespace stridescope::gpu
