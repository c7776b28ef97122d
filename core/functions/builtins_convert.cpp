// Conversions of registers: the kernel, and its layout in shared memory.
#include "core/algebra/leaves.h"
#include "core/conversion/conversion.h"
#include "core/foreign/systems/linear.h"
#include "core/functions/builtin.h"
#include "core/kernels/convert/convert_kernel.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/kernel_plan.h"
#include "core/tiled/atom_rules.h"

namespace stridescope {
namespace {

// The registers as constants, as in a kernel.
AnyLayout registers(const Call& c, std::size_t i) {
  if (!c.is_layout(i)) {
    c.wrong(i, term("a layout (thread, value) -> element"));
    return Layout{};
  }
  AnyLayout out = c.any_layout(i);
  if (auto* plain = std::get_if<Layout>(&out)) return with_static_integers(c.arith, LayoutRef(*plain));
  return out;
}

DataType type_of(const Call& c, const Value* value) {
  const auto* name = value != nullptr ? value->as<Text>() : nullptr;
  auto found = find_type(name != nullptr ? name->text : value == nullptr ? "float" : "");
  if (found) return std::move(*found);
  c.arith.fail(ErrorCode::arguments, say("{}: dtype must be the name of an element type in quotes", c.name),
               say("for example dtype=\"half_t\""));
  return {};
}

}  // namespace

Value builtin_convert_kernel(const Call& c) {
  ConvertKernel out;
  const Value* type = nullptr;
  std::size_t layouts = 0;
  for (std::size_t i = 0; i < c.count(); ++i) {
    const auto* option = c.args[i].as<KernelOption>();
    if (option == nullptr) {
      if (layouts < 2) (layouts == 0 ? out.a : out.b) = registers(c, i);
      ++layouts;
      continue;
    }
    const auto* text = option->value.as<Text>();
    if (option->name == "dtype") {
      type = &option->value;
    } else if (option->name == "method" && text != nullptr && conversion_method_named(text->text)) {
      out.method = text->text;
    } else if (option->name == "method") {
      c.arith.fail(ErrorCode::arguments,
                   say("{}: method must be \"nothing\", \"registers\", \"shuffles\", \"shared\" or \"plain\"", c.name));
    } else {
      c.arith.fail(ErrorCode::arguments, say("{} does not have option '{}'", c.name, option->name),
                   say("its options are dtype and method"));
    }
  }
  if (c.arith.failed()) return static_int(0);
  if (layouts != 2)
    return c.fail(ErrorCode::arguments,
                  say("{} takes two layouts and options, not {} {layout|layouts}", c.name, layouts));
  out.type = type_of(c, type);
  if (c.arith.failed()) return static_int(0);
  return planned_kernel(c, Object::make(std::move(out)));
}

Value builtin_conversion_layout(const Call& c) {
  const AnyLayout a = registers(c, 0);
  const AnyLayout b = registers(c, 1);
  const DataType type = type_of(c, c.count() > 2 ? &c.args[2] : nullptr);
  if (c.arith.failed()) return static_int(0);
  const ConversionProblem problem = conversion_problem(c.arith, a, b, stored_bits(type));
  if (c.arith.failed()) return static_int(0);
  const auto trip = shared_trip(c.arith, problem);
  if (c.arith.failed() || !trip) return static_int(0);
  // For whole elements: the words of an element are adjacent in memory, in order.
  LinearMap map;
  for (std::size_t j = 0; j < trip->columns.size(); ++j) {
    const std::uint64_t pieces = static_cast<std::uint64_t>(problem.pieces);
    if ((std::uint64_t{1} << j) < pieces) continue;
    map.columns.push_back(trip->columns[j] / pieces);
    while (map.columns.back() >> map.out != 0) ++map.out;
  }
  map.in = {map.inputs()};
  LinearForm form = shortest_form(c.arith, map);
  if (c.arith.failed()) return static_int(0);
  return to_value(std::move(form.layout));
}

}  // namespace stridescope
