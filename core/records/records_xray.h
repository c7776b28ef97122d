// The records of a whole module's X-ray (records_xray.cpp): the answer of the method `xray`. The structs are those of
// core/foreign/modules/xray.h; lines count from 1, parts are named by their index in Xray::parts, and missing lines,
// parts and programs are omitted from the JSON.
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
// A check's finding: error, warning or note; a fix, and a program that shows it, if available.
void members(Archive& a, XrayFinding& r);
// A line that was not read, and why.
void members(Archive& a, XrayUnknown& r);
// All of them by line, with how many of each list are left out beyond XrayLimits.
void members(Archive& a, Xray& r);

}  // namespace stridescope
