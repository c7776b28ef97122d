// Programs in a workspace, for tests of pictures and properties.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/workspace.h"

namespace stridescope {

// Evaluates the program; every diagnostic fails the test.
inline Workspace evaluated(std::string_view program, IntegerMode mode = IntegerMode::teaching) {
  Workspace w;
  w.evaluate(program, mode);
  for (const Diagnostic& d : w.report().diagnostics) FAIL_CHECK(english(d.message));
  return w;
}

inline Workspace in_cute(std::string_view program) { return evaluated(program, IntegerMode::cute); }

// The messages in English, as in a picture.
inline std::vector<std::string> english(const std::vector<Message>& heads) {
  std::vector<std::string> out;
  for (const Message& head : heads) out.push_back(english(head));
  return out;
}

// The index of the binding with the program's value.
inline int last(const Workspace& w) { return static_cast<int>(w.report().bindings.size()) - 1; }

}  // namespace stridescope
