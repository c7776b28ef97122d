// Draws instances of exercises, puts answers into their holes, and compares the results as functions.
#include "core/lessons/exercise.h"

#include <algorithm>

#include "core/analysis/memory_value.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/facts/equality.h"
#include "core/facts/function.h"
#include "core/facts/function_pair.h"
#include "core/lessons/prose.h"
#include "core/value/kind_word.h"
#include "core/workspace/diagnostics.h"
#include "core/workspace/workspace.h"

namespace stridescope {
namespace {

// Gives the same numbers on every machine (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t count) {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<std::size_t>((z ^ (z >> 31)) % count);
  }

 private:
  std::uint64_t state_;
};

bool is_name_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Replaces the parameters in texts by their values.
class Instantiation {
 public:
  explicit Instantiation(std::vector<ExerciseParameter> parameters) : parameters_(std::move(parameters)) {}

  bool meets(const std::vector<std::string>& conditions, Error& error) const {
    for (const std::string& condition : conditions) {
      Workspace workspace;
      const Report& report = workspace.evaluate(cat(bindings(), condition), IntegerMode::teaching);
      if (const Diagnostic* wrong = first_failure(report)) {
        error = Error{wrong->code, wrong->message, {}, {}, {}};
        return false;
      }
      if (report.bindings.empty()) return false;
      const Value& value = report.bindings.back().value;
      const Bool* truth = value.as<Bool>();
      const Int* integer = value.integer();
      if (truth != nullptr ? !truth->value : integer == nullptr || integer->value == 0) return false;
    }
    return true;
  }

  Result<std::string> fill(std::string_view text) const {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '$') {
        out += text[i];
        continue;
      }
      if (i + 1 < text.size() && text[i + 1] == '(') {
        int depth = 0;
        std::size_t end = i + 1;
        for (; end < text.size(); ++end) {
          if (text[end] == '(') ++depth;
          if (text[end] == ')' && --depth == 0) break;
        }
        if (end == text.size()) return failure(ErrorCode::syntax, say("`$(` is never closed"));
        auto value = computed(text.substr(i + 2, end - i - 2));
        if (!value) return value;
        out += *value;
        i = end;
        continue;
      }
      std::size_t end = i + 1;
      while (end < text.size() && is_name_part(text[end])) ++end;
      const std::string_view name = text.substr(i + 1, end - i - 1);
      const auto found =
          std::find_if(parameters_.begin(), parameters_.end(), [&](const auto& p) { return p.name == name; });
      if (found == parameters_.end())
        return failure(ErrorCode::unknown_name, say("the exercise does not have parameter `{}`", name));
      append_all(out, found->value);
      i = end - 1;
    }
    return out;
  }

 private:
  std::string bindings() const {
    std::string out;
    for (const ExerciseParameter& parameter : parameters_)
      append_all(out, parameter.name, " = ", parameter.value, '\n');
    return out;
  }

  Result<std::string> computed(std::string_view expression) const {
    Workspace workspace;
    const Report& report = workspace.evaluate(cat(bindings(), expression), IntegerMode::teaching);
    if (const Diagnostic* wrong = first_failure(report)) return failure(wrong->code, wrong->message);
    if (report.bindings.empty()) return failure(ErrorCode::syntax, say("`{}` is not an expression", expression));
    return report.bindings.back().text;
  }

  std::vector<ExerciseParameter> parameters_;
};

bool has_hole(const Exercise& exercise) { return exercise.program.find('?') != std::string::npos; }

std::string program_with(const Exercise& exercise, std::string_view answer) {
  std::string out = exercise.hidden;
  for (const char c : exercise.program) {
    if (c == '?') {
      out += answer;
    } else {
      out += c;
    }
  }
  return out;
}

AnswerCheck wrong(Message why, std::optional<std::int64_t> at = std::nullopt) { return {false, std::move(why), at}; }
AnswerCheck unreadable(Message why) { return {false, std::move(why), {}, true}; }

// The printed value of an expression alone; empty if it has an error.
std::string printed(std::string_view expression, IntegerMode mode) {
  Workspace alone;
  const Report& report = alone.evaluate(expression, mode);
  return report.diagnostics.empty() && !report.bindings.empty() ? report.bindings.back().text : std::string();
}

std::string without_blanks(std::string_view text) {
  std::string out(text);
  out.erase(std::remove(out.begin(), out.end(), ' '), out.end());
  return out;
}

bool is_function(const Value& value) {
  return value.is<Layout>() || value.is<ComposedLayout>() || value.is<Tensor>() || value.is<Swizzle>();
}

// The value of the statement that begins there, or the error in it.
const ReportBinding* binding_at(const Report& report, std::size_t begin) {
  for (const ReportBinding& binding : report.bindings) {
    if (binding.span.begin == begin) return &binding;
  }
  return nullptr;
}

AnswerCheck compare_rows(const ReportBinding& got, const ReportBinding& wanted, const Exercise::Check& check) {
  const auto side = [](const ReportBinding& binding, const std::string& row) {
    return row.empty() ? std::optional<std::string>(trimmed(binding.text)) : row_of(binding.text, row);
  };
  const auto one = side(got, check.left_row);
  const auto other = side(wanted, check.right_row);
  if (!one || !other) return wrong(say("this is not the requested kind of value"));
  return *one == *other ? AnswerCheck{true, {}, {}} : wrong(say("this value is not correct"));
}

AnswerCheck compare(const ReportBinding& got, const ReportBinding& wanted) {
  if (!is_function(got.value) || !is_function(wanted.value)) {
    if (got.text == wanted.text) return {true, {}, {}};
    return wrong(is_function(got.value) == is_function(wanted.value)
                     ? say("this value is not correct")
                     : say("the answer is a value of the kind '{}'; expected '{}'", kind_word(got.value),
                           kind_word(wanted.value)));
  }
  const auto [given, asked] = as_functions(got.value, wanted.value);
  const FunctionComparison comparison = compare_functions(given, asked);
  if (comparison.outcome == FunctionComparison::Outcome::equal) return {true, {}, {}};
  if (comparison.outcome == FunctionComparison::Outcome::not_checked) return wrong(comparison.why);
  if (comparison.at) {
    return wrong(say("at coordinate {} the answer gives {}, but {} is expected", *comparison.at, to_text(comparison.a),
                     to_text(comparison.b)),
                 comparison.at);
  }
  return wrong(say("the answer has {} {coordinate|coordinates}; expected {}", comparison.size_a, comparison.size_b));
}

AnswerCheck check_one(const Report& report, const Exercise::Check& check, std::size_t left, std::size_t right) {
  const ReportBinding* one = binding_at(report, left);
  if (one == nullptr) return wrong(say("this is not the requested kind of value"));
  if (check.kind == Exercise::Check::Kind::same) {
    const ReportBinding* other = binding_at(report, right);
    if (other == nullptr) return wrong(say("this is not the requested kind of value"));
    if (!check.left_row.empty() || !check.right_row.empty()) return compare_rows(*one, *other, check);
    return compare(*one, *other);
  }
  if (check.kind == Exercise::Check::Kind::calm) {
    const SharedAccess* access = one->value.as<SharedAccess>();
    if (access == nullptr) return wrong(say("this is not the requested kind of value"));
    if (access->counts.excess_wavefronts() == 0) return {true, {}, {}};
    return wrong(say("it costs {} {wavefront|wavefronts} (ideal: {})", access->counts.wavefronts,
                     access->counts.ideal_wavefronts));
  }
  const Bool* truth = one->value.as<Bool>();
  if (truth != nullptr && truth->value) return {true, {}, {}};
  return wrong(say("this does not do what is requested"));
}

}  // namespace

Result<Exercise> instance_of(const Exercise& exercise, std::uint64_t seed) {
  std::vector<ExerciseParameter> parameters = exercise.parameters;
  Random random(seed);
  constexpr int max_draws = 1000;
  Error error{ErrorCode::unsupported, say("no parameters satisfy the conditions of the exercise"), {}, {}, {}};
  bool found = false;
  for (int draw = 0; draw < max_draws && !found; ++draw) {
    if (seed != 0) {
      for (ExerciseParameter& parameter : parameters)
        parameter.value = parameter.choices[random.below(parameter.choices.size())];
    }
    found = Instantiation(parameters).meets(exercise.where, error);
    if (!found && (seed == 0 || error.code != ErrorCode::unsupported)) break;
  }
  if (!found) return failure(std::move(error));
  const Instantiation instantiation(std::move(parameters));
  Exercise out = exercise;
  out.parameters.clear();
  out.where.clear();
  std::vector<std::string*> texts = {&out.ask, &out.program, &out.hidden, &out.solution};
  for (Exercise::WrongAnswer& one : out.wrong) texts.insert(texts.end(), {&one.answer, &one.because});
  for (std::string& text : out.hints) texts.push_back(&text);
  for (Exercise::Check& check : out.checks) {
    texts.push_back(&check.left);
    texts.push_back(&check.right);
  }
  for (std::string* text : texts) {
    auto filled = instantiation.fill(*text);
    if (!filled) return failure(std::move(filled.error()));
    *text = std::move(*filled);
  }
  const auto right = [&](const Exercise::WrongAnswer& one) { return one.answer == out.solution; };
  out.wrong.erase(std::remove_if(out.wrong.begin(), out.wrong.end(), right), out.wrong.end());
  return out;
}

AnswerCheck check_answer(const Exercise& instance, std::string_view answer) {
  answer = trimmed(answer);
  if (answer.empty()) return unreadable(say("no answer yet"));
  if (answer.size() > max_answer_bytes) return unreadable(say("the answer is too long"));
  // An answer is one expression, without anything that ends a statement or hides the rest of a line.
  for (const std::string_view mark : {"\n", "\r", ";", "#", "//", "/*", "=", "?", "\""}) {
    if (answer.find(mark) != std::string_view::npos) return unreadable(say("expected one expression"));
  }
  int depth = 0;
  for (const char c : answer) {
    if (c == '(') ++depth;
    if (c == ')' && --depth < 0) break;
  }
  if (depth != 0) return unreadable(say("the brackets do not match"));
  {
    Workspace alone;
    const Report& report = alone.evaluate(answer, instance.mode);
    for (const Diagnostic& d : report.diagnostics) {
      if (d.code == ErrorCode::syntax) return unreadable(d.message);
      if (instance.kind == ExerciseKind::predict && fails(d)) return wrong(d.message);
    }
  }
  std::string program = program_with(instance, answer);
  if (!program.empty() && program.back() != '\n') program += '\n';
  // `answer` alone may be invalid: "3" for a stride is a value, a mode of a tiler need not be one.
  append_all(program, "answer = ", answer, '\n');
  const std::size_t end = program.size();
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (const Exercise::Check& check : instance.checks) {
    const std::size_t left = program.size();
    append_all(program, check.left, '\n');
    const std::size_t right = program.size();
    if (check.kind == Exercise::Check::Kind::same) append_all(program, check.right, '\n');
    places.emplace_back(left, right);
  }
  Workspace workspace;
  const Report& report = workspace.evaluate(program, instance.mode);
  for (const Diagnostic& d : report.diagnostics) {
    if (d.severity == Severity::error && d.span.begin < end) return wrong(d.message);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    AnswerCheck result = check_one(report, instance.checks[i], places[i].first, places[i].second);
    if (!result.right) return result;
  }
  return {true, {}, {}};
}

std::string solved_program(const Exercise& instance) {
  std::string out = program_with(instance, instance.solution);
  if (!has_hole(instance)) append_all(out, "answer = ", instance.solution, '\n');
  return out;
}

Result<std::string> mistake_text(const Exercise& instance, std::string_view answer, const Catalog& catalog) {
  const std::string text = without_blanks(answer);
  const std::string value = printed(answer, instance.mode);
  for (const auto& [listed, because] : instance.wrong) {
    if (text != without_blanks(listed) && (value.empty() || value != printed(listed, instance.mode))) continue;
    return filled_prose(because, solved_program(instance), instance.mode, catalog);
  }
  return std::string();
}

Result<std::string> question_text(const Exercise& instance, const Catalog& catalog) {
  return filled_prose(instance.ask, solved_program(instance), instance.mode, catalog);
}

Result<std::string> hint_text(const Exercise& instance, std::size_t wrong_answers, const Catalog& catalog) {
  if (instance.hints.empty() || wrong_answers == 0) return std::string();
  const std::size_t index = std::min(wrong_answers, instance.hints.size()) - 1;
  return filled_prose(instance.hints[index], solved_program(instance), instance.mode, catalog);
}

}  // namespace stridescope
