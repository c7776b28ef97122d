// Describes runs and the table of runs as records of the door.
#include "core/records/records.h"
#include "core/runs/kernel_listing.h"
#include "core/runs/roofline.h"

namespace stridescope {

void members(Archive& a, RunFigure& r) {
  if (!a.record("RunFigure", "A number of the report on a run.")) return;
  a.member("name", r.name, "The name of the number.");
  a.member("value", r.value, "The number in its unit.");
  a.member("unit", r.unit, "The unit; empty for a plain number.");
  a.member("text", r.text, "The displayed text, with the unit.");
}

void members(Archive& a, RunCount& r) {
  static constexpr std::string_view agreements[] = {"exact",     "bounded",       "beyond",
                                                    "undecided", "not predicted", "not measured"};
  if (!a.record("RunCount", "A hardware counter.")) return;
  a.member("counter", r.counter, "The name of the counter in Nsight Compute.");
  CounterWords words = counter_words(r.counter);
  a.member("title", words.title, "A short title; empty for a counter that is not in core/runs/counters.def.");
  a.member("tip", words.tip, "The meaning of the counter.");
  a.member("meaning", r.meaning, "What the model predicts, in words; empty if the model does not predict it.");
  a.member("predicted", r.predicted, "The number predicted by the model.");
  a.member("measured", r.measured, "The number measured in this run.");
  a.word("agreement", r.agreement, agreements, "How the two numbers agree.");
  a.member("text", r.text, "The difference in words, with its bound.");
}

void members(Archive& a, RunReport& r) {
  static constexpr std::string_view statuses[] = {"ok", "wrong", "error", "cancelled"};
  if (!a.record("RunReport", "The report on a run: rows to display, with all words and numbers chosen by the core.")) {
    return;
  }
  a.word("status", r.status, statuses, "The status of the run.");
  a.member("message", r.message, "The message of an error.");
  a.member("hint", r.hint, "A fix.");
  a.member("missing", r.missing, "The reasons why there is no GPU, one per entry.");
  a.member("origin", r.origin, "The place and the date of the measurement or proof.");
  Message headline = run_headline(r);
  a.member("headline", headline,
           "The main number of the run in one line, with its origin; without a number, the verdict.");
  a.member("recorded", r.recorded, "True: a stored run, not a new one.");
  visit_verdict(a, r.verdict, "The result of the verification.");
  a.member("sentence", r.sentence, "The verdict with its numbers; empty if nothing ran.");
  a.member("examples", r.examples, "Wrong elements, one per line.");
  a.unless_empty("wrongCells", r.wrong_cells, "Their cells in the picture of the threads.");
  a.member("figures", r.figures, "In display order.");
  a.member("counters", r.counters, "In display order.");
  a.member("lines", r.lines, "The results of probes and traces.");
  a.member("notes", r.notes, "The missing results, and the reasons.");
  a.member("bound", r.limits.bound_line, "The bottleneck: a prediction, or empty.");
  a.member("occupancy", r.limits.occupancy_line, "The warps per multiprocessor: a prediction, or empty.");
}

static void members(Archive& a, ListedPiece& r) {
  if (!a.record("ListedPiece", "Lines of a text that are compiled from one line of the CUDA text.")) return;
  a.member("first", r.first, "The first line, from 0.");
  a.member("lines", r.lines, "The number of lines.");
  a.member("source", r.source, "The line of the CUDA text, from 1.");
}

static void members(Archive& a, ListedText& r) {
  if (!a.record("ListedText", "A text of a kernel.")) return;
  a.member("language", r.language, "CUDA, PTX or SASS.");
  a.member("text", r.text, "The text.");
  a.member("pieces", r.pieces, "In the order of its lines; empty if their origin is unknown.");
}

static void members(Archive& a, ListedLink& r) {
  if (!a.record("ListedLink", "A line of the CUDA text, with the lines compiled from it.")) return;
  a.member("source", r.source, "The line, from 1.");
  a.member("told", r.told, "The numbers of lines in each other text.");
}

void members(Archive& a, KernelListing& r) {
  if (!a.record("KernelListing", "The texts of a kernel, linked by the lines of the CUDA text.")) return;
  a.member("texts", r.texts, "The available texts, CUDA first.");
  a.member("links", r.links, "In the order of the lines.");
  a.member("missing", r.missing, "The reason why other texts are missing, and what to do; or empty.");
  a.member("origin", r.origin, "For a recorded run: the place and the date; or empty.");
}

void members(Archive& a, ProgramDifference& r) {
  if (!a.record("ProgramDifference", "The difference of two programs.")) return;
  a.member("before", r.before, "The number of the first run.");
  a.member("after", r.after, "The number of the second run.");
  a.member("lines", r.lines, "The lines that only one program has: − marks lines of the first, + lines of the second.");
}

void members(Archive& a, RunView& r) {
  if (!a.record("RunView", "The visible runs, their order, and the columns.")) return;
  a.choice("sort", r.sort, "The column to sort by: a word of core/runs/run_columns.def, or the name of a counter.");
  a.choice("descending", r.descending, "True: the largest first. Runs without a value come last.");
  a.choice("filter", r.filter, "Words that a run must contain; a word that begins with - must not occur.");
  a.choice("baseline", r.baseline, "The id of the run to compare with; empty: none.");
  a.choice("pinned", r.pinned, "The counters shown as columns; NAME:predicted is the prediction of the model.");
  a.choice("plot_x", r.plot_x, "The column of the x axis.");
  a.choice("plot_y", r.plot_y, "The column of the y axis; empty: the rates, one plot per unit.");
}

static void members(Archive& a, RunColumn& r) {
  if (!a.record("RunColumn", "A column of the table of runs.")) return;
  a.member("word", r.word, "The word of the column.");
  a.member("title", r.title, "The displayed title.");
  a.member("tip", r.tip, "The meaning of the column.");
  a.member("unit", r.unit, "The unit of its numbers; empty for plain numbers.");
  a.member("numbers", r.numbers, "True: the column has numbers; false: texts.");
  a.member("counter", r.counter, "True: the column is a hardware counter.");
}

static void members(Archive& a, RunCell& r) {
  if (!a.record("RunCell", "A cell of the table of runs.")) return;
  a.member("text", r.text, "The displayed text; empty if unknown.");
  a.member("change", r.change, "The change from the baseline; empty if there is nothing to compare.");
  static constexpr std::string_view senses[] = {"same", "better", "worse"};
  a.word("sense", r.sense, senses, "The meaning of the change.");
}

static void members(Archive& a, RunRow& r) {
  if (!a.record("RunRow", "A run in the table.")) return;
  a.member("id", r.id, "The id of the run.");
  a.member("number", r.number, "The number of the run.");
  visit_verdict(a, r.verdict, "The result of the verification.");
  a.member("recorded", r.recorded, "True: one of the measurements included in Stridescope.");
  a.member("baseline", r.baseline, "True: the run to compare with.");
  a.member("cells", r.cells, "One per column.");
}

static void members(Archive& a, PlotAxis& r) {
  if (!a.record("PlotAxis", "An axis with equal steps.")) return;
  a.member("title", r.title, "The subject of the axis.");
  a.member("unit", r.unit, "The unit of its numbers; empty for plain numbers.");
  a.member("low", r.low, "The value at its start.");
  a.member("high", r.high, "The value at its end.");
  std::vector<double> at;
  std::vector<std::string> texts;
  for (const auto& [value, text] : r.ticks) {
    at.push_back(r.place(value));
    texts.push_back(text);
  }
  a.member("ticks", at, "The positions of its ticks, relative to its length.");
  a.member("labels", texts, "The labels of its ticks.");
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
  a.member("id", r.id, "The id of the run.");
  a.member("number", r.number, "The number of the run.");
  a.member("along", r.along, "The position on x, relative to the length of the axis.");
  a.member("up", r.up, "The position on y, relative to the length of the axis.");
  visit_verdict(a, r.verdict, "The result of the verification.");
  a.member("device", r.device, "The index of its device.");
  a.member("baseline", r.baseline, "True: the run to compare with.");
}

static void members(Archive& a, RunPlot& r) {
  if (!a.record("RunPlot", "A plot of two columns of the runs.")) return;
  a.member("x", r.x, "The x axis.");
  a.member("y", r.y, "The y axis.");
  std::vector<PlacedPoint> points;
  for (const RunPlot::Point& point : r.points) points.push_back({point, r.x.place(point.x), r.y.place(point.y)});
  a.member("points", points, "By the numbers of the runs.");
  a.member("devices", r.devices, "The devices of the points.");
  a.member("in_order", r.in_order, "True: the runs follow each other, and a line connects those of a device.");
  a.member("note", r.note, "The reason why there is nothing to plot.");
}

void members(Archive& a, RunTableShown& r) {
  if (!a.record("RunTable", "The displayed table of runs.")) return;
  a.member("view", r.view, "The view, without a baseline that the table does not contain.");
  a.member("columns", r.columns, "In display order.");
  a.member("rows", r.rows, "In display order.");
  a.member("counters", r.counters, "All counters of the runs, to show as columns.");
  a.member("axes", r.axes, "The columns that can be plotted.");
  a.member("plots", r.plots, "One plot; for rates one per unit; empty without a row.");
  a.member("of", r.of, "The number of all runs.");
  a.member("summary", r.summary, "The number of visible runs, as a text.");
}

static void members(Archive& a, RooflineShown::Axis& r) {
  if (!a.record("PowersAxis", "An axis of powers of ten.")) return;
  a.member("title", r.title, "The subject of the axis.");
  a.member("ticks", r.ticks, "The positions of its ticks, relative to its length.");
  a.member("labels", r.labels, "The labels of its ticks.");
}

static void members(Archive& a, RooflineShown::Roof& r) {
  if (!a.record("Roof", "A limit of a GPU.")) return;
  a.member("label", r.label, "The name of the limit.");
  a.member("measured", r.measured, "True: measured; false: from a data sheet.");
  a.member("along", r.along, "The x positions of its ends, relative to the length of the axis.");
  a.member("up", r.up, "The y positions of its ends, relative to the length of the axis.");
}

static void members(Archive& a, RooflineShown::Point& r) {
  if (!a.record("RooflinePoint", "A run in the roofline plot.")) return;
  a.member("along", r.along, "The position on x, relative to the length of the axis.");
  a.member("up", r.up, "The position on y, relative to the length of the axis.");
  a.member("newest", r.newest, "True for the newest run.");
  a.member("wrong", r.wrong, "True: some of its elements are wrong.");
  a.member("told", r.told, "For a recorded run: its name, its result, the place and the date; or empty.");
}

void members(Archive& a, RooflineShown& r) {
  if (!a.record("Roofline", "The roofline plot: runs of a kernel below the limits of their GPU.")) return;
  a.member("kernel", r.kernel, "The name of the kernel; empty if there is none.");
  a.member("x", r.x, "The x axis.");
  a.member("y", r.y, "The y axis.");
  a.member("roofs", r.roofs, "The highest first.");
  a.member("points", r.points, "The measured runs.");
  a.member("here", r.here, "The position of the kernel on x, relative to the length of the axis; 0: none.");
  a.member("recorded", r.recorded, "True: all points are measurements included in Stridescope.");
  a.member("gpu", r.gpu, "The GPU of the limits; for recorded points also the date.");
  a.member("note", r.note, "The missing data, and the reason; or empty.");
  a.member("empty", r.empty, "True: there is nothing to draw.");
}

}  // namespace stridescope
