// Reads trace files with compressed sections. A file of its own: the page decompresses the sections itself.
#include "core/base/deflate.h"
#include "core/trace/trace.h"

namespace stridescope {

std::string write_trace(const Trace& trace) { return std::string(trace_magic) + deflate(write_trace_payload(trace)); }

Result<std::string> unpacked_trace(std::string_view file) {
  const auto packed = sections_of(file);
  if (!packed) return failure(packed.error());
  auto payload = inflate(*packed, max_trace_payload);
  if (!payload) return failure(payload.error());
  return std::string(trace_magic) + *payload;
}

Result<Trace> read_trace(std::string_view file) {
  const auto packed = sections_of(file);
  if (!packed) return failure(packed.error());
  const auto payload = inflate(*packed, max_trace_payload);
  if (!payload) return failure(payload.error());
  return read_trace_payload(*payload);
}

}  // namespace stridescope
