// Reports the benchmarks as JSON: median and spread of each, next to its limit or the value it is compared with.
#include "tests/bench/bench.h"

#include <algorithm>
#include <cstdio>

namespace stridescope::bench {
namespace {

void append_field(std::string& out, const char* key, double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, ", \"%s\": %.*f", key, digits, value);
  out += text;
}

}  // namespace

void summarise(Result& result, std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const auto at = [&](std::size_t percent) { return samples[(samples.size() - 1) * percent / 100]; };
  result.ns = at(50);
  result.ns_p10 = at(10);
  result.ns_p90 = at(90);
}

std::string Suite::json() const {
#if defined(__EMSCRIPTEN__)
  const char* host = "node";
#else
  const char* host = "native";
#endif
  std::string out = std::string("{\"host\": \"") + host + "\", \"compiler\": \"" + __VERSION__ + "\", \"results\": [";
  const char* separator = "\n";
  for (const Result& result : results_) {
    out += separator;
    separator = ",\n";
    out += "  {\"name\": \"" + result.name + '"';
    append_field(out, "ns", result.ns, 1);
    append_field(out, "ns_p10", result.ns_p10, 1);
    append_field(out, "ns_p90", result.ns_p90, 1);
    if (result.limit_ns > 0) append_field(out, "limit_ns", result.limit_ns, 0);
    if (!result.ratio_to.empty()) {
      out += ", \"ratio_to\": \"" + result.ratio_to + '"';
      append_field(out, "ratio", result.ratio, 3);
      append_field(out, "limit_ratio", result.limit_ratio, 1);
    }
    out += '}';
  }
  return out + "\n]}\n";
}

}  // namespace stridescope::bench
