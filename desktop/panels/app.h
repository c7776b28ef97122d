// The app: the session, what only the window knows, and the state of each panel. Panels are functions on it, declared
// in the headers next to them; each reads what there is and changes the session through its functions.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/app/starts.h"
#include "desktop/model/page_server.h"
#include "desktop/model/tunings.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/context_menu.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/dock.h"
#include "desktop/panels/editor.h"
#include "desktop/panels/files.h"
#include "desktop/panels/kernel.h"
#include "desktop/panels/player.h"
#include "desktop/panels/programs.h"
#include "desktop/panels/runs.h"
#include "desktop/panels/welcome.h"
#include "desktop/platform/window.h"
#include "desktop/view/picture_view.h"

namespace stridescope::desktop {

inline constexpr float room_side_by_side = 600;  // for program and cards

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
  KernelRuns kernel_runs{session.side()};
  std::string unkept_runs;  // lines that are not in the file yet
  std::string kept_settings;
  std::string refused_settings;  // members of the settings' file that are not in force
  Message unkept;                // why settings or runs are not in their files
  Worker keeper;                 // of what was typed: it waits behind no evaluation
  Settings settings;
  std::string folder;     // of settings and journals; empty: nothing is kept
  bool homeless = false;  // it should be kept, and has no folder
  std::string file;       // the document, or empty
  std::string saved;      // what the file holds
  Window* window = nullptr;
  bool quit = false;
  int graphics_renewed = 0;                      // after resets of the GPU
  std::map<std::string, PictureState> pictures;  // by card and place
  std::string wanted_png, wanted_path;           // a picture to be saved: card and file
  int frames_settled = 0;                        // since something was evaluated, asked or run
  float editor_part = 0.42F;                     // of the height, if it is above the cards

  ProgramsState programs;
  EditorState editor;
  FindState find;
  CardsState cards;
  PlayerState player;
  DockState dock;
  KernelState kernel;
  RunPanelState run_panel;
  Question question;
  TunerState tuner;
  DialogState dialog;
  AtomsState atoms;
  PasteState paste;
  OpenedFileState opened_file;
  FilesState files;
  SeekState seek;
  ContextMenu context;
  WelcomeState welcome;

  // Between frames: takes what has come, starts what follows from it. True when something changed.
  bool update();
  void frame();  // draws all panels
  Document document() const;
  // Settings and programs, when they are not what is kept.
  void keep();
  // Runs that are not in their file, and the settings; `also` is done behind them, without the worker at the end.
  void post_kept(std::function<Result<void>()> also = {});
  // The reason for which something is lost when the window ends; empty without one.
  Message trouble() const;
  // All that would be kept, in a folder that a window can be started with.
  Result<void> keep_copy(const std::string& to) const;
  void copy(std::string_view text, std::string_view what);
};

}  // namespace stridescope::desktop
