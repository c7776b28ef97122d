// The plain files of this folder as text, embedded at build time (embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace stridescope {

extern const std::string_view embedded_gallery;  // gallery.stride

// A file of core/data/languages.
struct EmbeddedLanguage {
  std::string_view code;  // its name: "zh"
  std::string_view name;  // the language's, in itself
  const char* texts;      // JSON
};
extern const std::span<const EmbeddedLanguage> embedded_languages;

// A file of core/data/ptx.
struct EmbeddedPtx {
  std::string_view hash;  // FNV-1a of 64 bits, of the CUDA that it was made of
  std::string_view text;
};
extern const std::span<const EmbeddedPtx> embedded_ptx;

}  // namespace stridescope
