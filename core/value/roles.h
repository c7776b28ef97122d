// The meaning of a function of the language for code that looks at its results. builtins.def gives each function its
// roles, an Origin or an operation carries them, and code that judges, derives, links or draws a result switches over
// them: so no other file knows a function by its name. A role is `none` if a function has no part in it; most functions
// have no role. Functions with the same role are treated alike: every divide is judged by one law, whatever the form of
// its result.
#pragma once

#include <cstdint>

namespace stridescope {

namespace roles {

// The law that a result is judged by, one of laws.def: the check of it is in core/verdicts/verdict_*.cpp. A function
// without a law has no verdict, and its calls are not recorded.
enum class Law : std::uint8_t {
  none,
#define STRIDESCOPE_LAW(name) name,
#include "core/value/laws.def"
};

// The arrangement of tiles and their repetitions in a divide or a product, which tells a picture where the tiles are.
// For a layout A and a tiler of two modes (core/algebra/algebra.h):
enum class Form : std::uint8_t {
  none,
  // (tile, count), or in each mode where the tiler goes by mode: ((tile0,count0),(tile1,count1)).
  logical,
  // ((tile0,tile1),(count0,count1)): mode 0 is one tile, mode 1 goes from tile to tile.
  zipped,
  // ((tile0,tile1),count0,count1).
  tiled,
  // (tile0,tile1,count0,count1): no picture of tiles, because the end of a tile is unknown.
  flat,
  // Each mode is (tile, count): copies stay together.
  blocked,
  // Each mode is (count, tile): copies are interleaved.
  raked,
};

// The derivation of a result step by step, one of derivations.def: each is a function of core/explain under a rule.
enum class Derivation : std::uint8_t {
  none,
#define STRIDESCOPE_DERIVATION(name, ...) name,
#include "core/value/derivations.def"
};

// The origin of the cells of a result (core/workspace/links.cpp), as a map from its 1-D coordinates to those of an
// operand. R is the result, A and B the first and the second operand.
enum class Link : std::uint8_t {
  none,
  // Cell i is cell i of the first operand: coalesce, flatten, group.
  same_index,
  // The operands are the modes of the result, in order: make_layout(A, B).
  side_by_side,
  // An element or a slice of the first operand, at the coordinate that the other arguments are.
  apply,
  // R(i) = A(B(i)) of (A, B): cell i is cell B(i) of A and cell i of B.
  composition,
  // R(i) = B(A(i)) of (A, B): the other order, of the category of layouts.
  compose_layouts,
  // The first operand in tiles, wherever their modes are.
  divide,
  // The first operand with other modes: with_shape.
  reshape,
  // The part of the operand named by `source` that a thread or a block has.
  partition,
  // The first operand at each element of the second: cell i is cell i % size(A) of A at cell i / size(A) of B.
  product,
  // The same mode by mode, in the order that `form` says.
  ranked_product,
  // Cell i is the coordinate R(i) of the operand.
  inverse,
  // Mode N of a tuple of values, N being the template argument: get<N>.
  member,
  // For morphisms, from here on (core/workspace/links_category.cpp): the layout that the operand encodes.
  encoded_layout,
  // The morphism that encodes the operand.
  morphism_of_layout,
  // Entry i of the domain is entry i of the operand's.
  same_domain,
  // The first operand, then the second: compose(f, g).
  composite,
  // The second operand, then the first: composition(g, f).
  composite_backwards,
  // Its third argument is its map, as it is written: what drags of an arrow change.
  written_morphism,
};

// The operand that the elements of a part belong to: for partition_A the last one, the tensor and not the tiling.
enum class Source : std::uint8_t { first, second, last };

// The special picture of a result, in addition to those of its kind (core/scene).
enum class Depiction : std::uint8_t {
  none,
  // The modes before and after: the neighbors that coalesce merged.
  merging,
  // The image of the first operand, and its repetitions, which a complement counts.
  repetitions,
  // Both operands of a product and the result as lines.
  lines,
  // A diagram of how shapes refine each other (compatible).
  order,
  // For two morphisms f and g, from here to `divide`: their composite and the intermediate objects: f, g, the arguments
  // in the order of arrows.
  compose,
  // g, f, the arguments in the order of functions.
  composition,
  // f, g without their nesting.
  flat_compose,
  // f, g refined until they compose.
  weak_composite,
  // The same of the morphisms of two layouts.
  compose_layouts,
  // g and its complement, f: a logical divide as a composite.
  divide,
  // Two tuples that refine each other's entries: mutual_refinement.
  refinements,
  // The nesting of a tuple: profile, substitute.
  tree,
};

// For a thread-value layout that a function returns: its tile. `none`: the function returns none, or only another
// statement knows the tile.
enum class TileOf : std::uint8_t {
  none,
  // M x K, N x K and M x N elements of the TiledMma, which is the first argument.
  operand_a,
  operand_b,
  operand_c,
  // The tile of the TiledCopy, which is the first argument.
  copy,
  // For the atom, which is the first argument; the second names the operand.
  named_part,
};

// The extents that a function accepts in its arguments: in every layout and tensor among them, also inside tuples, and
// in every tuple that `BuiltinRoles::shapes` names. The evaluator refuses others before the call (core/lang/call.h).
enum class Extents : std::uint8_t {
  // CuTe's algebra has a value for every integer.
  any,
  // A layout is made: 0 is the empty one, and a negative number of elements does not exist.
  not_negative,
  // Memory is moved, tiled over threads or described to the hardware: at least 1.
  positive,
};

// The form of a call in a derivation: a result shows the operator sign that a user would write.
enum class Notation : std::uint8_t {
  call,      // f(a, b)
  composed,  // a o b, of two layouts
  divided,   // a / b, of a shape and an integer
};

// The arguments that are a thread-value layout and the tile it is over, so that a picture of the layout may show that
// tile: of tv_coverage(TV, tile) the arguments 0 and 1. Both 0 if none are: it is false then.
struct ThreadUse {
  // By number, from 0; the layout maps (thread, value) to an element of the tile.
  std::uint8_t layout = 0;
  // A layout, a tensor or a shape of at least two modes, whose first is the rows.
  std::uint8_t tile = 0;
  // The arguments after `layout` are thread-value layouts of the tile, too.
  bool more = false;
  // The argument is one only if it looks like one: two modes, nested, whole warps of threads. composition(A, TV) has
  // such.
  bool may_be_any = false;

  constexpr explicit operator bool() const { return layout != tile; }
};

}  // namespace roles

// The roles of one function: a row of builtins.def names those that are not the default.
struct BuiltinRoles {
  // The law of its result; `none`: no verdict.
  roles::Law law = roles::Law::none;
  // For a divide, a product, or tile_to_shape: no other result has tiles.
  roles::Form form = roles::Form::none;
  // `none`: a derivation shows the value alone.
  roles::Derivation derivation = roles::Derivation::none;
  // Used by hover and by pictures of parts to find the operand's cells.
  roles::Link link = roles::Link::none;
  roles::Source source = roles::Source::first;
  // The picture that this function's results alone have.
  roles::Depiction depiction = roles::Depiction::none;
  // For a function whose result is a thread-value layout.
  roles::TileOf tile_of = roles::TileOf::none;
  roles::Notation notation = roles::Notation::call;
  // For a function that takes one.
  roles::ThreadUse threads = {};
  // A program that calls it has thread-value layouts, flat ones among them: otherwise only a nested layout is looked
  // at as one.
  bool asks_threads = false;
  // The answer is about its two operands as functions, which are what is analysed: a bit or a coordinate says little.
  bool compares = false;
  // It gives the cost of an access of a tile in shared memory, so that swizzles of the tile can be tried.
  bool shared_access = false;
  // It takes arguments of the form name=value, and only such a function does: a kernel, whose form offers them.
  bool options = false;
  // One of them, dtype, is the type of its elements.
  bool typed = false;
  // It converts its one argument to another kind of value, as other calls need it: used to fix a refused call.
  bool converts = false;
  // The name of an operation without an atom may be its first argument: make_tma_atom(SM90_TMA_LOAD, ...).
  bool names_operation = false;
  // The extents that it accepts. `shapes` has bit i if argument i is a shape or a tile where it is an integer or a
  // tuple.
  roles::Extents extents = roles::Extents::any;
  std::uint8_t shapes = 0;
  // The number of leading arguments that are tensors whose extents are the problem's size: 3 for gemm_kernel, 0 for a
  // function without a size.
  std::uint8_t sized_tensors = 0;
};

}  // namespace stridescope
