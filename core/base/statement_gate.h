// The current statement of the core, for a host that survives a trap of the core (wasm/): it names the statement in its
// message, restarts the core and skips the statement. On other hosts every statement passes.
#pragma once

#include <string_view>

namespace stridescope {

// Receives the text of a statement before its value, a picture or an answer is made. Returns false to skip it.
using StatementGate = bool (*)(std::string_view statement);

// Set once, before the first program; null: every statement passes.
inline StatementGate statement_gate = nullptr;

inline bool passes(std::string_view statement) { return statement_gate == nullptr || statement_gate(statement); }

}  // namespace stridescope
