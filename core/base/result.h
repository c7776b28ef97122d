// A value or an Error. The core throws nothing: check before you dereference.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "core/base/error.h"

namespace stridescope {

template <class T>
using Result = tl::expected<T, Error>;

// What a function that returns a Result returns where there is none.
inline tl::unexpected<Error> failure(Error error) { return tl::unexpected<Error>(std::move(error)); }

inline tl::unexpected<Error> failure(ErrorCode code, Message message, Message hint = {}) {
  return failure(Error{code, std::move(message), std::move(hint), {}, {}});
}

}  // namespace stridescope
