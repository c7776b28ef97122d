// PTX as a typed program: variables, functions, instructions with their operands. Names and opcodes are views of the
// program's text.
// Source: PTX ISA 9.0.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace stridescope::machine {

enum class TypeKind : std::uint8_t { predicate, bits, unsigned_integer, signed_integer, floating };
enum class Type : std::uint8_t {
  none,
#define PTX_TYPE(name, bits, kind) name,
#include "core/machine/types.def"
#undef PTX_TYPE
};
// Type::none for a word that is not a type; without the dot: "f16x2".
Type type_named(std::string_view word);
std::string_view name_of(Type type);
int bits_of(Type type);
TypeKind kind_of(Type type);
constexpr int bytes_for(int bits) { return (bits + 7) / 8; }

enum class Space : std::uint8_t { generic, registers, parameter, constant, global, shared, local };

// A variable in memory. Registers are numbered by their function.
struct Variable {
  std::string_view name;
  Space space = Space::global;
  std::int64_t bytes = 0;  // 0 for an array without an extent: dynamic shared memory
  std::int64_t alignment = 1;
  std::string data;  // initial bytes; empty: zeros
  // Addresses of other variables in the data.
  struct Reference {
    std::int64_t offset = 0;
    std::string_view name;
    std::int64_t addend = 0;
    bool generic = false;
  };
  std::vector<Reference> references;
};

// Part of an instruction: its meaning depends on the instruction.
struct Operand {
  enum class Kind : std::uint8_t {
    reg,        // index: number of the register
    immediate,  // value: its bits; floating literals as double
    special,    // text: "%tid.x"
    variable,   // index; value: offset in bytes
    function,   // text: its name
    memory,     // elements: base, then coordinates or a second address; value: offset in bytes
    vector,     // elements
    pair,       // elements: d|p
    label,      // index: number of the instruction
    sink,       // _
    words,      // a list in round brackets: elements
  };
  Kind kind = Kind::reg;
  bool negated = false;     // !%p
  bool of_program = false;  // for a variable: declared outside of functions
  bool floating = false;    // for an immediate: value is the bits of a double
  std::uint32_t index = 0;
  std::uint64_t value = 0;
  std::string_view text;
  std::vector<Operand> elements;
};
// Calls f(index) for the registers of an operand.
template <class F>
void each_register(const Operand& operand, F&& f) {
  if (operand.kind == Operand::Kind::reg) f(operand.index);
  for (const Operand& part : operand.elements) each_register(part, f);
}

struct Instruction {
  std::string_view opcode;              // "ld.global.v4.f32"
  std::vector<std::string_view> words;  // its parts: "ld", "global", "v4", "f32"
  std::vector<Operand> operands;
  std::int32_t guard = -1;  // register of the predicate; -1: none
  bool guard_negated = false;
  Span span;
  std::uint32_t line = 0;         // in the PTX, from 1
  std::uint32_t source_file = 0;  // .loc; 0: none
  std::uint32_t source_line = 0;

  bool has(std::string_view word) const;
  // The first operand is a result.
  bool has_result() const;
};

struct Register {
  std::string_view name;
  Type type = Type::none;
};

struct Parameter {
  std::string_view name;
  Type type = Type::none;  // type of an array's elements
  std::int64_t bytes = 0;
  std::int64_t alignment = 1;
};

struct Function {
  std::string_view name;
  bool kernel = false;
  bool defined = false;
  std::vector<Parameter> results;
  std::vector<Parameter> parameters;
  std::vector<Register> registers;
  std::vector<Variable> variables;  // in local, shared and parameter space; a name can occur in several scopes
  std::vector<Instruction> instructions;
  std::array<std::int64_t, 3> required_block = {0, 0, 0};    // .reqntid
  std::array<std::int64_t, 3> largest_block = {0, 0, 0};     // .maxntid
  std::array<std::int64_t, 3> required_cluster = {0, 0, 0};  // .reqnctapercluster

  bool contains(const Instruction& one) const {
    return !instructions.empty() && &one >= &instructions.front() && &one <= &instructions.back();
  }
};

struct Program {
  std::unique_ptr<const std::string> text;
  std::string_view version;             // "8.0"
  std::string_view target;              // "sm_90a"
  std::vector<std::string_view> files;  // by number; from .file
  std::vector<Variable> variables;
  std::vector<Function> functions;

  const Function* function(std::string_view name) const;
  const Function* function_of(const Instruction& one) const;
};

inline constexpr std::size_t max_ptx_bytes = std::size_t{1} << 26;

// syntax: the text is not PTX or is cut off; unknown_name: a register, label or variable that is not declared;
// too_large. The error has the place and names the line.
Result<Program> read_ptx(std::string_view text);

// `transpose` of _Z9transposePKfPf; the last part of a name in namespaces.
std::string_view source_function(std::string_view mangled);

// The kernel of a name in the PTX or in the source (`transpose` for `_Z9transposePKfPf`); an empty name for the only
// kernel. arguments: none or several.
Result<const Function*> find_kernel(const Program& program, std::string_view name);

}  // namespace stridescope::machine
