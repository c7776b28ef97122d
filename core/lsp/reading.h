// Knowledge of one version of a document: values, errors and findings. Made on first use and kept, so that a hover
// evaluates nothing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lint/lint.h"
#include "core/workspace/workspace.h"

namespace stridescope::lsp {

// stride: a program of the language. source: CuTe in C++ or Python, or text of another compiler.
enum class Language : std::uint8_t { stride, source };
// The language of a document, from the end of its address, or else from the editor's name of the language.
Language language_of_document(std::string_view uri, std::string_view language_id);

// A value with its place.
struct Declared {
  // The declared name; for a value without a name its expression.
  Span span;
  // The statement that declares it; if its end is unknown, the known part.
  Span statement;
  std::string name;
  // Printed, on one line; empty for an open one.
  std::string value;
  // The summary of a value of many lines, or its first facts.
  Message summary;
  std::vector<Property> brief;
  // The reason why it has no value; empty with one.
  Message open;
  // The name that a comment `stride: NAME = VALUE` can bind; may be empty.
  std::string open_name;
  // The binding of the program that has the value, or the whole program.
  int binding = -1;
  std::string program;
  // Shows no hint: the text itself is the value, or the value is an integer or a type of a source.
  bool quiet = false;
};

class Reading {
 public:
  // pre: the text lives as long. include: reads the files that a source names.
  Reading(std::string_view text, Language language, IntegerMode mode, IncludeReader include = {})
      : text_(text), language_(language), mode_(mode), include_(std::move(include)) {}

  Language language() const { return language_; }
  // By position. The first call evaluates the text.
  const std::vector<Declared>& declared();
  // Findings of the lint. The first call runs it.
  const std::vector<lint::Finding>& findings();
  // The document as a program; for a source an empty one.
  const Workspace& program();
  // A program that has the value, and its index there; -1 for an open one. Valid until the next call. pre: one of
  // declared().
  struct Valued {
    const Workspace& workspace;
    int binding;
  };
  Valued valued(const Declared& one);

 private:
  const SourceValues* source();
  void read_source();

  std::string_view text_;
  Language language_;
  IntegerMode mode_;
  IncludeReader include_;
  std::optional<Result<SourceValues>> source_;
  std::optional<std::vector<Declared>> declared_;
  std::optional<std::vector<lint::Finding>> findings_;
  Workspace workspace_;
  // The last value of a source that was asked for, as a program.
  Workspace shown_;
  const Declared* shown_of_ = nullptr;
};

}  // namespace stridescope::lsp
