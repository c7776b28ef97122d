// The plain files of this folder as text, embedded at build time (embed.cmake).
#pragma once

#include <string_view>

namespace stridescope {

extern const std::string_view embedded_gallery;      // gallery.stride
extern const std::string_view embedded_messages_zh;  // messages.zh.json

}  // namespace stridescope
