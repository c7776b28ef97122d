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

// Caps: characters of foreign text examined, in addition to the program's length times eight; values of one pasted
// line.
inline constexpr std::size_t max_paste_work = 1 << 16;
inline constexpr std::size_t max_pasted_values = 256;

// The result of reading one piece of foreign text.
struct Paste {
  bool read = false;
  bool text = false;      // types found among words: a compiler's message, a profiler's line
  std::uint32_t end = 0;  // where our own text goes on
  bool foreign = false;   // if not read: it is still foreign text, and `error` gives its fault
  Error error = {};
  std::string_view name = {};  // that it would bind
};

// A function of the program that returns one expression, at [begin, end) of it, after statements that each bind one
// name. (paste_function.cpp)
struct PastedParameter {
  std::string_view name;
  bool integer = false;  // of C++: what is given becomes an int
};
struct PastedFunction {
  std::string_view name;
  std::vector<PastedParameter> parameters;
  std::vector<std::string_view> template_parameters = {};
  std::vector<Span> locals = {};  // the statements before
  // if (condition) return value; the first true condition decides, and if all are false, the text from `begin` to
  // `end`.
  struct Choice {
    Span condition;
    Span value;
  };
  std::vector<Choice> choices = {};
  std::uint32_t begin = 0;
  std::uint32_t end = 0;  // 0: it returns something else
  bool called = false;    // and read there
};

// The cost of one program's pastes up to now, and their functions.
struct PasteWork {
  std::size_t left;
  SourceKind kind;
  std::vector<PastedFunction> functions = {};
  // The expandable function of that name; null if absent, or if another has that name.
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
  // False if less than that is left, and from then on: the next statement does not repeat an examination that failed.
  bool take(std::size_t characters) {
    const bool enough = characters <= left;
    left = enough ? left - characters : 0;
    return enough;
  }
};

// Adds the statement. In a C++ source, `k = ...` of an already declared k is in a loop or a branch, so its value
// becomes unknown: it is left out.
void keep_statement(std::string_view program, ForeignTree& tree, Statement statement, PasteWork& work);
// --- remainders.cpp ---
// The comments, directives and macros of a program: they are blanks in the text `without` them.
void list_comments(std::string_view program, std::string_view without, ForeignTree& tree);
// Adds to tree.skipped each part of the program without a statement. parts: layouts of other systems. errors: of the
// statements that do not parse.
void list_remainders(std::string_view program, const std::vector<Span>& parts, const std::vector<Error>& errors,
                     ForeignTree& tree);
// Adds a statement for each layout that CuTe prints in a part of the program; returns their number. of_dsl: integers
// are constants; constants: only layouts with a static integer. (paste.cpp)
std::size_t read_prints(std::string_view program, Span span, bool of_dsl, bool constants, ForeignTree& tree,
                        PasteWork& work);
// Reads the statement that starts at `begin`. Leaves the tree as it was if it is none.
Paste read_paste(std::string_view program, std::uint32_t begin, ForeignTree& tree, PasteWork& work);

// A call by a name of foreign text that could be ours: `Layout(...)`, `make_tile(...)`, `decltype(...)`.
bool is_foreign_call(std::string_view name);
// Shape, Layout, Tile and similar names, which are types: Shape<4,8> is not a function with template arguments.
bool is_foreign_template(std::string_view name);
// A function or type that a statement about layouts calls: make_layout, Shape, zipped_divide; not size or print.
bool is_layout_word(std::string_view name);
// True if all template arguments of that function or type are integers: get, Int, Sw.
bool takes_integers(std::string_view name);
// A word of C++ that is not a name: CUTE_UNROLL, break.
bool is_foreign_word(std::string_view word);
inline constexpr std::size_t shortest_foreign_word = 4;

// --- paste_systems.cpp: layouts of other systems (core/foreign/systems), as calls of the functions that read them ---

// A call of a function by its name. (paste_answers.cpp)
std::uint32_t add_call(ForeignTree& tree, Span span, std::string_view function, std::vector<std::uint32_t> arguments);
// Adds `name = function("text")`, and what text a statement that is such a call reads; empty of any other.
void add_text_call(ForeignTree& tree, std::string_view name, Span name_span, Span span, std::string_view function,
                   std::string text);
std::string_view read_text(const ForeignTree& tree, const Statement& statement, std::string_view function);
// True if the text may contain any: the only check for most programs.
bool may_hold_systems(std::string_view program);
// Reads those that begin a line, with or without a name and `=` before them; returns their places, which are not our
// text. In a source of Python only Gluon's, as its constructors have unique names.
std::vector<Span> read_systems(std::string_view program, ForeignTree& tree, bool only_gluon = false);
// Shared memory of TileLang's kernels, alloc_shared and annotate_layout; their places. (paste_tilelang.cpp)
std::vector<Span> read_buffers(std::string_view program, ForeignTree& tree);
// local(4), spatial(4, 8).local(2), in a program that gives no layout this name. (paste_tilelang.cpp)
bool is_of_tilus(std::string_view program, std::string_view text);
// Blocks that TLX's dump_layout printed; their places. (paste_tlx.cpp)
std::vector<Span> read_tlx_dumps(std::string_view program, ForeignTree& tree);
// Behind what was read of other systems, what one asks of it: of a layout of Gluon in registers and one in shared
// memory the wavefronts, of an annotated buffer of TileLang the first element that lies elsewhere. (paste_answers.cpp)
void answer_systems(ForeignTree& tree);
// A printed descriptor of a TMA: its lines, and the fault of its box or the fact that it fits; empty if absent.
// (paste_tensor_map.cpp)
struct PastedMap {
  std::vector<Span> lines;
  Span place;  // of the box
  Message wrong;
  Message mend;
  std::string fits;
};
PastedMap read_tensor_map(std::string_view program);
void add_tensor_map(ForeignTree& tree, PastedMap map);
// Reads a compiler's message that an assertion of CuTe failed: adds the tensors of the innermost copy or MMA by their
// roles, and the condition that they fail; returns the place of the message; its words are not statements.
// (paste_assertion.cpp)
Span explain_assertion(std::string_view program, ForeignTree& tree);
// Triton's lines #name = #ttg.kind<...>, which are comments to us: each with the shape of the first type of the program
// that has its name; of shared memory only what has one. The places of the operations of the module around them.
std::vector<Span> read_encodings(std::string_view program, ForeignTree& tree);

// --- paste_members.cpp: members of a value, as C++ and the DSL name them ---

// True for a name that may follow a dot: layout_b, the DSL's inner.
bool is_object_member(std::string_view name);
// Nothing where it has no such member.
std::optional<Value> member_of(Arith& arith, const Value& value, std::string_view name);
// Those that it has, "rank, layout_type"; behind `::` only those of its type.
std::string members_of(const Value& value, bool of_object);

// The rows that CuTe prints under a layout, from the line at `begin` on: where they end, or `begin` if these are none.
std::uint32_t grid_end(std::string_view program, std::uint32_t begin, bool of_tensor);
// A grid alone, print_layout's without the line of its layout or bare rows of numbers, from the line at `begin` on;
// empty if absent.
Span free_grid(std::string_view program, std::uint32_t begin);
// The layout (row,column) -> number of a grid; a fault, with the cell, if none is found. For a matrix over F2 (rows of
// 0 and 1 that begin with a 1 or depend on no other rows) the linear layout of its columns; the grid does not show its
// offsets, so it becomes empty.
Value layout_of_grid(Arith& arith, std::string_view program, Span& grid);
// float sa[12], da[6]: arrays of C++, in the text from `begin` to `end`. Each name that a later call takes, as in
// make_tensor(&sa[0], ...), is bound to a pointer without an address; the others are skipped. (paste_array.cpp)
bool read_arrays(std::string_view program, std::uint32_t begin, std::size_t end, ForeignTree& tree, PasteWork& work);
// Rows of 0 and 1 without blanks between, 101 over 010, from the line at `begin` on; empty if absent, or if each could
// be an integer. (paste_matrix.cpp)
Span bit_rows(std::string_view program, std::uint32_t begin);
// Lines of bases as Triton prints them, `- register=1 -> (0, 1)` and the following ones; empty if absent.
Span printed_bases(std::string_view program, std::uint32_t begin);
// The linear layout of a grid that is a matrix over F2.
std::optional<Value> matrix_of_grid(Arith& arith, std::string_view grid);
// Nothing if the grid shows the offsets of the value, or is one that cannot be compared.
std::vector<Error> check_grid(std::string_view program, Span grid, const Value& value);

}  // namespace stridescope
