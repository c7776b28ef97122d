// Reads the headers of messages and their lengths, and finds the next one after a fault.
#include "core/lsp/frames.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope::lsp {
namespace {

constexpr std::string_view length_field = "content-length:";
constexpr std::size_t max_header_bytes = 4096;
// A longer message is not skipped: its length is damaged.
constexpr std::size_t max_skipped_bytes = std::size_t{1} << 30;

bool same_letters(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; });
}

// The position of the next field `Content-Length:`; npos without one.
std::size_t find_length(std::string_view text) {
  for (std::size_t i = 0; i + length_field.size() <= text.size(); ++i) {
    if ((text[i] == 'C' || text[i] == 'c') && same_letters(text.substr(i, length_field.size()), length_field)) return i;
  }
  return std::string_view::npos;
}

bool is_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != 0 && colon != std::string_view::npos &&
         std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return is_word(c) || c == '-'; });
}

// The length that a header gives, or what is wrong with it.
std::optional<std::size_t> length_of(std::string_view header, std::string& why) {
  std::optional<std::size_t> out;
  for (std::string_view rest = header; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find("\r\n"));
    rest.remove_prefix(std::min(line.size() + 2, rest.size()));
    if (!is_field(line)) {
      why = "the header has a line that is not `NAME: VALUE`; expected `Content-Length: BYTES`";
      return std::nullopt;
    }
    if (!same_letters(line.substr(0, length_field.size()), length_field)) continue;
    const std::string_view digits = trimmed(line.substr(length_field.size()));
    if (digits.empty() || digits.size() > 10 || !std::all_of(digits.begin(), digits.end(), is_digit)) {
      why = cat("'Content-Length' is ", digits.empty() ? "empty" : cat("'", digits.substr(0, 40), "'"),
                "; expected a number of bytes");
      return std::nullopt;
    }
    out = 0;
    for (const char c : digits) out = *out * 10 + static_cast<std::size_t>(c - '0');
  }
  if (!out) why = "the header has no 'Content-Length'; expected a number of bytes";
  return out;
}

}  // namespace

void Frames::take(std::string_view bytes) {
  const std::size_t skipped = std::min(skip_, bytes.size());
  skip_ -= skipped;
  buffer_.erase(0, at_);
  at_ = 0;
  buffer_.append(bytes.substr(skipped));
}

std::optional<Frame> Frames::fault(std::string why) {
  lost_ = true;
  return Frame{{}, std::move(why)};
}

bool Frames::seek() {
  const std::string_view rest = std::string_view(buffer_).substr(at_);
  const std::size_t found = find_length(rest);
  if (found != std::string_view::npos) {
    at_ += found;
    lost_ = false;
    return true;
  }
  // A field may be cut by the end of the portion.
  at_ += rest.size() - std::min(rest.size(), length_field.size() - 1);
  return false;
}

std::optional<Frame> Frames::next() {
  if (lost_ && !seek()) return std::nullopt;
  const std::string_view rest = std::string_view(buffer_).substr(at_);
  const std::size_t blank = rest.substr(0, max_header_bytes).find("\r\n\r\n");
  if (blank == std::string_view::npos) {
    if (rest.size() < max_header_bytes) return std::nullopt;
    // The search begins after this header's first byte, or it would find the same one.
    ++at_;
    return fault(cat("the header is longer than ", max_header_bytes, " bytes"));
  }
  std::string why;
  const auto length = length_of(rest.substr(0, blank), why);
  if (!length) {
    ++at_;
    return fault(std::move(why));
  }
  const std::size_t begin = blank + 4;
  if (*length > max_message_bytes) {
    at_ += begin;
    if (*length > max_skipped_bytes) {
      lost_ = true;
    } else {
      const std::size_t here = std::min(*length, rest.size() - begin);
      at_ += here;
      skip_ = *length - here;
    }
    return Frame{{}, cat("the message has ", *length, " bytes; expected at most ", max_message_bytes)};
  }
  if (rest.size() - begin < *length) return std::nullopt;
  Frame out{std::string(rest.substr(begin, *length)), {}};
  at_ += begin + *length;
  return out;
}

std::string framed(std::string_view message) { return cat("Content-Length: ", message.size(), "\r\n\r\n", message); }

}  // namespace stridescope::lsp
