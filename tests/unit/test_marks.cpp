// The one table of marks: which reader a file gets, by its name and text.
#include <doctest/doctest.h>

#include <string>

#include "core/base/base64.h"
#include "core/foreign/marks.h"
#include "core/trace/trace.h"

namespace stridescope {

TEST_CASE("marks: each file gets the reader that its marks or its name ask for") {
  CHECK(file_reader("a.stride", "A = 4:1") == FileReader::program);
  CHECK(file_reader("", "") == FileReader::program);
  CHECK(file_reader("a.mlir", "A = 4:1") == FileReader::module);
  CHECK(file_reader(".cu", "") == FileReader::module);
  CHECK(file_reader("a.txt", "%0 = x : !cute.layout<\"4:1\">") == FileReader::module);
  const std::string trace = encode_base64(std::string(trace_begin) + "1\n", Base64::standard);
  CHECK(file_reader("a.trace", trace) == FileReader::trace);
  CHECK(file_reader("a.cu", trace) == FileReader::trace);
  CHECK(file_reader("a.txt", "x" + trace) == FileReader::program);
  CHECK(file_reader("a", encode_base64(std::string("NVR\0abc", 7), Base64::standard)) == FileReader::counts);
  // Other programs may print something before a page.
  const std::string page = "\"Kernel Name\",\"f\"\n\"#\",\"Address\",\"Source\"\n";
  CHECK(file_reader("a.csv", page) == FileReader::counts_page);
  CHECK(file_reader("a.csv", "==PROF== done\n" + page) == FileReader::counts_page);
  CHECK(file_reader("a.csv", "x" + page) == FileReader::program);
  CHECK(file_reader("a.csv", "\"Kernel Name\",\"f\"\n") == FileReader::program);
}

TEST_CASE("marks: a text with the begin of each system's layouts may hold one") {
  CHECK_FALSE(may_hold_systems("A = (4,8):(8,1)\nB = composition(A, 4:2)"));
  for (const SystemMark& mark : system_marks()) {
    CAPTURE(mark.begin);
    CHECK(may_hold_systems("A = " + std::string(mark.begin)));
  }
  for (const char* text : {"010\n001", "#ttg.blocked<{}>", "register=1 -> (0, 1)"}) {
    CAPTURE(text);
    CHECK(may_hold_systems(text));
  }
}

}  // namespace stridescope
