// Inputs of commands: one way to read a file, a folder, a device, a pipe and standard input.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "core/base/result.h"

namespace stridescope::cli {

// The bytes of the file of that name, or of standard input for `-`: at most `most` and a few more, so that a reader
// can refuse what is longer. arguments: a folder, a file that does not exist or cannot be read to its end, a closed
// standard input.
Result<std::string> read_input(const std::string& name, std::size_t most);

// An argument that is a program, or the name of an input that has one.
enum class ProgramSource { text, input };
ProgramSource program_source(const std::string& argument);
// The reason why a program cannot come from this argument; empty if it can. Opens nothing: a writer to a pipe would see
// a reader disappear.
std::string unreadable_program(const std::string& argument);

// The error that ends a command, thrown to main, which prints it; the status is 1.
class CommandFailure : public std::exception {
 public:
  explicit CommandFailure(Error error) : error_(std::move(error)) {}
  const Error& error() const { return error_; }

 private:
  Error error_;
};

}  // namespace stridescope::cli
