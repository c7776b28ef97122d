// Reads matrices over F2 in common notations: rows of 0 and 1 on lines or between `;`, lists of lists of Python,
// NumPy's prints of them, and prints of f2_matrix, with columns below their modes.
#include <algorithm>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/systems/linear.h"

namespace stridescope {
namespace {

constexpr std::string_view printed_row = "offset bit ";

struct Rows {
  std::vector<std::string> rows;  // rows of '0' and '1'
  std::vector<int> in;            // bits of each mode; empty if the text does not give them
};

Message wrong_entry(std::string_view entry) { return say("expected 0 or 1 in a matrix over F2, not '{}'", entry); }
Message how_to_write() { return say("write \"10;01\", the row of offset bit 0 first"); }

// The modes in the headers above the columns of f2_matrix, `mode 0`, `mode (1,0)`, `coordinate`, one for each leaf.
std::vector<std::size_t> modes_of(std::string_view heads) {
  std::vector<std::size_t> out;
  for (std::size_t at = heads.find_first_not_of(' '); at < heads.size();) {
    const std::size_t end = std::min(heads.find("  ", at), heads.size());
    std::size_t mode = 0;
    for (std::size_t i = std::min(heads.find_first_of("0123456789", at), end); i < end && is_digit(heads[i]); ++i)
      mode = std::min<std::size_t>(mode * 10 + static_cast<std::size_t>(heads[i] - '0'), max_linear_bits);
    out.push_back(mode);
    at = heads.find_first_not_of(' ', end);
  }
  return out;
}

// Bits of each mode: below the headers the bits of each leaf are numbered from 0.
std::vector<int> bits_by_mode(std::string_view heads, std::string_view numbers) {
  const std::vector<std::size_t> modes = modes_of(heads);
  std::vector<int> out;
  std::size_t leaf = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!is_digit(numbers[i]) || (i > 0 && is_digit(numbers[i - 1]))) continue;
    const bool first = numbers[i] == '0';
    leaf += first ? 1 : 0;
    if (leaf == 0 || leaf > modes.size()) return {};
    const std::size_t mode = modes[leaf - 1];
    if (mode >= out.size()) out.resize(mode + 1);
    ++out[mode];
  }
  return out;
}

Rows printed_rows(Arith& arith, std::string_view text) {
  Rows out;
  std::string_view before[2];  // the two lines above the first row
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = line_at(text, at);
    at += line.size() + 1;
    const std::size_t begin = line.find(printed_row);
    if (begin == std::string_view::npos) {
      if (out.rows.empty()) {
        before[0] = before[1];
        before[1] = line;
      }
      continue;
    }
    if (before[0].find("L(0)") != std::string_view::npos) {
      arith.fail(ErrorCode::unsupported, say("the matrix has a column L(0), but a linear map has 0 there"));
      return out;
    }
    std::size_t i = begin + printed_row.size();
    while (i < line.size() && is_digit(line[i])) ++i;
    std::string row;
    for (; i < line.size(); ++i) {
      if (line[i] == ' ' || line[i] == '\r') continue;
      if (line[i] != '0' && line[i] != '1') {
        arith.fail(ErrorCode::arguments, wrong_entry(line.substr(i, 1)), how_to_write());
        return out;
      }
      row.push_back(line[i]);
    }
    out.rows.push_back(std::move(row));
  }
  out.in = bits_by_mode(before[0], before[1]);
  std::size_t bits = 0;
  for (const int one : out.in) bits += static_cast<std::size_t>(one);
  if (out.rows.empty() || bits != out.rows[0].size()) out.in.clear();
  return out;
}

// A call around the rows, np.array([[1, 0], [0, 1]], dtype=np.uint8), adds no information.
std::string_view without_call(std::string_view text) {
  const std::size_t word = text.find_first_not_of(" \t\r\n");
  if (word == std::string_view::npos || !is_letter(text[word])) return text;
  const std::size_t open = text.find('(', word);
  const bool call = open != std::string_view::npos && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(word),
                                                                  text.begin() + static_cast<std::ptrdiff_t>(open),
                                                                  [](char c) { return is_word(c) || c == '.'; });
  const std::size_t list = call ? text.find_first_not_of(" \t\r\n", open + 1) : std::string_view::npos;
  if (list == std::string_view::npos || (text[list] != '[' && text[list] != '(')) return text;
  const std::size_t end = past_bracket(text, list);
  return end == std::string_view::npos ? text : text.substr(list, end - list);
}

Rows plain_rows(Arith& arith, std::string_view text) {
  Rows out;
  text = without_call(text);
  const bool brackets = text.find_first_of("[(") != std::string_view::npos;
  const bool commas = text.find(',') != std::string_view::npos;
  out.rows.emplace_back();
  const auto end_row = [&] {
    if (!out.rows.back().empty()) out.rows.emplace_back();
  };
  for (std::size_t i = 0; i < text.size() && arith.ok(); ++i) {
    const char c = text[i];
    if (is_word(c)) {
      const std::size_t end = word_end(text, i);
      const std::string_view entry = text.substr(i, end - i);
      const bool bits = entry.find_first_not_of("01") == std::string_view::npos && (!commas || entry.size() == 1);
      if (!bits) arith.fail(ErrorCode::arguments, wrong_entry(entry), how_to_write());
      out.rows.back() += entry;
      i = end - 1;
    } else if (c == ';' || c == ']' || c == ')' || (c == '\n' && !brackets)) {
      end_row();
    } else if (std::string_view(" ,[(|\t\r\n").find(c) == std::string_view::npos) {
      arith.fail(ErrorCode::arguments, wrong_entry(text.substr(i, 1)), how_to_write());
    }
    if (out.rows.size() > max_linear_bits + 1) break;
  }
  if (out.rows.back().empty()) out.rows.pop_back();
  return out;
}

}  // namespace

LinearMap read_matrix(Arith& arith, std::string_view text) {
  LinearMap out;
  const bool printed = text.find(printed_row) != std::string_view::npos;
  if (!arith.spend(text.size())) return out;
  const Rows read = printed ? printed_rows(arith, text) : plain_rows(arith, text);
  if (arith.failed()) return out;
  const std::vector<std::string>& rows = read.rows;
  const std::size_t columns = rows.empty() ? 0 : rows[0].size();
  if (columns > max_linear_bits || rows.size() > max_linear_bits) {
    arith.fail(ErrorCode::too_large, say("a linear layout can have at most {} bits", max_linear_bits));
    return out;
  }
  out.columns.assign(columns, 0);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].size() != columns) {
      arith.fail(ErrorCode::arguments,
                 say("row {} has {} {entry|entries}, but row 0 has {}", r, rows[r].size(), columns));
      return {};
    }
    for (std::size_t j = 0; j < columns; ++j) out.columns[j] |= static_cast<std::uint64_t>(rows[r][j] - '0') << r;
  }
  out.in = read.in;
  if (out.in.empty()) out.in = {static_cast<int>(columns)};
  out.out = static_cast<int>(rows.size());
  return out;
}

}  // namespace stridescope
