// Records as JSON text (archive.h).
#pragma once

#include "core/base/archive.h"
#include "core/base/json.h"
#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/base/utf.h"

namespace stridescope {

// Writes the visited records.
class JsonArchive final : public Archive {
 public:
  // Spans are written in UTF-16 code units of the text that `map` belongs to, in bytes without a map. `arrays`:
  // receives binary arrays, which are written as {"array": index}; without it they are lists of numbers. `catalog`: the
  // language of messages.
  explicit JsonArchive(std::string& out, const TextMap* map = nullptr, std::vector<NumberArray>* arrays = nullptr,
                       const Catalog& catalog = english_catalog())
      : json_(out), map_(map), arrays_(arrays), catalog_(catalog) {}
  // Writes numbers like JsonWriter::exact, so that they are read as the same doubles; otherwise with six decimals.
  JsonArchive& exact() {
    exact_ = true;
    return *this;
  }

 private:
  bool describe(std::string_view, std::string_view) override { return true; }
  bool open_member(std::string_view name, std::string_view about, Need need, bool present) override;
  void open_record() override { json_.open_object(); }
  void close_record() override { json_.close_object(); }
  std::size_t open_list(std::size_t size) override;
  void item(std::size_t) override {}
  void close_list() override { json_.close_array(); }
  void open_map(std::vector<std::string>&) override { json_.open_object(); }
  void key(const std::string& name, std::size_t) override { json_.key(name); }
  void close_map() override { json_.close_object(); }
  void boolean(bool& value) override { json_.boolean(value); }
  void integer(std::int64_t& value, std::int64_t, std::int64_t) override { json_.number(value); }
  void number(double& value) override;
  void json_number(JsonNumber& value) override;
  void text(std::string& value) override { json_.string(value); }
  void view(std::string_view value) override { json_.string(value); }
  void message(Message& value) override { json_.string(render(value, catalog_)); }
  void word(std::size_t& index, std::span<const std::string_view> names) override { json_.string(names[index]); }
  void span(Span& value) override;
  void array(NumberArray& value) override;
  void raw(RawJson& value) override { json_.raw(value.text); }

  JsonWriter json_;
  const TextMap* map_;
  std::vector<NumberArray>* arrays_;
  const Catalog& catalog_;
  bool exact_ = false;
};

// The record as JSON.
template <class T>
std::string to_json(const T& record, const TextMap* map = nullptr, const Catalog& catalog = english_catalog()) {
  std::string out;
  JsonArchive archive(out, map, nullptr, catalog);
  // A writing archive does not change the record.
  archive.visit(const_cast<T&>(record));
  return out;
}

// The same, with numbers that are read as the same doubles: for messages between our own processes.
template <class T>
std::string to_exact_json(const T& record) {
  std::string out;
  JsonArchive archive(out);
  archive.exact().visit(const_cast<T&>(record));
  return out;
}

// Additional input that a reader refuses, next to missing and mistyped members.
enum class Trust : std::uint8_t {
  // A request to the door: members that the record does not have.
  asked,
  // The output of another process, perhaps of another version. Unknown members are ignored. An object must not have a
  // name twice. A text has at most max_foreign_text bytes and a list max_foreign_items items, unless its description
  // calls at_most. Numbers are 0 to 1e18.
  foreign,
};
inline constexpr std::size_t max_foreign_text = 4096;
inline constexpr std::size_t max_foreign_items = 64;

// Reads JSON into the visited record, and keeps the first error: "'cell' is missing".
class ReadArchive final : public Archive {
 public:
  explicit ReadArchive(const JsonValue& value, Trust trust = Trust::asked)
      : foreign_(trust == Trust::foreign), stack_{{&value, {}, no_item, {}, 0}} {}

  const Message& problem() const { return problem_; }
  bool reads() const override { return true; }

 private:
  bool describe(std::string_view, std::string_view) override { return true; }
  static constexpr std::size_t no_item = ~std::size_t{0};
  struct Place {
    const JsonValue* value;
    std::string_view name;                // name of the member
    std::size_t index;                    // index of the item; no_item for a member
    std::vector<std::string_view> known;  // members of the record, if the value is one
    std::size_t room = 0;                 // limit of each text, if the value is a map
  };
  const JsonValue& here() const { return *stack_.back().value; }
  // "'view' is invalid: expected text"; for foreign JSON "'view' is a list, not a text".
  void mistyped(const Message& wanted, Term foreign);
  // "'view' is longer than ..."
  void flaw(const Message& what);
  void no_name_twice(const JsonValue& object);
  // The limit that at_most gave for this text or list; otherwise `usual`.
  std::size_t taken_room(std::size_t usual);
  std::string path() const;

  bool open_member(std::string_view name, std::string_view about, Need need, bool present) override;
  void close_member() override { stack_.pop_back(); }
  void open_record() override;
  void close_record() override;
  std::size_t open_list(std::size_t size) override;
  void item(std::size_t i) override;
  void close_list() override;
  void open_map(std::vector<std::string>& keys) override;
  void key(const std::string& name, std::size_t i) override;
  void close_map() override;
  void boolean(bool& value) override;
  void integer(std::int64_t& value, std::int64_t least, std::int64_t most) override;
  void number(double& value) override;
  void json_number(JsonNumber& value) override;
  void room(std::size_t most) override { room_ = most; }
  void text(std::string& value) override;
  void view(std::string_view value) override;
  void message(Message& value) override;
  void word(std::size_t& index, std::span<const std::string_view> names) override;
  void span(Span& value) override;
  void array(NumberArray& value) override;
  void raw(RawJson& value) override;

  bool foreign_;
  std::size_t room_ = 0;
  std::vector<Place> stack_;
  Message problem_;
};

// Reads a record from JSON text; arguments: the text is not JSON, or a member is missing, mistyped or unknown.
template <class T>
Result<T> from_json(std::string_view text) {
  const auto json = JsonValue::parse(text);
  if (!json) return failure(ErrorCode::arguments, say("this is not JSON"));
  T out;
  ReadArchive archive(*json);
  archive.visit(out);
  if (!archive.problem().empty()) return failure(ErrorCode::arguments, archive.problem());
  return out;
}

}  // namespace stridescope
