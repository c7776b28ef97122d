// A by-mode tiler: an integer, `_` (leave the mode unchanged), a layout, or a tuple of tilers, one per mode. CuTe's
// divides, products and composition take one: <_4,_8> divides a matrix into tiles of 4 x 8, and <4:1,8:2> takes every
// second column of sixteen. A tuple of integers is such a tiler, while a layout of two modes, (4,8):(1,4), is a single
// tiler over 1-D coordinates. Source: CUTLASS include/cute/layout.hpp (is_tuple tilers),
// media/docs/cpp/cute/02_layout_algebra.md.
#pragma once

#include <variant>
#include <vector>

#include "core/value/layout.h"

namespace stridescope {

// law: as a tiler of a shape, an integer n is the layout n:1, and `_` is the mode itself.
struct Tiler {
  // One of the four forms; the IntTuple is an integer or `_`, never a tuple.
  std::variant<IntTuple, Layout, std::vector<Tiler>> form;

  // pre of the first constructor: an integer or `_`; tuples are converted with `from`.
  Tiler(IntTuple leaf) : form(std::move(leaf)) {}              // NOLINT(google-explicit-constructor)
  Tiler(Layout layout) : form(std::move(layout)) {}            // NOLINT(google-explicit-constructor)
  Tiler(std::vector<Tiler> modes) : form(std::move(modes)) {}  // NOLINT(google-explicit-constructor)
  // A tuple of integers as a tiler, mode by mode, with the nesting of the tuple.
  static Tiler from(TupleRef tuple) {
    if (!tuple.is_tuple()) return IntTuple(tuple);
    std::vector<Tiler> modes;
    for (const TupleRef mode : tuple) modes.push_back(from(mode));
    return modes;
  }

  // The tilers of the modes; the layout; null for another form. Valid as long as the tiler.
  const std::vector<Tiler>* modes() const { return std::get_if<std::vector<Tiler>>(&form); }
  const Layout* layout() const { return std::get_if<Layout>(&form); }
  // True if it is `_`.
  bool is_any() const { return std::holds_alternative<IntTuple>(form) && std::get<IntTuple>(form).ref().is_any(); }
  // The extent n of the tile, static or dynamic as written. pre: neither modes() nor layout() nor is_any().
  const Int& integer() const { return std::get<IntTuple>(form).integer(); }
};

}  // namespace stridescope
