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

// Limits of one printed picture: rows, columns and cells (one side can be long while the other is 0), and bytes;
// too_large beyond. A budget also limits it; it is checked before any output, and the caller charges the size of the
// text that it keeps.

// Maximum output: bytes per cell, per row and per column.
struct PrintedSize {
  std::int64_t rows;
  std::int64_t cols;
  std::uint64_t cell_bytes;
  std::uint64_t side_bytes;
};
// Error: too_large, with `name`, the printing function, and the exceeded limit; otherwise true.
Result<bool> check_printed(std::string_view name, const PrintedSize& size, const Budget* budget);

// Offsets in a table with rules. Layouts of rank 1 or 2 with integer offsets.
Result<std::string> print_layout(const Value& value, Budget* budget = nullptr);
// Elements in rows and columns, with rules between slices. Tensors of rank 1 to 4.
Result<std::string> print_tensor(const Tensor& tensor, Budget* budget = nullptr);

// A TikZ document: a cell per coordinate with its offset, in one of eight grays by offset modulo 8. Layouts of rank 1
// or 2 with integer offsets.
Result<std::string> print_latex(const Value& value, Budget* budget = nullptr);
// The same cells in the style of CuTe's print_svg, which itself draws only MMAs (print_svg_copy is an addition, too).
Result<std::string> print_svg(const Value& value, Budget* budget = nullptr);

// Pictures of thread-value tensors (thread, value) -> coordinate: each element shows the first thread and value that
// hold it, in one of eight colors by thread modulo 8. The tensors are CuTe's tensorC_TV etc.:
// composition(make_identity_tensor(tile), layoutC_TV). Error: a coordinate outside the tile.
Result<std::string> print_latex_tv(const Tensor& tv, TupleRef tile_mn, Budget* budget = nullptr);
// For a copy: on the left the owners of the source's elements, on the right those of the destination.
Result<std::string> print_latex_copy(const Tensor& s, const Tensor& d, TupleRef tile_mn, Budget* budget = nullptr);
// For C (M,N), A (M,K) and B (N,K) of a tile (M,N,K).
Result<std::string> print_latex_mma(const Tensor& c, const Tensor& a, const Tensor& b, TupleRef tile_mnk,
                                    Budget* budget = nullptr);
Result<std::string> print_svg_mma(const Tensor& c, const Tensor& a, const Tensor& b, TupleRef tile_mnk,
                                  Budget* budget = nullptr);
Result<std::string> print_svg_copy(const Tensor& s, const Tensor& d, TupleRef tile_mn, Budget* budget = nullptr);

// The same for tilings: A to the left of C, and B above it; source and destination next to each other.
Result<std::string> print_latex(const TiledMma& mma, Budget* budget = nullptr);
Result<std::string> print_latex(const TiledCopy& copy, Budget* budget = nullptr);
Result<std::string> print_svg(const TiledMma& mma, Budget* budget = nullptr);
Result<std::string> print_svg(const TiledCopy& copy, Budget* budget = nullptr);

}  // namespace stridescope
