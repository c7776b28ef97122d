// The only table of marks that identify foreign text, and the only router that selects the reader of a text.
#pragma once

#include <cstdint>
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

// The reader of a text.
enum class TextReader : std::uint8_t {
  cute_module,
  triton_module,
  mlir_module,
  source,  // a program: of the language, of C++, of Python, or pasted text
};
TextReader reader_of(std::string_view text);
// True if a text with this file name is opened next to the program instead of replacing it.
bool is_opened_beside(std::string_view file_name, std::string_view text);

}  // namespace stridescope
