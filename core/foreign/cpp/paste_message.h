// Answers pasted messages: the verifier of CuTe DSL on a copy with pointers or strides that promise too little, and
// prints that are pasted as questions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stridescope {

struct ForeignTree;

// Adds a statement about a printed TMA atom of CuTe DSL (tma_gbasis) and the tensors that are to be partitioned by it:
// it states if they fit. Without an atom, a statement that gives the box that it must have.
void fit_of_printed_tma(std::string_view program, ForeignTree& tree);

// --- paste_answers.cpp ---
// Answers three texts. A printed MMA atom of a warpgroup with other modes in its layout of C than CUTLASS writes: a
// statement that compares the two. 'cute.gemm' op invalid layout of A/B/D. A: ..., B: ..., D: ...: the fitting and the
// failing parts; a layout of scale factors that asks for the other operand's major: its consequences; both as findings
// of the tree.
void answer_message(std::string_view program, ForeignTree& tree);

// --- paste_composition.cpp ---
// Adds for each pair '!cute.layout<"A">' o '!cute.layout<"B">' the composition, with an example for each open integer
// (`?`), reported as an assumption, and a note with the formula if one is open. Each formula is tried at several values.
void compose_operands(std::string_view program, ForeignTree& tree);

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

// Adds findings to the tree for the operation of CuTe DSL between `begin` and `end`, after such a message, or for the
// message if no operation follows: the parts that promise too little. True if there are any.
bool find_misaligned(std::string_view text, std::size_t begin, std::size_t end, ForeignTree& tree);

}  // namespace stridescope
