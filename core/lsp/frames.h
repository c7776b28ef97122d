// The base protocol of the Language Server Protocol: messages after a header with their length in bytes.
//
//   Content-Length: 52\r\n
//   \r\n
//   {"jsonrpc":"2.0","id":1,"method":"shutdown"}
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stridescope::lsp {

// Limit of a message: a document of max_document_bytes, each byte at most six in JSON.
inline constexpr std::size_t max_message_bytes = 8 << 20;

// A message, or what is wrong with the input instead of one.
struct Frame {
  std::string text;
  std::string fault;
};

// Cuts a stream into messages. After a wrong header or a message that is too long, the next header is searched, so that
// a stream goes on after any fault.
class Frames {
 public:
  // Takes bytes in portions of any size.
  void take(std::string_view bytes);
  // The next complete message, or the next fault, once for each run of bytes that are not read.
  std::optional<Frame> next();

 private:
  std::optional<Frame> fault(std::string why);
  // Drops bytes up to the next header; false without one.
  bool seek();

  std::string buffer_;
  std::size_t at_ = 0;    // bytes of the buffer that are read
  std::size_t skip_ = 0;  // bytes of a message that is too long
  bool lost_ = false;
};

// The message with its header.
std::string framed(std::string_view message);

}  // namespace stridescope::lsp
