// Runs one target with libFuzzer: of eight inputs one is new, six are mutated by the grammar, and one by libFuzzer with
// its dictionary. While running it updates a line in the file that STRIDESCOPE_FUZZ_TALLY names, so that a killed run
// counts, too: target, inputs, processor seconds, bytes of all inputs, accepted inputs (target.h).
#include <sys/resource.h>

#include <algorithm>
#include <cstring>

#include "tests/fuzz/grammar.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using stridescope::fuzz::Grammar;
using stridescope::fuzz::tally;
using stridescope::fuzz::Target;

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Limit of the size after a mutation: long inputs test the same again and take longer, so most are short.
std::size_t enough(std::size_t size, std::size_t most) { return std::max(size, most / 3); }

std::size_t changed(std::string_view text, std::string_view other, std::uint8_t* out, std::size_t most, unsigned seed) {
  Grammar grammar(Target::first->input, seed);
  std::string made;
  if (text.empty()) made = grammar.fresh();
  for (int tries = 0; !text.empty() && tries < 4 && (tries == 0 || made.size() > enough(text.size(), most)); ++tries) {
    made = text;
    grammar.change(made, other);
  }
  const std::size_t size = std::min(made.size(), most);
  std::memcpy(out, made.data(), size);
  return size;
}

void write_tally() {
  static std::FILE* const file = [] {
    const char* name = std::getenv("STRIDESCOPE_FUZZ_TALLY");
    return name != nullptr ? std::fopen(name, "w") : nullptr;
  }();
  if (file == nullptr) return;
  rusage used = {};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  std::rewind(file);  // the line only grows
  std::fprintf(file, "%s %llu %.2f %llu %llu\n", std::string(Target::first->name).c_str(),
               static_cast<unsigned long long>(tally.inputs), seconds(used.ru_utime) + seconds(used.ru_stime),
               static_cast<unsigned long long>(tally.bytes), static_cast<unsigned long long>(tally.taken));
  std::fflush(file);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  std::atexit(write_tally);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (tally.inputs % 2048 == 0) write_tally();
  ++tally.inputs;
  tally.bytes += size;
  Target::first->run(text_of(data, size));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  const stridescope::fuzz::Input input = Target::first->input;
  const bool bytes = input == stridescope::fuzz::Input::bytes;
  // Most bytes of a kernel are in a name.
  const bool ptx = input == stridescope::fuzz::Input::ptx;
  if ((seed % (ptx ? 64 : 8) == 0 || bytes) && size > 0)
    return LLVMFuzzerMutate(data, size, std::min(most, enough(size, most)));
  // New JSON lacks the important keys.
  const unsigned fresh = input == stridescope::fuzz::Input::json ? 64 : ptx ? 16 : 8;
  if (seed % fresh == 1) return changed({}, {}, data, most, seed);
  return changed(text_of(data, size), {}, data, most, seed);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data, std::size_t size, const std::uint8_t* other,
                                                 std::size_t other_size, std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
  return changed(text_of(data, size), text_of(other, other_size), out, most, seed);
}
