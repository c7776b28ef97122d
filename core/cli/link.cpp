// `stridescope link`: writes a share link of the explorer, or reads one. It does not use the network.
#include "core/workspace/link.h"

#include <memory>

#include "core/cli/command.h"
#include "core/workspace/diagnostics.h"

namespace stridescope::cli {
namespace {

constexpr Manual link_manual = {
    .summary = "write a link that opens a program in the explorer, or read one",
    .synopsis = "link [--ints MODE] [--view NAME=VIEW]... [--page ADDRESS] PROGRAM\nlink --read LINK",
    .description = R"man(
Prints the fragment of an address that opens the program in the explorer,
with its integer mode and the pictures that --view selects (by the words of
`stridescope render --help`). With --page: prints the whole address. The
link contains the program: nothing is sent anywhere.

--read prints the program of a link.
)man",
    .examples = R"man(
  $ stridescope link --page http://127.0.0.1:8080/ 'A = (2,4):(4,1)'
  http://127.0.0.1:8080/#z=...
  $ stridescope link --read '#z=K0lNTM7IzEvn4nJUsFXQMNIx0bTSMNEx1AQA'
  A = (2,4):(4,1)
)man",
};

struct LinkOptions {
  std::string program;
  IntegerMode mode = IntegerMode::cute;
  std::vector<std::string> views;
  std::string page;
  bool read = false;
};

int read_link(const std::string& address) {
  // Pasted text ends with a line break.
  const auto link = decode_link(std::string_view(address).substr(0, address.find_last_not_of(" \t\r\n") + 1));
  if (!link) {
    print_error(link.error());
    return 1;
  }
  print_line(stdout, link->program);
  return 0;
}

// True if the program has the value, and the value the picture. A link can contain a program with errors: then a name
// without a value is accepted.
bool view_exists(const Workspace& workspace, std::string_view name, std::string_view view) {
  const Report& report = workspace.report();
  for (std::size_t i = report.bindings.size(); i-- > 0;) {
    if (report.bindings[i].name != name) continue;
    const auto checked = workspace.check_view(static_cast<int>(i), view);
    if (!checked) print_error(checked.error());
    return checked.has_value();
  }
  if (first_failure(report) != nullptr) return true;
  print_error({ErrorCode::unknown_name, say("unknown name '{}'", name), say("name a value of the program"), {}, {}});
  return false;
}

int write_link(const LinkOptions& options) {
  Workspace workspace;
  Link link;
  link.program = program_text(options.program);
  link.mode = options.mode;
  if (!options.views.empty()) workspace.evaluate(link.program, link.mode);
  for (const std::string& view : options.views) {
    const std::size_t equals = view.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == view.size()) {
      print_error({ErrorCode::arguments,
                   say("--view {} does not name a value", view),
                   say("write NAME=VIEW, such as 'A=kind=strip label=coord'"),
                   {},
                   {}});
      return 1;
    }
    link.views.emplace_back(view.substr(0, equals), view.substr(equals + 1));
    if (!view_exists(workspace, link.views.back().first, link.views.back().second)) return 1;
  }
  const auto fragment = encode_link(link);
  if (!fragment) {
    print_error(fragment.error());
    return 1;
  }
  print_line(stdout, options.page.substr(0, options.page.find('#')) + *fragment);
  return 0;
}

}  // namespace

void add_link(CLI::App& app, int& status) {
  auto options = std::make_shared<LinkOptions>();
  CLI::App* command = add_command(app, "link", link_manual);
  add_program(*command, options->program,
              "The program, a file with the program, or - for standard input; with --read: the link.")
      ->required();
  add_integer_mode(*command, options->mode);
  command->add_option("--view", options->views, "The picture of a value.")
      ->type_name("NAME=VIEW")
      ->allow_extra_args(false);
  command->add_option("--page", options->page, "The address of the explorer.")->type_name("ADDRESS");
  command->add_flag("--read", options->read, "Print the program of a link.");
  command->callback([options, &status] {
    status = options->read ? read_link(program_text(options->program)) : write_link(*options);
  });
}

}  // namespace stridescope::cli
