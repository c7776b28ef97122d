// What is said of a command line that makes no sense: as of a program, what is wrong and how to mend it.
#include "core/base/suggest.h"
#include "core/cli/command.h"

namespace stridescope::cli {
namespace {

std::string problem(const std::string& message, const std::string& hint) {
  return "error: " + message + "\n" + (hint.empty() ? "" : " = " + hint + "\n");
}

std::string nearest(std::string_view word, const std::vector<std::string_view>& names) {
  const std::string_view found = suggest(word, names);
  return found.empty() ? std::string() : "did you mean '" + std::string(found) + "'?";
}

bool has_program(const CLI::App& command) { return command.get_option_no_throw("PROGRAM") != nullptr; }

// The command that has the options: `trace show` has options of its own.
const CLI::App& innermost(const CLI::App& command) {
  const std::vector<const CLI::App*> below = command.get_subcommands([](const CLI::App* one) { return one->parsed(); });
  return below.empty() ? command : *below.front();
}

// How to see the command's page.
std::string see(const CLI::App& command) { return "`stridescope help " + command.get_name() + "` tells more"; }

// The words that an option takes, from a type name such as a|b|c; empty if it takes others.
std::string choices(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  std::string out;
  for (const char c : type.substr(0, type.find(':'))) out += c == '|' ? std::string(", ") : std::string(1, c);
  return out.find(", ") == std::string::npos ? std::string() : out;
}

std::string wrong_command(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string_view> names;
  std::string all;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
    all += (all.empty() ? "" : ", ") + command->get_name();
  }
  if (words.empty()) return problem("which command?", all + "; `stridescope help` explains them");
  const std::string& word = words.front();
  if (word.starts_with("-") && word.size() > 1 && word.find_first_of("0123456789") != 1)
    return problem("there is no option " + word, "options follow a command; `stridescope help` lists the commands");
  const bool is_name = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz_-") == std::string::npos;
  if (!is_name) return problem("'" + word + "' is no command", "to evaluate it: stridescope eval '" + word + "'");
  const std::string hint = nearest(word, names);
  return problem("there is no command '" + word + "'", hint.empty() ? "`stridescope help` lists them" : hint);
}

std::string extra_word(const CLI::App& given, const std::string& word) {
  const CLI::App& command = innermost(given);
  const std::string name = (&command == &given ? "" : given.get_name() + " ") + command.get_name();
  if (word.starts_with("-") && word.size() > 1) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
      for (const std::string& known : option->get_lnames()) names.push_back("--" + known);
    }
    const std::string hint = nearest(word.substr(0, word.find('=')), {names.begin(), names.end()});
    return problem(name + " has no option " + word, hint.empty() ? see(given) : hint);
  }
  if (has_program(command)) {
    return problem("one program, not '" + word + "' too",
                   "put it in quotes: stridescope " + command.get_name() + " '(4,8):(1,4)'");
  }
  return problem("what is '" + word + "'?", see(given));
}

std::string wrong_value(const CLI::App& given, const CLI::Error& e) {
  const CLI::App& command = innermost(given);
  const std::string what = e.what();
  const std::string name = what.substr(0, what.find(':'));
  const CLI::Option* option = command.get_option_no_throw(name);
  if (option == nullptr) return problem(what, see(given));
  if (option->get_positional()) return problem(what.substr(what.find_first_not_of(": ", name.size())), see(given));
  const std::string words = choices(*option);
  if (option->results().empty() || option->results().front().empty())
    return problem(name + " needs a value", words.empty() ? see(given) : "it is one of " + words);
  if (words.empty()) return problem(what, see(given));
  return problem(name + " cannot be '" + option->results().front() + "'", "it is one of " + words);
}

}  // namespace

std::string usage_text(const CLI::App& app, const CLI::Error& e) {
  const auto chosen = app.get_subcommands();
  const std::vector<std::string> extra = app.remaining(true);
  if (chosen.empty()) return wrong_command(app, extra);
  const CLI::App& command = *chosen.front();
  // The name of this error is the command's.
  if (e.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !extra.empty())
    return extra_word(command, extra.front());
  if (e.get_name() == "RequiredError" && has_program(command)) {
    return problem(command.get_name() + " needs a program",
                   "such as stridescope " + command.get_name() + " '(4,8):(1,4)'; - reads it from standard input");
  }
  if (e.get_name() == "ValidationError" || e.get_name() == "ConversionError" || e.get_name() == "ArgumentMismatch")
    return wrong_value(command, e);
  return problem(e.what(), see(command));
}

}  // namespace stridescope::cli
