// What CuTe's printing functions write, character for character, for the clipboard and for comparison. Pictures of our
// own are scenes.
// Source: CUTLASS include/cute/util/print_tensor.hpp, print_latex.hpp, print_svg.hpp; tests/golden/render.jsonl.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/value/value.h"

namespace stridescope {

// Layouts of rank 1 or 2 with integer offsets: rank_mismatch, unsupported. too_large beyond 2^18 cells.
Result<std::string> print_layout(const Value& value);
// Tensors of rank 1 to 4.
Result<std::string> print_tensor(const Value& value);
// Layouts of rank 1 or 2: a grid whose cells are shaded by offset modulo 8.
Result<std::string> print_latex(const Value& value);

}  // namespace stridescope
