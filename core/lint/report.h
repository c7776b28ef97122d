// The findings of many files as one text: for a terminal, for programs, for a pull request.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/lint/lint.h"

namespace stridescope {
class Catalog;
}

namespace stridescope::lint {

struct FileFindings {
  std::string path;
  std::vector<Finding> findings;
};

// text: `path:line:column: severity: message [rule]`; json: one object; sarif: version 2.1.0; github: annotations of a
// workflow.
enum class Format : std::uint8_t { text, json, sarif, github };
inline constexpr std::string_view format_names[] = {"text", "json", "sarif", "github"};

// Ends with a line break; empty for a format of lines without findings.
std::string report(const std::vector<FileFindings>& files, Format format, const Catalog& catalog);
// Markdown: the counts by rule, and the first findings with their pictures in characters.
std::string summary(const std::vector<FileFindings>& files, const Catalog& catalog);

// Known findings: a line of rule, path and source line each, so that a finding stays known when other lines move it.
class Baseline {
 public:
  static std::string write(const std::vector<FileFindings>& files);
  explicit Baseline(std::string_view text);
  // Removes known findings: each line of the baseline removes one. Returns their number.
  std::size_t remove(FileFindings& file);

 private:
  std::map<std::string, std::size_t, std::less<>> known_;
};

}  // namespace stridescope::lint
