// The texts of a kernel by lines, as a panel draws them: CUDA with the mode that each piece of it stands for, PTX and
// SASS with the line of the CUDA text that each of their lines comes from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/kernel_listing.h"

namespace stridescope::desktop {

struct ListedLines {
  std::string text;
  std::vector<std::size_t> lines;     // where each begins
  std::vector<std::int64_t> sources;  // by line: that of the CUDA text, from 1, or 0; empty: nothing is told of any
  std::size_t longest = 0;            // the line with the most bytes

  void set_text(std::string text);
  std::string_view line(std::size_t i) const;
  std::int64_t source(std::size_t i) const { return i < sources.size() ? sources[i] : 0; }
  // The first line that comes from that one.
  std::optional<std::size_t> from(std::int64_t source) const;
};
ListedLines listed_lines(ListedText text);

struct KernelText : ListedLines {
  struct Mode {
    std::size_t begin = 0;  // bytes of the text
    std::size_t end = 0;
    std::string mode;  // "src: threads, mode 0.1"
  };
  std::string name;
  std::vector<Mode> modes;
  std::int64_t blocks = 0, threads = 0, shared_bytes = 0;
  std::string needs;

  // The smallest piece that holds the byte, or null.
  const Mode* mode_at(std::size_t byte) const;
};

// Of `emit --format cuda_json`.
KernelText read_kernel_text(std::string_view json);

// The kernel's text with what a run has made of it.
struct KernelTexts {
  KernelText cuda;
  std::optional<ListedLines> ptx, sass;
  std::vector<ListedLink> links;
  Message missing;  // why there is no more
  Message origin;   // where what they were made of ran, of a recorded run

  // A text that was compiled, and is another than the one that is there, takes its place.
  void take(KernelListing listing);
  // What is told of a line of the CUDA text; null where it became nothing.
  const ListedLink* link(std::int64_t source) const;
};

struct InstructionCount {
  std::string name;
  int count = 0;
};
// How often each instruction stands in PTX or SASS, the most frequent first.
std::vector<InstructionCount> instruction_mix(std::string_view assembly);

}  // namespace stridescope::desktop
