// Scopes: structures, functions with the arguments of their calls, statements in their order.
#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/foreign/cpp/source_text.h"
#include "core/functions/builtin.h"
#include "core/sources/cpp_reader.h"

namespace stridescope::sources {
namespace {

constexpr std::size_t most_included_bytes = 1 << 20;

// The names that comments bind are aliases at the end of the text: stride_0.
constexpr std::string_view bound_prefix = "stride_bound_";

// The file that `#include "name"` on this line names; empty for any other line.
std::string_view included_name(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with("#")) return {};
  line = trimmed(line.substr(1));
  if (!line.starts_with("include")) return {};
  line = trimmed(line.substr(7));
  const std::size_t close = line.find('"', 1);
  return line.starts_with('"') && close != std::string_view::npos ? line.substr(1, close - 1) : std::string_view();
}

// The included files one after the other, each once.
class Includes {
 public:
  explicit Includes(const IncludeReader& read) : read_(read) {}

  void add_of(std::string_view text, const std::string& folder, int level) {
    for (std::string_view rest = text; !rest.empty() && read_;) {
      const std::string_view name = included_name(cut_line(rest));
      if (!name.empty()) add(name, folder, level);
    }
  }
  const std::string& text() const { return text_; }
  std::vector<IncludedFile>& files() { return files_; }

 private:
  void add(std::string_view name, const std::string& folder, int level) {
    constexpr int most_levels = 6;
    if (level > most_levels) return;
    for (const std::string& path : {cat(folder, name), std::string(name)}) {
      if (!seen_.insert(path).second) return;
      const auto found = read_(path);
      if (!found) continue;
      if (text_.size() + found->size() > most_included_bytes) return;
      add_of(*found, path.substr(0, path.rfind('/') + 1), level + 1);
      std::vector<Error> ignored;
      const SourceText plain = without_comments(*found, ignored);
      files_.push_back({path, *found, static_cast<std::uint32_t>(text_.size())});
      append_all(text_, plain.text.empty() ? *found : plain.text, "\n");
      return;
    }
  }

  const IncludeReader& read_;
  std::set<std::string> seen_;
  std::string text_;
  std::vector<IncludedFile> files_;
};

}  // namespace

CppReader::CppReader(std::string_view source, SourceKind kind, const IncludeReader& include, Budget& budget)
    : budget_(budget),
      is_python_(kind == SourceKind::python),
      mode_(is_python_ ? IntegerMode::teaching : IntegerMode::cute) {
  std::vector<Error> ignored;
  const SourceText plain = without_comments(source, ignored);
  bound_ = stride_comments(source);
  source_bytes_ = source.size();
  Includes files(include);
  if (!is_python_) files.add_of(source, {}, 0);
  append_all(text_, plain.text.empty() ? source : std::string_view(plain.text), "\n", files.text(), "\n");
  files_ = std::move(files.files());
  for (IncludedFile& one : files_) one.begin += static_cast<std::uint32_t>(source_bytes_ + 1);
  for (std::size_t i = 0; i < bound_.size(); ++i)
    append_all(text_, is_python_ ? "" : "using ", bound_prefix, i, " = ", bound_[i].value, is_python_ ? "\n" : ";\n");
  outline_ = is_python_ ? python_outline_of(text_) : outline_of(text_);
  global_ = inner_scope(nullptr);
}

Entity* CppReader::make(Entity entity) {
  entities_.push_back(std::move(entity));
  return &entities_.back();
}

Scope* CppReader::inner_scope(Scope* outer, const CppItem* item, bool is_structure) {
  scopes_.emplace_back();
  Scope* scope = &scopes_.back();
  scope->outer = outer;
  scope->item = item;
  scope->is_structure = is_structure;
  return scope;
}

Entity* CppReader::open(Message why, std::string_view name) {
  Entity out;
  out.open = std::move(why);
  out.open_name = name;
  return make(std::move(out));
}

// The value of what depends on a condition, which has none.
Entity* CppReader::undecided(const Entity& condition) {
  return open(condition.open.empty() ? say("its condition has no value") : condition.open, condition.open_name);
}

Entity* CppReader::open_parameter(std::string_view name) {
  return open(say("'{}' is open: the text does not give its value", name), name);
}

std::string CppReader::flat_name(std::string_view name) {
  std::string out;
  for (const char c : name) out.push_back(is_word(c) ? c : '_');
  static constexpr std::string_view reserved[] = {"o",     "_",    "X",          "E",           "Sw",
                                                  "tract", "cute", "LayoutLeft", "LayoutRight", "p"};
  const bool taken = std::find(std::begin(reserved), std::end(reserved), out) != std::end(reserved) ||
                     find_builtin(out) != nullptr || (out.size() > 1 && out[0] == '_');
  if (out.empty() || taken || is_digit(out[0])) out.insert(0, "v_");
  // Not M_2, which is a bit mask of the language.
  int& used = flat_names_[out];
  std::string unique = ++used == 1 ? out : cat(out, "_v", used);
  while (used > 1 && !flat_names_.emplace(unique, 1).second) unique = cat(out, "_v", ++used);
  return unique;
}

Entity* CppReader::bound(std::string_view name) {
  for (std::size_t i = 0; i < bound_.size(); ++i) {
    if (bound_[i].name != name) continue;
    const std::string alias = cat(bound_prefix, i);
    for (const CppItem& item : outline_.items) {
      if (item.name != alias) continue;
      const auto found = global_->names.find(item.name);
      if (found != global_->names.end()) return found->second;
      Entity* made = is_python_ ? expression(item.value, global_) : type(item.value, global_);
      give_name(made, name, bound_[i].place, {});
      global_->names.emplace(item.name, made);
      return made;
    }
  }
  return nullptr;
}

void CppReader::record(std::string_view name, Span at, DeclarationKind kind, const Entity& entity) {
  if (recording_ == nullptr || at.end > source_bytes_ || at.empty()) return;
  Declaration one;
  one.name_span = at;
  one.name = name;
  one.kind = kind;
  if (entity.kind == Entity::Kind::value) {
    one.value = entity.value;
    // A fragment in registers has the value of its layout.
    if (kind != DeclarationKind::tensor) one.kind = kind_of_value(*entity.value);
    one.program = program_of(entity);
    if (one.program.empty()) one.program = cat(name, " = ", to_text(*entity.value, mode_), "\n");
    one.program.pop_back();
  } else if (kind == DeclarationKind::other) {
    return;
  } else {
    one.open = entity.kind == Entity::Kind::open ? entity.open : say("its type has no value");
    one.open_name = entity.open_name;
  }
  const auto [found, is_new] = recording_->try_emplace(at.begin, one);
  if (!is_new && !found->second.value) found->second = std::move(one);
}

// --- names ---

// Bases are searched in the order of the text. Without the copies, a diamond of n levels would have 2^n of them.
void CppReader::add_base(Scope& scope, Scope& base) {
  const auto add = [&](Scope* one) {
    if (std::find(scope.bases.begin(), scope.bases.end(), one) == scope.bases.end()) scope.bases.push_back(one);
  };
  // No structure derives from itself.
  if (&base == &scope || std::find(base.bases.begin(), base.bases.end(), &scope) != base.bases.end()) return;
  add(&base);
  for (Scope* one : base.bases) add(one);
}

Entity* CppReader::member(std::string_view name, Scope* scope) {
  if (Entity* own = own_member(name, scope)) return own;
  for (std::size_t i = 0; i < scope->bases.size(); ++i) {
    if (Entity* of = own_member(name, scope->bases[i])) return of;
  }
  return nullptr;
}

Entity* CppReader::own_member(std::string_view name, Scope* scope) {
  if (const auto found = scope->names.find(name); found != scope->names.end()) return found->second;
  if (scope->item != nullptr || scope == global_) {
    const std::vector<CppItem>& items = scope == global_ ? outline_.items : scope->item->items;
    if (scope == global_ || scope->is_structure) {
      Entity functions;
      for (const CppItem& item : items) {
        const bool named = item.name == name;
        if (!named || item.name.empty()) continue;
        if (item.kind == CppItem::Kind::function) {
          functions.kind = Entity::Kind::functions;
          functions.scope = scope;
          functions.items.push_back(&item);
          continue;
        }
        // In its own declaration a name means what it means outside: using Storage = Storage<half_t>.
        if (!scope->running.insert(&item).second) continue;
        Entity* made = declare(item, scope);
        scope->running.erase(&item);
        if (made == nullptr) continue;
        scope->names[item.name] = made;
        return made;
      }
      if (functions.kind == Entity::Kind::functions) {
        const std::string_view of = functions.items[0]->name;
        return scope->names[of] = make(std::move(functions));
      }
    }
  }
  return nullptr;
}

Entity* CppReader::lookup(std::string_view name, Scope* scope) {
  for (Scope* at = scope; at != nullptr; at = at->outer) {
    if (Entity* found = member(name, at)) return found;
  }
  return nullptr;
}

// The meaning of a declaration, which is recorded; null for other items.
Entity* CppReader::declare(const CppItem& item, Scope* scope) {
  const Deeper level(depth_);
  if (entities_.size() > most_entities || !level.ok())
    return open(say("the source needs more work than the limit allows"), {});
  switch (item.kind) {
    case CppItem::Kind::alias: {
      if (!item.template_parameters.empty()) {
        return open(say("'{}' is a template of types, which is not read", item.name), item.name);
      }
      Entity* made = type(item.value, scope);
      if (made->kind == Entity::Kind::open && bound(item.name) != nullptr) made = bound(item.name);
      // `using T = int` names a type; `decltype(...)` of an object names it, too.
      if (made->kind == Entity::Kind::value && !made->is_type) {
        Entity typed = *made;
        typed.is_type = true;
        made = make(std::move(typed));
      }
      give_name(made, item.name, item.name_span, outline_.span(item.value));
      record(item.name, item.name_span, declared_kind(item), *made);
      return made;
    }
    case CppItem::Kind::variable:
      return is_python_ ? declare_python(item, scope) : declare_variable(item, scope);
    case CppItem::Kind::structure:
      return structure_entity(item, scope);
    default:
      return nullptr;
  }
}

Entity* CppReader::declare_variable(const CppItem& item, Scope* scope) {
  // Its type is a structure without a name.
  if (item.type.empty() && !item.items.empty()) return as_object(structure_entity(item, scope));
  const std::string_view declared = outline_.spelling(bare_type(item.type));
  const DeclarationKind kind = declared_kind(item);
  const bool is_auto = declared.empty() || declared.starts_with("auto") || declared.starts_with("decltype(auto)");
  const bool placeholder = is_auto || declared == "Tensor" || declared == "Layout" || declared == "TiledCopy" ||
                           declared == "ThrCopy" || declared == "TiledMMA" || declared == "TiledMma" ||
                           declared == "ThrMMA" || declared == "ThrMma" || declared.starts_with("cute::");
  const bool by_brackets = item.form == '{' || item.form == '(';
  Entity* made = nullptr;
  Entity* of_type = nullptr;
  const bool template_name =
      declared == "TiledMma" || declared == "TiledCopy" ? lookup(declared, scope) != nullptr : false;
  if (!placeholder || template_name || item.value.empty()) of_type = variable_of_type(item, scope);
  if (of_type != nullptr && of_type->kind == Entity::Kind::value && (item.value.empty() || by_brackets)) {
    made = of_type;
  } else if (of_type != nullptr && (of_type->kind == Entity::Kind::object || of_type->kind == Entity::Kind::pointer ||
                                    of_type->kind == Entity::Kind::container)) {
    made = of_type;
    // void const* kernel = reinterpret_cast<void const*>(&function)
    if (of_type->kind == Entity::Kind::pointer && !item.value.empty()) {
      Entity* value = expression(item.value, scope, item.name);
      if (value->kind == Entity::Kind::functions) made = value;
    }
  } else if (!item.value.empty()) {
    made = expression(item.value, scope, item.name);
    if (made->kind == Entity::Kind::open && of_type != nullptr && of_type->kind == Entity::Kind::value) made = of_type;
    if (made->kind == Entity::Kind::open) {
      if (Entity* to = pointer(item.value, scope); to != nullptr && to->kind == Entity::Kind::pointer && is_auto)
        made = to;
    }
    if (!is_auto) made = as_integer(made, declared, item.name);
  } else if (of_type != nullptr) {
    made = of_type;
  } else {
    made = open_parameter(item.name);
  }
  // A comment can bind an open name; in main(), which reads the user's arguments, also a name with a value.
  const bool of_program = scope->item != nullptr && scope->item->name == "main";
  if (made->kind == Entity::Kind::open || (of_program && made->kind == Entity::Kind::value)) {
    if (Entity* given = bound(item.name)) made = given;
  }
  if (made->kind == Entity::Kind::value && made->is_type) made = object_of(made);
  keep_sizes(item.value, scope);
  // __shared__ T a[n] of a kernel
  if (scope->item != nullptr && !scope->is_structure && item.value.empty()) {
    for (std::uint32_t i = item.whole.begin; i < item.type.begin; ++i) {
      if (outline_.word(i) != "__shared__") continue;
      if (auto buffer = buffer_of(item, scope); buffer && buffer->span.end <= source_bytes_) {
        buffer->reading = reading_;
        buffers_.push_back(std::move(*buffer));
      }
      break;
    }
  }
  if (item.names.empty()) {
    give_name(made, item.name, item.name_span, outline_.span(item.value.empty() ? item.type : item.value));
    record(item.name, item.name_span, kind, *made);
    return made;
  }
  bind_names(item, *made, scope);
  return made;
}

// auto [a, b] = value; and a, b = value of Python
void CppReader::bind_names(const CppItem& item, Entity& made, Scope* target) {
  for (std::size_t i = 0; i < item.names.size(); ++i) {
    const auto& [name, span] = item.names[i];
    if (name.empty()) continue;
    Entity* part = nullptr;
    if (made.kind == Entity::Kind::tuple) {
      part = i < made.arguments.size() ? made.arguments[i] : open(say("it has no modes"), {});
    } else if (made.kind == Entity::Kind::value) {
      Written get;
      append_all(get.text, "get<", i, ">(");
      emit(get, &made, true);
      get.text += ")";
      part = evaluate(get, name, item.value);
    } else {
      part = open(made.kind == Entity::Kind::open ? made.open : say("it has no modes"), made.open_name);
    }
    if (part->kind == Entity::Kind::open && bound(name) != nullptr) part = bound(name);
    give_name(part, name, span, outline_.span(item.value));
    if (target != nullptr) names_with(name, target)[name] = part;
    record(name, span, DeclarationKind::other, *part);
  }
}

// --- statements ---

SourceValues CppReader::run() {
  SourceValues out;
  {
    Recording recording(*this, nullptr);
    if (is_python_) run_items(outline_.items, global_);
    for (const CppItem& item : outline_.items) {
      if (is_python_) break;
      const bool declares = item.kind == CppItem::Kind::alias || item.kind == CppItem::Kind::variable;
      if (declares && !item.name.starts_with(bound_prefix)) static_cast<void>(member(item.name, global_));
    }
    // The program is started without arguments: defaults of `if (argc > 1) ...` are its values.
    Entity* argc = bound("argc");
    if (argc == nullptr) argc = integer_entity(1);
    if (Entity* main = is_python_ ? nullptr : member("main", global_);
        main != nullptr && main->kind == Entity::Kind::functions)
      static_cast<void>(call(*main, {argc, open_parameter("argv")}));
    run_uncalled(outline_.items, global_);
    run_members();
  }
  for (auto& [at, one] : records_) out.declarations.push_back(std::move(one));
  out.made = std::move(made_);
  out.files = std::move(files_);
  out.text = std::move(text_);
  out.operations = std::move(operations_);
  out.readings = std::move(readings_);
  out.wide = std::move(wide_);
  out.buffers = std::move(buffers_);
  out.names = std::move(names_);
  out.needs = std::move(needs_);
  out.error_needs = std::move(error_needs_);
  out.assumed_of = std::move(assumed_of_);
  return out;
}

// The declarations of one reading of a function; of several readings the one with the most values is kept.
CppReader::Recording::Recording(CppReader& reader, const CppItem* item)
    : reader_(reader), item_(item), outer_(reader.recording_), outer_reading_(reader.reading_) {
  reader_.recording_ = &own_;
  reader_.reading_ = ++reader_.last_reading_;
}

CppReader::Recording::~Recording() {
  reader_.recording_ = outer_;
  reader_.reading_ = outer_reading_;
  std::size_t values = 0;
  for (const auto& [at, one] : own_) values += one.value ? 1 : 0;
  const auto [best, is_new] = reader_.read_.try_emplace(item_, values);
  if (!is_new && best->second >= values) return;
  best->second = values;
  for (auto& [at, one] : own_) {
    auto& kept = reader_.records_[at];
    if (kept.name.empty() || one.value || !kept.value) kept = std::move(one);
  }
}

}  // namespace stridescope::sources
