// An attribute of MLIR as a tree: the contents of #dialect.name<{key = value, ...}>, without interpretation.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/foreign/systems/scanner.h"

namespace stridescope {

struct Attribute {
  enum class Kind { integer, word, list, attribute };
  Kind kind = Kind::integer;
  std::int64_t integer = 0;
  std::int64_t padding = 0;      // for 512:+16, else 0
  std::string_view word = {};    // name of an attribute, ttg.blocked; empty for a bare {...}
  std::vector<Attribute> items;  // items of a list; for an attribute, the values without a key
  std::vector<std::string_view> keys = {};
  std::vector<Attribute> values = {};  // values of the keys
  std::size_t position = 0;            // position in the text

  // Null if it lacks the key.
  const Attribute* find(std::string_view key) const;
  // Fails for a value that is not an integer, and for one that is not a list; `otherwise` without such a key.
  std::int64_t integer_of(Scanner&, std::string_view key, std::optional<std::int64_t> otherwise) const;
  bool flag_of(Scanner&, std::string_view key) const;
  std::vector<std::int64_t> integers_of(Scanner&, std::string_view key, bool needed) const;
};

// A name for an attribute on a line of a module: #mma = #ttg.nvidia_mma<...>.
struct AttributeAlias {
  std::string_view name;
  Attribute attribute;
};

// Reads the attribute here; replaces a #name of the list by its value. At most max_attribute_nodes.
inline constexpr int max_attribute_nodes = 4096;
Attribute read_attribute(Scanner&, const std::vector<AttributeAlias>& aliases);

}  // namespace stridescope
