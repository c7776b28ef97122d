// Foreign text: names, what they call, members, and lists of arguments.
#include <algorithm>

#include "core/base/text.h"
#include "core/lang/builtin.h"
#include "core/lang/paste_parser.h"
#include "core/tiled/atom.h"

namespace stridescope {

namespace {

// Types within MMA_Traits, MMA_Atom and TiledMMA that are layouts and shapes, and what gives them here.
struct AtomPart {
  std::string_view name, function, part;
};
constexpr AtomPart atom_parts[] = {
    {"ALayout", "atom_layout", "A"},
    {"BLayout", "atom_layout", "B"},
    {"CLayout", "atom_layout", "C"},
    {"LayoutA_TV", "atom_layout", "A"},
    {"LayoutB_TV", "atom_layout", "B"},
    {"LayoutC_TV", "atom_layout", "C"},
    {"AtomLayoutA_TV", "atom_layout", "A"},
    {"AtomLayoutB_TV", "atom_layout", "B"},
    {"AtomLayoutC_TV", "atom_layout", "C"},
    {"Shape_MNK", "atom_shape_mnk", ""},
    {"AtomShape_MNK", "atom_shape_mnk", ""},
    {"ThrLayoutVMNK", "thr_layout_vmnk", ""},
    {"PermutationMNK", "permutation_mnk", ""},
    {"TiledLayout_TV", "tiled_layout_tv", ""},
    {"Tiler_MN", "tiler_mn", ""},
};
const AtomPart* find_atom_part(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(atom_parts), std::end(atom_parts), [name](const AtomPart& p) { return p.name == name; });
  return found == std::end(atom_parts) ? nullptr : found;
}

}  // namespace

bool is_part_of_atom(std::string_view name) { return find_atom_part(name) != nullptr; }

// Traits::ALayout, of a name that is bound before: at that name
PasteParser::Index PasteParser::part_of_atom(std::uint32_t begin) {
  foreign_ = true;
  const std::uint32_t of = add({.kind = Syntax::name, .span = {}, .text = spelling(advance().span)}, begin);
  node(of).span.end = node(of).name_span.end = position();
  advance();
  const AtomPart& part = *find_atom_part(spelling(advance().span));
  std::vector<std::uint32_t> children = {of};
  if (!part.part.empty()) children.push_back(add_literal(Text{std::string(part.part)}, begin));
  return add_call(part.function, std::move(children), begin);
}

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
               is_part_of_atom(spelling(peek(2).span)) && bound(spelling(peek().span)) != nullptr) {
      return part_of_atom(begin);
    } else if (at(TokenKind::name) && at(TokenKind::scope, 1) &&
               (at(TokenKind::name, 2) || at(TokenKind::any, 2) || at(TokenKind::integer, 2))) {
      next_ += 2;
    } else if (!skip_module()) {
      break;
    }
    foreign_ = true;
  }
  if (at(TokenKind::integer) || at(TokenKind::any)) return primary();  // cute::_4
  if (!at(TokenKind::name)) return unexpected(say("a name"));
  Iterator pointer;
  int unset = 0;
  std::uint32_t end = 0;
  if (printed_pointer(next_position(), pointer, unset, end)) return take_printed_pointer(begin, nullptr);
  const Token token = advance();
  const std::string_view word = spelling(token.span);
  if (at(TokenKind::open_bracket) && touches() &&
      (word == "ptr" || word.ends_with("mem_ptr") || word.ends_with("subptr"))) {
    foreign_ = true;
    return error({token.span.begin, peek().span.end},
                 say("a printed pointer has the bits of an element and an address"),
                 say("write {}[16b](0x7f00), or ? for an address that is not known", word));
  }
  if (word.starts_with("_Z") && word.size() > 3) return error(token.span, say("a mangled name"));
  const Head head = find_head(word);
  const bool tiling = head == Head::tiled_mma || head == Head::tiled_copy;
  if (is_atom_name(word) && !tiling) {  // its arguments are types, read by the atoms themselves
    if (at(TokenKind::open_angle) && !skip_brackets()) return {};
    const std::uint32_t out = add({.kind = Syntax::type, .span = {}, .text = {}}, token.span.begin);
    node(out).text = spelling(node(out).span);
    return out;
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
  if (word == "smem_ptr" && at(TokenKind::compose) && !strict_) {  // as CUTLASS's comments have it
    foreign_ = code_ = true;
    return error(
        token.span, say("smem_ptr does not tell how many bits an element has"),
        say("write smem_ptr[16b](unset) for elements of 16 bits, smem_ptr[128b](unset) where it counts in uint128_t"));
  }
  if (word == "smem_ptr_flag") return add({.kind = Syntax::unset, .span = {}, .integer = static_int(1)}, begin);
  if (head == Head::transparent) return add({.kind = Syntax::any, .span = {}}, begin);  // Underscore
  if (word == "true_type" || word == "false_type") return add_literal(Bool{word == "true_type", true}, begin);
  static constexpr std::string_view known[] = {"LayoutLeft", "LayoutRight", "GenColMajor", "GenRowMajor",
                                               "X",          "true",        "false",       "None"};
  if (strict_ && std::find(std::begin(known), std::end(known), word) == std::end(known))
    return error(token.span, say("unknown type '{}'", word));
  return add({.kind = Syntax::name, .span = {}, .text = word}, begin);
}

// What CUDA tells a thread of itself: one hole for each, however often it is asked for.
std::uint32_t PasteParser::special_hole(std::string_view special, std::uint32_t begin) {
  for (const auto& [name, hole] : tree_.special_holes) {
    if (name == special) return add({.kind = Syntax::hole, .span = {}, .integer = static_int(0), .text = hole}, begin);
  }
  const std::uint32_t hole = add_hole(begin, 0);
  tree_.special_holes.emplace_back(special, node(hole).text);
  return hole;
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
  if (word == "make_rmem_tensor" || word == "make_rmem_tensor_like" || (python && word == "make_fragment_like"))
    return register_tensor(word, begin);
  if (python && word == "make_ptr") return made_pointer(begin);
  if (python && special_of(word) != nullptr) return special_indices(word, begin);
  if (python && is_dsl_call(word)) return is_tma_call(word) ? tma_call(word, begin) : scale_factors(word, begin);
  const std::string_view written = word;
  // The DSL gives make_tiled_copy what CuTe C++ gives make_tiled_copy_impl.
  if (python && word == "make_tiled_copy") word = "make_tiled_copy_impl";
  if (python && word == "make_tiled_copy_tv") word = "make_tiled_copy";
  if (word == "sizeof") {
    advance();
    int bits = 0;
    if (!element_type(bits) || !expect(TokenKind::close_paren, ')', open)) return {};
    return add_integer(dynamic_int((bits + 7) / 8), begin);
  }
  if (word == "S" || word == "C" || word == "tensor") head = Head::none;  // a layout of that name
  advance();
  if (strict_ && head == Head::none) return error(open, say("'{}(...)' is no type", word));
  std::vector<std::int64_t> mode;
  auto arguments = list(TokenKind::close_paren, ')', open, written, &mode);
  if (!arguments) return {};
  foreign_ = foreign_ || head != Head::none;
  const auto takes = [&](std::size_t least, std::size_t most) {
    if (arguments->size() >= least && arguments->size() <= most) return true;
    error({begin, position()}, most > least
                                   ? say("{} takes {} or {} arguments, not {}", word, least, most, arguments->size())
                                   : say("{} takes {} arguments, not {}", word, least, arguments->size()));
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
      // CuTe DSL's Int32(4) is no constant.
      if (constants_ && word.starts_with("Int") && node(arguments->front()).kind == Syntax::integer)
        node(arguments->front()).integer.is_static = false;
      return arguments->front();
    case Head::swizzle: {
      if (!takes(2, 3)) return {};
      const std::uint32_t out = add_call("Sw", {}, begin);
      node(out).has_arguments = false;
      for (const std::uint32_t argument : *arguments) {
        if (node(argument).kind != Syntax::integer)
          return error(node(argument).span, say("a swizzle is made of three integers"), say("write Swizzle(3,4,3)"));
        node(out).template_args.push_back(node(argument).integer.value);
      }
      return out;
    }
    default: {
      // Python's group_modes(T, begin[, end]) has its modes among the arguments.
      std::vector<std::uint32_t> range;
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

// L.shape(), L.compose(B), L.shape
PasteParser::Index PasteParser::member(std::uint32_t object, std::uint32_t begin) {
  const Token name = advance();
  std::string_view word = spelling(name.span);
  if (word == "allocate_tensor" && at(TokenKind::open_paren)) return allocated_tensor(begin);
  if (word == "compose") word = "composition";
  if (word == "layout") word = "layout_of";
  if (word == "data" || word == "iterator") word = "iterator_of";
  if (word == "get" && node(object).kind == Syntax::call && node(object).text == "iterator_of" &&
      at(TokenKind::open_paren) && at(TokenKind::close_paren, 1)) {  // T.data().get() is where T begins, too
    next_ += 2;
    return object;
  }
  if (word == "type" || word == "value") return object;
  if (word == "element_type") {
    foreign_ = true;
    const Elements elements = elements_of(node(object));
    if (elements.type.empty())
      return error({begin, name.span.end}, say("nothing tells the type of these elements"),
                   say("write the type instead, such as cutlass.Float16"));
    return add({.kind = Syntax::type, .span = {}, .text = elements.type}, begin);
  }
  foreign_ = foreign_ || at(TokenKind::open_paren);
  if (find_builtin(word) == nullptr)
    return error(name.span, say("unknown member '{}'", word),
                 say("write what it is instead, or give it a name before"));
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
    const auto arguments = list(TokenKind::close_paren, ')', open);
    if (!arguments) return {};
    children.insert(children.end(), arguments->begin(), arguments->end());
  }
  const std::uint32_t out = add_call(word, std::move(children), begin);
  node(out).template_args = std::move(path);
  return out;
}

namespace {

// What CuTe DSL and pycute call the arguments of a function, in their order.
struct Signature {
  std::string_view function;
  std::string_view names[5];
};
constexpr Signature signatures_of_python[] = {
    {"Layout", {"shape", "stride"}},
    {"append", {"input", "elem"}},
    {"ceil_div", {"input", "tiler"}},
    {"coalesce", {"input", "target_profile"}},
    {"complement", {"input", "cotarget"}},
    {"composition", {"lhs", "rhs"}},
    {"cosize", {"a"}},
    {"crd2idx", {"coord", "layout"}},
    {"filter", {"input"}},
    {"filter_zeros", {"input"}},
    {"flat_divide", {"target", "tiler"}},
    {"flat_product", {"block", "tiler"}},
    {"group_modes", {"input", "begin", "end"}},
    {"idx2crd", {"idx", "shape"}},
    {"local_partition", {"target", "tiler", "index", "proj"}},
    {"local_tile", {"input", "tiler", "coord", "proj"}},
    {"logical_divide", {"target", "tiler"}},
    {"logical_product", {"block", "tiler"}},
    {"make_composed_layout", {"inner", "offset", "outer"}},
    {"make_fragment_like", {"src"}},
    {"make_identity_layout", {"shape"}},
    {"make_identity_tensor", {"shape"}},
    {"make_layout", {"shape", "stride"}},
    {"make_layout_tv", {"thr_layout", "val_layout"}},
    {"make_ordered_layout", {"shape", "order"}},
    {"make_swizzle", {"b", "m", "s"}},
    {"make_tensor", {"iterator", "layout"}},
    {"make_tiled_copy", {"atom", "layout_tv", "tiler_mn"}},
    {"make_tiled_copy_tv", {"atom", "thr_layout", "val_layout"}},
    {"make_tiled_mma", {"op_or_atom", "atom_layout_mnk", "permutation_mnk"}},
    {"make_tiled_tma_atom", {"op", "gmem_tensor", "smem_layout", "cta_tiler", "num_multicast"}},
    {"recast_layout", {"new_type_bits", "old_type_bits", "src_layout"}},
    {"right_inverse", {"input"}},
    {"left_inverse", {"input"}},
    {"slice_", {"src", "coord"}},
    {"tile_atom_to_shape_SF", {"Shape", "sf_vec_size"}},
    {"tile_to_shape", {"atom", "trg_shape", "order"}},
    {"tiled_divide", {"target", "tiler"}},
    {"tiled_product", {"block", "tiler"}},
    {"tma_partition", {"atom", "cta_coord", "cta_layout", "smem_tensor", "gmem_tensor"}},
    {"zipped_divide", {"target", "tiler"}},
    {"zipped_product", {"block", "tiler"}},
};

}  // namespace

// name=value: at the name; the value goes where the function has it. `arguments` are those before it.
PasteParser::Index PasteParser::keyword(std::string_view of, std::vector<std::optional<std::uint32_t>>& arguments) {
  const Span span = peek().span;
  const std::string_view word = spelling(span);
  const std::uint32_t begin = span.begin;
  if (of.ends_with("_kernel")) {  // our own functions' options
    next_ += 2;
    const Index value = expression();
    if (!value) return {};
    const std::uint32_t name = add({.kind = Syntax::string, .span = {}, .text = word}, begin);
    arguments.emplace_back(add_call("option", {name, *value}, begin));
    return value;
  }
  const auto* signature = std::find_if(std::begin(signatures_of_python), std::end(signatures_of_python),
                                       [&](const Signature& s) { return s.function == of; });
  if (signature == std::end(signatures_of_python))
    return error(span, say("no option '{}'", word), say("give the arguments in order"));
  const std::string_view known = word == "profile" ? "target_profile" : word;  // pycute's
  const auto* name = std::find(std::begin(signature->names), std::end(signature->names), known);
  if (name == std::end(signature->names)) {
    std::string names;
    for (const std::string_view one : signature->names) {
      if (!one.empty()) names.append(names.empty() ? "" : ", ").append(one);
    }
    return error(span, say("no option '{}'", word), say("the options of {} are {}", of, names));
  }
  const auto place = static_cast<std::size_t>(name - std::begin(signature->names));
  if (place < arguments.size() && arguments[place])
    return error(span, say("{} has its argument '{}' twice", of, word), say("drop one of the two"));
  foreign_ = true;
  next_ += 2;
  const Index value = expression();
  if (!value) return {};
  arguments.resize(std::max(arguments.size(), place + 1));
  arguments[place] = *value;
  return value;
}

// Entries up to the closing bracket; what Python gives by a keyword stands where its function has it. `mode=[0]` goes
// to *mode.
std::optional<std::vector<std::uint32_t>> PasteParser::list(TokenKind close, char mark, Span open, std::string_view of,
                                                            std::vector<std::int64_t>* mode) {
  std::vector<std::optional<std::uint32_t>> entries;
  const Cleared brackets(conditional_);  // `a:b` is a layout again
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
      } else if (at_word("loc") || at_word("ip")) {  // where the DSL's compiler is
        next_ += 2;
        if (!expression()) return {};
      } else if (!keyword(of, entries)) {
        return {};
      }
    } else {
      const Index entry = expression();
      if (!entry) return {};
      entries.emplace_back(*entry);
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
                   say("give it by its name, or in its place"));
    out.push_back(*entry);
  }
  return out;
}

}  // namespace stridescope
