// Checks the layouts of a module, over all its parts and operations. Internal to the folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/budget.h"
#include "core/foreign/modules/module.h"
#include "core/foreign/modules/xray.h"
#include "core/lang/evaluator.h"
#include "core/value/value.h"

namespace stridescope::ir {

// A part with its value. Unknown integers are replaced by others that satisfy the guarantees of the type and no more: a
// finding must hold for all values of the unknown integers, otherwise the check skips the part.
struct Looked {
  const Value* value = nullptr;
  bool open = false;
  std::string_view text;    // text of the type
  std::string_view filled;  // expressions of the language, as in dialect.h
  std::string_view spread;
};

// The maximum number of tile elements whose addresses are examined.
constexpr std::int64_t max_counted = 1 << 16;

struct Checked {
  std::string_view text;  // text of the whole file
  const Module& module;
  const std::vector<Looked>& parts;  // indexed by part
  const std::vector<int>& part_of;   // indexed by type
  Budget& budget;
  std::vector<XrayFinding>& findings;
  bool other_hardware;  // hardware other than NVIDIA's, with other banks and warps

  const Looked* looked(const ModuleValue& value) const {
    if (value.type < 0) return nullptr;
    const int part = part_of[static_cast<std::size_t>(value.type)];
    return part < 0 ? nullptr : &parts[static_cast<std::size_t>(part)];
  }
  int part(const ModuleValue& value) const {
    return value.type < 0 ? -1 : part_of[static_cast<std::size_t>(value.type)];
  }
};

// The value of the program's last statement; null, without a report, if it has errors.
std::optional<Value> value_of_program(const std::string& program, Budget& budget);

// Checks each part alone: elements of a tile without a thread, or with several. (checks_parts.cpp)
void check_parts(const std::vector<Looked>& parts, const std::vector<XrayPart>& listed, Budget& budget,
                 std::vector<XrayFinding>& findings);
// Reports the cost of an access to a whole tile above the minimum; nothing at the minimum. `open`: unknown strides are
// large multiples of a sector. (checks_cute.cpp)
void tell_cost(std::vector<XrayFinding>& findings, std::uint32_t line, int part, const Value& access, bool open,
               std::string program);
// Copies, partitions, TMA and wgmma of CuTe DSL's modules. (checks_cute.cpp)
void check_cute(Checked& all);
// Partitions of copies in sources of CuTe: width, alignment, sectors and wavefronts. Lines and parts by the number of
// the binding. (checks_source.cpp)
void check_source(const std::vector<Binding>& bindings, const std::vector<std::uint32_t>& lines,
                  const std::vector<int>& part_of, Budget& budget, std::vector<XrayFinding>& findings);
// Loads, stores and moves through shared memory of Triton's modules. (checks_triton.cpp)
void check_triton(Checked& all);

}  // namespace stridescope::ir
