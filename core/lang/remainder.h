// Parts of a pasted text that no value is made of, each with its reason: nothing that is pasted vanishes.
#pragma once

#include <cstdint>

#include "core/base/error.h"

namespace stridescope {

enum class RemainderKind : std::uint8_t {
#define REMAINDER(kind, note, reason) kind,
#include "core/lang/remainders.def"
};

// The place of a remainder in the one line of notes on a program.
enum class RemainderNote : std::uint8_t { layouts, own, quiet };

struct Remainder {
  Span span;
  RemainderKind kind = RemainderKind::statement;
};

Message remainder_reason(RemainderKind kind);
RemainderNote remainder_note(RemainderKind kind);

}  // namespace stridescope
