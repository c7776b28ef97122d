// The facade: evaluates a program with a budget of work, numbers its bindings, and passes every query of them to the
// folder that answers it.
#include "core/workspace/workspace.h"

#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/facts/function.h"
#include "core/facts/offsets.h"
#include "core/foreign/evaluate.h"
#include "core/functions/builtin.h"
#include "core/tiled/units.h"
#include "core/value/print.h"
#include "core/workspace/category_entries.h"
#include "core/workspace/diagnostics.h"
#include "core/workspace/tiled_properties.h"

namespace stridescope {
namespace {

constexpr std::size_t max_source_shown = 160;
// The text on one line, without comments.
std::string collapse(std::string_view text) {
  std::string out;
  bool blank = false;
  const auto comment = [&](std::size_t i) {
    return text[i] == '#' || (text[i] == '/' && i + 1 < text.size() && text[i + 1] == '/');
  };
  const auto space = [&](std::size_t i) {
    return text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r';
  };
  for (std::size_t i = 0; i < text.size();) {
    if (comment(i) || space(i)) {
      i = comment(i) ? std::min(text.find('\n', i), text.size()) : i + 1;
      blank = true;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && i - begin <= max_source_shown && !comment(i) && !space(i)) ++i;
    if (blank && !out.empty()) out.push_back(' ');
    blank = false;
    out.append(text, begin, i - begin);
    if (out.size() <= max_source_shown) continue;
    const std::size_t end = character_end(out, max_source_shown + 1);
    if (end == out.size() && character_end(text, i) != i) continue;
    out.resize(end);
    return out + "...";
  }
  return out;
}

Tiling tiling_of(const Origin& origin) {
  if (origin.args.size() < 2) return Tiling::none;
  switch (origin.roles.form) {
    case roles::Form::none:
    case roles::Form::flat:
      return Tiling::none;
    case roles::Form::zipped:
    case roles::Form::tiled:
      return Tiling::later_modes;
    case roles::Form::blocked:
      return Tiling::second_parts;
    case roles::Form::raked:
      return Tiling::first_parts;
    case roles::Form::logical:
      break;
  }
  const auto* tuple = origin.args[1].as<IntTuple>();
  const bool by_mode = origin.args[1].is<ValueTuple>() || (tuple != nullptr && tuple->is_tuple());
  return by_mode ? Tiling::second_parts : Tiling::later_modes;
}

Error no_binding(int binding) { return {ErrorCode::index_range, say("value {} does not exist", binding), {}, {}, {}}; }

}  // namespace

const Report& Workspace::evaluate(std::string_view program, IntegerMode mode, ReportBudget budget) {
  program_.assign(program);
  program_budget_ = budget.program;
  maps_.clear();
  operations_.reset();
  origins_.clear();
  Evaluation evaluation = stridescope::evaluate(program_, mode, budget.program);
  report_ = {};
  report_.mode = mode;
  report_.bindings.reserve(evaluation.bindings.size());
  enumerable_.clear();
  for (Binding& b : evaluation.bindings) {
    std::string source =
        collapse(std::string_view(program_).substr(b.expression.begin, b.expression.end - b.expression.begin));
    std::string text = to_text(b.value, mode);
    const std::uint64_t most = std::min<std::uint64_t>(budget.properties.steps_left(), max_enumerated);
    enumerable_.push_back(static_cast<std::int64_t>(most));
    budget.properties.spend(
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(domain_size(b.value).value_or(0), 0, enumerable_.back())));
    report_.bindings.push_back({std::move(b.name), b.span, b.expression, std::move(source), std::move(b.value),
                                std::move(text), std::move(b.uses)});
    origins_.push_back(std::move(b.origin));
  }
  const auto list = [&](Severity severity, std::vector<ProgramError>& errors) {
    for (ProgramError& e : errors)
      report_.diagnostics.push_back({severity, e.code, e.span, std::move(e.message), std::move(e.hint),
                                     std::move(e.replacement), std::move(e.hole), std::move(e.example),
                                     std::move(e.alternatives)});
  };
  list(Severity::error, evaluation.errors);
  list(Severity::warning, evaluation.assumed);
  if (evaluation.dropped_errors > 0) {
    const Span last = report_.diagnostics.back().span;
    report_.diagnostics.push_back({Severity::warning,
                                   ErrorCode::too_large,
                                   last,
                                   say("{} more {error is|errors are} not shown", evaluation.dropped_errors),
                                   say("fix these first"),
                                   {}});
  }
  report_.left_out = left_out_text(program_, evaluation.remainders);
  report_.remainders = std::move(evaluation.remainders);
  const bool silent = report_.bindings.empty() && report_.diagnostics.empty() && report_.left_out.empty();
  if (silent && !report_.remainders.empty() && report_.remainders[0].kind == RemainderKind::comment)
    report_.left_out = say("only a comment, which has no value");
  for (const Message& note : evaluation.notes)
    report_.left_out = report_.left_out.empty() ? note : say("{}; {}", report_.left_out, note);
  return report_;
}

PicturedValue Workspace::subject(int binding) const {
  const auto i = static_cast<std::size_t>(binding);
  const Origin& origin = origins_[i];
  PicturedValue out = {report_.bindings[i].value, tiling_of(origin), origin.roles, &origin.args};
  for (const int b : origin.bindings)
    out.names.push_back(b >= 0 ? report_.bindings[static_cast<std::size_t>(b)].name : "");
  out.is_part = is_part(binding);
  if (out.is_part) out.whole = whole_operand(binding);
  const auto* tv = out.value.as<Layout>();
  const auto asks = [](const Origin& o) { return o.roles.asks_threads; };
  if (tv != nullptr && tv->rank() == 2 && (tv->depth() > 1 || std::any_of(origins_.begin(), origins_.end(), asks))) {
    if (const auto context = tile_context(binding)) {
      out.tile_rows = context->rows;
      out.tile_cols = context->cols;
      out.tile_of = context->of;
    }
  }
  return out;
}

std::string Workspace::name(int binding) const {
  const std::string& name = report_.bindings[static_cast<std::size_t>(binding)].name;
  return name.empty() ? "R" : name;
}

Result<std::vector<Property>> Workspace::properties(int binding) const {
  if (!known(binding)) return failure(no_binding(binding));
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  std::vector<Property> out;
  const IntegerMode mode = report_.mode;
  const Layout* domain = domain_of(value);
  if (domain == nullptr) {
    if (has_entries(value)) return category_properties(value, mode);
    if (value.is<Object>()) return tiled_properties(value, mode);
    const auto* tuple = value.as<IntTuple>();
    if (tuple == nullptr || !tuple->is_tuple() || tuple->ref().has_any()) return out;
    out.push_back(property(term("rank"), cat(tuple->rank())));
    out.push_back(property(term("depth"), cat(tuple->depth())));
    Arith arith;
    if (!tuple->ref().has_basis()) {
      const Int count = product(arith, *tuple);
      if (arith.ok()) out.push_back(property(term("size"), cat(count.value)));
    }
    return out;
  }
  out.push_back(property(term("shape"), to_text(domain->shape, mode)));
  if (value.is<Layout>()) {
    out.push_back(property(term("stride"), to_text(domain->stride, mode)));
    for (Property& part : out) part.printed = true;
  }
  Arith arith;
  const Int count = size(arith, *domain);
  const auto number = [&](const Int& n) { return arith.ok() ? say("{}", n.value) : say("beyond 64 bits"); };
  out.push_back({say("size"), number(count)});
  out.push_back(property(term("rank"), cat(domain->rank())));
  out.push_back(property(term("depth"), cat(domain->depth())));
  arith = Arith();
  const IntTuple corner = coshape(arith, *domain);
  if (arith.ok()) out.push_back(property(term("coshape"), to_text(corner, IntegerMode::teaching)));
  const Int reach = arith.ok() ? product(arith, corner) : static_int(0);
  out.push_back({say("cosize"), number(reach)});
  if (const MemoryOf memory = memory_of(value); memory.bits != 0 && arith.ok()) {
    out.push_back({say("in memory"), in_units(reach.value, memory.bits, memory.counted)});
    Message steps = in_units(domain->stride, memory.bits, memory.counted);
    if (!steps.empty()) out.push_back({say("strides"), std::move(steps)});
    Message swizzle = element_swizzle_of(value);
    if (!swizzle.empty()) out.push_back({say("swizzle"), std::move(swizzle)});
  }
  const FunctionAnalysis facts = analyze_function(value, enumerable_[static_cast<std::size_t>(binding)]);
  const auto verdict = [](const std::optional<bool>& fact) -> Message {
    return !fact ? term("not checked") : *fact ? term("yes") : term("no");
  };
  if (!domain->stride.ref().has_basis()) {
    out.push_back({say("injective"), verdict(facts.injective)});
    out.push_back({say("contiguous"), verdict(facts.contiguous)});
  }
  return out;
}

Result<const ReportBinding*> Workspace::bound(int binding) const {
  if (!known(binding)) return failure(no_binding(binding));
  return &report_.bindings[static_cast<std::size_t>(binding)];
}

Result<std::vector<OfferedView>> Workspace::views(int binding) const {
  if (!known(binding)) return failure(no_binding(binding));
  return offered_views(subject(binding));
}

Result<View> Workspace::view(int binding, std::string_view text) const {
  const auto offered = views(binding);
  if (!offered) return failure(offered.error());
  View view;
  view.integers = report_.mode;
  if (offered->empty()) return view;
  view.picture = offered->front().picture;
  const Picture wanted = parse_view(text, view).picture;
  // Unavailable options are replaced by the default, so that an old link still shows a picture.
  const auto found =
      std::find_if(offered->begin(), offered->end(), [&](const OfferedView& o) { return o.picture == wanted; });
  const OfferedView& legal = found == offered->end() ? offered->front() : *found;
  view.label = legal.labels.front();
  view.color = legal.colors.front();
  view = parse_view(text, view);
  view.picture = legal.picture;
  if (std::find(legal.labels.begin(), legal.labels.end(), view.label) == legal.labels.end())
    view.label = legal.labels.front();
  if (std::find(legal.colors.begin(), legal.colors.end(), view.color) == legal.colors.end())
    view.color = legal.colors.front();
  return view;
}

Result<Scene> Workspace::scene(int binding, const View& view) const {
  if (!known(binding)) return failure(no_binding(binding));
  PicturedValue s = subject(binding);
  if (view.picture == Picture::parent && s.is_part) s.source = &source_map(binding, s.whole);
  return make_scene(s, view);
}

std::int64_t Workspace::coordinates(int binding) const {
  return known(binding) ? domain_size(subject(binding).value).value_or(0) : 0;
}

Completions Workspace::complete(std::string_view program, std::uint32_t position) const {
  Completions out;
  position = static_cast<std::uint32_t>(std::min<std::size_t>(position, program.size()));
  std::uint32_t from = position;
  while (from > 0 && is_word(program[from - 1])) --from;
  if (program.substr(0, from).ends_with("tract.")) from -= 6;
  out.from = from;
  out.to = position;
  const std::string_view word = program.substr(from, position - from);
  if (!word.empty() && word[0] >= '0' && word[0] <= '9') return out;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  const auto starts = [&](std::string_view candidate) {
    return candidate.size() >= word.size() && std::equal(word.begin(), word.end(), candidate.begin(),
                                                         [&](char a, char b) { return lower(a) == lower(b); });
  };
  for (std::size_t i = report_.bindings.size(); i-- > 0;) {
    const ReportBinding& b = report_.bindings[i];
    const bool seen =
        std::any_of(out.items.begin(), out.items.end(), [&](const Completion& c) { return c.label == b.name; });
    if (!b.name.empty() && !seen && starts(b.name))
      out.items.push_back({b.name, Completion::Kind::binding, b.text, {}});
  }
  for (const Builtin& f : builtins()) {
    std::string_view name = f.name;
    if (name.starts_with("tract.") && find_builtin(name.substr(6)) == nullptr && !starts(name)) name.remove_prefix(6);
    if (starts(name))
      out.items.push_back(
          {std::string(name), Completion::Kind::function, signatures(f, "\n"), documentation_of(f).doc});
  }
  struct Keyword {
    std::string_view name;
    Term info;
  };
  static constexpr Keyword keywords[] = {
      {"LayoutLeft", term("The first mode gets stride 1.")},
      {"LayoutRight", term("The last mode gets stride 1.")},
      {"Sw",
       term("Sw<B,M,S>: XORs B bits of the offset with the B bits |S| positions higher, above the M lowest bits.")}};
  for (const Keyword& k : keywords) {
    if (starts(k.name)) out.items.push_back({std::string(k.name), Completion::Kind::keyword, "", k.info});
  }
  return out;
}

}  // namespace stridescope
