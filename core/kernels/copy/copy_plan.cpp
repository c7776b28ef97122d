// The plan of a copy: three layouts and two partitions become integers, in six steps. Each step can fail; later steps
// do not run, so the user sees the first problem and not its consequences.
//
//   1. element   Bits of an element. Memory is addressed in bytes, so only powers of two can be copied. Below 8 bits
//                several elements are packed, and a byte of them is the unit of all further steps.
//   2. global    Source and destination, partitioned into ((ThrV,ThrX), FrgV, (Rest...)) by tidfrg, the base of CuTe's
//                partition_S and partition_D. Each of the three modes becomes a sum of digits (plan_tools.h); from here
//                on an address is thread part + value part + tile part, swizzled. Counts threads and values of the
//                block. If the copy engine moves one side, the block is that of the other side.
//   3. grid      The number of tiles along each mode, equal for both sides. The order of the grid is by increasing
//                stride of the source, so that adjacent blocks read adjacent memory.
//   4. edges     Modes with tiles that extend past the end. The coordinate in a mode is partitioned like the data, as a
//                layout with stride 1 in that mode, so the mask always agrees with the partition of the data.
//   5. shared    The tile in shared memory, its size, and its accesses: through registers, cp.async, matrices
//                (stmatrix, ldmatrix) or boxes (TMA); stages and their barriers. The size of a swizzled layout is
//                exact, from every element of the tile: an upper bound for swizzles would reject tiles that fit.
//   6. widths    The width of each access; edges and swizzles affect it. It is the widest power of two for which every
//                thread's values are adjacent, aligned in every thread and tile, contiguous under the swizzle, and not
//                cut by an edge. If elements that share a byte are not adjacent on one side, or the kernel has turn=1,
//                values are permuted in registers (copy_turn.h). `limit` keeps the obstacle to twice the width as a
//                sentence. Then the atom's requirement is checked: an atom of 16 bytes where 8 are possible is an error
//                with that sentence, never narrowed; an atom of fewer bytes than possible is used as it is.
//
// Source of truth: the tensors' own layouts. The checker of the generated text (kernel_check.cpp) and tensor_index use
// only them, never the partition, so the proof of every run exposes a wrong plan. For an atom the tables of core/tiled
// are authoritative, not its name. All integers become compile-time constants, static or not, since a plan is for one
// launch.
//
// Errors. Impossible for every instruction: elements of 6 bits, atoms of which a thread executes only a part (except
// the known matrix atoms), TMA of a swizzled tensor or one with negative strides, cp.async of less than 4 bytes. Above
// the limits of every GPU: threads of a block, shared memory (of the newest architecture that kernels are generated
// for; the run reports a GPU with less), registers for the values of a thread. Not a pipeline: stages of a synchronous
// copy. Slow kernels are accepted: bank conflicts and narrow accesses are the tool's subject.
//
// Text (kernel_copy*.cpp), reference device (gpu_runner/copy_reference.cpp), predicted counts (copy_predict.cpp) and
// owners of an element (copy_plan_maps.cpp) read the plan and compute no addresses of their own. Tests compare them
// with each other.
#include "core/kernels/copy/copy_plan.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/at.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/hardware/occupancy.h"
#include "core/kernels/copy/copy_turn.h"
#include "core/kernels/plan_tools.h"
#include "core/memory/warp_access.h"
#include "core/tiled/instruction.h"
#include "core/tiled/units.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

bool is(const CopyAtom& atom, CopyInstruction instruction) { return atom.operation.instruction == instruction; }
bool is_ldmatrix(const CopyAtom& atom) { return is(atom, CopyInstruction::ldmatrix); }
bool is_stmatrix(const CopyAtom& atom) { return is(atom, CopyInstruction::stmatrix); }
bool is_cp_async(const CopyAtom& atom) { return is(atom, CopyInstruction::cp_async); }

// The bytes that an atom requires; 0: any width. An error if the atom is not a copy by single threads.
Result<int> atom_bytes(const CopyAtom& atom) {
  const bool single = is(atom, CopyInstruction::universal) || is(atom, CopyInstruction::any_width) || is_cp_async(atom);
  if (!single) {
    return failure(ErrorCode::unsupported,
                   say("copy_kernel: {} is not a copy that each thread executes alone", atom.name),
                   say("use UniversalCopy, AutoVectorizingCopy or SM80_CP_ASYNC; with smem also stmatrix to write it, "
                       "ldmatrix to read it, and \"tma\""));
  }
  const int bits = atom_access_bits(atom, CopySide::source);
  if (bits % 8 != 0 || bits > 128) {
    return failure(ErrorCode::unsupported, say("copy_kernel: an access of {} has {} {bit|bits}", atom.name, bits),
                   say("an access must have 1, 2, 4, 8 or 16 bytes"));
  }
  return bits / 8;
}

class Planner {
 public:
  explicit Planner(const CopyKernel& kernel) { plan_.kernel = kernel; }

  Result<CopyPlan> run() {
    for (const auto step : {&Planner::element, &Planner::global, &Planner::grid, &Planner::find_edges, &Planner::shared,
                            &Planner::widths}) {
      if (auto done = (this->*step)(); !done) return failure(std::move(done.error()));
    }
    return std::move(plan_);
  }

 private:
  const CopyKernel& kernel() const { return plan_.kernel; }

  Result<void> element() {
    const int bits = kernel().type.bits;
    if (bits < 1 || bits > 128 || (bits & (bits - 1)) != 0) {
      return failure(ErrorCode::unsupported,
                     say("copy_kernel: an element of {} has {} {bit|bits}", kernel().type.name, bits),
                     bits == 6 ? say("no access of 1, 2, 4, 8 or 16 bytes holds only whole elements of 6 bits: copy "
                                     "them as bytes, recast<8,6>(L)")
                               : say("expected 1, 2, 4, 8, 16, 32, 64 or 128 bits"));
    }
    plan_.type = kernel().type;
    plan_.element_bits = bits;
    return {};
  }

  Result<Layout> partition(const TiledCopy& copy, CopySide side, const Layout& layout, std::string_view name) {
    Arith arith;
    // An integer as the tile divides the elements by their numbers.
    Layout tensor = layout;
    if (copy.tiler.modes() == nullptr && layout.rank() > 1) {
      tensor = {make_tuple(arith, {layout.shape}), make_tuple(arith, {layout.stride})};
    }
    TiledCopy cut = copy;
    if (copy.tiler.modes() == nullptr) cut.tiler = std::vector<Tiler>{copy.tiler};
    if (!tensor.shape.is_tuple()) {
      tensor = {make_tuple(arith, {tensor.shape}), make_tuple(arith, {tensor.stride})};
    }
    Layout out = tidfrg(arith, cut, side, LayoutRef(tensor));
    if (arith.failed()) return failed_step(arith, "copy_kernel", say("the tiles of {}", name));
    return out;
  }

  Result<void> global() {
    auto src = prepare_layout(kernel().src, "copy_kernel: src");
    if (!src) return failure(std::move(src.error()));
    auto dst = prepare_layout(kernel().dst, "copy_kernel: dst");
    if (!dst) return failure(std::move(dst.error()));
    Arith arith;
    flat_ = kernel().load.tiler.modes() == nullptr;
    const IntTuple extents = product_each(arith, src->layout.shape);
    const Int total = size(arith, src->layout);
    if (arith.failed()) return failed_step(arith, "copy_kernel", say("the size of src"));
    plan_.elements = total.value;
    if (plan_.elements < 1 || plan_.elements > max_kernel_elements) {
      return failure(ErrorCode::too_large, say("copy_kernel: the tensor has {} {element|elements}", plan_.elements),
                     say("expected 1 to {}", max_kernel_elements));
    }
    if (flat_) {
      plan_.extents = {plan_.elements};
    } else {
      for (int i = 0; i < extents.rank(); ++i) plan_.extents.push_back(extents[i].integer().value);
    }
    const auto from = partition(kernel().load, CopySide::source, src->layout, "src");
    if (!from) return failure(from.error());
    const auto to = partition(kernel().store, CopySide::destination, dst->layout, "dst");
    if (!to) return failure(to.error());
    plan_.src = {"src", map_of(*from), src->swizzles, 0, 0, 0, {}};
    plan_.dst = {"dst", map_of(*to), dst->swizzles, 0, 0, 0, {}};
    set_reach(plan_.src, index_of(LayoutRef(src->layout), ""));
    set_reach(plan_.dst, index_of(LayoutRef(dst->layout), ""));
    from_ = *from;
    to_ = *to;
    plan_.load_threads = product(arith, from->shape[0]).value;
    plan_.load_values = product(arith, from->shape[1]).value;
    plan_.store_values = product(arith, to->shape[1]).value;
    plan_.store_threads = product(arith, to->shape[0]).value;
    if (arith.failed()) return failed_step(arith, "copy_kernel", say("the number of threads"));
    // The copy engine needs one thread: the block is that of the other side, or one warp.
    const bool load = kernel().tma_load;
    const bool store = kernel().tma_store;
    plan_.threads = load && store ? lanes_per_warp : load ? plan_.store_threads : plan_.load_threads;
    if (!load && !store && plan_.load_threads != plan_.store_threads) {
      return failure(ErrorCode::rank_mismatch,
                     say("copy_kernel: the first partition has {} {thread|threads}, but the second has {}",
                         plan_.load_threads, plan_.store_threads));
    }
    if (plan_.threads < 1 || plan_.threads > max_threads_per_block) {
      return failure(ErrorCode::too_large, say("copy_kernel: {} {thread|threads}; a block can have at most {}",
                                               plan_.threads, max_threads_per_block));
    }
    const std::int64_t values =
        std::max(load ? std::int64_t{0} : plan_.load_values, store ? std::int64_t{0} : plan_.store_values);
    if (values > max_kernel_values * plan_.unit_elements()) {
      return failure(
          ErrorCode::too_large,
          say("copy_kernel: {} {value|values} per thread; registers hold at most {}", values, max_kernel_values),
          say("use a smaller tile or more threads"));
    }
    return {};
  }

  Result<void> grid() {
    Arith arith;
    const IntTuple tile = product_each(arith, tiler_shape(arith, kernel().load.tiler));
    const IntTuple rest = product_each(arith, from_.shape[2]);
    const IntTuple rest_to = product_each(arith, to_.shape[2]);
    if (arith.failed()) return failed_step(arith, "copy_kernel", say("the grid of tiles"));
    if (!(rest == rest_to)) {
      return failure(ErrorCode::shape_divisibility,
                     say("copy_kernel: src has {} {tile|tiles}, but dst has {}", to_text(rest), to_text(rest_to)));
    }
    plan_.tiles = 1;
    for (int i = 0; i < rest.rank(); ++i) {
      plan_.tile.push_back(i < tile.rank() ? tile[i].integer().value : 1);
      plan_.grid.push_back(rest[i].integer().value);
      plan_.order.push_back(i);
      if (mul_overflows(plan_.tiles, plan_.grid.back(), plan_.tiles) || plan_.tiles > max_kernel_tiles) {
        return failure(ErrorCode::too_large, say("copy_kernel: more than {} tiles", max_kernel_tiles),
                       say("use a larger tile"));
      }
    }
    // Adjacent blocks read adjacent memory.
    const auto step = [&](int mode) {
      std::int64_t least = max_kernel_elements;
      for (const KernelDigit& d : plan_.src.map.tile[at(mode)].digits)
        least = std::min<std::int64_t>(least, std::llabs(d.stride));
      return least;
    };
    sort_stable(std::span(plan_.order), [&](int a, int b) { return step(a) < step(b); });
    return {};
  }

  // The coordinate in one mode of the tensor, in both partitions.
  Result<void> find_edges() {
    for (std::size_t mode = 0; mode < plan_.extents.size(); ++mode) {
      Arith arith;
      TupleBuilder shape(arith);
      TupleBuilder stride(arith);
      shape.open();
      stride.open();
      for (std::size_t i = 0; i < plan_.extents.size(); ++i) {
        shape.integer(static_int(plan_.extents[i]));
        stride.integer(static_int(i == mode ? 1 : 0));
      }
      shape.close();
      stride.close();
      const Layout coordinate = {shape.take(), stride.take()};
      const auto load = partition(kernel().load, CopySide::source, coordinate, "the coordinates");
      if (!load) return failure(load.error());
      const auto store = partition(kernel().store, CopySide::destination, coordinate, "the coordinates");
      if (!store) return failure(store.error());
      KernelEdge edge = {static_cast<int>(mode), plan_.extents[mode], map_of(*load), map_of(*store)};
      if (edge.load.largest() >= edge.extent || edge.store.largest() >= edge.extent)
        plan_.edges.push_back(std::move(edge));
    }
    return {};
  }

  Result<void> shared() {
    if (!kernel().smem) {
      if (is_cp_async(kernel().load.atom)) {
        return failure(ErrorCode::arguments, say("copy_kernel: {} copies into shared memory", kernel().load.atom.name),
                       say("give the layout of the tile there: copy_kernel(src, dst, via, smem)"));
      }
      if (kernel().stages > 1) {
        return failure(ErrorCode::arguments, say("copy_kernel: stages are tiles of shared memory, but smem is missing"),
                       say("give the layout of the tile there: copy_kernel(src, dst, via, smem)"));
      }
      plan_.persistent = kernel().persistent;
      return {};
    }
    auto tile = prepare_layout(*kernel().smem, "copy_kernel: smem");
    if (!tile) return failure(std::move(tile.error()));
    Arith arith;
    const IntTuple extents = product_each(arith, tile->layout.shape);
    if (arith.failed()) return failed_step(arith, "copy_kernel", say("the tile in shared memory"));
    std::int64_t wanted = 1;
    for (const std::int64_t t : plan_.tile) wanted *= t;
    bool same = flat_;
    if (!flat_ && extents.rank() <= static_cast<int>(plan_.tile.size())) {
      same = true;
      for (std::size_t i = 0; i < plan_.tile.size(); ++i) {
        const std::int64_t extent = i < at(extents.rank()) ? extents[static_cast<int>(i)].integer().value : 1;
        same = same && extent == plan_.tile[i];
      }
    }
    const Int total = size(arith, tile->layout);
    if (arith.failed()) return failed_step(arith, "copy_kernel", say("the tile in shared memory"));
    if (!same || total.value != wanted) {
      return failure(ErrorCode::shape_divisibility,
                     say("copy_kernel: the layout in shared memory has extents {}, but a tile has {} "
                         "{element|elements} of other extents",
                         to_text(extents), wanted),
                     say("smem maps the coordinates of one tile, so its extents must be those of the tile"));
    }
    // The elements of a thread, from the tables of the atoms; the addresses for ldmatrix and stmatrix are separate.
    const bool into = is_stmatrix(kernel().load.atom);
    const bool out_of = is_ldmatrix(kernel().store.atom);
    const auto write = partition(kernel().load, into ? CopySide::source : CopySide::destination, tile->layout, "smem");
    if (!write) return failure(write.error());
    const auto read =
        partition(kernel().store, out_of ? CopySide::destination : CopySide::source, tile->layout, "smem");
    if (!read) return failure(read.error());
    plan_.smem_write = {"smem", map_of(*write), tile->swizzles, 0, 0, 0, {}};
    plan_.smem_read = {"smem", map_of(*read), tile->swizzles, 0, 0, 0, {}};
    set_reach(plan_.smem_write, index_of(LayoutRef(tile->layout), ""));
    // An exact size, since shared memory is scarce.
    if (wanted <= max_tv_pairs) {
      std::vector<std::int64_t> offsets(at(wanted));
      fill_offsets(LayoutRef(tile->layout), offsets.data(), wanted);
      plan_.smem_write.highest = 0;
      for (const std::int64_t x : offsets) {
        plan_.smem_write.highest = std::max(plan_.smem_write.highest, plan_.smem_write.swizzled(x));
      }
    }
    plan_.smem_read.lowest = plan_.smem_write.lowest;
    plan_.smem_read.highest = plan_.smem_write.highest;
    if (plan_.smem_write.lowest < 0) {
      return failure(ErrorCode::unsupported, say("copy_kernel: the layout in shared memory has negative offsets"));
    }
    if (into) {
      if (auto done =
              matrices(kernel().load, CopySide::destination, *tile, plan_.write_matrices, plan_.smem_write_rows);
          !done) {
        return done;
      }
      raise_need(plan_.needs, kernel().load.atom.arch);
    }
    if (out_of) {
      if (auto done = matrices(kernel().store, CopySide::source, *tile, plan_.read_matrices, plan_.smem_read_rows);
          !done) {
        return done;
      }
      raise_need(plan_.needs, kernel().store.atom.arch);
    }
    plan_.stage_bytes = plan_.bytes_of(plan_.smem_write.highest + 1);
    plan_.stages = kernel().stages;
    plan_.persistent = kernel().persistent;
    if (auto done = engine(); !done) return done;
    if (plan_.stages > 1) plan_.stage_bytes = (plan_.stage_bytes + 1023) / 1024 * 1024;
    plan_.shared_bytes = plan_.stages * plan_.stage_bytes;
    // One barrier per stage, after the tiles.
    if (plan_.tma_load) plan_.shared_bytes = (plan_.shared_bytes + 7) / 8 * 8 + std::int64_t{8} * plan_.stages;
    if (plan_.shared_bytes > most_shared_bytes()) {
      return failure(ErrorCode::too_large,
                     say("copy_kernel: the tile takes {} of shared memory; a block can have at most {} (sm90)",
                         in_units(plan_.shared_bytes, 0), in_units(most_shared_bytes(), 0)));
    }
    plan_.path = plan_.tma_load                    ? CopyPlan::Path::tma
                 : is_cp_async(kernel().load.atom) ? CopyPlan::Path::cp_async
                                                   : CopyPlan::Path::shared;
    plan_.cache_global = kernel().load.atom.operation.past_l1;
    if (plan_.path == CopyPlan::Path::cp_async) raise_need(plan_.needs, kernel().load.atom.arch);
    if (plan_.persistent && plan_.stages == 1) {
      return failure(ErrorCode::arguments,
                     say("copy_kernel: a persistent kernel cannot work with one tile of shared memory"),
                     say("use two or more: stages=2"));
    }
    if (plan_.stages > 1 && plan_.path == CopyPlan::Path::shared) {
      return failure(ErrorCode::arguments,
                     say("copy_kernel: stages need an asynchronous copy; this copy goes through registers"),
                     say("load by SM80_CP_ASYNC or \"tma\""));
    }
    return {};
  }

  // The rows of 16 bytes that the lanes address for ldmatrix or stmatrix.
  Result<void> matrices(const TiledCopy& copy, CopySide rows, const PreparedLayout& tile, KernelMatrices& out,
                        KernelSide& side) {
    const auto& registers = rows == CopySide::source ? copy.atom.d_regs : copy.atom.s_regs;
    out.count = registers ? registers->count * registers->bits / 32 : 0;
    out.transposed = copy.atom.operation.transposed;
    Arith arith;
    const Layout& values = rows == CopySide::source ? copy.atom.dst : copy.atom.src;
    out.instruction_values = product(arith, values.shape[1]).value;
    const auto cut = partition(copy, rows, tile.layout, "smem");
    if (!cut) return failure(cut.error());
    const std::int64_t row_values = product(arith, cut->shape[1]).value;
    out.row_values = 128 / plan_.element_bits;
    if (arith.failed()) return failed_step(arith, "copy_kernel", say("the rows of the matrices"));
    if (out.count < 1 || out.instruction_values * plan_.element_bits != std::int64_t{32} * out.count ||
        plan_.threads % 32 != 0) {
      return failure(ErrorCode::unsupported,
                     say("copy_kernel: {} cannot copy elements of {} {bit|bits} with {} {thread|threads}",
                         copy.atom.name, plan_.element_bits, plan_.threads),
                     say("use whole warps, and a 32-bit register per matrix"));
    }
    side = {"smem", map_of(*cut), tile.swizzles, 0, 0, 0, {}};
    set_reach(side, index_of(LayoutRef(tile.layout), ""));
    if (auto done = width(side, {}, row_values, true, 16); !done) return done;
    if (side.access_bytes != 16) {
      return failure(ErrorCode::unsupported,
                     say("copy_kernel: {} moves rows of 16 bytes, but smem has {} contiguous: {}", copy.atom.name,
                         side.access_bytes, side.limit),
                     say("make the tile contiguous along the rows of the matrices"));
    }
    return {};
  }

  // The copy engine's requirements of both tensors and the tile.
  Result<void> engine() {
    const bool load = kernel().tma_load;
    const bool store = kernel().tma_store;
    if (!load && !store) return {};
    plan_.needs = "sm90";
    const auto transfer = [&](const AnyLayout& tensor, std::string_view name) -> Result<TmaTransfer> {
      auto prepared = prepare_layout(tensor, name);
      if (!prepared) return failure(std::move(prepared.error()));
      if (!prepared->swizzles.empty()) {
        return failure(ErrorCode::unsupported,
                       say("copy_kernel: TMA cannot address a swizzled tensor in global memory"));
      }
      for (const KernelDigit& d : index_of(LayoutRef(prepared->layout), "").digits) {
        if (d.stride <= 0) {
          return failure(ErrorCode::unsupported,
                         say("copy_kernel: TMA, {}: mode {} has stride {}, but a descriptor needs positive strides",
                             name, d.mode, d.stride));
        }
      }
      auto made = plan_tma(prepared->layout, *kernel().smem, plan_.element_bits);
      if (!made) {
        Error error = std::move(made.error());
        error.message = say("copy_kernel: {}: {}", name, error.message);
        return failure(std::move(error));
      }
      return made;
    };
    if (flat_) {
      return failure(ErrorCode::unsupported, say("copy_kernel: TMA copies boxes, and this tile numbers the elements"),
                     say("give the tile as many modes as the tensor"));
    }
    if (load) {
      auto made = transfer(kernel().src, "src");
      if (!made) return failure(std::move(made.error()));
      plan_.tma_load = std::move(*made);
    }
    if (store) {
      auto made = transfer(kernel().dst, "dst");
      if (!made) return failure(std::move(made.error()));
      plan_.tma_store = std::move(*made);
    }
    return {};
  }

  Result<void> require(const CopyAtom& atom, KernelSide& side, std::string_view where) {
    const auto wanted = atom_bytes(atom);
    if (!wanted) return failure(wanted.error());
    if (*wanted == 0 || *wanted == side.access_bytes) return {};
    if (*wanted < side.access_bytes && !is_cp_async(atom)) {
      side.access_bytes = std::max(*wanted, plan_.unit_bytes());
      side.limit = say("{} copies {} {byte|bytes}", atom.name, *wanted);
      return {};
    }
    if (*wanted < side.access_bytes) {
      side.access_bytes = *wanted;
      return {};
    }
    return failure(ErrorCode::unsupported,
                   say("copy_kernel: {} copies {} {byte|bytes} at once, {} allows {}: {}", atom.name, *wanted, where,
                       side.access_bytes, side.limit),
                   wider(side, *wanted * 8 / kernel().type.bits));
  }

  // The change that allows accesses of this many elements.
  static Message wider(const KernelSide& side, std::int64_t elements) {
    const Message other = say("use a narrower copy, or DefaultCopy, which is as wide as the layouts allow");
    switch (side.limited_by) {
      case WidthLimit::stride:
        return say("start rows at multiples of {} {element|elements}, or {}", elements, other);
      case WidthLimit::end:
        return say("end the mode at {}, with zeros after {}, or {}",
                   (side.ends_at + elements - 1) / elements * elements, side.ends_at, other);
      case WidthLimit::other:
        return other;
    }
    return other;
  }

  // For elements below 8 bits: even one byte is not possible.
  tl::unexpected<Error> no_bytes(const Message& why) const {
    const std::int64_t each = plan_.unit_elements();
    const bool ends = std::any_of(plan_.edges.begin(), plan_.edges.end(),
                                  [&](const KernelEdge& edge) { return edge.extent % each != 0; });
    return failure(
        ErrorCode::unsupported,
        say("copy_kernel: a thread moves whole bytes, {} {element|elements} of {}: {}", each, plan_.type.name, why),
        ends ? say("the last byte of the tensor is shared with the data after it: make the extent a multiple of {} "
                   "{element|elements}",
                   each)
             : say("give a thread all elements that share a byte, in source and destination: for a transpose blocks of "
                   "{} x {}, which the thread transposes in registers",
                   each, each));
  }

  Result<void> width(KernelSide& side, const std::vector<KernelEdge>& edges, std::int64_t values, bool load,
                     int limit) {
    const auto why = set_width(plan_.element_bits, edges, side, values, load, limit);
    if (why) return no_bytes(*why);
    return {};
  }

  // The width of accesses to a thread's registers: in the order of the values, or in an order for each side by its
  // memory.
  Result<void> width(KernelSide& read, KernelSide& written, std::int64_t values, bool load, int limit,
                     KernelTurn& turn) {
    const bool parted = set_width(plan_.element_bits, plan_.edges, read, values, load, limit) ||
                        set_width(plan_.element_bits, plan_.edges, written, values, load, limit);
    if (!parted && !kernel().turn) return {};
    const auto why = turn_values({&read, &written, plan_.element_bits, values, load, limit}, plan_.edges, turn);
    if (parted && why) return no_bytes(*why);
    return {};
  }

  Result<void> widths() {
    const int limit = std::min(kernel().access_bytes, 16);
    if (limit < plan_.unit_bytes() || (limit & (limit - 1)) != 0) {
      return failure(ErrorCode::arguments,
                     say("copy_kernel: bytes={} does not suit elements of {} {byte|bytes}", kernel().access_bytes,
                         plan_.unit_bytes()),
                     say("expected 1, 2, 4, 8 or 16, and at least one element"));
    }
    const bool through = plan_.path != CopyPlan::Path::registers;
    const bool load = !kernel().tma_load;
    const bool store = !kernel().tma_store;
    const bool async = plan_.path == CopyPlan::Path::cp_async;
    if (load) {
      KernelSide& to = through ? plan_.smem_write : plan_.dst;
      if (plan_.write_matrices.count > 0) {
        if (auto done = width(plan_.src, plan_.edges, plan_.load_values, true, limit); !done) return done;
      } else if (async) {
        if (auto done = width(plan_.src, plan_.edges, plan_.load_values, true, limit); !done) return done;
        if (auto done = width(to, plan_.edges, plan_.load_values, true, limit); !done) return done;
      } else {
        if (auto done = width(plan_.src, to, plan_.load_values, true, limit, plan_.load_turn); !done) return done;
      }
      if (plan_.write_matrices.count == 0) {
        if (auto done = require(kernel().load.atom, plan_.src, "src"); !done) return done;
      }
    }
    if (store && through) {
      if (plan_.read_matrices.count > 0) {
        if (auto done = width(plan_.dst, plan_.edges, plan_.store_values, false, limit); !done) return done;
      } else {
        if (auto done = width(plan_.smem_read, plan_.dst, plan_.store_values, false, limit, plan_.store_turn); !done)
          return done;
        if (auto done = require(kernel().store.atom, plan_.dst, "dst"); !done) return done;
      }
    }
    if (plan_.path == CopyPlan::Path::cp_async) {
      if (plan_.src.access_bytes < 4) {
        return failure(ErrorCode::unsupported, say("copy_kernel: cp.async copies 4, 8 or 16 bytes, src allows {}: {}",
                                                   plan_.src.access_bytes, plan_.src.limit));
      }
      if (plan_.smem_write.access_bytes < plan_.src.access_bytes) {
        return failure(ErrorCode::unsupported,
                       say("copy_kernel: cp.async copies {} {byte|bytes} at once, smem allows {}: {}",
                           plan_.src.access_bytes, plan_.smem_write.access_bytes, plan_.smem_write.limit));
      }
      plan_.smem_write.access_bytes = plan_.src.access_bytes;
    }
    return {};
  }

  CopyPlan plan_;
  Layout from_, to_;
  bool flat_ = false;
};

}  // namespace

Result<CopyPlan> plan_copy(const CopyKernel& kernel) { return Planner(kernel).run(); }

Result<TensorIndex> tensor_index(const AnyLayout& layout) {
  auto prepared = prepare_layout(layout, "copy_kernel");
  if (!prepared) return failure(std::move(prepared.error()));
  return TensorIndex{index_of(LayoutRef(prepared->layout), ""), std::move(prepared->swizzles)};
}

}  // namespace stridescope
