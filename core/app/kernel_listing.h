// The texts of a kernel beside each other, CUDA, PTX and SASS, linked by the lines of the CUDA text: what page and
// others show of what a runner's result brings along. Where one of them is missing, a sentence says why, and what to
// do.
// The links are those of the compiler: `.loc` in PTX and the line tables of SASS name lines of the CUDA text. A
// *piece* is a run of lines of one text that come from one line; labels, directives and comments between two
// instructions of one line are of the same piece.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/archive.h"
#include "core/base/result.h"
#include "core/kernels/kernel_text.h"
#include "core/runs/run_result.h"
#include "core/workspace/workspace.h"

namespace stridescope {

// Lines of a text that come from one line of the CUDA text.
struct ListedPiece {
  // The first of its lines in the text that it is a piece of, from 0.
  std::int64_t first = 0;
  std::int64_t lines = 0;   // how many
  std::int64_t source = 0;  // the line of the CUDA text, from 1
  bool operator==(const ListedPiece&) const = default;
};

// How often an instruction stands in a text.
struct InstructionCount {
  std::string name;  // with all its suffixes: "mov.u32"
  int count = 0;
};

// A text of the kernel. post: pieces do not overlap, and each lies within the text.
struct ListedText {
  std::string_view language;  // "CUDA", "PTX", "SASS"
  // Its lines, without a line break at the end. PTX is cut to the kernel's own function, and blanks are in order.
  std::string text;
  // In the order of its lines; of the CUDA text those lines that became something, one each. Empty where nothing
  // tells which lines a text comes from.
  std::vector<ListedPiece> pieces;
  // Which bytes stand for which mode of a layout: of the binding's CUDA text; none of one that another version
  // compiled. No part of its record.
  std::vector<KernelTextMode> modes = {};
};

// A line of the CUDA text that became something.
struct ListedLink {
  std::int64_t source = 0;  // from 1
  // "Line 12 of the CUDA text: 3 lines of PTX, 5 lines of SASS."
  Message told;
};

// The texts and their links.
struct KernelListing {
  // Those that there are, one to three: CUDA first, then PTX, then SASS.
  std::vector<ListedText> texts;
  std::vector<ListedLink> links;  // in the order of the lines
  // Why others are not there, and what to do: attach a runner, install the CUDA toolkit, mend what NVRTC refuses; or
  // empty.
  Message missing;
  Message origin;  // of those of a recorded run: where it ran, and when
  // For who shows them; no part of its record. Of the binding, else empty: the kernel's name, and how it is launched,
  // "256 blocks of 256 threads, 16384 bytes shared".
  std::string name = {};
  Message launch = {};
};
void members(Archive& a, KernelListing& r);

// The texts of a kernel as a run has them, or its CUDA text alone before it has run.
// `result`: null before the kernel has run. The CUDA text is the one that was compiled, else that of the binding, which
// may be -1. PTX and SASS are the kernel's own: what fills, checks and traces beside it is left out.
// An error: there is no CUDA text, with the reason why the binding has none.
Result<KernelListing> kernel_listing(const Workspace& workspace, int binding, const RunResult* result);

// The instructions of PTX or SASS, the most frequent first, then by name. Labels, directives and comments are none, a
// predicate belongs to none. Instructions are told apart by all their suffixes: "ld.global.f32" and
// "ld.global.v4.f32" are two.
std::vector<InstructionCount> instruction_mix(std::string_view assembly);

}  // namespace stridescope
