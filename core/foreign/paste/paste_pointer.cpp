// Foreign text: pointers and element types.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/hexadecimal.h"
#include "core/base/text.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/tiled/atom.h"

namespace stridescope {
namespace {

// Reads the text between the parentheses of a printed pointer.
struct Reader {
  std::string_view text;
  std::size_t at;

  bool take(std::string_view what) {
    if (!text.substr(at).starts_with(what)) return false;
    at += what.size();
    return true;
  }
  bool number(std::int64_t& out, int base = 10) {
    std::uint64_t value = 0;
    const std::size_t begin = at;
    for (; at < text.size(); ++at) {
      const int digit = hex_digit(text[at]);
      if (digit < 0 || digit >= base) break;
      if (value >> 58 != 0) return false;
      value = value * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(digit);
    }
    out = static_cast<std::int64_t>(value);
    return at > begin;
  }
};

// 0x7f00, 0x10.4 (a bit of a byte, or a column of tensor memory), ?, ?+64, (nil), 0x7f… and anything else: unknown
bool read_address(Reader& in, Iterator& out) {
  Pointer& p = out.pointer;
  const std::size_t close = in.text.find(')', in.at);
  if (close == std::string_view::npos || close - in.at > 64) return false;
  const auto sub_position = [&] {  // .4
    std::int64_t part = 0;
    if (!in.take(".") || !in.number(part, p.space == MemorySpace::tmem ? 16 : 10)) return;
    if (p.space == MemorySpace::tmem) {
      p.address = (p.address << 16) | (static_cast<std::uint64_t>(part) & 0xffff);
    } else if (p.bits > 0) {
      out.position = dynamic_int(part / p.bits);
    }
  };
  std::int64_t number = 0;
  if (in.take("0x") && in.number(number, 16)) {
    p.known = true;
    p.address = static_cast<std::uint64_t>(number);
    sub_position();
  } else if (in.take("(nil)")) {
    p.known = true;
  } else if (in.take("?")) {
  }
  const bool minus = in.take("-");
  if ((minus || in.take("+")) && in.number(number)) out.position = dynamic_int(minus ? -number : number);
  if (in.take(")")) return true;
  p.known = false;  // 0x7f…
  p.address = 0;
  out.position = dynamic_int(0);
  in.at = close + 1;
  return true;
}

}  // namespace

bool is_integer_type(std::string_view name) {
  static constexpr std::string_view types[] = {
      "int",        "long",     "unsigned", "signed",  "short",  "size_t",  "int32_t", "uint32_t",
      "int64_t",    "uint64_t", "int16_t",  "uint8_t", "char",   "bool",    "i32",     "i64",
      "FastDivmod", "Int32",    "Int64",    "Uint32",  "int8_t", "Integer", "ssize_t", "ptrdiff_t"};
  return std::find(std::begin(types), std::end(types), name) != std::end(types);
}

bool memory_space(std::string_view name, MemorySpace& out) {
  static constexpr std::string_view spaces[] = {"generic", "gmem", "smem", "rmem", "tmem"};
  const auto* found = std::find(std::begin(spaces), std::end(spaces), name);
  if (found == std::end(spaces)) return false;
  out = static_cast<MemorySpace>(found - std::begin(spaces));
  return true;
}

// [Sw<B,M,S>_] [gmem_|smem_|rmem_|tmem_] [sub]ptr [16b] [(address)]; older versions print gmem_ptr_16b(address)
bool PasteParser::printed_pointer(std::uint32_t begin, Iterator& out, int& unset_bits, std::uint32_t& end) const {
  Reader in = {text_, begin};
  out = {};
  out.kind = Iterator::Kind::pointer;
  out.position = dynamic_int(0);
  for (const MemorySpace space : {MemorySpace::gmem, MemorySpace::smem, MemorySpace::rmem, MemorySpace::tmem}) {
    if (in.take(prefix_of(space))) {
      out.pointer.space = space;
      break;
    }
  }
  const bool named =
      in.take("ptr") || in.take("subptr") || (out.pointer.space == MemorySpace::none && in.take("raw_ptr"));
  if (!named && out.pointer.space != MemorySpace::tmem) return false;
  const bool old = in.take("_");
  if (!old && !in.take("[")) return false;
  std::int64_t bits = 0;
  if (!in.take("?") && (!in.number(bits) || bits <= 0 || bits > (1 << 15))) return false;
  if (!in.take(old ? "b" : "b]")) return false;
  out.pointer.bits = static_cast<std::uint16_t>(bits);
  if (!in.take("(")) {  // smem_ptr[16b] o layout, as in comments and messages: the address is unknown
    if (old || bits == 0) return false;
    if (out.pointer.space == MemorySpace::smem) unset_bits = static_cast<int>(bits);
  } else if (in.take("unset)")) {
    unset_bits = static_cast<int>(bits);
  } else if (!read_address(in, out)) {
    return false;
  }
  end = static_cast<std::uint32_t>(in.at);
  return true;
}

// make_smem_ptr<half_t>(0x480), after the bracket; any other argument is an unknown address.
void PasteParser::written_address(Iterator& out) const {
  Reader in = {text_, next_position()};
  if (text_.substr(in.at).starts_with("0x")) read_address(in, out);
}

// Reads the pointer at the next token (or, after a swizzle, after one `_`).
PasteParser::Index PasteParser::printed_pointer_node(std::uint32_t begin, const Swizzle* swizzle) {
  Iterator iterator;
  int unset = 0;
  std::uint32_t end = 0;
  printed_pointer(swizzle != nullptr ? position() + 1 : next_position(), iterator, unset, end);
  skip_to_byte(end);
  foreign_ = true;
  SyntaxNode out = {.kind = Syntax::unset, .span = {}, .integer = static_int(unset)};
  if (unset == 0) {
    if (swizzle != nullptr) {
      iterator.pointer.swizzled = true;
      iterator.pointer.swizzle = *swizzle;
    }
    out.kind = Syntax::literal;
    out.integer = static_int(static_cast<std::int64_t>(tree_.literals.size()));
    tree_.literals.emplace_back(normal_pointer(std::move(iterator)));
  }
  const std::uint32_t index = add(std::move(out), begin);
  node(index).span.end = end;
  return index;
}

const SyntaxNode* PasteParser::bound(std::string_view name, std::size_t* before) const {
  constexpr std::size_t looked_at = 4096;  // statements: larger programs are not searched
  const auto& statements = tree_.statements;
  const std::size_t end = before != nullptr ? std::min(*before, statements.size()) : statements.size();
  for (std::size_t i = 0; i < std::min(end, looked_at); ++i) {
    const Statement& statement = statements[end - 1 - i];
    if (statement.name != name) continue;
    if (before != nullptr) *before = end - 1 - i;
    return &tree_.nodes[statement.root];
  }
  return nullptr;
}

Elements PasteParser::elements_of(const SyntaxNode& tensor) const {
  // Follows names and calls that keep the elements: local_tile(mA, ...), thr_mma.partition_A(gA).
  constexpr int most_steps = 64;
  std::size_t before = tree_.statements.size();
  const SyntaxNode* at = &tensor;
  for (int steps = 0; at != nullptr && steps < most_steps; ++steps) {
    if (at->kind == Syntax::literal) {
      const auto* iterator = tree_.literals[static_cast<std::size_t>(at->integer.value)].as<Iterator>();
      if (iterator == nullptr || iterator->kind != Iterator::Kind::pointer) return {};
      return {iterator->pointer.bits, at->text};
    }
    if (at->kind == Syntax::name) {
      at = bound(at->text, &before);
    } else if (at->children.empty()) {
      return {};
    } else {
      const bool of_thread = at->kind == Syntax::call && at->text.starts_with("partition_");
      at = &tree_.nodes[of_thread ? at->children.back() : at->children.front()];
    }
  }
  return {};
}

Elements PasteParser::elements_named(std::string_view spelled) const {
  constexpr std::string_view member = ".element_type";
  std::size_t before = tree_.statements.size();
  for (int renamings = 0; renamings < 16; ++renamings) {
    if (spelled.ends_with(member)) {
      const SyntaxNode* tensor = bound(spelled.substr(0, spelled.size() - member.size()));
      return tensor != nullptr ? elements_of(*tensor) : Elements();
    }
    const std::size_t dot = spelled.find_last_of(".:");
    const std::string_view name = dot == std::string_view::npos ? spelled : spelled.substr(dot + 1);
    if (const auto type = type_named(name)) return {type->bits, name};
    const SyntaxNode* root = bound(name, &before);
    if (root == nullptr || (root->kind != Syntax::name && root->kind != Syntax::type)) return {};
    spelled = root->text;
  }
  return {};
}

// The elements of a pointer that is cast before its use, (half_t*)p, reinterpret_cast<half_t*>(p): at the cast, which
// is kept.
Elements PasteParser::cast_elements() {
  static constexpr std::string_view casts[] = {"reinterpret_cast", "static_cast", "const_cast", "recast_ptr"};
  const std::size_t start = next_;
  const auto is_cast = [&](std::size_t ahead) {
    return at(TokenKind::name, ahead) && at(TokenKind::open_angle, ahead + 1) &&
           std::find(std::begin(casts), std::end(casts), spelling(peek(ahead).span)) != std::end(casts);
  };
  const std::size_t scope = at(TokenKind::name) && at(TokenKind::scope, 1) ? 2 : 0;
  const bool of_c = at(TokenKind::open_paren) && at(TokenKind::name, 1);
  Elements out;
  if (of_c || is_cast(scope)) {
    const bool recasts = !of_c && spelling(peek(scope).span) == "recast_ptr";  // recast_ptr<T>(p), the others T*
    next_ += of_c ? 1 : scope + 2;
    const std::uint32_t first = next_position();
    if (element_type(out.bits) && (recasts || at(TokenKind::star)))
      out.type = elements_named(text_.substr(first, position() - first)).type;
    else
      out.bits = 0;
  }
  next_ = start;
  failed_ = false;
  return out;
}

int PasteParser::bits_of_type(std::string_view name) const {
  constexpr int renamings = 16;
  std::size_t before = tree_.statements.size();
  for (int i = 0; i < renamings; ++i) {
    if (name == "void") return 8;
    if (name.ends_with('>')) {  // integer_subbyte<4,true>
      const auto type = find_type(name);
      return type ? type->bits : 0;
    }
    const std::size_t scope = name.rfind("::");
    if (scope != std::string_view::npos) name.remove_prefix(scope + 2);
    if (const auto type = type_named(name)) return type->bits;
    const SyntaxNode* type = bound(name, &before);
    if (type == nullptr || (type->kind != Syntax::name && type->kind != Syntax::type)) return 0;
    name = type->text;
  }
  return 0;
}

// half_t, unsigned char, integer_subbyte<4,true>, complex<float>, Array<half_t,8>; `const` can be anywhere
bool PasteParser::element_type(int& bits) {
  const Deeper level(depth_);
  if (!level.ok()) return static_cast<void>(unexpected(say("a type with less nesting"))), false;
  const Span begin = peek().span;
  bits = 0;
  bool is_signed = false;
  for (;;) {
    if (at(TokenKind::name) && (at(TokenKind::scope, 1) || at(TokenKind::dot, 1))) {
      next_ += 2;
      continue;
    }
    if (!at(TokenKind::name)) break;
    const std::string_view word = spelling(advance().span);
    if (word == "const" || word == "volatile" || word == "struct" || word == "__restrict__") continue;
    if (word == "unsigned" || word == "signed") {
      is_signed = true;
      continue;
    }
    const bool templated = at(TokenKind::open_angle) && peek().after_name;
    const bool bytes = word == "uint_byte_t" || word == "uint_byte";
    if (templated && (word == "integer_subbyte" || word == "uint_bit_t" || word == "uint_bit" || bytes) &&
        at(TokenKind::integer, 1) && (at(TokenKind::close_angle, 2) || at(TokenKind::comma, 2))) {
      bits = static_cast<int>(std::clamp<std::int64_t>(peek(1).integer.value, 0, 1 << 12)) * (bytes ? 8 : 1);
    } else if (templated && (word == "complex" || word == "Array" || word == "AlignedArray" || word == "array")) {
      advance();
      if (!element_type(bits)) return false;
      if (word == "complex") bits *= 2;
      if (accept(TokenKind::comma)) {
        drop_casts();
        if (at(TokenKind::integer))
          bits = static_cast<int>(
              std::min<std::int64_t>(1 << 12, bits * std::clamp<std::int64_t>(peek().integer.value, 0, 1 << 12)));
      }
      if (!skip_rest(TokenKind::close_angle)) return false;
      continue;
    } else if (bits == 0 || word != "int") {  // short int, long int
      bits = bits_of_type(word);
      if (bits == 0) {
        error(tokens_[next_ - 1].span, say("the width of '{}' is unknown", word),
              say("paste the type of its elements, such as half_t or float"));
        return false;
      }
    }
    if (templated) {
      advance();
      if (!skip_rest(TokenKind::close_angle)) return false;
    }
  }
  if (bits == 0 && is_signed) bits = 32;
  if (bits == 0) error(begin, say("a pointer needs the type of its elements"), say("such as half_t or float"));
  return bits != 0;
}

// gmem_ptr<T*>, smem_ptr<T*>, swizzle_ptr<Swizzle<3,4,3>,smem_ptr<T*>>, subbyte_iterator<T>, T*
bool PasteParser::pointer_type(Pointer& out, int depth) {
  if (depth > 8) return static_cast<void>(unexpected(say("a pointer"))), false;
  std::size_t name_at = 0;
  while (at(TokenKind::name, name_at) && at(TokenKind::scope, name_at + 1)) name_at += 2;
  const std::string_view word = at(TokenKind::name, name_at) ? spelling(peek(name_at).span) : std::string_view();
  if (find_head(word) == Head::pointer && at(TokenKind::open_angle, name_at + 1)) {
    next_ += name_at + 1;
    const Span open = advance().span;
    if (word == "swizzle_ptr") {
      while (at(TokenKind::name) && !at(TokenKind::open_angle, 1)) advance(), accept(TokenKind::scope);
      advance();
      const std::uint32_t begin = next_position();
      const Index swizzle = at(TokenKind::open_angle) ? swizzle_type(begin) : Index{};
      if (!swizzle || !accept(TokenKind::comma))
        return static_cast<void>(unexpected(say("a swizzle and a pointer"))), false;
      const std::vector<std::int64_t> numbers = node(*swizzle).template_args;
      Arith arith;
      out.swizzled = true;
      if (numbers.size() == 3) out.swizzle = make_swizzle(arith, numbers[0], numbers[1], numbers[2]);
      if (arith.failed() || numbers.size() != 3)
        return error({begin, position()}, say("these numbers are not a swizzle"), say("write Swizzle<3,4,3>")), false;
    } else if (word == "subbyte_iterator" || word == "tmem_ptr") {
      int bits = 0;
      if (!element_type(bits)) return false;
      out.bits = static_cast<std::uint16_t>(bits);
      if (word == "tmem_ptr") out.space = MemorySpace::tmem;
      return expect(TokenKind::close_angle, '>', open);
    } else {
      memory_space(word.substr(0, 4), out.space);
    }
    return pointer_type(out, depth + 1) && expect(TokenKind::close_angle, '>', open);
  }
  int bits = 0;
  if (!element_type(bits)) return false;
  out.bits = static_cast<std::uint16_t>(bits);
  while (accept(TokenKind::star) || at_word("const") || at_word("__restrict__")) {
    if (at(TokenKind::name)) advance();
  }
  return true;
}

}  // namespace stridescope
