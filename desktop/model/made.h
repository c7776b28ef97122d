// A value that is made of others, and kept as long as those are the same.
#pragma once

#include <optional>
#include <utility>

namespace stridescope::desktop {

template <class From, class Value>
class Made {
 public:
  // `make` is called where `from` is another than the last time.
  template <class Make>
  const Value& of(From from, const Make& make) {
    if (from_ != from) {
      from_ = std::move(from);
      value_ = make();
    }
    return value_;
  }
  // The source of the last value; empty before the first time.
  const std::optional<From>& from() const { return from_; }

 private:
  std::optional<From> from_;
  Value value_ = {};
};

}  // namespace stridescope::desktop
