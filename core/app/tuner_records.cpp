// A tuning as records of the door, and the stored line of a measured kernel.
#include "core/app/tuner.h"
#include "core/records/records.h"

namespace stridescope {

void members(Archive& a, TunedLine& r) {
  static constexpr std::string_view versions[] = {"1"};
  enum class Format { first } format = Format::first;
  if (!a.record("TunedLine", "A stored measurement of a kernel by the tuner.")) return;
  a.word("tuned", format, versions, "The version of this record.");
  a.member("device", r.device, "The GPU, by its driver's name.");
  a.member("kernel", r.kernel, "The tuned kernel: its tensors and types.");
  a.member("text", r.text, "The measured kernel: an expression of the language.");
  a.member("us", r.us, "Time of one launch, the median.");
  a.member("date", r.date, "The date of the measurement.");
}

static void members(Archive& a, TuningRow& r) {
  if (!a.record("TuningRow", "A kernel of a tuning.")) return;
  a.member("number", r.number, "Its index; 0 is the given kernel.");
  a.member("label", r.label, "Its configuration.");
  a.member("predicted", r.predicted, "Its predicted time and rate, or the reason why there is no prediction.");
  a.member("binds", r.binds, "The largest part of its predicted time.");
  a.member("doubt", r.doubt,
           "The doubt about the prediction, if nothing is measured: an index into `doubts`, from 1; 0: none.");
  a.member("measured", r.measured,
           "Its measured time and rate, or the reason why there is no measurement; empty: not measured.");
  a.member("predicted_us", r.predicted_us, "Predicted time in microseconds; 0: none.");
  a.member("measured_us", r.measured_us, "Measured time in microseconds; 0: none.");
  a.member("apart", r.apart, "The deviation of the measured from the predicted time, if above 15 %, and its reason.");
  a.member("length", r.length, "Length of its bar: its rate, relative to the highest rate.");
  a.member("best", r.best, "True for the fastest kernel: by measurement if there is one, else by prediction.");
  a.member("text", r.text, "An expression of the language; empty: the given kernel.");
}

static void members(Archive& a, TuningPlot::Tick& r) {
  if (!a.record("TuningTick", "A tick of both axes.")) return;
  a.member("place", r.place, "0 to 1, of the axis.");
  a.member("text", r.text, "Microseconds.");
}

static void members(Archive& a, TuningPlot::Point& r) {
  if (!a.record("TuningPoint", "A kernel with a predicted and a measured time.")) return;
  a.member("number", r.number, "The number of its row.");
  a.member("x", r.x, "Predicted time: a position on the axis, 0 to 1.");
  a.member("y", r.y, "Measured time: a position on the axis, 0 to 1.");
  a.member("best", r.best, "True for the fastest kernel.");
  a.member("near", r.near, "The measured time is within 15 % of the predicted one.");
}

static void members(Archive& a, TuningPlot& r) {
  if (!a.record("TuningPlot", "Measured over predicted times; both axes are logarithmic and equal.")) return;
  a.member("ticks", r.ticks, "The ticks of both axes.");
  a.member("near", r.near, "The distance of a deviation of 15 % from the diagonal, relative to the axis.");
  a.member("points", r.points, "The rows that have both times.");
  a.member("told", r.told, "The number of points within 15 %; empty if nothing is measured.");
}

void members(Archive& a, TuningShown& r) {
  if (!a.record("Tuning", "Equivalent kernels, with predicted and measured times.")) return;
  a.member("title", r.title, "The GPU, and whether anything is measured.");
  a.member("summary", r.summary, "The best kernel, its gain, and the bottleneck that changed.");
  a.member("note", r.note,
           "A note that the budget is exhausted, with the number of remaining kernels; empty: it is not.");
  a.member("plot", r.plot, "The plot of predicted and measured times.");
  a.member("kept", r.kept,
           "A line for the caller to store and to pass to a later `tune`, after `take_tuned`; empty: none.");
  a.member("rows", r.rows,
           "By number: the given kernel; candidates, the fastest prediction first; then variants of the best.");
  a.member("doubts", r.doubts, "The reasons why predictions may be off, each once.");
  a.member("next", r.next, "The number of the row to measure next; -1: none.");
}

}  // namespace stridescope
