// Instances of templates, calls of functions with their arguments, and the parameters that arguments decide.
#include <algorithm>

#include "core/base/text.h"
#include "core/foreign/cpp/source_text.h"
#include "core/sources/cpp_reader.h"

namespace stridescope::sources {
namespace {

constexpr std::size_t most_calls = 24;  // levels of nested function calls
constexpr std::size_t most_instances = 256;
constexpr int most_levels_of_instances = 24;

}  // namespace

void CppReader::bind_template(const std::vector<CppParameter>& parameters, const std::vector<Entity*>& arguments,
                              Scope* scope) {
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const CppParameter& one = parameters[i];
    if (one.name.empty() || scope->names.contains(one.name)) continue;
    Entity* made = i < arguments.size() ? arguments[i] : nullptr;
    if (made == nullptr || made->kind == Entity::Kind::open) {
      if (Entity* given = bound(one.name)) made = given;
    }
    if (made == nullptr && !one.initial.empty()) made = type(one.initial, scope);
    if (made == nullptr) made = open_parameter(one.name);
    const std::string_view declared = outline_.spelling(bare_type(one.type));
    if (!one.is_type) made = as_integer(made, declared, one.name);
    give_name(made, one);
    scope->names[one.name] = made;
  }
}

Entity* CppReader::instance(const Entity& structure, const std::vector<Entity*>& arguments) {
  std::string key =
      cat(reinterpret_cast<std::uintptr_t>(structure.item), '/', reinterpret_cast<std::uintptr_t>(structure.home));
  for (const Entity* one : arguments) {
    const Int* integer = one->kind == Entity::Kind::value ? one->value->integer() : nullptr;
    if (integer != nullptr) {
      append_all(key, ',', integer->value);
    } else if (one->kind == Entity::Kind::value && one->value->is<Bool>()) {
      append_all(key, ',', one->value->as<Bool>()->value ? "true" : "false");
    } else if (one->kind == Entity::Kind::type) {
      append_all(key, ',', one->text);
    } else {
      append_all(key, ',',
                 reinterpret_cast<std::uintptr_t>(one->scope != nullptr ? static_cast<const void*>(one->scope) : one));
    }
  }
  if (const auto found = instances_.find(key); found != instances_.end()) return found->second;
  if (instances_.size() >= most_instances || instance_levels_ >= most_levels_of_instances ||
      !budget_.take(reading_work))
    return open(say("the source needs more work than the limit allows"), {});
  Entity made = structure;
  made.kind = Entity::Kind::structure;
  Scope* scope = inner_scope(structure.home, structure.item, true);
  made.scope = scope;
  made.text = key;
  Entity* entity = make(std::move(made));
  instances_.emplace(std::move(key), entity);
  if (structure.item == nullptr) return entity;
  ++instance_levels_;
  bind_template(structure.item->template_parameters, arguments, scope);
  for (const Part base : structure.item->bases) {
    Entity* of = type(base, scope);
    if (of->kind != Entity::Kind::structure) continue;
    if (of->scope == nullptr) of = instance(*of, {});
    if (of->scope != nullptr) add_base(*scope, *of->scope);
  }
  // Members, also those that nothing names.
  Recording recording(*this, structure.item);
  for (const CppItem& item : structure.item->items) {
    if (item.kind == CppItem::Kind::alias || item.kind == CppItem::Kind::variable) {
      if (!item.name.empty()) static_cast<void>(member(item.name, scope));
    }
  }
  const bool in_memory =
      !is_python_ || std::any_of(structure.item->decorators.begin(), structure.item->decorators.end(),
                                 [&](Part one) { return outline_.word(one.end - 1) == "struct"; });
  if (in_memory) static_cast<void>(keep_members(*structure.item, scope, 0));
  --instance_levels_;
  return entity;
}

Entity* CppReader::call(const Entity& functions, const std::vector<Entity*>& arguments) {
  const CppItem* chosen = nullptr;
  for (const CppItem* one : functions.items) {
    const std::size_t given = arguments.size();
    const std::size_t most = one->parameters.size();
    std::size_t least = 0;
    bool pack = false;
    for (const CppParameter& parameter : one->parameters) {
      least += parameter.initial.empty() && !parameter.is_pack ? 1 : 0;
      pack = pack || parameter.is_pack;
    }
    if (given < least || (given > most && !pack) || one->items.empty()) continue;
    if (!accepts(*one, functions.scope, arguments)) continue;
    // As in C++, a function before a template.
    const bool better = chosen == nullptr || one->template_parameters.size() < chosen->template_parameters.size();
    if (better) chosen = one;
  }
  if (chosen == nullptr)
    return open(say("'{}' has no body in this text", functions.items[0]->name), functions.items[0]->name);
  return run_function(*chosen, functions.scope, functions.arguments, arguments);
}

// False if a pointer to another type is given.
bool CppReader::accepts(const CppItem& item, Scope* home, const std::vector<Entity*>& arguments) {
  for (std::size_t i = 0; i < arguments.size() && i < item.parameters.size(); ++i) {
    const Entity& one = *arguments[i];
    const Part part = bare_type(item.parameters[i].type);
    std::uint32_t end = part.end;
    while (end > part.begin && !outline_.is_word(end - 1)) --end;
    while (end > part.begin + 1 && outline_.word(end - 1) == "const") --end;
    const std::string_view name = outline_.word(end - 1);
    const bool is_parameter = std::any_of(item.template_parameters.begin(), item.template_parameters.end(),
                                          [&](const CppParameter& of) { return of.name == name; });
    if (part.empty() || end == part.end || outline_.word(part.end - 1) != "*" || is_parameter) continue;
    if (one.kind == Entity::Kind::pointer && element_text({part.begin, end}, home) != one.text) return false;
    if (one.kind == Entity::Kind::value) return false;
  }
  return true;
}

Entity* CppReader::run_function(const CppItem& item, Scope* home, const std::vector<Entity*>& template_arguments,
                                const std::vector<Entity*>& arguments) {
  const bool recursive = std::find(stack_.begin(), stack_.end(), &item) != stack_.end();
  if (recursive || stack_.size() >= most_calls || !budget_.take(reading_work))
    return open(say("the result of '{}' is not known", item.name), item.name);
  // A method of Python does not see the names of its class.
  const bool method = is_python_ && home != nullptr && home->is_structure;
  Scope* scope = inner_scope(method ? home->outer : home, &item);
  // Template parameters: the given ones, those of the arguments, comments, defaults.
  for (std::size_t i = 0; i < template_arguments.size() && i < item.template_parameters.size(); ++i) {
    const CppParameter& one = item.template_parameters[i];
    if (one.name.empty()) continue;
    Entity* given = template_arguments[i];
    if (!one.is_type) given = as_integer(given, outline_.spelling(bare_type(one.type)), one.name);
    give_name(given, one);
    scope->names[one.name] = given;
  }
  for (std::size_t i = 0; i < item.parameters.size() && i < arguments.size() && !is_python_; ++i)
    deduce(item, item.parameters[i], *arguments[i], scope);
  bind_template(item.template_parameters, {}, scope);
  Recording recording(*this, &item);
  for (std::size_t i = 0; i < item.parameters.size(); ++i) {
    const CppParameter& one = item.parameters[i];
    if (one.name.empty()) continue;
    Entity* made = i < arguments.size() ? arguments[i] : nullptr;
    if (method && i == 0 && made == nullptr && one.name == "self") {
      Entity self;
      self.kind = Entity::Kind::object;
      self.scope = home;
      self.item = home->item;
      made = make(std::move(self));
    }
    if (made == nullptr && is_python_) made = test_parameter(item, one.name);
    if (made == nullptr && !one.initial.empty()) made = expression(one.initial, is_python_ ? scope->outer : scope);
    if (made != nullptr && made->kind == Entity::Kind::open) {
      if (Entity* given = bound(one.name)) made = given;
    }
    if (made == nullptr) made = bound(one.name);
    if (is_python_ && (made == nullptr || made->kind == Entity::Kind::open)) {
      if (Entity* tensor = tensor_of_comments(one.name)) made = tensor;
    }
    if (is_python_ && made == nullptr) made = open_parameter(one.name);
    if (!is_python_ && (made == nullptr || made->kind == Entity::Kind::open)) {
      CppItem variable;
      variable.kind = CppItem::Kind::variable;
      variable.name = one.name;
      variable.type = one.type;
      Entity* of = variable_of_type(variable, scope);
      if (of != nullptr && of->kind != Entity::Kind::open) made = of;
      if (made == nullptr) made = of != nullptr && !of->open_name.empty() ? of : open_parameter(one.name);
    }
    if (!is_python_) made = as_integer(made, outline_.spelling(bare_type(one.type)), one.name);
    if (made->kind == Entity::Kind::value && made->is_type) made = object_of(made);
    give_name(made, one);
    scope->names[one.name] = made;
    if (made->kind == Entity::Kind::value && kind_of_value(*made->value) < DeclarationKind::shape)
      record(one.name, one.name_span, DeclarationKind::other, *made);
  }
  stack_.push_back(&item);
  Entity* const outer_result = result_;
  const bool outer_returned = returned_;
  result_ = nullptr;
  returned_ = false;
  run_items(item.items, scope);
  if (is_python_) run_inner(item.items, scope);
  Entity* made = result_ != nullptr ? result_ : open(say("the result of '{}' is not known", item.name), item.name);
  result_ = outer_result;
  returned_ = outer_returned;
  stack_.pop_back();
  return made;
}

// template <class T> f(T const* p, T x): T of an argument.
void CppReader::deduce(const CppItem& item, const CppParameter& parameter, const Entity& argument, Scope* scope) {
  const Part part = bare_type(parameter.type);
  std::uint32_t end = part.end;
  bool pointed = false;
  while (end > part.begin && !outline_.is_word(end - 1)) {
    pointed = pointed || outline_.word(end - 1) == "*";
    --end;
  }
  while (end > part.begin + 1 && outline_.word(end - 1) == "const") --end;
  if (part.empty() || end != part.begin + 1) return;
  const std::string_view name = outline_.word(part.begin);
  const bool is_parameter = std::any_of(item.template_parameters.begin(), item.template_parameters.end(),
                                        [&](const CppParameter& one) { return one.is_type && one.name == name; });
  if (!is_parameter || scope->names.contains(name) || argument.kind == Entity::Kind::open) return;
  Entity made = argument;
  // The type of the elements is not what the memory declares.
  if (argument.kind == Entity::Kind::pointer) made.named = -1;
  if (pointed) {
    if (argument.kind != Entity::Kind::pointer) return;
    made.kind = Entity::Kind::type;
  } else if (argument.kind == Entity::Kind::pointer) {
    made.kind = Entity::Kind::type;
    made.text.push_back('*');
  } else if (argument.kind == Entity::Kind::object) {
    made.kind = Entity::Kind::structure;
  } else if (argument.kind == Entity::Kind::value) {
    made.is_type = true;
  } else {
    return;
  }
  scope->names[name] = make(std::move(made));
}

}  // namespace stridescope::sources
