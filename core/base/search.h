// What is typed to find something: words, without regard to capitals; a word after a minus sign must not be there.
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
  std::vector<std::pair<std::string, bool>> words_;  // and whether each must stand there
};

}  // namespace stridescope
