// Reads the comments `stride:` of a source.
#include "core/sources/stride_comments.h"

#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/lang/ast.h"

namespace stridescope {
namespace {

constexpr std::size_t most_bound = 256;
constexpr std::size_t longest_value = 256;
constexpr std::size_t longest_integer = 18;  // digits

bool is_bindable(std::string_view name) {
  return !name.empty() && is_letter(name[0]) && is_word(name.back()) &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_word(c) || c == '.'; });
}

bool is_integer_text(std::string_view value) {
  return !value.empty() && value.size() <= longest_integer && std::all_of(value.begin(), value.end(), is_digit);
}

bool is_value(std::string_view value) {
  const auto may_be = [](char c) {
    return is_word(c) || std::string_view("<>,:.()- ").find(c) != std::string_view::npos;
  };
  return !value.empty() && value.size() <= longest_value && (is_word(value[0]) || value[0] == '(') &&
         std::all_of(value.begin(), value.end(), may_be);
}

}  // namespace

std::vector<StrideComment> stride_comments(std::string_view text) {
  constexpr std::string_view word = "stride:";
  std::vector<StrideComment> out;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t mark = text.find_last_not_of(" \t", at > 0 ? at - 1 : 0);
    if (at == 0 || mark == std::string_view::npos || (text[mark] != '/' && text[mark] != '#')) continue;
    const std::size_t begin = at + word.size();
    const std::string_view rest = text.substr(begin, line_end(text, at) - begin);
    for (const std::string_view one : split_outside(rest, ',', {.angles = true})) {
      const std::size_t equal = one.find('=');
      const std::string_view name = trimmed(one.substr(0, equal));
      const std::string_view value =
          equal == std::string_view::npos ? std::string_view() : trimmed(one.substr(equal + 1));
      if (!is_bindable(name) || !is_value(value)) break;
      if (out.size() == most_bound) return out;
      const auto place = static_cast<std::uint32_t>(name.data() - text.data());
      out.push_back({name, value, {place, place + static_cast<std::uint32_t>(name.size())}});
    }
  }
  return out;
}

std::string bound_names(std::string_view text) {
  std::string out;
  for (const StrideComment& one : stride_comments(text)) {
    const bool plain = std::all_of(one.name.begin(), one.name.end(), is_word);
    if (plain && is_integer_text(one.value)) append_all(out, one.name, " = ", one.value, "\n");
  }
  for (const std::string_view index : {"threadIdx", "blockIdx"}) {
    for (const char axis : {'x', 'y', 'z'}) {
      if (text.find(cat(index, '.', axis)) != std::string_view::npos) append_all(out, index, '_', axis, " = 0\n");
    }
  }
  if (out.size() + text.size() > max_program_bytes) out.clear();
  return out;
}

}  // namespace stridescope
