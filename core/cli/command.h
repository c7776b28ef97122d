// Common declarations of the commands. Each command is one file with `void add_NAME(CLI::App& app, int& status)`: it
// adds itself to the command line with its manual page, and its callback runs it and sets the exit status.
//
// Exit status: 0; 1 if the program has errors; 2 if the command line is invalid; 3 if a verdict is `violated`; for
// `run` 4 if the result is wrong, 5 if nothing was verified.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <string_view>

#include "core/workspace/workspace.h"

namespace stridescope::cli {

// A page of `--help`. All parts are lines of plain text of at most 76 columns, without indentation; the sections NAME
// and OPTIONS are made from CLI11's data, and an empty EXIT STATUS is replaced by the common text.
//
// An example is a prose line, then `  $ COMMAND` and its exact output (standard error after standard output), both
// indented by two; a test runs every example. A last line `  ...` replaces the rest of the output.
struct Manual {
  std::string_view
      summary;  // the job of the command, without a full stop: "evaluate a program and print its last value"
  std::string_view synopsis;  // one line per form, without "stridescope": "eval [--all] PROGRAM"
  std::string_view description;
  std::string_view examples;
  std::string_view exit_status = {};
};

// Sets the page of `stridescope --help`: the commands added so far, and the topics.
void set_manual(CLI::App& app);
// The text of an error in the command line, and its fix.
std::string usage_text(const CLI::App& app, const CLI::Error& e);
// Adds the command with its --help.
CLI::App* add_command(CLI::App& app, const std::string& name, const Manual& manual);
// Adds the positional PROGRAM; program_text reads it. A path without a readable file is an error of the command line.
CLI::Option* add_program(CLI::App& command, std::string& program,
                         const std::string& what = "The program, a file that holds it, or - for standard input.");
// --ints
void add_integer_mode(CLI::App& command, IntegerMode& mode);

// The argument itself; for `-` all of stdin; for the path of a file its contents (input.h). Reads slightly more than
// the limit of programs. Throws CommandFailure if it cannot be read.
std::string program_text(const std::string& argument);

// All output of the commands passes here. Characters that a terminal would interpret are shown as \x1b.
void print(std::FILE* to, std::string_view text);
// Adds a line break at the end if it is missing.
void print_line(std::FILE* to, std::string_view text);
// Prints each diagnostic with its position on stderr. Returns 1 if there are any, else 0.
int print_diagnostics(const Workspace& workspace);
void print_error(const Error& error);
// --lang, or STRIDESCOPE_LANG: the language of the output.
void add_language(CLI::App& command);
// Sets the language requested on the command line, otherwise STRIDESCOPE_LANG, before parsing, so that errors of the
// command line are in it.
void speak_early(int argc, char** argv);
const Catalog& language();
std::string words(const Message& message);
// Prints the text, or the error on stderr; returns the exit status.
int print_result(const Result<std::string>& text);
// Prints that the program has no value because it is empty or skipped; returns 1.
int refuse_empty_program(const Report& report);
// The words of --runner, separated by blanks; without it the runner that is found.
std::vector<std::string> runner_command(const std::string& given);
// Evaluates the program of the argument, and prints its diagnostics. Returns the number of its last value; -1 if it has
// an error or no value, which is printed.
int evaluate(Workspace& workspace, const std::string& argument, IntegerMode mode);

// The page of a function, with its evaluated example. unknown_name, with a suggestion.
Result<std::string> function_text(std::string_view name);

// Answers one JSON object per line from stdin until its end; with verdicts in every answer, or in those that request
// them.
int eval_jsonl(IntegerMode mode, bool all, bool verdicts);

#define STRIDESCOPE_COMMAND(name) void add_##name(CLI::App& app, int& status);
#include "core/cli/commands.def"
#undef STRIDESCOPE_COMMAND

}  // namespace stridescope::cli
