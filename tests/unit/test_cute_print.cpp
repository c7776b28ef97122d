// CuTe's pictures. The golden runner tests those of layouts; those of thread-value tensors are drawn here from the
// tensors that the golden text names.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/render/cute/cute_print.h"
#include "core/workspace/workspace.h"

using namespace stridescope;

namespace {

std::vector<nlohmann::json> golden(std::string_view kind) {
  std::ifstream file("tests/golden/render.jsonl");
  REQUIRE_MESSAGE(file.good(), "run in the root of the repository");
  std::vector<nlohmann::json> out;
  for (std::string line; std::getline(file, line);) {
    nlohmann::json entry = nlohmann::json::parse(line, nullptr, false);
    if (entry["kind"] == kind) out.push_back(std::move(entry));
  }
  REQUIRE(!out.empty());
  return out;
}

// Text after `name: ` on its line, up to the end of the comment.
std::string named(const std::string& text, std::string_view name) {
  const std::size_t begin = text.find(std::string(name) + ": ") + name.size() + 2;
  const std::size_t end = std::min(text.find('\n', begin), text.find("  -->", begin));
  return text.substr(begin, end - begin);
}

Value value_of(const std::string& expression) {
  Workspace workspace;
  const Report& report = workspace.evaluate(expression, IntegerMode::cute);
  REQUIRE_MESSAGE(report.diagnostics.empty(), expression);
  return report.bindings.back().value;
}

// "ArithTuple(_0,_0) o LAYOUT"
Tensor tensor_of(const std::string& text) {
  const std::string prefix = "ArithTuple(_0,_0) o ";
  REQUIRE(text.starts_with(prefix));
  const Value value = value_of("make_tensor(make_inttuple_iter((_0,_0)), " + text.substr(prefix.size()) + ")");
  REQUIRE(value.is<Tensor>());
  return *value.as<Tensor>();
}

// The sizes of the n-th grid of a TikZ picture: (rows, cols).
std::pair<std::int64_t, std::int64_t> grid_of(const std::string& text, int n) {
  std::size_t at = 0;
  for (int i = 0; i <= n; ++i) at = text.find("shift={(-0.5,-0.5)}] (", at) + 22;
  char* end = nullptr;
  const char* s = text.c_str() + at;
  const auto number = [&] {
    const auto value = std::strtoll(s, &end, 10);
    s = end;
    while (*s != '\0' && *s != '-' && (*s < '0' || *s > '9')) ++s;
    return value;
  };
  const auto top = number();
  const auto left = number();
  const auto bottom = number();
  const auto right = number();
  return {bottom - top, right - left};
}

IntTuple tile(const std::string& text) { return *value_of(text).as<IntTuple>(); }

}  // namespace

TEST_CASE("cute print: LaTeX of MMAs from their thread-value tensors") {
  for (const auto& line : golden("print_latex_mma")) {
    const std::string text = line["text"];
    const auto [m, n] = grid_of(text, 0);
    const auto k = grid_of(text, 1).second;
    const auto out = print_latex_mma(tensor_of(named(text, "LayoutC")), tensor_of(named(text, "LayoutA")),
                                     tensor_of(named(text, "LayoutB")), tile(cat('(', m, ',', n, ',', k, ')')));
    REQUIRE(out);
    CHECK_MESSAGE(text.starts_with(*out), line["expr"].get<std::string>());
  }
}

TEST_CASE("cute print: LaTeX of copies from their thread-value tensors") {
  for (const auto& line : golden("print_latex_copy")) {
    const std::string text = line["text"];
    const auto [m, n] = grid_of(text, 0);
    const auto out = print_latex_copy(tensor_of(named(text, "Layout S TV")), tensor_of(named(text, "Layout D TV")),
                                      tile(cat('(', m, ',', n, ')')));
    REQUIRE(out);
    CHECK_MESSAGE(text.starts_with(*out), line["expr"].get<std::string>());
  }
}

TEST_CASE("cute print: SVG of MMAs from their thread-value tensors") {
  for (const auto& line : golden("print_svg_mma")) {
    const std::string text = line["text"];
    const auto out = print_svg_mma(tensor_of(named(text, "C")), tensor_of(named(text, "A")),
                                   tensor_of(named(text, "B")), tile(named(text, "Tile")));
    REQUIRE(out);
    CHECK_MESSAGE(text.starts_with(*out), line["expr"].get<std::string>());
  }
}

TEST_CASE("cute print: a layout in greys by offset modulo 8") {
  const auto latex = print_latex(value_of("8:-1"));
  REQUIRE(latex);
  CHECK(latex->starts_with("% Layout: (8,_1):(-1,_0)\n"));
  CHECK(latex->find("\\node[fill=black!70] at (1,0) {-1};") != std::string::npos);
  const auto svg = print_svg(value_of("(_2,_9):(_9,_1)"));
  REQUIRE(svg);
  CHECK(
      svg->find(
          "<rect x=\"180\" y=\"20\" width=\"20\" height=\"20\" fill=\"rgb(255,255,255)\" stroke=\"black\"/>\n"
          "<text x=\"190\" y=\"30\" text-anchor=\"middle\" alignment-baseline=\"central\" font-size=\"8\">8</text>") !=
      std::string::npos);
}

TEST_CASE("cute print: an atom, a tiling and one thread of it have the same picture") {
  const auto text = [](const std::string& program) { return value_of(program).as<Text>()->text; };
  const std::string atom = "SM80_16x8x8_F16F16F16F16_TN";
  CHECK(text("print_latex(" + atom + ")") == text("print_latex(make_tiled_mma(" + atom + "))"));
  CHECK(text("print_svg(" + atom + ")") == text("print_svg(get_slice(make_tiled_mma(" + atom + "), 3))"));
  // ldmatrix: a thread addresses a row of 8 elements and receives two elements of 4 rows.
  const std::string copy = "make_tiled_copy(Copy_Atom<SM75_U32x4_LDSM_N,half_t>,(_32,_1):(_1,_0),(_1,_8):(_0,_1))";
  const std::string svg = text("print_svg(" + copy + ")");
  std::size_t squares = 0;
  for (std::size_t at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1)) ++squares;
  CHECK(squares == 2 * 32 * 8);
  CHECK(svg.find("viewBox=\"0 0 380 660\"") != std::string::npos);
  CHECK(text("print_latex(get_slice(" + copy + ", 5))") == text("print_latex(" + copy + ")"));
}

TEST_CASE("cute print: what is no such picture is refused") {
  const auto code = [](const std::string& program) {
    Workspace workspace;
    const Report& report = workspace.evaluate(program, IntegerMode::cute);
    return report.diagnostics.empty() ? std::string("answered") : std::string(code_name(report.diagnostics[0].code));
  };
  CHECK(code("print_latex((2,3,4):(1,2,6))") == "rank_mismatch");
  CHECK(code("print_latex((2,3):(_1@0,_1@1))") == "unsupported");
  CHECK(code("print_latex((1024,1024):(1,1024))") == "too_large");
  CHECK(code("print_latex(counting_iter(0) o 4:1)") == "arguments");
  CHECK(code("print_svg(4)") == "arguments");
  CHECK(code("print_latex(Copy_Atom<UniversalCopy<float>,float>)") == "arguments");
  CHECK(code("print_layout(Sw<3,4,3>)") == "arguments");
  CHECK(code("print_latex_tv(make_identity_tensor((4,4)), (2,2))") == "arguments");
  CHECK(code("print_latex_tv(make_identity_tensor((4,4)), (4,4,4))") == "rank_mismatch");
  CHECK(code("print_latex_tv(counting_iter(0) o (4,4):(1,4), (4,4))") == "arguments");
}

// Printing counts against the budget, too.
TEST_CASE("long: a program of nothing but printing ends") {
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "print2D((256,256):(1,256))\n";
  Workspace workspace;
  const Report& report = workspace.evaluate(many, IntegerMode::cute);
  REQUIRE(!report.diagnostics.empty());
  CHECK(report.diagnostics[0].code == ErrorCode::too_large);
}
