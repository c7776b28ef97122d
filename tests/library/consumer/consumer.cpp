// The C++ examples of the README: a layout's composition and its picture, and the algebra without a program.
#include <stridescope/core.h>

#include <cstdio>

int main() {
  stridescope::Workspace workspace;
  const auto& report = workspace.evaluate("A = (4,8):(8,1)\nR = A o (4,4):(1,8)", stridescope::IntegerMode::teaching);
  for (const auto& binding : report.bindings) std::printf("%s = %s\n", binding.name.c_str(), binding.text.c_str());
  const auto view = workspace.view(1);
  const auto picture = view ? workspace.emit(1, "text", *view) : stridescope::failure(view.error());
  if (!picture) return 1;
  std::printf("%s\n", picture->c_str());

  using namespace stridescope;
  Arith arith;
  const IntTuple four = static_int(4), eight = static_int(8), two = static_int(2);
  const Layout a = make_layout(arith, make_tuple(arith, {four, eight}), Major::right);
  const Layout b = {four, two};
  const Layout c = composition(arith, a, b);
  const Layout by_mode = composition(arith, a, Tiler(std::vector<Tiler>{two, b}));
  if (arith.failed()) return 1;
  std::printf("%s %s\n", to_text(c).c_str(), to_text(by_mode).c_str());
  int unused;  // no warning of ours is an error here
}
