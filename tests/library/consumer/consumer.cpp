// The C++ example of the README: a layout's composition, and its picture.
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
  int unused;  // no warning of ours is an error here
}
