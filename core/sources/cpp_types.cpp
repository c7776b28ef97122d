// Types: those with a value, structures, elements of pointers and containers.
#include <algorithm>
#include <array>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/functions/builtin.h"
#include "core/sources/cpp_reader.h"
#include "core/tiled/atom.h"

namespace stridescope::sources {
namespace {

constexpr std::array<std::string_view, 22> integer_types = {
    "int",      "long",      "unsigned", "short",     "size_t",   "int32_t",  "uint32_t", "int64_t",
    "uint64_t", "int16_t",   "uint16_t", "int8_t",    "uint8_t",  "index_t",  "char",     "signed",
    "ssize_t",  "ptrdiff_t", "intptr_t", "uintptr_t", "offset_t", "IndexType"};

// Types whose objects all have one value: X{} is evaluated.
bool has_value_of_type(std::string_view text) {
  static constexpr std::array<std::string_view, 22> heads = {"Layout",      "ComposedLayout",
                                                             "Shape",       "Stride",
                                                             "Step",        "Tile",
                                                             "Coord",       "Int",
                                                             "C",           "tuple",
                                                             "TiledMMA",    "TiledMma",
                                                             "TiledCopy",   "Copy_Atom",
                                                             "MMA_Atom",    "Swizzle",
                                                             "constant",    "integral_constant",
                                                             "ScaledBasis", "MMA_Traits",
                                                             "true_type",   "false_type"};
  const std::string_view head = text.substr(0, text.find_first_of("< ({:"));
  if (std::find(heads.begin(), heads.end(), head) != heads.end()) return true;
  if (head.size() > 1 && head[0] == '_' && std::all_of(head.begin() + 1, head.end(), is_digit)) return true;
  const std::size_t scope = text.find("::Layout_");
  if (scope != std::string_view::npos && (head == "GMMA" || head == "UMMA")) return true;
  const bool atom =
      head.starts_with("SM") && head.size() > 4 && is_digit(head[2]) && head.find("x") != std::string_view::npos;
  return atom && head.find("TMA") == std::string_view::npos;
}

}  // namespace

bool is_integer_word(std::string_view word) {
  return std::find(integer_types.begin(), integer_types.end(), word) != integer_types.end();
}

bool names_open_integers(std::string_view type) {
  static constexpr std::array<std::string_view, 6> tuples = {"Shape", "Stride", "Step", "Coord", "tuple", "Layout"};
  const std::string_view head = type.substr(0, type.find('<'));
  if (std::find(tuples.begin(), tuples.end(), head) == tuples.end()) return false;
  for (std::size_t i = 0; i < type.size();) {
    const std::size_t end = word_end(type, i);
    if (end > i && is_integer_word(type.substr(i, end - i))) return true;
    i = std::max(end, i + 1);
  }
  return false;
}

int bits_of(std::string_view type) {
  type = trimmed(type);
  if (type.ends_with("*")) return 64;
  const std::size_t scope = type.find('<') == std::string_view::npos ? type.rfind("::") : std::string_view::npos;
  if (scope != std::string_view::npos) type.remove_prefix(scope + 2);
  if (type.find('<') == std::string_view::npos) type.remove_prefix(type.rfind('.') + 1);
  if (const auto named = type_named(type)) return named->bits;
  const auto found = find_type(type);
  return found ? found->bits : 0;
}

// Without const, & and the words before a type.
Part CppReader::bare_type(Part part) const {
  const auto is_word = [&](std::uint32_t at) {
    const std::string_view one = outline_.word(at);
    return one == "const" || one == "typename" || one == "volatile" || one == "constexpr" || one == "&" ||
           one == "&&" || one == "class" || one == "struct" || one == "...";
  };
  while (!part.empty() && is_word(part.begin)) ++part.begin;
  while (!part.empty() && is_word(part.end - 1)) --part.end;
  return part;
}

Entity* CppReader::type(Part given, Scope* scope) {
  const Deeper level(depth_);
  if (!level.ok()) return open(say("the source needs more work than the limit allows"), {});
  const CppOutline& in = outline_;
  if (is_python_) return expression(given, scope);
  const Part part = bare_type(given);
  if (part.empty()) return open(say("the type is empty"), {});
  const std::string_view first = in.word(part.begin);
  // A value as an argument of a template.
  if (in.tokens[part.begin].kind == CppToken::Kind::number || first == "(" || first == "!" || first == "-" ||
      (first == "sizeof"))
    return expression(part, scope);
  if (first == "true" || first == "false") {
    return truth_entity(first == "true");
  }
  if (in.word(part.end - 1) == "*") {
    return text_entity(cat(element_text({part.begin, part.end - 1}, scope), "*"));
  }
  const auto [entity, next] = chain(part.begin, part.end, scope);
  if (entity != nullptr && next == part.end) return entity;
  if (entity != nullptr && in.word(next) == "{" && in.tokens[next].pair + 1 == part.end) return expression(part, scope);
  const bool named = in.is_word(part.begin) || first == "::";
  for (std::uint32_t i = part.begin; i < part.end; ++i) {
    // Kernel::kStages + 1, size(L{}): an expression.
    const std::string_view one = in.word(i);
    if (in.tokens[i].pair > i && one == "(") return expression(part, scope);
    if (one == "<" && in.past_angles(i, part.end) > i) i = in.past_angles(i, part.end) - 1;
    if (one == "+" || one == "-" || one == "*" || one == "/" || one == "%" || one == "==" || one == "!=" ||
        one == "?" || one == "&&" || one == "||")
      return expression(part, scope);
  }
  Written text = write(part, scope);
  if (text.open != nullptr) return open(text.open->open, text.open->open_name);
  if (named && has_value_of_type(text.text) && !names_open_integers(text.text)) {
    text.text += "{}";
    text.places.clear();
    Entity* value = evaluate(text, "type", part);
    if (value->kind == Entity::Kind::value) {
      Entity made = *value;
      made.is_type = true;
      return make(std::move(made));
    }
    return value;
  }
  Entity made;
  made.kind = Entity::Kind::type;
  made.text = std::move(text.text);
  made.reads = std::move(text.reads);
  return make(std::move(made));
}

std::string CppReader::element_text(Part part, Scope* scope) {
  const Entity* made = type(part, scope);
  return made->kind == Entity::Kind::type ? made->text : std::string();
}

// The pointer that an expression is; open if the type of its elements is; null for any other expression.
Entity* CppReader::pointer(Part part, Scope* scope) {
  const Deeper level(depth_);
  if (!level.ok()) return nullptr;
  const CppOutline& in = outline_;
  const auto to = [&](Part element) {
    const Entity* of = type(element, scope);
    if (of->kind != Entity::Kind::type) {
      return of->kind == Entity::Kind::open ? open(of->open, of->open_name)
                                            : open(say("'{}' is not the type of an element", in.spelling(element)), {});
    }
    Entity made;
    made.kind = Entity::Kind::pointer;
    made.text = of->text;
    return make(std::move(made));
  };
  std::uint32_t at = part.begin;
  while (at < part.end && (in.word(at) == "&" || in.word(at) == "*" || in.word(at) == "::" || in.word(at + 1) == "::"))
    at += in.is_word(at) ? 2 : 1;
  const std::string_view word = in.word(at);
  const bool cast = word == "reinterpret_cast" || word == "static_cast" || word == "const_cast" || word == "recast_ptr";
  if (cast && in.word(at + 1) == "<") {
    const std::uint32_t behind = in.past_angles(at + 1, part.end);
    Part element = bare_type({at + 2, behind - 1});
    if (word != "recast_ptr") {
      if (in.word(element.end - 1) != "*") return nullptr;
      --element.end;
    }
    return to(bare_type(element));
  }
  if (word == "(" && in.tokens[at].pair > at + 2 && in.word(in.tokens[at].pair - 1) == "*")
    return to({at + 1, in.tokens[at].pair - 1});
  if ((word == "raw_pointer_cast" || word == "get_raw_pointer" || word == "raw_ptr") && in.word(at + 1) == "(")
    return pointer({at + 2, in.tokens[at + 1].pair}, scope);
  // &x[0]
  if (in.word(part.begin) == "&" && in.word(part.end - 1) == "]" && in.tokens[part.end - 1].pair > at)
    return pointer({at, in.tokens[part.end - 1].pair}, scope);
  const auto [entity, next] = chain(part.begin == at ? at : (in.is_word(at) ? at : part.begin), part.end, scope);
  if (entity == nullptr) return nullptr;
  if (entity->kind == Entity::Kind::container) {
    Entity made = *entity;
    made.kind = Entity::Kind::pointer;
    return make(std::move(made));
  }
  return entity;
}

// X{} of a type X that has a value.
Entity* CppReader::object_of(const Entity* type) {
  Entity made = *type;
  made.is_type = false;
  return make(std::move(made));
}

Entity* CppReader::structure_entity(const CppItem& item, Scope* home) {
  Entity made;
  made.kind = Entity::Kind::structure;
  made.item = &item;
  made.home = home;
  made.text = item.name;
  return make(std::move(made));
}

Entity* CppReader::as_object(Entity* entity) {
  if (entity->kind != Entity::Kind::structure) return entity;
  Entity made = *entity;
  made.kind = Entity::Kind::object;
  if (made.scope == nullptr) made.scope = instance(*entity, {})->scope;
  return make(std::move(made));
}

// A declared type without a value: of an object, a container, a pointer or a type with a value.
Entity* CppReader::variable_of_type(const CppItem& item, Scope* scope) {
  const CppOutline& in = outline_;
  const Part part = bare_type(item.type);
  if (part.empty()) return nullptr;
  bool is_array = false;
  for (std::uint32_t i = item.type.end; i < item.type.end + 3 && i < in.tokens.size(); ++i)
    is_array = is_array || (in.word(i) == "[" && in.word(i - 1) == item.name);
  std::uint32_t star = part.end;
  while (star > part.begin && (in.word(star - 1) == "*" || in.word(star - 1) == "const" || in.word(star - 1) == "&" ||
                               in.word(star - 1) == "__restrict__"))
    --star;
  const bool pointed = std::any_of(in.tokens.begin() + star, in.tokens.begin() + part.end,
                                   [&](const CppToken& t) { return in.text[t.begin] == '*'; });
  if (is_array || pointed) {
    const Part element = bare_type({part.begin, star});
    if (in.word(element.begin) == "auto") return nullptr;
    const Entity* of = type(element, scope);
    if (of->kind == Entity::Kind::structure) {
      Entity made = *of;
      made.kind = Entity::Kind::object;
      return make(std::move(made));
    }
    if (of->kind != Entity::Kind::type)
      return open(of->open.empty() ? say("the type of the elements is not known") : of->open, of->open_name);
    Entity made;
    made.kind = Entity::Kind::pointer;
    made.text = of->text;
    return make(std::move(made));
  }
  Entity* of = type(part, scope);
  if (of->kind == Entity::Kind::structure) return as_object(of);
  if (of->kind == Entity::Kind::value && of->is_type) return object_of(of);
  if (of->kind == Entity::Kind::open) return of;
  if (of->kind != Entity::Kind::type) return nullptr;
  // array_aligned<half_t, 128>: a container of its first argument.
  static constexpr std::array<std::string_view, 10> containers = {
      "ArrayEngine",   "array_aligned", "array",        "Array",         "AlignedArray",
      "device_vector", "host_vector",   "smem_storage", "AlignedBuffer", "DeviceAllocation"};
  const std::string_view text = of->text;
  const std::string_view head = text.substr(0, text.find('<'));
  const std::size_t end = text.find_first_of(",>", head.size());
  if (end == std::string_view::npos || end <= head.size() + 1) return nullptr;
  if (std::find(containers.begin(), containers.end(), head.substr(head.rfind(':') + 1)) == containers.end())
    return nullptr;
  Entity made;
  made.kind = Entity::Kind::container;
  made.reads = of->reads;
  made.text = trimmed(text.substr(head.size() + 1, end - head.size() - 1));
  return make(std::move(made));
}

// int n = size(L{}): the value is an int, not a C<n>.
Entity* CppReader::as_integer(Entity* entity, std::string_view type, std::string_view name) {
  if (entity->kind != Entity::Kind::value) return entity;
  const std::string_view head = trimmed(type);
  static constexpr std::array<std::string_view, 8> wide = {"int64_t", "uint64_t",  "size_t",  "long",
                                                           "index_t", "ptrdiff_t", "ssize_t", "offset_t"};
  const auto* boolean = entity->value->as<Bool>();
  const Int* integer = entity->value->integer();
  Entity made;
  made.kind = Entity::Kind::value;
  if (head == "bool" && integer != nullptr) {
    made.value = Bool{integer->value != 0, true};
  } else if (is_integer_word(head) && boolean != nullptr) {
    made.value = Value(dynamic_int(boolean->value ? 1 : 0));
  } else if (is_integer_word(head) && integer != nullptr && integer->is_plain()) {
    made.value = Value(dynamic_int(integer->value));
  } else {
    return entity;
  }
  made.is_wide = entity->is_wide || std::find(wide.begin(), wide.end(), head) != wide.end();
  made.named = entity->named;
  made.reads = entity->reads;
  made.flat = flat_name(name);
  made.line = cat(made.flat, " = ", to_text(*made.value, IntegerMode::cute));
  return make(std::move(made));
}

DeclarationKind CppReader::declared_kind(const CppItem& item) const {
  const auto kind_of = [](std::string_view word) {
    if (const Builtin* function = find_builtin(word)) {
      if (function->roles.law != roles::Law::none) return DeclarationKind::layout;
      if (function->roles.link == roles::Link::partition) return DeclarationKind::tensor;
    }
    // The words in the names of types and functions.
    struct Row {
      std::string_view part;
      DeclarationKind kind;
    };
    static constexpr std::array<Row, 18> rows = {{{"TiledCopy", DeclarationKind::copy},
                                                  {"ThrCopy", DeclarationKind::copy},
                                                  {"Copy_Atom", DeclarationKind::copy},
                                                  {"tiled_copy", DeclarationKind::copy},
                                                  {"tma_copy", DeclarationKind::copy},
                                                  {"TiledM", DeclarationKind::mma},
                                                  {"ThrM", DeclarationKind::mma},
                                                  {"MMA_Atom", DeclarationKind::mma},
                                                  {"tiled_mma", DeclarationKind::mma},
                                                  {"ayout", DeclarationKind::layout},
                                                  {"Swizzle", DeclarationKind::layout},
                                                  {"smem_selector", DeclarationKind::layout},
                                                  {"ensor", DeclarationKind::tensor},
                                                  {"partition", DeclarationKind::tensor},
                                                  {"fragment", DeclarationKind::tensor},
                                                  {"retile", DeclarationKind::tensor},
                                                  {"alloc_shared", DeclarationKind::layout},
                                                  {"local_", DeclarationKind::tensor}}};
    const auto* row = std::find_if(rows.begin(), rows.end(),
                                   [&](const Row& one) { return word.find(one.part) != std::string_view::npos; });
    return row == rows.end() ? DeclarationKind::other : row->kind;
  };
  const CppOutline& in = outline_;
  if (is_python_) {
    // cute.make_layout(...), thr_copy.partition_S(...)
    std::uint32_t called = item.value.begin;
    while (called + 2 < item.value.end && in.word(called + 1) == "." && in.is_word(called + 2)) called += 2;
    return called < item.value.end && in.word(called + 1) == "(" ? kind_of(in.word(called)) : DeclarationKind::other;
  }
  const auto head_of = [&](Part part) {
    std::uint32_t at = part.begin;
    const auto skipped = [&](std::string_view w) {
      return w == "const" || w == "typename" || w == "cute" || w == "::" || w == "decltype" || w == "(" ||
             w == "cutlass" || w == "constexpr";
    };
    while (at < part.end && skipped(in.word(at))) ++at;
    return at;
  };
  const std::uint32_t of_type = head_of(item.type);
  DeclarationKind kind = item.type.empty() ? DeclarationKind::other : kind_of(in.word(of_type));
  if (kind != DeclarationKind::other) return kind;
  if (item.kind == CppItem::Kind::variable && (item.type.empty() || in.word(of_type) != "auto")) return kind;
  // The outermost call: f(...), x.f(...).
  std::uint32_t at = head_of(item.value);
  kind = kind_of(in.word(at));
  if (kind != DeclarationKind::other) return kind;
  for (int steps = 0; at < item.value.end && steps < 16; ++steps) {
    const std::string_view next = in.word(at + 1);
    if (next != "." && next != "::" && next != "->") break;
    at += 2;
  }
  return at < item.value.end ? kind_of(in.word(at)) : DeclarationKind::other;
}

}  // namespace stridescope::sources
