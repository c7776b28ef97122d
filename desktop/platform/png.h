// Writes pixels as the bytes of a PNG file.
#pragma once

#include <string>
#include <vector>

namespace stridescope::desktop {

// rgba: 4 bytes per pixel, rows from the top.
std::string png(const std::vector<unsigned char>& rgba, int width, int height);

}  // namespace stridescope::desktop
