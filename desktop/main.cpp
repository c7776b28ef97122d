// stridescope-desktop: the window and its command line.
#include "desktop/loop.h"

int main(int argc, char** argv) {
  using namespace stridescope::desktop;
  Options options;
  Driver driver;
  int status = 0;
  return read_options(argc, argv, options, status) ? run(options, driver) : status;
}
