// Kinds of objects that are equal if they print alike.
#pragma once

#include <string>

#include "core/value/print.h"

namespace stridescope {

// The ObjectKind of such a type.
template <class T, std::string (*print)(const T&, IntegerMode)>
constexpr ObjectKind printed_kind(const char* name) {
  return {name,
          [](std::string& out, const void* object, IntegerMode mode) {
            out.append(print(*static_cast<const T*>(object), mode));
          },
          [](const void* a, const void* b) {
            return print(*static_cast<const T*>(a), IntegerMode::cute) ==
                   print(*static_cast<const T*>(b), IntegerMode::cute);
          }};
}

}  // namespace stridescope
