// Finds an atom by its CUTLASS name: removes wrappers such as MMA_Atom<...>, then tries each family (mma_*.cpp,
// copy_*.cpp). Prints like cute::print.
#include "core/tiled/atom.h"

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/tiled/atom_rules.h"
#include "core/tiled/smem_operand.h"
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

// The operation inside MMA_Atom<...> and MMA_Traits<...>, which may be nested.
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

// An error of the operation in the type `whole`.
tl::unexpected<Error> refused(const TypeName& whole, const TypeName& operation, Refusal why) {
  const std::string fix = why.fixes.empty() ? std::string() : with_part(whole, operation, why.fixes.front());
  return failure(Error{ErrorCode::arguments, std::move(why.message), std::move(why.hint), {}, fix});
}

tl::unexpected<Error> unknown(Term kind, const TypeName& whole, const TypeName& operation) {
  const std::string nearest = nearest_atom(operation.head);
  TypeName meant = operation;
  meant.head = nearest;
  const bool has_arguments = nearest.find('<') != std::string::npos;
  return failure(
      Error{ErrorCode::unknown_name,
            say("unknown {} '{}'", kind, operation.head.substr(0, 120)),
            nearest.empty() ? say("atoms() counts them, atoms(\"sm90\") lists those of one architecture")
                            : say("did you mean '{}'?", nearest),
            {},
            nearest.empty() ? nearest : with_part(whole, operation, has_arguments ? nearest : meant.text())});
}

// Lets the first family that recognizes the name fill in the atom, or set `why`.
bool is_of_a_family(const TypeName& name, MmaAtom& atom, Refusal& why) {
#define STRIDESCOPE_MMA_FAMILY(family) \
  if (family##_rule(name, atom, why)) return true;
#define STRIDESCOPE_COPY_FAMILY(family)
#include "core/tiled/atom_families.def"
#undef STRIDESCOPE_MMA_FAMILY
#undef STRIDESCOPE_COPY_FAMILY
  return false;
}

bool is_of_a_family(const TypeName& name, CopyAtom& atom, Refusal& why) {
#define STRIDESCOPE_MMA_FAMILY(family)
#define STRIDESCOPE_COPY_FAMILY(family) \
  if (family##_rule(name, atom, why)) return true;
#include "core/tiled/atom_families.def"
#undef STRIDESCOPE_MMA_FAMILY
#undef STRIDESCOPE_COPY_FAMILY
  return false;
}

// The operation of Copy_Atom<...> or Copy_Traits<...>; Copy_Traits<Op, Int<8192>> is Op<8192>.
Result<CopyAtom> copy_operation(const TypeName& whole, const TypeName& name) {
  if (name.head == "Copy_Traits" && !name.args.empty()) {
    TypeName op = name.args[0];
    if (name.args.size() > 1) {
      op.args = {name.args[1]};
      op.has_args = true;
    }
    return copy_operation(op, op);
  }
  CopyAtom atom;
  Refusal why;
  if (!is_of_a_family(name, atom, why)) return unknown(term("copy atom"), whole, name);
  if (!why.message.empty()) return refused(whole, name, std::move(why));
  if (atom.name.empty()) atom.name = name.text();
  atom.src = atom.src_bits;
  atom.dst = atom.dst_bits;
  atom.ref = atom.ref_bits;
  return atom;
}

bool is_copy(const TypeName& name) {
  if ((name.head == "Copy_Atom" || name.head == "Copy_Traits")) return true;
  CopyAtom atom;
  Refusal why;
  return is_of_a_family(name, atom, why);
}

}  // namespace

const ObjectKind MmaAtom::object_kind = {"MMA atom", &print_object<MmaAtom>, &same_name<MmaAtom>};
const ObjectKind CopyAtom::object_kind = {"copy atom", &print_object<CopyAtom>, &same_name<CopyAtom>};

std::string print_atom(const MmaAtom& atom, IntegerMode mode) {
  return cat("MMA_Atom\n  ThrID:      ", to_text(atom.thr_id, mode), "\n  Shape_MNK:  ", to_text(atom.shape_mnk, mode),
             "\n  LayoutA_TV: ",
             (atom.a_printed.empty() || mode == IntegerMode::teaching ? to_text(atom.a, mode) : atom.a_printed),
             "\n  LayoutB_TV: ", to_text(atom.b, mode), "\n  LayoutC_TV: ", to_text(atom.c, mode), '\n');
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
  if (!is_of_a_family(op, atom, why)) return unknown(term("MMA atom"), *parsed, op);
  if (!why.message.empty()) return refused(*parsed, op, std::move(why));
  atom.name = op.text();
  return atom;
}

std::vector<std::string> other_mma_fixes(std::string_view name) {
  std::vector<std::string> out;
  const auto parsed = parse_type_name(name);
  if (!parsed) return out;
  const TypeName& op = operation(*parsed, {"MMA_Atom", "MMA_Traits"});
  MmaAtom atom;
  Refusal why;
  if (!is_of_a_family(op, atom, why)) return out;
  for (std::size_t i = 1; i < why.fixes.size(); ++i) out.push_back(with_part(*parsed, op, why.fixes[i]));
  return out;
}

Result<CopyAtom> find_copy(std::string_view name) {
  const auto parsed = parse_type_name(name);
  if (!parsed) return failure(parsed.error());
  if (parsed->head != "Copy_Atom") return copy_operation(*parsed, *parsed);
  if (parsed->args.size() != 2)
    return failure(
        ErrorCode::arguments,
        say("Copy_Atom takes an operation and a type, not {} template {argument|arguments}", parsed->args.size()),
        say("write Copy_Atom<UniversalCopy<uint128_t>,half_t>"));
  auto atom = copy_operation(*parsed, parsed->args[0]);
  if (!atom) return atom;
  auto type = find_type(parsed->args[1].text());
  if (!type) return failure(error_of_part(*parsed, parsed->args[1], std::move(type.error())));
  Arith arith;
  atom->src = upcast(arith, atom->src_bits, type->bits);
  atom->dst = upcast(arith, atom->dst_bits, type->bits);
  atom->ref = upcast(arith, atom->ref_bits, type->bits);
  if (arith.failed()) {
    Error fault = std::move(arith.error().value());
    return failure(ErrorCode::arguments,
                   say("{} does not move whole elements of {} {bit|bits}", atom->name, type->bits), fault.message);
  }
  atom->value_type = std::move(*type);
  return atom;
}

Result<Value> find_atom(std::string_view name) {
  const auto parsed = parse_type_name(name);
  if (!parsed) return failure(parsed.error());
  if (is_smem_layout_atom(parsed->head)) {
    auto layout = smem_layout_atom(*parsed);
    if (!layout) return failure(layout.error());
    return to_value(std::move(*layout));
  }
  if (is_copy(*parsed)) {
    auto copy = find_copy(name);
    if (!copy) return failure(copy.error());
    return Value(Object::make(std::move(*copy)));
  }
  if (parsed->head.find("::Layout_") != std::string_view::npos) return unknown(term("layout atom"), *parsed, *parsed);
  auto mma = find_mma(name);
  if (!mma) return failure(mma.error());
  return Value(Object::make(std::move(*mma)));
}

const std::vector<std::string>& atom_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
#define STRIDESCOPE_MMA_FAMILY(family) family##_names(out);
#define STRIDESCOPE_COPY_FAMILY(family) family##_names(out);
#include "core/tiled/atom_families.def"
#undef STRIDESCOPE_MMA_FAMILY
#undef STRIDESCOPE_COPY_FAMILY
    return out;
  }();
  return names;
}

}  // namespace stridescope
