// Shared memory of TileLang: alloc_shared(shape, dtype) is row-major; make_swizzled_layout and its variants split rows
// into panels of 128, 64 or 32 bytes, with 16-byte units exchanged within 8 rows, or pad them. Source: tile-ai/tilelang
// src/layout/gemm_layouts.cc, tilelang/layout/swizzle.py and gemm_sp.py, cuda/intrinsics/layout/ mma_layout.py,
// rocm/intrinsics/mfma_layout.py, as of August 2026; before that, rows of 32 bytes were padded.
#include <algorithm>
#include <functional>

#include "core/base/characters.h"
#include "core/base/power.h"
#include "core/base/text.h"
#include "core/foreign/systems/panels.h"
#include "core/foreign/systems/table.h"
#include "core/foreign/systems/tilelang.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

struct Buffer {
  ForeignShape shape;
  std::int64_t bits = 0;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t vector = 1;                // elements per 16 bytes
  std::vector<std::string_view> options;  // arguments after the buffer
};

// The argument for a parameter, by name or by position; empty if absent.
std::string_view option(const Buffer& buffer, std::string_view name, std::size_t place) {
  for (const std::string_view one : buffer.options) {
    const std::size_t equals = one.find('=');
    if (equals != std::string_view::npos && trimmed(one.substr(0, equals)) == name)
      return trimmed(one.substr(equals + 1));
  }
  if (place >= buffer.options.size() || buffer.options[place].find('=') != std::string_view::npos) return {};
  return trimmed(buffer.options[place]);
}

bool is_false(std::string_view value) { return value == "False" || value == "0"; }
bool is_true(std::string_view value) { return value == "True" || value == "1"; }

std::int64_t number(std::string_view text, std::int64_t otherwise) {
  std::int64_t out = 0;
  for (const char c : text) {
    if (c < '0' || c > '9' || out > (1 << 24)) return otherwise;
    out = 10 * out + (c - '0');
  }
  return text.empty() ? otherwise : out;
}

std::int64_t bits_of(std::string_view type) {
  if (type.starts_with("T.")) type.remove_prefix(2);
  if (type == "bfloat16") return 16;
  if (type.starts_with("float8") || type.starts_with("e4m3") || type.starts_with("e5m2")) return 8;
  const std::size_t digits = type.find_first_of("0123456789");
  const std::string_view kind = type.substr(0, digits);
  const std::string_view number = digits == std::string_view::npos ? std::string_view() : type.substr(digits);
  if (kind != "float" && kind != "int" && kind != "uint") return 0;
  return number == "8" ? 8 : number == "16" ? 16 : number == "32" ? 32 : number == "64" ? 64 : 0;
}

Value refused(Arith& arith, Message message) {
  arith.fail(ErrorCode::unsupported, std::move(message));
  return static_int(0);
}

// Panels of `panel` columns, all rows of a panel before the next; rows are `row` elements apart, which can exceed a
// panel if it is the only one.
Layout panels(Arith& arith, const Buffer& b, std::int64_t panel, std::int64_t row) {
  const std::size_t rank = b.shape.size();
  LayoutBuilder out(arith);
  if (rank > 1) out.open();
  std::int64_t outer = arith.mul(dynamic_int(b.rows), dynamic_int(row > panel ? row : b.columns)).value;
  std::vector<std::int64_t> strides(rank);
  for (std::size_t i = rank > 1 ? rank - 2 : 0; i-- > 0;) {
    strides[i] = outer;
    outer = arith.mul(dynamic_int(outer), dynamic_int(b.shape[i])).value;
  }
  if (arith.failed()) return {};
  for (std::size_t i = 0; i + 2 < rank; ++i) out.mode(static_int(b.shape[i]), static_int(strides[i]));
  if (rank > 1) out.mode(static_int(b.rows), static_int(row));
  add_columns(out, b.columns, panel, b.rows * panel);
  if (rank > 1) out.close();
  return arith.intact(out.take());
}

Value plain(Arith& arith, const Buffer& b) { return to_value(AnyLayout(panels(arith, b, b.columns, b.columns))); }

Value padded(Arith& arith, const Buffer& b) {
  const std::int64_t row = b.bits * b.columns % 256 == 0 ? b.columns + b.vector : b.columns;
  return to_value(AnyLayout(panels(arith, b, b.columns, row)));
}

Value swizzled(Arith& arith, const Swizzle& swizzle, Layout layout) {
  if (arith.failed()) return static_int(0);
  return to_value(compose(swizzle, SwizzleOffset(static_int(0)), std::move(layout)));
}

// Panels of `units` units of 16 bytes, exchanged by the row within eight; by half of it for panels of four units, by a
// quarter for two. For 16-byte elements the unit is one element.
Value banks(Arith& arith, const Buffer& b, std::int64_t units) {
  const std::int64_t panel = units * b.vector;
  return swizzled(arith, Swizzle{log2_of(units), log2_of(b.vector), 3}, panels(arith, b, panel, panel));
}

// The same with the checks of TileLang's compiler.
Value checked_banks(Arith& arith, const Buffer& b, std::int64_t units) {
  if (b.shape.size() < 2 || (b.rows != 4 && b.rows % 8 != 0) || b.columns % (units * b.vector) != 0)
    return refused(arith, say("tilelang: {} {row|rows} of {} {element|elements}: a swizzle needs groups of eight rows "
                              "and multiples of {} {element|elements}",
                              b.rows, b.columns, units * b.vector));
  return banks(arith, b, units);
}

// The number of units that divides a row: 8, 4, 2; 1: none of these.
std::int64_t units_of(const Buffer& b) {
  for (const std::int64_t units : {8, 4, 2}) {
    if (b.columns % (units * b.vector) == 0) return units;
  }
  return 1;
}

// Tiles of 4 rows of 16 doubles: with inner K single elements are exchanged, with outer K four at a time.
Value doubles(Arith& arith, const Buffer& b, bool k_inner) {
  if (b.rows % 4 != 0)
    return refused(arith, say("tilelang: {} {row|rows} of doubles: their swizzle needs groups of four rows", b.rows));
  return swizzled(arith, k_inner ? Swizzle{2, 0, 4} : Swizzle{2, 2, 2}, panels(arith, b, 16, 16));
}

Value gemm(Arith& arith, const Buffer& b, bool k_inner) {
  if (b.bits == 64) return b.columns % 16 == 0 ? doubles(arith, b, k_inner) : padded(arith, b);
  const std::int64_t units = units_of(b);
  return (!k_inner && b.bits == 8) || units == 1 ? padded(arith, b) : checked_banks(arith, b, units);
}

// For wgmma and tcgen05.mma, and for rows that cannot be padded: a layout that TMA can write.
Value gemm_by_tma(Arith& arith, const Buffer& b, std::int64_t continuity, bool k_inner) {
  if (b.bits == 64 && continuity % 16 == 0) return doubles(arith, b, k_inner);
  if (b.bits == 64) return b.rows % 8 != 0 ? plain(arith, b) : checked_banks(arith, b, 2);
  const std::int64_t units = b.rows % 8 == 0 ? units_of(b) : 1;
  if (units > 1) return checked_banks(arith, b, units);
  if (b.columns % b.vector != 0)
    return refused(arith, say("tilelang: rows of {} {element|elements} are not multiples of 16 bytes", b.columns));
  return plain(arith, b);
}

Value wgmma(Arith& arith, const Buffer& b) {
  return gemm_by_tma(arith, b, number(option(b, "continuity", 0), b.columns), !is_false(option(b, "k_major", 1)));
}

Value tcgen05(Arith& arith, const Buffer& b) {
  if (b.bits == 64) return refused(arith, say("tilelang: tcgen05.mma does not support 64-bit elements"));
  return wgmma(arith, b);
}

Value ampere(Arith& arith, const Buffer& b) {
  const bool k_inner = !is_false(option(b, "k_major", 0));
  return is_false(option(b, "allow_pad", 1)) ? gemm_by_tma(arith, b, b.columns, k_inner) : gemm(arith, b, k_inner);
}

// get_swizzle_layout: rows of 64 bytes in panels of 64, other rows in panels of 128.
Value mma(Arith& arith, const Buffer& b) {
  const std::int64_t row_bits = b.columns * b.bits;
  if (b.shape.size() < 2 || is_true(option(b, "is_smooth", 0)) || row_bits % 512 != 0) return plain(arith, b);
  const std::int64_t units = row_bits == 512 ? 4 : 8;
  if (row_bits % (128 * units) != 0)
    return refused(arith, say("tilelang: rows of {} {byte|bytes} leave half a panel of {} {byte|bytes} empty",
                              row_bits / 8, 16 * units));
  return banks(arith, b, units);
}

// A formula: from row and column to the position of the element in the buffer's last two dimensions.
using Formula = std::function<std::int64_t(std::int64_t, std::int64_t)>;

Value by_formula(Arith& arith, const Buffer& b, const Formula& at) {
  const std::int64_t all = table_size(arith, "tilelang", b.shape, 4);
  if (arith.failed()) return static_int(0);
  const std::size_t rank = b.shape.size();
  std::vector<std::int64_t> values(static_cast<std::size_t>(all));
  ForeignShape where(rank, 0);
  for (std::int64_t& value : values) {
    std::int64_t before = 0;
    for (std::size_t d = 0; d + 2 < rank; ++d) before = before * b.shape[d] + where[d];
    value = before * b.rows * b.columns + at(rank > 1 ? where[rank - 2] : 0, where[rank - 1]);
    for (std::size_t d = 0; d < rank && ++where[d] == b.shape[d]; ++d) where[d] = 0;
  }
  return to_value(layout_of_table(arith, b.shape, values));
}

Value mfma(Arith& arith, const Buffer& b) {
  const std::int64_t vector = number(option(b, "vecSize", 0), 8);
  const std::int64_t in_banks = 32 * 32 / b.bits;
  const std::int64_t per_phase = std::max<std::int64_t>(1, in_banks / b.columns);
  const std::int64_t phases = vector < 1 ? 0 : std::min(16 / per_phase, b.columns / vector);
  if (phases < 1 || b.columns % vector != 0)
    return refused(arith, say("tilelang: rows of {} {element|elements} do not split into groups of {} for a swizzle",
                              b.columns, vector));
  return by_formula(arith, b, [=, columns = b.columns](std::int64_t i, std::int64_t j) {
    return i * columns + ((j / vector) ^ (i / per_phase % phases)) * vector + j % vector;
  });
}

Value volta(Arith& arith, const Buffer& b) {
  const std::int64_t rows = b.rows;
  const std::int64_t columns = b.columns;
  const bool is_a = !is_false(option(b, "is_a", 0));
  if (!is_false(option(b, "k_inner", 1)) && columns % 32 == 0 && rows % 32 == 0) {
    return by_formula(arith, b, [=](std::int64_t i, std::int64_t j) {
      const std::int64_t four = j / 4;
      const std::int64_t bit2 = (i % 32 / 16 + i % 16 / 8 + four % 8 / 4) % 2;
      const std::int64_t bit1 = (i % 8 / 4) ^ (four % 4 / 2);
      return j % 4 + (i / 16 * 16 + i % 4 * 4 + bit2 * 2 + bit1) * 4 + four * rows * 4;
    });
  }
  if (columns % 64 == 0 && rows % 4 == 0) {
    return by_formula(arith, b, [=](std::int64_t i, std::int64_t j) {
      const std::int64_t unit = j / 8 % 8;
      const std::int64_t line = is_a ? unit / 2 : unit % 4;
      const std::int64_t place = (is_a ? unit % 2 : unit / 4) * 4 + (i % 4 ^ line);
      return (line + i / 4 * 4) * columns + j % 8 + (place + j / 64 * 8) * 8;
    });
  }
  Buffer halves = b;
  halves.bits = 16;
  halves.vector = 8;
  return padded(arith, halves);
}

// Metadata of sparse A, in the order of CUTLASS's compressor.
Value metadata(Arith& arith, const Buffer& b) {
  std::string_view arch = option(b, "arch", 1);
  while (!arch.empty() && (arch.front() == '"' || arch.front() == '\'')) arch.remove_prefix(1);
  if (arch.starts_with("sm_")) arch.remove_prefix(3);
  if (arch.empty())
    return refused(arith, say("tilelang: the layout of metadata depends on the architecture: give arch=\"8.0\" or "
                              "arch=\"9.0\", block_k=128"));
  if (arch.front() == '8') {
    const std::int64_t group = b.bits == 16 ? 32 : 16;
    const std::int64_t lines = b.bits == 16 ? 4 : 2;
    return by_formula(arith, b, [=, rows = b.rows](std::int64_t i, std::int64_t j) {
      const std::int64_t line = i / group * group + i % 8 * lines + i % group / 8;
      const std::int64_t moved = ((1 - line % 2) & j % 2) - (line % 2 & (1 - j % 2));
      return (j - moved) / 2 * rows * 2 + (line + moved) * 2 + (j - moved) % 2;
    });
  }
  std::string_view type = option(b, "mma_dtype", 0);
  while (!type.empty() && (type.front() == '"' || type.front() == '\'')) type.remove_prefix(1);
  while (!type.empty() && (type.back() == '"' || type.back() == '\'')) type.remove_suffix(1);
  const std::int64_t bits = type.empty() ? 16 : bits_of(type);
  const std::int64_t block = std::min<std::int64_t>(number(option(b, "block_k", 2), 0), 128);
  if (bits == 0 || bits == 64 || block < 1 || block % (512 / bits) != 0)
    return refused(arith,
                   say("tilelang: metadata of sm90 needs block_k, a multiple of {}", bits == 0 ? 32 : 512 / bits));
  if (bits == 8) {
    return by_formula(arith, b, [=, rows = b.rows](std::int64_t i, std::int64_t j) {
      const std::int64_t lines = (rows + 63) / 64 * 64;
      return i % 64 * (block / 8) + i / 64 * 8 * block + j % (block / 8) + j / (block / 8) * lines * (block / 8);
    });
  }
  const std::int64_t x = bits == 16 ? 2 : 1;
  const std::int64_t many = block * bits / 512;
  return by_formula(arith, b, [=, rows = b.rows](std::int64_t i, std::int64_t j) {
    const std::int64_t wide = 2 * x * many;  // columns of an atom
    const std::int64_t in_atom = i % 8 * 2 * x * many + i / 8 % 2 * x + i / 16 % 4 * 32 * x * many + j % x +
                                 j / x % 2 * 16 * x * many + j / (2 * x) % many * 2 * x;
    return in_atom + i / 64 * 64 * wide + j / wide * ((rows + 63) / 64) * 64 * wide;
  });
}

// Its result for a buffer.
struct Maker {
  std::string_view name;
  Value (*make)(Arith&, const Buffer&);
};
constexpr Maker makers[] = {
    {"alloc_shared", plain},
    {"make_linear_layout", plain},
    {"make_swizzled_layout", ampere},
    {"make_full_bank_swizzled_layout", [](Arith& arith, const Buffer& b) { return checked_banks(arith, b, 8); }},
    {"make_half_bank_swizzled_layout", [](Arith& arith, const Buffer& b) { return checked_banks(arith, b, 4); }},
    {"make_quarter_bank_swizzled_layout", [](Arith& arith, const Buffer& b) { return checked_banks(arith, b, 2); }},
    {"make_wgmma_swizzled_layout", wgmma},
    {"make_tcgen05mma_swizzled_layout", tcgen05},
    {"make_volta_swizzled_layout", volta},
    {"make_mma_swizzle_layout", mma},
    {"make_mfma_swizzle_layout", mfma},
    {"make_cutlass_metadata_layout", metadata},
};

// Reads extents in brackets, if they are next.
bool read_extents(Scanner& in, ForeignShape& out) {
  if (!in.at("(") && !in.at("[")) return false;
  const std::string_view close = in.accept("(") ? ")" : (in.expect("["), "]");
  ForeignShape told;
  while (in.ok() && !in.accept(close)) {
    told.push_back(in.integer());
    in.accept(",");
  }
  if (out.empty()) out = told;
  in.accept(",");
  return true;
}

void check_extents(Scanner& in, const ForeignShape& shape) {
  if (in.ok() && (shape.empty() || shape.size() > max_foreign_rank))
    in.fail(say("give the shape: tilelang(\"...\", (M,N))"));
  for (const std::int64_t extent : shape) {
    if (in.ok() && (extent < 1 || extent > (std::int64_t{1} << 24)))
      in.fail(say("an extent of {}; expected 1 to 2^24 for a buffer", extent));
  }
}

}  // namespace

bool is_tilelang_buffer(std::string_view word) {
  return std::any_of(std::begin(makers), std::end(makers), [&](const Maker& one) { return one.name == word; });
}

Value read_tilelang_buffer(Scanner& in, std::string_view word, const ForeignShape& given) {
  Buffer buffer;
  buffer.shape = given;
  in.expect("(");
  read_extents(in, buffer.shape);
  const std::size_t place = in.position();
  const std::string_view type = in.at_quote() ? in.quoted() : in.word(true);
  buffer.bits = bits_of(type);
  // Rows in sequence, independent of the width of the elements.
  if (buffer.bits == 0 && word == "alloc_shared") buffer.bits = 8;
  if (in.ok() && buffer.bits == 0) in.fail_at(place, say("expected a type such as float16"));
  while (in.ok() && in.accept(",")) buffer.options.push_back(in.until(",)"));
  in.expect(")");
  if (in.ok() && !in.at_end()) in.fail(say("expected the end of the layout"));
  check_extents(in, buffer.shape);
  if (!in.ok()) return static_int(0);
  const std::size_t rank = buffer.shape.size();
  buffer.columns = buffer.shape[rank - 1];
  buffer.rows = rank > 1 ? buffer.shape[rank - 2] : 1;
  buffer.vector = 128 / buffer.bits;
  const auto* maker =
      std::find_if(std::begin(makers), std::end(makers), [&](const Maker& one) { return one.name == word; });
  return maker->make(in.arith(), buffer);
}

std::string tilelang_fragment(Scanner& in, std::string_view word, const ForeignShape& given) {
  constexpr std::string_view name = "make_gemm_fragment_8x8";
  if (word.starts_with(name) && (word == name || word == "make_gemm_fragment_8x8_transposed")) {
    in.expect("(");
    in.expect(")");
    const bool transposed = word != name;
    return cat("Fragment([8, 8] -> [2], thread: 32, forward_thread: ", transposed ? "_j" : "_i", " * 4 + ",
               transposed ? "_i" : "_j", " // 2, forward_index: ", transposed ? "_i" : "_j", " % 2)");
  }
  if (word != "make_fully_replicated_layout_fragment") return {};
  ForeignShape shape = given;
  in.expect("(");
  read_extents(in, shape);
  if (in.at_quote()) {
    in.quoted();
    in.accept(",");
  }
  if (in.accept_word("threads")) in.expect("=");
  const std::int64_t threads = in.integer();
  in.expect(")");
  check_extents(in, shape);
  if (!in.ok() || shape.size() > 6) return {};
  static constexpr std::string_view variables[] = {"_i", "_j", "_k", "_l", "_m", "_n"};
  std::string extents;
  std::string index;
  std::int64_t step = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    extents.insert(0, cat(shape[d], extents.empty() ? "" : ", "));
    index.insert(0, cat(variables[d], " * ", step, index.empty() ? "" : " + "));
    if (mul_overflows(step, shape[d], step)) return {};
  }
  return cat("Fragment([", extents, "], replicate: ", threads, ", thread: ", threads,
             ", forward_thread: _rep, forward_index: ", index, ")");
}

}  // namespace stridescope
