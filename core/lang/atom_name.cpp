// Recognizes names of atoms by their prefixes: the grammar needs this before any atom is looked up.
#include "core/lang/atom_name.h"

namespace stridescope {

bool is_atom_name(std::string_view name) {
  static constexpr std::string_view first = ":ACDGMSUXc_sv";  // decides for nearly every name
  if (name.size() < 4 || first.find(name[0]) == std::string_view::npos) return false;
  for (const std::string_view space : {"::", "cute::"}) {
    if (name.starts_with(space)) name.remove_prefix(space.size());
  }
  for (const std::string_view word :
       {"MMA_Atom", "MMA_Traits", "Copy_Atom", "Copy_Traits", "UniversalFMA", "UniversalCopy", "DefaultCopy"}) {
    if (name == word) return true;
  }
  for (const std::string_view maker :
       {"v_mfma_", "v_wmma_", "__builtin_amdgcn_mfma_", "__builtin_amdgcn_wmma_", "XE_", "simdgroup_8x8x8_"}) {
    if (name.starts_with(maker)) return true;
  }
  // GMMA::ss_op_selector is a function.
  const std::string_view head = name.substr(0, name.find('<'));
  const std::size_t last = head.rfind("::");
  if (last != std::string_view::npos && last + 2 < head.size() && head[last + 2] >= 'a' && head[last + 2] <= 'z')
    return false;
  if (name.ends_with("::DescriptorIterator")) return false;
  if (name.starts_with("AutoVectorizingCopy") || name.starts_with("GMMA::") || name.starts_with("UMMA::")) return true;
  std::size_t digits = 2;
  while (digits < name.size() && name[digits] >= '0' && name[digits] <= '9') ++digits;
  return name.starts_with("SM") && digits > 3 && digits < name.size() && (name[digits] == '_' || name[digits] == ':');
}

}  // namespace stridescope
