// Writes the parts of a multiplying kernel: the instruction as inline assembly, loads of operands with the plan's
// widths or ldmatrix, accumulators and their store. Fills cuda/mma.cuh; all decisions are in the plan.
#include "core/kernels/mma/mma_writer.h"

#include <algorithm>

#include "core/kernels/plan_tools.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

const char* upper(const MmaFragment& f) {
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

std::int64_t store_width(const KernelSide& side, const DataType& type) { return side.access_bytes * 8 / type.bits; }

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

MarkedText MmaWriter::about() const {
  std::vector<Holes> smem;
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (!f->smem) continue;
    const AnyLayout& layout = f->operand == MmaOperand::a ? *plan_.tile.smem_a : *plan_.tile.smem_b;
    Holes& holes = smem.emplace_back();
    holes = {{"UPPER", upper(*f)},
             {"LAYOUT", to_text(layout, IntegerMode::teaching)},
             {"BYTES", f->smem_bytes},
             {"DESCRIBED", f->descriptor.has_value()},
             {"ROWS", f->rows.has_value()},
             {"MATRIX_ATOM", f->matrix_atom},
             {"WIDTH", cat(f->smem->access_bytes, f->smem->access_bytes == 1 ? " byte" : " bytes")},
             {"LIMITED", f->smem->access_bytes != 16 && !f->smem->limit.empty()},
             {"LIMIT", english(f->smem->limit)}};
    if (!f->descriptor) continue;
    holes.emplace_back("MODE", name_of(f->descriptor->mode));
    holes.emplace_back("MAJOR", f->descriptor->major == OperandMajor::k ? "K" : "MN");
    holes.emplace_back("LEADING", f->descriptor->leading_bytes);
    holes.emplace_back("STRIDE", f->descriptor->stride_bytes);
  }
  const auto three = [](const std::array<std::int64_t, 3>& x) { return cat(x[0], " x ", x[1], " x ", x[2]); };
  const bool feature = plan_.needs.ends_with('a');
  return filled(templates::mma, "about",
                {{"THREADS", plan_.threads},
                 {"TILE", three(plan_.extents)},
                 {"ATOMS", three(plan_.atoms)},
                 {"ATOM", plan_.tile.mma.atom.name},
                 {"INSTRUCTION", plan_.instruction},
                 {"LAYOUT", to_text(plan_.tile.mma.thr_layout_vmnk, IntegerMode::teaching)},
                 {"PERMUTATION", to_text(to_value(Tiler(plan_.tile.mma.permutation)), IntegerMode::teaching)},
                 {"SMEM", std::move(smem)},
                 {"NEEDED", !plan_.needs.empty()},
                 {"NEEDS", cat(plan_.needs, feature ? "" : " or newer")}});
}

MarkedText MmaWriter::elements() const {
  MarkedText out;
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    const std::int64_t each = elements_in_byte(f->bits);
    append(out, filled(templates::mma, "element",
                       {{"ELEMENT", cat(upper(*f), "Element")},
                        {"TYPE", element_type(f->bits)},
                        {"TYPE_NAME", f->type.name},
                        {"PACKED", each > 1},
                        {"EACH", each}}));
  }
  return out;
}

MarkedText MmaWriter::maps() const {
  MarkedText out;
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (!f->smem) continue;
    const KernelSide& side = f->rows ? *f->rows : *f->smem;
    const std::string name = cat("smem_", f->name);
    MarkedText indices =
        index_text(cat(name, "_thread"), cat(name, ": thread"), in_bytes(side.map.thread, f->bits), false);
    append(indices, index_text(cat(name, "_value"), cat(name, ": value"), in_bytes(side.map.value, f->bits), false));
    append(indices, swizzle_text(name, in_bytes(side.swizzles, f->bits)));
    append(out, filled(templates::mma, "smem",
                       {{"UPPER", upper(*f)},
                        {"UNIT", f->bits < 8 ? "bytes" : "elements"},
                        {"ROWS", f->rows.has_value()},
                        {"INDICES", std::move(indices)}}));
    if (const auto bits = changed_bits(*f))
      append(out, filled(templates::mma, "changed", {{"NAME", f->name}, {"BITS", *bits}}));
  }
  return out;
}

// The address in bytes from the start of the stage; `value` is the text of the value's offset.
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

// The start of a stage has none of these bits set, and the other bits of a value's offset are disjoint from its
// thread's.
std::optional<std::int64_t> MmaWriter::changed_bits(const MmaFragment& f) const {
  if (!f.rows || f.bits < 8 || f.rows->swizzles.empty() || !parts_disjoint(*f.rows, plan_.threads, f.values)) return {};
  std::int64_t bits = 0;
  for (const KernelSwizzle& s : f.rows->swizzles) bits |= s.swizzle.zzz();
  if (bits * f.bits / 8 >= aligned_) return {};
  return bits;
}

MarkedText MmaWriter::thread_bases() const {
  std::vector<Holes> bases;
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (!f->smem || f->descriptor) continue;
    const KernelSide& side = f->rows ? *f->rows : *f->smem;
    const std::string name = cat("smem_", f->name);
    const bool apart = !side.swizzles.empty() && parts_disjoint(side, plan_.threads, f->values);
    const std::string thread = cat(name, "_thread(t)");
    bases.push_back({{"NAME", f->name}, {"START", apart ? cat(name, "_swizzle(", thread, ')') : thread}});
  }
  return filled(templates::mma, "bases", {{"OPERAND", std::move(bases)}});
}

MarkedText MmaWriter::load(const MmaFragment& f) const {
  const Holes common = {{"UPPER", upper(f)},
                        {"NAME", f.name},
                        {"REGISTER", register_type(f.registers)},
                        {"COUNT", f.registers.count * f.rest_mn}};
  if (f.rows) {
    std::vector<Holes> loads;
    const bool based = changed_bits(f).has_value();
    const std::string unit = f.bits == 8 ? std::string() : cat(f.bits / 8, " * ");
    for (const MatrixLoad& l : f.loads) {
      const std::string number = cat(l.address, f.rest_k > 1 ? cat(" + k * ", f.matrix_step) : std::string());
      const std::string value = cat("smem_", f.name, "_value(", number, ')');
      const std::string place = based ? cat("(begin ^ ", unit, "changed_", f.name, '(', number, ")) + ", unit, "added_",
                                            f.name, '(', number, ')')
                                      : address(f, *f.rows, value);
      std::string outputs;
      for (int i = 0; i < l.count; ++i) {
        append_all(outputs, i == 0 ? "\"=r\"(x[" : ", \"=r\"(x[", l.target[static_cast<std::size_t>(i)], "])");
      }
      loads.push_back(
          {{"MATRICES", cat("ldmatrix.sync.aligned.m8n8.x", l.count, f.transposed ? ".trans" : "", ".shared.b16")},
           {"NUMBERS", operand_list(0, l.count, true)},
           {"FROM", l.count},
           {"OUTPUTS", outputs},
           {"ADDRESS", place}});
    }
    return filled(templates::mma, "load_rows",
                  {{"LOAD", std::move(loads)}, {"BASED", based}, {"BEGIN", cat("smem + ", unit, "from")}}, common);
  }
  const KernelSide& side = *f.smem;
  const std::int64_t one_k = f.values / f.rest_k;
  const int bytes = side.access_bytes;
  const int count = bytes > 4 ? bytes / 4 : 1;
  std::string values;
  for (int i = 0; i < count; ++i) {
    append_all(values, i == 0 ? "\"=" : ", \"=", bytes == 2 ? 'h' : 'r', "\"(y");
    if (count > 1) append_all(values, '.', "xyzw"[i]);
    values += ')';
  }
  const std::int64_t each = elements_in_byte(f.bits);
  return filled(templates::mma, "load_values",
                {{"ONE_K", one_k},
                 {"STEP", std::int64_t{8} * bytes / f.bits},
                 {"ADDRESS", address(f, side, cat("smem_", f.name, "_value(v + k * ", one_k, ")"))},
                 {"ACCESS", access_type(bytes)},
                 {"HELD", bytes >= 8   ? access_type(bytes)
                          : bytes == 2 ? "unsigned short"
                                       : "unsigned"},
                 {"LOADED", cat("ld.shared.", access_suffix(bytes))},
                 {"NUMBERS", operand_list(0, count, count > 1)},
                 {"FROM", count},
                 {"VALUES", values},
                 {"ELEMENT", cat(upper(f), "Element")},
                 {"PLACE", each > 1 ? cat("v / ", each) : std::string("v")},
                 {"RESULT", bytes == 1 ? "static_cast<unsigned char>(y)" : "y"}},
                common);
}

MarkedText MmaWriter::loads() const {
  MarkedText out;
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (f->smem && in_registers(*f)) append(out, load(*f));
  }
  return out;
}

MarkedText MmaWriter::instruction() const {
  const Registers& a = plan_.a.registers;
  const Registers& b = plan_.b.registers;
  const Registers& c = plan_.c.registers;
  const Holes common = {{"C_REGISTER", register_type(c)}};
  if (plan_.form == MmaPlan::Form::fma) {
    return filled(templates::mma, "one_fma", {{"FMA", register_type(c) == "double" ? "__fma_rn" : "__fmaf_rn"}},
                  common);
  }
  if (!wgmma()) {
    const bool braces = plan_.form == MmaPlan::Form::warp;
    return filled(templates::mma, "one_mma",
                  {{"INSTRUCTION", plan_.instruction},
                   {"A_REGISTER", register_type(a)},
                   {"B_REGISTER", register_type(b)},
                   {"C_NUMBERS", operand_list(0, c.count, braces)},
                   {"A_NUMBERS", operand_list(c.count, a.count, braces)},
                   {"B_NUMBERS", operand_list(c.count + a.count, b.count, braces)},
                   {"C_VALUES", bindings("+", c, "c")},
                   {"A_VALUES", bindings("", a, "a")},
                   {"B_VALUES", bindings("", b, "b")}},
                  common);
  }
  const bool registers = in_registers(plan_.a);
  const bool majors = plan_.a.bits == 16;
  const bool integer = plan_.instruction.find(".s32.") != std::string::npos;
  const bool sparse = plan_.metadata.has_value();
  const int descriptor = c.count + (registers ? a.count : 1);
  std::string rest;
  if (sparse) append_all(rest, ", %", descriptor + 2, ", ", plan_.metadata->selector);
  rest += ", p";
  if (!integer) rest += ", 1, 1";
  if (majors && !registers) append_all(rest, ", ", plan_.tile.mma.atom.a_major == OperandMajor::mn ? 1 : 0);
  if (majors) append_all(rest, ", ", plan_.tile.mma.atom.b_major == OperandMajor::mn ? 1 : 0);
  return filled(templates::mma, "one_wgmma",
                {{"WGMMA_INSTRUCTION", plan_.instruction},
                 {"A_PARAMETER", registers ? "const unsigned* a" : "unsigned long long a"},
                 {"PARAMETERS", sparse ? "int accumulate, unsigned metadata" : "int accumulate"},
                 {"PREDICATE", descriptor + 1},
                 {"C_NUMBERS", operand_list(0, c.count, true)},
                 {"A_SOURCE", registers ? operand_list(c.count, a.count, true) : cat('%', c.count)},
                 {"DESCRIPTOR", descriptor},
                 {"REST", rest},
                 {"C_VALUES", bindings("+", c, "c")},
                 {"INPUTS", cat(registers ? bindings("", a, "a") : std::string("\"l\"(a)"),
                                ", \"l\"(b), \"r\"(accumulate)", sparse ? ", \"r\"(metadata)" : "")}},
                common);
}

MarkedText MmaWriter::multiply(bool along_n) const {
  if (wgmma()) return multiply_warpgroup();
  return filled(templates::mma, "all_mma",
                {{"C_REGISTER", register_type(plan_.c.registers)},
                 {"C_COUNT", plan_.c.register_count()},
                 {"C_ONE", plan_.c.registers.count},
                 {"A_REGISTER", register_type(plan_.a.registers)},
                 {"A_COUNT", plan_.a.registers.count * plan_.atoms[0]},
                 {"A_ONE", plan_.a.registers.count},
                 {"B_REGISTER", register_type(plan_.b.registers)},
                 {"B_COUNT", plan_.b.registers.count * plan_.atoms[1]},
                 {"B_ONE", plan_.b.registers.count},
                 {"ATOMS_M", plan_.atoms[0]},
                 {"ATOMS_N", plan_.atoms[1]},
                 {"LAST_M", plan_.atoms[0] - 1},
                 {"LAST_N", plan_.atoms[1] - 1},
                 {"ALONG_N", along_n && plan_.a.registers.count > plan_.b.registers.count}});
}

MarkedText MmaWriter::multiply_warpgroup() const {
  const bool registers = in_registers(plan_.a);
  const int a_one = plan_.a.registers.count;
  std::vector<Holes> descriptors;
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (!f->descriptor || (f == &plan_.a && registers)) continue;
    const SmemOperand& o = *f->descriptor;
    const auto bits = encode_descriptor({0, o.leading_bytes, o.stride_bytes, 0, o.mode}, 90);
    descriptors.push_back({{"UPPER", upper(*f)},
                           {"NAME", f->name},
                           {"MODE", name_of(o.mode)},
                           {"LEADING", o.leading_bytes},
                           {"STRIDE", o.stride_bytes},
                           {"BITS", cat(bits ? *bits : 0, "ull")}});
  }
  const auto begin = [](const MmaFragment& f, std::string_view mn) {
    return cat("from_", f.name, " + smem_", f.name, "_value(", f.atom_values, " * (", mn, " + ", f.rest_mn, " * k)) * ",
               f.bits / 8, " / 16");
  };
  const bool sparse = plan_.metadata.has_value();
  return filled(templates::mma, "all_wgmma",
                {{"DESCRIPTORS", std::move(descriptors)},
                 {"C_REGISTER", register_type(plan_.c.registers)},
                 {"C_COUNT", plan_.c.register_count()},
                 {"C_ONE", plan_.c.registers.count},
                 {"CONSTRAINT", cat('+', constraint(plan_.c.registers))},
                 {"A_REGISTERS", registers},
                 {"A_TILE", registers ? cat("const unsigned (&a)[", plan_.atoms[2], "][", a_one * plan_.atoms[0], "]")
                                      : std::string("unsigned smem_a")},
                 {"A_BEGIN", registers ? cat("a[k] + ", a_one, " * m") : begin(plan_.a, "m")},
                 {"B_BEGIN", begin(plan_.b, "n")},
                 {"PARAMETERS", sparse ? "int accumulate, unsigned metadata" : "int accumulate"},
                 {"ARGUMENTS", sparse ? "accumulate | k, metadata" : "accumulate | k"},
                 {"ATOMS_M", plan_.atoms[0]},
                 {"ATOMS_N", plan_.atoms[1]},
                 {"ATOMS_K", plan_.atoms[2]}});
}

MarkedText MmaWriter::store(const KernelSide& side, const DataType& type) const {
  // Integer sums have been converted to float before.
  const bool converted = plan_.c.type.name == "int" && type.name != "int";
  const std::string_view held = converted ? "float" : register_type(plan_.c.registers);
  const std::int64_t width = store_width(side, type);
  const bool wide = side.highest >= (std::int64_t{1} << 31) || side.lowest < 0;
  MarkedText indices = index_text("c_thread", "c: thread", side.map.thread, wide);
  append(indices, index_text("c_value", "c: value", side.map.value, wide));
  for (std::size_t i = 0; i < side.map.tile.size(); ++i) {
    append(indices, index_text(cat("c_tile", i), cat("c: tile along ", i == 0 ? "M" : "N"), side.map.tile[i], wide));
  }
  const bool narrow = held == "float" && type.bits == 16;
  // From sm80 on two values are rounded at a time.
  const bool pairs = narrow && width % 2 == 0 && (type.name != "half_t" || plan_.tile.mma.atom.arch >= 80);
  const bool eight = type.name == "float_e4m3_t" || type.name == "float_e5m2_t";
  return filled(templates::mma, "store",
                {{"C_TYPE", element_type(type.bits)},
                 {"TYPE_NAME", type.name},
                 {"INDICES", std::move(indices)},
                 {"C_REGISTER", held},
                 {"STORED", width},
                 {"PAIRS", pairs},
                 {"EIGHTS", eight && width % 2 == 0},
                 {"EIGHT", eight},
                 {"ROUNDED", held == "float" && type.name == "int8_t"},
                 {"CONVERTED", narrow},
                 {"TO", type.name == "half_t"         ? "f16"
                        : type.name == "float_e4m3_t" ? "e4m3"
                        : type.name == "float_e5m2_t" ? "e5m2"
                                                      : "bf16"},
                 {"VALUE", held == "float"    ? "__float_as_uint(c[v + i])"
                           : held == "double" ? "static_cast<unsigned long long>(__double_as_longlong(c[v + i]))"
                           : type.bits == 16  ? "reinterpret_cast<const unsigned short*>(c)[v + i]"
                                              : "c[v + i]"},
                 {"STORE_ACCESS", access_type(side.access_bytes)}});
}

MarkedText MmaWriter::operands() const {
  std::vector<Holes> operands;
  for (const MmaFragment* f : {&plan_.a, &plan_.b}) {
    if (!in_registers(*f)) continue;
    operands.push_back({{"REGISTER", register_type(f->registers)},
                        {"NAME", f->name},
                        {"ATOMS_K", plan_.atoms[2]},
                        {"COUNT", f->registers.count * f->rest_mn}});
  }
  return filled(templates::mma, "operands", {{"OPERAND", std::move(operands)}});
}

MarkedText MmaWriter::accumulators() const {
  return filled(templates::mma, "accumulators",
                {{"C_REGISTER", register_type(plan_.c.registers)}, {"C_COUNT", plan_.c.register_count()}});
}

}  // namespace stridescope
