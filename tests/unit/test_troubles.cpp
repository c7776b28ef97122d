// What stands beside errors where no line of a program has a value.
#include <doctest/doctest.h>

#include "core/app/library.h"
#include "core/app/troubles.h"

namespace stridescope {
namespace {

using Names = std::vector<std::string>;

std::string called(const std::string& program, const std::string& about) {
  const auto at = static_cast<std::uint32_t>(program.find(about));
  const Span place = {at, at + static_cast<std::uint32_t>(about.size())};
  const auto call = app::call_at(program, place, english_catalog());
  return call ? call->before + "[" + call->argument + "]" + call->after : "";
}

}  // namespace

TEST_CASE("troubles: the call that an error is about") {
  CHECK(called("B = composition(A, 7:2)\n", "A,") == "composition([A], B)");
  CHECK(called("B = composition(A, 7:2)\n", "7:2") == "composition(A, [B])");
  CHECK(called("B = composition(A, 7:2)\n", "composition") == "composition([A], B)");
  CHECK(called("E = foo(3)\n", "foo").empty());
  CHECK(called("F = (4,4):(4)", "(4)").empty());
  CHECK(called("", "").empty());
}

TEST_CASE("troubles: pages on what broken lines use, and on the first steps where they use nothing") {
  CHECK(app::troubled_pages("A = (4,8:(8,1)\nB = composition(A, 7:2)\nC = make_layout((4,4), (1,\nE = foo(3)\n") ==
        Names{"layout_of_shape", "composition", "make_layout"});
  CHECK(app::troubled_pages("# composition(A, B)\nx = Sw<3,4, o (4,8)") == Names{"swizzle", "composed"});
  for (const std::string_view program : {"", "???", "\"", "foo", "x = "}) {
    const Names pages = app::troubled_pages(program);
    CHECK_FALSE(pages.empty());
    for (const std::string& name : pages) CHECK(app::has_page(name));
  }
  std::string many;
  for (const auto& found : app::search("", {}, english_catalog())) many += found.title + "(\n";
  CHECK(app::troubled_pages(many).size() == app::most_troubled_pages);
}

}  // namespace stridescope
