// The texts of a kernel side by side, CUDA, PTX and SASS, linked by the lines of the CUDA text; from a runner's result.
// If a text is missing, a sentence gives the reason and the fix. The links are those of the compiler: `.loc` in PTX and
// the line tables of SASS refer to lines of the CUDA text. A *piece* is a run of lines of one text that belong to one
// CUDA line; it includes labels, directives and comments between its instructions.
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

// Lines of a text that belong to one line of the CUDA text.
struct ListedPiece {
  // The first line of the piece in its text, from 0.
  std::int64_t first = 0;
  std::int64_t lines = 0;   // number of lines
  std::int64_t source = 0;  // the line of the CUDA text, from 1
  bool operator==(const ListedPiece&) const = default;
};

// The number of occurrences of an instruction in a text.
struct InstructionCount {
  std::string name;  // with all its suffixes: "mov.u32"
  int count = 0;
};

// A text of the kernel. post: pieces do not overlap, and each is within the text.
struct ListedText {
  std::string_view language;  // "CUDA", "PTX", "SASS"
  // The lines, without a line break at the end. PTX is cut to the kernel's own function, with normalized blanks.
  std::string text;
  // In line order; for the CUDA text one piece per line with counterparts. Empty if the source lines of a text are
  // unknown.
  std::vector<ListedPiece> pieces;
  // The bytes of each mode of a layout, for the binding's CUDA text; empty if another version compiled the text. Not
  // part of the record.
  std::vector<KernelTextMode> modes = {};
};

// A line of the CUDA text with generated code.
struct ListedLink {
  std::int64_t source = 0;  // from 1
  // "Line 12 of the CUDA text: 3 lines of PTX, 5 lines of SASS."
  Message told;
};

// The texts and their links.
struct KernelListing {
  // The available texts, one to three, in the order CUDA, PTX, SASS.
  std::vector<ListedText> texts;
  std::vector<ListedLink> links;  // in line order
  // The reason for missing texts, and the fix: attach a runner, install the CUDA toolkit, fix the error of NVRTC; or
  // empty.
  Message missing;
  Message origin;  // for a recorded run: device and date
  // The kernel's name, and its launch, "256 blocks of 256 threads, 16384 bytes shared". Set only for a binding; for
  // display, so the record omits them.
  std::string name = {};
  Message launch = {};
};
void members(Archive& a, KernelListing& r);

// The texts of a kernel from a run, or its CUDA text alone before a run.
// `result`: null before the kernel has run. The CUDA text is the compiled one, or else that of the binding, which may
// be -1. PTX and SASS are the kernel's own, without the kernels that fill, check and trace. An error if the CUDA text
// is missing: the reason why the binding has none.
Result<KernelListing> kernel_listing(const Workspace& workspace, int binding, const RunResult* result);

// The instructions of PTX or SASS, the most frequent first, then by name. Labels, directives and comments do not count,
// and predicates are ignored. Instructions are distinguished by all their suffixes: "ld.global.f32" and
// "ld.global.v4.f32" are two.
std::vector<InstructionCount> instruction_mix(std::string_view assembly);

}  // namespace stridescope
