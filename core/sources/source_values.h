// The evaluation behind the declarations of a source, for checks of its values.
#pragma once

#include <string_view>
#include <vector>

#include "core/lang/evaluator.h"
#include "core/sources/declarations.h"

namespace stridescope {

// A declaration, an argument or a comment that gives a value to others. A name that only repeats another one, `auto b =
// a`, has none of its own.
struct SourceName {
  std::string name;
  Span span;                   // span of the name, or of the argument
  Span expression;             // expression that makes the value; may be empty
  std::optional<Value> value;  // empty for a type and for memory
  std::string text = {};       // name of a type
  bool is_memory = false;
  std::vector<int> needs = {};  // SourceValues::names in its expression, in the order of the text
};

// Memory that a structure or a kernel of a source reserves.
struct SourceBuffer {
  Span span;  // span of its name
  std::string name;
  std::string element;         // the type of its elements
  int bits = 0;                // bits of an element; 0 if it is open
  std::int64_t elements = -1;  // -1 if the number is open
  std::int64_t alignment = 1;  // alignment that the source guarantees, in bytes
  bool is_aligned = false;     // by a word of the source, alignas
  bool is_tile = false;        // the number of its elements is the cosize of a layout
  std::int64_t offset = -1;    // in its structure, in bytes; -1 if a member before it has no size
  // The largest known divisor of the offset; -1 if a member before it is unknown. `behind`: the member that limits it.
  std::int64_t multiple = -1;
  std::string behind = {};
  Span behind_span = {};             // name of that member
  std::optional<Value> layout = {};  // layout whose cosize is the number of elements
  Span owner = {};                   // the name of the structure; empty for a variable of a kernel
  std::vector<int> needs = {};       // SourceValues::names of its size and its alignment
  std::uint32_t reading = 0;
};

// A file that a source includes.
struct IncludedFile {
  std::string name;         // as IncludeReader has it
  std::string text;         // as the file has it
  std::uint32_t begin = 0;  // in SourceValues::text
};

struct SourceValues {
  // In the order of the text, without those of included files.
  std::vector<Declaration> declarations;
  // The source without comments, and after it the included files; positions of the source are the same.
  std::string text;
  std::vector<IncludedFile> files;
  // All values of the source, also of expressions without a name and of several calls of one function. Spans are in
  // `text`. `errors` has those of statements that call functions of layouts.
  Evaluation made;
  std::vector<RecordedOperation> operations;
  // For each binding: which reading of a function made it. Two calls of one function give its names different values.
  std::vector<std::uint32_t> readings;
  // For each binding: its integers are known to have 64 bits, because a name with such a type is part of it.
  std::vector<bool> wide;
  std::vector<SourceBuffer> buffers;
  // The chain from a value to its declarations. needs: `names` in the expression of each binding; error_needs: of each
  // error's; assumed_of: the binding of each of made.assumed.
  std::vector<SourceName> names;
  std::vector<std::vector<int>> needs;
  std::vector<std::vector<int>> error_needs;
  std::vector<std::size_t> assumed_of;
};

// Never fails for the contents of a text; too_large beyond max_program_bytes.
Result<SourceValues> values_of(std::string_view text, Budget& budget, const IncludeReader& include = {});

}  // namespace stridescope
