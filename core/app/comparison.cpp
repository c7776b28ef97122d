// Writes a comparison with the names of two cards' values.
#include "core/app/comparison.h"

#include "core/base/text.h"

namespace stridescope::app {
namespace {

const std::string& called(const door::Binding& binding) {
  return !binding.name.empty() && binding.key == binding.name ? binding.name : binding.source;
}

}  // namespace

std::string comparison_of(const door::Binding& a, const door::Binding& b) {
  return cat("compare(", called(a), ", ", called(b), ")");
}

}  // namespace stridescope::app
