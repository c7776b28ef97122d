// The only table of marks that identify foreign text, and the only router that selects the reader of a text.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace stridescope {

enum class MarkDialect : std::uint8_t { none, cute, triton };
enum class MarkKind : std::uint8_t { type, encoding, function };

// The dialect of the text's marks, CuTe's before Triton's; none without a mark.
MarkDialect marked_dialect(std::string_view text);
// True if the text begins with an encoding of Triton: #ttg.blocked<...>.
bool begins_encoding(std::string_view text);
// True if the line names a type or an encoding of a dialect.
bool has_mark(std::string_view line);

// True if the line begins like one of a module of MLIR, in any dialect.
bool begins_module_line(std::string_view line);

// The reader of a module or a program.
enum class TextReader : std::uint8_t {
  cute_module,
  triton_module,
  mlir_module,
  source,  // a program: of the language, of C++, of Python, or pasted text
};
TextReader reader_of(std::string_view text);

// The reader of a file, by its name and text. A file with another reader than program is opened next to the program.
enum class FileReader : std::uint8_t {
  program,
  module,       // or a source of another compiler
  trace,        // base64
  counts,       // a report of Nsight Compute, base64
  counts_page,  // its source page
};
FileReader file_reader(std::string_view name, std::string_view text);

// The start of a layout of another system.
struct SystemMark {
  std::string_view begin;
  std::string_view function;  // reads it
  std::string_view also;      // another part of it
  bool digit = false;         // a digit follows
};
std::span<const SystemMark> system_marks();
// False if the text cannot contain a layout of another system: the only check for most programs.
bool may_hold_systems(std::string_view program);

}  // namespace stridescope
