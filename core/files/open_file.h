// An opened file of another program: a module of another compiler, or a trace. Its contents are lists of rows; a row
// has details, links to rows of other lists, and can become lines of the program. Rows and texts are decided here, for
// page and window. A file is read once and is then immutable (OpenFile); the visible part is a separate choice
// (FileChoice), and the displayed rows follow from both and a window of rows (shown_file). The lists, by their words:
//   a module or source (core/foreign/modules)     parts, operations, findings, unknown
//   a trace (core/trace/trace.h)       accesses, advice, order, timeline; counted where counts are beside it
//   what Nsight Compute counted        accesses, numbers
// A row is named by its list's word and its index there. Nothing here fails as a whole: unreadable contents are
// reported in OpenFile::refused, and the program changes only by the lines that a user adds.
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
#include "core/scene/scene.h"

namespace stridescope {
struct NcuReport;
struct Trace;
}  // namespace stridescope

namespace stridescope::app {

// The severity of a row, ascending. An error cannot work (a race, a layout that does not fit), a warning costs time, a
// note is information.
enum class FileGrade : std::uint8_t { plain, note, warning, error };
inline constexpr std::string_view file_grade_names[] = {"plain", "note", "warning", "error"};

// A way to another row, mostly of another list.
struct FileLink {
  std::string list;
  std::int64_t row = 0;
  // Its label: the relation of the two.
  Message label;
};

// A row of a list, as it is listed: one line.
struct FileRow {
  // Among all of its list, from 0. It stays the same whatever is chosen.
  std::int64_t index = 0;
  // Its place: a line of the file or of the source, an offset in the SASS, a byte of shared memory, block:phase of an
  // event; or empty.
  std::string place;
  // Index in its list's kinds. A list without kinds has 0 there.
  std::size_t kind = 0;
  FileGrade grade = FileGrade::plain;
  // Its name: a value's name, an access such as "load_12"; may be empty.
  std::string name;
  // In the notation of layouts or as code: what a reader compares.
  std::string text;
  // Its summary in a line: the cost of an access, the finding.
  Message sentence;
  // FileItem::program has lines that make a card of it.
  bool becomes_card = false;
};

// A row with what is shown while it is looked at.
struct FileItem {
  FileRow row;
  // Verbatim from the file: a statement, an instruction of SASS.
  std::string code;
  // Lines of the language that make it a card; the last one names it. Empty: it becomes none.
  std::string program;
  // Its details beyond its line: facts, the fix.
  std::vector<Message> sentences;
  std::vector<FileLink> links;
  // It has a picture (file_picture): of the shared memory of a block of a launch of the trace, around one of its
  // events.
  struct Moment {
    // Index among the trace's launches.
    std::size_t launch = 0;
    // Index among the blocks of the launch that were traced, which is not the block's number in the grid.
    std::size_t block = 0;
    // Index among the events of the block's shared_timeline.
    std::size_t event = 0;
  };
  std::optional<Moment> moment;
};

// A kind of rows within a list, by which it may be narrowed: tensors among parts, a launch among accesses.
struct FileKind {
  // By which a choice names it.
  std::string word;
  Message title;
  // Rows of it that the list has.
  std::size_t count = 0;
};

// One of the lists of a file. post: items[i].row.index == i.
struct FileList {
  std::string word;
  Message title;
  // A filter for its rows; empty if there is nothing to distinguish.
  std::vector<FileKind> kinds;
  // In the order of the file, of counts the dearest first. At most 8,192 of a trace and of counts, and the limits of
  // XrayLimits of a module.
  std::vector<FileItem> items;
  // Rows beyond the list, counted and not kept.
  std::size_t left_out = 0;
};

// A file that is open. It is never changed once it is made: a shared pointer to it is safe to keep.
struct OpenFile {
  std::string name;  // of the file
  // A sentence about it: "CuTe DSL's MLIR: 2 lines, 1 part, ..."; empty if it is refused before it is read.
  Message title;
  Message refused;  // why nothing is listed; else empty
  // Those of its kind, also the empty ones; none where it could not be read.
  std::vector<FileList> lists;
  // For a trace, otherwise null: counts that are opened next to it are pinned to its accesses, and pictures are made of
  // it.
  std::shared_ptr<const Trace> trace;
};

// The visible rows. Unknown words choose nothing: a list falls back to the first one with rows, a kind has no rows.
struct FileChoice {
  std::string list;  // a list's word; empty: the first that has rows
  std::string kind;  // a kind's word; empty: all of them
  // Words that a row has in its place, name, text or sentence, in either case; one with a minus before it must not be
  // there.
  std::string words;
  // Index in the list of the row that is looked at, whether the choice lists it or not; -1: none.
  std::int64_t row = -1;
};

// An open file and what of it is seen. pre of all functions that take one: `file` is not null.
struct FileState {
  std::shared_ptr<const OpenFile> file;  // not null
  FileChoice choice;
};

// True if a file comes from another program, and is not in this language: by the end of its name (.mlir, .ttgir, .cu,
// .py and so on), or by words of MLIR in it.
bool others_wrote(std::string_view name, std::string_view text);
// The reason why a file of this language cannot be the program: it is binary, too long, or none of its lines has a
// value. Empty where it can. (program_file.cpp)
Message why_not_a_program(std::string_view name, std::string_view text);
// A module or a source of another compiler (core/foreign/modules). A text without any part, and one beyond 64 MB, is
// refused with the reason. Time is linear in the text: about a tenth of a second for a megabyte.
OpenFile open_module(std::string_view text, std::string name);

// A trace whose sections are unpacked (core/trace/trace.h), as base64; and whether a text is the beginning of one. Its
// accesses are judged, and its races searched: about a second for all launches together; the rest is reported.
OpenFile open_trace(std::string_view letters, std::string name);
bool is_unpacked_trace(std::string_view letters);
// The lists of a trace, with counts of the same program if available (null: none): those are a separate list, empty if
// no kernel of both is the same.
std::vector<FileList> trace_lists(const Trace& trace, const NcuReport* counts);

// Nsight Compute's counts (core/trace/ncu.h): a report as base64, or its source page; and whether a text is the
// beginning of one. If the open trace has a kernel of it, its accesses get their counts: the answer is that trace
// again, by its own name. `open` may be null.
OpenFile open_counts(std::string_view text, std::string name, const OpenFile* open);
bool is_counts(std::string_view text);

// The part of a list that is drawn: rows are counted among those that the choice has.
struct FileWindow {
  std::size_t from = 0;
  std::size_t count = 100;  // at most most_file_rows
};
inline constexpr std::size_t most_file_rows = 500;

// A list on a row of tabs: `count` is of all its rows, with those left out.
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
  std::vector<FileKind> kinds;  // of the list that is seen
  // The visible part: the choice with the resolved word of the list.
  FileChoice choice;
  // Rows that the choice has, and how many of these become cards.
  std::size_t total = 0;
  std::size_t cards = 0;  // of them that become cards
  Message left_out;       // on rows beyond the list; else empty
  // The index of the first row below among the chosen ones.
  std::size_t from = 0;
  // At most FileWindow::count of them.
  std::vector<FileRow> rows;
  // The row that is looked at, with all that belongs to it.
  std::optional<FileItem> looked;
};

// The chosen part of the file: words are searched in the language of the catalog. Work: all rows of the list.
ShownFile shown_file(const FileState& state, const FileWindow& window, const Catalog& catalog);
// The picture of the selected row; unsupported if it has none, otherwise the errors of block_memory_picture.
Result<Scene> file_picture(const FileState& state);
// The shared memory of a block in time, around one of its events: ten events before it and ten behind, and of those
// before them the last eight that wrote what these read. A column is an event, a row some bytes of shared memory.
// index_range: the trace has no such block, or the block no such event.
Result<Scene> block_memory_picture(const Trace& trace, const FileItem::Moment& moment);
// The same as SVG with its legend; for the first block of the first launch whose kernel's name contains it and that
// touches shared memory. arguments if no kernel matches.
Result<std::string> block_memory_svg(const Trace& trace, std::string_view kernel, std::size_t event,
                                     const Catalog& catalog);
// Limit of rows that become lines of the program at once; further ones can be added afterwards.
inline constexpr std::size_t most_brought = 100;
// The lines that add a row to the program, or, for -1, all rows that the choice has, at most most_brought of them:
// each with names that the program has not got. Empty where none becomes a card, or the program has the values of all
// of them already, under names that begin as theirs.
std::string brought_lines(const FileState& state, std::int64_t row, std::string_view program, const Catalog& catalog);

// The same file as it is now, a trace that was made anew: what is seen of it stays seen, and lines that rows of it
// have become are as those rows are now.
// A row is the same where it has its list, its kind and its name; where names have moved on, in a list of as many
// rows, its kind and its place. Lines that were changed stay, names of values too.
FileState renewed_state(const FileState& before, std::shared_ptr<const OpenFile> now);
std::string renewed_program(const OpenFile& before, const OpenFile& now, std::string_view program);

// As records of the door (core/base/archive.h); ShownFile is what the method `file` answers, FileWindow what it
// takes.
void members(Archive& a, FileLink& r);
void members(Archive& a, FileKind& r);
void members(Archive& a, FileTab& r);
void members(Archive& a, FileRow& r);
void members(Archive& a, FileItem& r);
void members(Archive& a, FileChoice& r);
void members(Archive& a, FileWindow& r);
void members(Archive& a, ShownFile& r);

}  // namespace stridescope::app
