// A substitute for the part of CuTe C++ that emitted code uses: enough semantics to compile it and to print each value
// like cute::print, static integers with an underscore. Written from CuTe's documented behavior.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace cute {

// --- integers ---

template <auto v>
struct C {
  static constexpr auto value = v;
};
template <int v>
using Int = C<v>;
using true_type = C<true>;
using false_type = C<false>;

// The aliases that CuTe has; other numbers must be written as Int<N>. clang-format would break the list differently
// each time.
// clang-format off
#define CUTE_STUB_ALIASES(X) \
  X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(12) X(16) X(24) X(32) X(64) X(96) X(128) X(192) \
  X(256) X(384) X(512) X(768) X(1024) X(2048) X(4096) X(8192)
// clang-format on
#define CUTE_STUB_ALIAS(n) using _##n = Int<n>;
CUTE_STUB_ALIASES(CUTE_STUB_ALIAS)

struct Underscore {};
inline constexpr Underscore _{};

template <class T, int... path>
struct ScaledBasis {
  T scale{};
};
template <int... path>
using E = ScaledBasis<C<1>, path...>;

template <class T, int... path, class = std::enable_if_t<std::is_integral_v<T>>>
constexpr ScaledBasis<T, path...> operator*(T scale, ScaledBasis<C<1>, path...>) {
  return {scale};
}

// Bits known at compile time and bits known at run time; the two sets are disjoint.
template <std::uint32_t known, std::uint32_t unknown>
struct MixedBits {
  static_assert(unknown != 0 && (known & unknown) == 0);
  std::uint32_t bits;
};

// --- tuples ---

// A linked chain instead of std::tuple: hundreds of different tuples must compile in a few seconds.
template <class... T>
struct tuple {};
template <class First, class... Rest>
struct tuple<First, Rest...> {
  First first{};
  tuple<Rest...> rest{};
};
template <class... T>
using Shape = tuple<T...>;
template <class... T>
using Stride = tuple<T...>;

inline tuple<> make_tuple() { return {}; }
template <class First, class... Rest>
tuple<First, Rest...> make_tuple(First first, Rest... rest) {
  return {first, make_tuple(rest...)};
}
template <class... T>
tuple<T...> make_shape(T... modes) {
  return cute::make_tuple(modes...);
}
template <class... T>
tuple<T...> make_stride(T... modes) {
  return cute::make_tuple(modes...);
}
template <class... T>
tuple<T...> make_coord(T... modes) {
  return cute::make_tuple(modes...);
}
template <class... T>
tuple<T...> make_tile(T... modes) {
  return cute::make_tuple(modes...);
}

template <class A, class B>
struct congruent : std::true_type {};
template <class... A, class B>
struct congruent<tuple<A...>, B> : std::false_type {};
template <class A, class... B>
struct congruent<A, tuple<B...>> : std::false_type {};
template <class... A, class... B>
requires(sizeof...(A) == sizeof...(B)) struct congruent<tuple<A...>, tuple<B...>>
    : std::bool_constant<(congruent<A, B>::value && ...)> {
};

// --- layouts ---

template <class S, class D>
struct Layout {
  static_assert(congruent<S, D>::value);
  S shape{};
  D stride{};
};
template <class S, class D>
constexpr Layout<S, D> make_layout(S shape, D stride) {
  return {shape, stride};
}

struct LayoutLeft {};
struct LayoutRight {};

template <int bits, int base, int shift>
struct Swizzle {
  static_assert(bits >= 0 && base >= 0 && (shift < 0 ? -shift : shift) >= bits);
};

template <class A, class Offset, class B>
struct ComposedLayout {
  A a;
  Offset offset;
  B b;
};
template <class A, class Offset, class B>
constexpr ComposedLayout<A, Offset, B> composition(A a, Offset offset, B b) {
  return {a, offset, b};
}
// The position of the pointer that a layout still lacks.
template <int bits>
struct smem_ptr_flag_bits {};
// The identity swizzle is dropped.
template <int base, int shift, class S, class D>
constexpr Layout<S, D> composition(Swizzle<0, base, shift>, C<0>, Layout<S, D> b) {
  return b;
}

// --- tensors ---

template <class T = int>
struct counting_iterator {
  T start;
  constexpr counting_iterator(T n = 0) : start(n) {}
};
template <class T>
struct ArithmeticTupleIterator {
  T position;
};
template <class T>
constexpr ArithmeticTupleIterator<T> make_inttuple_iter(T position) {
  return {position};
}
template <class Iterator, class L>
struct Tensor {
  Iterator data;
  L layout;
};
template <class Iterator, class L>
constexpr Tensor<Iterator, L> make_tensor(Iterator data, L layout) {
  return {data, layout};
}

// --- pointers ---

template <int bits>
struct uint_bit_t {};
enum class Space { none, gmem, smem, rmem };
template <class T, Space space>
struct Pointer {
  std::uint64_t address;
  std::int64_t elements = 0;
  friend constexpr Pointer operator+(Pointer p, std::int64_t n) { return {p.address, p.elements + n}; }
};
template <class T>
Pointer<T, Space::none> recast_ptr(void* p) {
  return {reinterpret_cast<std::uintptr_t>(p)};
}
template <class T>
Pointer<T, Space::gmem> make_gmem_ptr(void* p) {
  return {reinterpret_cast<std::uintptr_t>(p)};
}
template <class T>
Pointer<T, Space::smem> make_smem_ptr(void* p) {
  return {reinterpret_cast<std::uintptr_t>(p)};
}
template <class T>
Pointer<T, Space::rmem> make_rmem_ptr(void* p) {
  return {reinterpret_cast<std::uintptr_t>(p)};
}
template <class P, class S>
struct swizzle_ptr {
  P pointer;
};
template <class P, int bits, int base, int shift>
constexpr swizzle_ptr<P, Swizzle<bits, base, shift>> make_swizzle_ptr(P pointer, Swizzle<bits, base, shift>) {
  return {pointer};
}

// --- atoms and tilings ---

// The instructions come from the golden data: check.mjs declares them as derived structs.
struct Operation {};
template <class T>
concept IsOperation = std::is_base_of_v<Operation, T>;

template <IsOperation Op>
struct MMA_Atom {};
template <IsOperation Op, class T>
struct Copy_Atom {};

// Traits of a bulk copy: the operation, and the bits per instruction.
template <class Op, class Bits>
struct Copy_Traits : Operation {};
template <IsOperation Op, class T, class L, class Tile>
struct TmaAtom {
  T tensor;
  L layout;
  Tile tile;
};
template <IsOperation Op, class T, class L, class Tile>
TmaAtom<Op, T, L, Tile> make_tma_atom(Op, T tensor, L layout, Tile tile) {
  return {tensor, layout, tile};
}

template <class Tiling>
struct Slice {
  Tiling tiling;
  int thread;
};
template <class Op, class L, class Tile>
struct TiledMMA {
  L layout;
  Tile tile;
  Slice<TiledMMA> get_slice(int thread) const { return {*this, thread}; }
};
template <IsOperation Op, class L, class Tile = tuple<>>
TiledMMA<Op, L, Tile> make_tiled_mma(Op, L layout, Tile tile = {}) {
  return {layout, tile};
}
template <class Atom, class L, class Tile>
struct TiledCopy {
  L layout;
  Tile tile;
  Slice<TiledCopy> get_slice(int thread) const { return {*this, thread}; }
};
template <class Op, class T, class L, class Tile>
TiledCopy<Copy_Atom<Op, T>, L, Tile> make_tiled_copy_impl(Copy_Atom<Op, T>, L layout, Tile tile) {
  return {layout, tile};
}

// --- printing ---

template <class T>
requires std::is_integral_v<T> std::string text(T value) {
  if constexpr (std::is_same_v<T, bool>) return value ? "true" : "false";
  return std::to_string(value);
}
template <auto v>
std::string text(C<v>) {
  return std::is_same_v<decltype(v), bool> ? text(v) : "_" + text(v);
}
inline std::string text(Underscore) { return "_"; }
inline std::string text(LayoutLeft) { return "LayoutLeft"; }
inline std::string text(LayoutRight) { return "LayoutRight"; }
template <std::uint32_t known, std::uint32_t unknown>
std::string text(MixedBits<known, unknown> m) {
  return "M_" + text(known) + "|(" + text(m.bits) + "&" + text(unknown) + ")=" + text(known | m.bits);
}
// Prints a basis path, outermost mode last.
template <class T, int... path>
std::string text(ScaledBasis<T, path...> e) {
  std::string modes;
  ((modes = "@" + text(path) + modes), ...);
  return text(e.scale) + modes;
}
template <int bits, int base, int shift>
std::string text(Swizzle<bits, base, shift>) {
  return "Sw<" + text(bits) + "," + text(base) + "," + text(shift) + ">";
}

template <class... T>
std::string text(tuple<T...> t);
template <class S, class D>
std::string text(Layout<S, D> layout);
template <class A, class Offset, class B>
std::string text(ComposedLayout<A, Offset, B> layout);

inline void append_modes(std::string&, tuple<>) {}
template <class First, class... Rest>
void append_modes(std::string& out, tuple<First, Rest...> t) {
  out += text(t.first);
  if (sizeof...(Rest) > 0) out += ',';
  append_modes(out, t.rest);
}
template <class... T>
std::string text(tuple<T...> t) {
  std::string out = "(";
  append_modes(out, t);
  return out + ")";
}
template <class S, class D>
std::string text(Layout<S, D> layout) {
  return text(layout.shape) + ":" + text(layout.stride);
}
template <class A, class Offset, class B>
std::string text(ComposedLayout<A, Offset, B> layout) {
  return text(layout.a) + " o " + text(layout.offset) + " o " + text(layout.b);
}
template <int bits>
std::string text(smem_ptr_flag_bits<bits>) {
  return "smem_ptr[" + text(bits) + "b](unset)";
}
template <int bits, Space space>
std::string text(Pointer<uint_bit_t<bits>, space> p) {
  constexpr const char* names[] = {"", "gmem_", "smem_", "rmem_"};
  std::string digits;
  std::uint64_t address = p.address + static_cast<std::uint64_t>(p.elements * bits / 8);
  do digits.insert(digits.begin(), "0123456789abcdef"[address % 16]);
  while ((address /= 16) != 0);
  const int part = static_cast<int>(p.elements * bits % 8);
  return std::string(names[static_cast<int>(space)]) + (bits < 8 ? "subptr[" : "ptr[") + text(bits) + "b](0x" + digits +
         (part != 0 || bits < 8 ? "." + text(part) : "") + ")";
}
template <class P, class S>
std::string text(swizzle_ptr<P, S> p) {
  return text(S{}) + "_" + text(p.pointer);
}

// The type's name in the compiler's spelling.
template <class T>
std::string type_text() {
  const std::string_view all = __PRETTY_FUNCTION__;
  const std::string_view start = "T = ";
  const std::size_t begin = all.find(start) + start.size();
  return std::string(all.substr(begin, std::min(all.find(';', begin), all.rfind(']')) - begin));
}
template <IsOperation Op>
std::string text(Op) {
  return type_text<Op>();
}
template <class Op>
std::string text(MMA_Atom<Op> atom) {
  return type_text<decltype(atom)>();
}
template <class Op, class T>
std::string text(Copy_Atom<Op, T> atom) {
  return type_text<decltype(atom)>();
}
// Prints a tile in the notation of our language.
template <class T>
std::string tile_text(T tile) {
  return text(tile);
}
template <class... T>
std::string tile_text(tuple<T...> tile) {
  const std::string modes = text(tile);
  return "<" + modes.substr(1, modes.size() - 2) + ">";
}
template <class Op, class L, class Tile>
std::string text(TiledMMA<Op, L, Tile> mma) {
  const std::string tile = std::is_same_v<Tile, tuple<>> ? "" : ", " + tile_text(mma.tile);
  return "make_tiled_mma(" + type_text<Op>() + ", " + text(mma.layout) + tile + ")";
}
template <class Atom, class L, class Tile>
std::string text(TiledCopy<Atom, L, Tile> copy) {
  return "make_tiled_copy_impl(" + type_text<Atom>() + ", " + text(copy.layout) + ", " + tile_text(copy.tile) + ")";
}
template <class Op, class T, class L, class Tile>
std::string text(TmaAtom<Op, T, L, Tile> atom) {
  return "make_tma_atom(" + type_text<Op>() + "{}, " + text(atom.tensor) + ", " + text(atom.layout) + ", " +
         text(atom.tile) + ")";
}
template <class Tiling>
std::string text(Slice<Tiling> slice) {
  return "get_slice(" + text(slice.tiling) + ", " + text(slice.thread) + ")";
}
template <class T>
std::string text(counting_iterator<T> it) {
  return "counting_iter(" + text(it.start) + ")";
}
template <class T>
std::string text(ArithmeticTupleIterator<T> it) {
  return "ArithTuple" + text(it.position);
}
template <class Iterator, class L>
std::string text(Tensor<Iterator, L> tensor) {
  return text(tensor.data) + " o " + text(tensor.layout);
}

}  // namespace cute
