// The application without a screen. The page, the window or a script turns the user's input into actions, and changes
// into pixels; the effect of an action is decided here, for all of them.
//
// The program is the only thing that is edited. From it follow the cards, one a value; a card outlives the moments in
// which its line does not parse, and keeps its picture until the new one is there. Not for two threads at once.
// What one action leads to:
//   act(edit, "A = (4,8):(8,1)")   the program is evaluated: one card "A", its picture drawn within the budget
//   act(hover, key "A", cell 5)    State::looked has the cell and all cells that are linked with it
//   act(pin, key "A", on)          the card stands before the others, which a link then says, too
//   act(append, "size(A)")         nothing is evaluated: Changes::edit says how the surface has to change its text
// Words. A card's *key* is that of its value (door::Binding::key): "A", "A#1" for the next value of that name, "#0"
// for the first without one. A *cell* is a 1-D coordinate of the value's domain, the same in every picture of it. A
// *view* is words such as `kind=grid label=coord` (core/scene/view.h). Positions in the program are bytes, and UTF-16
// code units only in JSON (records_app.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/app/inspection.h"
#include "core/app/stage.h"
#include "core/app/typed_call.h"
#include "core/files/open_file.h"
#include "core/pictures/choice.h"
#include "core/pictures/picture.h"
#include "core/pictures/raster.h"
#include "core/records/records.h"
#include "core/records/sections.h"

namespace stridescope::app {

// All user actions, a row of actions.def each, which also gives its meaning and the members of Action that it reads.
enum class ActionKind : std::uint8_t {
#define ACTION(name, about) name,
#include "core/app/actions.def"
#undef ACTION
};

// The choices on a card, in the form of a link.
struct View {
  // The card's key. It need not be there yet: the choice waits for it.
  std::string name;
  // Words of print_choice (choice.h): those of a view, `pin=1` and `at=N`.
  std::string view;
};

// An action with its parameters. Only the members that its row in actions.def names count; the others are ignored. If
// several actions read a member, its comment gives its meaning in each.
struct Action {
  ActionKind kind = ActionKind::edit;
  // open, edit: the whole text of the program. Any text is right; what does not parse becomes diagnostics.
  std::string program = {};
  // open, edit, move: the caret, in bytes of the program. -1: not moved yet; after an edit it stays.
  std::int64_t caret = -1;
  // open, edit: whether plain integers are static (teaching) or dynamic (cute). None: as it was.
  std::optional<IntegerMode> mode = {};
  // open: what was chosen on the cards of that program before.
  std::vector<View> views = {};
  // The card that is meant. For list_file the word of a list, empty: the first one that has rows.
  std::string key = {};
  // choose, append: words of a view; list_file: the word of a kind of rows, empty: all; set_field: the field's id.
  std::string view = {};
  // unfold: which section.
  SectionKind section = SectionKind::verdict;
  // pin, expand, unfold: on or off. arrange: after the card `text`, otherwise before it. take_file: open next to the
  // program, whatever the file is.
  bool on = false;
  // hover, walk, toggle, move_arrow: a cell of the card. list_file, bring: the index of a row in its list, or -1.
  std::int64_t cell = -1;
  // move_arrow: the cell of the codomain at which the arrow is to end, or the base point -1.
  std::int64_t target = -1;
  // step: 1 the next slices, -1 the previous ones, 0 the first. arrange without `text`: the number of places among the
  // cards of its group, below 0 towards the front.
  int by = 0;
  // see: rows and columns of the picture that was seen. The viewport counts only while the picture has these.
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  // see: which part of a painted picture is in sight.
  Viewport viewport = {};
  // append, paste, take_file: a text; list_file: words that a row must have; seek: a coordinate, an index or =OFFSET;
  // element: a type; set_field: what the field is to say; arrange: the key of another card.
  std::string text = {};
  // append: a name for the value, which gets a number where it is taken; paste: lines `n1 = 128` for the integers
  // that the text leaves open; take_file: the file's name.
  std::string wish = {};
  // Milliseconds for the pictures of an evaluation: those left over are pending, until they are drawn. Negative: all.
  int budget = 60;
};

// A value of the program as it is shown.
struct Card {
  // The value, of the last report in which its line was whole. pre of any question about it: the card is not stale,
  // since `binding.id` is an index in the present report only then.
  door::Binding binding;
  // The user's choices on it. They can name options that this value does not offer: shown_choice() resolves them.
  ViewChoice choice;
  // Null until it is made, or if the value has none. It is never changed, only replaced, so a caller can keep it.
  std::shared_ptr<const CardPicture> picture;
  // The picture is still to come (action draw); what is shown is that of an older value or choice.
  bool pending = false;
  // Its line is in error now. The card keeps what it had, but none of its cells can be looked at.
  bool stale = false;
  // Its place (stage.h). post: the stage has at most one card.
  Place place = Place::small;
  // It is the first of two that are to be compared (action compare); the second one makes the line.
  bool taken = false;
  // It shows all of its parts in place, so it is never a line of the list.
  bool expanded = false;
  // Those that are open, in the order of offered_sections().
  std::vector<Section> sections;
};

// A cell that is looked at. post: the card's picture showed the cell when it was looked at.
struct Looked {
  // The card.
  std::string key;
  // 1-D coordinate of the value's domain.
  std::int64_t cell = -1;
  // It stays while the pointer moves. After an edit it is followed: the same cell of the same key, if that is still
  // shown.
  bool pinned = false;
  // Its description, and the cells that are highlighted for it.
  Inspection inspection;
};

// The whole visible state. Only actions change it.
struct State {
  // The text as the last open or edit had it; empty after evaluate_alone.
  std::string program;
  // In bytes of the program; -1: not moved yet.
  std::int64_t caret = -1;
  // The meaning of plain integers and the form in which values print.
  IntegerMode mode = IntegerMode::teaching;
  // Number of the evaluation: 0 before any, then 1, 2, ... It tells a caller that the report is another.
  std::uint64_t serial = 0;
  // In the order of the program, or as arranged by the user. Of at most 200 values, and 200 more for each show_more, in
  // addition to the stale ones.
  std::vector<Card> cards;
  // Errors and warnings in the order of the program, as many as there may be cards.
  std::vector<door::Problem> diagnostics;
  // The parts of a pasted text that are not about layouts, in one line; or empty.
  Message left_out;
  // The same by their places.
  std::vector<door::SkippedPart> skipped;
  // Values and diagnostics beyond that limit.
  door::Omitted omitted;
  // Time for parsing and evaluating the program, without its pictures.
  std::int64_t microseconds = 0;
  // The one cell that is looked at; none: no cell is.
  std::optional<Looked> looked;
  std::optional<TypedCall> typed;  // the call that the caret is in, while it is typed
  // The element type in the analyses, by a name of CUTLASS (element_types() lists them); empty: not given. It stays
  // when another program is opened.
  std::string element;
};

// A card that is otherwise than before: its place, its flags, its choice, or what is named here.
struct ChangedCard {
  // Its index in State::cards.
  std::size_t at = 0;
  // Its picture is another one. It may be false for a card that is pending: the old one is shown on.
  bool picture = false;
  // Its open sections, or what one of them answers, are others.
  bool sections = false;
};

// The changes of an action; everything else is unchanged. Drawing only these shows the whole state.
struct Changes {
  // The report is new, and with it the cards and their order. post: `cards` then has every card, in its order.
  bool evaluated = false;
  // State::looked is another, or gone.
  bool looked = false;
  // State::element was set, so open analyses wait for new answers.
  bool element = false;
  // The open file is another one, or other rows of it are seen.
  bool file = false;
  // State::typed is another, or gone.
  bool typed = false;
  // The cards' part of a link; with `evaluated` it can change, too.
  bool views = false;
  // The changed cards, by their index if `evaluated`; a card can occur twice.
  std::vector<ChangedCard> cards;
  // An edit of the program's text for the caller, which has the caret and the history. The state has it only after the
  // action edit with the new text; run() does both.
  std::optional<ProgramEdit> edit;
  // The reason why nothing was done, to be shown verbatim: an unknown card or cell, no open file, an error of the core.
  // Otherwise empty.
  Message refused;
};

// One application: a program, its cards and what the reader did with them. It owns all of that; only the catalog is
// the caller's.
class App {
 public:
  App() = default;
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // Applies a user's action. Never fails: an impossible action is reported in `refused`, or ignored if there is nothing
  // to report (a cell that no picture shows), and the state stays. An evaluation takes at most about a second
  // (core/lang/evaluator.h) and its pictures their budget; any other action costs its subject: a picture, a section, a
  // file.
  Changes act(const Action& action);
  // The same for a caller without a text: an edit is applied at once, and the changes are those of the evaluation that
  // follows, combined with those of the action itself. If it adds lines, the caret goes to the end of the last one.
  Changes run(const Action& action);

  // Without cards: the workspace alone has a report then, and State has neither program nor cards, but the mode.
  // What was chosen, seen and opened of cards is forgotten, as when another program is opened; file and element stay.
  // `serial` grows as always.
  void evaluate_alone(std::string_view program, IntegerMode mode);

  // The language of the words in pictures from now on; existing pictures get it at once. pre: it outlives the
  // application.
  void speak(const Catalog& catalog);
  // English until speak().
  const Catalog& catalog() const { return *catalog_; }

  // Marks the whole visible state as changed: for a caller that has nothing yet. Existing changes stay.
  void tell(Changes& changes) const;

  // The reference is valid as long as the application; what is in it changes with the next action.
  const State& state() const { return state_; }
  // The picture of the value of that index as on its card; null if it has none, it is refused or pending, or the card
  // is stale. Valid until the next action.
  const CardPicture* picture_of(int binding) const;
  // The cards' part of a link: one entry for each card with a choice, in their order. law: without errors, opening the
  // program with these views shows the same pictures, pinned and arranged alike.
  std::vector<View> views() const;
  // The opened file next to the program; null without one. It is immutable: an action makes another. It outlives
  // programs: open and edit leave it there.
  const std::shared_ptr<const FileState>& file() const { return file_; }
  // The workspace behind the cards; query it with Card::binding.id. Do not call evaluate() on it: use evaluate_alone().
  const Workspace& workspace() const { return workspace_; }
  Workspace& workspace() { return workspace_; }

 private:
  // More cards, or more errors, at once are not readable.
  static constexpr std::size_t card_step = 200;

  // The visible part of a painted picture, and its cell size.
  struct Seen {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    Viewport viewport;
  };

  // Applies an action that keeps the program.
  void act_on_cards(const Action& action, Changes& changes);
  void evaluate(Changes& changes, int budget);
  // Clears the state of one program: cards, their choices, views and open sections, and the limit of their number.
  void forget();
  // Stores the words as the choice of the key, and redraws its card if it exists.
  void choose(const std::string& key, std::string_view words, Changes& changes);
  // Is its picture another then? Whatever it is, the card is no more pending.
  bool draw(Card& card);
  // The action of that name: afterwards each card has its number among the arranged ones.
  void arrange(const Action& action, Changes& changes);
  // Those of the report, as far as the budget reaches. pre: `changes` has all cards.
  void draw_all(Changes& changes, int budget);
  // Gives the cards their places anew, where the caret or what is open of them is another.
  void place(Changes& changes);
  // Adds an entry for the card. Valid until the next one is added.
  ChangedCard& changed(const Card& card, Changes& changes) const;
  // Opens a section and answers it at once, or closes it. Nothing where it is so already.
  void unfold(Card& card, SectionKind kind, bool on, Changes& changes);
  // The first of its sections that waits is answered; was there one?
  bool answer(Card& card);
  // Is the cell there, on a picture that is not stale? Only then it is looked at; what was pinned stays so.
  bool look(const Card& card, std::int64_t cell, Changes& changes);
  void let_go(Changes& changes);
  // After an evaluation: the same cell of the same key is looked at anew, or none.
  void follow(Changes& changes);
  // take_file, list_file and bring.
  void act_on_file(const Action& action, Changes& changes);
  // Hints for the call at the caret, after the program (`edited`) or the caret has changed.
  void help(Changes& changes, bool edited);
  // Null where no card has that key. Valid until the cards change.
  Card* find(std::string_view key);
  ViewChoice choice_of(const std::string& key) const;

  // Not owned.
  const Catalog* catalog_ = &english_catalog();
  Workspace workspace_;
  State state_;
  // By key, also of cards that are not there at the moment: a line that comes back has its choice again.
  Choices choices_;
  std::map<std::string, Seen> seen_;
  // Open parts, by key: sections, and whole cards.
  std::map<std::string, std::set<SectionKind>> unfolded_;
  std::set<std::string> expanded_;
  std::string taken_;  // the card to be compared with the next one that is taken, or empty
  std::size_t limit_ = card_step;
  std::shared_ptr<const FileState> file_;
};

}  // namespace stridescope::app
