// Tests of whole modules: their types as values, the uses of values, the findings of the checks, and broken texts.
#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/foreign/modules/xray.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

Xray look(std::string_view text, const XrayLimits& limits = {}) {
  auto out = xray_of(text, limits);
  REQUIRE(out.has_value());
  return std::move(*out);
}

const XrayPart* part_named(const Xray& of, std::string_view name) {
  for (const XrayPart& part : of.parts) {
    if (part.name == name) return &part;
  }
  return nullptr;
}

const XrayOperation* operation_at(const Xray& of, std::uint32_t line) {
  for (const XrayOperation& op : of.operations) {
    if (op.line == line) return &op;
  }
  return nullptr;
}

std::vector<std::string> findings(const Xray& of) {
  std::vector<std::string> out;
  for (const XrayFinding& f : of.findings)
    out.push_back(cat(f.line, ' ', xray_grade_names[static_cast<std::size_t>(f.grade)], ": ", english(f.what)));
  return out;
}

constexpr std::string_view cute_module = R"mlir(
!copy = !cute.tiled_copy<!cute_nvgpu.atom.simt_async_copy<f16, cache = global, 128 b>, layout_copy_tv = <"(128,8):(8,1)">, tiler_mn = <"[128:1;8:1]">>
!gmem = !cute.memref<f16, gmem, align<16>, "(128,?):(1,?{i64 div=8})">
!smem = !cute.memref<f16, smem, align<1024>, "S<3,3,3> o 0 o ((64,2),8):((1,512),64)">
!mma = !cute.tiled_mma<!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >, atom_layout_MNK = <"(2,2,1):(1,2,0)">, permutation_MNK = <"[32:1;32:1;16:1]">>
module attributes {gpu.container_module} {
  func.func @kernel(%arg0: !gmem, %arg1: !smem) {
    %0 = cute.static : !copy
    %coord = cute.make_coord(%arg2) : (i32) -> !cute.coord<"?">
    %1 = cute.tiled.copy.partition_D(%0, %arg1, %coord) : (!copy, !smem, !cute.coord<"?">) -> !cute.memref<f16, smem, align<16>, "((8,1),1,1):((1,0),0,0)">
    cute.copy(%0, %arg0, %1) : (!copy, !cute.memref<f16, gmem, align<8>, "(8,1):(1,0)">, !cute.memref<f16, smem, align<16>, "((8,1),1,1):((1,0),0,0)">)
    return
  }
}
)mlir";

}  // namespace

TEST_CASE("xray: the verifier's messages on alignment, in all their forms") {
  const std::string operation =
      "\"cute.copy\"(%1, %2, %3) : (!cute_nvgpu.atom.simt_async_copy<bf16, cache = global, 128 b>, !cute.memref<bf16, "
      "gmem, "
      "align<16>, \"((8,1),(1)):((1,0),(0))\">, !cute.memref<bf16, smem, \"((8,1),(1)):((1,0),(0))\">) -> ()\n";
  const std::string shown = " note: x: see current operation: ";
  for (const std::string message :
       {"error: x: 'cute.copy' op dst ptr alignment (16 bits) does not meet requirement (128 bits) of atom\n",
        "error: x: 'cute.copy' op ptr alignment does not meet requirement\n", ""}) {
    const Xray seen = look(message + shown + operation);
    REQUIRE(seen.findings.size() == 1);
    CHECK(english(seen.findings[0].what)
              .find("moves 16 bytes at once, but the pointer to shared memory is known to be aligned only to 2") !=
          std::string::npos);
    CHECK(english(seen.findings[0].fix).find("assumed_align=16") != std::string::npos);
    const Evaluation pasted = evaluate(message + shown + operation, IntegerMode::teaching);
    REQUIRE(pasted.errors.size() == 1);
    CHECK(english(pasted.errors[0].message) ==
          "the copy moves 16 bytes at once, but the pointer to smem is known to be aligned only to 2");
  }
  const std::string wide =
      "\"cute.copy\"(%1, %2, %3) : (!cute_nvgpu.atom.universal_copy<f32, 128 b>, !cute.memref<f32, gmem, align<16>, "
      "\"((4,1),4):((1,0),33)\">, !cute.memref<f32, smem, align<16>, \"((4,1),4):((1,0),36)\">) -> ()\n";
  for (const std::string& text : {wide, shown + wide}) {
    const Xray seen = look(text);
    REQUIRE(seen.findings.size() == 1);
    CHECK(english(seen.findings[0].what).find("mode 1 has stride 33, not a multiple of 4 elements") !=
          std::string::npos);
    CHECK(english(seen.findings[0].fix) == "make its strides multiples of 4 elements, or use an atom of 32 bits");
  }
  const Evaluation pasted = evaluate(shown + wide, IntegerMode::teaching);
  REQUIRE(pasted.errors.size() == 1);
  CHECK(english(pasted.errors[0].message).find("the tensor in gmem allows 32: mode 1 has stride 33") !=
        std::string::npos);
  // The message alone.
  const std::string alone =
      "error: x: 'cute.copy' op dst ptr alignment (16 bits) does not meet requirement (128 bits) of atom "
      "'!cute_nvgpu.atom.simt_async_copy<bf16, cache = global, 128 b>'\n";
  CHECK(findings(look(alone)) ==
        std::vector<std::string>{
            "1 error: the copy moves 16 bytes at once, but its dst pointer is known to be aligned only to 2"});
  REQUIRE(evaluate(alone, IntegerMode::teaching).errors.size() == 1);
}

TEST_CASE("xray: prints among which a type of a module stands are read, too") {
  const Xray seen = look(
      "sA: tensor<ptr<f16, smem, align<1024>> o S<3,4,3> o 0 o (8,64):(64,1)>\n"
      "grouped gA: tensor<(0,?{div=128}) o ((128,64),64):((1@1,1@0),64@0)>\n"
      "tma_atom_a._trait.value: Value(<block argument> of type '!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, "
      "copy_bits = "
      "131072, tma_gbasis = <\"(64,128):(1@1,1@0)\">, internal_val_type = f16>' at index: 4)\n");
  REQUIRE(seen.parts.size() == 3);
  CHECK(seen.parts[0].name == "sA");
  CHECK(seen.parts[0].line == 1);
  CHECK(seen.parts[1].line == 2);  // wherever it begins
  CHECK(seen.parts[2].line == 3);
  CHECK(seen.unknown.empty());
}

TEST_CASE("xray: each type of a CuTe DSL module is a part with a statement, open integers are counted") {
  const Xray seen = look(cute_module);
  CHECK(seen.source == XraySource::cute);
  CHECK(seen.unknown.empty());
  const XrayPart* copy = part_named(seen, "copy");
  REQUIRE(copy != nullptr);
  CHECK(copy->line == 2);
  CHECK(copy->kind == XrayKind::copy);
  CHECK(copy->program ==
        "copy = make_tiled_copy_impl(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>,half_t>, (128,8):(8,1), "
        "<128:1,8:1>)");
  const XrayPart* gmem = part_named(seen, "gmem");
  REQUIRE(gmem != nullptr);
  CHECK(gmem->open == 2);
  CHECK(gmem->value == "");
  const XrayPart* mma = part_named(seen, "mma");
  REQUIRE(mma != nullptr);
  CHECK(mma->kind == XrayKind::mma);
  for (const XrayPart& part : seen.parts) {
    if (part.open > 0) continue;
    CAPTURE(part.program);
    CHECK(evaluate(part.program, IntegerMode::teaching).errors.empty());
    CHECK(evaluate(part.program, IntegerMode::teaching).bindings.size() == 1);
  }
}

TEST_CASE("xray: operations lead to the lines that define their values, and to their parts") {
  const Xray seen = look(cute_module);
  const XrayOperation* partition = operation_at(seen, 10);
  REQUIRE(partition != nullptr);
  CHECK(partition->name == "cute.tiled.copy.partition_D");
  CHECK(partition->moves);
  REQUIRE(partition->operands.size() == 3);
  CHECK(partition->operands[0].name == "%0");
  CHECK(partition->operands[0].line == 8);
  CHECK(seen.parts[static_cast<std::size_t>(partition->operands[0].part)].name == "copy");
  CHECK(partition->operands[1].line == 7);
  CHECK(seen.parts[static_cast<std::size_t>(partition->operands[1].part)].name == "smem");
  CHECK(partition->operands[2].part == -1);
  const XrayOperation* copy = operation_at(seen, 11);
  REQUIRE(copy != nullptr);
  CHECK(copy->operands[2].line == 10);
}

TEST_CASE("xray: a copy that is wider than the alignment is an error with its line, and mends when it is promised") {
  const std::vector<std::string> found = findings(look(cute_module));
  REQUIRE(found.size() == 1);
  CHECK(found[0] ==
        "11 error: SM80_CP_ASYNC_CACHEGLOBAL<uint128_t> moves 16 bytes at once, but the pointer to global memory is "
        "known "
        "to be aligned only to 8");
  std::string fixed(cute_module);
  fixed.replace(fixed.find("align<8>"), 8, "align<16>");
  CHECK(findings(look(fixed)).empty());
}

TEST_CASE("xray: a partition of shared memory counts its bank conflicts, with a program that shows them") {
  std::string plain(cute_module);
  plain.replace(plain.find("align<8>"), 8, "align<16>");
  // 16 bytes per thread, with the next thread's 128 bytes further: eight lanes use the same banks.
  plain.replace(plain.find("S<3,3,3> o 0 o ((64,2),8):((1,512),64)"), 38, "((8,16),8):((1,64),8)");
  const Xray seen = look(plain);
  REQUIRE(seen.findings.size() == 1);
  CHECK(seen.findings[0].line == 10);
  CHECK(seen.findings[0].grade == XrayGrade::warning);
  CHECK(english(seen.findings[0].what).find("wavefronts (ideal: 16)") != std::string::npos);
  CHECK(evaluate(seen.findings[0].program, IntegerMode::teaching).errors.empty());
}

TEST_CASE(
    "xray: a box of TMA that is wider than the swizzle's span is an error, a swizzle that it does not know is one") {
  const auto module = [](std::string_view smem, std::string_view box) {
    return cat("func.func @f(%arg0: !cute.memref<f16, gmem, align<16>, \"(128,128):(128,1)\">) {\n",
               "  %0:2 = cute_nvgpu.atom.make_non_exec_tiled_tma_load(%arg0, %1, %2) : (!cute.memref<f16, gmem, "
               "align<16>, \"(128,128):(128,1)\">, !cute.composed_layout<\"",
               smem, "\">, !cute.layout<\"(128,128):(1@0,1@1)\">) -> ",
               "(!cute_nvgpu.atom.non_exec_tiled_tma_load<sm_90, f16, copy_bits = 131072, tma_gbasis = <\"", box,
               "\">, internal_val_type = f16>, !cute.coord_tensor<\"(0,0)\", \"(128,128):(1@0,1@1)\">)\n}\n");
  };
  CHECK(findings(look(module("S<3,4,3> o 0 o (128,64):(64,1)", "(64,128):(1@1,1@0)"))).empty());
  CHECK(findings(look(module("S<3,3,3> o 0 o (128,64):(64,1)", "(64,128):(1@1,1@0)"))).empty());
  CHECK(findings(look(module("S<2,4,3> o 0 o (128,64):(64,1)", "(64,128):(1@1,1@0)"))) ==
        std::vector<std::string>{
            "2 error: the box is 128 bytes along the contiguous dimension, but the swizzle spans 64"});
  const auto unknown = findings(look(module("S<3,4,4> o 0 o (128,64):(64,1)", "(64,128):(1@1,1@0)")));
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0].find("2 error: TMA does not support the swizzle S<3,4,4>") == 0);
}

TEST_CASE("xray: encodings of a Triton module are written out, aliases of each module by themselves") {
  const Xray seen = look(R"mlir(
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
tt.func @f(%x: tensor<64x64xf16, #blocked>, %p: tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #blocked}>>) {
  %0 = ttg.local_alloc %x : (tensor<64x64xf16, #blocked>) -> !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory>
  %1 = ttg.local_load %0 : !ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory> -> tensor<64x64xf16, #blocked>
  tt.return
}
// -----
#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @g(%x: tensor<64x64xf16, #blocked>) {
  tt.return
}
)mlir");
  CHECK(seen.source == XraySource::triton);
  CHECK(seen.unknown.empty());
  REQUIRE(seen.parts.size() == 4);
  CHECK(seen.parts[0].name == "blocked_64x64xf16");
  CHECK(seen.parts[0].value == "((4,8,1,4),(8,1,2,2)):((512,1,2048,8),(64,1,2048,32))");
  CHECK(seen.parts[2].value == "(64,64):(64,1)");
  CHECK(seen.parts[3].name == "blocked_64x64xf16_2");
  CHECK(seen.parts[3].value != seen.parts[0].value);
  REQUIRE(operation_at(seen, 6) != nullptr);
  CHECK(operation_at(seen, 6)->operands[0].line == 5);
  const auto found = findings(seen);
  REQUIRE(found.size() == 2);
  CHECK(found[0].find("5 warning: bank conflicts") == 0);
  CHECK(found[1].find("6 warning: bank conflicts") == 0);
}

TEST_CASE(
    "xray: comments within a statement, an alias right behind another, memory of any extent, layouts yet to be "
    "chosen") {
  const Xray seen = look(
      "#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>"
      "#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>\n"
      "tt.func public @f(\n"
      "   // CHECK: %[[A:.+]]: tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #[[PARENT]]}>>\n"
      "   %0: tensor<64x64xf16, #blocked>, // of %9 = \"one\n"
      "   %1: !ttg.memdesc<96x40xi32, #plain, #smem, mutable>,\n"
      "   %2: tensor<16xi32, #gluon.auto_encoding>) {\n  tt.return\n}\n");
  REQUIRE(seen.parts.size() == 2);
  CHECK(seen.parts[0].value == "((4,8,1,4),(8,1,2,2)):((512,1,2048,8),(64,1,2048,32))");
  CHECK(seen.parts[1].value == "(96,40):(40,1)");
  REQUIRE(seen.unknown.size() == 1);
  CHECK(english(seen.unknown[0].why).find("not a layout yet: a later pass chooses one") != std::string::npos);
}

TEST_CASE("xray: a type that stands by itself on a line is a part") {
  const Xray seen = look(
      "!cute.tiled_copy<!cute_nvgpu.atom.ldsm<val_type = bf16, mode = <\"(8,8)\">, sz_pattern = u16, num_matrices = 4, "
      "n>, layout_copy_tv = <\"((4,8,4),((2,2),(1,2))):((128,1,16),((64,8),(0,512)))\">, tiler_mn = "
      "<\"[64:1;16:1]\">>\n!cute.memref<f16, smem, align<1024>, \"S<3,4,3> o 0 o (8,64):(64,1)\">\n");
  REQUIRE(seen.parts.size() == 2);
  CHECK(seen.parts[0].program.find("make_tiled_copy_impl(Copy_Atom<SM75_U32x4_LDSM_N,bfloat16_t>") !=
        std::string::npos);
  CHECK(seen.parts[1].line == 2);
  CHECK(seen.unknown.empty());
}

TEST_CASE("xray: several aliases may stand on one line, and a module behind them") {
  const Xray seen = look(
      "#inner = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}> #parts = "
      "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 0, partitionLayout = #inner}> "
      "#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}> "
      "module attributes {\"ttg.target\" = \"hip:gfx1250\"} {\n"
      "tt.func @f(%x: tensor<128x64xf16, #b>) {\n"
      "%0 = ttg.local_alloc %x : (tensor<128x64xf16, #b>) -> !ttg.memdesc<128x64xf16, #parts, #smem>\n"
      "}\n}\n");
  CHECK(seen.unknown.empty());
  REQUIRE(seen.parts.size() == 2);
  CHECK(seen.parts[0].name == "b_128x64xf16");
  CHECK(seen.parts[0].line == 2);
  CHECK(seen.parts[1].name == "parts_128x64xf16");
  CHECK(seen.parts[1].value.find("Sw<3,3,3>") == 0);
  REQUIRE(operation_at(seen, 3) != nullptr);
  CHECK(operation_at(seen, 3)->operands[0].line == 2);
  // Types, too; an alias that goes over lines ends where its bracket does.
  const Xray types = look(
      "!a = !cute.memref<f16, smem, align<16>, \"(8,8):(8,1)\"> !b = !cute.memref<f16, smem, align<16>,\n"
      "\"(4,8):(8,1)\"> !c = !cute.memref<f16, smem, align<16>, \"(2,8):(8,1)\">\n"
      "func.func @f(%x: !a, %y: !b, %z: !c) {\n}\n");
  REQUIRE(types.parts.size() == 3);
  CHECK(types.parts[1].line == 1);
  CHECK(types.parts[2].line == 2);
}

TEST_CASE("xray: a conversion between registers says how its values reach other threads") {
  const auto module = [](std::string_view lanes, std::string_view warps) {
    return cat(
        "#a = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>\n",
        "#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = ", lanes, ", warpsPerCTA = ", warps,
        ", order = [1, 0]}>\ntt.func @f(%x: tensor<64x32xf32, #a>) {\n",
        "  %0 = ttg.convert_layout %x : tensor<64x32xf32, #a> -> tensor<64x32xf32, #b>\n  tt.return\n}\n");
  };
  CHECK(findings(look(module("[1, 32]", "[2, 1]"))) ==
        std::vector<std::string>{"4 note: the conversion moves nothing between threads"});
  const auto across = findings(look(module("[32, 1]", "[1, 2]")));
  REQUIRE(across.size() == 1);
  CHECK(across[0].find("4 note: the conversion uses shared memory") == 0);
}

TEST_CASE("xray: sources of C++ go through the language's own readers") {
  const Xray seen = look(
      "// a kernel\nauto sA = make_layout(make_shape(Int<8>{}, Int<4>{}), LayoutRight{});\nint x = 3;\n"
      "auto c = coalesce(sA);\n");
  CHECK(seen.source == XraySource::source);
  REQUIRE(seen.parts.size() == 2);
  CHECK(seen.parts[0].line == 2);
  CHECK(seen.parts[0].value == "(8,4):(4,1)");
  REQUIRE(seen.operations.size() == 1);
  CHECK(seen.operations[0].operands[0].line == 2);
}

TEST_CASE("xray: a swizzle of a pointer counts in its tensor's bank conflicts, and what repeats is read once") {
  const auto wavefronts = [](std::string_view tile) {
    const auto made =
        evaluate(cat("C = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (8,4):(1,8), (1,8):(0,1))\n",
                     "T = ", tile, "\nbank_conflicts(C, T, \"src\")"),
                 IntegerMode::teaching);
    REQUIRE(made.errors.empty());
    return to_text(made.bindings.back().value, IntegerMode::teaching);
  };
  const std::string swizzled = wavefronts("memref<f16, smem, align<1024>, S<3,4,3>, \"(64,64):(64,1)\">");
  CHECK(swizzled == wavefronts("Sw<3,3,3> o 0 o (64,64):(64,1)"));
  CHECK(swizzled != wavefronts("(64,64):(64,1)"));
  std::string many;
  for (int i = 0; i < 1500; ++i)
    many +=
        "// -----\n#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = "
        "[1, 0]}>\ntt.func @g(%x: tensor<256x256xf16, #b>) {\n}\n";
  const Xray seen = look(many);
  CHECK(seen.parts.size() == 1500);
  CHECK(seen.unknown.empty());
}

TEST_CASE("xray: what is broken or unknown is listed with its line, and the rest is read") {
  const Xray seen = look(
      "!a = !cute.memref<f16, smem, \"(4,8):(1,4)\n"
      "!b = !cute.layout<\"(4,8):(1,4)\">\n"
      "!c = !cute.tiled_copy<!cute_nvgpu.atom.newest_copy<f16>, layout_copy_tv = <\"(1,1):(0,0)\">, tiler_mn = "
      "<\"[1:0;1:0]\">>\n"
      "!d = !cute.layout<\"(4,(8):(1,4)\">\n"
      "func.func @f(%x: !b, %y: !c, %z: !d, %v: !a) {\n");
  REQUIRE(part_named(seen, "b") != nullptr);
  CHECK(seen.parts.size() == 1);
  REQUIRE(seen.unknown.size() >= 3);
  CHECK(seen.unknown[0].line == 1);
  CHECK(english(seen.unknown[0].why) == "a bracket is never closed");
  CHECK(seen.unknown[2].line == 3);
  CHECK(english(seen.unknown[2].why) == "the copy 'newest_copy' is not in the tables");
}

TEST_CASE("xray: a region that begins where none has ended is told with its own line") {
  const Xray seen = look("!t = !cute.layout<\"(4,8):(1,4)\">\n} else {\n");
  REQUIRE(seen.unknown.size() == 1);
  CHECK(seen.unknown[0].line == 2);
  CHECK(english(seen.unknown[0].why) == "its region is never closed");
}

TEST_CASE("xray: an encoding and the arguments of a function may go over several lines") {
  const Xray seen = look(R"mlir(
#physical = #ttg.linear<{
  register = [[0, 1], [0, 2], [1, 0], [2, 0]],
  lane = [[0, 4], [0, 8], [0, 16], [4, 0], [8, 0]],
  warp = [[0, 0], [0, 0]],
  block = []
}>
#pin = #tlx.no_verify_layout<#tlx.user_layout<#tlx.no_verify_layout<#physical>>>
module {
  tt.func private @k(
      %a: tensor<16x32xf16, #physical>,
      %M: i32, %K: i32) attributes {noinline = false} {
    %true = arith.constant true
    %0 = tt.dot %a, %a, %a : tensor<16x32xf16, #pin> * tensor<16x32xf16, #pin> -> tensor<16x32xf16, #physical>
    tt.return
  }
}
)mlir");
  CHECK(seen.unknown.empty());
  CHECK(seen.parts.size() == 2);
  REQUIRE(operation_at(seen, 14) != nullptr);
  CHECK(operation_at(seen, 14)->operands[0].line == 10);
}

TEST_CASE("xray: a store whose operands are made elsewhere has the type that it names") {
  const Xray seen = look(
      "#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, "
      "0]}>\n"
      "tt.store %10, %11 : tensor<128x64x!tt.ptr<f16>, #blocked>\n"
      "tt.store %12, %13, %14 : tensor<128x64x!tt.ptr<f16>, #blocked>\n");
  CHECK(seen.unknown.empty());
  REQUIRE(seen.operations.size() == 2);
  CHECK(seen.operations[0].operands.size() == 2);
  CHECK(seen.operations[1].operands.size() == 3);
  for (const XrayOperation& operation : seen.operations) {
    CHECK(operation.name == "tt.store");
    for (const auto& operand : operation.operands) CHECK(operand.part >= 0);
  }
}

TEST_CASE("xray: lists are as long as asked for, the rest is counted") {
  XrayLimits limits;
  limits.parts = 2;
  limits.operations = 1;
  const Xray seen = look(cute_module, limits);
  CHECK(seen.parts.size() == 2);
  CHECK(seen.parts_left_out > 0);
  CHECK(seen.operations.size() == 1);
  CHECK(seen.operations_left_out > 0);
}

TEST_CASE("xray: lines behind resources whose end is missing are counted, too") {
  const Xray seen = look("{-# x = !cute.layout<\"4:1\">\n\n\n(4,2):(1,4)\n");
  CHECK(seen.lines == 4);
  for (const XrayPart& part : seen.parts) CHECK(part.line <= seen.lines);
  CHECK(look("").lines == 1);
  CHECK(look("!cute.layout<\"4:1\">").lines == 1);
}

TEST_CASE("xray: time is linear in what is open, repeated and nested") {
  const auto times = [](std::string_view text, std::size_t n) {
    std::string out;
    for (std::size_t i = 0; i < n; ++i) out += text;
    return out;
  };
  for (const std::string& text :
       {times("%a = f !cute.layout<", 20000), times("!cute.layout<\n", 20000), times("(((\n", 50000),
        times("tt.func @f(%x: tensor<4xf16, #b>) {\n", 20000),
        times("#b = #ttg.blocked<{}>\n#b = #ttg.slice<{}>\n", 20000), times("// -----\n#a = 1\n", 20000),
        times("%0 = a.b {\n", 20000), times("})\n", 50000), times("\"", 50001),
        cat("#a0 = #ttg.x\n", times("#a = [#a, #a]\n", 1000), "tensor<4xf16, #a>")}) {
    CAPTURE(text.substr(0, 40));
    const auto seen = xray_of(cat("#ttg. !cute.x\n", text));
    CHECK(seen.has_value());
  }
}

}  // namespace stridescope
