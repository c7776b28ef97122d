// Reads the grids below a printed layout or tensor, and grids alone.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/facts/offsets.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/systems/table.h"

namespace stridescope {
namespace {

constexpr std::int64_t max_checked_cells = 1 << 16;
constexpr std::size_t places = 5;  // width of an element in print_tensor: longer ones have no blank between them

bool made_of(std::string_view line, std::string_view marks) {
  return std::all_of(line.begin(), line.end(), [&](char c) {
    return is_digit(c) || c == ' ' || c == '\r' || c == '\t' || marks.find(c) != std::string_view::npos;
  });
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

bool is_rule(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line.substr(first).starts_with("+--");
}

// Reads the next number on a line from `at` on, and moves `at` after it; `first` is its first character. False without
// one.
bool next_number(std::string_view line, std::size_t& at, std::size_t& first, std::int64_t& number) {
  const std::size_t digit = line.find_first_of("0123456789", at);
  if (digit == std::string_view::npos) return false;
  const bool negative = digit > at && line[digit - 1] == '-';
  first = negative ? digit - 1 : digit;
  number = 0;
  for (at = digit; at < line.size() && is_digit(line[at]); ++at)
    number = number < (std::int64_t{1} << 58) ? number * 10 + (line[at] - '0') : number;
  if (negative) number = -number;
  return true;
}

// The numbers on a line from `at` on.
std::vector<std::int64_t> numbers_of(std::string_view line, std::size_t at) {
  std::vector<std::int64_t> out;
  std::size_t first = 0;
  for (std::int64_t number = 0; next_number(line, at, first, number);) out.push_back(number);
  return out;
}

}  // namespace

Span free_grid(std::string_view program, std::uint32_t begin) {
  if (const std::uint32_t end = grid_end(program, begin, false); end > begin) {
    // Another header after rows begins another grid.
    bool rows_before = false;
    for (std::size_t at = begin; at < end;) {
      const std::string_view line = line_at(program, at);
      const bool row = line.find('|') != std::string_view::npos;
      if (rows_before && !row && !is_rule(line)) return {begin, static_cast<std::uint32_t>(at - 1)};
      rows_before = rows_before || row;
      at += line.size() + 1;
    }
    return {begin, end};
  }
  std::size_t at = begin;
  std::size_t rows = 0;
  std::size_t columns = 0;
  for (; at < program.size(); ++rows) {
    const std::string_view line = line_at(program, at);
    if (is_blank(line) || !made_of(line, "-,[]")) break;
    const std::size_t count = numbers_of(line, 0).size();
    if (count < 2 || (rows > 0 && count != columns)) break;
    columns = count;
    at = std::min(at + line.size() + 1, program.size());
  }
  if (rows < 2) return {};
  return {begin, static_cast<std::uint32_t>(program[at - 1] == '\n' ? at - 1 : at)};
}

Value layout_of_grid(Arith& arith, std::string_view program, Span& grid) {
  const std::string_view text = program.substr(grid.begin, grid.end - grid.begin);
  const bool framed = text.find('|') != std::string_view::npos;
  if (auto matrix = framed ? std::nullopt : matrix_of_grid(arith, text)) {
    grid = {};
    return *std::move(matrix);
  }
  std::vector<std::vector<std::int64_t>> rows;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = line_at(text, at);
    at += line.size() + 1;
    const std::size_t bar = line.find('|');
    if (framed && bar == std::string_view::npos) continue;  // a rule, or the header
    rows.push_back(numbers_of(line, framed ? bar : 0));
    if (rows.back().size() != rows[0].size() || rows[0].empty()) {
      arith.fail(ErrorCode::syntax, say("row {} of the grid has {} {number|numbers}, but row 0 has {}", rows.size() - 1,
                                        rows.back().size(), rows[0].size()));
      return static_int(0);
    }
    if (static_cast<std::int64_t>(rows.size() * rows[0].size()) > max_checked_cells) {
      arith.fail(ErrorCode::too_large, say("a grid of more than {} cells", max_checked_cells));
      return static_int(0);
    }
  }
  if (rows.empty()) {
    arith.fail(ErrorCode::syntax, say("a grid without rows"));
    return static_int(0);
  }
  std::vector<std::int64_t> values;
  for (std::size_t column = 0; column < rows[0].size(); ++column) {
    for (const std::vector<std::int64_t>& row : rows) values.push_back(row[column]);
  }
  const std::vector<std::int64_t> extents = {static_cast<std::int64_t>(rows.size()),
                                             static_cast<std::int64_t>(rows[0].size())};
  AnyLayout out = layout_of_table(arith, extents, values);
  return arith.failed() ? Value(static_int(0)) : to_value(std::move(out));
}

std::uint32_t grid_end(std::string_view program, std::uint32_t begin, bool of_tensor) {
  std::size_t at = begin;
  if (at >= program.size()) return begin;
  if (!of_tensor) {  // the header, then rules and rows
    const std::string_view header = line_at(program, at);
    const std::size_t second = std::min(at + header.size() + 1, program.size());
    if (!is_rule(header) && !(made_of(header, "") && !is_blank(header) && is_rule(line_at(program, second))))
      return begin;
    if (!is_rule(header)) at = second;
  }
  while (at < program.size()) {
    const std::string_view line = line_at(program, at);
    if (is_blank(line) || !made_of(line, of_tensor ? "-=+.,()eE" : "-+|")) break;
    // A row of numbers, not an expression: (4,8) has no blank before it; a row begins with a blank, or with a number
    // that fills its 5 columns.
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    if (of_tensor && line[0] != ' ' && line[0] != '-' && line[0] != '=' && (at == begin || digits < places)) break;
    at = std::min(at + line.size() + 1, program.size());
  }
  return static_cast<std::uint32_t>(at > begin && program[at - 1] == '\n' ? at - 1 : at);
}

std::vector<Error> check_grid(std::string_view program, Span grid, const Value& value) {
  const auto function = memory_function(value);
  const auto* tensor = value.as<Tensor>();
  const Layout* domain = domain_of(value);
  if (!function || (tensor != nullptr && tensor->data.kind != Iterator::Kind::counting) ||
      domain->rank() > (tensor != nullptr ? 4 : 2))
    return {};
  Arith arith;
  const auto extent = [&](int mode) { return mode < domain->rank() ? product(arith, domain->shape[mode]).value : 1; };
  const std::int64_t rows = extent(0);
  const std::int64_t cols = extent(1);
  const std::int64_t count = size(arith, *domain).value;
  if (arith.failed() || count <= 0 || count > max_checked_cells) return {};
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(count));
  function->fill(offsets.data(), count);
  std::int64_t cell = 0;  // in text order: row by row, slice by slice
  std::size_t at = grid.begin;
  const auto wrong = [&](Span span, Message message) {
    return std::vector<Error>{{ErrorCode::arguments,
                               std::move(message),
                               say("the grid belongs to another layout: remove it or fix the layout above it"),
                               span,
                               {}}};
  };
  while (at < grid.end) {
    const std::string_view line = line_at(program, at);
    std::size_t i = 0;
    if (tensor == nullptr) {  // after the number of the row; a line without `|` is a rule or the header
      const std::size_t bar = line.find('|');
      i = bar == std::string_view::npos ? line.size() : bar;
    } else if (line.starts_with('-') || line.starts_with('=')) {
      i = line.size();
    }
    std::size_t first = 0;
    for (std::int64_t number = 0; next_number(line, i, first, number);) {
      if (tensor != nullptr && i - first >= places) return {};
      const Span span = {static_cast<std::uint32_t>(at + first), static_cast<std::uint32_t>(at + i)};
      if (cell >= count) return wrong(span, say("the grid has more cells than the {} of the layout", count));
      const std::int64_t slice = cell / (rows * cols);
      const std::int64_t row = cell % (rows * cols) / cols;
      const std::int64_t col = cell % cols;
      const std::int64_t expected = offsets[static_cast<std::size_t>(row + rows * col + rows * cols * slice)];
      if (number != expected)
        return wrong(span, say("the grid has {} at ({},{}), but the layout gives {}", number, row, col, expected));
      ++cell;
    }
    at += line.size() + 1;
  }
  return {};
}

}  // namespace stridescope
