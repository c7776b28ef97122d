// Pictures of measurements: bandwidth and time of each tile, cycles of each access, counters with their predictions.
// The numbers come from a runner as JSON, so each is made finite and clamped to its range before it is drawn.
#include "core/scene/overlay.h"

#include <algorithm>
#include <cmath>

#include "core/base/checked.h"
#include "core/base/text.h"
#include "core/scene/scene_builder.h"

namespace stridescope {
namespace {

// Three significant digits, or the whole number: 0.0123, 1.23, 12.3, 1234.
std::string number(double x) {
  if (!std::isfinite(x)) return "?";
  const bool negative = x < 0;
  x = std::fabs(x);
  if (x >= 9e18) return "?";
  int digits = 0;
  for (double y = x; y < 99.95 && digits < (x >= 0.995 || x == 0 ? 2 : 4); y *= 10) ++digits;
  if (x == std::floor(x)) digits = 0;
  double scale = 1;
  for (int i = 0; i < digits; ++i) scale *= 10;
  const auto scaled = static_cast<std::int64_t>(std::llround(x * scale));
  const auto whole = static_cast<std::int64_t>(scale);
  std::string out = cat(negative && scaled != 0 ? "-" : "", scaled / whole);
  if (digits > 0) {
    const std::string rest = cat(scaled % whole);
    out.push_back('.');
    out.append(static_cast<std::size_t>(digits) - rest.size(), '0');
    out.append(rest);
  }
  return out;
}

// The integer part of a measured value, from 0 to below `count`; 0 if it is not a number.
std::int64_t within(double x, std::int64_t count) {
  if (!(x > 0)) return 0;
  return x < static_cast<double>(count) ? static_cast<std::int64_t>(x) : count - 1;
}

// Levels of equal width between the minimum and the maximum.
class Heat {
 public:
  // NaN and impossible values do not affect the scale.
  void add(double x) {
    if (!std::isfinite(x)) return;
    if (!any_) least_ = most_ = x;
    any_ = true;
    least_ = std::min(least_, x);
    most_ = std::max(most_, x);
  }
  std::int32_t of(double x) const {
    if (most_ <= least_) return heat_class(heat_levels / 2);
    // Computes with halves, since the difference of two doubles may overflow.
    return heat_class(
        static_cast<std::int32_t>(within((x / 2 - least_ / 2) / (most_ / 2 - least_ / 2) * heat_levels, heat_levels)));
  }
  // The first entry names the origin of all values.
  void legend(Scene& scene, Term unit, const MeasuredOn& origin) const {
    if (!any_) return;
    const double step = most_ / heat_levels - least_ / heat_levels;
    for (std::int32_t level = 0; level < heat_levels; ++level) {
      const bool single = most_ <= least_;
      if (single && level > 0) break;
      const std::string from = number(least_ + step * level);
      Message label =
          single ? say("{} {}", from, unit) : say("{} to {} {}", from, number(least_ + step * (level + 1)), unit);
      if (level == 0) label = say("{}: {}", origin.text(), label);
      scene.legend.push_back({single ? heat_class(heat_levels / 2) : heat_class(level), std::move(label)});
    }
  }

 private:
  double least_ = 0;
  double most_ = 0;
  bool any_ = false;
};

tl::unexpected<Error> nothing(Term what) {
  return failure(ErrorCode::unsupported, say("no {}", what), say("run the kernel with --trace"));
}

std::int64_t at_least_one(std::int64_t x) { return std::max<std::int64_t>(x, 1); }

// Coordinates of a tile: the one along the first mode, and the combined one of the other modes.
struct TilePlace {
  std::int64_t row = 0;
  std::int64_t col = 0;
};

TilePlace place_of(const TileTrace& trace, std::int64_t number) {
  std::vector<std::int64_t> at(trace.grid.size(), 0);
  for (const std::int64_t mode : trace.order) {
    if (mode < 0 || mode >= static_cast<std::int64_t>(trace.grid.size())) continue;
    const auto m = static_cast<std::size_t>(mode);
    at[m] = number % at_least_one(trace.grid[m]);
    number /= at_least_one(trace.grid[m]);
  }
  TilePlace out;
  std::int64_t below = 1;
  for (std::size_t m = 0; m < at.size(); ++m) {
    if (m == 0) {
      out.row = at[0];
    } else {
      out.col += at[m] * below;
      below *= at_least_one(trace.grid[m]);
    }
  }
  return out;
}

// The number of recorded tiles, and the resolution.
Message traced(const TileTrace& trace) {
  return say("{} of {} {tile|tiles}; the clock steps by {} ns", trace.tiles.size(), trace.of, number(trace.timer_ns));
}

constexpr std::int64_t line_width = 32;  // for tiles along one mode
constexpr std::int64_t side_limit = 64;  // rows and columns in a picture of tiles

}  // namespace

Message MeasuredOn::text() const {
  Message where = device.empty() ? say("an unnamed device") : Message::verbatim(device);
  if (!date.empty()) where = say("{}, {}", where, date);
  return recorded ? say("recorded: measured on {}", where) : say("measured on {}", where);
}

Result<Scene> bandwidth_scene(const TileTrace& trace, const MeasuredOn& origin) {
  if (trace.tiles.empty()) return nothing(term("trace of tiles"));
  std::int64_t rows = trace.grid.empty() ? 1 : at_least_one(trace.grid[0]);
  std::int64_t cols = 1;
  for (std::size_t m = 1; m < trace.grid.size(); ++m) {
    if (mul_overflows(cols, at_least_one(trace.grid[m]), cols)) return nothing(term("picture of this many tiles"));
  }
  // Tiles along a single mode form a line, which is wrapped.
  const bool line = cols == 1 || rows == 1;
  const std::int64_t along = std::max(rows, cols);
  std::int64_t row_step = 1;
  std::int64_t col_step = 1;
  if (line) {
    col_step = (along - 1) / (side_limit * line_width) + 1;
    const std::int64_t shown = (along - 1) / col_step + 1;
    cols = std::min(shown, line_width);
    rows = (shown + line_width - 1) / line_width;
  } else {
    row_step = (rows - 1) / side_limit + 1;
    col_step = (cols - 1) / side_limit + 1;
    rows = (rows - 1) / row_step + 1;
    cols = (cols - 1) / col_step + 1;
  }
  struct Sum {
    double rate = 0;
    std::int64_t tiles = 0;
    std::int64_t first = -1;
  };
  std::vector<Sum> cells(static_cast<std::size_t>(rows * cols));
  for (const TileTrace::Tile& tile : trace.tiles) {
    const double ns = tile.end_ns - tile.start_ns;
    if (!(ns > 0) || tile.number < 0) continue;
    const TilePlace place = place_of(trace, tile.number);
    const std::int64_t flat = line ? (place.row + place.col) / col_step : 0;
    const std::int64_t cell = line ? flat : place.row / row_step * cols + place.col / col_step;
    if (cell < 0 || cell >= rows * cols) continue;
    Sum& sum = cells[static_cast<std::size_t>(cell)];
    sum.rate += static_cast<double>(tile.bytes) / ns;
    ++sum.tiles;
    if (sum.first < 0 || tile.number < sum.first) sum.first = tile.number;
  }
  Heat heat;
  for (const Sum& sum : cells) {
    if (sum.tiles > 0) heat.add(sum.rate / static_cast<double>(sum.tiles));
  }
  Scene scene;
  scene.title = say("bandwidth by tile, measured");
  SceneBuilder builder;
  for (std::int64_t r = 0; r < rows; ++r) {
    builder.row({}, say("{}", line ? r * line_width * col_step : r * row_step));
    for (std::int64_t c = 0; c < cols; ++c) {
      const Sum& sum = cells[static_cast<std::size_t>(r * cols + c)];
      if (sum.tiles == 0) {
        builder.add({0, -1, -1, CellState::gap, {}});
        continue;
      }
      const double rate = sum.rate / static_cast<double>(sum.tiles);
      builder.add({sum.first, sum.first, heat.of(rate), CellState::element, number(rate)});
    }
  }
  heat.legend(scene, term("GB/s"), origin);
  scene.note = say("bytes of a tile divided by its time on the multiprocessor; {}", traced(trace));
  if (row_step > 1 || col_step > 1) {
    scene.note = say("{}; a cell is the mean of {} {tile|tiles}", scene.note,
                     row_step > 1 ? cat(row_step, " x ", col_step) : cat(col_step));
  }
  Scene out = builder.finish(std::move(scene));
  if (!line) {
    out.col_heads.emplace_back();
    for (std::int64_t c = 0; c < cols; ++c) out.col_heads[0].push_back(say("{}", c * col_step));
  }
  return out;
}

Result<Scene> timeline_scene(const TileTrace& trace, const MeasuredOn& origin) {
  if (trace.tiles.empty()) return nothing(term("trace of tiles"));
  std::vector<std::int64_t> processors;
  double end = 0;
  for (const TileTrace::Tile& tile : trace.tiles) {
    processors.push_back(tile.multiprocessor);
    end = std::max(end, tile.end_ns);
  }
  std::sort(processors.begin(), processors.end());
  processors.erase(std::unique(processors.begin(), processors.end()), processors.end());
  constexpr std::size_t most_processors = 512;
  if (processors.size() > most_processors || !(end > 0) || !std::isfinite(end))
    return nothing(term("timeline of these tiles"));
  const std::int64_t bins =
      std::clamp<std::int64_t>(max_labelled_cells / static_cast<std::int64_t>(processors.size()), 8, 64);
  const double width = end / static_cast<double>(bins);
  std::vector<std::int64_t> counts(processors.size() * static_cast<std::size_t>(bins), 0);
  for (const TileTrace::Tile& tile : trace.tiles) {
    const auto row = static_cast<std::size_t>(
        std::lower_bound(processors.begin(), processors.end(), tile.multiprocessor) - processors.begin());
    const auto bin = [&](double ns) { return within(ns / width, bins); };
    for (std::int64_t b = bin(tile.start_ns); b <= bin(tile.end_ns); ++b) {
      ++counts[row * static_cast<std::size_t>(bins) + static_cast<std::size_t>(b)];
    }
  }
  Heat heat;
  for (const std::int64_t n : counts) {
    if (n > 0) heat.add(static_cast<double>(n));
  }
  Scene scene;
  scene.title = say("timeline by multiprocessor, measured");
  SceneBuilder builder;
  for (std::size_t r = 0; r < processors.size(); ++r) {
    builder.row({}, say("SM {}", processors[r]));
    for (std::int64_t b = 0; b < bins; ++b) {
      const std::int64_t n = counts[r * static_cast<std::size_t>(bins) + static_cast<std::size_t>(b)];
      const std::int64_t id = static_cast<std::int64_t>(r) * bins + b;
      if (n == 0) {
        builder.add({0, -1, -1, CellState::gap, {}});
      } else {
        builder.add({n, id, heat.of(static_cast<double>(n)), CellState::element, cat(n)});
      }
    }
  }
  heat.legend(scene, term("tiles at a time"), origin);
  scene.note =
      say("a column is {} ns, from left to right {} us; {}", number(width), number((end + 500) / 1000), traced(trace));
  return builder.finish(std::move(scene));
}

Result<Scene> cycles_scene(const AccessTrace& trace, const MeasuredOn& origin) {
  if (trace.accesses.empty()) return nothing(term("trace of accesses"));
  constexpr std::int64_t most_warps = 32;
  constexpr std::int64_t most_accesses = 1 << 14;
  constexpr std::size_t most_sides = 64;
  if (trace.sides.size() > most_sides) return nothing(term("picture of these accesses"));
  std::int64_t warps = 0;
  std::vector<std::int64_t> counts(trace.sides.size(), 0);
  for (const AccessTrace::Access& a : trace.accesses) {
    if (a.side < 0 || a.side >= static_cast<std::int64_t>(counts.size()) || a.warp < 0 || a.access < 0) continue;
    warps = std::max(warps, std::min(a.warp, most_warps) + 1);
    std::int64_t& count = counts[static_cast<std::size_t>(a.side)];
    count = std::max(count, std::min(a.access, most_accesses) + 1);
  }
  const std::int64_t longest = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  const auto sides = static_cast<std::int64_t>(counts.size());
  if (warps > most_warps || longest > most_accesses || longest == 0) return nothing(term("picture of these accesses"));
  const std::int64_t cols = std::clamp<std::int64_t>(max_labelled_cells / (sides * warps), 1, longest);
  std::vector<std::int64_t> cycles(static_cast<std::size_t>(sides * warps * cols), -1);
  Heat heat;
  for (const AccessTrace::Access& a : trace.accesses) {
    if (a.side < 0 || a.side >= sides || a.warp < 0 || a.access < 0 || a.access >= cols) continue;
    cycles[static_cast<std::size_t>((a.side * warps + a.warp) * cols + a.access)] = a.cycles;
    heat.add(static_cast<double>(a.cycles));
  }
  Scene scene;
  scene.title = say("cycles by warp access, measured");
  SceneBuilder builder;
  for (std::int64_t s = 0; s < sides; ++s) {
    for (std::int64_t w = 0; w < warps && counts[static_cast<std::size_t>(s)] > 0; ++w) {
      builder.row(w == 0 ? Message::verbatim(trace.sides[static_cast<std::size_t>(s)]) : Message(), say("warp {}", w));
      for (std::int64_t a = 0; a < std::min(cols, counts[static_cast<std::size_t>(s)]); ++a) {
        const std::int64_t place = (s * warps + w) * cols + a;
        const std::int64_t n = cycles[static_cast<std::size_t>(place)];
        if (n < 0) {
          builder.add({0, -1, -1, CellState::gap, {}});
        } else {
          builder.add({n, place, heat.of(static_cast<double>(n)), CellState::element, cat(n)});
        }
      }
    }
  }
  heat.legend(scene, term("cycles"), origin);
  scene.note = say("of tile {}, one access after the other: no access overlaps with another", trace.tile);
  if (cols < longest) scene.note = say("{}; the first {} of {} {access|accesses}", scene.note, cols, longest);
  return builder.finish(std::move(scene));
}

Result<Scene> counters_scene(const std::vector<CountPair>& counts, const MeasuredOn& origin) {
  constexpr std::size_t most = 256;
  if (counts.empty()) return nothing(term("count"));
  Scene scene;
  scene.title = say("counts, predicted and measured");
  SceneBuilder builder;
  bool measured = false;
  bool predicted = false;
  bool bounded = false;
  bool differs = false;
  for (std::size_t i = 0; i < std::min(counts.size(), most); ++i) {
    const CountPair& c = counts[i];
    builder.row({}, c.meaning.empty() ? Message::verbatim(c.counter) : c.meaning);
    const auto id = static_cast<std::int64_t>(i) * 3;
    // Predicted and measured values have classes of their own, not heat classes.
    const auto cell = [&](const std::optional<double>& value, std::int64_t column, std::int32_t color) {
      if (value) {
        builder.add({0, id + column, color, CellState::element, number(*value)});
      } else {
        builder.add({0, -1, -1, CellState::gap, {}});
      }
    };
    cell(c.predicted, 0, 2);
    cell(c.measured, 1, 0);
    predicted = predicted || c.predicted.has_value();
    measured = measured || c.measured.has_value();
    if (!c.predicted || !c.measured) {
      builder.add({0, -1, -1, CellState::gap, {}});
      continue;
    }
    const double difference = *c.measured - *c.predicted;
    const bool equal = difference == 0;
    bounded = bounded || (!equal && c.bounded);
    differs = differs || (!equal && !c.bounded);
    builder.add({0, id + 2,
                 equal       ? -1
                 : c.bounded ? 4
                             : 5,
                 equal       ? CellState::image
                 : c.bounded ? CellState::element
                             : CellState::lit,
                 equal ? std::string("0") : cat(difference > 0 ? "+" : "", number(difference))});
  }
  if (predicted) scene.legend.push_back({2, say("predicted by the model")});
  if (measured) scene.legend.push_back({0, origin.text()});
  if (predicted && measured) {
    scene.legend.push_back({-1, say("measured minus predicted: equal"), "image"});
    if (bounded) scene.legend.push_back({4, say("measured minus predicted: within its bound")});
    if (differs) scene.legend.push_back({5, say("measured minus predicted: they differ"), "lit"});
  }
  if (!measured) scene.note = say("nothing is measured: these are predictions");
  Scene out = builder.finish(std::move(scene));
  out.col_heads = {{say("predicted"), say("measured"), say("difference")}};
  return out;
}

}  // namespace stridescope
