// Lists candidates for a product: tiles of wgmma and of mma.sync, each with as many stages as fit in shared memory, and
// the other options, varied one at a time.
#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/hardware/occupancy.h"
#include "core/kernels/gemm/gemm_fetch.h"
#include "core/kernels/gemm/gemm_plan.h"
#include "core/tiled/wgmma_code.h"
#include "core/tune/candidates.h"
#include "core/tune/sync_rate.h"
#include "core/tune/time_model.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr int most_stages = 8;

// One value for every option.
struct Choice {
  bool wgmma = true;
  std::int64_t m = 0, n = 0, k = 0;         // the tile
  std::int64_t groups_m = 1, groups_n = 1;  // warpgroups of wgmma, warps of mma.sync
  bool engine = false;                      // mma.sync: the copy engine loads A and B, as it always does for wgmma
  int stages = 2;
  std::int64_t piece = 0;  // columns of a stored piece of C; 0: the threads store it
  std::int64_t cluster_m = 1, cluster_n = 1;
  std::int64_t band = 0;    // 0: the default
  std::int64_t split = 1;   // parts of K
  std::int64_t stream = 0;  // blocks that share all steps along K
  std::int64_t teams = 1;   // 2: two warpgroups alternate, each with its own tile
  bool plain = true;
};

// The contiguous mode of an operand; -1: none.
int contiguous_mode(const AnyLayout& any) {
  const auto* layout = std::get_if<Layout>(&any);
  if (layout == nullptr || layout->rank() != 2) return -1;
  for (int i = 1; i >= 0; --i) {
    const TupleRef stride = layout->stride[i];
    if (!stride.is_tuple() && stride.is_integer() && stride.integer().value == 1) return i;
  }
  return -1;
}

std::int64_t extent(const AnyLayout& any, int mode) {
  Arith arith;
  return product(arith, domain_layout(any).shape[mode]).value;
}

std::int64_t row_stride(const AnyLayout& any, int contiguous) {
  const auto* layout = std::get_if<Layout>(&any);
  const TupleRef stride = layout->stride[1 - contiguous];
  return !stride.is_tuple() && stride.is_integer() ? stride.integer().value : 0;
}

class Products {
 public:
  Products(const GemmKernel& kernel, const Gpu& gpu) : kernel_(kernel), gpu_(gpu), atom_(kernel.tile.mma.atom) {
    const Architecture* arch = find_architecture(gpu.architecture);
    if (arch == nullptr) return;
    block_bytes_ = arch->block_shared_bytes;
    asynchronous_ = arch >= find_architecture("sm80");  // the oldest architecture comes first in the table
  }

  Result<std::vector<Candidate>> run() {
    major_a_ = contiguous_mode(kernel_.a);
    major_b_ = contiguous_mode(kernel_.b);
    major_c_ = contiguous_mode(kernel_.c);
    bits_ = atom_.val_a.bits;
    if (major_a_ < 0 || major_b_ < 0 || bits_ != atom_.val_b.bits) {
      return failure(ErrorCode::unsupported,
                     say("no candidates: A and B need one contiguous mode each, and elements of equal width"));
    }
    epilogue_ = epilogue();
    if (lends_registers()) by_wgmma();
    if (atom_.instruction == MmaInstruction::mma_sync && has_instruction(gpu_, atom_)) by_mma_sync();
    if (out_.empty()) {
      const bool sync = atom_.instruction == MmaInstruction::mma_sync;
      if (!has_instruction(gpu_, atom_)) {
        return failure(ErrorCode::unsupported, say("no candidates: {} does not support {}", gpu_.product, atom_.name),
                       say("it is an instruction of {}", architecture_name(atom_.arch)));
      }
      return failure(ErrorCode::unsupported,
                     sync ? say("no candidates: tiles of mma.sync are tried only for 16 x 8 instructions with A and B "
                                "contiguous along K and elements of at most 32 bits")
                          : say("no candidates: {} is not wgmma or mma.sync", atom_.name));
    }
    return std::move(out_);
  }

 private:
  // In kernels that the copy engine feeds, the warpgroup that requests the loads gives registers to the others: sm90a.
  bool lends_registers() const { return gpu_.architecture == "sm90"; }

  void by_wgmma() {
    const std::string_view a = wgmma_code(atom_.val_a.name);
    const std::string_view b = wgmma_code(atom_.val_b.name);
    const std::string_view c = wgmma_code(atom_.val_d.name);
    const bool half = bits_ == 16;
    if (a.empty() || b.empty() || c.empty() || bits_ > 32 || bits_ < 8) return;
    if (!half && (major_a_ != 1 || major_b_ != 1)) return;  // only K-major
    const bool integer = c == "S32";
    const std::string majors =
        cat("<GMMA::Major::", major_a_ == 1 ? "K" : "MN", ",GMMA::Major::", major_b_ == 1 ? "K" : "MN", ">");
    sums_bits_ = atom_.val_d.bits;
    types_ = cat(c, a, b, "_SS", half ? majors : integer ? "_TN" : "_TN<>");
    stored_ = c == "F32" && rounded_from_float() && major_c_ >= 0;
    constexpr std::array<std::pair<std::int64_t, std::int64_t>, 4> rows = {{{64, 1}, {128, 2}, {192, 3}, {256, 2}}};
    constexpr std::array<std::int64_t, 8> columns = {32, 64, 96, 128, 160, 192, 224, 256};
    for (const auto& [m, groups] : rows) {
      for (const std::int64_t n : columns) {
        if (m == 256 && (n > 128 || n < 64)) continue;
        if (m == 192 && (n > 192 || n < 64)) continue;
        Choice one;
        one.m = m;
        one.n = n;
        one.groups_m = groups;
        const std::int64_t row = 1024 / bits_;  // 128 bytes
        // If a tile takes little time to multiply, use twice its depth between two barriers; likewise if this covers
        // all of a short K.
        const bool at_once = extent(kernel_.a, 1) > row && extent(kernel_.a, 1) <= 2 * row;
        one.k = (m == 64 && n <= 128) || at_once ? 2 * row : row;
        one.piece = stored_ ? (n % 64 == 0 ? 64 : 32) : 0;
        Choice finer = one;
        finer.piece = std::min<std::int64_t>(one.piece, 32);
        if (ragged() && deepest(one) <= 3 && deepest(finer) > deepest(one)) one = finer;
        variants(one, row);
        in_turns(one, row);
      }
    }
  }

  // The copy engine stores types that are rounded from float.
  bool rounded_from_float() const { return kernel_.type_c.name == "half_t" || kernel_.type_c.name == "bfloat16_t"; }

  // The same tile for one warpgroup, while another one stores the previous tile, if a thread has enough registers.
  void in_turns(const Choice& whole, std::int64_t row) {
    if (whole.m % 64 != 0 || whole.m * whole.n < 64 * 128 || whole.m * whole.n > 128 * 160) return;
    if (extent(kernel_.a, 0) * extent(kernel_.b, 0) <= whole.m * whole.n * gpu_.multiprocessors) return;
    Choice one = whole;
    one.teams = 2;
    one.groups_m = 1;
    variants(one, row);
  }

  // True if rows begin within a line: each box requests more lines than it uses. Fewer boxes, and more of them in
  // flight, are then better.
  bool ragged() const {
    return row_stride(kernel_.a, major_a_) * bits_ % 1024 != 0 || row_stride(kernel_.b, major_b_) * bits_ % 1024 != 0;
  }

  // Every candidate has the epilogue of the kernel.
  std::string epilogue() const {
    const Epilogue& e = kernel_.epilogue;
    std::string out;
    if (e.alpha != 1) append_all(out, ", alpha=\"", constant_text(e.alpha), '"');
    if (e.beta != 0) append_all(out, ", beta=\"", constant_text(e.beta), '"');
    if (e.bias) append_all(out, ", bias=", to_text(*e.bias, IntegerMode::cute));
    if (e.activation != Activation::none) append_all(out, ", activation=\"", name_of(e.activation), '"');
    return out;
  }

  void variants(const Choice& plain, std::int64_t row) {
    const int stages = deepest(plain);
    if (stages < 2) return;
    Choice one = plain;
    one.stages = stages;
    wgmma(one);
    const auto other = [&](auto&& change) {
      Choice c = one;
      c.plain = false;
      change(c);
      const int most = deepest(c);
      c.stages = std::min(c.stages, most);
      if (c.stages >= 2) wgmma(c);
    };
    const auto grid = [](std::int64_t x, std::int64_t tile) { return (x + tile - 1) / tile; };
    const std::int64_t grid_m = grid(extent(kernel_.a, 0), plain.m);
    const std::int64_t grid_n = grid(extent(kernel_.b, 0), plain.n);
    if (one.teams == 1) splits(one, row, grid_m, grid_n);
    if (one.teams == 1) streams(one, grid_m, grid_n);
    if (grid_m % 2 == 0) other([](Choice& c) { c.cluster_m = 2; });
    if (grid_n % 2 == 0) other([](Choice& c) { c.cluster_n = 2; });
    if (ragged()) {
      for (const auto& [m, n] : {std::pair(2, 2), std::pair(4, 1), std::pair(1, 4), std::pair(4, 2), std::pair(2, 4)}) {
        if (grid_m % m != 0 || grid_n % n != 0) continue;
        other([m = m, n = n](Choice& c) { c.cluster_m = m, c.cluster_n = n; });
      }
    }
    if (grid_m > 8) other([](Choice& c) { c.band = 16; });
    if (grid_m > 8 && grid_m % 2 == 0) other([](Choice& c) { c.cluster_m = 2, c.band = 16; });
    if (one.piece != 0) other([](Choice& c) { c.piece = 0; });
    other([](Choice& c) { c.stages -= 1; });
    other([&](Choice& c) {
      c.k = c.k == row ? 2 * row : row;
      c.stages = most_stages;
    });
  }

  // If the tiles do not fill the GPU: several blocks share a tile and add their parts of K, alone or in clusters whose
  // tiles also share their loads, because many blocks with few rows wait for L2.
  void splits(Choice plain, std::int64_t row, std::int64_t grid_m, std::int64_t grid_n) {
    const std::int64_t tiles = grid_m * grid_n;
    if (sums_bits_ != 32 || tiles > gpu_.multiprocessors) return;
    plain.k = row;  // finer steps give more equal parts
    const std::int64_t steps = (extent(kernel_.a, 1) + plain.k - 1) / plain.k;
    for (std::int64_t parts = 2; parts <= max_split; ++parts) {
      if (parts > steps / 2 || tiles * (parts - 1) >= gpu_.multiprocessors) break;
      for (const auto& [m, n] :
           {std::pair(1, 1), std::pair(2, 1), std::pair(1, 2), std::pair(2, 2), std::pair(4, 1), std::pair(1, 4)}) {
        if (grid_m % m != 0 || grid_n % n != 0 || m * n * parts > max_split_blocks) continue;
        Choice c = plain;
        c.split = parts;
        c.cluster_m = m;
        c.cluster_n = n;
        c.piece = 0;
        c.stages = deepest(c);
        // Its partial sums use the memory of the stages.
        if (c.stages < 2 || c.m * c.n * 4 > c.stages * stage_bytes(c)) continue;
        wgmma(c);
      }
    }
  }

  // Candidates for a short last wave: all blocks share the steps along K.
  void streams(const Choice& plain, std::int64_t grid_m, std::int64_t grid_n) {
    if (sums_bits_ != 32) return;
    const std::int64_t steps = (extent(kernel_.a, 1) + plain.k - 1) / plain.k;
    for (const auto& [m, n] : {std::pair(1, 1), std::pair(2, 1), std::pair(1, 2)}) {
      if (grid_m % m != 0 || grid_n % n != 0) continue;
      Choice c = plain;
      c.plain = false;
      c.cluster_m = m;
      c.cluster_n = n;
      c.stream = gpu_.multiprocessors / (m * n) * (m * n);
      const StreamOrder order = {c.stream / (m * n), grid_m * grid_n / (m * n), steps};
      if (order.workers > order.tiles * order.steps || order.shared() == 0) continue;
      wgmma(c);
    }
  }

  std::int64_t stage_bytes(const Choice& c) const {
    return staged_bytes(c.m * c.k * bits_ / 8) + staged_bytes(c.n * c.k * bits_ / 8);
  }

  // The extent, along M and N, of the part of C of an mma.sync warp with TMA: its registers also have room for two
  // k-steps of A and B.
  static constexpr std::int64_t warp_extent = 64;
  // The threads that store pieces of C (a warpgroup of wgmma or a warp of mma.sync), and the rows that they store at a
  // time.
  static std::int64_t owners(const Choice& c) { return c.wgmma ? c.groups_m : c.groups_m * c.groups_n; }
  static std::int64_t owner_rows(const Choice& c) { return c.wgmma ? 64 : 16; }
  std::int64_t piece_bytes(const Choice& c) const { return owner_rows(c) * c.piece * kernel_.type_c.bits / 8; }

  int deepest(const Choice& c) const {
    const std::int64_t pieces = piece_room(c.teams * owners(c), piece_bytes(c));
    int stages = most_stages;
    while (stages > 0 && stages * stage_bytes(c) + pieces + barrier_room(true, stages, c.teams) > block_bytes_)
      --stages;
    return stages;
  }

  // The widest swizzle, tiled over a tile in shared memory.
  static std::string swizzled(std::int64_t rows, std::int64_t columns, int major, std::string_view type) {
    return cat("tile_to_shape(GMMA::Layout_", major == 1 ? "K" : "MN", "_SW128_Atom<", type, ">, (", rows, ',', columns,
               "))");
  }

  // The text of the kernel up to its tiles, if the copy engine loads them.
  std::string by_copy_engine(const Choice& c) const {
    const std::string a = to_text(kernel_.a, IntegerMode::cute);
    const std::string b = to_text(kernel_.b, IntegerMode::cute);
    const std::string smem_a = swizzled(c.m, c.k, major_a_, atom_.val_a.name);
    const std::string smem_b = swizzled(c.n, c.k, major_b_, atom_.val_b.name);
    return cat("gemm_kernel(", a, ", ", b, ", ", to_text(kernel_.c, IntegerMode::cute), ",\n  (make_tma_atom(", a, ", ",
               smem_a, ", \"", atom_.val_a.name, "\"),\n   make_tma_atom(", b, ", ", smem_b, ", \"", atom_.val_b.name,
               "\")),\n  (", smem_a, ",\n   ", smem_b, "),\n  ");
  }

  // The option that stores C with the copy engine, in pieces of that layout.
  std::string stored_as(std::string_view piece) const {
    return cat(",\n  store=make_tma_atom(SM90_TMA_STORE, ", to_text(kernel_.c, IntegerMode::cute), ", ", piece, ", \"",
               kernel_.type_c.name, "\")");
  }

  void wgmma(const Choice& c) {
    std::string text = cat(by_copy_engine(c), "make_tiled_mma(SM90_64x", c.n, 'x', 256 / bits_, '_', types_, ", (",
                           c.groups_m, ",1,1)),\n  stages=", c.stages, ", dtype=\"", kernel_.type_c.name, '"');
    if (c.piece != 0) {
      const std::int64_t span = major_c_ == 1 ? 2 * c.piece : 128;
      text.append(stored_as(cat("tile_to_shape(GMMA::Layout_", major_c_ == 1 ? "K" : "MN", "_SW", span, "_Atom<",
                                kernel_.type_c.name, ">, (64,", c.piece, "))")));
    }
    finish(c, std::move(text));
  }

  void by_mma_sync() {
    Arith arith;
    const std::int64_t m = product(arith, atom_.shape_mnk[0]).value;
    const std::int64_t n = product(arith, atom_.shape_mnk[1]).value;
    if (m != 16 || n != 8 || major_a_ != 1 || major_b_ != 1 || bits_ > 32) return;
    struct Tile {
      std::int64_t m, n, warps_m, warps_n;
    };
    constexpr Tile tiles[] = {{64, 64, 2, 2},   {64, 128, 2, 2},  {128, 64, 2, 2},  {128, 128, 2, 2},
                              {128, 128, 2, 4}, {128, 256, 2, 4}, {256, 128, 4, 2}, {64, 256, 2, 4}};
    for (const Tile& t : tiles) {
      for (const std::int64_t bytes : {128, 64}) {
        Choice one;
        one.wgmma = false;
        one.m = t.m;
        one.n = t.n;
        one.k = bytes * 8 / bits_;
        one.groups_m = t.warps_m;
        one.groups_n = t.warps_n;
        const auto most = block_bytes_ / stage_bytes(one);
        for (const int stages : {bytes == 128 ? 3 : 4, bytes == 128 ? 4 : 3, 2}) {
          one.stages = stages;
          one.plain = stages == (bytes == 128 ? 3 : 4);
          if (stages <= most) mma_sync(one);
        }
      }
    }
    by_engine();
  }

  void by_engine() {
    if (!lends_registers() || bits_ != 16 || atom_.val_d.bits != 32) return;
    constexpr std::pair<std::int64_t, std::int64_t> warps[] = {{4, 2}, {2, 4}, {2, 2}};
    for (const auto& [m, n] : warps) {
      Choice one;
      one.wgmma = false;
      one.engine = true;
      one.m = m * warp_extent;
      one.n = n * warp_extent;
      one.k = 1024 / bits_;  // 128 bytes
      one.groups_m = m;
      one.groups_n = n;
      one.piece = rounded_from_float() && major_c_ == 1 ? warp_extent : 0;
      one.stages = deepest(one);
      if (one.stages >= 2) mma_sync(one);
    }
  }

  // The widest access, in elements and at most 16 bytes, that divides the start and the length of every row of A or B,
  // which is contiguous along K.
  std::int64_t whole_elements(const AnyLayout& tensor) const {
    std::int64_t each = 128 / bits_;
    while (each > 1 && (row_stride(tensor, 1) % each != 0 || extent(tensor, 1) % each != 0)) each /= 2;
    return each;
  }

  // The copy of the given number of bits of A or B into shared memory: bypassing registers from 4 bytes on, if the GPU
  // supports it.
  std::string copy_of(std::int64_t bits) const {
    if (!asynchronous_ && bits >= 8) return cat("UniversalCopy<uint", bits, "_t>");
    if (bits == 128) return "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>";
    if (bits >= 32) return cat("SM80_CP_ASYNC_CACHEALWAYS<uint", bits, "_t>");
    return "DefaultCopy";
  }

  // The parts of an mma.sync kernel that do not depend on the load of A and B: the arrangement of warps, and the loads
  // from shared memory.
  std::string mma_of(const Choice& c) const {
    Arith arith;
    const std::int64_t depth = product(arith, atom_.shape_mnk[2]).value;
    std::string out = cat("make_tiled_mma(", atom_.name, ", (", c.groups_m, ',', c.groups_n, "), (");
    if (c.engine) {
      constexpr std::int64_t m = warp_extent / 16;
      constexpr std::int64_t n = warp_extent / 8;
      append_all(out, "(_16,_", c.groups_m, ",_", m, "):(_1,_", 16 * m, ",_16), (_8,_", c.groups_n, ",_", n, "):(_1,_",
                 8 * n, ",_8)");
    } else {
      append_all(out, '_', 16 * c.groups_m, ",_", 16 * c.groups_n);
    }
    append_all(out, ",_", depth, "))");
    // The number of words per lane for 16 x depth elements of A or B.
    if (bits_ <= 16) append_all(out, ",\n  load=\"SM75_U32x", 16 * depth * bits_ / 1024, "_LDSM_N\"");
    append_all(out, ", stages=", c.stages, ", dtype=\"", kernel_.type_c.name, '"');
    return out;
  }

  void mma_sync(const Choice& c) {
    if (c.engine) {
      std::string text = by_copy_engine(c) + mma_of(c);
      if (c.piece != 0) text.append(stored_as(swizzled(owner_rows(c), c.piece, 1, kernel_.type_c.name)));
      return finish(c, std::move(text));
    }
    const std::int64_t chunk = 128 / bits_;  // elements in 16 bytes
    const std::int64_t chunks = c.k / chunk;
    const std::int64_t threads = c.groups_m * c.groups_n * 32;
    int base = 0;
    while ((std::int64_t{1} << base) < chunk) ++base;
    const std::string swizzle = cat("Sw<", chunks == 8 ? 3 : 2, ',', base, ",3> o 0 o ");
    const auto smem = [&](std::int64_t rows) { return cat(swizzle, '(', rows, ',', c.k, "):(", c.k, ",1)"); };
    const auto copy = [&](const AnyLayout& tensor, const std::string& type) {
      const std::int64_t each = whole_elements(tensor);
      const std::int64_t across = std::min(c.k / each, threads);
      return cat("make_tiled_copy(Copy_Atom<", copy_of(each * bits_), ',', type, ">, (_", threads / across, ",_",
                 across, "):(_", across, ",_1), (_1,_", each, "))");
    };
    const std::string next = ",\n  ";
    finish(c, cat("gemm_kernel(", to_text(kernel_.a, IntegerMode::cute), ", ", to_text(kernel_.b, IntegerMode::cute),
                  ", ", to_text(kernel_.c, IntegerMode::cute), next, '(', copy(kernel_.a, atom_.val_a.name), ",\n   ",
                  copy(kernel_.b, atom_.val_b.name), ')', next, '(', smem(c.m), ", ", smem(c.n), ')', next, mma_of(c)));
  }

  void finish(const Choice& c, std::string text) {
    Candidate one;
    one.group = cat(c.wgmma ? "wgmma " : "mma.sync ", c.m, 'x', c.n);
    // Few of these are tried, so a tile and its mirror image share a group.
    if (c.stream > 0) one.group = cat("wgmma ", std::min(c.m, c.n), 'x', std::max(c.m, c.n), " in shares");
    if (c.split > 1) append_all(one.group, " in parts");
    if (c.teams > 1) append_all(one.group, " in turns");
    if (!c.wgmma) append_all(one.group, 'x', c.k, " by ", c.groups_m, 'x', c.groups_n, c.engine ? " through TMA" : "");
    const std::string tile = cat(c.wgmma ? "wgmma " : "mma.sync ", c.m, 'x', c.n, 'x', c.k);
    one.label = say("{}, {} {stage|stages}", tile, c.stages);
    if (!c.wgmma) one.label = say("{}, {} {warp|warps}", one.label, cat(c.groups_m, 'x', c.groups_n));
    if (c.engine) one.label = say("{}, through TMA", one.label);
    if (c.teams > 1) {
      append_all(text, ", schedule=\"", name_of(Schedule::pingpong), '"');
      one.label = say("{}, pingpong", one.label);
    }
    if (c.piece != 0) one.label = say("{}, pieces of {}", one.label, c.piece);
    if (c.cluster_m * c.cluster_n > 1) {
      append_all(text, ", cluster=(", c.cluster_m, ',', c.cluster_n, ')');
      one.label = say("{}, cluster {}", one.label, cat(c.cluster_m, 'x', c.cluster_n));
    }
    if (c.split > 1) {
      append_all(text, ", split=", c.split);
      one.label = say("{}, split {}", one.label, c.split);
    }
    if (c.stream > 0) {
      append_all(text, ", stream=", c.stream);
      one.label = say("{}, stream {}", one.label, c.stream);
    }
    append_all(text, epilogue_);
    if (c.band != 0) {
      append_all(text, ", band=", c.band);
      one.label = say("{}, band {}", one.label, c.band);
    }
    text.push_back(')');
    one.text = std::move(text);
    one.plain = c.plain;
    one.ranked = c.wgmma;
    one.split = c.split > 1;
    one.way = c.teams > 1 ? Candidate::Way::turns : c.stream > 0 ? Candidate::Way::shares : Candidate::Way::whole;
    if (c.wgmma) one.twice = {cat("wgmma ", 2 * c.m, 'x', c.n), cat("wgmma ", c.m, 'x', 2 * c.n)};
    one.rough_us = rough(c);
    out_.push_back(std::move(one));
  }

  // The properties of its future plan (facts_of).
  ProductFacts facts(const Choice& c) const {
    ProductFacts f = facts_of(kernel_);
    f.wgmma = c.wgmma;
    f.rate = c.wgmma ? 1 : sync_rate(atom_, gpu_);
    if (f.rate == 0) f.rate = 1;
    f.tile[0] = c.m;
    f.tile[1] = c.n;
    f.tile[2] = c.k;
    f.instruction_n = c.n;
    f.cluster[0] = c.cluster_m;
    f.cluster[1] = c.cluster_n;
    f.split = c.split;
    f.stream = c.stream;
    f.teams = c.teams;
    f.stages = c.stages;
    f.boxed = c.piece != 0;
    f.fetched = fetched(c, f);
    f.row_bytes[0] = row_stride(kernel_.a, major_a_) * bits_ / 8;
    f.row_bytes[1] = row_stride(kernel_.b, major_b_) * bits_ / 8;
    if (c.wgmma || c.engine) return f;
    const std::int64_t threads = c.groups_m * c.groups_n * 32;
    f.narrow = std::min(whole_elements(kernel_.a), whole_elements(kernel_.b)) * bits_ < 128;
    f.blocks = product_blocks(gpu_, threads, c.m * c.n / threads * atom_.val_d.bits / 32, c.stages * stage_bytes(c));
    // Each warp reads its rows of A and of B, 128 bytes at a time without bank conflicts.
    const std::int64_t steps = (f.extents[2] + c.k - 1) / c.k;
    f.wavefronts = static_cast<double>((c.m * c.groups_n + c.n * c.groups_m) * c.k * bits_ / 8 / 128 * steps);
    return f;
  }

  bool fetched(const Choice& c, const ProductFacts& f) const {
    if (c.piece == 0 || !c.wgmma) return false;
    const auto grid = [&](std::size_t i) { return (f.extents[i] + f.tile[i] - 1) / f.tile[i]; };
    const std::int64_t together = c.cluster_m * c.cluster_n;
    FetchQuestion q;
    q.asked = f.adds_c;
    q.streams = c.stream > 0 && StreamOrder{c.stream / together, grid(0) * grid(1) / together, grid(2)}.shared() > 0;
    q.split = c.split;
    q.teams = c.teams;
    q.owners = owners(c);
    q.pieces = c.m * c.n / (owners(c) * owner_rows(c) * c.piece);
    q.piece_bytes = piece_bytes(c);
    q.stage_bytes = stage_bytes(c);
    q.stages = c.stages;
    return fetch_of(q).stages > 0;
  }

  double rough(const Choice& c) const {
    const ProductFacts f = facts(c);
    const TimePrediction time = predict_time(f, gpu_);
    // If DRAM limits all tiles equally, the smaller one is faster, since its last store is smaller.
    const double most = std::max({time.part(TimeLimit::l2), time.part(TimeLimit::tensor), time.part(TimeLimit::store)});
    if (!c.wgmma || c.split > 1 || time.part(TimeLimit::dram) <= most) return time.us;
    return time.us + time.part(TimeLimit::store) / static_cast<double>(std::max<std::int64_t>(1, time.waves));
  }

  const GemmKernel& kernel_;
  const Gpu& gpu_;
  const MmaAtom& atom_;
  std::int64_t block_bytes_ = default_shared_bytes;  // bytes of shared memory of a block
  bool asynchronous_ = false;                        // the GPU has cp.async
  int major_a_ = 1, major_b_ = 1, major_c_ = 1;
  int bits_ = 16;
  int sums_bits_ = 32;
  bool stored_ = false;
  std::string types_, epilogue_;
  std::vector<Candidate> out_;
};

}  // namespace

Result<std::vector<Candidate>> product_candidates(const GemmKernel& kernel, const Gpu& gpu) {
  return Products(kernel, gpu).run();
}

}  // namespace stridescope
