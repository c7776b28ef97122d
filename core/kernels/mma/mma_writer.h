// The parts that the text of every kernel that multiplies has: the instruction, the loads of its operands, the
// accumulators. The templates: cuda/mma.cuh. Internal to core/kernels.
#pragma once

#include "core/kernels/kernel_writer.h"
#include "core/kernels/mma/mma_plan.h"

namespace stridescope {

// "unsigned", "float", "double": what a register of an operand is in C++.
std::string_view register_type(const Registers& registers);
// The type of an element in memory: "unsigned short".
std::string_view element_type(int bits);

class MmaWriter {
 public:
  // aligned: a stage begins at a multiple of this many bytes.
  explicit MmaWriter(const MmaPlan& plan, std::int64_t aligned = 0) : plan_(plan), aligned_(aligned) {}

  MarkedText about() const;        // comments: tile, threads, layouts, what is loaded how
  MarkedText elements() const;     // AElement, BElement
  MarkedText maps() const;         // of A and B in shared memory
  MarkedText loads() const;        // load_a(registers, smem, t, k) and load_b, as far as operands come to registers
  MarkedText instruction() const;  // multiply_one(c, a, b)
  // multiply(c, a, b) or, of wgmma, multiply(c, a, b, from, accumulate). along_n: an atom of A stays while those of B
  // go by, where it has the more registers.
  MarkedText multiply(bool along_n = false) const;

  // store_c(to, c, v): values v ... v + store_width() - 1 of the accumulators as elements of C, in one access.
  // c_thread, c_value and, where C is in tiles, c_tile0 and c_tile1 say where.
  MarkedText store(const KernelSide& side, const DataType& type) const;

  // `unsigned a[..][..], b[..][..];` and the accumulators, 0.
  MarkedText operands() const;
  MarkedText accumulators() const;
  // The base of a thread in shared memory: `const int a_from = ...;`
  MarkedText thread_bases() const;

  bool in_registers(const MmaFragment& f) const { return f.place == OperandPlace::registers; }
  bool wgmma() const { return plan_.form == MmaPlan::Form::wgmma; }

 private:
  MarkedText load(const MmaFragment& f) const;
  MarkedText multiply_warpgroup() const;
  std::string address(const MmaFragment& f, const KernelSide& side, std::string_view value) const;
  // The bits of an offset that the swizzle of an operand's rows changes, where the rest of a row's address is a sum.
  std::optional<std::int64_t> changed_bits(const MmaFragment& f) const;

  const MmaPlan& plan_;
  std::int64_t aligned_;
};

// True if x + y of a thread's part x and a value's part y never carries: then a swizzle of the sum is the exclusive or
// of the swizzles.
bool parts_disjoint(const KernelSide& side, std::int64_t threads, std::int64_t values);

// The number of values per register.
std::int64_t values_per_register(const MmaFragment& f);
// The number of elements of C per access of a thread.
std::int64_t store_width(const KernelSide& side, const DataType& type);
// The statement that puts `bits`, those of value v, into the registers of an operand, which are 0.
std::string put_value(const MmaFragment& f, std::string_view registers);

}  // namespace stridescope
