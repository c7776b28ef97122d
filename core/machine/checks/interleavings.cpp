// Searches the orders by their length in turns, the shortest first. The common past of all orders from a state on is
// played at once (common_past.h).
#include "core/machine/checks/interleavings.h"

#include <algorithm>
#include <memory>
#include <queue>
#include <set>
#include <unordered_map>

#include "core/base/text.h"
#include "core/machine/checks/checker.h"
#include "core/machine/checks/common_past.h"
#include "core/machine/checks/observers.h"
#include "core/machine/execution.h"

namespace stridescope::machine {
namespace {

constexpr std::uint32_t most_idle = 256;
constexpr std::uint64_t most_period = 16;
constexpr std::uint64_t most_order_steps = std::uint64_t{1} << 28;  // instructions of threads in an order
constexpr std::size_t copied_bytes = 64;  // and hashed, in about the time of an instruction of a thread

// An arrival of all threads of a block, a cluster or a warpgroup, each of which waits: arrivals commute, and nothing
// else depends on them. So no other order has to be tried.
bool commutes(const Instruction& one) {
  const std::string_view opcode = one.words.front();
  if (opcode == "wgmma") return true;
  if (opcode == "barrier" && one.has("cluster")) return true;
  if (opcode != "bar" && opcode != "barrier") return false;
  return !one.has("arrive") && !one.has("red") && one.operands.size() == 1;
}

class Search {
 public:
  Search(const Program& program, const Function& kernel, const Launch& launch, const std::vector<ElementMap>& tensors,
         const InterleavingLimits& limits)
      : program_(program),
        kernel_(kernel),
        launch_(launch),
        tensors_(tensors),
        limits_(limits),
        past_(program, launch) {
    launch_.recorded.resize(std::min<std::size_t>(launch_.recorded.size(), 1));
    launch_.others = false;
    launch_.records = 0;
    launch_.steps = std::min(launch_.steps, most_order_steps);
    if (launch_.recorded.empty()) launch_.recorded.push_back(0);
  }

  Result<InterleavingReport> run() {
    if (auto error = check_usual_order()) return failure(std::move(*error));
    if (out_.verdict == OrderVerdict::bad) return out_;
    if (out_.doubts.empty() && limits_.proves) {
      out_.verdict = OrderVerdict::proved;
      return out_;
    }
    explore();
    return out_;
  }

 private:
  using Hash = std::array<std::uint64_t, 2>;
  struct State {
    std::size_t from = 0;
    std::vector<Turn> turns;  // that lead from there to it
    std::size_t length = 0;   // of the order that leads to it
    bool begins = false;      // behind a common past: the next events may differ
    bool expanded = false;
    std::shared_ptr<const Execution::Copy> copy;
    std::size_t bytes = 0;  // of the copy, which grows with printed text
    bool ends = false;
    std::vector<std::size_t> next;
  };
  struct HashOfState {
    std::size_t operator()(const Hash& hash) const { return static_cast<std::size_t>(hash[0]); }
  };

  // --- one order, checked ---

  // Executes turns and then the usual order, unless no order goes on. Returns an error that is not a finding.
  std::optional<Error> check(const std::vector<Turn>& turns, OrderProof* proof, std::vector<Finding>& findings,
                             bool hangs) {
    Launch launch = launch_;
    launch.late_copies = proof == nullptr;
    Checker checker(program_, launch, tensors_);
    Observers observers;
    observers.add(checker);
    if (proof != nullptr) observers.add(*proof);
    launch.observer = &observers;
    auto started = Execution::start(program_, kernel_, launch);
    if (!started) return started.error();
    Execution& run = *started;
    out_.warps = run.warp_count();
    clock_ = run.clock_read();
    play(run, turns);
    if (hangs)
      end_hang(run);
    else
      usual_order(run);
    steps_ += run.steps();
    findings = checker.findings();
    if (run.error() && run.error()->code == ErrorCode::too_large) return run.error();
    if (run.error() && findings.empty()) {
      findings.emplace_back();
      findings.back().kind = FindingKind::failure;
      findings.back().what = run.error()->message;
    }
    return std::nullopt;
  }

  // All warps test once more what they wait for.
  static void end_hang(Execution& run) {
    for (std::size_t warp = 0; warp < run.warp_count(); ++warp) {
      for (std::uint32_t i = 0; i < most_idle && !run.ended() && run.place(warp).state != WarpPlace::State::yields; ++i)
        run.step(warp);
    }
    if (!run.ended()) run.report_hang();
  }

  // One instruction of each warp in turn, copies at once.
  static void usual_order(Execution& run) {
    std::vector<std::uint32_t> idle(run.warp_count());
    std::array<std::uint64_t, 2> seen = {0, 0};
    for (std::uint64_t round = 1; !run.ended(); ++round) {
      // A state that returns some rounds later returns for ever.
      if (const std::uint64_t last = std::uint64_t{1} << (63 - __builtin_clzll(round)); round >= most_idle) {
        if (round == last) seen = run.hash();
        if (round != last && round - last <= most_period && run.hash() == seen) return run.report_hang();
      }
      bool waits = true;
      for (std::size_t warp = 0; warp < idle.size() && !run.ended(); ++warp) {
        while (!run.late_copies().empty()) run.complete_copy(0);
        const WarpPlace::State state = run.place(warp).state;
        if (state == WarpPlace::State::ended || state == WarpPlace::State::waits) continue;
        run.step(warp);
        idle[warp] = run.place(warp).state == WarpPlace::State::yields ? idle[warp] + 1 : idle[warp];
        if (run.progressed()) std::fill(idle.begin(), idle.end(), 0U);
        waits = waits && idle[warp] >= most_idle;
      }
      if (waits && !run.ended() && run.late_copies().empty()) return run.report_hang();
    }
  }

  std::optional<Error> check_usual_order() {
    OrderProof proof(program_, launch_);
    const auto error = check({}, &proof, out_.findings, false);
    if (error && error->code != ErrorCode::too_large) return error;
    out_.doubts = proof.doubts();
    out_.events = proof.events();
    if (error) out_.doubts.push_back({error->message, nullptr, nullptr});
    if (clock_ != nullptr) out_.doubts.push_back({reads_clock(), clock_, nullptr});
    if (!out_.findings.empty()) out_.verdict = OrderVerdict::bad;
    return std::nullopt;
  }

  static Message reads_clock() { return say("the kernel reads a clock, whose values no order determines"); }

  // --- the search ---

  bool stop(Message limit) {
    out_.limit = std::move(limit);
    return false;
  }

  void restore(std::size_t index) {
    std::vector<std::size_t> path;
    while (states_[index].copy == nullptr) {
      path.push_back(index);
      index = states_[index].from;
    }
    run_->restore(*states_[index].copy);
    const std::uint64_t before = run_->steps();
    for (std::size_t i = path.size(); i-- > 0;) play(*run_, states_[path[i]].turns);
    steps_ += run_->steps() - before;
  }

  std::vector<Turn> turns_to(std::size_t index) const {
    std::vector<std::size_t> path;
    for (; index != 0; index = states_[index].from) path.push_back(index);
    std::vector<Turn> out = states_[0].turns;
    for (std::size_t i = path.size(); i-- > 0;)
      out.insert(out.end(), states_[path[i]].turns.begin(), states_[path[i]].turns.end());
    return out;
  }

  // The turns that are tried in the state of the run.
  std::vector<std::uint32_t> choices() const {
    std::vector<std::uint32_t> out;
    for (std::size_t warp = 0; warp < out_.warps; ++warp) {
      const WarpPlace place = run_->place(warp);
      if (place.state == WarpPlace::State::ended || place.state == WarpPlace::State::waits) continue;
      if (place.next != nullptr && commutes(*place.next)) return {static_cast<std::uint32_t>(warp)};
      out.push_back(static_cast<std::uint32_t>(warp));
    }
    // Bytes of an mbarrier add up, so that its copies may complete in their order.
    std::set<std::pair<std::uint32_t, std::uint64_t>> seen;
    const auto late = run_->late_copies();
    for (std::size_t i = 0; i < late.size(); ++i) {
      if (seen.insert({late[i].block, late[i].mbarrier}).second)
        out.push_back(static_cast<std::uint32_t>(out_.warps + i));
    }
    return out;
  }

  // A bad order: what the checks report of it. False: they find nothing.
  bool report(std::vector<Turn> turns, bool hangs = false) {
    std::vector<Finding> findings;
    ++out_.orders;
    const auto error = check(turns, nullptr, findings, hangs);
    if (error && out_.limit.empty()) out_.limit = error->message;
    if (findings.empty()) return false;
    out_.verdict = OrderVerdict::bad;
    out_.order = std::move(turns);
    out_.findings = std::move(findings);
    return true;
  }

  void explore() {
    Launch launch = launch_;
    launch.late_copies = true;
    auto started = Execution::start(program_, kernel_, std::move(launch));
    if (!started) return;
    run_.emplace(std::move(*started));
    states_.emplace_back();
    for (std::size_t warp = 0; warp < out_.warps; ++warp) {
      const std::uint32_t count = advance(*run_, warp, 0).count;
      if (count > 0) states_[0].turns.push_back({static_cast<std::uint32_t>(warp), count});
    }
    states_[0].length = states_[0].turns.size();
    states_[0].copy = run_->copy();
    kept_ = copy_bytes_ = run_->copy_bytes();
    index_[run_->hash()] = 0;
    open_.push({states_[0].length, 0});
    bool goes_on = true;
    while (goes_on && !open_.empty()) {
      const std::size_t now = open_.top().second;
      open_.pop();
      goes_on = std::exchange(states_[now].expanded, true) || expand(now);
    }
    out_.states = states_.size();
    out_.exhausted = goes_on;
    if (out_.verdict == OrderVerdict::bad) return;
    if (out_.exhausted && find_endless()) return;
    check_orders();
    if (out_.verdict == OrderVerdict::bad || !out_.limit.empty()) return;
    if (clock_ != nullptr)
      out_.limit = reads_clock();
    else if (out_.orders < to_check_)
      out_.limit = say("no order hangs, but {} {order is|orders are} not checked", to_check_ - out_.orders);
    else
      out_.verdict = OrderVerdict::proved;
  }

  // Tries the turns of a state. False: a bad order, or a limit.
  bool expand(std::size_t now) {
    restore(now);
    const auto here = run_->copy();
    bool goes_on = false;
    bool all_ended = true;
    for (std::size_t warp = 0; warp < out_.warps; ++warp)
      all_ended = all_ended && run_->place(warp).state == WarpPlace::State::ended;
    states_[now].ends = all_ended || run_->ended();
    if (states_[now].ends) {
      ++to_check_;
      return true;
    }
    if (limits_.proves && clock_ == nullptr && !states_[now].begins) {
      const std::uint64_t before = run_->steps();
      const Hash hash = run_->hash();
      CommonPast::Answer past = past_.find(*run_);
      steps_ += run_->steps() - before + past.steps + copy_bytes_ / copied_bytes;
      if (past.whole && !(past.hangs && !report(turns_to(now)))) {
        states_[now].ends = true;
        ++to_check_;
        return out_.verdict != OrderVerdict::bad;
      }
      if (run_->hash() != hash) return reach(now, std::move(past.turns), true) && forget(now);
      states_[now].begins = true;
    }
    for (const std::uint32_t choice : choices()) {
      if (steps_ > limits_.steps)
        return stop(say("{} {instruction|instructions} of threads were executed", limits_.steps));
      run_->restore(*here);
      const std::uint64_t before = run_->steps();
      std::uint32_t count = 1;
      if (choice >= out_.warps)
        run_->complete_copy(choice - out_.warps);
      else
        count = advance(*run_, choice, 1).count;
      steps_ += run_->steps() - before + copy_bytes_ / copied_bytes;
      std::vector<Turn> turns = {{choice, count}};
      // A limit is not a fault of the order.
      if (run_->error() && run_->error()->code == ErrorCode::too_large) return stop(run_->error()->message);
      if (run_->error()) {
        std::vector<Turn> order = turns_to(now);
        order.push_back(turns[0]);
        if (report(std::move(order))) return false;
        continue;
      }
      if (count >= most_in_turn)
        return stop(say("a warp executes {} {instruction|instructions} without synchronizing", most_in_turn));
      const std::size_t known = states_[now].next.size();
      if (!reach(now, std::move(turns), false)) return false;
      goes_on = goes_on || states_[now].next.size() > known;
    }
    // All of its turns lead back to it: the warps wait for ever.
    if (!goes_on && out_.verdict != OrderVerdict::bad && report(turns_to(now), true)) return false;
    return forget(now);
  }

  // The state of the run, which the turns lead to. False: a limit.
  bool reach(std::size_t from, std::vector<Turn> turns, bool begins) {
    const auto [found, fresh] = index_.try_emplace(run_->hash(), states_.size());
    if (found->second == from) return true;
    states_[from].next.push_back(found->second);
    const std::size_t length = states_[from].length + turns.size();
    if (!fresh) {
      State& known = states_[found->second];
      if (joins_.size() < limits_.checked) joins_.push_back({from, turns});
      ++to_check_;
      known.begins = known.begins || begins;
      if (known.expanded || known.length <= length) return true;
      // A shorter way.
      known.from = from;
      known.turns = std::move(turns);
      known.length = length;
      open_.push({length, found->second});
      return true;
    }
    if (states_.size() >= limits_.states) return stop(say("{} {state was|states were} visited", limits_.states));
    State state;
    state.from = from;
    state.turns = std::move(turns);
    state.length = length;
    state.begins = begins;
    if (const std::size_t bytes = run_->copy_bytes(); kept_ + bytes <= limits_.bytes) {
      state.copy = run_->copy();
      state.bytes = bytes;
      kept_ += bytes;
    }
    open_.push({length, states_.size()});
    states_.push_back(std::move(state));
    return true;
  }

  // Drops the copy of a state that nothing needs any more.
  bool forget(std::size_t now) {
    if (now == 0 || states_[now].copy == nullptr) return true;
    // Its successors have their own copies, or begin at an older one.
    const bool needed = std::any_of(states_[now].next.begin(), states_[now].next.end(), [&](std::size_t next) {
      return states_[next].from == now && states_[next].copy == nullptr;
    });
    if (needed) return true;
    states_[now].copy = nullptr;
    kept_ -= states_[now].bytes;
    return true;
  }

  // States from which no order leads to the end. True: there is one.
  bool find_endless() {
    std::vector<std::vector<std::size_t>> before(states_.size());
    std::vector<std::size_t> open;
    std::vector<bool> reaches(states_.size());
    for (std::size_t i = 0; i < states_.size(); ++i) {
      for (const std::size_t next : states_[i].next) before[next].push_back(i);
      if (!states_[i].ends) continue;
      reaches[i] = true;
      open.push_back(i);
    }
    while (!open.empty()) {
      const std::size_t one = open.back();
      open.pop_back();
      for (const std::size_t earlier : before[one]) {
        if (reaches[earlier]) continue;
        reaches[earlier] = true;
        open.push_back(earlier);
      }
    }
    std::optional<std::size_t> endless;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!reaches[i] && (!endless || states_[i].length < states_[*endless].length)) endless = i;
    }
    return endless && report(turns_to(*endless), true);
  }

  // Checks the accesses of orders that meet in a state, and of those that end.
  void check_orders() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (states_[i].ends && !check_order(turns_to(i))) return;
    }
    for (const auto& [from, turns] : joins_) {
      std::vector<Turn> order = turns_to(from);
      order.insert(order.end(), turns.begin(), turns.end());
      if (!check_order(std::move(order))) return;
    }
  }
  bool check_order(std::vector<Turn> order) {
    if (out_.orders >= limits_.checked || steps_ > limits_.steps) return false;
    return !report(std::move(order));
  }

  const Program& program_;
  const Function& kernel_;
  Launch launch_;
  const std::vector<ElementMap>& tensors_;
  const InterleavingLimits limits_;
  InterleavingReport out_;
  std::uint64_t steps_ = 0;
  const Instruction* clock_ = nullptr;
  std::optional<Execution> run_;
  std::vector<State> states_;
  std::unordered_map<Hash, std::size_t, HashOfState> index_;
  std::vector<std::pair<std::size_t, std::vector<Turn>>> joins_;  // turns to a state that was known
  using Open = std::pair<std::size_t, std::size_t>;               // length, state
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
  CommonPast past_;
  std::uint64_t to_check_ = 0;  // orders that end or join
  std::size_t kept_ = 0;
  std::size_t copy_bytes_ = 0;
};

}  // namespace

Result<InterleavingReport> interleavings(const Program& program, const Function& kernel, const Launch& launch,
                                         const std::vector<ElementMap>& tensors, const InterleavingLimits& limits) {
  return Search(program, kernel, launch, tensors, limits).run();
}

Message to_message(const InterleavingReport& report) {
  if (report.verdict == OrderVerdict::bad)
    return report.order.empty() ? say("the usual order of the warps is bad")
                                : say("an order of {} {turn|turns} is bad; the usual one is not", report.order.size());
  if (report.states == 0)
    return say(
        "no order hangs, overwrites or reads early: in all of them the {} "
        "{synchronization|synchronizations} of {} {warp|warps} have the same partners",
        report.events, report.warps);
  if (report.verdict == OrderVerdict::proved)
    return say(
        "no order hangs: {} {state|states}, all visited; nothing is overwritten or read early in {} checked "
        "{order|orders}, which is not a proof",
        report.states, report.orders);
  return say("open after {} {state|states} and {} checked {order|orders}: {}", report.states, report.orders,
             report.limit);
}

}  // namespace stridescope::machine
