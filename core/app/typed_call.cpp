// Finds the calls around a caret among the tokens: an incomplete program has no syntax tree there.
#include "core/app/typed_call.h"

#include <algorithm>
#include <utility>

#include "core/app/library.h"
#include "core/base/text.h"
#include "core/foreign/cpp/source_text.h"
#include "core/functions/builtin.h"
#include "core/lang/token.h"

namespace stridescope::app {
namespace {

// An open bracket, and the call that it belongs to.
struct Open {
  TokenKind kind = TokenKind::open_paren;
  Span name = {};  // directly before it, or before its template arguments; or empty
  std::size_t statement = 0;
  std::size_t arguments = 0;  // commas so far
};

class Brackets {
 public:
  explicit Brackets(std::string_view program) {
    std::vector<Error> errors;
    const SourceText source = without_comments(program, errors);
    tokens_ = tokenize(source.text.empty() ? program : std::string_view(source.text), errors);
  }

  // The brackets that are open at the caret, the innermost last.
  std::vector<Open> at(std::size_t caret) {
    while (next_ < tokens_.size() && tokens_[next_].span.begin < caret && tokens_[next_].kind != TokenKind::end) take();
    return open_;
  }

  // The position where the bracket at that depth closes; or empty.
  std::optional<std::uint32_t> end_of(std::size_t depth) {
    while (next_ < tokens_.size() && tokens_[next_].kind != TokenKind::end) {
      const std::uint32_t end = tokens_[next_].span.end;
      const std::uint64_t statement = statements_;
      take();
      if (statements_ != statement) return std::nullopt;
      if (open_.size() <= depth) return end;
    }
    return std::nullopt;
  }

 private:
  const Token* before(std::size_t count) const { return next_ >= count ? &tokens_[next_ - count] : nullptr; }
  bool is(std::size_t place, TokenKind kind) const { return place < tokens_.size() && tokens_[place].kind == kind; }

  void take() {
    const Token& token = tokens_[next_];
    const Token* last = before(1);
    switch (token.kind) {
      case TokenKind::newline:
        if (token.forced || ends_statement(last)) {
          open_.clear();
          statement_ = token.span.end;
          ++statements_;
        }
        break;
      case TokenKind::open_paren:
      case TokenKind::open_angle: {
        Open open = {token.kind, {}, statement_, 0};
        if (last != nullptr && last->span.end == token.span.begin) {
          if (last->kind == TokenKind::name && (token.kind == TokenKind::open_paren || token.after_name))
            open.name = last->span;
          else if (last->kind == TokenKind::close_angle)
            open.name = closed_;
        }
        open_.push_back(open);
        break;
      }
      case TokenKind::close_paren:
      case TokenKind::close_angle: {
        const TokenKind wanted = token.kind == TokenKind::close_paren ? TokenKind::open_paren : TokenKind::open_angle;
        if (open_.empty() || open_.back().kind != wanted) break;
        closed_ = open_.back().name;
        open_.pop_back();
        break;
      }
      case TokenKind::comma:
        if (!open_.empty()) ++open_.back().arguments;
        break;
      default:
        break;
    }
    ++next_;
  }

  // A line break ends the statement if no bracket is open, or if a name with `=` follows that cannot be an argument.
  bool ends_statement(const Token* last) const {
    if (open_.empty()) return true;
    const bool names = is(next_ + 1, TokenKind::name) && is(next_ + 2, TokenKind::equals);
    return names && last != nullptr && last->kind != TokenKind::comma && last->kind != TokenKind::open_paren;
  }

  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::vector<Open> open_;
  Span closed_ = {};  // the name before the template arguments that closed last
  std::size_t statement_ = 0;
  std::uint64_t statements_ = 0;
};

// The arguments of a signature within brackets of that kind, as positions in it.
std::vector<Span> parameters(std::string_view form, TokenKind kind) {
  const bool of_template = kind == TokenKind::open_angle;
  std::size_t at = form.find(of_template ? '<' : '(');
  if (!of_template && form.find('<') < at) at = form.find('(', form.find('>', form.find('<')));
  if (at == std::string_view::npos) return {};
  std::vector<Span> out;
  std::uint32_t begin = static_cast<std::uint32_t>(at) + 1;
  int depth = 0;
  for (auto i = begin; i < form.size(); ++i) {
    const char c = form[i];
    if (c == '(' || c == '<') ++depth;
    const bool closes = c == ')' || c == '>';
    if ((closes && depth == 0) || (c == ',' && depth == 0)) {
      if (i > begin) out.push_back({begin, i});
      begin = i + 1;
      while (begin < form.size() && form[begin] == ' ') ++begin;
      if (closes) break;
    }
    if (closes) --depth;
  }
  return out;
}

// The argument with that number; for a variadic list its last one. Empty if there are fewer.
std::optional<Span> parameter(std::string_view form, TokenKind kind, std::size_t number) {
  const std::vector<Span> all = parameters(form, kind);
  if (number < all.size()) return all[number];
  if (!all.empty() && form.substr(0, all.back().end).ends_with("...")) return all.back();
  return std::nullopt;
}

void add_forms(TypedCall& call, const Builtin& function, TokenKind kind, std::size_t number) {
  std::vector<std::string> forms;
  const std::string all = signatures(function, "\n");
  for (std::size_t at = 0; at < all.size(); at = line_end(all, at) + 1)
    forms.push_back(all.substr(at, line_end(all, at) - at));
  std::size_t chosen = 0;
  std::optional<Span> place;
  for (std::size_t i = 0; i < forms.size() && !place; ++i) {
    place = parameter(forms[i], kind, number);
    if (place) chosen = i;
  }
  const Span at = place.value_or(Span{});
  const std::string& form = forms[chosen];
  call.before = place ? form.substr(0, at.begin) : form;
  if (place) {
    call.argument = form.substr(at.begin, at.end - at.begin);
    call.after = form.substr(at.end);
  }
  forms.erase(forms.begin() + static_cast<std::ptrdiff_t>(chosen));
  call.others = std::move(forms);
}

}  // namespace

std::optional<TypedCall> typed_call(std::string_view program, std::size_t caret,
                                    const std::vector<door::Problem>& problems, const Catalog& catalog) {
  Brackets brackets(program);
  const std::vector<Open> open = brackets.at(caret);
  for (std::size_t depth = open.size(); depth-- > 0;) {
    const Open& bracket = open[depth];
    const std::string_view name = program.substr(bracket.name.begin, bracket.name.end - bracket.name.begin);
    const Builtin* function = name.empty() ? nullptr : find_builtin(name);
    if (function == nullptr) continue;
    TypedCall out;
    out.function = name;
    add_forms(out, *function, bracket.kind, bracket.arguments);
    out.about = first_sentence(render(documentation_of(*function).doc, catalog));
    const auto end = brackets.end_of(depth);
    out.closed = end.has_value();
    out.span = {bracket.name.begin, end.value_or(static_cast<std::uint32_t>(program.size()))};
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const door::Problem& problem = problems[i];
      const bool of_call =
          problem.span.begin >= out.span.begin && problem.span.begin <= out.span.end &&
          (problem.code == code_name(ErrorCode::arguments) || problem.code == code_name(ErrorCode::syntax));
      if (out.closed ? of_call : problem.span.begin >= bracket.statement)
        out.held.push_back(static_cast<std::uint32_t>(i));
    }
    return out;
  }
  return std::nullopt;
}

std::optional<TypedCall> typed_call_after_move(const std::optional<TypedCall>& before, std::string_view program,
                                               std::size_t caret, const std::vector<door::Problem>& problems,
                                               const Catalog& catalog) {
  auto out = typed_call(program, caret, problems, catalog);
  const bool same = out && before && before->span.begin == out->span.begin && before->function == out->function;
  return out && (same || !out->closed) ? out : std::nullopt;
}

}  // namespace stridescope::app
