// stridescope-desktop: the loop. Everything slow happens in threads; a frame draws what there is.
#include <GL/gl.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <thread>

#include "desktop/panels/app.h"
#include "desktop/platform/options.h"
#include "desktop/platform/png.h"
#include "desktop/platform/window.h"
#include "desktop/script/script.h"
#include "desktop/view/fonts.h"
#include "desktop/view/theme.h"
#include "desktop/view/words.h"

namespace stridescope::desktop {
namespace {

// Frames after the last change until the window sleeps: fades, blinking, layouts that settle.
constexpr int frames_awake = 4;
constexpr double blink = 0.26;
constexpr double awaited = 0.05;  // between frames of what plays or of a script that waits
constexpr double owing = 0.02;    // a frame is tried again so soon
constexpr double waiting = 0.01;  // between frames while only other threads bring things on
constexpr int most_resets = 5;    // of the GPU while one frame is drawn
constexpr double most_seconds_headless = 20;

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

// Without `paint` nothing is drawn, and all else happens.
void draw_frame(App& app, Window& window, bool paint) {
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
  if (!paint) return;
  int width = 0;
  int height = 0;
  window.framebuffer_size(width, height);
  clear(width, height, theme().bg);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (window.headless()) glFinish();
  app.frame_times.push_back(static_cast<float>(now_ms() - start));
  if (app.frame_times.size() > 100'000)
    app.frame_times.erase(app.frame_times.begin(), app.frame_times.begin() + 50'000);
}

// What lay on a GPU that was reset is made anew; the program and all else stay. False when it cannot be.
bool renew_graphics(App& app, Window& window) {
  for (auto& [key, state] : app.pictures) state.texture.forget();
  std::string why;
  if (!window.renew(why)) {
    std::cerr << "error: the GPU was reset, and the window's graphics cannot be made anew: " << why << '\n';
    return false;
  }
  ++app.graphics_renewed;
  app.session.say(tr("The GPU was reset; the window's graphics were made anew"));
  return true;
}

// The window's turn on the GPU, while it lasts.
class Turn {
 public:
  Turn(App& app, bool wanted) : turns_(app.runs.turns), mine_(wanted && turns_.begin_frame()) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (!mine_) return;
    // The runner begins on a GPU that has nothing to draw any more.
    if (turns_.shared()) glFinish();
    turns_.end_frame();
  }
  explicit operator bool() const { return mine_; }

 private:
  Turns& turns_;
  bool mine_;
};

// Draws a frame and shows it; the script's screenshots are emptied once they are written. What a reset of the GPU
// spoiled is drawn again; what is drawn while it is a runner's turn waits. False when there is no way to draw any more.
bool show_frame(App& app, Window& window, bool paint, Script* script) {
  std::string* const screenshot = script == nullptr ? nullptr : &script->screenshot;
  for (int renewed = 0;;) {
    if (window.lost()) app.runs.turns.share();
    const Turn turn(app, paint || window.lost());
    if (turn && window.lost() && (renewed++ == most_resets || !renew_graphics(app, window))) return false;
    draw_frame(app, window, static_cast<bool>(turn));
    if (!turn) return true;
    if (window.headless()) window.end_frame();
    const bool wanted = screenshot != nullptr && !screenshot->empty();
    const bool written = !wanted || save_screenshot(window, *screenshot);
    if (!window.headless()) window.end_frame();
    if (window.lost()) continue;
    if (!written) std::cerr << "error: cannot write " << *screenshot << '\n';
    if (wanted) screenshot->clear();
    return true;
  }
}

// There is nothing to draw with: what was typed is kept for the next start.
int give_up(App& app) {
  app.quit = true;
  app.keep();
  return 1;
}

// A picture of a card alone, twice as large, drawn in a frame of its own that nobody sees.
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
  if (window.lost()) return;  // it is drawn again in the next frame
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

void write_state(App& app, const Options& options) {
  static std::string before;
  if (options.state.empty()) return;
  std::string now = state_json(app);
  if (now == before) return;
  before = std::move(now);
  (void)write_file(options.state, before);
}

// A frame, and what is written of it. False when there is no way to draw any more.
bool whole_frame(App& app, Window& window, const Options& options, bool paint, Script* script, double launched,
                 double& first_picture) {
  if (!window.dropped.empty()) app.open_dropped(std::exchange(window.dropped, {}));
  if (!show_frame(app, window, paint, script)) return false;
  write_state(app, options);
  app.keep();
  const std::vector<Card>& cards = app.session.cards;
  if (first_picture == 0 && app.session.snapshot && !cards.empty() && cards.back().picture)
    first_picture = now_ms() - launched;
  return true;
}

void write_times(App& app, const Options& options, double started) {
  if (options.times.empty() || app.frame_times.empty()) return;
  std::vector<float> sorted = app.frame_times;
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double part) {
    return static_cast<double>(sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))]);
  };
  char text[384];
  std::snprintf(text, sizeof text,
                "{\"frames\": %zu, \"median_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f, \"first_picture_ms\": "
                "%.1f, \"renderer\": \"%.80s\"}\n",
                sorted.size(), at(0.5), at(0.99), at(1), started, app.window->renderer().c_str());
  (void)write_file(options.times, text);
}

// Ends when the script has, or without one when everything has settled.
int run_headless(App& app, Window& window, const Options& options, double launched) {
  std::unique_ptr<Script> script;
  if (!options.script.empty()) {
    const auto text = read_file(options.script);
    if (!text) {
      std::cerr << "error: " << english(text.error().message) << '\n';
      return 1;
    }
    script = std::make_unique<Script>(*text);
    script->prepare(app);
  }
  const double start = now_ms();
  int settled = 0;
  double first_picture = 0;
  for (int n = 0; script || now_ms() - start < most_seconds_headless * 1000; ++n) {
    const bool changed = app.update();
    if (app.wanted_png.empty() == false) save_picture(app, window);
    const bool more = script && script->step(app);
    // What a script does needs no pixels, but for its screenshots.
    const bool paint = !script || !more || !script->screenshot.empty() || !options.times.empty() || n % 16 == 0;
    if (!whole_frame(app, window, options, paint, script.get(), launched, first_picture)) return give_up(app);
    settled = changed || !app.session.idle() || !app.runs.idle() || !app.tunings.idle() ? 0 : settled + 1;
    if (script && !more && (script->screenshot.empty() || script->failed())) break;
    if (!script && settled >= 6 && n + 1 >= options.frames) break;
    const bool waits = script ? script->waits() && script->screenshot.empty() : !changed && settled == 0;
    if (waits) std::this_thread::sleep_for(std::chrono::duration<double>(waiting));
  }
  app.quit = true;
  app.keep();
  write_times(app, options, first_picture);
  if (script && script->failed()) {
    std::cerr << "FAILED " << script->message() << '\n';
    if (!options.screenshot.empty()) (void)save_screenshot(window, options.screenshot);
    return 1;
  }
  if (options.screenshot.empty()) return 0;
  if (save_screenshot(window, options.screenshot)) return 0;
  std::cerr << "error: cannot write " << options.screenshot << '\n';
  return 1;
}

int run_window(App& app, Window& window, const Options& options, double launched) {
  int awake = frames_awake;
  double first_picture = 0;
  std::unique_ptr<Script> script;
  if (!options.script.empty()) {
    if (const auto text = read_file(options.script)) script = std::make_unique<Script>(*text);
    if (script) script->prepare(app);
  }
  bool failed = false;
  double began = 0;
  while (!app.quit) {
    const bool playing = app.player.running || std::any_of(app.session.cards.begin(), app.session.cards.end(),
                                                           [](const Card& c) { return c.playing; });
    if (window.more_input()) {
      // What came during a slow frame is shown without a pause.
      awake = frames_awake;
    } else if (app.runs.turns.owed()) {
      window.wait(owing);
    } else if (awake <= 0 && !script) {
      window.wait(playing ? awaited : blink);
    } else if (script && script->waits()) {
      window.wait(awaited);
    } else if (const double rest = began + window.pace() - now_ms() / 1000; rest > 0) {
      window.wait(rest);
    }
    began = now_ms() / 1000;
    const bool changed = app.update();
    if (!app.wanted_png.empty()) save_picture(app, window);
    if (script && !script->step(app)) {
      failed = script->failed();
      if (failed) std::cerr << "FAILED " << script->message() << '\n';
      script.reset();
      app.quit = true;
    }
    if (!whole_frame(app, window, options, true, script.get(), launched, first_picture)) return give_up(app);
    const std::string title =
        (app.file.empty() ? std::string() : app.file.substr(app.file.find_last_of('/') + 1) + " \xE2\x80\x93 ") +
        "Stridescope";
    static std::string titled;
    if (title != titled) window.set_title(titled = title);
    const ImGuiIO& io = ImGui::GetIO();
    const bool input = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || io.MouseDown[0] ||
                       io.MouseDown[1] || io.InputQueueCharacters.Size > 0;
    // Not each frame of a run: it is measured, maybe on the GPU that draws here.
    awake = changed || input || app.session.busy() ? frames_awake : awake - 1;
    if (awake < -1) awake = -1;
    if (options.frames > 0 && static_cast<int>(app.frame_times.size()) >= options.frames) app.quit = true;
    if (options.frames > 0) awake = frames_awake;
    if (window.closing()) app.quit = true;
  }
  app.keep();
  write_times(app, options, first_picture);
  return failed ? 1 : 0;
}

// What a window begins with: what the command line names, else what was typed last, else the first program.
void open_first(App& app, const Options& options, IntegerMode mode) {
  const auto offer = [&](bool dialog) {
    if (app.unsaved.empty()) return;
    if (dialog)
      app.show(Dialog::drafts);
    else
      app.session.say(tr("Programs that were not saved are kept: Ctrl K, Unsaved programs"));
  };
  if (options.has_program) {
    app.begin(nullptr);
    app.look_for_unsaved();
    app.open_program(options.program, mode, {});
    return offer(false);
  }
  if (!options.open.empty()) {
    app.begin(nullptr);
    app.look_for_unsaved();
    app.open_program(app::first_program(), mode, {});
    if (!app.open_path(options.open))
      std::cerr << "error: " << app.session.notice << '\n';
    else
      // Of the same file something may be newer than the file.
      offer(std::any_of(app.unsaved.begin(), app.unsaved.end(),
                        [&](const Draft& d) { return !app.file.empty() && d.file == app.file; }));
    return;
  }
  std::vector<Draft> left = app.drafts->left();
  // An empty window was closed after the one with the work.
  std::stable_partition(left.begin(), left.end(),
                        [](const Draft& d) { return !d.file.empty() || worth_keeping(d, app::first_program()); });
  for (const Draft& draft : left) {
    auto taken = app.drafts->take(draft.name);
    if (!taken) continue;  // another window was faster
    if (options.mode_given) taken->document.mode = mode;
    app.begin(&*taken);
    app.restore_tabs(app.settings.tabs);
    app.look_for_unsaved();
    return offer(true);
  }
  app.begin(nullptr);
  app.open_program(app::first_program(), mode, {});
  // Nothing was ever kept: somebody is here for the first time.
  app.welcome.open = options.first_start;
}

int main(int argc, char** argv) {
  const double launched = now_ms();
  Options options;
  int status = 0;
  if (!read_options(argc, argv, options, status)) return status;
  const bool kept = !options.fresh && (!options.headless || !options.home.empty());
  const std::string folder = kept ? state_folder(options.home) : std::string();
  Settings settings;
  if (!folder.empty()) {
    if (const auto text = read_file(folder + "/settings.json"))
      settings = read_settings(*text);
    else
      options.first_start = true;
  }
  if (options.scale == 0) options.scale = settings.scale;
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  speak(options.language.empty() ? settings.language : options.language);
  // The atlas must be there before the renderer makes its texture; the glyphs of other languages follow beside the
  // first frames where nobody needs them yet.
  fonts().start((options.scale > 0 ? options.scale : 1) * settings.zoom, all_words());
  std::string why;
  WindowOptions wanted = {options.width, options.height, {}, options.headless, options.vsync, options.scale};
  if (!options.size_given && !options.headless) wanted.place = settings.place;
  const std::unique_ptr<Window> window = open_window(wanted, why);
  if (!window) {
    std::cerr << "error: " << why << '\n';
    return 1;
  }
  {
    App app(wake_window);
    app.window = window.get();
    app.settings = settings;
    app.folder = folder;
    app.drafts = std::make_unique<Drafts>(folder);
    if (options.theme_given) app.settings.dark = options.dark;
    std::vector<std::string> runner = options.runner;
    if (runner.empty()) runner = command_words(settings.runner);
    std::string shown;
    for (const std::string& word : runner) shown += (shown.empty() ? "" : " ") + word;
    std::snprintf(app.dock.runner, sizeof app.dock.runner, "%s", shown.c_str());
    app.runs.drawn_by = window->renderer();
    app.runs.use(runner);
    app.load_kept_runs();
    const IntegerMode mode = options.mode_given       ? options.mode
                             : settings.cute_integers ? IntegerMode::cute
                                                      : IntegerMode::teaching;
    open_first(app, options, mode);
    status =
        options.headless ? run_headless(app, *window, options, launched) : run_window(app, *window, options, launched);
    app.pictures.clear();
  }
  fonts().finish();
  return status;
}

}  // namespace
}  // namespace stridescope::desktop

int main(int argc, char** argv) { return stridescope::desktop::main(argc, argv); }
