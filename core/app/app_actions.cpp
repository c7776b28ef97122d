// The effects of the user's actions on the state of the application.
#include <algorithm>
#include <utility>

#include "core/app/app.h"
#include "core/app/cards.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/forms/kernel_form.h"
#include "core/workspace/cell_at.h"
#include "core/workspace/edit.h"

namespace stridescope::app {
namespace {

// The name of a card's value, or its expression.
const std::string& called(const door::Binding& binding) {
  return !binding.name.empty() && binding.key == binding.name ? binding.name : binding.source;
}

// "compare(A, B)". A value without a name, or with a name that another line has taken, is written as an expression.
std::string comparison_of(const door::Binding& a, const door::Binding& b) {
  return cat("compare(", called(a), ", ", called(b), ")");
}

// The common beginning and end are less than an eighth of the text before: it was replaced as a whole.
bool is_another(std::string_view before, std::string_view after) {
  const std::size_t most = std::min(before.size(), after.size());
  std::size_t begin = 0, end = 0;
  while (begin < most && before[begin] == after[begin]) ++begin;
  while (end < most - begin && before[before.size() - 1 - end] == after[after.size() - 1 - end]) ++end;
  return 8 * (begin + end) < before.size();
}

// The edit that replaces the whole program.
ProgramEdit replacement(const std::string& program, std::string text) {
  return {{0, static_cast<std::uint32_t>(program.size())}, std::move(text)};
}

}  // namespace

void App::act(const Action& action, Changes& changes) {
  std::visit([&](const auto& one) { act(one, changes); }, action);
}

Card* App::known(const std::string& key, Changes& changes) {
  Card* card = find(key);
  if (card == nullptr) changes.refused = say("unknown card '{}'", key);
  return card;
}

// --- the program ---

void App::apply(const action::Open& action, Changes& changes) {
  state_.program = action.program;
  state_.caret = action.caret;
  state_.mode = action.mode.value_or(state_.mode);
  forget();
  for (const View& view : action.views) choices_[view.name] = read_choice(view.view);
  changes.views = changes.looked = changes.typed = true;
  evaluate(changes, action.budget);
}

void App::apply(const action::Edit& action, Changes& changes) {
  // A card whose line has an error is kept by its name; a line of another program is not that line.
  if (is_another(state_.program, action.program)) {
    for (Card& card : state_.cards) card.binding.name.clear();
  }
  state_.program = action.program;
  if (action.caret >= 0) state_.caret = action.caret;
  state_.mode = action.mode.value_or(state_.mode);
  evaluate(changes, action.budget);
  if (state_.caret >= 0) help(changes, true);
}

void App::apply(const action::Move& action, Changes& changes) {
  state_.caret = action.caret;
  place(changes);
  help(changes, false);
}

void App::apply(const action::ShowMore& action, Changes& changes) {
  limit_ += card_step;
  evaluate(changes, action.budget);
}

void App::apply(const action::Append& action, Changes& changes) {
  const std::string name = action.name.empty() ? "" : fresh_name(state_.program, action.name);
  if (!name.empty() && !action.view.empty()) choose(name, action.view, changes);
  changes.edit = appended_lines(state_.program, cat(name, name.empty() ? "" : " = ", action.lines));
}

void App::apply(const action::Paste& action, Changes& changes) {
  changes.edit = appended_lines(state_.program, pasted_lines(state_.program, action.fills, action.text));
}

void App::apply(const action::Compare& action, Card& card, Changes& changes) {
  if (card.stale) return;
  Card* other = find(taken_);
  taken_ = other == nullptr ? action.key : "";
  card.taken = other == nullptr;
  changed(card, changes);
  if (other == nullptr) return;
  other->taken = false;
  changed(*other, changes);
  if (other == &card || other->stale) return;
  changes.edit = appended_lines(state_.program, comparison_of(other->binding, card.binding));
}

void App::apply(const action::MoveArrow& action, Card& card, Changes& changes) {
  if (card.stale) return;
  auto edit = workspace_.move_arrow(card.binding.id, action.cell, action.target);
  if (edit)
    changes.edit = std::move(*edit);
  else
    changes.refused =
        edit.error().hint.empty() ? edit.error().message : say("{}; {}", edit.error().message, edit.error().hint);
}

void App::apply(const action::SetField& action, Card& card, Changes& changes) {
  if (card.stale) return;
  auto program = with_kernel_field(workspace_, card.binding.id, action.field, action.value);
  if (program)
    changes.edit = replacement(state_.program, std::move(*program));
  else
    changes.refused = program.error().message;
}

void App::apply(const action::Format&, Changes& changes) {
  std::string formatted = format_program(state_.program);
  if (formatted != state_.program) changes.edit = replacement(state_.program, std::move(formatted));
}

// --- cards ---

void App::apply(const action::Choose& action, Changes& changes) {
  // Also valid for a card that does not exist yet.
  choose(action.key, action.view, changes);
}

void App::apply(const action::Step& action, Card& card, Changes& changes) {
  if (!card.picture) return;
  if (const auto words = stepped(card.picture->scene.slices, action.by)) choose(action.key, *words, changes);
}

void App::apply(const action::Pin& action, Card& card, Changes& changes) {
  choices_[action.key].pin = card.choice.pin = action.on;
  changes.views = true;
  changed(card, changes);
  place(changes);
}

void App::apply(const action::Arrange& action, Card& card, Changes& changes) {
  if (action.by == 0) {
    arrange(card, nullptr, false, false, changes);
    return;
  }
  const auto from = state_.cards.begin() + (&card - state_.cards.data());
  const auto to = neighbour(state_.cards, from, action.by);
  if (to != from) {
    arrange(card, &*to, action.by > 0, false, changes);
    return;
  }
  const bool alone = from == neighbour(state_.cards, from, -action.by);
  changes.refused = alone           ? say("cannot move this card there: no other card can trade places with it")
                    : action.by > 0 ? say("this card is the last of its group")
                                    : say("this card is the first of its group");
}

void App::apply(const action::ArrangeNextTo& action, Card& card, Changes& changes) {
  Card* other = known(action.other, changes);
  if (other == nullptr || other == &card) return;
  const bool joins = joins_group(group_of(card), group_of(*other));
  if (joins) choices_[action.key].pin = card.choice.pin = other->choice.pin;
  arrange(card, other, action.behind, joins, changes);
}

void App::arrange(const Card& card, const Card* other, bool behind, bool joins, Changes& changes) {
  std::vector<Card>& cards = state_.cards;
  const auto from = cards.begin() + (&card - cards.data());
  auto to = other == nullptr ? cards.end() : cards.begin() + (other - cards.data());
  if (behind && to != cards.end()) ++to;
  if (from != to && from + 1 != to) {
    if (from < to)
      std::rotate(from, from + 1, to);
    else
      std::rotate(to, from, from + 1);
  } else if (!joins) {
    return;
  }
  if (joins) place_cards(cards, state_.program, state_.caret);
  for (std::size_t i = 0; i < cards.size(); ++i)
    choices_[cards[i].binding.key].at = cards[i].choice.at = static_cast<std::int64_t>(i);
  tell(changes);
}

void App::apply(const action::Expand& action, Card& card, Changes& changes) {
  if (action.on)
    expanded_.insert(action.key);
  else
    expanded_.erase(action.key);
  card.expanded = action.on;
  changed(card, changes);
  place(changes);
}

void App::apply(const action::Draw& action, Changes& changes) {
  Card* card = find(action.key);
  if (card != nullptr && card->pending && !card->stale) changed(*card, changes).picture = draw(*card);
}

void App::apply(const action::Unfold& action, Card& card, Changes& changes) {
  unfold(card, action.section, action.on, changes);
}

void App::apply(const action::Answer&, Changes& changes) {
  for (Card& waiting : state_.cards) {
    if (!answer(waiting)) continue;
    changed(waiting, changes).sections = true;
    break;
  }
}

void App::apply(const action::Element& action, Changes& changes) {
  state_.element = action.type;
  changes.element = true;
  for (Card& affected : state_.cards) {
    for (Section& section : affected.sections) {
      if (section.kind != SectionKind::analysis) continue;
      section.pending = true;
      changed(affected, changes).sections = true;
    }
  }
}

void App::apply(const action::See& action, Changes&) {
  if (find(action.key) != nullptr) seen_[action.key] = {action.rows, action.cols, action.viewport};
}

void App::apply(const action::Tell&, Changes& changes) {
  help(changes, false);
  tell(changes);
}

// --- the selected cell ---

void App::apply(const action::Hover& action, Changes& changes) {
  const Card* card = find(action.key);
  if (card != nullptr && !(state_.looked && state_.looked->pinned)) look(*card, action.cell, changes);
}

void App::apply(const action::Leave&, Changes& changes) {
  if (state_.looked && !state_.looked->pinned) let_go(changes);
}

void App::apply(const action::Walk& action, Changes& changes) {
  if (const Card* card = find(action.key); card != nullptr) look(*card, action.cell, changes);
}

void App::apply(const action::Toggle& action, Changes& changes) {
  const Card* card = find(action.key);
  if (state_.looked && state_.looked->pinned && state_.looked->key == action.key &&
      state_.looked->cell == action.cell) {
    let_go(changes);
  } else if (card != nullptr && look(*card, action.cell, changes)) {
    state_.looked->pinned = true;
  }
}

void App::apply(const action::Seek& action, Card& card, Changes& changes) {
  if (card.stale || !card.picture) return;
  const auto cell = cell_at(workspace_, card.binding.id, card.picture->scene, action.place);
  if (!cell)
    changes.refused = cell.error().message;
  else if (look(card, *cell, changes))
    state_.looked->pinned = true;
}

void App::apply(const action::LetGo&, Changes& changes) { let_go(changes); }

// --- the open file ---

void App::apply(const action::TakeFile& action, Changes& changes) {
  if (action.content.empty()) {
    changes.file = true;
    file_.reset();
    return;
  }
  if (trimmed(action.content).empty()) {
    changes.refused = say("the file '{}' is empty", action.name);
    return;
  }
  const FileReader reader = file_reader(action.name, action.content);
  if (!action.beside && reader == FileReader::program) {
    changes.refused = why_not_a_program(action.name, action.content);
    if (changes.refused.empty()) changes.edit = replacement(state_.program, action.content);
    return;
  }
  changes.file = true;
  const OpenFile* beside = file_ ? file_->file.get() : nullptr;
  auto file = std::make_shared<const OpenFile>(open_file(reader, action.content, action.name, beside));
  if (beside != nullptr && beside->trace && file->trace && beside->name == file->name) {
    std::string program = renewed_program(*beside, *file, state_.program);
    if (program != state_.program) changes.edit = replacement(state_.program, std::move(program));
    file_ = std::make_shared<const FileState>(renewed_state(*file_, std::move(file)));
  } else {
    file_ = std::make_shared<const FileState>(FileState{std::move(file), {}});
  }
}

void App::apply(const action::ListFile& action, Changes& changes) {
  if (!file_) {
    changes.refused = say("no file is open");
    return;
  }
  changes.file = true;
  file_ = std::make_shared<const FileState>(FileState{file_->file, action.choice});
}

void App::apply(const action::Bring& action, Changes& changes) {
  if (!file_) {
    changes.refused = say("no file is open");
    return;
  }
  const std::string lines = brought_lines(*file_, action.row, state_.program, *catalog_);
  if (lines.empty())
    changes.refused = say("the program already contains these statements");
  else
    changes.edit = appended_lines(state_.program, lines);
}

}  // namespace stridescope::app
