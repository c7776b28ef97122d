// Counts the reads of A and B for each tile of C, the loads into registers, and the tensor core instructions of one
// launch, from the plan's own maps with the functions for copies.
#include "core/kernels/gemm/gemm_predict.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/kernels/copy/tile_classes.h"
#include "core/kernels/gemm/gemm_fetch.h"
#include "core/memory/global_memory.h"
#include "core/memory/shared_memory.h"

namespace stridescope {
namespace {

constexpr std::string_view tensor_counter = "sm__inst_executed_pipe_tensor.sum";
constexpr std::string_view load_requests = "smsp__inst_executed_op_shared_ld_pred_on_any.sum";
constexpr std::string_view load_wavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
constexpr std::string_view store_requests = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum";
constexpr std::string_view store_sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";
constexpr std::int64_t wavefronts_of_16_bytes = 4;  // for a warp whose threads read 16 adjacent bytes each

// Tensor core instructions of one PTX instruction, per warp; 0: unknown.
std::int64_t tensor_instructions(const MmaPlan& plan) {
  if (plan.form == MmaPlan::Form::wgmma) return 1;
  if (plan.form != MmaPlan::Form::warp) return 0;
  const std::string_view a = plan.a.type.name;
  const auto& shape = plan.tile.mma.atom.shape_mnk;
  Arith arith;
  const std::int64_t m = product(arith, shape[0]).value;
  const std::int64_t n = product(arith, shape[1]).value;
  const std::int64_t k = product(arith, shape[2]).value;
  if (m == 8 && n == 8 && k == 4 && a == "double") return 1;
  if (m != 16 || n != 8) return 0;
  if (a == "half_t" || a == "bfloat16_t" || a == "tfloat32_t") return 1;
  if (k != 32) return 0;
  if (a == "int8_t" || a == "uint8_t") return 1;
  // Two for half_t; 8-bit floats have only wgmma. Measured on an H100.
  return a == "float_e4m3_t" || a == "float_e5m2_t" ? 2 : 0;
}

struct Loads {
  std::int64_t requests = 0;
  std::int64_t wavefronts = 0;
  bool matrices = false;
};

// Loads of one operand into registers for one k of the tile, over all warps of a block.
Loads operand_loads(const MmaPlan& plan, const MmaFragment& f, std::int64_t k) {
  Loads out;
  if (!f.smem || f.place != OperandPlace::registers) return out;
  const auto warps = [&](const KernelSide& side, std::int64_t value, SharedKind kind, int bytes) {
    for (std::int64_t first = 0; first < plan.threads; first += lanes_per_warp) {
      WarpRequest request;
      const bool matrix = kind.operation == SharedOperation::ldmatrix;
      const std::int64_t lanes =
          std::min(matrix ? std::int64_t{8} * kind.matrices : lanes_per_warp, plan.threads - first);
      for (std::int64_t lane = 0; lane < lanes; ++lane) {
        request.active |= std::uint32_t{1} << lane;
        request.address[static_cast<std::size_t>(lane)] = side.offset(first + lane, value, nullptr) * f.bits / 8;
      }
      ++out.requests;
      out.wavefronts += shared_request(request, bytes, kind).wavefronts;
    }
  };
  if (f.rows) {
    out.matrices = true;
    for (const MatrixLoad& l : f.loads) {
      warps(*f.rows, l.address + k * f.matrix_step, {SharedOperation::ldmatrix, l.count}, 16);
    }
    return out;
  }
  const std::int64_t one_k = f.values / f.rest_k;
  const std::int64_t width = f.smem->access_bytes * 8 / f.bits;
  for (std::int64_t v = 0; v < one_k; v += width) {
    warps(*f.smem, v + k * one_k, {SharedOperation::load, 4}, f.smem->access_bytes);
  }
  return out;
}

class ProductPredictor {
 public:
  explicit ProductPredictor(const MmaPlan& math) : math_(math) {}

  // A launch multiplies `tiles` tiles along K, and loads k = 0 `begins` times more.
  void multiply(std::int64_t tiles, std::int64_t begins) {
    if (const std::int64_t each = tensor_instructions(math_); each > 0) {
      const std::int64_t atoms = math_.atoms[0] * math_.atoms[1] * math_.atoms[2];
      out_.counts.push_back({tensor_counter, term("instructions on the tensor cores, by warp"),
                             tiles * atoms * each * math_.threads / lanes_per_warp});
    }
    if (math_.form == MmaPlan::Form::fma) {
      if (math_.a.smem) miss(say("loads of an FMA: ptxas decides which neighbors along K it combines"));
      return;
    }
    Loads sum;
    std::int64_t plain = 0;
    for (const MmaFragment* f : {&math_.a, &math_.b}) {
      for (std::int64_t k = 0; k < f->rest_k; ++k) {
        const Loads one = operand_loads(math_, *f, k);
        const std::int64_t times = tiles + (k == 0 ? begins : 0);
        sum.wavefronts += one.wavefronts * times;
        sum.requests += one.requests * times;
        sum.matrices = sum.matrices || one.matrices;
        if (!one.matrices) plain += one.requests;
      }
    }
    if (sum.requests == 0) return;
    // This counter does not include requests of ldmatrix.
    if (!sum.matrices) {
      out_.counts.push_back({load_requests, term("requests that read shared memory"), sum.requests});
    } else if (plain > 0) {
      miss(say("requests of plain loads next to ldmatrix"));
    }
    out_.counts.push_back({load_wavefronts, term("wavefronts that read shared memory"), sum.wavefronts});
  }

  // With split= a block adds its part of the cluster's sums. Reads of its own shared memory are counted there; those of
  // other blocks are not.
  void add_sums(const GemmPlan& plan) {
    for (PredictedCount& one : out_.counts) {
      if (one.counter == load_wavefronts)
        one.count += plan.tiles * plan.groups() * math_.threads / lanes_per_warp * wavefronts_of_16_bytes;
    }
  }

  // With stream= blocks pass sums to others, and each flag is cleared. Reads of flags are not predicted: a block polls
  // a flag until it is set.
  void pass_sums(const GemmPlan& plan) {
    const StreamOrder order = plan.stream_order();
    std::int64_t passed = 0;
    for (std::int64_t tile = 0; tile < order.shared(); ++tile)
      passed += static_cast<std::int64_t>(order.ends(tile).size()) - 1;
    passed *= plan.cluster_tiles();
    const std::int64_t requests = passed * plan.groups() * math_.threads / lanes_per_warp;
    const std::int64_t flags = passed * math_.threads / plan.together();
    const Term meaning = plan.boxed ? term("requests that write sums for other blocks")
                                    : term("requests that write C and sums for other blocks");
    add(store_requests, meaning, requests + flags);
    add(store_sectors,
        plan.boxed ? term("sectors written of sums for other blocks")
                   : term("sectors written of C and of sums for other blocks"),
        requests * lanes_per_warp * 16 / sector_bytes + flags);
  }

  // C, in tiles of `grid`; each is written once.
  void store(const KernelSide& side, int element_bytes, const std::vector<KernelEdge>& edges,
             std::array<std::int64_t, 2> grid) {
    const std::int64_t width = side.access_bytes / element_bytes;
    const auto made = requested(side, width, element_bytes, edges, grid, false);
    if (!made) return miss(say("the tiles of C differ, and are too many to examine individually"));
    out_.counts.push_back({store_requests, term("requests that write C"), made->requests});
    out_.counts.push_back({store_sectors, term("sectors written of C"), made->sectors});
  }

  // Reads of the epilogue, `width` elements at a time; a bias that a thread needs repeatedly is read once.
  void read_again(const KernelSide& side, std::int64_t width, int element_bytes, const std::vector<KernelEdge>& edges,
                  const std::array<std::int64_t, 2>& grid) {
    const auto made = requested(side, width, element_bytes, edges, grid, true);
    if (!made) return miss(say("the tiles of C differ, and are too many to examine individually"));
    add("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", term("requests that read A, B, C and the bias"),
        made->requests);
    add("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", term("sectors read of A, B, C and the bias"), made->sectors);
  }

  void add(std::string_view counter, Term meaning, std::int64_t n) {
    for (PredictedCount& one : out_.counts) {
      if (one.counter != counter) continue;
      one.count += n;
      one.meaning = meaning;
      return;
    }
    count(counter, meaning, n);
  }
  void count(std::string_view counter, Term meaning, std::int64_t n) { out_.counts.push_back({counter, meaning, n}); }
  void miss(const Message& what) { out_.missing = out_.missing.empty() ? what : say("{}; {}", out_.missing, what); }
  CopyPrediction take() { return std::move(out_); }

 private:
  struct Requested {
    std::int64_t requests = 0, sectors = 0;
  };
  // The requests over all tiles, with accesses of `width` elements per thread; empty if tiles differ and are too many
  // to examine. `once`: an address is requested only by the first of a thread's values that has it.
  std::optional<Requested> requested(const KernelSide& side, std::int64_t width, std::int64_t element_bytes,
                                     const std::vector<KernelEdge>& edges, const std::array<std::int64_t, 2>& grid,
                                     bool once) const {
    const std::int64_t accesses = math_.threads * math_.c.values / width;
    const auto classes =
        tile_classes({grid[0], grid[1]}, &side.map, static_cast<int>(8 * element_bytes), sector_bytes, edges, true);
    if (!classes || std::ssize(*classes) > max_predicted_accesses / std::max<std::int64_t>(accesses, 1))
      return std::nullopt;
    Requested out;
    for (const TileClass& one : *classes) {
      const std::array<std::int64_t, 2> tile = {one.tile[0], one.tile[1]};
      std::set<std::int64_t> seen;
      for (std::int64_t v = 0; v < math_.c.values; v += width) {
        if (once && edges.empty() && !seen.insert(side.map.value.at(v)).second) continue;
        for (std::int64_t first = 0; first < math_.threads; first += lanes_per_warp) {
          WarpRequest request;
          for (std::int64_t lane = 0; lane < lanes_per_warp; ++lane) {
            const std::int64_t t = first + lane;
            if (!inside(edges, t, v, tile)) continue;
            request.active |= std::uint32_t{1} << lane;
            request.address[static_cast<std::size_t>(lane)] =
                side.offset(t, v, side.map.tile.empty() ? nullptr : tile.data()) * element_bytes;
          }
          if (request.active == 0) continue;
          out.requests += one.count;
          out.sectors += global_request(request, static_cast<int>(width * element_bytes)).sectors * one.count;
        }
      }
    }
    return out;
  }

  const MmaPlan& math_;
  CopyPrediction out_;
};

// Reads of all tiles of A or B: each once for every tile of C that needs it. False if unknown.
bool reads_by_threads(ProductPredictor& to, const GemmPlan& plan) {
  std::array<std::int64_t, 2> sum = {};
  for (const bool a : {true, false}) {
    const CopyPlan& copy = a ? plan.copy_a : plan.copy_b;
    if (!copy.edges.empty()) {
      to.miss(say("reads of tiles that exceed A or B"));
      return false;
    }
    const CopyPrediction one = predict_reads(copy);
    if (one.counts.size() != 2) {
      to.miss(one.missing);
      return false;
    }
    for (std::size_t i = 0; i < 2; ++i) sum[i] += one.counts[i].count * plan.grid[a ? 1 : 0];
  }
  to.count("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", term("requests that read A and B"), sum[0]);
  to.count("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", term("sectors read of A and B"), sum[1]);
  return true;
}

// The same for loads by TMA. False if unknown.
bool reads_by_engine(ProductPredictor& to, const GemmPlan& plan) {
  std::int64_t sum = 0;
  for (const bool a : {true, false}) {
    const GemmTma& tma = a ? plan.tma_a : plan.tma_b;
    std::vector<std::vector<std::int64_t>> begins;
    for (const TmaBox& box : tma.boxes) begins.push_back({box.mn, box.k});
    const std::size_t mode = a ? 0 : 1;
    // If all boxes are inside, a block counts all multicast loads into it, its own and those of other blocks: measured
    // on an H200.
    if (tma.parts > 1 &&
        (plan.extents[mode] % plan.math.extents[mode] != 0 || plan.extents[2] % plan.math.extents[2] != 0)) {
      to.miss(say("boxes for several blocks that exceed A or B"));
      return false;
    }
    const auto sectors = boxes_sectors(tma.atom, begins, {plan.math.extents[mode], plan.math.extents[2]},
                                       {plan.grid[mode], plan.grid[2]}, true);
    if (!sectors) {
      to.miss(say("the tiles of A or B differ, and are too many to examine individually"));
      return false;
    }
    sum += *sectors * plan.grid[1 - mode];
  }
  to.count("l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum", term("sectors read by the copy engine"), sum);
  return true;
}

// The pieces of C: stored by the engine and, with beta, loaded by it and read by ldmatrix.
void pieces_by_engine(ProductPredictor& to, const GemmPlan& plan, bool all_read) {
  const MmaPlan& math = plan.math;
  std::vector<std::vector<std::int64_t>> begins;
  const GemmStore& s = *plan.boxed;
  for (std::int64_t g = 0; g < math.threads / s.owner; ++g) {
    for (const StoredPiece& p : s.pieces) begins.push_back({p.row + s.first_row(g), p.column + s.first_column(g)});
  }
  const std::vector<std::int64_t> grid = {plan.grid[0], plan.grid[1]};
  const std::vector<std::int64_t> tile = {math.extents[0], math.extents[1]};
  const auto sectors = boxes_sectors(s.atom, begins, tile, grid, false);
  const bool fetched = fetch_of(plan).stages > 0;
  const auto brought = fetched ? boxes_sectors(s.atom, begins, tile, grid, true) : 0;
  if (!sectors || !brought) {
    to.miss(say("the tiles of C differ, and are too many to examine individually"));
    return;
  }
  if (fetched) {
    std::int64_t wavefronts = 0;
    for (std::int64_t column = 0; column < s.columns; column += 16) {
      WarpRequest request;
      request.active = ~std::uint32_t{0};
      for (std::int64_t lane = 0; lane < lanes_per_warp; ++lane) {
        const StoredRow row = s.addressed(lane, column);
        request.address[static_cast<std::size_t>(lane)] = 2 * s.offset(row.row, row.column);
      }
      wavefronts += shared_request(request, 16, {SharedOperation::ldmatrix, 4}).wavefronts;
    }
    to.count(load_wavefronts, term("wavefronts that read shared memory"),
             wavefronts * static_cast<std::int64_t>(s.pieces.size()) * plan.tiles * math.threads / lanes_per_warp);
  }
  if (fetched && all_read) {
    to.add("l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum", term("sectors read by the copy engine"),
           *brought);
  }
  to.count("l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum", term("sectors written by the copy engine"),
           *sectors);
}

}  // namespace

CopyPrediction predict(const GemmPlan& plan) {
  ProductPredictor out(plan.math);
  const bool engine = plan.path == GemmPlan::Path::tma;
  bool all_read = true;  // the reads of A and B are known
  if (engine) {
    all_read = reads_by_engine(out, plan);
  } else {
    all_read = reads_by_threads(out, plan);
  }
  // Once per tile of C, the pipeline of the threads loads the first k of a tile along K that it does not multiply.
  out.multiply(plan.tiles * plan.grid[2], engine || plan.short_of_stages() ? 0 : plan.tiles);
  if (plan.split > 1) out.add_sums(plan);
  if (plan.boxed) {
    pieces_by_engine(out, plan, all_read);
  } else {
    out.store(plan.c, plan.kernel.type_c.bits / 8, plan.edges, {plan.grid[0], plan.grid[1]});
  }
  if (plan.streams()) out.pass_sums(plan);
  const int bytes = plan.kernel.type_c.bits / 8;
  // Several blocks add parts of K; each finishes a part of the tile, or requests the sums of the others. The counter
  // includes all reads by threads.
  const bool read = plan.reads_c() && fetch_of(plan).stages == 0;
  if ((read || plan.bias) && (plan.split > 1 || plan.streams() || (!engine && !all_read))) {
    out.miss(say("reads of C and of the bias by the epilogue"));
  } else {
    const std::int64_t width = plan.c.access_bytes / bytes;
    if (read) out.read_again(plan.c, width, bytes, plan.edges, {plan.grid[0], plan.grid[1]});
    if (plan.bias)
      out.read_again(*plan.bias, plan.bias->access_bytes / bytes, bytes, plan.edges, {plan.grid[0], plan.grid[1]});
  }
  out.miss(engine ? say("how wgmma and the copy engine use shared memory") : say("how the copies write shared memory"));
  return out.take();
}

CopyPrediction predict_mma(const MmaPlan& plan, std::int64_t blocks, std::int64_t repeat) {
  ProductPredictor out(plan);
  out.multiply(blocks * repeat, 0);
  out.miss(say("the reads that load the operands once, and the tile that each block writes"));
  return out.take();
}

}  // namespace stridescope
