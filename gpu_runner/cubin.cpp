#include "gpu_runner/cubin.h"

namespace stridescope::gpu {
namespace {

// Little-endian, 0 outside of the file.
std::uint64_t number_at(std::string_view file, std::uint64_t at, int bytes) {
  if (at > file.size() || file.size() - at < static_cast<std::uint64_t>(bytes)) return 0;
  std::uint64_t out = 0;
  for (int i = bytes; i-- > 0;) out = out << 8 | static_cast<unsigned char>(file[at + static_cast<std::uint64_t>(i)]);
  return out;
}

}  // namespace

std::optional<std::int64_t> cubin_registers(std::string_view cubin, std::string_view kernel) {
  if (cubin.size() < 64 ||
      cubin.substr(0, 4) !=
          "\x7F"
          "ELF" ||
      cubin[4] != 2)
    return std::nullopt;
  const std::uint64_t table = number_at(cubin, 40, 8);
  const std::uint64_t entry = number_at(cubin, 58, 2);
  const std::uint64_t count = number_at(cubin, 60, 2);
  const std::uint64_t names = number_at(cubin, table + number_at(cubin, 62, 2) * entry + 24, 8);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t section = table + i * entry;
    const std::uint64_t name = names + number_at(cubin, section, 4);
    if (name >= cubin.size()) continue;
    const std::string_view rest = cubin.substr(name);
    if (rest.substr(0, 6) != ".text." || rest.substr(6, kernel.size()) != kernel) continue;
    if (rest.size() <= 6 + kernel.size() || rest[6 + kernel.size()] != '\0') continue;
    return static_cast<std::int64_t>(number_at(cubin, section + 44, 4) >> 24);
  }
  return std::nullopt;
}

}  // namespace stridescope::gpu
