// libstridescope.so: the door for C (stridescope/stridescope.h).
#include <new>
#include <string_view>

#include "core/c_api/include/stridescope/stridescope.h"
#include "core/door/door.h"

struct stridescope_session {
  stridescope::door::Door door;
};

stridescope_session* stridescope_open(void) { return new (std::nothrow) stridescope_session; }

void stridescope_close(stridescope_session* session) { delete session; }

const char* stridescope_call(stridescope_session* session, const char* method, const char* request) {
  if (session == nullptr || method == nullptr)
    return R"({"error":{"code":"arguments","message":"no session","hint":""}})";
  return session->door.call(method, request != nullptr ? std::string_view(request) : std::string_view()).c_str();
}

void stridescope_binary(stridescope_session* session, int on) {
  if (session != nullptr) session->door.binary = on != 0;
}

stridescope_array stridescope_array_of(const stridescope_session* session, size_t index) {
  if (session == nullptr || index >= session->door.arrays().size()) return {nullptr, 0, 0};
  const stridescope::NumberArray& array = session->door.arrays()[index];
  return {array.data, array.size, array.kind == stridescope::NumberArray::Kind::int32 ? 4 : 8};
}

const char* stridescope_version(void) { return stridescope::version.data(); }
