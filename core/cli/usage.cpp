// Errors of a command line: the error and its fix, as for a program.
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/cli/command.h"

namespace stridescope::cli {
namespace {

std::string problem(const Message& message, const Message& hint) {
  std::string out = cat(words(say("error: {}", message)), "\n");
  if (!hint.empty()) append_all(out, " = ", words(hint), "\n");
  return out;
}

Message nearest(std::string_view word, const std::vector<std::string_view>& names) {
  const std::string_view found = suggest(word, names);
  return found.empty() ? Message() : say("did you mean '{}'?", found);
}

bool has_program(const CLI::App& command) { return command.get_option_no_throw("PROGRAM") != nullptr; }

// The command that owns the options: `trace show` has options of its own.
const CLI::App& innermost(const CLI::App& command) {
  const std::vector<const CLI::App*> below = command.get_subcommands([](const CLI::App* one) { return one->parsed(); });
  return below.empty() ? command : *below.front();
}

// The hint to the manual page of the command.
Message see(const CLI::App& command) { return say("for more: `stridescope help {}`", command.get_name()); }

// The words that an option accepts, from a type name such as a|b|c; empty for other options.
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
  if (words.empty()) return problem(say("which command?"), say("{}; `stridescope help` explains them", all));
  const std::string& word = words.front();
  if (word.starts_with("-") && word.size() > 1 && word.find_first_of("0123456789") != 1)
    return problem(say("unknown option {}", word),
                   say("options follow a command; `stridescope help` lists the commands"));
  const bool is_name = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz_-") == std::string::npos;
  if (!is_name) return problem(say("'{}' is not a command", word), say("to evaluate it: stridescope eval '{}'", word));
  const Message hint = nearest(word, names);
  return problem(say("unknown command '{}'", word), hint.empty() ? say("`stridescope help` lists them") : hint);
}

std::string extra_word(const CLI::App& given, const std::string& word) {
  const CLI::App& command = innermost(given);
  const std::string name = (&command == &given ? "" : given.get_name() + " ") + command.get_name();
  if (word.starts_with("-") && word.size() > 1) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
      for (const std::string& known : option->get_lnames()) names.push_back("--" + known);
    }
    const Message hint = nearest(word.substr(0, word.find('=')), {names.begin(), names.end()});
    return problem(say("{} does not have option {}", name, word), hint.empty() ? see(given) : hint);
  }
  if (has_program(command)) {
    return problem(say("expected one program, but '{}' is given, too", word),
                   say("put it in quotes: stridescope {} '(4,8):(1,4)'", command.get_name()));
  }
  return problem(say("unexpected argument '{}'", word), see(given));
}

std::string wrong_value(const CLI::App& app, const CLI::App& given, const CLI::Error& e) {
  const CLI::App& command = innermost(given);
  const std::string what = e.what();
  const std::string name = what.substr(0, what.find(':'));
  const CLI::Option* option = command.get_option_no_throw(name);
  // --lang is accepted before the command.
  if (const CLI::Option* before = app.get_option_no_throw(name); before != nullptr && !before->results().empty())
    option = before;
  if (option == nullptr) return problem(Message::verbatim(what), see(given));
  const std::string value = option->results().empty() ? std::string() : option->results().front();
  if (option->get_positional())
    return problem(Message::verbatim(what.substr(what.find_first_not_of(": ", name.size()))), see(given));
  const std::string all = choices(*option);
  if (value.empty())
    return problem(say("{} needs a value", name), all.empty() ? see(given) : say("it must be one of {}", all));
  return problem(say("{} cannot be '{}'", name, value), all.empty() ? see(given) : say("it must be one of {}", all));
}

}  // namespace

std::string usage_text(const CLI::App& app, const CLI::Error& e) {
  const auto chosen = app.get_subcommands();
  const std::vector<std::string> extra = app.remaining(true);
  if (chosen.empty()) return wrong_command(app, extra);
  const CLI::App& command = *chosen.front();
  // The name of this error is that of the command.
  if (e.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !extra.empty())
    return extra_word(command, extra.front());
  if (e.get_name() == "RequiredError" && has_program(command)) {
    return problem(say("{} needs a program", command.get_name()),
                   say("such as stridescope {} '(4,8):(1,4)'; - reads it from standard input", command.get_name()));
  }
  if (e.get_name() == "RequiredError") {
    const std::string_view what = e.what();
    return problem(say("{} needs {}", command.get_name(), what.substr(0, what.find(" is required"))), see(command));
  }
  if (e.get_name() == "ValidationError" || e.get_name() == "ConversionError" || e.get_name() == "ArgumentMismatch")
    return wrong_value(app, command, e);
  return problem(Message::verbatim(e.what()), see(command));
}

}  // namespace stridescope::cli
