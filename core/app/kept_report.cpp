// A kept run is written as the result that it came from, as far as it was kept, and read as every result is: figures,
// limits and agreements have one source.
#include "core/app/kept_report.h"

#include "core/base/json.h"

namespace stridescope {
namespace {

void amount(JsonWriter& json, std::string_view name, std::optional<double> value) {
  if (!value) return;
  json.key(name);
  json.real(*value);
}

void counters(JsonWriter& json, std::string_view side, const KeptRun& run, std::optional<double> KeptCount::*number) {
  json.key(side);
  json.open_object();
  json.key("counters");
  json.open_object();
  for (const KeptCount& count : run.counters) amount(json, count.counter, count.*number);
  json.close_object();
  json.close_object();
}

}  // namespace

std::string kept_result(const KeptRun& run) {
  std::string out;
  JsonWriter json(out);
  json.open_object();
  json.field("status", run.verdict == RunVerdict::wrong ? "wrong" : "ok");
  json.field("recorded", true);
  json.field("date", run.date);
  json.field("arch", run.arch);
  json.key("device");
  json.open_object();
  json.field("kind", run.on_gpu ? "gpu" : "reference");
  json.field("name", run.device);
  if (!run.driver.empty()) json.field("driver", run.driver);
  json.close_object();
  if (run.median_ms) {
    json.key("time");
    json.open_object();
    amount(json, "median_ms", run.median_ms);
    amount(json, "spread", run.spread);
    amount(json, "gb_per_s", run.gb_per_s);
    amount(json, "tflop_per_s", run.tflop_per_s);
    json.close_object();
  }
  const std::optional<double> rate = run.tflop_per_s ? run.tflop_per_s : run.gb_per_s;
  if (rate && run.ratio && *run.ratio > 0 && !run.yardstick.empty()) {
    json.key("yardstick");
    json.open_object();
    json.field("name", run.yardstick);
    amount(json, run.tflop_per_s ? "tflop_per_s" : "gb_per_s", *rate / *run.ratio);
    json.close_object();
    amount(json, "ratio", run.ratio);
  }
  if (run.registers) {
    json.key("resources");
    json.open_object();
    json.field("registers", *run.registers);
    json.close_object();
  }
  counters(json, "predicted", run, &KeptCount::predicted);
  counters(json, "measured", run, &KeptCount::measured);
  json.close_object();
  return out;
}

RunReport kept_report(const KeptRun& run, const KernelFacts& kernel) {
  RunReport out = run_report(kept_result(run), kernel);
  out.verdict = run.verdict;
  out.sentence = Message(name_of(run.verdict));
  return out;
}

}  // namespace stridescope
