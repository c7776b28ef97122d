// A tuner's state for a kernel: the candidates worth measuring, each planned and with its predicted time, the measured
// times so far, and the reason why the best one is the fastest. Order of calls: tune() plans and predicts; the caller,
// who has a GPU, measures kernels[i] and sets measured_us; refine() adds candidates near the fastest one, until it
// returns false. Nothing here runs a kernel.
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
inline constexpr std::size_t max_tuned = 200;    // limit of an exhaustive search

// One kernel of a tuning. The first one is the given kernel. Times are microseconds of one launch.
struct TunedKernel {
  Message label;
  std::string text;   // an expression of the language; empty: the given kernel
  std::string group;  // group of its candidate (candidates.h)
  // Its prediction; if empty, `unpredicted` gives the reason, and rate is 0.
  std::optional<TimePrediction> time;
  Message unpredicted;  // the reason for a missing time
  double rate = 0;      // predicted: TFLOP/s of a product, GB/s of a copy
  // The median of a correct run; empty before. The measuring caller sets this and measured_rate, which is in the unit
  // of `rate`.
  std::optional<double> measured_us;
  double measured_rate = 0;
  Message problem;  // the reason for a missing time: wrong results, or it did not run
};

// The result of tune, shown on a card. Two tunings are equal if they print alike.
struct Tuning {
  std::string gpu;      // "H100"
  std::string product;  // "H100 SXM5 80 GB"
  // The constants of the model were fitted on this GPU; otherwise they are an H100's, scaled by the ratios of the data
  // sheets.
  bool fitted = true;
  // The key of stored results: the kind of kernel, its tensors and types, printed. Kernels of the same problem have the
  // same key, whatever their tiling.
  std::string kernel;
  std::string unit;  // unit of the rates: "TFLOP/s", "GB/s"
  // Per launch, in millions of operations or thousands of bytes: divided by microseconds it gives a rate in `unit`. 0
  // if unknown.
  double work = 0;
  std::size_t looked_at = 0;  // total number of candidates
  // Number of candidates that cannot be planned as kernels.
  std::size_t refused = 0;
  Message why_refused;  // the reason for the first of them
  // No new measurement begins after this many seconds; negative: no limit.
  double budget_s = -1;
  double spent_s = 0;                // spent on measurements
  Message unkept;                    // the reason why a measurement was not stored; empty if all are
  std::vector<TunedKernel> kernels;  // the given kernel, then candidates, fastest prediction first
  std::vector<TunedKernel> nearby;   // further candidates, from which `refine` takes

  // The fastest kernel: by measured time if any kernel has one, otherwise by prediction. Null without any time. Points
  // into `kernels`; valid until that changes.
  const TunedKernel* best() const;
  bool any_measured() const;
  // In `unit`; 0 for a time that is not positive.
  double rate_of(double us) const { return us > 0 ? work / us : 0; }

  static const ObjectKind object_kind;
};

// Evaluates a text of the language without names; provided by the caller. If it fails, the candidate is refused.
using EvaluateText = std::function<Result<Value>(const std::string&)>;

// The number of candidates to choose, at least one, in addition to the given kernel.
struct TuneOptions {
  std::size_t count = default_tuned;
  bool exhaustive = false;  // all legal ones, at most max_tuned
};

// Chooses candidates by the model: the plain one of each of the best tiles, and the best two of the others, `count` in
// total, so that candidates that the model cannot distinguish do not displace others. post: kernels.front() is the
// given kernel, the others are sorted by predicted time. Fails with unsupported and the reason if it has no candidates,
// or with the error of its plan. Cost: one plan per tried candidate. Needs no GPU.
Result<Tuning> tune(const Value& kernel, const Gpu& gpu, const EvaluateText& evaluate, const TuneOptions& options = {});

// Microseconds as in tables: "93.50", "1485.3".
std::string us_text(double us);
// After all candidates are measured, moves some of `nearby` to `kernels`: those in the group of the fastest kernel,
// which differ from it in one property (at most `refined_count` per group) or, if DRAM limits, have half an extent;
// those of the second group if it is within `as_quick`; and those without a group. False if none was moved, or if the
// fastest is the given kernel.
bool refine(Tuning& tuning);
inline constexpr std::size_t refined_count = 4;
// The number of candidates with alternating teams, and of those with shared steps along K, that are tried in addition,
// whichever tile is the best: they have no group.
inline constexpr std::size_t late_count = 2;
inline constexpr double as_quick = 0.02;  // relative slowdown, at most
// If the fastest prediction is below this, or others are as fast, this many more are tried: a model with an error of a
// tenth cannot distinguish them, and measuring them is quick.
inline constexpr double brief_us = 30;
inline constexpr std::size_t alike_count = 12;

// The reason why `to` is faster than `from`, by the parts of their predicted times: the part that decreased most, and
// the bottleneck of each. Empty if one has no prediction or both are the same kernel.
Message moved_bound(const TunedKernel& from, const TunedKernel& to);

// The table for a card and a terminal: as rows, and as text with line breaks, in the language of the catalog.
std::vector<AnalysisRow> rows_of(const Tuning& tuning);
std::string to_text(const Tuning& tuning, const Catalog& catalog);

}  // namespace stridescope
