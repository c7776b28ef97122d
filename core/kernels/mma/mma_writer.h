// Parts that the texts of all multiplying kernels share: the instruction, the loads of its operands, the accumulators.
// The template is cuda/mma.cuh. Internal to core/kernels.
#pragma once

#include "core/kernels/kernel_writer.h"
#include "core/kernels/mma/mma_plan.h"

namespace stridescope {

// "unsigned", "float", "double": the C++ type of a register of an operand.
std::string_view register_type(const Registers& registers);
// The type of an element in memory: "unsigned short".
std::string_view element_type(int bits);

class MmaWriter {
 public:
  // aligned: alignment of a stage in bytes.
  explicit MmaWriter(const MmaPlan& plan, std::int64_t aligned = 0) : plan_(plan), aligned_(aligned) {}

  MarkedText about() const;        // comments: tile, threads, layouts, kinds of loads
  MarkedText elements() const;     // AElement, BElement
  MarkedText maps() const;         // index functions of A and B in shared memory
  MarkedText loads() const;        // load_a(registers, smem, t, k) and load_b, if operands are loaded to registers
  MarkedText instruction() const;  // multiply_one(c, a, b)
  // multiply(c, a, b) or, for wgmma, multiply(c, a, b, from, accumulate). along_n: an atom of A stays in registers
  // while the atoms of B vary, if A has more registers.
  MarkedText multiply(bool along_n = false) const;

  // store_c(to, c, v): stores values v ... v + store_width() - 1 of the accumulators as elements of C in one access.
  // c_thread, c_value and, if C has tiles, c_tile0 and c_tile1 give the address.
  MarkedText store(const KernelSide& side, const DataType& type) const;

  // `unsigned a[..][..], b[..][..];` and the accumulators, initialized to 0.
  MarkedText operands() const;
  MarkedText accumulators() const;
  // The base address of a thread in shared memory: `const int a_from = ...;`
  MarkedText thread_bases() const;

  bool in_registers(const MmaFragment& f) const { return f.place == OperandPlace::registers; }
  bool wgmma() const { return plan_.form == MmaPlan::Form::wgmma; }

 private:
  MarkedText load(const MmaFragment& f) const;
  MarkedText multiply_warpgroup() const;
  std::string address(const MmaFragment& f, const KernelSide& side, std::string_view value) const;
  // The bits of an offset that the swizzle of an operand's rows changes, if the rest of a row's address is a sum.
  std::optional<std::int64_t> changed_bits(const MmaFragment& f) const;

  const MmaPlan& plan_;
  std::int64_t aligned_;
};

// True if adding a thread's part and a value's part never carries: the swizzle of the sum is then the exclusive or of
// the swizzled parts.
bool parts_disjoint(const KernelSide& side, std::int64_t threads, std::int64_t values);

// The number of values per register.
std::int64_t values_per_register(const MmaFragment& f);
// The number of elements of C per access of a thread.
std::int64_t store_width(const KernelSide& side, const DataType& type);
// The statement that inserts `bits`, those of value v, into the registers of an operand, which are 0 before.
std::string put_value(const MmaFragment& f, std::string_view registers);

}  // namespace stridescope
