#include "core/base/deflate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/text.h"

namespace stridescope {
namespace {

// A length or a distance: the code's number says a base, and how many bits follow that are added to it.
struct Range {
  std::uint16_t base;
  std::uint8_t bits;
};

constexpr std::size_t length_codes = 29;
constexpr std::size_t distance_codes = 30;
constexpr int first_length_symbol = 257;
constexpr int end_symbol = 256;
constexpr std::size_t shortest_match = 3;
constexpr std::size_t longest_match = 258;
constexpr std::size_t window = 32768;

// RFC 1951, 3.2.5: four codes for each number of further bits, and the longest match has a code of its own.
constexpr std::array<Range, length_codes> make_lengths() {
  std::array<Range, length_codes> out = {};
  std::uint16_t base = shortest_match;
  for (std::size_t i = 0; i < length_codes; ++i) {
    const auto bits = static_cast<std::uint8_t>(i < 8 ? 0 : (i - 4) / 4);
    out[i] = {base, bits};
    base = static_cast<std::uint16_t>(base + (1U << bits));
  }
  out[length_codes - 1] = {longest_match, 0};
  return out;
}

constexpr std::array<Range, distance_codes> make_distances() {
  std::array<Range, distance_codes> out = {};
  std::uint16_t base = 1;
  for (std::size_t i = 0; i < distance_codes; ++i) {
    const auto bits = static_cast<std::uint8_t>(i < 4 ? 0 : (i - 2) / 2);
    out[i] = {base, bits};
    base = static_cast<std::uint16_t>(base + (1U << bits));
  }
  return out;
}

constexpr auto lengths = make_lengths();
constexpr auto distances = make_distances();

// The number of bits of each symbol's code when a block has the fixed codes.
constexpr int fixed_bits(int symbol) { return symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8; }

// --- Writing ---------------------------------------------------------------------------------------------------------

class BitWriter {
 public:
  // The lowest bit first.
  void put(std::uint32_t value, int count) {
    held_ |= static_cast<std::uint64_t>(value) << filled_;
    for (filled_ += count; filled_ >= 8; filled_ -= 8, held_ >>= 8) out_.push_back(static_cast<char>(held_ & 255));
  }
  // A Huffman code: the highest bit first.
  void put_code(std::uint32_t code, int count) {
    std::uint32_t turned = 0;
    for (int i = 0; i < count; ++i) turned |= ((code >> i) & 1U) << (count - 1 - i);
    put(turned, count);
  }
  std::string take() {
    if (filled_ > 0) put(0, 8 - filled_);
    return std::move(out_);
  }

 private:
  std::string out_;
  std::uint64_t held_ = 0;
  int filled_ = 0;
};

void put_symbol(BitWriter& out, int symbol) {
  const int first[] = {0x30, 0x190, 0, 0xc0};  // of the codes of the four ranges
  const int from[] = {0, 144, 256, 280};
  const int range = symbol < 144 ? 0 : symbol < 256 ? 1 : symbol < 280 ? 2 : 3;
  out.put_code(static_cast<std::uint32_t>(first[range] + symbol - from[range]), fixed_bits(symbol));
}

template <std::size_t N>
std::size_t code_of(const std::array<Range, N>& ranges, std::size_t value) {
  const auto above = std::upper_bound(ranges.begin(), ranges.end(), value,
                                      [](std::size_t wanted, const Range& one) { return wanted < one.base; });
  return static_cast<std::size_t>(above - ranges.begin()) - 1;
}

void put_match(BitWriter& out, std::size_t length, std::size_t distance) {
  const std::size_t code = code_of(lengths, length);
  put_symbol(out, first_length_symbol + static_cast<int>(code));
  out.put(static_cast<std::uint32_t>(length - lengths[code].base), lengths[code].bits);
  const std::size_t far = code_of(distances, distance);
  out.put_code(static_cast<std::uint32_t>(far), 5);
  out.put(static_cast<std::uint32_t>(distance - distances[far].base), distances[far].bits);
}

// The places at which the same three bytes stood before, the newest first.
class Places {
 public:
  explicit Places(std::string_view bytes)
      : bytes_(bytes), newest_(1U << hash_bits, none), before_(std::min(bytes.size(), window), none) {}

  struct Match {
    std::size_t length = 0;
    std::size_t distance = 0;
  };

  // The longest of the last few; of length 0 where there is none.
  Match find(std::size_t at) const {
    Match best;
    if (at + shortest_match > bytes_.size()) return best;
    const std::size_t most = std::min(longest_match, bytes_.size() - at);
    std::size_t place = newest_[hash(at)];
    for (int tries = 0; tries < most_tries && place != none && at - place <= window; ++tries) {
      std::size_t length = 0;
      while (length < most && bytes_[place + length] == bytes_[at + length]) ++length;
      if (length > best.length) best = {length, at - place};
      const std::size_t next = before_[place % window];
      // An older place has been overwritten by a newer one.
      if (next == none || next >= place) break;
      place = next;
    }
    return best.length < shortest_match ? Match{} : best;
  }

  void add(std::size_t at) {
    if (at + shortest_match > bytes_.size()) return;
    std::uint32_t& head = newest_[hash(at)];
    before_[at % window] = head;
    head = static_cast<std::uint32_t>(at);
  }

 private:
  static constexpr int hash_bits = 13;
  static constexpr int most_tries = 64;
  static constexpr std::uint32_t none = ~0U;

  std::size_t hash(std::size_t at) const {
    std::uint32_t key = 0;
    for (std::size_t i = 0; i < shortest_match; ++i) key = key << 8 | static_cast<unsigned char>(bytes_[at + i]);
    return key * 2654435761U >> (32 - hash_bits);
  }

  std::string_view bytes_;
  std::vector<std::uint32_t> newest_;
  std::vector<std::uint32_t> before_;
};

// --- Reading ---------------------------------------------------------------------------------------------------------

class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  // 0 past the end, and failed() from then on.
  std::uint32_t take(int count) {
    std::uint32_t value = 0;
    for (int i = 0; i < count; ++i) value |= bit() << i;
    return value;
  }
  std::uint32_t bit() {
    if (at_ / 8 >= bytes_.size()) {
      failed_ = true;
      return 0;
    }
    const std::uint32_t value = static_cast<unsigned char>(bytes_[at_ / 8]) >> (at_ % 8) & 1U;
    ++at_;
    return value;
  }
  void align() { at_ = (at_ + 7) / 8 * 8; }
  bool failed() const { return failed_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;  // in bits
  bool failed_ = false;
};

constexpr int longest_code = 15;
constexpr std::size_t most_symbols = 288;

// A Huffman code is told by the lengths of its words: the words of a length are numbers in a row, in the order of their
// symbols.
class Code {
 public:
  // False where so many words of these lengths cannot be.
  bool set(const std::uint8_t* bits, std::size_t symbols) {
    count_ = {};
    for (std::size_t i = 0; i < symbols; ++i) ++count_[bits[i]];
    count_[0] = 0;
    std::array<std::uint16_t, longest_code + 2> from = {};
    int left = 1;
    for (std::size_t length = 1; length <= longest_code; ++length) {
      left = left * 2 - count_[length];
      if (left < 0) return false;
      from[length + 1] = static_cast<std::uint16_t>(from[length] + count_[length]);
    }
    for (std::size_t i = 0; i < symbols; ++i) {
      if (bits[i] != 0) symbols_[from[bits[i]]++] = static_cast<std::uint16_t>(i);
    }
    return true;
  }

  // -1 where the bits are no word.
  int take(BitReader& in) const {
    int word = 0;
    int first = 0;
    int index = 0;
    for (std::size_t length = 1; length <= longest_code; ++length) {
      word |= static_cast<int>(in.bit());
      const int count = count_[length];
      if (word - first < count) return symbols_[static_cast<std::size_t>(index + word - first)];
      index += count;
      first = (first + count) * 2;
      word *= 2;
    }
    return -1;
  }

 private:
  std::array<std::uint16_t, longest_code + 1> count_ = {};
  std::array<std::uint16_t, most_symbols> symbols_ = {};
};

class Inflater {
 public:
  Inflater(std::string_view packed, std::size_t most) : in_(packed), most_(most) {}

  Result<std::string> run() {
    bool last = false;
    while (!last && sound_ && !in_.failed()) {
      last = in_.bit() != 0;
      switch (in_.take(2)) {
        case 0:
          stored();
          break;
        case 1:
          compressed(fixed());
          break;
        case 2:
          compressed(dynamic());
          break;
        default:
          sound_ = false;
      }
    }
    if (large_) return failure(ErrorCode::too_large, cat("the text unpacks to more than ", most_, " bytes"));
    if (!sound_ || in_.failed()) return failure(ErrorCode::syntax, "the packed text is damaged or cut off");
    return std::move(out_);
  }

 private:
  bool fixed() {
    std::array<std::uint8_t, most_symbols> bits = {};
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<std::uint8_t>(fixed_bits(static_cast<int>(i)));
    symbols_.set(bits.data(), bits.size());
    bits.fill(5);
    distances_.set(bits.data(), 30);
    return true;
  }

  // RFC 1951, 3.2.7: the lengths of the words are themselves in a code.
  bool dynamic() {
    const std::size_t symbols = in_.take(5) + 257;
    const std::size_t far = in_.take(5) + 1;
    const std::size_t count = in_.take(4) + 4;
    constexpr std::uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    std::array<std::uint8_t, 320> bits = {};
    for (std::size_t i = 0; i < count; ++i) bits[order[i]] = static_cast<std::uint8_t>(in_.take(3));
    Code code;
    if (symbols > 286 || far > distance_codes || !code.set(bits.data(), 19)) return false;
    bits.fill(0);
    for (std::size_t at = 0; at < symbols + far;) {
      const int symbol = code.take(in_);
      if (symbol < 0 || in_.failed()) return false;
      if (symbol < 16) {
        bits[at++] = static_cast<std::uint8_t>(symbol);
        continue;
      }
      if (symbol == 16 && at == 0) return false;
      const std::uint8_t again = symbol == 16 ? bits[at - 1] : 0;
      std::size_t times = symbol == 16 ? 3 + in_.take(2) : symbol == 17 ? 3 + in_.take(3) : 11 + in_.take(7);
      if (at + times > symbols + far) return false;
      while (times-- > 0) bits[at++] = again;
    }
    return bits[end_symbol] != 0 && symbols_.set(bits.data(), symbols) && distances_.set(bits.data() + symbols, far);
  }

  void stored() {
    in_.align();
    const std::uint32_t length = in_.take(16);
    if ((in_.take(16) ^ 0xffffU) != length) sound_ = false;
    for (std::uint32_t i = 0; i < length && sound_ && !in_.failed(); ++i) add(static_cast<char>(in_.take(8)));
  }

  void compressed(bool known) {
    sound_ = known;
    while (sound_ && !in_.failed()) {
      const int symbol = symbols_.take(in_);
      if (symbol == end_symbol) return;
      if (symbol >= 0 && symbol < end_symbol) {
        add(static_cast<char>(symbol));
      } else {
        copy(symbol - first_length_symbol);
      }
    }
  }

  void copy(int code) {
    if (code < 0 || code >= static_cast<int>(length_codes)) {
      sound_ = false;
      return;
    }
    const Range length = lengths[static_cast<std::size_t>(code)];
    std::size_t count = length.base + in_.take(length.bits);
    const int far = distances_.take(in_);
    if (far < 0 || far >= static_cast<int>(distance_codes)) {
      sound_ = false;
      return;
    }
    const Range range = distances[static_cast<std::size_t>(far)];
    const std::size_t distance = range.base + in_.take(range.bits);
    if (distance > out_.size()) sound_ = false;
    while (count-- > 0 && sound_ && !in_.failed()) add(out_[out_.size() - distance]);
  }

  void add(char byte) {
    if (out_.size() >= most_) {
      large_ = true;
      sound_ = false;
      return;
    }
    out_.push_back(byte);
  }

  BitReader in_;
  std::size_t most_;
  std::string out_;
  Code symbols_;
  Code distances_;
  bool sound_ = true;
  bool large_ = false;
};

}  // namespace

std::string deflate(std::string_view bytes) {
  BitWriter out;
  out.put(1, 1);  // the last block
  out.put(1, 2);  // fixed codes
  Places places(bytes);
  for (std::size_t at = 0; at < bytes.size();) {
    const Places::Match match = places.find(at);
    const std::size_t length = std::max<std::size_t>(match.length, 1);
    if (match.length > 0) {
      put_match(out, match.length, match.distance);
    } else {
      put_symbol(out, static_cast<unsigned char>(bytes[at]));
    }
    for (std::size_t i = 0; i < length; ++i) places.add(at + i);
    at += length;
  }
  put_symbol(out, end_symbol);
  return out.take();
}

Result<std::string> inflate(std::string_view packed, std::size_t most) { return Inflater(packed, most).run(); }

}  // namespace stridescope
