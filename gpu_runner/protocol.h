// Requests to the runner and its answers: RunRequest -> RunEvent* -> RunResult, one JSON object per line.
//
//   {"version":1,"id":7,"run":{"program":"...","ints":"cute","kernel":"K","device":"auto","counters":false,
//                              "metrics":["l2"],"trace":false,"seconds":0.05,"text":false,"cubin":false,
//                              "sass":false}}
//   {"version":1,"id":7,"cancel":true}
//   {"version":1,"id":8,"ping":true}                                  the result lists the runner's capabilities
//   {"version":1,"id":9,"trace":{"command":"./a.out 64","folder":"/home/me","kernel":"","launch":0,"blocks":"",
//                                "language":"en"}}                    only for `serve` with --allow-programs
//
//   {"version":1,"id":7,"event":"compile","text":"..."}               progress: queue, evaluate, compile, verify, time,
//                                                                     count, trace
//   {"version":1,"id":7,"result":{"status":"ok", ...}}                exactly one per request: ok (it ran without wrong
//                                                                     elements), wrong, error, cancelled
//
// In a result that is ok or wrong, `verified` classifies the elements: all (every one is right), sample (the checked
// ones are right: verify.checked of verify.of), none, wrong. core/runs/run_result.h defines the fields of a result;
// both sides validate a line against that definition before they read a field.
//
// The events of a trace are named "said": a line that the program printed. `trace` of its result is the name of a file
// in the server's trace folder.
//
// `id` is any JSON value of at most max_id_bytes and is echoed. Unknown keys are ignored. The sender prints a line once
// and the receiver parses it once, from and to the records below. A request has a layout program and the name of a
// kernel value in it, never CUDA source: a client can ask the runner to measure a partition and nothing else, unless
// the server's owner has allowed programs. A request line is at most max_line_bytes long, an answer line
// max_answer_bytes; brackets nest at most max_line_depth deep.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/archive.h"
#include "core/runs/run_result.h"
#include "gpu_runner/trace/trace_child.h"

namespace stridescope::gpu {

inline constexpr int protocol_version = 1;
inline constexpr std::size_t max_line_bytes = 4 << 20;
inline constexpr std::size_t max_answer_bytes = 64 << 20;
inline constexpr std::size_t max_event_bytes = 64 << 10;  // bytes of an event's text
inline constexpr std::size_t max_id_bytes = 1024;
inline constexpr std::size_t max_metrics = 12;
inline constexpr int max_line_depth = 64;  // levels of nested brackets

// The id of a request: any JSON on one line, with numbers verbatim. Default: null.
class RequestId {
 public:
  RequestId() = default;
  RequestId(std::nullptr_t) {}                                             // NOLINT(google-explicit-constructor)
  RequestId(std::integral auto number) : json_{std::to_string(number)} {}  // NOLINT(google-explicit-constructor)
  RequestId(const char* text);                                             // NOLINT(google-explicit-constructor)

  const std::string& text() const { return json_.text; }
  bool operator==(const RequestId& other) const { return text() == other.text(); }

 private:
  friend void visit_id(Archive& a, RequestId& id);
  RawJson json_;
};

struct RunRequest {
  RequestId id;
  std::string program;
  bool teaching = false;        // integer mode
  std::string kernel;           // name of the kernel value; empty: the last one
  std::string device = "auto";  // auto, gpu, reference
  bool counters = false;
  // Counters other than the default ones: names of Nsight Compute, or groups of counters.h; at most max_metrics.
  std::vector<std::string> metrics;
  bool trace = false;     // tiles by multiprocessor and time, and the cycles of the accesses of one tile
  bool text = false;      // the CUDA text and PTX in the result
  bool cubin = false;     // the machine code in the result, in base64
  bool sass = false;      // the machine code as text if nvdisasm is installed; else the reason
  double seconds = 0.05;  // maximum time for timing
};
void members(Archive& a, RunRequest& r);

enum class RequestKind { run, cancel, ping, quit, trace, bad };

struct Request {
  RequestKind kind = RequestKind::bad;
  RequestId id;
  RunRequest run;
  TraceWish trace;
  std::string language;  // language of the tracer's messages
  Message message;       // for bad: the error
};

// Never fails: a line that is not a request is RequestKind::bad with a message.
Request parse_request(std::string_view line);
std::string request_line(const RunRequest& run);
std::string cancel_line(const RequestId& id);
std::string ping_line(const RequestId& id);

// Progress of a request.
struct RunEvent {
  RequestId id;
  std::string event;
  std::string text;
};
void members(Archive& a, RunEvent& r);

// Answer lines, without the line break.
std::string event_line(const RunEvent& event);
std::string result_line(const RequestId& id, const RunResult& result);
// The answer for a traced program: the name of its file in the server's folder.
std::string traced_line(const RequestId& id, std::string file);

// One line that the runner wrote: a result, else an event.
struct Answer : RunEvent {
  std::optional<RunResult> result;
};
// Empty for a line that is not an answer. An invalid result is replaced by an error result with the code
// malformed_answer, which names the field. Other results of runs have `verified`.
std::optional<Answer> parse_answer(std::string_view line);

}  // namespace stridescope::gpu
