// Values of nodes that only foreign text has: holes, members, slices, casts, conditions, several names at once.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/paste/evaluation.h"
#include "core/foreign/paste/paste.h"
#include "core/functions/builtin.h"
#include "core/value/kind_word.h"

namespace stridescope {

using Maybe = ForeignProgram::Maybe;

Maybe ForeignEvaluation::value(ProgramEvaluator& /*evaluator*/, const SyntaxNode& n, Origin* origin) {
  switch (n.kind) {
    case Syntax::hole:
      return eval_hole(n);
    case Syntax::unset:
      return evaluator_->error(n.span, ErrorCode::arguments,
                               say("smem_ptr[...](unset) is allowed only between a swizzle and a layout"),
                               say("Sw<3,4,3> o smem_ptr[16b](unset) o layout"));
    case Syntax::to_static:
      return eval_static(n);
    case Syntax::to_dynamic:
      return eval_dynamic(n, origin);
    case Syntax::conditional:
      return eval_conditional(n, origin);
    case Syntax::call:
      if (n.op == TokenKind::colon) return eval_sliced(n);
      if (n.op == TokenKind::star) return evaluator_->eval(n.children[0]);  // in a tuple, which unpacks it
      return eval_member(n);
    default:
      return std::nullopt;
  }
}

// Reports an error for an integer that the text does not give.
std::nullopt_t ForeignEvaluation::tell_hole(int cause, const SyntaxNode& n, Message message, Message hint) {
  evaluator_->tell(cause, n.span, ErrorCode::unknown_name, std::move(message), std::move(hint), n.text);
  const ProgramEvaluator::Cause& of = evaluator_->cause(cause);
  if (of.error < 0 && of.kept >= 0) kept(of.kept).hole = n.text;
  const int error = of.error;
  if (error >= 0 && error != ProgramEvaluator::not_displayed)
    evaluator_->out().errors[static_cast<std::size_t>(error)].hole = n.text;
  return std::nullopt;
}

// A value that CUDA gives a thread at run time: threadIdx.x, gridDim.y.
std::nullopt_t ForeignEvaluation::tell_special(int cause, const SyntaxNode& n, std::string_view special) {
  const bool thread = special.starts_with("threadIdx");
  const bool threads = special.starts_with("blockDim");
  const bool of_cuda = thread || threads || special.starts_with("blockIdx") || special.starts_with("gridDim");
  if (!of_cuda)  // params.seqlen_q
    return tell_hole(cause, n, say("the pasted text does not give {}", special),
                     say("fill it: write {} = 128 on an earlier line, or a value in its place", n.text));
  const Message message = thread    ? say("the pasted text does not give {}, the index of the thread", special)
                          : threads ? say("the pasted text does not give {}, the number of threads in a block", special)
                          : special.starts_with("blockIdx")
                              ? say("the pasted text does not give {}, the index of the block", special)
                              : say("the pasted text does not give {}, the number of blocks in the grid", special);
  const int example = threads ? 128 : special.starts_with("gridDim") ? 1 : 0;
  return tell_hole(cause, n, message,
                   say("choose one: write {} = {} on an earlier line, or a number instead", n.text, example));
}

// A value that a pasted text does not give.
Maybe ForeignEvaluation::eval_hole(const SyntaxNode& n) {
  const int bound = evaluator_->binding_of(n.text);
  const auto special = std::find_if(tree_.special_holes.begin(), tree_.special_holes.end(),
                                    [&](const auto& one) { return one.second == n.text; });
  const bool is_special = special != tree_.special_holes.end();
  const std::string asked = is_special ? std::string(special->first) : cat('?', n.text.substr(1));  // ?1 for n1
  for (const auto& [name, example] : tree_.assumed_holes) {
    if (bound < 0 && name == n.text)
      return assume(name, asked, n.span, std::to_string(example), Value(dynamic_int(example)));
  }
  if (bound < 0 && !n.template_args.empty()) {
    Message note = say("{} is not given: {} is used; to override it, write {} = {} on an earlier line", asked,
                       n.template_args[0], n.text, n.integer.value > 0 ? n.integer.value : 128);
    evaluator_->note(std::move(note));
    return Value(dynamic_int(n.template_args[0]));
  }
  if (bound < 0) {
    const int known = evaluator_->cause_of(n.text);
    const int cause = known >= 0 ? known : evaluator_->new_cause({n.text});
    if (known < 0) evaluator_->fail_first(n.text, cause);
    if (is_special) return tell_special(cause, n, special->first);
    return tell_hole(cause, n, say("hole {}: the pasted text does not give this integer", asked),
                     n.integer.value > 0
                         ? say("fill it: write {} = {} on an earlier line, a multiple of {}, or a number in its place",
                               n.text, n.integer.value, n.integer.value)
                         : say("fill it: write {} = {} on an earlier line, or a number in its place", n.text, 128));
  }
  evaluator_->note_use(bound);
  const Value& value = evaluator_->value_of(bound);
  const Int* integer = value.integer();
  const bool of_cuda = is_special && (special->first.find("Idx.") != std::string_view::npos ||
                                      special->first.find("Dim.") != std::string_view::npos);
  if (is_special && !of_cuda) return value;  // a member can be anything
  if (integer == nullptr || !integer->is_plain()) {
    return evaluator_->error(n.span, ErrorCode::arguments,
                             say("hole {} must be an integer, but {} is the {} {}", asked, n.text, kind_word(value),
                                 to_text(value, evaluator_->mode())),
                             say("write {} = 128 before it", n.text));
  }
  if (n.integer.value > 0 && integer->value % n.integer.value != 0) {
    return evaluator_->error(
        n.span, ErrorCode::divisibility,
        say("hole {} must be a multiple of {}, but {} is {}", asked, n.integer.value, n.text, integer->value),
        say("choose a multiple of {}", n.integer.value));
  }
  return value;
}

// Int<M>, for an M that is known now.
Maybe ForeignEvaluation::eval_static(const SyntaxNode& n) {
  Maybe value = evaluator_->eval(n.children[0]);
  if (!value) return std::nullopt;
  const Int* integer = value->integer();
  if (integer == nullptr) {
    return evaluator_->error(
        n.span, ErrorCode::arguments,
        say("a static integer needs an integer, not the {} {}", kind_word(*value), to_text(*value, evaluator_->mode())),
        say("write Int<4>{{}}"));
  }
  Int out = *integer;
  out.is_static = true;
  return out;
}

// int n = Int<4>{}: an integer of C++ that a type no longer gives. Any other value is unchanged.
Maybe ForeignEvaluation::eval_dynamic(const SyntaxNode& n, Origin* origin) {
  Maybe value = evaluator_->eval(n.children[0], origin);
  const Int* integer = value ? value->integer() : nullptr;
  if (integer == nullptr || !integer->is_plain() || !integer->is_static || evaluator_->mode() == IntegerMode::teaching)
    return value;
  return dynamic_int(integer->value);
}

// condition ? then : else; evaluates only one of them
Maybe ForeignEvaluation::eval_conditional(const SyntaxNode& n, Origin* origin) {
  const Maybe condition = evaluator_->eval(n.children[0]);
  if (!condition) return std::nullopt;
  const auto* truth = condition->as<Bool>();
  const Int* integer = condition->integer();
  if (truth == nullptr && integer == nullptr) {
    return evaluator_->error(evaluator_->node(n.children[0]).span, ErrorCode::arguments,
                             say("a condition must be true or false, not the {} {}", kind_word(*condition),
                                 to_text(*condition, evaluator_->mode())),
                             say("write kN == 8 ? 1 : 2"));
  }
  const bool holds = truth != nullptr ? truth->value : integer->value != 0;
  return evaluator_->eval(n.children[holds ? 1 : 2], origin);
}

std::optional<std::vector<Value>> ForeignEvaluation::modes_of(const Value& value) {
  if (const auto* tuple = value.as<ValueTuple>()) return tuple->modes;
  const auto* tuple = value.as<IntTuple>();
  if (tuple == nullptr || !tuple->ref().is_tuple()) return std::nullopt;
  std::vector<Value> out;
  for (const TupleRef mode : tuple->ref()) out.emplace_back(IntTuple(mode));
  return out;
}

// Python's shape[0], shape[-1]: a mode of a tuple; empty for other values with brackets.
Maybe ForeignEvaluation::entry(ProgramEvaluator& /*evaluator*/, const SyntaxNode& n, const std::vector<Value>& args) {
  if (tree_.python && args.size() == 2 && args[0].is<Layout>() && args[1].integer() != nullptr)
    return evaluator_->run(*find_builtin("get"), {{args[1].integer()->value}}, {args[0]}, n.span, {n.children[0]},
                           nullptr);
  const auto modes = args.size() == 2 ? modes_of(args[0]) : std::nullopt;
  const Int* index = modes ? args[1].integer() : nullptr;
  if (index == nullptr || !index->is_plain()) return std::nullopt;
  const auto count = static_cast<std::int64_t>(modes->size());
  if (index->value < -count || index->value >= count) {
    return evaluator_->error(n.span, ErrorCode::index_range,
                             say("{} has {} {mode|modes}; mode {} does not exist", to_text(args[0], evaluator_->mode()),
                                 count, index->value),
                             say("count from 0"));
  }
  return (*modes)[static_cast<std::size_t>(index->value < 0 ? index->value + count : index->value)];
}

Maybe ForeignEvaluation::eval_member(const SyntaxNode& n) {
  const Maybe object = evaluator_->eval(n.children[0]);
  if (!object) return std::nullopt;
  Arith arith(&evaluator_->budget());
  auto member = member_of(arith, *object, n.text);
  if (arith.failed()) return evaluator_->fault(n.span, arith);
  if (member) return member;
  const bool of_object = n.op == TokenKind::dot;
  const std::string known = members_of(*object, of_object);
  const bool has_shape = object->is<Layout>() || object->is<Tensor>() || object->is<ComposedLayout>();
  return evaluator_->error(
      n.name_span, ErrorCode::unknown_name, say("the {} does not have a member '{}'", kind_word(*object), n.text),
      known.empty()             ? say("write its value instead, or bind the name before")
      : has_shape && !of_object ? say("its members are {}; its shape is decltype(L.shape())", known)
                                : say("its members are {}", known));
}

std::optional<std::vector<Value>> ForeignEvaluation::spread(ProgramEvaluator& /*evaluator*/, const SyntaxNode& tuple,
                                                            std::vector<Value> modes) {
  const std::vector<Index>& children = tuple.children;
  std::vector<Value> out;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const SyntaxNode& n = evaluator_->node(children[i]);
    if (n.kind != Syntax::call || n.op != TokenKind::star) {
      out.push_back(std::move(modes[i]));
      continue;
    }
    auto parts = modes_of(modes[i]);
    if (!parts) {
      evaluator_->error(
          n.span, ErrorCode::arguments,
          say("* unpacks a tuple, not the {} {}", kind_word(modes[i]), to_text(modes[i], evaluator_->mode())),
          say("drop the *"));
      return std::nullopt;
    }
    for (Value& part : *parts) out.push_back(std::move(part));
    if (out.size() > max_tuple_nodes) {
      evaluator_->error(n.span, ErrorCode::too_large,
                        say("a tuple of {} {mode|modes}; the limit is {}", out.size(), max_tuple_nodes),
                        say("use fewer modes"));
      return std::nullopt;
    }
  }
  return out;
}

Maybe ForeignEvaluation::eval_sliced(const SyntaxNode& n) {
  // In a source, a list that is not about layouts: the slice is not, either.
  if (source_ && is_left_out(evaluator_->node(n.children[0]).text)) {
    leave_out_ = true;
    return std::nullopt;
  }
  const Maybe whole = evaluator_->eval(n.children[0]);
  if (!whole) return std::nullopt;
  auto modes = modes_of(*whole);
  if (!modes)
    return evaluator_->error(
        n.span, ErrorCode::arguments,
        say("only a tuple can be sliced, not the {} {}", kind_word(*whole), to_text(*whole, evaluator_->mode())),
        say("take a slice of its shape, as in T.shape[1:]"));
  const auto count = static_cast<std::int64_t>(modes->size());
  std::int64_t ends[2] = {0, count};
  for (std::size_t i = 0; i < 2; ++i) {
    if (evaluator_->node(n.children[i + 1]).kind == Syntax::any) continue;
    const Maybe end = evaluator_->eval(n.children[i + 1]);
    if (!end) return std::nullopt;
    const Int* integer = end->integer();
    if (integer == nullptr || !integer->is_plain())
      return evaluator_->error(evaluator_->node(n.children[i + 1]).span, ErrorCode::arguments,
                               say("the ends of a slice must be integers, not the {} {}", kind_word(*end),
                                   to_text(*end, evaluator_->mode())),
                               say("write c[1:3]"));
    ends[i] = std::clamp(integer->value < 0 ? std::max(integer->value, -count) + count : integer->value,
                         std::int64_t{0}, count);
  }
  const auto begin = modes->begin() + static_cast<std::ptrdiff_t>(ends[0]);
  return evaluator_->tuple_of({begin, modes->begin() + static_cast<std::ptrdiff_t>(std::max(ends[0], ends[1]))},
                              n.span);
}

void ForeignEvaluation::unpack(ProgramEvaluator& /*evaluator*/, const Statement& statement, const Value& whole) {
  for (const BoundName& one : statement.names) {
    Value part = whole;
    bool found = true;
    for (std::size_t level = 0; found && level < one.path.size(); ++level) {
      const auto modes = modes_of(part);
      const bool last = level + 1 == one.path.size();
      const std::size_t named = one.size[level];
      // With a `*rest` there can be more modes.
      const bool open = std::any_of(statement.names.begin(), statement.names.end(), [&](const BoundName& other) {
        return other.rest >= 0 && other.path.size() == level + 1 &&
               std::equal(one.path.begin(), one.path.begin() + static_cast<std::ptrdiff_t>(level), other.path.begin());
      });
      const std::size_t count = modes ? modes->size() : 1;
      if (!modes || count < named || (count > named && !open)) {
        if (!evaluator_->has_own_error()) {
          evaluator_->error(statement.name_span, ErrorCode::arguments,
                            say("these are {} names, but the {} {} has {} {part|parts}",
                                open ? say("at least {}", named) : say("{}", named), kind_word(part),
                                to_text(part, evaluator_->mode()), count),
                            say("give a name for each part; `_` skips a part, `*rest` takes several"));
        }
        found = false;
      } else if (last && one.rest >= 0) {
        const auto begin = modes->begin() + static_cast<std::ptrdiff_t>(one.path[level]);
        std::vector<Value> rest(begin, modes->end() - one.rest);
        const bool integers = std::all_of(rest.begin(), rest.end(), [](const Value& v) { return v.is<IntTuple>(); });
        Arith arith;
        TupleBuilder out(arith);
        out.open();
        if (integers) {
          for (const Value& mode : rest) out.copy(*mode.as<IntTuple>());
        }
        out.close();
        part = integers ? Value(out.take()) : Value(ValueTuple{std::move(rest)});
      } else {
        const std::uint32_t mode = one.path[level];
        const std::size_t at = mode >= from_the_end ? count - (mode - from_the_end) : mode;
        part = Value((*modes)[at]);
      }
    }
    if (found && evaluator_->may_bind_name(one.name, one.span, true)) {
      evaluator_->bind(one.name, statement, std::move(part), {});
    } else {
      evaluator_->fail(one.name, evaluator_->cause_kept_back(one.name));
    }
  }
}

}  // namespace stridescope
