// The names of the kernels in a module's machine code: what a library that is injected knows of it before anything
// runs.
#pragma once

#include <elf.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::injected {

// The sections .text.NAME of an ELF file. Empty for other files.
inline std::vector<std::string> kernels_of(std::string_view cubin) {
  constexpr std::string_view prefix = ".text.";
  std::vector<std::string> out;
  Elf64_Ehdr head;
  if (cubin.size() < sizeof head || cubin.substr(0, SELFMAG) != ELFMAG) return out;
  std::memcpy(&head, cubin.data(), sizeof head);
  const auto section = [&](std::uint64_t index, Elf64_Shdr& to) {
    const std::uint64_t at = head.e_shoff + index * sizeof to;
    if (at > cubin.size() || cubin.size() - at < sizeof to) return false;
    std::memcpy(&to, cubin.data() + at, sizeof to);
    return true;
  };
  Elf64_Shdr names;
  if (head.e_shentsize != sizeof names || !section(head.e_shstrndx, names)) return out;
  for (std::uint64_t i = 0; i < head.e_shnum; ++i) {
    Elf64_Shdr one;
    if (!section(i, one)) return out;
    const std::uint64_t at = names.sh_offset + one.sh_name;
    if (at >= cubin.size()) continue;
    const std::string_view rest = cubin.substr(at);
    const std::string_view name = rest.substr(0, rest.find('\0'));
    if (name.size() > prefix.size() && name.substr(0, prefix.size()) == prefix)
      out.emplace_back(name.substr(prefix.size()));
  }
  return out;
}

}  // namespace stridescope::injected
