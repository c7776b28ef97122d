// The table of reasons for parts without a value.
#include "core/lang/remainder.h"

namespace stridescope {

Message remainder_reason(RemainderKind kind) {
  switch (kind) {
#define REMAINDER(kind, note, reason) \
  case RemainderKind::kind:           \
    return say(reason);
#include "core/lang/remainders.def"
  }
  return {};
}

RemainderNote remainder_note(RemainderKind kind) {
  switch (kind) {
#define REMAINDER(kind, note, reason) \
  case RemainderKind::kind:           \
    return RemainderNote::note;
#include "core/lang/remainders.def"
  }
  return RemainderNote::quiet;
}

}  // namespace stridescope
