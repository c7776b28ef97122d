// A by-mode tiler: an integer, `_` (leave the mode alone), a layout, or a tuple of tilers, one a mode.
#pragma once

#include <variant>
#include <vector>

#include "core/value/layout.h"

namespace stridescope {

// law: as a tiler of a shape, an integer n is the layout n:1, and `_` the mode itself.
struct Tiler {
  std::variant<IntTuple, Layout, std::vector<Tiler>> form;  // the IntTuple is one integer or `_`

  Tiler(IntTuple leaf) : form(std::move(leaf)) {}              // NOLINT(google-explicit-constructor)
  Tiler(Layout layout) : form(std::move(layout)) {}            // NOLINT(google-explicit-constructor)
  Tiler(std::vector<Tiler> modes) : form(std::move(modes)) {}  // NOLINT(google-explicit-constructor)
  // A tuple of integers as a tiler, mode by mode.
  static Tiler from(TupleRef tuple) {
    if (!tuple.is_tuple()) return IntTuple(tuple);
    std::vector<Tiler> modes;
    for (const TupleRef mode : tuple) modes.push_back(from(mode));
    return modes;
  }

  const std::vector<Tiler>* modes() const { return std::get_if<std::vector<Tiler>>(&form); }
  const Layout* layout() const { return std::get_if<Layout>(&form); }
  bool is_any() const { return std::holds_alternative<IntTuple>(form) && std::get<IntTuple>(form).ref().is_any(); }
  // Requires neither modes() nor layout() nor is_any().
  const Int& integer() const { return std::get<IntTuple>(form).integer(); }
};

}  // namespace stridescope
