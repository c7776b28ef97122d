// Atoms by name: families, wrappers, template arguments, refusals with the nearest name. For every atom: its layouts
// cover its tile, and its registers add up.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "core/algebra/algebra.h"
#include "core/base/json_value.h"
#include "core/foreign/evaluate.h"
#include "core/tiled/atom.h"
#include "core/value/print.h"
#include "tests/unit/layouts.h"
#include "tests/unit/notation.h"

using namespace stridescope;

TEST_CASE("atoms: the layouts of mma.sync follow one rule") {
  const auto atom = find_mma("SM80_16x8x16_F32F16F16F32_TN");
  REQUIRE(atom);
  CHECK(to_text(atom->a) == "((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))");
  CHECK(to_text(atom->b) == "((_4,_8),(_2,_2)):((_16,_1),(_8,_64))");
  CHECK(to_text(atom->c) == "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))");
  CHECK(atom->ptx[0] == "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
  CHECK(atom->a_regs.count == 4);
}

// tests/golden/run.mjs compares the facts that atom_facts prints.
TEST_CASE("atoms: kind and mnemonics of the golden data") {
  std::ifstream file("tests/golden/atoms.jsonl");
  int lists = 0;
  for (std::string line; std::getline(file, line);) {
    CAPTURE(line);
    const auto golden = JsonValue::parse(line);
    REQUIRE(golden);
    const auto atom = find_atom((*golden)["atom"].string());
    REQUIRE(atom);
    const auto* mma = atom->as<MmaAtom>();
    const AtomFacts facts = mma != nullptr ? facts_of(*mma) : facts_of(*atom->as<CopyAtom>());
    const auto fact = [&](std::string_view name) {
      const auto at = std::find_if(facts.begin(), facts.end(), [&](const AtomFact& f) { return f.name == name; });
      return at == facts.end() ? std::vector<std::string>() : at->values;
    };
    std::vector<std::string> mnemonics;
    for (const JsonValue& one : (*golden)["ptx_all"].items()) mnemonics.push_back(one.string());
    CHECK(fact("kind") == std::vector{(*golden)["kind"].string()});
    CHECK(fact("ptx_all") == mnemonics);
    lists += mnemonics.empty() ? 0 : 1;
  }
  CHECK(lists == 25);
}

TEST_CASE("atoms: wrappers and namespaces make no difference") {
  for (const char* name : {"cute::SM80_8x8x4_F64F64F64F64_TN", "MMA_Atom<SM80_8x8x4_F64F64F64F64_TN>",
                           "cute::MMA_Atom< cute::MMA_Traits<SM80_8x8x4_F64F64F64F64_TN> >"}) {
    const auto atom = find_mma(name);
    REQUIRE(atom);
    CHECK(atom->name == "SM80_8x8x4_F64F64F64F64_TN");
  }
}

TEST_CASE("atoms: what CUTLASS does not have is refused") {
  CHECK(!find_mma("SM80_16x8x12_F32F16F16F32_TN"));
  CHECK(!find_mma("SM75_16x8x16_F32F16F16F32_TN"));
  CHECK(!find_mma("SM80_16x8x16_F32F16F16F32_NT"));
  CHECK(!find_mma("SM80_16x8x16_F32F16F16F32_TN_SATURATE"));
  CHECK(!find_mma("SM80_16x8x16_F32F16F16F32_TN<4>"));
}

namespace {

// The elements that a (thread, value) layout reaches; threads that repeat others count once.
std::vector<std::int64_t> elements(const Layout& layout) {
  Arith arith;
  const Layout once = filter(arith, layout);
  const std::int64_t count = size(arith, once).value;
  std::vector<std::int64_t> out;
  for (std::int64_t i = 0; i < count; ++i) out.push_back(apply(arith, once, IntTuple(static_int(i))).integer().value);
  REQUIRE(arith.ok());
  return out;
}

// Every element of [0, count) exactly once.
bool covers(const Layout& layout, std::int64_t count) {
  static std::map<std::string, std::int64_t> known;  // families share their layouts
  const auto [entry, fresh] = known.try_emplace(to_text(layout), 0);
  if (fresh) {
    std::vector<std::int64_t> reached = elements(layout);
    std::sort(reached.begin(), reached.end());
    bool exact = true;
    for (std::size_t i = 0; i < reached.size(); ++i) exact = exact && reached[i] == static_cast<std::int64_t>(i);
    entry->second = exact ? static_cast<std::int64_t>(reached.size()) : -1;
  }
  return entry->second == count;
}

std::int64_t values_of(const Layout& layout) {
  Arith arith;
  return product(arith, layout.shape[1]).value;
}

bool bits_add_up(const Registers& registers, const Layout& layout, const DataType& type) {
  return std::int64_t{registers.count} * registers.bits == values_of(layout) / type.logical * stored_bits(type);
}

void check_mma(const std::string& name) {
  CAPTURE(name);
  const auto found = find_mma(name);
  REQUIRE_MESSAGE(found.has_value(), (found ? "" : english(found.error().message)));
  const MmaAtom& atom = *found;
  const std::int64_t m = atom.shape_mnk[0].integer().value;
  const std::int64_t n = atom.shape_mnk[1].integer().value;
  const std::int64_t k = atom.shape_mnk[2].integer().value;
  CHECK(covers(atom.a, m * k));
  CHECK(covers(atom.b, n * k));
  CHECK(covers(atom.c, m * n));
  if (atom.e) CHECK(covers(*atom.e, m * k));
  if (atom.sfa) CHECK(covers(*atom.sfa, m * k));
  if (atom.sfb) CHECK(covers(*atom.sfb, n * k));
  // Descriptors and addresses are not elements; GaussComplex is CUTLASS's own struct.
  if (atom.a_place == OperandPlace::registers) CHECK(bits_add_up(atom.a_regs, atom.a, atom.val_a));
  if (atom.b_place == OperandPlace::registers) CHECK(bits_add_up(atom.b_regs, atom.b, atom.val_b));
  if (atom.c_place == OperandPlace::registers) CHECK(bits_add_up(atom.c_regs, atom.c, atom.val_c));
  CHECK(!atom.source.empty());
}

// Source, destination and reference have the same bits: all of them move every bit.
void check_copy(const std::string& name) {
  CAPTURE(name);
  const auto found = find_copy(name);
  REQUIRE_MESSAGE(found.has_value(), (found ? "" : english(found.error().message)));
  CHECK(!found->source.empty());
  Arith arith;
  const auto bits = [&](const Layout& layout) { return coalesce(arith, filter(arith, layout)); };
  const auto count = [&](const Layout& layout) { return size(arith, bits(layout)).value; };
  const bool repeats =
      name.starts_with("SM100_UTCCP_4x32dp") || name.starts_with("SM100_UTCCP_2x64dp");  // to several warps' lanes
  if (repeats) CHECK(values_of(found->src_bits) == values_of(found->dst_bits));
  if (!repeats) {
    CHECK(count(found->src_bits) == count(found->dst_bits));
    CHECK(cosize(arith, found->src_bits).value == cosize(arith, found->dst_bits).value);
  }
  CHECK((found->ref_bits == found->src_bits || found->ref_bits == found->dst_bits));
}

}  // namespace

TEST_CASE("atoms: every MMA covers its tile, and its registers add up") {
  // A prime: the members of a family come in eights.
  constexpr std::size_t every = laws::complete ? 1 : 7;
  std::size_t mma = 0;
  for (std::size_t i = 0; i < atom_names().size(); i += every) {
    const std::string& name = atom_names()[i];
    const auto value = find_atom(name);
    CAPTURE(name);
    REQUIRE(value.has_value());
    if (!value->is<MmaAtom>()) continue;
    ++mma;
    check_mma(name);
  }
  CHECK(mma > 2000 / every);
}

TEST_CASE("atoms: every copy moves the same bits out and in") {
  std::size_t copies = 0;
  for (const std::string& name : atom_names()) {
    const auto value = find_atom(name);
    REQUIRE(value.has_value());
    if (!value->is<CopyAtom>()) continue;
    ++copies;
    check_copy(name);
  }
  CHECK(copies > 200);
}

TEST_CASE("atoms: the names that are listed differ") {
  std::vector<std::string> names = atom_names();
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("atoms: coverage can fail") { CHECK(!covers(layout("((_4,_8),_2):((_16,_1),_16)"), 64)); }

TEST_CASE("atoms: wrong template arguments are told") {
  const auto message = [](const char* name) {
    const auto atom = find_mma(name);
    return atom ? std::string() : english(atom.error().message);
  };
  CHECK(message("SM90_64x128x16_F32F16F16_SS").find("majors of A and B") != std::string::npos);
  CHECK(message("SM90_64x12x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>").find("does not support N = 12") !=
        std::string::npos);
  CHECK(message("SM90_64x40x32_S32S8S8_SS_TN").find("does not support N = 40") != std::string::npos);
  CHECK(message("SM90_64x128x16_F32F16F16_RS<GMMA::Major::MN,GMMA::Major::K>").find("K-major") != std::string::npos);
  CHECK(message("SM100_MMA_F16BF16_SS<half_t,half_t,float,96,128,UMMA::Major::K,UMMA::Major::K>").find("M = 96") !=
        std::string::npos);
  CHECK(message("SM100_MMA_F16BF16_SS<half_t,half_t,float,128,12,UMMA::Major::K,UMMA::Major::K>").find("N = 12") !=
        std::string::npos);
  CHECK(message("SM100_MMA_F16BF16_SS<float,half_t,float,128,128,UMMA::Major::K,UMMA::Major::K>")
            .find("not an operand") != std::string::npos);
  CHECK(message("SM120_16x8x32_TN<half_t,half_t,float>").find("not an 8-, 6- or 4-bit float") != std::string::npos);
  CHECK(english(find_copy("SM100_TMEM_LOAD_16dp256b64x").error().message).find("64 repetitions") != std::string::npos);
  CHECK(english(find_copy("SM80_CP_ASYNC_CACHEGLOBAL<float>").error().message).find("16 bytes") != std::string::npos);
  CHECK(english(find_copy("SM90_TMA_LOAD<100 bits>").error().message).find("multiple of 128") != std::string::npos);
}

TEST_CASE("atoms: a misspelt name suggests the nearest") {
  CHECK(find_mma("SM80_16x8x16_F32F16F16F23_TN").error().hint == "did you mean 'SM80_16x8x16_F32F16F16F32_TN'?");
  CHECK(find_copy("Copy_Atom<SM75_U32x4_LDSN_N,half_t>").error().hint == "did you mean 'SM75_U32x4_LDSM_N'?");
}

TEST_CASE("atoms: hostile names end") {
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += "A<";
  CHECK(!find_atom(deep));
  CHECK(!find_atom(std::string(100000, 'S')));
  for (const char* name : {"", "<", ">", "A<", "A>", "A<>>", "SM", "SM80_", "SM99999999999999999999_8x8x4",
                           "SM90_64x99999999999999x16_F32F16F16_SS", "A<,>", "UniversalCopy<>", "Copy_Atom<>",
                           "Copy_Atom<Copy_Atom<SM75_U32x1_LDSM_N,half_t>,float>",
                           "SM90_TMA_LOAD<99999999999999999999>", "MMA_Atom<>", "SM100_TMEM_LOAD_32dp32b0x"}) {
    CAPTURE(name);
    CHECK(!find_atom(name));
  }
}

TEST_CASE("atoms: Copy_Atom counts in its type") {
  const auto atom = find_copy("Copy_Atom<SM75_U32x4_LDSM_N, half_t>");
  REQUIRE(atom);
  CHECK(to_text(atom->dst) == "(_32,(_2,_4)):(_2,(_1,_64))");
}

TEST_CASE("atoms: in the language") {
  const auto text = [](std::string_view program) {
    const Evaluation out = evaluate(program, IntegerMode::cute);
    if (!out.errors.empty()) return "error: " + english(out.errors[0].message);
    return out.bindings.empty() ? std::string() : to_text(out.bindings.back().value);
  };
  CHECK(text("atom_layout(SM80_16x8x16_F32F16F16F32_TN, \"C\")") == "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))");
  CHECK(text("A = cute::SM90_64x128x16_F32F16F16_SS<cute::GMMA::Major::K,\n  GMMA::Major::K>; atom_layout(A, \"B\")") ==
        "(_128,(_128,_16)):(_0,(_1,_128))");
  CHECK(text("atom_layout(Copy_Atom<SM75_U32x4_LDSM_N, half_t>, \"src\")") == "(_32,_8):(_8,_1)");
  CHECK(text("size(atom_layout(SM61_DP4A, \"A\"))") == "_4");
  CHECK(text("atoms(\"sm61\", \"dp4a\")") == "SM61_DP4A");
  CHECK(text("SM80 = (4,8):(1,4); SM80(1)") == "1");  // no atom's name
  CHECK(text("\"a text\"") == "a text");
  CHECK(text("\"never closed").find("never closed") != std::string::npos);
  CHECK(text("Copy_Atom<SM75_U32x4_LDSM_N").find("never closed") != std::string::npos);
  CHECK(text("SM80_16x8x16_F32F16F16F32_TN + 1").starts_with("error"));
  CHECK(text("size(SM80_16x8x16_F32F16F16F32_TN)").starts_with("error"));
  CHECK(text("SM80_16x8x16_F32F16F16F32_TN o (4,8):(1,4)").starts_with("error"));
  CHECK(text("(SM61_DP4A, 3)").starts_with("(MMA_Atom"));
  CHECK(text("atom_layout(SM61_DP4A, \"E\")").find("does not have layout") != std::string::npos);
  CHECK(text("smem_operand(GMMA::Layout_K_SW64_Atom<half_t>, \"half_t\", \"K\")") ==
        "canonical K-major SW64, LBO 16 bytes, SBO 0 bytes");
  CHECK(text("smem_operand(GMMA::Layout_K_SW64_Atom<half_t>, 16, \"Q\")").starts_with("error"));
}

TEST_CASE("long: a program of nothing but lookups of atoms ends") {
  std::string program;
  for (int i = 0; i < 20000; ++i) program += "SM80_Q;";
  CHECK(!evaluate(program, IntegerMode::cute).errors.empty());
  program.clear();
  for (int i = 0; i < 20000; ++i) program += "atoms();";
  CHECK(!evaluate(program, IntegerMode::cute).errors.empty());
}
