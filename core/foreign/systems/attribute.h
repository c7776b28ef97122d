// An attribute of MLIR as a tree: what #dialect.name<{key = value, ...}> says, before anyone knows what it means.
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
  std::int64_t padding = 0;      // of 512:+16, else 0
  std::string_view word = {};    // of an attribute its name, ttg.blocked; empty of a bare {...}
  std::vector<Attribute> items;  // of a list; of an attribute, what has no key
  std::vector<std::string_view> keys = {};
  std::vector<Attribute> values = {};  // of the keys
  std::size_t position = 0;            // in the text

  // Null if it has no such key.
  const Attribute* find(std::string_view key) const;
  // Refuses a value that is not an integer, and one that is not a list, with the fault; `otherwise` without such a key.
  std::int64_t integer_of(Scanner&, std::string_view key, std::optional<std::int64_t> otherwise) const;
  bool flag_of(Scanner&, std::string_view key) const;
  std::vector<std::int64_t> integers_of(Scanner&, std::string_view key, bool needed) const;
};

// A name that a line of a module gives to an attribute: #mma = #ttg.nvidia_mma<...>.
struct AttributeAlias {
  std::string_view name;
  Attribute attribute;
};

// Reads the attribute here; a #name of the list is replaced by its value. At most max_attribute_nodes.
inline constexpr int max_attribute_nodes = 4096;
Attribute read_attribute(Scanner&, const std::vector<AttributeAlias>& aliases);

}  // namespace stridescope
