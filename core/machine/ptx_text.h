// PTX as people bring it: as Compiler Explorer's filters leave it, as cuobjdump extracts it, with other text around it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/machine/program.h"

namespace stridescope::machine {

struct CompletedPtx {
  std::string text;            // each line is at the place of the given one
  std::vector<Message> notes;  // what is supposed, and what is left out
  Message hint;                // hint for an error in the text, if the error has none
  Message lacks;               // what is missing and cannot be supposed: the reason of an error in the text
};
// Adds what filters have removed: version and target, the first line of a kernel, registers by the names that compilers
// give, parameters of calls, a shared array of each function; leaves out what is not PTX. Complete PTX stays as it is.
CompletedPtx complete_ptx(std::string_view text);

// True for text with a line that only PTX has, complete or not.
bool looks_like_ptx(std::string_view text);

struct AnyPtx {
  Program program;
  std::vector<Message> notes;
};
// read_ptx of the completed text. The span of an error is its line in the given text.
Result<AnyPtx> read_any_ptx(std::string_view text);

}  // namespace stridescope::machine
