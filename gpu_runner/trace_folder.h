// The traces of a folder, as `stridescope-runner serve --traces FOLDER` offers them to a page: files directly in the
// folder whose names end in .trace, no links. Each that is listed can be had.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stridescope::gpu {

// Limit of listed files, newest first.
inline constexpr std::size_t max_listed_traces = 1000;

// The real path of the folder; empty if it is not a readable folder.
std::string trace_folder(const std::string& folder);
// {"traces":[{"name":"a.trace","bytes":1024,"modified":"2026-11-26T07:00:00Z"}]}, the newest first; "left_out":N counts
// the files beyond max_listed_traces and those that trace_bytes would refuse: beyond max_site_file, with a name that is
// not UTF-8, or unreadable. pre: the folder is one of trace_folder.
std::string trace_list(const std::string& folder);
// The file of a request's target /traces/NAME. Empty if the target does not exist, is not a regular file, has another
// extension, or is outside the folder.
std::optional<std::string> trace_bytes(const std::string& folder, std::string_view target);

}  // namespace stridescope::gpu
