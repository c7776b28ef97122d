// Warnings of a coordinate, a thread, a tile or an element that an operand does not have. CuTe's value stays as it is.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/data/gallery.h"
#include "core/workspace/diagnostics.h"
#include "tests/unit/programs.h"

namespace stridescope {
namespace {

constexpr std::string_view mma = "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)\n";
constexpr std::string_view copy =
    "copy_ = make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>,half_t>, (_384):(_1), (_2):(_1))\n";

// The last value and the warnings of a program, one a line, each with its text in the program.
std::string result(std::string_view program) {
  Workspace workspace;
  const Report& report = workspace.evaluate(program, IntegerMode::cute);
  std::string out = report.bindings.empty() ? "" : report.bindings.back().text;
  for (const Diagnostic& d : report.diagnostics) {
    append_all(out, '\n', program.substr(d.span.begin, d.span.end - d.span.begin), ": ", english(d.message));
    CHECK_FALSE(fails(d));
  }
  return out;
}

void warns(std::string_view program, std::string_view expected) {
  const std::string text = result(program);
  INFO(text);
  CHECK(text.find(expected) != std::string::npos);
}

void is_silent(std::string_view program) {
  const std::string text = result(program);
  INFO(text);
  CHECK(text.find('\n') == std::string::npos);
}

}  // namespace

TEST_CASE("out of range: a coordinate") {
  CHECK(result("A = (4,8):(8,1)\nA(5,9)") == "49\nA(5,9): coordinate 5 of mode 0 is outside of its extent 4 in (4,8)");
  CHECK(result("A = (4,8):(8,1)\nA(3,8)") == "32\nA(3,8): coordinate 8 of mode 1 is outside of its extent 8 in (4,8)");
  CHECK(result("A = (4,8):(8,1)\nA(32)") == "8\nA(32): coordinate 32 is outside of (4,8), which has 32 elements");
  CHECK(result("A = (4,(2,4)):(8,(4,1))\nA(1,(2,0))") ==
        "16\nA(1,(2,0)): coordinate 2 of mode 1,0 is outside of its extent 2 in (4,(2,4))");
  CHECK(result("A = (4,8):(8,1)\nA(0,-1)") ==
        "-1\nA(0,-1): coordinate -1 of mode 1 is outside of its extent 8 in (4,8)");
  CHECK(result("A = (4,8):(8,1)\nA(4,_)") ==
        "(8):(1)\nA(4,_): coordinate 4 of mode 0 is outside of its extent 4 in (4,8)");
  // Inside, nothing is reported; a swizzle has no end.
  for (const std::string_view right : {"A = (4,8):(8,1)\nA(3,7)", "A = (4,8):(8,1)\nA(31)", "A = (4,8):(8,1)\nA(_,7)",
                                       "S = Sw<3,4,3>\nS(123456)", "slice((3,_), (4,8))"})
    is_silent(right);
}

TEST_CASE("out of range: coordinates of functions, swizzled layouts and tensors") {
  warns("crd2idx((4,0), (4,8))", "coordinate 4 of mode 0 is outside of its extent 4 in (4,8)");
  warns("crd2idx((4,0), (4,8):(8,1))", "coordinate 4 of mode 0 is outside of its extent 4 in (4,8)");
  warns("idx2crd(32, (4,8))", "coordinate 32 is outside of (4,8), which has 32 elements");
  warns("crd2crd((4,0), (4,8), (8,4))", "coordinate 4 of mode 0 is outside of its extent 4 in (4,8)");
  warns("slice((_,8), (4,8):(8,1))", "coordinate 8 of mode 1 is outside of its extent 8 in (4,8)");
  warns("slice_and_offset((_,8), (4,8):(8,1))", "coordinate 8 of mode 1 is outside of its extent 8 in (4,8)");
  warns("S = Sw<3,3,3> o 0 o (8,64):(64,1)\nS(8,0)", "coordinate 8 of mode 0 is outside of its extent 8 in (8,64)");
  warns("T = make_tensor(counting_iter(0), (4,8):(8,1))\nT(4,0)", "coordinate 4 of mode 0 is outside of its extent 4");
}

TEST_CASE("out of range: a coordinate as the offset of a composed layout") {
  warns("B = (128,64):(64,1) o (200,0) o (2,2):(1@0,1@1)\nB(1,1)",
        "12865\nB(1,1): coordinate 201 of mode 0 is outside of its extent 128 in (128,64)");
  warns("B = (4,8):(8,1) o (3,0) o (2,2):(1@0,1@1)\nB(1,0)", "coordinate 4 of mode 0 is outside of its extent 4");
  is_silent("B = (4,8):(8,1) o (3,0) o (2,2):(1@0,1@1)\nB(0,1)");
}

TEST_CASE("out of range: a thread") {
  for (const std::string_view part : {"partition_A(mma, 99, (16,16):(16,1))", "partition_B(mma, 99, (8,16):(16,1))",
                                      "partition_C(mma, 99, (16,8):(8,1))", "get_slice(mma, 99)"})
    warns(cat(mma, part), "thread 99 does not exist: the tiling has 32 threads, from 0");
  for (const std::string_view part :
       {"partition_S(copy_, 384, (768):(1))", "partition_D(copy_, 384, (768):(1))", "get_slice(copy_, 384)"})
    warns(cat(copy, part), "thread 384 does not exist: the tiling has 384 threads, from 0");
  warns("local_partition(make_tensor(counting_iter(0), (8,8):(8,1)), (2,4):(4,1), 8)",
        "thread 8 does not exist: the tiling has 8 threads, from 0");
  warns(cat(mma, "get_slice(mma, (32,0,0,0))"), "coordinate 32 of mode 0 is outside of its extent 32");
  CHECK(result(cat(mma, "partition_C(mma, 31, (16,8):(8,1))")).find("does not exist") == std::string::npos);
}

TEST_CASE("out of range: elements of a tile and of a thread") {
  const std::string tensor = "T = make_tensor(counting_iter(0), (100,64):(64,1))\n";
  is_silent(tensor + "local_tile(T, (_64,_64), (0,0))");
  warns(tensor + "local_tile(T, (_64,_64), (1,0))",
        "element (36,0) of the part is (100,0) of the tensor, outside of (100,64); 1792 of 4096 elements are outside");
  warns(tensor + "local_tile(T, (_64,_64), (2,0))",
        "element (0,0) of the part is (128,0) of the tensor, outside of (100,64); 4096 of 4096 elements are outside");
  // https://github.com/NVIDIA/cutlass/issues/2980
  const std::string thread = cat(copy, "partition_D(copy_, 300, make_tensor(smem_ptr[16b](0x0), (192):(1)))");
  warns(thread, "of the part is (600) of the tensor, outside of (192); 2 of 2 elements are outside");
  warns(thread, "thread 96 is the first with elements outside of the tensor");
  is_silent(cat(copy, "partition_D(copy_, 95, make_tensor(smem_ptr[16b](0x0), (192):(1)))"));
  // The elements outside are after those that a search visits.
  const std::string large = "local_tile(make_tensor(counting_iter(0), (256,200):(1,256)), (_256,_256), (0,0))";
  warns(large, "element (255,255) of the part is (255,255) of the tensor, outside of (256,200)");
  CHECK(result(large).find("elements are outside") == std::string::npos);
  // Coordinates beyond the extents are what predicates compare.
  is_silent("local_tile(make_identity_tensor((100,64)), (_64,_64), (1,0))");
}

TEST_CASE("out of range: an offset of more than 32 bits names the first coordinate") {
  // https://github.com/NVIDIA/cutlass/issues/3604
  const std::string tensor = "T = make_tensor(gmem_ptr[16b](0x0), (536870913,4):(4,1))\n";
  warns(
      tensor + "domain_offset((536870912,0), T)",
      "offset 2147483648 does not fit 32 bits: coordinate 536870912 of mode 0 is the first whose offset does not fit");
  is_silent(tensor + "domain_offset((536870911,0), T)");
  warns("A = (65536,65536):(65536,1)\nA(32768,0)", "coordinate 32768 of mode 0 is the first");
  is_silent("A = (65536,65536):(65536,1)\nA(32767,65535)");
  const Evaluation wide = evaluate("A = (65536,65536):(65536,1)\nA(32768,0)", IntegerMode::cute);
  REQUIRE(wide.assumed.size() == 1);
  CHECK(wide.assumed[0].code == ErrorCode::offset_range);
  // A tile of K may begin before the tensor.
  is_silent("domain_offset((0,-32), make_tensor(counting_iter(64), (4,8):(64,1)))");
}

TEST_CASE("out of range: source and destination of a copy") {
  // https://github.com/NVIDIA/cutlass/issues/3488
  warns(
      "auto src = make_layout(Shape<_4,_3>{});\nauto dst = make_layout(Shape<_2,_3>{});\n"
      "copy_if(Copy_Atom<UniversalCopy<uint128_t>, float>{}, prd, src, dst);\n",
      "mode 0 of the copy has 4 elements in the source and 2 in the destination: (2,0) has no place there, and "
      "element (2,2) is at offset 6, beyond its 6 elements");
  warns("auto src = make_layout(Shape<_2,_3>{});\nauto dst = make_layout(Shape<_2,_4>{});\ncopy(src, dst);\n",
        "mode 1 of the copy has 3 elements in the source and 4 in the destination: nothing is copied to (0,3)");
  const std::string kernel = "import cutlass.cute as cute\n@cute.jit\ndef f(atom):\n";
  warns(kernel + "  src = cute.make_layout((4,4))\n  dst = cute.make_layout(8)\n  cute.copy(atom, src, dst)\n",
        "the copy's source has 16 elements, its destination 8");
  // A side that is an expression, if its names were bound before.
  const std::string tensors =
      "Tensor src = make_tensor(gmem_ptr[32b](0x1000), Shape<_4,_3>{});\n"
      "Tensor dst = make_tensor(gmem_ptr[32b](0x2000), Shape<_4,_3>{});\n";
  const std::string rows = "mode 0 of the copy has 4 elements in the source and 2 in the destination";
  warns(tensors + "copy(src, local_tile(dst, Shape<_2,_3>{}, make_coord(0,0)));\n", rows);
  warns(tensors + "copy(group_modes<0,1>(src), make_tensor(dst.data(), Shape<_2,_3>{}));\n", rows);
  CHECK(result(tensors + "copy(group_modes<0,2>(src), group_modes<0,2>(dst));\n").find("copy") == std::string::npos);
  warns("auto a = make_layout(Shape<_8,_2,_4>{});\nauto b = make_layout(Shape<_4,_2>{});\ncopy(tiled, a(_,_,k), b);\n",
        "mode 0 of the copy has 8 elements in the source and 4 in the destination");
  // An open index of a partition.
  const std::string parts =
      "auto sA = make_tensor(make_smem_ptr<half_t>(smem), Layout<Shape<_64,_32,_3>,Stride<_32,_1,_2048>>{});\n"
      "auto copy_a = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_4>,Stride<_4,_1>>"
      "{}, Layout<Shape<_1,_8>>{});\nauto thr = copy_a.get_slice(0);\n";
  const std::string copied = "auto rA = make_fragment_like(thr.partition_S(sA)(_,_,_,0));\n";
  warns(parts + "auto rA = make_tensor<half_t>(Shape<_8,_2,_1>{});\ncopy(copy_a, thr.partition_S(sA)(_,_,_,k), rA);\n",
        "mode 1 of the copy has 4 elements in the source and 2 in the destination");
  CHECK(result(parts + copied + "copy(copy_a, thr.partition_S(sA)(_,_,_,k), rA);\n").find("of the copy") ==
        std::string::npos);
  const std::string sides = kernel + "  a = cute.make_layout((8,2,4))\n  b = cute.make_layout((8,2))\n";
  const std::string rights[] = {
      "auto a = make_layout(Shape<_8,_2,_4>{});\nauto b = make_layout(Shape<_8,_2>{});\ncopy(tiled, a(_,_,k), b);\n",
      "auto a = make_layout(Shape<_8>{});\nauto b = make_layout(Shape<_4,_2>{});\ncopy(a, b);\n",
      sides + "  cute.copy(atom, a[None, None, 0], b, pred=p)\n", sides + "  cute.copy(atom, a[(None, None, 0)], b)\n"};
  for (const std::string& right : rights) {
    INFO(result(right));
    CHECK(result(right).find("copy") == std::string::npos);
  }
}

TEST_CASE("out of range: a warning has a place and fails no program") {
  Workspace workspace;
  const Report& report = workspace.evaluate("A = (4,8):(8,1)\nb = A(5,9)\nc = A(1,1)", IntegerMode::cute);
  REQUIRE(report.diagnostics.size() == 1);
  CHECK(report.diagnostics[0].severity == Severity::warning);
  CHECK(report.diagnostics[0].span == Span{20, 26});
  CHECK(first_failure(report) == nullptr);
  CHECK(report.bindings.size() == 3);
  const std::string shown = format_diagnostic(workspace.program(), report.diagnostics[0]);
  CHECK(shown.find("warning: coordinate 5 of mode 0") == 0);
  CHECK(shown.find("program:2:5") != std::string::npos);
  // Each coordinate is reported once, at most sixteen.
  std::string many = "A = (4,8):(8,1)\n";
  for (int i = 0; i < 40; ++i) append_all(many, "A(", 4 + i, ",0)\n");
  CHECK(workspace.evaluate(many, IntegerMode::cute).diagnostics.size() == 16);
}

TEST_CASE("out of range: a search that the budget does not allow changes no value") {
  Budget budget = {2000, 1 << 20};
  const Evaluation e = evaluate("local_tile(make_tensor(counting_iter(0), (100,64):(64,1)), (_64,_64), (1,0))",
                                IntegerMode::cute, budget);
  for (const ProgramError& error : e.errors) FAIL_CHECK(english(error.message));
  REQUIRE(e.bindings.size() == 1);
  CHECK(to_text(e.bindings[0].value) == "counting_iter(4096) o (_64,_64):(64,1)");
  CHECK(e.assumed.empty());
}

TEST_CASE("out of range: random coordinates and tiles, against the definition") {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto warned = [](const std::string& program) {
    const Evaluation e = evaluate(program, IntegerMode::cute);
    REQUIRE(e.errors.empty());
    return e.assumed.empty() ? std::string() : english(e.assumed[0].message);
  };
  for (int i = 0; i < 400; ++i) {
    const int shape[] = {1 + below(5), 1 + below(4), 1 + below(4)};
    const int at[] = {below(7) - 1, below(6) - 1, below(6) - 1};
    const bool nested = below(2) == 0;
    const int pair = nested ? at[1] : below(20);
    const std::string layout = cat("(", shape[0], ",(", shape[1], ",", shape[2], ")):(1,(7,50))");
    const std::string coordinate = nested ? cat("(", at[1], ",", at[2], ")") : cat(pair);
    const auto in = [](int c, int extent) { return c >= 0 && c < extent; };
    const bool inside =
        in(at[0], shape[0]) && (nested ? in(at[1], shape[1]) && in(at[2], shape[2]) : in(pair, shape[1] * shape[2]));
    const std::string program = cat("A = ", layout, "\nA(", at[0], ",", coordinate, ")");
    INFO(program);
    CHECK(warned(program).empty() == inside);
  }
  for (int i = 0; i < 100; ++i) {
    const int rows = 1 + below(40);
    const int columns = 1 + below(40);
    const int tile[] = {1 << below(5), 1 << below(5)};
    const int at[] = {below(4), below(4)};
    int outside = 0;
    for (int r = 0; r < tile[0]; ++r) {
      for (int c = 0; c < tile[1]; ++c)
        outside += at[0] * tile[0] + r >= rows || at[1] * tile[1] + c >= columns ? 1 : 0;
    }
    const std::string program = cat("local_tile(make_tensor(counting_iter(0), (", rows, ",", columns, "):(", columns,
                                    ",1)), (", tile[0], ",", tile[1], "), (", at[0], ",", at[1], "))");
    INFO(program);
    const std::string text = warned(program);
    CHECK(text.empty() == (outside == 0));
    const int all = tile[0] * tile[1];
    if (outside > 0) CHECK(text.find(cat("; ", outside, " of ", all, " element")) != std::string::npos);
  }
}

TEST_CASE("out of range: no alarm in the gallery") {
  for (const GalleryEntry& entry : gallery()) {
    if (entry.group == "problems") continue;  // there a warning is the answer
    for (const IntegerMode mode : {IntegerMode::cute, IntegerMode::teaching}) {
      Workspace workspace;
      for (const Diagnostic& d : workspace.evaluate(entry.program, mode).diagnostics) {
        if (fails(d)) continue;
        INFO(entry.program);
        FAIL_CHECK(english(d.message));
      }
    }
  }
}

}  // namespace stridescope
