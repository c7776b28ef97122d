// The preview of a program, such as the result of a builder or a paste. The open program stays.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "core/pictures/picture.h"
#include "core/records/records.h"

namespace stridescope::app {

struct Sketch {
  door::Report report;
  int pictured = -1;                           // the last value that has a picture; -1: none
  std::shared_ptr<const CardPicture> picture;  // picture of that value, and its analysis
  std::optional<Analysis> analysis;
};

// `view`: words of a view; options that the value does not offer are ignored. The workspace keeps the program.
Sketch sketch(Workspace& workspace, std::string_view program, IntegerMode mode, std::string_view view,
              const Catalog& catalog = english_catalog());

}  // namespace stridescope::app
