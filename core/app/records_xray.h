// The records of a whole module's X-ray (records_xray.cpp).
#pragma once

#include "core/base/archive.h"
#include "core/xray/xray.h"

namespace stridescope {

void members(Archive& a, XrayPart& r);
void members(Archive& a, XrayValue& r);
void members(Archive& a, XrayOperation& r);
void members(Archive& a, XrayFinding& r);
void members(Archive& a, XrayUnknown& r);
void members(Archive& a, Xray& r);

}  // namespace stridescope
