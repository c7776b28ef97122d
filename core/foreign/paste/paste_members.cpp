// Members of CuTe's types and of the DSL's objects, by the kind of value: decltype(L)::rank, Swizzle<3,4,3>::num_bits,
// Mma::Shape_MNK, S.layout_b(), S.inner. A name is a member only for the listed kinds.
#include <algorithm>

#include "core/algebra/function_chain.h"
#include "core/base/text.h"
#include "core/foreign/paste/paste.h"
#include "core/functions/builtin.h"
#include "core/tiled/atom.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/tiled_mma.h"

namespace stridescope {
namespace {

// The kinds of values with the member.
enum Owner : unsigned {
  an_integer = 1,
  a_layout = 2,
  a_composed = 4,
  a_swizzle = 8,
  a_tensor = 16,
  an_mma = 32,  // the atom of an MMA
  a_tiled_mma = 64,
  a_copy = 128,  // the atom of a copy
  a_tiled_copy = 256,
  a_tiling = a_tiled_mma | a_tiled_copy,
};

unsigned owner_of(const Value& value) {
  if (value.integer() != nullptr || value.is<Bool>()) return an_integer;
  if (value.is<Layout>()) return a_layout;
  if (value.is<ComposedLayout>()) return a_composed;
  if (value.is<Swizzle>()) return a_swizzle;
  if (value.is<Tensor>()) return a_tensor;
  if (value.is<MmaAtom>()) return an_mma;
  if (value.is<TiledMma>() || value.is<ThrMma>()) return a_tiled_mma;
  if (value.is<CopyAtom>()) return a_copy;
  return value.is<TiledCopy>() || value.is<ThrCopy>() ? a_tiled_copy : 0U;
}

const MmaAtom& mma_of(const Value& value) {
  if (const auto* atom = value.as<MmaAtom>()) return *atom;
  const auto* thread = value.as<ThrMma>();
  return thread != nullptr ? thread->tiled.atom : value.as<TiledMma>()->atom;
}
const TiledMma& tiled_mma_of(const Value& value) {
  const auto* thread = value.as<ThrMma>();
  return thread != nullptr ? thread->tiled : *value.as<TiledMma>();
}
const TiledCopy& tiled_copy_of(const Value& value) {
  const auto* thread = value.as<ThrCopy>();
  return thread != nullptr ? thread->tiled : *value.as<TiledCopy>();
}
const CopyAtom& copy_of(const Value& value) {
  const auto* atom = value.as<CopyAtom>();
  return atom != nullptr ? *atom : tiled_copy_of(value).atom;
}

const Layout& layout_of(const Value& value) {
  if (const auto* composed = value.as<ComposedLayout>()) return composed->b;
  if (const auto* tensor = value.as<Tensor>()) return domain_layout(tensor->layout);
  return *value.as<Layout>();
}

// A, offset and B of a composed layout A o offset o B; A and B can be composed, too. A chain beyond the limit has none.
Value part_of(Arith& arith, const Value& value, FunctionChain FunctionLink::*part) {
  const FunctionChain chain = chain_of(arith, value);
  return chain.link() != nullptr ? to_value(chain.link()->*part) : Value(static_int(0));
}
Value left_of(Arith& arith, const Value& value) { return part_of(arith, value, &FunctionLink::a); }
Value right_of(Arith& arith, const Value& value) { return part_of(arith, value, &FunctionLink::b); }
Value offset_of(Arith& arith, const Value& value) {
  const FunctionChain chain = chain_of(arith, value);
  if (arith.failed()) return static_int(0);
  const SwizzleOffset& offset = chain.link()->offset;
  if (!std::holds_alternative<UnsetPointer>(offset)) return to_addend(offset);
  arith.fail(ErrorCode::unsupported, say("the offset of this layout is its pointer, which is not set"),
             say("as_position_independent_swizzle_layout(L) has an offset of its own"));
  return static_int(0);
}

std::int64_t bits(const Swizzle& s) { return s.bits; }
std::int64_t base(const Swizzle& s) { return s.base; }
std::int64_t shift(const Swizzle& s) { return s.shift; }
std::int64_t mask(const Swizzle& s) { return s.mask(); }
std::int64_t yyy(const Swizzle& s) { return s.yyy(); }
std::int64_t zzz(const Swizzle& s) { return s.zzz(); }
std::int64_t code(const Swizzle& s) { return s.yyy() | s.zzz(); }

// num_bits is an `int` of C++, bit_msk a type of one number.
template <std::int64_t (*Of)(const Swizzle&)>
Value number_of_swizzle(Arith&, const Value& value) {
  return dynamic_int(Of(*value.as<Swizzle>()));
}
template <std::int64_t (*Of)(const Swizzle&)>
Value mask_of_swizzle(Arith&, const Value& value) {
  return static_int(Of(*value.as<Swizzle>()));
}

template <Layout MmaAtom::*Part>
Value mma_layout(Arith&, const Value& value) {
  return mma_of(value).*Part;
}
template <Layout CopyAtom::*Part>
Value copy_layout(Arith&, const Value& value) {
  return copy_of(value).*Part;
}
template <Layout CopyAtom::*Part>
Value copy_values(Arith& arith, const Value& value) {
  const Layout& layout = copy_of(value).*Part;
  return dynamic_int(layout.shape.rank() > 1 ? product(arith, layout.shape[1]).value : 1);
}

// sizeof of a tensor that owns its registers.
Value bytes_of(Arith& arith, const Value& value) {
  const Tensor& tensor = *value.as<Tensor>();
  const Pointer& pointer = tensor.data.pointer;
  const bool owns = pointer.space == MemorySpace::none || pointer.space == MemorySpace::rmem;
  if (tensor.data.kind == Iterator::Kind::pointer && owns && pointer.bits > 0) {
    const Int elements = cosize(arith, LayoutRef(layout_of(value)));
    return dynamic_int(arith.ceil_div(arith.mul(elements, dynamic_int(pointer.bits)), dynamic_int(8)).value);
  }
  arith.fail(ErrorCode::arguments, say("sizeof takes types, and tensors in registers whose elements are known"),
             say("write sizeof(half_t), or sizeof(make_tensor<half_t>(layout))"));
  return static_int(0);
}

Value rank_of(Arith&, const Value& value) { return dynamic_int(layout_of(value).shape.ref().rank()); }
Value itself(Arith&, const Value& value) { return value; }
Value value_of(Arith&, const Value& value) {
  const Int* integer = value.integer();
  if (integer == nullptr) return value;
  return Int(integer->value, BasisPath(), integer->is_static);
}
Value layout_of_tensor(Arith&, const Value& value) { return to_value(value.as<Tensor>()->layout); }
Value iterator_of_tensor(Arith&, const Value& value) { return value.as<Tensor>()->data; }
Value shape_mnk(Arith&, const Value& value) { return mma_of(value).shape_mnk; }
Value thr_layout(Arith&, const Value& value) { return tiled_mma_of(value).thr_layout_vmnk; }
Value permutations(Arith&, const Value& value) { return to_value(Tiler(tiled_mma_of(value).permutation)); }
Value tiler(Arith&, const Value& value) { return to_value(tiled_copy_of(value).tiler); }
Value tiled_tv(Arith&, const Value& value) { return tiled_copy_of(value).tv; }
Value tiled_threads(Arith& arith, const Value& value) { return product(arith, tiled_copy_of(value).tv.shape[0]); }
Value tiled_values(Arith& arith, const Value& value) { return product(arith, tiled_copy_of(value).tv.shape[1]); }

constexpr std::string_view of_sizeof = "sizeof";  // not a member: the parser's word for sizeof

struct Member {
  std::string_view name;
  unsigned owners;
  Value (*get)(Arith&, const Value&);
  bool of_object = false;  // after a dot: layout_b(), the DSL's inner
};
constexpr Member members[] = {
    {"value", an_integer, value_of},
    {"type", an_integer, itself},
    {"rank", a_layout | a_composed | a_tensor, rank_of},
    {"layout_type", a_tensor, layout_of_tensor},
    {"iterator", a_tensor, iterator_of_tensor},
    {"engine_type", a_tensor, iterator_of_tensor},
    {"num_bits", a_swizzle, number_of_swizzle<bits>},
    {"num_base", a_swizzle, number_of_swizzle<base>},
    {"num_shft", a_swizzle, number_of_swizzle<shift>},
    {"bit_msk", a_swizzle, mask_of_swizzle<mask>},
    {"yyy_msk", a_swizzle, mask_of_swizzle<yyy>},
    {"zzz_msk", a_swizzle, mask_of_swizzle<zzz>},
    {"msk_sft", a_swizzle, mask_of_swizzle<shift>},
    {"swizzle_code", a_swizzle, number_of_swizzle<code>},
    {"Shape_MNK", an_mma | a_tiled_mma, shape_mnk},
    {"AtomShape_MNK", a_tiled_mma, shape_mnk},
    {"ThrID", an_mma | a_tiled_mma, mma_layout<&MmaAtom::thr_id>},
    {"AtomThrID", a_tiled_mma, mma_layout<&MmaAtom::thr_id>},
    {"ALayout", an_mma, mma_layout<&MmaAtom::a>},
    {"BLayout", an_mma, mma_layout<&MmaAtom::b>},
    {"CLayout", an_mma, mma_layout<&MmaAtom::c>},
    {"LayoutA_TV", an_mma | a_tiled_mma, mma_layout<&MmaAtom::a>},
    {"LayoutB_TV", an_mma | a_tiled_mma, mma_layout<&MmaAtom::b>},
    {"LayoutC_TV", an_mma | a_tiled_mma, mma_layout<&MmaAtom::c>},
    {"AtomLayoutA_TV", a_tiled_mma, mma_layout<&MmaAtom::a>},
    {"AtomLayoutB_TV", a_tiled_mma, mma_layout<&MmaAtom::b>},
    {"AtomLayoutC_TV", a_tiled_mma, mma_layout<&MmaAtom::c>},
    {"ThrLayoutVMNK", a_tiled_mma, thr_layout},
    {"PermutationMNK", a_tiled_mma, permutations},
    {"ThrID", a_copy | a_tiled_copy, copy_layout<&CopyAtom::thr_id>},
    {"AtomThrID", a_tiled_copy, copy_layout<&CopyAtom::thr_id>},
    {"ValLayoutSrc", a_copy | a_tiled_copy, copy_layout<&CopyAtom::src>},
    {"ValLayoutDst", a_copy | a_tiled_copy, copy_layout<&CopyAtom::dst>},
    {"ValLayoutRef", a_copy | a_tiled_copy, copy_layout<&CopyAtom::ref>},
    {"AtomLayoutSrc", a_tiled_copy, copy_layout<&CopyAtom::src>},
    {"AtomLayoutDst", a_tiled_copy, copy_layout<&CopyAtom::dst>},
    {"AtomLayoutRef", a_tiled_copy, copy_layout<&CopyAtom::ref>},
    {"NumValSrc", a_copy | a_tiled_copy, copy_values<&CopyAtom::src>},
    {"NumValDst", a_copy | a_tiled_copy, copy_values<&CopyAtom::dst>},
    {"Tiler_MN", a_tiled_copy, tiler},
    {"TiledLayout_TV", a_tiled_copy, tiled_tv},
    {"TiledNumThr", a_tiled_copy, tiled_threads},
    {"TiledNumVal", a_tiled_copy, tiled_values},
    {"layout_a", a_composed, left_of, true},
    {"layout_b", a_composed, right_of, true},
    {"offset", a_composed, offset_of, true},
    {"inner", a_composed, left_of, true},
    {"outer", a_composed, right_of, true},
    {"num_shift", a_swizzle, number_of_swizzle<shift>, true},
    {"thr_id", an_mma | a_tiled_mma, mma_layout<&MmaAtom::thr_id>, true},
    {"shape_mnk", an_mma | a_tiled_mma, shape_mnk, true},
    {"tv_layout_A", an_mma | a_tiled_mma, mma_layout<&MmaAtom::a>, true},
    {"tv_layout_B", an_mma | a_tiled_mma, mma_layout<&MmaAtom::b>, true},
    {"tv_layout_C", an_mma | a_tiled_mma, mma_layout<&MmaAtom::c>, true},
    {"thr_id", a_copy | a_tiled_copy, copy_layout<&CopyAtom::thr_id>, true},
    {"layout_src_tv", a_copy | a_tiled_copy, copy_layout<&CopyAtom::src>, true},
    {"layout_dst_tv", a_copy | a_tiled_copy, copy_layout<&CopyAtom::dst>, true},
    {"layout_tv_tiled", a_tiled_copy, tiled_tv, true},
    {of_sizeof, a_tensor, bytes_of},
};

}  // namespace

bool is_object_member(std::string_view name) {
  return name == "value" || std::any_of(std::begin(members), std::end(members), [&](const Member& m) {
           return m.name == name && (m.of_object || m.owners == a_swizzle);
         });
}

std::optional<Value> member_of(Arith& arith, const Value& value, std::string_view name) {
  const unsigned owner = owner_of(value);
  const auto* found = std::find_if(std::begin(members), std::end(members),
                                   [&](const Member& m) { return m.name == name && (m.owners & owner) != 0; });
  if (found == std::end(members)) return std::nullopt;
  return found->get(arith, value);
}

std::string members_of(const Value& value, bool of_object) {
  const unsigned owner = owner_of(value);
  std::string out;
  for (const Member& member : members) {
    if ((member.owners & owner) == 0 || (member.of_object && !of_object) || member.name == of_sizeof) continue;
    append_all(out, out.empty() ? "" : ", ", member.name);
  }
  return out;
}

}  // namespace stridescope
