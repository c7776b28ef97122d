// Builds the atlas of glyphs in a thread: the fonts of Debian; of the Chinese glyphs only those in use, and more when a
// text needs them. It is replaced between two frames.
#include "desktop/view/fonts.h"

#include <imgui_freetype.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "core/base/text.h"
#include "desktop/model/character.h"

namespace stridescope::desktop {
namespace {

constexpr std::array<float, 5> mono_sizes = {10, 12.5F, 14.6F, 19, 28};
// ImGui's sizes are line heights; the letters are a sixth smaller.
constexpr float code_size = 15.5F;
constexpr float ui_size = 15;
constexpr float bold_size = 16.5F;
constexpr float small_size = 13.5F;

const ImWchar common[] = {0x0020, 0x00FF, 0x0100, 0x017F, 0x0370, 0x03FF, 0x2010, 0x2044, 0x2070,
                          0x209C, 0x2190, 0x21FF, 0x2200, 0x22FF, 0x2318, 0x2318, 0x25A0, 0x25FF,
                          0x2713, 0x2718, 0x2759, 0x275A, 0xFFFD, 0xFFFD, 0};
const ImWchar cells[] = {0x0020, 0x00FF, 0x2010, 0x2044, 0x2190, 0x21FF, 0x2200, 0x22FF, 0xFFFD, 0xFFFD, 0};

// The first file that exists. STRIDESCOPE_FONTS may name a folder with files of these names.
std::string find(const std::vector<std::string>& names) {
  std::vector<std::string> folders;
  if (const char* own = std::getenv("STRIDESCOPE_FONTS")) folders.emplace_back(own);
  for (const char* folder :
       {"/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/truetype/wqy", "/usr/share/fonts/opentype/noto",
        "/usr/share/fonts/truetype/noto", "/usr/share/fonts/dejavu", "/usr/share/fonts/TTF",
        "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/dejavu-sans-mono-fonts",
        "/usr/share/fonts/google-noto-cjk", "/usr/share/fonts/noto-cjk", "/System/Library/Fonts"}) {
    folders.emplace_back(folder);
  }
  std::error_code error;
  for (const std::string& name : names) {
    for (const std::string& folder : folders) {
      std::string path = cat(folder, "/", name);
      if (std::filesystem::is_regular_file(path, error)) return path;
    }
  }
  return {};
}

}  // namespace

Fonts& fonts() {
  static Fonts instance;
  return instance;
}

Fonts::Built Fonts::build(float scale, const std::set<unsigned>& wide) {
  static const std::string sans = find({"DejaVuSans.ttf", "NotoSans-Regular.ttf"});
  static const std::string strong = find({"DejaVuSans-Bold.ttf", "NotoSans-Bold.ttf"});
  static const std::string mono = find({"DejaVuSansMono.ttf", "NotoSansMono-Regular.ttf"});
  static const std::string cjk = find({"wqy-microhei.ttc", "NotoSansCJK-Regular.ttc"});
  Built out = {};
  out.scale = scale;
  out.glyphs = wide.size();
  out.atlas = std::make_unique<ImFontAtlas>();
  ImFontAtlas& atlas = *out.atlas;
  atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
  std::vector<ImWchar> ranges;
  for (const unsigned c : wide) {
    if (c > 0xFFFF) continue;
    ranges.push_back(static_cast<ImWchar>(c));
    ranges.push_back(static_cast<ImWchar>(c));
  }
  ranges.push_back(0);
  const auto add = [&](const std::string& path, float size, const ImWchar* glyphs, bool with_wide) -> ImFont* {
    ImFontConfig config;
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = true;
    const float pixels = std::round(size * scale);
    ImFont* font = nullptr;
    if (path.empty()) {
      config.SizePixels = pixels;
      font = atlas.AddFontDefault(&config);
    } else {
      font = atlas.AddFontFromFileTTF(path.c_str(), pixels, &config, glyphs);
    }
    if (with_wide && !cjk.empty() && ranges.size() > 1) {
      ImFontConfig merged;
      merged.MergeMode = true;
      merged.OversampleH = merged.OversampleV = 1;
      atlas.AddFontFromFileTTF(cjk.c_str(), pixels, &merged, ranges.data());
      out.wide = true;
    }
    return font;
  };
  out.ui = add(sans, ui_size, common, true);
  out.bold = add(strong, bold_size, common, true);
  out.small_ui = add(sans, small_size, common, true);
  out.code = add(mono, code_size, common, true);
  for (std::size_t i = 0; i < mono_sizes.size(); ++i) out.mono[i] = add(mono, mono_sizes[i], cells, false);
  unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  atlas.GetTexDataAsRGBA32(&pixels, &width, &height);
  return out;
}

void Fonts::take(Built built) {
  atlas_ = std::move(built.atlas);
  ui = built.ui;
  bold = built.bold;
  small_ui = built.small_ui;
  code = built.code;
  mono_ = built.mono;
  has_wide_ = built.wide;
  built_glyphs_ = built.glyphs;
  built_scale_ = built.scale;
  ImGui::GetIO().Fonts = atlas_.get();
  ImGui::GetIO().FontDefault = ui;
}

void Fonts::start(float scale, std::string_view words) {
  scale_ = scale;
  want(words);
  take(build(scale_, wide_));
}

void Fonts::want(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const Character c = character_at(text, i);
    if (c.length == 3 && is_wide(c.code) && wide_.size() < 6000) wide_.insert(c.code);
    i += c.length;
  }
}

void Fonts::set_scale(float scale) { scale_ = scale; }

void Fonts::begin() {
  building_ = true;
  ready_ = false;
  if (thread_.joinable()) thread_.join();
  thread_ = std::thread([this, scale = scale_, wide = wide_] {
    next_ = build(scale, wide);
    ready_ = true;
  });
}

bool Fonts::swap(const std::function<void()>& drop_texture) {
  if (building_ && ready_) {
    thread_.join();
    building_ = false;
    drop_texture();
    take(std::move(next_));
    return true;
  }
  if (!building_ && (wide_.size() != built_glyphs_ || scale_ != built_scale_)) begin();
  return false;
}

ImFont* Fonts::mono(float height) const {
  for (ImFont* font : mono_) {
    if (font->FontSize >= height * 0.97F) return font;
  }
  return mono_.back();
}

void Fonts::finish() {
  if (thread_.joinable()) thread_.join();
}

Fonts::~Fonts() { finish(); }

}  // namespace stridescope::desktop
