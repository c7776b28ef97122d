// Functions of CUDA that the PTX machine has.
#include "core/base/text.h"
#include "tests/unit/machine_runs.h"

using namespace stridescope;
using namespace stridescope::machine;

namespace {

const std::string declared_vprintf = ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n";

std::string text_variable(const std::string& name, const std::string& value) {
  std::string out = cat(".global .align 1 .b8 ", name, '[', value.size() + 1, "] = {");
  for (const char one : value) append_all(out, static_cast<int>(one), ", ");
  return out + "0};\n";
}

std::string generic_address(const std::string& to, const std::string& name) {
  return cat("mov.u64 ", to, ", ", name, ";\ncvta.global.u64 ", to, ", ", to, ";\n");
}

// Prints by the format at %rd8; %r5 is the result.
std::string print_call(const std::string& arguments) {
  return cat("{ .param .b64 p0; st.param.b64 [p0], %rd8; .param .b64 p1; st.param.b64 [p1], ", arguments,
             "; .param .b32 r0;\ncall.uni (r0), vprintf, (p0, p1);\nld.param.b32 %r5, [r0]; }\n");
}

}  // namespace

TEST_CASE("machine: printf writes text to the result") {
  const std::string format = "%d %5.2f|%-4u|%s %c %llx %% %q\n";
  const std::string body =
      ".local .align 8 .b8 buffer[48];\nmov.u64 %rd4, buffer;\ncvta.local.u64 %rd4, %rd4;\nst.u32 [%rd4], %r1;\n"
      "mov.f64 %rd5, 0d3FF8000000000000;\nst.u64 [%rd4+8], %rd5;\nmov.u32 %r2, 7;\nst.u32 [%rd4+16], %r2;\n" +
      generic_address("%rd6", "word") +
      "st.u64 [%rd4+24], %rd6;\nmov.u32 %r3, 65;\nst.u32 [%rd4+32], %r3;\nmov.u64 %rd7, 0x123456789a;\n"
      "st.u64 [%rd4+40], %rd7;\n" +
      generic_address("%rd8", "format") + print_call("%rd4") + "st.global.u32 [%rd3], %r5;\n";
  const std::string before = declared_vprintf + text_variable("word", "row") + text_variable("format", format);
  const auto done = run_ptx(ptx_kernel(body, before), ptx_launch(2, 8));
  REQUIRE(done);
  CHECK(done->printed == "0  1.50|7   |row A 123456789a % %q\n1  1.50|7   |row A 123456789a % %q\n");
  CHECK(ptx_words(done->buffers[0]) == std::vector<std::uint32_t>{6, 6});
}

TEST_CASE("machine: printf keeps widths and precisions, and at most 1 MB in all") {
  const auto printed = [](const std::string& format) {
    const std::string body =
        ".local .align 8 .b8 buffer[8];\nmov.u64 %rd4, buffer;\ncvta.local.u64 %rd4, %rd4;\nmov.u32 %r2, 3000;\n"
        "st.u32 [%rd4], %r2;\nst.u32 [%rd4+4], %r2;\n" +
        generic_address("%rd8", "format") + print_call("%rd4");
    Launch launch = ptx_launch(1, 4);
    launch.steps = 1 << 22;
    const auto done = run_ptx(ptx_kernel(body, declared_vprintf + text_variable("format", format)), launch);
    REQUIRE(done);
    return done->printed;
  };
  CHECK(printed("%2000d") == std::string(1996, ' ') + "3000");
  CHECK(printed("%.*d") == std::string(2996, '0') + "3000");
  CHECK(printed("%99999999d").size() == max_printed_bytes);

  // Digits are charged also if a conversion drops them.
  std::string many;
  while (many.size() < 4000) many += "%.9999999g";
  const std::string body = ".local .align 8 .b8 buffer[4096];\nmov.u64 %rd4, buffer;\ncvta.local.u64 %rd4, %rd4;\n" +
                           generic_address("%rd8", "format") + print_call("%rd4");
  const auto endless = run_ptx(ptx_kernel(body, declared_vprintf + text_variable("format", many)), ptx_launch(32, 128));
  REQUIRE(!endless);
  CHECK(endless.error().code == ErrorCode::too_large);

  const std::string loop = "mov.u32 %r6, 0;\n" + generic_address("%rd8", "word") + "LOOP:\n" + print_call("%rd8") +
                           "add.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 600;\n@%p1 bra LOOP;\n";
  Launch longer = ptx_launch(1, 4);
  longer.steps = 1 << 26;
  const std::string word = text_variable("word", std::string(3000, 'x'));
  const auto much = run_ptx(ptx_kernel(loop, declared_vprintf + word), longer);
  REQUIRE(much);
  CHECK(much->printed.size() == max_printed_bytes);
}

TEST_CASE("machine: an assertion ends the run, and other functions of CUDA are not supported") {
  const std::string assertion = generic_address("%rd6", "word") +
                                "{ .param .b64 p0; st.param.b64 [p0], %rd6; .param .b64 p1; st.param.b64 [p1], %rd6; "
                                ".param .b32 p2; st.param.b32 "
                                "[p2], 12; .param .b64 p3; st.param.b64 [p3], %rd6; .param .b64 p4; st.param.b64 [p4], "
                                "1;\ncall.uni __assertfail, "
                                "(p0, p1, p2, p3, p4); }\n";
  CHECK(ptx_error(ptx_kernel(assertion,
                             text_variable("word", "row") +
                                 ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 "
                                 "d, .param .b64 e);\n"))
            .find("assertion 'row' of row fails in row, line 12") != std::string::npos);
  CHECK(ptx_error(ptx_kernel("{ .param .b64 p0; .param .b64 r0; call.uni (r0), malloc, (p0); }\n",
                             ".extern .func (.param .b64 r) malloc(.param .b64 s);\n"))
            .find("call.uni is not supported") != std::string::npos);
}
