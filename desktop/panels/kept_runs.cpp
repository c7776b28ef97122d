// Stored runs: from earlier windows and from files, and the way back to their programs.
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "desktop/model/run_file.h"
#include "desktop/panels/app.h"
#include "desktop/panels/dock.h"
#include "desktop/panels/runs.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

ShownRun shown_run(const App& app) { return app.kernel_runs.shown(app.runs, app.run_panel.run); }

const RunTableShown& shown_runs(App& app) {
  const RunView& view = app.run_panel.view;
  return app.run_panel.table.of({app.run_table.version(), view}, [&] { return app.run_table.show(view); });
}

void return_to(App& app, const RunWish& wish) {
  app.session.open(wish.program, wish.mode, app.session.choices);
  app.cards.stage.clear();
  app.editor.reveal = true;
}

void return_to(App& app, const KeptRun& run) {
  app.run_panel.run = run.id;
  return_to(app, RunWish{run.program, run.mode, run.kernel, false});
}

void load_kept_runs(App& app) {
  if (app.folder.empty()) return;
  const LoadedRuns loaded = load_runs(app.folder);
  (void)app.run_table.read(loaded.lines);
  if (!loaded.why.empty()) app.session.say(shown(loaded.why));
}

void forget_run(App& app, const std::string& id) {
  app.run_table.remove(id);
  if (app.folder.empty()) return;
  app.post_kept([folder = app.folder, id] { return forget_run(folder, id); });
}

// Adds them to the table after earlier runs, the oldest first; existing runs are unchanged.
void take_runs(App& app, const KeptRuns& read) {
  std::vector<KeptRun> runs_read = read.runs;
  std::stable_sort(runs_read.begin(), runs_read.end(),
                   [](const KeptRun& a, const KeptRun& b) { return a.date < b.date; });
  std::size_t added = 0;
  for (KeptRun& run : runs_read) {
    if (app.run_table.find(run.id) != nullptr) continue;
    ++added;
    if (const std::string line = run.recorded ? std::string() : kept_line(run); !line.empty() && !app.folder.empty())
      app.unkept_runs += line + "\n";
    app.run_table.add(std::move(run));
  }
  show_dock_tab(app, DockTab::runs);
  std::string report = shown(say("{} {run|runs} added to the table", added));
  if (const std::size_t known = read.runs.size() - added; known > 0)
    append_all(report, "; ", shown(say("{} {was|were} already in it", known)));
  if (read.refused > 0) append_all(report, "; ", shown(say("not read: {} ({})", read.refused, read.why)));
  app.session.say(report);
}

}  // namespace stridescope::desktop
