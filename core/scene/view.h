// Which picture of a value is wanted. Flat, so that it travels in a link: `kind=grid label=offset color=tile
// slice=0,3`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/value/print.h"

namespace stridescope {

// The kinds of pictures. Their words in links and on the command line are the names here (registers is `register`).
enum class Picture {
  grid,       // mode 0 down, mode 1 across, one slice of the other modes
  strip,      // 1-D coordinates in order
  memory,     // offsets in order, with the gaps
  walk,       // offsets in order, with the order in which the layout visits them as arrows; inner levels apart
  strips,     // coordinates in order over offsets in order, each linked to its own
  map,        // domain and codomain as two columns, an arrow from each coordinate to its offset
  codomain,   // the codomain: what is hit, how often, and what is not
  parent,     // the operand that the value was made from, with the value's elements lit or coloured by tile
  product,    // the operands of a product over its result
  order,      // shapes by compatibility, each under those that refine it
  sectors,    // the sectors of global memory under the lanes of one request; slice: warp, access
  banks,      // one request in shared memory, a row a wavefront, a column a bank; slice: warp, access
  threads,    // which thread holds which element, as which value: a TV layout, an MMA's A, B, C, both sides of a copy
  f2,         // the matrix over F2 of a power-of-two layout
  boxes,      // the boxes of a TMA over its global tensor
  diagram,    // a morphism: entries as columns, with arrows; the trees of a refinement; both legs of a span
  composite,  // the morphisms that the value is composed of, one after the other
  lanes,  // one wavefront of shared memory: its lanes over the banks that serve them; slice: warp, access, wavefront
  modes,  // the modes that coalesce merges over those that it makes of them
};
// What is written into a cell.
enum class Label {
  offset,
  coord,
  index,
  owner,  // threads and values that hold the element
};
// What cells of one colour class have in common.
enum class ColorBy {
  offset,
  mode,
  tile,
  index,
  image,    // hit or not, and how often
  crossed,  // hit numbers struck out
  thread,
  warp,
  value,
  registers,
};

// A wish: make_scene takes what the value has of it and falls back to the defaults for the rest.
struct View {
  Picture picture = Picture::grid;
  Label label = Label::offset;
  ColorBy color = ColorBy::offset;
  bool whole = false;               // show all of what threads hold, also where it is too large for labels
  std::vector<std::int64_t> slice;  // values of modes 2, 3, ...; missing ones are 0
  IntegerMode integers = IntegerMode::cute;
};

// The words of the text form.
std::string_view name_of(Picture picture);
std::string_view name_of(Label label);
std::string_view name_of(ColorBy color);

// Reads the text form onto `defaults`; unknown keys and words are ignored, so that old links still open.
View parse_view(std::string_view text, View defaults);

}  // namespace stridescope
