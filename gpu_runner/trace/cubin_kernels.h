// Kernels in a module's machine code: their names, which a library that is injected knows before anything runs, and the
// numbers of their symbols.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace stridescope::injected {

// A 64-bit ELF file, whose tables are not trusted.
class Cubin {
 public:
  explicit Cubin(std::string_view bytes) : bytes_(bytes) {
    if (bytes.size() < sizeof head_ || bytes.substr(0, SELFMAG) != ELFMAG) return;
    std::memcpy(&head_, bytes.data(), sizeof head_);
    valid_ = head_.e_shentsize == sizeof(Elf64_Shdr);
  }
  std::size_t sections() const { return valid_ ? head_.e_shnum : 0; }
  std::size_t name_section() const { return head_.e_shstrndx; }
  // False beyond the file.
  bool section(std::size_t index, Elf64_Shdr& to) const { return read(head_.e_shoff + index * sizeof to, to); }
  template <class T>
  bool read(std::uint64_t at, T& to) const {
    if (at > bytes_.size() || bytes_.size() - at < sizeof to) return false;
    std::memcpy(&to, bytes_.data() + at, sizeof to);
    return true;
  }
  // The text at an offset in a section of texts; empty beyond the file.
  std::string_view text(const Elf64_Shdr& texts, std::uint64_t offset) const {
    const std::uint64_t at = texts.sh_offset + offset;
    if (at >= bytes_.size()) return {};
    const std::string_view rest = bytes_.substr(at);
    return rest.substr(0, rest.find('\0'));
  }

 private:
  std::string_view bytes_;
  Elf64_Ehdr head_ = {};
  bool valid_ = false;
};

// The sections .text.NAME of an ELF file. Empty for other files.
inline std::vector<std::string> kernels_of(std::string_view bytes) {
  constexpr std::string_view prefix = ".text.";
  std::vector<std::string> out;
  const Cubin cubin(bytes);
  Elf64_Shdr names;
  if (cubin.sections() == 0 || !cubin.section(cubin.name_section(), names)) return out;
  for (std::size_t i = 0; i < cubin.sections(); ++i) {
    Elf64_Shdr one;
    if (!cubin.section(i, one)) return out;
    const std::string_view name = cubin.text(names, one.sh_name);
    if (name.size() > prefix.size() && name.substr(0, prefix.size()) == prefix)
      out.emplace_back(name.substr(prefix.size()));
  }
  return out;
}

// The number of a kernel's symbol, which selects it in nvdisasm; -1 if the file does not have it.
inline std::int64_t symbol_of(std::string_view bytes, std::string_view kernel) {
  const Cubin cubin(bytes);
  for (std::size_t i = 0; i < cubin.sections(); ++i) {
    Elf64_Shdr table;
    Elf64_Shdr names;
    if (!cubin.section(i, table)) return -1;
    if (table.sh_type != SHT_SYMTAB || !cubin.section(table.sh_link, names)) continue;
    Elf64_Sym symbol;
    for (std::uint64_t n = 0; n < table.sh_size / sizeof symbol; ++n) {
      if (!cubin.read(table.sh_offset + n * sizeof symbol, symbol)) return -1;
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && cubin.text(names, symbol.st_name) == kernel)
        return static_cast<std::int64_t>(n);
    }
  }
  return -1;
}

// The instructions of a kernel, its section .text.NAME, if the file has no line information, which they do not contain:
// nvdisasm reads them alone in a moment, and the module of a library in minutes. Empty otherwise, and for a section
// that is not inside of the file.
inline std::string_view bare_code_of(std::string_view bytes, std::string_view kernel) {
  constexpr std::string_view prefix = ".text.";
  const Cubin cubin(bytes);
  std::string_view out;
  Elf64_Shdr names;
  if (cubin.sections() == 0 || !cubin.section(cubin.name_section(), names)) return {};
  for (std::size_t i = 0; i < cubin.sections(); ++i) {
    Elf64_Shdr one;
    if (!cubin.section(i, one)) return {};
    const std::string_view name = cubin.text(names, one.sh_name);
    if (name.find("debug_line") != std::string_view::npos) return {};
    if (!name.starts_with(prefix) || name.substr(prefix.size()) != kernel) continue;
    if (one.sh_offset > bytes.size() || one.sh_size > bytes.size() - one.sh_offset) return {};
    out = bytes.substr(one.sh_offset, one.sh_size);
  }
  return out;
}

}  // namespace stridescope::injected
