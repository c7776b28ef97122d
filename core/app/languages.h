// The languages that programs speak. The page has its own copy of the catalogs and hands it over (the door's `speak`).
#pragma once

#include <string_view>

#include "core/base/message.h"

namespace stridescope {

// By its name, "en" or "zh"; null for another. Lives as long as the program.
const Catalog* catalog_of(std::string_view language);

}  // namespace stridescope
