// The result of a run, as a runner sends it: what it may hold, and the one value that says whether the kernel was
// proved. It comes from another process, perhaps from another machine: nothing reads it before it was compared with
// this.
#pragma once

#include <string_view>

#include "core/base/json_value.h"
#include "core/base/message.h"

namespace stridescope {

// Empty for a result that has the shape of the protocol and does not contradict itself; else what is wrong with it:
// "'verify.wrong' is missing". Keys that are not known are ignored.
Message run_result_problem(const JsonValue& result);

// What `verified` says, the one word for whether the elements are right:
//   all     every one was checked and is right
//   sample  some were checked, and they are right: verify.checked of verify.of
//   none    it ran, or did not, and nothing was checked
//   wrong   some were checked and are wrong
// It follows from `verify` and `probe`; a result that says another word has a problem.
std::string_view verified_word(const JsonValue& result);

// The error that stands for a result with a problem: its code, its message, and its hint.
inline constexpr std::string_view malformed_answer = "malformed_answer";
Message unbelievable(const Message& problem);
Message unbelievable_hint();

}  // namespace stridescope
