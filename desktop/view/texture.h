// Pixels on the GPU, for pictures that are too large to draw cell by cell.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <vector>

namespace stridescope::desktop {

class Texture {
 public:
  Texture() = default;
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  Texture(Texture&& other) noexcept : id_(other.id_), width_(other.width_), height_(other.height_) { other.id_ = 0; }
  Texture& operator=(Texture&&) = delete;
  ~Texture();

  void upload(const std::vector<ImU32>& pixels, int width, int height);
  // The GPU's memory was lost: the next upload makes another texture.
  void forget() { id_ = 0, width_ = height_ = 0; }
  ImTextureID id() const { return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(id_)); }
  bool empty() const { return id_ == 0; }

 private:
  unsigned id_ = 0;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace stridescope::desktop
