// wgmma: each warp of a warpgroup multiplies its 16 rows of A where the instruction is issued. A wait for a commit
// group lets the four warps meet, so that none goes on before all have multiplied. Source: PTX ISA 9.0, 9.7.15 (wgmma,
// matrix descriptors, canonical layouts).
#include "core/base/text.h"
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/product.h"
#include "core/tiled/smem_operand.h"

namespace stridescope::machine::wgmma {
namespace {

constexpr std::uint32_t tile_rows = 64;
constexpr std::uint32_t warp_rows = 16;
constexpr std::uint32_t chunk_bytes = 16;

// The bits of a step's value.
enum Flag : std::uint64_t { negate_a = 1, negate_b = 2, transpose_a = 4, transpose_b = 8, second_selector = 16 };

// An operand in shared memory, as its descriptor gives it.
class SharedOperand {
 public:
  SharedOperand(const SmemDescriptor& descriptor, bool mn_major)
      : from_(descriptor), span_(static_cast<std::uint32_t>(span_bytes(descriptor.mode))), mn_major_(mn_major) {}

  // The address of a chunk of 16 bytes: of row `mn` from byte `k` on, or in an MN-major operand of column `k` from byte
  // `mn` on.
  std::uint64_t address(std::uint32_t mn, std::uint32_t k) const {
    const auto leading = static_cast<std::uint64_t>(from_.leading_bytes);
    const auto stride = static_cast<std::uint64_t>(from_.stride_bytes);
    auto out = static_cast<std::uint64_t>(from_.address);
    if (!mn_major_) {
      out += mn % 8 * span_ + mn / 8 * stride;
      out += span_ == chunk_bytes ? k / chunk_bytes * leading : k;
    } else if (span_ == chunk_bytes) {
      out += mn / chunk_bytes * stride + k % 8 * chunk_bytes + k / 8 * leading;
    } else {
      out += mn % span_ + mn / span_ * leading + k % 8 * span_ + k / 8 * stride;
    }
    // The pattern begins at a multiple of 8 rows, or as far behind one as the base offset says.
    const std::uint64_t row = (out >> 7) - static_cast<std::uint64_t>(from_.base_offset);
    return out ^ (row & (span_ / chunk_bytes - 1)) << 4;
  }

 private:
  SmemDescriptor from_;
  std::uint32_t span_;
  bool mn_major_;
};

// Reads `rows` rows from `first_row` on into numbers[row + rows * k].
bool read_shared(Machine& m, const Warp& w, const Step& s, std::uint64_t descriptor, bool mn_major, Type type,
                 std::uint32_t first_row, std::uint32_t rows, std::uint32_t depth, double* numbers) {
  const auto decoded = decode_descriptor(descriptor, 90);
  if (!decoded) {
    m.fail(ErrorCode::arguments, decoded.error().message, s, w, 0);
    return false;
  }
  const SharedOperand operand(*decoded, mn_major);
  const auto bits = static_cast<std::uint32_t>(bits_of(type));
  const std::uint32_t elements = 8 * chunk_bytes / bits;
  double chunk[8 * chunk_bytes] = {};
  const auto read = [&](std::uint32_t mn, std::uint32_t k) {
    Space space = Space::shared;
    const std::uint64_t address = operand.address(mn, k);
    const char* const from = m.at(s, w, 0, address, chunk_bytes, space);
    if (from != nullptr && m.observer != nullptr) {
      Access access;
      access.proxy = Proxy::async;
      access.bytes = chunk_bytes;
      access.space = Space::shared;
      access.completion.kind = Completion::Kind::wgmma;
      access.operand = static_cast<std::uint64_t>(decoded->address);
      m.observe(s, w, 1, &address, access);
    }
    if (from != nullptr) decode_elements(type, from, elements, chunk);
    return from != nullptr;
  };
  if (mn_major) {
    for (std::uint32_t k = 0; k < depth; ++k) {
      for (std::uint32_t row = 0; row < rows; row += elements) {
        if (!read((first_row + row) * bits / 8, k)) return false;
        for (std::uint32_t i = 0; i < elements; ++i) numbers[row + i + rows * k] = chunk[i];
      }
    }
    return true;
  }
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t k = 0; k < depth; k += elements) {
      if (!read(first_row + row, k * bits / 8)) return false;
      for (std::uint32_t i = 0; i < elements; ++i) numbers[row + rows * (k + i)] = chunk[i];
    }
  }
  return true;
}

// The rows of D and, after them, of A or its descriptor are in Code::lists at s.list and s.a; row b has the descriptor
// of B, row c the predicate that keeps D, and row e the metadata of a sparse A.
void multiply_group(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const Product& p = *m.code.products[s.mode];
  if (active != all_lanes) {
    m.fail(ErrorCode::arguments,
           say("wgmma is executed by {} {lane|lanes}; expected all 32", __builtin_popcount(active)), s, w,
           __builtin_ctz(active));
    return;
  }
  m.charge(p.charged());
  const std::uint32_t* const lists = m.code.lists.data();
  const std::size_t stored = p.sparse ? std::size_t{p.m} * p.stored() : 0;
  std::vector<double> numbers(p.numbers() + stored);
  double* const a = numbers.data() + stored;
  double* const b = a + std::size_t{p.m} * p.k;
  double* const c = b + std::size_t{p.n} * p.k;
  double* const given = p.sparse ? numbers.data() : a;
  if (p.shared_a) {
    if (!read_shared(m, w, s, w.rows[lists[s.a]][0], (s.value & transpose_a) != 0, p.a.type, w.index % 4 * warp_rows,
                     warp_rows, p.stored(), given))
      return;
  } else {
    gather(w, lists + s.a, p.a, given);
  }
  if (p.sparse) expand(p, w.rows[s.e], (s.value & second_selector) != 0 ? 1 : 0, given, a);
  if (!read_shared(m, w, s, w.rows[s.b][0], (s.value & transpose_b) != 0, p.b.type, 0, p.n, p.k, b)) return;
  if (((s.value & negate_a) != 0) != ((s.value & negate_b) != 0)) {
    for (double* one = a; one != b; ++one) *one = -*one;
  }
  if (w.rows[s.c][0] != 0) gather(w, lists + s.list, p.d, c);
  machine::multiply(p, a, b, c);
  scatter(w, lists + s.list, p.d, c, p.saturate);
}

void commit_group(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  ++w.products;
  m.progress = true;
  if (m.observer == nullptr) return;
  GroupEvent group;
  group.kind = Completion::Kind::wgmma;
  m.observer->group(m.event_place(s, w, active), group);
}

// "F32F16F16": the types in the name of an atom; empty for others.
std::string atom_types(Type d, Type a, Type b) {
  constexpr std::pair<Type, std::string_view> codes[] = {
      {Type::f16, "F16"}, {Type::bf16, "BF16"}, {Type::tf32, "TF32"}, {Type::e4m3, "E4M3"}, {Type::e5m2, "E5M2"},
      {Type::s8, "S8"},   {Type::u8, "U8"},     {Type::f32, "F32"},   {Type::s32, "S32"}};
  std::string out;
  for (const Type one : {d, a, b}) {
    const std::size_t before = out.size();
    for (const auto& [type, code] : codes) {
      if (type == one) out += code;
    }
    if (out.size() == before) return {};
  }
  return out;
}

// shape: the word of the opcode.
std::shared_ptr<const Product> product_of(Decoder& d, std::string_view shape, bool shared_a, bool sparse) {
  unsigned rows = 0;
  unsigned n = 0;
  unsigned k = 0;
  if (std::sscanf(std::string(shape).c_str(), "m%un%uk%u", &rows, &n, &k) != 3) return nullptr;
  // Registers of a sparse A have the layouts of the dense product with half of the k.
  if (sparse) k /= 2;
  const Type a = d.type(1);
  const bool single_bits = a == Type::b1 && d.type(2) == Type::b1 && k == 256;
  // Bits lie in registers and in shared memory as bytes do.
  const std::string types = single_bits ? "S32U8U8" : atom_types(d.type(0), a, d.type(2));
  const bool halves = a == Type::f16 || a == Type::bf16;
  const std::string name =
      cat("SM90_64x", n, 'x', single_bits ? 32 : k, '_', types, shared_a ? "_SS" : "_RS",
          halves ? "<GMMA::Major::K,GMMA::Major::K>" : "_TN", halves || types[0] == 'S' ? "" : "<>");
  const auto atom = find_mma(name);
  if (types.empty() || rows != tile_rows || (sparse && single_bits) || !atom ||
      atom->instruction != MmaInstruction::wgmma)
    return nullptr;
  auto out = std::make_shared<Product>();
  out->m = warp_rows;
  out->n = n;
  out->k = k;
  out->shared_a = shared_a;
  out->saturate = d.has("satfinite");
  out->a.type = a;
  out->b.type = d.type(2);
  if (!make_fragment(out->d, atom->c, atom->val_d, atom->c_regs.bits, tile_rows, warp_rows)) return nullptr;
  if (!shared_a && !single_bits &&
      !make_fragment(out->a, atom->a, atom->val_a, atom->a_regs.bits, tile_rows, warp_rows))
    return nullptr;
  if (!shared_a && single_bits) {
    // A byte of the layout is eight neighbors along k.
    Fragment bytes;
    if (!make_fragment(bytes, atom->a, atom->val_a, atom->a_regs.bits, tile_rows, warp_rows)) return nullptr;
    out->a = {Type::b1, 1, 32, bytes.registers, {}};
    for (const std::uint32_t place : bytes.places) {
      for (std::uint32_t i = 0; i < 8; ++i)
        out->a.places.push_back(place % warp_rows + (place / warp_rows * 8 + i) * warp_rows);
    }
  }
  if (sparse) make_sparse(*out);
  return out;
}

// An immediate of 0 or 1, or of 1 or -1: true for 1 and for -1.
bool flag(Decoder& d, std::size_t i, bool sign) {
  const Operand& operand = d.operand(i);
  const auto value = static_cast<std::int64_t>(operand.value);
  if (operand.kind != Operand::Kind::immediate || (value != 1 && value != (sign ? -1 : 0)))
    d.wrong(sign ? say("operand {} of wgmma is not 1 or -1", i) : say("operand {} of wgmma is not 0 or 1", i));
  return value == (sign ? -1 : 1);
}

bool decode_product(Decoder& d) {
  Step& s = d.step();
  const bool sparse = d.word(2) == "sp";
  const std::string_view shape = d.word(sparse ? 5 : 4);
  if (!d.only({"mma_async", "sp", "sync", "aligned", shape, "satfinite", "and", "popc"}) ||
      d.word(sparse ? 3 : 2) != "sync")
    return false;
  // A product with a sparse A has metadata and a selector after B.
  const std::size_t behind = sparse ? 5 : 3;
  if (!d.wants(behind + 1, behind + 5)) return true;
  const bool shared_a = d.operand(1).kind != Operand::Kind::vector;
  const auto product = product_of(d, shape, shared_a, sparse);
  if (product == nullptr) return false;
  const bool integers = product->d.type == Type::s32;
  const bool halves = product->b.type == Type::f16 || product->b.type == Type::bf16;
  if (!d.wants(behind + (integers ? 1 : 3 + (halves ? (shared_a ? 2U : 1U) : 0U)))) return true;
  s.execute = multiply_group;
  s.mode = d.product(product);
  d.multiplies_in_groups();
  const auto rows = [&](std::size_t i, std::uint32_t expected, bool written, Type type) {
    d.list(d.operand(i), written, type);
    if (s.count != expected)
      d.wrong(say("operand {} of {} has {} {register|registers}; expected {}", i, d.instruction().opcode, s.count,
                  expected));
    return s.list;
  };
  s.a = shared_a ? rows(1, 1, false, Type::b64) : rows(1, product->a.registers, false, Type::b32);
  s.b = d.source(2, Type::b64);
  s.c = d.source(behind, Type::pred);
  s.list = rows(0, product->d.registers, true, Type::b32);
  s.value = 0;
  if (sparse) {
    s.e = d.source(3, Type::b32);
    if (d.selector(4, *product) != 0) s.value |= second_selector;
  }
  if (!integers) {
    if (flag(d, behind + 1, true)) s.value |= negate_a;
    if (flag(d, behind + 2, true)) s.value |= negate_b;
    if (halves && shared_a && flag(d, behind + 3, false)) s.value |= transpose_a;
    if (halves && flag(d, behind + (shared_a ? 4 : 3), false)) s.value |= transpose_b;
  }
  d.not_recorded();
  return true;
}

}  // namespace

bool decode(Decoder& d) {
  Step& s = d.step();
  if (d.word(1) == "mma_async") return decode_product(d);
  if (!d.only({"fence", "commit_group", "wait_group", "sync", "aligned"})) return false;
  if (d.word(1) == "wait_group") {
    if (!d.wants(1)) return true;
    if (d.operand(0).kind != Operand::Kind::immediate)
      return d.wrong(say("the operand of wgmma.wait_group is not a number"));
    s.flow = Flow::barrier;
    s.mode = Step::waits | Step::of_warpgroup;
    s.value = d.operand(0).value;
    return true;
  }
  s.execute = d.word(1) == "commit_group" ? commit_group : nothing;
  return true;
}

}  // namespace stridescope::machine::wgmma
