// Atoms and tilings as source text. CuTe C++ has the names that Stridescope's language uses. CuTe DSL names operations
// by families with parameters, and has fewer of them. Plain Python gets the layouts.

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/emit/emit.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/tma.h"
#include "core/value/kind_word.h"

namespace stridescope {
namespace {

constexpr std::string_view titles[] = {"CuTe C++", "CuTe DSL", "pycute", "Python lists"};

tl::unexpected<Error> no_form(const Message& what, Language language, Message hint) {
  return failure(ErrorCode::unsupported, say("{} cannot be written in {}", what, titles[static_cast<int>(language)]),
                 std::move(hint));
}

// Appends the parts of a text. The first part without a form makes the whole fail.
class Parts {
 public:
  template <class... Text>
  Parts& add(const Text&... parts) {
    if (error_.message.empty()) append_all(out_, parts...);
    return *this;
  }
  Parts& add(Result<std::string> part) {
    if (part) return add(*part);
    if (error_.message.empty()) error_ = std::move(part.error());
    return *this;
  }
  Result<std::string> take() {
    if (!error_.message.empty()) return failure(std::move(error_));
    return std::move(out_);
  }

 private:
  std::string out_;
  Error error_;
};

Result<std::string> plain(const Value& value, Language language) {
  return language == Language::cpp ? cpp_code(value) : python_code(value, language);
}

// The layout (atom in M, N, K) -> position that make_tiled_mma was called with: its composition with the complement of
// the atom's threads is the tiling's layout. Empty if no such layout exists.
std::optional<Layout> atom_layout(const TiledMma& mma) {
  Arith arith;
  const LayoutRef vmnk(mma.thr_layout_vmnk);
  if (vmnk.rank() != 4) return std::nullopt;
  const Int threads = cosize(arith, vmnk);
  if (arith.failed()) return std::nullopt;
  const Layout others = complement(arith, LayoutRef(mma.atom.thr_id), IntTuple(threads));
  if (arith.failed()) return std::nullopt;
  const Layout number = left_inverse(arith, LayoutRef(others));
  if (arith.failed()) return std::nullopt;
  std::vector<Layout> modes;
  for (int i = 1; i < 4; ++i) {
    modes.push_back(composition(arith, LayoutRef(number), vmnk[i]));
    if (arith.failed()) return std::nullopt;
  }
  Layout out = concat(arith, {LayoutRef(modes[0]), LayoutRef(modes[1]), LayoutRef(modes[2])});
  if (arith.failed()) return std::nullopt;
  const TiledMma again = make_tiled_mma(arith, mma.atom, LayoutRef(out), mma.permutation);
  if (arith.failed() || !(again.thr_layout_vmnk == mma.thr_layout_vmnk)) return std::nullopt;
  return out;
}

// A tile in the form of make_tile; in Python a tuple.
Result<std::string> tile_text(const Tiler& tiler, Language language) {
  const auto* modes = tiler.modes();
  if (modes == nullptr) {
    if (language != Language::cpp && tiler.is_any()) return std::string("None");
    return plain(to_value(tiler), language);
  }
  Parts out;
  out.add(language == Language::cpp ? "make_tile(" : "(");
  for (std::size_t i = 0; i < modes->size(); ++i) out.add(i > 0 ? ", " : "").add(tile_text((*modes)[i], language));
  return out.add(language != Language::cpp && modes->size() == 1 ? ",)" : ")").take();
}

bool has_permutation(const TiledMma& mma) {
  for (const Tiler& mode : mma.permutation) {
    if (!mode.is_any()) return true;
  }
  return false;
}

// The thread index within the tiling.
Result<std::string> thread_index(const ThrMma& thread) {
  Arith arith;
  const IntTuple index = crd2idx(arith, thread.thr_vmnk, thread.tiled.thr_layout_vmnk.shape);
  if (arith.failed()) return arith.error();
  return cat(index.integer().value);
}

// --- CuTe C++ ---

std::string cpp_atom(const MmaAtom& atom) { return cat("MMA_Atom<", atom.name, ">{}"); }

// The type that defines the layouts; for a bulk copy, the traits for its bits.
std::string cpp_operation(const CopyAtom& atom) {
  if (atom.bulk_bits == 0) return atom.name;
  return cat("Copy_Traits<", atom.name.substr(0, atom.name.find('<')), ", Int<", atom.bulk_bits, ">>");
}

std::string cpp_atom(const CopyAtom& atom) {
  if (!atom.value_type) return cat(cpp_operation(atom), "{}");
  return cat("Copy_Atom<", cpp_operation(atom), ", ", atom.value_type->name, ">{}");
}

// make_tma_atom(SM90_TMA_LOAD{}, tensor, tile, shape of the tile)
Result<std::string> cpp_tma(const TmaAtom& atom) {
  Iterator start;
  start.kind = Iterator::Kind::pointer;
  start.position = dynamic_int(0);
  start.pointer = {
      .space = MemorySpace::gmem, .bits = static_cast<std::uint16_t>(atom.element_bits), .known = true, .address = 0};
  Arith arith;
  const IntTuple extents = product_each(arith, domain_layout(atom.smem).shape);
  if (arith.failed()) return arith.error();
  return Parts()
      .add("make_tma_atom(", atom.operation, "{}, ")
      .add(cpp_code(Tensor{start, atom.gmem}))
      .add(", ")
      .add(cpp_code(to_value(atom.smem)))
      .add(", ")
      .add(cpp_code(extents))
      .add(')')
      .take();
}

// --- CuTe DSL ---

std::string dsl_type(const DataType& type) {
  const std::string_view name = dsl_name(type);
  return name.empty() ? std::string() : cat("cutlass.", name);
}

Result<std::string> dsl_op(const MmaAtom& atom) {
  const auto refuse = [&] {
    return no_form(Message::verbatim(atom.name), Language::dsl,
                   say("CuTe DSL has only UniversalFMA, and for 16-bit floats mma.sync m16n8k8, m16n8k16 and wgmma"));
  };
  const std::string ab = dsl_type(atom.val_a);
  const std::string accumulator = dsl_type(atom.val_c);
  const bool same = atom.val_a.name == atom.val_b.name && atom.val_c.name == atom.val_d.name;
  if (!same || ab.empty() || accumulator.empty() || atom.e || atom.sfa || atom.sfb) return refuse();
  if (atom.instruction == MmaInstruction::fma) {
    if (atom.val_a.name != atom.val_d.name) return refuse();
    return cat("cute.nvgpu.MmaUniversalOp(", accumulator, ')');
  }
  const bool half = ab == "cutlass.Float16" || ab == "cutlass.BFloat16";
  if (!half || (ab == "cutlass.BFloat16" && accumulator != "cutlass.Float32")) return refuse();
  const auto shape = python_code(atom.shape_mnk, Language::dsl);
  if (!shape) return failure(shape.error());
  if (atom.instruction == MmaInstruction::mma_sync && atom.arch == 80) {
    return cat("cute.nvgpu.warp.MmaF16BF16Op(", ab, ", ", accumulator, ", ", *shape, ')');
  }
  if (atom.instruction != MmaInstruction::wgmma || atom.b_place != OperandPlace::shared_memory) return refuse();
  const auto major = [](OperandMajor m) { return m == OperandMajor::k ? "K" : "MN"; };
  const bool registers = atom.a_place == OperandPlace::registers;
  return cat("cute.nvgpu.warpgroup.MmaF16BF16Op(", ab, ", ", accumulator, ", ", *shape,
             ", cute.nvgpu.warpgroup.OperandSource.", registers ? "RMEM" : "SMEM",
             ", cute.nvgpu.warpgroup.OperandMajorMode.", registers ? "K" : major(atom.a_major),
             ", cute.nvgpu.warpgroup.OperandMajorMode.", major(atom.b_major), ')');
}

Result<std::string> dsl_atom(const CopyAtom& atom) {
  const auto refuse = [&](Message hint) {
    return no_form(Message::verbatim(atom.name), Language::dsl, std::move(hint));
  };
  if (!atom.value_type) return refuse(say("atoms in CuTe DSL have a value type: write Copy_Atom<Operation, T>"));
  const std::string type = dsl_type(*atom.value_type);
  if (type.empty()) return refuse(say("it does not have element type {}", atom.value_type->name));
  Arith arith;
  const std::int64_t bits = product(arith, atom.src_bits.shape[1]).value;
  const CopyOperation& by = atom.operation;
  using enum CopyInstruction;
  const bool load = by.instruction == ldmatrix;
  if ((load || by.instruction == stmatrix) && atom.arch <= 90) {
    const int matrices = (load ? atom.d_regs : atom.s_regs)->count;
    return cat("cute.make_copy_atom(cute.nvgpu.warp.", load ? "Ld" : "St",
               "Matrix8x8x16bOp(transpose=", by.transposed ? "True" : "False", ", num_matrices=", matrices, "), ", type,
               ')');
  }
  std::string op;
  if (by.instruction == universal || by.instruction == any_width) {
    op = "cute.nvgpu.CopyUniversalOp()";
  } else if (by.instruction == cp_async && !by.zero_fill) {
    op = cat("cute.nvgpu.cpasync.CopyG2SOp(", by.past_l1 ? "cache_mode=cute.nvgpu.cpasync.LoadCacheMode.GLOBAL" : "",
             ')');
  } else {
    return refuse(say("only UniversalCopy, cp.async, ldmatrix and stmatrix can be written"));
  }
  return cat("cute.make_copy_atom(", op, ", ", type, ", num_bits_per_copy=", bits, ')');
}

// --- plain Python: a dictionary of layouts ---

class Dictionary {
 public:
  Dictionary& add(std::string_view key, Result<std::string> value) {
    out_.add(first_ ? "{\"" : ", \"", key, "\": ").add(std::move(value));
    first_ = false;
    return *this;
  }
  Dictionary& add(std::string_view key, const Value& value) { return add(key, python_code(value, Language::python)); }
  Dictionary& text(std::string_view key, std::string_view value) { return add(key, quoted(value)); }
  Result<std::string> take() { return out_.add('}').take(); }

 private:
  Parts out_;
  bool first_ = true;
};

Dictionary fields(const MmaAtom& atom) {
  Dictionary out;
  out.text("atom", atom.name).add("shape_mnk", atom.shape_mnk).add("thr_id", atom.thr_id);
  out.add("layoutA_TV", atom.a).add("layoutB_TV", atom.b).add("layoutC_TV", atom.c);
  return out;
}

Dictionary fields(const CopyAtom& atom) {
  Dictionary out;
  out.text("atom", atom.name);
  if (atom.value_type) out.text("value_type", atom.value_type->name);
  out.add("thr_id", atom.thr_id).add("layout_src", atom.src).add("layout_dst", atom.dst).add("layout_ref", atom.ref);
  return out;
}

Result<Dictionary> fields(const TiledMma& mma) {
  Arith arith;
  Dictionary out;
  out.text("atom", mma.atom.name).add("tile_shape", tile_shape(arith, mma)).add("thr_layout_vmnk", mma.thr_layout_vmnk);
  if (arith.failed()) return arith.error();
  struct Operand {
    std::string_view key;
    MmaOperand operand;
  };
  for (const Operand& o : {Operand{"layoutA_TV", MmaOperand::a}, Operand{"layoutB_TV", MmaOperand::b},
                           Operand{"layoutC_TV", MmaOperand::c}}) {
    const Layout tv = layout_tv(arith, mma, o.operand);
    if (arith.failed()) return arith.error();
    out.add(o.key, tv);
  }
  return out;
}

Result<Dictionary> fields(const TiledCopy& copy) {
  Arith arith;
  Dictionary out;
  out.text("atom", copy.atom.name).add("tiler_mn", tile_text(copy.tiler, Language::python));
  const Layout s = layout_tv(arith, copy, CopySide::source);
  const Layout d = arith.ok() ? layout_tv(arith, copy, CopySide::destination) : Layout{};
  if (arith.failed()) return arith.error();
  out.add("layoutS_TV", s).add("layoutD_TV", d);
  return out;
}

// --- each kind ---

// An atom that was defined by its layouts is named by its kind.
tl::unexpected<Error> nameless(Language language) {
  return no_form(say("an atom without the name of an instruction"), language, say("emit its layouts"));
}

Result<std::string> code_of(const MmaAtom& atom, Language language) {
  if (language == Language::python) return fields(atom).take();
  if (is_nameless(atom)) return nameless(language);
  if (language == Language::cpp) return cpp_atom(atom);
  return Parts().add("cute.make_mma_atom(").add(dsl_op(atom)).add(')').take();
}

// The traits of a bulk tile copy take its descriptor; those of a plain copy take no argument.
tl::unexpected<Error> needs_tensor(const CopyAtom& atom, Language language) {
  return no_form(
      Message::verbatim(atom.name), language,
      say("its type {} contains a descriptor, which CuTe makes from a tensor: emit make_tma_atom(gmem, smem, type)",
          cpp_operation(atom)));
}

bool is_bulk_tile(const CopyAtom& atom) {
  const bool plain = atom.operation.instruction == CopyInstruction::bulk && !atom.ptx.empty();
  return atom.bulk_bits != 0 && !plain;
}

Result<std::string> code_of(const CopyAtom& atom, Language language) {
  if (language == Language::python) return fields(atom).take();
  if (language == Language::cpp && is_bulk_tile(atom)) return needs_tensor(atom, language);
  if (is_nameless(atom)) return nameless(language);
  return language == Language::cpp ? Result<std::string>(cpp_atom(atom)) : dsl_atom(atom);
}

Result<std::string> code_of(const TiledMma& mma, Language language) {
  if (language == Language::python) {
    auto out = fields(mma);
    return out ? out->take() : failure(std::move(out.error()));
  }
  const auto atoms = atom_layout(mma);
  if (!atoms) {
    return no_form(say("this TiledMMA"), language, say("its threads do not form a layout of whole, adjacent atoms"));
  }
  const bool cpp = language == Language::cpp;
  Parts out;
  if (cpp) {
    out.add("make_tiled_mma(", mma.atom.name, "{}, ");
  } else {
    out.add("cute.make_tiled_mma(").add(dsl_op(mma.atom)).add(", ");
  }
  out.add(plain(*atoms, language));
  if (has_permutation(mma)) {
    out.add(cpp ? ", " : ", permutation_mnk=").add(tile_text(Tiler(mma.permutation), language));
  }
  return out.add(')').take();
}

Result<std::string> code_of(const TiledCopy& copy, Language language) {
  if (language == Language::cpp && is_bulk_tile(copy.atom)) return needs_tensor(copy.atom, language);
  if (language == Language::python) {
    auto out = fields(copy);
    return out ? out->take() : failure(std::move(out.error()));
  }
  Parts out;
  if (language == Language::cpp) {
    out.add("make_tiled_copy_impl(", cpp_atom(copy.atom));
  } else {
    out.add("cute.make_tiled_copy(").add(dsl_atom(copy.atom));
  }
  return out.add(", ").add(plain(copy.tv, language)).add(", ").add(tile_text(copy.tiler, language)).add(')').take();
}

Result<std::string> code_of(const ThrMma& thread, Language language) {
  if (language == Language::python) {
    auto out = fields(thread.tiled);
    return out ? out->add("thread", thread_index(thread)).take() : failure(std::move(out.error()));
  }
  return Parts().add(code_of(thread.tiled, language)).add(".get_slice(").add(thread_index(thread)).add(')').take();
}

Result<std::string> code_of(const ThrCopy& thread, Language language) {
  if (language == Language::python) {
    auto out = fields(thread.tiled);
    return out ? out->add("thread", IntTuple(thread.thread)).take() : failure(std::move(out.error()));
  }
  return Parts().add(code_of(thread.tiled, language)).add(".get_slice(", thread.thread.value, ')').take();
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out.append("\\n");
      continue;
    }
    if (c == '"' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return out + '"';
}

Result<std::string> tiled_code(const Value& value, Language language) {
  if (const auto* type = value.as<DataType>()) {
    const std::string name = language == Language::cpp ? type->name : dsl_type(*type);
    if (name.empty() || (language != Language::cpp && language != Language::dsl))
      return no_form(say("the element type {}", type->name), language, say("emit the layouts of such elements"));
    return name;
  }
  if (language == Language::pycute)
    return no_form(say("a value of the kind '{}'", kind_word(value)), language,
                   say("pycute supports only layouts, such as layoutC_TV(x)"));
  if (const auto* tma = value.as<TmaAtom>()) {
    if (language == Language::cpp) return cpp_tma(*tma);
    return no_form(say("a TMA atom"), language, say("emit its layouts; in CuTe C++ it is make_tma_atom(...)"));
  }
  if (const auto* mma = value.as<MmaAtom>()) return code_of(*mma, language);
  if (const auto* copy = value.as<CopyAtom>()) return code_of(*copy, language);
  if (const auto* mma = value.as<TiledMma>()) return code_of(*mma, language);
  if (const auto* copy = value.as<TiledCopy>()) return code_of(*copy, language);
  if (const auto* thread = value.as<ThrMma>()) return code_of(*thread, language);
  if (const auto* thread = value.as<ThrCopy>()) return code_of(*thread, language);
  return no_form(say("a value of the kind '{}'", kind_word(value)), language, say("emit its parts"));
}

}  // namespace stridescope
