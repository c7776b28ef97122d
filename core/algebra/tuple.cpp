// Tuples of integers: nesting, adding and removing modes. Their arithmetic is in tuple_arithmetic.cpp.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/algebra/leaves.h"
#include "core/base/text.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

void flatten_into(TupleBuilder& out, TupleRef t) {
  if (!t.is_tuple()) {
    out.copy(t);
    return;
  }
  for (const TupleRef mode : t) flatten_into(out, mode);
}

}  // namespace

IntTuple flatten(Arith& arith, TupleRef t) {
  if (!t.is_tuple() || t.depth() == 1) return IntTuple(t);
  return flatten_to_tuple(arith, t);
}

IntTuple flatten_to_tuple(Arith& arith, TupleRef t) {
  TupleBuilder out(arith);
  out.open();
  flatten_into(out, t);
  out.close();
  return out.take();
}

IntTuple unflatten(Arith& arith, TupleRef flat, TupleRef profile) {
  if (flat.depth() > 1) {
    arith.fail(ErrorCode::profile_mismatch, say("unflatten: {} is not flat", to_text(flat)), say("flatten it first"));
    return {};
  }
  if (flat.rank() != profile.leaf_count()) {
    arith.fail(ErrorCode::rank_mismatch,
               say("unflatten: {} has {} {mode|modes}, but the profile {} has {} {leaf|leaves}", to_text(flat),
                   flat.rank(), to_text(profile), profile.leaf_count()),
               say("give a profile with as many leaves"));
    return {};
  }
  int next = 0;
  return with_leaves(arith, profile, [&](TupleBuilder& out, TupleRef) { out.copy(flat[next++]); });
}

IntTuple with_static_integers(Arith& arith, TupleRef t) {
  return with_leaves(arith, t, [](TupleBuilder& out, TupleRef leaf) {
    if (leaf.is_any()) return out.any();
    Int value = leaf.integer();
    value.is_static = true;
    out.integer(value);
  });
}

IntTuple wrap(Arith& arith, TupleRef t) { return t.is_tuple() ? IntTuple(t) : make_tuple(arith, {t}); }

IntTuple unwrap(TupleRef t) {
  while (t.is_tuple() && t.size() == 1) t = t[0];
  return IntTuple(t);
}

IntTuple repeat(Arith& arith, TupleRef x, std::int64_t n) {
  if (n == 1) return IntTuple(x);
  if (n < 0 || n > max_tuple_nodes) {
    arith.fail(n < 0 ? ErrorCode::index_range : ErrorCode::too_large,
               say("repeat<{}>: the count must be between 0 and {}", n, max_tuple_nodes));
    return {};
  }
  TupleBuilder out(arith);
  out.open();
  for (std::int64_t i = 0; i < n; ++i) out.copy(x);
  out.close();
  return out.take();
}

IntTuple repeat_like(Arith& arith, TupleRef t, const Int& x) {
  return with_leaves(arith, t, [&](TupleBuilder& out, TupleRef) { out.integer(x); });
}

namespace {

// t's modes with `copies` of x before mode `at`; an integer counts as one mode.
IntTuple with_inserted(Arith& arith, TupleRef t, TupleRef x, std::int64_t at, std::int64_t copies,
                       std::int64_t skip = 0) {
  TupleBuilder out(arith);
  out.open();
  for (int i = 0; i <= t.rank(); ++i) {
    if (i == at) {
      for (std::int64_t k = 0; k < copies && arith.ok(); ++k) out.copy(x);
    }
    if (i < t.rank() && !(i >= at && i < at + skip)) out.copy(t[i]);
  }
  out.close();
  return out.take();
}

bool check_mode(Arith& arith, const char* what, TupleRef t, std::int64_t at, std::int64_t limit) {
  if (at >= 0 && at < limit) return true;
  arith.fail(ErrorCode::index_range, say("{}<{}>: {} has {} {mode|modes}", what, at, to_text(t), t.rank()),
             limit > 0 ? say("use 0 to {}", limit - 1) : Message());
  return false;
}

bool check_extend(Arith& arith, const char* what, TupleRef t, std::int64_t rank) {
  if (rank >= t.rank() && rank <= max_tuple_nodes) return true;
  arith.fail(ErrorCode::index_range, say("{}<{}>: {} already has rank {}", what, rank, to_text(t), t.rank()),
             say("use a rank from {} on", t.rank()));
  return false;
}

}  // namespace

IntTuple append(Arith& arith, TupleRef t, TupleRef x) { return with_inserted(arith, t, x, t.rank(), 1); }

IntTuple append(Arith& arith, TupleRef t, TupleRef x, std::int64_t rank) {
  if (!check_extend(arith, "append", t, rank)) return {};
  if (rank == t.rank()) return IntTuple(t);
  return with_inserted(arith, t, x, t.rank(), rank - t.rank());
}

IntTuple prepend(Arith& arith, TupleRef t, TupleRef x) { return with_inserted(arith, t, x, 0, 1); }

IntTuple prepend(Arith& arith, TupleRef t, TupleRef x, std::int64_t rank) {
  if (!check_extend(arith, "prepend", t, rank)) return {};
  if (rank == t.rank()) return IntTuple(t);
  return with_inserted(arith, t, x, 0, rank - t.rank());
}

IntTuple insert(Arith& arith, TupleRef t, TupleRef x, std::int64_t at) {
  if (!check_mode(arith, "insert", t, at, t.rank() + 1)) return {};
  return with_inserted(arith, t, x, at, 1);
}

IntTuple remove(Arith& arith, TupleRef t, std::int64_t at) {
  if (!check_mode(arith, "remove", t, at, t.rank())) return {};
  return with_inserted(arith, t, t, at, 0, 1);
}

IntTuple replace(Arith& arith, TupleRef t, TupleRef x, std::int64_t at) {
  if (!check_mode(arith, "replace", t, at, t.rank())) return {};
  if (!t.is_tuple()) return IntTuple(x);
  return with_inserted(arith, t, x, at, 1, 1);
}

IntTuple group(Arith& arith, TupleRef t, std::int64_t first, std::int64_t last) {
  if (last == -1) last = t.rank();
  if (first < 0 || first > last || last > t.rank()) {
    arith.fail(ErrorCode::index_range, say("group<{},{}>: {} has rank {}", first, last, to_text(t), t.rank()),
               say("use 0 <= first <= last <= {}", t.rank()));
    return {};
  }
  TupleBuilder out(arith);
  out.open();
  for (int i = 0; i < t.rank(); ++i) {
    if (i == first && first < last) out.open();
    out.copy(t[i]);
    if (i + 1 == last && first < last) out.close();
  }
  out.close();
  return out.take();
}

IntTuple reverse(Arith& arith, TupleRef t) {
  if (!t.is_tuple()) return IntTuple(t);
  TupleBuilder out(arith);
  out.open();
  for (int i = t.size() - 1; i >= 0; --i) out.copy(t[i]);
  out.close();
  return out.take();
}

IntTuple zip(Arith& arith, TupleRef t) {
  if (!t.is_tuple() || t.size() == 0) return IntTuple(t);
  if (!t[0].is_tuple()) return make_tuple(arith, {t});
  TupleBuilder out(arith);
  out.open();
  for (int j = 0; j < t[0].size(); ++j) {
    out.open();
    for (const TupleRef mode : t) {
      if (!mode.is_tuple() || mode.size() != t[0].size()) {
        fail_ranks(arith, "zip", t[0], mode);
        return {};
      }
      out.copy(mode[j]);
    }
    out.close();
  }
  out.close();
  return out.take();
}

TupleRef front(TupleRef t) {
  while (t.size() > 0) t = t[0];
  return t;
}

TupleRef back(TupleRef t) {
  while (t.size() > 0) t = t[t.size() - 1];
  return t;
}

TupleRef get(Arith& arith, TupleRef t, const std::int64_t* path, std::size_t length) {
  for (std::size_t i = 0; i < length; ++i) {
    if (!check_mode(arith, "mode ", t, path[i], t.is_tuple() ? t.size() : 1)) return t;
    t = t[static_cast<int>(path[i])];
  }
  return t;
}

}  // namespace stridescope
