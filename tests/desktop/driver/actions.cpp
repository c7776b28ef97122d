// Runs a script of actions frame by frame, and waits for what it expects by looking into the state as JSON. Names of
// widgets are those that the widgets noted when they were drawn.
#include "desktop/script/script.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "desktop/platform/keys.h"
#include "desktop/view/layout_check.h"
#include "desktop/view/theme.h"
#include "desktop/view/ui.h"

namespace stridescope::desktop {
namespace {

using Json = nlohmann::ordered_json;

constexpr double patience = 10'000;  // milliseconds

// Of this process; 0 where the system does not say.
std::size_t resident_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmRSS:", 0) == 0) return static_cast<std::size_t>(std::strtoul(line.c_str() + 6, nullptr, 10));
  }
  return 0;
}

void set_mouse(float x, float y) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMousePosEvent(x, y);
#else
  ImGui::GetIO().MousePos = {x, y};
#endif
}

void set_button(bool down, int button = 0) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMouseButtonEvent(button, down);
#else
  ImGui::GetIO().MouseDown[button] = down;
#endif
}

std::string unescaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == 'n' || text[i + 1] == '\\'))
      out.push_back(text[++i] == 'n' ? '\n' : '\\');
    else
      out.push_back(text[i]);
  }
  return out;
}

// A run of many, for tables of them: rates, verdicts, devices and counters that differ.
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
    // A key may have slashes of its own: the names of widgets.
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

}  // namespace

Script::Script(const std::string& text) {
  std::istringstream in(text);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string::npos || line[first] == '#') continue;
    Line out;
    out.number = number;
    std::istringstream words(line);
    words >> out.action;
    const std::size_t after = line.find(out.action) + out.action.size();
    out.rest = after + 1 <= line.size() ? line.substr(after + 1) : "";
    for (std::string word; words >> word;) out.words.push_back(word);
    lines_.push_back(std::move(out));
  }
}

void Script::fail(const Line& line, const std::string& why) {
  failed_ = true;
  message_ = "line " + std::to_string(line.number) + ": " + line.action + " " + line.rest + ": " + why;
}

bool Script::point(const std::string& name, float& x, float& y) const {
  const auto found = probe().rects.find(name);
  if (found == probe().rects.end()) return false;
  x = (found->second.x + found->second.z) / 2;
  y = (found->second.y + found->second.w) / 2;
  return true;
}

void Script::prepare(App& app) const {
  for (const Line& line : lines_) {
    if (line.action == "plant") app.session.planted_crash = line.rest;
    if (line.action == "plant-slow") app.session.planted_delay = line.rest;
  }
}

bool Script::step(App& app) {
  if (failed_ || at_ >= lines_.size()) return false;
  if (since_ == 0) since_ = now_ms();
  waits_ = false;
  quiet_frames_ = app.session.idle() ? quiet_frames_ + 1 : 0;
  if (act(app, lines_[at_])) {
    ++at_;
    phase_ = 0;
    since_ = 0;
  }
  return !failed_ && at_ < lines_.size();
}

// True when the action is over; it goes on in the next frame otherwise.
bool Script::act(App& app, const Line& line) {
  const std::string& action = line.action;
  const auto word = [&](std::size_t i) { return i < line.words.size() ? line.words[i] : std::string(); };
  const auto real = [&](std::size_t i) { return std::strtof(word(i).c_str(), nullptr); };
  const bool waited = now_ms() - since_ > patience;
  if (action == "wait") {
    waits_ = now_ms() - since_ <= 1000 * static_cast<double>(real(0));
    return !waits_;
  }
  if (action == "frames") return ++phase_ > static_cast<int>(real(0));
  // Everything else begins when the last answers have come and were drawn: what is clicked stands still then.
  if (phase_ == 0 && quiet_frames_ < 4 && !waited && action != "expect") {
    waits_ = quiet_frames_ == 0;
    return false;
  }
  if (action == "program") {
    app.session.text.set(unescaped(line.rest));
    return true;
  }
  if (action == "caret") {
    app.session.text.place(static_cast<std::size_t>(real(0)), false);
    app.editor.want_focus = true;
    return true;
  }
  if (action == "type" || action == "text") {
    if (phase_++ == 0) {
      if (action == "type") app.editor.want_focus = true;
      return false;
    }
    if (phase_ == 2) return false;
    if (phase_ == 3) {
      for (const char c : unescaped(line.rest)) {
        if (c == '\n')
          app.session.text.insert("\n");
        else
          ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(c));
      }
      return false;
    }
    return phase_ > 4;
  }
  if (action == "key") {
    const Chord chord = chord_named(word(0).c_str());
    if (chord.key == Key::none) {
      fail(line, "no such key");
      return true;
    }
    const bool down = phase_++ == 0;
    inject_modifiers(down && chord.ctrl, down && chord.shift, down && chord.alt);
    inject_key(chord.key, down);
    return phase_ > 2;
  }
  if (action == "command") {
    for (const Command& command : all_commands(app)) {
      if (command.title != line.rest) continue;
      command.run();
      return true;
    }
    if (waited) fail(line, "no such command");
    waits_ = !waited;
    return waited;
  }
  // For measurements: prints a part of the state with a word before it; runs the kernel once, or lines that make the
  // runner fault.
  if (action == "print") {
    Json state = Json::parse(state_json(app), nullptr, false);
    state["memory_kib"] = resident_kib();
    const Json* value = find(state, word(0));
    std::cout << word(1) << ' ' << (value == nullptr ? std::string("null") : value->dump()) << std::endl;
    return true;
  }
  if (action == "run") {
    if (phase_++ == 0) {
      app.runs.inject = word(0);
      app.run_kernel();
      return false;
    }
    // A runner that replaces one which hung on a GPU may take long to get that GPU.
    const bool given_up = now_ms() - since_ > 6 * patience;
    waits_ = !given_up && !app.runs.idle();
    if (waits_) return false;
    app.runs.inject.clear();
    if (given_up) fail(line, "it is still running");
    return true;
  }
  if (action == "runs") {
    for (int i = 0; i < static_cast<int>(real(0)); ++i) app.run_table.add(synthetic_run(i));
    return true;
  }
  if (action == "clipboard") {
    ImGui::SetClipboardText(unescaped(line.rest).c_str());
    return true;
  }
  if (action == "plant" || action == "plant-slow") return true;  // prepare() did
  if (action == "app-state") {
    if (phase_++ == 0) {
      std::remove(line.rest.c_str());
      app.session.state([file = line.rest](const std::string& text) { std::ofstream(file) << text; });
      return false;
    }
    if (waited) fail(line, "no answer");
    return waited || std::ifstream(line.rest).good();
  }
  // Where a card's cells are, as JSON, beside a screenshot of the same frame.
  if (action == "colours") {
    if (phase_++ == 0) app.scroll_to = word(0);
    Json places = Json::array();
    if (const auto found = app.pictures.find("card:" + word(0)); found != app.pictures.end()) {
      for (const auto& [cell, from, to] : cells_in_sight(found->second))
        places.push_back({cell, from.x, from.y, to.x, to.y});
    }
    // Only when the list stands still.
    const std::string before = std::exchange(places_, places.dump());
    still_ = places.empty() || places_ != before ? 0 : still_ + 1;
    if (still_ < 4 && !waited) return false;
    still_ = 0;
    std::ofstream(word(1) + ".json") << places;
    screenshot = word(1) + ".png";
    return true;
  }
  if (action == "remove") {
    std::remove(line.rest.c_str());
    return true;
  }
  if (action == "write") {
    std::ofstream(word(0)) << unescaped(line.rest.substr(word(0).size() + 1)) << '\n';
    return true;
  }
  // So many bytes of that value.
  if (action == "fill") {
    std::ofstream(word(0), std::ios::binary)
        << std::string(std::strtoull(word(1).c_str(), nullptr, 10), static_cast<char>(std::atoi(word(2).c_str())));
    return true;
  }
  // As if files were dropped on the window.
  if (action == "drop") {
    app.window->dropped = line.words;
    return true;
  }
  // As if the GPU had been reset under the window.
  if (action == "reset") {
    app.window->pretend_lost();
    return true;
  }
  // What cannot be read of the window as it is, a line a fault, with the word before it.
  if (action == "layout") {
    probe().layout = true;
    if (phase_++ < 2) return false;
    for (const std::string& fault : layout_faults()) std::cout << "layout " << line.rest << ": " << fault << std::endl;
    probe().layout = false;
    return true;
  }
  if (action == "same") {
    const auto one = read_file(word(0));
    const auto other = read_file(word(1));
    if (!one || !other || one->empty() || *one != *other) fail(line, "they differ");
    return true;
  }
  if (action == "screenshot") {
    if (phase_++ == 0) return false;
    screenshot = line.rest;
    return true;
  }
  if (action == "expect") {
    const std::string path = word(0);
    const std::string op = word(1);
    const std::size_t at = line.rest.find(op, path.size());
    const std::string wanted =
        unescaped(at + op.size() + 1 <= line.rest.size() ? line.rest.substr(at + op.size() + 1) : "");
    const Json state = Json::parse(state_json(app), nullptr, false);
    const Json* value = find(state, path);
    const std::string text = value == nullptr                               ? "(nothing)"
                             : value->is_string()                           ? value->get<std::string>()
                             : value->is_array() && path.ends_with("/size") ? std::to_string(value->size())
                                                                            : value->dump();
    bool good = false;
    if (op == "is")
      good = text == wanted;
    else if (op == "has")
      good = value != nullptr && text.find(wanted) != std::string::npos;
    else if (op == "not")
      good = text.find(wanted) == std::string::npos;
    else if (op == "above")
      good = value != nullptr && std::strtod(text.c_str(), nullptr) > std::strtod(wanted.c_str(), nullptr);
    else if (op == "below")
      good = value != nullptr && std::strtod(text.c_str(), nullptr) < std::strtod(wanted.c_str(), nullptr);
    else if (op == "exists")
      good = value != nullptr;
    else
      fail(line, "no such comparison");
    if (good || failed_) return true;
    if (waited) fail(line, "it is " + text.substr(0, 600));
    waits_ = !waited;
    return waited;
  }
  if (action == "scroll") {
    if (phase_ == 0) app.scroll_to = word(0);
    return ++phase_ > 4;
  }
  // A dialog by its name, as Dialog has them.
  if (action == "dialog") {
    const auto which = dialog_named(line.rest);
    if (!which) fail(line, "no such dialog");
    if (which) app.show(*which);
    return true;
  }
  // The same click where there is such a thing: a narrow window may have no room for it.
  if (action.rfind("try-", 0) == 0 && phase_ == 0 && probe().rects.count(line.rest) == 0) return true;
  // The pointer: what it goes to is found in the first frame, and may then go away.
  std::string name = line.rest;
  float x = x_;
  float y = y_;
  const bool on_cell =
      action == "cell" || action == "click-cell" || action == "drag-cell" || action == "right-click-cell";
  if (phase_ > 0) {
  } else if (on_cell) {
    const auto found = app.pictures.find((app.stage.empty() ? "card:" : "stage:") + word(0));
    ImVec2 middle;
    if (found == app.pictures.end() ||
        !cell_on_screen(found->second, std::strtoll(word(1).c_str(), nullptr, 10), middle)) {
      if (waited) fail(line, "no such cell in sight");
      waits_ = !waited;
      return waited;
    }
    x = middle.x;
    y = middle.y;
  } else {
    if (action == "drag" || action == "wheel" || action == "hover") name = word(0);
    if (action == "hover-mode") {
      // The first that is in sight of the kernel's text.
      const auto text = probe().rects.find("kernel/text");
      for (const auto& [known, rect] : probe().rects) {
        const bool seen = text != probe().rects.end() && rect.y > text->second.y && rect.w < text->second.w;
        if (seen && known.rfind("mode:" + line.rest, 0) == 0) name = known;
      }
    }
    if (!point(name, x, y)) {
      if (waited) fail(line, "nothing of that name in sight");
      waits_ = !waited;
      return waited;
    }
    if (action == "hover") {
      x += real(1);
      y += real(2);
    }
  }
  x_ = x;
  y_ = y;
  ImGuiIO& io = ImGui::GetIO();
  if (action == "hover" || action == "cell" || action == "hover-mode") {
    set_mouse(x, y);
    return ++phase_ > 3;
  }
  if (action == "wheel") {
    set_mouse(x, y);
    if (phase_++ < 2) return false;
    const bool ctrl = word(2) == "ctrl";
    if (phase_ == 3) {
      inject_modifiers(ctrl, false, false);
      io.MouseWheel = real(1);
      return false;
    }
    inject_modifiers(false, false, false);
    return phase_ > 4;
  }
  if (action == "drag" || action == "drag-cell") {
    const float part = phase_ < 3 ? 0 : std::min(1.0F, flt(phase_ - 2) / 6);
    ImVec2 end = {x + real(1), y + real(2)};
    if (action == "drag-cell") {  // to another cell of the same picture
      const auto found = app.pictures.find((app.stage.empty() ? "card:" : "stage:") + word(0));
      if (found == app.pictures.end() ||
          !cell_on_screen(found->second, std::strtoll(word(2).c_str(), nullptr, 10), end)) {
        fail(line, "no such cell in sight");
        return true;
      }
    }
    set_mouse(x + (end.x - x) * part, y + (end.y - y) * part);
    set_button(phase_ >= 2 && phase_ < 10);
    return ++phase_ > 11;
  }
  if (action == "right-click" || action == "right-click-cell") {
    set_mouse(x, y);
    set_button(phase_ >= 3 && phase_ < 5, 1);
    return ++phase_ > 7;
  }
  if (action == "click" || action == "try-click" || action == "shift-click" || action == "ctrl-click" ||
      action == "try-ctrl-click" || action == "click-cell") {
    set_mouse(x, y);
    const bool held = phase_ >= 2 && phase_ < 6;
    inject_modifiers(action.ends_with("ctrl-click") && held, action == "shift-click" && held, false);
    set_button(phase_ >= 3 && phase_ < 5);
    return ++phase_ > 7;
  }
  fail(line, "no such action");
  return true;
}

}  // namespace stridescope::desktop
