// ldmatrix, stmatrix, movmatrix, and mma: operands are gathered by the layouts of the atom, multiplied exactly, and
// scattered by the layout of the result.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>

#include "core/base/bit_cast.h"
#include "core/machine/decoder.h"
#include "core/machine/lane_functions.h"
#include "core/machine/numbers.h"
#include "core/tiled/atom.h"
#include "core/tiled/thread_value.h"

namespace stridescope::machine::matrix {
namespace {

// --- 8x8 matrices of 16-bit elements ---

// The rows of the matrices: lane 8 k + r has the address of row r of matrix k. False after an access outside.
struct MatrixRows {
  std::uint64_t addresses[lanes_of_warp] = {};
  char* bytes[lanes_of_warp] = {};
};
bool find_rows(Machine& m, const Warp& w, const Step& s, MatrixRows& out) {
  for (std::size_t lane = 0; lane < std::size_t{8} * s.count; ++lane) {
    out.addresses[lane] = w.rows[s.a][lane] + s.value;
    Space space = s.space;
    out.bytes[lane] = m.at(s, w, static_cast<int>(lane), out.addresses[lane], 16, space);
    if (out.bytes[lane] == nullptr) return false;
  }
  return true;
}
void record_rows(Machine& m, const Warp& w, const Step& s, AccessKind kind, std::uint32_t active,
                 const MatrixRows& rows) {
  const std::uint32_t used = s.count == 4 ? all_lanes : (std::uint32_t{1} << (8 * s.count)) - 1;
  if (w.block->record != nullptr) m.record(s, w, kind, used & active, rows.addresses);
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
  if (!find_rows(m, w, s, rows)) return;
  Tiles tiles = {};
  for (std::size_t lane = 0; lane < std::size_t{8} * s.count; ++lane)
    std::memcpy(tiles[lane / 8][lane % 8], rows.bytes[lane], 16);
  for_lanes(active, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    for (std::uint32_t k = 0; k < s.count; ++k)
      w.rows[m.code.lists[s.list + k]][i] = element(tiles, s, k, i, 0) | std::uint64_t{element(tiles, s, k, i, 1)}
                                                                             << 16;
  });
  record_rows(m, w, s, AccessKind::ldmatrix, active, rows);
}
void store_matrix(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  MatrixRows rows;
  if (!find_rows(m, w, s, rows)) return;
  Tiles tiles = {};
  for_lanes(active, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
    for (std::uint32_t k = 0; k < s.count; ++k) {
      const std::uint64_t pair = w.rows[m.code.lists[s.list + k]][i];
      element(tiles, s, k, i, 0) = static_cast<std::uint16_t>(pair);
      element(tiles, s, k, i, 1) = static_cast<std::uint16_t>(pair >> 16);
    }
  });
  for (std::size_t lane = 0; lane < std::size_t{8} * s.count; ++lane)
    std::memcpy(rows.bytes[lane], tiles[lane / 8][lane % 8], 16);
  m.progress = true;
  record_rows(m, w, s, AccessKind::stmatrix, active, rows);
}
void transpose_matrix(Machine&, Warp& w, const Step& s, std::uint32_t active) {
  const Row from = w.rows[s.a];
  for_lanes(active, [&](int lane) {
    const auto i = static_cast<std::size_t>(lane);
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

Type type_of_name(std::string_view name) {
  constexpr std::pair<std::string_view, Type> names[] = {
      {"half_t", Type::f16},
      {"bfloat16_t", Type::bf16},
      {"tfloat32_t", Type::tf32},
      {"float", Type::f32},
      {"double", Type::f64},
      {"int8_t", Type::s8},
      {"uint8_t", Type::u8},
      {"integer_subbyte<4, true>", Type::s4},
      {"integer_subbyte<4, false>", Type::u4},
      {"integer_subbyte<1, false>", Type::b1},
      {"int32_t", Type::s32},
      {"int", Type::s32},
      {"float_e4m3_t", Type::e4m3},
      {"float_e5m2_t", Type::e5m2},
  };
  for (const auto& [known, type] : names) {
    if (known == name) return type;
  }
  return Type::none;
}

bool fill(Fragment& out, const Layout& layout, const DataType& type, const Registers& registers) {
  out.type = type_of_name(type.name);
  if (out.type == Type::none) return false;
  out.format = out.type == Type::f64 ? nullptr : format_of(out.type);
  out.bits = stored_bits(type);
  if (out.bits == 0 || registers.bits == 0) return false;
  out.per_register = registers.bits / out.bits;
  Arith arith;
  const TvTable table = TvTable::make(arith, layout);
  if (!arith.ok() || table.threads() != lanes_of_warp) return false;
  out.values = static_cast<int>(table.values());
  for (std::int64_t lane = 0; lane < lanes_of_warp; ++lane) {
    for (std::int64_t value = 0; value < table.values(); ++value)
      out.places.push_back(static_cast<std::uint32_t>(table.element(lane, value)));
  }
  return true;
}

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
  out->exclusive_or = atom->exclusive_or;
  out->saturate = opcode.find("satfinite") != std::string_view::npos;
  const Registers& d = atom->d_regs.count > 0 ? atom->d_regs : atom->c_regs;
  if (!fill(out->a, atom->a, atom->val_a, atom->a_regs) || !fill(out->b, atom->b, atom->val_b, atom->b_regs) ||
      !fill(out->c, atom->c, atom->val_c, atom->c_regs) || !fill(out->d, atom->c, atom->val_d, d))
    return nullptr;
  return out;
}

std::uint64_t element_bits(const Warp& w, const std::uint32_t* rows, const Fragment& f, int lane, int value) {
  const std::uint64_t bits = w.rows[rows[value / f.per_register]][static_cast<std::size_t>(lane)];
  return low_bits(bits >> (value % f.per_register * f.bits), f.bits);
}

// Gathers a fragment as numbers.
template <class T, class Convert>
void gather(const Warp& w, const std::uint32_t* rows, const Fragment& f, std::vector<T>& out, Convert&& convert) {
  for (int lane = 0; lane < lanes_of_warp; ++lane) {
    for (int value = 0; value < f.values; ++value)
      out[f.places[static_cast<std::size_t>(lane * f.values + value)]] = convert(element_bits(w, rows, f, lane, value));
  }
}
double floating(const Fragment& f, std::uint64_t bits) {
  if (f.type == Type::f64) return bit_cast<double>(bits);
  // tf32 is read from the high bits of a register.
  if (f.type == Type::tf32) bits >>= 13;
  return value_of(*f.format, static_cast<std::uint32_t>(bits));
}
std::int64_t integer(const Fragment& f, std::uint64_t bits) {
  const bool is_signed = kind_of(f.type) == TypeKind::signed_integer;
  if (is_signed && (bits >> (f.bits - 1) & 1) != 0)
    return static_cast<std::int64_t>(bits) - (std::int64_t{1} << f.bits);
  return static_cast<std::int64_t>(bits);
}

void scatter(Warp& w, const std::uint32_t* rows, const Fragment& f,
             const std::function<std::uint64_t(std::uint32_t)>& value_at) {
  for (int lane = 0; lane < lanes_of_warp; ++lane) {
    for (int first = 0; first < f.values; first += f.per_register) {
      std::uint64_t bits = 0;
      for (int k = 0; k < f.per_register; ++k)
        bits |= value_at(f.places[static_cast<std::size_t>(lane * f.values + first + k)]) << (k * f.bits);
      w.rows[rows[first / f.per_register]][static_cast<std::size_t>(lane)] = bits;
    }
  }
}

// The rows of D, A, B and C follow one another in Code::lists, at s.list, s.a, s.b, s.c.
void multiply(Machine& m, Warp& w, const Step& s, std::uint32_t active) {
  const Product& p = *m.code.products[s.mode];
  if (active != all_lanes) {
    m.fail(ErrorCode::arguments, say("mma is executed by {} {lane|lanes}; expected all 32", __builtin_popcount(active)),
           s, w, __builtin_ctz(active));
    return;
  }
  const std::uint32_t* const lists = m.code.lists.data();
  if (kind_of(p.c.type) == TypeKind::floating) {
    std::vector<double> a(std::size_t{p.m} * p.k);
    std::vector<double> b(std::size_t{p.n} * p.k);
    std::vector<double> c(std::size_t{p.m} * p.n);
    gather(w, lists + s.a, p.a, a, [&](std::uint64_t bits) { return floating(p.a, bits); });
    gather(w, lists + s.b, p.b, b, [&](std::uint64_t bits) { return floating(p.b, bits); });
    gather(w, lists + s.c, p.c, c, [&](std::uint64_t bits) { return floating(p.c, bits); });
    for (std::uint32_t col = 0; col < p.n; ++col) {
      for (std::uint32_t row = 0; row < p.m; ++row) {
        double sum = c[row + std::size_t{p.m} * col];
        for (std::uint32_t k = 0; k < p.k; ++k) {
          const double x = a[row + std::size_t{p.m} * k];
          const double y = b[col + std::size_t{p.n} * k];
          sum = p.d.type == Type::f64 ? std::fma(x, y, sum) : sum + x * y;
        }
        c[row + std::size_t{p.m} * col] = sum;
      }
    }
    scatter(w, lists + s.list, p.d, [&](std::uint32_t place) -> std::uint64_t {
      if (p.d.type == Type::f64) return bit_cast<std::uint64_t>(c[place]);
      return rounded(*p.d.format, c[place], Rounding::nearest);
    });
    return;
  }
  std::vector<std::int64_t> a(std::size_t{p.m} * p.k);
  std::vector<std::int64_t> b(std::size_t{p.n} * p.k);
  std::vector<std::int64_t> c(std::size_t{p.m} * p.n);
  gather(w, lists + s.a, p.a, a, [&](std::uint64_t bits) { return integer(p.a, bits); });
  gather(w, lists + s.b, p.b, b, [&](std::uint64_t bits) { return integer(p.b, bits); });
  gather(w, lists + s.c, p.c, c, [&](std::uint64_t bits) { return integer(p.c, bits); });
  for (std::uint32_t col = 0; col < p.n; ++col) {
    for (std::uint32_t row = 0; row < p.m; ++row) {
      std::int64_t sum = c[row + std::size_t{p.m} * col];
      for (std::uint32_t k = 0; k < p.k; ++k) {
        const std::int64_t x = a[row + std::size_t{p.m} * k];
        const std::int64_t y = b[col + std::size_t{p.n} * k];
        sum += p.a.type == Type::b1 ? (p.exclusive_or ? x ^ y : x & y) : x * y;
      }
      if (p.saturate) sum = sum < INT32_MIN ? INT32_MIN : sum > INT32_MAX ? INT32_MAX : sum;
      c[row + std::size_t{p.m} * col] = sum;
    }
  }
  scatter(w, lists + s.list, p.d,
          [&](std::uint32_t place) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(c[place])); });
}

bool decode_mma(Decoder& d) {
  Step& s = d.step();
  const std::string opcode(d.instruction().opcode);
  const auto product = product_of(opcode);
  if (product == nullptr) return false;
  if (!d.wants(4)) return true;
  s.execute = multiply;
  s.mode = d.product(product);
  const auto rows = [&](std::size_t i, const Fragment& f, bool written) {
    d.list(d.operand(i), written, f.bits * f.per_register == 64 ? Type::f64 : Type::b32);
    if (int{s.count} * f.per_register != f.values)
      d.wrong(say("operand {} of {} has {} {register|registers}; expected {}", i, opcode, s.count,
                  f.values / f.per_register));
    return s.list;
  };
  s.a = rows(1, product->a, false);
  s.b = rows(2, product->b, false);
  s.c = rows(3, product->c, false);
  s.list = rows(0, product->d, true);
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
  s.space = d.has("shared") || d.has("shared::cta") ? Space::shared : Space::generic;
  d.list(d.operand(loads ? 0 : 1), loads, Type::b32);
  d.address(d.operand(loads ? 1 : 0));
  if (s.count != (d.has("x4") ? 4 : d.has("x2") ? 2 : 1))
    d.wrong(say("{} has {} {register|registers}", d.instruction().opcode, s.count));
  d.record(loads ? AccessKind::ldmatrix : AccessKind::stmatrix, 16, s.count);
  return true;
}

}  // namespace stridescope::machine::matrix
