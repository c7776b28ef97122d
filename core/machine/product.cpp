// Elements of all types as numbers and back, and the loops of products.
#include "core/machine/product.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/bit_cast.h"
#include "core/machine/decoder.h"
#include "core/machine/numbers.h"
#include "core/tiled/thread_value.h"

namespace stridescope::machine {
namespace {

// --- one element as a number ---

// Without branches: a loop over elements becomes vectors.
double number_of_f16(std::uint32_t bits) {
  const std::uint32_t magnitude = (bits & 0x7fff) << 13;
  // The exponents differ by 112; infinity and NaNs have all bits of the exponent.
  const auto value = bit_cast<std::uint32_t>(bit_cast<float>(magnitude) * 0x1p112F);
  const std::uint32_t special = magnitude >= 0x0f800000U ? 0x7f800000U : 0;
  return bit_cast<float>(value | special | (bits & 0x8000) << 16);
}
double number_of_f32(std::uint32_t bits) { return bit_cast<float>(bits); }
double number_of_bf16(std::uint32_t bits) { return number_of_f32(bits << 16); }
double number_of_tf32(std::uint32_t bits) { return number_of_f32(bits & 0xffffe000); }
double number_of_e5m2(std::uint32_t bits) { return number_of_f16(bits << 8); }
double number_of_e4m3(std::uint32_t bits) {
  static const std::array<double, 256> all = [] {
    std::array<double, 256> out = {};
    for (std::uint32_t i = 0; i < 256; ++i) out[i] = value_of(format_e4m3, i);
    return out;
  }();
  return all[bits];
}
double number_of_f64(std::uint64_t bits) { return bit_cast<double>(bits); }
double number_of_unsigned(std::uint32_t bits) { return static_cast<std::int32_t>(bits); }
template <int bits>
double number_of_signed(std::uint32_t value) {
  return static_cast<std::int32_t>(value << (32 - bits)) >> (32 - bits);
}

// Calls f with the function of a type, as a constant: each loop is compiled for its type.
template <auto number, int element_bits>
struct Reads {
  using Bits = std::conditional_t<element_bits == 64, std::uint64_t, std::uint32_t>;
  static constexpr int bits = element_bits;
  static constexpr int per_register = bits >= 32 ? 1 : 32 / bits;
  static Bits element(std::uint64_t packed, int i) { return static_cast<Bits>(low_bits(packed >> (i * bits), bits)); }
  double operator()(Bits element) const { return number(element); }
};
template <class F>
void with_type(Type type, F&& f) {
  switch (type) {
    case Type::f16:
      return f(Reads<number_of_f16, 16>());
    case Type::bf16:
      return f(Reads<number_of_bf16, 16>());
    case Type::tf32:
      return f(Reads<number_of_tf32, 32>());
    case Type::f32:
      return f(Reads<number_of_f32, 32>());
    case Type::f64:
      return f(Reads<number_of_f64, 64>());
    case Type::e4m3:
      return f(Reads<number_of_e4m3, 8>());
    case Type::e5m2:
      return f(Reads<number_of_e5m2, 8>());
    case Type::s8:
      return f(Reads<number_of_signed<8>, 8>());
    case Type::u8:
      return f(Reads<number_of_unsigned, 8>());
    case Type::s4:
      return f(Reads<number_of_signed<4>, 4>());
    case Type::u4:
      return f(Reads<number_of_unsigned, 4>());
    case Type::b1:
      return f(Reads<number_of_unsigned, 1>());
    default:
      return f(Reads<number_of_signed<32>, 32>());
  }
}

std::uint64_t bits_of_result(Type type, double number, bool saturate) {
  switch (type) {
    case Type::f64:
      return bit_cast<std::uint64_t>(number);
    case Type::f32:
      return std::isnan(number) ? format_f32.nan() : bit_cast<std::uint32_t>(static_cast<float>(number));
    case Type::s32:
      if (saturate) number = std::clamp(number, static_cast<double>(INT32_MIN), static_cast<double>(INT32_MAX));
      return static_cast<std::uint32_t>(static_cast<std::int64_t>(number));
    default:
      return rounded(*format_of(type), number, Rounding::nearest);
  }
}

// One column of c at a time, all rows at once. A pair is a register of SSE2: left alone, g++ makes vectors along k.
using Pair = double __attribute__((vector_size(16)));
template <std::size_t rows>
void multiply_rows(const Product& p, const double* a, const double* b, double* c) {
  for (std::uint32_t n = 0; n < p.n; ++n) {
    Pair sums[rows / 2];
    std::memcpy(sums, c + rows * n, sizeof sums);
    for (std::uint32_t k = 0; k < p.k; ++k) {
      const double factor = b[n + std::size_t{p.n} * k];
      Pair column[rows / 2];
      std::memcpy(column, a + rows * k, sizeof column);
      for (std::size_t m = 0; m < rows / 2; ++m) sums[m] += column[m] * Pair{factor, factor};
    }
    std::memcpy(c + rows * n, sums, sizeof sums);
  }
}

// Each sum of doubles is rounded, as by fma.
void multiply_doubles(const Product& p, const double* a, const double* b, double* c) {
  for (std::uint32_t n = 0; n < p.n; ++n) {
    for (std::uint32_t m = 0; m < p.m; ++m) {
      double& sum = c[m + std::size_t{p.m} * n];
      for (std::uint32_t k = 0; k < p.k; ++k)
        sum = std::fma(a[m + std::size_t{p.m} * k], b[n + std::size_t{p.n} * k], sum);
    }
  }
}

// Bits that differ: x + y - 2 x y.
void count_different_bits(const Product& p, const double* a, const double* b, double* c) {
  for (std::uint32_t n = 0; n < p.n; ++n) {
    for (std::uint32_t m = 0; m < p.m; ++m) {
      double& sum = c[m + std::size_t{p.m} * n];
      for (std::uint32_t k = 0; k < p.k; ++k) {
        const double x = a[m + std::size_t{p.m} * k];
        const double y = b[n + std::size_t{p.n} * k];
        sum += x + y - 2 * x * y;
      }
    }
  }
}

}  // namespace

Type type_of_element(const DataType& type) {
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
  for (const auto& [known, found] : names) {
    if (known == type.name) return found;
  }
  return Type::none;
}

bool make_fragment(Fragment& out, const Layout& layout, const DataType& type, int register_bits, std::uint32_t tile_m,
                   std::uint32_t m) {
  out.type = type_of_element(type);
  out.bits = stored_bits(type);
  if (out.type == Type::none || out.bits == 0 || out.bits != bits_of(out.type) ||
      register_bits != std::max(out.bits, 32))
    return false;
  out.per_register = register_bits / out.bits;
  Arith arith;
  const TvTable table = TvTable::make(arith, layout);
  if (!arith.ok() || table.threads() < lanes_of_warp || table.values() % out.per_register != 0) return false;
  out.registers = static_cast<std::uint32_t>(table.values() / out.per_register);
  for (std::int64_t r = 0; r < table.values(); r += out.per_register) {
    for (std::int64_t lane = 0; lane < lanes_of_warp; ++lane) {
      for (std::int64_t i = 0; i < out.per_register; ++i) {
        const auto place = static_cast<std::uint32_t>(table.element(lane, r + i));
        out.places.push_back(place % tile_m + place / tile_m * m);
      }
    }
  }
  return true;
}

void decode_elements(Type type, const void* packed, std::size_t count, double* out) {
  const auto* bytes = static_cast<const unsigned char*>(packed);
  with_type(type, [&](auto number) {
    constexpr int bits = number.bits;
    constexpr std::size_t bytes_at_once = std::max(bits / 8, 1);
    constexpr std::size_t at_once = bytes_at_once * 8 / bits;
    for (std::size_t i = 0; i < count; i += at_once, bytes += bytes_at_once) {
      std::uint64_t value = 0;
      std::memcpy(&value, bytes, bytes_at_once);
      for (std::size_t k = 0; k < at_once; ++k) out[i + k] = number(number.element(value, static_cast<int>(k)));
    }
  });
}

void gather(const Warp& w, const std::uint32_t* list, const Fragment& f, double* out) {
  const std::uint32_t* place = f.places.data();
  with_type(f.type, [&](auto number) {
    constexpr int count = lanes_of_warp * number.per_register;
    for (std::uint32_t r = 0; r < f.registers; ++r, place += count) {
      const Row& row = w.rows[list[r]];
      typename decltype(number)::Bits elements[count];
      for (std::size_t lane = 0; lane < lanes_of_warp; ++lane) {
        for (int i = 0; i < number.per_register; ++i)
          elements[lane * number.per_register + i] = number.element(row[lane], i);
      }
      double numbers[count];
      for (int i = 0; i < count; ++i) numbers[i] = number(elements[i]);
      for (int i = 0; i < count; ++i) out[place[i]] = numbers[i];
    }
  });
}

void scatter(Warp& w, const std::uint32_t* list, const Fragment& f, const double* numbers, bool saturate) {
  const std::uint32_t* place = f.places.data();
  if (f.type == Type::f32) {
    for (std::uint32_t r = 0; r < f.registers; ++r) {
      for (std::uint64_t& bits : w.rows[list[r]]) bits = bits_of_result(Type::f32, numbers[*place++], false);
    }
    return;
  }
  for (std::uint32_t r = 0; r < f.registers; ++r) {
    for (std::uint64_t& bits : w.rows[list[r]]) {
      bits = 0;
      for (int i = 0; i < f.per_register; ++i)
        bits |= bits_of_result(f.type, numbers[*place++], saturate) << (i * f.bits);
    }
  }
}

// Metadata has 4 bits for each chunk of a row: 4 elements, 2 of tf32, 8 of 4 bits.
// Source: PTX ISA 9.0, 9.7.14.6.1 and 9.7.14.6.2; CUTLASS mma_traits_sm90_gmma_sparse.hpp (ELayout_64x16, _64x32,
// _64x64).
namespace {
std::uint32_t chunk_of(const Product& p) { return p.a.type == Type::tf32 ? 2 : bits_of(p.a.type) == 4 ? 8 : 4; }
}  // namespace

std::uint64_t Decoder::selector(std::size_t i, const Product& product) {
  const Operand& given = operand(i);
  // The selector: which threads of each group of four hold the metadata.
  const std::uint32_t count = std::max(16 / (product.k / chunk_of(product)), 1U);
  if (given.kind != Operand::Kind::immediate)
    wrong(say("operand {} of {} is not a number; expected a selector below {}", i, instruction_->opcode, count));
  else if (given.value >= count)
    wrong(say("operand {} of {} is {}; expected a selector below {}", i, instruction_->opcode,
              static_cast<std::int64_t>(given.value), count));
  return given.value;
}

void make_sparse(Product& p) {
  const std::size_t count = p.b.places.size();
  for (std::size_t i = 0; i < count; ++i) p.b.places.push_back(p.b.places[i] + p.n * p.k);
  p.b.registers *= 2;
  p.k *= 2;
  p.sparse = true;
}

void expand(const Product& p, const Row& metadata, std::uint32_t selector, const double* stored, double* a) {
  const std::uint32_t chunk = chunk_of(p);
  const std::uint32_t chunks = p.k / chunk;
  const std::uint32_t kept = chunk / 2;
  const bool wide = bits_of(p.a.type) >= 16;
  const std::uint32_t first = chunks == 16 ? 0 : selector * (chunks / 4);
  std::fill(a, a + std::size_t{p.m} * p.k, 0.0);
  for (std::uint32_t m = 0; m < p.m; ++m) {
    for (std::uint32_t c = 0; c < chunks; ++c) {
      // A register has 4 chunks of rows m and m + 8, or 8 chunks of one row.
      const std::uint32_t thread = first + (wide ? c / 4 : m / 8 + c / 8 * 2);
      const std::uint32_t shift = wide ? m / 8 * 16 + c % 4 * 4 : c % 8 * 4;
      const auto bits = static_cast<std::uint32_t>(metadata[m % 8 * 4 + thread] >> shift & 15);
      for (std::uint32_t i = 0; i < kept; ++i) {
        const std::uint32_t column = chunk == 2   ? bits >> 1 & 1
                                     : chunk == 4 ? bits >> (2 * i) & 3
                                                  : 2 * (bits >> (i / 2 * 2) & 3) + i % 2;
        a[m + std::size_t{p.m} * (c * chunk + column)] += stored[m + std::size_t{p.m} * (c * kept + i)];
      }
    }
  }
}

void multiply(const Product& p, const double* a, const double* b, double* c) {
  if (p.d.type == Type::f64)
    multiply_doubles(p, a, b, c);
  else if (p.exclusive_or)
    count_different_bits(p, a, b, c);
  else if (p.m == 16)
    multiply_rows<16>(p, a, b, c);
  else
    multiply_rows<8>(p, a, b, c);
}

}  // namespace stridescope::machine
