// An opened file of another program: a module of another compiler, or a trace. Its contents are lists of rows; a row
// has details, links to rows of other lists, and can be added to the program as lines. Rows and texts are made here,
// for page and window. A file is read once and is then immutable (OpenFile); the choice of rows is separate
// (FileChoice), and the displayed rows follow from both and a window of rows (shown_file). The words of the lists:
//   a module or source (core/foreign/modules)     parts, operations, findings, unknown
//   a trace (core/trace/trace.h)       accesses, advice, order, timeline; also counted if counts are available
//   counts of Nsight Compute           accesses, numbers
// A row is identified by its list's word and its index there. No function here fails as a whole: OpenFile::refused
// reports unreadable contents, and the program changes only by the lines that a user adds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/archive.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/foreign/marks.h"
#include "core/scene/scene.h"

namespace stridescope {
struct NcuReport;
struct Trace;
}  // namespace stridescope

namespace stridescope::app {

// The severity of a row, ascending. error: does not work (a race, a layout that does not fit). warning: costs time.
// note: information.
enum class FileGrade : std::uint8_t { plain, note, warning, error };
inline constexpr std::string_view file_grade_names[] = {"plain", "note", "warning", "error"};

// A link to another row, mostly of another list.
struct FileLink {
  std::string list;
  std::int64_t row = 0;
  // The label of the row: how the two values relate.
  Message label;
};

// A row of a list: one line.
struct FileRow {
  // In its whole list, from 0. Independent of the choice.
  std::int64_t index = 0;
  // Its place: a line of the file or of the source, an offset in the SASS, a byte of shared memory, block:phase for an
  // event; or empty.
  std::string place;
  // Index in its list's kinds; 0 in a list without kinds.
  std::size_t kind = 0;
  // Set by shown_file if the list has rows of several kinds and the choice none of them: the word of its kind, and the
  // title for a finding, since a grade is a word of the language.
  Message shown_kind;
  FileGrade grade = FileGrade::plain;
  // Wavefronts and sectors beyond the minimum; 0 in lists without costs.
  std::int64_t excess = 0;
  // Its name: that of a value, or of an access such as "load_12"; may be empty.
  std::string name;
  // In the notation of layouts or as code, for comparison.
  std::string text;
  // A summary in one line: the cost of an access, the finding.
  Message sentence;
  // FileItem::program has lines that make a card of it.
  bool becomes_card = false;
};

// A row with its details.
struct FileItem {
  FileRow row;
  // Verbatim from the file: a statement, an instruction of SASS.
  std::string code;
  // Lines of the language that make it a card; the last one has its name. Empty if it cannot become a card.
  std::string program;
  // Further details: facts, the fix.
  std::vector<Message> sentences;
  std::vector<FileLink> links;
  // It has a picture (file_picture) of the shared memory of a traced block around one of its events.
  struct Moment {
    // Index among the trace's launches.
    std::size_t launch = 0;
    // Index among the launch's traced blocks, which is not the block's number in the grid.
    std::size_t block = 0;
    // Index among the events of the block's shared_timeline.
    std::size_t event = 0;
  };
  std::optional<Moment> moment;
};

// A kind of rows within a list, to filter it: tensors among parts, a launch among accesses.
struct FileKind {
  // Its name in a choice.
  std::string word;
  Message title;
  // Number of its rows in the list.
  std::size_t count = 0;
};

// One of the lists of a file. post: items[i].row.index == i.
struct FileList {
  std::string word;
  Message title;
  // A filter for its rows; empty if all rows are of the same kind.
  std::vector<FileKind> kinds;
  // Findings: the most severe rows are shown first, then those with the largest excess.
  bool ranked = false;
  // In the order of the file; counts with the most expensive first. At most 8,192 for a trace and for counts, and the
  // limits of XrayLimits for a module.
  std::vector<FileItem> items;
  // Number of rows beyond the limit of the list.
  std::size_t left_out = 0;
};

// An open file. It never changes, so a shared pointer to it can be kept.
struct OpenFile {
  std::string name;  // name of the file
  // A sentence on it: "CuTe DSL's MLIR: 2 lines, 1 part, ..."; empty if it is refused before it is read.
  Message title;
  Message refused;  // the reason for missing lists; otherwise empty
  // The lists of its kind of file, including empty ones; none if it could not be read.
  std::vector<FileList> lists;
  // For a trace, otherwise null: its accesses get the counts that are opened next to it, and pictures are made from it.
  std::shared_ptr<const Trace> trace;
};

// The choice of rows. An unknown list becomes the first one with rows; a kind without rows in the list is ignored, so a
// choice keeps its kind from list to list.
struct FileChoice {
  std::string list = {};  // a list's word; empty: the first one with rows
  std::string kind = {};  // a kind's word; empty: all
  // Words that a row must contain in its place, name, text or sentence, case-insensitive; with a minus before it, a
  // word that it must not contain.
  std::string words = {};
  // Index in the list of the selected row, even if the choice does not include it; -1: the first row of the choice.
  std::int64_t row = -1;
  // The rows with the largest excess first, otherwise in the order of the list.
  bool by_excess = false;
};

// An open file and the choice of its rows. pre of all functions with such an argument: `file` is not null.
struct FileState {
  std::shared_ptr<const OpenFile> file;  // not null
  FileChoice choice;
};

// The reason why a file of this language cannot be the program: it is binary, too long, or none of its lines has a
// value. Empty where it can. (program_file.cpp)
Message why_not_a_program(std::string_view name, std::string_view text);
// A module or a source of another compiler (core/foreign/modules). A text without any part, and one beyond 64 MB, is
// refused with the reason. Time is linear in the text: about a tenth of a second for a megabyte.
OpenFile open_module(std::string_view text, std::string name);

// Opens a trace (core/trace/trace.h) with unpacked sections, as base64. Analyzes its accesses and searches races, for
// about a second for all launches together; reports the rest as omitted.
OpenFile open_trace(std::string_view letters, std::string name);
// The lists of a trace, with counts of the same program if available, otherwise null: the counts are a separate list,
// which is empty if the two have no common kernel.
std::vector<FileList> trace_lists(const Trace& trace, const NcuReport* counts);

// Opens Nsight Compute's counts (core/trace/ncu.h): a report as base64, or its source page. If the open trace has a
// common kernel, its accesses get their counts, and the result is that trace again, with its own name. `open` can be
// null.
OpenFile open_counts(std::string_view text, std::string name, const OpenFile* open);

// Opens a file with its reader; one that could be a program is read as a module.
OpenFile open_file(FileReader reader, std::string_view text, std::string name, const OpenFile* open);

// The drawn part of a list; rows are counted among those of the choice.
struct FileWindow {
  std::size_t from = 0;
  std::size_t count = 100;  // at most most_file_rows
};
inline constexpr std::size_t most_file_rows = 500;

// A list as a tab: `count` is the number of all its rows, including omitted ones.
struct FileTab {
  std::string word;
  Message title;
  std::size_t count = 0;
};

// The display of an open file. Without a name no file is open.
struct ShownFile {
  std::string name;
  Message title;
  Message refused;
  std::vector<FileTab> lists;
  std::vector<FileKind> kinds;  // kinds of the displayed list
  // The choice, with the resolved word of the list and the resolved row; the kind stays as chosen.
  FileChoice choice;
  // Some row has an excess, so that the rows can be sorted by it.
  bool sortable = false;
  // Number of rows of the choice, and of those among them that can become cards.
  std::size_t total = 0;
  std::size_t cards = 0;  // rows that become cards
  Message left_out;       // on rows beyond the list; otherwise empty
  // The index, among the rows of the choice, of the first row below.
  std::size_t from = 0;
  // At most FileWindow::count of them.
  std::vector<FileRow> rows;
  // The selected row with its details, and its index among the rows of the choice, if it is one of them.
  std::optional<FileItem> looked;
  std::optional<std::size_t> at;
};

// The chosen part of the file; words are searched in the language of the catalog. Work: all rows of the list.
ShownFile shown_file(const FileState& state, const FileWindow& window, const Catalog& catalog);
// The picture of the selected row; unsupported if it has none, otherwise the errors of block_memory_picture.
Result<Scene> file_picture(const FileState& state, const Catalog& catalog);
// The shared memory of a block over time, around one of its events: ten events before it and ten after it, and the last
// eight earlier events that wrote values that these read. A column is an event, a row is some bytes of shared memory.
// index_range: the trace does not have the block, or the block not the event.
Result<Scene> block_memory_picture(const Trace& trace, const FileItem::Moment& moment);
// The memory of a block as SVG with its legend: the first block that accesses shared memory in the first launch whose
// kernel's name contains `kernel`. arguments if no kernel matches.
Result<std::string> block_memory_svg(const Trace& trace, std::string_view kernel, std::size_t event,
                                     const Catalog& catalog);
// Limit of rows that are added to the program at once; the others can be added afterwards.
inline constexpr std::size_t most_brought = 100;
// The lines that add a row to the program, or, for -1, all rows of the choice, at most most_brought, with names that
// the program does not use. Empty if no row can become a card, or if the program already has all their values, under
// names with the same beginning.
std::string brought_lines(const FileState& state, std::int64_t row, std::string_view program, const Catalog& catalog);

// Replaces an open trace by a newly made one: the choice stays, and lines of the program that came from its rows are
// updated. Two rows are the same if list, kind and name agree; if the names have shifted, in a list with as many rows,
// if kind and index agree. Lines that the user has changed stay, and so do the names of values.
FileState renewed_state(const FileState& before, std::shared_ptr<const OpenFile> now);
std::string renewed_program(const OpenFile& before, const OpenFile& now, std::string_view program);

// Records of the door (core/base/archive.h); ShownFile is the answer of the method `file`, FileWindow its request.
void members(Archive& a, FileLink& r);
void members(Archive& a, FileKind& r);
void members(Archive& a, FileTab& r);
void members(Archive& a, FileRow& r);
void members(Archive& a, FileItem& r);
void members(Archive& a, FileChoice& r);
void members(Archive& a, FileWindow& r);
void members(Archive& a, ShownFile& r);

}  // namespace stridescope::app
