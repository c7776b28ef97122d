// Errors and findings of a document, and their fixes.

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/lsp/answers.h"

namespace stridescope::lsp {
namespace {

constexpr std::size_t max_actions = 64;

struct Edit {
  Message title;
  Span span;
  std::string text;
  bool preferred = false;
};
struct Trouble {
  Span span;
  bool error = true;
  std::string_view code;
  Message message;
  Message hint;
  std::vector<Edit> fixes = {};
  std::vector<lint::FindingPlace> related = {};
};

// The blanks at the begin of the line.
std::string_view indent_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

std::string_view comment_mark(const Asked& asked) {
  return asked.reading.language() == Language::stride || asked.uri.ends_with(".py") ? "#" : "//";
}

void add_error(const Document& document, const Diagnostic& d, std::vector<Trouble>& out) {
  Trouble one{d.span, d.severity == Severity::error, code_name(d.code), d.message, d.hint};
  if (!d.hole.empty()) {
    const std::string_view value = d.example.empty() ? std::string_view("128") : std::string_view(d.example);
    const std::uint32_t begin = document.line_begin(document.position(d.span.begin).line);
    one.fixes.push_back({say("set {} = {}", d.hole, value), {begin, begin}, cat(d.hole, " = ", value, "\n"), false});
  } else if (!d.replacement.empty()) {
    std::vector<std::string> ways = d.alternatives;
    ways.insert(ways.begin(), d.replacement);
    for (const std::string& way : ways) {
      const std::string_view text = trimmed(way);
      one.fixes.push_back({text.empty() ? say("remove it") : say("write {}", text), d.span, way, ways.size() == 1});
    }
  }
  out.push_back(std::move(one));
}

void add_finding(const Asked& asked, const lint::Finding& finding, std::vector<Trouble>& out) {
  const Document& document = asked.document;
  const std::uint32_t number = std::min(finding.line, document.lines()) - 1;
  const std::uint32_t begin = document.line_begin(number);
  const std::string_view line = document.line(number);
  const auto end = static_cast<std::uint32_t>(line.find_last_not_of(" \t") + 1);
  const lint::RuleRow& rule = lint::row_of(finding.rule);
  Trouble one{{begin + std::min(finding.column - 1, end), begin + end},
              rule.severity == lint::Severity::error,
              rule.id,
              finding.what,
              finding.fix,
              {},
              finding.related};
  if (finding.edit && finding.edit->line <= document.lines()) {
    const std::uint32_t at = document.line_begin(finding.edit->line - 1);
    one.fixes.push_back(
        {finding.fix, {at + finding.edit->begin - 1, at + finding.edit->end - 1}, finding.edit->text, true});
  }
  one.fixes.push_back({say("exclude this finding of {}", rule.id),
                       {begin, begin},
                       cat(indent_of(line), comment_mark(asked), " stridescope: ignore(", rule.id, ")\n"),
                       false});
  out.push_back(std::move(one));
}

std::vector<Trouble> troubles_of(const Asked& asked) {
  std::vector<Trouble> out;
  if (asked.reading.language() == Language::stride) {
    for (const Diagnostic& d : asked.reading.program().report().diagnostics) add_error(asked.document, d, out);
  }
  for (const lint::Finding& finding : asked.reading.findings()) add_finding(asked, finding, out);
  return out;
}

// The address of a file that a document includes: `..` takes off a folder.
std::string address_of(std::string_view uri, std::string_view file) {
  std::string_view folder = uri.substr(0, uri.rfind('/') + 1);
  while (file.starts_with("../") && folder.size() > 1) {
    file.remove_prefix(3);
    folder = folder.substr(0, folder.rfind('/', folder.size() - 2) + 1);
  }
  return cat(folder, file);
}

void write_related(JsonWriter& to, const Asked& asked, const std::vector<lint::FindingPlace>& places) {
  to.list("relatedInformation", places, [&](const lint::FindingPlace& place) {
    const bool own = place.file.empty() && place.line <= asked.document.lines();
    // A position in another file counts its bytes: its text is not here.
    Position at = {place.line - 1, place.column - 1};
    if (own) at = asked.document.position(asked.document.line_begin(place.line - 1) + place.column - 1);
    to.open_object();
    to.key("location");
    to.open_object();
    to.field("uri", place.file.empty() ? asked.uri : address_of(asked.uri, place.file));
    to.key("range");
    write_range(to, {at, at});
    to.close_object();
    to.field("message", render(place.what, asked.catalog));
    to.close_object();
  });
}

void write_trouble(JsonWriter& to, const Asked& asked, const Trouble& one) {
  to.open_object();
  to.key("range");
  write_range(to, asked.document.range(one.span));
  to.field("severity", one.error ? 1 : 2);
  to.field("code", one.code);
  to.field("source", "stridescope");
  std::string text = render(one.message, asked.catalog);
  if (!one.hint.empty()) append_all(text, "\n", render(one.hint, asked.catalog));
  to.field("message", text);
  if (asked.options.related_places && !one.related.empty()) write_related(to, asked, one.related);
  to.close_object();
}

// Comments that bind the open names of declarations in the range, each name once: an example, which the user changes.
std::vector<Edit> bindings_of(const Asked& asked, Span range) {
  std::vector<Edit> out;
  std::vector<std::string_view> names;
  for (const Declared& one : asked.reading.declared()) {
    if (names.size() >= max_actions) break;
    if (one.open_name.empty() || one.span.end < range.begin || one.span.begin > range.end) continue;
    if (std::find(names.begin(), names.end(), one.open_name) != names.end()) continue;
    names.push_back(one.open_name);
    const std::uint32_t line = asked.document.position(one.span.begin).line;
    const std::uint32_t begin = asked.document.line_begin(line);
    const std::string text = cat(comment_mark(asked), " stride: ", one.open_name, " = 128");
    out.push_back(
        {say("write {}", text), {begin, begin}, cat(indent_of(asked.document.line(line)), text, "\n"), false});
  }
  return out;
}

void write_edit(JsonWriter& to, const Asked& asked, const Edit& edit) {
  const auto edits = [&] {
    to.open_array();
    to.open_object();
    to.key("range");
    write_range(to, asked.document.range(edit.span));
    to.field("newText", edit.text);
    to.close_object();
    to.close_array();
  };
  to.key("edit");
  to.open_object();
  if (asked.options.versioned_edits) {
    to.key("documentChanges");
    to.open_array();
    to.open_object();
    to.key("textDocument");
    to.open_object();
    to.field("uri", asked.uri);
    to.field("version", asked.version);
    to.close_object();
    to.key("edits");
    edits();
    to.close_object();
    to.close_array();
  } else {
    to.key("changes");
    to.open_object();
    to.key(asked.uri);
    edits();
    to.close_object();
  }
  to.close_object();
}

}  // namespace

void write_diagnostics(JsonWriter& to, const Asked& asked) {
  to.open_array();
  for (const Trouble& one : troubles_of(asked)) write_trouble(to, asked, one);
  to.close_array();
}

void write_actions(JsonWriter& to, const Asked& asked, Span range) {
  to.open_array();
  std::size_t count = 0;
  const auto action = [&](const Edit& edit, const Trouble* trouble) {
    if (!asked.options.literal_actions || ++count > max_actions) return;
    to.open_object();
    to.field("title", render(edit.title, asked.catalog));
    to.field("kind", "quickfix");
    if (trouble != nullptr) {
      to.key("diagnostics");
      to.open_array();
      write_trouble(to, asked, *trouble);
      to.close_array();
    }
    to.field("isPreferred", edit.preferred);
    write_edit(to, asked, edit);
    to.close_object();
  };
  for (const Trouble& one : troubles_of(asked)) {
    if (one.span.end < range.begin || one.span.begin > range.end) continue;
    for (const Edit& edit : one.fixes) action(edit, &one);
  }
  for (const Edit& edit : bindings_of(asked, range)) action(edit, nullptr);
  to.close_array();
}

}  // namespace stridescope::lsp
