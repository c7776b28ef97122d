// One target with libFuzzer: three of four changes are those of the grammar, the others libFuzzer's own, with its
// dictionary.
#include <algorithm>
#include <cstring>

#include "tests/fuzz/grammar.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using stridescope::fuzz::Grammar;
using stridescope::fuzz::Target;

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

std::size_t changed(std::string_view text, std::string_view other, std::uint8_t* out, std::size_t most, unsigned seed) {
  Grammar grammar(Target::first->input, seed);
  std::string made(text);
  if (made.empty()) {
    made = grammar.fresh();
  } else {
    grammar.change(made, other);
  }
  const std::size_t size = std::min(made.size(), most);
  std::memcpy(out, made.data(), size);
  return size;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Target::first->run(text_of(data, size));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  if (seed % 4 == 0 && size > 0) return LLVMFuzzerMutate(data, size, most);
  if (seed % 64 == 1) return changed({}, {}, data, most, seed);
  return changed(text_of(data, size), {}, data, most, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data, std::size_t size, const std::uint8_t* other,
                                                 std::size_t other_size, std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
  return changed(text_of(data, size), text_of(other, other_size), out, most, seed);
}
