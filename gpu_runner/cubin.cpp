// Reads a cubin, an ELF file, for a kernel's registers and memory instructions. Bytes outside of the file read as 0,
// since the file may have any content.
#include "gpu_runner/cubin.h"

#include <algorithm>

namespace stridescope::gpu {
namespace {

constexpr std::uint64_t sized_attribute = 4;  // EIFMT_SVAL: a 2-byte size follows; other formats have a 2-byte value
constexpr std::uint64_t register_count = 0x2F;
// The lowest 9 bits of an instruction are its opcode (nvdisasm 13.0, sm_90); the bits above encode the operands.
constexpr std::uint64_t instruction_bytes = 16;
constexpr std::uint64_t operation_mask = 0x1FF;
constexpr std::uint64_t ldg = 0x181;
constexpr std::uint64_t stg = 0x186;
constexpr std::uint64_t lds = 0x184;
constexpr std::uint64_t sts = 0x188;

class Elf {
 public:
  explicit Elf(std::string_view file) : file_(file) {
    table_ = number(40, 8);
    entry_ = number(58, 2);
    sections_ = number(60, 2);
    names_ = offset(number(62, 2));
  }

  // A little-endian number; 0 outside of the file.
  std::uint64_t number(std::uint64_t at, int bytes) const {
    if (at > file_.size() || file_.size() - at < static_cast<std::uint64_t>(bytes)) return 0;
    std::uint64_t out = 0;
    for (int i = bytes; i-- > 0;)
      out = out << 8 | static_cast<unsigned char>(file_[static_cast<std::size_t>(at) + static_cast<std::size_t>(i)]);
    return out;
  }
  std::string_view text(std::uint64_t at) const {
    if (at >= file_.size()) return {};
    const std::string_view rest = file_.substr(static_cast<std::size_t>(at));
    return rest.substr(0, std::min(rest.find('\0'), rest.size()));
  }

  std::uint64_t sections() const { return sections_; }
  std::uint64_t header(std::uint64_t section) const { return table_ + section * entry_; }
  std::uint64_t offset(std::uint64_t section) const { return number(header(section) + 24, 8); }
  std::uint64_t size(std::uint64_t section) const { return number(header(section) + 32, 8); }
  std::uint64_t link(std::uint64_t section) const { return number(header(section) + 40, 4); }
  std::uint64_t info(std::uint64_t section) const { return number(header(section) + 44, 4); }
  std::string_view name(std::uint64_t section) const { return text(names_ + number(header(section), 4)); }
  std::string_view symbol(std::uint64_t table, std::uint64_t index) const {
    return text(offset(link(table)) + number(offset(table) + index * 24, 4));
  }

 private:
  std::string_view file_;
  std::uint64_t table_ = 0;
  std::uint64_t entry_ = 0;
  std::uint64_t sections_ = 0;
  std::uint64_t names_ = 0;
};

bool is_elf(std::string_view file) { return file.size() >= 64 && file.substr(1, 3) == "ELF" && file[4] == 2; }

}  // namespace

std::optional<CubinAccesses> cubin_accesses(std::string_view cubin, std::string_view kernel) {
  if (!is_elf(cubin)) return std::nullopt;
  const Elf elf(cubin);
  for (std::uint64_t s = 0; s < elf.sections(); ++s) {
    const std::string_view name = elf.name(s);
    if (name.substr(0, 6) != ".text." || name.substr(6) != kernel) continue;
    CubinAccesses out;
    const std::uint64_t end = std::min<std::uint64_t>(cubin.size(), elf.offset(s) + elf.size(s));
    for (std::uint64_t at = elf.offset(s); at + instruction_bytes <= end; at += instruction_bytes) {
      switch (elf.number(at, 2) & operation_mask) {
        case ldg:
          ++out.global_loads;
          break;
        case stg:
          ++out.global_stores;
          break;
        case lds:
          ++out.shared_loads;
          break;
        case sts:
          ++out.shared_stores;
          break;
        default:
          break;
      }
    }
    return out;
  }
  return std::nullopt;
}

std::optional<std::int64_t> cubin_registers(std::string_view cubin, std::string_view kernel) {
  if (!is_elf(cubin)) return std::nullopt;
  const Elf elf(cubin);
  for (std::uint64_t s = 0; s < elf.sections(); ++s) {
    const std::string_view name = elf.name(s);
    if (name == ".nv.info") {
      const std::uint64_t end = std::min<std::uint64_t>(cubin.size(), elf.offset(s) + elf.size(s));
      for (std::uint64_t at = elf.offset(s); at + 12 <= end;) {
        const bool sized = elf.number(at, 1) == sized_attribute;
        if (sized && elf.number(at + 1, 1) == register_count &&
            elf.symbol(elf.link(s), elf.number(at + 4, 4)) == kernel)
          return static_cast<std::int64_t>(elf.number(at + 8, 4));
        at += 4 + (sized ? elf.number(at + 2, 2) : 0);
      }
    }
    if (name.substr(0, 6) == ".text." && name.substr(6) == kernel && elf.info(s) >> 24 != 0)
      return static_cast<std::int64_t>(elf.info(s) >> 24);
  }
  return std::nullopt;
}

}  // namespace stridescope::gpu
