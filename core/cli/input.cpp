// Reads inputs with C's streams: they report a failed read, which a C++ stream treats as the end of the file.
#include "core/cli/input.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/characters.h"
#include "core/cli/command.h"

namespace stridescope::cli {
namespace {

tl::unexpected<Error> unreadable_error(Message message) {
  return failure(ErrorCode::arguments, std::move(message), say("give the name of a file, or - for standard input"));
}

Result<std::string> read_all(std::FILE* from, const std::string& name, std::size_t most) {
  std::string text;
  char buffer[65536];
  errno = 0;
  for (std::size_t got = 1; got > 0 && text.size() <= most;) {
    got = std::fread(buffer, 1, sizeof buffer, from);
    text.append(buffer, got);
  }
  if (std::ferror(from) == 0) return text;
  if (from != stdin) return unreadable_error(say("cannot read '{}': {}", name, std::strerror(errno)));
  return unreadable_error(errno == EBADF ? say("standard input is closed")
                                         : say("cannot read standard input: {}", std::strerror(errno)));
}

// A single name: as a program it has a value only if it is an atom, and no file is named like an atom.
bool is_word_only(std::string_view argument) {
  return !argument.empty() && is_letter(argument[0]) && std::all_of(argument.begin(), argument.end(), is_word);
}

// True for the spelling of a path: a point or a slash and no blank, or a single name. No program looks like an existing
// path.
bool names_path(const std::string& argument) {
  if (argument.find_first_of(" \n=;") != std::string::npos) return false;
  if (argument.find_first_of("./") == std::string::npos && !is_word_only(argument)) return false;
  std::error_code error;
  return std::filesystem::exists(argument, error);
}

// True if the argument is a path, whether or not the file exists: it begins at a folder, or ends in an extension, as in
// tile.cute. As a program it would be a member of an unbound name.
bool is_path(std::string_view argument) {
  const auto of_path = [](char c) {
    return is_word(c) || std::string_view("./~-+@ ").find(c) != std::string_view::npos;
  };
  if (!std::all_of(argument.begin(), argument.end(), of_path)) return false;
  for (const std::string_view start : {"/", "./", "../", "~/"}) {
    if (argument.size() > start.size() && argument.starts_with(start)) return true;
  }
  const std::string_view name = argument.substr(argument.rfind('/') + 1);
  const std::size_t point = name.rfind('.');
  if (point == std::string_view::npos || point == 0 || point + 1 == name.size()) return false;
  const std::string_view extension = name.substr(point + 1);
  return std::all_of(extension.begin(), extension.end(), is_letter);
}

bool is_folder(const std::string& name) {
  std::error_code error;
  return std::filesystem::is_directory(name, error);
}

}  // namespace

Result<std::string> read_input(const std::string& name, std::size_t most) {
  if (name == "-") return read_all(stdin, name, most);
  if (is_folder(name)) return unreadable_error(say("'{}' is a folder", name));
  std::FILE* const file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) {
    return unreadable_error(errno == ENOENT ? say("file '{}' does not exist", name)
                                            : say("cannot read '{}': {}", name, std::strerror(errno)));
  }
  auto text = read_all(file, name, most);
  std::fclose(file);
  return text;
}

InputLine read_line(std::string& line, std::size_t most) {
  line.clear();
  bool too_long = false;
  for (int c = std::getc(stdin); c != EOF; c = std::getc(stdin)) {
    if (c == '\n') return too_long ? InputLine::too_long : InputLine::read;
    if (line.size() < most) {
      line.push_back(static_cast<char>(c));
    } else {
      too_long = true;
    }
  }
  if (too_long) return InputLine::too_long;
  return line.empty() ? InputLine::end : InputLine::read;
}

ProgramSource program_source(const std::string& argument) {
  return argument == "-" || names_path(argument) ? ProgramSource::input : ProgramSource::text;
}

std::string unreadable_program(const std::string& argument) {
  if (argument == "-") return {};
  if (!names_path(argument))
    return is_path(argument) ? words(say("file '{}' does not exist", argument)) : std::string();
  if (is_folder(argument)) return words(say("'{}' is a folder", argument));
  if (access(argument.c_str(), R_OK) == 0) return {};
  return words(say("cannot read '{}': {}", argument, std::strerror(errno)));
}

void write_file(const std::string& name, const std::vector<std::string_view>& parts) {
  std::ofstream out(name, std::ios::binary);
  for (const std::string_view part : parts) out << part;
  if (!out.flush()) throw CommandFailure({ErrorCode::arguments, say("{} cannot be written", name), {}, {}, {}});
}

}  // namespace stridescope::cli
