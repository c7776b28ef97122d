// A tuner's state for a kernel: the candidates worth measuring, each planned and with its predicted time, the measured
// times so far, and the reason why the best one is best. The order of calls: tune() plans and predicts, the caller with
// a GPU measures kernels[i] and fills in measured_us, refine() adds candidates near the fastest, until it returns
// false. Nothing here runs a kernel.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/tune/candidates.h"
#include "core/tune/time_model.h"

namespace stridescope {

inline constexpr std::size_t default_tuned = 8;  // candidates that are measured
inline constexpr std::size_t max_tuned = 200;    // cap of an exhaustive search

// One kernel of a tuning. The first one is the kernel as it was given. Times are microseconds of one launch.
struct TunedKernel {
  Message label;
  std::string text;   // an expression of the language; empty: the kernel as it was given
  std::string group;  // of its candidate (candidates.h)
  // Its prediction; without one `unpredicted` gives the reason, and rate is 0.
  std::optional<TimePrediction> time;
  Message unpredicted;  // the reason for a missing time
  double rate = 0;      // predicted: TFLOP/s of a product, GB/s of a copy
  // From a run of it; the measuring caller fills these in. measured_rate is in the unit of `rate`. The median of a
  // correct run; empty before.
  std::optional<double> measured_us;
  double measured_rate = 0;
  Message problem;  // why it has no time: it was wrong, or did not run
};

// The result of tune, shown on a card. Two are equal if they print alike.
struct Tuning {
  std::string gpu;      // "H100"
  std::string product;  // "H100 SXM5 80 GB"
  // The model's constants are of this GPU; else they are an H100's, scaled by the ratios of the data sheets.
  bool fitted = true;
  // The key of stored results: the kind, its tensors and types, printed. Two kernels of one problem have the same key,
  // however they are tiled.
  std::string kernel;
  std::string unit;  // of the rates: "TFLOP/s", "GB/s"
  // Per launch, in millions of operations or thousands of bytes: divided by microseconds it is a rate in `unit`. 0 if
  // unknown.
  double work = 0;
  std::size_t looked_at = 0;  // candidates in all
  // Planned candidates that cannot become kernels.
  std::size_t refused = 0;
  Message why_refused;  // of the first of them
  // No new measurement begins after this many seconds; below 0: no limit.
  double budget_s = -1;
  double spent_s = 0;                // on measuring
  std::vector<TunedKernel> kernels;  // the given one, then candidates, fastest prediction first
  std::vector<TunedKernel> nearby;   // others of their groups, which `refine` takes of

  // The fastest: by measured time as soon as one kernel has one, otherwise by prediction. Null without such a time. It
  // points into `kernels`, and is valid until that changes.
  const TunedKernel* best() const;
  bool any_measured() const;
  // In `unit`; 0 for a time that is none.
  double rate_of(double us) const { return us > 0 ? work / us : 0; }

  static const ObjectKind object_kind;
};

// The value of a text of the language without names: the caller has the language. An error counts the candidate as
// refused.
using EvaluateText = std::function<Result<Value>(const std::string&)>;

// The number of chosen candidates, at least one, in addition to the given kernel.
struct TuneOptions {
  std::size_t count = default_tuned;
  bool exhaustive = false;  // all that are legal, at most max_tuned
};

// Candidates by the model: of each of the best tiles the plain one, and the best two of the others, `count` in all, so
// that candidates that the model cannot distinguish do not displace others. post: kernels.front() is the given one, the
// others are ordered by predicted time. unsupported: it has no candidates, with the reason; the error of its plan if it
// cannot be planned. Cost: a plan for each candidate that is tried. No GPU is needed.
Result<Tuning> tune(const Value& kernel, const Gpu& gpu, const EvaluateText& evaluate, const TuneOptions& options = {});

// Microseconds as tables have them: "93.50", "1485.3".
std::string us_text(double us);
// Once all candidates are measured: those of `nearby` that differ in one thing from the fastest are moved to `kernels`,
// at most `refined_count` of a group and, if DRAM limits, tiles of half an extent; those of the next group if it is
// `as_quick`; and those without a group. False if there are none, or the fastest is the given kernel.
bool refine(Tuning& tuning);
inline constexpr std::size_t refined_count = 4;
// The number of candidates whose tiles are taken in turns, and of those whose steps along K blocks share, that are
// tried with them, whichever tile is best: they have no group.
inline constexpr std::size_t late_count = 2;
inline constexpr double as_quick = 0.02;  // slower, at most
// If the fastest is predicted to take less, or others as long as it, this many more are tried: a model that is right
// within a tenth cannot distinguish them, and measuring them is quick.
inline constexpr double brief_us = 30;
inline constexpr std::size_t alike_count = 12;

// The reason why `to` is faster than `from`, by the parts of their predicted times: the part that shrank most, and the
// bottleneck of each. Empty if one has no prediction or both are the same kernel.
Message moved_bound(const TunedKernel& from, const TunedKernel& to);

// The table that a card and a terminal show: as rows, and as text with its line breaks in the words of the catalog.
std::vector<AnalysisRow> rows_of(const Tuning& tuning);
std::string to_text(const Tuning& tuning, const Catalog& catalog);

}  // namespace stridescope
