// The functions on atoms: atoms(...) lists them, atom_layout and atom_facts query them, make_mma_atom and
// make_copy_atom read CUTLASS's printed form. The mathematics is in core/tiled.
#include "core/analysis/told.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/memory/atom_fit.h"
#include "core/tiled/atom.h"
#include "core/tiled/tiled_copy.h"

namespace stridescope {
namespace {

const std::string* text_argument(const Call& c, std::size_t i) {
  const auto* text = c.args[i].as<Text>();
  if (text == nullptr) c.wrong(i, term("a text in \"...\""));
  return text != nullptr ? &text->text : nullptr;
}

const Layout* mma_part(const MmaAtom& atom, std::string_view part) {
  const auto optional = [](const std::optional<Layout>& layout) { return layout ? &*layout : nullptr; };
  if (part == "A") return &atom.a;
  if (part == "B") return &atom.b;
  if (part == "C") return &atom.c;
  if (part == "E") return optional(atom.e);
  if (part == "SFA") return optional(atom.sfa);
  if (part == "SFB") return optional(atom.sfb);
  return part == "thr" ? &atom.thr_id : nullptr;
}

const Layout* copy_part(const CopyAtom& atom, std::string_view part) {
  if (part == "src") return &atom.src;
  if (part == "dst") return &atom.dst;
  if (part == "ref") return &atom.ref;
  return part == "thr" ? &atom.thr_id : nullptr;
}

}  // namespace

Value builtin_atoms(const Call& c) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < c.count(); ++i) {
    const std::string* word = text_argument(c, i);
    if (word == nullptr) return static_int(0);
    words.push_back(*word);
  }
  if (!c.charge(5'000'000)) return static_int(0);  // every atom is created and inspected
  auto out = atom_list(words);
  if (out) return Text{std::move(*out)};
  return c.fail(out.error());
}

Value builtin_atom_layout(const Call& c) {
  const std::string* part = text_argument(c, 1);
  if (part == nullptr) return static_int(0);
  const auto* mma = c.args[0].as<MmaAtom>();
  const auto* copy = c.args[0].as<CopyAtom>();
  if (mma == nullptr && copy == nullptr) return c.wrong(0, term("an atom, such as SM80_16x8x16_F32F16F16F32_TN"));
  if (const Layout* layout = mma != nullptr ? mma_part(*mma, *part) : copy_part(*copy, *part)) return *layout;
  return c.fail(
      ErrorCode::arguments, say("this atom does not have layout \"{}\"", *part),
      mma != nullptr
          ? say("expected \"A\", \"B\", \"C\", \"thr\"; for sparse atoms \"E\", for block-scaled ones \"SFA\", \"SFB\"")
          : say("expected \"src\", \"dst\", \"ref\", \"thr\""));
}

Value builtin_atom_facts(const Call& c) {
  const auto* mma = c.args[0].as<MmaAtom>();
  const auto* copy = c.args[0].as<CopyAtom>();
  if (mma == nullptr && copy == nullptr) return c.wrong(0, term("an atom, such as SM80_16x8x16_F32F16F16F32_TN"));
  const std::string& name = mma != nullptr ? mma->name : copy->name;
  std::string out =
      mma != nullptr ? facts_text(name, facts_of(*mma), mma->source) : facts_text(name, facts_of(*copy), copy->source);
  if (name == "MMA_Atom" || name == "Copy_Atom") {  // described only by its layouts
    if (!c.charge(5'000'000)) return static_int(0);
    for (const std::string& one : mma != nullptr ? atoms_like(*mma) : atoms_like(*copy))
      append_all(out, "  same layouts: ", one, '\n');
  }
  return Text{std::move(out)};
}

Value builtin_make_mma_atom(const Call& c) {
  const Layout& thr_id = c.layout(0);
  const TupleRef shape = c.tuple(1);
  const Layout& a = c.layout(2);
  const Layout& b = c.layout(3);
  const Layout& acc = c.layout(4);
  if (c.arith.failed()) return static_int(0);
  MmaAtom atom = make_mma_atom(c.arith, thr_id, shape, a, b, acc);
  return Object::make(std::move(atom));
}

Value builtin_make_copy_atom(const Call& c) {
  const Layout& thr_id = c.layout(0);
  const Layout& src = c.layout(1);
  const Layout& dst = c.layout(2);
  const Layout& ref = c.layout(3);
  const std::int64_t bits = c.integer(4).value;
  if (c.arith.failed()) return static_int(0);
  CopyAtom atom = make_copy_atom(c.arith, thr_id, src, dst, ref, bits);
  return Object::make(std::move(atom));
}

Value builtin_copy_fit(const Call& c) {
  const auto* tiled = c.args[0].as<TiledCopy>();
  const auto* atom = tiled != nullptr ? &tiled->atom : c.args[0].as<CopyAtom>();
  if (atom == nullptr) return c.wrong(0, term("a copy atom"));
  const Tensor& src = c.tensor(1);
  const Tensor& dst = c.tensor(2);
  if (c.arith.failed() || !c.charge(1 << 13)) return static_int(0);
  const Message fit = copy_fit(c.arith, *atom, src, dst);
  return c.arith.ok() ? Value(Object::make(sentence_report(fit))) : Value(static_int(0));
}

Value builtin_mma_fit(const Call& c) {
  const auto* tiled = c.args[0].as<TiledMma>();
  const auto* atom = tiled != nullptr ? &tiled->atom : c.args[0].as<MmaAtom>();
  if (atom == nullptr) return c.wrong(0, term("an MMA atom"));
  std::array<Layout, 4> operands;
  for (std::size_t i = 0; i < 4 && c.arith.ok(); ++i) {
    const auto* tensor = c.args[i + 1].as<Tensor>();
    operands[i] = tensor != nullptr ? domain_layout(tensor->layout) : domain_layout(c.any_layout(i + 1));
  }
  if (c.arith.failed()) return static_int(0);
  const Message fit = mma_fit(c.arith, *atom, operands);
  return c.arith.ok() ? Value(Object::make(sentence_report(fit))) : Value(static_int(0));
}

}  // namespace stridescope
