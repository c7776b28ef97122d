// `stridescope lsp`: serves editors by the Language Server Protocol, on standard input and output.
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>

#include "core/base/standard_streams.h"
#include "core/cli/command.h"
#include "core/lsp/server.h"

namespace stridescope::cli {
namespace {

constexpr Manual lsp_manual = {
    .summary = "serve editors by the Language Server Protocol",
    .synopsis = "lsp",
    .description = R"man(
A server of the Language Server Protocol 3.17 on standard input and output.
An editor starts it by the command `stridescope lsp`, for programs
(`.stride`), CuTe in C++ and Python, layouts of Triton, Gluon and TileLang,
and modules of MLIR. It reads no file and sends nothing anywhere.

  hover            the value of a name, its facts, its picture
  inlay hints      the value of each declaration that follows from the file
  diagnostics      errors of a program, findings of `stridescope lint`
  quick fixes      the fix of an error; a comment that excludes a finding
  completion       names and functions of a program
  signature help   the argument at the caret

A comment gives names that a source leaves open their values:

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
  lsp::Server server(language());
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
