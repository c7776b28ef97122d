// Gives the types of a module a meaning: each becomes a statement of the language. One dialect per file; internal to
// the folder.
#pragma once

#include <optional>
#include <string>

#include "core/foreign/modules/module.h"
#include "core/foreign/modules/xray.h"

namespace stridescope::ir {

// A type as a statement of the language.
struct ReadType {
  XrayKind kind = XrayKind::layout;
  std::string expression;  // the displayed expression; `?` for each unknown integer
  // The same with numbers for unknown integers. Extents are three times their divisor. Strides are far apart: in
  // `filled` odd multiples of their divisors, so that only the guarantees of the type hold; in `spread` powers of two,
  // so that each begins a sector.
  std::string filled;
  std::string spread;
  std::size_t open = 0;
  std::string stage;    // for memory whose first dimension can count stages: one stage
  std::string written;  // the type with its aliases expanded, if it has any
  std::string stem;     // stem of a name, if no alias gives one
  Message refused;      // the reason if the expression is absent
};

// CuTe DSL: !cute.layout<"...">, !cute.memref<...>, !cute.tiled_copy<...>, ... (cute_types.cpp)
bool is_cute_type(std::string_view type);
ReadType read_cute_type(const Module& module, const ModuleType& type);

// Triton: tensor<64x64xf16, #blocked>, !ttg.memdesc<...> (triton_types.cpp)
bool is_triton_type(std::string_view type);
ReadType read_triton_type(const Module& module, const ModuleType& type);

}  // namespace stridescope::ir
