// The plan of a whole product: the tile of mma_plan.cpp in a pipeline. The decisions, in order:
//
//   1. math     The tile, by plan_tile: errors of the TiledMMA and of shared memory come before errors of the tensors.
//               Then the path: wgmma is fed by TMA, mma.sync by TMA or by copies of its own threads (cp.async or
//               registers), the others by copies. Other combinations are possible kernels without a template; they are
//               rejected, since another kernel in their place would be measured under a wrong name.
//   2. extents  M, N and K of the tensors, the grid of tiles of C, the assignment to blocks (gemm_order.h), and the
//               number of stages: at least two, so that loads overlap with multiplications.
//   3. copies   The load of a tile of A and of B into a stage.
//                 threads   The user's TiledCopy is repeated over the whole tile (over_tile); repetitions become
//                           further values of its threads. This is a copy kernel without a destination of its own,
//                           planned by plan_copy, so widths, edge masks and errors are those of copies. It must have
//                           the threads of the TiledMMA, which are the same threads.
//                 tma       The descriptor is made from the tensor and the shared layout, and compared with that of the
//                           user's atom: an atom of another tensor would copy other data. The start of each box of a
//                           tile is listed, and every element is checked: a box must be contiguous in shared memory in
//                           the order of the engine.
//                 Blocks of a cluster share tiles: those along N a tile of A, those along M a tile of B. The boxes of a
//                 tile are then split into equal parts, and each block multicasts one part to all.
//                 split=: several blocks of a cluster have one tile of C. Each sums a part of K and leaves its sums in
//                 the stages; then each adds the sums of all blocks, in order, for a part of the tile, and stores it.
//                 stream=: the tiles' steps along K are divided equally among the blocks (stream_order.h). A block that
//                 does not end a tile leaves its sums in global memory for the one that does.
//                 schedule="pingpong": two warpgroups of a block alternate tiles. One multiplies while the other
//                 stores, so there is time for an epilogue. They use the stages in the order of their tiles: each
//                 signals the other when it has received its last stage.
//   4. result   The store of C: the accumulators' own layout over the tiles of C, with the widest stores that it
//               allows, and masks for tiles that extend past the end. float accumulators may be stored as half_t,
//               bfloat16_t or 8-bit floats; int accumulators as floats, which allows an epilogue, or rounded to int8_t.
//               The proof knows no other rounding.
//                 store=: C goes through shared memory (gemm_store.h), and the engine masks the ends.
//   5. room     Shared memory of all stages with their barriers, each operand aligned to 1024 bytes, as the 128-byte
//               swizzle requires; and the threads, with TMA one more warpgroup that only copies.
//
// Every kind of copy fills tiles past the end of M, N or K with zeros, so the multiplication has no edges; only the
// store of C is masked.
//
// Blocks take tiles of C in bands of `band` along M (tile_coordinates), so that concurrent blocks share their reads of
// A and B in the L2 cache. Any order is correct; the reference device uses the same one.
//
// Source of truth: the given layouts of A, B and C. The proof (proof_of) uses them and the types, but no tile, stage or
// TiledMMA. Inputs are codes of their coordinates. Every element of C, or of a sample of its tiles, is compared with
// the sum in double precision, within the tolerance of the types (mma_values.h).
#include "core/kernels/gemm/gemm_plan.h"

#include <algorithm>
#include <vector>

#include "core/algebra/leaves.h"
#include "core/base/at.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/hardware/occupancy.h"
#include "core/kernels/copy/copy_kernel.h"
#include "core/kernels/gemm/gemm_order.h"
#include "core/kernels/plan_tools.h"
#include "core/tiled/instruction.h"
#include "core/tiled/units.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// The copy's partition of a whole tile: repetitions along the tile become further values of its threads.
Result<TiledCopy> over_tile(const TiledCopy& copy, std::int64_t mn, std::int64_t k, std::string_view name) {
  Arith arith;
  const auto pair = [&] { return make_tuple(arith, {IntTuple(static_int(mn)), IntTuple(static_int(k))}); };
  const IntTuple own = product_each(arith, tiler_shape(arith, copy.tiler));
  if (arith.failed()) return failed_step(arith, "gemm_kernel", say("the copy of {}", name));
  const std::array<std::int64_t, 2> tile = {mn, k};
  for (int i = 0; i < 2; ++i) {
    const std::int64_t step = own.is_tuple() && i < own.rank() ? own[i].integer().value : 1;
    if (step < 1 || tile[at(i)] % step != 0) {
      return refuse(ErrorCode::shape_divisibility,
                    say("the tile of {} is {} x {}, but its copy moves {} at a time", name, mn, k, to_text(own)));
    }
  }
  const Layout cut = tidfrg(arith, copy, CopySide::source, LayoutRef(make_layout(arith, pair())));
  if (arith.failed()) return failed_step(arith, "gemm_kernel", say("the copy of {}", name));
  const LayoutRef all(cut);
  const Layout values = concat(arith, {all[1], all[2]});
  const Layout tv = arith.intact(
      Layout{make_tuple(arith, {all[0].shape, values.shape}), make_tuple(arith, {all[0].stride, values.stride})});
  const TiledCopy out =
      make_tiled_copy_impl(arith, copy.atom, with_static_integers(arith, LayoutRef(tv)), Tiler::from(pair()));
  if (arith.failed()) return failed_step(arith, "gemm_kernel", say("the copy of {}", name));
  // Elements past the end of the tile would be written past the end of shared memory.
  const KernelIndex elements = index_of(LayoutRef(out.tv), "");
  const std::int64_t beyond = elements.smallest() < 0 ? elements.smallest() : elements.largest();
  if (beyond < 0 || beyond >= mn * k) {
    return refuse(ErrorCode::index_range,
                  say("the copy of {} reaches element {}, outside the tile of {} x {}", name, beyond, mn, k),
                  say("tv_coverage lists what is outside"));
  }
  return out;
}

class GemmPlanner {
 public:
  explicit GemmPlanner(const GemmKernel& kernel) { plan_.kernel = kernel; }

  Result<GemmPlan> run() {
    for (const auto step :
         {&GemmPlanner::math, &GemmPlanner::extents, &GemmPlanner::copies, &GemmPlanner::result, &GemmPlanner::room}) {
      if (auto done = (this->*step)(); !done) return failure(std::move(done.error()));
    }
    return std::move(plan_);
  }

 private:
  Result<void> math() {
    auto math = plan_tile(plan_.kernel.tile, "gemm_kernel");
    if (!math) return failure(std::move(math.error()));
    plan_.math = std::move(*math);
    const bool tma = std::holds_alternative<TmaAtom>(plan_.kernel.copy_a);
    if (tma != std::holds_alternative<TmaAtom>(plan_.kernel.copy_b)) {
      return refuse(ErrorCode::unsupported, say("one of A and B is loaded by TMA, the other by the threads"),
                    say("use the same kind of copy for both"));
    }
    const bool wgmma = plan_.math.form == MmaPlan::Form::wgmma;
    if (wgmma && !tma) {
      return refuse(
          ErrorCode::unsupported, say("here TMA feeds wgmma, not copies of the threads"),
          say("copies = make_tma_atom(A, sA, \"half_t\") and that of B; or multiply by mma.sync, which threads feed"));
    }
    if (tma && !wgmma) {
      if (plan_.math.form != MmaPlan::Form::warp) {
        return refuse(ErrorCode::unsupported, say("TMA feeds wgmma and mma.sync; copies by threads feed the others"),
                      say("use cp.async: SM80_CP_ASYNC_CACHEGLOBAL"));
      }
      if (plan_.math.threads % 128 != 0) {
        return refuse(ErrorCode::unsupported,
                      say("the {} {thread that multiplies is|threads that multiply are} not whole warpgroups",
                          plan_.math.threads),
                      say("use 4 or 8 warps, in addition to the warpgroup that copies"));
      }
      plan_.math.needs = "sm90a";  // setmaxnreg moves registers between warpgroups
    }
    plan_.path = tma ? GemmPlan::Path::tma : GemmPlan::Path::threads;
    return {};
  }

  Result<void> extents() {
    Arith arith;
    const Layout& a = domain_layout(plan_.kernel.a);
    const Layout& b = domain_layout(plan_.kernel.b);
    if (a.rank() != 2 || b.rank() != 2 || domain_layout(plan_.kernel.c).rank() != 2) {
      return refuse(ErrorCode::rank_mismatch, say("A, B and C have two modes each"), say("batches are not supported"));
    }
    plan_.extents = {product(arith, a.shape[0]).value, product(arith, b.shape[0]).value,
                     product(arith, a.shape[1]).value};
    std::int64_t work = 1;
    for (std::size_t i = 0; i < 3; ++i) {
      if (plan_.extents[i] < 1 || mul_overflows(work, plan_.extents[i], work) || work > max_gemm_work) {
        return refuse(ErrorCode::too_large, say("M N K is more than 2^46"));
      }
      plan_.grid[i] = (plan_.extents[i] + plan_.math.extents[i] - 1) / plan_.math.extents[i];
    }
    plan_.tiles = plan_.grid[0] * plan_.grid[1];
    if (plan_.tiles > max_kernel_tiles)
      return refuse(ErrorCode::too_large, say("too many tiles"), say("use a larger tile"));
    if (auto done = plan_order(plan_); !done) return done;
    plan_.stages = plan_.kernel.stages;
    if (plan_.stages < 2 || plan_.stages > max_gemm_stages) {
      return refuse(ErrorCode::arguments,
                    say("{} {stage|stages}; a pipeline must have 2 to {}", plan_.stages, max_gemm_stages));
    }
    return {};
  }

  Result<void> thread_copy(CopyPlan& out, const GemmCopy& copy, const AnyLayout& global, const AnyLayout& smem,
                           const MmaFragment& f, std::int64_t mn) {
    const std::string_view name = f.operand == MmaOperand::a ? "A" : "B";
    const auto tiled = over_tile(*std::get_if<TiledCopy>(&copy), mn, plan_.math.extents[2], name);
    if (!tiled) return failure(tiled.error());
    if (tiled->atom.value_type->bits != f.bits) {
      return refuse(ErrorCode::arguments, say("the copy of {} moves values of {} {bit|bits}, but the MMA multiplies {}",
                                              name, tiled->atom.value_type->bits, f.type.name));
    }
    Arith arith;
    CopyKernelOptions options;
    options.type = f.type;
    const CopyKernel kernel = make_copy_kernel(arith, global, global, {CopyVia{*tiled, {}}}, &smem, options);
    if (arith.failed()) return failed_step(arith, "gemm_kernel", say("the copy of {}", name));
    auto plan = plan_copy(kernel);
    if (!plan) {
      Error error = std::move(plan.error());
      error.message = say("gemm_kernel: the copy of {}: {}", name, error.message);
      return failure(std::move(error));
    }
    if (plan->threads != plan_.math.threads) {
      return refuse(ErrorCode::rank_mismatch, say("the copy of {} has {} {thread|threads}, but the TiledMMA has {}",
                                                  name, plan->threads, plan_.math.threads));
    }
    if (!plan->src.order.digits.empty() || !plan->smem_write.order.digits.empty()) {
      return refuse(ErrorCode::unsupported,
                    say("elements of {} that share a byte in {} do not share one in its tile of shared memory",
                        f.type.name, name),
                    say("put the tile along the same mode as the tensor, or transpose the tensor first"));
    }
    out = std::move(*plan);
    if (out.path == CopyPlan::Path::cp_async) raise_need(plan_.math.needs, out.kernel.load.atom.arch);
    return {};
  }

  Result<void> tma(GemmTma& out, const GemmCopy& copy, const AnyLayout& global, const AnyLayout& smem,
                   const MmaFragment& f, std::int64_t mn, std::int64_t parts) {
    const std::string_view name = f.operand == MmaOperand::a ? "A" : "B";
    const Layout* plain = std::get_if<Layout>(&global);
    if (plain == nullptr)
      return refuse(ErrorCode::unsupported, say("TMA cannot read swizzled global memory: {}", name));
    Arith arith;
    const Layout tensor = with_static_integers(arith, LayoutRef(*plain));
    auto made = make_tma(tensor, smem, f.bits, 0);
    if (!made) {
      Error error = std::move(made.error());
      error.message = say("gemm_kernel: {}: {}", name, error.message);
      return failure(std::move(error));
    }
    const TmaAtom& given = *std::get_if<TmaAtom>(&copy);
    if (given.operation != made->operation && !(parts > 1 && given.operation == "SM90_TMA_LOAD_MULTICAST")) {
      return refuse(ErrorCode::unsupported,
                    say("{} is copied by {}; this kernel loads by {}", name, given.operation, made->operation));
    }
    if (!same_descriptor(*made, given)) {
      return refuse(ErrorCode::arguments, say("the TMA atom of {} belongs to another tensor, tile or type", name),
                    say("make_tma_atom({}, s{}, \"{}\")", name, name, f.type.name));
    }
    out.atom = std::move(*made);
    out.parts = parts;
    if (auto done = divide(out, mn, name); !done) return done;
    // Lists the boxes of a tile, and checks that each is contiguous in shared memory.
    std::array<std::int64_t, 2> box = {1, 1};
    for (std::size_t i = 0; i < out.atom.modes.size(); ++i) box[at(out.atom.modes[i])] = out.atom.box[i];
    const std::int64_t k_extent = plan_.math.extents[2];
    if (mn % box[0] != 0 || k_extent % box[1] != 0) {
      return refuse(ErrorCode::shape_divisibility, say("the boxes of {} do not divide its tile", name));
    }
    const Layout inner = with_static_integers(arith, LayoutRef(domain_layout(smem)));
    const auto function = offset_function(Value(inner));
    if (!function || domain_size(Value(inner)).value_or(0) < mn * k_extent)
      return refuse(ErrorCode::unsupported, say("a box of {} is not contiguous in shared memory", name));
    std::vector<std::int64_t> offsets(at(mn * k_extent));
    function->fill(offsets.data(), mn * k_extent);
    const auto offset = [&](std::int64_t i, std::int64_t k) { return offsets[at(i + mn * k)]; };
    const bool k_first = out.atom.modes[0] == 1;
    for (std::int64_t k = 0; k < k_extent; k += box[1]) {
      for (std::int64_t i = 0; i < mn; i += box[0]) {
        const std::int64_t begin = offset(i, k);
        for (std::int64_t y = 0; y < box[1]; ++y) {
          for (std::int64_t x = 0; x < box[0]; ++x) {
            if (offset(i + x, k + y) - begin == (k_first ? y + box[1] * x : x + box[0] * y)) continue;
            return refuse(ErrorCode::unsupported, say("a box of {} is not contiguous in shared memory", name),
                          say("tile GMMA::Layout_K_SW128_Atom<T> with tile_to_shape"));
          }
        }
        out.boxes.push_back({i, k, begin});
      }
    }
    if (arith.failed()) return failed_step(arith, "gemm_kernel", say("the boxes of {}", name));
    if (!parts_alike(out)) {
      return refuse(ErrorCode::unsupported, say("the boxes of {} do not fall into {} equal {part|parts}", name, parts));
    }
    if (out.boxes.size() > 16)
      return refuse(ErrorCode::too_large, say("a tile of {} takes {} {box|boxes}", name, out.boxes.size()),
                    say("choose a wider swizzle"));
    return {};
  }

  // Makes boxes of fewer rows if there are fewer boxes than parts.
  Result<void> divide(GemmTma& out, std::int64_t mn, std::string_view name) const {
    const auto parts = out.parts;
    if (out.atom.instructions % parts == 0) return {};
    for (std::size_t i = 0; i < out.atom.modes.size(); ++i) {
      // The swizzle repeats after 8 rows.
      if (out.atom.modes[i] != 0 || i == 0 || out.atom.box[i] % (8 * parts) != 0) continue;
      out.atom.box[i] /= parts;
      out.atom.bits /= parts;
      out.atom.instructions *= parts;
      return {};
    }
    return refuse(
        ErrorCode::shape_divisibility,
        say("{} {block shares|blocks share} a tile of {}, whose {} {row is|rows are} not a multiple of 8 each", parts,
            name, mn));
  }

  static bool parts_alike(const GemmTma& tma) {
    const std::size_t each = tma.boxes.size() / at(tma.parts);
    if (each == 0 || each * at(tma.parts) != tma.boxes.size()) return false;
    for (std::size_t i = 0; i < tma.boxes.size(); ++i) {
      const TmaBox& box = tma.boxes[i];
      const TmaBox& first = tma.boxes[i % each];
      const auto part = static_cast<std::int64_t>(i / each);
      const TmaBox step = tma.parts > 1 ? tma.boxes[each] : TmaBox{};
      const TmaBox& zero = tma.boxes[0];
      if (box.mn != first.mn + part * (step.mn - zero.mn) || box.k != first.k + part * (step.k - zero.k) ||
          box.offset != first.offset + part * (step.offset - zero.offset)) {
        return false;
      }
    }
    return true;
  }

  Result<void> copies() {
    const GemmKernel& k = plan_.kernel;
    const MmaPlan& m = plan_.math;
    if (plan_.path == GemmPlan::Path::threads) {
      if (auto done = thread_copy(plan_.copy_a, k.copy_a, k.a, *k.tile.smem_a, m.a, m.extents[0]); !done) return done;
      return thread_copy(plan_.copy_b, k.copy_b, k.b, *k.tile.smem_b, m.b, m.extents[1]);
    }
    const auto [along_m, along_n] = plan_.cluster;
    if (auto done = tma(plan_.tma_a, k.copy_a, k.a, *k.tile.smem_a, m.a, m.extents[0], along_n); !done) return done;
    return tma(plan_.tma_b, k.copy_b, k.b, *k.tile.smem_b, m.b, m.extents[1], along_m);
  }

  Result<void> result() {
    const DataType& held = plan_.math.c.type;
    const DataType& stored = plan_.kernel.type_c;
    const bool half = stored.name == "half_t" || stored.name == "bfloat16_t";
    const bool eight = stored.name == "float_e4m3_t" || stored.name == "float_e5m2_t";
    const bool other = (held.name == "float" && (half || eight)) ||
                       (plan_.converts() && (half || stored.name == "float" || stored.name == "int8_t"));
    if (stored.name != held.name && !other) {
      return refuse(ErrorCode::unsupported, say("accumulators of {} are not stored as {}", held.name, stored.name),
                    held.name == "float" ? say("float, half_t, bfloat16_t, float_e4m3_t or float_e5m2_t")
                    : held.name == "int" ? say("int, float, half_t, bfloat16_t or int8_t")
                                         : say("dtype=\"{}\"", held.name));
    }
    if (plan_.converts() && plan_.split > 1) {
      return refuse(ErrorCode::unsupported, say("with split= sums of {} can only be stored unchanged", held.name),
                    say("remove split="));
    }
    // The instruction that rounds to 8-bit floats needs sm89.
    if (eight) raise_need(plan_.math.needs, 89);
    if (stored.name == "bfloat16_t" && held.name != stored.name) raise_need(plan_.math.needs, 80);
    auto c = prepare_layout(plan_.kernel.c, "gemm_kernel: C");
    if (!c) return failure(std::move(c.error()));
    if (!c->swizzles.empty())
      return refuse(ErrorCode::unsupported, say("a swizzled C in global memory is not supported"));
    Arith arith;
    const Tiler tile =
        std::vector<Tiler>{IntTuple(static_int(plan_.math.extents[0])), IntTuple(static_int(plan_.math.extents[1]))};
    const auto cut = [&](const Layout& layout) {
      KernelMap out;
      const Layout divided = zipped_divide(arith, LayoutRef(layout), tile);
      if (arith.failed()) return out;
      const Layout tv = layout_tv(arith, plan_.math.tile.mma, MmaOperand::c, LayoutRef(divided)[0]);
      if (arith.failed()) return out;
      out.thread = index_of_threads(LayoutRef(tv)[0]);
      out.value = index_of(LayoutRef(tv)[1], "1");
      const LayoutRef rest = LayoutRef(divided)[1];
      for (int i = 0; i < 2; ++i) out.tile.push_back(index_of(rest[i], cat("2.", i)));
      return out;
    };
    plan_.c = {"C", cut(c->layout), {}, 0, 0, 0, {}};
    set_reach(plan_.c, index_of(LayoutRef(c->layout), ""));
    for (int mode = 0; mode < 2; ++mode) {
      if (plan_.extents[at(mode)] % plan_.math.extents[at(mode)] == 0) continue;
      const Layout coordinate = {
          make_tuple(arith, {IntTuple(static_int(plan_.extents[0])), IntTuple(static_int(plan_.extents[1]))}),
          make_tuple(arith, {IntTuple(static_int(mode == 0 ? 1 : 0)), IntTuple(static_int(mode == 1 ? 1 : 0))})};
      KernelMap map = cut(coordinate);
      plan_.edges.push_back({mode, plan_.extents[at(mode)], map, map});
    }
    if (arith.failed()) return failed_step(arith, "gemm_kernel", say("the tiles of C"));
    set_width(stored.bits, plan_.edges, plan_.c, plan_.math.c.values, false, 16);
    const std::int64_t one = plan_.math.c.atom_values;
    while (one % (plan_.c.access_bytes * 8 / stored.bits) != 0) plan_.c.access_bytes /= 2;
    // Sums are added four values at a time.
    while (plan_.split > 1 && plan_.c.access_bytes * 8 / stored.bits > 4) plan_.c.access_bytes /= 2;
    if (auto done = epilogue(cut, held); !done) return done;
    if (!plan_.kernel.store) return {};
    auto boxed = plan_store(plan_.math, plan_.kernel.c, stored, *plan_.kernel.store);
    if (!boxed) return failure(std::move(boxed.error()));
    plan_.boxed = std::move(*boxed);
    return {};
  }

  // The epilogue, with the offset of the bias, which is partitioned like C.
  template <class Cut>
  Result<void> epilogue(const Cut& cut, const DataType& held) {
    const Epilogue& e = plan_.kernel.epilogue;
    if (!e.any()) return {};
    if (held.name != "float" && !plan_.converts()) {
      return refuse(ErrorCode::unsupported, say("sums of {} can only be stored unchanged", held.name),
                    held.name == "int"
                        ? say("only C of float, half_t, bfloat16_t or int8_t takes alpha, beta, bias and activation")
                        : say("only accumulators of float take alpha, beta, bias and activation"));
    }
    if (!e.bias) return {};
    Arith arith;
    const Layout& shape = domain_layout(*e.bias);
    if (shape.rank() != 2 || product(arith, shape.shape[0]).value != plan_.extents[0] ||
        product(arith, shape.shape[1]).value != plan_.extents[1]) {
      return refuse(ErrorCode::rank_mismatch,
                    say("the bias {} does not have the {} x {} {element|elements} of C", to_text(*e.bias),
                        plan_.extents[0], plan_.extents[1]),
                    say("one number per column: bias=({},{}):(0,1)", plan_.extents[0], plan_.extents[1]));
    }
    auto bias = prepare_layout(*e.bias, "gemm_kernel: bias");
    if (!bias) return failure(std::move(bias.error()));
    if (!bias->swizzles.empty())
      return refuse(ErrorCode::unsupported, say("a swizzled bias in global memory is not supported"));
    plan_.bias = KernelSide{"bias", cut(bias->layout), {}, 0, 0, 0, {}};
    set_reach(*plan_.bias, index_of(LayoutRef(bias->layout), ""));
    // The bias is read with the width of C's stores, or element by element.
    const int bits = plan_.kernel.type_c.bits;
    set_width(bits, plan_.edges, *plan_.bias, plan_.math.c.values, true, plan_.c.access_bytes);
    if (plan_.bias->access_bytes != plan_.c.access_bytes) plan_.bias->access_bytes = bits / 8;
    return {};
  }

  Result<void> room() {
    const MmaPlan& m = plan_.math;
    plan_.stage_bytes = plan_.offset_b() + staged_bytes(m.b.smem_bytes);
    const bool tma = plan_.path == GemmPlan::Path::tma;
    plan_.shared_bytes = plan_.offset_barriers() + barrier_room(tma, plan_.stages, plan_.teams);
    if (plan_.shared_bytes > most_shared_bytes()) {
      const std::int64_t more = plan_.shared_bytes - plan_.stages * plan_.stage_bytes;
      const Message stage = in_units(plan_.stage_bytes, 0);
      const Message all = in_units(plan_.shared_bytes, 0);
      const Message most = in_units(most_shared_bytes(), 0);
      return refuse(
          ErrorCode::too_large,
          more == 0
              ? say("{} {stage|stages} of {} take {} of shared memory; a block can have at most {} (sm90)",
                    plan_.stages, stage, all, most)
              : say("{} {stage|stages} of {}, plus {} for barriers, alignment and the stored tile, take {} of shared "
                    "memory; a block can have at most {} (sm90)",
                    plan_.stages, stage, in_units(more, 0), all, most),
          say("use fewer stages or a smaller tile"));
    }
    if (const std::int64_t sums = m.threads * m.c.values * 4; plan_.split > 1 && sums > plan_.offset_pieces()) {
      return refuse(ErrorCode::too_large,
                    say("a tile's sums take {}, but its {} {stage|stages} of {} leave no room for them",
                        in_units(sums, 0), plan_.stages, in_units(plan_.stage_bytes, 0)),
                    say("use more stages or a smaller tile"));
    }
    plan_.threads = plan_.multiplying() + (tma ? 128 : 0);
    if (plan_.threads > max_threads_per_block) {
      return refuse(ErrorCode::too_large,
                    say("{} {thread|threads} including the warpgroup that copies; a block can have at most {}",
                        plan_.threads, max_threads_per_block));
    }
    return {};
  }

  GemmPlan plan_;
};

}  // namespace

bool inside(const std::vector<KernelEdge>& edges, std::int64_t thread, std::int64_t value,
            const std::array<std::int64_t, 2>& tile) {
  return std::all_of(edges.begin(), edges.end(), [&](const KernelEdge& e) {
    std::int64_t x = e.load.thread.at(thread) + e.load.value.at(value);
    for (std::size_t i = 0; i < e.load.tile.size(); ++i) x += e.load.tile[i].at(tile[i]);
    return x < e.extent;
  });
}

// A warp may have 240 registers per thread.
std::int64_t GemmPlan::most_registers() const {
  const std::int64_t groups = multiplying() / 128;
  const std::int64_t at_launch = 65536 / threads / 8 * 8;
  return std::min<std::int64_t>(240, (at_launch * (groups + 1) - copying_registers()) / groups / 8 * 8);
}

// Estimates the registers: the sums, the operands of two steps along K, addresses, counters and others.
bool GemmPlan::loads_next() const {
  const std::int64_t operands = math.a.registers.count * math.a.rest_mn + math.b.registers.count * math.b.rest_mn;
  return math.c.register_count() + 2 * operands + 24 <= most_registers();
}

Result<GemmPlan> plan_gemm(const GemmKernel& kernel) { return GemmPlanner(kernel).run(); }

Result<MmaProof> proof_of(const GemmPlan& plan) {
  MmaProof out;
  out.extents = plan.extents;
  const AnyLayout* layouts[] = {&plan.kernel.a, &plan.kernel.b, &plan.kernel.c};
  TensorIndex* to[] = {&out.a, &out.b, &out.c};
  for (int i = 0; i < 3; ++i) {
    auto index = tensor_index(*layouts[i]);
    if (!index) return failure(std::move(index.error()));
    *to[i] = std::move(*index);
  }
  out.type_a = plan.math.a.type;
  out.type_b = plan.math.b.type;
  out.type_accumulator = plan.math.c.type;
  out.type_c = plan.kernel.type_c;
  out.epilogue = plan.kernel.epilogue;
  if (out.epilogue.bias) {
    auto index = tensor_index(*out.epilogue.bias);
    if (!index) return failure(std::move(index.error()));
    out.bias = std::move(*index);
  }
  out.tensor = plan.math.needs.starts_with("sm90");
  out.exclusive_or = plan.math.tile.mma.atom.exclusive_or;
  out.tolerance = mma_tolerance(out.type_a, out.type_accumulator, out.type_c);
  for (const DataType* type : {&out.type_a, &out.type_b, &out.type_c}) {
    if (!value_format(*type)) {
      return failure(ErrorCode::unsupported, say("gemm_kernel: no reference for elements of {}", type->name));
    }
  }
  return out;
}

}  // namespace stridescope
