// Morphisms: the facts of an entry of a diagram, its linked entries and cells, and the edit of the program that moves
// an arrow.
#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/base/utf.h"
#include "core/category/operad.h"
#include "core/facts/offsets.h"
#include "core/foreign/evaluate.h"
#include "core/functions/builtin.h"
#include "core/workspace/category_entries.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// A morphism or a span as a map between entries; cells of its diagram are first the entries of the domain, then those
// of the codomain.
struct Entries {
  const IntTuple* domain = nullptr;
  const IntTuple* codomain = nullptr;
  const std::vector<int>* map = nullptr;
  const Morphism* morphism = nullptr;  // null for a divisibility morphism, which does not encode a layout

  explicit operator bool() const { return map != nullptr; }
  std::int64_t sources() const { return static_cast<std::int64_t>(map->size()); }
  std::int64_t size() const { return sources() + codomain->ref().leaf_count(); }
};

Entries entries_of(const Value& value) {
  if (const auto* f = value.as<Morphism>()) return {&f->domain, &f->codomain, &f->map, f};
  if (const auto* s = value.as<TupleSpan>()) return {&s->legs.domain, &s->legs.codomain, &s->legs.map, &s->legs};
  if (const auto* f = value.as<DivisibilityMorphism>()) return {&f->domain, &f->codomain, &f->map, nullptr};
  return {};
}

// The 1-D coordinates along one entry of a shape, with 0 for all others.
struct Along {
  std::int64_t step = 1;
  std::int64_t extent = 1;
};
std::vector<Along> along_entries(TupleRef shape) {
  std::vector<Along> out;
  Arith arith;
  Int step = static_int(1);
  for (const Int& extent : entries(shape)) {
    out.push_back({step.value, arith.ok() ? extent.value : 0});
    step = arith.mul(step, extent);
  }
  return out;
}

// "entry 2 of the domain, 5"
Message entry_name(const Entries& f, std::int64_t cell) {
  const bool source = cell < f.sources();
  const std::int64_t place = source ? cell : cell - f.sources();
  const std::vector<Int> values = entries(source ? *f.domain : *f.codomain);
  const std::int64_t value = values[static_cast<std::size_t>(place)].value;
  return source ? say("entry {} of the domain, {}", place + 1, value)
                : say("entry {} of the codomain, {}", place + 1, value);
}

// The image and stride of an entry of the domain, or the entry that maps to one of the codomain.
Message entry_fate(const Entries& f, std::int64_t cell) {
  if (cell < f.sources()) {
    const int target = (*f.map)[static_cast<std::size_t>(cell)];
    const Message out = target == 0 ? say("maps to the base point") : say("maps to entry {} of the codomain", target);
    if (f.morphism == nullptr) return out;
    Arith arith;
    const std::vector<Int> strides = entries(encoded_layout(arith, *f.morphism).stride);
    return arith.ok() ? say("{}: stride {}", out, strides[static_cast<std::size_t>(cell)].value) : out;
  }
  std::string out;
  for (std::size_t i = 0; i < f.map->size(); ++i) {
    if ((*f.map)[i] == static_cast<int>(cell - f.sources()) + 1) append_all(out, out.empty() ? "" : ", ", i + 1);
  }
  return out.empty() ? say("is not hit") : say("is hit by entry {} of the domain", out);
}

// True for make_morphism, with or without its prefix.
bool writes_morphism(std::string_view function) {
  const Builtin* builtin = find_builtin(function);
  if (builtin == nullptr) builtin = find_tract_builtin(function);
  return builtin != nullptr && builtin->roles.link == roles::Link::written_morphism;
}

// True if the value was made from this binding with this link.
bool made_of(const Origin& origin, roles::Link link, int binding) {
  return origin.roles.link == link && !origin.bindings.empty() && origin.bindings[0] == binding;
}

}  // namespace

bool has_entries(const Value& value) { return static_cast<bool>(entries_of(value)); }

bool Workspace::encodes(int morphism, int layout) const {
  return made_of(origins_[static_cast<std::size_t>(layout)], roles::Link::encoded_layout, morphism) ||
         made_of(origins_[static_cast<std::size_t>(morphism)], roles::Link::morphism_of_layout, layout);
}

// Follows arrows, composites to the morphisms that they are made of, and then the cells of layouts.
void Workspace::follow_entries(Linked& out, std::vector<Linked::Cell> queue) const {
  const auto value = [&](int b) -> const Value& { return report_.bindings[static_cast<std::size_t>(b)].value; };
  const auto add = [&](int b, std::int64_t c) {
    const Linked::Cell found = {b, c};
    if (out.cells.size() < max_linked_cells && std::find(out.cells.begin(), out.cells.end(), found) == out.cells.end())
      out.cells.push_back(found);
  };
  const auto visit = [&](int b, std::int64_t c) {
    if (b < 0 || queue.size() >= max_entry_links) return;
    const Entries f = entries_of(value(b));
    const Linked::Cell next = {b, c};
    if (!f || c < 0 || c >= f.size() || std::find(queue.begin(), queue.end(), next) != queue.end()) return;
    queue.push_back(next);
  };
  const auto count = static_cast<int>(report_.bindings.size());
  for (std::size_t next = 0; next < queue.size(); ++next) {  // NOLINT(modernize-loop-convert): it grows
    const Linked::Cell here = queue[next];
    const Entries f = entries_of(value(here.binding));
    add(here.binding, here.cell);
    const bool source = here.cell < f.sources();
    const std::int64_t place = source ? here.cell : here.cell - f.sources();
    if (source) {
      const int target = (*f.map)[static_cast<std::size_t>(place)];
      if (target > 0) visit(here.binding, f.sources() + target - 1);
    } else {
      for (std::size_t i = 0; i < f.map->size(); ++i) {
        if ((*f.map)[i] == static_cast<int>(place) + 1) visit(here.binding, static_cast<std::int64_t>(i));
      }
    }
    // A composite shares its domain with the first morphism and its codomain with the second; the codomain of the first
    // is the domain of the second.
    for (int b = 0; b < count; ++b) {
      const Origin& origin = origins_[static_cast<std::size_t>(b)];
      const roles::Link link = origin.roles.link;
      if (link == roles::Link::same_domain && !origin.bindings.empty() && source) {
        if (here.binding == b) visit(origin.bindings[0], place);
        if (here.binding == origin.bindings[0]) visit(b, place);
      }
      const bool swapped = link == roles::Link::composite_backwards;
      if (origin.bindings.size() != 2 || !(swapped || link == roles::Link::composite)) continue;
      const int first = origin.bindings[swapped ? 1 : 0];
      const int second = origin.bindings[swapped ? 0 : 1];
      const auto codomain_of = [&](int which) {
        const Entries e = which >= 0 ? entries_of(value(which)) : Entries{};
        return e ? e.sources() : 0;
      };
      if (here.binding == b) visit(source ? first : second, source ? place : codomain_of(second) + place);
      if (here.binding == first) visit(source ? b : second, place);
      if (here.binding == second)
        visit(source ? first : b, source ? codomain_of(first) + place : codomain_of(b) + place);
    }
    if (!source) continue;
    for (int b = 0; b < count; ++b) {
      const auto* layout = value(b).as<Layout>();
      if (layout == nullptr || !encodes(here.binding, b)) continue;
      const std::vector<Along> along = along_entries(layout->shape);
      if (place >= static_cast<std::int64_t>(along.size())) continue;
      const Along mode = along[static_cast<std::size_t>(place)];
      for (std::int64_t k = 0; k < mode.extent && out.cells.size() < max_linked_cells; ++k) add(b, k * mode.step);
    }
  }
}

Result<Described> Workspace::describe_entry(int binding, std::int64_t cell) const {
  const Entries f = entries_of(report_.bindings[static_cast<std::size_t>(binding)].value);
  if (!f || cell < 0 || cell >= f.size())
    return failure(ErrorCode::index_range, say("{} does not have entry {}", name(binding), cell));
  Described out;
  const Message fate = entry_fate(f, cell);
  out.rows.push_back({say("entry"), entry_name(f, cell)});
  out.rows.push_back({say("arrow"), fate});
  out.text = say("{}: {}, {}", name(binding), entry_name(f, cell), fate);
  return out;
}

Result<Linked> Workspace::linked_entry(int binding, std::int64_t cell) const {
  auto described = describe_entry(binding, cell);
  if (!described) return failure(std::move(described.error()));
  Linked out;
  out.sentence = std::move(described->text);
  follow_entries(out, {{binding, cell}});
  return out;
}

void Workspace::link_entries(Linked& out, int binding, std::int64_t cell) const {
  const auto* layout = report_.bindings[static_cast<std::size_t>(binding)].value.as<Layout>();
  if (layout == nullptr) return;
  std::vector<Linked::Cell> found;
  for (int b = 0; b < static_cast<int>(report_.bindings.size()); ++b) {
    const Entries f = entries_of(report_.bindings[static_cast<std::size_t>(b)].value);
    if (!f || !encodes(b, binding)) continue;
    const std::vector<Along> along = along_entries(layout->shape);
    for (std::size_t i = 0; i < along.size() && static_cast<std::int64_t>(i) < f.sources(); ++i) {
      if (along[i].extent > 1 && cell / along[i].step % along[i].extent != 0)
        found.push_back({b, static_cast<std::int64_t>(i)});
    }
  }
  // Only the entries, not every cell of their modes.
  Linked entries;
  follow_entries(entries, std::move(found));
  for (const Linked::Cell& one : entries.cells) {
    const bool entry = has_entries(report_.bindings[static_cast<std::size_t>(one.binding)].value);
    if (entry && out.cells.size() < max_linked_cells) out.cells.push_back(one);
  }
}

Result<ProgramEdit> Workspace::move_arrow(int binding, std::int64_t cell, std::int64_t target) const {
  if (!known(binding)) return failure(ErrorCode::index_range, say("value {} does not exist", binding));
  const ReportBinding& b = report_.bindings[static_cast<std::size_t>(binding)];
  const auto* f = b.value.as<Morphism>();
  if (f == nullptr) return failure(ErrorCode::arguments, say("{} is not a morphism", name(binding)));
  const auto sources = static_cast<std::int64_t>(f->map.size());
  const std::int64_t targets = f->codomain.ref().leaf_count();
  const bool to_base = target == -1;
  if (cell < 0 || cell >= sources || !(to_base || (target >= sources && target < sources + targets))) {
    return failure(ErrorCode::index_range,
                   say("an arrow maps an entry of the domain of {} to an entry of its codomain or to the base point",
                       name(binding)));
  }
  std::vector<Error> errors;
  const SyntaxTree tree = parse(program_, errors);
  const SyntaxNode* map = nullptr;
  for (const Statement& statement : tree.statements) {
    const SyntaxNode& root = tree.nodes[statement.root];
    const bool literal = root.kind == Syntax::call && writes_morphism(root.text);
    if (!(statement.span == b.span) || !literal || root.children.size() != 3) continue;
    map = &tree.nodes[root.children[2]];
  }
  if (map == nullptr || (map->kind != Syntax::tuple && map->kind != Syntax::integer)) {
    return failure(ErrorCode::arguments,
                   say("{} is not written as a morphism; its arrows follow from {}", name(binding), b.source),
                   say("write S--(1,0,2)-->T to get arrows that can be moved"));
  }
  std::vector<int> moved = f->map;
  const auto from = static_cast<std::size_t>(cell);
  const int place = to_base ? 0 : static_cast<int>(target - sources) + 1;
  for (int& other : moved) {
    if (place != 0 && other == place) other = moved[from];
  }
  moved[from] = place;
  Arith arith;
  make_morphism(arith, f->domain, f->codomain, moved);
  if (arith.failed()) return arith.error();
  ProgramEdit out = {map->span, map->kind == Syntax::tuple ? "(" : ""};
  for (std::size_t i = 0; i < moved.size(); ++i) append_all(out.text, i > 0 ? "," : "", moved[i]);
  if (map->kind == Syntax::tuple) out.text.push_back(')');
  return out;
}

std::vector<Property> category_properties(const Value& value, IntegerMode mode) {
  const Entries f = entries_of(value);
  if (!f) return {};
  Arith arith;
  std::vector<Property> out = {property(term("domain"), to_text(*f.domain, mode)),
                               property(term("codomain"), to_text(*f.codomain, mode))};
  const auto product = [&](const IntTuple& t) {
    Arith sizes;
    const Int size = size_of(sizes, t);
    return sizes.ok() ? say("{}", size.value) : say("beyond 64 bits");
  };
  out.push_back({say("size"), product(*f.domain)});
  out.push_back({say("cosize"), product(*f.codomain)});
  const auto fact = [&](Term name, bool holds) { out.push_back({name, holds ? say("yes") : say("no")}); };
  if (f.morphism != nullptr) {
    const Layout layout = encoded_layout(arith, *f.morphism);
    out.push_back({say("layout"), arith.ok() ? Message::verbatim(to_text(layout, mode)) : say("beyond 64 bits")});
    fact(term("standard form"), is_standard_form(*f.morphism));
    fact(term("non-degenerate"), is_nondegenerate(*f.morphism));
    fact(term("complementable"), is_complementable(*f.morphism));
    fact(term("isomorphism"), is_isomorphism(*f.morphism));
  } else if (const auto* d = value.as<DivisibilityMorphism>()) {
    fact(term("active"), is_active(d->map));
    fact(term("surjective"), is_surjective_on(d->map, d->codomain.ref().leaf_count()));
    fact(term("non-decreasing"), is_nondecreasing(d->map));
    fact(term("cocartesian"), is_cocartesian(*d));
    fact(term("refinement"), is_refinement(*d));
  }
  return out;
}

}  // namespace stridescope
