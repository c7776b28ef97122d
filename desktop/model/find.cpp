// Compares bytes directly: programs are short, and kernel texts are searched at most once per frame, when the word
// changes.
#include "desktop/model/find.h"

#include <algorithm>

namespace stridescope::desktop {
namespace {

bool is_large(char c) { return c >= 'A' && c <= 'Z'; }
char small(char c) { return is_large(c) ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::vector<TextBuffer::Range> find_all(std::string_view text, std::string_view word) {
  std::vector<TextBuffer::Range> out;
  if (word.empty()) return out;
  const bool exact = std::any_of(word.begin(), word.end(), is_large);
  const auto same = [exact](char a, char b) { return exact ? a == b : small(a) == small(b); };
  auto at = text.begin();
  while (out.size() < max_found) {
    at = std::search(at, text.end(), word.begin(), word.end(), same);
    if (at == text.end()) break;
    const auto begin = static_cast<std::size_t>(at - text.begin());
    out.push_back({begin, begin + word.size()});
    at += static_cast<std::ptrdiff_t>(word.size());
  }
  return out;
}

std::size_t next_found(const std::vector<TextBuffer::Range>& found, std::size_t from, bool back) {
  if (back) {
    for (std::size_t i = found.size(); i-- > 0;) {
      if (found[i].begin < from) return i;
    }
    return found.size() - 1;
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].begin >= from) return i;
  }
  return 0;
}

std::string found_text(const std::vector<TextBuffer::Range>& found, TextBuffer::Range range) {
  const auto here = std::find_if(found.begin(), found.end(), [&](const TextBuffer::Range& one) {
    return one.begin == range.begin && one.end == range.end;
  });
  const std::string number = here == found.end() ? "\xE2\x80\x93" : std::to_string(here - found.begin() + 1);
  return number + " / " + std::to_string(found.size());
}

std::string replaced(std::string_view text, const std::vector<TextBuffer::Range>& found, std::string_view with) {
  std::string out;
  std::size_t done = 0;
  for (const TextBuffer::Range& range : found) {
    out.append(text.substr(done, range.begin - done)).append(with);
    done = range.end;
  }
  return out.append(text.substr(done));
}

}  // namespace stridescope::desktop
