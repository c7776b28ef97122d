// The window's loop. Slow work runs in threads; a frame draws what is available.
#include "desktop/loop.h"

#include <GL/gl.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <thread>
#include <utility>

#include "desktop/panels/app.h"
#include "desktop/panels/files.h"
#include "desktop/platform/png.h"
#include "desktop/platform/window.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// Frames after the last change until the window sleeps: for fades, a blinking caret, layouts that settle.
constexpr int frames_awake = 4;
constexpr double blink = 0.26;
constexpr double awaited = 0.05;  // seconds between frames of an animation, or of a script that waits
constexpr double owing = 0.02;    // seconds until an owed frame is tried again
constexpr double waiting = 0.01;  // seconds between frames while only other threads work
constexpr int most_resets = 5;    // resets of the GPU during one frame
constexpr int frames_unpainted = 16;

void clear(int width, int height, ImU32 color) {
  glViewport(0, 0, width, height);
  const ImVec4 back = vec(color);
  glClearColor(back.x, back.y, back.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

bool save_screenshot(int width, int height, const std::string& path) {
  const std::string data = png(read_pixels(width, height), width, height);
  std::ofstream file(path, std::ios::binary);
  file.write(data.data(), static_cast<std::streamsize>(data.size()));
  return static_cast<bool>(file.flush());
}

bool save_screenshot(Window& window, const std::string& path) {
  int width = 0;
  int height = 0;
  window.framebuffer_size(width, height);
  return save_screenshot(width, height, path);
}

// Runs a frame; without `paint` it does everything except drawing. Returns the milliseconds of the frame, 0 without
// drawing.
double draw_frame(App& app, Window& window, bool paint) {
  const double start = now_ms();
  const float scale = window.scale() * app.settings.zoom;
  apply_theme(app.settings.dark, scale);
  fonts().set_scale(scale);
  if (fonts().swap([] { ImGui_ImplOpenGL3_DestroyFontsTexture(); })) ImGui_ImplOpenGL3_CreateFontsTexture();
  window.typing = app.editor.focused ? Typing::program : ImGui::GetIO().WantTextInput ? Typing::field : Typing::nothing;
  window.begin_frame();
  ImGui::NewFrame();
  app.frame();
  ImGui::Render();
  if (!paint) return 0;
  int width = 0;
  int height = 0;
  window.framebuffer_size(width, height);
  clear(width, height, theme().bg);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (window.headless()) glFinish();
  return now_ms() - start;
}

// Recreates the graphics after a reset of the GPU; the program and all else stay. False if that fails.
bool renew_graphics(App& app, Window& window) {
  for (auto& [key, state] : app.pictures) state.texture.forget();
  std::string why;
  if (!window.renew(why)) {
    std::cerr << "error: the GPU was reset, and the window's graphics cannot be made anew: " << why << '\n';
    return false;
  }
  ++app.graphics_renewed;
  app.session.say(tr("The GPU was reset; the window recreated its graphics"));
  return true;
}

// The window's turn on the GPU, for the lifetime of the object.
class Turn {
 public:
  Turn(App& app, bool wanted) : turns_(app.runs.turns), mine_(wanted && turns_.begin_frame()) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (!mine_) return;
    // The runner must begin on a GPU without pending drawing.
    if (turns_.shared()) glFinish();
    turns_.end_frame();
  }
  explicit operator bool() const { return mine_; }

 private:
  Turns& turns_;
  bool mine_;
};

// Draws a frame and shows it; clears the driver's screenshot when it is written. Draws again after a reset of the GPU;
// waits during a runner's turn. False if it can no longer draw.
bool show_frame(App& app, Window& window, bool paint, Driver& driver) {
  for (int renewed = 0;;) {
    if (window.lost()) app.runs.turns.share();
    const Turn turn(app, paint || window.lost());
    if (turn && window.lost() && (renewed++ == most_resets || !renew_graphics(app, window))) return false;
    const double took = draw_frame(app, window, static_cast<bool>(turn));
    if (turn) {
      if (window.headless()) window.end_frame();
      const bool written = driver.screenshot.empty() || save_screenshot(window, driver.screenshot);
      if (!window.headless()) window.end_frame();
      if (window.lost()) continue;
      if (!written) {
        std::cerr << "error: cannot write " << driver.screenshot << '\n';
        driver.status = 1;
      }
      driver.screenshot.clear();
    }
    if (driver.shown) driver.shown(app, took);
    return true;
  }
}

// Drawing is impossible: keeps the typed text for the next start.
int give_up(App& app) {
  app.quit = true;
  app.keep();
  return 1;
}

// Saves the picture of a single card, twice as large, drawn in a separate hidden frame.
void save_picture(App& app, Window& window) {
  const Turn turn(app, true);
  if (!turn || window.lost()) return;
  const Card* card = app.session.card(app.wanted_png);
  if (card == nullptr || !card->picture || !card->picture->refused.empty()) {
    app.wanted_png.clear();
    app.wanted_path.clear();
    return;
  }
  const Picture& picture = *card->picture;
  int most_width = 0;
  int most_height = 0;
  window.framebuffer_size(most_width, most_height);
  ImVec2 size = natural_size(picture, flt(most_width) - 20);
  const float grow =
      picture.drawn ? std::min({2.0F, flt(most_width) / (size.x + 20), flt(most_height) / (size.y + 20)}) : 1;
  size = {size.x * grow, size.y * grow};
  window.begin_frame(false);
  ImGui::NewFrame();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({flt(most_width), flt(most_height)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 10});
  ImGui::Begin("##picture", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs);
  PictureState state;
  if (picture.drawn) state.zoom = ui_scale() * grow;
  const PictureState& shown = app.pictures["card:" + card->binding.key];
  if (!picture.drawn) {
    state.shown = card->picture;
    state.window = shown.window;
    state.written = shown.written;
  }
  PictureFrame frame;
  frame.width = size.x + 2;
  frame.height = size.y + 2;
  frame.interactive = false;
  draw_picture("##alone", state, card->picture, frame, {});
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::Render();
  clear(most_width, most_height, theme().panel);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  const int width = std::min(most_width, static_cast<int>(size.x) + 20);
  const int height = std::min(most_height, static_cast<int>(size.y) + 20);
  const std::vector<unsigned char> all = read_pixels(most_width, most_height);
  if (window.lost()) return;  // the next frame draws it again
  const std::string path = std::move(app.wanted_path);
  app.wanted_png.clear();
  app.wanted_path.clear();
  std::vector<unsigned char> part(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
    const std::size_t from = y * static_cast<std::size_t>(most_width) * 4;
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(from), static_cast<std::size_t>(width) * 4,
                part.begin() + static_cast<std::ptrdiff_t>(y * static_cast<std::size_t>(width) * 4));
  }
  const auto done = write_file(path, png(part, width, height));
  app.session.say(done ? std::string(tr("Saved")) + ": " + path : std::string(tr(done.error().message)));
}

// Sleeps until the next frame is due, or until something happens.
void rest(App& app, Window& window, const Driver& driver, int awake, double began) {
  const bool playing =
      std::any_of(app.session.cards.begin(), app.session.cards.end(), [](const Card& c) { return c.playing; });
  if (window.headless()) {
    if (driver.waits) std::this_thread::sleep_for(std::chrono::duration<double>(waiting));
  } else if (app.runs.turns.owed()) {
    window.wait(owing);
  } else if (awake <= 0 && !driver.step) {
    window.wait(playing ? awaited : blink);
  } else if (driver.waits) {
    window.wait(awaited);
  } else if (const double left = began + window.pace() - now_ms() / 1000; left > 0) {
    window.wait(left);
  }
}

std::string title_of(const App& app) {
  if (app.file.empty()) return "Stridescope";
  return app.file.substr(app.file.find_last_of('/') + 1) + " \xE2\x80\x93 Stridescope";
}

// True if the user has done something since the last frame.
bool has_input() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || io.MouseDown[0] || io.MouseDown[1] ||
         io.InputQueueCharacters.Size > 0;
}

}  // namespace

int loop(App& app, Window& window, Driver& driver) {
  int awake = frames_awake;
  double began = 0;
  std::string title;
  for (int frame = 0; !app.quit; ++frame) {
    // Shows input that came during a slow frame without a pause.
    if (window.more_input())
      awake = frames_awake;
    else
      rest(app, window, driver, awake, began);
    began = now_ms() / 1000;
    const bool changed = app.update();
    if (!app.wanted_png.empty()) save_picture(app, window);
    const bool more = !driver.step || driver.step(app, driver, changed);
    if (!window.dropped.empty()) open_dropped(app, std::exchange(window.dropped, {}));
    const bool paint =
        !window.headless() || driver.paints || !driver.screenshot.empty() || frame % frames_unpainted == 0;
    if (!show_frame(app, window, paint, driver)) return give_up(app);
    app.keep();
    if (!more && driver.screenshot.empty()) app.quit = true;
    if (title != title_of(app)) window.set_title(title = title_of(app));
    // A run does not keep the window awake: it is measured, possibly on the GPU that draws here.
    const bool active = changed || has_input() || app.session.busy();
    awake = active ? frames_awake : std::max(awake - 1, -1);
    if (window.closing()) app.quit = true;
  }
  app.keep();
  return driver.status;
}

}  // namespace stridescope::desktop
