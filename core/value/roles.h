// The roles of a function of the language: what code that uses its results must know. builtins.def gives each function
// its roles, and an Origin or an operation carries them. Code that checks, derives, links or draws a result switches
// over the roles, so that no other file refers to a function by name. A role is `none` if it does not apply; most
// functions have no roles. Functions with the same role are treated alike: every divide is checked with one law,
// whatever the form of its result.
#pragma once

#include <cstdint>

namespace stridescope {

namespace roles {

// The law for a result, one of laws.def; core/verdicts/verdict_*.cpp checks it. A function without a law has no
// verdict, and its calls are not recorded.
enum class Law : std::uint8_t {
  none,
#define STRIDESCOPE_LAW(name) name,
#include "core/value/laws.def"
};

// The arrangement of tiles and repetitions in a divide or product, from which a picture finds the tiles. For a layout A
// and a tiler of two modes (core/algebra/algebra.h):
enum class Form : std::uint8_t {
  none,
  // (tile, count), or ((tile0,count0),(tile1,count1)) for a by-mode tiler.
  logical,
  // ((tile0,tile1),(count0,count1)): mode 0 is one tile, mode 1 iterates over tiles.
  zipped,
  // ((tile0,tile1),count0,count1).
  tiled,
  // (tile0,tile1,count0,count1): no picture of tiles, since the end of a tile is unknown.
  flat,
  // Each mode is (tile, count): copies stay together.
  blocked,
  // Each mode is (count, tile): copies are interleaved.
  raked,
};

// The step-by-step derivation of a result, one of derivations.def: a function of core/explain under a rule.
enum class Derivation : std::uint8_t {
  none,
#define STRIDESCOPE_DERIVATION(name, ...) name,
#include "core/value/derivations.def"
};

// The origin of the cells of a result (core/workspace/links.cpp), as a map from its 1-D coordinates to those of an
// operand. R is the result, A and B are the first and second operands.
enum class Link : std::uint8_t {
  none,
  // Cell i is cell i of the first operand: coalesce, flatten, group.
  same_index,
  // The operands are the modes of the result, in order: make_layout(A, B).
  side_by_side,
  // An element or slice of the first operand, at the coordinate given by the other arguments.
  apply,
  // R(i) = A(B(i)) for (A, B): cell i is cell B(i) of A and cell i of B.
  composition,
  // R(i) = B(A(i)) for (A, B): the reverse order, of the category of layouts.
  compose_layouts,
  // The first operand divided into tiles, with any arrangement of modes.
  divide,
  // The first operand with other modes: with_shape.
  reshape,
  // The part of the operand named by `source` that belongs to a thread or block.
  partition,
  // The first operand at each element of the second: cell i is cell i % size(A) of A at cell i / size(A) of B.
  product,
  // The same mode by mode, in the order of `form`.
  ranked_product,
  // Cell i is the coordinate R(i) of the operand.
  inverse,
  // Mode N of a tuple of values, where N is the template argument: get<N>.
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
  // The third argument is the map as written, which dragging an arrow changes.
  written_morphism,
};

// The operand to which the elements of a part belong: for partition_A the last one, the tensor, not the tiling.
enum class Source : std::uint8_t { first, second, last };

// The special picture of a result, in addition to those of its kind (core/scene).
enum class Depiction : std::uint8_t {
  none,
  // The modes before and after coalesce, with the merged neighbors.
  merging,
  // The image of the first operand, and its repetitions at the offsets of the complement.
  repetitions,
  // Both operands of a product and the result as lines.
  lines,
  // A diagram of shapes ordered by refinement (compatible).
  order,
  // For two morphisms f and g, from here to `divide`: their composite and the intermediate objects. Arguments in the
  // order of arrows: f, g.
  compose,
  // Arguments in the order of functions: g, f.
  composition,
  // f, g without their nesting.
  flat_compose,
  // f, g refined until they compose.
  weak_composite,
  // The same for the morphisms of two layouts.
  compose_layouts,
  // g and its complement, f: a logical divide as a composite.
  divide,
  // Two tuples that refine each other's entries: mutual_refinement.
  refinements,
  // The nesting of a tuple: profile, substitute.
  tree,
};

// For a function that returns a thread-value layout: its tile. `none`: it returns none, or only another statement
// determines the tile.
enum class TileOf : std::uint8_t {
  none,
  // M x K, N x K and M x N elements of the TiledMma, the first argument.
  operand_a,
  operand_b,
  operand_c,
  // The tile of the TiledCopy, the first argument.
  copy,
  // For the atom, the first argument; the second argument names the operand.
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

// The arguments that are a thread-value layout and its tile, so that a picture of the layout can show the tile: 0 and 1
// for tv_coverage(TV, tile). Without such arguments both are 0, and the use is false.
struct ThreadUse {
  // Argument number, from 0; the layout maps (thread, value) to an element of the tile.
  std::uint8_t layout = 0;
  // Argument number of a layout, a tensor or a shape of at least two modes, the first of which is the rows.
  std::uint8_t tile = 0;
  // The arguments after `layout` are thread-value layouts of the tile, too.
  bool more = false;
  // The argument counts only if it looks like a thread-value layout: two modes, nested, whole warps of threads. For
  // example composition(A, TV).
  bool may_be_any = false;

  constexpr explicit operator bool() const { return layout != tile; }
};

}  // namespace roles

// The roles of a function: a row of builtins.def names those that differ from the default.
struct BuiltinRoles {
  // The law of its result; `none`: no verdict.
  roles::Law law = roles::Law::none;
  // For divides, products, and tile_to_shape: no other result has tiles.
  roles::Form form = roles::Form::none;
  // `none`: a derivation shows the value only.
  roles::Derivation derivation = roles::Derivation::none;
  // Hovering and pictures of parts use it to find the operand's cells.
  roles::Link link = roles::Link::none;
  roles::Source source = roles::Source::first;
  // A picture that only this function's results have.
  roles::Depiction depiction = roles::Depiction::none;
  // For functions whose result is a thread-value layout.
  roles::TileOf tile_of = roles::TileOf::none;
  roles::Notation notation = roles::Notation::call;
  // For functions with a thread-value layout as an argument.
  roles::ThreadUse threads = {};
  // A program that calls it has thread-value layouts, including flat ones; otherwise only nested layouts are treated as
  // such.
  bool asks_threads = false;
  // The result is about its two operands as functions; analyses are then of these, since a single bit or coordinate is
  // not informative.
  bool compares = false;
  // Reports the cost of an access to a tile in shared memory, so that swizzles of the tile can be tried.
  bool shared_access = false;
  // Takes arguments of the form name=value: only kernels do, and their form offers them.
  bool options = false;
  // One of these, dtype, is the type of the elements.
  bool typed = false;
  // Converts its single argument to another kind of value, as other calls require it: used as a fix for an invalid
  // call.
  bool converts = false;
  // The first argument may be the name of an operation without an atom: make_tma_atom(SM90_TMA_LOAD, ...).
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
