// The runner's protocol: any line is a request or is refused with a sentence; written requests and answers are read
// unchanged; any result has a text.
#include "gpu_runner/protocol.h"

#include "tests/fuzz/target.h"
#include "tests/runner/result_text.h"

namespace stridescope::fuzz {
namespace {

using gpu::Answer;
using gpu::Request;
using gpu::RequestKind;

bool same(const gpu::RunRequest& a, const gpu::RunRequest& b) {
  return a.id == b.id && a.program == b.program && a.teaching == b.teaching && a.kernel == b.kernel &&
         a.device == b.device && a.counters == b.counters && a.metrics == b.metrics && a.trace == b.trace &&
         a.text == b.text && a.cubin == b.cubin && a.sass == b.sass && a.seconds == b.seconds;
}

void run(std::string_view line) {
  const Request request = gpu::parse_request(line);
  if (request.kind == RequestKind::bad) require(!request.message.empty(), "a refusal says why", line);
  if (request.kind == RequestKind::run) {
    const std::string written = gpu::request_line(request.run);
    const Request again = gpu::parse_request(written);
    require(again.kind == RequestKind::run && same(again.run, request.run), "a request reads as it was written",
            written, english(again.message));
  }
  error_result(line, Message::verbatim(line), Message::verbatim(line));
  const std::optional<Answer> answer = gpu::parse_answer(line);
  tally.taken += request.kind != RequestKind::bad || answer ? 1 : 0;
  if (!answer) return;
  const auto line_of = [](const Answer& one) {
    return one.result ? gpu::result_line(one.id, *one.result) : gpu::event_line(one);
  };
  const std::string written = line_of(*answer);
  const std::optional<Answer> again = gpu::parse_answer(written);
  require(again && line_of(*again) == written, "an answer reads as it was written", written);
  if (answer->result) gpu::result_text(*answer->result);
}

const Target target("protocol", Input::json, run);

}  // namespace
}  // namespace stridescope::fuzz
