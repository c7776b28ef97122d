// The window's state: program, cards, choices, pending work and outdated results. Each request goes to one of two
// workers; its answer is dropped if the program has changed meanwhile.
#include "desktop/model/session.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/door/records_app.h"
#include "core/runs/overlay.h"
#include "core/workspace/edit.h"
#include "core/workspace/kernel.h"
#include "desktop/model/session_actions.h"

namespace stridescope::desktop {

namespace action = app::action;

namespace {

// Updates a card from the application.
void update_card(Card& card, app::Card&& told) {
  static_cast<app::Card&>(card) = std::move(told);
  card.unfolded.clear();
  for (const app::Section& section : card.sections) card.unfolded.insert(section.kind);
}

bool waits_for_answer(const Card& card) {
  return !card.stale && std::any_of(card.sections.begin(), card.sections.end(),
                                    [](const app::Section& section) { return section.pending; });
}

// A picture that does not belong to a card.
Result<Picture> drawn(Result<Scene> scene, const Catalog& catalog) {
  if (!scene) return failure(scene.error());
  Picture out;
  auto drawing = paint(*scene, {.catalog = &catalog});
  out.scene = std::move(*scene);
  if (drawing) {
    out.drawing = std::move(*drawing);
    out.drawn = true;
  }
  return out;
}

}  // namespace

const app::Section* Card::section(app::SectionKind kind) const {
  const auto found =
      std::find_if(sections.begin(), sections.end(), [&](const app::Section& section) { return section.kind == kind; });
  return found == sections.end() ? nullptr : &*found;
}

Session::Session(const std::function<void()>& wake) : core_(wake, true), side_(wake, true) {}

void Session::open(std::string_view program, IntegerMode new_mode, Choices new_choices, bool hold) {
  text.set(clean_text(program));
  text.place(0, false);
  mode = new_mode;
  choices = std::move(new_choices);
  caret_ = -1;
  begin_program(hold);
}

void Session::exchange(Parked& other) {
  std::swap(text, other.text);
  std::swap(mode, other.mode);
  std::swap(choices, other.choices);
  std::swap(caret_, other.caret);
  const bool hold = other.held;
  other.held = held_;
  begin_program(hold);
}

void Session::begin_program(bool hold) {
  let_go();
  ++opened_;
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

void Session::append(std::string_view lines) {
  text.append(lines);
  caret_ = static_cast<std::int64_t>(text.caret());  // moves the cards at the caret to the stage
}

bool Session::replace(Span span, std::string_view with) {
  if (!snapshot || snapshot->program != text.text()) return false;
  text.replace({span.begin, span.end}, with);
  return true;
}

void Session::apply_edit(const ProgramEdit& edit) {
  if (!replace(edit.span, edit.text) || !edit.adds_lines) return;
  const std::uint32_t at = came(edit).end;
  text.select({at, at});
  caret_ = at;
}

std::string Session::fresh_name(std::string_view wish) const { return stridescope::fresh_name(text.text(), wish); }

Card* Session::card(std::string_view key) {
  const auto found = std::find_if(cards.begin(), cards.end(), [&](const Card& c) { return c.binding.key == key; });
  return found == cards.end() ? nullptr : &*found;
}

const Card* Session::card_of(int binding) const {
  const auto found =
      std::find_if(cards.begin(), cards.end(), [&](const Card& c) { return !c.stale && c.binding.id == binding; });
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
  changed = leave_endless() || changed;
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

bool Session::leave_endless() {
  const double most = taking_file ? most_file_seconds : most_seconds;
  const bool newer = core_.waiting(evaluation) || seen_version_ != text.version();
  const auto left = core_.leave_after(most, [this] {
    evaluator_ = std::make_shared<Evaluator>();
    evaluator_->app.speak(*catalog_);
  });
  if (!side_.leave_after(most) && !left) return false;
  stopped = stridescope::say("stopped after {} {second|seconds} of computing without a result", std::llround(most));
  say(render(stopped, *catalog_));
  if (!left) return true;
  file.reset();
  // Evaluates text that was typed meanwhile, and a program next to a file.
  if (taking_file && *left != evaluation)
    dirty_ = !held_;
  else if (!newer)
    begin_program(true);
  taking_file = false;
  return true;
}

void Session::evaluate() {
  stopped = {};
  dirty_ = false;
  seen_version_ = text.version();
  if (!evaluating_) busy_since = now_ms();
  evaluating_ = true;
  if (before_evaluation) before_evaluation();
  if (caret_ >= 0) caret_ = static_cast<std::int64_t>(text.caret());
  action::Edit edit = {.program = text.text(), .caret = caret_, .mode = mode};
  // Before all waiting jobs, whose answers would belong to an older program.
  core_.post(
      evaluation,
      [this, serial = ++serial_, opened = opened_, edit = std::move(edit), choices = choices,
       within = within_evaluation]() mutable -> Worker::Done {
        const auto in = evaluator_;
        // If several programs were opened in a row, this evaluation may be the first that runs.
        app::Action action = edit;
        if (in->program != opened) {
          action::Open open = {.program = std::move(edit.program), .caret = edit.caret, .mode = edit.mode};
          for (const auto& [key, choice] : choices) open.views.push_back({key, print_choice(choice)});
          action = std::move(open);
        }
        in->program = opened;
        in->serial = serial;
        if (within) within();
        Told next = told(*in, action);
        return [this, serial, opened, next = std::move(next)]() mutable {
          if (held_ || opened != opened_) return;
          evaluating_ = serial != serial_;
          take(std::move(next));
        };
      },
      true);
}

void Session::move_caret() {
  const auto now = static_cast<std::int64_t>(text.caret());
  if (now == caret_) return;
  caret_ = now;
  // An edit includes the caret.
  if (held_ || seen_version_ != text.version()) return;
  act(carets, action::Move{now});
}

void Session::expand(const Card& card, bool on) { act(carets, action::Expand{card.binding.key, on}); }

void Session::arrange(const Card& card, int by) { act(in_order, action::Arrange{card.binding.key, by}); }

void Session::compare(const Card& card) { act(in_order, action::Compare{card.binding.key}); }

Session::Told Session::told(Evaluator& in, const app::Action& action) {
  Told out;
  out.changes = in.app.act(action);
  const app::State& state = in.app.state();
  for (const app::ChangedCard& changed : out.changes.cards) out.cards.push_back(state.cards[changed.at]);
  if (out.changes.evaluated) {
    auto next = snapshot_of(state);
    next->serial = in.serial;
    out.snapshot = std::move(next);
  }
  out.looked = state.looked;
  out.file = in.app.file();
  out.element = state.element;
  return out;
}

void Session::act(int slot, app::Action action, bool first) {
  core_.post(
      slot,
      [this, opened = opened_, action = std::move(action)]() -> Worker::Done {
        const auto in = evaluator_;
        if (in->program != opened) return {};
        return [this, opened, next = told(*in, action)]() mutable {
          if (opened == opened_) take(std::move(next));
        };
      },
      first);
}

void Session::take(Told told) {
  if (told.snapshot) {
    update_report(told);
  } else {
    for (app::Card& next : told.cards) {
      Card* card = this->card(next.binding.key);
      if (card == nullptr) continue;
      choices[next.binding.key] = next.choice;
      update_card(*card, std::move(next));
    }
  }
  if (told.changes.element) element_type = std::move(told.element);
  // One evaluation at a time, so that new input waits for at most one.
  const bool about_cards = told.snapshot || !told.cards.empty();
  if (about_cards && std::any_of(cards.begin(), cards.end(), waits_for_answer)) {
    act(answers, action::Answer{});
  }
  if (told.changes.looked) {
    // Ignores the answer for a cell that the user has left meanwhile.
    if (told.looked && told.looked->key == target_key && told.looked->cell == target_cell)
      inspection = std::move(told.looked->inspection);
    else if (!told.looked && told.snapshot)
      let_go();
  }
  if (told.changes.file) file = std::move(told.file);
  if (told.changes.edit) apply_edit(*told.changes.edit);
  if (!told.changes.refused.empty()) say(render(told.changes.refused, *catalog_));
}

void Session::update_report(Told& told) {
  std::vector<Card> before = std::move(cards);
  cards.clear();
  for (app::Card& next : told.cards) {
    Card card;
    const auto same =
        std::find_if(before.begin(), before.end(), [&](const Card& c) { return c.binding.key == next.binding.key; });
    if (same != before.end()) card = std::move(*same);
    if (next.choice.at >= 0) choices[next.binding.key].at = next.choice.at;
    update_card(card, std::move(next));
    cards.push_back(std::move(card));
  }
  snapshot = std::move(told.snapshot);
  for (const Card& card : cards) {
    if (!card.stale && card.pending) act(pictures + card.binding.id, action::Draw{card.binding.key});
  }
}

void Session::speak(const Catalog& catalog) {
  catalog_ = &catalog;
  core_.post(in_order, [this, &catalog, opened = opened_]() -> Worker::Done {
    const auto in = evaluator_;
    in->app.speak(catalog);
    if (in->program != opened) return {};
    return [this, opened, next = told(*in, action::Tell{})]() mutable {
      if (opened == opened_) take(std::move(next));
    };
  });
}

// --- Foreign files

void Session::take_file(std::string name, std::string content, bool listed) {
  taking_file = true;
  const app::Action action = action::TakeFile{.name = std::move(name), .content = std::move(content), .beside = listed};
  // Valid for any program, since the file is open next to it. Ordered only if the file becomes the program.
  core_.post(in_order, [this, action]() -> Worker::Done {
    const auto in = evaluator_;
    return [this, next = told(*in, action)]() mutable {
      taking_file = false;
      if (next.changes.file) file = next.file;
      if (next.changes.edit) apply_edit(*next.changes.edit);
      if (!next.changes.refused.empty()) say(render(next.changes.refused, *catalog_));
    };
  });
}

void Session::list_file(app::FileChoice choice) {
  if (!file) return;
  // Updates the display at once; the core gets the visible rows, for those that become cards.
  file = std::make_shared<const app::FileState>(app::FileState{file->file, choice});
  act(listing, action::ListFile{std::move(choice)});
}

void Session::file_picture(std::function<void(Result<Picture>)> done) {
  if (!file) return;
  side_.post(in_order, [state = *file, catalog = catalog_, done = std::move(done)]() -> Worker::Done {
    return [done, picture = drawn(app::file_picture(state, *catalog), *catalog)] { done(picture); };
  });
}

void Session::bring(std::int64_t row) { act(in_order, action::Bring{row}); }

// --- Queries of cards

void Session::choose(const std::string& key, const std::string& words) {
  change_choice(choices[key], words);
  Card* card = this->card(key);
  if (card != nullptr && !card->stale && !card->binding.views.empty()) card->pending = true;
  act(in_order, action::Choose{key, words});
}

void Session::step(const Card& card, int by) { act(in_order, action::Step{card.binding.key, by}); }

ViewChoice Session::choice_of(const Card& card) const {
  const auto found = choices.find(card.binding.key);
  return found == choices.end() ? ViewChoice() : found->second;
}

void Session::pin(const Card& card, bool pin) {
  choices[card.binding.key].pin = pin;
  act(in_order, action::Pin{card.binding.key, pin});
}

void Session::unfold(Card& card, app::SectionKind section, bool on) {
  if (on)
    card.unfolded.insert(section);
  else
    card.unfolded.erase(section);
  act(in_order, action::Unfold{card.binding.key, section, on});
}

void Session::set_element_type(std::string type) {
  element_type = type;
  act(in_order, action::Element{std::move(type)});
}

void Session::explain(const Card& card, std::function<void(Result<Step>)> done) {
  ask(
      card, [](const Workspace& workspace, int binding) { return workspace.explain(binding); }, std::move(done));
}

void Session::emit(const Card& card, std::string format, std::function<void(Result<std::string>)> done) {
  ask(
      card,
      [format = std::move(format), view = card.picture ? card.picture->view : View(), catalog = catalog_](
          const Workspace& workspace, int binding) { return workspace.emit(binding, format, view, *catalog); },
      std::move(done));
}

static Result<RunResult> recorded_in(const Workspace& workspace, int binding, std::string_view measurements) {
  const auto file = read_measurements(measurements);
  if (!file) return failure(file.error());
  return recorded_result(workspace, binding, *file);
}

void Session::kernel_texts(const Card& card, std::shared_ptr<const RunResult> result, std::string_view recorded,
                           std::function<void(Result<KernelListing>)> done) {
  ask(
      card,
      [result = std::move(result), recorded](const Workspace& workspace, int binding) {
        if (result != nullptr) return kernel_listing(workspace, binding, result.get());
        const auto kept = recorded_in(workspace, binding, recorded);
        return kernel_listing(workspace, binding, kept ? &*kept : nullptr);
      },
      std::move(done));
}

void Session::overlay(const Card& card, std::shared_ptr<const RunResult> result, Overlay which,
                      std::function<void(Result<Picture>)> done) {
  ask(
      card,
      [result = std::move(result), which, catalog = catalog_](const Workspace& workspace, int binding) {
        auto picture = drawn(overlay_scene(workspace, binding, *result, which), *catalog);
        if (picture) picture->choice = name_of(which);
        return picture;
      },
      std::move(done));
}

void Session::recorded(const Card& card, std::vector<std::string_view> measurements,
                       std::function<void(Result<RunResult>)> done) {
  ask(
      card,
      [measurements = std::move(measurements)](const Workspace& workspace, int binding) {
        Result<RunResult> found = failure(ErrorCode::unknown_name, stridescope::say("it was not measured"));
        for (std::size_t i = 0; i < measurements.size() && !found; ++i)
          found = recorded_in(workspace, binding, measurements[i]);
        return found;
      },
      std::move(done));
}

namespace {

std::set<std::int64_t> set_of(const Result<std::vector<std::int64_t>>& cells) {
  return cells ? std::set<std::int64_t>(cells->begin(), cells->end()) : std::set<std::int64_t>();
}

}  // namespace

void Session::cells(const Card& card, std::string about, std::function<void(std::set<std::int64_t>)> done) {
  ask(
      card,
      [about = std::move(about)](const Workspace& workspace, int binding) {
        return set_of(kernel_cells(workspace, binding, about));
      },
      std::move(done));
}

void Session::cells(const Card& card, std::shared_ptr<const WrongElements> wrong,
                    std::function<void(std::set<std::int64_t>)> done) {
  ask(
      card,
      [wrong = std::move(wrong)](const Workspace& workspace, int binding) {
        const std::vector<std::int64_t> cells = wrong_cells(workspace, binding, *wrong);
        return std::set<std::int64_t>(cells.begin(), cells.end());
      },
      std::move(done));
}

void Session::excerpt(const Card& card, const SceneWindow& window, std::function<void(Result<Excerpt>)> done) {
  if (!card.picture) return;
  ask(
      card,
      [picture = card.picture, window](const Workspace& workspace, int binding) -> Result<Excerpt> {
        auto part = workspace.excerpt(binding, picture->view, picture->scene, window);
        if (!part) return failure(part.error());
        return Excerpt{picture->choice, window, std::move(*part)};
      },
      std::move(done), excerpts + 1000 + card.binding.id);
}

// --- Next to the program

void Session::sketch(int slot, std::string program, std::string view, std::function<void(Sketch)> done) {
  side_.post(slot,
             [program = std::move(program), view = std::move(view), mode = mode, catalog = catalog_,
              done = std::move(done)]() -> Worker::Done {
               Workspace workspace;
               const Sketch out = {app::sketch(workspace, program, mode, view, *catalog), program, true};
               return [done, out] { done(out); };
             });
}

void Session::complete(std::size_t position, std::function<void(Completions)> done) {
  core_.post(
      completion,
      [this, program = text.text(), position, done = std::move(done)]() -> Worker::Done {
        const auto in = evaluator_;
        Completions found = in->app.workspace().complete(program, static_cast<std::uint32_t>(position));
        return [done, found = std::move(found)] { done(found); };
      },
      true);
}

void Session::atoms(const app::AtomSearch& search, std::function<void(app::AtomsFound)> done) {
  side_.post(50, [search, done = std::move(done)]() -> Worker::Done {
    return [done, found = app::find_atoms(search)] { done(found); };
  });
}

void Session::state(std::function<void(std::string)> done) {
  core_.post(in_order, [this, done = std::move(done)]() -> Worker::Done {
    const auto in = evaluator_;
    return [done, text = app::state_json(in->app)] { done(text); };
  });
}

void Session::format() {
  std::string formatted = format_program(text.text());
  if (formatted != text.text()) text.set(std::move(formatted));
}

}  // namespace stridescope::desktop
