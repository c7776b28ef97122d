// The texts of a kernel next to each other, CUDA, PTX and SASS, linked by the lines of the CUDA text: the contents of a
// runner's result. If one of them is missing, a sentence gives the reason and the fix. The links are those of the
// compiler: `.loc` in PTX and the line tables of SASS name lines of the CUDA text. A *piece* is a run of lines of one
// text that come from one line; labels, directives and comments between two instructions of one line are in the same
// piece.
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

// The number of occurrences of an instruction in a text.
struct InstructionCount {
  std::string name;  // with all its suffixes: "mov.u32"
  int count = 0;
};

// A text of the kernel. post: pieces do not overlap, and each lies within the text.
struct ListedText {
  std::string_view language;  // "CUDA", "PTX", "SASS"
  // Its lines, without a line break at the end. PTX is cut to the kernel's own function, and blanks are in order.
  std::string text;
  // In the order of its lines; for the CUDA text the lines with counterparts, one each. Empty if the source lines of a
  // text are unknown.
  std::vector<ListedPiece> pieces;
  // The bytes of each mode of a layout: for the binding's CUDA text; empty for one that another version compiled. Not
  // part of its record.
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
  // The available ones, one to three: CUDA first, then PTX, then SASS.
  std::vector<ListedText> texts;
  std::vector<ListedLink> links;  // in the order of the lines
  // The reason why others are missing, and the fix: attach a runner, install the CUDA toolkit, fix what NVRTC refuses;
  // or empty.
  Message missing;
  Message origin;  // of those of a recorded run: where it ran, and when
  // For display; not part of its record. Of the binding, otherwise empty: the kernel's name, and its launch, "256
  // blocks of 256 threads, 16384 bytes shared".
  std::string name = {};
  Message launch = {};
};
void members(Archive& a, KernelListing& r);

// The texts of a kernel as a run has them, or its CUDA text alone before it has run.
// `result`: null before the kernel has run. The CUDA text is the one that was compiled, else that of the binding, which
// may be -1. PTX and SASS are the kernel's own, without the kernels that fill, check and trace.
// Error if the CUDA text is missing: the reason why the binding has none.
Result<KernelListing> kernel_listing(const Workspace& workspace, int binding, const RunResult* result);

// The instructions of PTX or SASS, the most frequent first, then by name. Labels, directives and comments do not count,
// and predicates are ignored. Instructions are distinguished by all their suffixes: "ld.global.f32" and
// "ld.global.v4.f32" are two.
std::vector<InstructionCount> instruction_mix(std::string_view assembly);

}  // namespace stridescope
