// Checks an answer by brute force: conditions are texts and booleans of the language, and functions are enumerated.
// Implements plain layouts a second time; other functions are evaluated at each coordinate in the language.
#include "oracle.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <utility>
#include <variant>

#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

constexpr std::int64_t most_coordinates = 1 << 16;

const ReportBinding* named(const Report& report, const std::string& name) {
  const ReportBinding* found = nullptr;
  for (const ReportBinding& binding : report.bindings) {
    if (binding.name == name) found = &binding;
  }
  return found;
}

std::int64_t extent_of(TupleRef shape) {
  if (!shape.is_tuple()) return shape.integer().value;
  std::int64_t out = 1;
  for (const TupleRef mode : shape) out *= extent_of(mode);
  return out;
}

// The offset of a 1-D coordinate: each mode takes the remainder by its size, the next ones the quotient.
std::int64_t offset_of(TupleRef shape, TupleRef stride, std::int64_t at) {
  if (!shape.is_tuple()) return at * stride.integer().value;
  std::int64_t out = 0;
  for (int i = 0; i < shape.size(); ++i) {
    const std::int64_t extent = extent_of(shape[i]);
    out += offset_of(shape[i], stride[i], i + 1 < shape.size() ? at % extent : at);
    at /= extent;
  }
  return out;
}

// Layout with offsets that separate a function from others that begin with the same value; null for swizzled ones.
const Layout* plain_layout(const Value& value) {
  const auto* layout = value.as<Layout>();
  if (const auto* tensor = value.as<Tensor>()) layout = std::get_if<Layout>(&tensor->layout);
  return layout != nullptr && !layout->stride.ref().has_basis() ? layout : nullptr;
}

// The values of a function at its first coordinates, as texts; for a tensor, the distances from its first element.
std::optional<std::vector<std::string>> walked(const std::string& program, IntegerMode mode,
                                               const ReportBinding& function, std::int64_t count) {
  std::vector<std::string> out;
  const Layout* layout = plain_layout(function.value);
  const bool tensor = layout != nullptr && function.value.is<Tensor>();
  if (layout != nullptr) {
    for (std::int64_t i = 0; i < count; ++i) out.push_back(std::to_string(offset_of(layout->shape, layout->stride, i)));
    if (!tensor) return out;
    count = 1;
  }
  std::vector<std::string> offsets = std::exchange(out, {});
  // Limited, because the length of a program is limited.
  constexpr std::int64_t piece = 512;
  for (std::int64_t begin = 0; begin < count; begin += piece) {
    std::string asked = program;
    for (std::int64_t i = begin; i < std::min(count, begin + piece); ++i)
      asked += "value_there = " + function.name + "(" + std::to_string(i) + ")\n";
    Workspace w;
    for (const ReportBinding& binding : w.evaluate(asked, mode).bindings) {
      if (binding.name != "value_there") continue;
      std::string text = binding.text;
      std::erase(text, '_');
      out.push_back(std::move(text));
    }
  }
  if (out.size() != static_cast<std::size_t>(count)) return std::nullopt;
  out.insert(out.end(), offsets.begin(), offsets.end());
  return out;
}

bool is_walkable(const Value& value) { return value.is<Layout>() || value.is<ComposedLayout>() || value.is<Tensor>(); }

// The word that follows the name at the beginning of a line.
std::string row(const std::string& text, const std::string& name) {
  if (name.empty()) return text;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos || line.compare(begin, name.size(), name) != 0) continue;
    const std::string rest = line.substr(begin + name.size());
    if (rest.substr(0, 2) != "  " && rest.substr(0, 2) != ": ") continue;
    std::istringstream words(rest.substr(1));
    std::string word;
    words >> word;
    while (word.ends_with(',') || word.ends_with(':')) word.pop_back();
    return word;
  }
  return {};
}

std::optional<bool> equal(const std::string& program, IntegerMode mode, const ReportBinding& left,
                          const ReportBinding& right, const Exercise::Check& check) {
  if (!check.left_row.empty() || !check.right_row.empty()) {
    const std::string one = row(left.text, check.left_row);
    const std::string other = row(right.text, check.right_row);
    return !one.empty() && one == other;
  }
  if (!is_walkable(left.value) || !is_walkable(right.value)) return left.text == right.text;
  Workspace w;
  const Report& report = w.evaluate(program + "n = size(" + left.name + ")\nm = size(" + right.name + ")\n", mode);
  const ReportBinding* n = named(report, "n");
  const ReportBinding* m = named(report, "m");
  if (n == nullptr || m == nullptr || n->value.integer() == nullptr || m->value.integer() == nullptr)
    return std::nullopt;
  const std::int64_t count = n->value.integer()->value;
  if (count != m->value.integer()->value) return false;
  if (count > most_coordinates) return std::nullopt;
  const auto one = walked(program, mode, left, count);
  const auto other = walked(program, mode, right, count);
  if (!one || !other) return std::nullopt;
  return *one == *other;
}

}  // namespace

std::vector<std::string> mutated(const std::string& answer) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < answer.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(answer[i])) == 0) continue;
    std::size_t end = i;
    while (end < answer.size() && std::isdigit(static_cast<unsigned char>(answer[end])) != 0) ++end;
    const bool in_name = i > 0 && std::isalpha(static_cast<unsigned char>(answer[i - 1])) != 0;
    if (!in_name && end - i < 10) {
      const std::int64_t integer = std::stoll(answer.substr(i, end - i));
      for (const std::int64_t other : {integer + 1, integer - 1}) {
        if (other >= 0) out.push_back(answer.substr(0, i) + std::to_string(other) + answer.substr(end));
      }
    }
    i = end;
  }
  // Entries next to a comma swap places if they contain no brackets.
  const std::string marks = "()<>, ";
  for (std::size_t comma = answer.find(','); comma != std::string::npos; comma = answer.find(',', comma + 1)) {
    const std::size_t left = answer.find_last_of(marks, comma - 1) + 1;
    const std::size_t right = std::min(answer.find_first_not_of(' ', comma + 1), answer.size());
    const std::size_t end = std::min(answer.find_first_of(marks, right), answer.size());
    const std::string one = answer.substr(left, comma - left);
    const std::string other = answer.substr(right, end - right);
    const bool called = end < answer.size() && (answer[end] == '(' || answer[end] == '<');
    if (one.empty() || other.empty() || one == other || called) continue;
    out.push_back(answer.substr(0, left) + other + answer.substr(comma, right - comma) + one + answer.substr(end));
  }
  return out;
}

std::optional<bool> judged(const Exercise& instance, const std::string& answer) {
  if (instance.kind == ExerciseKind::predict) {
    Workspace alone;
    if (!alone.evaluate(answer, instance.mode).diagnostics.empty()) return false;
  }
  std::string program = instance.hidden;
  for (const char c : instance.program) program += c == '?' ? answer : std::string(1, c);
  program += "\nanswer = " + answer + "\n";
  const std::size_t end = program.size();
  const auto side = [](const char* name, std::size_t i) { return name + std::to_string(i); };
  for (std::size_t i = 0; i < instance.checks.size(); ++i) {
    const Exercise::Check& check = instance.checks[i];
    program += side("left_side", i) + " = " + check.left + "\n";
    if (check.kind == Exercise::Check::Kind::same) program += side("right_side", i) + " = " + check.right + "\n";
  }
  Workspace w;
  const Report& report = w.evaluate(program, instance.mode);
  for (const Diagnostic& d : report.diagnostics) {
    if (d.span.begin < end) return false;
  }
  for (std::size_t i = 0; i < instance.checks.size(); ++i) {
    const Exercise::Check& check = instance.checks[i];
    const ReportBinding* left = named(report, side("left_side", i));
    if (left == nullptr) return false;
    std::optional<bool> met = false;
    if (check.kind == Exercise::Check::Kind::calm) {
      met = left->text.find("excess 0") != std::string::npos;
    } else if (check.kind == Exercise::Check::Kind::holds) {
      met = left->text == "true";
    } else if (const ReportBinding* right = named(report, side("right_side", i))) {
      met = equal(program, instance.mode, *left, *right, check);
    }
    if (!met || !*met) return met;
  }
  return true;
}

}  // namespace stridescope
