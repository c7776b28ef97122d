// Pairs of layouts that a pasted text compares: a print and a comment under one name, "expected" and "actual", "prints
// ... but should be ...". Each pair becomes a comparison, with a note on the first cell that differs.
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "core/analysis/compared.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/facts/offsets.h"
#include "core/foreign/cpp/paste_message.h"
#include "core/foreign/evaluate.h"
#include "core/foreign/paste/evaluation.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_code.h"
#include "core/foreign/paste/paste_type_scan.h"
#include "core/functions/builtin.h"

namespace stridescope {
namespace {

constexpr std::size_t max_pairs = 24;
constexpr std::size_t max_claims = 256;
constexpr std::size_t near_lines = 2;  // between a layout and the words on it

enum class WordUse : std::uint8_t { both, word, name };
struct RoleWord {
  std::string_view word;
  ClaimRole role;
  WordUse use = WordUse::both;
};
constexpr RoleWord role_words[] = {
    {"expected", ClaimRole::expected},
    {"expect", ClaimRole::expected},
    {"expects", ClaimRole::expected, WordUse::word},
    {"should", ClaimRole::expected},
    {"instead", ClaimRole::expected, WordUse::word},
    {"rather", ClaimRole::expected, WordUse::word},
    {"vs", ClaimRole::expected, WordUse::word},
    {"want", ClaimRole::expected},
    {"wanted", ClaimRole::expected},
    {"correct", ClaimRole::expected},
    {"reference", ClaimRole::expected, WordUse::name},
    {"ref", ClaimRole::expected, WordUse::name},
    {"golden", ClaimRole::expected, WordUse::name},
    {"right", ClaimRole::expected, WordUse::name},
    {"comment", ClaimRole::expected},
    {"docs", ClaimRole::expected},
    {"documentation", ClaimRole::expected},
    {"documented", ClaimRole::expected},
    {"actual", ClaimRole::actual},
    {"actually", ClaimRole::actual, WordUse::word},
    {"got", ClaimRole::actual},
    {"get", ClaimRole::actual, WordUse::word},
    {"gets", ClaimRole::actual, WordUse::word},
    {"gives", ClaimRole::actual},
    {"prints", ClaimRole::actual},
    {"printed", ClaimRole::actual},
    {"returns", ClaimRole::actual},
    {"returned", ClaimRole::actual},
    {"but", ClaimRole::actual, WordUse::word},
    {"wrong", ClaimRole::actual, WordUse::name},
    {"observed", ClaimRole::actual, WordUse::name},
};

ClaimRole role_of(std::string_view word, WordUse use) {
  constexpr std::size_t longest = 13;
  char lower[longest];
  if (word.size() < 2 || word.size() > longest) return ClaimRole::none;
  std::transform(word.begin(), word.end(), lower,
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  const std::string_view text(lower, word.size());
  for (const RoleWord& one : role_words) {
    if (one.word == text && (one.use == WordUse::both || one.use == use)) return one.role;
  }
  return ClaimRole::none;
}

// gB_expected, expected_gB: the role, and gB as the stem.
ClaimRole role_of_name(std::string_view name, std::string_view& stem) {
  stem = {};
  if (const ClaimRole role = role_of(name, WordUse::name); role != ClaimRole::none) return role;
  const std::size_t first = name.find('_');
  const std::size_t last = name.rfind('_');
  if (first == std::string_view::npos) return ClaimRole::none;
  stem = name.substr(0, last);
  if (const ClaimRole role = role_of(name.substr(last + 1), WordUse::name); role != ClaimRole::none) return role;
  stem = name.substr(first + 1);
  return role_of(name.substr(0, first), WordUse::name);
}

// The role of a statement by its name, or by the words before it.
ClaimRole role_of_statement(std::string_view program, const Statement& statement, std::string_view& stem) {
  if (statement.source) return ClaimRole::none;
  ClaimRole role = role_of_name(statement.name, stem);
  // A name next to `left` is an operand, not a correct layout.
  if (statement.name == "right" && program.find("left") != std::string_view::npos) role = ClaimRole::none;
  return role == ClaimRole::none ? role_before(program, statement.span.begin) : role;
}

bool is_comment(const Remainder& one) { return one.kind == RemainderKind::comment; }

// A layout of the text.
struct Claim {
  std::uint32_t root = 0;
  Span span = {};
  std::string_view name = {};
  std::string_view stem = {};  // stem of a name with a role
  std::uint32_t name_begin = 0;
  ClaimRole role = ClaimRole::none;
  bool printed = false;   // shape and stride as text; otherwise an expression
  bool labelled = false;  // name: layout
  bool comment = false;
  std::size_t line = 0;
  std::size_t last_line = 0;
};

class PairFinder {
 public:
  PairFinder(std::string_view program, ForeignTree& tree) : program_(program), tree_(tree), lines_(program) {}

  void run() {
    for (const Statement& statement : tree_.statements) add(statement, claims_);
    of_roles();
    of_names();
    of_comments();
  }

 private:
  void add(const Statement& statement, std::vector<Claim>& out) const {
    const SyntaxNode& root = tree_.nodes[statement.root];
    const bool printed = root.kind == Syntax::pair || root.kind == Syntax::chain || root.kind == Syntax::literal;
    if (!printed && root.kind != Syntax::call && root.kind != Syntax::name && root.kind != Syntax::type) return;
    Claim claim = {statement.root, statement.span, statement.name};
    claim.printed = printed;
    claim.name_begin = statement.name_span.begin;
    const std::size_t behind = skip_blanks(program_, statement.name_span.end);
    claim.labelled = statement.pasted && behind < program_.size() && program_[behind] == ':';
    claim.line = lines_.line(claim.span.begin);
    claim.last_line = lines_.line(claim.span.end);
    claim.role = role_of_statement(program_, statement, claim.stem);
    out.push_back(claim);
  }

  // The name, if no other statement has it; otherwise the layout again.
  std::uint32_t operand(const Claim& claim) {
    const auto same = std::count_if(tree_.statements.begin(), tree_.statements.end(),
                                    [&](const Statement& s) { return s.name == claim.name; });
    if (claim.name.empty() || same != 1 || claim.comment) return claim.root;
    return tree_.add({.kind = Syntax::name, .span = claim.span, .name_span = claim.span, .text = claim.name});
  }

  void pair(const Claim& a, const Claim& b, std::string_view name) {
    if (tree_.pairs.size() == max_pairs) return;
    fill_holes(a.root, b.root);
    const std::uint32_t first = operand(a);
    const std::uint32_t second = operand(b);
    Statement out;
    out.span = b.span;
    out.pasted = true;
    out.root = add_call(tree_, b.span, "compare", {first, second});
    tree_.pairs.push_back({out.root, name, b.name, b.role == ClaimRole::expected, a.line, b.line});
    tree_.statements.push_back(std::move(out));
  }

  // Extents that the text leaves open: the smallest above 1 for which the sizes agree.
  void fill_holes(std::uint32_t a, std::uint32_t b) {
    SyntaxNode* holes[2] = {};
    std::int64_t known[2] = {1, 1};
    for (const int side : {0, 1}) {
      const SyntaxNode& root = tree_.nodes[side == 0 ? a : b];
      if (root.kind != Syntax::pair) return;
      std::vector<std::uint32_t> open = {root.children[0]};
      while (!open.empty()) {
        SyntaxNode& node = tree_.nodes[open.back()];
        open.pop_back();
        open.insert(open.end(), node.children.begin(), node.children.end());
        if (node.kind == Syntax::hole) {
          if (holes[side] != nullptr || !node.template_args.empty()) return;
          holes[side] = &node;
        } else if (node.kind == Syntax::integer) {
          if (node.integer.value < 1 || node.integer.value > (1 << 20) / known[side]) return;
          known[side] *= node.integer.value;
        }
      }
    }
    if (holes[0] == nullptr || holes[1] == nullptr || holes[0] == holes[1]) return;
    std::int64_t size = 2;
    for (const int side : {0, 1}) {
      const std::int64_t divisor = std::max<std::int64_t>(holes[side]->integer.value, 1);
      if (divisor > (std::int64_t{1} << 28) / known[side]) return;  // the size must fit 64 bits
      size = std::lcm(size, known[side] * divisor);
    }
    size *= size == std::max(known[0], known[1]) ? 2 : 1;
    for (const int side : {0, 1}) {
      tree_.assumed_holes.emplace_back(holes[side]->text, size / known[side]);
      note_coalesced(tree_.nodes[side == 0 ? a : b].span, *holes[side]);
    }
  }

  // (192,?):(1,192) is 192*n2:1 for any n2: CuTe merges modes only if their extents are static.
  void note_coalesced(Span layout, const SyntaxNode& hole) {
    const auto text_of = [&](std::int64_t n) {
      const Evaluation made =
          evaluate(cat("coalesce(!cute.layout<\"", program_.substr(layout.begin, hole.span.begin - layout.begin), n,
                       program_.substr(hole.span.end, layout.end - hole.span.end), "\">)"),
                   IntegerMode::cute);
      return made.errors.empty() && made.bindings.size() == 1 ? to_text(made.bindings[0].value, IntegerMode::teaching)
                                                              : std::string();
    };
    const auto commas = [](std::string_view text) { return std::count(text.begin(), text.end(), ','); };
    const std::int64_t first = std::max<std::int64_t>(1, hole.integer.value);
    std::int64_t step = first;
    const std::string any = formula_of(hole.text, step, text_of);
    if (!any.empty() && step == first && commas(any) < commas(program_.substr(layout.begin, layout.end - layout.begin)))
      tree_.notes.push_back(say("coalesced for any {}: {}", hole.text, any));
  }

  // Expected layouts, each next to an actual one.
  void of_roles() {
    std::vector<bool> taken(claims_.size());
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      if (claims_[i].role != ClaimRole::expected) continue;
      const std::size_t j = partner_of(i);
      if (j == claims_.size()) continue;
      taken[i] = taken[j] = true;
      pair(claims_[j], claims_[i], claims_[i].stem);
    }
    // `R = f(L)`, and on the next line: prints ...
    for (std::size_t i = 1; i < claims_.size(); ++i) {
      const Claim& before = claims_[i - 1];
      const bool said = claims_[i].role == ClaimRole::actual && claims_[i].printed && before.role == ClaimRole::none;
      if (said && !before.printed && !taken[i] && claims_[i].line <= before.last_line + 1)
        pair(before, claims_[i], before.name);
    }
  }

  std::size_t partner_of(std::size_t i) const {
    const Claim& one = claims_[i];
    const std::size_t none = claims_.size();
    if (!one.stem.empty()) {
      const auto same = [&](const Claim& c) {
        return (c.role == ClaimRole::actual && c.stem == one.stem) || c.name == one.stem;
      };
      return static_cast<std::size_t>(std::find_if(claims_.begin(), claims_.end(), same) - claims_.begin());
    }
    for (const bool actual : {true, false}) {
      // `right` alone can be a side, too.
      if (!actual && one.name == "right") break;
      const auto fits = [&](std::size_t j) {
        const Claim& c = claims_[j];
        const std::size_t lines = j > i ? c.line - one.last_line : one.line - std::min(one.line, c.last_line);
        return c.stem.empty() && lines <= near_lines && c.role == (actual ? ClaimRole::actual : ClaimRole::none) &&
               (actual || c.name != one.name || c.name.empty());
      };
      for (std::size_t j = i; j-- > 0;) {
        if (fits(j)) return j;
      }
      for (std::size_t j = i + 1; actual && j < claims_.size(); ++j) {
        if (fits(j)) return j;
      }
    }
    return none;
  }

  // A label that the text gives to two layouts.
  void of_names() {
    for (auto one = claims_.begin(); one != claims_.end(); ++one) {
      const auto same = [&](const Claim& c) { return c.name == one->name; };
      if (one->name.empty() || one->role != ClaimRole::none || !one->printed || !one->labelled) continue;
      const auto other = std::find_if(one + 1, claims_.end(), same);
      if (other == claims_.end() || !other->printed || !other->labelled) continue;
      if (std::count_if(claims_.begin(), claims_.end(), same) == 2) pair(*one, *other, one->name);
    }
  }

  // --- layouts in comments ---

  void of_comments() {
    PasteWork work(program_.size(), SourceKind::own);
    std::vector<std::pair<Span, bool>> comments;  // true: with a claim
    for (const Remainder& one : tree_.skipped) {
      if (!is_comment(one)) continue;
      const std::string_view text = program_.substr(one.span.begin, one.span.end - one.span.begin);
      const bool claims = has_claim(text);
      if (claims || text.find("):") != std::string_view::npos) comments.emplace_back(one.span, claims);
    }
    for (const auto& [comment, claims] : comments) {
      const TreeMark mark = {tree_};
      const std::size_t pairs = tree_.pairs.size();
      TypeScan scan(program_, comment.begin, comment.end, tree_, work);
      if (claims) {
        scan.run(nullptr, true);
      } else {
        scan.prints(false, false);
      }
      std::vector<Claim> said;
      for (std::size_t i = mark.statements; i < tree_.statements.size(); ++i) add(tree_.statements[i], said);
      tree_.statements.resize(mark.statements);
      for (Claim& claim : said) {
        claim.comment = true;
        of_comment(claim, comment, said.size() == 1);
      }
      if (tree_.pairs.size() == pairs) mark.undo();
    }
  }

  void of_comment(const Claim& claim, Span comment, bool alone) {
    const Claim* partner = nullptr;
    // Not the second half of "sub-block: ".
    const bool half = claim.name_begin > 0 && program_[claim.name_begin - 1] == '-';
    const bool named = !claim.name.empty() && claim.role == ClaimRole::none && !half;
    for (const Claim& one : claims_) {
      const bool before = one.span.end <= comment.begin;
      // Prefers a printed statement, which has a label; otherwise the last one before the comment, or the next.
      const bool better = one.labelled || (before ? partner == nullptr || !partner->labelled
                                                  : partner == nullptr && one.line <= claim.line + near_lines);
      if (named ? one.name == claim.name && better : before) partner = &one;
    }
    if (partner == nullptr) return;
    // Without a name: at the end of the statement's line, or on the next lines if it says what it is.
    const std::size_t lines = claim.role == ClaimRole::none ? 0 : near_lines;
    if (!named && ((!alone && claim.role == ClaimRole::none) || partner->last_line + lines < claim.line)) return;
    pair(*partner, claim, partner->name);
  }

  std::string_view program_;
  ForeignTree& tree_;
  TextMap lines_;
  std::vector<Claim> claims_;
};

// The layout of an atom that the text expects to be another one.
std::optional<std::pair<std::string_view, Layout>> field_of(const PastedPair& pair, const Value& atom, const Value& b) {
  for (const auto& one : printed_layouts(atom)) {
    if (!pair.field.empty() ? one.first.find(pair.field) != std::string_view::npos
                            : pair.is_expected && domain_size(one.second) == domain_size(b))
      return one;
  }
  return std::nullopt;
}

}  // namespace

ClaimRole role_before(std::string_view text, std::size_t at) {
  constexpr int most_words = 5;
  const auto back_over = [&](std::string_view marks) {
    while (at > 0 && marks.find(text[at - 1]) != std::string_view::npos) --at;
  };
  back_over(" \t'`\"");
  if (at >= 2 && text.substr(at - 2, 2) == "!=") return ClaimRole::expected;
  bool label = at > 0 && (text[at - 1] == ':' || text[at - 1] == '=');  // that a word before may have
  if (label) --at;
  for (int words = 0; words < most_words; ++words) {
    back_over(" \t'`\"");
    const std::size_t end = at;
    at = word_begin(text, at);
    const std::string_view word = text.substr(at, end - at);
    const bool part = at > 0 && (text[at - 1] == '.' || text[at - 1] == ':');  // the word is a part of a member's name
    if (const ClaimRole role = part ? ClaimRole::none : role_of(word, WordUse::word); role != ClaimRole::none)
      return role;
    static constexpr std::string_view between[] = {
        "be",  "of", "than", "is",    "was",  "to",   "TV",  "layout", "Layout", "shape",  "a",
        "the", "it", "out",  "print", "give", "have", "has", "say",    "says",   "states", "return"};
    if (std::find(std::begin(between), std::end(between), word) != std::end(between)) continue;
    if (!std::exchange(label, false)) break;
  }
  return ClaimRole::none;
}

bool has_claim(std::string_view text) {
  const std::size_t last = text.rfind(':');
  for (std::size_t i = 1; last != std::string_view::npos && i < last; ++i) {
    const bool begins = text[i] == '(' || text[i] == '?' || text[i] == '_' || is_digit(text[i]) || text[i] == 'S';
    if (begins && !is_word(text[i - 1]) && role_before(text, i) != ClaimRole::none) return true;
  }
  return false;
}

void pair_layouts(std::string_view program, ForeignTree& tree) {
  const std::size_t count = tree.statements.size();
  // A program that compares has its own.
  const bool compares = std::any_of(tree.statements.begin(), tree.statements.end(), [&](const Statement& one) {
    const SyntaxNode& call = tree.nodes[one.root];
    return call.kind == Syntax::call && call.text == "compare" &&
           program.substr(call.span.begin).starts_with("compare");
  });
  if (count == 0 || count > max_claims || compares) return;
  // A program is read again for each key. One in the language alone has no pairs, unless words or comments claim a
  // value.
  const bool claims = std::any_of(tree.statements.begin(), tree.statements.end(), [&](const Statement& one) {
    std::string_view stem;
    return one.pasted || role_of_statement(program, one, stem) != ClaimRole::none;
  });
  if (!claims && std::none_of(tree.skipped.begin(), tree.skipped.end(), is_comment)) return;
  PairFinder(program, tree).run();
}

bool ForeignEvaluation::compares_pair(ProgramEvaluator& evaluator, const Statement& statement) {
  const auto pair = std::find_if(tree_.pairs.begin(), tree_.pairs.end(),
                                 [&](const PastedPair& one) { return one.root == statement.root; });
  if (pair == tree_.pairs.end()) return false;
  const SyntaxNode& call = evaluator.node(statement.root);
  Origin origin;
  for (const Index child : call.children) {
    Maybe value = evaluator.eval_quietly(child);
    if (!value) return true;
    const SyntaxNode& operand = evaluator.node(child);
    origin.args.push_back(*std::move(value));
    origin.bindings.push_back(operand.kind == Syntax::name ? evaluator.binding_of(operand.text) : -1);
  }
  const bool layouts[] = {domain_of(origin.args[0]) != nullptr, domain_of(origin.args[1]) != nullptr};
  const auto is_atom = [](const Value& value) { return !printed_layouts(value).empty(); };
  std::string name(pair->name);
  Maybe value;
  if (layouts[1] ? layouts[0] : is_atom(origin.args[0]) && is_atom(origin.args[1])) {
    value = evaluator.eval_quietly(statement.root);  // for atoms and tilings: the printed rows
  } else if (const auto field = layouts[1] ? field_of(*pair, origin.args[0], origin.args[1]) : std::nullopt) {
    // A layout of an atom, as the atom prints it.
    Arith arith;
    name = field->first;
    origin.args[0] = field->second;
    origin.bindings[0] = -1;
    value = Object::make(compare_values(arith, origin.args[0], origin.args[1]));
  }
  const Compared* compared = value ? value->as<Compared>() : nullptr;
  const auto same = [](const ComparedField& field) { return field.same(); };
  const bool by_rows = compared != nullptr && compared->by == Compared::By::fields;
  if (compared == nullptr || compared->relation.kind == RelationKind::same ||
      (by_rows && std::all_of(compared->fields.begin(), compared->fields.end(), same)))
    return true;
  const Message& relation = compared->relation.words;
  const Message said = relation.empty() ? brief_of(*compared) : say("{}; {}", brief_of(*compared), relation);
  const Message lines = pair->line_a == pair->line_b ? say("line {}", pair->line_a)
                                                     : say("A on line {}, B on line {}", pair->line_a, pair->line_b);
  evaluator.note(name.empty() ? say("{}: {}", lines, said) : say("{}, {}: {}", name, lines, said));
  const Builtin* compare = find_builtin(call.text);
  origin.function = compare->name;
  origin.roles = compare->roles;
  for (const int binding : origin.bindings) {
    if (binding >= 0) evaluator.note_use(binding);
  }
  evaluator.bind({}, statement, *value, std::move(origin));
  return true;
}

}  // namespace stridescope
