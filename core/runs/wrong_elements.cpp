// Finds the rule by which values arrive at wrong elements: each coordinate of the origin as a function of the
// element's.
#include "core/runs/wrong_elements.h"

#include <algorithm>
#include <optional>

#include "core/base/checked.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

constexpr std::size_t most_modes = 5;
constexpr std::size_t most_pairs = 1 << 16;
constexpr std::int64_t least_for_rule = 2;  // a single pair fits every rule
constexpr std::string_view mode_names = "ijklm";

using Coordinates = std::array<std::int64_t, most_modes>;

struct Pair {
  Coordinates to = {}, from = {};
};

// The kinds of rules, from the plainest to the rarest: the rule of an element is the rarest one of its modes.
enum class Rule : std::uint8_t { same, shifted, shared, exchanged, swizzled };

struct ModeRule {
  Rule rule = Rule::same;
  std::string text;
};

Coordinates coordinates_of(const WrongElements& elements, std::int64_t element) {
  Coordinates out = {};
  for (std::size_t m = 0; m < elements.extents.size(); ++m) {
    const auto extent = static_cast<std::int64_t>(elements.extents[m]);
    out[m] = element % extent;
    element /= extent;
  }
  return out;
}

// True if all pairs have the same f(pair); `value` is the first one.
template <class F>
bool all_equal(const std::vector<Pair>& pairs, F f, std::int64_t& value) {
  value = f(pairs.front());
  return std::all_of(pairs.begin(), pairs.end(), [&](const Pair& p) { return f(p) == value; });
}

std::string added(std::string text, std::int64_t by) {
  return by == 0 ? text : by > 0 ? cat(text, '+', by) : cat(text, "\xE2\x88\x92", -by);
}

// `shift` to the left if it is positive.
std::int64_t shifted(std::int64_t x, int shift) { return shift >= 0 ? x << shift : x >> -shift; }

// Mode m of the origin as a function of the modes of the element.
std::optional<ModeRule> mode_rule(const std::vector<Pair>& pairs, std::size_t m, std::size_t modes) {
  const auto name = [](std::size_t n) { return std::string(1, mode_names[n]); };
  std::int64_t by = 0;
  if (all_equal(
          pairs, [m](const Pair& p) { return p.from[m] - p.to[m]; }, by))
    return ModeRule{by == 0 ? Rule::same : Rule::shifted, added(name(m), by)};
  if (all_equal(
          pairs, [m](const Pair& p) { return p.from[m] ^ p.to[m]; }, by))
    return ModeRule{Rule::shifted, cat(name(m), '^', by)};
  for (std::size_t n = 0; n < modes; ++n) {
    if (n != m &&
        all_equal(
            pairs, [m, n](const Pair& p) { return p.from[m] - p.to[n]; }, by) &&
        by == 0)
      return ModeRule{Rule::exchanged, name(n)};
  }
  if (all_equal(
          pairs, [m](const Pair& p) { return p.from[m]; }, by))
    return ModeRule{Rule::shared, cat(by)};
  for (std::int64_t period = 2; period <= 4096; period *= 2) {
    if (all_equal(
            pairs, [m, period](const Pair& p) { return p.from[m] - p.to[m] % period; }, by))
      return ModeRule{Rule::shared, added(cat(name(m), '%', period), by)};
  }
  std::int64_t mask = 0;
  for (const Pair& p : pairs) mask |= p.from[m] ^ p.to[m];
  for (std::size_t n = 0; n < modes; ++n) {
    for (int shift = -12; n != m && shift <= 12; ++shift) {
      const bool fits = std::all_of(pairs.begin(), pairs.end(), [&](const Pair& p) {
        return (p.from[m] ^ p.to[m]) == (shifted(p.to[n], shift) & mask);
      });
      if (!fits) continue;
      const std::string other = shift == 0 ? name(n) : cat('(', name(n), shift > 0 ? "<<" : ">>", std::abs(shift), ')');
      return ModeRule{Rule::swizzled, cat(name(m), "^(", other, '&', mask, ')')};
    }
  }
  return std::nullopt;
}

Message cause_of(Rule rule) {
  switch (rule) {
    case Rule::swizzled:
      return say("as if only one side had the swizzle");
    case Rule::exchanged:
      return say("as if two modes were exchanged");
    case Rule::shared:
      return say("as if several elements had the same address");
    case Rule::same:
    case Rule::shifted:
      break;
  }
  return say("as if a stride or an offset were wrong");
}

// "(i,j) receives the value of (i,j+8), as if ..."; empty without a rule. `twice`: the origins themselves are right, so
// their values arrive at two places.
Message rule_of(const std::vector<Pair>& pairs, std::size_t modes, bool twice) {
  if (pairs.size() < least_for_rule || modes > most_modes) return {};
  std::string to;
  std::string from;
  Rule rarest = Rule::same;
  for (std::size_t m = 0; m < modes; ++m) {
    const auto found = mode_rule(pairs, m, modes);
    if (!found) return {};
    append_all(to, m == 0 ? "(" : ",", std::string(1, mode_names[m]));
    append_all(from, m == 0 ? "(" : ",", found->text);
    rarest = std::max(rarest, found->rule);
  }
  return say("{} receives the value of {}, {}", cat(to, ')'), cat(from, ')'),
             cause_of(twice && rarest < Rule::shared ? Rule::shared : rarest));
}

}  // namespace

void WrongElements::add(std::int64_t element, std::int64_t from) {
  if (kept_ >= most_elements) {
    ++rest;
    return;
  }
  if (!rows.empty()) {
    std::vector<std::int64_t>& row = rows.back();
    const std::int64_t last = row[origin] + (row[count] - 1) * row[origin_step];
    if (row[count] == 1 && element != row[first] && (from < 0) == (last < 0) && (from >= 0 || from == last)) {
      row[step] = element - row[first];
      row[origin_step] = from - last;
    }
    if (element == row[first] + row[count] * row[step] && from == last + row[origin_step]) {
      ++row[count];
      ++kept_;
      return;
    }
  }
  if (rows.size() >= most_rows) {
    ++rest;
    return;
  }
  rows.push_back({element, 1, 0, from, 0});
  ++kept_;
}

std::string WrongElements::coordinate(std::int64_t element) const {
  std::string out;
  for (const std::uint64_t extent : extents) {
    append_all(out, out.empty() ? "(" : ",", element % static_cast<std::int64_t>(extent));
    element /= static_cast<std::int64_t>(extent);
  }
  return out + ")";
}

void members(Archive& a, WrongElements& r) {
  if (!a.record("WrongElements", "All wrong elements, up to a limit, and the origins of their values.")) return;
  a.member("extents", r.extents, "The extents of the tensor.");
  a.at_most(WrongElements::most_rows)
      .member("rows", r.rows,
              "Runs of 1-D coordinates: the first one, the number, the step, the origin of the first value (−1: never "
              "written, −2: unknown), and its step.");
  a.member("rest", r.rest, "The number of wrong elements beyond the limit.");
}

Message wrong_elements_problem(const WrongElements& elements, std::uint64_t wrong) {
  const Message problem = say("'{}' is inconsistent", "verify.elements");
  std::int64_t all = 1;
  for (const std::uint64_t extent : elements.extents) {
    if (extent == 0 || mul_overflows(all, static_cast<std::int64_t>(extent), all)) return problem;
  }
  std::int64_t kept = 0;
  for (const auto& row : elements.rows) {
    if (row.size() != WrongElements::entries || row[WrongElements::count] < 1 ||
        row[WrongElements::count] > WrongElements::most_elements)
      return problem;
    kept += row[WrongElements::count];
    for (const auto& [begin, by, least] :
         {std::array{row[WrongElements::first], row[WrongElements::step], std::int64_t{0}},
          std::array{row[WrongElements::origin], row[WrongElements::origin_step],
                     static_cast<std::int64_t>(WrongElements::unknown)}}) {
      std::int64_t end = 0;
      if (mul_overflows(by, row[WrongElements::count] - 1, end) || add_overflows(end, begin, end) ||
          std::min(begin, end) < least || std::max(begin, end) >= all)
        return problem;
    }
  }
  const bool fits = kept <= WrongElements::most_elements && elements.rest <= wrong &&
                    static_cast<std::uint64_t>(kept) == wrong - elements.rest;
  return fits ? Message() : problem;
}

std::vector<Message> origin_lines(const WrongElements& elements) {
  std::int64_t unwritten = 0;
  std::int64_t unknown = 0;
  std::int64_t moved = 0;
  std::vector<Pair> pairs;
  std::vector<std::int64_t> wrong;
  std::vector<std::int64_t> origins;
  const bool ruled = elements.extents.size() <= most_modes;
  elements.visit([&](std::int64_t element, std::int64_t from) {
    wrong.push_back(element);
    if (from < 0) {
      ++(from == WrongElements::nothing ? unwritten : unknown);
      return;
    }
    ++moved;
    if (!ruled || pairs.size() >= most_pairs) return;
    pairs.push_back({coordinates_of(elements, element), coordinates_of(elements, from)});
    origins.push_back(from);
  });
  std::sort(wrong.begin(), wrong.end());
  const bool twice = std::none_of(origins.begin(), origins.end(), [&](std::int64_t from) {
    return std::binary_search(wrong.begin(), wrong.end(), from);
  });
  std::vector<Message> out;
  if (unwritten > 0) out.push_back(say("no value arrives at {} {element|elements}", unwritten));
  if (moved > 0) {
    const Message rule = rule_of(pairs, elements.extents.size(), twice);
    out.push_back(rule.empty() ? say("{} {element receives|elements receive} the values of others", moved)
                               : say("{} {element|elements}: {}", moved, rule));
  }
  if (unknown > 0 && moved + unwritten > 0) out.push_back(say("{} {element|elements}: another value", unknown));
  if (elements.rest > 0) out.push_back(say("{} more wrong {element is|elements are} not listed", elements.rest));
  return out;
}

}  // namespace stridescope
