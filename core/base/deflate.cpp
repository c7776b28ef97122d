// Raw deflate by zlib, one call per direction. The unpacked size is limited: a share link of a few bytes can expand to
// gigabytes.
#include "core/base/deflate.h"

#include <zlib.h>

#include <algorithm>

namespace stridescope {
namespace {

constexpr int raw = -MAX_WBITS;

z_stream reading(std::string_view bytes) {
  z_stream out = {};
  // zlib reads through a pointer to non-const and writes nothing there.
  out.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  out.avail_in = static_cast<uInt>(bytes.size());
  return out;
}

void write_to(z_stream& stream, std::string& out, std::size_t from) {
  stream.next_out = reinterpret_cast<Bytef*>(out.data() + from);
  stream.avail_out = static_cast<uInt>(out.size() - from);
}

}  // namespace

std::string deflate(std::string_view bytes) {
  z_stream stream = reading(bytes);
  std::string out;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw, 9, Z_DEFAULT_STRATEGY) != Z_OK) return out;
  out.resize(deflateBound(&stream, static_cast<uLong>(bytes.size())));
  write_to(stream, out, 0);
  ::deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

Result<std::string> inflate(std::string_view packed, std::size_t most) {
  z_stream stream = reading(packed);
  if (inflateInit2(&stream, raw) != Z_OK)
    return failure(ErrorCode::too_large, say("no memory left to unpack the bytes"));
  std::string out;
  int status = Z_OK;
  // One byte more than allowed, to detect excess input.
  while (status == Z_OK && out.size() <= most) {
    const std::size_t done = out.size();
    out.resize(std::min(most + 1, std::max<std::size_t>(4096, 2 * done)));
    write_to(stream, out, done);
    status = ::inflate(&stream, Z_NO_FLUSH);
    out.resize(stream.total_out);
  }
  inflateEnd(&stream);
  if (out.size() > most) return failure(ErrorCode::too_large, say("more than {} bytes when unpacked", most));
  if (status != Z_STREAM_END)
    return failure(ErrorCode::syntax, say("these bytes are not deflated text, or are cut off"));
  return out;
}

}  // namespace stridescope
