// Python, carried out like C++: functions with the arguments of their calls, objects with the members that their
// methods set, statements in their order. CuTe DSL's values are computed while a program is traced, so they are those
// of the text.
#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/functions/builtin.h"
#include "core/sources/cpp_reader.h"

namespace stridescope::sources {
namespace {

constexpr std::size_t longest_python = 8192;
constexpr int deepest_python = 40;

// The digits of 1_000, 0x1F, 0o17 and 0b11 as the language reads them.
std::string python_number(std::string_view word) {
  std::string digits;
  for (const char c : word) {
    if (c != '_') digits.push_back(c);
  }
  const int base = digits.starts_with("0o") || digits.starts_with("0O")   ? 8
                   : digits.starts_with("0b") || digits.starts_with("0B") ? 2
                                                                          : 10;
  if (base == 10) return digits;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data() + 2, digits.data() + digits.size(), value, base);
  return error == std::errc() && end == digits.data() + digits.size() ? cat(value) : digits;
}

bool is_quote(std::string_view word) { return !word.empty() && (word[0] == '"' || word[0] == '\''); }

}  // namespace

Entity* CppReader::text_entity(std::string text) {
  Entity made;
  made.kind = Entity::Kind::type;
  made.text = std::move(text);
  return make(std::move(made));
}

Entity* CppReader::truth_entity(bool value) {
  Entity made;
  made.kind = Entity::Kind::value;
  made.value = Bool{value, true};
  return make(std::move(made));
}

Entity* CppReader::integer_entity(std::int64_t value) {
  Entity made;
  made.kind = Entity::Kind::value;
  made.value = Value(dynamic_int(value));
  return make(std::move(made));
}

// The first token of this spelling outside of brackets; the end without one.
std::uint32_t CppReader::find_outside(Part part, std::string_view mark) const {
  const CppOutline& in = outline_;
  std::uint32_t at = part.begin;
  while (at < part.end && in.word(at) != mark) at = in.tokens[at].pair > at ? in.tokens[at].pair + 1 : at + 1;
  return std::min(at, part.end);
}

void CppReader::append_written(Written& out, Written part) {
  const auto shift = static_cast<std::uint32_t>(out.text.size());
  for (const auto& [at, place] : part.places) out.places.emplace_back(shift + at, place);
  const bool apart = !out.text.empty() && !part.text.empty() && is_word(out.text.back()) && is_word(part.text[0]);
  if (apart) out.text.push_back(' ');
  out.text += part.text;
  out.needs.insert(out.needs.end(), part.needs.begin(), part.needs.end());
  if (out.open == nullptr) out.open = part.open;
  add_reads(out.reads, part.reads);
}

Written CppReader::write_python(Part part, Scope* scope) {
  Written out;
  const CppOutline& in = outline_;
  bool negative = false;  // after a sign
  const bool too_deep = ++levels_ > deepest_python;
  if (too_deep) part.end = part.begin;
  const auto append = [&](std::string_view text) { append_written(out, {std::string(text), {}, nullptr, {}}); };
  for (std::uint32_t at = part.begin; at < part.end && out.text.size() < longest_python;) {
    const CppToken& token = in.tokens[at];
    const std::string_view word = in.word(at);
    const std::string_view before = at > part.begin ? in.word(at - 1) : std::string_view();
    out.places.emplace_back(static_cast<std::uint32_t>(out.text.size()), token.begin);
    const bool is_first = token.kind == CppToken::Kind::number || token.kind == CppToken::Kind::word || word == "(";
    const std::uint32_t past = is_first && before != "." ? past_operand(at, part.end) : at;
    if (is_first && past + 2 < part.end && in.word(past) == "*" && in.word(past + 1) == "*") {
      std::uint32_t last = past_operand(past + 2, part.end);
      // a ** b ** c is a ** (b ** c)
      while (in.word(last) == "*" && in.word(last + 1) == "*" && last + 2 < part.end)
        last = past_operand(last + 2, part.end);
      emit(out, power({at, past}, {past + 2, last}, scope), true);
      at = last;
    } else if (token.kind == CppToken::Kind::number) {
      append(python_number(word));
      ++at;
    } else if (token.kind == CppToken::Kind::text) {
      append(word.size() > 1 ? cat('"', word.substr(1, word.size() - 2), '"') : std::string());
      ++at;
    } else if (token.pair > at) {
      append(word);
      bool first = true;
      for (const Part one : in.split({at + 1, token.pair}, ",")) {
        if (!first) append(", ");
        first = false;
        // key=value
        const bool keyed = one.end > one.begin + 2 && in.is_word(one.begin) && in.word(one.begin + 1) == "=";
        if (keyed) append(cat(in.word(one.begin), "="));
        const Part value = {keyed ? one.begin + 2 : one.begin, one.end};
        if (find_outside(value, "if") < value.end) {
          emit(out, expression(value, scope), true);
        } else {
          append_written(out, write_python(value, scope));
        }
      }
      append(in.word(token.pair));
      at = token.pair + 1;
    } else if (token.kind != CppToken::Kind::word) {
      const CppToken::Kind last = at > part.begin ? in.tokens[at - 1].kind : CppToken::Kind::mark;
      const bool is_operand =
          last == CppToken::Kind::word || last == CppToken::Kind::number || before == ")" || before == "]";
      negative = negative || (word == "-" && !is_operand);
      // -(-n // m): Python rounds down, the language toward zero.
      if (negative && (word.starts_with("/") || word == "%") && out.open == nullptr)
        out.open = open(say("Python rounds quotients of negative numbers down, which the language does not"), {});
      append(word);
      if (word == "==" || word == "!=" || word == ":") append(" ");
      ++at;
    } else if (before == ".") {
      append(word);
      ++at;
    } else if (word == "and" || word == "or" || word == "not") {
      append(word == "and" ? " && " : word == "or" ? " || " : "!");
      ++at;
    } else if (word == "lambda" || word == "for" || word == "if") {
      if (out.open == nullptr) out.open = open(say("an expression with '{}' has no value", word), {});
      at = part.end;
    } else {
      const auto [entity, next] = chain(at, part.end, scope);
      if (entity == nullptr)
        append(word);
      else
        emit(out, entity, true);
      at = std::max(entity == nullptr ? at + 1 : next, at + 1);
    }
  }
  --levels_;
  // If only the beginning was read, its value is not the value of the whole expression.
  if (out.open == nullptr && (too_deep || out.text.size() >= longest_python))
    out.open = open(say("the source needs more work than the limit allows"), {});
  return out;
}

// The token after an operand with its calls, subscripts and attributes.
std::uint32_t CppReader::past_operand(std::uint32_t at, std::uint32_t end) const {
  const CppOutline& in = outline_;
  if (in.word(at) == "-" || in.word(at) == "+") ++at;
  if (at >= end) return end;
  at = in.tokens[at].pair > at ? in.tokens[at].pair + 1 : at + 1;
  for (;;) {
    const bool taken = at + 1 < end && in.word(at) == "." && in.is_word(at + 1);
    const bool called = at < end && (in.word(at) == "(" || in.word(at) == "[") && in.tokens[at].pair > at;
    if (!taken && !called) return std::min(at, end);
    at = taken ? at + 2 : in.tokens[at].pair + 1;
  }
}

// base ** exponent of integers
Entity* CppReader::power(Part base, Part exponent, Scope* scope) {
  const Entity* a = expression(base, scope);
  const Entity* b = expression(exponent, scope);
  for (const Entity* one : {a, b}) {
    if (one->kind == Entity::Kind::open) return open(one->open, one->open_name);
  }
  const Int* x = a->kind == Entity::Kind::value ? a->value->integer() : nullptr;
  const Int* y = b->kind == Entity::Kind::value ? b->value->integer() : nullptr;
  Arith arith;
  Int out = dynamic_int(1);
  bool known = x != nullptr && y != nullptr && x->is_plain() && y->is_plain() && y->value >= 0;
  // Behind 64 steps only the powers of -1, 0 and 1 fit.
  const bool small = known && x->value >= -1 && x->value <= 1;
  const std::int64_t steps = known ? (small ? y->value % 2 + (y->value > 0 ? 2 : 0) : y->value) : 0;
  for (std::int64_t i = 0; i < steps && arith.ok(); ++i) out = arith.mul(out, dynamic_int(x->value));
  if (!known || arith.failed()) return open(say("this power is not an integer of 64 bits"), {});
  Entity* made = integer_entity(out.value);
  add_reads(made->reads, *a);
  add_reads(made->reads, *b);
  return made;
}

// a == b, a is b, a != b, a is not b, of texts, types and None.
Entity* CppReader::compared(Part part, Scope* scope) {
  const CppOutline& in = outline_;
  // a == b == c
  if (const std::vector<Part> sides = in.split(part, "=="); sides.size() > 2) {
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
      const auto one = truth({sides[i].begin, sides[i + 1].end}, scope);
      if (!one) return open(say("its condition has no value"), {});
      if (!*one) return truth_entity(false);
    }
    return truth_entity(true);
  }
  for (const std::string_view mark : {"==", "!=", "is"}) {
    const std::uint32_t at = find_outside(part, mark);
    if (at == part.end || at == part.begin || at + 1 >= part.end) continue;
    const bool negated = mark == "is" && in.word(at + 1) == "not";
    const Entity* a = expression({part.begin, at}, scope);
    const Entity* b = expression({at + (negated ? 2U : 1U), part.end}, scope);
    for (const Entity* one : {a, b}) {
      if (one->kind == Entity::Kind::open) return open(one->open, one->open_name);
    }
    const auto tail = [](std::string_view text) { return text.substr(text.rfind('.') + 1); };
    const bool texts = a->kind == Entity::Kind::type && b->kind == Entity::Kind::type;
    const bool one_text = a->kind == Entity::Kind::type || b->kind == Entity::Kind::type;
    if (!one_text && mark != "is") return nullptr;
    const bool same = texts ? tail(a->text) == tail(b->text) : mark == "is" && a == b;
    return truth_entity(same != (negated || mark == "!="));
  }
  return nullptr;
}

// a or b, a and b: the first operand that decides, or the last one. Behind an operand without a value only the truth of
// another one is known.
Entity* CppReader::joined_conditions(const std::vector<Part>& terms, bool is_or, Scope* scope) {
  Entity* last = nullptr;
  bool undecided = false;
  for (const Part term : terms) {
    last = expression(term, scope);
    const bool is_none = last->kind == Entity::Kind::type && last->text == "None";
    const std::optional<bool> one = is_none ? std::optional(false) : truth_of(*last);
    if (one && *one == is_or && (!undecided || (!is_none && last->value->is<Bool>()))) return last;
    undecided = undecided || !one;
  }
  return undecided ? open(say("its condition has no value"), {}) : last;
}

// a, b: a tuple of the language if both have values; otherwise of their meanings.
Entity* CppReader::python_tuple(Part part, Scope* scope, std::string_view name) {
  Entity tuple;
  tuple.kind = Entity::Kind::tuple;
  bool values = true;
  Written written;
  written.text = "(";
  for (const Part one : outline_.split(part, ",")) {
    if (one.empty()) continue;
    // *shape, 1
    if (outline_.word(one.begin) == "*") return open(say("an unpacked tuple has no value"), {});
    Entity* made = expression(one, scope);
    values = values && made->kind == Entity::Kind::value && !made->value->is<Bool>();
    if (!tuple.arguments.empty()) written.text += ", ";
    if (values) emit(written, made, true);
    tuple.arguments.push_back(made);
  }
  written.text += ")";
  if (values && tuple.arguments.size() > 1) {
    Entity* made = evaluate(written, name, part);
    if (made->kind == Entity::Kind::value) return made;
  }
  return make(std::move(tuple));
}

Entity* CppReader::python_expression(Part part, Scope* scope, std::string_view name) {
  const CppOutline& in = outline_;
  if (in.split(part, ",").size() > 1) return python_tuple(part, scope, name);
  const std::string_view first = in.word(part.begin);
  if (in.tokens[part.begin].pair + 1 == part.end && (first == "(" || first == "[")) {
    const Part inner = {part.begin + 1, part.end - 1};
    if (inner.empty()) return open(say("the expression is empty"), {});
    if (find_outside(inner, "for") == inner.end) {
      const bool several = in.split(inner, ",").size() > 1 || in.word(inner.end - 1) == ",";
      return several || first == "[" ? python_tuple(inner, scope, name) : expression(inner, scope, name);
    }
  }
  if (part.begin + 1 == part.end) {
    if (is_quote(first)) return text_entity(cat('"', first.substr(1, first.size() - 2), '"'));
    if (first == "None") return text_entity("None");
    if (first == "True" || first == "False") return truth_entity(first == "True");
    // from cutlass import Float16
    if (!first.empty() && first[0] >= 'A' && first[0] <= 'Z' && bits_of(first) > 0 && lookup(first, scope) == nullptr)
      return text_entity(std::string(first));
  }
  if (first == "lambda") return open(say("the language has no value for a function"), {});
  const std::uint32_t condition = find_outside(part, "if");
  const std::uint32_t otherwise = find_outside({condition, part.end}, "else");
  if (otherwise < part.end) {
    const Part tested = {condition + 1, otherwise};
    const Entity* why = expression(tested, scope);
    if (const auto decided = truth_of(*why))
      return expression(*decided ? Part{part.begin, condition} : Part{otherwise + 1, part.end}, scope, name);
    return undecided(*why);
  }
  for (const std::string_view op : {"or", "and"}) {
    const std::vector<Part> terms = in.split(part, op);
    if (terms.size() < 2) continue;
    return joined_conditions(terms, op == "or", scope);
  }
  if (first == "not") {
    const auto one = truth({part.begin + 1, part.end}, scope);
    return one ? truth_entity(!*one) : open(say("its condition has no value"), {});
  }
  if (Entity* made = compared(part, scope)) return made;
  if (in.is_word(part.begin)) {
    const auto [entity, next] = chain(part.begin, part.end, scope);
    if (entity != nullptr && next == part.end) return entity;
    // A name of another module: cutlass.Float16.
    bool dotted = entity == nullptr;
    for (std::uint32_t i = part.begin; i < part.end && dotted; ++i)
      dotted = (i - part.begin) % 2 == 0 ? in.is_word(i) : in.word(i) == ".";
    if (dotted && part.end > part.begin + 1) return text_entity(std::string(in.spelling(part)));
  }
  return evaluate(write_python(part, scope), name, part);
}

// parser.add_argument("--mnk", default=(8192, 8192, 8192)): the program is started without arguments.
Entity* CppReader::argument_default(std::string_view name) {
  const CppOutline& in = outline_;
  if (!arguments_read_) {
    arguments_read_ = true;
    for (std::uint32_t i = 0; i + 1 < in.tokens.size(); ++i) {
      if (in.word(i) != "add_argument" || in.word(i + 1) != "(") continue;
      std::string key;
      Part value;
      for (const Part one : in.split({i + 2, in.tokens[i + 1].pair}, ",")) {
        const std::string_view word = in.word(one.begin);
        if (is_quote(word) && word.size() > 2 && word[1] == '-' && key.size() < word.size()) {
          key = word.substr(1, word.size() - 2);
        } else if (word == "default" && in.word(one.begin + 1) == "=") {
          value = {one.begin + 2, one.end};
        }
      }
      key.erase(0, key.find_first_not_of('-'));
      std::replace(key.begin(), key.end(), '-', '_');
      if (!key.empty() && !value.empty()) argument_defaults_.emplace(key, value);
    }
  }
  const auto found = argument_defaults_.find(std::string(name));
  return found == argument_defaults_.end() ? nullptr : expression(found->second, global_);
}

// @pytest.mark.parametrize("a, b", [(1, 2), (3, 4)]): the first values.
Entity* CppReader::test_parameter(const CppItem& item, std::string_view name) {
  const CppOutline& in = outline_;
  for (const Part decorator : item.decorators) {
    const std::uint32_t open = find_outside(decorator, "(");
    if (open == decorator.end || in.word(open - 1) != "parametrize") continue;
    const std::vector<Part> parts = in.split({open + 1, in.tokens[open].pair}, ",");
    if (parts.size() < 2 || !is_quote(in.word(parts[0].begin)) || in.word(parts[1].begin) != "[") continue;
    std::size_t index = 0;
    std::size_t count = 0;
    bool found = false;
    const std::string_view text = in.word(parts[0].begin);
    for (std::string_view names = text.substr(1, text.size() - 2); !names.empty(); ++count) {
      const std::string_view one = names.substr(0, names.find(','));
      names.remove_prefix(std::min(one.size() + 1, names.size()));
      if (trimmed(one) != name) continue;
      found = true;
      index = count;
    }
    if (!found) continue;
    const std::vector<Part> sets = in.split({parts[1].begin + 1, in.tokens[parts[1].begin].pair}, ",");
    if (sets.empty() || sets[0].empty()) continue;
    Part first = sets[0];
    if (count > 1) {
      const std::uint32_t bracket = find_outside(first, "(");
      if (bracket == first.end) continue;
      const std::vector<Part> values = in.split({bracket + 1, in.tokens[bracket].pair}, ",");
      if (index >= values.size()) continue;
      first = values[index];
    }
    return expression(first, global_);
  }
  return nullptr;
}

// mA: cute.Tensor with comments for mA.element_type and mA.layout.
Entity* CppReader::tensor_of_comments(std::string_view name) {
  const Entity* layout = bound(cat(name, ".layout"));
  const Entity* element = bound(cat(name, ".element_type"));
  if (layout == nullptr || element == nullptr || element->kind != Entity::Kind::type) return nullptr;
  Written call;
  call.text = cat("make_tensor(make_gmem_ptr<", element->text, ">(p), ");
  Entity of = *layout;
  emit(call, make(std::move(of)), true);
  call.text += ")";
  Entity* made = evaluate(call, name, {});
  if (made->kind != Entity::Kind::value) return nullptr;
  made->text = element->text;
  return made;
}

std::pair<Entity*, std::uint32_t> CppReader::python_chain(std::uint32_t at, std::uint32_t end, Scope* scope) {
  const CppOutline& in = outline_;
  if (const auto [made, behind] = python_special(at, end, scope); made != nullptr) return {made, behind};
  const std::string_view first = in.word(at);
  Entity* entity = lookup(first, scope);
  std::uint32_t next = at + 1;
  if (entity == nullptr) {
    std::string path(first);
    while (next + 1 < end && in.word(next) == "." && in.is_word(next + 1) && in.word(next + 2) != "(") {
      append_all(path, ".", in.word(next + 1));
      next += 2;
    }
    Entity* given = bound(path);
    return given != nullptr ? std::pair{given, next} : std::pair<Entity*, std::uint32_t>{nullptr, at};
  }
  std::string path(first);
  for (int steps = 0; steps < 64 && next < end; ++steps) {
    const std::string_view mark = in.word(next);
    if (mark == "." && in.is_word(next + 1)) {
      const std::string_view name = in.word(next + 1);
      const bool called = in.word(next + 2) == "(";
      append_all(path, ".", name);
      if (entity->kind == Entity::Kind::structure && entity->scope == nullptr) entity = instance(*entity, {});
      const bool scoped = entity->kind == Entity::Kind::structure || entity->kind == Entity::Kind::object;
      if (scoped && entity->scope != nullptr) {
        Entity* of = method_of(*entity, name);
        if (of == nullptr || of->kind == Entity::Kind::open) {
          if (Entity* given = bound(path))
            of = given;
          else if (Entity* member_given = bound(name))
            of = member_given;
        }
        const bool is_object = entity->kind == Entity::Kind::object;
        entity = of != nullptr ? of : open(say("'{}' is not declared in this text", path), path);
        if (is_object) entity = property_of(entity, scope);
        next += 2;
        continue;
      }
      if (entity->kind == Entity::Kind::container && called) {
        const std::uint32_t close = in.tokens[next + 2].pair;
        if (name == "get_tensor") {
          entity = stored_tensor(*entity, {next + 3, close}, {at, close + 1}, scope);
        } else {
          Written pointer = {cat("make_smem_ptr<", entity->text, ">(p)"), {}, nullptr, {}};
          add_reads(pointer.reads, *entity);
          entity = evaluate(pointer, "pointer", {at, close + 1});
        }
        next = close + 1;
        continue;
      }
      const auto* tensor = entity->kind == Entity::Kind::value ? entity->value->as<Tensor>() : nullptr;
      if (tensor != nullptr && (name == "element_type" || name == "dtype")) {
        const int bits = tensor->data.pointer.bits;
        if (entity->text.empty() && bits == 0) break;
        entity = text_entity(entity->text.empty() ? cat("uint", bits, "_t") : entity->text);
        next += 2;
        continue;
      }
      if (entity->kind == Entity::Kind::type && name == "width" && bits_of(entity->text) > 0) {
        entity = integer_entity(bits_of(entity->text));
        next += 2;
        continue;
      }
      if (entity->kind == Entity::Kind::open) {
        Entity* given = bound(path);
        if (given == nullptr && !called) given = argument_default(name);
        if (given == nullptr && called) {
          static_cast<void>(write_python({next + 2, in.tokens[next + 2].pair + 1}, scope));
          next = in.tokens[next + 2].pair + 1;
        } else {
          entity = given != nullptr ? given : open_parameter(path);
          next += 2;
        }
        continue;
      }
      break;
    }
    if (mark == "(" && in.tokens[next].pair > next) {
      const Part inner = {next + 1, in.tokens[next].pair};
      if (entity->kind == Entity::Kind::functions) {
        entity = python_call(*entity, inner, scope);
      } else if (entity->kind == Entity::Kind::structure) {
        entity = construct(*entity, inner, scope);
      } else if (entity->kind == Entity::Kind::object && entity->scope != nullptr) {
        const Entity* of = method_of(*entity, "__call__");
        if (of == nullptr || of->kind != Entity::Kind::functions) break;
        entity = python_call(*of, inner, scope);
      } else if (entity->kind == Entity::Kind::open) {
        static_cast<void>(write_python(inner, scope));
      } else {
        break;
      }
      next = inner.end + 1;
      continue;
    }
    if (mark == "[" && in.tokens[next].pair > next) {
      // kernel[grid](arguments)
      if (entity->kind == Entity::Kind::functions || entity->kind == Entity::Kind::open) {
        next = in.tokens[next].pair + 1;
        continue;
      }
      const std::uint32_t index = next + 1;
      const bool one = in.tokens[next].pair == next + 2 && in.tokens[index].kind == CppToken::Kind::number;
      const std::size_t number = one ? static_cast<std::size_t>(in.word(index)[0] - '0') : 0;
      if (entity->kind == Entity::Kind::tuple && one && in.word(index).size() == 1 &&
          number < entity->arguments.size()) {
        entity = entity->arguments[number];
        next = in.tokens[next].pair + 1;
        continue;
      }
    }
    break;
  }
  return {entity, next};
}

}  // namespace stridescope::sources
