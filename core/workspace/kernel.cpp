// The plan of a kernel value, its text with the mode of each byte, and its predicted counts; the binding is given by
// name or index.
#include "core/workspace/kernel.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void write_prediction(JsonWriter& json, const CopyPrediction& prediction) {
  json.objects("predicted", prediction.counts, [&](const PredictedCount& c) {
    json.field("counter", c.counter);
    json.field("meaning", c.meaning.id);
    json.field("count", c.count);
  });
  if (!prediction.missing.empty()) json.field("not_predicted", english(prediction.missing));
}

// The descriptors of a kernel, in the order of its parameters.
template <class Plan>
std::vector<const TmaAtom*> maps_of(const Plan& plan) {
  std::vector<const TmaAtom*> out;
  if constexpr (requires { plan.tma_load; }) {
    for (const auto* const side : {&plan.tma_load, &plan.tma_store}) {
      if (*side) out.push_back(&(*side)->atom);
    }
  }
  if constexpr (requires { plan.tma_a; }) {
    if (plan.path != Plan::Path::tma) return out;
    out.push_back(&plan.tma_a.atom);
    out.push_back(&plan.tma_b.atom);
    if (plan.boxed) out.push_back(&plan.boxed->atom);
  }
  return out;
}

// The tensor map of an atom in words (core/machine/tensor_words.h).
void write_map(JsonWriter& json, const TmaAtom& atom) {
  std::string extents, strides;
  for (std::size_t i = 0; i < atom.extents.size(); ++i) {
    const char* const comma = i == 0 ? "" : ",";
    append_all(extents, comma, atom.extents[i]);
    append_all(strides, comma, i == 0 ? 1 : atom.stride_bytes[i - 1] * 8 / atom.element_bits);
  }
  json.open_object();
  json.field("type", cat(atom.element_bits == 8 ? 'u' : 'f', atom.element_bits));
  json.field("layout", cat('(', extents, "):(", strides, ')'));
  json.field("map", map_words(atom));
  json.close_object();
}

// The element type of the PTX machine (core/trace/kernel_argument.h); empty for types below a byte.
std::string machine_type(const DataType& type) {
  constexpr std::pair<std::string_view, std::string_view> names[] = {
      {"half_t", "f16"}, {"bfloat16_t", "bf16"}, {"float", "f32"}, {"double", "f64"}};
  for (const auto& [name, known] : names) {
    if (type.name == name) return std::string(known);
  }
  return type.bits % 8 != 0 ? "" : cat(type.floating || type.name.starts_with('u') ? 'u' : 'i', type.bits);
}

// "f16:(64,32):(40,1)"; the type is empty if it is not one of the machine's.
std::string memory_word(const AnyLayout& layout, const std::string& type) {
  return cat(type, ':', to_text(layout, IntegerMode::teaching));
}

// The tensors of the pointer arguments, in order, as far as they are known.
template <class Plan>
std::vector<std::string> tensors_of(const Plan& plan) {
  std::vector<std::string> out;
  if constexpr (requires { plan.kernel.src; }) {
    const std::string type = machine_type(plan.kernel.type);
    out.push_back(memory_word(plan.kernel.src, type));
    if constexpr (requires { plan.integers; })
      out.push_back(memory_word(plan.kernel.dst, plan.integers ? "i32" : "f32"));
    else
      out.push_back(memory_word(plan.kernel.dst, type));
  }
  if constexpr (requires { plan.tma_a; }) {
    const GemmKernel& kernel = plan.kernel;
    if (plan.path == Plan::Path::threads) {
      out.push_back(memory_word(kernel.a, machine_type(plan.math.a.type)));
      out.push_back(memory_word(kernel.b, machine_type(plan.math.b.type)));
    }
    if (!plan.boxed) out.push_back(memory_word(kernel.c, machine_type(kernel.type_c)));
  }
  return out;
}

// The tiles in dynamic shared memory, stage by stage, after their offset in bytes: "+4096=f16:(64,32):(40,1)".
template <class Plan>
std::vector<std::string> tiles_of(const Plan& plan) {
  std::vector<std::string> out;
  const auto add = [&](std::int64_t begin, const std::optional<AnyLayout>& layout, const DataType& type) {
    const std::string name = machine_type(type);
    if (layout && !name.empty()) out.push_back(cat(begin == 0 ? "" : cat('+', begin), '=', memory_word(*layout, name)));
  };
  if constexpr (requires { plan.kernel.smem; }) {
    for (std::int64_t i = 0; i < plan.stages; ++i) add(i * plan.stage_bytes, plan.kernel.smem, plan.type);
  } else if constexpr (requires { plan.tma_a; }) {
    for (std::int64_t i = 0; i < plan.stages; ++i) {
      add(i * plan.stage_bytes, plan.math.tile.smem_a, plan.math.a.type);
      add(i * plan.stage_bytes + plan.offset_b(), plan.math.tile.smem_b, plan.math.b.type);
    }
  }
  return out;
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
  for (const TmaAtom* const atom : plan.visit([](const auto& one) { return maps_of(one); })) write_map(json, *atom);
  json.close_array();
  json.strings("tensors", plan.visit([](const auto& one) { return tensors_of(one); }));
  json.strings("tiles", plan.visit([](const auto& one) { return tiles_of(one); }));
  json.objects("modes", kernel.modes, [&](const KernelTextMode& m) {
    json.field("begin", m.begin);
    json.field("end", m.end);
    json.field("mode", m.mode);
  });
  if (const auto prediction = predict(plan)) write_prediction(json, *prediction);
  json.close_object();
  return out;
}

}  // namespace

Result<KernelPlan> kernel_plan(const Workspace& workspace, int binding) {
  const auto bound = workspace.bound(binding);
  if (!bound) return failure(bound.error());
  return plan_kernel((*bound)->value);
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
