// Triton's linear layouts as its tools print and make them, outside of any encoding: bases by input, the coordinates of
// the tensor that they are. They become the encoding of linear bases. Source: triton-lang/triton
// lib/Tools/LinearLayout.cpp (toString) and python/src/linear_layout.cc (from_bases).
//   - register=1 -> (0, 1)                      LinearLayout.from_bases(
//     register=2 -> (0, 2)                          [("register", [[0, 1], [0, 2]]), ("lane", [[1, 0]])],
//   - lane=1 -> (1, 0)                              ["dim0", "dim1"], [2, 4], True)
//   - warp is a size 1 dimension
//   where out dims are: [dim0 (size 2), dim1 (size 4)]
#include <algorithm>

#include "core/foreign/systems/triton.h"

namespace stridescope::triton {
namespace {

constexpr std::string_view of_registers[] = {"register", "lane", "warp", "block"};
constexpr std::string_view of_memory[] = {"offset", "block"};

Attribute list_at(std::size_t position) {
  Attribute out;
  out.kind = Attribute::Kind::list;
  out.position = position;
  return out;
}

// (0, 1) or [0, 1]
Attribute basis(Scanner& in) {
  Attribute out = list_at(in.position());
  const bool round = in.accept("(");
  if (!round && !in.expect("[")) return out;
  const std::string_view close = round ? ")" : "]";
  while (in.ok() && !in.accept(close)) {
    Attribute one;
    one.position = in.position();
    one.integer = in.integer();
    out.items.push_back(std::move(one));
    if (!in.accept(",") && !in.at(close)) in.expect(close);
    if (out.items.size() > max_foreign_rank) in.fail(say("more than {} dimensions", max_foreign_rank));
  }
  return out;
}

// The list of bases of that input; creates a new one if necessary.
Attribute* bases_of(Scanner& in, Attribute& out, std::string_view name, std::size_t position) {
  const auto is = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
  };
  if (!is(of_registers) && !is(of_memory)) {
    in.fail_at(position, say("'{}' is not a known input: expected register, lane, warp, block or offset", name));
    return nullptr;
  }
  for (std::size_t i = 0; i < out.keys.size(); ++i) {
    if (out.keys[i] == name) return &out.values[i];
  }
  out.keys.push_back(name);
  out.values.push_back(list_at(position));
  return &out.values.back();
}

// Inputs of size 1 can be missing in the text, but not in the encoding.
void finish(Scanner& in, Attribute& out) {
  const bool memory = out.find("offset") != nullptr;
  out.kind = Attribute::Kind::attribute;
  out.word = memory ? "ttg.shared_linear" : "ttg.linear";
  if (memory && out.keys.size() > (out.find("block") != nullptr ? 2U : 1U))
    in.fail_at(out.position,
               say("the input 'offset' belongs to layouts of memory, the others to layouts of registers"));
  for (const std::string_view name : of_registers) {
    if ((memory && name != "block") || out.find(name) != nullptr) continue;
    out.keys.push_back(name);
    out.values.push_back(list_at(out.position));
  }
}

}  // namespace

bool at_printed_bases(Scanner& in) {
  const std::size_t begin = in.position();
  const bool out = in.accept("-") && !in.word().empty() && (in.at("=") || in.at("is a size 1"));
  in.back_to(begin);
  return out;
}

Attribute read_printed_bases(Scanner& in, ForeignShape& shape) {
  Attribute out;
  out.position = in.position();
  while (in.ok() && !in.at_end()) {
    const std::size_t begin = in.position();
    if (in.accept("where out dims are:")) {
      if (!in.expect("[")) break;
      while (in.ok() && !in.accept("]")) {
        in.word();
        if (!in.expect("(") || !in.accept_word("size")) {
          in.fail(say("expected the size of a dimension"));
          break;
        }
        shape.push_back(in.integer());
        in.expect(")");
        if (!in.accept(",") && !in.at("]")) in.expect("]");
        if (shape.size() > max_foreign_rank) in.fail(say("more than {} dimensions", max_foreign_rank));
      }
      break;
    }
    in.accept("-");
    const std::string_view name = in.word();
    Attribute* bases = bases_of(in, out, name, begin);
    if (bases == nullptr || in.accept("is a size 1 dimension")) continue;
    if (!in.expect("=")) break;
    const std::int64_t at = in.integer();
    if (bases->items.size() >= max_linear_bits || at != std::int64_t{1} << bases->items.size()) {
      in.fail_at(begin, say("expected the bases of 1, 2, 4, ... in order"));
      break;
    }
    if (!in.expect("->")) break;
    bases->items.push_back(basis(in));
  }
  if (in.ok()) finish(in, out);
  return out;
}

Attribute read_made_bases(Scanner& in, ForeignShape& shape) {
  Attribute out;
  out.position = in.position();
  if (!in.expect("(") || !in.expect("[")) return out;
  while (in.ok() && !in.accept("]")) {
    const std::size_t begin = in.position();
    if (!in.expect("(")) break;
    Attribute* bases = bases_of(in, out, in.quoted(), begin);
    if (bases == nullptr || !in.expect(",") || !in.expect("[")) break;
    while (in.ok() && !in.accept("]")) {
      bases->items.push_back(basis(in));
      if (!in.accept(",") && !in.at("]")) in.expect("]");
      if (bases->items.size() > max_linear_bits)
        in.fail(say("a linear layout can have at most {} bits", max_linear_bits));
    }
    in.expect(")");
    if (!in.accept(",") && !in.at("]")) in.expect("]");
  }
  // The names of the dimensions, and their sizes if given.
  if (in.accept(",")) {
    in.until(",)");
    if (in.accept(",") && in.at("[")) {
      for (const Attribute& size : basis(in).items) shape.push_back(size.integer);
    }
  }
  in.until(")");
  in.expect(")");
  if (in.ok()) finish(in, out);
  return out;
}

}  // namespace stridescope::triton
