// Calls of Python: functions and methods with their arguments, objects, and what the modules of CuTe DSL give: threads,
// compilations, allocations in shared memory.
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/sources/cpp_reader.h"

namespace stridescope::sources {
namespace {

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

}  // namespace

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
    const Part value = keyed ? Part{one.begin + 2, one.end} : one;
    Entity* made = argument(expression(value, scope), value);
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
  Scope* own = inner_scope(structure.home, &item, true);
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
    if (given[i] == nullptr) continue;
    give_name(given[i], fields.parameters[i]);
    own->names[fields.parameters[i].name] = given[i];
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
      add_reads(buffer.needs, *made);
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
  add_reads(buffer.needs, made);
  buffer.is_tile = true;
  buffer.reading = reading_;
  if (parts.size() > 2) {
    const bool keyed = outline_.word(parts[2].begin + 1) == "=";
    if (const auto given =
            alignment_of({keyed ? parts[2].begin + 2 : parts[2].begin, parts[2].end}, scope, buffer.needs)) {
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

// The value of a method with @property or @cached_property; any other meaning stays.
Entity* CppReader::property_of(Entity* method, Scope* scope) {
  if (method->kind != Entity::Kind::functions) return method;
  for (const CppItem* item : method->items) {
    for (const Part decorator : item->decorators) {
      const std::string_view last = decorator.empty() ? std::string_view() : outline_.word(decorator.end - 1);
      if (last != "property" && last != "cached_property") continue;
      Entity getter = *method;
      getter.items = {item};
      return python_call(getter, {}, scope);
    }
  }
  return method;
}

// storage.sA.get_tensor(layout): a tensor in shared memory.
Entity* CppReader::stored_tensor(const Entity& container, Part part, Part at, Scope* scope) {
  const CppOutline& in = outline_;
  const std::vector<Part> parts = in.split(part, ",");
  if (parts.empty()) return open(say("the expression is empty"), {});
  Written call;
  call.text = cat("make_tensor(make_smem_ptr<", container.text, ">(p), ");
  add_reads(call.reads, container);
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

}  // namespace stridescope::sources
