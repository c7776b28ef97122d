// `stridescope lsp`: serves editors by the Language Server Protocol, on standard input and output.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "core/base/standard_streams.h"
#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/lint/lint.h"
#include "core/lsp/server.h"

namespace stridescope::cli {
namespace {

namespace fs = std::filesystem;

constexpr Manual lsp_manual = {
    .summary = "serve editors by the Language Server Protocol",
    .synopsis = "lsp",
    .description = R"man(
A server of the Language Server Protocol 3.17 on standard input and output.
An editor starts it by the command `stridescope lsp`, for programs
(`.stride`), CuTe in C++ and Python, layouts of Triton, Gluon and TileLang,
and modules of MLIR. It reads the files next to a source that it includes,
if they are in a folder that the editor has open, and sends nothing anywhere.

  hover            the value of a name, its facts, its picture
  inlay hints      the value of each declaration that follows from the file
  diagnostics      errors of a program, findings of `stridescope lint`
  quick fixes      the fix of an error; a comment that excludes a finding
  completion       names and functions of a program
  signature help   the argument at the caret

A comment gives values to names that a source leaves open:

  // stride: kBlockM = 128, kHeadDim = 64

Options of `initialize` (initializationOptions): `page`, the address of the
explorer, for links to pictures, which are left out without it. `ints`:
teaching or cute, the meaning of integers in programs.
)man",
    .examples = R"man(
A message and its answer:
  $ printf 'Content-Length: 44\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"shutdown"}' | stridescope lsp | tail -n 1
  {"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"the server waits for 'initialize'"}}
)man",
    .exit_status = R"man(
0   the editor ended the session
1   without a shutdown before, or an answer could not be written
2   the command line is invalid
)man",
};

constexpr std::size_t most_bytes_of_include = std::size_t{1} << 18;

// The path of file:///a%20b; empty for other addresses.
fs::path path_of(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme)) return {};
  uri.remove_prefix(scheme.size());
  std::string out;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const std::string digits(uri.substr(std::min(i + 1, uri.size()), 2));
    const bool escaped = uri[i] == '%' && digits.size() == 2 && std::isxdigit(static_cast<unsigned char>(digits[0])) &&
                         std::isxdigit(static_cast<unsigned char>(digits[1]));
    out.push_back(escaped ? static_cast<char>(std::stoi(digits, nullptr, 16)) : uri[i]);
    if (escaped) i += 2;
  }
  return out;
}

bool is_below(const fs::path& file, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end() || (std::next(end) == folder.end() && end->empty());
}

// Files next to a document that it includes: below the editor's folders, or below its own without any.
IncludeReader includes_of_document(const std::string& uri, const std::vector<std::string>& folders) {
  const fs::path own = path_of(uri).parent_path();
  if (own.empty()) return {};
  std::vector<fs::path> roots;
  std::error_code ignored;
  for (const std::string& folder : folders) {
    if (const fs::path root = path_of(folder); !root.empty()) roots.push_back(fs::weakly_canonical(root, ignored));
  }
  if (roots.empty()) roots.push_back(fs::weakly_canonical(own, ignored));
  return [own, roots](const std::string& name) -> std::optional<std::string> {
    std::error_code error;
    const fs::path file = fs::weakly_canonical(own / name, error);
    const bool inside =
        !error && std::any_of(roots.begin(), roots.end(), [&](const fs::path& root) { return is_below(file, root); });
    if (!inside || !lint::is_source_name(name) || !fs::is_regular_file(file, error)) return std::nullopt;
    auto text = read_input(file.string(), most_bytes_of_include);
    return text ? std::optional(std::move(*text)) : std::nullopt;
  };
}

// Bytes of standard input; empty at its end. Waits for them if `wait`.
enum class Got { bytes, nothing, end };
Got read_some(bool wait, std::string& out) {
  pollfd in = {STDIN_FILENO, POLLIN, 0};
  if (!wait && poll(&in, 1, 0) <= 0) return Got::nothing;
  char buffer[65536];
  ssize_t got = -1;
  do {
    got = read(STDIN_FILENO, buffer, sizeof buffer);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return Got::end;
  out.assign(buffer, static_cast<std::size_t>(got));
  return Got::bytes;
}

int lsp_server() {
  lsp::Server server(language(), includes_of_document);
  std::string bytes;
  std::string out;
  bool more = true;
  bool busy = false;
  while (!server.ended()) {
    // All that has arrived, so that a canceled request is known before its turn.
    while (more && server.takes()) {
      const Got got = read_some(!busy, bytes);
      if (got == Got::nothing) break;
      if (got == Got::end) {
        more = false;
        break;
      }
      server.take(bytes);
      busy = true;
    }
    busy = server.work(out);
    if (!busy && !more) break;
    std::fwrite(out.data(), 1, out.size(), stdout);
    out.clear();
    if (!output_written()) return 1;
  }
  return server.status();
}

}  // namespace

void add_lsp(CLI::App& app, int& status) {
  CLI::App* command = add_command(app, "lsp", lsp_manual);
  // Editors of the vscode family name the channel.
  auto stdio = std::make_shared<bool>(true);
  command->add_flag("--stdio", *stdio, "Standard input and output: the only channel.");
  command->callback([stdio, &status] { status = lsp_server(); });
}

}  // namespace stridescope::cli
