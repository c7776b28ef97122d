// The facade: all queries of the page, the desktop, the command line and the runner to the core. A workspace has one
// report, that of the last evaluated program.
//
//   Workspace workspace;
//   const Report& report = workspace.evaluate("A = (4,8):(8,1)\nR = coalesce(A)", IntegerMode::cute);
//   const auto linked = workspace.linked(1, 3);   // "R(3,0) = R(3) → A(3) = A(3,0) = 24", cells 3 of R and 3 of A
//   const auto picture = workspace.emit(1, "svg", *workspace.view(1));
//
// A binding is identified by its index in the report, a cell by the 1-D coordinate of the binding's domain. All numbers
// and texts are made here; page and window compute none.
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

// error: a statement is wrong, and in nearly all cases it has no value. warning: something was assumed, is not
// shown, or is outside of an operand; `fails` (core/workspace/diagnostics.h) separates them.
enum class Severity { error, warning };

// An error with its place. `replacement` is offered as a fix; for a `hole`, a field for its integer is offered.
// format_diagnostic (core/workspace/diagnostics.h) prints it with the line of the program.
struct Diagnostic {
  Severity severity = Severity::error;
  ErrorCode code = ErrorCode::internal;
  // Bytes of the program.
  Span span;
  Message message;
  Message hint;
  // Text that replaces the span and fixes the error, or empty.
  std::string replacement;
  // The name of an integer that the text leaves open, or empty: a line `n1 = 128` before the statement sets it.
  std::string hole = {};
  // The value that is assumed for that integer, or empty.
  std::string example = {};
  // Further texts that replace the span and fix the error otherwise.
  std::vector<std::string> alternatives = {};
};

// A line of a card.
struct Property {
  // shape, stride, size, rank, depth, coshape, cosize, injective, contiguous; tilings and morphisms have others.
  Message name;
  // Printed; facts are "yes", "no" or "not checked".
  Message value;
  bool printed = false;  // the printed form of the value contains it, too
};
// A property with a printed value.
inline Property property(Term name, std::string_view value) { return {name, Message::verbatim(value)}; }

// A value with its place in the text; its index is the argument of all queries below. See Binding
// (core/lang/evaluator.h) for its parts.
struct ReportBinding {
  std::string name;  // empty if the expression has no name
  Span span;         // span of the statement
  Span expression;   // span of its right-hand side
  // The right-hand side on one line, without comments, at most about 160 bytes, then `...`.
  std::string source;
  Value value;
  // Printed in the report's integer mode.
  std::string text;
  // Earlier bindings that it names, in the order of first use.
  std::vector<int> uses;
};

// The values of a program in order, and its errors.
struct Report {
  IntegerMode mode = IntegerMode::cute;
  std::vector<ReportBinding> bindings;
  // First errors by position, then assumptions, then the number of omitted errors.
  std::vector<Diagnostic> diagnostics;
  // One line on the ignored parts of a pasted text, "left out, as not about layouts: lines 1-12, 15", and on
  // assumptions of functions; or empty.
  Message left_out;
  // Parts of a pasted text without a value, by position.
  std::vector<Remainder> remainders;
};

// The facts of a cell: its coordinates and its offset, as rows for a table and as one line.
struct Described {
  // "R(2,1) = 10".
  Message text;
  // 1-D coordinate, coordinate by mode, natural coordinate, offset or element; threads, banks and morphisms have their
  // own.
  std::vector<Property> rows;
};

// The cells of other bindings that a cell comes from or feeds, and the sentence that gives the path: "R(2,1) = R(6) →
// B(6) = 7 → A(7) = A(1,1) = 10". The sentence also reports a result of CuTe that violates the law.
struct Linked {
  struct Cell {
    int binding;
    std::int64_t cell;
    bool operator==(const Cell&) const = default;
  };
  Message sentence;
  // First the cell itself, then those that it was made from, then those that were made from it; each once, at most
  // 4,096.
  std::vector<Cell> cells;
};

// A word that can be inserted at the position.
struct Completion {
  enum class Kind { function, binding, keyword };
  std::string label;
  Kind kind = Kind::function;
  // Signatures, one per line, or the printed value.
  std::string detail;
  // The meaning of a function or a keyword.
  Message info;
};

// Completions for a range of the program: first bindings, beginning with the last one, then functions by name, then
// keywords. Case-insensitive.
struct Completions {
  // Bytes of the program: the word to replace is [from, to).
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::vector<Completion> items;
};

// A result with all of its integers static, and with all dynamic. If CuTe refuses a form, it is "refused: why". CuTe's
// divisibility checks and coalescing depend on staticness, so the two can be different functions.
struct IntegerForms {
  Message static_form;
  Message dynamic_form;
  // True if both are the same function; if one is refused, the other one is compared with the given result. Empty if
  // the static form is refused, or if it is undecided.
  std::optional<bool> same_function;
  // The rules of CuTe that make the difference.
  Message why;
};

// The verdict on one call of a statement: does the result satisfy the function's law, or at which coordinate not?
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
  // Only if the two forms differ.
  std::optional<IntegerForms> forms;
};

// The visible part of a picture in rows and columns of the scene, and the rows and columns that need a head. Clipped to
// the scene.
struct SceneWindow {
  std::int64_t row = 0;
  std::int64_t rows = 0;
  std::int64_t col = 0;
  std::int64_t cols = 0;
  std::vector<std::int64_t> row_heads = {};
  std::vector<std::int64_t> col_heads = {};
};
// Limit of the heads of each side; further ones are omitted.
inline constexpr std::size_t max_excerpt_heads = 512;

// The texts of a part of a picture.
struct SceneExcerpt {
  // Number of the window's rows that the scene has.
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  // rows * cols texts, row by row; empty for a cell without an element.
  std::vector<std::string> labels;
  // One for each requested head, up to the limit; for a nested mode, the coordinate is a second line.
  std::vector<std::string> row_heads;
  std::vector<std::string> col_heads;
};

// The swizzles of a tile in shared memory, with their cost for all accesses of the tile in the program, for a choice by
// numbers. Costs are wavefronts, summed over all warps of these accesses.
struct SwizzleTrials {
  // Bindings: the requested one and the others of the same tile.
  std::vector<int> accesses;
  // Width of an element of the tile, in bits.
  int element_bits = 0;
  // The tile's swizzle; 0 bits if it has none.
  Swizzle swizzle;
  // For the unchanged program.
  std::int64_t wavefronts = 0;
  // Without any bank conflict: the minimum for all swizzles.
  std::int64_t ideal_wavefronts = 0;
  // The best ones first; always includes the current one and no swizzle.
  std::vector<SwizzleSearch::Candidate> candidates;
  // The smallest padding of rows among those with the fewest wavefronts, if any.
  std::optional<SwizzleSearch::Padding> padding;
  // The number of tried swizzles and paddings.
  std::int64_t tried = 0;
  // The edit of the program: `Sw<B,M,S> o 0 o ` and `rest` replace the text at `span`.
  Span span;
  std::string rest;
};

// The tile of a thread-value layout, from another statement of the program: the layout alone maps (thread, value) to
// numbers, without the number of rows.
struct TileContext {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  // The source of the tile: "T", "the tile of bank_conflicts".
  Message of;
  // The layout of the tile in memory; empty if only its shape is given.
  std::optional<AnyLayout> memory;
};

// The budget of a report: for the evaluation of its program, and for the properties of all its values. Each inspected
// coordinate is a step; it takes up to 0.1 microseconds if offsets are so far apart that they are sorted. Does not
// limit analyze() of one value.
struct ReportBudget {
  Budget program = max_program_budget;
  // 8 million coordinates for all values together, in their order; after that, facts that strides do not decide are
  // "not checked".
  Budget properties = {std::uint64_t{1} << 23, 0};
};

// One program at a time; not thread-safe. Answers are values: they stay valid when the next program is evaluated,
// except references and documented exceptions. A query that has no answer for the value is `unsupported`, with the
// reason.
class Workspace {
 public:
  // Evaluates a program; never fails as a whole. The report is valid until the next call. Takes at most the time of the
  // budgets, about two seconds.
  const Report& evaluate(std::string_view program, IntegerMode mode, ReportBudget budget = {});
  // The report of the last program; empty before the first one.
  const Report& report() const { return report_; }
  // The binding of the report with that number. index_range: it does not exist.
  Result<const ReportBinding*> bound(int binding) const;
  // The program of the report, to which all of its spans refer.
  const std::string& program() const { return program_; }

  // All functions below take the index of a binding of the report; index_range if it does not exist. This function
  // returns the lines of the value's card; empty for values without properties, such as an integer or a boolean.
  Result<std::vector<Property>> properties(int binding) const;
  // The pictures of the value, the default first (offered_views); empty without pictures: no_picture gives the reason.
  Result<std::vector<OfferedView>> views(int binding) const;
  // The view for the words of the text, or the default view. A picture that is not offered becomes the default one, a
  // label or coloring that the picture does not have becomes its first one, so that an old link still shows a picture.
  Result<View> view(int binding, std::string_view text = {}) const;
  // Succeeds if view() accepts every word of the text; view() itself replaces unknown and unoffered words without an
  // error. Error: arguments, with a hint that lists the words.
  Result<void> check_view(int binding, std::string_view text) const;
  // The picture of the value: make_scene with the value's operands, and its errors.
  Result<Scene> scene(int binding, const View& view) const;
  // The number of coordinates of the binding's domain, if its pictures have cells for all of them; 0 without a domain,
  // and for a binding that does not exist.
  std::int64_t coordinates(int binding) const;
  // Labels and heads of a part of a scene that is too large to show all of them; `scene` is that of the view. too_large
  // for a part with more than max_labelled_cells.
  Result<SceneExcerpt> excerpt(int binding, const View& view, const Scene& scene, const SceneWindow& window) const;
  // The description of a cell, which is a 1-D coordinate of the binding's domain in every picture. index_range for a
  // cell that the value does not have.
  Result<Described> describe(int binding, std::int64_t cell) const;
  // The cells that a cell comes from and feeds, through all bindings of the program. Maps of cells are made on first
  // use, each in linear time in the value, and cached until the next program.
  Result<Linked> linked(int binding, std::int64_t cell) const;
  // The group of a cell in the picture: all elements of the cell's first thread, all words of its wavefront, the
  // sectors of a lane. At most 4,096 cells; empty if the picture has no such group. A click on a cell can thus
  // highlight the elements of one thread, or the words of one wavefront.
  Result<std::vector<std::int64_t>> cell_group(int binding, const View& view, std::int64_t cell) const;
  // For a value made by bank_conflicts(...): its tile with each swizzle. unsupported without a tile, and if the tile is
  // foreign text or has no text to change. Limited by max_search_work (core/memory/swizzle_search.h).
  Result<SwizzleTrials> swizzle_trials(int binding) const;
  // The edit of the program after the user drags an arrow of a morphism's diagram: from a cell of the domain to another
  // cell of the codomain, or to the base point -1. An entry that is already there takes the freed place. The binding
  // must be written as a morphism S--(...)-->T. Errors: arguments or index_range, with the violated condition.
  Result<ProgramEdit> move_arrow(int binding, std::int64_t cell, std::int64_t target) const;
  // The title of a picture of the value: "A = (4,8):(8,1)"; for a value with many lines, its source instead. Empty for
  // a binding that does not exist.
  std::string title(int binding) const;
  // format: a picture (svg; figure: svg with its legend, standalone; latex; json: the scene; text: in characters; with
  // words in the catalog's language), ascii (CuTe's print), cute (the printed form with static integers marked),
  // cute_latex (CuTe's print_latex), source text (cpp, dsl, pycute, python; see emit.h), the notation of another system
  // (foreign_formats), or for a kernel its CUDA text (kernel.h). Errors: unsupported with the reason if the value does
  // not have this form; arguments if the format does not exist. Only pictures use `view`.
  Result<std::string> emit(int binding, std::string_view format, const View& view,
                           const Catalog& catalog = english_catalog()) const;
  // All bindings that have a value, one statement per line. format: cute, cpp, dsl, pycute or python; arguments for any
  // other.
  Result<std::string> emit_program(std::string_view format) const;

  // The analysis of the value as a function: sections of rows, and their data. unsupported for values that are not
  // functions. The analysis of a comparison is that of its two operands.
  Result<Analysis> analyze(int binding) const;
  // The same with the memory behavior for an element type: its name in CUTLASS (half_t, or half) or its bits. Errors:
  // unknown_name; arguments for an impossible width.
  Result<Analysis> analyze(int binding, std::string_view dtype) const;

  // The derivation of the value: the steps of the operations among its operands, then those of the operation itself.
  // Evaluates those operations once more.
  Result<Step> explain(int binding) const;

  // The verdicts on the calls of the binding's statement whose functions have laws (at most the last
  // max_recorded_operations), in the order of evaluation: does the result satisfy the laws? Empty without such calls.
  // The first such query of a report evaluates its program once more, and records calls.
  Result<std::vector<OperationVerdict>> verdict(int binding) const;

  // Completions at a position (in bytes) of a program, with the names of the last report. A position after the end
  // means the end; numbers have no completions.
  Completions complete(std::string_view program, std::uint32_t position) const;

 private:
  // For each 1-D coordinate of a binding, the coordinate of one operand that it comes from, or -1; empty without such
  // an operand. Valid until the next program.
  const std::vector<std::int64_t>& source_map(int binding, std::size_t argument) const;
  // For morphisms and spans, whose cells are entries of their diagrams (links_category.cpp).
  Result<Described> describe_entry(int binding, std::int64_t cell) const;
  Result<Linked> linked_entry(int binding, std::int64_t cell) const;
  void follow_entries(Linked& out, std::vector<Linked::Cell> queue) const;
  // Adds to the links of a layout's cell the entries of the morphisms that encode the layout.
  void link_entries(Linked& out, int binding, std::int64_t cell) const;
  bool encodes(int morphism, int layout) const;
  // True if the report has this binding.
  bool known(int binding) const { return binding >= 0 && static_cast<std::size_t>(binding) < report_.bindings.size(); }
  // The value with its operands, as pictures need it. Refers to the report and to origins_.
  PicturedValue subject(int binding) const;
  // True if the value's elements are elements of an operand of the operation that made it; whole_operand gives that
  // operand.
  bool is_part(int binding) const;
  std::size_t whole_operand(int binding) const;
  // For a value that a statement uses as a thread-value layout. (tile_context.cpp)
  std::optional<TileContext> tile_context(int binding) const;
  void add_thread_section(Analysis& analysis, int binding) const;
  // The binding's name, or R if it has none; then a cell's coordinate, "(1,2)", and its value.
  std::string name(int binding) const;
  std::string cell_text(int binding, std::int64_t cell) const;
  std::string offset_text(int binding, std::int64_t cell) const;

  // For the result of compare(A, B). (compared_links.cpp)
  bool is_compared(int binding) const;
  Result<Described> describe_compared(int binding, std::int64_t cell) const;
  Result<Linked> link_compared(int binding, std::int64_t cell) const;

  // For memory accesses, whose cells are lanes, sectors and words. (access_links.cpp)
  bool is_access(int binding) const;
  Result<Described> describe_access(int binding, std::int64_t cell) const;
  Result<Linked> link_access(int binding, std::int64_t cell) const;
  // The coordinates of the accessed layout whose elements are in these bytes, and its binding (or -1).
  std::vector<std::int64_t> accessed_elements(int binding, std::int64_t address, std::int64_t bytes, int& tile) const;

  std::string program_;
  Report report_;
  // One for each binding of the report.
  std::vector<Origin> origins_;
  // The budget of the evaluation, so that a second evaluation gets as far.
  Budget program_budget_ = max_program_budget;
  std::vector<std::int64_t> enumerable_;  // for each binding: limit of the coordinates that its properties may inspect
  mutable std::optional<std::vector<RecordedOperation>> operations_;  // operations of the report; made on first use
  // The results of source_map, by binding and argument.
  mutable std::map<std::pair<int, std::size_t>, std::vector<std::int64_t>> maps_;
};

// The derivation for a terminal: numbered steps; each rule is printed where it is first used. Lines are broken at 80
// columns.
std::string explain_text(const Step& step, const Catalog& catalog = english_catalog());

// The program with standard white space; its values stay, and text that does not parse is unchanged. law: formatting
// twice gives the same as once.
std::string format_program(std::string_view program);

// A value of an entry of the gallery as SVG in the entry's view (without a name: the value shown first). unknown_name
// if the entry or the value does not exist.
Result<std::string> gallery_picture(std::string_view id, std::string_view name, IntegerMode mode,
                                    const Catalog& catalog = english_catalog());

// The version of the core, and so of every program.
inline constexpr std::string_view version = "0.1.0";

}  // namespace stridescope
