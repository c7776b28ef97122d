// stridescope-desktop: the loop. Everything slow happens in threads; a frame draws what there is.
#include <GL/gl.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <cstdio>
#include <fstream>
#include <iostream>

#include "desktop/panels/app.h"
#include "desktop/platform/options.h"
#include "desktop/platform/png.h"
#include "desktop/platform/window.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// Frames after the last change until the window sleeps: fades, blinking, layouts that settle.
constexpr int frames_awake = 4;
constexpr double blink = 0.26;
constexpr double most_seconds_headless = 20;

void draw_frame(App& app, Window& window) {
  const double start = now_ms();
  apply_theme(app.dark, window.scale());
  fonts().set_scale(window.scale());
  fonts().swap([] { ImGui_ImplOpenGL3_DestroyFontsTexture(); });
  window.begin_frame();
  ImGui::NewFrame();
  app.frame();
  ImGui::Render();
  int width = 0;
  int height = 0;
  window.framebuffer_size(width, height);
  glViewport(0, 0, width, height);
  const ImVec4 back = vec(theme().bg);
  glClearColor(back.x, back.y, back.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (window.headless()) glFinish();
  app.frame_times.push_back(static_cast<float>(now_ms() - start));
  if (app.frame_times.size() > 100'000) app.frame_times.erase(app.frame_times.begin(), app.frame_times.begin() + 50'000);
}

bool save_screenshot(Window& window, const std::string& path) {
  int width = 0;
  int height = 0;
  window.framebuffer_size(width, height);
  const std::string data = png(read_pixels(width, height), width, height);
  std::ofstream file(path, std::ios::binary);
  file.write(data.data(), static_cast<std::streamsize>(data.size()));
  return static_cast<bool>(file.flush());
}

int run_headless(App& app, Window& window, const Options& options) {
  const double start = now_ms();
  int settled = 0;
  for (int n = 0; now_ms() - start < most_seconds_headless * 1000; ++n) {
    const bool changed = app.session.update();
    draw_frame(app, window);
    window.end_frame();
    settled = changed || !app.session.idle() ? 0 : settled + 1;
    if (settled >= 6 && n + 1 >= options.frames) break;
  }
  if (options.screenshot.empty()) return 0;
  if (save_screenshot(window, options.screenshot)) return 0;
  std::cerr << "error: cannot write " << options.screenshot << '\n';
  return 1;
}

int run_window(App& app, Window& window) {
  int awake = frames_awake;
  while (!app.quit) {
    if (awake <= 0) window.wait(blink);
    const bool changed = app.session.update();
    draw_frame(app, window);
    window.end_frame();
    const ImGuiIO& io = ImGui::GetIO();
    const bool input = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || io.MouseDown[0] || io.MouseDown[1];
    awake = changed || input || app.session.busy() ? frames_awake : awake - 1;
    if (awake < -1) awake = -1;
    if (window.closing()) app.quit = true;
  }
  return 0;
}

int main(int argc, char** argv) {
  Options options;
  int status = 0;
  if (!read_options(argc, argv, options, status)) return status;
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  std::string why;
  WindowOptions wanted = {options.width, options.height, options.headless, options.vsync, options.scale};
  // The atlas must be there before the renderer makes its texture.
  fonts().start(options.scale > 0 ? options.scale : 1, all_chinese_words());
  const std::unique_ptr<Window> window = open_window(wanted, why);
  if (!window) {
    std::cerr << "error: " << why << '\n';
    return 1;
  }
  {
    App app(wake_window);
    app.window = window.get();
    app.dark = options.dark;
    if (options.chinese) speak(Language::chinese);
    app.open_program(options.has_program ? options.program : first_program, options.mode, {});
    status = options.headless ? run_headless(app, *window, options) : run_window(app, *window);
  }
  return status;
}

}  // namespace
}  // namespace stridescope::desktop

int main(int argc, char** argv) { return stridescope::desktop::main(argc, argv); }
