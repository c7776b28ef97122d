// The static files of the page, as `stridescope-runner serve` serves them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stridescope::gpu {

// Limit of one file.
inline constexpr std::size_t max_site_file = 64 << 20;

struct SiteFile {
  std::string bytes;
  std::string_view type;   // MIME type
  bool immutable = false;  // its name contains a hash of its content
};

// The file of a request's target below `root`, a real path (empty: no site). Empty if the target does not exist, is not
// a regular file, or is outside, by `..` (also encoded) or a link.
std::optional<SiteFile> site_file(const std::string& root, std::string_view target);
// "%41+" -> "A+"; empty if it is malformed or has a zero byte.
std::optional<std::string> percent_decoded(std::string_view text);
// The value of `key` in the query of a target, decoded; or empty.
std::string query_value(std::string_view target, std::string_view key);

// The site's folder next to the program: in a build folder or an installation; otherwise empty.
std::string find_site();
// A folder by its real path; empty if it does not exist or has no index.html.
std::string site_root(const std::string& folder);

}  // namespace stridescope::gpu
