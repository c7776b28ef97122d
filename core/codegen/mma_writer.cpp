#include "core/codegen/mma_writer.h"

#include <algorithm>

#include "core/codegen/plan_tools.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

std::string upper(const MmaFragment& f) {
  return f.operand == MmaOperand::a ? "A" : f.operand == MmaOperand::b ? "B" : "C";
}

const char* constraint(const Registers& r) {
  const std::string_view type = register_type(r);
  return type == "float" ? "f" : type == "double" ? "d" : type == "unsigned long long" ? "l" : "r";
}

// {%4, %5}
std::string operand_list(int first, int count, bool braces) {
  std::string out = braces ? "{" : "";
  for (int i = 0; i < count; ++i) append_all(out, i == 0 ? "%" : ", %", first + i);
  return out + (braces ? "}" : "");
}

std::string bindings(std::string_view how, const Registers& r, std::string_view array) {
  std::string out;
  for (int i = 0; i < r.count; ++i)
    append_all(out, i == 0 ? "\"" : ", \"", how, constraint(r), "\"(", array, '[', i, "])");
  return out;
}

}  // namespace

std::string_view register_type(const Registers& registers) {
  if (registers.type == "float" || registers.type == "double") return registers.type;
  return registers.bits == 64 ? "unsigned long long" : "unsigned";
}

std::string_view element_type(int bits) {
  return bits <= 8 ? "unsigned char" : bits == 16 ? "unsigned short" : bits == 32 ? "unsigned" : "unsigned long long";
}

std::int64_t values_per_register(const MmaFragment& f) { return std::max<std::int64_t>(1, f.registers.bits / f.bits); }

std::string put_value(const MmaFragment& f, std::string_view registers) {
  const std::string_view type = register_type(f.registers);
  if (type == "double") return cat(registers, "[v] = __longlong_as_double(static_cast<long long>(bits));");
  if (type == "float") {
    return cat(registers, f.logical == 1 ? "[v]" : "[v / 2]", " = __int_as_float(static_cast<int>(bits));");
  }
  const std::int64_t per = values_per_register(f) * f.logical;
  return cat(registers, "[v / ", per, "] |= static_cast<unsigned>(bits) << v % ", per, " * ",
             per == f.logical ? 0 : f.bits / f.logical, ";");
}

bool parts_disjoint(const KernelSide& side, std::int64_t threads, std::int64_t values) {
  std::int64_t thread_bits = 0;
  std::int64_t value_bits = 0;
  for (std::int64_t t = 0; t < threads; ++t) {
    const std::int64_t x = side.map.thread.at(t);
    if (x < 0) return false;
    thread_bits |= x;
  }
  for (std::int64_t v = 0; v < values; ++v) {
    const std::int64_t x = side.map.value.at(v);
    if (x < 0) return false;
    value_bits |= x;
  }
  for (const KernelSwizzle& s : side.swizzles) {
    if (s.offset != 0) return false;
  }
  return (thread_bits & value_bits) == 0;
}

void MmaWriter::describe() {
  line("// A block of ", plan_.threads, " threads multiplies tiles of ", plan_.extents[0], " x ", plan_.extents[1],
       " x ", plan_.extents[2], " (M, N, K); each thread has ", plan_.atoms[0], " x ", plan_.atoms[1], " x ",
       plan_.atoms[2], " atoms of them.");
  line("//   mma    ", plan_.tile.mma.atom.name, ": ", plan_.instruction);
  line("//   threads (V,M,N,K) ", to_text(plan_.tile.mma.thr_layout_vmnk, IntegerMode::teaching), ", permutation ",
       to_text(to_value(Tiler(plan_.tile.mma.permutation)), IntegerMode::teaching));
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (!f->smem) continue;
    const AnyLayout& layout = f->operand == MmaOperand::a ? *plan_.tile.smem_a : *plan_.tile.smem_b;
    line("//   smem ", upper(*f), " ", to_text(layout, IntegerMode::teaching), ", ", f->smem_bytes, " bytes");
    if (f->descriptor) {
      line("//          read by the instruction: ", name_of(f->descriptor->mode), ", ",
           f->descriptor->major == OperandMajor::k ? "K" : "MN", "-major, leading ", f->descriptor->leading_bytes,
           ", stride ", f->descriptor->stride_bytes, " bytes");
    } else if (f->rows) {
      line("//          loaded by ", f->matrix_atom);
    } else {
      line("//          loaded ", f->smem->access_bytes, f->smem->access_bytes == 1 ? " byte" : " bytes", " at a time",
           f->smem->access_bytes == 16 || f->smem->limit.empty() ? "" : cat("; no more, since ", f->smem->limit));
    }
  }
  if (!plan_.needs.empty()) line("// Needs ", plan_.needs, plan_.needs.back() == 'a' ? "." : " or newer.");
}

void MmaWriter::element_types() {
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    const std::int64_t each = elements_in_byte(f->bits);
    line("using ", upper(*f), "Element = ", element_type(f->bits), ";  // ", each > 1 ? cat(each, " elements of ") : "",
         f->type.name, each > 1 ? ", the first in the low bits" : "");
  }
}

void MmaWriter::maps() {
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (!f->smem) continue;
    const KernelSide& side = f->rows ? *f->rows : *f->smem;
    const std::string name = cat("smem_", f->name);
    line("// ", upper(*f), " in shared memory, index -> offset in ", f->bits < 8 ? "bytes" : "elements",
         f->rows ? " of the row that a thread addresses:" : ":");
    map(cat(name, "_thread"), cat(name, ": thread"), in_bytes(side.map.thread, f->bits), false);
    map(cat(name, "_value"), cat(name, ": value"), in_bytes(side.map.value, f->bits), false);
    swizzle(name, in_bytes(side.swizzles, f->bits));
  }
}

// In bytes from the stage's beginning; `value` is the text of the value's offset.
std::string MmaWriter::address(const MmaFragment& f, const KernelSide& side, std::string_view value) const {
  const std::string name = cat("smem_", f.name);
  std::string sum;
  if (side.swizzles.empty()) {
    sum = cat("from + ", value);
  } else if (parts_disjoint(side, plan_.threads, f.values)) {
    sum = cat("(from ^ ", name, "_swizzle(", value, "))");
  } else {
    sum = cat(name, "_swizzle(from + ", value, ")");
  }
  return f.bits <= 8 ? cat("smem + (", sum, ')') : cat("smem + ", f.bits / 8, " * (", sum, ')');
}

void MmaWriter::thread_bases(std::string_view indent) {
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (!f->smem || f->descriptor) continue;
    const KernelSide& side = f->rows ? *f->rows : *f->smem;
    const std::string name = cat("smem_", f->name);
    const bool apart = !side.swizzles.empty() && parts_disjoint(side, plan_.threads, f->values);
    const std::string thread = cat(name, "_thread(t)");
    line(indent, "const int ", f->name, "_from = ", apart ? cat(name, "_swizzle(", thread, ')') : thread, ";");
  }
}

void MmaWriter::load(const MmaFragment& f) {
  const std::int64_t count = f.registers.count * f.rest_mn;
  const std::string_view type = register_type(f.registers);
  line();
  line("// The atoms of ", upper(f), " of one k: shared memory to registers.");
  line("__device__ __forceinline__ void load_", f.name, '(', type, " (&x)[", count,
       "], unsigned smem, int from, int k) {");
  if (f.rows) {
    for (const MatrixLoad& l : f.loads) {
      const std::string value =
          cat("smem_", f.name, "_value(", l.address, f.rest_k > 1 ? cat(" + k * ", f.matrix_step) : std::string(), ')');
      std::string outputs;
      std::string registers;
      for (int i = 0; i < l.count; ++i) {
        append_all(outputs, i == 0 ? "\"=r\"(x[" : ", \"=r\"(x[", l.target[static_cast<std::size_t>(i)], "])");
        append_all(registers, i == 0 ? "%" : ", %", i);
      }
      line("  asm volatile(\"ldmatrix.sync.aligned.m8n8.x", l.count, f.transposed ? ".trans" : "", ".shared.b16 {",
           registers, "}, [%", l.count, "];\" : ", outputs, " : \"r\"(", address(f, *f.rows, value), "));");
    }
  } else {
    const KernelSide& side = *f.smem;
    const std::int64_t width = side.access_bytes * 8 / f.bits;
    const std::int64_t one_k = f.values / f.rest_k;
    const int bytes = side.access_bytes;
    const std::string element = cat(upper(f), "Element");
    line("#pragma unroll");
    line("  for (int v = 0; v < ", one_k, "; v += ", width, ") {");
    const std::string at = address(f, side, cat("smem_", f.name, "_value(v + k * ", one_k, ")"));
    line("    unsigned shared = ", at, ";");
    const char* suffix = bytes == 16  ? "v4.u32"
                         : bytes == 8 ? "v2.u32"
                         : bytes == 4 ? "u32"
                         : bytes == 2 ? "u16"
                                      : "u8";
    const char* outputs = bytes == 16 ? "{%0, %1, %2, %3}, [%4]" : bytes == 8 ? "{%0, %1}, [%2]" : "%0, [%1]";
    if (bytes >= 8) {
      line("    ", access_type(bytes), " y;");
      line("    asm volatile(\"ld.shared.", suffix, ' ', outputs, ";\" : \"=r\"(y.x), \"=r\"(y.y)",
           bytes == 16 ? ", \"=r\"(y.z), \"=r\"(y.w)" : "", " : \"r\"(shared) : \"memory\");");
    } else {
      line("    ", bytes == 2 ? "unsigned short" : "unsigned", " y;");
      line("    asm volatile(\"ld.shared.", suffix, ' ', outputs, ";\" : \"=", bytes == 2 ? "h" : "r",
           "\"(y) : \"r\"(shared) : \"memory\");");
    }
    const std::int64_t each = elements_in_byte(f.bits);
    line("    *reinterpret_cast<", access_type(bytes), "*>(reinterpret_cast<", element, "*>(x) + v",
         each > 1 ? cat(" / ", each) : "", ") = ", bytes == 1 ? "static_cast<unsigned char>(y);" : "y;");
    line("  }");
  }
  line("}");
}

void MmaWriter::loads() {
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (f->smem && in_registers(*f)) load(*f);
  }
}

void MmaWriter::instruction() {
  const Registers& a = plan_.a.registers;
  const Registers& b = plan_.b.registers;
  const Registers& c = plan_.c.registers;
  line();
  if (plan_.form == MmaPlan::Form::fma) {
    const std::string_view type = register_type(c);
    line("__device__ __forceinline__ void multiply_one(", type, "* c, const ", type, "* a, const ", type, "* b) {");
    line("  c[0] = ", type == "double" ? "__fma_rn" : "__fmaf_rn", "(a[0], b[0], c[0]);");
    line("}");
    return;
  }
  line("// The instruction: the registers of one atom.");
  if (!wgmma()) {
    const bool braces = plan_.form == MmaPlan::Form::warp;
    line("__device__ __forceinline__ void multiply_one(", register_type(c), "* c, const ", register_type(a),
         "* a, const ", register_type(b), "* b) {");
    line("  asm volatile(\"", plan_.instruction, ' ', operand_list(0, c.count, braces), ", ",
         operand_list(c.count, a.count, braces), ", ", operand_list(c.count + a.count, b.count, braces), ", ",
         operand_list(0, c.count, braces), ";\"");
    line("               : ", bindings("+", c, "c"));
    line("               : ", bindings("", a, "a"), ", ", bindings("", b, "b"), ");");
    line("}");
    return;
  }
  const bool registers = in_registers(plan_.a);
  const bool majors = plan_.a.bits == 16;
  const bool integer = plan_.instruction.find(".s32.") != std::string::npos;
  const int descriptor = c.count + (registers ? a.count : 1);
  std::string tail = cat(", p");
  if (!integer) tail += ", 1, 1";
  if (majors && !registers) append_all(tail, ", ", plan_.tile.mma.atom.a_major == OperandMajor::mn ? 1 : 0);
  if (majors) append_all(tail, ", ", plan_.tile.mma.atom.b_major == OperandMajor::mn ? 1 : 0);
  const bool sparse = plan_.metadata.has_value();
  if (sparse) tail = cat(", %", descriptor + 2, ", ", plan_.metadata->selector, tail);
  line("__device__ __forceinline__ void multiply_one(", register_type(c), "* c, ",
       registers ? "const unsigned* a" : "unsigned long long a", ", unsigned long long b, int accumulate",
       sparse ? ", unsigned metadata" : "", ") {");
  line("  asm volatile(\"{\\n.reg .pred p;\\nsetp.ne.b32 p, %", descriptor + 1, ", 0;\\n\"");
  line("               \"", plan_.instruction, " \"");
  line("               \"", operand_list(0, c.count, true), ", ",
       registers ? operand_list(c.count, a.count, true) : cat('%', c.count), ", %", descriptor, tail, ";\\n}\\n\"");
  line("               : ", bindings("+", c, "c"));
  line("               : ", registers ? bindings("", a, "a") : std::string("\"l\"(a)"), ", \"l\"(b), \"r\"(accumulate)",
       sparse ? ", \"r\"(metadata)" : "", ");");
  line("}");
}

void MmaWriter::multiply() {
  const std::string_view ca = register_type(plan_.c.registers);
  const std::int64_t c_count = plan_.c.register_count();
  const int a_one = plan_.a.registers.count;
  const int b_one = plan_.b.registers.count;
  const int c_one = plan_.c.registers.count;
  line();
  if (!wgmma()) {
    line("// All atoms of one k. Back and forth along M, so that the operand at the turn stays.");
    line("__device__ __forceinline__ void multiply(", ca, " (&c)[", c_count, "], const ",
         register_type(plan_.a.registers), " (&a)[", a_one * plan_.atoms[0], "], const ",
         register_type(plan_.b.registers), " (&b)[", b_one * plan_.atoms[1], "]) {");
    line("#pragma unroll");
    line("  for (int n = 0; n < ", plan_.atoms[1], "; ++n) {");
    line("#pragma unroll");
    line("    for (int i = 0; i < ", plan_.atoms[0], "; ++i) {");
    line("      const int m = n % 2 == 0 ? i : ", plan_.atoms[0] - 1, " - i;");
    line("      multiply_one(c + ", c_one, " * (m + ", plan_.atoms[0], " * n), a + ", a_one, " * m, b + ", b_one,
         " * n);");
    line("    }");
    line("  }");
    line("}");
    return;
  }
  const bool registers = in_registers(plan_.a);
  const auto descriptor = [&](const MmaFragment& f) {
    const SmemOperand& o = *f.descriptor;
    const auto bits = encode_descriptor({0, o.leading_bytes, o.stride_bytes, 0, o.mode}, 90);
    line("// ", upper(f), ": ", name_of(o.mode), ", leading ", o.leading_bytes, ", stride ", o.stride_bytes,
         " bytes; the address in the low 14 bits counts 16 bytes.");
    line("constexpr unsigned long long ", f.name, "_descriptor = ", bits ? *bits : 0, "ull;");
  };
  if (!registers) descriptor(plan_.a);
  descriptor(plan_.b);
  line("__device__ __forceinline__ void fence(", ca, " (&c)[", c_count, "]) {");
  line("#pragma unroll");
  line("  for (int i = 0; i < ", c_count, "; ++i) asm volatile(\"\" : \"+", constraint(plan_.c.registers),
       "\"(c[i])::\"memory\");");
  line("}");
  line();
  line("// All atoms of a tile; smem_a and smem_b: where this warpgroup's parts of it begin, in bytes.");
  line("__device__ __forceinline__ void multiply(", ca, " (&c)[", c_count, "], ",
       registers ? cat("const unsigned (&a)[", plan_.atoms[2], "][", a_one * plan_.atoms[0], "]")
                 : std::string("unsigned smem_a"),
       ", unsigned smem_b, int accumulate", plan_.metadata ? ", unsigned metadata" : "", ") {");
  if (!registers) line("  const unsigned long long from_a = a_descriptor | (smem_a & 0x3FFFF) >> 4;");
  line("  const unsigned long long from_b = b_descriptor | (smem_b & 0x3FFFF) >> 4;");
  line("  asm volatile(\"wgmma.fence.sync.aligned;\" ::: \"memory\");");
  line("#pragma unroll");
  line("  for (int k = 0; k < ", plan_.atoms[2], "; ++k) {");
  line("#pragma unroll");
  line("    for (int n = 0; n < ", plan_.atoms[1], "; ++n) {");
  line("#pragma unroll");
  line("      for (int m = 0; m < ", plan_.atoms[0], "; ++m) {");
  const auto begin = [&](const MmaFragment& f, std::string_view mn) {
    return cat("from_", f.name, " + smem_", f.name, "_value(", f.atom_values, " * (", mn, " + ", f.rest_mn, " * k)) * ",
               f.bits / 8, " / 16");
  };
  line("        multiply_one(c + ", c_one, " * (m + ", plan_.atoms[0], " * n), ",
       registers ? cat("a[k] + ", a_one, " * m") : begin(plan_.a, "m"), ", ", begin(plan_.b, "n"), ", accumulate | k",
       plan_.metadata ? ", metadata" : "", ");");
  line("      }");
  line("    }");
  line("  }");
  line("  asm volatile(\"wgmma.commit_group.sync.aligned;\" ::: \"memory\");");
  line("}");
}

void MmaWriter::store(const KernelSide& side, const DataType& type) {
  const MmaFragment& c = plan_.c;
  const std::string_view held = register_type(c.registers);
  store_width_ = side.access_bytes * 8 / type.bits;
  line("using CElement = ", element_type(type.bits), ";  // ", type.name);
  line("// C: (thread, value) -> offset in elements.");
  const bool wide = side.highest >= (std::int64_t{1} << 31) || side.lowest < 0;
  map("c_thread", "c: thread", side.map.thread, wide);
  map("c_value", "c: value", side.map.value, wide);
  for (std::size_t i = 0; i < side.map.tile.size(); ++i) {
    map(cat("c_tile", i), cat("c: tile along ", i == 0 ? "M" : "N"), side.map.tile[i], wide);
  }
  line("__device__ __forceinline__ void store_c(CElement* to, const ", held, "* c, int v) {");
  line("  __align__(16) CElement x[", store_width_, "];");
  const bool narrow = held == "float" && type.bits == 16;
  const char* to = type.name == "half_t" ? "f16" : "bf16";
  line("#pragma unroll");
  if (narrow && store_width_ % 2 == 0) {
    line("  for (int i = 0; i < ", store_width_, "; i += 2) {");
    line("    asm(\"cvt.rn.", to,
         "x2.f32 %0, %1, %2;\" : \"=r\"(*reinterpret_cast<unsigned*>(x + i)) : \"f\"(c[v + i + 1]), \"f\"(c[v + i]));");
    line("  }");
  } else {
    line("  for (int i = 0; i < ", store_width_, "; ++i) {");
    if (narrow) {
      line("    asm(\"cvt.rn.", to, ".f32 %0, %1;\" : \"=h\"(x[i]) : \"f\"(c[v + i]));");
    } else if (held == "float") {
      line("    x[i] = __float_as_uint(c[v + i]);");
    } else if (held == "double") {
      line("    x[i] = static_cast<unsigned long long>(__double_as_longlong(c[v + i]));");
    } else if (type.bits == 16) {
      line("    x[i] = reinterpret_cast<const unsigned short*>(c)[v + i];");
    } else {
      line("    x[i] = c[v + i];");
    }
    line("  }");
  }
  line("  *reinterpret_cast<", access_type(side.access_bytes), "*>(to) = *reinterpret_cast<const ",
       access_type(side.access_bytes), "*>(x);");
  line("}");
}

void MmaWriter::shared_stage() {
  line("  extern __shared__ __align__(1024) unsigned char shared_bytes[];");
  line(
      "  unsigned char* stage = shared_bytes + (1024 - "
      "static_cast<unsigned>(__cvta_generic_to_shared(shared_bytes)) % 1024) % 1024;");
}

void MmaWriter::declare_operands(std::string_view indent) {
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (!in_registers(*f)) continue;
    line(indent, register_type(f->registers), ' ', f->name, '[', plan_.atoms[2], "][", f->registers.count * f->rest_mn,
         "] = {};");
  }
}

void MmaWriter::declare_accumulators(std::string_view indent) {
  line(indent, register_type(plan_.c.registers), " c[", plan_.c.register_count(), "] = {};");
}

}  // namespace stridescope
