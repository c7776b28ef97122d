// Extents of 0, 1, -1, +-2^31 and +-2^62 in every integer position of every function's example and of every program of
// the gallery: each alone, and two at a time. In an example a value is made and used once; the gallery makes tiles,
// hands them to atoms, and these to kernels.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "core/data/gallery.h"
#include "core/functions/builtin.h"
#include "core/lang/ast.h"
#include "tests/adversarial/programs.h"

namespace stridescope::adversarial {
namespace {

constexpr std::string_view extents[] = {
    "0", "1", "-1", "2147483648", "-2147483648", "4611686018427387904", "-4611686018427387904"};

// The digits of an integer; an underscore before them stays, so that a static integer stays static.
struct Digits {
  std::size_t begin;
  std::size_t end;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Also of texts in quotation marks, which other notations have their extents in; not of names and comments.
std::vector<Digits> integers_of(std::string_view text) {
  std::vector<Digits> out;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '#' && !quoted) i = std::min(text.find('\n', i), text.size());
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::size_t digits = end > i && text[i] == '_' ? i + 1 : i;
    if (digits < end && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(digits),
                                    text.begin() + static_cast<std::ptrdiff_t>(end), is_digit))
      out.push_back({digits, end});
    i = std::max(end, i + 1);
  }
  return out;
}

std::string replaced(std::string_view text, const Digits& place, std::string_view by) {
  return cat(text.substr(0, place.begin), by, text.substr(place.end));
}

// Spread over all of 64 bits.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

std::vector<Example> examples() {
  std::vector<Example> out;
  for (const Builtin& builtin : builtins())
    out.push_back({std::string(builtin.name), documentation_of(builtin).example, false});
  for (const GalleryEntry& entry : gallery()) out.push_back({cat(entry.group, '/', entry.id), entry.program, true});
  return out;
}

void extent_programs(Programs& out, bool of_gallery) {
  for (const Example& example : examples()) {
    if (example.of_gallery != of_gallery) continue;
    for (const Digits& place : integers_of(example.text)) {
      for (const std::string_view by : extents) {
        out.add([&] {
          const std::string text = replaced(example.text, place, by);
          return Program{cat(example.name, ": ", by, " at ", place.begin, ": ", text), text, 0, true};
        });
      }
    }
  }
}

void extent_pair_programs(Programs& out, std::string_view name) {
  constexpr std::size_t kinds = std::size(extents);
  for (const Example& example : examples()) {
    if (!name.empty() && example.name != name) continue;
    const std::vector<Digits> places = integers_of(example.text);
    const std::size_t pairs = places.size() * (places.size() - (places.empty() ? 0 : 1)) / 2 * kinds * kinds;
    // All pairs of a short example; of a long one as many, at random.
    const std::size_t count = std::min(pairs, pairs_of_an_example);
    for (std::size_t n = 0; n < count; ++n) {
      out.add([&] {
        std::size_t number = count == pairs ? n : mixed(n + 1) % pairs;
        const std::string_view first = extents[number % kinds];
        const std::string_view second = extents[number / kinds % kinds];
        number /= kinds * kinds;
        std::size_t left = 0;
        while (number >= places.size() - 1 - left) number -= places.size() - 1 - left++;
        const std::string text =
            replaced(replaced(example.text, places[left + 1 + number], second), places[left], first);
        return Program{cat(example.name, ": ", text), text, 0, n % 4 != 0};
      });
    }
  }
}

}  // namespace stridescope::adversarial
