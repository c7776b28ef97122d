#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "core/base/utf.h"
#include "gpu_runner/protocol.h"

namespace stridescope::gpu {
namespace {

std::string fixed(double x, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

std::string number_of(const Json& object, const char* key, int digits) {
  const auto x = fields::number(object, key);
  return x ? fixed(*x, digits) : "?";
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

void verify_text(std::string& out, const Json& result) {
  const Json& v = fields::part(result, "verify");
  const std::string verified = fields::words(result, "verified");
  if (verified == "none") {
    out += "not verified: " + (fields::has(v, "reason") ? fields::words(v, "reason") : "nothing was checked") + "\n";
    return;
  }
  const std::string by = ", checked by the " + fields::words(v, "by") + "\n";
  if (verified == "sample") {
    out += "correct in a sample: " + fields::words(v, "checked") + " of " + fields::words(v, "of") +
           " elements checked" + (fields::has(v, "sample") ? ", " + fields::words(v, "sample") : "") + by;
  } else if (verified == "all") {
    out += "correct: all " + fields::words(v, "checked") + " elements" + by;
  } else if (verified == "wrong") {
    out += "WRONG: " + fields::words(v, "wrong") + " of " + fields::words(v, "checked") + " elements\n";
    const std::int64_t outside = fields::integer(v, "written_outside").value_or(0);
    if (outside != 0) out += "  and " + std::to_string(outside) + " bytes written outside the destination\n";
    for (const Json& e : fields::list(v, "examples")) {
      out += "  element " + fields::words(e, "coordinate") + " of tile " + fields::words(e, "tile") + ": ";
      const Json& owners = fields::list(e, "stored_by");
      out += owners.empty() ? "no thread stores it" : "stored by";
      for (const Json& p : owners) out += " T" + fields::words(p, "thread") + " V" + fields::words(p, "value");
      out += "\n";
    }
  }
}

// Behind a difference, where another counter of the run bounds it (core/codegen/copy_predict.h).
std::string bounded(const Json& result, const std::string& name) {
  const Json& bound = fields::part(fields::part(fields::part(result, "predicted"), "bounds"), name.c_str());
  const std::string beside = fields::words(bound, "counter");
  const auto most = fields::number(fields::part(fields::part(result, "measured"), "counters"), beside.c_str());
  if (!most) return {};
  return (fields::words(bound, "as") == "sum" ? " (besides: " : " (at most: ") + fixed(*most, 0) + " by " + beside +
         ")";
}

void counters_text(std::string& out, const Json& result) {
  const Json& predicted = fields::part(fields::part(result, "predicted"), "counters");
  const Json& measured = fields::part(fields::part(result, "measured"), "counters");
  if (predicted.empty() && measured.empty()) return;
  out += padded("counter", 58) + padded("predicted", 14) +
         (measured.empty() ? "" : padded("measured", 14) + "difference") + "\n";
  const auto row = [&](const std::string& name) {
    const auto p = fields::number(predicted, name.c_str());
    const auto m = fields::number(measured, name.c_str());
    out += padded(name + " ", 58) + padded(p ? fields::words(predicted, name.c_str()) : "-", 14);
    if (!measured.empty()) {
      out += padded(m ? fixed(*m, *m == std::floor(*m) ? 0 : 2) : "-", 14);
      if (p && m) out += fixed(*m - *p, 0) + (*m == *p ? std::string() : bounded(result, name));
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
    const auto set = static_cast<std::uint32_t>(fields::integer(lanes).value_or(0));
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
    out += padded("  " + fields::words(r, "bytes") + "-byte " + fields::words(r, "operation") + "s, other lanes " +
                      fields::words(r, "others"),
                  46) +
           "model: " + lane_sets(fields::list(r, "predicted"));
    const std::string verdict = fields::words(r, "verdict");
    if (!verdict.empty()) {
      out += "; measured: ";
      out += verdict == "confirmed" ? "the same"
             : verdict == "unfinished"
                 ? "the same so far, " + fields::words(r, "left_out_pairs") + " pairs not counted"
                 : lane_sets(fields::list(r, "measured")) + ", " + fields::words(r, "wrong_pairs") + " pairs differ";
    }
    out += "\n";
  }
}

// The numbers of one column of a table.
std::vector<double> column(const Json& table, std::string_view name) {
  const Json& columns = fields::list(table, "columns");
  std::size_t at = 0;
  while (at < columns.size() && fields::words(columns[at]) != name) ++at;
  std::vector<double> out;
  for (const Json& row : fields::list(table, "rows")) {
    const Json& one = fields::item(row, at);
    out.push_back(fields::number(one).value_or(0));
  }
  return out;
}

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

// The traces are for pictures; here their middle.
void trace_summary(std::string& out, const Json& trace) {
  if (fields::has(trace, "missing")) {
    out += "no trace: " + fields::words(trace, "missing") + "\n";
    return;
  }
  const Json& tiles = fields::part(trace, "tiles");
  if (!fields::list(tiles, "rows").empty()) {
    std::vector<double> times = column(tiles, "end_ns");
    const std::vector<double> starts = column(tiles, "start_ns");
    const std::vector<double> bytes = column(tiles, "bytes");
    std::vector<double> rates;
    for (std::size_t i = 0; i < times.size(); ++i) {
      times[i] -= starts[i];
      if (times[i] > 0) rates.push_back(bytes[i] / times[i]);
    }
    out += "traced: " + std::to_string(times.size()) + " of " + fields::words(tiles, "of") +
           " tiles, on a multiprocessor for " + fixed(median(times), 0) + " ns in the median";
    if (!rates.empty()) out += ", " + fixed(median(rates), 2) + " GB/s each";
    if (fields::has(trace, "timer_ns")) out += "; the clock steps by " + fields::words(trace, "timer_ns") + " ns";
    out += "\n";
  }
  const Json& accesses = fields::part(trace, "accesses");
  const std::vector<double> side_of = column(accesses, "side");
  const std::vector<double> cycles_of = column(accesses, "cycles");
  const Json& sides = fields::list(accesses, "sides");
  for (std::size_t side = 0; side < sides.size(); ++side) {
    std::vector<double> cycles;
    for (std::size_t i = 0; i < side_of.size(); ++i) {
      if (side_of[i] == static_cast<double>(side)) cycles.push_back(cycles_of[i]);
    }
    if (cycles.empty()) continue;
    out += "traced: " + fields::words(sides[side]) + ": " + fixed(median(cycles), 0) + " cycles in the median of " +
           std::to_string(cycles.size()) + " warp accesses\n";
  }
}

void device_text(std::string& out, const Json& result) {
  const Json& d = fields::part(result, "device");
  out += "on " + fields::words(d, "name");
  if (fields::words(d, "kind") == "gpu") {
    out += ", " + fields::words(d, "arch") + ", driver " + fields::words(d, "driver") + ", CUDA " +
           fields::words(d, "cuda");
  }
  out += "\n";
  for (const Json& m : fields::list(result, "missing")) out += "no GPU: " + fields::words(m) + "\n";
  const Json& c = fields::part(result, "compiled");
  if (c.empty()) return;
  out += fields::has(c, "error")
             ? "it does not compile: " + fields::words(c, "error") + "\n"
             : "compiles for " + fields::words(c, "arch") + " in " + number_of(c, "compile_ms", 0) + " ms\n";
}

void probe_text(std::string& out, const Json& p) {
  out += fields::words(p, "atom") + ": " + fields::words(p, "verdict");
  if (fields::has(p, "reason")) out += ": " + fields::words(p, "reason");
  if (fields::has(p, "checked")) {
    out += ", " + fields::words(p, "checked") + " values compared, " + fields::words(p, "wrong") + " differ";
  }
  out += "\n";
  relations_text(out, fields::list(p, "relations"));
}

void resources_text(std::string& out, const Json& r) {
  if (fields::has(r, "blocks"))
    out += fields::words(r, "blocks") + " blocks of " + fields::words(r, "threads") + " threads, ";
  out += fields::words(r, "registers") + " registers, " + fields::words(r, "local_bytes") + " bytes spilled, " +
         fields::words(r, "shared_bytes") + " bytes shared";
  if (fields::has(r, "warps_per_multiprocessor"))
    out += ", " + fields::words(r, "warps_per_multiprocessor") + " warps resident";
  if (const auto occupancy = fields::number(r, "occupancy")) out += " (occupancy " + fixed(100 * *occupancy, 0) + "%)";
  out += "\n";
}

void time_text(std::string& out, const Json& result) {
  const Json& t = fields::part(result, "time");
  if (t.empty()) return;
  const bool product = fields::has(t, "tflop_per_s");
  const char* rate = product ? "tflop_per_s" : "gb_per_s";
  const char* unit = product ? " TFLOP/s" : " GB/s";
  out += "measured: " + number_of(t, rate, 1) + unit + (product ? "" : " (read plus written)") + ", " +
         number_of(t, "median_ms", 4) + " ms, the median of " + number_of(t, "runs", 0);
  if (const auto spread = fields::number(t, "spread")) out += "; spread " + fixed(*spread * 100, 2) + "%";
  out += "\n";
  const Json& y = fields::part(result, "yardstick");
  if (fields::has(y, rate)) {
    out += "measured: " + fields::words(y, "name") + " " + number_of(y, rate, 1) + unit + " in the same run; ratio " +
           number_of(result, "ratio", 3) + "\n";
  }
  if (fields::has(result, "yardstick_missing"))
    out += "no yardstick: " + fields::words(result, "yardstick_missing") + "\n";
}

std::string error_text(const Json& result) {
  std::string out = "error: " + fields::words(result, "message") + "\n";
  if (fields::has(result, "hint")) out += " = " + fields::words(result, "hint") + "\n";
  for (const Json& m : fields::list(result, "missing")) out += " - " + fields::words(m) + "\n";
  return out;
}

std::string believed_text(const Json& result) {
  const std::string status = fields::words(result, "status");
  if (status == "cancelled") return "cancelled\n";
  if (status == "error") return error_text(result);
  std::string out;
  if (fields::has(result, "device")) device_text(out, result);
  if (fields::has(result, "probe")) {
    probe_text(out, fields::part(result, "probe"));
  } else {
    verify_text(out, result);
  }
  if (fields::has(result, "resources")) resources_text(out, fields::part(result, "resources"));
  time_text(out, result);
  counters_text(out, result);
  const Json& unknown = fields::list(result, "counters_unknown");
  if (!unknown.empty()) {
    out += "this GPU has no counter";
    for (const Json& name : unknown) out += " " + fields::words(name);
    out += "\n";
  }
  if (fields::has(result, "trace")) trace_summary(out, fields::part(result, "trace"));
  if (fields::has(result, "counters_missing"))
    out += "no counters: " + fields::words(result, "counters_missing") + "\n";
  const Json& predicted = fields::part(result, "predicted");
  if (fields::has(predicted, "not_predicted"))
    out += "not predicted: " + fields::words(predicted, "not_predicted") + "\n";
  if (fields::has(result, "compile_ms")) {
    out += "compiled in " + number_of(result, "compile_ms", 0) + " ms, all in " + number_of(result, "total_ms", 0) +
           " ms\n";
  }
  return out;
}

}  // namespace

std::string result_text(const Json& result) { return printable(believed_text(checked(result))); }

}  // namespace stridescope::gpu
