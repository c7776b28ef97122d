// Arithmetic of coordinates as compilers print it: TVM's _i // 4 * 8 + _j % 8, MLIR's d0 floordiv 4 + d1 mod 8. Read
// once, then evaluated at every coordinate.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/foreign/systems/scanner.h"

namespace stridescope {

// + - * // / % ^ & | << >>, floordiv, ceildiv and mod between operands or as functions of two; a cast of one argument
// is passed over. Division rounds down, and % has the sign of the divisor: as both systems have it.
class Expression {
 public:
  static constexpr std::size_t max_nodes = 1024;

  // The expression that begins here, of these variables; a name that is none is a fault.
  static Expression read(Scanner&, const std::vector<std::string>& variables);

  std::size_t nodes() const { return nodes_.size(); }
  // Fails with the fault if a value does not fit 64 bits, or a divisor is 0.
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
    std::int64_t value = 0;  // of a number; of a variable its number
    std::uint32_t a = 0;     // operands come first
    std::uint32_t b = 0;
  };
  std::vector<Node> nodes_;
  mutable std::vector<std::int64_t> results_;
};

}  // namespace stridescope
