// Measures a candidate like any other program: the runner checks it before timing, and core/app reads the answer.
#include "gpu_runner/tuning_run.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/state_folder.h"

namespace stridescope::gpu {
namespace {

// Empty without a folder for it, and for a pipe in its place, which would be waited for.
std::string path_of_tunings() {
  const std::string folder = made_state_folder();
  const std::string path = folder.empty() ? folder : folder + "/tuned.jsonl";
  std::error_code error;
  return std::filesystem::is_fifo(path, error) ? std::string() : path;
}

}  // namespace

RunVerdict measure(Tuning& tuning, std::size_t number, const TunedProgram& of, double seconds, Client& client,
                   const std::function<bool()>& cancelled) {
  const std::string& text = tuning.kernels[number].text;
  RunRequest request;
  request.id = number;
  request.program = text.empty() ? of.program : text;
  request.kernel = text.empty() ? of.kernel : std::string();
  request.teaching = text.empty() && of.teaching;
  request.device = "gpu";
  request.seconds = seconds;
  const RunReport report = run_report(client.run(request, {}, cancelled));
  if (report.status == RunReport::Status::cancelled) return report.verdict;
  add_measured(tuning, number, report);
  if (const std::string line = tuned_line(tuning, number, report.device, report.date); !line.empty()) {
    if (const auto kept = keep_tuning(line); !kept) tuning.unkept = kept.error().message;
  }
  return report.verdict;
}

std::string gpu_name(Client& client) {
  const RunResult answer = client.send(ping_line(1), 1, {}, [] { return false; });
  return answer.gpu ? answer.gpu->name : std::string();
}

std::string read_tunings() {
  std::ifstream in(path_of_tunings(), std::ios::binary | std::ios::ate);
  if (!in) return {};
  const auto size = static_cast<std::size_t>(in.tellg());
  // Also reads the preceding byte, which shows whether the text begins with a whole line.
  const std::size_t from = size > max_tuned_bytes ? size - max_tuned_bytes - 1 : 0;
  std::string out(size - from, '\0');
  in.seekg(static_cast<std::streamoff>(from));
  in.read(out.data(), static_cast<std::streamsize>(out.size()));
  out.resize(static_cast<std::size_t>(in.gcount()));
  if (size > max_tuned_bytes) out.erase(0, std::min(out.find('\n'), out.size() - 1) + 1);
  return out;
}

Result<void> keep_tuning(const std::string& line) {
  const std::string path = path_of_tunings();
  if (path.empty())
    return failure(ErrorCode::arguments, say("the folder of measured candidates cannot be made"),
                   say("set XDG_STATE_HOME or HOME to a folder that can be written"));
  errno = 0;
  std::error_code error;
  const auto before = std::filesystem::file_size(path, error);
  std::ofstream out(path, std::ios::binary | std::ios::app);
  out << line << '\n';
  out.close();
  if (out) return {};
  const Message why = say("cannot {} {}: {}", "write", path, std::strerror(errno));
  // A part of a line would spoil the next one.
  if (!error) std::filesystem::resize_file(path, before, error);
  return failure(ErrorCode::arguments, why, say("free space on the disk, or permit writing the file"));
}

}  // namespace stridescope::gpu
