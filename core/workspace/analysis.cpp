#include "core/analysis/analysis.h"

#include <algorithm>

#include "core/analysis/memory_value.h"
#include "core/base/article.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/workspace/memory_report.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

void write_interval(JsonWriter& json, Interval i) {
  json.open_array();
  json.number(i.begin);
  json.number(i.end);
  json.close_array();
}

void write_set(JsonWriter& json, std::string_view name, const IntervalSet& set) {
  json.key(name);
  json.open_object();
  json.field("elements", set.elements);
  json.field("intervalCount", set.interval_count);
  json.key("intervals");
  json.open_array();
  for (const Interval& i : set.intervals) write_interval(json, i);
  json.close_array();
  json.close_object();
}

// A field that is left out when it is not known.
template <class T>
void write_known(JsonWriter& json, std::string_view name, const std::optional<T>& value) {
  if (value) json.field(name, *value);
}

void write_function(JsonWriter& json, const FunctionAnalysis& f) {
  json.key("function");
  json.open_object();
  json.field("unchecked", f.unchecked);
  if (f.is_function) {
    json.field("coordinates", f.has_coordinates);
    json.field("size", f.size);
    json.field("cosize", f.cosize);
    json.field("start", f.start);
    if (f.codomain) {
      json.key("codomain");
      write_interval(json, *f.codomain);
    }
    if (f.image) write_set(json, "image", *f.image);
    if (f.gaps) write_set(json, "gaps", *f.gaps);
    write_known(json, "injective", f.injective);
    write_known(json, "surjective", f.surjective);
    write_known(json, "contiguous", f.contiguous);
    write_known(json, "compact", f.compact());
    write_known(json, "bijective", f.permutation());
    if (f.collision) {
      json.key("collision");
      json.open_object();
      json.field("first", f.collision->first);
      json.field("second", f.collision->second);
      json.field("offset", f.collision->offset);
      json.close_object();
    }
    write_known(json, "aliased", f.aliased);
    write_known(json, "maxHits", f.max_hits);
    write_known(json, "divisor", f.divisor);
  }
  json.close_object();
}

void write_permutation(JsonWriter& json, const Permutation& p) {
  json.key("permutation");
  json.open_object();
  json.field("size", p.size);
  write_known(json, "order", p.order);
  json.field("odd", p.odd);
  write_set(json, "fixedPoints", p.fixed_points);
  json.key("cycleType");
  json.open_array();
  for (const auto& c : p.cycle_type) {
    json.open_object();
    json.field("length", c.length);
    json.field("count", c.count);
    json.close_object();
  }
  json.close_array();
  json.field("allCycles", p.all_cycles);
  json.key("cycles");
  json.open_array();
  for (const auto& cycle : p.cycles) {
    json.open_array();
    for (const std::int64_t x : cycle) json.number(x);
    json.close_array();
  }
  json.close_array();
  json.close_object();
}

// A row of the matrix is a string of 0 and 1, the column of the lowest bit first.
void write_f2(JsonWriter& json, const F2Map& map) {
  json.key("f2");
  json.open_object();
  json.field("inputs", map.inputs);
  json.field("outputs", map.outputs);
  json.field("rank", map.rank());
  json.field("constant", map.constant);
  json.key("rows");
  json.open_array();
  for (int row = 0; row < map.outputs; ++row) {
    std::string bits;
    for (const std::uint64_t column : map.columns) bits.push_back((column >> row & 1) != 0 ? '1' : '0');
    json.string(bits);
  }
  json.close_array();
  json.key("kernel");
  json.open_array();
  for (const std::uint64_t k : map.kernel()) json.number(k);
  json.close_array();
  json.close_object();
}

void write_comparison(JsonWriter& json, const FunctionComparison& c) {
  json.key("comparison");
  json.open_object();
  if (c.outcome == FunctionComparison::Outcome::not_checked) {
    json.field("unchecked", c.why);
  } else {
    json.field("equal", c.outcome == FunctionComparison::Outcome::equal);
    json.field("sizeFirst", c.size_a);
    json.field("sizeSecond", c.size_b);
  }
  if (c.at) {
    json.field("at", *c.at);
    json.field("first", to_text(c.a, IntegerMode::teaching));
    json.field("second", to_text(c.b, IntegerMode::teaching));
  }
  json.close_object();
}

void append_lines(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    append_all(out, "  ", text.substr(0, end), '\n');
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

Result<Analysis> Workspace::analyze(int binding) const {
  if (!known(binding)) return failure(ErrorCode::index_range, cat("there is no value ", binding));
  const Value& value = report_.bindings[static_cast<std::size_t>(binding)].value;
  const Origin& origin = origins_[static_cast<std::size_t>(binding)];
  // The answer is one bit, or one line: what it is about is the two functions.
  const bool of_two = origin.function == "equal_as_functions" || origin.function == "first_difference";
  if (of_two && origin.args.size() == 2) return analyze_two(origin.args[0], origin.args[1]);
  Analysis out = analyze_value(value, report_.mode);
  add_thread_section(out, binding);
  add_memory_sections(out, value, 0);
  if (out.sections.empty()) {
    return failure(ErrorCode::unsupported, cat("there is nothing to analyse in ", with_article(kind_name(value))),
                   "give a layout, a tensor, a swizzle, a shape, an access of memory or a tiling");
  }
  return out;
}

std::string analysis_json(const Analysis& analysis) {
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.key("sections");
  json.open_array();
  for (const AnalysisSection& section : analysis.sections) {
    json.open_object();
    json.field("id", section.id);
    json.field("title", section.title);
    json.key("rows");
    json.open_array();
    for (const AnalysisRow& row : section.rows) {
      json.open_object();
      json.field("name", row.name);
      json.field("value", row.value);
      json.field("explanation", row.explanation);
      json.close_object();
    }
    json.close_array();
    json.field("text", section.text);
    json.close_object();
  }
  json.close_array();
  if (analysis.function) write_function(json, *analysis.function);
  if (analysis.permutation) write_permutation(json, *analysis.permutation);
  if (analysis.f2) write_f2(json, *analysis.f2);
  if (analysis.comparison) write_comparison(json, *analysis.comparison);
  write_memory(json, analysis);
  json.close_object();
  return out;
}

std::string analysis_text(const Analysis& analysis) {
  std::size_t names = 0;
  for (const AnalysisSection& section : analysis.sections) {
    for (const AnalysisRow& row : section.rows) names = std::max(names, row.name.size());
  }
  std::string out;
  for (const AnalysisSection& section : analysis.sections) {
    append_all(out, out.empty() ? "" : "\n", section.title, '\n');
    for (const AnalysisRow& row : section.rows) {
      append_all(out, "  ", row.name, std::string(names + 2 - row.name.size(), ' '), row.value);
      append_all(out, row.explanation.empty() ? "" : ": ", row.explanation, '\n');
    }
    if (!section.rows.empty() && !section.text.empty()) out.push_back('\n');
    append_lines(out, section.text);
  }
  return out;
}

}  // namespace stridescope
