// The application without a screen. A surface (the page, the window, a script) turns what the reader does into actions,
// and what has changed into pixels; what follows from an action is decided here, for all of them.
//
// The program is the only thing that is edited. From it follow the cards, one a value; a card outlives the moments in
// which its line does not parse, and keeps its picture until the new one is there. Not for two threads at once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/app/choice.h"
#include "core/app/inspection.h"
#include "core/app/open_file.h"
#include "core/app/picture.h"
#include "core/app/raster.h"
#include "core/app/records.h"
#include "core/app/sections.h"
#include "core/app/stage.h"
#include "core/app/typed_call.h"

namespace stridescope::app {

enum class ActionKind : std::uint8_t {
#define ACTION(name, about) name,
#include "core/app/actions.def"
#undef ACTION
};

struct View {
  std::string name;  // the card's key
  std::string view;
};

struct Action {
  ActionKind kind = ActionKind::edit;
  std::string program = {};
  std::int64_t caret = -1;               // bytes of the program; -1: nobody has moved it
  std::optional<IntegerMode> mode = {};  // none: as it is
  std::vector<View> views = {};
  std::string key = {};
  std::string view = {};
  SectionKind section = SectionKind::verdict;
  bool on = false;
  std::int64_t cell = -1;
  std::int64_t target = -1;
  int by = 0;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  Viewport viewport = {};
  std::string text = {};
  std::string wish = {};
  // Milliseconds for the pictures of an evaluation: those left over are pending, until they are drawn. Negative: all.
  int budget = 60;
};

struct Card {
  door::Binding binding;  // of the last report in which its line was whole
  ViewChoice choice;
  std::shared_ptr<const CardPicture> picture;  // null until it is made, or where the value has none
  bool pending = false;  // the picture is still to come; what is shown is that of an older value or choice
  bool stale = false;    // its line is in error now
  Place place = Place::small;
  bool taken = false;             // the first of two that are to be compared
  bool expanded = false;          // shows all that belongs to it, where it stands
  std::vector<Section> sections;  // those that are open
};

// A cell that is looked at.
struct Looked {
  std::string key;
  std::int64_t cell = -1;
  bool pinned = false;
  Inspection inspection;
};

struct State {
  std::string program;
  std::int64_t caret = -1;  // -1: nobody has moved it
  IntegerMode mode = IntegerMode::teaching;
  std::uint64_t serial = 0;  // of the evaluation
  std::vector<Card> cards;   // in the order of the program, or as the reader has arranged them
  std::vector<door::Problem> diagnostics;
  Message left_out;
  door::Omitted omitted;
  std::int64_t microseconds = 0;  // parse and evaluate, without pictures
  std::optional<Looked> looked;
  std::optional<TypedCall> typed;  // the call that the caret is in, while it is typed
  std::string element;             // what elements are in the analyses; empty: not said
};

// A card that is otherwise than before.
struct ChangedCard {
  std::size_t at = 0;     // its place among the state's
  bool picture = false;   // its picture is another
  bool sections = false;  // its open sections are others
};

// What an action has changed.
struct Changes {
  bool evaluated = false;  // the report, and with it the cards and their order
  bool looked = false;
  bool element = false;
  bool file = false;  // the open file, or which of its rows are seen
  bool typed = false;
  bool views = false;              // what a link says of the cards
  std::vector<ChangedCard> cards;  // in their order; all of them where `evaluated`
  // A change of the program's text that the surface is to make, where the caret and the history are.
  std::optional<ProgramEdit> edit;
  Message refused;  // why nothing was done
};

class App {
 public:
  App() = default;
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  Changes act(const Action& action);
  // The same for who keeps no text: an edit is made at once.
  Changes run(const Action& action);

  // Without cards: the workspace alone has a report then.
  void evaluate_alone(std::string_view program, IntegerMode mode);

  // The language of the words in pictures from now on; it outlives the application.
  void speak(const Catalog& catalog);
  const Catalog& catalog() const { return *catalog_; }

  // As if all that there is to see had changed.
  void tell(Changes& changes) const;

  const State& state() const { return state_; }
  // Of the value of that index as its card shows it; null where there is none, it is refused or still to come.
  const CardPicture* picture_of(int binding) const;
  // What a link says of the cards that there are.
  std::vector<View> views() const;
  // The file of others that is open beside the program; null where none is. It stays as it is: an action makes another.
  const std::shared_ptr<const FileState>& file() const { return file_; }
  const Workspace& workspace() const { return workspace_; }
  Workspace& workspace() { return workspace_; }

 private:
  // More cards, or more errors, at once nobody reads.
  static constexpr std::size_t card_step = 200;

  struct Seen {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    Viewport viewport;
  };

  // All that is no other program. By itself: before its first picture the page needs none of it, and loads it later.
  [[gnu::noinline]] void act_on_cards(const Action& action, Changes& changes);
  void evaluate(Changes& changes, int budget, bool another);
  void choose(const std::string& key, std::string_view words, Changes& changes);
  // Is its picture another then?
  bool draw(Card& card);
  void arrange(const Action& action, Changes& changes);
  // Those of the report, as far as the budget reaches. pre: `changes` has all cards.
  void draw_all(Changes& changes, int budget);
  // Gives the cards their places anew, where the caret or what is open of them is another.
  void place(Changes& changes);
  ChangedCard& changed(const Card& card, Changes& changes) const;
  void unfold(Card& card, SectionKind kind, bool on, Changes& changes);
  // The first of its sections that waits; was there one?
  bool answer(Card& card);
  // Is the cell there?
  bool look(const Card& card, std::int64_t cell, Changes& changes);
  void let_go(Changes& changes);
  void follow(Changes& changes);
  void act_on_file(const Action& action, Changes& changes);
  // What is said of the call at the caret, after the program or the caret has changed.
  [[gnu::noinline]] void help(Changes& changes, bool edited);
  Card* find(std::string_view key);
  ViewChoice choice_of(const std::string& key) const;

  const Catalog* catalog_ = &english_catalog();
  Workspace workspace_;
  State state_;
  Choices choices_;
  std::map<std::string, Seen> seen_;
  std::map<std::string, std::set<SectionKind>> unfolded_;
  std::set<std::string> expanded_;
  std::string taken_;  // the card to be compared with the next one that is taken, or empty
  std::size_t limit_ = card_step;
  std::shared_ptr<const FileState> file_;
};

}  // namespace stridescope::app
