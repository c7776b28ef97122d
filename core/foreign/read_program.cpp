// From the text of a program to its syntax tree: reads layouts of other systems, removes comments, expands macros and
// alias templates, and maps positions in the changed text back to the given one.
#include "core/foreign/read_program.h"

#include <algorithm>

#include "core/foreign/cpp/printed_atoms.h"
#include "core/foreign/cpp/source_text.h"
#include "core/foreign/marks.h"
#include "core/foreign/paste/known_profiles.h"
#include "core/foreign/paste/statement_reader.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// The mode, and the tuples of the program of which the text is a part.
struct Reading {
  IntegerMode mode;
  KnownProfiles& profiles;
};

ForeignTree parse_statements(std::string_view text, SourceKind kind, const Reading& how, const Environment& environment,
                             std::vector<Error>& errors, const std::vector<Span>& parts = {}) {
  ForeignTree tree;
  tree.parts = parts;
  StatementReader reader(text.size(), kind, how.mode, how.profiles, tree);
  ProgramParser(text, environment, &reader, tree, errors).run();
  return tree;
}

ForeignTree parse_expanded(std::string_view program, const SourceText& source, const Reading& how,
                           const Environment& environment, std::vector<Error>& errors) {
  const bool has_aliases = source.kind == SourceKind::cpp && program.find("template") != std::string_view::npos;
  Expansion expansion;
  if (!source.macros.empty() || has_aliases) expansion = expand(program, source.macros, errors);
  bool assumes_reference = false;
  if (expansion.empty()) expansion = write_as_cutlass(program, assumes_reference);
  if (expansion.empty()) return parse_statements(program, source.kind, how, environment, errors);
  auto text = std::make_unique<std::string>(expansion.text());
  const std::size_t own = errors.size();
  ForeignTree tree = parse_statements(*text, source.kind, how, environment, errors);
  const auto place = [&](Span& span) { span = expansion.origin(span); };
  for (std::size_t i = own; i < errors.size(); ++i) {
    if (expansion.is_written_out(errors[i].span)) errors[i].replacement.clear();
    place(errors[i].span);
  }
  for (SyntaxNode& node : tree.nodes) {
    place(node.span);
    place(node.name_span);
  }
  for (Statement& statement : tree.statements) {
    for (Span* span : {&statement.span, &statement.name_span, &statement.grid}) place(*span);
    for (BoundName& one : statement.names) place(one.span);
  }
  for (auto* named : {&tree.failed_names, &tree.skipped_names}) {
    for (auto& [name, span] : *named) place(span);
  }
  for (Remainder& one : tree.skipped) place(one.span);
  for (Span& span : tree.failed) place(span);
  for (Parameter& parameter : tree.parameters)
    parameter.position = expansion.origin({parameter.position, parameter.position}).begin;
  for (const Span& span : expansion.removed()) tree.skipped.push_back({span, RemainderKind::comment});
  for (Branch& branch : tree.branches) {
    for (Span* span : {&branch.header, &branch.block, &branch.text}) place(*span);
  }
  tree.texts.push_back(std::move(text));
  if (assumes_reference) tree.notes.push_back(say("the printed atom has no reference layout: Dst's layout is used"));
  return tree;
}

// Parses a program without its comments. `program` must outlive the tree.
ForeignTree parse_source(std::string_view program, SourceText source, const Reading& how,
                         const Environment& environment, std::vector<Error>& errors,
                         const std::vector<Span>& parts = {}) {
  auto owned = source.text.empty() ? nullptr : std::make_unique<std::string>(std::move(source.text));
  const std::string_view read = owned ? std::string_view(*owned) : program;
  const auto has = [&](std::string_view word) { return read.find(word) != std::string_view::npos; };
  const bool expands = !source.macros.empty() || (source.kind == SourceKind::cpp && has("template")) || has("ThrID:");
  ForeignTree tree = expands ? parse_expanded(read, source, how, environment, errors)
                             : parse_statements(read, source.kind, how, environment, errors, parts);
  const std::string* owned_text = owned.get();
  if (owned) tree.texts.push_back(std::move(owned));
  tree.python = tree.python || source.kind == SourceKind::python;
  for (const Span& span : source.skipped) {
    const bool printed = program.substr(span.begin).starts_with('[');  // [DSL INFO] Input Tensors:
    tree.skipped.push_back({span, printed ? RemainderKind::message : RemainderKind::directive});
  }
  if (owned_text != nullptr) list_comments(program, *owned_text, tree);
  return tree;
}

// Reads layouts of other systems verbatim, before `//` and `#` in them become comments.
ForeignTree parse_with_systems(std::string_view program, const Reading& how, const Environment& environment,
                               std::vector<Error>& errors, std::vector<Span>& parts) {
  ForeignTree systems;
  std::vector<Span> places = read_tlx_dumps(program, systems);
  const std::vector<Span> encodings = read_encodings(program, systems);
  places.insert(places.end(), encodings.begin(), encodings.end());
  PastedMap map = read_tensor_map(program);
  places.insert(places.end(), map.lines.begin(), map.lines.end());
  std::vector<Error> comments;
  std::unique_ptr<std::string> rest;
  const auto source_text = [&] {
    comments.clear();
    parts.insert(parts.end(), places.begin(), places.end());
    if (!places.empty() && !rest) rest = std::make_unique<std::string>(program);
    for (const Span place : places) std::fill(rest->begin() + place.begin, rest->begin() + place.end, ' ');
    return without_comments(rest ? std::string_view(*rest) : program, comments);
  };
  SourceText source = source_text();
  // A function that computes the position of an element exists only in C++.
  const bool python = source.kind == SourceKind::python;
  if (source.kind == SourceKind::own || python || program.find(" idx(") != std::string_view::npos) {
    places = read_systems(program, systems, python);
    const std::vector<Span> buffers = read_buffers(program, systems);
    places.insert(places.end(), buffers.begin(), buffers.end());
    if (!places.empty()) source = source_text();
  }
  errors.insert(errors.end(), std::make_move_iterator(comments.begin()), std::make_move_iterator(comments.end()));
  ForeignTree tree =
      parse_source(rest ? std::string_view(*rest) : program, std::move(source), how, environment, errors, parts);
  if (rest) tree.texts.push_back(std::move(rest));
  tree.append(std::move(systems));
  answer_systems(program, tree);
  tree.findings.clear();  // the parser has reported them
  add_tensor_map(tree, std::move(map));
  for (Error& found : tree.findings) errors.push_back(std::move(found));
  return tree;
}

}  // namespace

ForeignTree read_program(std::string_view program, IntegerMode mode, const Environment& environment,
                         std::vector<Error>& errors, KnownProfiles* profiles) {
  KnownProfiles own;
  const Reading how = {mode, profiles != nullptr ? *profiles : own};
  if (is_too_long(program, errors)) return {};
  std::vector<Span> parts;
  ForeignTree tree = may_hold_systems(program)
                         ? parse_with_systems(program, how, environment, errors, parts)
                         : parse_source(program, without_comments(program, errors), how, environment, errors);
  list_remainders(program, parts, errors, tree);
  pair_layouts(program, tree);
  return tree;
}

}  // namespace stridescope
