// Foreign text: names, their calls, members, and lists of arguments.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/foreign/python/paste_arguments.h"
#include "core/functions/builtin.h"
#include "core/lang/atom_name.h"
#include "core/tiled/atom.h"

namespace stridescope {

// A name with its qualifiers, <...> and (...).
PasteParser::Index PasteParser::name() {
  const std::uint32_t begin = next_position();
  for (;;) {
    if (at(TokenKind::scope) || at_word("typename") || at_word("const")) {
      advance();
    } else if (!tree_.enumerators.empty() && at(TokenKind::name) && at(TokenKind::scope, 1) && at(TokenKind::name, 2)) {
      const Index constant = enumerator(begin);
      if (constant || failed_) return constant;
      next_ += 2;
    } else if (at(TokenKind::name) && at(TokenKind::scope, 1) && at(TokenKind::name, 2) && !at(TokenKind::scope, 3) &&
               !at(TokenKind::open_angle, 3) && bound(spelling(peek().span)) != nullptr) {
      foreign_ = true;  // Mma::Shape_MNK, where the type is bound earlier
      const std::string_view of = spelling(advance().span);
      const std::uint32_t out = add({.kind = Syntax::name, .span = {}, .text = of}, begin);
      node(out).span.end = node(out).name_span.end = position();
      return out;
    } else if (at(TokenKind::name) && at(TokenKind::scope, 1) &&
               (at(TokenKind::name, 2) || at(TokenKind::any, 2) || at(TokenKind::integer, 2))) {
      next_ += 2;
    } else if (!skip_module()) {
      break;
    }
    foreign_ = true;
  }
  if (at(TokenKind::integer) || at(TokenKind::any)) return primary();  // cute::_4
  if (const Index matrix = array_of_numpy(begin); matrix || failed_) return matrix;
  if (!at(TokenKind::name)) return unexpected(say("a name"));
  Iterator pointer;
  int unset = 0;
  std::uint32_t end = 0;
  if (printed_pointer(next_position(), pointer, unset, end)) return printed_pointer_node(begin, nullptr);
  const Token token = advance();
  const std::string_view word = spelling(token.span);
  if (at(TokenKind::open_bracket) && touches() &&
      (word == "ptr" || word.ends_with("mem_ptr") || word.ends_with("subptr"))) {
    foreign_ = true;
    return error({token.span.begin, peek().span.end},
                 say("a printed pointer consists of the bits of an element and an address"),
                 say("write {}[16b](0x7f00), or ? for an address that is not known", word));
  }
  if (word == "DescriptorIterator") return descriptor_iterator(begin);
  if (word.starts_with("_Z") && word.size() > 3) return error(token.span, say("a mangled name"));
  if (word == "tile" && at(TokenKind::open_angle) && at_mark("\"", 1)) return tile_type(begin);
  const FlagHeld angles(in_angles_, in_angles_ || at_template());
  const Head head = find_head(word);
  const bool tiling = head == Head::tiled_mma || head == Head::tiled_copy;
  const bool of_width = word == "uint_byte_t" || word == "uint_bit_t";
  if ((is_atom_name(word) && !tiling) || (of_width && at(TokenKind::open_angle))) return atom_type(token.span.begin);
  if (at_template() && functions_ != nullptr && head == Head::none && find_builtin(word) == nullptr) {
    PastedFunction* function = functions_->function(word);
    if (function != nullptr && !function->template_parameters.empty()) return called_template(*function, begin);
  }
  if (at_template())
    return head == Head::none || head == Head::make_pointer ? function_template(word, begin) : type(word, head, begin);
  if (at(TokenKind::open_paren) && (touches() || head != Head::none || find_builtin(word) != nullptr))
    return call(word, head, begin);
  if (at(TokenKind::minus) && at(TokenKind::integer, 1) && (word == "ArithTuple_" || word == "ArithTuple")) {
    advance();
    Int value = advance().integer;
    value.value = -value.value;
    value.is_static = word.ends_with('_');
    return add_call("make_inttuple_iter", {add_integer(value, begin)}, begin);
  }
  if (is_integer_type(word)) {
    while (at(TokenKind::name) && is_integer_type(spelling(peek().span))) advance();  // unsigned long
    return add_hole(begin, 0);
  }
  if ((word == "threadIdx" || word == "blockIdx" || word == "blockDim" || word == "gridDim") && at(TokenKind::dot)) {
    next_ += 2;  // .x
    return special_hole(text_.substr(token.span.begin, position() - token.span.begin), begin);
  }
  if (word == "smem_ptr" && at(TokenKind::compose) && !strict_) {  // as in CUTLASS's comments
    foreign_ = code_ = true;
    return error(
        token.span, say("smem_ptr does not give the number of bits of an element"),
        say("write smem_ptr[16b](unset) for elements of 16 bits, smem_ptr[128b](unset) if it counts in uint128_t"));
  }
  if (word == "smem_ptr_flag") return add({.kind = Syntax::unset, .span = {}, .integer = static_int(1)}, begin);
  if (head == Head::transparent) return add({.kind = Syntax::any, .span = {}}, begin);  // Underscore
  if (word == "true_type" || word == "false_type") return add_literal(Bool{word == "true_type", true}, begin);
  if (const Index argument = argument_named(word); argument || failed_) return argument;
  static constexpr std::string_view known[] = {"LayoutLeft", "LayoutRight", "GenColMajor", "GenRowMajor",
                                               "X",          "true",        "false",       "None"};
  if (strict_ && std::find(std::begin(known), std::end(known), word) == std::end(known))
    return error(token.span, say("unknown type '{}'", word));
  return add({.kind = Syntax::name, .span = {}, .text = word}, begin);
}

// GMMA::DescriptorIterator o layout: a tensor whose strides count units of the descriptor, 16 bytes.
PasteParser::Index PasteParser::descriptor_iterator(std::uint32_t begin) {
  constexpr std::uint16_t unit = 128;
  foreign_ = true;
  Iterator iterator;
  iterator.kind = Iterator::Kind::pointer;
  iterator.position = dynamic_int(0);
  iterator.pointer.space = MemorySpace::smem;
  iterator.pointer.bits = unit;
  return add_literal(std::move(iterator), begin);
}

// Reads an atom, whose type arguments the atoms themselves read, and uint_byte_t<N>; after its name. Integers in it can
// be expressions: UniversalCopy<uint_byte_t<sizeof(Element) * 8>>.
PasteParser::Index PasteParser::atom_type(std::uint32_t begin) {
  const std::size_t start = next_;
  std::vector<std::uint32_t> parts;
  std::vector<std::int64_t> places;
  if (at(TokenKind::open_angle)) {
    if (!skip_brackets()) return {};
    const std::size_t behind = next_;
    for (next_ = start - 1; next_ + 2 < behind;) {
      const std::string_view word =
          at(TokenKind::name) ? spelling(advance().span) : spelling(advance().span).substr(0, 0);
      const bool number = at(TokenKind::integer, 1) && at(TokenKind::close_angle, 2);
      if (!at(TokenKind::open_angle) || number || (word != "uint_byte_t" && word != "uint_bit_t")) continue;
      const Span open = advance().span;
      const InTemplate inside(in_template_);
      const std::uint32_t first = next_position();
      const Index part = expression();
      if (!part) return {};
      places.insert(places.end(), {first - begin, position() - begin});
      parts.push_back(*part);
      if (!expect(TokenKind::close_angle, '>', open)) return {};
    }
    next_ = behind;
  }
  const std::uint32_t out = add({.kind = Syntax::type, .span = {}, .text = {}, .children = std::move(parts)}, begin);
  node(out).text = spelling(node(out).span);
  node(out).template_args = std::move(places);
  return out;
}

// A value that CUDA gives a thread: one hole for all of its uses, with a name of the same words: threadIdx_x.
std::uint32_t PasteParser::special_hole(std::string_view special, std::uint32_t begin) {
  for (const auto& [name, hole] : tree_.special_holes) {
    if (name == special) return add({.kind = Syntax::hole, .span = {}, .integer = static_int(0), .text = hole}, begin);
  }
  std::string name;
  for (const char c : special) {
    if (is_word(c)) name.push_back(c);
    if (!is_word(c) && !name.empty() && name.back() != '_') name.push_back('_');
  }
  foreign_ = true;
  tree_.texts.push_back(std::make_unique<std::string>(std::move(name)));
  tree_.special_holes.emplace_back(special, *tree_.texts.back());
  return add({.kind = Syntax::hole, .span = {}, .integer = static_int(0), .text = *tree_.texts.back()}, begin);
}

// word(...), at the bracket
PasteParser::Index PasteParser::call(std::string_view word, Head head, std::uint32_t begin) {
  const Span open = peek().span;
  if (head == Head::make_pointer) return function_template(word, begin);
  if (head == Head::dsl_pointer ||
      (word == "tensor" && at(TokenKind::name, 1) && find_head(spelling(peek(1).span)) == Head::dsl_pointer))
    return dsl(head, begin);
  const std::size_t word_begin = open.begin - word.size();
  const bool python = touches() && word_begin > 0 && text_[word_begin - 1] == '.';
  if ((python && (word == "make_copy_atom" || word == "make_mma_atom")) ||
      (word.ends_with("Op") && find_builtin(word) == nullptr))
    return dsl_instruction(word, begin);
  if (word == "make_rmem_tensor" || word == "make_rmem_tensor_like" ||
      (python && (word == "make_fragment" || word == "make_fragment_like")))
    return register_tensor(word, begin);
  if (python && word == "make_ptr") return made_pointer(begin);
  if (python && special_of(word) != nullptr) return special_indices(word, begin);
  if (python && is_dsl_call(word)) return is_tma_call(word) ? tma_call(word, begin) : scale_factors(word, begin);
  const std::string_view written = word;
  // The DSL's make_tiled_copy has the arguments of CuTe C++'s make_tiled_copy_impl.
  if (python && word == "make_tiled_copy") word = "make_tiled_copy_impl";
  if (python && word == "make_tiled_copy_tv") word = "make_tiled_copy";
  if (python && word == "printf") word = "print";
  if (word == "sizeof") {
    advance();
    int bits = 0;
    const std::size_t start = next_;
    if (!failed_ && (!element_type(bits) || !at(TokenKind::close_paren)) && !strict_) {  // of a value
      const Error of_type = std::move(error_);
      next_ = start;
      failed_ = false;
      const Index value = expression();
      const SyntaxNode* made = value && node(*value).kind == Syntax::name ? bound(node(*value).text) : nullptr;
      const Syntax kind = made != nullptr ? made->kind : value ? node(*value).kind : Syntax::any;
      if ((kind == Syntax::call || kind == Syntax::chain) && accept(TokenKind::close_paren))
        return member_node(*value, {begin, open.begin}, TokenKind::scope, begin);
      error_ = of_type;
      failed_ = true;
      return {};
    }
    if (failed_ || !expect(TokenKind::close_paren, ')', open)) return {};
    return add_integer(dynamic_int((bits + 7) / 8), begin);
  }
  if ((takes_functions(word) || word == "apply") && functions_ != nullptr && functions_->function(word) == nullptr)
    return of_functions(word, begin);
  if (word == "S" || word == "C" || word == "tensor") head = Head::none;  // a layout with that name
  advance();
  const bool makes = word.starts_with("make_") && find_builtin(word) != nullptr;
  if (strict_ && head == Head::none && !makes) return error(open, say("'{}(...)' is not a type", word));
  PastedFunction* function = functions_ != nullptr ? functions_->function(word) : nullptr;
  foreign_ = foreign_ || function != nullptr;
  std::vector<std::int64_t> mode;
  auto arguments = list(TokenKind::close_paren, ')', open, written, &mode);
  if (!arguments) return {};
  if (const Index argument = argument_named(word); argument || failed_) {
    if (argument) arguments->insert(arguments->begin(), *argument);
    return argument ? Index(add_call("apply", std::move(*arguments), begin)) : Index{};
  }
  if (function != nullptr && head == Head::none && find_builtin(word) == nullptr && bound(word) == nullptr) {
    function->called = true;
    return inlined(*function, {}, *arguments, begin);
  }
  foreign_ = foreign_ || head != Head::none;
  const auto takes = [&](std::size_t least, std::size_t most) {
    if (arguments->size() >= least && arguments->size() <= most) return true;
    error({begin, position()},
          most > least ? say("{} takes {} or {} {argument|arguments}, not {}", word, least, most, arguments->size())
                       : say("{} takes {} {argument|arguments}, not {}", word, least, arguments->size()));
    return false;
  };
  if (head == Head::basis || (word == "E" && begin != open.begin - 1)) return basis_call(*arguments, begin);
  if (word == "make_tensor" && begin + word.size() != open.begin && arguments->size() == 2) {
    // Python's cute.make_tensor(0, layout), cute.make_tensor((0, 0), layout): an iterator is an integer or a tuple.
    std::uint32_t& data = arguments->front();
    const Syntax kind = node(data).kind;
    if (kind == Syntax::integer || kind == Syntax::tuple)
      data = add_call(kind == Syntax::integer ? "counting_iter" : "make_inttuple_iter", {data}, node(data).span.begin);
  }
  if (word == "composition" && arguments->size() == 3) {
    const Syntax middle = node((*arguments)[1]).kind;
    if (middle == Syntax::unset || middle == Syntax::mixed_bits) head = Head::composed;
  }
  switch (head) {
    case Head::tiler:
      return add({.kind = Syntax::tiler, .span = {}, .children = std::move(*arguments)}, begin);
    case Head::tuple:
      return add({.kind = Syntax::tuple, .span = {}, .children = std::move(*arguments)}, begin);
    case Head::layout:
      if (!takes(1, 2)) return {};
      return add_call("make_layout", std::move(*arguments), begin);
    case Head::composed:
      if (!takes(3, 3)) return {};
      return add({.kind = Syntax::chain, .span = {}, .children = std::move(*arguments)}, begin);
    case Head::transparent:
    case Head::cast:
      if (!takes(1, 1)) return {};
      // CuTe DSL's Int32(4) is not a constant.
      if (constants_ && (word.starts_with("Int") || word.starts_with("Uint")) &&
          node(arguments->front()).kind == Syntax::integer)
        node(arguments->front()).integer.is_static = false;
      return arguments->front();
    case Head::swizzle: {
      if (!takes(2, 3)) return {};
      const std::uint32_t out = add_call("Sw", {}, begin);
      node(out).has_arguments = false;
      for (const std::uint32_t argument : *arguments) {
        if (node(argument).kind != Syntax::integer)
          return error(node(argument).span, say("a swizzle takes three integers"), say("write Swizzle(3,4,3)"));
        node(out).template_args.push_back(node(argument).integer.value);
      }
      return out;
    }
    default: {
      std::vector<std::uint32_t> range;
      // append(t, x, up_to_rank=4)
      if ((word == "append" || word == "prepend") && arguments->size() == 3) {
        range = {arguments->back()};
        arguments->pop_back();
      }
      // Functions of CuTe DSL with the arguments in another order: slice_(L, c), repeat_like(0, (1,(2,3)))
      const bool repeats = word == "repeat_like" && constants_ && node(arguments->front()).kind == Syntax::integer;
      if ((word == "slice_" || repeats) && arguments->size() == 2) {
        if (!repeats) word = "slice";
        std::swap(arguments->front(), arguments->back());
      }
      if (const Index named = dsl_name(word, *arguments, begin); named || failed_) return named;
      if (word == "recast_layout" && arguments->size() == 3) {  // (new bits, old bits, layout)
        const std::uint32_t out = add_call("recast", {arguments->back()}, begin);
        node(out).name_span = {begin, open.begin};
        node(out).template_nodes = {(*arguments)[1], arguments->front()};
        return out;
      }
      // Python's group_modes(T, begin[, end]) has the modes as arguments.
      if (word == "group_modes" && arguments->size() > 1) {
        range.assign(arguments->begin() + 1, arguments->end());
        arguments->resize(1);
        if (range.size() == 1) range.push_back(add_call("rank", {arguments->front()}, begin));
      }
      const std::uint32_t out =
          add_call(word == "group_modes" ? std::string_view("group") : word, std::move(*arguments), begin);
      node(out).name_span = {begin, open.begin};
      node(out).template_args = std::move(mode);
      node(out).template_nodes = std::move(range);
      return out;
    }
  }
}

// A function of cutlass.cute with another name here: our call; empty for other functions.
PasteParser::Index PasteParser::dsl_name(std::string_view word, const std::vector<std::uint32_t>& arguments,
                                         std::uint32_t begin) {
  struct Renamed {
    std::string_view dsl;
    std::string_view ours;
  };
  static constexpr Renamed renamed[] = {
      {"increment_coord", "increment"},
      {"is_congruent", "congruent"},
      {"is_weakly_congruent", "weakly_congruent"},
  };
  if (word == "bits_to_bytes" && arguments.size() == 1) {
    foreign_ = true;
    return add_call("ceil_div", {arguments[0], add_integer(dynamic_int(8), begin)}, begin);
  }
  const auto* found =
      std::find_if(std::begin(renamed), std::end(renamed), [&](const Renamed& r) { return r.dsl == word; });
  if (found != std::end(renamed)) {
    foreign_ = true;
    return add_call(found->ours, arguments, begin);
  }
  if ((word == "flatten_to_tuple" || word == "get_leaves") && arguments.size() == 1) {
    foreign_ = true;
    return add_call("wrap", {add_call("flatten", arguments, begin)}, begin);
  }
  const bool repeats = (word == "repeat_as_tuple" || word == "repeat") && arguments.size() == 2;
  const bool masks = word == "make_layout_image_mask" && arguments.size() == 3;
  if ((repeats || masks) && node(arguments.back()).kind == Syntax::integer) {
    const std::int64_t number = node(arguments.back()).integer.value;  // as our template argument
    foreign_ = true;
    const std::uint32_t out = repeats ? add_call("repeat", {arguments[0]}, begin)
                                      : add_call("create_tma_multicast_mask", {arguments[0], arguments[1]}, begin);
    node(out).template_args = {number};
    return word == "repeat_as_tuple" ? add_call("wrap", {out}, begin) : out;
  }
  const bool recasts = word == "recast_tensor" && arguments.size() == 2;
  const bool counts = word == "size_in_bytes" && arguments.size() == 2;
  if (!recasts && !counts) return {};
  foreign_ = true;
  const SyntaxNode type = node(arguments[recasts ? 1 : 0]);
  std::string_view spelled = spelling(type.span);
  while (!spelled.empty() && (spelled.front() == '"' || spelled.front() == '\'')) spelled.remove_prefix(1);
  while (!spelled.empty() && (spelled.back() == '"' || spelled.back() == '\'')) spelled.remove_suffix(1);
  const int bits = elements_named(spelled).bits;
  if (bits == 0)
    return error(type.span, say("the width of '{}' is unknown", spelled), say("such as cutlass.Float16 or half_t"));
  if (counts) {
    const std::uint32_t all =
        add_call("mul", {add_call("cosize", {arguments[1]}, begin), add_integer(static_int(bits), begin)}, begin);
    return add_call("ceil_div", {all, add_integer(static_int(8), begin)}, begin);
  }
  const std::uint32_t out = add_call("recast", {arguments[0]}, begin);
  node(out).template_args = {bits};
  return out;
}

// A member that is resolved when the value is known.
PasteParser::Index PasteParser::member_node(std::uint32_t object, Span name, TokenKind op, std::uint32_t begin) {
  foreign_ = true;
  const std::uint32_t out = add_call(spelling(name), {object}, begin);
  node(out).name_span = name;
  node(out).op = op;
  return out;
}

// decltype(L)::rank, Swizzle<3,4,3>::apply(5); at the name
PasteParser::Index PasteParser::static_member(std::uint32_t object, std::uint32_t begin) {
  const Token name = advance();
  const std::string_view word = spelling(name.span);
  foreign_ = true;
  const Syntax kind = node(object).kind;
  if ((word == "type" && kind == Syntax::conditional) ||
      ((word == "type" || word == "value") && kind == Syntax::integer))
    return object;
  if (word == "element_type" || word == "value_type") return element_type_of(object, {begin, name.span.end});
  if (word == "SfAtom" || word == "Sm1xxBlkScaledChunk") return object;  // of Sm1xxBlockScaledConfig
  if (at(TokenKind::open_paren) && touches()) {
    const bool named = node(object).kind == Syntax::name;
    const SyntaxNode* config = named ? bound(node(object).text) : &node(object);
    if (config != nullptr && config->kind == Syntax::tuple && config->text.starts_with("majors "))
      return blockwise_member(static_cast<std::uint32_t>(config - tree_.nodes.data()), word, begin);
    if (word == "tile_atom_to_shape_SFA" || word == "tile_atom_to_shape_SFB") {
      const Span open = advance().span;
      const auto arguments = list(TokenKind::close_paren, ')', open);
      if (!arguments) return {};
      if (arguments->empty())
        return error(name.span, say("{} takes {} {argument|arguments}, not {}", word, 1, 0),
                     say("write {}(make_shape(M, N, K, L))", word));
      return tiled_scales(object, word.ends_with('B'), arguments->front(), begin);
    }
    if (word != "apply")
      return error(name.span, say("unknown member '{}'", word),
                   say("write its value instead, or bind the name before"));
    const Span open = advance().span;
    auto arguments = list(TokenKind::close_paren, ')', open);
    if (!arguments) return {};
    arguments->insert(arguments->begin(), object);
    return add_call(word, std::move(*arguments), begin);
  }
  return member_node(object, name.span, TokenKind::scope, begin);
}

// The type of the elements of a tensor, from the statement that made it.
PasteParser::Index PasteParser::element_type_of(std::uint32_t object, Span span) {
  foreign_ = true;
  const Elements elements = elements_of(node(object));
  if (elements.type.empty())
    return error(span, say("the type of these elements is unknown"),
                 say("write the type instead, such as cutlass.Float16"));
  return add({.kind = Syntax::type, .span = {}, .text = elements.type}, span.begin);
}

// True in a source for an unbound name, such as params in params.seqlen_q: its members are unknown, too.
bool PasteParser::is_untold_object(std::uint32_t object) const {
  if (functions_ == nullptr || functions_->kind == SourceKind::own) return false;
  const SyntaxNode& n = tree_.nodes[object];
  return n.kind == Syntax::name ? bound(n.text) == nullptr && find_builtin(n.text) == nullptr
                                : n.kind == Syntax::hole && is_special(n.text);
}
bool PasteParser::is_special(std::string_view hole) const {
  return std::any_of(tree_.special_holes.begin(), tree_.special_holes.end(),
                     [&](const auto& special) { return special.second == hole; });
}

// L.shape(), L.compose(B), L.shape
PasteParser::Index PasteParser::member(std::uint32_t object, std::uint32_t begin) {
  if (at_word("template") && at(TokenKind::name, 1)) advance();  // mma.template tile_size_mnk<0>()
  const Token name = advance();
  std::string_view word = spelling(name.span);
  if (word == "allocate_tensor" && at(TokenKind::open_paren)) return allocated_tensor(begin);
  if (word == "compose") word = "composition";
  if (word == "layout") word = "layout_of";
  if (word == "data" || word == "iterator") word = "iterator_of";
  if (word == "get" && node(object).kind == Syntax::call && node(object).text == "iterator_of" &&
      at(TokenKind::open_paren) && at(TokenKind::close_paren, 1)) {  // T.data().get() also denotes the start of T
    next_ += 2;
    return object;
  }
  if (word == "tile" && at(TokenKind::open_paren)) word = "tiled_divide";
  if (word == "type") return object;
  if (word == "element_type") return element_type_of(object, {begin, name.span.end});
  if (is_object_member(word)) return member_node(object, name.span, TokenKind::dot, begin);
  foreign_ = foreign_ || at(TokenKind::open_paren);
  if (find_builtin(word) == nullptr && is_untold_object(object) && !at(TokenKind::open_paren))
    return special_hole(text_.substr(begin, name.span.end - begin), begin);
  if (find_builtin(word) == nullptr)
    return error(name.span, say("unknown member '{}'", word), say("write its value instead, or bind the name before"));
  foreign_ = true;
  std::vector<std::uint32_t> children = {object};
  std::vector<std::int64_t> path;
  if (at(TokenKind::open_angle)) {
    for (advance(); at(TokenKind::integer) || at(TokenKind::comma);) {
      const Token& token = advance();
      if (token.kind == TokenKind::integer) path.push_back(token.integer.value);
    }
    if (!expect(TokenKind::close_angle, '>', name.span)) return {};
  }
  if (at(TokenKind::open_paren) && touches()) {
    const Span open = advance().span;
    auto arguments = list(TokenKind::close_paren, ')', open);
    if (!arguments) return {};
    if (arguments->size() > 1 && (word == "tiled_divide" || word == "composition"))  // C++ has one argument per mode
      *arguments = {add({.kind = Syntax::tiler, .span = {}, .children = std::move(*arguments)}, open.begin)};
    children.insert(children.end(), arguments->begin(), arguments->end());
  }
  const std::uint32_t out = add_call(word, std::move(children), begin);
  node(out).template_args = std::move(path);
  return out;
}

// name=value, at the name; the value goes to its position in the function. `arguments` are the earlier ones.
PasteParser::Index PasteParser::keyword(std::string_view of, std::vector<std::optional<std::uint32_t>>& arguments) {
  const Span span = peek().span;
  const std::string_view word = spelling(span);
  const std::uint32_t begin = span.begin;
  if (of.ends_with("_kernel")) {  // options of our own functions
    next_ += 2;
    const Index value = expression();
    if (!value) return {};
    const std::uint32_t name = add({.kind = Syntax::string, .span = {}, .text = word}, begin);
    arguments.emplace_back(add_call("option", {name, *value}, begin));
    return value;
  }
  const auto names = python_arguments(of);
  if (names.empty()) return error(span, say("no option '{}'", word), say("give the arguments in order"));
  const std::string_view known = word == "profile" ? "target_profile" : word;  // pycute's name
  const auto name = std::find(names.begin(), names.end(), known);
  if (name == names.end()) {
    std::string all;
    for (const std::string_view one : names) all.append(all.empty() ? "" : ", ").append(one);
    return error(span, say("no option '{}'", word), say("the options of {} are {}", of, all));
  }
  const auto place = static_cast<std::size_t>(name - names.begin());
  if (place < arguments.size() && arguments[place])
    return error(span, say("{} gets its argument '{}' twice", of, word), say("remove one of the two"));
  foreign_ = true;
  next_ += 2;
  const Index value = expression();
  if (!value) return {};
  arguments.resize(std::max(arguments.size(), place + 1));
  arguments[place] = *value;
  return value;
}

// Entries up to the closing bracket; a keyword argument of Python goes to its position in the function. `mode=[0]` goes
// to *mode.
std::optional<std::vector<std::uint32_t>> PasteParser::list(TokenKind close, char mark, Span open, std::string_view of,
                                                            std::vector<std::int64_t>* mode) {
  std::vector<std::optional<std::uint32_t>> entries;
  const FlagHeld brackets(conditional_, false);  // `a:b` is a layout again
  const FlagHeld arithmetic(arithmetic_, arithmetic_ || (close == TokenKind::close_paren && in_template_ > 0));
  const InParentheses parentheses(in_template_, close == TokenKind::close_paren);
  const FlagHeld angles(in_angles_, close == TokenKind::close_angle || (in_angles_ && close != TokenKind::close_paren));
  while (!at(close)) {
    if (at(TokenKind::name) && at(TokenKind::equals, 1) && !at(TokenKind::equals, 2) &&
        close == TokenKind::close_paren) {
      if (mode != nullptr && (at_word("mode") || (at_word("mcast_mode") && find_builtin(of) != nullptr))) {
        foreign_ = true;
        next_ += 2;
        const Index path = expression();
        if (!path) return {};
        const SyntaxNode& n = node(*path);
        if (n.kind == Syntax::integer) mode->push_back(n.integer.value);
        for (const std::uint32_t child : n.children) {
          if (node(child).kind == Syntax::integer) mode->push_back(node(child).integer.value);
        }
      } else if (at_word("loc") || at_word("ip")) {  // location arguments of the DSL's compiler
        next_ += 2;
        if (!expression()) return {};
      } else if (!keyword(of, entries)) {
        return {};
      }
    } else {
      // Python: (a, *b)
      const bool of_pack = at(TokenKind::name, 1) && std::any_of(arguments_.begin(), arguments_.end(), [&](auto& one) {
                             return one.first == spelling(peek(1).span) && node(one.second).kind == Syntax::tuple;
                           });
      const bool starred = at(TokenKind::star) && at(TokenKind::name, 1) && (mode == nullptr || of_pack) &&
                           !arithmetic_ && tokens_[next_ - 1].kind != TokenKind::name;
      const std::uint32_t begin = next_position();
      if (starred) advance();
      const Index entry = starred ? postfix() : expression();
      if (!entry) return {};
      const bool dots = at(TokenKind::dot) && at(TokenKind::dot, 1) && at(TokenKind::dot, 2);  // C++: f(a...)
      if (dots) next_ += 3;
      if ((dots || starred) && node(*entry).kind == Syntax::tuple) {
        const std::vector<std::uint32_t> parts = node(*entry).children;
        entries.insert(entries.end(), parts.begin(), parts.end());
      } else {
        entries.emplace_back(starred ? add_call("*", {*entry}, begin) : *entry);
        if (starred) node(*entries.back()).op = TokenKind::star;
      }
    }
    if (accept(TokenKind::comma)) continue;
    if (!at(close)) {
      expect(close, mark, open);
      return {};
    }
  }
  advance();
  std::vector<std::uint32_t> out;
  for (const auto& entry : entries) {
    if (!entry)
      return error(open, say("{} lacks argument {} of {}", of, out.size() + 1, entries.size()),
                   say("give it by name or by position"));
    out.push_back(*entry);
  }
  return out;
}

}  // namespace stridescope
