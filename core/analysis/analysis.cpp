// The rows of an analysis, section by section, in the words that a reader sees. Nothing is computed here: function.cpp,
// permutation.cpp, f2.cpp, equality.cpp and the files on memory answer, and this one says it, with `not checked` and
// the reason where they have no answer.
#include "core/analysis/analysis.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/algebra/algebra.h"
#include "core/analysis/compatibility.h"
#include "core/analysis/coordinates.h"
#include "core/analysis/offsets.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr std::int64_t shown_coordinates = 16;
constexpr std::size_t max_line_columns = 100;
constexpr std::int64_t max_compared = 1 << 16;  // coordinates of a layout with itself in memory

std::string interval_text(Interval i) { return cat('[', i.begin, ',', i.end, ')'); }

const char* yes_or_no(const std::optional<bool>& fact) { return !fact ? "not checked" : *fact ? "yes" : "no"; }

std::string plural(std::int64_t count, std::string_view one) { return cat(count, ' ', one, count == 1 ? "" : "s"); }

// `get<1,0>` of the leaves for which `wanted`, or of the whole: "mode 0", "mode (1,0)".
template <class Wanted>
void list_leaves(std::string& out, LayoutRef layout, const std::string& path, Wanted&& wanted) {
  if (layout.shape.is_tuple()) {
    for (int i = 0; i < layout.rank(); ++i)
      list_leaves(out, layout[i], path.empty() ? cat(i) : cat(path, ',', i), wanted);
    return;
  }
  if (!wanted(layout.shape.integer().value, layout.stride.integer().value)) return;
  const bool deep = path.find(',') != std::string::npos;
  append_all(out, out.empty() ? "" : ", ", path.empty() ? "the only mode" : "mode ", deep ? "(" : "", path,
             deep ? ")" : "");
}

class Analyst {
 public:
  Analyst(const Value& value, IntegerMode mode) : value_(as_function(value)), mode_(mode) {}

  Analysis run() {
    if (domain_of(value_) == nullptr) {
      analyze_shape();
      return std::move(out_);
    }
    domain_ = domain_of(value_);
    out_.function = analyze_function(value_);
    sizes(domain_->shape, true);
    functions();
    if (!f().is_function) return std::move(out_);
    structure();
    permutation();
    f2();
    coordinates(value_);
    return std::move(out_);
  }

 private:
  const FunctionAnalysis& f() const { return *out_.function; }

  void section(std::string_view id, std::string_view title) { out_.sections.push_back({id, title, {}, {}}); }
  void row(std::string_view name, std::string value, std::string explanation = {}) {
    out_.sections.back().rows.push_back({name, std::move(value), std::move(explanation)});
  }
  void fact(std::string_view name, const std::optional<bool>& value, const std::string& explanation = {}) {
    row(name, yes_or_no(value), value ? explanation : f().unchecked);
  }

  // The 1-D coordinate and, where it differs, the natural one.
  std::string coordinate(std::int64_t i) const {
    if (!domain_->shape.is_tuple()) return cat(i);
    Arith arith;
    return cat(i, " = ", to_text(idx2crd(arith, IntTuple(dynamic_int(i)), domain_->shape), IntegerMode::teaching));
  }
  std::string offset(std::int64_t i) const {
    Arith arith;
    return to_text(as_arithmetic_tuple(arith, value_at(arith, value_, IntTuple(dynamic_int(i)))),
                   IntegerMode::teaching);
  }

  void sizes(TupleRef shape, bool of_layout) {
    section("layout", of_layout ? "Layout" : "Shape");
    row("shape", to_text(IntTuple(shape), mode_), "the extents of its modes");
    if (of_layout && value_.is<Layout>())
      row("stride", to_text(domain_->stride, mode_), "the step of the offset along each mode");
    Arith arith;
    const Int count = product(arith, shape);
    row("size", arith.ok() ? cat(count.value) : std::string("beyond 64 bits"), "number of coordinates");
    row("rank", cat(shape.rank()), "modes at the top level");
    row("depth", cat(shape.depth()), "levels of nesting");
    if (!of_layout) return;
    Arith reach;
    const IntTuple corner = coshape(reach, *domain_);
    const Int span = product(reach, corner);
    if (reach.ok())
      row("coshape", to_text(corner, IntegerMode::teaching), "the smallest shape that holds every offset");
    row("cosize", reach.ok() ? cat(span.value) : std::string("beyond 64 bits"), "1 + the sum of (extent-1)*|stride|");
    pointer_rows();
  }

  // A layout that waits for a pointer is one function here and another in memory, and people meet both.
  void pointer_rows() {
    const auto* composed = value_.as<ComposedLayout>();
    if (composed == nullptr || !waits_for_pointer(*composed)) return;
    Arith arith;
    const Value there = to_value(stridescope::in_memory(arith, *composed));
    const auto size = domain_size(value_);
    if (arith.failed() || !size || *size < 1) return;
    row("in memory", to_text(there, mode_), "where its elements lie from an aligned start; print_layout shows this");
    const std::int64_t count = std::min<std::int64_t>(*size, max_compared);
    const auto here = offset_function(value_);
    const auto memory = offset_function(there);
    std::vector<std::int64_t> x(static_cast<std::size_t>(count));
    std::vector<std::int64_t> y(static_cast<std::size_t>(count));
    if (!here || !memory) return;
    here->fill(x.data(), count);
    memory->fill(y.data(), count);
    const std::int64_t at = std::mismatch(x.begin(), x.end(), y.begin()).first - x.begin();
    std::string value = "the same";
    if (at < count) {
      const IntTuple coord = idx2crd(arith, IntTuple(dynamic_int(at)), domain_->shape);
      const std::string place = to_text(coord, IntegerMode::teaching);
      const auto i = static_cast<std::size_t>(at);
      value = cat("at ", place, " it answers ", x[i], ", in memory that element lies at ", y[i]);
    } else if (count < *size) {
      value = cat("the same up to coordinate ", count);
    }
    row("L(c)", value,
        "without a pointer the swizzle acts on the element's index as it is; the pointer will swizzle the addresses of "
        "bytes");
  }

  void functions() {
    section("function", "As a function");
    if (!f().is_function) {
      row("function", "not checked", f().unchecked);
      return;
    }
    row("domain", interval_text({0, f().size}),
        cat("the 1-D coordinates of ", to_text(domain_->shape, IntegerMode::teaching)));
    if (f().has_coordinates) {
      box_rows();
    } else {
      set_rows();
    }
    fact("injective", f().injective, f().injective == true ? "no two coordinates have the same offset" : collision());
    aliasing();
    surjective();
    fact("contiguous", f().contiguous,
         f().contiguous == true ? "every integer between the smallest and the largest offset is hit" : "");
    fact("bijective", f().permutation(), f().permutation() == true ? "a permutation of [0, size)" : "");
    monotone();
    if (f().has_coordinates) return;
    Arith arith;
    std::string line = number_line(arith, value_);
    if (arith.ok() && line.find('\n') <= max_line_columns) out_.sections.back().text = std::move(line);
  }

  void box_rows() {
    Arith arith;
    row("codomain", to_text(coshape(arith, *domain_), IntegerMode::teaching),
        "coordinates, numbered in this box where an integer is asked for");
    if (f().image_size) row("range", plural(*f().image_size, "coordinate"), "different offsets");
  }

  void set_rows() {
    const std::string beyond = cat("[0, cosize) = [0,", f().cosize, ") does not hold every offset");
    const bool standard = f().codomain && *f().codomain == Interval{f().start, f().start + f().cosize};
    if (f().codomain) {
      row("codomain", interval_text(*f().codomain),
          standard ? f().start == 0 ? "[0, cosize)" : "[0, cosize) from where the iterator begins" : beyond);
    } else {
      row("codomain", "not checked", f().unchecked);
    }
    row("range", f().image ? to_text(*f().image) : std::string("not checked"),
        f().image ? cat("the image, ", plural(f().image->elements, "different offset")) : f().unchecked);
    if (!f().gaps) return;
    row("gaps", f().gaps->elements == 0 ? "none" : to_text(*f().gaps),
        f().gaps->elements == 0 ? ""
                                : cat(plural(f().gaps->elements, "integer"), " of the codomain ",
                                      f().gaps->elements == 1 ? "is" : "are", " no offset"));
  }

  std::string collision() const {
    if (!f().collision) return "there are more coordinates than integers between the smallest and the largest offset";
    return cat("coordinates ", coordinate(f().collision->first), " and ", coordinate(f().collision->second),
               " both go to ", offset(f().collision->first));
  }

  void aliasing() {
    if (!f().aliased) return;
    row("aliasing", *f().aliased == 0 ? "none" : plural(*f().aliased, "offset"),
        *f().aliased == 0 ? "" : cat("hit more than once, at most ", *f().max_hits, " times"));
  }

  void surjective() {
    std::string why = "onto [0, cosize)";
    if (f().surjective == false && !f().has_coordinates) {
      const Interval whole = {f().start, f().start + f().cosize};
      if (!(f().codomain == whole)) {
        why = "some offset is outside [0, cosize)";
      } else if (f().gaps && f().gaps->elements > 0) {
        why = cat(f().gaps->intervals.front().begin, " is no offset");
      }
    }
    fact("surjective", f().surjective, why);
  }

  void monotone() {
    if (!f().monotone) {
      row("monotone", "not checked", f().unchecked);
      return;
    }
    static constexpr std::string_view words[] = {
        "no", "constant", "increasing", "strictly increasing", "decreasing", "strictly decreasing"};
    row("monotone", std::string(words[static_cast<std::size_t>(*f().monotone)]),
        *f().monotone == Monotone::neither ? "offsets go up and down as the 1-D coordinate grows"
                                           : "as the 1-D coordinate grows");
  }

  void structure() {
    section("structure", "Structure");
    const auto column = f().has_coordinates ? std::optional(false) : is_major(value_, Major::left);
    const auto row_major = f().has_coordinates ? std::optional(false) : is_major(value_, Major::right);
    const bool one = domain_->rank() == 1;
    if (!f().has_coordinates) {
      fact("column-major", column,
           column == true ? one ? "of one mode: row-major too" : "LayoutLeft of its shape: the first mode is fastest"
                          : "");
      fact("row-major", row_major,
           row_major == true
               ? one ? "of one mode: column-major too" : "LayoutRight of its shape: the last mode is fastest"
               : as_matrix());
      leading_dimension();
    }
    fact("compact", f().compact(), f().compact() == true ? "consecutive addresses, each once" : "");
    std::string zeros;
    if (f().size > 0)
      list_leaves(zeros, *domain_, "",
                  [](std::int64_t extent, std::int64_t stride) { return extent > 1 && stride == 0; });
    row("projection", zeros.empty() ? "no" : "yes",
        zeros.empty() ? "" : cat("stride 0 in ", zeros, ": the same data is broadcast"));
    if (f().has_coordinates || !f().divisor) return;
    row("dilation", *f().divisor > 1 ? cat("by ", *f().divisor) : std::string("no"),
        *f().divisor > 1
            ? cat("every offset is a multiple of ", *f().divisor, f().start != 0 ? " from the iterator's on" : "")
            : "");
  }

  // A hierarchical layout may be a row-major matrix without being LayoutRight of its nested shape.
  std::string as_matrix() const {
    if (domain_->rank() < 2 || domain_->depth() < 2 || !value_.is<Layout>()) return {};
    Arith arith;
    const IntTuple extents = product_each(arith, domain_->shape);
    if (arith.failed()) return {};
    // The same function through the shape of its modes' sizes.
    const Layout model = make_layout(arith, extents, Major::right);
    for (int i = 0; i < domain_->rank() && arith.ok(); ++i) {
      const LayoutRef mode = LayoutRef(*domain_)[i];
      if (!(flat_modes(mode) == flat_modes(LayoutRef(model)[i]))) return {};
    }
    return arith.ok() ? cat("but as a ", matrix_text(extents), " matrix it is row-major") : std::string();
  }
  static std::string matrix_text(TupleRef extents) {
    std::string out;
    for (const TupleRef extent : extents) append_all(out, out.empty() ? "" : "x", extent.integer().value);
    return out;
  }

  // Of a padded matrix: BLAS's name for the stride of the slower mode.
  void leading_dimension() {
    const auto* layout = value_.as<Layout>();
    if (layout == nullptr || layout->rank() != 2 || layout->depth() != 1) return;
    const std::int64_t rows = layout->shape[0].integer().value;
    const std::int64_t cols = layout->shape[1].integer().value;
    const std::int64_t down = layout->stride[0].integer().value;
    const std::int64_t right = layout->stride[1].integer().value;
    if (rows > 1 && cols > 1 && down == 1 && right >= rows) {
      row("leading dimension", cat(right),
          right > rows ? cat("column-major, each column padded by ", right - rows) : "column-major");
    } else if (rows > 1 && cols > 1 && right == 1 && down >= cols) {
      row("leading dimension", cat(down),
          down > cols ? cat("row-major, each row padded by ", down - cols) : "row-major");
    }
  }

  void permutation() {
    if (f().permutation() != true) return;
    PermutationAnalysis analysis = analyze_permutation(value_);
    section("permutation", "As a permutation");
    if (!analysis.permutation) {
      row("permutation", "yes", std::move(analysis.why));
      return;
    }
    const Permutation& p = *analysis.permutation;
    std::string type;
    for (const auto& c : p.cycle_type) append_all(type, type.empty() ? "" : ", ", c.count, " of length ", c.length);
    row("cycles", cycles_text(p), std::move(type));
    row("order", p.order ? cat(*p.order) : std::string("beyond 64 bits"), "applied so often it is the identity");
    row("parity", p.odd ? "odd" : "even", cat("an ", p.odd ? "odd" : "even", " number of transpositions"));
    row("fixed points", p.fixed_points.elements == 0 ? "none" : to_text(p.fixed_points),
        p.fixed_points.elements == 0 ? "" : plural(p.fixed_points.elements, "coordinate"));
    out_.permutation = std::move(analysis.permutation);
  }

  void f2() {
    section("f2", "Over F2");
    F2Analysis analysis = f2_map(value_);
    if (!analysis.map) {
      const bool open = analysis.why.starts_with("not checked: ");
      row("linear", open ? "not checked" : "no", open ? analysis.why.substr(13) : std::move(analysis.why));
      return;
    }
    const F2Map& map = *analysis.map;
    row("linear", map.constant == 0 ? "yes" : "affine",
        map.constant == 0 ? "L(i ^ j) = L(i) ^ L(j)"
                          : cat("L(i ^ j) = L(i) ^ L(j) ^ L(0), with L(0) = ", map.constant));
    row("rank", cat(map.rank()), cat("the image has 2^", map.rank(), " offsets"));
    std::string kernel;
    for (const std::uint64_t k : map.kernel()) append_all(kernel, kernel.empty() ? "" : ", ", k);
    row("kernel", kernel.empty() ? "0" : kernel,
        kernel.empty() ? "no bits of the coordinate are lost" : "xoring these into a coordinate leaves its offset");
    out_.sections.back().text = to_text(map, domain_->shape);
    out_.f2 = std::move(analysis.map);
  }

  void coordinates(const Value& value) {
    Arith arith;
    const CoordinateTable table = coordinate_table(arith, value, shown_coordinates);
    if (arith.failed() || table.rows.empty()) return;
    section("coordinates", "Coordinates");
    out_.sections.back().text = to_text(table);
  }

  void analyze_shape() {
    const auto* shape = value_.as<IntTuple>();
    if (shape == nullptr || shape->ref().has_any() || shape->ref().has_basis()) return;
    sizes(*shape, false);
    Arith arith;
    std::string sets;
    for (const IntTuple& coarse : coarsenings(arith, *shape))
      append_all(sets, sets.empty() ? "" : "  ", to_text(coarse, IntegerMode::teaching));
    if (arith.ok())
      row("coordinate sets", std::move(sets), "shapes compatible with it: their coordinates are its coordinates too");
    coordinates(value_);
  }

  const Value value_;
  IntegerMode mode_;
  const Layout* domain_ = nullptr;
  Analysis out_;
};

}  // namespace

Analysis analyze_value(const Value& value, IntegerMode mode) { return Analyst(value, mode).run(); }

Analysis analyze_two(const Value& a, const Value& b) {
  using Outcome = FunctionComparison::Outcome;
  Analysis out;
  const FunctionComparison c = compare_functions(as_function(a), as_function(b));
  AnalysisSection section = {"comparison", "Compared as functions", {}, {}};
  const auto row = [&](std::string_view name, std::string value, std::string explanation) {
    section.rows.push_back({name, std::move(value), std::move(explanation)});
  };
  if (c.outcome == Outcome::not_checked) {
    row("equal", "not checked", c.why);
  } else {
    const bool equal = c.outcome == Outcome::equal;
    row("equal", equal ? "yes" : "no",
        equal  ? "the same offset at every 1-D coordinate"
        : c.at ? ""
               : "the coordinates that both have agree");
    row("coordinates", c.size_a == c.size_b ? cat(c.size_a) : cat(c.size_a, " and ", c.size_b),
        c.size_a == c.size_b ? "of both" : "of the first and of the second");
  }
  if (c.at) {
    row("first difference", cat("at ", *c.at), "the smallest 1-D coordinate at which they differ");
    row("first", to_text(c.a, IntegerMode::teaching), "its offset there");
    row("second", to_text(c.b, IntegerMode::teaching), "its offset there");
  }
  out.sections.push_back(std::move(section));
  out.comparison = c;
  return out;
}

}  // namespace stridescope
