// Reads matrices over F2 in a program: lists of Python, NumPy's arrays of them, and rows of 0 and 1 alone. Each is the
// linear layout with its columns as bases.
#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/paste/paste_parser.h"
#include "core/foreign/systems/linear.h"

namespace stridescope {
namespace {

// The row of 0 and 1 on the line at `at`, without blanks around it; empty for any other text.
std::string_view row_at(std::string_view program, std::size_t at) {
  const std::string_view row = trimmed(program.substr(at, line_end(program, at) - at));
  return row.find_first_not_of("01") == std::string_view::npos ? row : std::string_view();
}

}  // namespace

std::optional<Value> matrix_of_grid(Arith& arith, std::string_view grid) {
  if (grid.find_first_of("23456789-") != std::string_view::npos) return std::nullopt;
  Arith plain;
  const LinearMap map = read_matrix(plain, grid);
  if (plain.failed() || map.out < 2 || map.inputs() < 2) return std::nullopt;
  // As offsets they would begin with 0, and be only 0 and 1.
  const bool one_in_front = (map.columns[0] & 1) != 0;
  if (!one_in_front && rank_of(map) < std::min(map.out, map.inputs())) return std::nullopt;
  LinearForm form = shortest_form(arith, map);
  return arith.failed() ? Value(static_int(0)) : to_value(std::move(form.layout));
}

// [[1, 0], [0, 1]]; empty if it is not a matrix of 0 and 1 with at least two rows and columns.
PasteParser::Index PasteParser::matrix_of(const std::vector<std::uint32_t>& rows, std::uint32_t begin) {
  if (rows.size() < 2 || rows.size() > max_linear_bits) return {};
  const std::size_t columns = node(rows[0]).children.size();
  if (columns < 2) return {};
  std::string text;
  for (const std::uint32_t index : rows) {
    const SyntaxNode& row = node(index);
    if (row.kind != Syntax::tuple || text_[row.span.begin] != '[' || row.children.size() != columns) return {};
    if (!text.empty()) text += ';';
    for (const std::uint32_t entry : row.children) {
      const SyntaxNode& bit = node(entry);
      if (bit.kind != Syntax::integer || bit.integer.value < 0 || bit.integer.value > 1) return {};
      text += bit.integer.value == 1 ? '1' : '0';
    }
  }
  return add_call("linear_layout", {add_literal(Text{std::move(text)}, begin)}, begin);
}

// np.array([[1, 0], [0, 1]], dtype=np.uint8); empty if it is not such a matrix.
PasteParser::Index PasteParser::array_of_numpy(std::uint32_t begin) {
  static constexpr std::string_view modules[] = {"np", "numpy", "jnp", "torch"};
  static constexpr std::string_view makers[] = {"array", "asarray", "tensor"};
  const auto is = [&](std::size_t ahead, const auto& list) {
    return std::find(std::begin(list), std::end(list), spelling(peek(ahead).span)) != std::end(list);
  };
  if (!at(TokenKind::name) || !at(TokenKind::dot, 1) || !at(TokenKind::open_paren, 3) ||
      !at(TokenKind::open_bracket, 4) || !is(0, modules) || !is(2, makers))
    return {};
  const std::size_t before = next_;
  next_ += 4;
  const Index matrix = primary();
  if (!matrix) return {};
  if (node(*matrix).kind == Syntax::call && skip_rest(TokenKind::close_paren)) {
    node(*matrix).span = {begin, position()};
    return matrix;
  }
  next_ = before;
  return {};
}

Span printed_bases(std::string_view program, std::uint32_t begin) {
  const auto line_of = [&](std::size_t at) { return trimmed(program.substr(at, line_end(program, at) - at)); };
  const auto is_basis = [](std::string_view line) {
    return (line.find("=1 -> (") != std::string_view::npos && line.starts_with('-')) ||
           line.ends_with(" is a size 1 dimension");
  };
  if (!line_of(begin).starts_with('-') || !is_basis(line_of(begin))) return {begin, begin};
  std::size_t end = begin;
  for (std::size_t at = begin; at < program.size(); at = end + 1) {
    const std::string_view line = line_of(at);
    const bool last = line.starts_with("where out dims are:");
    if (!last && !is_basis(line) && line.find(" -> (") == std::string_view::npos) break;
    end = line_end(program, at);
    if (last) break;
  }
  return {begin, static_cast<std::uint32_t>(end)};
}

Span bit_rows(std::string_view program, std::uint32_t begin) {
  const std::size_t columns = row_at(program, begin).size();
  bool number = true;  // true if each row could be an integer
  std::size_t at = begin;
  std::size_t rows = 0;
  std::size_t end = begin;
  for (; at < program.size() && rows <= max_linear_bits; ++rows) {
    const std::string_view row = row_at(program, at);
    if (row.size() != columns || columns < 2) break;
    number = number && row[0] == '1';
    end = line_end(program, at);
    at = end + 1;
  }
  return rows < 2 || number ? Span{begin, begin} : Span{begin, static_cast<std::uint32_t>(end)};
}

}  // namespace stridescope
