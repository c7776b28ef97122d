// The window's state: program, cards, choices, what is pending and what is stale. Every question goes to one of two
// workers and its answer is dropped when the program has moved on meanwhile.
#include "desktop/model/session.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/base/text.h"
#include "core/workspace/edit.h"
#include "core/workspace/kernel.h"
#include "core/workspace/overlay.h"

namespace stridescope::desktop {
namespace {

// Jobs of these kinds replace each other while they wait.
enum Slot : int { in_order = 0, evaluation = 1, hovering = 2, completion = 3, excerpts = 4, pictures = 100 };
constexpr double picture_budget = 60;

bool is_name(std::string_view text) {
  if (text.empty()) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// Does a statement of the program still assign the name?
bool is_assigned(std::string_view name, std::string_view program) {
  if (!is_name(name)) return false;
  for (std::size_t at = program.find(name); at != std::string_view::npos; at = program.find(name, at + 1)) {
    std::size_t before = at;
    while (before > 0 && (program[before - 1] == ' ' || program[before - 1] == '\t')) --before;
    if (before > 0 && program[before - 1] != '\n' && program[before - 1] != ';') continue;
    std::size_t after = at + name.size();
    while (after < program.size() && (program[after] == ' ' || program[after] == '\t')) ++after;
    if (after < program.size() && program[after] == '=') return true;
  }
  return false;
}

}  // namespace

Session::Session(const std::function<void()>& wake) : core_(wake), side_(wake) {}

void Session::open(std::string_view program, IntegerMode new_mode, Choices new_choices, bool hold) {
  text.set(clean_text(program));
  text.place(0, false);
  mode = new_mode;
  choices = std::move(new_choices);
  let_go();
  another_ = serial_;
  held_ = hold;
  dirty_ = !hold;
  if (!hold) return;
  seen_version_ = text.version();
  evaluating_ = false;
  snapshot.reset();
  cards.clear();
}

void Session::evaluate_held() {
  if (held_) dirty_ = true;
  held_ = false;
}

void Session::set_mode(IntegerMode new_mode) {
  if (mode == new_mode) return;
  mode = new_mode;
  dirty_ = !held_;
}

void Session::append(std::string_view lines) { text.append(lines); }

bool Session::replace(Span span, std::string_view with) {
  if (!snapshot || snapshot->program != text.text()) return false;
  text.replace({span.begin, span.end}, with);
  return true;
}

std::string Session::fresh_name(std::string_view wish) const { return stridescope::fresh_name(text.text(), wish); }

Card* Session::card(std::string_view key) {
  const auto found = std::find_if(cards.begin(), cards.end(), [&](const Card& c) { return c.data.key == key; });
  return found == cards.end() ? nullptr : &*found;
}

const Card* Session::card_of(int binding) const {
  const auto found =
      std::find_if(cards.begin(), cards.end(), [&](const Card& c) { return !c.stale && c.data.id == binding; });
  return found == cards.end() ? nullptr : &*found;
}

bool Session::busy() const { return evaluating_ || (dirty_ && !held_); }

bool Session::idle() const {
  return (!dirty_ || held_) && seen_version_ == text.version() && core_.idle() && side_.idle();
}

void Session::say(std::string words) {
  notice = std::move(words);
  notice_until = now_ms() + 2500;
}

// --- Evaluation

bool Session::update() {
  bool changed = core_.drain();
  changed = side_.drain() || changed;
  if (seen_version_ != text.version()) {
    dirty_ = true;
    held_ = false;
  }
  if (dirty_ && !held_) {
    evaluate();
    changed = true;
  }
  return changed;
}

void Session::evaluate() {
  dirty_ = false;
  seen_version_ = text.version();
  if (!evaluating_) busy_since = now_ms();
  evaluating_ = true;
  if (before_evaluation) before_evaluation();
  const std::uint64_t serial = ++serial_;
  // Before all else that waits: its answers would be about an older program.
  core_.post(
      evaluation,
      [this, serial, program = text.text(), mode = mode, choices = choices, crash = planted_crash,
       delay = planted_delay]() -> Worker::Done {
        const auto planted = [&](const std::string& word) {
          return !word.empty() && program.find(word) != program.npos;
        };
        if (planted(crash)) std::abort();
        if (planted(delay)) std::this_thread::sleep_for(std::chrono::seconds(10));
        auto next = take_snapshot(workspace_, program, mode, choices, picture_budget);
        next->serial = serial;
        workspace_serial_ = serial;
        return [this, next] { take(next); };
      },
      true);
}

void Session::take(std::shared_ptr<const Snapshot> next) {
  if (held_ || (snapshot && next->serial < snapshot->serial)) return;
  evaluating_ = next->serial != serial_;
  std::vector<Card> before = std::move(cards);
  cards.clear();
  // What the program before had is no last value of this one.
  if (next->serial > another_ && (!snapshot || snapshot->serial <= another_)) before.clear();
  const auto old = [&](const std::string& key) {
    return std::find_if(before.begin(), before.end(), [&](const Card& c) { return c.data.key == key; });
  };
  for (const CardData& data : next->cards) {
    Card card;
    const auto same = old(data.key);
    if (same != before.end()) card = *same;
    card.stale = false;
    auto picture = data.picture;
    card.pending = !picture && !data.views.empty();
    // Until the new one comes.
    if (!picture && same != before.end() && !data.views.empty()) picture = same->data.picture;
    card.data = data;
    card.data.picture = std::move(picture);
    cards.push_back(std::move(card));
  }
  // The old cards of names that are still assigned, on lines in error, stay at their places.
  const bool broken = std::any_of(next->diagnostics.begin(), next->diagnostics.end(),
                                  [](const door::Problem& d) { return d.severity == Severity::error; });
  if (broken) {
    std::size_t place = 0;
    for (Card& card : before) {
      const auto at =
          std::find_if(cards.begin(), cards.end(), [&](const Card& c) { return c.data.key == card.data.key; });
      if (at != cards.end()) {
        place = static_cast<std::size_t>(at - cards.begin()) + 1;
      } else if (is_assigned(card.data.name, next->program)) {
        card.stale = true;
        cards.insert(cards.begin() + static_cast<std::ptrdiff_t>(place++), card);
      }
    }
  }
  snapshot = std::move(next);
  for (Card& card : cards) {
    if (card.stale) continue;
    if (card.pending) ask_picture(card);
    if (card.show_derivation) ask_derivation(card);
    if (card.show_analysis) ask_analysis(card);
    if (card.show_swizzles) ask_swizzles(card);
  }
  follow();
}

// --- Questions of the cards

void Session::ask_picture(Card& card) {
  if (card.stale) return;
  card.pending = true;
  const std::uint64_t serial = this->serial();
  core_.post(pictures + card.data.id,
             [this, serial, binding = card.data.id, key = card.data.key, choice = choice_of(card)]() -> Worker::Done {
               if (workspace_serial_ != serial) return {};
               auto picture = make_picture(workspace_, binding, choice);
               return [this, serial, key, picture] {
                 Card* shown = this->card(key);
                 if (shown == nullptr || serial != this->serial() || shown->stale) return;
                 shown->data.picture = picture;
                 shown->pending = false;
               };
             });
}

void Session::choose(Card& card, const ViewChoice& choice) {
  choices[card.data.key] = choice;
  ask_picture(card);
}

ViewChoice Session::choice_of(const Card& card) const {
  const auto found = choices.find(card.data.key);
  return found == choices.end() ? ViewChoice() : found->second;
}

void Session::pin(Card& card, bool pin) { choices[card.data.key].pin = pin; }

template <class T, class Ask>
void Session::ask(Card& card, Answer<T> Card::*member, Ask question) {
  Answer<T>& answer = card.*member;
  if (card.stale || (answer.asked && answer.asking == serial()) || (answer.serial == serial() && serial() != 0)) return;
  answer.asked = true;
  answer.asking = serial();
  core_.post(
      in_order,
      [this, member, question, serial = serial(), binding = card.data.id, key = card.data.key]() -> Worker::Done {
        std::optional<Result<T>> result;
        if (workspace_serial_ == serial) result = question(workspace_, binding);
        return [this, member, key, serial, result = std::move(result)] {
          Card* asker = this->card(key);
          if (asker == nullptr) return;
          Answer<T>& kept = asker->*member;
          if (kept.asking == serial) kept.asked = false;
          if (!result || serial != this->serial()) return;
          kept.serial = serial;
          kept.value = *result ? std::optional<T>(**result) : std::nullopt;
          kept.refused = *result ? "" : english(result->error().message);
        };
      });
}

void Session::ask_verdict(Card& card) {
  ask(card, &Card::verdict, [](Workspace& w, int binding) { return w.verdict(binding); });
}

void Session::ask_derivation(Card& card) {
  ask(card, &Card::derivation, [](Workspace& w, int binding) { return w.explain(binding); });
}

void Session::ask_analysis(Card& card) {
  if (card.analysis_type != element_type) {
    card.analysis_type = element_type;
    card.analysis.serial = 0;
    card.analysis.asked = false;
  }
  ask(card, &Card::analysis, [type = element_type](Workspace& w, int binding) {
    return type.empty() ? w.analyze(binding) : w.analyze(binding, type);
  });
}

void Session::ask_swizzles(Card& card) {
  ask(card, &Card::swizzles, [](Workspace& w, int binding) { return w.swizzle_trials(binding); });
}

void Session::emit(const Card& card, std::string format, std::function<void(Result<std::string>)> done) {
  const View view = card.data.picture ? card.data.picture->view : View();
  core_.post(in_order,
             [this, serial = serial(), binding = card.data.id, format = std::move(format), view,
              done = std::move(done)]() -> Worker::Done {
               if (workspace_serial_ != serial) return {};
               return [done, result = workspace_.emit(binding, format, view)] { done(result); };
             });
}

void Session::overlay(const Card& card, std::string result, std::string name,
                      std::function<void(Result<Picture>)> done) {
  core_.post(in_order,
             [this, serial = serial(), binding = card.data.id, result = std::move(result), name = std::move(name),
              done = std::move(done)]() -> Worker::Done {
               const auto which = overlay_named(name);
               if (workspace_serial_ != serial || !which) return {};
               auto scene = overlay_scene(workspace_, binding, result, *which);
               if (!scene) return [done, error = scene.error()] { done(failure(error)); };
               Picture out;
               out.choice = name;
               auto drawing = paint(*scene);
               out.scene = std::move(*scene);
               if (drawing) {
                 out.drawing = std::move(*drawing);
                 out.drawn = true;
               }
               return [done, out = std::move(out)] { done(out); };
             });
}

void Session::recorded(const Card& card, std::vector<std::string_view> measurements,
                       std::function<void(Result<std::string>)> done) {
  core_.post(in_order,
             [this, serial = serial(), binding = card.data.id, measurements = std::move(measurements),
              done = std::move(done)]() -> Worker::Done {
               if (workspace_serial_ != serial) return {};
               Result<std::string> found = failure(ErrorCode::unknown_name, stridescope::say("it was not measured"));
               for (std::size_t i = 0; i < measurements.size() && !found; ++i)
                 found = recorded_result(workspace_, binding, measurements[i]);
               return [done, found = std::move(found)] { done(found); };
             });
}

void Session::cells(const Card& card, std::vector<std::string> about,
                    std::function<void(std::set<std::int64_t>)> done) {
  core_.post(in_order,
             [this, serial = serial(), binding = card.data.id, about = std::move(about),
              done = std::move(done)]() -> Worker::Done {
               std::set<std::int64_t> out;
               if (workspace_serial_ != serial) return {};
               for (const std::string& one : about) {
                 if (const auto found = kernel_cells(workspace_, binding, one))
                   out.insert(found->begin(), found->end());
               }
               return [done, out = std::move(out)] { done(out); };
             });
}

void Session::move_arrow(const Card& card, std::int64_t cell, std::int64_t target) {
  core_.post(in_order, [this, serial = serial(), binding = card.data.id, cell, target]() -> Worker::Done {
    if (workspace_serial_ != serial) return {};
    return [this, edit = workspace_.move_arrow(binding, cell, target)] {
      if (edit) {
        replace(edit->span, edit->text);
      } else {
        say(english(edit.error().message) + (edit.error().hint.empty() ? "" : "; " + english(edit.error().hint)));
      }
    };
  });
}

void Session::excerpt(const Card& card, const SceneWindow& window, std::function<void(Result<Excerpt>)> done) {
  core_.post(excerpts + 1000 + card.data.id,
             [this, serial = serial(), binding = card.data.id, picture = card.data.picture, window,
              done = std::move(done)]() -> Worker::Done {
               if (workspace_serial_ != serial || !picture) return {};
               auto part = workspace_.excerpt(binding, picture->view, picture->scene, window);
               if (!part) return [done, error = part.error()] { done(failure(error)); };
               Excerpt out = {serial, picture->choice, window, std::move(*part)};
               return [done, out = std::move(out)] { done(out); };
             });
}

// --- Looking at a cell

void Session::look(const Card& card, std::int64_t cell, bool again) {
  const bool same = target_key == card.data.key && target_cell == cell;
  target_key = card.data.key;
  target_cell = cell;
  if ((same && !again) || card.stale || !card.data.picture) return;
  core_.post(
      hovering,
      [this, serial = serial(), binding = card.data.id, cell, view = card.data.picture->view]() -> Worker::Done {
        if (workspace_serial_ != serial) return {};
        return [this, serial, found = inspect(workspace_, binding, cell, view)] {
          const bool current = serial == this->serial() && target_cell == found.cell;
          if (current && !target_key.empty()) inspection = found;
        };
      },
      true);
}

void Session::hover(const Card& card, std::int64_t cell) {
  if (!pinned) look(card, cell, false);
}

void Session::leave() {
  if (!pinned) let_go();
}

void Session::walk(const Card& card, std::int64_t cell) { look(card, cell, false); }

void Session::toggle(const Card& card, std::int64_t cell) {
  if (pinned && target_key == card.data.key && target_cell == cell) return let_go();
  pinned = true;
  look(card, cell, true);
}

void Session::let_go() {
  pinned = false;
  target_key.clear();
  target_cell = -1;
  inspection.reset();
}

// After an evaluation: the same cell of the same name, if it is still there.
void Session::follow() {
  if (target_key.empty()) return;
  const Card* card = this->card(target_key);
  const bool there = card != nullptr && !card->stale && card->data.picture &&
                     std::find(card->data.picture->scene.ids.begin(), card->data.picture->scene.ids.end(),
                               target_cell) != card->data.picture->scene.ids.end();
  if (there)
    look(*card, target_cell, true);
  else
    let_go();
}

// --- Beside the program

void Session::sketch(int slot, std::string program, std::string view, std::function<void(Sketch)> done) {
  side_.post(
      slot,
      [program = std::move(program), view = std::move(view), mode = mode, done = std::move(done)]() -> Worker::Done {
        Workspace workspace;
        Sketch out;
        out.program = program;
        auto taken = take_snapshot(workspace, program, mode, {}, -1);
        for (std::size_t i = taken->cards.size(); i-- > 0;) {
          CardData& card = taken->cards[i];
          if (card.views.empty()) continue;
          card.picture = make_picture(workspace, card.id, read_choice(view));
          out.picture = card.picture;
          out.pictured = static_cast<int>(i);
          if (auto analysis = workspace.analyze(card.id)) out.analysis = std::move(*analysis);
          break;
        }
        out.snapshot = std::move(taken);
        return [done, out = std::move(out)] { done(out); };
      });
}

void Session::complete(std::size_t position, std::function<void(Completions)> done) {
  core_.post(
      completion,
      [this, program = text.text(), position, done = std::move(done)]() -> Worker::Done {
        Completions found = workspace_.complete(program, static_cast<std::uint32_t>(position));
        return [done, found = std::move(found)] { done(found); };
      },
      true);
}

void Session::atoms(std::vector<std::string> words, std::function<void(Result<std::vector<door::ListedAtom>>)> done) {
  side_.post(50, [words = std::move(words), done = std::move(done)]() -> Worker::Done {
    return [done, found = door::listed_atoms(words)] { done(found); };
  });
}

void Session::format() {
  std::string formatted = format_program(text.text());
  if (formatted != text.text()) text.set(std::move(formatted));
}

}  // namespace stridescope::desktop
