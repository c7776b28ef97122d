// Applies the user's actions to the state of the application: programs, cards, choices and selections.
#include "core/app/app.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/app/cards.h"
#include "core/app/comparison.h"
#include "core/base/characters.h"
#include "core/base/statement_gate.h"
#include "core/base/text.h"
#include "core/forms/kernel_form.h"
#include "core/workspace/cell_at.h"
#include "core/workspace/edit.h"

namespace stridescope::app {
namespace {

// True for actions that apply to a card.
bool needs_card(ActionKind kind) {
  return kind == ActionKind::pin || kind == ActionKind::arrange || kind == ActionKind::expand ||
         kind == ActionKind::step || kind == ActionKind::unfold || kind == ActionKind::move_arrow ||
         kind == ActionKind::compare || kind == ActionKind::seek || kind == ActionKind::set_field;
}

// The open sections of a card: those of `kinds` that it offers, with their available answers.
std::vector<Section> open_sections(const Card& card, const std::set<SectionKind>& kinds) {
  std::vector<Section> out;
  for (const SectionKind kind : offered_sections(card.binding)) {
    if (!kinds.contains(kind)) continue;
    const auto old = std::find_if(card.sections.begin(), card.sections.end(),
                                  [&](const Section& section) { return section.kind == kind; });
    out.push_back(old == card.sections.end() ? Section{kind} : *old);
  }
  return out;
}

// Names the statement of a value, before a picture or an answer is made of it.
void name_statement(const Workspace& workspace, int binding) {
  const Span span = workspace.report().bindings[static_cast<std::size_t>(binding)].span;
  (void)passes(std::string_view(workspace.program()).substr(span.begin, span.end - span.begin));
}

std::int64_t now_us() {
  using namespace std::chrono;
  return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count();
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

const CardPicture* App::picture_of(int binding) const {
  for (const Card& card : state_.cards) {
    if (card.binding.id == binding && !card.stale && !card.pending && card.picture && card.picture->refused.empty())
      return card.picture.get();
  }
  return nullptr;
}

Changes App::act(const Action& action) {
  Changes changes;
  switch (action.kind) {
    case ActionKind::open:
      state_.program = action.program;
      state_.caret = action.caret;
      state_.mode = action.mode.value_or(state_.mode);
      forget();
      for (const View& view : action.views) choices_[view.name] = read_choice(view.view);
      changes.views = changes.looked = changes.typed = true;
      evaluate(changes, action.budget);
      break;
    case ActionKind::edit:
      state_.program = action.program;
      if (action.caret >= 0) state_.caret = action.caret;
      state_.mode = action.mode.value_or(state_.mode);
      evaluate(changes, action.budget);
      if (state_.caret >= 0) help(changes, true);
      break;
    case ActionKind::show_more:
      limit_ += card_step;
      evaluate(changes, action.budget);
      break;
    default:
      act_on_cards(action, changes);
      break;
  }
  return changes;
}

void App::act_on_cards(const Action& action, Changes& changes) {
  Card* card = find(action.key);
  if (card == nullptr && needs_card(action.kind)) {
    changes.refused = say("unknown card '{}'", action.key);
    return;
  }
  switch (action.kind) {
    case ActionKind::open:
    case ActionKind::edit:
    case ActionKind::show_more:
      break;  // another program: handled above
    case ActionKind::move:
      state_.caret = action.caret;
      place(changes);
      help(changes, false);
      break;
    case ActionKind::choose:
      // Also valid for a card that does not exist yet.
      choose(action.key, action.view, changes);
      break;
    case ActionKind::step:
      if (!card->picture) break;
      if (const auto words = stepped(card->picture->scene.slices, action.by)) choose(action.key, *words, changes);
      break;
    case ActionKind::pin:
      choices_[action.key].pin = card->choice.pin = action.on;
      changes.views = true;
      changed(*card, changes);
      place(changes);
      break;
    case ActionKind::arrange:
      arrange(action, changes);
      break;
    case ActionKind::expand:
      if (action.on)
        expanded_.insert(action.key);
      else
        expanded_.erase(action.key);
      card->expanded = action.on;
      changed(*card, changes);
      place(changes);
      break;
    case ActionKind::draw:
      if (card != nullptr && card->pending && !card->stale) changed(*card, changes).picture = draw(*card);
      break;
    case ActionKind::unfold:
      unfold(*card, action.section, action.on, changes);
      break;
    case ActionKind::answer:
      for (Card& waiting : state_.cards) {
        if (!answer(waiting)) continue;
        changed(waiting, changes).sections = true;
        break;
      }
      break;
    case ActionKind::element:
      state_.element = action.text;
      changes.element = true;
      for (Card& affected : state_.cards) {
        for (Section& section : affected.sections) {
          if (section.kind != SectionKind::analysis) continue;
          section.pending = true;
          changed(affected, changes).sections = true;
        }
      }
      break;
    case ActionKind::tell:
      help(changes, false);
      tell(changes);
      break;
    case ActionKind::see:
      if (card != nullptr) seen_[action.key] = {action.rows, action.cols, action.viewport};
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
      } else if (card != nullptr && look(*card, action.cell, changes)) {
        state_.looked->pinned = true;
      }
      break;
    case ActionKind::seek: {
      if (card->stale || !card->picture) break;
      const auto cell = cell_at(workspace_, card->binding.id, card->picture->scene, action.text);
      if (!cell)
        changes.refused = cell.error().message;
      else if (look(*card, *cell, changes))
        state_.looked->pinned = true;
      break;
    }
    case ActionKind::let_go:
      let_go(changes);
      break;
    case ActionKind::compare: {
      if (card->stale) break;
      Card* other = find(taken_);
      taken_ = other == nullptr ? action.key : "";
      card->taken = other == nullptr;
      changed(*card, changes);
      if (other == nullptr) break;
      other->taken = false;
      changed(*other, changes);
      if (other == card || other->stale) break;
      changes.edit = appended_lines(state_.program, comparison_of(other->binding, card->binding));
      break;
    }
    case ActionKind::append: {
      const std::string name = action.wish.empty() ? "" : fresh_name(state_.program, action.wish);
      if (!name.empty() && !action.view.empty()) choose(name, action.view, changes);
      changes.edit = appended_lines(state_.program, cat(name, name.empty() ? "" : " = ", action.text));
      break;
    }
    case ActionKind::paste:
      changes.edit = appended_lines(state_.program, pasted_lines(state_.program, action.wish, action.text));
      break;
    case ActionKind::take_file:
    case ActionKind::list_file:
    case ActionKind::bring:
      act_on_file(action, changes);
      break;
    case ActionKind::move_arrow: {
      if (card->stale) break;
      auto edit = workspace_.move_arrow(card->binding.id, action.cell, action.target);
      if (edit)
        changes.edit = std::move(*edit);
      else
        changes.refused =
            edit.error().hint.empty() ? edit.error().message : say("{}; {}", edit.error().message, edit.error().hint);
      break;
    }
    case ActionKind::set_field: {
      if (card->stale) break;
      auto program = with_kernel_field(workspace_, card->binding.id, action.view, action.text);
      if (program)
        changes.edit = {{0, static_cast<std::uint32_t>(state_.program.size())}, std::move(*program)};
      else
        changes.refused = program.error().message;
      break;
    }
    case ActionKind::format: {
      std::string formatted = format_program(state_.program);
      if (formatted != state_.program)
        changes.edit = {{0, static_cast<std::uint32_t>(state_.program.size())}, std::move(formatted)};
      break;
    }
  }
}

void App::act_on_file(const Action& action, Changes& changes) {
  if (action.kind == ActionKind::take_file) {
    if (!action.text.empty() && trimmed(action.text).empty()) {
      changes.refused = say("the file '{}' is empty", action.wish);
      return;
    }
    const FileReader reader = file_reader(action.wish, action.text);
    if (!action.on && reader == FileReader::program && !action.text.empty()) {
      changes.refused = why_not_a_program(action.wish, action.text);
      if (!changes.refused.empty()) return;
      changes.edit = {{0, static_cast<std::uint32_t>(state_.program.size())}, action.text};
      return;
    }
    changes.file = true;
    if (action.text.empty()) {
      file_.reset();
    } else {
      const OpenFile* beside = file_ ? file_->file.get() : nullptr;
      auto file = std::make_shared<const OpenFile>(open_file(reader, action.text, action.wish, beside));
      if (beside != nullptr && beside->trace && file->trace && beside->name == file->name) {
        std::string program = renewed_program(*beside, *file, state_.program);
        if (program != state_.program)
          changes.edit = {{0, static_cast<std::uint32_t>(state_.program.size())}, std::move(program)};
        file_ = std::make_shared<const FileState>(renewed_state(*file_, std::move(file)));
      } else {
        file_ = std::make_shared<const FileState>(FileState{std::move(file), {}});
      }
    }
    return;
  }
  if (!file_) {
    changes.refused = say("no file is open");
    return;
  }
  if (action.kind == ActionKind::list_file) {
    changes.file = true;
    FileChoice choice = {action.key, action.view, action.text, action.cell};
    file_ = std::make_shared<const FileState>(FileState{file_->file, std::move(choice)});
    return;
  }
  const std::string lines = brought_lines(*file_, action.cell, state_.program, *catalog_);
  if (lines.empty())
    changes.refused = say("the program already contains all of it");
  else
    changes.edit = appended_lines(state_.program, lines);
}

Changes App::run(const Action& action) {
  Changes changes = act(action);
  if (!changes.edit) return changes;
  Action edit;
  edit.budget = action.budget;
  const Span span = changes.edit->span;
  edit.program = cat(state_.program.substr(0, span.begin), changes.edit->text, state_.program.substr(span.end));
  if (changes.edit->adds_lines) edit.caret = came(*changes.edit).end;
  Changes out = act(edit);
  // The evaluation reports all cards, so it includes those of the action.
  out.looked = out.looked || changes.looked;
  out.element = out.element || changes.element;
  out.file = out.file || changes.file;
  out.typed = out.typed || changes.typed;
  out.views = out.views || changes.views;
  return out;
}

void App::evaluate_alone(std::string_view program, IntegerMode mode) {
  forget();
  State alone;
  alone.mode = mode;
  alone.serial = state_.serial + 1;
  alone.element = std::move(state_.element);
  state_ = std::move(alone);
  workspace_.evaluate(program, mode);
}

void App::forget() {
  state_.cards.clear();
  state_.looked.reset();
  state_.typed.reset();
  choices_.clear();
  seen_.clear();
  unfolded_.clear();
  expanded_.clear();
  taken_.clear();
  limit_ = card_step;
}

void App::speak(const Catalog& catalog) {
  catalog_ = &catalog;
  for (Card& card : state_.cards) {
    if (card.picture) card.picture = retold(*card.picture, catalog);
  }
}

void App::choose(const std::string& key, std::string_view words, Changes& changes) {
  change_choice(choices_[key], words);
  Card* card = find(key);
  if (card == nullptr) return;
  card->choice = choices_[key];
  changes.views = true;
  // A stale card has no binding to draw; its choice is kept for later.
  changed(*card, changes).picture = !card->stale && draw(*card);
}

void App::arrange(const Action& action, Changes& changes) {
  std::vector<Card>& cards = state_.cards;
  const auto named = [&](std::string_view name) {
    return std::find_if(cards.begin(), cards.end(), [&](const Card& card) { return card.binding.key == name; });
  };
  const auto from = named(action.key);
  auto to = action.text.empty() ? cards.end() : named(action.text);
  if (to == cards.end() && !action.text.empty()) {
    changes.refused = say("unknown card '{}'", action.text);
    return;
  }
  bool behind = action.on;
  if (action.text.empty() && action.by != 0) {
    to = neighbour(cards, from, action.by);
    if (to == from) {
      const bool alone = from == neighbour(cards, from, -action.by);
      changes.refused = alone           ? say("this card cannot move there: no other card can trade places with it")
                        : action.by > 0 ? say("it is the last of its group")
                                        : say("it is the first of its group");
      return;
    }
    behind = action.by > 0;
  }
  if (from == to) return;
  const bool joins = !action.text.empty() && joins_group(group_of(*from), group_of(*to));
  if (joins) choices_[action.key].pin = from->choice.pin = to->choice.pin;
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

// --- The report ------------------------------------------------------------------------------------------------------

void App::evaluate(Changes& changes, int budget) {
  const std::int64_t start = now_us();
  workspace_.evaluate(state_.program, state_.mode);
  state_.microseconds = now_us() - start;
  ++state_.serial;
  door::Report report = door::report_of(workspace_, limit_);
  const bool broken = std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                                  [](const door::Problem& d) { return d.severity == Severity::error; });
  state_.cards = next_cards(std::move(state_.cards), std::move(report.bindings), broken, state_.program);
  state_.diagnostics = std::move(report.diagnostics);
  state_.left_out = std::move(report.left_out);
  state_.skipped = std::move(report.skipped);
  state_.omitted = report.omitted;
  changes.evaluated = true;
  for (Card& card : state_.cards) card.choice = choice_of(card.binding.key);
  arrange_cards(state_.cards);
  for (Card& card : state_.cards) {
    card.expanded = expanded_.contains(card.binding.key);
    card.taken = card.binding.key == taken_;
    changed(card, changes);
  }
  place_cards(state_.cards, state_.program, state_.caret);
  draw_all(changes, budget);
  for (Card& card : state_.cards) {
    if (card.stale) continue;
    const auto unfolded = unfolded_.find(card.binding.key);
    if (unfolded == unfolded_.end()) continue;
    // The answers are computed later, one at a time; at once if the budget is unlimited.
    card.sections = open_sections(card, unfolded->second);
    for (Section& section : card.sections) section.pending = true;
    changes.cards[static_cast<std::size_t>(&card - state_.cards.data())].sections = true;
    while (budget < 0 && answer(card)) {
    }
  }
  follow(changes);
}

ChangedCard& App::changed(const Card& card, Changes& changes) const {
  return changes.cards.emplace_back(ChangedCard{static_cast<std::size_t>(&card - state_.cards.data())});
}

void App::tell(Changes& changes) const {
  changes.evaluated = changes.looked = changes.views = changes.element = changes.typed = true;
  changes.file = file_ != nullptr;
  for (const Card& card : state_.cards) {
    ChangedCard& told = changed(card, changes);
    told.picture = card.picture != nullptr;
    told.sections = true;
  }
}

void App::place(Changes& changes) {
  std::vector<Place> before;
  for (const Card& card : state_.cards) before.push_back(card.place);
  place_cards(state_.cards, state_.program, state_.caret);
  for (std::size_t i = 0; i < state_.cards.size(); ++i) {
    const bool told =
        std::any_of(changes.cards.begin(), changes.cards.end(), [&](const ChangedCard& c) { return c.at == i; });
    if (state_.cards[i].place != before[i] && !told) changed(state_.cards[i], changes);
  }
}

// --- Open parts of a card --------------------------------------------------------------------------------------------

void App::unfold(Card& card, SectionKind kind, bool on, Changes& changes) {
  std::set<SectionKind>& kept = unfolded_[card.binding.key];
  if (on == (kept.count(kind) > 0)) return;
  if (on)
    kept.insert(kind);
  else
    kept.erase(kind);
  card.sections = open_sections(card, kept);
  changed(card, changes).sections = true;
  if (card.stale) return;
  for (Section& section : card.sections) {
    if (section.kind != kind) continue;
    name_statement(workspace_, card.binding.id);
    section = answered(workspace_, kind, card.binding.id, state_.element);
  }
}

bool App::answer(Card& card) {
  if (card.stale) return false;
  for (Section& section : card.sections) {
    if (!section.pending) continue;
    name_statement(workspace_, card.binding.id);
    section = answered(workspace_, section.kind, card.binding.id, state_.element);
    return true;
  }
  return false;
}

// --- Pictures --------------------------------------------------------------------------------------------------------

// With more coordinates, a single picture takes a large part of a budget.
constexpr std::int64_t vast_cells = 1 << 18;

// Draws the current card first, then the other cards on the stage; cards of the list, whose pictures are hidden, only
// if time remains.
void App::draw_all(Changes& changes, int budget) {
  const std::int64_t start = now_us();
  for (const bool staged : {true, false}) {
    for (std::size_t i = 0; i < state_.cards.size(); ++i) {
      Card& card = state_.cards[i];
      if ((card.place == Place::stage) != staged || !card.pending || card.stale) continue;
      // A card of the list is drawn when it becomes visible.
      const bool in_time = card.place != Place::row && now_us() - start < budget * std::int64_t{1000} &&
                           (staged || workspace_.coordinates(card.binding.id) <= vast_cells);
      changes.cards[i].picture = (budget < 0 || in_time) && draw(card);
    }
  }
}

bool App::draw(Card& card) {
  card.pending = false;
  if (card.binding.views.empty()) return false;
  name_statement(workspace_, card.binding.id);
  auto made = make_picture(workspace_, card.binding.id, chosen_view(card.choice, card.binding.views), *catalog_);
  const auto seen = seen_.find(card.binding.key);
  // With the pixels of the visible part, so that they arrive together with the picture.
  if (seen != seen_.end() && !made->drawn && made->scene.rows == seen->second.rows &&
      made->scene.cols == seen->second.cols) {
    if (auto raster = make_raster(workspace_, card.binding.id, made->view, made->scene, seen->second.viewport))
      made->raster = std::make_shared<const Raster>(std::move(*raster));
  }
  if (card.picture && same_picture(*card.picture, *made)) return false;
  card.picture = std::move(made);
  return true;
}

// --- The selected cell -----------------------------------------------------------------------------------------------

bool App::look(const Card& card, std::int64_t cell, Changes& changes) {
  if (card.stale || !card.picture || !card.picture->scene.shows(cell)) return false;
  const bool pinned = state_.looked && state_.looked->pinned;
  state_.looked = {card.binding.key, cell, pinned, inspect(workspace_, card.binding.id, cell, card.picture->view)};
  changes.looked = true;
  return true;
}

void App::let_go(Changes& changes) {
  changes.looked = changes.looked || state_.looked.has_value();
  state_.looked.reset();
}

// After an evaluation: selects the same cell of the same key again, if it still exists.
void App::follow(Changes& changes) {
  if (!state_.looked) return;
  const Card* card = find(state_.looked->key);
  if (card == nullptr || !look(*card, state_.looked->cell, changes)) let_go(changes);
}

// --- The call at the caret -------------------------------------------------------------------------------------------

void App::help(Changes& changes, bool edited) {
  const auto caret = static_cast<std::size_t>(std::max<std::int64_t>(state_.caret, 0));
  auto next = edited ? typed_call(state_.program, caret, state_.diagnostics, *catalog_)
                     : typed_call_after_move(state_.typed, state_.program, caret, state_.diagnostics, *catalog_);
  changes.typed = changes.typed || next != state_.typed;
  state_.typed = std::move(next);
}

}  // namespace stridescope::app
