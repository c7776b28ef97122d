// The reference as a reader goes through it: what is looked for, what is found, and the page that is open, with what
// the reader has made of its example. What is found and what a page holds is the application's (core/app/library.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/app/library.h"
#include "desktop/model/course.h"
#include "desktop/model/worker.h"

namespace stridescope::desktop {

class Reference {
 public:
  // Results come when `worker` is drained. It and the course must outlive the reference.
  Reference(Worker& worker, Course& course) : worker_(worker), course_(course) {}

  // --- The list
  void search(const std::string& words);
  bool searched() const { return searched_; }  // else `found` is of before, or nothing
  const std::vector<app::Found>& found() const { return found_; }

  // --- The page. An empty name: none is open.
  void open(std::string_view name);
  const std::string& name() const { return name_; }
  // Null until it is there, or where there is none: `trouble` says why.
  const app::ReferencePage* page() const { return page_.get(); }
  const std::shared_ptr<const CardPicture>& picture() const { return picture_; }
  const Message& trouble() const { return trouble_; }
  // The example as it stands in its field; after a change of it `edited`.
  std::string example;
  void edited();
  void restore();  // as the page has it
  bool changed() const { return changed_; }

  void speak(const Catalog& catalog);

 private:
  app::Library library();
  std::vector<app::Library::Term> terms();
  void ask_page();

  Worker& worker_;
  Course& course_;
  const Catalog* catalog_ = &english_catalog();
  std::string words_;
  bool asked_ = false;
  bool searched_ = false;
  std::vector<app::Found> found_;
  std::string name_;
  bool changed_ = false;
  std::uint64_t turn_ = 0;  // of the page: answers to older questions are dropped
  std::unique_ptr<app::ReferencePage> page_;
  std::shared_ptr<const CardPicture> picture_;
  Message trouble_;
};

}  // namespace stridescope::desktop
