// The statement that the core works on, for a host that survives a trap of the core (wasm/): it names the statement in
// its message, starts the core again and skips the statement. Elsewhere every statement passes.
#pragma once

#include <string_view>

namespace stridescope {

// Takes the text of a statement before its value, a picture or an answer is made. False: it is not to be evaluated.
using StatementGate = bool (*)(std::string_view statement);

// Set once, before the first program; null: every statement passes.
inline StatementGate statement_gate = nullptr;

inline bool passes(std::string_view statement) { return statement_gate == nullptr || statement_gate(statement); }

}  // namespace stridescope
