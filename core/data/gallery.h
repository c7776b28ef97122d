// The gallery: programs to start from, of core/data/gallery.stride, which describes the form of its entries.
#pragma once

#include <string_view>
#include <vector>

namespace stridescope {

// A program with the views in which its values are best seen, the first the one to look at first.
struct GalleryEntry {
  struct View {
    std::string_view name;  // name of a binding of the program
    std::string_view view;  // as parse_view reads it
  };
  std::string_view group;  // tour, S1, S2, ...
  std::string_view id;     // unique in its group
  std::string_view title;
  std::string_view about;
  std::vector<View> views;
  std::string_view program;
};

// In the order of the file. The texts live as long as the program.
const std::vector<GalleryEntry>& gallery();
// By GROUP/ID, or the first one of that id; null if none exists.
const GalleryEntry* find_entry(std::string_view id);

// The title of a group; an unknown group gives its name.
std::string_view group_title(std::string_view group);

}  // namespace stridescope
