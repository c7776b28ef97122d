// Clamps the given value of a field to the field's options.
#include "core/forms/form_builder.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/text.h"

namespace stridescope::app {
namespace {

std::optional<std::int64_t> integer_of(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

bool FormBuilder::flag(const char* id, Message title) {
  FormField& field = add(id, FieldKind::flag, std::move(title), {""});
  if (const auto* values = given(id, 1)) field.values[0] = values->front().empty() ? "" : "on";
  return !field.values[0].empty();
}

std::string FormBuilder::choice(const char* id, Message title, std::vector<FieldOption> options, std::size_t first) {
  FormField& field = add(id, FieldKind::choice, std::move(title), {options[first].value});
  field.options = std::move(options);
  const auto* values = given(id, 1);
  if (values != nullptr && std::any_of(field.options.begin(), field.options.end(),
                                       [&](const FieldOption& one) { return one.value == values->front(); }))
    field.values = *values;
  return field.values[0];
}

std::vector<std::int64_t> FormBuilder::numbers(const char* id, Message title, const std::vector<std::int64_t>& begin,
                                               std::int64_t least, std::int64_t most) {
  std::vector<std::int64_t> out = begin;
  FormField& field = range(id, std::move(title), begin.size());
  field.least = least;
  field.most = most;
  const auto* values = given(id, begin.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto value = values == nullptr ? std::nullopt : integer_of((*values)[i]);
    if (value) out[i] = std::clamp(*value, field.least, field.most);
    field.values[i] = cat(out[i]);
  }
  return out;
}

std::vector<std::optional<std::int64_t>> FormBuilder::numbers_or_none(const char* id, Message title,
                                                                      std::size_t count) {
  std::vector<std::optional<std::int64_t>> out(count);
  FormField& field = range(id, std::move(title), count);
  field.may_be_empty = true;
  const auto* values = given(id, count);
  for (std::size_t i = 0; values != nullptr && i < count; ++i) {
    const auto value = integer_of((*values)[i]);
    if (!value || *value < field.least) continue;
    out[i] = std::min(*value, field.most);
    field.values[i] = cat(*out[i]);
  }
  return out;
}

FormField& FormBuilder::add(const char* id, FieldKind kind, Message title, std::vector<std::string> values) {
  FormField& field = fields_.emplace_back();
  field.id = id;
  field.kind = kind;
  field.title = std::move(title);
  field.values = std::move(values);
  return field;
}

FormField& FormBuilder::range(const char* id, Message title, std::size_t count) {
  FormField& field = add(id, FieldKind::numbers, std::move(title), std::vector<std::string>(count));
  field.most = usual_most;
  return field;
}

const std::vector<std::string>* FormBuilder::given(std::string_view id, std::size_t count) const {
  const auto found =
      std::find_if(given_.begin(), given_.end(), [&](const FieldValue& value) { return value.id == id; });
  return found == given_.end() || found->values.size() != count ? nullptr : &found->values;
}

}  // namespace stridescope::app
