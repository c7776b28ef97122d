#include "core/tiled/atom.h"

#include "core/base/text.h"
#include "core/tiled/atom_rules.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

template <class Atom>
void print_object(std::string& out, const void* object, IntegerMode mode) {
  out.append(print_atom(*static_cast<const Atom*>(object), mode));
}

template <class Atom>
bool same_name(const void* a, const void* b) {
  return print_atom(*static_cast<const Atom*>(a), IntegerMode::cute) ==
             print_atom(*static_cast<const Atom*>(b), IntegerMode::cute) &&
         static_cast<const Atom*>(a)->name == static_cast<const Atom*>(b)->name;
}

// The operation inside MMA_Atom<...>, MMA_Traits<...>, which may nest.
const TypeName& operation(const TypeName& name, std::initializer_list<std::string_view> wrappers) {
  const TypeName* inner = &name;
  for (bool wrapped = true; wrapped && !inner->args.empty();) {
    wrapped = false;
    for (const std::string_view wrapper : wrappers) {
      if (inner->head == wrapper && !inner->args.empty()) {
        inner = &inner->args[0];
        wrapped = true;
        break;
      }
    }
  }
  return *inner;
}

tl::unexpected<Error> unknown(std::string_view kind, const TypeName& name) {
  return failure(ErrorCode::unknown_name, cat("there is no ", kind, " '", name.text().substr(0, 120), "'"));
}

}  // namespace

const ObjectKind MmaAtom::object_kind = {"MMA atom", &print_object<MmaAtom>, &same_name<MmaAtom>};
const ObjectKind CopyAtom::object_kind = {"copy atom", &print_object<CopyAtom>, &same_name<CopyAtom>};

std::string print_atom(const MmaAtom& atom, IntegerMode mode) {
  return cat("MMA_Atom\n  ThrID:      ", to_text(atom.thr_id, mode), "\n  Shape_MNK:  ", to_text(atom.shape_mnk, mode),
             "\n  LayoutA_TV: ", to_text(atom.a, mode), "\n  LayoutB_TV: ", to_text(atom.b, mode),
             "\n  LayoutC_TV: ", to_text(atom.c, mode), '\n');
}

std::string print_atom(const CopyAtom& atom, IntegerMode mode) {
  std::string out = cat(atom.value_type ? "Copy_Atom" : atom.name, "\n  ThrID:        ", to_text(atom.thr_id, mode));
  const std::string_view layout = atom.value_type ? "ValLayout" : "BitLayout";
  append_all(out, "\n  ", layout, "Src: ", to_text(atom.src, mode), "\n  ", layout, "Dst: ", to_text(atom.dst, mode),
             "\n  ", layout, "Ref: ", to_text(atom.ref, mode), '\n');
  if (atom.value_type) append_all(out, "  ValueType:    ", atom.value_type->bits, "b\n");
  return out;
}

Result<MmaAtom> find_mma(std::string_view name) {
  const auto parsed = parse_type_name(name);
  if (!parsed) return failure(parsed.error());
  const TypeName& op = operation(*parsed, {"MMA_Atom", "MMA_Traits"});
  MmaAtom atom;
  Refusal why;
  if (!mma_sync_rule(op, atom, why)) return unknown("MMA atom", op);
  if (!why.message.empty()) return failure(ErrorCode::arguments, why.message, why.hint);
  atom.name = op.text();
  return atom;
}

Result<CopyAtom> find_copy(std::string_view name) {
  const auto parsed = parse_type_name(name);
  if (!parsed) return failure(parsed.error());
  return unknown("copy atom", *parsed);
}

Result<Value> find_atom(std::string_view name) {
  auto mma = find_mma(name);
  if (mma) return Value(Object::make(std::move(*mma)));
  auto copy = find_copy(name);
  if (copy) return Value(Object::make(std::move(*copy)));
  return failure(mma.error().code == ErrorCode::unknown_name ? copy.error() : mma.error());
}

}  // namespace stridescope
