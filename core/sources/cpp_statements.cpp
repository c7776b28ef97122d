// Statements in their order, and the variables that loops and undecided branches change.
#include <algorithm>
#include <array>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/sources/cpp_reader.h"

namespace stridescope::sources {

void CppReader::run_items(const std::vector<CppItem>& items, Scope* scope) {
  for (const CppItem& item : items) {
    if (returned_ || entities_.size() > most_entities) return;
    run_item(item, scope);
  }
}

void CppReader::run_block(const std::vector<CppItem>& items, Scope* scope) { run_items(items, inner_scope(scope)); }

void CppReader::run_item(const CppItem& item, Scope* scope) {
  if (is_python_) return run_python(item, scope);
  switch (item.kind) {
    case CppItem::Kind::alias:
    case CppItem::Kind::variable:
    case CppItem::Kind::structure: {
      forget_changes(item.value, scope);
      Entity* made = declare(item, scope);
      if (made != nullptr && !item.name.empty()) scope->names[item.name] = made;
      return;
    }
    case CppItem::Kind::function:
      return declare_function(item, scope);
    case CppItem::Kind::block:
      return run_block(item.items, scope);
    case CppItem::Kind::loop:
      forget_changes(item.items, scope);
      {
        const bool before = returned_;
        run_block(item.items, scope);
        returned_ = before;
      }
      return;
    case CppItem::Kind::branch: {
      const Entity* why = expression(item.value, scope);
      if (const auto decided = truth_of(*why)) return run_block(*decided ? item.items : item.otherwise, scope);
      // Only one of the two branches runs: both are read, and variables that either changes have no value.
      Entity* const result = result_;
      run_block(item.items, scope);
      const bool first = returned_;
      returned_ = false;
      run_block(item.otherwise, scope);
      returned_ = first && returned_;
      if (result_ != result)
        result_ = open(say("the condition of its return has no value"),
                       why->open_name.empty() ? std::string(outline_.spelling(item.value)) : why->open_name);
      forget_changes(item.items, scope);
      forget_changes(item.otherwise, scope);
      return;
    }
    case CppItem::Kind::result:
      if (result_ == nullptr && !item.value.empty()) result_ = expression(item.value, scope, "result");
      returned_ = true;
      return;
    case CppItem::Kind::statement:
      return run_statement(item.value, scope);
  }
}

void CppReader::declare_function(const CppItem& item, Scope* scope) {
  Entity made;
  made.kind = Entity::Kind::functions;
  made.scope = scope;
  made.items = {&item};
  scope->names[item.name] = make(std::move(made));
}

// name = value; and calls, for their functions.
void CppReader::run_statement(Part part, Scope* scope) {
  const CppOutline& in = outline_;
  if (part.empty() || in.word(part.begin) == "static_assert" || in.word(part.begin).starts_with("CUTE_STATIC_ASSERT"))
    return;
  if (in.is_word(part.begin) && in.word(part.begin + 1) == "=") {
    Entity* made = expression({part.begin + 2, part.end}, scope, in.word(part.begin));
    for (Scope* at = scope; at != nullptr; at = at->outer) {
      const auto found = at->names.find(in.word(part.begin));
      if (found == at->names.end()) continue;
      found->second =
          made->kind == Entity::Kind::value && found->second->kind == Entity::Kind::value
              ? as_integer(made,
                           found->second->value->integer() != nullptr && !found->second->value->integer()->is_static
                               ? "int"
                               : "",
                           "value")
              : made;
      return;
    }
    return;
  }
  const Written made = write(part, scope);
  static_cast<void>(made);
  forget_changes(part, scope);
}

void CppReader::change(std::string_view name, Scope* scope) {
  for (Scope* at = scope; at != nullptr; at = at->outer) {
    const auto found = at->names.find(name);
    if (found == at->names.end()) continue;
    const bool number = found->second->kind == Entity::Kind::value && found->second->value->is<IntTuple>();
    const bool of_layouts = found->second->kind == Entity::Kind::value && !number;
    if (of_layouts) return;  // elements of a tensor change, its layout does not
    Entity* given = bound(name);
    if (found->second->kind == Entity::Kind::value)
      found->second = given != nullptr ? given : open(say("'{}' changes at run time", name), name);
    return;
  }
}

void CppReader::forget_changes(Part part, Scope* scope) {
  const CppOutline& in = outline_;
  static constexpr std::array<std::string_view, 6> changes = {"=", "+=", "-=", "*=", "/=", "%="};
  if (is_python_) {  // a = b is a variable, f(a=b) an argument
    const bool changed = std::find(changes.begin(), changes.end(), in.word(part.begin + 1)) != changes.end();
    if (changed && in.is_word(part.begin)) change(in.word(part.begin), scope);
    return;
  }
  for (std::uint32_t i = part.begin; i < part.end; ++i) {
    if (!in.is_word(i)) continue;
    const std::string_view before = i > part.begin ? in.word(i - 1) : std::string_view();
    const std::string_view behind = i + 1 < part.end ? in.word(i + 1) : std::string_view();
    const bool taken = before == "&" && (i < part.begin + 2 || in.word(i - 2) == "," || in.word(i - 2) == "(");
    if (before == "++" || before == "--" || behind == "++" || behind == "--" || taken ||
        std::find(changes.begin(), changes.end(), behind) != changes.end()) {
      if (before != "." && before != "->") change(in.word(i), scope);
    }
  }
}

void CppReader::forget_changes(const std::vector<CppItem>& items, Scope* scope) {
  for (const CppItem& item : items) {
    if (item.kind == CppItem::Kind::statement || item.kind == CppItem::Kind::variable ||
        item.kind == CppItem::Kind::loop || item.kind == CppItem::Kind::branch)
      forget_changes(item.whole.empty() ? item.value : item.whole, scope);
    if (item.kind == CppItem::Kind::block) forget_changes(item.items, scope);
  }
}

// --- the whole source ---

void CppReader::run_uncalled(const std::vector<CppItem>& items, Scope* scope) {
  for (auto item = items.rbegin(); item != items.rend(); ++item) {
    // Functions of included files are read if something calls them.
    if (outline_.span(item->whole).begin >= source_bytes_) continue;
    if (item->kind == CppItem::Kind::function && !item->items.empty() && !read_.contains(&*item)) {
      static_cast<void>(run_function(*item, scope, {}, {}));
      if (is_python_) forget_shared(item->items);
    }
    if (item->kind == CppItem::Kind::structure && !read_.contains(&*item)) {
      const Entity& structure = *structure_entity(*item, scope);
      static_cast<void>(is_python_ ? construct(structure, {}, scope) : instance(structure, {}));
    }
  }
}

void CppReader::run_members() {
  // Member functions that nothing calls; instances may be added meanwhile.
  for (std::size_t i = 0; i < scopes_.size(); ++i) {
    Scope* scope = &scopes_[i];
    if (scope->is_structure && scope->item != nullptr) run_uncalled(scope->item->items, scope);
  }
}

}  // namespace stridescope::sources
