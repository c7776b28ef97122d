// Lists candidates for a sum. A tile spans the contiguous mode and one more mode. If the contiguous mode is summed, the
// lanes of a warp share a row and add by shuffles. Otherwise each lane has its own columns, and threads in other rows
// add in shared memory. If the GPU has more multiprocessors than there are tiles of sums, several blocks share each
// (split=).
#include <algorithm>

#include "core/base/text.h"
#include "core/tune/candidates.h"
#include "core/tune/time_model.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

class Sums {
 public:
  Sums(const ReduceKernel& kernel, const Gpu& gpu) : kernel_(kernel), gpu_(gpu) {}

  Result<std::vector<Candidate>> run() {
    const auto* src = std::get_if<Layout>(&kernel_.src);
    const auto* dst = std::get_if<Layout>(&kernel_.dst);
    if (src == nullptr || dst == nullptr || src->rank() > max_modes || kernel_.type.bits < 8) {
      return failure(
          ErrorCode::unsupported,
          say("no candidates: only sums of 1 to {} modes, of elements of whole bytes, are tuned", max_modes));
    }
    Arith arith;
    rank_ = std::max(1, src->rank());
    for (int i = 0; i < rank_; ++i) {
      const bool tuple = src->shape.is_tuple();
      extents_.push_back(product(arith, tuple ? src->shape[i] : TupleRef(src->shape)).value);
      summed_.push_back(is_summed(arith, kernel_, i));
      const TupleRef stride = tuple ? src->stride[i] : TupleRef(src->stride);
      if (!stride.is_tuple() && stride.is_integer() && stride.integer().value == 1) along_ = i;
    }
    elements_ = product(arith, src->shape).value;
    if (arith.failed()) return failure(arith.error().value());
    if (along_ < 0) return failure(ErrorCode::unsupported, say("no candidates: the source needs a contiguous mode"));
    width_ = 128 / kernel_.type.bits;
    begin_ = cat("reduce_kernel(", to_text(*src, IntegerMode::cute), ", ", to_text(*dst, IntegerMode::cute), ", ");
    const int kept = largest(false);
    if (summed_[at(along_)]) {
      across_ = kept;
      rows();
    } else {
      across_ = largest(true);
      columns();
    }
    return std::move(out_);
  }

 private:
  static constexpr int max_modes = 5;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  // The largest mode, other than the contiguous one, that is summed or kept; -1: none.
  int largest(bool summed) const {
    int best = -1;
    for (int i = 0; i < rank_; ++i) {
      if (i == along_ || summed_[at(i)] != summed) continue;
      if (best < 0 || extents_[at(i)] > extents_[at(best)]) best = i;
    }
    return best;
  }

  // Sums along the contiguous mode: `lanes` threads along it, the other threads along the rows.
  void rows() {
    const std::int64_t extent = extents_[at(along_)];
    const std::int64_t rows = across_ < 0 ? 1 : extents_[at(across_)];
    for (const std::int64_t threads : {256, 512, 128}) {
      for (const std::int64_t lanes : {32, 8, 128, 512, 4, 2, 1}) {
        if (lanes > threads || (lanes > 1 && lanes * width_ > 2 * extent)) continue;
        for (const std::int64_t accesses : {1, 2, 4}) {
          const std::int64_t others = threads / lanes;
          if (rows % others != 0 && others > 1) continue;
          if (accesses > 1 && (accesses - 1) * lanes * width_ >= extent) continue;
          offer(threads, lanes, accesses, 1);
        }
      }
      // For a single sum: all threads along it.
      if (across_ >= 0 && rows > 1) continue;
      for (const std::int64_t accesses : {1, 2, 4}) offer(threads, threads, accesses, 1);
    }
    if (!out_.empty()) return;
    // Candidates for a number of rows that is not a multiple of a power of two.
    for (const std::int64_t lanes : {32, 8, 4, 2, 1}) {
      for (const std::int64_t threads : {512, 256, 128}) offer_divided(lanes, threads, rows, 1, width_);
    }
  }

  // Uses as many rows at a time as divide their total number.
  void offer_divided(std::int64_t lanes, std::int64_t threads, std::int64_t rows, std::int64_t down,
                     std::int64_t width) {
    std::int64_t others = std::max<std::int64_t>(1, threads / lanes);
    const auto fits = [&] { return rows % others == 0 && lanes * others % 32 == 0; };
    while (others > 1 && !fits()) --others;
    if (fits() && lanes * others <= 1024) offer(lanes * others, lanes, 1, down, width);
  }

  // Sums across the contiguous mode: a thread has accesses along a row, and `down` rows.
  void columns() {
    const std::int64_t extent = extents_[at(along_)];
    const std::int64_t rows = across_ < 0 ? 1 : extents_[at(across_)];
    for (const std::int64_t threads : {256, 512, 128}) {
      for (const std::int64_t lanes : {32, 16, 8, 64, 128, 256, 4}) {
        if (lanes > threads) continue;
        for (std::int64_t width = width_; width >= 1; width /= 2) {
          if (extent % (lanes * width) != 0) continue;
          for (const std::int64_t down : {1, 2, 4}) {
            if (down > 1 && threads / lanes * (down - 1) >= rows) continue;
            offer(threads, lanes, 1, down, width);
            widest_ = std::max(widest_, lanes * width * kernel_.type.bits / 8);
          }
          break;  // narrower accesses only if wider ones do not divide the extent
        }
      }
    }
    if (widest_ >= 128) return;
    // For numbers of columns that powers of two do not divide: as many lanes as divide them, and rows of threads that
    // complete whole warps.
    for (std::int64_t width = width_; width >= 1; width /= 2) {
      if (extent % width != 0) continue;
      std::int64_t lanes = std::min<std::int64_t>(extent / width, 32);
      while (extent / width % lanes != 0) --lanes;
      for (const std::int64_t threads : {512, 256, 128}) {
        std::int64_t others = threads / lanes;
        while (others > 1 && lanes * others % 32 != 0) --others;
        if (lanes * others % 32 != 0) others = 32;
        offer(lanes * others, lanes, 1, 1, width);
      }
      return;
    }
  }

  // The threads of a block, with `lanes` of them along the contiguous mode; for each thread `accesses` of `width`
  // elements along it, and `down` rows.
  struct Partition {
    std::int64_t threads = 0, lanes = 0, accesses = 1, down = 1, width = 0;
    std::int64_t others() const { return threads / lanes; }
    std::int64_t along() const { return lanes * width * accesses; }
    std::int64_t across() const { return others() * down; }
  };

  void offer(std::int64_t threads, std::int64_t lanes, std::int64_t accesses, std::int64_t down,
             std::int64_t width = 0) {
    if (width == 0) width = width_;
    const Partition p{threads, lanes, accesses, down, width};
    const std::int64_t others = p.others();
    const std::int64_t along = p.along();
    const std::int64_t across = p.across();
    if (across_ < 0 && across > 1) return;
    // The elements of the tile are numbered along its first mode.
    const bool first = across_ < 0 || along_ < across_;
    const std::int64_t step = first ? 1 : across;
    const std::int64_t other = first ? along : 1;
    const std::string tv =
        cat("((_", lanes, ",_", others, "),(_", width, ",_", accesses, ",_", down, ")):((_", width * step, ",_", other,
            "),(_", step, ",_", lanes * width * step, ",_", other * others, "))");
    std::string tile;
    std::int64_t steps = 1;
    std::int64_t blocks = 1;
    for (int i = 0; i < rank_; ++i) {
      const std::int64_t t = i == along_ ? along : i == across_ ? across : 1;
      append_all(tile, i == 0 ? "(" : ",", t);
      (summed_[at(i)] ? steps : blocks) *= (extents_[at(i)] + t - 1) / t;
    }
    if (rank_ == 1) tile = cat("(", along);
    tile += ')';
    // Splits that give each multiprocessor some blocks.
    std::vector<std::int64_t> splits = {1};
    for (std::int64_t s = 2; s <= std::min(steps, max_reduce_split); s *= 2) {
      const std::int64_t all = blocks * s;
      if (2 * all >= gpu_.multiprocessors && all <= 16 * gpu_.multiprocessors) splits.push_back(s);
    }
    for (const std::int64_t split : splits) {
      const std::string group = cat("sum ", tile, ' ', split > 1 ? "shared" : "alone");
      Candidate one;
      one.label = split == 1 ? say("{}, {} {thread|threads}, {} along the contiguous mode", tile, threads, lanes)
                             : say("{}, {} {thread|threads}, {} along the contiguous mode, {} {block|blocks} per sum",
                                   tile, threads, lanes, split);
      one.plain = std::none_of(out_.begin(), out_.end(), [&](const Candidate& c) { return c.group == group; });
      one.group = group;
      one.ranked = true;
      one.text = cat(begin_, tv, ", tile=", tile, split > 1 ? cat(", split=", split) : std::string(), ", dtype=\"",
                     kernel_.type.name, "\")");
      one.rough_us =
          predict_time(facts(p, blocks, steps, split), gpu_).us * apart(threads, lanes * width * kernel_.type.bits / 8);
      out_.push_back(std::move(one));
    }
  }

  // A correction for differences on an H100 that the model does not have: threads that read at least 512 contiguous
  // bytes, and large blocks, are up to a few percent faster.
  static double apart(std::int64_t threads, std::int64_t bytes_along) {
    return 1 +
           (bytes_along < 256   ? 0.02
            : bytes_along < 512 ? 0.005
                                : 0) +
           (threads < 256   ? 0.004
            : threads < 512 ? 0.002
                            : 0);
  }

  // The model's input for a partition, before it is planned.
  SumFacts facts(const Partition& p, std::int64_t blocks, std::int64_t steps, std::int64_t split) const {
    const int bits = kernel_.type.bits;
    const bool rows = summed_[at(along_)];
    const std::int64_t sums = rows ? p.down : p.width * p.accesses;  // per thread
    const std::int64_t sums_of_block = rows ? p.across() : p.along();
    const std::int64_t near_lanes = std::min<std::int64_t>(p.lanes, 32);
    const std::int64_t at_a_time = p.width * near_lanes;  // contiguous elements of a warp's access
    // Number of threads with parts of one sum, before the lanes of a warp add theirs.
    const std::int64_t meeting = rows ? p.lanes : p.others();
    const std::int64_t added = rows ? near_lanes : 32 / near_lanes;
    const std::int64_t groups = (meeting + added - 1) / added;
    SumFacts out;
    out.bytes = elements_ * bits / 8 + 4 * sums_of_block * blocks;
    out.sectors = elements_ / at_a_time * std::max<std::int64_t>(1, at_a_time * bits / 8 / 32);
    out.threads = p.threads;
    out.words = p.width * p.accesses * p.down * bits / 32 + sums;
    out.loads = p.accesses * p.down;
    out.shared_bytes = std::max(groups > 1 ? groups * sums_of_block * 4 : 0, split > 1 ? p.threads * 4 : 0);
    out.blocks = blocks * split;
    out.steps = (steps + split - 1) / split;
    out.meets = groups > 1;
    if ((!rows || split > 1) && p.along() < extents_[at(along_)]) out.row_bytes = p.along() * bits / 8;
    if (split > 1) out.shares = LastBlock{sums_of_block, p.threads, split}.shares_of_thread();
    return out;
  }

  const ReduceKernel& kernel_;
  const Gpu& gpu_;
  int rank_ = 1;
  int along_ = -1, across_ = -1;  // the modes that a tile spans
  std::int64_t elements_ = 0;     // elements of the source
  std::int64_t width_ = 4;        // elements in 16 bytes
  std::int64_t widest_ = 0;       // bytes of adjacent lanes that are contiguous
  std::vector<std::int64_t> extents_;
  std::vector<bool> summed_;
  std::string begin_;
  std::vector<Candidate> out_;
};

}  // namespace

Result<std::vector<Candidate>> reduce_candidates(const ReduceKernel& kernel, const Gpu& gpu) {
  return Sums(kernel, gpu).run();
}

}  // namespace stridescope
