// Rows of a report: the question, the answer and the explanation, as messages that are rendered in the user's language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace stridescope {

// One line of a card, as messages that are rendered in the user's language.
struct AnalysisRow {
  // The question: "injective". Empty in a row that is a heading or a separate sentence.
  Message name;
  // The answer: "yes", "no", a number, a set; "not checked" if undecided, and then the explanation gives the reason.
  Message value;
  Message explanation;  // a sentence without a full stop; may be empty
  bool detail = false;  // a number next to the sentence of a card: a beginner sees the sentence alone
};

// Rows on one topic. The id never changes, in any language: page and window find a section by it, and may fold it.
struct AnalysisSection {
  std::string_view id;  // layout, function, structure, permutation, f2, coordinates; comparison; vectorization,
                        // global, shared, tiling, tv
  Message title;
  std::vector<AnalysisRow> rows;
  // A table or number line for a fixed-width font, with its line breaks, shown below the rows; or empty.
  std::string text;
};

}  // namespace stridescope
