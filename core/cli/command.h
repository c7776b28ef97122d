// Common declarations of the commands. Each command is one file with `void add_NAME(CLI::App& app, int& status)`: it
// adds itself to the command line with its manual page, and its callback runs it and sets the exit status.
//
// Exit status: 0, 1 when the program has errors, 2 when the command line makes no sense, 3 when a verdict is
// `violated`; of `run` 4 when the result is wrong, 5 when nothing was verified.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <string_view>

#include "core/workspace/workspace.h"

namespace stridescope::cli {

// A page of `--help`. All parts are lines of plain text of at most 76 columns, without indentation of their own; the
// sections NAME and OPTIONS are made from what CLI11 knows, EXIT STATUS has a common text when the part is empty.
//
// An example is a prose line, then `  $ COMMAND` and its exact output (standard error after standard output), both
// indented by two; a test runs every one of them. A last line `  ...` replaces the rest of the output.
struct Manual {
  std::string_view summary;   // what it does, without a full stop: "evaluate a program and print its last value"
  std::string_view synopsis;  // a line a form, without "stridescope": "eval [--all] PROGRAM"
  std::string_view description;
  std::string_view examples;
  std::string_view exit_status = {};
};

// The page of `stridescope --help`: the commands that have been added, and the topics.
void set_manual(CLI::App& app);
// An error of the command line, and its fix.
std::string usage_text(const CLI::App& app, const CLI::Error& e);
// The command with its --help.
CLI::App* add_command(CLI::App& app, const std::string& name, const Manual& manual);
// The positional PROGRAM; program_text reads it. A path without a readable file makes no sense.
CLI::Option* add_program(CLI::App& command, std::string& program,
                         const std::string& what = "The program, a file that holds it, or - for standard input.");
// --ints
void add_integer_mode(CLI::App& command, IntegerMode& mode);

// The argument; for `-` all of stdin, and for the path of a file what it holds (input.h). At most a little more than a
// program may have. Throws CommandFailure where it cannot be read.
std::string program_text(const std::string& argument);

// All that the commands print goes through here. Characters that a terminal would act on are shown as \x1b.
void print(std::FILE* to, std::string_view text);
// Ends it with a line break if it has none.
void print_line(std::FILE* to, std::string_view text);
// On stderr, each with its place; 1 if there are any, else 0.
int print_diagnostics(const Workspace& workspace);
void print_error(const Error& error);
// --lang, or STRIDESCOPE_LANG: the language of what the commands say.
void add_language(CLI::App& command);
// The language requested on the command line, or else STRIDESCOPE_LANG: errors of the line are in it.
void speak_early(int argc, char** argv);
const Catalog& language();
std::string words(const Message& message);
// The text, or the error on stderr; returns the exit status.
int print_result(const Result<std::string>& text);
// 1, with the message that the program has no value: it is empty, or all of it is skipped.
int refuse_empty_program(const Report& report);

// The page of a function, with its example evaluated. unknown_name, with the name that was probably meant.
Result<std::string> function_text(std::string_view name);

// Answers one JSON object a line from stdin until its end; with verdicts in every answer, or where a line asks for
// them.
int eval_jsonl(IntegerMode mode, bool all, bool verdicts);

#define STRIDESCOPE_COMMAND(name) void add_##name(CLI::App& app, int& status);
#include "core/cli/commands.def"
#undef STRIDESCOPE_COMMAND

}  // namespace stridescope::cli
