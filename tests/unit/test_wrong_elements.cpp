// Runs of wrong elements, the rule of the values that they received, and what a foreign list may not claim.
#include <doctest/doctest.h>

#include "core/runs/wrong_elements.h"
#include "core/workspace/kernel.h"

using namespace stridescope;

namespace {

// An 8x16 tensor in which each element whose origin differs from itself is wrong.
template <class Origin>
WrongElements elements_of(Origin origin) {
  WrongElements out;
  out.extents = {8, 16};
  for (std::int64_t j = 0; j < 16; ++j) {
    for (std::int64_t i = 0; i < 8; ++i) {
      const std::int64_t from = origin(i, j);
      if (from != i + 8 * j) out.add(i + 8 * j, from);
    }
  }
  return out;
}

std::string line_of(const WrongElements& elements) {
  std::string out;
  for (const Message& line : origin_lines(elements)) out += english(line) + "\n";
  return out;
}

}  // namespace

TEST_CASE("wrong elements: runs have a step, and give back each element with its origin") {
  WrongElements out;
  out.extents = {64, 64};
  std::vector<std::pair<std::int64_t, std::int64_t>> given;
  for (std::int64_t i = 0; i < 1000; ++i) given.emplace_back(3 * i, i % 7 < 3 ? WrongElements::nothing : 3 * i + 1);
  for (const auto& [element, from] : given) out.add(element, from);
  std::vector<std::pair<std::int64_t, std::int64_t>> got;
  out.visit([&](std::int64_t element, std::int64_t from) { got.emplace_back(element, from); });
  CHECK(got == given);
  CHECK(out.rows.size() < 300);
  CHECK(out.coordinate(67) == "(3,1)");
  CHECK(wrong_elements_problem(out, 1000).empty());
}

TEST_CASE("wrong elements: those beyond the limit are counted") {
  WrongElements out;
  out.extents = {std::uint64_t{1} << 40};
  for (std::int64_t i = 0; i < 20000; ++i) out.add(i * i * i, WrongElements::unknown);
  CHECK(out.rows.size() == WrongElements::most_rows);
  std::uint64_t kept = 0;
  out.visit([&](std::int64_t, std::int64_t) { ++kept; });
  CHECK(kept + out.rest == 20000);
  CHECK(out.rest > 0);
  CHECK(wrong_elements_problem(out, 20000).empty());
  CHECK(line_of(out).find("more wrong elements are not listed") != std::string::npos);
}

TEST_CASE("wrong elements: the origins tell a stride from a swizzle") {
  const auto at = [](std::int64_t i, std::int64_t j) { return i + 8 * j; };
  CHECK(line_of(elements_of([&](auto i, auto j) { return at(i, j < 8 ? j + 8 : j); })) ==
        "64 elements: (i,j) receives the value of (i,j+8), as if several elements had the same address\n");
  CHECK(line_of(elements_of([&](auto i, auto j) { return j < 15 ? at(i, j + 1) : std::int64_t{-1}; })) ==
        "no value arrives at 8 elements\n"
        "120 elements: (i,j) receives the value of (i,j+1), as if a stride or an offset were wrong\n");
  CHECK(line_of(elements_of([&](auto i, auto j) { return at(i, j ^ (i & 3)); })) ==
        "96 elements: (i,j) receives the value of (i,j^(i&3)), as if only one side had the swizzle\n");
  CHECK(line_of(elements_of([&](auto i, auto j) { return at(i, j ^ (i >> 1 << 2)); })) ==
        "96 elements: (i,j) receives the value of (i,j^((i<<1)&12)), as if only one side had the swizzle\n");
  CHECK(line_of(elements_of([&](auto i, auto j) { return j < 8 ? at(j, i) : at(i, j); })) ==
        "56 elements: (i,j) receives the value of (j,i), as if two modes were exchanged\n");
  CHECK(line_of(elements_of([&](auto i, auto) { return at(i, 15); })) ==
        "120 elements: (i,j) receives the value of (i,15), as if several elements had the same address\n");
  CHECK(line_of(elements_of([&](auto i, auto j) { return at(i, j % 4 + 12); })) ==
        "96 elements: (i,j) receives the value of (i,j%4+12), as if several elements had the same address\n");
  CHECK(line_of(elements_of([&](auto i, auto j) { return j == 3 ? std::int64_t{-1} : at(i, j); })) ==
        "no value arrives at 8 elements\n");
  CHECK(line_of(elements_of([&](auto i, auto j) {
          return at((i * 5 + j * 3) % 8, (j * 7 + i) % 16);
        })).find("receive the values of others") != std::string::npos);
}

TEST_CASE("wrong elements: a list from another process is checked") {
  const auto with = [](std::vector<std::int64_t> row, std::uint64_t wrong, std::uint64_t rest = 0) {
    WrongElements out;
    out.extents = {8, 16};
    out.rows = {std::move(row)};
    out.rest = rest;
    return wrong_elements_problem(out, wrong).empty();
  };
  CHECK(with({0, 128, 1, -1, 0}, 128));
  CHECK(with({127, 128, -1, 0, 1}, 130, 2));
  CHECK_FALSE(with({0, 129, 1, -1, 0}, 129));
  CHECK_FALSE(with({0, 128, 1, 0, 2}, 128));
  CHECK_FALSE(with({0, 128, 1, -1, 0}, 127));
  CHECK_FALSE(with({0, 2, INT64_MAX, -1, 0}, 2));
  CHECK_FALSE(with({0, 0, 1, -1, 0}, 0));
  CHECK_FALSE(with({0, 1, 1, -1}, 1));
  CHECK_FALSE(with({-1, 1, 0, 0, 0}, 1));
  CHECK_FALSE(with({0, 1, 0, -3, 0}, 1));
}

TEST_CASE("wrong elements: cells of the pictures of a copy and of a product") {
  Workspace workspace;
  workspace.evaluate("K = copy_kernel((16,16):(16,1), (16,16):(1,16), (_8,_8):(_1,_8), tile=(8,8))", IntegerMode::cute);
  const auto one = element_cells(workspace, 0, std::vector<std::int64_t>{16 * 9 + 10});
  REQUIRE(one);
  CHECK(*one == std::vector<std::int64_t>{10 % 8 + 8 * (9 % 8), 64 + 10 % 8 + 8 * (9 % 8)});
  // The same cell in another tile counts as that cell.
  CHECK(element_cells(workspace, 0, std::vector<std::int64_t>{16 * 9 + 10, 16 * 1 + 2})->size() == 2);
  workspace.evaluate("mma_kernel(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN))", IntegerMode::cute);
  CHECK(element_cells(workspace, 0, std::vector<std::int64_t>{0, 17})->size() == 2);
  workspace.evaluate("A = (4,4):(1,4)", IntegerMode::cute);
  CHECK_FALSE(element_cells(workspace, 0, {}));
}
