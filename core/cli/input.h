// Inputs of commands: reads a file, a folder, a device, a pipe or standard input in one way.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace stridescope::cli {

// The bytes of the file, or of standard input for `-`: at most `most` and a few more, so that the caller can refuse
// longer input. arguments: a folder, a file that does not exist or cannot be read to its end, a closed standard input.
Result<std::string> read_input(const std::string& name, std::size_t most);

// Reads a line of standard input without its line break. Skips the rest of a line of more than `most` bytes, so that
// memory is bounded.
enum class InputLine { read, too_long, end };
InputLine read_line(std::string& line, std::size_t most);

// The source of a program: the argument itself, or an input.
enum class ProgramSource { text, input };
ProgramSource program_source(const std::string& argument);
// The reason why a program cannot come from this argument; empty if it can. Opens nothing: the writer of a pipe would
// see a reader that disappears.
std::string unreadable_program(const std::string& argument);

// The error that ends a command, thrown to main, which prints it and returns 1.
class CommandFailure : public std::exception {
 public:
  explicit CommandFailure(Error error) : error_(std::move(error)) {}
  const Error& error() const { return error_; }

 private:
  Error error_;
};

// Writes the parts to a file; the command ends if that fails.
void write_file(const std::string& name, const std::vector<std::string_view>& parts);

// The value of the result; its error ends the command.
template <class T>
T required(Result<T> result) {
  if (!result) throw CommandFailure(std::move(result.error()));
  return std::move(*result);
}

}  // namespace stridescope::cli
