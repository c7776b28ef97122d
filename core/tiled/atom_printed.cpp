// Atoms that are known only by the layouts that CUTLASS prints.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/tiled/atom.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

constexpr std::size_t max_like = 16;  // one more indicates an incomplete list
// The only shape (with XOR or AND) whose A CUTLASS prints as invalid text.
constexpr std::string_view printed_oddly = "SM80_16x8x128_S32U1U1S32_TN_XORPOPC";
// CUTLASS's text in place of an atom's name.
constexpr std::string_view nameless_mma = "MMA_Atom";
constexpr std::string_view nameless_copy = "Copy_Atom";
constexpr std::string_view unnamed_source = "its printed layouts";

// Checks for a static (thread, value) layout with as many threads as the atom.
bool check_layout(Arith& arith, std::string_view what, LayoutRef layout, const Int& threads) {
  if (arith.failed()) return false;
  if (layout.rank() != 2) {
    arith.fail(ErrorCode::rank_mismatch, say("{}: {} has rank {}, not 2", what, to_text(layout.shape), layout.rank()),
               say("an atom's layouts are (thread, value) -> element"));
    return false;
  }
  if (!layout.shape.is_static() || !layout.stride.is_static()) {
    arith.fail(ErrorCode::dynamic_value, say("{} of an atom must be static", what), say("write _32 for 32"));
    return false;
  }
  const Int count = product(arith, layout.shape[0]);
  if (arith.ok() && count.value != threads.value) {
    arith.fail(ErrorCode::arguments, say("{} has {} {thread|threads} but ThrID {}", what, count.value, threads.value));
  }
  return arith.ok();
}

Int thread_count(Arith& arith, LayoutRef thr_id) {
  if (!thr_id.shape.is_static() || !thr_id.stride.is_static())
    arith.fail(ErrorCode::dynamic_value, say("ThrID of an atom must be static"), say("write _32 for 32"));
  return product(arith, thr_id.shape);
}

Layout copied(LayoutRef layout) { return {IntTuple(layout.shape), IntTuple(layout.stride)}; }

struct Part {
  std::string_view what;
  LayoutRef layout;
};

// Sets the facts that both kinds of atoms share; false if the layouts do not fit together.
template <class Atom>
bool begin_atom(Arith& arith, Atom& out, LayoutRef thr_id, const Int& threads, const Part (&parts)[3]) {
  for (const Part& part : parts) {
    if (!check_layout(arith, part.what, part.layout, threads)) return false;
  }
  out.thr_id = copied(thr_id);
  out.source = unnamed_source;
  return true;
}

bool same_layouts(const MmaAtom& a, const MmaAtom& b) {
  return a.thr_id == b.thr_id && a.shape_mnk == b.shape_mnk && a.a == b.a && a.b == b.b && a.c == b.c;
}

// Sets the widths on which CUTLASS's dense atoms with these layouts agree: f16 and bf16 are both 16 bits wide.
void set_widths(MmaAtom& out) {
  std::string shape = to_text(out.shape_mnk, IntegerMode::teaching).substr(1);
  shape.pop_back();
  std::replace(shape.begin(), shape.end(), ',', 'x');
  DataType* const types[] = {&out.val_a, &out.val_b, &out.val_c};
  bool first = true;
  for (const std::string& name : atom_names()) {
    if (name.find(shape) == std::string::npos) continue;
    const auto atom = find_mma(name);
    if (!atom || atom->e || !same_layouts(*atom, out)) continue;
    const DataType* theirs[] = {&atom->val_a, &atom->val_b, &atom->val_c};
    for (int i = 0; i < 3; ++i) {
      if (first) *types[i] = {cat(theirs[i]->bits, 'b'), theirs[i]->bits, 1};
      if (types[i]->bits != theirs[i]->bits) *types[i] = {};
    }
    first = false;
  }
  out.val_d = out.val_c;
}

template <class Atom, class Same>
std::vector<std::string> like(const Same& same) {
  std::vector<std::string> out;
  for (const std::string& name : atom_names()) {
    const auto value = find_atom(name);
    const auto* atom = value ? value->template as<Atom>() : nullptr;
    if (atom != nullptr && same(*atom)) out.push_back(name);
    if (out.size() > max_like) break;
  }
  if (out.size() > max_like) out.back() = "...";
  return out;
}

}  // namespace

MmaAtom make_mma_atom(Arith& arith, LayoutRef thr_id, TupleRef shape_mnk, LayoutRef a, LayoutRef b, LayoutRef c) {
  MmaAtom out;
  const Int threads = thread_count(arith, thr_id);
  if (!shape_mnk.is_tuple() || shape_mnk.size() != 3 || !shape_mnk.is_static()) {
    arith.fail(ErrorCode::arguments,
               say("the shape of an MMA atom must be a static (M,N,K), not {}", to_text(IntTuple(shape_mnk))));
  }
  const Part parts[] = {{"the layout of A", a}, {"the layout of B", b}, {"the layout of C", c}};
  if (!begin_atom(arith, out, thr_id, threads, parts)) return out;
  out.name = nameless_mma;
  out.shape_mnk = IntTuple(shape_mnk);
  out.a = copied(a);
  out.b = copied(b);
  out.c = copied(c);
  // If the threads of a warpgroup share every element, the operand is read from shared memory.
  const auto shared = [&](LayoutRef layout) { return threads.value > 1 && cosize(arith, layout[0]).value == 1; };
  if (shared(a)) out.a_place = OperandPlace::shared_memory;
  if (shared(b)) out.b_place = OperandPlace::shared_memory;
  if (const auto odd = find_mma(printed_oddly); odd && same_layouts(*odd, out)) out.a_printed = odd->a_printed;
  if (arith.ok()) set_widths(out);
  return out;
}

CopyAtom make_copy_atom(Arith& arith, LayoutRef thr_id, LayoutRef src, LayoutRef dst, LayoutRef ref,
                        std::int64_t bits) {
  CopyAtom out;
  const Int threads = thread_count(arith, thr_id);
  if (arith.ok() && (bits < 1 || bits > 1024))
    arith.fail(ErrorCode::arguments, say("a value of {} {bit|bits}", bits), say("a type must have 1 to 1024 bits"));
  const Part parts[] = {{"the source", src}, {"the destination", dst}, {"the reference", ref}};
  if (!begin_atom(arith, out, thr_id, threads, parts)) return out;
  out.name = nameless_copy;
  out.src = copied(src);
  out.dst = copied(dst);
  out.ref = copied(ref);
  out.value_type = DataType{cat(bits, "b"), static_cast<int>(bits), 1};
  const auto in_bits = [&](LayoutRef layout) { return arith.ok() ? downcast(arith, layout, bits) : Layout{}; };
  out.src_bits = in_bits(src);
  out.dst_bits = in_bits(dst);
  out.ref_bits = in_bits(ref);
  return out;
}

bool is_nameless(const MmaAtom& atom) { return atom.name == nameless_mma; }
bool is_nameless(const CopyAtom& atom) { return atom.name == nameless_copy; }

std::optional<Layout> layout_of_print(std::string_view text) {
  std::string plain(text);
  std::erase_if(plain, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
  const auto atom = find_mma(printed_oddly);
  if (!atom || atom->a_printed != plain) return std::nullopt;
  return atom->a;
}

std::vector<std::string> atoms_like(const MmaAtom& atom) {
  return like<MmaAtom>([&](const MmaAtom& other) { return same_layouts(other, atom); });
}

std::vector<std::string> atoms_like(const CopyAtom& atom) {
  const int bits = atom.value_type ? atom.value_type->bits : 1;
  return like<CopyAtom>([&](const CopyAtom& other) {
    if (!(other.thr_id == atom.thr_id)) return false;
    const auto same = [&](const Layout& mine, const Layout& theirs) {
      Arith tried;
      const Layout values = upcast(tried, theirs, bits);
      return tried.ok() && values == mine;
    };
    return same(atom.src, other.src_bits) && same(atom.dst, other.dst_bits) && same(atom.ref, other.ref_bits);
  });
}

}  // namespace stridescope
