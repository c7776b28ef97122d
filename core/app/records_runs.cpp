// What a run says, as a record of the door.
#include "core/app/records.h"

namespace stridescope {

void members(Archive& a, RunFigure& r) {
  if (!a.record("RunFigure", "A number that a run has come to.")) return;
  a.member("name", r.name, "What it is.");
  a.member("value", r.value, "In the unit.");
  a.member("unit", r.unit, "Empty for a plain number.");
  a.member("text", r.text, "As it is shown, with its unit.");
}

void members(Archive& a, RunCount& r) {
  static constexpr std::string_view agreements[] = {"exact",     "bounded",       "beyond",
                                                    "undecided", "not predicted", "not measured"};
  if (!a.record("RunCount", "A hardware counter.")) return;
  a.member("counter", r.counter, "By Nsight Compute's name.");
  a.member("meaning", r.meaning, "In words; empty where the model does not know it.");
  a.member("predicted", r.predicted, "By the model.");
  a.member("measured", r.measured, "In this run.");
  a.word("agreement", r.agreement, agreements, "Do the two agree?");
  a.member("text", r.text, "The difference in words, with what bounds it.");
}

void members(Archive& a, RunReport& r) {
  static constexpr std::string_view statuses[] = {"ok", "wrong", "error", "cancelled"};
  static const std::string_view verdicts[] = {name_of(RunVerdict::not_run).id, name_of(RunVerdict::not_verified).id,
                                              name_of(RunVerdict::sampled).id, name_of(RunVerdict::verified).id,
                                              name_of(RunVerdict::wrong).id};
  if (!a.record("RunReport", "What a run says: rows to show, every word and number of which the core has decided.")) {
    return;
  }
  a.word("status", r.status, statuses, "Has it run?");
  a.member("message", r.message, "Of an error.");
  a.member("hint", r.hint, "What would mend it.");
  a.member("missing", r.missing, "Why there is no GPU, a reason each.");
  a.member("origin", r.origin, "Where and when it was measured or proved.");
  a.member("recorded", r.recorded, "Not run now, but kept from then.");
  a.word("verdict", r.verdict, verdicts, "What is known of the elements.");
  a.member("sentence", r.sentence, "The verdict with its numbers; empty where nothing ran.");
  a.member("examples", r.examples, "Wrong elements, a line each.");
  a.member("figures", r.figures, "In the order to show.");
  a.member("counters", r.counters, "In the order to show.");
  a.member("lines", r.lines, "What probes and traces say.");
  a.member("notes", r.notes, "What could not be had, and why.");
  a.member("bound", r.limits.bound_line, "What binds: a prediction, or empty.");
  a.member("occupancy", r.limits.occupancy_line, "How many warps a multiprocessor has: a prediction, or empty.");
}

}  // namespace stridescope
