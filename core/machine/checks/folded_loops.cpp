// Finds counted loops and the registers that matter, and visits the states.
#include "core/machine/checks/folded_loops.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

#include "core/machine/execution.h"

namespace stridescope::machine {
namespace {

constexpr std::size_t most_folded_instructions = 20000;
constexpr std::uint64_t most_turns_of_loop = std::uint64_t{1} << 24;
constexpr int most_fixed_depth = 8;
constexpr std::size_t most_watched_words = std::size_t{1} << 20;

// Results depend on the operands alone, and nothing else happens.
bool is_pure(const Instruction& one) {
  static constexpr std::string_view opcodes[] = {"mov", "add",  "sub",  "mul",  "mad", "fma", "and", "or",  "xor",
                                                 "not", "shl",  "shr",  "neg",  "abs", "min", "max", "cvt", "setp",
                                                 "set", "selp", "prmt", "lop3", "shf", "bfe", "bfi", "mma"};
  return std::find(std::begin(opcodes), std::end(opcodes), one.words.front()) != std::end(opcodes);
}

bool loads(const Instruction& one) {
  return one.words.front() == "ld" || one.words.front() == "ldu" || one.words.front() == "ldmatrix";
}

bool is_result(const Instruction& one, std::size_t operand) {
  return operand == 0 && one.has_result() && one.operands[0].kind != Operand::Kind::memory;
}

template <class F>
void each_result(const Instruction& one, F&& f) {
  if (!one.operands.empty() && is_result(one, 0)) each_register(one.operands[0], f);
}

// Branches that end a turn of a counted loop, and registers that matter.
class Loops {
 public:
  explicit Loops(const Function& kernel) : kernel_(kernel), all_(kernel.instructions) {
    if (all_.size() > most_folded_instructions) return;
    results_.resize(kernel.registers.size());
    uses_.resize(kernel.registers.size());
    targets_.resize(all_.size() + 1);
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      const Instruction& one = all_[i];
      // Registers of functions, and values of frames, are not followed.
      if (one.words.front() == "call" || one.words.front() == "brx") return;
      each_result(one, [&](std::uint32_t reg) { results_[reg].push_back(i); });
      for (std::size_t k = 0; k < one.operands.size(); ++k) {
        if (one.operands[k].kind == Operand::Kind::label) targets_[one.operands[k].index] = true;
        if (!is_result(one, k)) each_register(one.operands[k], [&](std::uint32_t reg) { uses_[reg].push_back(i); });
      }
      if (one.guard >= 0) uses_[static_cast<std::size_t>(one.guard)].push_back(i);
    }
    ends_.resize(all_.size());
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      ends_[i] = ends_counted_loop(i);
      any_ = any_ || ends_[i];
    }
    if (any_) find_relevant();
  }

  bool any() const { return any_; }
  bool ends_turn(const Instruction& one) const { return kernel_.contains(one) && ends_[number(one)]; }
  bool matters(std::uint32_t reg) const { return relevant_[reg]; }
  // A load whose values do not matter.
  bool reads_data(const Instruction& one) const {
    bool out = loads(one);
    each_result(one, [&](std::uint32_t reg) { out = out && !relevant_[reg]; });
    return out;
  }
  // A store of values that are zeros here.
  bool writes_data(const Instruction& one) const {
    bool out = false;
    if (one.words.front() != "st") return out;
    for (std::size_t i = 1; i < one.operands.size(); ++i)
      each_register(one.operands[i], [&](std::uint32_t reg) { out = out || !relevant_[reg]; });
    return out;
  }

 private:
  std::size_t number(const Instruction& one) const { return static_cast<std::size_t>(&one - all_.data()); }

  template <class F>
  void each_next(std::uint32_t at, F&& f) const {
    const Instruction& one = all_[at];
    const std::string_view word = one.words.front();
    const bool ends = word == "ret" || word == "exit" || word == "trap";
    if (word == "bra") f(one.operands[0].index);
    if ((word != "bra" && !ends) || one.guard >= 0) f(at + 1);
  }

  // True if a path leads from one instruction to another without passing `without`.
  bool reaches(std::uint32_t from, std::uint32_t to, std::uint32_t without) const {
    std::vector<bool> seen(all_.size() + 1);
    std::vector<std::uint32_t> open = {from};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (at >= all_.size() || at == without || seen[at]) continue;
      if (at == to) return true;
      seen[at] = true;
      each_next(at, [&](std::uint32_t next) { open.push_back(next); });
    }
    return false;
  }

  // r = first, in front of the loop; r += step; p = r < bound; @p bra: the three in a row, and no other instruction
  // uses p. All lanes make the same, finite number of iterations.
  bool ends_counted_loop(std::uint32_t at) const {
    const Instruction& branch = all_[at];
    if (branch.words.front() != "bra" || branch.guard < 0 || branch.operands[0].kind != Operand::Kind::label)
      return false;
    const auto count = static_cast<std::uint32_t>(all_.size());
    const auto predicate = static_cast<std::size_t>(branch.guard);
    if (results_[predicate].size() != 1 || uses_[predicate].size() != 1) return false;
    const std::uint32_t test_at = results_[predicate][0];
    const Instruction& test = all_[test_at];
    if (test.guard >= 0 || test.words.size() != 3 || test.words[0] != "setp" || test.operands.size() != 3 ||
        test.operands[0].kind != Operand::Kind::reg || test.operands[1].kind != Operand::Kind::reg ||
        !is_fixed(test.operands[2], at, 0))
      return false;
    const std::uint32_t counter = test.operands[1].index;
    if (results_[counter].size() != 2) return false;
    const std::uint32_t first_at = results_[counter][0];
    const std::uint32_t step_at = results_[counter][1];
    const Instruction& first = all_[first_at];
    const Instruction& step = all_[step_at];
    if (first.guard >= 0 || first.words.front() != "mov" || first.operands[0].kind != Operand::Kind::reg ||
        !is_fixed(first.operands[1], at, 0) || step.words.size() != 2 || step.words[1].front() == 'f' ||
        step.words[1].substr(1) != test.words[2].substr(1) || step.operands[0].kind != Operand::Kind::reg ||
        step.guard >= 0 || step.words.front() != "add" || step.operands[1].kind != Operand::Kind::reg ||
        step.operands[1].index != counter || step.operands[2].kind != Operand::Kind::immediate)
      return false;
    if (!(step_at < test_at && test_at < at)) return false;
    for (std::uint32_t i = step_at; i < at; ++i) {
      if (targets_[i + 1] || all_[i].words.front() == "bra" || all_[i].words.front() == "exit") return false;
    }
    // The first value is set once, and on all paths.
    if (reaches(first_at + 1, first_at, count) || reaches(0, at, first_at)) return false;
    const bool again_by_jump = reaches(branch.operands[0].index, at, count);
    if (again_by_jump == reaches(at + 1, at, count)) return false;
    const bool again = again_by_jump != branch.guard_negated;
    if (test.operands[2].kind == Operand::Kind::immediate && first.operands[1].kind == Operand::Kind::immediate)
      return turns_end(test, first.operands[1].value, step.operands[2].value, again);
    return meets_all_bounds(test, step.operands[2].value, again);
  }

  // A value that all threads of a block have, from one instruction that is on all ways to `at`.
  bool is_fixed(const Operand& operand, std::uint32_t at, int depth) const {
    if (operand.kind == Operand::Kind::immediate) return true;
    if (operand.kind == Operand::Kind::special)
      return operand.text.starts_with("%ntid") || operand.text.starts_with("%nctaid") ||
             operand.text.starts_with("%ctaid");
    if (operand.kind != Operand::Kind::reg || depth > most_fixed_depth || results_[operand.index].size() != 1)
      return false;
    const std::uint32_t made_at = results_[operand.index][0];
    const Instruction& made = all_[made_at];
    if (made.guard >= 0 || reaches(0, at, made_at) ||
        reaches(made_at + 1, made_at, static_cast<std::uint32_t>(all_.size())))
      return false;
    if (made.words.front() == "ld") return made.has("param") && made.operands.size() == 2 && !has_register(made, 1);
    if (!is_pure(made) || made.words.front() == "mma") return false;
    for (std::size_t k = 1; k < made.operands.size(); ++k) {
      if (!is_fixed(made.operands[k], at, depth + 1)) return false;
    }
    return true;
  }
  static bool has_register(const Instruction& one, std::size_t operand) {
    bool out = false;
    each_register(one.operands[operand], [&](std::uint32_t) { out = true; });
    return out;
  }

  // True if a counter in steps of one makes the test fail at some value, for every bound.
  static bool meets_all_bounds(const Instruction& test, std::uint64_t step, bool again) {
    const std::string_view compare = test.words[1];
    const bool strict = compare == "lt" || compare == "lo" || compare == "gt" || compare == "hi" || compare == "ne";
    const bool loose = compare == "le" || compare == "ls" || compare == "ge" || compare == "hs" || compare == "eq";
    const int bits = test.words[2].ends_with("64") ? 64 : test.words[2].ends_with("32") ? 32 : 16;
    const std::uint64_t size = step << (64 - bits);
    const std::uint64_t one = std::uint64_t{1} << (64 - bits);
    return (size == one || size == 0 - one) && (again ? strict : loose);
  }

  // Counts the turns, while the test is `again`.
  static bool turns_end(const Instruction& test, std::uint64_t value, std::uint64_t step, bool again) {
    const std::string_view compare = test.words[1];
    const std::string_view type = test.words[2];
    const int bits = type.ends_with("64") ? 64 : type.ends_with("32") ? 32 : 16;
    if (type[0] != 'u' && type[0] != 's' && type[0] != 'b') return false;
    const auto number = [&](std::uint64_t x) {
      x <<= 64 - bits;
      return type[0] == 's' ? x ^ std::uint64_t{1} << 63 : x;
    };
    const std::uint64_t bound = number(test.operands[2].value);
    for (std::uint64_t turn = 0; turn < most_turns_of_loop; ++turn) {
      value += step;
      const std::uint64_t now = number(value);
      bool holds = false;
      if (compare == "lt" || compare == "lo")
        holds = now < bound;
      else if (compare == "le" || compare == "ls")
        holds = now <= bound;
      else if (compare == "gt" || compare == "hi")
        holds = now > bound;
      else if (compare == "ge" || compare == "hs")
        holds = now >= bound;
      else if (compare == "eq")
        holds = now == bound;
      else if (compare == "ne")
        holds = now != bound;
      else
        return false;
      if (holds != again) return true;
    }
    return false;
  }

  void find_relevant() {
    relevant_.resize(kernel_.registers.size());
    for (bool changed = true; changed;) {
      changed = false;
      const auto mark = [&](std::uint32_t reg) {
        changed = changed || !relevant_[reg];
        relevant_[reg] = true;
      };
      for (std::uint32_t i = 0; i < all_.size(); ++i) {
        const Instruction& one = all_[i];
        if (one.guard >= 0 && !ends_[i]) mark(static_cast<std::uint32_t>(one.guard));
        bool wanted = !is_pure(one);
        each_result(one, [&](std::uint32_t reg) { wanted = wanted || relevant_[reg]; });
        if (!wanted) continue;
        for (std::size_t k = 0; k < one.operands.size(); ++k) {
          const bool value = one.words.front() == "st" && k > 0;
          if (!value && !(is_result(one, k) && (is_pure(one) || loads(one)))) each_register(one.operands[k], mark);
        }
      }
    }
  }

  const Function& kernel_;
  const std::vector<Instruction>& all_;
  std::vector<std::vector<std::uint32_t>> results_;  // by register: instructions
  std::vector<std::vector<std::uint32_t>> uses_;
  std::vector<bool> targets_;
  std::vector<bool> ends_;
  std::vector<bool> relevant_;
  bool any_ = false;
};

// Words of memory that hold zeros instead of data, and words whose values matter.
class Words final : public Observer {
 public:
  explicit Words(const Loops& loops) : loops_(loops) {}

  void access(const Place& place, const Access& one) override {
    const bool reads = one.touch != Touch::write && !loops_.reads_data(*place.instruction);
    const bool writes = one.touch != Touch::read && loops_.writes_data(*place.instruction);
    if ((!reads && !writes) || one.bytes == 0) return;
    each_lane(place.lanes, [&](std::size_t lane) {
      const Space space = one.space_of(lane);
      const std::uint32_t block = space != Space::shared ? 0 : one.block_of(lane, place);
      for (std::uint64_t at = one.addresses[lane] / 4; at <= (one.addresses[lane] + one.bytes - 1) / 4; ++at) {
        if (reads) note(needed_, data_, space, block, at);
        if (writes) note(data_, needed_, space, block, at);
      }
    });
  }
  void mbarrier(const Place&, const MbarrierEvent& one) override {
    for (std::uint64_t at = one.address / 4; at < one.address / 4 + 2; ++at)
      note(needed_, data_, Space::shared, one.block, at);
  }
  bool mixed() const { return mixed_; }

 private:
  using Set = std::unordered_set<std::uint64_t>;
  void note(Set& into, const Set& other, Space space, std::uint32_t block, std::uint64_t word) {
    const std::uint64_t key = word << 12 | std::uint64_t{block & 0xff} << 4 | static_cast<std::uint64_t>(space);
    into.insert(key);
    mixed_ = mixed_ || other.count(key) != 0 || into.size() > most_watched_words;
  }
  const Loops& loops_;
  Set needed_, data_;
  bool mixed_ = false;
};

class FoldedSearch {
 public:
  FoldedSearch(const Function& kernel, const Loops& loops, Words& words, Execution&& run,
               const InterleavingLimits& limits)
      : loops_(loops), words_(words), run_(std::move(run)), limits_(limits) {
    for (std::uint32_t reg = 0; reg < kernel.registers.size(); ++reg) {
      if (!loops.matters(reg)) zeros_.push_back(reg);
    }
  }

  std::optional<std::uint64_t> visit() {
    for (std::size_t warp = 0; warp < run_.warp_count(); ++warp) clear(warp);
    settle();
    reach(nullptr);
    while (!gave_up_ && !words_.mixed() && !open_.empty()) {
      const std::size_t now = open_.front();
      open_.pop_front();
      expand(now);
    }
    if (gave_up_ || words_.mixed() || !all_end()) return std::nullopt;
    return states_.size();
  }

 private:
  struct HashOf {
    std::size_t operator()(const std::array<std::uint64_t, 2>& hash) const { return static_cast<std::size_t>(hash[0]); }
  };
  struct State {
    std::shared_ptr<const Execution::Copy> copy;  // until it is expanded
    std::vector<std::size_t> next;
    bool ends = false;
  };

  void clear(std::size_t warp) {
    for (const std::uint32_t reg : zeros_) run_.set_register(warp, reg, 0);
  }

  // As `advance` of turns.h, but also up to the end of a turn of a loop.
  void advance(std::size_t warp, std::uint32_t least) {
    for (std::uint32_t count = 0; !run_.ended(); ++count) {
      const WarpPlace place = run_.place(warp);
      if (!place.goes_on()) return;
      if (count >= least && place.next != nullptr && (synchronizes(*place.next) || loops_.ends_turn(*place.next)))
        return;
      const std::uint64_t before = run_.steps();
      run_.step(warp);
      steps_ += run_.steps() - before;
      clear(warp);
      gave_up_ = gave_up_ || count >= most_in_turn || steps_ > limits_.steps;
      if (gave_up_) return;
    }
  }
  void settle() {
    for (std::size_t warp = 0; warp < run_.warp_count(); ++warp) advance(warp, 0);
  }

  void expand(std::size_t now) {
    const auto here = std::exchange(states_[now].copy, nullptr);
    kept_ -= copy_bytes_;
    run_.restore(*here);
    states_[now].ends = run_.ended();
    if (states_[now].ends) return;
    for (std::size_t warp = 0; warp < run_.warp_count(); ++warp) {
      const WarpPlace place = run_.place(warp);
      if (!place.goes_on() || place.next == nullptr || !loops_.ends_turn(*place.next)) continue;
      // Diverged lanes may have made different numbers of iterations.
      gave_up_ = gave_up_ || place.active != place.alive;
      for (const std::uint64_t again : {1, 0}) {
        if (gave_up_) return;
        run_.restore(*here);
        run_.set_register(warp, static_cast<std::uint32_t>(place.next->guard), again);
        go(now, [&] { advance(warp, 1); });
      }
      return;
    }
    for (const std::uint32_t choice : turn_choices(run_)) {
      if (gave_up_) return;
      run_.restore(*here);
      go(now, [&] {
        if (choice >= run_.warp_count())
          run_.complete_copy(choice - run_.warp_count());
        else
          advance(choice, 1);
      });
    }
    const std::vector<std::size_t>& next = states_[now].next;
    gave_up_ = gave_up_ || std::all_of(next.begin(), next.end(), [&](std::size_t to) { return to == now; });
  }

  template <class F>
  void go(std::size_t now, F&& turn) {
    turn();
    settle();
    gave_up_ = gave_up_ || run_.error().has_value();
    if (!gave_up_) reach(&now);
  }

  void reach(const std::size_t* from) {
    const auto [found, fresh] = index_.try_emplace(run_.hash(), states_.size());
    if (from != nullptr) states_[*from].next.push_back(found->second);
    if (!fresh) return;
    copy_bytes_ = std::max(copy_bytes_, run_.copy_bytes());
    kept_ += copy_bytes_;
    gave_up_ = gave_up_ || states_.size() >= limits_.states || kept_ > limits_.bytes;
    if (gave_up_) return;
    open_.push_back(states_.size());
    states_.push_back({run_.copy(), {}, false});
  }

  // True if from each state some order leads to an end.
  bool all_end() const {
    std::vector<std::vector<std::size_t>> before(states_.size());
    std::vector<std::size_t> open;
    std::vector<bool> seen(states_.size());
    for (std::size_t i = 0; i < states_.size(); ++i) {
      for (const std::size_t to : states_[i].next) before[to].push_back(i);
      if (states_[i].ends) open.push_back(i);
      seen[i] = states_[i].ends;
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      for (const std::size_t from : before[open[i]]) {
        if (!seen[from]) open.push_back(from);
        seen[from] = true;
      }
    }
    return open.size() == states_.size();
  }

  const Loops& loops_;
  const Words& words_;
  Execution run_;
  const InterleavingLimits& limits_;
  std::vector<std::uint32_t> zeros_;
  std::vector<State> states_;
  std::unordered_map<std::array<std::uint64_t, 2>, std::size_t, HashOf> index_;
  std::deque<std::size_t> open_;
  std::uint64_t steps_ = 0;
  std::size_t kept_ = 0;
  std::size_t copy_bytes_ = 0;
  bool gave_up_ = false;
};

}  // namespace

std::optional<std::uint64_t> folded_states(const Program& program, const Function& kernel, Launch launch,
                                           const InterleavingLimits& limits) {
  const Loops loops(kernel);
  if (!loops.any()) return std::nullopt;
  Words words(loops);
  launch.late_copies = true;
  launch.observer = &words;
  auto run = Execution::start(program, kernel, std::move(launch));
  if (!run || run->clock_read() != nullptr) return std::nullopt;
  return FoldedSearch(kernel, loops, words, std::move(*run), limits).visit();
}

}  // namespace stridescope::machine
