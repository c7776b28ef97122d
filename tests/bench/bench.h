// A small chrono harness that runs natively and under node: the median of repeated batches after a warm-up, as JSON. It
// does not judge figures: it reports the figure, its spread, and its limit.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope::bench {

struct Result {
  std::string name;
  double ns = 0;      // median of the batches, per call
  double ns_p10 = 0;  // the 10th and 90th percentile of the batches
  double ns_p90 = 0;
  double limit_ns = 0;        // 0: none
  std::string ratio_to = {};  // the baseline result ...
  double ratio = 0;           // ... this one was measured alternately with, and the ratio of the times
  double limit_ratio = 0;     // 0: none
};

// Prevents the optimizer from removing the computation of a value.
template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

// Nanoseconds of one batch of `calls` calls.
template <class Call>
double batch(Call& call, long calls) {
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  for (long i = 0; i < calls; ++i) call();
  return std::chrono::duration<double, std::nano>(clock::now() - start).count();
}

// Number of calls in a batch of about 0.3 ms, which is shorter than a time slice of a busy machine. Warms up long
// enough for an engine to replace its baseline code with optimized code.
template <class Call>
long calibrate(Call& call) {
  constexpr double batch_ns = 3e5;
  constexpr double warm_up_ns = 1e8;
  for (double warm = 0; warm < warm_up_ns;) warm += batch(call, 1);
  long calls = 1;
  for (;;) {
    const double ns = batch(call, calls);
    if (ns >= batch_ns) return calls;
    calls = ns < batch_ns / 100 ? calls * 10 : static_cast<long>(static_cast<double>(calls) * batch_ns / ns) + 1;
  }
}

// Fills in the percentiles. `samples` are nanoseconds per call.
void summarise(Result& result, std::vector<double> samples);

class Suite {
 public:
  template <class Call>
  void run(std::string name, double limit_ns, Call&& call) {
    const long calls = calibrate(call);
    std::vector<double> samples;
    samples.reserve(batches);
    for (int i = 0; i < batches; ++i) samples.push_back(batch(call, calls) / static_cast<double>(calls));
    Result result;
    result.name = std::move(name);
    result.limit_ns = limit_ns;
    summarise(result, std::move(samples));
    results_.push_back(std::move(result));
  }

  // Measures two calls in alternating batches, so that both see the same machine, and reports the ratio of the second
  // to the first.
  template <class Yardstick, class Call>
  void compare(std::string yardstick, Yardstick&& first, std::string name, double limit_ns, double limit_ratio,
               Call&& second) {
    const long first_calls = calibrate(first);
    const long second_calls = calibrate(second);
    std::vector<double> first_samples;
    std::vector<double> second_samples;
    for (int i = 0; i < batches; ++i) {
      first_samples.push_back(batch(first, first_calls) / static_cast<double>(first_calls));
      second_samples.push_back(batch(second, second_calls) / static_cast<double>(second_calls));
    }
    Result base;
    base.name = yardstick;
    summarise(base, std::move(first_samples));
    Result result;
    result.name = std::move(name);
    result.limit_ns = limit_ns;
    summarise(result, std::move(second_samples));
    result.ratio_to = std::move(yardstick);
    result.ratio = result.ns / base.ns;
    result.limit_ratio = limit_ratio;
    results_.push_back(std::move(base));
    results_.push_back(std::move(result));
  }

  // {"host": ..., "compiler": ..., "results": [...]}
  std::string json() const;

 private:
  static constexpr int batches = 101;
  std::vector<Result> results_;
};

}  // namespace stridescope::bench
