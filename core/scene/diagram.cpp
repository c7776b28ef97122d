// Diagrams of morphisms, refinements, composites and spans. The entries of a tuple form a column, the first at the
// bottom, and arrows lead from entries to their images. A nested tuple has its tree next to the column, with the size
// of each mode. Source: the figures of "Categorical Foundations for CuTe Layouts".
#include "core/scene/diagram.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/category/operad.h"
#include "core/scene/drawable.h"

namespace stridescope {
namespace {

struct Cell {
  std::int64_t id = -1;
  std::int32_t color = -1;
  CellState state = CellState::outside;
  std::string label = {};
};

// Columns of cells on a common baseline; `up` counts from there.
class Diagram {
 public:
  struct Place {
    std::size_t col = 0;
    std::size_t up = 0;
  };

  explicit Diagram(std::size_t rows) : rows_(rows) {}

  std::size_t column(Message head = {}) {
    heads_.push_back(std::move(head));
    columns_.emplace_back(rows_);
    return columns_.size() - 1;
  }
  Cell& at(Place place) { return columns_[place.col][place.up]; }
  void join(Scene::Arrow::Kind kind, Place from, Place to, std::int64_t id = -1) {
    lines_.push_back({kind, from, to, id});
  }

  Result<Scene> finish(Message note, bool legend) const {
    const std::size_t cells = rows_ * columns_.size();
    if (cells > static_cast<std::size_t>(max_labelled_cells))
      return failure(ErrorCode::too_large,
                     say("a diagram of {} {place|places}; the limit is {}", cells, max_labelled_cells));
    Scene scene;
    scene.rows = static_cast<std::int64_t>(rows_);
    scene.cols = static_cast<std::int64_t>(columns_.size());
    bool lost = false;
    bool missed = false;
    for (std::size_t r = rows_; r-- > 0;) {
      for (const auto& column : columns_) {
        const Cell& cell = column[r];
        scene.offsets.push_back(0);
        scene.ids.push_back(cell.id);
        scene.colors.push_back(cell.color);
        scene.labels.push_back(cell.label);
        scene.states.push_back(cell.state);
        lost = lost || cell.state == CellState::image;
        missed = missed || cell.state == CellState::dimmed;
      }
    }
    const auto flat = [&](Place p) { return static_cast<std::int64_t>((rows_ - 1 - p.up) * columns_.size() + p.col); };
    for (const Line& line : lines_) scene.arrows.push_back({line.kind, flat(line.from), flat(line.to), line.id, -1});
    scene.col_heads = {heads_};
    scene.note = std::move(note);
    if (legend && lost) scene.legend.push_back({-1, say("maps to the base point"), "image"});
    if (legend && missed) scene.legend.push_back({-1, say("not hit"), "dimmed"});
    return scene;
  }

 private:
  struct Line {
    Scene::Arrow::Kind kind;
    Place from;
    Place to;
    std::int64_t id;
  };
  std::size_t rows_;
  std::vector<Message> heads_;
  std::vector<std::vector<Cell>> columns_;
  std::vector<Line> lines_;
};

std::string entry_text(const Node& node) {
  return node.kind == NodeKind::any ? std::string("*") : cat(node.integer.value);
}

std::vector<std::string> entry_texts(TupleRef t) {
  std::vector<std::string> out;
  for (std::uint32_t i = 0; i < t.node_count(); ++i) {
    if (t.nodes()[i].kind != NodeKind::tuple) out.push_back(entry_text(t.nodes()[i]));
  }
  return out;
}

// The tree over a column of entries: a root for each mode, and inner nodes.
class Tree {
 public:
  // The tree occupies columns from `first` on, to the left or right of the entries, with the roots outermost.
  Tree(Diagram& diagram, std::size_t entries, std::size_t first, int levels, bool left, bool as_arrows)
      : diagram_(diagram), entries_(entries), first_(first), levels_(levels), left_(left), as_arrows_(as_arrows) {}

  void draw(TupleRef t) {
    for (const TupleRef mode : t) {
      if (mode.leaf_count() > 0) subtree(mode, 1);
    }
  }

 private:
  std::size_t column_of(int level) const {
    const auto step = static_cast<std::size_t>(left_ ? level - 1 : levels_ - level);
    return first_ + step;
  }

  Diagram::Place subtree(TupleRef mode, int level) {
    const std::size_t from = leaf_;
    if (!mode.is_tuple() && level > 1) return {entries_, leaf_++};
    std::vector<Diagram::Place> children;
    if (!mode.is_tuple()) {
      children.push_back({entries_, leaf_++});
    } else {
      for (const TupleRef child : mode) {
        if (child.leaf_count() > 0) children.push_back(subtree(child, level + 1));
      }
    }
    const Diagram::Place here = {column_of(level), (from + leaf_ - 1) / 2};
    Arith arith;
    const Int size = mode.has_any() ? static_int(0) : size_of(arith, mode);
    diagram_.at(here) = {-1, -1, CellState::head,
                         mode.has_any() ? ""
                         : arith.ok()   ? cat(size.value)
                                        : std::string("...")};
    for (const Diagram::Place& child : children) {
      if (as_arrows_) {
        diagram_.join(Scene::Arrow::Kind::link, child, here);
      } else {
        diagram_.join(Scene::Arrow::Kind::branch, here, child);
      }
    }
    return here;
  }

  Diagram& diagram_;
  std::size_t entries_;
  std::size_t first_;
  int levels_;
  bool left_;
  bool as_arrows_;
  std::size_t leaf_ = 0;
};

// The number of tree columns of a tuple: 0 if it is flat, unless even_if_flat.
int tree_levels(TupleRef t, bool even_if_flat) {
  if (!t.is_tuple() || t.leaf_count() == 0) return 0;
  return std::max(t.depth() - 1, even_if_flat ? 1 : 0);
}

std::size_t entry_count(TupleRef t) { return static_cast<std::size_t>(t.leaf_count()); }

struct Chain {
  std::vector<Morphism> morphisms;  // each begins where the previous one ends, up to nesting
  std::vector<Message> heads;       // heads of the objects
  std::vector<std::int64_t> ids;    // ids of the entries of the first domain
  std::int64_t codomain_id = -1;    // id of the first entry of the last codomain
  bool backwards = false;           // the tree of the first domain is drawn as a leg of a span
  Message note;
};

Result<Scene> chain_scene(const Chain& chain) {
  std::size_t rows = 1;
  for (const Morphism& f : chain.morphisms) rows = std::max({rows, entry_count(f.domain), entry_count(f.codomain)});
  if (rows > max_diagram_entries)
    return failure(ErrorCode::too_large,
                   say("a diagram of {} {entry|entries}; the limit is {}", rows, max_diagram_entries));
  Diagram diagram(rows);
  const TupleRef first = chain.morphisms[0].domain;
  const int levels = tree_levels(first, chain.backwards);
  for (int i = 0; i < levels; ++i) diagram.column(i == 0 && chain.backwards ? say("T") : Message());
  const std::size_t entries_column = diagram.column(chain.heads[0]);
  std::vector<std::int32_t> colors;  // for the entries of the last column
  const std::vector<std::string> labels = entry_texts(first);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const bool sent = chain.morphisms[0].map[i] != 0;
    colors.push_back(sent ? palette_class(static_cast<std::int64_t>(i)) : -1);
    diagram.at({entries_column, i}) = {chain.ids[i], colors[i], sent ? CellState::element : CellState::image,
                                       labels[i]};
  }
  if (levels > 0) Tree(diagram, entries_column, 0, levels, true, chain.backwards).draw(first);
  for (std::size_t k = 0; k < chain.morphisms.size(); ++k) {
    const Morphism& f = chain.morphisms[k];
    const bool last = k + 1 == chain.morphisms.size();
    const std::size_t column = diagram.column(chain.heads[k + 1]);
    const std::vector<std::string> targets = entry_texts(f.codomain);
    std::vector<std::int32_t> next(targets.size(), -1);
    for (std::size_t i = 0; i < f.map.size(); ++i) {
      if (f.map[i] == 0) continue;
      const auto j = static_cast<std::size_t>(f.map[i] - 1);
      next[j] = colors[i];
      diagram.join(Scene::Arrow::Kind::link, {column - 1, i}, {column, j}, k == 0 ? chain.ids[i] : -1);
    }
    for (std::size_t j = 0; j < targets.size(); ++j) {
      const std::int64_t id = last && chain.codomain_id >= 0 ? chain.codomain_id + static_cast<std::int64_t>(j) : -1;
      diagram.at({column, j}) = {id, next[j], next[j] >= 0 ? CellState::element : CellState::dimmed, targets[j]};
    }
    colors = std::move(next);
  }
  return diagram.finish(chain.note, true);
}

// Several entries may map to one.
Result<Scene> divisibility_scene(const DivisibilityMorphism& f) {
  const std::vector<std::string> from = entry_texts(f.domain);
  const std::vector<std::string> to = entry_texts(f.codomain);
  const std::size_t rows = std::max({std::size_t{1}, from.size(), to.size()});
  if (rows > max_diagram_entries)
    return failure(ErrorCode::too_large,
                   say("a diagram of {} {entry|entries}; the limit is {}", rows, max_diagram_entries));
  Diagram diagram(rows);
  diagram.column(say("domain"));
  diagram.column(say("codomain"));
  for (std::size_t j = 0; j < to.size(); ++j) {
    diagram.at({1, j}) = {static_cast<std::int64_t>(from.size() + j), -1, CellState::dimmed, to[j]};
  }
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto id = static_cast<std::int64_t>(i);
    diagram.at({0, i}) = {id, -1, CellState::image, from[i]};
    if (f.map[i] == 0) continue;
    const auto j = static_cast<std::size_t>(f.map[i] - 1);
    const std::int32_t color = palette_class(static_cast<std::int64_t>(j));
    for (Cell* cell : {&diagram.at({0, i}), &diagram.at({1, j})}) {
      cell->color = color;
      cell->state = CellState::element;
    }
    diagram.join(Scene::Arrow::Kind::link, {0, i}, {1, j}, id);
  }
  return diagram.finish({}, true);
}

// The trees of two refinements over the entries of the second; the entries of the first are its first entries.
Result<Scene> refinements_scene(TupleRef first, TupleRef second) {
  const std::vector<std::string> labels = entry_texts(second);
  const std::size_t rows = std::max<std::size_t>(1, labels.size());
  if (rows > max_diagram_entries)
    return failure(ErrorCode::too_large,
                   say("a diagram of {} {entry|entries}; the limit is {}", rows, max_diagram_entries));
  Diagram diagram(rows);
  const int left = tree_levels(first, true);
  const int right = tree_levels(second, true);
  for (int i = 0; i < left; ++i) diagram.column(i == 0 ? say("first") : Message());
  const std::size_t entries_column = diagram.column();
  for (int i = 0; i < right; ++i) diagram.column(i + 1 == right ? say("second") : Message());
  // Entries have the color of their mode in the first tuple.
  std::vector<std::int32_t> colors;
  if (first.is_tuple()) {
    for (int i = 0; i < first.size(); ++i)
      colors.insert(colors.end(), entry_count(first[i]), palette_class(static_cast<std::int64_t>(i)));
  } else {
    colors.push_back(0);
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const bool common = i < colors.size();
    diagram.at({entries_column, i}) = {static_cast<std::int64_t>(i), common ? colors[i] : -1,
                                       common ? CellState::element : CellState::dimmed, labels[i]};
  }
  if (left > 0) Tree(diagram, entries_column, 0, left, true, false).draw(first);
  if (right > 0) Tree(diagram, entries_column, entries_column + 1, right, false, false).draw(second);
  return diagram.finish({}, false);
}

// One tuple with its tree.
Result<Scene> tree_scene(TupleRef t) {
  const std::vector<std::string> labels = entry_texts(t);
  const std::size_t rows = std::max<std::size_t>(1, labels.size());
  if (rows > max_diagram_entries)
    return failure(ErrorCode::too_large,
                   say("a diagram of {} {entry|entries}; the limit is {}", rows, max_diagram_entries));
  Diagram diagram(rows);
  const int levels = tree_levels(t, true);
  for (int i = 0; i < levels; ++i) diagram.column();
  const std::size_t entries_column = diagram.column();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    diagram.at({entries_column, i}) = {static_cast<std::int64_t>(i), palette_class(static_cast<std::int64_t>(i)),
                                       CellState::element, labels[i]};
  }
  if (levels > 0) Tree(diagram, entries_column, 0, levels, true, false).draw(t);
  return diagram.finish({}, false);
}

// The id of entry i of a layout's shape: the 1-D coordinate that is 1 in this mode and 0 elsewhere, if it exists.
std::vector<std::int64_t> unit_coordinates(TupleRef shape) {
  std::vector<std::int64_t> out;
  Arith arith;
  Int step = static_int(1);
  for (const Int& extent : entries(shape)) {
    out.push_back(extent.value > 1 && arith.ok() ? step.value : -1);
    step = arith.mul(step, extent);
  }
  return out;
}

std::vector<std::int64_t> numbers(std::size_t count) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(static_cast<std::int64_t>(i));
  return out;
}

Message encoded_note(const Morphism& f) {
  Arith arith;
  const Layout layout = encoded_layout(arith, f);
  return arith.ok() ? say("encodes {}", to_text(layout, IntegerMode::teaching)) : Message();
}

Chain chain_of(const Morphism& f, std::vector<Morphism> morphisms, std::vector<Message> heads) {
  Chain out;
  out.ids = numbers(f.map.size());
  out.codomain_id = static_cast<std::int64_t>(f.map.size());
  out.morphisms = std::move(morphisms);
  out.heads = std::move(heads);
  out.note = encoded_note(f);
  return out;
}

const Morphism* operand(const PicturedValue& s, std::size_t i) {
  return s.operands != nullptr && i < s.operands->size() ? (*s.operands)[i].as<Morphism>() : nullptr;
}

// f, then g, refined until they compose.
std::vector<Morphism> refined_chain(Arith& arith, const Morphism& f, const Morphism& g) {
  const auto refined = mutual_refinement(arith, f.codomain, g.domain);
  std::vector<Morphism> out = {pullback(arith, f, refined.first)};
  if (!same_tuple(refined.first, refined.second)) out.push_back(inclusion(arith, refined.first, refined.second));
  out.push_back(pushforward(arith, g, refined.second));
  return out;
}

// The morphisms whose composite the value is, in order of application.
std::vector<Morphism> composed_of(Arith& arith, const PicturedValue& s) {
  if (s.roles.depiction == roles::Depiction::compose_layouts && s.operands != nullptr && s.operands->size() == 2) {
    const auto* a = (*s.operands)[0].as<Layout>();
    const auto* b = (*s.operands)[1].as<Layout>();
    if (a == nullptr || b == nullptr) return {};
    const Morphism f = standard_representation(arith, *a, false);
    const Morphism g = standard_representation(arith, *b, false);
    return refined_chain(arith, f, g);
  }
  const Morphism* f = operand(s, 0);
  const Morphism* g = operand(s, 1);
  if (f == nullptr || g == nullptr) return {};
  switch (s.roles.depiction) {
    case roles::Depiction::compose:
      return {*f, *g};
    case roles::Depiction::composition:
      return {*g, *f};
    case roles::Depiction::flat_compose:
      return {flatten(arith, *f), flatten(arith, *g)};
    case roles::Depiction::weak_composite:
      return refined_chain(arith, *f, *g);
    case roles::Depiction::divide:
      return {concat(arith, *g, complement(arith, *g), false), *f};
    default:
      return {};
  }
}

std::vector<Message> heads_for(std::size_t morphisms) {
  std::vector<Message> out(morphisms + 1);
  out.front() = say("domain");
  out.back() = say("codomain");
  return out;
}

const IntTuple* refinement_pair(const PicturedValue& s) {
  const auto* pair = s.roles.depiction == roles::Depiction::refinements ? s.value.as<IntTuple>() : nullptr;
  return pair != nullptr && pair->is_tuple() && pair->rank() == 2 ? pair : nullptr;
}

bool is_tree(const PicturedValue& s) {
  const auto* t = s.value.as<IntTuple>();
  if (t == nullptr || !t->is_tuple() || t->ref().leaf_count() == 0) return false;
  const bool is_profile = t->depth() > 1 && t->ref().all_any();
  return is_profile || s.roles.depiction == roles::Depiction::tree;
}

}  // namespace

std::vector<OfferedView> diagram_views(const PicturedValue& s) {
  const auto offer = [](Picture picture, Term title) {
    return OfferedView{picture, title, {Label::offset}, {ColorBy::mode}};
  };
  if (s.value.is<TupleSpan>() || s.value.is<DivisibilityMorphism>() || refinement_pair(s) != nullptr)
    return {offer(Picture::diagram, term("diagram"))};
  if (is_tree(s)) return {offer(Picture::diagram, term("tree"))};
  std::vector<OfferedView> out;
  if (s.value.is<Morphism>()) out.push_back(offer(Picture::diagram, term("diagram")));
  const auto* layout = s.value.as<Layout>();
  const std::size_t entries = layout != nullptr ? entry_count(layout->shape) : 0;
  if (entries > 0 && entries <= max_diagram_entries / 2 && layout->shape.is_tuple() && !tractability_gap(*layout))
    out.push_back(offer(Picture::diagram, term("morphism")));
  Arith arith;
  if (!out.empty() && !composed_of(arith, s).empty() && arith.ok())
    out.push_back(offer(Picture::composite, title_of(Picture::composite)));
  return out;
}

Result<Scene> diagram_scene(const PicturedValue& s, const View& view) {
  Arith arith;
  const auto* layout = s.value.as<Layout>();
  if (view.picture == Picture::composite) {
    std::vector<Morphism> morphisms = composed_of(arith, s);
    if (arith.failed()) return arith.error();
    if (morphisms.empty())
      return failure(ErrorCode::unsupported, say("this value is not a composite of two morphisms"));
    const std::size_t count = morphisms.size();
    const auto* f = s.value.as<Morphism>();
    if (f != nullptr) return chain_scene(chain_of(*f, std::move(morphisms), heads_for(count)));
    Chain chain;
    chain.ids = unit_coordinates(morphisms[0].domain);
    chain.morphisms = std::move(morphisms);
    chain.heads = heads_for(count);
    if (layout != nullptr) chain.note = say("encodes {}", to_text(*layout, IntegerMode::teaching));
    return chain_scene(chain);
  }
  if (const auto* f = s.value.as<Morphism>()) return chain_scene(chain_of(*f, {*f}, heads_for(1)));
  if (const auto* span = s.value.as<TupleSpan>()) {
    Chain chain = chain_of(span->legs, {span->legs}, {say("R"), say("U")});
    chain.backwards = true;
    return chain_scene(chain);
  }
  if (const auto* f = s.value.as<DivisibilityMorphism>()) return divisibility_scene(*f);
  if (const IntTuple* pair = refinement_pair(s)) return refinements_scene((*pair)[0], (*pair)[1]);
  if (is_tree(s)) return tree_scene(*s.value.as<IntTuple>());
  if (layout == nullptr) return failure(ErrorCode::unsupported, say("this value does not have a diagram"));
  Chain chain;
  chain.morphisms = {standard_representation(arith, *layout, false)};
  if (arith.failed()) return arith.error();
  chain.heads = heads_for(1);
  chain.ids = unit_coordinates(layout->shape);
  return chain_scene(chain);
}

}  // namespace stridescope
