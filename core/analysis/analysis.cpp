// Writes the rows of an analysis, section by section, in words. Computes nothing: function.cpp, permutation.cpp,
// f2.cpp, equality.cpp and the files on memory compute the facts; this file writes them as text, or `not checked` with
// the reason.
#include "core/analysis/analysis.h"

#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/facts/compatibility.h"
#include "core/facts/coordinates.h"
#include "core/facts/function_pair.h"
#include "core/facts/offsets.h"

namespace stridescope {
namespace {

constexpr std::int64_t shown_coordinates = 16;
constexpr std::size_t max_line_columns = 100;

std::string interval_text(Interval i) { return cat('[', i.begin, ',', i.end, ')'); }

Message yes_or_no(const std::optional<bool>& fact) {
  return !fact ? say("not checked") : *fact ? say("yes") : say("no");
}

// Names the leaves for which `wanted` is true: "mode 0", "mode (1,0)"; "the only mode" for a single integer.
template <class Wanted>
void list_leaves(std::vector<Message>& out, LayoutRef layout, const std::string& path, Wanted&& wanted) {
  if (layout.shape.is_tuple()) {
    for (int i = 0; i < layout.rank(); ++i)
      list_leaves(out, layout[i], path.empty() ? cat(i) : cat(path, ',', i), wanted);
    return;
  }
  if (!wanted(layout.shape.integer().value, layout.stride.integer().value)) return;
  const bool deep = path.find(',') != std::string::npos;
  out.push_back(path.empty() ? say("the only mode") : deep ? say("mode ({})", path) : say("mode {}", path));
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

  void section(std::string_view id, Message title) { out_.sections.push_back({id, std::move(title), {}, {}}); }
  void row(Message name, Message value, Message explanation = {}) {
    out_.sections.back().rows.push_back({std::move(name), std::move(value), std::move(explanation)});
  }
  void fact(Message name, const std::optional<bool>& value, const Message& explanation = {}) {
    row(std::move(name), yes_or_no(value), value ? explanation : f().unchecked);
  }

  // The 1-D coordinate and, if it differs, the natural one.
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
    section("layout", of_layout ? say("Layout") : say("Shape"));
    row(say("shape"), Message::verbatim(to_text(IntTuple(shape), mode_)), say("the extents of its modes"));
    if (of_layout && value_.is<Layout>())
      row(say("stride"), Message::verbatim(to_text(domain_->stride, mode_)),
          say("the step of the offset along each mode"));
    Arith arith;
    const Int count = product(arith, shape);
    row(say("size"), arith.ok() ? say("{}", count.value) : say("beyond 64 bits"), say("number of coordinates"));
    row(say("rank"), say("{}", shape.rank()), say("modes at the top level"));
    row(say("depth"), say("{}", shape.depth()), say("levels of nesting"));
    if (!of_layout) return;
    Arith reach;
    const IntTuple corner = coshape(reach, *domain_);
    const Int span = product(reach, corner);
    if (reach.ok())
      row(say("coshape"), Message::verbatim(to_text(corner, IntegerMode::teaching)),
          say("the smallest shape that holds every offset"));
    row(say("cosize"), reach.ok() ? say("{}", span.value) : say("beyond 64 bits"),
        say("1 + the sum of (extent-1)*|stride|"));
    pointer_rows();
  }

  // A layout that waits for a pointer is one function here and another in memory; users see both, so both are shown.
  void pointer_rows() {
    const auto* composed = value_.as<ComposedLayout>();
    if (composed == nullptr || !waits_for_pointer(*composed)) return;
    Arith arith;
    const Value there = to_value(stridescope::in_memory(arith, *composed));
    const auto size = domain_size(value_);
    if (arith.failed() || !size || *size < 1) return;
    row(say("in memory"), Message::verbatim(to_text(there, mode_)),
        say("the elements relative to an aligned start; print_layout shows this"));
    const std::int64_t count = std::min<std::int64_t>(*size, max_compared);
    const auto here = offset_function(value_);
    const auto memory = offset_function(there);
    std::vector<std::int64_t> x(static_cast<std::size_t>(count));
    std::vector<std::int64_t> y(static_cast<std::size_t>(count));
    if (!here || !memory) return;
    here->fill(x.data(), count);
    memory->fill(y.data(), count);
    const std::int64_t at = std::mismatch(x.begin(), x.end(), y.begin()).first - x.begin();
    Message value = say("the same");
    if (at < count) {
      const IntTuple coord = idx2crd(arith, IntTuple(dynamic_int(at)), domain_->shape);
      const std::string place = to_text(coord, IntegerMode::teaching);
      const auto i = static_cast<std::size_t>(at);
      value = say("at {} the layout gives {}, but in memory the element is at {}", place, x[i], y[i]);
    } else if (count < *size) {
      value = say("the same up to coordinate {}", count);
    }
    row(Message::verbatim("L(c)"), value,
        say("without a pointer the swizzle acts on element indices; with a pointer it acts on byte addresses"));
  }

  void functions() {
    section("function", say("As a function"));
    if (!f().is_function) {
      row(say("function"), say("not checked"), f().unchecked);
      return;
    }
    row(say("domain"), Message::verbatim(interval_text({0, f().size})),
        say("the 1-D coordinates of {}", to_text(domain_->shape, IntegerMode::teaching)));
    if (f().has_coordinates) {
      box_rows();
    } else {
      set_rows();
    }
    fact(say("injective"), f().injective,
         f().injective == true ? say("no two coordinates have the same offset") : collision());
    aliasing();
    surjective();
    fact(say("contiguous"), f().contiguous,
         f().contiguous == true ? say("every integer between the smallest and the largest offset is hit") : Message());
    fact(say("bijective"), f().permutation(),
         f().permutation() == true ? say("a permutation of [0, size)") : Message());
    monotone();
    if (f().has_coordinates) return;
    Arith arith;
    std::string line = number_line(arith, value_);
    if (arith.ok() && line.find('\n') <= max_line_columns) out_.sections.back().text = std::move(line);
  }

  void box_rows() {
    Arith arith;
    row(say("codomain"), Message::verbatim(to_text(coshape(arith, *domain_), IntegerMode::teaching)),
        say("a box of coordinates; an integer index counts within it"));
    if (f().image_size)
      row(say("range"), say("{} {coordinate|coordinates}", *f().image_size), say("different offsets"));
  }

  void set_rows() {
    const Message beyond = say("[0, cosize) = [0,{}) does not contain every offset", f().cosize);
    const bool standard = f().codomain && *f().codomain == Interval{f().start, f().start + f().cosize};
    if (f().codomain && f().size == 0) {
      row(say("codomain"), say("none"), say("no coordinate, and no offset"));
    } else if (f().codomain) {
      row(say("codomain"), Message::verbatim(interval_text(*f().codomain)),
          standard ? f().start == 0 ? say("[0, cosize)") : say("[0, cosize) from the start of the iterator") : beyond);
    } else {
      row(say("codomain"), say("not checked"), f().unchecked);
    }
    row(say("range"), f().image ? Message::verbatim(to_text(*f().image)) : say("not checked"),
        f().image ? say("the image, {} different {offset|offsets}", f().image->elements) : f().unchecked);
    if (!f().gaps) return;
    row(say("gaps"), f().gaps->elements == 0 ? say("none") : Message::verbatim(to_text(*f().gaps)),
        f().gaps->elements == 0
            ? Message()
            : say("{} {integer|integers} of the codomain {is not an offset|are not offsets}", f().gaps->elements));
  }

  Message collision() const {
    if (!f().collision)
      return say("there are more coordinates than integers between the smallest and the largest offset");
    return say("coordinates {} and {} both map to {}", coordinate(f().collision->first),
               coordinate(f().collision->second), offset(f().collision->first));
  }

  void aliasing() {
    if (!f().aliased) return;
    row(say("aliasing"), *f().aliased == 0 ? say("none") : say("{} {offset|offsets}", *f().aliased),
        *f().aliased == 0 ? Message() : say("reached by several coordinates, at most {} each", *f().max_hits));
  }

  void surjective() {
    Message why = say("onto [0, cosize)");
    if (f().surjective == false && !f().has_coordinates) {
      const Interval whole = {f().start, f().start + f().cosize};
      if (!(f().codomain == whole)) {
        why = say("some offset is outside [0, cosize)");
      } else if (f().gaps && f().gaps->elements > 0) {
        why = say("{} is not an offset", f().gaps->intervals.front().begin);
      }
    }
    fact(say("surjective"), f().surjective, why);
  }

  void monotone() {
    if (!f().monotone) {
      row(say("monotone"), say("not checked"), f().unchecked);
      return;
    }
    static constexpr Term words[] = {term("no"),         term("constant"),
                                     term("increasing"), term("strictly increasing"),
                                     term("decreasing"), term("strictly decreasing")};
    row(say("monotone"), words[static_cast<std::size_t>(*f().monotone)],
        *f().monotone == Monotone::neither ? say("offsets rise and fall with the 1-D coordinate")
                                           : say("as the 1-D coordinate grows"));
  }

  void structure() {
    section("structure", say("Structure"));
    const auto column = f().has_coordinates ? std::optional(false) : is_major(value_, Major::left);
    const auto row_major = f().has_coordinates ? std::optional(false) : is_major(value_, Major::right);
    const bool one = domain_->rank() == 1;
    if (!f().has_coordinates) {
      fact(say("column-major"), column,
           column == true
               ? one ? say("one mode, so also row-major") : say("LayoutLeft of its shape: the first mode is fastest")
               : Message());
      fact(say("row-major"), row_major,
           row_major == true
               ? one ? say("one mode, so also column-major") : say("LayoutRight of its shape: the last mode is fastest")
               : as_matrix());
      leading_dimension();
    }
    fact(say("compact"), f().compact(), f().compact() == true ? say("consecutive addresses, each once") : Message());
    std::vector<Message> zeros;
    if (f().size > 0)
      list_leaves(zeros, *domain_, "",
                  [](std::int64_t extent, std::int64_t stride) { return extent > 1 && stride == 0; });
    row(say("projection"), zeros.empty() ? say("no") : say("yes"),
        zeros.empty() ? Message() : say("stride 0 in {}: the same data is broadcast", comma_list(zeros)));
    if (f().has_coordinates || !f().divisor) return;
    row(say("dilation"), *f().divisor > 1 ? say("by {}", *f().divisor) : say("no"),
        *f().divisor <= 1 ? Message()
        : f().start != 0  ? say("every offset is a multiple of {}, counted from the iterator", *f().divisor)
                          : say("every offset is a multiple of {}", *f().divisor));
  }

  // A hierarchical layout can be a row-major matrix although it is not the LayoutRight of its nested shape.
  Message as_matrix() const {
    if (domain_->rank() < 2 || domain_->depth() < 2 || !value_.is<Layout>()) return {};
    Arith arith;
    const IntTuple extents = product_each(arith, domain_->shape);
    if (arith.failed()) return {};
    // The row-major layout of the modes' sizes, which must be the same function.
    const Layout model = make_layout(arith, extents, Major::right);
    for (int i = 0; i < domain_->rank() && arith.ok(); ++i) {
      const LayoutRef mode = LayoutRef(*domain_)[i];
      if (!(flat_modes(mode) == flat_modes(LayoutRef(model)[i]))) return {};
    }
    return arith.ok() ? say("but as a {} matrix it is row-major", matrix_text(extents)) : Message();
  }
  static std::string matrix_text(TupleRef extents) {
    std::string out;
    for (const TupleRef extent : extents) append_all(out, out.empty() ? "" : "x", extent.integer().value);
    return out;
  }

  // For a padded matrix: the leading dimension, which is BLAS's name for the stride of the slower mode.
  void leading_dimension() {
    const auto* layout = value_.as<Layout>();
    if (layout == nullptr || layout->rank() != 2 || layout->depth() != 1) return;
    const std::int64_t rows = layout->shape[0].integer().value;
    const std::int64_t cols = layout->shape[1].integer().value;
    const std::int64_t down = layout->stride[0].integer().value;
    const std::int64_t right = layout->stride[1].integer().value;
    if (rows > 1 && cols > 1 && down == 1 && right >= rows) {
      row(say("leading dimension"), say("{}", right),
          right > rows ? say("column-major, each column padded by {}", right - rows) : say("column-major"));
    } else if (rows > 1 && cols > 1 && right == 1 && down >= cols) {
      row(say("leading dimension"), say("{}", down),
          down > cols ? say("row-major, each row padded by {}", down - cols) : say("row-major"));
    }
  }

  void permutation() {
    if (f().permutation() != true) return;
    PermutationAnalysis analysis = analyze_permutation(value_);
    section("permutation", say("As a permutation"));
    if (!analysis.permutation) {
      row(say("permutation"), say("yes"),
          analysis.unchecked ? say("not checked: {}", analysis.why) : std::move(analysis.why));
      return;
    }
    const Permutation& p = *analysis.permutation;
    std::vector<Message> types;
    for (const auto& c : p.cycle_type) types.push_back(say("{} of length {}", c.count, c.length));
    row(say("cycles"), Message::verbatim(cycles_text(p)), comma_list(types));
    row(say("order"), p.order ? say("{}", *p.order) : say("beyond 64 bits"),
        say("the permutation applied this many times is the identity"));
    row(say("parity"), p.odd ? say("odd") : say("even"),
        p.odd ? say("an odd number of transpositions") : say("an even number of transpositions"));
    row(say("fixed points"), p.fixed_points.elements == 0 ? say("none") : Message::verbatim(to_text(p.fixed_points)),
        p.fixed_points.elements == 0 ? Message() : say("{} {coordinate|coordinates}", p.fixed_points.elements));
    out_.permutation = std::move(analysis.permutation);
  }

  void f2() {
    section("f2", say("Over F2"));
    F2Analysis analysis = f2_map(value_);
    if (!analysis.map) {
      row(say("linear"), analysis.unchecked ? say("not checked") : say("no"), std::move(analysis.why));
      return;
    }
    const F2Map& map = *analysis.map;
    row(say("linear"), map.constant == 0 ? say("yes") : say("affine"),
        map.constant == 0 ? say("L(i ^ j) = L(i) ^ L(j)")
                          : say("L(i ^ j) = L(i) ^ L(j) ^ L(0), with L(0) = {}", map.constant));
    row(say("rank"), say("{}", map.rank()), say("the image has 2^{} offsets", map.rank()));
    std::string kernel;
    for (const std::uint64_t k : map.kernel()) append_all(kernel, kernel.empty() ? "" : ", ", k);
    row(say("kernel"), Message::verbatim(kernel.empty() ? "0" : kernel),
        kernel.empty() ? say("no bits of the coordinate are lost")
                       : say("XORing one of these into a coordinate does not change its offset"));
    out_.sections.back().text = to_text(map, domain_->shape);
    out_.f2 = std::move(analysis.map);
  }

  void coordinates(const Value& value) {
    Arith arith;
    const CoordinateTable table = coordinate_table(arith, value, shown_coordinates);
    if (arith.failed() || table.rows.empty()) return;
    section("coordinates", say("Coordinates"));
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
      row(say("coordinate sets"), Message::verbatim(std::move(sets)),
          say("coarser shapes whose coordinates are also valid for this shape"));
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
  const auto [f, g] = as_functions(a, b);
  const FunctionComparison c = compare_functions(f, g);
  AnalysisSection section = {"comparison", say("Compared as functions"), {}, {}};
  const auto row = [&](Message name, Message value, Message explanation) {
    section.rows.push_back({std::move(name), std::move(value), std::move(explanation)});
  };
  if (c.outcome == Outcome::not_checked) {
    row(say("equal"), say("not checked"), c.why);
  } else {
    const bool equal = c.outcome == Outcome::equal;
    row(say("equal"), equal ? say("yes") : say("no"),
        equal  ? say("the same offset at every 1-D coordinate")
        : c.at ? Message()
               : say("the common coordinates agree"));
    row(say("coordinates"), c.size_a == c.size_b ? say("{}", c.size_a) : say("{} and {}", c.size_a, c.size_b),
        c.size_a == c.size_b ? say("of both") : say("of the first and of the second"));
  }
  if (c.at) {
    row(say("first difference"), say("at {}", *c.at), say("the smallest 1-D coordinate at which they differ"));
    row(say("first"), Message::verbatim(to_text(c.a, IntegerMode::teaching)), say("its offset at this coordinate"));
    row(say("second"), Message::verbatim(to_text(c.b, IntegerMode::teaching)), say("its offset at this coordinate"));
  }
  out.sections.push_back(std::move(section));
  out.comparison = c;
  return out;
}

}  // namespace stridescope
