// `stridescope mcp`: serves agents by the Model Context Protocol, on standard input and output.
#include <memory>

#include "core/base/standard_streams.h"
#include "core/cli/command.h"
#include "core/cli/input.h"
#include "core/mcp/server.h"

namespace stridescope::cli {
namespace {

constexpr Manual mcp_manual = {
    .summary = "answer agents by the Model Context Protocol",
    .synopsis = "mcp [--page ADDRESS]",
    .description = R"man(
A server of the Model Context Protocol on standard input and output: one
message of JSON-RPC per line, in the revisions 2024-11-05 to 2026-07-28. An
agent starts it by the command `stridescope mcp`. Nothing is sent anywhere.

A tool answers a claim by `proved`, by `false` with the smallest
counterexample, or by `unknown`, with a link to the picture:

  evaluate   the values of a program
  verdict    its operations satisfy their laws
  equal      two layouts are the same function
  owner      a thread holds an element; or all elements have one owner
  conflicts  accesses to shared memory have no bank conflict
  tma_box    the copy engine moves a tile
  lint       a source has no fault that a rule finds
  explain    the derivation of a value
  render     the picture of a value, in characters or as SVG
)man",
    .examples = R"man(
A message and its answer:
  $ echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | stridescope mcp
  {"jsonrpc":"2.0","id":1,"result":{}}
)man",
    .exit_status = R"man(
0   standard input has ended
1   an answer could not be written, or standard input not be read
2   the command line is invalid
)man",
};

int mcp_server(const std::string& page) {
  std::string line;
  for (InputLine got = read_line(line, mcp::max_message_bytes); got != InputLine::end;
       got = read_line(line, mcp::max_message_bytes)) {
    if (got == InputLine::read && line.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::string text = got == InputLine::too_long ? mcp::refuse_long_line() : mcp::answer(line, page);
    if (text.empty()) continue;
    text.push_back('\n');
    std::fwrite(text.data(), 1, text.size(), stdout);
    if (!output_written()) return 1;
  }
  return std::ferror(stdin) == 0 ? 0 : 1;
}

}  // namespace

void add_mcp(CLI::App& app, int& status) {
  auto page = std::make_shared<std::string>("http://127.0.0.1:8080/");
  CLI::App* command = add_command(app, "mcp", mcp_manual);
  command
      ->add_option("--page", *page,
                   "The address of the explorer, for links to pictures; `./dev run` serves the default.")
      ->type_name("ADDRESS");
  command->callback([page, &status] { status = mcp_server(*page); });
}

}  // namespace stridescope::cli
