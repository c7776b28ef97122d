// The kinds of values as words for messages. A Term only needs the word; the list is for the catalogs of other
// languages.
#include "core/value/kind_word.h"

#include <string_view>

namespace stridescope {
namespace {

constexpr Term words[] = {
    term("tuple"),
    term("slice"),
    term("integer"),
    term("boolean"),
    term("layout"),
    term("composed layout"),
    term("swizzle"),
    term("tensor"),
    term("iterator"),
    term("order"),
    term("tiler"),
    term("text"),
    term("MMA atom"),
    term("copy atom"),
    term("TMA atom"),
    term("MMA kernel"),
    term("GEMM kernel"),
    term("copy kernel"),
    term("reduction"),
    term("probe"),
    term("comparison"),
    term("composed function"),
    term("divisibility morphism"),
    term("morphism"),
    term("span"),
    term("element type"),
    term("option"),
    term("global-memory access"),
    term("shared-memory access"),
};

}  // namespace

Term kind_word(const Value& value) {
  const std::string_view name = kind_name(value);
  for (const Term word : words) {
    if (word.id == name) return word;
  }
  return {kind_name(value)};  // a name of CuTe, "TiledMMA"
}

Message a_kind(const Value& value) {
  const std::string_view word = kind_name(value);
  const bool vowel = std::string_view("aeiou").find(word.front()) != std::string_view::npos;
  return vowel || word.starts_with("MMA") ? say("an {}", kind_word(value)) : say("a {}", kind_word(value));
}

}  // namespace stridescope
