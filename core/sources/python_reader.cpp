// Python, carried out like C++: functions with the arguments of their calls, objects with the members that their
// methods set, statements in their order. CuTe DSL's values are computed while a program is traced, so they are those
// of the text.
#include <algorithm>
#include <array>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/functions/builtin.h"
#include "core/sources/cpp_reader.h"

namespace stridescope::sources {
namespace {

constexpr std::size_t longest_python = 8192;
constexpr int deepest_python = 40;

std::string_view trimmed_quotes(std::string_view text) {
  return text.size() > 2 && text[0] == '"' ? text.substr(1, text.size() - 2) : text;
}

// Bits of float16, T.bfloat16, float8_e4m3; 0 without a number.
int dtype_bits(std::string_view name) {
  if (const int known = bits_of(name); known > 0) return known;
  int out = 0;
  for (std::size_t i = name.find_first_of("0123456789"); i < name.size() && is_digit(name[i]) && out < 1000; ++i)
    out = 10 * out + (name[i] - '0');
  return out <= 128 ? out : 0;
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
}

Written CppReader::write_python(Part part, Scope* scope) {
  Written out;
  const CppOutline& in = outline_;
  bool negative = false;  // behind a sign
  const bool too_deep = ++levels_ > deepest_python;
  if (too_deep) part.end = part.begin;
  const auto append = [&](std::string_view text) { append_written(out, {std::string(text), {}, nullptr, {}}); };
  for (std::uint32_t at = part.begin; at < part.end && out.text.size() < longest_python;) {
    const CppToken& token = in.tokens[at];
    const std::string_view word = in.word(at);
    const std::string_view before = at > part.begin ? in.word(at - 1) : std::string_view();
    out.places.emplace_back(static_cast<std::uint32_t>(out.text.size()), token.begin);
    if (token.kind == CppToken::Kind::number) {
      std::string digits;
      for (const char c : word) {
        if (c != '_') digits.push_back(c);
      }
      append(digits);
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
  // The beginning of an expression can have a value, which is not that of the whole.
  if (out.open == nullptr && (too_deep || out.text.size() >= longest_python))
    out.open = open(say("the source needs more work than the limit allows"), {});
  return out;
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
    if (one && *one == is_or && (!undecided || last->value->is<Bool>())) return last;
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
  }
  if (first == "lambda") return open(say("the language has no value for a function"), {});
  const std::uint32_t condition = find_outside(part, "if");
  const std::uint32_t otherwise = find_outside({condition, part.end}, "else");
  if (otherwise < part.end) {
    const Part tested = {condition + 1, otherwise};
    const Entity* why = expression(tested, scope);
    if (const auto decided = truth_of(*why))
      return expression(*decided ? Part{part.begin, condition} : Part{otherwise + 1, part.end}, scope, name);
    return open(why->open.empty() ? say("its condition has no value") : why->open, why->open_name);
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

// --- calls ---

// The arguments of a call by the parameters of the function, without the object itself.
std::vector<Entity*> CppReader::python_arguments(const CppItem& item, Part part, bool bound_method, Scope* scope) {
  const CppOutline& in = outline_;
  std::vector<Entity*> out(item.parameters.size(), nullptr);
  std::size_t next = bound_method ? 1 : 0;
  for (const Part one : in.split(part, ",")) {
    if (one.empty()) continue;
    if (in.word(one.begin) == "*") {
      next = out.size();
      continue;
    }
    const bool keyed = one.end > one.begin + 2 && in.is_word(one.begin) && in.word(one.begin + 1) == "=";
    Entity* made = expression(keyed ? Part{one.begin + 2, one.end} : one, scope);
    std::size_t at = next;
    if (keyed) {
      at = 0;
      while (at < item.parameters.size() && item.parameters[at].name != in.word(one.begin)) ++at;
    } else {
      ++next;
    }
    if (at < out.size() && !item.parameters[at].is_pack) out[at] = made;
  }
  return out;
}

Entity* CppReader::python_call(const Entity& functions, Part part, Scope* scope) {
  const CppItem& item = *functions.items.back();
  const bool method = functions.scope != nullptr && functions.scope->is_structure && !item.parameters.empty() &&
                      item.parameters[0].name == "self";
  return run_function(item, functions.scope, {}, python_arguments(item, part, method, scope));
}

Entity* CppReader::construct(const Entity& structure, Part part, Scope* scope) {
  if (structure.item == nullptr || scopes_.size() > most_entities || !budget_.take(reading_work) ||
      stack_.size() >= most_objects_in_each_other)
    return open(say("the source needs more work than the limit allows"), {});
  const CppItem& item = *structure.item;
  scopes_.emplace_back();
  Scope* own = &scopes_.back();
  own->outer = structure.home;
  own->item = &item;
  own->is_structure = true;
  for (const Part base : item.bases) {
    Entity* of = expression(base, structure.home);
    if (of->kind != Entity::Kind::structure || of->item == &item) continue;
    of = instance(*of, {});
    if (of->scope != nullptr) add_base(*own, *of->scope);
  }
  Entity made = structure;
  made.kind = Entity::Kind::object;
  made.scope = own;
  Entity* object = make(std::move(made));
  Entity* init = member("__init__", own);
  if (init != nullptr && init->kind == Entity::Kind::functions) {
    Entity with = *init;
    with.scope = own;
    static_cast<void>(python_call(with, part, scope));
    return object;
  }
  // The fields of a data class, in their order.
  CppItem fields;
  for (const CppItem& one : item.items) {
    if (one.kind != CppItem::Kind::variable || one.name.empty()) continue;
    fields.parameters.emplace_back();
    fields.parameters.back().name = one.name;
  }
  const std::vector<Entity*> given = python_arguments(fields, part, false, scope);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] != nullptr) own->names[fields.parameters[i].name] = given[i];
  }
  return object;
}

// Calls that the reader carries out itself, and names that the language does not have.
std::pair<Entity*, std::uint32_t> CppReader::python_special(std::uint32_t at, std::uint32_t end, Scope* scope) {
  const CppOutline& in = outline_;
  const std::string_view word = in.word(at);
  if (word == "__name__") return {text_entity("\"__main__\""), at + 1};
  if (word == "None") return {text_entity("None"), at + 1};
  if (word == "True" || word == "False") return {text_entity(std::string(word)), at + 1};
  // The last name of a dotted path that is called: cute.arch.thread_idx(
  std::uint32_t last = at;
  while (last + 2 < end && in.word(last + 1) == "." && in.is_word(last + 2)) last += 2;
  if (in.word(last + 1) != "(" || in.tokens[last + 1].pair <= last + 1) return {nullptr, at};
  const std::string_view called = in.word(last);
  const std::uint32_t close = in.tokens[last + 1].pair;
  const Part inner = {last + 2, close};
  const auto same = [&] { return std::pair{expression(inner, scope), close + 1}; };
  if (called == "const_expr" || called == "Constexpr" || called == "constexpr" || called == "make_warp_uniform" ||
      called == "int" || called == "Int32" || called == "Int64")
    return inner.empty() ? std::pair<Entity*, std::uint32_t>{nullptr, at} : same();
  if (called == "thread_idx" || called == "block_idx") {
    const std::string_view name = called == "thread_idx" ? "threadIdx" : "blockIdx";
    Entity tuple;
    tuple.kind = Entity::Kind::tuple;
    for (const char axis : {'x', 'y', 'z'}) {
      Entity* given = bound(cat(name, ".", axis));
      tuple.arguments.push_back(given != nullptr ? given : integer_entity(0));
    }
    return {make(std::move(tuple)), close + 1};
  }
  if (called == "warp_idx" || called == "lane_idx" || called == "program_id" || called == "get_thread_binding")
    return {integer_entity(0), close + 1};
  if (called == "from_tensor") {  // LayoutEnum.from_tensor(A)
    const Entity* of = expression(inner, scope);
    const auto* tensor = of->kind == Entity::Kind::value ? of->value->as<Tensor>() : nullptr;
    const auto* layout = tensor != nullptr ? std::get_if<Layout>(&tensor->layout) : nullptr;
    if (layout == nullptr)
      return {open(of->open.empty() ? say("it has no modes") : of->open, of->open_name), close + 1};
    const TupleRef first = layout->stride.ref().is_tuple() ? layout->stride.ref()[0] : layout->stride.ref();
    const bool columns = first.is_integer() && first.integer().value == 1;
    return {text_entity(columns ? "LayoutEnum.COL_MAJOR" : "LayoutEnum.ROW_MAJOR"), close + 1};
  }
  if (called == "compile") {
    const std::vector<Part> parts = in.split(inner, ",");
    if (parts.empty()) return {nullptr, at};
    const Entity* of = expression(parts[0], scope);
    const Part rest = {std::min(parts[0].end + 1, close), close};
    if (of->kind == Entity::Kind::object && of->scope != nullptr) of = method_of(*of, "__call__");
    if (of != nullptr && of->kind == Entity::Kind::functions) static_cast<void>(python_call(*of, rest, scope));
    return {open(say("the language has no value for a function"), {}), close + 1};
  }
  if (last > at && called == "allocate") {
    const std::vector<Part> parts = in.split(inner, ",");
    Entity* of = parts.empty() ? nullptr : expression(parts[0], scope);
    if (of != nullptr && of->kind == Entity::Kind::structure) return {as_object(instance(*of, {})), close + 1};
  }
  if (last > at && called == "alloc_shared") {  // T.alloc_shared((m, n), dtype)
    Written call;
    call.text = in.spelling({at, last + 1});
    append_written(call, write_python({last + 1, close + 1}, scope));
    Entity* made = evaluate(call, "tile", {at, close + 1});
    const std::vector<Part> parts = in.split(inner, ",");
    if (parts.size() >= 2 && made->kind == Entity::Kind::value) {
      const bool keyed = in.word(parts[1].begin + 1) == "=";
      const Entity* element = expression({keyed ? parts[1].begin + 2 : parts[1].begin, parts[1].end}, scope);
      SourceBuffer buffer;
      buffer.span = in.span({at, close + 1});
      if (element->kind == Entity::Kind::type) buffer.element = trimmed_quotes(element->text);
      buffer.bits = dtype_bits(buffer.element);
      buffer.layout = made->value;
      buffer.is_tile = true;
      buffer.reading = reading_;
      buffers_.push_back(std::move(buffer));
    }
    return {made, close + 1};
  }
  if (last > at && called == "allocate_tensor") {
    Written call;
    call.text = "smem.allocate_tensor";
    append_written(call, write_python({last + 1, close + 1}, scope));
    Entity* made = evaluate(call, "tensor", {at, close + 1});
    const std::vector<Part> parts = in.split(inner, ",");
    if (parts.size() >= 2 && made->kind == Entity::Kind::value)
      keep_allocation(parts, *made, in.span({at, close + 1}), scope);
    return {made, close + 1};
  }
  return {nullptr, at};
}

void CppReader::keep_allocation(const std::vector<Part>& parts, const Entity& made, Span at, Scope* scope) {
  const auto* tensor = made.value->as<Tensor>();
  if (tensor == nullptr) return;
  SourceBuffer buffer;
  buffer.span = at;
  const Entity* element = expression(parts[0], scope);
  buffer.element = element->kind == Entity::Kind::type ? element->text : std::string();
  buffer.bits = tensor->data.pointer.bits;
  buffer.layout = to_value(tensor->layout);
  buffer.is_tile = true;
  buffer.reading = reading_;
  if (parts.size() > 2) {
    const bool keyed = outline_.word(parts[2].begin + 1) == "=";
    if (const auto given = alignment_of({keyed ? parts[2].begin + 2 : parts[2].begin, parts[2].end}, scope)) {
      buffer.alignment = *given;
      buffer.is_aligned = true;
    }
  }
  buffers_.push_back(std::move(buffer));
}

Entity* CppReader::method_of(const Entity& object, std::string_view name) {
  Entity* of = member(name, object.scope);
  if (of == nullptr || of->kind != Entity::Kind::functions) return of;
  Entity with = *of;
  with.scope = object.scope;
  return make(std::move(with));
}

// storage.sA.get_tensor(layout): a tensor in shared memory.
Entity* CppReader::stored_tensor(const Entity& container, Part part, Part at, Scope* scope) {
  const CppOutline& in = outline_;
  const std::vector<Part> parts = in.split(part, ",");
  if (parts.empty()) return open(say("the expression is empty"), {});
  Written call;
  call.text = cat("make_tensor(make_smem_ptr<", container.text, ">(p), ");
  Part swizzle;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (in.word(parts[i].begin) == "swizzle" && in.word(parts[i].begin + 1) == "=")
      swizzle = {parts[i].begin + 2, parts[i].end};
  }
  // The swizzle of a pointer counts bytes of addresses.
  if (!swizzle.empty()) return open(say("a pointer allocated with a swizzle is not supported"), {});
  append_written(call, write_python(parts[0], scope));
  call.text += ")";
  return evaluate(call, "tensor", at);
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
        entity = of != nullptr ? of : open(say("'{}' is not declared in this text", path), path);
        next += 2;
        continue;
      }
      if (entity->kind == Entity::Kind::container && called) {
        const std::uint32_t close = in.tokens[next + 2].pair;
        if (name == "get_tensor") {
          entity = stored_tensor(*entity, {next + 3, close}, {at, close + 1}, scope);
        } else {
          entity = evaluate({cat("make_smem_ptr<", entity->text, ">(p)"), {}, nullptr, {}}, "pointer", {at, close + 1});
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
