// The app: the session and what only the window knows. Panels are functions on it; each reads what there is and changes
// the session through its functions.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/app/starts.h"
#include "core/app/typed_call.h"
#include "core/runs/run_table.h"
#include "desktop/model/dock.h"
#include "desktop/model/files.h"
#include "desktop/model/journal.h"
#include "desktop/model/kernel_runs.h"
#include "desktop/model/kernel_text.h"
#include "desktop/model/made.h"
#include "desktop/model/page_server.h"
#include "desktop/model/runs.h"
#include "desktop/model/session.h"
#include "desktop/model/soft_wrap.h"
#include "desktop/model/tunings.h"
#include "desktop/model/worker.h"
#include "desktop/platform/window.h"
#include "desktop/view/picture_view.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

struct EditorState {
  bool focused = true;
  bool want_focus = true;
  double moved_at = 0;  // of the caret, for its blinking
  double told_at = 0;   // time when the cards got it
  bool selecting = false;
  bool reveal = false;  // scroll to the caret
  SoftWrap wrap;        // the rows of its lines, as they were drawn last
  Completions completions;
  bool list_open = false;
  bool list_asked = false;
  int chosen = 0;
  std::uint64_t list_version = 0;
  std::vector<bool> commented;  // the lines that begin within a comment
  std::uint64_t commented_version = 0;
  std::map<std::string, std::string, std::less<>> functions;  // name -> signature and meaning
  std::optional<app::TypedCall> typed;                        // the call that the caret is in, while it is typed
  bool typed_hidden = false;                                  // Escape has put it away
  // Text, caret and report of that call.
  struct TypedAt {
    std::uint64_t version = 0;
    std::size_t caret = 0;
    std::uint64_t serial = 0;
    bool operator==(const TypedAt&) const = default;
  } typed_at;
};

// Search word in a text, and its replacement.
struct FindState {
  bool open = false;
  bool replacing = false;
  bool want_focus = false;
  std::string word;
  std::string with;
};

struct CardLayout {
  float height = 0;  // of the last frame
  float y = 0;
  // On the stage: where its picture begins, how high that is, what belongs to it below, and what follows.
  float above = 0;
  float picture = 0;
  float under = 0;
  float after = 0;
  bool legend_beside = false;
};

// Cards walked and moved by the keyboard (card_walk.cpp).
struct CardWalk {
  struct Placed {
    std::string key;
    ImVec2 min, max;
  };
  std::string chosen;          // the key of the current card; empty: the keyboard walks no cards
  bool reveal = false;         // scroll to the current card
  std::vector<Placed> places;  // of the cards of this frame
};

enum class Dialog {
  none,
#define DIALOG(name, title, width, height, keeps) name,
#include "desktop/panels/dialogs.def"
#undef DIALOG
};
// By its name, as scripts call it.
std::string_view name_of(Dialog dialog);
std::optional<Dialog> dialog_named(std::string_view name);

// A question to the thread-value layouts of the program, and what the core answered.
struct Question {
  std::string chosen;                   // which; empty: the first
  std::vector<app::FieldValue> values;  // what its fields are to say
  app::QuestionForm form;
  app::Answers answers;
  std::string asked;  // what form and answers are of
  bool waiting = false;
};

struct DockState {
  std::string kernel;  // the chosen value; empty: the last one
  // The kernel under way.
  std::string kernel_key;      // its card
  std::string kernel_printed;  // its value: what runs
  std::uint64_t kernel_serial = 0;
  KernelTexts texts;
  std::string text_refused;
  int language = -1;  // CUDA, PTX, SASS, all side by side; -1: as room allows
  // Value and run of PTX and SASS.
  struct ListedOf {
    std::uint64_t serial = 0;
    int run = 0;
    std::shared_ptr<const RunResult> result;
    bool operator==(const ListedOf&) const = default;
  } listed_of;
  std::int64_t next_line = 0;     // found while they are drawn, lit in the next frame
  std::int64_t lit_line = 0;      // of the CUDA text, under the pointer in any of the three; 0: none
  std::int64_t kept_line = 0;     // that was clicked: lit while the pointer is on none
  std::int64_t go_line = 0;       // where the others are to go
  const void* go_from = nullptr;  // the text that was clicked
  FindState find;                 // in the text that is in view
  std::size_t found_at = 0;       // the place that was gone to, in its bytes
  bool find_go = false;           // it is to be scrolled to
  std::string hovered_mode;       // of the index expression under the pointer
  std::string mode_asked;
  std::set<std::int64_t> mode_cells;   // that it walks over, in the kernel's picture
  int wrong_asked = 0;                 // number of the run
  std::set<std::int64_t> wrong_cells;  // that it got wrong
  bool counters = true;
  double edited_at = 0;
  std::string wished;  // the kernel of the last run that was asked for
  int run_part = 0;    // visible part of the runs if only one fits: table, plot
  char runner[256] = "";
  bool tuning_runs = true;  // candidates are measured
  float tuning_budget = static_cast<float>(default_tuning_seconds);
  std::vector<app::FormField> fields;  // what may be chosen of the kernel
  std::string fields_of;               // the evaluation and the kernel that they are of
  // Threads and values.
  Question question;
};

// The derivation that plays, one at a time.
struct PlayerState {
  std::string key;  // its card; empty: none plays
  std::int64_t at = 0;
  bool running = false;  // continues alone
  double shown_at = 0;   // the step that is shown
  std::optional<Session::Played> shown;
  // Evaluation, step and language of the shown step, and of the last request.
  struct Of {
    std::uint64_t serial = 0;
    std::int64_t at = -1;
    std::string_view language;
    bool operator==(const Of&) const = default;
  } of, asked;
  std::map<std::string, PictureState> pictures;
};

// Purpose of the dialog of files.
struct FileWish {
  enum class Kind { open, save, picture, text };
  Kind kind = Kind::open;
  std::string name = {};     // that is proposed, with its extension
  std::string card = {};     // card of the picture
  std::string content = {};  // of a text
  std::string path = {};     // that the dialog begins with, or empty
  bool saves() const { return kind != Kind::open; }
};

// The first minute (welcome.cpp).
struct WelcomeState {
  bool open = false;      // the sentence and the doors are there
  int step = -1;          // of the tour; -1: closed
  double hint_until = 0;  // end of the hint that cells are linked
};

// Target of the mouse's right button.
struct ContextMenu {
  static constexpr std::int64_t no_picture = -2;
  bool asked = false;
  bool editor = false;
  std::string card;                // its key, or empty
  std::int64_t cell = no_picture;  // of its picture; -1: outside all cells
  std::string text;                // that can be copied
  bool selected = false;           // it is what was selected
};

// A program next to others in this window. For the shown one, all but its name is in the session and the app.
struct ProgramTab {
  std::string file;   // the document, or empty
  std::string saved;  // what the file holds
  Parked parked;
};

struct DialogState {
  std::string search;
  int chosen = 0;
  // Gallery: textures of none; entries are listed. Atoms and builders:
  app::AtomSearch atom_search = {app::AtomKind::mma, "sm80", {}};
  std::string atoms_asked;
  app::AtomsFound found;
  std::string atom;                     // the one that is picked
  std::vector<app::FieldValue> fields;  // what its form is to say
  // The form of both; made anew where one of them has changed.
  std::optional<app::AtomKind> built_kind;
  door::ListedAtom built_atom;
  app::Form built;
  std::string asked;
  Sketch sketch;
  std::string looked_up;  // the name that the reference is asked about
  // Go to a cell.
  std::string seek_card;
  bool seek_refused = false;
  // Paste.
  std::string pasted;
  std::string copied;  // text on the clipboard when the field was last opened
  std::map<std::string, int> holes;
  // The file of others: its drawn rows, their state and their language.
  app::ShownFile rows;
  std::shared_ptr<const app::FileState> rows_of;
  std::string_view rows_in;
  bool follow_row = false;                         // the list scrolls to the row that is looked at
  std::shared_ptr<const app::FileState> pictured;  // state of the picture
  std::string_view pictured_in;                    // and in which language
  std::shared_ptr<const Picture> moment;           // of the row that is looked at
  // Files.
  FileWish file;
  std::string path;
  std::string replaces;  // the file that was asked about
  std::string trouble;
  std::vector<std::string> refused;  // files that were dropped on the window, and why they are not open
};

struct App {
  explicit App(const std::function<void()>& wake);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // Before the session: it is closed when nothing is evaluated any more.
  std::unique_ptr<Journal> journal = std::make_unique<Journal>(std::string());
  bool evaluating = false;  // what is shown has not been evaluated, drawn and run without harm yet
  Session session;
  std::string_view spoken = "en";  // of the session
  Runs runs;
  Tunings tunings;
  PageServer page;
  RunTable run_table;  // runs of the session and of earlier ones
  RunView run_view;
  KernelRuns kernel_runs{session.side()};
  std::string chosen_run;             // that was returned to: its id
  std::vector<std::string> run_pair;  // runs with compared programs: the first, and the second
  std::string unkept_runs;            // lines that are not in the file yet
  // Runs of the view, made again when either has changed; and as JSON, for tests.
  const RunTableShown& shown_runs();
  std::string runs_json();
  Made<std::pair<std::uint64_t, RunView>, RunTableShown> shown_runs_made;
  Worker keeper;  // of what was typed: it waits behind no evaluation
  Settings settings;
  std::string folder;  // of settings and journals; empty: nothing is kept
  std::string file;    // the document, or empty
  std::string saved;   // what the file holds
  std::vector<ProgramTab> tabs = std::vector<ProgramTab>(1);
  std::vector<ProgramTab> closed;  // tabs with a program that somebody would miss, the last one at the end
  std::size_t tab = 0;             // that is shown
  Window* window = nullptr;
  bool quit = false;
  int graphics_renewed = 0;  // after resets of the GPU

  PlayerState player;

  EditorState editor;
  FindState find;
  std::map<std::string, PictureState> pictures;  // by card and place
  std::map<std::string, CardLayout> layouts;
  CardWalk walk;
  std::vector<std::string> stage;  // enlarged cards, side by side
  std::string scroll_to;           // a card to bring into sight
  bool reveal_cell = false;        // the cell that is looked at is to be brought into sight in its picture
  std::int64_t taken_arrow = -1;   // arrow of a diagram that the keyboard has taken
  float editor_part = 0.42F;       // of the height, if it is above the cards
  bool dock_touched = false;       // the reader has opened or closed it
  Dialog dialog = Dialog::none;
  Dialog opened = Dialog::none;  // that had its first frame
  DockState dock;
  DialogState form;
  ContextMenu context;
  WelcomeState welcome;
  std::string wanted_png, wanted_path;  // a picture to be saved: card and file
  int frames_settled = 0;               // since something was evaluated, asked or run

  // Between frames: takes what has come, starts what follows from it. True when something changed.
  bool update();
  void frame();                   // draws all panels
  void open_dock(bool open);      // by the reader
  void show_tab(DockTab which);   // and opens it
  void move_dock(DockSide side);  // and opens it
  // Opens a path or a link: a program in a tab of its own, files of others next to it, runs in their table.
  enum class Opened { program, beside, runs };
  Result<Opened> open(const std::string& path_or_link);
  bool open_path(const std::string& path_or_link);  // false: the notice says why not
  // Opens files that were dropped on the window; the dialog of files lists the failures and their reasons.
  void open_dropped(const std::vector<std::string>& paths);
  void take_runs(const KeptRuns& read);
  bool save(const std::string& path);
  void save();  // where it was; of a program without a file it is asked where
  // Settings and programs, when they are not what is kept.
  void keep();
  // --- Several programs (program_tabs.cpp)
  // Neither a file nor more than what a first start shows: another program may take its place.
  bool is_fresh() const;
  void new_tab();  // an empty program, in a tab of its own
  void go_to_tab(std::size_t which);
  void close_tab(std::size_t which);
  void reopen_tab();  // the one that was closed last
  std::string tab_title(std::size_t which) const;
  // Opens what ended windows left, as tabs: if `all`, everything of the newest one; else what a user would miss. False
  // if nothing is left.
  bool restore(const std::vector<KeptWindow>& left, bool all);
  KeptWindow kept() const;  // what the journal is to have
  Document document() const;
  // Begins the trace that the settings give, and cancels the current one. The kernel that runs: its card, or null.
  Card* kernel_card();
  RunWish kernel_wish();  // of that value as it is now; its `printed` is empty without one
  void run_kernel();
  ShownRun shown_run() const { return kernel_runs.shown(runs, chosen_run); }
  void tune_kernel();
  void add_tuned(const std::string& text);  // a candidate, as a statement behind the program
  bool run_is_current();                    // the last run was of the kernel value that is there now
  const RunRecord* kernel_run();            // the newest run of that kernel value; null when it has not run
  void want_listing();      // its PTX and SASS are in sight: they are made, where they are not there yet
  void show(Dialog which);  // in the window where it is asked for
  void ask_file(FileWish wish);
  void ask_cell(const std::string& key);  // to go to, in the picture of that card
  void copy(std::string_view text, std::string_view what);
  // Another program, of no file: in place of this one, as a step of undo; or in a tab of its own, unless this one is
  // fresh.
  void open_program(const std::string& program, IntegerMode mode, const Choices& choices);
  void open_beside(const std::string& program, IntegerMode mode, const Choices& choices);
  void return_to(const RunWish& wish);  // to what ran, in the same file
  void return_to(const KeptRun& run);
  // The kept runs of earlier windows; before any run of this one.
  void load_kept_runs();
  void forget_run(const std::string& id);
  // Opens the bar above the program, with the word that is selected.
  void look_for(bool replacing);
  // Opens the page in the browser at that place (page_dialog.cpp): "#learn", "#reference=coalesce".
  void open_page(const std::string& place);
  bool follow_page();  // takes what came of it; true when something did
  // Shows how that is written; opens the page's reference where the name is empty or unknown.
  void look_up(std::string_view name);
  // Plays the derivation of the card's value in its card; an empty key stops it.
  void play(const std::string& key);
  // All text a step larger or smaller, or (0) as large as the screen's scale says.
  void zoom_by(int steps);
};

// The keys of this frame.
void take_shortcuts(App& app);

// Panels.
void draw_top_bar(App& app);
void draw_editor(App& app, ImVec2 size);
// Draws the derivation of the card's value, step by step.
void draw_player(App& app, Card& card, float width);
float tab_bar_height();
void draw_tab_bar(App& app, float width);
void draw_find_bar(App& app, float width);
float find_bar_height(const App& app);  // 0 where it is closed
void draw_cards(App& app, ImVec2 size);
// To a place of the program; that of a card brings it to the stage.
void go_to(App& app, Span place);
// A card was drawn there.
void note_card(App& app, const Card& card, ImVec2 min, ImVec2 max);
// The keyboard walks the cards and moves them; false where it does not.
bool walk_cards(App& app);
void choose_cards(App& app);  // it begins to
// After all cards: a frame around the current one, which is scrolled into sight.
void draw_walked_card(App& app);
void draw_stage(App& app, ImVec2 size);
void draw_status(App& app);
void draw_dialogs(App& app);
void start_tour(App& app);
// Above the cards; where they begin.
float draw_welcome(App& app, ImVec2 at, float room);
void draw_first_minute(App& app);
// Drawn if no line has a value.
void draw_troubles(App& app, float room);
// The right button was let go in this window over a card, or over a cell of its picture.
void take_context(App& app, std::string_view card, std::int64_t cell = ContextMenu::no_picture);
void take_editor_context(App& app);
void draw_context_menu(App& app);
// True if the dock is next to the cards in a window of that size.
bool dock_is_beside(const App& app, ImVec2 display);
// The other side of the cards, and the words that offer it, in English.
struct DockMove {
  DockSide side;
  const char* words;
};
DockMove dock_move(bool beside);
void draw_dock(App& app, ImVec2 size, bool beside);
void draw_runs(App& app);
// All runs that are kept: as a table, as plots of its columns, under their roofs.
void draw_run_table(App& app, ImVec2 size);
void draw_run_plot(App& app, ImVec2 size);
// Draws the report of a run in the table; a click on it returns to it, Shift and a click compares with it.
void draw_run_tip(App& app, std::string_view id, bool clicked);
// Draws a run in a word or two and in its color. Instead of a kernel, if the program lacks one.
void draw_no_kernel();
ImU32 verdict_color(RunVerdict verdict);
ImU32 agreement_color(Agreement agreement);
const char* verdict_sign(RunVerdict verdict);
void draw_verdict(const RunOutcome& outcome);
void draw_counters(App& app);
void draw_kernel(App& app);
void draw_threads(App& app);
void draw_tuner(App& app);

// Every command by name: the palette lists them, scripts do them.
struct Command {
  std::string title;
  std::string detail;
  std::string words;  // that find it too
  std::function<void()> run;
};
std::vector<Command> all_commands(App& app);

// The card of the caret's line.
bool is_current(const App& app, const Card& card);
// Draws cards without a picture (card_rows.cpp), from a position on; returns the next position. Numbers as chips in a
// row; the rest a line each; and a program of numbers alone.
float draw_chips(App& app, const std::vector<Card*>& chips, ImVec2 at, float room);
float draw_rows(App& app, const std::vector<Card*>& rows, ImVec2 at, float room);
float draw_numbers(App& app, ImVec2 at, float room);
// A card's picture with what belongs to it; used by the cards and by the stage.
void draw_card_picture(App& app, Card& card, float width, float height, bool fill);
// True if its picture is a diagram with movable arrows. The core refuses arrows of a value that follows from others.
bool has_arrows(const Card& card);
void draw_view_switch(App& app, Card& card, float width);
void draw_copy_menu(App& app, Card& card);
void draw_copy_entries(App& app, Card& card);
// Larger and smaller cells, all of them, and another cell by its coordinate; in a row of that width.
void draw_zoom(App& app, Card& card, bool fill, float width);
// Draws the core's description of the selected cell, for this card.
void draw_readout(App& app, const Card& card, float width);
// True if the room allows it after the tools of the picture on the stage.
bool readout_in_tools(const Card& card, float width);
void draw_card_details(App& app, Card& card, float width);
// A muted name and a value; nothing where the value is empty.
void draw_fact(std::string_view name, std::string_view value, bool as_code);
// The steps of a derivation, those of a step further in.
void draw_derivation(const Step& step);
void draw_verdicts(App& app, Card& card, float width);
void draw_legend(App& app, const Card& card, float width);
float legend_height(const Card& card, float width);
void draw_scene_legend(const Scene& scene, float width);
// Draws a kernel's measurements or predictions in place of its picture.
void draw_overlays(App& app, Card& card, float width);
// The one number that was measured of a kernel, in a line.
void draw_headline(App& app, const Card& card, float width);
void draw_analysis(const Analysis& analysis, float width);
// A value as text: sentences in the reader's words, else as printed.
std::string told_text(const std::string& text, const std::vector<AnalysisRow>& rows, const Message& brief);
inline std::string told_text(const door::Binding& value) { return told_text(value.text, value.rows, value.brief); }

}  // namespace stridescope::desktop
