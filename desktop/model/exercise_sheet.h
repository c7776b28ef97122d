// All exercises of the course for those who teach: those of one lesson at a time, each with a right answer when it is
// wanted. What is asked and what is right is the application's (core/app/course.h), asked on a worker.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "desktop/model/course.h"
#include "desktop/model/worker.h"

namespace stridescope::desktop {

class ExerciseSheet {
 public:
  // Results come when `worker` is drained. It and the course must outlive the sheet.
  ExerciseSheet(Worker& worker, Course& course) : worker_(worker), course_(course) {}

  struct Entry {
    std::string step;
    std::string id;
    app::ShownExercise asked;
    std::vector<app::NamedPicture> pictures;
    std::vector<ProseBlock> prose;
    std::string solution;  // empty until it is wanted
  };
  // An empty name: none is open.
  void open(std::string_view lesson);
  const std::string& lesson() const { return lesson_; }
  // Those that are there, in their order.
  const std::vector<Entry>& entries() const { return entries_; }
  void solve(const app::ExerciseName& name);
  // In another language the same lesson, its solutions as they are.
  void speak(const Catalog& catalog);

 private:
  void ask();

  Worker& worker_;
  Course& course_;
  const Catalog* catalog_ = &english_catalog();
  std::string lesson_;
  std::vector<Entry> entries_;
  std::uint64_t turn_ = 0;  // of the lesson and the language: answers to older ones are dropped
};

}  // namespace stridescope::desktop
