// The contract is in fix_trials.h.
#include "core/lang/fix_trials.h"

#include <algorithm>
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

}  // namespace

void withdraw_fixes(std::string_view program, IntegerMode mode, const Environment& environment,
                    TrialEvaluation evaluate_trial, Budget& budget, Evaluation& evaluation) {
  Budget trials(std::min(budget.steps_left() / 4, trial_work), trial_bytes);
  const std::uint64_t lent = trials.steps_left();
  // The change of each error that works; the errors stay until all are tried, since each trial compares with all.
  std::vector<std::pair<ProgramError*, std::optional<Change>>> results;
  for (ProgramError& error : evaluation.errors) {
    if (error.replacement.empty()) continue;
    results.emplace_back(&error, std::nullopt);
    if (results.size() > max_trials) continue;
    Trial trial = {error, evaluation, program.size(), {std::string(program), program.size(), program.size()}};
    ProgramError fix = error;
    for (int step = 0; step < max_steps && trials.take(reading_work * program.size()); ++step) {
      trial.change.apply(fix);
      const Evaluation after = evaluate_trial(trial.change.program, mode, environment, trials);
      const auto left = std::find_if(after.errors.begin(), after.errors.end(), [&](const ProgramError& found) {
        return trial.matters(found.span.begin) && !trial.is_known(found);
      });
      if (left == after.errors.end()) {
        if (after.bindings.size() >= evaluation.bindings.size()) results.back().second = std::move(trial.change);
        break;
      }
      if (left->replacement.empty()) break;
      fix = *left;
    }
  }
  for (auto& [error, change] : results) {
    const bool writes = error->hint == say("write {}", error->replacement);
    error->replacement.clear();
    if (change) {
      const auto end = static_cast<std::uint32_t>(program.size() - change->suffix);
      error->span = {std::min(error->span.begin, static_cast<std::uint32_t>(change->prefix)),
                     std::max(error->span.end, end)};
      error->replacement = change->program.substr(change->prefix, change->changed_end() - change->prefix);
    }
    if (writes) error->hint = error->replacement.empty() ? Message() : say("write {}", error->replacement);
  }
  budget.spend(lent - trials.steps_left());
}

}  // namespace stridescope
