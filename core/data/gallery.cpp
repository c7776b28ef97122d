// Reads gallery.stride, which is embedded: a program for each entry, its title, what it shows, and the views that show
// it best. The format is documented in that file's own first lines.
#include "core/data/gallery.h"

#include "core/data/embedded.h"

namespace stridescope {
namespace {

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

std::string_view next_word(std::string_view& line) {
  const std::size_t end = line.find(' ');
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end == std::string_view::npos ? line.size() : line.find_first_not_of(' ', end));
  return word;
}

std::vector<GalleryEntry> read(std::string_view text) {
  std::vector<GalleryEntry> out;
  while (!text.empty()) {
    const char* begin = text.data();
    std::string_view line = next_line(text);
    if (line.starts_with("#= ")) {
      line.remove_prefix(3);
      GalleryEntry& entry = out.emplace_back();
      entry.group = next_word(line);
      entry.id = next_word(line);
    } else if (out.empty()) {
      continue;
    } else if (line.starts_with("#: ")) {
      line.remove_prefix(3);
      const std::string_view key = next_word(line);
      if (key == "title") out.back().title = line;
      if (key == "about") out.back().about = line;
      if (key == "view") {
        const std::string_view name = next_word(line);
        out.back().views.push_back({name, line});
      }
    } else if (!line.empty()) {
      // The first line of a posted problem names its thread.
      if (out.back().id.empty()) out.back().id = line.substr(line.find(' ') + 1);
      std::string_view& program = out.back().program;
      const char* first = program.empty() ? begin : program.data();
      program = {first, static_cast<std::size_t>(text.data() - first)};
    }
  }
  return out;
}

}  // namespace

const std::vector<GalleryEntry>& gallery() {
  static const std::vector<GalleryEntry> entries = read(embedded_gallery);
  return entries;
}

const GalleryEntry* find_entry(std::string_view id) {
  for (const GalleryEntry& entry : gallery()) {
    const std::size_t group = entry.group.size();
    const bool whole = id.size() > group && id.substr(0, group) == entry.group && id[group] == '/';
    if (entry.id == id || (whole && entry.id == id.substr(group + 1))) return &entry;
  }
  return nullptr;
}

std::string_view group_title(std::string_view group) {
  struct Title {
    std::string_view group;
    std::string_view title;
  };
  static constexpr Title titles[] = {{"tour", "A short tour"},
                                     {"kernels", "Kernels"},
                                     {"ladder", "The ladder: one technique a rung"},
                                     {"S1", "CuTe layout algebra"},
                                     {"S2", "CuTe layouts"},
                                     {"S3", "Notes on layouts"},
                                     {"S4", "Layouts as sets and maps"},
                                     {"S5", "Categories of layouts"},
                                     {"problems", "Problems people had"}};
  for (const Title& t : titles) {
    if (t.group == group) return t.title;
  }
  return group;
}

}  // namespace stridescope
