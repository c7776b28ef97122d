// The facade: everything the page, the desktop, the command line and the runner ask of the core. One workspace holds
// one report, that of the last program evaluated.
//
//   Workspace workspace;
//   const Report& report = workspace.evaluate("A = (4,8):(8,1)\nR = coalesce(A)", IntegerMode::cute);
//   const auto linked = workspace.linked(1, 3);   // "R(3,0) = R(3) → A(3) = A(3,0) = 24", cells 3 of R and 3 of A
//   const auto picture = workspace.emit(1, "svg", *workspace.view(1));
//
// A binding is named by its index in the report, a cell by the 1-D coordinate of the binding's domain. Numbers and
// words are decided here; page and window compute none.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/explain/explain.h"
#include "core/lang/evaluator.h"
#include "core/memory/swizzle_search.h"
#include "core/scene/scene.h"
#include "core/verdicts/verdict.h"
#include "core/workspace/edit.h"

namespace stridescope {

// In the order of IntegerMode.
inline constexpr std::string_view integer_mode_names[] = {"cute", "teaching"};

// error: what is written does not hold, and nearly always its statement has no value. warning: something was assumed,
// or not shown.
enum class Severity { error, warning };

// An error with its place; `replacement` is offered as a fix, and for a `hole` a field for its integer.
// format_diagnostic (core/workspace/diagnostics.h) writes it with the line of the program.
struct Diagnostic {
  Severity severity = Severity::error;
  ErrorCode code = ErrorCode::internal;
  // Bytes of the program.
  Span span;
  Message message;
  Message hint;
  // Replacement text that fixes the span, or empty.
  std::string replacement;
  // The name of an integer that the text does not give, or empty: a line `n1 = 128` before the statement binds it.
  std::string hole = {};
  // The value assumed for that integer, or empty.
  std::string example = {};
};

// A line of a card.
struct Property {
  // shape, stride, size, rank, depth, coshape, cosize, injective, contiguous; of tilings and morphisms their own.
  Message name;
  // As it prints; facts are "yes", "no" or "not checked".
  Message value;
  bool printed = false;  // the value's printed form contains it, too
};
// For a binding whose value is printed.
inline Property property(Term name, std::string_view value) { return {name, Message::verbatim(value)}; }

// A value with its place in the text. Its index is what all questions below take. See Binding (core/lang/evaluator.h)
// for what it is made of.
struct ReportBinding {
  std::string name;  // empty for a bare expression
  Span span;         // the statement
  Span expression;   // its right-hand side
  // The right-hand side on one line, without comments, at most about 160 bytes and then `...`.
  std::string source;
  Value value;
  // Printed in the report's integer mode.
  std::string text;
  // Earlier bindings named in it, in the order of first use.
  std::vector<int> uses;
};

// The values of a program in order, and its errors.
struct Report {
  IntegerMode mode = IntegerMode::cute;
  std::vector<ReportBinding> bindings;
  // Errors by position, then what was assumed, then how many more there are.
  std::vector<Diagnostic> diagnostics;
  // One line on what was pasted and is not about layouts: "left out, as not about layouts: lines 1-12, 15", and on what
  // functions took for granted; or empty.
  Message left_out;
  // Parts of a pasted text without a value, by position.
  std::vector<Remainder> remainders;
};

// The facts of a cell: its coordinates and its offset, as rows for a table and as one line.
struct Described {
  // "R(2,1) = 10".
  Message text;
  // 1-D, the coordinate by mode, natural, offset or element; of threads, banks and morphisms what they are.
  std::vector<Property> rows;
};

// The cells of other bindings that a cell comes from or feeds, and the sentence that gives the path: "R(2,1) = R(6) →
// B(6) = 7 → A(7) = A(1,1) = 10". If CuTe's result violates the law, the sentence says so.
struct Linked {
  struct Cell {
    int binding;
    std::int64_t cell;
    bool operator==(const Cell&) const = default;
  };
  Message sentence;
  // The cell itself first, then those that it was made from, then those that were made from it; each once, at most
  // 4,096.
  std::vector<Cell> cells;
};

// A word that can be inserted there.
struct Completion {
  enum class Kind { function, binding, keyword };
  std::string label;
  Kind kind = Kind::function;
  // Signatures, a line each, or the printed value.
  std::string detail;
  // The meaning of a function or a keyword.
  Message info;
};

// Completions for a range of the program. Bindings first, the last one before the others; then functions by name, then
// keywords. Case-insensitive.
struct Completions {
  // Bytes of the program: the word to replace, [from, to).
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::vector<Completion> items;
};

// A result with all of its integers static, and with all dynamic. A form that CuTe refuses is "refused: why". CuTe
// checks divisibility and coalesces by staticness, so the two can be different functions.
struct IntegerForms {
  Message static_form;
  Message dynamic_form;
  // Compares the two, or the one that is not refused with the result as given; empty if the static form is refused or
  // if it is not decided.
  std::optional<bool> same_function;
  // The rules of CuTe by which they differ.
  Message why;
};

// The verdict on one call of a statement: whether the result keeps the function's law, or at which coordinate it does
// not.
struct OperationVerdict {
  std::string_view function;
  // The call with white space collapsed, at most about 160 bytes.
  std::string source;
  // Bytes of the program.
  Span span;
  // Printed in the report's integer mode.
  std::string result;
  // core/verdicts/verdict.h: satisfied, violated with a counterexample, or not checked.
  Verdict verdict;
  // Only where the two differ.
  std::optional<IntegerForms> forms;
};

// The part of a picture that is seen, and the rows and columns that have a head there. Rows and columns of the scene;
// what lies outside is cut off.
struct SceneWindow {
  std::int64_t row = 0;
  std::int64_t rows = 0;
  std::int64_t col = 0;
  std::int64_t cols = 0;
  std::vector<std::int64_t> row_heads = {};
  std::vector<std::int64_t> col_heads = {};
};
// Heads of each side that are written; further ones are left out.
inline constexpr std::size_t max_excerpt_heads = 512;

// The text there.
struct SceneExcerpt {
  // As many as the scene has of the window's.
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  // rows * cols, row by row; empty for a place without an element.
  std::vector<std::string> labels;
  // One for each requested head, up to the limit; for a nested mode the coordinate is a second line.
  std::vector<std::string> row_heads;
  std::vector<std::string> col_heads;
};

// The swizzles of a tile in shared memory, with what they cost all accesses of it in the program: how to choose one
// by numbers. Costs are wavefronts, summed over all warps of these accesses.
struct SwizzleTrials {
  // Bindings: the one that was asked about and the others of the same tile.
  std::vector<int> accesses;
  // Width of an element of the tile, in bits.
  int element_bits = 0;
  // The tile's swizzle; 0 bits: none.
  Swizzle swizzle;
  // As the program is.
  std::int64_t wavefronts = 0;
  // Without a swizzle.
  std::int64_t plain_wavefronts = 0;
  // With no bank conflict at all: no swizzle is better.
  std::int64_t ideal_wavefronts = 0;
  // The best ones first, and the current one, and none.
  std::vector<SwizzleSearch::Candidate> candidates;
  // The smallest padding of rows among those with the fewest wavefronts, if any.
  std::optional<SwizzleSearch::Padding> padding;
  // The number of tried swizzles and paddings.
  std::int64_t tried = 0;
  // The edit of the program: the text at `span` becomes `Sw<B,M,S> o 0 o ` and `rest`.
  Span span;
  std::string rest;
};

// The tile that a thread-value layout is over, by another statement of the program: the layout alone maps (thread,
// value) to numbers and does not say how many rows they wrap at.
struct TileContext {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  // The source of the tile: "T", "the tile of bank_conflicts".
  Message of;
  // The position of the tile, if it has one: a shape alone has none.
  std::optional<AnyLayout> memory;
};

// The limit of a report: the evaluation of its program, and the properties of all its values, where each coordinate
// that is inspected is a step, of 0.1 microseconds if offsets are so far apart that they are sorted. analyze() of one
// value is not limited by it.
struct ReportBudget {
  Budget program = max_program_budget;
  // 8 million coordinates for all values together, in their order; when they are used up, facts that strides do not
  // decide are "not checked".
  Budget properties = {std::uint64_t{1} << 23, 0};
};

// One program at a time, not for two threads at once. Answers are values: they stay valid when the next program is
// evaluated, except references and documented exceptions. A question about a binding whose value has no answer is
// `unsupported` with the reason.
class Workspace {
 public:
  // Evaluates a program; never fails as a whole. The report is valid until the next call. Takes at most what the
  // budgets allow, about two seconds.
  const Report& evaluate(std::string_view program, IntegerMode mode, ReportBudget budget = {});
  // The report of the last program; empty before the first.
  const Report& report() const { return report_; }
  // The program of the report, which all spans of it count in.
  const std::string& program() const { return program_; }

  // All functions below take the index of a binding of the report; index_range if it does not exist. The lines of the
  // value's card; empty for values without properties, such as an integer or a boolean.
  Result<std::vector<Property>> properties(int binding) const;
  // The pictures of the value, the default first (offered_views); empty without pictures, and no_picture gives the
  // reason.
  Result<std::vector<OfferedView>> views(int binding) const;
  // The default view of the binding, or the one that the text requests. A picture that is not offered becomes the
  // default one, a label or a coloring that the picture does not have becomes its first: an old link still shows
  // something.
  Result<View> view(int binding, std::string_view text = {}) const;
  // True if view() accepts every word of the text: unknown and unoffered ones fall back there, silently. arguments, and
  // the hint lists the words.
  Result<void> check_view(int binding, std::string_view text) const;
  // The picture of the value, make_scene with the value's operands: its errors, too.
  Result<Scene> scene(int binding, const View& view) const;
  // The number of coordinates of the binding's domain, if its pictures have cells for all of them; 0 without a domain,
  // and for a binding that does not exist.
  std::int64_t coordinates(int binding) const;
  // Labels and heads of a part of a scene that is too large to have them all; `scene` is that of the view. too_large
  // for a part of more than max_labelled_cells.
  Result<SceneExcerpt> excerpt(int binding, const View& view, const Scene& scene, const SceneWindow& window) const;
  // A cell is named by the 1-D coordinate of the binding's domain, in every picture. index_range for a cell that the
  // value does not have.
  Result<Described> describe(int binding, std::int64_t cell) const;
  // describe's cell with where it comes from and what it feeds, through all bindings of the program. Maps of cells
  // are made when they are first asked for, each linear in the value, and kept until the next program.
  Result<Linked> linked(int binding, std::int64_t cell) const;
  // The group of a cell in the picture: all elements of the cell's first thread, all words of its wavefront, the
  // sectors of a lane. At most 4,096 cells; empty if the picture has no such group. So a click on a cell can highlight
  // one thread's elements, or the words of one wavefront.
  Result<std::vector<std::int64_t>> cell_group(int binding, const View& view, std::int64_t cell) const;
  // For a value made by bank_conflicts(...): its tile with each swizzle. unsupported without a tile, and if the tile is
  // foreign text or has no text to change. The search is limited by max_search_work (core/memory/swizzle_search.h).
  Result<SwizzleTrials> swizzle_trials(int binding) const;
  // The edit of the program that drags an arrow of a morphism's diagram: from one cell of the domain to another cell,
  // of the codomain, or to the base point -1; an entry that is already there takes the freed place. The binding must be
  // written as a morphism S--(...)-->T. arguments, index_range, with the condition that fails.
  Result<ProgramEdit> move_arrow(int binding, std::int64_t cell, std::int64_t target) const;
  // The title of a picture of the value: "A = (4,8):(8,1)"; for a value of many lines its source instead. Empty for a
  // binding that does not exist.
  std::string title(int binding) const;
  // format: a picture (svg; figure: svg with its legend, standalone; latex, json: the scene, text: in characters; their
  // words in the catalog's language), ascii (CuTe's print), cute (the printed form with static integers marked),
  // cute_latex (CuTe's print_latex), source text (cpp, dsl, pycute, python; see emit.h), the notation of another system
  // (foreign_formats), or for a kernel its CUDA text (kernel.h). unsupported gives the reason why a value has no such
  // form; arguments: the format does not exist. `view` matters only to pictures.
  Result<std::string> emit(int binding, std::string_view format, const View& view,
                           const Catalog& catalog = english_catalog()) const;
  // All bindings, a statement a line. format: cute, cpp, dsl, pycute or python; arguments for any other. What has no
  // value is not in it.
  Result<std::string> emit_program(std::string_view format) const;

  // The value as a function: sections of rows, and their data. unsupported for values that are not functions. A
  // comparison is analyzed as its two operands.
  Result<Analysis> analyze(int binding) const;
  // With its memory behavior for elements of a type by its name in CUTLASS (half_t, or half) or of the given number of
  // bits; unknown_name, or arguments for an impossible width.
  Result<Analysis> analyze(int binding, std::string_view dtype) const;

  // The derivation of the value: the operation's steps, after those of the operations among its operands. Evaluates
  // those operations once more.
  Result<Step> explain(int binding) const;

  // For every call of the binding's statement whose function has laws (at most the last max_recorded_operations), in
  // the order in which they were made: does the result satisfy them? Empty without such calls. The first question about
  // a report evaluates its program once more, recording calls.
  Result<std::vector<OperationVerdict>> verdict(int binding) const;

  // Completions at a position (in bytes) of a program, given the names of the last report. A position after the end is
  // the end; a number cannot be completed.
  Completions complete(std::string_view program, std::uint32_t position) const;

 private:
  // For each 1-D coordinate of a binding the coordinate of one operand that it comes from, or -1; empty without such an
  // operand. Valid until the next program.
  const std::vector<std::int64_t>& source_map(int binding, std::size_t argument) const;
  // For morphisms and spans, whose cells are the entries of their diagrams (links_category.cpp).
  Result<Described> describe_entry(int binding, std::int64_t cell) const;
  Result<Linked> linked_entry(int binding, std::int64_t cell) const;
  void follow_entries(Linked& out, std::vector<Linked::Cell> queue) const;
  // Adds to the links of a layout's cell the entries of the morphisms that encode the layout.
  void link_entries(Linked& out, int binding, std::int64_t cell) const;
  bool encodes(int morphism, int layout) const;
  // True if the report has it.
  bool known(int binding) const { return binding >= 0 && static_cast<std::size_t>(binding) < report_.bindings.size(); }
  // The value with its operands, as pictures take it. Refers to the report and to origins_.
  PicturedValue subject(int binding) const;
  // True if the value's elements are elements of an operand of the operation that made it, and of which.
  bool is_part(int binding) const;
  std::size_t whole_operand(int binding) const;
  // For a value that some statement takes as a thread-value layout. (tile_context.cpp)
  std::optional<TileContext> tile_context(int binding) const;
  void add_thread_section(Analysis& analysis, int binding) const;
  // The binding's name, or R without one; then a cell's coordinate, "(1,2)", and its value.
  std::string name(int binding) const;
  std::string cell_text(int binding, std::int64_t cell) const;
  std::string offset_text(int binding, std::int64_t cell) const;

  // For the result of compare(A, B). (compared_links.cpp)
  bool is_compared(int binding) const;
  Result<Described> describe_compared(int binding, std::int64_t cell) const;
  Result<Linked> link_compared(int binding, std::int64_t cell) const;

  // For accesses of memory, whose cells are lanes, sectors and words. (access_links.cpp)
  bool is_access(int binding) const;
  Result<Described> describe_access(int binding, std::int64_t cell) const;
  Result<Linked> link_access(int binding, std::int64_t cell) const;
  // The coordinates of the accessed layout whose elements are in these bytes, and its binding (or -1).
  std::vector<std::int64_t> accessed_elements(int binding, std::int64_t address, std::int64_t bytes, int& tile) const;

  std::string program_;
  Report report_;
  // For each binding of the report.
  std::vector<Origin> origins_;
  // The arguments of the evaluation, so that a second one gets as far.
  Budget program_budget_ = max_program_budget;
  std::vector<std::int64_t> enumerable_;  // for each binding: how many coordinates its properties may look at
  mutable std::optional<std::vector<RecordedOperation>> operations_;  // of the report; made when first asked for
  // source_map's answers, by binding and argument.
  mutable std::map<std::pair<int, std::size_t>, std::vector<std::int64_t>> maps_;
};

// The derivation for a terminal: numbered steps, each rule told where it is first used. Lines are broken at 80
// columns.
std::string explain_text(const Step& step, const Catalog& catalog = english_catalog());

// The program with its white space in order; the values stay, and what does not parse stays as it is. law: formatting
// twice changes nothing more.
std::string format_program(std::string_view program);

// A value of an entry of the gallery as SVG in the entry's view (no name: the value seen first). unknown_name if there
// is none.
Result<std::string> gallery_picture(std::string_view id, std::string_view name, IntegerMode mode,
                                    const Catalog& catalog = english_catalog());

// The version of the core, and so of every program.
inline constexpr std::string_view version = "0.1.0";

}  // namespace stridescope
