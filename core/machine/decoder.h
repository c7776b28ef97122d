// Turns instructions into steps: each family of instructions has a function that reads its words and operands. Internal
// to the folder.
#pragma once

#include <map>

#include "core/machine/flow.h"
#include "core/machine/numbers.h"
#include "core/machine/warp.h"

namespace stridescope::machine {

// Decodes the functions of a kernel: rows of registers, places of variables, steps.
class Decoder {
 public:
  Decoder(const Program& program, Code& code) : program_(program), code_(code) {}

  // Decodes a kernel and what it calls; false with an error. `program_addresses` has the addresses of the program's
  // variables in global memory.
  bool decode(const Function& kernel, const std::vector<std::uint64_t>& program_addresses);
  // From now on, lists unsupported instructions in `missing` instead of failing.
  void list_missing(std::vector<const Instruction*>& missing) { missing_ = &missing; }
  const std::optional<Error>& error() const { return error_; }

  // --- for the families ---
  const Instruction& instruction() const { return *instruction_; }
  Step& step() { return step_; }
  std::string_view word(std::size_t i) const {
    return i < instruction_->words.size() ? instruction_->words[i] : std::string_view();
  }
  bool has(std::string_view word) const { return instruction_->has(word); }
  // The n-th type of the opcode, from the left; none if there are fewer.
  Type type(std::size_t n = 0) const;
  Type last_type() const;
  // The space that the opcode names; generic: none.
  Space space() const;
  std::size_t operands() const { return instruction_->operands.size(); }
  // Operand i; with fewer operands, reports an error and returns an invalid operand.
  const Operand& operand(std::size_t i);
  bool wants(std::size_t count);
  bool wants(std::size_t least, std::size_t most);
  // Reports an error unless the operand has the number of elements of .v2, .v4 or .v8, or one element without them.
  bool wants_elements(const Operand& operand);
  // The row of an operand that is read: a register, a number of this type, a special register, an address.
  std::uint32_t source(const Operand& operand, Type type);
  std::uint32_t source(std::size_t i, Type type) { return source(operand(i), type); }
  // The row of a register that is written; a sink has a row of its own.
  std::uint32_t result(const Operand& operand);
  std::uint32_t result(std::size_t i) { return result(operand(i)); }
  // Base row and offset of an address.
  void address(const Operand& operand);
  // The rows of a vector operand, or of a single one, in Code::lists.
  void list(const Operand& operand, bool written, Type type);
  std::uint32_t constant(std::uint64_t value);
  // Keeps a structure of 32-bit numbers in Code::lists, at this index.
  template <class T>
  std::uint32_t keep(const T& numbers) {
    static_assert(sizeof numbers % sizeof(std::uint32_t) == 0);
    const std::size_t first = code_.lists.size();
    code_.lists.resize(first + sizeof numbers / sizeof(std::uint32_t));
    std::memcpy(code_.lists.data() + first, &numbers, sizeof numbers);
    return static_cast<std::uint32_t>(first);
  }
  std::uint32_t scratch() { return code_.rows++; }
  // The results d or d|p of operand 0.
  void results();
  // Decodes operand 0 as the result, and up to three sources of one type after it. Returns true.
  bool operands_of(Type type, std::size_t sources);
  // Reports that the instruction contradicts PTX. Returns true, so that a family can return its result.
  bool wrong(Message what, Message hint = {});
  // True if each word after the first is a type or one of these.
  bool only(std::initializer_list<std::string_view> words) const;
  Rounding rounding(Rounding otherwise = Rounding::nearest) const;
  // The recorded place of an access.
  void record(AccessKind kind, int bytes, int matrices = 0);
  void not_recorded();
  std::uint32_t carry();
  // The index of a product in Code::products.
  std::uint32_t product(std::shared_ptr<const Product> product) {
    code_.products.push_back(std::move(product));
    return static_cast<std::uint32_t>(code_.products.size() - 1);
  }
  void reads_clock() { code_.clock = instruction_; }
  void multiplies_in_groups() { code_.wgmma = true; }
  // An operand that is the selector of a sparse product.
  std::uint64_t selector(std::size_t i, const Product& product);
  const Program& program() const { return program_; }
  int register_bits(const Operand& operand) const;
  bool is_kernel_parameter(const Operand& operand) const;

  struct Body {
    const Function* function = nullptr;
    std::uint32_t first_step = 0;
    std::uint32_t first_row = 0;
    std::vector<std::uint64_t> addresses;  // addresses of its variables
  };

 private:
  bool body(std::size_t index);
  bool one(const Function& function, std::size_t i);
  std::size_t body_of(const Function& function);
  void place_variables(Body& body);
  std::uint64_t address_of(const Operand& operand) const;
  bool calls_of(std::size_t index);
  bool call();
  void add_step();
  bool call_system(std::string_view name, const Operand* arguments, const Operand* results);

  const Program& program_;
  Code& code_;
  std::optional<Error> error_;
  std::vector<const Instruction*>* missing_ = nullptr;
  std::vector<Body> bodies_;
  std::map<std::uint64_t, std::uint32_t> constants_;
  std::map<std::string_view, std::uint32_t> specials_;
  std::vector<std::uint64_t> program_addresses_;
  std::uint32_t carry_ = nowhere;
  const Body* body_ = nullptr;
  const Instruction* instruction_ = nullptr;
  Step step_;
};

// Families: true if the instruction is decoded; false if its form is not supported. Each has a file.
#define PTX_FAMILY(name)   \
  namespace name {         \
  bool decode(Decoder& d); \
  }
#define PTX_OPCODE(word, family)
#include "core/machine/opcodes.def"
#undef PTX_OPCODE
#undef PTX_FAMILY

}  // namespace stridescope::machine
