// Amounts of memory in elements, bytes and units of 16 bytes, and swizzles that count another unit than is meant.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "core/analysis/memory_value.h"
#include "core/tiled/smem_operand.h"
#include "core/tiled/units.h"
#include "core/workspace/workspace.h"
#include "tests/unit/notation.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

std::string notes_of(std::string_view program) {
  std::string out;
  for (const Message& note : evaluate(program, IntegerMode::cute).notes) out += english(note) + "\n";
  return out;
}

// The properties of the last value, one a line.
std::string properties_of(std::string_view program) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, IntegerMode::cute);
  REQUIRE_FALSE(report.bindings.empty());
  std::string out;
  const auto properties = workspace.properties(static_cast<int>(report.bindings.size()) - 1);
  REQUIRE(properties);
  for (const Property& p : *properties) out += english(p.name) + ": " + english(p.value) + "\n";
  return out;
}

void has(const std::string& text, std::string_view part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("units: elements, bytes and 16-byte units") {
  CHECK(english(in_units(36864, 16)) == "36,864 elements = 73,728 bytes = 4,608 units");
  CHECK(english(in_units(1, 128)) == "1 element = 16 bytes = 1 unit");
  CHECK(english(in_units(1, 8)) == "1 element = 1 byte");
  CHECK(english(in_units(3, 32)) == "3 elements = 12 bytes");
  CHECK(english(in_units(8, 16, Counted::bytes)) == "8 elements = 16 bytes");
  CHECK(english(in_units(3, 4)) == "3 elements = 12 bits");
  CHECK(english(in_units(1024, 0)) == "1,024 bytes = 64 units");
  CHECK(english(in_units(0, 16)) == "0 elements = 0 bytes = 0 units");
  CHECK(english(in_units(-64, 16)) == "-64 elements = -128 bytes = -8 units");
  const Layout strides = layout("(8,(2,4)):(64,(1,512))");
  CHECK(english(in_units(strides.stride, 16)) == "(64,(1,512)) elements = (128,(2,1024)) bytes");
  CHECK(english(in_units(layout("(8,4):(64,512)").stride, 16)) ==
        "(64,512) elements = (128,1024) bytes = (8,64) units");
  CHECK(in_units(std::int64_t{1} << 62, 128).empty());
}

TEST_CASE("units: a value in memory") {
  const std::string swizzled = properties_of("Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_64):(_64,_1)");
  has(swizzled, "in memory: 4,096 elements = 8,192 bytes = 512 units\n");
  has(swizzled, "strides: (64,1) elements = (128,2) bytes\n");
  has(properties_of("make_tensor(gmem_ptr[16b](0x0), (128,64):(64,1))"), "in memory: 8,192 elements = 16,384 bytes\n");
  CHECK(properties_of("(128,64):(64,1)").find("in memory") == std::string::npos);
  Workspace workspace;
  workspace.evaluate("make_tensor(smem_ptr[16b](0x0), (8,64):(64,1))", IntegerMode::cute);
  const auto described = workspace.describe(0, 9);
  REQUIRE(described);
  CHECK(english(described->rows.back().value) == "65 elements = 130 bytes");
}

TEST_CASE("units: strides of a DescriptorIterator") {
  // https://github.com/NVIDIA/cutlass/issues/2468
  has(notes_of("tCrA: GMMA::DescriptorIterator o (_1,_2,(_4,_2),(_1,_2)):(_0,_1024,(_2,_2048),(_0,_4096))"),
      "the strides (0,1024,(2,2048),(0,4096)) count units of 16 bytes: (0,16384,(32,32768),(0,65536)) bytes, or "
      "(0,8192,(16,16384),(0,32768)) elements of 16 bits");
}

TEST_CASE("units: descriptors and TMA") {
  const std::string tile = "S = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (128,64))\n";
  has(notes_of(tile + "smem_operand(S, \"half_t\", \"K\")"),
      "LBO 8 elements = 16 bytes = 1 unit, SBO 512 elements = 1,024 bytes = 64 units");
  has(notes_of(tile + "smem_descriptor(S, \"half_t\", \"K\", 1024)"), "address 1,024 bytes = 64 units, LBO 8 elements");
  has(notes_of("encode_descriptor(0, 16, 1024, \"SW128\")"), "SBO 1,024 bytes = 64 units");
  const std::string tma = "make_tma_atom((256,256):(256,1), S, \"half_t\")";
  has(notes_of(tile + tma),
      "one copy of the tile adds 8,192 elements = 16,384 bytes = 1,024 units to the transactions of its barrier");
  has(notes_of(tile + "box = " + tma), "box: one copy of the tile adds");
  const std::string card = properties_of(tile + tma);
  has(card, "box: 8,192 elements = 16,384 bytes = 1,024 units\n");
  has(card, "stride: 256 elements = 512 bytes = 32 units\n");
  has(card, "expected transactions: 8,192 elements = 16,384 bytes = 1,024 units\n");
}

TEST_CASE("units: stages of kernels") {
  const Evaluation e = evaluate(
      "sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\n"
      "mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)\n"
      "A = (_1024,_1024):(_1024,_1)\n"
      "tma = make_tma_atom(A, sA, \"half_t\")\n"
      "gemm_kernel(A, A, A, (tma, tma), (sA, sA), mma)\n",
      IntegerMode::cute);
  for (const ProgramError& error : e.errors) FAIL_CHECK(english(error.message));
  REQUIRE_FALSE(e.bindings.empty());
  std::string text;
  std::string names;
  for (const AnalysisRow& row : kernel_rows(e.bindings.back().value)) {
    text += english(row.name) + ": " + english(row.value) + "\n";
    names += english(row.name) + "; ";
  }
  // A low card shows the first rows; equal operands share a row.
  CHECK(names == "; tile; mma; stages; smem A, B; size of a stage; copy A, B; transactions; A; B; C; ");
  has(text, "size of a stage: 8,192 elements = 16,384 bytes = 1,024 units\n");
  has(text, "transactions: 32,768 bytes = 2,048 units a stage\n");
}

TEST_CASE("units: the text of a kernel and refusals of its plan") {
  const auto last_of = [](std::string_view program) {
    const Evaluation e = evaluate(program, IntegerMode::cute);
    std::string out = e.bindings.empty() ? std::string() : to_text(e.bindings.back().value, IntegerMode::cute);
    for (const ProgramError& error : e.errors) out += english(error.message) + "\n";
    return out;
  };
  const std::string gemm =
      "mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)\n"
      "A = (_1024,_1024):(_1024,_1)\n"
      "tma = make_tma_atom(A, sA, \"half_t\")\n";
  const std::string tile = "sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\n";
  const std::string text = last_of(tile + gemm + "gemm_kernel(A, A, A, (tma, tma), (sA, sA), mma)\n");
  has(text, ", 8,192 elements = 16,384 bytes = 1,024 units\n  smem B: ");
  has(text, ", each with transactions of 32,768 bytes = 2,048 units");
  const std::string copy = last_of(
      "copy_kernel((1024,1024):(1024,1), (1024,1024):(1024,1), \"tma\", "
      "tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_64,_64)), dtype=\"half_t\")\n");
  has(copy, ", 4,096 elements = 8,192 bytes = 512 units\n  store:");
  has(copy, "\n  transactions of a stage: 8,192 bytes = 512 units");
  has(last_of("sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (_128,_64))\n" + gemm +
              "gemm_kernel(A, A, A, (tma, tma), (sA, sA), mma, stages=16)\n"),
      "of 32,768 bytes = 2,048 units, plus ");
  has(last_of("make_tma_atom((256,256):(257,1), (64,64):(64,1), \"half_t\")"),
      "a stride of 257 elements = 514 bytes: expected a multiple of 16 bytes below 2^40");
  const std::string fit = "tma_fit((64,128):(1@0,1@1), (64,128):(1@0,1@1), ";
  has(last_of(fit + "smem_ptr[16b](0x0) o (64,128):(1,64))"), ">(G)), 8,192 elements = 16,384 bytes = 1,024 units");
  has(last_of(fit + "(64,128):(1,64))"), "group<0,2>(G))");
}

TEST_CASE("units: transactions of pasted pipelines") {
  const std::string each = "TmaTransactionBytes: 32,768 bytes = 2,048 units of transactions per stage\n";
  const std::string layouts =
      "using SmemLayoutA = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128,_64,_3>{}));\n";
  has(notes_of(layouts +
               "static constexpr uint32_t TmaTransactionBytes = cutlass::bits_to_bytes(2 * size<0>(SmemLayoutA{}) * "
               "size<1>(SmemLayoutA{}) * static_cast<uint32_t>(sizeof_bits<half_t>::value));\n"),
      each);
  has(notes_of("constexpr uint32_t TmaTransactionBytes = 32768;\nparams.transaction_bytes = TmaTransactionBytes;\n"),
      "transaction_bytes: 32,768 bytes = 2,048 units of transactions per stage\n");
  has(notes_of("a = cute.make_layout((128, 64), stride=(64, 1))\n"
               "tma_copy_bytes = cute.size_in_bytes(cutlass.Float16, a) * 2\n"
               "pipe = pipeline.PipelineTmaAsync.create(num_stages=3, producer_group=g, tx_count=tma_copy_bytes, "
               "barrier_storage=ptr)\n"),
      "tx_count: 32,768 bytes = 2,048 units of transactions per stage\n");
  CHECK(notes_of("kBytes = 32768\n").empty());
}

TEST_CASE("units: a swizzle of bytes on wider elements") {
  CHECK(english(wrong_unit(Swizzle{3, 4, 3}, 32)) ==
        "Sw<3,4,3> on 4-byte elements is not the 128-byte swizzle; that is Sw<3,2,3>");
  CHECK(english(wrong_unit(Swizzle{2, 4, 3}, 16)) ==
        "Sw<2,4,3> on 2-byte elements is not the 64-byte swizzle; that is Sw<2,3,3>");
  // A swizzle of narrower elements.
  CHECK(english(wrong_unit(Swizzle{3, 3, 3}, 64)) ==
        "Sw<3,3,3> on 8-byte elements is not the 128-byte swizzle; that is Sw<3,1,3>");
  CHECK(english(wrong_unit(Swizzle{2, 3, 3}, 32)) ==
        "Sw<2,3,3> on 4-byte elements is not the 64-byte swizzle; that is Sw<2,2,3>");
  CHECK(wrong_unit(Swizzle{3, 2, 3}, 32).empty());
  CHECK(wrong_unit(Swizzle{3, 2, 3}, 16).empty());
  CHECK(wrong_unit(Swizzle{3, 4, 3}, 8).empty());
  CHECK(wrong_unit(Swizzle{3, 3, 3}, 16).empty());
  // Its names are the hardware's swizzles of such elements.
  for (const int bits : {16, 32, 64}) {
    for (int b = 1; b <= 3; ++b) {
      const std::string text = english(wrong_unit(Swizzle{b, 4, 3}, bits));
      const std::string named = text.substr(text.rfind("Sw<"));
      const std::string row = std::to_string((16 << b) * 8 / bits);
      const Evaluation e = evaluate(named + " o 0 o (8," + row + "):(" + row + ",1)", IntegerMode::cute);
      REQUIRE(e.errors.empty());
      const auto mode = swizzle_mode(*e.bindings.back().value.as<ComposedLayout>(), bits);
      REQUIRE(mode);
      CHECK(span_bytes(*mode) == 16 << b);
      CHECK(e.notes.empty());
    }
  }
}

TEST_CASE("units: the swizzle of elements behind a swizzle of bytes") {
  // https://github.com/ROCm/FlyDSL/issues/634
  const auto recast = [](std::string_view bits) {
    return "recast<" + std::string(bits) + ",1>(Sw<3,4,3> o smem_ptr[1b](unset) o (_8,_1024):(_1024,_1))";
  };
  has(notes_of(recast("16")), "Sw<3,4,3> on bytes is Sw<3,3,3> on elements of 16 bits");
  has(notes_of(recast("32")), "Sw<3,4,3> on bytes is Sw<3,2,3> on elements of 32 bits");
  CHECK(notes_of(recast("8")) == "");
  CHECK(last(recast("16")) == "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  has(properties_of("Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_64):(_64,_1)"),
      "swizzle: Sw<3,4,3> on bytes is Sw<3,3,3> on elements of 16 bits\n");
  has(properties_of("make_tensor(smem_ptr[32b](0x0), GMMA::Layout_K_SW64_Atom<float>)"),
      "swizzle: Sw<2,4,3> on bytes is Sw<2,2,3> on elements of 32 bits\n");
}

TEST_CASE("units: a swizzle in the wrong unit is noted where a value has it") {
  // https://github.com/NVIDIA/cutlass/issues/2634
  const std::string_view wrong = "Sw<3,4,3> on 4-byte elements is not the 128-byte swizzle; that is Sw<3,2,3>";
  has(notes_of("Sw<3,4,3> o 0 o (32,8):(1,32)"),
      std::string(wrong) + "; a pointer with this swizzle applies it to bytes\n");
  has(notes_of("L = cute.make_layout((32, 8), stride=(1, 32))\nS = cute.make_swizzle(3, 4, 3)\n"
               "C = cute.make_composed_layout(S, 0, L)\n"),
      wrong);
  has(notes_of("composition(Sw<3,4,3>, (8,32):(32,1))"), wrong);
  has(notes_of("make_tensor(smem_ptr[32b](0x0), Sw<3,4,3> o 0 o (64,64):(64,1))"), wrong);
  has(notes_of("Sw<3,4,3> o 0 o (8,64):(64,1)"), "2-byte elements");
  CHECK(last("Sw<3,4,3> o 0 o (32,8):(1,32)") == "Sw<3,4,3> o 0 o (32,8):(1,32)");
  for (const std::string_view right :
       {"Sw<3,2,3> o 0 o (32,8):(1,32)", "Sw<3,4,3> o 0 o (8,128):(128,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "Sw<3,4,3> o smem_ptr[32b](unset) o (_8,_32):(_32,_1)", "GMMA::Layout_K_SW128_Atom<tfloat32_t>",
        "Sw<2,4,3> o 0 o (16,64):(64,1)", "Sw<3,3,4> o 0 o (8,64):(64,1)"}) {
    INFO(right);
    CHECK(notes_of(right) == "");
  }
}

}  // namespace stridescope
