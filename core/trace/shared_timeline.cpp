// Byte by byte: which event wrote it last. Of what is loaded words of four bytes are kept, with those that were.
#include "core/trace/shared_timeline.h"

#include <bit>
#include <map>
#include <unordered_map>

namespace stridescope {
namespace {

constexpr std::uint32_t nobody = UINT32_MAX;
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
    return std::move(out_);
  }

 private:
  void list_events();
  bool shared();
  bool global();
  std::size_t event(std::uint32_t phase, std::uint32_t instruction) const {
    return places_.find({phase, instruction})->second;
  }

  const TracedLaunch& launch_;
  const TracedBlock& block_;
  Budget& budget_;
  SharedTimeline out_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> places_;
  // (reader, writer) -> bytes, those of other warps
  std::map<std::pair<std::size_t, std::size_t>, std::pair<std::int64_t, std::int64_t>> flows_;
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
  struct Byte {
    std::uint32_t event = nobody;
    std::uint32_t warp = 0;
  };
  std::vector<Byte> bytes(max_shared_bytes);
  return for_each_touch(launch_, block_, budget_, [&](const TouchedBytes& t) {
    const std::size_t here = event(t.phase, t.request->instruction);
    SharedEvent& now = out_.events[here];
    const std::int64_t end = std::min(t.from + t.bytes, max_shared_bytes);
    for (std::int64_t at = t.from; at < end; ++at) {
      Byte& byte = bytes[static_cast<std::size_t>(at)];
      if (t.how.reads) {
        ++now.read;
        if (byte.event == nobody) {
          ++now.unwritten;
        } else {
          auto& flow = flows_[{here, byte.event}];
          ++flow.first;
          flow.second += byte.warp != t.request->warp ? 1 : 0;
        }
      }
      if (!t.how.writes) continue;
      ++now.written;
      byte = {static_cast<std::uint32_t>(here), t.request->warp};
    }
  });
}

bool Timeline::global() {
  using Words = std::unordered_map<std::int64_t, std::uint32_t>;  // by address / 4, a bit a byte
  Words known;
  for (const auto& [phase, i] : requests_by_phase(launch_, block_, loads_global)) {
    const TracedRequest& r = block_.requests[i];
    const TracedInstruction& instruction = launch_.instructions[r.instruction];
    const int numbers = numbers_of(instruction.kind);
    SharedEvent& now = out_.events[event(phase, r.instruction)];
    // Lanes of one request that ask for the same are served once.
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
