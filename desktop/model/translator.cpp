// Translates sentences by whole texts, then by patterns with holes, those with most words of their own first. How long
// a text and how deep a sentence within a sentence may be is capped: some texts are long and no sentence.
#include "desktop/model/translator.h"

#include <algorithm>
#include <deque>

namespace stridescope::desktop {
namespace {

constexpr int deepest = 4;  // sentences within sentences
// Of a pattern on one text. A sentence takes some tens; more come of a long text that is none.
constexpr int max_steps = 20'000;
constexpr std::size_t longest = 2'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

bool has_words(std::string_view text, std::size_t length) {
  std::size_t run = 0;
  for (const char c : text) {
    run = is_letter(c) ? run + 1 : 0;
    if (run >= length) return true;
  }
  return false;
}

// The name of the hole that begins the text, with its braces; empty if none does.
std::string_view hole_at(std::string_view text) {
  if (!text.starts_with('{')) return {};
  std::size_t end = 1;
  while (end < text.size() && is_word(text[end])) ++end;
  return end > 1 && end < text.size() && text[end] == '}' ? text.substr(0, end + 1) : std::string_view();
}

}  // namespace

Translator::Pattern Translator::read(std::string_view key, std::string translated) {
  Pattern out;
  out.translated = std::move(translated);
  while (!key.empty()) {
    const std::string_view hole = hole_at(key);
    if (!hole.empty()) {
      out.pieces.push_back({Piece::Kind::hole, std::string(hole)});
      key.remove_prefix(hole.size());
    } else if (key[0] == '#') {
      out.pieces.push_back({Piece::Kind::number, {}});
      key.remove_prefix(1);
    } else {
      if (out.pieces.empty() || out.pieces.back().kind != Piece::Kind::words) out.pieces.emplace_back();
      out.pieces.back().text.push_back(key[0]);
      ++out.own;
      key.remove_prefix(1);
    }
  }
  return out;
}

Translator::Translator(Terms terms) : terms_(std::move(terms)) {
  for (const auto& [key, translated] : terms_) {
    Pattern pattern = read(key, translated);
    const auto is_hole = [](const Piece& piece) { return piece.kind == Piece::Kind::hole; };
    if (std::any_of(pattern.pieces.begin(), pattern.pieces.end(), is_hole)) patterns_.push_back(std::move(pattern));
  }
  // The table has no order of its own.
  std::sort(patterns_.begin(), patterns_.end(), [](const Pattern& a, const Pattern& b) {
    return a.own != b.own ? a.own > b.own : a.translated < b.translated;
  });
}

std::string Translator::translate(std::string_view text) const { return find(text, 0).value_or(std::string(text)); }

std::optional<std::string> Translator::find(std::string_view text, int depth) const {
  if (depth > deepest || text.size() > longest || !has_words(text, 1)) return std::nullopt;
  const auto whole = terms_.find(std::string(text));
  if (whole != terms_.end()) return whole->second;
  auto out = by_numbers(text);
  if (!out) out = by_pattern(text, depth);
  if (!out) out = by_parts(text, "; ", "；", depth);
  if (!out) out = by_parts(text, ", ", "，", depth);
  return out;
}

// "mode 2": the same for every number.
std::optional<std::string> Translator::by_numbers(std::string_view text) const {
  std::string key;
  std::deque<std::string_view> numbers;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end == i) {
      key.push_back(text[i++]);
      continue;
    }
    numbers.push_back(text.substr(i, end - i));
    key.push_back('#');
    i = end;
  }
  const auto found = numbers.empty() ? terms_.end() : terms_.find(key);
  if (found == terms_.end()) return std::nullopt;
  std::string out;
  for (const char c : found->second) {
    if (c == '#' && !numbers.empty()) {
      out += numbers.front();
      numbers.pop_front();
    } else {
      out.push_back(c);
    }
  }
  return out;
}

bool Translator::matches(const Pattern& pattern, std::size_t piece, std::string_view text, Captures& captures,
                         int& steps) {
  if (++steps > max_steps) return false;
  if (piece == pattern.pieces.size()) return text.empty();
  const Piece& at = pattern.pieces[piece];
  if (at.kind == Piece::Kind::words)
    return text.starts_with(at.text) && matches(pattern, piece + 1, text.substr(at.text.size()), captures, steps);
  if (at.kind == Piece::Kind::number) {
    std::size_t end = text.starts_with('-') ? 1 : 0;
    const std::size_t first = end;
    while (end < text.size() && is_digit(text[end])) ++end;
    captures[piece] = text.substr(0, end);
    return end > first && matches(pattern, piece + 1, text.substr(end), captures, steps);
  }
  const Piece* next = piece + 1 < pattern.pieces.size() ? &pattern.pieces[piece + 1] : nullptr;
  for (std::size_t end = 1; end <= text.size(); ++end) {
    if (next == nullptr) end = text.size();
    if (next != nullptr && next->kind == Piece::Kind::words) {
      end = text.find(next->text, end);
      if (end == std::string_view::npos) return false;
    }
    captures[piece] = text.substr(0, end);
    if (matches(pattern, piece + 1, text.substr(end), captures, steps)) return true;
  }
  return false;
}

std::string Translator::filled(const Pattern& pattern, const Captures& captures, int depth) const {
  std::deque<std::string_view> numbers;
  for (std::size_t i = 0; i < captures.size(); ++i) {
    if (pattern.pieces[i].kind == Piece::Kind::number) numbers.push_back(captures[i]);
  }
  std::string out;
  for (std::string_view left = pattern.translated; !left.empty();) {
    const std::string_view hole = hole_at(left);
    if (hole.empty()) {
      if (left[0] == '#' && !numbers.empty()) {
        out += numbers.front();
        numbers.pop_front();
      } else {
        out.push_back(left[0]);
      }
      left.remove_prefix(1);
      continue;
    }
    left.remove_prefix(hole.size());
    std::string_view held = hole;
    for (std::size_t i = 0; i < captures.size(); ++i) {
      if (pattern.pieces[i].kind == Piece::Kind::hole && pattern.pieces[i].text == hole) held = captures[i];
    }
    // A name in a program has no translation, though the same word in a sentence may have one.
    const auto translated = hole == "{f}" ? std::nullopt : find(held, depth + 1);
    out += translated.value_or(std::string(held));
  }
  return out;
}

std::optional<std::string> Translator::by_pattern(std::string_view text, int depth) const {
  for (const Pattern& pattern : patterns_) {
    Captures captures(pattern.pieces.size());
    int steps = 0;
    if (matches(pattern, 0, text, captures, steps)) return filled(pattern, captures, depth);
  }
  return std::nullopt;
}

// Only where every part that has words is known.
std::optional<std::string> Translator::by_parts(std::string_view text, std::string_view separator,
                                                std::string_view joined, int depth) const {
  if (text.find(separator) == std::string_view::npos) return std::nullopt;
  std::string out;
  for (bool first = true;; first = false) {
    const std::size_t end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    const auto translated = has_words(part, 2) ? find(part, depth + 1) : std::string(part);
    if (!translated) return std::nullopt;
    if (!first) out += joined;
    out += *translated;
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + separator.size());
  }
}

}  // namespace stridescope::desktop
