// A value that is computed from an input, and cached as long as the input is the same.
#pragma once

#include <optional>
#include <utility>

namespace stridescope::desktop {

template <class From, class Value>
class Cached {
 public:
  // Calls `make` if `from` differs from the last call.
  template <class Make>
  const Value& of(From from, const Make& make) {
    if (from_ != from) {
      from_ = std::move(from);
      value_ = make();
    }
    return value_;
  }
  // The input of the current value; empty before the first call.
  const std::optional<From>& from() const { return from_; }

 private:
  std::optional<From> from_;
  Value value_ = {};
};

}  // namespace stridescope::desktop
