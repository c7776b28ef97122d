// A buffer with undo for each text, and its lines, made anew with each step.
#include "desktop/model/kernel_copies.h"

#include <algorithm>

#include "desktop/model/find.h"

namespace stridescope::desktop {
namespace {

template <class Copies>
auto found(Copies& copies, std::string_view text) {
  return std::find_if(copies.begin(), copies.end(), [&](const auto& copy) { return copy.of == text; });
}

}  // namespace

const ListedLines* KernelCopies::of(std::string_view text) const {
  const auto copy = found(copies_, text);
  return copy == copies_.end() || copy->buffer.text() == text ? nullptr : &copy->lines;
}

void KernelCopies::replace(std::string_view text, const std::vector<TextBuffer::Range>& places, std::string_view with) {
  if (places.empty()) return;
  auto copy = found(copies_, text);
  if (copy == copies_.end()) {
    copies_.push_back({std::string(text), {}, {}});
    if (copies_.size() > max_kernel_copies) copies_.pop_front();
    copy = copies_.end() - 1;
    copy->buffer.reset(std::string(text));
  }
  copy->buffer.set(replaced(copy->buffer.text(), places, with));
  copy->lines.set_text(copy->buffer.text());
}

bool KernelCopies::undo(std::string_view text) {
  const auto copy = found(copies_, text);
  if (copy == copies_.end() || !copy->buffer.undo()) return false;
  copy->lines.set_text(copy->buffer.text());
  return true;
}

}  // namespace stridescope::desktop
