// Prints the declarations of sources: `line`, tab, name, tab, kind, tab, value or `? reason [open name]`, one a line.
// Usage: stridescope_declarations FILE...
#include <algorithm>
#include <cstdio>

#include "core/base/text.h"
#include "core/lang/evaluator.h"
#include "core/sources/source_values.h"

using namespace stridescope;

namespace {

constexpr std::string_view kinds[] = {"layout", "tensor", "copy", "mma", "shape", "other"};

std::optional<std::string> read_file(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return std::nullopt;
  std::string text(1 << 20, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

}  // namespace

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    const std::string path = arguments[i];
    const auto read = read_file(path);
    if (!read) return 1;
    const std::string& text = *read;
    Budget budget = max_program_budget;
    const auto all = values_of(
        text, budget, [&](const std::string& name) { return read_file(path.substr(0, path.rfind('/') + 1) + name); });
    if (!all) {
      std::fprintf(stderr, "%s: %s\n", arguments[i], english(all.error().message).c_str());
      return 1;
    }
    const IntegerMode mode = integers_of(text);
    for (const Declaration& one : all->declarations) {
      const auto line = 1 + std::count(text.begin(), text.begin() + one.name_span.begin, '\n');
      std::string value =
          one.value ? to_text(*one.value, mode) : cat("? ", english(one.open), " [", one.open_name, "]");
      std::replace(value.begin(), value.end(), '\n', ' ');
      std::printf("%s\n",
                  cat(line, '\t', one.name, '\t', kinds[static_cast<std::size_t>(one.kind)], '\t', value).c_str());
    }
  }
  return 0;
}
