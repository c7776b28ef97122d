// The topics of the help that are not about one command: the language, integer modes, errors, views, formats. The list
// of error codes is made from the codes themselves, the list of expressions from the language's notations.
#include "core/app/library.h"
#include "core/app/tables.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/cli/topic.h"
#include "core/trace/trace.h"
#include "core/workspace/workspace.h"

namespace stridescope::cli {
namespace {

constexpr std::string_view language_text = R"man(
DESCRIPTION
    A program consists of statements `name = expression` or `expression`. A line
    break or ';' ends a statement, but not a line break inside brackets or after
    an operator. Comments start with # or //, or are enclosed in /* */. A name
    has the value of the last statement that binds it before its use. The
    notation is CuTe's own: you can paste the output of CuTe, and sources that
    contain its layouts. Text that is not about layouts is skipped, and a note
    lists it.

EXPRESSIONS
)man";

constexpr std::string_view language_rules = R"man(
    * / % bind tighter than + and -, and these tighter than ':'. Between
    integers, / rounds towards zero, as in C++. Brackets around one value
    make a tuple of one mode; around an operand they only group: (1+3) * 2
    is 8. A minus sign directly before a digit belongs to the number, unless
    a value precedes it: n-1. `--` is always part of a morphism. Template
    arguments can be expressions, too: get<n-1>(A).

    `stridescope functions` lists all functions, `stridescope functions NAME`
    explains one.

NAMES
    Names consist of letters, digits and underscores. The names of functions
    and o, _, X, Sw, LayoutLeft and LayoutRight are reserved.

CAPS
    256 KiB per program, 64 levels of nesting, 4096 entries per tuple. Integers
    have 64 bits; overflow is an error. The statements of a program share a
    budget of work of about a second. A call that exceeds the rest of the budget
    is an error on its line; later lines that need less still have their values.

EXAMPLES
    Statements, a tiler, a slice:
      $ stridescope eval --all 'A = (8,16):(16,1)
        T = zipped_divide(A, <4:1, 8>)
        T(_, 3)
        A(2,5)'
      A = (8,16):(16,1)
      T = ((4,8),((1,2),2)):((16,1),((16,64),8))
      ((4,8)):((16,1))
      37

    Arithmetic, also in a template argument:
      $ stridescope eval 'n = 2; get<n-1>((4*8, (n+1) * 16)) - 6'
      42

    A swizzled layout at one coordinate:
      $ stridescope eval 'S = Sw<3,3,3> o 0 o (8,64):(64,1); S(3,5)'
      221
)man";

constexpr std::string_view modes = R"man(
DESCRIPTION
    In CuTe an integer is static, known at compile time (Int<4>, printed _4), or
    dynamic, known at run time (printed 4). Results depend on this: a static
    mode of size 1 is dropped, a dynamic one is not; CuTe merges modes and
    checks divisibility only if the integers are static.

    --ints cute, the default of the command line: 4 is dynamic and _4 static,
    as CuTe prints them.

    --ints teaching, the default of the page: every integer is static, 4 and _4
    mean the same, and nothing prints an underscore. This is the algebra as done
    by hand.

    If CuTe cannot check a condition because the integers are dynamic, its
    result is printed unchanged, right or wrong.

EXAMPLES
    The same composition in both modes:
      $ stridescope eval '(10,2):(16,4) o (5,4):(1,5)'
      ((5,1),(2,2)):((16,4),(80,4))
      $ stridescope eval --ints teaching '(10,2):(16,4) o (5,4):(1,5)'
      (5,(2,2)):(16,(80,4))

    A condition that CuTe checks for static integers only:
      $ stridescope eval '(6,2):(8,2) o 5:3'
      (2,2):(24,2)
      $ stridescope eval --ints teaching '(6,2):(8,2) o 5:3'
      error: 5 elements exceed mode 0 of the left layout, which has 2 at this stride
      ...
)man";

constexpr std::string_view errors = R"man(
DESCRIPTION
    An error names the wrong value and its position, and suggests a fix. Only
    its own statement and the statements that use it lose their values; up to
    100 errors of a program are reported. They are printed on standard error,
    and the exit status is 1. CuTe's conditions are checked in the cases in
    which CuTe checks them.

    For errors in the command line itself, the exit status is 2.

EXAMPLES
    A misspelt name, and a condition of composition:
      $ stridescope eval 'A = complment(4:1, 24)
        composition((_6,_2):(_8,_2), _5:_3)'
      error: unknown name 'complment'
       --> program:1:5
        |
      1 | A = complment(4:1, 24)
        |     ^^^^^^^^^
        = did you mean 'complement'?
      error: 5 elements exceed mode 0 of the left layout, which has 2 at this stride
      ...

CODES
    JSON output and the page identify the kinds of errors by these words.

)man";

constexpr std::string_view views = R"man(
DESCRIPTION
    Most values have several pictures. --view selects one by words `key=value`,
    separated by blanks; each word is optional. A word that the value does not
    support is an error that lists the supported words. `slice=1,0` selects the
    coordinates of modes 2, 3, ... that a grid shows. `whole=1` draws all cells,
    even if they are too many for labels. Links of the page use the same words.

)man";

constexpr std::string_view views_examples = R"man(
EXAMPLES
    Coordinates in the cells, and a slice of the third mode:
      $ stridescope render --format json --view 'label=coord slice=1' '(2,2,2):(1,2,4)'
      {"kind":"grid",...

    The walk through memory, for a document:
      $ stridescope render --format svg --view kind=walk '(2,(2,2)):(4,(2,1))' > walk.svg
)man";

constexpr std::string_view formats = R"man(
PICTURES
    stridescope render --format FORMAT

    ascii    print_layout and print_tensor, exactly as CuTe prints them
    svg      the picture that the page shows
    latex    the same picture, TikZ in a document for pdflatex
    json     the scene: cells with offsets, labels, color classes, arrows

SOURCE TEXT
    stridescope emit --format FORMAT

    cpp      CuTe C++: a type if all integers are static, else make_layout
    dsl      CuTe DSL (Python)
    pycute   pycute, the Python reference
    python   plain Python: shape, stride and offsets as nested lists
    cute     CuTe's printed form: static integers with an underscore

JSON
    stridescope eval --jsonl answers one request per line; stridescope explain
    --json prints a derivation as a tree.

EXAMPLES
      $ stridescope emit --format cpp '(_4,8):(_1,_4)'
      make_layout(make_shape(Int<4>{}, 8), make_stride(Int<1>{}, Int<4>{}))
      $ stridescope emit --format pycute '(4,8):(1,4)'
      Layout((4, 8), (1, 4))
      $ echo '{"id":1,"expr":"4:1 o 2:2"}' | stridescope eval --jsonl
      {"id":1,"result":"2:2"}
)man";

constexpr std::string_view trace_file = R"man(
DESCRIPTION
    A trace file records the memory accesses of launches of a program.
    `stridescope trace` writes it and `stridescope trace show` reads it. The
    format version is 1; readers reject other versions.

    The file consists of the line "stridescope-trace 1", a line break, and a
    payload compressed by deflate (RFC 1951, no header). Integers are unsigned
    varints: seven bits per byte, the low bits first, the top bit set if more
    bytes follow. A text is its length, followed by its bytes.

PAYLOAD
    The payload is a sequence of sections: a tag, a length and that many bytes.
    Readers skip unknown tags.

    1  about: text tracer, text device, architecture (90 is sm_90). Once.
    2  a launch: text kernel, number of the launch, grid x y z, block x y z,
       bytes of shared memory, address of its first byte, 1 if waits are
       recorded (else 0), count and texts of unrecorded kinds, count and (base,
       bytes) of allocations, count and instructions, count and blocks.

    Instruction: byte offset in the code of the kernel, kind, bytes per lane,
    matrices of ldmatrix and stmatrix, text of the machine code, text source
    file, line. Instructions are sorted by offset.

    Block: number x + grid.x (y + grid.y z), number of omitted requests, count
    and requests. Blocks are sorted by number, requests by time.

    Request: index of the instruction, from 0; warp; the complement of the
    32-bit mask of active lanes, so that 0 means all lanes; then, for each
    number of the kind, the values of the active lanes, lowest lane first.

    Each value is stored as its difference from a prediction, modulo 2^64, in
    zigzag encoding (0, -1, 1, -2 become 0, 1, 2, 3). For the first lane the
    prediction is linear: the first values of the previous two requests of the
    same instruction in the block continue with the same difference (values
    before the first request are 0). For the second lane it is the value of the
    first lane; for further lanes the previous two lanes continue linearly.

KINDS
    Each kind, with its count of numbers per lane: 0: none; 1: an address;
    2: the source and the destination of a copy; 3: these two and the bytes.

)man";

std::string trace_text() {
  std::string out(trace_file);
  int number = 0;
  for (const AccessKind kind : access_kinds) {
    std::string line = cat("    ", number < 10 ? " " : "", number, "  ", name_of(kind));
    line.resize(26, ' ');
    append_all(out, line, numbers_of(kind), "  ", english(Message(meaning_of(kind))), "\n");
    ++number;
  }
  return out + R"man(
CAPS
    1024 launches, 65536 instructions, 262144 blocks, 2097152 requests,
    67108864 numbers (16777216 in the page), 64 MiB unpacked.
)man";
}

std::string errors_text() {
  constexpr std::size_t column = 26;
  std::string out(errors);
  struct Code {
    std::string_view name;
    std::string_view meaning;
  };
  static constexpr Code codes[] = {
#define STRIDESCOPE_ERROR(name, meaning) {#name, meaning},
#include "core/base/error_codes.def"
#undef STRIDESCOPE_ERROR
  };
  for (const Code& code : codes) {
    std::string line = "    " + std::string(code.name);
    line.resize(column, ' ');
    out += line + std::string(code.meaning) + "\n";
  }
  return out;
}

constexpr Topic all[] = {
    {"language", "what can be written in a program",
     [] { return std::string(language_text) + app::notation_text() + std::string(language_rules); }},
    {"modes", "static and dynamic integers", [] { return std::string(modes); }},
    {"errors", "the form and the kinds of errors", errors_text},
    {"views", "the pictures of values", [] { return std::string(views) + view_words() + std::string(views_examples); }},
    {"morphisms", "the category of layouts", category_topic},
    {"systems", "layouts of Triton, TileLang, MLIR and others", systems_topic},
    {"tables", "hardware known from documents alone, with sources", app::tables_text},
    {"formats", "the output formats", [] { return std::string(formats); }},
    {"traces", "the format of trace files", trace_text},
};

}  // namespace

std::span<const Topic> topics() { return all; }

}  // namespace stridescope::cli
