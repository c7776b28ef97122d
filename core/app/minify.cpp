// By sums along each row of cells, from which the share of every pixel is a difference; then rows are added by their
// overlap with lines of pixels. What is left is smoothed by a tent as wide as five pixels.
#include "core/app/minify.h"

#include <algorithm>
#include <array>

namespace stridescope::app {
namespace {

constexpr std::size_t parts = 4;  // red, green, blue, and how much of a cell there is
using Sums = std::vector<float>;  // the parts of one pixel after the other

// Where pixel number i begins, in cells.
double edge(const MinifiedSide& side, std::int64_t i) {
  return std::min(static_cast<double>(side.cells), static_cast<double>(side.from + i) / side.cell);
}

class Rows {
 public:
  Rows(const std::vector<std::int32_t>& classes, const MinifiedSide& x, ColorOfClass colors, std::int32_t palette)
      : classes_(classes), x_(x), palette_(palette), sums_(parts * static_cast<std::size_t>(x.pixels)) {
    for (const std::uint32_t color : colors) {
      const bool there = color >> 24 != 0;
      values_.push_back({there ? color & 255 : 0, there ? color >> 8 & 255 : 0, there ? color >> 16 & 255 : 0, there});
    }
    first_ = static_cast<std::int64_t>(edge(x, 0));
    const auto last = static_cast<std::int64_t>(edge(x, x.pixels));
    before_.resize(static_cast<std::size_t>(std::min(x.cells, last + 1) - first_) + 1);
  }

  // What each pixel has of a row of cells.
  const Sums& row(std::int64_t number) {
    if (number == last_) return sums_;
    last_ = number;
    const std::int32_t* cells = classes_.data() + number * x_.cells + first_;
    for (std::size_t i = 0; i + 1 < before_.size(); ++i) {
      const std::array<std::uint32_t, parts>& value = of(cells[i]);
      for (std::size_t k = 0; k < parts; ++k) before_[i + 1][k] = before_[i][k] + value[k];
    }
    std::array<float, parts> from = until(0, cells);
    for (std::int64_t i = 0; i < x_.pixels; ++i) {
      const std::array<float, parts> to = until(i + 1, cells);
      for (std::size_t k = 0; k < parts; ++k) sums_[parts * static_cast<std::size_t>(i) + k] = to[k] - from[k];
      from = to;
    }
    return sums_;
  }

 private:
  const std::array<std::uint32_t, parts>& of(std::int32_t cell) const {
    const auto index = static_cast<std::uint32_t>(cell + 2);
    return values_[index < values_.size() ? index : static_cast<std::size_t>(cell % palette_ + 2)];
  }

  // All of the row that lies before a pixel.
  std::array<float, parts> until(std::int64_t pixel, const std::int32_t* cells) const {
    const double at = edge(x_, pixel) - static_cast<double>(first_);
    const auto whole = std::min(static_cast<std::size_t>(at), before_.size() - 1);
    const auto rest = static_cast<float>(at - static_cast<double>(whole));
    std::array<float, parts> out;
    for (std::size_t k = 0; k < parts; ++k) {
      out[k] = static_cast<float>(before_[whole][k]);
      if (rest > 0 && whole + 1 < before_.size()) out[k] += rest * static_cast<float>(of(cells[whole])[k]);
    }
    return out;
  }

  const std::vector<std::int32_t>& classes_;
  const MinifiedSide& x_;
  std::int32_t palette_;
  std::int64_t first_ = 0;
  std::int64_t last_ = -1;
  std::vector<std::array<std::uint32_t, parts>> values_;  // by class
  std::vector<std::array<std::uint32_t, parts>> before_;  // the sums of the first so many cells
  Sums sums_;
};

// Along a line of `count` pixels that are `step` apart.
void smooth(float* line, std::size_t count, std::size_t step, Sums& copy) {
  static constexpr float tent[] = {1, 2, 3, 2, 1};
  copy.resize(parts * count);
  for (std::size_t i = 0; i < count; ++i)
    std::copy_n(line + i * step, parts, copy.begin() + static_cast<std::ptrdiff_t>(parts * i));
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < parts; ++k) {
      float sum = 0;
      for (std::size_t j = 0; j < std::size(tent); ++j) {
        if (i + j >= 2 && i + j - 2 < count) sum += tent[j] * copy[parts * (i + j - 2) + k];
      }
      line[i * step + k] = sum;
    }
  }
}

}  // namespace

void minify(const std::vector<std::int32_t>& classes, const MinifiedSide& x, const MinifiedSide& y, ColorOfClass colors,
            std::int32_t palette, std::vector<std::uint32_t>& pixels) {
  const auto width = static_cast<std::size_t>(x.pixels);
  const auto height = static_cast<std::size_t>(y.pixels);
  Sums image(parts * width * height);
  Rows rows(classes, x, colors, palette);
  for (std::size_t line = 0; line < height; ++line) {
    const double begin = edge(y, static_cast<std::int64_t>(line));
    const double end = edge(y, static_cast<std::int64_t>(line) + 1);
    float* to = image.data() + line * parts * width;
    for (auto row = static_cast<std::int64_t>(begin); row < y.cells && static_cast<double>(row) < end; ++row) {
      const auto share =
          static_cast<float>(std::min(end, static_cast<double>(row + 1)) - std::max(begin, static_cast<double>(row)));
      const Sums& sums = rows.row(row);
      for (std::size_t i = 0; i < parts * width; ++i) to[i] += share * sums[i];
    }
  }
  Sums copy;
  // Pixels of no cell stay so: what is smoothed into them is not shown.
  std::vector<bool> there(width * height);
  for (std::size_t i = 0; i < there.size(); ++i) there[i] = image[parts * i + 3] > 0;
  for (std::size_t line = 0; line < height; ++line) smooth(image.data() + line * parts * width, width, parts, copy);
  for (std::size_t i = 0; i < width; ++i) smooth(image.data() + parts * i, height, parts * width, copy);
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (!there[i]) continue;
    const float* of = image.data() + parts * i;
    const auto part = [&](std::size_t k) {
      return static_cast<std::uint32_t>(std::clamp(of[k] / of[3] + 0.5F, 0.0F, 255.0F));
    };
    pixels[i] = 0xff000000U | part(2) << 16 | part(1) << 8 | part(0);
  }
}

}  // namespace stridescope::app
