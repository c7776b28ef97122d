// Inefficiencies that were planted, one per access, and the reported cause: addresses of known layouts as in a trace.
// tests/gpu/mutants.py plants the same kinds in kernels that run.
#include <random>

#include "core/base/text.h"
#include "core/trace/advice.h"
#include "core/trace/swizzle_chain.h"
#include "tests/unit/programs.h"
#include "tests/unit/traces.h"

namespace stridescope {
namespace {

constexpr std::int64_t threads = 128;

struct Planted {
  WasteCause cause = WasteCause::stride;
  bool shared = false;
  int bytes = 4;
  std::vector<FitMode> modes;  // of the thread, in elements
  std::int64_t offset = 0;     // elements
  Swizzle swizzle;             // of bytes
  std::uint64_t hash = 0;      // not 0: in place of the modes
};

std::int64_t element(const Planted& p, std::int64_t thread) {
  if (p.hash != 0)
    return static_cast<std::int64_t>(
        (static_cast<std::uint64_t>(thread) * p.hash ^ static_cast<std::uint64_t>(thread * thread) * 40503) >> 5 &
        1023);
  std::int64_t out = p.offset;
  for (const FitMode& mode : p.modes) {
    out += thread % mode.extent * mode.stride;
    thread /= mode.extent;
  }
  return out;
}

std::int64_t address(const Planted& p, std::int64_t thread) {
  const std::int64_t at = element(p, thread) * p.bytes;
  return (p.shared ? 0 : std::int64_t{1} << 32) + (p.swizzle.bits > 0 ? swizzled(p.swizzle, at) : at);
}

// The cost of the first lanes of one mode, or of two, in excess of the minimum.
bool conflicts(const std::vector<FitMode>& modes, int bytes) {
  Planted p;
  p.modes = modes;
  WarpRequest request;
  request.active = ~std::uint32_t{0};
  for (std::size_t lane = 0; lane < 32; ++lane)
    request.address[lane] = element(p, static_cast<std::int64_t>(lane)) * bytes;
  return shared_request(request, bytes, {SharedOperation::store, 4}).ways > 1;
}

class Planter {
 public:
  explicit Planter(unsigned seed) : random_(seed) {}

  Planted plant(int kind) {
    Planted p;
    switch (kind) {
      case 0:  // neighbors step by rows of banks, or a part of them
        p.shared = true;
        p.bytes = of({4, 4, 4, 8, 16, 2});
        do {
          const std::int64_t extent = of({8, 16, 32});
          const std::int64_t step = of({2, 4, 8, 16, 32}) * of({1, 1, 3, 5}) * std::max(1, 4 / p.bytes);
          p.modes = {{extent, step}, {threads / extent, 1}};
        } while (!conflicts({p.modes[0], {32 / p.modes[0].extent, 0}}, p.bytes) ||
                 p.modes[0].stride < p.modes[1].extent);
        break;
      case 1:  // two modes, each free of conflicts alone
        p.cause = WasteCause::modes;
        p.shared = true;
        p.bytes = of({4, 4, 8});
        do {
          const std::int64_t first = of({4, 8, 16});
          p.modes = {{first, of({1, 2, 4, 8})},
                     {32 / first, of({2, 4, 8, 16}) + 128 / p.bytes * of({0, 1})},
                     {4, 8192 / p.bytes}};
        } while (!conflicts({p.modes[0], p.modes[1]}, p.bytes) ||
                 conflicts({p.modes[0], {p.modes[1].extent, 0}}, p.bytes) ||
                 conflicts({{p.modes[0].extent, 0}, p.modes[1]}, p.bytes));
        break;
      case 2: {  // columns of rows of 128 bytes under a swizzle of too few bits, or of other ones; each changes bits
                 // that the layout has too, else it would be none
        constexpr Swizzle swizzles[] = {{1, 2, 5}, {2, 2, 5}, {1, 3, 4}, {2, 3, 4}, {3, 2, 6}, {2, 2, 6}};
        p.cause = WasteCause::swizzle;
        p.shared = true;
        p.modes = {{32, 32}, {4, 1}};
        p.swizzle = swizzles[random_() % std::size(swizzles)];
        break;
      }
      case 3: {  // a sector for every lane
        p.bytes = of({1, 2, 4, 8});
        const std::int64_t step = of({32, 64, 96, 128, 256}) / p.bytes;
        p.modes = {{32, step}, {4, 32 * step}};
        break;
      }
      case 4:
        p.cause = WasteCause::alignment;
        p.bytes = of({1, 2, 4, 8});
        p.modes = {{threads, 1}};
        p.offset = 1 + static_cast<std::int64_t>(random_() % static_cast<unsigned>(32 / p.bytes - 1));
        break;
      default:
        p.cause = WasteCause::scattered;
        p.shared = of({0, 1}) == 1;
        p.modes = {{threads, 1}};
        p.hash = 2 * (random_() >> 2) + 3;
    }
    return p;
  }

 private:
  int of(std::initializer_list<int> choices) { return *(choices.begin() + random_() % choices.size()); }
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("planted: of 1200 wastes the cause is named") {
  Planter planter(1);
  int others = 0;  // causes reported for accesses without waste
  for (int number = 0; number < 1200; ++number) {
    const Planted p = planter.plant(number % 6);
    TracedLaunch launch = launch_of(threads, {0}, 1);
    launch.shared_bytes = 1 << 17;
    const bool load = number / 6 % 2 == 0;
    add_access(launch,
               p.shared ? load ? AccessKind::shared_load : AccessKind::shared_store
               : load   ? AccessKind::global_load
                        : AccessKind::global_store,
               p.bytes, 1, [&](std::int64_t t, std::int64_t, std::int64_t) { return address(p, t); });
    // The global load that feeds it has no conflict.
    add_access(launch, AccessKind::global_load, p.bytes, 1,
               [&](std::int64_t t, std::int64_t, std::int64_t) { return (std::int64_t{1} << 34) + t * p.bytes; });
    Budget budget(recovery_steps, 0);
    const LaunchReport report = report_launch(launch, budget);
    const Advice advice = advise(launch, report, budget);
    bool right = false;
    for (const AccessWaste& waste : advice.wastes) {
      if (report.accesses[waste.access].layout.instruction == 0)
        right = waste.cause == p.cause;
      else
        ++others;
    }
    CAPTURE(number);
    CAPTURE(std::string(name_of(p.cause)));
    CHECK(right);
  }
  CHECK(others == 0);
}

namespace {

// Costs of the first access of a launch, and its advice.
struct Judgment {
  LaunchReport report;
  Advice advice;
  const TracedAccess* access = nullptr;
  const AccessWaste* waste = nullptr;
};
Judgment judge(const TracedLaunch& launch) {
  Judgment out;
  Budget budget(recovery_steps, 0);
  out.report = report_launch(launch, budget);
  out.advice = advise(launch, out.report, budget);
  for (const AccessWaste& waste : out.advice.wastes) {
    if (out.report.accesses[waste.access].layout.instruction == 0) out.waste = &waste;
  }
  for (const TracedAccess& access : out.report.accesses) {
    if (access.layout.instruction == 0 && access.layout.number == 0) out.access = &access;
  }
  return out;
}

using At = std::function<std::int64_t(std::int64_t)>;

TracedLaunch launch_with(const Planted& p, const At& at) {
  TracedLaunch out = launch_of(threads, {0}, 1);
  out.shared_bytes = 1 << 18;
  add_access(out, p.shared ? AccessKind::shared_load : AccessKind::global_load, p.bytes, 1,
             [&](std::int64_t t, std::int64_t, std::int64_t) { return at(t); });
  return out;
}

// The access without what the advice blames; in shared memory with the best of the steps that are a row of banks longer
// at most.
Judgment without(const Planted& p, const AccessWaste& waste) {
  Judgment best;
  for (int padding = 1; padding <= (p.shared ? 128 / p.bytes : 1); ++padding) {
    Planted out = p;
    if (waste.cause == WasteCause::alignment) out.offset = 0;
    for (FitMode& mode : out.modes) {
      if (waste.mode.extent < 2 || mode.stride * p.bytes != waste.mode.stride) continue;
      mode.stride = p.shared                               ? mode.stride + padding
                    : waste.cause == WasteCause::alignment ? (mode.stride * p.bytes + 31) / 32 * 32 / p.bytes
                                                           : 1;
    }
    Judgment one = judge(launch_with(p, [&](std::int64_t t) { return address(out, t); }));
    if (best.access == nullptr || one.access->costs.excess() < best.access->costs.excess()) best = std::move(one);
  }
  return best;
}

}  // namespace

TEST_CASE("planted: of 500 accesses a removed cause takes waste away, and a proposal costs what it promises") {
  Planter planter(2);
  std::mt19937 random(3);
  int removed = 0;
  int orders = 0;
  int changes = 0;
  for (int number = 0; number < 500; ++number) {
    CAPTURE(number);
    Planted p = planter.plant(number % 8 % 6);
    if (number % 8 == 6) {
      // Rows of adjacent lanes, which begin in the middle of a sector: 2,064 bytes, say.
      p = {};
      p.cause = WasteCause::alignment;
      p.bytes = 4 << random() % 2;
      const std::int64_t row = 64 / p.bytes << random() % 2;
      const std::int64_t step = row + static_cast<std::int64_t>(random() % 512) * (32 / p.bytes) + 16 / p.bytes;
      p.modes = {{row, 1}, {threads / row, step}};
    }
    if (number % 8 == 7) {
      // Columns first: another order of the lanes is better.
      p = {};
      p.bytes = 4 << random() % 2;
      p.modes = {{32, 8 << random() % 4}, {4, 1}};
    }
    const Judgment before = judge(launch_with(p, [&](std::int64_t t) { return address(p, t); }));
    REQUIRE(before.waste != nullptr);
    CHECK(before.waste->cause == p.cause);
    const AccessCosts& costs = before.access->costs;
    if (p.cause == WasteCause::stride || p.cause == WasteCause::alignment) {
      const Judgment after = without(p, *before.waste);
      CHECK(after.access->costs.excess() < costs.excess());
      if (p.cause == WasteCause::alignment) CHECK(after.access->costs.sectors == before.waste->removed);
      ++removed;
    }
    if (before.waste->better) {
      CHECK(before.waste->better->layout != before.access->expression);
      const std::int64_t base = before.access->layout.bases.front().bytes;
      const Judgment after = judge(launch_with(p, [&](std::int64_t t) {
        return base + std::stoll(last(cat("(", before.waste->better->layout, ")(", t, ")"))) * p.bytes;
      }));
      CHECK(after.access->costs.sectors == before.waste->better->sectors);
      CHECK(after.access->costs.sectors < costs.sectors);
      ++orders;
    }
    for (const SharedTile& tile : before.advice.tiles) {
      if (!tile.has_change()) continue;
      const AccessLayout& layout = before.access->layout;
      const Judgment after = judge(launch_with(p, [&](std::int64_t t) {
        const std::int64_t x = layout.origin + taken_out(layout.swizzles, address(p, t) - layout.origin) - tile.begin;
        return tile.begin +
               (tile.padding ? x + x / tile.padding->row_bytes * tile.padding->bytes : swizzled(tile.swizzle, x));
      }));
      CHECK(after.access->costs.wavefronts == tile.best_wavefronts);
      CHECK(after.access->costs.wavefronts < costs.wavefronts);
      ++changes;
    }
  }
  CHECK(removed > 250);
  CHECK(orders > 50);
  CHECK(changes > 200);
}

TEST_CASE("planted: cp.async whose destination splits sectors, by its rows in shared memory") {
  std::mt19937 random(4);
  for (int number = 0; number < 200; ++number) {
    CAPTURE(number);
    // Rows of whole sectors, which lie an odd number of 16 bytes apart in shared memory: `half s[64][40]`.
    const std::int64_t chunks = 2 << random() % 2;
    const std::int64_t step = chunks + 1 + 2 * static_cast<std::int64_t>(random() % 3);
    const std::int64_t far = 32 << random() % 3;
    const auto sectors = [&](std::int64_t row) {
      TracedLaunch launch = launch_of(threads, {0}, 1);
      launch.shared_bytes = 1 << 18;
      add_bypass_copy(
          launch, 1,
          [&](std::int64_t t, std::int64_t, std::int64_t) {
            return (std::int64_t{1} << 32) + 16 * (t / chunks * far + t % chunks);
          },
          [&](std::int64_t t, std::int64_t, std::int64_t) { return 16 * (t / chunks * row + t % chunks); });
      return launch;
    };
    const Judgment before = judge(sectors(step));
    REQUIRE(before.waste != nullptr);
    CHECK(before.waste->cause == WasteCause::destination);
    CHECK_FALSE(before.waste->better);
    const Judgment after = judge(sectors(step + 1));
    CHECK(after.waste == nullptr);
    CHECK(after.access->costs.sectors == before.waste->removed);
  }
}

}  // namespace stridescope
