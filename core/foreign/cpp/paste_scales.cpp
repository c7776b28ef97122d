// Reads CUTLASS's configurations of blockwise scale factors, whose functions make the layouts of a problem and of a
// tile. Source: include/cutlass/detail/blockwise_scale_layout.hpp.
#include "core/foreign/paste/paste_parser.h"

namespace stridescope {

// Sm1xxBlockwiseScaleConfig<1, 128, 128, UMMA::Major::K, UMMA::Major::MN>: the elements per scale along M, N and K, and
// the contiguous mode of the scales of A and of B; at the bracket.
PasteParser::Index PasteParser::blockwise_config(std::uint32_t begin) {
  foreign_ = true;
  const Span open = advance().span;
  ++in_template_;
  std::vector<std::uint32_t> elements;
  while (elements.size() < 3) {
    const Index one = elements.empty() || accept(TokenKind::comma) ? expression() : unexpected(say("','"));
    if (!one) {
      --in_template_;
      return {};
    }
    elements.push_back(add({.kind = Syntax::to_static, .span = {}, .children = {*one}}, begin));
  }
  --in_template_;
  bool k_major[2] = {false, false};
  for (bool& one : k_major) {
    if (!accept(TokenKind::comma)) continue;
    const std::uint32_t first = next_position();
    while (!at_end() && !at(TokenKind::comma) && !at(TokenKind::close_angle)) advance();
    const std::string_view text = text_.substr(first, position() - first);
    one = text.find("Major::K") != std::string_view::npos;
  }
  if (!expect(TokenKind::close_angle, '>', open)) return {};
  static constexpr std::string_view majors[] = {"majors MM", "majors MK", "majors KM", "majors KK"};
  return add({.kind = Syntax::tuple,
              .span = {},
              .text = majors[(k_major[0] ? 2 : 0) + (k_major[1] ? 1 : 0)],
              .children = std::move(elements)},
             begin);
}

// ((along, scales), (k, of_k), batches): the elements of a scale share one place; scales are adjacent along K or along
// the other mode. A tile has no batches.
std::uint32_t PasteParser::scale_layout(const ScaleModes& modes, std::optional<std::uint32_t> batches,
                                        std::uint32_t begin) {
  const auto tuple = [&](std::vector<std::uint32_t> of) {
    return add({.kind = Syntax::tuple, .span = {}, .children = std::move(of)}, begin);
  };
  const auto integer = [&](std::int64_t value) { return add_integer(static_int(value), begin); };
  const auto [along, scales, k, of_k, k_major] = modes;
  std::vector<std::uint32_t> shape = {tuple({along, scales}), tuple({k, of_k})};
  std::vector<std::uint32_t> stride = {tuple({integer(0), k_major ? of_k : integer(1)}),
                                       tuple({integer(0), k_major ? integer(1) : scales})};
  if (batches) {
    shape.push_back(*batches);
    stride.push_back(add_call("mul", {scales, of_k}, begin));
  }
  const std::uint32_t shapes = tuple(std::move(shape));
  const std::uint32_t strides = tuple(std::move(stride));
  return add({.kind = Syntax::pair, .span = {}, .children = {shapes, strides}}, begin);
}

// Config::deduce_layoutSFA(): a type with the integers of a problem.
std::uint32_t PasteParser::deduced_scales(std::uint32_t config, bool of_b, std::uint32_t begin) {
  const std::vector<std::uint32_t> elements = node(config).children;
  const bool k_major = node(config).text[of_b ? 8 : 7] == 'K';  // after "majors "
  const std::uint32_t scales = add_hole(begin, 0);
  const std::uint32_t of_k = add_hole(begin, 0);
  const std::uint32_t batches = add_hole(begin, 0);
  return scale_layout({elements[of_b ? 1 : 0], scales, elements[2], of_k, k_major}, batches, begin);
}

// Config::smem_atom_layoutSFA(CtaShape), tile_atom_to_shape_SFB(make_shape(M, N, K, L)) and similar; at the bracket
PasteParser::Index PasteParser::blockwise_member(std::uint32_t config, std::string_view word, std::uint32_t begin) {
  const bool of_tile = word == "smem_atom_layoutSFA" || word == "smem_atom_layoutSFB";
  const bool of_b = word.ends_with('B');
  const Span open = advance().span;
  const bool of_type = word == "deduce_layoutSFA" || word == "deduce_layoutSFB";
  if (!of_tile && !of_type && word != "tile_atom_to_shape_SFA" && word != "tile_atom_to_shape_SFB")
    return error({begin, open.end}, say("unknown member '{}'", word),
                 say("write its value instead, or bind the name before"));
  const auto arguments = list(TokenKind::close_paren, ')', open);
  if (!arguments) return {};
  if (of_type) return deduced_scales(config, of_b, begin);
  if (arguments->size() != 1)
    return error({begin, position()}, say("{} takes {} {argument|arguments}, not {}", word, 1, arguments->size()),
                 say("write {}(make_shape(M, N, K, L))", word));
  const std::vector<std::uint32_t> elements = node(config).children;
  const std::string_view majors = node(config).text.substr(7);
  // As in CUTLASS: the tile's layout of B uses the major of A.
  const bool k_major = majors[of_b && !of_tile ? 1 : 0] == 'K';
  if (of_tile && of_b && majors[0] != majors[1])
    tree_.findings.push_back(
        {ErrorCode::arguments,
         say("smem_atom_layoutSFB takes the major mode of A: the scale factors of B are {}-major in shared memory and "
             "{}-major in global memory",
             majors[0] == 'K' ? "K" : "MN", majors[1] == 'K' ? "K" : "MN"),
         say("give A and B the same major mode, or use a CUTLASS whose smem_atom_layoutSFB takes majorSFB"),
         {begin, position()},
         {}});
  std::uint32_t all = arguments->front();
  if (!of_tile) {
    all = add_call("append", {all, add_integer(static_int(1), begin)}, begin);  // (M, N, K, L)
    node(all).template_args = {4};
  }
  const auto extent = [&](std::int64_t mode) {
    const std::uint32_t out = add_call("get", {all}, begin);
    node(out).template_args = {mode};
    return out;
  };
  const std::uint32_t along = elements[of_b ? 1 : 0];
  const std::uint32_t scales = add_call("ceil_div", {extent(of_b ? 1 : 0), along}, begin);
  const std::uint32_t of_k = add_call("ceil_div", {extent(2), elements[2]}, begin);
  const auto batches = of_tile ? std::nullopt : std::optional(extent(3));
  return scale_layout({along, scales, elements[2], of_k, k_major}, batches, begin);
}

}  // namespace stridescope
