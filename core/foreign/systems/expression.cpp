// Recursive descent over an expression, and its evaluation.
#include "core/foreign/systems/expression.h"

#include <algorithm>

namespace stridescope {

class ExpressionReader {
 public:
  ExpressionReader(Scanner& in, const std::vector<std::string>& variables, std::vector<Expression::Node>& nodes)
      : in_(in), variables_(variables), nodes_(nodes) {}

  std::uint32_t binary(std::size_t level) {
    if (level == levels) return operand();
    std::uint32_t left = binary(level + 1);
    while (in_.ok()) {
      const auto op = std::find_if(std::begin(table), std::end(table),
                                   [&](const Operator& o) { return o.level == level && accepts(o.mark); });
      if (op == std::end(table)) break;
      const std::uint32_t right = binary(level + 1);
      left = add({op->op, 0, left, right});
    }
    return left;
  }

 private:
  using Op = Expression::Op;
  struct Operator {
    std::string_view mark;
    Op op;
    std::size_t level;
  };
  static constexpr std::size_t levels = 6;
  // As in Python; a mark precedes its prefixes in the table.
  static constexpr Operator table[] = {
      {"|", Op::either, 0},     {"^", Op::exclusive, 1}, {"&", Op::both, 2},     {"<<", Op::left, 3},
      {">>", Op::right, 3},     {"+", Op::add, 4},       {"-", Op::subtract, 4}, {"*", Op::multiply, 5},
      {"//", Op::divide, 5},    {"/", Op::divide, 5},    {"%", Op::modulo, 5},   {"floordiv", Op::divide, 5},
      {"ceildiv", Op::ceil, 5}, {"mod", Op::modulo, 5},
  };
  struct Function {
    std::string_view name;
    Op op;
  };
  static constexpr Function functions[] = {
      {"bitwise_xor", Op::exclusive}, {"bitwise_and", Op::both}, {"bitwise_or", Op::either}, {"shift_left", Op::left},
      {"shift_right", Op::right},     {"floordiv", Op::divide},  {"truncdiv", Op::divide},   {"indexdiv", Op::divide},
      {"FloorDiv", Op::divide},       {"FloorMod", Op::modulo},  {"floormod", Op::modulo},   {"truncmod", Op::modulo},
      {"indexmod", Op::modulo},       {"ceildiv", Op::ceil},     {"min", Op::least},         {"max", Op::greatest},
  };

  bool accepts(std::string_view mark) {
    const bool letters = mark[0] >= 'a' && mark[0] <= 'z';
    if (letters) return in_.accept_word(mark);
    // `->` ends an expression.
    return !(mark == "-" && in_.at("->")) && in_.accept(mark);
  }

  std::uint32_t add(Expression::Node node) {
    if (nodes_.size() >= Expression::max_nodes) {
      in_.arith().fail(ErrorCode::too_large,
                       say("{}: an expression of more than {} operations", in_.system(), Expression::max_nodes));
      return 0;
    }
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  std::uint32_t number(std::int64_t value) { return add({Op::number, value, 0, 0}); }

  std::uint32_t operand() {
    const ForeignLevel level(in_, depth_);
    if (!in_.ok()) return number(0);
    if (in_.accept("(")) {
      const std::uint32_t inside = binary(0);
      in_.expect(")");
      return inside;
    }
    if (in_.at_integer()) {
      const std::uint32_t out = number(in_.integer());
      return out;
    }
    if (in_.accept("-")) {
      const std::uint32_t zero = number(0);
      const std::uint32_t of = operand();
      return add({Op::subtract, 0, zero, of});
    }
    const std::size_t begin = in_.position();
    const std::string_view word = in_.word(true);
    if (word.empty()) {
      in_.fail(say("expected an expression"));
      return number(0);
    }
    const std::string_view name = word.substr(word.rfind('.') == std::string_view::npos ? 0 : word.rfind('.') + 1);
    if (in_.accept("(")) return call(begin, name);
    const auto variable = std::find(variables_.begin(), variables_.end(), word);
    if (variable == variables_.end()) {
      in_.fail_at(begin, say("'{}' has no value", word));
      return number(0);
    }
    return add({Op::variable, variable - variables_.begin(), 0, 0});
  }

  std::uint32_t call(std::size_t begin, std::string_view name) {
    const bool cast = name == "Cast" || name == "cast";
    if (cast && in_.at_quote()) {
      in_.quoted();
      in_.expect(",");
    }
    const std::uint32_t first = binary(0);
    if (in_.accept(")")) {
      // int32(x), and floor(x / 2), as every division rounds down
      if (cast || name == "floor" || name.starts_with("int") || name.starts_with("uint")) return first;
      in_.fail_at(begin, say("'{}' takes two arguments", name));
      return first;
    }
    in_.expect(",");
    if (cast && in_.at_quote()) {
      in_.quoted();
      in_.expect(")");
      return first;
    }
    const std::uint32_t second = binary(0);
    in_.expect(")");
    const auto function =
        std::find_if(std::begin(functions), std::end(functions), [&](const Function& f) { return f.name == name; });
    if (function == std::end(functions)) {
      in_.fail_at(begin, say("'{}' is not a known function", name));
      return first;
    }
    return add({function->op, 0, first, second});
  }

  Scanner& in_;
  const std::vector<std::string>& variables_;
  std::vector<Expression::Node>& nodes_;
  int depth_ = 0;
};

Expression Expression::read(Scanner& in, const std::vector<std::string>& variables) {
  Expression out;
  const std::uint32_t root = ExpressionReader(in, variables, out.nodes_).binary(0);
  // The last node is the root: if brackets returned an earlier node, a copy is added.
  if (in.ok() && root + 1 != out.nodes_.size()) {
    out.nodes_.push_back({Op::number, 0, 0, 0});
    out.nodes_.push_back({Op::add, 0, root, static_cast<std::uint32_t>(out.nodes_.size() - 1)});
  }
  out.results_.resize(out.nodes_.size());
  return out;
}

std::int64_t Expression::operator()(Scanner& in, const std::vector<std::int64_t>& at) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& n = nodes_[i];
    std::int64_t& out = results_[i];
    if (n.op == Op::number) {
      out = n.value;
      continue;
    }
    if (n.op == Op::variable) {
      out = at[static_cast<std::size_t>(n.value)];
      continue;
    }
    const std::int64_t a = results_[n.a];
    const std::int64_t b = results_[n.b];
    bool overflow = false;
    switch (n.op) {
      case Op::add:
        overflow = add_overflows(a, b, out);
        break;
      case Op::subtract:
        overflow = sub_overflows(a, b, out);
        break;
      case Op::multiply:
        overflow = mul_overflows(a, b, out);
        break;
      case Op::divide:
      case Op::ceil:
      case Op::modulo: {
        if (b == 0) {
          in.arith().fail(ErrorCode::division_by_zero, say("{}: a divisor is 0", in.system()));
          return 0;
        }
        if (div_overflows(a, b)) {
          overflow = true;
          break;
        }
        const std::int64_t rest = a % b;
        const std::int64_t down = a / b - (rest != 0 && (rest < 0) != (b < 0) ? 1 : 0);
        out = n.op == Op::divide ? down : n.op == Op::modulo ? a - down * b : down + (rest != 0 ? 1 : 0);
        break;
      }
      case Op::exclusive:
        out = a ^ b;
        break;
      case Op::both:
        out = a & b;
        break;
      case Op::either:
        out = a | b;
        break;
      case Op::left:
        overflow = b < 0 || b > 62 || mul_overflows(a, std::int64_t{1} << b, out);
        break;
      case Op::right:
        overflow = b < 0 || b > 62;
        out = overflow ? 0 : a >> b;
        break;
      case Op::least:
        out = std::min(a, b);
        break;
      case Op::greatest:
        out = std::max(a, b);
        break;
      default:
        break;
    }
    if (overflow) {
      in.arith().fail(ErrorCode::overflow, say("{}: a value of the expression does not fit 64 bits", in.system()));
      return 0;
    }
  }
  return nodes_.empty() ? 0 : results_.back();
}

}  // namespace stridescope
