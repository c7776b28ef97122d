// Foreign text: what engineers copy from CuTe's prints, C++ and Python sources, compilers and profilers. The parser
// gives each statement that is not our language to read_paste, which adds what it finds to the same syntax tree.
//
//   statement = code | text with types in it
//   code      = { auto | using | constexpr | ... } [ type ] name "=" expr | name ":" expr | type name | expr
// where expr is the language's, and also
//   C++     Int<4>{}, _4{}, C<(int)128>, Layout<Shape<_2,_4>,Stride<_1,_2>>{}, Tile<...>, Step<_1,X>, decltype(...),
//   4ULL,
//           make_tile(...), make_gmem_ptr<half_t>(p), L.shape(), Int<M / 2>; cute:: and other qualifiers are skipped
//   types   cute::tuple<int, cute::C<4>> (int is a hole), ScaledBasis, ArithmeticTuple, ComposedLayout,
//   Tensor<ViewEngine<...>,...> prints  gmem_ptr[16b](0x7f…), Sw<3,4,3>_smem_ptr[16b](...), smem_ptr[16b](unset),
//   ArithTuple_-13 Python  make_layout((2,4), stride=(1,2)), Layout([2,4]), None, cute.size(L, mode=[0]) DSL
//   tensor<ptr<f16,gmem,align<16>> o (?,64):(64,1)>, ?{i64 div=8}, S<3,4,3> o 0 o (8,64):(64,1)
// A source (source_text.h) is read statement by statement: what neither calls a function of layouts nor names one of
// their types is left out (ForeignTree::skipped), and so is what a function of the program around them makes. Python's
// and C++'s `a, b = ...` bind each of their names. A text with types in it (a compiler's message, a profiler's line, a
// mangled name) gives one statement for each layout. A hole `?` is the name n1, n2, ... in the order of the program.
#pragma once

#include <optional>

#include "core/foreign/cpp/source_text.h"
#include "core/foreign/paste/foreign_tree.h"

namespace stridescope {

struct KnownProfiles;

// Limits: characters of foreign text examined, in addition to eight times the program's length; values of one pasted
// line.
inline constexpr std::size_t max_paste_work = 1 << 16;
inline constexpr std::size_t max_pasted_values = 256;

// The result of reading one piece of foreign text.
struct Paste {
  bool read = false;
  bool text = false;      // types found among words: a compiler's message, a profiler's line
  std::uint32_t end = 0;  // position where our own language continues
  bool foreign = false;   // if not read: it is still foreign text, and `error` has its fault
  Error error = {};
  std::string_view name = {};  // the name that it would bind
};

// A function of the program that returns one expression, at [begin, end), after statements that each bind one name.
// (paste_function.cpp)
struct PastedParameter {
  std::string_view name;
  bool integer = false;  // C++: converts the argument to an int
  bool pack = false;     // takes all further arguments, as a tuple
};
struct PastedFunction {
  std::string_view name;
  std::vector<PastedParameter> parameters;
  std::vector<std::string_view> template_parameters = {};
  std::vector<Span> locals = {};  // the statements before the return
  // if (condition) return value; the first true condition decides; if all are false, the text from `begin` to `end`.
  struct Choice {
    Span condition;
    Span value;
  };
  std::vector<Choice> choices = {};
  std::uint32_t begin = 0;
  std::uint32_t end = 0;  // 0: it returns something else
  bool called = false;    // and evaluated at the call
};

// The cost of one program's pasted texts so far, and their functions.
struct PasteWork {
  std::size_t left;
  SourceKind kind;
  IntegerMode mode = {};  // cute
  KnownProfiles* profiles = nullptr;
  std::vector<PastedFunction> functions = {};
  // The expandable function of that name; null if absent, or if another function has that name.
  PastedFunction* function(std::string_view name) {
    PastedFunction* found = nullptr;
    for (PastedFunction& one : functions) {
      if (one.name != name) continue;
      if (found != nullptr || one.end == 0) return nullptr;
      found = &one;
    }
    return found;
  }
  PasteWork(std::size_t program_bytes, SourceKind of) : left(8 * program_bytes + max_paste_work), kind(of) {}
  // False if less is left, and also afterwards: the next statement does not repeat a failed examination.
  bool take(std::size_t characters) {
    const bool enough = characters <= left;
    left = enough ? left - characters : 0;
    return enough;
  }
};

// Adds the statement. In a C++ source, `k = ...` for an already declared k is in a loop or a branch, so its value
// becomes unknown, and the statement is skipped.
void keep_statement(std::string_view program, ForeignTree& tree, Statement statement, PasteWork& work);
// --- remainders.cpp ---
// Lists the comments, directives and macros of a program: they are blanks in the text `without` them.
void list_comments(std::string_view program, std::string_view without, ForeignTree& tree);
// Adds each part of the program without a statement to tree.skipped. parts: layouts of other systems. errors: those of
// statements that do not parse.
void list_remainders(std::string_view program, const std::vector<Span>& parts, const std::vector<Error>& errors,
                     ForeignTree& tree);
// --- paste_pairs.cpp: layouts that a text compares ---
// The claim of the words before a layout: "prints", "got"; "expected", "should be", "instead of", "!=".
enum class ClaimRole : std::uint8_t { none, actual, expected };
ClaimRole role_before(std::string_view text, std::size_t at);
// True if such words are before a layout of the text.
bool has_claim(std::string_view text);
// Adds a comparison for each pair: an expected and an actual layout, two layouts of one label, a comment and its value.
// The evaluation leaves out those without a difference.
void pair_layouts(std::string_view program, ForeignTree& tree);

// Reads the statement that starts at `begin`. Does not change the tree if it cannot.
Paste read_paste(std::string_view program, std::uint32_t begin, ForeignTree& tree, PasteWork& work);

// The operator of a test: EXPECT_EQ, ASSERT_LT, REQUIRE_FALSE; empty for CHECK, which has one condition.
std::optional<std::string_view> test_operator(std::string_view macro);

// A call by a name of foreign text that looks like ours: `Layout(...)`, `make_tile(...)`, `decltype(...)`.
bool is_foreign_call(std::string_view name);
// Shape, Layout, Tile and similar names of types: Shape<4,8> is not a function with template arguments.
bool is_foreign_template(std::string_view name);
// A function or type in calls about layouts: make_layout, Shape, zipped_divide; not size or print.
bool is_layout_word(std::string_view name);
// True if all template arguments of that function or type are integers: get, Int, Sw.
bool takes_integers(std::string_view name);
// A word of C++ that is not a name: CUTE_UNROLL, break.
bool is_foreign_word(std::string_view word);
inline constexpr std::size_t shortest_foreign_word = 4;

// --- paste_systems.cpp: layouts of other systems (core/foreign/systems), as calls of the functions that read them ---

// A call of a function by its name. (paste_answers.cpp)
std::uint32_t add_call(ForeignTree& tree, Span span, std::string_view function, std::vector<std::uint32_t> arguments);
// The expression of a text that the program does not contain; its nodes have the place. (paste_answers.cpp)
std::optional<std::uint32_t> expression_of(ForeignTree& tree, std::string text, bool python, Span place);
// Adds `name = function("text")`, and returns the text that such a statement reads; empty for any other statement.
void add_text_call(ForeignTree& tree, std::string_view name, Span name_span, Span span, std::string_view function,
                   std::string text);
std::string_view read_text(const ForeignTree& tree, const Statement& statement, std::string_view function);
// Reads layouts that begin a line, with or without a name and `=` before them; returns their spans, which are not our
// language. In a Python source only Gluon's, whose constructors have unique names.
std::vector<Span> read_systems(std::string_view program, ForeignTree& tree, bool only_gluon = false);
// Shared memory of TileLang's kernels, alloc_shared and annotate_layout; returns the spans. (paste_tilelang.cpp)
std::vector<Span> read_buffers(std::string_view program, ForeignTree& tree);
// local(4), spatial(4, 8).local(2), in a program that has no layout of this name. (paste_tilelang.cpp)
bool is_of_tilus(std::string_view program, std::string_view text);
// Blocks printed by TLX's dump_layout; returns the spans. (paste_tlx.cpp)
std::vector<Span> read_tlx_dumps(std::string_view program, ForeignTree& tree);
// Adds follow-up analyses after layouts of other systems: the wavefronts of a layout of Gluon in registers and one in
// shared memory; the first element of an annotated buffer of TileLang with another address; the conversion of a tensor
// that Triton stores in one encoding and loads in another. (paste_answers.cpp)
void answer_systems(std::string_view program, ForeignTree& tree);
// A printed descriptor of a TMA: its lines, and the violated rule of its box or the fact that it fits; empty if absent.
// (paste_tensor_map.cpp)
struct PastedMap {
  std::vector<Span> lines;
  Span place;  // span of the box
  Message wrong;
  Message fix;
  std::string fits;
};
PastedMap read_tensor_map(std::string_view program);
void add_tensor_map(ForeignTree& tree, PastedMap map);
// Reads a compiler's message that an assertion of CuTe failed: adds the tensors of the innermost copy or MMA by their
// roles, and the failed condition; returns the span of the message, whose words are not statements.
// (paste_assertion.cpp)
Span explain_assertion(std::string_view program, ForeignTree& tree);
// Triton's lines #name = #ttg.kind<...>, which are comments in our language: each with the shape of the first type in
// the program that uses it; shared memory only with such a type. Returns the spans of the operations around them.
std::vector<Span> read_encodings(std::string_view program, ForeignTree& tree);
// tensor<64x64xf16, #ttg.blocked<{...}>>, !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{...}>, ...>: types with their
// encoding written out, alone on a line or after an operation; returns their spans. (paste_types.cpp)
std::vector<Span> read_inline_types(std::string_view program, ForeignTree& tree);
// GmmaDescriptor: 0x4000..., UMMA::SmemDescriptor: 0x4000... and the fields below; the end, or `begin`.
// (paste_types.cpp)
std::size_t read_descriptor(std::string_view program, std::size_t begin, ForeignTree& tree);

// --- paste_members.cpp: members of a value, by the names of C++ and the DSL ---

// True for a name that can follow a dot: layout_b, the DSL's inner.
bool is_object_member(std::string_view name);
// Empty if it lacks the member.
std::optional<Value> member_of(Arith& arith, const Value& value, std::string_view name);
// The members of a value, "rank, layout_type"; after `::` only those of its type.
std::string members_of(const Value& value, bool of_object);

// The end of the rows that CuTe prints below a layout, from the line at `begin` on; `begin` without such rows.
std::uint32_t grid_end(std::string_view program, std::uint32_t begin, bool of_tensor);
// A grid alone, print_layout's without the line of its layout or bare rows of numbers, from the line at `begin` on;
// empty if absent.
Span free_grid(std::string_view program, std::uint32_t begin);
// The layout (row,column) -> number of a grid; a fault, with the cell, if none is found. For a matrix over F2 (rows of
// 0 and 1 that begin with a 1 or depend on no other rows) the linear layout of its columns; the grid does not show its
// offsets, so it becomes empty.
Value layout_of_grid(Arith& arith, std::string_view program, Span& grid);
// float sa[12], da[6]: arrays of C++, in the text from `begin` to `end`. Each name used by a later call, as in
// make_tensor(&sa[0], ...), is bound to a pointer without an address; the others are skipped. (paste_array.cpp)
bool read_arrays(std::string_view program, std::uint32_t begin, std::size_t end, ForeignTree& tree, PasteWork& work);
// Rows of 0 and 1 without blanks between, 101 over 010, from the line at `begin` on; empty if absent, or if each could
// be an integer. (paste_matrix.cpp)
Span bit_rows(std::string_view program, std::uint32_t begin);
// Lines of bases as Triton prints them, `- register=1 -> (0, 1)` and the following ones; empty if absent.
Span printed_bases(std::string_view program, std::uint32_t begin);
// The linear layout of a grid that is a matrix over F2.
std::optional<Value> matrix_of_grid(Arith& arith, std::string_view grid);
// Compares the grid with the offsets of the value; empty if they agree or cannot be compared.
std::vector<Error> check_grid(std::string_view program, Span grid, const Value& value);

}  // namespace stridescope
