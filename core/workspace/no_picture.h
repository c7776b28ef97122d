// The reason why a card has no picture.
#pragma once

#include "core/base/message.h"

namespace stridescope {

class Workspace;

// A sentence for a value of the report without a picture, and a program with a picture, if one exists. Empty for a
// value with a picture, and if the printed form shows everything: numbers, booleans, types, text, and tuples except a
// shape that is a whole statement.
Message no_picture(const Workspace& workspace, int binding);

}  // namespace stridescope
