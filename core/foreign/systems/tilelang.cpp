// TileLang's layouts: Layout([M, N] -> [...], ...) gives the offset of an element, Fragment([M, N] -> [...], ...) its
// thread and its index among the thread's values. Replication is a third variable, _rep. Source: tile-ai/tilelang
// src/layout/layout.cc (the printed form, _i, _j, _rep), src/layout/gemm_layouts.cc.
#include "core/foreign/systems/tilelang.h"

#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/facts/offsets.h"
#include "core/foreign/systems/expression.h"
#include "core/foreign/systems/interchange.h"
#include "core/foreign/systems/linear.h"
#include "core/foreign/systems/strides.h"
#include "core/foreign/systems/table.h"

namespace stridescope {
namespace {

using Integers = std::vector<std::int64_t>;

struct Printed {
  bool fragment = false;
  Integers extents;
  Integers results;  // extents of the result, if given
  std::int64_t replicate = 1;
  std::int64_t threads = 0;  // 0: not given
  std::vector<std::string> variables;
  std::vector<std::string_view> thread;  // at most one
  std::vector<std::string_view> index;
};

// Removes brackets of one kind around the whole text.
std::string_view unwrapped(std::string_view text) {
  text = trimmed(text);
  return text.size() > 1 && text.front() == '[' && text.back() == ']' ? text.substr(1, text.size() - 2) : text;
}

std::vector<std::string_view> parts(std::string_view text) {
  auto out = split_outside(text, ',', {.braces = false, .quotes = Quotes::none});
  std::erase(out, std::string_view());
  return out;
}

bool is_name(std::string_view key, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), key) != names.end();
}

// lambda i, j: (thread, index)
void read_lambda(Scanner& in, Printed& out) {
  out.variables.clear();
  while (in.ok() && !in.accept(":")) {
    const std::string_view name = in.word();
    if (name.empty() || out.variables.size() > max_foreign_rank) in.fail(say("expected the variables of the function"));
    out.variables.emplace_back(name);
    in.accept(",");
  }
  std::string_view body = in.until(",)]");
  while (!body.empty() && body.back() == ' ') body.remove_suffix(1);
  const bool round = body.size() > 1 && body.front() == '(' && body.back() == ')';
  std::vector<std::string_view> both = parts(round ? body.substr(1, body.size() - 2) : unwrapped(body));
  if (round && both.size() < 2) both = {body};
  if (out.fragment && both.size() == 2) {
    out.thread = {both[0]};
    out.index = parts(unwrapped(both[1]));
  } else {
    out.index = both;
  }
}

void read_pairs(Scanner& in, Printed& out) {
  while (!in.at_end() && !in.at(")")) {
    const std::size_t begin = in.position();
    const std::string_view key = in.word();
    if (key == "lambda") {
      read_lambda(in, out);
      in.accept(",");
      continue;
    }
    if (key.empty()) {
      // Skips the `...` of a printed thread: 256, ..., forward_thread: ...
      if (in.accept("...")) {
        in.accept(",");
        continue;
      }
      in.fail_at(begin, say("expected a name such as forward_thread"));
      return;
    }
    if (!in.accept(":")) in.accept("=");
    if (in.accept_word("lambda")) {
      read_lambda(in, out);
      in.accept(",");
      continue;
    }
    if (is_name(key, {"replicate"})) {
      out.replicate = in.integer();
    } else if (is_name(key, {"thread", "threads", "thread_extent"}) && in.at_integer()) {
      out.threads = in.integer();
    } else {
      std::string_view value = in.at_quote() ? in.quoted() : in.until(",)");
      // transform: [_i, _j] -> [...], as Layout prints.
      if (const std::size_t arrow = value.find("->"); arrow != std::string_view::npos) value.remove_prefix(arrow + 2);
      if (is_name(key, {"forward_thread", "thread", "forward_thread_fn"})) {
        out.thread = {value};
        out.fragment = true;
      } else if (is_name(key, {"forward_index", "index", "forward", "transform", "forward_fn"})) {
        out.index = parts(unwrapped(value));
      }
    }
    in.accept(",");
  }
}

Printed read_printed(Scanner& in, const ForeignShape& given) {
  Printed out;
  out.variables = {"_i", "_j", "_k", "_l", "_m", "_n"};
  const std::size_t begin = in.position();
  std::string_view word = in.word(true);
  if (word.starts_with("T.")) word = word.substr(2);
  if (word.starts_with("tl.")) word = word.substr(3);
  if (word == "Layout" || word == "Fragment") {
    out.fragment = word == "Fragment";
    in.expect("(");
    if (in.at("[") || in.at("(")) out.extents = read_list(in);
    if (in.accept("->")) out.results = read_list(in);
    in.accept(",");
    read_pairs(in, out);
    in.expect(")");
  } else {
    in.back_to(begin);
    read_pairs(in, out);
  }
  if (!in.at_end()) in.fail(say("expected the end of the layout"));
  if (!given.empty()) out.extents = given;
  if (in.ok() && out.extents.empty()) in.fail(say("give the shape: tilelang(\"...\", (M,N))"));
  if (in.ok() && (out.extents.size() > 6 || out.replicate < 1))
    in.fail(say("a layout must have up to 6 dimensions and at least one replica"));
  if (in.ok() && out.fragment && out.thread.empty()) in.fail(say("'{}' is missing", "forward_thread"));
  if (in.ok() && out.index.empty() && !out.fragment) in.fail(say("'{}' is missing", "forward_index"));
  if (out.variables.size() > out.extents.size()) out.variables.resize(out.extents.size());
  return out;
}

Expression expression(Scanner& in, std::string_view text, std::vector<std::string> variables) {
  Scanner inside(in.arith(), "tilelang", text);
  variables.emplace_back("_rep");
  if (!in.ok()) return {};
  Expression out = Expression::read(inside, variables);
  if (!inside.at_end()) inside.fail(say("expected the end of the expression"));
  return out;
}

// Converts (element, replica) -> thread and value to (thread, value) -> element.
Value fragment(Scanner& in, const Printed& printed, const Integers& thread, const Integers& value,
               std::int64_t elements) {
  Arith& arith = in.arith();
  std::int64_t threads = printed.threads;
  std::int64_t values = 1;
  for (std::size_t i = 0; i < thread.size(); ++i) {
    if (thread[i] < 0 || value[i] < 0 || thread[i] >= max_table || value[i] >= max_table) {
      arith.fail(ErrorCode::unsupported,
                 say("not a layout: element {} belongs to value {} of thread {}",
                     coordinate_text(static_cast<std::int64_t>(i) % elements, printed.extents), value[i], thread[i]));
      return static_int(0);
    }
    values = std::max(values, value[i] + 1);
    if (printed.threads == 0) threads = std::max(threads, thread[i] + 1);
  }
  const std::int64_t pairs = table_size(arith, "tilelang", {threads, values}, 2);
  if (arith.failed()) return static_int(0);
  Integers owned(static_cast<std::size_t>(pairs), -1);
  for (std::size_t i = 0; i < thread.size(); ++i) {
    const std::int64_t element = static_cast<std::int64_t>(i) % elements;
    if (thread[i] >= threads) {
      arith.fail(ErrorCode::unsupported, say("thread {} of {} holds element {}", thread[i], threads,
                                             coordinate_text(element, printed.extents)));
      return static_int(0);
    }
    std::int64_t& at = owned[static_cast<std::size_t>(thread[i] + threads * value[i])];
    if (at >= 0 && at != element) {
      arith.fail(ErrorCode::unsupported,
                 say("not a layout: value {} of thread {} is both element {} and element {}", value[i], thread[i],
                     coordinate_text(at, printed.extents), coordinate_text(element, printed.extents)));
      return static_int(0);
    }
    at = element;
  }
  for (std::size_t p = 0; p < owned.size(); ++p) {
    if (owned[p] >= 0) continue;
    arith.fail(ErrorCode::unsupported,
               say("not a layout: value {} of thread {} is not an element", static_cast<std::int64_t>(p) / threads,
                   static_cast<std::int64_t>(p) % threads));
    return static_int(0);
  }
  return to_value(layout_of_table(arith, {threads, values}, owned));
}

}  // namespace

Value read_tilelang(Arith& arith, std::string_view text, const ForeignShape& shape) {
  Scanner in(arith, "tilelang", text);
  std::string_view maker = in.word(true);
  if (const std::size_t dot = maker.rfind('.'); dot != std::string_view::npos) maker.remove_prefix(dot + 1);
  if (is_tilelang_buffer(maker)) return read_tilelang_buffer(in, maker, shape);
  const std::string made = tilelang_fragment(in, maker, shape);
  if (!in.ok()) return static_int(0);
  if (!made.empty()) return read_tilelang(arith, made, {});
  in.back_to(0);
  const Printed printed = read_printed(in, shape);
  if (!in.ok()) return static_int(0);
  std::vector<Expression> thread;
  std::vector<Expression> index;
  std::uint64_t work = 1;
  for (const std::string_view part : printed.thread) thread.push_back(expression(in, part, printed.variables));
  for (const std::string_view part : printed.index) index.push_back(expression(in, part, printed.variables));
  for (const auto* list : {&thread, &index}) {
    for (const Expression& e : *list) work += e.nodes();
  }
  Integers extents = printed.extents;
  const std::int64_t elements = in.ok() ? table_size(arith, "tilelang", extents, 0) : 0;
  extents.push_back(printed.replicate);
  const std::int64_t all = in.ok() ? table_size(arith, "tilelang", extents, work) : 0;
  if (!in.ok()) return static_int(0);
  std::vector<Integers> values(index.size());
  Integers threads;
  Integers at(extents.size(), 0);
  for (std::int64_t i = 0; in.ok() && i < all; ++i) {
    for (const Expression& e : thread) threads.push_back(e(in, at));
    for (std::size_t k = 0; k < index.size(); ++k) values[k].push_back(index[k](in, at));
    for (std::size_t d = 0; d < at.size() && ++at[d] == extents[d]; ++d) at[d] = 0;
  }
  if (!in.ok()) return static_int(0);
  // Combines several results into one: the last fastest.
  Integers value(static_cast<std::size_t>(all), 0);
  std::int64_t step = 1;
  for (std::size_t k = values.size(); k-- > 0;) {
    std::int64_t extent = 1;
    for (std::size_t i = 0; i < value.size(); ++i) {
      std::int64_t more = 0;
      if (mul_overflows(values[k][i], step, more) || add_overflows(value[i], more, value[i])) {
        arith.fail(ErrorCode::overflow, say("{}: a value of the expression does not fit 64 bits", "tilelang"));
        return static_int(0);
      }
      extent = std::max(extent, values[k][i] + 1);
    }
    if (printed.results.size() == values.size()) extent = printed.results[k];
    if (extent < 1 || mul_overflows(step, extent, step)) step = std::int64_t{1} << 62;
  }
  if (printed.fragment) return fragment(in, printed, threads, value, elements);
  if (printed.replicate > 1) value.resize(static_cast<std::size_t>(elements));
  return to_value(layout_of_table(arith, printed.extents, value));
}

namespace {

// A sum over digits of the variables: (_i // step % extent) * stride; xors if bits overlap.
std::string sum_of(const Layout& layout, const std::vector<std::string>& variables) {
  std::string out;
  const auto term_of = [&](const std::string& name, LayoutRef mode) {
    std::int64_t all = 1;
    for (std::uint32_t i = 0; i < mode.shape.node_count(); ++i) {
      if (mode.shape.nodes()[i].kind == NodeKind::integer) all *= mode.shape.nodes()[i].integer.value;
    }
    std::int64_t step = 1;
    for (std::uint32_t i = 0; i < mode.shape.node_count(); ++i) {
      if (mode.shape.nodes()[i].kind != NodeKind::integer) continue;
      const std::int64_t n = mode.shape.nodes()[i].integer.value;
      const std::int64_t stride = mode.stride.nodes()[i].integer.value;
      if (n > 1 && stride != 0) {
        append_all(out, out.empty() ? "" : " + ", name);
        if (step > 1) append_all(out, " // ", step);
        if (step * n < all) append_all(out, " % ", n);
        if (stride != 1) append_all(out, " * ", stride);
      }
      step *= n;
    }
  };
  if (!layout.shape.is_tuple()) {
    term_of(variables[0], layout);
  } else {
    for (int d = 0; d < layout.rank(); ++d) term_of(variables[static_cast<std::size_t>(d)], LayoutRef(layout)[d]);
  }
  return out.empty() ? "0" : out;
}

// The text of a linear map: digits of the variables times their bases, joined by xor.
std::string xor_of(const LinearMap& map, const std::vector<std::string>& variables) {
  std::string out;
  std::size_t bit = 0;
  for (std::size_t d = 0; d < map.in.size(); ++d) {
    const std::size_t end = bit + static_cast<std::size_t>(map.in[d]);
    for (const std::size_t begin = bit; bit < end;) {
      const std::size_t first = bit;
      // A digit times a base of several bits would carry.
      const bool single = (map.columns[first] & (map.columns[first] - 1)) == 0;
      do ++bit;
      while (bit < end && single && map.columns[bit] == map.columns[first] << (bit - first));
      if (map.columns[first] == 0) continue;
      append_all(out, out.empty() ? "" : " ^ ", variables[d]);
      if (first > begin) append_all(out, " // ", std::int64_t{1} << (first - begin));
      if (bit < end) append_all(out, " % ", std::int64_t{1} << (bit - first));
      if (map.columns[first] != 1) append_all(out, " * ", map.columns[first]);
    }
  }
  return out.empty() ? "0" : out;
}

std::string text_of_layout(Arith& arith, const AnyLayout& layout, const std::vector<std::string>& variables) {
  if (const auto* plain = std::get_if<Layout>(&layout)) return sum_of(*plain, variables);
  const LinearMap map = linear_map(arith, to_value(layout));
  return arith.ok() ? xor_of(map, variables) : std::string();
}

std::vector<std::string> variable_names(std::size_t rank) {
  static constexpr std::string_view names[] = {"_i", "_j", "_k", "_l", "_m", "_n"};
  return {std::begin(names), std::begin(names) + static_cast<std::ptrdiff_t>(std::min<std::size_t>(rank, 6))};
}

}  // namespace

std::string write_tilelang(Arith& arith, const Value& layout, const ForeignShape& given) {
  const Layout* domain = domain_of(layout);
  const std::vector<std::int64_t> values = values_of(arith, layout);
  if (arith.failed() || domain == nullptr) return {};
  ForeignShape modes;
  const IntTuple extents = product_each(arith, domain->shape);
  for (int d = 0; d < extents.rank(); ++d)
    modes.push_back(extents.is_tuple() ? extents[d].integer().value : extents.integer().value);
  if (given.empty() || given == modes) {
    if (modes.size() > 6) {
      arith.fail(ErrorCode::unsupported, say("tilelang: {} {dimension|dimensions}", modes.size()));
      return {};
    }
    const AnyLayout form = layout_of_table(arith, modes, values);
    if (arith.failed()) return {};
    const std::int64_t most = *std::max_element(values.begin(), values.end());
    return cat("Layout(", bracketed(modes, '[', ']'), " -> [", most + 1, "], forward_index: [",
               text_of_layout(arith, form, variable_names(modes.size())), "])");
  }
  // Ownership: the threads and values of each element, one replica after the other.
  const std::int64_t elements = table_size(arith, "tilelang", given, 4);
  if (arith.failed()) return {};
  if (modes.size() != 2 || given.size() > 6) {
    arith.fail(ErrorCode::unsupported,
               say("a thread-value layout must have two modes, threads and values; this one has {}", modes.size()));
    return {};
  }
  std::vector<std::vector<std::int64_t>> owners(static_cast<std::size_t>(elements));
  for (std::size_t p = 0; p < values.size(); ++p) {
    if (values[p] < 0 || values[p] >= elements) {
      arith.fail(ErrorCode::index_range,
                 say("L({}) = {} is outside a tensor of {} {element|elements}", p, values[p], elements));
      return {};
    }
    owners[static_cast<std::size_t>(values[p])].push_back(static_cast<std::int64_t>(p));
  }
  const std::size_t replicas = owners[0].size();
  std::vector<std::int64_t> thread;
  std::vector<std::int64_t> value;
  for (std::size_t r = 0; r < replicas; ++r) {
    for (std::size_t e = 0; e < owners.size(); ++e) {
      if (owners[e].size() != replicas) {
        arith.fail(ErrorCode::unsupported,
                   say("a fragment must hold each element equally often: the first {} {time|times}, element {} {} "
                       "{time|times}",
                       replicas, coordinate_text(static_cast<std::int64_t>(e), given), owners[e].size()));
        return {};
      }
      thread.push_back(owners[e][r] % modes[0]);
      value.push_back(owners[e][r] / modes[0]);
    }
  }
  ForeignShape all = given;
  if (replicas > 1) all.push_back(static_cast<std::int64_t>(replicas));
  std::vector<std::string> variables = variable_names(given.size());
  variables.emplace_back("_rep");
  const AnyLayout threads = layout_of_table(arith, all, thread);
  if (arith.failed()) return {};
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == value[i % owners.size()]) continue;
    arith.fail(
        ErrorCode::unsupported,
        say("a fragment must have each element at the same place in all its threads; element {} has several places",
            coordinate_text(static_cast<std::int64_t>(i % owners.size()), given)));
    return {};
  }
  value.resize(owners.size());
  const AnyLayout places = layout_of_table(arith, given, value);
  if (arith.failed()) return {};
  const std::string by_thread = text_of_layout(arith, threads, variables);
  const std::string by_index = text_of_layout(arith, places, variables);
  return cat("Fragment(", bracketed(given, '[', ']'), " -> [", modes[1], "], replicate: ", replicas,
             ", thread: ", modes[0], ", forward_thread: ", by_thread, ", forward_index: [", by_index, "])");
}

}  // namespace stridescope
