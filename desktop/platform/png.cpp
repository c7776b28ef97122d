// Writes a PNG of the drawn frame: eight bits each of red, green and blue, unfiltered rows, compressed by zlib.
#include "desktop/platform/png.h"

#include <zlib.h>

namespace stridescope::desktop {
namespace {

void append_number(std::string& out, unsigned long value) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>((value >> shift) & 255));
}

void append_chunk(std::string& out, const char* type, const std::string& data) {
  append_number(out, data.size());
  const std::string body = type + data;
  out += body;
  append_number(out, crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size())));
}

}  // namespace

std::string png(const std::vector<unsigned char>& rgba, int width, int height) {
  const std::size_t row = static_cast<std::size_t>(width) * 3;
  std::string raw;
  raw.reserve((row + 1) * static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y) {
    raw.push_back(0);
    const unsigned char* from = rgba.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width) * 4;
    for (int x = 0; x < width; ++x, from += 4) raw.append(reinterpret_cast<const char*>(from), 3);
  }
  uLongf size = compressBound(static_cast<uLong>(raw.size()));
  std::string packed(size, '\0');
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
            static_cast<uLong>(raw.size()), 6);
  packed.resize(size);
  std::string out("\x89PNG\r\n\x1a\n", 8);
  std::string header;
  append_number(header, static_cast<unsigned long>(width));
  append_number(header, static_cast<unsigned long>(height));
  header += std::string("\x08\x02\0\0\0", 5);
  append_chunk(out, "IHDR", header);
  append_chunk(out, "IDAT", packed);
  append_chunk(out, "IEND", "");
  return out;
}

}  // namespace stridescope::desktop
