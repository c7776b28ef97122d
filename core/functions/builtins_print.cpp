// CuTe's printing functions: their output is a text value of the language.
#include "core/functions/builtin.h"
#include "core/render/cute/cute_print.h"

namespace stridescope {
namespace {

Value printed(const Call& c, Result<std::string> text) {
  if (text) return Text{std::move(*text)};
  return c.fail(text.error());
}

// An atom stands for its tiling.
template <class Print>
Value pictured(const Call& c, Print&& print) {
  const Value& value = c.args[0];
  if (const auto* mma = value.as<TiledMma>()) return printed(c, print(*mma));
  if (const auto* thread = value.as<ThrMma>()) return printed(c, print(thread->tiled));
  if (const auto* copy = value.as<TiledCopy>()) return printed(c, print(*copy));
  if (const auto* thread = value.as<ThrCopy>()) return printed(c, print(thread->tiled));
  const auto* atom = value.as<MmaAtom>();
  if (atom == nullptr) return printed(c, print(value));
  const IntTuple ones = repeat(c.arith, IntTuple(static_int(1)), 3);
  const TiledMma mma = make_tiled_mma(c.arith, *atom, make_layout(c.arith, ones), {});
  return c.arith.failed() ? Value(static_int(0)) : printed(c, print(mma));
}

}  // namespace

Value builtin_print_layout(const Call& c) { return printed(c, print_layout(c.args[0], c.arith.budget())); }
Value builtin_print_tensor(const Call& c) {
  const auto* tensor = c.args[0].as<Tensor>();
  return tensor == nullptr ? c.wrong(0, term("a tensor")) : printed(c, print_tensor(*tensor, c.arith.budget()));
}
Value builtin_print_latex(const Call& c) {
  return pictured(c, [&](const auto& value) { return print_latex(value, c.arith.budget()); });
}
Value builtin_print_svg(const Call& c) {
  return pictured(c, [&](const auto& value) { return print_svg(value, c.arith.budget()); });
}
Value builtin_print_latex_tv(const Call& c) {
  const auto* tensor = c.args[0].as<Tensor>();
  if (tensor == nullptr) return c.wrong(0, term("a tensor (thread, value) -> coordinate"));
  return printed(c, print_latex_tv(*tensor, c.shape(1), c.arith.budget()));
}

}  // namespace stridescope
