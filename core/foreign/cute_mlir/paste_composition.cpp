// Messages of CuTe DSL's verifier on two operands, '!cute.layout<"A">' o '!cute.tile<"B">': their composition.
// Extents that a type leaves open are assumed, and where one is open, the composition is also given as a formula of it.
#include <algorithm>
#include <array>
#include <numeric>

#include "core/algebra/algebra.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/facts/coordinates.h"
#include "core/facts/offsets.h"
#include "core/foreign/cpp/paste_message.h"
#include "core/foreign/evaluate.h"
#include "core/foreign/paste/paste.h"
#include "core/functions/builtin.h"
#include "core/value/value.h"

namespace stridescope {
namespace {

constexpr std::size_t max_types = 4;   // pairs of one text
constexpr std::size_t max_open = 4;    // integers of one pair
constexpr std::size_t max_type = 512;  // characters of an operand
constexpr std::int64_t usual_extent = 128;
constexpr std::int64_t max_step = std::int64_t{1} << 40;  // divisor of an open integer

using Extents = std::vector<std::int64_t>;

// The operands with a value for each of their open integers.
class Operands {
 public:
  Operands(std::string_view a, std::string_view b) : a_(a), b_(b) {}

  // Both values; empty if one of them is not read.
  std::vector<Value> at(const Extents& open) const {
    std::string text;
    for (std::size_t i = 0; i < open.size(); ++i) append_all(text, 'n', i + 1, " = ", open[i], '\n');
    append_all(text, "'", a_, "'\n'", b_, "'\n");
    Budget budget(200'000, 1 << 16);
    Evaluation made = evaluate(text, IntegerMode::cute, budget);
    std::vector<Value> out;
    if (!made.errors.empty()) return out;
    for (std::size_t i = open.size(); i < made.bindings.size(); ++i) out.push_back(std::move(made.bindings[i].value));
    if (out.size() == 1 && a_ == b_) out.push_back(out[0]);
    return out.size() == 2 ? out : std::vector<Value>();
  }

 private:
  std::string_view a_;
  std::string_view b_;
};

// The composition as text if it is A(B(i)) at some i; otherwise empty.
std::string composition_text(const std::vector<Value>& operands) {
  constexpr std::int64_t probes = 15;
  const Layout* b = operands.size() == 2 ? operands[1].as<Layout>() : nullptr;
  if (b == nullptr && (operands.size() != 2 || !operands[1].is<ValueTuple>())) return {};
  Budget budget(200'000, 1 << 16);
  Arith arith(&budget);
  const Value made = run_builtin(*find_builtin("composition"), Call(arith, "composition", {}, operands));
  // A tiler takes each mode alone.
  const std::int64_t last = b != nullptr ? size(arith, *b).value - 1 : 0;
  for (std::int64_t i = 0; b != nullptr && i <= probes && arith.ok(); ++i) {
    const IntTuple at = static_int(last / probes * i + last % probes * i / probes);
    const IntTuple through = value_at(arith, operands[0], apply(arith, *b, at));
    if (!equal(arith, value_at(arith, made, at), through).value) return {};
  }
  return arith.ok() ? to_text(made, IntegerMode::teaching) : std::string();
}

// The integers of a text, and what is between them.
struct Split {
  std::string between;
  Extents integers;
};
Split split(std::string_view text) {
  Split out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) {
      out.between += text[i];
      continue;
    }
    const bool negative = i > 0 && text[i - 1] == '-';
    std::uint64_t value = 0;  // 2^63 is the magnitude of the smallest integer
    for (; i < text.size() && is_digit(text[i]); ++i) value = value * 10 + static_cast<std::uint64_t>(text[i] - '0');
    --i;
    if (negative) out.between.pop_back();
    out.integers.push_back(static_cast<std::int64_t>(negative ? 0 - value : value));
    out.between += '#';
  }
  return out;
}

// c + p/q * n through two points, as text; empty unless it meets the others.
std::string linear(std::string_view name, const Extents& n, const Extents& values) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  if (std::any_of(values.begin(), values.end(), [](std::int64_t v) { return v > most || v < -most; })) return {};
  std::int64_t rise = values[1] - values[0];
  if (rise == 0) {
    return std::all_of(values.begin(), values.end(), [&](std::int64_t v) { return v == values[0]; }) ? cat(values[0])
                                                                                                     : std::string();
  }
  std::int64_t run = n[1] - n[0];
  const std::int64_t common = std::gcd(rise, run);
  rise /= common;
  run /= common;
  const std::int64_t start = values[0] - rise * (n[0] / run);
  for (std::size_t i = 0; i < n.size(); ++i) {
    if (n[i] % run != 0 || start + rise * (n[i] / run) != values[i]) return {};
  }
  std::string out = rise == 1 ? std::string(name) : rise == -1 ? cat('-', name) : cat(rise, '*', name);
  if (run != 1) append_all(out, '/', run);
  if (start != 0) append_all(out, start > 0 ? "+" : "", start);
  return out;
}

// The largest extents, mode by mode, with which B stays inside A; common extents if A does not limit them.
Extents fitting(const Operands& operands, const Extents& steps) {
  Extents out = steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto box = [&](std::int64_t times, IntTuple& inside) {
      Extents open = out;
      open[i] = times * steps[i];
      const std::vector<Value> values = operands.at(open);
      const Layout* b = values.empty() ? nullptr : values[1].as<Layout>();
      Arith arith;
      IntTuple of;
      if (b != nullptr) of = coshape(arith, *b);
      if (const auto* tiler = values.empty() ? nullptr : values[1].as<ValueTuple>()) {
        TupleBuilder reach(arith);
        reach.open();
        for (const Value& mode : tiler->modes)
          reach.integer(mode.is<Layout>() ? cosize(arith, *mode.as<Layout>()) : static_int(1));
        reach.close();
        of = reach.take();
      }
      const Layout* a = values.empty() ? nullptr : domain_of(values[0]);
      if (a != nullptr) inside = of.is_tuple() ? a->shape : IntTuple(size(arith, *a));
      return arith.ok() ? of : IntTuple();
    };
    IntTuple inside;
    const IntTuple one = box(1, inside);
    const IntTuple two = box(2, inside);
    const int modes = std::min(std::min(one.rank(), two.rank()), inside.rank());
    std::int64_t most = 0;
    Arith arith;
    for (int mode = 0; mode < modes; ++mode) {
      const auto extent = [&](const IntTuple& t) {
        return product(arith, t.is_tuple() ? t.ref()[mode] : t.ref()).value;
      };
      const std::int64_t more = extent(two) - extent(one);
      const std::int64_t times = more > 0 ? (extent(inside) - extent(one)) / more + 1 : 0;
      if (times > 0 && arith.ok()) most = most == 0 ? times : std::min(most, times);
    }
    out[i] = most > 0 ? most * steps[i] : (usual_extent + steps[i] - 1) / steps[i] * steps[i];
  }
  return out;
}

// The open integers of an expression, in the order of the text.
void list_open(const SyntaxTree& tree, std::uint32_t root, std::vector<std::uint32_t>& out) {
  if (tree.nodes[root].kind == Syntax::hole) out.push_back(root);
  for (const std::uint32_t child : tree.nodes[root].children) list_open(tree, child, out);
}

}  // namespace

std::string formula_of(std::string_view name, std::int64_t& step,
                       const std::function<std::string(std::int64_t)>& text_of) {
  constexpr std::array<std::int64_t, 5> factors = {2, 3, 1, 5, 64};
  if (step > max_step) return {};
  for (const std::int64_t last = 64 * step; step <= last; step *= 2) {
    Extents n;
    std::vector<Split> texts;
    for (const std::int64_t factor : factors) {
      n.push_back(factor * step);
      texts.push_back(split(text_of(n.back())));
      if (texts.back().integers.empty() || texts.back().between != texts[0].between) break;
    }
    if (texts.size() < factors.size() || texts.back().between != texts[0].between) continue;
    std::string out;
    std::size_t next = 0;
    for (const char c : texts[0].between) {
      if (c != '#') {
        out += c;
        continue;
      }
      Extents values;
      for (const Split& one : texts) values.push_back(one.integers[next]);
      const std::string part = linear(name, n, values);
      if (part.empty()) break;
      out += part;
      ++next;
    }
    if (next == texts[0].integers.size()) return out;
  }
  return {};
}

void compose_operands(std::string_view program, ForeignTree& tree) {
  constexpr std::string_view joint = "\">' o '!cute.";
  std::size_t pairs = 0;
  for (std::size_t at = program.find(joint); at != std::string_view::npos && pairs < max_types;
       at = program.find(joint, at + 1)) {
    const std::size_t open_a = program.rfind("!cute.", at);
    const std::size_t open_b = at + joint.find('!');
    const std::size_t close_b = program.find("\">", open_b);
    if (open_a == std::string_view::npos || close_b == std::string_view::npos) continue;
    const std::string_view texts[] = {program.substr(open_a, at + 2 - open_a),
                                      program.substr(open_b, close_b + 2 - open_b)};
    std::vector<std::uint32_t> roots;
    std::vector<std::uint32_t> open;
    for (const std::string_view text : texts) {
      const std::string_view quoted = text.substr(std::min(text.find('"'), text.size()));
      const auto read = std::find_if(tree.statements.begin(), tree.statements.end(), [&](const Statement& one) {
        const std::string_view whole = program.substr(one.span.begin, one.span.end - one.span.begin);
        return one.pasted && (whole.ends_with(quoted) || quoted.substr(1, quoted.size() - 3) == whole);
      });
      if (read == tree.statements.end() || text.size() > max_type) break;
      if (roots.empty() || roots[0] != read->root) list_open(tree, read->root, open);
      roots.push_back(read->root);
    }
    Extents steps;
    for (const std::uint32_t one : open) steps.push_back(std::max<std::int64_t>(1, tree.nodes[one].integer.value));
    const bool large = std::any_of(steps.begin(), steps.end(), [](std::int64_t step) { return step > max_step; });
    if (roots.size() < 2 || open.size() > max_open || large) continue;
    ++pairs;
    const Operands operands(texts[0], texts[1]);
    const Extents assumed = fitting(operands, steps);
    for (std::size_t i = 0; i < open.size(); ++i) tree.assumed_holes.emplace_back(tree.nodes[open[i]].text, assumed[i]);
    if (open.size() == 1) {
      const std::string_view name = tree.nodes[open[0]].text;
      const std::string any =
          formula_of(name, steps[0], [&](std::int64_t n) { return composition_text(operands.at({n})); });
      if (!any.empty()) {
        tree.notes.push_back(steps[0] == 1
                                 ? say("composition for any {}: {}", name, any)
                                 : say("composition for any {} that is a multiple of {}: {}", name, steps[0], any));
      }
    }
    Statement out;
    out.span = {static_cast<std::uint32_t>(program.find('"', open_a)), static_cast<std::uint32_t>(close_b)};
    out.pasted = true;
    out.root = add_call(tree, out.span, "composition", roots);
    tree.statements.push_back(std::move(out));
  }
}

}  // namespace stridescope
