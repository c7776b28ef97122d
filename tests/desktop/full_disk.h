// For tests: as long as it lives, no file of this process grows beyond a size, as on a full disk.
#pragma once

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <csignal>

namespace stridescope::desktop {

class FullDisk {
 public:
  explicit FullDisk(std::size_t bytes) {
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before_) == 0);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit now = {static_cast<rlim_t>(bytes), before_.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &now) == 0);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_ = {};
};

}  // namespace stridescope::desktop
