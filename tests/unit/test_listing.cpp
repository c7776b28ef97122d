// PTX and SASS beside their source: which line each instruction comes from.
#include <doctest/doctest.h>

#include <string>

#include "core/app/listing.h"

namespace stridescope::app {
namespace {

// "12 mov;|0 }": the lines that are shown, each with its source.
std::string shown(std::string_view text) {
  std::string out;
  for (const ListedLine& line : read_listing(text).lines) {
    if (!out.empty()) out += '|';
    out += std::to_string(line.source) + " " + std::string(line.text);
  }
  return out;
}

}  // namespace

TEST_CASE("listing: PTX says it in .loc, which is not shown") {
  CHECK(shown(".visible .entry k()\n{\n.loc 1 12 3\nmov.u32 a, b;\nadd a, a, 1;\n\t.loc\t1 14 5\n\tret;\n}\n") ==
        "0 .visible .entry k()|0 {|12 mov.u32 a, b;|12 add a, a, 1;|14 \tret;|0 }");
  // Inlined code counts for where it is inlined; another file has no line of the kernel's.
  CHECK(shown(".loc 2 7 0, function_name $L__info, inlined_at 1 40 5\nmul;\n.loc 2 9 0\nsub;\n$L1:\n") ==
        "40 mul;|0 sub;|0 $L1:");
  CHECK(!read_listing("mov;\n").linked);
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
  const Listing listing = read_listing(text);
  CHECK(listing.linked);
  REQUIRE(listing.from(9) != nullptr);
  CHECK(listing.from(9)->text == "  /*0020*/ HMMA ;");
  CHECK(listing.from(6) == nullptr);
  CHECK(shown("//## File \"a\", line\n//## File\n//## File \"\nMOV ;") == "0 MOV ;");
}

}  // namespace stridescope::app
