// The application without a screen. The page, the window or a script turns the user's input into actions, and changes
// into pixels; this file decides the effect of an action for all of them.
//
// Only the program is edited. It determines the cards, one per value. A card survives while its line does not parse,
// and keeps its picture until the new one is made. Not thread-safe.
// Examples of actions and their effects:
//   act(edit, "A = (4,8):(8,1)")   the program is evaluated: one card "A", its picture drawn within the budget
//   act(hover, key "A", cell 5)    State::looked has the cell and all cells that are linked with it
//   act(pin, key "A", on)          the card comes before the others, and links record this
//   act(append, "size(A)")         evaluates nothing: Changes::edit gives the change of the caller's text
// Terms. A card's *key* is that of its value (door::Binding::key): "A", "A#1" for the next value of that name, "#0" for
// the first value without a name. A *cell* is a 1-D coordinate of the value's domain, the same in every picture of the
// value. A *view* is a list of words such as `kind=grid label=coord` (core/scene/view.h). Positions in the program are
// bytes; only JSON has UTF-16 code units (records_app.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/app/action.h"
#include "core/app/inspection.h"
#include "core/app/stage.h"
#include "core/app/typed_call.h"
#include "core/pictures/choice.h"
#include "core/pictures/picture.h"
#include "core/records/records.h"

namespace stridescope::app {

// A displayed value of the program.
struct Card {
  // The value, from the last report in which its line had no error. pre of all queries of the value: the card is not
  // stale, since only then `binding.id` is an index of the current report.
  door::Binding binding;
  // The user's choices. They can name options that this value does not offer; shown_choice() resolves them.
  ViewChoice choice;
  // Null until it is made, or if the value has none. Never changed, only replaced, so that a caller can keep it.
  std::shared_ptr<const CardPicture> picture;
  // The new picture is not drawn yet (action draw); `picture` is that of an older value or choice.
  bool pending = false;
  // The line has an error now. The card keeps its content, but its cells cannot be selected.
  bool stale = false;
  // The place (stage.h). post: at most one card is on the stage.
  Place place = Place::small;
  // The first of two cards to compare (action compare); taking the second one appends the comparison.
  bool taken = false;
  // All parts of the card are open, so it is never a row of the list.
  bool expanded = false;
  // The open sections, in the order of offered_sections().
  std::vector<Section> sections;
};

// The selected cell. post: the card's picture showed the cell at the time of the selection.
struct Looked {
  // The key of the card.
  std::string key;
  // A 1-D coordinate of the value's domain.
  std::int64_t cell = -1;
  // True: the selection stays while the pointer moves. After an edit, the same cell of the same key is selected again,
  // if it is still shown.
  bool pinned = false;
  // The description of the cell, and the cells that are highlighted with it.
  Inspection inspection;
};

// The whole visible state. Only actions change it.
struct State {
  // The text of the last open or edit; empty after evaluate_alone.
  std::string program;
  // The caret, in bytes of the program; -1: not moved yet.
  std::int64_t caret = -1;
  // The meaning of plain integers, and the form in which values print.
  IntegerMode mode = IntegerMode::teaching;
  // Number of the evaluation: 0 before the first one, then 1, 2, ... Another number means another report.
  std::uint64_t serial = 0;
  // In the order of the program, or as arranged by the user. At most 200 values, and 200 more after each show_more;
  // stale cards do not count.
  std::vector<Card> cards;
  // Errors and warnings in the order of the program, with the same limit as the cards.
  std::vector<door::Problem> diagnostics;
  // The parts of a pasted text that do not concern layouts, in one line; or empty.
  Message left_out;
  // The same by their places.
  std::vector<door::SkippedPart> skipped;
  // Values and diagnostics beyond that limit.
  door::Omitted omitted;
  // Time to parse and evaluate the program, without its pictures.
  std::int64_t microseconds = 0;
  // The selected cell; empty if no cell is selected.
  std::optional<Looked> looked;
  std::optional<TypedCall> typed;  // the unfinished call at the caret
  // The element type of the analyses, by its name in CUTLASS (element_types() lists them); empty: unknown. It stays
  // when another program is opened.
  std::string element;
};

// The changes of one card. An entry without any of the flags below reports a changed place, flag or choice.
struct ChangedCard {
  // Index in State::cards.
  std::size_t at = 0;
  // The card has another picture. False for a pending card: the old picture stays visible.
  bool picture = false;
  // The card has other open sections, or other answers in them.
  bool sections = false;
};

// The changes of an action; everything else is unchanged. To draw the whole state, it is enough to draw these.
struct Changes {
  // The report is new, and so are the cards and their order. post: `cards` then has every card, in order.
  bool evaluated = false;
  // State::looked has changed, or is empty now.
  bool looked = false;
  // State::element was set, so open analyses wait for new answers.
  bool element = false;
  // The open file, or its visible rows, have changed.
  bool file = false;
  // State::typed has changed, or is empty now.
  bool typed = false;
  // The cards' part of a link has changed; with `evaluated` it can change, too.
  bool views = false;
  // The changed cards; their indices are those after the evaluation. A card can occur twice.
  std::vector<ChangedCard> cards;
  // An edit of the program's text for the caller, which has the caret and the history. The state gets the new text only
  // with the action edit; run() does both.
  std::optional<ProgramEdit> edit;
  // The reason why nothing was done, to be shown verbatim: an unknown card or cell, no open file, an error of the core.
  // Otherwise empty.
  Message refused;
};

// One application: a program, its cards and the user's choices. It owns all of them; the catalog belongs to the caller.
class App {
 public:
  App() = default;
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // Applies a user's action. Never fails: an impossible action is reported in `refused`, or ignored if a report would
  // not help (a cell that no picture shows), and the state stays. An evaluation takes at most about a second
  // (core/lang/evaluator.h) and its pictures their budget; any other action costs as much as its subject: a picture, a
  // section, a file.
  template <class One>
  Changes act(const One& action) {
    Changes changes;
    act(action, changes);
    return changes;
  }
  // The same, with the changes added to those of the caller.
  void act(const Action& action, Changes& changes);
  template <class One>
  void act(const One& action, Changes& changes) {
    // An apply with a card gets the card of the action's key.
    if constexpr (requires(Card & card) { apply(action, card, changes); }) {
      if (Card* card = known(action.key, changes); card != nullptr) apply(action, *card, changes);
    } else {
      apply(action, changes);
    }
  }
  // The same for a caller without a text of its own: applies an edit at once. The changes are those of the action and
  // of the evaluation that follows, whose pictures have that budget. If the edit adds lines, the caret goes to the end
  // of the last one.
  template <class One>
  Changes run(const One& action, int budget = picture_budget) {
    return with_edit(act(action), budget);
  }
  // Applies the edit of the changes, if any.
  Changes with_edit(Changes changes, int budget);

  // Evaluates a program without cards: only the workspace has a report then, and State has the mode, but neither
  // program nor cards. Choices, visible parts and open sections of cards are forgotten, as when another program is
  // opened; the file and the element type stay. `serial` grows as always.
  void evaluate_alone(std::string_view program, IntegerMode mode);

  // Sets the language of the words in pictures, including existing ones. pre: the catalog outlives the application.
  void speak(const Catalog& catalog);
  // English until speak() is called.
  const Catalog& catalog() const { return *catalog_; }

  // Marks the whole visible state as changed, for a caller that has nothing yet. Existing changes stay.
  void tell(Changes& changes) const;

  // The reference stays valid as long as the application; the next action changes its contents.
  const State& state() const { return state_; }
  // The picture of the value with that index, as on its card; null if it has none, if it is refused or pending, or if
  // the card is stale. Valid until the next action.
  const CardPicture* picture_of(int binding) const;
  // The cards' part of a link: one entry for each card with a choice, in order. law: without errors, opening the
  // program with these views shows the same pictures, pinned and arranged alike.
  std::vector<View> views() const;
  // The open file next to the program, or null. It is immutable: an action replaces it. It stays for other programs.
  const std::shared_ptr<const FileState>& file() const { return file_; }
  // The workspace behind the cards; query it with Card::binding.id. Do not call evaluate() on it: use evaluate_alone().
  const Workspace& workspace() const { return workspace_; }
  Workspace& workspace() { return workspace_; }

 private:
  // Limit of cards, and of errors, at once; more are not readable.
  static constexpr std::size_t card_step = 200;

  // The visible part of a painted picture, and the picture's size in cells.
  struct Seen {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    Viewport viewport;
  };

  // --- the effects of the actions (app_actions.cpp); those with a card need the card of their key ---
  void apply(const action::Open& action, Changes& changes);
  void apply(const action::Edit& action, Changes& changes);
  void apply(const action::Move& action, Changes& changes);
  void apply(const action::ShowMore& action, Changes& changes);
  void apply(const action::Choose& action, Changes& changes);
  void apply(const action::Step& action, Card& card, Changes& changes);
  void apply(const action::Pin& action, Card& card, Changes& changes);
  void apply(const action::Arrange& action, Card& card, Changes& changes);
  void apply(const action::ArrangeNextTo& action, Card& card, Changes& changes);
  void apply(const action::Expand& action, Card& card, Changes& changes);
  void apply(const action::Draw& action, Changes& changes);
  void apply(const action::Unfold& action, Card& card, Changes& changes);
  void apply(const action::Answer& action, Changes& changes);
  void apply(const action::Element& action, Changes& changes);
  void apply(const action::See& action, Changes& changes);
  void apply(const action::Hover& action, Changes& changes);
  void apply(const action::Leave& action, Changes& changes);
  void apply(const action::Walk& action, Changes& changes);
  void apply(const action::Toggle& action, Changes& changes);
  void apply(const action::Seek& action, Card& card, Changes& changes);
  void apply(const action::LetGo& action, Changes& changes);
  void apply(const action::Compare& action, Card& card, Changes& changes);
  void apply(const action::Append& action, Changes& changes);
  void apply(const action::Paste& action, Changes& changes);
  void apply(const action::MoveArrow& action, Card& card, Changes& changes);
  void apply(const action::Tell& action, Changes& changes);
  void apply(const action::SetField& action, Card& card, Changes& changes);
  void apply(const action::Format& action, Changes& changes);
  void apply(const action::TakeFile& action, Changes& changes);
  void apply(const action::ListFile& action, Changes& changes);
  void apply(const action::Bring& action, Changes& changes);

  void evaluate(Changes& changes, int budget);
  // Clears the state of one program: cards, their choices, views and open sections, and the limit of their number.
  void forget();
  // Stores the words as the choice of the key, and redraws its card if it exists.
  void choose(const std::string& key, std::string_view words, Changes& changes);
  // Draws the card's picture; true if it has changed. Afterwards the card is not pending.
  bool draw(Card& card);
  // Moves a card before the other one or after it; without another one after all. joins: its group changes.
  // Afterwards each card has its number among the arranged ones.
  void arrange(const Card& card, const Card* other, bool behind, bool joins, Changes& changes);
  // Draws the pending cards, as far as the budget allows. pre: `changes` has all cards.
  void draw_all(Changes& changes, int budget);
  // Places the cards again after a change of the caret or of their open parts.
  void place(Changes& changes);
  // Adds an entry for the card. Valid until the next entry is added.
  ChangedCard& changed(const Card& card, Changes& changes) const;
  // Opens a section and answers it at once, or closes it. Does nothing if it is already so.
  void unfold(Card& card, SectionKind kind, bool on, Changes& changes);
  // Answers the first waiting section of the card; false if none waits.
  bool answer(Card& card);
  // Selects the cell if it is on a picture that is not stale; otherwise returns false. A pinned selection stays pinned.
  bool look(const Card& card, std::int64_t cell, Changes& changes);
  void let_go(Changes& changes);
  // After an evaluation: selects the same cell of the same key again, or none.
  void follow(Changes& changes);
  // Updates the hints for the call at the caret, after a change of the program (`edited`) or of the caret.
  void help(Changes& changes, bool edited);
  // Null if no card has that key. Valid until the cards change.
  Card* find(std::string_view key);
  // The same; without a card the action is refused.
  Card* known(const std::string& key, Changes& changes);
  ViewChoice choice_of(const std::string& key) const;

  // Not owned.
  const Catalog* catalog_ = &english_catalog();
  Workspace workspace_;
  State state_;
  // By key, including keys without a card at the moment: a line that comes back gets its choice again.
  Choices choices_;
  std::map<std::string, Seen> seen_;
  // Open parts by key: sections, and whole cards.
  std::map<std::string, std::set<SectionKind>> unfolded_;
  std::set<std::string> expanded_;
  std::string taken_;  // the first card of a comparison, or empty
  std::size_t limit_ = card_step;
  std::shared_ptr<const FileState> file_;
};

}  // namespace stridescope::app
