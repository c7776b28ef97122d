// Computes the matrix over F2 of a layout: its columns are the offsets at the powers of two. The matrix equals the
// layout exactly if no intermediate sum carries. One elimination gives rank and kernel.
#include "core/facts/f2.h"

#include <algorithm>
#include <bit>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/facts/function.h"

namespace stridescope {
namespace {

struct Elimination {
  int rank = 0;
  std::vector<std::uint64_t> kernel;
};

Elimination eliminate(const std::vector<std::uint64_t>& columns) {
  struct Pivot {
    std::uint64_t value;
    std::uint64_t made_of;  // bit set of the combined columns
  };
  Pivot pivots[64] = {};
  Elimination out;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    Pivot next = {columns[j], std::uint64_t{1} << j};
    while (next.value != 0) {
      Pivot& pivot = pivots[63 - std::countl_zero(next.value)];
      if (pivot.value == 0) {
        pivot = next;
        ++out.rank;
        break;
      }
      next = {next.value ^ pivot.value, next.made_of ^ pivot.made_of};
    }
    if (next.value == 0) out.kernel.push_back(next.made_of);
  }
  return out;
}

// The offsets of the domain's layout at the powers of two.
std::vector<std::int64_t> steps_of(const Layout& layout) {
  std::vector<std::int64_t> out;
  for (std::uint32_t i = 0; i < layout.shape.ref().node_count(); ++i) {
    const Node& shape = layout.shape.ref().nodes()[i];
    if (shape.kind == NodeKind::tuple) continue;
    const std::int64_t stride = layout.stride.ref().nodes()[i].integer.value;
    for (std::int64_t at = 1; at < shape.integer.value; at *= 2) out.push_back(at * stride);
  }
  return out;
}

// True if all intermediate sums equal xors because no two terms share a bit.
bool never_carries(const OffsetFunction& f, const std::vector<std::int64_t>& steps) {
  std::int64_t reach = 0;
  for (const std::int64_t step : steps) {
    if (step < 0 || (step & reach) != 0) return false;
    reach |= step;
  }
  for (std::size_t s = f.stages.size(); s-- > 0;) {
    const auto* swizzle = std::get_if<Swizzle>(&f.stages[s].function);
    const std::int64_t offset = to_integer(f.stages[s].offset).value;
    if (swizzle == nullptr || offset < 0 || (offset & reach) != 0) return false;
    reach |= offset;
    reach |=
        swizzle->shift >= 0 ? (reach & swizzle->yyy()) >> swizzle->shift : (reach & swizzle->yyy()) << -swizzle->shift;
  }
  return f.start >= 0 && (f.start & reach) == 0 && f.origin == 0;
}

std::string bits_of(std::int64_t i) {
  std::string out;
  for (std::int64_t bit = 1; bit <= i; bit *= 2) {
    if ((i & bit) != 0) append_all(out, out.empty() ? "L(" : " ^ L(", bit, ')');
  }
  return out;
}

Message violation(std::int64_t at, std::int64_t is, std::int64_t would_be, const F2Map& map) {
  if (map.constant == 0) return say("L({}) = {}, but {} = {}", at, is, bits_of(at), would_be);
  return say("L({}) = {}, but with L(0) = {} an affine map gives {}", at, is, map.constant, would_be);
}

}  // namespace

int F2Map::rank() const { return eliminate(columns).rank; }

std::vector<std::uint64_t> F2Map::kernel() const { return eliminate(columns).kernel; }

F2Analysis f2_map(const Value& value) {
  F2Analysis out;
  const auto f = numbered_function(value, out.why);
  if (!f) return out;
  const std::int64_t size = domain_size(value).value_or(0);
  if (size <= 0 || !std::has_single_bit(static_cast<std::uint64_t>(size))) {
    out.why = say("the size {} is not a power of two", size);
    return out;
  }
  const std::vector<std::int64_t> steps = steps_of(f->layout);
  F2Map map;
  map.inputs = static_cast<int>(steps.size());
  std::vector<std::int64_t> offsets = steps;
  offsets.push_back(0);
  f->finish(offsets.data(), static_cast<std::int64_t>(offsets.size()));
  if (const auto negative = std::find_if(offsets.begin(), offsets.end(), [](std::int64_t x) { return x < 0; });
      negative != offsets.end()) {
    const auto bit = negative - offsets.begin();
    out.why =
        say("L({}) = {}: a negative offset has no bits", bit == map.inputs ? 0 : std::int64_t{1} << bit, *negative);
    return out;
  }
  map.constant = static_cast<std::uint64_t>(offsets.back());
  std::uint64_t used = map.constant;
  for (std::size_t j = 0; j < steps.size(); ++j) {
    map.columns.push_back(static_cast<std::uint64_t>(offsets[j]) ^ map.constant);
    used |= static_cast<std::uint64_t>(offsets[j]);
  }
  map.outputs = used == 0 ? 1 : 64 - std::countl_zero(used);
  if (!never_carries(*f, steps)) {
    if (f->stages.empty() && f->start == 0) {
      // If two terms share a bit, their sum differs from their xor.
      for (std::size_t b = 1; b < steps.size(); ++b) {
        for (std::size_t a = 0; a < b; ++a) {
          if ((steps[a] & steps[b]) == 0) continue;
          out.why =
              violation((std::int64_t{1} << a) + (std::int64_t{1} << b), steps[a] + steps[b], steps[a] ^ steps[b], map);
          return out;
        }
      }
    }
    if (size > max_enumerated) {
      out.unchecked = true;
      out.why =
          say("the offset under the swizzle may carry, and 2^{} coordinates are too many to enumerate", map.inputs);
      return out;
    }
    std::vector<std::int64_t> is(static_cast<std::size_t>(size));
    f->fill(is.data(), size);
    std::vector<std::uint64_t> linear(static_cast<std::size_t>(size));
    linear[0] = map.constant;
    for (std::size_t i = 1; i < is.size(); ++i) {
      linear[i] = linear[i & (i - 1)] ^ map.columns[static_cast<std::size_t>(std::countr_zero(i))];
      if (static_cast<std::uint64_t>(is[i]) == linear[i]) continue;
      out.why = violation(static_cast<std::int64_t>(i), is[i], static_cast<std::int64_t>(linear[i]), map);
      return out;
    }
  }
  out.affine = true;
  out.map = std::move(map);
  return out;
}

namespace {

// The columns of one leaf of the shape.
struct Group {
  std::string title;
  int bits;
};

void add_groups(std::vector<Group>& out, TupleRef shape, const std::string& path) {
  if (shape.is_tuple()) {
    for (int i = 0; i < shape.rank(); ++i) add_groups(out, shape[i], path.empty() ? cat(i) : cat(path, ',', i));
  } else if (shape.integer().value > 1) {
    out.push_back({path.empty()                          ? "coordinate"
                   : path.find(',') == std::string::npos ? cat("mode ", path)
                                                         : cat("mode (", path, ')'),
                   std::countr_zero(static_cast<std::uint64_t>(shape.integer().value))});
  }
}

}  // namespace

std::string to_text(const F2Map& map, TupleRef shape) {
  std::vector<Group> groups;
  add_groups(groups, shape, "");
  if (map.constant != 0) groups.push_back({"L(0)", 1});
  const std::size_t width = map.inputs > 10 ? 3 : 2;  // column width: the index of a bit in its mode, at most 62
  const auto column = [&](std::string_view text) { return right_aligned(text, width); };
  const std::size_t heads = cat("offset bit ", map.outputs - 1).size();
  // Appends one line: its head, then for each group two blanks and its columns.
  const auto line = [&](std::string head, auto&& cell) {
    std::string out = left_aligned(std::move(head), heads);
    int input = 0;
    for (const Group& group : groups) {
      std::string cells;
      for (int b = 0; b < group.bits; ++b) cells += cell(group, input + b, b);
      input += group.bits;
      append_all(out, "  ", left_aligned(std::move(cells), group.title.size()));
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out + "\n";
  };
  std::string out(heads, ' ');
  for (const Group& group : groups)
    append_all(out, "  ", left_aligned(group.title, static_cast<std::size_t>(group.bits) * width));
  while (!out.empty() && out.back() == ' ') out.pop_back();
  out.push_back('\n');
  out += line("", [&](const Group& group, int, int b) { return group.title == "L(0)" ? column("") : column(cat(b)); });
  for (int row = 0; row < map.outputs; ++row) {
    out += line(cat("offset bit ", row), [&](const Group&, int input, int) {
      const std::uint64_t bits = input < map.inputs ? map.columns[static_cast<std::size_t>(input)] : map.constant;
      return column((bits >> row & 1) != 0 ? "1" : "0");
    });
  }
  return out;
}

}  // namespace stridescope
