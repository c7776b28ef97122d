// Answers the lines of tests/golden that are not plain expressions: the facts of an atom (atoms.jsonl) and the layouts
// of a tiling (tiled.jsonl).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/workspace/workspace.h"

namespace stridescope::cli {

// The facts of an atom by CUTLASS's name as one JSON object, the keys of atoms.jsonl. unknown_name, as find_atom
// reports it.
Result<std::string> atom_json(std::string_view name);

// Optional parts of a line, in addition to its kind and expression; empty if missing.
struct TiledLine {
  std::string kind;  // tiled_mma, thrfrg, partition, tiled_copy, copy_partition
  std::string expr;
  std::string a, b, c, layout;  // layouts
  std::string thread;
};

bool is_tiled_line(std::string_view kind);
// (key, printed value) in the order of tiled.jsonl. Omits a key whose operand the line lacks.
Result<std::vector<std::pair<std::string, std::string>>> answer_tiled_line(const TiledLine& line, Workspace& workspace,
                                                                           IntegerMode mode);

}  // namespace stridescope::cli
