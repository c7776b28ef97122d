// Evaluates the literal parts of a program: tuples, layouts, names, types, and the holes of a pasted text.
#include <algorithm>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/lang/atom_name.h"
#include "core/lang/program_evaluator.h"
#include "core/value/kind_word.h"

namespace stridescope {

ProgramEvaluator::Maybe ProgramEvaluator::eval_tuple(const SyntaxNode& n) {
  if (Maybe literal = integer_tuple(n)) return literal;
  if (n.children.size() > max_tuple_nodes)
    return error(n.span, ErrorCode::too_large,
                 say("a tuple of {} {mode|modes}; the limit is {}", n.children.size(), max_tuple_nodes),
                 say("use fewer modes"));
  auto modes = eval_all(n.children);
  if (!modes) return std::nullopt;
  if (n.kind == Syntax::tiler && modes->empty())
    return error(n.span, ErrorCode::syntax, say("a tiler must have at least one mode"), say("write <4,8>"));
  const bool starred = std::any_of(n.children.begin(), n.children.end(),
                                   [this](Index child) { return node(child).op == TokenKind::star; });
  if (starred && foreign_ != nullptr) modes = foreign_->spread(*this, n, std::move(*modes));
  return modes ? tuple_of(std::move(*modes), n.span) : Maybe();
}

ProgramEvaluator::Maybe ProgramEvaluator::tuple_of(std::vector<Value> modes, Span span) {
  const bool integers = std::all_of(modes.begin(), modes.end(), [](const Value& v) { return v.is<IntTuple>(); });
  if (!integers) {
    Value tuple = ValueTuple{std::move(modes)};
    if (depth_of(tuple) > max_tuple_depth)
      return error(span, ErrorCode::too_deep, say("nesting deeper than {} levels", max_tuple_depth),
                   say("flatten some of the modes"));
    return tuple;
  }
  Arith arith;
  TupleBuilder out(arith);
  out.open();
  for (const Value& mode : modes) out.copy(*mode.as<IntTuple>());
  out.close();
  IntTuple tuple = out.take();
  if (arith.failed()) return fault(span, arith);
  return tuple;
}

// The common case, a tuple of integers, without a Value for each leaf; empty for any other tuple.
ProgramEvaluator::Maybe ProgramEvaluator::integer_tuple(const SyntaxNode& n) {
  Arith arith;
  TupleBuilder out(arith);
  const auto write = [&](auto& self, const SyntaxNode& t) -> bool {
    out.open();
    for (const Index child : t.children) {
      const SyntaxNode& c = node(child);
      if (c.kind == Syntax::integer) {
        Int value = c.integer;
        value.is_static = value.is_static || mode_ == IntegerMode::teaching;
        out.integer(value);
      } else if (c.kind == Syntax::any) {
        out.any();
      } else if (c.kind != Syntax::tuple || !self(self, c)) {
        return false;
      }
    }
    out.close();
    return true;
  };
  if (n.kind != Syntax::tuple || !write(write, n) || arith.failed()) return std::nullopt;
  return out.take();
}

// Reports why shape and stride do not form a layout.
ProgramEvaluator::Maybe ProgramEvaluator::no_layout(const SyntaxNode& n, const Value& shape, const Value& stride) {
  if (fix_layout(n, shape, stride)) return std::nullopt;
  const auto* s = shape.as<IntTuple>();
  const auto* d = stride.as<IntTuple>();
  if (s == nullptr || s->ref().has_any() || s->ref().has_basis()) {
    return error(node(n.children[0]).span, ErrorCode::arguments,
                 say("a shape must consist of integers, not the {} {}", kind_word(shape), to_text(shape, mode_)),
                 say("write (4,8):(1,4)"));
  }
  if (d == nullptr || d->ref().has_any()) {
    return error(node(n.children[1]).span, ErrorCode::arguments,
                 say("strides must be integers, not the {} {}", kind_word(stride), to_text(stride, mode_)),
                 say("write (4,8):(1,4)"));
  }
  if (!congruent(*s, *d).value) {
    return error(n.span, ErrorCode::profile_mismatch,
                 s->ref().leaf_count() == d->ref().leaf_count()
                     ? say("the shape {} has {} {extent|extents}, but the stride {} has {}, nested differently",
                           to_text(*s, mode_), s->ref().leaf_count(), to_text(*d, mode_), d->ref().leaf_count())
                     : say("the shape {} has {} {extent|extents}, but the stride {} has {}", to_text(*s, mode_),
                           s->ref().leaf_count(), to_text(*d, mode_), d->ref().leaf_count()),
                 say("give one stride for each extent, in the same brackets"));
  }
  std::uint32_t i = 0;
  while (s->ref().nodes()[i].kind != NodeKind::integer || s->ref().nodes()[i].integer.value >= 0 ||
         d->ref().nodes()[i].integer.value == 0)
    ++i;
  return error(node(n.children[0]).span, ErrorCode::arguments,
               say("the extent {} is negative", s->ref().nodes()[i].integer.value),
               say("expected an extent of 0 or more"));
}

ProgramEvaluator::Maybe ProgramEvaluator::eval_pair(const SyntaxNode& n) {
  Maybe shape = eval(n.children[0]);
  Maybe stride = eval(n.children[1]);
  if (!shape || !stride) return std::nullopt;
  const auto* s = shape->as<IntTuple>();
  const auto* d = stride->as<IntTuple>();
  if (s == nullptr || d == nullptr || s->ref().has_any() || s->ref().has_basis() || d->ref().has_any() ||
      !congruent(*s, *d).value)
    return no_layout(n, *shape, *stride);
  for (std::uint32_t i = 0; i < s->ref().node_count(); ++i) {
    const Node& extent = s->ref().nodes()[i];
    // CuTe's left_inverse has negative extents over a stride 0: the printed layout must be readable.
    if (extent.kind == NodeKind::integer && extent.integer.value < 0 && d->ref().nodes()[i].integer.value != 0)
      return no_layout(n, *shape, *stride);
  }
  return Layout{*s, *d};
}

ProgramEvaluator::Maybe ProgramEvaluator::eval_name(const SyntaxNode& n) {
  if (const auto found = names_.find(n.text); found != names_.end()) {
    note_use(found->second);
    const Value& value = out_.bindings[static_cast<std::size_t>(found->second)].value;
    copied_ += memory(value);  // a statement may name a large value many times
    if (copied_ > max_program_nodes) {
      return error(n.span, ErrorCode::too_large, say("this statement copies more than the memory limit allows"),
                   say("use large values in fewer places"));
    }
    return value;
  }
  if (failed_.contains(n.text) || (foreign_ != nullptr && foreign_->is_parameter(n.text))) {
    if (Maybe example = foreign_ != nullptr ? foreign_->example(*this, n) : Maybe()) return example;
    return unknown(n);
  }
  if (n.text == "X" || n.text == "None") return IntTuple::any();
  if (n.text == "LayoutLeft" || n.text == "GenColMajor") return Major::left;
  if (n.text == "LayoutRight" || n.text == "GenRowMajor") return Major::right;
  if (n.text == "true" || n.text == "false") return Bool{n.text == "true", true};
  if (n.text == "True" || n.text == "False") return Bool{n.text == "True", true};  // Python
  if (Maybe type = environment_.type(n.text)) return type;
  if (const auto coordinate = printed_coordinate(n.text)) return Iterator{Iterator::Kind::coordinate, *coordinate};
  if (const Builtin* builtin = environment_.function(n.text)) {
    return error(n.span, ErrorCode::arguments, say("'{}' is a function and needs its arguments", n.text),
                 say("write {}", environment_.signature(*builtin)));
  }
  if (Maybe example = foreign_ != nullptr ? foreign_->example(*this, n) : Maybe()) return example;
  return unknown(n);
}

bool ProgramEvaluator::is_reported(Span span, std::string_view name, std::string_view example) {
  if (foreign_ != nullptr && foreign_->explains(*this, span, name, example)) return true;
  const auto failed = failed_.find(name);
  if (failed == failed_.end()) return false;
  tell(failed->second, span, ErrorCode::failed_name, say("'{}' has no value: its own statement has an error", name),
       say("fix that statement first"));
  return true;
}

// Replaces each bound name in it by its value: Copy_Atom<UniversalCopy<Vec>, Element>. False, with the error reported,
// if a type cannot contain the value.
bool ProgramEvaluator::append_named(const SyntaxNode& n, std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end == i) {
      out.push_back(text[i++]);
      continue;
    }
    const std::string_view word = text.substr(i, end - i);
    const bool part = (i > 0 && text[i - 1] == ':') || text.substr(end).starts_with("::");
    const auto found = names_.find(word);
    i = end;
    if (part || found == names_.end()) {
      if (!part && is_reported(n.span, word, "half_t")) return false;
      out.append(word);
      continue;
    }
    note_use(found->second);
    const Value& value = out_.bindings[static_cast<std::size_t>(found->second)].value;
    const Int* integer = value.integer();
    const TypeText type = environment_.type_text(value);
    if (integer != nullptr && integer->is_plain()) {
      append_text(out, integer->value);
    } else if (!type.text.empty()) {
      out.append(type.text);
    } else if (const auto* major = value.as<Text>(); major != nullptr && major->text.find("::") != std::string::npos) {
      out.append(major->text);
    } else {
      return error(n.span, ErrorCode::arguments,
                   say("'{}' is the {} {}: the arguments of this type must be types, atoms or integers", word,
                       kind_word(value), to_text(value, mode_)),
                   say("use another name for it")),
             false;
    }
  }
  return true;
}

std::optional<std::string> ProgramEvaluator::named_parts(const SyntaxNode& n) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t i = 0; i < n.children.size(); ++i) {
    const auto begin = static_cast<std::size_t>(n.template_args[2 * i]);
    if (!append_named(n, n.text.substr(done, begin - done), out)) return std::nullopt;
    const Maybe value = eval(n.children[i]);
    if (!value) return std::nullopt;
    const Int* integer = value->integer();
    if (integer == nullptr || !integer->is_plain()) {
      return error(
          node(n.children[i]).span, ErrorCode::arguments,
          say("the number in this type must be an integer, not the {} {}", kind_word(*value), to_text(*value, mode_)),
          say("write a number, such as 16"));
    }
    append_text(out, integer->value);
    done = static_cast<std::size_t>(n.template_args[2 * i + 1]);
  }
  if (!append_named(n, n.text.substr(done), out)) return std::nullopt;
  return out;
}

// An atom or an element type, or a bound name that looks like one.
ProgramEvaluator::Maybe ProgramEvaluator::eval_type(const SyntaxNode& n) {
  if (names_.contains(n.text)) return eval_name(n);
  if (!budget_.take(lookup_work)) return too_much_work(n.span);
  const auto text = named_parts(n);
  if (!text) return std::nullopt;
  const std::string_view head = std::string_view(*text).substr(0, text->find_first_of("< "));
  auto found = environment_.atom(*text);
  if (found) return std::move(*found);
  if (is_atom_name(head)) budget_.spend(listing_work);
  ProgramError e = {std::move(found.error())};
  e.span = n.span;
  if (!e.replacement.empty()) e.alternatives = environment_.other_fixes(*text);
  report(std::move(e));
  return std::nullopt;
}

// ArithTuple_3, ArithTuple3: an iterator over integers in its printed form.
std::optional<IntTuple> ProgramEvaluator::printed_coordinate(std::string_view text) const {
  constexpr std::string_view prefix = "ArithTuple";
  if (!text.starts_with(prefix) || text.size() > prefix.size() + 18) return std::nullopt;
  text.remove_prefix(prefix.size());
  Int out;
  out.is_static = text.starts_with('_') || mode_ == IntegerMode::teaching;
  if (text.starts_with('_')) text.remove_prefix(1);
  if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  for (const char c : text) out.value = out.value * 10 + (c - '0');
  return IntTuple(out);
}

// An example value for the name, according to its argument position.
std::string_view ProgramEvaluator::example_of(const SyntaxNode& n) const {
  const Builtin* function = call_ != nullptr ? environment_.function(call_->text) : nullptr;
  for (std::size_t i = 0; function != nullptr && i < call_->children.size(); ++i) {
    if (&node(call_->children[i]) == &n) return environment_.example(*function, i, call_->children.size(), n.text);
  }
  return "128";
}

std::nullopt_t ProgramEvaluator::unknown(const SyntaxNode& n) {
  if (quiet_) return std::nullopt;
  if (is_reported(n.name_span, n.text, example_of(n))) return std::nullopt;
  if (n.text == "TiledMMA" || n.text == "TiledCopy") {
    const bool mma = n.text == "TiledMMA";
    return error(
        n.name_span, ErrorCode::arguments, say("'{}' is a type and needs its template arguments", n.text),
        mma ? say("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (_2,_2,_1)) makes one")
            : say("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>, (_16,_8):(_8,_1), (_1,_8)) makes one"));
  }
  // Only counted: nobody would read a suggestion, which searches all names.
  if (reported_ >= max_diagnostics)
    return error(n.name_span, ErrorCode::unknown_name, say("unknown name '{}'", n.text));
  std::vector<std::string_view> candidates = {"Swizzle"};  // a value, not a function: Swizzle<3,3,3>
  candidates.reserve(environment_.functions.size() + names_.size() + 1);
  for (const Builtin& builtin : environment_.functions) candidates.push_back(builtin.name);
  for (const auto& [name, index] : names_) candidates.push_back(name);
  std::string nearest(suggest(n.text, candidates));
  // A suggestion has the same kind in its name: tiled_mma does not become tiler_mn.
  for (const std::string_view part : {"mma", "copy"}) {
    const auto has = [&](std::string_view text) { return text.find(part) != std::string_view::npos; };
    if (has(n.text) && !has(nearest)) nearest.clear();
  }
  // sm80_16x8x16_... or SN80_...: an atom with a misspelled prefix.
  const bool atom =
      n.text.find('_') != std::string_view::npos && n.text.find_first_of("0123456789") != std::string_view::npos;
  if (nearest.empty() && atom && budget_.take(listing_work)) {
    nearest = environment_.nearest_atom(n.text);
  }
  // A function of the surrounding program resembles a function of layouts by accident.
  const bool passed_over = foreign_ != nullptr && foreign_->passes_over(n);
  // A name without arguments is unbound, unless it resembles a function.
  Message instead = environment_.other_word(n.text, !n.has_arguments && nearest.empty());
  if (!instead.empty() && !passed_over)
    return error(n.name_span, ErrorCode::unknown_name, say("unknown name '{}'", n.text), std::move(instead));
  if (!nearest.empty() && !passed_over) {
    return error(n.name_span, ErrorCode::unknown_name, say("unknown name '{}'", n.text),
                 say("did you mean '{}'?", nearest), nearest);
  }
  Message hint = say("bind it on an earlier line, as in {} = {}", n.text, example_of(n));
  if (passed_over) {
    foreign_->pass_over();
    return std::nullopt;
  }
  if (n.text == "smem_ptr") {  // Swizzle<2,5,2> o smem_ptr o layout, as in CUTLASS's comments
    return error(
        n.name_span, ErrorCode::unknown_name, say("smem_ptr does not give the number of bits of an element"),
        say("write smem_ptr[16b](unset) for elements of 16 bits, smem_ptr[128b](unset) if it counts in uint128_t"));
  }
  if (n.has_arguments) {
    const std::string longer = names_with(n.text, candidates);
    hint = longer.empty() ? say("no function or layout has this name") : say("names that contain it: {}", longer);
  }
  if (foreign_ != nullptr && foreign_->is_pasted()) {
    const int cause = new_cause({n.text});
    failed_.insert_or_assign(n.text, cause);
    return tell(cause, n.name_span, ErrorCode::unknown_name, say("unknown name '{}'", n.text), hint);
  }
  return error(n.name_span, ErrorCode::unknown_name, say("unknown name '{}'", n.text), hint);
}

}  // namespace stridescope
