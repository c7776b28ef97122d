// Counts the memory accesses of one launch of a copy: requests, sectors, wavefronts and instructions, with the model of
// core/memory on the plan's own maps. Equal tiles are counted once. If alignment or an edge makes tiles differ, each
// class is counted, up to a limit; beyond it the count is omitted, with the reason. Each count is exact or has a bound
// (CountBound).
#include "core/kernels/copy/copy_predict.h"

#include <algorithm>

#include "core/kernels/copy/tile_classes.h"
#include "core/memory/global_memory.h"
#include "core/memory/shared_memory.h"

namespace stridescope {
namespace {

constexpr std::string_view requests_read = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
constexpr std::string_view sectors_read = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";

constexpr std::string_view arbitration = "l1tex__data_bank_conflicts_type_arbitration.sum";

struct Access {
  const KernelSide* side = nullptr;
  std::int64_t values = 0;  // per thread
  bool load = false;        // the load partition's edges mask it, not the store's
  bool in_tile = false;     // shared memory: the coordinates of the tile are irrelevant
  int matrices = 0;         // for ldmatrix and stmatrix, whose lanes are never masked
};

struct Totals {
  std::int64_t requests = 0;
  std::int64_t sectors = 0;
  std::int64_t wavefronts = 0;
};

// cp.async.cg: from global memory past L1 into shared memory.
bool bypass(const CopyPlan& plan, const Access& access) {
  return access.side == &plan.src && plan.path == CopyPlan::Path::cp_async && plan.cache_global &&
         access.side->access_bytes == 16;
}

// All requests of one block.
void add_block(const CopyPlan& plan, const Access& access, SharedOperation operation, bool shared,
               const std::int64_t* tile, Totals& out) {
  const int bytes = access.side->access_bytes;
  const std::int64_t width = plan.access_elements(*access.side);
  for (std::int64_t place = 0; place < access.values; place += width) {
    const std::int64_t v = access.side->value_at(place);
    for (std::int64_t first = 0; first < plan.threads; first += lanes_per_warp) {
      WarpRequest request;
      WarpRequest destination;
      const std::int64_t lanes = std::min(lanes_per_warp, plan.threads - first);
      for (std::int64_t lane = 0; lane < lanes; ++lane) {
        const std::int64_t t = first + lane;
        if (access.matrices > 0 ? lane >= std::int64_t{8} * access.matrices : !plan.inside(t, v, tile, access.load))
          continue;
        request.active |= std::uint32_t{1} << lane;
        request.address[static_cast<std::size_t>(lane)] =
            access.side->offset(t, v, access.in_tile ? nullptr : tile) * plan.element_bits / 8;
        if (!shared && bypass(plan, access))
          destination.address[static_cast<std::size_t>(lane)] =
              plan.smem_write.offset(t, v, nullptr) * plan.element_bits / 8;
      }
      if (request.active == 0) continue;
      ++out.requests;
      if (shared) {
        out.wavefronts +=
            shared_request(request, bytes, {operation, access.matrices > 0 ? access.matrices : 4}).wavefronts;
      } else {
        out.sectors +=
            bypass(plan, access) ? bypass_sectors(request, destination) : global_request(request, bytes).sectors;
      }
    }
  }
}

// The number of sectors of the bytes from `begin` up to `end`.
std::int64_t sectors_under(std::int64_t begin, std::int64_t end) {
  return end <= begin ? 0 : (end - 1) / sector_bytes - begin / sector_bytes + 1;
}

// True if the boxes of all tiles have equally many sectors: tiles divide the extents, and the distance of two tiles is
// a multiple of a sector.
bool boxes_alike(const TmaAtom& atom, const std::vector<std::int64_t>& tile) {
  for (std::size_t d = 0; d < atom.modes.size(); ++d) {
    const std::int64_t step = d == 0 ? atom.element_bits / 8 : atom.stride_bytes[d - 1];
    const std::int64_t extent = tile[static_cast<std::size_t>(atom.modes[d])];
    if (atom.extents[d] % extent != 0 || step * extent % sector_bytes != 0) return false;
  }
  return true;
}

}  // namespace

// A load also counts sectors outside the tensor, separately from those inside; a row that is completely outside counts
// as if it began at a sector. Measured on an H100 and an H200, with random copies with edges and with products.
std::int64_t box_sectors(const TmaAtom& atom, const std::vector<std::int64_t>& origin, bool load) {
  const std::size_t rank = atom.modes.size();
  const std::int64_t element = atom.element_bits / 8;
  const auto step = [&](std::size_t d) { return d == 0 ? element : atom.stride_bytes[d - 1]; };
  // The start of the box, and the part of it that is inside.
  std::int64_t address = 0;
  std::vector<std::int64_t> inside(rank);
  for (std::size_t d = 0; d < rank; ++d) {
    const std::int64_t x = origin[static_cast<std::size_t>(atom.modes[d])];
    inside[d] = std::clamp<std::int64_t>(atom.extents[d] - x, 0, atom.box[d]);
    address += x * step(d);
  }
  std::int64_t lines = 1;
  for (std::size_t d = 1; d < rank; ++d) lines *= atom.box[d];
  std::int64_t sectors = 0;
  for (std::int64_t line = 0; line < lines; ++line) {
    std::int64_t rest = line;
    std::int64_t first = address;
    bool within = true;
    for (std::size_t d = 1; d < rank; ++d) {
      within = within && rest % atom.box[d] < inside[d];
      first += rest % atom.box[d] * step(d);
      rest /= atom.box[d];
    }
    const std::int64_t bytes = atom.box[0] * element;
    if (!within || inside[0] == 0) {
      if (load) sectors += sectors_under(0, bytes);
      continue;
    }
    const std::int64_t end = first + inside[0] * element;
    sectors += sectors_under(first, end);
    if (load) sectors += sectors_under(end, first + bytes);
  }
  return sectors;
}

std::optional<std::int64_t> boxes_sectors(const TmaAtom& atom, const std::vector<std::vector<std::int64_t>>& begins,
                                          const std::vector<std::int64_t>& tile, const std::vector<std::int64_t>& grid,
                                          bool load) {
  std::int64_t tiles = 1;
  for (const std::int64_t n : grid) tiles *= n;
  auto rows = static_cast<std::int64_t>(begins.size());
  for (std::size_t d = 1; d < atom.modes.size(); ++d) rows *= atom.box[d];
  const bool alike = boxes_alike(atom, tile);
  if (!alike && tiles > max_predicted_accesses / std::max<std::int64_t>(rows, 1)) return std::nullopt;
  std::int64_t sectors = 0;
  std::vector<std::int64_t> origin(grid.size());
  for (std::int64_t b = 0; b < (alike ? 1 : tiles); ++b) {
    for (const std::vector<std::int64_t>& begin : begins) {
      std::int64_t rest = b;
      for (std::size_t m = 0; m < grid.size(); ++m) {
        origin[m] = rest % grid[m] * tile[m] + begin[m];
        rest /= grid[m];
      }
      sectors += box_sectors(atom, origin, load);
    }
  }
  return alike ? sectors * tiles : sectors;
}

namespace {

class Predictor {
 public:
  explicit Predictor(const CopyPlan& plan) : plan_(plan) {}

  CopyPrediction reads() {
    global({&plan_.src, plan_.load_values, true}, requests_read, term("requests that read global memory"), sectors_read,
           term("sectors read from global memory"));
    return std::move(out_);
  }

  CopyPrediction run() {
    const bool through = plan_.path != CopyPlan::Path::registers;
    const bool async = plan_.path == CopyPlan::Path::cp_async;
    const bool engine = plan_.path == CopyPlan::Path::tma;
    if (async) out_.missing = say("how cp.async writes shared memory");
    if (engine) {
      boxes(*plan_.tma_load, true, "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum",
            term("sectors read by the copy engine"));
    } else {
      // cp.async counts as a read of global memory too.
      global({&plan_.src, plan_.load_values, true}, requests_read, term("requests that read global memory"),
             sectors_read, term("sectors read from global memory"));
    }
    if (plan_.tma_store) {
      boxes(*plan_.tma_store, false, "l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st.sum",
            term("sectors written by the copy engine"));
      if (!async && !engine) write_shared();
      return std::move(out_);
    }
    global({&plan_.dst, plan_.store_values, !through}, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
           term("requests that write global memory"), "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
           term("sectors written to global memory"));
    if (!through) return std::move(out_);
    if (!async && !engine) write_shared();
    read_shared();
    return std::move(out_);
  }

 private:
  // Sectors of the rows of all boxes, as far as they are inside the tensor.
  void boxes(const TmaTransfer& transfer, bool load, std::string_view counter, Term meaning) {
    const auto sectors = boxes_sectors(transfer.atom, transfer.begins, transfer.tile, plan_.grid, load);
    if (!sectors) {
      out_.missing = say("the tiles differ, and are too many to examine individually");
      return;
    }
    out_.counts.push_back({counter, meaning, *sectors});
  }

  void write_shared() {
    constexpr std::string_view wavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum";
    if (const KernelMatrices& m = plan_.write_matrices; m.count > 0) {
      shared({&plan_.smem_write_rows, plan_.load_values / m.instruction_values * m.row_values, true, true, m.count},
             SharedOperation::stmatrix, {}, {}, wavefronts, term("wavefronts of stmatrix"));
      return;
    }
    shared({&plan_.smem_write, plan_.load_values, true, true}, SharedOperation::store,
           "smsp__inst_executed_op_shared_st_pred_on_any.sum", term("requests that write shared memory"), wavefronts,
           term("wavefronts that write shared memory"));
  }

  void read_shared() {
    constexpr std::string_view wavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum";
    if (const KernelMatrices& m = plan_.read_matrices; m.count > 0) {
      shared({&plan_.smem_read_rows, plan_.store_values / m.instruction_values * m.row_values, false, true, m.count},
             SharedOperation::ldmatrix, {}, {}, wavefronts, term("wavefronts of ldmatrix"));
      return;
    }
    shared({&plan_.smem_read, plan_.store_values, false, true}, SharedOperation::load,
           "smsp__inst_executed_op_shared_ld_pred_on_any.sum", term("requests that read shared memory"), wavefronts,
           term("wavefronts that read shared memory"));
  }

  // Over all tiles; empty, with the reason in `missing`, if there are too many to examine.
  std::optional<Totals> total(const Access& access, SharedOperation operation, bool is_shared) {
    const std::int64_t a_block = plan_.threads * access.values / plan_.access_elements(*access.side);
    const std::int64_t most = max_predicted_accesses / std::max<std::int64_t>(a_block, 1);
    const auto kinds = kinds_of_tiles(access, most);
    if (!kinds || std::ssize(*kinds) > most) {
      out_.missing = say(
          "the tiles differ (edges, or tiles that start inside a sector), and are too many to examine individually");
      return std::nullopt;
    }
    Totals out;
    for (const TileClass& one : *kinds) {
      Totals of_one;
      add_block(plan_, access, operation, is_shared, one.tile.data(), of_one);
      out.requests += of_one.requests * one.count;
      out.sectors += of_one.sectors * one.count;
      out.wavefronts += of_one.wavefronts * one.count;
    }
    return out;
  }

  // Classes of tiles with equal counts; every tile separately, at most `most`, if swizzles of global memory distinguish
  // them.
  std::optional<std::vector<TileClass>> kinds_of_tiles(const Access& access, std::int64_t most) const {
    if (access.in_tile || access.side->swizzles.empty()) {
      static const std::vector<KernelEdge> none;
      return tile_classes(plan_.grid, access.in_tile ? nullptr : &access.side->map, plan_.element_bits,
                          bypass(plan_, access) ? cache_line_bytes : sector_bytes,
                          access.matrices > 0 ? none : plan_.edges, access.load);
    }
    if (plan_.tiles > most) return std::nullopt;
    std::vector<TileClass> out(static_cast<std::size_t>(plan_.tiles),
                               {std::vector<std::int64_t>(plan_.grid.size()), 1});
    for (std::int64_t b = 0; b < plan_.tiles; ++b)
      plan_.tile_coordinates(b, out[static_cast<std::size_t>(b)].tile.data());
    return out;
  }

  void global(const Access& access, std::string_view requests, Term r, std::string_view sectors, Term s) {
    const auto sum = total(access, SharedOperation::load, false);
    if (!sum) return;
    out_.counts.push_back({requests, r, sum->requests});
    out_.counts.push_back({sectors, s, sum->sectors});
  }

  void shared(const Access& access, SharedOperation operation, std::string_view requests, Term r,
              std::string_view wavefronts, Term w) {
    const auto sum = total(access, operation, true);
    if (!sum) return;
    if (!requests.empty()) {
      const bool store = operation == SharedOperation::store;
      const std::string_view executed =
          store ? "smsp__inst_executed_op_shared_st.sum" : "smsp__inst_executed_op_shared_ld.sum";
      const bool waits = plan_.path == CopyPlan::Path::cp_async;
      const bool all = plan_.edges.empty() && !waits;  // every instruction has an active lane
      out_.counts.push_back({requests, r, sum->requests, all ? CountBound::exact : CountBound::ceiling,
                             all ? std::string_view() : executed});
    }
    out_.counts.push_back({wavefronts, w, sum->wavefronts, CountBound::sum, arbitration});
  }

  const CopyPlan& plan_;
  CopyPrediction out_;
};

}  // namespace

bool agrees(CountBound bound, double predicted, double measured, double beside) {
  if (measured == predicted || bound == CountBound::exact) return measured == predicted;
  return measured > predicted && measured <= (bound == CountBound::sum ? predicted + 2 * beside : beside);
}

CopyPrediction predict(const CopyPlan& plan) { return Predictor(plan).run(); }

CopyPrediction predict_reads(const CopyPlan& plan) { return Predictor(plan).reads(); }

}  // namespace stridescope
