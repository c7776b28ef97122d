// The recursive descent over a program. The grammar is in ast.h.
#pragma once

#include <optional>

#include "core/base/depth.h"
#include "core/lang/ast.h"
#include "core/lang/foreign_reader.h"

namespace stridescope {

class ProgramParser {
 public:
  using Index = std::optional<std::uint32_t>;

  // foreign: null if absent.
  ProgramParser(std::string_view text, const Environment& environment, ForeignReader* foreign, SyntaxTree& tree,
                std::vector<Error>& errors)
      : text_(text),
        environment_(environment),
        foreign_(foreign),
        errors_(errors),
        tokens_(tokenize(text, lexical_)),
        tree_(tree) {}

  void run();

  // --- also used by a ForeignReader ---

  std::string_view text() const { return text_; }
  const Environment& environment() const { return environment_; }
  SyntaxTree& tree() { return tree_; }
  std::vector<Error>& errors() { return errors_; }
  const Token& token(std::size_t i) const { return tokens_[i]; }
  // The index of the next token.
  std::size_t& next() { return next_; }
  std::string_view spelling(Span span) const { return text_.substr(span.begin, span.end - span.begin); }
  Message describe(const Token& token) const;
  // Reports at most one error per statement.
  void error(Span span, Message message, Message hint = {}, std::string_view replacement = {});
  // Marks the statement as having no value, with its error reported.
  void fail() { failed_ = true; }
  // Stops trying the statement as foreign text.
  void settle() { settled_ = true; }
  // Continues after a statement, outside all brackets, at token `next`.
  void go_on(std::size_t next) {
    nesting_ = 0;
    next_ = next;
  }
  // Errors of the lexer up to a position are reported with the statement that contains them, or dropped with it.
  void report_lexical(std::uint32_t end, bool report);
  std::uint32_t add(SyntaxNode node) {
    const std::uint32_t out = tree_.add(std::move(node));
    if (tree_.nodes[out].height > max_tree_height) too_deep(tree_.nodes[out].span);
    return out;
  }
  Index expression();
  Index name();

 private:
  // The next token; inside brackets line breaks do not count.
  const Token& peek() { return nesting_ > 0 ? peek_in_brackets() : tokens_[next_]; }
  const Token& peek_in_brackets();
  bool at(TokenKind kind) { return peek().kind == kind; }
  const Token& advance();
  void skip_newlines() {
    while (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced) ++next_;
  }

  // Inside brackets: true if the line after this break starts a new statement `name =`; then a bracket is missing.
  // After `(` or `,` a `name =` is an option of the call.
  bool statement_follows() const;

  void statement();

  // --- error texts (parser_errors.cpp) ---

  void after_statement(const Token& token);
  // Reports a word of other languages at or before `token`, which follows a whole expression.
  bool after_keyword(const Token& token);
  // Adds the missing brackets to the statement from expression_begin_ on, if it parses with them.
  bool fix_statement(const Token& token);
  // (4;8):(8;1): suggests ',' between entries on one line, if it parses with it.
  bool fix_semicolons();
  // Fix of x += 1, at its '=': x = x + 1.
  bool fix_update(const Token& equals);
  void drop_lexical();  // drops the lexer's errors in the statement
  // Fix of alpha=0.5, at its '.': alpha="0.5".
  bool fix_fraction(const Token& point);
  // Reports a template argument that is not an integer.
  void no_template_argument(const SyntaxNode& node, const Token& token);
  // Reports a token that does not begin a value.
  void no_value(const Token& token);
  // True for `name =` on a further line of a call if the function has no such option, nor one with a similar name.
  bool begins_statement(std::string_view function) const;
  // Reports `name =` in a call of a function that has no options of its own.
  void no_option(std::string_view function, Span option);
  // True if the text is a single statement of the language. Names of this program are unknown in it.
  bool parses(std::string_view expression) const;
  // The token at expression_begin_.
  std::size_t first_of_statement() const;
  // The end of the last token before the next line break or `;`.
  std::uint32_t end_of_statement() const;
  // True for a function of the language, or a name that the program has bound.
  bool is_callable(std::string_view name) const;

  bool constants() const { return foreign_ != nullptr && foreign_->constants && !trial_; }
  Int known_integer(Int value) const {
    value.is_static = value.is_static || constants();
    return value;
  }

  std::nullopt_t too_deep(Span span);
  Span span_of(std::uint32_t first, std::uint32_t last) const {
    return {tree_.nodes[first].span.begin, tree_.nodes[last].span.end};
  }

  Index ratio();
  Index pair();
  Index sum();
  Index term();
  Index signed_value();
  // operand { (a | b | c) operand }
  using Operand = Index (ProgramParser::*)();
  Index left_to_right(const Operand& operand, TokenKind a, TokenKind b, TokenKind c);
  // A call of one of our own functions. name: its name in the text, if it is not the whole.
  std::uint32_t call(std::string_view function, std::vector<std::uint32_t> children, Span span,
                     std::optional<Span> name = {});
  // domain --(map)--> codomain
  Index morphism();
  // (s1,...,sm)_P, with a profile or its name directly after the bracket.
  Index with_profile(std::uint32_t values);
  Index primary();
  // ( expr, ... ) or < expr, ... >
  Index sequence(Syntax kind, TokenKind close, char closer);

  Index unclosed(Span open, char closer);
  // The brackets that close those around the one at `open`.
  std::string outer_closers(Span open) const;
  // The verbatim name and its template arguments; core/tiled defines their meaning.
  Index atom(SyntaxNode& node);

  // --- calls ---
  bool is_foreign_name(std::string_view word, bool called, bool templated);
  bool takes_integers(std::string_view name) const;
  bool template_arguments(SyntaxNode& node);
  bool template_argument(SyntaxNode& node);
  bool arguments(SyntaxNode& node);
  // Adds the signature of the function to the error of a call that ends before an argument.
  void tell_signature(std::string_view function);
  // key = value in the call of a kernel function, as option("key", value).
  Index named(Span key, std::uint32_t value);

  std::string_view text_;
  const Environment& environment_;
  ForeignReader* foreign_;
  std::vector<Error>& errors_;
  std::vector<Error> lexical_;
  std::vector<Token> tokens_;
  std::size_t next_lexical_ = 0;
  SyntaxTree& tree_;
  std::size_t next_ = 0;
  int nesting_ = 0;        // number of open brackets
  bool in_tuple_ = false;  // the innermost one encloses entries, not arguments
  Depth depth_{max_expression_depth};
  std::uint32_t expression_begin_ = 0;  // begin of the expression of the current statement
  bool trial_ = false;                  // only tests whether a text parses, and tries nothing else
  bool failed_ = false;
  bool settled_ = false;  // the statement is not tried as foreign text
};

}  // namespace stridescope
