// The queue of input: events of one slow frame have the same effect as in many fast frames.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "desktop/model/input_queue.h"

namespace stridescope::desktop {
namespace {

using Kind = InputEvent::Kind;

enum Code {
  code_enter = 257,
  code_backspace = 259,
  code_left = 263,
  code_escape = 256,
  code_ctrl = 341,
  code_shift = 340
};

InputEvent key(int code, bool down, KeyRole role) { return {Kind::key, code, 0, down, 0, role, 0, 0}; }
InputEvent character(int c) { return {Kind::character, c, 0, true, 0, KeyRole::text, 0, 0}; }
InputEvent button(bool down) { return {Kind::button, 0, 0, down, 0, KeyRole::text, 0, 0}; }
InputEvent position(double x) { return {Kind::position, 0, 0, false, 0, KeyRole::text, x, 0}; }

// A key press and release, with the character that it types, if any.
void press(std::vector<InputEvent>& out, int code, KeyRole role) {
  out.push_back(key(code, true, role));
  if (role == KeyRole::text) out.push_back(character(code));
  out.push_back(key(code, false, role));
}

// An editor that handles keys first, in its own order, then characters.
struct Editor {
  std::string text;
  std::set<int> down;
  void frame(const std::vector<InputEvent>& events) {
    const std::set<int> before = down;
    std::string typed;
    for (const InputEvent& e : events) {
      if (e.kind == Kind::character) typed.push_back(static_cast<char>(e.code));
      if (e.kind != Kind::key) continue;
      if (e.down)
        down.insert(e.code);
      else
        down.erase(e.code);
    }
    const auto pressed = [&](int code) { return down.count(code) != 0 && before.count(code) == 0; };
    if (pressed(code_enter)) text.push_back('\n');
    if (pressed(code_backspace) && !text.empty()) text.pop_back();
    if (pressed(code_left)) text = "<" + text;
    if (down.count(code_ctrl) == 0) text += typed;
  }
};

std::string in_frames(const std::vector<InputEvent>& events, std::size_t in_one_go, int* frames = nullptr) {
  InputQueue queue;
  Editor editor;
  std::size_t at = 0;
  int count = 0;
  while (at < events.size() || queue.more()) {
    for (std::size_t i = 0; i < in_one_go && at < events.size(); ++i) queue.push(events[at++]);
    editor.frame(queue.next_frame(Typing::program));
    if (++count > 100'000) return "no end";
  }
  if (frames != nullptr) *frames = count;
  return editor.text;
}

}  // namespace

TEST_CASE("input: what is typed while a frame takes long is the program that was typed") {
  std::vector<InputEvent> events;
  for (const char c : std::string("B = (2,2)")) press(events, c, KeyRole::text);
  press(events, code_enter, KeyRole::line);
  for (const char c : std::string("C = 3")) press(events, c, KeyRole::text);
  press(events, code_backspace, KeyRole::edit);
  press(events, '7', KeyRole::text);
  int frames = 0;
  CHECK(in_frames(events, events.size(), &frames) == "B = (2,2)\nC = 7");
  // A slow window handles whole words per frame, not single letters, so it keeps up with the user.
  CHECK(frames < 10);
}

TEST_CASE("input: any events, however many of them come in a frame, do what one a frame does") {
  std::uint32_t seed = 3;
  const auto random = [&](std::uint32_t below) { return (seed = seed * 1664525 + 1013904223) / 65536 % below; };
  for (int round = 0; round < 400; ++round) {
    std::vector<InputEvent> events;
    std::vector<std::pair<int, KeyRole>> held;  // keys overlap: one goes down before the previous one goes up
    const int length = 1 + static_cast<int>(random(40));
    for (int i = 0; i < length; ++i) {
      static constexpr std::pair<int, KeyRole> keys[] = {{'a', KeyRole::text},
                                                         {'b', KeyRole::text},
                                                         {code_enter, KeyRole::line},
                                                         {code_left, KeyRole::edit},
                                                         {code_backspace, KeyRole::edit},
                                                         {code_shift, KeyRole::shift}};
      const auto [code, role] = keys[random(6)];
      bool is_held = false;
      for (const auto& one : held) is_held = is_held || one.first == code;
      if (is_held) continue;
      events.push_back(key(code, true, role));
      if (role == KeyRole::text) events.push_back(character(code));
      held.emplace_back(code, role);
      while (!held.empty() && random(3) != 0) {
        events.push_back(key(held.front().first, false, held.front().second));
        held.erase(held.begin());
      }
    }
    const std::string wanted = in_frames(events, 1);
    for (const std::size_t at_once : {std::size_t{2}, std::size_t{7}, events.size()})
      CHECK(in_frames(events, at_once) == wanted);
  }
}

TEST_CASE("input: nothing is lost or goes before what came before it, whatever it is") {
  std::uint32_t seed = 11;
  const auto random = [&](std::uint32_t below) { return (seed = seed * 1664525 + 1013904223) / 65536 % below; };
  for (int round = 0; round < 300; ++round) {
    std::vector<InputEvent> events;
    for (int i = 0; i < 60; ++i) {
      const bool down = random(2) == 0;
      switch (random(7)) {
        case 0:
          events.push_back(button(down));
          break;
        case 1:
          events.push_back(position(random(100)));
          break;
        case 2:
          events.push_back({Kind::scroll, 0, 0, false, 0, KeyRole::text, 0, 1});
          break;
        case 3:
          events.push_back({Kind::focus, 0, 0, down, 0, KeyRole::text, 0, 0});
          break;
        case 4:
          events.push_back(character('x'));
          break;
        default:
          events.push_back(key(static_cast<int>(random(5)), down, static_cast<KeyRole>(random(6))));
      }
    }
    InputQueue queue;
    for (const InputEvent& e : events) queue.push(e);
    std::vector<InputEvent> out;
    int frames = 0;
    while (queue.more()) {
      const auto frame = queue.next_frame(static_cast<Typing>(random(3)));
      out.insert(out.end(), frame.begin(), frame.end());
      REQUIRE(++frames < 60 * (1 + InputQueue::settling));
    }
    CHECK(out == events);
  }
}

TEST_CASE("input: after a command nothing is typed until what it opened has the focus") {
  InputQueue queue;
  for (const InputEvent& e :
       {key(code_ctrl, true, KeyRole::modifier), key('k', true, KeyRole::command), key('k', false, KeyRole::text),
        key(code_ctrl, false, KeyRole::modifier), key('d', true, KeyRole::text), character('d')})
    queue.push(e);
  CHECK(queue.next_frame(Typing::program).size() == 2);  // Ctrl K
  // The key is released at once; otherwise the window would repeat it.
  CHECK(queue.next_frame(Typing::nothing).size() == 2);
  for (int i = 1; i < InputQueue::settling; ++i) CHECK(queue.next_frame(Typing::nothing).empty());
  CHECK(queue.next_frame(Typing::field).size() == 2);
  CHECK_FALSE(queue.more());
}

TEST_CASE("input: a click is a press and a release in two frames, at the place where it was") {
  InputQueue queue;
  for (const InputEvent& e : {position(1), position(5), button(true), button(false), position(9)}) queue.push(e);
  CHECK(queue.next_frame(Typing::program) == std::vector<InputEvent>{position(1), position(5), button(true)});
  CHECK(queue.next_frame(Typing::program) == std::vector<InputEvent>{button(false)});
  CHECK(queue.next_frame(Typing::program) == std::vector<InputEvent>{position(9)});
}

}  // namespace stridescope::desktop
