// The records of a whole module's X-ray (records_xray.cpp): what the method `xray` answers. The structs are those of
// core/foreign/modules/xray.h; lines count from 1, parts are told by their index in Xray::parts, and what there is not,
// a line, a part, a program, is left out of the JSON.
#pragma once

#include "core/base/archive.h"
#include "core/foreign/modules/xray.h"

namespace stridescope {

// A tensor, a layout, a copy or an MMA with its line and the statement that makes it a card; `value` is missing while
// integers are open, each a `?` in `program`.
void members(Archive& a, XrayPart& r);
// A value that an operation takes or gives, and the operation, by line.
void members(Archive& a, XrayValue& r);
void members(Archive& a, XrayOperation& r);
// What a check found: error, warning or note; what would help, and a program that shows it, where there is one.
void members(Archive& a, XrayFinding& r);
// A line that was not read, and why.
void members(Archive& a, XrayUnknown& r);
// All of them by line, with how many of each list are left out beyond XrayLimits.
void members(Archive& a, Xray& r);

}  // namespace stridescope
