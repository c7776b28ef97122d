// The grids below a printed layout or tensor.
#include <algorithm>

#include "core/algebra/algebra.h"
#include "core/analysis/offsets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/lang/paste.h"

namespace stridescope {
namespace {

constexpr std::int64_t max_checked_cells = 1 << 16;
constexpr std::size_t places = 5;  // of an element that print_tensor writes: longer ones have no blank between them

std::string_view line_at(std::string_view text, std::size_t at) {
  return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
}

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

}  // namespace

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
    // A row of numbers, no expression: (4,8) has no blank before it, a row begins with one, or with a number that fills
    // its 5 places.
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
  std::int64_t cell = 0;  // in the order of the text: row by row, slice by slice
  std::size_t at = grid.begin;
  const auto wrong = [&](Span span, Message message) {
    return std::vector<Error>{{ErrorCode::arguments,
                               std::move(message),
                               say("the grid belongs to another layout: remove it or mend the layout above it"),
                               span,
                               {}}};
  };
  while (at < grid.end) {
    const std::string_view line = line_at(program, at);
    std::size_t i = 0;
    if (tensor == nullptr) {  // past the number of the row; a line without `|` is a rule or the header
      const std::size_t bar = line.find('|');
      i = bar == std::string_view::npos ? line.size() : bar;
    } else if (line.starts_with('-') || line.starts_with('=')) {
      i = line.size();
    }
    while (i < line.size()) {
      const bool negative = line[i] == '-' && i + 1 < line.size() && is_digit(line[i + 1]);
      if (!is_digit(line[i]) && !negative) {
        ++i;
        continue;
      }
      const std::size_t first = i++;
      std::int64_t number = negative ? 0 : line[first] - '0';
      for (; i < line.size() && is_digit(line[i]); ++i)
        number = number < (std::int64_t{1} << 58) ? number * 10 + (line[i] - '0') : number;
      if (tensor != nullptr && i - first >= places) return {};
      if (negative) number = -number;
      const Span span = {static_cast<std::uint32_t>(at + first), static_cast<std::uint32_t>(at + i)};
      if (cell >= count) return wrong(span, say("the grid has more cells than the {} of the layout", count));
      const std::int64_t slice = cell / (rows * cols);
      const std::int64_t row = cell % (rows * cols) / cols;
      const std::int64_t col = cell % cols;
      const std::int64_t expected = offsets[static_cast<std::size_t>(row + rows * col + rows * cols * slice)];
      if (number != expected)
        return wrong(span, say("the grid has {} at ({},{}), the layout gives {}", number, row, col, expected));
      ++cell;
    }
    at += line.size() + 1;
  }
  return {};
}

}  // namespace stridescope
