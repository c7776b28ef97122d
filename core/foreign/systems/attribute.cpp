// Recursive descent over the text of an MLIR attribute.
#include "core/foreign/systems/attribute.h"

#include <algorithm>

namespace stridescope {
namespace {

class AttributeReader {
 public:
  AttributeReader(Scanner& scanner, const std::vector<AttributeAlias>& aliases) : in_(scanner), aliases_(aliases) {}

  Attribute value() {
    const ForeignLevel level(in_, depth_);
    Attribute out;
    if (in_.at_end()) in_.fail(say("expected a value"));
    out.position = in_.position();
    if (++nodes_ > max_attribute_nodes) {
      in_.arith().fail(ErrorCode::too_large, say("{}: more than {} values", in_.system(), max_attribute_nodes));
    }
    if (!in_.ok()) return out;
    if (in_.accept("[")) {
      out.kind = Attribute::Kind::list;
      while (in_.ok() && !in_.accept("]")) {
        out.items.push_back(value());
        if (!in_.accept(",") && !in_.at("]")) in_.expect("]");
      }
    } else if (in_.accept("{")) {
      out.kind = Attribute::Kind::attribute;
      entries(out, "}");
    } else if (in_.accept("#")) {
      named(out);
    } else if (in_.at_integer()) {
      out.integer = in_.integer();
      if (in_.accept(":")) {
        if (in_.at_integer()) {
          out.padding = in_.integer();
        } else if (in_.word().empty()) {
          in_.fail(say("expected a type or a padding"));
        }
      }
    } else if (out.word = in_.word(true); !out.word.empty()) {
      out.kind = Attribute::Kind::word;
    } else {
      in_.fail(say("expected a value"));
    }
    return out;
  }

 private:
  void named(Attribute& out) {
    out.kind = Attribute::Kind::attribute;
    out.word = in_.word(true);
    if (out.word.empty()) in_.fail(say("expected a name after '#'"));
    if (in_.accept("<")) {
      entries(out, ">");
      return;
    }
    const auto alias =
        std::find_if(aliases_.begin(), aliases_.end(), [&](const AttributeAlias& a) { return a.name == out.word; });
    if (alias == aliases_.end()) return;
    nodes_ += count(alias->attribute);
    if (nodes_ > max_attribute_nodes) {
      in_.arith().fail(ErrorCode::too_large, say("{}: more than {} values", in_.system(), max_attribute_nodes));
      return;
    }
    const std::size_t position = out.position;
    out = alias->attribute;
    out.position = position;
  }

  static int count(const Attribute& attribute) {
    int out = 1;
    for (const Attribute& item : attribute.items) out += count(item);
    for (const Attribute& item : attribute.values) out += count(item);
    return out;
  }

  // key = value, and values without a key; a {...} among them has further keys.
  void entries(Attribute& out, std::string_view close) {
    while (in_.ok() && !in_.accept(close)) {
      if (in_.at_end()) {
        in_.expect(close);
        return;
      }
      const std::size_t begin = in_.position();
      const std::string_view key = in_.word(true);
      if (!key.empty() && in_.accept("=")) {
        out.keys.push_back(key);
        out.values.push_back(value());
      } else {
        in_.back_to(begin);
        Attribute item = value();
        if (item.kind == Attribute::Kind::attribute && item.word.empty()) {
          std::move(item.keys.begin(), item.keys.end(), std::back_inserter(out.keys));
          std::move(item.values.begin(), item.values.end(), std::back_inserter(out.values));
          std::move(item.items.begin(), item.items.end(), std::back_inserter(out.items));
        } else {
          out.items.push_back(std::move(item));
        }
      }
      in_.accept(",");
    }
  }

  Scanner& in_;
  const std::vector<AttributeAlias>& aliases_;
  int depth_ = 0;
  int nodes_ = 0;
};

}  // namespace

const Attribute* Attribute::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &values[static_cast<std::size_t>(found - keys.begin())];
}

std::int64_t Attribute::integer_of(Scanner& in, std::string_view key, std::optional<std::int64_t> otherwise) const {
  const Attribute* value = find(key);
  if (value == nullptr) {
    if (!otherwise) in.fail_at(position, say("'{}' is missing", key));
    return otherwise.value_or(1);
  }
  if (value->kind != Kind::integer) in.fail_at(value->position, say("'{}' must be an integer", key));
  return value->integer;
}

bool Attribute::flag_of(Scanner& in, std::string_view key) const {
  const Attribute* value = find(key);
  if (value == nullptr) return false;
  if (value->kind == Kind::integer) return value->integer != 0;
  if (value->kind != Kind::word || (value->word != "true" && value->word != "false"))
    in.fail_at(value->position, say("'{}' must be true or false", key));
  return value->word == "true";
}

std::vector<std::int64_t> Attribute::integers_of(Scanner& in, std::string_view key, bool needed) const {
  const Attribute* value = find(key);
  std::vector<std::int64_t> out;
  if (value == nullptr) {
    if (needed) in.fail_at(position, say("'{}' is missing", key));
    return out;
  }
  if (value->kind != Kind::list) in.fail_at(value->position, say("'{}' must be a list of integers", key));
  for (const Attribute& item : value->items) {
    if (item.kind != Kind::integer) in.fail_at(item.position, say("'{}' must be a list of integers", key));
    out.push_back(item.integer);
  }
  return out;
}

Attribute read_attribute(Scanner& scanner, const std::vector<AttributeAlias>& aliases) {
  return AttributeReader(scanner, aliases).value();
}

}  // namespace stridescope
