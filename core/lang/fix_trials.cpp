// The contract is in fix_trials.h.
#include "core/lang/fix_trials.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stridescope {
namespace {

constexpr std::size_t max_trials = 16;
constexpr int max_steps = 3;  // fixes one after the other, for one error
// All trials of a program: about a tenth of a second.
constexpr std::uint64_t trial_work = 10'000'000;
constexpr std::uint64_t trial_bytes = 1 << 20;
// Reading a program again, in steps per byte of its text.
constexpr std::uint64_t reading_work = 100;

bool contains(Span span, std::uint32_t position) { return span.begin <= position && position < span.end; }

// A changed program. Its first `prefix` and last `suffix` bytes are those of the given one.
struct Change {
  std::string program;
  std::size_t prefix;
  std::size_t suffix;

  void apply(const ProgramError& fix) {
    prefix = std::min<std::size_t>(prefix, fix.span.begin);
    suffix = std::min<std::size_t>(suffix, program.size() - fix.span.end);
    program.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
  }
  std::size_t changed_end() const { return program.size() - suffix; }
};

// A change that fixes an error of a program of that size.
struct Trial {
  const ProgramError& error;
  const Evaluation& before;
  std::size_t given_size;
  Change change;

  // The place in the given program of a byte of the changed one.
  std::uint32_t origin(std::uint32_t place) const {
    if (place <= change.prefix) return place;
    if (place < change.changed_end()) return static_cast<std::uint32_t>(change.prefix);
    return static_cast<std::uint32_t>(place + given_size - change.program.size());
  }
  // True if the place is in the changed lines, in the rest of their statement, or in a statement that had a value.
  bool matters(std::uint32_t place) const {
    const std::string_view text = change.program;
    const std::size_t begin = change.prefix == 0 ? 0 : text.rfind('\n', change.prefix - 1) + 1;
    if (place >= begin && place <= std::min(text.find('\n', change.changed_end()), text.size())) return true;
    const std::uint32_t given = origin(place);
    return std::any_of(before.bindings.begin(), before.bindings.end(),
                       [&](const Binding& one) { return contains(one.span, given); }) ||
           std::any_of(before.remainders.begin(), before.remainders.end(), [&](const Remainder& one) {
             return one.kind == RemainderKind::failed && contains(one.span, error.span.begin) &&
                    contains(one.span, given);
           });
  }
  // True if the same error was there before, in addition to the fixed one.
  bool is_known(const ProgramError& found) const {
    return std::any_of(before.errors.begin(), before.errors.end(), [&](const ProgramError& one) {
      return &one != &error && one.message == found.message && one.span.begin == origin(found.span.begin);
    });
  }
};

// Applies a fix of the trial's error to its program, and the fixes of errors that take its place. The number of errors
// of the program then; empty if the fix does not work.
std::optional<std::size_t> errors_after(Trial& trial, ProgramError fix, IntegerMode mode,
                                        const Environment& environment, TrialEvaluation evaluate_trial,
                                        Budget& trials) {
  for (int step = 0; step < max_steps && trials.take(reading_work * trial.given_size); ++step) {
    trial.change.apply(fix);
    Evaluation after = evaluate_trial(trial.change.program, mode, environment, trials);
    const auto left = std::find_if(after.errors.begin(), after.errors.end(), [&](const ProgramError& found) {
      return trial.matters(found.span.begin) && !trial.is_known(found);
    });
    if (left == after.errors.end()) {
      if (after.bindings.size() < trial.before.bindings.size()) return std::nullopt;
      return after.errors.size();
    }
    if (left->replacement.empty()) return std::nullopt;
    fix = std::move(*left);
  }
  return std::nullopt;
}

}  // namespace

void withdraw_fixes(std::string_view program, IntegerMode mode, const Environment& environment,
                    TrialEvaluation evaluate_trial, Budget& budget, Evaluation& evaluation) {
  Budget trials(std::min(budget.steps_left() / 4, trial_work), trial_bytes);
  const std::uint64_t lent = trials.steps_left();
  // The changes of each error that work; the errors stay until all are tried, since each trial compares with all.
  std::vector<std::pair<ProgramError*, std::vector<Change>>> results;
  std::size_t tried = 0;
  for (ProgramError& error : evaluation.errors) {
    if (error.replacement.empty()) continue;
    std::vector<Change>& changes = results.emplace_back(&error, std::vector<Change>()).second;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t way = 0; way <= error.alternatives.size() && tried < max_trials; ++way, ++tried) {
      Trial trial = {error, evaluation, program.size(), {std::string(program), program.size(), program.size()}};
      ProgramError fix = error;
      if (way > 0) fix.replacement = error.alternatives[way - 1];
      const std::optional<std::size_t> left =
          errors_after(trial, std::move(fix), mode, environment, evaluate_trial, trials);
      if (!left || *left > fewest) continue;
      if (*left < fewest) changes.clear();
      fewest = *left;
      changes.push_back(std::move(trial.change));
    }
  }
  for (auto& [error, changes] : results) {
    const bool writes = error->hint == say("write {}", error->replacement);
    error->replacement.clear();
    error->alternatives.clear();
    std::size_t begin = error->span.begin;
    std::size_t suffix = program.size() - error->span.end;
    for (const Change& one : changes) {
      begin = std::min(begin, one.prefix);
      suffix = std::min(suffix, one.suffix);
    }
    error->span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(program.size() - suffix)};
    for (const Change& one : changes) {
      std::string text = one.program.substr(begin, one.program.size() - suffix - begin);
      if (error->replacement.empty())
        error->replacement = std::move(text);
      else
        error->alternatives.push_back(std::move(text));
    }
    if (writes) error->hint = error->replacement.empty() ? Message() : say("write {}", error->replacement);
  }
  budget.spend(lent - trials.steps_left());
}

}  // namespace stridescope
