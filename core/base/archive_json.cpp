// Records as JSON text, and back.
#include "core/base/archive_json.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"

namespace stridescope {

// --- Writing ---

bool JsonArchive::open_member(std::string_view name, std::string_view, Need, bool present) {
  if (present) json_.key(name);
  return present;
}

std::size_t JsonArchive::open_list(std::size_t size) {
  json_.open_array();
  return size;
}

void JsonArchive::span(Span& value) {
  json_.open_array();
  json_.number(map_ != nullptr ? map_->to_utf16(value.begin) : value.begin);
  json_.number(map_ != nullptr ? map_->to_utf16(value.end) : value.end);
  json_.close_array();
}

void JsonArchive::array(NumberArray& value) {
  if (arrays_ != nullptr) {
    json_.open_object();
    json_.field("array", arrays_->size());
    json_.close_object();
    arrays_->push_back(value);
    return;
  }
  json_.open_array();
  for (std::size_t i = 0; i < value.size; ++i) json_.number(value[i]);
  json_.close_array();
}

// --- Reading ---

std::string ReadArchive::path() const {
  std::string out;
  for (const Place& place : stack_) {
    if (!place.name.empty()) append_all(out, out.empty() || place.name.starts_with('[') ? "" : ".", place.name);
  }
  return out;
}

void ReadArchive::mistyped(const Message& wanted) {
  if (!problem_.empty()) return;
  const std::string name = path();
  problem_ = name.empty() ? say("it is no {}", wanted) : say("'{}' is no {}", name, wanted);
}

bool ReadArchive::open_member(std::string_view name, std::string_view, Need need, bool) {
  if (!here().is_object()) return false;
  stack_.back().known.push_back(name);
  const JsonValue& value = here()[name];
  stack_.push_back({&value, std::string(name), {}});
  if (!value.is_null()) return true;
  if (need == Need::always && problem_.empty()) problem_ = say("'{}' is missing", path());
  stack_.pop_back();
  return false;
}

void ReadArchive::open_record() {
  if (!here().is_object()) mistyped(say("object"));
}

void ReadArchive::close_record() {
  const Place& place = stack_.back();
  for (const auto& [name, value] : place.value->members()) {
    if (!problem_.empty()) return;
    if (std::find(place.known.begin(), place.known.end(), name) != place.known.end()) continue;
    std::string all;
    for (const std::string_view known : place.known) append_all(all, all.empty() ? "" : ", ", known);
    problem_ = all.empty() ? say("there is no member '{}' here", name)
                           : say("there is no member '{}' here; there are: {}", name, all);
  }
}

std::size_t ReadArchive::open_list(std::size_t) {
  const JsonValue& list = here();
  if (!list.is_array()) mistyped(say("list"));
  stack_.push_back({&list, {}, {}});
  return list.items().size();
}

void ReadArchive::item(std::size_t i) {
  Place& place = stack_.back();
  place.value = &stack_[stack_.size() - 2].value->at(i);
  place.name = cat("[", i, "]");
  place.known.clear();
}

void ReadArchive::close_list() { stack_.pop_back(); }

void ReadArchive::open_map(std::vector<std::string>& keys) {
  keys.clear();
  const JsonValue& map = here();
  if (!map.is_object()) mistyped(say("object"));
  for (const auto& [name, value] : map.members()) keys.push_back(name);
  stack_.push_back({&map, {}, {}});
}

void ReadArchive::key(const std::string& name, std::size_t) {
  Place& place = stack_.back();
  place.value = &(*stack_[stack_.size() - 2].value)[name];
  place.name = name;
  place.known.clear();
}

void ReadArchive::close_map() { stack_.pop_back(); }

void ReadArchive::boolean(bool& value) {
  if (!here().is_boolean()) return mistyped(say("boolean"));
  value = here().boolean();
}

void ReadArchive::integer(std::int64_t& value, std::int64_t least, std::int64_t most) {
  const double number = here().number();
  constexpr auto most_exact = static_cast<double>(max_json_integer);
  if (!here().is_number() || std::floor(number) != number || std::abs(number) > most_exact)
    return mistyped(say("integer"));
  const std::int64_t read = here().integer();
  if (read < least || read > most) return mistyped(say("integer from {} to {}", least, most));
  value = read;
}

void ReadArchive::number(double& value) {
  if (!here().is_number()) return mistyped(say("number"));
  value = here().number();
}

void ReadArchive::text(std::string& value) {
  if (!here().is_string()) return mistyped(say("text"));
  value = here().string();
}

// A view has no memory of its own: it is only written.
void ReadArchive::message(Message& value) {
  std::string read;
  text(read);
  value = Message::verbatim(read);
}
void ReadArchive::view(std::string_view) { mistyped(say("member that can be set")); }
void ReadArchive::array(NumberArray&) { mistyped(say("member that can be set")); }

void ReadArchive::word(std::size_t& index, std::span<const std::string_view> names) {
  const auto found = std::find(names.begin(), names.end(), std::string_view(here().string()));
  if (here().is_string() && found != names.end()) {
    index = static_cast<std::size_t>(found - names.begin());
    return;
  }
  std::string all;
  for (const std::string_view name : names) append_all(all, all.empty() ? "" : ", ", name);
  mistyped(say("word of {}", all));
}

void ReadArchive::span(Span& value) {
  const auto& ends = here().items();
  const auto place = [](const JsonValue& v) { return v.is_number() && v.number() >= 0 && v.number() < 4294967296.0; };
  if (ends.size() != 2 || !place(ends[0]) || !place(ends[1])) return mistyped(say("pair of positions"));
  value = {static_cast<std::uint32_t>(ends[0].number()), static_cast<std::uint32_t>(ends[1].number())};
}

void ReadArchive::raw(RawJson& value) {
  value.text.clear();
  append_json(value.text, here());
}

}  // namespace stridescope
