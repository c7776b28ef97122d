// Errors are values: a code, what was violated with its numbers, where, and how to mend it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/message.h"

namespace stridescope {

// Every kind of failure the core reports. The list lives in error_codes.def.
enum class ErrorCode : std::uint8_t {
#define STRIDESCOPE_ERROR(name, text) name,
#include "core/base/error_codes.def"
#undef STRIDESCOPE_ERROR
};

// The stable, machine-readable name of a code, for example "shape_divisibility".
std::string_view code_name(ErrorCode code);

// A half-open range of bytes in the program text.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool empty() const { return begin == end; }
  bool operator==(const Span&) const = default;
};

// post of whoever makes one: message names the violated condition with the numbers of this call, in plain English; hint
// is an imperative or empty.
struct Error {
  ErrorCode code = ErrorCode::internal;
  Message message;          // the violated condition with its numbers; one line
  Message hint;             // how to mend it; may be empty
  Span span = {};           // filled in by the evaluator
  std::string replacement;  // text that would mend `span`; may be empty
};

}  // namespace stridescope
