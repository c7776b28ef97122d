// Writes records as JSON text, and reads them.
#include "core/base/archive_json.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"

namespace stridescope {

// The maximum length of a displayed foreign name.
static constexpr std::size_t max_shown_name = 64;

// --- Writing ---

bool JsonArchive::open_member(std::string_view name, std::string_view, Need, bool present) {
  if (present) json_.key(name);
  return present;
}

std::size_t JsonArchive::open_list(std::size_t size) {
  json_.open_array();
  return size;
}

void JsonArchive::number(double& value) { exact_ ? json_.exact(value) : json_.real(value); }

void JsonArchive::json_number(JsonNumber& value) {
  constexpr double most_whole = 9.2e18;
  const bool whole = value.whole && value.value > -most_whole && value.value < most_whole;
  exact_&& whole ? json_.number(static_cast<std::int64_t>(value.value)) : number(value.value);
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

static Term kind_of(const JsonValue& value) {
  if (value.is_boolean()) return term("true or false");
  if (value.is_number()) return term("a number");
  if (value.is_string()) return term("a text");
  if (value.is_array()) return term("a list");
  return value.is_object() ? term("an object") : term("null");
}

std::string ReadArchive::path() const {
  std::string out;
  for (const Place& place : stack_) {
    if (place.index != no_item) {
      append_all(out, '[', place.index, ']');
    } else if (!place.name.empty()) {
      // A foreign name can be long.
      append_all(out, out.empty() ? "" : ".", place.name.substr(0, max_shown_name));
    }
  }
  return out;
}

void ReadArchive::flaw(const Message& what) {
  if (!problem_.empty()) return;
  const std::string name = path();
  problem_ = name.empty() ? say("it {}", what) : say("'{}' {}", name, what);
}

void ReadArchive::mistyped(const Message& wanted, Term foreign) {
  if (foreign_) return flaw(say("is {}, not {}", kind_of(here()), foreign));
  if (!problem_.empty()) return;
  const std::string name = path();
  problem_ =
      name.empty() ? say("invalid value: expected {}", wanted) : say("'{}' is invalid: expected {}", name, wanted);
}

std::size_t ReadArchive::taken_room(std::size_t usual) {
  const std::size_t out = room_ != 0 ? room_ : usual;
  room_ = 0;
  return out;
}

// Reports a name that occurs twice in an object: the member would be ambiguous.
void ReadArchive::no_name_twice(const JsonValue& object) {
  std::vector<std::string_view> names;
  names.reserve(object.members().size());
  for (const auto& member : object.members()) names.push_back(member.first);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) flaw(say("names '{}' twice", twice->substr(0, max_shown_name)));
}

bool ReadArchive::open_member(std::string_view name, std::string_view, Need need, bool) {
  const JsonValue* value = here().is_object() ? &here()[name] : nullptr;
  if (value != nullptr) {
    if (!foreign_) stack_.back().known.push_back(name);
    stack_.push_back({value, name, no_item, {}, 0});
    if (!value->is_null()) return true;
    if (need == Need::always && problem_.empty()) problem_ = say("'{}' is missing", path());
    stack_.pop_back();
  }
  room_ = 0;
  return false;
}

void ReadArchive::open_record() {
  if (!here().is_object()) return mistyped(say("object"), term("an object"));
  if (foreign_) no_name_twice(here());
}

void ReadArchive::close_record() {
  if (foreign_) return;
  const Place& place = stack_.back();
  for (const auto& [name, value] : place.value->members()) {
    if (!problem_.empty()) return;
    if (std::find(place.known.begin(), place.known.end(), name) != place.known.end()) continue;
    std::string all;
    for (const std::string_view known : place.known) append_all(all, all.empty() ? "" : ", ", known);
    problem_ =
        all.empty() ? say("unknown member '{}'", name) : say("unknown member '{}'; expected one of {}", name, all);
  }
}

std::size_t ReadArchive::open_list(std::size_t) {
  const JsonValue& list = here();
  const std::size_t most = taken_room(max_foreign_items);
  std::size_t size = list.items().size();
  if (!list.is_array()) {
    mistyped(say("list"), term("a list"));
  } else if (foreign_ && size > most) {
    flaw(say("has {} {item|items}; expected {} to {}", size, 0, most));
    size = 0;
  }
  stack_.push_back({&list, {}, no_item, {}, 0});
  return size;
}

void ReadArchive::item(std::size_t i) {
  Place& place = stack_.back();
  place.value = &stack_[stack_.size() - 2].value->at(i);
  place.index = i;
  place.known.clear();
}

void ReadArchive::close_list() { stack_.pop_back(); }

void ReadArchive::open_map(std::vector<std::string>& keys) {
  keys.clear();
  const JsonValue& map = here();
  if (!map.is_object()) mistyped(say("object"), term("an object"));
  if (foreign_) no_name_twice(map);
  keys.reserve(map.members().size());
  for (const auto& [name, value] : map.members()) keys.push_back(name);
  stack_.push_back({&map, {}, no_item, {}, taken_room(0)});
}

void ReadArchive::key(const std::string& name, std::size_t i) {
  Place& place = stack_.back();
  place.value = &stack_[stack_.size() - 2].value->members()[i].second;
  place.name = name;
  place.known.clear();
  room_ = place.room;
}

void ReadArchive::close_map() { stack_.pop_back(); }

void ReadArchive::boolean(bool& value) {
  if (!here().is_boolean()) return mistyped(say("boolean"), term("true or false"));
  value = here().boolean();
}

void ReadArchive::integer(std::int64_t& value, std::int64_t least, std::int64_t most) {
  const Term wanted = least < 0 ? term("an integer") : term("a whole number from 0 to 2^53");
  if (foreign_ && !here().is_number()) return mistyped({}, wanted);
  const double number = here().number();
  constexpr auto most_exact = static_cast<double>(max_json_integer);
  const bool whole = here().is_number() && std::floor(number) == number && std::abs(number) <= most_exact;
  const std::int64_t read = whole ? here().integer() : 0;
  if (whole && read >= least && read <= most) {
    value = read;
  } else if (foreign_) {
    flaw(say("is not {}", wanted));
  } else {
    mistyped(whole ? say("integer from {} to {}", least, most) : say("integer"), wanted);
  }
}

void ReadArchive::number(double& value) {
  constexpr Term wanted = term("a number from 0 to 1e18");
  if (!here().is_number()) return mistyped(say("number"), wanted);
  const double read = here().number();
  if (foreign_ && !(read >= 0 && read <= 1e18)) return flaw(say("is not {}", wanted));
  value = read;
}

void ReadArchive::json_number(JsonNumber& value) {
  value.whole = here().is_whole();
  number(value.value);
}

void ReadArchive::text(std::string& value) {
  const std::size_t most = taken_room(max_foreign_text);
  if (!here().is_string()) return mistyped(say("text"), term("a text"));
  const std::size_t size = here().string().size();
  if (foreign_ && size > most) return flaw(say("has {} {byte|bytes}, more than {}", size, most));
  value = here().string();
}

// A view has no memory of its own: it can only be written.
void ReadArchive::message(Message& value) {
  std::string read;
  text(read);
  value = Message::verbatim(read);
}
void ReadArchive::view(std::string_view) { mistyped(say("member that can be set"), term("null")); }
void ReadArchive::array(NumberArray&) { mistyped(say("member that can be set"), term("null")); }

void ReadArchive::word(std::size_t& index, std::span<const std::string_view> names) {
  if (foreign_ && !here().is_string()) return mistyped({}, term("a text"));
  const auto found = std::find(names.begin(), names.end(), std::string_view(here().string()));
  if (here().is_string() && found != names.end()) {
    index = static_cast<std::size_t>(found - names.begin());
    return;
  }
  std::string all;
  for (const std::string_view name : names) append_all(all, all.empty() ? "" : ", ", name);
  foreign_ ? flaw(say("is not one of {}", all)) : mistyped(say("one of {}", all), term("a text"));
}

void ReadArchive::span(Span& value) {
  const auto& ends = here().items();
  const auto place = [](const JsonValue& v) { return v.is_number() && v.number() >= 0 && v.number() < 4294967296.0; };
  if (ends.size() != 2 || !place(ends[0]) || !place(ends[1])) return mistyped(say("pair of positions"), term("a list"));
  value = {static_cast<std::uint32_t>(ends[0].number()), static_cast<std::uint32_t>(ends[1].number())};
}

void ReadArchive::raw(RawJson& value) {
  value.text.clear();
  append_json(value.text, here(), true);
}

}  // namespace stridescope
