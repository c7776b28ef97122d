// The actions of a script without a pointer: text and keys, commands, files, and checks of the state.
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "desktop/panels/commands.h"
#include "desktop/panels/dialogs.h"
#include "desktop/panels/kernel.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"
#include "tests/desktop/driver/keys.h"
#include "tests/desktop/driver/layout_check.h"
#include "tests/desktop/driver/probe.h"
#include "tests/desktop/driver/script.h"

namespace stridescope::desktop {
namespace {

using Json = nlohmann::ordered_json;

// Memory of this process; 0 if the system does not report it.
std::size_t resident_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmRSS:", 0) == 0) return static_cast<std::size_t>(std::strtoul(line.c_str() + 6, nullptr, 10));
  }
  return 0;
}

// One of many runs for tables, with different rates, verdicts, devices and counters.
KeptRun synthetic_run(int i) {
  KeptRun out;
  const std::string rows = std::to_string(1024 * (1 + i % 7));
  const std::string matrix = "(" + rows + ",1024):(1024,1), ";
  out.id = "synthetic " + std::to_string(i);
  out.program = "tile = (32,32):(" + std::to_string(32 + i % 3) + ",1)\nK = copy_kernel(" + matrix + matrix +
                "(_256,_16):(_16,_1), tile=(64,64))";
  out.kernel = "K";
  out.value = out.program;
  out.device = i % 2 == 0 ? "NVIDIA H100 80GB HBM3" : "NVIDIA H200";
  out.driver = "580.159.04";
  out.date = "2026-11-" + std::to_string(i % 20 + 10) + "T1" + std::to_string(i % 10) + ":00:00Z";
  out.on_gpu = true;
  out.verdict = i % 17 == 3 ? RunVerdict::wrong : RunVerdict::verified;
  out.median_ms = 0.1 + 0.001 * i;
  out.spread = 0.002 + 0.0001 * (i % 9);
  out.gb_per_s = 1200.0 + (i * 37) % 1700;
  out.ratio = *out.gb_per_s / 2950;
  out.yardstick = "cuMemcpyDtoD";
  out.registers = 16 + i % 40;
  out.counters = {{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 131072.0 * (1 + i % 7), 131072.0 * (1 + i % 7)}};
  return out;
}

// "cards/R/text" in the state.
const Json* find(const Json& state, const std::string& path) {
  const Json* at = &state;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    // A key can contain slashes: the names of widgets.
    if (at->is_object() && at->contains(path.substr(begin))) return &(*at)[path.substr(begin)];
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string key = path.substr(begin, end - begin);
    if (at->is_object() && at->contains(key))
      at = &(*at)[key];
    else if (at->is_array() && !key.empty() && key.find_first_not_of("0123456789") == std::string::npos &&
             std::stoul(key) < at->size())
      at = &(*at)[std::stoul(key)];
    else if (at->is_array() && key == "last" && !at->empty())
      at = &at->back();
    else if (at->is_array() && key == "size")
      return at;
    else
      return nullptr;
    begin = end + 1;
  }
  return at;
}

bool wait(Turn& t) {
  t.driver.waits = t.waited() <= 1000 * static_cast<double>(t.real(0));
  return !t.driver.waits;
}

bool frames(Turn& t) { return ++t.phase > static_cast<int>(t.real(0)); }

// --- Text and keys

bool program(Turn& t) {
  t.app.session.text.set(unescaped(t.rest));
  return true;
}

bool caret(Turn& t) {
  t.app.session.text.place(static_cast<std::size_t>(t.real(0)), false);
  t.app.editor.want_focus = true;
  return true;
}

bool text(Turn& t) {
  if (t.phase++ != 2) return t.phase > 4;
  for (const char c : unescaped(t.rest)) {
    if (c == '\n')
      t.app.session.text.insert("\n");
    else
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(c));
  }
  return false;
}

bool type(Turn& t) {
  if (t.phase == 0) t.app.editor.want_focus = true;
  return text(t);
}

bool key(Turn& t) {
  const auto chord = chord_named(t.word(0));
  if (!chord) return t.fail("no such key");
  const bool down = t.phase++ == 0;
  inject_modifiers(down && chord->ctrl, down && chord->shift, down && chord->alt);
  inject_key(chord->key, down);
  return t.phase > 2;
}

bool clipboard(Turn& t) {
  ImGui::SetClipboardText(unescaped(t.rest).c_str());
  return true;
}

// --- Commands

bool command(Turn& t) {
  for (const Command& one : all_commands(t.app)) {
    if (one.title != t.rest) continue;
    one.run();
    return true;
  }
  return t.wait("no such command");
}

// Opens a dialog by its name in dialogs.def.
bool dialog(Turn& t) {
  static constexpr std::string_view names[] = {
      "none",
#define DIALOG(name, ...) #name,
#include "desktop/panels/dialogs.def"
#undef DIALOG
  };
  const auto* const which = std::find(std::begin(names), std::end(names), t.rest);
  if (which == std::end(names)) return t.fail("no such dialog");
  show_dialog(t.app, static_cast<Dialog>(which - names));
  return true;
}

bool run(Turn& t) {
  if (t.phase++ == 0) {
    run_kernel(t.app);
    return false;
  }
  // A runner that replaces a hung one may wait long for its GPU.
  constexpr double longest = 60'000;
  if (t.app.runs.idle()) return true;
  if (t.waited() > longest) return t.fail("it is still running");
  t.driver.waits = true;
  return false;
}

bool runs(Turn& t) {
  for (int i = 0; i < static_cast<int>(t.real(0)); ++i) t.app.run_table.add(synthetic_run(i));
  return true;
}

bool scroll(Turn& t) {
  if (t.phase == 0) t.app.cards.scroll_to = t.word(0);
  return ++t.phase > 4;
}

// Script::begin has done it.
bool plant(Turn&) { return true; }

bool reset(Turn& t) {
  t.app.window->pretend_lost();
  return true;
}

// --- Files

bool write(Turn& t) {
  std::ofstream(t.word(0)) << unescaped(t.rest.substr(t.word(0).size() + 1)) << '\n';
  return true;
}

bool fill(Turn& t) {
  std::ofstream(t.word(0), std::ios::binary)
      << std::string(std::strtoull(t.word(1).c_str(), nullptr, 10), static_cast<char>(std::atoi(t.word(2).c_str())));
  return true;
}

bool remove(Turn& t) {
  std::remove(t.rest.c_str());
  return true;
}

bool same(Turn& t) {
  const auto one = read_file(t.word(0));
  const auto other = read_file(t.word(1));
  return one && other && !one->empty() && *one == *other ? true : t.fail("they differ");
}

bool drop(Turn& t) {
  t.app.window->dropped = t.words;
  return true;
}

// --- What is shown

bool print(Turn& t) {
  Json state = Json::parse(state_json(t.app), nullptr, false);
  state["memory_kib"] = resident_kib();
  const Json* value = find(state, t.word(0));
  std::cout << t.word(1) << ' ' << (value == nullptr ? std::string("null") : value->dump()) << std::endl;
  return true;
}

bool app_state(Turn& t) {
  if (t.phase++ == 0) {
    std::remove(t.rest.c_str());
    t.app.session.state([file = t.rest](const std::string& text) { std::ofstream(file) << text; });
    return false;
  }
  return std::ifstream(t.rest).good() || (t.late && t.fail("no answer"));
}

struct CellInSight {
  std::int64_t id = 0;
  ImVec2 from, to;
};

// The drawn cells that are wholly visible, in pixels of the window.
std::vector<CellInSight> cells_in_sight(const PictureState& state) {
  std::vector<CellInSight> out;
  if (!state.shown || !state.shown->drawn) return out;
  for (const Drawing::Cell& cell : state.shown->drawing.cells) {
    const ImVec2 from = {state.origin.x + flt(cell.at.x) * state.scale, state.origin.y + flt(cell.at.y) * state.scale};
    const ImVec2 to = {from.x + flt(cell.width) * state.scale, from.y + flt(cell.height) * state.scale};
    const bool seen =
        from.x > state.seen_min.x && to.x < state.seen_max.x && from.y > state.seen_min.y && to.y < state.seen_max.y;
    if (cell.id >= 0 && seen) out.push_back({cell.id, from, to});
  }
  return out;
}

// Positions of a card's cells, as JSON, and a screenshot of the same frame.
bool colours(Turn& t) {
  if (t.phase++ == 0) t.app.cards.scroll_to = t.word(0);
  Json places = Json::array();
  if (const auto found = t.app.pictures.find("card:" + t.word(0)); found != t.app.pictures.end()) {
    for (const auto& [cell, from, to] : cells_in_sight(found->second))
      places.push_back({cell, from.x, from.y, to.x, to.y});
  }
  const bool stands = t.stands_still(places.dump());
  if ((places.empty() || !stands) && !t.late) return false;
  std::ofstream(t.word(1) + ".json") << places;
  t.driver.screenshot = t.word(1) + ".png";
  return true;
}

bool layout(Turn& t) {
  probe().layout = true;
  if (t.phase++ < 2) return false;
  for (const std::string& fault : layout_faults()) std::cout << "layout " << t.rest << ": " << fault << std::endl;
  probe().layout = false;
  return true;
}

bool screenshot(Turn& t) {
  if (t.phase++ == 0) return false;
  t.driver.screenshot = t.rest;
  return true;
}

double number(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

struct Comparison {
  std::string_view name;
  bool (*holds)(const std::string& text, const std::string& wanted, bool exists);
};
constexpr Comparison comparisons[] = {
    {"is", [](const std::string& text, const std::string& wanted, bool) { return text == wanted; }},
    {"has", [](const std::string& text, const std::string& wanted,
               bool exists) { return exists && text.find(wanted) != std::string::npos; }},
    {"not",
     [](const std::string& text, const std::string& wanted, bool) { return text.find(wanted) == std::string::npos; }},
    {"above", [](const std::string& text, const std::string& wanted,
                 bool exists) { return exists && number(text) > number(wanted); }},
    {"below", [](const std::string& text, const std::string& wanted,
                 bool exists) { return exists && number(text) < number(wanted); }},
    {"exists", [](const std::string&, const std::string&, bool exists) { return exists; }},
};

bool expect(Turn& t) {
  const std::string path = t.word(0);
  const std::string op = t.word(1);
  const auto compared =
      std::find_if(std::begin(comparisons), std::end(comparisons), [&](const Comparison& c) { return c.name == op; });
  if (compared == std::end(comparisons)) return t.fail("no such comparison");
  const std::size_t at = t.rest.find(op, path.size()) + op.size() + 1;
  const std::string wanted = unescaped(at <= t.rest.size() ? t.rest.substr(at) : "");
  const Json state = Json::parse(state_json(t.app), nullptr, false);
  const Json* value = find(state, path);
  const std::string text = value == nullptr                               ? "(nothing)"
                           : value->is_string()                           ? value->get<std::string>()
                           : value->is_array() && path.ends_with("/size") ? std::to_string(value->size())
                                                                          : value->dump();
  return compared->holds(text, wanted, value != nullptr) || t.wait("it is " + text.substr(0, 600));
}

constexpr Action command_actions[] = {
    {"wait", wait, true},
    {"frames", frames, true},
    {"expect", expect, true},
    {"program", program},
    {"caret", caret},
    {"text", text},
    {"type", type},
    {"key", key},
    {"clipboard", clipboard},
    {"command", command},
    {"dialog", dialog},
    {"run", run},
    {"runs", runs},
    {"scroll", scroll},
    {"plant", plant},
    {"plant-slow", plant},
    {"reset", reset},
    {"write", write},
    {"fill", fill},
    {"remove", remove},
    {"same", same},
    {"drop", drop},
    {"print", print},
    {"app-state", app_state},
    {"colours", colours},
    {"layout", layout},
    {"screenshot", screenshot},
};

}  // namespace

std::span<const Action> actions() { return command_actions; }

}  // namespace stridescope::desktop
