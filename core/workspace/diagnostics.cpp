// Formats errors for a terminal: message, place, the line with a caret below the span, and the hint. Long lines are cut
// around the span.
#include "core/workspace/diagnostics.h"

#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "core/base/utf.h"

namespace stridescope {
namespace {

constexpr std::size_t max_shown = 200;  // bytes of a displayed source line

// The part of the line around the span, and the position of the caret in it.
struct Excerpt {
  std::string line;
  std::string carets;
};

Excerpt excerpt(std::string_view line, std::size_t begin, std::size_t end) {
  const std::size_t first = character_begin(line, begin > max_shown / 2 ? begin - max_shown / 2 : 0);
  const std::size_t last = character_end(line, std::min(line.size(), first + max_shown));
  Excerpt out;
  const auto put = [&](char caret, char shown) {
    out.line.push_back(shown);
    out.carets.push_back(caret);
  };
  for (std::size_t at = first; at < last;) {
    const char caret = at >= begin && at < end ? '^' : ' ';
    const std::size_t length = utf8_sequence(line, at);
    const auto byte = static_cast<unsigned char>(line[at]);
    if (byte == '\t') {
      put(caret, ' ');
    } else if (length == 0 || byte < 0x20 || byte == 0x7f) {
      put(caret, '?');  // replaces characters that a terminal could interpret
    } else {
      out.line.append(line.substr(at, length));
      out.carets.push_back(caret);
    }
    at += std::max<std::size_t>(1, length);
  }
  if (begin >= line.size()) out.carets.push_back('^');
  out.carets.erase(out.carets.find_last_not_of(' ') + 1);
  return out;
}

}  // namespace

std::string format_diagnostic(std::string_view program, const Diagnostic& d, const Catalog& catalog) {
  const TextMap text(program);
  const TextMap::Place place = text.place(d.span.begin);
  const std::string_view line = text.line_text(place.line);
  const auto line_begin = static_cast<std::size_t>(line.data() - program.data());
  const std::size_t begin = std::min<std::size_t>(d.span.begin - line_begin, line.size());
  const std::size_t end = std::min<std::size_t>(std::max(d.span.end, d.span.begin + 1) - line_begin, line.size());
  const Excerpt shown = excerpt(line, begin, end);
  const std::string number = cat(place.line);
  const std::string indent(number.size(), ' ');
  std::string out =
      render(d.severity == Severity::error ? say("error: {}", d.message) : say("warning: {}", d.message), catalog);
  out.push_back('\n');
  append_all(out, indent, "--> program:", place.line, ':', place.column, '\n');
  append_all(out, indent, " |\n", number, " | ", shown.line, '\n', indent, " | ", shown.carets, '\n');
  if (!d.hint.empty()) append_all(out, indent, " = ", render(d.hint, catalog), '\n');
  return out;
}

bool fails(const Diagnostic& diagnostic) {
  const bool of_value = diagnostic.code == ErrorCode::index_range || diagnostic.code == ErrorCode::offset_range;
  return diagnostic.severity == Severity::error || !of_value;
}

const Diagnostic* first_failure(const Report& report) {
  const auto found = std::find_if(report.diagnostics.begin(), report.diagnostics.end(), fails);
  return found != report.diagnostics.end() ? &*found : nullptr;
}

namespace {

// "2, 5-7": the lines of spans by position, and the number of ranges beyond the first `most`.
struct LineList {
  std::string text;
  std::size_t more = 0;
  bool one = false;
};

LineList lines_of(const TextMap& text, const std::vector<Span>& spans) {
  constexpr std::size_t most = 12;  // ranges that are listed
  // True if no line between two ranges was read.
  const auto idle = [&](std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t line = from; line < to; ++line) {
      std::string_view words = text.line_text(line);
      while (!words.empty() && (words.front() == ' ' || words.front() == '\t')) words.remove_prefix(1);
      const bool comment = words.starts_with("//") || words.starts_with('#') || words.starts_with('*');
      if (!comment && words.find_first_not_of(" \t\r{}();") != std::string_view::npos) return false;
    }
    return true;
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;
  for (const Span& span : spans) {
    const std::uint32_t first = text.line(span.begin);
    const std::uint32_t last = text.line(std::max(span.begin, span.end > 0 ? span.end - 1 : 0));
    if (!lines.empty() && (first <= lines.back().second || idle(lines.back().second + 1, first))) {
      lines.back().second = std::max(lines.back().second, last);
    } else {
      lines.emplace_back(first, last);
    }
  }
  LineList out;
  out.one = lines.size() == 1 && lines[0].first == lines[0].second;
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) {
    append_all(out.text, i == 0 ? "" : ", ", lines[i].first);
    if (lines[i].second > lines[i].first) append_all(out.text, '-', lines[i].second);
  }
  out.more = lines.size() - std::min(lines.size(), most);
  return out;
}

}  // namespace

Message left_out_text(std::string_view program, const std::vector<Remainder>& remainders) {
  std::vector<Span> layouts;
  std::map<RemainderKind, std::vector<Span>> own;
  for (const Remainder& one : remainders) {
    const RemainderNote note = remainder_note(one.kind);
    if (note == RemainderNote::layouts) layouts.push_back(one.span);
    if (note == RemainderNote::own) own[one.kind].push_back(one.span);
  }
  Message out;
  if (layouts.empty() && own.empty()) return out;
  const TextMap text(program);
  if (!layouts.empty()) {
    const LineList lines = lines_of(text, layouts);
    if (lines.more > 0) {
      out =
          say("skipped because they are not about layouts: lines {} and {} more {part|parts}", lines.text, lines.more);
    } else {
      out = lines.one ? say("skipped because it is not about layouts: line {}", lines.text)
                      : say("skipped because they are not about layouts: lines {}", lines.text);
    }
  }
  for (const auto& [kind, spans] : own) {
    const LineList lines = lines_of(text, spans);
    const std::string ranges = lines.more > 0 ? cat(lines.text, ", ...") : lines.text;
    const Message one = lines.one ? say("skipped, {}: line {}", remainder_reason(kind), ranges)
                                  : say("skipped, {}: lines {}", remainder_reason(kind), ranges);
    out = out.empty() ? one : say("{}; {}", out, one);
  }
  return out;
}

}  // namespace stridescope
