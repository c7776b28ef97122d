// Reads the wire format of protocol buffers: the fields of one message. Any bytes are safe input.
// Source: protobuf.dev, "Encoding".
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace stridescope {

// One field of the message. Its number has no meaning here, and a value may be signed or unsigned: the caller decides.
struct WireField {
  std::uint64_t number = 0;  // from 1
  enum class Type : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 } type = Type::varint;
  std::uint64_t value = 0;  // bits of a numeric field
  std::string_view bytes;   // contents of a string, a byte array or a message
};

// Iterates over the fields of one message, in their order. Lists are repeated fields; callers skip unknown numbers.
// `bytes` of a field points into the message, which must outlive the reader. Groups (types 3 and 4) are not supported.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : rest_(message) {}

  // False at the end, and at an invalid field; bad() distinguishes the two.
  bool next(WireField& field) {
    if (bad_ || rest_.empty()) return false;
    const std::uint64_t key = varint();
    field.number = key >> 3;
    field.type = static_cast<WireField::Type>(key & 7);
    field.value = 0;
    field.bytes = {};
    if (bad_ || field.number == 0) return fault();
    switch (field.type) {
      case WireField::Type::varint:
        field.value = varint();
        return !bad_;
      case WireField::Type::fixed64:
      case WireField::Type::fixed32: {
        const std::size_t size = field.type == WireField::Type::fixed64 ? 8 : 4;
        if (rest_.size() < size) return fault();
        for (std::size_t i = size; i-- > 0;) field.value = field.value << 8 | static_cast<std::uint8_t>(rest_[i]);
        rest_.remove_prefix(size);
        return true;
      }
      case WireField::Type::bytes: {
        const std::uint64_t size = varint();
        if (bad_ || size > rest_.size()) return fault();
        field.bytes = rest_.substr(0, static_cast<std::size_t>(size));
        rest_.remove_prefix(static_cast<std::size_t>(size));
        return true;
      }
    }
    return fault();
  }
  // The message is invalid or cut off; next() returns false from now on.
  bool bad() const { return bad_; }

 private:
  bool fault() {
    bad_ = true;
    rest_ = {};
    return false;
  }
  std::uint64_t varint() {
    std::uint64_t out = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<std::uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      if (shift < 64) out |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return out;
    }
    fault();
    return 0;
  }

  std::string_view rest_;
  bool bad_ = false;
};

}  // namespace stridescope
