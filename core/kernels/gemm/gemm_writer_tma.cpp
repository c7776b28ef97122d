// Writes gemm_kernel with TMA and mbarriers: one warpgroup loads tiles, the others multiply with wgmma or mma.sync.
#include <algorithm>

#include "core/kernels/gemm/gemm_writer.h"

namespace stridescope {

namespace {
std::string plus(std::int64_t x) { return x == 0 ? std::string() : cat(" + ", x); }
// "self / 32 % 4 * 64": the start of the owner's part, by thread.
std::string owner_text(std::string_view thread, const KernelIndex& index, std::int64_t owner) {
  std::string out;
  for (std::size_t k = 0; k < index.digits.size(); ++k) {
    const KernelDigit& d = index.digits[k];
    if (d.stride == 0) continue;
    append_all(out, out.empty() ? "" : " + ", thread, " / ", d.divisor,
               k + 1 < index.digits.size() ? cat(" % ", d.extent) : "", " * ", d.stride);
  }
  return out.empty() ? cat(thread, " / ", owner, " * 0") : out;
}
std::string steps(std::string_view name, std::int64_t x) { return x == 0 ? std::string() : cat(" + ", name, " * ", x); }
}  // namespace

void GemmWriter::add_boxes(std::vector<Holes>& out, const GemmTma& tma, std::string_view name, std::int64_t offset,
                           std::int64_t mn) const {
  const bool k_first = tma.atom.modes[0] == 1;
  const int bytes = tma.atom.element_bits / 8;
  const bool a = name == "a";
  const std::string_view tile = a ? "tile_m" : "tile_n";
  // The boxes of the part that this block loads: those of the first part, shifted by the part's number.
  const auto each = tma.boxes.size() / static_cast<std::size_t>(tma.parts);
  const std::string_view part = a ? "rank_n" : "rank_m";
  TmaBox step;
  if (tma.parts > 1) {
    step = {tma.boxes[each].mn - tma.boxes[0].mn, tma.boxes[each].k - tma.boxes[0].k,
            tma.boxes[each].offset - tma.boxes[0].offset};
  }
  // Mask of the blocks that share the tile: one row or one column of the cluster.
  std::int64_t mask = 0;
  for (std::int64_t i = 0; i < tma.parts; ++i) mask |= std::int64_t{1} << i * (a ? plan_.cluster[0] : 1);
  std::string shift = a ? std::string("rank_m") : cat("rank_n * ", plan_.cluster[0]);
  if (plan_.split > 1) shift = cat('(', shift, " + ", plan_.cluster_tiles(), " * slice)");
  for (std::size_t i = 0; i < each; ++i) {
    const TmaBox& box = tma.boxes[i];
    const std::string k = cat("k * ", plan_.math.extents[2], plus(box.k), steps(part, step.k));
    const std::string row = cat(tile, " * ", mn, plus(box.mn), steps(part, step.mn));
    out.push_back({{"PLACE", cat("to", plus(offset + box.offset * bytes), steps(part, step.offset * bytes))},
                   {"MAP", cat("map_", name)},
                   {"X", k_first ? k : row},
                   {"Y", k_first ? row : k},
                   {"SHARED", tma.parts > 1},
                   {"MASK", cat(mask, " << ", shift)}});
  }
}

MarkedText GemmWriter::store_function() const {
  const GemmStore& s = *plan_.boxed;
  MarkedText indices = index_text("piece_row", "piece of C: row", s.row, false);
  append(indices, index_text("piece_column", "piece of C: column", s.column, false));
  append(indices, swizzle_text("piece", s.side.swizzles));
  if (s.side.swizzles.empty()) indices.text += "__device__ constexpr int piece_swizzle(int x) { return x; }\n";
  return filled(templates::gemm_store, "store",
                {{"INDICES", std::move(indices)},
                 {"FETCHED", fetch_.stages > 0},
                 {"TURNED", s.turned},
                 {"TRANSPOSED", s.turned ? ".trans" : ""},
                 {"WARPS", s.owner == lanes_per_warp},
                 {"PIECE_VALUES", s.columns / 2},
                 {"EIGHT", s.eight},
                 {"TO", plan_.kernel.type_c.name == "half_t" ? "f16" : "bf16"}});
}

MarkedText GemmWriter::store_boxes() const {
  const GemmStore& s = *plan_.boxed;
  const std::string m = cat("tile_m * ", plan_.math.extents[0], " + row");
  const std::string n = cat("tile_n * ", plan_.math.extents[1], " + column");
  const bool warps = s.owner == lanes_per_warp;
  const std::string_view thread = warps ? "self" : "t";  // thread index among those of the tile
  std::vector<Holes> pieces;
  const auto count = static_cast<std::int64_t>(s.pieces.size());
  for (std::int64_t i = 0; i < count; ++i) {
    const StoredPiece& p = s.pieces[static_cast<std::size_t>(i)];
    Holes& piece = pieces.emplace_back(Holes{{"VALUE", p.value}, {"ROW", p.row}, {"COLUMN", p.column}});
    if (fetch_.stages == 0) continue;
    piece.push_back({"FETCH_GROUP", fetch_.slot(1, i - i % fetch_.each, count) * s.piece_bytes});
    piece.push_back({"FETCH_SLOT", fetch_.slot(0, i, count) * s.piece_bytes});
    piece.push_back({"FREED", i + 1 == count || (i + 1) % fetch_.each == 0});
    piece.push_back({"FINISH", finish(p.value, p.value + s.columns / 2, cat("before[v - ", p.value, " + i]"))});
  }
  return filled(templates::gemm_store, "boxes", {{"PIECE", std::move(pieces)}},
                {{"FETCHED", fetch_.stages > 0},
                 {"PIECE_VALUES", s.columns / 2},
                 {"STAGE", plan_.stage_bytes},
                 {"STAGES", plan_.stages},
                 {"OWNER_ROW", owner_text(thread, s.owner_row, s.owner)},
                 {"OWNER_COLUMN", owner_text(thread, s.owner_column, s.owner)},
                 {"OWNER", s.owner},
                 {"OWNERS", warps ? "warp's" : "warpgroup's"},
                 {"THREAD", plan_.teams > 1 ? "self" : thread},
                 {"WARPS", warps},
                 {"PIECES", plan_.offset_pieces()},
                 {"PIECE_BYTES", s.piece_bytes},
                 {"C_X", s.turned ? m : n},
                 {"C_Y", s.turned ? n : m}});
}

std::string GemmWriter::four_sums(std::string_view before, std::string_view array) const {
  const std::string_view constraint = plan_.math.c.type.name == "float" ? "f" : "r";
  std::string out;
  for (int i = 0; i < 4; ++i) append_all(out, i > 0 ? ", " : "", '"', before, constraint, "\"(", array, i, "])");
  return out;
}

MarkedText GemmWriter::sums_functions() const {
  const MmaPlan& m = plan_.math;
  return filled(templates::gemm_store, "sums",
                {{"C_REGISTER", register_type(plan_.math.c.registers)},
                 {"C_COUNT", m.c.values},
                 {"MULTIPLYING", m.threads},
                 {"SLICES", plan_.split},
                 {"NEIGHBOURS", plan_.cluster_tiles()},
                 {"KEPT", four_sums("", "c[v + ")},
                 {"SUMS", four_sums("=", "y[i][")}});
}

MarkedText GemmWriter::stream_functions() const {
  const StreamOrder order = plan_.stream_order();
  const std::int64_t together = plan_.together();
  return filled(
      templates::gemm_stream, "functions",
      {{"DEPTH", order.steps},
       {"STEPS", order.shared() * order.steps},
       {"SHARED_TILES", order.shared()},
       {"TILES", order.tiles},
       {"WORKERS", order.workers},
       {"CLUSTER", plan_.cluster_tiles()},
       {"C_REGISTER", register_type(plan_.math.c.registers)},
       {"C_COUNT", plan_.math.c.values},
       {"MULTIPLYING", plan_.math.threads},
       {"TOGETHER", together},
       {"GROUPS", plan_.math.threads / together},
       {"TOLD", plan_.stream_flags()},
       {"SUMS", plan_.math.threads * plan_.math.c.values},
       {"KEPT", four_sums("", "c[v + ")},
       {"ADDED", four_sums("=", "x[")},
       {"TOGETHER_SYNC",
        !wgmma() ? "__syncwarp();" : "asm volatile(\"bar.sync %0, 128;\" ::\"r\"(1 + t / 128) : \"memory\");"}});
}

// C is loaded before a tile is multiplied if a thread has the registers; 32 are reserved for addresses.
bool GemmWriter::ahead() const {
  if (!plan_.reads_c() || fetch_.stages > 0 || plan_.split > 1 || plan_.streams() || !wgmma() ||
      plan_.c.access_bytes > 8 || plan_.c.access_bytes < 2)
    return false;
  const std::int64_t held = plan_.math.c.values * plan_.kernel.type_c.bits / 32;
  return plan_.math.c.register_count() + held + 32 <= plan_.most_registers();
}

std::vector<Holes> GemmWriter::fetches() const {
  std::vector<Holes> out;
  const auto count = fetch_.stages == 0 ? 0 : static_cast<std::int64_t>(plan_.boxed->pieces.size());
  for (std::int64_t stage = 0; stage < fetch_.stages; ++stage) {
    const GemmStore& s = *plan_.boxed;
    std::string boxes;
    for (std::int64_t owner = 0; owner < fetch_.owners; ++owner) {
      for (std::int64_t i = 0; i < fetch_.pieces_of(stage, count); ++i) {
        const StoredPiece& p = s.pieces[static_cast<std::size_t>(stage * fetch_.each + i)];
        const std::string m = cat("tile_m * ", plan_.math.extents[0], plus(p.row + s.first_row(owner)));
        const std::string n = cat("tile_n * ", plan_.math.extents[1], plus(p.column + s.first_column(owner)));
        append_all(boxes, boxes.empty() ? "" : "\n", "copy_box(to",
                   plus(fetch_.slot(owner, stage * fetch_.each + i, count) * s.piece_bytes), ", &map_c, ",
                   s.turned ? m : n, ", ", s.turned ? n : m, ", full + 8 * stage);");
      }
    }
    out.push_back({{"FETCH_BYTES", fetch_.pieces_of(stage, count) * fetch_.owners * s.piece_bytes},
                   {"FETCH_BOXES", std::move(boxes)}});
  }
  return out;
}

MarkedText GemmWriter::load_before() const {
  const int bytes = plan_.c.access_bytes;
  return filled(templates::gemm, "ahead",
                {{"C_VALUES", plan_.math.c.values},
                 {"FETCH", cat("ld.global.b", 8 * bytes)},
                 {"TARGET", bytes == 2   ? "=h"
                            : bytes == 4 ? "=r"
                                         : "=l"},
                 {"WORD", bytes == 2   ? "unsigned short"
                          : bytes == 4 ? "unsigned"
                                       : "unsigned long long"}},
                store_holes());
}

MarkedText GemmWriter::store_sums() const {
  Holes holes = store_holes();
  const Holes more = {{"MULTIPLYING", plan_.math.threads},
                      {"PARTS", plan_.part_groups()},
                      {"FOURS", plan_.groups()},
                      {"FINISHING", plan_.kernel.epilogue.any()},
                      {"BIASED", plan_.bias.has_value()},
                      {"FINISHED", finish_arguments("x[i][j]", "to[c_value(v)]", "biases[bias_value(v)]")},
                      {"UNEVEN", plan_.part_groups() * plan_.split != plan_.groups()},
                      {"C_REGISTER", register_type(plan_.math.c.registers)}};
  holes.insert(holes.end(), more.begin(), more.end());
  return filled(templates::gemm_store, "store_sums", {}, holes);
}

MarkedText GemmWriter::tma_kernel(const Holes& common) const {
  const MmaPlan& m = plan_.math;
  std::int64_t bytes = 0;
  for (const GemmTma* tma : {&plan_.tma_a, &plan_.tma_b}) {
    bytes += static_cast<std::int64_t>(tma->boxes.size()) * tma->atom.bits / 8;
  }
  std::vector<Holes> boxes;
  add_boxes(boxes, plan_.tma_a, "a", 0, m.extents[0]);
  add_boxes(boxes, plan_.tma_b, "b", plan_.offset_b(), m.extents[1]);
  std::vector<Holes> descriptors = {{{"MAP", "map_a"}}, {{"MAP", "map_b"}}};
  if (plan_.boxed) descriptors.push_back({{"MAP", "map_c"}});
  const bool turns = plan_.teams > 1;
  const bool warps = m.form == MmaPlan::Form::warp;
  const auto [along_m, along_n] = plan_.cluster;
  const bool split = plan_.split > 1;
  const bool stream = plan_.streams();
  return filled(templates::gemm_tma, "kernel",
                {{"WARPS", warps},
                 {"ONCE", !warps && plan_.grid[2] == 1},
                 {"DEEP", m.atoms[2] > 1},
                 {"AHEAD", plan_.loads_next()},
                 {"LAST_ATOM", m.atoms[2] - 1},
                 {"TOGETHER", plan_.together()},
                 {"GROUPS", m.threads / plan_.together()},
                 {"UNITS", warps ? "warps" : "warpgroups"},
                 {"MULTIPLYING", plan_.multiplying()},
                 {"TURNS", turns},
                 {"BEFORE", ahead() ? load_before() : MarkedText{}},
                 {"FETCHED", fetch_.stages > 0},
                 {"FETCHES", fetch_.stages},
                 {"FETCH", fetches()},
                 {"PASSED", plan_.grid[2] + fetch_.stages},
                 {"TEAMS", plan_.teams},
                 {"TEAM", m.threads},
                 {"SELF", turns ? "self" : "t"},
                 {"TURN", 16 * plan_.stages},
                 {"FULL", plan_.offset_barriers()},
                 {"BARRIERS", 8 * plan_.stages},
                 {"BYTES", bytes},
                 {"BOX", std::move(boxes)},
                 {"DESCRIPTOR", std::move(descriptors)},
                 {"REGISTERS", plan_.most_registers()},
                 {"COPYING", plan_.copying_registers()},
                 {"A_REGISTERS", !warps && in_registers(m.a)},
                 {"OPERANDS", operands()},
                 {"ATOMS_K", m.atoms[2]},
                 {"A_BYTES", m.a.bits / 8},
                 {"B_BYTES", m.b.bits / 8},
                 {"BOXED", plan_.boxed.has_value()},
                 {"OWNER", warps ? 32 : 128},
                 {"CLUSTERED", plan_.cluster_blocks() > 1},
                 {"SHARING", plan_.cluster_tiles() > 1},
                 {"CLUSTER", plan_.cluster_blocks()},
                 {"NEIGHBOURS", plan_.cluster_tiles()},
                 {"SPLIT", split},
                 {"SLICES", plan_.split},
                 {"STREAM", stream},
                 {"WORKER", plan_.cluster_tiles() > 1 ? cat("blockIdx.x / ", plan_.cluster_tiles()) : "blockIdx.x"},
                 {"FIRST", split || stream ? "first_k" : "0"},
                 {"END", split || stream ? std::string("end_k") : cat(plan_.grid[2])},
                 {"COUNT_FROM", stream  ? "first_k - end_k"
                                : split ? "first_k"
                                        : "0"},
                 {"COUNT_TO", stream  ? std::string("0")
                              : split ? std::string("end_k")
                                      : cat(plan_.grid[2])},
                 {"MORE", split    ? cat("t == ", m.threads, " && k < end_k")
                          : stream ? std::string("k < end_k")
                                   : cat("k < ", plan_.grid[2])},
                 {"PAST", split || stream ? "k - first_k" : "k"},
                 {"READER", split ? cat("reader + ", plan_.cluster_tiles(), " * slice") : std::string("reader")},
                 {"CLUSTER_M", along_m},
                 {"CLUSTER_N", along_n},
                 {"READERS", along_m + along_n - 1}},
                common);
}

}  // namespace stridescope
