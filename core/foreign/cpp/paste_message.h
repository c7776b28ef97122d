// Answers pasted messages: the verifier's message about a copy whose pointers or strides guarantee too little (CuTe
// DSL), and prints pasted as questions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stridescope {

struct ForeignTree;

// Adds a statement about a printed TMA atom of CuTe DSL (tma_gbasis) and the tensors to partition with it: it states
// whether they fit. Without an atom, adds a statement that gives the required box.
void fit_of_printed_tma(std::string_view program, ForeignTree& tree);

// --- paste_answers.cpp ---
// Answers three texts. A printed MMA atom of a warpgroup whose layout of C has other modes than CUTLASS's: a statement
// that compares the two. 'cute.gemm' op invalid layout of A/B/D. A: ..., B: ..., D: ...: the fitting and the failing
// parts. A layout of scale factors that uses the major of the other operand: its consequences. The latter two are
// findings of the tree.
void answer_message(std::string_view program, ForeignTree& tree);

// --- paste_composition.cpp ---
// Adds for each pair '!cute.layout<"A">' o '!cute.tile<"B">' the composition, with an example for each open integer
// (`?`), reported as an assumption, and a note with the formula if one is open. Each formula is tried at several
// values.
void compose_operands(std::string_view program, ForeignTree& tree);
// A text as a formula of an integer, from the text at several values: the multiples of the least `step` for which one
// formula is found; empty without any.
std::string formula_of(std::string_view name, std::int64_t& step,
                       const std::function<std::string(std::int64_t)>& text_of);

// 'cute.copy' op dst ptr alignment (16 bits) does not meet requirement (128 bits) of atom ..., or in older versions
// without numbers: 'cute.copy' op ptr alignment does not meet requirement.
struct AlignmentMessage {
  std::string_view pointer;      // dst, src; empty if the message does not name it
  std::int64_t known_bits = 0;   // 0 if the message lacks the numbers
  std::int64_t needed_bits = 0;  // likewise
  std::size_t position = 0;      // position of the sentence in the text
};

// The last message of the text; it is on one line.
std::optional<AlignmentMessage> alignment_message(std::string_view text);

// Adds findings for the operation of CuTe DSL between `begin` and `end` after such a message, or for the message if no
// operation follows: the operands that guarantee too little. True if there are any.
bool find_misaligned(std::string_view text, std::size_t begin, std::size_t end, ForeignTree& tree);

}  // namespace stridescope
