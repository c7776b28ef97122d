// A runner's answers for tests: as JSON of a library that the product does not use, and as the text of the command
// line.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/archive_json.h"
#include "core/runs/run_report.h"
#include "gpu_runner/client.h"
#include "tests/json_fields.h"

namespace stridescope::gpu {

using Json = nlohmann::ordered_json;

inline Json as_json(const RunResult& result) { return Json::parse(to_exact_json(result)); }

// A result after writing, reading and validation.
inline Json checked(const Json& result) { return as_json(believed(read_run_result(fields::printed(result)))); }

inline std::string result_text(const RunResult& result) { return run_report_text(run_report(result)); }
inline std::string result_text(const Json& result) { return run_report_text(run_report(fields::printed(result))); }

// A client that returns results as JSON.
class JsonClient : public Client {
 public:
  using Client::Client;
  Json run(const RunRequest& request, const std::function<void(const Answer&)>& event,
           const std::function<bool()>& cancelled) {
    return as_json(Client::run(request, event, cancelled));
  }
  Json send(const std::string& line, const RequestId& id, const std::function<void(const Answer&)>& event,
            const std::function<bool()>& cancelled) {
    return as_json(Client::send(line, id, event, cancelled));
  }
};

}  // namespace stridescope::gpu
