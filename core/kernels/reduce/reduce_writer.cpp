// Writes a reduction as CUDA text (cuda/reduce.cuh), its proof, and the file for nvcc.
#include <algorithm>

#include "core/base/text.h"
#include "core/kernels/kernel_writer.h"
#include "core/kernels/plan_tools.h"
#include "core/kernels/proof_text.h"
#include "core/kernels/reduce/reduce_plan.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::string_view sum_type(const ReducePlan& plan) { return plan.integers ? "int" : "float"; }

Holes types(const ReducePlan& plan) {
  return {{"INTEGER", plan.integers},
          {"HALF", plan.kernel.type.name == "half_t"},
          {"BRAIN", plan.kernel.type.name == "bfloat16_t"}};
}

class ReduceWriter {
 public:
  explicit ReduceWriter(const ReducePlan& plan) : plan_(plan), load_(plan.load) {
    wide_ = std::max({load_.src.highest, plan.highest, -load_.src.lowest, -plan.lowest}) >= (std::int64_t{1} << 31);
  }

  KernelText write() {
    KernelText out;
    append(out, head());
    maps(out);
    append(out, filled(templates::reduce, "number", {{"SIGNED", plan_.kernel.type.bits == 8 ? "signed char" : "int"}},
                       types(plan_)));
    out.text += '\n';
    if (plan_.split()) append(out, filled(templates::reduce, "part", {{"REGISTER", plan_.integers ? "r" : "f"}}));
    append(out, kernel());
    out.name = "stridescope_reduce";
    out.blocks = plan_.blocks();
    out.threads = plan_.threads;
    out.shared_bytes = plan_.shared_bytes;
    out.needs = load_.needs;
    return out;
  }

 private:
  MarkedText head() const {
    const auto layout = [](const AnyLayout& l) { return to_text(l, IntegerMode::teaching); };
    const KernelSide& side = load_.src;
    std::string meeting;
    const auto line = [&](const std::string& text) { append_all(meeting, meeting.empty() ? "" : "\n", "// ", text); };
    if (!plan_.lanes.empty()) line("Lanes with parts of one sum add them by shuffles.");
    if (plan_.groups > 1)
      line(cat(plan_.lanes.empty() ? "" : "Then ", plan_.groups,
               " threads have parts of each: they meet in shared memory."));
    if (plan_.split()) line(cat(plan_.parts, " blocks share the tiles of each sum; the last one adds what all have."));
    if (meeting.empty()) line("No two threads have parts of one sum.");
    return filled(templates::reduce, "head",
                  {{"SUMMANDS", plan_.summands},
                   {"ELEMENTS", load_.elements},
                   {"TYPE", plan_.kernel.type.name},
                   {"UNIT_TYPE", access_type(load_.unit_bytes())},
                   {"SUM_TYPE", sum_type(plan_)},
                   {"SRC", layout(plan_.kernel.src)},
                   {"DST", layout(plan_.kernel.dst)},
                   {"VIA", to_text(plan_.kernel.via.tv, IntegerMode::teaching)},
                   {"TILE_SHAPE", extents_text(load_.tile)},
                   {"THREADS", plan_.threads},
                   {"WIDTH_TEXT", cat(side.access_bytes, side.access_bytes == 1 ? " byte" : " bytes")},
                   {"LIMITED", !side.limit.empty() && side.access_bytes != 16},
                   {"LIMIT", english(side.limit)},
                   {"MEETING", meeting}});
  }

  void map(KernelText& out, const KernelMap& m, std::string_view name, bool wide) const {
    append(out, index_text(cat(name, "_thread"), "thread", m.thread, wide, name));
    append(out, index_text(cat(name, "_value"), "value", m.value, wide, name));
    tiles(out, m, name, wide);
  }
  void tiles(KernelText& out, const KernelMap& m, std::string_view name, bool wide) const {
    for (std::size_t i = 0; i < m.tile.size(); ++i) {
      if (!is_zero(m.tile[i]))
        append(out, index_text(cat(name, "_tile", i), cat("tile along mode ", i), m.tile[i], wide, name));
    }
  }

  void maps(KernelText& out) const {
    out.text += "// Where the elements lie: index -> offset in elements.\n";
    map(out, load_.src.map, "src", wide_);
    if (!load_.src.swizzles.empty()) {
      out.text += "// src: the swizzle, of offsets\n";
      append(out, swizzle_text("src", load_.src.swizzles, index_type(), "src"));
    }
    tiles(out, plan_.keep, "dst", wide_);
    append(out, index_text("offset_of_sum", "sum of the block", plan_.offset_of_sum, wide_, "dst"));
    out.text += "// Whose sums they are: of a thread, of a block, and which thread stands for its group.\n";
    append(out, index_text("sum_of_value", "value", plan_.sum_of_value, false, "sum"));
    append(out, index_text("first_of_thread", "thread", plan_.first_of_thread, false, "sum"));
    append(out, index_text("next_of_sum", "sum of the thread", plan_.next_of_sum, false, "sum"));
    if (plan_.groups > 1) append(out, index_text("group_of_thread", "thread", plan_.group_of_thread, false, "group"));
    for (const KernelEdge& e : load_.edges) {
      append_all(out.text, "// Coordinates along mode ", e.mode, " of the tensor, which ends at ", e.extent, ".\n");
      map(out, e.load, cat("load_coordinate", e.mode), false);
    }
    out.text += '\n';
  }

  // NAME_thread(t) and NAME_tileI(tileI) of the summed modes, or of the others.
  std::string sum_of(const KernelMap& m, std::string_view name, bool thread, std::optional<bool> summed) const {
    std::string out = thread ? cat(name, "_thread(t)") : std::string();
    for (std::size_t i = 0; i < m.tile.size(); ++i) {
      if (is_zero(m.tile[i]) || (summed && plan_.summed[i] != *summed)) continue;
      append_all(out, out.empty() ? "" : " + ", name, "_tile", i, "(tile", i, ')');
    }
    return out;
  }

  std::vector<Holes> numbers(std::string_view index, bool summed, std::string_view tile,
                             std::string_view number) const {
    std::vector<Holes> out;
    std::int64_t below = 1;
    std::int64_t all = summed ? plan_.steps : plan_.dst_tiles;
    for (std::size_t i = 0; i < plan_.summed.size(); ++i) {
      if (plan_.summed[i] != summed) continue;
      std::string text = cat("static_cast<int>(", index);
      if (below > 1) append_all(text, " / ", below, 'u');
      below *= load_.grid[i];
      if (below < all) append_all(text, " % ", load_.grid[i], 'u');
      text += ')';
      out.push_back({{tile, cat("tile", i)}, {number, text}, {"EXTENT", load_.grid[i]}, {"MODE", i}});
    }
    return out;
  }

  std::string condition() const {
    std::string out;
    for (const KernelEdge& e : load_.edges)
      append_all(out, out.empty() ? "(" : " & (", "coordinate", e.mode, " + load_coordinate", e.mode, "_value(v) < ",
                 e.extent, ')');
    return out;
  }

  MarkedText kernel() const {
    std::vector<Holes> edges;
    for (const KernelEdge& e : load_.edges) {
      const std::string name = cat("load_coordinate", e.mode);
      edges.push_back(
          {{"COORDINATE", cat("coordinate", e.mode)}, {"COORDINATE_SUM", sum_of(e.load, name, true, std::nullopt)}});
    }
    std::vector<Holes> lanes;
    for (const int distance : plan_.lanes) lanes.push_back({{"DISTANCE", distance}});
    std::string stores;
    for (const KernelDigit& d : plan_.combined) {
      append_all(stores, stores.empty() ? "" : " && ", 't');
      if (d.divisor > 1) append_all(stores, " / ", d.divisor);
      if (d.divisor * d.extent < plan_.threads) append_all(stores, " % ", d.extent);
      stores += " == 0";
    }
    if (stores.empty()) stores = "true";
    const std::string added = sum_of(load_.src.map, "src", false, true);
    const std::string to = sum_of(plan_.keep, "dst", false, false);
    const std::string_view address = "at + src_value(v)";
    Holes holes = {{"SPLIT", plan_.split()},
                   {"SHARED", plan_.shared_bytes > 0},
                   {"THREADS", plan_.threads},
                   {"PARTS", plan_.parts},
                   {"PARAMETERS", cat("const Element* __restrict__ src, Sum* __restrict__ dst",
                                      plan_.split() ? ", Sum* parts, unsigned* arrived" : "")},
                   {"TILE", numbers("tile", false, "TILE", "NUMBER")},
                   {"STEP_TILE", numbers("step", true, "STEP_TILE", "STEP_NUMBER")},
                   {"INDEX", index_type()},
                   {"FROM", sum_of(load_.src.map, "src", true, false)},
                   {"TO", to.empty() ? std::string("0") : to},
                   {"SUMS", plan_.sums},
                   {"STEPS", plan_.steps},
                   {"AT", added.empty() ? std::string("from") : cat("from + ", added)},
                   {"EDGE", std::move(edges)},
                   {"VALUES", plan_.values},
                   {"WIDTH", load_.access_elements(load_.src)},
                   {"ACCESS", access_type(load_.src.access_bytes)},
                   {"ADDRESS", load_.src.swizzles.empty() ? std::string(address) : cat("src_swizzle(", address, ')')},
                   {"CONDITIONAL", !load_.edges.empty()},
                   {"SHUFFLED", !plan_.lanes.empty()},
                   {"GROUPED", plan_.groups > 1},
                   {"STORES", stores}};
    if (!load_.edges.empty()) holes.emplace_back("CONDITION", condition());
    if (!lanes.empty()) holes.emplace_back("LANE", std::move(lanes));
    if (plan_.groups > 1) holes.emplace_back("GROUPS", plan_.groups);
    if (plan_.groups > 1 || plan_.split()) holes.emplace_back("BLOCK_SUMS", plan_.sums_of_block);
    if (plan_.split()) {
      holes.emplace_back("LAST", plan_.parts - 1);
      holes.emplace_back("AT_ONCE", plan_.last_block().at_once());
      holes.emplace_back("TEAM", plan_.last_block().team());
      holes.emplace_back("TEAMED", plan_.last_block().team() > 1);
    }
    return filled(templates::reduce, "kernel", holes);
  }

  const char* index_type() const { return wide_ ? "long long" : "int"; }

  const ReducePlan& plan_;
  const CopyPlan& load_;
  bool wide_ = false;
};

}  // namespace

TensorIndex sums_index(const ReducePlan& plan) {
  // Digits of dst's coordinates that stay, by their position in a 1-D coordinate of src.
  TensorIndex out;
  const auto dst = prepare_layout(plan.kernel.dst, "dst");
  if (!dst) return out;
  std::int64_t divisor = 1;
  const bool tuple = dst->layout.shape.is_tuple();
  for (std::size_t i = 0; i < plan.summed.size(); ++i) {
    const LayoutRef all(dst->layout);
    const KernelIndex mode = index_of(tuple ? all[static_cast<int>(i)] : all, cat(i));
    for (KernelDigit d : mode.digits) {
      d.divisor *= divisor;
      out.index.digits.push_back(std::move(d));
    }
    if (plan.summed[i]) out.index.digits.push_back({divisor, plan.load.extents[i], 0, cat(i)});
    divisor *= plan.load.extents[i];
  }
  return out;
}

KernelText cuda_text(const ReducePlan& plan) { return ReduceWriter(plan).write(); }

std::string check_text(const ReducePlan& plan) {
  // The plan exists, so both layouts are addressable.
  const auto src = tensor_index(plan.kernel.src);
  const TensorIndex dst = sums_index(plan);
  MarkedText offsets = offset_text(src ? *src : TensorIndex{}, "src", "long long");
  append(offsets, offset_text(dst, "dst", "long long"));
  append(offsets, offset_text({plan.first_summand, {}}, "first_summand", "long long"));
  append(offsets, offset_text({plan.summand, {}}, "summand", "long long"));
  MarkedText out = filled(templates::reduce_proof, "proof",
                          {{"OFFSETS", std::move(offsets)},
                           {"CODE", element_code_text()},
                           {"RESULTS", cat(plan.results, "LL")},
                           {"SUMMANDS", cat(plan.summands, "LL")},
                           {"LISTED", max_wrong_listed},
                           {"SHIFT", summand_shift},
                           {"KINDS", summand_kinds},
                           {"MOST", summand_kinds / 2}},
                          types(plan));
  append(out, poison_text());
  return std::move(out.text);
}

std::string standalone_text(const ReducePlan& plan) {
  MarkedText out = standalone_begin("reduce", {}, false);
  append_all(out.text, cuda_text(plan).text, '\n', check_text(plan));
  append(out, standalone_check());
  Holes holes = {
      {"SRC_ELEMENTS", cat(plan.load.src.highest - plan.load.src.lowest + 1, "LL")},
      {"DST_ELEMENTS", cat(plan.highest - plan.lowest + 1, "LL")},
      {"SRC_BASE", cat(-plan.load.src.lowest, "LL")},
      {"DST_BASE", cat(-plan.lowest, "LL")},
      {"BYTES_MOVED", cat(plan.bytes_moved(), ".0")},
      {"SHARED_BYTES", plan.shared_bytes},
      {"BLOCKS", cat(plan.blocks(), 'u')},
      {"THREADS", cat(plan.threads, 'u')},
      {"SPLIT", plan.split()},
      {"ARGUMENTS", cat("src[i] + src_base, dst[i] + dst_base", plan.split() ? ", parts, arrived" : "")},
      {"VERDICT", standalone_verdict("stridescope_check<<<1024, 256>>>(src[0] + src_base, dst[0] + dst_base, wrong);")},
      {"MEDIAN", standalone_median("pairs")}};
  if (plan.split()) {
    holes.emplace_back("PARTS", cat(plan.results * plan.parts, "LL"));
    holes.emplace_back("TILES", cat(plan.dst_tiles, "LL"));
  }
  append(out, filled(templates::host_reduce, "main", holes));
  return std::move(out.text);
}

}  // namespace stridescope
