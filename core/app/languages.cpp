// The catalogs of core/data as they are embedded, each read when it is first asked for.
#include "core/app/languages.h"

#include "core/base/json_value.h"
#include "core/data/embedded.h"

namespace stridescope {
namespace {

// Texts of ours: what is no catalog has no sentences.
Catalog read(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> sentences;
  const auto json = JsonValue::parse(text);
  if (!json) return {};
  for (const auto& [id, translated] : json->members()) sentences.emplace_back(id, translated.string());
  return Catalog(std::move(sentences));
}

}  // namespace

const Catalog* catalog_of(std::string_view language) {
  if (language == "en") return &english_catalog();
  if (language != "zh") return nullptr;
  static const Catalog chinese = read(embedded_messages_zh);
  return &chinese;
}

}  // namespace stridescope
