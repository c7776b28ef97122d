// The source page in the format of `ncu --page source --csv`: for each kernel a line with its name, a line with the
// columns, and a line per instruction. The columns depend on the version and on the collected sections. Lines of other
// programs may be mixed in.
#include <algorithm>
#include <charconv>

#include "core/base/characters.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/trace/ncu.h"

namespace stridescope {
namespace {

constexpr std::size_t most_columns = 1024;

// The next line's fields (RFC 4180); false at the end of the text.
bool next_row(std::string_view& text, std::vector<std::string>& row) {
  row.clear();
  if (text.empty()) return false;
  std::size_t at = 0;
  while (true) {
    std::string field;
    if (at < text.size() && text[at] == '"') {
      ++at;
      for (; at < text.size(); ++at) {
        if (text[at] != '"') {
          field += text[at];
        } else if (at + 1 < text.size() && text[at + 1] == '"') {
          field += text[at++];
        } else {
          ++at;
          break;
        }
      }
    }
    while (at < text.size() && text[at] != ',' && text[at] != '\n') field += text[at++];
    if (!field.empty() && field.back() == '\r') field.pop_back();
    if (row.size() < most_columns) row.push_back(std::move(field));
    if (at >= text.size() || text[at++] == '\n') break;
  }
  text.remove_prefix(at);
  return true;
}

// A natural number, possibly with commas between digits; not_counted otherwise.
std::int64_t natural(std::string_view text) {
  std::string digits;
  for (const char c : trimmed(text)) {
    if (c != ',') digits += c;
  }
  std::int64_t out = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return error == std::errc() && end == digits.data() + digits.size() && out >= 0 ? out : not_counted;
}

std::int64_t address(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  std::int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, 16);
  return error == std::errc() && end == text.data() + text.size() && out >= 0 ? out : not_counted;
}

// "(64, 64, 1)".
std::array<std::int64_t, 3> extents_of_cell(std::string_view text) {
  std::array<std::int64_t, 3> out = {};
  std::size_t at = 0;
  for (std::int64_t& extent : out) {
    at = text.find_first_of("0123456789", at);
    if (at == std::string_view::npos) return {};
    const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    extent = natural(text.substr(at, end - at));
    if (extent < 1) return {};
    at = end;
  }
  return out;
}

struct Columns {
  std::size_t count = 0;
  std::size_t address = 0;
  std::size_t sass = 0;
  std::size_t space = most_columns;
  std::size_t operation = most_columns;
  std::size_t size = most_columns;
  std::array<std::size_t, ncu_counter_count> counters{};
};

// Columns of a header row; empty if the row does not name the required columns.
Columns columns_of(const std::vector<std::string>& row) {
  Columns out;
  const auto place = [&](std::string_view name) {
    const auto at = std::find(row.begin(), row.end(), name);
    return at == row.end() ? most_columns : static_cast<std::size_t>(at - row.begin());
  };
  out.address = place("Address");
  out.sass = place("Source");
  if (out.address == most_columns || out.sass == most_columns) return {};
  out.space = place("Address Space");
  out.operation = place("Access Operation");
  out.size = place("Access Size");
  for (std::size_t i = 0; i < ncu_counter_count; ++i) out.counters[i] = place(ncu_counters[i].column);
  out.count = row.size();
  return out;
}

bool has(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

}  // namespace

Result<NcuReport> read_ncu_text(std::string_view text) {
  NcuReport out;
  Columns columns;
  bool skipped = true;  // the kernel is above the limit, or none has begun
  std::size_t rows = 0;
  std::int64_t begin = not_counted;
  std::vector<std::string> row;
  while (next_row(text, row)) {
    if (row.front() == "Kernel Name" && row.size() > 1) {
      columns = {};
      begin = not_counted;
      skipped = out.kernels.size() >= max_ncu_kernels;
      if (skipped) {
        ++out.left_out;
        continue;
      }
      NcuKernel& kernel = out.kernels.emplace_back();
      kernel.name = row[1];
      for (std::size_t i = 2; i + 1 < row.size(); i += 2) {
        if (row[i] == "Grid Size") kernel.grid = extents_of_cell(row[i + 1]);
        if (row[i] == "Block Size") kernel.block = extents_of_cell(row[i + 1]);
      }
      continue;
    }
    if (skipped) continue;
    if (columns.count == 0) {
      columns = columns_of(row);
      continue;
    }
    if (row.size() != columns.count) continue;
    const std::int64_t at = address(row[columns.address]);
    if (at == not_counted) continue;
    if (++rows > max_ncu_instructions)
      return failure(ErrorCode::too_large, say("the report has more than {} instructions", max_ncu_instructions),
                     say("export fewer kernels: ncu --kernel-name, or --launch-count"));
    // The first address is the start of the kernel.
    if (begin == not_counted) begin = at;
    if (columns.space >= row.size() || at < begin) continue;
    const std::string_view space = row[columns.space];
    NcuInstruction one;
    one.global = has(space, "Global") || has(space, "Generic");
    one.shared = has(space, "Shared") || has(space, "Generic");
    one.local = has(space, "Local");
    if (!one.global && !one.shared && !one.local) continue;
    one.pc = at - begin;
    one.sass = trimmed(row[columns.sass]);
    if (columns.operation < row.size()) {
      const std::string_view operation = row[columns.operation];
      const bool atomic = has(operation, "Atomic") || has(operation, "Reduction");
      one.loads = atomic || has(operation, "Load");
      one.stores = atomic || has(operation, "Store");
    }
    if (columns.size < row.size()) {
      const std::int64_t bits = natural(row[columns.size]);
      if (bits >= 8 && bits <= 256 && bits % 8 == 0) one.bytes = static_cast<int>(bits / 8);
    }
    for (std::size_t i = 0; i < ncu_counter_count; ++i) {
      if (columns.counters[i] < row.size()) one.counts[i] = natural(row[columns.counters[i]]);
    }
    out.kernels.back().instructions.push_back(std::move(one));
  }
  const bool any = std::any_of(out.kernels.begin(), out.kernels.end(),
                               [](const NcuKernel& kernel) { return !kernel.instructions.empty(); });
  if (out.kernels.empty()) return failure(no_ncu(say("none of its lines names a kernel")));
  if (!any) return failure(no_ncu(say("none of its instructions that access memory was counted")));
  for (NcuKernel& kernel : out.kernels) {
    sort_stable(std::span(kernel.instructions),
                [](const NcuInstruction& a, const NcuInstruction& b) { return a.pc < b.pc; });
  }
  return out;
}

}  // namespace stridescope
