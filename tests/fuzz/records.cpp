// Records and results: any JSON in place of a runner's result or a file of measurements gives pictures or an error;
// written JSON is read unchanged.
#include "core/base/json_value.h"
#include "core/runs/measurements.h"
#include "core/runs/overlay.h"
#include "tests/fuzz/target.h"

namespace stridescope::fuzz {
namespace {

// The kernels of the measured seeds, as bindings of one program.
const Workspace& kernels() {
  static const Workspace* const workspace = [] {
    auto* out = new Workspace;
    out->evaluate(
        "K = copy_kernel((64,64):(64,1), (64,64):(1,64), (_32,_8):(_8,_1), tile=(16,16), dtype=\"float\")\n"
        "L = 4:1\n",
        IntegerMode::cute);
    return out;
  }();
  return *workspace;
}

bool round_trip(std::string_view text) {
  const auto json = JsonValue::parse(text);
  if (!json) return false;
  std::string once;
  append_json(once, *json);
  const auto again = JsonValue::parse(once);
  require(again.has_value(), "JSON that is written is read", once);
  std::string twice;
  append_json(twice, *again);
  require(once == twice, "JSON that is written is read as it was", once, twice);
  return true;
}

// One query per input, since inputs are mutated often and each query reads the input again.
void run(std::string_view text) {
  constexpr Overlay overlays[] = {Overlay::counters, Overlay::bandwidth, Overlay::timeline, Overlay::cycles};
  constexpr std::size_t questions = 11;
  bool taken = chosen(text, questions, 0) && round_trip(text);
  for (int binding = 0; binding < 2; ++binding) {
    const auto first = static_cast<std::size_t>(1 + 5 * binding);
    if (chosen(text, questions, first)) {
      const auto file = read_measurements(text);
      const auto found = file ? recorded_result(kernels(), binding, *file) : Result<RunResult>(failure(file.error()));
      if (found) stridescope::overlays(*found);
      taken = taken || found.has_value();
    }
    for (std::size_t i = 0; i < std::size(overlays); ++i) {
      if (!chosen(text, questions, first + 1 + i)) continue;
      const auto result = read_run_result(text);
      if (!result) continue;
      const bool drawn = chosen(text, 5) ? overlay_svg(kernels(), binding, *result, overlays[i]).has_value()
                                         : overlay_scene(kernels(), binding, *result, overlays[i]).has_value();
      taken = taken || drawn;
    }
  }
  tally.taken += taken ? 1 : 0;
}

const Target target("records", Input::json, run);

}  // namespace
}  // namespace stridescope::fuzz
