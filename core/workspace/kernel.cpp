// The plan of a kernel value, its text with the mode of each byte, and its predicted counts; the binding is given by
// name or index.
#include "core/workspace/kernel.h"

#include "core/base/json.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

void write_prediction(JsonWriter& json, const CopyPrediction& prediction) {
  json.key("predicted");
  json.open_array();
  for (const PredictedCount& c : prediction.counts) {
    json.open_object();
    json.field("counter", c.counter);
    json.field("meaning", c.meaning.id);
    json.field("count", c.count);
    json.close_object();
  }
  json.close_array();
  if (!prediction.missing.empty()) json.field("not_predicted", english(prediction.missing));
}

std::string text_json(const KernelPlan& plan) {
  const KernelText kernel = cuda_text(plan);
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.field("name", kernel.name);
  json.field("blocks", kernel.blocks);
  json.field("threads", kernel.threads);
  json.field("shared_bytes", kernel.shared_bytes);
  json.field("needs", kernel.needs);
  json.field("text", kernel.text);
  json.key("modes");
  json.open_array();
  for (const KernelTextMode& m : kernel.modes) {
    json.open_object();
    json.field("begin", m.begin);
    json.field("end", m.end);
    json.field("mode", m.mode);
    json.close_object();
  }
  json.close_array();
  if (const auto prediction = predict(plan)) write_prediction(json, *prediction);
  json.close_object();
  return out;
}

}  // namespace

Result<KernelPlan> kernel_plan(const Workspace& workspace, int binding) {
  const auto& bindings = workspace.report().bindings;
  if (binding < 0 || static_cast<std::size_t>(binding) >= bindings.size()) {
    return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  }
  return plan_kernel(bindings[static_cast<std::size_t>(binding)].value);
}

Result<int> kernel_binding(const Workspace& workspace, std::string_view name) {
  const auto& bindings = workspace.report().bindings;
  for (int i = static_cast<int>(bindings.size()); i-- > 0;) {
    const ReportBinding& b = bindings[static_cast<std::size_t>(i)];
    if (name.empty() ? is_kernel(b.value) : b.name == name) return i;
  }
  if (name.empty()) {
    return failure(ErrorCode::unknown_name, say("the program does not contain a kernel value"),
                   say("make one with copy_kernel(src, dst, via)"));
  }
  return failure(ErrorCode::unknown_name, say("the program does not have a value '{}'", name));
}

Result<std::string> kernel_text(const Value& value, std::string_view format) {
  const auto plan = plan_kernel(value);
  if (!plan) return failure(plan.error());
  if (format == "cuda") return cuda_text(*plan).text;
  if (format == "cuda_standalone") return standalone_text(*plan);
  if (format == "cuda_json") return text_json(*plan);
  return failure(ErrorCode::arguments, say("unknown format '{}'", format),
                 say("use cuda, cuda_standalone or cuda_json"));
}

}  // namespace stridescope
