// Builtins for kernels: values from which code generation and the runner make CUDA.
#include <algorithm>

#include "core/algebra/leaves.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/kernel_plan.h"
#include "core/kernels/reduce/reduce_kernel.h"
#include "core/tiled/tma.h"

namespace stridescope {
namespace {

// A tuple of integers, layouts and tuples of them as a tiler; empty for other values.
std::optional<Tiler> tiler_of(const Value& value) {
  if (const auto* tuple = value.as<IntTuple>()) {
    Arith arith;
    return Tiler::from(with_static_integers(arith, *tuple));
  }
  if (const auto* layout = value.as<Layout>()) {
    Arith arith;
    return Tiler(with_static_integers(arith, LayoutRef(*layout)));
  }
  const auto* modes = value.as<ValueTuple>();
  if (modes == nullptr) return std::nullopt;
  std::vector<Tiler> out;
  for (const Value& mode : modes->modes) {
    auto tiler = tiler_of(mode);
    if (!tiler) return std::nullopt;
    out.push_back(std::move(*tiler));
  }
  return Tiler(std::move(out));
}

bool has_extents(const Tiler& tile) {
  if (const auto* modes = tile.modes()) return std::all_of(modes->begin(), modes->end(), has_extents);
  return tile.layout() != nullptr || tile.is_any() || tile.integer().value > 0;
}

void read_option(const Call& c, std::string_view name, const Value& value, CopyKernelOptions& options) {
  if (name == "dtype") {
    const auto* type = value.as<Text>();
    auto found =
        type != nullptr ? find_type(type->text) : failure(ErrorCode::arguments, say("the value is not a text"));
    if (found) {
      options.type = std::move(*found);
      return;
    }
    c.arith.fail(ErrorCode::arguments, say("{}: dtype must be the name of an element type in quotes", c.name),
                 type != nullptr ? found.error().hint : say("for example dtype=\"half_t\""));
  } else if (name == "tile") {
    options.tile = tiler_of(value);
    if (!options.tile)
      c.arith.fail(ErrorCode::arguments, say("{}: tile must be the shape of a tile", c.name),
                   say("for example tile=(64,64)"));
    else if (!has_extents(*options.tile))
      c.arith.fail(ErrorCode::arguments, say("{}: each extent of a tile must be positive", c.name),
                   say("for example tile=(64,64)"));
  } else if (name == "bytes") {
    const Int* bytes = value.integer();
    if (bytes == nullptr || bytes->value < 1 || bytes->value > 16 || (bytes->value & (bytes->value - 1)) != 0) {
      c.arith.fail(ErrorCode::arguments,
                   say("{}: bytes must be the width of the widest access: 1, 2, 4, 8 or 16", c.name));
      return;
    }
    options.access_bytes = static_cast<int>(bytes->value);
  } else if (name == "stages") {
    const Int* stages = value.integer();
    if (stages == nullptr || stages->value < 1 || stages->value > max_kernel_stages) {
      c.arith.fail(ErrorCode::arguments,
                   say("{}: stages must be the number of tiles of shared memory, 1 to {}", c.name, max_kernel_stages));
      return;
    }
    options.stages = static_cast<int>(stages->value);
  } else if (name == "persistent" || name == "turn") {
    const Int* flag = value.integer();
    if (flag == nullptr || flag->value < 0 || flag->value > 1) {
      c.arith.fail(ErrorCode::arguments, say("{}: {} must be 0 or 1", c.name, name));
      return;
    }
    (name == "turn" ? options.turn : options.persistent) = flag->value == 1;
  } else {
    c.arith.fail(ErrorCode::arguments, say("{} does not have option '{}'", c.name, name),
                 name == "smem"
                     ? say("the tile in shared memory is the fourth argument: {}(src, dst, via, smem)", c.name)
                     : say("its options are dtype, tile, bytes, stages, persistent, turn"));
  }
}

std::optional<CopyVia> via_of(const Value& value) {
  if (const auto* copy = value.as<TiledCopy>()) return CopyVia{*copy, {}};
  if (const auto* thread = value.as<ThrCopy>()) return CopyVia{thread->tiled, {}};
  if (const auto* tv = value.as<Layout>()) return CopyVia{std::nullopt, *tv};
  if (const auto* word = value.as<Text>(); word != nullptr && word->text == "tma") return CopyVia{{}, {}, true};
  return std::nullopt;
}

AnyLayout memory(const Call& c, std::size_t i, const Value& value) {
  if (auto layout = memory_layout(value)) return *std::move(layout);
  c.wrong(i, term("a layout or a tensor"));
  return Layout{};
}

// Reads an option of reductions; false for an option of copies.
bool read_option(const Call& c, const KernelOption& option, ReduceKernel& kernel) {
  if (option.name == "combine") {
    const auto* word = option.value.as<Text>();
    if (word == nullptr || (word->text != "shuffle" && word->text != "shared"))
      c.arith.fail(ErrorCode::arguments, say("{}: combine must be \"shuffle\" or \"shared\"", c.name));
    else
      kernel.combine = word->text == "shuffle" ? Combine::shuffle : Combine::shared;
    return true;
  }
  if (option.name == "split") {
    const Int* split = option.value.integer();
    if (split == nullptr || split->value < 1 || split->value > max_reduce_split)
      c.arith.fail(ErrorCode::arguments,
                   say("{}: split must be the number of blocks that share the tiles of a sum, 1 to {}", c.name,
                       max_reduce_split));
    else
      kernel.split = split->value;
    return true;
  }
  if (option.name == "dtype" || option.name == "tile" || option.name == "bytes") return false;
  c.arith.fail(ErrorCode::arguments, say("{} does not have option '{}'", c.name, option.name),
               say("its options are dtype, tile, bytes, combine, split"));
  return true;
}

// Objects in options could nest without limit; copy atoms hold no values.
bool has_object(const Value& value) {
  if (value.is<CopyAtom>() || value.is<TmaAtom>()) return false;
  if (std::holds_alternative<Object>(static_cast<const Value::variant&>(value))) return true;
  const auto* modes = value.as<ValueTuple>();
  if (modes == nullptr) return false;
  for (const Value& mode : modes->modes) {
    if (has_object(mode)) return true;
  }
  return false;
}

// A plan inspects the elements of a tile, at most 2^20: some milliseconds.
constexpr std::uint64_t planning_work = 200'000;

}  // namespace

Value planned_kernel(const Call& c, Value kernel) {
  if (!c.charge(planning_work)) return static_int(0);
  const auto plan = plan_kernel(kernel);
  if (!plan) return c.fail(plan.error());
  if (const auto [why, names_function] = refusal(*plan); !why.empty())
    return c.fail(ErrorCode::unsupported, names_function ? why : say("{}: {}", c.name, why),
                  say("probes are generated for dp4a, mma.sync, wgmma, ldmatrix, stmatrix, cp.async and bulk copies, "
                      "sm70 to sm90"));
  return kernel;
}

Value builtin_option(const Call& c) {
  const auto* name = c.args[0].as<Text>();
  if (name == nullptr) return c.wrong(0, term("the name of an option in quotes"));
  if (has_object(c.args[1]))
    return c.wrong(1, term("an integer, a text, a layout, a copy atom, a TMA atom or a tuple of them"));
  return Object::make(KernelOption{name->text, c.args[1]});
}

Value builtin_copy_kernel(const Call& c) {
  CopyKernelOptions options;
  std::vector<const Value*> plain;
  for (const Value& arg : c.args) {
    if (const auto* option = arg.as<KernelOption>()) {
      read_option(c, option->name, option->value, options);
    } else {
      plain.push_back(&arg);
    }
  }
  if (c.arith.failed()) return static_int(0);
  if (plain.size() < 3 || plain.size() > 4)
    return c.fail(ErrorCode::arguments,
                  say("{} takes src, dst, via and perhaps smem, not {} {argument|arguments}", c.name, plain.size()));
  const AnyLayout src = memory(c, 0, *plain[0]);
  const AnyLayout dst = memory(c, 1, *plain[1]);
  std::vector<CopyVia> via;
  const auto* pair = plain[2]->as<ValueTuple>();
  if (pair != nullptr && pair->modes.size() == 2) {
    for (const Value& one : pair->modes) {
      if (auto v = via_of(one)) via.push_back(std::move(*v));
    }
  } else if (auto v = via_of(*plain[2])) {
    via.push_back(std::move(*v));
  }
  if (via.empty() || (pair != nullptr && via.size() != 2)) {
    return c.wrong(2,
                   term("a TiledCopy, a layout (thread, value) -> element, \"tma\", or a pair (into shared memory, out "
                        "of it)"));
  }
  std::optional<AnyLayout> smem;
  if (plain.size() > 3) smem = memory(c, 3, *plain[3]);
  if (c.arith.failed()) return static_int(0);
  if (via.size() == 2 && !smem)
    return c.fail(ErrorCode::arguments, say("{}: two partitions need a tile in shared memory between them", c.name),
                  say("copy_kernel(src, dst, (load, store), smem)"));
  if (!smem && via.front().tma)
    return c.fail(ErrorCode::arguments, say("{}: the copy engine copies into and out of shared memory", c.name),
                  say("pass the shared memory layout of the tile: copy_kernel(src, dst, \"tma\", smem)"));
  CopyKernel kernel = make_copy_kernel(c.arith, src, dst, via, smem ? &*smem : nullptr, options);
  if (c.arith.failed()) return static_int(0);
  return planned_kernel(c, Object::make(std::move(kernel)));
}

Value builtin_reduce_kernel(const Call& c) {
  CopyKernelOptions options;
  ReduceKernel more;
  std::vector<const Value*> plain;
  for (const Value& arg : c.args) {
    const auto* option = arg.as<KernelOption>();
    if (option == nullptr) {
      plain.push_back(&arg);
    } else if (!read_option(c, *option, more)) {
      read_option(c, option->name, option->value, options);
    }
  }
  if (c.arith.failed()) return static_int(0);
  if (plain.size() != 3)
    return c.fail(ErrorCode::arguments,
                  say("{} takes src, dst and via, not {} {argument|arguments}", c.name, plain.size()));
  const AnyLayout src = memory(c, 0, *plain[0]);
  const AnyLayout dst = memory(c, 1, *plain[1]);
  const auto via = via_of(*plain[2]);
  if (c.arith.failed()) return static_int(0);
  if (!via || via->tma) return c.wrong(2, term("a TiledCopy or a layout (thread, value) -> element"));
  ReduceKernel kernel = make_reduce_kernel(c.arith, src, dst, *via, options);
  if (c.arith.failed()) return static_int(0);
  kernel.combine = more.combine;
  kernel.split = more.split;
  return planned_kernel(c, Object::make(std::move(kernel)));
}

}  // namespace stridescope
