// Searches the orders by their length in turns, the shortest first. The common past of all orders from a state on is
// played at once (common_past.h). If a single state remains, which every unfinished order reaches, the search starts
// again from it: earlier states are dropped, and only the paths to it are kept.
#include "core/machine/checks/interleavings.h"

#include <algorithm>
#include <memory>
#include <queue>
#include <unordered_map>

#include "core/base/text.h"
#include "core/machine/checks/checker.h"
#include "core/machine/checks/common_past.h"
#include "core/machine/checks/observers.h"
#include "core/machine/execution.h"

namespace stridescope::machine {
namespace {

constexpr std::uint32_t most_idle = 256;
constexpr std::uint64_t most_order_steps = std::uint64_t{1} << 28;  // instructions of threads in an order
constexpr std::size_t copied_bytes = 64;  // bytes copied and hashed in about the time of an instruction of a thread

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
  using Turns = std::vector<Turn>;
  static constexpr std::size_t none = ~std::size_t{0};
  struct Edge {
    std::size_t to = 0;
    Turns turns;
  };
  struct State {
    std::size_t from = 0;
    Turns turns;             // turns that lead from there to it
    std::size_t length = 0;  // length of the order that leads to it
    bool begins = false;     // begins after a common past: the next events may differ
    bool expanded = false;
    std::shared_ptr<const Execution::Copy> copy;
    std::size_t bytes = 0;  // bytes of the copy, which grows with printed text
    bool ends = false;
    std::vector<Edge> next;
  };
  // Orders from one common state to the next, or to an end, which together cover the edges between them.
  struct Part {
    Turns shortest;
    std::vector<Turns> ways;
    std::vector<Turns> ends;
    std::uint64_t left = 0;  // edges that none covers
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
    std::vector<FailedTests> failed(run.warp_count());
    std::array<std::uint64_t, 2> seen = {0, 0};
    for (std::uint64_t round = 1; !run.ended(); ++round) {
      // A state that returns some rounds later returns for ever.
      if (const std::uint64_t last = std::uint64_t{1} << (63 - __builtin_clzll(round)); round >= most_idle) {
        if (round == last) seen = run.hash();
        if (round != last && round - last <= FailedTests::longest_period && run.hash() == seen)
          return run.report_hang();
      }
      bool waits = true;
      for (std::size_t warp = 0; warp < failed.size() && !run.ended(); ++warp) {
        while (!run.late_copies().empty()) run.complete_copy(0);
        if (!run.place(warp).goes_on()) continue;
        run.step(warp);
        if (run.place(warp).state == WarpPlace::State::yields) failed[warp].note(run, warp);
        if (run.progressed()) failed.assign(failed.size(), {});
        waits = waits && failed[warp].are_endless();
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

  static Message reads_clock() { return say("the kernel reads a clock, whose values the order does not determine"); }

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

  static void append(Turns& out, const Turns& more) { out.insert(out.end(), more.begin(), more.end()); }

  // The turns from the first state to this one.
  Turns turns_within(std::size_t index) const {
    std::vector<std::size_t> path;
    for (; index != 0; index = states_[index].from) path.push_back(index);
    Turns out;
    for (std::size_t i = path.size(); i-- > 0;) append(out, states_[path[i]].turns);
    return out;
  }

  Turns turns_to(std::size_t index) const {
    Turns out = begin_;
    append(out, turns_within(index));
    return out;
  }

  Hash hash() const { return run_->hash(!limits_.proves); }

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
    settle(begin_);
    first_ = begin_;
    begin(begin_.size());
    bool goes_on = true;
    while (goes_on && !open_.empty()) {
      std::size_t now = open_.top().second;
      open_.pop();
      if (states_[now].expanded) continue;
      if (limits_.proves && now != 0 && expanded_ + 1 == states_.size()) {
        goes_on = cut(now);
        now = 0;
      }
      goes_on = goes_on && expand(now);
    }
    out_.states += states_.size();
    out_.exhausted = goes_on;
    if (out_.verdict == OrderVerdict::bad) return;
    if (out_.exhausted && find_endless(none)) return;
    if (!out_.exhausted && limits_.folded != nullptr)
      out_.folded_states = limits_.folded(program_, kernel_, launch_, limits_).value_or(0);
    parts_.push_back(part_to(none));
    check_orders();
    if (out_.verdict == OrderVerdict::bad) return;
    if (out_.folded_states > 0) {
      out_.limit = {};
      out_.verdict = OrderVerdict::proved;
    }
    if (!out_.limit.empty() || out_.folded_states > 0) return;
    if (clock_ != nullptr)
      out_.limit = reads_clock();
    else if (out_.orders < orders_to_check())
      out_.limit =
          say("no order hangs, but at most {} {order is|orders are} not checked", orders_to_check() - out_.orders);
    else
      out_.verdict = OrderVerdict::proved;
  }

  // A search from the state of the run, to which an order of `length` turns leads.
  void begin(std::size_t length) {
    states_.clear();
    states_.emplace_back();
    states_[0].length = length;
    states_[0].copy = run_->copy();
    states_[0].bytes = kept_ = copy_bytes_ = run_->copy_bytes();
    index_ = {{hash(), 0}};
    open_ = {};
    open_.push({length, 0});
    expanded_ = 0;
  }

  // Begins again at a state, the only one that is not expanded. False: an order never reaches it, and is bad.
  bool cut(std::size_t now) {
    if (find_endless(now)) return false;
    restore(now);
    parts_.push_back(part_to(now));
    append(begin_, parts_.back().shortest);
    out_.states += states_.size() - 1;
    const bool begins = states_[now].begins;
    begin(states_[now].length);
    states_[0].begins = begins;
    open_.pop();
    return true;
  }

  using Edges = std::vector<std::vector<std::pair<std::size_t, std::size_t>>>;

  // The incoming edges of each state, as pairs of the previous state and the edge's number.
  Edges edges_before() const {
    Edges out(states_.size());
    for (std::size_t i = 0; i < states_.size(); ++i) {
      for (std::size_t k = 0; k < states_[i].next.size(); ++k) out[states_[i].next[k].to].push_back({i, k});
    }
    return out;
  }

  // For each state the edge that leads towards the nearest goal; none at a goal.
  static std::vector<std::size_t> edges_towards(std::vector<std::size_t> goals, const Edges& before) {
    std::vector<std::size_t> out(before.size(), none);
    std::vector<bool> seen(before.size());
    for (const std::size_t goal : goals) seen[goal] = true;
    for (std::size_t i = 0; i < goals.size(); ++i) {
      for (const auto& [from, edge] : before[goals[i]]) {
        if (seen[from]) continue;
        seen[from] = true;
        out[from] = edge;
        goals.push_back(from);
      }
    }
    return out;
  }

  // Each order takes an uncovered edge if its state has one, else goes towards the nearest, and at last to the end.
  Part part_to(std::size_t end) const {
    Part out;
    const Edges before = edges_before();
    std::vector<std::size_t> goals;
    std::vector<std::size_t> covered(states_.size());  // edges, in their order
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (states_[i].ends || i == end) goals.push_back(i);
      out.left += states_[i].next.size();
    }
    const std::vector<std::size_t> exits = edges_towards(goals, before);
    if (end != none) out.shortest = turns_within(end);
    if (out.left == 0) out.ends.emplace_back();
    while (out.left > 0 && out.ways.size() + out.ends.size() < limits_.checked) {
      goals.clear();
      for (std::size_t i = 0; i < states_.size(); ++i) {
        if (covered[i] < states_[i].next.size()) goals.push_back(i);
      }
      const std::vector<std::size_t> nearest = edges_towards(goals, before);
      Turns turns;
      std::size_t at = 0;
      for (bool leaves = false; at != end;) {
        std::size_t edge = exits[at];
        leaves = leaves || turns.size() > most_turns / 4;
        if (covered[at] < states_[at].next.size() && !leaves) {
          edge = covered[at]++;
          --out.left;
        } else if (!leaves) {
          leaves = nearest[at] == none;
          edge = leaves ? edge : nearest[at];
        }
        if (edge == none) break;
        append(turns, states_[at].next[edge].turns);
        at = states_[at].next[edge].to;
      }
      (at == end ? out.ways : out.ends).push_back(std::move(turns));
    }
    return out;
  }

  // Advances released warps to their next synchronizing instruction, which no other warp can notice.
  void settle(Turns& turns) {
    for (std::size_t warp = 0; warp < out_.warps; ++warp) {
      const std::uint32_t count = advance(*run_, warp, 0).count;
      if (count > 0) turns.push_back({static_cast<std::uint32_t>(warp), count});
    }
  }

  // Tries the turns of a state. False: a bad order, or a limit.
  bool expand(std::size_t now) {
    states_[now].expanded = true;
    ++expanded_;
    restore(now);
    const auto here = run_->copy();
    bool goes_on = false;
    states_[now].ends = run_->ended();
    if (states_[now].ends) return true;
    if (limits_.proves && clock_ == nullptr && !states_[now].begins) {
      const std::uint64_t before = run_->steps();
      const Hash here_hash = hash();
      CommonPast::Answer past = past_.find(*run_);
      steps_ += run_->steps() - before + past.steps + copy_bytes_ / copied_bytes;
      if (past.whole && !(past.hangs && !report(turns_to(now)))) {
        states_[now].ends = true;
        return out_.verdict != OrderVerdict::bad;
      }
      if (hash() != here_hash) {
        settle(past.turns);
        return reach(now, std::move(past.turns), true) && forget(now);
      }
      states_[now].begins = true;
    }
    for (const std::uint32_t choice : turn_choices(*run_)) {
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
      Turns turns = {{choice, count}};
      if (limits_.proves) settle(turns);
      // A limit is not a fault of the order.
      if (run_->error() && run_->error()->code == ErrorCode::too_large) return stop(run_->error()->message);
      if (run_->error()) {
        Turns order = turns_to(now);
        append(order, turns);
        if (report(std::move(order))) return false;
        continue;
      }
      if (std::any_of(turns.begin(), turns.end(), [](const Turn& one) { return one.count >= most_in_turn; }))
        return stop(say("a warp executes {} {instruction|instructions} without synchronizing", most_in_turn));
      const std::size_t known = states_[now].next.size();
      if (!reach(now, std::move(turns), false)) return false;
      goes_on = goes_on || states_[now].next.size() > known;
    }
    // Every turn from this state leads back to it: the warps wait forever.
    if (!goes_on && out_.verdict != OrderVerdict::bad && report(turns_to(now), true)) return false;
    return forget(now);
  }

  // The state of the run, which the turns lead to. False: a limit.
  bool reach(std::size_t from, Turns turns, bool begins) {
    const auto [found, fresh] = index_.try_emplace(hash(), states_.size());
    if (found->second == from) return true;
    if (fresh && states_.size() >= limits_.states)
      return stop(say("{} {state|states} visited after the last one common to all orders", limits_.states));
    states_[from].next.push_back({found->second, turns});
    const std::size_t length = states_[from].length + turns.size();
    if (!fresh) {
      State& known = states_[found->second];
      known.begins = known.begins || begins;
      if (known.expanded || known.length <= length) return true;
      // A shorter way.
      known.from = from;
      known.turns = std::move(turns);
      known.length = length;
      open_.push({length, found->second});
      return true;
    }
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
    // True if a successor without a copy of its own is executed from this copy.
    const bool needed = std::any_of(states_[now].next.begin(), states_[now].next.end(), [&](const Edge& next) {
      return states_[next.to].from == now && states_[next.to].copy == nullptr;
    });
    if (needed) return true;
    states_[now].copy = nullptr;
    kept_ -= states_[now].bytes;
    return true;
  }

  // States from which no order leads to an end, or to `meeting`. True: there is one.
  bool find_endless(std::size_t meeting) {
    std::vector<std::size_t> goals;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (states_[i].ends || i == meeting) goals.push_back(i);
    }
    std::vector<bool> reaches(states_.size());
    for (const std::size_t goal : goals) reaches[goal] = true;
    const std::vector<std::size_t> towards = edges_towards(std::move(goals), edges_before());
    std::optional<std::size_t> endless;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!reaches[i] && towards[i] == none && (!endless || states_[i].length < states_[*endless].length)) endless = i;
    }
    return endless && report(turns_to(*endless), true);
  }

  // Orders through all parts: as many as the part with the most ways needs.
  std::size_t whole_orders() const {
    std::size_t out = parts_.back().ends.size();
    for (const Part& part : parts_) out = std::max(out, part.ways.size());
    return out;
  }
  // An upper bound if edges are not covered.
  std::uint64_t orders_to_check() const {
    std::uint64_t out = whole_orders() + parts_.back().left;
    for (std::size_t i = 0; i + 1 < parts_.size(); ++i) out += parts_[i].ends.size() + parts_[i].left;
    return out;
  }

  // Checks the accesses of orders that end, and of those that meet in a state.
  void check_orders() {
    for (std::size_t k = 0, count = whole_orders(); k < count; ++k) {
      Turns order = first_;
      for (const Part& part : parts_) {
        if (k < part.ways.size())
          append(order, part.ways[k]);
        else
          append(order, part.shortest);
      }
      const std::vector<Turns>& ends = parts_.back().ends;
      if (!ends.empty()) append(order, ends[k % ends.size()]);
      if (!check_order(std::move(order))) return;
    }
    Turns before = first_;
    for (std::size_t i = 0; i + 1 < parts_.size(); ++i) {
      for (const Turns& end : parts_[i].ends) {
        Turns order = before;
        append(order, end);
        if (!check_order(std::move(order))) return;
      }
      append(before, parts_[i].shortest);
    }
  }
  bool check_order(Turns order) {
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
  std::size_t expanded_ = 0;
  Turns first_;  // the beginning of all orders
  Turns begin_;  // the shortest order to the first state
  std::vector<Part> parts_;
  using Open = std::pair<std::size_t, std::size_t>;  // length, state
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
  CommonPast past_;
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
    return report.order.empty() ? say("the usual order of the warps hangs or has findings")
                                : say("an order of {} {turn|turns} hangs or has findings; the usual order does not",
                                      report.order.size());
  if (report.states == 0)
    return say(
        "no order hangs, overwrites or reads early: in all of them the {} "
        "{synchronization|synchronizations} of {} {warp|warps} have the same partners",
        report.events, report.warps);
  if (report.verdict == OrderVerdict::proved && report.folded_states > 0)
    return say(
        "no order hangs: {} {state|states} with folded loops, all visited; nothing is overwritten or read early in {} "
        "checked {order|orders}, which is not a proof",
        report.folded_states, report.orders);
  if (report.verdict == OrderVerdict::proved)
    return say(
        "no order hangs: {} {state|states}, all visited; nothing is overwritten or read early in {} checked "
        "{order|orders}, which is not a proof",
        report.states, report.orders);
  return say("undecided after {} {state|states} and {} checked {order|orders}: {}", report.states, report.orders,
             report.limit);
}

}  // namespace stridescope::machine
