// The Model Context Protocol (modelcontextprotocol.io): agents ask about layouts, and get proofs and counterexamples.
// Messages are lines of JSON-RPC 2.0. Nothing is kept from one line to the next, so a request after a refused one is
// answered like the first.
//
// Revisions: 2026-07-28, in which each request carries its version in `_meta` and server/discover lists the versions;
// and 2024-11-05 to 2025-11-25, which begin with `initialize`. Texts are in English, whatever the user's language.
#pragma once

#include <string>
#include <string_view>

namespace stridescope::mcp {

// Limit of a line: a program has at most 256 KiB, and each of its bytes at most six in JSON.
inline constexpr std::size_t max_message_bytes = 4 << 20;
// Limit of an answer, which an agent reads as a whole.
inline constexpr std::size_t max_answer_bytes = 2 << 20;

// The answer to a line, without its line break; empty for a notification. Any text has an answer: JSON that is damaged,
// nests too deeply or is not a request is refused by an error of JSON-RPC, a wrong argument by a result with isError.
// `page`: the address of the explorer for links to pictures. Takes at most the time of the core's budgets.
std::string answer(std::string_view line, std::string_view page);
// The answer to a line beyond max_message_bytes.
std::string refuse_long_line();

}  // namespace stridescope::mcp
