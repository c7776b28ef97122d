// The picture of who waits for whom: rows of warps, of barriers with their phases, and of shared memory, over steps of
// the timeline. A struct of rows, spans and arrows that page and window draw alike.
#pragma once

#include <tuple>
#include <vector>

#include "core/base/archive.h"
#include "core/machine/checks/waits.h"

namespace stridescope::machine {

enum class ChartRowKind : std::uint8_t { warp, barrier, memory };
inline constexpr std::string_view chart_row_names[] = {"warp", "barrier", "memory"};

// Kinds from work to passed belong to rows of warps, phases to rows of barriers, the other kinds to rows of memory.
enum class ChartSpanKind : std::uint8_t {
  work,
  product,
  copy,
  wait,
  stuck,
  arrival,
  passed,
  phase,
  filling,
  full,
  read,
  free
};
inline constexpr std::string_view chart_span_names[] = {"work",   "product", "copy",    "wait", "stuck", "arrival",
                                                        "passed", "phase",   "filling", "full", "read",  "free"};
// The word of a kind in a legend.
Message word_of(ChartSpanKind kind);
// True for a kind without a length: a mark.
constexpr bool is_mark(ChartSpanKind kind) { return kind == ChartSpanKind::arrival || kind == ChartSpanKind::passed; }

struct ChartRow {
  ChartRowKind kind = ChartRowKind::warp;
  Message title;
};
struct ChartSpan {
  std::int64_t row = 0;
  std::int64_t begin = 0;  // in steps; an arrival and a passed wait have no length
  std::int64_t end = 0;
  ChartSpanKind kind = ChartSpanKind::work;
  bool odd = false;            // a phase of parity 1
  std::string label;           // short, or empty
  std::vector<Message> about;  // sentences
  std::int64_t line = 0;       // line of the PTX
  std::int64_t warp = 0;       // its first warp, among those that run
  std::int64_t instant = 0;    // instructions of warps before it in the run
};
// From an arrival to the wait that it ends.
struct ChartArrow {
  std::int64_t from_row = 0;
  std::int64_t from = 0;
  std::int64_t to_row = 0;
  std::int64_t to = 0;
  bool operator<(const ChartArrow& other) const {
    return std::tie(from_row, from, to_row, to) < std::tie(other.from_row, other.from, other.to_row, other.to);
  }
};
struct WaitChart {
  std::int64_t first = 0;  // the shown steps
  std::int64_t end = 0;
  std::int64_t steps = 0;  // steps of the whole run
  // Iterations of the loop with the most waits of a warp: the shown ones, and all.
  std::int64_t iteration = 0;
  std::int64_t iterations = 0;
  std::int64_t all_iterations = 0;
  std::vector<std::int64_t> starts;  // steps at which the shown iterations begin
  std::vector<ChartRow> rows;
  std::vector<ChartSpan> spans;
  std::vector<ChartArrow> arrows;
  bool cut = false;  // rows or events are left out
};

struct ChartWindow {
  std::int64_t iteration = 0;   // the first
  std::int64_t iterations = 0;  // 0: as many as are readable
};

// Neighboring warps that do the same at the same steps share a row.
WaitChart wait_chart(const WaitTimeline& timeline, const Program& program, const ChartWindow& window = {});

// Sentences about some stages of the timeline: the writer, the first reader, and the arrivals that they waited for.
std::vector<std::vector<Message>> about_stages(const WaitTimeline& timeline, const Program& program,
                                               const std::vector<std::size_t>& stages);

// --- drawing ---
// Units of the drawing, in pixels.
struct ChartSizes {
  static constexpr std::int64_t step = 24;
  static constexpr std::int64_t head = 44;  // legend and iterations
  static constexpr std::int64_t gap = 14;   // between warps, barriers and memory
};
constexpr std::int64_t chart_row_height(ChartRowKind kind) { return kind == ChartRowKind::warp ? 26 : 20; }
// The class of colors.def that fills a kind; -1: blank.
int chart_color(ChartSpanKind kind);
// The kinds that occur, in their order: the legend.
std::vector<ChartSpanKind> chart_kinds(const WaitChart& chart);
// The upper edge of each row, and the lower edge of the last one.
std::vector<std::int64_t> chart_rows(const WaitChart& chart);
// An SVG; each span is an element with its index in data-span.
std::string chart_svg(const WaitChart& chart, const Catalog& catalog);

void members(Archive& a, WaitChart& r);

}  // namespace stridescope::machine
