// Lists candidates for a copy by the contiguous modes of source and destination. The same mode in both gives a plain
// copy, by threads or by the copy engine. Two different modes give a transpose, whose tile goes through shared memory,
// where a swizzle or padding prevents bank conflicts of rows and columns; elements smaller than a word can be
// transposed in registers. More than two modes give a permutation: a tile spans the contiguous modes of source and
// destination, and has extent 1 along the others.
#include <algorithm>
#include <cmath>

#include "core/base/power.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/tune/candidates.h"
#include "core/value/kind_word.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// The only mode with more than one element, or the mode with stride 1; -1: none.
int contiguous_mode(const Layout& layout) {
  for (int i = 0; i < layout.rank(); ++i) {
    const TupleRef stride = layout.stride.is_tuple() ? layout.stride[i] : TupleRef(layout.stride);
    if (!stride.is_tuple() && stride.is_integer() && stride.integer().value == 1) return i;
  }
  return -1;
}

class Copies {
 public:
  Copies(const CopyKernel& kernel, const Gpu& gpu) : kernel_(kernel), gpu_(gpu) {}

  Result<std::vector<Candidate>> run() {
    const auto* src = std::get_if<Layout>(&kernel_.src);
    const auto* dst = std::get_if<Layout>(&kernel_.dst);
    const int bits = kernel_.type.bits;
    if (src == nullptr || dst == nullptr || src->rank() != dst->rank() || src->rank() > max_modes || bits < 1 ||
        bits > 128) {
      return failure(
          ErrorCode::unsupported,
          say("no candidates: only copies of 1 to {} modes, of elements of at most 16 bytes, are tuned", max_modes));
    }
    width_ = 128 / bits;
    Arith arith;
    elements_ = size(arith, *src).value;
    const int from = contiguous_mode(*src);
    const int to = contiguous_mode(*dst);
    if (from < 0 || to < 0) {
      return failure(ErrorCode::unsupported, say("no candidates: source and destination need a contiguous mode each"));
    }
    load_width_ = aligned(*src, from);
    store_width_ = aligned(*dst, to);
    begin_ = cat("copy_kernel(", to_text(*src, IntegerMode::cute), ", ", to_text(*dst, IntegerMode::cute), ", ");
    if (src->rank() < 2) {
      vectors();
    } else {
      rank_ = src->rank();
      first_ = std::min(from, to);
      second_ = std::max(from, to);
      if (from == to) set_beside(*src, from);
      if (from == to) {
        rows(from == first_ ? 0 : 1);
      } else {
        transposes(from == first_ ? 0 : 1);
      }
    }
    return std::move(out_);
  }

 private:
  static constexpr int max_modes = 5;
  // For elements of 8 and 16 bits, accesses of 16 bytes per thread with a swizzle were 0.5 to 1.5 % faster on an H100
  // than blocks transposed in registers, so the latter come after them.
  static constexpr double behind_others = 0.1;

  // The widest access, in elements, that divides the start and the length of every row of the layout.
  std::int64_t aligned(const Layout& layout, int contiguous) const {
    Arith arith;
    const auto whole = [&](std::int64_t width) {
      for (int i = 0; i < layout.rank(); ++i) {
        const bool tuple = layout.stride.is_tuple();
        const TupleRef stride = tuple ? layout.stride[i] : TupleRef(layout.stride);
        const TupleRef shape = tuple ? layout.shape[i] : TupleRef(layout.shape);
        const std::int64_t step = i == contiguous                             ? product(arith, shape).value
                                  : stride.is_tuple() || !stride.is_integer() ? width
                                                                              : stride.integer().value;
        if (step % width != 0) return false;
      }
      return true;
    };
    std::int64_t width = width_;
    while (width > 1 && !whole(width)) width /= 2;
    return width;
  }

  // Chooses the two modes of a tile: the contiguous mode, and the largest of the others.
  void set_beside(const Layout& src, int contiguous) {
    Arith arith;
    int best = contiguous == 0 ? 1 : 0;
    std::int64_t most = 0;
    for (int i = 0; i < src.rank(); ++i) {
      const std::int64_t extent = product(arith, src.shape[i]).value;
      if (i == contiguous || extent <= most) continue;
      most = extent;
      best = i;
    }
    first_ = std::min(contiguous, best);
    second_ = std::max(contiguous, best);
  }

  // A tuple over all modes: `first` and `second` for the two modes of a tile, `others` for the rest.
  std::string over_modes(std::string_view first, std::string_view second, std::string_view others) const {
    std::string out;
    for (int i = 0; i < rank_; ++i)
      append_all(out, i == 0 ? "(" : ",", i == first_ ? first : i == second_ ? second : others);
    return out + ")";
  }
  std::string tile_of(std::int64_t first, std::int64_t second) const {
    return over_modes(cat(first), cat(second), "1");
  }
  std::string layout_of(std::int64_t first, std::int64_t second, std::int64_t stride, std::int64_t other) const {
    return cat(tile_of(first, second), ':', over_modes(cat(stride), cat(other), "0"));
  }

  // (thread, value) -> element of a vector: accesses of `width_` elements; those of a block are adjacent.
  void vectors() {
    for (const std::int64_t threads : {256, 128, 512, 1024}) {
      for (const std::int64_t accesses : {1, 2, 4}) {
        const std::string tv = accesses == 1 ? cat("(_", threads, ",_", width_, "):(_", width_, ",_1)")
                                             : cat("(_", threads, ",(_", width_, ",_", accesses, ")):(_", width_,
                                                   ",(_1,_", threads * width_, "))");
        add(say("{} {thread|threads}, {} x {} {byte|bytes}", threads, accesses, 16),
            cat("vector ", threads, 'x', accesses), true, cat(begin_, tv, end()),
            accesses == 1 ? 1 : 1 + 0.01 * static_cast<double>(accesses));
        if (threads <= 512 && accesses == 4) {
          add(say("{} {thread|threads}, {} x {} {byte|bytes}, persistent", threads, accesses, 16),
              cat("vector ", threads, 'x', accesses), false, cat(begin_, tv, ", persistent=1", end()), 1.2);
        }
      }
    }
  }

  // A tile of rows along mode c, by threads and by the copy engine. The elements of a tile are numbered along mode 0.
  void rows(int c) {
    struct Tile {
      std::int64_t across, along;
    };
    for (const std::int64_t threads : {256, 128, 512}) {
      for (const std::int64_t accesses : {1, 2, 4}) {
        // A warp reads 512 bytes of a row, if the row is long enough.
        const std::int64_t along = 32 * width_;
        const std::int64_t across = threads / 32 * accesses;
        const std::int64_t step = c == 0 ? 1 : across;  // along the contiguous mode
        const std::int64_t other = c == 0 ? along : 1;  // to the next row
        const std::string tv = cat("((_32,_", threads / 32, "),(_", width_, ",_", accesses, ")):((_", width_ * step,
                                   ",_", other, "),(_", step, ",_", other * (threads / 32), "))");
        const std::string tile = c == 0 ? tile_of(along, across) : tile_of(across, along);
        add(say("{} {thread|threads}, {} x {} {byte|bytes}", threads, accesses, 16),
            cat("rows ", threads, 'x', accesses), true, cat(begin_, tv, ", tile=", tile, end()),
            1 + 0.01 * static_cast<double>(accesses));
      }
    }
    if (gpu_.architecture != "sm90") return;
    for (const Tile t : {Tile{16, 256}, Tile{32, 128}, Tile{64, 64}, Tile{32, 256}}) {
      for (const int stages : {1, 4, 2}) {
        const std::int64_t along = std::min<std::int64_t>(256, t.along * 32 / kernel_.type.bits);
        const std::string smem = c == 0 ? layout_of(along, t.across, 1, along) : layout_of(t.across, along, along, 1);
        add(say("copy engine, {} {row|rows} of {}, {} {stage|stages}", t.across, along, stages),
            cat("engine ", t.across, 'x', along), stages == 1,
            cat(begin_, "\"tma\", ", smem, ", stages=", stages, end()), 1.02);
      }
    }
  }

  // The source is contiguous along `from`, the destination along the other mode.
  void transposes(int from) {
    if (kernel_.type.bits < 32) turned_transposes(from);
    if (kernel_.type.bits < 8) return;
    for (const std::int64_t along : {32, 64, 128, 256}) {     // elements of the tile along `from`
      for (const std::int64_t across : {32, 64, 128, 256}) {  // elements along the other mode
        const std::int64_t elements = along * across;
        // Rows of 256 elements only for bytes: memory delivers 256 contiguous bytes faster than 128.
        if (std::max(along, across) == 256 && kernel_.type.bits > 8) continue;
        if (elements * kernel_.type.bits / 8 > 64 * 1024) continue;
        for (const std::int64_t threads : {256, 512, 128}) {
          for (const std::int64_t width : {width_, width_ / 2, std::int64_t{1}}) {
            if (width < 1 || elements % (threads * width) != 0 || (width == 1 && width_ > 4)) continue;
            if (width == width_ / 2 && load_width_ <= width && store_width_ <= width) continue;  // same as width_
            transpose(from, along, across, threads, width);
          }
        }
      }
    }
  }

  // For elements smaller than a word: a thread reads words of the tile, one from each of several rows of shared memory,
  // transposes them in its registers, and writes words of the destination.
  void turned_transposes(int from) {
    const std::int64_t word = 32 / kernel_.type.bits;
    for (const std::int64_t piece : {word, 2 * word}) {  // elements that a thread writes
      for (const std::int64_t across : {32 * piece, 16 * piece, 64 * piece}) {
        for (const std::int64_t along : {8 * word, 16 * word, 32 * word, 64 * word}) {
          const std::int64_t bytes = along * across * kernel_.type.bits / 8;
          if (bytes > 64 * 1024 || bytes < 2048) continue;
          for (const std::int64_t threads : {256, 512, 128}) turned(from, along, across, threads, word, piece);
        }
      }
    }
  }

  void turned(int from, std::int64_t along, std::int64_t across, std::int64_t threads, std::int64_t word,
              std::int64_t piece) {
    const std::int64_t rows = from == 0 ? along : across;
    const std::int64_t columns = from == 0 ? across : along;
    // The elements of the tile are numbered along mode 0.
    const std::int64_t step = from == 0 ? 1 : rows;   // along `from`
    const std::int64_t other = from == 0 ? rows : 1;  // along the other mode
    // Reads in the order of the source: each row with as many threads as it has words.
    const std::int64_t words = along / word;
    if (words > threads || threads % words != 0 || across % (threads / words) != 0) return;
    const std::int64_t turns = across / (threads / words);
    const std::string load = cat("((_", words, ",_", threads / words, "),(_", word, ",_", turns, ")):((_", word * step,
                                 ",_", other, "),(_", step, ",_", other * (threads / words), "))");
    // In the order of the destination: blocks of a word's elements by `piece`.
    const std::int64_t lanes = across / piece;
    if (lanes > threads || threads % lanes != 0 || words % (threads / lanes) != 0) return;
    const std::int64_t blocks = words / (threads / lanes);
    const std::string store =
        cat("((_", lanes, ",_", threads / lanes, "),(_", word, ",_", piece, ",_", blocks, ")):((_", piece * other, ",_",
            word * step, "),(_", step, ",_", other, ",_", word * step * (threads / lanes), "))");
    const std::string tile = tile_of(rows, columns);
    const std::string plain = from == 1 ? layout_of(rows, columns, along, 1) : layout_of(rows, columns, 1, along);
    // The swizzle moves a word by the number of its block of rows, so that the lanes of a column use different banks.
    const int base = log2_of(word);
    const int shift = log2_of(along * piece) - base;
    const int chunks = std::min(5, shift);
    const std::string smem = cat("Sw<", chunks, ',', base, ',', shift, "> o 0 o ", plain);
    const std::string group = cat("turned ", rows, 'x', columns, ' ', piece);
    const bool first = threads == 256;
    add(say("{}, {} {thread|threads}, blocks of {} transposed in registers", cat(rows, 'x', columns), threads,
            cat(word, 'x', piece)),
        group, first, cat(begin_, '(', load, ",\n   ", store, "),\n  ", smem, ", tile=", tile, ", turn=1", end()),
        1 + 64.0 * 1024 / static_cast<double>(along * across * kernel_.type.bits) / 100 + (first ? 0 : 0.01) +
            idle(along * across) + (kernel_.type.bits < 8 ? 0 : behind_others));
  }

  // The owners of the elements of the tile: threads along `mode` first, `width` elements each. Elements are numbered
  // along mode 0.
  static std::string partition(int mode, std::int64_t along, std::int64_t across, std::int64_t threads,
                               std::int64_t width, std::int64_t rows) {
    // `along`: extent in `mode`; `rows`: extent of mode 0.
    const std::int64_t lanes = along / width;
    if (lanes < 1 || lanes > threads || threads % lanes != 0) return {};
    const std::int64_t others = threads / lanes;
    if (others > across || across % others != 0) return {};
    const std::int64_t step = mode == 0 ? 1 : rows;
    const std::int64_t other = mode == 0 ? rows : 1;
    return cat("((_", lanes, ",_", others, "),(_", width, ",_", across / others, ")):((_", width * step, ",_", other,
               "),(_", step, ",_", other * others, "))");
  }

  void transpose(int from, std::int64_t along, std::int64_t across, std::int64_t threads, std::int64_t width) {
    const std::int64_t rows = from == 0 ? along : across;
    const std::int64_t columns = from == 0 ? across : along;
    // If rows begin inside an access, the load uses the narrower access that they allow.
    const std::int64_t read = std::min(width, load_width_);
    const std::string load = partition(from, along, across, threads, read, rows);
    const std::string store = partition(1 - from, across, along, threads, std::min(width, store_width_), rows);
    if (load.empty() || store.empty()) return;
    const std::string tile = tile_of(rows, columns);
    // In shared memory, the tile has the order of the source.
    const auto plain = [&](std::int64_t row) {
      return from == 1 ? layout_of(rows, columns, row, 1) : layout_of(rows, columns, 1, row);
    };
    const std::string group = cat("transpose ", rows, 'x', columns);
    const auto offer = [&](const std::string& smem, const Message& what, bool first, double rough) {
      add(say("{}, {} {thread|threads}, {} {byte|bytes} at once, {}", cat(rows, 'x', columns), threads,
              read * kernel_.type.bits / 8, what),
          group, first, cat(begin_, '(', load, ",\n   ", store, "),\n  ", smem, ", tile=", tile, end()), rough);
    };
    // The swizzle moves chunks of 16 bytes, or of one access, by a number derived from their row.
    const int base = log2_of(read);
    const int chunks = std::min(log2_of(along / read), 5);
    bool first = true;
    // First by the row divided by `read`, then by the row itself.
    for (const int shift : {log2_of(along), log2_of(along) - base}) {
      if (chunks < 1 || shift < chunks || (!first && base == 0)) continue;
      offer(cat("Sw<", chunks, ',', base, ',', shift, "> o 0 o ", plain(along)),
            Message::verbatim(cat("Sw<", chunks, ',', base, ',', shift, '>')),
            first && threads == (along * across > 256 * 128 ? 512 : 256) && width == width_,
            1 + 100.0 / static_cast<double>(along * across) + (width == width_ ? 0 : 0.2) + idle(along * across));
      first = false;
    }
    const std::int64_t pad = std::max<std::int64_t>(1, 32 / kernel_.type.bits);
    offer(plain(along + pad), say("rows of {}", along + pad), false,
          1.05 + 100.0 / static_cast<double>(along * across) + idle(along * across));
  }

  // Penalty for tiles so large that some multiprocessors have none.
  double idle(std::int64_t tile) const {
    const double tiles = std::ceil(static_cast<double>(elements_) / static_cast<double>(tile));
    return std::max(0.0, 0.3 * (1 - tiles / static_cast<double>(gpu_.multiprocessors)));
  }

  std::string end() const { return cat(", dtype=\"", kernel_.type.name, "\")"); }

  void add(Message label, std::string group, bool plain, std::string text, double rough) {
    Candidate one;
    one.label = std::move(label);
    one.group = std::move(group);
    one.plain = plain;
    one.text = std::move(text);
    one.rough_us = rough;
    out_.push_back(std::move(one));
  }

  const CopyKernel& kernel_;
  const Gpu& gpu_;
  int rank_ = 2;
  int first_ = 0, second_ = 1;                     // the modes that a tile spans
  std::int64_t width_ = 4;                         // elements in 16 bytes
  std::int64_t elements_ = 1;                      // elements of the tensor
  std::int64_t load_width_ = 1, store_width_ = 1;  // elements of the widest access that the rows allow
  std::string begin_;
  std::vector<Candidate> out_;
};

}  // namespace

Result<std::vector<Candidate>> copy_candidates(const CopyKernel& kernel, const Gpu& gpu) {
  return Copies(kernel, gpu).run();
}

bool has_candidates(const Value& value) {
  return value.as<GemmKernel>() != nullptr || value.as<CopyKernel>() != nullptr || value.as<ReduceKernel>() != nullptr;
}

Result<std::vector<Candidate>> candidates_of(const Value& kernel, const Gpu& gpu) {
  Result<std::vector<Candidate>> out =
      failure(ErrorCode::unsupported,
              say("only a copy_kernel, a reduce_kernel or a gemm_kernel can be tuned, not a {}", kind_word(kernel)));
  if (const auto* gemm = kernel.as<GemmKernel>()) out = product_candidates(*gemm, gpu);
  if (const auto* copy = kernel.as<CopyKernel>()) out = copy_candidates(*copy, gpu);
  if (const auto* sum = kernel.as<ReduceKernel>()) out = reduce_candidates(*sum, gpu);
  if (out) {
    sort_stable(std::span(*out), [](const Candidate& a, const Candidate& b) { return a.rough_us < b.rough_us; });
  }
  return out;
}

}  // namespace stridescope
