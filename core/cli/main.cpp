// The command line's main: each command adds itself, CLI11 parses, and the command sets the exit status.
#include <exception>

#include "core/base/standard_streams.h"
#include "core/base/utf.h"
#include "core/cli/command.h"
#include "core/cli/input.h"

namespace {

int run(int argc, char** argv) {
  stridescope::hold_standard_streams();
  CLI::App app;
  stridescope::cli::speak_early(argc, argv);
  stridescope::cli::set_manual(app);
  app.set_version_flag("--version", std::string(stridescope::version), "Print the version.");
  app.require_subcommand(1);
  app.failure_message([&app](const CLI::App*, const CLI::Error& e) {
    return stridescope::printable(stridescope::cli::usage_text(app, e));
  });
  int status = 0;
#define STRIDESCOPE_COMMAND(name) stridescope::cli::add_##name(app, status);
#include "core/cli/commands.def"
#undef STRIDESCOPE_COMMAND
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (app.exit(e) != 0) return 2;  // otherwise --help or --version
  } catch (const stridescope::cli::CommandFailure& e) {
    stridescope::cli::print_error(e.error());
    status = 1;
  }
  // A full disk or a closed pipe must not look like success.
  if (!stridescope::output_written()) {
    stridescope::cli::print_error({{}, stridescope::say("the output could not be written"), {}, {}, {}});
    return 1;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& e) {
    stridescope::cli::print(stderr, std::string("error: ") + e.what() + "\n");
    return 1;
  }
}
