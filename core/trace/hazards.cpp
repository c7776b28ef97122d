// Collects the hazards of shared_history.h by pairs of instructions.
#include "core/trace/hazards.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/trace/shared_history.h"

namespace stridescope {
namespace {

// In the order of the sentences.
constexpr HazardKind all_kinds[] = {HazardKind::unordered, HazardKind::unwritten, HazardKind::unread};

class Watch {
 public:
  Watch(const TracedLaunch& launch, SharedOrder& out, Budget& budget) : launch_(launch), out_(out), budget_(budget) {}

  // False if the budget is exhausted.
  bool block(const TracedBlock& block) {
    if (!budget_.take(max_shared_bytes + 16 * block.requests.size())) return false;
    block_ = block.block;
    SharedHistory history(*this);
    if (!for_each_touch(launch_, block, budget_, [&](const TouchedBytes& t) { history.touch(t); })) return false;
    history.finish();
    return true;
  }

  void wrote(const SharedToucher&, std::int64_t) {}
  void read(const SharedToucher& now, const SharedToucher* writer, std::int64_t at) {
    if (writer == nullptr) add(HazardKind::unwritten, now, now, at);
  }
  void unordered(const SharedToucher& first, const SharedToucher& second, std::int64_t at) {
    add(HazardKind::unordered, first, second, at);
  }
  void unread(const SharedToucher& writer, std::int64_t at) { add(HazardKind::unread, writer, writer, at); }

 private:
  void add(HazardKind kind, const SharedToucher& first, const SharedToucher& second, std::int64_t address) {
    const auto [at, fresh] = known_.try_emplace({kind, first.instruction, second.instruction}, out_.hazards.size());
    if (fresh)
      out_.hazards.push_back(
          {kind, first.instruction, second.instruction, 0, block_, address, first.warp, second.warp});
    ++out_.hazards[at->second].bytes;
  }

  const TracedLaunch& launch_;
  SharedOrder& out_;
  Budget& budget_;
  std::int64_t block_ = 0;
  std::map<std::tuple<HazardKind, std::uint32_t, std::uint32_t>, std::size_t> known_;
};

}  // namespace

SharedOrder shared_order(const TracedLaunch& launch, Budget& budget) {
  SharedOrder out;
  bool partly = false;
  for (const TracedBlock& block : launch.blocks) partly = partly || block.left_out > 0;
  bool waits = false;
  bool writes_unknown = partly;
  bool reads_unknown = partly;
  for (const TracedInstruction& i : launch.instructions) {
    waits = waits || i.kind == AccessKind::other_wait;
    writes_unknown = writes_unknown || i.kind == AccessKind::tensor_load || i.kind == AccessKind::remote_store;
    reads_unknown = reads_unknown || i.kind == AccessKind::matrix_product || i.kind == AccessKind::remote_load;
  }
  reads_unknown = reads_unknown || !launch.unrecorded.empty();
  if (!launch.waits_recorded) {
    out.reason(HazardKind::unordered) = say("the trace does not contain barriers");
  } else if (waits) {
    out.reason(HazardKind::unordered) = say("the kernel synchronizes by other means than barriers of the block");
  }
  if (writes_unknown) out.reason(HazardKind::unwritten) = say("not all writes were recorded with their bytes");
  if (reads_unknown) out.reason(HazardKind::unread) = say("not all reads were recorded with their bytes");
  Watch watch(launch, out, budget);
  for (const TracedBlock& block : launch.blocks) {
    if (watch.block(block)) continue;
    const Message spent = say("the budget is exhausted");
    out = {{}, {spent, spent, spent}};
    break;
  }
  std::erase_if(out.hazards, [&](const SharedHazard& h) { return !out.judged(h.kind); });
  return out;
}
namespace {

// Name of an instruction's access in the report.
std::string access_name(const LaunchReport& report, std::uint32_t instruction) {
  for (const TracedAccess& access : report.accesses) {
    if (access.layout.instruction == instruction && access.layout.space == AccessSpace::shared) return access.name;
  }
  return {};
}

}  // namespace

std::optional<SharedTouch> shared_touch(AccessKind kind) {
  switch (kind) {
    case AccessKind::shared_load:
    case AccessKind::ldmatrix:
    case AccessKind::bulk_store:
      return SharedTouch{true, false, false, 0};
    case AccessKind::shared_store:
    case AccessKind::stmatrix:
      return SharedTouch{false, true, false, 0};
    case AccessKind::shared_atomic:
      return SharedTouch{true, true, true, 0};
    case AccessKind::async_copy:
    case AccessKind::bulk_load:
      return SharedTouch{false, true, false, 1};
    default:
      return std::nullopt;
  }
}

Message to_message(const LaunchReport& report, const SharedHazard& h) {
  const std::string first = access_name(report, h.first);
  switch (h.kind) {
    case HazardKind::unwritten:
      return say("{} reads {} uninitialized {byte|bytes}, the first at {} of block {}", first, h.bytes, h.address,
                 h.block);
    case HazardKind::unread:
      return say("{} writes {} {byte|bytes} that are never read, the first at {} of block {}", first, h.bytes,
                 h.address, h.block);
    case HazardKind::unordered:
      break;
  }
  return say(
      "{} of warp {} and {} of warp {} touch {} {byte|bytes} without a barrier between them, the first at {} of block "
      "{}",
      first, h.first_warp, access_name(report, h.second), h.second_warp, h.bytes, h.address, h.block);
}

std::string_view name_of(HazardKind kind) {
  constexpr std::string_view names[] = {"unwritten", "unordered", "unread"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<Message> unjudged(const SharedOrder& order) {
  std::vector<Message> out;
  const Term kinds[] = {term("reads of uninitialized memory"), term("accesses with no barrier between them"),
                        term("dead writes")};
  for (const HazardKind kind : all_kinds) {
    const auto i = static_cast<std::size_t>(kind);
    if (!order.judged(kind)) out.push_back(say("not judged: {}; {}", kinds[i], order.reasons[i]));
  }
  return out;
}

std::string order_text(const TracedLaunch& launch, const LaunchReport& report, const SharedOrder& order,
                       const Catalog& catalog) {
  if (std::none_of(launch.instructions.begin(), launch.instructions.end(),
                   [](const TracedInstruction& i) { return shared_touch(i.kind).has_value(); }))
    return {};
  std::string out;
  for (const SharedHazard& h : order.hazards) out += render(to_message(report, h), catalog) + "\n";
  for (const Message& one : unjudged(order)) out += render(one, catalog) + "\n";
  return out;
}

void write_order(JsonWriter& out, const LaunchReport& report, const SharedOrder& order) {
  out.open_object();
  out.objects("hazards", order.hazards, [&](const SharedHazard& h) {
    out.field("kind", name_of(h.kind));
    out.field("first", access_name(report, h.first));
    if (h.kind == HazardKind::unordered) out.field("second", access_name(report, h.second));
    out.field("bytes", h.bytes);
    out.field("block", h.block);
    out.field("address", h.address);
  });
  for (const HazardKind kind : all_kinds) {
    if (!order.judged(kind))
      out.field(cat(name_of(kind), "_unjudged"), english(order.reasons[static_cast<std::size_t>(kind)]));
  }
  out.close_object();
}

}  // namespace stridescope
