// The parts that the text of every kernel that multiplies has: the instruction, the loads of its operands, the
// accumulators. Internal to core/codegen.
#pragma once

#include "core/codegen/kernel_writer.h"
#include "core/codegen/mma_plan.h"

namespace stridescope {

// "unsigned", "float", "double": what a register of an operand is in C++.
std::string_view register_type(const Registers& registers);
// The type of an element in memory: "unsigned short".
std::string_view element_type(int bits);

class MmaWriter : public KernelWriter {
 public:
  explicit MmaWriter(const MmaPlan& plan) : plan_(plan) {}

  void describe();       // comments: tile, threads, layouts, what is loaded how
  void element_types();  // AElement, BElement
  void maps();           // of A and B in shared memory
  void loads();          // load_a(registers, smem, t, k) and load_b, as far as operands come to registers
  void instruction();    // multiply_one(c, a, b)
  void multiply();       // multiply(c, a, b) or, of wgmma, multiply(c, a, b, from, accumulate)

  // store_c(to, c, v): values v ... v + store_width() - 1 of the accumulators as elements of C, in one access.
  // c_thread, c_value and, where C is in tiles, c_tile0 and c_tile1 say where.
  void store(const KernelSide& side, const DataType& type);
  std::int64_t store_width() const { return store_width_; }

  // `unsigned a[..][..], b[..][..];` and the accumulators, 0.
  void declare_operands(std::string_view indent);
  void declare_accumulators(std::string_view indent);
  bool from_shared(const MmaFragment& f) const { return f.smem.has_value(); }
  bool in_registers(const MmaFragment& f) const { return f.place == OperandPlace::registers; }
  bool wgmma() const { return plan_.form == MmaPlan::Form::wgmma; }
  // `unsigned char* stage`: shared memory from the next multiple of 1024 bytes on, where swizzles begin anew.
  void shared_stage();
  // The base of a thread in shared memory: `const int a_from = ...;`
  void thread_bases(std::string_view indent);

 private:
  void load(const MmaFragment& f);
  std::string address(const MmaFragment& f, const KernelSide& side, std::string_view value) const;

  const MmaPlan& plan_;
  std::int64_t store_width_ = 1;
};

// Whether x + y of a thread's part x and a value's part y never carries: then a swizzle of the sum is the swizzles'
// exclusive or.
bool parts_disjoint(const KernelSide& side, std::int64_t threads, std::int64_t values);

// Its words for the C++ type of accumulators, and how many values one register holds.
std::int64_t values_per_register(const MmaFragment& f);
// The statement that puts `bits`, those of value v, into the registers of an operand, which are 0.
std::string put_value(const MmaFragment& f, std::string_view registers);

}  // namespace stridescope
