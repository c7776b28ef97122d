// Functions of tuples that take other functions: transform, transform_leaf, transform_apply, filter_tuple, fold,
// find_if, any_of, all_of, none_of, apply. A call is replaced by the calls of the function for each mode or leaf.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/evaluate.h"
#include "core/foreign/paste/known_profiles.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/functions/builtin.h"

namespace stridescope {

bool takes_functions(std::string_view name) {
  static constexpr std::string_view names[] = {"transform", "transform_leaf", "transform_apply", "filter_tuple",
                                               "find_if",   "fold",           "any_of",          "all_of",
                                               "none_of",   "for_each"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

PasteParser::Index PasteParser::applied(const PastedFunction& function, std::vector<std::uint32_t> arguments,
                                        std::uint32_t begin) {
  if (function.end > 0) return inlined(function, {}, arguments, begin);
  for (std::uint32_t& argument : arguments) {
    const Index copy = copied(argument);
    if (!copy)
      return error({begin, position()}, say("the expansion of this call is too long"),
                   say("give the inner parts names"));
    argument = *copy;
  }
  if (find_builtin(function.name) != nullptr) return add_call(function.name, std::move(arguments), begin);
  return add({.kind = Syntax::tuple, .span = {}, .trailing_comma = true, .children = std::move(arguments)}, begin);
}

// The node of a value that the text writes out: a name stands for its value.
const SyntaxNode& PasteParser::written_out(std::uint32_t index) const {
  const SyntaxNode* value = &tree_.nodes[index];
  for (int steps = 0; value->kind == Syntax::name && bound(value->text) != nullptr && steps < 8; ++steps)
    value = bound(value->text);
  return *value;
}

// A value that only evaluation knows, written out as get<i>(value) for each leaf; itself if it is written out.
std::uint32_t PasteParser::with_profile(std::uint32_t index, std::string_view text) {
  constexpr int max_within = 2;
  constexpr std::uint64_t reading_work = 100;  // steps per byte
  const Syntax kind = written_out(index).kind;
  const std::uint32_t first = tokens_.front().span.begin;
  KnownProfiles* known = functions_->profiles;
  if (kind == Syntax::tuple || kind == Syntax::integer || !arguments_.empty() || known == nullptr) return index;
  std::string part = cat(text_.substr(0, first), '\n', text);
  auto found = known->of_text.find(part);
  if (found == known->of_text.end()) {
    if (known->within == max_within || !known->budget.take(reading_work * part.size())) return index;
    ++known->within;
    const Evaluation made = evaluate_part(part, functions_->mode, *known);
    --known->within;
    const bool last = !made.bindings.empty() && made.bindings.back().span.begin > first;
    const auto* tuple = last ? made.bindings.back().value.as<IntTuple>() : nullptr;
    found = known->of_text.emplace(std::move(part), tuple != nullptr ? std::optional(*tuple) : std::nullopt).first;
  }
  const std::optional<IntTuple> profile = found->second;
  if (!profile) return index;
  const std::uint32_t begin = node(index).span.begin;
  if (!profile->is_tuple())
    return add({.kind = Syntax::infix,
                .span = {},
                .op = TokenKind::plus,
                .children = {index, add_integer(static_int(0), begin)}},
               begin);
  std::vector<std::int64_t> path;
  const auto parts = [&](auto& self, TupleRef tuple) -> std::uint32_t {
    if (!tuple.is_tuple()) {
      const Index whole = copied(index);
      const std::uint32_t leaf = add_call("get", {whole ? *whole : index}, begin);
      node(leaf).template_args = path;
      return leaf;
    }
    std::vector<std::uint32_t> modes;
    for (int i = 0; i < tuple.size(); ++i) {
      path.push_back(i);
      modes.push_back(self(self, tuple[i]));
      path.pop_back();
    }
    return add({.kind = Syntax::tuple, .span = {}, .trailing_comma = true, .children = std::move(modes)}, begin);
  };
  return parts(parts, TupleRef(*profile));
}

// transform_leaf(f, t...), transform_apply(t..., f, g), transform(t..., f), filter_tuple(t..., f), fold(t, v, f),
// find_if(t, f), any_of(t, f), all_of(t, f), none_of(t, f), apply(t, f), at the bracket.
PasteParser::Index PasteParser::of_functions(std::string_view word, std::uint32_t begin) {
  const Span open = advance().span;
  std::vector<PastedFunction> functions;
  std::vector<std::uint32_t> tuples;
  std::vector<std::string_view> texts;
  foreign_ = true;
  if (word == "for_each")
    return error({begin, position()}, say("for_each calls a function for each mode and has no value"),
                 say("write transform(t, f), which gives the tuple of f's results"));
  while (!at(TokenKind::close_paren)) {
    if (at(TokenKind::name) && at(TokenKind::equals, 1)) next_ += 2;  // f=, g=, pred_fn=
    if (PastedFunction function; function_argument(function)) {
      functions.push_back(std::move(function));
    } else {
      const std::uint32_t first = next_position();
      const Index tuple = expression();
      if (!tuple) return {};
      tuples.push_back(*tuple);
      texts.push_back(text_.substr(first, position() - first));
    }
    if (!accept(TokenKind::comma)) break;
  }
  if (failed_ || !expect(TokenKind::close_paren, ')', open)) return {};
  if (functions.empty() && word == "apply") return add_call(word, std::move(tuples), begin);  // of a layout
  // The second argument of fold is the first value.
  for (std::size_t i = 0; i < (word == "fold" ? std::min<std::size_t>(tuples.size(), 1) : tuples.size()); ++i)
    tuples[i] = with_profile(tuples[i], texts[i]);
  const bool applies = word == "transform_apply";
  const std::size_t least = word == "fold" ? 2 : 1;  // a tuple and the first value
  if (functions.size() != (applies ? 2U : 1U) || tuples.size() < least)
    return error(
        open, say("{} takes tuples, and {} {function|functions}: a lambda, or the name of one", word, applies ? 2 : 1),
        applies                                           ? say("write transform_apply((1,2), lambda x: x + 1, max)")
        : word == "filter_tuple"                          ? say("write filter_tuple(((1,2),3), flatten)")
        : word == "fold"                                  ? say("write fold((1,2), 0, max)")
        : word != "transform" && word != "transform_leaf" ? say("write {}((_3,4), is_static)", word)
                                                          : say("write transform_leaf(lambda x: x + 1, (1,2))"));
  const PastedFunction& function = functions.front();
  const Syntax kind = written_out(tuples.front()).kind;
  if (word == "transform" && (kind == Syntax::integer || kind == Syntax::infix))
    return applied(function, std::move(tuples), begin);
  if (word == "transform_leaf") return leafwise(function, std::move(tuples), begin);
  Index folded;
  if (word == "fold" && tuples.size() == 2) {
    folded = tuples.back();
    tuples.pop_back();
  }
  std::vector<std::vector<std::uint32_t>> modes;
  for (const std::uint32_t tuple : tuples) {
    const SyntaxNode& value = written_out(tuple);
    if (value.kind != Syntax::tuple)
      return error(node(tuple).span, say("the modes of this value are not known before it is evaluated"),
                   say("write the tuple out, as in (1,2)"));
    modes.push_back(value.children);
    if (modes.back().size() != modes.front().size())
      return error({begin, position()}, say("the tuples of {} do not have the same profile", word),
                   say("give tuples that are nested alike"));
  }
  if (word == "find_if") return first_mode(function, tuples.front(), begin);
  if (word == "apply") return applied(function, std::move(modes.front()), begin);
  if (word.ends_with("_of")) {
    Index out = add_literal(Bool{word == "all_of", true}, begin);
    for (std::size_t i = modes.front().size(); i-- > 0;) {
      const Index value = applied(function, {modes.front()[i]}, begin);
      if (!value) return {};
      out = joined(*value, word != "all_of", *out, begin);
    }
    return word == "none_of" ? truth(*out, true, begin) : *out;
  }
  for (std::size_t i = 0; word == "fold" && folded && i < modes.front().size(); ++i)
    folded = applied(function, {*folded, modes.front()[i]}, begin);
  if (word == "fold") return folded;
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < modes.front().size(); ++i) {
    std::vector<std::uint32_t> part;
    for (const auto& one : modes) part.push_back(one[i]);
    const Index value = applied(function, std::move(part), begin);
    if (!value) return {};
    out.push_back(*value);
  }
  PastedFunction joins;
  joins.name = word == "transform" ? "make_tuple" : "tuple_cat";
  return applied(applies ? functions.back() : joins, std::move(out), begin);
}

// CuTe's predicate takes a mode, and the result is its number, or the rank if none fits; that of CuTe DSL takes a leaf
// and its place, which is the result, or None.
PasteParser::Index PasteParser::first_mode(const PastedFunction& function, std::uint32_t tuple, std::uint32_t begin) {
  constexpr std::size_t max_path = 8;
  const bool dsl = function.parameters.size() == 2;
  std::vector<std::pair<std::uint32_t, std::vector<std::int64_t>>> candidates;  // and their places
  const auto list = [&](auto& self, std::uint32_t index, const std::vector<std::int64_t>& place) -> void {
    const SyntaxNode& value = written_out(index);
    if (value.kind != Syntax::tuple || place.size() > (dsl ? max_path : 0)) {
      candidates.emplace_back(index, place);
      return;
    }
    const std::vector<std::uint32_t> children = value.children;
    for (std::size_t i = 0; i < children.size() && functions_->take(1); ++i) {
      std::vector<std::int64_t> inner = place;
      inner.push_back(static_cast<std::int64_t>(i));
      self(self, children[i], inner);
    }
  };
  list(list, tuple, {});
  Index out = dsl ? add({.kind = Syntax::any, .span = {}}, begin)
                  : add_integer(static_int(static_cast<std::int64_t>(candidates.size())), begin);
  while (out && !candidates.empty()) {
    const auto [index, place] = std::move(candidates.back());
    candidates.pop_back();
    const auto at_place = [&, path = place] {
      if (path.size() == 1) return add_integer(static_int(path[0]), begin);
      std::vector<std::uint32_t> parts;
      for (const std::int64_t one : path) parts.push_back(add_integer(static_int(one), begin));
      return add({.kind = Syntax::tuple, .span = {}, .children = std::move(parts)}, begin);
    };
    std::vector<std::uint32_t> arguments = {index};
    if (dsl) arguments.push_back(at_place());
    const Index fits = applied(function, std::move(arguments), begin);
    if (!fits) return {};
    out = add({.kind = Syntax::conditional, .span = {}, .children = {*fits, at_place(), *out}}, begin);
  }
  return out;
}

// Applies the function to the leaves at the same position of each tuple; a name stands for its tuple.
PasteParser::Index PasteParser::leafwise(const PastedFunction& function, std::vector<std::uint32_t> arguments,
                                         std::uint32_t begin, int depth) {
  if (depth > max_expression_depth || !functions_->take(1))
    return error({begin, position()}, say("the expansion of this call is too long"), say("give the inner parts names"));
  std::size_t tuples = 0;
  std::size_t rank = 0;
  std::vector<std::vector<std::uint32_t>> modes;
  for (const std::uint32_t argument : arguments) {
    const SyntaxNode* value = &written_out(argument);
    modes.push_back(value->kind == Syntax::tuple ? value->children : std::vector<std::uint32_t>());
    tuples += value->kind == Syntax::tuple ? 1 : 0;
    rank = std::max(rank, modes.back().size());
    const bool leaf = value->kind == Syntax::call && value->text == "get" && depth > 0;
    if (value->kind != Syntax::tuple && value->kind != Syntax::integer && value->kind != Syntax::infix && !leaf)
      return error(node(argument).span, say("the leaves of this value are not known before it is evaluated"),
                   say("write the tuple out, as in transform_leaf(lambda x: x + 1, (1,2))"));
  }
  if (tuples == 0) return applied(function, std::move(arguments), begin);
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < rank; ++i) {
    std::vector<std::uint32_t> part;
    for (const auto& one : modes) {
      if (one.size() == rank) part.push_back(one[i]);
    }
    if (part.size() != arguments.size())
      return error({begin, position()}, say("the tuples of {} do not have the same profile", "transform_leaf"),
                   say("give tuples that are nested alike"));
    const Index leaf = leafwise(function, std::move(part), begin, depth + 1);
    if (!leaf) return {};
    out.push_back(*leaf);
  }
  return add({.kind = Syntax::tuple, .span = {}, .trailing_comma = true, .children = std::move(out)}, begin);
}

}  // namespace stridescope
