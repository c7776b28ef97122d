// Tests of PTX and SASS next to their source: the line of each instruction.
#include <doctest/doctest.h>

#include <string>

#include "core/base/text.h"
#include "core/runs/kernel_listing.h"
#include "core/runs/listing.h"
#include "tests/unit/results.h"

namespace stridescope::app {
namespace {

// "12 mov;|0 }": the displayed lines, each with its source line.
std::string shown(std::string_view text) {
  std::string out;
  for (const ListedLine& line : read_listing(text)) {
    if (!out.empty()) out += '|';
    out += std::to_string(line.source) + " " + std::string(line.text);
  }
  return out;
}

}  // namespace

TEST_CASE("listing: PTX says it in .loc, which is not shown") {
  CHECK(shown(".visible .entry k()\n{\n.loc 1 12 3\nmov.u32 a, b;\nadd a, a, 1;\n\t.loc\t1 14 5\n\tret;\n}\n") ==
        "0 .visible .entry k()|0 {|12 mov.u32 a, b;|12 add a, a, 1;|14 \tret;|0 }");
  // Inlined code counts for the line of its call; another file has no line of the kernel.
  CHECK(shown(".loc 2 7 0, function_name $L__info, inlined_at 1 40 5\nmul;\n.loc 2 9 0\nsub;\n$L1:\n") ==
        "40 mul;|0 sub;|0 $L1:");
  // Assembly that the source holds has braces of its own.
  CHECK(shown("{\n.loc 1 5 1\n{\nwait:\nbra wait;\n}\nadd;\n}\nsub;\n") ==
        "0 {|0 {|5 wait:|5 bra wait;|0 }|5 add;|0 }|0 sub;");
  CHECK(shown(".loc\n.loc x y\n.location\nmov;") == "0 .location|0 mov;");
}

TEST_CASE("listing: nvdisasm says it in comments") {
  const std::string text =
      "\t//## File \"stridescope.cu\", line 5\n  /*0000*/ MOV R1 ;\n  /*0010*/ ADD R1 ;\n"
      "\t//## File \"mma.h\", line 77 inlined at \"stridescope.cu\", line 9\n"
      "\t//## File \"stridescope.cu\", line 9\n  /*0020*/ HMMA ;\n.L_1:\n"
      "//--------------------- .text.other\n  /*0000*/ NOP ;\n";
  CHECK(shown(text) ==
        "5   /*0000*/ MOV R1 ;|5   /*0010*/ ADD R1 ;|9   /*0020*/ HMMA ;|0 .L_1:|0 //--------------------- .text.other|"
        "0   /*0000*/ NOP ;");
  CHECK(shown("//## File \"a\", line\n//## File\n//## File \"\nMOV ;") == "0 MOV ;");
}

namespace {

// "PTX: mov;|add; [0+2<2]": a text with its pieces, each "first+lines<source".
std::string shown(const ListedText& text) {
  std::string out = cat(text.language, ": ");
  for (const char c : text.text) out += c == '\n' ? '|' : c;
  out += " [";
  for (const ListedPiece& p : text.pieces)
    append_all(out, out.back() == '[' ? "" : " ", p.first, '+', p.lines, '<', p.source);
  return out + "]";
}

constexpr std::string_view kernel = "K = copy_kernel((16,16):(16,1), (16,16):(1,16), (_16,_4):(_4,_1), tile=(8,8))";

// Answer of a runner that has compiled a kernel of three lines, and a check next to it.
std::string compiled(std::string_view more) {
  return cat(R"({"status":"ok","cuda":"// what it is\nk() {\n  b = a;\n}\n")", more, "}");
}
constexpr std::string_view ptx =
    R"(,"entry":"k","ptx":".target sm_90\n\n.visible .entry k_check(\n)\n{\n.loc 1 9 1\n\tmul;\n}\n)"
    R"(.visible .entry k(\n)\n{\n\t.loc 1 3 1\n\tmov;\n\n\t// begin inline asm\n\t{\n@p bra done;\n}\n\tadd;\n.loc 1 2 1\n\tret;\n\n}\n\t.file 1 \"s.cu\"\n")";
constexpr std::string_view sass =
    R"(,"sass":"\t//## File \"s.cu\", line 3\n        /*0000*/                   MOV R1 ;\n)"
    R"(\t//## File \"s.cu\", line 77\n        /*0010*/              @!P0 EXIT ;\n")";

std::string missing_of(const Workspace& workspace, std::string_view result) {
  const auto listing = kernel_listing(workspace, 0, result);
  return listing ? english(listing->missing) : english(listing.error().message);
}

}  // namespace

TEST_CASE("listing: CUDA, PTX and SASS of a result, each the kernel's own, with the lines that belong together") {
  const Workspace none;
  const auto all = kernel_listing(none, -1, compiled(cat(ptx, sass)));
  REQUIRE(all);
  REQUIRE(all->texts.size() == 3);
  CHECK(shown(all->texts[0]) == "CUDA: // what it is|k() {|  b = a;|} [1+1<2 2+1<3]");
  CHECK(shown(all->texts[1]) ==
        "PTX: .visible .entry k(|)|{|  mov;|  // begin inline asm|  {|@p bra done;|}|  add;|  ret;|} [3+6<3 9+1<2]");
  // A line number beyond the text belongs to other code.
  CHECK(shown(all->texts[2]) == "SASS: /*0000*/  MOV R1 ;|/*0010*/  @!P0 EXIT ; [0+1<3]");
  CHECK(all->missing.empty());
  REQUIRE(all->links.size() == 2);
  CHECK(all->links[1].source == 3);
  CHECK(all->links[1].told == "Line 3 of the CUDA text: 6 lines of PTX, 1 line of SASS.");
  // The same result from a runner without a GPU, which only compiles.
  const auto without =
      kernel_listing(none, -1, compiled(cat(R"(,"compiled":{"arch":"sm_90")", ptx, R"(,"sass_missing":"no tool"})")));
  REQUIRE(without);
  REQUIRE(without->texts.size() == 2);
  CHECK(without->texts[1].pieces == all->texts[1].pieces);
  CHECK(without->missing == "no tool");
  CHECK(without->links[0].told == "Line 2 of the CUDA text: 1 line of PTX.");
}

TEST_CASE("listing: of a recorded run that has its texts, and of which it is said where it ran") {
  Workspace workspace;
  workspace.evaluate(kernel, IntegerMode::teaching);
  const std::string row = cat(
      R"--({"program":"T = copy_kernel((_16,_16):(_16,_1), (_16,_16):(_1,_16), (_16,_4):(_4,_1), tile=(_8,_8))",)--",
      R"--("ms":1,"gb_per_s":1,"cuda":"// what it is\nk() {\n  b = a;\n}")--", ptx, sass, '}');
  const auto result = recorded_result(
      workspace, 0, cat(R"({"device":{"kind":"gpu","name":"G"},"date":"2026-11-26T10:00:00Z","kernels":[)", row, "]}"));
  REQUIRE(result);
  const auto all = kernel_listing(workspace, 0, &*result);
  REQUIRE(all);
  REQUIRE(all->texts.size() == 3);
  CHECK(shown(all->texts[0]) == "CUDA: // what it is|k() {|  b = a;|} [1+1<2 2+1<3]");
  CHECK(shown(all->texts[2]) == "SASS: /*0000*/  MOV R1 ;|/*0010*/  @!P0 EXIT ; [0+1<3]");
  CHECK(all->missing.empty());
  CHECK(all->origin == "Run on G, 2026-11-26.");
}

TEST_CASE("listing: what is not there is said in a sentence, with what to do") {
  Workspace workspace;
  workspace.evaluate(kernel, IntegerMode::teaching);
  const auto before = kernel_listing(workspace, 0, "");
  REQUIRE(before);
  REQUIRE(before->texts.size() == 1);
  CHECK(before->texts[0].text.find("__global__") != std::string::npos);
  CHECK(before->texts[0].pieces.empty());
  CHECK(before->missing == "A run produces PTX and SASS: attach a runner, and run this kernel.");
  CHECK(missing_of(workspace, R"({"status":"ok","recorded":true})") ==
        "This recorded run has no PTX or SASS: attach a runner and run this kernel there.");
  CHECK(missing_of(workspace, R"({"status":"ok"})").find("Install the CUDA toolkit") != std::string::npos);
  CHECK(missing_of(workspace, R"({"status":"ok","ptx":"ret;"})").find("does not disassemble") != std::string::npos);
  CHECK(missing_of(workspace, R"({"status":"ok","ptx":"ret;","sass_missing":"why"})") == "why");
  CHECK(missing_of(workspace, R"({"status":"ok","compiled":{"error":"no such type"}})").find("no such type") !=
        std::string::npos);
  CHECK(missing_of(workspace, R"({"status":"error","code":"hang","message":"no end"})").find("no end") !=
        std::string::npos);
  CHECK(missing_of(workspace, R"({"status":"cancelled"})").find("cancelled") != std::string::npos);
  CHECK(missing_of(workspace, R"({"status":"ok","ptx":7})").find("'ptx'") != std::string::npos);
  CHECK(missing_of(workspace, "{").find("JSON") != std::string::npos);
  // Without a kernel the text is empty, unless the result has it.
  CHECK_FALSE(kernel_listing(workspace, 7, ""));
  CHECK(kernel_listing(workspace, 7, compiled("")));
}

TEST_CASE("listing: instructions are counted, the most frequent first; of what is no instruction none") {
  const auto mix = instruction_mix(
      "\t.reg .b32 %r<4>;\n\tmov.u32 %r1, %tid.x;\n\t@%p1 bra L;\nL:\n{\n\tmov.u32 %r2, 0;\n}\n// add;\n"
      "        /*0010*/  @P0 LDG.E.128 R4, [R2] ;\n");
  REQUIRE(mix.size() == 3);
  CHECK(mix[0].name == "mov.u32");
  CHECK(mix[0].count == 2);
  CHECK(mix[1].name == "LDG.E.128");
  CHECK(mix[2].name == "bra");
  CHECK(instruction_mix("").empty());
}

TEST_CASE("listing: the kernel's own text has its modes, a text of another version has none") {
  Workspace workspace;
  workspace.evaluate(kernel, IntegerMode::teaching);
  const auto own = kernel_listing(workspace, 0, "");
  REQUIRE(own);
  CHECK(own->name == "stridescope_copy");
  CHECK(english(own->launch).find("blocks of") != std::string::npos);
  CHECK(own->texts[0].modes.size() > 3);
  for (const KernelTextMode& mode : own->texts[0].modes) CHECK(mode.end <= own->texts[0].text.size());
  const auto other = kernel_listing(workspace, 0, compiled(""));
  REQUIRE(other);
  CHECK(other->texts[0].modes.empty());
}

}  // namespace stridescope::app
