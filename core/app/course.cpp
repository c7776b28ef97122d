// Makes steps and exercises from the text of a lesson.
#include "core/app/course.h"

#include <algorithm>
#include <utility>

#include "core/app/library.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/functions/builtin.h"
#include "core/lessons/prose.h"
#include "core/pictures/choice.h"
#include "core/workspace/workspace.h"

namespace stridescope::app {
namespace {

auto no_step(std::string_view lesson, std::string_view step) {
  return failure(ErrorCode::unknown_name, say("the lesson '{}' does not have step '{}'", lesson, step));
}

// The lesson to begin with after a quiz: the lesson that teaches the first unsolved exercise, or else Lesson::beyond.
std::string where_to_begin(const Lesson& quiz, const std::vector<std::string>& solved) {
  for (const LessonStep& step : quiz.steps) {
    for (const Exercise& exercise : step.exercises) {
      if (std::find(solved.begin(), solved.end(), exercise.id) == solved.end())
        return exercise.from.substr(0, exercise.from.find('#'));
    }
  }
  return quiz.beyond;
}

Result<LessonStep> step_of(std::string_view text, std::string_view id) {
  auto lesson = read_lesson(text);
  if (!lesson) return failure(std::move(lesson.error()));
  for (LessonStep& step : lesson->steps) {
    if (step.id == id) return std::move(step);
  }
  return no_step(lesson->id, id);
}

Result<Exercise> instance_named(std::string_view text, const ExerciseName& name) {
  auto step = step_of(text, name.step);
  if (!step) return failure(std::move(step.error()));
  for (const Exercise& exercise : step->exercises) {
    if (exercise.id == name.exercise) return instance_of(exercise, name.seed);
  }
  return failure(ErrorCode::unknown_name, say("the step '{}' does not have exercise '{}'", name.step, name.exercise));
}

// The functions of the language in a step: those that its program calls, and those that its prose computes with or
// shows as code.
std::vector<std::string> functions_of(const LessonStep& step) {
  std::vector<std::string> out = called_functions(step.program.text);
  const auto add = [&](const std::string& name) {
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
  };
  std::string told;  // one expression per line
  std::string prose = step.prose;
  if (const auto placeholders = placeholders_of(prose)) {
    for (const Placeholder& one : *placeholders) append_all(told, one.expression, '\n');
  }
  for (std::size_t open = prose.find('`'); open != std::string::npos; open = prose.find('`', open + 1)) {
    const std::size_t close = prose.find('`', open + 1);
    if (close == std::string::npos) break;
    const std::string code(trimmed(std::string_view(prose).substr(open + 1, close - open - 1)));
    append_all(told, code, '\n');
    open = close;
    // A name alone counts unless it is the name of a value.
    const bool value = cat('\n', step.program.text).find(cat('\n', code, " = ")) != std::string::npos;
    if (!value && find_builtin(code) != nullptr) add(code);
  }
  // Parsed after the program: with morphisms in the program, calls can be theirs.
  for (const std::string& name : called_functions(cat(step.program.text, '\n', told))) add(name);
  return out;
}

// A card shows one picture: the first one of each name. The first card is pinned.
std::vector<View> card_views(const LessonProgram& program) {
  std::vector<View> out;
  const auto of = [&](const std::string& name) {
    return std::find_if(out.begin(), out.end(), [&](const View& view) { return view.name == name; });
  };
  for (const auto& [name, view] : program.views) {
    if (of(name) == out.end()) out.push_back({name, view});
  }
  if (program.front.empty()) return out;
  if (of(program.front) == out.end()) out.push_back({program.front, {}});
  View& front = *of(program.front);
  ViewChoice choice = read_choice(front.view);
  choice.pin = true;
  front.view = print_choice(choice);
  return out;
}

int binding_named(const Workspace& workspace, std::string_view name) {
  const auto& bindings = workspace.report().bindings;
  for (std::size_t i = bindings.size(); i-- > 0;) {
    if (bindings[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

// "A: grid"; only the name if the value does not have such a picture.
Message title_of(const Workspace& workspace, const std::string& name, std::string_view words) {
  const int binding = binding_named(workspace, name);
  const auto view = workspace.view(binding, words);
  const auto offered = workspace.views(binding);
  if (view && offered) {
    for (const OfferedView& one : *offered) {
      if (one.picture == view->picture) return say("{}: {}", name, one.title);
    }
  }
  return Message::verbatim(name);
}

// Pictures of one value and one kind differ in the texts of their cells, or in their colors.
void tell_apart(const Workspace& workspace, std::vector<ShownStep::Picture>& pictures) {
  const auto view_of = [&](const ShownStep::Picture& one) {
    return workspace.view(binding_named(workspace, one.name), one.view);
  };
  std::vector<Message> titles;
  for (const ShownStep::Picture& one : pictures) {
    Message title = one.title;
    const auto view = view_of(one);
    for (const ShownStep::Picture& other : pictures) {
      const auto unlike = view_of(other);
      if (&other == &one || other.title != one.title || !view || !unlike) continue;
      if (view->label != unlike->label) {
        title = say("{}, {}", one.title, title_of(view->label));
      } else if (view->color != unlike->color) {
        title = say("{}, {}", one.title, title_of(view->color));
      }
    }
    titles.push_back(std::move(title));
  }
  for (std::size_t i = 0; i < pictures.size(); ++i) pictures[i].title = std::move(titles[i]);
}

// Draws the values that the question shows, with the answer in its place. `draw` gets workspace, binding and view.
template <class Draw>
void draw_pictures(const Exercise& instance, const Draw& draw) {
  if (instance.views.empty()) return;
  Workspace workspace;
  workspace.evaluate(solved_program(instance), instance.mode);
  for (const LessonProgram::View& view : instance.views) {
    if (const int binding = binding_named(workspace, view.name); binding >= 0) draw(workspace, binding, view);
  }
}

std::vector<ShownExercise::Picture> pictures_of(const Exercise& instance, const Catalog& catalog) {
  std::vector<ShownExercise::Picture> out;
  draw_pictures(instance, [&](const Workspace& workspace, int binding, const LessonProgram::View& shown) {
    const auto view = workspace.view(binding, shown.view);
    if (!view) return;
    auto svg = workspace.emit(binding, "svg", *view, catalog);
    if (svg) out.push_back({shown.name, std::move(*svg)});
  });
  return out;
}

}  // namespace

Result<LessonOutline> lesson_outline(std::string_view text) {
  auto lesson = read_lesson(text);
  if (!lesson) return failure(std::move(lesson.error()));
  LessonOutline out = {*lesson, {}};
  for (const LessonStep& step : lesson->steps) {
    LessonOutline::Step& to = out.steps.emplace_back(LessonOutline::Step{step.id, step.title, {}, functions_of(step)});
    for (const Exercise& exercise : step.exercises) to.exercises.push_back({exercise.id, exercise.kind, exercise.from});
  }
  return out;
}

Result<LessonWay> lesson_way(std::string_view text, std::string_view step, const std::vector<LessonName>& course,
                             const std::vector<std::string>& solved) {
  const auto lesson = read_lesson(text);
  if (!lesson) return failure(lesson.error());
  const auto& steps = lesson->steps;
  const auto at = std::find_if(steps.begin(), steps.end(), [&](const LessonStep& one) { return one.id == step; });
  if (at == steps.end()) return no_step(lesson->id, step);
  const auto called = [&](std::string_view id) {
    return std::find_if(course.begin(), course.end(), [&](const LessonName& one) { return one.id == id; });
  };
  LessonWay out;
  if (at != steps.begin()) {
    out.before = LessonPlace{lesson->id, (at - 1)->id};
    out.before_title = Message::verbatim((at - 1)->title);
  }
  if (at + 1 != steps.end()) {
    out.next = LessonPlace{lesson->id, (at + 1)->id};
    out.next_title = Message::verbatim((at + 1)->title);
  } else if (!lesson->beyond.empty()) {
    out.begins = true;
    // The author may have omitted the lesson that teaches an exercise.
    if (auto begin = where_to_begin(*lesson, solved); !begin.empty()) {
      const auto there = called(begin);
      out.next_title = say("Begin with: {}", Message::verbatim(there == course.end() ? begin : there->title));
      out.next = LessonPlace{std::move(begin), {}};
    }
  } else if (const auto here = called(lesson->id); here != course.end() && here + 1 != course.end()) {
    out.next = LessonPlace{(here + 1)->id, {}};
    out.next_title = Message::verbatim((here + 1)->title);
  }
  return out;
}

Result<ShownStep> lesson_step(std::string_view text, std::string_view id, const Catalog& catalog) {
  auto step = step_of(text, id);
  if (!step) return failure(std::move(step.error()));
  LessonProgram& program = step->program;
  Workspace workspace;
  workspace.evaluate(program.text, program.mode);
  auto prose = filled_prose(step->prose, program.text, program.mode, catalog);
  if (!prose) return failure(std::move(prose.error()));
  ShownStep out;
  out.id = step->id;
  out.title = step->title;
  out.prose = std::move(*prose);
  out.program = program.text;
  out.mode = program.mode;
  out.views = card_views(program);
  for (const auto& [name, view] : program.views) out.pictures.push_back({name, view, title_of(workspace, name, view)});
  tell_apart(workspace, out.pictures);
  out.lights = std::move(program.lights);
  out.arrows = std::move(program.arrows);
  out.plays = std::move(program.plays);
  return out;
}

Result<ShownExercise> shown_exercise(std::string_view text, const ExerciseName& name, const Catalog& catalog) {
  auto instance = instance_named(text, name);
  if (!instance) return failure(std::move(instance.error()));
  auto question = question_text(*instance, catalog);
  if (!question) return failure(std::move(question.error()));
  // An instance has its parameters filled in, and no other instances.
  auto other = instance_named(text, {name.step, name.exercise, name.seed + 1});
  ShownExercise out;
  out.kind = instance->kind;
  out.question = std::move(*question);
  out.program = instance->program;
  out.before = instance->program;
  while (out.before.ends_with('\n')) out.before.pop_back();
  if (const std::size_t hole = out.before.find('?'); hole != std::string::npos) {
    out.after = out.before.substr(hole + 1);
    out.before.resize(hole);
  } else {
    append_all(out.before, out.before.empty() ? "" : "\n", "answer = ");
  }
  out.mode = instance->mode;
  out.pictures = pictures_of(*instance, catalog);
  out.varies = other && (other->program != instance->program || other->ask != instance->ask ||
                         other->hidden != instance->hidden);
  out.hints = static_cast<std::int64_t>(instance->hints.size());
  return out;
}

Result<std::string> solution_of(std::string_view text, const ExerciseName& name) {
  auto instance = instance_named(text, name);
  if (!instance) return failure(std::move(instance.error()));
  return std::move(instance->solution);
}

Result<MarkedAnswer> marked_answer(std::string_view text, const ExerciseName& name, std::string_view answer,
                                   std::uint32_t wrong, const Catalog& catalog) {
  auto instance = instance_named(text, name);
  if (!instance) return failure(std::move(instance.error()));
  AnswerCheck check = check_answer(*instance, answer);
  MarkedAnswer out = {check.right, std::move(check.why), check.at, {}, {}, {}};
  if (answer.size() <= max_answer_bytes && instance->hidden.empty()) {
    Exercise own = *instance;
    own.solution = std::string(answer);
    out.program = solved_program(own);
  }
  if (check.unreadable && !trimmed(answer).empty()) return out;
  auto hint = hint_text(*instance, out.right ? instance->hints.size() : std::size_t{wrong} + 1, catalog);
  if (!hint) return failure(std::move(hint.error()));
  out.hint = std::move(*hint);
  if (out.right) return out;
  auto mistake = mistake_text(*instance, answer, catalog);
  if (!mistake) return failure(std::move(mistake.error()));
  out.mistake = std::move(*mistake);
  return out;
}

}  // namespace stridescope::app
