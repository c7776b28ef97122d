// Reads a lesson line by line: front matter, steps, fences. A line that is neither a fence nor a title is prose.
#include "core/lessons/lesson.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace stridescope {
namespace {

bool is_name(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), allowed);
}

std::optional<std::int64_t> to_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 15) return std::nullopt;
  std::int64_t out = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    out = out * 10 + (c - '0');
  }
  return negative ? -out : out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = trimmed(text.substr(0, end));
    if (!part.empty()) out.push_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Result<Lesson> read() {
    if (text_.size() > max_lesson_bytes) return failure(ErrorCode::too_large, say("the lesson is too long"));
    read_front_matter();
    while (!error_ && at_ < text_.size()) read_line();
    if (!error_) finish_step();
    if (!error_ && lesson_.steps.empty()) fail(say("a lesson needs a step: a line that begins with `## `"));
    if (error_) return failure(std::move(*error_));
    return std::move(lesson_);
  }

 private:
  // A line without its line break; `at_` is then after it.
  std::string_view next_line() {
    line_ = at_;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    return line;
  }

  Span line_span() const { return {static_cast<std::uint32_t>(line_), static_cast<std::uint32_t>(at_)}; }

  void fail(Message message, ErrorCode code = ErrorCode::syntax) {
    if (!error_) error_ = Error{code, std::move(message), {}, line_span(), {}};
  }

  // "key: value"; empty without a colon.
  static std::optional<std::pair<std::string_view, std::string_view>> key_value(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    return std::pair{trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1))};
  }

  void read_front_matter() {
    if (trimmed(next_line()) != "---") return fail(say("a lesson begins with front matter between two lines `---`"));
    while (at_ < text_.size()) {
      const std::string_view line = next_line();
      if (trimmed(line) == "---") {
        if (!is_name(lesson_.id) || lesson_.title.empty() || lesson_.minutes <= 0) {
          fail(say("the front matter needs id, title and minutes"));
        }
        return;
      }
      const auto pair = key_value(line);
      if (!pair) return fail(say("expected `key: value`"));
      const auto& [key, value] = *pair;
      if (key == "id") {
        lesson_.id = value;
      } else if (key == "title") {
        lesson_.title = value;
      } else if (key == "about") {
        lesson_.about = value;
      } else if (key == "minutes") {
        lesson_.minutes = to_integer(value).value_or(0);
      } else if (key == "needs") {
        for (const std::string_view part : split(value, ',')) lesson_.needs.emplace_back(part);
      } else if (key == "teaches") {
        for (const std::string_view part : split(value, ',')) lesson_.teaches.emplace_back(part);
      } else if (key == "beyond") {
        lesson_.beyond = value;
      } else if (key == "part") {
        lesson_.part = value;
      } else {
        return fail(say("front matter cannot contain `{}`", key));
      }
    }
    fail(say("the front matter is never closed"));
  }

  void read_line() {
    const std::string_view line = next_line();
    if (line.starts_with("## ")) {
      finish_step();
      begin_step(trimmed(line.substr(3)));
    } else if (line.starts_with("```")) {
      read_fence(trimmed(line.substr(3)));
    } else if (!lesson_.steps.empty()) {
      append_all(lesson_.steps.back().prose, line, '\n');
    } else if (!trimmed(line).empty()) {
      fail(say("prose must be inside a step: expected a line that begins with `## ` first"));
    }
  }

  // "Title {#id}"
  void begin_step(std::string_view title) {
    if (lesson_.steps.size() == max_lesson_steps)
      return fail(say("the lesson has too many steps"), ErrorCode::too_large);
    const std::size_t brace = title.rfind("{#");
    if (brace == std::string_view::npos || !title.ends_with('}'))
      return fail(say("a step's title ends with its id: `{{#id}}`"));
    LessonStep step;
    step.id = trimmed(title.substr(brace + 2, title.size() - brace - 3));
    step.title = trimmed(title.substr(0, brace));
    step.span = line_span();
    if (!is_name(step.id) || step.title.empty()) return fail(say("a step's title ends with its id: `{{#id}}`"));
    for (const LessonStep& other : lesson_.steps) {
      if (other.id == step.id) return fail(say("two steps have the name `{}`", step.id));
    }
    has_program_ = false;
    lesson_.steps.push_back(std::move(step));
  }

  void finish_step() {
    if (lesson_.steps.empty()) return;
    LessonStep& step = lesson_.steps.back();
    step.prose = std::string(trimmed(step.prose));
    if (!has_program_) fail(say("the step `{}` does not have a program", step.id));
    if (step.prose.empty()) fail(say("the step `{}` does not have prose", step.id));
  }

  void read_fence(std::string_view info) {
    const std::size_t begin = line_;
    const std::size_t space = std::min(info.find(' '), info.size());
    const std::string_view word = info.substr(0, space);
    if (lesson_.steps.empty())
      return fail(say("prose must be inside a step: expected a line that begins with `## ` first"));
    if (word != "stride" && word != "exercise")
      return fail(say("a fence must contain `stride` or `exercise`, not `{}`", word));
    const std::size_t body = at_;
    while (true) {
      if (at_ >= text_.size()) return fail(say("the fence is never closed"));
      const std::string_view line = next_line();
      if (line == "```") break;
      if (line.starts_with("```")) return fail(say("the fence is never closed"));
    }
    const std::string_view content = text_.substr(body, line_ - body);
    const std::size_t end = at_;
    if (word == "stride") {
      if (has_program_) return fail(say("a step must have one program"));
      has_program_ = true;
      LessonProgram& program = lesson_.steps.back().program;
      program.text = content;
      read_attributes(info.substr(space), program);
    } else {
      read_exercise(body, content);
      if (!error_)
        lesson_.steps.back().exercises.back().span = {static_cast<std::uint32_t>(begin),
                                                      static_cast<std::uint32_t>(end)};
    }
    at_ = end;
  }

  // key=value separated by blanks; a value with blanks is in quotes.
  void read_attributes(std::string_view info, LessonProgram& program) {
    while (!(info = trimmed(info)).empty()) {
      const std::size_t equals = info.find('=');
      if (equals == std::string_view::npos) return fail(say("expected `key=value`"));
      const std::string_view key = info.substr(0, equals);
      info.remove_prefix(equals + 1);
      std::string_view value;
      if (info.starts_with('"')) {
        const std::size_t close = info.find('"', 1);
        if (close == std::string_view::npos) return fail(say("a quote is never closed"));
        value = info.substr(1, close - 1);
        info.remove_prefix(close + 1);
      } else {
        value = info.substr(0, std::min(info.find(' '), info.size()));
        info.remove_prefix(value.size());
      }
      read_attribute(key, value, program);
    }
  }

  void read_attribute(std::string_view key, std::string_view value, LessonProgram& program) {
    if (key == "ints") {
      read_mode(value, program.mode);
    } else if (key == "view") {
      if (const auto view = read_view(value)) program.views.push_back(*view);
    } else if (key == "front") {
      program.front = value;
    } else if (key == "play") {
      program.plays.emplace_back(value);
    } else if (key == "light") {
      const std::size_t colon = std::min(value.find(':'), value.size());
      LessonProgram::Light light{std::string(value.substr(0, colon)), {}};
      for (const std::string_view part : split(value.substr(std::min(colon + 1, value.size())), ',')) {
        const auto cell = to_integer(part);
        if (!cell || *cell < 0) return fail(say("cells must be natural numbers, not `{}`", part));
        light.cells.push_back(*cell);
      }
      if (light.name.empty() || light.cells.empty()) return fail(say("expected `light=NAME:CELL,CELL`"));
      program.lights.push_back(std::move(light));
    } else if (key == "arrow") {
      const std::size_t middle = value.find('>');
      const auto from = key_value(value.substr(0, std::min(middle, value.size())));
      const auto to = middle == std::string_view::npos ? std::nullopt : key_value(value.substr(middle + 1));
      const auto from_cell = from ? to_integer(from->second) : std::nullopt;
      const auto to_cell = to ? to_integer(to->second) : std::nullopt;
      if (!from_cell || !to_cell) return fail(say("expected `arrow=NAME:CELL>NAME:CELL`"));
      program.arrows.push_back({std::string(from->first), *from_cell, std::string(to->first), *to_cell});
    } else {
      fail(say("a program cannot contain `{}`", key));
    }
  }

  std::optional<LessonProgram::View> read_view(std::string_view value) {
    const std::size_t colon = value.find(':');
    if (colon == std::string_view::npos || colon == 0) {
      fail(say("expected `NAME:kind=...`"));
      return std::nullopt;
    }
    return LessonProgram::View{std::string(trimmed(value.substr(0, colon))),
                               std::string(trimmed(value.substr(colon + 1)))};
  }

  void read_mode(std::string_view value, IntegerMode& mode) {
    if (value == "cute") {
      mode = IntegerMode::cute;
    } else if (value == "teaching") {
      mode = IntegerMode::teaching;
    } else {
      fail(say("`ints` must be `cute` or `teaching`"));
    }
  }

  void read_exercise(std::size_t body, std::string_view content) {
    LessonStep& step = lesson_.steps.back();
    if (step.exercises.size() == max_step_exercises)
      return fail(say("the step has too many exercises"), ErrorCode::too_large);
    Exercise exercise;
    bool has_kind = false;
    at_ = body;
    while (at_ < body + content.size() && !error_) {
      const std::string_view line = next_line();
      if (trimmed(line).empty()) continue;
      const auto pair = key_value(line);
      if (!pair) return fail(say("expected `key: value`"));
      read_exercise_line(pair->first, pair->second, exercise, has_kind);
    }
    if (error_) return;
    if (!is_name(exercise.id) || !has_kind || exercise.ask.empty() || exercise.solution.empty() ||
        exercise.checks.empty()) {
      return fail(say("an exercise needs id, kind, ask, solution, and same, holds or calm"));
    }
    if (exercise.hints.size() != 3) return fail(say("an exercise needs three hints"));
    for (const LessonStep& other : lesson_.steps) {
      for (const Exercise& one : other.exercises) {
        if (one.id == exercise.id) return fail(say("two exercises have the name `{}`", exercise.id));
      }
    }
    step.exercises.push_back(std::move(exercise));
  }

  void read_exercise_line(std::string_view key, std::string_view value, Exercise& out, bool& has_kind) {
    if (key == "id") {
      out.id = value;
    } else if (key == "kind") {
      const auto* found = std::find(std::begin(exercise_kind_names), std::end(exercise_kind_names), value);
      if (found == std::end(exercise_kind_names)) return fail(say("unknown kind of exercise `{}`", value));
      out.kind = static_cast<ExerciseKind>(found - std::begin(exercise_kind_names));
      has_kind = true;
    } else if (key == "ints") {
      read_mode(value, out.mode);
    } else if (key == "ask") {
      append_all(out.ask, out.ask.empty() ? "" : "\n", value);
    } else if (key == "program") {
      append_all(out.program, value, '\n');
    } else if (key == "hidden") {
      append_all(out.hidden, value, '\n');
    } else if (key == "view") {
      if (const auto view = read_view(value)) out.views.push_back(*view);
    } else if (key == "from") {
      out.from = value;
    } else if (key == "solution") {
      out.solution = value;
    } else if (key == "wrong") {
      out.wrong.push_back({std::string(value)});
    } else if (key == "because" && !out.wrong.empty() && out.wrong.back().because.empty()) {
      out.wrong.back().because = value;
    } else if (key == "same") {
      const std::size_t middle = value.find(" == ");
      if (middle == std::string_view::npos) return fail(say("expected `same: ONE == OTHER`"));
      Exercise::Check check;
      std::tie(check.left, check.left_row) = with_row(value.substr(0, middle));
      std::tie(check.right, check.right_row) = with_row(value.substr(middle + 4));
      out.checks.push_back(std::move(check));
    } else if (key == "holds") {
      out.checks.push_back({Exercise::Check::Kind::holds, std::string(value), {}});
    } else if (key == "calm") {
      out.checks.push_back({Exercise::Check::Kind::calm, std::string(value), {}});
    } else if (key == "hint") {
      out.hints.emplace_back(value);
    } else if (key == "vary") {
      read_parameter(value, out);
    } else if (key == "where") {
      out.where.emplace_back(value);
    } else {
      fail(say("an exercise cannot contain `{}`", key));
    }
  }

  // For "access -> sectors": the expression and the row of its value.
  static std::pair<std::string, std::string> with_row(std::string_view side) {
    const std::size_t arrow = side.rfind(" -> ");
    if (arrow == std::string_view::npos) return {std::string(trimmed(side)), {}};
    return {std::string(trimmed(side.substr(0, arrow))), std::string(trimmed(side.substr(arrow + 4)))};
  }

  // "m = 4 in 2..6" or "m = 4 in 2,4,8"
  void read_parameter(std::string_view value, Exercise& out) {
    const std::size_t equals = value.find('=');
    const std::size_t in = value.find(" in ");
    if (equals == std::string_view::npos || in == std::string_view::npos || in < equals) {
      return fail(say("expected `vary: NAME = VALUE in CHOICES`"));
    }
    ExerciseParameter parameter;
    parameter.name = trimmed(value.substr(0, equals));
    const auto own = to_integer(trimmed(value.substr(equals + 1, in - equals - 1)));
    const std::string_view choices = trimmed(value.substr(in + 4));
    const std::size_t dots = choices.find("..");
    if (dots != std::string_view::npos) {
      const auto first = to_integer(choices.substr(0, dots));
      const auto last = to_integer(choices.substr(dots + 2));
      if (!first || !last || *last < *first || *last - *first > 4096)
        return fail(say("expected `vary: NAME = VALUE in CHOICES`"));
      for (std::int64_t i = *first; i <= *last; ++i) parameter.choices.push_back(i);
    } else {
      for (const std::string_view part : split(choices, ',')) {
        const auto choice = to_integer(part);
        if (!choice) return fail(say("expected `vary: NAME = VALUE in CHOICES`"));
        parameter.choices.push_back(*choice);
      }
    }
    const auto& all = parameter.choices;
    if (!is_name(parameter.name) || !own || std::find(all.begin(), all.end(), *own) == all.end() ||
        out.parameters.size() == 16) {
      return fail(say("expected `vary: NAME = VALUE in CHOICES`"));
    }
    parameter.value = *own;
    out.parameters.push_back(std::move(parameter));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;  // the start of the last line
  bool has_program_ = false;
  Lesson lesson_;
  std::optional<Error> error_;
};

}  // namespace

Result<Lesson> read_lesson(std::string_view text) { return Reader(text).read(); }

}  // namespace stridescope
