// Kernels from a few instructions, and runs of them.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/machine/machine.h"
#include "doctest/doctest.h"

namespace stridescope::machine {

// `before` is in front of the kernel, whose threads have their number in %r1 and the address of their word in %rd3.
inline std::string ptx_kernel(const std::string& body, const std::string& before = "") {
  return ".version 8.0\n.target sm_90\n.address_size 64\n" + before +
         ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<20>;\n.reg .b64 %rd<20>;\n.reg .pred %p<9>;\n.reg .f32 "
         "%f<9>;\n"
         "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n" +
         body + "ret;\n}\n";
}

inline Result<Outcome> run_ptx(const std::string& ptx, Launch launch) {
  const auto program = read_ptx(ptx);
  if (!program) return failure(program.error());
  const auto found = find_kernel(*program, "");
  if (!found) return failure(found.error());
  return execute(*program, **found, launch);
}

inline Launch ptx_launch(std::int64_t threads, std::size_t bytes) {
  Launch out;
  out.block[0] = threads;
  out.arguments = {{std::string(bytes, '\0'), true}};
  out.recorded = {0};
  out.steps = 1 << 20;
  return out;
}

inline std::vector<std::uint32_t> ptx_words(const std::string& bytes) {
  std::vector<std::uint32_t> out(bytes.size() / 4);
  std::memcpy(out.data(), bytes.data(), out.size() * 4);
  return out;
}

inline std::vector<std::uint32_t> ptx_results(const std::string& ptx, std::int64_t threads) {
  const auto done = run_ptx(ptx, ptx_launch(threads, static_cast<std::size_t>(threads) * 4));
  const std::string message = done ? "" : english(done.error().message);
  REQUIRE_MESSAGE(done, message);
  return ptx_words(done->buffers[0]);
}

inline std::string ptx_error(const std::string& ptx, std::int64_t threads = 32, std::size_t bytes = 128) {
  const auto done = run_ptx(ptx, ptx_launch(threads, bytes));
  REQUIRE(!done);
  return english(done.error().message);
}

}  // namespace stridescope::machine
