// The explorer's static files, as `stridescope-runner serve` hands them out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stridescope::gpu {

// Cap: of one file.
inline constexpr std::size_t max_site_file = 64 << 20;

struct SiteFile {
  std::string bytes;
  std::string_view type;   // of its content
  bool immutable = false;  // its name holds a hash of its content
};

// The file that a request's target names below `root` (a folder as realpath writes it; empty: there is none). Nothing
// for what is not there, is no plain file, or lies outside, by `..`, an encoded one or a link.
std::optional<SiteFile> site_file(const std::string& root, std::string_view target);
// "%41+" -> "A+"; nothing when it is malformed or has a zero byte.
std::optional<std::string> percent_decoded(std::string_view text);
// The value of `key` in the query of a target, decoded; empty when it has none.
std::string query_value(std::string_view target, std::string_view key);

// Where the site lies beside the program: in a build folder or an installation; empty when it is in neither.
std::string find_site();
// A folder by its real path; empty when there is no such folder with an index.html.
std::string site_root(const std::string& folder);

}  // namespace stridescope::gpu
