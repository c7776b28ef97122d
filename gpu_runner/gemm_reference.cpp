// The reference device for whole matrix products: executes blocks one by one, from global memory to global memory. For
// a large product it executes random whole tiles.
#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <unordered_map>

#include "gpu_runner/faults.h"
#include "gpu_runner/mma_block.h"

namespace stridescope::gpu {
namespace {

using reference::Block;
using reference::places;
using reference::poisoned;

// Limit of M N K that is executed: about two seconds. Larger products are sampled with whole tiles within it.
constexpr std::int64_t max_reference_work = std::int64_t{1} << 29;
constexpr std::int64_t sampled_work = std::int64_t{1} << 27;
constexpr std::int64_t max_sampled_work = std::int64_t{1} << 31;  // for the minimum of one tile

// Global memory, addressed by offset like the copies do. Elements are computed from codes, and stored if the tensor is
// small.
class Filled {
 public:
  Filled(const TensorIndex& tensor, const DataType& type, std::uint32_t seed, bool keep)
      : elements_(reach_of(tensor).elements()), format_(*value_format(type)), seed_(seed) {
    if (!keep) return;
    values_.resize(at(elements_));
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = made(static_cast<std::int64_t>(i));
  }
  bool holds(std::int64_t x) const { return x >= 0 && x < elements_; }
  double operator[](std::int64_t x) const { return values_.empty() ? made(x) : values_[at(x)]; }

 private:
  double made(std::int64_t x) const {
    return decoded_value(format_, coded_value(format_, static_cast<std::uint64_t>(x), seed_));
  }
  std::int64_t elements_;
  ValueFormat format_;
  std::uint32_t seed_;
  std::vector<double> values_;
};

// A product with tensors of up to max_reference_elements is executed as a whole.
bool is_small(const GemmPlan& plan, const MmaProof& proof) {
  const auto [m, n, k] = plan.extents;
  for (const TensorIndex* tensor : {&proof.a, &proof.b, &proof.c}) {
    if (reach_of(*tensor).elements() > max_reference_elements) return false;
  }
  for (const std::int64_t elements : {m * n, m * k, n * k}) {
    if (elements > max_reference_elements) return false;
  }
  return m * n <= max_reference_work / k;
}

// The tiles of a sample: the first, the last (which edges may cut), and random others up to the work limit.
std::vector<std::int64_t> chosen_tiles(const GemmPlan& plan, std::int64_t a_tile) {
  const std::int64_t most = std::min(plan.tiles, std::max<std::int64_t>(sampled_work / a_tile, 1));
  std::set<std::int64_t> out = {plan.tiles - 1};
  if (most > 1) out.insert(0);
  std::mt19937_64 random(1);
  while (static_cast<std::int64_t>(out.size()) < most) {
    out.insert(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(plan.tiles)));
  }
  return {out.begin(), out.end()};
}

// The elements of one mode of C in a tile; the last tile may be cut.
ProductReference::Rows tile_rows(std::int64_t tile, std::int64_t extent, std::int64_t all) {
  return {tile * extent, std::min(extent, all - tile * extent)};
}

// Executes the blocks of a product one by one.
class GemmMachine {
 public:
  GemmMachine(const GemmPlan& plan, const MmaProof& proof, bool whole)
      : plan_(plan),
        block_(plan.math, proof.exclusive_or),
        a_(proof.a, proof.type_a, seed_a, whole),
        b_(proof.b, proof.type_b, seed_b, whole),
        reach_(reach_of(proof.c)),
        bias_(plan.bias ? reach_of(proof.bias) : Reach{}),
        format_c_(*value_format(proof.type_c)),
        tolerance_(proof.tolerance) {
    if (whole) c_.assign(at(reach_.elements()), poisoned);
    for (int i = 0; i < 2 && plan.path == GemmPlan::Path::threads; ++i) {
      const CopyPlan& copy = i == 0 ? plan.copy_a : plan.copy_b;
      written_[i] = places(copy.smem_write, copy.threads, copy.load_values);
    }
  }

  bool good() const { return block_.good(); }

  enum class End { done, cancelled, outside };
  // ends: the steps along K at which the tile's sum passes to another block, and the last step.
  End run(const std::int64_t (&tile)[2], const std::vector<std::int64_t>& ends, const ProductReference& expected,
          const RunContext& context, const char*& where) {
    const MmaPlan& math = plan_.math;
    const auto [m, n, k] = plan_.extents;
    std::vector<double> sums;  // sums of the previous parts of K
    block_.clear();
    for (std::int64_t step = 0, part = 0; step < faults::steps(plan_.grid[2]); ++step) {
      if (plan_.path == GemmPlan::Path::threads) {
        where = "a copy leaves its memory";
        if (!by_threads(plan_.copy_a, a_, block_.shared(math.a), tile[0], step)) return End::outside;
        if (!by_threads(plan_.copy_b, b_, block_.shared(math.b), tile[1], step)) return End::outside;
      } else {
        const std::int64_t depth = step * math.extents[2];
        const auto a = [&](std::int64_t row, std::int64_t x) { return expected.a(row, x); };
        const auto b = [&](std::int64_t row, std::int64_t x) { return expected.b(row, x); };
        by_boxes(plan_.tma_a, math.a, {m, k}, {tile[0] * math.extents[0], depth}, a);
        by_boxes(plan_.tma_b, math.b, {n, k}, {tile[1] * math.extents[1], depth}, b);
      }
      const auto none = [](std::int64_t) { return poisoned; };
      block_.load(math.a, none);
      block_.load(math.b, none);
      block_.multiply();
      if (step + 1 == ends[at(part)]) {
        ++part;
        if (!sums.empty())
          std::transform(sums.begin(), sums.end(), block_.sums().begin(), block_.sums().begin(), std::plus<>());
        if (at(part) < ends.size()) {
          sums = block_.sums();
          block_.clear();
        }
      }
      if (context.cancelled()) return End::cancelled;
    }
    where = "an epilogue reads outside C or its bias";
    if (plan_.kernel.epilogue.any() && !finish(tile)) return End::outside;
    where = "a thread stores outside C";
    return store(tile) ? End::done : End::outside;
  }

  // The value stored at that offset of C.
  double stored(std::int64_t offset) const {
    const std::int64_t x = offset - reach_.lowest;
    if (!c_.empty()) return c_[at(x)];
    const auto found = sparse_.find(x);
    return found != sparse_.end() ? found->second : poisoned;
  }

 private:
  bool by_threads(const CopyPlan& copy, const Filled& from, std::vector<double>& to, std::int64_t tile_mn,
                  std::int64_t tile_k) const {
    const std::int64_t tile[2] = {tile_mn, tile_k};
    const std::vector<std::int64_t>& targets = written_[&copy == &plan_.copy_a ? 0 : 1];
    for (std::int64_t t = 0; t < copy.threads; ++t) {
      for (std::int64_t v = 0; v < copy.load_values; ++v) {
        const bool there = copy.inside(t, v, tile, true);
        const std::int64_t x = there ? copy.src.offset(t, v, tile) - copy.src.lowest : 0;
        const std::int64_t y = targets[at(t * copy.load_values + v)];
        if (!from.holds(x) || y < 0 || at(y) >= to.size()) return false;
        to[at(y)] = there ? from[x] : 0;
      }
    }
    return true;
  }

  // (rows, K) of the operand, and the start of the tile.
  template <class Element>
  void by_boxes(const GemmTma& tma, const MmaFragment& f, std::array<std::int64_t, 2> extents,
                std::array<std::int64_t, 2> first, const Element& element) {
    std::vector<double>& to = block_.shared(f);
    std::array<std::int64_t, 2> box = {1, 1};
    for (std::size_t i = 0; i < tma.atom.modes.size(); ++i) box[at(tma.atom.modes[i])] = tma.atom.box[i];
    const bool k_first = tma.atom.modes[0] == 1;
    for (const TmaBox& b : tma.boxes) {
      for (std::int64_t y = 0; y < box[1]; ++y) {
        for (std::int64_t x = 0; x < box[0]; ++x) {
          const std::int64_t row = first[0] + b.mn + x;
          const std::int64_t depth = first[1] + b.k + y;
          const std::int64_t offset = f.smem->swizzled(b.offset + (k_first ? y + box[1] * x : x + box[0] * y));
          to[at(offset)] = row < extents[0] && depth < extents[1] ? element(row, depth) : 0;
        }
      }
    }
  }

  // Applies the epilogue to the sums, with the offsets that the threads compute.
  bool finish(const std::int64_t (&tile)[2]) {
    const MmaPlan& math = plan_.math;
    const Epilogue& e = plan_.kernel.epilogue;
    for (std::int64_t t = 0; t < math.threads; ++t) {
      for (std::int64_t v = 0; block_.works(t) && v < math.c.values; ++v) {
        if (!inside(plan_.edges, t, v, {tile[0], tile[1]})) continue;
        const std::int64_t c = plan_.c.offset(t, v, tile) - reach_.lowest;
        const std::int64_t bias = plan_.bias ? plan_.bias->offset(t, v, tile) - bias_.lowest : 0;
        if (c < 0 || c >= reach_.elements() || bias < 0 || bias >= bias_.elements()) return false;
        const auto code = [&](std::int64_t x, std::uint32_t seed) {
          return decoded_value(format_c_, coded_value(format_c_, static_cast<std::uint64_t>(x), seed));
        };
        double& sum = block_.sums()[at(t * math.c.values + v)];
        sum = finished(e, sum, e.beta != 0 ? code(c, seed_c) : 0, plan_.bias ? code(bias, seed_bias) : 0);
      }
    }
    return true;
  }

  // Stores pieces through shared memory like stmatrix: lane 4 r + q has columns 2 q and 2 q + 1 of row r of each
  // matrix, and lanes 8 i ... 8 i + 7 address the rows of matrix i. The box then goes to C, cut at its ends.
  bool store_boxes(const std::int64_t (&tile)[2]) {
    const GemmStore& s = *plan_.boxed;
    const MmaPlan& math = plan_.math;
    std::vector<double> piece(at(s.rows * s.columns));
    for (std::int64_t group = 0; group < math.threads / s.owner; ++group) {
      for (const StoredPiece& p : s.pieces) {
        std::fill(piece.begin(), piece.end(), poisoned);
        for (std::int64_t from = 0; from < s.columns; from += 16) {
          for (std::int64_t i = 0; i < 4 * s.owner; ++i) {  // the owner's warps, 4 matrices, 8 rows, 4 lanes of a row
            const std::int64_t warp = i / 128;
            const std::int64_t matrix = i / 32 % 4;
            const std::int64_t row = i / 4 % 8;
            const std::int64_t pair = i % 4;
            const StoredRow to = s.addressed(32 * warp + 8 * matrix + row, from);
            for (std::int64_t e = 0; e < 2; ++e) {
              // If turned, a row of the stored matrix is a column of the lanes' values.
              const std::int64_t lane = s.turned ? 4 * (2 * pair + e) + row / 2 : 4 * row + pair;
              const std::int64_t value =
                  p.value + s.eight * (from / 8 + matrix / 2) + matrix % 2 * 2 + (s.turned ? row % 2 : e);
              const std::int64_t along = 2 * pair + e;
              piece[at(s.offset(to.row + (s.turned ? along : 0), to.column + (s.turned ? 0 : along)))] =
                  tolerance_.kept(block_.c(s.owner * group + 32 * warp + lane, value));
            }
          }
        }
        for (std::int64_t i = 0; i < s.rows * s.columns; ++i) {
          const std::int64_t row = tile[0] * math.extents[0] + s.first_row(group) + p.row + i % s.rows;
          const std::int64_t column = tile[1] * math.extents[1] + s.first_column(group) + p.column + i / s.rows;
          if (row >= plan_.extents[0] || column >= plan_.extents[1]) continue;
          std::int64_t bytes = 0;
          for (std::size_t d = 0; d < s.atom.modes.size(); ++d) {
            bytes +=
                (s.atom.modes[d] == 0 ? row : column) * (d == 0 ? s.atom.element_bits / 8 : s.atom.stride_bytes[d - 1]);
          }
          const std::int64_t x = bytes * 8 / s.atom.element_bits;
          if (x < 0 || x >= reach_.elements()) return false;
          // The engine's order within the box: rows of the contiguous mode, each swizzled.
          const std::int64_t r = i % s.rows;
          const std::int64_t n = i / s.rows;
          (c_.empty() ? sparse_[x] : c_[at(x)]) =
              piece[at(s.side.swizzled(s.turned ? r + s.rows * n : n + s.columns * r))];
        }
      }
    }
    return true;
  }

  bool store(const std::int64_t (&tile)[2]) {
    if (plan_.boxed) return store_boxes(tile);
    const MmaPlan& math = plan_.math;
    for (std::int64_t t = 0; t < math.threads; ++t) {
      for (std::int64_t v = 0; block_.works(t) && v < math.c.values; ++v) {
        if (!inside(plan_.edges, t, v, {tile[0], tile[1]})) continue;
        const std::int64_t x = plan_.c.offset(t, v, tile) - reach_.lowest;
        if (x < 0 || x >= reach_.elements()) return false;
        (c_.empty() ? sparse_[x] : c_[at(x)]) = tolerance_.kept(block_.c(t, v));
      }
    }
    return true;
  }

  const GemmPlan& plan_;
  Block block_;
  Filled a_, b_;
  Reach reach_, bias_;
  ValueFormat format_c_;
  MmaTolerance tolerance_;
  std::vector<std::int64_t> written_[2];
  std::vector<double> c_;                            // all of C
  std::unordered_map<std::int64_t, double> sparse_;  // if only a part of C is stored
};

}  // namespace

Outcome run_reference(const GemmPlan& plan, const RunRequest&, const RunContext& context) {
  const auto proof = proof_of(plan);
  if (!proof) return {error_result(proof.error()), false};
  RunResult result = begun(reference_device());
  result.predicted = predictions(plan);
  const bool whole = is_small(plan, *proof);
  const auto [m, n, k] = plan.extents;
  const std::int64_t a_tile = plan.math.extents[0] * plan.math.extents[1] * k;
  if (!whole && a_tile > max_sampled_work) {
    RunVerify& verify = result.verify.emplace();
    verify.checked = 0;
    verify.reason = say("one tile alone takes {} {product|products}; the reference device executes at most {}", a_tile,
                        max_sampled_work);
    return {std::move(result), false};
  }
  const std::vector<std::int64_t> sample = whole ? std::vector<std::int64_t>() : chosen_tiles(plan, a_tile);
  const std::int64_t blocks = whole ? plan.tiles : static_cast<std::int64_t>(sample.size());
  context.event("verify", "executing " + std::to_string(blocks) + (whole ? "" : " of " + std::to_string(plan.tiles)) +
                              " blocks on the CPU");
  GemmMachine machine(plan, *proof, whole);
  if (!machine.good()) return {error_result("internal", say("the atom's layouts cannot be tabulated")), false};
  std::int64_t checked = 0;
  std::int64_t wrong = 0;
  std::vector<std::int64_t> examples;
  const auto check = [&](const ProductReference& expected, ProductReference::Rows rows,
                         ProductReference::Rows columns) {
    for (std::int64_t j = columns.first; j < columns.first + columns.count; ++j) {
      for (std::int64_t i = rows.first; i < rows.first + rows.count; ++i) {
        ++checked;
        const std::int64_t coordinate = i + plan.extents[0] * j;
        if (expected.right(i, j, machine.stored(proof->c.at(coordinate)))) continue;
        ++wrong;
        if (wrong <= max_origins) examples.push_back(coordinate);
      }
    }
  };
  std::optional<ProductReference> all;
  if (whole) all.emplace(*proof);
  auto told = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < blocks; ++i) {
    std::int64_t tile[2];
    const std::int64_t number = whole ? i : sample[at(i)];
    plan.tile_coordinates(number, tile[0], tile[1]);
    const ProductReference::Rows rows = tile_rows(tile[0], plan.math.extents[0], m);
    const ProductReference::Rows columns = tile_rows(tile[1], plan.math.extents[1], n);
    std::optional<ProductReference> own;
    if (!whole) own.emplace(*proof, rows, columns);
    const ProductReference& expected = whole ? *all : *own;
    const char* where = "";
    switch (machine.run(tile, plan.sum_ends(number), expected, context, where)) {
      case GemmMachine::End::cancelled:
        return {cancelled_result(), false};
      case GemmMachine::End::outside:
        return {error_result("fault", Message::verbatim(where)), false};
      case GemmMachine::End::done:
        break;
    }
    // The whole tile, over all of K.
    if (!whole) check(expected, rows, columns);
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(500)) continue;
    told = now;
    context.event("verify", std::to_string(i) + " of " + std::to_string(blocks) + " blocks");
  }
  if (whole) check(*all, {0, m}, {0, n});
  RunVerify& verify = result.verify.emplace(verified_by("cpu", checked, wrong));
  if (!whole) {
    verify.of = static_cast<std::uint64_t>(m * n);
    verify.sample = say("{} of {} {tile|tiles}, each over all of K, chosen at random", blocks, plan.tiles);
  }
  if (wrong > 0) {
    result.status = RunStatus::wrong;
    std::sort(examples.begin(), examples.end());
    verify.examples = wrong_products(plan.math, *proof, examples);
    const auto got = [&](std::int64_t i, std::int64_t j) {
      return machine.stored(proof->c.at(i + plan.extents[0] * j));
    };
    add_elements(verify, {m, n}, examples,
                 whole ? product_origins(plan.math, *proof, *all, examples, got) : ProductOrigins());
  }
  return {std::move(result), false};
}

}  // namespace stridescope::gpu
