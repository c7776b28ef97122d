// Finds the placeholders of a prose and evaluates them after its program. Evaluates all placeholders of one mode
// together, since most of the time goes to the program.
#include "core/lessons/prose.h"

#include <algorithm>

#include "core/analysis/memory_value.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/workspace/diagnostics.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

Error at(const Placeholder& placeholder, ErrorCode code, Message message) {
  return Error{code, std::move(message), {}, placeholder.span, {}};
}

// The first part of a text that is split at this mark.
std::string_view before(std::string_view text, std::string_view mark) {
  return text.substr(0, std::min(text.find(mark), text.size()));
}

// A single line without alignment blanks; text of several lines is unchanged.
std::string in_line(std::string_view text) {
  text = trimmed(text);
  std::string out;
  const bool lines = text.find('\n') != std::string_view::npos;
  for (const char c : text) {
    if (lines || c != ' ' || out.empty() || out.back() != ' ') out += c;
  }
  return out;
}

// Escapes a text so that Markdown shows it literally: brackets make no link, stars and underscores no emphasis.
std::string literal(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool lone = c == '_' && (i + 1 == text.size() || !(is_digit(text[i + 1]) || is_letter(text[i + 1])));
    if (c == '[' || c == ']' || c == '*' || c == '<' || c == '\\' || lone) out += '\\';
    out += c;
  }
  return out;
}

class Filler {
 public:
  Filler(std::string_view program, const Catalog& catalog) : catalog_(catalog), program_(program) {
    if (!program_.empty() && program_.back() != '\n') program_ += '\n';
  }

  // `own`: the program has no errors in this mode.
  Result<void> fill(const std::vector<const Placeholder*>& all, IntegerMode mode, bool own,
                    std::vector<std::string>& out, const Placeholder* first) {
    std::string text = program_;
    std::vector<Span> places;
    for (const Placeholder* placeholder : all) {
      const auto begin = static_cast<std::uint32_t>(text.size());
      append_all(text, placeholder->expression, '\n');
      places.push_back({begin, static_cast<std::uint32_t>(text.size())});
    }
    Workspace workspace;
    const Report& report = workspace.evaluate(text, mode);
    const auto program_end = static_cast<std::uint32_t>(program_.size());
    for (const Diagnostic& d : report.diagnostics) {
      if (own && d.severity == Severity::error && d.span.begin < program_end && !program_.empty()) {
        return failure(at(*all.front(), d.code, d.message));
      }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto filled = value_of(workspace, *all[i], places[i]);
      if (!filled) return failure(std::move(filled.error()));
      out[static_cast<std::size_t>(all[i] - first)] = std::move(*filled);
    }
    return {};
  }

 private:
  Result<std::string> value_of(const Workspace& workspace, const Placeholder& placeholder, Span place) const {
    const Report& report = workspace.report();
    const auto inside = [&](Span span) { return span.begin >= place.begin && span.begin < place.end; };
    const auto wrong = std::find_if(report.diagnostics.begin(), report.diagnostics.end(),
                                    [&](const Diagnostic& d) { return fails(d) && inside(d.span); });
    if (placeholder.kind == Placeholder::Kind::refusal) {
      if (wrong == report.diagnostics.end())
        return failure(at(placeholder, ErrorCode::unsupported,
                          say("`{}` is accepted, but should be refused", placeholder.expression)));
      return render(wrong->message, catalog_);
    }
    if (wrong != report.diagnostics.end()) return failure(at(placeholder, wrong->code, wrong->message));
    for (std::size_t i = 0; i < report.bindings.size(); ++i) {
      const ReportBinding& binding = report.bindings[i];
      if (!inside(binding.span)) continue;
      if (placeholder.kind == Placeholder::Kind::derivation) {
        const auto step = workspace.explain(static_cast<int>(i));
        if (!step) return failure(at(placeholder, step.error().code, step.error().message));
        return explain_text(*step, catalog_);
      }
      if (placeholder.row.empty()) {
        // A report of one sentence, in the reader's language.
        const Message brief = brief_of(binding.value);
        return english(brief) == trimmed(binding.text) ? render(brief, catalog_) : in_line(binding.text);
      }
      auto row = row_of(binding.text, placeholder.row);
      if (!row)
        return failure(
            at(placeholder, ErrorCode::unknown_name, say("the value does not have a row `{}`", placeholder.row)));
      return std::move(*row);
    }
    return failure(at(placeholder, ErrorCode::syntax, say("`{}` is not an expression", placeholder.expression)));
  }

  const Catalog& catalog_;
  std::string program_;
};

}  // namespace

std::optional<std::string> row_of(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    std::string_view line = trimmed(cut_line(text));
    if (name.empty() || !line.starts_with(name)) continue;
    line.remove_prefix(name.size());
    if (!line.starts_with(": ") && !line.starts_with("  ")) continue;
    std::string_view word = before(trimmed(line.substr(2)), " ");
    if (word.ends_with(',') || word.ends_with(':')) word.remove_suffix(1);
    return std::string(word);
  }
  return std::nullopt;
}

Result<std::vector<Placeholder>> placeholders_of(std::string_view prose) {
  std::vector<Placeholder> out;
  for (std::size_t i = 0; i + 1 < prose.size(); ++i) {
    if (prose[i] != '{') continue;
    const char sign = prose[i + 1];
    if (sign == '{') {
      ++i;
      continue;
    }
    if (sign != '=' && sign != '!' && sign != '>') continue;
    Placeholder placeholder;
    const std::size_t close = prose.find('}', i);
    placeholder.span = {static_cast<std::uint32_t>(i),
                        static_cast<std::uint32_t>(std::min(close, prose.size() - 1) + 1)};
    if (close == std::string_view::npos)
      return failure(at(placeholder, ErrorCode::syntax, say("a placeholder is never closed")));
    std::string_view inside = prose.substr(i + 2, close - i - 2);
    for (const auto& [word, mode] : {std::pair{std::string_view("cute "), IntegerMode::cute},
                                     std::pair{std::string_view("teaching "), IntegerMode::teaching}}) {
      if (!inside.starts_with(word)) continue;
      inside.remove_prefix(word.size());
      placeholder.mode = mode;
    }
    placeholder.kind = sign == '='   ? Placeholder::Kind::value
                       : sign == '!' ? Placeholder::Kind::refusal
                                     : Placeholder::Kind::derivation;
    const std::size_t arrow = inside.rfind(" -> ");
    if (arrow != std::string_view::npos) {
      placeholder.row = trimmed(inside.substr(arrow + 4));
      inside = inside.substr(0, arrow);
    }
    placeholder.expression = trimmed(inside);
    if (placeholder.expression.empty() || placeholder.expression.find('\n') != std::string::npos) {
      return failure(at(placeholder, ErrorCode::syntax, say("a placeholder must contain one expression")));
    }
    i = close;
    out.push_back(std::move(placeholder));
  }
  return out;
}

Result<std::string> filled_prose(std::string_view prose, std::string_view program, IntegerMode mode,
                                 const Catalog& catalog) {
  const auto found = placeholders_of(prose);
  if (!found) return failure(found.error());
  std::vector<std::string> texts(found->size());
  for (const IntegerMode one : {IntegerMode::cute, IntegerMode::teaching}) {
    std::vector<const Placeholder*> all;
    for (const Placeholder& placeholder : *found) {
      if (placeholder.mode.value_or(mode) == one) all.push_back(&placeholder);
    }
    if (all.empty()) continue;
    auto filled = Filler(program, catalog).fill(all, one, one == mode, texts, found->data());
    if (!filled) return failure(std::move(filled.error()));
  }
  std::string out;
  std::size_t begin = 0;
  bool in_code = false;
  const auto append_prose = [&](std::string_view part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      out += part[i];
      if (part[i] == '`') in_code = !in_code;
      if (part[i] == '{' && i + 1 < part.size() && part[i + 1] == '{') ++i;
    }
  };
  for (std::size_t i = 0; i < found->size(); ++i) {
    append_prose(prose.substr(begin, (*found)[i].span.begin - begin));
    out += in_code || (*found)[i].kind == Placeholder::Kind::derivation ? texts[i] : literal(texts[i]);
    begin = (*found)[i].span.end;
  }
  append_prose(prose.substr(begin));
  return out;
}

}  // namespace stridescope
