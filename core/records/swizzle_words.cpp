// Writes the sentences next to a list of swizzles.
#include "core/records/swizzle_words.h"

namespace stridescope::app {

Message swizzles_summary(const door::Swizzles& trials) {
  const Message out = say("Now {} {wavefront|wavefronts}; the best swizzle needs {}, ideal {}; {} {was|were} tried.",
                          trials.wavefronts, trials.candidates.front().wavefronts, trials.ideal, trials.tried);
  if (trials.accesses.size() < 2) return out;
  return say("{} Counted over {} {access|accesses} of this tile.", out, trials.accesses.size());
}

Message padding_summary(const door::Swizzles& trials) {
  if (!trials.padding || trials.padding->elements <= 0) return {};
  const auto& p = *trials.padding;
  return say(
      "Padding instead: {} {element|elements} after every {}: {} {wavefront|wavefronts} and {} additional "
      "{byte|bytes}.",
      p.elements, p.row_elements, p.wavefronts, p.bytes_added);
}

}  // namespace stridescope::app
