// The records that cross the door (door.def), each described by its function `members`; the core's own structs if they
// are the answer, others if an answer is composed. A function `members(Archive&, T&)` is the one place that names the
// members of a record: JSON is written and read by it, and TypeScript's types and the reference page are made of it
// (core/base/archive.h). It returns nothing and cannot fail; a reading archive records errors. Declared here are those
// that other records or archives need; a record of a single file is described there. Names on the wire are those of the
// description, which may differ from the struct's: they never change, since programs depend on them. The members can
// differ, too: derived values are included, and internal ones are not. For example
//   Property{name, value}          {"name":"size","value":"32"}
//   Linked::Cell{binding, cell}    {"binding":0,"cell":9}
//   Span{0, 15}                    [0,15], in UTF-16 code units of the program that the answer is about
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/base/archive.h"
#include "core/explain/explain.h"
#include "core/runs/run_table.h"
#include "core/scene/scene.h"
#include "core/workspace/edit.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// --- What the core has (records_core.cpp, records_analysis.cpp) ------------------------------------------------------

// "Row": a fact of a card or a cell, `name` what it is, `value` printed.
void members(Archive& a, Property& r);
// "Described": what a cell is, as one line and as rows.
void members(Archive& a, Described& r);
// "ProgramEdit": what goes (`span`) and what comes there; whether it adds lines at the end, where the caret then
// goes.
void members(Archive& a, ProgramEdit& r);
// "CellRef" and "Linked": cells over all bindings that one cell comes from or feeds, the cell itself first.
void members(Archive& a, Linked::Cell& r);
void members(Archive& a, Linked& r);
// "Completion" and "Completions": words that can be inserted at a position, the best first; `span` is the replaced
// word.
void members(Archive& a, Completion& r);
void members(Archive& a, Completions& r);
// "Step": an equation of a derivation with its rule, the steps that it takes, and those of its operands at a root.
void members(Archive& a, Step& r);
// "IntegerForms": a result with all integers static and with all dynamic; a form that CuTe refuses is "refused: why".
void members(Archive& a, IntegerForms& r);
// "Verdict": of one call; `status` is satisfied, violated or not checked, a counterexample has its coordinate.
void members(Archive& a, OperationVerdict& r);
// "PictureWindow" and "Excerpt": a part of a picture by rows and columns, and what is written in it, row by row.
void members(Archive& a, SceneWindow& r);
void members(Archive& a, SceneExcerpt& r);
// "Slice": the coordinate of a mode beyond the second that a picture shows, 0 <= value < size; `mode` counts from 2.
void members(Archive& a, Scene::Slice& r);
// "LegendEntry": the meaning of a color class or a mark; classes are those of the palette, so colors repeat after 12.
void members(Archive& a, Scene::LegendEntry& r);
// "AnalysisRow", "AnalysisSection" and "Analysis": facts in sections, in words, and the numbers behind them. What is
// missing among the numbers is not known; "unchecked" says why.
void members(Archive& a, AnalysisRow& r);
void members(Archive& a, AnalysisSection& r);
void members(Archive& a, Analysis& r);
// "Padding": elements that are left free after each row of a tile, the bytes that it costs, the wavefronts then.
void members(Archive& a, SwizzleSearch::Padding& r);
// "RunFigure" and "RunCount": a number of a run with its unit, and a hardware counter predicted next to measured.
void members(Archive& a, RunFigure& r);
void members(Archive& a, RunCount& r);
// "RunReport": the report of a run, with its headline; only the displayed part of the struct.
void members(Archive& a, RunReport& r);
// "RunView", "RunTable" and "ProgramDifference": which runs are seen, the table and its plots, and two programs line
// by line. Places in plots are parts of an axis, 0 to 1.
void members(Archive& a, RunView& r);
void members(Archive& a, RunTableShown& r);
void members(Archive& a, ProgramDifference& r);
// "Roofline" (roofline.h): runs under the roofs of their GPU, places as in plots.
struct RooflineShown;
void members(Archive& a, RooflineShown& r);
// "TunedLine" and "Tuning" (tuner.h): a measured kernel as a line that is kept, and the rows of a tuning.
struct TunedLine;
struct TuningShown;
void members(Archive& a, TunedLine& r);
void members(Archive& a, TuningShown& r);

namespace door {

// The error and its fix, in one sentence: "message: hint", or the message alone without a hint.
Message sentence_of(const Error& error);

// --- Answers ---------------------------------------------------------------------------------------------------------

// A word of a view that may be chosen, and what it is called: `coord` of `label=coord`.
struct OfferedWord {
  std::string word;  // as a view has it
  Message title;     // as a reader sees it
};
void members(Archive& a, OfferedWord& r);

// So many pictures a switch shows at once; the others are behind a word. Those that are a choice within another one
// (OfferedPicture::like) do not count.
inline constexpr std::size_t max_shown_pictures = 5;

// A picture that a value may have. Of each list of words the first is the default; neither list is empty.
struct OfferedPicture {
  // Its word in a view: `grid` of `kind=grid` (core/scene/pictures.def).
  std::string kind;
  Message title;                    // for a switch
  std::vector<OfferedWord> labels;  // what may be written in a cell
  std::vector<OfferedWord> colors;  // the possible colorings of a cell
  // The kind of another picture of the same value that contains this one as a choice: "walk" is like "memory". Empty:
  // it is separate.
  std::string like = {};
  bool more = false;  // it is behind a word on the switch
};
void members(Archive& a, OfferedPicture& r);

// The question of a kind of picture, for a choice.
struct PictureQuestion {
  std::string_view kind;  // by its name
  Message question;
};
void members(Archive& a, PictureQuestion& r);
// For all kinds, in the order of pictures.def.
std::vector<PictureQuestion> picture_questions();

// A form in which a card's value, or the picture that it shows, is copied as text (text_forms.def).
struct TextForm {
  std::string_view format;  // of Workspace::emit
  Message title;
  bool picture = false;
  std::string_view ending;  // of files with it: ".svg"; or empty
};
void members(Archive& a, TextForm& r);
// In the order of a menu, those of the value first.
std::vector<TextForm> text_forms();

// A value of the program, with the contents of its card. Everything is printed or worded here. A copy: it stays valid
// when the next program is evaluated.
struct Binding {
  // Its index in the report, by which all questions are asked. Another one after each edit.
  int id = 0;
  // An identity that survives edits of the program. Its name, "A"; "A#1" for the next one of that name, then "A#2";
  // "#0", "#1" for unnamed ones, in their order.
  std::string key;
  std::string name;  // empty: the statement binds none
  // The whole statement, in bytes of the program.
  Span span;
  // The statement's last line, where its result is shown; from 1.
  std::uint32_t line = 0;
  // The right-hand side as it was typed, white space collapsed.
  std::string source;
  // The word for what it is: "layout", "tensor", "tuple", "TiledMMA", ...
  std::string kind;
  // It is an integer, a tuple of them, or a boolean: what a chip shows whole.
  bool number = false;
  // The kind of kernel that a runner can run: copy, mma, gemm, convert, reduce or probe; empty: none.
  std::string kernel;
  // Printed in the report's integer mode: in teaching mode without the underscores of static integers.
  std::string text;
  // The same in a few words, where the text is long: of a report the first row's value.
  Message brief;
  // The text in the user's language, if the value is a report; empty: as printed.
  std::vector<AnalysisRow> rows;
  // As CuTe prints it, underscores included, whatever the mode.
  std::string cute;
  // Facts for the card: shape, stride, size, rank, depth, coshape, cosize, injective, contiguous, if it has them.
  // Expensive ones are omitted or marked (ReportBudget).
  std::vector<Property> properties;
  // The pictures that it has, the default first; empty for an integer or a boolean.
  std::vector<OfferedPicture> views;
  // The reason why it has none, unless the printed form shows everything; otherwise empty.
  Message no_picture;
  // Earlier values that its statement names, by index.
  std::vector<int> uses;
  // Later values with a name of their own that name this one, by index. law: j is in used_in of i exactly if i is in
  // uses of j and j has a name, among those within the limit.
  std::vector<int> used_in;
  // The kind of picture whose arrows can be moved (a morphism's diagram), or empty.
  std::string_view arrows;
  // There may be other kernels that do the same, so that `tune` has something to look through.
  bool tunable = false;
  // A kernel that multiplies matrices: its rate is operations a second (TFLOP/s), that of others bytes (GB/s).
  bool product = false;
  // It compares two kernels, whose CUDA texts `compare_code` compares.
  bool compares_kernels = false;

  bool is_kernel() const { return !kernel.empty(); }
};
void members(Archive& a, Binding& r);

// An error or a warning at a place of the program.
struct Problem {
  // An error costs its statement the value, a warning does not.
  Severity severity = Severity::error;
  // The kind of error by its stable name, for programs: "shape_divisibility" (core/base/error_codes.def).
  std::string_view code;
  // Its place, in bytes of the program.
  Span span;
  // The start of the span: line and column from 1, the column in code points.
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // from 1, in characters
  // The violated condition with the numbers of this call.
  Message message;
  Message hint;             // the fix, or empty
  std::string replacement;  // replacement text for the span that fixes it, or empty
  // For an integer that the text does not give: the name that a line before it can define, `n1 = 128`. Otherwise empty.
  std::string hole = {};
  // The example value that is assumed until then; empty: none.
  std::string example = {};
};
void members(Archive& a, Problem& r);

// A part of a pasted text that no value is made of.
struct SkippedPart {
  Span span;
  Message reason;
};
void members(Archive& a, SkippedPart& r);

// The number of each that a report omits beyond its limit; the workspace has them.
struct Omitted {
  std::size_t bindings = 0;
  std::size_t diagnostics = 0;
};
void members(Archive& a, Omitted& r);

// The result of a program. It has a value or a problem for every statement that is about layouts.
struct Report {
  IntegerMode mode = IntegerMode::cute;  // how its integers print
  // Both in the order of the program.
  std::vector<Binding> bindings;
  std::vector<Problem> diagnostics;  // in the order of the program
  // One line on what was pasted and is not about layouts: "left out, as not about layouts: lines 1-12, 15"; or empty.
  Message left_out;
  // The same by their places; as many as there may be diagnostics.
  std::vector<SkippedPart> skipped;
  Omitted omitted;  // beyond the limit
};
void members(Archive& a, Report& r);

// The workspace's report: beyond `limit` bindings or diagnostics only the first ones, and the number of omitted ones.
// Costs the properties of each included value, within the workspace's budget.
Report report_of(const Workspace& workspace, std::size_t limit);

// A picture: the parts around its cells, and with `with_cells` ids and colors of the cells as arrays of rows * cols
// entries, row by row. The scene is not owned; null is written as a scene without cells.
struct SceneHeader {
  const Scene* scene = nullptr;
  bool with_cells = false;
  // The included cells: a caller with the drawing needs only ids.
  bool with_colors = true;
};
void members(Archive& a, SceneHeader& r);

// A swizzle that a tile in shared memory may have, and what it would cost.
struct SwizzleChoice {
  // "Sw<B,M,S>": B bits of the offset are XORed into the B bits that lie S lower, from bit M on. Empty: no swizzle.
  std::string name;
  // The text before the tile's layout, "Sw<3,2,3> o 0 o "; empty for none. In CuTe mode the 0 is _0.
  std::string prefix;
  // For all accesses of the tile in the program, summed over their requests.
  std::int64_t wavefronts = 0;
  bool hardware = false;  // TMA and wgmma know it
  bool current = false;   // the tile has it
};
void members(Archive& a, SwizzleChoice& r);

// The cost of each swizzle of a tile for all of its accesses. For T = (32,32):(32,1), read by columns of 32-bit
// elements as bank_conflicts<32>(T, (32,32):(1,32)): 256 wavefronts now, ideal 32, and Sw<3,2,3> reaches 32.
struct Swizzles {
  // The place of the tile in the text, in bytes of the program: it becomes the candidate's prefix and `rest`.
  Span span;
  // Values of the program whose wavefronts are counted, by index: every access of the tile with elements of this width.
  std::vector<int> accesses;
  // As the program is: summed over those accesses, all warps and instructions.
  std::int64_t wavefronts = 0;
  // Without any conflict; no candidate has fewer.
  std::int64_t ideal = 0;
  std::int64_t tried = 0;  // swizzles and paddings
  // The tile's layout as it is to be written behind a prefix.
  std::string rest;
  // The fewest wavefronts first, then what the hardware knows, then the fewest bits; the best ones, and in any case
  // the one that the tile has and none at all.
  std::vector<SwizzleChoice> candidates;
  // The smallest padding of those with the fewest wavefronts; none where none was tried.
  std::optional<SwizzleSearch::Padding> padding;
};
void members(Archive& a, Swizzles& r);
// The same of the workspace's trials; `mode` decides how the prefix writes its zero.
Swizzles swizzles_of(const SwizzleTrials& trials, IntegerMode mode);

// A function of the language, as its row in core/functions/builtins.def has it.
struct Function {
  std::string_view name;
  std::string signature;  // a line each
  // Its meaning, in a paragraph with its law.
  Message doc;
  std::string_view example;  // a program
};
void members(Archive& a, Function& r);
// All of them, by name. Views are into tables that live as long as the program.
std::vector<Function> functions();

// The best picture of a value of a gallery program, with which it is opened.
struct SeenView {
  std::string_view name;  // of the value
  std::string_view view;  // words of a view
};
void members(Archive& a, SeenView& r);
// A program of the gallery, with its titles in words that are translated.
struct Entry {
  // GROUP/ID, by which it is opened.
  std::string id;
  // Its group by its id, with title and description.
  std::string_view group;
  Message group_title;
  Message title;
  Message about;  // in a sentence
  std::string_view program;
  // Its values; the first is the main one.
  std::vector<SeenView> views;
};
void members(Archive& a, Entry& r);
// All of them, in the order of the gallery. The first is the program that a session begins with.
std::vector<Entry> entries();
// A title or a sentence of the gallery: catalogs have these texts as they have those that the sources say. pre: no
// brace is in it.
Message gallery_words(std::string_view text);

// An atom, or a family of those that differ in N alone.
struct ListedAtom {
  // CUTLASS's name; in a family N is the number: "SM90_64xNx16_F16F16F16_SS<...>".
  std::string name;
  // For a family: the available extents N, ascending. Empty: it is one atom.
  std::vector<std::int64_t> n;
};
void members(Archive& a, ListedAtom& r);
// Atoms that contain all words, each a part of a name or a mnemonic, an architecture ("sm90", "any") or a kind ("mma",
// "copy"), case-insensitive; in the order of the tables. More than 200 are listed by family. unknown_name if none
// matches.
Result<std::vector<ListedAtom>> listed_atoms(const std::vector<std::string>& words);

// The reason why the answer is missing: the value of "error" in it. Only `code` is for programs; the two sentences are
// for people.
struct Refusal {
  // The kind of error by its stable name (core/base/error_codes.def).
  std::string_view code;
  Message message;
  Message hint;  // the fix, or empty
};
void members(Archive& a, Refusal& r);

}  // namespace door
}  // namespace stridescope
