// The comparison compare(A, B) of two values. Counts the cells by brute force over the coordinates of both, so that the
// count matches what a user counts in the two pictures.
#include "core/analysis/compared.h"

#include <algorithm>
#include <functional>

#include "core/analysis/memory_value.h"
#include "core/analysis/told.h"
#include "core/base/at.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/facts/coordinates.h"
#include "core/facts/offsets.h"
#include "core/tiled/atom.h"
#include "core/tiled/tiled_copy.h"
#include "core/tiled/tiled_mma.h"
#include "core/value/print.h"

namespace stridescope {
namespace {

// Limit of compared cells if offsets are coordinates: each of those is a separate tuple.
constexpr std::int64_t max_compared_tuples = 1 << 14;

std::string text_of(const Value& value, std::int64_t index) {
  Arith arith;
  const IntTuple out = as_arithmetic_tuple(arith, value_at(arith, value, IntTuple(dynamic_int(index))));
  return arith.failed() ? std::string("?") : to_text(out, IntegerMode::teaching);
}

// Counts the cells of the box that differ; `same` is called only for cells that both layouts have.
void count(Compared& out, std::int64_t size_a, std::int64_t size_b,
           const std::function<bool(std::int64_t, std::int64_t)>& same) {
  std::int64_t common = 0;
  std::int64_t first = -1;
  const auto differs = [&](std::int64_t cell) {
    ++out.differ;
    if (first < 0 || cell < first) first = cell;
  };
  for (std::int64_t i = 0; i < size_a; ++i) {
    const std::int64_t cell = out.box.cell_of_a(i);
    const std::int64_t j = out.box.index_in_b(cell);
    if (j >= 0) ++common;
    if (j < 0 || !same(i, j)) differs(cell);
  }
  for (std::int64_t j = 0; j < size_b; ++j) {
    if (const std::int64_t cell = out.box.cell_of_b(j); out.box.index_in_a(cell) < 0) differs(cell);
  }
  out.cells = size_a + size_b - common;
  out.first = first;
}

// The layout P with B(i) = A(P(i)); empty unless left_inverse gives one.
std::optional<Layout> map_between(const Layout& a, const Layout& b, const std::vector<std::int64_t>& of_a,
                                  const std::vector<std::int64_t>& of_b) {
  Arith arith;
  const Layout inverse = left_inverse(arith, a);
  if (arith.failed()) return std::nullopt;
  const Layout map = composition(arith, LayoutRef(inverse), LayoutRef(b));
  const std::int64_t length = size(arith, LayoutRef(map)).value;
  if (arith.failed() || length != static_cast<std::int64_t>(of_b.size()) || map.stride.ref().has_basis())
    return std::nullopt;
  const auto function = offset_function(map);
  if (!function) return std::nullopt;
  std::vector<std::int64_t> to(of_b.size());
  function->fill(to.data(), length);
  for (std::size_t i = 0; i < to.size(); ++i) {
    if (to[i] < 0 || to[i] >= static_cast<std::int64_t>(of_a.size()) || of_a[at(to[i])] != of_b[i]) return std::nullopt;
  }
  return map;
}

void compare_cells(Compared& out) {
  out.functions = compare_functions(out.a, out.b);
  out.relation = relate(out.a, out.b);
  const std::int64_t size_a = domain_size(out.a).value_or(-1);
  const std::int64_t size_b = domain_size(out.b).value_or(-1);
  if (size_a < 0 || size_b < 0) return;
  out.box = CommonBox(*domain_of(out.a), *domain_of(out.b));
  if (out.box.extents().empty()) return;
  const auto f = memory_function(out.a);
  const auto g = memory_function(out.b);
  if (f && g) {
    if (size_a > max_enumerated || size_b > max_enumerated) return;
    std::vector<std::int64_t> x(at(size_a));
    std::vector<std::int64_t> y(at(size_b));
    f->fill(x.data(), size_a);
    g->fill(y.data(), size_b);
    count(out, size_a, size_b, [&](std::int64_t i, std::int64_t j) { return x[at(i)] == y[at(j)]; });
    const auto* a = out.a.as<Layout>();
    const auto* b = out.b.as<Layout>();
    if (a != nullptr && b != nullptr && size_a == size_b && x != y) {
      if (auto map = map_between(*a, *b, x, y)) out.map = Value(*std::move(map));
    }
  } else if (size_a <= max_compared_tuples && size_b <= max_compared_tuples) {
    count(out, size_a, size_b, [&](std::int64_t i, std::int64_t j) { return text_of(out.a, i) == text_of(out.b, j); });
  }
}

// True for whole warps that hold each element of 0 ... size-1 once, with a nested mode: the form of a thread-value
// layout.
bool looks_thread_value(const Value& value) {
  const auto* layout = value.as<Layout>();
  if (layout == nullptr || layout->rank() != 2 || layout->depth() < 2 || layout->stride.ref().has_basis()) return false;
  Arith arith;
  const std::int64_t threads = product(arith, layout->shape[0]).value;
  const std::int64_t pairs = size(arith, LayoutRef(*layout)).value;
  const std::int64_t reach = cosize(arith, LayoutRef(*layout)).value;
  return arith.ok() && threads >= lanes_per_warp && threads % lanes_per_warp == 0 && pairs == reach && pairs > 0 &&
         pairs <= max_tv_pairs;
}

void compare_owners(Arith& arith, Compared& out, const TupleRef* tile) {
  const Layout& a = *out.a.as<Layout>();
  const Layout& b = *out.b.as<Layout>();
  const TvTable of_a = TvTable::make(arith, a);
  const TvTable of_b = TvTable::make(arith, b);
  if (arith.failed()) return;
  out.held = lines_of(tv_compare(of_a, of_b), of_a, of_b);
  if (tile != nullptr) {
    const IntTuple extents = product_each(arith, *tile);
    const std::int64_t rows = tile->is_tuple() && extents.rank() > 0 ? extents[0].integer().value : 1;
    const std::int64_t elements = product(arith, *tile).value;
    if (arith.failed()) return;
    if (rows <= 0 || elements <= 0 || elements > max_tv_pairs) {
      arith.fail(ErrorCode::arguments,
                 say("a tile of {} {element|elements}; from 1 to {} can be compared", elements, max_tv_pairs));
      return;
    }
    out.tile_rows = rows;
    out.tile_cols = elements / rows;
    return;
  }
  // The tile as square as possible, higher than wide.
  const std::int64_t elements = std::max(of_a.largest(), of_b.largest()) + 1;
  out.tile_cols = squarest_columns(elements);
  out.tile_rows = elements / out.tile_cols;
}

// A printed line, or a part of one, as a name and its value.
struct Said {
  std::string_view name;
  std::string_view value;
};

Said said(std::string_view text) {
  text = trimmed(text);
  const std::size_t colon = text.find(": ");
  const bool named = colon != std::string_view::npos && colon > 0 && text[0] != '(' && text[0] != '<';
  if (named) return {text.substr(0, colon), trimmed(text.substr(colon + 1))};
  // Without a colon, the name ends before the first number.
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (is_digit(text[i]) && text[i - 1] == ' ') return {trimmed(text.substr(0, i)), text.substr(i)};
  }
  return {{}, text};
}

std::vector<Said> parts_of(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  const bool lines = text.find('\n') != std::string_view::npos;
  std::vector<Said> out;
  const std::string_view between = lines ? "\n" : ", ";
  for (;;) {
    const std::size_t end = text.find(between);
    out.push_back(said(text.substr(0, end)));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + between.size());
  }
}

void print_compared(std::string& out, const void* object, IntegerMode mode) {
  const auto& c = *static_cast<const Compared*>(object);
  out += english(brief_of(c));
  if (!c.relation.words.empty()) append_all(out, '\n', english(c.relation.words));
  if (c.map) append_all(out, "\nB = A o ", to_text(*c.map, mode));
  if (!c.map && !c.no_map.empty()) append_all(out, '\n', english(c.no_map));
  for (const Message& line : c.held) append_all(out, '\n', english(line));
  std::size_t names = 0;
  for (const ComparedField& field : c.fields) names = std::max(names, field.name.size());
  for (const ComparedField& field : c.fields) {
    const std::string blanks(names - field.name.size(), ' ');
    append_all(out, field.same() ? "\n  " : "\n* ", field.name, blanks, "  ", field.a.value_or("-"));
    if (!field.same()) append_all(out, "  |  ", field.b.value_or("-"));
    if (field.same_function) out += "  (the same function)";
  }
  while (out.ends_with('\n')) out.pop_back();
}

bool equal_compared(const void* a, const void* b) {
  const auto& x = *static_cast<const Compared*>(a);
  const auto& y = *static_cast<const Compared*>(b);
  return x.a == y.a && x.b == y.b && x.tile_rows == y.tile_rows && x.tile_cols == y.tile_cols;
}

void find_same_functions(Compared& out) {
  const auto of_a = printed_layouts(out.a);
  const auto of_b = printed_layouts(out.b);
  for (ComparedField& field : out.fields) {
    if (field.same() || !field.a || !field.b) continue;
    const auto named = [&](const auto& one) { return one.first == field.name; };
    const auto a = std::find_if(of_a.begin(), of_a.end(), named);
    const auto b = std::find_if(of_b.begin(), of_b.end(), named);
    if (a == of_a.end() || b == of_b.end() || a->second.rank() != b->second.rank()) continue;
    Arith arith;
    bool sizes = true;
    for (int i = 0; i < a->second.rank(); ++i)
      sizes = sizes && product(arith, a->second.shape[i]).value == product(arith, b->second.shape[i]).value;
    field.same_function =
        sizes && arith.ok() &&
        compare_functions(Value(a->second), Value(b->second)).outcome == FunctionComparison::Outcome::equal;
  }
}

std::vector<std::int64_t> sizes_of_modes(Arith& arith, const Layout& layout) {
  std::vector<std::int64_t> out;
  for (int i = 0; i < layout.rank(); ++i) out.push_back(product(arith, layout.shape[i]).value);
  return out;
}

}  // namespace

const ObjectKind Compared::object_kind = {"comparison", print_compared, equal_compared};

std::vector<std::pair<std::string_view, Layout>> printed_layouts(const Value& value) {
  std::vector<std::pair<std::string_view, Layout>> out;
  const auto* mma = value.as<MmaAtom>();
  const auto* copy = value.as<CopyAtom>();
  if (const auto* tiled = value.as<TiledMma>()) {
    out.emplace_back("ThrLayoutVMNK", tiled->thr_layout_vmnk);
    mma = &tiled->atom;
  }
  if (const auto* tiled = value.as<TiledCopy>()) {
    out.emplace_back("TiledLayout_TV", tiled->tv);
    copy = &tiled->atom;
  }
  if (mma != nullptr) {
    out.insert(out.end(), {{"LayoutA_TV", mma->a}, {"LayoutB_TV", mma->b}, {"LayoutC_TV", mma->c}});
  }
  if (copy != nullptr) {
    out.insert(out.end(), {{"ValLayoutSrc", copy->src}, {"ValLayoutDst", copy->dst}, {"ValLayoutRef", copy->ref}});
  }
  return out;
}

CommonBox::CommonBox(const Layout& a, const Layout& b) {
  Arith arith;
  if (a.rank() == b.rank() && a.rank() > 1) {
    a_ = sizes_of_modes(arith, a);
    b_ = sizes_of_modes(arith, b);
  } else {
    a_ = {size(arith, LayoutRef(a)).value};
    b_ = {size(arith, LayoutRef(b)).value};
  }
  Int cells = static_int(1);
  for (std::size_t i = 0; i < a_.size(); ++i) {
    extents_.push_back(std::max(a_[i], b_[i]));
    cells = arith.mul(cells, static_int(extents_.back()));
  }
  if (arith.failed()) extents_.clear();
}

std::int64_t CommonBox::index_in(const std::vector<std::int64_t>& of, std::int64_t cell) const {
  std::int64_t out = 0;
  std::int64_t step = 1;
  for (std::size_t i = 0; i < extents_.size(); ++i) {
    const std::int64_t coordinate = cell % extents_[i];
    if (coordinate >= of[i]) return -1;
    out += coordinate * step;
    step *= of[i];
    cell /= extents_[i];
  }
  return out;
}

std::int64_t CommonBox::cell_of(const std::vector<std::int64_t>& of, std::int64_t index) const {
  std::int64_t out = 0;
  std::int64_t step = 1;
  for (std::size_t i = 0; i < extents_.size(); ++i) {
    out += index % of[i] * step;
    step *= extents_[i];
    index /= of[i];
  }
  return out;
}

std::string CommonBox::coordinate(std::int64_t cell) const {
  std::string out;
  for (const std::int64_t extent : extents_) {
    append_all(out, out.empty() ? "" : ",", cell % extent);
    cell /= extent;
  }
  return extents_.size() == 1 ? out : cat('(', out, ')');
}

Compared compare_values(Arith& arith, const Value& a, const Value& b, const TupleRef* tile) {
  Compared out;
  out.a = a;
  out.b = b;
  if (tile != nullptr && (!a.is<Layout>() || !b.is<Layout>())) {
    arith.fail(ErrorCode::arguments, say("compare: only two thread-value layouts take a tile"),
               say("write compare(A, B)"));
    return out;
  }
  if (domain_of(a) != nullptr && domain_of(b) != nullptr) {
    out.by = Compared::By::cells;
    compare_cells(out);
    if (tile == nullptr && !(looks_thread_value(a) && looks_thread_value(b))) return out;
    out.by = Compared::By::owners;
    compare_owners(arith, out, tile);
    return out;
  }
  out.fields = compare_fields(to_text(a, IntegerMode::teaching), to_text(b, IntegerMode::teaching));
  find_same_functions(out);
  return out;
}

std::optional<Compared> compare_holders(Arith& arith, const Layout& a, const Layout& b) {
  const std::int64_t elements = std::max(TvTable::make(arith, a).largest(), TvTable::make(arith, b).largest()) + 1;
  if (arith.failed() || elements < 1 || elements > max_tv_pairs) return std::nullopt;
  Compared out;
  out.by = Compared::By::owners;
  out.a = Value(a);
  out.b = Value(b);
  compare_cells(out);
  compare_owners(arith, out, nullptr);
  return out;
}

const Compared* compared_in(const Value& value) {
  const auto* words = value.as<Told>();
  return words != nullptr && words->pictured ? words->pictured->as<Compared>() : value.as<Compared>();
}

std::vector<ComparedField> compare_fields(std::string_view a, std::string_view b) {
  const std::vector<Said> of_a = parts_of(a);
  const std::vector<Said> of_b = parts_of(b);
  std::vector<ComparedField> out;
  // In the order of the first value; rows that only the second value has keep their places.
  std::size_t next = 0;
  const auto take = [&](std::size_t end) {
    for (; next < end; ++next)
      out.push_back({std::string(of_b[next].name), std::nullopt, std::string(of_b[next].value)});
  };
  for (const Said& x : of_a) {
    std::size_t match = next;
    while (match < of_b.size() && of_b[match].name != x.name) ++match;
    const bool found = match < of_b.size();
    if (found) take(match);
    out.push_back({std::string(x.name), std::string(x.value),
                   found ? std::optional(std::string(of_b[match].value)) : std::nullopt});
    if (found) ++next;
  }
  take(of_b.size());
  return out;
}

std::vector<AnalysisRow> rows_of(const Compared& c) {
  std::vector<AnalysisRow> out = {{{}, brief_of(c), {}}};
  if (!c.relation.words.empty()) out.push_back({{}, c.relation.words, {}});
  if (c.map) out.push_back({{}, say("B = A o {}", to_text(*c.map, IntegerMode::teaching)), {}});
  if (!c.map && !c.no_map.empty()) out.push_back({{}, c.no_map, {}});
  for (const Message& line : c.held) out.push_back({{}, line, {}});
  for (const ComparedField& field : c.fields) {
    const Message name = field.title.empty() ? Message::verbatim(field.name) : field.title;
    // A first line that both values share, such as their kind, is a row without a name.
    if (name.empty() && field.same()) {
      out.push_back({{}, Message::verbatim(field.a.value_or("")), {}});
      continue;
    }
    out.push_back({field.same() ? say("  {}", name) : say("* {}", name), Message::verbatim(field.a.value_or("-")),
                   field.same() ? Message() : Message::verbatim(field.b.value_or("-"))});
  }
  return out;
}

Message brief_of(const Compared& c) {
  if (c.by == Compared::By::fields) {
    const auto differ = std::count_if(c.fields.begin(), c.fields.end(), [](const auto& f) { return !f.same(); });
    const auto rewritten =
        std::count_if(c.fields.begin(), c.fields.end(), [](const auto& f) { return f.same_function; });
    if (differ == 0) return say("no difference in {} {field|fields}", c.fields.size());
    const Message count = say("{} of {} {field|fields} {differs|differ}", differ, c.fields.size());
    if (rewritten == 0) return count;
    return say("{}; {} of them {is|are} the same function, written with other modes: no element moves", count,
               rewritten);
  }
  if (!c.cells) return to_message(c.functions);
  if (c.differ == 0) return say("no difference in {} {cell|cells}", *c.cells);
  const std::int64_t i = c.box.index_in_a(c.first);
  const std::int64_t j = c.box.index_in_b(c.first);
  const auto there = [&](const Value& value, std::int64_t index) {
    return index < 0 ? say("nothing") : Message::verbatim(text_of(value, index));
  };
  const Message count = say("{} of {} {cell|cells} {differs|differ}", c.differ, *c.cells);
  const bool reshaped = !c.box.same_extents() && c.functions.outcome == FunctionComparison::Outcome::equal;
  const Message first =
      say("{}; the first at {}: {} and {}", count, c.box.coordinate(c.first), there(c.a, i), there(c.b, j));
  return reshaped ? say("{}; as functions of the 1-D coordinate they are equal", first) : first;
}

}  // namespace stridescope
