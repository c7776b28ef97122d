// Chains of names, members, calls and template arguments, and the calls that the reader carries out itself.
#include <algorithm>
#include <array>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/sources/cpp_reader.h"

namespace stridescope::sources {

bool is_namespace(std::string_view word) {
  static constexpr std::array<std::string_view, 14> words = {"std",   "cute",   "cutlass",         "thrust",   "detail",
                                                             "arch",  "gemm",   "collective",      "epilogue", "kernel",
                                                             "flash", "device", "FLASH_NAMESPACE", "transform"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::pair<Entity*, std::uint32_t> CppReader::lambda(std::uint32_t at, std::uint32_t end, Scope* scope) {
  const CppOutline& in = outline_;
  std::uint32_t next = in.tokens[at].pair + 1;
  Part list;
  if (next < end && in.word(next) == "(") {
    list = {next + 1, in.tokens[next].pair};
    next = in.tokens[next].pair + 1;
  }
  while (next < end && in.word(next) != "{") ++next;
  if (next >= end || in.tokens[next].pair <= next) return {nullptr, at};
  const std::uint32_t body = next;
  next = in.tokens[body].pair + 1;
  // The body was not part of the outline: it is read once.
  auto& items = lambdas_[body];
  if (!items) items = std::make_unique<CppItem>(lambda_of(in, list, body));
  if (next < end && in.word(next) == "(" && in.tokens[next].pair > next) {
    std::vector<Entity*> arguments;
    for (const Part one : in.split({next + 1, in.tokens[next].pair}, ",")) arguments.push_back(expression(one, scope));
    return {run_function(*items, scope, {}, arguments), in.tokens[next].pair + 1};
  }
  run_function(*items, scope, {}, {});
  return {open(say("the language has no value for a function"), {}), next};
}

// conditional_t<c, A, B>, is_same_v<A, B>, decltype(x), cosize_v<L>, threadIdx.x, make_gmem_ptr(p).
std::pair<Entity*, std::uint32_t> CppReader::special(std::uint32_t at, std::uint32_t end, Scope* scope) {
  const CppOutline& in = outline_;
  const std::string_view word = in.word(at);
  const auto value = [&](Value made) {
    Entity out;
    out.kind = Entity::Kind::value;
    out.value = std::move(made);
    out.flat = flat_name("value");
    out.line = cat(out.flat, " = ", to_text(*out.value, IntegerMode::cute));
    return make(std::move(out));
  };
  if (word == "threadIdx" || word == "blockIdx") {
    if (in.word(at + 1) != ".") return {nullptr, at};
    Entity* given = bound(cat(word, ".", in.word(at + 2)));
    return {given != nullptr ? given : value(Value(dynamic_int(0))), at + 3};
  }
  if (word == "decltype" && in.word(at + 1) == "(") {
    const std::uint32_t close = in.tokens[at + 1].pair;
    const Part inner = {at + 2, close};
    if (in.word(inner.begin) == "auto") return {nullptr, at};
    ++types_;  // decltype does not run its expression
    Entity out = *expression(inner, scope);
    --types_;
    if (out.kind == Entity::Kind::object) out.kind = Entity::Kind::structure;
    if (out.kind == Entity::Kind::value) out.is_type = true;
    if (out.kind == Entity::Kind::pointer) {
      out.kind = Entity::Kind::type;
      out.text.push_back('*');
    }
    Entity* entity = make(std::move(out));
    std::uint32_t next = close + 1;
    if (entity->is_type && in.word(next) == "::" && in.word(next + 1) == "value") {
      return {as_integer(object_of(entity), "int", "value"), next + 2};
    }
    return {entity, next};
  }
  const bool templated = in.word(at + 1) == "<";
  const std::uint32_t behind = templated ? in.past_angles(at + 1, end) : at + 1;
  if (templated && behind > at + 1) {
    const std::vector<Part> parts = in.split({at + 2, behind - 1}, ",");
    const bool conditional = word == "conditional_t" || word == "conditional" || word == "conditional_return";
    if (conditional && word != "conditional_return" && parts.size() == 3) {
      const bool member = word == "conditional";
      const auto decided = truth(parts[0], scope);
      const std::uint32_t next = member ? behind + 2 : behind;
      if (decided) return {type(parts[*decided ? 1 : 2], scope), next};
      const Entity* why = expression(parts[0], scope);
      return {undecided(*why), next};
    }
    if (word == "conditional_return" && parts.size() == 1 && in.word(behind) == "(") {
      const std::uint32_t close = in.tokens[behind].pair;
      const std::vector<Part> values = in.split({behind + 1, close}, ",");
      const auto decided = truth(parts[0], scope);
      if (decided && values.size() == 2) return {expression(values[*decided ? 0 : 1], scope), close + 1};
      const Entity* why = expression(parts[0], scope);
      return {undecided(*why), close + 1};
    }
    if ((word == "is_same_v" || word == "is_same") && parts.size() == 2) {
      const Entity* a = type(parts[0], scope);
      const Entity* b = type(parts[1], scope);
      const std::uint32_t next = word == "is_same" && in.word(behind) == "::" ? behind + 2 : behind;
      if (a->kind == Entity::Kind::open) return {open(a->open, a->open_name), next};
      if (b->kind == Entity::Kind::open) return {open(b->open, b->open_name), next};
      const bool same = a->kind == b->kind && a->text == b->text && a->value == b->value && a->scope == b->scope;
      return {value(Bool{same, true}), next};
    }
    if ((word == "cosize_v" || word == "size_v" || word == "rank_v") && parts.size() == 1) {
      Written call;
      append_all(call.text, word.substr(0, word.size() - 2), "(");
      emit(call, type(parts[0], scope), true);
      call.text += ")";
      return {as_integer(evaluate(call, word, parts[0]), "int", word), behind};
    }
    if (word == "sizeof_bits_v" || word == "sizeof_bits") {
      const Entity* of = type(parts[0], scope);
      const std::uint32_t next = word == "sizeof_bits" && in.word(behind) == "::" ? behind + 2 : behind;
      if (of->kind == Entity::Kind::open) return {open(of->open, of->open_name), next};
      const int bits = bits_of(of->text);
      if (bits > 0) return {value(Value(dynamic_int(bits))), next};
      return {open(say("the width of '{}' is unknown", of->text), of->text), next};
    }
  }
  if (word == "sizeof" && in.word(at + 1) == "(") {
    const std::uint32_t close = in.tokens[at + 1].pair;
    const Entity* of = type({at + 2, close}, scope);
    if (of->kind == Entity::Kind::open) return {open(of->open, of->open_name), close + 1};
    const int bits = bits_of(of->text);
    if (bits >= 8) return {value(Value(dynamic_int(bits / 8))), close + 1};
    const std::string named(in.spelling({at + 2, close}));
    return {open(say("the size of '{}' is unknown", named), named), close + 1};
  }
  const bool of_sm100 = word == "sm100_smem_selector";
  if ((word == "ss_smem_selector" || word == "rs_smem_selector" || of_sm100) && templated && in.word(behind) == "(")
    return {smem_atom(in.split({at + 2, behind - 1}, ","), of_sm100, scope), in.tokens[behind].pair + 1};
  if (word == "sm90_cluster_shape_to_tma_atom" && in.word(at + 1) == "(") {
    const std::uint32_t close = in.tokens[at + 1].pair;
    const Entity* of = expression({at + 2, close}, scope);
    const Int* extent = of->kind == Entity::Kind::value ? of->value->integer() : nullptr;
    if (extent == nullptr) return {open(of->open, of->open_name), close + 1};
    return {text_entity(extent->value == 1 ? "SM90_TMA_LOAD" : "SM90_TMA_LOAD_MULTICAST"), close + 1};
  }
  // A shuffle gives the value of another lane; a layout is the same in all lanes.
  if ((word == "__shfl_sync" || word == "canonical_warp_group_idx") && in.word(at + 1) == "(") {
    const std::uint32_t close = in.tokens[at + 1].pair;
    const std::vector<Part> parts = in.split({at + 2, close}, ",");
    return {parts.size() > 1 ? expression(parts[1], scope) : value(Value(dynamic_int(0))), close + 1};
  }
  // launch(parameters, kernel, arguments...)
  if (word.find("launch_kernel") != std::string_view::npos && in.word(at + 1) == "(") {
    const std::uint32_t close = in.tokens[at + 1].pair;
    std::vector<Entity*> arguments;
    for (const Part one : in.split({at + 2, close}, ",")) arguments.push_back(expression(one, scope));
    const auto kernel = std::find_if(arguments.begin(), arguments.end(),
                                     [](const Entity* one) { return one->kind == Entity::Kind::functions; });
    if (kernel == arguments.end()) return {nullptr, at};
    static_cast<void>(call(**kernel, {kernel + 1, arguments.end()}));
    return {open(say("a launch has no value"), {}), close + 1};
  }
  const bool cast = word == "reinterpret_cast" || word == "static_cast";
  if (cast && in.word(at + 1) == "<") {
    const std::uint32_t closed = in.past_angles(at + 1, end);
    if (closed > at + 1 && in.word(closed) == "(" && in.word(closed - 2) == "*") {
      const std::uint32_t close = in.tokens[closed].pair;
      Entity* made = pointer({at, close + 1}, scope);
      Entity* function = in.word(closed + 1) == "&" || in.tokens[closed].pair == closed + 2
                             ? expression({closed + 1, close}, scope)
                             : nullptr;
      if (function != nullptr && function->kind == Entity::Kind::functions) return {function, close + 1};
      if (made != nullptr) return {made, close + 1};
    }
  }
  if (word == "CUTE_STATIC_V" && in.word(at + 1) == "(") {
    const std::uint32_t close = in.tokens[at + 1].pair;
    return {as_integer(expression({at + 2, close}, scope), "int", "value"), close + 1};
  }
  // A view of a fragment, whose value is its layout: f(fragment.data(), layout)
  if (in.word(at + 1) == "(" && find_builtin(word) != nullptr) {
    const std::uint32_t close = in.tokens[at + 1].pair;
    const std::vector<Part> values = in.split({at + 2, close}, ",");
    if (values.size() == 2 && values[0].end - values[0].begin == 5 && in.word(values[0].begin + 2) == "data") {
      const Entity* of = lookup(in.word(values[0].begin), scope);
      const bool fragment = of != nullptr && of->kind == Entity::Kind::value && of->value->is<Layout>();
      if (fragment) return {expression(values[1], scope), close + 1};
    }
  }
  // Pointers into memory: only the type of the elements matters.
  if (word.ends_with("mem_ptr") && in.word(behind) == "(") {
    const std::uint32_t close = in.tokens[behind].pair;
    std::string element;
    Written call;
    if (templated) {
      element = element_text({at + 2, behind - 1}, scope);
    } else if (const Entity* of = pointer({behind + 1, close}, scope);
               of != nullptr && of->kind == Entity::Kind::pointer) {
      element = of->text;
      add_reads(call.reads, *of);
    } else if (of != nullptr && of->kind == Entity::Kind::open) {
      return {open(of->open, of->open_name), close + 1};
    }
    if (element.empty()) return {nullptr, at};
    call.text = cat(word, "<", element, ">(p)");
    Entity made = *evaluate(call, "pointer", {at, close});
    made.text = element;
    return {make(std::move(made)), close + 1};
  }
  return {nullptr, at};
}

// storage.smem_a of a storage whose type is open: the container of that name in the structures around the function, if
// all of them have one element type.
Entity* CppReader::stored_member(std::string_view name, Scope* scope) {
  Entity* found = nullptr;
  for (Scope* at = scope; at != nullptr; at = at->outer) {
    if (!at->is_structure || at->item == nullptr) continue;
    const auto look = [&](const auto& self, const std::vector<CppItem>& items, Scope* in, int level) -> bool {
      for (const CppItem& item : items) {
        const bool nested = !item.items.empty() && item.template_parameters.empty() && level < 4;
        if (item.kind == CppItem::Kind::variable && item.name == name && level > 0) {
          Entity* made = member(name, in);
          if (made == nullptr || made->kind != Entity::Kind::container) continue;
          if (found != nullptr && found->text != made->text) return false;
          found = made;
        } else if (nested && (item.kind == CppItem::Kind::structure || item.kind == CppItem::Kind::variable)) {
          const Entity* made = instance(*structure_entity(item, in), {});
          if (made->scope != nullptr && !self(self, item.items, made->scope, level + 1)) return false;
        }
      }
      return true;
    };
    if (!look(look, at->item->items, at, 0)) return nullptr;
    if (found != nullptr) return found;
  }
  return nullptr;
}

std::pair<Entity*, std::uint32_t> CppReader::chain(std::uint32_t at, std::uint32_t end, Scope* scope) {
  const Deeper level(depth_);
  if (!level.ok() || !budget_.take(name_work)) return {nullptr, at};
  const CppOutline& in = outline_;
  if (is_python_) return python_chain(at, end, scope);
  // Names of other projects are not those of the source: cutlass::PipelineState, cutlass::gemm::collective.
  const bool foreign =
      in.word(at + 1) == "::" && (in.word(at) == "cutlass" || in.word(at) == "std" || in.word(at) == "cute");
  std::uint32_t next = at;
  while (next < end && (in.word(next) == "::" || in.word(next) == "typename" || in.word(next) == "const" ||
                        (is_namespace(in.word(next)) && in.word(next + 1) == "::" &&
                         (foreign || lookup(in.word(next), scope) == nullptr))))
    next += is_namespace(in.word(next)) ? 2 : 1;
  if (next >= end || !in.is_word(next)) return {nullptr, at};
  if (const auto [made, behind] = special(next, end, scope); made != nullptr) return {made, behind};
  const std::string_view first = in.word(next);
  Entity* entity = foreign ? nullptr : lookup(first, scope);
  if (entity == nullptr) {
    // A name that nothing declares: a comment can bind it, also with its members.
    std::string path(first);
    std::uint32_t behind = next + 1;
    while (behind + 1 < end && in.word(behind) == "." && in.is_word(behind + 1) && in.word(behind + 2) != "(") {
      append_all(path, ".", in.word(behind + 1));
      behind += 2;
    }
    if (Entity* given = bound(path); given != nullptr && behind > next + 1) {
      entity = as_object(given);
      next = behind - 1;
    } else if (given != nullptr) {
      return {given, behind};
    }
    if (entity == nullptr && behind > next + 1) {
      if (Entity* given = bound(first)) return {given, next + 1};
    }
    if (entity == nullptr) return {nullptr, at};
  }
  ++next;
  std::string path(first);
  for (int steps = 0; steps < 64; ++steps) {
    const std::string_view mark = in.word(next);
    if (next >= end) break;
    // Template arguments of a structure or of functions.
    if (mark == "<" && (entity->kind == Entity::Kind::structure || entity->kind == Entity::Kind::functions)) {
      if (in.word(next + 1) == "<" && in.word(next + 2) == "<" && entity->kind == Entity::Kind::functions) {
        // f<<<grid, block>>>(arguments)
        std::uint32_t close = next + 3;
        while (close + 2 < end && !(in.word(close) == ">" && in.word(close + 1) == ">" && in.word(close + 2) == ">"))
          close = in.tokens[close].pair > close ? in.tokens[close].pair + 1 : close + 1;
        if (close + 3 >= end || in.word(close + 3) != "(") return {nullptr, at};
        next = close + 3;
        continue;
      }
      const std::uint32_t behind = in.past_angles(next, end);
      if (behind == next) break;
      std::vector<Entity*> arguments;
      for (const Part one : in.split({next + 1, behind - 1}, ",")) arguments.push_back(argument(type(one, scope), one));
      if (entity->kind == Entity::Kind::structure) {
        entity = instance(*entity, arguments);
      } else {
        Entity with = *entity;
        with.arguments = arguments;
        entity = make(std::move(with));
      }
      next = behind;
      continue;
    }
    if (mark == "::" && in.is_word(next + 1)) {
      std::uint32_t name = next + 1;
      if (in.word(name) == "template") ++name;
      if (entity->kind == Entity::Kind::structure || entity->kind == Entity::Kind::object) {
        if (entity->scope == nullptr) entity = instance(*entity, {});
        Entity* of = entity->scope != nullptr ? member(in.word(name), entity->scope) : nullptr;
        if (of == nullptr) {
          const std::string missing = cat(path, "::", in.word(name));
          Entity* given = bound(in.word(name));
          of = given != nullptr ? given : open(say("'{}' is not declared in this text", missing), missing);
        }
        append_all(path, "::", in.word(name));
        entity = of;
        next = name + 1;
        continue;
      }
      if (entity->kind == Entity::Kind::open) {
        // A member of an open parameter, which a comment can bind by its name.
        append_all(path, "::", in.word(name));
        if (Entity* given = bound(in.word(name))) {
          entity = given;
        } else {
          entity = open(entity->open, entity->open_name);
        }
        next = name + 1;
        continue;
      }
      if (entity->is_type && in.word(name) == "value") {
        entity = as_integer(object_of(entity), "int", "value");
        next = name + 1;
        continue;
      }
      break;
    }
    if ((mark == "." || mark == "->") && in.is_word(next + 1)) {
      std::uint32_t name = next + 1;
      if (in.word(name) == "template") ++name;
      const std::string_view word = in.word(name);
      if (entity->kind == Entity::Kind::object && entity->scope != nullptr) {
        append_all(path, ".", word);
        Entity* of = member(word, entity->scope);
        if (Entity* given = bound(path)) of = given;
        if ((of == nullptr || of->kind == Entity::Kind::open) && bound(word) != nullptr) of = bound(word);
        entity = of != nullptr ? of : open(say("'{}' is not declared in this text", path), path);
        next = name + 1;
        continue;
      }
      if (entity->kind == Entity::Kind::open) {
        append_all(path, ".", word);
        Entity* given = bound(path);
        const bool called = in.word(name + 1) == "(";
        if (given == nullptr && !called) given = bound(word);
        if (given != nullptr && called) name = in.tokens[name + 1].pair;
        if (given != nullptr) {
          entity = as_object(given);
          next = name + 1;
          continue;
        }
        if (in.word(name + 1) == "." || in.word(name + 1) == "->") {
          next = name + 1;
          Entity* stored = stored_member(word, scope);
          entity = stored != nullptr ? stored : open_parameter(path);
          continue;
        }
        if (in.word(name + 1) != "(") {
          entity = open_parameter(path);
          next = name + 1;
          continue;
        }
      }
      if (entity->kind == Entity::Kind::container && in.word(name + 1) == "(") {
        Entity to = *entity;
        to.kind = Entity::Kind::pointer;
        entity = make(std::move(to));
        next = in.tokens[name + 1].pair + 1;
        continue;
      }
      // A fragment in registers is its layout.
      const bool fragment = entity->kind == Entity::Kind::value && entity->value->is<Layout>();
      if (fragment && word == "layout" && in.word(name + 1) == "(") {
        next = in.tokens[name + 1].pair + 1;
        continue;
      }
      if (entity->kind == Entity::Kind::pointer && word == "get" && in.word(name + 1) == "(") {
        next = in.tokens[name + 1].pair + 1;
        continue;
      }
      break;
    }
    if (mark == "(" && entity->kind == Entity::Kind::functions) {
      const std::uint32_t close = in.tokens[next].pair;
      std::vector<Entity*> arguments;
      for (const Part one : in.split({next + 1, close}, ","))
        arguments.push_back(argument(expression(one, scope), one));
      entity = call(*entity, arguments);
      next = close + 1;
      continue;
    }
    if (mark == "[" && (entity->kind == Entity::Kind::pointer || entity->kind == Entity::Kind::container)) {
      entity = open_parameter(cat(path, "[]"));
      next = in.tokens[next].pair + 1;
      continue;
    }
    break;
  }
  return {entity, next};
}

}  // namespace stridescope::sources
