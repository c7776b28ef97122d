// Gives the types of a module a meaning: each becomes a statement of the language. One dialect a file; internal to the
// folder.
#pragma once

#include <optional>
#include <string>

#include "core/foreign/modules/module.h"
#include "core/foreign/modules/xray.h"

namespace stridescope::ir {

// A type as a statement of the language.
struct ReadType {
  XrayKind kind = XrayKind::layout;
  std::string expression;  // as it is offered; `?` where an integer is open
  // The same with numbers where integers are open. Extents are three times their divisor. Strides are far apart, in
  // `filled` by odd multiples of their divisors, so that nothing holds but what the type promises, and in `spread` by
  // powers of two, so that each begins a sector.
  std::string filled;
  std::string spread;
  std::size_t open = 0;
  std::string stage;    // of memory with a first dimension that may count stages: one of them
  std::string written;  // the type with its aliases written out, where it has some
  std::string stem;     // of a name, where no alias gives one
  Message refused;      // the reason if the expression is absent
};

// CuTe DSL: !cute.layout<"...">, !cute.memref<...>, !cute.tiled_copy<...>, ... (cute_types.cpp)
bool is_cute_type(std::string_view type);
ReadType read_cute_type(const Module& module, const ModuleType& type);

// Triton: tensor<64x64xf16, #blocked>, !ttg.memdesc<...> (triton_types.cpp)
bool is_triton_type(std::string_view type);
ReadType read_triton_type(const Module& module, const ModuleType& type);

}  // namespace stridescope::ir
