// The columns of the table of runs: titles from the list, values from a run.
#include "core/runs/run_fields.h"

#include <algorithm>
#include <set>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/base/utf.h"

namespace stridescope {
namespace {

constexpr std::string_view predicted_mark = ":predicted";
constexpr std::size_t most_kernel_bytes = 160;

RunFieldValue a_text(std::string text) { return {{}, std::move(text), {}}; }
RunFieldValue a_number(std::optional<double> value) { return {value, {}, {}}; }
RunFieldValue a_percent(std::optional<double> part) { return a_number(part ? std::optional(*part * 100) : part); }

// The text on one line, without blanks for alignment.
std::string in_a_line(std::string_view text) {
  std::string out;
  bool space = false;
  for (const char c : text) {
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      space = !out.empty();
      continue;
    }
    if (space) out.push_back(' ');
    space = false;
    out.push_back(c);
  }
  return out;
}

// The statement that defines the kernel; otherwise the program's last line.
std::string statement_of(const KeptRun& run) {
  std::string_view text = run.program;
  std::string_view last;
  std::string_view named;
  while (!text.empty()) {
    const std::string_view from = text;
    const std::string_view line = cut_line(text);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) last = from;
    if (!run.kernel.empty() && line.substr(0, run.kernel.size()) == run.kernel) {
      const std::size_t sign = line.find_first_not_of(' ', run.kernel.size());
      if (sign != std::string_view::npos && line[sign] == '=') named = from;
    }
  }
  std::string out = in_a_line(named.empty() ? last : named);
  if (out.size() > most_kernel_bytes) {
    out.resize(character_begin(out, most_kernel_bytes));
    out.append("\xE2\x80\xA6");
  }
  return out;
}

RunFieldValue kernel_of(const KeptRun& run) { return a_text(run.recorded ? run.value : statement_of(run)); }

RunFieldValue verdict_of(const KeptRun& run) {
  if (run.recorded) return {{}, {}, {}};
  RunFieldValue out = a_text(name_of(run.verdict).id);
  out.shown = name_of(run.verdict);
  return out;
}

RunFieldValue device_of(const KeptRun& run) {
  RunFieldValue out = a_text(run.device);
  // The reference device is the only one whose name is a sentence.
  constexpr Term reference = term("the CPU, thread by thread: it verifies results but measures no times");
  if (run.device == reference.id) out.shown = reference;
  return out;
}

const KeptCount* count_of(const KeptRun& run, std::string_view counter) {
  for (const KeptCount& count : run.counters) {
    if (count.counter == counter) return &count;
  }
  return nullptr;
}

// The value of each listed column.
namespace columns {

struct Column {
  int better = 0;  // for a timed column: the direction that is better
  int digits = 0;
  bool numbers = false;
  bool compared = false;
  RunFieldValue (*value)(const KeptRun& run, int number) = nullptr;
};

constexpr Column number = {0, 0, true, false, [](const KeptRun&, int n) { return a_number(n); }};
constexpr Column kernel = {0, 0, false, false, [](const KeptRun& run, int) { return kernel_of(run); }};
constexpr Column verdict = {0, 0, false, false, [](const KeptRun& run, int) { return verdict_of(run); }};
constexpr Column bandwidth = {
    1, 1, true, true, [](const KeptRun& run, int) { return a_number(run.tflop_per_s ? std::nullopt : run.gb_per_s); }};
constexpr Column operations = {1, 1, true, true, [](const KeptRun& run, int) { return a_number(run.tflop_per_s); }};
constexpr Column ratio = {1, 1, true, true, [](const KeptRun& run, int) { return a_percent(run.ratio); }};
constexpr Column time = {-1, 4, true, true, [](const KeptRun& run, int) { return a_number(run.median_ms); }};
constexpr Column spread = {0, 2, true, false, [](const KeptRun& run, int) { return a_percent(run.spread); }};
constexpr Column registers = {
    0, 0, true, true, [](const KeptRun& run, int) {
      return a_number(run.registers ? std::optional(static_cast<double>(*run.registers)) : std::nullopt);
    }};
constexpr Column device = {0, 0, false, false, [](const KeptRun& run, int) { return device_of(run); }};
constexpr Column driver = {0, 0, false, false, [](const KeptRun& run, int) { return a_text(run.driver); }};
constexpr Column date = {0, 0, false, false, [](const KeptRun& run, int) {
                           std::string text = run.date.substr(0, 16);
                           std::replace(text.begin(), text.end(), 'T', ' ');
                           return a_text(std::move(text));
                         }};

}  // namespace columns

RunField counter_field(const std::string& counter, bool predicted) {
  RunField out;
  const CounterWords words = counter_words(counter);
  const Message title = words.title.empty() ? Message::verbatim(counter) : words.title;
  out.column.word = predicted ? cat(counter, predicted_mark) : counter;
  out.column.title = predicted ? say("{}, predicted", title) : title;
  out.column.tip = words.tip.empty() ? Message::verbatim(counter) : say("{} ({})", words.tip, counter);
  out.column.numbers = true;
  out.column.counter = true;
  out.grouped = out.compared = out.used = true;
  // Percentages and rates have no better side that holds for every kernel.
  const bool count = counter.ends_with(".sum") || counter.ends_with(".max");
  out.better = count && !predicted ? -1 : 0;
  out.value = [counter, predicted](const KeptRun& run, int) {
    const KeptCount* kept = count_of(run, counter);
    return a_number(kept == nullptr ? std::nullopt : predicted ? kept->predicted : kept->measured);
  };
  return out;
}

}  // namespace

Message RunField::text(const RunFieldValue& has) const {
  if (!has.known()) return {};
  if (!has.shown.empty()) return has.shown;
  if (!has.number) return Message::verbatim(has.text);
  return Message::verbatim(grouped ? stridescope::grouped(*has.number) : fixed(*has.number, digits));
}

RunFields::RunFields(const std::vector<KeptRun>& runs) {
#define RUN_COLUMN(word, title, unit, tip)                                            \
  {                                                                                   \
    RunField field;                                                                   \
    field.column = {#word, say(title), say(tip), unit, columns::word.numbers, false}; \
    field.digits = columns::word.digits;                                              \
    field.compared = columns::word.compared;                                          \
    field.better = columns::word.better;                                              \
    field.noisy = columns::word.better != 0;                                          \
    field.value = columns::word.value;                                                \
    fields_.push_back(std::move(field));                                              \
  }
#include "core/runs/run_columns.def"
#undef RUN_COLUMN
  for (RunField& field : fields_) {
    field.used = std::any_of(runs.begin(), runs.end(), [&](const KeptRun& run) { return field.value(run, 1).known(); });
  }
  std::set<std::string, std::less<>> measured;
  std::set<std::string, std::less<>> predicted;
  for (const KeptRun& run : runs) {
    for (const KeptCount& count : run.counters) {
      if (count.measured) measured.insert(count.counter);
      if (count.predicted) predicted.insert(count.counter);
    }
  }
  // Listed counters keep the list's order; the others follow by name.
  std::vector<std::string> names;
#define COUNTER(word, name, title, tip) \
  if (measured.count(name) + predicted.count(name) > 0) names.emplace_back(name);
#include "core/runs/counters.def"
#undef COUNTER
  for (const auto* more : {&measured, &predicted}) {
    for (const std::string& name : *more) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  for (const std::string& name : names) {
    if (measured.count(name) > 0) fields_.push_back(counter_field(name, false));
    if (predicted.count(name) > 0) fields_.push_back(counter_field(name, true));
  }
}

const RunField* RunFields::find(std::string_view word) const {
  for (const RunField& field : fields_) {
    if (field.column.word == word) return &field;
  }
  return nullptr;
}

CounterWords counter_words(std::string_view counter) {
#define COUNTER(word, name, title, tip) \
  if (counter == name) return {say(title), say(tip)};
#include "core/runs/counters.def"
#undef COUNTER
  return {};
}

}  // namespace stridescope
