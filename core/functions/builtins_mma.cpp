// Builtins for matrix products and probes.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/mma/mma_kernel.h"

namespace stridescope {
namespace {

std::optional<CopyAtom> loading(const Value& value) {
  if (const auto* atom = value.as<CopyAtom>()) return *atom;
  if (const auto* copy = value.as<TiledCopy>()) return copy->atom;
  const auto* text = value.as<Text>();
  if (text == nullptr) return std::nullopt;
  auto found = find_copy(text->text);
  if (!found) return std::nullopt;
  return std::move(*found);
}

// One value for both operands, or a pair.
std::vector<const Value*> pair_of(const Value& value) {
  const auto* modes = value.as<ValueTuple>();
  std::vector<const Value*> out;
  if (modes == nullptr) return {&value, &value};
  for (const Value& mode : modes->modes) out.push_back(&mode);
  return out;
}

bool read_smem(const Call& c, const Value& value, MmaKernelOptions& options) {
  const auto pair = pair_of(value);
  for (const Value* one : pair) {
    if (auto layout = memory_layout(*one)) options.smem.push_back(std::move(*layout));
  }
  if (pair.size() == 2 && options.smem.size() == 2) return true;
  c.arith.fail(ErrorCode::arguments,
               say("{}: shared memory must be a pair of layouts, (M,K) of A and (N,K) of B", c.name),
               say("smem=(sA, sB)"));
  return false;
}

bool read_load(const Call& c, const std::vector<const Value*>& pair, MmaKernelOptions& options) {
  for (const Value* one : pair) {
    if (auto atom = loading(*one)) options.load.push_back(std::move(*atom));
  }
  if (pair.size() == 2 && options.load.size() == 2) return true;
  c.arith.fail(ErrorCode::arguments, say("{}: load must name the copy atoms from shared memory to registers", c.name),
               say("load=(\"SM75_U32x4_LDSM_N\", \"SM75_U32x4_LDSM_N\"), for A and B, or one for both"));
  return false;
}

// An integer, or a text with a number in the range of float: the language has no fractions.
std::optional<double> constant(const Value& value) {
  if (const Int* i = value.integer()) return static_cast<double>(i->value);
  const auto* text = value.as<Text>();
  if (text == nullptr || text->text.empty() || text->text.size() > 40) return std::nullopt;
  char* end = nullptr;
  const double out = std::strtod(text->text.c_str(), &end);
  const bool number = end == text->text.c_str() + text->text.size() && std::fabs(out) < 1e30;
  return number ? std::optional(out) : std::nullopt;
}

// "-1/3" becomes "-0.333333333"; empty if it is not a quotient of two numbers.
std::string quotient(const Value& value) {
  const auto* text = value.as<Text>();
  const std::size_t slash = text != nullptr ? text->text.find('/') : std::string::npos;
  if (slash == std::string::npos) return {};
  const auto above = constant(Text{text->text.substr(0, slash)});
  const auto below = constant(Text{text->text.substr(slash + 1)});
  if (!above || !below || *below == 0) return {};
  std::array<char, 40> out = {};
  std::snprintf(out.data(), out.size(), "%.9g", *above / *below);
  return out.data();
}

// Reads alpha, beta, bias or activation; false for another option.
bool read_epilogue(const Call& c, const KernelOption& option, Epilogue& epilogue) {
  const std::string_view name = option.name;
  if (name == "alpha" || name == "beta") {
    const auto number = constant(option.value);
    if (number) (name == "alpha" ? epilogue.alpha : epilogue.beta) = *number;
    if (!number) {
      const std::string meant = quotient(option.value);
      c.arith.fail(ErrorCode::arguments, say("{}: {} must be a number, a fraction in quotes", c.name, name),
                   meant.empty() ? say("for example {}=\"0.5\"", name) : say("write {}=\"{}\"", name, meant));
    }
    return true;
  }
  if (name == "bias") {
    epilogue.bias = memory_layout(option.value);
    if (!epilogue.bias)
      c.arith.fail(ErrorCode::arguments, say("{}: bias must be a layout (M,N) -> offset, like C", c.name),
                   say("for one number a column of 512 x 256: bias=(512,256):(0,1)"));
    return true;
  }
  if (name != "activation") return false;
  const auto* text = option.value.as<Text>();
  if (const auto known = text != nullptr ? activation_named(text->text) : std::nullopt) {
    epilogue.activation = *known;
  } else {
    c.arith.fail(ErrorCode::arguments, say("{}: activation must be relu, gelu or silu, in quotes", c.name),
                 say("for example activation=\"gelu\""));
  }
  return true;
}

void read_option(const Call& c, const KernelOption& option, bool gemm, MmaKernelOptions& options) {
  const std::string_view name = option.name;
  if (gemm && read_epilogue(c, option, options.epilogue)) return;
  if (name == "tile" && !gemm) {
    const auto* tile = option.value.as<IntTuple>();
    std::vector<std::int64_t> extents;
    for (int i = 0; tile != nullptr && tile->is_tuple() && i < tile->rank(); ++i) {
      if ((*tile)[i].is_integer()) extents.push_back((*tile)[i].integer().value);
    }
    if (extents.size() == 3) {
      options.tile = std::move(extents);
      return;
    }
    c.arith.fail(ErrorCode::arguments, say("{}: tile is (M,N,K), the tile that a block multiplies at a time", c.name),
                 say("for example tile=(64,64,16)"));
  } else if (name == "smem" && !gemm) {
    read_smem(c, option.value, options);
  } else if (name == "load") {
    read_load(c, pair_of(option.value), options);
  } else if (name == "dtype" && gemm) {
    const auto* type = option.value.as<Text>();
    auto found =
        type != nullptr ? find_type(type->text) : failure(ErrorCode::arguments, say("the value is not a text"));
    if (found) {
      options.type = std::move(*found);
      return;
    }
    c.arith.fail(ErrorCode::arguments, say("{}: dtype must be the name of C's element type in quotes", c.name),
                 type != nullptr ? found.error().hint : say("for example dtype=\"half_t\""));
  } else if (name == "store" && gemm) {
    if (const auto* atom = option.value.as<TmaAtom>()) {
      options.store = *atom;
      return;
    }
    c.arith.fail(ErrorCode::arguments, say("{}: store must be the TMA atom of a piece of C in shared memory", c.name),
                 say("store=make_tma_atom(SM90_TMA_STORE, C, sC, \"half_t\")"));
  } else if (name == "cluster" && gemm) {
    const auto* blocks = option.value.as<IntTuple>();
    if (blocks != nullptr && blocks->is_tuple() && blocks->rank() == 2 && (*blocks)[0].is_integer() &&
        (*blocks)[1].is_integer()) {
      options.cluster = {(*blocks)[0].integer().value, (*blocks)[1].integer().value};
      return;
    }
    c.arith.fail(ErrorCode::arguments, say("{}: cluster must be (blocks along M, blocks along N)", c.name),
                 say("for example cluster=(2,1)"));
  } else if (name == "band" && gemm) {
    const Int* band = option.value.integer();
    if (band != nullptr && band->value >= 1 && band->value <= max_band) {
      options.band = band->value;
      return;
    }
    c.arith.fail(ErrorCode::arguments,
                 say("{}: band must be the number of tiles along M that run together, 1 to {}", c.name, max_band));
  } else if (name == "split" && gemm) {
    const Int* parts = option.value.integer();
    if (parts != nullptr && parts->value >= 1 && parts->value <= max_split) {
      options.split = parts->value;
      return;
    }
    c.arith.fail(ErrorCode::arguments,
                 say("{}: split must be the number of blocks that sum a part of K each, 1 to {}", c.name, max_split),
                 say("for example split=4"));
  } else if (name == "stream" && gemm) {
    const Int* blocks = option.value.integer();
    if (blocks != nullptr && blocks->value >= 1 && blocks->value <= max_stream) {
      options.stream = blocks->value;
      return;
    }
    c.arith.fail(
        ErrorCode::arguments,
        say("{}: stream must be the number of blocks that share all steps along K, 1 to {}", c.name, max_stream),
        say("for the multiprocessors of an H100: stream=132"));
  } else if (name == "schedule" && gemm) {
    const auto* text = option.value.as<Text>();
    if (text != nullptr) options.schedule = schedule_named(text->text);
    if (options.schedule) return;
    c.arith.fail(ErrorCode::arguments, say("{}: schedule must be cooperative or pingpong, in quotes", c.name),
                 say("for example schedule=\"pingpong\""));
  } else if (name == "stages" && gemm) {
    const Int* stages = option.value.integer();
    if (stages != nullptr && stages->value >= 2 && stages->value <= 16) {
      options.stages = static_cast<int>(stages->value);
      return;
    }
    c.arith.fail(ErrorCode::arguments, say("{}: stages must be the number of tiles in the pipeline, 2 to 16", c.name));
  } else {
    c.arith.fail(
        ErrorCode::arguments, say("{} does not have option '{}'", c.name, name),
        gemm ? say("its options are dtype (of C), stages, load, store, cluster, band, split, stream, schedule, alpha, "
                   "beta, bias, activation")
             : say("its options are tile, smem, load"));
  }
}

// The arguments that are not options; reads the options.
std::vector<const Value*> plain_arguments(const Call& c, bool gemm, MmaKernelOptions& options) {
  std::vector<const Value*> plain;
  for (const Value& arg : c.args) {
    if (const auto* option = arg.as<KernelOption>()) {
      read_option(c, *option, gemm, options);
    } else {
      plain.push_back(&arg);
    }
  }
  return plain;
}

std::optional<TiledMma> tiled_mma(const Call& c, std::size_t i, const Value& value) {
  if (const auto* mma = value.as<TiledMma>()) return *mma;
  if (const auto* thread = value.as<ThrMma>()) return thread->tiled;
  if (const auto* atom = value.as<MmaAtom>()) {
    const Layout one = {static_int(1), static_int(0)};
    return make_tiled_mma(c.arith, *atom, LayoutRef(one), {});
  }
  c.wrong(i, term("a TiledMMA or an MMA atom"));
  return std::nullopt;
}

std::optional<GemmCopy> gemm_copy(const Value& value) {
  if (const auto* copy = value.as<TiledCopy>()) return GemmCopy(*copy);
  if (const auto* thread = value.as<ThrCopy>()) return GemmCopy(thread->tiled);
  if (const auto* tma = value.as<TmaAtom>()) return GemmCopy(*tma);
  return std::nullopt;
}

}  // namespace

Value builtin_mma_kernel(const Call& c) {
  MmaKernelOptions options;
  const auto plain = plain_arguments(c, false, options);
  if (c.arith.failed()) return static_int(0);
  if (plain.size() != 1)
    return c.fail(ErrorCode::arguments,
                  say("{} takes a TiledMMA and options, not {} {argument|arguments}", c.name, plain.size()));
  const auto mma = tiled_mma(c, 0, *plain[0]);
  if (!mma || c.arith.failed()) return static_int(0);
  MmaKernel kernel = make_mma_kernel(c.arith, *mma, options);
  if (c.arith.failed()) return static_int(0);
  return planned_kernel(c, Object::make(std::move(kernel)));
}

Value builtin_gemm_kernel(const Call& c) {
  MmaKernelOptions options;
  const auto plain = plain_arguments(c, true, options);
  if (c.arith.failed()) return static_int(0);
  if (plain.size() != 6)
    return c.fail(ErrorCode::arguments,
                  say("{} takes A, B, C, copies, smem, tiled_mma and options, not {} {argument|arguments}", c.name,
                      plain.size()));
  std::array<AnyLayout, 3> abc;
  for (std::size_t i = 0; i < 3; ++i) {
    auto layout = memory_layout(*plain[i]);
    if (!layout) return c.wrong(i, term("a layout or a tensor"));
    abc[i] = std::move(*layout);
  }
  const auto copies = pair_of(*plain[3]);
  const auto copy_a = gemm_copy(*copies[0]);
  const auto copy_b = copies.size() > 1 ? gemm_copy(*copies[1]) : std::nullopt;
  if (!copy_a || !copy_b || (copies.size() != 2 && copies.size() != 4)) {
    return c.wrong(3, term("a pair (copy of A, copy of B): TiledCopies, or TMA atoms of make_tma_atom"));
  }
  if (copies.size() == 4 && !read_load(c, {copies[2], copies[3]}, options)) return static_int(0);
  if (!read_smem(c, *plain[4], options)) return static_int(0);
  const auto mma = tiled_mma(c, 5, *plain[5]);
  if (!mma || c.arith.failed()) return static_int(0);
  GemmKernel kernel = make_gemm_kernel(c.arith, abc, *copy_a, *copy_b, *mma, options);
  if (c.arith.failed()) return static_int(0);
  return planned_kernel(c, Object::make(std::move(kernel)));
}

Value builtin_probe_kernel(const Call& c) {
  if (const auto* mma = c.args[0].as<MmaAtom>()) return planned_kernel(c, Object::make(ProbeKernel{*mma}));
  if (const auto* copy = c.args[0].as<CopyAtom>()) return planned_kernel(c, Object::make(ProbeKernel{*copy}));
  if (const auto* tiled = c.args[0].as<TiledMma>()) return planned_kernel(c, Object::make(ProbeKernel{tiled->atom}));
  return c.wrong(0, term("an MMA or copy atom, such as SM80_16x8x16_F32F16F16F32_TN"));
}

}  // namespace stridescope
