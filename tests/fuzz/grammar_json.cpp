// Mutates JSON so that it stays valid: one value, or one entry of an object or an array, at a time.
#include <algorithm>

#include "tests/fuzz/grammar.h"

namespace stridescope::fuzz {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool is_scalar(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-' || c == '+' || c == '.' || c == 'E';
}

// End of the quoted text at `at`.
std::size_t string_end(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
  return std::min(at + 1, text.size());
}

struct Places {
  std::vector<Part> values;
  std::vector<Part> entries;  // including their keys
};

Places places_of(std::string_view text) {
  struct Open {
    std::size_t begin;
    std::size_t key;  // start of the entry's key
  };
  constexpr std::size_t none = std::string_view::npos;
  Places out;
  std::vector<Open> open = {{0, none}};
  const auto value = [&](std::size_t begin, std::size_t end) {
    out.values.push_back({begin, end});
    std::size_t& key = open.back().key;
    out.entries.push_back({key != none ? key : begin, end});
    key = none;
  };
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"') {
      const std::size_t end = string_end(text, i);
      std::size_t next = end;
      while (next < text.size() && is_blank(text[next])) ++next;
      if (next < text.size() && text[next] == ':') {
        open.back().key = i;
      } else {
        value(i, end);
      }
      i = end;
    } else if (c == '{' || c == '[') {
      open.push_back({i++, none});
    } else if ((c == '}' || c == ']') && open.size() > 1) {
      const std::size_t begin = open.back().begin;
      open.pop_back();
      value(begin, ++i);
    } else if (is_scalar(c)) {
      const std::size_t begin = i;
      while (i < text.size() && is_scalar(text[i])) ++i;
      value(begin, i);
    } else {
      ++i;
    }
  }
  return out;
}

}  // namespace

std::string Grammar::near_scalar(std::string_view scalar) {
  static constexpr std::string_view numbers[] = {"0",     "-1",  "1",   "2",    "32",    "128", "4096",
                                                 "65536", "0.5", "1e9", "-0.0", "1e308", "1e19"};
  if (scalar.empty() || scalar[0] == '"' || scalar[0] == 't' || scalar[0] == 'f' || scalar[0] == 'n') return json(0);
  if (random_.one_in(3)) return std::string(random_.of(numbers));
  std::string out(scalar);
  switch (random_.below(4)) {
    case 0:
      out.back() = static_cast<char>('0' + random_.below(10));
      break;
    case 1:
      out += static_cast<char>('0' + random_.below(10));
      break;
    case 2:
      if (out.size() > 1) out.pop_back();
      if (out.back() < '0' || out.back() > '9') out += '1';
      break;
    default:
      out = out[0] == '-' ? out.substr(1) : "-" + out;
  }
  return out;
}

bool Grammar::change_json(std::string& text, std::string_view other) {
  const Places here = places_of(text);
  if (here.values.empty()) return false;
  const Part value = random_.of(here.values);
  const Part entry = random_.of(here.entries);
  const auto part = [](std::string_view whole, Part p) { return std::string(whole.substr(p.begin, p.end - p.begin)); };
  switch (random_.below(10)) {
    case 0:
      text.replace(value.begin, value.end - value.begin, json(2));
      break;
    case 1:
      text.replace(value.begin, value.end - value.begin, part(text, random_.of(here.values)));
      break;
    case 2:
    case 3: {  // a part of the other input
      const Places theirs = places_of(other);
      if (theirs.values.empty()) break;
      if (random_.one_in(2)) {
        text.replace(value.begin, value.end - value.begin, part(other, random_.of(theirs.values)));
      } else {
        text.replace(entry.begin, entry.end - entry.begin, part(other, random_.of(theirs.entries)));
      }
      break;
    }
    case 4: {  // remove it, with an adjacent comma
      const bool comma_after = entry.end < text.size() && text[entry.end] == ',';
      const bool comma_before = !comma_after && entry.begin > 0 && text[entry.begin - 1] == ',';
      const std::size_t begin = entry.begin - (comma_before ? 1 : 0);
      text.erase(begin, entry.end + (comma_after ? 1 : 0) - begin);
      break;
    }
    case 5:
      text.insert(entry.end, "," + part(text, random_.one_in(2) ? entry : random_.of(here.entries)));
      break;
    case 6:
      text.insert(value.end, "]");
      text.insert(value.begin, "[");
      break;
    default:
      text.replace(value.begin, value.end - value.begin, near_scalar(part(text, value)));
  }
  return true;
}

}  // namespace stridescope::fuzz
