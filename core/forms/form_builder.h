// Builds a form's fields in order, each with its given value. Internal to core/forms.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/forms/form.h"

namespace stridescope::app {

// Each member adds the field `id` and returns its value: the given one if it is possible, otherwise the initial one.
// `given` outlives the builder.
class FormBuilder {
 public:
  static constexpr std::int64_t usual_most = 4096;  // more than any tiling has threads

  explicit FormBuilder(const std::vector<FieldValue>& given) : given_(given) {}

  bool flag(const char* id, Message title);
  // One of `options`, which are not empty; initially the one with index `first`.
  std::string choice(const char* id, Message title, std::vector<FieldOption> options, std::size_t first = 0);
  // Each is clamped to `least` ... `most`.
  std::vector<std::int64_t> numbers(const char* id, Message title, const std::vector<std::int64_t>& begin,
                                    std::int64_t least = 1, std::int64_t most = usual_most);
  // An empty field gives an empty value.
  std::vector<std::optional<std::int64_t>> numbers_or_none(const char* id, Message title, std::size_t count);

  std::vector<FormField> take() { return std::move(fields_); }

 private:
  FormField& add(const char* id, FieldKind kind, Message title, std::vector<std::string> values);
  FormField& range(const char* id, Message title, std::size_t count);
  const std::vector<std::string>* given(std::string_view id, std::size_t count) const;

  const std::vector<FieldValue>& given_;
  std::vector<FormField> fields_;
};

}  // namespace stridescope::app
