// Layouts of other systems, and linear maps over F2: the functions that read, write and compute with them.
#include <algorithm>

#include "core/foreign/systems/index_function.h"
#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/linear.h"
#include "core/functions/builtin.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

// The shape in argument i, or an empty one.
ForeignShape shape_of(const Call& c, std::size_t i) {
  ForeignShape out;
  if (i >= c.count()) return out;
  const TupleRef shape = c.shape(i);
  if (c.arith.failed()) return out;
  Arith plain;
  const IntTuple extents = product_each(plain, shape);
  if (plain.failed() || extents.rank() > static_cast<int>(max_foreign_rank)) {
    c.wrong(i, term("the shape of a tensor"));
    return out;
  }
  for (int d = 0; d < extents.rank(); ++d) {
    const std::int64_t extent = extents.is_tuple() ? extents[d].integer().value : extents.integer().value;
    if (extent < 1) c.wrong(i, term("the shape of a tensor"));
    out.push_back(extent);
  }
  return out;
}

LinearMap map_of(const Call& c, std::size_t i) {
  if (!c.is_layout(i)) {
    c.wrong(i, term("a layout"));
    return {};
  }
  return linear_map(c.arith, c.args[i]);
}

Value formed(const Call& c, const LinearMap& map) {
  if (c.arith.failed()) return static_int(0);
  LinearForm form = shortest_form(c.arith, map);
  if (c.arith.failed()) return static_int(0);
  return to_value(std::move(form.layout));
}

// Bases as integers, by input.
LinearMap bases_from_tuple(const Call& c, TupleRef bases) {
  LinearMap out;
  std::uint64_t all = 0;
  const auto add = [&](TupleRef basis) {
    const bool plain = basis.is_integer() && basis.integer().is_plain() && basis.integer().value >= 0;
    if (!plain) {
      c.arith.fail(ErrorCode::arguments, say("a basis is the offset of a power of two, 0 or more"),
                   say("write linear_layout((1,2,4)), or ((1,2),(4,8)) for two modes"));
      return;
    }
    out.columns.push_back(static_cast<std::uint64_t>(basis.integer().value));
    all |= out.columns.back();
  };
  bool nested = false;
  for (int i = 0; i < bases.size(); ++i) nested = nested || bases[i].is_tuple();
  for (int i = 0; i < bases.size(); ++i) {
    const std::size_t before = out.columns.size();
    if (bases[i].is_tuple()) {
      for (const TupleRef basis : bases[i]) add(basis);
    } else {
      add(bases[i]);
    }
    if (nested) out.in.push_back(static_cast<int>(out.columns.size() - before));
  }
  if (!bases.is_tuple()) add(bases);
  if (!nested) out.in = {out.inputs()};
  while (out.out < 63 && all >> out.out != 0) ++out.out;
  if (out.out > max_linear_bits || out.inputs() > max_linear_bits)
    c.arith.fail(ErrorCode::too_large, say("a linear layout can have at most {} bits", max_linear_bits));
  return out;
}

}  // namespace

Value builtin_foreign_layout(const Call& c) {
  const std::string_view text = c.text(0);
  const ForeignShape shape = shape_of(c, 1);
  const ForeignSystem* system = find_foreign_system(c.name);
  if (c.arith.failed() || system == nullptr) return static_int(0);
  return system->read(c.arith, text, shape);
}

Value builtin_index_function(const Call& c) {
  const std::string_view text = c.text(0);
  const ForeignShape shape = shape_of(c, 1);
  IndexKnown known;
  std::size_t next = 2;
  if (next < c.count() && c.args[next].as<Text>() == nullptr) {
    known.bytes = c.integer(next).value;
    if (c.arith.ok() && (known.bytes < 1 || known.bytes > 16)) c.wrong(next, term("the bytes of an element"));
    ++next;
  }
  for (; c.arith.ok() && next < c.count(); next += 2) {
    IndexBinding one = {std::string(c.text(next))};
    const Value* value = next + 1 < c.count() ? &c.args[next + 1] : nullptr;
    const auto* type = value == nullptr ? nullptr : value->as<DataType>();
    const auto* truth = value == nullptr ? nullptr : value->as<Bool>();
    const Int* integer = value == nullptr ? nullptr : value->integer();
    if (type != nullptr && type->bits >= 8) {
      one.is_type = true;
      one.value = type->bits / 8;
    } else if (truth != nullptr) {
      one.value = truth->value ? 1 : 0;
    } else if (integer != nullptr && integer->is_plain()) {
      one.value = integer->value;
    } else if (c.arith.ok()) {
      c.wrong(std::min(next + 1, c.count() - 1), term("an integer or a type of whole bytes"));
    }
    known.bound.push_back(std::move(one));
  }
  if (c.arith.failed()) return static_int(0);
  std::vector<Message> assumed;
  Value out = read_index_function(c.arith, text, shape, known, assumed);
  for (Message& one : assumed) c.note(std::move(one));
  return out;
}

// Writes a layout in the text of another system, or reports the part that it cannot express.
Value builtin_write_layout(const Call& c) {
  const std::string_view name = c.text(1);
  const ForeignShape shape = shape_of(c, 2);
  if (c.arith.failed()) return static_int(0);
  const ForeignSystem* system = find_foreign_system(name);
  if (system == nullptr || system->write == nullptr)
    return c.fail(ErrorCode::arguments, say("'{}' is not a system that layouts can be written for", name),
                  say("expected one of: {}", foreign_system_names()));
  std::string text = system->write(c.arith, c.args[0], shape);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return Text{std::move(text)};
}

Value builtin_linear_layout(const Call& c) {
  const auto* text = c.args[0].as<Text>();
  if (text != nullptr) return formed(c, read_matrix(c.arith, text->text));
  return formed(c, c.is_layout(0) ? map_of(c, 0) : bases_from_tuple(c, c.tuple(0)));
}

Value builtin_linear_bases(const Call& c) {
  const LinearMap map = map_of(c, 0);
  TupleBuilder out(c.arith);
  out.open();
  std::size_t bit = 0;
  for (const int bits : map.in) {
    if (map.in.size() > 1) out.open();
    for (int i = 0; i < bits; ++i, ++bit) out.integer(static_int(static_cast<std::int64_t>(map.columns[bit])));
    if (map.in.size() > 1) out.close();
  }
  out.close();
  return out.take();
}

Value builtin_linear_form(const Call& c) { return formed(c, map_of(c, 0)); }

Value builtin_linear_report(const Call& c) {
  const LinearMap map = map_of(c, 0);
  if (c.arith.failed()) return static_int(0);
  const LinearForm form = shortest_form(c.arith, map);
  if (c.arith.failed()) return static_int(0);
  return Text{english(to_message(form, map))};
}

Value builtin_linear_compose(const Call& c) {
  const LinearMap a = map_of(c, 0);
  const LinearMap b = map_of(c, 1);
  if (c.arith.failed()) return static_int(0);
  return formed(c, compose(c.arith, a, b));
}

Value builtin_linear_divide(const Call& c) {
  const LinearMap a = map_of(c, 0);
  const LinearMap b = map_of(c, 1);
  if (c.arith.failed()) return static_int(0);
  return formed(c, divide(c.arith, a, b));
}

Value builtin_linear_inverse(const Call& c) {
  const LinearMap a = map_of(c, 0);
  if (c.arith.failed()) return static_int(0);
  return formed(c, right_inverse(c.arith, a, {a.out}));
}

}  // namespace stridescope
