// The records that cross the door (door.def), each described by its function `members`; the core's own structs where
// they are what an asker wants to see, others where an answer is put together for him.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/app/run_table.h"
#include "core/base/archive.h"
#include "core/explain/explain.h"
#include "core/scene/scene.h"
#include "core/workspace/edit.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// --- What the core has (records_core.cpp, records_analysis.cpp) ------------------------------------------------------

void members(Archive& a, Property& r);
void members(Archive& a, Described& r);
void members(Archive& a, ProgramEdit& r);
void members(Archive& a, Linked::Cell& r);
void members(Archive& a, Linked& r);
void members(Archive& a, Completion& r);
void members(Archive& a, Completions& r);
void members(Archive& a, Step& r);
void members(Archive& a, IntegerForms& r);
void members(Archive& a, OperationVerdict& r);
void members(Archive& a, SceneWindow& r);
void members(Archive& a, SceneExcerpt& r);
void members(Archive& a, Scene::Slice& r);
void members(Archive& a, Scene::LegendEntry& r);
void members(Archive& a, AnalysisRow& r);
void members(Archive& a, AnalysisSection& r);
void members(Archive& a, Analysis& r);
void members(Archive& a, SwizzleSearch::Padding& r);
void members(Archive& a, RunFigure& r);
void members(Archive& a, RunCount& r);
void members(Archive& a, RunReport& r);
void members(Archive& a, RanKernel& r);
void members(Archive& a, KeptCount& r);
void members(Archive& a, KeptRun& r);
void members(Archive& a, RunView& r);
void members(Archive& a, RunTableShown& r);
void members(Archive& a, ProgramDifference& r);
struct RooflineShown;
void members(Archive& a, RooflineShown& r);
struct TunedLine;
struct TuningShown;
void members(Archive& a, TunedLine& r);
void members(Archive& a, TuningShown& r);

namespace door {

// What is wrong and how to mend it, in one sentence.
Message sentence_of(const Error& error);

// --- Answers ---------------------------------------------------------------------------------------------------------

// A word of a view that may be chosen, and what it is called.
struct OfferedWord {
  std::string word;  // as a view has it
  Message title;     // as a reader sees it
};
void members(Archive& a, OfferedWord& r);

// So many pictures a switch shows at once; the others are behind a word.
inline constexpr std::size_t max_shown_pictures = 5;

// A picture that a value may have.
struct OfferedPicture {
  std::string kind;                 // by its name
  Message title;                    // for a switch
  std::vector<OfferedWord> labels;  // what may be written in a cell
  std::vector<OfferedWord> colors;  // what may colour a cell
  std::string like = {};            // the picture whose choice it is; empty: it stands for itself
  bool more = false;                // it is behind a word on the switch
};
void members(Archive& a, OfferedPicture& r);

// What a kind of picture answers.
struct PictureQuestion {
  std::string_view kind;  // by its name
  Message question;
};
void members(Archive& a, PictureQuestion& r);
std::vector<PictureQuestion> picture_questions();

// A form in which a card's value, or the picture that it shows, is copied as text (text_forms.def).
struct TextForm {
  std::string_view format;  // of Workspace::emit
  Message title;
  bool picture = false;
  std::string_view ending;  // of files with it: ".svg"; empty where there are none
};
void members(Archive& a, TextForm& r);
// In the order of a menu, those of the value first.
std::vector<TextForm> text_forms();

// A value of the program, with what a card says of it.
struct Binding {
  int id = 0;                         // index in the report
  std::string key;                    // stays with the value while the program is edited
  std::string name;                   // empty: the statement binds none
  Span span;                          // of its statement
  std::uint32_t line = 0;             // from 1
  std::string source;                 // its expression, white space collapsed
  std::string kind;                   // the word for it: "layout"
  bool number = false;                // or a tuple of them, or a boolean
  std::string kernel;                 // its kind of kernel; empty: it is none
  std::string text;                   // printed in the report's mode
  Message brief;                      // in a sentence
  std::vector<AnalysisRow> rows;      // what the text says, in the reader's words; empty: as it is printed
  std::string cute;                   // as CuTe prints it
  std::vector<Property> properties;   // facts for the card
  std::vector<OfferedPicture> views;  // the first is the default
  Message no_picture;                 // why it has none, or empty
  std::vector<int> uses;              // bindings that it is made of, by index
  std::vector<int> used_in;           // named ones that are made of it
  std::string_view arrows;            // the picture whose arrows can be moved, or empty
  bool tunable = false;               // there are kernels that do the same
  bool product = false;               // a kernel that multiplies matrices: its rate is one of operations
  bool compares_kernels = false;      // it holds two kernels against each other, whose texts differ in lines

  bool is_kernel() const { return !kernel.empty(); }
};
void members(Archive& a, Binding& r);

// An error or a warning at a place.
struct Problem {
  Severity severity = Severity::error;
  std::string_view code;  // of the error (core/base/error.h)
  Span span;
  std::uint32_t line = 0;    // from 1
  std::uint32_t column = 0;  // from 1, in characters
  Message message;
  Message hint;              // how to mend it, or empty
  std::string replacement;   // text for the span that mends it, or empty
  std::string hole = {};     // of a paste: the integer that is asked for
  std::string example = {};  // and what is taken for it as an example; empty: none
};
void members(Archive& a, Problem& r);

// How many a report leaves out beyond its limit.
struct Omitted {
  std::size_t bindings = 0;
  std::size_t diagnostics = 0;
};
void members(Archive& a, Omitted& r);

// What a program comes to.
struct Report {
  IntegerMode mode = IntegerMode::cute;  // how its integers print
  std::vector<Binding> bindings;         // in the order of the program
  std::vector<Problem> diagnostics;      // in the order of the program
  Message left_out;                      // what was pasted and is not about layouts, or empty
  Omitted omitted;                       // beyond the limit
};
void members(Archive& a, Report& r);

// The workspace's report: of more than `limit` bindings or diagnostics the first ones, and how many are left out.
Report report_of(const Workspace& workspace, std::size_t limit);

// A picture without its numbers, and with them.
struct SceneHeader {
  const Scene* scene = nullptr;
  bool with_cells = false;
  bool with_colors = true;  // of the cells
};
void members(Archive& a, SceneHeader& r);

// A swizzle that a tile may have.
struct SwizzleChoice {
  std::string name;             // "Sw<B,M,S>"; empty: none
  std::string prefix;           // what is written before the tile's layout
  std::int64_t wavefronts = 0;  // of all accesses of the tile
  bool hardware = false;        // TMA and wgmma know it
  bool current = false;         // the tile has it
};
void members(Archive& a, SwizzleChoice& r);

// The swizzles of a tile in shared memory.
struct Swizzles {
  Span span;                                      // becomes the candidate's prefix and `rest`
  std::vector<int> accesses;                      // bindings whose wavefronts are counted
  std::int64_t wavefronts = 0;                    // as the program is
  std::int64_t ideal = 0;                         // without any conflict
  std::int64_t tried = 0;                         // swizzles and paddings
  std::string rest;                               // the tile's layout as it is to be written
  std::vector<SwizzleChoice> candidates;          // the best first
  std::optional<SwizzleSearch::Padding> padding;  // the smallest of those with the fewest wavefronts
};
void members(Archive& a, Swizzles& r);
Swizzles swizzles_of(const SwizzleTrials& trials, IntegerMode mode);

// A function of the language.
struct Function {
  std::string_view name;
  std::string signature;     // a line each
  Message doc;               // what it means, with its law
  std::string_view example;  // a program
};
void members(Archive& a, Function& r);
std::vector<Function> functions();

// The picture in which a value is best seen.
struct SeenView {
  std::string_view name;  // of the value
  std::string_view view;  // words of a view
};
void members(Archive& a, SeenView& r);
// A program of the gallery.
struct Entry {
  std::string id;          // GROUP/ID
  std::string_view group;  // by its name
  Message group_title;
  Message title;
  Message about;  // in a sentence
  std::string_view program;
  std::vector<SeenView> views;  // of its values, the one to look at first
};
void members(Archive& a, Entry& r);
std::vector<Entry> entries();
// A title or a sentence of the gallery: catalogs have these texts as they have those that the sources say.
Message gallery_words(std::string_view text);

// An atom, or a family of them.
struct ListedAtom {
  std::string name;             // CUTLASS's
  std::vector<std::int64_t> n;  // of a family: the extents N that there are
};
void members(Archive& a, ListedAtom& r);
Result<std::vector<ListedAtom>> listed_atoms(const std::vector<std::string>& words);

// Why there is no answer.
struct Refusal {
  std::string_view code;  // of the error
  Message message;
  Message hint;  // how to mend it, or empty
};
void members(Archive& a, Refusal& r);

}  // namespace door
}  // namespace stridescope
