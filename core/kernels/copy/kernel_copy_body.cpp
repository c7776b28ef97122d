// Writes the kernels of a copy: one tile per block, or a loop over tiles with several of them in shared memory.
#include <algorithm>

#include "core/kernels/copy/copy_writer.h"

namespace stridescope {
namespace {

std::string base(const KernelMap& m, std::string_view name) {
  std::string out = cat(name, "_thread(t)");
  for (std::size_t i = 0; i < m.tile.size(); ++i) {
    if (!is_zero(m.tile[i])) append_all(out, " + ", name, "_tile", i, "(tile", i, ')');
  }
  return out;
}

// For a word: 0x0F0F0F0Fu
std::string hexadecimal(std::uint64_t word) {
  std::string out = "u";
  for (int i = 0; i < 8; ++i, word >>= 4) out.insert(out.begin(), "0123456789ABCDEF"[word & 15]);
  return "0x" + out;
}

}  // namespace

std::string CopyWriter::address(const KernelSide& s, std::string_view pointer, std::string_view start,
                                std::string_view name) const {
  const KernelMatrices* m = name == "smem_write" ? &plan_.write_matrices : &plan_.read_matrices;
  const bool rows = &s == &plan_.smem_write_rows || &s == &plan_.smem_read_rows;
  const std::string value =
      rows && m->instruction_values != m->row_values ? cat("v / ", m->instruction_values, " * ", m->row_values) : "v";
  const std::string sum = cat(start, " + ", name, "_value(", value, ')');
  return s.swizzles.empty() ? cat(pointer, " + ", sum) : cat(pointer, " + ", s.name, "_swizzle(", sum, ')');
}

std::string CopyWriter::held(std::string_view array) const {
  const std::int64_t each = plan_.unit_elements();
  return each > 1 ? cat(array, " + v / ", each) : cat(array, " + v");
}

// A move between registers and global memory.
std::string CopyWriter::moved(std::string_view verb, int bytes, std::string_view destination,
                              std::string_view origin) const {
  return masked() ? cat(verb, "(inside, ", destination, ", ", origin, ");")
                  : cat("move<", access_type(bytes), ">(", destination, ", ", origin, ");");
}

// Uses &, since && can become a branch.
std::string CopyWriter::condition(std::string_view name, bool turned) const {
  std::string out;
  for (const KernelEdge& e : plan_.edges) {
    append_all(out, out.empty() ? "(" : " & (", name, e.mode, " + ", name, e.mode, turned ? "_turned" : "_value",
               "(v) < ", e.extent, ')');
  }
  return out;
}

MarkedText CopyWriter::body(std::string_view text, const Holes& holes) const {
  return filled(templates::copy_kernel, text, holes,
                {{"THROUGH", through()},
                 {"PERSISTENT", plan_.persistent},
                 {"STAGED", plan_.stages > 1},
                 {"ASYNC", plan_.path == CopyPlan::Path::cp_async},
                 {"ENGINE_LOADS", plan_.tma_load.has_value()},
                 {"ENGINE_STORES", plan_.tma_store.has_value()},
                 {"THREADS_LOAD", threads_load()},
                 {"THREADS_STORE", threads_store()},
                 {"TRACED_TILES", variant_ == Variant::tiles},
                 {"TRACED_ACCESSES", variant_ == Variant::accesses}});
}

// A loop with one access per iteration. With edges, edge_name gives the coordinates that decide whether the lane is
// active.
MarkedText CopyWriter::loop(std::int64_t values, std::int64_t step, std::string_view edge_name, std::string_view access,
                            int side, std::string_view used, bool turned) const {
  return body("loop", {{"VALUES", values},
                       {"STEP", step},
                       {"CONDITIONAL", masked() && !edge_name.empty()},
                       {"CONDITION", condition(edge_name, turned)},
                       {"ACCESS", access},
                       {"USING", !used.empty()},
                       {"USED", used},
                       {"SIDE", side}});
}

// The permutation from the positions of the read values to those of the written values.
MarkedText CopyWriter::turn(const KernelTurn& turn, bool load) const {
  if (!turn.any()) return {};
  const int bits = plan_.element_bits;
  const std::int64_t in_word = turn.word_bits / bits;
  const std::int64_t values = load ? plan_.load_values : plan_.store_values;
  std::vector<Holes> exchanges;
  for (const KernelTurn::Exchange& e : turn.exchanges) {
    const bool within = e.high < in_word;
    // A mask of the pieces that move up within a word: second of each pair by the small step, first by the large step.
    std::uint64_t mask = 0;
    for (std::int64_t i = 0; within && i < turn.word_bits; ++i) {
      const std::int64_t place = i / bits;
      if (place / e.low % 2 == 1 && place / e.high % 2 == 0) mask |= std::uint64_t{1} << i;
    }
    exchanges.push_back({{"WITHIN", within},
                         {"DISTANCE", within ? (e.high - e.low) * bits : e.high / in_word},
                         {"PIECE", e.low * bits},
                         {"MASK", hexadecimal(mask)}});
  }
  return body("turn", {{"ARRAY", load ? "loaded" : "stored"},
                       {"TURNED_ARRAY", load ? "load_turned" : "store_turned"},
                       {"WORD", access_type(turn.word_bits / 8)},
                       {"WORDS", values / in_word},
                       {"HELD", values / plan_.unit_elements()},
                       {"EXCHANGE", std::move(exchanges)},
                       {"RENAMED",
                        turn.words.digits.empty() ? std::string("i") : cat(load ? "load_word" : "store_word", "(i)")}});
}

// The number of the tile, and the base addresses of a thread in src, dst and edges.
MarkedText CopyWriter::begin(std::string_view block, Part part) const {
  std::vector<Holes> tiles;
  std::int64_t below = 1;
  for (const int k : plan_.order) {
    const auto mode = static_cast<std::size_t>(k);
    if (plan_.grid[mode] == 1) continue;
    std::string number = cat("static_cast<int>(", block);
    if (below > 1) append_all(number, " / ", below, 'u');
    below *= plan_.grid[mode];
    if (below < plan_.tiles) append_all(number, " % ", plan_.grid[mode], 'u');
    number += ')';
    tiles.push_back({{"TILE", cat("tile", mode)}, {"NUMBER", number}, {"EXTENT", plan_.grid[mode]}, {"MODE", mode}});
  }
  const bool load = part != Part::store;
  const bool store = part != Part::load;
  std::vector<Holes> edges;
  const auto coordinates = [&](std::string_view name, bool of_load) {
    for (const KernelEdge& e : plan_.edges) {
      const std::string coordinate = cat(name, e.mode);
      edges.push_back({{"COORDINATE", coordinate}, {"SUM", base(of_load ? e.load : e.store, coordinate)}});
    }
  };
  if (load && threads_load()) coordinates("load_coordinate", true);
  if (store && threads_store() && through()) coordinates("store_coordinate", false);
  // Time stamps cover the whole tile; a pipeline has them around the calls of its functions.
  const bool whole = part == Part::both;
  return body("begin", {{"TILE", std::move(tiles)},
                        {"WHOLE", whole},
                        {"BLOCK", block},
                        {"FIRST", load},
                        {"SECOND", store},
                        {"INDEX", index_type()},
                        {"FROM", base(plan_.src.map, "src")},
                        {"TO", base(plan_.dst.map, "dst")},
                        {"EDGE", std::move(edges)}});
}

// The coordinate of a box along one dimension of its descriptor.
std::string CopyWriter::place(const TmaTransfer& transfer, std::size_t instruction, std::size_t dimension) const {
  const auto mode = static_cast<std::size_t>(transfer.atom.modes[dimension]);
  const std::int64_t begin = transfer.begins[instruction][mode];
  if (plan_.grid[mode] == 1) return cat(begin);
  std::string out = cat("tile", mode);
  if (transfer.tile[mode] != 1) append_all(out, " * ", transfer.tile[mode]);
  if (begin != 0) append_all(out, " + ", begin);
  return out;
}

std::vector<Holes> CopyWriter::placed_boxes(const TmaTransfer& transfer) const {
  std::vector<Holes> out;
  for (std::size_t i = 0; i < transfer.begins.size(); ++i) {
    std::string at;
    for (std::size_t d = 0; d < transfer.atom.modes.size(); ++d)
      append_all(at, d == 0 ? "" : ", ", place(transfer, i, d));
    const std::int64_t offset = static_cast<std::int64_t>(i) * transfer.box_elements;
    out.push_back({{"PLACE", offset == 0 ? std::string("smem") : cat("smem + ", offset)}, {"AT", at}});
  }
  return out;
}

// src to registers, then to the tile of shared memory if there is one.
MarkedText CopyWriter::load_part() const {
  if (plan_.tma_load) {
    const TmaTransfer& t = *plan_.tma_load;
    const auto elements = static_cast<std::int64_t>(t.begins.size()) * t.box_elements;
    return body("load", {{"BYTES", elements * plan_.unit_bytes()}, {"BOX", placed_boxes(t)}});
  }
  const std::string source = address(plan_.src, "src", "from", "src");
  const std::int64_t step = plan_.access_elements(plan_.src);
  const bool rows = plan_.write_matrices.count > 0;
  const std::string_view inside = masked() ? "inside, " : "";
  const std::string written =
      address(rows ? plan_.smem_write_rows : plan_.smem_write, "smem", "smem_write_thread(t)", "smem_write");
  if (plan_.path == CopyPlan::Path::cp_async) {
    return body("load", {{"LOADS", loop(plan_.load_values, step, "load_coordinate",
                                        cat("copy_async(", inside, written, ", ", source, ");"), 0)}});
  }
  const std::string turned = held(plan_.load_turn.any() ? "load_turned" : "loaded");
  Holes holes = {
      {"LOADED", plan_.load_values / plan_.unit_elements()},
      {"TURN", turn(plan_.load_turn, true)},
      {"LOADS", loop(plan_.load_values, step, "load_coordinate",
                     moved("read_global", plan_.src.access_bytes, held("loaded"), source), 0, held("loaded"))}};
  if (through()) {
    holes.emplace_back(
        "WRITES", rows ? loop(plan_.load_values, plan_.write_matrices.instruction_values, {},
                              cat("write_matrices(", written, ", ", held("loaded"), ");"), 1)
                       : loop(plan_.load_values, plan_.access_elements(plan_.smem_write), "load_coordinate",
                              cat("write_shared(", inside, written, ", ", turned, ");"), 1, {}, plan_.load_turn.any()));
  }
  return body("load", holes);
}

// Registers, or the tile of shared memory, to dst.
MarkedText CopyWriter::store_part() const {
  if (plan_.tma_store) return body("store", {{"BOX", placed_boxes(*plan_.tma_store)}});
  const std::string target = address(plan_.dst, "dst", "to", "dst");
  const std::int64_t step = plan_.access_elements(plan_.dst);
  const std::string value = held(through() ? "stored" : "loaded");
  const bool turns = (through() ? plan_.store_turn : plan_.load_turn).any();
  const std::string turned = !turns ? value : held(through() ? "store_turned" : "load_turned");
  Holes holes = {{"TURN", through() ? turn(plan_.store_turn, false) : MarkedText()},
                 {"STORES", loop(plan_.store_values, step, through() ? "store_coordinate" : "load_coordinate",
                                 moved("write_global", plan_.dst.access_bytes, target, turned), 3, {}, turns)}};
  if (through()) {
    const bool rows = plan_.read_matrices.count > 0;
    const std::string read =
        address(rows ? plan_.smem_read_rows : plan_.smem_read, "smem", "smem_read_thread(t)", "smem_read");
    holes.emplace_back("STORED", plan_.store_values / plan_.unit_elements());
    holes.emplace_back("READS",
                       rows ? loop(plan_.store_values, plan_.read_matrices.instruction_values, {},
                                   cat("read_matrices(", value, ", ", read, ");"), 2, value)
                            : loop(plan_.store_values, plan_.access_elements(plan_.smem_read), "store_coordinate",
                                   cat("read_shared(", masked() ? "inside, " : "", value, ", ", read, ");"), 2, value));
  }
  return body("store", holes);
}

MarkedText CopyWriter::one_tile(std::string_view block) const {
  // Computes all addresses first.
  MarkedText out = begin(block, Part::both);
  append(out, load_part());
  if (through()) append(out, body("wait", {}));
  append(out, store_part());
  append(out, body("finish", {{"BLOCK", block}}));
  return out;
}

// The functions that load one tile into a stage of shared memory, and store it from there.
MarkedText CopyWriter::stage_functions() const {
  MarkedText load = begin("b", Part::load);
  append(load, load_part());
  MarkedText store = begin("b", Part::store);
  append(store, store_part());
  return body("stages",
              {{"SOURCE", plan_.tma_load ? "const TensorMap& src_map, unsigned long long* full" : "const Element* src"},
               {"TARGET", plan_.tma_store ? "const TensorMap& dst_map" : "Element* dst"},
               {"LOAD", std::move(load)},
               {"STORE", std::move(store)}});
}

MarkedText CopyWriter::kernel(Variant variant) {
  MarkedText out;
  if (plan_.stages > 1 && variant == Variant::plain) out = stage_functions();
  variant_ = variant;
  const std::int64_t stage = plan_.stage_bytes / plan_.unit_bytes();
  const char* const name = variant == Variant::plain   ? "stridescope_copy"
                           : variant == Variant::tiles ? "stridescope_trace_tiles"
                                                       : "stridescope_trace_accesses";
  std::string parameters = "const Element* __restrict__ src, Element* __restrict__ dst";
  if (plan_.tma_load) parameters += ",\n    const __grid_constant__ TensorMap src_map";
  if (plan_.tma_store) parameters += ",\n    const __grid_constant__ TensorMap dst_map";
  if (variant != Variant::plain) parameters += ", unsigned long long* trace, unsigned trace_tile";
  const bool staged = plan_.stages > 1;
  const auto load_into = [&](std::string_view slot) {
    return staged ? body("load_next", {{"SLOT", slot}, {"STAGE", stage}}) : MarkedText();
  };
  append(out, body("kernel", {{"NAME", name},
                              {"PARAMETERS", parameters},
                              {"THREADS", plan_.threads},
                              {"TILES", cat(plan_.tiles, 'u')},
                              {"STAGES", plan_.stages},
                              {"LAST", plan_.stages - 1},
                              {"WAITING", plan_.stages - 2},
                              {"STAGE", stage},
                              {"PROLOGUE", load_into("s")},
                              {"REFILL", load_into("free")},
                              {"BARRIERS", plan_.shared_bytes - std::int64_t{8} * plan_.stages},
                              {"ONE_TILE", staged ? MarkedText() : one_tile(plan_.persistent ? "b" : "blockIdx.x")}}));
  variant_ = Variant::plain;
  return out;
}

std::string CopyWriter::write_traced() {
  MarkedText out = trace_functions();
  append(out, kernel(Variant::tiles));
  // With several tiles in flight an access does not belong to a single tile.
  if (trace_shape(plan_).accesses > 0) append(out, kernel(Variant::accesses));
  return std::move(out.text);
}

TraceShape trace_shape(const CopyPlan& plan) {
  TraceShape out;
  out.warps = (plan.threads + 31) / 32;
  if (plan.stages > 1) return out;
  const auto most = [&](std::int64_t values, std::int64_t step) {
    out.accesses = std::max(out.accesses, values / std::max<std::int64_t>(step, 1));
  };
  const auto width = [&](const KernelSide& side) { return plan.access_elements(side); };
  const bool through = plan.path != CopyPlan::Path::registers;
  const std::string_view use = ", until the value is used";
  const std::string_view issue = ", until it is issued";
  out.sides.assign(4, {});
  if (plan.tma_load) {
    most(1, 1);
    out.sides[0] = "the copy engine reads src into shared memory, until it is there";
  } else {
    most(plan.load_values, width(plan.src));
    out.sides[0] = plan.path == CopyPlan::Path::cp_async ? cat("cp.async reads src", issue) : cat("reads src", use);
  }
  if (plan.path == CopyPlan::Path::shared) {
    const bool rows = plan.write_matrices.count > 0;
    most(plan.load_values, rows ? plan.write_matrices.instruction_values : width(plan.smem_write));
    out.sides[1] = cat(rows ? "stmatrix writes smem" : "writes smem", issue);
  }
  if (plan.tma_store) {
    out.sides[3] = "the copy engine writes dst, until it has read shared memory";
    most(1, 1);
    return out;
  }
  if (through) {
    const bool rows = plan.read_matrices.count > 0;
    most(plan.store_values, rows ? plan.read_matrices.instruction_values : width(plan.smem_read));
    out.sides[2] = cat(rows ? "ldmatrix reads smem" : "reads smem", use);
  }
  most(plan.store_values, width(plan.dst));
  out.sides[3] = cat("writes dst", issue);
  return out;
}

std::string trace_text(const CopyPlan& plan) { return CopyWriter(plan).write_traced(); }

}  // namespace stridescope
