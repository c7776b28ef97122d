// A tuning as records of the door, and a measured kernel as it is kept.
#include "core/app/records.h"
#include "core/app/tuner.h"

namespace stridescope {

void members(Archive& a, TunedLine& r) {
  static constexpr std::string_view versions[] = {"1"};
  enum class Format { first } format = Format::first;
  if (!a.record("TunedLine", "A kernel that a tuner has measured, as it is kept.")) return;
  a.word("tuned", format, versions, "The version of this record.");
  a.member("device", r.device, "The GPU, by its driver's name.");
  a.member("kernel", r.kernel, "What was tuned: its tensors and types.");
  a.member("text", r.text, "What ran: an expression of the language.");
  a.member("us", r.us, "Time of one launch, the median.");
  a.member("date", r.date, "When it ran.");
}

static void members(Archive& a, TuningRow& r) {
  if (!a.record("TuningRow", "A kernel of a tuning.")) return;
  a.member("number", r.number, "Its place: 0 is the kernel as it was given.");
  a.member("label", r.label, "What it is.");
  a.member("predicted", r.predicted, "Its predicted time and rate, or why there is none.");
  a.member("binds", r.binds, "What its predicted time is made of most.");
  a.member("measured", r.measured, "Its measured time and rate, or why there is none; empty: not measured.");
  a.member("predicted_us", r.predicted_us, "In microseconds; 0: none.");
  a.member("measured_us", r.measured_us, "In microseconds; 0: none.");
  a.member("length", r.length, "Of its bar: its rate, a part of the highest one.");
  a.member("best", r.best, "The quickest: measured where one is, else predicted.");
  a.member("text", r.text, "An expression of the language; empty: the kernel as it was given.");
}

void members(Archive& a, TuningShown& r) {
  if (!a.record("Tuning", "Kernels that do the same, with predicted and measured times.")) return;
  a.member("title", r.title, "Of which GPU, and whether anything is measured.");
  a.member("summary", r.summary, "The best one, what it gains, and which bound moved.");
  a.member("rows", r.rows, "The kernel as it was given, then candidates, the quickest predicted first.");
  a.member("next", r.next, "The number of the row to be measured next; -1: none.");
}

}  // namespace stridescope
