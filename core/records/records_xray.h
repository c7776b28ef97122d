// The records of the X-ray of a whole module (records_xray.cpp): the answer of the method `xray`. The structs are those
// of core/foreign/modules/xray.h. Lines count from 1; parts are identified by their index in Xray::parts. The JSON
// omits missing lines, parts and programs.
#pragma once

#include "core/base/archive.h"
#include "core/foreign/modules/xray.h"

namespace stridescope {

// A tensor, a layout, a copy or an MMA with its line and the statement that makes it a card; `value` is missing while
// integers are open, each written `?` in `program`.
void members(Archive& a, XrayPart& r);
// An input or output of an operation, and the operation, by line.
void members(Archive& a, XrayValue& r);
void members(Archive& a, XrayOperation& r);
// A finding of a check: error, warning or note; and, if available, a fix and a program that shows it.
void members(Archive& a, XrayFinding& r);
// A line that was not read, and the reason.
void members(Archive& a, XrayUnknown& r);
// All of them by line, and for each list the number of entries omitted beyond XrayLimits.
void members(Archive& a, Xray& r);

}  // namespace stridescope
