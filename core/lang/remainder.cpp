// The table of reasons for parts without a value.
#include "core/lang/remainder.h"

namespace stridescope {

namespace {

// By RemainderKind.
struct RemainderRow {
  RemainderNote note;
  Term reason;
};
constexpr RemainderRow remainder_rows[] = {
#define REMAINDER(kind, note, reason) {RemainderNote::note, term(reason)},
#include "core/lang/remainders.def"
};

}  // namespace

Message remainder_reason(RemainderKind kind) { return remainder_rows[static_cast<std::size_t>(kind)].reason; }
RemainderNote remainder_note(RemainderKind kind) { return remainder_rows[static_cast<std::size_t>(kind)].note; }

}  // namespace stridescope
