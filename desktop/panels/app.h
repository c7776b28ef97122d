// The app: the session, the state that only the window has, and the state of each panel. Panels are functions on it,
// declared in the headers next to them; each reads the state and changes the session through its functions.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/app/starter_programs.h"
#include "desktop/model/machine_run.h"
#include "desktop/model/page_server.h"
#include "desktop/model/tunings.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/context_menu.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/dock.h"
#include "desktop/panels/editor.h"
#include "desktop/panels/files.h"
#include "desktop/panels/kernel.h"
#include "desktop/panels/programs.h"
#include "desktop/panels/runs.h"
#include "desktop/panels/welcome.h"
#include "desktop/platform/window.h"
#include "desktop/view/picture_view.h"

namespace stridescope::desktop {

inline constexpr float room_side_by_side = 600;  // for program and cards together

struct App {
  explicit App(const std::function<void()>& wake);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  // Declared before the session: it is closed after all evaluations have ended.
  std::unique_ptr<Journal> journal = std::make_unique<Journal>(std::string());
  bool evaluating = false;  // the shown program was not yet evaluated, drawn and run without harm
  Session session;
  std::string_view spoken = "en";  // language of the session
  Runs runs;
  Tunings tunings;
  PageServer page;
  RunTable run_table;  // runs of this session and of earlier ones
  KernelRuns kernel_runs{session.side()};
  std::string unkept_runs;  // lines that are not in the file yet
  std::string kept_settings;
  std::string refused_settings;  // invalid members of the settings file
  Message unkept;                // the reason why settings or runs are not in their files
  Worker keeper;                 // writer of typed text: it does not wait for evaluations
  Settings settings;
  std::string folder;     // folder of settings and journals; empty: nothing is saved
  bool homeless = false;  // saving is wanted, but its folder is missing
  std::string file;       // file of the document, or empty
  std::string saved;      // contents of the file
  Window* window = nullptr;
  bool quit = false;
  int graphics_renewed = 0;                      // number of resets of the GPU
  std::map<std::string, PictureState> pictures;  // by card and position
  std::string wanted_png, wanted_path;           // card and file of a picture to save
  int frames_settled = 0;                        // since the last evaluation, request or run
  float editor_part = 0.42F;                     // the editor's part of the height, if the program is above the cards

  ProgramsState programs;
  EditorState editor;
  FindState find;
  CardsState cards;
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
  std::shared_ptr<MachineRun> machine = std::make_shared<MachineRun>();
  SeekState seek;
  ContextMenu context;
  WelcomeState welcome;

  // Between frames: receives results and reacts to them. True if something changed.
  bool update();
  void frame();  // draws all panels
  Document document() const;
  // Saves settings and programs that differ from the saved ones.
  void keep();
  // Writes unsaved runs and the settings, then calls `also`; at the end without the worker.
  void post_kept(std::function<Result<void>()> also = {});
  // The reason why data would be lost at the end of the window; empty without one.
  Message trouble() const;
  // Saves everything in a folder with which a window can be started.
  Result<void> keep_copy(const std::string& to) const;
  void copy(std::string_view text, std::string_view what);
};

}  // namespace stridescope::desktop
