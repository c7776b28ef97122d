// Computes the positions of the cells of a large picture, their pixels, and the texts that fit. Positions on the screen
// are floating point; everything about a layout is exact.
#include "core/pictures/raster.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/characters.h"
#include "core/base/integers.h"
#include "core/base/utf.h"
#include "core/pictures/minify.h"

namespace stridescope::app {
namespace {

// Lengths in units of the design.
constexpr double largest_fit = 32;     // maximum size of cells if all fit
constexpr double largest_cell = 64;    // maximum size of enlarged cells: room for a coordinate
constexpr double readable_cell = 28;   // initial size in a picture that has all its labels
constexpr double thinnest = 64;        // a picture that would become thinner than this scrolls,
constexpr double scrolled_cell = 16;   // size of a cell from which the picture scrolls
constexpr double labelled_width = 20;  // minimum size of a cell with a label
constexpr double labelled_height = 15;
constexpr double label_font = 12;
constexpr double smallest_font = 8;
constexpr double gap_from = 5;  // from this size on, cells have gaps between them
constexpr double tallest = 480;
constexpr double smallest_side = 28;
// Limit of a sheet: about 30 million pixels.
constexpr double longest_sheet = 30'000'000;
// The first step of the zoom enlarges at least this much.
constexpr double least_zoom = 1.4;
// Width of a letter in a monospaced font and height of a line, as fractions of the font size.
constexpr double letter = 0.61;
constexpr double line_height = 1.15;
// Heads: width and height of letters in their font, the room of short heads, and its maximum.
constexpr double head_letter = 7;
constexpr double head_line = 13;
constexpr double head_gap = 12;
constexpr double least_left = 46;
constexpr double most_left = 150;
constexpr double least_top = 18;

double fitting_cell(const Scene& scene, double room, double high, double unit) {
  const auto rows = static_cast<double>(scene.rows);
  const auto cols = static_cast<double>(scene.cols);
  const double fit = std::min({largest_fit * unit, room / cols, high / rows});
  if (fit >= 1) return std::floor(fit);
  const double thin = std::min(rows, cols);
  // In a small place less is enough.
  const double least = std::min(thinnest * unit, std::min(room, high) / 3);
  return thin * fit < least ? std::min(scrolled_cell * unit, std::max(1.0, std::floor(room / thin))) : fit;
}

// The power of two at or above a positive number.
double power_of_two(double least) {
  int exponent = 0;
  const bool exact = std::frexp(least, &exponent) == 0.5;
  return std::ldexp(1.0, exact ? exponent - 1 : exponent);
}

std::vector<double> sizes_of(const Scene& scene, double fit, double unit) {
  const auto longest = static_cast<double>(std::max(scene.rows, scene.cols));
  const double largest = std::max(fit, std::min(largest_cell, longest_sheet / longest) * unit);
  std::vector<double> out = {fit};
  // Powers of two, of which the first is a visible step.
  for (double size = power_of_two(fit / unit * least_zoom) * unit; size < largest; size *= 2) out.push_back(size);
  if (largest > fit) out.push_back(largest);
  return out;
}

// Cells that are texts have the heads that are among them.
bool has_heads(const Scene& scene) { return scene.texts.empty() || scene.has_head_cells(); }

double left_room(const HeadRoom& heads, double unit) {
  return unit * std::min(most_left, std::max(least_left, static_cast<double>(heads.letters) * head_letter + 8));
}

double top_room(const HeadRoom& heads, double unit) {
  return unit * (least_top + static_cast<double>(heads.lines - 1) * head_line);
}

// The positions of heads that do not touch; their distance is a power of two. Heads among the cells count from the
// beginning of their tile.
std::vector<std::int64_t> head_places(const Scene& scene, bool rows, double cell, double least, std::int64_t from,
                                      std::int64_t length) {
  const std::int64_t count = rows ? scene.rows : scene.cols;
  std::int64_t every = 1;
  while (static_cast<double>(every) * cell < least && every < count) every *= 2;
  std::vector<std::int64_t> out;
  const auto begin = static_cast<double>(from);
  const double end = begin + static_cast<double>(length);
  const bool own = scene.texts.empty();
  const std::int64_t first = static_cast<std::int64_t>(begin / cell);
  for (std::int64_t i = own ? first / every * every : first; i < count; i += own ? every : 1) {
    const double at = static_cast<double>(i) * cell;
    if (at >= end || out.size() == max_excerpt_heads) break;
    if (at + cell <= begin) continue;
    if (!own && !out.empty() && static_cast<double>(i - out.back()) * cell < least) continue;
    const auto numbers = integers_in(own ? std::string_view("0") : scene.head_in(rows, i));
    if (!numbers.empty() && numbers[0] % every == 0) out.push_back(i);
  }
  return out;
}

// One side of the part: for each pixel the cell under it, -1 in a gap or after the last cell.
std::vector<std::int64_t> cells_at(std::int64_t count, double cell, std::int64_t from, std::int64_t pixels, bool gaps) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(pixels));
  const auto under = [&](double pixel) {
    return static_cast<std::int64_t>((static_cast<double>(from) + pixel) / cell);
  };
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto pixel = static_cast<double>(i);
    const std::int64_t at = under(pixel + 0.5);
    out[i] = at >= count || (gaps && under(pixel + 1.5) != at) ? -1 : at;
  }
  return out;
}

constexpr std::uint32_t rgb(std::uint32_t hex) {
  return 0xff000000U | ((hex & 255) << 16) | (hex & 0xff00) | (hex >> 16);
}

// The colors of the classes, the scale from low to high, and finally the color without a class.
using Colors = std::array<std::uint32_t, color_classes + 1>;

constexpr Colors make_colors(bool dark) {
  Colors out = {};
  std::size_t next = 0;
  [[maybe_unused]] std::uint32_t image = 0;
  std::uint32_t blank = 0;
  [[maybe_unused]] std::uint32_t step = 0, carry = 0, ink = 0;
#define STRIDESCOPE_COLOR(name, light, dark_color)
#define STRIDESCOPE_VEIL(name, light, light_percent, dark_color, dark_percent)
#define STRIDESCOPE_MARK(name, light, dark_color) name = rgb(dark ? 0x##dark_color : 0x##light);
#define STRIDESCOPE_CLASS(light, dark_color) out[next++] = rgb(dark ? 0x##dark_color : 0x##light);
#define STRIDESCOPE_HEAT(light, dark_color) STRIDESCOPE_CLASS(light, dark_color)
#include "core/data/colors.def"
#undef STRIDESCOPE_COLOR
#undef STRIDESCOPE_VEIL
#undef STRIDESCOPE_MARK
#undef STRIDESCOPE_CLASS
#undef STRIDESCOPE_HEAT
  out[next] = blank;
  return out;
}

std::size_t color_at(std::int32_t color) {
  return static_cast<std::size_t>(color < 0 ? color_classes : color_entry(color));
}

void fill(const Scene& scene, const RasterPart& part, const Colors& colors, bool gaps,
          std::vector<std::uint32_t>& pixels) {
  const std::vector<std::int64_t> columns = cells_at(scene.cols, part.cell, part.from_x, part.width, gaps);
  const std::vector<std::int64_t> rows = cells_at(scene.rows, part.cell, part.from_y, part.height, gaps);
  for (std::size_t y = 0; y < rows.size(); ++y) {
    if (rows[y] < 0) continue;
    std::uint32_t* to = pixels.data() + y * columns.size();
    // All lines of pixels within one row of cells are equal.
    if (y > 0 && rows[y] == rows[y - 1]) {
      std::copy_n(to - columns.size(), columns.size(), to);
      continue;
    }
    const std::int32_t* cells = scene.colors.data() + rows[y] * scene.cols;
    for (std::size_t x = 0; x < columns.size(); ++x)
      if (columns[x] >= 0 && cells[columns[x]] >= -1) to[x] = colors[color_at(cells[columns[x]])];
  }
}

void average(const Scene& scene, const RasterPart& part, const Colors& colors, std::vector<std::uint32_t>& pixels) {
  // By class, first the cells without an element, which have no weight.
  std::array<std::uint32_t, std::tuple_size_v<Colors> + 1> of_class = {};
  for (std::int32_t color = -1; color < color_classes; ++color)
    of_class[static_cast<std::size_t>(color + 2)] = colors[color_at(color)];
  minify(scene.colors, {part.cell, part.from_x, part.width, scene.cols},
         {part.cell, part.from_y, part.height, scene.rows}, of_class, palette_size, pixels);
}

}  // namespace

RasterPart raster_part(const Scene& scene, const Viewport& v) {
  const double unit = v.unit > 0 ? v.unit : 1;
  RasterPart out;
  out.left = has_heads(scene) ? left_room(v.row_heads, unit) : 0;
  out.top = has_heads(scene) ? top_room(v.col_heads, unit) : 0;
  const double wide = std::clamp(v.width - out.left, smallest_side * unit, longest_sheet);
  const double high =
      std::clamp((v.height > 0 ? v.height : tallest * unit + out.top) - out.top, smallest_side * unit, longest_sheet);
  out.sizes = sizes_of(scene, fitting_cell(scene, wide, v.fitted ? high : tallest * unit, unit), unit);
  const double begins = v.cell < 0 ? (scene.labelled() && !v.fitted ? readable_cell * unit : 0) : v.cell;
  out.cell = std::clamp(begins, out.sizes.front(), out.sizes.back());

  // One side: the first visible position, the visible length, and the pixels including the margin.
  struct Side {
    std::int64_t first = 0, seen = 0, from = 0, pixels = 0;
    // The range of the first pixel within the painted part. A third of the margin is reserved for further moves.
    std::int64_t least = 0, most = 0;
  };
  const std::int64_t margin = std::clamp<std::int64_t>(v.margin, 0, 1024);
  const auto side = [&](std::int64_t cells, double room, double wanted) {
    Side s;
    const double sheet = static_cast<double>(cells) * out.cell;
    const double seen = std::ceil(std::min(sheet, room));
    s.seen = static_cast<std::int64_t>(seen);
    s.first = static_cast<std::int64_t>(std::clamp(wanted, 0.0, std::max(0.0, sheet - seen)));
    s.from = std::max<std::int64_t>(0, s.first - margin);
    const auto end = static_cast<std::int64_t>(std::ceil(sheet));
    s.pixels = std::max<std::int64_t>(1, std::min(end, s.first + s.seen + margin) - s.from);
    s.least = s.from == 0 ? 0 : s.from + margin / 3;
    s.most = s.from + s.pixels >= end ? end : s.from + s.pixels - s.seen - margin / 3;
    return s;
  };
  Side x = side(scene.cols, wide, v.col * out.cell - v.at_x);
  Side y = side(scene.rows, high, v.row * out.cell - v.at_y);
  out.x = x.first;
  out.y = y.first;
  out.from_x = x.from;
  out.from_y = y.from;
  out.width = x.pixels;
  out.height = y.pixels;

  SceneWindow& w = out.window;
  const auto cell_of = [&](std::int64_t pixel) {
    return static_cast<std::int64_t>(static_cast<double>(pixel) / out.cell);
  };
  const auto label = [&](std::int64_t from_x, std::int64_t width, std::int64_t from_y, std::int64_t height) {
    w.row = cell_of(from_y);
    w.col = cell_of(from_x);
    w.cols = std::min({scene.cols - w.col, cell_of(from_x + width - 1) + 1 - w.col, max_labelled_cells});
    w.rows = std::min(scene.rows - w.row, cell_of(from_y + height - 1) + 1 - w.row);
  };
  if (out.cell >= std::max(labelled_width, labelled_height) * unit) {
    label(x.from, x.pixels, y.from, y.pixels);
    if (w.rows * w.cols > max_labelled_cells) {
      // Only visible cells have labels.
      label(x.first, x.seen, y.first, y.seen);
      w.rows = std::min(w.rows, max_labelled_cells / std::max<std::int64_t>(w.cols, 1));
      x.least = x.most = x.first;
      y.least = y.most = y.first;
    }
  }
  out.least_x = x.least;
  out.most_x = x.most;
  out.least_y = y.least;
  out.most_y = y.most;
  const auto digits = static_cast<std::int64_t>(std::to_string(scene.cols).size());
  const double across = static_cast<double>(std::max(v.col_heads.letters, digits)) * head_letter + head_gap;
  const double down = 5 + static_cast<double>(v.row_heads.lines) * head_line;
  w.row_heads = head_places(scene, true, out.cell, down * unit, out.from_y, out.height);
  w.col_heads = head_places(scene, false, out.cell, across * unit, out.from_x, out.width);
  return out;
}

RasterSize raster_size(const Scene& scene, Viewport viewport) {
  viewport.cell = -1;
  const RasterPart part = raster_part(scene, viewport);
  return {part.left + static_cast<double>(part.width), part.top + static_cast<double>(part.height)};
}

std::vector<std::uint32_t> raster_pixels(const Scene& scene, const RasterPart& part, bool dark) {
  static constexpr Colors light_colors = make_colors(false);
  static constexpr Colors dark_colors = make_colors(true);
  const Colors& colors = dark ? dark_colors : light_colors;
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(part.width * part.height));
  if (part.cell < 1)
    average(scene, part, colors, pixels);
  else
    fill(scene, part, colors, part.cell >= gap_from, pixels);
  return pixels;
}

std::vector<RasterText> raster_labels(const RasterPart& part, const SceneWindow& window, const SceneExcerpt& excerpt,
                                      double unit) {
  std::vector<RasterText> out;
  const SceneWindow& seen = part.window;
  for (std::size_t i = 0; i < excerpt.labels.size() && excerpt.cols > 0; ++i) {
    const std::int64_t row = window.row + static_cast<std::int64_t>(i) / excerpt.cols;
    const std::int64_t col = window.col + static_cast<std::int64_t>(i) % excerpt.cols;
    if (row < seen.row || row >= seen.row + seen.rows || col < seen.col || col >= seen.col + seen.cols) continue;
    std::string_view label = excerpt.labels[i];
    const auto lines = static_cast<double>(1 + std::count(label.begin(), label.end(), '\n'));
    std::size_t longest = 1;
    for (std::string_view rest = label; !rest.empty();) longest = std::max(longest, columns_of(cut_line(rest)));
    const double size = std::min({label_font * unit, (part.cell - 4 * unit) / (letter * static_cast<double>(longest)),
                                  (part.cell - 3 * unit) / lines / line_height});
    if (label.empty() || size < smallest_font * unit) continue;
    const double x = (static_cast<double>(col) + 0.5) * part.cell;
    double y = (static_cast<double>(row) + 0.5) * part.cell - (lines - 1) / 2 * size * line_height;
    while (true) {
      const std::size_t end = std::min(label.find('\n'), label.size());
      out.push_back({std::string(label.substr(0, end)), x, y, size});
      if (end == label.size()) break;
      label.remove_prefix(end + 1);
      y += size * line_height;
    }
  }
  return out;
}

static bool is_stacked(std::string_view head) { return head.find('\n') != std::string_view::npos; }

std::vector<RasterHead> raster_heads(double cell, std::span<const std::int64_t> places,
                                     std::span<const std::string> texts, double length, double unit) {
  std::vector<RasterHead> out;
  for (std::size_t i = 0; i < std::min(places.size(), texts.size()); ++i) {
    const double offset = is_stacked(texts[i]) ? std::max(cell / 2, length * unit / 2) : cell / 2;
    out.push_back({texts[i], static_cast<double>(places[i]) * cell + offset});
  }
  return out;
}

double row_head_length(const HeadRoom& heads) { return static_cast<double>(heads.lines) * head_line; }
double col_head_length(const HeadRoom& heads) { return static_cast<double>(heads.letters) * head_letter; }

bool head_seen(const RasterHead& head, double length, double from, double seen, double unit) {
  const double half = length * unit / 2;
  // The center of a head must be before the other edge.
  return head.middle - (is_stacked(head.text) ? half : 0) >= from - 1 && head.middle <= from + std::max(seen, half);
}

HeadRoom head_room(HeadRoom before, std::span<const std::string> heads) {
  for (const std::string& head : heads) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    before.lines = std::max<std::int64_t>(before.lines, end == head.size() ? 1 : 2);
    before.letters = std::max({before.letters, static_cast<std::int64_t>(end),
                               static_cast<std::int64_t>(head.size() - std::min(end + 1, head.size()))});
  }
  return before;
}

Result<Raster> make_raster(const Workspace& workspace, int binding, const stridescope::View& view, const Scene& scene,
                           Viewport viewport) {
  if (scene.rows <= 0 || scene.cols <= 0)
    return failure(ErrorCode::unsupported, say("this picture does not have cells"));
  const auto bounded = [](double& number, double least, double most) {
    number = number >= least ? std::min(number, most) : least;
  };
  for (double* place : {&viewport.col, &viewport.row, &viewport.at_x, &viewport.at_y})
    bounded(*place, -longest_sheet, longest_sheet);
  for (double* length : {&viewport.width, &viewport.height}) bounded(*length, 0, longest_sheet);
  bounded(viewport.cell, -1, longest_sheet);
  bounded(viewport.unit, 0.25, 16);
  for (HeadRoom* room : {&viewport.row_heads, &viewport.col_heads}) {
    room->letters = std::clamp<std::int64_t>(room->letters, 0, 1 << 10);
    room->lines = std::clamp<std::int64_t>(room->lines, 1, 2);
  }
  Raster out;
  const auto plan = [&] {
    out.part = raster_part(scene, viewport);
    if (out.part.width * out.part.height > max_raster_pixels) {
      viewport.margin = 0;
      out.part = raster_part(scene, viewport);
    }
    return workspace.excerpt(binding, view, scene, out.part.window);
  };
  auto written = plan();
  if (!written) return failure(std::move(written.error()));
  out.row_room = head_room(viewport.row_heads, written->row_heads);
  out.col_room = head_room(viewport.col_heads, written->col_heads);
  // Heads that need more room leave less to the cells.
  if (out.row_room != viewport.row_heads || out.col_room != viewport.col_heads) {
    viewport.row_heads = out.row_room;
    viewport.col_heads = out.col_room;
    written = plan();
    if (!written) return failure(std::move(written.error()));
  }
  const RasterPart& part = out.part;
  if (part.width * part.height > max_raster_pixels)
    return failure(ErrorCode::too_large,
                   say("{} {pixel|pixels} at once; the limit is {}", part.width * part.height, max_raster_pixels));
  out.pixels = raster_pixels(scene, part, viewport.dark);
  out.labels = raster_labels(part, part.window, *written, viewport.unit);
  out.row_heads =
      raster_heads(part.cell, part.window.row_heads, written->row_heads, row_head_length(out.row_room), viewport.unit);
  const double length = col_head_length(out.col_room);
  out.col_heads = raster_heads(part.cell, part.window.col_heads, written->col_heads, length, viewport.unit);
  // If a sheet is narrower than its heads, they are centered on it and exceed both sides.
  const double sheet = static_cast<double>(scene.cols) * part.cell;
  if (sheet < length * viewport.unit)
    for (RasterHead& head : out.col_heads) head.middle = sheet / 2;
  return out;
}

}  // namespace stridescope::app
