// The fonts of the window: a proportional one for text, a monospaced one in several sizes for code and cells, and the
// used glyphs of 中文. An atlas is built in the background and replaced between two frames.
#pragma once

#include <imgui.h>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace stridescope::desktop {

class Fonts {
 public:
  // Builds the first atlas and gives it to ImGui; `words` is a text with the required wide glyphs.
  void start(float scale, std::string_view words);
  // Requests glyphs for more text. Cheap; an atlas with them follows.
  void want(std::string_view text);
  void set_scale(float scale);
  // Call between frames: true if the atlas was replaced, so that its texture must be made again.
  bool swap(const std::function<void()>& drop_texture);
  // Call before the program ends: an atlas under construction uses objects that end with it.
  void finish();
  ~Fonts();

  ImFont* ui = nullptr;
  ImFont* bold = nullptr;
  ImFont* small_ui = nullptr;
  ImFont* code = nullptr;
  // The monospaced font with the nearest height; text is then scaled to the height.
  ImFont* mono(float height) const;
  bool has_wide() const { return has_wide_; }
  // Number of wide characters in the atlas.
  std::size_t wide_count() const { return built_glyphs_; }

 private:
  struct Built {
    std::unique_ptr<ImFontAtlas> atlas;
    ImFont *ui, *bold, *small_ui, *code;
    std::array<ImFont*, 5> mono;
    bool wide;
    float scale;
    std::size_t glyphs;
  };
  static Built build(float scale, const std::set<unsigned>& wide);
  void take(Built built);
  void begin();

  std::unique_ptr<ImFontAtlas> atlas_;
  std::array<ImFont*, 5> mono_ = {};
  bool has_wide_ = false;
  std::set<unsigned> wide_;
  float scale_ = 1;
  std::size_t built_glyphs_ = 0;
  float built_scale_ = 0;
  std::thread thread_;
  std::atomic<bool> ready_ = false;
  bool building_ = false;
  Built next_ = {};
};

Fonts& fonts();

}  // namespace stridescope::desktop
