// Why a card has no picture.
#pragma once

#include "core/base/message.h"

namespace stridescope {

class Workspace;

// A sentence for a value of the report that has no picture, and the program that would have one where there is such.
// Empty for a value that has one, and where the printed form shows all there is: numbers, booleans, types, text, and
// tuples other than a shape that is a statement by itself.
Message no_picture(const Workspace& workspace, int binding);

}  // namespace stridescope
