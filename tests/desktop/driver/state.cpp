// Writes the state of the window as JSON, for scripts and tests.
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/base/archive_json.h"
#include "core/records/records.h"
#include "desktop/model/find.h"
#include "desktop/panels/cards.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/kernel.h"
#include "desktop/panels/programs.h"
#include "desktop/panels/runs.h"
#include "desktop/view/fonts.h"
#include "desktop/view/selection.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "desktop/view/words.h"
#include "tests/desktop/driver/probe.h"
#include "tests/desktop/driver/script.h"

namespace stridescope::desktop {
namespace {

using Json = nlohmann::ordered_json;

Json cells_of(const std::set<std::int64_t>& cells) {
  Json out = Json::array();
  for (const std::int64_t cell : cells) {
    if (out.size() == 64) break;
    out.push_back(cell);
  }
  return out;
}

Json run_of(const RunRecord& record) {
  const RunOutcome& r = record.outcome;
  Json out = {{"number", record.number},
              {"program", record.wish.program},
              {"kernel", record.wish.kernel},
              {"status", r.status == RunOutcome::Status::ok      ? "ok"
                         : r.status == RunOutcome::Status::wrong ? "wrong"
                                                                 : "error"},
              {"code", r.code},
              {"message", english(r.message)},
              {"verdict", name_of(r.verdict).id},
              {"verified", english(r.sentence)},
              {"device", r.device},
              {"checked", r.checked},
              {"wrong", r.wrong},
              {"seconds", record.seconds}};
  if (r.gb_per_s) out["gb_per_s"] = *r.gb_per_s;
  if (r.tflop_per_s) out["tflop_per_s"] = *r.tflop_per_s;
  out["limits"] = english(r.limits.bound_line);
  out["occupancy"] = english(r.limits.occupancy_line);
  if (r.ratio) out["ratio"] = *r.ratio;
  for (const Message& reason : r.missing) out["missing"].push_back(english(reason));
  return out;
}

// Colors of cells and words, by the names of the page's style sheet.
Json colors_of(const Theme& t) {
  Json out;
  const auto note = [&](const std::string& name, ImU32 color) {
    char text[8];
    std::snprintf(text, sizeof text, "#%02x%02x%02x", (color >> IM_COL32_R_SHIFT) & 255,
                  (color >> IM_COL32_G_SHIFT) & 255, (color >> IM_COL32_B_SHIFT) & 255);
    out[name] = text;
  };
  for (std::size_t i = 0; i < t.classes.size(); ++i) note("ss-c" + std::to_string(i), t.classes[i]);
#define STRIDESCOPE_COLOR(name, light, dark) note(#name, t.name);
#define STRIDESCOPE_MARK(name, light, dark) note(#name, t.name);
#define STRIDESCOPE_VEIL(name, light, light_percent, dark, dark_percent) note(#name, t.name);
#define STRIDESCOPE_CLASS(light, dark)
#define STRIDESCOPE_HEAT(light, dark)
#include "core/data/colors.def"
#undef STRIDESCOPE_COLOR
#undef STRIDESCOPE_MARK
#undef STRIDESCOPE_VEIL
#undef STRIDESCOPE_CLASS
#undef STRIDESCOPE_HEAT
  return out;
}

Json kernel_find_json(const App& app) {
  const KernelState& kernel = app.kernel;
  const std::string& text = kernel.texts.cuda.text;
  const auto found = find_all(text, kernel.find.word);
  std::size_t at = 0;
  while (at < found.size() && found[at].begin != kernel.found_at) ++at;
  Json out;
  if (!kernel.find.word.empty()) out["text"] = text;
  out["places"] = found.size();
  out["at"] = at == found.size() ? "-" : at > 0 && at + 1 == found.size() ? "last" : std::to_string(at + 1);
  return out;
}

}  // namespace

std::string state_json(App& app) {
  const Session& session = app.session;
  Json out;
  out["program"] = session.text.text();
  out["serial"] = session.serial();
  out["idle"] = session.idle() && app.runs.idle() && app.tunings.idle();
  out["mode"] = session.mode == IntegerMode::cute ? "cute" : "teaching";
  out["language"] = language();
  out["wide_glyphs"] = fonts().wide_count();
  out["theme"] = app.settings.dark ? "dark" : "light";
  out["colors"] = colors_of(theme());
  out["notice"] = session.notice;
  out["file"] = app.file;
  out["kernel_find"] = kernel_find_json(app);
  out["refused"] = app.files.refusals;
  out["dialog"] = name_of(app.dialog.now);
  out["typing"] = ImGui::GetIO().WantTextInput;
  if (app.machine->state)
    out["machine"] = {{"instant", app.machine->state->instant},
                      {"length", app.machine->state->length},
                      {"line", app.machine->state->line},
                      {"breakpoints", app.machine->breakpoints.lines.size()},
                      {"tiles", app.machine->state->shared.choices.size()}};
  out["pane"] = app.opened_file.open ? "file" : "none";
  out["page"] = {{"state", name_of(app.page.state)}, {"link", app.page.link}};
  out["looked_up"] = app.dialog.reference;
  out["stage"] = app.cards.stage;
  out["dock"] = {{"layout", print_dock(app.settings.dock)}, {"open", app.settings.dock_open}};
  out["tabs"] = Json::array();
  for (std::size_t i = 0; i < app.programs.tabs.size(); ++i) out["tabs"].push_back(tab_title(app, i));
  out["tab"] = app.programs.current;
  out["selected"] = selected_text();
  out["completions"] = app.editor.list_open ? app.editor.completions.items.size() : 0;
  out["editor_focused"] = app.editor.focused;
  Json& cards = out["cards"] = Json::object();
  out["order"] = Json::array();
  for (const Card& card : session.cards) {
    out["order"].push_back(card.binding.key);
    if (card.place == app::Place::stage) out["staged"] = card.binding.key;
    Json one = {{"name", card.binding.name},
                {"kind", card.binding.kind},
                {"text", card.binding.text},
                {"stale", card.stale},
                {"pinned", session.choice_of(card).pin}};
    one["views"] = Json::array();
    for (const door::OfferedPicture& v : card.binding.views) one["views"].push_back(v.kind);
    if (card.picture) {
      const Picture& p = *card.picture;
      one["picture"] = {{"view", name_of(p.view.picture)},
                        {"rows", p.scene.rows},
                        {"cols", p.scene.cols},
                        {"drawn", p.drawn},
                        {"refused", english(p.refused)},
                        {"color", name_of(p.view.color)},
                        {"label", name_of(p.view.label)}};
      one["picture"]["slices"] = Json::array();
      for (const Scene::Slice& s : p.scene.slices) one["picture"]["slices"].push_back(s.value);
    }
    using app::SectionKind;
    const auto* verdict = card.answer<std::vector<app::VerdictLine>>(SectionKind::verdict);
    if (verdict != nullptr && !verdict->empty()) one["verdict"] = english(verdict->front().text);
    if (const auto* swizzles = card.answer<door::Swizzles>(SectionKind::swizzles))
      one["swizzles"] = swizzles->candidates.size();
    if (const auto* derivation = card.answer<Step>(SectionKind::derivation)) one["derivation"] = derivation->expression;
    if (const auto* analysis = card.answer<Analysis>(SectionKind::analysis))
      one["analysis"] = analysis->sections.size();
    cards[card.binding.key] = std::move(one);
  }
  out["held"] = session.held();
  out["stopped"] = english(session.stopped);
  out["unkept"] = english(app.trouble());
  out["refused_settings"] = app.refused_settings;
  out["closed"] = Json::array();
  for (const ProgramTab& tab : app.programs.closed) out["closed"].push_back(tab.parked.text.text());
  out["diagnostics"] = Json::array();
  if (session.snapshot) {
    for (const door::Problem& d : session.snapshot->diagnostics) out["diagnostics"].push_back(english(d.message));
  }
  if (session.inspection) {
    out["inspection"] = {{"sentence", english(session.inspection->sentence)},
                         {"pinned", session.pinned},
                         {"group", session.inspection->group.size()}};
    Json& lit = out["inspection"]["lit"] = Json::object();
    for (const auto& [binding, cells] : session.inspection->lit) {
      if (const Card* card = session.card_of(binding)) lit[card->binding.key] = cells_of(cells);
    }
  }
  Json answers = Json::array();
  for (const app::Answer& answer : app.question.answers.answers)
    answers.push_back(answer.problem.empty() ? answer_text(answer.text, answer.rows, answer.brief)
                                             : english(answer.problem));
  out["answers"] = std::move(answers);
  const std::shared_ptr<const Picture>& compared = app.question.answers.picture;
  const auto lit = [](const Scene& scene) {
    return std::count(scene.states.begin(), scene.states.end(), CellState::lit);
  };
  out["differ"] = {{"text", compared ? shown(compared->scene.note) : ""}, {"lit", compared ? lit(compared->scene) : 0}};
  const Sketch& sketch = app.dialog.now == Dialog::atoms ? app.atoms.sketch : app.paste.sketch;
  out["sketch"] = sketch.made && !sketch.report.bindings.empty() ? sketch.report.bindings.back().text : "";
  out["atoms"] = app.atoms.found.atoms.size();
  out["atom"] = app.atoms.atom;
  out["run_pair"] = app.run_panel.pair;
  out["chosen"] = app.cards.walk.key;
  Json& runs = out["runs"] = {{"running", app.runs.running},
                              {"progress", app.runs.progress.event},
                              {"trouble", english(app.runs.trouble)},
                              {"replaced", app.runs.replaced},
                              {"history", app.runs.history.size()}};
  if (app.runs.last) {
    runs["last"] = run_of(*app.runs.last);
    runs["last"]["current"] = run_is_current(app);
  }
  runs["table"] = Json::parse(to_json(shown_runs(app)), nullptr, false);
  const RunRecord* shown = kernel_run(app);
  out["kernel"] = {{"key", app.kernel.key},
                   {"cuda", app.kernel.texts.cuda.text.size()},
                   {"ptx", app.kernel.texts.ptx ? app.kernel.texts.ptx->text.size() : 0},
                   {"sass", app.kernel.texts.sass ? app.kernel.texts.sass->text.size() : 0},
                   {"missing", english(app.kernel.texts.missing)},
                   {"lit", app.kernel.lit_line},
                   {"run", shown != nullptr ? shown->number : 0},
                   {"modes", app.kernel.texts.cuda.modes.size()},
                   {"hovered", app.kernel.hovered_mode},
                   {"mode_cells", app.kernel.mode_cells.size()},
                   {"wrong_cells", app.kernel.wrong_cells.size()}};
  out["graphics_renewed"] = app.graphics_renewed;
  const TuningShown& tuned = app.tunings.shown;
  out["tuner"] = {{"running", app.tunings.running},    {"told", english(app.tunings.told)},
                  {"title", english(tuned.title)},     {"note", english(tuned.note)},
                  {"summary", english(tuned.summary)}, {"rows", tuned.rows.size()}};
  for (const TuningRow& row : tuned.rows) {
    if (row.best) out["tuner"]["best"] = english(row.label);
  }
  out["turns"] = {{"taken", app.runs.turns.shared()}, {"owed", app.runs.turns.owed()}};
  Json& fields = out["fields"] = Json::object();
  for (const app::FormField& field : app.run_panel.fields)
    fields[field.id] = field.options.empty() ? english(field.note) : field.values[0];
  if (const char* clip = ImGui::GetClipboardText()) out["clipboard"] = std::string(clip).substr(0, 4000);
  Json& rects = out["rects"] = Json::object();
  for (const auto& [name, r] : probe().rects) rects[name] = {r.x, r.y, r.z, r.w};
  return out.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace stridescope::desktop
