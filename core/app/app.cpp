// Keeps the state of the application: the report, its cards, their pictures and open parts, the selected cell.
#include "core/app/app.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/app/cards.h"
#include "core/base/statement_gate.h"
#include "core/base/text.h"
#include "core/workspace/edit.h"

namespace stridescope::app {
namespace {

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
  (void)admission(std::string_view(workspace.program()).substr(span.begin, span.end - span.begin));
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

Changes App::with_edit(Changes changes, int budget) {
  if (!changes.edit) return changes;
  action::Edit edit = {.budget = budget};
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
