// The door for WebAssembly: a method's name and a JSON request in one input buffer, a JSON answer, and binary arrays by
// pointer. The page must copy results before the next call.
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/statement_gate.h"
#include "core/door/door.h"

#define EXPORT extern "C" __attribute__((visibility("default"), used))

// The host's gate: the Admission of the statement of `bytes` bytes. (host.js)
extern "C" int host_statement(const char* text, int bytes);

namespace {

using stridescope::NumberArray;
using stridescope::door::Door;

std::string input;
const std::string* answer = nullptr;

// A single instance: a page is one program.
Door& door() {
  static Door instance;
  instance.binary = true;
  stridescope::statement_gate = [](std::string_view statement) {
    return static_cast<stridescope::Admission>(host_statement(statement.data(), static_cast<int>(statement.size())));
  };
  return instance;
}

}  // namespace

// The buffer in which the page writes `bytes` bytes: the method's name, followed by its request.
EXPORT char* ss_input(int bytes) {
  input.resize(bytes < 0 ? 0 : static_cast<std::size_t>(bytes) + 1);
  return input.data();
}

// The method's name is the first `method` of `bytes` bytes of the input. Returns the length of the answer.
EXPORT int ss_call(int method, int bytes) {
  const std::string_view all = std::string_view(input).substr(0, static_cast<std::size_t>(bytes));
  const auto name = static_cast<std::size_t>(method);
  answer = &door().call(all.substr(0, name), all.substr(name));
  return static_cast<int>(answer->size());
}

EXPORT const char* ss_answer() { return answer->data(); }

// {address, count, bytes per number} of array `index` of the answer.
EXPORT const std::uint32_t* ss_array(int index) {
  static std::uint32_t told[3];
  const NumberArray& array = door().arrays()[static_cast<std::size_t>(index)];
  told[0] = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(array.data));
  told[1] = static_cast<std::uint32_t>(array.size);
  told[2] = array.kind == NumberArray::Kind::int32 ? 4 : 8;
  return told;
}
