// Writes one line for each tuned kernel of a program.
#include "core/app/tuning_table.h"

#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/text.h"

namespace stridescope {

Message told(const Tuning& tuning) {
  const TunedKernel* best = tuning.best();
  if (best == nullptr) return {};
  const bool measured = best->measured_us.has_value();
  const auto us_of = [&](const TunedKernel& k) {
    return measured ? k.measured_us : k.time ? k.time->us : std::optional<double>();
  };
  const double us = *us_of(*best);
  const Message figures = say("{} us, {} {}", us_text(us), fixed(tuning.rate_of(us), 1), tuning.unit);
  const TunedKernel& given = tuning.kernels.front();
  if (best == &given)
    return measured ? say("measured: {}, unchanged; no candidate is faster", figures)
                    : say("predicted: {}, unchanged; no candidate is faster", figures);
  const Message quickest =
      measured ? say("measured: {} by {}", figures, best->label) : say("predicted: {} by {}", figures, best->label);
  const auto before = us_of(given);
  return before ? say("{}; {} us unchanged", quickest, us_text(*before)) : quickest;
}

std::string to_text(const std::vector<TunedProblem>& problems, const Catalog& catalog) {
  std::size_t width = 0;
  for (const TunedProblem& p : problems) width = std::max(width, p.name.size());
  std::string out;
  for (const TunedProblem& p : problems) {
    Message line = p.tuning ? told(*p.tuning) : p.problem;
    if (line.empty()) line = p.tuning->kernels.front().unpredicted;
    append_all(out, p.name, std::string(width - p.name.size() + 2, ' '), render(line, catalog), '\n');
  }
  return out;
}

}  // namespace stridescope
