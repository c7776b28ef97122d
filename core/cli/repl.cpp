// `stridescope repl`: a prompt. What is remembered between entries is in session.cpp, the keys are the line editor's;
// here are the commands that begin with a colon and how a line is taken.

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "core/base/characters.h"
#include "core/cli/command.h"
#include "core/cli/line_editor.h"
#include "core/cli/session.h"

namespace stridescope::cli {
namespace {

constexpr Manual manual = {
    .summary = "type statements and see their values",
    .synopsis = "repl [--ints MODE]",
    .description = R"man(
Reads statements from the terminal, or from a pipe, and prints the value of
each. A name stands for its last value. An entry goes on over the end of the
line while a bracket is open or the line ends in an operator; an empty line
ends it.

Keys: Tab completes names, functions and commands; the arrows, Ctrl-R and
Ctrl-A, Ctrl-E edit the line and go through the history, which is kept in
$XDG_STATE_HOME/stridescope/history (~/.local/state/... without it). Ctrl-C
forgets the line, Ctrl-D quits.

Commands begin with a colon; :help lists them. Where a command takes a VALUE
it is a name or any expression, and the last value when it is left out.
)man",
    .examples = R"man(
Statements from a pipe:
  $ printf 'A = (6,2):(8,2)\nA o (4,3):(3,1)\n' | stridescope repl
  A = (6,2):(8,2)
  ((2,2),(3,1)):((24,2),(8,2))

Commands work there too:
  $ printf 'A = (2,4):(4,1)\n:show A\n' | stridescope repl
  A = (2,4):(4,1)
  (2,4):(4,1)
        0   1   2   3
      +---+---+---+---+
   0  | 0 | 1 | 2 | 3 |
      +---+---+---+---+
   1  | 4 | 5 | 6 | 7 |
      +---+---+---+---+
)man",
    .exit_status = R"man(
0   success; also when an entry typed at the terminal had an error
1   an entry from a pipe had an error: it is on standard error
2   the command line makes no sense
)man",
};

struct Repl;

struct Command {
  std::string_view name;
  std::string_view arguments;
  std::string_view help;
  bool (*run)(Repl&, std::string_view argument);  // false after an error
};

struct Repl {
  Session session;
  std::string pending;  // lines of an entry that goes on
  bool done = false;
};

bool fail(Message message, Message hint = {}) {
  std::fflush(stdout);
  print_error({ErrorCode::arguments, std::move(message), std::move(hint), {}, {}});
  return false;
}

// Prints what `make(workspace, binding)` says of the value that the argument names.
template <class Make>
bool tell(Repl& repl, std::string_view argument, Make&& make) {
  const auto subject = repl.session.subject(argument);
  if (!subject) return false;
  const Result<std::string> text = make(*subject->workspace, subject->binding);
  if (text) {
    print_line(stdout, *text);
    return true;
  }
  std::fflush(stdout);
  print_error(text.error());
  return false;
}

// A file name as typed: a leading ~/ is the home folder.
std::string path_of(std::string_view argument) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && argument.starts_with("~/")) return home + std::string(argument.substr(1));
  return std::string(argument);
}

bool help(Repl&, std::string_view argument);

bool ints(Repl& repl, std::string_view argument) {
  if (argument == "cute" || argument == "teaching") {
    const IntegerMode mode = argument == "cute" ? IntegerMode::cute : IntegerMode::teaching;
    if (!repl.session.set_mode(mode))
      return fail(say("these statements have no value in that mode: it stays as it was"));
  } else if (!argument.empty()) {
    return fail(say("there is no integer mode '{}'", argument), say("cute or teaching"));
  }
  print_line(stdout, repl.session.mode() == IntegerMode::cute ? "cute: 4 is dynamic, _4 static"
                                                              : "teaching: every integer is static");
  return true;
}

bool show(Repl& repl, std::string_view argument) {
  return tell(repl, argument, [](const Workspace& w, int binding) { return w.emit(binding, "ascii", {}); });
}

bool explain(Repl& repl, std::string_view argument) {
  return tell(repl, argument, [](const Workspace& w, int binding) -> Result<std::string> {
    const auto step = w.explain(binding);
    if (!step) return failure(step.error());
    return explain_text(*step, language());
  });
}

bool analyze(Repl& repl, std::string_view argument) {
  return tell(repl, argument, [](const Workspace& w, int binding) -> Result<std::string> {
    const auto analysis = w.analyze(binding);
    if (!analysis) return failure(analysis.error());
    return analysis_text(*analysis, language());
  });
}

bool verdict(Repl& repl, std::string_view argument) {
  return tell(repl, argument, [](const Workspace& w, int binding) -> Result<std::string> {
    const auto found = w.verdict(binding);
    if (!found) return failure(found.error());
    return found->empty() ? words(say("not checked: {}", say("there is no operation with a law")))
                          : verdict_text(*found, language());
  });
}

bool emit(Repl& repl, std::string_view argument) {
  const std::size_t blank = argument.find(' ');
  const std::string_view format = argument.substr(0, blank);
  const std::string_view value =
      blank == std::string_view::npos ? std::string_view() : argument.substr(argument.find_first_not_of(' ', blank));
  if (format.empty())
    return fail(say("which format?"), say(":emit cpp, dsl, pycute, python, latex, svg or json, then a value"));
  return tell(repl, value, [&](const Workspace& w, int binding) -> Result<std::string> {
    const auto view = w.view(binding);
    if (!view) return failure(view.error());
    return w.emit(binding, format, *view, language());
  });
}

bool list(Repl& repl, std::string_view) {
  print(stdout, repl.session.listing());
  return true;
}

bool save(Repl& repl, std::string_view argument) {
  if (argument.empty()) return fail(say("which file?"), Message::verbatim(":save FILE"));
  const std::string path = path_of(argument);
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return fail(say("cannot write {}", path));
  const std::string text = repl.session.program();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) return fail(say("cannot write {}", path));
  return true;
}

bool load(Repl& repl, std::string_view argument) {
  if (argument.empty()) return fail(say("which file?"), Message::verbatim(":load FILE"));
  const std::string path = path_of(argument);
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return fail(say("cannot read {}", path));
  std::string text(max_line_bytes, '\0');  // a little more than a program may have: the evaluator says so
  text.resize(std::fread(text.data(), 1, text.size(), file));
  const bool broken = std::ferror(file) != 0;
  std::fclose(file);
  if (broken) return fail(say("cannot read {}", path));
  return repl.session.enter(text);
}

bool clear(Repl& repl, std::string_view) {
  repl.session.clear();
  return true;
}

bool quit(Repl& repl, std::string_view) {
  repl.done = true;
  return true;
}

constexpr Command commands[] = {
    {"analyze", "[VALUE]", "say what a value is as a function", analyze},
    {"clear", "", "forget all statements", clear},
    {"emit", "FORMAT [VALUE]", "write a value as cpp, dsl, pycute, python, latex, svg or json", emit},
    {"explain", "[VALUE]", "derive a value step by step", explain},
    {"help", "[FUNCTION]", "list the commands, or explain a function", help},
    {"ints", "[cute|teaching]", "what a plain integer is: 4 dynamic, or every integer static", ints},
    {"list", "", "the statements so far, with their values", list},
    {"load", "FILE", "evaluate the statements of a file", load},
    {"quit", "", "leave", quit},
    {"save", "FILE", "write the statements to a file", save},
    {"show", "[VALUE]", "draw a value", show},
    {"verdict", "[VALUE]", "say whether a result keeps the laws of its operation", verdict},
};

bool help(Repl&, std::string_view argument) {
  if (!argument.empty()) {
    const auto text = function_text(argument, language());
    if (text)
      print(stdout, *text);
    else
      print_error(text.error());
    return text.has_value();
  }
  for (const Command& command : commands) {
    std::string line = ":" + std::string(command.name) + " " + std::string(command.arguments);
    line.resize(std::max<std::size_t>(line.size() + 1, 24), ' ');
    print_line(stdout, line + std::string(command.help));
  }
  print(stdout,
        "A VALUE is a name or an expression; the last value when it is left out. `stridescope help language` tells "
        "what can\n"
        "be written, `stridescope functions` lists the functions.\n");
  return true;
}

// `:show A` with any beginning of a command that is unmistakable.
bool run_command(Repl& repl, std::string_view line) {
  line.remove_prefix(1);
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, blank);
  const Command* chosen = nullptr;
  int candidates = 0;
  for (const Command& command : commands) {
    if (word.empty() || !command.name.starts_with(word)) continue;
    if (command.name == word) return command.run(repl, trimmed(line.substr(blank)));
    chosen = &command;
    ++candidates;
  }
  if (candidates == 1) return chosen->run(repl, trimmed(line.substr(blank)));
  return fail(candidates == 0 ? say("there is no command ':{}'", word) : say("several commands begin with ':{}'", word),
              say(":help lists them"));
}

Offer complete(void* context, std::string_view before) {
  const Repl& repl = *static_cast<const Repl*>(context);
  Offer offer;
  const std::string_view line = trimmed(before);
  if (repl.pending.empty() && line.starts_with(':') && line.find(' ') == std::string_view::npos &&
      !before.ends_with(' ')) {
    offer.replace = line.size() - 1;
    for (const Command& command : commands) {
      if (!command.name.starts_with(line.substr(1))) continue;
      offer.words.push_back(std::string(command.name) + (command.arguments.empty() ? "" : " "));
    }
    return offer;
  }
  const Completions found = repl.session.complete(before);
  offer.replace = found.to - found.from;
  for (const Completion& item : found.items) offer.words.push_back(item.label);
  if (found.items.size() == 1 && found.items[0].kind == Completion::Kind::function) offer.words[0] += '(';
  return offer;
}

// One line of input; false after an error.
bool take_line(Repl& repl, const std::string& line) {
  if (repl.pending.empty()) {
    const std::string_view text = trimmed(line);
    if (text.empty()) return true;
    if (text.starts_with(':')) return run_command(repl, text);
  }
  const bool blank = trimmed(line).empty();
  repl.pending += line;
  repl.pending += '\n';
  if (!blank && is_unfinished(repl.pending)) return true;
  const std::string entry = std::move(repl.pending);
  repl.pending.clear();
  return repl.session.enter(entry);
}

int repl(IntegerMode mode) {
  Repl repl{.session = Session(mode), .pending = {}};
  const bool interactive = at_terminal();
  std::unique_ptr<LineEditor> editor;
  if (interactive) {
    editor = std::make_unique<LineEditor>(complete, &repl);
    print_line(stdout, "Stridescope " + std::string(version) +
                           (mode == IntegerMode::cute ? ": 4 is a dynamic integer, _4 a static one."
                                                      : ": every integer is static.") +
                           " :help for help, Ctrl-D to leave.");
  }
  bool failed = false;
  std::string line;
  while (!repl.done) {
    const LineRead read = interactive ? editor->read(repl.pending.empty() ? "> " : ". ", line) : read_plain_line(line);
    if (read == LineRead::end) break;
    if (read == LineRead::interrupted) {
      repl.pending.clear();
      continue;
    }
    if (read == LineRead::too_long) {
      failed = !fail(say("a line longer than {} bytes", max_line_bytes));
      repl.pending.clear();
      continue;
    }
    std::string entry = repl.pending + line;
    failed = !take_line(repl, line) || failed;
    if (interactive && repl.pending.empty()) {
      // An entry of several lines comes back as one, which a comment would cut short.
      const bool comment = entry.find('#') != std::string::npos || entry.find("//") != std::string::npos;
      if (!comment) std::replace(entry.begin(), entry.end(), '\n', ' ');
      editor->remember(comment ? line : entry);
    }
    std::fflush(stdout);
    if (repl.pending.size() > max_line_bytes) {
      failed = !fail(say("an entry longer than {} bytes", max_line_bytes));
      repl.pending.clear();
    }
  }
  if (!repl.pending.empty()) failed = !repl.session.enter(repl.pending) || failed;
  return failed && !interactive ? 1 : 0;
}

}  // namespace

void add_repl(CLI::App& app, int& status) {
  auto mode = std::make_shared<IntegerMode>(IntegerMode::cute);
  CLI::App* command = add_command(app, "repl", manual);
  add_integer_mode(*command, *mode);
  command->callback([mode, &status] { status = repl(*mode); });
}

}  // namespace stridescope::cli
