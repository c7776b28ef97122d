#include "core/cli/command.h"

namespace {

constexpr const char* about =
    "Stridescope: see, prove and measure CuTe layouts.\n"
    "Example: stridescope eval 'composition((6,2):(8,2), (4,3):(3,1))'";

constexpr const char* footer =
    "A program is statements `name = expression` or `expression`, ended by a line break or ';'.\n"
    "In CuTe mode 4 is a dynamic integer and _4 a static one; in teaching mode every integer is static.";

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(about);
  app.footer(footer);
  app.set_version_flag("--version", std::string(stridescope::version));
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
