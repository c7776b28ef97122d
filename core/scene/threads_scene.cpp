// Pictures of thread-value tiles: each cell lists the threads that hold the element, and their values. MMA: B at the
// top, A at the left, C between them, so that a row of A and a column of B meet in their element of C. Copy: the source
// next to the destination. Source: CuTe's print_latex has the same arrangement, with one thread per cell.
#include <algorithm>

#include "core/base/text.h"
#include "core/scene/drawable.h"
#include "core/scene/scene_builder.h"
#include "core/scene/tv_tiles.h"

namespace stridescope {
namespace {

constexpr std::size_t max_named = 2;  // threads, or values, that a cell lists individually
constexpr std::int64_t register_bits = 32;
constexpr std::int32_t shared_class = heat_class(1);  // operands that no thread holds

// Ascending numbers in short form: "0", "0,4", "0-127", "0,8..24", "0,1..".
struct Numbers {
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::int64_t last = 0;
  std::size_t count = 0;
  bool even = true;  // all steps are equal

  void add(std::int64_t x) {
    if (count == 0)
      first = x;
    else if (count == 1)
      second = x;
    else
      even = even && x - last == second - first;
    last = x;
    ++count;
  }
  std::string text() const {
    if (count <= max_named) return count == 1 ? cat(first) : cat(first, ',', second);
    if (!even) return cat(first, ',', second, "..");
    return second - first == 1 ? cat(first, '-', last) : cat(first, ',', second, "..", last);
  }
};

class ThreadsPicture {
 public:
  ThreadsPicture(const TvTiles& owned, const View& view)
      : owned_(owned), view_(view), ambiguous_(view.color == ColorBy::thread && owned.ambiguous()) {}

  Scene run() {
    if (owned_.form == TvTiles::Form::mma) {
      mma();
    } else if (std::all_of(owned_.tiles.begin(), owned_.tiles.end(), is_long)) {
      in_lines();
    } else {
      side_by_side();
    }
    if (ambiguous_) scene_.title = say("color: {}", term("thread"));
    scene_.note = owned_.note;
    if (marks_holes() && !cropped_) count_owners();
    if (cropped_) {
      const Message cropped = say("shown: only the first rows and columns");
      scene_.note = scene_.note.empty() ? cropped : say("{}; {}", scene_.note, cropped);
    }
    legend();
    return painted_where_large(sheet_.finish(std::move(scene_)));
  }

 private:
  std::int32_t color_of(const TvTile& tile, TvHolder pair) {
    std::int64_t k = 0;
    switch (view_.color) {
      case ColorBy::warp:
        k = pair.thread / lanes_per_warp;
        break;
      case ColorBy::value:
        k = pair.value;
        break;
      case ColorBy::registers:
        k = pair.value * tile.bits / register_bits;
        break;
      default:
        return thread_class(pair.thread, ambiguous_);
    }
    most_ = std::max(most_, k);
    return palette_class(k);
  }

  SceneBuilder::Cell cell(const TvTile& tile, std::int64_t row, std::int64_t col) {
    const auto pairs = tile.holders(row, col);
    const std::int64_t index = row + tile.rows * col;
    SceneBuilder::Cell out = {index, tile.first_id + index, -1, CellState::gap, ""};
    if (pairs.empty()) {
      missing_ = true;
      ++counts(tile)[0];
      if (marks_holes()) {
        out.color = missing_class;
        out.state = CellState::crossed;
      }
      if (owned_.by_coordinate) out.id = -1;
      return out;
    }
    TvHolder shown = pairs[0];
    bool lit = owned_.thread < 0;
    for (const TvHolder pair : pairs) {
      if (lit || pair.thread != owned_.thread) continue;
      lit = true;
      shown = pair;
    }
    if (owned_.by_coordinate) out.id = shown.thread + owned_.threads * std::int64_t{shown.value};
    if (view_.label == Label::coord) {
      out.label = cat('(', row, ',', col, ')');
    } else if (view_.label == Label::index) {
      out.label = cat(index);
    } else {
      out.label = owners_label(pairs);
    }
    if (!lit) {
      out.state = CellState::dimmed;
      return out;
    }
    if (!tile.in_registers) {
      shared_ = true;
      out.color = shared_class;
      if (view_.label == Label::owner) out.label.clear();
      out.state = CellState::element;
      return out;
    }
    out.color = color_of(tile, shown);
    out.state = owned_.thread < 0 ? CellState::element : CellState::lit;
    ++counts(tile)[tile.once ? std::min<std::size_t>(2, pairs.size()) : 1];
    if (!tile.once || pairs.size() < 2 || owned_.thread >= 0) return out;
    out.color = several_class;
    out.state = CellState::lit;
    return out;
  }

  // A copy must reach each element.
  bool marks_holes() const { return owned_.form == TvTiles::Form::copy && owned_.thread < 0; }
  std::int64_t (&counts(const TvTile& tile))[3] { return counts_[&tile - owned_.tiles.data()]; }

  // The holes and overlaps of a copy, per side if they differ.
  void count_owners() {
    if (counts_[0][0] + counts_[0][2] + counts_[1][0] + counts_[1][2] == 0) return;
    const Message source = held_text(counts_[0]);
    const Message target = held_text(counts_[1]);
    const Message counted = source == target ? source
                                             : say("{}; {}", say("{}: {}", owned_.tiles[0].name, source),
                                                   say("{}: {}", owned_.tiles[1].name, target));
    scene_.note = scene_.note.empty() ? counted : say("{}; {}", scene_.note, counted);
  }

  static SceneBuilder::Cell blank() { return {0, -1, -1, CellState::outside, ""}; }
  static SceneBuilder::Cell head(std::string text) { return {0, -1, -1, CellState::head, std::move(text)}; }
  std::int64_t most() const { return view_.whole ? max_text_cells : max_labelled_cells; }
  std::int64_t crop(std::int64_t extent, std::int64_t limit) {
    cropped_ = cropped_ || extent > limit;
    return std::min(extent, limit);
  }

  void mma() {
    const TvTile& a = owned_.tiles[0];
    const TvTile& b = owned_.tiles[1];
    const TvTile& c = owned_.tiles[2];
    // Cuts the longest extent until the whole picture has labels or texts.
    std::int64_t m = a.rows;
    std::int64_t n = b.rows;
    std::int64_t k = a.cols;
    while ((k + m + 2) * (k + n + 3) > most()) {
      std::int64_t& longest = m >= n && m >= k ? m : n >= k ? n : k;
      longest = crop(longest, longest / 2);
    }
    sheet_.row();
    for (std::int64_t i = 0; i < k + 2; ++i) sheet_.add(blank());
    sheet_.add(head("B"));
    for (std::int64_t i = 0; i < n; ++i) sheet_.add(head(cat(i)));
    for (std::int64_t r = 0; r < k; ++r) {
      sheet_.row();
      for (std::int64_t i = 0; i < k + 2; ++i) sheet_.add(blank());
      sheet_.add(head(cat(r)));
      for (std::int64_t i = 0; i < n; ++i) sheet_.add(cell(b, i, r));
    }
    sheet_.row();
    sheet_.add(head("A"));
    for (std::int64_t i = 0; i < k; ++i) sheet_.add(head(cat(i)));
    sheet_.add(blank());
    sheet_.add(head("C"));
    for (std::int64_t r = 0; r < m; ++r) {
      sheet_.row();
      sheet_.add(head(cat(r)));
      for (std::int64_t i = 0; i < k; ++i) sheet_.add(cell(a, r, i));
      sheet_.add(blank());
      sheet_.add(blank());
      for (std::int64_t i = 0; i < n; ++i) sheet_.add(cell(c, r, i));
    }
  }

  // True for a tile of one row or column. It is broken into lines, each with the index of its first element.
  static bool is_long(const TvTile& tile) {
    return std::min(tile.rows, tile.cols) == 1 && std::max(tile.rows, tile.cols) > 2 * strip_width;
  }

  void in_lines() {
    std::int64_t longest = 0;
    for (const TvTile& tile : owned_.tiles) longest = std::max(longest, tile.rows * tile.cols);
    std::int64_t width = strip_width;
    while (longest / width > 2 * width) width *= 2;
    const auto count = static_cast<std::int64_t>(owned_.tiles.size());
    std::int64_t rows = (longest + width - 1) / width;
    while (rows > 1 && (rows + 1) * (count * (width + 2) - 1) > most()) rows = crop(rows, rows / 2);
    for (std::int64_t r = -1; r < rows; ++r) {
      sheet_.row();
      for (std::size_t i = 0; i < owned_.tiles.size(); ++i) {
        const TvTile& tile = owned_.tiles[i];
        const std::int64_t size = tile.rows * tile.cols;
        if (i > 0) sheet_.add(blank());
        sheet_.add(head(r < 0 ? tile.name : r * width < size ? cat(r * width) : ""));
        for (std::int64_t col = 0; col < width; ++col) {
          const std::int64_t at = r * width + col;
          sheet_.add(r < 0       ? head(cat(col))
                     : at < size ? cell(tile, tile.rows == 1 ? 0 : at, tile.rows == 1 ? at : 0)
                                 : blank());
        }
      }
    }
  }

  void side_by_side() {
    const auto count = static_cast<std::int64_t>(owned_.tiles.size());
    std::int64_t rows = owned_.tiles[0].rows;
    std::int64_t cols = owned_.tiles[0].cols;
    while ((rows + 1) * (count * (cols + 2) - 1) > most()) {
      std::int64_t& longest = rows >= cols ? rows : cols;
      longest = crop(longest, longest / 2);
    }
    for (std::int64_t r = -1; r < rows; ++r) {
      sheet_.row();
      for (std::size_t i = 0; i < owned_.tiles.size(); ++i) {
        const TvTile& tile = owned_.tiles[i];
        if (i > 0) sheet_.add(blank());
        sheet_.add(head(r < 0 ? tile.name : cat(r)));
        for (std::int64_t col = 0; col < cols; ++col) sheet_.add(r < 0 ? head(cat(col)) : cell(tile, r, col));
      }
    }
  }

  void legend() {
    if (owned_.thread >= 0) {
      scene_.legend.push_back({thread_class(owned_.thread, ambiguous_), say("T{}", owned_.thread), "lit"});
      scene_.legend.push_back({-1, say("other threads"), "dimmed"});
      if (view_.color == ColorBy::thread) return;
    }
    const bool threads =
        view_.color != ColorBy::warp && view_.color != ColorBy::value && view_.color != ColorBy::registers;
    add_owner_legend(scene_, view_.color, threads ? owned_.threads - 1 : most_, ambiguous_);
    if (shared_) scene_.legend.push_back({shared_class, say("memory that the instruction reads itself")});
    if (counts_[0][2] + counts_[1][2] > 0 && owned_.thread < 0)
      scene_.legend.push_back({several_class, say("held by several"), "lit"});
    if (missing_)
      scene_.legend.push_back(
          {marks_holes() ? missing_class : -1, say("no thread"), marks_holes() ? "crossed" : "gap"});
  }

  const TvTiles& owned_;
  const View& view_;
  const bool ambiguous_;
  SceneBuilder sheet_;
  Scene scene_;
  std::int64_t most_ = 0;           // class before reduction modulo the palette
  std::int64_t counts_[3][3] = {};  // by tile: elements without a thread, with one, with several
  bool shared_ = false;
  bool missing_ = false;
  bool cropped_ = false;
};

}  // namespace

void add_owner_legend(Scene& scene, ColorBy color, std::int64_t last, bool ambiguous) {
  std::vector<Message> names[palette_size];  // the first two of each color
  for (std::int64_t i = 0; i <= last; ++i) {
    const bool other = color == ColorBy::warp || color == ColorBy::value || color == ColorBy::registers;
    auto& of = names[other ? palette_class(i) : thread_class(i, ambiguous)];
    if (of.size() > 2) continue;
    of.push_back(of.size() == 2                ? say("...")
                 : color == ColorBy::warp      ? say("warp {}", i)
                 : color == ColorBy::value     ? say("V{}", i)
                 : color == ColorBy::registers ? say("register {}", i)
                                               : say("T{}", i));
  }
  for (std::int32_t k = 0; k < palette_size; ++k)
    if (!names[k].empty()) scene.legend.push_back({k, comma_list(names[k])});
}

std::string owners_label(std::span<const TvHolder> pairs) {
  // Pairs are sorted by thread. An element that many threads read is usually the same value in threads of equal
  // distance; this case is detected without a scan, since such a tile has a million pairs.
  const TvHolder first = pairs.front();
  const std::int32_t step = pairs.size() > 1 ? pairs[1].thread - first.thread : 1;
  std::int32_t other = step == 0 ? 1 : 0;
  for (std::size_t i = 1; i < pairs.size(); ++i)
    other |= (pairs[i].thread - pairs[i - 1].thread - step) | (pairs[i].value - first.value);
  if (other == 0) {
    const Numbers threads = {first.thread, first.thread + step, pairs.back().thread, pairs.size()};
    return cat('T', threads.text(), "\nV", first.value);
  }
  Numbers threads;
  for (const TvHolder pair : pairs) {
    if (threads.count == 0 || threads.last != pair.thread) threads.add(pair.thread);
  }
  std::vector<std::int32_t> all;
  for (const TvHolder pair : pairs) all.push_back(pair.value);
  std::sort(all.begin(), all.end());
  Numbers values;
  for (const std::int32_t value : all) {
    if (values.count == 0 || values.last != value) values.add(value);
  }
  return cat('T', threads.text(), "\nV", values.text());
}

Result<Scene> threads_scene(const PicturedValue& subject, const View& view) {
  auto owned = tv_tiles_of(subject);
  if (!owned) return failure(std::move(owned.error()));
  return ThreadsPicture(*owned, view).run();
}

}  // namespace stridescope
