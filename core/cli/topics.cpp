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
    A program is statements `name = expression` or `expression`, ended by a line
    break or ';'. A line break inside brackets or after an operator does not
    count. # and // start comments, /* */ holds one. A name has its last value
    before the statement that uses it. The notation is CuTe's own: what CuTe
    prints can be pasted, and sources that hold its layouts: what is not about
    layouts is skipped, and a note lists it.

EXPRESSIONS
)man";

constexpr std::string_view language_rules = R"man(
    * / % bind tighter than + and -, and these tighter than ':'. Between
    integers / rounds towards zero, as in C++. Brackets around one value
    make a tuple of one mode, and group where the value is an operand:
    (1+3) * 2 is 8. A minus sign directly before a digit belongs to the
    number, unless a value precedes it: n-1. `--` is always a
    morphism's. Template arguments may be computed, too: get<n-1>(A).

    `stridescope functions` lists all functions, `stridescope functions NAME`
    explains one.

NAMES
    Letters, digits and underscores, not the name of a function, not o, _, X,
    Sw, LayoutLeft, LayoutRight.

CAPS
    256 KiB a program, 64 levels of nesting, 4096 entries a tuple. Integers have
    64 bits; overflow is an error. The statements of a program share a budget of
    work, about a second: a call that needs more than is left of it is an error
    on its line, and later lines that need less have their values.

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

    Arithmetic, in a template argument, too:
      $ stridescope eval 'n = 2; get<n-1>((4*8, (n+1) * 16)) - 6'
      42

    A swizzled layout at one coordinate:
      $ stridescope eval 'S = Sw<3,4,3> o 0 o (8,64):(64,1); S(3,5)'
      213
)man";

constexpr std::string_view modes = R"man(
DESCRIPTION
    In CuTe an integer is static, known at compile time (Int<4>, printed _4), or
    dynamic, known at run time (printed 4). Results depend on it: a static mode
    of size 1 is dropped, a dynamic one is not; modes are merged and
    divisibility is checked only where the integers are static.

    --ints cute, the default of the command line: 4 is dynamic and _4 static,
    as CuTe prints them.

    --ints teaching, the default of the page: every integer is static, 4 and _4
    mean the same, and nothing prints an underscore. This is how the algebra is
    done by hand.

    Where CuTe checks nothing, because the integers are dynamic, its answer is
    given as it is, right or wrong.

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
      error: 5 elements do not fit mode 0 of the left layout, which holds 2 of them at this stride
      ...
)man";

constexpr std::string_view errors = R"man(
DESCRIPTION
    An error names the wrong value and its place, and gives a fix. Only its own
    statement and those that use it lose their values; all errors of a program
    are reported, up to 100. They go to standard error, and the exit status is
    1. CuTe's own conditions are checked where CuTe checks them.

    Errors of the command line itself have the exit status 2.

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
      error: 5 elements do not fit mode 0 of the left layout, which holds 2 of them at this stride
      ...

CODES
    The page names the kinds of errors by these words.

)man";

constexpr std::string_view views = R"man(
DESCRIPTION
    Most values have several pictures. --view says which one is drawn, as words
    `key=value` with blanks between; any may be missing, and what a value does
    not offer is refused with a list of what it does. `slice=1,0` chooses what
    a grid shows of modes 2, 3, ..., `whole=1` asks for all cells, also where
    they are too many for labels. Links of the page use the same words.

)man";

constexpr std::string_view views_examples = R"man(
EXAMPLES
    Coordinates in the cells, and which slice of a third mode:
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
    json     the scene: cells with offsets, labels, colour classes, arrows

SOURCE TEXT
    stridescope emit --format FORMAT

    cpp      CuTe C++: a type where everything is static, else make_layout
    dsl      CuTe DSL (Python)
    pycute   pycute, the Python reference
    python   no library: shape, stride and offsets as nested lists
    cute     what CuTe prints, static integers with an underscore

JSON
    stridescope eval --jsonl answers a request a line; stridescope explain
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
    A trace file holds what launches of a program did to memory, as
    `stridescope trace` writes it and `stridescope trace show` reads it. The
    format version is 1; readers reject other versions.

    The file is the line "stridescope-trace 1", a line break, and a payload that
    is packed by deflate (RFC 1951, no header). Integers are unsigned varints:
    seven bits a byte, the low ones first, the top bit set where more follow.
    A text is its length and its bytes.

PAYLOAD
    Sections, each a tag, a length and that many bytes; unknown tags are
    skipped.

    1  about: text tracer, text device, architecture (90 is sm_90). Once.
    2  a launch: text kernel, number of the launch, grid x y z, block x y z,
       bytes of shared memory, address where they begin, 1 where waits are
       recorded, count and texts of what could not be recorded, count and
       (base, bytes) of allocations, count and instructions, count and blocks.

    Instruction: place in the kernel's code in bytes, kind, bytes a lane,
    matrices of ldmatrix and stmatrix, text of the machine code, text source
    file, line. Sorted by position.

    Block: number x + grid.x (y + grid.y z), requests left out, count and
    requests. In the order of their numbers; requests in the order of time.

    Request: instruction, from 0; warp; the complement of the mask of active
    lanes, 32 bits, so that all lanes are 0; then for each of the kind's
    numbers the values of the active lanes, lowest lane first.

    Each value is stored as its difference to a guess, modulo 2^64, zigzag (0,
    -1, 1, -2 are 0, 1, 2, 3). The guess of the first lane is the first value of
    the last request of the same instruction in the block, plus its difference
    to the one before that (both 0 at the beginning); of the second lane the
    value of the first; of further ones the last value plus its difference to
    the one before.

KINDS
    Each with how many numbers a lane has: an address; or where a copy comes
    from and goes to; or these and its bytes.

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
    16777216 numbers, 64 MiB unpacked.
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
    {"errors", "what errors look like, and their kinds", errors_text},
    {"views", "which pictures there are",
     [] { return std::string(views) + view_words() + std::string(views_examples); }},
    {"morphisms", "the category of layouts", category_topic},
    {"systems", "layouts of Triton, TileLang, MLIR and others", systems_topic},
    {"tables", "hardware that was not measured here, with its sources", app::tables_text},
    {"formats", "what can be written out", [] { return std::string(formats); }},
    {"traces", "the file of a trace", trace_text},
};

}  // namespace

std::span<const Topic> topics() { return all; }

}  // namespace stridescope::cli
