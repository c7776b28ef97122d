// A file that others wrote, open beside the program: a module of another compiler, or a trace. What is in it are lists
// of rows; a row is looked at with all that belongs to it, leads to rows of other lists, and may become lines of the
// program. Which rows there are and what they say is decided here, for page and window.
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

// How much a row matters.
enum class FileGrade : std::uint8_t { plain, note, warning, error };
inline constexpr std::string_view file_grade_names[] = {"plain", "note", "warning", "error"};

// A way to a row of another list.
struct FileLink {
  std::string list;
  std::int64_t row = 0;
  Message label;
};

struct FileRow {
  std::int64_t index = 0;  // among all of its list
  std::string place;       // where in the file: a line
  std::size_t kind = 0;    // of its list's kinds
  FileGrade grade = FileGrade::plain;
  std::string name;
  std::string text;           // as code
  Message sentence;           // what is to be said of it in a line
  bool becomes_card = false;  // it has lines of a program
};

// A row with what is shown while it is looked at.
struct FileItem {
  FileRow row;
  std::string code;     // as it stands in the file
  std::string program;  // lines that make it a card; the last one names it
  std::vector<Message> sentences;
  std::vector<FileLink> links;
  // It has a picture (file_picture): of the shared memory of a block of a launch of the trace, around one of its
  // events.
  struct Moment {
    std::size_t launch = 0;
    std::size_t block = 0;  // of those traced
    std::size_t event = 0;  // of shared_timeline
  };
  std::optional<Moment> moment;
};

struct FileKind {
  std::string word;
  Message title;
  std::size_t count = 0;
};

struct FileList {
  std::string word;
  Message title;
  std::vector<FileKind> kinds;  // its rows can be listed by one of them
  std::vector<FileItem> items;
  std::size_t left_out = 0;  // beyond the list
};

struct OpenFile {
  std::string name;  // of the file
  Message title;     // what it is, in a sentence
  Message refused;   // why nothing is listed; else empty
  std::vector<FileList> lists;
  std::shared_ptr<const Trace> trace;  // of a trace: counts that are opened beside it are pinned to its accesses
};

// Which rows are seen.
struct FileChoice {
  std::string list;       // a list's word; empty: the first that has rows
  std::string kind;       // a kind's word; empty: all of them
  std::string words;      // that a row has in what it says
  std::int64_t row = -1;  // that is looked at; -1: none
};

struct FileState {
  std::shared_ptr<const OpenFile> file;  // not null
  FileChoice choice;
};

// Whether others wrote a file, and it is no program of this language: by the end of its name, or by words of MLIR in
// it.
bool others_wrote(std::string_view name, std::string_view text);
// A module or a source of another compiler (core/xray). A text without any part is refused with the reason.
OpenFile open_module(std::string_view text, std::string name);

// A trace whose sections are unpacked (core/trace/trace.h), as base64; and whether a text is the begin of one.
OpenFile open_trace(std::string_view letters, std::string name);
bool is_unpacked_trace(std::string_view letters);
// The lists of a trace, with counts of the same program where there are some.
std::vector<FileList> trace_lists(const Trace& trace, const NcuReport* counts);

// What Nsight Compute counted (core/trace/ncu.h): a report as base64, or its source page; and whether a text is the
// begin of one. Where a trace is open of which it has a kernel, its accesses get their counts.
OpenFile open_counts(std::string_view text, std::string name, const OpenFile* open);
bool is_counts(std::string_view text);

// The part of a list that is drawn.
struct FileWindow {
  std::size_t from = 0;
  std::size_t count = 100;  // at most most_file_rows
};
inline constexpr std::size_t most_file_rows = 500;

struct FileTab {
  std::string word;
  Message title;
  std::size_t count = 0;
};

struct ShownFile {
  std::string name;
  Message title;
  Message refused;
  std::vector<FileTab> lists;
  std::vector<FileKind> kinds;  // of the list that is seen
  FileChoice choice;            // what is seen: without defaults
  std::size_t total = 0;        // rows that the choice has
  std::size_t cards = 0;        // of them that become cards
  Message left_out;             // on rows beyond the list; else empty
  std::size_t from = 0;
  std::vector<FileRow> rows;
  std::optional<FileItem> looked;
};

// What the choice has of the file: words are looked for in the language of the catalog.
ShownFile shown_file(const FileState& state, const FileWindow& window, const Catalog& catalog);
// The picture of the row that is looked at; an error where it has none.
Result<Scene> file_picture(const FileState& state);
// The shared memory of a block in time, around one of its events: so many events before it and behind.
Result<Scene> block_memory_picture(const Trace& trace, const FileItem::Moment& moment);
// The same as SVG with its legend; of the first block of the first launch whose kernel's name has that and that touches
// shared memory.
Result<std::string> block_memory_svg(const Trace& trace, std::string_view kernel, std::size_t event,
                                     const Catalog& catalog);
// The lines that add a row to the program, or, for -1, all rows that the choice has, at most most_brought of them: each
// with names that the program has not got. Empty where none becomes a card.
inline constexpr std::size_t most_brought = 100;
std::string brought_lines(const FileState& state, std::int64_t row, std::string_view program, const Catalog& catalog);

// The same file as it is now, a trace that was made anew: what is seen of it stays seen, and lines that rows of it have
// become are as those rows are now. A row is the same where it has its list, its kind and its name; where names have
// moved on, in a list of as many rows, its kind and its place. Lines that were changed stay, names of values too.
FileState renewed_state(const FileState& before, std::shared_ptr<const OpenFile> now);
std::string renewed_program(const OpenFile& before, const OpenFile& now, std::string_view program);

void members(Archive& a, FileLink& r);
void members(Archive& a, FileKind& r);
void members(Archive& a, FileTab& r);
void members(Archive& a, FileRow& r);
void members(Archive& a, FileItem& r);
void members(Archive& a, FileChoice& r);
void members(Archive& a, FileWindow& r);
void members(Archive& a, ShownFile& r);

}  // namespace stridescope::app
