#include "core/cli/command.h"

int main(int argc, char** argv) {
  CLI::App app;
  stridescope::cli::set_manual(app);
  app.set_version_flag("--version", std::string(stridescope::version), "Print the version.");
  app.require_subcommand(1);
  int status = 0;
#define STRIDESCOPE_COMMAND(name) stridescope::cli::add_##name(app, status);
#include "core/cli/commands.def"
#undef STRIDESCOPE_COMMAND
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  return status;
}
