// The values of a source's declarations: Python and our own language by the reader of programs.
#include "core/sources/declarations.h"

#include "core/base/text.h"
#include "core/foreign/cpp/source_text.h"
#include "core/foreign/evaluate.h"
#include "core/sources/cpp_reader.h"
#include "core/sources/stride_comments.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/tiled_mma.h"

namespace stridescope {
namespace {

SourceKind kind_of_text(std::string_view text) {
  std::vector<Error> ignored;
  return without_comments(text, ignored).kind;
}

// The name that a statement waits for, of an error at a name; otherwise empty.
std::string open_name_of(const ProgramError& error, std::string_view text) {
  const std::string_view at = text.substr(error.span.begin, error.span.end - error.span.begin);
  const bool name = error.code == ErrorCode::unknown_name || error.code == ErrorCode::failed_name;
  return name ? std::string(at) : std::string();
}

// All declarations of a program whose statements are read in their order.
SourceValues read_in_order(std::string_view text, IntegerMode mode, Budget& budget) {
  const std::string bound = bound_names(text);
  const std::string whole = cat(bound, text);
  std::vector<Error> ignored;
  const ForeignTree tree = parse(whole, ignored);
  SourceValues out;
  Evaluation& made = out.made;
  made = evaluate(whole, mode, out.operations, budget);
  const auto shift = static_cast<std::uint32_t>(bound.size());
  std::size_t next = 0;
  std::vector<Span> places(made.bindings.size());  // places of the bindings' names
  const auto add = [&](std::string_view name, Span at, const Statement& statement) {
    if (at.begin < shift || name.empty()) return;
    Declaration one;
    one.name_span = {at.begin - shift, at.end - shift};
    one.name = name;
    while (next < made.bindings.size() && made.bindings[next].span.begin < statement.span.begin) ++next;
    for (std::size_t i = next; i < made.bindings.size() && made.bindings[i].span == statement.span; ++i) {
      if (made.bindings[i].name != name) continue;
      one.value = made.bindings[i].value;
      places[i] = one.name_span;
      one.kind = kind_of_value(*one.value);
      one.program = cat(name, " = ", to_text(*one.value, mode));
    }
    if (!one.value) {
      for (const ProgramError& error : made.errors) {
        if (error.span.begin < statement.span.begin || error.span.begin >= statement.span.end) continue;
        one.open = error.message;
        one.open_name = open_name_of(error, whole);
        break;
      }
      if (one.open.empty()) one.open = say("it depends on a value that has an error");
    }
    out.declarations.push_back(std::move(one));
  };
  for (const Statement& statement : tree.statements) {
    add(statement.name, statement.name_span, statement);
    for (const BoundName& one : statement.names) add(one.name, one.span, statement);
  }
  // Places in the given text; those of bound names are empty.
  const auto move = [&](Span& span) {
    span = span.begin < shift ? Span() : Span{span.begin - shift, span.end - shift};
  };
  for (Binding& one : made.bindings) {
    move(one.span);
    move(one.expression);
  }
  for (auto* errors : {&made.errors, &made.assumed}) {
    for (ProgramError& one : *errors) move(one.span);
  }
  for (RecordedOperation& one : out.operations) move(one.span);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Binding& one = made.bindings[i];
    out.names.push_back({one.name, places[i], one.expression, one.value, {}, false, one.uses});
    out.needs.push_back(one.uses);
  }
  out.error_needs.resize(made.errors.size());
  for (const ProgramError& one : made.assumed) {
    std::size_t of = 0;
    while (of < made.bindings.size() && made.bindings[of].span.end < one.span.end) ++of;
    out.assumed_of.push_back(of);
  }
  out.text = text;
  out.readings.assign(made.bindings.size(), 0);
  out.wide.assign(made.bindings.size(), false);
  return out;
}

}  // namespace

DeclarationKind kind_of_value(const Value& value) {
  if (value.is<Layout>() || value.is<ComposedLayout>() || value.is<Swizzle>()) return DeclarationKind::layout;
  if (value.is<Tensor>()) return DeclarationKind::tensor;
  if (value.is<TiledCopy>() || value.is<CopyAtom>() || value.is<ThrCopy>()) return DeclarationKind::copy;
  if (value.is<TiledMma>() || value.is<MmaAtom>() || value.is<ThrMma>()) return DeclarationKind::mma;
  if (value.is<IntTuple>() || value.is<ValueTuple>()) return DeclarationKind::shape;
  return DeclarationKind::other;
}

IntegerMode integers_of(std::string_view text) {
  return kind_of_text(text) == SourceKind::cpp ? IntegerMode::cute : IntegerMode::teaching;
}

Result<SourceValues> values_of(std::string_view text, Budget& budget, const IncludeReader& include) {
  if (text.size() > max_program_bytes)
    return failure(ErrorCode::too_large,
                   say("the source has {} {byte|bytes}; the limit is {}", text.size(), max_program_bytes),
                   say("remove the lines that are not about layouts"));
  const SourceKind kind = kind_of_text(text);
  if (kind != SourceKind::own) return sources::CppReader(text, kind, include, budget).run();
  return read_in_order(text, IntegerMode::teaching, budget);
}

}  // namespace stridescope
