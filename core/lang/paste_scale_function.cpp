// A pasted definition of CUTLASS's smem_atom_layoutSFA or SFB (include/cutlass/detail/blockwise_scale_layout.hpp) whose
// branch asks for the other operand's major: an instance of it beside the layout in global memory, with usual numbers
// in the place of the parameters that nothing tells, each of which may be said otherwise on a line before.
#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/lang/paste.h"
#include "core/lang/paste_code.h"

namespace stridescope {
namespace {

constexpr std::string_view functions[] = {"smem_atom_layoutSFA(", "smem_atom_layoutSFB("};
constexpr std::size_t max_function = 1 << 13;

// The begin of the definition that the name at `at` is in: of the template or the result before it.
std::size_t definition_begin(std::string_view program, std::size_t at) {
  std::size_t begin = program.rfind('\n', at);
  begin = begin == std::string_view::npos ? 0 : begin + 1;
  for (int lines = 0; lines < 4 && begin > 0; ++lines) {
    const std::size_t before = program.rfind('\n', begin - 1 > 0 ? begin - 2 : 0);
    const std::size_t from = before == std::string_view::npos || begin < 2 ? 0 : before + 1;
    const std::string_view line = program.substr(from, begin - 1 - from);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) break;
    const std::string_view text = line.substr(first);
    if (!text.starts_with("template") && !text.starts_with("static") && !text.starts_with("CUTE_") &&
        !text.starts_with("constexpr") && !text.starts_with("auto"))
      break;
    begin = from;
  }
  return begin;
}

}  // namespace

PastedScaleFunction read_scale_function(std::string_view program) {
  for (const std::string_view name : functions) {
    std::size_t at = program.find(name);
    for (int tried = 0; at != std::string_view::npos && tried < 64; at = program.find(name, at + 1), ++tried) {
      const std::size_t parameters = past_bracket(program, at + name.size() - 1, {.longest = 512});
      if (parameters == std::string_view::npos) continue;
      const std::size_t open = program.find_first_not_of(" \t\r\n", parameters);
      if (open == std::string_view::npos || program[open] != '{') continue;
      const std::size_t end = past_bracket(program, open, {.longest = max_function});
      if (end == std::string_view::npos) continue;
      const std::string_view body = program.substr(open, end - open);
      constexpr std::string_view asks = "if constexpr (majorSF";
      const std::size_t branch = body.find(asks);
      if (branch == std::string_view::npos || branch + asks.size() >= body.size()) continue;
      const char own = name[name.size() - 2];
      const char asked = body[branch + asks.size()];
      if (own == asked || (asked != 'A' && asked != 'B')) continue;
      PastedScaleFunction out;
      out.of_b = own == 'B';
      out.whole = {static_cast<std::uint32_t>(definition_begin(program, at)), static_cast<std::uint32_t>(end)};
      out.branch = {static_cast<std::uint32_t>(open + branch),
                    static_cast<std::uint32_t>(open + branch + asks.size() + 1)};
      return out;
    }
  }
  return {};
}

void add_scale_function(SyntaxTree& tree, const PastedScaleFunction& found) {
  if (found.whole.empty()) return;
  const Span span = found.whole;
  const auto integer = [&](std::int64_t value) {
    return tree.add({.kind = Syntax::integer, .span = span, .integer = static_int(value)});
  };
  const auto tuple = [&](std::vector<std::uint32_t> of) {
    return tree.add({.kind = Syntax::tuple, .span = span, .children = std::move(of)});
  };
  const auto call = [&](std::string_view function, std::vector<std::uint32_t> arguments) {
    return add_call(tree, span, function, std::move(arguments));
  };
  const auto bind = [&](std::string_view name, std::uint32_t root) {
    Statement out;
    out.name = name;
    out.name_span = {span.begin, span.begin};
    out.span = span;
    out.pasted = true;
    out.root = root;
    tree.statements.push_back(std::move(out));
  };
  const auto named = [&](std::string_view name) {
    return tree.add({.kind = Syntax::name, .span = span, .name_span = span, .integer = static_int(1), .text = name});
  };
  // Elements of a scale along the operand and along K, and the tile's extents there.
  const auto parameter = [&](std::int64_t usual) {
    tree.texts.push_back(std::make_unique<std::string>(cat('n', ++tree.holes)));
    SyntaxNode hole = {.kind = Syntax::hole, .span = span, .text = *tree.texts.back()};
    hole.template_args = {usual};
    return tree.add(std::move(hole));
  };
  const std::uint32_t along = parameter(128);
  const std::uint32_t k = parameter(128);
  const std::uint32_t tile = parameter(256);
  const std::uint32_t tile_k = parameter(256);
  const auto layout = [&](bool k_major) {
    const std::uint32_t scales = call("ceil_div", {tile, along});
    const std::uint32_t of_k = call("ceil_div", {tile_k, k});
    const std::uint32_t shape = tuple({tuple({along, scales}), tuple({k, of_k})});
    const std::uint32_t stride =
        tuple({tuple({integer(0), k_major ? of_k : integer(1)}), tuple({integer(0), k_major ? integer(1) : scales})});
    return tree.add({.kind = Syntax::pair, .span = span, .children = {shape, stride}});
  };
  const std::string_view operand = found.of_b ? "B" : "A";
  const std::string_view other = found.of_b ? "A" : "B";
  // The other operand K-major, this one MN-major.
  const std::string_view smem = found.of_b ? "smem_SFB" : "smem_SFA";
  const std::string_view gmem = found.of_b ? "gmem_SFB" : "gmem_SFA";
  bind(smem, layout(true));
  bind(gmem, layout(false));
  bind({}, call("first_difference", {named(smem), named(gmem)}));
  tree.findings.push_back(
      {ErrorCode::arguments,
       say("the function asks majorSF{} for the scale factors of {}: where {} is K-major and {} MN-major, they lie "
           "K-major in shared memory and MN-major in global memory",
           other, operand, other, operand),
       say("ask majorSF{} here; {} and {} show an instance of both, with numbers that are taken where the paste tells "
           "none",
           operand, smem, gmem),
       found.branch,
       {}});
}

}  // namespace stridescope
