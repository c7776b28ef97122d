// Parses the output of NVRTC and nvdisasm. The first file that is named is the kernel's own.
#include "core/runs/listing.h"

#include <algorithm>
#include <charconv>

#include "core/base/text.h"

namespace stridescope::app {
namespace {

std::string_view without_blanks(std::string_view line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  return line;
}

// Removes and returns the number at the beginning; -1: none.
int next_number(std::string_view& text) {
  text = without_blanks(text);
  int out = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc()) return -1;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return out;
}

// ".loc 1 12 3" and ".loc 2 7 0, function_name $L, inlined_at 1 12 3": the line in file 1, or 0.
int line_of_loc(std::string_view rest) {
  const std::size_t inlined = rest.find("inlined_at");
  if (inlined != std::string_view::npos) rest.remove_prefix(inlined + std::string_view("inlined_at").size());
  const int file = next_number(rest);
  const int line = next_number(rest);
  return file == 1 && line > 0 ? line : 0;
}

// The last line number in `//## File "stridescope.cu", line 12` or `… inlined at "stridescope.cu", line 40`.
int line_of_file(std::string_view rest, std::string_view own) {
  const std::size_t word = rest.rfind("line");
  const std::size_t end = rest.rfind('"', word);
  if (word == std::string_view::npos || end == std::string_view::npos || end == 0) return 0;
  const std::size_t begin = rest.rfind('"', end - 1);
  if (begin == std::string_view::npos || rest.substr(begin + 1, end - begin - 1) != own) return 0;
  rest.remove_prefix(word + std::string_view("line").size());
  return std::max(0, next_number(rest));
}

constexpr std::string_view loc = ".loc";
constexpr std::string_view file_mark = "//## File";

// The file that is named first: the kernel's own; code of other files was inlined into it.
std::string_view first_file(std::string_view text) {
  const std::size_t mark = text.find(file_mark);
  if (mark == std::string_view::npos) return {};
  const std::size_t begin = text.find('"', mark);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
  return end == std::string_view::npos ? std::string_view() : text.substr(begin + 1, end - begin - 1);
}

}  // namespace

int opened_braces(std::string_view line) {
  int out = 0;
  for (const char c : line.substr(0, line.find("//"))) out += c == '{' ? 1 : c == '}' ? -1 : 0;
  return out;
}

std::vector<ListedLine> read_listing(std::string_view text) {
  std::vector<ListedLine> out;
  const std::string_view own = first_file(text);
  int source = 0;
  bool inlined = false;  // a mark named an inlined call; the following marks belong to the same instruction
  int depth = 0;         // depth of braces: inline assembly may contain braces
  while (!text.empty()) {
    const std::size_t end = line_end(text, 0);
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view word = without_blanks(line);
    if (word.starts_with(loc) && (word.size() == loc.size() || word[loc.size()] == ' ' || word[loc.size()] == '\t')) {
      source = line_of_loc(word.substr(loc.size()));
      continue;
    }
    if (word.starts_with(file_mark)) {
      const int line_there = line_of_file(word.substr(file_mark.size()), own);
      if (line_there > 0 || !inlined) source = line_there;
      inlined = true;
      continue;
    }
    inlined = false;
    depth = std::max(0, depth + opened_braces(word));
    // A function begins or ends, which ends the previous line information.
    if (word.starts_with("//---") || word.starts_with(".text.") || word.starts_with(".visible") ||
        word.starts_with(".entry") || (word.starts_with("}") && depth == 0))
      source = 0;
    // Directives, labels and comments have no source line.
    const bool code = !word.empty() && word.front() != '.' && word.front() != '$' && !word.starts_with("//") &&
                      word.front() != '{' && word.front() != '}';
    out.push_back({line, code ? source : 0});
  }
  return out;
}

}  // namespace stridescope::app
