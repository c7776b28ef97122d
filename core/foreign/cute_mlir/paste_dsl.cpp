// Foreign text: tensors printed by CuTe DSL, and its classes of instructions.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"
#include "core/tiled/atom.h"

namespace stridescope {

// <f16, gmem, align<16>, S<3,4,3>> or (0x10: f16, gmem, align<16>); after the opening bracket
bool PasteParser::dsl_pointer(Pointer& out, TokenKind close) {
  if (close == TokenKind::close_paren) {
    while (!at_end() && !at(TokenKind::colon) && !at(close)) {
      if (at(TokenKind::integer) && (at(TokenKind::colon, 1) || at(close, 1))) {
        out.known = true;
        out.address = static_cast<std::uint64_t>(peek().integer.value);
      }
      advance();
    }
    if (!accept(TokenKind::colon)) return static_cast<void>(unexpected(say("':' and the type of the elements"))), false;
  }
  int bits = 0;
  if (!element_type(bits)) return false;
  out.bits = static_cast<std::uint16_t>(bits);
  while (accept(TokenKind::comma)) {
    if (at_mark("\"")) return true;  // memref's layout
    const std::string_view word = at(TokenKind::name) ? spelling(peek().span) : std::string_view();
    if (memory_space(word, out.space)) {
      advance();
    } else if (word == "S" && at(TokenKind::open_angle, 1)) {
      advance();
      const std::uint32_t begin = next_position();
      const Index swizzle = swizzle_type(begin);
      if (!swizzle) return false;
      const std::vector<std::int64_t> numbers = node(*swizzle).template_args;
      Arith arith;
      out.swizzled = numbers.size() == 3;
      if (out.swizzled) out.swizzle = make_swizzle(arith, numbers[0], numbers[1], numbers[2]);
      if (arith.failed() || !out.swizzled)
        return error({begin, position()}, say("these numbers are not a swizzle"), say("write S<3,4,3>")), false;
    } else if (at(TokenKind::name) && at(TokenKind::open_angle, 1)) {  // align<16>
      advance();
      advance();
      if (!skip_rest(TokenKind::close_angle)) return false;
    } else {
      break;
    }
  }
  if (!accept(close)) return static_cast<void>(unexpected(say("the end of the pointer"))), false;
  return true;
}

// ptr<...>, raw_ptr(...), tensor<ptr<...> o L>, tensor(raw_ptr(...) o L, data=...), layout<"L">, memref<f16, gmem, "L">
PasteParser::Index PasteParser::dsl(Head head, std::uint32_t begin) {
  foreign_ = true;
  const FlagHeld printed(printed_, true);
  const Span open = peek().span;
  const TokenKind close = advance().kind == TokenKind::open_paren ? TokenKind::close_paren : TokenKind::close_angle;
  const char mark = close == TokenKind::close_paren ? ')' : '>';
  Iterator iterator;
  iterator.kind = Iterator::Kind::pointer;
  iterator.position = dynamic_int(0);
  if (head == Head::dsl_pointer) {
    if (!dsl_pointer(iterator.pointer, close)) return {};
    return add_literal(normal_pointer(std::move(iterator)), begin);
  }
  if (head == Head::dsl_memory) {
    if (!dsl_pointer(iterator.pointer, close)) return {};
    const std::uint32_t data = add_literal(std::move(iterator), begin);
    const Index layout = expression();
    if (!layout || !expect(close, mark, open)) return {};
    return add({.kind = Syntax::chain, .span = {}, .children = {data, *layout}}, begin);
  }
  const Index inner = expression();
  if (!inner) return {};
  if (head == Head::dsl_coordinates && accept(TokenKind::comma)) {
    const Index layout = expression();
    if (!layout || !expect(close, mark, open)) return {};
    const std::uint32_t start = add_call("make_inttuple_iter", {*inner}, node(*inner).span.begin);
    return add({.kind = Syntax::chain, .span = {}, .children = {start, *layout}}, begin);
  }
  if (accept(TokenKind::comma)) {  // data = [[...]]
    if (!skip_rest(close))
      return error(open, say("the data of this tensor is never closed: the pasted text is cut off"),
                   say("copy all of it"));
  } else if (!expect(close, mark, open)) {
    return {};
  }
  if (head != Head::tensor) return inner;
  if (node(*inner).kind != Syntax::chain)
    return error({begin, position()}, say("a printed tensor has the form `iterator o layout`"),
                 say("write tensor<ptr<f16,gmem> o (8,64):(64,1)>, or tensor<0>(T) for a mode of T"));
  return tensor_of(*inner);
}

// tile<"[128:1;_]">, a tiler; at the bracket
PasteParser::Index PasteParser::tile_type(std::uint32_t begin) {
  foreign_ = true;
  const FlagHeld printed(printed_, true);
  const Span open = advance().span;
  advance();
  const bool several = accept(TokenKind::open_bracket);
  std::vector<std::uint32_t> modes;
  do {
    const Index mode = expression();
    if (!mode) return {};
    modes.push_back(*mode);
  } while (several && accept(TokenKind::newline));  // `;`
  if (several && !expect(TokenKind::close_bracket, ']', open)) return {};
  if (!at_mark("\"")) return unexpected(say("'\"'"));
  advance();
  if (!expect(TokenKind::close_angle, '>', open)) return {};
  return several ? add({.kind = Syntax::tiler, .span = {}, .children = std::move(modes)}, begin) : modes[0];
}

// True if CuTe DSL printed the tokens, which are neither C++ nor our language: ?, S<3,4,3>, ptr<...>, raw_ptr(...)
bool PasteParser::printed_by_dsl() const {
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const TokenKind kind = tokens_[i].kind;
    const TokenKind next = tokens_[i + 1].kind;
    const TokenKind before = i > 0 ? tokens_[i - 1].kind : TokenKind::end;
    if (kind == TokenKind::hole && (before == TokenKind::open_paren || before == TokenKind::comma) &&
        (i < 2 || tokens_[i - 2].kind != TokenKind::close_bracket))  // gmem_ptr[16b](?) belongs to C++
      return true;
    const bool templated = next == TokenKind::open_angle && tokens_[i + 1].after_name;
    if (kind != TokenKind::name || (!templated && next != TokenKind::open_paren)) continue;
    const std::string_view word = spelling(tokens_[i].span);
    if (templated ? word == "S" || word == "ptr" : word == "raw_ptr") return true;
  }
  return false;
}

// (0,0) o L, the DSL's tensor of coordinates
PasteParser::Index PasteParser::tensor_of(std::uint32_t chain) {
  SyntaxNode& n = node(chain);
  if (n.kind != Syntax::chain || n.children.size() != 2) return chain;
  const std::uint32_t first = n.children[0];
  if (node(first).kind == Syntax::tuple) {
    // The start does not change the layout: 0 replaces an unknown one.
    for (std::vector<std::uint32_t> left = {first}; !left.empty();) {
      SyntaxNode& part = node(left.back());
      left.pop_back();
      if (part.kind == Syntax::hole) part.template_args = {0};
      left.insert(left.end(), part.children.begin(), part.children.end());
    }
    const std::uint32_t iterator = add_call("make_inttuple_iter", {first}, node(first).span.begin);
    node(chain).children[0] = iterator;
  }
  return chain;
}

// --- classes of instructions: cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)) ---

bool is_dsl_call(std::string_view word) { return word == "tile_atom_to_shape_SF" || is_tma_call(word); }
bool is_tma_call(std::string_view word) { return word == "tma_partition" || word == "make_tiled_tma_atom"; }

const std::string_view* special_of(std::string_view word) {
  struct Special {
    std::string_view function;
    std::string_view indices[3];
  };
  static constexpr Special specials[] = {
      {"thread_idx", {"threadIdx.x", "threadIdx.y", "threadIdx.z"}},
      {"block_idx", {"blockIdx.x", "blockIdx.y", "blockIdx.z"}},
      {"block_dim", {"blockDim.x", "blockDim.y", "blockDim.z"}},
      {"grid_dim", {"gridDim.x", "gridDim.y", "gridDim.z"}},
  };
  const auto* found =
      std::find_if(std::begin(specials), std::end(specials), [word](const Special& s) { return s.function == word; });
  return found == std::end(specials) ? nullptr : found->indices;
}

// cute.nvgpu.warp. before a class or a function; true if something was skipped
bool PasteParser::skip_module() {
  static constexpr std::string_view modules[] = {"cute", "cutlass", "pycute", "std", "cuda", "self"};
  static constexpr std::string_view of_classes[] = {
      "nvgpu", "warp", "warpgroup", "cpasync", "tcgen05", "typing", "utils", "blockscaled_utils", "blockscaled_layout",
      "arch"};
  if (!at(TokenKind::name) || !at(TokenKind::dot, 1) || !at(TokenKind::name, 2)) return false;
  const auto is = [&](const auto& list) {
    return std::find(std::begin(list), std::end(list), spelling(peek().span)) != std::end(list);
  };
  const std::string_view behind = spelling(peek(2).span);
  const bool is_class = behind[0] >= 'A' && behind[0] <= 'Z';
  const bool is_function = at(TokenKind::open_paren, 3) &&
                           (find_builtin(behind) != nullptr || is_dsl_call(behind) || special_of(behind) != nullptr) &&
                           bound(spelling(peek().span)) == nullptr;
  const bool inner = is(of_classes) && (is_class || is_function || at(TokenKind::dot, 3));
  if (!is(modules) && !inner) return false;
  next_ += 2;
  return true;
}

std::string_view DslArguments::at(std::size_t position, std::string_view keyword) const {
  for (const auto& [name, value] : list) {
    if (name == keyword) return value;
  }
  return position < list.size() && list[position].first.empty() ? list[position].second : std::string_view();
}

// (a, key=b): at the bracket; each argument verbatim
bool PasteParser::dsl_arguments(DslArguments& out) {
  const Span open = advance().span;
  while (!at(TokenKind::close_paren)) {
    std::string_view keyword;
    if (at(TokenKind::name) && at(TokenKind::equals, 1)) {
      keyword = spelling(peek().span);
      next_ += 2;
    }
    const std::uint32_t begin = next_position();
    while (!at_end() && !at(TokenKind::comma) && !at(TokenKind::close_paren)) {
      const bool bracket = at(TokenKind::open_paren) || at(TokenKind::open_bracket);
      if (bracket && !skip_brackets()) return false;
      if (!bracket) advance();
    }
    out.list.emplace_back(keyword, text_.substr(begin, position() - begin));
    if (!accept(TokenKind::comma)) break;
  }
  return expect(TokenKind::close_paren, ')', open);
}

namespace {

// The text after the last dot: OperandMajorMode.K
std::string_view last_word(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  return dot == std::string_view::npos ? text : text.substr(dot + 1);
}

// (16, 8, 16) -> 16x8x16; empty unless there are three numbers
std::string shape_of(std::string_view text) {
  std::string out;
  int numbers = 0;
  bool inside = false;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !inside) {
      if (++numbers > 1) out.push_back('x');
    }
    if (digit) out.push_back(c);
    inside = digit;
  }
  return numbers == 3 ? out : std::string();
}

std::string_view code_of(const DataType& type) {
  return type.name == "half_t" ? "F16" : type.name == "bfloat16_t" ? "BF16" : type.name == "float" ? "F32" : "";
}

}  // namespace

// The type that an argument names; empty, with the error reported, if it is not a type.
std::optional<DataType> PasteParser::dsl_type(std::string_view spelled, Span span) {
  std::string_view name = last_word(spelled);
  std::size_t before = tree_.statements.size();
  for (int renamings = 0; renamings < 16; ++renamings) {
    if (auto type = type_named(name)) return type;
    const SyntaxNode* root = bound(name, &before);
    if (root == nullptr || (root->kind != Syntax::name && root->kind != Syntax::type)) break;
    name = root->text;
  }
  if (spelled.ends_with(".element_type")) {
    const Elements elements = elements_named(spelled);
    if (auto type = type_named(elements.type)) return type;
    if (auto type = type_named(cat("uint", elements.bits, "_t"))) return type;  // an unsigned type of the same width
    error(span, say("the type of '{}' is unknown", spelled.substr(0, 80)),
          say("write the type, or bind the tensor before: mA = cute.make_tensor(...)"));
    return std::nullopt;
  }
  error(span, say("unknown element type '{}'", spelled.substr(0, 80)),
        say("bind the name before: ab_dtype = cutlass.Float16"));
  return std::nullopt;
}

// Reads make_rmem_tensor(layout, type), make_rmem_tensor_like(T, type), make_fragment_like(T, type); at the bracket.
// The result has an unknown address, and elements of a width if the type is known; otherwise it is the layout.
PasteParser::Index PasteParser::register_tensor(std::string_view word, std::uint32_t begin) {
  foreign_ = true;
  const Span open = advance().span;
  if (at(TokenKind::name) && at(TokenKind::equals, 1)) next_ += 2;  // layout_or_shape=
  const Index first = expression();
  if (!first) return {};
  DslArguments rest;
  if (at(TokenKind::comma) ? !dsl_arguments(rest) : !expect(TokenKind::close_paren, ')', open)) return {};
  const std::string_view type = rest.at(0, "dtype");
  std::uint32_t layout = *first;
  const bool like = word.ends_with("_like");
  if (like) layout = add_call(word == "make_fragment_like" ? word : "make_tensor_like", {layout}, begin);
  Elements elements = elements_named(type);
  if (type.empty() && like) elements = elements_of(node(*first));
  if (elements.bits == 0) {
    const Syntax kind = node(layout).kind;
    const bool shape = kind == Syntax::tuple || kind == Syntax::integer;
    return shape ? add_call("make_layout", {layout}, begin) : layout;
  }
  Iterator iterator;
  iterator.kind = Iterator::Kind::pointer;
  iterator.position = dynamic_int(0);
  iterator.pointer.bits = static_cast<std::uint16_t>(elements.bits);
  const std::uint32_t data = add_literal(std::move(iterator), begin);
  node(data).text = elements.type;
  return add({.kind = Syntax::chain, .span = {}, .children = {data, layout}}, begin);
}

// make_ptr(type, address, space, assumed_align=16); at the bracket
PasteParser::Index PasteParser::made_pointer(std::uint32_t begin) {
  DslArguments arguments;
  if (!dsl_arguments(arguments)) return {};
  const std::string_view type = arguments.at(0, "dtype");
  const Elements elements = elements_named(type);
  if (elements.bits == 0) return dsl_type(type, {begin, position()}), Index{};
  Iterator iterator;
  iterator.kind = Iterator::Kind::pointer;
  iterator.position = dynamic_int(0);
  iterator.pointer.bits = static_cast<std::uint16_t>(elements.bits);
  memory_space(last_word(arguments.at(2, "mem_space")), iterator.pointer.space);
  const std::uint32_t data = add_literal(std::move(iterator), begin);
  node(data).text = elements.type;
  return data;
}

// cute.arch.thread_idx(), three integers that the text does not give; at the bracket
PasteParser::Index PasteParser::special_indices(std::string_view word, std::uint32_t begin) {
  foreign_ = true;
  if (!skip_brackets()) return {};
  const std::string_view* names = special_of(word);
  std::vector<std::uint32_t> modes;
  for (int i = 0; i < 3; ++i) modes.push_back(special_hole(names[i], begin));
  return add({.kind = Syntax::tuple, .span = {}, .children = std::move(modes)}, begin);
}

// smem.allocate_tensor(type, layout, byte_alignment): at the bracket
PasteParser::Index PasteParser::allocated_tensor(std::uint32_t begin) {
  foreign_ = true;
  DslArguments arguments;
  const Span open = peek().span;
  if (!dsl_arguments(arguments)) return {};
  const std::size_t behind = next_;
  const std::string_view spelled = arguments.at(1, "layout");
  if (spelled.empty())
    return error(open, say("allocate_tensor needs a layout"), say("write allocate_tensor(type, layout)"));
  const std::string_view swizzle = arguments.at(3, "swizzle");
  if (!swizzle.empty() && swizzle != "None")
    return error(open, say("a pointer allocated with a swizzle is not supported"),
                 say("give the swizzle with the layout: cute.make_composed_layout(swizzle, 0, layout)"));
  const auto at_layout = static_cast<std::uint32_t>(spelled.data() - text_.data());
  while (next_ > 0 && tokens_[next_ - 1].span.begin >= at_layout) --next_;
  const Index layout = expression();
  next_ = behind;
  if (!layout) return {};
  const Elements elements = elements_named(arguments.at(0, "element_type"));
  Iterator iterator;
  iterator.kind = Iterator::Kind::pointer;
  iterator.position = dynamic_int(0);
  iterator.pointer.bits = static_cast<std::uint16_t>(elements.bits);
  iterator.pointer.space = MemorySpace::smem;
  const std::uint32_t data = add_literal(std::move(iterator), begin);
  node(data).text = elements.type;
  return add({.kind = Syntax::chain, .span = {}, .children = {data, *layout}}, begin);
}

// make_tiled_tma_atom(op, gmem, smem_layout, tiler[, multicast]), which returns an atom and the tensor of its
// coordinates; tma_partition(atom, coord, layout, smem, gmem), which returns the shared tile first, while C++ returns
// it last; at the bracket
PasteParser::Index PasteParser::tma_call(std::string_view word, std::uint32_t begin) {
  foreign_ = true;
  const Span open = advance().span;
  auto arguments = list(TokenKind::close_paren, ')', open, word);
  if (!arguments) return {};
  const bool partition = word == "tma_partition";
  const std::size_t least = partition ? 5 : 4;
  if (arguments->size() < least || arguments->size() > 5)
    return error({begin, position()},
                 partition ? say("tma_partition takes 5 arguments, not {}", arguments->size())
                           : say("make_tiled_tma_atom takes 4 or 5 arguments, not {}", arguments->size()),
                 partition ? say("write tma_partition(atom, cta_coord, cta_layout, smem_tensor, gmem_tensor)")
                           : say("write make_tiled_tma_atom(op, gmem_tensor, smem_layout, cta_tiler)"));
  const auto mode = [&](std::uint32_t of, std::int64_t i) {
    const std::uint32_t out = add_call("get", {of}, begin);
    node(out).template_args = {i};
    return out;
  };
  if (partition) {
    const std::uint32_t both = add_call(word, std::move(*arguments), begin);
    return add({.kind = Syntax::tuple, .span = {}, .children = {mode(both, 1), mode(both, 0)}}, begin);
  }
  const std::uint32_t tensor = (*arguments)[1];
  const std::uint32_t atom = add_call("make_tma_atom", std::move(*arguments), begin);
  const std::uint32_t coordinates = add_call("get_tma_tensor", {atom, add_call("shape", {tensor}, begin)}, begin);
  return add({.kind = Syntax::tuple, .span = {}, .children = {atom, coordinates}}, begin);
}

// tile_atom_to_shape_SF(shape, sf_vec_size): the scale factors of a block-scaled operand (MN,K,L) as 128 x 4 tiles in
// memory; at the bracket
PasteParser::Index PasteParser::scale_factors(std::string_view word, std::uint32_t begin) {
  foreign_ = true;
  const Span open = advance().span;
  const auto arguments = list(TokenKind::close_paren, ')', open, word);
  if (!arguments) return {};
  if (arguments->size() != 2)
    return error({begin, position()}, say("tile_atom_to_shape_SF takes 2 arguments, not {}", arguments->size()),
                 say("write tile_atom_to_shape_SF(shape, sf_vec_size)"));
  const auto integer = [&](std::int64_t value) { return add_integer(static_int(value), begin); };
  const std::uint32_t order =
      add({.kind = Syntax::tuple, .span = {}, .children = {integer(2), integer(1), integer(3)}}, begin);
  return add_call("tile_to_shape", {scale_atom((*arguments)[1], false, begin), arguments->front(), order}, begin);
}

// 128 x 4 scale factors of `vector` elements each, as in cutlass/detail/sm100_blockscaled_layout.hpp.
std::uint32_t PasteParser::scale_atom(std::uint32_t vector, bool mn_major, std::uint32_t begin) {
  const auto integer = [&](std::int64_t value) { return add_integer(static_int(value), begin); };
  const auto tuple = [&](std::uint32_t a, std::uint32_t b) {
    return add({.kind = Syntax::tuple, .span = {}, .children = {a, b}}, begin);
  };
  const std::uint32_t rows = tuple(integer(32), integer(4));
  const std::uint32_t row_strides = tuple(integer(16), integer(4));
  const std::uint32_t scales = tuple(vector, integer(4));
  const std::uint32_t scale_strides = tuple(integer(0), integer(1));
  const std::uint32_t shape = mn_major ? tuple(scales, rows) : tuple(rows, scales);
  const std::uint32_t stride = mn_major ? tuple(scale_strides, row_strides) : tuple(row_strides, scale_strides);
  return add({.kind = Syntax::pair, .span = {}, .children = {shape, stride}}, begin);
}

// Sm1xxBlockScaledConfig<16>: its SfAtom, from which its functions make the layouts of a problem; at the bracket
PasteParser::Index PasteParser::scale_config(std::uint32_t begin) {
  foreign_ = true;
  const Span open = advance().span;
  ++in_template_;
  const std::uint32_t first = next_position();
  const Index vector = bits();
  --in_template_;
  if (!vector) return {};
  bool mn = false;
  if (accept(TokenKind::comma)) {  // UMMA::Major::MN
    const std::uint32_t major = next_position();
    while (!at_end() && !at(TokenKind::close_angle)) advance();
    mn = text_.substr(major, position() - major).ends_with("MN");
  }
  if (!expect(TokenKind::close_angle, '>', open)) return {};
  return scale_atom(add({.kind = Syntax::to_static, .span = {}, .children = {*vector}}, first), mn, begin);
}

// Config::tile_atom_to_shape_SFA(make_shape(M, N, K[, L]))
PasteParser::Index PasteParser::tiled_scales(std::uint32_t atom, bool of_b, std::uint32_t shape, std::uint32_t begin) {
  const auto integer = [&](std::int64_t value) { return add_integer(static_int(value), begin); };
  const std::uint32_t all = add_call("append", {shape, integer(1)}, begin);  // (M, N, K, L)
  node(all).template_args = {4};
  std::vector<std::uint32_t> modes;
  for (const int mode : {of_b ? 1 : 0, 2, 3}) {
    modes.push_back(add_call("get", {all}, begin));
    node(modes.back()).template_args = {mode};
  }
  const std::uint32_t extents = add({.kind = Syntax::tuple, .span = {}, .children = std::move(modes)}, begin);
  const std::uint32_t order =
      add({.kind = Syntax::tuple, .span = {}, .children = {integer(2), integer(1), integer(3)}}, begin);
  return add_call("tile_to_shape", {atom, extents, order}, begin);
}

// MmaF16BF16Op(...), CopyUniversalOp(), make_copy_atom(op, type, ...), make_mma_atom(op); at the bracket. The CUTLASS
// name becomes the text of a type.
PasteParser::Index PasteParser::dsl_instruction(std::string_view word, std::uint32_t begin) {
  foreign_ = true;
  const Span open = peek().span;
  const std::string_view before = text_.substr(begin, open.begin - begin);
  if (word == "make_mma_atom") {
    advance();
    const Index atom = expression();
    return atom && expect(TokenKind::close_paren, ')', open) ? atom : Index{};
  }
  Index operation;
  if (word == "make_copy_atom") {
    advance();
    operation = expression();
    if (!operation || !accept(TokenKind::comma))
      return operation ? unexpected(say("',' and an element type")) : Index{};
    --next_;  // the other arguments follow a comma, like the first a bracket
  }
  DslArguments arguments;
  if (!dsl_arguments(arguments)) return {};
  const auto atom = [&](std::string text) {
    tree_.texts.push_back(std::make_unique<std::string>(std::move(text)));
    return add({.kind = Syntax::type, .span = {}, .text = *tree_.texts.back()}, begin);
  };
  const Span span = {begin, position()};
  const auto flag = [&](std::size_t i, std::string_view keyword) { return arguments.at(i, keyword) == "True"; };
  const auto refuse = [&](const Message& expected) {
    return error(span, say("{} needs {}", word, expected), say("write the arguments out, or bind their names before"));
  };
  if (operation) {
    const auto type = dsl_type(arguments.at(0, "copy_internal_type"), span);
    if (!type) return {};
    const SyntaxNode* op = &node(*operation);
    if (op->kind == Syntax::name && bound(op->text) != nullptr) op = bound(op->text);
    std::string text(op->kind == Syntax::type ? op->text : std::string_view());
    const std::string_view bits = arguments.at(std::string_view::npos, "num_bits_per_copy");
    const std::string vector = bits.empty() || bits == "0" ? type->name : cat("uint", bits, "_t");
    if (text.starts_with("AutoVectorizingCopy")) text = cat("UniversalCopy<", vector, '>');
    if (text.starts_with("SM80_CP_ASYNC")) text = cat(text.substr(0, text.find('<')), '<', vector, '>');
    if (text.empty()) return refuse(say("an operation, such as cute.nvgpu.CopyUniversalOp()"));
    return atom(cat("Copy_Atom<", text, ',', type->name, '>'));
  }
  if (word == "CopyUniversalOp") return atom("AutoVectorizingCopy");
  if (word == "CopyBulkTensorTileG2SOp") return atom("SM90_TMA_LOAD");
  if (word == "CopyBulkTensorTileG2SMulticastOp") return atom("SM90_TMA_LOAD_MULTICAST");
  if (word == "CopyBulkTensorTileS2GOp") return atom("SM90_TMA_STORE");
  if (word == "CopyG2SOp") {
    const bool global = last_word(arguments.at(0, "cache_mode")) == "GLOBAL";
    return atom(cat("SM80_CP_ASYNC_CACHE", global ? "GLOBAL" : "ALWAYS", "<uint128_t>"));
  }
  if (word == "LdMatrix8x8x16bOp" || word == "StMatrix8x8x16bOp") {
    const std::string_view count = arguments.at(1, "num_matrices");
    if (!count.empty() && count != "1" && count != "2" && count != "4") return refuse(say("1, 2 or 4 matrices"));
    return atom(matrix_copy_name(word[0] == 'L', flag(0, "transpose"), count.empty() ? 1 : count[0] - '0'));
  }
  if (word == "MmaUniversalOp") {
    const auto type = dsl_type(arguments.at(0, "abacc_dtype"), span);
    return type ? Index(atom(cat("UniversalFMA<", type->name, '>'))) : Index{};
  }
  if (word != "MmaF16BF16Op")
    return error(span, say("the instruction class {} is not supported", word),
                 say("known: MmaUniversalOp, MmaF16BF16Op, CopyUniversalOp, CopyG2SOp, CopyBulkTensorTileG2SOp, "
                     "CopyBulkTensorTileG2SMulticastOp, CopyBulkTensorTileS2GOp, LdMatrix8x8x16bOp and "
                     "StMatrix8x8x16bOp; atoms(\"sm90\") lists CUTLASS's names"));
  const auto ab = dsl_type(arguments.at(0, "ab_dtype"), span);
  const auto accumulator = ab ? dsl_type(arguments.at(1, "acc_dtype"), span) : ab;
  if (!accumulator) return {};
  const bool group = before.find("warpgroup") != std::string_view::npos || arguments.list.size() == 6;
  std::string_view shape = arguments.at(2, group ? "instruction_shape" : "shape_mnk");
  if (const SyntaxNode* named = bound(shape); named != nullptr)
    shape = text_.substr(named->span.begin, named->span.end - named->span.begin);
  const std::string mnk = shape_of(shape);
  if (mnk.empty()) return refuse(say("a shape, (16, 8, 16)"));
  const std::string_view c = code_of(*accumulator);
  const std::string_view a = code_of(*ab);
  if (!group) return atom(cat("SM80_", mnk, '_', c, a, a, c, "_TN"));
  const auto major = [&](std::size_t i, std::string_view keyword) {
    return last_word(arguments.at(i, keyword)) == "MN" ? "GMMA::Major::MN" : "GMMA::Major::K";
  };
  const bool registers = last_word(arguments.at(3, "a_src")) == "RMEM";
  return atom(cat("SM90_", mnk, '_', c, a, a, registers ? "_RS<" : "_SS<", major(4, "a_major_mode"), ',',
                  major(5, "b_major_mode"), '>'));
}

}  // namespace stridescope
