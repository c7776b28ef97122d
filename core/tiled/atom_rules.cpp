// Tools for the atom families: short texts to static layouts, thread-value layouts from rows of modes, and parts of a
// name.
#include "core/tiled/atom_rules.h"

#include "core/base/text.h"

namespace stridescope {
namespace {

// Parses well-formed text: errors are not reported.
struct RowReader {
  std::string_view text;
  TupleBuilder& out;
  std::size_t at = 0;

  void value() {
    if (text[at] == '(') {
      ++at;
      out.open();
      while (text[at] != ')') {
        value();
        at += text[at] == ',' ? 1 : 0;
      }
      ++at;
      out.close();
    } else {
      std::int64_t number = 0;
      for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) number = number * 10 + (text[at] - '0');
      out.integer(static_int(number));
    }
  }
};

}  // namespace

IntTuple tuple_row(std::string_view text) {
  Arith arith;
  TupleBuilder out(arith);
  RowReader{text, out}.value();
  return out.take();
}

Layout layout_row(std::string_view text) {
  const std::size_t colon = text.find(':');
  return {tuple_row(text.substr(0, colon)), tuple_row(text.substr(colon + 1))};
}

Layout thread_value(std::initializer_list<ModeRow> threads, std::initializer_list<ModeRow> values, bool keep_tuple) {
  Arith arith;
  LayoutBuilder out(arith);
  const auto mode = [&](const ModeRow& row) {
    out.mode(static_int(row.extent), static_int(row.extent == 1 ? 0 : row.stride));
  };
  out.open();
  if (threads.size() == 1) {
    mode(*threads.begin());
  } else {
    out.open();
    for (const ModeRow& row : threads) mode(row);
    out.close();
  }
  std::size_t used = 0;
  for (const ModeRow& row : values) used += row.extent != 1 ? 1 : 0;
  const bool tuple = used > 1 || (keep_tuple && used == 1);
  if (tuple) out.open();
  for (const ModeRow& row : values) {
    if (row.extent != 1) mode(row);
  }
  if (used == 0) mode({1, 0});
  if (tuple) out.close();
  out.close();
  return out.take();
}

DataType sparse_type(int of, const DataType& element) {
  return {cat("sparse_elem<", of, ", ", element.name, '>'), element.bits, of, element.floating, element.name};
}

std::optional<DataType> NameReader::type() {
  for (std::size_t length = 5; length >= 2; --length) {
    if (auto found = type_of_code(rest_.substr(0, length)); found && rest_.size() >= length) {
      rest_.remove_prefix(length);
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace stridescope
