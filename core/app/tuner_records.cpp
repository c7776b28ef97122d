// A tuning as records of the door, and the stored line of a measured kernel.
#include "core/app/tuner.h"
#include "core/records/records.h"

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
  a.member("doubt", r.doubt,
           "Why the prediction may be off, while nothing is measured: of `doubts`, from 1 on; 0: none.");
  a.member("measured", r.measured, "Its measured time and rate, or why there is none; empty: not measured.");
  a.member("predicted_us", r.predicted_us, "In microseconds; 0: none.");
  a.member("measured_us", r.measured_us, "In microseconds; 0: none.");
  a.member("apart", r.apart,
           "How far the measured time is from the predicted one, where that is more than 15 %, and why.");
  a.member("length", r.length, "Of its bar: its rate, a part of the highest one.");
  a.member("best", r.best, "The quickest: measured where one is, else predicted.");
  a.member("text", r.text, "An expression of the language; empty: the kernel as it was given.");
}

static void members(Archive& a, TuningPlot::Tick& r) {
  if (!a.record("TuningTick", "A tick of both axes.")) return;
  a.member("place", r.place, "0 to 1, of the axis.");
  a.member("text", r.text, "Microseconds.");
}

static void members(Archive& a, TuningPlot::Point& r) {
  if (!a.record("TuningPoint", "A kernel that was predicted and measured.")) return;
  a.member("number", r.number, "Of its row.");
  a.member("x", r.x, "Predicted: 0 to 1, of the axis.");
  a.member("y", r.y, "Measured.");
  a.member("best", r.best, "The quickest.");
  a.member("near", r.near, "The measured time is within 15 % of the predicted one.");
}

static void members(Archive& a, TuningPlot& r) {
  if (!a.record("TuningPlot", "Measured times over predicted ones; both axes are logarithmic and alike.")) return;
  a.member("ticks", r.ticks, "Of both axes.");
  a.member("near", r.near, "How far beside the diagonal 15 % are, as a part of an axis.");
  a.member("points", r.points, "Of the rows that have both times.");
  a.member("told", r.told, "How many are near; empty where nothing is measured.");
}

void members(Archive& a, TuningShown& r) {
  if (!a.record("Tuning", "Kernels that do the same, with predicted and measured times.")) return;
  a.member("title", r.title, "Of which GPU, and whether anything is measured.");
  a.member("summary", r.summary, "The best one, what it gains, and which bound moved.");
  a.member("note", r.note, "That the budget is over, and how many are left; empty: it is not.");
  a.member("plot", r.plot, "Predicted and measured times as a plot.");
  a.member("kept", r.kept, "Of `take_tuned`: a line to be kept, for a later `tune`; empty: there is none.");
  a.member("rows", r.rows,
           "By their numbers: the kernel as it was given, candidates, the quickest predicted first, then variants of "
           "the best.");
  a.member("doubts", r.doubts, "Why predictions may be off, each once.");
  a.member("next", r.next, "The number of the row to be measured next; -1: none.");
}

}  // namespace stridescope
