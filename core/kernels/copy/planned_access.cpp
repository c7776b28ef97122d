// Lists the accesses of a plan: for a copy those of each tile and stage of the block, for a product those of each tile
// along K and each stage. Boxes of the copy engine, operands that wgmma reads, and loads that the compiler may combine
// are not listed.
#include "core/kernels/copy/planned_access.h"

#include <algorithm>

namespace stridescope {
namespace {

class Writer {
 public:
  Writer(PlannedBlock& out, std::int64_t threads) : out_(out), threads_(threads) {}

  // Appends an access; false if the limit is reached. global and shared are thread -> bytes, or null if the kind has no
  // such address.
  template <class Inside, class Global, class Shared>
  bool add(PlannedAccess access, const Inside& inside, const Global& global, const Shared& shared) {
    addresses_ += threads_;
    if (addresses_ > max_planned_addresses) return false;
    const bool has_global = access.kind == PlannedKind::global_load || access.kind == PlannedKind::global_store ||
                            access.kind == PlannedKind::async_copy;
    const bool has_shared = !has_global || access.kind == PlannedKind::async_copy;
    for (std::int64_t t = 0; t < threads_; ++t) {
      const bool takes_part = inside(t);
      if (has_global) access.global.push_back(takes_part ? global(t) : -1);
      if (has_shared) access.shared.push_back(takes_part ? shared(t) : -1);
    }
    out_.accesses.push_back(std::move(access));
    return true;
  }
  void miss(const Message& what) { out_.missing = out_.missing.empty() ? what : say("{}; {}", out_.missing, what); }

 private:
  PlannedBlock& out_;
  std::int64_t threads_;
  std::int64_t addresses_ = 0;
};

constexpr auto none = [](std::int64_t) { return std::int64_t{0}; };

// The accesses of one tile of a copy: from src into its stage, which begins at byte `stage`, and from there.
struct TileCopy {
  const CopyPlan& plan;
  Writer& out;
  int src = 0;
  int dst = 1;

  std::int64_t bytes(const KernelSide& side, std::int64_t t, std::int64_t v, const std::int64_t* tile) const {
    return side.offset(t, v, tile) * plan.element_bits / 8;
  }

  bool global(bool load, bool by_load, const std::int64_t* tile) const {
    const KernelSide& side = load ? plan.src : plan.dst;
    const std::int64_t values = by_load ? plan.load_values : plan.store_values;
    PlannedAccess access;
    access.kind = load ? PlannedKind::global_load : PlannedKind::global_store;
    access.bytes = side.access_bytes;
    access.tensor = load ? src : dst;
    for (std::int64_t place = 0; place < values; place += plan.access_elements(side)) {
      const std::int64_t v = side.value_at(place);
      if (!out.add(
              access, [&](std::int64_t t) { return plan.inside(t, v, tile, by_load); },
              [&](std::int64_t t) { return bytes(side, t, v, tile); }, none))
        return false;
    }
    return true;
  }

  bool shared(bool write, const std::int64_t* tile, std::int64_t stage) const {
    const KernelMatrices& m = write ? plan.write_matrices : plan.read_matrices;
    const KernelSide& side =
        m.count > 0 ? (write ? plan.smem_write_rows : plan.smem_read_rows) : (write ? plan.smem_write : plan.smem_read);
    std::int64_t values = write ? plan.load_values : plan.store_values;
    PlannedAccess access;
    access.kind = write ? PlannedKind::shared_store : PlannedKind::shared_load;
    access.bytes = side.access_bytes;
    std::int64_t step = 0;
    if (m.count > 0) {
      access.kind = write ? PlannedKind::stmatrix : PlannedKind::ldmatrix;
      access.bytes = 16;
      access.matrices = m.count;
      values = values / m.instruction_values * m.row_values;
      step = m.row_values;
    } else {
      step = plan.access_elements(side);
    }
    for (std::int64_t place = 0; place < values; place += step) {
      const std::int64_t v = side.value_at(place);
      if (!out.add(
              access,
              [&](std::int64_t t) {
                return m.count > 0 ? t % 32 < std::int64_t{8} * m.count : plan.inside(t, v, tile, write);
              },
              none, [&](std::int64_t t) { return stage + bytes(side, t, v, nullptr); }))
        return false;
    }
    return true;
  }

  bool async(const std::int64_t* tile, std::int64_t stage) const {
    PlannedAccess access;
    access.kind = PlannedKind::async_copy;
    access.bytes = std::min(plan.src.access_bytes, plan.smem_write.access_bytes);
    access.tensor = src;
    const std::int64_t step = std::int64_t{8} * access.bytes / plan.element_bits;
    for (std::int64_t v = 0; v < plan.load_values; v += step) {
      if (!out.add(
              access, [&](std::int64_t t) { return plan.inside(t, v, tile, true); },
              [&](std::int64_t t) { return bytes(plan.src, t, v, tile); },
              [&](std::int64_t t) { return stage + bytes(plan.smem_write, t, v, nullptr); }))
        return false;
    }
    return true;
  }

  // Accesses that fill shared memory, for each path.
  bool load(const std::int64_t* tile, std::int64_t stage) const {
    if (plan.tma_load) return true;
    if (plan.path == CopyPlan::Path::cp_async) return async(tile, stage);
    return global(true, true, tile) && shared(true, tile, stage);
  }
};

bool tell(const CopyPlan& plan, std::int64_t block, std::int64_t blocks, PlannedBlock& told) {
  told.tensors = {"src", "dst"};
  Writer out(told, plan.threads);
  if (plan.tma_load || plan.tma_store) out.miss(say("boxes of the copy engine"));
  const TileCopy copy{plan, out};
  std::vector<std::int64_t> tile(plan.grid.size());
  std::int64_t turn = 0;
  for (std::int64_t b = block; b < plan.tiles; b += plan.persistent ? blocks : plan.tiles, ++turn) {
    plan.tile_coordinates(b, tile.data());
    if (plan.path == CopyPlan::Path::registers) {
      if (!copy.global(true, true, tile.data()) || !copy.global(false, true, tile.data())) return false;
      continue;
    }
    const std::int64_t stage = turn % plan.stages * plan.stage_bytes;
    if (!copy.load(tile.data(), stage)) return false;
    if (plan.tma_store) continue;
    if (!copy.shared(false, tile.data(), stage) || !copy.global(false, false, tile.data())) return false;
  }
  return true;
}

// Reads of one operand from a stage that begins at byte `stage`.
bool tell_reads(const MmaPlan& math, const MmaFragment& f, std::int64_t stage, Writer& out) {
  if (!f.smem || f.place != OperandPlace::registers || math.form == MmaPlan::Form::fma) return true;
  PlannedAccess access;
  const auto add = [&](const KernelSide& side, std::int64_t v, std::int64_t lanes) {
    return out.add(
        access, [&](std::int64_t t) { return t < math.threads && t % 32 < lanes; }, none,
        [&](std::int64_t t) { return stage + side.offset(t, v, nullptr) * f.bits / 8; });
  };
  for (std::int64_t k = 0; k < f.rest_k; ++k) {
    if (f.rows) {
      access.kind = PlannedKind::ldmatrix;
      access.bytes = 16;
      for (const MatrixLoad& l : f.loads) {
        access.matrices = l.count;
        if (!add(*f.rows, l.address + k * f.matrix_step, std::int64_t{8} * l.count)) return false;
      }
      continue;
    }
    access.kind = PlannedKind::shared_load;
    access.bytes = f.smem->access_bytes;
    const std::int64_t one_k = f.values / f.rest_k;
    for (std::int64_t v = 0; v < one_k; v += std::int64_t{8} * access.bytes / f.bits) {
      if (!add(*f.smem, v + k * one_k, 32)) return false;
    }
  }
  return true;
}

bool tell(const GemmPlan& plan, std::int64_t block, std::int64_t blocks, PlannedBlock& told) {
  told.tensors = {"A", "B", "C"};
  Writer out(told, plan.threads);
  const bool engine = plan.path == GemmPlan::Path::tma;
  if (engine) out.miss(say("boxes of the copy engine"));
  if (plan.math.form == MmaPlan::Form::wgmma) out.miss(say("operands that wgmma reads"));
  if (plan.math.form == MmaPlan::Form::fma && plan.math.a.smem)
    out.miss(say("loads of an FMA: ptxas decides which neighbors along K it combines"));
  if (!engine && (!plan.copy_a.edges.empty() || !plan.copy_b.edges.empty()))
    out.miss(say("reads of tiles that exceed A or B"));
  const std::int64_t tiles = plan.cluster_tiles();
  const std::int64_t part = block % plan.cluster_blocks() / tiles;
  const std::int64_t first = block / plan.cluster_blocks() * tiles + block % tiles;
  std::vector<std::int64_t> ended;  // tiles that the block stores, in order
  if (plan.streams()) {
    out.miss(say("sums that continue from block to block"));
    for (const StreamPart& p : plan.stream_order().parts(block / tiles)) {
      if (p.end == plan.grid[2]) ended.push_back(p.tile * tiles + block % tiles);
    }
  } else {
    for (std::int64_t b = first; b < plan.tiles; b += engine ? blocks / plan.split : plan.tiles) ended.push_back(b);
  }
  std::int64_t turn = 0;
  for (const std::int64_t b : ended) {
    const std::int64_t begin = plan.first_thread(turn++);
    std::int64_t m = 0;
    std::int64_t n = 0;
    plan.tile_coordinates(b, m, n);
    for (std::int64_t k = 0; !engine && k < plan.grid[2]; ++k) {
      for (const bool a : {true, false}) {
        const CopyPlan& copy = a ? plan.copy_a : plan.copy_b;
        const std::int64_t stage = k % plan.stages * plan.stage_bytes + (a ? 0 : plan.offset_b());
        const std::int64_t tile[2] = {a ? m : n, k};
        if (!copy.edges.empty()) continue;
        if (!TileCopy{copy, out, a ? 0 : 1}.load(tile, stage)) return false;
      }
    }
    if (plan.boxed) continue;
    const std::array<std::int64_t, 2> tile = {m, n};
    PlannedAccess access;
    access.kind = PlannedKind::global_store;
    access.bytes = plan.c.access_bytes;
    access.tensor = 2;
    for (std::int64_t v = 0; v < plan.math.c.values; v += plan.c.access_bytes * 8 / plan.kernel.type_c.bits) {
      if (plan.split > 1 && v / 4 / plan.part_groups() != part) continue;
      const auto stored = [&](std::int64_t t) {
        return t >= begin && t < begin + plan.math.threads && inside(plan.edges, t - begin, v, tile);
      };
      const auto address = [&](std::int64_t t) {
        return plan.c.offset(t - begin, v, tile.data()) * plan.kernel.type_c.bits / 8;
      };
      if (!out.add(access, stored, address, none)) return false;
    }
  }
  if (engine) return true;
  for (std::int64_t k = 0; k < std::min(plan.stages, plan.grid[2]); ++k) {
    for (const bool a : {true, false}) {
      if (!tell_reads(plan.math, a ? plan.math.a : plan.math.b, k * plan.stage_bytes + (a ? 0 : plan.offset_b()), out))
        return false;
    }
  }
  return true;
}

}  // namespace

Result<PlannedBlock> planned_block(const KernelPlan& plan, std::int64_t block, std::int64_t blocks) {
  PlannedBlock out;
  bool whole = true;
  if (const auto* copy = plan.as<CopyPlan>()) {
    whole = tell(*copy, block, blocks, out);
  } else if (const auto* gemm = plan.as<GemmPlan>()) {
    whole = tell(*gemm, block, blocks, out);
  } else {
    return failure(ErrorCode::unsupported, say("the accesses of this kind of kernel are not listed"),
                   say("take a copy_kernel or a gemm_kernel"));
  }
  if (!whole) return failure(ErrorCode::too_large, say("a block has more than {} addresses", max_planned_addresses));
  return out;
}

}  // namespace stridescope
