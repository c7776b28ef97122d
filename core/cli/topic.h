// The topics of `stridescope help TOPIC`, which are not about one command.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace stridescope::cli {

struct Topic {
  std::string_view name;
  std::string_view summary;
  std::string (*text)();  // lines of at most 76 columns; sections as in Manual, with titles in capitals at the margin
};

std::span<const Topic> topics();

std::string category_topic();  // topic_category.cpp
std::string systems_topic();   // topic_systems.cpp
std::string view_words();      // topic_views.cpp

}  // namespace stridescope::cli
