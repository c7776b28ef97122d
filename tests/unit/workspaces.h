// Programs in a workspace, as tests of pictures and properties use them.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/workspace/workspace.h"

namespace stridescope {

// Every diagnostic fails the test.
inline Workspace evaluated(std::string_view program, IntegerMode mode = IntegerMode::teaching) {
  Workspace w;
  w.evaluate(program, mode);
  for (const Diagnostic& d : w.report().diagnostics) FAIL_CHECK(english(d.message));
  return w;
}

inline Workspace in_cute(std::string_view program) { return evaluated(program, IntegerMode::cute); }

// As they appear in a picture in English.
inline std::vector<std::string> english(const std::vector<Message>& heads) {
  std::vector<std::string> out;
  for (const Message& head : heads) out.push_back(english(head));
  return out;
}

// The binding with the program's value.
inline int last(const Workspace& w) { return static_cast<int>(w.report().bindings.size()) - 1; }

}  // namespace stridescope
