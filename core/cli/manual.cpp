// Manual pages, the output of `--help`.
#include "core/base/characters.h"
#include "core/base/wrap.h"
#include "core/cli/command.h"
#include "core/cli/topic.h"

namespace stridescope::cli {
namespace {

constexpr std::size_t width = 80;
constexpr std::size_t indentation = 4;

// Appends indented lines; empty ones stay empty. A line that is too long continues on the next one, except in examples.
void append_lines(std::string& out, std::string_view lines, std::string_view before) {
  while (lines.starts_with('\n')) lines.remove_prefix(1);
  while (lines.ends_with('\n')) lines.remove_suffix(1);
  for (std::size_t at = 0; at <= lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string_view line = lines.substr(at, end - at);
    std::string whole(before);
    whole.append(line);
    std::string_view rest = whole;
    for (std::size_t indent = indentation; !line.empty() && !rest.empty(); indent = 2 * indentation) {
      std::size_t fits = rest.size();
      if (indent + rest.size() > width && line.front() != ' ') fits = rest.rfind(' ', width - indent);
      if (fits == std::string_view::npos || fits == 0) fits = rest.size();
      out.append(indent, ' ').append(rest.substr(0, fits));
      rest.remove_prefix(std::min(fits + 1, rest.size()));
      if (!rest.empty()) out.push_back('\n');
    }
    out.push_back('\n');
    at = end + 1;
  }
}

void append_section(std::string& out, std::string_view title, std::string_view lines, std::string_view before = {}) {
  if (lines.empty()) return;
  out.append("\n").append(title).append("\n");
  append_lines(out, lines, before);
}

// Appends paragraphs wrapped anew; lines that begin with a blank are verbatim.
void append_description(std::string& out, std::string_view text) {
  out.append("\nDESCRIPTION\n");
  while (text.starts_with('\n')) text.remove_prefix(1);
  std::string paragraph;
  const auto fill = [&] {
    if (!paragraph.empty()) append_wrapped(out, paragraph, indentation, width);
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::string_view line = cut_line(text);
    if (!line.empty() && line.front() != ' ') {
      paragraph.append(paragraph.empty() ? "" : " ").append(line);
      continue;
    }
    fill();
    append_lines(out, line, {});
  }
  fill();
}

std::string options(const CLI::App& app) {
  std::string out;
  for (const CLI::Option* option : app.get_options()) {
    std::string name = option->get_name(option->get_positional(), true);
    for (std::size_t at = name.find(','); at != std::string::npos; at = name.find(',', at + 2))
      name.insert(at + 1, " ");
    const bool takes_value = !option->get_positional() && option->get_type_size() > 0;
    out.append(out.empty() ? 0 : 1, '\n');
    out.append(indentation, ' ').append(name);
    // The checks follow the colon.
    const std::string type = option->get_type_name();
    if (takes_value && !type.empty()) out.append(" ").append(type, 0, type.find(':'));
    out.push_back('\n');
    append_wrapped(out, option->get_description(), 2 * indentation, width);
  }
  return out;
}

constexpr std::string_view common_exit_status = R"man(
0   success
1   the program has an error, which is printed on standard error
2   the command line is invalid
)man";

constexpr std::string_view all_exit_status = R"man(
0   success
1   the program has an error, which is printed on standard error
2   the command line is invalid
3   `verdict` found a violated law
)man";

constexpr std::string_view about = R"man(
Stridescope evaluates programs in the notation of NVIDIA CuTe's layouts.
Its results are exactly those of CuTe C++. It draws the values, derives them
step by step, and writes them as source text. Pass a program as an argument
in quotes, as the name of a file, or as - for standard input.
)man";

constexpr std::string_view examples = R"man(
  $ stridescope eval 'composition((6,2):(8,2), (4,3):(3,1))'
  ((2,2),(3,1)):((24,2),(8,2))
  $ stridescope explain --ints teaching '20:2 o 4:3'
  20:2 o 4:3 = 4:6
  ...
  $ stridescope render --format svg '(4,8):(8,1)' > layout.svg
)man";

std::string page(const CLI::App& command, const Manual& manual) {
  const std::string name = "stridescope " + command.get_name();
  std::string out = "NAME\n";
  append_lines(out, name + " - " + std::string(manual.summary), {});
  append_section(out, "SYNOPSIS", manual.synopsis, "stridescope ");
  append_description(out, manual.description);
  out.append("\nOPTIONS\n").append(options(command));
  append_section(out, "EXAMPLES", manual.examples);
  append_section(out, "EXIT STATUS", manual.exit_status.empty() ? common_exit_status : manual.exit_status);
  return out;
}

void append_item(std::string& out, std::string_view name, std::string_view summary) {
  constexpr std::size_t column = 16;
  std::string line(indentation, ' ');
  line.append(name).resize(column, ' ');
  out.append(line).append(summary).append("\n");
}

std::string main_page(const CLI::App& app) {
  std::string out = "NAME\n    stridescope - see, prove and measure CuTe layouts\n";
  append_section(out, "SYNOPSIS", "stridescope COMMAND ...\nstridescope help [COMMAND | TOPIC]");
  append_description(out, about);
  out.append("\nCOMMANDS\n");
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    append_item(out, command->get_name(), command->get_description());
  }
  out.append("\nTOPICS\n");
  for (const Topic& topic : topics()) append_item(out, topic.name, topic.summary);
  out.append("\nOPTIONS\n").append(options(app));
  append_section(out, "EXAMPLES", examples);
  append_section(out, "EXIT STATUS", all_exit_status);
  return out;
}

}  // namespace

void set_manual(CLI::App& app) {
  app.set_help_flag("-h,--help", "Print this page.");
  add_language(app);
  app.formatter_fn([](const CLI::App* self, const std::string&, CLI::AppFormatMode) { return main_page(*self); });
}

CLI::App* add_command(CLI::App& app, const std::string& name, const Manual& manual) {
  CLI::App* command = app.add_subcommand(name, std::string(manual.summary));
  command->set_help_flag("-h,--help", "Print this page.");
  command->formatter_fn(
      [manual](const CLI::App* self, const std::string&, CLI::AppFormatMode) { return page(*self, manual); });
  add_language(*command);
  return command;
}

}  // namespace stridescope::cli
