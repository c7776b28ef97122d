// The texts of a kernel (core/runs/kernel_listing.h) by lines, for display: CUDA with the mode of each piece, PTX and
// SASS with the CUDA line of each of their lines.
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
  std::vector<std::size_t> lines;     // start of each line
  std::vector<std::int64_t> sources;  // by line: the line of the CUDA text, from 1, or 0; empty: unknown
  std::size_t longest = 0;            // number of the line with the most bytes

  void set_text(std::string text);
  std::string_view line(std::size_t i) const;
  std::int64_t source(std::size_t i) const { return i < sources.size() ? sources[i] : 0; }
  // The first line that belongs to that line of the CUDA text.
  std::optional<std::size_t> from(std::int64_t source) const;
};
ListedLines listed_lines(ListedText text);

struct KernelText : ListedLines {
  using Mode = KernelTextMode;
  std::string name;
  std::vector<Mode> modes;

  // The smallest piece that contains the byte; or null.
  const Mode* mode_at(std::size_t byte) const;
};

// The kernel's text, with the texts from a run.
struct KernelTexts {
  KernelTexts() = default;
  explicit KernelTexts(KernelListing listing);

  KernelText cuda;
  std::optional<ListedLines> ptx, sass;
  std::vector<ListedLink> links;
  Message missing;  // the reason for missing texts
  Message origin;   // the device of a stored run
  Message launch;   // launch configuration

  // The links of a line of the CUDA text; null if no code belongs to it.
  const ListedLink* link(std::int64_t source) const;
};

}  // namespace stridescope::desktop
