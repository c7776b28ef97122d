// An atom's facts as names and values, in the order of the golden data.
#include "core/base/text.h"
#include "core/tiled/atom.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

std::string text_of(const Registers& registers) {
  return registers.count == 0 ? registers.type : cat(registers.type, '[', registers.count, ']');
}

// Adds a fact, unless it is unknown for an atom that is given only by its layouts.
void add(AtomFacts& out, std::string_view name, std::string value) {
  if (!value.empty()) out.push_back({name, {std::move(value)}});
}

void add(AtomFacts& out, std::string_view name, const std::optional<Layout>& layout) {
  if (layout) add(out, name, to_text(*layout));
}

void add_mnemonics(AtomFacts& out, const std::vector<std::string>& ptx) {
  if (!ptx.empty()) add(out, "ptx", ptx.front());
  if (ptx.size() > 1) out.push_back({"ptx_all", ptx});
}

}  // namespace

AtomFacts facts_of(const MmaAtom& atom) {
  AtomFacts out;
  add(out, "kind", "mma");
  add(out, "arch", architecture_name(atom.arch));
  add_mnemonics(out, atom.ptx);
  add(out, "shape_mnk", to_text(atom.shape_mnk));
  add(out, "thr_id", to_text(atom.thr_id));
  add(out, "a_layout", atom.a_printed.empty() ? to_text(atom.a) : atom.a_printed);
  add(out, "b_layout", to_text(atom.b));
  add(out, "c_layout", to_text(atom.c));
  add(out, "val_type_a", atom.val_a.name);
  add(out, "val_type_b", atom.val_b.name);
  add(out, "val_type_c", atom.val_c.name);
  add(out, "val_type_d", atom.val_d.name);
  if (atom.val_e) add(out, "val_type_e", atom.val_e->name);
  add(out, "a_regs", text_of(atom.a_regs));
  add(out, "b_regs", text_of(atom.b_regs));
  add(out, "c_regs", text_of(atom.c_regs));
  add(out, "d_regs", text_of(atom.d_regs));
  add(out, "e_layout", atom.e);
  add(out, "sfa_layout", atom.sfa);
  add(out, "sfb_layout", atom.sfb);
  return out;
}

AtomFacts facts_of(const CopyAtom& atom) {
  AtomFacts out;
  add(out, "kind", "copy");
  add(out, "arch", architecture_name(atom.arch));
  add_mnemonics(out, atom.ptx);
  add(out, "thr_id", to_text(atom.thr_id));
  add(out, "src_layout_bits", to_text(atom.src_bits));
  add(out, "dst_layout_bits", to_text(atom.dst_bits));
  add(out, "ref_layout_bits", to_text(atom.ref_bits));
  if (atom.s_regs) add(out, "s_regs", text_of(*atom.s_regs));
  if (atom.d_regs) add(out, "d_regs", text_of(*atom.d_regs));
  return out;
}

std::string facts_text(std::string_view name, const AtomFacts& facts, std::string_view source) {
  std::string out(name);
  for (const AtomFact& fact : facts) {
    if (fact.values.size() > 1 || fact.name == "kind") continue;  // skips ptx_all, which is too long for a terminal
    append_all(out, "\n  ", fact.name, ": ", fact.values[0]);
  }
  append_all(out, "\n  source: ", source, '\n');
  return out;
}

}  // namespace stridescope
