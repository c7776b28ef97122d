// Checks lessons by the core: every program evaluates, every named picture is on offer, every placeholder has a value,
// every code span with a number means something, and every taught function is explained. For every exercise, the given
// answer is accepted and each wrong one refused, in the lesson's own instance and in drawn ones. The answer with one of
// its integers changed is accepted or refused as the second opinion of oracle.h judges, and at least one such of each
// instance is refused. Usage: stridescope_lesson_check INSTANCES FILE... With --claims each line of the input is a
// lesson's file, a step, a placeholder and its value, between tabs.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "core/foreign/evaluate.h"
#include "core/app/course.h"
#include "core/lessons/exercise.h"
#include "core/lessons/lesson.h"
#include "core/lessons/prose.h"
#include "core/workspace/workspace.h"
#include "oracle.h"

using namespace stridescope;

namespace {

int faults = 0;
long instances = 0;
long refused = 0;
std::string where;

void fault(const std::string& what) {
  ++faults;
  std::printf("%s: %s\n", where.c_str(), what.c_str());
}

int binding_named(const Workspace& w, const std::string& name) {
  for (std::size_t i = w.report().bindings.size(); i-- > 0;) {
    if (w.report().bindings[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

bool has_cell(const Workspace& w, const std::string& name, std::int64_t cell) {
  const int binding = binding_named(w, name);
  return binding >= 0 && w.describe(binding, cell).has_value();
}

void check_views(const Workspace& w, const std::vector<LessonProgram::View>& views) {
  for (const LessonProgram::View& view : views) {
    const int binding = binding_named(w, view.name);
    if (binding < 0) {
      fault("no value " + view.name);
      continue;
    }
    if (const auto good = w.check_view(binding, view.view); !good) {
      fault("view " + view.name + ":" + view.view + ": " + english(good.error().message));
      continue;
    }
    const auto asked = w.view(binding, view.view);
    if (!asked || !w.scene(binding, *asked)) fault("no picture " + view.name + ":" + view.view);
  }
}

std::string squeezed(const std::string& text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return c != ' ' && c != '\n'; });
  return out;
}

// True if the code has a number: s0 and SM80 are names.
bool has_number(const std::string& code) {
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(code[i])) == 0) continue;
    if (i == 0 || std::isalnum(static_cast<unsigned char>(code[i - 1])) == 0) return true;
  }
  return false;
}

// `4:1` in the prose is an expression of the language, or appears in the program.
void check_code(const std::string& prose, const std::string& program, IntegerMode mode) {
  for (std::size_t i = prose.find('`'); i != std::string::npos; i = prose.find('`', i)) {
    const std::size_t end = prose.find('`', i + 1);
    if (end == std::string::npos) return fault("a ` is never closed");
    const std::string code = prose.substr(i + 1, end - i - 1);
    i = end + 1;
    if (code.find("{=") != std::string::npos || !has_number(code)) continue;
    if (squeezed(program).find(squeezed(code)) != std::string::npos) continue;
    Workspace w;
    const std::size_t before = w.evaluate(program, mode).bindings.size();
    const Report& report = w.evaluate(program + "\n" + code, mode);
    if (!report.diagnostics.empty() || report.bindings.size() <= before)
      fault("`" + code + "` is neither in the program nor an expression");
  }
}

// [text](cell:A:2,10) points at cells of the step's program.
void check_cells(const std::string& prose, const Workspace& w) {
  for (std::size_t i = prose.find("](cell:"); i != std::string::npos; i = prose.find("](cell:", i + 1)) {
    const std::size_t begin = i + 7;
    const std::size_t end = prose.find(')', begin);
    const std::string target = prose.substr(begin, end - begin);
    const std::size_t colon = target.find(':');
    const std::string name = target.substr(0, colon);
    std::string rest = colon == std::string::npos ? "" : target.substr(colon + 1);
    if (rest.empty()) fault("no cells in " + target);
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      if (!has_cell(w, name, std::atoll(rest.substr(0, comma).c_str())))
        fault("no cell " + rest.substr(0, comma) + " of " + name);
      rest = comma < rest.size() ? rest.substr(comma + 1) : "";
    }
  }
}

// True if the core and the second opinion agree on an answer; the answer counts as refused if both refuse it.
bool check_mutation(const Exercise& instance, const std::string& answer, const std::string& told) {
  const auto judgement = judged(instance, answer);
  const bool accepted = check_answer(instance, answer).right;
  if (!judgement) {
    fault(told + answer + " cannot be judged");
  } else if (*judgement != accepted) {
    fault(told + answer + (accepted ? " is accepted" : " is refused") + ", and should not be");
  }
  if (accepted && std::getenv("LESSON_ACCEPTED") != nullptr)
    std::printf("%s: %s%s is accepted as well as %s\n", where.c_str(), told.c_str(), answer.c_str(),
                instance.solution.c_str());
  return judgement && !*judgement && !accepted;
}

void check_exercise(const Exercise& exercise, int count) {
  for (int seed = 0; seed <= count; ++seed) {
    const auto instance = instance_of(exercise, static_cast<std::uint64_t>(seed));
    if (!instance) return fault("seed " + std::to_string(seed) + ": " + english(instance.error().message));
    ++instances;
    const std::string told = "seed " + std::to_string(seed) + ": ";
    if (const AnswerCheck own = check_answer(*instance, instance->solution); !own.right) {
      return fault(told + instance->solution + " is refused: " + english(own.why));
    }
    for (const auto& [wrong, because] : instance->wrong) {
      ++refused;
      if (check_answer(*instance, wrong).right) return fault(told + wrong + " is accepted");
      const auto mistake = mistake_text(*instance, wrong);
      if (!mistake) return fault(told + wrong + ": " + english(mistake.error().message));
      if (mistake->empty()) return fault(told + wrong + " has no reason");
      if (seed != 0) continue;
      // Each wrong answer is a mistake of its own, and its reason speaks of this one.
      const auto own = filled_prose(because, solved_program(*instance), instance->mode);
      if (!own || *own != *mistake) return fault(wrong + " is the same answer as an earlier one");
      check_code(because, solved_program(*instance) + "\nanswer = " + wrong, instance->mode);
    }
    if (instance->wrong.size() < (seed == 0 ? exercise.wrong.size() : 1))
      return fault(told + "no wrong answer is given");
    if (!judged(*instance, instance->solution).value_or(false))
      return fault(told + instance->solution + " does not meet the conditions");
    // Tries every change on the first instances; on the others it stops at the first refused one, and begins with
    // another change each time.
    bool change_matters = false;
    const std::vector<std::string> changed = mutated(instance->solution);
    for (std::size_t i = 0; i < changed.size() && !(change_matters && seed > 20); ++i) {
      if (!check_mutation(*instance, changed[(i + static_cast<std::size_t>(seed)) % changed.size()], told)) continue;
      change_matters = true;
      ++refused;
    }
    if (!change_matters) return fault(told + "no change of " + instance->solution + " matters");
    if (seed > 20) continue;
    Workspace w;
    for (const Diagnostic& d : w.evaluate(solved_program(*instance), instance->mode).diagnostics)
      return fault(told + english(d.message));
    check_views(w, instance->views);
    if (const auto text = question_text(*instance); !text)
      return fault(told + "question: " + english(text.error().message));
    for (std::size_t i = 1; i <= 3; ++i) {
      if (const auto text = hint_text(*instance, i); !text)
        return fault(told + "hint: " + english(text.error().message));
    }
    if (seed == 0) {
      check_code(instance->ask, solved_program(*instance), instance->mode);
      for (const std::string& hint : instance->hints) check_code(hint, solved_program(*instance), instance->mode);
    }
  }
  if (!exercise.parameters.empty() && count > 0) {
    const auto one = instance_of(exercise, 1);
    const auto again = instance_of(exercise, 1);
    if (!one || !again || one->program != again->program || one->ask != again->ask) fault("one seed, two instances");
  }
}

std::string file_text(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// One blank for each run of them, none at the ends.
std::string single_spaced(const std::string& text) {
  std::istringstream words(text);
  std::string out;
  for (std::string word; words >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

int check_claims() {
  int claims = 0;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream columns(line);
    std::string file, id, placeholder, value;
    std::getline(columns, file, '\t');
    std::getline(columns, id, '\t');
    std::getline(columns, placeholder, '\t');
    std::getline(columns, value);
    ++claims;
    where = file + " #" + id;
    const auto lesson = read_lesson(file_text(file));
    if (!lesson) {
      fault(english(lesson.error().message));
      continue;
    }
    for (const LessonStep& step : lesson->steps) {
      if (step.id != id) continue;
      const auto said = filled_prose(placeholder, step.program.text, step.program.mode);
      if (!said)
        fault(placeholder + ": " + english(said.error().message));
      else if (single_spaced(*said) != value)
        fault(placeholder + " is " + single_spaced(*said) + ", and should be " + value);
    }
  }
  std::printf("%d claims, %d faults\n", claims, faults);
  return faults == 0 && claims > 0 ? 0 : 1;
}

// Each function that a lesson teaches is called or named in one of its steps: the reference links there.
void check_taught(const std::string& text) {
  const auto outline = app::lesson_outline(text);
  if (!outline) return;  // told elsewhere
  for (const std::string& name : outline->teaches) {
    const bool told = std::any_of(outline->steps.begin(), outline->steps.end(), [&](const auto& step) {
      return std::any_of(step.calls.begin(), step.calls.end(),
                         [&](const std::string& call) { return call == name || call == "tract." + name; });
    });
    if (!told) fault("no step tells of " + name + ", which it teaches");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--claims") return check_claims();
  const char* show = std::getenv("LESSON_SHOW");  // prints what is read, exercises with this seed
  const int count = argc > 1 ? std::atoi(argv[1]) : 0;
  int lessons = 0, steps = 0, exercises = 0;
  for (int i = 2; i < argc; ++i) {
    const std::string text = file_text(argv[i]);
    where = argv[i];
    const auto lesson = read_lesson(text);
    if (!lesson) {
      const auto line =
          1 + std::count(text.begin(),
                         text.begin() + std::min<long>(lesson.error().span.begin, static_cast<long>(text.size())),
                         '\n');
      fault("line " + std::to_string(line) + ": " + english(lesson.error().message));
      continue;
    }
    ++lessons;
    check_taught(text);
    for (const LessonStep& step : lesson->steps) {
      ++steps;
      where = std::string(argv[i]) + " #" + step.id;
      Workspace w;
      for (const Diagnostic& d : w.evaluate(step.program.text, step.program.mode).diagnostics)
        fault(english(d.message));
      const bool compares = step.program.text.find("compare") != std::string::npos;
      for (const Binding& b : evaluate(step.program.text, step.program.mode).bindings) {
        if (!compares && b.origin.function == "compare") fault("a comparison that its program does not ask for");
      }
      check_views(w, step.program.views);
      for (const auto& light : step.program.lights) {
        for (const std::int64_t cell : light.cells) {
          if (!has_cell(w, light.name, cell)) fault("no cell " + std::to_string(cell) + " of " + light.name);
        }
      }
      for (const auto& arrow : step.program.arrows) {
        if (!has_cell(w, arrow.from, arrow.from_cell) || !has_cell(w, arrow.to, arrow.to_cell))
          fault("an arrow of no cells");
      }
      if (!step.program.front.empty() && binding_named(w, step.program.front) < 0)
        fault("no value " + step.program.front);
      for (const std::string& name : step.program.plays) {
        const int binding = binding_named(w, name);
        const auto derivation = w.explain(std::max(binding, 0));
        if (binding < 0 || !derivation || (derivation->steps.empty() && derivation->operands.empty()))
          fault("no derivation of " + name + " to play");
      }
      if (step.program.views.empty()) fault("no view");
      const auto prose = filled_prose(step.prose, step.program.text, step.program.mode);
      if (!prose) {
        const Span span = prose.error().span;
        fault(english(prose.error().message) + " in " + step.prose.substr(span.begin, span.end - span.begin));
      } else if (show != nullptr) {
        std::printf("## %s\n%s\n\n", step.title.c_str(), prose->c_str());
      }
      check_code(step.prose, step.program.text, step.program.mode);
      check_cells(step.prose, w);
      for (const Exercise& exercise : step.exercises) {
        ++exercises;
        where = std::string(argv[i]) + " exercise " + exercise.id;
        check_exercise(exercise, count);
        if (show != nullptr) {
          if (const auto own = instance_of(exercise, static_cast<std::uint64_t>(std::atoi(show)))) {
            std::printf("? %s => %s\n", question_text(*own).value_or("").c_str(), own->solution.c_str());
            for (std::size_t h = 1; h <= 3; ++h) std::printf("   - %s\n", hint_text(*own, h).value_or("").c_str());
          }
        }
      }
    }
  }
  std::printf("%d lessons, %d steps, %d exercises, %ld instances, %ld wrong answers refused, %d faults\n", lessons,
              steps, exercises, instances, refused, faults);
  return faults == 0 && lessons == argc - 2 && lessons > 0 ? 0 : 1;
}
