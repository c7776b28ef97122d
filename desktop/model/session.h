// The state of the window. The application (core/app/app.h) lives on a worker. Each user action is sent there; update()
// returns its changes to the window's thread. The typed text and the open sections of cards belong to the window.
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
#include "core/runs/kernel_listing.h"
#include "core/runs/overlay.h"
#include "desktop/model/snapshot.h"
#include "desktop/model/text_buffer.h"
#include "desktop/model/worker.h"

namespace stridescope::desktop {

// A card of the application as last reported, with the window's additions.
struct Card : app::Card {
  std::set<app::SectionKind> unfolded;  // sections to show
  // The overlay below the picture.
  std::string overlay_source;  // the run, or the recorded result
  std::string overlay;         // name of the overlay; empty: none
  std::string overlay_of;      // the subject of the picture below
  std::shared_ptr<const RunResult> overlay_result;
  std::shared_ptr<const Picture> overlay_picture;
  std::string overlay_refused;
  std::uint64_t recorded_serial = 0;
  // Recorded results of an H100 and an H200; null: not measured.
  std::shared_ptr<const RunResult> recorded[2];
  Message recorded_headline[2];  // headline number of each
  bool playing = false;
  double played_at = 0;

  // Null if the section is closed.
  const app::Section* section(app::SectionKind kind) const;
  // The answer of an open section; null until it arrives.
  template <class T>
  const T* answer(app::SectionKind kind) const {
    const app::Section* open = section(kind);
    return open != nullptr && open->answer ? std::get_if<T>(open->answer.get()) : nullptr;
  }
};

// A program outside of the session: the result of a builder or a paste.
struct Sketch : app::Sketch {
  std::string program;
  bool made = false;
};

struct Excerpt {
  std::string choice;
  SceneWindow window;
  SceneExcerpt part;
};

// A program that is not shown at the moment, with its undo history.
struct Parked {
  TextBuffer text;
  IntegerMode mode = IntegerMode::teaching;
  Choices choices;
  bool held = false;        // shown as text only, not evaluated
  std::int64_t caret = -1;  // the last caret sent to the core; -1: none
};

class Session {
 public:
  explicit Session(const std::function<void()>& wake);

  // --- The program
  TextBuffer text;
  IntegerMode mode = IntegerMode::teaching;
  Choices choices;
  // Opens another program. `hold`: shows it as text only, until it is edited or evaluate_held() is called.
  void open(std::string_view program, IntegerMode mode, Choices choices, bool hold = false);
  bool held() const { return held_; }
  std::uint64_t opened() const { return opened_; }  // the number of programs so far: changes with the program
  // Exchanges the program with one that was put aside.
  void exchange(Parked& other);
  void evaluate_held();
  // Called before each evaluation and everything that depends on it.
  std::function<void()> before_evaluation;
  std::function<void()> within_evaluation;  // for tests: a part of it, on the worker
  // Processor time of an answer, and of reading a file; one that takes longer is left, and its program held.
  double most_seconds = 10;
  static constexpr double most_file_seconds = 60;
  Message stopped;  // the last evaluation or answer that was left
  void set_mode(IntegerMode mode);
  void append(std::string_view text);
  // Replaces a span of the evaluated program; does nothing if the text has changed meanwhile.
  bool replace(Span span, std::string_view text);
  std::string fresh_name(std::string_view wish) const;

  // Sets the language of pictures; the catalog must outlive the session.
  void speak(const Catalog& catalog);

  // --- Results
  std::shared_ptr<const Snapshot> snapshot;
  std::vector<Card> cards;
  Card* card(std::string_view key);
  const Card* card_of(int binding) const;
  bool busy() const;  // an evaluation is running
  double busy_since = 0;
  // The user moved the caret in the program: the card of its line moves to the stage.
  void move_caret();
  bool caret_moved() const { return caret_ >= 0; }
  // --- Cards
  void expand(const Card& card, bool on);
  // Moves a card before or after the card with that key; or by that many positions within its group.
  void arrange(const Card& card, int by);
  // Selects the first of two cards, or the second: then the program gets a line that compares them.
  void compare(const Card& card);
  // Words of a view; options that they do not name stay unchanged.
  void choose(const Card& card, const std::string& words) { choose(card.binding.key, words); }
  void choose(const std::string& key, const std::string& words);
  // Selects the next slices of its picture (1), the previous ones (-1), or the first (0).
  void step(const Card& card, int by);
  ViewChoice choice_of(const Card& card) const;
  void pin(const Card& card, bool pinned);
  void unfold(Card& card, app::SectionKind section, bool on);
  void set_element_type(std::string type);
  std::string element_type;  // for analyses; empty: not given
  // The derivation of its value; the section is not affected.
  void explain(const Card& card, std::function<void(Result<Step>)> done);
  void emit(const Card& card, std::string format, std::function<void(Result<std::string>)> done);
  // A picture of the measurements of a run of the card's kernel, or of a recorded result.
  void overlay(const Card& card, std::shared_ptr<const RunResult> result, Overlay which,
               std::function<void(Result<Picture>)> done);
  void recorded(const Card& card, std::vector<std::string_view> measurements,
                std::function<void(Result<RunResult>)> done);
  // The texts of a card's kernel: see kernel_listing. `result`: of a run of the kernel, or null.
  void kernel_texts(const Card& card, std::shared_ptr<const RunResult> result, std::string_view recorded,
                    std::function<void(Result<KernelListing>)> done);
  // Cells of the picture of a kernel's card: see kernel_cells and wrong_cells.
  void cells(const Card& card, std::string about, std::function<void(std::set<std::int64_t>)> done);
  void cells(const Card& card, std::shared_ptr<const WrongElements> wrong,
             std::function<void(std::set<std::int64_t>)> done);
  // The options of the card's kernel, and the program with a field set to `value`.
  void kernel_form(const Card& card, std::function<void(std::vector<app::FormField>)> done);
  void set_field(const Card& card, std::string id, std::string value);
  // A query of the program's thread-value layouts, as a form and its answers.
  void question(std::string question, std::vector<app::FieldValue> values,
                std::function<void(app::QuestionForm, app::Answers)> done);
  void excerpt(const Card& card, const SceneWindow& window, std::function<void(Result<Excerpt>)> done);

  // --- Inspection of a cell
  std::optional<Inspection> inspection;
  bool pinned = false;
  void hover(const Card& card, std::int64_t cell);
  void leave();  // the pointer left the pictures
  void toggle(const Card& card, std::int64_t cell);
  void walk(const Card& card, std::int64_t cell);
  void let_go();
  // Pins the cell that these words describe. `done` gets true if it exists; otherwise the notice has the reason.
  void seek(const Card& card, std::string where, std::function<void(bool)> done);
  std::string target_key;  // key of the inspected cell's card
  std::int64_t target_cell = -1;

  // --- A foreign file that is open next to the program: its visible part; null without one
  std::shared_ptr<const app::FileState> file;
  bool taking_file = false;  // the file is being read
  // `listed`: shows its rows in any case; otherwise a program of our language becomes the program.
  void take_file(std::string name, std::string content, bool listed);
  void list_file(app::FileChoice choice);
  void bring(std::int64_t row);  // makes a card of the row; -1: of all visible rows
  // The picture of the selected row, if it has one.
  void file_picture(std::function<void(Result<Picture>)> done);

  // --- Outside of the program
  void sketch(int slot, std::string program, std::string view, std::function<void(Sketch)> done);
  void complete(std::size_t position, std::function<void(Completions)> done);
  void atoms(const app::AtomSearch& search, std::function<void(app::AtomsFound)> done);
  void format();
  // The complete state of the application as JSON, for tests.
  void state(std::function<void(std::string)> done);
  // The second worker, for requests that need no report.
  Worker& side() { return side_; }

  // Called once a frame: sends edits, and receives changes. True if anything changed.
  bool update();
  bool idle() const;
  std::string notice;  // a message about the last action
  double notice_until = 0;
  void say(std::string text);
  std::uint64_t serial() const { return snapshot ? snapshot->serial : 0; }

 private:
  // The changes by an action, copied on the worker.
  struct Told {
    app::Changes changes;
    std::shared_ptr<const Snapshot> snapshot;  // for a new evaluation
    std::vector<app::Card> cards;              // the changed cards; all of them for a new evaluation
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
    std::uint64_t program = 0;  // index of the opened program
  };
  static Told told(Evaluator& in, const app::Action& action);
  bool leave_endless();
  // Posts the action to the worker: it is done unless another program has been opened by then.
  void act(int slot, app::Action action, bool first = false);
  // Queries the workspace about a card after all waiting jobs. The answer goes to `done`, unless the card belongs to an
  // older report by then.
  template <class Question, class Done>
  void ask(const Card& card, Question question, Done done, int slot = 0);
  void take(Told told);
  void apply_edit(const ProgramEdit& edit);
  void update_report(Told& told);
  void forget_cell();
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
  std::int64_t caret_ = -1;  // the last caret sent to the core; -1: none
  // Last members, so that their threads stop before the data that they use is destroyed.
  Worker core_;
  Worker side_;
};

}  // namespace stridescope::desktop
