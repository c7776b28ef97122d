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
  const auto x = number(object, key);
  return x ? fixed(*x, digits) : "?";
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

void verify_text(std::string& out, const Json& result) {
  const Json& v = part(result, "verify");
  const std::string verified = text_field(result, "verified");
  if (verified == "none") {
    out += "not verified: " + (has_field(v, "reason") ? words(v, "reason") : "nothing was checked") + "\n";
    return;
  }
  const std::string by = ", checked by the " + words(v, "by") + "\n";
  if (verified == "sample") {
    out += "correct in a sample: " + words(v, "checked") + " of " + words(v, "of") + " elements checked" +
           (has_field(v, "sample") ? ", " + words(v, "sample") : "") + by;
  } else if (verified == "all") {
    out += "correct: all " + words(v, "checked") + " elements" + by;
  } else if (verified == "wrong") {
    out += "WRONG: " + words(v, "wrong") + " of " + words(v, "checked") + " elements\n";
    const std::int64_t outside = integer(v, "written_outside");
    if (outside != 0) out += "  and " + std::to_string(outside) + " bytes written outside the destination\n";
    for (const Json& e : list(v, "examples")) {
      out += "  element " + words(e, "coordinate") + " of tile " + words(e, "tile") + ": ";
      const Json& owners = list(e, "stored_by");
      out += owners.empty() ? "no thread stores it" : "stored by";
      for (const Json& p : owners) out += " T" + words(p, "thread") + " V" + words(p, "value");
      out += "\n";
    }
  }
}

// Behind a difference, where another counter of the run bounds it (core/codegen/copy_predict.h).
std::string bounded(const Json& result, const std::string& name) {
  const Json& bound = part(part(part(result, "predicted"), "bounds"), name.c_str());
  const std::string beside = words(bound, "counter");
  const auto most = number(part(part(result, "measured"), "counters"), beside.c_str());
  if (!most) return {};
  return (words(bound, "as") == "sum" ? " (besides: " : " (at most: ") + fixed(*most, 0) + " by " + beside + ")";
}

void counters_text(std::string& out, const Json& result) {
  const Json& predicted = part(part(result, "predicted"), "counters");
  const Json& measured = part(part(result, "measured"), "counters");
  if (predicted.empty() && measured.empty()) return;
  out += padded("counter", 58) + padded("predicted", 14) +
         (measured.empty() ? "" : padded("measured", 14) + "difference") + "\n";
  const auto row = [&](const std::string& name) {
    const auto p = number(predicted, name.c_str());
    const auto m = number(measured, name.c_str());
    out += padded(name + " ", 58) + padded(p ? words(predicted, name.c_str()) : "-", 14);
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
    const auto set = static_cast<std::uint32_t>(integer(lanes));
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
    out += padded("  " + words(r, "bytes") + "-byte " + words(r, "operation") + "s, other lanes " + words(r, "others"),
                  46) +
           "model: " + lane_sets(list(r, "predicted"));
    const std::string verdict = text_field(r, "verdict");
    if (!verdict.empty()) {
      out += "; measured: ";
      out += verdict == "confirmed" ? "the same"
             : verdict == "unfinished"
                 ? "the same so far, " + words(r, "left_out_pairs") + " pairs not counted"
                 : lane_sets(list(r, "measured")) + ", " + words(r, "wrong_pairs") + " pairs differ";
    }
    out += "\n";
  }
}

// The numbers of one column of a table.
std::vector<double> column(const Json& table, std::string_view name) {
  const Json& columns = list(table, "columns");
  std::size_t at = 0;
  while (at < columns.size() && plain(columns[at]) != name) ++at;
  std::vector<double> out;
  for (const Json& row : list(table, "rows")) {
    const Json& one = item(row, at);
    out.push_back(one.is_number() ? one.get<double>() : 0);
  }
  return out;
}

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

// The traces are for pictures; here their middle.
void trace_summary(std::string& out, const Json& trace) {
  if (has_field(trace, "missing")) {
    out += "no trace: " + words(trace, "missing") + "\n";
    return;
  }
  const Json& tiles = part(trace, "tiles");
  if (!list(tiles, "rows").empty()) {
    std::vector<double> times = column(tiles, "end_ns");
    const std::vector<double> starts = column(tiles, "start_ns");
    const std::vector<double> bytes = column(tiles, "bytes");
    std::vector<double> rates;
    for (std::size_t i = 0; i < times.size(); ++i) {
      times[i] -= starts[i];
      if (times[i] > 0) rates.push_back(bytes[i] / times[i]);
    }
    out += "traced: " + std::to_string(times.size()) + " of " + words(tiles, "of") +
           " tiles, on a multiprocessor for " + fixed(median(times), 0) + " ns in the median";
    if (!rates.empty()) out += ", " + fixed(median(rates), 2) + " GB/s each";
    if (has_field(trace, "timer_ns")) out += "; the clock steps by " + words(trace, "timer_ns") + " ns";
    out += "\n";
  }
  const Json& accesses = part(trace, "accesses");
  const std::vector<double> side_of = column(accesses, "side");
  const std::vector<double> cycles_of = column(accesses, "cycles");
  const Json& sides = list(accesses, "sides");
  for (std::size_t side = 0; side < sides.size(); ++side) {
    std::vector<double> cycles;
    for (std::size_t i = 0; i < side_of.size(); ++i) {
      if (side_of[i] == static_cast<double>(side)) cycles.push_back(cycles_of[i]);
    }
    if (cycles.empty()) continue;
    out += "traced: " + plain(sides[side]) + ": " + fixed(median(cycles), 0) + " cycles in the median of " +
           std::to_string(cycles.size()) + " warp accesses\n";
  }
}

void device_text(std::string& out, const Json& result) {
  const Json& d = part(result, "device");
  out += "on " + words(d, "name");
  if (words(d, "kind") == "gpu") {
    out += ", " + words(d, "arch") + ", driver " + words(d, "driver") + ", CUDA " + words(d, "cuda");
  }
  out += "\n";
  for (const Json& m : list(result, "missing")) out += "no GPU: " + plain(m) + "\n";
  const Json& c = part(result, "compiled");
  if (c.empty()) return;
  out += has_field(c, "error") ? "it does not compile: " + words(c, "error") + "\n"
                               : "compiles for " + words(c, "arch") + " in " + number_of(c, "compile_ms", 0) + " ms\n";
}

void probe_text(std::string& out, const Json& p) {
  out += words(p, "atom") + ": " + words(p, "verdict");
  if (has_field(p, "reason")) out += ": " + words(p, "reason");
  if (has_field(p, "checked")) {
    out += ", " + words(p, "checked") + " values compared, " + words(p, "wrong") + " differ";
  }
  out += "\n";
  relations_text(out, list(p, "relations"));
}

void resources_text(std::string& out, const Json& r) {
  if (has_field(r, "blocks")) out += words(r, "blocks") + " blocks of " + words(r, "threads") + " threads, ";
  out += words(r, "registers") + " registers, " + words(r, "local_bytes") + " bytes spilled, " +
         words(r, "shared_bytes") + " bytes shared";
  if (has_field(r, "warps_per_multiprocessor")) out += ", " + words(r, "warps_per_multiprocessor") + " warps resident";
  if (const auto occupancy = number(r, "occupancy")) out += " (occupancy " + fixed(100 * *occupancy, 0) + "%)";
  out += "\n";
}

void time_text(std::string& out, const Json& result) {
  const Json& t = part(result, "time");
  if (t.empty()) return;
  const bool product = has_field(t, "tflop_per_s");
  const char* rate = product ? "tflop_per_s" : "gb_per_s";
  const char* unit = product ? " TFLOP/s" : " GB/s";
  out += "measured: " + number_of(t, rate, 1) + unit + (product ? "" : " (read plus written)") + ", " +
         number_of(t, "median_ms", 4) + " ms, the median of " + number_of(t, "runs", 0);
  if (const auto spread = number(t, "spread")) out += "; spread " + fixed(*spread * 100, 2) + "%";
  out += "\n";
  const Json& y = part(result, "yardstick");
  if (has_field(y, rate)) {
    out += "measured: " + words(y, "name") + " " + number_of(y, rate, 1) + unit + " in the same run; ratio " +
           number_of(result, "ratio", 3) + "\n";
  }
  if (has_field(result, "yardstick_missing")) out += "no yardstick: " + words(result, "yardstick_missing") + "\n";
}

std::string error_text(const Json& result) {
  std::string out = "error: " + words(result, "message") + "\n";
  if (has_field(result, "hint")) out += " = " + words(result, "hint") + "\n";
  for (const Json& m : list(result, "missing")) out += " - " + plain(m) + "\n";
  return out;
}

std::string believed_text(const Json& result) {
  const std::string status = text_field(result, "status");
  if (status == "cancelled") return "cancelled\n";
  if (status == "error") return error_text(result);
  std::string out;
  if (has_field(result, "device")) device_text(out, result);
  if (has_field(result, "probe")) {
    probe_text(out, part(result, "probe"));
  } else {
    verify_text(out, result);
  }
  if (has_field(result, "resources")) resources_text(out, part(result, "resources"));
  time_text(out, result);
  counters_text(out, result);
  const Json& unknown = list(result, "counters_unknown");
  if (!unknown.empty()) {
    out += "this GPU has no counter";
    for (const Json& name : unknown) out += " " + plain(name);
    out += "\n";
  }
  if (has_field(result, "trace")) trace_summary(out, part(result, "trace"));
  if (has_field(result, "counters_missing")) out += "no counters: " + words(result, "counters_missing") + "\n";
  const Json& predicted = part(result, "predicted");
  if (has_field(predicted, "not_predicted")) out += "not predicted: " + words(predicted, "not_predicted") + "\n";
  if (has_field(result, "compile_ms")) {
    out += "compiled in " + number_of(result, "compile_ms", 0) + " ms, all in " + number_of(result, "total_ms", 0) +
           " ms\n";
  }
  return out;
}

}  // namespace

std::string result_text(const Json& result) { return printable(believed_text(checked(result))); }

}  // namespace stridescope::gpu
