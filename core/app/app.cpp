// What follows from an action.
#include "core/app/app.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/app/cards.h"
#include "core/base/text.h"
#include "core/workspace/edit.h"

namespace stridescope::app {
namespace {

// More cards, or more errors, at once nobody reads.
constexpr std::size_t card_step = 200;

std::int64_t now_us() {
  using namespace std::chrono;
  return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count();
}

// The slices of another picture are others.
void choose(ViewChoice& choice, std::string_view words) {
  const std::string kind = choice.kind;
  const std::vector<std::int64_t> slice = std::exchange(choice.slice, {});
  change_choice(choice, words);
  if (choice.kind == kind && choice.slice.empty()) choice.slice = slice;
}

// Lines after the last one that says something.
ProgramEdit appended(std::string_view program, std::string_view text) {
  std::size_t end = program.size();
  while (end > 0 && (program[end - 1] == '\n' || program[end - 1] == ' ' || program[end - 1] == '\t')) --end;
  return {{static_cast<std::uint32_t>(end), static_cast<std::uint32_t>(program.size())},
          cat(end > 0 ? "\n" : "", text, '\n')};
}

}  // namespace

Card* App::find(std::string_view key) {
  const auto found =
      std::find_if(state_.cards.begin(), state_.cards.end(), [&](const Card& card) { return card.binding.key == key; });
  return found == state_.cards.end() ? nullptr : &*found;
}

ViewChoice App::choice_of(const std::string& key) const {
  const auto found = choices_.find(key);
  return found == choices_.end() ? ViewChoice() : found->second;
}

std::vector<View> App::views() const {
  std::vector<View> out;
  for (const Card& card : state_.cards) {
    std::string words = print_choice(card.choice);
    if (!words.empty()) out.push_back({card.binding.key, std::move(words)});
  }
  return out;
}

Changes App::act(const Action& action) {
  Changes changes;
  Card* card = find(action.key);
  switch (action.kind) {
    case ActionKind::open:
      state_.program = action.program;
      state_.mode = action.mode;
      choices_.clear();
      for (const View& view : action.views) choices_[view.name] = read_choice(view.view);
      limit_ = card_step;
      changes.views = true;
      evaluate(changes, action.budget, true);
      break;
    case ActionKind::edit:
      state_.program = action.program;
      state_.mode = action.mode;
      evaluate(changes, action.budget, false);
      break;
    case ActionKind::show_more:
      limit_ += card_step;
      evaluate(changes, action.budget, false);
      break;
    case ActionKind::choose:
      // Also for a card that is still to come.
      choose(choices_[action.key], action.view);
      if (card == nullptr) break;
      card->choice = choices_[action.key];
      changes.views = true;
      changes.cards.push_back(action.key);
      // A stale one has no binding to draw; its choice is kept for later.
      if (!card->stale) draw(*card, changes);
      break;
    case ActionKind::pin:
      if (card == nullptr) break;
      choices_[action.key].pin = card->choice.pin = action.on;
      changes.views = true;
      changes.cards.push_back(action.key);
      break;
    case ActionKind::draw:
      if (card != nullptr && card->pending && !card->stale) draw(*card, changes);
      break;
    case ActionKind::see:
      if (card != nullptr) seen_[action.key] = {action.rows, action.cols, action.window};
      break;
    case ActionKind::hover:
      if (card != nullptr && !(state_.looked && state_.looked->pinned)) look(*card, action.cell, changes);
      break;
    case ActionKind::leave:
      if (state_.looked && !state_.looked->pinned) let_go(changes);
      break;
    case ActionKind::walk:
      if (card != nullptr) look(*card, action.cell, changes);
      break;
    case ActionKind::toggle:
      if (state_.looked && state_.looked->pinned && state_.looked->key == action.key &&
          state_.looked->cell == action.cell) {
        let_go(changes);
      } else if (card != nullptr) {
        look(*card, action.cell, changes);
        if (state_.looked) state_.looked->pinned = true;
      }
      break;
    case ActionKind::let_go:
      let_go(changes);
      break;
    case ActionKind::append: {
      const std::string name = action.wish.empty() ? "" : fresh_name(state_.program, action.wish) + " = ";
      changes.edit = appended(state_.program, name + action.text);
      break;
    }
    case ActionKind::move_arrow: {
      if (card == nullptr || card->stale) break;
      auto edit = workspace_.move_arrow(card->binding.id, action.cell, action.target);
      if (edit)
        changes.edit = std::move(*edit);
      else
        changes.refused = edit.error().hint.empty() ? edit.error().message
                                                    : say("{}; {}", edit.error().message, edit.error().hint);
      break;
    }
    case ActionKind::format: {
      std::string formatted = format_program(state_.program);
      if (formatted != state_.program)
        changes.edit = {{0, static_cast<std::uint32_t>(state_.program.size())}, std::move(formatted)};
      break;
    }
  }
  return changes;
}

Changes App::run(const Action& action) {
  Changes changes = act(action);
  if (!changes.edit) return changes;
  Action edit;
  edit.mode = state_.mode;
  edit.budget = action.budget;
  const Span span = changes.edit->span;
  edit.program = cat(state_.program.substr(0, span.begin), changes.edit->text, state_.program.substr(span.end));
  return act(edit);
}

void App::evaluate_alone(std::string_view program, IntegerMode mode) {
  const std::uint64_t serial = state_.serial;
  state_ = {};
  state_.serial = serial + 1;
  choices_.clear();
  seen_.clear();
  workspace_.evaluate(program, mode);
}

// --- The report ------------------------------------------------------------------------------------------------------

void App::evaluate(Changes& changes, int budget, bool another) {
  const std::int64_t start = now_us();
  workspace_.evaluate(state_.program, state_.mode);
  state_.microseconds = now_us() - start;
  ++state_.serial;
  if (another) {
    // What the program before had is no last value of this one.
    state_.cards.clear();
    seen_.clear();
    state_.looked.reset();
    changes.looked = true;
  }
  door::Report report = door::report_of(workspace_, std::max(limit_, card_step));
  const bool broken = std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                                  [](const door::Problem& d) { return d.severity == Severity::error; });
  state_.cards = next_cards(std::move(state_.cards), std::move(report.bindings), broken, state_.program);
  state_.diagnostics = std::move(report.diagnostics);
  state_.left_out = std::move(report.left_out);
  state_.omitted = report.omitted;
  changes.evaluated = true;
  const std::int64_t drawing = now_us();
  for (Card& card : state_.cards) {
    changes.cards.push_back(card.binding.key);
    card.choice = choice_of(card.binding.key);
    if (card.pending && !card.stale && (budget < 0 || now_us() - drawing < budget * std::int64_t{1000}))
      draw(card, changes);
  }
  follow(changes);
}

void App::draw(Card& card, Changes& changes) {
  card.pending = false;
  if (card.binding.views.empty()) return;
  auto made = make_picture(workspace_, card.binding.id, chosen_view(card.choice, card.binding.views));
  const auto seen = seen_.find(card.binding.key);
  // With the labels of the part that is seen: they come with the picture, not after it.
  if (seen != seen_.end() && !made->drawn && made->scene.rows == seen->second.rows &&
      made->scene.cols == seen->second.cols) {
    if (auto part = workspace_.excerpt(card.binding.id, made->view, made->scene, seen->second.window))
      made->seen = {seen->second.window, std::move(*part)};
  }
  if (changes.cards.empty() || changes.cards.back() != card.binding.key) changes.cards.push_back(card.binding.key);
  if (card.picture && same_picture(*card.picture, *made)) return;
  card.picture = std::move(made);
  changes.pictures.push_back(card.binding.key);
}

// --- The cell that is looked at --------------------------------------------------------------------------------------

void App::look(const Card& card, std::int64_t cell, Changes& changes) {
  if (card.stale || !card.picture) return;
  const bool pinned = state_.looked && state_.looked->pinned;
  state_.looked = {card.binding.key, cell, pinned, inspect(workspace_, card.binding.id, cell, card.picture->view)};
  changes.looked = true;
}

void App::let_go(Changes& changes) {
  changes.looked = changes.looked || state_.looked.has_value();
  state_.looked.reset();
}

// After an evaluation: the same cell of the same name, if it is still there.
void App::follow(Changes& changes) {
  if (!state_.looked) return;
  const Card* card = find(state_.looked->key);
  const auto there = [&] {
    const std::vector<std::int64_t>& ids = card->picture->scene.ids;
    return std::find(ids.begin(), ids.end(), state_.looked->cell) != ids.end();
  };
  if (card != nullptr && !card->stale && card->picture && there())
    look(*card, state_.looked->cell, changes);
  else
    let_go(changes);
}

}  // namespace stridescope::app
