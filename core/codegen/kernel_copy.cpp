#include <algorithm>

#include "core/base/text.h"
#include "core/codegen/kernel.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

class Writer {
 public:
  template <class... Parts>
  void line(const Parts&... parts) {
    append_all(out_.text, parts..., '\n');
  }
  template <class... Parts>
  void add(const Parts&... parts) {
    append_all(out_.text, parts...);
  }
  // The text of one digit, which stands for a mode.
  void digit(std::string_view text, std::string mode) {
    out_.modes.push_back({out_.text.size(), out_.text.size() + text.size(), std::move(mode)});
    out_.text.append(text);
  }
  KernelText take() { return std::move(out_); }

 private:
  KernelText out_;
};

std::string_view register_type(int bytes) {
  switch (bytes) {
    case 1:
      return "unsigned char";
    case 2:
      return "unsigned short";
    case 4:
      return "unsigned int";
    case 8:
      return "uint2";
    default:
      return "uint4";
  }
}

// What the whole kernel shares.
class CopyWriter : Writer {
 public:
  explicit CopyWriter(const CopyPlan& plan) : plan_(plan) {
    wide_ =
        std::max({plan.src.highest, plan.dst.highest, -plan.src.lowest, -plan.dst.lowest}) >= (std::int64_t{1} << 31);
  }

  KernelText write() {
    head();
    maps();
    body();
    KernelText out = take();
    out.blocks = plan_.tiles;
    out.threads = plan_.threads;
    out.shared_bytes = plan_.shared_bytes;
    out.needs = plan_.needs;
    return out;
  }

 private:
  const char* index_type() const { return wide_ ? "long long" : "int"; }

  static std::string tuple(const std::vector<std::int64_t>& extents) {
    std::string out = "(";
    for (std::size_t i = 0; i < extents.size(); ++i) append_all(out, i == 0 ? "" : ",", extents[i]);
    return out + ")";
  }

  void head() {
    const auto layout = [](const AnyLayout& l) { return to_text(l, IntegerMode::teaching); };
    const auto tiled = [](const TiledCopy& copy) {
      return cat(to_text(copy.tv, IntegerMode::teaching), " over ",
                 to_text(to_value(copy.tiler), IntegerMode::teaching), ", ", copy.atom.name);
    };
    line("// A copy of ", plan_.elements, " elements of ", plan_.type.name, ", written by Stridescope.");
    line("//   src    ", layout(plan_.kernel.src));
    line("//   dst    ", layout(plan_.kernel.dst));
    line("//   load   ", tiled(plan_.kernel.load));
    if (plan_.kernel.smem) {
      line("//   smem   ", layout(*plan_.kernel.smem), ", ", plan_.shared_bytes, " bytes");
      line("//   store  ", tiled(plan_.kernel.store));
    }
    line("// A block of ", plan_.threads, " threads copies one of ", plan_.tiles, " tiles of ", tuple(plan_.tile),
         "; a thread moves ", plan_.load_values, " elements of it.");
    accesses("reads", plan_.src);
    if (plan_.kernel.smem) {
      accesses("writes", plan_.smem_write);
      accesses("reads", plan_.smem_read);
    }
    accesses("writes", plan_.dst);
    if (!plan_.needs.empty()) line("// Needs ", plan_.needs, " or newer.");
    line();
    line("using Element = ", register_type(plan_.element_bytes), ";  // ", plan_.type.name, ", ",
         plan_.element_bytes * 8, " bits");
    line();
  }

  void accesses(std::string_view verb, const KernelSide& side) {
    add("// It ", verb, ' ', side.name, ' ', side.access_bytes, side.access_bytes == 1 ? " byte" : " bytes",
        " at a time");
    line(side.limit.empty() || side.access_bytes == 16 ? "." : cat("; no more, since ", side.limit, '.'));
  }

  static bool is_zero(const KernelIndex& index) {
    return std::all_of(index.digits.begin(), index.digits.end(), [](const KernelDigit& d) { return d.stride == 0; });
  }

  // NAME_PART(i): one index of one side as a function.
  void map(std::string_view name, std::string_view part, std::string_view what, const KernelIndex& index, bool wide) {
    line("// ", what, ": ", index.layout);
    add("__device__ constexpr ", wide ? "long long" : "int", ' ', name, '_', part, "(int i) { return ");
    bool first = true;
    for (std::size_t k = 0; k < index.digits.size(); ++k) {
      const KernelDigit& d = index.digits[k];
      if (d.stride == 0) continue;
      if (!first) add(" + ");
      first = false;
      std::string text = d.divisor > 1 ? cat("i / ", d.divisor) : std::string("i");
      if (k + 1 < index.digits.size()) append_all(text, " % ", d.extent);
      if (d.stride < 0) {
        append_all(text, " * (", d.stride, wide ? "LL)" : ")");
      } else if (d.stride != 1 || wide) {
        append_all(text, " * ", d.stride, wide ? "LL" : "");
      }
      digit(text, cat(name, ": ", what, ", mode ", d.mode, ", extent ", d.extent, ", stride ", d.stride));
    }
    line(first ? "0; }" : "; }");
  }

  void swizzle(const KernelSide& side) {
    if (side.swizzles.empty()) return;
    line("// ", side.name, ": the swizzle, of offsets");
    const char* type = side.name == "smem" ? "int" : index_type();
    add("__device__ constexpr ", type, ' ', side.name, "_swizzle(", type, " x) {");
    for (const KernelSwizzle& s : side.swizzles) {
      if (s.offset != 0) add(" x += ", s.offset, ";");
      if (s.swizzle.bits == 0) continue;
      add(" ");
      digit(cat("x ^= (x & ", s.swizzle.yyy(), ") ", s.swizzle.shift >= 0 ? ">> " : "<< ", std::abs(s.swizzle.shift),
                ";"),
            cat(side.name, ": ", to_text(s.swizzle)));
    }
    line(" return x; }");
  }

  void map(const KernelMap& m, std::string_view name, bool tiles, bool wide) {
    map(name, "thread", "thread", m.thread, wide);
    map(name, "value", "value", m.value, wide);
    if (!tiles) return;
    for (std::size_t i = 0; i < m.tile.size(); ++i) {
      if (!is_zero(m.tile[i])) map(name, cat("tile", i), cat("tile along mode ", i), m.tile[i], wide);
    }
  }

  bool through() const { return plan_.path != CopyPlan::Path::registers; }

  void maps() {
    line("// Where the elements lie: index -> offset in elements.");
    map(plan_.src.map, "src", true, wide_);
    swizzle(plan_.src);
    if (through()) {
      map(plan_.smem_write.map, "smem_write", false, false);
      map(plan_.smem_read.map, "smem_read", false, false);
      swizzle(plan_.smem_write);
    }
    map(plan_.dst.map, "dst", true, wide_);
    swizzle(plan_.dst);
    for (const KernelEdge& e : plan_.edges) {
      line("// Coordinates along mode ", e.mode, " of the tensor, which ends at ", e.extent, '.');
      map(e.load, cat("load_coordinate", e.mode), true, false);
      if (through()) map(e.store, cat("store_coordinate", e.mode), true, false);
    }
    line();
    line("template <class Access>");
    line("__device__ __forceinline__ void move(Element* to, const Element* from) {");
    line("  *reinterpret_cast<Access*>(to) = *reinterpret_cast<const Access*>(from);");
    line("}");
    if (plan_.path == CopyPlan::Path::shared) shared_access(true, plan_.smem_write.access_bytes);
    if (through()) shared_access(false, plan_.smem_read.access_bytes);
    if (plan_.path == CopyPlan::Path::cp_async) {
      const int bytes = plan_.src.access_bytes;
      const bool cg = bytes == 16 && plan_.cache_global;
      line();
      line("// Global to shared memory without registers", cg ? ", past the L1 cache." : ".");
      line("__device__ __forceinline__ void copy_async(Element* to, const Element* from) {");
      line("  asm volatile(\"cp.async.", cg ? "cg" : "ca", ".shared.global [%0], [%1], ", bytes,
           ";\" :: \"r\"(static_cast<unsigned>(__cvta_generic_to_shared(to))), \"l\"(from) : \"memory\");");
      line("}");
    }
    line();
  }

  // In assembly: the compiler would join neighbouring accesses, or leave out what an edge masks later, and the counts
  // would be of another partition.
  void shared_access(bool write, int bytes) {
    const char* const instruction = write ? "st.shared." : "ld.shared.";
    const char* const type = bytes == 16  ? "v4.u32"
                             : bytes == 8 ? "v2.u32"
                             : bytes == 4 ? "u32"
                             : bytes == 2 ? "u16"
                                          : "u8";
    const char* const registers = bytes == 16 ? "{%1, %2, %3, %4}" : bytes == 8 ? "{%1, %2}" : "%1";
    std::string operands;
    const std::string open = cat(write ? "\"" : "\"=", bytes == 2 ? "h" : "r", "\"(");
    if (bytes >= 8) {
      for (const char* field : {"x", "y", "z", "w"}) {
        if (bytes == 8 && *field == 'z') break;
        append_all(operands, operands.empty() ? "" : ", ", open, "x.", field, ')');
      }
    } else {
      operands = cat(open, "x)");
    }
    // A byte has no register of its own.
    const std::string_view held = bytes == 1 ? "unsigned int" : register_type(bytes);
    line();
    if (write) {
      line("// To shared memory, ", bytes, bytes == 1 ? " byte" : " bytes", " in one access.");
      line("__device__ __forceinline__ void write_shared(Element* to, const Element* from) {");
      line("  const ", held, " x = *reinterpret_cast<const ", register_type(bytes), "*>(from);");
      line("  asm volatile(\"", instruction, type, " [%0], ", registers,
           ";\" ::\"r\"(static_cast<unsigned>(__cvta_generic_to_shared(to))), ", operands, " : \"memory\");");
    } else {
      // Outputs are numbered first.
      const char* const outputs = bytes == 16 ? "{%0, %1, %2, %3}, [%4]" : bytes == 8 ? "{%0, %1}, [%2]" : "%0, [%1]";
      line("// From shared memory, ", bytes, bytes == 1 ? " byte" : " bytes", " in one access.");
      line("__device__ __forceinline__ void read_shared(Element* to, const Element* from) {");
      line("  ", held, " x;");
      line("  asm volatile(\"", instruction, type, ' ', outputs, ";\" : ", operands,
           " : \"r\"(static_cast<unsigned>(__cvta_generic_to_shared(from))) : \"memory\");");
      line("  *reinterpret_cast<", register_type(bytes),
           "*>(to) = ", bytes == 1 ? "static_cast<unsigned char>(x);" : "x;");
    }
    line("}");
  }

  static std::string base(const KernelMap& m, std::string_view name) {
    std::string out = cat(name, "_thread(t)");
    for (std::size_t i = 0; i < m.tile.size(); ++i) {
      if (!is_zero(m.tile[i])) append_all(out, " + ", name, "_tile", i, "(tile", i, ')');
    }
    return out;
  }

  std::string address(const KernelSide& s, std::string_view pointer, std::string_view start,
                      std::string_view name) const {
    const std::string sum = cat(start, " + ", name, "_value(v)");
    return s.swizzles.empty() ? cat(pointer, " + ", sum) : cat(pointer, " + ", s.name, "_swizzle(", sum, ')');
  }

  std::string condition(std::string_view name) const {
    std::string out;
    for (const KernelEdge& e : plan_.edges) {
      append_all(out, out.empty() ? "" : " && ", name, e.mode, " + ", name, e.mode, "_value(v) < ", e.extent);
    }
    return out;
  }

  void coordinates(std::string_view name, bool load) {
    for (const KernelEdge& e : plan_.edges) {
      line("  const int ", name, e.mode, " = ", base(load ? e.load : e.store, cat(name, e.mode)), ";");
    }
  }

  // for (v ...) statement, masked at the edges. The lanes of an access of shared memory go together: at an edge the
  // branches before it may have parted them, and each part would make a request of its own.
  void loop(std::int64_t values, int bytes, std::string_view edge_name, std::string_view statement,
            bool together = false) {
    line("#pragma unroll");
    line("  for (int v = 0; v < ", values, "; v += ", bytes / plan_.element_bytes, ") {");
    const bool masked = !plan_.edges.empty();
    if (masked && together) line("    __syncwarp();");
    if (masked) line("    if (", condition(edge_name), ')');
    line(masked ? "      " : "    ", statement);
    line("  }");
  }

  void body() {
    line("extern \"C\" __global__ void __launch_bounds__(", plan_.threads, ")");
    line("stridescope_copy(const Element* __restrict__ src, Element* __restrict__ dst) {");
    line("  const int t = threadIdx.x;");
    std::int64_t below = 1;
    for (std::size_t k = 0; k < plan_.order.size(); ++k) {
      const auto mode = static_cast<std::size_t>(plan_.order[k]);
      if (plan_.grid[mode] == 1) continue;
      std::string text = "static_cast<int>(blockIdx.x";
      if (below > 1) append_all(text, " / ", below, 'u');
      below *= plan_.grid[mode];
      if (below < plan_.tiles) append_all(text, " % ", plan_.grid[mode], 'u');
      line("  const int tile", mode, " = ", text, ");  // of ", plan_.grid[mode], " along mode ", mode);
    }
    line("  const ", index_type(), " from = ", base(plan_.src.map, "src"), ";");
    line("  const ", index_type(), " to = ", base(plan_.dst.map, "dst"), ";");
    coordinates("load_coordinate", true);
    if (through()) coordinates("store_coordinate", false);
    if (through()) {
      line("  extern __shared__ __align__(1024) unsigned char shared_bytes[];");
      line("  Element* smem = reinterpret_cast<Element*>(shared_bytes);");
    }
    const std::string source = address(plan_.src, "src", "from", "src");
    const std::string target = address(plan_.dst, "dst", "to", "dst");
    const std::string written = address(plan_.smem_write, "smem", "smem_write_thread(t)", "smem_write");
    const std::string read = address(plan_.smem_read, "smem", "smem_read_thread(t)", "smem_read");
    const auto moved = [](int bytes, std::string_view destination, std::string_view origin) {
      return cat("move<", register_type(bytes), ">(", destination, ", ", origin, ");");
    };
    if (plan_.path == CopyPlan::Path::cp_async) {
      loop(plan_.load_values, plan_.src.access_bytes, "load_coordinate",
           cat("copy_async(", written, ", ", source, ");"));
      line("  asm volatile(\"cp.async.wait_all;\" ::: \"memory\");");
      line("  __syncthreads();");
    } else {
      line("  __align__(16) Element loaded[", plan_.load_values, "];");
      loop(plan_.load_values, plan_.src.access_bytes, "load_coordinate",
           moved(plan_.src.access_bytes, "loaded + v", source));
      if (through()) {
        // What lies past the edge is garbage in shared memory too, and never stored.
        loop(plan_.load_values, plan_.smem_write.access_bytes, "load_coordinate",
             cat("write_shared(", written, ", loaded + v);"), true);
        line("  __syncthreads();");
      }
    }
    if (!through()) {
      loop(plan_.store_values, plan_.dst.access_bytes, "load_coordinate",
           moved(plan_.dst.access_bytes, target, "loaded + v"));
    } else {
      line("  __align__(16) Element stored[", plan_.store_values, "];");
      loop(plan_.store_values, plan_.smem_read.access_bytes, "store_coordinate",
           cat("read_shared(stored + v, ", read, ");"), true);
      loop(plan_.store_values, plan_.dst.access_bytes, "store_coordinate",
           moved(plan_.dst.access_bytes, target, "stored + v"));
    }
    line("}");
  }

  const CopyPlan& plan_;
  bool wide_ = false;
};

}  // namespace

KernelText cuda_text(const CopyPlan& plan) { return CopyWriter(plan).write(); }

}  // namespace stridescope
