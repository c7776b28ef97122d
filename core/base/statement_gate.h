// The current statement of the core, for a host that survives a trap of the core (wasm/): it names the statement in its
// message, restarts the core and skips the statement. A host that has no other thread ends a long program by it, too. On
// other hosts every statement passes.
#pragma once

#include <string_view>

namespace stridescope {

// The host's answer: a statement runs, or is skipped because it stopped the core before, or because its time is over.
enum class Admission { stopped, runs, late };

// Receives the text of a statement before its value, a picture or an answer is made.
using StatementGate = Admission (*)(std::string_view statement);

// Set once, before the first program; null: every statement passes.
inline StatementGate statement_gate = nullptr;

inline Admission admission(std::string_view statement) {
  return statement_gate == nullptr ? Admission::runs : statement_gate(statement);
}

}  // namespace stridescope
