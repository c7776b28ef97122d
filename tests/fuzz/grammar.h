// Generates inputs from the productions of the language, and mutations that keep brackets balanced. Functions of
// builtins.def are called by their signature, with their example as the pattern, so new functions are fuzzed
// automatically.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/target.h"

namespace stridescope::fuzz {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 0x1234567) {}
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(next() >> 11) % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class Range>
  auto of(const Range& range) -> decltype(*std::begin(range)) {
    return std::begin(range)[below(std::size(range))];
  }

 private:
  std::uint64_t state_;
};

class Grammar {
 public:
  Grammar(Input input, std::uint64_t seed) : input_(input), random_(seed) {}

  // A complete input.
  std::string fresh();
  // Applies some mutations to the text; `other` is another input that may supply parts.
  void change(std::string& text, std::string_view other);

 private:
  // --- the language (grammar.cpp) ---
  std::string integer();
  std::string small();             // a plain integer without a sign
  std::string profile(int depth);  // "(#,(#,#))"
  std::string filled(std::string_view profile, const std::vector<std::int64_t>& leaves);
  std::string tuple();
  std::string layout();
  std::string swizzled();
  std::string tiler();
  std::string tensor();
  std::string morphism();
  std::string atom();
  std::string call(int depth);
  std::string argument(std::string_view parameter, int depth);
  std::string value(int depth);
  std::string statement();
  std::string operation();
  // --- kernels (grammar_kernel.cpp) ---
  std::string permuted(std::vector<std::int64_t> extents, std::int64_t& cosize);  // one stride per extent
  std::string kernel();
  // --- other texts (grammar_text.cpp) ---
  std::string foreign(int depth);
  std::string json(int depth);
  // --- mutations of JSON (grammar_json.cpp) ---
  std::string near_scalar(std::string_view scalar);
  bool change_json(std::string& text, std::string_view other);  // false: the text does not contain a value
  std::string link();
  // --- PTX (grammar_ptx.cpp) ---
  std::string ptx();
  std::string ptx_number();
  std::string ptx_form();
  std::string ptx_operand(char kind);
  std::string ptx_adopted(std::string_view text, std::string_view from);
  bool change_ptx(std::string& text, std::string_view other);  // false: the chosen mutation does not apply
  bool change_ptx_operand(std::string& text, std::size_t begin, std::size_t end);
  bool change_ptx_launch(std::string& text);
  // A replacement for a part of an input.
  std::string part();

  Input input_;
  Random random_;
};

// A part of a text: an entry between commas, a bracket with its preceding name, a number, a statement.
struct Part {
  std::size_t begin;
  std::size_t end;
};
std::vector<Part> parts_of(std::string_view text);

}  // namespace stridescope::fuzz
