// The texts of builtins.def: apart from what evaluates a program, which does not need them.
#include "core/base/text.h"
#include "core/lang/builtin.h"

namespace stridescope {
namespace {

constexpr Documentation documentation[] = {
#define STRIDESCOPE_BUILTIN(name, min_t, max_t, min_a, max_a, signature, doc, example, ...) {signature, doc, example},
#include "core/lang/builtins.def"
#undef STRIDESCOPE_BUILTIN
};

}  // namespace

const Documentation& documentation_of(const Builtin& builtin) { return documentation[&builtin - builtins().data()]; }

std::string signatures(const Builtin& builtin, std::string_view between) {
  static constexpr std::string_view gap = "   ";
  std::string out;
  for (std::string_view rest = documentation_of(builtin).signature; !rest.empty();) {
    const std::size_t end = std::min(rest.find(gap), rest.size());
    append_all(out, out.empty() ? "" : between, rest.substr(0, end));
    rest.remove_prefix(std::min(end + gap.size(), rest.size()));
  }
  return out;
}

}  // namespace stridescope
