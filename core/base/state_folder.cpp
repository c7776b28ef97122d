// Creates folders with their parents, like mkdir -p.
#include "core/base/state_folder.h"

#include <sys/stat.h>

#include <cstdlib>

namespace stridescope {

std::string state_folder() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && state[0] == '/')
    return std::string(state) + "/stridescope";
  if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
    return std::string(home) + "/.local/state/stridescope";
  return {};
}

std::string made_state_folder() {
  const std::string out = state_folder();
  for (std::size_t end = out.find('/', 1); end != std::string::npos; end = out.find('/', end + 1))
    mkdir(out.substr(0, end).c_str(), 0700);
  mkdir(out.c_str(), 0700);
  struct stat found = {};
  return stat(out.c_str(), &found) == 0 && S_ISDIR(found.st_mode) ? out : std::string();
}

}  // namespace stridescope
