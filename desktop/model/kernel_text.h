// The texts of a kernel (core/runs/kernel_listing.h) by lines, as a panel draws them: CUDA with the mode of each piece,
// PTX and SASS with the CUDA line that each of their lines comes from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/runs/kernel_listing.h"

namespace stridescope::desktop {

struct ListedLines {
  std::string text;
  std::vector<std::size_t> lines;     // where each begins
  std::vector<std::int64_t> sources;  // by line: that of the CUDA text, from 1, or 0; empty: unknown for all
  std::size_t longest = 0;            // the line with the most bytes

  void set_text(std::string text);
  std::string_view line(std::size_t i) const;
  std::int64_t source(std::size_t i) const { return i < sources.size() ? sources[i] : 0; }
  // The first line that comes from that one.
  std::optional<std::size_t> from(std::int64_t source) const;
};
ListedLines listed_lines(ListedText text);

struct KernelText : ListedLines {
  using Mode = KernelTextMode;
  std::string name;
  std::vector<Mode> modes;

  // The smallest piece that holds the byte, or null.
  const Mode* mode_at(std::size_t byte) const;
};

// The kernel's text with what a run has made of it.
struct KernelTexts {
  KernelTexts() = default;
  explicit KernelTexts(KernelListing listing);

  KernelText cuda;
  std::optional<ListedLines> ptx, sass;
  std::vector<ListedLink> links;
  Message missing;  // reason for missing texts
  Message origin;   // where what they were made of ran, of a recorded run
  Message launch;   // how the kernel is launched

  // Facts about a line of the CUDA text; null if it became nothing.
  const ListedLink* link(std::int64_t source) const;
};

}  // namespace stridescope::desktop
