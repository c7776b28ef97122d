// Foreign text: names with template arguments.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"

namespace stridescope {

Head find_head(std::string_view name) {
  static constexpr HeadName heads[] = {
      {"Int", Head::integer},
      {"C", Head::integer},
      {"_c", Head::integer},
      {"constant", Head::constant},
      {"integral_constant", Head::constant},
      {"Shape", Head::tuple},
      {"Stride", Head::tuple},
      {"Step", Head::tuple},
      {"Coord", Head::tuple},
      {"tuple", Head::tuple},
      {"Tuple", Head::tuple},
      {"make_tuple", Head::tuple},
      {"ArithmeticTuple", Head::tuple},
      {"IntTuple", Head::tuple},
      {"Tile", Head::tiler},
      {"make_tile", Head::tiler},
      {"Layout", Head::layout},
      {"ComposedLayout", Head::composed},
      {"make_composed_layout", Head::composed},
      {"Swizzle", Head::swizzle},
      {"S", Head::swizzle},
      {"Sw", Head::swizzle},
      {"make_swizzle", Head::swizzle},
      {"ScaledBasis", Head::basis},
      {"Tensor", Head::tensor},
      {"tensor", Head::tensor},
      {"ViewEngine", Head::engine},
      {"ConstViewEngine", Head::engine},
      {"ArrayEngine", Head::engine},
      {"ArithmeticTupleIterator", Head::iterator},
      {"counting_iterator", Head::counting},
      {"gmem_ptr", Head::pointer},
      {"smem_ptr", Head::pointer},
      {"rmem_ptr", Head::pointer},
      {"tmem_ptr", Head::pointer},
      {"swizzle_ptr", Head::pointer},
      {"subbyte_iterator", Head::pointer},
      {"smem_ptr_flag_bits", Head::flag},
#define CUTE_TYPE(name, form, head) {name, Head::head},
#include "core/foreign/cute_mlir/types.def"
      {"make_gmem_ptr", Head::make_pointer},
      {"make_smem_ptr", Head::make_pointer},
      {"make_rmem_ptr", Head::make_pointer},
      {"make_tmem_ptr", Head::make_pointer},
      {"make_tensor", Head::make_tensor},
      {"TiledMMA", Head::tiled_mma},
      {"TiledCopy", Head::tiled_copy},
      {"decltype", Head::transparent},
      {"Underscore", Head::transparent},
      {"const_expr", Head::transparent},
      {"static_cast", Head::cast},
      {"int", Head::cast},
      {"Int32", Head::cast},
      {"Int64", Head::cast},
      {"Uint32", Head::cast},
      {"Uint64", Head::cast},
      {"int32_t", Head::cast},
      {"int64_t", Head::cast},
      {"size_t", Head::cast},
      {"sizeof_bits", Head::sizeof_bits},
      {"sizeof_bits_v", Head::sizeof_bits},
      {"conditional", Head::conditional},
      {"Sm1xxBlockScaledConfig", Head::scale_factors},
      {"Sm1xxBlockScaledBasicChunk", Head::scale_factors},
      {"Sm1xxBlockwiseScaleConfig", Head::scale_factors},
      {"Sm100BlockwiseScaleConfig", Head::scale_factors},
      {"Sm120BlockwiseScaleConfig", Head::scale_factors},
      {"conditional_t", Head::conditional},
  };
  const auto* found =
      std::find_if(std::begin(heads), std::end(heads), [&](const HeadName& h) { return h.name == name; });
  return found != std::end(heads) ? found->head : Head::none;
}

bool is_foreign_template(std::string_view name) {
  const Head head = find_head(name);
  return (head == Head::tuple || head == Head::tiler || head == Head::layout) && find_builtin(name) == nullptr;
}

bool is_foreign_call(std::string_view name) {
  static constexpr std::string_view names[] = {
      "Int32",
      "Int64",
      "Uint32",
      "Uint64",
      "Layout",
      "Swizzle",
      "sizeof",
      "decltype",
      "int",
      "group_modes",
      "make_gmem_ptr",
      "make_smem_ptr",
      "make_tile",
      "make_tuple",
      "make_swizzle",
      "make_composed_layout",
      "make_rmem_ptr",
      "make_tmem_ptr",
      "increment_coord",
      "is_congruent",
      "is_weakly_congruent",
      "flatten_to_tuple",
      "get_leaves",
      "recast_tensor",
      "size_in_bytes",
      "repeat_as_tuple",
      "make_layout_image_mask",
      "bits_to_bytes",
  };
  if (takes_functions(name) || std::find(std::begin(names), std::end(names), name) != std::end(names)) return true;
  // Most names are our own: this lookup is faster than excluding all the others.
  return find_builtin(name) == nullptr && (makes_no_value(name) || test_operator(name));
}

bool is_layout_word(std::string_view name) {
  switch (find_head(name)) {
    case Head::tuple:
    case Head::tiler:
    case Head::layout:
    case Head::composed:
    case Head::swizzle:
    case Head::make_tensor:
    case Head::tiled_mma:
    case Head::tiled_copy:
      return name != "tuple";
    default:
      break;
  }
  static constexpr std::string_view parts[] = {"layout", "Layout", "partition", "divide",  "product",
                                               "make_",  "tile",   "compos",    "coalesc", "complement",
                                               "stride", "shape",  "fragment"};
  const bool named = std::any_of(std::begin(parts), std::end(parts),
                                 [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
  return named && (find_builtin(name) != nullptr || name.starts_with("make_") || name.find("ayout") != name.npos);
}

bool takes_integers(std::string_view name) {
  const Head head = find_head(name);
  return head == Head::integer || head == Head::swizzle || name == "E" || name == "layout" ||
         (head == Head::none && find_builtin(name) != nullptr);
}

// At the bracket of <0,1>(, which selects a mode of its argument.
bool PasteParser::at_mode() const {
  std::size_t ahead = 1;
  while (at(TokenKind::integer, ahead) && at(TokenKind::comma, ahead + 1)) ahead += 2;
  return at(TokenKind::integer, ahead) && at(TokenKind::close_angle, ahead + 1) && at(TokenKind::open_paren, ahead + 2);
}

// word<...>, at the bracket
PasteParser::Index PasteParser::type(std::string_view word, Head head, std::uint32_t begin) {
  if (head == Head::pointer) {
    next_ -= 1;  // starts again at its name
    Iterator iterator;
    iterator.kind = Iterator::Kind::pointer;
    iterator.position = dynamic_int(0);
    if (!pointer_type(iterator.pointer)) return {};
    return add_literal(std::move(iterator), begin);
  }
  if (head == Head::dsl_layout && !at_mark("\"", 1)) return function_template(word, begin);  // layout<0>(L)
  if (word == "tensor" && at_mode()) return function_template(word, begin);                  // tensor<0,1>(T)
  if (head == Head::dsl_pointer || head == Head::dsl_layout || head == Head::dsl_memory ||
      head == Head::dsl_coordinates || (head == Head::tensor && word == "tensor"))
    return dsl(head, begin);
  if (head == Head::swizzle) return swizzle_type(begin);
  if (head == Head::tensor) return tensor_type(begin);
  if (head == Head::engine || head == Head::iterator || head == Head::counting) {
    next_ -= 1;
    return engine();
  }
  if (head == Head::make_tensor) return function_template(word, begin);
  if (head == Head::scale_factors)
    return word.find("Blockwise") != std::string_view::npos ? blockwise_config(begin) : scale_config(begin);
  const Span open = advance().span;
  foreign_ = foreign_ || head == Head::tiled_mma || head == Head::tiled_copy;
  ++in_template_;
  Index out;
  switch (head) {
    case Head::integer:
    case Head::constant:
      out = static_integer(head == Head::constant, begin);
      break;
    case Head::basis:
      out = basis(begin);
      break;
    case Head::flag:
      if (at(TokenKind::integer) && peek().integer.value > 0 && peek().integer.value <= 1 << 16) {
        const Int bits = advance().integer;
        if (expect(TokenKind::close_angle, '>', open))
          out = add({.kind = Syntax::unset, .span = {}, .integer = bits}, begin);
      } else {
        unexpected(say("the bits of an element"));
      }
      break;
    case Head::sizeof_bits: {
      int bits = 0;
      if (element_type(bits) && expect(TokenKind::close_angle, '>', open)) out = add_integer(dynamic_int(bits), begin);
      break;
    }
    case Head::cast:
      if (skip_rest(TokenKind::close_angle)) {
        const Span call = peek().span;
        if (!accept(TokenKind::open_paren)) return unexpected(say("'('"));
        out = expression();
        if (out && !expect(TokenKind::close_paren, ')', call)) out.reset();
      }
      break;
    default: {
      auto parts = list(TokenKind::close_angle, '>', open);
      if (!parts) break;
      foreign_ = true;
      if (head == Head::conditional && parts->size() == 3) {
        out = add({.kind = Syntax::conditional, .span = {}, .children = std::move(*parts)}, begin);
        break;
      }
      if (head == Head::tiled_mma || head == Head::tiled_copy) {
        out = add_call(head == Head::tiled_mma ? "make_tiled_mma" : "make_tiled_copy_impl", std::move(*parts), begin);
        break;
      }
      if (head == Head::tuple || head == Head::tiler) {
        out = add(
            {.kind = head == Head::tuple ? Syntax::tuple : Syntax::tiler, .span = {}, .children = std::move(*parts)},
            begin);
      } else if (head == Head::layout) {
        out = layout_of(std::move(*parts), begin);
      } else if (head == Head::composed && parts->size() == 3) {
        out = add({.kind = Syntax::chain, .span = {}, .children = std::move(*parts)}, begin);
      } else {
        error({begin, position()},
              head == Head::composed ? say("ComposedLayout takes 3 template arguments, not {}", parts->size())
                                     : say("unknown type '{}<...>'", word),
              head == Head::composed ? say("write ComposedLayout<Swizzle<3,4,3>,Int<0>,Layout<...>>")
                                     : say("paste the layout in it, or a tuple"));
      }
      break;
    }
  }
  --in_template_;
  foreign_ = foreign_ || (out && head != Head::integer);
  return out;
}

// Layout<Shape[,Stride]>
PasteParser::Index PasteParser::layout_of(std::vector<std::uint32_t> parts, std::uint32_t begin) {
  if (parts.size() == 1) return add_call("make_layout", std::move(parts), begin);
  if (parts.size() == 2) return add({.kind = Syntax::pair, .span = {}, .children = std::move(parts)}, begin);
  return error({begin, position()},
               say("Layout takes a shape and a stride, not {} template {argument|arguments}", parts.size()),
               say("write Layout<Shape<_2,_4>,Stride<_1,_2>>"));
}

// Int<4>, C<(int)128>, integral_constant<int,4>, Int<M / 2>, C<true>; after the bracket
PasteParser::Index PasteParser::static_integer(bool skip_type, std::uint32_t begin) {
  const Deeper level(depth_);
  if (!level.ok()) return too_deep();
  const Span open = tokens_[next_ - 1].span;
  if (skip_type) {
    while (!at_end() && !at(TokenKind::comma) && !at(TokenKind::close_angle)) advance();
    if (!accept(TokenKind::comma)) return unexpected(say("',' and the value of the constant"));
  }
  const Index value = bits();
  if (!value || !expect(TokenKind::close_angle, '>', open)) return {};
  SyntaxNode& n = node(*value);
  if (n.kind == Syntax::integer) {
    Int constant = n.integer;
    constant.is_static = true;
    return add_integer(constant, begin);
  }
  if (n.kind == Syntax::name && (n.text == "true" || n.text == "false"))
    return add_literal(Bool{n.text == "true", true}, begin);
  return add({.kind = Syntax::to_static, .span = {}, .children = {*value}}, begin);
}

// ScaledBasis<C<1>,0,1>; after the bracket
PasteParser::Index PasteParser::basis(std::uint32_t begin) {
  const Span open = tokens_[next_ - 1].span;
  const Index scale = expression();
  if (!scale) return {};
  BasisPath path;
  while (accept(TokenKind::comma)) {
    drop_casts();
    const Token& mode = peek();
    if (mode.kind != TokenKind::integer || mode.integer.value < 0 || mode.integer.value > BasisPath::max_mode ||
        path.rank() == BasisPath::max_rank) {
      return unexpected(say("a mode of the basis"));
    }
    path = path.appended(static_cast<int>(advance().integer.value));
  }
  if (!expect(TokenKind::close_angle, '>', open)) return {};
  return scaled(*scale, path, begin);
}

std::uint32_t PasteParser::scaled(std::uint32_t scale, const BasisPath& path, std::uint32_t begin) {
  const SyntaxNode& n = node(scale);
  if (n.kind == Syntax::integer) return add_integer({n.integer.value, path, n.integer.is_static}, begin);
  const std::uint32_t unit = add_integer({1, path, true}, begin);
  return add_call("mul", {scale, unit}, begin);
}

// Python: E(0), E([1, 0]), ScaledBasis(4, 0)
PasteParser::Index PasteParser::basis_call(const std::vector<std::uint32_t>& arguments, std::uint32_t begin) {
  if (arguments.empty() || arguments.size() > 2) return unexpected(say("a mode of the basis"));
  std::vector<std::uint32_t> modes = {arguments.back()};
  if (node(modes[0]).kind == Syntax::tuple) modes = node(arguments.back()).children;
  BasisPath path;
  for (const std::uint32_t mode : modes) {
    const SyntaxNode& n = node(mode);
    if (n.kind != Syntax::integer || n.integer.value < 0 || n.integer.value > BasisPath::max_mode ||
        path.rank() == BasisPath::max_rank)
      return error(n.span, say("a mode of the basis must be a small integer"), say("write E(0) or E([0, 1])"));
    path = path.appended(static_cast<int>(n.integer.value));
  }
  foreign_ = true;
  if (arguments.size() == 2) return scaled(arguments[0], path, begin);
  return add_integer({1, path, true}, begin);
}

// (int) before a number
bool PasteParser::drop_casts() {
  std::size_t ahead = 1;
  while (at(TokenKind::name, ahead)) ++ahead;
  if (!at(TokenKind::open_paren) || ahead == 1 || !at(TokenKind::close_paren, ahead)) return false;
  next_ += ahead + 1;
  return true;
}

// Sw<3,4,3>, Swizzle<2,3>; at the bracket. Followed by `_smem_ptr[...](...)` it is the swizzle of a pointer.
PasteParser::Index PasteParser::swizzle_type(std::uint32_t begin) {
  const Deeper level(depth_);
  if (!level.ok()) return too_deep();
  const Span open = advance().span;
  std::vector<std::int64_t> numbers;
  std::vector<std::uint32_t> parts;  // a name can replace a number: Swizzle<kBits,3,3>
  while (!at(TokenKind::close_angle)) {
    const InTemplate inside(in_template_);
    const Index part = bits();
    if (!part) break;
    parts.push_back(*part);
    if (node(*part).kind == Syntax::integer) numbers.push_back(node(*part).integer.value);
    if (!accept(TokenKind::comma) && !at(TokenKind::close_angle)) break;
  }
  if (failed_) return {};
  if (!expect(TokenKind::close_angle, '>', open)) return {};
  Iterator pointer;
  int unset = 0;
  std::uint32_t end = 0;
  if (position() < text_.size() && text_[position()] == '_' && printed_pointer(position() + 1, pointer, unset, end) &&
      unset == 0 && numbers.size() == 3) {
    Arith arith;
    const Swizzle swizzle = make_swizzle(arith, numbers[0], numbers[1], numbers[2]);
    if (arith.failed()) {
      foreign_ = true;
      const Error why = arith.error().value();
      return error({begin, position()}, why.message, why.hint);
    }
    return printed_pointer_node(begin, &swizzle);
  }
  if (numbers.size() != parts.size()) return add_call("Sw", std::move(parts), begin);
  const std::uint32_t out = add_call("Sw", {}, begin);
  node(out).has_arguments = false;
  node(out).template_args = std::move(numbers);
  return out;
}

// Tensor<Engine,Layout>; at the bracket
PasteParser::Index PasteParser::tensor_type(std::uint32_t begin) {
  const Span open = advance().span;
  foreign_ = true;
  const InTemplate inside(in_template_);
  const Index data = engine();
  if (!data) return {};
  if (!accept(TokenKind::comma)) return unexpected(say("',' and the layout of the tensor"));
  const Index layout = expression();
  if (!layout || !expect(TokenKind::close_angle, '>', open)) return {};
  return add({.kind = Syntax::chain, .span = {}, .children = {*data, *layout}}, begin);
}

// ViewEngine<Iterator>, ArrayEngine<half_t,8>, an iterator
PasteParser::Index PasteParser::engine() {
  const Deeper level(depth_);
  if (!level.ok()) return unexpected(say("an iterator with less nesting"));
  const std::uint32_t begin = next_position();
  while (at(TokenKind::name) && (at(TokenKind::scope, 1) || at_word("const"))) next_ += at(TokenKind::scope, 1) ? 2 : 1;
  const std::string_view word = at(TokenKind::name) ? spelling(peek().span) : std::string_view();
  const Head head = find_head(word);
  Iterator iterator;
  iterator.kind = Iterator::Kind::pointer;
  iterator.position = dynamic_int(0);
  const bool templated = at(TokenKind::open_angle, 1);
  if (head == Head::engine && templated) {
    advance();
    const Span open = advance().span;
    if (word != "ArrayEngine") {
      const Index out = engine();
      return out && expect(TokenKind::close_angle, '>', open) ? out : Index{};
    }
    int bits = 0;
    if (!element_type(bits) || !skip_rest(TokenKind::close_angle)) return {};
    iterator.pointer.bits = static_cast<std::uint16_t>(bits);
    return add_literal(std::move(iterator), begin);
  }
  if (head == Head::iterator && templated) {
    const InTemplate inside(in_template_);
    advance();
    const Span open = advance().span;
    const Index coordinate = expression();
    if (!coordinate || !expect(TokenKind::close_angle, '>', open)) return {};
    return add_call("make_inttuple_iter", {*coordinate}, begin);
  }
  if (head == Head::counting && templated) {
    next_ += 2;
    if (!skip_rest(TokenKind::close_angle)) return {};
    if (!at(TokenKind::open_paren)) return add_call("counting_iter", {add_hole(begin, 0)}, begin);
    const Span open = advance().span;
    auto start = list(TokenKind::close_paren, ')', open);
    if (!start) return {};
    return add_call("counting_iter", std::move(*start), begin);
  }
  if (!pointer_type(iterator.pointer)) return {};
  return add_literal(std::move(iterator), begin);
}

}  // namespace stridescope
