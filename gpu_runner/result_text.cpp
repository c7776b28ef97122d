#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "gpu_runner/protocol.h"

namespace stridescope::gpu {
namespace {

std::string fixed(double x, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

std::string plain(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

std::string number_of(const Json& object, const char* key, int digits) {
  return object.contains(key) && object[key].is_number() ? fixed(object[key].get<double>(), digits) : "?";
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

void verify_text(std::string& out, const Json& v) {
  if (v.contains("reason")) {
    out += "not verified: " + plain(v["reason"]) + "\n";
    return;
  }
  const auto wrong = v.value("wrong", std::int64_t{0});
  const auto outside = v.value("written_outside", std::int64_t{0});
  if (wrong == 0 && outside == 0) {
    out += v.contains("sample")
               ? "correct in a sample: " + plain(v["checked"]) + " of " + plain(v["of"]) + " elements, " +
                     plain(v["sample"]) + ", checked by the " + plain(v["by"]) + "\n"
               : "correct: all " + plain(v["checked"]) + " elements, checked by the " + plain(v["by"]) + "\n";
    return;
  }
  out += "WRONG: " + std::to_string(wrong) + " of " + plain(v["checked"]) + " elements\n";
  if (outside != 0) out += "  and " + std::to_string(outside) + " bytes written outside the destination\n";
  if (!v.contains("examples")) return;
  for (const Json& e : v["examples"]) {
    out += "  element " + plain(e["coordinate"]) + " of tile " + plain(e["tile"]) + ": ";
    if (e["stored_by"].empty()) {
      out += "no thread stores it\n";
      continue;
    }
    out += "stored by";
    for (const Json& p : e["stored_by"]) out += " T" + plain(p["thread"]) + " V" + plain(p["value"]);
    out += "\n";
  }
}

void counters_text(std::string& out, const Json& result) {
  const Json none = Json::object();
  const Json& predicted =
      result.contains("predicted") && result["predicted"].contains("counters") ? result["predicted"]["counters"] : none;
  const Json& measured = result.contains("measured") ? result["measured"]["counters"] : none;
  if (predicted.empty() && measured.empty()) return;
  out += padded("counter", 58) + padded("predicted", 14) +
         (measured.empty() ? "" : padded("measured", 14) + "difference") + "\n";
  const auto row = [&](const std::string& name) {
    const bool p = predicted.contains(name);
    const bool m = measured.contains(name);
    out += padded(name + " ", 58) + padded(p ? plain(predicted[name]) : "-", 14);
    if (!measured.empty()) {
      const double x = m ? measured[name].get<double>() : 0;
      out += padded(m ? fixed(x, x == std::floor(x) ? 0 : 2) : "-", 14);
      if (p && m) out += fixed(measured[name].get<double>() - predicted[name].get<double>(), 0);
    }
    while (out.back() == ' ') out.pop_back();
    out += "\n";
  };
  for (const auto& [name, value] : predicted.items()) row(name);
  for (const auto& [name, value] : measured.items()) {
    if (!predicted.contains(name)) row(name);
  }
}

// "0-15 | 16-31": the sets of lanes that share a wavefront.
std::string lane_sets(const Json& relation) {
  std::vector<std::uint32_t> sets;
  for (const Json& lanes : relation) {
    const auto set = lanes.get<std::uint32_t>();
    if (std::find(sets.begin(), sets.end(), set) == sets.end()) sets.push_back(set);
  }
  std::string out;
  for (const std::uint32_t set : sets) {
    std::string lanes;
    for (int first = 0, last = 0; first < 32; first = last + 1) {
      last = first;
      if ((set >> first & 1) == 0) continue;
      while (last < 31 && (set >> (last + 1) & 1) != 0) ++last;
      lanes += (lanes.empty() ? "" : ",") + std::to_string(first);
      if (last > first) lanes += "-" + std::to_string(last);
    }
    out += (out.empty() ? "" : " | ") + lanes;
  }
  return out;
}

void relations_text(std::string& out, const Json& relations) {
  for (const Json& r : relations) {
    out += padded("  " + plain(r["bytes"]) + "-byte " + plain(r["operation"]) + "s, other lanes " + plain(r["others"]),
                  46) +
           "model: " + lane_sets(r["predicted"]);
    if (r.contains("verdict")) {
      out += "; measured: ";
      out += r["verdict"] == "confirmed" ? "the same"
             : r["verdict"] == "unfinished"
                 ? "the same so far, " + plain(r["left_out_pairs"]) + " pairs not counted"
                 : lane_sets(r["measured"]) + ", " + plain(r["wrong_pairs"]) + " pairs differ";
    }
    out += "\n";
  }
}

// The traces are for pictures; here their middle.
void trace_summary(std::string& out, const Json& trace) {
  if (trace.contains("missing")) {
    out += "no trace: " + plain(trace["missing"]) + "\n";
    return;
  }
  const auto median = [](std::vector<double> x) {
    std::sort(x.begin(), x.end());
    return x[x.size() / 2];
  };
  if (trace.contains("tiles") && !trace["tiles"]["rows"].empty()) {
    std::vector<double> times;
    std::vector<double> rates;
    for (const Json& row : trace["tiles"]["rows"]) {
      const double ns = row[3].get<double>() - row[2].get<double>();
      times.push_back(ns);
      if (ns > 0) rates.push_back(row[4].get<double>() / ns);
    }
    out += "traced: " + std::to_string(times.size()) + " of " + plain(trace["tiles"]["of"]) +
           " tiles, on a multiprocessor for " + fixed(median(times), 0) + " ns in the median";
    if (!rates.empty()) out += ", " + fixed(median(rates), 2) + " GB/s each";
    out += "; the clock steps by " + plain(trace["timer_ns"]) + " ns\n";
  }
  if (!trace.contains("accesses")) return;
  const Json& accesses = trace["accesses"];
  for (std::size_t side = 0; side < accesses["sides"].size(); ++side) {
    std::vector<double> cycles;
    for (const Json& row : accesses["rows"]) {
      if (row[0].get<std::size_t>() == side) cycles.push_back(row[4].get<double>());
    }
    if (cycles.empty()) continue;
    out += "traced: " + plain(accesses["sides"][side]) + ": " + fixed(median(cycles), 0) + " cycles in the median of " +
           std::to_string(cycles.size()) + " warp accesses\n";
  }
}

}  // namespace

std::string result_text(const Json& result) {
  const std::string status = result.value("status", std::string("error"));
  std::string out;
  if (status == "cancelled") return "cancelled\n";
  if (status == "error") {
    out = "error: " + result.value("message", std::string("unknown")) + "\n";
    if (result.contains("hint")) out += " = " + plain(result["hint"]) + "\n";
    if (result.contains("missing")) {
      for (const Json& m : result["missing"]) out += " - " + plain(m) + "\n";
    }
    return out;
  }
  if (result.contains("device")) {
    const Json& d = result["device"];
    out += "on " + plain(d["name"]);
    if (d.value("kind", std::string()) == "gpu") {
      out += ", " + plain(d["arch"]) + ", driver " + plain(d["driver"]) + ", CUDA " + plain(d["cuda"]);
    }
    out += "\n";
  }
  if (result.contains("missing")) {
    for (const Json& m : result["missing"]) out += "no GPU: " + plain(m) + "\n";
  }
  if (result.contains("compiled")) {
    const Json& c = result["compiled"];
    out += c.contains("error") ? "it does not compile: " + plain(c["error"]) + "\n"
                               : "compiles for " + plain(c["arch"]) + " in " + number_of(c, "compile_ms", 0) + " ms\n";
  }
  if (result.contains("probe")) {
    const Json& p = result["probe"];
    out += plain(p["atom"]) + ": " + plain(p["verdict"]);
    if (p.contains("reason")) out += ": " + plain(p["reason"]);
    if (p.contains("checked")) out += ", " + plain(p["checked"]) + " values compared, " + plain(p["wrong"]) + " differ";
    out += "\n";
    if (p.contains("relations")) relations_text(out, p["relations"]);
  }
  if (result.contains("verify")) verify_text(out, result["verify"]);
  if (result.contains("resources")) {
    const Json& r = result["resources"];
    out += plain(r["blocks"]) + " blocks of " + plain(r["threads"]) + " threads, " + plain(r["registers"]) +
           " registers, " + plain(r["local_bytes"]) + " bytes spilled, " + plain(r["shared_bytes"]) +
           " bytes shared, " + plain(r["warps_per_multiprocessor"]) + " warps resident" +
           (r.contains("occupancy") ? " (occupancy " + fixed(100 * r.value("occupancy", 0.0), 0) + "%)" : "") + "\n";
  }
  if (result.contains("time") && result["time"].contains("tflop_per_s")) {
    const Json& t = result["time"];
    out += "measured: " + number_of(t, "tflop_per_s", 1) + " TFLOP/s, " + number_of(t, "median_ms", 4) +
           " ms, the median of " + plain(t["runs"]) + "; spread " + fixed(t.value("spread", 0.0) * 100, 2) + "%\n";
    if (result.contains("yardstick")) {
      out += "measured: " + plain(result["yardstick"]["name"]) + " " +
             number_of(result["yardstick"], "tflop_per_s", 1) + " TFLOP/s in the same run; ratio " +
             number_of(result, "ratio", 3) + "\n";
    }
    if (result.contains("yardstick_missing")) out += "no yardstick: " + plain(result["yardstick_missing"]) + "\n";
  } else if (result.contains("time")) {
    const Json& t = result["time"];
    out += "measured: " + number_of(t, "gb_per_s", 1) + " GB/s (read plus written), " + number_of(t, "median_ms", 4) +
           " ms, the median of " + plain(t["runs"]) + "; spread " + fixed(t.value("spread", 0.0) * 100, 2) + "%\n";
  }
  if (result.contains("yardstick") && result["yardstick"].contains("gb_per_s")) {
    const Json& y = result["yardstick"];
    out += "measured: " + plain(y["name"]) + " " + number_of(y, "gb_per_s", 1) + " GB/s in the same run; ratio " +
           number_of(result, "ratio", 3) + "\n";
  }
  counters_text(out, result);
  if (result.contains("counters_unknown")) {
    out += "this GPU has no counter";
    for (const Json& name : result["counters_unknown"]) out += " " + plain(name);
    out += "\n";
  }
  if (result.contains("trace")) trace_summary(out, result["trace"]);
  if (result.contains("counters_missing")) out += "no counters: " + plain(result["counters_missing"]) + "\n";
  if (result.contains("predicted") && result["predicted"].contains("not_predicted")) {
    out += "not predicted: " + plain(result["predicted"]["not_predicted"]) + "\n";
  }
  if (result.contains("compile_ms")) {
    out += "compiled in " + number_of(result, "compile_ms", 0) + " ms, all in " + number_of(result, "total_ms", 0) +
           " ms\n";
  }
  return out;
}

}  // namespace stridescope::gpu
