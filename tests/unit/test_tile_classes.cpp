// Tiles with equal counts, by brute force: the start of each tile of a grid, and which of its elements are inside.
#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/kernels/copy/copy_predict.h"
#include "core/kernels/copy/tile_classes.h"
#include "core/memory/global_memory.h"
#include "core/tune/time_model.h"
#include "tests/unit/plans.h"

namespace stridescope {

TEST_CASE("tile_classes: all tiles of a class begin at the same byte of a sector and have the same elements") {
  std::vector<std::string> programs = {
      "copy_kernel((37,70):(70,1), (37,70):(1,37), (_32,_4):(_4,_1), tile=(16,8), dtype=\"float\")",
      "copy_kernel((33,129):(129,1), (33,129):(129,1), (_64,_1):(_1,_1), tile=(8,8), dtype=\"half_t\")",
      "copy_kernel((5,7,19):(133,19,1), (5,7,19):(1,5,35), (_32,_1):(_1,_1), tile=(2,4,4), dtype=\"int8_t\")",
      "copy_kernel(((4,9),8):((1,40),4), ((4,9),8):((1,40),4), (_32,_1):(_1,_1), tile=(8,4), dtype=\"half_t\")",
      "copy_kernel(1001:1, 1001:1, (_32,_4):(_4,_1), dtype=\"double\")",
      "copy_kernel(1001:3, 1001:1, (_32,_2):(_2,_1), dtype=\"half_t\")",
      "copy_kernel((64,64):(65,1), (64,64):(1,67), (_32,_4):(_4,_1), tile=(16,8), dtype=\"half_t\")",
      "copy_kernel((3,5,4,3):(60,12,3,1), (3,5,4,3):(1,3,15,60), (_16,_1):(_1,_1), tile=(2,2,2,2), dtype=\"float\")",
  };
  // Also random cases: extents, pitches, tiles and types.
  std::mt19937 random(1);
  const auto draw = [&](std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>(from, to)(random);
  };
  for (int i = 0; i < 60; ++i) {
    const std::int64_t m = draw(1, 90);
    const std::int64_t n = draw(1, 90);
    const std::int64_t rows = std::int64_t{1} << draw(0, 4);
    const char* const types[] = {"int8_t", "half_t", "float", "double"};
    programs.push_back(cat("copy_kernel((", m, ',', n, "):(", n + draw(0, 5), ",1), (", m, ',', n, "):(1,",
                           m + draw(0, 5), "), (_32,_1):(_1,_1), tile=(", rows, ',', 32 / rows, "), dtype=\"",
                           types[draw(0, 3)], "\")"));
  }
  for (const std::string& program : programs) {
    CAPTURE(program);
    const CopyPlan plan = copy_plan_of(program);
    for (const bool load : {true, false}) {
      const KernelSide& side = load ? plan.src : plan.dst;
      const std::int64_t values = load ? plan.load_values : plan.store_values;
      for (const std::int64_t bytes : {sector_bytes, cache_line_bytes}) {
        const auto kind = [&](const std::int64_t* tile) {
          std::int64_t begin = 0;
          for (std::size_t i = 0; i < side.map.tile.size(); ++i) begin += side.map.tile[i].at(tile[i]);
          std::vector<std::int64_t> out = {(begin * plan.element_bits % (8 * bytes) + 8 * bytes) % (8 * bytes)};
          for (std::int64_t t = 0; t < plan.threads; ++t)
            for (std::int64_t v = 0; v < values; ++v) out.push_back(plan.inside(t, v, tile, load) ? 1 : 0);
          return out;
        };
        std::map<std::vector<std::int64_t>, std::int64_t> expected;
        std::vector<std::int64_t> tile(plan.grid.size());
        for (std::int64_t b = 0; b < plan.tiles; ++b) {
          plan.tile_coordinates(b, tile.data());
          ++expected[kind(tile.data())];
        }
        const auto classes = tile_classes(plan.grid, &side.map, plan.element_bits, bytes, plan.edges, load);
        REQUIRE(classes.has_value());
        std::map<std::vector<std::int64_t>, std::int64_t> found;
        for (const TileClass& one : *classes) found[kind(one.tile.data())] += one.count;
        CHECK(found == expected);
        CHECK(classes->size() <= expected.size());
      }
    }
  }
}

TEST_CASE("tile_classes: a tensor of many tiles has as few kinds as one of few, and all of them are counted") {
  const auto transpose = [](std::int64_t rows, std::int64_t columns) {
    return copy_plan_of(cat("copy_kernel((", rows, ',', columns, "):(", columns, ",1), (", rows, ',', columns, "):(1,",
                            rows, "), ((_32,_8),_4):((_1,_128),_32), (32,32):(33,1), tile=(32,32), dtype=\"float\")"));
  };
  const auto kinds = [](const CopyPlan& plan) {
    return tile_classes(plan.grid, &plan.dst.map, plan.element_bits, sector_bytes, plan.edges, false).value();
  };
  // 8,192 tiles and 64 of the same kinds.
  CHECK(kinds(transpose(1023, 8192)).size() == kinds(transpose(255, 256)).size());
  // Rows of 1,023 numbers begin anywhere in a sector: the time reflects that.
  const auto time = predict_time(KernelPlan(transpose(1023, 8192)), *find_gpu("H100"));
  REQUIRE(time.has_value());
  CHECK(english(time->doubt).find("partial sectors") != std::string::npos);
  // More than a million of them, too many to check each.
  const CopyPlan large = transpose(30001, 40001);
  CHECK(large.tiles > 1'000'000);
  CHECK(predict(large).missing.empty());
  const std::vector<TileClass> classes = kinds(large);
  std::int64_t tiles = 0;
  for (const TileClass& one : classes) tiles += one.count;
  CHECK(tiles == large.tiles);
  CHECK(classes.size() < 64);
}

}  // namespace stridescope
