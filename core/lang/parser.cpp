#include <optional>

#include "core/base/text.h"
#include "core/lang/ast.h"
#include "core/lang/paste.h"
#include "core/tiled/atom.h"
#include "core/tiled/type_name.h"

namespace stridescope {
namespace {

class Parser {
 public:
  Parser(std::string_view text, std::vector<Error>& errors)
      : text_(text), errors_(errors), tokens_(tokenize(text, lexical_)), paste_work_(text.size()) {}

  SyntaxTree run() {
    tree_.nodes.reserve(tokens_.size());  // a node or none a token
    while (!at(TokenKind::end)) {
      if (at(TokenKind::newline)) {
        if (next_ > 0 && tokens_[next_ - 1].kind == TokenKind::newline && !tokens_[next_ - 1].forced &&
            !message_.empty())
          end_message();  // a blank line
        ++next_;
        continue;
      }
      statement();
    }
    end_message();
    report_lexical(static_cast<std::uint32_t>(text_.size()), true);
    return std::move(tree_);
  }

 private:
  using Index = std::optional<std::uint32_t>;

  // The next token; inside brackets line breaks do not count.
  const Token& peek() {
    while (nesting_ > 0 && tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced && !statement_follows()) ++next_;
    return tokens_[next_];
  }
  bool at(TokenKind kind) { return peek().kind == kind; }
  const Token& advance() {
    const Token& token = peek();
    if (token.kind != TokenKind::end) ++next_;
    return token;
  }
  void skip_newlines() {
    while (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced) ++next_;
  }

  // Inside brackets: does the line after this break start a new statement `name =`? Then a bracket was left open. After
  // `(` or `,` a `name =` is an option of the call.
  bool statement_follows() const {
    if (next_ > 0 && (tokens_[next_ - 1].kind == TokenKind::comma || tokens_[next_ - 1].kind == TokenKind::open_paren)) return false;
    return tokens_[next_ + 1].kind == TokenKind::name && tokens_[next_ + 2].kind == TokenKind::equals;
  }

  std::string_view spelling(Span span) const { return text_.substr(span.begin, span.end - span.begin); }

  std::string describe(const Token& token) const {
    if (token.kind == TokenKind::end) return "the end of the program";
    if (token.kind == TokenKind::newline) return token.forced ? "';'" : "the end of the line";
    return cat("'", spelling(token.span), "'");
  }

  [[gnu::noinline]] void error(Span span, std::string message, std::string_view hint = {}, std::string_view replacement = {}) {
    if (failed_) return;  // one syntax error a statement: what follows it is guesswork
    failed_ = true;
    if (errors_.size() < max_syntax_errors)
      errors_.push_back({ErrorCode::syntax, std::move(message), std::string(hint), span, std::string(replacement)});
  }

  void statement() {
    failed_ = false;
    printed_ = false;
    nesting_ = 0;
    depth_ = 0;
    Statement out;
    const std::size_t first = next_;
    const std::size_t errors_before = errors_.size();
    const std::uint32_t begin = tokens_[next_].span.begin;
    if (at(TokenKind::name) && tokens_[next_ + 1].kind == TokenKind::equals) {
      out.name_span = advance().span;
      out.name = spelling(out.name_span);
      advance();
      skip_newlines();
    } else if (at(TokenKind::compose) && tokens_[next_ + 1].kind == TokenKind::equals) {
      error(tokens_[next_].span, "'o' is the composition operator and cannot be a name", "choose another name");
    }
    const std::size_t nodes_before = tree_.nodes.size();
    const Index root = failed_ ? Index{} : expression();
    if (root && !failed_ && !at(TokenKind::newline) && !at(TokenKind::end)) after_statement(peek());
    if (root && !failed_) {
      out.root = *root;
      out.span = {begin, tree_.nodes[*root].span.end};
      tree_.statements.push_back(out);
      if (!message_.empty()) end_message();
    } else if ((printed_ || !foreign_statement(first, errors_before, nodes_before)) && !out.name.empty()) {
      tree_.failed_names.emplace_back(out.name, out.name_span);
    }
    nesting_ = 0;
    while (!at(TokenKind::end) && !at(TokenKind::newline)) ++next_;
    if (next_lexical_ < lexical_.size()) report_lexical(tokens_[next_].span.begin, true);
  }

  // --- what is not our language (paste.h) ---

  // The statement that starts at token `first` and did not parse: reads it as foreign text. If it is none, its error
  // stays; if it is foreign text with an error, that error is the one to tell.
  bool foreign_statement(std::size_t first, std::size_t errors_before, std::size_t nodes_before) {
    const std::uint32_t begin = tokens_[first].span.begin;
    const auto drop_own = [&](std::uint32_t end) {
      errors_.resize(errors_before);
      report_lexical(end, false);
      nesting_ = 0;
      next_ = first;
      while (tokens_[next_].kind != TokenKind::end && tokens_[next_].span.begin < end) ++next_;
    };
    tree_.nodes.erase(tree_.nodes.begin() + static_cast<std::ptrdiff_t>(nodes_before), tree_.nodes.end());
    if (const std::uint32_t end = grid_below(first); end != 0) {
      drop_own(end);
      return true;
    }
    Paste paste = read_paste(text_, begin, tree_, paste_work_);
    if (paste.read) {
      drop_own(paste.end);
      if (paste.text) {
        if (message_.empty()) message_.begin = errors_before;
        message_.has_types = message_.active = true;
      } else if (!message_.empty()) {
        end_message();
      }
      return true;
    }
    const bool binds = tokens_[first + 1].kind == TokenKind::equals;
    if (paste.foreign) {
      drop_own(paste.end);
      errors_.push_back(std::move(paste.error));
      failed_ = true;
    }
    if (binds) {  // surely meant for us
      std::vector<Error> own(std::make_move_iterator(errors_.begin() + static_cast<std::ptrdiff_t>(errors_before)),
                             std::make_move_iterator(errors_.end()));
      errors_.resize(errors_before);
      end_message();
      errors_.insert(errors_.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
    } else if (message_.empty()) {
      message_.begin = errors_before;
      message_.active = true;
    }
    return false;
  }

  // The grid that print_layout writes below a layout: where it ends, or 0.
  std::uint32_t grid_below(std::size_t first) {
    if (tree_.statements.empty()) return 0;
    std::size_t line = tokens_[first].span.begin;
    while (line > 0 && text_[line - 1] == ' ') --line;
    const std::uint32_t end = grid_end(text_, static_cast<std::uint32_t>(line), false);
    if (end <= line) return 0;
    // A header of one column is an expression of ours: the 0 above the rule.
    const Statement& header = tree_.statements.back();
    const SyntaxNode& n = tree_.nodes[header.root];
    if (tree_.statements.size() > 1 && header.name.empty() && n.kind == Syntax::integer && n.integer == dynamic_int(0))
      tree_.statements.pop_back();
    Statement& layout = tree_.statements.back();
    if (!layout.grid.empty()) return 0;
    layout.grid = {static_cast<std::uint32_t>(line), end};
    return end;
  }

  // Lines next to one that has types in it are the rest of a message: their errors do not count.
  struct Message {
    std::size_t begin = 0;  // its first error
    bool active = false;
    bool has_types = false;
    bool empty() const { return !active; }
  };

  void end_message() {
    if (message_.has_types) errors_.resize(std::min(errors_.size(), message_.begin));
    message_ = {};
  }

  // Errors of the lexer up to a place are reported with the statement that they stand in, or dropped with it.
  void report_lexical(std::uint32_t end, bool report) {
    for (; next_lexical_ < lexical_.size() && (lexical_[next_lexical_].span.begin < end || end == text_.size());
         ++next_lexical_) {
      if (report) errors_.push_back(std::move(lexical_[next_lexical_]));
    }
  }

  void after_statement(const Token& token) {
    if (token.kind == TokenKind::bad) {
      failed_ = true;  // reported by the lexer
    } else if (token.kind == TokenKind::close_paren || token.kind == TokenKind::close_angle) {
      error(token.span, cat(describe(token), " closes nothing"), "remove it", " ");
    } else if (token.kind == TokenKind::colon) {
      error(token.span, "a layout has one ':' between its shape and its stride", "put nested layouts in a tuple on both sides: ((2,2),3):((1,2),4)");
    } else if (token.kind == TokenKind::equals) {
      error(token.span, "'=' binds a name, and a name stands alone on its left", "write name = expression");
    } else {
      error(token.span, cat("expected the end of the statement before ", describe(token)), "separate statements by a line break or ';', entries by ','");
    }
  }

  std::uint32_t add(SyntaxNode node) {
    tree_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(tree_.nodes.size() - 1);
  }
  Span span_of(std::uint32_t first, std::uint32_t last) const { return {tree_.nodes[first].span.begin, tree_.nodes[last].span.end}; }

  Index expression() {
    if (++depth_ > max_expression_depth) {
      error(peek().span, cat("nesting deeper than ", max_expression_depth, " levels"), "give the inner parts names");
      return {};
    }
    Index out = chain();
    --depth_;
    return out;
  }

  Index chain() {
    Index first = ratio();
    if (!first || !at(TokenKind::compose)) return first;
    SyntaxNode node = {.kind = Syntax::chain, .span = {}, .children = {*first}};
    while (at(TokenKind::compose)) {
      advance();
      skip_newlines();
      const Index operand = ratio();
      if (!operand) return {};
      node.children.push_back(*operand);
    }
    node.span = span_of(node.children.front(), node.children.back());
    return add(std::move(node));
  }

  Index ratio() {
    Index left = pair();
    int operators = 0;  // they nest to the left
    while (left && (at(TokenKind::slash) || at(TokenKind::percent) || at(TokenKind::divide) || at(TokenKind::multiply))) {
      if (++operators > max_expression_depth) {
        error(peek().span, cat("more than ", max_expression_depth, " operators in a row"), "give the inner parts names");
        return {};
      }
      const TokenKind op = advance().kind;
      skip_newlines();
      const Index right = pair();
      if (!right) return {};
      left = add({.kind = Syntax::ratio, .span = span_of(*left, *right), .op = op, .children = {*left, *right}});
    }
    return left;
  }

  Index pair() {
    const Index shape = morphism();
    if (!shape || !at(TokenKind::colon)) return shape;
    advance();
    skip_newlines();
    const Index stride = morphism();
    if (!stride) return {};
    return add({.kind = Syntax::pair, .span = span_of(*shape, *stride), .children = {*shape, *stride}});
  }

  // A call of one of our own functions.
  std::uint32_t call(std::string_view function, std::vector<std::uint32_t> children, Span span) {
    return add({.kind = Syntax::call, .span = span, .name_span = span, .text = function, .has_arguments = true,
                .children = std::move(children)});
  }

  // domain --(map)--> codomain
  Index morphism() {
    const Index domain = primary();
    if (!domain || !at(TokenKind::dashes)) return domain;
    advance();
    skip_newlines();
    const Index map = primary();
    if (!map) return {};
    if (!at(TokenKind::arrow)) {
      error(peek().span, cat("expected '-->' before ", describe(peek())), "a morphism is written (4,5)--(1,3)-->(4,7,5)");
      return {};
    }
    advance();
    skip_newlines();
    const Index codomain = primary();
    if (!codomain) return {};
    return call("tract.make_morphism", {*domain, *codomain, *map}, span_of(*domain, *codomain));
  }

  // (s1,...,sm)_P, with a profile or its name directly behind the bracket.
  Index with_profile(std::uint32_t values) {
    const Token token = tokens_[next_];
    const std::string_view word = spelling(token.span);
    const bool named = token.kind == TokenKind::name && word.size() > 1 && word[0] == '_';
    const bool nested = token.kind == TokenKind::any && word == "_" && tokens_[next_ + 1].kind == TokenKind::open_paren &&
                        tokens_[next_ + 1].span.begin == token.span.end;
    if (token.span.begin != tree_.nodes[values].span.end || (!named && !nested)) return values;
    ++next_;
    const Span name = {token.span.begin + 1, token.span.end};
    const Index profile =
        named ? Index(add({.kind = Syntax::name, .span = name, .name_span = name, .text = word.substr(1)})) : primary();
    if (!profile) return {};
    return call("tract.substitute", {*profile, values}, span_of(values, *profile));
  }

  Index primary() {
    const Token& token = peek();
    switch (token.kind) {
      case TokenKind::integer:
        advance();
        return add({.kind = Syntax::integer, .span = token.span, .integer = token.integer});
      case TokenKind::mixed_bits: {
        advance();
        SyntaxNode node = {.kind = Syntax::mixed_bits, .span = token.span};
        std::copy(std::begin(token.mixed), std::end(token.mixed), std::begin(node.mixed));
        return add(std::move(node));
      }
      case TokenKind::any:
        advance();
        return add({.kind = Syntax::any, .span = token.span});
      case TokenKind::string:
        advance();
        return add({.kind = Syntax::string, .span = token.span, .text = spelling({token.span.begin + 1, token.span.end - 1})});
      case TokenKind::open_paren:
        if (const Index values = sequence(Syntax::tuple, TokenKind::close_paren, ')')) return with_profile(*values);
        return {};
      case TokenKind::open_angle:
        if (token.after_name) break;
        return sequence(Syntax::tiler, TokenKind::close_angle, '>');
      case TokenKind::name:
        return name();
      case TokenKind::bad:
        failed_ = true;
        return {};
      default:
        break;
    }
    error(token.span, cat("expected a value, found ", describe(token)), "a value is an integer, a tuple (a,b), a layout shape:stride, a name or a call");
    return {};
  }

  // ( expr, ... ) or < expr, ... >
  Index sequence(Syntax kind, TokenKind close, char closer) {
    const Span open = advance().span;
    ++nesting_;
    SyntaxNode node = {.kind = kind, .span = open};
    while (!at(close)) {
      const Index entry = expression();
      if (!entry) return unclosed(open, closer);
      node.children.push_back(*entry);
      if (at(TokenKind::comma)) {
        advance();
      } else if (!at(close)) {
        return unclosed(open, closer);
      }
    }
    --nesting_;  // before the closer is taken: the line break after it counts again
    node.span.end = advance().span.end;
    return add(std::move(node));
  }

  Index unclosed(Span open, char closer) {
    if (failed_) return {};
    const Token& token = peek();
    if (token.kind == TokenKind::bad) {
      failed_ = true;
    } else if (token.kind == TokenKind::end || token.kind == TokenKind::newline) {
      error(open, cat("'", spelling(open), "' is never closed"), cat("add a '", closer, "'"));
    } else {
      error(token.span, cat("expected ',' or '", closer, "' before ", describe(token)), "entries are separated by ','");
    }
    return {};
  }

  Index name() {
    const Token token = advance();
    const std::string_view word = spelling(token.span);
    const bool opens = tokens_[next_].kind == TokenKind::open_paren && tokens_[next_].span.begin == token.span.end;
    if ((word[0] == '_' && word.starts_with("_Z")) || (opens && is_foreign_call(word))) {
      error(token.span, cat("'", word, "' is not of this language"));
      return {};
    }
    SyntaxNode node = {.kind = Syntax::name, .span = token.span, .name_span = token.span, .text = word};
    if (const PrintedForm* form = printed_form(node.text)) return printed(node, *form);
    if (is_atom_name(node.text)) return atom(node);
    if (tokens_[next_].kind == TokenKind::open_angle && tokens_[next_].after_name) {
      node.kind = Syntax::call;
      if (!template_arguments(node)) return {};
    }
    if (tokens_[next_].kind == TokenKind::open_paren && tokens_[next_].span.begin == node.span.end) {
      node.kind = Syntax::call;
      node.has_arguments = true;
      if (!arguments(node)) return {};
    }
    return add(std::move(node));
  }

  // What CUTLASS prints for an atom or a tiling: its name, below it a line `label: value` for each part, and what it is
  // made of. It reads as the call that makes it.
  struct PrintedForm {
    std::string_view name;
    std::string_view function;
    std::string_view labels[5];  // in the order in which they are printed
    std::string_view of;         // the form that follows
    std::int8_t order[5];        // of the arguments; 5: what follows
  };
  static constexpr PrintedForm printed_forms[] = {
      {"MMA_Atom", "make_mma_atom", {"ThrID", "Shape_MNK", "LayoutA_TV", "LayoutB_TV", "LayoutC_TV"}, "", {0, 1, 2, 3, 4}},
      {"Copy_Atom", "make_copy_atom", {"ThrID", "ValLayoutSrc", "ValLayoutDst", "ValLayoutRef", "ValueType"}, "", {0, 1, 2, 3, 4}},
      {"TiledMMA", "make_tiled_mma", {"ThrLayoutVMNK", "PermutationMNK"}, "MMA_Atom", {5, 0, 1, -1}},
      {"TiledCopy", "make_tiled_copy_impl", {"Tiler_MN", "TiledLayout_TV"}, "Copy_Atom", {5, 1, 0, -1}},
      {"ThrMMA", "get_slice", {"Thr"}, "TiledMMA", {5, 0, -1}},
      {"ThrCopy", "get_slice", {"ThrIdx"}, "TiledCopy", {5, 0, -1}},
  };

  bool names(std::size_t token, std::string_view word) const {
    return tokens_[token].kind == TokenKind::name && spelling(tokens_[token].span) == word;
  }

  // The form of that name when its first part follows on the next line.
  const PrintedForm* printed_form(std::string_view name) const {
    if (tokens_[next_].kind != TokenKind::newline || tokens_[next_].forced) return nullptr;
    for (const PrintedForm& form : printed_forms) {
      if (form.name == name && names(next_ + 1, form.labels[0])) return &form;
    }
    return nullptr;
  }

  Index printed(SyntaxNode& node, const PrintedForm& form) {
    printed_ = true;
    std::uint32_t parts[6] = {};
    const auto part = [&](std::size_t i, const Index& index) {
      if (!index) return false;
      parts[i] = *index;
      node.span.end = tree_.nodes[*index].span.end;
      return true;
    };
    for (std::size_t i = 0; i < 5 && !form.labels[i].empty(); ++i) {
      if (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced) ++next_;
      if (!names(next_, form.labels[i])) {
        error(tokens_[next_].span, cat("expected '", form.labels[i], ":' of the ", form.name, " before ", describe(tokens_[next_])),
              "paste all lines that CUTLASS prints");
        return {};
      }
      ++next_;
      if (names(next_, "VMNK")) ++next_;
      if (tokens_[next_].kind != TokenKind::colon) {
        error(tokens_[next_].span, cat("expected ':' before ", describe(tokens_[next_])));
        return {};
      }
      ++next_;
      if (!part(i, expression())) return {};
    }
    if (!form.of.empty()) {
      if (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced) ++next_;
      if (!names(next_, form.of)) {
        error(tokens_[next_].span, cat("expected the ", form.of, " of the ", form.name, " before ", describe(tokens_[next_])),
              "paste all lines that CUTLASS prints");
        return {};
      }
      if (!part(5, name())) return {};
    }
    node.kind = Syntax::call;
    node.text = form.function;
    node.has_arguments = true;
    for (const std::int8_t i : form.order) {
      if (i < 0) break;
      node.children.push_back(parts[i]);
    }
    return add(std::move(node));
  }

  // The name and its template arguments as they stand; what they mean is core/tiled's.
  Index atom(SyntaxNode& node) {
    node.kind = Syntax::type;
    int depth = 0;
    if (tokens_[next_].kind == TokenKind::open_angle && tokens_[next_].after_name) {
      do {
        const TokenKind kind = tokens_[next_].kind;
        if (kind == TokenKind::end || (kind == TokenKind::newline && tokens_[next_].forced) ||
            node.span.end - node.span.begin > max_type_name_bytes) {
          return unclosed(node.name_span, '>');
        }
        depth += kind == TokenKind::open_angle ? 1 : kind == TokenKind::close_angle ? -1 : 0;
        node.span.end = tokens_[next_++].span.end;
      } while (depth > 0);
    }
    node.text = spelling(node.span);
    return add(std::move(node));
  }

  bool template_arguments(SyntaxNode& node) {
    const Span open = advance().span;
    ++nesting_;
    while (!at(TokenKind::close_angle)) {
      if (!at(TokenKind::integer) || !peek().integer.is_plain() || peek().integer.is_static) {
        if (at(TokenKind::end) || at(TokenKind::newline)) {
          unclosed(open, '>');
        } else {
          error(peek().span, cat("template arguments are integers, not ", describe(peek())), cat("for example ", node.text, "<0>(...)"));
        }
        return false;
      }
      node.template_args.push_back(advance().integer.value);
      if (at(TokenKind::comma)) {
        advance();
      } else if (!at(TokenKind::close_angle)) {
        unclosed(open, '>');
        return false;
      }
    }
    --nesting_;
    node.span.end = advance().span.end;
    return true;
  }

  bool arguments(SyntaxNode& node) {
    const Span open = advance().span;
    ++nesting_;
    while (!at(TokenKind::close_paren)) {
      if (at(TokenKind::name) && tokens_[next_ + 1].kind == TokenKind::equals) {
        error(peek().span, cat(node.text, " has no option '", spelling(peek().span), "'"), "give the arguments in order");
        return false;
      }
      const Index argument = expression();
      if (!argument) {
        unclosed(open, ')');
        return false;
      }
      node.children.push_back(*argument);
      if (at(TokenKind::comma)) {
        advance();
      } else if (!at(TokenKind::close_paren)) {
        unclosed(open, ')');
        return false;
      }
    }
    --nesting_;
    node.span.end = advance().span.end;
    return true;
  }

  std::string_view text_;
  std::vector<Error>& errors_;
  std::vector<Error> lexical_;
  std::vector<Token> tokens_;
  std::size_t next_lexical_ = 0;
  PasteWork paste_work_;
  Message message_;
  SyntaxTree tree_;
  std::size_t next_ = 0;
  int nesting_ = 0;   // open brackets
  int depth_ = 0;     // nested expressions
  bool failed_ = false;
  bool printed_ = false;  // a printed atom or tiling is in this statement
};

}  // namespace

SyntaxTree parse(std::string_view program, std::vector<Error>& errors) {
  if (program.size() > max_program_bytes) {
    const Span all = {0, static_cast<std::uint32_t>(std::min<std::size_t>(program.size(), 1))};
    errors.push_back({ErrorCode::too_large, cat("the program is longer than ", max_program_bytes, " bytes, the cap"), "split it", all, {}});
    return {};
  }
  return Parser(program, errors).run();
}

}  // namespace stridescope
