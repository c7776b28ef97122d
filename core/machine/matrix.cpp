// ldmatrix, stmatrix, movmatrix, and mma: operands are gathered by the layouts of the atom, multiplied exactly, and
// scattered by the layout of the result.
#include <cstdio>
#include <map>
#include <memory>

#include "core/base/text.h"
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/product.h"

namespace stridescope::machine::matrix {
namespace {

// --- 8x8 matrices of 16-bit elements ---

// The lanes with the addresses of the rows: lane 8 k + r has that of row r of matrix k.
std::uint32_t row_lanes(const Step& s) { return s.count == 4 ? all_lanes : (std::uint32_t{1} << (8 * s.count)) - 1; }
struct MatrixRows {
  std::uint64_t addresses[lanes_of_warp] = {};
  char* bytes[lanes_of_warp] = {};
};
// Finds the rows of the matrices. False after an access outside, and without a lane that has an address.
bool find_rows(Machine& m, const Warp& w, const Step& s, std::uint32_t active, MatrixRows& out) {
  const std::uint32_t lanes = row_lanes(s);
  if ((lanes & ~active) != 0) {
    m.fail(ErrorCode::arguments,
           say("{} of the {} {lane|lanes} that give row addresses {executes|execute} the instruction; expected all",
               __builtin_popcount(lanes & active), __builtin_popcount(lanes)),
           s, w, __builtin_ctz(active));
    return false;
  }
  for (std::size_t lane = 0; lane < std::size_t{8} * s.count; ++lane) {
    out.addresses[lane] = w.rows[s.a][lane] + s.value;
    Space space = s.space;
    out.bytes[lane] = m.at(s, w, lane, out.addresses[lane], 16, space);
    if (out.bytes[lane] == nullptr) return false;
  }
  return true;
}
void observe_rows(Machine& m, const Warp& w, const Step& s, Touch touch, const MatrixRows& rows) {
  if (m.observer == nullptr) return;
  Access access;
  access.touch = touch;
  access.collective = true;
  access.bytes = 16;
  access.space = Space::shared;
  m.observe(s, w, row_lanes(s), rows.addresses, access);
}
void record_rows(Machine& m, const Warp& w, const Step& s, AccessKind kind, const MatrixRows& rows) {
  if (w.block->record != nullptr) m.record(s, w, kind, row_lanes(s), rows.addresses);
}

// A register of lane l holds elements 2 (l % 4) and the next of row l / 4; transposed, of column l / 4.
using Tiles = std::uint16_t[4][8][8];
std::uint16_t& element(Tiles& tiles, const Step& s, std::uint32_t matrix, std::size_t lane, std::size_t which) {
  const std::size_t row = lane / 4;
  const std::size_t column = 2 * (lane % 4) + which;
  return s.sign ? tiles[matrix][column][row] : tiles[matrix][row][column];
}

void load_matrix(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  MatrixRows rows;
  if (!find_rows(m, w, s, active, rows)) return;
  Tiles tiles = {};
  for (std::size_t lane = 0; lane < std::size_t{8} * s.count; ++lane)
    std::memcpy(tiles[lane / 8][lane % 8], rows.bytes[lane], 16);
  for_lanes(active, [&](std::size_t i) {
    for (std::uint32_t k = 0; k < s.count; ++k)
      w.rows[m.code.lists[s.list + k]][i] = element(tiles, s, k, i, 0) | std::uint64_t{element(tiles, s, k, i, 1)}
                                                                             << 16;
  });
  observe_rows(m, w, s, Touch::read, rows);
  record_rows(m, w, s, AccessKind::ldmatrix, rows);
}
void store_matrix(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  MatrixRows rows;
  if (!find_rows(m, w, s, active, rows)) return;
  Tiles tiles = {};
  for_lanes(active, [&](std::size_t i) {
    for (std::uint32_t k = 0; k < s.count; ++k) {
      const std::uint64_t pair = w.rows[m.code.lists[s.list + k]][i];
      element(tiles, s, k, i, 0) = static_cast<std::uint16_t>(pair);
      element(tiles, s, k, i, 1) = static_cast<std::uint16_t>(pair >> 16);
    }
  });
  for (std::size_t lane = 0; lane < std::size_t{8} * s.count; ++lane)
    std::memcpy(rows.bytes[lane], tiles[lane / 8][lane % 8], 16);
  m.progress = true;
  observe_rows(m, w, s, Touch::write, rows);
  record_rows(m, w, s, AccessKind::stmatrix, rows);
}
void transpose_matrix(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  const Row from = w.rows[s.a];
  for_lanes(active, [&](std::size_t i) {
    std::uint64_t out = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      // Element (row, column) of the result is (column, row) of the source.
      const std::size_t row = 2 * (i % 4) + k;
      const std::size_t column = i / 4;
      out |= (from[4 * row + column / 2] >> (16 * (column % 2)) & 0xffff) << (16 * k);
    }
    w.rows[s.d][i] = out;
  });
}

// --- mma ---

// Elements of the largest instruction, m16n8k256.
constexpr std::size_t most_numbers = 16 * 256 + 8 * 256 + 16 * 8;

// The atoms of mma.sync by their mnemonics.
const std::map<std::string, std::string, std::less<>>& atoms_by_mnemonic() {
  static const auto* const all = [] {
    auto* out = new std::map<std::string, std::string, std::less<>>;
    for (const std::string& name : atom_names()) {
      if (name.find("_TN") == std::string::npos && name.find("_TN_") == std::string::npos) continue;
      const auto atom = find_mma(name);
      if (!atom || atom->instruction != MmaInstruction::mma_sync || atom->e) continue;
      for (const std::string& ptx : atom->ptx) out->emplace(ptx, name);
    }
    return out;
  }();
  return *all;
}

std::shared_ptr<const Product> product_of(const std::string& opcode) {
  const auto& all = atoms_by_mnemonic();
  auto found = all.find(opcode);
  // CUTLASS writes .satfinite last, PTX before the types.
  if (const std::size_t saturates = opcode.find(".satfinite"); found == all.end() && saturates != std::string::npos)
    found = all.find(std::string(opcode).erase(saturates, 10) + ".satfinite");
  if (found == all.end()) return nullptr;
  const auto atom = find_mma(found->second);
  if (!atom) return nullptr;
  auto out = std::make_shared<Product>();
  if (std::sscanf(opcode.data() + opcode.find(".m"), ".m%un%uk%u", &out->m, &out->n, &out->k) != 3) return nullptr;
  if ((out->m != 16 && out->m != 8) || out->numbers() > most_numbers) return nullptr;
  out->exclusive_or = atom->exclusive_or;
  out->saturate = opcode.find("satfinite") != std::string_view::npos;
  const Registers& d = atom->d_regs.count > 0 ? atom->d_regs : atom->c_regs;
  const auto fill = [](Fragment& to, const Layout& layout, const DataType& type, const Registers& of,
                       std::uint32_t rows) { return make_fragment(to, layout, type, of.bits, rows, rows); };
  if (!fill(out->a, atom->a, atom->val_a, atom->a_regs, out->m) ||
      !fill(out->b, atom->b, atom->val_b, atom->b_regs, out->n) ||
      !fill(out->c, atom->c, atom->val_c, atom->c_regs, out->m) || !fill(out->d, atom->c, atom->val_d, d, out->m))
    return nullptr;
  return out;
}

// The rows of D, A, B and C follow one another in Code::lists, at s.list, s.a, s.b, s.c. Of a sparse A, row e has the
// metadata, and the value is the selector.
void multiply_fragments(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const Product& p = *m.code.products[s.mode];
  if (active != all_lanes) {
    m.fail(ErrorCode::arguments, say("mma is executed by {} {lane|lanes}; expected all 32", __builtin_popcount(active)),
           s, w, __builtin_ctz(active));
    return;
  }
  const std::uint32_t* const lists = m.code.lists.data();
  m.charge(p.charged());
  double numbers[most_numbers];
  double* const a = numbers;
  double* const b = a + std::size_t{p.m} * p.k;
  double* const c = b + std::size_t{p.n} * p.k;
  if (p.sparse) {
    double* const stored = c + std::size_t{p.m} * p.n;
    gather(w, lists + s.a, p.a, stored);
    expand(p, w.rows[s.e], static_cast<std::uint32_t>(s.value), stored, a);
  } else {
    gather(w, lists + s.a, p.a, a);
  }
  gather(w, lists + s.b, p.b, b);
  gather(w, lists + s.c, p.c, c);
  multiply(p, a, b, c);
  scatter(w, lists + s.list, p.d, c, p.saturate);
}

// The product of mma.sp: A's stored elements, C and D have the layouts of the dense product with half its k.
std::shared_ptr<const Product> sparse_product_of(Decoder& d) {
  std::string opcode = "mma";
  for (std::size_t i = 2; i < d.instruction().words.size(); ++i) {
    unsigned k = 0;
    std::string word(d.word(i));
    if (std::sscanf(word.c_str(), "m16n8k%u", &k) == 1) word = cat("m16n8k", k / 2);
    append_all(opcode, '.', word);
  }
  const auto dense = product_of(opcode);
  if (dense == nullptr || dense->m != 16 || dense->exclusive_or || dense->a.type == Type::f64 ||
      dense->a.type == Type::b1)
    return nullptr;
  auto out = std::make_shared<Product>(*dense);
  make_sparse(*out);
  return out->numbers() + std::size_t{out->m} * out->stored() > most_numbers ? nullptr : out;
}

bool decode_mma(Decoder& d) {
  Step& s = d.step();
  const std::string opcode(d.instruction().opcode);
  const bool sparse = d.word(1) == "sp" || d.word(1) == "sp::ordered_metadata";
  const auto product = sparse ? sparse_product_of(d) : product_of(opcode);
  if (product == nullptr) return false;
  if (!d.wants(sparse ? 6 : 4)) return true;
  s.execute = multiply_fragments;
  s.mode = d.product(product);
  const auto rows = [&](std::size_t i, const Fragment& f, bool written) {
    d.list(d.operand(i), written, f.bits * f.per_register == 64 ? Type::f64 : Type::b32);
    if (s.count != f.registers)
      d.wrong(say("operand {} of {} has {} {register|registers}; expected {}", i, opcode, s.count, f.registers));
    return s.list;
  };
  s.a = rows(1, product->a, false);
  s.b = rows(2, product->b, false);
  s.c = rows(3, product->c, false);
  s.list = rows(0, product->d, true);
  if (sparse) {
    s.e = d.source(4, Type::b32);
    s.value = d.selector(5, *product);
  }
  return true;
}

}  // namespace

bool decode(Decoder& d) {
  Step& s = d.step();
  const std::string_view word = d.word(0);
  if (word == "mma") return decode_mma(d);
  if (word == "movmatrix") {
    if (!d.only({"sync", "aligned", "m8n8", "trans"}) || d.last_type() != Type::b16) return false;
    if (!d.wants(2)) return true;
    s.execute = transpose_matrix;
    s.d = d.result(0);
    s.a = d.source(1, Type::b32);
    return true;
  }
  const bool loads = word == "ldmatrix";
  if (!d.only({"sync", "aligned", "m8n8", "x1", "x2", "x4", "trans", "shared", "shared::cta"}) ||
      d.last_type() != Type::b16)
    return false;
  if (!d.wants(2)) return true;
  s.execute = loads ? load_matrix : store_matrix;
  s.sign = d.has("trans");
  s.space = d.space();
  d.list(d.operand(loads ? 0 : 1), loads, Type::b32);
  d.address(d.operand(loads ? 1 : 0));
  if (s.count != (d.has("x4") ? 4 : d.has("x2") ? 2 : 1))
    d.wrong(say("{} has {} {register|registers}", d.instruction().opcode, s.count));
  d.record(loads ? AccessKind::ldmatrix : AccessKind::stmatrix, 16, s.count);
  return true;
}

}  // namespace stridescope::machine::matrix
