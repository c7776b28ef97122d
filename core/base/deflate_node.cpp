// Deflate under node, by its own zlib.
#include <emscripten.h>

#include "core/base/deflate.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

// Leaves the result in memory of malloc's, its length in *length. -1: no deflated text; -2: more than `most` bytes.
// clang-format off
EM_JS(int, node_zlib, (const char* bytes, int count, int pack, int most, int* length, char** out), {
  const zlib = require('zlib');
  const given = HEAPU8.subarray(bytes, bytes + count);
  let made;
  try {
    made = pack ? zlib.deflateRawSync(given, { level: 9 }) : zlib.inflateRawSync(given, { maxOutputLength: Math.max(most, 1) });
  } catch (error) {
    return error.code === 'ERR_BUFFER_TOO_LARGE' ? -2 : -1;
  }
  const at = _malloc(made.length + 1);
  HEAPU8.set(made, at);
  HEAP32[length >> 2] = made.length;
  HEAP32[out >> 2] = at;
  return 0;
})
// clang-format on

int run(std::string_view bytes, bool pack, std::size_t most, std::string& out) {
  int length = 0;
  char* made = nullptr;
  const int status =
      node_zlib(bytes.data(), static_cast<int>(bytes.size()), pack ? 1 : 0, static_cast<int>(most), &length, &made);
  if (status == 0) out.assign(made, static_cast<std::size_t>(length));
  std::free(made);
  return status;
}

}  // namespace

std::string deflate(std::string_view bytes) {
  std::string out;
  run(bytes, true, 0, out);
  return out;
}

Result<std::string> inflate(std::string_view packed, std::size_t most) {
  std::string out;
  const int status = run(packed, false, most, out);
  if (status == -2 || out.size() > most)
    return failure(ErrorCode::too_large, say("more than {} bytes when unpacked", most));
  if (status != 0) return failure(ErrorCode::syntax, say("these bytes are not deflated text, or are cut off"));
  return out;
}

}  // namespace stridescope
