// `stridescope render`: draws the last value as SVG, TikZ, JSON or characters. A view selects the picture by the words
// of links.
#include <memory>

#include "core/cli/command.h"
#include "core/workspace/no_picture.h"

namespace stridescope::cli {
namespace {

constexpr Manual render_manual = {
    .summary = "draw the last value of a program",
    .synopsis = "render [--ints MODE] [--format FORMAT] [--view VIEW] PROGRAM",
    .description = R"man(
Draws the last value of a program. svg is the picture of the page; latex is
the same picture as a TikZ document for pdflatex; json is the scene behind
it: cells, labels, color classes; ascii is the picture in characters, and
without --view exactly the output of CuTe's print_layout and print_tensor.

--view selects the picture by words `key=value`, such as `kind=threads
color=warp`; each word is optional, and `stridescope help views` lists them.
A picture that the value does not have is an error that lists its pictures.
)man",
    .examples = R"man(
What CuTe prints:
  $ stridescope render '(2,4):(4,1)'
  (2,4):(4,1)
        0   1   2   3
      +---+---+---+---+
   0  | 0 | 1 | 2 | 3 |
      +---+---+---+---+
   1  | 4 | 5 | 6 | 7 |
      +---+---+---+---+

A picture for a document, tiles in colors:
  $ stridescope render --format svg --view 'color=tile' \
      'zipped_divide((8,8):(8,1), <4,4>)' > tiles.svg
)man",
};

struct RenderOptions {
  std::string program;
  IntegerMode mode = IntegerMode::cute;
  std::string format = "ascii";
  std::string view;
};

int render(const RenderOptions& options) {
  Workspace workspace;
  const int last = evaluate(workspace, options.program, options.mode);
  if (last < 0) return 1;
  if (const auto checked = workspace.check_view(last, options.view); !checked) {
    print_error(checked.error());
    return 1;
  }
  const auto view = workspace.view(last, options.view);
  // Without a view, `ascii` is CuTe's printed form.
  const std::string_view format = options.format == "svg" ? "figure"
                                  : options.format == "ascii" && !options.view.empty()
                                      ? "text"
                                      : std::string_view(options.format);
  const auto text = view ? workspace.emit(last, format, *view, language()) : Result<std::string>(failure(view.error()));
  // CuTe's printed forms report the reason themselves.
  if (Message why = text || format == "ascii" ? Message() : no_picture(workspace, last); !why.empty())
    return print_result(failure(ErrorCode::unsupported, std::move(why)));
  return print_result(text);
}

}  // namespace

void add_render(CLI::App& app, int& status) {
  auto options = std::make_shared<RenderOptions>();
  CLI::App* command = add_command(app, "render", render_manual);
  add_program(*command, options->program)->required();
  add_integer_mode(*command, options->mode);
  command->add_option("--format", options->format, "The output format; ascii is the default.")
      ->check(CLI::IsMember({"ascii", "svg", "latex", "json"}))
      ->type_name("ascii|svg|latex|json");
  command->add_option("--view", options->view, "The picture, such as 'kind=grid label=coord color=tile slice=0,1'.")
      ->type_name("VIEW");
  command->callback([options, &status] { status = render(*options); });
}

}  // namespace stridescope::cli
