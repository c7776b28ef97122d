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
  // The contents of a section; empty beyond the file.
  std::string_view contents(const Elf64_Shdr& section) const {
    const bool inside = section.sh_offset <= bytes_.size() && section.sh_size <= bytes_.size() - section.sh_offset;
    return inside ? bytes_.substr(section.sh_offset, section.sh_size) : std::string_view();
  }
  // Calls `take` with each section and its name; false if the table leads beyond the file.
  template <class Take>
  bool each_section(Take&& take) const {
    Elf64_Shdr names;
    if (sections() == 0 || !section(head_.e_shstrndx, names)) return false;
    for (std::size_t i = 0; i < sections(); ++i) {
      Elf64_Shdr one;
      if (!section(i, one)) return false;
      take(one, text(names, one.sh_name));
    }
    return true;
  }

 private:
  std::string_view bytes_;
  Elf64_Ehdr head_ = {};
  bool valid_ = false;
};

// A kernel's instructions are in the section of its name after this.
inline constexpr std::string_view code_prefix = ".text.";

// The sections .text.NAME of an ELF file. Empty for other files.
inline std::vector<std::string> kernels_of(std::string_view bytes) {
  std::vector<std::string> out;
  Cubin(bytes).each_section([&](const Elf64_Shdr&, std::string_view name) {
    if (name.starts_with(code_prefix) && name != code_prefix) out.emplace_back(name.substr(code_prefix.size()));
  });
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
  const Cubin cubin(bytes);
  std::string_view out;
  bool has_lines = false;
  const bool whole = cubin.each_section([&](const Elf64_Shdr& section, std::string_view name) {
    has_lines |= name.find("debug_line") != std::string_view::npos;
    if (name.starts_with(code_prefix) && name.substr(code_prefix.size()) == kernel) out = cubin.contents(section);
  });
  return whole && !has_lines ? out : std::string_view();
}

}  // namespace stridescope::injected
