// What CuTe's printing functions write, character for character: print_layout, print_tensor, print_latex, print_svg.
// Sources: CUTLASS include/cute/util/print_latex.hpp, print_svg.hpp, print_tensor.hpp, include/cute/layout.hpp.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/tiled/tiled_copy.h"
#include "core/value/value.h"

namespace stridescope {

// Cap: cells of one printed picture; too_large beyond.
inline constexpr std::int64_t max_printed_cells = 1 << 18;

// Offsets in a ruled table. Layouts of rank 1 or 2 with integer offsets.
Result<std::string> print_layout(const Value& value);
// Elements in rows and columns, slices parted by rules. Tensors of rank 1 to 4.
Result<std::string> print_tensor(const Tensor& tensor);

// A TikZ document: a cell per coordinate with its offset, in one of eight greys by offset modulo 8. Layouts of rank 1
// or 2 with integer offsets.
Result<std::string> print_latex(const Value& value);
// The same cells in the manner of CuTe's print_svg, which itself draws MMAs only (print_svg_copy too is an addition).
Result<std::string> print_svg(const Value& value);

// Pictures of thread-value tensors (thread, value) -> coordinate: each element shows the first thread and value that
// hold it, in one of eight colours by thread modulo 8. The tensors are what CuTe calls tensorC_TV and so on:
// composition(make_identity_tensor(tile), layoutC_TV). A coordinate outside the tile is an error.
Result<std::string> print_latex_tv(const Tensor& tv, TupleRef tile_mn);
Result<std::string> print_latex_copy(const Tensor& s, const Tensor& d, TupleRef tile_mn);
Result<std::string> print_latex_mma(const Tensor& c, const Tensor& a, const Tensor& b, TupleRef tile_mnk);
Result<std::string> print_svg_mma(const Tensor& c, const Tensor& a, const Tensor& b, TupleRef tile_mnk);
Result<std::string> print_svg_copy(const Tensor& s, const Tensor& d, TupleRef tile_mn);

// The same of tilings: A to the left of C and B above it; source and destination beside each other.
Result<std::string> print_latex(const TiledMma& mma);
Result<std::string> print_latex(const TiledCopy& copy);
Result<std::string> print_svg(const TiledMma& mma);
Result<std::string> print_svg(const TiledCopy& copy);

}  // namespace stridescope
