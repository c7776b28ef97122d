// Writes gemm_kernel as CUDA text: fills the holes of cuda/gemm.cuh from the plan, one function per hole. The pipeline,
// its barriers and its order are in the template, readable as CUDA. gemm_writer_tma.cpp fills the holes of the TMA
// kernel.
#include "core/kernels/gemm/gemm_writer.h"

#include <algorithm>

#include "core/kernels/plan_tools.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

bool wide(const KernelSide& s) { return std::max(s.highest, -s.lowest) >= (std::int64_t{1} << 31); }

std::string copy_name(const GemmCopy& copy) {
  const auto* tiled = std::get_if<TiledCopy>(&copy);
  if (tiled == nullptr) return "TMA";
  return cat(tiled->atom.name, ", ", to_text(tiled->tv, IntegerMode::teaching), " over ",
             to_text(to_value(tiled->tiler), IntegerMode::teaching));
}

// NAME_thread, NAME_value, NAME_tile0 and NAME_tile1: the coordinates along an edge.
MarkedText edge_text(const KernelEdge& e, std::string_view name, std::string_view mode) {
  MarkedText indices = index_text(cat(name, "_thread"), cat(name, ": thread"), e.load.thread, false);
  append(indices, index_text(cat(name, "_value"), cat(name, ": value"), e.load.value, false));
  for (std::size_t i = 0; i < 2; ++i) {
    append(indices, index_text(cat(name, "_tile", i), cat(name, ": tile"), e.load.tile[i], false));
  }
  return filled(templates::gemm, "edge", {{"MODE", mode}, {"EXTENT", e.extent}, {"INDICES", std::move(indices)}});
}

// The conversion of an element x of C or of the bias for the epilogue.
std::string_view number_of(std::string_view type) {
  if (type == "half_t") return "asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(out) : \"h\"(x));";
  if (type == "bfloat16_t") return "out = __uint_as_float(static_cast<unsigned>(x) << 16);";
  if (type == "int8_t") return "out = static_cast<signed char>(x);";
  if (type == "float_e5m2_t") {
    return "asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(out) : \"h\"(static_cast<unsigned short>(x << 8)));";
  }
  if (type == "float_e4m3_t") {
    return "asm(\"{\\n.reg .b32 two;\\n.reg .b16 one, other;\\ncvt.rn.f16x2.e4m3x2 two, %1;\\nmov.b32 {one, other}, "
           "two;\\n\"\n"
           "      \"cvt.f32.f16 %0, one;\\n}\" : \"=f\"(out) : \"h\"(static_cast<unsigned short>(x)));";
  }
  return "out = __uint_as_float(x);";
}

}  // namespace

MarkedText GemmWriter::head() const {
  const auto layout = [](const AnyLayout& l) { return to_text(l, IntegerMode::teaching); };
  return filled(templates::gemm, "head",
                {{"SIZE_M", plan_.extents[0]},
                 {"SIZE_N", plan_.extents[1]},
                 {"SIZE_K", plan_.extents[2]},
                 {"A_LAYOUT", layout(plan_.kernel.a)},
                 {"A_COPY", copy_name(plan_.kernel.copy_a)},
                 {"B_LAYOUT", layout(plan_.kernel.b)},
                 {"B_COPY", copy_name(plan_.kernel.copy_b)},
                 {"C_LAYOUT", layout(plan_.kernel.c)},
                 {"C_BYTES", plan_.c.access_bytes},
                 {"BOXED", plan_.boxed.has_value()},
                 {"PIECE", plan_.boxed ? cat(plan_.boxed->rows, " x ", plan_.boxed->columns) : std::string()},
                 {"LIMITED", !plan_.c.limit.empty()},
                 {"LIMIT", english(plan_.c.limit)},
                 {"ABOUT", about()},
                 {"TILES", plan_.tiles},
                 {"STAGES", plan_.stages},
                 {"STAGE", plan_.stage_bytes},
                 {"ELEMENTS", elements()}});
}

MarkedText GemmWriter::tile_order() const {
  return filled(templates::gemm, "order",
                {{"BAND", plan_.order().band_clusters()},
                 {"BAND_TILES", plan_.order().band_clusters() * (plan_.grid[1] / plan_.cluster[1])},
                 {"CLUSTERED", plan_.cluster_tiles() > 1},
                 {"TILES_M", plan_.grid[0] / plan_.cluster[0]}});
}

MarkedText GemmWriter::edges() const {
  MarkedText out;
  for (const KernelEdge& e : plan_.edges) append(out, edge_text(e, cat("c_edge", e.mode), e.mode == 0 ? "M" : "N"));
  return out;
}

MarkedText GemmWriter::copy_maps(const CopyPlan& copy, std::string_view name) const {
  const bool far = wide(copy.src);
  const KernelMap from = in_bytes(copy.src.map, copy.element_bits);
  const KernelMap to = in_bytes(copy.smem_write.map, copy.element_bits);
  const std::string_view mode = name == "A" ? "M" : "N";
  MarkedText indices = index_text(cat(name, "_thread"), cat(name, ": thread"), from.thread, far);
  append(indices, index_text(cat(name, "_value"), cat(name, ": value"), from.value, far));
  append(indices, index_text(cat(name, "_tile0"), cat(name, ": tile along ", mode), from.tile[0], far));
  append(indices, index_text(cat(name, "_tile1"), cat(name, ": tile along K"), from.tile[1], far));
  append(indices, index_text(cat(name, "_to_thread"), cat(name, " into shared memory: thread"), to.thread, false));
  append(indices, index_text(cat(name, "_to_value"), cat(name, " into shared memory: value"), to.value, false));
  append(indices, swizzle_text(cat(name, "_to"), in_bytes(copy.smem_write.swizzles, copy.element_bits)));
  MarkedText out = filled(templates::gemm, "copy_indices",
                          {{"UPPER", name}, {"PACKED", copy.element_bits < 8}, {"INDICES", std::move(indices)}});
  for (const KernelEdge& e : copy.edges)
    append(out, edge_text(e, cat(name, "_edge", e.mode), e.mode == 1 ? "K" : mode));
  return out;
}

MarkedText GemmWriter::copy_function(const CopyPlan& copy, std::string_view name) const {
  const int bytes = std::min(copy.src.access_bytes, copy.smem_write.access_bytes);
  const bool swizzled = !copy.smem_write.swizzles.empty();
  const bool apart = swizzled && parts_disjoint(copy.smem_write, copy.threads, copy.load_values);
  const std::string thread = cat(name, "_to_thread(t)");
  const std::string to = cat(name, "_to");
  std::string offset = apart ? cat("(to ^ ", to, "_swizzle(", to, "_value(v)))") : cat("to + ", to, "_value(v)");
  if (!apart && swizzled) offset = cat(to, "_swizzle(", offset, ')');
  std::string inside;
  for (const KernelEdge& e : copy.edges) {
    const std::string edge = cat(name, "_edge", e.mode);
    append_all(inside, inside.empty() ? "" : " && ", edge, "_thread(t) + ", edge, "_value(v) + ", edge,
               "_tile0(tile) + ", edge, "_tile1(k) < ", e.extent);
  }
  const bool past_l1 = bytes == 16 && copy.cache_global;
  return filled(
      templates::gemm, "copy",
      {{"UPPER", name},
       {"ELEMENT", cat(name, "Element")},
       {"TO", apart ? cat(to, "_swizzle(", thread, ')') : thread},
       {"VALUES", copy.load_values},
       {"STEP", std::int64_t{8} * bytes / copy.element_bits},
       {"PLACE", cat(copy.unit_bytes() > 1 ? cat(copy.unit_bytes(), " * ") : "", '(', offset, ')')},
       {"MASKED", !copy.edges.empty()},
       {"INSIDE", inside},
       {"ASYNC", copy.path == CopyPlan::Path::cp_async},
       {"INSTRUCTION", cat("cp.async.", past_l1 ? "cg" : "ca", ".shared.global", bytes == 16 ? ".L2::128B" : "")},
       {"BYTES", bytes},
       {"SOURCE_BYTES", bytes},
       {"ACCESS", access_type(bytes)}});
}

Holes GemmWriter::store_holes() const {
  std::vector<Holes> edges;
  std::string inside;
  for (const KernelEdge& e : plan_.edges) {
    const std::string edge = cat("c_edge", e.mode);
    edges.push_back({{"COORDINATE", edge}});
    append_all(inside, inside.empty() ? "" : " && ", edge, " + ", edge, "_value(v) < ", e.extent);
  }
  return {{"EDGE", std::move(edges)},
          {"CONDITIONAL", !plan_.edges.empty()},
          {"CONDITION", inside},
          {"C_STEP", store_width(plan_.c, plan_.kernel.type_c)}};
}

MarkedText GemmWriter::store_tile() const {
  return filled(templates::gemm, "store", {{"C_VALUES", plan_.math.c.values}}, store_holes());
}

// "float x, CElement before, CElement bias", or the arguments of the call.
std::string GemmWriter::finish_arguments(std::string_view first, std::string_view before, std::string_view bias) const {
  std::string out(first);
  if (plan_.kernel.epilogue.beta != 0) append_all(out, ", ", before);
  if (plan_.bias) append_all(out, ", ", bias);
  return out;
}

MarkedText GemmWriter::finish_function() const {
  const Epilogue& e = plan_.kernel.epilogue;
  MarkedText indices;
  if (plan_.bias) {
    const bool far = wide(*plan_.bias);
    const KernelMap& map = plan_.bias->map;
    indices = index_text("bias_thread", "bias: thread", map.thread, far);
    append(indices, index_text("bias_value", "bias: value", map.value, far));
    append(indices, index_text("bias_tile0", "bias: tile along M", map.tile[0], far));
    append(indices, index_text("bias_tile1", "bias: tile along N", map.tile[1], far));
  }
  const auto literal = [](double x) {
    std::string out = constant_text(x);
    if (out.find_first_of(".e") == std::string::npos) out += ".0";
    return out + 'f';
  };
  return filled(templates::gemm, "finish_function",
                {{"INDICES", std::move(indices)},
                 {"SIGNATURE", finish_arguments("float x", "CElement before", "CElement bias")},
                 {"NUMBER", number_of(plan_.kernel.type_c.name)},
                 {"SCALED", e.alpha != 1},
                 {"ALPHA", literal(e.alpha)},
                 {"KEPT", e.beta != 0},
                 {"BETA", literal(e.beta)},
                 {"BIASED", plan_.bias.has_value()},
                 {"RELU", e.activation == Activation::relu},
                 {"GELU", e.activation == Activation::gelu},
                 {"SILU", e.activation == Activation::silu}});
}

MarkedText GemmWriter::finish(std::int64_t first, std::int64_t end, const std::string& held) const {
  return filled(templates::gemm, "finish",
                {{"FIRST_VALUE", first},
                 {"END_VALUE", end},
                 {"KEPT", plan_.kernel.epilogue.beta != 0},
                 {"BIASED", plan_.bias.has_value()},
                 {"ACCESS", access_type(plan_.c.access_bytes)},
                 {"AHEAD", !held.empty()},
                 {"WIDE", plan_.bias && plan_.bias->access_bytes == plan_.c.access_bytes},
                 {"FINISHED", finish_arguments("c[v + i]", held.empty() ? "before[i]" : held, "added[i]")}},
                store_holes());
}

// The code that applies the epilogue and stores the sums of a tile.
MarkedText GemmWriter::stored() const {
  if (plan_.split > 1) return store_sums();
  MarkedText out;
  // C loaded by the engine is added piece by piece.
  if (plan_.kernel.epilogue.any() && fetch_.stages == 0)
    out = finish(0, plan_.math.c.values, ahead() ? "before[v + i]" : "");
  append(out, plan_.boxed ? store_boxes() : store_tile());
  if (!plan_.converts()) return out;
  return filled(templates::gemm, "converted", {{"C_VALUES", plan_.math.c.values}, {"REST", std::move(out)}});
}

MarkedText GemmWriter::threads_kernel(const Holes& common) const {
  const std::int64_t inner = plan_.math.atoms[2];
  return filled(
      templates::gemm, "kernel",
      {{"ASYNC", plan_.copy_a.path == CopyPlan::Path::cp_async || plan_.copy_b.path == CopyPlan::Path::cp_async},
       // cp.async groups are counted even if they are empty.
       {"WAITING", plan_.stages - 2},
       {"DEEP", inner > 1},
       {"SHORT", plan_.short_of_stages()},
       {"INNER", inner},
       {"LAST_INNER", inner - 1},
       {"OPERANDS", operands()}},
      common);
}

MarkedText GemmWriter::kernel(bool traced) const {
  const bool threads = plan_.path == GemmPlan::Path::threads;
  const std::string parameters = cat(
      threads ? "const AElement* __restrict__ A, const BElement* __restrict__ B, "
              : "const __grid_constant__ TensorMap map_a, const __grid_constant__ TensorMap map_b, ",
      plan_.boxed ? "const __grid_constant__ TensorMap map_c" : "CElement* __restrict__ C",
      plan_.reads_c() && plan_.boxed && fetch_.stages == 0 ? ", const CElement* __restrict__ C" : "",
      plan_.bias ? ", const CElement* __restrict__ bias" : "", plan_.streams() ? ", unsigned* __restrict__ parts" : "",
      traced ? ", unsigned long long* trace, unsigned" : "");
  const Holes common = {{"NAME", traced ? "stridescope_trace_tiles" : "stridescope_gemm"},
                        {"PARAMETERS", parameters},
                        {"TRACED", traced},
                        {"THREADS", plan_.threads},
                        {"STAGES", plan_.stages},
                        {"LAST", plan_.stages - 1},
                        {"STAGE", plan_.stage_bytes},
                        {"OFFSET_B", plan_.offset_b()},
                        {"TILES", plan_.tiles},
                        {"TILES_M", plan_.grid[0]},
                        {"DEPTH", plan_.grid[2]},
                        {"BASES", thread_bases()},
                        {"ACCUMULATORS", accumulators()},
                        {"STORE", stored()}};
  return threads ? threads_kernel(common) : tma_kernel(common);
}

KernelText GemmWriter::write() const {
  KernelText out;
  append(out, head());
  append(out, store(plan_.c, plan_.kernel.type_c));
  append(out, edges());
  if (plan_.kernel.epilogue.any()) append(out, finish_function());
  append(out, maps());
  if (plan_.path == GemmPlan::Path::threads) {
    append(out, copy_maps(plan_.copy_a, "A"));
    append(out, copy_maps(plan_.copy_b, "B"));
    append(out, copy_function(plan_.copy_a, "A"));
    append(out, copy_function(plan_.copy_b, "B"));
  }
  append(out, loads());
  append(out, instruction());
  // With warps that only multiply, fewer reads of A are exposed: 0.9 % of the time on an H100.
  append(out, multiply(plan_.path == GemmPlan::Path::tma));
  append(out, tile_order());
  if (plan_.path == GemmPlan::Path::tma) {
    append(out, filled(templates::gemm_tma, "functions",
                       {{"WARPS", plan_.math.form == MmaPlan::Form::warp},
                        {"CLUSTERED", plan_.cluster_blocks() > 1},
                        {"SHARING", plan_.cluster_tiles() > 1}}));
  }
  if (plan_.split > 1) append(out, sums_functions());
  if (plan_.streams()) append(out, stream_functions());
  if (plan_.boxed) append(out, store_function());
  append(out, kernel(false));
  out.name = "stridescope_gemm";
  out.blocks = plan_.blocks();
  out.work_bytes = plan_.stream_bytes();
  out.cluster = plan_.cluster_blocks();
  out.threads = plan_.threads;
  out.shared_bytes = plan_.shared_bytes;
  out.needs = plan_.math.needs;
  return out;
}

std::string GemmWriter::write_traced() const {
  MarkedText out;
  out.text = "\n";
  append(out,
         filled(templates::trace, "clock",
                {{"FIRST", plan_.teams > 1 ? cat("threadIdx.x % ", plan_.math.threads) : std::string("threadIdx.x")}}));
  append(out, kernel(true));
  append(out, filled(templates::trace, "timer", {}));
  return std::move(out.text);
}

KernelText cuda_text(const GemmPlan& plan) { return GemmWriter(plan).write(); }

std::string trace_text(const GemmPlan& plan) { return GemmWriter(plan).write_traced(); }

}  // namespace stridescope
