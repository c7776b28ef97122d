// Evaluates the layouts of a tensor map; core/machine/tensor_words.h reads its words.
#include "core/cli/tensor_argument.h"

#include <vector>

#include "core/base/text.h"
#include "core/machine/tensor_words.h"
#include "core/tiled/tma.h"
#include "core/workspace/diagnostics.h"
#include "core/workspace/workspace.h"

namespace stridescope::cli {
namespace {

// Value of a program of one expression.
Result<Value> value_of(const std::string& program) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, IntegerMode::teaching);
  if (!report.bindings.empty() && first_failure(report) == nullptr) return report.bindings.back().value;
  if (const Diagnostic* wrong = first_failure(report))
    return failure(ErrorCode::arguments, wrong->message, wrong->hint);
  return failure(ErrorCode::arguments, say("'{}' is not a value", program));
}

// The box and the swizzle of an atom as words.
std::string words_of(const TmaAtom& atom) {
  std::string out;
  for (const std::int64_t extent : atom.box) append_all(out, out.empty() ? "box(" : ",", extent);
  const SwizzleMode mode = atom.swizzle;
  return cat(out, ')',
             mode == SwizzleMode::b32    ? "@sw32"
             : mode == SwizzleMode::b64  ? "@sw64"
             : mode == SwizzleMode::b128 ? "@sw128"
                                         : "");
}

}  // namespace

Result<machine::TensorMap> tensor_argument(std::string_view type, const std::string& layout, const std::string& words) {
  const auto value = value_of(layout);
  if (!value) return failure(value.error());
  const auto* tensor = value->as<Layout>();
  if (tensor == nullptr || tensor->depth() > 1 || tensor->stride.ref().has_basis())
    return failure(ErrorCode::arguments, say("{} is not the layout of a tensor map", layout),
                   say("expected 1 to 5 modes that are not nested"));
  std::vector<machine::TensorDimension> modes;
  for (int i = 0; i < tensor->rank(); ++i)
    modes.push_back({(tensor->shape.is_tuple() ? tensor->shape[i] : tensor->shape.ref()).integer().value,
                     (tensor->stride.is_tuple() ? tensor->stride[i] : tensor->stride.ref()).integer().value});
  const bool whole = words.find('(') != std::string::npos && words.find("box(") == std::string::npos &&
                     words.find("image(") == std::string::npos;
  if (!whole) {
    machine::sort_dimensions(modes);
    return machine::tensor_map_of(type, modes, layout, words);
  }
  const auto made = value_of(
      cat("make_tma_atom(SM90_TMA_LOAD, ", layout, ", ", words, ", \"", machine::cutlass_element(type), "\")"));
  if (!made) return failure(made.error());
  const auto* atom = made->as<TmaAtom>();
  if (atom == nullptr) return failure(ErrorCode::arguments, say("{} is not a layout of shared memory", words));
  std::vector<machine::TensorDimension> ordered;
  for (const int mode : atom->modes) ordered.push_back(modes[static_cast<std::size_t>(mode)]);
  return machine::tensor_map_of(type, ordered, layout, words_of(*atom));
}

}  // namespace stridescope::cli
