// What a function of the language means to those who look at its results. builtins.def gives each function its roles,
// an Origin or an operation carries them, and whoever judges, derives, links or draws a result switches over them: so
// no other file knows a function by its name. A role stays `none` where a function has no part in it.
#pragma once

#include <cstdint>

namespace stridescope {

namespace roles {

// The law that a result is judged by.
enum class Law : std::uint8_t {
  none,
#define STRIDESCOPE_LAW(name) name,
#include "core/value/laws.def"
};

// How a divide or a product arranges tiles and their repetitions, and so where a picture finds the tiles.
enum class Form : std::uint8_t {
  none,
  logical,  // (tile, count), or in each mode where the tiler goes by mode
  zipped,   // ((tiles), (counts))
  tiled,    // ((tiles), count, count, ...)
  flat,     // (tile, tile, ..., count, count, ...)
  blocked,  // each mode is (tile, count)
  raked,    // each mode is (count, tile)
};

// How a result is derived step by step.
enum class Derivation : std::uint8_t {
  none,
#define STRIDESCOPE_DERIVATION(name, ...) name,
#include "core/value/derivations.def"
};

// Where the cells of a result come from (core/workspace/links.cpp).
enum class Link : std::uint8_t {
  none,
  same_index,       // cell i is cell i of the first operand
  side_by_side,     // the operands are the modes of the result, in order
  apply,            // an element or a slice of the first operand
  composition,      // R(i) = A(B(i)) of (A, B)
  compose_layouts,  // R(i) = B(A(i)) of (A, B)
  divide,           // the first operand in tiles
  reshape,          // the first operand with other modes
  partition,        // what a thread or a block has of the operand `source`
  product,          // the first operand at each element of the second
  ranked_product,   // the same mode by mode, in the order that `form` says
  inverse,          // cell i is the coordinate R(i) of the operand
  member,           // mode N of a tuple of values, N being the template argument
  // Of morphisms (core/workspace/links_category.cpp):
  encoded_layout,       // the layout that the operand encodes
  morphism_of_layout,   // the morphism that encodes the operand
  same_domain,          // entry i of the domain is entry i of the operand's
  composite,            // the first operand, then the second
  composite_backwards,  // the second operand, then the first
  written_morphism,     // its third argument is its map, as it is written
};

// Which operand the elements of a part are elements of.
enum class Source : std::uint8_t { first, second, last };

// The picture of its own that a result has beside those of its kind (core/scene).
enum class Depiction : std::uint8_t {
  none,
  merging,      // the modes before and after
  repetitions,  // the image of the first operand, and its repetitions
  lines,        // both operands and the result as lines
  order,        // a diagram of how shapes refine each other
  // The composite of two morphisms f and g, and what is gone through:
  compose,          // f, g
  composition,      // g, f
  flat_compose,     // f, g without their nesting
  weak_composite,   // f, g refined until they compose
  compose_layouts,  // the same of the morphisms of two layouts
  divide,           // g and its complement, f
  refinements,      // two tuples that refine each other's entries
  tree,             // the nesting of a tuple
};

// Of a thread-value layout that a function gives: the tile that it is over.
enum class TileOf : std::uint8_t {
  none,
  operand_a,  // of the TiledMma, which is the first argument
  operand_b,
  operand_c,
  copy,        // of the TiledCopy, which is the first argument
  named_part,  // of the atom, which is the first argument; the second says which operand
};

// How a call is written in a derivation.
enum class Notation : std::uint8_t {
  call,      // f(a, b)
  composed,  // a o b, of two layouts
  divided,   // a / b, of a shape and an integer
};

// The arguments that are a thread-value layout and the tile it is over; both 0 if none are.
struct ThreadUse {
  std::uint8_t layout = 0;  // by number
  std::uint8_t tile = 0;
  bool more = false;        // the arguments after `layout` are thread-value layouts of the tile, too
  bool may_be_any = false;  // the argument is one only if it looks like one

  constexpr explicit operator bool() const { return layout != tile; }
};

}  // namespace roles

struct BuiltinRoles {
  roles::Law law = roles::Law::none;
  roles::Form form = roles::Form::none;
  roles::Derivation derivation = roles::Derivation::none;
  roles::Link link = roles::Link::none;
  roles::Source source = roles::Source::first;
  roles::Depiction depiction = roles::Depiction::none;
  roles::TileOf tile_of = roles::TileOf::none;
  roles::Notation notation = roles::Notation::call;
  roles::ThreadUse threads = {};
  bool asks_threads = false;       // a program that calls it has thread-value layouts, flat ones among them
  bool compares = false;           // the answer is about its two operands as functions, which are what is analysed
  bool shared_access = false;      // what an access of a tile in shared memory costs
  bool options = false;            // it takes arguments of the form name=value
  bool typed = false;              // one of them, dtype, is the type of its elements
  bool converts = false;           // it makes another kind of value of its one argument, as other calls want it
  bool names_operation = false;    // the name of an operation without an atom may be its first argument
  std::uint8_t sized_tensors = 0;  // so many first arguments are tensors whose extents are the problem's size
};

}  // namespace stridescope
