#include "core/codegen/gemm_writer.h"

#include <algorithm>

#include "core/codegen/plan_tools.h"
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

}  // namespace

void GemmWriter::head() {
  const auto& [m, n, k] = plan_.extents;
  line("// C = A B^T of ", m, " x ", n, " x ", k, " (M, N, K), written by Stridescope.");
  line("//   A      ", to_text(plan_.kernel.a, IntegerMode::teaching), ", by ", copy_name(plan_.kernel.copy_a));
  line("//   B      ", to_text(plan_.kernel.b, IntegerMode::teaching), ", by ", copy_name(plan_.kernel.copy_b));
  line("//   C      ", to_text(plan_.kernel.c, IntegerMode::teaching), ", ", plan_.c.access_bytes,
       " bytes in one access", plan_.c.limit.empty() ? "" : cat("; no more, since ", plan_.c.limit));
  describe();
  line("// ", plan_.tiles, " tiles of C; a pipeline of ", plan_.stages, " stages of ", plan_.stage_bytes, " bytes.");
  line();
  element_types();
}

void GemmWriter::tile_order() {
  line();
  line("// Blocks next to each other work on a band of ", plan_.band,
       " tiles along M: they share rows of A and columns of B.");
  line("__device__ __forceinline__ void tile_of(int block, int& m, int& n) {");
  line("  const int first = block / ", plan_.band * plan_.grid[1], " * ", plan_.band, ", inside = block % ",
       plan_.band * plan_.grid[1], ';');
  line("  const int rows = first + ", plan_.band, " <= ", plan_.grid[0], " ? ", plan_.band, " : ", plan_.grid[0],
       " - first;");
  line("  m = first + inside % rows;");
  line("  n = inside / rows;");
  line("}");
}

void GemmWriter::copy_maps(const CopyPlan& copy, std::string_view name) {
  const bool far = wide(copy.src);
  const KernelMap from = in_bytes(copy.src.map, copy.element_bits);
  const KernelMap to = in_bytes(copy.smem_write.map, copy.element_bits);
  line("// The copy of ", name, ": index -> offset", copy.element_bits < 8 ? " in bytes" : "",
       " in global memory and in the stage.");
  map(cat(name, "_thread"), cat(name, ": thread"), from.thread, far);
  map(cat(name, "_value"), cat(name, ": value"), from.value, far);
  map(cat(name, "_tile0"), cat(name, ": tile along ", name == "A" ? "M" : "N"), from.tile[0], far);
  map(cat(name, "_tile1"), cat(name, ": tile along K"), from.tile[1], far);
  map(cat(name, "_to_thread"), cat(name, " into shared memory: thread"), to.thread, false);
  map(cat(name, "_to_value"), cat(name, " into shared memory: value"), to.value, false);
  swizzle(cat(name, "_to"), in_bytes(copy.smem_write.swizzles, copy.element_bits));
  for (const KernelEdge& e : copy.edges) {
    const std::string edge = cat(name, "_edge", e.mode);
    line("// Coordinates along ", e.mode == 1 ? "K" : name == "A" ? "M" : "N", ", which ends at ", e.extent, '.');
    map(cat(edge, "_thread"), cat(edge, ": thread"), e.load.thread, false);
    map(cat(edge, "_value"), cat(edge, ": value"), e.load.value, false);
    for (int i = 0; i < 2; ++i) {
      map(cat(edge, "_tile", i), cat(edge, ": tile"), e.load.tile[static_cast<std::size_t>(i)], false);
    }
  }
}

void GemmWriter::copy_function(const CopyPlan& copy, std::string_view name) {
  const int bytes = std::min(copy.src.access_bytes, copy.smem_write.access_bytes);
  const std::int64_t step = std::int64_t{8} * bytes / copy.element_bits;
  const bool async = copy.path == CopyPlan::Path::cp_async;
  line();
  line("// A tile of ", name, " into a stage. Past the edge come zeros.");
  line("__device__ __forceinline__ void copy_", name, "(unsigned smem, const ", name,
       "Element* from, int t, int tile, int k) {");
  const bool apart =
      !copy.smem_write.swizzles.empty() && parts_disjoint(copy.smem_write, copy.threads, copy.load_values);
  const std::string thread = cat(name, "_to_thread(t)");
  const std::string to = cat(name, "_to");
  line("  const int to = ", apart ? cat(to, "_swizzle(", thread, ')') : thread, ';');
  line("#pragma unroll");
  line("  for (int v = 0; v < ", copy.load_values, "; v += ", step, ") {");
  std::string offset = apart ? cat("(to ^ ", to, "_swizzle(", to, "_value(v)))") : cat("to + ", to, "_value(v)");
  if (!apart && !copy.smem_write.swizzles.empty()) offset = cat(to, "_swizzle(", offset, ')');
  line("    const unsigned at = smem + ", copy.unit_bytes() > 1 ? cat(copy.unit_bytes(), " * ") : "", '(', offset,
       ");");
  line("    const ", name, "Element* element = from + ", name, "_value(v);");
  std::string inside;
  for (const KernelEdge& e : copy.edges) {
    const std::string edge = cat(name, "_edge", e.mode);
    append_all(inside, inside.empty() ? "" : " && ", edge, "_thread(t) + ", edge, "_value(v) + ", edge,
               "_tile0(tile) + ", edge, "_tile1(k) < ", e.extent);
  }
  if (async) {
    const bool cg = bytes == 16 && copy.cache_global;
    const std::string instruction =
        cat("cp.async.", cg ? "cg" : "ca", ".shared.global", bytes == 16 ? ".L2::128B" : "", " [%0], [%1], ", bytes);
    if (inside.empty()) {
      line("    asm volatile(\"", instruction, ";\" ::\"r\"(at), \"l\"(element) : \"memory\");");
    } else {
      line("    const bool inside = ", inside, ';');
      line("    asm volatile(\"", instruction, ", %2;\" ::\"r\"(at), \"l\"(inside ? element : from), \"r\"(inside ? ",
           bytes, " : 0) : \"memory\");");
    }
  } else {
    const std::string_view access = access_type(bytes);
    line("    ", access, " x = {};");
    line("    ", inside.empty() ? "" : cat("if (", inside, ") "), "x = *reinterpret_cast<const ", access,
         "*>(element);");
    line("    *reinterpret_cast<", access, "*>(__cvta_shared_to_generic(at)) = x;");
  }
  line("  }");
  line("}");
}

void GemmWriter::store_tile(std::string_view indent) {
  const MmaPlan& m = plan_.math;
  for (const KernelEdge& e : plan_.edges) {
    const std::string edge = cat("c_edge", e.mode);
    line(indent, "const int ", edge, " = ", edge, "_thread(t) + ", edge, "_tile0(tile_m) + ", edge, "_tile1(tile_n);");
  }
  line(indent, "CElement* to = C + c_thread(t) + c_tile0(tile_m) + c_tile1(tile_n);");
  line("#pragma unroll");
  line(indent, "for (int v = 0; v < ", m.c.values, "; v += ", store_width(), ") {");
  std::string inside;
  for (const KernelEdge& e : plan_.edges) {
    append_all(inside, inside.empty() ? "if (" : " && ", "c_edge", e.mode, " + c_edge", e.mode, "_value(v) < ",
               e.extent);
  }
  line(indent, "  ", inside, inside.empty() ? "" : ") ", "store_c(to + c_value(v), c, v);");
  line(indent, "}");
}

void GemmWriter::threads_body() {
  const MmaPlan& m = plan_.math;
  const std::int64_t stages = plan_.stages;
  const bool async = plan_.copy_a.path == CopyPlan::Path::cp_async || plan_.copy_b.path == CopyPlan::Path::cp_async;
  const std::int64_t depth = plan_.grid[2];
  const std::int64_t inner = m.atoms[2];
  line();
  line("extern \"C\" __global__ void __launch_bounds__(", plan_.threads, ')');
  line(name(), "(const AElement* __restrict__ A, const BElement* __restrict__ B, CElement* __restrict__ C",
       parameters());
  line("  const int t = threadIdx.x;");
  line("  int tile_m, tile_n;");
  line("  tile_of(blockIdx.x, tile_m, tile_n);");
  trace("  ", "begin");
  line("  extern __shared__ __align__(1024) unsigned char shared_bytes[];");
  line("  const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(shared_bytes));");
  line("  const AElement* from_a = A + A_thread(t) + A_tile0(tile_m);");
  line("  const BElement* from_b = B + B_thread(t) + B_tile0(tile_n);");
  thread_bases("  ");
  declare_operands("  ");
  declare_accumulators("  ");
  line("  const auto copy = [&](int stage, int k) {");
  line("    const unsigned to = shared + stage * ", plan_.stage_bytes, ";");
  line("    copy_A(to, from_a + A_tile1(k), t, tile_m, k);");
  line("    copy_B(to + ", plan_.offset_b(), ", from_b + B_tile1(k), t, tile_n, k);");
  line("  };");
  line("  const auto load = [&](int stage, int k) {");
  line("    const unsigned from = shared + stage * ", plan_.stage_bytes, ";");
  line("    load_a(a[k], from, a_from, k);");
  line("    load_b(b[k], from + ", plan_.offset_b(), ", b_from, k);");
  line("  };");
  // Groups are counted whether or not there is anything in them.
  const std::string commit = async ? "asm volatile(\"cp.async.commit_group;\" ::: \"memory\");" : "";
  const std::string wait =
      async ? cat("asm volatile(\"cp.async.wait_group ", stages - 2, ";\" ::: \"memory\");") : std::string();
  line("  for (int k = 0; k < ", stages - 1, "; ++k) {");
  line("    if (k < ", depth, ") copy(k, k);");
  if (async) line("    ", commit);
  line("  }");
  if (async) line("  ", wait);
  line("  __syncthreads();");
  line("  load(0, 0);");
  line("  int read = 0, write = ", stages - 1, ";");
  line("#pragma unroll 1");
  line("  for (int tile_k = 0; tile_k < ", depth, "; ++tile_k) {");
  const auto next_tile = [&](std::string_view indent) {
    line(indent, "// The next stage is there, and everybody has read the one before this.");
    if (async) line(indent, wait);
    line(indent, "__syncthreads();");
    line(indent, "read = read + 1 < ", stages, " ? read + 1 : 0;");
  };
  const auto copy_ahead = [&](std::string_view indent) {
    line(indent, "if (tile_k + ", stages - 1, " < ", depth, ") copy(write, tile_k + ", stages - 1, ");");
    if (async) line(indent, commit);
    line(indent, "write = write + 1 < ", stages, " ? write + 1 : 0;");
  };
  if (inner == 1) {
    copy_ahead("    ");
    line("    multiply(c, a[0], b[0]);");
    next_tile("    ");
    line("    load(read, 0);");
  } else {
    line("#pragma unroll");
    line("    for (int k = 0; k < ", inner, "; ++k) {");
    line("      if (k == ", inner - 1, ") {");
    next_tile("        ");
    line("      }");
    line("      load(read, (k + 1) % ", inner, ");");
    line("      if (k == 0) {");
    copy_ahead("        ");
    line("      }");
    line("      multiply(c, a[k], b[k]);");
    line("    }");
  }
  line("  }");
  store_tile("  ");
  if (traced_) line("  __syncthreads();");
  trace("  ", "end");
  line("}");
}

void GemmWriter::trace(std::string_view indent, std::string_view what) {
  if (traced_) line(indent, "trace_", what, "(trace, tile_m + ", plan_.grid[0], " * tile_n);");
}

KernelText GemmWriter::write() {
  head();
  KernelSide c = plan_.c;
  store(c, plan_.kernel.type_c);
  for (const KernelEdge& e : plan_.edges) {
    const std::string edge = cat("c_edge", e.mode);
    line("// Coordinates along ", e.mode == 0 ? "M" : "N", ", which ends at ", e.extent, '.');
    map(cat(edge, "_thread"), cat(edge, ": thread"), e.load.thread, false);
    map(cat(edge, "_value"), cat(edge, ": value"), e.load.value, false);
    for (int i = 0; i < 2; ++i)
      map(cat(edge, "_tile", i), cat(edge, ": tile"), e.load.tile[static_cast<std::size_t>(i)], false);
  }
  maps();
  if (plan_.path == GemmPlan::Path::threads) {
    copy_maps(plan_.copy_a, "A");
    copy_maps(plan_.copy_b, "B");
    copy_function(plan_.copy_a, "A");
    copy_function(plan_.copy_b, "B");
  }
  loads();
  instruction();
  multiply();
  tile_order();
  if (plan_.path == GemmPlan::Path::threads) {
    threads_body();
  } else {
    tma_functions();
    tma_body();
  }
  KernelText& out = text();
  out.name = "stridescope_gemm";
  out.blocks = plan_.tiles;
  out.threads = plan_.threads;
  out.shared_bytes = plan_.shared_bytes;
  out.needs = plan_.needs;
  return std::move(out);
}

std::string GemmWriter::write_traced() {
  static_cast<void>(write());  // the functions that the body calls, and how wide they store
  text() = {};
  traced_ = true;
  line();
  append(text(), filled(templates::trace, "clock", {}));
  if (plan_.path == GemmPlan::Path::threads) {
    threads_body();
  } else {
    tma_body();
  }
  append(text(), filled(templates::trace, "timer", {}));
  return std::move(text().text);
}

KernelText cuda_text(const GemmPlan& plan) { return GemmWriter(plan).write(); }

std::string trace_text(const GemmPlan& plan) { return GemmWriter(plan).write_traced(); }

}  // namespace stridescope
