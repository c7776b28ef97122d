// The door for its callers: the types of its records for TypeScript, and a page for readers. Both are made from the
// descriptions of the records.
#pragma once

#include <string>

namespace stridescope::door {

// A module of type declarations, and `Methods`: the request and the answer of each method by name.
std::string typescript();
// Markdown: each method with its request and its answer, each record with its members.
std::string reference_page();

}  // namespace stridescope::door
