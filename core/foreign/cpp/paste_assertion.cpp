// A compiler's messages that assertions of CuTe failed: the atom and the tensors of the innermost call of a copy or an
// MMA of each, named by what they are to it, and the condition that they do not meet.
// nvcc, NVRTC:
//   ... instantiation of "void cute::copy_unpack(const AnyCPYTraits &, const cute::Tensor<SEngine, SLayout> &,
//   cute::Tensor<DEngine, DLayout> &) [with AnyCPYTraits=cute::Copy_Traits<...>, SEngine=..., SLayout=..., ...]"
// or with the types in the arguments themselves; gcc the same with spaces in it and ; between the parameters. clang has
// the parameters of the template alone, in their order:
//   ... in instantiation of function template specialization 'cute::copy_unpack<cute::Copy_Traits<...>,
//   cute::ViewEngine<...>, cute::Layout<...>, ...>' requested here
#include <algorithm>
#include <array>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/sort_stable.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/foreign/paste/paste.h"
#include "core/foreign/paste/paste_parser.h"

namespace stridescope {
namespace {

constexpr int max_tried = 64;            // calls of one function in one message
constexpr std::size_t max_messages = 8;  // messages
constexpr BracketRule in_types = {.angles = true, .quotes = Quotes::none, .longest = 1 << 16};

struct Role {
  std::string_view name;            // name of the value
  std::string_view engine, layout;  // parameters of the template
};
using Roles = std::array<Role, 4>;
constexpr Roles copy_roles = {{{"src", "SEngine", "SLayout"}, {"dst", "DEngine", "DLayout"}}};
constexpr Roles mma_roles = {
    {{"D", "TD", "DLayout"}, {"A", "TA", "ALayout"}, {"B", "TB", "BLayout"}, {"C", "TC", "CLayout"}}};

// An algorithm's function: the positions of its operands among the arguments, the atom first.
struct Call {
  std::string_view function;
  std::string_view answer;
  std::array<std::string_view, 3> atoms;  // template parameters with the atom
  const Roles& roles;
};
constexpr Call calls[] = {
    {"copy_unpack(", "copy_fit", {"AnyCPYTraits", "CopyOp", "CPY_Op"}, copy_roles},
    // Copy_Atom<Copy_Traits<Args...>, T>::call(src, dst)
    {">::call(", "copy_fit", {"Args"}, copy_roles},
    {"cute::copy(", "copy_fit", {"CopyAtom", "CopyArgs"}, copy_roles},
    {"mma_unpack(", "mma_fit", {"MMA_Op", "MMATraits", "AnyMMATraits"}, mma_roles},
    {"cute::gemm(", "mma_fit", {"MMA", "MMA_Op"}, mma_roles},
};

// The type in const cute::Tensor<...> &.
std::string_view type_of(std::string_view argument) {
  if (argument.starts_with("const ")) argument.remove_prefix(6);
  while (!argument.empty() && (argument.back() == '&' || is_blank(argument.back()))) argument.remove_suffix(1);
  if (argument.ends_with(" const")) argument.remove_suffix(6);
  return trimmed(argument);
}

// The element of gmem_ptr<const cutlass::half_t *>, ArrayEngine<float, 4>: the innermost type.
std::string element_of(std::string_view engine) {
  const std::size_t open = engine.rfind('<');
  if (open == std::string_view::npos) return {};
  std::string_view out = engine.substr(open + 1, engine.find_first_of(",>*", open + 1) - open - 1);
  out = trimmed(out);
  if (out.starts_with("const ")) out.remove_prefix(6);
  if (out.ends_with(" const")) out.remove_suffix(6);
  return std::string(trimmed(out));
}

struct Found {
  const Call* call = nullptr;
  Span span;
  std::string atom;
  std::vector<std::string> operands;

  bool same_as(const Found& other) const {
    return call->answer == other.call->answer && atom == other.atom && operands == other.operands;
  }
};

// Sets the atom of a call; some calls show only its traits or its operation.
void set_atom(Found& out, std::string_view atom, std::string_view element) {
  while (atom.starts_with("cute::")) atom.remove_prefix(6);
  out.atom = atom;
  static constexpr std::string_view wholes[] = {"Copy_Atom<", "MMA_Atom<", "TiledCopy<", "TiledMMA<"};
  if (std::none_of(std::begin(wholes), std::end(wholes), [&](std::string_view one) { return atom.starts_with(one); })) {
    const bool copies = &out.call->roles == &copy_roles;
    const std::string_view traits = copies ? "Copy_Traits<" : "MMA_Traits<";
    if (!atom.starts_with(traits)) out.atom = cat(traits, atom, ">");
    out.atom = copies ? cat("Copy_Atom<", out.atom, ",", element, ">") : cat("MMA_Atom<", out.atom, ">");
  }
}

std::size_t operands_of(const Call& call) {
  return static_cast<std::size_t>(
      std::count_if(call.roles.begin(), call.roles.end(), [](const Role& role) { return !role.name.empty(); }));
}

// Reads the parameters that begin at `open` in clang's form: the atom, then an engine and a layout for each operand.
std::optional<Found> specialization(std::string_view program, const Call& call, std::size_t begin, std::size_t open) {
  const std::size_t close = past_bracket(program, open, in_types);
  if (close == std::string_view::npos || !program.substr(close).starts_with("'")) return std::nullopt;
  Found out;
  out.call = &call;
  auto parameters = split_outside(program.substr(open + 1, close - open - 2), ',', in_types);
  // The condition of an overload is the last parameter.
  while (!parameters.empty() && parameters.back().find('<') == std::string_view::npos) parameters.pop_back();
  const std::size_t count = operands_of(call);
  if (parameters.size() < 2 * count) return std::nullopt;
  const std::size_t first = parameters.size() - 2 * count;
  std::string element;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view engine = trimmed(parameters[first + 2 * i]);
    const std::string_view layout = trimmed(parameters[first + 2 * i + 1]);
    if (layout.find("Layout<") == std::string_view::npos || engine.find('<') == std::string_view::npos)
      return std::nullopt;
    out.operands.push_back(cat("Tensor<", engine, ",", layout, ">"));
    if (element.empty()) element = element_of(engine);
  }
  std::string_view atom;
  if (first > 0) {
    atom = trimmed(parameters[0]);
  } else if (const std::size_t quote = program.rfind('\'', begin);
             quote != std::string_view::npos && begin - quote < in_types.longest) {
    atom = program.substr(quote + 1, begin - quote);  // for a member: its class
  }
  if (atom.empty()) return std::nullopt;
  set_atom(out, atom, element);
  out.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(close)};
  return out;
}

// Reads the signature with arguments from `open` on.
std::optional<Found> signature(std::string_view program, const Call& call, std::size_t begin, std::size_t open) {
  const std::size_t close = past_bracket(program, open, in_types);
  if (close == std::string_view::npos) return std::nullopt;
  Found out;
  out.call = &call;
  const auto arguments = split_outside(program.substr(open + 1, close - open - 2), ',', in_types);
  const std::size_t count = operands_of(call);
  std::size_t end = close;
  std::vector<std::string_view> with;
  std::size_t list = std::min(program.find_first_not_of(" \n\t", close), program.size());
  if (program.substr(list).starts_with("const [with ")) list += 6;
  if (program.substr(list).starts_with("[with ")) {
    const std::size_t past = past_bracket(program, list, in_types);
    if (past == std::string_view::npos) return std::nullopt;
    const std::string_view inside = program.substr(list + 6, past - list - 7);
    with = split_outside(inside, inside.find(';') != std::string_view::npos ? ';' : ',', in_types);
    end = past;
  }
  const auto parameter = [&](std::string_view name) {
    for (const std::string_view one : with) {
      const std::size_t equals = one.find('=');
      if (!name.empty() && equals != std::string_view::npos && trimmed(one.substr(0, equals)) == name)
        return trimmed(one.substr(equals + 1));
    }
    return std::string_view();
  };
  if (arguments.size() != count && arguments.size() != count + 1) return std::nullopt;
  std::string element;
  for (std::size_t i = 0; i < count; ++i) {
    const Role& role = call.roles[i];
    const std::string_view argument = type_of(arguments[arguments.size() - count + i]);
    const std::string_view engine = parameter(role.engine);
    const std::string_view layout = parameter(role.layout);
    if (!engine.empty() && !layout.empty()) {
      out.operands.push_back(cat("Tensor<", engine, ",", layout, ">"));
      if (element.empty()) element = element_of(engine);
    } else if (argument.find("Tensor<") != std::string_view::npos &&
               argument.find("Layout<") != std::string_view::npos) {
      out.operands.emplace_back(argument);
      if (element.empty()) element = element_of(argument.substr(0, argument.find("Layout<")));
      if (const std::size_t star = argument.find('*'); star != std::string_view::npos)
        element = element_of(argument.substr(0, star + 1));
    } else {
      return std::nullopt;
    }
  }
  std::string_view atom;
  for (const std::string_view name : call.atoms) {
    if (atom.empty()) atom = parameter(name);
  }
  if (atom.empty() && arguments.size() > count) atom = type_of(arguments[arguments.size() - count - 1]);
  if (atom.starts_with('<') && atom.ends_with('>')) atom = trimmed(atom.substr(1, atom.size() - 2));
  if (atom.empty()) return std::nullopt;
  set_atom(out, atom, element);
  out.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  return out;
}

// True for a line of a compiler's message; source lines that it quotes do not count.
bool is_said(std::string_view line) {
  static constexpr std::string_view words[] = {
      "instantiation of", " detected", "error:",           "note:",          "required from",
      "In file included", "warning:",  "errors generated", "error generated"};
  if (line.find_first_not_of(" ^~\t\r") == std::string_view::npos) return true;
  if (std::any_of(std::begin(words), std::end(words),
                  [&](std::string_view word) { return line.find(word) != std::string_view::npos; }))
    return true;
  // gcc: `  154 | source`, `      |  ^~~`, `                 from file.hpp:33,`
  const std::size_t bar = line.find('|');
  if (bar != std::string_view::npos && line.substr(0, bar).find_first_not_of(" 0123456789") == std::string_view::npos)
    return true;
  return trimmed(line).starts_with("from ") && line.starts_with("     ");
}
bool is_mark(std::string_view line) {
  return line.find('^') != std::string_view::npos && line.find_first_not_of(" ^~\t\r") == std::string_view::npos;
}

// The lines of the message around a position; quoted source precedes a line with a mark.
Span said_around(std::string_view program, std::size_t begin, std::size_t end) {
  begin = program.rfind('\n', begin) + 1;  // npos + 1 is 0
  while (begin > 0) {
    const std::size_t before = begin < 2 ? 0 : program.rfind('\n', begin - 2) + 1;
    const std::string_view line = line_at(program, before);
    if (!is_said(line) && !is_mark(line_at(program, begin)) && line.find(" assert") == std::string_view::npos &&
        line.find("_assert") == std::string_view::npos && line.find("_ASSERT") == std::string_view::npos)
      break;
    begin = before;
  }
  end = std::min(program.find('\n', end), program.size());
  while (end < program.size()) {
    const std::string_view line = line_at(program, end + 1);
    const std::size_t after = end + 1 + line.size();
    const bool shown = after < program.size() && is_mark(line_at(program, after + 1));
    if (!is_said(line) && !shown) break;
    end = after;
  }
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

// The calls of one message, the innermost first.
std::vector<Found> calls_of(std::string_view program, std::size_t begin, std::size_t end) {
  std::vector<Found> out;
  const std::string_view text = program.substr(0, end);
  for (const Call& call : calls) {
    const std::string special = cat(call.function.substr(0, call.function.size() - 1), "<");
    int tried = 0;
    for (const std::string_view head : {call.function, std::string_view(special)}) {
      for (std::size_t at = text.find(head, begin); at != std::string_view::npos && tried < max_tried;
           at = text.find(head, at + 1), ++tried) {
        const std::size_t open = at + head.size() - 1;
        auto one = head == call.function ? signature(text, call, at, open) : specialization(text, call, at, open);
        if (one) out.push_back(std::move(*one));
      }
    }
  }
  sort_stable(std::span(out), [](const Found& a, const Found& b) { return a.span.begin < b.span.begin; });
  return out;
}

// The begin of each message: nvcc and clang print the error and then the calls, gcc the calls and then the error.
std::vector<std::size_t> messages(std::string_view program) {
  constexpr std::string_view gcc = ": In instantiation of ";
  const bool calls_first = program.find(gcc) != std::string_view::npos;
  const std::string_view head = calls_first ? gcc : std::string_view("error");
  std::vector<std::size_t> out;
  for (std::size_t at = program.find(head); at != std::string_view::npos && out.size() < 256;
       at = program.find(head, at + 1)) {
    if (calls_first || line_at(program, at).find("assert") != std::string_view::npos) out.push_back(at);
  }
  if (out.empty()) out.push_back(0);
  return out;
}

}  // namespace

Span explain_assertion(std::string_view program, ForeignTree& tree) {
  if (program.find("assert") == std::string_view::npos) return {};
  std::vector<Found> told;
  std::vector<Span> read;  // messages whose types are reported, now or before
  auto begins = messages(program);
  // In a message without its beginning, gcc's calls precede the error.
  if (begins.size() == 1 && calls_of(program, begins[0], program.size()).empty()) begins[0] = 0;
  for (std::size_t i = 0; i < begins.size() && told.size() < max_messages; ++i) {
    const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : program.size();
    auto found = calls_of(program, begins[i], end);
    if (found.empty()) continue;
    const Span around = said_around(program, found.front().span.begin, found.back().span.end);
    read.push_back({found.front().span.begin, std::min(around.end, static_cast<std::uint32_t>(end))});
    // A consequence of a reported message repeats the call of that message among its own.
    const bool known = std::any_of(found.begin(), found.end(), [&](const Found& one) {
      return std::any_of(told.begin(), told.end(), [&](const Found& before) { return before.same_as(one); });
    });
    if (!known) told.push_back(std::move(found.front()));
  }
  const auto expression = [&](const std::string& text, Span span) -> std::optional<std::uint32_t> {
    tree.texts.push_back(std::make_unique<std::string>(text));
    const std::string& kept = *tree.texts.back();
    const std::size_t before = tree.nodes.size();
    PasteParser parser(kept, 0, kept.size(), tree, true);
    const auto root = parser.expression();
    if (!root || !parser.at_end()) return std::nullopt;
    for (std::size_t n = before; n < tree.nodes.size(); ++n) tree.nodes[n].span = tree.nodes[n].name_span = span;
    return *root;
  };
  std::vector<std::vector<std::uint32_t>> roots;
  std::erase_if(told, [&](const Found& one) {
    std::vector<std::uint32_t> operands;
    for (const std::string& text : one.operands) {
      const auto root = expression(text, one.span);
      if (!root) return true;
      operands.push_back(*root);
    }
    roots.push_back(std::move(operands));
    return false;
  });
  if (told.empty()) return {};
  // Drops statements of types that are read again here, with their names.
  std::erase_if(tree.statements, [&](const Statement& statement) {
    return statement.pasted && std::any_of(read.begin(), read.end(), [&](const Span& span) {
             return span.begin <= statement.span.begin && statement.span.end <= span.end;
           });
  });
  for (std::size_t k = 0; k < told.size(); ++k) {
    const Found& one = told[k];
    std::vector<std::uint32_t> arguments;
    tree.texts.push_back(std::make_unique<std::string>(one.atom));
    arguments.push_back(tree.add({.kind = Syntax::type, .span = one.span, .text = *tree.texts.back()}));
    for (std::size_t i = 0; i < roots[k].size(); ++i) {
      Statement statement;
      statement.name = one.call->roles[i].name;
      if (k > 0) {
        tree.texts.push_back(std::make_unique<std::string>(cat(statement.name, k + 1)));
        statement.name = *tree.texts.back();
      }
      statement.name_span = {one.span.begin, one.span.begin};
      statement.span = one.span;
      statement.root = roots[k][i];
      statement.pasted = true;
      arguments.push_back(
          tree.add({.kind = Syntax::name, .span = one.span, .name_span = one.span, .text = statement.name}));
      tree.statements.push_back(std::move(statement));
    }
    Statement answer;
    answer.span = one.span;
    answer.pasted = true;
    answer.root = add_call(tree, one.span, one.call->answer, std::move(arguments));
    tree.statements.push_back(std::move(answer));
  }
  return said_around(program, told.front().span.begin, told.back().span.end);
}

}  // namespace stridescope
