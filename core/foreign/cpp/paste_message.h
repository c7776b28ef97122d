// What the verifier of CuTe DSL says of a copy whose pointers or strides promise too little, and what one asks of
// prints by pasting them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stridescope {

struct ForeignTree;

// What CuTe DSL prints of the atom of a TMA (tma_gbasis) beside the tensors that are to be partitioned by it: a
// statement that says whether they fit.
// Without an atom one that says which box it must have.
void fit_of_printed_tma(std::string_view program, ForeignTree& tree);

// --- paste_answers.cpp ---
// Of a printed MMA atom of a warpgroup whose layout of C is written in other modes than CUTLASS writes it, a statement
// that compares the two; of 'cute.gemm' op invalid layout of A/B/D. A: ..., B: ..., D: ... what fits and what does not,
// and of a layout of scale factors that asks the other operand's major what follows from it, as findings of the tree.
void answer_message(std::string_view program, ForeignTree& tree);

// 'cute.copy' op dst ptr alignment (16 bits) does not meet requirement (128 bits) of atom ..., and before it told
// numbers 'cute.copy' op ptr alignment does not meet requirement.
struct AlignmentMessage {
  std::string_view pointer;      // dst, src; empty where it is not told
  std::int64_t known_bits = 0;   // 0 where they are not told
  std::int64_t needed_bits = 0;  // the same
  std::size_t position = 0;      // of the sentence in the text
};

// The last of the text; a sentence is on one line.
std::optional<AlignmentMessage> alignment_message(std::string_view text);

// Of the operation of CuTe DSL between `begin` and `end`, behind such a message, or of the message where no operation
// follows: what promises too little, as findings of the tree. Whether there are any.
bool find_misaligned(std::string_view text, std::size_t begin, std::size_t end, ForeignTree& tree);

}  // namespace stridescope
