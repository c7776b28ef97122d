// Decides for each statement that does not parse whether it is foreign text, a grid, or words of a message.
#include "core/foreign/paste/statement_reader.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/cpp/paste_message.h"
#include "core/foreign/paste/paste_code.h"
#include "core/functions/builtin.h"

namespace stridescope {

bool StatementReader::is_foreign(std::string_view name, bool called, bool templated, bool trial) {
  // S<3,4,3> o 0 o (8,64):(64,1) is a print of CuTe DSL: its integers are constants.
  if (templated && (name == "S" || is_foreign_template(name))) return true;
  const bool pasted = called && !trial && !work_.functions.empty() && work_.function(name) != nullptr;
  if (pasted && find_builtin(name) == nullptr) return true;
  if (name.starts_with("_Z")) return true;
  return called ? is_foreign_call(name) : name.size() >= shortest_foreign_word && is_foreign_word(name);
}

void StatementReader::keep(ProgramParser& parser, Statement out) {
  const std::string_view text = parser.text();
  if (out.name.empty()) label(parser.environment(), out);
  // - (4,8):(8,1), an item of a list: no layout is negated.
  std::uint32_t parent = out.root;
  const auto first = [&] { return tree_.nodes[parent].children.empty() ? parent : tree_.nodes[parent].children[0]; };
  if (tree_.nodes[parent].kind == Syntax::chain) parent = first();
  const SyntaxNode& minus = tree_.nodes[first()];
  if (tree_.nodes[parent].kind == Syntax::pair && minus.kind == Syntax::infix && minus.children.size() == 1 &&
      minus.span.begin == out.span.begin && text.substr(out.span.begin).starts_with("- "))
    tree_.nodes[parent].children[0] = minus.children[0];
  out.source = work_.kind != SourceKind::own;
  // In C++, a line in our own language ends without `;`.
  const bool theirs = work_.kind == SourceKind::python || text.substr(skip_blanks(text, out.span.end)).starts_with(';');
  out.other = out.source && theirs && !is_about_layouts(text.substr(out.span.begin, out.span.end - out.span.begin));
  keep_statement(text, tree_, std::move(out), work_);
  if (!message_.empty()) blank_line(parser);
}

void StatementReader::finish(ProgramParser& parser) {
  const std::string_view text = parser.text();
  fit_of_printed_tma(text, tree_);
  answer_message(text, tree_);
  compose_operands(text, tree_);
  const Span message = explain_assertion(text, tree_);
  // A function's return value replaces its calls.
  std::erase_if(tree_.statements, [this](const Statement& s) {
    const bool inlined = std::any_of(work_.functions.begin(), work_.functions.end(), [&](const PastedFunction& f) {
      const std::uint32_t body = f.locals.empty() ? f.begin : f.locals.front().begin;
      return f.called && (s.span.begin < f.end && s.span.end > body) && s.span.end <= f.end;
    });
    if (inlined) tree_.skipped.push_back({s.span, RemainderKind::inlined});
    return inlined;
  });
  // Its types are read, with the names of their roles.
  if (!message.empty()) tree_.skipped.push_back({message, RemainderKind::part});
  std::erase_if(parser.errors(),
                [&](const Error& one) { return one.span.begin >= message.begin && one.span.begin < message.end; });
  for (Error& found : tree_.findings) parser.errors().push_back(std::move(found));
}

bool StatementReader::read(ProgramParser& parser, std::size_t first, std::size_t errors_before,
                           std::size_t nodes_before) {
  std::vector<Error>& errors = parser.errors();
  const std::string_view text = parser.text();
  const std::uint32_t begin = parser.token(first).span.begin;
  const auto drop_own = [&](std::uint32_t end) {
    errors.resize(errors_before);
    parser.report_lexical(end, false);
    std::size_t next = first;
    while (parser.token(next).kind != TokenKind::end && parser.token(next).span.begin < end) ++next;
    parser.go_on(next);
  };
  tree_.nodes.erase(tree_.nodes.begin() + static_cast<std::ptrdiff_t>(nodes_before), tree_.nodes.end());
  if (const std::uint32_t end = grid_below(parser, first); end != 0) {
    drop_own(end);
    return true;
  }
  Paste paste = read_paste(text, begin, tree_, work_);
  if (paste.read) {
    drop_own(paste.end);
    if (paste.text) {
      begin_message(errors_before);
      message_.has_types = true;
    } else if (!message_.empty()) {
      blank_line(parser);
    }
    return true;
  }
  if (const Span grid = free_grid(parser.text(), line_begin(parser, first)); grid.end > begin) {
    drop_own(grid.end);
    read_free_grid(parser, {begin, grid.end}, grid);
    return true;
  }
  const bool binds = parser.token(first + 1).kind == TokenKind::equals;
  if (paste.foreign) {
    drop_own(paste.end);
    errors.push_back(std::move(paste.error));
    parser.fail();
    if (!paste.name.empty()) tree_.failed_names.emplace_back(paste.name, Span{begin, begin + 1});
  }
  if (binds) {  // certainly our language
    std::vector<Error> own(std::make_move_iterator(errors.begin() + static_cast<std::ptrdiff_t>(errors_before)),
                           std::make_move_iterator(errors.end()));
    errors.resize(errors_before);
    blank_line(parser);
    errors.insert(errors.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
  } else {
    begin_message(errors_before);
    ++(is_words(parser, first) && !paste.foreign ? message_.words : message_.others);
    const std::string_view between = text.substr(message_.last, begin - std::min(begin, message_.last));
    if (message_.lines == 0 || between.find('\n') != std::string_view::npos) ++message_.lines;
    message_.last = begin;
  }
  return false;
}

bool StatementReader::is_next_to_system(const ProgramParser& parser) const {
  if (message_.first_failed >= tree_.failed.size()) return false;
  const std::uint32_t begin = tree_.failed[message_.first_failed].begin;
  const std::uint32_t end = tree_.failed.back().end;
  const auto blank = [&](std::uint32_t from, std::uint32_t to) {
    return from <= to && parser.text().substr(from, to - from).find_first_not_of(" \t\r\n:") == std::string_view::npos;
  };
  return std::any_of(tree_.parts.begin(), tree_.parts.end(),
                     [&](Span part) { return blank(end, part.begin) || blank(part.end, begin); });
}

void StatementReader::begin_message(std::size_t errors_before) {
  if (!message_.empty()) return;
  message_.begin = errors_before;
  message_.first_failed = tree_.failed.size();
  message_.active = true;
}

bool StatementReader::is_words(const ProgramParser& parser, std::size_t token) {
  for (; parser.token(token).kind != TokenKind::newline && parser.token(token).kind != TokenKind::end; ++token) {
    const Token& next = parser.token(token + 1);
    const bool apart = next.span.begin > parser.token(token).span.end;
    if (parser.token(token).kind == TokenKind::name && apart &&
        (next.kind == TokenKind::name || next.kind == TokenKind::integer || next.kind == TokenKind::open_paren ||
         next.kind == TokenKind::bad))
      return true;
  }
  return false;
}

// A grid alone becomes the layout that it shows, named grid1, grid2, ...: the pasted text has no name for it.
void StatementReader::read_free_grid(ProgramParser& parser, Span span, Span grid) {
  constexpr std::uint64_t most_work = 8'000'000;
  Budget budget(most_work, 1 << 16);
  Arith arith(&budget);
  Value value = static_int(0);
  if (work_.take(grid.end - grid.begin)) {
    value = layout_of_grid(arith, parser.text(), grid);
  } else {
    arith.fail(ErrorCode::too_large, say("more pasted text than the limit allows"));
  }
  if (arith.failed()) {
    Error why = std::move(arith.error().value());
    parser.errors().push_back({why.code,
                               say("a grid without its layout: {}", why.message),
                               say("also paste the line above it, which starts the output of print_layout"),
                               span,
                               {}});
    return;
  }
  const auto taken = [&](std::string_view name) {
    return std::any_of(tree_.statements.begin(), tree_.statements.end(),
                       [&](const Statement& s) { return s.name == name; });
  };
  std::string name;
  while (name.empty() || taken(name)) name = cat("grid", next_grid_++);
  tree_.texts.push_back(std::make_unique<std::string>(std::move(name)));
  tree_.literals.push_back(std::move(value));
  Statement out;
  out.name = *tree_.texts.back();
  out.name_span = {span.begin, span.begin};
  out.span = span;
  out.root = tree_.add({.kind = Syntax::literal,
                        .span = span,
                        .integer = static_int(static_cast<std::int64_t>(tree_.literals.size() - 1))});
  out.pasted = true;
  out.grid = grid;
  tree_.statements.push_back(std::move(out));
}

std::uint32_t StatementReader::line_begin(const ProgramParser& parser, std::size_t token) {
  std::uint32_t begin = parser.token(token).span.begin;
  while (begin > 0 && parser.text()[begin - 1] == ' ') --begin;
  return begin;
}

std::uint32_t StatementReader::grid_below(const ProgramParser& parser, std::size_t first) {
  if (tree_.statements.empty()) return 0;
  const std::uint32_t line = line_begin(parser, first);
  const std::uint32_t end = grid_end(parser.text(), line, false);
  if (end <= line) return 0;
  // A header of one column is an expression of ours: the 0 above the rule.
  const Statement& header = tree_.statements.back();
  const SyntaxNode& n = tree_.nodes[header.root];
  if (tree_.statements.size() > 1 && header.name.empty() && n.kind == Syntax::integer && n.integer == dynamic_int(0))
    tree_.statements.pop_back();
  Statement& layout = tree_.statements.back();
  if (!layout.grid.empty()) return 0;
  layout.grid = {line, end};
  return end;
}

void StatementReader::blank_line(ProgramParser& parser) {
  std::vector<Error>& errors = parser.errors();
  if (!message_.has_types && message_.words > 0 && message_.others == 0) message_.has_types = is_next_to_system(parser);
  if (message_.has_types) {
    errors.resize(std::min(errors.size(), message_.begin));
    for (std::size_t i = message_.first_failed; i < tree_.failed.size(); ++i)
      tree_.skipped.push_back({tree_.failed[i], RemainderKind::message});
    tree_.failed.resize(std::min(tree_.failed.size(), message_.first_failed));
  }
  // A dump or a message without a type: one error is as informative as one per line.
  constexpr std::size_t few = 3;
  if (!message_.has_types && message_.words >= few && message_.others == 0 && errors.size() > message_.begin) {
    Error& first = errors[message_.begin];
    first.message = say("{} {line|lines} of words without a layout or a statement", message_.lines);
    first.hint = say("paste the layout or the type that they describe; name = expression binds a name");
    first.replacement.clear();
    errors.resize(message_.begin + 1);
  }
  message_ = {};
}

void StatementReader::label(const Environment& environment, Statement& statement) {
  const bool chain = tree_.nodes[statement.root].kind == Syntax::chain;
  const std::uint32_t labelled = chain ? tree_.nodes[statement.root].children.front() : statement.root;
  if (tree_.nodes[labelled].kind != Syntax::pair) return;
  const SyntaxNode name = tree_.nodes[tree_.nodes[labelled].children[0]];
  const std::uint32_t value = tree_.nodes[labelled].children[1];
  const Syntax kind = tree_.nodes[value].kind;
  if (name.kind != Syntax::name || (!chain && kind != Syntax::tuple && kind != Syntax::call)) return;
  const auto is_it = [&](const auto& one) { return one.first == name.text; };
  const bool bound =
      std::any_of(tree_.statements.begin(), tree_.statements.end(),
                  [&](const Statement& s) {
                    return s.name == name.text || std::any_of(s.names.begin(), s.names.end(),
                                                              [&](const BoundName& n) { return n.name == name.text; });
                  }) ||
      std::any_of(tree_.failed_names.begin(), tree_.failed_names.end(), is_it) ||
      std::any_of(tree_.skipped_names.begin(), tree_.skipped_names.end(), is_it) ||
      std::any_of(tree_.parameters.begin(), tree_.parameters.end(),
                  [&](const Parameter& p) { return p.name == name.text; });
  if (bound || (environment.function(name.text) != nullptr && kind != Syntax::tuple)) return;
  statement.name = name.text;
  statement.name_span = name.span;
  statement.pasted = true;
  if (chain) {
    tree_.nodes[statement.root].children.front() = value;
    tree_.nodes[statement.root].span.begin = tree_.nodes[value].span.begin;
  } else {
    statement.root = value;
  }
}

}  // namespace stridescope
