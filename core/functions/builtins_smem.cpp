// Operands in shared memory, their descriptors, and TMA.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/analysis/told.h"
#include "core/base/hexadecimal.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/functions/builtin.h"
#include "core/memory/tma_fit.h"
#include "core/memory/tmem_atoms.h"
#include "core/memory/tmem_copy.h"
#include "core/tiled/tensor_memory.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/tma_coordinates.h"
#include "core/tiled/tma_rules.h"
#include "core/tiled/units.h"
#include "core/tiled/wgmma_code.h"
#include "core/value/alignment.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// The width of an element: a number of bits, or the name of a type in "...".
int element_bits(const Call& c, std::size_t i) {
  if (const auto* type = c.args[i].as<DataType>()) return type->bits;
  if (const auto* text = c.args[i].as<Text>()) {
    const auto type = find_type(text->text);
    if (type) return type->bits;
    c.fail(type.error());
    return 16;
  }
  const std::int64_t bits = c.integer(i).value;
  return bits < 1 || bits > 1024 ? 1 : static_cast<int>(bits);
}

// Charges for inspecting every element of an operand.
void charge_elements(const Call& c, const AnyLayout& layout) {
  Arith arith;
  const Int elements = size(arith, domain_layout(layout));
  if (arith.ok() && elements.value > 0 && elements.value <= max_operand_elements)
    (void)c.charge(8 * static_cast<std::uint64_t>(elements.value));  // the caller checks the fault
}

OperandMajor major(const Call& c, std::size_t i) {
  std::string_view text = c.text(i);
  if (const std::size_t colons = text.rfind("::"); colons != std::string_view::npos) text.remove_prefix(colons + 2);
  if (text != "K" && text != "MN" && c.arith.ok())
    c.arith.fail(ErrorCode::arguments, say("'{}' is not a major mode", text), say("write \"K\" or \"MN\""));
  return text == "MN" ? OperandMajor::mn : OperandMajor::k;
}

bool read_hex(std::string_view text, std::uint64_t& out) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  out = 0;
  for (const char c : text) {
    const int digit = hex_digit(c);
    if (digit < 0) return false;
    out = (out << 4) | static_cast<std::uint64_t>(digit);
  }
  return !text.empty() && text.size() <= 16;
}

int architecture(const Call& c, std::size_t i) {
  if (c.count() <= i) return 90;
  const std::int64_t arch = c.integer(i).value;
  return arch < 0 || arch > 1000 ? 0 : static_cast<int>(arch);
}

std::string place(std::int64_t bit, TmemCopyMemory memory) {
  if (memory == TmemCopyMemory::shared)
    return cat("byte ", bit / 8, bit % 8 == 0 ? "" : cat(" and ", bit % 8, " bits"));
  const std::int64_t in_lane = bit % tmem_lane_bits;
  const std::string within = in_lane % 32 == 0 ? "" : cat(" and ", in_lane % 32, " bits");
  return cat("lane ", bit / tmem_lane_bits, ", column ", in_lane / 32, within);
}

// A line about one side; `part` has the modes that count the instructions.
std::string tmem_copy_line(const Call& c, const TmemCopySide& side, LayoutRef part, TmemCopyMemory memory) {
  const bool shared = memory == TmemCopyMemory::shared;
  const std::string head = shared ? "source: " : "target: ";
  if (!side.broken) return cat(head, "aligned, each row at a multiple of ", shared ? "16 bytes" : "4 columns");
  const BrokenRow& row = *side.broken;
  std::string coordinate = "(0";
  std::int64_t left = row.instruction;
  for (int mode = 1; mode < part.rank(); ++mode) {
    const std::int64_t extent = size(c.arith, part[mode]).value;
    const IntTuple index(dynamic_int(left % extent));
    append_all(coordinate, ',', to_text(idx2crd(c.arith, index, part[mode].shape)));
    left /= extent;
  }
  const std::string where = cat("instruction ", row.instruction, ", ", coordinate, "): ", place(row.bit, memory));
  if (!row.misaligned())
    return cat(head, "no whole row of 128 bits in ", where, " begins one of which it takes ", row.taken_bits, " bits");
  const std::int64_t beyond = row.bit % tmem_copy_row_bits;
  return cat(
      head, "misaligned in ", where, ", ",
      shared ? cat(beyond / 8, " bytes beyond a multiple of 16") : cat(beyond / 32, " columns beyond a multiple of 4"));
}

}  // namespace

Value builtin_smem_operand(const Call& c) {
  const AnyLayout layout = c.any_layout(0);
  const int bits = element_bits(c, 1);
  const OperandMajor order = major(c, 2);
  charge_elements(c, layout);
  if (c.arith.failed()) return static_int(0);
  const auto operand = smem_operand(layout, bits, order);
  if (!operand) return c.fail(operand.error());
  c.note(say("LBO {}, SBO {}", in_units(operand->leading_bytes * 8 / bits, bits),
             in_units(operand->stride_bytes * 8 / bits, bits)));
  const Message words =
      say("canonical {}-major {}, LBO {} {byte|bytes}, SBO {} {byte|bytes}", order == OperandMajor::k ? "K" : "MN",
          name_of(operand->mode), operand->leading_bytes, operand->stride_bytes);
  return Object::make(sentence_report(words));
}

Value builtin_tma_fit(const Call& c) {
  const std::size_t first = c.count() - 2;
  const auto layout = [&](std::size_t i) {
    const auto* tensor = c.args[i].as<Tensor>();  // at any address
    return tensor != nullptr ? tensor->layout : c.any_layout(i);
  };
  const AnyLayout global = layout(first);
  const AnyLayout shared = layout(first + 1);
  if (c.arith.failed() || !c.charge(64 * static_cast<std::uint64_t>(max_box_elements))) return static_int(0);
  const auto check = [&](std::size_t i, std::int64_t bytes, const Message& reason) {
    if (const auto* tensor = c.args[i].as<Tensor>()) c.note(misalignment(tensor->data, bytes, reason));
  };
  check(first, tma_global_alignment, say("as TMA requires of a tensor in global memory"));
  check(first + 1, tma_shared_alignment, say("as TMA requires of a tile in shared memory"));
  const int bits = std::max(memory_of(c.args[first]).bits, memory_of(c.args[first + 1]).bits);
  if (first == 0) return Text{tma_box(c.arith, domain_layout(global), domain_layout(shared), bits)};
  const Layout& basis = c.layout(0);
  if (c.arith.failed()) return static_int(0);
  return Text{tma_fit(c.arith, basis, domain_layout(global), domain_layout(shared), bits)};
}

namespace {

std::string_view letters_of(const Call& c, std::size_t i) {
  const auto* type = c.args[i].as<DataType>();
  const std::string_view code = type != nullptr ? wgmma_code(type->name) : std::string_view();
  if (code.empty()) c.wrong(i, term("an element type of wgmma"));
  return code;
}

// The widest wgmma that divides the tile, among those that CUTLASS selects by default.
Value selected_wgmma(const Call& c, std::string_view operands) {
  const std::string_view a = letters_of(c, 0);
  const std::string_view b = letters_of(c, 1);
  const std::string_view sum = letters_of(c, 2);
  const TupleRef tile = c.shape(3);
  if (c.arith.failed()) return static_int(0);
  if (!tile.is_tuple() || tile.rank() != 3) return c.wrong(3, term("a tile (M,N,K)"));
  const std::int64_t m = product(c.arith, tile[0]).value;
  const std::int64_t n = product(c.arith, tile[1]).value;
  const std::int64_t k = product(c.arith, tile[2]).value;
  OperandMajor majors[2] = {OperandMajor::k, OperandMajor::k};
  for (std::size_t i = 4; i < c.count(); ++i) majors[i - 4] = major(c, i);
  if (c.arith.failed()) return static_int(0);
  const std::int64_t of_k = a == "TF32" ? 8 : a == "F16" || a == "BF16" ? 16 : 32;
  std::int64_t of_n = 0;
  for (const std::int64_t one : {256, 192, 128, 96, 64, 32, 16, 8}) {
    if (of_n == 0 && n > 0 && n % one == 0) of_n = one;
  }
  if (m <= 0 || m % 64 != 0 || of_n == 0 || k % of_k != 0)
    return c.fail(ErrorCode::arguments,
                  say("wgmma needs a tile of multiples of 64, 8 and {}, not {} x {} x {}", of_k, m, n, k));
  const bool sixteen = of_k == 16;
  if (!sixteen && (majors[0] != OperandMajor::k || majors[1] != OperandMajor::k))
    return c.fail(ErrorCode::arguments, say("wgmma takes operands of this type only K-major"));
  const auto word = [](OperandMajor one) { return one == OperandMajor::k ? "GMMA::Major::K" : "GMMA::Major::MN"; };
  const std::string name = cat("SM90_64x", of_n, 'x', of_k, '_', sum, a, b, '_', operands, sixteen ? "<" : "_TN",
                               sixteen ? cat(word(majors[0]), ',', word(majors[1]), '>') : std::string());
  const auto atom = find_mma(name);
  if (!atom) return c.fail(atom.error());
  return Object::make(*atom);
}

}  // namespace

Value builtin_ss_op_selector(const Call& c) { return selected_wgmma(c, "SS"); }
Value builtin_rs_op_selector(const Call& c) { return selected_wgmma(c, "RS"); }

Value builtin_tmem_atoms(const Call& c) {
  const AnyLayout fragment = c.any_layout(0);
  const int bits = element_bits(c, 1);
  const auto* layout = std::get_if<Layout>(&fragment);
  if (c.arith.ok() && (layout == nullptr || layout->stride.ref().has_basis()))
    return c.wrong(0, term("a layout of addresses in tensor memory"));
  // Charges for a table of all of tensor memory for each of about 70 atoms.
  if (c.arith.failed() || !c.charge(70 * static_cast<std::uint64_t>(max_tmem_elements))) return static_int(0);
  int architecture = 100;
  if (c.count() > 2) {
    const std::string_view named = c.text(2);
    if (c.arith.failed()) return static_int(0);
    if (named != "sm100" && named != "sm103" && named != "sm107")
      return c.fail(ErrorCode::arguments, say("unknown architecture '{}'", named),
                    say("known: {}", std::string_view("sm100, sm103, sm107")));
    architecture = named == "sm107" ? 107 : 100;
  }
  const auto families = tmem_loads(*layout, bits, architecture);
  if (!families) return c.fail(families.error());
  if (families->empty()) return Object::make(sentence_report(say("none: no loads of one size cover these addresses")));
  std::string out;
  for (const TmemLoads& f : *families) {
    std::string repeats;
    for (const int n : f.repeats) append_all(repeats, repeats.empty() ? "" : ",", n);
    append_all(out, out.empty() ? "" : "\n", f.name, '{', repeats, '}', f.suffix, "  ", f.loads,
               f.loads == 1 ? " load" : " loads", " of a warp with ", f.repeats.back(), f.suffix, ", ", f.registers,
               f.registers == 1 ? " register" : " registers", " each");
  }
  return Text{std::move(out)};
}

Value builtin_tmem_copy_alignment(const Call& c) {
  const auto* copy = c.args[0].as<TiledCopy>();
  const auto* atom = copy != nullptr ? &copy->atom : c.args[0].as<CopyAtom>();
  if (atom == nullptr)
    return c.wrong(0, term("an atom of tcgen05.cp, such as Copy_Atom<SM100_UTCCP_4x32dp128bit_1cta,uint8_t>"));
  const std::int64_t start = c.count() > 3 ? c.integer(3).value : 0;
  if (c.arith.failed()) return static_int(0);
  std::string out;
  for (const TmemCopyMemory memory : {TmemCopyMemory::shared, TmemCopyMemory::tensor}) {
    const bool shared = memory == TmemCopyMemory::shared;
    const Value& part = c.args[shared ? 1 : 2];
    const Layout* domain = domain_of(part);
    if (domain == nullptr)
      return c.wrong(shared ? 1 : 2,
                     term("a partition of the copy, with the elements of one instruction as its first mode"));
    // Charges for inspecting each element and sorting it into rows.
    if (!c.charge(16 * static_cast<std::uint64_t>(
                           std::clamp<std::int64_t>(domain_size(part).value_or(0), 0, max_tmem_copy_elements))))
      return static_int(0);
    const auto side = tmem_copy_side(*atom, part, memory, shared ? start : 0);
    if (!side) return c.fail(side.error());
    append_all(out, out.empty() ? "" : "\n", tmem_copy_line(c, *side, LayoutRef(*domain), memory));
  }
  return Text{std::move(out)};
}

Value builtin_smem_descriptor(const Call& c) {
  const AnyLayout layout = c.any_layout(0);
  const int bits = element_bits(c, 1);
  const OperandMajor order = major(c, 2);
  const std::int64_t address = c.integer(3).value;
  const int arch = architecture(c, 4);
  charge_elements(c, layout);
  if (c.arith.failed()) return static_int(0);
  const auto operand = smem_operand(layout, bits, order);
  if (!operand) return c.fail(operand.error());
  SmemDescriptor descriptor = {address, operand->leading_bytes, operand->stride_bytes, 0, operand->mode};
  // The pattern of a swizzle, 8 of its spans, is aligned to its size; otherwise the base offset is the distance in
  // rows.
  const bool aligned = address / 128 * 128 % (std::int64_t{8} * span_bytes(operand->mode)) == 0;
  if (operand->mode != SwizzleMode::none && !aligned) descriptor.base_offset = static_cast<int>((address >> 7) & 7);
  const auto word = encode_descriptor(descriptor, arch);
  if (!word) return c.fail(word.error());
  c.note(say("address {}, LBO {}, SBO {}", in_units(address, 0), in_units(operand->leading_bytes * 8 / bits, bits),
             in_units(operand->stride_bytes * 8 / bits, bits)));
  return Text{cat("0x", hex_digits(*word, 16))};
}

Value builtin_decode_descriptor(const Call& c) {
  const Int* number = c.args[0].integer();
  std::uint64_t word = number != nullptr ? static_cast<std::uint64_t>(number->value) : 0;
  const std::string_view text = number != nullptr ? std::string_view() : c.text(0);
  const int arch = architecture(c, 1);
  if (c.arith.ok() && number == nullptr && !read_hex(text, word))
    c.arith.fail(ErrorCode::arguments, say("'{}' is not a 64-bit hexadecimal number", text.substr(0, 40)),
                 say("write \"0x4000004000010040\""));
  if (c.arith.failed()) return static_int(0);
  const auto d = decode_descriptor(word, arch);
  if (!d) return c.fail(d.error());
  for (Message& one : field_sentences(*d)) c.note(std::move(one));
  const Message words = say("address {}, LBO {} {byte|bytes}, SBO {} {byte|bytes}, base offset {}, {}", d->address,
                            d->leading_bytes, d->stride_bytes, d->base_offset, name_of(d->mode));
  return Object::make(sentence_report(words));
}

namespace {

// A tensor in global memory: its layout, the width of its elements, its address in bytes.
struct GlobalTensor {
  Layout layout;
  int bits = 0;
  std::int64_t address = 0;
};

bool global_tensor(const Call& c, std::size_t i, GlobalTensor& out) {
  const Tensor& tensor = c.tensor(i);
  if (c.arith.failed()) return false;
  const auto* layout = std::get_if<Layout>(&tensor.layout);
  const bool pointer = tensor.data.kind == Iterator::Kind::pointer;
  if (layout == nullptr || !pointer || tensor.data.pointer.bits == 0) {
    c.arith.fail(ErrorCode::arguments, say("a TMA moves a tensor in global memory whose element width is known"),
                 say("write make_tensor(make_gmem_ptr<half_t>(p), layout)"));
    return false;
  }
  out.layout = *layout;
  out.bits = tensor.data.pointer.bits;
  // A value above 2^48 is not an address; only its remainder modulo 16 matters.
  if (tensor.data.pointer.known) out.address = static_cast<std::int64_t>(tensor.data.pointer.address & 0xffffffffffff);
  return true;
}

// The tile of the block, and its share of the cluster's tile, as passed to CuTe: here both must equal the tile in
// shared memory.
void check_tile(const Call& c, const AnyLayout& smem, std::size_t tiler, std::size_t cluster) {
  if (c.count() > tiler && c.arith.ok()) {
    const IntTuple extents = product_each(c.arith, domain_layout(smem).shape);
    const IntTuple given = product_each(c.arith, c.shape(tiler));
    if (c.arith.ok() && to_text(extents, IntegerMode::teaching) != to_text(given, IntegerMode::teaching))
      c.arith.fail(ErrorCode::arguments, say("the tile of the block is {}, but the one in shared memory is {}",
                                             to_text(given), to_text(extents)));
  }
  if (c.count() > cluster && c.arith.ok() && c.integer(cluster).value != 1)
    c.arith.fail(ErrorCode::unsupported, say("a tile that several blocks load in parts is not modeled"),
                 say("remove the number of blocks"));
}

}  // namespace

// (gmem, smem, type[, address]); (operation, tensor, smem[, tile[, 1]]) as in CuTe; or (operation, gmem, smem, type)
// and the further lines of its printed form.
Value builtin_encode_descriptor(const Call& c) {
  SmemDescriptor descriptor;
  descriptor.address = c.integer(0).value;
  descriptor.leading_bytes = c.integer(1).value;
  descriptor.stride_bytes = c.integer(2).value;
  const std::string_view text = c.text(3);
  const int arch = architecture(c, 4);
  if (c.arith.failed()) return static_int(0);
  bool known = false;
  for (const SwizzleMode mode :
       {SwizzleMode::none, SwizzleMode::b32, SwizzleMode::b64, SwizzleMode::b128, SwizzleMode::b128_32}) {
    if (text != name_of(mode)) continue;
    descriptor.mode = mode;
    known = true;
  }
  if (!known)
    return c.fail(ErrorCode::arguments, say("'{}' is not a swizzle of an operand", text.substr(0, 40)),
                  say("write \"INTER\", \"SW32\", \"SW64\", \"SW128\" or \"SW128_32B\""));
  const auto word = encode_descriptor(descriptor, arch);
  if (!word) return c.fail(word.error());
  c.note(say("address {}, LBO {}, SBO {}", in_units(descriptor.address, 0), in_units(descriptor.leading_bytes, 0),
             in_units(descriptor.stride_bytes, 0)));
  return Text{cat("0x", hex_digits(*word, 16))};
}

Value builtin_make_tma_atom(const Call& c) {
  const auto* operation = c.args[0].as<Text>();
  const bool of_tensor = operation != nullptr && c.args[1].is<Tensor>();
  const std::size_t first = operation != nullptr ? 1 : 0;
  const std::size_t most = operation != nullptr ? 5 : 4;
  GlobalTensor gmem;
  AnyLayout smem;
  if (c.count() < first + (of_tensor ? 2 : 3) || c.count() > most) {
    c.arith.fail(ErrorCode::arguments, say("{} cannot take {} {argument|arguments} of these kinds", c.name, c.count()),
                 say("write make_tma_atom(gmem, smem, type) or make_tma_atom(operation, tensor, smem)"));
  } else if (of_tensor) {
    if (global_tensor(c, 1, gmem)) smem = c.any_layout(2);
    check_tile(c, smem, 3, 4);
  } else {
    gmem.layout = c.layout(first);
    smem = c.any_layout(first + 1);
    gmem.bits = element_bits(c, first + 2);
    if (operation == nullptr && c.count() > 3) gmem.address = c.integer(3).value;
  }
  if (c.arith.failed()) return static_int(0);
  auto atom = make_tma(gmem.layout, smem, gmem.bits, gmem.address);
  if (!atom) return c.fail(atom.error());
  if (operation != nullptr) {
    if (const auto known = set_operation(*atom, operation->text); !known) return c.fail(known.error());
  }
  if (operation != nullptr && !of_tensor && c.count() == 5) {
    if (const auto agrees = check_printed(*atom, c.text(4)); !agrees) return c.fail(agrees.error());
  }
  c.note(say("one copy of the tile adds {} to the transactions of its barrier",
             in_units(moved_elements(*atom), gmem.bits)));
  return Object::make(std::move(*atom));
}

Value builtin_get_tma_tensor(const Call& c) {
  const auto* tma = c.args[0].as<TmaAtom>();
  if (tma == nullptr) return c.wrong(0, term("a TMA, made by make_tma_copy")), static_int(0);
  const Layout coordinates = tma_coordinates(c.arith, *tma, c.tuple(1));
  if (c.arith.failed()) return static_int(0);
  return make_coord_tensor(c.arith, coordinates);
}

Value builtin_create_tma_multicast_mask(const Call& c) {
  if (!c.args[0].is<Layout>()) return c.wrong(0, term("the layout of a cluster, (V,M,N,K) to its blocks"));
  const Layout& cluster = c.layout(0);
  const TupleRef coordinate = c.tuple(1);
  if (c.arith.failed()) return static_int(0);
  if (!coordinate.is_tuple() || coordinate.rank() != cluster.rank() || coordinate.has_any())
    return c.wrong(1, term("a coordinate of the cluster, with one number per mode"));
  IntTuple slicer(coordinate);
  for (const std::int64_t mode : c.template_args) {
    if (mode < 0 || mode >= cluster.rank())
      return c.fail(ErrorCode::index_range, say("mode {} does not exist: there are {} {mode|modes} in {}", mode,
                                                cluster.rank(), to_text(c.args[0])));
    slicer = replace(c.arith, slicer.ref(), IntTuple::any().ref(), mode);
  }
  bool outside = false;
  for (int i = 0; i < cluster.rank(); ++i) {
    const TupleRef at = slicer.ref()[i];
    outside = outside || (at.is_integer() &&
                          (at.integer().value < 0 || at.integer().value >= product(c.arith, cluster.shape[i]).value));
  }
  const std::int64_t blocks = size(c.arith, LayoutRef(cluster)).value;
  const Sliced sliced = slice_and_offset(c.arith, slicer.ref(), AnyLayout(cluster));
  const auto* reached = std::get_if<Layout>(&sliced.layout);
  const std::int64_t count = reached != nullptr ? size(c.arith, LayoutRef(*reached)).value : 0;
  if (c.arith.failed()) return static_int(0);
  constexpr std::int64_t most = 16;  // bits of the mask
  if (blocks > most || count > most)
    return c.fail(ErrorCode::too_large,
                  say("{} {block|blocks}: a cluster can have at most {}", std::max(blocks, count), most));
  std::int64_t offsets[most] = {};
  fill_offsets(LayoutRef(*reached), offsets, count);
  std::int64_t mask = 0;
  std::string bits;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t bit = c.arith.add(dynamic_int(offsets[i]), sliced.offset.ref().integer_or_zero()).value;
    append_all(bits, bits.empty() ? "" : ", ", bit);
    outside = outside || bit < 0 || bit >= blocks;
    if (bit >= 0 && bit < most) mask |= std::int64_t{1} << bit;
  }
  if (outside)
    return c.fail(ErrorCode::index_range,
                  say("{} is outside {}: its mask would have the bits {}, but the cluster has blocks 0 to {}",
                      to_text(coordinate), to_text(c.args[0]), bits, blocks - 1),
                  say("only a mode 0 of extent 2 has a peer"));
  return dynamic_int(mask);
}

}  // namespace stridescope
