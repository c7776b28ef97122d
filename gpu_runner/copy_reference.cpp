// The reference device for copies: executes the plan on the CPU, thread by thread and value by value, and checks every
// offset. For a large tensor it executes a sample of whole tiles, and reports the number of elements.
#include <algorithm>
#include <chrono>
#include <random>
#include <set>
#include <unordered_map>

#include "gpu_runner/runner.h"

namespace stridescope::gpu {
namespace {

constexpr std::int64_t max_sampled_elements = std::int64_t{1} << 20;  // for larger tensors

std::string number(std::int64_t n) { return std::to_string(n); }

// Executes blocks one by one. Every offset is checked: a fault on a GPU is an error here. Source elements are computed
// from their code; of the destination only written elements are stored.
class Machine {
 public:
  explicit Machine(const CopyPlan& plan, bool whole)
      : plan_(plan),
        through_(plan.path != CopyPlan::Path::registers),
        src_size_(plan.src.highest - plan.src.lowest + 1),
        dst_size_(plan.dst.highest - plan.dst.lowest + 1),
        shared_(through_ ? static_cast<std::size_t>(8 * plan.shared_bytes / plan.element_bits) : 0) {
    if (whole) dst_.assign(static_cast<std::size_t>(dst_size_), poison);
  }

  // False if the partition leaves its memory; `where` describes the access.
  bool block(std::int64_t b, std::string& where) {
    std::vector<std::int64_t> tile(plan_.grid.size());
    plan_.tile_coordinates(b, tile.data());
    std::fill(shared_.begin(), shared_.end(), poison);
    // The origin of each value: itself, unless the exchanges in registers are wrong.
    const std::vector<Moved> loaded =
        moved(plan_.load_turn, plan_.load_values, plan_.src, through_ ? plan_.smem_write : plan_.dst);
    for (std::int64_t t = 0; t < plan_.load_threads; ++t) {
      for (const auto& [v, w] : loaded) {
        if (!plan_.inside(t, w, tile.data(), true)) continue;
        const std::int64_t from = plan_.src.offset(t, v, tile.data()) - plan_.src.lowest;
        if (from < 0 || from >= src_size_) return outside(b, t, v, where);
        if (!put(through_ ? plan_.smem_write.offset(t, w, nullptr)
                          : plan_.dst.offset(t, w, tile.data()) - plan_.dst.lowest,
                 through_, element_code(static_cast<std::uint64_t>(from), 0))) {
          return outside(b, t, w, where);
        }
      }
    }
    if (!through_) return true;
    for (const auto& [v, w] : moved(plan_.store_turn, plan_.store_values, plan_.smem_read, plan_.dst)) {
      for (std::int64_t t = 0; t < plan_.store_threads; ++t) {
        if (!plan_.inside(t, w, tile.data(), false)) continue;
        const std::int64_t from = plan_.smem_read.offset(t, v, nullptr);
        if (from < 0 || from >= static_cast<std::int64_t>(shared_.size())) return outside(b, t, v, where);
        if (!put(plan_.dst.offset(t, w, tile.data()) - plan_.dst.lowest, false,
                 shared_[static_cast<std::size_t>(from)])) {
          return outside(b, t, w, where);
        }
      }
    }
    return true;
  }

  // The code of the element, and the code at its place in the destination; poison outside.
  std::uint64_t read(const TensorIndex& src, std::int64_t c) const {
    const std::int64_t from = src.at(c) - plan_.src.lowest;
    return from < 0 || from >= src_size_ ? ~poison : element_code(static_cast<std::uint64_t>(from), 0);
  }
  std::uint64_t stored(const TensorIndex& dst, std::int64_t c) const {
    const std::int64_t to = dst.at(c) - plan_.dst.lowest;
    return to < 0 || to >= dst_size_ ? poison : written(to);
  }
  static constexpr std::uint64_t poison = 0xA5A5A5A5A5A5A5A5ULL;

 private:
  // The value that is read, and the value whose position it is written to.
  using Moved = std::pair<std::int64_t, std::int64_t>;
  std::vector<Moved> moved(const KernelTurn& turn, std::int64_t values, const KernelSide& read,
                           const KernelSide& written) const {
    std::vector<Moved> out(static_cast<std::size_t>(values));
    for (std::int64_t p = 0; p < values; ++p) {
      out[static_cast<std::size_t>(p)] = {read.value_at(turn.before(p, plan_.element_bits)), written.value_at(p)};
    }
    return out;
  }

  bool put(std::int64_t offset, bool shared, std::uint64_t value) {
    if (offset < 0 || offset >= (shared ? static_cast<std::int64_t>(shared_.size()) : dst_size_)) return false;
    if (shared) {
      shared_[static_cast<std::size_t>(offset)] = value;
    } else if (!dst_.empty()) {
      dst_[static_cast<std::size_t>(offset)] = value;
    } else {
      sparse_[offset] = value;
    }
    return true;
  }
  std::uint64_t written(std::int64_t offset) const {
    if (!dst_.empty()) return dst_[static_cast<std::size_t>(offset)];
    const auto found = sparse_.find(offset);
    return found != sparse_.end() ? found->second : poison;
  }
  static bool outside(std::int64_t b, std::int64_t t, std::int64_t v, std::string& where) {
    where = "block " + number(b) + ", thread " + number(t) + ", value " + number(v) + " leaves its memory";
    return false;
  }

  const CopyPlan& plan_;
  bool through_;
  std::int64_t src_size_;
  std::int64_t dst_size_;
  std::vector<std::uint64_t> dst_;
  std::unordered_map<std::int64_t, std::uint64_t> sparse_;  // if only a part of the destination is stored
  std::vector<std::uint64_t> shared_;
};

// Tiles to execute: all, or the first, the last and random others up to the limit; sorted.
std::vector<std::int64_t> chosen_tiles(const CopyPlan& plan, std::int64_t a_tile) {
  const std::int64_t most = std::clamp<std::int64_t>(max_sampled_elements / a_tile, 1, 4096);
  std::set<std::int64_t> out = {0, plan.tiles - 1};
  std::mt19937_64 random(1);
  for (std::int64_t tries = 0; tries < 4 * most && static_cast<std::int64_t>(out.size()) < std::min(most, plan.tiles);
       ++tries) {
    out.insert(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(plan.tiles)));
  }
  return {out.begin(), out.end()};
}

// Calls `each` with the 1-D coordinate of every element of the tile.
template <class Each>
void elements_of(const CopyPlan& plan, std::int64_t b, Each each) {
  std::vector<std::int64_t> tile(plan.grid.size());
  plan.tile_coordinates(b, tile.data());
  std::int64_t elements = 1;
  for (const std::int64_t n : plan.tile) elements *= n;
  for (std::int64_t i = 0; i < elements; ++i) {
    std::int64_t rest = i;
    std::int64_t c = 0;
    std::int64_t step = 1;
    bool inside = true;
    for (std::size_t m = 0; m < tile.size(); ++m) {
      const std::int64_t x = tile[m] * plan.tile[m] + rest % plan.tile[m];
      rest /= plan.tile[m];
      inside = inside && x < plan.extents[m];
      c += x * step;
      step *= plan.extents[m];
    }
    if (inside) each(c);
  }
}

}  // namespace

Outcome run_reference(const CopyPlan& plan, const RunRequest&, const RunContext& context) {
  RunResult result = begun(reference_device());
  std::int64_t a_tile = 1;
  for (const std::int64_t n : plan.tile) a_tile *= n;
  const std::int64_t reach = std::max(plan.src.highest - plan.src.lowest, plan.dst.highest - plan.dst.lowest);
  const bool whole = plan.elements <= max_reference_elements && reach <= 4 * max_reference_elements;
  if (!whole && a_tile > 4 * max_sampled_elements) {
    return {error_result("too_large",
                         say("the reference device executes at most {} elements, or a sample of tiles that have fewer "
                             "than {} {element|elements}",
                             max_reference_elements, a_tile),
                         say("use a smaller tensor, or a machine with a GPU")),
            false};
  }
  const std::vector<std::int64_t> sample = whole ? std::vector<std::int64_t>() : chosen_tiles(plan, a_tile);
  const std::int64_t blocks = whole ? plan.tiles : static_cast<std::int64_t>(sample.size());
  context.event("verify",
                "executing " + number(blocks) + (whole ? "" : " of " + number(plan.tiles)) + " blocks on the CPU");
  Machine machine(plan, whole);
  auto told = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < blocks; ++i) {
    std::string where;
    if (!machine.block(whole ? i : sample[static_cast<std::size_t>(i)], where)) {
      return {error_result("fault", Message::verbatim(where)), false};
    }
    if (context.cancelled()) return {cancelled_result(), false};
    const auto now = std::chrono::steady_clock::now();
    if (now - told < std::chrono::milliseconds(500)) continue;
    told = now;
    context.event("verify", number(i) + " of " + number(blocks) + " blocks");
  }
  const auto src = tensor_index(plan.kernel.src);
  const auto dst = tensor_index(plan.kernel.dst);
  std::int64_t wrong = 0;
  std::int64_t checked = 0;
  std::vector<std::int64_t> examples;
  std::vector<std::int64_t> seen;
  const auto check = [&](std::int64_t c) {
    if (++checked <= max_origins) seen.push_back(c);
    if (machine.stored(*dst, c) == machine.read(*src, c)) return;
    if (++wrong <= max_origins) examples.push_back(c);
  };
  if (whole) {
    for (std::int64_t c = 0; c < plan.elements; ++c) check(c);
  } else {
    for (const std::int64_t b : sample) elements_of(plan, b, check);
  }
  RunVerify& verify = result.verify.emplace(verified_by("cpu", checked, wrong));
  if (!whole) {
    verify.of = static_cast<std::uint64_t>(plan.elements);
    verify.sample = say("{} of {} {tile|tiles}, chosen at random", blocks, plan.tiles);
  }
  if (wrong > 0) {
    result.status = RunStatus::wrong;
    std::sort(examples.begin(), examples.end());
    add_elements(
        verify, plan, examples, seen,
        {[&](std::int64_t c) { return machine.read(*src, c); }, [&](std::int64_t c) { return machine.stored(*dst, c); },
         [&](std::int64_t c) { return machine.stored(*dst, c) != Machine::poison; }});
  }
  result.predicted = predictions(plan);
  return {std::move(result), false};
}

}  // namespace stridescope::gpu
