// Builtins for tensors, and the tutorial's printing functions.
#include <algorithm>

#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/facts/offsets.h"
#include "core/functions/builtin.h"
#include "core/functions/part.h"
#include "core/lang/operators.h"
#include "core/value/alignment.h"
#include "core/value/print.h"

namespace stridescope {

Value builtin_counting_iter(const Call& c) {
  return Iterator{Iterator::Kind::counting, dynamic_int(c.integer(0).value)};
}
Value builtin_make_inttuple_iter(const Call& c) {
  return Iterator{Iterator::Kind::coordinate, as_arithmetic_tuple(c.arith, c.tuple(0))};
}
Value builtin_make_tensor(const Call& c) {
  const auto* iterator = c.args[0].as<Iterator>();
  if (iterator == nullptr || c.is_layout(1)) return tensor_of_layout(c);
  const Call layout(c.arith, c.name, {}, c.args.subspan(1));
  const Value made = builtin_make_layout(layout);
  if (const auto* plain = made.as<Layout>()) return Tensor{*iterator, *plain};
  return static_int(0);
}
Value builtin_as_position_independent_swizzle_layout(const Call& c) {
  const auto* composed = c.args[0].as<ComposedLayout>();
  if (composed == nullptr || !waits_for_pointer(*composed))
    return c.wrong(0, term("a layout without a pointer, such as Sw<1,4,3> o smem_ptr[16b](unset) o L"));
  return to_value(in_memory(c.arith, *composed));
}
namespace {

// The swizzle of addresses and the swizzle of elements agree if the address is a multiple of the period; otherwise
// reports the first coordinate at which they differ.
void note_difference(const Call& c, const Tensor& tensor, const Tensor& independent) {
  constexpr std::int64_t most = 1 << 16;
  const Swizzle& swizzle = tensor.data.pointer.swizzle;
  const Message wrong = misalignment(tensor.data, swizzle_period(swizzle), say("the period of {}", to_text(swizzle)));
  if (wrong.empty()) return;
  const auto size = domain_size(tensor);
  const auto before = offset_function(tensor);
  const auto after = offset_function(independent);
  if (!size || *size <= 0 || !before || !after) return c.note(wrong);
  const std::int64_t count = std::min(*size, most);
  if (!c.charge(static_cast<std::uint64_t>(count))) return;
  std::vector<std::int64_t> there(static_cast<std::size_t>(count));
  std::vector<std::int64_t> here(there.size());
  before->fill(there.data(), count);
  after->fill(here.data(), count);
  const auto [x, y] = std::mismatch(there.begin(), there.end(), here.begin());
  if (x == there.end()) return count < *size ? c.note(wrong) : void();
  Arith arith;
  const IntTuple at = idx2crd(arith, IntTuple(dynamic_int(x - there.begin())), domain_layout(tensor.layout).shape);
  c.note(say("{}: at {} the element is {} past the pointer, in the result {}", wrong,
             to_text(at, IntegerMode::teaching), *x, *y));
}

}  // namespace

Value builtin_as_position_independent_swizzle_tensor(const Call& c) {
  const Tensor& tensor = c.tensor(0);
  if (c.arith.failed()) return static_int(0);
  const Pointer& pointer = tensor.data.pointer;
  if (tensor.data.kind != Iterator::Kind::pointer || pointer.space != MemorySpace::smem)
    return c.wrong(0, term("a tensor in shared memory"));
  if (!pointer.swizzled) return tensor;
  if (pointer.bits == 0) return c.wrong(0, term("a tensor whose elements have a known width"));
  const Swizzle swizzle = element_swizzle(c.arith, pointer.swizzle, pointer.bits);
  Tensor out = tensor;
  out.data.pointer.swizzled = false;
  out.data.pointer.swizzle = {};
  out.layout = compose(StageFunction(swizzle), static_int(0), tensor.layout);
  if (c.arith.ok()) note_difference(c, tensor, out);
  return out;
}
Value builtin_make_identity_tensor(const Call& c) {
  return make_coord_tensor(c.arith, make_identity_layout(c.arith, c.shape(0)));
}
Value builtin_make_coord_tensor(const Call& c) { return make_coord_tensor(c.arith, c.layout(0)); }
Value builtin_iterator_of(const Call& c) { return c.tensor(0).data; }
Value builtin_layout_of(const Call& c) { return to_value(c.tensor(0).layout); }
Value builtin_tensor(const Call& c) {
  const Tensor& whole = c.tensor(0);
  return Tensor{whole.data, on_domain(whole.layout, [&](const Layout& a) {
                  const LayoutRef mode = c.at_path(LayoutRef(a));
                  return Layout{IntTuple(mode.shape), IntTuple(mode.stride)};
                })};
}

Value builtin_inner_partition(const Call& c) {
  const Tiler tiler = c.tiler(1);
  const TupleRef coord = c.tuple(2);
  return part_of(c, c.tensor(0), [&](Arith& a, const Tensor& t) { return inner_partition(a, t, tiler, coord); });
}
Value builtin_outer_partition(const Call& c) {
  const Tiler tiler = c.tiler(1);
  const TupleRef coord = c.tuple(2);
  return part_of(c, c.tensor(0), [&](Arith& a, const Tensor& t) { return outer_partition(a, t, tiler, coord); });
}

namespace {

// The modes of a tiler that a projection such as (_1,X,_1) keeps.
Tiler project(const Call& c, const Tiler& tiler, TupleRef projection) {
  const auto* modes = tiler.modes();
  if (!projection.is_tuple() || modes == nullptr) return tiler;
  if (static_cast<int>(modes->size()) != projection.size()) {
    c.arith.fail(ErrorCode::rank_mismatch,
                 say("{}: the projection {} has rank {}, but the tiler has {}", c.name, to_text(projection),
                     projection.size(), modes->size()),
                 say("give one entry (_1 or X) for each mode"));
    return tiler;
  }
  std::vector<Tiler> kept;
  for (int i = 0; i < projection.size(); ++i) {
    if (!projection[i].is_any()) kept.push_back((*modes)[static_cast<std::size_t>(i)]);
  }
  return kept;
}

}  // namespace

Value builtin_local_tile(const Call& c) {
  if (c.count() == 3) return builtin_inner_partition(c);
  const IntTuple coord = dice(c.arith, c.tuple(3), c.tuple(2));
  const Tiler tiler = project(c, c.tiler(1), c.tuple(3));
  if (c.arith.failed()) return static_int(0);
  return part_of(c, c.tensor(0), [&](Arith& a, const Tensor& t) { return inner_partition(a, t, tiler, coord); });
}
Value builtin_local_partition(const Call& c) {
  const Layout& threads = c.layout(1);
  const Layout used = c.count() == 3 ? threads : dice(c.arith, c.tuple(3), LayoutRef(threads));
  const Int index = c.integer(2);
  warn_thread(c, index, size(c.arith, threads));
  return part_of(c, c.tensor(0), [&](Arith& a, const Tensor& t) { return local_partition(a, t, used, index); });
}

namespace {

constexpr std::int64_t max_printed_cells = 1 << 16;

// A row without cells is still a line.
bool printable(const Call& c, std::int64_t rows, std::int64_t cols) {
  const std::int64_t cells =
      c.arith.mul(dynamic_int(std::max<std::int64_t>(rows, 1)), dynamic_int(std::max<std::int64_t>(cols, 1))).value;
  if (c.arith.failed()) return false;
  if (rows >= 0 && cols >= 0 && cells <= max_printed_cells) return c.charge(64 * static_cast<std::uint64_t>(cells));
  c.arith.fail(ErrorCode::too_large, say("{}: {} {cell|cells}; the limit is {}", c.name, cells, max_printed_cells),
               say("print a slice, such as L(_,0)"));
  return false;
}

// printf("%3d  ") for each coordinate of the list.
void print_cell(const Call& c, std::string& out, const AnyLayout& layout, TupleRef coord) {
  const IntTuple offset = std::holds_alternative<Layout>(layout)
                              ? apply(c.arith, std::get<Layout>(layout), coord)
                              : apply(c.arith, std::get<ComposedLayout>(layout), coord);
  out += right_aligned(to_text(as_arithmetic_tuple(c.arith, offset), IntegerMode::teaching), 3);
  out.append("  ");
}

}  // namespace

Value builtin_print(const Call& c) { return Text{to_text(c.args[0])}; }

Value builtin_print1D(const Call& c) {
  const AnyLayout layout = c.any_layout(0);
  const std::int64_t count = size(c.arith, domain_layout(layout)).value;
  if (!printable(c, 1, count)) return static_int(0);
  std::string out;
  for (std::int64_t i = 0; i < count; ++i) print_cell(c, out, layout, IntTuple(dynamic_int(i)));
  out.push_back('\n');
  return Text{std::move(out)};
}

Value builtin_print2D(const Call& c) {
  const AnyLayout layout = c.any_layout(0);
  const TupleRef shape = domain_layout(layout).shape;
  if (shape.rank() != 2) return c.wrong(0, term("a layout of rank 2"));
  const Int rows = product(c.arith, shape[0]);
  const Int cols = product(c.arith, shape[1]);
  if (!printable(c, rows.value, cols.value)) return static_int(0);
  std::string out;
  for (std::int64_t m = 0; m < rows.value; ++m) {
    for (std::int64_t n = 0; n < cols.value; ++n) {
      const IntTuple coord = make_tuple(c.arith, {IntTuple(dynamic_int(m)), IntTuple(dynamic_int(n))});
      print_cell(c, out, layout, coord);
    }
    out.push_back('\n');
  }
  return Text{std::move(out)};
}

}  // namespace stridescope
