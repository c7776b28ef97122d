// Computes the sections of a card.
#include "core/records/sections.h"

#include <algorithm>

namespace stridescope::app {
namespace {

template <class T>
void keep(Section& section, Result<T> result) {
  if (result)
    section.answer = std::make_shared<SectionAnswer>(std::move(*result));
  else
    section.refused = door::sentence_of(result.error());
}

}  // namespace

std::vector<SectionKind> offered_sections(const door::Binding& binding) {
  std::vector<SectionKind> out = {SectionKind::verdict};
  const bool shared = std::any_of(binding.views.begin(), binding.views.end(),
                                  [](const door::OfferedPicture& p) { return p.kind == name_of(Picture::lanes); });
  if (shared) out.push_back(SectionKind::swizzles);
  out.push_back(SectionKind::derivation);
  out.push_back(SectionKind::analysis);
  return out;
}

Section answered(const Workspace& workspace, SectionKind kind, int binding, const std::string& element) {
  Section out = {kind, false};
  switch (kind) {
    case SectionKind::verdict:
      keep(out, workspace.verdict(binding).map([&](const std::vector<OperationVerdict>& calls) {
        return verdict_lines(calls, workspace.report().mode);
      }));
      break;
    case SectionKind::swizzles:
      keep(out, workspace.swizzle_trials(binding).map(
                    [&](const SwizzleTrials& trials) { return door::swizzles_of(trials, workspace.report().mode); }));
      break;
    case SectionKind::derivation:
      keep(out, workspace.explain(binding));
      break;
    case SectionKind::analysis:
      keep(out, element.empty() ? workspace.analyze(binding) : workspace.analyze(binding, element));
      break;
  }
  return out;
}

std::span<const std::string_view> element_types() {
  static constexpr std::string_view types[] = {"",           "half_t",  "bfloat16_t",   "float",
                                               "tfloat32_t", "double",  "float_e4m3_t", "int8_t",
                                               "uint8_t",    "int32_t", "int4b_t",      "uint128_t"};
  return types;
}

}  // namespace stridescope::app
