// Types of PTX by name, with their widths; functions and kernels of a program by name.
#include "core/machine/program.h"

#include <algorithm>
#include <charconv>

#include "core/base/text.h"

namespace stridescope::machine {
namespace {

struct TypeRow {
  std::string_view name;
  int bits;
  TypeKind kind;
};
constexpr TypeRow rows[] = {
    {"", 0, TypeKind::bits},
#define PTX_TYPE(name, bits, kind) {#name, bits, TypeKind::kind},
#include "core/machine/types.def"
#undef PTX_TYPE
};
constexpr const TypeRow& row_of(Type type) { return rows[static_cast<std::size_t>(type)]; }

}  // namespace

Type type_named(std::string_view word) {
  for (std::size_t i = 1; i < std::size(rows); ++i) {
    if (rows[i].name == word) return static_cast<Type>(i);
  }
  return Type::none;
}
std::string_view name_of(Type type) { return row_of(type).name; }
int bits_of(Type type) { return row_of(type).bits; }
TypeKind kind_of(Type type) { return row_of(type).kind; }

bool Instruction::has(std::string_view word) const {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool Instruction::has_result() const {
  static constexpr std::string_view without[] = {"st",       "red",        "bra",       "brx",   "bar",  "barrier",
                                                 "cp",       "ret",        "prefetch",  "fence", "exit", "membar",
                                                 "stmatrix", "setmaxnreg", "nanosleep", "call",  "trap"};
  return std::find(std::begin(without), std::end(without), words.front()) == std::end(without) &&
         !(words.front() == "mbarrier" && !has("arrive") && !has("test_wait") && !has("try_wait"));
}

const Function* Program::function(std::string_view name) const {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const Function& one) { return one.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

const Function* Program::function_of(const Instruction& one) const {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const Function& all) { return all.contains(one); });
  return found == functions.end() ? nullptr : &*found;
}

std::string_view source_function(std::string_view mangled) {
  if (!mangled.starts_with("_Z")) return mangled;
  std::size_t at = 2;
  std::string_view out = mangled;
  while (at < mangled.size() && (mangled[at] == 'N' || mangled[at] == 'L' || mangled[at] == 'K')) ++at;
  while (at < mangled.size() && mangled[at] >= '1' && mangled[at] <= '9') {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(mangled.data() + at, mangled.data() + mangled.size(), size);
    at = static_cast<std::size_t>(end - mangled.data());
    if (error != std::errc() || size > mangled.size() - at) break;
    out = mangled.substr(at, size);
    at += size;
  }
  return out;
}

Result<const Function*> find_kernel(const Program& program, std::string_view name) {
  const Function* found = nullptr;
  std::size_t matches = 0;
  std::string names;
  for (const Function& one : program.functions) {
    if (!one.kernel || !one.defined) continue;
    append_all(names, names.empty() ? "" : ", ", one.name);
    if (one.name == name) return &one;
    if (!name.empty() && source_function(one.name) != name) continue;
    found = &one;
    matches += 1;
  }
  if (matches == 1) return found;
  if (names.empty())
    return failure(ErrorCode::arguments, say("the PTX has no kernel"),
                   say("expected a function that begins with .entry"));
  return failure(
      ErrorCode::arguments,
      matches == 0 ? say("the PTX does not contain kernel {}", name) : say("the PTX contains several such kernels"),
      say("name one of {}", names));
}

Trace trace_of(const Program& program, TracedLaunch launch) {
  Trace out;
  out.tracer = "stridescope";
  out.device = "PTX machine";
  const std::string_view target = program.target;
  if (const std::size_t digit = target.find_first_of("0123456789"); digit != std::string_view::npos)
    std::from_chars(target.data() + digit, target.data() + target.size(), out.architecture);
  out.launches.push_back(std::move(launch));
  return out;
}

}  // namespace stridescope::machine
