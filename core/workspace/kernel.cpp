// The plan of a kernel value, its text with the mode of each byte, and its predicted counts; the binding is given by
// name or index.
#include "core/workspace/kernel.h"

#include <algorithm>

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

// The descriptors of a kernel, in the order of its parameters.
template <class Plan>
std::vector<TensorMapRequest> maps_of(const Plan& plan) {
  std::vector<TensorMapRequest> out;
  if constexpr (requires { plan.tma_load; }) {
    for (const auto* const side : {&plan.tma_load, &plan.tma_store}) {
      if (*side) out.push_back(tensor_map_of((*side)->atom));
    }
  }
  if constexpr (requires { plan.tma_a; }) {
    if (plan.path != Plan::Path::tma) return out;
    out.push_back(tensor_map_of(plan.tma_a.atom));
    out.push_back(tensor_map_of(plan.tma_b.atom));
    if (plan.boxed) out.push_back(tensor_map_of(plan.boxed->atom));
  }
  return out;
}

// A tensor map in words (core/machine/tensor_words.h).
void write_map(JsonWriter& json, const TensorMapRequest& map) {
  constexpr std::string_view types[] = {"u8", "f16", "f32", "f32", "f64"};
  constexpr std::string_view swizzles[] = {"", "@sw32", "@sw64", "@sw128", ""};
  const auto type = static_cast<std::size_t>(map.type.value);
  std::string extents, strides, box;
  for (std::size_t i = 0; i < map.extents.size(); ++i) {
    const char* const comma = i == 0 ? "" : ",";
    append_all(extents, comma, map.extents[i]);
    append_all(strides, comma, i == 0 ? 1 : map.strides[i - 1] / (type == 0 ? 1 : 1 << std::min(type, std::size_t{3})));
    append_all(box, comma, map.box[i]);
  }
  json.open_object();
  json.field("type", types[type]);
  json.field("layout", cat('(', extents, "):(", strides, ')'));
  json.field("map", cat("box(", box, ')', swizzles[static_cast<std::size_t>(map.swizzle.value)]));
  json.close_object();
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
  json.key("maps");
  json.open_array();
  for (const TensorMapRequest& map : plan.visit([](const auto& one) { return maps_of(one); })) write_map(json, map);
  json.close_array();
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
