// Declarations of variables: ".align 8 .b8 name[16] = {1, 2}". Internal to the folder.
#pragma once

#include <cstring>

#include "core/base/bit_cast.h"
#include "core/machine/scanner.h"

namespace stridescope::machine {

class DeclarationParser : public Scanner {
 public:
  using Scanner::Scanner;

 protected:
  static constexpr std::int64_t most_variable_bytes = std::int64_t{1} << 28;

  // Linkage and layout words before a declaration's type; the declared array after its name.
  struct Declared {
    Variable variable;
    Type type = Type::none;
  };

  static std::optional<Space> space_named(std::string_view word) {
    if (word == ".global") return Space::global;
    if (word == ".const") return Space::constant;
    if (word == ".shared") return Space::shared;
    if (word == ".local") return Space::local;
    if (word == ".param") return Space::parameter;
    return std::nullopt;
  }

  // ".align 8 .b8 name[16] = {1, 2}", after the space.
  Declared declaration(Space space) {
    Declared out;
    out.variable.space = space;
    std::int64_t alignment = 0;
    std::int64_t vector = 1;
    bool opaque = false;
    while (ok() && peek() == '.') {
      const std::string_view word = directive();
      if (word == ".align") {
        alignment = integer();
        if (ok() && (alignment <= 0 || (alignment & (alignment - 1)) != 0))
          fail(say("an alignment is {}; expected a power of two", alignment));
      } else if (word == ".ptr") {
        // The alignment after it is that of the target.
        pointer_attributes();
      } else if (word == ".v2" || word == ".v4") {
        vector = word[2] - '0';
      } else if (word == ".attribute") {
        skip_brackets();
      } else if (const Type type = type_named(word.substr(1)); type != Type::none) {
        out.type = type;
      } else if (word == ".texref" || word == ".samplerref" || word == ".surfref") {
        out.type = Type::b64;
        opaque = true;
      } else {
        fail(say("found '{}'; expected a type", word));
      }
    }
    if (out.type == Type::none) fail(say("the declaration has no type"));
    out.variable.name = name();
    if (ok() && out.variable.name.empty()) fail(say("found '{}'; expected a name", rest_of_line()));
    const std::int64_t element = bytes_for(bits_of(out.type)) * vector;
    std::int64_t count = 1;
    while (ok() && accept('[')) {
      if (accept(']')) {
        count = 0;
        continue;
      }
      const std::int64_t extent = integer();
      expect(']');
      if (extent < 0 || (extent > 0 && count > most_variable_bytes / extent))
        fail(say("'{}' is larger than {} bytes", out.variable.name, most_variable_bytes), {}, ErrorCode::too_large);
      else
        count *= extent;
    }
    if (ok() && count > most_variable_bytes / std::max<std::int64_t>(element, 1))
      fail(say("'{}' is larger than {} bytes", out.variable.name, most_variable_bytes), {}, ErrorCode::too_large);
    out.variable.bytes = element * count;
    out.variable.alignment = alignment > 0 ? alignment : std::max<std::int64_t>(element, 1);
    if (ok() && accept('=')) {
      // The modes of a sampler have names.
      while (opaque && skip_blanks() && text_[at_] != ';') ++at_;
      if (!opaque) initializer(out.variable, bytes_for(bits_of(out.type)));
    }
    if (ok() && !out.variable.data.empty() && out.variable.bytes == 0)
      out.variable.bytes = static_cast<std::int64_t>(out.variable.data.size());
    if (ok() && static_cast<std::int64_t>(out.variable.data.size()) > out.variable.bytes)
      fail(say("'{}' has {} {byte|bytes} of values; expected at most {}", out.variable.name, out.variable.data.size(),
               out.variable.bytes));
    return out;
  }
  void pointer_attributes() {
    for (std::size_t before = at_; ok(); before = at_) {
      const std::string_view word = directive();
      if (word == ".align") {
        integer();
      } else if (word != ".global" && word != ".shared" && word != ".const" && word != ".local") {
        at_ = before;
        return;
      }
    }
  }
  void skip_brackets() {
    expect('(');
    int depth = 1;
    while (depth > 0 && skip_blanks()) {
      const char c = text_[at_++];
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
  }

  void initializer(Variable& variable, int element) {
    if (accept('{')) {
      do {
        if (peek() == '}') break;
        initializer(variable, element);
      } while (ok() && accept(','));
      expect('}');
      return;
    }
    const auto put = [&](std::uint64_t value, int bytes) {
      char raw[8];
      std::memcpy(raw, &value, 8);
      variable.data.append(raw, static_cast<std::size_t>(std::min(bytes, 8)));
    };
    if (at_number()) {
      const Operand value = number();
      const auto real = bit_cast<double>(value.value);
      put(value.floating && element == 4 ? bit_cast<std::uint32_t>(static_cast<float>(real)) : value.value, element);
      return;
    }
    // A name, generic(name), or 0xFF(name), which takes a byte of the address.
    std::string_view word = name();
    Variable::Reference reference;
    reference.offset = static_cast<std::int64_t>(variable.data.size());
    if (word == "generic" && accept('(')) {
      reference.generic = true;
      word = name();
      expect(')');
    }
    if (word.empty()) fail(say("found '{}'; expected a value", rest_of_line()));
    reference.name = word;
    if (accept('+')) reference.addend = integer();
    variable.references.push_back(reference);
    put(0, element);
  }
};

}  // namespace stridescope::machine
