// The questions that a line of tests/golden/tiled.jsonl asks of a TiledMMA or TiledCopy: each key of its answer is a
// function of the language.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/value/print.h"

namespace stridescope {

// What a line may bring beside its kind and expression; empty when it does not.
struct TiledLine {
  std::string kind;  // tiled_mma, thrfrg, partition, tiled_copy, copy_partition
  std::string expr;
  std::string a, b, c, layout;  // layouts
  std::string thread;
};

bool is_tiled_line(std::string_view kind);
// (key, printed value) in the order of the golden data; a key whose operand the line does not bring is left out.
Result<std::vector<std::pair<std::string, std::string>>> answer_tiled_line(const TiledLine& line, IntegerMode mode);

}  // namespace stridescope
