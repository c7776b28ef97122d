// Expressions: names are replaced by their values, and the language evaluates the rest.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/evaluate.h"
#include "core/functions/builtin.h"
#include "core/sources/cpp_reader.h"

namespace stridescope::sources {
namespace {

constexpr std::size_t longest_expression = 8192;
constexpr std::size_t most_needs = 256;
constexpr int deepest_expression = 40;

// Text of a number without its suffix: 4ULL, 1'000.
std::string number_text(std::string_view text) {
  std::string out;
  const bool hexadecimal = text.starts_with("0x");
  for (const char c : text) {
    if (c == '\'') continue;
    if (!hexadecimal && is_letter(c) && c != 'e') break;
    out.push_back(c);
  }
  return out;
}

void append_spaced(std::string& out, std::string_view text) {
  const bool apart = !out.empty() && !text.empty() && is_word(out.back()) && is_word(text[0]);
  if (apart) out.push_back(' ');
  out.append(text);
}

}  // namespace

std::string CppReader::program_of(const Entity& entity) const {
  std::string out;
  std::set<const Entity*> done;
  const auto add = [&](auto& self, const Entity& one) -> void {
    if (one.line.empty() || !done.insert(&one).second || done.size() > most_needs) return;
    for (const Entity* need : one.needs) self(self, *need);
    append_all(out, one.line, "\n");
  };
  add(add, entity);
  return out;
}

void CppReader::emit(Written& out, Entity* entity, bool as_value) {
  out.is_wide = out.is_wide || entity->is_wide;
  add_reads(out.reads, *entity);
  if (entity->kind == Entity::Kind::open) {
    if (out.open == nullptr) out.open = entity;
    return;
  }
  if (entity->kind == Entity::Kind::type) return append_spaced(out.text, entity->text);
  if (entity->kind == Entity::Kind::tuple) {
    // A tuple of tuples names its elements again: the text can be much longer than the source.
    if (out.open == nullptr && out.text.size() >= longest_expression)
      out.open = open(say("the source needs more work than the limit allows"), {});
    if (out.open != nullptr) return;
    out.text.push_back('(');
    for (std::size_t i = 0; i < entity->arguments.size(); ++i) {
      if (i > 0) out.text += ", ";
      emit(out, entity->arguments[i], as_value);
    }
    out.text.push_back(')');
    return;
  }
  if (entity->kind == Entity::Kind::pointer) return append_spaced(out.text, "ptr[8b](?)");
  if (entity->kind != Entity::Kind::value) {
    if (out.open == nullptr) out.open = open(say("the language has no value for an object of a structure"), {});
    return;
  }
  const Int* integer = entity->value->integer();
  const auto* boolean = entity->value->as<Bool>();
  const bool in_type = entity->is_type && !as_value;
  if (is_python_ && boolean != nullptr) return append_spaced(out.text, boolean->value ? "True" : "False");
  if (is_python_ && integer != nullptr && integer->is_plain()) return append_spaced(out.text, cat(integer->value));
  if (boolean != nullptr) return append_spaced(out.text, boolean->value ? "true" : "false");
  if (integer != nullptr && integer->is_plain()) {
    if (in_type) return append_spaced(out.text, cat("Int<", integer->value, ">"));
    if (integer->is_static && integer->value >= 0) return append_spaced(out.text, cat("_", integer->value));
    return append_spaced(out.text, integer->is_static ? cat("Int<", integer->value, ">{}") : cat(integer->value));
  }
  out.needs.push_back(entity);
  append_spaced(out.text, in_type ? cat("decltype(", entity->flat, ")") : entity->flat);
}

Written CppReader::write(Part part, Scope* scope) {
  if (is_python_) return write_python(part, scope);
  Written out;
  const CppOutline& in = outline_;
  bool qualified = false;  // after a name of a class that the source does not declare: GMMA::Major::K
  const bool too_deep = ++levels_ > deepest_expression;
  if (too_deep) part.end = part.begin;
  for (std::uint32_t at = part.begin; at < part.end && out.text.size() < longest_expression;) {
    const CppToken& token = in.tokens[at];
    const std::string_view word = in.word(at);
    out.places.emplace_back(static_cast<std::uint32_t>(out.text.size()), token.begin);
    const std::string_view before = at > part.begin ? in.word(at - 1) : std::string_view();
    const bool is_member = before == "." || before == "->" || qualified;
    qualified = false;
    if (token.kind == CppToken::Kind::number) {
      append_spaced(out.text, number_text(word));
      ++at;
    } else if (token.kind == CppToken::Kind::text) {
      append_all(out.text, word.size() == 3 && word[0] == '\'' ? cat(static_cast<int>(word[1])) : std::string(word));
      ++at;
    } else if (word == "[" && token.pair > at && !in.is_word(at - 1) && before != ")" && before != "]") {
      const auto [entity, next] = lambda(at, part.end, scope);
      if (entity != nullptr) emit(out, entity, true);
      at = std::max(next, at + 1);
    } else if (token.kind != CppToken::Kind::word) {
      qualified = word == "::" && !out.text.empty() && is_word(out.text.back());
      append_all(out.text, word == "->" ? "." : word, word == "," ? " " : "");
      if (word == "&&" || word == "||" || word == "==" || word == "?" || word == ":") out.text.push_back(' ');
      ++at;
    } else if (word == "typename" || word == "template" || word == "const" || word == "constexpr") {
      ++at;
    } else if (is_member) {
      out.text.append(word);
      ++at;
    } else if (word == "and" || word == "or" || word == "not") {
      append_all(out.text, word == "and" ? " && " : word == "or" ? " || " : "!");
      ++at;
    } else {
      const auto [entity, next] = chain(at, part.end, scope);
      if (entity == nullptr) {
        const bool qualifies = is_namespace(word) && in.word(at + 1) == "::";
        if (!qualifies) append_spaced(out.text, word);
        out.is_wide = out.is_wide || word == "int64_t" || word == "size_t" || word == "uint64_t";
        at += qualifies ? 2 : 1;
        if (!qualifies && in.word(at) == "<") at = write_arguments(out, at, part.end, scope);
        continue;
      }
      // X{} and X() of a type with a value.
      const std::string_view open = in.word(next);
      const bool is_empty = next + 1 < part.end && (open == "{" || open == "(") && in.tokens[next].pair == next + 1;
      const bool made = entity->kind == Entity::Kind::value && entity->is_type && is_empty;
      if (const std::string zeros = is_empty ? zeros_of(*entity) : std::string(); !zeros.empty()) {
        out.text += zeros;
        out.zeros = word;
        at = next + 2;
        continue;
      }
      emit(out, entity, made);
      at = made ? next + 2 : next;
    }
  }
  --levels_;
  // If only the beginning was read, its value is not the value of the whole expression.
  if (out.open == nullptr && (too_deep || out.text.size() >= longest_expression))
    out.open = open(say("the source needs more work than the limit allows"), {});
  return out;
}

// Shape<int, _4>{} has zeros for the integers of the running program.
std::string CppReader::zeros_of(const Entity& entity) {
  std::string out;
  if (entity.kind != Entity::Kind::type || !names_open_integers(entity.text)) return out;
  for (std::size_t i = 0; i < entity.text.size();) {
    const std::size_t end = word_end(entity.text, i);
    const std::string_view word = std::string_view(entity.text).substr(i, end - i);
    if (word.empty()) {
      const char c = entity.text[i];
      out.push_back(c == '<' ? '(' : c == '>' ? ')' : c);
      ++i;
      continue;
    }
    if (is_integer_word(word)) out += "0";
    if (word.starts_with('_')) out += word;
    const bool tuple = word == "Shape" || word == "Stride" || word == "Coord" || word == "Step" || word == "tuple";
    if (!is_integer_word(word) && !word.starts_with('_') && !tuple) return {};
    i = end;
  }
  return out;
}

// The largest swizzled atom whose extent divides that of the block, as CUTLASS's ss_smem_selector chooses it, and
// sm100_smem_selector, which has one atom for columns of 32 bits.
Entity* CppReader::smem_atom(const std::vector<Part>& parts, bool of_sm100, Scope* scope) {
  if (parts.size() < 4) return open(say("the atom of shared memory needs 4 template arguments"), {});
  const Entity* major = type(parts[0], scope);
  const Entity* element = type(parts[1], scope);
  const auto* named = major->kind == Entity::Kind::value ? major->value->as<Text>() : nullptr;
  const std::string_view text = named != nullptr ? std::string_view(named->text) : std::string_view(major->text);
  const bool of_k = text.ends_with("::K");
  const Entity* extent = type(parts[of_k ? 3 : 2], scope);
  for (const Entity* one : {major, element, extent}) {
    if (one->kind == Entity::Kind::open) return open(one->open, one->open_name);
  }
  const Int* first = extent->kind == Entity::Kind::value ? extent->value->integer() : nullptr;
  const int bits = bits_of(element->text);
  if (first == nullptr || bits <= 0 || (!of_k && !text.ends_with("::MN")))
    return open(say("the atom of shared memory for {} is not known", element->text), {});
  struct Row {
    std::string_view name;
    int bits;
  };
  static constexpr std::array<Row, 4> rows = {{{"SW128", 1024}, {"SW64", 512}, {"SW32", 256}, {"INTER", 128}}};
  for (const Row& row : rows) {
    const bool fits = first->value % (row.bits / bits) == 0;
    if (!fits && of_sm100 && !of_k && bits == 32) break;
    if (!fits) continue;
    const std::string_view name = of_sm100 && !of_k && bits == 32 ? std::string_view("SW128_32B") : row.name;
    Written atom;
    append_all(atom.text, of_sm100 ? "UMMA" : "GMMA", "::Layout_", of_k ? "K_" : "MN_", name, "_Atom<", element->text,
               ">{}");
    return evaluate(atom, "atom", {});
  }
  return open(say("no atom of shared memory divides {} {element|elements}", first->value), {});
}

// Template arguments of a name that the source does not declare: integers are written out.
std::uint32_t CppReader::write_arguments(Written& out, std::uint32_t at, std::uint32_t end, Scope* scope) {
  const CppOutline& in = outline_;
  const std::uint32_t behind = in.past_angles(at, end);
  if (behind == at) return at;
  out.text.push_back('<');
  bool first = true;
  for (const Part one : in.split({at + 1, behind - 1}, ",")) {
    if (!first) out.text += ", ";
    first = false;
    bool computed = false;
    for (std::uint32_t i = one.begin; i < one.end && !computed; ++i) {
      const std::string_view word = in.word(i);
      if (word == "decltype" || word == "<") break;
      computed =
          word == "(" || word == "+" || word == "*" || word == "/" || word == "%" || word == "?" || word == "sizeof";
      computed = computed || (word == "-" && i > one.begin);
    }
    const Entity* made = computed ? expression(one, scope) : nullptr;
    const Int* integer = made != nullptr && made->kind == Entity::Kind::value ? made->value->integer() : nullptr;
    if (integer != nullptr && integer->is_plain()) {
      add_reads(out.reads, *made);
      append_text(out.text, integer->value);
      continue;
    }
    Written inner = write(one, scope);
    if (out.open == nullptr) out.open = inner.open;
    out.text += inner.text;
    out.is_wide = out.is_wide || inner.is_wide;
    out.needs.insert(out.needs.end(), inner.needs.begin(), inner.needs.end());
    add_reads(out.reads, inner.reads);
  }
  out.text.push_back('>');
  return behind;
}

std::optional<bool> CppReader::truth_of(const Entity& entity) {
  if (entity.kind != Entity::Kind::value) return std::nullopt;
  if (const auto* boolean = entity.value->as<Bool>()) return boolean->value;
  if (const Int* integer = entity.value->integer()) return integer->value != 0;
  return std::nullopt;
}

std::optional<bool> CppReader::truth(Part part, Scope* scope) { return truth_of(*expression(part, scope)); }

Entity* CppReader::evaluate(const Written& written, std::string_view name, Part at) {
  if (written.open != nullptr) return open(written.open->open, written.open->open_name);
  if (written.text.empty()) return open(say("the expression is empty"), {});
  if (!budget_.has(10'000)) return open(say("the source needs more work than the limit allows"), {});
  Entity out;
  out.needs = written.needs;
  out.reads = written.reads;
  out.is_wide = written.is_wide;
  out.flat = flat_name(name.empty() ? std::string_view("value") : name);
  out.line = is_python_ ? cat(out.flat, " = ", written.text) : cat("auto ", out.flat, " = ", written.text, ";");
  const std::string program = program_of(out);
  std::vector<RecordedOperation> operations;
  Evaluation made = stridescope::evaluate(program, mode_, operations, budget_);
  const std::size_t last = program.size() - out.line.size() - 1;
  if (made.bindings.empty() || made.bindings.back().span.begin < last || made.bindings.back().name != out.flat) {
    for (ProgramError& error : made.errors) {
      if (error.span.begin < last) continue;
      keep_error(error, written, static_cast<std::uint32_t>(last), out.flat, at);
      const std::string_view named =
          std::string_view(program).substr(error.span.begin, error.span.end - error.span.begin);
      if (!written.zeros.empty())
        return open(say("the integers of '{}' are known only at run time", written.zeros), written.zeros);
      const std::string_view first = named.substr(0, word_end(named, 0));
      // A function that neither the source nor the language has, or a name.
      const bool is_known = find_builtin(first) != nullptr || flat_names_.contains(std::string(first));
      const bool name_open = error.code == ErrorCode::unknown_name || error.code == ErrorCode::failed_name || !is_known;
      return open(error.message, name_open ? first : std::string_view());
    }
    return open(say("the expression has no value"), {});
  }
  // A name that has a value only as an example.
  for (const ProgramError& one : made.assumed) {
    if (is_python_ && one.code == ErrorCode::unknown_name && one.span.begin >= last) return open_parameter(one.hole);
  }
  out.kind = Entity::Kind::value;
  out.value = made.bindings.back().value;
  keep_evaluation(std::move(made), std::move(operations), written, static_cast<std::uint32_t>(last), name, at);
  // Short values are written out: later programs do not repeat their origin.
  if (!out.value->is<Object>() && !out.value->is<Tensor>() && !out.value->is<Iterator>() &&
      !out.value->is<ValueTuple>() && !out.value->is<Text>()) {
    out.line = cat(out.flat, " = ", to_text(*out.value, mode_));
    out.needs.clear();
  }
  Entity* entity = make(std::move(out));
  return entity;
}

// The place in the source of a byte of the statement that begins at `begin` of a program.
Span CppReader::place_of(const Written& written, std::uint32_t begin, std::string_view name, std::uint32_t byte,
                         Part at) const {
  const Span whole = outline_.span(at);
  const std::string_view around = is_python_ ? " = " : "auto  = ";
  const std::size_t text = begin + around.size() + name.size();
  if (written.places.empty() || byte < text) return whole;
  const auto behind = std::upper_bound(written.places.begin(), written.places.end(), byte - text,
                                       [](std::size_t offset, const auto& one) { return offset < one.first; });
  const std::uint32_t first = behind == written.places.begin() ? whole.begin : behind[-1].second;
  return {first, std::max(first, whole.end)};
}

void CppReader::keep_error(ProgramError error, const Written& written, std::uint32_t begin, std::string_view name,
                           Part at) {
  const Span whole = outline_.span(at);
  if (whole.empty() || made_.errors.size() >= max_diagnostics) return;
  error.span = place_of(written, begin, name, error.span.begin, at);
  made_.errors.push_back(std::move(error));
  error_needs_.push_back(written.reads);
}

// The last binding, with its calls and warnings at their places in the source.
void CppReader::keep_evaluation(Evaluation made, std::vector<RecordedOperation> operations, const Written& written,
                                std::uint32_t begin, std::string_view name, Part at) {
  Binding binding = std::move(made.bindings.back());
  const Span own = outline_.span(at);
  // Behind the included files are the values that comments bind.
  const bool included = own.end > source_bytes_;
  if (own.empty()) return;
  const auto place = [&](Span span) { return place_of(written, begin, binding.name, span.begin, at); };
  const auto global = [&](int local) {
    const auto found = local < 0 || static_cast<std::size_t>(local) >= made.bindings.size()
                           ? binding_of_.end()
                           : binding_of_.find(made.bindings[static_cast<std::size_t>(local)].name);
    return found == binding_of_.end() ? -1 : found->second;
  };
  for (int& one : binding.origin.bindings) one = global(one);
  std::vector<int> uses;
  for (const int one : binding.uses) {
    if (global(one) >= 0) uses.push_back(global(one));
  }
  binding.uses = std::move(uses);
  const std::size_t last = made.bindings.size() - 1;
  for (RecordedOperation& one : operations) {
    if (one.binding != last || included) continue;
    one.binding = made_.bindings.size();
    one.span = place(one.span);
    operations_.push_back(std::move(one));
  }
  for (ProgramError& one : made.assumed) {
    if (one.span.begin < begin || types_ > 0 || included) continue;
    one.span = place(one.span);
    made_.assumed.push_back(std::move(one));
    assumed_of_.push_back(made_.bindings.size());
  }
  binding.span = binding.expression = own;
  binding_of_.insert_or_assign(binding.name, static_cast<int>(made_.bindings.size()));
  binding.name = name;
  made_.bindings.push_back(std::move(binding));
  readings_.push_back(reading_);
  wide_.push_back(written.is_wide);
  needs_.push_back(written.reads);
}

Entity* CppReader::expression(Part part, Scope* scope, std::string_view name) {
  if (part.empty()) return open(say("the expression is empty"), {});
  // Beyond the limit every expression is this entity: a text whose expressions double would not end otherwise.
  if (entities_.size() > most_entities) {
    if (exhausted_ == nullptr) exhausted_ = open(say("the source needs more work than the limit allows"), {});
    return exhausted_;
  }
  const Deeper level(depth_);
  const CppOutline& in = outline_;
  if (is_python_ && level.ok()) return python_expression(part, scope, name);
  // Removes brackets around the whole without recursion, since each level needs much stack.
  int brackets = 0;
  for (; brackets <= deepest_reading && in.word(part.begin) == "(" && in.tokens[part.begin].pair + 1 == part.end;
       ++brackets) {
    const Part inner = {part.begin + 1, part.end - 1};
    if (inner.empty() || in.split(inner, ",").size() != 1) break;
    part = inner;
  }
  if (!level.ok() || brackets > deepest_reading)
    return open(say("the source needs more work than the limit allows"), {});
  const std::string digits = number_text(in.word(part.begin));
  if (part.begin + 1 == part.end && !digits.empty() && digits.size() < 18 &&
      std::all_of(digits.begin(), digits.end(), is_digit)) {
    return integer_entity(std::strtoll(digits.c_str(), nullptr, 10));
  }
  // A name alone, and a call alone, are not evaluated again.
  if (in.is_word(part.begin) || in.word(part.begin) == "::") {
    const auto [entity, next] = chain(part.begin, part.end, scope);
    if (entity != nullptr && next == part.end) return entity;
    const bool made = entity != nullptr && next + 2 == part.end && (in.word(next) == "{" || in.word(next) == "(");
    if (made && entity->kind == Entity::Kind::value && entity->is_type) return object_of(entity);
    if (entity != nullptr && entity->kind == Entity::Kind::structure && in.tokens[next].pair + 1 == part.end) {
      return as_object(entity);
    }
  } else if (in.word(part.begin) == "(" && in.word(in.tokens[part.begin].pair - 1) == "*") {
    // (T*)p
    Entity* function = expression({in.tokens[part.begin].pair + 1, part.end}, scope);
    if (function->kind == Entity::Kind::functions) return function;
    if (Entity* to = pointer(part, scope)) return to;
  } else if (in.word(part.begin) == "[") {
    const auto [entity, next] = lambda(part.begin, part.end, scope);
    if (entity != nullptr && next == part.end) return entity;
  } else if ((in.word(part.begin) == "&" || in.word(part.begin) == "*") && in.is_word(part.begin + 1)) {
    Entity* of = expression({part.begin + 1, part.end}, scope, name);
    if (of->kind == Entity::Kind::functions || of->kind == Entity::Kind::object) return of;
  }
  // c ? a : b with a known c: the other value need not exist.
  const std::vector<Part> sides = in.split(part, "?");
  if (sides.size() == 2) {
    const std::vector<Part> values = in.split({sides[1].begin, part.end}, ":");
    if (values.size() == 2) {
      if (const auto decided = truth(sides[0], scope)) return expression(values[*decided ? 0 : 1], scope, name);
    }
  } else if (sides.size() > 2) {
    std::uint32_t colon = sides[1].begin;
    int levels = 0;
    for (; colon < part.end; ++colon) {
      if (in.tokens[colon].pair > colon) {
        colon = in.tokens[colon].pair;
      } else if (in.word(colon) == "?") {
        ++levels;
      } else if (in.word(colon) == ":" && levels-- == 0) {
        break;
      }
    }
    if (colon < part.end) {
      if (const auto decided = truth(sides[0], scope))
        return expression(*decided ? Part{sides[1].begin, colon} : Part{colon + 1, part.end}, scope, name);
    }
  }
  // a || b, a && b: one side can decide alone.
  for (const std::string_view op : {"||", "&&"}) {
    const std::vector<Part> terms = in.split(part, op);
    if (terms.size() < 2) continue;
    bool all = true;
    for (const Part term : terms) {
      const auto one = truth(term, scope);
      all = all && one.has_value();
      if (one && *one == (op == "||")) {
        return truth_entity(*one);
      }
    }
    if (!all) break;
    return truth_entity(op == "&&");
  }
  // The negation of the whole, not of the first term of !a && b.
  const auto is_without = [&](std::string_view op) { return in.split(part, op).size() == 1; };
  if (in.word(part.begin) == "!" && is_without("==") && is_without("!=") && is_without("&&") && is_without("||")) {
    if (const auto one = truth({part.begin + 1, part.end}, scope)) {
      return truth_entity(!*one);
    }
  }
  return evaluate(write(part, scope), name, part);
}

}  // namespace stridescope::sources
