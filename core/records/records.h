// The records that cross the door (door.def). A function `members(Archive&, T&)` describes each record and is the one
// place that names its members: it serves to write and to read JSON, and to make TypeScript's types and the reference
// page (core/base/archive.h). It returns nothing and cannot fail; a reading archive records errors. Some records are
// structs of the core, others exist only for an answer. This header declares the records that other records or archives
// need; a record that a single file uses is described in that file. Names on the wire are those of the description,
// which can differ from those of the struct; they never change, since programs depend on them. The members can differ,
// too: derived values are included, and internal ones omitted. For example:
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

// --- Structs of the core (records_core.cpp, records_analysis.cpp) ---------------------------------------------------

// "Row": a fact of a card or a cell: its `name`, and `value` as text.
void members(Archive& a, Property& r);
// "Described": the description of a cell, as one line and as rows.
void members(Archive& a, Described& r);
// "ProgramEdit": the replaced `span`, the new text, and whether it adds lines at the end, where the caret then goes.
void members(Archive& a, ProgramEdit& r);
// "CellRef" and "Linked": cells of all bindings that one cell comes from or feeds, beginning with the cell itself.
void members(Archive& a, Linked::Cell& r);
void members(Archive& a, Linked& r);
// "Completion" and "Completions": words that can be inserted at a position, the best first; `span` is the word to
// replace.
void members(Archive& a, Completion& r);
void members(Archive& a, Completions& r);
// "Step": an equation of a derivation with its rule, its substeps, and at a root those of its operands.
void members(Archive& a, Step& r);
// "IntegerForms": the result with all integers static and with all dynamic; for a form that CuTe refuses "refused:
// why".
void members(Archive& a, IntegerForms& r);
// "Verdict": the verdict on one call; `status` is satisfied, violated or not checked; a counterexample has its
// coordinate.
void members(Archive& a, OperationVerdict& r);
// "Slice": the displayed coordinate of a mode after the second, 0 <= value < size; `mode` counts from 2.
void members(Archive& a, Scene::Slice& r);
// "LegendEntry": the meaning of a color class or a mark; classes are those of the palette, so colors repeat after 12.
void members(Archive& a, Scene::LegendEntry& r);
// "AnalysisRow", "AnalysisSection" and "Analysis": facts in sections, in words, and the numbers behind them. A missing
// number is unknown; "unchecked" gives the reason.
void members(Archive& a, AnalysisRow& r);
void members(Archive& a, AnalysisSection& r);
void members(Archive& a, Analysis& r);
// "Padding": free elements after each row of a tile, their cost in bytes, and the resulting wavefronts.
void members(Archive& a, SwizzleSearch::Padding& r);
// "RunFigure" and "RunCount": a number of a run with its unit, and a hardware counter, predicted and measured.
void members(Archive& a, RunFigure& r);
void members(Archive& a, RunCount& r);
// "RunReport": the report of a run, with its headline; only the displayed members of the struct.
void members(Archive& a, RunReport& r);
// "RunView", "RunTable" and "ProgramDifference": the selection of runs, the table and its plots, and two programs line
// by line. Positions in plots are fractions of an axis, 0 to 1.
void members(Archive& a, RunView& r);
void members(Archive& a, RunTableShown& r);
void members(Archive& a, ProgramDifference& r);
// "Roofline" (roofline.h): runs below the limits of their GPU, positions as in plots.
struct RooflineShown;
void members(Archive& a, RooflineShown& r);
// "TunedLine" and "Tuning" (tuner.h): a measured kernel as a stored line, and the rows of a tuning.
struct TunedLine;
struct TuningShown;
void members(Archive& a, TunedLine& r);
void members(Archive& a, TuningShown& r);

namespace door {

// The error and its fix, in one sentence: "message: hint", or the message alone without a hint.
Message sentence_of(const Error& error);

// --- Answers ---------------------------------------------------------------------------------------------------------

// A word of a view that can be chosen, and its title: `coord` of `label=coord`.
struct OfferedWord {
  std::string word;  // as in a view
  Message title;     // in the user's language
};
void members(Archive& a, OfferedWord& r);

// Limit of the pictures that a switch shows at once; the others are in its menu. Pictures that are choices within
// another picture (OfferedPicture::like) do not count.
inline constexpr std::size_t max_shown_pictures = 5;

// A picture that a value can have. The first word of each list is the default; neither list is empty.
struct OfferedPicture {
  // Its word in a view: `grid` of `kind=grid` (core/scene/pictures.def).
  std::string kind;
  Message title;                    // for a switch
  std::vector<OfferedWord> labels;  // the possible texts of a cell
  std::vector<OfferedWord> colors;  // the possible colorings of a cell
  // The kind of another picture of the same value that contains this one as a choice: "walk" is like "memory". Empty:
  // none.
  std::string like = {};
  bool more = false;  // it is in the menu of the switch
};
void members(Archive& a, OfferedPicture& r);

// The question that a kind of picture answers, shown as a choice.
struct PictureQuestion {
  std::string_view kind;  // its name
  Message question;
};
void members(Archive& a, PictureQuestion& r);
// For all kinds, in the order of pictures.def.
std::vector<PictureQuestion> picture_questions();

// A text form in which a card's value, or its picture, can be copied (text_forms.def).
struct TextForm {
  std::string_view format;  // a format of Workspace::emit
  Message title;
  bool picture = false;
  std::string_view ending;  // the extension of its files: ".svg"; or empty
};
void members(Archive& a, TextForm& r);
// In the order of a menu, first those of the value.
std::vector<TextForm> text_forms();

// A value of the program, with the contents of its card as text. A copy: it stays valid when the next program is
// evaluated.
struct Binding {
  // Its index in the report, the argument of all queries. It changes with each edit.
  int id = 0;
  // An identity that survives edits of the program: the name, "A"; "A#1" for the next value of that name, then "A#2";
  // "#0", "#1" for values without a name, in order.
  std::string key;
  std::string name;  // empty if the statement does not bind a name
  // The whole statement, in bytes of the program.
  Span span;
  // The last line of the statement, where its result is shown; counted from 1.
  std::uint32_t line = 0;
  // The right-hand side as the user typed it, with white space collapsed.
  std::string source;
  // Its kind: "layout", "tensor", "tuple", "TiledMMA", ...
  std::string kind;
  // True for an integer, a tuple of integers, or a boolean, which a chip shows completely.
  bool number = false;
  // The kind of kernel that a runner can run: copy, mma, gemm, convert, reduce or probe; empty: none.
  std::string kernel;
  // Printed in the report's integer mode: teaching mode omits the underscores of static integers.
  std::string text;
  // A summary of a long text: for a report, the value of its first row.
  Message brief;
  // The text in the user's language, if the value is a report; empty: as printed.
  std::vector<AnalysisRow> rows;
  // Printed as CuTe prints it, including underscores, in any mode.
  std::string cute;
  // Facts for the card, if defined: shape, stride, size, rank, depth, coshape, cosize, injective, contiguous. Expensive
  // ones are omitted or marked (ReportBudget).
  std::vector<Property> properties;
  // The available pictures, the default first; empty for an integer or a boolean.
  std::vector<OfferedPicture> views;
  // The reason for missing pictures, unless the printed form shows everything; otherwise empty.
  Message no_picture;
  // Earlier values that its statement uses, by index.
  std::vector<int> uses;
  // Later values with a name that use this one, by index. law: j is in used_in of i exactly if i is in uses of j and j
  // has a name, for values within the limit.
  std::vector<int> used_in;
  // The kind of picture whose arrows can be moved (a morphism's diagram), or empty.
  std::string_view arrows;
  // Other kernels may do the same, so `tune` has candidates.
  bool tunable = false;
  // The kernel multiplies matrices: its rate is in operations per second (TFLOP/s), that of others in bytes per second
  // (GB/s).
  bool product = false;
  // The value compares two kernels; `compare_code` compares their CUDA texts.
  bool compares_kernels = false;

  bool is_kernel() const { return !kernel.empty(); }
};
void members(Archive& a, Binding& r);

// An error or a warning at a place of the program.
struct Problem {
  // After an error the statement has no value; after a warning it has one.
  Severity severity = Severity::error;
  // The stable name of the error, for programs: "shape_divisibility" (core/base/error_codes.def).
  std::string_view code;
  // Its place, in bytes of the program.
  Span span;
  // The start of the span: line and column from 1, the column in code points.
  std::uint32_t line = 0;
  std::uint32_t column = 0;  // from 1, in characters
  // The violated condition with the numbers of this call.
  Message message;
  Message hint;             // the fix, or empty
  std::string replacement;  // text that replaces the span and fixes the error, or empty
  // For an integer that the text leaves open: the name that a line before it can define, `n1 = 128`. Otherwise empty.
  std::string hole = {};
  // The example value that is assumed until then, or empty.
  std::string example = {};
  std::vector<std::string> alternatives = {};  // further texts that replace the span and fix the error otherwise

  // The texts of its buttons: the replacement, if any, and its alternatives.
  std::vector<std::string> fixes() const;
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

// The result of a program. Every statement on layouts has a value or a problem.
struct Report {
  IntegerMode mode = IntegerMode::cute;  // how its integers print
  // Both in the order of the program.
  std::vector<Binding> bindings;
  std::vector<Problem> diagnostics;  // in the order of the program
  // One line on the ignored parts of a pasted text: "left out, as not about layouts: lines 1-12, 15"; or empty.
  Message left_out;
  // The same by their places; as many as there may be diagnostics.
  std::vector<SkippedPart> skipped;
  Omitted omitted;  // beyond the limit
};
void members(Archive& a, Report& r);

// The report of the workspace: at most `limit` bindings and diagnostics, the first ones, and the number of omitted
// ones. Computes the properties of each included value, within the workspace's budget.
Report report_of(const Workspace& workspace, std::size_t limit);

// A picture without its cells; `with_cells` adds ids and colors of the cells as arrays of rows * cols entries, row by
// row. The scene is not owned; null is written as a scene without cells.
struct SceneHeader {
  const Scene* scene = nullptr;
  bool with_cells = false;
  // Colors of the included cells: a caller that has the drawing needs only ids.
  bool with_colors = true;
};
void members(Archive& a, SceneHeader& r);

// A possible swizzle of a tile in shared memory, and its cost.
struct SwizzleChoice {
  // "Sw<B,M,S>": XORs B bits of the offset into the B bits that are S lower and begin at bit M. Empty: no swizzle.
  std::string name;
  // The text before the tile's layout, "Sw<3,2,3> o 0 o "; empty without a swizzle. In CuTe mode the 0 is _0.
  std::string prefix;
  // For all accesses of the program to the tile, summed over their requests.
  std::int64_t wavefronts = 0;
  bool hardware = false;  // TMA and wgmma support it
  bool current = false;   // the tile has it now
};
void members(Archive& a, SwizzleChoice& r);

// The cost of each swizzle of a tile for all of its accesses. For T = (32,32):(32,1), read by columns of 32-bit
// elements as bank_conflicts<32>(T, (32,32):(1,32)): 256 wavefronts now, ideal 32, and Sw<3,2,3> reaches 32.
struct Swizzles {
  // The span of the tile in the program, in bytes: a candidate's prefix and `rest` replace it.
  Span span;
  // Values of the program with counted wavefronts, by index: every access of the tile with elements of this width.
  std::vector<int> accesses;
  // For the unchanged program: summed over those accesses, all warps and instructions.
  std::int64_t wavefronts = 0;
  // Without any conflict; all candidates have at least as many.
  std::int64_t ideal = 0;
  std::int64_t tried = 0;  // swizzles and paddings
  // The text of the tile's layout after a prefix.
  std::string rest;
  // Sorted by wavefronts, then hardware support, then number of bits. Contains the best ones, and always the current
  // one and no swizzle.
  std::vector<SwizzleChoice> candidates;
  // The smallest padding among those with the fewest wavefronts; empty if none was tried.
  std::optional<SwizzleSearch::Padding> padding;
};
void members(Archive& a, Swizzles& r);
// The record of the workspace's trials; `mode` decides the notation of the prefix's zero.
Swizzles swizzles_of(const SwizzleTrials& trials, IntegerMode mode);

// A function of the language, from its row in core/functions/builtins.def.
struct Function {
  std::string_view name;
  std::string signature;  // one per line
  // Its meaning, as a paragraph with its law.
  Message doc;
  std::string_view example;  // a program
};
void members(Archive& a, Function& r);
// All functions, sorted by name. The views point into tables that live as long as the program.
std::vector<Function> functions();

// The best picture of a value of a gallery program, shown when it is opened.
struct SeenView {
  std::string_view name;  // name of the value
  std::string_view view;  // words of a view
};
void members(Archive& a, SeenView& r);
// A program of the gallery, with translatable titles.
struct Entry {
  // GROUP/ID, the argument to open it.
  std::string id;
  // The id of its group, with title and description.
  std::string_view group;
  Message group_title;
  Message title;
  Message about;    // one sentence
  Message program;  // comments in the language of the reader
  // Its values; the first is the main one.
  std::vector<SeenView> views;
};
void members(Archive& a, Entry& r);
// All programs, in the order of the gallery. A session begins with the first one.
std::vector<Entry> entries();
// A title or a sentence of the gallery as a message: catalogs translate it like any message of the sources. pre: it has
// no brace.
Message gallery_words(std::string_view text);

// An atom, or a family of atoms that differ only in N.
struct ListedAtom {
  // CUTLASS's name; in a family, N stands for the number: "SM90_64xNx16_F16F16F16_SS<...>".
  std::string name;
  // For a family: the available extents N, ascending. Empty: a single atom.
  std::vector<std::int64_t> n;
};
void members(Archive& a, ListedAtom& r);
// Finds the atoms that match all words: each word is a part of a name or a mnemonic, an architecture ("sm90", "any") or
// a kind ("mma", "copy"), case-insensitive. In the order of the tables; more than 200 are listed by family.
// unknown_name if none matches.
Result<std::vector<ListedAtom>> listed_atoms(const std::vector<std::string>& words);

// The reason for a missing answer: the value of "error" in the answer. `code` is for programs; the two sentences are
// for the user.
struct Refusal {
  // The stable name of the error (core/base/error_codes.def).
  std::string_view code;
  Message message;
  Message hint;  // the fix, or empty
};
void members(Archive& a, Refusal& r);

}  // namespace door
}  // namespace stridescope
