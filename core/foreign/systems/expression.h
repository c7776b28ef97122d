// Arithmetic on coordinates as printed by compilers: TVM's _i // 4 * 8 + _j % 8, MLIR's d0 floordiv 4 + d1 mod 8.
// Parsed once, then evaluated at every coordinate.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/foreign/systems/scanner.h"

namespace stridescope {

// + - * // / % ^ & | << >>, floordiv, ceildiv and mod between operands or as functions of two; a cast of one argument
// is skipped. Division rounds down, and % has the sign of the divisor, as in both systems.
class Expression {
 public:
  static constexpr std::size_t max_nodes = 1024;

  // Reads the expression that begins here, over these variables; an unknown name is a fault.
  static Expression read(Scanner&, const std::vector<std::string>& variables);

  std::size_t nodes() const { return nodes_.size(); }
  // Fails if a value does not fit 64 bits, or a divisor is 0.
  std::int64_t operator()(Scanner&, const std::vector<std::int64_t>& at) const;

 private:
  friend class ExpressionReader;
  enum class Op : std::uint8_t {
    number,
    variable,
    add,
    subtract,
    multiply,
    divide,
    ceil,
    modulo,
    exclusive,
    both,
    either,
    left,
    right,
    least,
    greatest
  };
  struct Node {
    Op op;
    std::int64_t value = 0;  // the value of a number; the index of a variable
    std::uint32_t a = 0;     // operands precede their operation
    std::uint32_t b = 0;
  };
  std::vector<Node> nodes_;
  mutable std::vector<std::int64_t> results_;
};

}  // namespace stridescope
