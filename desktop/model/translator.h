// The core's sentences in another language. A table has whole texts, and texts with holes: # is a number, {a} anything,
// such as a layout, {f} a name in a program; what stands in another hole is translated in its turn. As the page's
// (web/src/words/translator.ts): tests/web/sentences.json holds both to the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stridescope::desktop {

class Translator {
 public:
  using Terms = std::unordered_map<std::string, std::string>;

  explicit Translator(Terms terms);

  // The text itself where it is not known.
  std::string translate(std::string_view text) const;

 private:
  struct Piece {
    enum class Kind { words, number, hole } kind = Kind::words;
    std::string text;  // the words, or the name of the hole
  };
  struct Pattern {
    std::vector<Piece> pieces;
    std::string translated;
    std::size_t own = 0;  // bytes that it says itself: the more, the earlier it is tried
  };
  using Captures = std::vector<std::string_view>;  // by piece

  std::optional<std::string> find(std::string_view text, int depth) const;
  std::optional<std::string> by_numbers(std::string_view text) const;
  std::optional<std::string> by_pattern(std::string_view text, int depth) const;
  std::optional<std::string> by_parts(std::string_view text, std::string_view separator, std::string_view joined,
                                      int depth) const;
  std::string filled(const Pattern& pattern, const Captures& captures, int depth) const;
  static Pattern read(std::string_view key, std::string translated);
  static bool matches(const Pattern& pattern, std::size_t piece, std::string_view text, Captures& captures, int& steps);

  Terms terms_;
  std::vector<Pattern> patterns_;
};

}  // namespace stridescope::desktop
