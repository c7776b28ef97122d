// A compiler's message that one of CuTe's assertions failed: the atom and the tensors of the innermost call of a copy
// or an MMA, named by what they are to it, and the condition that they do not meet.
//   ... instantiation of "void cute::copy_unpack(const AnyCPYTraits &, const cute::Tensor<SEngine, SLayout> &,
//   cute::Tensor<DEngine, DLayout> &) [with AnyCPYTraits=cute::Copy_Traits<...>, SEngine=..., SLayout=..., ...]"
// or with the types in the arguments themselves.
#include <algorithm>
#include <array>

#include "core/base/brackets.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/lang/paste.h"
#include "core/lang/paste_parser.h"

namespace stridescope {
namespace {

constexpr int max_tried = 64;  // calls of one function
constexpr BracketRule in_types = {.angles = true, .quotes = Quotes::none, .longest = 1 << 16};

struct Role {
  std::string_view name;            // of the value
  std::string_view engine, layout;  // parameters of the template
};
using Roles = std::array<Role, 4>;
constexpr Roles copy_roles = {{{"src", "SEngine", "SLayout"}, {"dst", "DEngine", "DLayout"}}};
constexpr Roles mma_roles = {
    {{"D", "TD", "DLayout"}, {"A", "TA", "ALayout"}, {"B", "TB", "BLayout"}, {"C", "TC", "CLayout"}}};

// An algorithm's function: where its operands stand among the arguments, the atom first.
struct Call {
  std::string_view function;
  std::string_view answer;
  std::array<std::string_view, 3> atoms;  // parameters of the template that name it
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

// const cute::Tensor<...> & without what is around the type.
std::string_view type_of(std::string_view argument) {
  if (argument.starts_with("const ")) argument.remove_prefix(6);
  while (!argument.empty() && (argument.back() == '&' || is_blank(argument.back()))) argument.remove_suffix(1);
  if (argument.ends_with(" const")) argument.remove_suffix(6);
  return trimmed(argument);
}

// The element of gmem_ptr<const cutlass::half_t *>, ArrayEngine<float, 4>: what stands innermost.
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
  std::vector<std::string_view> used;  // types that were read
};

// Of the signature whose arguments begin at `open`.
std::optional<Found> signature(std::string_view program, const Call& call, std::size_t begin, std::size_t open) {
  const std::size_t close = past_bracket(program, open, in_types);
  if (close == std::string_view::npos) return std::nullopt;
  Found out;
  out.call = &call;
  const auto arguments = split_outside(program.substr(open + 1, close - open - 2), ',', in_types);
  std::size_t count = 0;
  for (const Role& role : call.roles) count += role.name.empty() ? 0 : 1;
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
      out.used.push_back(layout);
      if (element.empty()) element = element_of(engine);
    } else if (argument.find("Tensor<") != std::string_view::npos &&
               argument.find("Layout<") != std::string_view::npos) {
      out.operands.emplace_back(argument);
      out.used.push_back(argument);
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
  while (atom.starts_with("cute::")) atom.remove_prefix(6);
  out.atom = atom;
  static constexpr std::string_view wholes[] = {"Copy_Atom<", "MMA_Atom<", "TiledCopy<", "TiledMMA<"};
  if (std::none_of(std::begin(wholes), std::end(wholes), [&](std::string_view one) { return atom.starts_with(one); })) {
    const bool copies = &call.roles == &copy_roles;
    const std::string_view traits = copies ? "Copy_Traits<" : "MMA_Traits<";
    if (!atom.starts_with(traits)) out.atom = cat(traits, atom, ">");
    out.atom = copies ? cat("Copy_Atom<", out.atom, ",", element, ">") : cat("MMA_Atom<", out.atom, ">");
  }
  out.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  return out;
}

}  // namespace

Span explain_assertion(std::string_view program, SyntaxTree& tree) {
  if (program.find("assert") == std::string_view::npos) return {};
  std::optional<Found> found;
  for (const Call& call : calls) {
    int tried = 0;
    for (std::size_t at = program.find(call.function); at != std::string_view::npos && tried < max_tried;
         at = program.find(call.function, at + 1), ++tried) {
      if (found && at > found->span.begin) break;  // the innermost is told first
      auto one = signature(program, call, at, at + call.function.size() - 1);
      if (!one) continue;
      found = std::move(one);
      break;
    }
  }
  if (!found) return {};
  const auto expression = [&](const std::string& text) -> std::optional<std::uint32_t> {
    tree.texts.push_back(std::make_unique<std::string>(text));
    const std::string& kept = *tree.texts.back();
    const std::size_t before = tree.nodes.size();
    PasteParser parser(kept, 0, kept.size(), tree, true);
    const auto root = parser.expression();
    if (!root || !parser.at_end()) return std::nullopt;
    for (std::size_t n = before; n < tree.nodes.size(); ++n) tree.nodes[n].span = tree.nodes[n].name_span = found->span;
    return *root;
  };
  std::vector<std::uint32_t> operands;
  for (const std::string& text : found->operands) {
    const auto root = expression(text);
    if (!root) return {};
    operands.push_back(*root);
  }
  // The types that are read once more, with their names.
  std::erase_if(tree.statements, [&](const Statement& statement) {
    const std::string_view text = program.substr(statement.span.begin, statement.span.end - statement.span.begin);
    return statement.pasted && std::any_of(found->used.begin(), found->used.end(), [&](std::string_view used) {
             return used.find(text) != std::string_view::npos && text.find('<') != std::string_view::npos;
           });
  });
  std::vector<std::uint32_t> arguments;
  tree.texts.push_back(std::make_unique<std::string>(found->atom));
  arguments.push_back(tree.add({.kind = Syntax::type, .span = found->span, .text = *tree.texts.back()}));
  for (std::size_t i = 0; i < operands.size(); ++i) {
    Statement statement;
    statement.name = found->call->roles[i].name;
    statement.name_span = {found->span.begin, found->span.begin};
    statement.span = found->span;
    statement.root = operands[i];
    statement.pasted = true;
    arguments.push_back(
        tree.add({.kind = Syntax::name, .span = found->span, .name_span = found->span, .text = statement.name}));
    tree.statements.push_back(std::move(statement));
  }
  Statement answer;
  answer.span = found->span;
  answer.pasted = true;
  answer.root = add_call(tree, found->span, found->call->answer, std::move(arguments));
  tree.statements.push_back(std::move(answer));
  // Lines behind it that a compiler says, too.
  std::size_t end = std::min(program.find('\n', found->span.end), program.size());
  while (end < program.size()) {
    const std::size_t next = std::min(program.find('\n', end + 1), program.size());
    const std::string_view text = program.substr(end + 1, next - end - 1);
    static constexpr std::string_view words[] = {"instantiation of", " detected", "error:", "note:", "required from"};
    const bool said = text.find_first_not_of(" ^~\t\r") == std::string_view::npos ||
                      std::any_of(std::begin(words), std::end(words),
                                  [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
    if (!said) break;
    end = next;
  }
  const std::size_t error = program.rfind("error", found->span.begin);
  const std::size_t line = error == std::string_view::npos ? error : program.rfind('\n', error);
  return {static_cast<std::uint32_t>(line == std::string_view::npos ? 0 : line + 1), static_cast<std::uint32_t>(end)};
}

}  // namespace stridescope
