// Products of matrices by the layouts of their atoms: operands are gathered as numbers, multiplied exactly, and
// scattered as the result's type. Internal to the folder.
// Numbers are doubles: products of all types, and sums of integers, are exact in them.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/machine/warp.h"
#include "core/tiled/atom.h"

namespace stridescope::machine {

// The elements of an operand in the registers of a warp.
struct Fragment {
  Type type = Type::none;  // type of an element
  int bits = 0;            // bits of an element in a register
  int per_register = 0;
  std::uint32_t registers = 0;  // registers of a lane
  // By register, lane and element of the register: m + M k, n + N k, m + M n.
  std::vector<std::uint32_t> places;
};

struct Product {
  std::uint32_t m = 0;  // rows of a warp: 16 of wgmma's 64
  std::uint32_t n = 0;
  std::uint32_t k = 0;
  Fragment a, b, c, d;
  bool saturate = false;
  bool exclusive_or = false;
  // wgmma: an operand in shared memory has no fragment.
  bool shared_a = false;
  // A is stored as k / 2 elements per row, with metadata that gives their columns.
  bool sparse = false;
  std::uint32_t stored() const { return sparse ? k / 2 : k; }
  std::size_t numbers() const { return std::size_t{m} * k + std::size_t{n} * k + std::size_t{m} * n; }
  // Work of a warp, for Machine::charge: 16 multiply-adds take about as long as one instruction of a lane.
  std::uint64_t charged() const { return std::uint64_t{m} * n * k / 16; }
};

Type type_of_element(const DataType& type);

// The fragment of the first warp in a (thread, value) layout of a tile with `tile_m` rows, of which a warp has `m`.
// False if a register does not hold whole elements.
bool make_fragment(Fragment& out, const Layout& layout, const DataType& type, int register_bits, std::uint32_t tile_m,
                   std::uint32_t m);

// `count` elements, packed from bit 0 on, as numbers.
void decode_elements(Type type, const void* packed, std::size_t count, double* out);
// The elements of a fragment as numbers, by their places. lists: the rows of its registers.
void gather(const Warp& w, const std::uint32_t* list, const Fragment& f, double* out);
// The reverse; integers wrap, or saturate.
void scatter(Warp& w, const std::uint32_t* list, const Fragment& f, const double* numbers, bool saturate);
// Turns a product whose k counts the stored elements into a product with a sparse A.
void make_sparse(Product& p);
// Moves the stored elements of a sparse A, m + M k, to their columns. metadata: a register of the lanes.
void expand(const Product& p, const Row& metadata, std::uint32_t selector, const double* stored, double* a);
// c = a b + c. a: m + M k, b: n + N k, c: m + M n.
void multiply(const Product& p, const double* a, const double* b, double* c);

}  // namespace stridescope::machine
