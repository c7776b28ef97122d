// The recursive descent over foreign text; internal to the paste_*.cpp. The grammar is in paste.h.
#pragma once

#include <optional>

#include "core/base/depth.h"
#include "core/foreign/paste/paste.h"
#include "core/tiled/atom.h"

namespace stridescope {

// The meaning of a name of C++ or Python before `<` or `(`.
enum class Head {
  none,
  integer,          // Int<4>, C<4>
  constant,         // integral_constant<int,4>
  tuple,            // Shape<...>, tuple<...>
  tiler,            // Tile<...>, make_tile(...)
  layout,           // Layout<S,D>, Layout(s,d)
  composed,         // ComposedLayout<A,O,B>, make_composed_layout(a,o,b)
  swizzle,          // Swizzle<B,M,S>, S<B,M,S>, make_swizzle(b,m,s)
  basis,            // ScaledBasis<C<1>,0>
  tensor,           // Tensor<Engine,Layout>, tensor<...>, tensor(...)
  engine,           // ViewEngine<Iterator>
  iterator,         // ArithmeticTupleIterator<...>
  counting,         // counting_iterator<int>
  pointer,          // gmem_ptr<T*>, swizzle_ptr<...>
  flag,             // smem_ptr_flag_bits<16>
  dsl_pointer,      // ptr<f16,gmem>, raw_ptr(0x10: f16, smem)
  dsl_layout,       // !cute.layout<"...">
  dsl_memory,       // !cute.memref<f16, gmem, "...">
  dsl_coordinates,  // !cute.coord_tensor<"(0,0)", "...">
  make_pointer,     // make_gmem_ptr<T>(p)
  make_tensor,      // make_tensor<T>(layout)
  tiled_mma,        // TiledMMA<MMA_Atom<...>,Layout,Tile>
  tiled_copy,       // TiledCopy<Copy_Atom<...>,Layout,Tile>
  transparent,      // decltype(x), print(x), Underscore
  cast,             // int(x), static_cast<int>(x)
  sizeof_bits,
  conditional,    // conditional_t<C,A,B>
  scale_factors,  // Sm1xxBlockScaledConfig<16>
};

// Each bracket uses two levels.
inline constexpr int max_paste_depth = 2 * max_expression_depth;

// Marks the inside of template argument brackets while it lives: `>` is not an operator there.
class InTemplate {
 public:
  explicit InTemplate(int& count) : count_(count) { ++count_; }
  ~InTemplate() { --count_; }
  InTemplate(const InTemplate&) = delete;
  InTemplate& operator=(const InTemplate&) = delete;

 private:
  int& count_;
};

// Marks the inside of round brackets while it lives: `>` is an operator again.
class InParentheses {
 public:
  InParentheses(int& count, bool held) : count_(count), was_(count) { count_ = held ? 0 : count; }
  ~InParentheses() { count_ = was_; }
  InParentheses(const InParentheses&) = delete;
  InParentheses& operator=(const InParentheses&) = delete;

 private:
  int& count_;
  int was_;
};

// Sets a flag while it lives.
class FlagHeld {
 public:
  FlagHeld(bool& flag, bool value) : flag_(flag), was_(flag) { flag_ = value; }
  ~FlagHeld() { flag_ = was_; }
  FlagHeld(const FlagHeld&) = delete;
  FlagHeld& operator=(const FlagHeld&) = delete;

 private:
  bool& flag_;
  bool was_;
};

struct HeadName {
  std::string_view name;
  Head head;
};

// The arguments of a class of the DSL, by position and by keyword, verbatim.
struct DslArguments {
  std::vector<std::pair<std::string_view, std::string_view>> list;  // keyword (empty for a positional argument), value
  std::string_view at(std::size_t position, std::string_view keyword) const;  // empty if it is missing
};
Head find_head(std::string_view name);

// Known facts on the elements of a tensor.
struct Elements {
  int bits = 0;
  std::string_view type = {};  // readable by find_type
};

class PasteParser {
 public:
  using Index = std::optional<std::uint32_t>;

  // Reads program[begin, end). strict: names are unknown here, so a type with a name is not valid.
  PasteParser(std::string_view program, std::size_t begin, std::size_t end, ForeignTree& tree, bool strict);

  bool statement(Statement& out);
  Index expression();
  // CuTe DSL's integers are constants: in a Python source, and in statements that call cute.f.
  void constant_integers(bool all);
  // Reads prints of CuTe DSL: an integer is a constant, `?` is not.
  void printed_integers() { printed_ = true; }
  // Calls of the program's functions are replaced by their return values.
  void functions(PasteWork& work) { functions_ = &work; }
  // Reads the arguments of a test, of C++: `a, b` for an operator, one condition for `!` and for none.
  Index tested(std::string_view op);
  // Reads an integer of C++ without a type that marks it.
  void integer_of_cpp() { arithmetic_ = true; }

  bool at_end() const { return at(TokenKind::end); }
  // Another declarator after a comma: int a = 1, b = 2
  bool at_declarator() const {
    return code_ && next_ > 0 && tokens_[next_ - 1].kind == TokenKind::comma && at(TokenKind::name) &&
           at(TokenKind::equals, 1);
  }
  // Declarators without a value after a comma, and nothing else: int a = 1, b, c
  bool at_bare_declarators() const {
    if (!code_ || next_ == 0 || tokens_[next_ - 1].kind != TokenKind::comma) return false;
    for (std::size_t ahead = 0; at(TokenKind::name, ahead); ahead += 2) {
      if (at(TokenKind::end, ahead + 1)) return true;
      if (!at(TokenKind::comma, ahead + 1)) return false;
    }
    return false;
  }
  bool at_colon_end() const { return at(TokenKind::colon) && at(TokenKind::end, 1); }
  Span next_span() const { return peek().span; }
  std::string_view next_text() const { return spelling(peek().span); }
  // The first byte not read yet.
  std::uint32_t position() const { return next_ > 0 ? tokens_[next_ - 1].span.end : tokens_[0].span.begin; }
  std::uint32_t next_position() const { return tokens_[next_].span.begin; }
  // True if the text is foreign, not a misspelled program in our language.
  bool foreign() const { return foreign_; }
  // using LayoutA = cutlass::layout::RowMajor: an alias of a type that is not CuTe's.
  bool is_foreign_alias(const Statement& statement) const;
  bool is_alias() const { return alias_; }
  bool code() const { return code_; }  // auto, using, ...: not a compiler's message
  bool failed() const { return failed_; }
  Error release_error() { return std::move(error_); }
  // The value that an earlier statement bound to the name; null if unbound. before: only statements before that one
  // count; it becomes the number of the binding statement, so that `using T = typename Base::T` is followed to the
  // earlier T.
  const SyntaxNode* bound(std::string_view name, std::size_t* before = nullptr) const;

 private:
  // --- tokens ---
  const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }
  bool at(TokenKind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
  const Token& advance() {
    const Token& token = tokens_[next_];
    if (token.kind != TokenKind::end) ++next_;
    return token;
  }
  bool accept(TokenKind kind) {
    if (!at(kind)) return false;
    advance();
    return true;
  }
  bool expect(TokenKind kind, char mark, Span open);
  bool at_word(std::string_view word, std::size_t ahead = 0) const {
    return at(TokenKind::name, ahead) && spelling(peek(ahead).span) == word;
  }
  bool at_mark(std::string_view mark, std::size_t ahead = 0) const {
    return at(TokenKind::other, ahead) && spelling(peek(ahead).span) == mark;
  }
  // !cute.layout<...>, and !copy bound by a line `!copy = ...`: in MLIR a type, not a negation.
  bool at_mlir_type() const {
    return !arithmetic_ && at_mark("!") && at(TokenKind::name, 1) &&
           (at(TokenKind::dot, 2) || (at(TokenKind::equals, 2) && !at(TokenKind::equals, 3)));
  }
  // True if a `=` belongs to ==, !=, <= or >=.
  bool in_comparison(std::size_t ahead) const {
    const auto touching = [&](std::size_t i) { return peek(i).span.end == peek(i + 1).span.begin; };
    if (at(TokenKind::equals, ahead + 1) && touching(ahead)) return true;
    if (ahead == 0 || !touching(ahead - 1)) return false;
    return at(TokenKind::equals, ahead - 1) || at_mark("!", ahead - 1) || at(TokenKind::open_angle, ahead - 1) ||
           at(TokenKind::close_angle, ahead - 1);
  }
  bool touches() const {
    return next_ > 0 && tokens_[next_ - 1].span.end == tokens_[next_].span.begin;
  }  // no blank before
  void skip_to_byte(std::uint32_t byte);
  bool skip_brackets();             // from an opening bracket past the closing one
  bool skip_rest(TokenKind close);  // past it, with balanced brackets inside
  std::string_view spelling(Span span) const { return text_.substr(span.begin, span.end - span.begin); }
  std::nullopt_t error(Span span, Message message, Message hint = {});
  std::nullopt_t unexpected(const Message& wanted);
  std::nullopt_t too_deep();

  // --- the tree ---
  std::uint32_t add(SyntaxNode node, std::uint32_t begin);
  std::uint32_t add_call(std::string_view name, std::vector<std::uint32_t> children, std::uint32_t begin);
  std::uint32_t add_literal(Value value, std::uint32_t begin);
  std::uint32_t add_integer(Int value, std::uint32_t begin);
  std::uint32_t add_hole(std::uint32_t begin, std::int64_t divisor);
  SyntaxNode& node(std::uint32_t index) { return tree_.nodes[index]; }

  // --- paste_statement.cpp ---
  bool is_type(std::size_t end) const;
  bool declaration(Statement& out);
  bool label(Statement& out);
  bool unpacking(Statement& out);
  bool bound_names(Statement& out, const BoundName& of, TokenKind close);
  void pass_over_unnamed(const std::vector<BoundName>& names, std::uint32_t root);
  Index type_alias();
  bool transactions(Statement& out);
  bool at_equation(std::uint32_t left) const;
  Index equation(std::uint32_t left, std::uint32_t begin);

  // --- paste_matrix.cpp ---
  Index matrix_of(const std::vector<std::uint32_t>& rows, std::uint32_t begin);
  Index array_of_numpy(std::uint32_t begin);

  // --- paste_conditions.cpp ---
  Index disjunction();
  Index negation();
  Index joined(std::uint32_t condition, bool either, std::uint32_t right, std::uint32_t begin);
  Index comparison();
  std::uint32_t compared(std::uint32_t left, std::string_view op, std::uint32_t right, std::uint32_t begin);
  std::optional<std::string_view> comparison_operator();
  // True if it holds or, with `negated`, if it does not.
  std::uint32_t truth(std::uint32_t value, bool negated, std::uint32_t begin);
  // The value in brackets around one value, as an operand: (4) alone is a shape.
  std::uint32_t ungrouped(std::uint32_t index) const;

  // --- paste_parser.cpp: expressions ---
  Index chain();
  struct BitOperator {
    std::string_view function;
    int tokens;
    int level;  // 1 binds most tightly
  };
  static constexpr int weakest_bit_operator = 4;  // its level
  std::optional<BitOperator> bit_operator() const;
  Index bits();
  Index sum();
  Index factor();
  Index pair();
  Index postfix();
  bool at_slice() const;
  bool is_array(std::uint32_t index) const;
  Index sliced(std::uint32_t object, std::uint32_t begin);
  Index primary();
  Index parenthesis();
  Index hole();

  // --- paste_names.cpp: names, calls, members, arguments ---
  Index name();
  Index call(std::string_view word, Head head, std::uint32_t begin);
  Index dsl_name(std::string_view word, const std::vector<std::uint32_t>& arguments, std::uint32_t begin);
  Index member(std::uint32_t object, std::uint32_t begin);
  // of: the function of these arguments.
  std::optional<std::vector<std::uint32_t>> list(TokenKind close, char mark, Span open, std::string_view of = {},
                                                 std::vector<std::int64_t>* mode = nullptr);
  Index keyword(std::string_view of, std::vector<std::optional<std::uint32_t>>& arguments);
  Index quoted_text();
  bool drop_casts();
  // A template's `<`: directly after its name, or after the name of a template.
  bool at_template() const {
    if (!at(TokenKind::open_angle) || (!peek().after_name && !after_head())) return false;
    return after_head() || !at(TokenKind::open_angle, 1) || peek().span.end != peek(1).span.begin;  // n<<2
  }
  bool after_head() const { return next_ > 0 && find_head(spelling(tokens_[next_ - 1].span)) != Head::none; }
  bool has_arithmetic() const { return arithmetic_ || constants_ || in_template_ > 0; }

  std::uint32_t special_hole(std::string_view special, std::uint32_t begin);
  bool is_untold_object(std::uint32_t object) const;
  bool is_special(std::string_view hole) const;
  Index atom_type(std::uint32_t begin);
  Index descriptor_iterator(std::uint32_t begin);
  Index static_member(std::uint32_t object, std::uint32_t begin);
  Index element_type_of(std::uint32_t object, Span span);
  Index member_node(std::uint32_t object, Span name, TokenKind op, std::uint32_t begin);
  Index enumerator(std::uint32_t begin);

  // --- paste_function.cpp: functions of the program, expanded at their calls ---
  Index called_lambda(std::uint32_t begin);
  bool function_argument(PastedFunction& out);
  Index copied(std::uint32_t index);
  Index argument_named(std::string_view name);
  Index inlined(const PastedFunction& function, const std::vector<std::uint32_t>& types,
                const std::vector<std::uint32_t>& arguments, std::uint32_t begin);

  // --- paste_applied.cpp: functions of tuples that take other functions ---
  Index of_functions(std::string_view word, std::uint32_t begin);
  // The function's value for these arguments, which are copied.
  Index applied(const PastedFunction& function, std::vector<std::uint32_t> arguments, std::uint32_t begin);
  Index first_mode(const PastedFunction& function, std::uint32_t tuple, std::uint32_t begin);
  const SyntaxNode& written_out(std::uint32_t index) const;
  std::uint32_t with_profile(std::uint32_t index, std::string_view text);
  Index leafwise(const PastedFunction& function, std::vector<std::uint32_t> arguments, std::uint32_t begin,
                 int depth = 0);

  // --- paste_types.cpp: names with <...> ---
  Index type(std::string_view word, Head head, std::uint32_t begin);
  bool at_mode() const;
  Index static_integer(bool skip_type, std::uint32_t begin);
  Index basis(std::uint32_t begin);
  Index basis_call(const std::vector<std::uint32_t>& arguments, std::uint32_t begin);
  std::uint32_t scaled(std::uint32_t scale, const BasisPath& path, std::uint32_t begin);
  Index tensor_type(std::uint32_t begin);
  Index engine();
  Index function_template(std::string_view word, std::uint32_t begin);
  Index conditional_return(std::uint32_t begin);
  Index type_argument();
  std::optional<std::vector<std::uint32_t>> type_arguments();
  Index called_template(PastedFunction& function, std::uint32_t begin);
  static std::string_view constant_of_type(std::string_view word);
  bool widths(std::vector<std::int64_t>& out);
  Index swizzle_type(std::uint32_t begin);
  Index layout_of(std::vector<std::uint32_t> parts, std::uint32_t begin);

  // --- paste_dsl.cpp: CuTe DSL and MLIR ---
  Index tensor_of(std::uint32_t chain);
  Index dsl(Head head, std::uint32_t begin);
  bool dsl_pointer(Pointer& out, TokenKind close);
  bool skip_module();
  Index dsl_instruction(std::string_view word, std::uint32_t begin);
  bool dsl_arguments(DslArguments& out);
  std::optional<DataType> dsl_type(std::string_view spelled, Span span);
  bool printed_by_dsl() const;
  Index tile_type(std::uint32_t begin);
  Index register_tensor(std::string_view word, std::uint32_t begin);
  Index made_pointer(std::uint32_t begin);
  Index special_indices(std::string_view word, std::uint32_t begin);
  Index allocated_tensor(std::uint32_t begin);
  Index tma_call(std::string_view word, std::uint32_t begin);
  Index scale_factors(std::string_view word, std::uint32_t begin);
  std::uint32_t scale_atom(std::uint32_t vector, bool mn_major, std::uint32_t begin);
  Index scale_config(std::uint32_t begin);
  Index blockwise_config(std::uint32_t begin);
  struct ScaleModes {
    std::uint32_t along;  // elements along A's or B's mode per scale
    std::uint32_t scales;
    std::uint32_t k;  // elements along K per scale
    std::uint32_t of_k;
    bool k_major;
  };
  std::uint32_t scale_layout(const ScaleModes& modes, std::optional<std::uint32_t> batches, std::uint32_t begin);
  std::uint32_t deduced_scales(std::uint32_t config, bool of_b, std::uint32_t begin);
  Index blockwise_member(std::uint32_t config, std::string_view word, std::uint32_t begin);
  Index tiled_scales(std::uint32_t atom, bool of_b, std::uint32_t shape, std::uint32_t begin);

  // --- paste_pointer.cpp ---
  bool pointer_type(Pointer& out, int depth = 0);
  bool element_type(int& bits);
  void written_address(Iterator& out) const;
  Elements cast_elements();
  // The bits of an element of that type, or of the type that the name is bound to; 0 if it is not a type.
  int bits_of_type(std::string_view name) const;
  // The elements of this tensor, or of the tensor in it; no bits if no statement gives them, no type if a statement
  // gives only bits.
  Elements elements_of(const SyntaxNode& node) const;
  // Elements of a type in the DSL's spelling: cutlass.Float16, a name for it, mA.element_type.
  Elements elements_named(std::string_view spelled) const;
  // A pointer printed by CuTe, at the byte `begin`; false if absent.
  bool printed_pointer(std::uint32_t begin, Iterator& out, int& unset_bits, std::uint32_t& end) const;
  Index printed_pointer_node(std::uint32_t begin, const Swizzle* swizzle);

  std::string_view text_;
  std::vector<Error> lexical_;
  std::vector<Token> tokens_;
  ForeignTree& tree_;
  std::size_t next_ = 0;
  Depth depth_{max_paste_depth};
  int in_template_ = 0;          // `/` is C++'s there, not the division of a shape
  bool in_angles_ = false;       // in a type or a tiler: `<` and `>` are brackets
  std::size_t comparisons_ = 0;  // number read so far
  bool loose_bits_ = false;      // the last operand has a `&`, `^` or `|` outside brackets
  bool strict_;
  bool constants_ = false;  // 4 is _4
  bool printed_ = false;    // a print of CuTe DSL: likewise, but nothing else
  bool foreign_ = false;
  bool code_ = false;
  bool alias_ = false;        // using, typedef
  bool arithmetic_ = false;   // C++, like constants_ for Python: brackets group, `/` divides integers
  bool conditional_ = false;  // between `?` and `:`
  bool failed_ = false;
  Error error_;
  PasteWork* functions_ = nullptr;
  int calls_within_ = 0;
  std::vector<std::pair<std::string_view, std::uint32_t>> arguments_;  // of the expanded function, by parameter
};

// An integer type, `int` or `i64`: its value is unknown.
bool is_integer_type(std::string_view name);
bool memory_space(std::string_view name, MemorySpace& out);
// A function of CuTe DSL's modules that our language lacks; and a function of cpasync, which tma_call reads.
bool is_dsl_call(std::string_view word);
bool is_tma_call(std::string_view word);
// The names of the indices x, y and z returned by cute.arch.thread_idx() and similar functions; null for other words.
const std::string_view* special_of(std::string_view word);

// --- paste_applied.cpp ---
// A function of tuples that takes others: transform_leaf, find_if.
bool takes_functions(std::string_view name);
// --- paste_function.cpp ---
// Records the function with header [begin, frame), if it returns one expression.
void record_function(std::string_view program, std::size_t begin, std::size_t frame, PasteWork& work);
// Records the function of `f = lambda m: ...`, `auto f = [](auto m) { return ...; }`: returns its end, 0 if it is not
// one.
std::size_t named_lambda(std::string_view program, std::size_t begin, std::size_t end, PasteWork& work);

// --- paste_frame.cpp ---
// The end of the header, brace or statement without a value that starts at `begin`, before `limit`; `begin` if absent,
// and the extent of the search. Parameters go to the tree, those with a default as statements; so do branches.
std::uint32_t frame_end(std::string_view text, std::uint32_t begin, std::size_t limit, SourceKind kind,
                        ForeignTree& tree, std::size_t& looked_at);
// Reads `auto f = [&](int m) {`, whose body is read statement by statement: the position after its brace, 0 if absent.
std::uint32_t lambda_body(std::string_view text, std::uint32_t begin, std::size_t limit, ForeignTree& tree,
                          std::size_t& looked_at);
// True if a frame only encloses the text: a header, a brace. A condition does not: both of its branches are read.
bool is_frame_alone(std::string_view frame);
// A word before a function's type: CUTE_HOST_DEVICE, constexpr.
bool is_mark(std::string_view word);
// --- paste_enum.cpp ---
// `class Mode { load = 1, store };` after `enum`: the position after its end, 0 if it has no constants. Each constant
// is a statement; those of an `enum class` are the tree's enumerators.
std::size_t read_enumeration(std::string_view text, std::size_t begin, std::size_t limit, SourceKind kind,
                             ForeignTree& tree);
// True if a call of the function is a statement without a value: copy(...), __syncthreads().
bool makes_no_value(std::string_view function);

}  // namespace stridescope
