// Applying an operation mode by mode, shared by the operations that take a profile or a tiler.
#pragma once

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {

// Replaces each mode of `a` that the profile reaches, at any depth, by operation(mode); the rest of the layout is kept.
// A profile that is not a tuple reaches `a` itself. law: the result has the rank of `a` if the profile is a tuple.
// rank_mismatch, beginning with `what`: the profile has more entries than the layout has modes, at any level.
template <class Operation>
Layout by_profile(Arith& arith, const char* what, LayoutRef a, TupleRef profile, Operation&& operation) {
  if (!profile.is_tuple()) return operation(a);
  if (profile.size() > a.rank()) {
    arith.fail(ErrorCode::rank_mismatch,
               say("{}: the profile {} has rank {}, more than the layout's {}", what, to_text(profile), profile.size(),
                   a.rank()),
               say("give at most one entry for each mode"));
    return {};
  }
  LayoutBuilder out(arith);
  out.open();
  for (int i = 0; i < a.rank() && arith.ok(); ++i) {
    if (i < profile.size()) {
      out.copy(by_profile(arith, what, a[i], profile[i], operation));
    } else {
      out.copy(a[i]);
    }
  }
  out.close();
  return out.take();
}

// A layout of operation(mode_i, tiler_i), mode by mode; modes that the tiler does not reach are kept at the end, or
// dropped. rank_mismatch, beginning with `what`: more tilers than modes.
template <class Operation>
Layout by_tiler(Arith& arith, const char* what, LayoutRef a, const std::vector<Tiler>& modes, bool keep_rest,
                Operation&& operation) {
  const int tiled = static_cast<int>(modes.size());
  if (tiled > a.rank()) {
    arith.fail(
        ErrorCode::rank_mismatch,
        say("{}: the tiler has {} {mode|modes}, but the layout {} has {}", what, tiled, to_text(a.shape), a.rank()),
        say("give at most one tiler for each mode; `_` keeps a mode unchanged"));
    return {};
  }
  LayoutBuilder out(arith);
  out.open();
  for (int i = 0; i < tiled && arith.ok(); ++i) out.copy(operation(a[i], modes[static_cast<std::size_t>(i)]));
  for (int i = tiled; i < a.rank() && keep_rest; ++i) out.copy(a[i]);
  out.close();
  return out.take();
}

}  // namespace stridescope
