// Collects the results of shared_history.h by events. For loads, each 4-byte word is kept with its writers.
#include "core/trace/shared_timeline.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <span>
#include <unordered_map>

#include "core/base/sort_stable.h"
#include "core/trace/shared_history.h"

namespace stridescope {
namespace {

constexpr std::int64_t word_bytes = 4;

bool loads_global(AccessKind kind) {
  return kind == AccessKind::global_load || kind == AccessKind::async_copy || kind == AccessKind::bulk_load;
}

class Timeline {
 public:
  Timeline(const TracedLaunch& launch, const TracedBlock& block, Budget& budget)
      : launch_(launch), block_(block), budget_(budget) {
    out_.block = block.block;
    list_events();
  }

  SharedTimeline take() {
    out_.cut = block_.left_out > 0;
    if (!budget_.take(2 * max_shared_bytes) || !shared() || !global()) out_.cut = true;
    for (const auto& [way, flow] : flows_) out_.flows.push_back({way.second, way.first, flow.first, flow.second});
    for (auto& [key, use] : uses_) out_.uses.push_back(use);
    sort_stable(std::span(out_.uses), [](const SharedUse& a, const SharedUse& b) {
      return a.event != b.event ? a.event < b.event : a.line < b.line;
    });
    return std::move(out_);
  }

  // Callbacks of SharedHistory:
  void wrote(const SharedToucher& now, std::int64_t at) {
    ++use(now, at).written;
    ++out_.events[event(now)].written;
  }
  void read(const SharedToucher& now, const SharedToucher* writer, std::int64_t at) {
    const std::size_t here = event(now);
    SharedUse& used = use(now, at);
    ++used.read;
    ++out_.events[here].read;
    if (writer == nullptr) {
      ++used.unwritten;
      ++out_.events[here].unwritten;
      return;
    }
    const std::size_t from = event(*writer, past);
    if (known_flow_ == nullptr || known_flow_->first != std::pair(here, from))
      known_flow_ = &*flows_.try_emplace({here, from}).first;
    ++known_flow_->second.first;
    known_flow_->second.second += writer->warp != now.warp ? 1 : 0;
    used.several = used.several || (used.from >= 0 && used.from != static_cast<std::int64_t>(from));
    if (used.from < 0) used.from = static_cast<std::int64_t>(from);
  }
  void unordered(const SharedToucher& first, const SharedToucher& second, std::int64_t at) {
    ++use(first, at, past).unordered;
    ++use(second, at).unordered;
  }
  void unread(const SharedToucher& writer, std::int64_t at) { ++use(writer, at, past).unread; }

 private:
  void list_events();
  bool shared();
  bool global();
  std::size_t event(std::uint32_t phase, std::uint32_t instruction) const {
    return places_.find({phase, instruction})->second;
  }
  // Adjacent bytes usually have the same accesses: keeps the current and the previous ones.
  enum Role : std::size_t { present, past };
  std::size_t event(const SharedToucher& toucher, Role role = present) {
    Known& known = known_[role];
    if (toucher.phase != known.toucher.phase || toucher.instruction != known.toucher.instruction)
      known = {toucher, event(toucher.phase, toucher.instruction)};
    return known.event;
  }
  SharedUse& use(const SharedToucher& toucher, std::int64_t at, Role role = present) {
    const std::size_t here = event(toucher, role);
    const std::int64_t line = at / shared_line_bytes;
    SharedUse& out =
        uses_[here * static_cast<std::size_t>(max_shared_bytes / shared_line_bytes) + static_cast<std::size_t>(line)];
    out.event = here;
    out.line = line;
    return out;
  }

  const TracedLaunch& launch_;
  const TracedBlock& block_;
  Budget& budget_;
  SharedTimeline out_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> places_;
  // (reader, writer) -> (bytes, bytes written by other warps)
  using Flows = std::map<std::pair<std::size_t, std::size_t>, std::pair<std::int64_t, std::int64_t>>;
  Flows flows_;
  Flows::value_type* known_flow_ = nullptr;
  std::unordered_map<std::size_t, SharedUse> uses_;  // by event and line
  struct Known {
    SharedToucher toucher;
    std::size_t event = 0;
  };
  std::array<Known, 2> known_;
};

void Timeline::list_events() {
  const auto wanted = [](AccessKind kind) { return shared_touch(kind).has_value() || loads_global(kind); };
  for (const auto& [phase, i] : requests_by_phase(launch_, block_, wanted))
    places_.try_emplace({phase, block_.requests[i].instruction}, 0);
  for (auto& [key, place] : places_) {
    place = out_.events.size();
    out_.events.push_back({key.first, key.second});
  }
}

bool Timeline::shared() {
  SharedHistory history(*this);
  if (!for_each_touch(launch_, block_, budget_, [&](const TouchedBytes& t) { history.touch(t); })) return false;
  history.finish();
  return true;
}

bool Timeline::global() {
  using Words = std::unordered_map<std::int64_t, std::uint32_t>;  // address / 4 -> one bit per byte
  Words known;
  for (const auto& [phase, i] : requests_by_phase(launch_, block_, loads_global)) {
    const TracedRequest& r = block_.requests[i];
    const TracedInstruction& instruction = launch_.instructions[r.instruction];
    const int numbers = numbers_of(instruction.kind);
    SharedEvent& now = out_.events[event(phase, r.instruction)];
    // Lanes of one request with the same address are served once.
    Words mine;
    for (int lane = 0; lane < r.lanes(); ++lane) {
      const std::int64_t* number = block_.numbers.data() + r.first + lane * numbers;
      const std::int64_t bytes = instruction.bytes > 0 ? instruction.bytes : std::min(number[2], max_shared_bytes);
      if (!budget_.take(16 * static_cast<std::uint64_t>(bytes))) return false;
      for (std::int64_t at = number[0]; at < number[0] + bytes; ++at)
        mine[at / word_bytes] |= std::uint32_t{1} << (at % word_bytes);
    }
    for (const auto& [word, mask] : mine) {
      std::uint32_t& before = known[word];
      now.loaded += std::popcount(mask);
      now.again += std::popcount(mask & before);
      before |= mask;
    }
  }
  return true;
}

}  // namespace

SharedTimeline shared_timeline(const TracedLaunch& launch, std::size_t index, Budget& budget) {
  return Timeline(launch, launch.blocks[index], budget).take();
}

}  // namespace stridescope
