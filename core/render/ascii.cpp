// Writes a value in characters, exactly as CuTe's print_layout and print_tensor do.
#include "core/facts/offsets.h"
#include "core/render/cute/cute_print.h"
#include "core/render/render.h"
#include "core/value/print.h"

namespace stridescope {

Result<std::string> ascii(const Value& value) {
  if (const auto* text = value.as<Text>()) return text->text;
  if (value.is<Object>()) return to_text(value);
  if (const auto* tensor = value.as<Tensor>()) return print_tensor(*tensor);
  if (domain_of(value) != nullptr) return print_layout(value);
  return to_text(value) + "\n";
}

}  // namespace stridescope
