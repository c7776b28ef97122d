// The kernels of a copy: one tile a block, or tile after tile with several of them in shared memory.
#include <algorithm>

#include "core/codegen/copy_writer.h"

namespace stridescope {
namespace {

std::string base(const KernelMap& m, std::string_view name) {
  std::string out = cat(name, "_thread(t)");
  for (std::size_t i = 0; i < m.tile.size(); ++i) {
    if (!is_zero(m.tile[i])) append_all(out, " + ", name, "_tile", i, "(tile", i, ')');
  }
  return out;
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

// Between registers and global memory.
std::string CopyWriter::moved(std::string_view verb, int bytes, std::string_view destination,
                              std::string_view origin) const {
  return masked() ? cat(verb, "(inside, ", destination, ", ", origin, ");")
                  : cat("move<", access_type(bytes), ">(", destination, ", ", origin, ");");
}

// No branch, which && can become.
std::string CopyWriter::condition(std::string_view name) const {
  std::string out;
  for (const KernelEdge& e : plan_.edges) {
    append_all(out, out.empty() ? "(" : " & (", name, e.mode, " + ", name, e.mode, "_value(v) < ", e.extent, ')');
  }
  return out;
}

void CopyWriter::coordinates(std::string_view name, bool load) {
  for (const KernelEdge& e : plan_.edges) {
    line("  const int ", name, e.mode, " = ", base(load ? e.load : e.store, cat(name, e.mode)), ";");
  }
}

// for (v ...) statement; with edges `inside` says for each value whether the lane takes part, where edge_name says of
// what coordinates.
void CopyWriter::loop(std::int64_t values, std::int64_t step, std::string_view edge_name, std::string_view statement,
                      int side, std::string_view used) {
  line("#pragma unroll");
  line("  for (int v = 0; v < ", values, "; v += ", step, ") {");
  if (masked() && !edge_name.empty()) line("    const bool inside = ", condition(edge_name), ';');
  if (variant_ == Variant::accesses) line("    const unsigned begin = tick();");
  line("    ", statement);
  if (variant_ == Variant::accesses) {
    if (!used.empty()) line("    used(", used, ", trace);");
    line("    note(trace, traced, ", side, ", v / ", step, ", begin, tick());");
  }
  line("  }");
}

void CopyWriter::tile_of(std::string_view block) {
  std::int64_t below = 1;
  for (const int k : plan_.order) {
    const auto mode = static_cast<std::size_t>(k);
    if (plan_.grid[mode] == 1) continue;
    std::string text = cat("static_cast<int>(", block);
    if (below > 1) append_all(text, " / ", below, 'u');
    below *= plan_.grid[mode];
    if (below < plan_.tiles) append_all(text, " % ", plan_.grid[mode], 'u');
    line("  const int tile", mode, " = ", text, ");  // of ", plan_.grid[mode], " along mode ", mode);
  }
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

// Where a thread's part of src, of dst and of the edges begins.
void CopyWriter::heads(bool load, bool store) {
  load = load && threads_load();
  store = store && threads_store();
  if (load) line("  const ", index_type(), " from = ", base(plan_.src.map, "src"), ";");
  if (store) line("  const ", index_type(), " to = ", base(plan_.dst.map, "dst"), ";");
  if (load) coordinates("load_coordinate", true);
  if (store && through()) coordinates("store_coordinate", false);
}

// src to registers, and on into the tile of shared memory if there is one.
void CopyWriter::load_part() {
  if (plan_.tma_load) {
    const TmaTransfer& t = *plan_.tma_load;
    if (variant_ == Variant::accesses) line("  const unsigned load_begin = tick();");
    line("  if (t == 0) {");
    line("    barrier_expect(full, ", static_cast<std::int64_t>(t.begins.size()) * t.box_elements * plan_.unit_bytes(),
         ");");
    for (std::size_t i = 0; i < t.begins.size(); ++i) {
      std::string at;
      for (std::size_t d = 0; d < t.atom.modes.size(); ++d) append_all(at, ", ", place(t, i, d));
      const std::int64_t offset = static_cast<std::int64_t>(i) * t.box_elements;
      line("    load_box(smem", offset == 0 ? std::string() : cat(" + ", offset), ", src_map, full", at, ");");
    }
    line("  }");
    return;
  }
  const std::string source = address(plan_.src, "src", "from", "src");
  const std::int64_t step = plan_.access_elements(plan_.src);
  const bool rows = plan_.write_matrices.count > 0;
  const std::string_view inside = masked() ? "inside, " : "";
  const std::string written =
      address(rows ? plan_.smem_write_rows : plan_.smem_write, "smem", "smem_write_thread(t)", "smem_write");
  if (plan_.path == CopyPlan::Path::cp_async) {
    loop(plan_.load_values, step, "load_coordinate", cat("copy_async(", inside, written, ", ", source, ");"), 0);
    return;
  }
  line("  __align__(16) Element loaded[", plan_.load_values / plan_.unit_elements(), "];");
  loop(plan_.load_values, step, "load_coordinate", moved("read_global", plan_.src.access_bytes, held("loaded"), source),
       0, held("loaded"));
  if (!through()) return;
  // What lies past the edge is garbage in shared memory too, and never stored.
  if (rows) {
    loop(plan_.load_values, plan_.write_matrices.instruction_values, {},
         cat("write_matrices(", written, ", ", held("loaded"), ");"), 1);
  } else {
    loop(plan_.load_values, plan_.access_elements(plan_.smem_write), "load_coordinate",
         cat("write_shared(", inside, written, ", ", held("loaded"), ");"), 1);
  }
}

// Until the tile is in shared memory.
void CopyWriter::wait_part() {
  if (plan_.tma_load) {
    line("  barrier_wait(full, 0);");
    if (variant_ == Variant::accesses) line("  note(trace, traced, 0, 0, load_begin, tick());");
    return;
  }
  if (plan_.path == CopyPlan::Path::cp_async) line("  asm volatile(\"cp.async.wait_all;\" ::: \"memory\");");
  if (plan_.tma_store) line("  engine_fence();");
  line("  __syncthreads();");
}

// Registers, or the tile of shared memory, to dst.
void CopyWriter::store_part() {
  if (plan_.tma_store) {
    const TmaTransfer& t = *plan_.tma_store;
    if (variant_ == Variant::accesses) line("  const unsigned store_begin = tick();");
    line("  if (t == 0) {");
    for (std::size_t i = 0; i < t.begins.size(); ++i) {
      std::string at;
      for (std::size_t d = 0; d < t.atom.modes.size(); ++d) append_all(at, ", ", place(t, i, d));
      const std::int64_t offset = static_cast<std::int64_t>(i) * t.box_elements;
      line("    store_box(dst_map, smem", offset == 0 ? std::string() : cat(" + ", offset), at, ");");
    }
    line("    store_commit();");
    line("  }");
    return;
  }
  const std::string target = address(plan_.dst, "dst", "to", "dst");
  const std::int64_t step = plan_.access_elements(plan_.dst);
  if (!through()) {
    loop(plan_.store_values, step, "load_coordinate",
         moved("write_global", plan_.dst.access_bytes, target, held("loaded")), 3);
    return;
  }
  const bool rows = plan_.read_matrices.count > 0;
  const std::string read =
      address(rows ? plan_.smem_read_rows : plan_.smem_read, "smem", "smem_read_thread(t)", "smem_read");
  line("  __align__(16) Element stored[", plan_.store_values / plan_.unit_elements(), "];");
  if (rows) {
    loop(plan_.store_values, plan_.read_matrices.instruction_values, {},
         cat("read_matrices(", held("stored"), ", ", read, ");"), 2, held("stored"));
  } else {
    loop(plan_.store_values, plan_.access_elements(plan_.smem_read), "store_coordinate",
         cat("read_shared(", masked() ? "inside, " : "", held("stored"), ", ", read, ");"), 2, held("stored"));
  }
  loop(plan_.store_values, step, "store_coordinate",
       moved("write_global", plan_.dst.access_bytes, target, held("stored")), 3);
}

void CopyWriter::one_tile(std::string_view block) {
  tile_of(block);
  if (variant_ == Variant::accesses) line("  const bool traced = ", block, " == trace_tile;");
  if (variant_ == Variant::tiles) line("  trace_begin(trace, ", block, ");");
  // All of the addresses first.
  heads(true, true);
  load_part();
  if (through()) wait_part();
  store_part();
  if (plan_.tma_store) line("  if (t == 0) store_wait();");
  if (plan_.tma_store && variant_ == Variant::accesses) line("  note(trace, traced, 3, 0, store_begin, tick());");
  if (variant_ != Variant::tiles) return;
  if (threads_load() || threads_store()) line("  __syncthreads();");
  line("  trace_end(trace, ", block, ");");
}

// One tile into a stage of shared memory, and out of it.
void CopyWriter::stage_functions() {
  line("// Tile b into a tile of shared memory.");
  line("__device__ __forceinline__ void load_tile(",
       plan_.tma_load ? "const TensorMap& src_map, unsigned long long* full" : "const Element* src",
       ", Element* smem, unsigned b, int t) {");
  tile_of("b");
  heads(true, false);
  load_part();
  line("}");
  line("// And out of it.");
  line("__device__ __forceinline__ void store_tile(", plan_.tma_store ? "const TensorMap& dst_map" : "Element* dst",
       ", const Element* smem, unsigned b, int t) {");
  tile_of("b");
  heads(false, true);
  store_part();
  line("}");
  line();
}

void CopyWriter::pipeline() {
  const int stages = plan_.stages;
  const std::int64_t elements = plan_.stage_bytes / plan_.unit_bytes();
  const bool async = plan_.path == CopyPlan::Path::cp_async;
  const auto load = [&](std::string_view stage) {
    return plan_.tma_load ? cat("load_tile(src_map, full + ", stage, ", smem + ", stage, " * ", elements, ", next, t);")
                          : cat("load_tile(src, smem + ", stage, " * ", elements, ", next, t);");
  };
  const bool traced = variant_ == Variant::tiles;
  line("  unsigned next = blockIdx.x;  // the tile that is loaded next");
  line("  for (int s = 0; s < ", stages - 1, "; ++s, next += gridDim.x) {");
  line("    if (next < ", plan_.tiles, "u) {");
  if (traced) line("      trace_begin(trace, next);");
  line("      ", load("s"));
  line("    }");
  if (async) line("    asm volatile(\"cp.async.commit_group;\" ::: \"memory\");");
  line("  }");
  line("  int stage = 0;");
  if (plan_.tma_load) line("  unsigned phase = 0;");
  line("  for (unsigned b = blockIdx.x; b < ", plan_.tiles, "u; b += gridDim.x, next += gridDim.x) {");
  if (async) line("    asm volatile(\"cp.async.wait_group ", stages - 2, ";\" ::: \"memory\");");
  if (plan_.tma_store) {
    if (threads_load()) line("    engine_fence();");
    line("    if (t == 0) store_wait();");
  }
  if (async) {
    line("    __syncthreads();  // this turn's tile is there, and nobody needs that of the turn before");
  } else if (threads_store()) {
    line("    __syncthreads();  // nobody needs the tile of the turn before");
  }
  line("    const int free = stage == 0 ? ", stages - 1, " : stage - 1;");
  line("    if (next < ", plan_.tiles, "u) {");
  if (traced) line("      trace_begin(trace, next);");
  line("      ", load("free"));
  line("    }");
  if (async) line("    asm volatile(\"cp.async.commit_group;\" ::: \"memory\");");
  if (plan_.tma_load) line("    barrier_wait(full + stage, phase);");
  line("    store_tile(", plan_.tma_store ? "dst_map" : "dst", ", smem + stage * ", elements, ", b, t);");
  if (traced) {
    if (threads_load() || threads_store()) line("    __syncthreads();");
    line("    trace_end(trace, b);");
  }
  line("    if (++stage == ", stages, ") {");
  line("      stage = 0;");
  if (plan_.tma_load) line("      phase ^= 1;");
  line("    }");
  line("  }");
  if (plan_.tma_store) line("  if (t == 0) store_wait();");
}

void CopyWriter::parameters(Variant variant) {
  const char* const name = variant == Variant::plain   ? "stridescope_copy"
                           : variant == Variant::tiles ? "stridescope_trace_tiles"
                                                       : "stridescope_trace_accesses";
  std::string maps;
  if (plan_.tma_load) append_all(maps, ",\n    const __grid_constant__ TensorMap src_map");
  if (plan_.tma_store) append_all(maps, ",\n    const __grid_constant__ TensorMap dst_map");
  if (variant != Variant::plain) append_all(maps, ", unsigned long long* trace, unsigned trace_tile");
  line("extern \"C\" __global__ void __launch_bounds__(", plan_.threads, ")");
  line(name, "(const Element* __restrict__ src, Element* __restrict__ dst", maps, ") {");
}

void CopyWriter::kernel(Variant variant) {
  variant_ = variant;
  if (plan_.stages > 1 && variant == Variant::plain) stage_functions();
  parameters(variant);
  line("  const int t = threadIdx.x;");
  if (through()) {
    line("  extern __shared__ __align__(1024) unsigned char shared_bytes[];");
    line("  Element* smem = reinterpret_cast<Element*>(shared_bytes);");
  }
  const bool engine_only = !threads_load() && !threads_store();
  if (engine_only) line("  if (t != 0) return;  // the copy engine needs one thread");
  if (plan_.tma_load) {
    line("  unsigned long long* full = reinterpret_cast<unsigned long long*>(shared_bytes + ",
         plan_.shared_bytes - std::int64_t{8} * plan_.stages, ");");
    line("  if (t == 0) {");
    line("    for (int s = 0; s < ", plan_.stages, "; ++s) barrier_init(full + s);");
    line("    barrier_fence();");
    line("  }");
    if (!engine_only) line("  __syncthreads();");
  }
  if (plan_.stages > 1) {
    pipeline();
  } else if (plan_.persistent) {
    line("  for (unsigned b = blockIdx.x; b < ", plan_.tiles, "u; b += gridDim.x) {");
    indent_ = "  ";
    one_tile("b");
    indent_.clear();
    line("  }");
  } else {
    one_tile("blockIdx.x");
  }
  line("}");
  variant_ = Variant::plain;
}

std::string CopyWriter::write_traced() {
  trace_functions();
  kernel(Variant::tiles);
  // With several tiles at a time an access is no one's own.
  if (trace_shape(plan_).accesses > 0) kernel(Variant::accesses);
  return std::move(text().text);
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
