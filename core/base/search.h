// A search text: words, case-insensitive; a word after a minus sign must not occur.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stridescope {

class TextFilter {
 public:
  explicit TextFilter(std::string_view words);
  bool empty() const { return words_.empty(); }
  bool passes(std::string_view text) const;

 private:
  std::vector<std::pair<std::string, bool>> words_;  // the word, and whether it must occur
};

}  // namespace stridescope
