// The parts of its parameters that a kernel uses: numbers, pointers with the elements behind them, tensor maps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/machine/program.h"

namespace stridescope::debugger {

// A parameter, or a member of one that is a structure.
struct ParameterUse {
  std::size_t parameter = 0;
  std::int64_t offset = 0;  // offset of a member
  std::int64_t bytes = 0;
  bool member = false;
  machine::Type type = machine::Type::none;  // type of a number; none: the kernel reads nothing of it
  int map_rank = 0;                          // the dimensions of a tensor map; 0: it is not one
  bool pointer = false;                      // a pointer to memory that is accessed
  bool read = false;
  bool written = false;
  std::string element;  // the type behind the pointer or the map, "f16"; empty: unknown
};

// In the order of the parameters, members by their offsets.
std::vector<ParameterUse> parameter_uses(const machine::Function& kernel);
// "i32" for .b32; the name of an element type.
std::string element_name(machine::Type type);

}  // namespace stridescope::debugger
