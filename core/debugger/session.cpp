// Runs a block in turns, keeps copies of its state, and searches for instants forwards and backwards.
#include "core/debugger/session.h"

#include <algorithm>

#include "core/base/text.h"

namespace stridescope::debugger {
namespace {

constexpr std::int64_t most_records = 1 << 17;
constexpr std::size_t most_marks = 4096;
constexpr std::size_t session_bytes = std::size_t{96} << 20;  // bytes of all copies of the state
constexpr std::size_t most_copies = 256;
constexpr std::size_t most_cells = std::size_t{1} << 20;      // cells of each memory that the checks follow
constexpr std::int64_t most_watched = std::int64_t{1} << 61;  // an address, and a number of bytes
constexpr std::uint64_t tile_steps = std::uint64_t{1} << 24;  // steps for the recovery of layouts

// Instructions that wait for other threads: barriers, and tests of mbarriers and of groups of copies.
bool waits_for_others(const machine::Instruction& one) {
  const std::string_view opcode = one.words.front();
  if (opcode == "bar" || opcode == "barrier") return !one.has("warp") && !one.has("arrive");
  if (opcode == "mbarrier") return one.has("try_wait") || one.has("test_wait");
  return (opcode == "cp" || opcode == "wgmma") && (one.has("wait_group") || one.has("wait_all"));
}

}  // namespace

Result<std::unique_ptr<Session>> Session::start(std::shared_ptr<const machine::Program> program, const LaunchForm& form,
                                                const SessionLimits& limits) {
  std::unique_ptr<Session> out(new Session());
  out->program_ = std::move(program);
  out->most_instants_ = limits.instants;
  const auto prepared = out->prepare(form, limits.steps);
  if (!prepared) return failure(prepared.error());
  out->run_through();
  return out;
}

Result<bool> Session::prepare(const LaunchForm& form, std::uint64_t most_steps) {
  auto launch = launch_of(form);
  form_ = form;
  form_.grid.resize(3, 1);
  form_.block.resize(3, 1);
  if (!launch) return stridescope::failure(launch.error());
  const auto kernel = machine::find_kernel(*program_, form_.kernel);
  if (!kernel) return stridescope::failure(kernel.error());
  launch->records = most_records;
  for (const machine::Argument& argument : launch->arguments) {
    if (argument.buffer) before_.push_back(argument.bytes);
  }
  launch->steps = most_steps;
  waits_ = std::make_unique<machine::WaitRecorder>(*launch);
  observers_.add(*waits_);
  observers_.add(shared_variables_);
  observers_.add_awake(accesses_);
  if (form_.checks) {
    std::vector<machine::ElementMap> maps;
    if (auto wrong = add_element_maps(*program_, **kernel, form_, maps)) return stridescope::failure(std::move(*wrong));
    checker_ = std::make_unique<machine::Checker>(*program_, *launch, std::move(maps), most_cells);
    observers_.add(*checker_);
  }
  launch->observer = &observers_;
  launch->late_copies = !form_.order.empty();
  auto execution = machine::Execution::start(*program_, **kernel, std::move(*launch));
  if (!execution) return stridescope::failure(execution.error());
  execution_.emplace(std::move(*execution));
  const std::int64_t threads = form_.block[0] * form_.block[1] * form_.block[2];
  warps_of_block_ = static_cast<std::size_t>((threads + 31) / 32);
  const std::size_t warps = execution_->warp_count();
  auto order = machine::read_turns(form_.order, warps);
  if (!order) return stridescope::failure(order.error());
  order_ = std::move(*order);
  failed_.resize(warps);
  events_.resize(warps);
  for (std::size_t warp = 0; warp < warps; warp += warps_of_block_)
    accesses_.writers.emplace_back(execution_->shared(warp).size());
  const std::size_t bytes = state_bytes();
  if (2 * bytes > session_bytes)
    return stridescope::failure(
        ErrorCode::too_large,
        say("the state of the block has {} {byte|bytes}; expected at most {}", bytes, session_bytes / 2));
  return true;
}

void Session::run_through() {
  complete_copies();
  keep_snapshot();
  while (instant_ < most_instants_) {
    const auto warp = next();
    if (!warp) break;
    if (const machine::Instruction* const one = execution_->place(*warp).next;
        one != nullptr && waits_for_others(*one) && barriers_.size() < most_marks)
      barriers_.push_back(instant_);
    waits_->set_instant(instant_);
    advance(*warp);
    note_findings(instant_ - 1);
    if (execution_->error()) break;
    if (instant_ % interval_ == 0) keep_snapshot();
  }
  length_ = instant_;
  if (!execution_->ended() && !ending_) {
    if (!next()) execution_->report_hang();
    note_findings(length_);
    if (!execution_->error())
      ending_ = Error{ErrorCode::too_large,
                      say("the block did not end within {} {instruction|instructions} of warps", length_),
                      {},
                      {},
                      {}};
  }
  if (execution_->error()) ending_ = execution_->error();
  waits_->end();
  observers_.rest(true);
  std::vector<std::int64_t> blocks;
  for (std::size_t warp = 0; warp < execution_->warp_count(); warp += warps_of_block_)
    blocks.push_back(static_cast<std::int64_t>(execution_->place(warp).block));
  if (checker_ != nullptr) findings_ = finding_rows(checker_->findings(), finding_instants_, *program_, form_, blocks);
  std::vector<Message> unchecked = checker_ == nullptr ? std::vector<Message>() : checker_->unchecked();
  const std::optional<Event>& last = events_[ran_];
  if (ending_ && ending_->code == ErrorCode::too_large && last && last->instruction != nullptr) {
    if (checker_ != nullptr && unchecked.empty()) unchecked.push_back(ending_->message);
    limit_ = say("the run ends at line {}, at a limit: {}", last->instruction->line, ending_->message);
  }
  std::int64_t left_out = 0;
  for (std::size_t warp = 0; warp < execution_->warp_count(); warp += warps_of_block_)
    left_out += execution_->record(warp).left_out;
  if (left_out > 0 && limit_.empty())
    limit_ = say("the trace has the first {} {access|accesses} to memory; {} more {is|are} not kept", most_records,
                 left_out);
  for (Message& reason : unchecked) {
    FindingRow& row = findings_.emplace_back();
    row.severity = Severity::warning;
    row.kind = "unchecked";
    row.title = std::move(reason);
  }
  checker_.reset();
  trace_ = machine::trace_of(*program_, execution_->outcome().trace);
  Budget budget(tile_steps, 0);
  tiles_ = shared_tiles(trace_.launches.front(), form_.tiles, shared_variables_, budget);
  execution_->forget_records();
  go_to(0);
}

void AccessRecorder::access(const machine::Place& place, const machine::Access& one) {
  const bool writes = one.touch != machine::Touch::read;
  machine::each_lane(place.lanes, [&](std::size_t lane) {
    const machine::Space space = one.space_of(lane);
    if (space != machine::Space::global && space != machine::Space::shared) return;
    const bool shared = space == machine::Space::shared;
    const auto begin = static_cast<std::int64_t>(one.addresses[lane]);
    const std::int64_t end = begin + static_cast<std::int64_t>(one.bytes);
    const AccessSpace of = shared ? AccessSpace::shared : AccessSpace::global;
    if (!touched.empty() && touched.back().end == begin && touched.back().space == of &&
        touched.back().writes == writes)
      touched.back().end = end;
    else
      touched.push_back({of, writes, begin, end});
    const std::uint32_t block = one.block_of(lane, place);
    if (!shared || !writes || block >= writers.size()) return;
    std::vector<Writer>& all = writers[block];
    const auto size = static_cast<std::int64_t>(all.size());
    const std::int64_t first = std::clamp<std::int64_t>(begin, 0, size);
    std::fill(all.data() + first, all.data() + std::clamp<std::int64_t>(end, first, size),
              Writer{static_cast<std::uint16_t>(place.warp * 32 + static_cast<std::uint32_t>(lane) + 1),
                     static_cast<std::uint16_t>(place.instruction->line)});
  });
}

void Session::note_findings(std::uint64_t instant) {
  if (checker_ != nullptr) finding_instants_.resize(checker_->findings().size(), instant);
}

// Goes to the next turn of a warp that can act. Copies complete where the order has them; after its end, at once.
void Session::complete_copies() {
  const std::size_t warps = execution_->warp_count();
  for (; ordered_.first < order_.size(); ordered_ = {ordered_.first + 1, 0}) {
    const machine::Turn turn = order_[ordered_.first];
    if (turn.warp >= warps) {
      if (turn.warp - warps < execution_->late_copies().size()) execution_->complete_copy(turn.warp - warps);
      continue;
    }
    if (turn.count > ordered_.second && execution_->place(turn.warp).goes_on()) break;
  }
  if (ordered_.first < order_.size()) return;
  while (!execution_->ended() && !execution_->late_copies().empty()) execution_->complete_copy(0);
}

std::size_t Session::state_bytes() const {
  std::size_t out = execution_->copy_bytes();
  for (const std::vector<Writer>& one : accesses_.writers) out += one.size() * sizeof(Writer);
  return out;
}

void Session::keep_snapshot() {
  const std::size_t most = std::clamp<std::size_t>(session_bytes / (state_bytes() + 1), 2, most_copies);
  while (snapshots_.size() >= most) {
    // Every other copy goes; the first one stays.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < snapshots_.size(); i += 2) {
      if (kept != i) snapshots_[kept] = std::move(snapshots_[i]);
      ++kept;
    }
    snapshots_.resize(kept);
    interval_ *= 2;
    if (instant_ % interval_ != 0) return;
  }
  snapshots_.push_back({instant_, execution_->copy(), accesses_.writers, failed_, turn_, ran_, events_, ordered_});
}

void Session::restore(const Snapshot& snapshot) {
  execution_->restore(*snapshot.state);
  instant_ = snapshot.instant;
  accesses_.writers = snapshot.writers;
  failed_ = snapshot.failed;
  turn_ = snapshot.turn;
  ran_ = snapshot.ran;
  events_ = snapshot.events;
  ordered_ = snapshot.ordered;
}

void Session::go_to(std::uint64_t instant) {
  const auto after = std::upper_bound(snapshots_.begin(), snapshots_.end(), instant,
                                      [](std::uint64_t at, const Snapshot& one) { return at < one.instant; });
  const Snapshot& before = *(after - 1);
  if (instant < instant_ || before.instant > instant_) restore(before);
  while (instant_ < instant) {
    const auto warp = next();
    if (!warp) return;
    advance(*warp);
  }
}

std::optional<std::size_t> Session::next() const {
  if (execution_->ended()) return std::nullopt;
  const std::size_t warps = execution_->warp_count();
  if (ordered_.first < order_.size()) return order_[ordered_.first].warp;
  bool spinning = true;
  std::optional<std::size_t> out;
  for (std::size_t i = 0; i < warps; ++i) {
    const std::size_t warp = (turn_ + i) % warps;
    if (!execution_->place(warp).goes_on()) continue;
    if (!out) out = warp;
    spinning = spinning && failed_[warp].are_endless();
  }
  // Each warp that does not wait tests mbarriers again and again.
  return spinning ? std::nullopt : out;
}

void Session::advance(std::size_t warp) {
  Event event;
  event.warp = warp;
  event.instruction = execution_->place(warp).next;
  accesses_.touched.clear();
  execution_->step(warp);
  event.touched = accesses_.touched;
  if (execution_->progressed())
    failed_.assign(failed_.size(), {});
  else if (execution_->place(warp).state == machine::WarpPlace::State::yields)
    failed_[warp].note(*execution_, warp);
  events_[warp] = std::move(event);
  ran_ = warp;
  turn_ = (warp + 1) % execution_->warp_count();
  if (ordered_.first < order_.size()) ++ordered_.second;
  complete_copies();
  ++instant_;
  if (length_ > 0) execution_->forget_records();
}

bool Session::watched() const {
  const std::optional<Event>& last = events_[ran_];
  if (!last) return false;
  return std::any_of(breakpoints_.watched.begin(), breakpoints_.watched.end(), [&](const WatchedBytes& one) {
    return std::any_of(last->touched.begin(), last->touched.end(),
                       [&](const TouchedBytes& bytes) { return bytes.meets(one.space, one.address, one.bytes); });
  });
}

bool Session::stops(const Move& move, std::size_t next, const machine::Instruction* origin) const {
  const machine::Instruction* const one = execution_->place(next).next;
  if (one == nullptr) return false;
  if (move.unit == Unit::breakpoint) {
    const auto& lines = breakpoints_.lines;
    if (std::find(lines.begin(), lines.end(), static_cast<std::int64_t>(one->line)) != lines.end()) return true;
    return watched();
  }
  if (next != warp_) return false;
  switch (move.unit) {
    case Unit::barrier:
      return waits_for_others(*one);
    case Unit::iteration:
      return one == origin;
    case Unit::line:
      return one->line == move.line;
    default:
      return true;
  }
}

bool Session::search_forward(const Move& move) {
  const std::uint64_t before = instant_;
  const machine::Instruction* const origin = execution_->place(warp_).next;
  while (instant_ < length_) {
    const auto now = next();
    if (!now) break;
    advance(*now);
    const auto then = next();
    if (!then || !stops(move, *then, origin)) continue;
    if (move.unit == Unit::breakpoint) warp_ = watched() ? ran_ : *then;
    return true;
  }
  // The last instruction of a warp leads to the instant after it.
  if (move.unit == Unit::instruction && instant_ > before) return true;
  go_to(before);
  return false;
}

bool Session::search_back(const Move& move) {
  const std::uint64_t before = instant_;
  const machine::Instruction* const origin = execution_->place(warp_).next;
  std::uint64_t end = before;  // instants from here on are not looked at
  for (std::size_t i = snapshots_.size(); i-- > 0;) {
    if (snapshots_[i].instant >= end) continue;
    restore(snapshots_[i]);
    std::optional<std::pair<std::uint64_t, std::size_t>> found;
    for (;;) {
      const auto now = next();
      if (!now) break;
      if (stops(move, *now, origin)) found = {instant_, *now};
      if (instant_ + 1 >= end) break;
      advance(*now);
    }
    if (found) {
      go_to(found->first);
      if (move.unit == Unit::breakpoint) warp_ = watched() ? ran_ : found->second;
      return true;
    }
    end = snapshots_[i].instant;
  }
  go_to(before);
  return false;
}

bool Session::move(const Move& move) {
  if (move.unit == Unit::all) {
    go_to(move.back ? 0 : length_);
    return true;
  }
  return move.back ? search_back(move) : search_forward(move);
}

void Session::set_breakpoints(Breakpoints breakpoints) {
  breakpoints_ = std::move(breakpoints);
  breakpoints_.lines.resize(std::min(breakpoints_.lines.size(), most_breakpoints));
  breakpoints_.watched.resize(std::min(breakpoints_.watched.size(), most_breakpoints));
  // Differences of addresses do not overflow.
  std::erase_if(breakpoints_.watched, [](const WatchedBytes& one) {
    return one.address < 0 || one.address > most_watched || one.bytes < 0 || one.bytes > most_watched;
  });
}

}  // namespace stridescope::debugger
