// The recursive descent over a program of ours; internal to the parser*.cpp. The grammar is in ast.h.
#pragma once

#include <optional>

#include "core/base/depth.h"
#include "core/foreign/paste/paste.h"
#include "core/lang/ast.h"

namespace stridescope {

class ProgramParser {
 public:
  // text: without comments (source_text.h).
  ProgramParser(std::string_view text, SourceKind kind, std::vector<Error>& errors)
      : text_(text), errors_(errors), tokens_(tokenize(text, lexical_)), paste_work_(text.size(), kind) {}

  SyntaxTree run();

 private:
  using Index = std::optional<std::uint32_t>;

  // The next token; inside brackets line breaks do not count.
  const Token& peek();
  bool at(TokenKind kind) { return peek().kind == kind; }
  const Token& advance();
  void skip_newlines() {
    while (tokens_[next_].kind == TokenKind::newline && !tokens_[next_].forced) ++next_;
  }

  // Inside brackets: does the line after this break start a new statement `name =`? Then a bracket was left open. After
  // `(` or `,` a `name =` is an option of the call.
  bool statement_follows() const;

  std::string_view spelling(Span span) const { return text_.substr(span.begin, span.end - span.begin); }
  Message describe(const Token& token) const;
  void error(Span span, Message message, Message hint = {}, std::string_view replacement = {});

  void statement();

  // --- what is not our language (paste.h) ---

  // The statement that starts at token `first` and did not parse: reads it as foreign text. If it is none, its error
  // stays; if it is foreign text with an error, that error is the one to tell.
  bool foreign_statement(std::size_t first, std::size_t errors_before, std::size_t nodes_before);

  std::uint32_t line_begin(std::size_t token) const;  // or where the blanks before it begin

  // The grid that print_layout writes below a layout: where it ends, or 0.
  void read_free_grid(Span span, Span grid);
  std::uint32_t grid_below(std::size_t first);

  // Lines next to one that has types in it are the rest of a message: their errors do not count.
  struct PrintedMessage {
    std::size_t begin = 0;  // its first error
    bool active = false;
    bool has_types = false;
    std::size_t words = 0;   // lines that are words next to words
    std::size_t others = 0;  // lines that are wrong otherwise
    bool empty() const { return !active; }
  };

  void end_message();
  // Of a statement that is none: whether two words or numbers stand in it with nothing but a blank between.
  bool is_words(std::size_t token) const;

  // Errors of the lexer up to a place are reported with the statement that they stand in, or dropped with it.
  void report_lexical(std::uint32_t end, bool report);

  // --- what is said of an error (parser_errors.cpp) ---

  void after_statement(const Token& token);
  // Of `token`, which follows a whole expression: a word of other languages stands there, or before it.
  bool after_keyword(const Token& token);
  // The statement from expression_begin_ on with the brackets that it lacks, if it parses with them.
  bool mend_statement(const Token& token);
  // (4;8):(8;1): of the entries that stand on one line ',' between them, if it parses with it.
  bool mend_semicolons();
  // Of x += 1, at its '=': x = x + 1.
  bool mend_update(const Token& equals);
  void drop_lexical();  // what the lexer found in the statement
  // Of alpha=0.5, at its '.': alpha="0.5".
  bool mend_fraction(const Token& point);
  // Of a template argument that is no integer.
  void no_template_argument(const SyntaxNode& node, const Token& token);
  // Of a token that begins no value.
  void no_value(const Token& token);
  // Of `name =` in a call of a function that has no options of its own.
  void no_option(std::string_view function, Span option);
  // Whether it is one statement of ours, alone. Nothing of this program is known in it.
  bool parses(std::string_view expression) const;
  // The token at expression_begin_.
  std::size_t first_of_statement() const;
  // Where the last token before the next line break or `;` ends.
  std::uint32_t end_of_statement() const;
  // A function of the language, or a name that the program has bound.
  bool is_callable(std::string_view name) const;

  // CuTe DSL's integers are constants.
  Int known_integer(Int value) const {
    value.is_static = value.is_static || paste_work_.kind == SourceKind::python;
    return value;
  }

  std::uint32_t add(SyntaxNode node) {
    const std::uint32_t out = tree_.add(std::move(node));
    if (tree_.nodes[out].height > max_tree_height) too_deep(tree_.nodes[out].span);
    return out;
  }
  std::nullopt_t too_deep(Span span);
  Span span_of(std::uint32_t first, std::uint32_t last) const {
    return {tree_.nodes[first].span.begin, tree_.nodes[last].span.end};
  }

  Index expression();
  Index ratio();
  Index pair();
  Index sum();
  Index term();
  Index signed_value();
  // operand { (a | b | c) operand }
  Index left_to_right(Index (ProgramParser::*operand)(), TokenKind a, TokenKind b, TokenKind c);
  // A call of one of our own functions.
  std::uint32_t call(std::string_view function, std::vector<std::uint32_t> children, Span span);
  // domain --(map)--> codomain
  Index morphism();
  // (s1,...,sm)_P, with a profile or its name directly behind the bracket.
  Index with_profile(std::uint32_t values);
  Index primary();
  // ( expr, ... ) or < expr, ... >
  Index sequence(Syntax kind, TokenKind close, char closer);

  Index unclosed(Span open, char closer);
  Index name();

  // --- parser_printed.cpp ---

  // What CUTLASS prints for an atom or a tiling: its name, below it a line `label: value` for each part, and what it is
  // made of. It reads as the call that makes it.
  struct PrintedForm {
    std::string_view name;
    std::string_view function;
    std::string_view labels[5];  // in the order in which they are printed
    std::string_view of;         // the form that follows
    std::int8_t order[5];        // of the arguments; 5: what follows
  };
  static constexpr std::string_view facts = "*";  // as `of`: further lines `label: text`, kept as they are written
  static constexpr PrintedForm printed_forms[] = {
      {"MMA_Atom",
       "make_mma_atom",
       {"ThrID", "Shape_MNK", "LayoutA_TV", "LayoutB_TV", "LayoutC_TV"},
       "",
       {0, 1, 2, 3, 4}},
      {"Copy_Atom",
       "make_copy_atom",
       {"ThrID", "ValLayoutSrc", "ValLayoutDst", "ValLayoutRef", "ValueType"},
       "",
       {0, 1, 2, 3, 4}},
      {"TiledMMA", "make_tiled_mma", {"ThrLayoutVMNK", "PermutationMNK"}, "MMA_Atom", {5, 0, 1, -1}},
      {"TiledCopy", "make_tiled_copy_impl", {"Tiler_MN", "TiledLayout_TV"}, "Copy_Atom", {5, 1, 0, -1}},
      {"ThrMMA", "get_slice", {"Thr"}, "TiledMMA", {5, 0, -1}},
      {"ThrCopy", "get_slice", {"ThrIdx"}, "TiledCopy", {5, 0, -1}},
      {"TMA_Atom", "make_tma_atom", {"Operation", "GmemLayout", "SmemLayout", "ElementBits"}, facts, {0, 1, 2, 3, 5}},
  };

  bool names(std::size_t token, std::string_view word) const {
    return tokens_[token].kind == TokenKind::name && spelling(tokens_[token].span) == word;
  }

  // The form of that name when its first part follows on the next line.
  const PrintedForm* printed_form(std::string_view name) const;

  Index printed(SyntaxNode& node, const PrintedForm& form);

  // A value that is no expression of ours, up to the end of its line: a layout that CUTLASS prints as a text that is
  // none, the name of an operation, a layout with the place of a pointer.
  Index odd_value(std::string_view label);
  std::size_t end_of_line() const;
  Index fact_lines();

  // tiler: (16,128), mA: ArithTuple(_0,_0) o layout, with a name that nothing binds: a label, and no shape. Then the
  // statement has it as its name.
  void label(Statement& statement);

  // What is printed below the name of a bare operation repeats what the name says.
  void skip_bit_layouts();

  // The name and its template arguments as they stand; what they mean is core/tiled's.
  Index atom(SyntaxNode& node);

  // --- of calls ---
  bool template_arguments(SyntaxNode& node);
  bool template_argument(SyntaxNode& node);
  bool arguments(SyntaxNode& node);
  // The error of a call whose text ends before an argument shows how the function is called.
  void tell_signature(std::string_view function);
  // key = value in the call of a kernel function, as option("key", value).
  Index named(Span key, std::uint32_t value);

  std::string_view text_;
  std::vector<Error>& errors_;
  std::vector<Error> lexical_;
  std::vector<Token> tokens_;
  std::size_t next_lexical_ = 0;
  int next_grid_ = 1;  // of the names grid1, grid2, ...: those before it are taken
  PasteWork paste_work_;
  PrintedMessage message_;
  SyntaxTree tree_;
  std::size_t next_ = 0;
  int nesting_ = 0;  // open brackets
  Depth depth_{max_expression_depth};
  std::uint32_t expression_begin_ = 0;  // of the statement that is being read
  bool trial_ = false;                  // whether a text parses is asked, and nothing else is tried
  bool failed_ = false;
  bool printed_ = false;  // a printed atom or tiling is in this statement
};

}  // namespace stridescope
