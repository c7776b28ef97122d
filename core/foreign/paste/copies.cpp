// Compares the source and the destination of the copies in foreign text: copy(atom, src, dst), copy_if(pred, src, dst),
// cute.copy(atom, src, dst). CuTe checks only static extents.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/foreign/paste/evaluation.h"
#include "core/foreign/paste/paste_parser.h"

namespace stridescope {
namespace {

constexpr std::int64_t max_compared = 1 << 12;

// The arguments between the brackets that `text` begins with. Empty without a closing one, and if text follows it.
std::vector<std::string_view> arguments_in(std::string_view text, bool alone) {
  constexpr BracketRule in_code = {.angles = true};  // group_modes<0,2>(T)
  const std::size_t end = past_bracket(text, 0, in_code);
  if (end == std::string_view::npos || (alone && end != text.size())) return {};
  return split_outside(text.substr(1, end - 2), ',', in_code);
}

// Arguments of a copy; empty for another statement.
std::vector<std::string_view> copy_arguments(std::string_view statement) {
  for (const std::string_view scope : {"cute::", "cute."}) {
    if (statement.starts_with(scope)) statement.remove_prefix(scope.size());
  }
  const auto open = statement.find('(');
  if (open == std::string_view::npos) return {};
  const std::string_view name = statement.substr(0, std::min(open, statement.find('<')));
  if (name != "copy" && name != "copy_if" && name != "autovec_copy" && name != "basic_copy") return {};
  auto out = arguments_in(statement.substr(open), false);
  // pred=tApA of Python
  std::erase_if(out, [](std::string_view a) { return a.find('=') != std::string_view::npos; });
  return out;
}

// One side of a copy: its extents, and its layout if it is not a slice.
struct Side {
  IntTuple shape;
  std::optional<Layout> layout = std::nullopt;
};

Side side_of(const Value& value, const Layout& domain) {
  const auto* tensor = value.as<Tensor>();
  const Layout* plain = tensor != nullptr ? std::get_if<Layout>(&tensor->layout) : value.as<Layout>();
  return {domain.shape, plain != nullptr ? std::optional(*plain) : std::nullopt};
}

// The value of an expression of names bound before: partition_S(thr, gA), group_modes<1,3>(tA), tA.
std::optional<Value> value_before(std::string_view text, ProgramEvaluator& evaluator, ForeignTree& tree,
                                  std::uint32_t before) {
  const auto& bindings = evaluator.out().bindings;
  const auto found = std::find_if(bindings.rbegin(), bindings.rend(),
                                  [&](const Binding& b) { return b.name == text && b.span.begin < before; });
  if (found != bindings.rend()) return domain_of(found->value) != nullptr ? std::optional(found->value) : std::nullopt;
  const auto first = static_cast<std::size_t>(text.data() - evaluator.program().data());
  const std::size_t nodes = tree.nodes.size();
  PasteParser parser(evaluator.program(), first, first + text.size(), tree, false);
  parser.constant_integers(tree.python);
  const auto root = parser.expression();
  if (!root || !parser.at_end()) return std::nullopt;
  for (std::size_t i = nodes; i < tree.nodes.size(); ++i) {
    const int bound = tree.nodes[i].kind == Syntax::name ? evaluator.binding_of(tree.nodes[i].text) : -1;
    if (bound >= 0 && bindings[static_cast<std::size_t>(bound)].span.begin >= before) return std::nullopt;
  }
  auto value = evaluator.eval_quietly(*root);
  return value && domain_of(*value) != nullptr ? std::move(value) : std::nullopt;
}

// src, src(_,_,k), partition_S(src)(_,_,k), src[None, None, k]: every index is taken as 0, which has the extents of
// every other.
std::optional<Side> side_of(std::string_view text, ProgramEvaluator& evaluator, ForeignTree& tree,
                            std::uint32_t before) {
  const auto whole = value_before(text, evaluator, tree, before);
  if (whole) return side_of(*whole, *domain_of(*whole));
  // The last bracket.
  std::size_t open = std::min(text.find_first_of("(["), text.size());
  for (std::size_t next = open; next < text.size() && (text[next] == '(' || text[next] == '[');) {
    open = next;
    const std::size_t end = past_bracket(text, open);
    next = end < text.size() ? std::min(text.find_first_of("([", end), text.size()) : text.size();
  }
  auto indices = arguments_in(text.substr(open), true);
  // Python's a[(None, 0)]
  if (indices.size() == 1 && indices[0].starts_with('(')) indices = arguments_in(indices[0], true);
  const auto base = indices.empty() ? std::nullopt : value_before(text.substr(0, open), evaluator, tree, before);
  if (!base || static_cast<int>(indices.size()) != domain_of(*base)->rank()) return std::nullopt;
  Arith arith;
  TupleBuilder coord(arith);
  coord.open();
  for (const std::string_view index : indices) {
    if (index == "_" || index == "None") {
      coord.any();
    } else {
      coord.integer(static_int(0));
    }
  }
  coord.close();
  Side out = {slice(arith, coord.take(), domain_of(*base)->shape)};
  if (arith.failed()) return std::nullopt;
  return out;
}

// The first element of `more` whose place in `less`, which has other extents, is after the end of its memory.
Message behind_end(Arith& arith, TupleRef more, const Layout& less) {
  const std::int64_t end = cosize(arith, less).value;
  const std::int64_t count = std::min(product(arith, more).value, max_compared);
  const IntTuple extents = wrap(arith, product_each(arith, more));
  for (std::int64_t i = 0; i < count && arith.ok(); ++i) {
    const IntTuple at = idx2crd(arith, IntTuple(dynamic_int(i)), extents);
    const Int offset = apply(arith, less, at).ref().integer_or_zero();
    if (offset.value >= end)
      return say("element {} is at offset {}, beyond its {} {element|elements}", to_text(at, IntegerMode::teaching),
                 offset.value, end);
  }
  return {};
}

// Empty for equal extents.
Message difference(const Side& source, const Side& destination) {
  Arith arith;
  const TupleRef from = source.shape;
  const TupleRef to = destination.shape;
  std::int64_t before = 1;
  if (from.rank() != to.rank()) {
    const Int all = product(arith, from);
    const Int there = product(arith, to);
    if (arith.failed() || all.value == there.value) return {};
    return say("the copy's source has {} {element|elements}, its destination {}", all.value, there.value);
  }
  for (int mode = 0; mode < from.rank(); ++mode) {
    const std::int64_t here = product(arith, from[mode]).value;
    const std::int64_t there = product(arith, to[mode]).value;
    if (arith.failed() || here <= 0 || there <= 0) return {};
    if (here == there) {
      before *= here;
      continue;
    }
    const Int index = arith.mul(dynamic_int(before), dynamic_int(std::min(here, there)));
    const IntTuple first = idx2crd(arith, IntTuple(index), here > there ? from : to);
    if (arith.failed()) return {};
    const std::string at = to_text(first, IntegerMode::teaching);
    const Message sizes =
        say("mode {} of the copy has {} {element|elements} in the source and {} in the destination", mode, here, there);
    if (here < there) return say("{}: nothing is copied to {}", sizes, at);
    const Message behind = destination.layout ? behind_end(arith, from, *destination.layout) : Message();
    if (behind.empty() || arith.failed()) return say("{}: {} has no place there", sizes, at);
    return say("{}: {} has no place there, and {}", sizes, at, behind);
  }
  return {};
}

}  // namespace

void ForeignEvaluation::finish(ProgramEvaluator& evaluator) {
  for (const Remainder& one : evaluator.out().remainders) {
    if (one.kind == RemainderKind::comment || is_passed_over(one.span.begin)) continue;
    const auto words = copy_arguments(evaluator.program().substr(one.span.begin, one.span.end - one.span.begin));
    if (words.size() < 2) continue;
    std::optional<Side> sides[2];
    for (const std::size_t i : {0, 1}) {
      sides[i] = side_of(words[words.size() - 2 + i], evaluator, tree_, one.span.begin);
    }
    const auto& [source, destination] = sides;
    if (!source || !destination) continue;
    Message message = difference(*source, *destination);
    if (!message.empty()) evaluator.warn({ErrorCode::index_range, std::move(message), {}, {}, {}}, one.span);
  }
}

}  // namespace stridescope
