// The evaluation behind the declarations of a source, for checks of its values.
#pragma once

#include <string_view>
#include <vector>

#include "core/lang/evaluator.h"
#include "core/sources/declarations.h"

namespace stridescope {

struct SourceValues {
  // As declarations_of.
  std::vector<Declaration> declarations;
  // All values of the source, also of expressions without a name and of several calls of one function. Spans are in the
  // source. `errors` has those of statements that call functions of layouts.
  Evaluation made;
  std::vector<RecordedOperation> operations;
  // For each binding the reading of a function that made it: two calls of one function give its names other values.
  std::vector<std::uint32_t> readings;
};

Result<SourceValues> values_of(std::string_view text, Budget& budget, const IncludeReader& include = {});

}  // namespace stridescope
