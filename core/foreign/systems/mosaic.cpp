// JAX Pallas Mosaic GPU: a tensor cut into tiles of tiles, and which of the resulting dimensions are warps, lanes and
// the vector; the others are registers. Dimensions are counted from the last.
//   TiledLayout(Tiling(((64, 8), (16, 8), (8, 8), (2,))), warp_dims=(-7,), lane_dims=(-3, -2), vector_dim=-1)
// is the accumulator of wgmma: its lanes are ((4,8)):((2 along N),(1 along M)).
// Source: jax-ml/jax jax/experimental/mosaic/gpu/fragmented_array.py (Tiling, TiledLayout, Replicated).
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/systems/digits.h"
#include "core/foreign/systems/scanner.h"
#include "core/foreign/systems/strides.h"

namespace stridescope {
namespace {

constexpr std::int64_t warp_size = 32;

struct Dimension {
  std::int64_t number = 0;      // from the last, -1
  std::int64_t replicated = 0;  // for Replicated(times=4)
};

std::int64_t replicated(Scanner& in) {
  in.expect("(");
  if (in.accept_word("times")) in.expect("=");
  const std::int64_t out = in.integer();
  in.expect(")");
  if (in.ok() && out < 1) in.fail(say("{} copies are not supported", out));
  return out;
}

std::vector<Dimension> read_dimensions(Scanner& in) {
  std::vector<Dimension> out;
  const bool list = in.accept("(") || in.accept("[");
  do {
    if (in.accept(")") || in.accept("]")) break;
    if (in.at_integer()) {
      out.push_back({in.integer(), 0});
    } else {
      std::string_view word = in.word(true);
      if (const std::size_t dot = word.rfind('.'); dot != std::string_view::npos) word = word.substr(dot + 1);
      if (word != "Replicated") in.fail(say("expected a dimension, or Replicated(times=...)"));
      out.push_back({0, in.ok() ? replicated(in) : 1});
    }
    in.accept(",");
    if (out.size() > 64) in.fail(say("the layout has more than {} digits", 64));
  } while (in.ok() && list);
  return out;
}

struct Tiled {
  std::vector<ForeignShape> tiles;
  std::vector<Dimension> warps;
  std::vector<Dimension> lanes;
  std::int64_t vector = -1;
};

std::string_view last_name(Scanner& in) {
  const std::string_view word = in.word(true);
  const std::size_t dot = word.rfind('.');
  return dot == std::string_view::npos ? word : word.substr(dot + 1);
}

Tiled read_tiled(Scanner& in) {
  Tiled out;
  if (last_name(in) != "TiledLayout") in.fail(say("expected TiledLayout(...)"));
  in.expect("(");
  if (in.accept_word("tiling")) in.expect("=");
  if (last_name(in) != "Tiling") in.fail(say("expected Tiling(((64, 8), ...))"));
  in.expect("(");
  if (in.accept_word("tiles")) in.expect("=");
  const bool outer = in.accept("(") || in.accept("[");
  while (in.ok() && !in.accept(")") && !in.accept("]")) {
    out.tiles.push_back(read_list(in));
    in.accept(",");
    if (out.tiles.size() > 32) in.fail(say("more than {} tilings", 32));
  }
  if (outer) in.expect(")");
  in.accept(",");
  while (in.ok() && !in.accept(")")) {
    const std::size_t begin = in.position();
    const std::string_view key = in.word();
    in.expect("=");
    if (key == "warp_dims" || key == "warp_dim") {
      out.warps = read_dimensions(in);
    } else if (key == "lane_dims") {
      out.lanes = read_dimensions(in);
    } else if (key == "vector_dim") {
      out.vector = in.integer();
    } else if (key == "_check_canonical") {
      in.word();
    } else {
      in.fail_at(begin, say("'{}' is not a part of a TiledLayout", key));
    }
    if (!in.accept(",") && !in.at(")")) in.expect(")");
  }
  if (!in.at_end()) in.fail(say("expected the end of the layout"));
  return out;
}

}  // namespace

Value read_mosaic(Arith& arith, std::string_view text, const ForeignShape& given) {
  Scanner in(arith, "mosaic", text);
  const Tiled tiled = read_tiled(in);
  if (in.ok() && (tiled.tiles.empty() || tiled.tiles[0].empty())) in.fail(say("expected Tiling(((64, 8), ...))"));
  if (!in.ok()) return static_int(0);
  const ForeignShape shape = given.empty() ? tiled.tiles[0] : given;
  const std::size_t rank = shape.size();
  // The dimensions after all tilings, each as a digit of a dimension of the tensor.
  std::vector<Digit> digits;
  for (std::size_t d = 0; d < rank; ++d) digits.push_back({static_cast<int>(d), shape[d], Holder::value});
  for (const ForeignShape& tile : tiled.tiles) {
    if (tile.size() > digits.size() || tile.empty()) {
      in.fail(say("a tile of {} {dimension|dimensions} does not fit a tensor of {}", tile.size(), digits.size()));
      return static_int(0);
    }
    const std::size_t first = digits.size() - tile.size();
    for (std::size_t i = 0; i < tile.size(); ++i) {
      const Digit whole = digits[first + i];
      if (tile[i] < 1 || whole.extent < 1 || whole.extent % tile[i] != 0) {
        in.fail(say("{} is not a multiple of the tile's {}", whole.extent, tile[i]));
        return static_int(0);
      }
      digits[first + i].extent = whole.extent / tile[i];
      digits.push_back({whole.dimension, tile[i], Holder::value});
    }
    if (digits.size() > 256) {
      in.fail(say("the layout has more than {} digits", 256));
      return static_int(0);
    }
  }
  // The parts of a thread's number, the slowest first: warps, then lanes; registers in order, the vector last.
  const auto n = static_cast<std::int64_t>(digits.size());
  std::vector<bool> used(digits.size(), false);
  struct Part {
    std::size_t digit;
    std::int64_t copies;  // 0: a digit
  };
  std::vector<Part> threads;
  std::int64_t lanes = 1;
  for (const bool lane : {false, true}) {
    for (const Dimension& dimension : lane ? tiled.lanes : tiled.warps) {
      std::int64_t extent = dimension.replicated;
      if (extent > 0) {
        threads.push_back({0, extent});
      } else {
        const std::int64_t at = dimension.number < 0 ? n + dimension.number : dimension.number;
        if (at < 0 || at >= n || used[static_cast<std::size_t>(at)]) {
          in.fail(say("{} is not a remaining dimension of {}", dimension.number, n));
          return static_int(0);
        }
        used[static_cast<std::size_t>(at)] = true;
        threads.push_back({static_cast<std::size_t>(at), 0});
        extent = digits[static_cast<std::size_t>(at)].extent;
      }
      if (lane && (mul_overflows(lanes, extent, lanes) || lanes > 1 << 20)) lanes = 0;
    }
  }
  if (lanes != warp_size) in.fail(say("lane_dims must give {} {lane|lanes}; a warp has {}", lanes, warp_size));
  const std::int64_t vector = tiled.vector < 0 ? n + tiled.vector : tiled.vector;
  if (in.ok() && (vector < 0 || vector >= n || used[static_cast<std::size_t>(vector)]))
    in.fail(say("{} is not a remaining dimension of {}", tiled.vector, n));
  if (!in.ok()) return static_int(0);
  std::vector<std::size_t> registers;
  for (std::size_t d = 0; d < digits.size(); ++d) {
    if (!used[d] && d != static_cast<std::size_t>(vector)) registers.push_back(d);
  }
  registers.push_back(static_cast<std::size_t>(vector));
  const ForeignShape whole = shape_of_digits(arith, digits, rank);
  // Strides of each digit in its dimension, before the digits are ordered by threads and values.
  const auto stride = [&](std::size_t d) {
    std::int64_t out = 1;
    for (int k = 0; k < digits[d].dimension; ++k) out *= whole[static_cast<std::size_t>(k)];
    for (std::size_t k = d + 1; k < digits.size(); ++k) {
      if (digits[k].dimension == digits[d].dimension) out *= digits[k].extent;
    }
    return out;
  };
  if (!in.ok()) return static_int(0);
  std::vector<std::pair<std::int64_t, std::int64_t>> parts[2];  // extent and stride, the fastest first
  for (std::size_t i = threads.size(); i-- > 0;) {
    const Part& part = threads[i];
    if (part.copies > 0) {
      parts[0].emplace_back(part.copies, 0);
    } else {
      parts[0].emplace_back(digits[part.digit].extent, stride(part.digit));
    }
  }
  for (std::size_t i = registers.size(); i-- > 0;)
    parts[1].emplace_back(digits[registers[i]].extent, stride(registers[i]));
  LayoutBuilder out(arith);
  out.open();
  for (auto& list : parts) {
    std::vector<std::pair<std::int64_t, std::int64_t>> modes;
    for (const auto& [extent, step] : list) {
      if (extent == 1) continue;
      if (!modes.empty() && modes.back().first * modes.back().second == step) {
        modes.back().first *= extent;
      } else {
        modes.emplace_back(extent, step);
      }
    }
    if (modes.empty()) modes.emplace_back(1, 0);
    if (modes.size() > 1) out.open();
    for (const auto& [extent, step] : modes) out.mode(static_int(extent), static_int(step));
    if (modes.size() > 1) out.close();
  }
  out.close();
  return arith.intact(out.take());
}

std::string write_mosaic(Arith& arith, const Value& layout, const ForeignShape& given) {
  const ForeignShape shape = given.empty() ? whole_tensor(layout) : given;
  std::vector<Digit> digits = digits_of_layout(arith, "mosaic", layout, shape);
  if (arith.failed()) return {};
  // Lanes are the fastest digits of threads that form a warp.
  std::int64_t lanes = 1;
  std::vector<bool> is_lane(digits.size(), false);
  for (std::size_t i = digits.size(); i-- > 0 && lanes < warp_size;) {
    if (digits[i].holder != Holder::thread) continue;
    if (digits[i].extent > warp_size / lanes && digits[i].extent % (warp_size / lanes) == 0) {
      // A digit that contains warps and lanes is split in two.
      Digit warp = digits[i];
      warp.extent /= warp_size / lanes;
      digits[i].extent = warp_size / lanes;
      digits.insert(digits.begin() + static_cast<std::ptrdiff_t>(i), warp);
      is_lane.insert(is_lane.begin() + static_cast<std::ptrdiff_t>(i), false);
      ++i;
    }
    lanes *= digits[i].extent;
    is_lane[i] = true;
  }
  if (lanes != warp_size) {
    arith.fail(ErrorCode::unsupported,
               say("mosaic: the threads do not form warps of {} {lane|lanes}, but of {}", warp_size, lanes));
    return {};
  }
  const std::size_t rank = shape.size();
  // Each digit results from one more tiling of its dimension. The last digit is not tiled if it is the vector;
  // otherwise the vector is the rest of the last dimension, of extent 1.
  const bool has_vector = !digits.empty() && digits.back().holder == Holder::value && digits.back().dimension >= 0;
  std::int64_t vector = -1;
  ForeignShape rest = shape;
  std::string tiles;
  struct Named {
    std::int64_t position;  // among all dimensions, from the first
    bool lane;
    std::int64_t copies;
  };
  std::vector<Named> named;
  // The tensor's own dimensions come first: all have extent 1 after the first tiling, which is the whole tensor.
  std::vector<std::string> tile_texts = {bracketed(shape, '(', ')')};
  std::int64_t position = static_cast<std::int64_t>(rank);  // position of the digits of the next tiling
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const Digit& digit = digits[i];
    if (digit.dimension < 0) {
      if (digit.holder == Holder::value) {
        arith.fail(
            ErrorCode::unsupported,
            say("mosaic: a thread must hold each element once; this one holds some {} {time|times}", digit.extent));
        return {};
      }
      named.push_back({0, static_cast<bool>(is_lane[i]), digit.extent});
      continue;
    }
    if (has_vector && i + 1 == digits.size()) {
      vector = digit.dimension - static_cast<std::int64_t>(rank);
      break;
    }
    const auto d = static_cast<std::size_t>(digit.dimension);
    rest[d] /= digit.extent;
    if (digit.holder == Holder::thread) named.push_back({position + digit.dimension, static_cast<bool>(is_lane[i]), 0});
    tile_texts.push_back(bracketed(rest, '(', ')'));
    position += static_cast<std::int64_t>(rank);
  }
  for (std::size_t i = 0; i < tile_texts.size(); ++i) append_all(tiles, i > 0 ? ", " : "", tile_texts[i]);
  if (tile_texts.size() == 1) tiles += ",";
  const std::int64_t all = position + static_cast<std::int64_t>(rank);
  std::string warp_text;
  std::string lane_text;
  for (const Named& one : named) {
    std::string& list = one.lane ? lane_text : warp_text;
    append_all(list, one.copies > 0 ? cat("Replicated(times=", one.copies, ")") : cat(one.position - all), ", ");
  }
  const auto tuple_text = [](std::string list) {
    if (list.empty()) return std::string("()");
    list.pop_back();
    if (std::count(list.begin(), list.end(), ',') > 1) list.pop_back();
    return cat("(", list, ")");
  };
  return cat("TiledLayout(Tiling((", tiles, ")), warp_dims=", tuple_text(std::move(warp_text)),
             ", lane_dims=", tuple_text(std::move(lane_text)), ", vector_dim=", vector, ")");
}

}  // namespace stridescope
