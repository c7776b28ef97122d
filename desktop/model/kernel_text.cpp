// Indexes the lines of a kernel's texts, and their links.
#include "desktop/model/kernel_text.h"

#include <algorithm>
#include <utility>

namespace stridescope::desktop {

void ListedLines::set_text(std::string words) {
  text = std::move(words);
  lines = {0};
  longest = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') lines.push_back(i + 1);
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (line(i).size() > line(longest).size()) longest = i;
  }
}

std::string_view ListedLines::line(std::size_t i) const {
  if (i >= lines.size()) return {};
  const std::size_t end = i + 1 < lines.size() ? lines[i + 1] - 1 : text.size();
  return std::string_view(text).substr(lines[i], end - lines[i]);
}

std::optional<std::size_t> ListedLines::from(std::int64_t source) const {
  const auto found = std::find(sources.begin(), sources.end(), source);
  return source < 1 || found == sources.end() ? std::nullopt
                                              : std::optional(static_cast<std::size_t>(found - sources.begin()));
}

ListedLines listed_lines(ListedText text) {
  ListedLines out;
  out.set_text(std::move(text.text));
  if (!text.pieces.empty()) out.sources.resize(out.lines.size());
  for (const ListedPiece& piece : text.pieces) {
    const auto begin = out.sources.begin() + piece.first;
    std::fill(begin, begin + piece.lines, piece.source);
  }
  return out;
}

KernelTexts::KernelTexts(KernelListing listing)
    : links(std::move(listing.links)),
      missing(std::move(listing.missing)),
      origin(std::move(listing.origin)),
      launch(std::move(listing.launch)) {
  cuda.name = std::move(listing.name);
  for (ListedText& one : listing.texts) {
    if (one.language == "PTX") {
      ptx = listed_lines(std::move(one));
    } else if (one.language == "SASS") {
      sass = listed_lines(std::move(one));
    } else {
      cuda.modes = std::move(one.modes);
      static_cast<ListedLines&>(cuda) = listed_lines(std::move(one));
    }
  }
}

const ListedLink* KernelTexts::link(std::int64_t source) const {
  const auto found = std::find_if(links.begin(), links.end(), [&](const ListedLink& l) { return l.source == source; });
  return found == links.end() ? nullptr : &*found;
}

const KernelText::Mode* KernelText::mode_at(std::size_t byte) const {
  const Mode* best = nullptr;
  for (const Mode& m : modes) {
    if (byte < m.begin || byte >= m.end) continue;
    if (best == nullptr || m.end - m.begin < best->end - best->begin) best = &m;
  }
  return best;
}

}  // namespace stridescope::desktop
