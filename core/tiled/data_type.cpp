// The only table of element types: names in C++, MLIR, CuTe DSL, PTX and atoms, and bits.
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"
#include "core/tiled/type_name.h"

namespace stridescope {
namespace {

// Columns: the name of the type as C++ prints it, aliases in C++ and MLIR, the short name in atoms and PTX, the class
// in CuTe DSL, bits, whether it is a floating-point type.
struct TypeRow {
  std::string_view name;
  std::string_view aliases;  // each between two |
  std::string_view code;     // F16 in SM80_..._F16..., f16 in PTX
  std::string_view dsl;      // Float16 in cutlass.Float16; or empty
  int bits;
  bool floating = false;
};

constexpr TypeRow types[] = {
    {"half_t", "|__half|half|float16_t|f16|", "F16", "Float16", 16, true},
    {"bfloat16_t", "|__nv_bfloat16|bf16|", "BF16", "BFloat16", 16, true},
    {"tfloat32_t", "|tf32|", "TF32", "TFloat32", 32, true},
    {"float", "|float32_t|f32|", "F32", "Float32", 32, true},
    {"double", "|float64_t|f64|", "F64", "Float64", 64, true},
    {"complex<double>", "|cuDoubleComplex|", "C64", "", 128},
    {"complex<float>", "|cuComplex|", "", "", 64},
    {"complex<tfloat32_t>", "|", "", "", 64},
    {"float_e4m3_t", "|__nv_fp8_e4m3|f8E4M3FN|fp8e4m3|", "E4M3", "Float8E4M3FN", 8, true},
    {"float_e5m2_t", "|__nv_fp8_e5m2|f8E5M2|fp8e5m2|", "E5M2", "Float8E5M2", 8, true},
    {"float_e2m1_t", "|__nv_fp4_e2m1|f4E2M1FN|", "E2M1", "Float4E2M1FN", 4, true},
    {"float_e2m3_t", "|__nv_fp6_e2m3|f6E2M3FN|", "E2M3", "Float6E2M3FN", 6, true},
    {"float_e3m2_t", "|__nv_fp6_e3m2|f6E3M2FN|", "E3M2", "Float6E3M2FN", 6, true},
    {"float_ue8m0_t", "|f8E8M0FNU|", "UE8M0", "Float8E8M0FNU", 8, true},
    {"float_ue4m3_t", "|", "UE4M3", "", 8, true},
    {"float_ue5m3_t", "|", "UE5M3", "", 8, true},
    {"detail::float_e2m1_unpacksmem_t", "|", "E2M1", "", 8, true},
    {"detail::float_e2m3_unpacksmem_t", "|", "E2M3", "", 8, true},
    {"detail::float_e3m2_unpacksmem_t", "|", "E3M2", "", 8, true},
    {"integer_subbyte<1, false>", "|uint1_t|uint1b_t|bin1_t|integer_subbyte<1,false>|i1|", "U1", "", 1},
    {"integer_subbyte<2, true>", "|int2_t|int2b_t|integer_subbyte<2,true>|i2|", "S2", "", 2},
    {"integer_subbyte<2, false>", "|uint2_t|uint2b_t|integer_subbyte<2,false>|", "U2", "", 2},
    {"integer_subbyte<4, true>", "|int4_t|int4b_t|integer_subbyte<4,true>|i4|", "S4", "Int4", 4},
    {"integer_subbyte<4, false>", "|uint4_t|uint4b_t|integer_subbyte<4,false>|", "U4", "", 4},
    {"integer_subbyte<6, true>", "|int6_t|int6b_t|integer_subbyte<6,true>|", "", "", 6},
    {"integer_subbyte<6, false>", "|uint6_t|uint6b_t|integer_subbyte<6,false>|", "", "", 6},
    {"int8_t", "|signed char|i8|si8|", "S8", "Int8", 8},
    {"uint8_t", "|unsigned char|byte|u8|ui8|", "U8", "Uint8", 8},
    {"bool", "|", "", "", 8},
    {"char", "|", "", "", 8},
    {"int16_t", "|short|short int|i16|si16|", "S16", "Int16", 16},
    {"uint16_t", "|ushort|unsigned short|short unsigned int|u16|ui16|", "U16", "Uint16", 16},
    {"int", "|int32_t|i32|si32|", "S32", "Int32", 32},
    {"uint32_t", "|unsigned|unsigned int|uint|u32|ui32|", "U32", "Uint32", 32},
    {"int64_t", "|long|long int|long long|long long int|i64|si64|ptrdiff_t|ssize_t|", "S64", "Int64", 64},
    {"uint64_t", "|unsigned long|long unsigned int|unsigned long long|long long unsigned int|u64|ui64|size_t|", "U64",
     "Uint64", 64},
    {"uint128_t", "|int4|uint4|float4|i128|", "", "Int128", 128},
    {"uint256_t", "|", "", "", 256},
    {"float2", "|int2|uint2|", "", "", 64},
};

DataType make(const TypeRow& row) { return {std::string(row.name), row.bits, 1, row.floating}; }

void print_type(std::string& out, const void* type, IntegerMode) {
  out.append(static_cast<const DataType*>(type)->name);
}
bool same_type(const void* a, const void* b) {
  return static_cast<const DataType*>(a)->name == static_cast<const DataType*>(b)->name;
}

// True if `word` is one of the words between two |.
bool lists_word(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    if (at > 0 && words[at - 1] == '|' && words.substr(at + word.size()).starts_with('|')) return true;
  }
  return false;
}

}  // namespace

const ObjectKind DataType::object_kind = {"element type", &print_type, &same_type};

std::optional<DataType> type_named(std::string_view word) {
  if (word.empty()) return std::nullopt;
  for (const TypeRow& row : types) {
    if (row.name == word || row.dsl == word || lists_word(row.aliases, word)) return make(row);
  }
  return std::nullopt;
}

std::string_view dsl_name(const DataType& type) {
  for (const TypeRow& row : types) {
    if (row.name == type.name) return row.dsl;
  }
  return {};
}

std::optional<DataType> type_of_code(std::string_view code) {
  for (const TypeRow& row : types) {
    if (row.code == code && !code.empty()) return make(row);
  }
  return std::nullopt;
}

std::string ptx_of(const DataType& type) {
  std::string out;
  for (const TypeRow& row : types) {
    if (row.name == type.name) out = row.code;
  }
  if (out == "U1") out = "B1";
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

Result<DataType> find_type(std::string_view name) {
  const auto parsed = parse_type_name(name);
  if (!parsed) return failure(parsed.error());
  if (parsed->head == "sparse_elem" && parsed->args.size() == 2 && parsed->args[0].integer() > 0) {
    auto element = find_type(parsed->args[1].text());
    if (!element) return failure(error_of_part(*parsed, parsed->args[1], std::move(element.error())));
    return sparse_type(static_cast<int>(parsed->args[0].integer()), *element);
  }
  std::string text = parsed->text();
  if (parsed->args.size() == 1 && (parsed->head == "uint_bit_t" || parsed->head == "uint_byte_t")) {
    const std::int64_t count = parsed->args[0].integer();
    const std::int64_t bits = parsed->head == "uint_byte_t" && count <= 256 ? 8 * count : count;
    if (type_named(cat("uint", bits, "_t"))) text = cat("uint", bits, "_t");
  }
  if (auto type = type_named(text)) return std::move(*type);
  for (const TypeRow& row : types) {  // complex<double>, in another spelling
    const auto canonical = parse_type_name(row.name);
    if (canonical && canonical->text() == text) return make(row);
  }
  std::vector<std::string_view> names;
  for (const TypeRow& row : types) names.push_back(row.name);
  const std::string nearest(suggest(text, names));
  return failure(Error{ErrorCode::unknown_name,
                       say("unknown element type '{}'", text.substr(0, 80)),
                       nearest.empty()
                           ? say("types are CUTLASS's: half_t, bfloat16_t, float, int8_t, float_e4m3_t, ...")
                           : say("did you mean '{}'?", nearest),
                       {},
                       nearest});
}

int stored_bits(const DataType& type) { return type.bits < 8 && type.floating ? 8 : type.bits; }

Registers registers_of(const DataType& type, std::int64_t values, bool accumulator) {
  const std::int64_t bits = values * stored_bits(type);
  const bool own = type.bits >= 64 || (accumulator && type.name == "float");
  if (own) return {type.name, static_cast<int>(values), type.bits};
  return {"uint32_t", static_cast<int>(bits / 32), 32};
}

}  // namespace stridescope
