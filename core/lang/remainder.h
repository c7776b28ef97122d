// Parts of a pasted text that do not give a value, each with its reason: no pasted text vanishes.
#pragma once

#include <cstdint>

#include "core/base/error.h"

namespace stridescope {

enum class RemainderKind : std::uint8_t {
#define REMAINDER(kind, note, reason) kind,
#include "core/lang/remainders.def"
};

// The place of a remainder in the summary line of notes on a program.
enum class RemainderNote : std::uint8_t { layouts, own, quiet };

struct Remainder {
  Span span;
  RemainderKind kind = RemainderKind::statement;
};

Message remainder_reason(RemainderKind kind);
RemainderNote remainder_note(RemainderKind kind);

}  // namespace stridescope
