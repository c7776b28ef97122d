// The visible runs, their order, and the text of each cell. A column is a row of the list, with a function for its
// value; counters are columns by their names.
#include "core/runs/run_table.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/search.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/runs/line_difference.h"
#include "core/runs/program_change.h"
#include "core/runs/run_fields.h"

namespace stridescope {

int RunTable::add(KeptRun run) {
  ++version_;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i].id != run.id) continue;
    runs_[i] = std::move(run);
    return numbers_[i];
  }
  runs_.push_back(std::move(run));
  numbers_.push_back(++newest_);
  return newest_;
}

KeptRuns RunTable::read(std::string_view lines) {
  KeptRuns read = read_kept_runs(lines);
  for (const KeptRun& run : read.runs) add(run);
  return read;
}

void RunTable::remove(std::string_view id) {
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (runs_[i].id != id) continue;
    runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(i));
    numbers_.erase(numbers_.begin() + static_cast<std::ptrdiff_t>(i));
    ++version_;
    return;
  }
}

const KeptRun* RunTable::find(std::string_view id) const {
  const auto found = std::find_if(runs_.begin(), runs_.end(), [&](const KeptRun& run) { return run.id == id; });
  return found == runs_.end() ? nullptr : &*found;
}

int RunTable::number_of(std::string_view id) const {
  const KeptRun* run = find(id);
  return run == nullptr ? 0 : numbers_[static_cast<std::size_t>(run - runs_.data())];
}

Result<ProgramDifference> RunTable::difference(std::string_view before, std::string_view after) const {
  const KeptRun* first = find(before);
  const KeptRun* second = find(after);
  if (first == nullptr || second == nullptr)
    return failure(ErrorCode::unknown_name, say("the table does not contain that run"));
  return ProgramDifference{number_of(before), number_of(after),
                           line_difference(first->program, second->program, max_different_lines)};
}

namespace {

bool passes(const TextFilter& filter, const KeptRun& run) {
  if (filter.empty()) return true;
  return filter.passes(cat(run.program, '\n', run.value, '\n', run.kernel, '\n', run.device, '\n', run.driver, '\n',
                           run.date, '\n', name_of(run.verdict).id, '\n',
                           run.recorded ? "recorded"
                           : run.on_gpu ? "gpu"
                                        : "reference"));
}

std::string change_of(std::optional<double> value, std::optional<double> base) {
  if (!value || !base || *base == 0) return {};
  const double percent = (*value / *base - 1) * 100;
  const int digits = percent > -100 && percent < 100 ? 1 : 0;
  return cat(percent < 0 ? "\xE2\x88\x92" : "+", fixed(percent < 0 ? -percent : percent, digits), " %");
}

// Better or worse than the baseline, if the change exceeds the spread of both.
ChangeSense sense_of(const RunField& field, const KeptRun& run, const KeptRun& base, double value, double before) {
  const double part = before == 0 ? value : value / before - 1;
  const double noise = field.noisy ? run.spread.value_or(0) + base.spread.value_or(0) : 0;
  if (field.better == 0 || std::abs(part) <= noise) return ChangeSense::same;
  return part * field.better > 0 ? ChangeSense::better : ChangeSense::worse;
}

// The change of the program since `before`; the statement of its kernel without one.
Message kernel_cell(const RunFieldValue& statement, const KeptRun& run, const KeptRun* before, int number) {
  if (before == nullptr || run.recorded || before == &run) return Message::verbatim(statement.text);
  std::string change = program_change(before->program, run.program);
  return change.empty() ? say("as run {}", number) : Message::verbatim(std::move(change));
}

}  // namespace

RunTableShown RunTable::show(const RunView& view) const {
  RunTableShown out;
  out.view = view;
  out.of = runs_.size();
  const RunFields fields(runs_);
  std::vector<const RunField*> shown;
  for (const RunField& field : fields.all()) {
    const bool pinned = field.column.counter &&
                        std::find(view.pinned.begin(), view.pinned.end(), field.column.word) != view.pinned.end();
    if (field.column.counter) out.counters.push_back(field.column);
    if (field.column.numbers) out.axes.push_back(field.column);
    if (!field.column.counter ? field.used : pinned) shown.push_back(&field);
  }
  // Pinned counters are next to the other numbers, before place and time.
  const auto numbers = std::find_if(shown.rbegin(), shown.rend(), [](const RunField* field) {
                         return field->column.numbers && !field->column.counter;
                       }).base();
  const auto counters = std::find_if(numbers, shown.end(), [](const RunField* field) { return field->column.counter; });
  std::rotate(numbers, counters, shown.end());
  for (const RunField* field : shown) out.columns.push_back(field->column);

  const TextFilter words(view.filter);
  const KeptRun* base = find(view.baseline);
  if (base == nullptr) out.view.baseline.clear();
  std::vector<std::size_t> seen;
  std::vector<NumberedRun> plotted;
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (!passes(words, runs_[i])) continue;
    seen.push_back(i);
    plotted.push_back({&runs_[i], numbers_[i], base == &runs_[i]});
  }
  out.plots = run_plots(plotted, fields, view);
  const RunField* by = fields.find(view.sort);
  if (by == nullptr) by = fields.find("number");
  std::vector<RunFieldValue> keys(runs_.size());
  for (const std::size_t i : seen) keys[i] = by->value(runs_[i], numbers_[i]);
  sort_stable(std::span(seen), [&](std::size_t a, std::size_t b) {
    const RunFieldValue& x = keys[a];
    const RunFieldValue& y = keys[b];
    // Sorted by number, the user's own runs come before the recorded ones, since the newest of them is usually of
    // interest.
    if (by->column.word == "number" && runs_[a].recorded != runs_[b].recorded) return runs_[b].recorded;
    // Unknown values come last in both directions; among equal values the newest run comes first.
    if (x.known() != y.known()) return x.known();
    if (x.known() && x != y) return view.descending ? y < x : x < y;
    return numbers_[a] > numbers_[b];
  });

  // The user's run before each one.
  std::vector<const KeptRun*> previous(runs_.size());
  for (std::size_t i = 0, last = runs_.size(); i < runs_.size(); ++i) {
    previous[i] = last < runs_.size() ? &runs_[last] : nullptr;
    if (!runs_[i].recorded) last = i;
  }

  for (const std::size_t i : seen) {
    RunRow row;
    row.id = runs_[i].id;
    row.number = numbers_[i];
    row.verdict = runs_[i].verdict;
    row.recorded = runs_[i].recorded;
    row.baseline = base == &runs_[i];
    for (const RunField* field : shown) {
      const RunFieldValue value = field->value(runs_[i], numbers_[i]);
      RunCell cell = {field->text(value), value.number, {}, ChangeSense::same};
      if (base != nullptr && !row.baseline && field->compared) {
        const auto before = field->value(*base, 0).number;
        cell.change = change_of(value.number, before);
        if (!cell.change.empty()) cell.sense = sense_of(*field, runs_[i], *base, *value.number, *before);
      }
      if (field->column.word == "kernel") {
        const KeptRun* before = base != nullptr ? base : previous[i];
        cell.text = kernel_cell(value, runs_[i], before, before == nullptr ? 0 : number_of(before->id));
      }
      row.cells.push_back(std::move(cell));
    }
    out.rows.push_back(std::move(row));
  }
  out.summary = out.rows.size() == runs_.size() ? say("{} {run|runs}", runs_.size())
                                                : say("{} of {} {run|runs}", out.rows.size(), runs_.size());
  return out;
}

}  // namespace stridescope
