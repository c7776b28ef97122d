// Writes inlay hints, completions and signatures as the protocol has them.
#include "core/lsp/answers.h"

#include <algorithm>

#include "core/app/typed_call.h"
#include "core/base/text.h"
#include "core/base/utf.h"

namespace stridescope::lsp {
namespace {

constexpr std::size_t max_hints = 2000;
constexpr std::size_t max_hint_text = 96;

void write_position(JsonWriter& to, Position at) {
  to.open_object();
  to.field("line", at.line);
  to.field("character", at.character);
  to.close_object();
}

std::string hint_text(const Declared& one, const Asked& asked) {
  std::string text = one.summary.empty() ? one.value : render(one.summary, asked.catalog);
  if (text.size() > max_hint_text) text = cat(text.substr(0, character_begin(text, max_hint_text)), " ...");
  for (const Property& fact : one.brief)
    append_all(text, ", ", render(fact.name, asked.catalog), " ", render(fact.value, asked.catalog));
  return cat(asked.reading.language() == Language::stride ? "= " : ": ", text);
}

std::size_t utf16_length(std::string_view text) {
  const TextMap map(text);
  return map.to_utf16(static_cast<std::uint32_t>(text.size()));
}

void write_documentation(JsonWriter& to, std::string_view text) {
  to.key("documentation");
  to.open_object();
  // Plain: signatures and layouts are full of characters that Markdown takes.
  to.field("kind", "plaintext");
  to.field("value", text);
  to.close_object();
}

}  // namespace

void write_range(JsonWriter& to, const Range& range) {
  to.open_object();
  to.key("start");
  write_position(to, range.begin);
  to.key("end");
  write_position(to, range.end);
  to.close_object();
}

void write_hints(JsonWriter& to, const Asked& asked, Span range) {
  to.open_array();
  std::size_t count = 0;
  const Language language = asked.reading.language();
  for (const Declared& one : asked.reading.declared()) {
    const std::uint32_t at = language == Language::stride ? one.statement.end : one.span.end;
    if (one.quiet || !one.open.empty() || at < range.begin || at > range.end || ++count > max_hints) continue;
    to.open_object();
    to.key("position");
    write_position(to, asked.document.position(at));
    to.field("label", hint_text(one, asked));
    to.field("kind", 1);
    to.field("paddingLeft", language == Language::stride);
    to.field("tooltip", one.value);
    to.close_object();
  }
  to.close_array();
}

void write_completion(JsonWriter& to, const Asked& asked, Position at) {
  if (asked.reading.language() != Language::stride) return to.raw("null");
  const Completions words = asked.reading.program().complete(asked.document.text(), asked.document.byte(at));
  const Range range = asked.document.range({words.from, words.to});
  to.open_array();
  for (std::size_t i = 0; i < words.items.size(); ++i) {
    const Completion& item = words.items[i];
    const std::string_view detail = item.detail;
    const std::size_t first = line_end(detail, 0);
    to.open_object();
    to.field("label", item.label);
    constexpr int function = 3;
    constexpr int variable = 6;
    constexpr int keyword = 14;
    to.field("kind", item.kind == Completion::Kind::function  ? function
                     : item.kind == Completion::Kind::binding ? variable
                                                              : keyword);
    if (!detail.empty()) to.field("detail", detail.substr(0, first));
    std::string text(detail.substr(std::min(first + 1, detail.size())));
    if (!item.info.empty()) append_all(text, text.empty() ? "" : "\n\n", render(item.info, asked.catalog));
    if (!text.empty()) write_documentation(to, text);
    // In the order of the core, in which the last value is the first.
    const std::string place = cat(i);
    to.field("sortText", cat(std::string(place.size() < 5 ? 5 - place.size() : 0, '0'), place));
    to.key("textEdit");
    to.open_object();
    to.key("range");
    write_range(to, range);
    to.field("newText", item.label);
    to.close_object();
    to.close_object();
  }
  to.close_array();
}

void write_signatures(JsonWriter& to, const Asked& asked, Position at) {
  if (asked.reading.language() != Language::stride) return to.raw("null");
  const auto call = app::typed_call(asked.document.text(), asked.document.byte(at), {}, asked.catalog);
  if (!call) return to.raw("null");
  to.open_object();
  to.key("signatures");
  to.open_array();
  to.open_object();
  to.field("label", cat(call->before, call->argument, call->after));
  write_documentation(to, call->about);
  to.key("parameters");
  to.open_array();
  if (!call->argument.empty()) {
    to.open_object();
    to.key("label");
    to.open_array();
    to.number(utf16_length(call->before));
    to.number(utf16_length(call->before + call->argument));
    to.close_array();
    to.close_object();
  }
  to.close_array();
  to.close_object();
  for (const std::string& other : call->others) {
    to.open_object();
    to.field("label", other);
    to.close_object();
  }
  to.close_array();
  to.field("activeSignature", 0);
  to.field("activeParameter", 0);
  to.close_object();
}

}  // namespace stridescope::lsp
