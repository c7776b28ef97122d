// Tilus and Hidet: a layout of threads and registers as a product of simple ones, the outer first. local(...) gives
// each thread all of its elements, spatial(...) each element to a thread; column_local and column_spatial count the
// first dimension fastest, the others the last.
//   local(2,1).spatial(8,4).local(1,2)   the accumulator of mma.sync.m16n8
// Sources: Tilus (arXiv 2504.12984) and NVIDIA/tilus python/tilus/ir/layout; Hidet (arXiv 2210.09603), task mappings
// `repeat` and `spatial`.
#include "core/base/text.h"
#include "core/foreign/systems/digits.h"
#include "core/foreign/systems/scanner.h"
#include "core/foreign/systems/strides.h"

namespace stridescope {
namespace {

struct Factor {
  std::string_view name;
  Holder holder;
  bool column;
  bool replicates;
};
constexpr Factor factors[] = {
    {"local", Holder::value, false, false},        {"repeat", Holder::value, false, false},
    {"row_local", Holder::value, false, false},    {"row_repeat", Holder::value, false, false},
    {"column_local", Holder::value, true, false},  {"column_repeat", Holder::value, true, false},
    {"col_repeat", Holder::value, true, false},    {"spatial", Holder::thread, false, false},
    {"row_spatial", Holder::thread, false, false}, {"column_spatial", Holder::thread, true, false},
    {"col_spatial", Holder::thread, true, false},  {"replicated", Holder::thread, false, true},
    {"reduce", Holder::thread, false, true},
};

// RegisterLayout(shape=[16, 8], mode_shape=[2, 8, 4, 2], spatial_modes=[1, 2], local_modes=[0, 3]): each mode is a
// digit of a dimension, its slowest digit first; a negative spatial mode is a number of copies.
std::vector<Digit> read_register_layout(Scanner& in, std::size_t& rank) {
  ForeignShape shape;
  std::vector<std::int64_t> modes;
  std::vector<std::int64_t> spatial;
  std::vector<std::int64_t> local;
  in.expect("(");
  while (in.ok() && !in.accept(")")) {
    const std::size_t begin = in.position();
    const std::string_view key = in.word();
    in.expect("=");
    const std::vector<std::int64_t> list = read_list(in);
    if (key == "shape") {
      shape = list;
    } else if (key == "mode_shape") {
      modes = list;
    } else if (key == "spatial_modes") {
      spatial = list;
    } else if (key == "local_modes") {
      local = list;
    } else {
      in.fail_at(begin, say("'{}' is not a part of a register layout", key));
    }
    if (!in.accept(",") && !in.at(")")) in.expect(")");
  }
  rank = shape.size();
  std::vector<Digit> digits;
  std::size_t mode = 0;
  std::vector<int> dimension;
  for (std::size_t d = 0; in.ok() && d < shape.size(); ++d) {
    for (std::int64_t left = shape[d]; left > 1;) {
      if (mode == modes.size() || modes[mode] < 1 || left % modes[mode] != 0) {
        in.fail(say("the modes do not multiply to extent {} of dimension {}", shape[d], d));
        break;
      }
      left /= modes[mode++];
      dimension.push_back(static_cast<int>(d));
    }
  }
  if (in.ok() && (mode != modes.size() || shape.empty() || shape.size() > max_foreign_rank))
    in.fail(say("there are {} {mode|modes}, but {} of them make up the shape", modes.size(), mode));
  if (!in.ok()) return digits;
  // The modes of each holder in its order, independent of their order within a dimension.
  std::vector<bool> used(modes.size(), false);
  const auto weight = [&](std::size_t m) {
    std::int64_t out = 1;
    for (std::size_t k = m + 1; k < modes.size() && dimension[k] == dimension[m]; ++k) out *= modes[k];
    return out;
  };
  for (const Holder holder : {Holder::thread, Holder::value}) {
    for (const std::int64_t m : holder == Holder::thread ? spatial : local) {
      const auto at = static_cast<std::size_t>(m);
      if (m < 0 && holder == Holder::thread) {
        digits.push_back({-1, -m, holder});
      } else if (m < 0 || at >= modes.size() || used[at]) {
        in.fail(say("{} is not a remaining mode", m));
        return digits;
      } else {
        used[at] = true;
        digits.push_back({dimension[at], modes[at], holder, weight(at)});
      }
    }
  }
  for (std::size_t m = 0; m < modes.size(); ++m) {
    if (!used[m]) in.fail(say("mode {} belongs to neither threads nor registers", m));
  }
  return digits;
}

}  // namespace

Value read_tilus(Arith& arith, std::string_view text, const ForeignShape& given) {
  Scanner in(arith, "tilus", text);
  std::vector<Digit> digits;
  std::size_t rank = 0;
  bool first = true;
  while (in.ok() && (first || in.accept(".") || in.accept("*"))) {
    const std::size_t begin = in.position();
    const std::string_view name = in.word();
    if (first && (name == "RegisterLayout" || name == "register_layout")) {
      digits = read_register_layout(in, rank);
      first = false;
      break;
    }
    const Factor* factor = nullptr;
    for (const Factor& f : factors) factor = f.name == name ? &f : factor;
    if (factor == nullptr) {
      in.fail_at(begin, say("expected local(...) or spatial(...)"));
      break;
    }
    in.expect("(");
    std::vector<std::int64_t> extents;
    std::vector<std::int64_t> ranks;
    while (in.ok() && !in.accept(")")) {
      if (in.at("[") || in.at("(")) {
        for (const std::int64_t n : read_list(in)) extents.push_back(n);
      } else if (in.accept_word("ranks")) {
        in.expect("=");
        ranks = read_list(in);
      } else {
        extents.push_back(in.integer());
      }
      if (!in.accept(",") && !in.at(")")) in.expect(")");
    }
    if (!in.ok()) break;
    if (factor->replicates) {
      for (const std::int64_t n : extents) {
        if (n < 1) in.fail_at(begin, say("{} is not an extent", n));
        digits.push_back({-1, n, factor->holder});
      }
      first = false;
      continue;
    }
    if (first || rank == 0) rank = extents.size();
    if (rank == 0 || extents.size() != rank || rank > max_foreign_rank) {
      in.fail_at(begin, say("{} {extent|extents}; the previous primitive has {} {dimension|dimensions}", extents.size(),
                            rank));
      break;
    }
    if (!ranks.empty() && ranks.size() != rank)
      in.fail_at(begin, say("{} ranks for {} {dimension|dimensions}", ranks.size(), rank));
    // ranks[d]: the rank of dimension d by speed, 0 is the slowest.
    for (std::size_t turn = 0; in.ok() && turn < rank; ++turn) {
      std::size_t d = factor->column ? rank - 1 - turn : turn;
      for (std::size_t k = 0; k < ranks.size(); ++k) {
        if (ranks[k] == static_cast<std::int64_t>(turn)) d = k;
      }
      if (extents[d] < 1) in.fail_at(begin, say("{} is not an extent", extents[d]));
      digits.push_back({static_cast<int>(d), extents[d], factor->holder});
    }
    if (digits.size() > 256) in.fail(say("the layout has more than {} digits", 256));
    first = false;
  }
  if (in.ok() && !in.at_end()) in.fail(say("expected '.' and a further factor"));
  if (!in.ok()) return static_int(0);
  const ForeignShape shape = shape_of_digits(arith, digits, rank);
  if (in.ok() && !given.empty() && given != shape)
    in.fail(say("the layout has shape {}, not {}", bracketed(shape, '(', ')'), bracketed(given, '(', ')')));
  if (!in.ok()) return static_int(0);
  return layout_of_digits(arith, digits, shape);
}

std::string write_tilus(Arith& arith, const Value& layout, const ForeignShape& given) {
  const ForeignShape shape = given.empty() ? whole_tensor(layout) : given;
  const std::vector<Digit> digits = digits_of_layout(arith, "tilus", layout, shape);
  if (arith.failed()) return {};
  std::string out;
  const std::size_t rank = shape.size();
  for (std::size_t i = 0; i < digits.size();) {
    if (digits[i].dimension < 0) {
      if (digits[i].holder == Holder::value) {
        arith.fail(
            ErrorCode::unsupported,
            say("tilus: a thread must hold each element once; this one holds some {} {time|times}", digits[i].extent));
        return {};
      }
      append_all(out, out.empty() ? "" : ".", "replicated(", digits[i].extent, ")");
      ++i;
      continue;
    }
    // Digits of one holder along increasing dimensions form one factor.
    ForeignShape extents(rank, 1);
    const Holder holder = digits[i].holder;
    int last = -1;
    for (; i < digits.size() && digits[i].holder == holder && digits[i].dimension > last; ++i) {
      last = digits[i].dimension;
      extents[static_cast<std::size_t>(last)] = digits[i].extent;
    }
    std::string list;
    for (std::size_t d = 0; d < rank; ++d) append_all(list, d > 0 ? ", " : "", extents[d]);
    append_all(out, out.empty() ? "" : ".", holder == Holder::thread ? "spatial(" : "local(", list, ")");
  }
  return out.empty() ? cat("local(", rank == 2 ? "1, 1" : "1", ")") : out;
}

}  // namespace stridescope
