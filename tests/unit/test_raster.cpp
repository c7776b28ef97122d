// Tests of large pictures as pixels: colors that are the mean if cells are small, labels that stay in their cells,
// heads that do not touch, at any size and place.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/pictures/raster.h"

using namespace stridescope;
using namespace stridescope::app;

namespace {

Scene stripes(std::int64_t rows, std::int64_t cols) {
  Scene scene;
  scene.rows = rows;
  scene.cols = cols;
  for (std::int64_t i = 0; i < rows * cols; ++i) {
    scene.ids.push_back(i);
    scene.colors.push_back(static_cast<std::int32_t>(i % cols % 2));
  }
  return scene;
}

// True for the mean of the colors of two pixels, part by part.
bool is_mean(std::uint32_t mean, std::uint32_t one, std::uint32_t other) {
  for (int shift = 0; shift < 24; shift += 8) {
    const auto part = [&](std::uint32_t color) { return static_cast<int>((color >> shift) & 255); };
    if (std::abs(2 * part(mean) - part(one) - part(other)) > 1) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("raster: stripes that are thinner than pixels become one even colour, not other stripes") {
  const Scene scene = stripes(1024, 1024);
  Viewport view = {.width = 46 + 256, .height = 18 + 256, .fitted = true};
  const RasterPart small = raster_part(scene, view);
  CHECK(small.cell == 0.25);
  const std::vector<std::uint32_t> means = raster_pixels(scene, small, false);
  REQUIRE(means.size() == 256 * 256);
  CHECK(std::set<std::uint32_t>(means.begin(), means.end()).size() == 1);
  view.cell = 2;
  const std::vector<std::uint32_t> cells = raster_pixels(scene, raster_part(scene, view), false);
  CHECK(cells[0] != cells[2]);
  CHECK(is_mean(means[0], cells[0], cells[2]));
  // The dark theme has other colors.
  CHECK(raster_pixels(scene, small, true)[0] != means[0]);
}

TEST_CASE(
    "raster: a pattern of eight columns at a size that no pixel divides has no stripes that beat with the pixels") {
  Scene scene = stripes(1024, 1024);
  for (std::size_t i = 0; i < scene.colors.size(); ++i) scene.colors[i] = static_cast<std::int32_t>(i % 8);
  const RasterPart part = raster_part(scene, {.width = 46 + 462, .height = 18 + 462, .fitted = true});
  REQUIRE(part.width == 462);
  const std::vector<std::uint32_t> pixels = raster_pixels(scene, part, false);
  for (int shift = 0; shift < 24; shift += 8) {
    int least = 255;
    int most = 0;
    // At the edge, half of the neighborhood is missing.
    for (std::size_t x = 3; x + 3 < 462; ++x) {
      const int value = static_cast<int>(pixels[200 * 462 + x] >> shift & 255);
      least = std::min(least, value);
      most = std::max(most, value);
    }
    CHECK(most - least < 16);
  }
}

TEST_CASE("raster: a swizzled tile of 128 rows is whole in the small place beside the stage") {
  const RasterPart part = raster_part(stripes(128, 64), {.width = 280, .height = 150, .fitted = true});
  CHECK(128 * part.cell <= 150 - part.top);
}

TEST_CASE("raster: what has no element stays clear and counts for nothing") {
  Scene scene = stripes(1024, 1024);
  for (std::size_t i = 0; i < scene.colors.size(); i += 2) scene.colors[i] = -2;
  Viewport view = {.width = 46 + 256, .height = 18 + 256, .fitted = true};
  const std::uint32_t mean = raster_pixels(scene, raster_part(scene, view), false)[0];
  view.cell = 2;
  const std::vector<std::uint32_t> cells = raster_pixels(scene, raster_part(scene, view), false);
  CHECK(cells[0] == 0);
  CHECK(cells[2] == mean);
  for (std::int32_t& color : scene.colors) color = -2;
  view.cell = 0;
  const std::vector<std::uint32_t> none = raster_pixels(scene, raster_part(scene, view), false);
  CHECK(std::count(none.begin(), none.end(), 0) == std::ptrdiff_t(none.size()));
}

TEST_CASE("raster: a place of the sheet is where the viewport wants it, as far as there is a sheet") {
  const Scene scene = stripes(1024, 1024);
  Viewport view = {.width = 46 + 300, .height = 18 + 200, .cell = 16};
  view.col = 100;
  view.row = 50;
  view.at_x = 30;
  const RasterPart part = raster_part(scene, view);
  CHECK(part.x == 100 * 16 - 30);
  CHECK(part.y == 50 * 16);
  CHECK(part.width == 300);
  CHECK(part.height == 200);
  view.margin = 10;
  CHECK(raster_part(scene, view).from_x == part.x - 10);
  CHECK(raster_part(scene, view).width == 320);
  view.col = view.row = 1e12;
  CHECK(raster_part(scene, view).x == 1024 * 16 - 300);
  CHECK(raster_part(scene, view).height == 210);
  view.cell = 1e12;
  CHECK(raster_part(scene, view).cell == raster_part(scene, view).sizes.back());
}

TEST_CASE("raster: as far as it says, what is seen may move within what is painted and has its labels") {
  const Scene scene = stripes(1024, 1024);
  for (const double cell : {0.0, 2.0, 16.0, 21.0, 64.0}) {
    for (const double place : {0.0, 1.0, 500.0, 1020.0, 1e12}) {
      for (const double room : {100.0, 700.0, 3000.0}) {
        Viewport view = {
            .width = 46 + room, .height = 18 + room, .col = place, .row = place, .cell = cell, .margin = 200};
        const RasterPart part = raster_part(scene, view);
        CAPTURE(cell);
        CAPTURE(place);
        CAPTURE(room);
        const auto sheet = static_cast<std::int64_t>(std::ceil(1024 * part.cell));
        const std::int64_t seen = std::min<std::int64_t>(sheet, static_cast<std::int64_t>(room));
        REQUIRE(part.least_x <= part.x);
        REQUIRE(part.x <= part.most_x);
        REQUIRE(part.least_y <= part.y);
        REQUIRE(part.y <= part.most_y);
        for (const std::int64_t x : {part.least_x, std::min(part.most_x, sheet - seen)}) {
          REQUIRE(part.from_x <= x);
          REQUIRE(x + seen <= part.from_x + part.width);
          if (part.window.cols == 0) continue;
          REQUIRE(part.window.cols * part.window.rows <= max_labelled_cells);
          REQUIRE(part.window.col <= static_cast<std::int64_t>(static_cast<double>(x) / part.cell));
          const auto last = static_cast<std::int64_t>(static_cast<double>(x + seen - 1) / part.cell);
          REQUIRE(part.window.col + part.window.cols > std::min<std::int64_t>(last, 1023));
        }
      }
    }
  }
}

TEST_CASE("raster: pixels, sizes, labels and heads at any size, place and unit") {
  for (const auto& extents : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {1, 1}, {1, 70000}, {70000, 1}, {40, 40}, {2048, 2048}, {3, 2000}, {1025, 7}}) {
    const std::int64_t rows = extents.first;
    const std::int64_t cols = extents.second;
    const Scene scene = stripes(rows, cols);
    for (const double unit : {1.0, 1.25, 2.0}) {
      for (const double room : {0.0, 300.0, 1500.0}) {
        Viewport view = {.width = room, .height = room / 2, .unit = unit};
        const RasterPart first = raster_part(scene, view);
        CHECK(std::is_sorted(first.sizes.begin(), first.sizes.end()));
        for (const double size : first.sizes) {
          view.cell = size;
          view.col = static_cast<double>(cols) / 3;
          view.row = static_cast<double>(rows) / 2;
          const RasterPart part = raster_part(scene, view);
          CAPTURE(rows);
          CAPTURE(cols);
          CAPTURE(unit);
          CAPTURE(room);
          CAPTURE(size);
          REQUIRE(part.width > 0);
          REQUIRE(part.height > 0);
          REQUIRE(raster_pixels(scene, part, false).size() == std::size_t(part.width * part.height));
          // Each cell of the window has a label of eight letters, in two lines: none leaves its cell.
          SceneExcerpt excerpt;
          excerpt.cols = part.window.cols;
          excerpt.labels.assign(std::size_t(part.window.rows * part.window.cols), "12345678\n(1,2)");
          REQUIRE(excerpt.labels.size() <= std::size_t(max_labelled_cells));
          for (const RasterText& label : raster_labels(part, part.window, excerpt, unit)) {
            const double half = 0.61 * double(label.text.size()) * label.size / 2;
            const double col = std::floor(label.x / part.cell);
            const double row = std::floor(label.y / part.cell);
            REQUIRE(label.x - half >= col * part.cell);
            REQUIRE(label.x + half <= (col + 1) * part.cell);
            REQUIRE(label.y - label.size / 2 >= row * part.cell);
            REQUIRE(label.y + label.size / 2 <= (row + 1) * part.cell);
          }
          // Neither do heads touch their neighbors.
          for (const bool across : {false, true}) {
            const auto& places = across ? part.window.col_heads : part.window.row_heads;
            std::vector<std::string> texts;
            for (const std::int64_t place : places) texts.push_back(std::to_string(place));
            const HeadRoom room_for = head_room({}, texts);
            const double length = across ? col_head_length(room_for) : row_head_length(room_for);
            const std::vector<RasterHead> heads = raster_heads(part.cell, places, texts, length, unit);
            // Each head is at the middle of its row or column.
            for (std::size_t i = 0; i < heads.size(); ++i)
              REQUIRE(std::abs(heads[i].middle - (double(places[i]) + 0.5) * part.cell) < 1e-6);
            for (std::size_t i = 1; i < heads.size(); ++i) {
              const double room_of = across ? 7.0 * double(heads[i].text.size()) : 13;
              REQUIRE(heads[i].middle - heads[i - 1].middle >= room_of * unit);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("raster: heads of two lines stand apart in the corner, also where they are moved") {
  // Cells of 4 pixels: a head for eight rows; the first head is as high as six of them.
  const std::vector<std::int64_t> places = {0, 8, 16};
  const std::vector<std::string> texts = {"0\n(0,0)", "8\n(0,1)", "16\n(0,2)"};
  const HeadRoom room = head_room({}, texts);
  const double length = row_head_length(room);
  const std::vector<RasterHead> heads = raster_heads(4, places, texts, length, 1);
  REQUIRE(heads.size() == 3);
  CHECK(heads[0].middle == length / 2);
  CHECK(heads[1].middle - heads[0].middle >= length);
  CHECK(head_seen(heads[0], length, 0, 100, 1));
  // Scrolled by half a head, the first one would be next to the columns' heads.
  CHECK_FALSE(head_seen(heads[0], length, 13, 100, 1));
  CHECK(head_seen(heads[1], length, 13, 100, 1));
  CHECK_FALSE(head_seen(heads[2], length, 0, 60, 1));
}

TEST_CASE("raster: a picture whose cells are texts has no heads and leaves them no room") {
  Scene scene = stripes(64, 16);
  const Viewport view = {.width = 344, .height = 400};
  const RasterPart with_heads = raster_part(scene, view);
  CHECK(with_heads.left > 0);
  CHECK(with_heads.top > 0);
  scene.texts.assign(static_cast<std::size_t>(scene.rows * scene.cols), "T0");
  const RasterPart without = raster_part(scene, view);
  CHECK(without.left == 0);
  CHECK(without.top == 0);
  CHECK(without.cell >= with_heads.cell);
}

TEST_CASE("raster: heads keep the room that they once asked for") {
  HeadRoom room = head_room({}, std::vector<std::string>{"7", "12\n(4,1)"});
  CHECK(room == HeadRoom{5, 2});
  CHECK(head_room(room, std::vector<std::string>{"3"}) == room);
  const Scene scene = stripes(64, 64);
  Viewport view = {.width = 500, .height = 400};
  const RasterPart before = raster_part(scene, view);
  view.row_heads = {14, 2};
  CHECK(raster_part(scene, view).left > before.left);
  CHECK(raster_part(scene, view).top == before.top);
}
