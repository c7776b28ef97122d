// The faces of the window: a proportional one for words, a monospaced one in several sizes for code and cells, and for
// 中文 the used glyphs. An atlas is built in the background and swapped in between two frames.
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
  // Builds the first atlas and gives it to ImGui; `words` is text with the wide glyphs needed.
  void start(float scale, std::string_view words);
  // More text is to be shown. Cheap; an atlas with its glyphs follows.
  void want(std::string_view text);
  void set_scale(float scale);
  // Between frames: true if an atlas was swapped in, so that its texture must be made again.
  bool swap(const std::function<void()>& drop_texture);
  // Before the program ends: an atlas that is being built needs what ends with it.
  void finish();
  ~Fonts();

  ImFont* ui = nullptr;
  ImFont* bold = nullptr;
  ImFont* small_ui = nullptr;
  ImFont* code = nullptr;
  // The monospaced face nearest to a height; text is then scaled to it.
  ImFont* mono(float height) const;
  bool has_wide() const { return has_wide_; }
  // Wide characters that the atlas was made for.
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
