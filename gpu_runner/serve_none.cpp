// Refuses to serve over HTTP: this build is without Boost.
#include <cstdio>

#include "gpu_runner/serve.h"

namespace stridescope::gpu {

int serve_http(const ServeOptions&) {
  std::fputs("error: this stridescope-runner was built without Boost.Beast and serves nothing\n", stderr);
  return 1;
}

}  // namespace stridescope::gpu
