// The names that give a value to others: an expression knows those in it, and a declaration knows those of its
// expression.
#include <algorithm>

#include "core/sources/cpp_reader.h"

namespace stridescope::sources {
namespace {

constexpr std::size_t most_reads = 16;  // names in an expression
constexpr std::size_t most_names = 1 << 16;

void add_read(std::vector<int>& to, int name) {
  if (to.size() < most_reads && std::find(to.begin(), to.end(), name) == to.end()) to.push_back(name);
}

}  // namespace

void add_reads(std::vector<int>& to, const std::vector<int>& from) {
  for (const int one : from) add_read(to, one);
}

void add_reads(std::vector<int>& to, const Entity& from) {
  if (from.named >= 0) return add_read(to, from.named);
  add_reads(to, from.reads);
  if (from.kind != Entity::Kind::tuple) return;
  for (const Entity* one : from.arguments) {
    if (one->named >= 0)
      add_read(to, one->named);
    else
      add_reads(to, one->reads);
  }
}

// A value keeps its first name: `auto b = a` does not rename it.
void CppReader::give_name(Entity* entity, std::string_view name, Span span, Span expression) {
  const bool has_value =
      entity != nullptr && (entity->kind == Entity::Kind::value || entity->kind == Entity::Kind::type ||
                            entity->kind == Entity::Kind::container || entity->kind == Entity::Kind::tuple);
  if (!has_value || entity->named >= 0 || names_.size() >= most_names || span.empty()) return;
  SourceName made = {std::string(name), span, expression, entity->value};
  made.is_memory = entity->kind == Entity::Kind::container;
  if (entity->kind == Entity::Kind::type) made.text = entity->text;
  add_reads(made.needs, *entity);
  entity->named = static_cast<int>(names_.size());
  names_.push_back(std::move(made));
}

// An argument of a template or a function: its place gets the name of the parameter.
Entity* CppReader::argument(Entity* entity, Part part) {
  give_name(entity, {}, outline_.span(part), outline_.span(part));
  return entity;
}

void CppReader::give_name(Entity* entity, const CppParameter& parameter) {
  if (entity->named < 0) {
    give_name(entity, parameter.name, parameter.name_span, outline_.span(parameter.initial));
  } else if (std::string& name = names_[static_cast<std::size_t>(entity->named)].name; name.empty()) {
    name = parameter.name;
  }
}

}  // namespace stridescope::sources
