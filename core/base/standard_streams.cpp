// Streams by their POSIX numbers.
#include "core/base/standard_streams.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>

namespace stridescope {

void hold_standard_streams() {
  for (int stream = 0; stream < 3; ++stream) {
    if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // Opened in the opposite direction, so that its use still fails. The lowest free number is this one.
    if (open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

bool output_written() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

}  // namespace stridescope
