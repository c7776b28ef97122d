// The facade: everything the page, the desktop, the command line and the runner ask of the core. One workspace holds
// one report, that of the last program evaluated.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/swizzle_search.h"
#include "core/analysis/verdict.h"
#include "core/explain/explain.h"
#include "core/lang/evaluator.h"
#include "core/scene/scene.h"
#include "core/workspace/edit.h"

namespace stridescope {

// In the order of IntegerMode.
inline constexpr std::string_view integer_mode_names[] = {"cute", "teaching"};

enum class Severity { error, warning };

// An error with its place; `replacement` is offered as a mend, and for a `hole` a field for its integer.
struct Diagnostic {
  Severity severity = Severity::error;
  ErrorCode code = ErrorCode::internal;
  Span span;  // bytes of the program
  Message message;
  Message hint;
  std::string replacement;   // text that would mend the span, or empty
  std::string hole = {};     // the name of an integer that the text does not tell, or empty
  std::string example = {};  // what was taken for that integer, or empty
};

// A line of a card.
struct Property {
  Message name;  // shape, stride, size, rank, depth, coshape, cosize, injective, contiguous
  Message value;
  bool printed = false;  // what the value prints as says it, too
};
// One whose value is printed.
inline Property property(Term name, std::string_view value) { return {name, Message::verbatim(value)}; }

// A value with its place in the text. Its index is what all questions below take.
struct ReportBinding {
  std::string name;    // empty for a bare expression
  Span span;           // the statement
  Span expression;     // its right-hand side
  std::string source;  // the right-hand side with white space collapsed
  Value value;
  std::string text;       // printed in the report's integer mode
  std::vector<int> uses;  // earlier bindings named in it
};

// What a program denotes: its values in order, and what is wrong with it.
struct Report {
  IntegerMode mode = IntegerMode::cute;
  std::vector<ReportBinding> bindings;
  std::vector<Diagnostic> diagnostics;
  // One line on what was pasted and is not about layouts: "left out, as not about layouts: lines 1-12, 15", and on what
  // functions took for granted; or empty.
  Message left_out;
};

// What a cell is: its coordinates and its offset, as rows for a table and as one line.
struct Described {
  Message text;
  std::vector<Property> rows;
};

// The cells of other bindings that a cell comes from or feeds, and the sentence that tells the path.
struct Linked {
  struct Cell {
    int binding;
    std::int64_t cell;
    bool operator==(const Cell&) const = default;
  };
  Message sentence;
  std::vector<Cell> cells;  // the cell itself first
};

// A word that may stand there.
struct Completion {
  enum class Kind { function, binding, keyword };
  std::string label;
  Kind kind = Kind::function;
  std::string detail;  // signatures, a line each, or printed value
  Message info;        // meaning
};

// What may be typed in place of a range of the program.
struct Completions {
  std::uint32_t from = 0;  // bytes of the program: the word to replace
  std::uint32_t to = 0;
  std::vector<Completion> items;
};

// What a result is when all its integers are static, and when all are dynamic. Where CuTe refuses a form it is
// "refused: why".
struct IntegerForms {
  Message static_form;
  Message dynamic_form;
  // Of the two, or of the one that is not refused and the result as given; nothing where the static form is refused or
  // where it is not decided.
  std::optional<bool> same_function;
  Message why;  // the rules of CuTe by which they differ
};

// The verdict on one call of a statement.
struct OperationVerdict {
  std::string_view function;
  std::string source;  // the call with white space collapsed
  Span span;           // bytes of the program
  std::string result;  // printed in the report's integer mode
  Verdict verdict;
  std::optional<IntegerForms> forms;  // only where the two differ
};

// The part of a picture that is seen, and the rows and columns that have a head there.
struct SceneWindow {
  std::int64_t row = 0;
  std::int64_t rows = 0;
  std::int64_t col = 0;
  std::int64_t cols = 0;
  std::vector<std::int64_t> row_heads = {};
  std::vector<std::int64_t> col_heads = {};
};
inline constexpr std::size_t max_excerpt_heads = 512;

// What is written there.
struct SceneExcerpt {
  std::int64_t rows = 0;  // as many as the scene has of the window's
  std::int64_t cols = 0;
  std::vector<std::string> labels;  // rows * cols, row by row; empty where there is no element
  std::vector<std::string> row_heads;
  std::vector<std::string> col_heads;
};

// The swizzles of a tile in shared memory, with what they cost all accesses of it in the program.
struct SwizzleTrials {
  std::vector<int> accesses;  // bindings
  int element_bits = 0;
  Swizzle swizzle;                    // that the tile has; of 0 bits: none
  std::int64_t wavefronts = 0;        // as the program is
  std::int64_t plain_wavefronts = 0;  // without a swizzle
  std::int64_t ideal_wavefronts = 0;
  std::vector<SwizzleSearch::Candidate> candidates;  // the best ones first, and the one that there is
  std::optional<SwizzleSearch::Padding> padding;
  std::int64_t tried = 0;
  // How to change the program: what stands at `span` becomes `Sw<B,M,S> o 0 o ` and `rest`.
  Span span;
  std::string rest;
};

// The tile that a thread-value layout is over, by another statement of the program.
struct TileContext {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  Message of;                       // what told it: "T", "the tile of bank_conflicts"
  std::optional<AnyLayout> memory;  // where the tile lies, if it does
};

// What a report may cost: the evaluation of its program, and the properties of all its values, where each coordinate
// that is looked at is a step, of 0.1 microseconds where offsets lie so far apart that they are sorted. analyze() of
// one value is not bound by it.
struct ReportBudget {
  Budget program = max_program_budget;
  Budget properties = {std::uint64_t{1} << 23, 0};
};

// One program at a time, not for two threads at once. Answers are values: they stay when the next program is evaluated,
// but for references and what says so. A question about a binding whose value has no answer is `unsupported` with the
// reason.
class Workspace {
 public:
  // Evaluates a program; never fails as a whole. The report is valid until the next call.
  const Report& evaluate(std::string_view program, IntegerMode mode, ReportBudget budget = {});
  const Report& report() const { return report_; }
  // The program of the report.
  const std::string& program() const { return program_; }

  // All functions below take the index of a binding of the report; index_range if there is none.
  Result<std::vector<Property>> properties(int binding) const;
  Result<std::vector<OfferedView>> views(int binding) const;
  // The default view of the binding, or the one that the text asks for.
  Result<View> view(int binding, std::string_view text = {}) const;
  // Whether view() takes every word of the text as it is: unknown and unoffered ones fall back there, silently.
  Result<void> check_view(int binding, std::string_view text) const;
  Result<Scene> scene(int binding, const View& view) const;
  // How many coordinates the binding's domain has, as its pictures of all of them have cells; 0 where it has none.
  std::int64_t coordinates(int binding) const;
  // Labels and heads of a part of a scene that is too large to have them all; `scene` is that of the view. too_large
  // for a part of more than max_labelled_cells.
  Result<SceneExcerpt> excerpt(int binding, const View& view, const Scene& scene, const SceneWindow& window) const;
  // A cell is named by the 1-D coordinate of the binding's domain, in every picture.
  Result<Described> describe(int binding, std::int64_t cell) const;
  Result<Linked> linked(int binding, std::int64_t cell) const;
  // What belongs together in the picture: all elements of the cell's first thread, all words of its wavefront, the
  // sectors of a lane. At most 4,096 cells; none where the picture knows no such thing.
  Result<std::vector<std::int64_t>> cell_group(int binding, const View& view, std::int64_t cell) const;
  // Of a value made by bank_conflicts(...): its tile with each swizzle. unsupported where there is no tile.
  Result<SwizzleTrials> swizzle_trials(int binding) const;
  // The change of the program that drags an arrow of a morphism's diagram: from one cell of the domain to another cell,
  // of the codomain, or to the base point -1; who is there already takes the place that becomes free. The binding must
  // be written as a morphism S--(...)-->T. arguments, index_range, with the condition that fails.
  Result<ProgramEdit> move_arrow(int binding, std::int64_t cell, std::int64_t target) const;
  // What a picture of the value is called: "A = (4,8):(8,1)".
  std::string title(int binding) const;
  // format: a picture (svg; figure: svg with its legend, to stand alone; latex, json: the scene,
  // text: in characters; their words in the catalog's language), ascii (what CuTe prints), cute (the
  // printed form with static integers marked), cute_latex (CuTe's print_latex), or source text (cpp, dsl, pycute,
  // python; see codegen.h). unsupported says why a value has no such form.
  Result<std::string> emit(int binding, std::string_view format, const View& view,
                           const Catalog& catalog = english_catalog()) const;
  // All bindings, a statement a line. format: cute, cpp, dsl, pycute or python.
  Result<std::string> emit_program(std::string_view format) const;

  // What the value is as a function: sections of rows, and their data. unsupported for values that are none.
  Result<Analysis> analyze(int binding) const;
  // With what it means for memory when elements are of a type by its name in CUTLASS (half_t, or half) or of so many
  // bits; unknown_name.
  Result<Analysis> analyze(int binding, std::string_view dtype) const;

  // How the value came about: the operation's steps, after those of the operations among its operands.
  Result<Step> explain(int binding) const;

  // Of every call of the binding's statement whose function has laws (at most the last max_recorded_operations), in the
  // order in which they were made: does the result keep them? Empty when there is none.
  Result<std::vector<OperationVerdict>> verdict(int binding) const;

  // What may stand at a position (in bytes) of a program, given the names of the last report.
  Completions complete(std::string_view program, std::uint32_t position) const;

 private:
  // For each 1-D coordinate of a binding the coordinate of one operand that it comes from; empty when there is none.
  const std::vector<std::int64_t>& source_map(int binding, std::size_t argument) const;
  // Of morphisms and spans, whose cells are the entries of their diagrams (links_category.cpp).
  Result<Described> describe_entry(int binding, std::int64_t cell) const;
  Result<Linked> linked_entry(int binding, std::int64_t cell) const;
  void follow_entries(Linked& out, std::vector<Linked::Cell> queue) const;
  // Adds to the links of a layout's cell the entries of the morphisms that encode the layout.
  void link_entries(Linked& out, int binding, std::int64_t cell) const;
  bool encodes(int morphism, int layout) const;
  bool known(int binding) const { return binding >= 0 && static_cast<std::size_t>(binding) < report_.bindings.size(); }
  PicturedValue subject(int binding) const;
  // Whether the value's elements are elements of an operand of the operation that made it, and of which.
  bool is_part(int binding) const;
  std::size_t whole_operand(int binding) const;
  // Of a value that some statement takes as a thread-value layout. (tile_context.cpp)
  [[gnu::noinline]] std::optional<TileContext> tile_context(int binding) const;
  void add_thread_section(Analysis& analysis, int binding) const;
  std::string name(int binding) const;
  std::string cell_text(int binding, std::int64_t cell) const;
  std::string offset_text(int binding, std::int64_t cell) const;

  // Of what compare(A, B) gives. (compared_links.cpp)
  bool is_compared(int binding) const;
  Result<Described> describe_compared(int binding, std::int64_t cell) const;
  Result<Linked> link_compared(int binding, std::int64_t cell) const;

  bool is_access(int binding) const;
  Result<Described> describe_access(int binding, std::int64_t cell) const;
  Result<Linked> link_access(int binding, std::int64_t cell) const;
  // The coordinates of the accessed layout whose elements lie in these bytes, and the binding that it is (or -1).
  std::vector<std::int64_t> accessed_elements(int binding, std::int64_t address, std::int64_t bytes, int& tile) const;

  std::string program_;
  Report report_;
  std::vector<Origin> origins_;
  Budget program_budget_ = max_program_budget;
  std::vector<std::int64_t> enumerable_;  // for each binding: how many coordinates its properties may look at
  mutable std::optional<std::vector<RecordedOperation>> operations_;  // of the report; made when first asked for
  mutable std::map<std::pair<int, std::size_t>, std::vector<std::int64_t>> maps_;
};

// The verdicts for a terminal.
std::string verdict_text(const std::vector<OperationVerdict>& verdicts, const Catalog& catalog = english_catalog());

// The sections for a terminal: a line `name  value: explanation` a row, tables indented.
std::string analysis_text(const Analysis& analysis, const Catalog& catalog = english_catalog());

// The derivation for a terminal: numbered steps, each rule told where it is first used.
std::string explain_text(const Step& step, const Catalog& catalog = english_catalog());

// The program with its white space in order; the values stay, and what does not parse stays as it is.
std::string format_program(std::string_view program);

// Does the program end inside a statement, so that the next line belongs to it: with an open bracket or an operator?
bool is_unfinished(std::string_view program);

// The words that a view is made of, with their meanings, for a terminal.
std::string view_words_text();
// The functions of the language for a terminal: a line each, or one in full with its example evaluated.
std::string functions_text(const Catalog& catalog);
Result<std::string> function_text(std::string_view name, const Catalog& catalog);

// The facts of an atom by CUTLASS's name as one JSON object, the keys of tests/golden/atoms.jsonl.
Result<std::string> atom_json(std::string_view name);

// The gallery of core/data: a line an entry; one entry by ID or GROUP/ID with its values; its
// program alone; a value of it as SVG in the entry's view (no name: the value seen first). unknown_name if there is
// none.
std::string gallery_text();
Result<std::string> gallery_entry_text(std::string_view id, IntegerMode mode);
Result<std::string> gallery_program(std::string_view id);
Result<std::string> gallery_picture(std::string_view id, std::string_view name, IntegerMode mode,
                                    const Catalog& catalog = english_catalog());

inline constexpr std::string_view version = "0.1.0";

}  // namespace stridescope
