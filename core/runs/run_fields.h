// The columns of runs: the value that each takes from a run, and its format. Internal to core/runs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/run_table.h"

namespace stridescope {

// The value of a run in a column: a number or a text; unknown if both are empty.
struct RunFieldValue {
  std::optional<double> number;
  std::string text;
  Message shown;  // if it differs from the text
  bool known() const { return number.has_value() || !text.empty(); }
  bool operator!=(const RunFieldValue& other) const { return number != other.number || text != other.text; }
  bool operator<(const RunFieldValue& other) const {
    return number && other.number ? *number < *other.number : text < other.text;
  }
};

struct RunField {
  RunColumn column;
  int digits = 0;         // decimals
  bool grouped = false;   // commas between thousands
  bool compared = false;  // with the baseline, in percent
  int better = 0;         // 1: more is better, -1: less; 0: neither
  bool noisy = false;     // changes within the spread of the runs mean nothing
  bool used = false;      // some run has a value
  std::function<RunFieldValue(const KeptRun& run, int number)> value;

  Message text(const RunFieldValue& has) const;
};

class RunFields {
 public:
  // The columns of run_columns.def, then the counters of the runs, measured and predicted.
  explicit RunFields(const std::vector<KeptRun>& runs);
  const std::vector<RunField>& all() const { return fields_; }
  // Null for an unknown word.
  const RunField* find(std::string_view word) const;

 private:
  std::vector<RunField> fields_;
};

struct NumberedRun {
  const KeptRun* run = nullptr;
  int number = 0;
  bool baseline = false;
};
std::vector<RunPlot> run_plots(const std::vector<NumberedRun>& runs, const RunFields& fields, const RunView& view);

}  // namespace stridescope
