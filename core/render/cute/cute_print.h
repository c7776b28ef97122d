// The output of CuTe's printing functions, character for character: print_layout, print_tensor, print_latex, print_svg.
// Sources: CUTLASS include/cute/util/print_latex.hpp, print_svg.hpp, print_tensor.hpp, include/cute/layout.hpp.
#pragma once

#include <string>

#include "core/base/budget.h"
#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/tiled/tiled_copy.h"
#include "core/value/value.h"

namespace stridescope {

// Limits of one printed picture: rows, columns and cells (a side can be long although the other is 0), and bytes;
// too_large beyond. A budget limits it, too: it is checked before anything is written, and the caller that keeps the
// text takes its size from it.

// At most this much is written: for each cell, for each row and for each column.
struct PrintedSize {
  std::int64_t rows;
  std::int64_t cols;
  std::uint64_t cell_bytes;
  std::uint64_t side_bytes;
};
// too_large, beginning with `name`, the function that prints, and with the cap that is met; else true.
Result<bool> check_printed(std::string_view name, const PrintedSize& size, const Budget* budget);

// Offsets in a ruled table. Layouts of rank 1 or 2 with integer offsets.
Result<std::string> print_layout(const Value& value, Budget* budget = nullptr);
// Elements in rows and columns, slices parted by rules. Tensors of rank 1 to 4.
Result<std::string> print_tensor(const Tensor& tensor, Budget* budget = nullptr);

// A TikZ document: a cell per coordinate with its offset, in one of eight greys by offset modulo 8. Layouts of rank 1
// or 2 with integer offsets.
Result<std::string> print_latex(const Value& value, Budget* budget = nullptr);
// The same cells in the manner of CuTe's print_svg, which itself draws MMAs only (print_svg_copy too is an addition).
Result<std::string> print_svg(const Value& value, Budget* budget = nullptr);

// Pictures of thread-value tensors (thread, value) -> coordinate: each element shows the first thread and value that
// hold it, in one of eight colors by thread modulo 8. The tensors are CuTe's tensorC_TV and so on:
// composition(make_identity_tensor(tile), layoutC_TV). A coordinate outside the tile is an error.
Result<std::string> print_latex_tv(const Tensor& tv, TupleRef tile_mn, Budget* budget = nullptr);
// For a copy: the owners of each element of the source on the left, of the destination on the right.
Result<std::string> print_latex_copy(const Tensor& s, const Tensor& d, TupleRef tile_mn, Budget* budget = nullptr);
// For C (M,N), A (M,K) and B (N,K) of a tile (M,N,K).
Result<std::string> print_latex_mma(const Tensor& c, const Tensor& a, const Tensor& b, TupleRef tile_mnk,
                                    Budget* budget = nullptr);
Result<std::string> print_svg_mma(const Tensor& c, const Tensor& a, const Tensor& b, TupleRef tile_mnk,
                                  Budget* budget = nullptr);
Result<std::string> print_svg_copy(const Tensor& s, const Tensor& d, TupleRef tile_mn, Budget* budget = nullptr);

// The same for tilings: A to the left of C and B above it; source and destination next to each other.
Result<std::string> print_latex(const TiledMma& mma, Budget* budget = nullptr);
Result<std::string> print_latex(const TiledCopy& copy, Budget* budget = nullptr);
Result<std::string> print_svg(const TiledMma& mma, Budget* budget = nullptr);
Result<std::string> print_svg(const TiledCopy& copy, Budget* budget = nullptr);

}  // namespace stridescope
