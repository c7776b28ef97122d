// Statements of Python: names belong to their function, and an assignment gives a name another value.
#include <algorithm>

#include "core/base/text.h"
#include "core/sources/cpp_reader.h"

namespace stridescope::sources {

// The scope in which a statement of a function, a module or a class assigns names.
Scope* CppReader::target_of(const CppItem& item, Scope* scope) {
  if (item.of.empty()) return scope;
  const Entity* object = lookup(item.of, scope);
  return object != nullptr && object->kind == Entity::Kind::object ? object->scope : nullptr;
}

// The names of the scope in which a function assigns `name`: its own ones, unless it is global or nonlocal.
std::map<std::string_view, Entity*>& CppReader::names_with(std::string_view name, Scope* scope) {
  const auto found = scope->elsewhere.find(name);
  return found == scope->elsewhere.end() ? scope->names : found->second->names;
}

// global a, b; nonlocal a, b
void CppReader::share_names(const CppItem& item, Scope* scope) {
  for (const auto& [name, span] : item.names) {
    Scope* of = global_;
    for (Scope* outer = scope->outer; item.form == 'n' && outer != nullptr; outer = outer->outer) {
      if (outer->names.find(name) == outer->names.end()) continue;
      of = outer;
      break;
    }
    scope->elsewhere[name] = of;
  }
}

// Global names of a function that nothing in the text calls: another program may call it.
void CppReader::forget_shared(const std::vector<CppItem>& items) {
  for (const CppItem& item : items) {
    if (item.kind == CppItem::Kind::statement && item.form == 'g') {
      for (const auto& [name, span] : item.names) {
        Entity* given = bound(name);
        global_->names[name] = given != nullptr ? given : open(say("'{}' changes at run time", name), name);
      }
    }
    forget_shared(item.items);
    forget_shared(item.otherwise);
  }
}

// for a, b in [(4, 8), (2, 2)]: (4, 8).
Entity* CppReader::first_element(const CppItem& item, Scope* scope) {
  Entity* all = expression(item.value, scope);
  if (all->kind == Entity::Kind::tuple && !all->arguments.empty()) return all->arguments[0];
  if (all->kind == Entity::Kind::value && kind_of_value(*all->value) == DeclarationKind::shape &&
      all->value->integer() == nullptr) {
    Written get;
    get.text = "get<0>(";
    emit(get, all, true);
    get.text += ")";
    return evaluate(get, item.name, item.value);
  }
  return all->kind == Entity::Kind::open ? all : open_parameter(item.name);
}

Entity* CppReader::declare_python(const CppItem& item, Scope* scope) {
  const DeclarationKind kind = declared_kind(item);
  Entity* made = nullptr;
  for (std::uint32_t i = item.value.begin; i < item.value.end && !item.name.empty(); ++i) {
    if (outline_.word(i) == "cosize") cosizes_.insert(item.name);
  }
  if (item.form == '0') {
    made = item.value.empty() ? integer_entity(0) : expression(item.value, scope, item.name);
    if (Entity* given = bound(item.name)) made = given;
  } else if (item.form == 'f') {
    made = first_element(item, scope);
  } else if (!item.value.empty()) {
    made = expression(item.value, scope, item.name);
  } else {
    made = python_member(item.type, scope);
    if (made == nullptr) made = open_parameter(item.name);
  }
  if (made->kind == Entity::Kind::open) {
    if (Entity* given = bound(item.of.empty() ? std::string(item.name) : cat(item.of, ".", item.name)))
      made = given;
    else if (Entity* named = bound(item.name))
      made = named;
  }
  if (item.names.empty()) {
    give_name(made, item.name, item.name_span, outline_.span(item.value.empty() ? item.type : item.value));
    record(item.name, item.name_span, kind, *made);
    return made;
  }
  bind_names(item, *made, target_of(item, scope));
  return made;
}

void CppReader::run_python(const CppItem& item, Scope* scope) {
  switch (item.kind) {
    case CppItem::Kind::alias:
    case CppItem::Kind::variable:
    case CppItem::Kind::structure: {
      Entity* made = declare(item, scope);
      Scope* target = target_of(item, scope);
      if (made != nullptr && target != nullptr && !item.name.empty()) names_with(item.name, target)[item.name] = made;
      return;
    }
    case CppItem::Kind::function:
      return declare_function(item, scope);
    case CppItem::Kind::block:
      return run_items(item.items, scope);
    case CppItem::Kind::loop: {
      static_cast<void>(write(item.value, scope));
      forget_assigned(item.items, scope, nullptr);
      const bool before = returned_;
      Entity* const result = result_;
      run_items(item.items, scope);
      returned_ = before;
      result_ = result;
      return;
    }
    case CppItem::Kind::branch: {
      const Entity* why = expression(item.value, scope);
      if (const auto decided = truth_of(*why)) return run_items(*decided ? item.items : item.otherwise, scope);
      // Only one of the two branches runs: both are read, and names that either assigns have no value after them.
      Entity* const result = result_;
      const auto names = scope->names;
      run_items(item.items, scope);
      const bool first = returned_;
      returned_ = false;
      scope->names = names;
      run_items(item.otherwise, scope);
      returned_ = first && returned_;
      if (result_ != result) result_ = open(say("the condition of its return has no value"), why->open_name);
      forget_assigned(item.items, scope, why);
      forget_assigned(item.otherwise, scope, why);
      return;
    }
    case CppItem::Kind::result:
      if (result_ == nullptr && !item.value.empty()) result_ = expression(item.value, scope, "result");
      returned_ = true;
      return;
    case CppItem::Kind::statement:
      if (item.form != 0) return share_names(item, scope);
      static_cast<void>(write(item.value, scope));
      forget_changes(item.value, scope);
      return;
  }
}

// Names that a loop changes, or an undecided branch, whose condition is open because of `why`.
void CppReader::forget_assigned(const std::vector<CppItem>& items, Scope* scope, const Entity* why) {
  const auto forget = [&](const CppItem& item, std::string_view name) {
    Scope* target = target_of(item, scope);
    if (target == nullptr) return;
    auto& names = names_with(name, target);
    const auto found = names.find(name);
    if (found == names.end()) return;
    Entity* given = bound(name);
    if (given == nullptr && item.of.empty()) given = tensor_of_comments(name);
    if (given == nullptr && why != nullptr) given = undecided(*why);
    found->second = given != nullptr ? given : open(say("'{}' changes at run time", name), name);
  };
  for (const CppItem& item : items) {
    if (item.kind == CppItem::Kind::variable) {
      if (item.names.empty()) forget(item, item.name);
      for (const auto& [name, span] : item.names) forget(item, name);
    } else if (item.kind == CppItem::Kind::statement) {
      forget_changes(item.value, scope);
    } else if (item.kind != CppItem::Kind::function && item.kind != CppItem::Kind::structure) {
      forget_assigned(item.items, scope, why);
      forget_assigned(item.otherwise, scope, why);
    }
  }
}

// Functions in a function that nothing calls, such as the kernel that a builder returns, and structures in memory.
void CppReader::run_inner(const std::vector<CppItem>& items, Scope* scope) {
  for (const CppItem& item : items) {
    if (item.kind == CppItem::Kind::function && !item.items.empty() && !read_.contains(&item))
      static_cast<void>(run_function(item, scope, {}, {}));
    if (item.kind == CppItem::Kind::structure && !item.decorators.empty() && !read_.contains(&item)) {
      const Entity* made = lookup(item.name, scope);
      if (made != nullptr && made->kind == Entity::Kind::structure) static_cast<void>(instance(*made, {}));
    }
    if (item.kind == CppItem::Kind::block || item.kind == CppItem::Kind::branch) {
      run_inner(item.items, scope);
      run_inner(item.otherwise, scope);
    }
  }
}

// sA: cute.struct.Align[cute.struct.MemRange[T, n], 1024], a member of a structure in memory.
Entity* CppReader::python_member(Part type, Scope* scope) {
  const CppOutline& in = outline_;
  for (std::uint32_t i = type.begin; i + 1 < type.end; ++i) {
    if (in.word(i) != "MemRange" || in.word(i + 1) != "[") continue;
    const std::vector<Part> parts = in.split({i + 2, in.tokens[i + 1].pair}, ",");
    if (parts.empty()) return nullptr;
    const Entity* of = expression(parts[0], scope);
    if (of->kind == Entity::Kind::open) return open(of->open, of->open_name);
    if (of->kind != Entity::Kind::type) return nullptr;
    Entity made;
    made.kind = Entity::Kind::container;
    made.text = of->text;
    return make(std::move(made));
  }
  return nullptr;
}

}  // namespace stridescope::sources
