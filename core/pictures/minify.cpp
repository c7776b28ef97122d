// Computes each pixel's share of a row of cells, and adds rows by their overlap with lines of pixels. Then smooths by a
// tent that is five pixels wide. Four million cells are shown while a user types, so nothing is computed twice.
#include "core/pictures/minify.h"

#include <algorithm>
#include <array>

namespace stridescope::app {
namespace {

constexpr std::size_t parts = 4;  // red, green, blue, and the covered fraction of the pixel
using Sums = std::vector<float>;  // the parts of the pixels, one pixel after the other

// The start of pixel i, in cells.
double edge(const MinifiedSide& side, std::int64_t i) {
  return std::min(static_cast<double>(side.cells), static_cast<double>(side.from + i) / side.cell);
}

// The parts of a sum of cells: two in each word, wide enough for all cells of a row.
struct Pair {
  std::uint64_t red_green = 0;
  std::uint64_t blue_there = 0;
};

class Rows {
 public:
  Rows(const std::vector<std::int32_t>& classes, const MinifiedSide& x, ColorOfClass colors, std::int32_t palette)
      : classes_(classes), x_(x), palette_(palette), sums_(parts * static_cast<std::size_t>(x.pixels)) {
    const auto two = [](std::uint32_t low, std::uint32_t high) { return low | std::uint64_t{high} << 32; };
    for (const std::uint32_t color : colors) {
      const bool there = color >> 24 != 0;
      values_.push_back(there ? Pair{two(color & 255, color >> 8 & 255), two(color >> 16 & 255, 1)} : Pair{});
    }
    for (std::int64_t i = 0; i <= x.pixels; ++i) {
      const double at = edge(x, i);
      const auto whole = static_cast<std::int64_t>(at);
      edges_.push_back({whole, whole < x.cells ? static_cast<float>(at - static_cast<double>(whole)) : 0});
    }
  }

  // Each pixel's share of a row of cells.
  const Sums& row(std::int64_t number) {
    if (number == last_) return sums_;
    last_ = number;
    const std::int32_t* cells = classes_.data() + number * x_.cells;
    float* to = sums_.data();
    std::array<float, parts> left = begun(edges_.front(), cells);
    for (std::size_t i = 0; i + 1 < edges_.size(); ++i, to += parts) {
      Pair sum;
      for (std::int64_t k = edges_[i].cell; k < edges_[i + 1].cell; ++k) {
        const Pair& value = of(cells[k]);
        sum.red_green += value.red_green;
        sum.blue_there += value.blue_there;
      }
      // The first and the last cell of a pixel belong to it partly.
      const std::array<float, parts> right = begun(edges_[i + 1], cells);
      const std::array<float, parts> all = split(sum);
      for (std::size_t k = 0; k < parts; ++k) to[k] = all[k] - left[k] + right[k];
      left = right;
    }
    return sums_;
  }

 private:
  struct Edge {
    std::int64_t cell = 0;
    float share = 0;  // fraction of the cell before the edge
  };

  static std::array<float, parts> split(const Pair& sum) {
    return {static_cast<float>(static_cast<std::uint32_t>(sum.red_green)), static_cast<float>(sum.red_green >> 32),
            static_cast<float>(static_cast<std::uint32_t>(sum.blue_there)), static_cast<float>(sum.blue_there >> 32)};
  }

  const Pair& of(std::int32_t cell) const {
    const auto index = static_cast<std::uint32_t>(cell + 2);
    return values_[index < values_.size() ? index : static_cast<std::size_t>(cell % palette_ + 2)];
  }

  // The parts of an edge cell before the edge.
  std::array<float, parts> begun(const Edge& at, const std::int32_t* cells) const {
    if (at.share == 0) return {};
    std::array<float, parts> out = split(of(cells[at.cell]));
    for (float& part : out) part *= at.share;
    return out;
  }

  const std::vector<std::int32_t>& classes_;
  const MinifiedSide& x_;
  std::int32_t palette_;
  std::int64_t last_ = -1;
  std::vector<Pair> values_;  // by class
  std::vector<Edge> edges_;   // edges of the pixels, including the end of the last one
  Sums sums_;
};

// Smooths `count` numbers, which are `step` apart, by a tent that is five pixels wide: of each number the four adjacent
// ones.
void smooth(const float* from, std::size_t step, std::size_t count, float* to) {
  for (std::size_t i = 0; i < count; ++i) {
    const float* at = from + i;
    to[i] = at[0] + 2 * at[step] + 3 * at[2 * step] + 2 * at[3 * step] + at[4 * step];
  }
}

}  // namespace

void minify(const std::vector<std::int32_t>& classes, const MinifiedSide& x, const MinifiedSide& y, ColorOfClass colors,
            std::int32_t palette, std::vector<std::uint32_t>& pixels) {
  constexpr std::size_t beside = 2;  // empty pixels around the picture
  const auto width = static_cast<std::size_t>(x.pixels);
  const auto height = static_cast<std::size_t>(y.pixels);
  const std::size_t line_size = parts * width;
  Sums image(line_size * (height + 2 * beside));  // smoothed along its lines
  std::vector<bool> there(width * height);
  Sums sharp(line_size + 2 * beside * parts);
  float* const line = sharp.data() + beside * parts;
  Rows rows(classes, x, colors, palette);
  for (std::size_t number = 0; number < height; ++number) {
    std::fill(sharp.begin(), sharp.end(), 0.0F);
    const double begin = edge(y, static_cast<std::int64_t>(number));
    const double end = edge(y, static_cast<std::int64_t>(number) + 1);
    for (auto row = static_cast<std::int64_t>(begin); row < y.cells && static_cast<double>(row) < end; ++row) {
      const auto share =
          static_cast<float>(std::min(end, static_cast<double>(row + 1)) - std::max(begin, static_cast<double>(row)));
      const float* sums = rows.row(row).data();
      for (std::size_t i = 0; i < line_size; ++i) line[i] += share * sums[i];
    }
    for (std::size_t i = 0; i < width; ++i) there[number * width + i] = line[parts * i + 3] > 0;
    smooth(sharp.data(), parts, line_size, image.data() + (number + beside) * line_size);
  }
  Sums smoothed(line_size);
  for (std::size_t number = 0; number < height; ++number) {
    smooth(image.data() + number * line_size, line_size, line_size, smoothed.data());
    for (std::size_t i = 0; i < width; ++i) {
      // Pixels without cells stay empty.
      if (!there[number * width + i]) continue;
      const float* of = smoothed.data() + parts * i;
      const auto part = [&](std::size_t k) {
        return static_cast<std::uint32_t>(std::clamp(of[k] / of[3] + 0.5F, 0.0F, 255.0F));
      };
      pixels[number * width + i] = 0xff000000U | part(2) << 16 | part(1) << 8 | part(0);
    }
  }
}

}  // namespace stridescope::app
