// Builtins that answer with the text of CuTe's printing functions.
#include "core/analysis/cute_print.h"
#include "core/analysis/offsets.h"
#include "core/base/text.h"
#include "core/lang/builtin.h"

namespace stridescope {
namespace {

// A program may hold many such texts.
constexpr std::int64_t max_cells = 1 << 14;

Value printed(const Call& c, Result<std::string> (*print)(const Value&)) {
  const auto cells = domain_size(c.args[0]);
  if (cells && (*cells < 0 || *cells > max_cells)) {
    c.arith.fail(ErrorCode::too_large, cat(c.name, ": ", *cells, " cells; the cap is ", max_cells),
                 "print a slice, such as L(_,0)");
    return static_int(0);
  }
  auto text = print(c.args[0]);
  if (text) return Text{std::move(*text)};
  c.arith.fail(text.error().code, std::move(text.error().message), text.error().hint);
  return static_int(0);
}

}  // namespace

Value builtin_print_latex(const Call& c) { return printed(c, print_latex); }
Value builtin_print_layout(const Call& c) { return printed(c, print_layout); }
Value builtin_print_tensor(const Call& c) { return printed(c, print_tensor); }

}  // namespace stridescope
