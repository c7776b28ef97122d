// Lessons, steps and exercises, asked of the application on a worker; and progress as JSON.
#include "desktop/model/course.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/json_fields.h"
#include "core/base/text.h"

namespace stridescope::desktop {

template <class Ask, class Take>
void Course::ask(Ask job, Take take) {
  worker_.post(0, [this, turn = turn_, job = std::move(job), take = std::move(take)]() -> Worker::Done {
    return [this, turn, take, result = job()]() mutable {
      if (turn == turn_) take(std::move(result));
    };
  });
}

// --- The lessons

const std::vector<Course::Listed>& Course::lessons() {
  if (!listed_.empty()) return listed_;
  for (const LessonFile& file : lesson_files()) {
    if (auto outline = app::lesson_outline(file.text(chinese_))) listed_.push_back({&file, std::move(*outline)});
  }
  std::stable_partition(listed_.begin(), listed_.end(), [](const Listed& one) { return one.file->numbered(); });
  return listed_;
}

const Course::Listed* Course::listed(std::string_view id) {
  const auto& all = lessons();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Listed& one) { return one.outline.id == id; });
  return found == all.end() ? nullptr : &*found;
}

std::size_t Course::number_of(std::string_view id) {
  const Listed* one = listed(id);
  return one != nullptr && one->file->numbered() ? static_cast<std::size_t>(one - listed_.data()) + 1 : 0;
}

std::size_t Course::numbered() {
  return static_cast<std::size_t>(
      std::count_if(lessons().begin(), lessons().end(), [](const Listed& one) { return one.file->numbered(); }));
}

// --- The step that is open

void Course::open(std::string_view lesson, std::string_view step) {
  place_ = {std::string(lesson), std::string(step)};
  const Listed* one = listed(lesson);
  if (step.empty() && one != nullptr && !one->outline.steps.empty()) place_->step = one->outline.steps.front().id;
  last_ = place_;
  step_.reset();
  prose_.clear();
  exercises_.clear();
  ask_step(false);
}

void Course::close() {
  place_.reset();
  way_.reset();
  ++turn_;
  step_.reset();
  prose_.clear();
  exercises_.clear();
  trouble.clear();
}

void Course::speak(bool chinese, const Catalog& catalog) {
  if (chinese == chinese_) return;
  chinese_ = chinese;
  catalog_ = &catalog;
  listed_.clear();
  if (place_) ask_step(true);
}

void Course::ask_step(bool again) {
  ++turn_;
  way_.reset();
  const Listed* one = listed(place_->lesson);
  if (one == nullptr) {
    trouble = "There is no such lesson.";
    return;
  }
  trouble.clear();
  const std::string_view text = one->file->text(chinese_);
  if (!again) {
    for (const app::LessonOutline::Step& step : one->outline.steps) {
      if (step.id != place_->step) continue;
      for (const app::LessonOutline::Exercise& exercise : step.exercises) {
        // As it was left.
        const auto kept = answers_.find(cat(place_->lesson, "/", exercise.id));
        const Answer left = kept == answers_.end() ? Answer() : kept->second;
        exercises_.push_back({exercise, {step.id, exercise.id, left.seed}, {}, {}, {}, left.text, {}, {}, 0, false});
      }
    }
  }
  ask([text, step = place_->step, catalog = catalog_] { return app::lesson_step(text, step, *catalog); },
      [this, again](Result<app::ShownStep> step) {
        if (!step) {
          trouble = render(step.error().message, *catalog_);
          return;
        }
        prose_ = read_prose(step->prose);
        const std::string before = step_ ? step_->program : std::string();
        step_ = std::move(*step);
        const bool retold = again && step_->program != before && untouched && untouched(before);
        if ((!again || retold) && opened) opened(*step_);
      });
  for (std::size_t at = 0; at < exercises_.size(); ++at) {
    // What was said is in the language of before.
    exercises_[at].said.reset();
    exercises_[at].waits = false;
    ask_exercise(at);
  }
}

const app::LessonWay& Course::way() {
  if (way_) return *way_;
  way_.emplace();
  const Listed* one = place_ ? listed(place_->lesson) : nullptr;
  if (one == nullptr) return *way_;
  std::vector<app::LessonName> course;
  std::vector<std::string> solved;
  for (const Listed& lesson : lessons())
    if (lesson.file->numbered()) course.push_back({lesson.outline.id, lesson.outline.title});
  for (const auto& step : one->outline.steps) {
    for (const auto& exercise : step.exercises)
      if (is_solved(place_->lesson, exercise.id)) solved.push_back(exercise.id);
  }
  if (auto way = app::lesson_way(one->file->text(chinese_), place_->step, course, solved)) way_ = std::move(*way);
  return *way_;
}

// --- Exercises

void Course::ask_exercise(std::size_t at) {
  struct Made {
    Result<app::ShownExercise> asked;
    std::vector<app::NamedPicture> pictures;
  };
  const app::ExerciseName name = exercises_[at].name;
  ask(
      [text = listed(place_->lesson)->file->text(chinese_), name, catalog = catalog_] {
        Made out = {app::shown_exercise(text, name, *catalog), {}};
        if (auto pictures = app::exercise_pictures(text, name, *catalog)) out.pictures = std::move(*pictures);
        return out;
      },
      [this, at, name](Made made) {
        OpenExercise& exercise = exercises_[at];
        if (!made.asked || exercise.name.seed != name.seed) return;
        exercise.prose = read_prose(made.asked->question);
        exercise.asked = std::move(*made.asked);
        exercise.pictures = std::move(made.pictures);
      });
}

void Course::another(OpenExercise& exercise) {
  exercise.name.seed = std::uniform_int_distribution<std::uint32_t>(1, 0x7fff'ffff)(lot_);
  exercise.answer.clear();
  exercise.said.reset();
  exercise.hint.clear();
  exercise.wrong = 0;
  exercise.waits = false;
  ask_exercise(static_cast<std::size_t>(&exercise - exercises_.data()));
}

void Course::check(OpenExercise& exercise) {
  if (!place_ || exercise.waits || exercise.answer.find_first_not_of(" \t") == std::string::npos) return;
  exercise.waits = true;
  answers_[cat(place_->lesson, "/", exercise.listed.id)] = {exercise.name.seed, exercise.answer};
  const auto at = static_cast<std::size_t>(&exercise - exercises_.data());
  ask([text = listed(place_->lesson)->file->text(chinese_), name = exercise.name, answer = exercise.answer,
       wrong = exercise.wrong, catalog = catalog_] { return app::marked_answer(text, name, answer, wrong, *catalog); },
      [this, at, seed = exercise.name.seed](Result<app::MarkedAnswer> marked) {
        OpenExercise& mine = exercises_[at];
        if (mine.name.seed != seed) return;
        mine.waits = false;
        if (!marked) return;
        mine.hint = read_prose(marked->hint);
        mine.said = std::move(*marked);
        if (!mine.said->right) {
          ++mine.wrong;
        } else if (!is_solved(place_->lesson, mine.listed.id)) {
          solved_.push_back(cat(place_->lesson, "/", mine.listed.id));
          way_.reset();
        }
      });
}

// --- Progress

bool Course::is_solved(std::string_view lesson, std::string_view exercise) const {
  return std::find(solved_.begin(), solved_.end(), cat(lesson, "/", exercise)) != solved_.end();
}

std::size_t Course::solved_of(std::string_view lesson) const {
  return static_cast<std::size_t>(std::count_if(solved_.begin(), solved_.end(), [&](const std::string& one) {
    return one.size() > lesson.size() && one.starts_with(lesson) && one[lesson.size()] == '/';
  }));
}

std::string Course::print_progress() const {
  nlohmann::ordered_json json = {{"solved", solved_}};
  if (last_) json["last"] = {{"lesson", last_->lesson}, {"step", last_->step}};
  for (const auto& [name, answer] : answers_) json["answers"][name] = {{"seed", answer.seed}, {"text", answer.text}};
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void Course::read_progress(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return;
  solved_.clear();
  way_.reset();
  for (const auto& entry : fields::list(json, "solved")) {
    if (const auto name = fields::text(entry)) solved_.push_back(*name);
  }
  answers_.clear();
  if (const auto* answers = fields::find(json, "answers"); answers != nullptr && answers->is_object()) {
    for (const auto& [name, one] : answers->items()) {
      const auto seed = fields::integer(one, "seed");
      const auto answer = fields::text(one, "text");
      if (seed && answer && *seed >= 0 && *seed <= 0x7fff'ffff)
        answers_[name] = {static_cast<std::uint32_t>(*seed), *answer};
    }
  }
  last_.reset();
  const auto* last = fields::find(json, "last");
  if (last == nullptr) return;
  const auto lesson = fields::text(*last, "lesson");
  const auto step = fields::text(*last, "step");
  if (lesson && step) last_ = LessonPlace{*lesson, *step};
}

}  // namespace stridescope::desktop
