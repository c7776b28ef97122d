// Writes a sentence for a card without a picture: the kind of the value, and an expression that has a picture.
#include "core/workspace/no_picture.h"

#include <algorithm>
#include <bit>

#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/kernels/kernel_plan.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// 2^bits elements show every bit that the swizzle reads or changes.
constexpr int max_shown_bits = 12;

Message of_swizzle(const Swizzle& swizzle, IntegerMode mode) {
  const int bits =
      std::clamp(64 - std::countl_zero(static_cast<std::uint64_t>(swizzle.yyy() | swizzle.zzz())), 3, max_shown_bits);
  return say("a swizzle cannot be drawn without a layout; this can: {} o 0 o {}:1", to_text(Value(swizzle), mode),
             1 << bits);
}

bool is_shape(TupleRef shape) {
  if (shape.is_integer()) return shape.integer().value > 0;
  if (!shape.is_tuple() || shape.size() == 0) return false;
  for (const TupleRef mode : shape) {
    if (!is_shape(mode)) return false;
  }
  return true;
}

// A shape as a whole statement looks like an unfinished layout.
Message of_tuple(const ReportBinding& binding, const IntTuple& tuple) {
  const TupleRef shape = tuple.ref();
  const bool literal = binding.name.empty() && (binding.source[0] == '(' || binding.source[0] == '<');
  if (!literal || !shape.is_tuple() || shape.has_basis() || !is_shape(shape)) return {};
  return say("a shape alone cannot be drawn; a layout of it can: make_layout({})", binding.text);
}

}  // namespace

Message no_picture(const Workspace& workspace, int binding) {
  const auto views = workspace.views(binding);
  if (!views || !views->empty()) return {};
  const ReportBinding& b = workspace.report().bindings[static_cast<std::size_t>(binding)];
  if (const auto* swizzle = b.value.as<Swizzle>()) return of_swizzle(*swizzle, workspace.report().mode);
  if (const auto* tuple = b.value.as<IntTuple>()) return of_tuple(b, *tuple);
  if (b.value.is<ValueTuple>()) return say("a tiler cannot be drawn; each of its modes can");
  if (is_kernel(b.value)) return say("a probe cannot be drawn; its atom can, by its own name");
  if (domain_of(b.value) == nullptr) return {};
  const auto view = workspace.view(binding);
  const auto scene = view ? workspace.scene(binding, *view) : failure(view.error());
  return scene ? Message() : scene.error().message;
}

}  // namespace stridescope
