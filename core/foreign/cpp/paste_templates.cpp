// Foreign text: functions with template arguments, CuTe's and those of the program: get<0>(x), make_tensor<float>(L),
// std::is_same_v<T, half_t>.
#include <algorithm>

#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"

namespace stridescope {

// The function for this constant of a type: cosize_v<Layout<...>>, tuple_size<Shape<...>>::value; empty if absent.
std::string_view PasteParser::constant_of_type(std::string_view word) {
  static constexpr std::string_view functions[] = {"cosize", "depth", "is_static", "rank", "size"};
  if (word == "tuple_size" || word == "tuple_size_v") return "rank";
  if (word == "is_static") return word;
  if (!word.ends_with("_v")) return {};
  word.remove_suffix(2);
  return std::find(std::begin(functions), std::end(functions), word) != std::end(functions) ? word : std::string_view();
}

// recast<uint128_t>, recast<float,half_t>: the bits of each type, up to the closing bracket
bool PasteParser::widths(std::vector<std::int64_t>& out) {
  foreign_ = true;
  do {
    int bits = 0;
    if (!element_type(bits)) return false;
    while (accept(TokenKind::star) || at(TokenKind::other)) {
      if (at(TokenKind::other)) advance();  // T const&
    }
    out.push_back(bits);
  } while (accept(TokenKind::comma));
  return true;
}

// An element type, or another template argument.
PasteParser::Index PasteParser::type_argument() {
  const std::size_t start = next_;
  const std::uint32_t begin = next_position();
  int bits = 0;
  if (element_type(bits) && (at(TokenKind::comma) || at(TokenKind::close_angle)))
    return add({.kind = Syntax::type, .span = {}, .text = text_.substr(begin, position() - begin)}, begin);
  next_ = start;
  failed_ = false;
  return expression();
}

// Reads up to and including the closing bracket.
std::optional<std::vector<std::uint32_t>> PasteParser::type_arguments() {
  std::vector<std::uint32_t> out;
  while (!at(TokenKind::close_angle)) {
    const Index argument = type_argument();
    if (!argument) return std::nullopt;
    out.push_back(*argument);
    if (!accept(TokenKind::comma) && !at(TokenKind::close_angle)) return unexpected(say("',' or '{}'", '>'));
  }
  advance();
  return out;
}

// f<128, half_t>(m), a function of the program; at the first bracket
PasteParser::Index PasteParser::called_template(PastedFunction& function, std::uint32_t begin) {
  advance();
  ++in_template_;
  auto types = type_arguments();
  --in_template_;
  if (!types) return {};
  const Span open = peek().span;
  if (!accept(TokenKind::open_paren)) return unexpected(say("'('"));
  const auto arguments = list(TokenKind::close_paren, ')', open);
  if (!arguments) return {};
  function.called = true;
  return inlined(function, *types, *arguments, begin);
}

// get<0,1>(x), make_gmem_ptr<half_t>(p), make_tensor<float>(layout); at the first bracket
PasteParser::Index PasteParser::function_template(std::string_view word, std::uint32_t begin) {
  const Head head = find_head(word);
  Iterator iterator;
  iterator.kind = Iterator::Kind::pointer;
  iterator.position = dynamic_int(0);
  std::vector<std::int64_t> numbers;
  std::vector<std::uint32_t> nodes;  // these, and parts without a number so far
  bool computed = false;
  std::string_view elements;
  if (word == "conditional_return" && at(TokenKind::open_angle)) return conditional_return(begin);
  if (at(TokenKind::open_angle)) {
    const Span open = advance().span;
    const InTemplate inside(in_template_);
    if (head == Head::make_pointer || head == Head::make_tensor) {
      int bits = 0;
      const std::size_t start = next_;
      const std::uint32_t first = next_position();
      const bool known = element_type(bits);
      // A template parameter: still a tensor, with elements of unknown width.
      const bool parameter = !known && functions_ != nullptr && functions_->kind != SourceKind::own &&
                             at(TokenKind::close_angle) && next_ == start + 1;
      if (!known && !parameter) return {};
      failed_ = false;
      if (known) elements = elements_named(text_.substr(first, position() - first)).type;
      if (!skip_rest(TokenKind::close_angle)) return {};
      iterator.pointer.bits = static_cast<std::uint16_t>(bits);
    } else if (word == "make_tensor_like" || word == "make_fragment_like") {
      if (!skip_rest(TokenKind::close_angle)) return {};  // the type of its elements
    } else if ((word == "recast" || word == "recast_layout") && !at(TokenKind::integer)) {
      if (!widths(numbers) || !expect(TokenKind::close_angle, '>', open)) return {};
      // recast_layout<Old,New>(layout) has the opposite order.
      if (word == "recast_layout") std::reverse(numbers.begin(), numbers.end());
      word = "recast";
    } else if (const std::string_view function = constant_of_type(word); !function.empty()) {
      auto of = list(TokenKind::close_angle, '>', open);
      if (!of) return {};
      foreign_ = true;
      const std::uint32_t out = add_call(function, std::move(*of), begin);
      node(out).name_span = {begin, begin + static_cast<std::uint32_t>(word.size())};
      return out;
    } else if (word == "ss_op_selector" || word == "rs_op_selector") {
      auto of = list(TokenKind::close_angle, '>', open);
      if (!of) return {};
      const Span call = peek().span;
      if (!accept(TokenKind::open_paren) || !expect(TokenKind::close_paren, ')', call)) return {};
      foreign_ = true;
      return add_call(word, std::move(*of), begin);
    } else if (word == "is_same_v" || word == "is_same") {
      auto of = type_arguments();
      if (!of) return {};
      if (of->size() != 2)
        return error({begin, position()}, say("{} takes {} {argument|arguments}, not {}", word, 2, of->size()),
                     say("write std::is_same_v<T, half_t>"));
      foreign_ = true;
      return add_call("equal", std::move(*of), begin);
    } else {
      while (!at(TokenKind::close_angle)) {
        const Index argument = expression();
        if (!argument) return {};
        const SyntaxNode& n = node(*argument);
        if (n.kind != Syntax::integer || !n.integer.is_plain()) {
          if (find_builtin(word) != nullptr && !strict_ && n.kind != Syntax::name) {  // select<kSwap ? 1 : 2>(S)
            computed = true;
            nodes.push_back(*argument);
            if (!accept(TokenKind::comma) && !at(TokenKind::close_angle)) break;
            continue;
          }
          if (find_builtin(word) == nullptr && !strict_ && skip_rest(TokenKind::close_angle) &&
              at(TokenKind::open_paren))
            return error({begin, begin + static_cast<std::uint32_t>(word.size())},
                         say("the function '{}' is not in the paste", word),
                         say("paste it too, or replace it by what it returns"));
          return error(
              n.span,
              strict_
                  ? say("unknown type '{}<...>'", word)
                  : say("'{}<...>' is not a CuTe type, and template arguments of a function must be integers", word),
              find_builtin(word) != nullptr ? say("write {}<0>(...)", word)
                                            : say("paste the layout in it, or a tuple"));
        }
        numbers.push_back(n.integer.value);
        nodes.push_back(*argument);
        if (!accept(TokenKind::comma) && !at(TokenKind::close_angle)) break;
      }
      if (!expect(TokenKind::close_angle, '>', open)) return {};
    }
  }
  if (head == Head::make_pointer) {
    foreign_ = true;
    memory_space(word.substr(5, 4), iterator.pointer.space);
    const Span open = peek().span;
    if (!accept(TokenKind::open_paren)) return unexpected(say("'(' after {}", word));
    written_address(iterator);
    if (iterator.pointer.bits == 0) {
      const bool name = at(TokenKind::name) && at(TokenKind::close_paren, 1);
      const SyntaxNode* pointer = name ? bound(spelling(peek().span)) : nullptr;
      const Elements cast = pointer != nullptr ? elements_of(*pointer) : cast_elements();
      iterator.pointer.bits = static_cast<std::uint16_t>(cast.bits);
      elements = cast.type;
    }
    if (!skip_rest(TokenKind::close_paren)) {
      return error(open, say("'(' is never closed: the pasted text is cut off"), say("copy all of it, up to the ')'"));
    }
    const std::uint32_t out = add_literal(std::move(iterator), begin);
    node(out).text = elements;
    return out;
  }
  if (strict_) return error({begin, position()}, say("unknown type '{}<...>'", word));
  std::vector<std::uint32_t> arguments;
  const Span name_span = {begin, begin + static_cast<std::uint32_t>(word.size())};
  const bool called = at(TokenKind::open_paren) && (touches() || find_builtin(word) != nullptr);
  if (called) {
    const Span open = advance().span;
    auto entries = list(TokenKind::close_paren, ')', open);
    if (!entries) return {};
    arguments = std::move(*entries);
  }
  if (head == Head::make_tensor) {
    if (arguments.empty())
      return error({begin, position()}, say("make_tensor needs a layout"), say("write make_tensor<float>(layout)"));
    const bool one = arguments.size() == 1;  // a shape, or a layout
    const std::uint32_t layout = one ? arguments[0] : add_call("make_layout", std::move(arguments), begin);
    return add({.kind = Syntax::chain, .span = {}, .children = {add_literal(std::move(iterator), begin), layout}},
               begin);
  }
  const std::uint32_t out =
      add_call(word == "group_modes" ? std::string_view("group") : word, std::move(arguments), begin);
  node(out).name_span = name_span;
  node(out).has_arguments = called;
  if (computed) {
    node(out).template_nodes = std::move(nodes);
  } else {
    node(out).template_args = std::move(numbers);
  }
  return out;
}

// conditional_return<kSwap>(a, b) is one of the two; at the first bracket
PasteParser::Index PasteParser::conditional_return(std::uint32_t begin) {
  foreign_ = true;
  const Span open = advance().span;
  ++in_template_;
  const Index condition = expression();
  --in_template_;
  if (!condition || !expect(TokenKind::close_angle, '>', open)) return {};
  const Span call = peek().span;
  if (!accept(TokenKind::open_paren)) return unexpected(say("'('"));
  auto values = list(TokenKind::close_paren, ')', call);
  if (!values) return {};
  if (values->size() != 2)
    return error({begin, position()},
                 say("{} takes {} {argument|arguments}, not {}", "conditional_return", 2, values->size()));
  values->insert(values->begin(), *condition);
  return add({.kind = Syntax::conditional, .span = {}, .children = std::move(*values)}, begin);
}

}  // namespace stridescope
