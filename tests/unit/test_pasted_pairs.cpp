// Pasted texts that compare two layouts: the first cell that differs and the relation are a note, and the comparison is
// a value with its picture.
#include <doctest/doctest.h>

#include <string>

#include "core/analysis/compared.h"
#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/value/print.h"
#include "core/workspace/workspace.h"

namespace stridescope::pasted_pairs_test {
namespace {

struct Answer {
  std::string notes;
  int pairs = 0;
};

Answer answer(const std::string& text) {
  const Evaluation e = evaluate(text, IntegerMode::cute);
  Answer out;
  for (const Error& error : e.errors) FAIL_CHECK(text, "\n", english(error.message));
  for (const Message& note : e.notes) append_all(out.notes, english(note), '\n');
  for (const Binding& b : e.bindings) out.pairs += b.value.is<Compared>() ? 1 : 0;
  return out;
}

// The one note of a text with one pair.
std::string note(const std::string& text) {
  const Answer a = answer(text);
  CHECK_MESSAGE(a.pairs == 1, text);
  return a.notes;
}

int pairs(const std::string& text) { return answer(text).pairs; }

}  // namespace

TEST_CASE("pairs: prints and comments of one name, cutlass#2920") {
  const std::string comment =
      "// gB:   gmem_ptr[16b](GMEM_ADDR_B + offset_for_mma_tile) o (_256,_64,4):(_1,256,16384)\n"
      "// gC:   gmem_ptr[32b](GMEM_ADDR_C + offset_for_mma_tile) o (_128,_256):(256,_1)\n"
      "// tCgB: gmem_ptr[16b](GMEM_ADDR_B) o ((_256,_16),_1,_4,4):((_1,256),_0,4096,16384)\n";
  const std::string print =
      "gB:   gmem_ptr[16b](0x7f5e7a020000) o (_256,_64,4):(256,_1,_64)\n"
      "gC:   gmem_ptr[32b](0x7f5e7b000000) o (_128,_256):(1024,_1)\n"
      "tCgB: gmem_ptr[16b](0x7f5e7a020000) o ((_256,_16),_1,_4,4):((256,_1),_0,_16,_64)\n";
  const std::string notes =
      "gB, A on line 1, B on line 4: 65280 of 65536 cells differ; the first at (1,0,0): 256 and 1; as (256,256), A is "
      "row-major "
      "and "
      "B is column-major\n"
      "gC, A on line 2, B on line 5: 32512 of 32768 cells differ; the first at (1,0): 1024 and 256; the stride of mode "
      "0 is 1024 "
      "in A "
      "and 256 in B\n"
      "tCgB, A on line 3, B on line 6: 65280 of 65536 cells differ; the first at (1,0,0,0): 256 and 1; as (256,256), A "
      "is "
      "row-major "
      "and B is column-major\n";
  CHECK(answer(print + comment).notes == notes);
  CHECK(answer(print + comment).pairs == 3);
  CHECK(answer(comment + print).pairs == 3);
  // Both printed.
  CHECK(note("gC: (_128,_256):(256,_1)\ngC: (_128,_256):(1024,_1)\n").starts_with("gC, A on line 1, B on line 2: "));
  // The same under one name is one statement twice.
  CHECK(pairs("gC: (_128,_256):(256,_1)\ngC: (_128,_256):(256,_1)\n") == 0);
  // Names of the language may be bound again.
  CHECK(pairs("A = (4,8):(8,1)\nA = (4,8):(1,4)") == 0);
}

TEST_CASE("pairs: comments behind statements") {
  CHECK(note("gC = (128,256):(1024,1)  // (128,256):(256,1)").starts_with("gC, line 1: "));
  CHECK(note("using BLayout = Layout<Shape <Shape <_4,_8>,_8>, Stride<Stride<_32,_1>,_8>>;  // should be "
             "((_4,_8),_8):((_64,_1),_8)")
            .ends_with("the stride of mode (0,0) is 32 in A and 64 in B\n"));
  CHECK(note("using BLayout = Layout<Shape <Shape <_4,_8>,_8>, Stride<Stride<_32,_1>,_8>>;\n// right: "
             "((_4,_8),_8):((_64,_1),_8)")
            .starts_with("BLayout, A on line 1, B on line 2: "));
  const std::string complement =
      "Layout lol = make_layout(make_shape(4), make_stride(2));\nauto result = complement(lol, 8);\n";
  CHECK(pairs(complement + "// prints (2,1):(_1,8)") == 0);
  CHECK(note(complement + "// prints (2,1):(_1,8), expected 2:1").ends_with("only modes of extent 1 differ\n"));
  CHECK(note(complement + "// prints (2,1):(_1,8)\n// expected 2:1").ends_with("only modes of extent 1 differ\n"));
  CHECK(pairs("gC = (128,256):(256,1)  // (128,256):(256,1)") == 0);
  CHECK(pairs("gC = (128,256):(256,1)  // (_128,_256):(_256,_1)") == 0);
  CHECK(pairs("gC = (128,256):(256,1)\n// (128,256):(1,128) is column-major") == 0);
  // A label of one function is not a name of another, and the end of a word is not a label.
  const std::string far = "// block: (4,8):(1,4)\na = 1\nb = 2\nc = 3\n";
  CHECK(pairs(far + "block = (4,8):(8,1)") == 0);
  CHECK(pairs(far + "block: (_4,_8):(_8,_1)") == 1);
  CHECK(pairs("// block: (4,8):(1,4)\nblock = (4,8):(8,1)") == 1);
  CHECK(pairs("block = (4,8):(8,1)\nx = 4  // sub-block: (4,8):(1,4)") == 0);
  CHECK(pairs("gC = (128,256):(256,1)  // of (4,8):(8,1) and (4,8):(1,4)") == 0);
  CHECK(note("L1 = (6,2):(8,3)\nL2 = (4,3):(3,1)\nR = composition(L1, L2)\n# should be ((2,2),3):((24,2),8)")
            .ends_with("as (2,2,3), the strides are (24,3,8) in A and (24,2,8) in B\n"));
}

TEST_CASE("pairs: expected and actual") {
  const std::string coalesced = note(
      "expected=?{div=192}:1\nactual=(192,?):(1,192)\n# cute.coalesce(tensor.layout) of a (256,192).t() tensor, mode 1 "
      "marked dynamic");
  CHECK(coalesced.ends_with("no difference in 384 cells; the same function: B merges modes of A\n"));
  CHECK(note("expected: (4,8):(8,1)\nactual: (4,8):(1,4)\n")
            .starts_with("A on line 2, B on line 1: 30 of 32 cells differ"));
  CHECK(note("gC_expected: (4,8):(8,1)\ngC_actual: (4,8):(1,4)\n").starts_with("gC, A on line 2, B on line 1: "));
  CHECK(note("gC = (4,8):(8,1)\ngC_ref = (4,8):(1,4)\n").starts_with("gC, A on line 1, B on line 2: "));
  CHECK(pairs("expected = (4,8):(8,1)\nactual = (4,8):(1,4)\ncompare(expected, actual)") == 1);
}

TEST_CASE("pairs: sentences on two layouts") {
  CHECK(note("complement(4:2, 8) prints (2,1):(_1,8), expected 2:1") ==
        "line 1: no difference in 2 cells; the same function: only modes of extent 1 differ\n");
  CHECK(note("expected (32,16):(16,1)\nactual ((2,2,4,2),16):((16,128,32,256),1)")
            .ends_with("both are compact: A is make_ordered_layout((2,2,4,2,16), (1,3,2,4,0)), B has the order "
                       "(1,2,3,4,0)\n"));
  CHECK(note("I got (64,64):(64,1) instead of ((8,8),(8,2)):((64,512),(1,8))")
            .ends_with("B is A cut to its first (64,16)\n"));
  CHECK(note("sA: (4,8):(8,1) should be (4,8):(1,4)").ends_with("as (4,8), A is row-major and B is column-major\n"));
  CHECK(note("AssertionError: (4,8):(8,1) != (8,4):(1,8)").ends_with("B is A transposed: B(i,j) = A(j,i)\n"));
  CHECK(note("got Sw<3,0,5> o 0 o (64,32):(32,1), but expected Sw<3,1,5> o 0 o (64,64):(64,1)")
            .ends_with("B is A in elements of 1/2 of the width\n"));
  CHECK(note("C: (256,64):(64,1)\nexpected: ((64,2,2),64):((64,8192,4096),1)")
            .ends_with("64 to 127 and 128 to 191 of mode 0 are exchanged\n"));
  const std::string atom =
      "Copy Atom\n  ThrID:         32:1\n  TV Layout Src: ((2,2,4,2),16):((16,128,32,256),1)\n"
      "  TV Layout Dst: ((4,8),(1,2,2,4)):((32,1),(1,16,8,128))\n  Value type:    i8\n";
  const std::string rows = "384 of 512 cells differ; the first at (2,0): 128 and 32; both are compact";
  CHECK(note(atom + "I expected (32,16):(16,1)").find("ValLayoutSrc, A on line 1, B on line 6: " + rows) !=
        std::string::npos);
  CHECK(note(atom + "expected TV Layout Src: (32,16):(16,1)").find("ValLayoutSrc, A on line 1, B on line 6: " + rows) !=
        std::string::npos);
  CHECK(note("it prints (4,8):(8,1) but the comment says (4,8):(1,4)").ends_with("B is column-major\n"));
  CHECK(note("sA = (4,8):(8,1)\nsA should have (4,8):(1,4)").ends_with("B is column-major\n"));
  CHECK(pairs("left = (4,8):(8,1)\nright = (4,8):(1,4)") == 0);
  // Nor is it correct next to a layout that nothing calls wrong.
  CHECK(pairs("b = 4:2\nright = make_layout((2,(2,2)), LayoutRight)") == 0);
  CHECK(pairs("wrong = (4,8):(8,1)\nright = (4,8):(1,4)") == 1);
  CHECK(pairs("The layout of sA is (8,64):(64,1) and that of sB is (_64,_8):(_1,_64).") == 0);
}

TEST_CASE("pairs: tilings by their rows, cutlass#3254") {
  const auto tiling = [](const std::string& name, const std::string& c) {
    return name +
           ": Tiled MMA\n  Thr Layout VMNK: (128,1,1,1):(1,0,0,0)\n  Permutation MNK: (_,_,_)\nMMA Atom\n"
           "  ThrID:           128:1\n  Shape MNK:       (64,8,16)\n  TV Layout A:     (128,(64,16)):(0,(1,64))\n"
           "  TV Layout B:     (128,(8,16)):(0,(1,8))\n  TV Layout C:     " +
           c + "\n";
  };
  const std::string cpp = "((4,8,4),(2,2,1)):((128,1,16),(64,8,512))";
  CHECK(answer(tiling("expected", cpp) + tiling("actual", "((4,8,4),(2,2,1)):((128,1,16),(8,64,512))"))
            .notes.find("A on line 10, B on line 1: 1 of 9 fields differ\n") != std::string::npos);
  CHECK(answer(tiling("expected", cpp) + tiling("actual", cpp)).notes.find("differ") == std::string::npos);
}

TEST_CASE("pairs: the comparison has its picture, linked to the values of the text") {
  Workspace workspace;
  const Report& report = workspace.evaluate("gC = (4,8):(8,1)  // (4,8):(1,4)", IntegerMode::cute);
  REQUIRE(report.bindings.size() == 2);
  const auto views = workspace.views(1);
  REQUIRE(views);
  REQUIRE(!views->empty());
  CHECK((*views)[0].picture == Picture::compare);
  const auto linked = workspace.linked(1, 1);
  REQUIRE(linked);
  CHECK(linked->cells.size() == 2);
}

}  // namespace stridescope::pasted_pairs_test
