// Share links: any address is read or refused; a link that was read is written and read as the same. An input without
// `#` is a text to pack, which is then cut off and changed as mail programs do.
#include "core/base/base64.h"
#include "core/base/deflate.h"
#include "core/base/utf.h"
#include "core/workspace/link.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {
namespace {

void read(std::string_view address) {
  const Result<Link> link = decode_link(address);
  if (!link) return;
  ++tally.taken;
  if (!chosen(address, 8)) return;  // to pack it takes ten times as long as to read it
  const auto written = encode_link(*link);
  if (!written) return;  // the plain form holds a few bytes more: it has no line with the mode
  const Result<Link> again = decode_link(*written);
  require(again && again->program == link->program && again->mode == link->mode && again->views == link->views,
          "a link that is written is read as it was", address, *written);
}

// One stored block of RFC 1951: any text, packed without compression.
std::string stored(std::string_view text) {
  std::string out = "\x01";
  for (const unsigned mask : {0U, 0xffffU}) {
    const auto size = static_cast<unsigned>(text.size()) ^ mask;
    out += static_cast<char>(size & 0xff);
    out += static_cast<char>(size >> 8 & 0xff);
  }
  return out.append(text);
}

void run(std::string_view input) {
  if (input.find('#') == 0 || input.size() > 0xffff) return read(input);
  if (!chosen(input, 16)) return read("#z=" + encode_base64(stored(input), Base64::url));
  const std::string packed = "#z=" + encode_base64(deflate(input), Base64::url);
  read(packed);
  read(std::string_view(packed).substr(0, input.size() * 7 % packed.size()));
  std::string changed = packed;
  changed[input.size() * 13 % packed.size()] ^= 1;
  read(changed);
  for (std::size_t at = 0; at < input.size();) {  // invalid UTF-8 has no link
    const std::size_t length = utf8_sequence(input, at);
    if (length == 0) return;
    at += length;
  }
  const Link link = {std::string(input), input.size() % 2 == 0 ? IntegerMode::cute : IntegerMode::teaching, {}};
  const auto written = encode_link(link);
  const Result<Link> again = written ? decode_link(*written) : failure(written.error());
  require(again && again->program == input && again->mode == link.mode, "any program has a link", input);
}

const Target target("links", Input::link, run);

}  // namespace
}  // namespace stridescope::fuzz
