// Answers about a document: each writes one JSON value in the form of the protocol.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/lsp/document.h"
#include "core/lsp/reading.h"

namespace stridescope::lsp {

// Wishes of the client.
struct Options {
  // The address of the explorer; empty: no links.
  std::string page;
  IntegerMode mode = IntegerMode::teaching;
  bool markdown = true;
  // Edits name the version of the document that they belong to.
  bool versioned_edits = false;
  bool literal_actions = false;
  // Diagnostics name further places.
  bool related_places = false;
};

struct Asked {
  const Options& options;
  const Catalog& catalog;
  const std::string& uri;
  std::int64_t version;
  const Document& document;
  Reading& reading;
};

void write_range(JsonWriter& to, const Range& range);
// The documentation of a function, or a value with its facts and the link to its picture; null without either.
void write_hover(JsonWriter& to, const Asked& asked, Position at);
// The link to the picture of the value at the position, else of the last one on the line or above it, else of the first
// one, without the address of the page: for a panel that follows the cursor. Null without any value.
void write_picture(JsonWriter& to, const Asked& asked, Position at);
// A value after each declaration in the range whose text is not the value itself.
void write_hints(JsonWriter& to, const Asked& asked, Span range);
void write_completion(JsonWriter& to, const Asked& asked, Position at);
// The signatures of the call around the position, or null.
void write_signatures(JsonWriter& to, const Asked& asked, Position at);
// Errors of a program, and findings of the lint.
void write_diagnostics(JsonWriter& to, const Asked& asked);
// Their fixes: a replacement, an integer that the text leaves open, a comment that excludes a finding; and a comment
// that binds the name that a declaration waits for.
void write_actions(JsonWriter& to, const Asked& asked, Span range);

}  // namespace stridescope::lsp
