// The longest common subsequence of lines, between the common beginning and the common end of both texts.
#include "core/runs/line_difference.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

// Limit of changed lines of each text that are compared with each other.
constexpr std::size_t max_compared_lines = 128;

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) out.push_back(cut_line(text));
  return out;
}

using Lines = std::vector<std::string_view>;

// For each pair of lines: the number of common lines in the texts from there on.
class Common {
 public:
  Common(const Lines& a, const Lines& b) : width_(b.size() + 1), lengths_((a.size() + 1) * width_) {
    for (std::size_t i = a.size(); i-- > 0;) {
      for (std::size_t j = b.size(); j-- > 0;)
        lengths_[i * width_ + j] = a[i] == b[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  std::size_t at(std::size_t i, std::size_t j) const { return lengths_[i * width_ + j]; }

 private:
  std::size_t width_;
  std::vector<std::size_t> lengths_;
};

}  // namespace

std::vector<std::string> line_difference(std::string_view before, std::string_view after, std::size_t most) {
  Lines a = split_lines(before);
  Lines b = split_lines(after);
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.pop_back();
    b.pop_back();
  }
  std::size_t same = 0;
  while (same < std::min(a.size(), b.size()) && a[same] == b[same]) ++same;
  const auto skip = static_cast<std::ptrdiff_t>(same);
  a.erase(a.begin(), a.begin() + skip);
  b.erase(b.begin(), b.begin() + skip);
  std::vector<std::string> out;
  const bool compared = std::max(a.size(), b.size()) <= max_compared_lines;
  const Common common = compared ? Common(a, b) : Common({}, {});
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (compared && i < a.size() && j < b.size() && a[i] == b[j]) {
      ++i;
      ++j;
    } else if (j == b.size() || (i < a.size() && (!compared || common.at(i + 1, j) >= common.at(i, j + 1)))) {
      out.push_back(cat("\xE2\x88\x92 ", a[i++]));
    } else {
      out.push_back(cat("+ ", b[j++]));
    }
  }
  if (out.size() > most) {
    out.resize(most);
    if (most > 0) out.back() = "\xE2\x80\xA6";
  }
  return out;
}

}  // namespace stridescope
