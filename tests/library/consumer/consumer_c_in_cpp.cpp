// The C header in C++.
#include <stridescope/stridescope.h>

#include <cstdio>

int main() {
  stridescope_session* session = stridescope_open();
  std::puts(stridescope_call_version(session, nullptr));
  stridescope_close(session);
}
