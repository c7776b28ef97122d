// The door for its callers: the types of its records for TypeScript, and a page for people. Both are made of the
// records' own descriptions.
#pragma once

#include <string>

namespace stridescope::door {

// A module of type declarations, and `Methods`: by name the request and the answer.
std::string typescript();
// Markdown: each method with its request and its answer, each record with its members.
std::string reference_page();

}  // namespace stridescope::door
