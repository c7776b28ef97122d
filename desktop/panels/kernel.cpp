// The current kernel: follows the program with its runs, its texts and the cells of its picture.
#include "desktop/panels/kernel.h"

#include "desktop/panels/app.h"
#include "desktop/view/theme.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {

Card* kernel_card(App& app) {
  Card* last = nullptr;
  for (Card& card : app.session.cards) {
    if (card.stale || !card.binding.is_kernel()) continue;
    last = &card;
    if (card.binding.key == app.kernel.choice) return last;
  }
  return last;
}

RunWish kernel_wish(App& app) {
  const Session& session = app.session;
  const Card* kernel = kernel_card(app);
  if (kernel == nullptr || !session.snapshot) return {};
  return {session.snapshot->program, session.mode, kernel->binding.name, false, kernel->binding.text};
}

void run_kernel(App& app) {
  const RunWish wish = kernel_wish(app);
  if (wish.printed.empty()) return;
  app.kernel.last_request = wish.printed;
  app.runs.run(wish, app.kernel.edited_at > 0 ? app.kernel.edited_at : now_ms());
}

bool run_is_current(App& app) {
  const Card* kernel = kernel_card(app);
  return kernel != nullptr && app.runs.last && app.runs.last->wish.printed == kernel->binding.text;
}

const RunRecord* kernel_run(App& app) {
  const Card* kernel = kernel_card(app);
  return kernel == nullptr ? nullptr : app.runs.run_of(kernel->binding.text);
}

void want_listing(App& app) {
  KernelState& state = app.kernel;
  const Card* kernel = kernel_card(app);
  if (kernel == nullptr || state.serial != app.session.serial()) return;
  const RunRecord* run = kernel_run(app);
  if (run != nullptr) app.runs.want_sass(*run);
  const KernelState::ListingOf wanted = {app.session.serial(), run == nullptr ? 0 : run->number,
                                         run == nullptr ? nullptr : run->outcome.result};
  if (state.listing_of == wanted) return;
  state.listing_of = wanted;
  app.session.kernel_texts(*kernel, wanted.result, embedded_texts_h100,
                           [&state, wanted](const Result<KernelListing>& listing) {
                             if (!(state.listing_of == wanted)) return;
                             state.texts = listing ? KernelTexts(*listing) : KernelTexts();
                             state.refusal = listing ? "" : shown(door::sentence_of(listing.error()));
                           });
}

namespace {

constexpr float room_for_runs = 560;  // below the cards, alone

void follow_card(App& app, const Card* kernel) {
  KernelState& state = app.kernel;
  const Session& session = app.session;
  if (kernel == nullptr) {
    state.key.clear();
    state.printed.clear();
    if (!session.busy()) state.last_request.clear();
  } else if (state.serial != session.serial() || state.key != kernel->binding.key) {
    state.serial = session.serial();
    // The first kernel opens the dock if the stage keeps enough room.
    const ImVec2 room = ImGui::GetIO().DisplaySize;
    const bool roomy = room.x >= px(room_side_by_side) && room.y >= px(room_for_runs);
    if (!app.dock.set_by_user && state.key.empty() && roomy) app.settings.dock_open = true;
    state.key = kernel->binding.key;
    if (state.printed != kernel->binding.text) state.texts = {};
    state.printed = kernel->binding.text;
  }
}

// In the kernel's picture: the cells of the mode under the pointer, and the wrong cells of the last run.
void follow_cells(App& app, const Card* kernel) {
  KernelState& state = app.kernel;
  if (kernel != nullptr && state.hovered_mode != state.mode) {
    state.mode = state.hovered_mode;
    state.mode_cells.clear();
    if (!state.mode.empty()) {
      app.session.cells(*kernel, state.mode, [&state, mode = state.mode](const std::set<std::int64_t>& cells) {
        if (mode == state.mode) state.mode_cells = cells;
      });
    }
  }
  const bool wrong = run_is_current(app) && app.runs.last->outcome.verdict == RunVerdict::wrong;
  if (!wrong) {
    state.wrong_cells.clear();
    state.wrong_run = 0;
  } else if (state.wrong_run != app.runs.last->number) {
    state.wrong_run = app.runs.last->number;
    state.wrong_cells.clear();
    if (const auto& wrong = app.runs.last->outcome.wrong_elements)
      app.session.cells(*kernel, wrong, [&state, run = state.wrong_run](const std::set<std::int64_t>& cells) {
        if (run == state.wrong_run) state.wrong_cells = cells;
      });
  }
}

}  // namespace

bool follow_kernel(App& app) {
  const Session& session = app.session;
  Runs& runs = app.runs;
  const Card* kernel = kernel_card(app);
  follow_card(app, kernel);
  bool changed = false;
  // The newest edit that parses runs; a running kernel is cancelled.
  const bool settled = !session.busy() && session.snapshot && session.snapshot->program == session.text.text();
  if (app.settings.live && settled && kernel != nullptr && kernel->binding.text != app.kernel.last_request) {
    run_kernel(app);
    changed = true;
  }
  // First the time, then the counters of the same kernel.
  if (app.run_panel.counters && !runs.running && runs.last && runs.last->outcome.on_gpu && !runs.last->wish.counters &&
      runs.last->outcome.status == RunOutcome::Status::ok && kernel != nullptr &&
      kernel->binding.text == app.kernel.last_request && settled) {
    RunWish wish = runs.last->wish;
    wish.counters = true;
    runs.run(wish, now_ms());
    changed = true;
  }
  follow_cells(app, kernel);
  return changed;
}

}  // namespace stridescope::desktop
