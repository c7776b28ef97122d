// Describes runs and the table of runs as records of the door.
#include "core/records/records.h"
#include "core/runs/kernel_listing.h"
#include "core/runs/roofline.h"

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
  CounterWords words = counter_words(r.counter);
  a.member("title", words.title, "In plain words; empty for a counter that is not in core/runs/counters.def.");
  a.member("tip", words.tip, "What it counts.");
  a.member("meaning", r.meaning, "In words; empty where the model does not know it.");
  a.member("predicted", r.predicted, "By the model.");
  a.member("measured", r.measured, "In this run.");
  a.word("agreement", r.agreement, agreements, "Do the two agree?");
  a.member("text", r.text, "The difference in words, with what bounds it.");
}

void members(Archive& a, RunReport& r) {
  static constexpr std::string_view statuses[] = {"ok", "wrong", "error", "cancelled"};
  if (!a.record("RunReport", "What a run says: rows to show, every word and number of which the core has decided.")) {
    return;
  }
  a.word("status", r.status, statuses, "Has it run?");
  a.member("message", r.message, "Of an error.");
  a.member("hint", r.hint, "What would mend it.");
  a.member("missing", r.missing, "Why there is no GPU, a reason each.");
  a.member("origin", r.origin, "Where and when it was measured or proved.");
  Message headline = run_headline(r);
  a.member("headline", headline, "The one number of it in a line, with where it comes from; without one the verdict.");
  a.member("recorded", r.recorded, "Not run now, but kept from then.");
  visit_verdict(a, r.verdict, "What is known of the elements.");
  a.member("sentence", r.sentence, "The verdict with its numbers; empty where nothing ran.");
  a.member("examples", r.examples, "Wrong elements, a line each.");
  a.member("figures", r.figures, "In the order to show.");
  a.member("counters", r.counters, "In the order to show.");
  a.member("lines", r.lines, "What probes and traces say.");
  a.member("notes", r.notes, "What could not be had, and why.");
  a.member("bound", r.limits.bound_line, "What binds: a prediction, or empty.");
  a.member("occupancy", r.limits.occupancy_line, "How many warps a multiprocessor has: a prediction, or empty.");
}

static void members(Archive& a, ListedPiece& r) {
  if (!a.record("ListedPiece", "Lines of a text that come from one line of the CUDA text.")) return;
  a.member("first", r.first, "From 0.");
  a.member("lines", r.lines, "How many.");
  a.member("source", r.source, "The line of the CUDA text, from 1.");
}

static void members(Archive& a, ListedText& r) {
  if (!a.record("ListedText", "A text of a kernel.")) return;
  a.member("language", r.language, "CUDA, PTX or SASS.");
  a.member("text", r.text, "Its lines.");
  a.member("pieces", r.pieces, "In the order of its lines; empty where nothing tells which lines it comes from.");
}

static void members(Archive& a, ListedLink& r) {
  if (!a.record("ListedLink", "A line of the CUDA text that became something.")) return;
  a.member("source", r.source, "From 1.");
  a.member("told", r.told, "How many lines of each other text.");
}

void members(Archive& a, KernelListing& r) {
  if (!a.record("KernelListing", "The texts of a kernel, linked by the lines of the CUDA text.")) return;
  a.member("texts", r.texts, "Those that there are: CUDA first.");
  a.member("links", r.links, "In the order of the lines.");
  a.member("missing", r.missing, "Why others are not there, and what to do; or empty.");
  a.member("origin", r.origin, "Of those of a recorded run: where it ran, and when; or empty.");
}

void members(Archive& a, ProgramDifference& r) {
  if (!a.record("ProgramDifference", "How two programs differ.")) return;
  a.member("before", r.before, "The number of the first run.");
  a.member("after", r.after, "The number of the second run.");
  a.member("lines", r.lines,
           "Those that only one of them has, − before those of the first, + before those of the second.");
}

void members(Archive& a, RunView& r) {
  if (!a.record("RunView", "Which runs are seen, in which order, beside what.")) return;
  a.choice("sort", r.sort, "The column that orders them: a word of core/runs/run_columns.def, or a counter's name.");
  a.choice("descending", r.descending, "The largest first. What a run does not have stands last.");
  a.choice("filter", r.filter, "Words that all stand in a run; one that begins with - must not.");
  a.choice("baseline", r.baseline, "Id of the run that the others are compared with; empty: none.");
  a.choice("pinned", r.pinned, "Counters that are columns, too; NAME:predicted is what the model says of one.");
  a.choice("plot_x", r.plot_x, "The column along the plot.");
  a.choice("plot_y", r.plot_y, "The column up the plot; empty: the rates, each unit in a plot of its own.");
}

static void members(Archive& a, RunColumn& r) {
  if (!a.record("RunColumn", "A column of the table of runs.")) return;
  a.member("word", r.word, "What it goes by.");
  a.member("title", r.title, "Over it.");
  a.member("tip", r.tip, "What it says.");
  a.member("unit", r.unit, "Of its numbers; empty for plain ones.");
  a.member("numbers", r.numbers, "Else texts.");
  a.member("counter", r.counter, "Of a hardware counter.");
}

static void members(Archive& a, RunCell& r) {
  if (!a.record("RunCell", "A cell of the table of runs.")) return;
  a.member("text", r.text, "As it is shown; empty where it is not known.");
  a.member("change", r.change, "To the baseline; empty where there is nothing to compare.");
}

static void members(Archive& a, RunRow& r) {
  if (!a.record("RunRow", "A run in the table.")) return;
  a.member("id", r.id, "Of the run.");
  a.member("number", r.number, "As it is called.");
  visit_verdict(a, r.verdict, "What is known of the elements.");
  a.member("recorded", r.recorded, "Of the measurements that come with Stridescope.");
  a.member("baseline", r.baseline, "The others are compared with it.");
  a.member("cells", r.cells, "One a column.");
}

static void members(Archive& a, PlotAxis& r) {
  if (!a.record("PlotAxis", "An axis with even steps.")) return;
  a.member("title", r.title, "What it shows.");
  a.member("unit", r.unit, "Of its numbers; empty for plain ones.");
  a.member("low", r.low, "Where it begins.");
  a.member("high", r.high, "Where it ends.");
  std::vector<double> at;
  std::vector<std::string> texts;
  for (const auto& [value, text] : r.ticks) {
    at.push_back(r.place(value));
    texts.push_back(text);
  }
  a.member("ticks", at, "Where its lines stand, parts of its length.");
  a.member("labels", texts, "What stands at them.");
}

namespace {

// A point with its positions on the axes.
struct PlacedPoint : RunPlot::Point {
  double along = 0;
  double up = 0;
};

}  // namespace

static void members(Archive& a, PlacedPoint& r) {
  if (!a.record("RunPoint", "A run in a plot.")) return;
  a.member("id", r.id, "Of the run.");
  a.member("number", r.number, "As it is called.");
  a.member("along", r.along, "Its place on x, a part of the axis.");
  a.member("up", r.up, "Its place on y, a part of the axis.");
  visit_verdict(a, r.verdict, "What is known of the elements.");
  a.member("known", r.known, "Else it has no number on the axis up.");
  a.member("baseline", r.baseline, "The others are compared with it.");
}

static void members(Archive& a, RunPlot& r) {
  if (!a.record("RunPlot", "Two columns of the runs.")) return;
  a.member("x", r.x, "The axis along.");
  a.member("y", r.y, "The axis up.");
  std::vector<PlacedPoint> points;
  for (const RunPlot::Point& point : r.points) points.push_back({point, r.x.place(point.x), r.y.place(point.y)});
  a.member("points", points, "In the order of the runs' numbers.");
  a.member("in_order", r.in_order, "One run after the other: a line joins them.");
  a.member("note", r.note, "Why there is nothing to plot.");
}

void members(Archive& a, RunTableShown& r) {
  if (!a.record("RunTable", "The runs as they are seen.")) return;
  a.member("view", r.view, "What was chosen, but for a baseline that the table has not.");
  a.member("columns", r.columns, "In their order.");
  a.member("rows", r.rows, "In their order.");
  a.member("counters", r.counters, "All that the runs have: to be pinned.");
  a.member("axes", r.axes, "What may be plotted.");
  a.member("plots", r.plots, "One, of the rates one for each unit; none without a row.");
  a.member("of", r.of, "How many runs there are.");
  a.member("summary", r.summary, "How many are seen.");
}

static void members(Archive& a, RooflineShown::Axis& r) {
  if (!a.record("PowersAxis", "An axis of powers of ten.")) return;
  a.member("title", r.title, "What it shows.");
  a.member("ticks", r.ticks, "Where its lines stand, parts of its length.");
  a.member("labels", r.labels, "What stands at them.");
}

static void members(Archive& a, RooflineShown::Roof& r) {
  if (!a.record("Roof", "What a GPU gives at most.")) return;
  a.member("label", r.label, "What it is.");
  a.member("measured", r.measured, "Else of a data sheet.");
  a.member("along", r.along, "Its ends, parts of the axis x.");
  a.member("up", r.up, "Its ends, parts of the axis y.");
}

static void members(Archive& a, RooflineShown::Point& r) {
  if (!a.record("RooflinePoint", "A run under the roofs.")) return;
  a.member("along", r.along, "Its place on x, a part of the axis.");
  a.member("up", r.up, "Its place on y, a part of the axis.");
  a.member("newest", r.newest, "The last one.");
  a.member("wrong", r.wrong, "It gave wrong elements.");
  a.member("told", r.told, "Of a recorded one: what it was called, what was measured, where and when; or empty.");
}

void members(Archive& a, RooflineShown& r) {
  if (!a.record("Roofline", "Runs of a kernel under the roofs of their GPU.")) return;
  a.member("kernel", r.kernel, "The name of the kernel; empty where there is none.");
  a.member("x", r.x, "The axis along.");
  a.member("y", r.y, "The axis up.");
  a.member("roofs", r.roofs, "The highest first.");
  a.member("points", r.points, "Measured ones.");
  a.member("here", r.here, "Where the kernel stands on x, a part of the axis; 0: nowhere.");
  a.member("recorded", r.recorded, "The points came with Stridescope: no run of the reader's is one.");
  a.member("gpu", r.gpu, "Whose roofs these are, of recorded points also the day.");
  a.member("note", r.note, "What is not there, and why; or empty.");
  a.member("empty", r.empty, "Nothing is known to be drawn.");
}

}  // namespace stridescope
