// Contents of the window: the application (core/app/app.h) lives on a worker. Each thing that the reader does goes
// there as an action; its changes come back in update(), to the window's thread. The typed text, and what is open on a
// card, belong to the window.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/app/app.h"
#include "core/app/sketch.h"
#include "core/forms/atom_form.h"
#include "core/forms/questions.h"
#include "core/pictures/playback.h"
#include "core/runs/kernel_listing.h"
#include "core/runs/overlay.h"
#include "desktop/model/snapshot.h"
#include "desktop/model/text_buffer.h"
#include "desktop/model/worker.h"

namespace stridescope::desktop {

// A card of the application as last reported, with the window's additions.
struct Card : app::Card {
  std::set<app::SectionKind> unfolded;  // the sections that are to be open
  // The overlay under the picture.
  std::string overlay_source;  // the run, or what was recorded
  std::string overlay;         // its name; empty: none
  std::string overlay_of;      // what the picture below is of
  std::shared_ptr<const RunResult> overlay_result;
  std::shared_ptr<const Picture> overlay_picture;
  std::string overlay_refused;
  std::uint64_t recorded_serial = 0;
  // Results of an H100 and an H200; null: not measured.
  std::shared_ptr<const RunResult> recorded[2];
  Message recorded_headline[2];  // the one number of each
  bool playing = false;
  double played_at = 0;

  // Null where it is not open.
  const app::Section* section(app::SectionKind kind) const;
  // Answer of an open section; null until it arrives.
  template <class T>
  const T* answer(app::SectionKind kind) const {
    const app::Section* open = section(kind);
    return open != nullptr && open->answer ? std::get_if<T>(open->answer.get()) : nullptr;
  }
};

// A program that is not the session's: what a builder or a paste would make.
struct Sketch : app::Sketch {
  std::string program;
  bool made = false;
};

struct Excerpt {
  std::string choice;
  SceneWindow window;
  SceneExcerpt part;
};

// A program that is put aside while another one is shown, with its undo.
struct Parked {
  TextBuffer text;
  IntegerMode mode = IntegerMode::teaching;
  Choices choices;
  bool held = false;        // it is text alone, and not evaluated
  std::int64_t caret = -1;  // that the core knew; -1: never moved
};

class Session {
 public:
  explicit Session(const std::function<void()>& wake);

  // --- The program
  TextBuffer text;
  IntegerMode mode = IntegerMode::teaching;
  Choices choices;
  // Another program. `hold`: it is shown as text alone, until it is edited or evaluate_held().
  void open(std::string_view program, IntegerMode mode, Choices choices, bool hold = false);
  bool held() const { return held_; }
  // The program that was put aside, in place of this one, which is put aside.
  void exchange(Parked& other);
  void evaluate_held();
  // Called before each evaluation, and with it before all that follows from it.
  std::function<void()> before_evaluation;
  std::function<void()> within_evaluation;  // for tests: a part of it, on the worker
  // Processor time of an answer, and of reading a file; one that takes longer is left, and its program held.
  double most_seconds = 10;
  static constexpr double most_file_seconds = 60;
  Message stopped;  // the last evaluation or answer that was left
  void set_mode(IntegerMode mode);
  void append(std::string_view text);
  // In place of a span of the evaluated program; nothing when the text is another by now.
  bool replace(Span span, std::string_view text);
  std::string fresh_name(std::string_view wish) const;

  // The language of the words in pictures; it outlives the session.
  void speak(const Catalog& catalog);

  // --- What follows from it
  std::shared_ptr<const Snapshot> snapshot;
  std::vector<Card> cards;
  Card* card(std::string_view key);
  const Card* card_of(int binding) const;
  bool busy() const;  // an evaluation is under way
  double busy_since = 0;
  // The reader moved the caret in the program: the card of its line comes to the stage.
  void move_caret();
  bool caret_moved() const { return caret_ >= 0; }
  // --- Cards
  void expand(const Card& card, bool on);
  // Moves it before or after the card of that key; and by that many places within its group.
  void arrange(const Card& card, int by);
  // The first of two, or the second: then the program gets the line that compares them.
  void compare(const Card& card);
  // Words of a view; what they do not name stays.
  void choose(const Card& card, const std::string& words) { choose(card.binding.key, words); }
  void choose(const std::string& key, const std::string& words);
  // The next slices of its picture (1), those before (-1), the first (0).
  void step(const Card& card, int by);
  ViewChoice choice_of(const Card& card) const;
  void pin(const Card& card, bool pinned);
  void unfold(Card& card, app::SectionKind section, bool on);
  void set_element_type(std::string type);
  std::string element_type;  // of analyses; empty: not said
  // Derivation of its value; its section stays unchanged.
  void explain(const Card& card, std::function<void(Result<Step>)> done);
  void emit(const Card& card, std::string format, std::function<void(Result<std::string>)> done);
  // A picture of what a run of the card's kernel measured; and what was measured of it before, as such a result.
  void overlay(const Card& card, std::shared_ptr<const RunResult> result, Overlay which,
               std::function<void(Result<Picture>)> done);
  void recorded(const Card& card, std::vector<std::string_view> measurements,
                std::function<void(Result<RunResult>)> done);
  // The texts of a card's kernel: see kernel_listing. `result` of a run of it, or null.
  void kernel_texts(const Card& card, std::shared_ptr<const RunResult> result, std::string_view recorded,
                    std::function<void(Result<KernelListing>)> done);
  // A step of how the card's value came about, with its pictures: see played_step.
  struct Played {
    app::PlayedStep step;
    std::vector<app::NamedPicture> pictures;
  };
  void played(const Card& card, std::int64_t at, std::function<void(Result<Played>)> done);
  // Cells of the picture of a kernel's card: see kernel_cells.
  void cells(const Card& card, std::vector<std::string> about, std::function<void(std::set<std::int64_t>)> done);
  // Choices for the card's kernel, and the program in which a field has `value`.
  void kernel_form(const Card& card, std::function<void(std::vector<app::FormField>)> done);
  void set_field(const Card& card, std::string id, std::string value);
  // A question to the thread-value layouts of the program, as a form and its answers.
  void question(std::string question, std::vector<app::FieldValue> values,
                std::function<void(app::QuestionForm, app::Answers)> done);
  // For a morphism's diagram: see Workspace::move_arrow. Changes the program, or the notice gives the reason.
  void move_arrow(const Card& card, std::int64_t cell, std::int64_t target);
  void excerpt(const Card& card, const SceneWindow& window, std::function<void(Result<Excerpt>)> done);

  // --- Looking at a cell
  std::optional<Inspection> inspection;
  bool pinned = false;
  void hover(const Card& card, std::int64_t cell);
  void leave();  // the pointer has left the pictures
  void toggle(const Card& card, std::int64_t cell);
  void walk(const Card& card, std::int64_t cell);
  void let_go();
  // Keeps the cell that these words name; `done` gets true if it exists, else the notice gives the reason.
  void seek(const Card& card, std::string where, std::function<void(bool)> done);
  std::string target_key;  // the card of the cell looked at
  std::int64_t target_cell = -1;

  // --- A file of others, open next to the program: its visible part; null without one
  std::shared_ptr<const app::FileState> file;
  bool taking_file = false;  // it is being read
  // `listed`: shows its rows, whatever the author; else a program of this language becomes the program.
  void take_file(std::string name, std::string content, bool listed);
  void list_file(app::FileChoice choice);
  void bring(std::int64_t row);  // becomes a card; -1: all rows that are seen
  // Picture of the selected row, if it has one.
  void file_picture(std::function<void(Result<Picture>)> done);

  // --- Next to the program
  void sketch(int slot, std::string program, std::string view, std::function<void(Sketch)> done);
  void complete(std::size_t position, std::function<void(Completions)> done);
  void atoms(const app::AtomSearch& search, std::function<void(app::AtomsFound)> done);
  void format();
  // All of the application's state, as JSON: for tests.
  void state(std::function<void(std::string)> done);
  // Any question that needs no report, on the second worker.
  Worker& side() { return side_; }

  // Once a frame: sends what was edited, takes what has come. True when something changed.
  bool update();
  bool idle() const;
  std::string notice;  // a word on what was just done
  double notice_until = 0;
  void say(std::string text);
  std::uint64_t serial() const { return snapshot ? snapshot->serial : 0; }

 private:
  // Changes of an action, copied out on the worker.
  struct Told {
    app::Changes changes;
    std::shared_ptr<const Snapshot> snapshot;  // of another evaluation
    std::vector<app::Card> cards;              // those that have changed; all of them of another evaluation
    std::optional<app::Looked> looked;
    std::shared_ptr<const app::FileState> file;
    std::string element;
  };

  void begin_program(bool hold);
  void evaluate();
  // The application, and the program that it has; a job holds it, also one that is left.
  struct Evaluator {
    app::App app;
    std::uint64_t serial = 0;
    std::uint64_t program = 0;  // which of those opened
  };
  static Told told(Evaluator& in, const app::Action& action);
  bool leave_endless();
  // Posts the action to the worker: it is done unless another program has been opened by then.
  void act(int slot, app::Action action, bool first = false);
  // Asks the workspace about a card, behind all that is under way: the answer goes to `done`, unless the card is of an
  // older report by then.
  template <class Question, class Done>
  void ask(const Card& card, Question question, Done done, int slot = 0);
  void take(Told told);
  void take_edit(const ProgramEdit& edit);
  void take_report(Told& told);
  void forget_cell();
  void look(app::ActionKind kind, const Card* card, std::int64_t cell);
  void answer(const app::QuestionForm& form, const std::string& program, IntegerMode asked_mode,
              const std::function<void(app::QuestionForm, app::Answers)>& done);

  const Catalog* catalog_ = &english_catalog();
  std::shared_ptr<Evaluator> evaluator_ = std::make_shared<Evaluator>();  // touched by core_'s jobs alone
  std::uint64_t serial_ = 0;
  std::uint64_t seen_version_ = ~std::uint64_t{0};
  bool dirty_ = true;
  bool evaluating_ = false;
  bool held_ = false;
  std::uint64_t opened_ = 0;
  std::int64_t caret_ = -1;  // that the core knows; -1: never moved
  // The last two, so that their threads stop before what they touch goes.
  Worker core_;
  Worker side_;
};

}  // namespace stridescope::desktop
